"""`Game`: the friendly face of the engine."""

from collections.abc import Sequence
from typing import Any

from passgo.dealer import Dealer, VerifiableDealer
from passgo.game.course import Course, Refusal
from passgo.game.engine import Engine
from passgo.game.records import check_chance, dealer_of, format_record, read_heading, replay
from passgo.game.setup_options import (
    check_dealer,
    choose_dealer,
    choose_ruleset,
    choose_tokens,
    fill_tokens,
    seat_players,
)
from passgo.game.views import View
from passgo.notation.actions import Action
from passgo.notation.dict_reader import Draft, position_from_dict
from passgo.notation.dict_writer import position_to_dict
from passgo.notation.drawing import draw_board
from passgo.notation.events import RULE, Event
from passgo.notation.names import Names
from passgo.notation.position_line import format_position, parse_position
from passgo.notation.record import parse_record
from passgo.notation.validity import check_arranged, check_position
from passgo.rules import codes, ids


class Game(View):
    """A game at a table of one edition, with named players.

    >>> import passgo
    >>> game = passgo.Game("classic", players=["Ann", "Ben", "Cy"], seed=7)
    >>> game.to_act
    ('Ben',)
    >>> game.legal_actions()[0]
    Throw()
    >>> for event in game.play("throw"):
    ...     print(event)
    Ben throws ...
    >>> game.undo()
    >>> game["Ben"].cash, game["Ben"].square, game.bank.houses
    (1500, 'GO', 32)
    """

    def __init__(
        self,
        edition: str = "classic",
        players: Sequence[str] | int = 4,
        *,
        seed: int | None = None,
        dealer: str | Dealer = "seeded",
        tokens: Sequence[str] | None = None,
        **options: object,
    ) -> None:
        ruleset = choose_ruleset(edition, options)
        names = seat_players(ruleset, players)
        self._open(names, choose_tokens(ruleset, names, tokens), choose_dealer(dealer, seed), None)
        self._course.let_chance_act()

    def _open(self, names: Names, tokens: tuple[str, ...], dealer: Dealer, start: bytes | None) -> None:
        """Begin a new game, or go on from a position set up by hand."""
        super().__init__(names, tokens, dealer, Engine(names.table))
        self._course = Course(self._engine, dealer)
        if start is None:
            self._course.begin(len(names.players))
        else:
            self._engine.position = start
        self._by_hand, self._start = start is not None, self._engine.position

    # Playing

    def play(self, action: Action | str, player: str | None = None) -> list[Event]:
        """Play an action, given as an `Action` or as text, and the chance that follows it; what happened.

        >>> game = Game("classic", players=["Ann", "Ben"], seed=7)
        >>> game.play("end turn")
        Traceback (most recent call last):
        passgo.errors.IllegalAction: 'Ben: end turn' is refused: ... (move.turn-end)
        """
        return self._play_all((action, player))

    def throw(self, first: int, second: int, speed: int | str | None = None) -> list[Event]:
        """Throw, if that has not been done, and say what the dice show; the Speed Die is 1 to 3, "bus" or "mr. m".

        >>> game = Game("classic", players=["Ann", "Ben"], dealer="typed")
        >>> game.throw(6, 5)[-1], game.throw(1, 2)[-1]
        (DiceThrown('Ann', 6, 5), TurnBegan('Ann', 'GO', 1))
        >>> game.throw(1, 2)[-1]
        Moved('Ann', 'Baltic Avenue', 3)
        """
        words = " ".join(str(die) for die in (first, second, speed) if die is not None)
        if self._g.phase == codes.PHASE_BEFORE_THROW and self._g.matters == 0:
            return self._play_all(("throw", self.on_turn), (f"dice {words}", None))
        return self._play_all((f"dice {words}", None))

    def draw(self, card: str) -> list[Event]:
        """Say which card is turned up, where the game waits for one.

        >>> game = Game("classic", players=["Ann", "Ben"], dealer="typed", setup_first_player="first-seat")
        >>> game.throw(3, 4)[-1], game.to_act
        (Moved('Ann', 'chance_7', 7), ('Chance',))
        >>> game.draw("bank_dividend")[-1]
        Paid('Bank', 'Ann', 50)
        """
        return self._play_all((f"card {card}", None))

    def deal_deed(self, deed: str) -> list[Event]:
        """Say which deed is dealt, at the start of a short game."""
        return self._play_all((f"deed {deed}", None))

    def strike_hour(self) -> list[Event]:
        """The agreed hour of a short game has come."""
        return self.play(Action("StrikeHour"))

    def undo(self) -> None:
        """Take back the last action of a player and the chance after it; the dice to come are as they were."""
        self._course.undo()

    def copy(self) -> "Game":
        """A game of its own at the same point, with the same dice to come."""
        twin = object.__new__(type(self))
        twin.__setstate__(self.__getstate__())
        return twin

    def __copy__(self) -> "Game":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the engine, whose memory cannot be shared or sent: of that, the position."""
        course = self._course
        return {
            "opened": (self._names, self._tokens, self._dealer, self._start if self._by_hand else None),
            "position": self._engine.position,
            "course": (course.chances, course.steps[:], course.events[:], course.marks[:]),
            "last_rule": self._last_rule,
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self._open(*kept["opened"])
        self._engine.position, self._last_rule = kept["position"], kept["last_rule"]
        course = self._course
        course.chances, course.steps, course.events, course.marks = kept["course"]

    def _play_all(self, *actions: tuple[Action | str, str | None]) -> list[Event]:
        """Play actions, each with its player, and the chance after them: all of it, or nothing. What happened."""
        before = self._course.mark()
        try:
            for action, player in actions:
                self._perform(action, player)
            self._course.let_chance_act()
        except BaseException:  # not only refusals: a dealer of the caller's own may fail
            self._course.restore(before)
            raise
        self._note_rule()
        return self._events_since(before.events)

    def _perform(self, action: Action | str, player: str | None) -> None:
        """Play one action, of a player or of chance, and nothing after it."""
        understood = self._write(action, player)
        try:
            self._course.act()
        except Refusal as refusal:
            raise self._refusal(understood, refusal.rule) from None
        self._note_rule()

    def _note_rule(self) -> None:
        """`why` without a rule asks about what happened last."""
        if self._course.events:
            self._last_rule = ids.NAMES[self._course.events[-1][RULE]]

    @property
    def events(self) -> list[Event]:
        """Everything that happened so far."""
        return self._events_since(0)

    def _events_since(self, first: int) -> list[Event]:
        return [Event(self._names, numbers) for numbers in self._course.events[first:]]

    # As text

    @property
    def position(self) -> str:
        """The position as one line of text.

        >>> game = Game("classic", players=2, seed=7)
        >>> Game.from_position(game.position).position == game.position
        True
        """
        return format_position(self.ruleset, self._g)

    def to_dict(self) -> dict[str, Any]:
        """The position as a dictionary with names in it."""
        return position_to_dict(self._names, self._tokens, self._g)

    @classmethod
    def from_dict(cls, position: dict[str, Any], *, seed: int | None = None, dealer: str | Dealer = "seeded") -> "Game":
        """A game from a position set up by hand; everything may be left out that is as at the start.

        >>> game = Game.from_dict({"players": {"Ann": {"deeds": {"boardwalk": 4, "park place": "hotel"}}, "Ben": {}}})
        >>> game["Ann"].deeds, game.bank.houses
        ({'Park Place': 'hotel', 'Boardwalk': 4}, 28)
        >>> Game.from_dict({"players": {"Ann": {"deeds": {"boardwalk": 1}}, "Ben": {}}})
        Traceback (most recent call last):
        passgo.errors.UnlawfulPosition: ... its group Dark blue is not complete (build.group)
        """
        draft = position_from_dict(position)
        check_position(draft)
        check_arranged(draft)
        return cls._set_up(draft, choose_dealer(dealer, seed))

    @classmethod
    def from_position(
        cls,
        line: str,
        players: Sequence[str] | None = None,
        *,
        seed: int | None = None,
        dealer: str | Dealer = "seeded",
    ) -> "Game":
        """A game from the line of a position."""
        ruleset, records = parse_position(line)
        names = seat_players(ruleset, int(records[0]["players"]) if players is None else players)
        if len(names.players) != records[0]["players"]:
            raise ValueError(f"the position has {records[0]['players']} players, not {len(names.players)}")
        draft = Draft(names, [None] * len(names.players), records)
        check_position(draft)
        return cls._set_up(draft, choose_dealer(dealer, seed))

    @classmethod
    def _set_up(cls, draft: Draft, dealer: Dealer) -> "Game":
        """A game from a lawful position."""
        game = object.__new__(cls)
        game._open(draft.names, fill_tokens(draft.names.table, draft.tokens), dealer, draft.records.tobytes())
        game._course.let_chance_act()
        return game

    def record(self) -> str:
        """The whole game as a text that a person can read and `from_record` replays.

        The seed of a `SeededDealer` stands in it; a `VerifiableDealer` reveals its secret when the game is over.

        >>> print(Game("classic", players=["Ann", "Ben"], dealer="typed").record())
        passgo record 1
        edition: classic
        player: Ann (kite)
        player: Ben (acorn)
        dealer: typed
        <BLANKLINE>
        end: 0 actions [...]
        """
        start, over = self._start if self._by_hand else None, self.outcome is not None
        return format_record(self._names, self._tokens, self._dealer, self._course.steps, start, over)

    @classmethod
    def from_record(cls, text: str, *, dealer: Dealer | None = None) -> "Game":
        """The game of a record, replayed and verified line by line.

        To go on with a game of a `VerifiableDealer`, give the dealer again; without it the dice are typed in.

        >>> game = Game("classic", players=["Ann", "Ben"], seed=7)
        >>> _ = game.play("throw")
        >>> Game.from_record(game.record()).position == game.position
        True
        """
        game = cls._replay(text, dealer)
        game._course.let_chance_act()  # real dice may have been put away just before a throw
        return game

    @classmethod
    def _replay(cls, text: str, dealer: Dealer | None) -> "Game":
        """The game of a record, exactly as far as it goes."""
        heading, lines = parse_record(text)
        names, tokens, dealer_then, start = read_heading(heading)
        game = object.__new__(cls)
        game._open(names, tokens, dealer_then if dealer is None else check_dealer(dealer), start)
        replay(names, game._course, heading, lines, lambda line: game._perform(line, None))
        return game

    def drawing(self, viewer: str | None = None) -> str:
        """The board, drawn for a terminal: all of it, or what a player may see (`table.cash-private`)."""
        if viewer is not None:
            viewer = self.names[self._names.seat(viewer)]
        return draw_board(self._names, self._tokens, self._g, viewer)

    def __str__(self) -> str:
        return self.drawing()

    def __repr__(self) -> str:
        return f"<Game {self.ruleset.edition}, {', '.join(self.names)}: turn {self.turn}, {self.phase}>"


def verify(text: str, secret: bytes | None = None) -> int:
    """Check that every throw and card of a record is what its dealer's seed or secret gives; how many there were.

    The secret of a `VerifiableDealer` stands in the record when the game is over; before, it must be given.

    >>> from passgo import VerifiableDealer
    >>> game = Game("classic", players=["Ann", "Ben"], dealer=VerifiableDealer(bytes(32)))
    >>> verify(game.record(), secret=bytes(32))
    2
    """
    heading, lines = parse_record(text)
    dealer = VerifiableDealer(secret) if secret is not None else dealer_of(heading)
    if dealer.waits or str(dealer) != heading.dealer:
        raise ValueError(f"the dealer of this record is {heading.dealer!r}: its secret is needed to verify it")
    game = Game._replay(text, dealer)
    return check_chance(game._names, game._start, game._course.steps, dealer, lines)
