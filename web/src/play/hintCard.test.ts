import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TableInfo } from '../protocol';
import { settings } from '../state/settings.svelte';
import { table } from '../state/table.svelte';
import { board, handWith, viewWith } from './fixtures';
import HintCard from './HintCard.svelte';
import { ui } from './ui.svelte';

const auction = { kind: 'auction' as const, bidders: [0, 1], bid: 50, highest: 1, square: 6 };

beforeEach(() => {
  settings.language = 'en';
  settings.hints = '';
  const seats = ['Ann', 'Ben', 'Mira'].map((name) => ({ kind: 'person', name, token: '', here: true }));
  table.info = { game: 'g', status: 'playing', edition: 'classic', options: {}, seats } as unknown as TableInfo;
  table.board = board;
  table.hotSeat.you = [0];
  table.hotSeat.active = 0;
  const hands = [handWith([])];
  table.shown.redraw([], { seq: 1, view: viewWith({ matters: [auction], owner: [8, 8, 8, 8, 8] }), hands });
});
afterEach(() => {
  cleanup();
  table.close();
  settings.hints = '';
  vi.restoreAllMocks();
});
const hint = () => document.querySelector<HTMLElement>('[data-hint]')?.dataset['hint'];

describe('a hint', () => {
  it('is given at its moment, once, politely', async () => {
    render(HintCard);
    expect(hint()).toBe('auction');
    expect(screen.getByRole('status').textContent).toContain('1 of 3');
    expect(document.activeElement, 'it takes no focus').toBe(document.body);
    await fireEvent.click(screen.getByRole('button', { name: 'Good' }));
    expect(hint()).toBeUndefined();
    expect(settings.hints).toBe('auction');
    cleanup();
    render(HintCard);
    expect(hint()).toBeUndefined();
  });

  it('is the last one where no more are wanted', async () => {
    render(HintCard);
    await fireEvent.click(screen.getByRole('button', { name: 'No more hints' }));
    expect([hint(), settings.hints]).toEqual([undefined, 'none']);
  });

  it('folds beside a dialog, which needs the room', () => {
    ui.dialog = 'groups';
    render(HintCard);
    expect(document.querySelector<HTMLDetailsElement>('details[data-hint]')?.open).toBe(false);
    ui.dialog = null;
  });

  it('is not given to those who only watch', () => {
    table.hotSeat.you = [];
    table.hotSeat.active = null;
    render(HintCard);
    expect(hint()).toBeUndefined();
  });
});
