/** The ways to raise money, and how far a debt is covered. */
import { reckon } from '../log/reckoning';
import { t } from '../words';
import { HOTEL, type Action, type Board, type Debt, type Event, type Hand, type View } from '../protocol';
import type { Choices } from './legal';

export interface Way {
  square: number;
  /** Absent where it cannot be done now. */
  action: Action | null;
  /** What it brings; `null` where only the server can tell (a hotel that is exchanged or broken up). */
  gain: number | null;
  level: number;
}

export interface Ways {
  sell: Way[];
  hotels: Way[];
  mortgage: Way[];
}

/** Every way of a seat to raise money, the possible and those that have to wait. */
export function waysOf(view: View, board: Board, choices: Choices, seat: number): Ways {
  const mine = board.deeds
    .map((deed, n) => ({ deed, n, level: view.level[n] ?? 0 }))
    .filter(({ n }) => view.owner[n] === seat);
  const built = mine.filter(({ level }) => level > 0);
  const bare = mine.filter(({ n }) => !view.mortgaged[n]);
  const way = (square: number, level: number, action: Action | undefined, gain: number | null): Way => ({
    square,
    action: action ?? null,
    gain,
    level,
  });
  const whole = built.filter(({ deed }) => choices.sellHotels.has(deed.square));
  const groups = [...new Set(whole.map(({ deed }) => deed.group))];
  return {
    sell: built.map(({ deed, level }) =>
      way(deed.square, level, choices.sell.get(deed.square), level < HOTEL ? deed.house_sale : null),
    ),
    hotels: groups.map((group) => {
      const first = whole.find(({ deed }) => deed.group === group)!.deed.square;
      return way(first, HOTEL, choices.sellHotels.get(first), null);
    }),
    mortgage: bare.map(({ deed, level }) => way(deed.square, level, choices.mortgage.get(deed.square), deed.mortgage)),
  };
}

export interface Covered {
  amount: number;
  /** Cash when the debt arose. */
  had: number;
  raised: number;
  missing: number;
}

/** How far a debt is covered: what one had, what was raised since it arose, what is missing. */
export function coveredOf(debt: Debt, hand: Hand, events: readonly Event[]): Covered {
  const raised = Math.max(0, raisedSince(debt, events));
  const cash = Math.max(0, hand.cash);
  return {
    amount: debt.amount,
    had: Math.max(0, cash - raised),
    raised: Math.min(raised, cash),
    missing: Math.max(0, debt.amount - hand.cash),
  };
}

/** What a debt is for, in a sentence: which rent, which card, which tax; nothing where the log does not tell. */
export function reasonOf(debt: Debt, events: readonly Event[], board: Board): string {
  const arose = events[aroseAt(debt, events)];
  if (!arose) return '';
  const how = reckon(arose, events, board);
  const charged = events.findLast((one) => one.seq === arose.seq && CHARGES.includes(one.kind));
  if (charged?.square == null) {
    const stands = events.findLast((one) => one.kind === 'Moved' && one.player === debt.debtor)?.square;
    const taxed = arose.rule.startsWith('tax.') && stands != null ? `${board.squares[stands]!.name}.` : '';
    return [taxed, how?.sentence ?? ''].filter(Boolean).join(' ');
  }
  const deed = board.deeds[board.squares[charged.square]?.deed ?? -1];
  const level = deed?.kind === 'street' && how?.steps.length ? deed.rents.indexOf(debt.amount) : 0;
  const place = board.squares[charged.square]!.name;
  const built = level === HOTEL ? t('play.group.hotel') : t('play.group.houses', { n: level });
  if (level > 0) return t('play.debt.rentBuilt', { place, built });
  return [t('play.debt.rent', { place }), how?.sentence ?? ''].filter(Boolean).join(' ');
}

const CHARGES: Event['kind'][] = ['RentCharged', 'RentClaimed'];

function aroseAt(debt: Debt, events: readonly Event[]): number {
  return events.findLastIndex((event) => event.kind === 'DebtArose' && event.player === debt.debtor);
}

function raisedSince(debt: Debt, events: readonly Event[]): number {
  const arose = aroseAt(debt, events);
  if (arose < 0) return 0;
  let sum = 0;
  for (const event of events.slice(arose + 1)) {
    if (event.kind !== 'Paid') continue;
    if (event.other === debt.debtor) sum += event.amount ?? 0;
    if (event.player === debt.debtor) sum -= event.amount ?? 0;
  }
  return sum;
}
