/**
 * Events as rows of the log: sentences in the language chosen, with squares that link to the board.
 *
 * A payment and what it is for are one row; the row keeps all its events, so nothing is left out of the log.
 */

import { buildingWords } from '../board/face';
import { BANK, HOTEL, POT, type Board, type Event } from '../protocol';
import type { Person } from '../state/people';
import type { Taken } from '../state/shown.svelte';
import { list, maybe, money, t } from '../words';
import { reasonsOf } from './reasons';

/** A piece of a sentence; with a square it links to the board. */
export interface Part {
  text: string;
  square?: number;
}

export type Kind = 'turn' | 'move' | 'money' | 'property' | 'deal' | 'auction' | 'other';
export const KINDS: Kind[] = ['turn', 'move', 'money', 'property', 'deal', 'auction', 'other'];

export interface Row {
  /** Stays the same while the log grows. */
  key: string;
  events: Event[];
  /** The event that the row is about: its rule answers "why?". */
  main: Event;
  kind: Kind;
  /** Everybody the row tells of. */
  seats: number[];
  /** It was taken back later. */
  struck?: boolean;
  /** The row tells that something was taken back; `main` is what it was, if that is known. */
  taken?: Taken;
}

const KIND_OF: Record<Event['kind'], Kind> = {
  TurnBegan: 'turn',
  TurnEnded: 'turn',
  FirstPlayerFound: 'turn',
  HourStruck: 'turn',
  GameWon: 'turn',
  DiceThrown: 'move',
  Moved: 'move',
  SentToJail: 'move',
  LeftJail: 'move',
  StayedInJail: 'move',
  SpeedDieGained: 'move',
  CardDrawn: 'move',
  CardReturned: 'move',
  Paid: 'money',
  DebtArose: 'money',
  DebtSettled: 'money',
  TaxChosen: 'money',
  WorthCounted: 'money',
  RentCharged: 'money',
  RentClaimed: 'money',
  ClaimKept: 'money',
  ClaimLapsed: 'money',
  DeedBought: 'property',
  DeedDealt: 'property',
  BuyDeclined: 'property',
  DeedPassed: 'property',
  Mortgaged: 'property',
  MortgageLifted: 'property',
  MortgageKept: 'property',
  Built: 'property',
  BuildingSold: 'property',
  CardPassed: 'property',
  OfferMade: 'deal',
  OfferWithdrawn: 'deal',
  OfferRefused: 'deal',
  OfferLapsed: 'deal',
  DealMade: 'deal',
  AuctionOpened: 'auction',
  BidMade: 'auction',
  Withdrew: 'auction',
  AuctionWon: 'auction',
  AuctionUnsold: 'auction',
  ShortageAsked: 'auction',
  BuildingWanted: 'auction',
  BuildingPassed: 'auction',
  WentBankrupt: 'other',
  Resigned: 'other',
};

/** What a payment of the same sum is for. */
const BOUGHT = new Set<Event['kind']>([
  'RentCharged',
  'RentClaimed',
  'DeedBought',
  'DeedDealt',
  'Built',
  'BuildingSold',
  'Mortgaged',
  'MortgageLifted',
  'MortgageKept',
  'AuctionWon',
]);

function belongs(one: Event, two: Event): boolean {
  if (one.seq !== two.seq) return false;
  if (one.kind === 'Paid' || two.kind === 'Paid') {
    const [paid, thing] = one.kind === 'Paid' ? [one, two] : [two, one];
    return (
      BOUGHT.has(thing.kind) && paid.amount === thing.amount && [paid.player, paid.other].includes(thing.player ?? null)
    );
  }
  if (one.kind === 'DiceThrown') return two.kind === 'Moved' && one.player === two.player;
  if (one.kind === 'CardDrawn') return two.kind === 'CardReturned';
  return one.kind === 'TurnEnded' && two.kind === 'TurnBegan';
}

/** What weighs more tells the row. */
function mainOf(events: Event[]): Event {
  return (
    events.find((event) => BOUGHT.has(event.kind)) ?? events.find((event) => event.kind === 'TurnBegan') ?? events[0]!
  );
}

function seatsOf(events: Event[]): number[] {
  const all = events.flatMap((event) => [event.player, event.other, ...(event.asked ?? [])]);
  return [...new Set(all.filter((seat): seat is number => seat != null && seat < BANK))];
}

function rowOf(events: Event[], key: string): Row {
  const main = mainOf(events);
  return { key, events, main, kind: KIND_OF[main.kind] ?? 'other', seats: seatsOf(events) };
}

/** The log as rows, the oldest first. */
export function rowsOf(log: readonly Event[]): Row[] {
  const rows: Row[] = [];
  let held: Event[] = [];
  let nth = 0;
  const close = () => {
    if (held.length) rows.push(rowOf(held, `${held[0]!.seq} ${nth++}`));
    held = [];
  };
  for (const event of log) {
    if (held.at(-1)?.seq !== event.seq) {
      close();
      nth = 0;
    } else if (held.length > 1 || !belongs(held[0]!, event)) close();
    held.push(event);
  }
  close();
  return rows;
}

/** What was taken back is struck, and a row after it tells by whom. */
export function withTaken(rows: readonly Row[], taken: readonly Taken[]): Row[] {
  if (!taken.length) return [...rows];
  const struck = (row: Row) => taken.some(({ after, seq }) => row.main.seq > after && row.main.seq < seq);
  const told = taken.map((one): Row => {
    const gone = rows.filter((row) => row.main.seq > one.after && row.main.seq < one.seq);
    const main = gone.find((row) => row.main.player === one.seat)?.main ?? gone[0]?.main ?? nothingKnown(one);
    const events = gone.flatMap((row) => row.events);
    return { key: `taken ${one.seq}`, events, main, kind: 'other', seats: [one.seat], taken: one };
  });
  const placed = rows.map((row) => (struck(row) ? { ...row, struck: true } : row));
  const when = (row: Row) => row.taken?.seq ?? row.main.seq;
  return [...placed, ...told].sort((one, two) => when(one) - when(two));
}

/** What was taken back happened before this page saw the game. */
function nothingKnown({ seat, seq }: Taken): Event {
  return { seq, kind: 'Moved', rule: 'table.undo', text: '', player: seat };
}

const HEADLINE_FROM = 40;

/** The row for the headline: the newest that tells something, turns passing aside. */
export function headlineOf(log: readonly Event[], taken: readonly Taken[] = []): Row | null {
  const rows = withTaken(rowsOf(log.slice(-HEADLINE_FROM)), taken.slice(-1));
  const telling = ({ main, struck }: Row) => !struck && main.kind !== 'TurnBegan' && main.kind !== 'TurnEnded';
  return rows.findLast((row) => row.taken !== undefined || telling(row)) ?? null;
}

/** The last throw that moved a token. */
export function lastThrow(log: readonly Event[]): Event | null {
  return log.findLast((event) => event.kind === 'DiceThrown' && event.rule !== 'rent.throw') ?? null;
}

/** The rows of a log that grows: what was put together once is kept, and only the newest moment is done again. */
export class GrowingRows {
  #log: readonly Event[] = [];
  #rows: Row[] = [];

  of(log: readonly Event[]): Row[] {
    const known = this.#log.length;
    const grown =
      known > 0 && log.length >= known && log[0] === this.#log[0] && log[known - 1] === this.#log[known - 1];
    const seq = this.#log.at(-1)?.seq;
    const start = grown ? log.findLastIndex((event, n) => n < known && event.seq !== seq) + 1 : 0;
    const kept = grown ? this.#rows.slice(0, this.#rows.findLastIndex((row) => row.main.seq !== seq) + 1) : [];
    this.#rows = [...kept, ...rowsOf(log.slice(start))];
    this.#log = log;
    return this.#rows;
  }
}

/** What came to these seats (above zero) or went from them. */
export function balance(row: Row, you: readonly number[]): number {
  return row.events.reduce((sum, event) => {
    if (event.kind !== 'Paid') return sum;
    const amount = (row.taken ? -1 : 1) * (event.amount ?? 0);
    return sum + (you.includes(event.other ?? -1) ? amount : 0) - (you.includes(event.player ?? -1) ? amount : 0);
  }, 0);
}

/** A seat, the Bank or the pot, at the beginning of a sentence, within it, or after "from". */
export function who(
  people: readonly Person[],
  seat: number | null | undefined,
  form: 'start' | 'mid' | 'from',
): string {
  if (seat === BANK) return t(`person.bank.${form}`);
  if (seat === POT) return t(`person.pot.${form}`);
  const person = people[seat ?? -1];
  if (!person) return '';
  return person.you ? t(`person.you.${form}`) : person.name;
}

const PAID_FOR: [RegExp, string][] = [
  [/^move\.salary/, 'salary'],
  [/^rent\./, 'rent'],
  [/^cards\.nearest/, 'rent'],
  [/^cards\./, 'card'],
  [/^tax\./, 'tax'],
  [/^jail\./, 'jail'],
  [/^deal\./, 'deal'],
  [/^bankrupt\.interest|^mortgage\.transfer/, 'interest'],
];

/** Sentences that call an offer yours. */
const YOURS = new Set<Event['kind']>(['OfferRefused', 'OfferLapsed', 'DealMade']);

/** Whose token stands before the row: who did it. An offer is answered by the other. */
export function actorOf({ main, taken }: Row): number | null {
  if (taken) return taken.seat;
  const other =
    main.kind === 'OfferRefused' || main.kind === 'DealMade' || (main.kind === 'Paid' && main.player === BANK);
  return (other ? main.other : main.player) ?? null;
}

/** The heading in the rulebook under which the rule of a row stands. */
export function headingOf(rule: string): string {
  return maybe(`log.section.${rule.split('.')[0]}`, rule);
}

/** The key of the sentence of a row. */
export function sentenceKey(row: Row, people: readonly Person[] = []): string {
  const { main, events } = row;
  if (YOURS.has(main.kind) && people[main.player ?? -1]?.you) return `event.${main.kind}.yours`;
  if (main.kind === 'DiceThrown') {
    if (events.length > 1) return 'event.Threw';
    return main.rule === 'rent.throw' ? 'event.DiceThrown.rent' : 'event.DiceThrown';
  }
  if (main.kind === 'Moved' && (main.amount ?? 0) < 0) return 'event.Moved.back';
  if (main.kind === 'Moved' && main.rule.startsWith('speed.mr-m')) return 'event.Moved.m';
  if (main.kind === 'RentCharged') return events.length > 1 ? 'event.RentPaid' : 'event.RentCharged';
  if (main.kind === 'SentToJail' && main.rule === 'move.three-doubles') return 'event.SentToJail.doubles';
  if (main.kind === 'WorthCounted' && !main.amount) return 'event.WorthCounted.hidden';
  if (main.kind === 'TaxChosen')
    return main.choice === 'PayWorthTax' ? 'event.TaxChosen.share' : 'event.TaxChosen.flat';
  if (main.kind === 'OfferMade' && main.settles) return 'event.OfferMade.settles';
  if (main.kind !== 'Paid') return `event.${main.kind}`;
  const found = PAID_FOR.find(([rule]) => rule.test(main.rule))?.[1];
  const reason = found && `event.Paid.${found}${main.player === BANK ? '.in' : ''}`;
  if (reason && maybe(reason, '')) return reason;
  return main.player === BANK || main.player === POT ? 'event.Paid.in' : 'event.Paid';
}

/** What one side gives in a deal, in words. */
export function goods(board: Board, squares: readonly number[] = [], cash = 0, cards: readonly string[] = []): string {
  const things = squares.map((square) => board.squares[square]?.name ?? '');
  if (cash) things.push(money(cash));
  if (cards.length) things.push(t('hand.jail-cards', { n: cards.length }));
  return things.length ? list(things) : t('deal.nothing');
}

function lotOf(board: Board, event: Event): Part {
  if (event.square != null) return { text: board.squares[event.square]?.name ?? '', square: event.square };
  return { text: event.lot ? maybe(`lot.${event.lot}`, event.lot) : '' };
}

function valuesOf(row: Row, board: Board, people: readonly Person[]): Record<string, Part> {
  const { main, events } = row;
  const moved = events.find((event) => event.kind === 'Moved');
  const round = board.squares.length;
  const from = moved && ((((moved.square ?? 0) - (moved.amount ?? 0)) % round) + round) % round;
  const place = (square: number | null | undefined): Part =>
    square == null ? { text: '' } : { text: board.squares[square]?.name ?? '', square };
  return {
    player: { text: who(people, main.player, 'start') },
    player_mid: { text: who(people, main.player, 'mid') },
    other: { text: who(people, main.other, 'mid') },
    other_start: { text: who(people, main.other, 'start') },
    other_from: { text: who(people, main.other, 'from') },
    amount: { text: money(main.amount ?? 0) },
    n: { text: String(Math.abs(main.amount ?? 0)) },
    square: lotOf(board, main),
    from: place(from),
    to: place(moved?.square),
    dice: { text: diceWords(main.dice ?? []) },
    level: { text: buildingWords(main.level ?? 0) || t('board.no-building') },
    card: { text: main.deck && main.card != null ? (board[main.deck][main.card]?.text ?? '') : '' },
    deck: { text: main.deck ? (board.squares.find((square) => square.kind === main.deck)?.name ?? '') : '' },
    give: { text: goods(board, main.give, main.give_cash, main.give_cards) },
    take: { text: goods(board, main.take, main.take_cash, main.take_cards) },
    asked: { text: list((main.asked ?? []).map((seat) => who(people, seat, 'mid'))) },
  };
}

/** The dice in words. Three of a kind are named together, as nothing is added up. */
function diceWords(dice: readonly number[]): string {
  const [one, other, third] = dice;
  if (one === other && one === third) return list(dice.map(String));
  return list(dice.slice(0, 2).map(String)) + (third ? ` + ${speedFace(third)}` : '');
}

function speedFace(face: number): string {
  return face <= 3 ? String(face) : face === 4 ? t('dice.bus') : t('dice.m');
}

/** A template with its places filled; squares stay parts of their own. */
export function parted(template: string, values: Record<string, Part>): Part[] {
  return template
    .split(/(\{\w+\})/)
    .map((piece) => (/^\{\w+\}$/.test(piece) && values[piece.slice(1, -1)]) || { text: piece })
    .filter((part) => part.text !== '');
}

/** The key of what was taken back. An event without words is none that this page saw. */
function tookKey({ kind, level, text }: Event): string {
  if (kind === 'Built' && level === HOTEL) return 'took.Built.hotel';
  return `took.${text ? kind : 'other'}`;
}

/** The sentence of a row, in parts. */
export function sentence(row: Row, board: Board, people: readonly Person[]): Part[] {
  const values = valuesOf(row, board, people);
  if (row.taken) {
    const what = maybe(tookKey(row.main), t('took.other'));
    const template = t('log.took', { player: who(people, row.taken.seat, 'start'), what });
    return parted(template, values);
  }
  const template = maybe(sentenceKey(row, people), '');
  const told = template ? parted(template, values) : [{ text: row.main.text }];
  const reasons = reasonsOf(row.main, board, people).map((reason) => reason.text);
  return reasons.length ? [...told, { text: ` ${t('log.reasons', { reasons: list(reasons) })}` }] : told;
}

export function plain(parts: readonly Part[]): string {
  return parts.map((part) => part.text).join('');
}
