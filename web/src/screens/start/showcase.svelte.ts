/** A finished game that plays by itself on the first page: only its chapters, twice through, without a sound. */
import type { Board, Event, Frame, View } from '../../protocol';
import { at } from '../../state/root';
import { peopleOf, type Person } from '../../state/people';
import { Performer } from '../../state/performer.svelte';
import { settings } from '../../state/settings.svelte';
import { translateBoard } from '../../words/server';
import file from './showcase.json?url';

/** What `web/scripts/showcase.py` cuts out of a game. */
export interface Story {
  board: Board;
  names: string[];
  tokens: string[];
  /** The rounds that the game had. */
  rounds: number;
  /** Each begins with a moment that is only shown, and goes on with those that are played. */
  chapters: Frame[][];
}

/** Brisk: the page is looked at, not played. */
const FACTOR = 0.5;
/** How long the end of a chapter stays. */
const REST = 1800;
const TIMES_THROUGH = 2;

export class Showcase {
  story: Story | null = $state.raw(null);
  board: Board | null = $state.raw(null);
  people: Person[] = $state.raw([]);
  chapter = $state(0);
  moment = $state(0);
  playing = $state(false);
  /** What happened last. */
  event: Event | null = $state.raw(null);
  performer = new Performer({ board: () => this.board, settled: () => this.view });
  #skip = new AbortController();
  #through = 0;

  get view(): View | null {
    return this.story?.chapters[this.chapter]?.[this.moment]?.view ?? null;
  }

  /** Fetch the game. Without it the page is whole, too. */
  async load(fetched: () => Promise<Story> = fetchStory): Promise<void> {
    const story = await fetched().catch(() => null);
    if (!story) return;
    this.board = translateBoard(story.board);
    this.people = peopleOf(story.names.map((name, seat) => ({ name, token: story.tokens[seat] ?? '', here: true })));
    this.story = story;
    this.go(settings.reducedMotion ? Math.floor(story.chapters.length / 2) : 0);
  }

  /** Stand at the beginning of a chapter; under reduced motion at its end, which is where something has happened. */
  go(chapter: number): void {
    this.#skip.abort();
    this.chapter = chapter;
    const moments = this.story?.chapters[chapter] ?? [];
    this.moment = settings.reducedMotion ? moments.length - 1 : 0;
    this.event = moments[this.moment]?.events.at(-1) ?? null;
    this.performer.settle();
  }

  /** Play on from here, or stop. */
  toggle(): void {
    if (this.playing) this.pause();
    else {
      this.#through = 0;
      void this.play();
    }
  }
  pause(): void {
    this.playing = false;
    this.#skip.abort();
    this.performer.settle();
  }

  async play(): Promise<void> {
    if (this.playing || !this.story) return;
    this.playing = true;
    while (this.playing && this.#through < TIMES_THROUGH) {
      const skip = (this.#skip = new AbortController());
      await this.#playChapter(skip.signal);
      if (skip.signal.aborted) continue;
      if (this.chapter + 1 === this.story.chapters.length) this.#through += 1;
      if (this.#through < TIMES_THROUGH) this.go((this.chapter + 1) % this.story.chapters.length);
    }
    this.playing = false;
  }

  async #playChapter(signal: AbortSignal): Promise<void> {
    const moments = this.story!.chapters[this.chapter]!;
    while (this.moment + 1 < moments.length && !signal.aborted) {
      const next = moments[this.moment + 1]!;
      const pace = { after: next.view, factor: settings.reducedMotion ? 0 : FACTOR, signal };
      for (const event of next.events) {
        if (signal.aborted) return;
        await this.performer.perform(event, pace);
        if (!signal.aborted) this.event = event;
      }
      if (signal.aborted) return;
      this.moment += 1;
      this.performer.settle();
    }
    await rest(REST, signal);
  }
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

async function fetchStory(): Promise<Story> {
  const answer = await fetch(file.startsWith('/') ? at(file) : file);
  return (await answer.json()) as Story;
}
