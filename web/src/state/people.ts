/** What the seats look like, and what they are called. */

import { TOKENS } from '../kit/theme';

/** The token of a seat: the chosen one, or the one of its number. */
export function tokenOf(chosen: string | undefined, seat: number): string {
  return chosen && TOKENS.includes(chosen) ? chosen : TOKENS[seat % TOKENS.length]!;
}

/** What a seat looks like wherever it is drawn. */
export interface Person {
  seat: number;
  name: string;
  token: string;
  /** The one player at this screen: called "you". Where several share a screen, everybody has a name. */
  you: boolean;
  /** Plays at this screen. */
  ours: boolean;
  bot: boolean;
  away: boolean;
  here: boolean;
}

/** The least that is known of a seat; `SeatInfo` and the seats of a record both have it. */
export interface Seated {
  kind?: 'bot' | 'free' | 'person';
  name: string;
  token?: string;
  here?: boolean;
  away?: boolean;
  bot?: string;
}

export function peopleOf(seats: readonly Seated[], you: readonly number[] = []): Person[] {
  return seats.map((info, seat) => ({
    seat,
    name: info.name || `${seat + 1}`,
    token: tokenOf(info.token, seat),
    you: you.length === 1 && you.includes(seat),
    ours: you.includes(seat),
    bot: info.kind === 'bot',
    away: info.kind === 'person' && info.away === true,
    here: info.kind === 'bot' || info.here === true,
  }));
}
