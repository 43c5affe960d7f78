/** What the Banker's page makes of a view: who decides, which buttons there are, what they are called. */
import type { Action, Board, Hand, View } from '../protocol';
import type { Person } from '../state/people';
import { maybe } from '../words';

/** What belongs to no turn: it has a sheet of its own, or is done on phones. */
const PROPERTY = ['Build', 'SellBuilding', 'SellHotels', 'Mortgage', 'LiftMortgage', 'Resign'];
const DEALS = ['Offer', 'Counter', 'OfferSettlement', 'WithdrawOffer'];
const ELSEWHERE = [...PROPERTY, ...DEALS, 'Bid', 'Withdraw', 'Throw', 'EndTurn'];
const RAISING = ['SellBuilding', 'SellHotels', 'Mortgage', 'GoBankrupt'];
const ANSWERS = ['Accept', 'Refuse', 'ClaimRent'];

export interface Choice {
  seat: number;
  action: Action;
  label: string;
}

/** The seat that the game's own question is for; null where dice or cards are awaited, or nobody is asked. */
export function deciderOf(view: View): number | null {
  if (!view.matters?.length && view.waiting.includes(view.on_turn)) return view.on_turn;
  return view.waiting[0] ?? null;
}

/** The buttons of the question, and the answers to offers and claims of whoever has to give them. */
export function choicesOf(view: View, hands: readonly Hand[], board: Board, people: readonly Person[]): Choice[] {
  const matter = view.matters?.at(-1);
  if (matter?.kind === 'auction') return [];
  return hands.flatMap((hand) => {
    const asked = view.waiting.includes(hand.seat);
    const wanted = (action: Action): boolean => {
      if (ANSWERS.includes(action.kind)) return true;
      if (!asked) return false;
      if (matter?.kind === 'debt') return matter.debtor === hand.seat && RAISING.includes(action.kind);
      if (matter?.kind === 'keep-or-lift') return action.kind === 'KeepMortgage' || action.kind === 'LiftMortgage';
      return !ELSEWHERE.includes(action.kind);
    };
    return hand.legal.filter(wanted).map((action) => choiceOf(hand.seat, action, board, people));
  });
}

/** What a player may do with property now. */
export function propertyOf(hand: Hand | undefined, board: Board, people: readonly Person[]): Choice[] {
  if (!hand) return [];
  const found = hand.legal.filter((action) => PROPERTY.includes(action.kind));
  return found.map((action) => choiceOf(hand.seat, action, board, people));
}

function choiceOf(seat: number, action: Action, board: Board, people: readonly Person[]): Choice {
  const values = {
    square: action.square == null ? '' : (board.squares[action.square]?.name ?? ''),
    name: people[seat]?.name ?? '',
    other: people[action.other ?? -1]?.name ?? '',
    n: action.amount ?? 0,
  };
  return { seat, action, label: maybe(`bank.act.${action.kind}`, action.kind, values) };
}

/** A lot under the hammer, by its name. */
export function lotName(square: number | null | undefined, lot: string | null | undefined, board: Board): string {
  return square == null ? (lot ?? '') : (board.squares[square]?.name ?? '');
}
