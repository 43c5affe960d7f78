import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Board, Event, View } from '../protocol';
import { Performer } from './performer.svelte';
import { project } from './projection';
import { breathes, cueOf, squaresOnWay, TIME, walkTime } from './timeline';

const none = Array.from({ length: 28 }, () => 0);
const table: View = {
  turn: 1,
  round: 0,
  phase: 'before-throw',
  on_turn: 0,
  waiting: [0],
  players: [
    { square: 36, cash: 1500 },
    { square: 10, jail: 1 },
  ],
  owner: none.map(() => 8),
  level: none,
  mortgaged: none.map(() => false),
  rent: none,
  houses: 32,
  hotels: 12,
  jail_cards: [8, 8],
};
const happened = (kind: Event['kind'], rest: Partial<Event> = {}): Event => ({
  seq: 1,
  kind,
  rule: 'move.throw',
  text: '',
  player: 0,
  ...rest,
});
const squares = Array.from({ length: 40 }, (_, n) => ({
  name: '',
  slug: '',
  kind: '',
  deed: n === 1 ? 0 : n === 39 ? 27 : null,
}));
const board = { squares, houses: 32, hotels: 12 } as unknown as Board;

describe('what others do among themselves', () => {
  const groups = [{ key: 'brown', name: 'Brown', colour: 'brown', deeds: [0, 1] }];
  const streets = { ...board, groups, deeds: [{ house_cost: 50 }, { house_cost: 50 }] } as unknown as Board;
  const deal = happened('DealMade', { player: 0, other: 1, give: [1] });
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('shows a deal for a while, however much waits, unless somebody here had a part in it', async () => {
    const performer = new Performer({ board: () => streets, settled: () => table });
    const pace = { after: table, factor: 0.05, signal: new AbortController().signal };
    const shown = performer.perform(deal, pace);
    expect(performer.deal).toBe(deal);
    await vi.advanceTimersByTimeAsync(1000);
    expect(performer.deal).toBe(deal);
    await vi.advanceTimersByTimeAsync(1000);
    await shown;
    expect(performer.deal).toBeNull();
    const mine = new Performer({ board: () => streets, settled: () => table, skips: () => true });
    await mine.perform(deal, pace);
    expect(mine.deal).toBeNull();
  });

  it('stamps a group that is complete', async () => {
    const owns = { ...table, owner: table.owner.map((owner, deed) => (deed === 1 ? 0 : owner)) };
    const performer = new Performer({ board: () => streets, settled: () => owns });
    const pace = { after: owns, factor: 1, signal: new AbortController().signal };
    const shown = performer.perform(happened('DeedBought', { square: 1, amount: 60 }), pace);
    await vi.advanceTimersByTimeAsync(TIME.piece + 10);
    expect(performer.stamp).toEqual({ group: 'brown', seat: 0 });
    await vi.advanceTimersByTimeAsync(TIME.stamp + 10);
    await shown;
    expect(performer.stamp).toBeNull();
  });
});

describe('what is seen of an event', () => {
  it('walks a token over GO square by square', () => {
    const [cue, time] = cueOf(happened('Moved', { square: 1, amount: 5 }), table);
    expect(cue).toEqual({ kind: 'walk', seat: 0, from: 36, way: [37, 38, 39, 0, 1] });
    expect(time).toBe(5 * TIME.hop);
  });

  it('walks back', () => {
    expect(cueOf(happened('Moved', { square: 33, amount: -3 }), table)[0]).toEqual({
      kind: 'walk',
      seat: 0,
      from: 36,
      way: [35, 34, 33],
    });
  });

  it('lifts a token whose way is not known, and one that goes to Jail', () => {
    expect(cueOf(happened('Moved', { square: 5, amount: 2 }), table)[0].kind).toBe('jail');
    expect(cueOf(happened('SentToJail', { square: 10 }), table)[0]).toEqual({ kind: 'jail', seat: 0, from: 36 });
  });

  it('never walks longer than 1.4 s', () => {
    expect(walkTime(35)).toBe(TIME.hopsAtMost);
  });
});

it('goes square by square, over GO and backwards', () => {
  expect(squaresOnWay(38, 4)).toEqual([39, 0, 1, 2]);
  expect(squaresOnWay(1, -3)).toEqual([0, 39, 38]);
  expect(squaresOnWay(7, 0)).toEqual([]);
});

describe('the table between two views', () => {
  it('moves cash from payer to payee, and leaves hidden cash hidden', () => {
    const view = project(table, happened('Paid', { other: 1, amount: 50 }), board, table);
    expect(view.players[0]!.cash).toBe(1450);
    expect(view.players[1]!.cash).toBeUndefined();
  });

  it('keeps the pot', () => {
    expect(project(table, happened('Paid', { other: 9, amount: 75 }), board, table).pot).toBe(75);
  });

  it('builds, and takes the building from the Bank', () => {
    const four = project(table, happened('Built', { square: 39, level: 4 }), board, table);
    expect([four.level[27], four.houses, four.hotels]).toEqual([4, 28, 12]);
    const hotel = project(four, happened('Built', { square: 39, level: 5 }), board, table);
    expect([hotel.level[27], hotel.houses, hotel.hotels]).toEqual([5, 32, 11]);
  });

  it('hands deeds over and turns them face down', () => {
    const bought = project(table, happened('DeedBought', { square: 1 }), board, table);
    expect(bought.owner[0]).toBe(0);
    expect(project(bought, happened('DeedPassed', { square: 1, other: 1 }), board, table).owner[0]).toBe(1);
    expect(project(bought, happened('Mortgaged', { square: 1 }), board, table).mortgaged[0]).toBe(true);
  });

  it('never changes the view it was given', () => {
    const before = JSON.stringify(table);
    project(table, happened('Built', { square: 39, level: 3 }), board, table);
    project(table, happened('Paid', { other: 9, amount: 75 }), board, table);
    expect(JSON.stringify(table)).toBe(before);
  });
});

it('breathes between events, but not between a payment and what it buys', () => {
  const money = { kind: 'money', from: 0, to: 8, amount: 60 } as const;
  expect(breathes(money, { kind: 'deed', square: 1, seat: 0 }, TIME.piece)).toBe(false);
  expect(breathes(money, { kind: 'dice', seat: 1, dice: [1, 2] }, TIME.dice)).toBe(true);
  expect(breathes(money, { kind: 'note' }, 0)).toBe(false);
  expect(breathes(null, money, TIME.money)).toBe(false);
});

describe('the performer', () => {
  const batch = (factor: number, signal = new AbortController().signal) => ({ after: table, factor, signal });
  const ready = () => {
    return new Performer({ settled: () => table, board: () => board });
  };
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('stands on the new square while the token still walks, and keeps the trail until the next throw', async () => {
    const performer = ready();
    const done = performer.perform(happened('Moved', { square: 1, amount: 5 }), batch(1));
    expect(performer.view!.players[0]!.square).toBe(1);
    expect(performer.playing).toEqual({ cue: { kind: 'walk', seat: 0, from: 36, way: [37, 38, 39, 0, 1] }, ms: 700 });
    await vi.advanceTimersByTimeAsync(700);
    await done;
    expect(performer.playing).toBeNull();
    expect(performer.trail).toEqual({ seat: 0, squares: [36, 37, 38, 39, 0, 1] });
    await performer.perform(happened('DiceThrown', { dice: [1, 2] }), batch(0));
    expect(performer.trail).toBeNull();
  });

  it('takes no time at all at factor 0', async () => {
    const performer = ready();
    await performer.perform(happened('DiceThrown', { dice: [2, 3] }), batch(0));
    await performer.perform(happened('Moved', { square: 1, amount: 5 }), batch(0));
    expect(performer.playing).toBeNull();
    expect(performer.thrown).toEqual({ seat: 0, from: 36, to: 1, dice: [2, 3] });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends at once when it is skipped', async () => {
    const performer = ready();
    const skip = new AbortController();
    const done = performer.perform(
      happened('CardDrawn', { deck: 'chance', card: 3, square: 7 }),
      batch(1, skip.signal),
    );
    expect(performer.card).toMatchObject({ deck: 'chance', card: 3 });
    skip.abort();
    await done;
    expect(performer.card).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends with the very view that was sent, whatever was drawn', async () => {
    const performer = ready();
    await performer.perform(happened('WentBankrupt'), batch(0));
    expect(performer.view!.players[0]!.out).toBe(true);
    performer.settle();
    expect(performer.view).toBe(table);
  });
});
