"""What is printed: the board, the deeds, the cards and the options, read from the edition files."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FILES = Path(__file__).parents[2] / "passgo" / "editions"


@dataclass(frozen=True)
class Square:
    """One square as printed; a property has a price, a street rents and a price of building too."""

    number: int
    slug: str
    kind: str
    group: str = ""
    price: int = 0
    house_cost: int = 0
    rents: tuple[int, ...] = ()
    tax: int = 0
    tax_kind: str = ""


@dataclass(frozen=True)
class Face:
    """What a card says."""

    effect: str
    target: int = -1
    amount: int = 0
    per_house: int = 0
    per_hotel: int = 0


@dataclass(frozen=True)
class Printed:
    """Everything printed in one edition."""

    squares: tuple[Square, ...]
    decks: tuple[tuple[Face, ...], tuple[Face, ...]]
    railroad_rent: tuple[int, ...]
    utility_factor: tuple[int, ...]

    @property
    def jail(self) -> int:
        return next(s.number for s in self.squares if s.kind == "jail")


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((FILES / name).read_text(encoding="utf-8"))


def _book(key: str) -> dict[str, Any]:
    """An edition's file, upon the one it extends."""
    book = _read(f"books/{key}.toml")
    if "extends" not in book:
        return book
    below = _book(book["extends"])
    return {**below, **book, "rules": {**below["rules"], **book.get("rules", {})}}


def _slug(square: dict[str, Any]) -> str:
    name = square.get("slug") or square["name"]
    kept = "".join(c for c in name.lower() if c.isalnum() or c in " _&-")
    return kept.replace("&", "and").replace("-", " ").replace(" ", "_")


@cache
def printed(key: str) -> Printed:
    book = _book(key)
    board = _read(f"boards/{book['board']}")
    squares = []
    for number, square in enumerate(board["square"]):
        slug = _slug(square)
        tax = book["taxes"].get(slug, {})
        squares.append(
            Square(
                number,
                slug,
                square["kind"],
                square.get("group", ""),
                square.get("price", 0),
                square.get("house_cost", 0),
                tuple(square.get("rents", ())),
                tax.get("flat", 0),
                tax.get("kind", ""),
            )
        )
    where = {s.slug: s.number for s in squares}
    decks = _read(f"decks/{book['decks']}")

    def faces(name: str) -> tuple[Face, ...]:
        return tuple(
            Face(
                c["effect"],
                where[c["target"]] if "target" in c else -1,
                c.get("amount", 0),
                c.get("per_house", 0),
                c.get("per_hotel", 0),
            )
            for c in decks[name]
        )

    return Printed(
        tuple(squares), (faces("chance"), faces("chest")), tuple(board["railroad_rent"]), tuple(board["utility_factor"])
    )


@cache
def _default_options(key: str) -> dict[str, int]:
    meanings = _read("options.toml")
    options = {name: int(meaning["default"]) for name, meaning in meanings.items() if "default" in meaning}
    for name, value in _book(key)["rules"].items():
        options[name] = meanings[name]["values"][value] if isinstance(value, str) else int(value)
    return options


def options_of(key: str, **switched: int) -> dict[str, Any]:
    """The options of an edition as numbers, some of them switched; `edition` names the board and the decks."""
    return {"edition": key, **_default_options(key), **switched}


def edition_of(options: dict[str, Any]) -> str:
    """Which edition the options belong to: the one named, or the one their fixed numbers give away."""
    if "edition" in options:
        return str(options["edition"])
    if options["speed_die"]:
        return "speed-die"
    return {(3, 7): "1935", (2, 6): "modern"}.get(
        (int(options["setup_players_least"]), int(options["setup_players_most"])), "classic"
    )
