"""Numbered actions and the actions of a game, each from the other (`docs/environments.md` has the table).

Most actions are one number. A deal is several: with whom, what joins it, and how it is sent. A bid that is not on the
grid has the number of the highest one on the grid that is not above it.
"""

from collections.abc import Iterable

from passgo.envs.tables import actions as space
from passgo.game import Game
from passgo.machine.records import STRUCTURES, plain
from passgo.notation.actions import Action
from passgo.notation.names import Names
from passgo.rules import codes
from passgo.rules.actions import DEALS, KINDS
from passgo.rules.deeds import free_cash
from passgo.rules.sets import has
from passgo.rules.state import Action as Record
from passgo.rules.state import Edition, State
from passgo.rules.waiting import next_one


class Position:
    """A position with the player who acts in it, as the rules read it."""

    def __init__(self, game: Game, player: str | None) -> None:
        self.g = plain(State, bytearray(game.to_bytes()))
        self.e = plain(Edition, game.ruleset.record)
        self.names = Names(game.ruleset, game.names)
        self.player = next_one(self.g) if player is None else self.names.seat(player)
        self.record: Record = STRUCTURES[Record]()  # type: ignore[assignment]

    def named(self) -> Action:
        """The action of the record, by its names."""
        return self.names.read(bytes(self.record), self.g.deck)  # type: ignore[call-overload]


def action_to_indices(game: Game, action: Action, player: str | None = None) -> tuple[int, ...]:
    """The numbers of an action of whoever must decide, or of a player; several for a deal.

    >>> game = Game("classic", players=["Ann", "Ben"], seed=7)
    >>> action_to_indices(game, game.legal_actions()[0])
    (0,)
    """
    at = Position(game, player)
    at.names.write(action, at.player, at.g.deck, at.record)
    if at.record.kind in DEALS:
        return deal_indices(at)
    if at.record.kind == codes.BID:
        return (bid_index(at.g, at.e, at.player, at.record.amount),)
    if at.player == codes.CHANCE or at.record.kind >= codes.DICE:
        raise ValueError(f"{action!r} is no action of a player")
    return (space.index_of(at.g, at.e, at.record),)


def bid_index(g: State, e: Edition, player: int, amount: int) -> int:
    """The number of a bid: the highest of the grid that is not above it."""
    grid = [space.bid_of(g, e, player, n) for n in range(space.ALL_IN + 1)]
    fitting = [(grid[n], -n) for n in range(len(grid)) if grid[n] <= min(amount, free_cash(g, e, player))]
    if not fitting:
        raise ValueError(f"the lowest bid is ${grid[0]}, not ${amount}")
    return space.BID_AT - max(fitting)[1]


def deal_indices(at: Position) -> tuple[int, ...]:
    """The numbers that compose the deal of the record, and send it."""
    a = at.record
    deeds, cards = a.give_deeds | a.take_deeds, a.give_cards | a.take_cards
    cash, begins = (a.give_cash, space.GIVE_AT) if a.give_cash else (a.take_cash, space.TAKE_AT)
    if cash > space.MOST_CASH:
        raise ValueError(f"a composed deal has at most ${space.MOST_CASH} in it, not ${cash}")
    indices = [space.WITH_AT + space.to_the_left(at.g, at.player, a.other) - 1]
    indices += [space.DEED_AT + deed for deed in range(codes.DEEDS) if has(deeds, deed)]
    indices += [space.DEAL_CARD_AT + deck for deck in range(2) if has(cards, deck)]
    for n, size in enumerate(space.SIZES):
        indices += [begins + n] * (cash // size)
        cash %= size
    return (*indices, space.SEND_AT + space.SENDS.index(a.kind))


def indices_to_action(game: Game, indices: Iterable[int], player: str | None = None) -> Action:
    """The action that numbers stand for, now: one number, or those of a whole deal.

    >>> game = Game("classic", players=["Ann", "Ben"], seed=7)
    >>> indices_to_action(game, [0])
    Throw()
    """
    at = Position(game, player)
    first, *rest = indices
    if first < space.WITH_AT and not rest and first != space.SILENCE:
        space.write_action(at.g, at.e, at.record, at.player, first)
        return at.named()
    if not space.WITH_AT <= first < space.DEED_AT or not rest or not space.SEND_AT <= rest[-1] < space.DROP:
        raise ValueError(f"{[first, *rest]} is neither one action nor a whole deal, from `deal with` to `send`")
    draft: Record = STRUCTURES[Record]()  # type: ignore[assignment]
    draft.player, draft.other = at.player, space.seat_at(at.g, at.player, first - space.WITH_AT + 1)
    for index in rest[:-1]:
        if not space.DEED_AT <= index < space.SEND_AT:
            raise ValueError(f"{index} is nothing that joins a deal")
        space.join(at.g, draft, index)
    space.write_deal(draft, at.record, space.SENDS[rest[-1] - space.SEND_AT])
    return at.named()


def index_name(index: int) -> str:
    """What a number means, in words: `turn over 3` is the block and what it counts.

    >>> index_name(0), index_name(space.TURN_AT + 3)
    ('throw', 'turn over 3')
    """
    if not 0 <= index < space.COUNT:
        raise ValueError(f"an action is a number from 0 to {space.COUNT - 1}, not {index}")
    if index < len(space.SIMPLE):
        return KINDS[space.SIMPLE[index]].word
    name = max((name for name, start in space.STARTS.items() if start <= index), key=space.STARTS.__getitem__)
    size = next(block.size for block in space.BLOCKS if block.name == name)
    return name if size == 1 else f"{name} {index - space.STARTS[name]}"
