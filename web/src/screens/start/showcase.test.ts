import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../../state/settings.svelte';
import LivingBoard from './LivingBoard.svelte';
import story from './showcase.json';
import { Showcase, type Story } from './showcase.svelte';

const told = story as unknown as Story;

beforeEach(() => {
  settings.language = 'en';
  settings.reducedMotion = true;
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(story)));
});
afterEach(() => {
  cleanup();
  settings.reducedMotion = false;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** By its mark, for the board is large: to look for a role takes seconds on a busy machine. */
const found = (mark: string) =>
  vi.waitFor(() => document.querySelector(mark) ?? Promise.reject(new Error(`no ${mark}`)), 20_000);

describe('the game on the first page', () => {
  it('has some chapters, each with something to see', () => {
    expect(told.chapters.length).toBeGreaterThanOrEqual(6);
    expect(told.chapters.length).toBeLessThanOrEqual(9);
    for (const chapter of told.chapters) expect(chapter.slice(1).some((moment) => moment.events.length > 0)).toBe(true);
  });

  it('stands still, and offers to play, where no motion is wanted', async () => {
    render(LivingBoard);
    const toggle = await found('.toggle');
    expect(toggle.getAttribute('aria-label')).toBe('Play');
    expect(document.querySelectorAll('[data-square]').length).toBe(40);
    expect(document.querySelector('[inert]'), 'it is a picture, not a control').toBeTruthy();
  });

  it('goes to the chapter that is chosen', async () => {
    render(LivingBoard);
    const slider = await found('input[type=range]');
    const last = told.chapters.at(-1)!.at(-1)!.view;
    await fireEvent.input(slider, { target: { value: String(told.chapters.length - 1) } });
    const picture = document.querySelector('.scaled')!;
    expect(picture.getAttribute('aria-label')).toContain(String(last.round + 1));
  });

  it('ends by itself after two times through, and stops when it is told to', async () => {
    vi.useFakeTimers();
    const show = new Showcase();
    await show.load(async () => told);
    const playing = show.play();
    expect(show.playing).toBe(true);
    show.pause();
    await vi.runAllTimersAsync();
    await playing;
    expect(show.playing).toBe(false);
    const again = show.play();
    await vi.runAllTimersAsync();
    await again;
    expect([show.playing, show.chapter]).toEqual([false, told.chapters.length - 1]);
  });

  it('is left out where it cannot be fetched', async () => {
    const show = new Showcase();
    await show.load(() => Promise.reject(new Error('away')));
    expect([show.story, show.board]).toEqual([null, null]);
  });
});
