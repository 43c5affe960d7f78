/** The chances along a game, as a picture needs them. */
import type { ChancePoint, View } from '../protocol';

/** Everybody's chance along the game, and where rounds begin and players leave. */
export interface Course {
  points: ChancePoint[];
  /** The first point of each round. */
  rounds: { round: number; at: number }[];
  /** The point from which a seat is out; none for those who stayed. */
  out: (number | null)[];
}

/** `viewAt` tells how the table stood after an entry. */
export function courseOf(points: ChancePoint[], viewAt: (seq: number) => View | null): Course {
  const rounds: Course['rounds'] = [];
  const seats = points[0]?.chances.length ?? 0;
  const out: (number | null)[] = Array.from({ length: seats }, () => null);
  points.forEach((point, at) => {
    if (rounds.at(-1)?.round !== point.round) rounds.push({ round: point.round, at });
    const view = viewAt(point.seq);
    for (let seat = 0; seat < seats; seat += 1) if (view?.players[seat]?.out) out[seat] ??= at;
  });
  return { points, rounds, out };
}

/** The point that shows a moment: the first after it. */
export function pointAfter(points: ChancePoint[], seq: number): number {
  const at = points.findIndex((point) => point.seq >= seq);
  return at < 0 ? points.length - 1 : at;
}

/** Where the areas of a stacked picture end, from below, in the order given. */
export function stackedAt(chances: number[], order: readonly number[]): number[] {
  let sum = 0;
  return order.map((seat) => (sum += chances[seat] ?? 0));
}
