/** An auction as the screen shows it: who bid what, what may be bid next, and how far the hammer is. */
import type { Action, Auction, Clock, Event } from '../protocol';

export interface Raise {
  amount: number;
  /** Above the highest bid so far. */
  by: number;
}

export const STEPS = [1, 10, 50, 100] as const;

/** The quick raises: the lowest lawful bid, then rounder ones as far as the bidder may go. */
export function quickRaises(bid: Action | null, auction: Auction): Raise[] {
  if (!bid) return [];
  const lowest = bid.amount ?? 0;
  const most = bid.most ?? lowest;
  const amounts = STEPS.map((step) => Math.max(auction.bid + step, lowest)).filter((amount) => amount <= most);
  return [...new Set([lowest, ...amounts])]
    .filter((a) => a <= most)
    .map((amount) => ({ amount, by: amount - auction.bid }));
}

/** The raise that is filled: the second where there is one, as a raise by 1 rarely ends anything. */
export function usualRaise(raises: Raise[]): Raise | null {
  return raises[1] ?? raises[0] ?? null;
}

export interface Bidder {
  seat: number;
  state: 'leads' | 'in' | 'out';
  /** The last bid, 0 for none. */
  bid: number;
}

/** Everybody who could bid in this auction with their last bid, the leader first and those who withdrew last. */
export function biddersOf(auction: Auction, events: readonly Event[], seats: readonly number[]): Bidder[] {
  const bids = lastBids(events);
  const rank = { leads: 0, in: 1, out: 2 };
  return seats
    .map((seat): Bidder => {
      const leads = auction.highest === seat;
      const state = leads ? 'leads' : auction.bidders.includes(seat) ? 'in' : 'out';
      return { seat, state, bid: leads ? auction.bid : (bids.get(seat) ?? 0) };
    })
    .sort((a, b) => rank[a.state] - rank[b.state] || b.bid - a.bid || a.seat - b.seat);
}

/** The last bid of each seat since the lot came under the hammer. */
export function lastBids(events: readonly Event[]): Map<number, number> {
  const bids = new Map<number, number>();
  for (const event of events) {
    if (event.kind === 'AuctionOpened') bids.clear();
    if (event.kind === 'BidMade' && event.player != null) bids.set(event.player, event.amount ?? 0);
  }
  return bids;
}

export interface Hammer {
  /** 0 going, 1 going twice, 2 gone. */
  stage: 0 | 1 | 2;
  /** How full each of the three bars is, 0 to 1. */
  bars: [number, number, number];
  seconds: number;
}

/** Where the hammer is; `now` by the server's clock, `call` the seconds of a call. None where no clock runs. */
export function hammerAt(clock: Clock, call: number, now: number): Hammer | null {
  if (clock.kind !== 'call' || !clock.deadline || call <= 0) return null;
  const left = Math.max(0, clock.deadline - now);
  const gone = Math.min(1, Math.max(0, 1 - left / (call * 1000)));
  const bar = (n: number) => Math.min(1, Math.max(0, gone * 3 - n));
  const stage = gone >= 2 / 3 ? 2 : gone >= 1 / 3 ? 1 : 0;
  return { stage, bars: [bar(0), bar(1), bar(2)], seconds: Math.ceil(left / 1000) };
}
