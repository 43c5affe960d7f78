/** Cards of a real table, known by what they do: each box words them otherwise. */
import type { Board, CardInfo } from '../protocol';
import { maybe, money } from '../words';

const ICONS: Record<string, string> = {
  advance_to: 'arrow',
  retreat_to: 'undo',
  back_3: 'undo',
  go_to_jail: 'tojail',
  get_out_of_jail_free: 'key',
  nearest_railroad_double: 'rails',
  nearest_utility_10x: 'bolt',
  pay_each: 'person',
  collect_from_each: 'person',
  repairs: 'house',
};

export interface CardChoice {
  /** What it does. */
  name: string;
  icon: string;
  /** The numbers of the cards that do this and may be drawn; which of them it is makes no difference. */
  numbers: number[];
  /** Who keeps the card, so that it is not in the pile. */
  holder: number | null;
}

/** The cards that can be on top of a pile, those that do the same as one; and one that a player keeps. */
export function cardChoices(
  board: Board,
  deck: 'chance' | 'chest',
  drawable: readonly number[],
  holder: number | null,
): CardChoice[] {
  const found = new Map<string, CardChoice>();
  board[deck].forEach((card, number) => {
    const kept = holder !== null && card.effect === 'get_out_of_jail_free' && !drawable.includes(number);
    if (!kept && !drawable.includes(number)) return;
    const name = nameOf(card, board);
    const same = found.get(name);
    if (same) same.numbers.push(number);
    else {
      const icon = card.effect === 'advance_to' && card.target === 0 ? 'go' : (ICONS[card.effect ?? ''] ?? 'coin');
      found.set(name, { name, icon, numbers: [number], holder: kept ? holder : null });
    }
  });
  return [...found.values()];
}

function nameOf(card: CardInfo, board: Board): string {
  return maybe(`bank.card.${card.effect}`, card.text, {
    target: board.squares[card.target ?? -1]?.name ?? '',
    amount: money(card.amount ?? 0),
    per_house: money(card.per_house ?? 0),
    per_hotel: money(card.per_hotel ?? 0),
  });
}
