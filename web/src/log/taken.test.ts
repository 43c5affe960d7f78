import { cleanup, render } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { board, happened, people } from '../board/fixtures';
import { HOTEL } from '../protocol';
import { peopleOf } from '../state/people';
import LogList from './LogList.svelte';
import { actorOf, balance, headlineOf, lastThrow, plain, rowsOf, sentence, withTaken } from './sentences';

afterEach(cleanup);

const built = happened('Built', { seq: 4, square: 1, amount: 50, level: HOTEL, rule: 'build.hotel' });
const paid = happened('Paid', { seq: 4, other: 8, amount: 50 });
const log = [happened('DiceThrown', { seq: 2, dice: [1, 2] }), built, paid];
const taken = [{ seat: 0, after: 3, seq: 5 }];
const said = (rows: ReturnType<typeof rowsOf>) => rows.map((row) => plain(sentence(row, board, people)));

describe('what was taken back', () => {
  it('is struck, and a row tells who took what back', () => {
    const rows = withTaken(rowsOf(log), taken);
    expect(rows.map((row) => Boolean(row.struck))).toEqual([false, true, false]);
    expect(said(rows).at(-1)).toBe('You took back: hotel on Meadow Lane.');
    expect(balance(rows.at(-1)!, [0]), 'the money came back').toBe(50);
    expect(actorOf(rows.at(-1)!)).toBe(0);
  });

  it('stands where it happened, before what came later', () => {
    const later = happened('DeedBought', { seq: 7, square: 3, amount: 60 });
    const rows = withTaken(rowsOf([...log, later]), taken);
    expect(said(rows).slice(-2)).toEqual(['You took back: hotel on Meadow Lane.', 'You bought Orchard Lane for $60.']);
    expect(rows.at(-1)!.struck).toBeFalsy();
  });

  it('is told also where this page did not see what it was', () => {
    expect(said(withTaken([], [{ seat: 1, after: 3, seq: 9 }]))).toEqual(['Ben took back: the last action.']);
  });

  it('is drawn as struck', () => {
    render(LogList, { props: { log, taken, board, people, you: [0], onwhy: () => {} } });
    const rows = [...document.querySelectorAll('ol li')];
    expect(rows.map((row) => Boolean(row.querySelector('p s')))).toEqual([false, true, false]);
    expect(rows[1]!.textContent).toContain('taken back');
    expect(rows[2]!.querySelector('.why')).toBeNull();
  });
});

describe('an answer to an offer', () => {
  const refused = happened('OfferRefused', { player: 0, other: 1, rule: 'deal.offers' });

  it('calls the offer yours, and bears the token of who answered', () => {
    const [row] = rowsOf([refused]);
    expect(said([row!])).toEqual(['Ben declined your offer.']);
    expect(actorOf(row!)).toBe(1);
    const made = happened('DealMade', { player: 0, other: 1, give: [1], take_cash: 5 });
    expect(said(rowsOf([made]))).toEqual(['Ben accepted your offer: Meadow Lane for $5.']);
  });
  it("names the offer's maker to everybody else", () => {
    const others = rowsOf([{ ...refused, player: 1, other: 2 }]);
    expect(said(others)).toEqual(['Mira declined the offer of Ben.']);
  });
});

describe('several players at one screen', () => {
  it('are called by their names', () => {
    const seats = ['Ann', 'Ben'].map((name) => ({ kind: 'person' as const, name, token: 'kite', here: true }));
    const both = peopleOf(seats, [0, 1]);
    expect(both.map(({ you, ours }) => [you, ours])).toEqual([
      [false, true],
      [false, true],
    ]);
    const [row] = rowsOf([happened('Paid', { player: 8, other: 0, amount: 200, rule: 'move.salary' })]);
    expect(plain(sentence(row!, board, both))).toBe('Ann came to GO and collected $200.');
    expect(plain(sentence(row!, board, peopleOf(seats, [0])))).toBe('You came to GO and collected $200.');
  });
});

describe('the headline', () => {
  it('is the newest thing that happened, not that a turn passed', () => {
    const ended = [happened('TurnEnded', { seq: 6 }), happened('TurnBegan', { seq: 6, player: 1, amount: 3 })];
    const row = headlineOf([happened('Mortgaged', { seq: 5, square: 1, amount: 30 }), ...ended]);
    expect(plain(sentence(row!, board, people))).toBe('You mortgaged Meadow Lane for $30.');
    expect(headlineOf(ended)).toBeNull();
  });
  it('tells of an undo, and of nothing that was taken back', () => {
    expect(headlineOf(log, taken)!.taken).toEqual(taken[0]);
  });
  it('knows the last throw that moved a token', () => {
    const measured = happened('DiceThrown', { seq: 3, player: 1, dice: [6, 6], rule: 'rent.throw' });
    expect(lastThrow([...log, measured])!.dice).toEqual([1, 2]);
  });
});

describe('a sentence', () => {
  it('keeps the point with the square before it', () => {
    render(LogList, {
      props: { log: [happened('Moved', { square: 1, amount: 1 })], board, people, onplace: () => {} },
    });
    expect(document.querySelector('.tied')!.textContent).toBe('Meadow Lane.');
    expect(document.querySelector('li p')!.textContent!.trim()).toBe('You moved to Meadow Lane.');
  });
});
