/** Three hints for a first game on this device, each once, at the moment it helps. */
import { BANK, type Board, type View } from '../protocol';

export const HINTS = ['auction', 'build', 'deal'] as const;
export type Hint = (typeof HINTS)[number];
export const ICONS: Record<Hint, string> = { auction: 'gavel', build: 'house', deal: 'swap' };

/** What is going on, as far as hints are concerned. */
export interface Moment {
  /** An auction in which this seat may bid. */
  bidding: boolean;
  /** Something can be built. */
  building: boolean;
  /** An offer waits for this seat. */
  offered: boolean;
  /** All but one deed of a group are this seat's, and the last one is another player's. */
  lacking: boolean;
}

/** Does a seat lack one deed of a group that another player holds? */
export function lacksOne(board: Board, view: View, seat: number): boolean {
  return board.groups.some(({ deeds }) => {
    const others = deeds.filter((deed) => view.owner[deed] !== seat);
    return deeds.length > 1 && others.length === 1 && view.owner[others[0]!] !== BANK;
  });
}

/** The hint for this moment that was not read yet; `read` is what the settings keep. */
export function hintFor(moment: Moment, read: string): Hint | null {
  if (read === 'none') return null;
  const done = read.split(' ');
  const fits: Record<Hint, boolean> = {
    auction: moment.bidding,
    build: moment.building,
    deal: moment.offered || moment.lacking,
  };
  return HINTS.find((hint) => fits[hint] && !done.includes(hint)) ?? null;
}

/** How many hints have been read. */
export function readCount(read: string): number {
  return HINTS.filter((hint) => read.split(' ').includes(hint)).length;
}

/** What the settings keep when this one was read, too. */
export function withRead(read: string, hint: Hint): string {
  return [...new Set([...read.split(' ').filter(Boolean), hint])].join(' ');
}
