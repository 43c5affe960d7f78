import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerMessage } from '../protocol';
import { Connection, TRIES_UNTIL_GONE, WAITS, newId, type Answer, type Socket, type Status } from './connection';

/** The other end of a wire. */
class Wire implements Socket {
  static all: Wire[] = [];
  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    Wire.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
  }
  says(message: Record<string, unknown>): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcomes(seq = 5): void {
    this.onopen?.();
    this.says({ type: 'welcome', seq });
  }
  breaks(): void {
    this.onclose?.({ code: 1006 });
  }
  static get last(): Wire {
    return Wire.all.at(-1)!;
  }
}

let heard: ServerMessage[];
let statuses: Status[];
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  Wire.all = [];
  heard = [];
  statuses = [];
  connection = new Connection({
    hello: () => ({ game: 'abc', seats: ['key'] }),
    onMessage: (message) => heard.push(message),
    onStatus: (status) => statuses.push(status),
    open: () => new Wire(),
  });
  connection.start();
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

describe('the greeting', () => {
  it('names the game, the keys, and the last seq', () => {
    Wire.last.welcomes(7);
    expect(Wire.last.sent[0]).toEqual({ type: 'hello', game: 'abc', seats: ['key'], last: 0, v: 1 });
    expect(statuses).toEqual(['connected']);
    expect(connection.seq).toBe(7);
  });
  it('goes to an address that names the game, for whoever shares games out among processes', () => {
    const opened: string[] = [];
    vi.stubGlobal(
      'WebSocket',
      class extends Wire {
        constructor(address: string) {
          super();
          opened.push(address);
        }
      },
    );
    const unnamed = { onMessage: () => undefined, onStatus: () => undefined };
    const other = new Connection({ hello: () => ({ game: 'abc', seats: [] }), ...unnamed });
    other.start();
    other.close();
    vi.unstubAllGlobals();
    expect(opened).toEqual([`ws://${location.host}/socket?game=abc`]);
  });
  it('says in the address of a later socket whether the game waits for us', () => {
    const asked: boolean[] = [];
    const wires = {
      hello: () => ({ game: 'abc', seats: ['key'] }),
      onMessage: () => undefined,
      onStatus: () => undefined,
    };
    const other = new Connection({ ...wires, open: (waits) => (asked.push(waits), new Wire()) });
    other.start();
    Wire.last.onopen?.();
    Wire.last.says({ type: 'welcome', seq: 5, view: { waiting: [1] }, hands: [{ seat: 1 }] });
    other.again();
    Wire.last.says({ type: 'welcome', seq: 6, view: { waiting: [0] }, hands: [{ seat: 1 }] });
    other.again();
    other.close();
    expect(asked).toEqual([false, true, false]);
  });
  it('comes again after a loss with the seq that was heard last', () => {
    Wire.last.welcomes(7);
    Wire.last.says({ type: 'update', seq: 9, after: 7 });
    Wire.last.breaks();
    expect(connection.status).toBe('lost');
    vi.advanceTimersByTime(WAITS[0]!);
    Wire.last.onopen?.();
    expect(Wire.last.sent[0]).toMatchObject({ type: 'hello', last: 9 });
  });
});

describe('a lost connection', () => {
  it('is tried again with growing waits, and counts as gone in the end', () => {
    for (let n = 0; n <= TRIES_UNTIL_GONE; n++) {
      expect(Wire.all.length).toBe(n + 1);
      Wire.last.breaks();
      expect(connection.status).toBe(n < TRIES_UNTIL_GONE ? 'lost' : 'gone');
      vi.advanceTimersByTime(WAITS[n]! - 1);
      expect(Wire.all.length).toBe(n + 1);
      vi.advanceTimersByTime(1);
    }
    Wire.last.welcomes();
    expect(connection.status).toBe('connected');
  });
  it('is noticed by silence', () => {
    Wire.last.welcomes();
    const wire = Wire.last;
    vi.advanceTimersByTime(15_000);
    expect(wire.sent.at(-1)).toMatchObject({ type: 'ping' });
    vi.advanceTimersByTime(10_000);
    expect(connection.status).toBe('lost');
    expect(wire.closed).toBe(true);
  });
  it('is not assumed while the other side answers', () => {
    Wire.last.welcomes();
    for (let n = 0; n < 5; n++) {
      vi.advanceTimersByTime(15_000);
      Wire.last.says({ type: 'pong', id: 'x', now: 0 });
    }
    expect(connection.status).toBe('connected');
    expect(Wire.all.length).toBe(1);
  });
  it('is tried at once when the network is back', () => {
    Wire.last.welcomes();
    Wire.last.breaks();
    globalThis.dispatchEvent(new globalThis.Event('online'));
    expect(Wire.all.length).toBe(2);
  });
  it('gives up an attempt that hangs', () => {
    vi.advanceTimersByTime(8_000);
    expect(Wire.all[0]!.closed).toBe(true);
    expect(connection.status).toBe('lost');
  });
});

describe('a request', () => {
  const act = { type: 'act', seat: 0, seq: 5, action: { kind: 'Throw' } } as const;

  it('is answered by its id', async () => {
    Wire.last.welcomes();
    const [first, second] = [connection.request(act), connection.request({ type: 'undo', seat: 0 })];
    const [one, two] = Wire.last.sent.slice(1).map((sent) => sent['id'] as string);
    Wire.last.says({ type: 'refused', id: two, seq: 5, reason: 'no-undo', text: 'no' });
    Wire.last.says({ type: 'done', id: one, seq: 6 });
    expect(await first).toMatchObject({ type: 'done', id: one });
    expect(await second).toMatchObject({ type: 'refused', reason: 'no-undo' });
    expect(connection.waiting).toBe(0);
  });
  it('that was not answered is sent again, the same, after the next welcome', async () => {
    Wire.last.welcomes();
    const answer = connection.request(act);
    const sent = Wire.last.sent.at(-1);
    Wire.last.breaks();
    vi.advanceTimersByTime(WAITS[0]!);
    Wire.last.welcomes(6);
    expect(Wire.last.sent[1]).toEqual(sent);
    Wire.last.says({ type: 'done', id: sent!['id'], seq: 6 });
    expect((await answer).type).toBe('done');
    Wire.last.breaks();
    vi.advanceTimersByTime(WAITS[0]!);
    Wire.last.welcomes(6);
    expect(Wire.last.sent.length).toBe(1);
  });
  it('made while there is no connection waits for it', () => {
    Wire.last.breaks();
    void connection.request(act);
    vi.advanceTimersByTime(WAITS[0]!);
    expect(Wire.last.sent).toEqual([]);
    Wire.last.welcomes();
    expect(Wire.last.sent[1]).toMatchObject({ type: 'act', action: { kind: 'Throw' } });
  });
  it('that could not be kept is sent again under the same id', async () => {
    Wire.last.welcomes();
    let answered: Answer | null = null;
    void connection.request(act).then((answer) => (answered = answer));
    const { id } = Wire.last.sent.at(-1)! as { id: string };
    Wire.last.says({ type: 'refused', id, seq: 5, reason: 'unavailable', text: '' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(answered).toBeNull();
    expect(Wire.last.sent.filter((sent) => sent['id'] === id).length).toBe(2);
  });
  it('has an id of its own', () => {
    expect(new Set(Array.from({ length: 1000 }, newId)).size).toBe(1000);
    expect(newId()).toMatch(/^[\w-]{12}$/);
  });
});

describe('updates', () => {
  it('that leave a gap lead to a new hello', () => {
    Wire.last.welcomes(5);
    Wire.last.says({ type: 'update', seq: 9, after: 8 });
    expect(Wire.all.length).toBe(2);
    expect(heard.map((message) => message.type)).toEqual(['welcome']);
    Wire.last.onopen?.();
    expect(Wire.last.sent[0]).toMatchObject({ last: 5 });
  });
  it('that are known already are left out', () => {
    Wire.last.welcomes(5);
    Wire.last.says({ type: 'update', seq: 5, after: 4 });
    Wire.last.says({ type: 'update', seq: 6, after: 5 });
    expect(heard.map((message) => (message as { seq: number }).seq)).toEqual([5, 6]);
  });
  it('of an old socket are not heard', () => {
    Wire.last.welcomes(5);
    const old = Wire.last;
    connection.again();
    old.says({ type: 'update', seq: 6, after: 5 });
    expect(heard.length).toBe(1);
  });
});

describe('a refused greeting', () => {
  it('ends the matter where trying again would not help', () => {
    Wire.last.onopen?.();
    Wire.last.says({ type: 'bye', reason: 'no-game', text: 'There is no such game.' });
    Wire.last.breaks();
    expect(connection.status).toBe('refused');
    vi.advanceTimersByTime(60_000);
    expect(Wire.all.length).toBe(1);
  });
  it('is tried again where it may', () => {
    Wire.last.onopen?.();
    Wire.last.says({ type: 'bye', reason: 'full', text: '' });
    Wire.last.breaks();
    vi.advanceTimersByTime(WAITS[0]!);
    expect(Wire.all.length).toBe(2);
  });
});
