/** The game that is being put together. It outlives the screen, so that nothing chosen is lost by looking elsewhere. */
import {
  PLAYERS,
  type BotInfo,
  type CreateGame,
  type EditionDetail,
  type EditionInfo,
  type OptionInfo,
  type SeatWanted,
  type TableInfo,
} from '../../protocol';
import { api } from '../../state/api';
import { keysOf, remember } from '../../state/keys';
import { route } from '../../state/route.svelte';
import { settings } from '../../state/settings.svelte';
import { t } from '../../words';

export type Who = 'me' | 'here' | 'friend' | 'bot';
export type Value = boolean | number | string;

export interface DraftSeat {
  id: number;
  who: Who;
  bot: string;
  name: string;
  /** Empty: whatever is free. */
  token: string;
}

/** The levels for people, in this order; the others are for those who look for them. */
export const LEVELS = ['easy', 'normal', 'hard', 'expert'];

/** Options that are not hidden behind "all options"; the short game has a row of its own, with its hour. */
const FIRST = ['table_cash_private', 'rent_claims', 'free_parking_pot', 'double_salary_on_go'];

/** The clock of a game by letter: so long for each decision, and as long again before a bot takes an absent player's seat. */
export const DAY = 86_400;
/** Seconds for a call in an auction, where nothing else is chosen. */
const CALL = 20;

export class NewGame {
  editions: EditionInfo[] = $state.raw([]);
  bots: BotInfo[] = $state.raw([]);
  detail: EditionDetail | null = $state.raw(null);
  edition = $state('classic');
  /** Only what differs from the book. */
  options: Record<string, Value> = $state({});
  decision = $state(60);
  call = $state(CALL);
  /** Minutes of the short game; 0: not a short game. */
  minutes = $state(0);
  public = $state(false);
  undo = $state(true);
  /** Null: on where one plays alone against bots. */
  adviceWanted: boolean | null = $state(null);
  title = $state('');
  seats: DraftSeat[] = $state([]);
  #next = 1;

  constructor() {
    this.seats = [this.#seat('me'), this.#seat('bot'), this.#seat('bot'), this.#seat('bot')];
  }

  /** Read editions and bots, once. */
  async load(): Promise<void> {
    if (!this.editions.length) [this.editions, this.bots] = await Promise.all([api.editions(), api.bots()]);
    await this.choose(this.edition);
  }

  /** Another edition: its book holds again, so what was changed is forgotten. */
  async choose(edition: string): Promise<void> {
    if (edition !== this.edition) this.options = {};
    this.edition = edition;
    if (this.detail?.info.edition !== edition) {
      const detail = await api.edition(edition);
      if (this.edition === edition) this.detail = detail;
    }
    const { least, most } = this.limits;
    while (this.seats.length < least) this.add();
    while (this.seats.length > most && this.#spare !== undefined) this.remove(this.#spare);
  }

  get limits(): { least: number; most: number } {
    const info = this.editions.find((one) => one.edition === this.edition);
    return { least: info?.least_players ?? 2, most: info?.most_players ?? PLAYERS };
  }
  get first(): OptionInfo[] {
    return FIRST.flatMap((name) => this.detail?.options.find((option) => option.name === name) ?? []);
  }
  /** All other options, by the part of the book they belong to. */
  get sections(): [string, OptionInfo[]][] {
    const rest = (this.detail?.options ?? []).filter(
      (option) => !FIRST.includes(option.name) && option.name !== 'short_game',
    );
    const sections = new Map<string, OptionInfo[]>();
    for (const option of rest) {
      const section = option.name.split('_')[0]!;
      sections.set(section, [...(sections.get(section) ?? []), option]);
    }
    return [...sections];
  }

  valueOf(option: OptionInfo): Value {
    return this.options[option.name] ?? option.default;
  }
  set(option: OptionInfo, value: Value): void {
    if (value === option.default) delete this.options[option.name];
    else this.options[option.name] = value;
  }
  get changed(): number {
    return Object.keys(this.options).length;
  }

  /** Time for each decision. Who has a day for it cannot be waited for by an auctioneer. */
  pace(seconds: number): void {
    if (seconds >= DAY) this.call = 0;
    else if (this.decision >= DAY) this.call = CALL;
    this.decision = seconds;
  }

  // Seats

  add(): void {
    this.seats.push(this.#seat('bot'));
  }
  remove(id: number): void {
    this.seats = this.seats.filter((seat) => seat.id !== id);
  }
  /** Somebody else plays it now. */
  give(seat: DraftSeat, chosen: string): void {
    const [who, bot = ''] = chosen.split(':') as [Who, string?];
    seat.who = who;
    if (bot) seat.bot = bot;
    if (who !== 'me' && who !== 'here') seat.token = '';
  }
  /** A table for friends: every seat but one's own waits for a person. */
  invite(): void {
    for (const seat of this.seats) if (seat.who === 'bot') this.give(seat, 'friend');
  }
  get #spare(): number | undefined {
    return this.seats.findLast((seat) => seat.who !== 'me')?.id;
  }
  get friends(): number {
    return this.seats.filter((seat) => seat.who === 'friend').length;
  }
  /** Is advice given at this table? With other people only if somebody wished so. */
  get advice(): boolean {
    return this.adviceWanted ?? this.seats.every((seat) => seat.who === 'me' || seat.who === 'bot');
  }
  /** Tokens as they will be dealt: those chosen, then the free ones in order. */
  get tokens(): string[] {
    const all = this.detail?.info.tokens ?? [];
    const chosen = new Set(this.seats.map((seat) => seat.token).filter(Boolean));
    const free = all.filter((token) => !chosen.has(token));
    return this.seats.map((seat) => seat.token || (free.shift() ?? ''));
  }
  nameOf(seat: DraftSeat): string {
    return seat.who === 'me' ? settings.name || t('lobby.player') : seat.name;
  }

  /** What keeps the game from being created, in words; empty if nothing does. */
  get problem(): string {
    const { least, most } = this.limits;
    if (this.seats.length < least) return t('new.too-few', { n: least });
    if (this.seats.length > most) return t('new.too-many', { n: most });
    const names = this.seats
      .filter((seat) => seat.who === 'me' || seat.who === 'here')
      .map((seat) => this.nameOf(seat).trim());
    if (names.some((name) => !name)) return t('new.name-missing');
    if (new Set(names.map((name) => name.toLowerCase())).size < names.length) return t('new.name-twice');
    return '';
  }

  async create(): Promise<void> {
    await createGame({
      edition: this.edition,
      seats: this.seats.map((seat) => this.#wanted(seat)),
      options: { ...this.options, ...(this.minutes ? { short_game: true } : {}) },
      title:
        this.title.trim() ||
        titleOf(
          this.seats.filter((seat) => seat.who === 'me' || seat.who === 'here').map((seat) => this.nameOf(seat))[0],
        ),
      public: this.public,
      undo: this.undo,
      advice: this.advice,
      clock: {
        decision: this.decision,
        call: this.call,
        hour: (this.minutes || 60) * 60,
        ...(this.decision >= DAY ? { grace: DAY } : {}),
      },
    });
  }

  #wanted(seat: DraftSeat): SeatWanted {
    if (seat.who === 'bot') return { kind: 'bot', bot: seat.bot };
    if (seat.who === 'friend') return { kind: 'person' };
    return { kind: 'person', mine: true, name: this.nameOf(seat).trim(), token: seat.token };
  }
  #seat(who: Who): DraftSeat {
    return { id: this.#next++, who, bot: 'normal', name: '', token: who === 'me' ? settings.token : '' };
  }
}

async function createGame(wanted: CreateGame): Promise<void> {
  const made = await api.create(wanted);
  const { game, invite, watch, card } = made;
  remember(game, { seats: made.seats.map((seat) => seat.key), invite, watch, card });
  route.go(`/g/${made.game}`);
}

/** What a table is called that was given no name: it belongs to whoever opens it. */
function titleOf(name = ''): string {
  return t('new.table-title.of', { name: name.trim() });
}

/** One click: the classic edition, three bots, no clock to hurry anybody. */
export function quickGame(): Promise<void> {
  const bot: SeatWanted = { kind: 'bot', bot: 'normal' };
  const name = settings.name || t('lobby.player');
  const me: SeatWanted = { kind: 'person', mine: true, name, token: settings.token };
  return createGame({
    edition: 'classic',
    seats: [me, bot, bot, bot],
    title: titleOf(name),
    clock: { decision: 0, call: 20 },
    advice: true,
  });
}

/** The same table once more, if nobody else has to be asked; otherwise a new one is put together. */
export async function playAgain(info: TableInfo): Promise<void> {
  const mine = keysOf(info.game).seats.length;
  const people = info.seats.filter((seat) => seat.kind === 'person').length;
  const real = info.dealer === 'typed';
  if (mine !== people) return route.go(real ? '/bank' : '/new');
  const seats = info.seats.map((seat): SeatWanted => {
    if (seat.kind !== 'person') return { kind: 'bot', ...(seat.bot ? { bot: seat.bot } : {}) };
    return { kind: 'person', mine: true, name: seat.name, token: seat.token };
  });
  const { edition, options, title, undo, clock, advice = false } = info;
  const dealer = real ? { dealer: 'typed' as const } : {};
  await createGame({ edition, seats, options, title, public: info.public, undo, clock, advice, ...dealer });
}

export const newGame = new NewGame();
