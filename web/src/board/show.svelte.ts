/**
 * The show: plays the steps of `timeline.ts` one after the other and holds what is drawn meanwhile.
 *
 * Components draw `view` and animate `step`; this keeps the time. Whatever happens, when nothing is left to play `view`
 * is the very object the server sent.
 */

import type { Event, View } from '../protocol';
import type { Setting } from './projection';
import { length, overdue, pace, script, type Step } from './timeline';

export interface Trail {
  seat: number;
  squares: number[];
}

export interface ShownCard {
  deck: 'chance' | 'chest';
  card: number;
  seat: number;
}

/** What the show is told of: what happened, and how the table stands after it. */
export interface News {
  events: readonly Event[];
  view: View;
  /** Draw the view without animation: a move was taken back, or we were away. */
  still?: boolean;
}

export interface Stage {
  /** What times are multiplied with: 0 is at once. */
  factor: () => number;
  setting: (after: View) => Setting;
  /** Called when a step begins; `ms` is how long it will be seen. */
  onStep?: (step: Step, ms: number) => void;
}

export class Show {
  /** The table as it is drawn now. */
  view: View | null = $state.raw(null);
  /** What is being played, and how long it takes in ms. */
  step: Step | null = $state.raw(null);
  ms = $state(0);
  /** The way of the last walk; it stays until the next throw. */
  trail: Trail | null = $state.raw(null);
  card: ShownCard | null = $state.raw(null);
  /** Seat and square of the last throw, for words beside the dice. */
  last: { seat: number; from: number; to: number | null } | null = $state.raw(null);

  #stage: Stage;
  #queue: Step[] = [];
  #newest: View | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Is something being played? */
  get busy(): boolean {
    return this.step !== null;
  }

  /** Play what happened. */
  tell(news: News): void {
    const before = this.#newest;
    this.#newest = news.view;
    if (before === null || news.still || globalThis.document?.hidden) return this.settle(news.view);
    this.#queue.push(...script(news.events, before, this.#stage.setting(news.view)));
    const passed = overdue(this.#queue);
    if (passed) this.#pass(this.#queue.splice(0, passed));
    if (!this.busy) this.#next();
  }

  /** End what is being played and go on with the next. */
  skip(): void {
    if (!this.busy) return;
    clearTimeout(this.#timer);
    this.#next();
  }

  /** Show the end at once: of everything told, or the view given. */
  settle(view: View | null = this.#newest): void {
    clearTimeout(this.#timer);
    this.#pass(this.#queue);
    this.#queue = [];
    this.#newest = view;
    this.view = view;
    this.card = null;
    this.step = null;
    this.ms = 0;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#queue = [];
  }

  /** Take note of steps that are not played: their traces stay. */
  #pass(steps: readonly Step[]): void {
    for (const step of steps) {
      this.view = step.view;
      this.#trace(step);
    }
  }

  #next(): void {
    let step: Step | undefined;
    while ((step = this.#queue.shift())) {
      this.view = step.view;
      this.#trace(step);
      const ms = step.time * pace(this.#stage.factor(), step.time + length(this.#queue));
      this.card = step.cue.kind === 'card' && ms > 0 ? step.cue : null;
      this.#stage.onStep?.(step, ms);
      if (ms > 0) return this.#play(step, ms);
    }
    this.step = null;
    this.ms = 0;
    this.card = null;
  }

  #play(step: Step, ms: number): void {
    this.ms = ms;
    this.step = step;
    this.#timer = setTimeout(() => this.#next(), ms);
  }

  #trace({ cue }: Step): void {
    if (cue.kind === 'dice') {
      this.trail = null;
      const from = this.view?.players[cue.seat]?.square ?? 0;
      this.last = { seat: cue.seat, from, to: null };
    } else if (cue.kind === 'walk') {
      this.trail = { seat: cue.seat, squares: [cue.from, ...cue.way] };
      if (this.last?.seat === cue.seat) this.last = { ...this.last, to: cue.way.at(-1) ?? cue.from };
    } else if (cue.kind === 'turn') {
      this.trail = null;
    }
  }
}
