/**
 * How the table looks between two views: each event is drawn onto the view before it.
 *
 * No rules live here. An event says what changed; this only writes it down, so that a piece moves when its event is
 * shown and not before. When all events are shown, the server's own view replaces what was drawn.
 */

import { BANK, HOTEL, POT, type Board, type Event, type Player, type View } from '../protocol';

function replaced<T>(list: readonly T[], at: number, value: T): T[] {
  return list.map((old, n) => (n === at ? value : old));
}

function withPlayer(view: View, seat: number | null | undefined, change: Partial<Player>): View {
  const player = seat == null ? undefined : view.players[seat];
  return player === undefined ? view : { ...view, players: replaced(view.players, seat!, { ...player, ...change }) };
}

function paid(view: View, event: Event): View {
  const amount = event.amount ?? 0;
  let next = view;
  for (const [seat, change] of [
    [event.player, -amount],
    [event.other, amount],
  ] as const) {
    if (seat === POT) next = { ...next, pot: (next.pot ?? 0) + change };
    else if (seat != null && seat !== BANK) {
      const cash = next.players[seat]?.cash;
      if (cash != null) next = withPlayer(next, seat, { cash: cash + change });
    }
  }
  return next;
}

/** What the projection must know besides the event: the board, and where it all leads. */
interface Setting {
  board: Stock | null;
  after: View;
}

/** What of a board is needed: which deed a square is, and the Bank's stock. */
type Stock = Pick<Board, 'squares' | 'houses' | 'hotels'>;

function withDeed(
  view: View,
  event: Event,
  { board, after }: Setting,
  change: (view: View, deed: number) => View,
): View {
  const deed = board?.squares[event.square ?? -1]?.deed;
  if (deed == null) return view;
  const next = change(view, deed);
  return { ...next, rent: replaced(next.rent, deed, after.rent[deed] ?? 0) };
}

function withLevel(view: View, event: Event, setting: Setting): View {
  return withDeed(view, event, setting, (old, deed) => {
    const level = replaced(old.level, deed, event.level ?? 0);
    const houses = setting.board!.houses - level.reduce((sum, built) => sum + (built < HOTEL ? built : 0), 0);
    const hotels = setting.board!.hotels - level.filter((built) => built === HOTEL).length;
    return { ...old, level, houses, hotels };
  });
}

function owned(view: View, event: Event, setting: Setting, owner: number | null | undefined): View {
  return owner == null
    ? view
    : withDeed(view, event, setting, (old, deed) => ({ ...old, owner: replaced(old.owner, deed, owner) }));
}

function mortgaged(view: View, event: Event, setting: Setting, down: boolean): View {
  return withDeed(view, event, setting, (old, deed) => ({ ...old, mortgaged: replaced(old.mortgaged, deed, down) }));
}

/** The view once the event is drawn onto it; `after` is the server's view when all events of the message are. */
export function project(view: View, event: Event, board: Stock | null, after: View): View {
  const setting = { board, after };
  switch (event.kind) {
    case 'TurnBegan':
      return { ...view, on_turn: event.player ?? view.on_turn, turn: event.amount ?? view.turn, doubles: 0, throws: 0 };
    case 'DiceThrown':
      return { ...view, dice: event.dice ?? [], throws: (view.throws ?? 0) + (event.rule === 'rent.throw' ? 0 : 1) };
    case 'Moved':
      return withPlayer(view, event.player, { square: event.square ?? 0 });
    case 'SentToJail':
      return withPlayer(view, event.player, { square: event.square ?? 0, jail: 1 });
    case 'LeftJail':
      return withPlayer(view, event.player, { jail: 0 });
    case 'WentBankrupt':
      return withPlayer(view, event.player, { out: true });
    case 'Paid':
      return paid(view, event);
    case 'DeedBought':
    case 'DeedDealt':
    case 'AuctionWon':
      return owned(view, event, setting, event.player);
    case 'DeedPassed':
      return owned(view, event, setting, event.other);
    case 'Mortgaged':
      return mortgaged(view, event, setting, true);
    case 'MortgageLifted':
      return mortgaged(view, event, setting, false);
    case 'Built':
    case 'BuildingSold':
      return withLevel(view, event, setting);
    case 'CardPassed':
      return event.deck == null || event.other == null
        ? view
        : { ...view, jail_cards: replaced(view.jail_cards, event.deck === 'chance' ? 0 : 1, event.other) };
    default:
      return view;
  }
}
