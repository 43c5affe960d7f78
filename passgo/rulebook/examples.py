"""Examples: what a rule looks like when it is played, from games that are kept to be read."""

import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from passgo.editions import Ruleset

EXAMPLES_FILE = Path(__file__).parent / "examples.json"
AROUND = 2  # events that an example shows before the one it is for
SHOWN = 5  # events of an example


@dataclass(frozen=True)
class Example:
    """A few lines of a game, the edition it was played by, and what the game was kept to show."""

    edition: str
    about: str
    lines: tuple[str, ...]


@lru_cache(maxsize=1)
def read_examples() -> dict[str, list[Example]]:
    """The examples that come with the package, by rule."""
    content = json.loads(EXAMPLES_FILE.read_text(encoding="utf-8"))
    return {
        rule: [Example(one["edition"], one["about"], tuple(one["lines"])) for one in ones]
        for rule, ones in content.items()
    }


def example_of(rule: str, edition: Ruleset) -> Example | None:
    """An example of a rule: one of that edition, or of the nearest it extends, or of any."""
    found = read_examples().get(rule, [])
    near = [one for name in (edition.edition, *edition.extends) for one in found if one.edition == name]
    return next(iter(near or found), None)


def gather_examples(games: Path) -> dict[str, list[Example]]:
    """An example of every rule that is seen in the games of a folder, one for each edition.

    Games by the book come before those with options, and those that were kept for a purpose before whole ones.
    """
    found: dict[str, dict[str, Example]] = {}
    texts = [path.read_text(encoding="utf-8") for path in sorted(games.glob("*.txt"))]
    records = [text for text in texts if "\npassgo record " in text]
    for text in sorted(records, key=lambda text: ("\noptions: " in text, "A whole game" in text)):
        for rule, example in examples_in(text):
            found.setdefault(rule, {}).setdefault(example.edition, example)
    return {rule: list(found[rule].values()) for rule in sorted(found)}


def examples_in(text: str) -> list[tuple[str, Example]]:
    """Of every event of a game that tells its rule: the action that led to it, and the events around it."""
    lines = text.splitlines()
    about = lines[0].removeprefix("# ")
    edition = next(line.removeprefix("edition: ") for line in lines if line.startswith("edition: "))
    acts: list[list[str]] = []
    for line in lines[lines.index("") + 1 :]:
        if line.startswith("    # ") and line.endswith(")") and acts:
            acts[-1].append(line.strip().removeprefix("# "))
        elif line and not line.startswith(("#", "dice", "card", "    #")):
            acts.append([line])
    return [
        (event[event.rindex("(") + 1 : -1], Example(edition, about, (action, *events[max(0, at - AROUND) :][:SHOWN])))
        for action, *events in acts
        for at, event in enumerate(events)
    ]


def format_examples(examples: dict[str, list[Example]]) -> str:
    """The examples as `examples.json` keeps them, a line for each rule."""
    rows = (
        f"{json.dumps(rule)}: {json.dumps([asdict(one) for one in ones], ensure_ascii=False)}"
        for rule, ones in examples.items()
    )
    return "{\n" + ",\n".join(rows) + "\n}\n"
