/** Which groups belong to one player. */
import { BANK, type Board, type View } from '../protocol';

export interface Completed {
  group: string;
  seat: number;
}

/** The street group that belongs to one player now, and did not before. */
export function completed(before: View, after: View, board: Board | null): Completed | null {
  if (before.owner === after.owner || !board) return null;
  for (const { key, deeds } of board.groups) {
    const seat = after.owner[deeds[0]!];
    if (seat === undefined || seat >= BANK || !board.deeds[deeds[0]!]?.house_cost) continue;
    if (deeds.every((deed) => after.owner[deed] === seat) && deeds.some((deed) => before.owner[deed] !== seat))
      return { group: key, seat };
  }
  return null;
}
