/** Turns of bots in which nobody at this screen had a part, and what comes before the first turn, are told in one row each. */
import type { Person } from '../state/people';
import { actorOf, type Kind, type Row } from './sentences';

/** A turn in one row. */
export interface FoldedTurn {
  key: string;
  /** What happened in it, in order, the beginning of the turn first. */
  rows: Row[];
  /** The row that tells most of it. */
  main: Row;
}

/** What tells most of a turn. */
const WEIGHT: Record<Kind, number> = { deal: 6, property: 5, auction: 4, money: 3, move: 2, other: 1, turn: 0 };

const begins = (row: Row): boolean => row.main.kind === 'TurnBegan' && !row.taken;

/** The rows as they are listed: a turn that is over and was a bot's own affair is one entry. `open` are shown whole. */
export function foldTurns(
  rows: readonly Row[],
  people: readonly Person[],
  open: ReadonlySet<string>,
): (Row | FoldedTurn)[] {
  const turns: Row[][] = [];
  for (const row of rows) {
    if (begins(row) || !turns.length) turns.push([row]);
    else turns.at(-1)!.push(row);
  }
  return turns.flatMap<Row | FoldedTurn>((turn, n) => {
    const first = turn[0]!;
    if (n === turns.length - 1 || open.has(first.key)) return turn; // it goes on, or somebody wants to see it
    const brief = begins(first) ? isTheirs(turn, people) : n === 0 && turn.length > 2 && turn.some(isFirst);
    return brief ? [fold(turn)] : turn;
  });
}

/** The row that ends what comes before the first turn: who begins. */
const isFirst = ({ main }: Row): boolean => main.kind === 'FirstPlayerFound';

export function isFolded(entry: Row | FoldedTurn): entry is FoldedTurn {
  return 'rows' in entry;
}

/** A bot's turn that nobody at this screen had a part in, with more than one thing to tell. */
function isTheirs(turn: readonly Row[], people: readonly Person[]): boolean {
  const ours = (row: Row) => row.seats.some((seat) => people[seat]?.ours);
  // Its first row also tells whose turn ended.
  const plain = turn.every((row, n) => !row.struck && !row.taken && (n === 0 || !ours(row)));
  return plain && turn.length > 2 && people[turn[0]!.main.player ?? -1]?.bot === true;
}

/** A player who leaves the game is told before all; then what the player of the turn did, by its weight. */
function fold(turn: Row[]): FoldedTurn {
  const player = turn[0]!.main.player;
  const weight = (row: Row) =>
    (isFirst(row) ? 1000 : 0) +
    WEIGHT[row.kind] +
    (actorOf(row) === player ? 10 : 0) +
    (row.main.kind === 'WentBankrupt' ? 100 : 0);
  const main = turn.reduce((best, row) => (weight(row) >= weight(best) ? row : best));
  return { key: `turn ${turn[0]!.key}`, rows: turn, main };
}
