"""A position as a dictionary with names in it, for people, JSON and tests.

    {"edition": "classic", "options": {"rent_claims": "manual"},
     "players": {"Ann": {"token": "kite", "cash": 1340, "square": "boardwalk",
                         "deeds": {"boardwalk": 4, "park place": "hotel", "short line": "mortgaged"},
                         "jail_cards": ["chance"]},
                 "Ben": {"jail": 2}},
     "on_turn": "Ann", "phase": "end-turn", "dice": [3, 4], "seen": {"chance": ["bank_dividend"]},
     "offers": {"Ben": {"to": "Ann", "give_cash": 50, "take": ["short line"]}},
     "matters": [{"kind": "debt", "player": "Ann", "other": "Ben", "amount": 2000, "rule": "rent.deed"}]}

Everything may be left out that is as at the start: `dict_reader` reads such a dictionary back, and also one in which
players are a list, `in_jail` is true, squares are numbers, or a `version` of PassGo is named. `dict_schema` describes
it. `FIELDS`, `OF_PLAYER`, `OF_OFFER` and `OF_MATTER` list the entries of each part once; all three follow them.
"""

from typing import Any

from passgo.notation.actions import DECKS
from passgo.notation.names import Names
from passgo.notation.position_line import PHASES
from passgo.rules import codes, ids
from passgo.rules.state import State

ARRIVED = ("by dice", "by card", "by railroad card", "by utility card", "by Mr. M")
"""How a token reached its square, by number."""

SPEEDING: tuple[bool | str, ...] = (False, True, "next throw")
"""Whether a player throws the Speed Die, by number."""

MATTERS = tuple(kind.removeprefix("MATTER_").lower().replace("_", "-") for kind in codes.MATTER_KINDS)
"""The kinds of matter, by number."""

FIELDS = {
    "turn": "number",
    "round": "number",
    "first": "player",
    "doubles": "number",
    "throws": "number",
    "again": "truth",
    "salaried": "truth",
    "mr_m": "truth",
    "arrived": "arrived",
    "rent_throw": "number",
    "steps": "number",
    "deck": "deck",
    "cursor": "number",
    "hour_struck": "truth",
    "contenders": "players",
    "winners": "players",
    "offers_made": "number",
}
"""Entries about the turn and the game: the name of the field in the record, and the kind of its value."""

OF_PLAYER = {"jail": "number", "speeding": "speeding", "out": "truth", "resigning": "number", "first_throw": "number"}
"""Entries about a player besides token, cash, square, deeds and jail cards."""

PARTIES = {"player": "player", "other": "account", "last": "player"}
OF_MATTER = {
    "debt": {**PARTIES, "amount": "number", "rule": "rule", "stage": "number"},
    "auction": {**PARTIES, "square": "lot", "amount": "number", "set": "players"},
    "keep-or-lift": {**PARTIES, "set": "deeds", "rule": "rule"},
    "shortage": {
        **PARTIES,
        "other": "lot",
        "last": "account",
        "square": "lot",
        "amount": "number",
        "set": "players",
        "wants": "players",
        "stage": "number",
    },
    "estate": {**PARTIES, "set": "deeds", "wants": "decks"},
}
"""Entries about each kind of matter: the field `matter_player` of the record is `player` here, and so on."""

OF_OFFER = {
    "give": "give_deeds",
    "take": "take_deeds",
    "give_cash": "give_cash",
    "take_cash": "take_cash",
    "give_cards": "give_cards",
    "take_cards": "take_cards",
    "settles": "settles",
    "number": "number",
}
"""The fields of an offer, and what the record calls them after `offer_`."""


def format_value(names: Names, kind: str, value: int) -> Any:
    """A number of the record as a value of the dictionary; `parse_value` is the inverse."""
    if kind == "truth":
        return bool(value)
    if kind in ("player", "account"):
        return names.account(value)
    if kind == "players":
        return list(names.players_of(value))
    if kind == "deeds":
        return list(names.deeds_of(value))
    if kind == "decks":
        return list(names.decks_of(value))
    if kind == "lot":
        return names.lot(value)
    if kind == "rule":
        return ids.NAMES[value]
    words: dict[str, tuple[Any, ...]] = {"arrived": ARRIVED, "speeding": SPEEDING, "deck": DECKS}
    return words[kind][value] if kind in words else value


def position_to_dict(names: Names, tokens: tuple[str, ...], g: State) -> dict[str, Any]:
    """The whole position as a dictionary, without what is as at the start."""
    ruleset = names.ruleset
    heading: dict[str, Any] = {"edition": ruleset.edition}
    if ruleset.options:
        heading["options"] = ruleset.options
    position = {
        **heading,
        "players": {name: format_player(names, tokens[p], g, p) for p, name in enumerate(names.players)},
        "on_turn": names.players[g.on_turn],
        "phase": PHASES[g.phase],
        **{name: format_value(names, kind, value) for name, kind in FIELDS.items() if (value := getattr(g, name))},
    }
    if any(g.dice):
        position["dice"] = g.dice[: 3 if g.dice[2] else 2]
    if g.card:
        position["card"] = names.cards[g.deck][g.card]
    if g.cash[codes.POT]:
        position["pot"] = g.cash[codes.POT]
    if g.uncounted:
        position["counted"] = False
    parts = {
        "bank": format_bank(names, g),
        "seen": format_seen(names, g),
        "offers": format_offers(names, g),
        "claims": format_claims(names, g),
        "matters": [format_matter(names, g, m) for m in range(g.matters)],
    }
    return {**position, **{name: part for name, part in parts.items() if part}}


def format_player(names: Names, token: str, g: State, p: int) -> dict[str, Any]:
    """A player."""
    held = [deck for deck in range(len(DECKS)) if g.jail_card[deck] == p]
    return {
        "token": token,
        "cash": g.cash[p],
        "square": names.squares[g.square[p]],
        "deeds": {name: format_deed(g, d) for d, name in enumerate(names.deeds) if g.owner[d] == p},
        **({"jail_cards": [DECKS[deck] for deck in held]} if held else {}),
        **{
            name: format_value(names, kind, value) for name, kind in OF_PLAYER.items() if (value := getattr(g, name)[p])
        },
    }


def format_deed(g: State, deed: int) -> int | str:
    """What a deed is: mortgaged, or built on, or neither (0)."""
    if g.mortgaged >> deed & 1:
        return "mortgaged"
    return "hotel" if g.level[deed] == codes.HOTEL else g.level[deed]


def format_bank(names: Names, g: State) -> dict[str, Any]:
    """The Bank's stock, and mortgages on deeds that it is about to auction."""
    unsold = sum(1 << d for d in range(codes.DEEDS) if g.owner[d] == codes.BANK)
    mortgaged = list(names.deeds_of(g.mortgaged & unsold))
    return {"houses": g.houses, "hotels": g.hotels, **({"mortgaged": mortgaged} if mortgaged else {})}


def format_seen(names: Names, g: State) -> dict[str, list[str]]:
    """The cards at the bottom of each deck, in the order in which they will come up after those not yet seen."""
    return {
        deck: [names.cards[n][card] for card in g.seen[n * codes.DECK : n * codes.DECK + g.seen_count[n]]]
        for n, deck in enumerate(DECKS)
        if g.seen_count[n]
    }


def format_offers(names: Names, g: State) -> dict[str, Any]:
    """The open offers, by who made them."""
    kinds = {"give": "deeds", "take": "deeds", "give_cards": "decks", "take_cards": "decks", "settles": "truth"}
    return {
        name: {
            "to": names.players[g.offer_to[p]],
            **{
                field: format_value(names, kinds.get(field, "number"), value)
                for field, stored in OF_OFFER.items()
                if (value := getattr(g, f"offer_{stored}")[p])
            },
        }
        for p, name in enumerate(names.players)
        if g.offer_to[p] != codes.NOBODY
    }


def format_claims(names: Names, g: State) -> list[dict[str, Any]]:
    """The rents that may still be claimed."""
    return [
        {
            "lander": names.players[g.claim_lander[n]],
            "owner": names.players[g.claim_owner[n]],
            "square": names.squares[g.claim_square[n]],
            "amount": g.claim_amount[n],
            "age": g.claim_age[n],
            **({"said": g.claim_said[n]} if g.claim_said[n] else {}),
        }
        for n in range(g.claims)
    ]


def format_matter(names: Names, g: State, m: int) -> dict[str, Any]:
    """A matter on the table."""
    kind = MATTERS[g.matter_kind[m]]
    fields = {
        name: format_value(names, what, getattr(g, f"matter_{name}")[m]) for name, what in OF_MATTER[kind].items()
    }
    return {"kind": kind, **fields}
