/**
 * In which order things are seen.
 *
 * Messages arrive faster than they can be watched. Each update waits here until its events have been shown, one after
 * the other, and only then becomes the view that the screen draws.
 */
import type { Event, Hand, View } from '../protocol';

/** What happened, and how the table stands afterwards. */
export interface Update {
  seq: number;
  events: Event[];
  after: View;
  hands: Hand[];
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

/** More than this waits, in milliseconds: hurry. */
export const PATIENCE = 3000;
const HURRY = 0.2;
/** Faster than this is no motion any more: a square of a walk would take less than a picture of the screen. */
const SEEN = 0.02;
/**
 * So much waits, in milliseconds at speed 1, that even events without motion would take long: each is drawn, and that alone
 * costs the page some hundredths of a second. What waits is passed over then, into the log. The same happens when the page
 * hurries and what comes next has waited for `PATIENCE`: how fast others play, and what a picture costs, nobody knows before.
 */
export const FAR_BEHIND = PATIENCE / SEEN / 4;

/** About how long an event is on the screen at speed 1. */
const TIMES: Partial<Record<Event['kind'], number>> = {
  DiceThrown: 1050,
  Moved: 1400,
  SentToJail: 850,
  CardDrawn: 2600,
  Paid: 950,
  Built: 670,
  BuildingSold: 670,
  Mortgaged: 670,
};

export function timeOf(events: Event[]): number {
  return events.reduce((sum, event) => sum + (TIMES[event.kind] ?? 350), 0);
}

/**
 * The factor while so many milliseconds of show wait, counted at speed 1. Fast, as long as that is enough; then as fast as
 * it takes to be level in three seconds, however quickly others play; in the end without motion.
 */
export function hurried(factor: number, waiting: number): number {
  if (waiting * factor <= PATIENCE) return factor;
  const needed = Math.min(factor, HURRY, PATIENCE / waiting);
  return needed < SEEN ? 0 : needed;
}

interface Ends {
  /** The factor of the settings, asked for each batch. */
  factor: () => number;
  /** Events have been shown, or passed over: they go into the log. */
  shown: (events: Event[]) => void;
  /** A batch has been shown: its view is the view now. */
  settled: (batch: Batch) => void;
}

export class Queue {
  #performers = new Set<Perform>();
  #waiting: (Update & { arrived: number })[] = [];
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
      const batch: Batch = { ...next, factor: this.#factor(), signal: this.#skip.signal };
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

  /** The oldest has waited longer than anybody should, although there is no time for more motion. */
  #late(): boolean {
    const factor = this.#ends.factor();
    const hurrying = factor === 0 || this.#behind() * factor > PATIENCE;
    return hurrying && performance.now() - (this.#waiting[0]?.arrived ?? Infinity) > PATIENCE;
  }
  #behind(): number {
    return this.#waiting.reduce((sum, batch) => sum + timeOf(batch.events), 0);
  }
  #factor(): number {
    return hurried(this.#ends.factor(), this.#behind());
  }
}
