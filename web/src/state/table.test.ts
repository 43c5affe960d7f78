import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Action, Hand, View } from '../protocol';
import { remember } from './keys';
import { settings } from './settings.svelte';
import { Table } from './table.svelte';

/** A server that says what the test tells it to. */
class Server {
  static now: Server;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    Server.now = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {}
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  answers(message: object): void {
    this.says({ ...message, id: this.sent.at(-1)!['id'] });
  }
}

const view = (more: Partial<View> = {}): View =>
  ({ turn: 1, round: 1, waiting: [0], on_turn: 0, players: [{ square: 0 }, { square: 0 }], ...more }) as View;
const hand = (seat: number, ...legal: Action[]): Hand => ({ seat, cash: 1500, bills: [], legal });
const info = (more: object = {}) => ({
  game: 'abc',
  status: 'playing',
  cash_private: true,
  seats: [
    { kind: 'person', name: 'Ann', token: 'kite', host: true },
    { kind: 'person', name: 'Ben', token: 'acorn' },
  ],
  ...more,
});
const welcome = (more: object = {}) => ({
  type: 'welcome',
  game: 'abc',
  seq: 5,
  you: [0],
  table: info(),
  view: view(),
  hands: [hand(0, { kind: 'Throw' })],
  clock: { now: Date.now() },
  events: [],
  chat: [],
  ...more,
});
const update = (seq: number, more: object = {}) => ({
  type: 'update',
  seq,
  after: seq - 1,
  events: [{ seq, kind: 'DiceThrown', rule: 'r', text: 't' }],
  view: view({ turn: seq }),
  hands: [hand(0, { kind: 'EndTurn' })],
  clock: { now: Date.now() },
  ...more,
});
const soon = () => new Promise((resolve) => setTimeout(resolve, 0));

let table: Table;
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('WebSocket', Server);
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')));
  settings.speed = 'calm';
  table = new Table();
  table.open('abc');
  Server.now.onopen?.();
});
afterEach(() => table.close());

describe('an undo without a connection', () => {
  it('is sent once when the connection is back, however often it was pressed', async () => {
    Server.now.says(welcome({ hands: [{ ...hand(0, { kind: 'Throw' }), undo: true }], table: info({ undo: true }) }));
    vi.useFakeTimers();
    Server.now.onclose?.();
    const wishes = [table.undo(), table.undo(), table.undo()];
    expect(table.undoing).toBe(true);
    await vi.advanceTimersByTimeAsync(2000);
    Server.now.onopen?.();
    Server.now.says(welcome());
    const undos = Server.now.sent.filter((message) => message['type'] === 'undo');
    expect(undos).toMatchObject([{ seat: 0, seq: 5 }]);
    Server.now.says({ type: 'refused', id: undos[0]!['id'], seq: 9, reason: 'stale', text: 'The game has moved on.' });
    vi.useRealTimers();
    await Promise.all(wishes);
    expect([table.undoing, table.refusal?.reason]).toEqual([false, 'stale']);
  });
});

describe('the table', () => {
  it('greets with the keys of this browser', () => {
    remember('abc', { seats: ['k1', 'k2'], watch: 'w' });
    table.session.again();
    Server.now.onopen?.();
    expect(Server.now.sent[0]).toMatchObject({ game: 'abc', seats: ['k1', 'k2'] });
    expect(Server.now.sent[0]).not.toHaveProperty('watch');
  });
  it('stands as the server says', () => {
    Server.now.says(welcome());
    expect([table.session.status, table.active, table.legal.map((action) => action.kind)]).toEqual([
      'connected',
      0,
      ['Throw'],
    ]);
    expect(table.isHost).toBe(true);
  });
  it('shows events before the view changes, and lists meanwhile only what is lawful both as seen and in truth', async () => {
    Server.now.says(welcome({ hands: [hand(0, { kind: 'Throw' }, { kind: 'Build', square: 1 })] }));
    let finish = () => {};
    table.shown.onEvents(() => new Promise<void>((resolve) => (finish = resolve)));
    Server.now.says(update(6, { hands: [hand(0, { kind: 'EndTurn' }, { kind: 'Build', square: 1 })] }));
    expect([table.showing, table.view?.turn, table.shown.latest.view?.turn]).toEqual([true, 1, 6]);
    expect(table.legal).toEqual([{ kind: 'Build', square: 1 }]);
    expect(table.log).toEqual([]);
    finish();
    await soon();
    expect([table.showing, table.view?.turn, table.log.length]).toEqual([false, 6, 1]);
    expect(table.legal.map((action) => action.kind)).toEqual(['EndTurn', 'Build']);
  });
  it('draws the newest view at once after a lost connection, and lists what happened', async () => {
    Server.now.says(welcome());
    table.shown.onEvents(() => new Promise<void>(() => {}));
    Server.now.says(update(6));
    Server.now.says(
      welcome({
        seq: 9,
        view: view({ turn: 9 }),
        events: [7, 8, 9].map((seq) => ({ seq, kind: 'TurnBegan', rule: '', text: '' })),
      }),
    );
    await soon();
    expect([table.showing, table.view?.turn]).toEqual([false, 9]);
    expect(table.log.map((event) => event.seq)).toEqual([6, 7, 8, 9]);
  });
  it('lists nothing twice when the same events come again', () => {
    Server.now.says(welcome({ events: [{ seq: 4, kind: 'TurnBegan', rule: '', text: '' }] }));
    Server.now.says(welcome({ seq: 5, events: [] }));
    expect(table.log.length).toBe(1);
  });
});

describe('acting', () => {
  it('sends the action with the seq of what is seen, one at a time', async () => {
    Server.now.says(welcome());
    const first = table.act({ kind: 'Throw' });
    expect(await table.act({ kind: 'Throw' })).toBeNull();
    expect(table.pending).toEqual({ kind: 'Throw' });
    expect(Server.now.sent.at(-1)).toMatchObject({ type: 'act', seat: 0, seq: 5, action: { kind: 'Throw' } });
    Server.now.answers({ type: 'done', seq: 6 });
    await first;
    expect(table.pending).toBeNull();
  });
  it('bids on what is true now, without the upper limit', async () => {
    Server.now.says(welcome());
    table.shown.onEvents(() => new Promise<void>(() => {}));
    Server.now.says(update(6));
    void table.act({ kind: 'Bid', amount: 20, most: 300 });
    expect(Server.now.sent.at(-1)).toMatchObject({ seq: 6, action: { kind: 'Bid', amount: 20 } });
    expect(Server.now.sent.at(-1)!['action']).not.toHaveProperty('most');
  });
  it('keeps what was refused, and which rule forbids it', async () => {
    Server.now.says(welcome());
    const done = table.act({ kind: 'Build', square: 1 });
    Server.now.answers({ type: 'refused', seq: 5, reason: 'rule', text: 'Not evenly.', rule: 'build.evenly' });
    await done;
    expect(table.refusal).toEqual({
      action: { kind: 'Build', square: 1 },
      reason: 'rule',
      text: 'Not evenly.',
      rule: 'build.evenly',
    });
    table.forgive();
    expect(table.refusal).toBeNull();
  });
});

describe('chat', () => {
  const said = (seq: number, seat: number) => ({ type: 'chat', seq, said: { seq, at: 0, seat, text: 'hi' } });
  it('counts what others said, and not those who are muted', () => {
    Server.now.says(welcome());
    Server.now.says(said(6, 1));
    Server.now.says(said(7, 0));
    expect([table.chat.lines.length, table.chat.unread]).toEqual([2, 1]);
    table.chat.read();
    table.chat.mute(1, true);
    Server.now.says(said(8, 1));
    expect(table.chat.unread).toBe(0);
    const again = new Table();
    again.open('abc');
    expect(again.chat.muted).toEqual([1]);
    again.close();
  });
  it('is not doubled by a new welcome', () => {
    Server.now.says(welcome({ chat: [{ seq: 3, at: 0, seat: 1, text: 'hi' }] }));
    Server.now.says(
      welcome({
        chat: [
          { seq: 3, at: 0, seat: 1, text: 'hi' },
          { seq: 4, at: 0, seat: 1, text: 'ho' },
        ],
      }),
    );
    expect(table.chat.lines.map((line) => line.seq)).toEqual([3, 4]);
  });
});

describe('several seats at one screen', () => {
  const two = (more: object = {}) => welcome({ you: [0, 1], hands: [hand(0, { kind: 'Throw' }), hand(1)], ...more });
  it('are parted by a curtain while cash is private', async () => {
    Server.now.says(two());
    expect([table.active, table.hotSeat.curtain, table.hand]).toEqual([0, 0, null]);
    table.hotSeat.liftCurtain();
    expect(table.hand?.seat).toBe(0);
    expect(table.hands.map((one) => one.seat)).toEqual([0]);
    Server.now.says(
      update(6, { view: view({ waiting: [1], on_turn: 1 }), hands: [hand(0), hand(1, { kind: 'Throw' })] }),
    );
    await soon();
    expect([table.active, table.hotSeat.curtain, table.hand, table.legal]).toEqual([1, 1, null, []]);
    table.hotSeat.liftCurtain();
    expect(table.legal).toEqual([{ kind: 'Throw' }]);
  });
  it('change without a curtain at an open table', async () => {
    Server.now.says(two({ table: info({ cash_private: false }) }));
    expect(table.hotSeat.curtain).toBeNull();
    Server.now.says(
      update(6, { view: view({ waiting: [1], on_turn: 1 }), hands: [hand(0), hand(1, { kind: 'Throw' })] }),
    );
    await soon();
    expect([table.active, table.hotSeat.curtain]).toEqual([1, null]);
  });
  it('stay as they are while the active one is still asked', async () => {
    Server.now.says(two());
    table.hotSeat.liftCurtain();
    Server.now.says(update(6, { view: view({ waiting: [0, 1] }), hands: [hand(0), hand(1)] }));
    await soon();
    expect(table.active).toBe(0);
  });
  it('are handed over for an answer, and back once it is given', async () => {
    const offer = { number: 1, proposer: 0, partner: 1 } as NonNullable<View['offers']>[number];
    const asking = (seq: number, ...offers: (typeof offer)[]) =>
      update(seq, { view: view({ turn: seq, offers }), hands: [hand(0), hand(1)] });
    Server.now.says(two());
    table.hotSeat.liftCurtain();
    Server.now.says(asking(6, offer));
    await soon();
    expect([table.active, table.hotSeat.elsewhere]).toEqual([0, [{ seat: 1, asked: 'offer' }]]);
    table.hotSeat.take(1);
    expect([table.active, table.hotSeat.curtain]).toEqual([1, 1]);
    table.hotSeat.liftCurtain();
    expect(table.hotSeat.elsewhere).toEqual([{ seat: 0, asked: 'turn' }]);
    Server.now.says(asking(7, offer)); // something else happened: the answer is still being thought about
    await soon();
    expect(table.active).toBe(1);
    Server.now.says(asking(8));
    await soon();
    expect([table.active, table.hotSeat.curtain]).toEqual([0, 0]);
  });
  it('come back to the turn when an undo was refused', () => {
    const asking = (undo_asked: object | null) => ({
      type: 'table',
      seq: 6,
      table: info({ undo_asked }),
      clock: { now: Date.now() },
    });
    Server.now.says(two());
    Server.now.says(asking({ seat: 0, waiting: [1] }));
    expect([table.active, table.hotSeat.elsewhere]).toEqual([0, [{ seat: 1, asked: 'undo' }]]);
    table.hotSeat.take(1);
    Server.now.says(asking({ seat: 0, waiting: [1] }));
    expect(table.active).toBe(1);
    Server.now.says(asking(null));
    expect(table.active).toBe(0);
  });
  it('are told of rents that another of them may claim', () => {
    Server.now.says(two({ view: view({ claims: [{ owner: 1, lander: 0, square: 6, amount: 8 }] }) }));
    expect(table.hotSeat.elsewhere).toEqual([{ seat: 1, asked: 'claim' }]);
    Server.now.says(two({ view: view({ claims: [{ owner: 1, lander: 0, square: 6, amount: 8, said: true }] }) }));
    expect(table.hotSeat.elsewhere).toEqual([]);
    Server.now.says(welcome({ you: [0], view: view({ claims: [{ owner: 1, lander: 0, square: 6, amount: 8 }] }) }));
    expect(table.hotSeat.elsewhere).toEqual([]);
  });
});

describe('a key that opens no seat any more', () => {
  it('is forgotten, and the door tried as a stranger', () => {
    remember('abc', { seats: ['old'] });
    Server.now.says({ type: 'bye', reason: 'bad-key', text: 'No seat has this key.' });
    Server.now.onclose?.();
    Server.now.onopen?.();
    expect(Server.now.sent[0]).toMatchObject({ type: 'hello', seats: [] });
    expect(table.session.bye).toBeNull();
  });
});

describe('what was chosen', () => {
  it('is not offered again while its answer is shown', async () => {
    Server.now.says(welcome());
    expect(table.legal).toEqual([{ kind: 'Throw' }]);
    const done = table.act({ kind: 'Throw' });
    Server.now.answers({ type: 'done', seq: 6 });
    await done;
    expect(table.legal, 'acknowledged, and the news is still on its way').toEqual([]);
    Server.now.says(update(6, { hands: [hand(0, { kind: 'Throw' })] }));
    expect(table.showing).toBe(true);
    expect(table.legal, 'a double: the next throw is not chosen from the old view').toEqual([]);
    table.shown.hurry();
    await vi.waitFor(() => expect(table.showing).toBe(false));
    expect(table.legal).toEqual([{ kind: 'Throw' }]);
  });
});

describe('what was taken back', () => {
  it('stays in the log, with who took it back', () => {
    settings.speed = 'instant';
    Server.now.says(welcome({ events: [{ seq: 5, kind: 'Built', rule: 'r', text: 't', player: 0 }] }));
    Server.now.says(update(6, { events: [], undone: true, taken_back: { seat: 0, after: 4 } }));
    expect(table.log).toHaveLength(1);
    expect(table.shown.taken).toEqual([{ seat: 0, after: 4, seq: 6 }]);
    table.close();
    expect(table.shown.taken).toEqual([]);
  });

  it('can be more, if the server says so', () => {
    Server.now.says(welcome({ table: info({ undo: true }) }));
    expect(table.undoable).toBe(false);
    Server.now.says(welcome({ table: info({ undo: true }), hands: [{ ...hand(0), undo: true }] }));
    expect(table.undoable).toBe(true);
    Server.now.says(welcome({ table: info({ undo: false }), hands: [{ ...hand(0), undo: true }] }));
    expect(table.undoable).toBe(false);
  });

  it('is nothing while an action is on its way, for that one would be meant', async () => {
    settings.speed = 'instant';
    const hands = [{ ...hand(0, { kind: 'Throw' }), undo: true }];
    Server.now.says(welcome({ table: info({ undo: true }), hands }));
    const acting = table.act({ kind: 'Throw' });
    expect(table.undoable).toBe(false);
    Server.now.answers({ type: 'done', seq: 6 });
    await acting;
    expect(table.undoable, 'what it led to has not come yet').toBe(false);
    Server.now.says(update(6, { hands }));
    expect(table.undoable).toBe(true);
  });
});
