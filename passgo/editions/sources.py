"""Where editions come from: the package, or files of the user's own; and the names by which they are found again.

An edition of the package is called by its key, `classic`. A user's edition is called by its file, `my/town.toml`; in a
record that name carries a digest of the files, `my/town.toml@0123456789abcdef`, so that a game is never read with
other rules than it was played with. A server is given its editions at the start (`editions.add`), and knows them by
their keys.
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, unquote

from passgo.editions.files import PACKAGE, Section, TextFile, parse_file, read_file
from passgo.editions.names import close_to
from passgo.errors import EditionError

SUFFIX = ".toml"
DIGITS = 16
SIGNED = re.compile(rf"(.+)@([0-9a-f]{{{DIGITS}}})")
KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
PLAIN = "/\\:~!$&'()*+,;=?[]^`{}-._"
"""Characters that a path keeps in a record; spaces, `#` and `|` mean something there."""

LONGEST_CHAIN = 8
"""Editions that may extend one another."""

added: dict[str, "Sources"] = {}
"""The user's editions that this process knows by their keys; `register` fills it."""


class SignedName(NamedTuple):
    """A name with the digest that it carries, if any."""

    name: str
    digest: str


@dataclass(frozen=True)
class Sources:
    """The files of one edition: its own, those of the editions it extends, nearest first, its board, its decks."""

    name: str
    key: str
    own: TextFile
    below: tuple[TextFile, ...]
    extends: tuple[str, ...]
    board: TextFile
    decks: TextFile
    outside: tuple[TextFile, ...]
    """Those that do not come with PassGo."""

    @property
    def digest(self) -> str:
        """A hash of the files that do not come with PassGo; empty if there are none."""
        if not self.outside:
            return ""
        found = hashlib.sha256()
        for file in self.outside:
            found.update(f"{len(file.text)}\0{file.text}".encode())
        return found.hexdigest()[:DIGITS]

    @property
    def signed_name(self) -> str:
        """The name that finds this edition again, and only this one."""
        return format_name(SignedName(self.name, self.digest))


def format_name(signed: SignedName) -> str:
    """A name as one word of a record.

    >>> format_name(SignedName("my towns/ours.toml", "0123456789abcdef"))
    'my%20towns/ours.toml@0123456789abcdef'
    """
    return f"{quote(signed.name, safe=PLAIN)}@{signed.digest}" if signed.digest else signed.name


def parse_name(text: str) -> SignedName:
    """A name as a person or a record writes it.

    >>> parse_name("my%20towns/ours.toml@0123456789abcdef")
    SignedName(name='my towns/ours.toml', digest='0123456789abcdef')
    >>> parse_name("my towns/ours.toml")
    SignedName(name='my towns/ours.toml', digest='')
    """
    found = SIGNED.fullmatch(text.strip())
    return SignedName(unquote(found[1]), found[2]) if found else SignedName(text.strip(), "")


def is_path(name: str) -> bool:
    """Is it the name of a file, and not the key of an edition?"""
    return name.casefold().endswith(SUFFIX) or "/" in name or "\\" in name


def key_of(name: str) -> str:
    """A name in the spelling of keys.

    >>> key_of("Speed_Die"), key_of("our town")
    ('speed-die', 'our-town')
    """
    return name.strip().casefold().replace("_", "-").replace(" ", "-")


def label(path: Path) -> str:
    """What errors call a file: where it lies in the package, or the path as it was given."""
    return path.relative_to(PACKAGE).as_posix() if path.is_relative_to(PACKAGE) else str(path)


def packaged_path(key: str) -> Path:
    """The file of an edition that comes with PassGo."""
    return PACKAGE / "books" / f"{key}{SUFFIX}"


def packaged_names() -> tuple[str, ...]:
    """The editions of the package, the oldest first: every file in its folder `books`."""
    years: dict[str, int] = {}
    for path in (PACKAGE / "books").glob(f"*{SUFFIX}"):
        years[path.stem] = parse_file(read_file(path, label(path))).whole("year")
    return tuple(sorted(years, key=lambda key: (years[key], key)))


NAMES = packaged_names()
"""The editions that come with PassGo."""


def known_names() -> tuple[str, ...]:
    """The editions that this process knows by their keys: those of the package, then those that were added."""
    return NAMES + tuple(added)


def known_key(name: str) -> str:
    """The key of a known edition, in whatever spelling. No file is read.

    >>> known_key("Speed_Die")
    'speed-die'
    """
    key = key_of(name)
    if key not in known_names():
        names = ", ".join(known_names())
        raise EditionError(f"no edition ({names}) is called {name!r:.80}{close_to(key, known_names())}")
    return key


def known_name(name: str) -> str:
    """The full name of an edition that this process knows. No file is read, whatever the name says.

    This is what a server asks of a name that comes from a client.

    >>> known_name("Speed_Die")
    'speed-die'
    """
    signed = parse_name(name)
    return checked(find_known(known_key(signed.name)), signed).signed_name


def register(found: Sources) -> str:
    """Let this process know a user's edition by its key, the name of its file without `.toml`; the full name."""
    file = found.own.label
    if not KEY.fullmatch(found.key):
        raise EditionError(f"{file}: {found.key!r} cannot be a key: expected the letters a to z, digits and -")
    taken = "PassGo" if found.key in NAMES else added[found.key].own.label if found.key in added else file
    if taken != file:
        raise EditionError(f"{file}: {taken} has an edition of the name {found.key!r} already: rename the file")
    added[found.key] = replace(found, name=found.key)
    return added[found.key].signed_name


def find_sources(name: str | Path) -> Sources:
    """The files of the edition that a caller or a record names."""
    signed = parse_name(str(name))
    if is_path(signed.name):
        return checked(gather(Path(signed.name).expanduser(), signed.name), signed)
    if signed.digest and key_of(signed.name) not in known_names():
        raise EditionError(
            f"{signed.name!r:.80} is an edition of somebody's own that is not known here: add its file first "
            f"(`editions.add`, or --edition FILE)"
        )
    return checked(find_known(known_key(signed.name)), signed)


def checked(sources: Sources, signed: SignedName) -> Sources:
    """Refuse an edition whose files are not those that the name was signed for."""
    if signed.digest and signed.digest != sources.digest:
        raise EditionError(
            f"{signed.name} has changed since the game was played: the digest of its files was {signed.digest} and is "
            f"{sources.digest or 'none'}"
        )
    return sources


def find_known(key: str) -> Sources:
    """The files of an edition that is known by its key."""
    return packaged(key) if key in NAMES else added[key]


@lru_cache(maxsize=32)
def packaged(key: str) -> Sources:
    """The files of an edition of the package; they do not change."""
    return gather(packaged_path(key), key)


def gather(path: Path, name: str = "") -> Sources:
    """Read the files of the edition that a file describes."""
    chain = list(chain_of(path))
    files = [file for _, file in chain]
    sections = [parse_file(file) for file in files]
    board, decks = (beside(field, chain, sections) for field in ("board", "decks"))
    outside = [(place, file) for place, file in (*chain, board, decks) if not place.is_relative_to(PACKAGE)]
    return Sources(
        name=name or str(path),
        key=key_of(path.stem),
        own=files[0],
        below=tuple(files[1:]),
        extends=tuple(place.stem if place.is_relative_to(PACKAGE) else place.name for place, _ in chain[1:]),
        board=board[1],
        decks=decks[1],
        outside=tuple(file for _, file in outside),
    )


def chain_of(path: Path) -> Iterable[tuple[Path, TextFile]]:
    """The file of an edition and those it extends, nearest first."""
    seen: list[Path] = []
    while True:
        if len(seen) == LONGEST_CHAIN or path.resolve() in seen:
            raise EditionError(f"{label(path)}: extends comes back to an edition it began with")
        seen.append(path.resolve())
        file = read_file(path, label(path))
        yield path, file
        section = parse_file(file)
        if not section.has("extends"):
            if not path.is_relative_to(PACKAGE):
                names = ", ".join(NAMES)
                raise section.error("extends", f"is missing: say whose book the edition follows, one of {names}")
            return
        path = extended(path, section)


def extended(path: Path, section: Section) -> Path:
    """The file of the edition that a file extends: the key of one of the package, or a file beside."""
    name = section.text("extends")
    if is_path(name):
        return path.parent / Path(name).expanduser()
    if key_of(name) not in NAMES:
        raise section.error("extends", f"is {name!r}, not one of {', '.join(NAMES)} or a file such as 'other.toml'")
    return packaged_path(key_of(name))


def beside(field: str, chain: list[tuple[Path, TextFile]], sections: list[Section]) -> tuple[Path, TextFile]:
    """The file that a field names: it lies beside the file that names it, or in the package."""
    shared = PACKAGE / ("boards" if field == "board" else field)
    for (path, _), section in zip(chain, sections, strict=True):
        if not section.has(field):
            continue
        name = section.text(field)
        for place in (path.parent / name, shared / name):
            if place.is_file() and (place.parent == shared or not path.is_relative_to(PACKAGE)):
                return place, read_file(place, label(place))
        there = ", ".join(sorted(found.name for found in shared.glob(f"*{SUFFIX}")))
        raise section.error(field, f"is {name!r}: no such file beside this one, nor among PassGo's own ({there})")
    raise sections[0].error(field, "is missing")
