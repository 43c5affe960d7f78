"""A game as one seat may see it: what a strategy is given to decide by."""

from random import Random
from typing import Any, NamedTuple, NoReturn

from passgo.dealer import TypedDealer
from passgo.editions import Bills, Deed, Ruleset
from passgo.errors import IllegalAction
from passgo.game.engine import Engine
from passgo.game.setup_options import seat_players
from passgo.game.views import Player, View
from passgo.machine.decorators import cite
from passgo.notation.actions import Action
from passgo.notation.drawing import draw_board
from passgo.notation.events import Event
from passgo.rules import codes


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


class Viewer(Player):
    """The player who looks. While they choose how to pay the income tax, nobody adds up their worth for them."""

    __slots__ = ()

    @property
    def worth(self) -> int:
        """As for every player; but nobody may read it while the blind choice of a tax is open."""
        if self._g.phase == codes.PHASE_CHOOSE_TAX and self._g.on_turn == self.seat:
            raise ValueError(f"the worth of {self.name} is added up after the choice, not before (tax.income-blind)")
        return super().worth


cite(Viewer, ("tax.income-blind",))


class Judgement(NamedTuple):
    """What becomes of a strategy's answer: the action it names, its record, and the rule that refuses it, or 0."""

    action: Action
    record: bytes
    rule: int


class SeatView(View):
    """A `Game` to look at, from one seat: a copy, so that nothing done to it touches the game.

    It shows everything that a `Game` shows, but for the events of the past, and the cash of others where the table
    keeps that secret.

    >>> from passgo import editions
    >>> view = SeatView(editions.ruleset("classic"), 2, 0)
    >>> view.me.name, view.me.square
    ('Player 1', 'GO')
    """

    def __init__(self, ruleset: Ruleset, players: int, seat: int) -> None:
        names = seat_players(ruleset, players)
        super().__init__(names, ruleset.tokens[:players], TypedDealer(), Engine(ruleset))
        self._seat = seat
        self.cash_is_secret = bool(ruleset.record[0]["table_cash_private"])
        """Does the table keep everybody's cash secret?"""
        self._engine.setup(players)
        self._warm()
        self.begin("")

    def _warm(self) -> None:
        """Compile whatever a strategy may ask, if that is not done, before it thinks against the clock."""
        self._engine.legal(self._engine.next_to_decide)
        self._engine.allowed()

    def begin(self, seed: str) -> None:
        """A new game begins."""
        self.memory: dict[Any, Any] = {}
        """For what the bot wants to remember until the end of this game."""
        self.random = Random(seed)
        """Random numbers for the bot: the same in the same game of the same seed."""

    def look(self, position: bytes) -> None:
        """Show this position."""
        self._engine.position = position
        if self.cash_is_secret:
            for account in (
                *range(codes.PLAYERS),
                codes.BANK,
            ):  # the Bank's account would reveal the cash of the others
                if account != self._seat:
                    self._g.cash[account] = 0

    @property
    def me(self) -> Player:
        """The player who looks."""
        return self[self.names[self._seat]]

    def __getitem__(self, name: str) -> Player:
        """A player: `game["Player 2"].deeds`."""
        seat = self._names.seat(name)
        kind = Viewer if seat == self._seat else Opponent if self.cash_is_secret else Player
        return kind(self._names, self._g, seat, self._tokens[seat])

    @property
    def others(self) -> tuple[Player, ...]:
        """The other players still in the game, in the order of their turns after mine."""
        seats = [(self._seat + n) % len(self.names) for n in range(1, len(self.names))]
        return tuple(player for player in (self[self.names[seat]] for seat in seats) if not player.out)

    def deed(self, name: str) -> Deed:
        """The deed of a square: its printed price, its group, what a building costs."""
        return self.ruleset.deeds[self._names.deed(name)]

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
        """My own name. Where cash is secret, nobody can know what others may do."""
        seat = self._seat if player is None else self._names.seat(player)
        if self.cash_is_secret and seat != self._seat:
            raise ValueError(f"what {player} may do depends on their cash, which is a secret (table.cash-private)")
        return self.names[seat]

    def judge(self, answer: Action | str) -> Judgement:
        """What becomes of my answer; `ValueError` if it is no action at all."""
        action = self._write(answer, self.names[self._seat])
        return Judgement(action, self._engine.played, self._engine.allowed())

    def drawing(self) -> str:
        """The board, drawn for a terminal, as I see it."""
        return draw_board(self._names, self._tokens, self._g, self.names[self._seat])

    def __str__(self) -> str:
        return self.drawing()

    def __repr__(self) -> str:
        return f"<game of {self.names[self._seat]}, {self.ruleset.edition}: turn {self.turn}, {self.phase}>"
