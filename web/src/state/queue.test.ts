import { describe, expect, it, vi } from 'vitest';
import type { Event, View } from '../protocol';
import { FAR_BEHIND, hurried, PASSING, PATIENCE, Queue, timeOf, type Batch } from './queue';

const event = (seq: number, kind: Event['kind'] = 'TurnBegan'): Event => ({ seq, kind, rule: '', text: String(seq) });
const batch = (seq: number, events: Event[]) => ({ seq, events, after: { turn: seq } as View, hands: [] });
const soon = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A stage on which every event waits until it is let go. */
function stage(factor = 1) {
  const seen: string[] = [];
  const factors: number[] = [];
  let go: (() => void)[] = [];
  const queue = new Queue({
    factor: () => factor,
    patience: () => PATIENCE,
    shown: (some) => seen.push(...some.map((one) => `log ${one.seq}`)),
    settled: (one) => seen.push(`view ${one.seq}`),
  });
  queue.on((one: Event, { factor: at, signal }: Batch) => {
    seen.push(`show ${one.text}`);
    factors.push(at);
    return new Promise<void>((resolve) => {
      go.push(resolve);
      signal.addEventListener('abort', () => resolve());
    });
  });
  const next = async () => {
    const waiting = go;
    go = [];
    waiting.forEach((resolve) => resolve());
    await soon();
  };
  return { queue, seen, factors, next };
}

describe('events', () => {
  it('are shown one after the other, then the view changes', async () => {
    const { queue, seen, next } = stage();
    queue.add(batch(1, [event(1), event(1)]));
    queue.add(batch(2, [event(2)]));
    expect(seen).toEqual(['show 1']);
    await next();
    await next();
    await next();
    expect(seen).toEqual(['show 1', 'log 1', 'show 1', 'log 1', 'view 1', 'show 2', 'log 2', 'view 2']);
    expect(queue.busy).toBe(false);
  });
  it('are hurried when more than three seconds wait', async () => {
    const walk = timeOf(batch(2, [event(2, 'Moved')]));
    const many = Array.from({ length: Math.ceil((2 * PATIENCE) / walk) }, () => event(3, 'Moved'));
    const { queue, factors, next } = stage();
    queue.add(batch(1, [event(1)]));
    queue.add(batch(2, [event(2)]));
    queue.add(batch(3, many));
    await next();
    expect(factors[0]).toBe(1);
    expect(factors[1]).toBeCloseTo(PATIENCE / (walk * many.length), 1);
  });
  it('are seen within the patience, all at one pace, however much waits', () => {
    expect(hurried(1, PATIENCE, PATIENCE)).toBe(1);
    expect(hurried(0, 1e6, PATIENCE)).toBe(0);
    for (const waiting of [4000, 20_000, 140_000])
      expect(waiting * hurried(1.6, waiting, PATIENCE)).toBeCloseTo(PATIENCE);
    expect(hurried(1, 200_000, PATIENCE)).toBe(0);
    expect(hurried(1, 10_000, -50)).toBe(0);
  });
  it('take less time if they concern nobody here', async () => {
    const { queue, factors } = stage();
    queue.add({ ...batch(1, [event(1, 'Moved')]), passing: true });
    expect(factors).toEqual([PASSING]);
    expect(timeOf({ events: [event(1, 'Moved')], passing: true })).toBe(
      PASSING * timeOf(batch(1, [event(1, 'Moved')])),
    );
    await soon();
  });
  it('are passed over, into the log, when the page is far behind', async () => {
    const { queue, seen, next } = stage();
    const long = Array.from({ length: Math.ceil(FAR_BEHIND / timeOf(batch(0, [event(0, 'Paid')]))) }, () =>
      event(2, 'Paid'),
    );
    queue.add(batch(1, [event(1)]));
    queue.add(batch(2, long));
    queue.add(batch(3, [event(3)]));
    queue.add(batch(4, [event(4)]));
    await next();
    await next();
    expect(seen.filter((one) => one !== 'log 2')).toEqual([
      'show 1',
      'log 1',
      'view 1',
      'log 3',
      'show 4',
      'log 4',
      'view 4',
    ]);
    expect(seen.filter((one) => one === 'log 2')).toHaveLength(long.length);
  });
  it.each([1, 0])('are never much later than three seconds on a slow machine, at speed %d', async (factor) => {
    vi.useFakeTimers();
    let late = 0;
    const arrived = new Map<number, number>();
    const queue = new Queue({
      factor: () => factor,
      patience: () => PATIENCE,
      shown: () => {},
      settled: ({ seq }) => (late = Math.max(late, performance.now() - arrived.get(seq)!)),
    });
    queue.on(() => new Promise((resolve) => setTimeout(resolve, 400))); // whatever the factor: it takes so long to draw
    for (let seq = 1; seq <= 100; seq += 1) {
      arrived.set(seq, performance.now());
      queue.add(batch(seq, [event(seq, 'Moved')]));
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(queue.busy).toBe(false);
    expect(late).toBeGreaterThan(1000);
    expect(late).toBeLessThan(PATIENCE + 1000);
  });
  it('are shown calmly, one by one, as long as they are not too many', async () => {
    vi.useFakeTimers();
    let drawn = 0;
    const queue = new Queue({ factor: () => 1, patience: () => PATIENCE, shown: () => {}, settled: () => {} });
    queue.on(() => new Promise((resolve) => setTimeout(resolve, 2600, void (drawn += 1))));
    queue.add(batch(1, [event(1, 'CardDrawn')]));
    queue.add(batch(2, [event(2, 'Paid')]));
    queue.add(batch(3, [event(3, 'Paid')]));
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(drawn).toBe(3);
  });
  it('end at once when the player skips', async () => {
    const { queue, seen, factors } = stage();
    queue.add(batch(1, [event(1), event(1), event(1)]));
    queue.skip();
    await soon();
    await soon();
    expect(factors.slice(1).every((factor) => factor === 0)).toBe(true);
    expect(seen).toContain('log 1');
  });
  it('that were not shown are given back when everything is drawn anew', async () => {
    const { queue, seen, next } = stage();
    queue.add(batch(1, [event(1), event(11)]));
    queue.add(batch(2, [event(2)]));
    const left = queue.clear();
    expect(left.map((one) => one.seq)).toEqual([1, 11, 2]);
    await next();
    expect(seen).toEqual(['show 1']);
    queue.add(batch(3, [event(3)]));
    await next();
    expect(seen.slice(1)).toEqual(['show 3', 'log 3', 'view 3']);
  });
  it('whose picture fails do not stop the game', async () => {
    const seen: number[] = [];
    const queue = new Queue({
      factor: () => 1,
      patience: () => PATIENCE,
      shown: ([one]) => seen.push(one!.seq),
      settled: () => seen.push(-1),
    });
    const errors: unknown[] = [];
    const { error } = console;
    console.error = (...words: unknown[]) => errors.push(words);
    queue.on(() => {
      throw new Error('no picture');
    });
    queue.add(batch(1, [event(1)]));
    await soon();
    console.error = error;
    expect(seen).toEqual([1, -1]);
    expect(errors.length).toBe(1);
  });
});
