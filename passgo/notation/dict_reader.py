"""Setting up a position by hand: from a dictionary with names in it to the record of the game.

`dict_writer` is the inverse. This module translates, and refuses what is no position at all; `validity` says whether
the position is a lawful one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from passgo import editions
from passgo.errors import UnlawfulPosition
from passgo.notation.actions import DECKS
from passgo.notation.dict_writer import ARRIVED, FIELDS, MATTERS, OF_MATTER, OF_OFFER, OF_PLAYER, SPEEDING
from passgo.notation.names import ACCOUNT_NAMES, LOT_NUMBERS, MOST, Names
from passgo.notation.position_line import FIELDS as STORED
from passgo.notation.position_line import PHASES, Records, bank_cash, empty_table, goods_mortgaged, structure
from passgo.rules import codes, ids
from passgo.rules.state import State

MORTGAGED = "mortgaged"
PARTS = (
    "version",
    "edition",
    "options",
    "players",
    "on_turn",
    "phase",
    *FIELDS,
    "dice",
    "card",
    "pot",
    "counted",
    "bank",
    "seen",
    "offers",
)
PARTS += ("claims", "matters")
OF_CLAIM = {
    "lander": "player",
    "owner": "player",
    "square": "square",
    "amount": "number",
    "age": "number",
    "said": "number",
}
ACCOUNTS = {ACCOUNT_NAMES[number].casefold(): number for number in (codes.BANK, codes.POT)}
WORDS: dict[str, tuple[Any, ...]] = {
    "arrived": ARRIVED,
    "speeding": SPEEDING,
    "deck": DECKS,
    "phase": PHASES,
    "rule": ids.NAMES,
}
"""The words for the numbers of a field."""


@dataclass
class Draft:
    """A position while it is being set up, not yet known to be lawful."""

    names: Names
    tokens: list[str | None]
    records: Records
    g: State = field(init=False)

    def __post_init__(self) -> None:
        self.g = structure(self.records)


def put(draft: Draft, name: str, where: str, value: Any, kind: str, place: int | None = None) -> None:
    """Put a value of the dictionary into a field of the record, or into one place of a row."""
    stored = STORED[name]
    number = parse_value(draft.names, kind, where, value, stored.least, stored.most)
    if place is None:
        setattr(draft.g, name, number)
    else:
        getattr(draft.g, name)[place] = number


def position_from_dict(position: Any) -> Draft:
    """The record of a position set up by hand; `validity.check_position` judges whether it is lawful."""
    try:
        return parse_dict(position)
    except RecursionError:
        raise UnlawfulPosition("a position is not nested so deeply") from None


def parse_dict(position: Any) -> Draft:
    """The same, for a dictionary that is not nested too deeply."""
    given = as_dict("", position, PARTS)
    try:
        options = as_dict("options", given.get("options", {}))
        ruleset = editions.ruleset(given.get("edition", "classic"), **options)
        players = as_players(given.get("players", {}))
        names = Names(ruleset, players)
    except UnlawfulPosition:
        raise
    except (ValueError, TypeError, AttributeError) as problem:
        fail("", str(problem))
    if len(players) not in ruleset.players:
        fail(
            "players", f"{len(players)} cannot play; {ruleset.players[0]} to {ruleset.players[-1]} can", "setup.players"
        )
    draft = Draft(names, [None] * len(players), empty_table(ruleset))
    draft.g.players = len(players)
    for p, of_player in enumerate(players.values()):
        set_player(draft, p, f"players.{names.players[p]}", of_player)
    set_turn(draft, given)
    set_bank(draft, given)
    set_decks(draft, as_dict("seen", given.get("seen", {}), DECKS))
    set_offers(draft, as_dict("offers", given.get("offers", {})))
    set_claims(draft, as_list("claims", given.get("claims", [])))
    set_matters(draft, as_list("matters", given.get("matters", [])))
    settle_decks(draft)
    return draft


def set_player(draft: Draft, p: int, where: str, value: Any) -> None:
    """Token, cash, square, deeds, cards and the other entries of a player."""
    given = as_dict(where, value, ("token", "cash", "square", "deeds", "jail_cards", "in_jail", *OF_PLAYER))
    g, names, edition = draft.g, draft.names, draft.names.ruleset.record[0]
    token = given.get("token")
    if token is not None and token not in names.ruleset.tokens:
        fail(f"{where}.token", f"{token!r} is no token; there are {', '.join(names.ruleset.tokens)}", "setup.tokens")
    draft.tokens[p] = token
    gone = given.get("out", False)
    g.cash[p] = cash(f"{where}.cash", given.get("cash", 0 if gone else int(edition["setup_cash"])))
    for name, kind in OF_PLAYER.items():
        if name in given:
            put(draft, name, f"{where}.{name}", given[name], kind, p)
    if "in_jail" in given:
        set_in_jail(draft, p, f"{where}.in_jail", given)
    start = names.squares[edition["jail_square"] if g.jail[p] else 0]
    put(draft, "square", f"{where}.square", given.get("square", start), "square", p)
    deeds = given.get("deeds", {})
    pairs = deeds.items() if isinstance(deeds, Mapping) else [(name, 0) for name in as_list(f"{where}.deeds", deeds)]
    for name, state in pairs:
        set_deed(draft, p, f"{where}.deeds", name, state)
    for deck in as_list(f"{where}.jail_cards", given.get("jail_cards", [])):
        set_jail_card(draft, p, f"{where}.jail_cards", deck)


def set_in_jail(draft: Draft, p: int, where: str, given: dict[str, Any]) -> None:
    """Is the player in Jail? That is `jail`, which turn there comes next, in a word; together they must agree."""
    jailed = parse_value(draft.names, "truth", where, given["in_jail"])
    if "jail" in given and bool(draft.g.jail[p]) != bool(jailed):
        fail(where, f"{given['in_jail']!r}, but `jail` is {given['jail']!r}")
    draft.g.jail[p] = draft.g.jail[p] or jailed


def cash(where: str, value: Any) -> int:
    """Cash is never below zero: what one cannot pay is a debt."""
    if type(value) is int and value < 0:
        fail(where, f"nobody has {value} dollars: what cannot be paid is a debt", "debt.raise")
    return as_number(where, value)


def set_deed(draft: Draft, p: int, where: str, name: Any, state: Any) -> None:
    """A deed of a player: bare (0), built on (1 to 4, `hotel`) or mortgaged."""
    g, names = draft.g, draft.names
    try:
        deed = names.deed(as_place(name))
    except ValueError as problem:
        fail(where, str(problem))
    if g.owner[deed] != codes.BANK:
        both = " and ".join(dict.fromkeys((names.players[g.owner[deed]], names.players[p])))
        fail(where, f"{names.deeds[deed]} belongs to {both}: there is one deed of each", "setup.bank")
    g.owner[deed] = p
    if state == MORTGAGED:
        g.mortgaged |= 1 << deed
    elif state == "hotel":
        g.level[deed] = codes.HOTEL
    elif type(state) is int and 0 <= state < codes.HOTEL:
        g.level[deed] = state
    else:
        where = f"{where}.{names.deeds[deed]}"
        fail(where, f"{state!r} is not 0 to 4 houses, 'hotel' or 'mortgaged'", "build.four-then-hotel")


def set_jail_card(draft: Draft, p: int, where: str, deck: Any) -> None:
    """A get-out-of-jail card in a player's hand."""
    n = parse_value(draft.names, "deck", where, deck)
    if draft.g.jail_card[n] != codes.BANK:
        fail(where, f"the {deck} card is held twice: there is one in each deck", "cards.jail-free-kept")
    draft.g.jail_card[n] = p


def set_turn(draft: Draft, given: dict[str, Any]) -> None:
    """Whose turn it is, and how far it has come."""
    g, names = draft.g, draft.names
    put(draft, "on_turn", "on_turn", given.get("on_turn", names.players[0]), "player")
    put(draft, "phase", "phase", given.get("phase", PHASES[codes.PHASE_BEFORE_THROW]), "phase")
    for name, kind in FIELDS.items():
        if name in given:
            put(draft, name, name, given[name], kind)
    if "turn" not in given and g.phase >= codes.PHASE_BEGIN_TURN:
        g.turn = 1
    dice = as_list("dice", given.get("dice", []))
    if len(dice) not in (0, 2, 3):
        fail("dice", f"two or three, not {len(dice)}", "move.throw")
    for n, die in enumerate(dice):
        g.dice[n] = as_number("dice", die, 1, 6)
    if "card" in given:
        try:
            g.card = names.card(g.deck, given["card"])
        except ValueError as problem:
            fail("card", str(problem))


def set_bank(draft: Draft, given: dict[str, Any]) -> None:
    """The Bank has what nobody else has; where the dictionary names its stock, that must agree."""
    g, edition = draft.g, draft.names.ruleset.record[0]
    bank = as_dict("bank", given.get("bank", {}), ("houses", "hotels", MORTGAGED))
    built = [g.level[d] for d in range(codes.DEEDS)]
    houses = int(edition["setup_houses"]) - sum(level for level in built if level < codes.HOTEL)
    hotels = int(edition["setup_hotels"]) - built.count(codes.HOTEL)
    for name, left in (("houses", houses), ("hotels", hotels)):
        if left < 0:
            all_of_them = int(edition[f"setup_{name}"])
            fail("players", f"{all_of_them - left} {name} stand on the board; there are {all_of_them}", "setup.bank")
        if bank.get(name, left) != left:
            fail(f"bank.{name}", f"{bank[name]!r}, but with those on the board the Bank has {left}", "setup.bank")
        setattr(g, name, left)
    g.mortgaged |= parse_value(draft.names, "deeds", f"bank.{MORTGAGED}", bank.get(MORTGAGED, []))
    g.cash[codes.POT] = cash("pot", given.get("pot", 0))
    g.uncounted = int(not parse_value(draft.names, "truth", "counted", given.get("counted", True)))
    try:
        g.cash[codes.BANK] = bank_cash(list(g.cash))
        g.ledger[:] = g.cash[:]
    except ValueError as problem:
        fail("players", str(problem))


def set_decks(draft: Draft, seen: dict[str, Any]) -> None:
    """The cards that lie at the bottom of each deck, in order; all others are unseen."""
    for deck, cards in seen.items():
        n = DECKS.index(deck)
        for card in as_list(f"seen.{deck}", cards):
            try:
                number = draft.names.card(n, card)
            except ValueError as problem:
                fail(f"seen.{deck}", str(problem), "setup.decks")
            if not draft.g.unseen[n] >> number & 1:
                fail(f"seen.{deck}", f"{card} stands there twice", "setup.decks")
            draft.g.unseen[n] &= ~(1 << number)
            draft.g.seen[n * codes.DECK + draft.g.seen_count[n]] = number
            draft.g.seen_count[n] += 1


def settle_decks(draft: Draft) -> None:
    """A get-out-of-jail card that is held, or being auctioned, is in no deck."""
    g, names = draft.g, draft.names
    for n, deck in enumerate(names.ruleset.cards):
        number = next(card.index for card in deck if card.effect == "get_out_of_jail_free")
        lots = [g.matter_square[m] for m in range(g.matters) if g.matter_kind[m] == codes.MATTER_AUCTION]
        wanted = any(g.matter_kind[m] == codes.MATTER_ESTATE and g.matter_wants[m] >> n & 1 for m in range(g.matters))
        if g.jail_card[n] == codes.BANK and codes.LOT_CHANCE_CARD + n not in lots and not wanted:
            continue
        if not g.unseen[n] >> number & 1:
            fail(f"seen.{DECKS[n]}", f"{names.cards[n][number]} is not in the deck", "cards.jail-free-kept")
        g.unseen[n] &= ~(1 << number)


def set_offers(draft: Draft, offers: dict[str, Any]) -> None:
    """The open offers; without numbers they are as old as they stand in the dictionary."""
    g = draft.g
    kinds = {"give": "deeds", "take": "deeds", "give_cards": "decks", "take_cards": "decks", "settles": "truth"}
    for count, (name, value) in enumerate(offers.items(), start=1):
        where = f"offers.{name}"
        p = parse_value(draft.names, "player", "offers", name)
        given = {"number": count, **as_dict(where, value, ("to", *OF_OFFER))}
        put(draft, "offer_to", f"{where}.to", given.pop("to", None), "player", p)
        for part, what in given.items():
            put(draft, f"offer_{OF_OFFER[part]}", f"{where}.{part}", what, kinds.get(part, "number"), p)
        g.offer_mortgaged[p] = goods_mortgaged(g, p)
        g.offers_made = max(g.offers_made, g.offer_number[p])


def set_claims(draft: Draft, claims: list[Any]) -> None:
    """The rents that may still be claimed."""
    if len(claims) > codes.CLAIMS:
        fail("claims", f"there are never more than {codes.CLAIMS}", "rent.claim-window")
    for n, value in enumerate(claims):
        given = {"age": 0, "said": 0, **as_dict(f"claims[{n}]", value, OF_CLAIM)}
        for part, kind in OF_CLAIM.items():
            put(draft, f"claim_{part}", f"claims[{n}].{part}", given.get(part), kind, n)
    draft.g.claims = len(claims)


def set_matters(draft: Draft, matters: list[Any]) -> None:
    """The matters on the table; the last is settled first."""
    if len(matters) > codes.MATTERS:
        fail("matters", f"there are never more than {codes.MATTERS}", "table.one-matter")
    for m, value in enumerate(matters):
        where = f"matters[{m}]"
        kind = as_dict(where, value).get("kind")
        if not isinstance(kind, str) or kind not in OF_MATTER:
            fail(f"{where}.kind", f"{kind!r} is not one of {', '.join(OF_MATTER)}")
        given = as_dict(where, value, ("kind", *OF_MATTER[kind]))
        draft.g.matter_kind[m] = MATTERS.index(kind)
        draft.g.matter_other[m] = codes.NOBODY
        given.setdefault("last", given.get("player"))
        for part, what in OF_MATTER[kind].items():
            if part in given or part == "player":
                put(draft, f"matter_{part}", f"{where}.{part}", given.get(part), what, m)
    draft.g.matters = len(matters)


# Values


def fail(where: str, complaint: str, rule: str | None = None) -> NoReturn:
    """Refuse a position, saying where in the dictionary the fault lies."""
    raise UnlawfulPosition(f"{where}: {complaint}" if where else complaint, rule)


def as_dict(where: str, value: Any, known: Iterable[str] | None = None) -> dict[str, Any]:
    """A dictionary that has no keys but known ones."""
    if not isinstance(value, Mapping):
        fail(where, f"this is a dictionary, not {value!r:.40}")
    for name in value:
        if known is not None and name not in known:
            fail(where, f"{name!r} means nothing here; known are {', '.join(known)}")
    return dict(value)


def as_players(value: Any) -> dict[str, Any]:
    """The players by name: as a dictionary, as a list of names, or as a list of dictionaries with a `name` in each."""
    if not isinstance(value, list | tuple):
        return as_dict("players", value)
    players: dict[str, Any] = {}
    for n, one in enumerate(value):
        given = {"name": one} if isinstance(one, str) else as_dict(f"players[{n}]", one)
        name = given.pop("name", None)
        if not isinstance(name, str):
            fail(f"players[{n}].name", f"a player's name is a text, not {name!r:.40}")
        if name in players:
            fail(f"players[{n}].name", f"two players are called {name!r:.40}")
        players[name] = given
    return players


def as_place(value: Any) -> Any:
    """The name of a square, or its number, from 0 for GO, as a text."""
    return str(value) if type(value) is int else value


def as_number(where: str, value: Any, least: int = 0, most: int = MOST) -> int:
    """A whole number within bounds."""
    if type(value) is not int or not least <= value <= most:
        fail(where, f"{value!r} is not a whole number from {least} to {most}")
    return value


def as_list(where: str, value: Any) -> list[Any]:
    """A list."""
    if not isinstance(value, list | tuple):
        fail(where, f"this is a list, not {value!r:.40}")
    return list(value)


def parse_value(names: Names, kind: str, where: str, value: Any, least: int = 0, most: int = MOST) -> int:
    """A value of the dictionary as a number of the record; `format_value` is the inverse."""
    if kind in WORDS:
        words = WORDS[kind]
        if not any(word == value and type(word) is type(value) for word in words):
            fail(where, f"{value!r} is not one of {', '.join(map(str, words))}")
        return words.index(value)
    if kind == "truth":
        return int(value) if isinstance(value, bool) else fail(where, f"{value!r} is not true or false")
    try:
        return parse_name(names, kind, where, value, least, most)
    except UnlawfulPosition:
        raise
    except ValueError as problem:
        fail(where, str(problem))


def parse_name(names: Names, kind: str, where: str, value: Any, least: int, most: int) -> int:
    """A name or a list of names as a number of the record; or simply a number."""
    if kind == "players":
        return names.set_of_players(as_list(where, value))
    if kind == "deeds":
        return names.set_of_deeds(as_place(each) for each in as_list(where, value))
    if kind == "decks":
        return names.set_of_decks(as_list(where, value))
    if kind == "account" and (value is None or str(value).casefold() in ACCOUNTS):
        return codes.NOBODY if value is None else ACCOUNTS[value.casefold()]
    if kind in ("player", "account"):
        return names.seat(value)
    if kind == "lot" and isinstance(value, str) and value in LOT_NUMBERS:
        return LOT_NUMBERS[value]
    return names.square(as_place(value)) if kind in ("square", "lot") else as_number(where, value, least, most)
