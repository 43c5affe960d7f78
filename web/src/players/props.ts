import type { Board, View } from '../protocol';
import type { Person } from '../state/people';

/** What a player's row or card is drawn from. */
export interface PlayerProps {
  board: Board;
  view: View;
  person: Person;
  cash: number | null;
  over?: boolean;
  muted?: boolean;
  /** Milliseconds left of this player's time, if the clock is theirs. */
  timed?: number | null;
  whole?: number;
}
