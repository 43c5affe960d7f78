/**
 * What is seen of events, one after the other, and for how long. Pure: the clock is elsewhere (`show.svelte.ts`).
 *
 * Times are those of speed 1, Calm.
 */

import type { Event, View } from '../protocol';
import { squaresOnWay } from './geometry';
import { drawn, type Setting } from './projection';

export const TIME = {
  dice: 700,
  hop: 140,
  hopsAtMost: 1400,
  toJail: 500,
  cardTurn: 420,
  cardHold: 1600,
  cardOff: 220,
  money: 600,
  piece: 320,
  gavel: 320,
  beat: 350,
} as const;

export const SPEEDS = { cinematic: 1.6, calm: 1, brisk: 0.5, fast: 0.2, instant: 0 } as const;
export type Speed = keyof typeof SPEEDS;

export type Cue =
  | { kind: 'beat' }
  | { kind: 'turn'; seat: number }
  | { kind: 'dice'; seat: number; dice: number[] }
  | { kind: 'walk'; seat: number; from: number; way: number[] }
  | { kind: 'jail'; seat: number; from: number }
  | { kind: 'card'; seat: number; deck: 'chance' | 'chest'; card: number }
  | { kind: 'money'; from: number; to: number; amount: number }
  | { kind: 'deed' | 'build' | 'sell' | 'mortgage' | 'lift'; square: number; seat: number }
  | { kind: 'gavel'; square: number | null }
  | { kind: 'out'; seat: number }
  | { kind: 'won'; seat: number }
  | { kind: 'note' };

/** One moment of the show: the view as it looks from its beginning, and what happens in it. */
export interface Step {
  cue: Cue;
  time: number;
  view: View;
  event: Event | null;
}

/** How long a walk of so many squares takes. */
export function walkTime(squares: number): number {
  return Math.min(Math.abs(squares) * TIME.hop, TIME.hopsAtMost);
}

const PIECES: Partial<Record<Event['kind'], 'deed' | 'build' | 'sell' | 'mortgage' | 'lift'>> = {
  DeedBought: 'deed',
  DeedDealt: 'deed',
  DeedPassed: 'deed',
  Built: 'build',
  BuildingSold: 'sell',
  Mortgaged: 'mortgage',
  MortgageLifted: 'lift',
};

function pieceOf(event: Event): [Cue, number] | null {
  const kind = PIECES[event.kind];
  if (kind === undefined || event.square == null) return null;
  const seat = event.kind === 'DeedPassed' ? event.other : event.player;
  return [{ kind, square: event.square, seat: seat ?? 0 }, TIME.piece];
}

/** What is seen of one event, and for how long. `before` is the table as it was. */
export function cueOf(event: Event, before: View): [Cue, number] {
  const seat = event.player ?? 0;
  const from = before.players[seat]?.square ?? 0;
  switch (event.kind) {
    case 'TurnBegan':
      return [{ kind: 'turn', seat }, 0];
    case 'DiceThrown':
      return [{ kind: 'dice', seat, dice: event.dice ?? [] }, TIME.dice];
    case 'Moved': {
      const way = squaresOnWay(from, event.amount ?? 0);
      // A token that was put elsewhere meanwhile does not walk a wrong way.
      if (way.at(-1) !== event.square) return [{ kind: 'jail', seat, from }, TIME.toJail];
      return [{ kind: 'walk', seat, from, way }, walkTime(way.length)];
    }
    case 'SentToJail':
      return [{ kind: 'jail', seat, from }, TIME.toJail];
    case 'CardDrawn':
      if (event.deck == null || event.card == null) return [{ kind: 'note' }, 0];
      return [{ kind: 'card', seat, deck: event.deck, card: event.card }, TIME.cardTurn + TIME.cardHold + TIME.cardOff];
    case 'Paid':
      return [{ kind: 'money', from: seat, to: event.other ?? 0, amount: event.amount ?? 0 }, TIME.money];
    case 'AuctionOpened':
    case 'AuctionWon':
      return [{ kind: 'gavel', square: event.square ?? null }, TIME.gavel];
    case 'WentBankrupt':
      return [{ kind: 'out', seat }, TIME.piece];
    case 'GameWon':
      return [{ kind: 'won', seat }, TIME.piece];
    default:
      return pieceOf(event) ?? [{ kind: 'note' }, 0];
  }
}

/** The pieces of one purchase or payment belong together: no breath between them. */
const TOGETHER = new Set<Cue['kind']>(['money', 'deed', 'build', 'sell', 'mortgage', 'lift']);

function breathes(last: Cue | null, next: Cue, time: number): boolean {
  if (last === null || time === 0) return false;
  return !(TOGETHER.has(last.kind) && TOGETHER.has(next.kind));
}

/** The events as steps; the last step shows exactly the view they lead to. */
export function script(events: readonly Event[], before: View, setting: Setting): Step[] {
  const steps: Step[] = [];
  let view = before;
  let last: Cue | null = null;
  for (const event of events) {
    const [cue, time] = cueOf(event, view);
    if (breathes(last, cue, time)) steps.push({ cue: { kind: 'beat' }, time: TIME.beat, view, event: null });
    view = drawn(view, event, setting);
    steps.push({ cue, time, view, event });
    if (time > 0) last = cue;
  }
  steps.push({ cue: { kind: 'note' }, time: 0, view: setting.after, event: null });
  return steps;
}

export const FAST_FROM = 12_000;
export const JUMP_FROM = 60_000;

/** How long the steps last at speed 1. */
export function length(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + step.time, 0);
}

/**
 * The speed at which to play on when so much waits (ms at speed 1).
 *
 * A player who chose Calm sees the round of three bots calmly; what piles up beyond that is played at Fast.
 */
export function pace(chosen: number, waiting: number): number {
  return waiting * chosen > FAST_FROM ? Math.min(chosen, SPEEDS.fast) : chosen;
}

/** How many of the waiting steps to pass over at once: all but the last seconds, if hopelessly much waits. */
export function overdue(steps: readonly Step[]): number {
  if (length(steps) <= JUMP_FROM) return 0;
  let left = 0;
  for (let n = steps.length - 1; n >= 0; n--) {
    left += steps[n]!.time;
    if (left > FAST_FROM) return n + 1;
  }
  return 0;
}
