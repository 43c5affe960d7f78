"""Who decides in a seat at a server's table: a function of Python, a compiled policy, or a program in any language."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import Raw

from passgo import bots, editions
from passgo.clients.conversation import Conversation
from passgo.clients.loader import PROGRAM, program_words
from passgo.clients.messages import BoardSent
from passgo.clients.position import Decks, Payments, message_action, read_event, read_position
from passgo.editions import Ruleset, format_value
from passgo.game.seats import View
from passgo.notation.actions import Action
from passgo.notation.events import RawEvent
from passgo.notation.names import Names
from passgo.rules import ids
from passgo.server.table.edition_engine import EditionEngine
from passgo.server.wire import protocol, types
from passgo.simulate.runs.faults import NO_ACTION, RAISED, UNLAWFUL
from passgo.strategies.loader import check_notebook, check_policy, module_of
from passgo.strategies.sandbox import Failure, Sandbox, format_traceback, summarize

JSON = msgspec.json.Encoder()
Checker = Callable[[protocol.Check], protocol.Checked | protocol.Refused]


class Question(NamedTuple):
    """What a seat is asked: all that it is told, and how to ask the server whether an action is lawful."""

    table: types.TableInfo
    game: str
    seq: int
    after: int
    view: types.View
    hand: types.Hand
    clock: types.Clock
    events: list[types.Event]
    whole: bool
    """Were all events of the game told, in the end of which these stand?"""
    check: Checker


class Decider(Protocol):
    """Somebody who decides in a seat."""

    def decide(self, question: Question) -> types.Action | Failure:
        """The action, or why there is none."""

    def hear(self, answer: protocol.Done | protocol.Refused) -> None:
        """What became of the action."""

    def close(self) -> None:
        """The game is over, or left."""


def ruleset_of(table: types.TableInfo) -> Ruleset:
    """The ruleset of a server's table; `ValueError` if it is an edition that only the server knows."""
    words = [f"{name}={format_value(value)}" for name, value in table.options.items()]
    return editions.parse_ruleset(table.edition, " ".join(words))


class PositionDecider:
    """Decides by a position: what is shared by functions of Python and compiled policies."""

    def __init__(self, table: types.TableInfo, seat: int) -> None:
        self._seat, self._seats = seat, len(table.seats)
        self._edition = EditionEngine(ruleset_of(table))
        self._decks, self._payments, self._first = Decks(self._edition), Payments(), 0

    def _position(self, question: Question) -> bytes:
        for event in question.events:
            self._decks.hear(event)
            self._payments.hear(event)
            if event.kind == "TurnBegan" and event.amount == 1 and event.player is not None:
                self._first = event.player
        payments = self._payments if question.whole else None
        return read_position(self._edition, question.view, question.hand, self._decks, payments, self._first)

    def hear(self, answer: protocol.Done | protocol.Refused) -> None:
        """The next question shows what became of it."""

    def close(self) -> None:
        """Nothing is open."""


class PythonDecider(PositionDecider):
    """Decides by a function `choose(game, player)`."""

    def __init__(self, table: types.TableInfo, seat: int, sandbox: Sandbox) -> None:
        super().__init__(table, seat)
        self._sandbox = sandbox
        names = Names(self._edition.ruleset, [seat.name for seat in table.seats])
        self._events: list[RawEvent] = []
        self._view = View(names, self._edition.ruleset.tokens[: self._seats], seat)
        self._view.warm()
        self._view.begin(table.game)

    def decide(self, question: Question) -> types.Action | Failure:
        """Ask the function."""
        view = self._view
        first = len(self._events)
        self._events += [read_event(self._edition, event) for event in question.events]
        view.look(self._position(question), self._events, first)
        answer = self._sandbox.ask(view, view.names[self._seat])
        if isinstance(answer, Failure):
            return answer
        try:
            if not isinstance(answer, Action | str):
                raise ValueError(f"expected an action or its text, not {answer!r:.60}")
            _, record, refused = view.judge(answer)
        except Exception as problem:  # a name nobody has, an amount that is no number, or an odd object
            return Failure(NO_ACTION, "an answer that is no action", f"{answer!r:.200}: {problem}")
        if refused:
            return Failure(UNLAWFUL, ids.NAMES[refused], str(answer))
        return message_action(self._edition, record)


class PolicyDecider(PositionDecider):
    """Decides by a compiled policy, of PassGo or of a user."""

    def __init__(
        self, table: types.TableInfo, seat: int, policy: Any, notebook: tuple[int, ...], file: str = ""
    ) -> None:
        super().__init__(table, seat)
        self._policy, self._notebook, self._file = policy, bots.notebooks([notebook]), file

    def decide(self, question: Question) -> types.Action | Failure:
        """Ask the policy."""
        position = self._position(question)
        with self._edition.at(position) as opened:
            try:
                opened.engine.ask(self._policy, self._seat, self._notebook)
            except Exception as problem:
                return Failure(RAISED, summarize(problem, self._file), format_traceback(problem))
            record, refused = opened.engine.played, opened.engine.allowed()
        return Failure(UNLAWFUL, ids.NAMES[refused], "") if refused else message_action(self._edition, record)


class ProgramDecider:
    """Decides by a program that is told what the server tells."""

    def __init__(self, words: list[str], limit_s: float, seat: int, board: bytes) -> None:
        self._seat, self._id, self._welcomed = seat, "", False
        self._conversation = Conversation(words, limit_s, JSON.encode(BoardSent(board=Raw(board))))

    def decide(self, question: Question) -> types.Action | Failure:
        """Ask the program."""
        message = update_of(question) if self._welcomed else welcome_of(question)
        found = self._conversation.ask(JSON.encode(message), self._seat, question.seq, question.check)
        self._welcomed = self._conversation.is_open  # a new process knows nothing of the game
        if isinstance(found, Failure):
            return found
        self._id = found.id
        return found.action

    def hear(self, answer: protocol.Done | protocol.Refused) -> None:
        """Tell the program, under the name that it gave to its request."""
        self._conversation.tell(msgspec.structs.replace(answer, id=self._id))

    def close(self) -> None:
        """End the program."""
        self._conversation.end()


def welcome_of(question: Question) -> protocol.Welcome:
    """The first thing that a program is told."""
    told = question._asdict()
    for name in ("after", "hand", "whole", "check"):
        del told[name]
    return protocol.Welcome(**told, you=[question.hand.seat], hands=[question.hand], chat=[])


def update_of(question: Question) -> protocol.Update:
    """How the game went on since the program was last asked."""
    told = question._asdict()
    for name in ("table", "game", "hand", "whole", "check"):
        del told[name]
    return protocol.Update(**told, hands=[question.hand])


DeciderMaker = Callable[[types.TableInfo, int, Callable[[], bytes]], Decider]


def decider_from(word: str, limit_s: float) -> DeciderMaker:
    """Who decides, by a word of the command line: made when the table is known. A bad word is told now."""
    if word.strip().startswith(PROGRAM):
        words = program_words(word)
        return lambda table, seat, board: ProgramDecider(words, limit_s, seat, board())
    path = Path(word.strip())
    if path.suffix != ".py":
        bot = bots.bot(word.strip().casefold())
        return lambda table, seat, board: PolicyDecider(table, seat, bot.policy, bot.notebook)
    module, _ = module_of(path)
    choose, policy = getattr(module, "choose", None), getattr(module, "policy", None)
    if callable(choose):
        sandbox = Sandbox(choose, str(path), limit_s)
        return lambda table, seat, board: PythonDecider(table, seat, sandbox)
    if policy is None:
        raise ValueError(f"{path}: expected either choose(game, player) or a compiled policy in it")
    check_policy(path, policy)
    notebook = check_notebook(path, getattr(module, "notebook", ()))
    return lambda table, seat, board: PolicyDecider(table, seat, policy, notebook, str(path))
