"""A program in a seat of simulated games: it is told the game as a server tells it, and its act becomes an action."""

import weakref
from collections.abc import Sequence
from typing import Any

from passgo import rulebook
from passgo.clients.conversation import Conversation
from passgo.clients.messages import Telling, encode_board
from passgo.game.setup_options import seat_players
from passgo.machine.records import plain
from passgo.notation.events import RawEvent
from passgo.notation.names import Names
from passgo.rules import codes, ids
from passgo.rules.state import Action as ActionRecord
from passgo.server.table.edition_engine import EditionEngine
from passgo.server.wire import protocol
from passgo.server.wire.actions import BadAction, write_action
from passgo.simulate.runs.batch import BatchRun
from passgo.simulate.runs.faults import DIED, NO_ACTION, TOO_SLOW, UNLAWFUL
from passgo.simulate.runs.loop import PLAYING
from passgo.simulate.runs.memory import notebook_of
from passgo.strategies.adapter import sit
from passgo.strategies.sandbox import Failure


class Troupe:
    """The processes of one bot: one for each seat that it has at a table. They end with the run, or with PassGo."""

    def __init__(self, words: Sequence[str], limit_s: float) -> None:
        self.words, self.limit_s = words, limit_s
        self._conversations: dict[int, Conversation] = {}
        weakref.finalize(self, end_all, self._conversations)

    def conversation(self, place: int) -> Conversation:
        """The process for the bot's first, second, ... seat at a table."""
        return self._conversations.setdefault(place, Conversation(self.words, self.limit_s))

    def end(self) -> None:
        """End every process. The next question begins a new one."""
        end_all(self._conversations)


def end_all(conversations: dict[int, Conversation]) -> None:
    """End these processes."""
    for conversation in list(conversations.values()):
        conversation.end()


class ProgramSeat:
    """A program in its seat, for the games of one batch."""

    def __init__(self, batch: BatchRun, seat: int, conversation: Conversation, limit_s: float) -> None:
        plan = batch.plan
        self._batch, self._seat, self._conversation = batch, seat, conversation
        self._edition = EditionEngine(plan.ruleset)
        names = Names(plan.ruleset, seat_players(plan.ruleset, len(plan.bots)).players)
        self._telling = Telling(self._edition, names, seat, limit_s)
        self._given_up = False
        state: Any = batch.states[PLAYING : PLAYING + 1].view("u1")
        action: Any = batch.actions.view("u1")
        self._state, self._action = memoryview(state), memoryview(action)
        self._record = plain(ActionRecord, batch.actions)
        conversation.greeting = encode_board(self._edition)
        sit(batch, seat, self.answer)

    def answer(self, player: int) -> None:
        """Ask the program and write its action; if it fails, write an action that the loop will refuse."""
        self._record.player = codes.NOBODY
        batch, note = self._batch, notebook_of(self._seat)
        if batch.memory[note] == 0:  # notebooks are emptied when a game begins
            batch.memory[note] = 1
            self._given_up = False
            self._telling.begin(f"{batch.plan.seed}-{batch.game}")
            batch.history.begin(batch.game)
        if self._given_up:
            batch.lost[self._seat] += 1
            return
        with self._edition.at(self._state.tobytes()) as position:
            question = self._telling.encode(position, self._news())
        found = self._conversation.ask(question, self._seat, self._telling.seq, self._check)
        if isinstance(found, Failure):
            self._given_up = found.kind in (TOO_SLOW, DIED)
            batch.lose(self._seat, found.kind, found.what, found.first)
        else:
            self._write(found)

    def _news(self) -> list[RawEvent]:
        """What happened since the program was last asked."""
        history, seat = self._batch.history, self._seat
        history.take()
        first, history.asked[seat] = history.asked[seat], len(history.events)
        return history.events[first:]

    def _write(self, act: protocol.Act) -> None:
        """Write an act as an action, and answer it."""
        batch, seq = self._batch, self._telling.seq
        judged = self._judge(act)
        if isinstance(judged, BadAction):
            self._conversation.tell(protocol.Refused(id=act.id, seq=seq, reason="bad-action", text=str(judged)))
            batch.lose(self._seat, NO_ACTION, "an action that makes no sense here", f"{act.action}: {judged}")
            return
        self._action[:], refused = judged
        if refused:
            rule = ids.NAMES[refused]
            text = rulebook.refusal(rule)
            self._conversation.tell(protocol.Refused(id=act.id, seq=seq, reason="rule", text=text, rule=rule))
            batch.faults.note(batch.plan.bots[self._seat].name, UNLAWFUL, rule, batch.game, str(act.action))
        else:
            self._conversation.tell(protocol.Done(id=act.id, seq=seq))

    def _judge(self, asked: protocol.Act | protocol.Check) -> tuple[bytes, int] | BadAction:
        """The record of an action and the rule that refuses it, or 0; or why it is none."""
        with self._edition.at(self._state.tobytes()) as position:
            try:
                write_action(position, asked.action, self._seat)
            except BadAction as problem:
                return problem
            return position.engine.played, position.engine.allowed()

    def _check(self, check: protocol.Check) -> protocol.Checked | protocol.Refused:
        """What would become of an action. What it would cost, a server alone tells."""
        judged, seq = self._judge(check), self._telling.seq
        if isinstance(judged, BadAction):
            return protocol.Refused(id=check.id, seq=seq, reason="bad-action", text=str(judged))
        rule = ids.NAMES[judged[1]] if judged[1] else ""
        text = rulebook.refusal(rule) if rule else ""
        return protocol.Checked(id=check.id, seq=seq, lawful=not rule, text=text, rule=rule)
