/** How long one waits for others: counted in games that were played, on a clock of its own. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Event, View } from '../protocol';
import games from './pace.json';
import { Performer } from './performer.svelte';
import { PATIENCE_WITH_BOTS, Queue, type Update } from './queue';
import { settings, SPEEDS } from './settings.svelte';

const ME = 0;
/** What a bot needs for a decision, and the way to the server and back, in milliseconds. */
const THOUGHT = 60;
const NOTHING = { turn: 0, round: 0, players: [0, 1, 2, 3].map(() => ({ square: 0 })), owner: [], level: [], rent: [] };

type Kept = Omit<Event, 'rule' | 'seq' | 'text'>;
const told = (kept: Kept[], seq: number): Event[] => kept.map((event) => ({ rule: '', ...event, seq, text: '' }));
const concerns = (event: Event) => [event.player, event.other, ...(event.asked ?? [])].includes(ME);

/** Shows games on a clock of its own; what it took to show everything up to the last that was added. */
function show(factor: number) {
  let view = NOTHING as unknown as View;
  const performer = new Performer({ board: () => null, settled: () => view });
  const queue = new Queue({
    factor: () => factor,
    patience: () => PATIENCE_WITH_BOTS,
    shown: () => {},
    settled: (batch) => {
      view = { ...batch.after, players: performer.view!.players };
      performer.settle();
    },
  });
  queue.on(performer.perform);
  const add = (events: Event[]) => {
    const update: Update = { seq: 0, events, after: view, hands: [], passing: !events.some(concerns) };
    queue.add(update);
  };
  return { queue, add };
}

/** The waits of a game, from the end of one's turn to the next question, each in milliseconds. */
async function waitsOf(game: Kept[][], factor: number): Promise<number[]> {
  const { queue, add } = show(factor);
  const waits: number[] = [];
  let since: number | null = null;
  const settle = async () => {
    while (queue.busy) await vi.advanceTimersByTimeAsync(10);
  };
  for (const [seq, kept] of game.entries()) {
    const events = told(kept, seq);
    const turn = events.find((event) => event.kind === 'TurnBegan')?.player;
    add(events);
    if (turn === ME) {
      await settle();
      if (since !== null) waits.push(performance.now() - since);
      since = null;
    } else if (turn !== undefined && since === null) {
      since = performance.now();
    }
    if (since === null)
      await settle(); // one's own turn: the next press comes when all has been seen
    else await vi.advanceTimersByTimeAsync(THOUGHT);
  }
  return waits;
}

/** Means of seconds, rounded, by speed: the default's is what the design asks for. */
async function meansOf(): Promise<Record<string, number>> {
  const means: Record<string, number> = {};
  for (const { name, factor } of SPEEDS) {
    const waits: number[] = [];
    for (const game of games as Kept[][][]) waits.push(...(await waitsOf(game, factor)));
    expect(waits.length).toBeGreaterThan(30);
    means[name] = Math.round(waits.reduce((sum, wait) => sum + wait, 0) / waits.length) / 1000;
  }
  return means;
}

describe('the wait for three bots', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is at most eight seconds a round at the default speed, and less at each faster one', async () => {
    const means = await meansOf();
    console.info('seconds a round', means);
    expect(settings.speed).toBe('calm');
    expect(means['calm']).toBeLessThan(8);
    expect(means['calm']).toBeGreaterThan(4);
    expect(means['cinematic']).toBeGreaterThan(means['calm']!);
    expect(means['brisk']).toBeLessThan(means['calm']!);
    expect(means['fast']).toBeLessThan(means['brisk']!);
    expect(means['instant']).toBeLessThan(1);
  });
});
