/** The moments of a game worth telling, in words and as a small picture. */
import { BANK, type Analysis, type Board, type Event, type Frame, type Moment } from '../protocol';
import { plain, rowsOf, sentence, type Row } from '../log/sentences';
import type { Person } from '../state/people';

const MOST = 4;
/** Rows that say most come first; whose turn began is known. */
const WEIGHT: Record<Row['kind'], number> = { deal: 6, other: 5, money: 4, auction: 3, property: 3, move: 1, turn: 0 };
const SAID = 2;

/** The moments that moved the chance of `me` most, or for a watcher any chance; in the order of the game. */
export function turningPoints(analysis: Analysis, me: number | null): Moment[] {
  const moved = ({ effects }: Moment) =>
    me === null ? Math.max(...effects.map(Math.abs)) : Math.abs(effects[me] ?? 0);
  const once = new Map<number, Moment>();
  for (const moment of [...analysis.moments].sort((a, b) => moved(b) - moved(a)))
    if (!once.has(moment.seq)) once.set(moment.seq, moment);
  return [...once.values()].slice(0, MOST).sort((a, b) => a.seq - b.seq);
}

/** Whom a moment moved most: the one who looks, and the one who moved most besides. */
export function movedMost(moment: Moment, me: number | null): number[] {
  const seats = moment.effects.map((_, seat) => seat).filter((seat) => seat !== me);
  seats.sort((a, b) => Math.abs(moment.effects[b]!) - Math.abs(moment.effects[a]!));
  return me === null ? seats.slice(0, 2) : [me, ...seats.slice(0, 1)];
}

/** What happened at a moment, in one or two sentences. */
export function tell(frame: Frame, board: Board, people: readonly Person[]): string {
  const rows = rowsOf(frame.events).filter((row) => row.kind !== 'turn' || row.main.kind === 'GameWon');
  const chosen = [...rows].sort((a, b) => WEIGHT[b.kind] - WEIGHT[a.kind]).slice(0, SAID);
  return rows
    .filter((row) => chosen.includes(row))
    .map((row) => plain(sentence(row, board, people)))
    .join(' ');
}

export interface Exchange {
  from: number;
  to: number;
  amount?: number;
  both?: boolean;
}

/** Who gave whom what at a moment: a deal, or the largest payment between players. */
export function exchangeOf(frame: Frame): Exchange | null {
  const deal = frame.events.find((event) => event.kind === 'DealMade');
  if (deal) return { from: deal.player ?? 0, to: deal.other ?? 0, both: true };
  const between = (event: Event) => (event.player ?? BANK) < BANK && (event.other ?? BANK) < BANK;
  const owed = frame.events.filter((event) => (event.kind === 'Paid' || event.kind === 'DebtArose') && between(event));
  const most = owed.sort((a, b) => (b.amount ?? 0) - (a.amount ?? 0))[0];
  return most ? { from: most.player!, to: most.other!, amount: most.amount ?? 0 } : null;
}

/** The squares that a moment is about. */
export function squaresOf(frame: Frame): number[] {
  const named = frame.events
    .filter((event) => event.kind !== 'TurnBegan' && event.kind !== 'TurnEnded')
    .flatMap((event) => [event.square, ...(event.give ?? []), ...(event.take ?? [])]);
  return [...new Set(named.filter((square): square is number => square != null))];
}
