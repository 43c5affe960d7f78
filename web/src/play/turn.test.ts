import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BANK, type Action, type TableInfo } from '../protocol';
import { pane } from '../state/pane.svelte';
import { screen as shown } from '../state/screen.svelte';
import { settings } from '../state/settings.svelte';
import { table } from '../state/table.svelte';
import ActionBar from './ActionBar.svelte';
import { board, handWith, viewWith } from './fixtures';
import { wordingOf } from './question';
import Stage from './Stage.svelte';
import TurnHead from './TurnHead.svelte';
import { ui } from './ui.svelte';

const info = {
  game: 'g',
  title: 'A table',
  status: 'playing',
  edition: 'classic',
  options: {},
  seats: ['Ann', 'Ben', 'Mira'].map((name) => ({ kind: 'person', name, token: '', here: true })),
  clock: { decision: 60, call: 9 },
  undo: true,
} as unknown as TableInfo;

function sit(legal: Action[], change = {}, hand = {}, you = [0]): void {
  table.info = info;
  table.board = board;
  table.hotSeat.you = you;
  table.hotSeat.active = 0;
  const hands = [handWith(legal, hand)];
  table.shown.redraw([], { seq: 1, view: viewWith(change), hands });
  vi.spyOn(table, 'hands', 'get').mockReturnValue(hands);
}

beforeEach(() => {
  settings.language = 'en';
  table.shown.clear();
  table.refusal = null;
  ui.dialog = null;
  vi.spyOn(table, 'check').mockResolvedValue(null);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('your turn', () => {
  const dice = () => [...document.querySelectorAll('.die')].map((die) => die.getAttribute('aria-label'));

  it('shows no dice of the player before, but idle ones beside the button', () => {
    vi.spyOn(pane, 'size', 'get').mockReturnValue('desktop');
    sit([{ kind: 'Throw' }], { dice: [6, 2], throws: 0 });
    expect(shown.thrown).toEqual([]);
    render(TurnHead, { size: 'desktop' });
    expect(dice()).toEqual([]);
    render(ActionBar);
    expect(dice()).toEqual(['Dice not thrown yet', 'Dice not thrown yet']);
  });

  it("shows one's own throw", () => {
    sit([{ kind: 'EndTurn' }], { dice: [6, 2], throws: 1 });
    render(TurnHead, { size: 'desktop' });
    expect(dice()).toEqual(['Die showing 6', 'Die showing 2']);
  });

  it('tells what happened last, with the throw and the one who threw', () => {
    sit([{ kind: 'Throw' }], { throws: 0 });
    table.shown.log = [
      { seq: 1, kind: 'DiceThrown', rule: 'move.throw', text: 't', player: 1, dice: [6, 2] },
      { seq: 2, kind: 'Paid', rule: 'tax.luxury', text: 't', player: 2, other: BANK, amount: 75 },
    ];
    render(TurnHead, { size: 'desktop' });
    expect(document.querySelector('[data-headline] p')!.textContent!.trim()).toBe('Mira paid $75 tax.');
    expect(dice()).toEqual(['Die showing 6', 'Die showing 2']);
    expect(document.querySelector('.last')!.getAttribute('title')).toBe('Last throw: Ben');
  });

  it('keeps what was thrown and the Bank in sight while a card lies open: it takes the place of the deed', () => {
    sit([], { dice: [3, 1], throws: 1, players: [{ square: 1 }, { square: 0 }, { square: 0 }] });
    const { unmount } = render(Stage, { size: 'desktop' });
    expect(document.querySelector('.lot')).toBeTruthy();
    unmount();
    shown.performer.card = { deck: 'chance', card: 0, seat: 0 };
    render(Stage, { size: 'desktop' });
    expect(document.querySelector('.lot')).toBeNull();
    expect(document.querySelector('.kept'), 'its room is kept').toBeTruthy();
    expect(dice()).toEqual(['Die showing 3', 'Die showing 1']);
    expect(document.querySelector('.bank')).toBeTruthy();
    shown.performer.card = null;
  });

  it('is named where several players share the screen', () => {
    sit([{ kind: 'Throw' }], {}, {}, [0, 1]);
    render(TurnHead, { size: 'desktop' });
    expect(screen.getByText("Ann's turn")).toBeTruthy();
    cleanup();
    sit([{ kind: 'Throw' }]);
    render(TurnHead, { size: 'desktop' });
    expect(screen.getByText('Your turn')).toBeTruthy();
  });
});

describe('waiting', () => {
  const scene = (on: number, busy: boolean) => ({
    view: viewWith({ on_turn: on, waiting: [1], phase: 'before-throw' }),
    board,
    hand: handWith([]),
    people: table.people,
    busy,
  });

  it('says nothing of throwing while pictures are shown', () => {
    sit([]);
    expect(wordingOf('waiting', scene(1, true))).toEqual({ title: 'Ben plays', facts: '', rule: '' });
    expect(wordingOf('waiting', scene(0, true)).title, 'your own throw').toBe('Your turn');
    expect(wordingOf('waiting', scene(1, false))).toMatchObject({ title: 'Ben is deciding', facts: 'About to throw.' });
    expect(wordingOf('waiting', { ...scene(1, true), over: true }).title, 'with the winner').toBe('The game is over');
  });

  it('names who throws next at a real table, though the turn before is not passed on', () => {
    sit([]);
    const told = (on: number, next: number) => {
      const { view, ...rest } = scene(on, false);
      const chance = { kind: 'dice' as const, seat: next, dice: 2 };
      return wordingOf('waiting', { ...rest, view: { ...view, phase: 'end-turn', chance } });
    };
    expect(told(1, 0)).toMatchObject({
      title: 'Your turn',
      facts: 'Throw at the table: your dice are tapped there.',
    });
    expect(told(0, 1)).toMatchObject({ title: 'Ben plays', facts: '' });
  });

  it('says that somebody decides after two seconds', async () => {
    vi.useFakeTimers();
    sit([], { on_turn: 1, waiting: [1] });
    render(Stage, { size: 'desktop' });
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Ben plays');
    await vi.advanceTimersByTimeAsync(2100);
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Ben is deciding');
    vi.useRealTimers();
  });
});

describe('the decision', () => {
  it('comes before everything else on the stage', () => {
    sit([{ kind: 'Throw' }]);
    render(Stage, { size: 'desktop' });
    expect(document.querySelector('.stage')!.firstElementChild!.className).toContain('decision');
  });

  it('takes nothing back where there is nothing', () => {
    sit([{ kind: 'Throw' }], {}, { undo: false });
    render(ActionBar);
    const undo = screen.getByRole('button', { name: /^Undo/ });
    expect(undo.getAttribute('aria-disabled')).toBe('true');
    expect(undo.textContent).toContain('nothing to take back');
    cleanup();
    sit([{ kind: 'Throw' }], {}, { undo: true });
    render(ActionBar);
    expect(screen.getByRole('button', { name: /^Undo/ }).getAttribute('aria-disabled')).toBeNull();
  });

  it('says a refusal above its buttons, so that they stay where they are', () => {
    sit([{ kind: 'Throw' }]);
    table.refusal = { action: null, reason: 'no-undo', text: 'No.', rule: '' };
    render(ActionBar);
    const order = screen.getByRole('alert').compareDocumentPosition(screen.getByRole('button', { name: /Throw/ }));
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });
});
