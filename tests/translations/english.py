"""Every English text of the Python sources that a player can see, by the key of the message files.

`python -m tests.translations.english` notes which English texts the other languages were written for. Run it after the
translation was brought up to date, not before.
"""

import ast
import hashlib
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from passgo import editions, rulebook
from passgo.rulebook.law import where_stated
from passgo.server.store import PUBLIC_REASONS

ROOT = Path(__file__).parents[2]
WORDS = ROOT / "web" / "src" / "words"
NOTED = Path(__file__).parent / "translated.json"

# Which calls, and in which functions, say something that is sent to a browser. Without functions it is the whole file.
SAYING: tuple[tuple[str, set[str], set[str]], ...] = (
    ("passgo/server/table/requests.py", {"RequestRefusal"}, set()),
    ("passgo/server/table/real_requests.py", {"RequestRefusal"}, set()),
    ("passgo/server/table/real_table.py", {"RequestRefusal"}, set()),
    ("passgo/server/wire/connection.py", {"Ended"}, set()),
    ("passgo/server/table/lobby.py", {"LobbyRefusal"}, set()),
    ("passgo/server/http/rest.py", {"LobbyRefusal"}, set()),
    ("passgo/server/table/seats.py", {"ValueError"}, set()),
    ("passgo/server/wire/lookalikes.py", {"ValueError"}, set()),
    ("passgo/server/wire/admission.py", {"Full"}, set()),
    ("passgo/notation/names.py", {"ValueError"}, {"checked_names"}),
    ("passgo/editions/ruleset.py", {"ValueError"}, {"tokens_for"}),
)


MERE_GRAMMAR = 2
"""So few words are a reason code, or the grammar of a request that only programs get wrong."""


def english() -> dict[str, str]:
    """Every such text by its key."""
    return {**rules(), **cards(), **server(), **option_words(), **edition_words()}


def rules() -> dict[str, str]:
    """The rulebook, read as it is written, so that what editions share is said once."""
    file = tomllib.loads((ROOT / "passgo/rulebook/rules.toml").read_text())
    texts = {f"rules.section.{section}": title for section, title in file["sections"].items()}
    texts |= {f"rules.book.{edition}": book for edition, book in file["books"].items()}
    texts["rules.printed"] = where_stated(None, "classic", "printed")  # type: ignore[arg-type]  # no book is asked
    texts["rules.unsaid"] = rulebook.refusal("setup.cash").replace(rulebook.rule("setup.cash").says, "{says}")
    for rule in file["rule"]:
        key = f"rule.{rule['id']}"
        texts[key] = rule["says"]
        for field in ("in", "ruled", "source", "refusal"):
            said = rule.get(field, {})
            if isinstance(said, str):
                texts[f"{key}.{field}"] = said
            else:
                texts |= {f"{key}.{field}.{edition}": text for edition, text in said.items()}
    return texts


def cards() -> dict[str, str]:
    """The cards of all decks; a card of one name says the same in every edition."""
    texts: dict[str, str] = {}
    for path in sorted((ROOT / "passgo/editions/decks").glob("*.toml")):
        for deck, entries in tomllib.loads(path.read_text()).items():
            for entry in entries:
                key = f"card.{deck}.{entry['id']}"
                text = re.sub(r"\$(?=\{)", "", entry["text"])
                if texts.setdefault(key, text) != text:
                    raise ValueError(f"{key} says something else in {path.name}: it needs an id of its own")
    return texts


def server() -> dict[str, str]:
    """What the server says where no rule of the book speaks. The text is its own key."""
    found = (text for path, calls, within in SAYING for text in said_in(ROOT / path, calls, within))
    return {f"server.{text}": text for text in (*found, *PUBLIC_REASONS.values())}


def said_in(path: Path, calls: set[str], within: set[str]) -> Iterator[str]:
    """The texts that these calls are given, with places {0}, {1} for what is filled in."""
    tree = ast.parse(path.read_text())
    named: list[ast.AST] = [
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name in within
    ]
    for node in (node for part in (named or [tree]) for node in ast.walk(part)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in calls:
            for argument in node.args[:2]:
                for choice in (argument.body, argument.orelse) if isinstance(argument, ast.IfExp) else (argument,):
                    text = template(choice)
                    if " " in text and len(re.findall(r"[a-z]{2,}", text)) > MERE_GRAMMAR:
                        yield text


def template(node: ast.expr) -> str:
    """A text, or one with places; nothing for what is neither."""
    if isinstance(node, ast.Subscript):
        return template(node.value)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if not isinstance(node, ast.JoinedStr):
        return ""
    parts, places = [], 0
    for part in node.values:
        if isinstance(part, ast.Constant):
            parts.append(str(part.value))
        else:
            parts.append(f"{{{places}}}")
            places += 1
    return "".join(parts)


def option_words() -> dict[str, str]:
    """What options are called, and what explains them to players."""
    titles = {f"option.{name}": option.title for name, option in options().items()}
    return titles | {f"option.{name}.help": option.help for name, option in options().items()}


def edition_words() -> dict[str, str]:
    """What the editions of the package are called, and what they say of themselves in a line."""
    tables = [editions.ruleset(name) for name in editions.NAMES]
    return {f"edition.{t.edition}": t.title for t in tables} | {f"new.edition.{t.edition}": t.about for t in tables}


def options() -> dict[str, editions.Option]:
    """Every option of any edition, by its name."""
    return {option.name: option for edition in editions.NAMES for option in editions.options(edition)}


def read(language: str, file: str) -> dict[str, str]:
    """A message file."""
    texts: dict[str, str] = json.loads((WORDS / language / f"{file}.json").read_text())
    return texts


def digests() -> dict[str, str]:
    """A fingerprint of every text, to find out which have changed. Names and helps of options are too short to age."""
    texts = {key: text for key, text in sorted(english().items()) if not key.startswith("option.")}
    return {key: hashlib.sha256(text.encode()).hexdigest()[:12] for key, text in texts.items()}


if __name__ == "__main__":
    NOTED.write_text(json.dumps(digests(), indent=0, ensure_ascii=False) + "\n")
