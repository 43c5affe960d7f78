/**
 * The legal actions that were sent, sorted into what the screen needs. Nothing here knows a rule: a button exists
 * because its action is in the list.
 */
import type { Action, Auction, Debt, Estate, Hand, KeepOrLift, Shortage, View } from '../protocol';

export type Kind = Action['kind'];
export type Matter = Debt | Auction | KeepOrLift | Shortage | Estate;

/** The one thing the game waits for, as the stage shows it. */
export type Question =
  | 'auction'
  | 'bus'
  | 'buy'
  | 'card'
  | 'debt'
  | 'end'
  | 'jail'
  | 'keep'
  | 'over'
  | 'placing'
  | 'shortage'
  | 'tax'
  | 'throw'
  | 'triple'
  | 'waiting';

export interface Choices {
  question: Question;
  /** What answers the question, in the order of the buttons. */
  answers: Action[];
  /** The filled button: the usual next step. None where the choice is blind or balanced. */
  usual: Action | null;
  bid: Action | null;
  withdraw: Action | null;
  build: Map<number, Action>;
  sell: Map<number, Action>;
  sellHotels: Map<number, Action>;
  mortgage: Map<number, Action>;
  lift: Map<number, Action>;
  keep: Map<number, Action>;
  place: Map<number, Action>;
  /** By partner. */
  offer: Map<number, Action>;
  settle: Map<number, Action>;
  /** By proposer. */
  accept: Map<number, Action>;
  refuse: Map<number, Action>;
  counter: Map<number, Action>;
  withdrawOffer: Action | null;
  claims: Action[];
  bankrupt: Action | null;
  resign: Action | null;
}

const ANSWERS: { [question in Question]?: Kind[] } = {
  bus: ['ChooseSteps'],
  buy: ['Buy', 'Decline'],
  card: ['PayCardFine', 'TakeChance'],
  end: ['EndTurn'],
  jail: ['PayFine', 'UseCard', 'Throw'],
  keep: ['KeepMortgage', 'LiftMortgage'],
  placing: ['PlaceBuilding', 'PassBuilding'],
  shortage: ['WantBuilding', 'PassBuilding'],
  tax: ['PayFlatTax', 'PayWorthTax'],
  throw: ['Throw'],
  triple: ['ChooseSquare'],
};

/** Tried in this order when no matter is open. */
const ASKED_BY: [Question, Kind[]][] = [
  ['buy', ['Buy', 'Decline']],
  ['tax', ['PayFlatTax', 'PayWorthTax']],
  ['card', ['PayCardFine', 'TakeChance']],
  ['bus', ['ChooseSteps']],
  ['triple', ['ChooseSquare']],
  ['end', ['EndTurn']],
];

const USUAL: { [question in Question]?: Kind } = { buy: 'Buy', end: 'EndTurn', throw: 'Throw' };

/** The matter that is to be settled first. */
export function topMatter(view: View): Matter | null {
  const matters = view.matters ?? [];
  return matters[matters.length - 1] ?? null;
}

/** What the game asks of this seat; `waiting` when it asks somebody else. */
export function questionFor(view: View, hand: Hand): Question {
  if (view.phase === 'game-over') return 'over';
  const seat = hand.seat;
  const matter = topMatter(view);
  if (matter) {
    if (matter.kind === 'auction') return 'auction';
    if (matter.kind === 'debt') return matter.debtor === seat ? 'debt' : 'waiting';
    if (matter.kind === 'keep-or-lift') return matter.seat === seat ? 'keep' : 'waiting';
    if (matter.kind === 'estate') return 'waiting';
    if (matter.placing === seat) return 'placing';
    return has(hand, 'WantBuilding') ? 'shortage' : 'waiting';
  }
  for (const [question, kinds] of ASKED_BY) if (kinds.some((kind) => has(hand, kind))) return question;
  if (!has(hand, 'Throw')) return 'waiting';
  return (view.players[seat]?.jail ?? 0) > 0 ? 'jail' : 'throw';
}

function has(hand: Hand, kind: Kind): boolean {
  return hand.legal.some((action) => action.kind === kind);
}

/** All that a seat may do, sorted. */
export function sortLegal(view: View, hand: Hand): Choices {
  const question = questionFor(view, hand);
  const order = ANSWERS[question] ?? [];
  const keeping = topMatter(view)?.kind === 'keep-or-lift' ? (topMatter(view) as KeepOrLift).squares[0] : null;
  const answers = order.flatMap((kind) =>
    hand.legal.filter((a) => a.kind === kind && (question !== 'keep' || a.square === keeping)),
  );
  const one = (kind: Kind) => hand.legal.find((action) => action.kind === kind) ?? null;
  return {
    question,
    answers,
    usual: answers.find((action) => action.kind === USUAL[question]) ?? null,
    bid: one('Bid'),
    withdraw: one('Withdraw'),
    build: bySquare(hand, 'Build'),
    sell: bySquare(hand, 'SellBuilding'),
    sellHotels: bySquare(hand, 'SellHotels'),
    mortgage: bySquare(hand, 'Mortgage'),
    lift: bySquare(hand, 'LiftMortgage'),
    keep: bySquare(hand, 'KeepMortgage'),
    place: bySquare(hand, 'PlaceBuilding'),
    offer: byOther(hand, 'Offer'),
    settle: byOther(hand, 'OfferSettlement'),
    accept: byOther(hand, 'Accept'),
    refuse: byOther(hand, 'Refuse'),
    counter: byOther(hand, 'Counter'),
    withdrawOffer: one('WithdrawOffer'),
    claims: hand.legal.filter((action) => action.kind === 'ClaimRent'),
    bankrupt: one('GoBankrupt'),
    resign: one('Resign'),
  };
}

function bySquare(hand: Hand, kind: Kind): Map<number, Action> {
  return new Map(hand.legal.filter((a) => a.kind === kind).map((a) => [a.square ?? -1, a]));
}

function byOther(hand: Hand, kind: Kind): Map<number, Action> {
  return new Map(hand.legal.filter((a) => a.kind === kind).map((a) => [a.other ?? -1, a]));
}

/** Everything a seat may do with one deed, in the order of a menu. */
export function onDeed(choices: Choices, square: number): Action[] {
  const maps = [choices.build, choices.sell, choices.sellHotels, choices.mortgage, choices.lift];
  return maps.flatMap((found) => found.get(square) ?? []);
}

/** The squares that can be clicked on the board to answer the question. */
export function choosable(choices: Choices): Map<number, Action> {
  const kinds: Kind[] = ['ChooseSquare', 'PlaceBuilding'];
  return new Map(choices.answers.filter((a) => kinds.includes(a.kind)).map((a) => [a.square ?? -1, a]));
}

/** Is there anything at all in the lists behind 'build or sell', 'mortgage' and 'deal'? */
export function mayBuild(choices: Choices): boolean {
  return choices.build.size + choices.sell.size + choices.sellHotels.size > 0;
}

export function mayMortgage(choices: Choices): boolean {
  return choices.mortgage.size + choices.lift.size > 0;
}

export function mayDeal(choices: Choices): boolean {
  return choices.offer.size + choices.counter.size + choices.settle.size > 0;
}
