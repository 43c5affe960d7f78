/** How the worth at the end is put together. The sum is the server's; the parts are read off the view. */
import type { Board, View } from '../protocol';

export interface Worth {
  seat: number;
  out: boolean;
  cash: number;
  property: number;
  mortgaged: number;
  houses: number;
  hotels: number;
  worth: number;
}

/** The players by their worth, the richest first; who went bankrupt is last. */
export function worthsOf(view: View, board: Board): Worth[] {
  return view.players
    .map((player, seat): Worth => {
      const mine = board.deeds.map((deed, n) => ({ deed, n })).filter(({ n }) => view.owner[n] === seat);
      const sum = (of: (entry: { deed: Board['deeds'][number]; n: number }) => number) => mine.reduce((all, entry) => all + of(entry), 0);
      const level = (n: number) => view.level[n] ?? 0;
      return {
        seat,
        out: player.out ?? false,
        cash: player.cash ?? 0,
        property: sum(({ deed, n }) => (view.mortgaged[n] ? 0 : deed.price)),
        mortgaged: sum(({ deed, n }) => (view.mortgaged[n] ? deed.mortgage : 0)),
        houses: sum(({ deed, n }) => (level(n) < 5 ? level(n) * deed.house_cost : 0)),
        hotels: sum(({ deed, n }) => (level(n) === 5 ? 5 * deed.house_cost : 0)),
        worth: view.worth?.[seat] ?? 0,
      };
    })
    .sort((a, b) => Number(a.out) - Number(b.out) || b.worth - a.worth || a.seat - b.seat);
}
