/**
 * Events as rows of the log: sentences in the language chosen, with squares that link to the board.
 *
 * A payment and what it is for are one row; the row keeps all its events, so nothing is left out of the log.
 */

import { buildingWords } from '../board/face';
import { BANK, POT, type Board, type Event } from '../protocol';
import type { Person } from '../state/people';
import { list, maybe, money, t } from '../words';

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
    const amount = event.amount ?? 0;
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

/** The key of the sentence of a row. */
export function sentenceKey(row: Row): string {
  const { main, events } = row;
  if (main.kind === 'DiceThrown') {
    if (events.length > 1) return 'event.Threw';
    return main.rule === 'rent.throw' ? 'event.DiceThrown.rent' : 'event.DiceThrown';
  }
  if (main.kind === 'Moved' && (main.amount ?? 0) < 0) return 'event.Moved.back';
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
  const dice = main.dice ?? [];
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
    dice: { text: list(dice.slice(0, 2).map(String)) + (dice[2] ? ` + ${speedFace(dice[2])}` : '') },
    level: { text: buildingWords(main.level ?? 0) || t('board.no-building') },
    card: { text: main.deck && main.card != null ? (board[main.deck][main.card]?.text ?? '') : '' },
    deck: { text: main.deck ? (board.squares.find((square) => square.kind === main.deck)?.name ?? '') : '' },
    give: { text: goods(board, main.give, main.give_cash, main.give_cards) },
    take: { text: goods(board, main.take, main.take_cash, main.take_cards) },
    asked: { text: list((main.asked ?? []).map((seat) => who(people, seat, 'mid'))) },
  };
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

/** The sentence of a row, in parts. */
export function sentence(row: Row, board: Board, people: readonly Person[]): Part[] {
  const template = maybe(sentenceKey(row), '');
  return template ? parted(template, valuesOf(row, board, people)) : [{ text: row.main.text }];
}

export function plain(parts: readonly Part[]): string {
  return parts.map((part) => part.text).join('');
}
