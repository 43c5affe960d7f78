import { describe, expect, it } from 'vitest';
import type { Event, View } from '../protocol';
import type { Setting } from './projection';
import { drawn } from './projection';
import { cueOf, FAST_FROM, length, overdue, pace, script, TIME, walkTime, type Step } from './timeline';

const none = Array.from({ length: 28 }, () => 0);
const table: View = {
  turn: 1, round: 0, phase: 'before-throw', on_turn: 0, waiting: [0],
  players: [{ square: 36, cash: 1500 }, { square: 10, jail: 1 }],
  owner: none.map(() => 8), level: none, mortgaged: none.map(() => false), rent: none, houses: 32, hotels: 12, jail_cards: [8, 8],
};
const happened = (kind: Event['kind'], rest: Partial<Event> = {}): Event => ({ seq: 1, kind, rule: 'move.throw', text: '', player: 0, ...rest });
const setting = (after: View): Setting => ({ deedOf: (square) => (square === 1 ? 0 : square === 39 ? 27 : null), houses: 32, hotels: 12, after });

describe('what is seen of an event', () => {
  it('walks a token over GO square by square', () => {
    const [cue, time] = cueOf(happened('Moved', { square: 1, amount: 5 }), table);
    expect(cue).toEqual({ kind: 'walk', seat: 0, from: 36, way: [37, 38, 39, 0, 1] });
    expect(time).toBe(5 * TIME.hop);
  });

  it('walks back', () => {
    expect(cueOf(happened('Moved', { square: 33, amount: -3 }), table)[0]).toEqual({ kind: 'walk', seat: 0, from: 36, way: [35, 34, 33] });
  });

  it('lifts a token whose way is not known, and one that goes to Jail', () => {
    expect(cueOf(happened('Moved', { square: 5, amount: 2 }), table)[0].kind).toBe('jail');
    expect(cueOf(happened('SentToJail', { square: 10 }), table)[0]).toEqual({ kind: 'jail', seat: 0, from: 36 });
  });

  it('never walks longer than 1.4 s', () => {
    expect(walkTime(35)).toBe(TIME.hopsAtMost);
  });
});

describe('the table between two views', () => {
  it('moves cash from payer to payee, and leaves hidden cash hidden', () => {
    const view = drawn(table, happened('Paid', { other: 1, amount: 50 }), setting(table));
    expect(view.players[0]!.cash).toBe(1450);
    expect(view.players[1]!.cash).toBeUndefined();
  });

  it('keeps the pot', () => {
    expect(drawn(table, happened('Paid', { other: 9, amount: 75 }), setting(table)).pot).toBe(75);
  });

  it('builds, and takes the building from the Bank', () => {
    const four = drawn(table, happened('Built', { square: 39, level: 4 }), setting(table));
    expect([four.level[27], four.houses, four.hotels]).toEqual([4, 28, 12]);
    const hotel = drawn(four, happened('Built', { square: 39, level: 5 }), setting(table));
    expect([hotel.level[27], hotel.houses, hotel.hotels]).toEqual([5, 32, 11]);
  });

  it('hands deeds over and turns them face down', () => {
    const bought = drawn(table, happened('DeedBought', { square: 1 }), setting(table));
    expect(bought.owner[0]).toBe(0);
    expect(drawn(bought, happened('DeedPassed', { square: 1, other: 1 }), setting(table)).owner[0]).toBe(1);
    expect(drawn(bought, happened('Mortgaged', { square: 1 }), setting(table)).mortgaged[0]).toBe(true);
  });

  it('never changes the view it was given', () => {
    const before = JSON.stringify(table);
    drawn(table, happened('Built', { square: 39, level: 3 }), setting(table));
    drawn(table, happened('Paid', { other: 9, amount: 75 }), setting(table));
    expect(JSON.stringify(table)).toBe(before);
  });
});

describe('the script', () => {
  const after: View = { ...table, turn: 2, on_turn: 1 };

  it('ends with exactly the view that was sent, whatever the events said', () => {
    const events = [happened('DiceThrown', { dice: [2, 3] }), happened('Moved', { square: 1, amount: 5 }), happened('WentBankrupt')];
    expect(script(events, table, setting(after)).at(-1)!.view).toBe(after);
    expect(script([], table, setting(after)).at(-1)!.view).toBe(after);
  });

  it('breathes between events, but not between a payment and what it buys', () => {
    const events = [
      happened('DiceThrown', { dice: [2, 3] }),
      happened('Moved', { square: 1, amount: 5 }),
      happened('Paid', { other: 8, amount: 60 }),
      happened('DeedBought', { square: 1, amount: 60 }),
    ];
    expect(script(events, table, setting(after)).map((step) => step.cue.kind)).toEqual(['dice', 'beat', 'walk', 'beat', 'money', 'deed', 'note']);
  });

  it('shows the token at its new square from the beginning of its walk', () => {
    const steps = script([happened('Moved', { square: 1, amount: 5 })], table, setting(after));
    expect(steps[0]!.view.players[0]!.square).toBe(1);
  });
});

describe('catching up', () => {
  const step = (time: number): Step => ({ cue: { kind: 'beat' }, time, view: table, event: null });

  it('keeps the chosen speed while little waits', () => {
    expect(pace(1, 5000)).toBe(1);
    expect(pace(1.6, 5000)).toBe(1.6);
  });

  it('plays fast when much waits, and never slower than chosen', () => {
    expect(pace(1, FAST_FROM + 1)).toBe(0.2);
    expect(pace(0, 1e6)).toBe(0);
  });

  it('passes over all but the last seconds when hopelessly much waits', () => {
    const steps = Array.from({ length: 1000 }, () => step(1000));
    const passed = overdue(steps);
    expect(length(steps.slice(passed))).toBeLessThanOrEqual(FAST_FROM);
    expect(length(steps.slice(passed))).toBeGreaterThan(0);
    expect(overdue(steps.slice(0, 20))).toBe(0);
  });
});
