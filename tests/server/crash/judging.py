"""Is the log what everybody was told? It is read when all is over, and played again from the beginning."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from passgo.server.store import Entry
from passgo.server.table import entries
from passgo.server.table.state import GameState, without_undone
from passgo.server.wire import told_events, views
from tests.server.crash.players import Client, Seen


class Truth:
    """What the log of a game says should have been told, and to whom."""

    def __init__(self, game: str, log: Sequence[Entry]) -> None:
        self.log = log
        self.by_seq = {entry.seq: entry for entry in log}
        self.views: dict[int, Any] = {}
        self.events: dict[int, Any] = {}
        self.said = {e.seq: entries.body_of(e) for e in log if e.kind == "chat"}
        state = self.state = GameState(game)
        view = None
        for entry, body in without_undone(log):
            events = state.absorb(entry, body)
            if events:
                self.events[entry.seq] = told_events.Story(state.edition, state.names, [(entry.seq, e) for e in events])
                with state.open() as position:
                    view = json.loads(msgspec.json.encode(views.view_of(position)))
            self.views[entry.seq] = view

    def events_for(self, seq: int, seat: int | None) -> Any:
        """The events of an entry as a seat hears them."""
        story = self.events.get(seq)
        return None if story is None else json.loads(bytes(story.encode_for(() if seat is None else (seat,))))


def faults(game: str, log: Sequence[Entry], clients: Sequence[Client]) -> list[str]:
    """Everything that is wrong; nothing, if the server kept its word."""
    truth = Truth(game, log)
    found = [*numbering(log)]
    for client in clients:
        found += client.seen.contradictions
        found += lost(truth, client)
        found += told_otherwise(truth, client)
    found += doubled(truth, clients)
    found += disagreeing([client.seen for client in clients])
    return found


def numbering(log: Sequence[Entry]) -> Iterator[str]:
    if [entry.seq for entry in log] != list(range(1, len(log) + 1)):
        yield "the log has a hole"


def lost(truth: Truth, client: Client) -> Iterator[str]:
    """Acknowledged, and not in the log where it was said to be."""
    for name, seq in client.acknowledged.items():
        kept = truth.by_seq.get(seq)
        if kept is None or request_of(kept) != (client.seat, name):
            yield f"{client.seen.name}: {name} was acknowledged as entry {seq}, which is {kept}"


def request_of(entry: Entry) -> tuple[int | None, str]:
    """The seat and the id of the request that an entry did, from its move id: `seat:id` or `seat.key:id`."""
    found = re.fullmatch(r"(\d+)(?:\.[^:]*)?:(.+)", entry.move)
    return (None, "") if found is None else (int(found[1]), found[2])


def doubled(truth: Truth, clients: Sequence[Client]) -> Iterator[str]:
    """A request that was done twice, or a move that nobody asked for."""
    asked = {(client.seat, name): what for client in clients for name, what in client.asked.items()}
    for request, times in Counter(request_of(entry) for entry in truth.log if entry.move).items():
        if times > 1:
            yield f"{request} was done {times} times"
    for entry in truth.log:
        body = entries.body_of(entry)
        if isinstance(body, entries.Moved):
            wanted = asked.get(request_of(entry), {}).get("action", {}).get("kind")
            if wanted != body.steps[0].kind:
                yield f"entry {entry.seq} plays {body.steps[0].kind}, and {entry.move or 'nobody'} asked for {wanted}"


def told_otherwise(truth: Truth, client: Client) -> Iterator[str]:
    """Something that was told and is not in the log, or is another there."""
    seen = client.seen
    for seq, view in seen.views.items():
        if truth.views.get(seq) != view:
            yield f"{seen.name} was shown another position at {seq}"
    for seq, events in seen.events.items():
        if truth.events_for(seq, client.seat) != events:
            yield f"{seen.name} was told of other events at {seq}"
    for seq, said in seen.said.items():
        kept = truth.said.get(seq)
        if not isinstance(kept, entries.Chatted) or (kept.seat, kept.text) != (said["seat"], said.get("text", "")):
            yield f"{seen.name} heard a word at {seq} that is not in the log"
    if seen.last > len(truth.log):
        yield f"{seen.name} was told of entry {seen.last}, and the log has {len(truth.log)}"
    missing = [seq for seq in truth.events if seq not in seen.events]
    if missing:
        yield f"{seen.name} never heard of {missing[:5]}"


def disagreeing(all_seen: Sequence[Seen]) -> Iterator[str]:
    """At the end everybody has the same position before them."""
    for seen in all_seen:
        if not seen.views:
            yield f"{seen.name} was never shown the table"
    last = {json.dumps(seen.views[max(seen.views)], sort_keys=True) for seen in all_seen if seen.views}
    if len(last) != 1:
        yield f"{len(last)} different positions at the end"
