/** What the players say to each other, and whom this browser does not listen to. */
import type { Said } from '../protocol';

const PREFIX = 'passgo.muted.';

export class Chat {
  lines: Said[] = $state.raw([]);
  /** Lines that came since it was last looked at. */
  unread = $state(0);
  /** Seats whose chat and offers are not shown here. They are not told. */
  muted: number[] = $state.raw([]);

  #game = '';

  open(game: string): void {
    this.#game = game;
    this.lines = [];
    this.unread = 0;
    this.muted = mutedIn(game);
  }

  /** Somebody said something; what one says oneself is read already. */
  add(said: Said, own: boolean): void {
    this.lines = [...this.lines, said];
    if (!own && !this.muted.includes(said.seat)) this.unread += 1;
  }
  /** What a welcome brings: all that was said while this browser was away, or the whole at the beginning. */
  catchUp(lines: Said[], first: boolean): void {
    const known = this.lines.at(-1)?.seq ?? -1;
    this.lines = first ? lines : [...this.lines, ...lines.filter((said) => said.seq > known)];
  }
  read(): void {
    this.unread = 0;
  }

  mute(seat: number, muted: boolean): void {
    this.muted = muted ? [...new Set([...this.muted, seat])] : this.muted.filter((other) => other !== seat);
    try {
      localStorage.setItem(PREFIX + this.#game, JSON.stringify(this.muted));
    } catch {
      // lasts as long as the page
    }
  }
}

function mutedIn(game: string): number[] {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + game) ?? '[]') as number[];
  } catch {
    return [];
  }
}
