/**
 * What has been seen of a game, and what is true.
 *
 * Two snapshots are kept: the newest that the server sent, and the last one whose events have all been shown. The
 * screen stands on the second; while they differ, events are being shown.
 */
import type { Event, Hand, TakenBack, View } from '../protocol';
import { PATIENCE, PATIENCE_WITH_BOTS, Queue, type Perform, type Update } from './queue';
import { settings } from './settings.svelte';

/** A position as one message brought it, with what the seats of this browser see and may do in it. */
export interface Snapshot {
  seq: number;
  /** None before the game has begun. */
  view: View | null;
  hands: Hand[];
}

/** Something that was taken back: by the message `seq`, everything that had happened after entry `after`. */
export interface Taken extends TakenBack {
  seq: number;
}

const NOTHING: Snapshot = { seq: 0, view: null, hands: [] };
const LONGEST_LOG = 5000;

export class Shown {
  latest: Snapshot = $state.raw(NOTHING);
  seen: Snapshot = $state.raw(NOTHING);
  /** Everything that happened and has been shown, the oldest first. */
  log: Event[] = $state.raw([]);
  /** What was taken back, the oldest first. Its events stay in the log. */
  taken: Taken[] = $state.raw([]);
  /** Older events were left out by the server. */
  gap = $state(false);

  #onSettled: () => void;
  #amongBots: () => boolean;
  #awaited: { seq: number; seen: () => void }[] = [];
  #hurried = false;
  #queue = new Queue({
    factor: () => (document.hidden || this.#hurried ? 0 : settings.factor),
    patience: () => (this.#amongBots() ? PATIENCE_WITH_BOTS : PATIENCE),
    shown: (events) => this.#note(events),
    settled: ({ seq, after, hands }) => this.#settle({ seq, view: after, hands }),
  });

  /** `onSettled` is called whenever all that was waiting has been shown; `amongBots`: does nobody play elsewhere? */
  constructor(onSettled: () => void, amongBots: () => boolean = () => false) {
    this.#onSettled = onSettled;
    this.#amongBots = amongBots;
  }

  /** Are events being shown? */
  get showing(): boolean {
    return this.seen.seq < this.latest.seq;
  }

  /** Be asked to show each event in turn. Returns the way to stop. */
  onEvents(perform: Perform): () => void {
    return this.#queue.on(perform);
  }
  /** Show no motion until this browser is asked something: `onSettled` ends it. */
  hurry(): void {
    this.#hurried = true;
    this.skip();
  }
  rest(): void {
    this.#hurried = false;
  }
  /** End the motion that is running. */
  skip(): void {
    this.#queue.skip();
  }

  /** Resolves when the screen stands at this entry or a later one. */
  reached(seq: number): Promise<void> {
    if (this.seen.seq >= seq) return Promise.resolve();
    return new Promise((seen) => this.#awaited.push({ seq, seen }));
  }

  /** Show these events, then stand where they led. */
  add(update: Update): void {
    this.latest = { seq: update.seq, view: update.after, hands: update.hands };
    this.#queue.add(update);
  }
  /** Stand there at once; what had not been shown yet is listed, and these events too. */
  redraw(events: Event[], now: Snapshot, taken?: TakenBack | null): void {
    const left = this.#queue.clear();
    this.#note([...left, ...events]);
    if (taken) this.taken = [...this.taken, { ...taken, seq: taken.until || now.seq }];
    this.latest = now;
    this.#settle(now);
  }
  clear(): void {
    this.#queue.clear();
    this.latest = this.seen = NOTHING;
    this.log = [];
    this.taken = [];
    this.gap = false;
  }

  #settle(now: Snapshot): void {
    this.seen = now;
    for (const { seen } of this.#awaited.filter((one) => one.seq <= now.seq)) seen();
    this.#awaited = this.#awaited.filter((one) => one.seq > now.seq);
    if (!this.showing) this.#onSettled();
  }
  #note(events: Event[]): void {
    const last = this.log.at(-1)?.seq ?? -1;
    const fresh = events.filter((event) => event.seq >= last);
    if (fresh.length) this.log = [...this.log, ...fresh].slice(-LONGEST_LOG);
  }
}
