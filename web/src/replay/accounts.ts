/** Everybody's cash at each moment of a finished game. Every change of cash is one payment, so the events tell it all. */

import type { Event, Frame } from '../protocol';

/** The accounts after some events; seats alone, the Bank and the pot are left out. */
export function booked(before: readonly number[], events: readonly Event[]): number[] {
  const after = [...before];
  for (const event of events) {
    if (event.kind !== 'Paid') continue;
    const amount = event.amount ?? 0;
    for (const [seat, change] of [
      [event.player, -amount],
      [event.other, amount],
    ] as const) {
      if (seat != null && seat < after.length) after[seat]! += change;
    }
  }
  return after;
}

/** The frames with everybody's cash in their views; what a view says itself stays. */
export function withCash(frames: readonly Frame[], before: readonly number[]): { frames: Frame[]; accounts: number[] } {
  let accounts = [...before];
  const filled = frames.map((frame) => {
    if (!accounts.length) accounts = frame.view.players.map(() => 0);
    accounts = booked(accounts, frame.events);
    const cash = accounts;
    const players = frame.view.players.map((player, seat) => ({ ...player, cash: player.cash ?? cash[seat] ?? null }));
    return { ...frame, view: { ...frame.view, players } };
  });
  return { frames: filled, accounts };
}
