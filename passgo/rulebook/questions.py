"""Questions as people ask them, each with the rules that decide it, and questions that no rule answers."""

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

FOLDER = Path(__file__).parent / "questions"
OUTSIDE = "outside"  # the file of the questions that no rule answers
STYLES = ("plain", "child", "formal", "phone", "story", "terse", "german", "foreign", "slang", "myth")
MISSPELLED = "phone"  # the style whose words are no measure of spelling


@dataclass(frozen=True)
class Question:
    """A question, the ids of the rules that decide it, and how it is worded.

    Where no rule answers it there are none, and instead of its style stands what it is about.
    """

    text: str
    rules: tuple[str, ...]
    style: str


@lru_cache(maxsize=1)
def read_questions(folder: Path = FOLDER) -> tuple[Question, ...]:
    """Every question of the folder: a file for each heading of the rulebook, one of several rules, one of none."""
    return tuple(question for path in sorted(folder.glob("*.toml")) for question in read_file(path))


def read_file(path: Path) -> list[Question]:
    """The questions of a file: by rule, or rules joined by a plus, and by style."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    if path.stem == OUTSIDE:
        return [Question(text, (), about) for about, texts in content.items() for text in texts]
    return [
        Question(text, tuple(key.split(" + ")), style)
        for key, by_style in content.items()
        for style, texts in by_style.items()
        for text in texts
    ]
