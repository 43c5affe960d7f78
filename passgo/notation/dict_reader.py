"""Setting up a position by hand: from a dictionary with names in it to the record of the game.

This reads and translates, refusing what is no position at all; whether it is a lawful one is asked in `lawful`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from passgo import editions
from passgo.errors import UnlawfulPosition
from passgo.notation.actions import DECKS
from passgo.notation.dict_values import dictionary, fail, heard, listed, whole
from passgo.notation.dict_writer import FIELDS, MATTERS, OF_MATTER, OF_OFFER, OF_PLAYER
from passgo.notation.names import Names
from passgo.notation.position_line import FIELDS as STORED
from passgo.notation.position_line import PHASES, Records, bank_cash, empty_table, goods_mortgaged, structure
from passgo.rules import codes
from passgo.rules.codes import BANK, DECK, HOTEL, NOBODY, PHASE_BEFORE_THROW, POT
from passgo.rules.state import State

MORTGAGED = "mortgaged"
PARTS = ("edition", "options", "players", "on_turn", "phase", *FIELDS, "dice", "card", "pot", "bank", "seen", "offers")
PARTS += ("claims", "matters")
OF_CLAIM = {
    "lander": "player",
    "owner": "player",
    "square": "square",
    "amount": "number",
    "age": "number",
    "said": "number",
}


@dataclass
class Setting:
    """A position while it is being set up."""

    names: Names
    tokens: list[str | None]
    records: Records
    g: State = field(init=False)

    def __post_init__(self) -> None:
        self.g = structure(self.records)


def put(setting: Setting, name: str, where: str, value: Any, kind: str, place: int | None = None) -> None:
    """Put what people say into a field of the record, or into one place of a row."""
    stored = STORED[name]
    number = heard(setting.names, kind, where, value, stored.least, stored.most)
    if place is None:
        setattr(setting.g, name, number)
    else:
        getattr(setting.g, name)[place] = number


def position_from_dict(position: Any) -> Setting:
    """The record of a position set up by hand, not yet asked whether it is lawful."""
    try:
        return heard_position(position)
    except RecursionError:
        raise UnlawfulPosition("a position is not nested so deeply") from None


def heard_position(position: Any) -> Setting:
    """The same, of a dictionary that Python can print."""
    told = dictionary("", position, PARTS)
    try:
        options = dictionary("options", told.get("options", {}))
        table = editions.ruleset(told.get("edition", "classic"), **options)
        players = dictionary("players", told.get("players", {}))
        names = Names(table, players)
    except UnlawfulPosition:
        raise
    except (ValueError, TypeError, AttributeError) as problem:
        fail("", str(problem))
    if len(players) not in table.players:
        fail("players", f"{len(players)} cannot play; {table.players[0]} to {table.players[-1]} can", "setup.players")
    setting = Setting(names, [None] * len(players), empty_table(table))
    setting.g.players = len(players)
    for p, of_player in enumerate(players.values()):
        set_player(setting, p, f"players.{names.players[p]}", of_player)
    set_turn(setting, told)
    set_bank(setting, told)
    set_decks(setting, dictionary("seen", told.get("seen", {}), DECKS))
    set_offers(setting, dictionary("offers", told.get("offers", {})))
    set_claims(setting, listed("claims", told.get("claims", [])))
    set_matters(setting, listed("matters", told.get("matters", [])))
    settle_decks(setting)
    return setting


def set_player(setting: Setting, p: int, where: str, value: Any) -> None:
    """Token, cash, square, deeds, cards and the rest of what is said of a player."""
    told = dictionary(where, value, ("token", "cash", "square", "deeds", "jail_cards", *OF_PLAYER))
    g, names, edition = setting.g, setting.names, setting.names.table.record[0]
    token = told.get("token")
    if token is not None and token not in names.table.tokens:
        fail(f"{where}.token", f"{token!r} is no token; there are {', '.join(names.table.tokens)}", "setup.tokens")
    setting.tokens[p] = token
    gone = told.get("out", False)
    g.cash[p] = cash(f"{where}.cash", told.get("cash", 0 if gone else int(edition["setup_cash"])))
    for name, kind in OF_PLAYER.items():
        if name in told:
            put(setting, name, f"{where}.{name}", told[name], kind, p)
    start = names.squares[edition["jail_square"] if g.jail[p] else 0]
    put(setting, "square", f"{where}.square", told.get("square", start), "square", p)
    deeds = told.get("deeds", {})
    pairs = deeds.items() if isinstance(deeds, Mapping) else [(name, 0) for name in listed(f"{where}.deeds", deeds)]
    for name, state in pairs:
        set_deed(setting, p, f"{where}.deeds", name, state)
    for deck in listed(f"{where}.jail_cards", told.get("jail_cards", [])):
        set_jail_card(setting, p, f"{where}.jail_cards", deck)


def cash(where: str, value: Any) -> int:
    """Cash is never below zero: what one cannot pay is a debt."""
    if type(value) is int and value < 0:
        fail(where, f"nobody has {value} dollars: what cannot be paid is a debt", "debt.raise")
    return whole(where, value)


def set_deed(setting: Setting, p: int, where: str, name: Any, state: Any) -> None:
    """A deed of a player: bare (0), built on (1 to 4, `hotel`) or mortgaged."""
    g, names = setting.g, setting.names
    try:
        deed = names.deed(name)
    except ValueError as problem:
        fail(where, str(problem))
    if g.owner[deed] != BANK:
        both = " and ".join(dict.fromkeys((names.players[g.owner[deed]], names.players[p])))
        fail(where, f"{names.deeds[deed]} belongs to {both}: there is one deed of each", "setup.bank")
    g.owner[deed] = p
    if state == MORTGAGED:
        g.mortgaged |= 1 << deed
    elif state == "hotel":
        g.level[deed] = HOTEL
    elif type(state) is int and 0 <= state < HOTEL:
        g.level[deed] = state
    else:
        where = f"{where}.{names.deeds[deed]}"
        fail(where, f"{state!r} is not 0 to 4 houses, 'hotel' or 'mortgaged'", "build.four-then-hotel")


def set_jail_card(setting: Setting, p: int, where: str, deck: Any) -> None:
    """A get-out-of-jail card in a player's hand."""
    n = heard(setting.names, "deck", where, deck)
    if setting.g.jail_card[n] != BANK:
        fail(where, f"the {deck} card is held twice: there is one in each deck", "cards.jail-free-kept")
    setting.g.jail_card[n] = p


def set_turn(setting: Setting, told: dict[str, Any]) -> None:
    """Whose turn it is, and how far it has come."""
    g, names = setting.g, setting.names
    put(setting, "on_turn", "on_turn", told.get("on_turn", names.players[0]), "player")
    put(setting, "phase", "phase", told.get("phase", PHASES[PHASE_BEFORE_THROW]), "phase")
    for name, kind in FIELDS.items():
        if name in told:
            put(setting, name, name, told[name], kind)
    if "turn" not in told and g.phase >= codes.PHASE_BEGIN_TURN:
        g.turn = 1
    dice = listed("dice", told.get("dice", []))
    if len(dice) not in (0, 2, 3):
        fail("dice", f"two or three, not {len(dice)}", "move.throw")
    for n, die in enumerate(dice):
        g.dice[n] = whole("dice", die, 1, 6)
    if "card" in told:
        try:
            g.card = names.card(g.deck, told["card"])
        except ValueError as problem:
            fail("card", str(problem))


def set_bank(setting: Setting, told: dict[str, Any]) -> None:
    """The Bank has what nobody else has; where it is said, it must agree."""
    g, edition = setting.g, setting.names.table.record[0]
    bank = dictionary("bank", told.get("bank", {}), ("houses", "hotels", MORTGAGED))
    built = [g.level[d] for d in range(codes.DEEDS)]
    houses = int(edition["setup_houses"]) - sum(level for level in built if level < HOTEL)
    hotels = int(edition["setup_hotels"]) - built.count(HOTEL)
    for name, left in (("houses", houses), ("hotels", hotels)):
        if left < 0:
            all_of_them = int(edition[f"setup_{name}"])
            fail("players", f"{all_of_them - left} {name} stand on the board; there are {all_of_them}", "setup.bank")
        if bank.get(name, left) != left:
            fail(f"bank.{name}", f"{bank[name]!r}, but with those on the board the Bank has {left}", "setup.bank")
        setattr(g, name, left)
    g.mortgaged |= heard(setting.names, "deeds", f"bank.{MORTGAGED}", bank.get(MORTGAGED, []))
    g.cash[POT] = cash("pot", told.get("pot", 0))
    try:
        g.cash[BANK] = bank_cash(list(g.cash))
    except ValueError as problem:
        fail("players", str(problem))


def set_decks(setting: Setting, seen: dict[str, Any]) -> None:
    """The cards that lie at the bottom of each deck, in order; all others are unseen."""
    for deck, cards in seen.items():
        n = DECKS.index(deck)
        for card in listed(f"seen.{deck}", cards):
            try:
                number = setting.names.card(n, card)
            except ValueError as problem:
                fail(f"seen.{deck}", str(problem), "setup.decks")
            if not setting.g.unseen[n] >> number & 1:
                fail(f"seen.{deck}", f"{card} stands there twice", "setup.decks")
            setting.g.unseen[n] &= ~(1 << number)
            setting.g.seen[n * DECK + setting.g.seen_count[n]] = number
            setting.g.seen_count[n] += 1


def settle_decks(setting: Setting) -> None:
    """A get-out-of-jail card that is held, or being auctioned, is in no deck."""
    g, names = setting.g, setting.names
    for n, deck in enumerate(names.table.cards):
        number = next(card.index for card in deck if card.effect == "get_out_of_jail_free")
        lots = [g.matter_square[m] for m in range(g.matters) if g.matter_kind[m] == codes.MATTER_AUCTION]
        wanted = any(g.matter_kind[m] == codes.MATTER_ESTATE and g.matter_wants[m] >> n & 1 for m in range(g.matters))
        if g.jail_card[n] == BANK and codes.LOT_CHANCE_CARD + n not in lots and not wanted:
            continue
        if not g.unseen[n] >> number & 1:
            fail(f"seen.{DECKS[n]}", f"{names.cards[n][number]} is not in the deck", "cards.jail-free-kept")
        g.unseen[n] &= ~(1 << number)


def set_offers(setting: Setting, offers: dict[str, Any]) -> None:
    """The open offers; without numbers they are as old as they stand in the dictionary."""
    g = setting.g
    kinds = {"give": "deeds", "take": "deeds", "give_cards": "decks", "take_cards": "decks", "settles": "truth"}
    for count, (name, value) in enumerate(offers.items(), start=1):
        where = f"offers.{name}"
        p = heard(setting.names, "player", "offers", name)
        told = {"number": count, **dictionary(where, value, ("to", *OF_OFFER))}
        put(setting, "offer_to", f"{where}.to", told.pop("to", None), "player", p)
        for part, what in told.items():
            put(setting, f"offer_{OF_OFFER[part]}", f"{where}.{part}", what, kinds.get(part, "number"), p)
        g.offer_mortgaged[p] = goods_mortgaged(g, p)
        g.offers_made = max(g.offers_made, g.offer_number[p])


def set_claims(setting: Setting, claims: list[Any]) -> None:
    """The rents that may still be claimed."""
    if len(claims) > codes.CLAIMS:
        fail("claims", f"there are never more than {codes.CLAIMS}", "rent.claim-window")
    for n, value in enumerate(claims):
        told = {"age": 0, "said": 0, **dictionary(f"claims[{n}]", value, OF_CLAIM)}
        for part, kind in OF_CLAIM.items():
            put(setting, f"claim_{part}", f"claims[{n}].{part}", told.get(part), kind, n)
    setting.g.claims = len(claims)


def set_matters(setting: Setting, matters: list[Any]) -> None:
    """The matters on the table; the last is settled first."""
    if len(matters) > codes.MATTERS:
        fail("matters", f"there are never more than {codes.MATTERS}", "table.one-matter")
    for m, value in enumerate(matters):
        where = f"matters[{m}]"
        kind = dictionary(where, value).get("kind")
        if not isinstance(kind, str) or kind not in OF_MATTER:
            fail(f"{where}.kind", f"{kind!r} is not one of {', '.join(OF_MATTER)}")
        told = dictionary(where, value, ("kind", *OF_MATTER[kind]))
        setting.g.matter_kind[m] = MATTERS.index(kind)
        setting.g.matter_other[m] = NOBODY
        told.setdefault("last", told.get("player"))
        for part, what in OF_MATTER[kind].items():
            if part in told or part == "player":
                put(setting, f"matter_{part}", f"{where}.{part}", told.get(part), what, m)
    setting.g.matters = len(matters)
