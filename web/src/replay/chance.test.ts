import { webcrypto } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { pips } from '../board/dice';
import { happened, view } from '../board/fixtures';
import { booked, withCash } from './accounts';
import { checkChance, commitOf, drawOf, numberBehind, thrown } from './chance';
import { chanceOf, chiSquare, histogram, tail } from './fairness';

beforeAll(() => {
  if (!globalThis.crypto?.subtle) Object.defineProperty(globalThis, 'crypto', { value: webcrypto });
});

describe('dice', () => {
  it('have as many pips as they show', () => {
    for (let value = 1; value <= 6; value++) expect(pips(value)).toHaveLength(value);
  });

  it('are expected as thirty-six equal throws say', () => {
    const counted = new Map<number, number>();
    for (let a = 1; a <= 6; a++) for (let b = 1; b <= 6; b++) counted.set(a + b, (counted.get(a + b) ?? 0) + 1);
    for (const [total, n] of counted) expect(chanceOf(total)).toBeCloseTo(n / 36);
    expect(
      histogram([
        [1, 1],
        [3, 4],
        [6, 1],
      ]).map((bar) => bar.count),
    ).toEqual([1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]);
  });

  it('are judged by the tail of chi-square', () => {
    expect(
      chiSquare([
        { count: 12, expected: 10 },
        { count: 8, expected: 10 },
      ]),
    ).toBeCloseTo(0.8);
    expect(tail(0)).toBe(1);
    // Tables: with 10 degrees of freedom 18.307 is passed by 5 %, 23.209 by 1 %.
    expect(tail(18.307)).toBeCloseTo(0.05, 4);
    expect(tail(23.209)).toBeCloseTo(0.01, 4);
  });
});

describe('the seed', () => {
  const zero = '00'.repeat(32);
  const key = () =>
    crypto.subtle.importKey('raw', new Uint8Array(32), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);

  it('has the hash that the server publishes', async () => {
    expect((await commitOf(zero)).slice(0, 16)).toBe('66687aadf862bd77');
  });

  it('gives the numbers that the dealer draws', async () => {
    const drawn = await Promise.all([0, 1, 2, 3].map(async (number) => drawOf(await key(), number, 36)));
    expect(drawn).toEqual([1, 26, 0, 4]);
  });

  it('gives the dice of a game, and betrays a throw that was changed', async () => {
    const throws = [
      [1, 2],
      [5, 3],
      [1, 1],
      [1, 5],
    ].map((dice) => happened('DiceThrown', { dice }));
    expect(await checkChance(throws, zero, [])).toEqual({ events: 4, wrong: null });
    const forged = throws.map((event, n) => (n === 2 ? { ...event, dice: [6, 6] } : event));
    expect(await checkChance(forged, zero, [])).toEqual({ events: 3, wrong: 3 });
  });

  it('is passed over where throws were taken back', async () => {
    expect([0, 1, 2, 3].map((event) => numberBehind([[2, 4]], event))).toEqual([0, 1, 5, 6]);
    const throws = [
      [1, 2],
      [1, 5],
    ].map((dice) => happened('DiceThrown', { dice }));
    expect((await checkChance(throws, zero, [])).wrong).toBe(2);
    expect(await checkChance(throws, zero, [], [[1, 2]])).toEqual({ events: 2, wrong: null });
  });

  it('gives the cards from those not yet seen', async () => {
    const first = await drawOf(await key(), 0, 16);
    const left = Array.from({ length: 16 }, (_, n) => n).filter((card) => card !== first);
    const second = left[await drawOf(await key(), 1, 15)]!;
    const cards = [first, second].map((card) => happened('CardDrawn', { deck: 'chance', card }));
    expect(await checkChance(cards, zero, [])).toEqual({ events: 2, wrong: null });
    expect((await checkChance([cards[0]!, cards[0]!], zero, [])).wrong).toBe(2);
  });

  it('knows the cards of a deck that has gone round, in the order in which they went to its bottom', async () => {
    const unseen = Array.from({ length: 16 }, (_, n) => n);
    const order: number[] = [];
    for (let number = 0; number < 16; number++)
      order.push(...unseen.splice(await drawOf(await key(), number, unseen.length), 1));
    const held = order[3]!; // a jail card: it goes to the bottom only when it is used
    const drawn = (card: number) => happened('CardDrawn', { deck: 'chest', card });
    const back = (card: number) => happened('CardReturned', { deck: 'chest', card });
    const round = order.flatMap((card) => (card === held ? [drawn(card)] : [drawn(card), back(card)]));
    const again = order.filter((card) => card !== held).flatMap((card) => [drawn(card), back(card)]);
    const whole = [...round, back(held), ...again, drawn(held)];
    expect(await checkChance(whole, zero, [])).toEqual({ events: 32, wrong: null });
    expect((await checkChance([...round, back(held), drawn(order[1]!)], zero, [])).wrong).toBe(17);
    expect((await checkChance([...round, back(held), drawn(held)], zero, [])).wrong).toBe(17);
  });

  it('turns the second white die fastest and the Speed Die slowest', () => {
    expect(thrown([1, 2])).toEqual([36, 1]);
    expect(thrown([2, 1])).toEqual([36, 6]);
    expect(thrown([1, 1, 2])).toEqual([216, 36]);
    expect(thrown([6, 6, 6])).toEqual([216, 215]);
  });
});

describe('accounts', () => {
  it('follow every payment', () => {
    const paid = happened('Paid', { player: 8, other: 1, amount: 1500 });
    expect(booked([0, 0], [paid, happened('Paid', { player: 1, other: 0, amount: 50 }), happened('Moved')])).toEqual([
      50, 1450,
    ]);
  });

  it('go on over the parts of a replay, and believe the view where it tells', () => {
    const frame = (amount: number) => ({
      seq: 1,
      at: 0,
      events: [happened('Paid', { player: 8, other: 0, amount })],
      view,
    });
    const first = withCash([frame(100)], []);
    const second = withCash(
      [frame(20), { ...frame(0), view: { ...view, players: [{ square: 0, cash: 7 }, { square: 1 }, { square: 2 }] } }],
      first.accounts,
    );
    expect(first.frames[0]!.view.players[0]!.cash).toBe(100);
    expect(second.frames[0]!.view.players[0]!.cash).toBe(120);
    expect(second.frames[1]!.view.players[0]!.cash).toBe(7);
  });
});
