/** What the next throw may cost, as the board shows it: each square says what it costs to stop there. */
import type { Board, View } from '../protocol';

export interface Ahead {
  /** Throws of two dice, of 36, that end on a lot of somebody else who may ask rent. */
  ways: number;
  /** The square where it is dearest; null where no throw meets a rent. */
  dearest: { square: number; rent: number } | null;
}

const FACES = [1, 2, 3, 4, 5, 6];

/** The rents that a throw of two dice can meet. What cards do there is not known before. */
export function rentsAhead(view: View, board: Board, seat: number): Ahead {
  const here = view.players[seat]?.square ?? 0;
  const ahead: Ahead = { ways: 0, dearest: null };
  for (const one of FACES)
    for (const other of FACES) {
      const square = (here + one + other) % board.squares.length;
      const rent = rentAt(view, board, square, seat, one + other);
      if (!rent) continue;
      ahead.ways += 1;
      if (rent > (ahead.dearest?.rent ?? 0)) ahead.dearest = { square, rent };
    }
  return ahead;
}

function rentAt(view: View, board: Board, square: number, seat: number, total: number): number {
  const number = board.squares[square]?.deed;
  if (number == null) return 0;
  const owner = view.owner[number] ?? null;
  if (owner === null || owner === seat || !view.players[owner] || view.mortgaged[number]) return 0;
  return (view.rent[number] ?? 0) * (board.deeds[number]?.kind === 'utility' ? total : 1);
}
