/** What everybody is worth, taken apart for the eye: cash, property, mortgaged property, buildings. */
import { HOTEL, type Board, type Frame, type View } from '../../protocol';

export interface Worth {
  cash: number;
  property: number;
  mortgaged: number;
  houses: number;
  hotels: number;
  sum: number;
}

/** The parts of a player's worth in a view that tells cash. */
export function worthOf(view: View, board: Board, seat: number): Worth {
  const worth: Worth = { cash: view.players[seat]?.cash ?? 0, property: 0, mortgaged: 0, houses: 0, hotels: 0, sum: 0 };
  board.deeds.forEach((deed, n) => {
    if (view.owner[n] !== seat) return;
    if (view.mortgaged[n]) worth.mortgaged += Math.floor(deed.price / 2);
    else worth.property += deed.price;
    const level = view.level[n] ?? 0;
    if (level === HOTEL) worth.hotels += HOTEL * deed.house_cost;
    else worth.houses += level * deed.house_cost;
  });
  worth.sum = worth.cash + worth.property + worth.mortgaged + worth.houses + worth.hotels;
  return worth;
}

/** Are the parts what the server says they add up to? Otherwise only its sum is shown. */
export function agrees(view: View, board: Board): boolean {
  return (view.worth ?? []).every((sum, seat) => worthOf(view, board, seat).sum === sum);
}

/** Everybody's worth at the end of each round. */
export interface Course {
  rounds: number[];
  /** By seat; null from the round on in which a player is out. */
  worth: (number | null)[][];
}

/** The last frame of each round counts. A view names the rounds completed, so its round is the next one. */
export function courseOf(frames: Pick<Frame, 'view'>[], board: Board): Course {
  const last = new Map<number, View>();
  for (const { view } of frames) last.set(view.round + 1, view);
  const [before, end] = frames.slice(-2).map((frame) => frame.view);
  if (before && end && end.round > before.round) {
    last.delete(end.round + 1); // the game ended with the round: its last view belongs to it
    last.set(before.round + 1, end);
  }
  const views = [...last.entries()].sort(([a], [b]) => a - b);
  const seats = views[0]?.[1].players.length ?? 0;
  const worth = Array.from({ length: seats }, (_, seat) =>
    views.map(([, view]) => (view.players[seat]?.out ? null : worthOf(view, board, seat).sum)),
  );
  return { rounds: views.map(([round]) => round), worth };
}
