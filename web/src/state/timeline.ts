/**
 * What is seen of an event, and for how long. Pure: the clock is elsewhere (`performer.svelte.ts`).
 *
 * Times are those of speed 1, Calm.
 */

import { SQUARES, type Event, type View } from '../protocol';

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
  deal: 1800,
  stamp: 900,
  won: 1600,
  beat: 350,
} as const;

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
  | { kind: 'deal'; deal: Event }
  | { kind: 'stamp'; group: string; seat: number }
  | { kind: 'out'; seat: number }
  | { kind: 'won'; seat: number }
  | { kind: 'note' };

/** How long a walk of so many squares takes. */
export function walkTime(squares: number): number {
  return Math.min(Math.abs(squares) * TIME.hop, TIME.hopsAtMost);
}

/** The squares a token steps on, the last one included; `steps` below zero walk back. */
export function squaresOnWay(from: number, steps: number): number[] {
  const direction = Math.sign(steps);
  return Array.from(
    { length: Math.abs(steps) },
    (_, n) => (((from + direction * (n + 1)) % SQUARES) + SQUARES) % SQUARES,
  );
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
    case 'DealMade':
      return [{ kind: 'deal', deal: event }, TIME.deal];
    case 'WentBankrupt':
      return [{ kind: 'out', seat }, TIME.piece];
    case 'GameWon':
      return [{ kind: 'won', seat }, TIME.won];
    default:
      return pieceOf(event) ?? [{ kind: 'note' }, 0];
  }
}

/** A walk of seven squares, as long as one that is not known yet. */
const A_WALK = 7 * TIME.hop;

/** About how long an event is on the screen at speed 1, with the breath before it, whatever the table looks like. */
export function aboutTime(event: Event): number {
  switch (event.kind) {
    case 'DiceThrown':
      return TIME.dice + TIME.beat;
    case 'Moved':
      return A_WALK + TIME.beat;
    case 'SentToJail':
      return TIME.toJail + TIME.beat;
    case 'CardDrawn':
      return TIME.cardTurn + TIME.cardHold + TIME.cardOff + TIME.beat;
    case 'Paid':
      return TIME.money;
    case 'AuctionOpened':
    case 'AuctionWon':
      return TIME.gavel + TIME.beat;
    case 'DealMade':
      return TIME.deal + TIME.beat;
    case 'WentBankrupt':
      return TIME.piece + TIME.beat;
    case 'GameWon':
      return TIME.won + TIME.beat;
    default:
      return PIECES[event.kind] ? TIME.piece : 0;
  }
}

/** The pieces of one purchase or payment belong together: no breath between them. */
const TOGETHER = new Set<Cue['kind']>(['money', 'deed', 'build', 'sell', 'mortgage', 'lift']);

/** Is there a breath between what was seen last and what comes now? */
export function breathes(last: Cue | null, next: Cue, time: number): boolean {
  if (last === null || time === 0) return false;
  return !(TOGETHER.has(last.kind) && TOGETHER.has(next.kind));
}
