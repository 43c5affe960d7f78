"""An action as a line of text, and back: `Ann: build boardwalk`, `bid 120`, `dice 3 4 bus`.

Case and spaces do not matter. Who acts may stand in front; otherwise it is whoever must decide.
"""

import json
import re
from collections.abc import Callable
from typing import NoReturn

from passgo.notation.actions import CHANCE_KINDS, DECKS, Action
from passgo.notation.names import LONGEST_NAME, WHOLE, Names, folded
from passgo.rules.codes import BUS, MR_M, MR_M_AGAIN

BARE = {
    "throw": "Throw",
    "pay fine": "PayFine",
    "use card": "UseCard",
    "buy": "Buy",
    "decline": "Decline",
    "withdraw": "Withdraw",
    "pay flat tax": "PayFlatTax",
    "pay worth tax": "PayWorthTax",
    "pay card fine": "PayCardFine",
    "take chance": "TakeChance",
    "withdraw offer": "WithdrawOffer",
    "want": "WantBuilding",
    "pass": "PassBuilding",
    "bankrupt": "GoBankrupt",
    "resign": "Resign",
    "end turn": "EndTurn",
    "hour": "StrikeHour",
}
ON_SQUARE = {
    "go to": "ChooseSquare",
    "build": "Build",
    "sell hotels": "SellHotels",
    "sell": "SellBuilding",
    "mortgage": "Mortgage",
    "lift": "LiftMortgage",
    "keep": "KeepMortgage",
    "place": "PlaceBuilding",
    "deed": "Deed",
}
OF_AMOUNT = {"bid": "Bid", "move": "ChooseSteps"}
TO_OTHER = {"accept": "Accept", "refuse": "Refuse"}
DEALS = {"offer": "Offer", "counter": "Counter", "settle": "OfferSettlement"}
VERBS = {kind: verb for verbs in (BARE, ON_SQUARE, OF_AMOUNT, TO_OTHER, DEALS) for verb, kind in verbs.items()}
"""The words for each kind of action."""

SPEED_FACES = {1: "1", 2: "2", 3: "3", BUS: "bus", MR_M: "mr. m", MR_M_AGAIN: "mr. m again"}
"""The faces of the Speed Die; the two of Mr. M do the same."""

OPENINGS = {verb.split()[0] for verb in VERBS.values()} | {"claim", "dice", "card", "use"}
UNMISTAKABLE = re.compile(r"[^\W_](?:[\w.' -]*[\w.'-])?")
KEYS = ("edition", "options", "player", "dealer", "secret", "position")
"""What the lines in the heading of a record begin with."""

OF_RECORD = re.compile(rf"{'|'.join(KEYS)}|turn .*")
"""Names that would make a player's line in a record look like one of its own."""

QUOTED = re.compile(r'\s*("(?:[^"\\]|\\.)*")')
FORMS = (
    "throw, buy, decline, end turn, bid AMOUNT, withdraw, build SQUARE, sell SQUARE, sell hotels SQUARE, "
    "mortgage SQUARE, lift SQUARE, keep SQUARE, place SQUARE, want, pass, offer PLAYER: GOODS for GOODS, "
    "counter PLAYER: GOODS for GOODS, settle: GOODS, withdraw offer, accept PLAYER, refuse PLAYER, "
    "claim PLAYER SQUARE, pay fine, use card, move NUMBER, go to SQUARE, pay flat tax, pay worth tax, "
    "pay card fine, take chance, bankrupt, resign, hour, dice N N, card ID, deed SQUARE"
)
"""Everything that can be said."""


def format_name(name: str) -> str:
    """A player's name as it stands in a text: in quotes if it could be mistaken for something else.

    >>> format_name("Ann"), format_name("bid 5"), format_name("A: b")
    ('Ann', '"bid 5"', '"A: b"')
    """
    clear = UNMISTAKABLE.fullmatch(name) and folded(name).split()[0] not in OPENINGS
    return name if clear and not OF_RECORD.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def format_action(action: Action) -> str:
    """The text of an action, with the player who acts in front if there is one.

    >>> format_action(Action("Build", "Ann", "Boardwalk"))
    'Ann: build Boardwalk'
    >>> format_action(Action("Offer", other="Ben", give=("Boardwalk",), give_cards=("chance",), take_cash=400))
    'offer Ben: Boardwalk + chance card for $400'
    """
    said = format_deed(action)
    return said if action.player is None or action.kind in CHANCE_KINDS else f"{format_name(action.player)}: {said}"


def format_deed(action: Action) -> str:
    """The text of what is done, without who does it."""
    kind = action.kind
    other = f" {format_name(action.other)}" if action.other is not None else ""
    if kind == "UseCard" and action.card is not None:
        return f"use {action.card} card"
    if kind == "ClaimRent":
        return f"claim{other} {action.square}"
    if kind == "Dice":
        first, second, *third = action.dice
        return " ".join(["dice", str(first), str(second), *(SPEED_FACES[face] for face in third)])
    if kind == "Card":
        return f"card {action.card}"
    if kind in OF_AMOUNT.values():
        return f"{VERBS[kind]} {action.amount}"
    if kind in ON_SQUARE.values():
        return f"{VERBS[kind]} {action.square}"
    if kind in DEALS.values():
        give = format_goods(action.give, action.give_cash, action.give_cards)
        take = format_goods(action.take, action.take_cash, action.take_cards)
        asked = "" if kind == "OfferSettlement" and take == "nothing" else f" for {take}"
        return f"{VERBS[kind]}{other}: {give}{asked}"
    return f"{VERBS[kind]}{other}"


def format_goods(deeds: tuple[str, ...], cash: int, cards: tuple[str, ...]) -> str:
    """One side of a deal."""
    return " + ".join([*deeds, *([f"${cash}"] if cash else []), *(f"{deck} card" for deck in cards)]) or "nothing"


def parse_action(text: str, names: Names) -> Action:
    """The action that a text says; a text that says none is refused, naming what was expected."""
    if not isinstance(text, str):
        raise ValueError(f"an action is a text or an Action, not {text!r:.60}")
    actor, said = actor_of(text, names)
    words = " ".join(said.split())
    lowered = words.casefold()
    if lowered in BARE:
        return Action(BARE[lowered], actor)
    for verb, read in READERS.items():
        if lowered == verb or (lowered.startswith(verb) and not lowered[len(verb)].isalnum()):
            return read(names, actor, verb, words[len(verb) :].strip())
    raise ValueError(f"{text!r:.60} says no action; one can say {FORMS}")


def actor_of(text: str, names: Names) -> tuple[str | None, str]:
    """Who acts, if the text begins with a player's name and a colon, and the rest of it."""
    name, rest = name_before(text, ":")
    is_verb = not QUOTED.match(text) and any(word in OPENINGS for word in folded(name).split()[:1])
    return (None, text) if rest is None or is_verb else (names.players[names.seat(name)], rest)


def name_before(text: str, mark: str) -> tuple[str, str | None]:
    """The name before the mark, which may stand in quotes, and what follows; None if there is no mark."""
    quoted = QUOTED.match(text)
    if not quoted:
        name, found, rest = text.partition(mark)
        return name.strip(), rest if found else None
    try:
        name = json.loads(quoted[1])
    except ValueError:
        raise ValueError(f"{quoted[1]} is no name in quotes") from None
    rest = text[quoted.end() :].lstrip()
    return name, rest.removeprefix(mark) if rest.startswith(mark) else None


def refuse(verb: str, form: str, got: str) -> NoReturn:
    """Refuse a text whose verb is known."""
    raise ValueError(f"{verb!r} is followed by {form}" + (f", not by {got!r:.60}" if got else ""))


def read_square(names: Names, actor: str | None, verb: str, said: str) -> Action:
    """`build boardwalk`."""
    if not said:
        refuse(verb, "the name of a square", said)
    return Action(ON_SQUARE[verb], actor, names.place_named(said))


def read_amount(names: Names, actor: str | None, verb: str, said: str) -> Action:
    """`bid 120`."""
    return Action(OF_AMOUNT[verb], actor, amount=whole(verb, said))


def whole(verb: str, said: str) -> int:
    """A whole number, with or without a dollar sign and commas; below zero too, which the rules refuse."""
    digits = said.removeprefix("$").replace(",", "").strip()
    if not WHOLE.fullmatch(digits):
        refuse(verb, "a whole number", said)
    return int(digits)


def read_other(names: Names, actor: str | None, verb: str, said: str) -> Action:
    """`accept Ben`."""
    name, _ = name_before(said, ":")
    if not name:
        refuse(verb, "the name of a player", said)
    return Action(TO_OTHER[verb], actor, other=names.players[names.seat(name)])


def read_claim(names: Names, actor: str | None, verb: str, said: str) -> Action:
    """`claim Ann boardwalk`: the longest beginning that is a player's name is taken for it."""
    quoted = QUOTED.match(said)
    ends = [quoted.end()] if quoted else [n for n in range(min(len(said) - 1, LONGEST_NAME), 0, -1) if said[n] == " "]
    for end in ends:
        name, _ = name_before(said[:end], ":")
        if folded(name) in map(folded, names.players):
            square = names.place_named(said[end:])
            return Action("ClaimRent", actor, square, other=names.players[names.seat(name)])
    refuse(verb, "the name of the player who landed and the square", said)


def read_deal(names: Names, actor: str | None, verb: str, said: str) -> Action:
    """`offer Ben: boardwalk + $100 for park place + chance card`."""
    name, goods = name_before(said, ":")
    sides = FOR.split(goods or "", maxsplit=1)
    settling = verb == "settle"
    if goods is None or not (settling or (name and len(sides) == 2)):
        refuse(verb, "(PLAYER): GOODS" if settling else "PLAYER: GOODS for GOODS", said)
    other = names.players[names.seat(name)] if name else None
    give, give_cash, give_cards = read_goods(names, verb, sides[0])
    take, take_cash, take_cards = read_goods(names, verb, sides[1]) if len(sides) == 2 else ((), 0, ())
    return Action(
        DEALS[verb],
        actor,
        other=other,
        give=give,
        take=take,
        give_cash=give_cash,
        take_cash=take_cash,
        give_cards=give_cards,
        take_cards=take_cards,
    )


def read_goods(names: Names, verb: str, said: str) -> tuple[tuple[str, ...], int, tuple[str, ...]]:
    """One side of a deal: deeds, cash and decks of jail cards, joined by `+`; or `nothing`."""
    deeds, cash, cards = 0, 0, 0
    for thing in [] if folded(said) == "nothing" else said.split("+"):
        word = folded(thing)
        if word.removesuffix(" card") in DECKS:
            cards |= 1 << names.deck(word.removesuffix(" card"))
        elif word[:1] == "$" or word[:1].isdigit():
            cash += whole(verb, word)
        elif word:
            deeds |= 1 << names.deed(thing.strip())
        else:
            refuse(verb, "deeds, dollars and cards joined by '+', or 'nothing'", said)
    return names.deeds_of(deeds), cash, names.decks_of(cards)


def read_use(names: Names, actor: str | None, verb: str, said: str) -> Action:
    """`use card`, or `use chest card`."""
    deck = folded(said).removesuffix(" card")
    if deck not in DECKS:
        refuse(verb, "card, chance card or chest card", said)
    return Action("UseCard", actor, card=deck)


def read_dice(names: Names, actor: str | None, verb: str, said: str) -> Action:
    """`dice 3 4`, `dice 3 4 bus`."""
    found = DICE.fullmatch(said)
    if not found:
        refuse(verb, "two dice from 1 to 6, and 1, 2, 3, bus or mr. m where the Speed Die is thrown", said)
    third = folded(found[3] or "").replace("mr m", "mr. m")
    faces = [face for face, word in SPEED_FACES.items() if word == third]
    return Action("Dice", dice=(int(found[1]), int(found[2]), *faces))


def read_card(names: Names, actor: str | None, verb: str, said: str) -> Action:
    """`card advance_to_go`."""
    if not said:
        refuse(verb, "the id of a card", said)
    return Action("Card", card=said)


FOR = re.compile(r"(?:^|\s)for(?:\s|$)", re.IGNORECASE)
DICE = re.compile(r"([1-6])[\s,+-]+([1-6])(?:[\s,+-]+([123]|bus|mr\.? m(?: again)?))?", re.IGNORECASE)
READERS: dict[str, Callable[[Names, str | None, str, str], Action]] = {
    **dict.fromkeys(ON_SQUARE, read_square),
    **dict.fromkeys(OF_AMOUNT, read_amount),
    **dict.fromkeys(TO_OTHER, read_other),
    **dict.fromkeys(DEALS, read_deal),
    "claim": read_claim,
    "use": read_use,
    "dice": read_dice,
    "card": read_card,
}
"""Who reads what follows a verb; a longer verb stands before the shorter one that it begins with."""
