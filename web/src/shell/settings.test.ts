import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settings } from '../state/settings.svelte';
import SettingsSheet from './SettingsSheet.svelte';

beforeEach(() => {
  settings.language = 'en';
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function () {
    this.open = false;
  };
});
afterEach(cleanup);

it('says that a language is on its way, that it did not come, and speaks it when it has', async () => {
  let answer: (come: boolean) => void = () => {};
  const come = () =>
    new Promise<boolean>((resolve) => {
      answer = resolve;
    });
  let asked = come();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (await asked) return new Response('{"settings.title": "Einstellungen"}');
    throw new Error('gone');
  });
  render(SettingsSheet, { open: true });
  const german = screen.getByRole('radio', { name: 'Deutsch', hidden: true }) as HTMLInputElement;

  await fireEvent.click(german);
  expect(await screen.findByText('The words are being fetched: Deutsch.')).toBeTruthy();
  answer(false);
  expect(await screen.findByText(/The words could not be fetched: Deutsch/)).toBeTruthy();
  expect(settings.language).toBe('en');

  asked = come();
  await fireEvent.click(german);
  answer(true);
  expect(await screen.findByText('Einstellungen')).toBeTruthy();
  expect(settings.language).toBe('de');
  expect(screen.queryByText(/could not be fetched/)).toBeNull();
});
