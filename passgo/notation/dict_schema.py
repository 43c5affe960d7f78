"""The dictionary of a position as a JSON Schema: made from the lists by which it is written and read.

It says what a position is made of. Whether it is lawful, `Game.from_dict` says, with the rule.
"""

from typing import Any

from passgo.notation.actions import DECKS
from passgo.notation.dict_reader import OF_CLAIM, PARTS, WORDS
from passgo.notation.dict_writer import FIELDS, OF_MATTER, OF_OFFER, OF_PLAYER
from passgo.notation.names import LONGEST_NAME
from passgo.rules import codes

PLAYER = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}
SQUARE = {"type": ["string", "integer"], "minimum": 0, "maximum": codes.SQUARES - 1}
CASH = {"type": "integer", "minimum": 0}
LEVEL = {
    "anyOf": [
        {"type": "integer", "minimum": 0, "maximum": codes.HOTEL - 1},
        {"enum": ["hotel", "mortgaged"]},
    ]
}
KINDS: dict[str, Any] = {
    "number": {"type": "integer"},
    "truth": {"type": "boolean"},
    "player": PLAYER,
    "account": {"type": ["string", "null"]},
    "players": {"type": "array", "items": PLAYER},
    "deeds": {"type": "array", "items": SQUARE},
    "decks": {"type": "array", "items": {"enum": list(DECKS)}},
    "square": SQUARE,
    "lot": {"type": ["string", "integer", "null"]},
    **{kind: {"enum": list(words)} for kind, words in WORDS.items() if kind != "rule"},
    "rule": {"type": "string"},
}
"""How a value of each kind is written."""

OFFERED = {"give": "deeds", "take": "deeds", "give_cards": "decks", "take_cards": "decks", "settles": "truth"}


def entries(parts: dict[str, Any], required: tuple[str, ...] = ()) -> dict[str, Any]:
    """A dictionary with these entries and no others."""
    needed = {"required": list(required)} if required else {}
    return {"type": "object", "properties": parts, "additionalProperties": False, **needed}


def player_schema() -> dict[str, Any]:
    """What is said of a player."""
    return entries(
        {
            "token": {"type": ["string", "null"]},
            "cash": CASH,
            "square": SQUARE,
            "in_jail": {"type": "boolean"},
            "deeds": {"anyOf": [KINDS["deeds"], {"type": "object", "additionalProperties": LEVEL}]},
            "jail_cards": KINDS["decks"],
            **{name: KINDS[kind] for name, kind in OF_PLAYER.items()},
        }
    )


def position_schema() -> dict[str, Any]:
    """The schema of a position."""
    player = player_schema()
    named = {**player, "properties": {"name": PLAYER, **player["properties"]}, "required": ["name"]}
    listed = {"type": "array", "items": {"anyOf": [PLAYER, named]}}
    of_offer = {"to": PLAYER, **{name: KINDS[OFFERED.get(name, "number")] for name in OF_OFFER}}
    of_claim = {name: KINDS[kind] for name, kind in OF_CLAIM.items()}
    matters = [
        entries({"kind": {"const": kind}, **{name: KINDS[what] for name, what in fields.items()}}, ("kind", "player"))
        for kind, fields in OF_MATTER.items()
    ]
    parts = {
        "version": {"type": ["string", "number"]},
        "edition": {"type": "string"},
        "options": {"type": "object", "additionalProperties": {"type": ["string", "integer", "boolean"]}},
        "players": {"anyOf": [{"type": "object", "additionalProperties": player}, listed]},
        "on_turn": PLAYER,
        "phase": KINDS["phase"],
        **{name: KINDS[kind] for name, kind in FIELDS.items()},
        "dice": {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 6}, "maxItems": 3},
        "card": {"type": "string"},
        "pot": CASH,
        "counted": KINDS["truth"],
        "bank": entries({"houses": CASH, "hotels": CASH, "mortgaged": KINDS["deeds"]}),
        "seen": entries({deck: {"type": "array", "items": {"type": "string"}} for deck in DECKS}),
        "offers": {"type": "object", "additionalProperties": entries(of_offer, ("to",))},
        "claims": {"type": "array", "items": entries(of_claim, ("lander", "owner", "square", "amount"))},
        "matters": {"type": "array", "items": {"anyOf": matters}, "maxItems": codes.MATTERS},
    }
    assert set(parts) == set(PARTS)
    title = {"title": "A position of PassGo", "description": "What Game.to_dict gives and Game.from_dict takes."}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **title, **entries(parts, ("players",))}
