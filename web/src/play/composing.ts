/** A deal while it is being composed. What was typed stays as it was typed until it is sent or cleared. */
import type { Action, Board, DeedInfo, Event, Offer, View } from '../protocol';
import { parseMoney } from './money';

export type Deck = 'chance' | 'chest';
export const DECKS: readonly Deck[] = ['chance', 'chest'];

export interface Side {
  deeds: number[];
  cash: string;
  cards: Deck[];
}

export interface Draft {
  kind: 'Offer' | 'Counter' | 'OfferSettlement';
  other: number | null;
  give: Side;
  take: Side;
}

const emptySide = (): Side => ({ deeds: [], cash: '', cards: [] });

export function emptyDraft(other: number | null = null, kind: Draft['kind'] = 'Offer'): Draft {
  return { kind, other, give: emptySide(), take: emptySide() };
}

const cash = (sum: number | undefined) => (sum ? String(sum) : '');

/** An offer that was made, to be changed and made again. */
export function draftOf(made: Event): Draft {
  return {
    kind: 'Offer',
    other: made.other ?? null,
    give: { deeds: [...(made.give ?? [])], cash: cash(made.give_cash), cards: [...(made.give_cards ?? [])] },
    take: { deeds: [...(made.take ?? [])], cash: cash(made.take_cash), cards: [...(made.take_cards ?? [])] },
  };
}

/** A counter-offer begins as the offer it answers, seen from the other side. */
export function counterTo(offer: Offer): Draft {
  return {
    kind: 'Counter',
    other: offer.proposer,
    give: { deeds: [...(offer.take ?? [])], cash: cash(offer.take_cash), cards: [...(offer.take_cards ?? [])] },
    take: { deeds: [...(offer.give ?? [])], cash: cash(offer.give_cash), cards: [...(offer.give_cards ?? [])] },
  };
}

export function isEmpty(draft: Draft): boolean {
  return [draft.give, draft.take].every((s) => s.deeds.length === 0 && s.cards.length === 0 && s.cash.trim() === '');
}

/** Does one side give nothing yet? A settlement has one side only. */
export function isOneSided(draft: Draft): boolean {
  const bare = (s: Side) => s.deeds.length === 0 && s.cards.length === 0 && !parseMoney(s.cash);
  return bare(draft.give) || (draft.kind !== 'OfferSettlement' && bare(draft.take));
}

/** Puts a deed or a card in, or takes it out again. */
export function toggled<T>(list: readonly T[], one: T): T[] {
  return list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
}

/** Another partner: what I give stays, what I would take was the other partner's. */
export function withPartner(draft: Draft, other: number): Draft {
  if (draft.other === other) return draft;
  return { ...draft, other, take: { ...emptySide(), cash: draft.take.cash } };
}

/** The action of a draft, or `null` while a sum cannot be read or nobody is chosen. Deeds that have left a side meanwhile are left out. */
export function actionOf(draft: Draft, view: View, board: Board, seat: number): Action | null {
  const giveCash = parseMoney(draft.give.cash);
  const takeCash = parseMoney(draft.take.cash);
  const other = draft.other;
  if (giveCash === null || takeCash === null || other === null) return null;
  const held = (side: Side, by: number) => side.deeds.filter((square) => ownerOf(view, board, square) === by);
  const cards = (side: Side, by: number) => side.cards.filter((deck) => holdsCard(view, deck, by));
  const gives = { give: held(draft.give, seat), give_cash: giveCash, give_cards: cards(draft.give, seat) };
  const takes = { take: held(draft.take, other), take_cash: takeCash, take_cards: cards(draft.take, other) };
  return { kind: draft.kind, other, ...gives, ...(draft.kind === 'OfferSettlement' ? {} : takes) };
}

export function ownerOf(view: View, board: Board, square: number): number | null {
  const deed = board.squares[square]?.deed;
  return deed == null ? null : (view.owner[deed] ?? null);
}

export function holdsCard(view: View, deck: Deck, seat: number): boolean {
  return view.jail_cards[DECKS.indexOf(deck)] === seat;
}

/** The squares whose deeds a seat holds, in board order. */
export function deedsOf(view: View, board: Board, seat: number): number[] {
  return board.deeds.filter((_, deed) => view.owner[deed] === seat).map((deed) => deed.square);
}

export function cardsOf(view: View, seat: number): Deck[] {
  return DECKS.filter((deck) => holdsCard(view, deck, seat));
}

/** Does a building stand on the group of this deed? Then nothing of it can be dealt, and its button says so. */
export function groupHasBuildings(view: View, board: Board, square: number): boolean {
  const group = board.deeds.find((deed) => deed.square === square)?.group;
  return board.deeds.some((deed, n) => deed.group === group && (view.level[n] ?? 0) > 0);
}

export interface Effect {
  seat: number;
  group: string;
  held: number;
  of: number;
  /** What that is good for: building, building once mortgages are lifted, or a rent, in dollars or times the dice. */
  good: 'build' | 'lift' | 'rent' | 'dice' | '';
  rent: number;
}

const NOTHING = { good: '', rent: 0 } as const;

/** What it is good for to hold these deeds of a group of so many. */
function goodOf(held: { deed: DeedInfo; n: number }[], of: number, view: View): Pick<Effect, 'good' | 'rent'> {
  const first = held[0]?.deed;
  const mortgaged = held.some(({ n }) => view.mortgaged[n]);
  if (!first) return NOTHING;
  if (first.kind === 'street') return held.length < of ? NOTHING : { good: mortgaged ? 'lift' : 'build', rent: 0 };
  // Whether mortgaged ones count is an option of the table.
  if (mortgaged) return NOTHING;
  return { good: first.kind === 'railroad' ? 'rent' : 'dice', rent: first.rents[held.length - 1] ?? 0 };
}

/** What of each group that changes hands either side would hold afterwards, and what that is good for. */
export function effectsOf(draft: Draft, view: View, board: Board, seat: number): Effect[] {
  const other = draft.other;
  if (other === null) return [];
  const moved = new Map<number, number>();
  for (const square of draft.give.deeds) moved.set(square, other);
  for (const square of draft.take.deeds) moved.set(square, seat);
  const groups = [...new Set(board.deeds.filter((d) => moved.has(d.square)).map((d) => d.group))];
  return groups.flatMap((group) => {
    const deeds = board.deeds.map((deed, n) => ({ deed, n })).filter(({ deed }) => deed.group === group);
    const heldBy = (who: number) => deeds.filter(({ deed, n }) => (moved.get(deed.square) ?? view.owner[n]) === who);
    const gainers = new Set(
      deeds.filter(({ deed }) => moved.has(deed.square)).map(({ deed }) => moved.get(deed.square)),
    );
    return [seat, other]
      .filter((who) => gainers.has(who))
      .map((who) => {
        const held = heldBy(who);
        return { seat: who, group, held: held.length, of: deeds.length, ...goodOf(held, deeds.length, view) };
      });
  });
}
