/**
 * What is drawn while events are shown.
 *
 * `perform` is asked to show each event in turn: it draws the event onto the view, lets the components animate the
 * step, and keeps its time. When the last event is shown the server's own view takes the place of what was drawn.
 */

import type { Board, Event, View } from '../protocol';
import { completed, type Completed } from './groups';
import { project } from './projection';
import type { Batch } from './queue';
import { breathes, cueOf, TIME, type Cue } from './timeline';

export interface Trail {
  seat: number;
  squares: number[];
}

export interface ShownCard {
  deck: 'chance' | 'chest';
  card: number;
  seat: number;
}

/** The last throw: whose, from where, and where it led. */
export interface Throw {
  seat: number;
  from: number;
  to: number | null;
  dice: number[];
}

/** A cue while it is seen. Each is a new object, so that two of a kind in a row are told apart. */
export interface Playing {
  cue: Cue;
  ms: number;
}

/** What of a batch a performer needs; a replay has no more. */
export type Pace = Pick<Batch, 'after' | 'factor' | 'signal'>;

/** Where a performer plays. */
export interface Scene {
  board: () => Board | null;
  /** The view that the server's last shown message led to: where each message begins. */
  settled: () => View | null;
  /** Called when something is about to be seen. */
  onCue?: (cue: Cue) => void;
  /** Events that need no picture here: who takes part in a deal knows of it. */
  skips?: (event: Event) => boolean;
}

/** However much waits, what has to be read is seen for so long, in ms. */
const LEAST: Partial<Record<Cue['kind'], number>> = { deal: 1300, card: 700, stamp: 500 };

const NOTE: [Cue, number] = [{ kind: 'note' }, 0];

/** Resolves after a time, or when the signal says so. */
function passed(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

export class Performer {
  /** The table between two views: what the events shown so far have made of the first. Null between batches. */
  drawn: View | null = $state.raw(null);
  playing: Playing | null = $state.raw(null);
  /** The way of the last walk; it stays until the next throw. */
  trail: Trail | null = $state.raw(null);
  /** The card that lies open. */
  card: ShownCard | null = $state.raw(null);
  thrown: Throw | null = $state.raw(null);
  /** The deal that was just struck. */
  deal: Event | null = $state.raw(null);
  /** The group that somebody has just completed. */
  stamp: Completed | null = $state.raw(null);

  #scene: Scene;
  #last: Cue | null = null;
  #pace: Pace | null = null;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** The table as it is to be drawn now. */
  get view(): View | null {
    return this.drawn ?? this.#scene.settled();
  }

  /** All events are shown: the server's own view holds again. */
  settle(): void {
    this.#pace = this.drawn = this.playing = this.card = this.deal = this.stamp = null;
  }

  /** Show one event. */
  perform = async (event: Event, pace: Pace): Promise<void> => {
    if (pace !== this.#pace) this.drawn = null;
    this.#pace = pace;
    const before = this.view;
    if (before === null) return;
    const [cue, time] = this.#scene.skips?.(event) ? NOTE : cueOf(event, before);
    if (breathes(this.#last, cue, time)) await this.#during({ kind: 'beat' }, TIME.beat, pace);
    if (this.#pace !== pace) return; // settled meanwhile: something newer is drawn
    this.#trace(cue, before);
    const after = project(before, event, this.#scene.board(), pace.after);
    this.drawn = after;
    if (time > 0) this.#last = cue;
    if (cue.kind === 'card') this.card = cue;
    if (cue.kind === 'deal') this.deal = cue.deal;
    if (time > 0) await this.#during(cue, time, pace);
    this.card = this.deal = null;
    const done = completed(before, after, this.#scene.board());
    if (done && this.#pace === pace) await this.#seal(done, pace);
  };

  /** A quiet stamp: a group is complete. */
  async #seal(done: Completed, pace: Pace): Promise<void> {
    this.stamp = done;
    await this.#during({ kind: 'stamp', ...done }, TIME.stamp, pace);
    this.stamp = null;
  }

  async #during(cue: Cue, time: number, { factor, signal }: Pace): Promise<void> {
    if (signal.aborted || factor <= 0) return;
    const ms = Math.max(time * factor, LEAST[cue.kind] ?? 0);
    const playing = { cue, ms };
    this.playing = playing;
    if (cue.kind !== 'beat') this.#scene.onCue?.(cue);
    await passed(ms, signal);
    if (this.playing === playing) this.playing = null;
  }

  #trace(cue: Cue, before: View): void {
    if (cue.kind === 'dice') {
      this.trail = null;
      this.thrown = { seat: cue.seat, from: before.players[cue.seat]?.square ?? 0, to: null, dice: cue.dice };
    } else if (cue.kind === 'walk') {
      this.trail = { seat: cue.seat, squares: [cue.from, ...cue.way] };
      if (this.thrown?.seat === cue.seat) this.thrown = { ...this.thrown, to: cue.way.at(-1) ?? cue.from };
    } else if (cue.kind === 'turn') {
      this.trail = null;
    }
  }
}
