"""The dice can be checked: every throw and every card follows from a seed whose hash was published before."""

import asyncio
import hashlib
import hmac
import re
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from passgo.game import verify
from passgo.server.http import export, resources
from passgo.server.http.export_queue import ExportQueue
from passgo.server.store import Entry, Unavailable
from passgo.server.store.chain import START, entry_sum
from passgo.server.table import entries
from passgo.server.wire.actions import Step
from tests.server.play import QUICK, Running, person, play_simply, running, sit

SHORT_GAME = 2
"""A seed by which the game of this test is short, with a few cards of either deck."""


class Over(NamedTuple):
    """A game that is over, and a server that has it."""

    here: Running
    database: Path
    game: dict[str, Any]
    seed: str

    def get(self, what: str) -> Any:
        """One of its resources."""
        answer = self.here.get(f"/api/games/{self.game['game']}/{what}", self.game["watch"])
        assert answer.status_code == 200, answer.text
        return answer

    def forget_exports(self) -> None:
        """Let the server read the log again."""
        self.here.server._rest_of._exports = ExportQueue()


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Over]:
    """A game with throws and cards, played to its end."""

    async def run(here: Running, game: dict[str, Any]) -> str:
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        assert client.table.commit == game["commit"], "published before the first throw"
        assert client.table.seed == ""
        await play_simply(client, [0, 1, 2])
        return str(client.table.seed)

    database = tmp_path_factory.mktemp("proof") / "games.db"
    with running(database) as here, pytest.MonkeyPatch.context() as patch:
        patch.setattr(here.server.lobby.host, "entropy", SHORT_GAME.to_bytes)
        game = here.create([person("Ann"), person("Ben"), person("Cy")], options=QUICK)
        yield Over(here, database, game, asyncio.run(run(here, game)))


def drawn(seed: bytes, number: int, bound: int) -> int:
    """The outcome of a chance event, as docs/protocol.md says it: written anew, from that page alone."""
    for attempt in range(100):
        message = f"passgo chance {number} {attempt}".encode()
        value = int.from_bytes(hmac.new(seed, message, hashlib.sha256).digest(), "big")
        if value < 2**256 - 2**256 % bound:
            return value % bound
    raise AssertionError("the seed gives nothing")


def first_wrong(chances: Sequence[Any], seed: bytes) -> int | None:
    """The first throw or card that the seed does not give."""
    unseen = {deck: list(range(16)) for deck in ("chance", "chest")}
    for number, event in enumerate(chances):
        if event.kind == "DiceThrown":
            outcome = drawn(seed, number, 36)
            right = list(event.dice) == [outcome // 6 + 1, outcome % 6 + 1]
        else:
            left = unseen[event.deck]
            assert left, "no game of this test goes through a deck"
            right = left[drawn(seed, number, len(left))] == event.card
            if event.card in left:
                left.remove(event.card)
        if not right:
            return number
    return None


def changed(event: Any) -> Any:
    """The same event with another outcome."""
    if event.kind == "DiceThrown":
        return msgspec.structs.replace(event, dice=[event.dice[0] % 6 + 1, event.dice[1]])
    return msgspec.structs.replace(event, card=(event.card + 1) % 16)


def test_whoever_has_the_seed_can_deal_every_throw_and_card_of_the_replay_again(over: Over) -> None:
    """What the page does, in other words: it needs nothing but the replay and the seed."""
    replay = msgspec.json.decode(over.get("replay?limit=500").content, type=resources.Replay)
    assert not replay.more
    kinds = ("DiceThrown", "CardDrawn")
    chances = [event for frame in replay.frames for event in frame.events if event.kind in kinds]
    seed = bytes.fromhex(over.seed)
    assert hashlib.sha256(seed).hexdigest() == over.game["commit"]
    assert {event.kind for event in chances} == set(kinds)
    assert first_wrong(chances, seed) is None
    assert over.get("verify").json()["chance_events"] == len(chances)
    for number, event in enumerate(chances):
        assert first_wrong([*chances[:number], changed(event), *chances[number + 1 :]], seed) == number
    assert first_wrong(chances, bytes(32)) is not None


def others(line: str, lines: Sequence[str]) -> str:
    """The line of a throw or a card with another outcome."""
    if line.startswith("dice "):
        first, second = re.findall(r"\d+", line)[:2]
        return f"dice {int(first) % 6 + 1} {second}"
    return next(other for other in lines if other.startswith("card ") and other != line)


def test_a_record_in_which_any_one_throw_or_card_was_changed_is_refused(over: Over) -> None:
    text = over.get("record").text
    lines = text.splitlines()
    assert verify(text) == sum(line.startswith(("dice ", "card ")) for line in lines)
    for n, line in enumerate(lines):
        if line.startswith(("dice ", "card ")):
            with pytest.raises(ValueError, match=r"^line \d+"):
                verify("\n".join([*lines[:n], others(line, lines), *lines[n + 1 :]]) + "\n")
    with pytest.raises(ValueError, match="secret"):
        verify(text.replace(over.seed, "00" * 32))


def forged(log: Sequence[Entry], seed: bytes) -> Iterator[tuple[str, str]]:
    """For each throw and card: what it was, and a record that is right in all else and ends with another outcome."""
    for n, entry in enumerate(log):
        body = entries.body_of(entry)
        if not isinstance(body, entries.Moved | entries.Started):
            continue
        for at, step in enumerate(body.steps):
            for outcome in outcomes(step):
                steps = [*body.steps[:at], outcome]
                last = entries.entry_of(entry.seq, entry.at, msgspec.structs.replace(body, steps=steps))
                with suppress(Unavailable):  # a card that was seen before: the rules themselves refuse it
                    yield step.kind, export.text_of("forged", [*log[:n], last], seed).decode()
                    break


def outcomes(step: Step) -> Iterator[Step]:
    """What chance could have done instead."""
    if step.kind == "Dice":
        first, second, third = step.dice
        yield msgspec.structs.replace(step, dice=(first % 6 + 1, second, third))
    elif step.kind == "Card":
        for card in range(16):
            if card != step.card:
                yield msgspec.structs.replace(step, card=card)


def test_a_record_forged_with_all_care_is_refused_at_the_throw_or_card_that_is_not_the_seeds(over: Over) -> None:
    seed = bytes.fromhex(over.seed)
    log = over.here.in_loop(lambda: over.here.server.lobby.log(over.game["game"]))
    found = Counter[str]()
    for kind, text in forged(log, seed):
        found[kind] += 1
        with pytest.raises(ValueError, match=f"the dealer's secret gives '{kind.lower()}"):
            verify(text, seed)
    lines = over.get("record").text.splitlines()
    assert found["Dice"] == sum(line.startswith("dice ") for line in lines)
    assert found["Card"] == sum(line.startswith("card ") for line in lines) > 2


def test_the_command_says_which_line_is_wrong_and_fails(over: Over, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"

    def judged(text: str) -> subprocess.CompletedProcess[str]:
        file.write_text(text)
        command = [sys.executable, "-c", "from passgo.cli import main; main()", "verify", str(file)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    text = over.get("record").text
    good = judged(text)
    assert good.returncode == 0, good.stderr
    last = next(line for line in reversed(text.splitlines()) if line.startswith("dice "))
    place = text.rindex(last)
    bad = judged(text[:place] + others(last, ()) + text[place + len(last) :])
    assert bad.returncode != 0
    assert re.search(r"line \d+", bad.stdout + bad.stderr)


def test_a_log_that_somebody_changed_is_not_called_verified(over: Over) -> None:
    """Even by the server itself, whose disk it is."""
    game, watch = over.game["game"], over.game["watch"]

    with another_throw(over.database, game, careful=False):
        over.forget_exports()
        for what in ("verify", "record", "record?as=json", "replay"):
            answer = over.here.get(f"/api/games/{game}/{what}", watch)
            assert (answer.status_code, "damaged" in answer.text) == (503, True), "its checksum does not fit"
    with another_throw(over.database, game, careful=True):
        verdict = over.get("verify").json()
        assert verdict["verified"] is False
        assert verdict["problem"]
    over.forget_exports()
    assert over.get("verify").json()["verified"] is True


@contextmanager
def another_throw(database: Path, game: str, careful: bool) -> Iterator[None]:
    """Change the last throw of a game where it is kept, if `careful` with every checksum; put it back at the end."""

    def write(body: bytes, mended: bool) -> None:
        with sqlite3.connect(database) as connection:
            connection.execute("UPDATE entries SET body = ? WHERE game = ? AND seq = ?", (body, game, seq))
            if mended:
                mend_sums(connection, game)

    last = 'SELECT seq, body FROM entries WHERE game = ? AND instr(body, \'"kind":"Dice"\') ORDER BY seq DESC LIMIT 1'
    with sqlite3.connect(database) as connection:
        seq, kept = connection.execute(last, (game,)).fetchone()
    body = msgspec.json.decode(kept)
    (step, *_) = (step for step in body["steps"] if step["kind"] == "Dice")
    step["dice"][0] = step["dice"][0] % 6 + 1
    write(msgspec.json.encode(body), careful)
    yield
    write(kept, careful)


def mend_sums(connection: sqlite3.Connection, game: str) -> None:
    """Write the checksums that the entries of a game should have."""
    total = START
    rows = connection.execute(
        "SELECT version, seq, at, kind, body, move FROM entries WHERE game = ? ORDER BY seq", (game,)
    )
    for version, *values in rows.fetchall():
        entry = Entry(*values)
        total = entry_sum(total, game, entry, version)
        connection.execute("UPDATE entries SET sum = ? WHERE game = ? AND seq = ?", (total, game, entry.seq))
    connection.execute("UPDATE games SET sum = ? WHERE id = ?", (total, game))
