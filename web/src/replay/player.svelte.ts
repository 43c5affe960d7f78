/** A finished game, moment by moment: fetched in parts, stepped through, played with the same motion as a live one. */

import type { Board, Event, Frame, GameLine, View } from '../protocol';
import { api, type Failed } from '../state/api';
import { peopleOf, type Person } from '../state/people';
import { Performer } from '../state/performer.svelte';
import { settings } from '../state/settings.svelte';
import { playCue } from '../state/sound';
import { withCash } from './accounts';

const PART = 400;

export class ReplayPlayer {
  board: Board | null = $state.raw(null);
  people: Person[] = $state.raw([]);
  /** Its edition and options. */
  line: GameLine | null = $state.raw(null);
  frames: Frame[] = $state.raw([]);
  /** The moment that is shown; -1 before anything happened. */
  at = $state(-1);
  playing = $state(false);
  loading = $state(true);
  problem: string | null = $state(null);

  performer: Performer;
  #game: string;
  #from: number | null;
  #skip = new AbortController();
  #closed = false;
  #accounts: number[] = [];

  /** `from`: the entry at which it begins; none, at the beginning. */
  constructor(game: string, from: number | null = null) {
    this.#game = game;
    this.#from = from;
    this.performer = new Performer({ board: () => this.board, settled: () => this.view, onCue: playCue });
  }

  /** Fetch the whole game, part by part; the first part can be watched while the rest comes. */
  async load(): Promise<void> {
    this.problem = null;
    this.loading = true;
    try {
      this.board ??= await api.board(this.#game);
      this.line ??= await api.game(this.#game).catch(() => null); // the board is as good, but for a tax
      for (let more = true; more && !this.#closed;) {
        const part = await api.replay(this.#game, this.frames.at(-1)?.seq ?? 0, PART);
        this.people = peopleOf(part.names.map((name, seat) => ({ name, token: part.tokens[seat] ?? '', here: true })));
        const { frames, accounts } = withCash(part.frames, this.#accounts);
        this.#accounts = accounts;
        this.frames = [...this.frames, ...frames];
        more = part.more && part.frames.length > 0;
        if (this.at < 0 && this.frames.length) this.go(0);
        this.#goToWanted();
      }
      this.loading = false;
    } catch (failed) {
      this.problem = (failed as Failed).problem ?? '';
    }
  }

  /** Go to the moment that was asked for, as soon as it is here. */
  #goToWanted(): void {
    const at = this.#from === null ? -1 : this.frames.findIndex((frame) => frame.seq >= this.#from!);
    if (at < 0) return;
    this.#from = null;
    this.go(at);
  }

  get view(): View | null {
    return this.frames[Math.max(0, this.at)]?.view ?? null;
  }
  /** Everything that has happened by now. */
  get log(): Event[] {
    return this.#logs(this.at);
  }
  get ended(): boolean {
    return this.at >= this.frames.length - 1;
  }

  /** Show a moment at once. */
  go(moment: number): void {
    this.#stop();
    this.at = Math.max(0, Math.min(moment, this.frames.length - 1));
    this.performer.settle();
  }

  /** The next moment at which a turn begins, or the last before this one. */
  turn(by: -1 | 1): void {
    for (let n = this.at + by; n > 0 && n < this.frames.length; n += by) {
      if (this.frames[n]!.events.some((event) => event.kind === 'TurnBegan')) return this.go(n);
    }
    this.go(by < 0 ? 0 : this.frames.length - 1);
  }

  async play(): Promise<void> {
    if (this.playing) return this.#stop();
    if (this.ended) this.go(0);
    this.playing = true;
    const skip = (this.#skip = new AbortController());
    while (this.playing && !this.ended && !skip.signal.aborted) await this.#step(skip);
    if (this.#skip === skip) this.playing = false;
  }

  /** One moment on, with its motion. */
  async step(): Promise<void> {
    this.#stop();
    if (this.ended) return;
    const skip = (this.#skip = new AbortController());
    await this.#step(skip);
  }

  close(): void {
    this.#closed = true;
    this.#stop();
  }

  async #step(skip: AbortController): Promise<void> {
    const next = this.frames[this.at + 1]!;
    const batch = { after: next.view, factor: settings.factor, signal: skip.signal };
    for (const event of next.events) {
      if (!skip.signal.aborted) await this.performer.perform(event, batch);
    }
    if (skip.signal.aborted) return;
    this.at += 1;
    this.performer.settle();
    // At once would be too fast to see, and would never let the page draw.
    if (!settings.factor) await new Promise((resolve) => setTimeout(resolve, 120));
  }

  #stop(): void {
    this.playing = false;
    this.#skip.abort();
  }

  #kept: { until: number; log: Event[] } = { until: -1, log: [] };
  #logs(until: number): Event[] {
    const kept = this.#kept;
    const log =
      kept.until <= until && kept.until >= 0
        ? [...kept.log, ...this.frames.slice(kept.until + 1, until + 1).flatMap((frame) => frame.events)]
        : this.frames.slice(0, until + 1).flatMap((frame) => frame.events);
    this.#kept = { until, log };
    return log;
  }
}
