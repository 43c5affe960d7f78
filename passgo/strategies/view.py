"""A game as one seat may see it: what a strategy is given to decide by."""

from random import Random
from typing import Any, NoReturn

from passgo.dealer import TypedDealer
from passgo.editions import Bills, Deed, Ruleset
from passgo.game import IllegalAction
from passgo.game.asking import Asked
from passgo.game.engine import Engine
from passgo.game.setup_options import seated
from passgo.game.views import Player
from passgo.notation.actions import Action
from passgo.notation.drawing import drawn
from passgo.notation.events import Event
from passgo.rules import ids
from passgo.rules.codes import BANK, PLAYERS


class Opponent(Player):
    """Another player, whose cash is a secret."""

    __slots__ = ()

    def _secret(self, what: str) -> NoReturn:
        raise ValueError(f"{what} of {self.name} is a secret at this table (table.cash-private)")

    @property
    def cash(self) -> int:
        """A secret."""
        self._secret("the cash")

    @property
    def bills(self) -> Bills:
        """A secret."""
        self._secret("the cash")

    @property
    def worth(self) -> int:
        """A secret, for cash is part of it."""
        self._secret("the worth")

    def __repr__(self) -> str:
        return f"<{self.name}: on {self.square}, {len(self.deeds)} deeds>"


class SeatView(Asked):
    """A `Game` to look at, from one seat: a copy, so that nothing done to it touches the game.

    It shows everything that a `Game` shows, but for the events of the past, and the cash of others where the table
    keeps that secret.

    >>> from passgo import editions
    >>> view = SeatView(editions.ruleset("classic"), 2, 0)
    >>> view.me.name, view.me.square
    ('Player 1', 'GO')
    """

    def __init__(self, table: Ruleset, players: int, seat: int) -> None:
        self._names = seated(table, players)
        self._tokens = table.tokens[:players]
        self._dealer = TypedDealer()
        self._engine = Engine(table)
        self._g = self._engine.g
        self._events: list[Event] = []
        self._last_rule = ids.NAMES[ids.SETUP_START]
        self._seat = seat
        self.cash_is_secret = bool(table.record[0]["table_cash_private"])
        """Does the table keep everybody's cash secret?"""
        self._engine.setup(players)
        self._ask_once()
        self.begin("")

    def _ask_once(self) -> None:
        """Compile whatever a strategy may ask, if that is not done, before it thinks against the clock."""
        self._engine.legal(self._engine.next_to_decide)
        self._engine.allowed()

    def begin(self, seed: str) -> None:
        """A new game begins."""
        self.memory: dict[Any, Any] = {}
        """For what the bot wants to remember until the end of this game."""
        self.random = Random(seed)
        """For a bot that likes chance: the same in the same game of the same seed."""

    def look(self, position: bytes) -> None:
        """Show this position."""
        self._engine.position = position
        if self.cash_is_secret:
            for account in (*range(PLAYERS), BANK):  # what the Bank has paid out would tell what the others hold
                if account != self._seat:
                    self._g.cash[account] = 0

    @property
    def me(self) -> Player:
        """The player who looks."""
        return self[self.names[self._seat]]

    def __getitem__(self, name: str) -> Player:
        """A player: `game["Player 2"].deeds`."""
        seat = self._names.seat(name)
        kind = Opponent if self.cash_is_secret and seat != self._seat else Player
        return kind(self._names, self._g, seat, self._tokens[seat])

    @property
    def others(self) -> tuple[Player, ...]:
        """The other players still in the game, in the order of their turns after mine."""
        seats = [(self._seat + n) % len(self.names) for n in range(1, len(self.names))]
        return tuple(player for player in (self[self.names[seat]] for seat in seats) if not player.out)

    def deed(self, name: str) -> Deed:
        """The deed of a square: its printed price, its group, what a building costs."""
        return self.table.deeds[self._names.deed(name)]

    @property
    def is_asked(self) -> bool:
        """Does the game wait for me? If not, it is another's turn, and I may do something or nothing."""
        return self.next_to_decide == self.names[self._seat]

    @property
    def events(self) -> list[Event]:
        """Not kept: a strategy that wants to know the past notes it in `memory`."""
        raise ValueError("a simulated game keeps no list of events: note what you need in game.memory")

    def legal_actions(self, player: str | None = None) -> list[Action]:
        """Everything that I may do now."""
        return super().legal_actions(self._mine(player))

    def check(self, action: Action | str, player: str | None = None) -> IllegalAction | None:
        """Could I play this now? None, or the refusal."""
        return super().check(action, self._mine(player))

    def _mine(self, player: str | None) -> str:
        """My own name; of others one cannot know what they may do, where cash is secret."""
        seat = self._seat if player is None else self._names.seat(player)
        if self.cash_is_secret and seat != self._seat:
            raise ValueError(f"what {player} may do depends on their cash, which is a secret (table.cash-private)")
        return self.names[seat]

    def drawn(self) -> str:
        """The board, drawn for a terminal, as I see it."""
        return drawn(self._names, self._tokens, self._g, self.names[self._seat])

    def __str__(self) -> str:
        return self.drawn()

    def __repr__(self) -> str:
        return f"<game of {self.names[self._seat]}, {self.table.edition}: turn {self.turn}, {self.phase}>"
