/**
 * The client's state of one game.
 *
 * No rules live here: the view is what the server said, and what a player may do is the list it sent.
 */
import { api } from './api';
import { Connection, type Answer, type Status } from './connection';
import { forgetSeats, keysOf } from './keys';
import type {
  Action,
  Board,
  Bye,
  Chat,
  Checked,
  Clock,
  DeedInfo,
  Event,
  GroupInfo,
  Hand,
  Offer,
  Refused,
  Said,
  SeatInfo,
  ServerMessage,
  SquareInfo,
  Table as TableInfo,
  View,
  Welcome,
} from './protocol';
import { settings } from './settings.svelte';
import { Showing, type Batch, type Show } from './showing';
import { spokenAnswer } from './spoken';

/** Payments name these where a seat would stand. */
export const BANK = 8;
export const POT = 9;

/** Something the server would not do, kept beside what was asked so that it can be said where it happened. */
export interface Refusal {
  action: Action | null;
  reason: Refused['reason'];
  text: string;
  rule: string;
}

/** What a player may be asked beside the game's own question. */
export type Aside = 'undo' | 'claim' | 'offer';

const LONGEST_LOG = 5000;

export class TableState {
  game = $state('');
  status: Status = $state('connecting');
  /** Why the server closed the door, if it did. */
  bye: Bye | null = $state.raw(null);
  /** The game apart from its position: seats, options, clock settings. */
  info: TableInfo | null = $state.raw(null);
  board: Board | null = $state.raw(null);
  /** How the table stands on the screen: the last view whose events have been shown. */
  view: View | null = $state.raw(null);
  /** How it really stands. Equal to `view` when nothing is being shown. */
  latest: View | null = $state.raw(null);
  clock: Clock | null = $state.raw(null);
  /** Everything that happened and has been shown, the oldest first. */
  log: Event[] = $state.raw([]);
  /** Older events were left out by the server. */
  gap = $state(false);
  chat: Said[] = $state.raw([]);
  /** Lines of chat that came since it was last looked at. */
  unread = $state(0);
  /** The seats this browser plays. */
  you: number[] = $state.raw([]);
  /** The one of them that is played now. */
  active: number | null = $state(null);
  /** Hot-seat with secret cash: the screen is covered until this seat's player has it. */
  curtain: number | null = $state(null);
  /** The action that is on its way. */
  pending: Action | null = $state.raw(null);
  refusal: Refusal | null = $state.raw(null);
  /** Are events being shown? */
  showing = $state(false);
  /** Seats whose chat and offers are not shown here. They are not told. */
  muted: number[] = $state.raw([]);
  /** The server's time now, in milliseconds; it ticks four times a second while a clock runs. */
  now = $state(Date.now());

  #connection: Connection | null = null;
  /** The seat that was given the screen by hand: it keeps it until its question is answered. */
  #given: number | null = null;
  #hands: Hand[] = $state.raw([]);
  #latestHands: Hand[] = $state.raw([]);
  /** The `seq` of the view that is shown, and of the newest. */
  #shownSeq = 0;
  #latestSeq = 0;
  #offset = 0;
  #ticker: ReturnType<typeof setInterval> | undefined;
  #showing = new Showing({
    factor: () => (document.hidden ? 0 : settings.factor),
    shown: (event) => this.#logged([event]),
    settled: (batch) => this.#settle(batch.after, batch.hands, batch.seq),
  });

  // Coming and going

  /** Sit down at a game, or watch it, with the keys that this browser has. */
  open(game: string): void {
    if (this.game === game && this.#connection && this.status !== 'refused') return;
    this.close();
    this.game = game;
    this.muted = mutedIn(game);
    this.#connection = new Connection({
      hello: () => {
        const { seats, watch } = keysOf(game);
        return { game, seats, ...(seats.length || !watch ? {} : { watch }) };
      },
      onMessage: (message) => this.#hear(message),
      onStatus: (status, bye) => this.#connected(status, bye),
    });
    this.#connection.start();
    this.#ticker = setInterval(() => this.#tick(), 250);
    void this.#fetchBoard(game);
  }

  close(): void {
    this.#connection?.close();
    this.#connection = null;
    clearInterval(this.#ticker);
    this.#showing.clear();
    this.game = '';
    this.info = this.board = this.view = this.latest = this.clock = this.bye = null;
    this.#hands = this.#latestHands = [];
    this.log = [];
    this.chat = [];
    this.you = [];
    this.active = this.curtain = this.pending = this.refusal = this.#given = null;
    this.gap = this.showing = false;
    this.unread = this.#shownSeq = this.#latestSeq = 0;
  }

  /** Say hello anew: another key has come. */
  again(): void {
    this.#connection?.again();
  }

  // What is on the table

  get seats(): SeatInfo[] {
    return this.info?.seats ?? [];
  }
  /** Nobody here holds a seat. */
  get watching(): boolean {
    return this.you.length === 0;
  }
  get over(): boolean {
    return this.info?.status === 'finished' || this.info?.status === 'abandoned';
  }
  /** What the seats of this browser see, as shown. Players at one screen do not see each other's while cash is private. */
  get hands(): Hand[] {
    if (this.you.length < 2 || this.over || this.info?.cash_private === false) return this.#hands;
    return this.#hands.filter((hand) => this.curtain === null && hand.seat === this.active);
  }
  set hands(hands: Hand[]) {
    this.#hands = hands;
  }
  /** The hand of the seat that is played now; none behind the curtain. */
  get hand(): Hand | null {
    return this.curtain === null ? (this.hands.find((hand) => hand.seat === this.active) ?? null) : null;
  }
  /** What the active seat may do: on the screen, and in truth. While events are shown, only what both allow. */
  get legal(): Action[] {
    const shown = this.hand?.legal ?? [];
    if (!this.showing) return shown;
    const now = new Set(this.#latestHands.find((hand) => hand.seat === this.active)?.legal.map(same));
    return shown.filter((action) => now.has(same(action)));
  }
  /** Is the game waiting for this seat's player? */
  waitsFor(seat: number | null): boolean {
    return seat !== null && (this.view?.waiting.includes(seat) ?? false);
  }
  /** Offers to or from the active seat, without those of muted players. */
  get offers(): Offer[] {
    return (this.view?.offers ?? []).filter((offer) => !this.muted.includes(offer.proposer));
  }
  /** What a seat is asked beside the game's own question: about an undo, a rent to claim, an offer. */
  asides(seat: number): Aside | null {
    if (this.info?.undo_asked?.waiting.includes(seat)) return 'undo';
    if (this.view?.claims?.some((claim) => claim.owner === seat)) return 'claim';
    return this.offers.some((offer) => offer.partner === seat) ? 'offer' : null;
  }
  /** Other players at this screen who are asked something, and what. The game's own question counts if it is not for the active one. */
  get elsewhere(): { seat: number; asked: Aside | 'turn' }[] {
    if (this.over) return [];
    const turn = (seat: number) => (this.waitsFor(seat) && !this.waitsFor(this.active) ? 'turn' : null);
    return this.you.flatMap((seat) => {
      const asked = seat === this.active ? null : (this.asides(seat) ?? turn(seat));
      return asked ? [{ seat, asked }] : [];
    });
  }
  isYours(seat: number | null | undefined): boolean {
    return seat != null && this.you.includes(seat);
  }
  square(n: number): SquareInfo | undefined {
    return this.board?.squares[n];
  }
  deedOn(square: number | null | undefined): DeedInfo | undefined {
    const deed = square == null ? null : this.board?.squares[square]?.deed;
    return deed == null ? undefined : this.board?.deeds[deed];
  }
  groupOf(key: string): GroupInfo | undefined {
    return this.board?.groups.find((group) => group.key === key);
  }
  /** Milliseconds until the deadline of the clock; null without one. */
  get remaining(): number | null {
    return this.clock?.deadline ? Math.max(0, this.clock.deadline - this.now) : null;
  }
  /** Milliseconds until the hour of a short game; null without one. */
  get untilHour(): number | null {
    return this.clock?.hour ? Math.max(0, this.clock.hour - this.now) : null;
  }

  // Doing things

  /** Play an action of the active seat. What was refused is in `refusal`, and nothing has changed. */
  async act(action: Action): Promise<Answer | null> {
    const seat = this.active;
    if (seat === null || this.pending || !this.#connection) return null;
    this.pending = action;
    this.refusal = null;
    const answer = spokenAnswer(await this.#connection.request({ type: 'act', seat, seq: this.#seqFor(action), action: plain(action) }));
    this.pending = null;
    if (answer.type === 'refused') this.#refused(answer, action);
    return answer;
  }

  /** Would it be lawful, and what would it cost? Nothing is played. */
  async check(action: Action): Promise<Checked | Refused | null> {
    const seat = this.active;
    if (seat === null || !this.#connection) return null;
    return spokenAnswer((await this.#connection.request({ type: 'check', seat, action: plain(action) })) as Checked | Refused);
  }

  say(words: { text: string } | { phrase: NonNullable<Chat['phrase']> }): Promise<Answer | null> {
    return this.#ask({ type: 'chat', ...words });
  }
  undo(): Promise<Answer | null> {
    return this.#ask({ type: 'undo' });
  }
  consent(agree: boolean, seat = this.active): Promise<Answer | null> {
    return this.#ask({ type: 'consent', agree }, seat);
  }
  start(): Promise<Answer | null> {
    return this.#ask({ type: 'start' }, this.#hostSeat);
  }
  allowUndo(undo: boolean): Promise<Answer | null> {
    return this.#ask({ type: 'settings', undo }, this.#hostSeat);
  }
  leave(seat = this.active): Promise<Answer | null> {
    return this.#ask({ type: 'leave' }, seat);
  }
  back(seat = this.active): Promise<Answer | null> {
    return this.#ask({ type: 'back' }, seat);
  }
  /** A new key for a link. */
  async invite(to: 'play' | 'watch'): Promise<string | null> {
    const answer = await this.#ask({ type: 'invite', to });
    return answer?.type === 'invited' ? answer.key : null;
  }

  /** Does this browser hold the host's seat? */
  get isHost(): boolean {
    return this.#hostSeat !== null;
  }
  get #hostSeat(): number | null {
    return this.you.find((seat) => this.seats[seat]?.host) ?? null;
  }

  // On the screen

  /** Be asked to show each event in turn; the view changes when all of an update's are shown. */
  onEvents(show: Show): () => void {
    return this.#showing.on(show);
  }
  /** End the motion that is running. */
  skip(): void {
    this.#showing.skip();
  }
  /** Play another seat of this browser. */
  take(seat: number): void {
    if (!this.you.includes(seat) || seat === this.active) return;
    this.#given = seat;
    this.refusal = null;
    if (this.info?.cash_private !== false && !this.over) this.curtain = seat;
    this.active = seat;
  }
  liftCurtain(): void {
    this.curtain = null;
  }
  mute(seat: number, muted: boolean): void {
    this.muted = muted ? [...new Set([...this.muted, seat])] : this.muted.filter((other) => other !== seat);
    try {
      localStorage.setItem(`passgo.muted.${this.game}`, JSON.stringify(this.muted));
    } catch {
      // lasts as long as the page
    }
  }
  readChat(): void {
    this.unread = 0;
  }
  forgive(): void {
    this.refusal = null;
  }

  // Hearing

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        return this.#welcome(message);
      case 'update':
        this.#setClock(message.clock);
        this.#news(message.view, message.hands, message.seq);
        if (message.undone) return this.#redraw(message.events);
        this.showing = true;
        return this.#showing.add({
          seq: message.seq,
          events: message.events,
          before: this.view,
          after: message.view,
          hands: message.hands,
        });
      case 'table':
        this.info = message.table;
        if (!this.showing) this.#passSeat(); // an undo may have been answered
        return this.#setClock(message.clock);
      case 'chat':
        this.chat = [...this.chat, message.said];
        if (!this.you.includes(message.said.seat) && !this.muted.includes(message.said.seat)) this.unread += 1;
    }
  }

  /** Everything at once: draw it as it stands, and list what happened meanwhile. */
  #welcome(message: Welcome): void {
    const first = this.info === null;
    this.info = message.table;
    this.you = message.you;
    this.gap ||= message.gap ?? false;
    this.#setClock(message.clock);
    const known = this.chat.at(-1)?.seq ?? -1;
    this.chat = first ? message.chat : [...this.chat, ...message.chat.filter((said) => said.seq > known)];
    if (this.active === null || !this.you.includes(this.active)) this.active = this.you[0] ?? null;
    this.latest = message.view;
    this.#latestHands = message.hands;
    this.#latestSeq = message.seq;
    this.#redraw(message.events);
    if (first && this.you.length > 1 && message.view) this.#curtainAtStart();
  }

  #redraw(events: Event[]): void {
    const left = this.#showing.clear();
    this.#logged([...left, ...events]);
    this.#settle(this.latest, this.#latestHands, this.#latestSeq);
  }

  #news(view: View, hands: Hand[], seq: number): void {
    this.latest = view;
    this.#latestHands = hands;
    this.#latestSeq = seq;
  }

  #settle(view: View | null, hands: Hand[], seq: number): void {
    this.view = view;
    this.#hands = hands;
    this.#shownSeq = seq;
    this.showing = seq < this.#latestSeq;
    if (!this.showing) this.#passSeat();
  }

  #logged(events: Event[]): void {
    const last = this.log.at(-1)?.seq ?? -1;
    const fresh = events.filter((event) => event.seq >= last);
    if (fresh.length) this.log = [...this.log, ...fresh].slice(-LONGEST_LOG);
  }

  #connected(status: Status, bye?: Bye): void {
    this.status = status;
    if (status !== 'refused') return;
    this.bye = bye ?? null;
    if (bye?.reason === 'bad-key' && keysOf(this.game).seats.length) {
      forgetSeats(this.game); // a seat that was given up: come back as whoever one may still be
      this.bye = null;
      this.#connection?.again();
    }
  }

  #setClock(clock: Clock): void {
    this.#offset = clock.now - Date.now();
    this.clock = clock;
    this.#tick();
  }

  #tick(): void {
    if (this.clock?.deadline || this.clock?.hour) this.now = Date.now() + this.#offset;
  }

  async #fetchBoard(game: string): Promise<void> {
    for (let wait = 500; this.game === game && !this.board; wait = Math.min(2 * wait, 8000)) {
      try {
        const board = await api.board(game);
        if (this.game === game) this.board = board;
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, wait));
        if (this.status === 'refused') return;
      }
    }
  }

  // Hot-seat

  /** Several seats in this browser: whose decision it is gets the screen. Who was given it to answer something has it until then. */
  #passSeat(): void {
    if (this.you.length < 2 || !this.view || this.over) return;
    if (this.#given !== null && this.#given === this.active && this.asides(this.active)) return;
    this.#given = null;
    const wanted = [this.view.next ?? -1, this.view.on_turn, ...this.view.waiting];
    const seat = wanted.find((one) => this.you.includes(one) && this.view!.waiting.includes(one));
    if (seat !== undefined && this.active !== null && !this.view.waiting.includes(this.active)) {
      this.take(seat);
      this.#given = null;
    }
  }

  #curtainAtStart(): void {
    const seat = this.active;
    if (seat !== null && this.info?.cash_private !== false && !this.over) this.curtain = seat;
  }

  // Asking

  async #ask(wanted: Record<string, unknown> & { type: string }, seat = this.active): Promise<Answer | null> {
    if (seat === null || !this.#connection) return null;
    const answer = spokenAnswer(await this.#connection.request({ ...wanted, seat } as Parameters<Connection['request']>[0]));
    if (answer.type === 'refused') this.#refused(answer, null);
    return answer;
  }

  #refused(answer: Refused, action: Action | null): void {
    const refusal = { action, reason: answer.reason, rule: answer.rule ?? '' };
    this.refusal = { ...refusal, get text() { return answer.text; } };
  }

  /** A player decides by what is seen; a bid alone is meant whatever others have bid since. */
  #seqFor(action: Action): number {
    return action.kind === 'Bid' ? this.#latestSeq : this.#shownSeq;
  }
}

/** An action as it is sent: without the upper limit of a listed bid. */
function plain(action: Action): Action {
  const { most: _, ...rest } = action;
  return rest;
}

/** Actions are the same if they would be sent the same. A bid's limits may move. */
function same(action: Action): string {
  return action.kind === 'Bid' ? 'Bid' : JSON.stringify(action, Object.keys(action).sort());
}

function mutedIn(game: string): number[] {
  try {
    return JSON.parse(localStorage.getItem(`passgo.muted.${game}`) ?? '[]') as number[];
  } catch {
    return [];
  }
}

export const table = new TableState();
export type { Batch, Show };
