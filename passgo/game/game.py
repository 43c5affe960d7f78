"""`Game`: the friendly face of the engine."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from passgo.dealer import Dealer
from passgo.game.asking import ROUNDS, AnyBot, Bots, Chances, ask_bot, find_chances, play_out
from passgo.game.course import Course, Mark, Refusal
from passgo.game.earlier import EarlierCourse
from passgo.game.engine import Engine
from passgo.game.records import check_chance, dealer_of, format_record, read_heading, replay
from passgo.game.seats import View
from passgo.game.setup_options import (
    check_dealer,
    choose_dealer,
    choose_ruleset,
    choose_tokens,
    fill_tokens,
    seat_players,
)
from passgo.game.views import Board, Outcome, Player
from passgo.notation.actions import Action
from passgo.notation.corrections import (
    checked_reason,
    corrected,
    format_changes,
    format_set_right,
    format_undo,
    parse_changes,
    parse_set_right,
    parse_undo,
)
from passgo.notation.dict_reader import Draft, position_from_dict
from passgo.notation.dict_writer import position_to_dict
from passgo.notation.drawing import draw_board
from passgo.notation.events import RULE, Event, Time, dated_events
from passgo.notation.names import Names
from passgo.notation.position_line import format_position, parse_position
from passgo.notation.record import parse_record
from passgo.notation.validity import check_arranged, check_position
from passgo.rules import codes, ids


class Game(Board):
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
        options: Mapping[str, object] | None = None,
        **more_options: object,
    ) -> None:
        """Sit down to a new game. Options are given as a dictionary, as in `from_dict`, or each by its name."""
        ruleset = choose_ruleset(edition, options, more_options)
        names = seat_players(ruleset, players)
        self._open(names, choose_tokens(ruleset, names, tokens), choose_dealer(dealer, seed), None)
        self._course.let_chance_act()

    def _open(self, names: Names, tokens: tuple[str, ...], dealer: Dealer, start: bytes | None) -> None:
        """Begin a new game, or go on from a position set up by hand."""
        super().__init__(names, tokens, dealer, Engine(names.ruleset))
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
        return self._play_all(action, player)

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
            return self._play_all("throw", self.on_turn, [f"dice {words}"])
        return self._play_all(f"dice {words}")

    def draw(self, card: str) -> list[Event]:
        """Say which card is turned up, where the game waits for one.

        >>> game = Game("classic", players=["Ann", "Ben"], dealer="typed", setup_first_player="first-seat")
        >>> game.throw(3, 4)[-1], game.to_act
        (Moved('Ann', 'chance_7', 7), ('Chance',))
        >>> game.draw("bank_dividend")[-1]
        Paid('Bank', 'Ann', 50)
        """
        return self._play_all(f"card {card}")

    def deal_deed(self, deed: str) -> list[Event]:
        """Say which deed is dealt, at the start of a short game."""
        return self._play_all(f"deed {deed}")

    def strike_hour(self) -> list[Event]:
        """The agreed hour of a short game has come."""
        return self.play(Action("StrikeHour"))

    def undo(self, reason: str | None = None, *, steps: int | None = None) -> None:
        """Take back the last action of a player and the chance after it; the dice to come are as they were.

        With real dice a reason can be given: then the record keeps what was taken back, and why. `steps` are so many
        lines of the record instead: a card that was typed wrongly can be taken back without the throw before it.

        >>> game = Game("classic", players=["Ann", "Ben"], dealer="typed", setup_first_player="first-seat")
        >>> _ = game.throw(4, 2)
        >>> game.undo("it was a five", steps=1)
        >>> game.throw(5, 2)[-1]
        Moved('Ann', 'chance_7', 7)
        """
        course = self._course
        if reason is None and steps is None:
            course.undo()
            return
        self._require_real_dice()
        said = checked_reason(reason)
        if steps is None:
            steps = len(course.steps) - course.marks[-1].steps if course.marks else 1
        course.take_back(steps, format_undo(steps, said))

    def set_right(self, changes: str, reason: str) -> None:
        """Correct what went wrong at a real table, with a reason; the record keeps both. What is unlawful is refused.

        >>> game = Game("classic", players=["Ann", "Ben"], dealer="typed", setup_first_player="first-seat")
        >>> game.set_right("cash Ann: 1700; deed Boardwalk: Ben", "played before we began to type")
        >>> game["Ann"].cash, game["Ben"].deeds
        (1700, {'Boardwalk': 0})
        >>> game.set_right("lot Boardwalk: 1", "he had built")
        Traceback (most recent call last):
        passgo.errors.UnlawfulPosition: ... its group Dark blue is not complete (build.group)
        """
        self._require_real_dice()
        understood, said = parse_changes(changes, self._names), checked_reason(reason)
        after = corrected(self._names, self._engine.position, understood)
        self._course.set_right(after, format_set_right(understood, said))

    def _require_real_dice(self) -> None:
        if not self._dealer.waits:
            raise ValueError("only a game with typed dice can be corrected: the dice of others are checked afterwards")

    def copy(self) -> "Game":
        """A game of its own at the same point, with the same dice to come."""
        twin = object.__new__(type(self))
        engine = Engine(self.ruleset)
        engine.position = self._engine.position
        twin.__dict__.update(self.__dict__, _engine=engine, _g=engine.g, _course=self._course.copy(engine))
        return twin

    def __eq__(self, other: object) -> bool:
        """Are these the same game at the same point: table, players, all that was done, and the dice to come?"""
        if not isinstance(other, Game):
            return NotImplemented
        return self._identity() == other._identity()

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def _identity(self) -> tuple[object, ...]:
        table = self.ruleset.edition, self.ruleset.options_text, self.names, self._tokens
        dealer = type(self._dealer), str(self._dealer)
        return *table, dealer, self._engine.position, self._start, self._course.history

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
            "course": (course.chances, course.steps[:], course.events[:], course.marks[:], course.told, course.since),
            "last_rule": self._last_rule,
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self._open(*kept["opened"])
        self._engine.position, self._last_rule = kept["position"], kept["last_rule"]
        course = self._course
        course.chances, course.steps, course.events, course.marks, course.told, course.since = kept["course"]

    def _play_all(
        self, action: Action | str, player: str | None = None, said: Sequence[Action | str] = ()
    ) -> list[Event]:
        """Play an action, what was said of chance, and the chance after that: all of it, or nothing. What happened."""
        course, g = self._course, self._g
        before, turn, rounds = course.mark(), g.turn, g.round
        try:
            self._perform(action, player, before)
            for chance in said:
                self._perform(chance, None)
            course.let_chance_act()
        except BaseException:  # not only refusals: a dealer of the caller's own may fail
            course.restore(before)
            raise
        self._note_rule()
        then = Time(turn, rounds)
        now = then if g.turn == turn and g.round == rounds else Time(g.turn, g.round)
        return dated_events(self._names, course.events[before.events :], then, now)

    def _perform(self, action: Action | str, player: str | None, mark: Mark | None = None) -> None:
        """Play one action, of a player or of chance, and nothing after it."""
        understood = self._write(action, player)
        try:
            self._course.act(mark)
        except Refusal as refusal:
            raise self._refusal(understood, refusal.rule) from None

    def _perform_line(self, line: str) -> None:
        """Play one line of a record: an action, or a correction."""
        taken_back, changed = parse_undo(line), parse_set_right(line, self._names)
        if taken_back is not None:
            self.undo(taken_back[1], steps=taken_back[0])
        elif changed is not None:
            self.set_right(format_changes(changed[0]), changed[1])
        else:
            self._perform(line, None)

    def _note_rule(self) -> None:
        """`why` without a rule asks about what happened last."""
        events = self._course.events
        if events:
            self._last_rule = ids.NAMES[events[-1][RULE]]

    # Looking

    @property
    def others(self) -> tuple[Player, ...]:
        """The players still in the game besides whoever must decide, in the order of their turns after that one."""
        seat = self._engine.next_to_decide
        return self._others(seat if 0 <= seat < len(self.names) else self._g.on_turn)

    def view(self, player: str) -> View:
        """The game as a player sees it, which is what bots are given; a copy, that the game does not change.

        Its `since` goes back to what the player did last.
        """
        seat, course = self._names.seat(player), self._course
        view = View(self._names, self._tokens, seat)
        view.look(self._engine.position, course.events[:], course.last_asked(seat))
        return view

    # Asking

    def ask(self, bot: AnyBot = "trader", player: str | None = None) -> Action | None:
        """What a bot would do now for a player, or for whoever must decide; nothing is played.

        A bot is a name (`passgo.bots`), a Python file, a function `choose(game, player)`, or a `passgo.simulate.Bot`.
        None means nothing: that is an answer out of turn. What is wrong with a bot of your own is raised.

        >>> Game("classic", players=["Ann", "Ben"], seed=7).ask("trader")
        Throw()
        """
        seat = self._engine.next_to_decide if player is None else self._names.seat(player)
        if not 0 <= seat < len(self.names):
            raise ValueError("no player has to decide now" if self.outcome is None else "the game is over")
        return ask_bot(self._names, self._course, bot, seat)

    def chances(self, bots: Bots = "trader", games: int = 2000, seed: int = 1, *, threads: int = 1) -> Chances:
        """Each player's chance to win if bots go on from here: a dictionary of intervals (`low`, `mid`, `high`).

        So many games are played from this position, each with its own dice and cards: those that the dealer of this
        game will bring are not looked at. The same seed gives the same answer. Bots are one for all, a list in the
        order of the seats, or a dictionary by player.

        >>> game = Game.from_dict({"players": {"Ann": {"deeds": {"boardwalk": 4, "park place": 4}}, "Ben": {}}})
        >>> game.chances("trader", games=200)["Ann"].mid > 0.7
        True
        >>> print(game.chances("trader", games=200).label)
        if all play like trader from here
        """
        position, round_now = self._engine.position, self._g.round
        return find_chances(self._names, position, round_now, bots, games, seed, threads)

    def play_out(self, bots: Bots = "trader", rounds: int = ROUNDS) -> Outcome | None:
        """Let bots play this game to its end, with its own dice; the outcome, or None after so many more rounds.

        Everything is kept as if it had been played by hand: `events`, `record()`, `undo()`. To keep this game as it
        is, play a copy out: `game.copy().play_out()`.

        >>> game = Game("classic", players=["Ann", "Ben"], seed=7)
        >>> game.copy().play_out("trader").winners
        ('Ben',)
        """
        before = self._course.mark()
        try:
            play_out(self._names, self._course, bots, rounds)
        except BaseException:
            self._course.restore(before)
            raise
        self._note_rule()
        return self.outcome

    @property
    def events(self) -> list[Event]:
        """Everything that happened so far."""
        points = pairwise([Mark(self._start, 0, 0, 0), *self._course.marks, self._course.mark()])
        return [event for this, then in points for event in self._events_between(this, then.events, then.time)]

    def _events_after(self, before: Mark) -> list[Event]:
        """What happened since a point of the course."""
        return self._events_between(before, len(self._course.events), Time(self._g.turn, self._g.round))

    def _events_between(self, before: Mark, end: int, after: Time) -> list[Event]:
        """What happened by one action and its chance: the events after a point of the course, up to another."""
        return dated_events(self._names, self._course.events[before.events : end], before.time, after)

    def _earlier(self, mark: Mark) -> "Game":
        """A game of its own at an earlier point of this one, which must not change any more."""
        twin, engine = object.__new__(type(self)), Engine(self.ruleset)
        engine.position = mark.position
        course = EarlierCourse(self._course, mark, engine)
        rule = self._course.events[mark.events - 1][RULE] if mark.events else ids.SETUP_START
        twin.__dict__.update(self.__dict__, _engine=engine, _g=engine.g, _course=course, _last_rule=ids.NAMES[rule])
        return twin

    # As text

    @property
    def position(self) -> str:
        """The position as one line of text.

        >>> game = Game("classic", players=2, seed=7)
        >>> Game.from_position(game.position).position == game.position
        True
        """
        return format_position(self.ruleset, self._g)

    def to_bytes(self) -> bytes:
        """The position as the bytes of a `State` record, as `passgo.simulate.Plan(..., start=...)` takes it."""
        return self._engine.position

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
        game._open(draft.names, fill_tokens(draft.names.ruleset, draft.tokens), dealer, draft.records.tobytes())
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
        return format_record(self._names, self._tokens, self._dealer, self._course.history, start, over)

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
    def _replay(
        cls, text: str, dealer: Dealer | None = None, perform: Callable[["Game", str], None] | None = None
    ) -> "Game":
        """The game of a record, exactly as far as it goes; `perform` plays a line of it, for those who listen."""
        heading, lines = parse_record(text)
        names, tokens, dealer_then, start = read_heading(heading)
        game = object.__new__(cls)
        game._open(names, tokens, dealer_then if dealer is None else check_dealer(dealer), start)
        play = perform or (lambda game, line: game._perform_line(line))
        replay(names, game._course, heading, lines, lambda line: play(game, line))
        if game._course.steps:
            game._note_rule()
        return game

    def drawing(self, viewer: str | None = None) -> str:
        """The board, drawn for a terminal: all of it, or what a player may see (`table.cash-private`)."""
        if viewer is not None:
            viewer = self.names[self._names.seat(viewer)]
        return draw_board(self._names, self._tokens, self._g, viewer)

    def svg(self, viewer: str | None = None) -> str:
        """The board as a picture, drawn as in the browser: all of it, or what a player may see. Notebooks show it.

        >>> Game("classic", players=["Ann", "Ben"], seed=7).svg()[:43]
        '<svg xmlns="http://www.w3.org/2000/svg" cla'
        """
        if viewer is not None:
            viewer = self.names[self._names.seat(viewer)]
        from passgo.game.picture import draw_picture  # loaded only when somebody looks

        return draw_picture(self._names, self._tokens, self._g, viewer)

    def _repr_svg_(self) -> str:
        return self.svg()

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
    dealer = dealer_of(heading, secret)
    if dealer.waits or str(dealer) != heading.dealer:
        raise ValueError(f"the dealer of this record is {heading.dealer!r}: its secret is needed to verify it")
    game = Game._replay(text, dealer)
    return check_chance(game._names, game._start, game._course.steps, dealer, lines)
