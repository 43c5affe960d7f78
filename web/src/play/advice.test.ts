import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Advice, DealEffect, TableInfo } from '../protocol';
import { adviser } from '../state/adviser.svelte';
import { settings } from '../state/settings.svelte';
import { table } from '../state/table.svelte';
import Chance from './Chance.svelte';
import Fairness from './Fairness.svelte';
import { board, handWith, viewWith } from './fixtures';

beforeEach(() => {
  settings.language = 'en';
  const seats = ['Ann', 'Ben', 'Mira'].map((name) => ({ kind: 'person', name, token: '', here: true }));
  const info = { game: 'g', status: 'playing', edition: 'classic', options: {}, seats, advice: true };
  table.info = info as unknown as TableInfo;
  table.board = board;
  table.hotSeat.you = [0];
  table.hotSeat.active = 0;
  table.shown.redraw([], { seq: 1, view: viewWith(), hands: [handWith([])] });
});
afterEach(() => {
  cleanup();
  adviser.chances = null;
  table.close();
  vi.restoreAllMocks();
});

describe('what the adviser says of a deal', () => {
  const effect = (leans_to: number, even_cash: number) =>
    ({ gains: [0.02, -0.02, 0], errors: [0, 0, 0], leans_to, even_cash }) as unknown as DealEffect;

  it.each([
    [0, 30, 'leans to you', 'Even for both if Ben added $30.'],
    [1, -30, 'leans to Ben', 'Even for both if you added $30.'],
  ])('is said to you as to a person: it leans to %d', async (leans, even, tag, sentence) => {
    vi.spyOn(adviser, 'deal').mockResolvedValue(effect(leans, even));
    render(Fairness, { deal: { kind: 'Offer', other: 0, give_cash: 10 }, proposer: 1 });
    expect(await screen.findByText(tag, {}, { timeout: 5000 })).toBeTruthy();
    expect(screen.getByText(sentence)).toBeTruthy();
  });
});

describe('the worst next throw', () => {
  const worst = (amount: number, change: number) => {
    const throw_ = { dice: [1, 2], square: 5, amount, change, ways: 2, of: 36 };
    adviser.chances = { seq: 9, chances: [], worst: throw_ } as unknown as Advice;
    render(Chance);
    return screen.queryByText('Worst next throw')?.parentElement?.nextElementSibling?.textContent?.trim();
  };

  it('is told with what it costs', () => expect(worst(90, -0.1)).toBe('3, to Second Road: $90; 2 in 36'));
  it('has no sum where it costs none', () => expect(worst(0, -0.1)).toBe('3, to Second Road; 2 in 36'));
  it('is none where no throw changes anything', () => expect(worst(0, 0)).toBeUndefined());
});
