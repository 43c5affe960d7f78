"""A game as one seat may see it: what a bot is given to decide by."""

from random import Random
from typing import Any, NamedTuple, NoReturn

from passgo.dealer import TypedDealer
from passgo.editions import Bills
from passgo.errors import IllegalAction
from passgo.game.dates import date_events
from passgo.game.engine import Engine
from passgo.game.views import Board, Player
from passgo.machine.decorators import cite
from passgo.notation.actions import Action
from passgo.notation.drawing import draw_board
from passgo.notation.events import KIND, PLAYER, SQUARE, Event, RawEvent
from passgo.notation.names import Names
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


class View(Board):
    """A game as one seat sees it: a copy, so that nothing done to it touches the game. Bots decide by it.

    It shows what a `Game` shows, by the same names, but for the cash of others where the table keeps that secret.

    >>> from passgo import Game
    >>> game = Game("classic", players=["Ann", "Ben"], seed=7)
    >>> view = game.view("Ben")
    >>> view.me.name, view.me.square, [player.name for player in view.others], view.known_cash
    ('Ben', 'GO', ['Ann'], {'Ann': 1500, 'Ben': 1500})
    >>> _ = game.play("throw")
    >>> print(game.view("Ann").since[-1])
    Ben moves 3 squares to Baltic Avenue.
    """

    def __init__(self, names: Names, tokens: tuple[str, ...], seat: int) -> None:
        super().__init__(names, tokens, TypedDealer(), Engine(names.ruleset))
        self._seat = seat
        self.cash_is_secret = bool(names.ruleset.record[0]["table_cash_private"])
        """Does the table keep everybody's cash secret?"""
        self._events: list[RawEvent] = []
        self._first = 0
        self.begin("")

    def warm(self) -> None:
        """Compile whatever a bot may ask, if that is not done, before it thinks against the clock."""
        self._engine.setup(len(self.names))
        self._engine.legal(self._engine.next_to_decide)
        self._engine.allowed()

    def begin(self, seed: str) -> None:
        """A new game begins."""
        self.memory: dict[Any, Any] = {}
        """For what the bot wants to remember until the end of this game."""
        self.random = Random(seed)
        """Random numbers for the bot: the same in the same game of the same seed."""

    def look(self, position: bytes, events: list[RawEvent], first: int) -> None:
        """Show this position, and the events, those from the `first` on for the first time."""
        self._engine.position = position
        self._events, self._first = events, first
        if self.cash_is_secret:  # the Bank's account too: it would reveal the cash of the others
            for account in (*range(codes.PLAYERS), codes.BANK):
                if account != self._seat:
                    self._g.cash[account] = 0
                    if self._g.uncounted:
                        self._g.ledger[account] = 0

    @property
    def me(self) -> Player:
        """The player who looks."""
        return self._player(self._seat)

    def _player(self, seat: int) -> Player:
        kind = Viewer if seat == self._seat else Opponent if self.cash_is_secret else Player
        return kind(self._names, self._g, seat, self._tokens[seat])

    @property
    def others(self) -> tuple[Player, ...]:
        """The other players still in the game, in the order of their turns after mine."""
        return self._others(self._seat)

    @property
    def is_asked(self) -> bool:
        """Does the game wait for me? If not, it is another's turn, and I may do something or nothing."""
        return self.next_to_decide == self.names[self._seat]

    # What happened

    @property
    def since(self) -> list[Event]:
        """What happened since I was last asked, what I did then included."""
        return self._told(self._first)

    @property
    def events(self) -> list[Event]:
        """Everything that happened so far, as far as I was there; see `known_cash`."""
        return self._told(0)

    def _told(self, first: int) -> list[Event]:
        """The events from that one on, without the worth that a tax makes others count in secret."""
        secret = self.cash_is_secret
        return [
            Event(self._names, numbers, time)
            for numbers, time in date_events(self._events, first, self._g)
            if not (secret and reveals_worth(numbers) and numbers[PLAYER] != self._seat)
        ]

    @property
    def known_cash(self) -> dict[str, int | None]:
        """Everybody's cash as far as it is known: where cash is secret, by adding up what was paid in public.

        Every payment at a table is public, so this is exact, to the dollar, for whoever was there from the beginning.
        None, where nobody can know: of others, if cash is secret and the game began in a position that says that nobody
        had counted (`"counted": False`), or at a server's table events were missed or taken back.
        """
        g = self._g
        if not self.cash_is_secret:
            return {name: g.cash[seat] for seat, name in enumerate(self.names)}
        return {
            name: g.cash[seat] if seat == self._seat else None if g.uncounted else g.ledger[seat]
            for seat, name in enumerate(self.names)
        }

    # What I may do

    def legal_actions(self, player: str | None = None, *, complete: bool = False) -> list[Action]:
        """Everything that I may do now; `complete`, as a list of actions each of which can be played as it stands."""
        return super().legal_actions(self._mine(player), complete=complete)

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

    def svg(self) -> str:
        """The board as a picture, as I see it."""
        from passgo.game.picture import draw_picture  # loaded only when somebody looks

        return draw_picture(self._names, self._tokens, self._g, self.names[self._seat])

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.drawing()

    def __repr__(self) -> str:
        return f"<View of {self.names[self._seat]}, {self.ruleset.edition}: turn {self.turn}, {self.phase}>"


def reveals_worth(numbers: RawEvent) -> bool:
    """Is this a worth that was counted for a tax? One that is counted at the end is public."""
    return numbers[KIND] == codes.WORTH_COUNTED and numbers[SQUARE] != codes.NOBODY
