import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { board, happened, people } from '../board/fixtures';
import type { Event } from '../protocol';
import LogList from './LogList.svelte';

afterEach(cleanup);

const bots = people.map((person, seat) => ({ ...person, bot: seat === 1, ours: seat === 0, you: seat === 0 }));
/** A turn of this seat in which a deed is bought and taxes are paid. */
const turn = (seq: number, player: number): Event[] => [
  happened('TurnBegan', { player, seq }),
  happened('DiceThrown', { player, seq: seq + 1, dice: [3, 2] }),
  happened('DeedBought', { player, square: 1, amount: 60, seq: seq + 2 }),
];
const rows = () => [...document.querySelectorAll('ol li')];
const shown = (log: Event[]) => render(LogList, { props: { log, board, people: bots, you: [0], folds: true } });

describe('a bot’s turn in the log', () => {
  it('is one row when it is over, and opens', async () => {
    shown([...turn(1, 1), ...turn(11, 0)]);
    const folded = screen.getByRole('button', { expanded: false, name: /2 steps/ });
    expect(folded.textContent).toContain('bought');
    expect(rows()).toHaveLength(4);
    await fireEvent.click(folded);
    expect(rows()).toHaveLength(6);
    expect(screen.queryByText('2 steps')).toBeNull();
  });

  it('tells of its own player first, and of a bankruptcy before all', () => {
    const other = happened('DeedBought', { player: 2, square: 1, amount: 10, seq: 4 });
    shown([...turn(1, 1), other, ...turn(11, 0)]);
    expect(screen.getByRole('button', { name: /3 steps/ }).textContent).toContain('Ben bought');
    cleanup();
    const broke = happened('WentBankrupt', { player: 1, other: 2, seq: 4 });
    shown([...turn(1, 1), broke, other, ...turn(11, 0)]);
    expect(screen.getByRole('button', { name: /4 steps/ }).textContent).toMatch(/bankrupt|could not pay/);
  });

  it('stays open while it is played, and where somebody here had a part in it', () => {
    shown(turn(1, 1));
    expect(rows()).toHaveLength(3);
    cleanup();
    const paid = happened('Paid', { player: 1, other: 0, amount: 25, rule: 'rent.deed', seq: 5 });
    shown([...turn(1, 1), paid, ...turn(11, 0)]);
    expect(screen.queryByText(/steps/)).toBeNull();
    expect(screen.getByText('+$25')).toBeTruthy();
  });

  it('is folded also after one of one’s own, which ends in its first row', () => {
    const passes = [happened('TurnEnded', { player: 0, seq: 20 }), happened('TurnBegan', { player: 1, seq: 20 })];
    shown([...turn(11, 0), ...passes, ...turn(20, 1).slice(1), ...turn(31, 0)]);
    expect(screen.getByRole('button', { name: /2 steps/ }).textContent).toContain('Ben bought');
  });

  it('is preceded by one row that tells who begins', async () => {
    const cash = [0, 1, 2].map((other) =>
      happened('Paid', { player: 8, other, amount: 1500, rule: 'setup.cash', seq: 1 }),
    );
    shown([...cash, happened('FirstPlayerFound', { player: 0, seq: 2 }), ...turn(3, 0)]);
    const opening = screen.getByRole('button', { name: /begins/ });
    expect(rows()).toHaveLength(4);
    await fireEvent.click(opening);
    expect(rows()).toHaveLength(7);
  });

  it('is whole while the log is filtered', async () => {
    shown([...turn(1, 1), ...turn(11, 0)]);
    await fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'bought' } });
    expect(rows()).toHaveLength(2);
  });
});
