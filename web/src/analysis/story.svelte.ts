/** A finished game as its analysis tells it: every moment of the game, and what the server's counting found. */
import type { Analysis, Counting, Event, Frame, View } from '../protocol';
import { api, type Failed } from '../state/api';

const PART = 500;
/** Between two questions how far the counting is, in ms. */
const AGAIN = 400;
/** Below so many rounds there is nothing to analyse: worth alone is told. */
export const LEAST_ROUNDS = 5;

export class Story {
  frames: Frame[] = $state.raw([]);
  analysis: Analysis | null = $state.raw(null);
  /** How far the counting is, until it is done. */
  counting: Counting | null = $state.raw(null);
  /** There is no analysis of this game, or it cannot be had now. */
  without = $state(false);
  /** The moments of the game cannot be had. */
  failed = $state(false);

  #game: string;
  #closed = false;
  #at = new Map<number, number>();

  constructor(game: string) {
    this.#game = game;
  }

  async load(): Promise<void> {
    await Promise.all([this.#loadFrames(), this.#loadAnalysis()]);
  }
  close(): void {
    this.#closed = true;
  }

  async #loadFrames(): Promise<void> {
    const frames: Frame[] = [];
    try {
      for (let more = true; more && !this.#closed;) {
        const part = await api.replay(this.#game, frames.at(-1)?.seq ?? 0, PART);
        frames.push(...part.frames);
        more = part.more && part.frames.length > 0;
      }
      this.#at = new Map(frames.map((frame, n) => [frame.seq, n]));
      this.frames = frames;
    } catch {
      this.failed = true;
    }
  }

  async #loadAnalysis(): Promise<void> {
    while (!this.#closed) {
      try {
        const answer = await api.analysis(this.#game);
        if ('points' in answer) {
          this.analysis = answer;
          return;
        }
        this.counting = answer;
      } catch (failed) {
        const { status } = failed as Failed;
        if (status !== 0 && status !== 429 && status !== 503) {
          this.without = true;
          return;
        }
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }

  /** How long the game lasted, in rounds. */
  get rounds(): number {
    return (this.frames.at(-1)?.view.round ?? 0) + 1;
  }
  /** When it ended, in ms since 1970. */
  get ended(): number | null {
    return this.frames.at(-1)?.at ?? null;
  }
  /** Everything that happened. */
  get log(): Event[] {
    return this.frames.flatMap((frame) => frame.events);
  }
  /** The moment of an entry, and the view before it. */
  moment(seq: number): { frame: Frame; before: View } | null {
    const n = this.#at.get(seq);
    const frame = n === undefined ? undefined : this.frames[n];
    return frame ? { frame, before: this.frames[Math.max(0, n! - 1)]!.view } : null;
  }
}
