/** Actions in words, as something that one could do: "buy Boardwalk", "go on to $210", "end the turn". */
import type { Action, Board, View } from '../protocol';
import type { Person } from '../state/people';
import { maybe, money } from '../words';
import { goods } from './sentences';

/** The words of an action of a seat in a position; what it buys or bids for is where it stands, or under the hammer. */
export function actionWords(
  action: Action,
  board: Board,
  people: readonly Person[],
  view: View | null,
  seat: number,
): string {
  const auction = view?.matters?.findLast((matter) => matter.kind === 'auction');
  const here = action.square ?? (auction && 'square' in auction ? auction.square : null) ?? view?.players[seat]?.square;
  const offer = view?.offers?.find((one) => one.proposer === action.other && one.partner === seat);
  return maybe(`do.${action.kind}`, action.kind, {
    square: here == null ? '' : (board.squares[here]?.name ?? ''),
    name: people[action.other ?? -1]?.name ?? '',
    sum: money(action.amount ?? 0),
    n: action.amount ?? 0,
    give: goods(board, action.give, action.give_cash, action.give_cards),
    take: goods(board, action.take, action.take_cash, action.take_cards),
    gets: offer ? goods(board, offer.give, offer.give_cash, offer.give_cards) : '',
  });
}
