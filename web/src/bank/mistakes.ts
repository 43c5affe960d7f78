/** What of a real table's log may have been wrong, entry by entry, and what can have happened instead. */
import { plain, rowsOf, sentence, withTaken, type Row } from '../log/sentences';
import type { Board, Event, Instead } from '../protocol';
import type { Person } from '../state/people';
import type { Taken } from '../state/shown.svelte';

/** One entry: a throw with all that came of it at once, a card, a decision. */
export interface Typed {
  seq: number;
  seat: number | null;
  /** What it began with. */
  main: Event;
  says: string[];
}

/** How a mistake is mended: by other dice, another card or deed, the opposite decision, or by leaving it out. */
export type Mending = 'dice' | 'card' | 'deed' | 'decision' | 'nothing';

const MENDINGS: Partial<Record<Event['kind'], Mending>> = {
  DiceThrown: 'dice',
  CardDrawn: 'card',
  DeedDealt: 'deed',
  DeedBought: 'decision',
  BuyDeclined: 'decision',
};
const QUIET: Event['kind'][] = ['TurnBegan', 'TurnEnded', 'FirstPlayerFound'];

/** The entries of a log that stand, the newest first. */
export function typedEntries(
  log: readonly Event[],
  taken: readonly Taken[],
  board: Board,
  people: readonly Person[],
  most: number,
): Typed[] {
  const found = new Map<number, Row[]>();
  for (const row of withTaken(rowsOf(log), taken)) {
    if (row.struck || row.taken || QUIET.includes(row.main.kind) || row.main.rule === 'setup.cash') continue;
    found.set(row.main.seq, [...(found.get(row.main.seq) ?? []), row]);
  }
  const entries = [...found].map(([seq, rows]): Typed => {
    // A throw is what was typed, whatever else is told of it.
    const main = rows.find((row) => MENDINGS[row.main.kind])?.main ?? rows[0]!.main;
    return { seq, seat: main.player ?? null, main, says: rows.map((row) => plain(sentence(row, board, people))) };
  });
  return entries.slice(-most).reverse();
}

export function mendingOf({ main }: Typed): Mending {
  return MENDINGS[main.kind] ?? 'nothing';
}

/** What happened instead of a decision: the opposite. */
export function oppositeOf({ main }: Typed): Instead[] {
  const kind = main.kind === 'DeedBought' ? 'Decline' : main.kind === 'BuyDeclined' ? 'Buy' : null;
  return kind && main.player != null ? [{ seat: main.player, action: { kind } }] : [];
}
