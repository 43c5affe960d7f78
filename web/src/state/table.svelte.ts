/**
 * The client's state of one game. Its parts are the connection (`session`), what has been seen (`shown`), the seats of
 * this browser (`hotSeat`), the talk (`chat`) and the clock (`countdown`).
 *
 * No rules live here: the view is what the server said, and what a player may do is the list it sent.
 */
import type {
  Action,
  Board,
  Chat as ChatMessage,
  Checked,
  DeedInfo,
  Event,
  GroupInfo,
  Hand,
  Instead,
  Offer,
  Refused,
  SeatInfo,
  ServerMessage,
  SquareInfo,
  Supposed,
  TableInfo,
  View,
  Welcome,
} from '../protocol';
import { translateAnswer } from '../words/server';
import { api } from './api';
import { Chat } from './chat.svelte';
import type { Answer, Request } from './connection';
import { Countdown } from './countdown.svelte';
import { HotSeat, type Aside } from './hotSeat.svelte';
import { peopleOf, type Person } from './people';
import { Session } from './session.svelte';
import { Shown } from './shown.svelte';

/** Something the server would not do, kept beside what was asked so that it can be said where it happened. */
export interface Refusal {
  action: Action | null;
  reason: Refused['reason'];
  text: string;
  rule: string;
}

export class Table {
  /** The game apart from its position: seats, options, clock settings. */
  info: TableInfo | null = $state.raw(null);
  board: Board | null = $state.raw(null);
  /** The action that is on its way. */
  pending: Action | null = $state.raw(null);
  /** A wish to take something back is on its way: without a connection it waits, and is not made twice. */
  undoing = $state(false);
  /** By seat: the entry of its last action that the server has acknowledged. */
  #acted: Record<number, number> = $state.raw({});
  refusal: Refusal | null = $state.raw(null);
  /** The game that was left last, for pages from which one goes back to it. */
  left: { game: string; info: TableInfo } | null = $state.raw(null);

  readonly session = new Session((message) => this.#hear(message));
  readonly shown = new Shown(
    () => {
      this.hotSeat.pass();
      if (this.waitsFor(this.active)) this.shown.rest();
    },
    () => this.people.every((person) => person.ours || person.bot),
  );
  readonly hotSeat = new HotSeat(this);
  readonly chat = new Chat();
  readonly countdown = new Countdown();

  /** Everybody at the table as they are drawn and named. */
  readonly people: Person[] = $derived(peopleOf(this.seats, this.you));

  // Coming and going

  /** Sit down at a game, or watch it, with the keys that this browser has. */
  open(game: string): void {
    if (this.session.isOpen(game)) return;
    this.close();
    this.chat.open(game);
    this.session.open(game);
    this.countdown.start();
    void this.#fetchBoard(game);
  }
  close(): void {
    if (this.info) this.left = { game: this.game, info: this.info };
    this.session.close();
    this.countdown.stop();
    this.shown.clear();
    this.hotSeat.clear();
    this.chat.open('');
    this.#acted = {};
    this.info = this.board = this.pending = this.refusal = null;
    this.undoing = false;
  }

  // What is on the table

  get game(): string {
    return this.session.game;
  }
  /** How the table stands on the screen: the last view whose events have been shown. */
  get view(): View | null {
    return this.shown.seen.view;
  }
  get log(): Event[] {
    return this.shown.log;
  }
  /** Are events being shown? */
  get showing(): boolean {
    return this.shown.showing;
  }
  get you(): number[] {
    return this.hotSeat.you;
  }
  /** The seat of this browser that is played now. */
  get active(): number | null {
    return this.hotSeat.active;
  }
  get seats(): SeatInfo[] {
    return this.info?.seats ?? [];
  }
  person(seat: number | null | undefined): Person | null {
    return this.people[seat ?? -1] ?? null;
  }
  /** Nobody here holds a seat. */
  get watching(): boolean {
    return this.you.length === 0;
  }
  isYours(seat: number | null | undefined): boolean {
    return seat != null && this.you.includes(seat);
  }
  get over(): boolean {
    return this.info?.status === 'finished' || this.info?.status === 'abandoned';
  }
  get cashPrivate(): boolean {
    return this.info?.cash_private !== false;
  }
  /** What the seats of this browser see, as shown. Players at one screen do not see each other's while cash is private. */
  get hands(): Hand[] {
    const { hands } = this.shown.seen;
    if (this.you.length < 2 || this.over || !this.cashPrivate) return hands;
    return hands.filter((hand) => this.hotSeat.curtain === null && hand.seat === this.active);
  }
  /** The hand of the seat that is played now; none behind the curtain. */
  get hand(): Hand | null {
    return this.hotSeat.curtain === null ? (this.hands.find((hand) => hand.seat === this.active) ?? null) : null;
  }
  /** What the active seat may do: on the screen, and in truth. While events are shown, only what both allow. */
  get legal(): Action[] {
    // Where real dice are thrown, nobody presses a button for it.
    const shown = (this.hand?.legal ?? []).filter((action) => !(this.realDice && action.kind === 'Throw'));
    // What was chosen has been done: nothing more is chosen from that view.
    if (this.shown.seen.seq < (this.#acted[this.active ?? -1] ?? 0)) return [];
    if (!this.showing) return shown;
    const now = new Set(this.shown.latest.hands.find((hand) => hand.seat === this.active)?.legal.map(nameOf));
    return shown.filter((action) => now.has(nameOf(action)));
  }
  /** Has the active seat something to take back? Not while an action is on its way: it would be the one meant. */
  get undoable(): boolean {
    const { latest } = this.shown;
    if (this.pending || latest.seq < (this.#acted[this.active ?? -1] ?? 0)) return false;
    return this.info?.undo === true && latest.hands.some((one) => one.seat === this.active && one.undo);
  }
  /** Is the game waiting for this seat's player? */
  waitsFor(seat: number | null): boolean {
    return seat !== null && (this.view?.waiting.includes(seat) ?? false);
  }
  /** Has anybody at this screen a part in what happened? Watchers have a part in everything. */
  concerns(events: readonly Event[]): boolean {
    const ours = (seat: number | null | undefined) => this.isYours(seat);
    return this.watching || events.some((one) => ours(one.player) || ours(one.other) || one.asked?.some(ours));
  }
  /** Offers to or from the active seat, without those of muted players. */
  get offers(): Offer[] {
    return (this.view?.offers ?? []).filter((offer) => !this.chat.muted.includes(offer.proposer));
  }
  /** What a seat is asked beside the game's own question: about an undo, a rent to claim, an offer. */
  asideOf(seat: number): Aside | null {
    if (this.info?.undo_asked?.waiting.includes(seat)) return 'undo';
    if (this.view?.claims?.some((claim) => claim.owner === seat && !claim.said)) return 'claim';
    return this.offers.some((offer) => offer.partner === seat) ? 'offer' : null;
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

  // Doing things

  /** Play an action of the active seat. What was refused is in `refusal`, and nothing has changed. */
  async act(action: Action): Promise<Answer | null> {
    if (this.active === null || this.pending || !this.game) return null;
    const { active } = this;
    this.pending = action;
    this.refusal = null;
    // A player decides by what is seen; a bid alone is meant whatever others have bid since.
    const { seq } = action.kind === 'Bid' ? this.shown.latest : this.shown.seen;
    const answer = await this.#request({ type: 'act', seat: active, seq, action: plain(action) });
    if (answer?.type === 'done') this.#acted = { ...this.#acted, [active]: answer.seq };
    this.pending = null;
    if (answer?.type === 'refused') this.#refuse(answer, action);
    return answer;
  }
  /** Would it be lawful, and what would it cost? Nothing is played. */
  async check(action: Action, seat = this.active): Promise<Checked | Refused | null> {
    if (seat === null) return null;
    return (await this.#request({ type: 'check', seat, action: plain(action) })) as Checked | Refused | null;
  }
  /** Play an action of any seat of this browser: the Banker of a real table does it for everybody. */
  actFor(seat: number, action: Action): Promise<Answer | null> {
    return this.#ask({ type: 'act', seq: this.shown.latest.seq, action: plain(action) }, seat);
  }
  /** Say what real dice or cards show. */
  sayChance(said: { dice?: number[]; card?: number; square?: number }): Promise<Answer | null> {
    return this.#ask({ type: 'chance', seq: this.shown.latest.seq, ...said }, this.#hostSeat);
  }
  /** Set something right at a real table. */
  correct(changes: string, reason: string): Promise<Answer | null> {
    return this.#ask({ type: 'correct', seq: this.shown.latest.seq, changes, reason }, this.#hostSeat);
  }
  /** Say that an entry of a real table was wrong, and what happened instead. */
  amend(at: number, instead: Instead[], reason: string): Promise<Answer | null> {
    const seq = this.shown.latest.seq;
    return this.#ask({ type: 'amend', seq, at, instead: instead.map(plainly), reason }, this.#hostSeat);
  }
  /** What would come of that? Nothing is changed. */
  async suppose(at: number, instead: Instead[], later = true): Promise<Supposed | Refused | null> {
    const [seat, seq] = [this.#hostSeat, this.shown.latest.seq];
    if (seat === null) return null;
    const wanted = { type: 'suppose', seat, seq, at, instead: instead.map(plainly), later } as Request;
    return (await this.#request(wanted)) as Supposed | Refused | null;
  }
  /** Take back what was said last at a real table. */
  takeBack(reason: string): Promise<Answer | null> {
    return this.#ask({ type: 'undo', seq: this.shown.latest.seq, reason }, this.#hostSeat);
  }
  /** Are real dice thrown at this table? */
  get realDice(): boolean {
    return this.info?.dealer === 'typed';
  }
  /** Is this the device in the middle of a real table, which holds every seat? */
  get isBanker(): boolean {
    return this.realDice && this.you.length > 1 && this.you.length === this.seats.length;
  }
  say(words: { text: string } | { phrase: NonNullable<ChatMessage['phrase']> }): Promise<Answer | null> {
    return this.#ask({ type: 'chat', ...words });
  }
  async undo(): Promise<Answer | null> {
    if (this.undoing) return null;
    this.undoing = true;
    try {
      return await this.#ask({ type: 'undo', seq: this.shown.latest.seq });
    } finally {
      this.undoing = false;
    }
  }
  consent(agree: boolean, seat = this.active): Promise<Answer | null> {
    return this.#ask({ type: 'consent', agree, seq: this.info?.undo_asked?.seq ?? 0 }, seat);
  }
  start(): Promise<Answer | null> {
    return this.#ask({ type: 'start' }, this.#hostSeat);
  }
  allowUndo(undo: boolean): Promise<Answer | null> {
    return this.#ask({ type: 'settings', undo }, this.#hostSeat);
  }
  allowAdvice(advice: boolean): Promise<Answer | null> {
    return this.#ask({ type: 'settings', advice }, this.#hostSeat);
  }
  leave(seat = this.active): Promise<Answer | null> {
    return this.#ask({ type: 'leave' }, seat);
  }
  back(seat = this.active): Promise<Answer | null> {
    return this.#ask({ type: 'back' }, seat);
  }
  /** A new key for a link, and the mark of its card. */
  async invite(to: 'play' | 'watch'): Promise<{ key: string; card: string } | null> {
    const answer = await this.#ask({ type: 'invite', to });
    return answer?.type === 'invited' ? answer : null;
  }
  forgive(): void {
    this.refusal = null;
  }

  /** Does this browser hold the host's seat? */
  get isHost(): boolean {
    return this.#hostSeat !== null;
  }
  get #hostSeat(): number | null {
    return this.you.find((seat) => this.seats[seat]?.host) ?? null;
  }

  async #ask(wanted: Record<string, unknown> & { type: string }, seat = this.active): Promise<Answer | null> {
    if (seat === null) return null;
    const answer = await this.#request({ ...wanted, seat } as Request);
    if (answer?.type === 'refused') this.#refuse(answer, null);
    return answer;
  }
  async #request(wanted: Request): Promise<Answer | null> {
    const answer = await this.session.request(wanted);
    return answer && translateAnswer(answer);
  }
  #refuse(answer: Refused, action: Action | null): void {
    const refusal = { action, reason: answer.reason, rule: answer.rule ?? '' };
    this.refusal = {
      ...refusal,
      get text() {
        return answer.text;
      },
    };
  }

  // Hearing

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        return this.#welcome(message);
      case 'update': {
        const { seq, events, view, hands } = message;
        this.countdown.set(message.clock);
        if (message.undone) this.shown.redraw(events, { seq, view, hands }, message.taken_back);
        else this.shown.add({ seq, events, after: view, hands, passing: !this.concerns(events) });
        return;
      }
      case 'table':
        this.info = message.table;
        if (!this.showing) this.hotSeat.pass(); // an undo may have been answered
        return this.countdown.set(message.clock);
      case 'chat':
        this.chat.add(message.said, this.isYours(message.said.seat));
    }
  }

  /** Everything at once: draw it as it stands, and list what happened meanwhile. */
  #welcome({ seq, table, you, gap, clock, chat, view, hands, events }: Welcome): void {
    const first = this.info === null;
    this.info = table;
    this.hotSeat.sit(you);
    this.countdown.set(clock);
    this.chat.catchUp(chat, first);
    this.shown.gap ||= gap ?? false;
    this.shown.redraw(events, { seq, view, hands });
    if (first && view) this.hotSeat.cover();
  }

  async #fetchBoard(game: string): Promise<void> {
    for (let wait = 500; this.game === game && !this.board; wait = Math.min(2 * wait, 8000)) {
      try {
        const board = await api.board(game);
        if (this.game === game) this.board = board;
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, wait));
        if (this.session.status === 'refused') return;
      }
    }
  }
}

/** An action as it is sent: without the upper limit of a listed bid. */
function plain(action: Action): Action {
  const { most: _, ...rest } = action;
  return rest;
}

function plainly(one: Instead): Instead {
  return one.action ? { ...one, action: plain(one.action) } : one;
}

/** Actions are the same if they would be sent the same. A bid's limits may move. */
function nameOf(action: Action): string {
  return action.kind === 'Bid' ? 'Bid' : JSON.stringify(action, Object.keys(action).sort());
}

export const table = new Table();
