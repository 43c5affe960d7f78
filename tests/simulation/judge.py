"""The judge: compares all that the server told anybody, and all that it did, with the logs on the disk."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import msgspec

from passgo.server.http.export import verdict_on
from passgo.server.keys import hash_key
from passgo.server.store import Entry
from passgo.server.table import entries
from passgo.server.table.past import any_undone
from passgo.server.table.snapshot import read_snapshot
from passgo.server.wire import protocol, updates
from tests.simulation.browser import NOT_NOW, Asked, Browser
from tests.simulation.chronicle import Chronicle, differences
from tests.simulation.disk import Disk, Kept
from tests.simulation.fair_time import hurried
from tests.simulation.network import Line, Reply
from tests.simulation.process import Process

ENTRY_KINDS: dict[str, tuple[type, ...]] = {
    "act": (entries.Moved,),
    "chance": (entries.Moved,),
    "correct": (entries.Corrected,),
    "amend": (entries.Undone,),
    "chat": (entries.Chatted,),
    "undo": (entries.Undone, entries.UndoRequested),
    "consent": (entries.UndoAnswered,),
    "start": (entries.Started,),
    "leave": (entries.Seated, entries.Away),
    "back": (entries.Returned,),
    "settings": (entries.SettingsChanged,),
    "invite": (entries.Invited,),
}
"""The entries that do each kind of request."""
News = protocol.Welcome | protocol.Update | protocol.TableChanged | protocol.ChatSaid


class Judge:
    """Sees everything, and complains."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self.complaints: list[str] = []
        self.history: list[tuple[Any, ...]] = []
        """All that happened: a moment, who, and what."""
        self._told: list[tuple[int, str, frozenset[str], News]] = []
        self._hellos: dict[int, tuple[str, frozenset[str]]] = {}
        self._replies: dict[tuple[str, bytes], list[Reply]] = {}

    def complain(self, complaint: str) -> None:
        """Something is wrong."""
        if complaint not in self.complaints:
            self.complaints.append(complaint)

    def _complain_of(self, game: str, complaint: str) -> None:
        self.complain(f"{game}: {complaint}")

    def note(self, who: str, what: Any) -> None:
        """Something happened."""
        self.history.append((self._disk.loop.time(), who, what))

    # While it goes on

    def told(self, line: Line, message: Any) -> None:
        """A server sends a message: whatever it tells must be on the disk by now."""
        self.note(f"line {line.number}", message)
        game, keys = self._hello(line)
        if isinstance(message, News):
            kept = self._disk.games.get(game)
            if kept is None or message.seq > kept.row.seq:
                self.complain(f"{game}: line {line.number} is told of entry {message.seq}, which is not stored")
            self._told.append((line.number, game, keys, message))

    def _hello(self, line: Line) -> tuple[str, frozenset[str]]:
        """The game of a line, and the hashes of the keys with which it came."""
        if line.number not in self._hellos:
            hello = msgspec.json.decode(line.hello)
            self._hellos[line.number] = hello["game"], frozenset(map(hash_key, hello.get("seats", [])))
        return self._hellos[line.number]

    def replied(self, process: Process, path: str, body: bytes, reply: Reply) -> None:
        """A server answers a request by HTTP: the same request again is answered the same."""
        self.note(process.name, (path, body, reply))
        replies = self._replies.setdefault((path, body), [])
        done = next((earlier for earlier in replies if earlier.status == 201), None)
        if done is not None and reply.status < 429 and reply != done:
            self.complain(f"{path} sent again is answered {reply}, and was answered {done}")
        replies.append(reply)

    # In the end

    def conclude(self, processes: Iterable[Process], browsers: Iterable[Browser]) -> dict[str, Chronicle]:
        """Compare everything."""
        chronicles: dict[str, Chronicle] = {}
        for game, kept in self._disk.games.items():
            chronicle = chronicles[game] = Chronicle(kept.row, kept.entries, partial(self._complain_of, game))
            self._judge_row(kept, chronicle)
            self._judge_snapshot(kept, chronicle)
            for process in processes:
                self._judge_memory(process, chronicle)
            if chronicle.last.over:
                self._judge_proof(chronicle)
            for complaint in hurried(chronicle, kept.moments):
                self.complain(f"{game}: {complaint}")
        for number, game, keys, message in self._told:
            if message.seq < len(chronicles[game].states):
                self._judge_news(f"{game}: line {number}", chronicles[game], keys, message)
        for (path, body), replies in self._replies.items():
            self._judge_replies(path, body, replies, chronicles)
        for browser in browsers:
            if browser.game in chronicles:
                done = entries_by_request(chronicles[browser.game].log)
                for asked in browser.asked:
                    self._judge_request(asked, chronicles[browser.game], done.get(asked.id, []))
        return chronicles

    def _judge_row(self, kept: Kept, chronicle: Chronicle) -> None:
        row, state = kept.row, chronicle.last
        if (row.seq, row.status) != (state.seq, state.status):
            self.complain(f"{row.id}: the row says {row.status} at {row.seq}, the log {state.status} at {state.seq}")
        if row.summary != updates.summary_of(state):
            self.complain(f"{row.id}: the summary of the row is not that of the log")

    def _judge_snapshot(self, kept: Kept, chronicle: Chronicle) -> None:
        """A snapshot is the state of its moment, and leads with the rest of the log to the present one."""
        if kept.snapshot is None:
            return
        read = read_snapshot(kept.row.id, kept.snapshot)
        if read is None:
            self.complain(f"{kept.row.id}: the snapshot cannot be read")
            return
        state, tail = read[0], kept.entries[kept.snapshot.seq :]
        if wrong := differences(state, chronicle.states[state.seq]):
            self.complain(f"{kept.row.id}: the snapshot of entry {state.seq} differs in {wrong}")
        if not any_undone(tail, state.seq) and not any(entry.kind == "undo" for entry in tail):
            for entry in tail:
                state.absorb(entry, entries.body_of(entry))
            if wrong := differences(state, chronicle.last):
                self.complain(f"{kept.row.id}: snapshot and tail lead to another state: {wrong}")

    def _judge_memory(self, process: Process, chronicle: Chronicle) -> None:
        """What a process has in memory is what the log leads to."""
        if not (process.alive and process.ready):
            return
        room = process.server.lobby.rooms.get(chronicle.game)
        if room is not None and not room.table.behind:
            state = room.table.state
            if wrong := differences(state, chronicle.states[state.seq]):
                self.complain(f"{chronicle.game}: {process.name} has another state of {state.seq} in memory: {wrong}")

    def _judge_proof(self, chronicle: Chronicle) -> None:
        if chronicle.last.is_typed:  # real dice prove themselves
            return
        verdict = verdict_on(chronicle.game, chronicle.log, chronicle.seed)
        if not verdict.verified:
            self.complain(f"{chronicle.game}: the proof of the dice fails: {verdict.problem}")

    # News

    def _judge_news(self, where: str, chronicle: Chronicle, keys: frozenset[str], message: News) -> None:
        """What somebody was told about a moment is what the log says about it."""
        seq, state = message.seq, chronicle.states[message.seq]
        where = f"{where}, {type(message).__name__} of entry {seq}"
        if keys and not chronicle.may_hear(keys, seq):
            self.complain(f"{where}: told to somebody who has no seat any more")
        if isinstance(message, protocol.ChatSaid):
            self._judge_chat(where, chronicle, [message.said])
            return
        if message.clock != updates.clock_of(state, message.clock.now):
            self.complain(f"{where}: another clock: {message.clock}, {updates.clock_of(state, message.clock.now)}")
        if not isinstance(message, protocol.Update) and message.table != chronicle.table(seq):
            self.complain(f"{where}: another table: {message.table}, {chronicle.table(seq)}")
        if isinstance(message, protocol.TableChanged):
            return
        if isinstance(message, protocol.Welcome):
            self._judge_chat(where, chronicle, message.chat)
        if message.view is not None and message.view != chronicle.view(seq):
            self.complain(f"{where}: another view")
        self._judge_secrets(where, chronicle, keys, message)
        self._judge_events(where, chronicle, [hand.seat for hand in message.hands], message)

    def _judge_chat(self, where: str, chronicle: Chronicle, said: list[Any]) -> None:
        for line in said:
            body = chronicle.bodies[line.seq]
            if not isinstance(body, entries.Chatted) or (body.seat, body.text) != (line.seat, line.text):
                self.complain(f"{where}: {line} was never said")

    def _judge_secrets(self, where: str, chronicle: Chronicle, keys: frozenset[str], message: Any) -> None:
        """Nobody sees another's cash, and everybody sees their own as it is."""
        seq, state = message.seq, chronicle.states[message.seq]
        private = state.edition.cash_private and not state.over
        if message.view is not None and private and any(player.cash is not None for player in message.view.players):
            self.complain(f"{where}: everybody sees secret cash")
        for hand in message.hands:
            if state.seats[hand.seat].key not in keys:
                self.complain(f"{where}: shows the hand of seat {hand.seat}, which is another's")
            if hand != chronicle.hand(seq, hand.seat):
                self.complain(f"{where}: another hand of seat {hand.seat}")

    def _judge_events(self, where: str, chronicle: Chronicle, seats: list[int], message: Any) -> None:
        """The events are those of the log; an update tells all of its own."""
        told = sorted({event.seq for event in message.events})
        expected = [event for seq in told for event in chronicle.story(seq, seats)]
        if isinstance(message, protocol.Update):
            if not message.undone:
                happened = [seq for seq in chronicle.moments if message.after < seq <= message.seq]
                expected = [event for seq in happened for event in chronicle.story(seq, seats)]
            if told and not message.after < told[0] <= told[-1] <= message.seq:
                self.complain(f"{where}: tells of {told} after {message.after}")
        if message.events != expected and not getattr(message, "gap", False):
            self.complain(f"{where}: another story: {message.events}, {expected}")

    # Requests

    def _judge_request(self, asked: Asked, chronicle: Chronicle, kept: list[Entry]) -> None:
        """What was acknowledged is in the log once, at that place; what was refused is not there."""
        where = f"{chronicle.game}: {asked.kind} {asked.id}"
        move = f"{asked.seat}.{asked.holder[:8]}:{asked.id}"
        if asked.kind == "chat" and asked.holder and chronicle.said.count(asked.fields["text"]) > 1:
            self.complain(f"{where}: was said twice")
        done = [answer for answer in asked.answers if isinstance(answer, protocol.Done | protocol.Invited)]
        refused = [answer for answer in asked.answers if isinstance(answer, protocol.Refused)]
        if len(kept) > 1:
            self.complain(f"{where}: stands {len(kept)} times in the log")
        for entry in kept:
            if entry.move != move:
                self.complain(f"{where}: stands in the log as {entry.move}, not as {move}")
            self._judge_entry(where, asked, chronicle.bodies[entry.seq])
        later = asked.answers[asked.answers.index(done[0]) :] if done else []
        if any(getattr(answer, "reason", "unavailable") not in (*NOT_NOW, "not-your-seat") for answer in later):
            self.complain(f"{where}: was done, and is refused when it is sent again: {later}")
        if done:
            self._judge_done(where, asked, done, [entry.seq for entry in kept])
        elif kept and len(asked.answers) >= asked.sent and all(each.reason != "unavailable" for each in refused):
            self.complain(f"{where}: was refused ({refused[0].reason}), but is entry {kept[0].seq}")

    def _judge_done(self, where: str, asked: Asked, done: list[Any], kept: list[int]) -> None:
        if asked.kind == "invite":
            if len({answer.key for answer in done}) > 1:
                self.complain(f"{where}: got different keys")
            if not kept:
                self.complain(f"{where}: got a key that is nowhere")
            return
        if asked.kind == "back":  # whenever there is nothing to do, it is acknowledged and not kept
            return
        if {answer.seq for answer in done} - set(kept):
            self.complain(f"{where}: was acknowledged as {[answer.seq for answer in done]}, and is entry {kept}")

    def _judge_entry(self, where: str, asked: Asked, body: Any) -> None:
        """Is an entry what the request asked for?"""
        seat = getattr(body, "seat", asked.seat)
        right = isinstance(body, ENTRY_KINDS[asked.kind]) and seat == asked.seat
        if asked.kind == "act" and right:
            right = body.by == "player" and body.steps[0].kind == asked.fields["action"].kind
        elif asked.kind == "chat" and right:
            right = body.text == asked.fields["text"]
        elif asked.kind == "consent" and right:
            right = body.agree == asked.fields["agree"]
        if not right:
            self.complain(f"{where}: {asked.fields} of seat {asked.seat} became {body}")

    def _judge_replies(self, path: str, body: bytes, replies: list[Reply], chronicles: dict[str, Chronicle]) -> None:
        """Who was given a game or a seat has it, once, and the key fits."""
        done = [reply for reply in replies if reply.status == 201]
        if not done:
            return
        answer = msgspec.json.decode(done[0].body)
        chronicle = chronicles.get(answer["game"])
        if chronicle is None:
            self.complain(f"{path}: game {answer['game']} is not there")
        elif "seats" in answer:
            created = chronicle.bodies[1]
            assert isinstance(created, entries.Created)
            if any(created.seats[seat["seat"]].key != hash_key(seat["key"]) for seat in answer["seats"]):
                self.complain(f"{path}: the keys of game {answer['game']} do not fit")
        else:
            found = [
                each.seat
                for each in chronicle.bodies
                if isinstance(each, entries.Seated) and each.body.key == hash_key(answer["key"]) and not each.body.host
            ]
            if found != [answer["seat"]]:
                self.complain(f"{path}: seat {answer['seat']} was given, and the log seats them at {found}")


def entries_by_request(log: Sequence[Entry]) -> dict[str, list[Entry]]:
    """The entries of a log by the id of the request that they did."""
    found: dict[str, list[Entry]] = {}
    for entry in log:
        if entry.move:
            found.setdefault(entry.move.rpartition(":")[2], []).append(entry)
    return found
