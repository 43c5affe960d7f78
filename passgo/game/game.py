"""`Game`: the friendly face of the engine."""

from collections.abc import Sequence
from typing import Any

from passgo.dealer import Dealer
from passgo.game.asking import Asked
from passgo.game.engine import Engine
from passgo.game.records import format_record, opened, replay
from passgo.game.setup_options import checked_dealer, chosen_dealer, chosen_table, chosen_tokens, filled_tokens, seated
from passgo.notation.actions import CHANCE_KINDS, Action
from passgo.notation.dict_reader import Setting, position_from_dict
from passgo.notation.dict_writer import position_to_dict
from passgo.notation.drawing import drawn
from passgo.notation.events import Event, events_of
from passgo.notation.names import Names
from passgo.notation.position_line import format_position, parse_position
from passgo.notation.record import parse_record
from passgo.notation.validity import check as check_lawful
from passgo.rules import codes, ids
from passgo.rules.turns import chance_to_act

Mark = tuple[bytes, int, int, int]
"""Where `undo` goes back to: the position, and how many actions, chance events and events there had been."""


class Game(Asked):
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
        table = chosen_table(edition, options)
        names = seated(table, players)
        self._open(names, chosen_tokens(table, names, tokens), chosen_dealer(dealer, seed))
        self._begin(None)

    def _open(self, names: Names, tokens: tuple[str, ...], dealer: Dealer) -> None:
        """Sit down at an empty table."""
        self._names, self._tokens, self._dealer = names, tokens, dealer
        self._engine = Engine(names.table)
        self._g = self._engine.g
        self._marks: list[Mark] = []
        self._steps: list[bytes] = []
        self._chances = 0
        self._events: list[Event] = []
        self._last_rule = ids.NAMES[ids.SETUP_START]

    def _begin(self, start: bytes | None, deal: bool = True) -> None:
        """Begin a new game, or go on from a position set up by hand; then let chance play, if it is to."""
        if start is None:
            self._engine.setup(len(self.names))
        else:
            self._engine.position = start
        self._by_hand, self._start = start is not None, self._engine.position
        self._events = events_of(self._names, self._engine.log)
        if deal:
            self._let_chance_play()

    # Playing

    def play(self, action: Action | str, player: str | None = None) -> list[Event]:
        """Play an action, given as an `Action` or as text, and the chance that follows it; what happened.

        >>> game = Game("classic", players=["Ann", "Ben"], seed=7)
        >>> game.play("end turn")
        Traceback (most recent call last):
        passgo.errors.IllegalAction: 'Ben: end turn' is refused: ... (move.turn-end)
        """
        first = len(self._events)
        self._perform(action, player)
        try:
            self._let_chance_play()
        except BaseException:  # a dealer of the caller's own may fail; then nothing has been played
            self.undo()
            raise
        return self._events[first:]

    def throw(self, first: int, second: int, speed: int | str | None = None) -> list[Event]:
        """Throw, if that has not been done, and say what the dice show; the Speed Die is 1 to 3, "bus" or "mr. m".

        >>> game = Game("classic", players=["Ann", "Ben"], dealer="typed")
        >>> game.throw(6, 5)[-1], game.throw(1, 2)[-1]
        (DiceThrown('Ann', 6, 5), TurnBegan('Ann', 'GO', 1))
        >>> game.throw(1, 2)[-1]
        Moved('Ann', 'Baltic Avenue', 3)
        """
        words = " ".join(str(die) for die in (first, second, speed) if die is not None)
        return self._dictate(f"dice {words}", codes.PHASE_BEFORE_THROW)

    def draw(self, card: str) -> list[Event]:
        """Say which card is turned up, where the game waits for one.

        >>> game = Game("classic", players=["Ann", "Ben"], dealer="typed", setup_first_player="first-seat")
        >>> game.throw(3, 4)[-1], game.to_act
        (Moved('Ann', 'chance_7', 7), ('Chance',))
        >>> game.draw("bank_dividend")[-1]
        Paid('Bank', 'Ann', 50)
        """
        return self._dictate(f"card {card}")

    def deal_deed(self, deed: str) -> list[Event]:
        """Say which deed is dealt, at the start of a short game."""
        return self._dictate(f"deed {deed}")

    def strike_hour(self) -> list[Event]:
        """The agreed hour of a short game has come."""
        return self.play(Action("StrikeHour"))

    def undo(self) -> None:
        """Take back the last action of a player and the chance after it; the dice to come are as they were."""
        if not self._marks:
            raise ValueError("there is nothing to take back")
        self._restore(self._marks.pop())

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
        kept = {name: value for name, value in vars(self).items() if name not in ("_engine", "_g")}
        kept |= {name: value[:] for name, value in kept.items() if isinstance(value, list)}
        return {**kept, "position": self._engine.position}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self._open(kept["_names"], kept["_tokens"], kept["_dealer"])
        self._engine.position = kept.pop("position")
        vars(self).update(kept)

    def _dictate(self, said: str, throwing: int | None = None) -> list[Event]:
        """Play what chance does, after taking up the dice if the game waits for that; all of it, or nothing."""
        first, before, marks = len(self._events), self._mark(), len(self._marks)
        try:
            if self._g.phase == throwing and self._g.matters == 0:
                self._perform("throw", self.on_turn)
            self._perform(said, None)
            self._let_chance_play()
        except BaseException:  # not only refusals: a dealer may fail
            self._restore(before)
            del self._marks[marks:]
            raise
        return self._events[first:]

    def _let_chance_play(self) -> None:
        """While it is for chance to act, the dealer says what happens; with typed dice the game waits."""
        g, engine, dealer = self._g, self._engine, self._dealer
        while chance_to_act(g) and not dealer.waits:
            engine.deal(dealer, self._chances)
            if engine.step():
                raise ValueError(f"the dealer {dealer!r} dealt what cannot happen in the phase {self.phase}")
            self._note(chance=True)

    def _perform(self, action: Action | str, player: str | None) -> None:
        """Play one action, of a player or of chance, and nothing after it."""
        understood = self._write(action, player)
        is_chance = understood.kind in CHANCE_KINDS
        mark = self._mark()
        refused = self._engine.step()
        if refused:
            raise self._refusal(understood, refused)
        # Chance belongs to the action that it follows; typed in before the first one, it stands by itself.
        if not is_chance or (self._dealer.waits and self._chances == len(self._steps)):
            self._marks.append(mark)
        self._note(is_chance)

    def _note(self, chance: bool) -> None:
        """Remember the step just made."""
        self._steps.append(self._engine.played)
        self._chances += chance
        happened = events_of(self._names, self._engine.log)
        if happened:
            self._events += happened
            self._last_rule = happened[-1].rule

    def _mark(self) -> Mark:
        return self._engine.position, len(self._steps), self._chances, len(self._events)

    def _restore(self, mark: Mark) -> None:
        self._engine.position, steps, self._chances, events = mark
        del self._steps[steps:], self._events[events:]

    # As text

    @property
    def position(self) -> str:
        """The position as one line of text.

        >>> game = Game("classic", players=2, seed=7)
        >>> Game.from_position(game.position).position == game.position
        True
        """
        return format_position(self.table, self._g)

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
        return cls._set_up(position_from_dict(position), chosen_dealer(dealer, seed))

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
        table, records = parse_position(line)
        names = seated(table, int(records[0]["players"]) if players is None else players)
        if len(names.players) != records[0]["players"]:
            raise ValueError(f"the position has {records[0]['players']} players, not {len(names.players)}")
        return cls._set_up(Setting(names, [None] * len(names.players), records), chosen_dealer(dealer, seed))

    @classmethod
    def _set_up(cls, setting: Setting, dealer: Dealer) -> "Game":
        """A game from a position that is yet to be judged."""
        check_lawful(setting)
        game = object.__new__(cls)
        game._open(setting.names, filled_tokens(setting.names.table, setting.tokens), dealer)
        game._begin(setting.records.tobytes())
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
        start = self._start if self._by_hand else None
        return format_record(self._names, self._tokens, self._dealer, self._steps, start, self.outcome is not None)

    @classmethod
    def from_record(cls, text: str, *, dealer: Dealer | None = None) -> "Game":
        """The game of a record, replayed and verified line by line.

        To go on with a game of a `VerifiableDealer`, give the dealer again; without it the dice are typed in.

        >>> game = Game("classic", players=["Ann", "Ben"], seed=7)
        >>> _ = game.play("throw")
        >>> Game.from_record(game.record()).position == game.position
        True
        """
        game = cls._replayed(text, dealer)
        game._let_chance_play()  # real dice may have been put away just before a throw
        return game

    @classmethod
    def _replayed(cls, text: str, dealer: Dealer | None) -> "Game":
        """The game of a record, exactly as far as it goes."""
        heading, lines = parse_record(text)
        names, tokens, said_dealer, start = opened(heading)
        game = object.__new__(cls)
        game._open(names, tokens, said_dealer if dealer is None else checked_dealer(dealer))
        game._begin(start, deal=False)
        replay(game, heading, lines)
        return game

    def drawn(self, viewer: str | None = None) -> str:
        """The board, drawn for a terminal: all of it, or what a player may see (`table.cash-private`)."""
        if viewer is not None:
            viewer = self.names[self._names.seat(viewer)]
        return drawn(self._names, self._tokens, self._g, viewer)

    def __str__(self) -> str:
        return self.drawn()

    def __repr__(self) -> str:
        return f"<Game {self.table.edition}, {', '.join(self.names)}: turn {self.turn}, {self.phase}>"
