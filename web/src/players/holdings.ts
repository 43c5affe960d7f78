/** What a player holds, group by group. Pure. */

import type { Board, GroupInfo, View } from '../protocol';

export interface Holding {
  group: GroupInfo;
  /** Numbers of the deeds held. */
  deeds: number[];
  whole: boolean;
}

/** The groups in which a seat has deeds, in board order, railroads and utilities last. */
export function holdingsOf(board: Board, view: View, seat: number): Holding[] {
  return board.groups
    .map((group) => {
      const deeds = group.deeds.filter((deed) => view.owner[deed] === seat);
      return { group, deeds, whole: deeds.length === group.deeds.length };
    })
    .filter((holding) => holding.deeds.length > 0);
}

export function deedCount(view: View, seat: number): number {
  return view.owner.filter((owner) => owner === seat).length;
}

/** How many cards that open the Jail a seat holds. */
export function jailCards(view: View, seat: number): number {
  return view.jail_cards.filter((holder) => holder === seat).length;
}
