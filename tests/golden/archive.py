"""Records that are kept for ever: what the rules make of them in one version, they make of them ever after.

`python -m tests.golden.archive 0.2.0` keeps the golden playthroughs, and some random games of every edition, as the
rules play them now, in `kept/0.2.0`. A kept record is never written again. If a later change of the rules alters one
on purpose, `python -m tests.golden.archive --altered 0.1.0/classic-deals deal.private` notes its new digest with the
rule, and the CHANGELOG says, in one entry that names both the record and the rule, what changed and why.
"""

import hashlib
import sys
from dataclasses import dataclass
from pathlib import Path

from passgo.dealer import TypedDealer
from passgo.dev.fuzz.checked_game import SEAT_NAMES
from passgo.errors import IllegalAction
from passgo.game.records import format_record
from passgo.notation import events
from passgo.notation.names import Names
from passgo.notation.record import parse_record
from passgo.rulebook import BOOKS
from tests.golden.playthroughs import PLAYTHROUGHS
from tests.golden.render import beginning
from tests.reference.compare import ACTION_ROW
from tests.reference.random_walk import random_pair, walk

FOLDER = Path(__file__).parent / "kept"
DIGESTS, ALTERED = "digests.txt", "altered.txt"
RANDOM_GAMES, RANDOM_STEPS = 3, 250


@dataclass(frozen=True)
class Kept:
    """A kept record: `0.1.0/classic-deals`, and the digests of its text and of what the rules made of it."""

    name: str
    of_text: str
    of_game: str

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.txt"


def hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


KEPT_ORDER = (
    events.PLAYER, events.OTHER, events.SQUARE, events.AMOUNT, events.CARD, events.DIE_1, events.DIE_2, events.DIE_3,
    events.GIVE_DEEDS, events.TAKE_DEEDS, events.GIVE_CASH, events.TAKE_CASH, events.TAKE_CARDS,
)  # fmt: skip
"""The numbers of an event besides its kind and rule, in the order in which the first digests were taken."""


def in_kept_order(numbers: events.RawEvent) -> tuple[int, ...]:
    """What a digest takes of an event."""
    return tuple(numbers[place] for place in KEPT_ORDER)


def told(record: str) -> list[str]:
    """Every line of a record with all that it leads to now: events by name, rule and number, and the position."""
    heading, lines = parse_record(record)
    game = beginning(heading)
    said = [game.position]
    for line in lines:
        if line.text.startswith(("turn ", "end:")):
            continue
        try:
            happened = game.play(line.text)
        except IllegalAction as refused:
            said.append(f"{line.text}: refused by {refused.rule}")
            continue
        said += [line.text, *(f"{e.kind} {e.rule} {in_kept_order(e._numbers)}" for e in happened), game.position]
    return said


def digest_of(record: str) -> str:
    """A digest of everything that the rules make of a record."""
    return hashed("\n".join(told(record)))


def kept_records() -> list[Kept]:
    """Every record that was ever kept."""
    found = []
    for folder in sorted(FOLDER.iterdir()):
        for line in (folder / DIGESTS).read_text(encoding="utf-8").splitlines():
            name, of_text, of_game = line.split()
            found.append(Kept(f"{folder.name}/{name}", of_text, of_game))
    return found


def altered_records() -> dict[str, tuple[str, str]]:
    """The digest that a record has since it was altered, and the rule that altered it, by the record's name."""
    path = FOLDER.parent / ALTERED
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    words = [line.split() for line in lines if line and not line.startswith("#")]
    return {name: (digest, rule) for name, digest, rule in words}


def random_record(edition: str, seed: int) -> str:
    """A random game of an edition, as a record."""
    dice, pair = random_pair(seed, edition)
    walk(dice, pair, RANDOM_STEPS)
    names = Names(pair.ruleset, SEAT_NAMES[: pair.players])
    steps = [ACTION_ROW.pack(*action) for action in pair.played]
    return format_record(names, pair.ruleset.tokens[: pair.players], TypedDealer(), steps, pair.start, over=False)


def records() -> dict[str, str]:
    """What a version keeps, by name."""
    found = {playthrough.name: playthrough.play().record() for playthrough in PLAYTHROUGHS}
    for edition in BOOKS:
        for seed in range(RANDOM_GAMES):
            found[f"{edition}-random-{seed}"] = random_record(edition, seed)
    return found


def keep(version: str) -> None:
    """Keep the records of a version; those of a version that has been kept stay as they are."""
    folder = FOLDER / version
    if folder.exists():
        raise SystemExit(f"{version} has been kept; kept records are never written again")
    folder.mkdir(parents=True)
    lines = []
    for name, record in records().items():
        (folder / f"{name}.txt").write_text(record, encoding="utf-8")
        lines.append(f"{name} {hashed(record)} {digest_of(record)}")
    (folder / DIGESTS).write_text("\n".join([*lines, ""]), encoding="utf-8")
    print(f"kept {len(lines)} records of {version}")


def note_altered(name: str, rule: str) -> None:
    """Note that a rule altered a record; the CHANGELOG must say so too."""
    notes = {**altered_records(), name: (digest_of((FOLDER / f"{name}.txt").read_text(encoding="utf-8")), rule)}
    lines = ["# Kept records that a later rule altered: record, its digest since, the rule. The CHANGELOG says why."]
    lines += [f"{record} {digest} {by}" for record, (digest, by) in sorted(notes.items())]
    (FOLDER.parent / ALTERED).write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1] == "--altered":
        note_altered(*sys.argv[2:])
    else:
        keep(*sys.argv[1:])
