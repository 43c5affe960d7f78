/** The groups on which something stands or could be built, as the building view shows them. */
import type { Action, Board, GroupInfo, View } from '../protocol';
import type { Choices } from './legal';

export interface Lot {
  deed: number;
  square: number;
  level: number;
  mortgaged: boolean;
  build: Action | null;
  sell: Action | null;
}

/** The groups worth showing: complete, or with something to build or sell; the first is the one to begin with. */
export function buildingGroups(view: View, board: Board, choices: Choices, seat: number): GroupInfo[] {
  return board.groups.filter((group) => {
    const streets = group.deeds.filter((deed) => (board.deeds[deed]?.house_cost ?? 0) > 0);
    if (!streets.length) return false;
    const whole = streets.every((deed) => view.owner[deed] === seat);
    const squares = streets.map((deed) => board.deeds[deed]!.square);
    return whole || squares.some((square) => choices.build.has(square) || choices.sell.has(square));
  });
}

export function lotsOf(view: View, board: Board, choices: Choices, group: GroupInfo): Lot[] {
  return group.deeds.map((deed) => {
    const square = board.deeds[deed]!.square;
    return {
      deed,
      square,
      level: view.level[deed] ?? 0,
      mortgaged: view.mortgaged[deed] ?? false,
      build: choices.build.get(square) ?? null,
      sell: choices.sell.get(square) ?? null,
    };
  });
}

/** Do no two lots differ by more than one? */
export function isEven(lots: readonly Lot[]): boolean {
  const levels = lots.map((lot) => lot.level);
  return Math.max(...levels) - Math.min(...levels) <= 1;
}
