/**
 * In which order things are seen.
 *
 * Messages arrive faster than they can be watched. Each update waits here until its events have been shown, one after
 * the other, and only then becomes the view that the screen draws.
 */
import type { Event, Hand, View } from '../protocol';
import { aboutTime } from './timeline';

/** What happened, and how the table stands afterwards. */
export interface Update {
  seq: number;
  events: Event[];
  after: View;
  hands: Hand[];
  /** It concerns nobody at this screen. */
  passing?: boolean;
}

/** An update while it is shown. */
export interface Batch extends Update {
  /** What times are multiplied with for this batch: the speed chosen, or faster when much is waiting. 0: no motion. */
  factor: number;
  /** Aborted when the player skips: jump to the end. */
  signal: AbortSignal;
}

/** Shows one event; the next one waits for the promise. */
export type Perform = (event: Event, batch: Batch) => void | Promise<void>;

/** What waits is shown within this time, in milliseconds, however much it is: faster, in the end without motion. */
export const PATIENCE = 3000;
/** The same where all others are bots: nobody waits for this screen, so that there is time for a whole round of theirs. */
export const PATIENCE_WITH_BOTS = 6500;
/** What happens among others takes this share of the time. */
export const PASSING = 0.6;
/** Faster than this is no motion any more: a square of a walk would take less than a picture of the screen. */
const SEEN = 0.02;
/**
 * So much waits, in milliseconds at speed 1, that even events without motion would take long: each is drawn, and that alone
 * costs the page some hundredths of a second. What waits is passed over then, into the log.
 */
export const FAR_BEHIND = PATIENCE / SEEN / 4;
/**
 * The same happens when the page hurries and what comes next has waited for so many times its patience: how fast others
 * play, and what a picture costs, nobody knows before.
 */
const LATE = 1.2;

/** About how long an update is on the screen at speed 1. */
export function timeOf({ events, passing }: Pick<Update, 'events' | 'passing'>): number {
  return events.reduce((sum, event) => sum + aboutTime(event), 0) * (passing ? PASSING : 1);
}

/**
 * The factor for showing so many milliseconds, counted at speed 1, within the time that is left: the one chosen, as long as
 * that is fast enough, or the one that it takes.
 */
export function hurried(factor: number, waiting: number, left: number): number {
  if (waiting * factor <= left) return factor;
  const needed = Math.max(0, left) / waiting;
  return needed < SEEN ? 0 : Math.min(factor, needed);
}

interface Ends {
  /** The factor of the settings, asked for each batch. */
  factor: () => number;
  /** The time within which everything that waits is to be shown, at speed 1 and faster ones; at a slower one it is longer. */
  patience: () => number;
  /** Events have been shown, or passed over: they go into the log. */
  shown: (events: Event[]) => void;
  /** A batch has been shown: its view is the view now. */
  settled: (batch: Batch) => void;
}

type Arrived = Update & { arrived: number };

export class Queue {
  #performers = new Set<Perform>();
  #waiting: Arrived[] = [];
  #running = false;
  #skip = new AbortController();
  #epoch = 0;
  /** What of the running batch has not been shown yet. */
  #left: Event[] = [];
  #ends: Ends;

  constructor(ends: Ends) {
    this.#ends = ends;
  }

  /** Be asked to show each event. Returns the way to stop. */
  on(perform: Perform): () => void {
    this.#performers.add(perform);
    return () => void this.#performers.delete(perform);
  }

  get busy(): boolean {
    return this.#running;
  }

  add(update: Update): void {
    this.#waiting.push({ ...update, arrived: performance.now() });
    if (!this.#running) void this.#run();
  }

  /** End the motion that is running. */
  skip(): void {
    this.#skip.abort();
  }

  /** Forget what waits: something newer has been drawn already. Returns the events that were not shown. */
  clear(): Event[] {
    const left = [...this.#left, ...this.#waiting.flatMap((batch) => batch.events)];
    this.#waiting = [];
    this.#left = [];
    this.#epoch += 1;
    this.skip();
    return left;
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length) {
      const epoch = this.#epoch;
      if (this.#behind() > FAR_BEHIND || this.#late()) this.#passOver();
      const next = this.#waiting.shift()!;
      this.#skip = new AbortController();
      const batch: Batch = { ...next, factor: this.#factor(next), signal: this.#skip.signal };
      this.#left = [...batch.events];
      while (epoch === this.#epoch && this.#left.length) {
        const event = this.#left[0]!;
        await this.#show(event, batch);
        if (epoch !== this.#epoch) break; // cleared meanwhile: others took over what was left
        this.#left.shift();
        this.#ends.shown([event]);
      }
      if (epoch === this.#epoch) this.#ends.settled(batch);
    }
    this.#running = false;
  }

  async #show(event: Event, batch: Batch): Promise<void> {
    if (batch.signal.aborted) batch.factor = 0;
    try {
      await Promise.all([...this.#performers].map((perform) => perform(event, batch)));
    } catch (problem) {
      console.error('an event could not be shown', event, problem); // the game goes on without its picture
    }
  }

  /** Everything that waits but the newest goes into the log at once; the newest is shown, and its view is true. */
  #passOver(): void {
    const passed = this.#waiting.splice(0, this.#waiting.length - 1);
    this.#ends.shown(passed.flatMap((batch) => batch.events));
  }

  /** The oldest has waited longer than anybody should, although the page hurries. */
  #late(): boolean {
    const waited = performance.now() - (this.#waiting[0]?.arrived ?? Infinity);
    const { factor } = this.#ends;
    return waited > LATE * this.#patience() && (factor() === 0 || this.#pace() < factor());
  }
  #patience(): number {
    return this.#ends.patience() * Math.max(1, this.#ends.factor());
  }
  #behind(): number {
    return this.#waiting.reduce((sum, update) => sum + timeOf(update), 0);
  }
  /** What times are multiplied with so that everything that waits, and this update, is shown in time. */
  #pace(next?: Arrived): number {
    const newest = this.#waiting.at(-1) ?? next;
    const left = (newest?.arrived ?? 0) + this.#patience() - performance.now();
    return hurried(this.#ends.factor(), this.#behind() + (next ? timeOf(next) : 0), left);
  }
  #factor(next: Arrived): number {
    return this.#pace(next) * (next.passing ? PASSING : 1);
  }
}
