"""An action as a line of text, and back: `Ann: build boardwalk`, `bid 120`, `dice 3 4 bus`.

Case and spaces do not matter. Who acts may stand in front; otherwise it is whoever must decide. The words of each kind
are in the one table, `passgo.rules.actions`; here is how the fields that follow them are written.
"""

import json
import re
from collections.abc import Callable
from typing import Any, NoReturn

from passgo.errors import UnknownAction
from passgo.notation.actions import CHANCE_KINDS, DEALS, DECKS, KINDS, POSITIONAL, Action
from passgo.notation.names import LONGEST_NAME, WHOLE, Names, folded
from passgo.rules import actions, codes
from passgo.rules.actions import ActionKind

VERBS = {KINDS[kind.number]: kind.word for kind in actions.KINDS}
"""The words for each kind of action."""

SPEED_FACES = {1: "1", 2: "2", 3: "3", codes.BUS: "bus", codes.MR_M: "mr. m", codes.MR_M_AGAIN: "mr. m again"}
"""The faces of the Speed Die; the two of Mr. M do the same."""

OPENINGS = {verb.split()[0] for verb in VERBS.values()}
UNMISTAKABLE = re.compile(r"[^\W_](?:[\w.' -]*[\w.'-])?")
KEYS = ("edition", "options", "player", "dealer", "secret", "position")
"""What the lines in the heading of a record begin with."""

OF_RECORD = re.compile(rf"{'|'.join(KEYS)}|turn .*")
"""Names that would make a player's line in a record look like one of its own."""

QUOTED = re.compile(r'\s*("(?:[^"\\]|\\.)*")')


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
    text = format_words(action)
    return text if action.player is None or action.kind in CHANCE_KINDS else f"{format_name(action.player)}: {text}"


def format_words(action: Action) -> str:
    """The text of what is done, without who does it."""
    kind, verb = action.kind, VERBS[action.kind]
    if kind == "UseCard" and action.card is not None:
        return f"use {action.card} card"
    if kind == "Dice":
        first, second, *third = action.dice
        return " ".join([verb, str(first), str(second), *(SPEED_FACES[face] for face in third)])
    values = [format_value(name, getattr(action, name)) for name in POSITIONAL[kind]]
    words = " ".join([verb, *filter(None, values)])
    if kind not in DEALS:
        return words
    give = format_goods(action.give, action.give_cash, action.give_cards)
    take = format_goods(action.take, action.take_cash, action.take_cards)
    asks = "" if kind == "OfferSettlement" and take == "nothing" else f" for {take}"
    return f"{words}: {give}{asks}"


def format_value(name: str, value: str | int | None) -> str:
    """The value of a field; nothing if there is none."""
    if value is None:
        return ""
    return format_name(str(value)) if name == "other" else str(value)


def format_goods(deeds: tuple[str, ...], cash: int, cards: tuple[str, ...]) -> str:
    """One side of a deal."""
    return " + ".join([*deeds, *([f"${cash}"] if cash else []), *(f"{deck} card" for deck in cards)]) or "nothing"


def parse_action(text: str, names: Names) -> Action:
    """The action of a text. Any other text is refused with what was expected."""
    if not isinstance(text, str):
        raise ValueError(f"an action is a text or an Action, not {text!r:.60}")
    actor, rest = parse_actor(text, names)
    words = " ".join(rest.split())
    lowered = words.casefold()
    if lowered in BARE:
        return Action(BARE[lowered], actor)
    for verb, (kind, parse) in PARSERS.items():
        if lowered == verb or (lowered.startswith(verb) and not lowered[len(verb)].isalnum()):
            values = parse(names, verb, words[len(verb) :].strip())
            return Action(kind, None if kind in CHANCE_KINDS else actor, **values)
    raise UnknownAction(f"{text!r:.60} says no action; one can say {', '.join(FORMS)}")


def parse_actor(text: str, names: Names) -> tuple[str | None, str]:
    """Who acts, if the text begins with a player's name and a colon, and the rest of it."""
    name, rest = parse_name(text, ":")
    is_verb = not QUOTED.match(text) and any(word in OPENINGS for word in folded(name).split()[:1])
    return (None, text) if rest is None or is_verb else (names.players[names.seat(name)], rest)


def parse_name(text: str, mark: str) -> tuple[str, str | None]:
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


Values = dict[str, Any]
"""The fields of an action."""


def parse_square(names: Names, verb: str, rest: str) -> Values:
    """`build boardwalk`."""
    if not rest:
        refuse(verb, "the name of a square", rest)
    return {"square": names.place_named(rest)}


def parse_amount(names: Names, verb: str, rest: str) -> Values:
    """`bid 120`."""
    return {"amount": parse_number(verb, rest)}


def parse_number(verb: str, text: str) -> int:
    """A whole number, with or without a dollar sign and commas; below zero too, which the rules refuse."""
    digits = text.removeprefix("$").replace(",", "").strip()
    if not WHOLE.fullmatch(digits):
        refuse(verb, "a whole number", text)
    return int(digits)


def parse_other(names: Names, verb: str, rest: str) -> Values:
    """`accept Ben`."""
    name, _ = parse_name(rest, ":")
    if not name:
        refuse(verb, "the name of a player", rest)
    return {"other": names.players[names.seat(name)]}


def parse_other_and_square(names: Names, verb: str, rest: str) -> Values:
    """`claim Ann boardwalk`: the longest beginning that is a player's name is taken for it."""
    quoted = QUOTED.match(rest)
    ends = [quoted.end()] if quoted else [n for n in range(min(len(rest) - 1, LONGEST_NAME), 0, -1) if rest[n] == " "]
    for end in ends:
        name, _ = parse_name(rest[:end], ":")
        if folded(name) in map(folded, names.players):
            square = names.place_named(rest[end:])
            return {"other": names.players[names.seat(name)], "square": square}
    refuse(verb, "the name of the player who landed and the square", rest)


def parse_deal(names: Names, verb: str, rest: str) -> Values:
    """`offer Ben: boardwalk + $100 for park place + chance card`."""
    name, goods = parse_name(rest, ":")
    sides = FOR.split(goods or "", maxsplit=1)
    settling = verb == VERBS["OfferSettlement"]
    if goods is None or not (settling or (name and len(sides) == 2)):
        refuse(verb, "(PLAYER): GOODS" if settling else "PLAYER: GOODS for GOODS", rest)
    other = names.players[names.seat(name)] if name else None
    give = parse_goods(names, verb, "give", sides[0])
    return {"other": other, **give, **(parse_goods(names, verb, "take", sides[1]) if len(sides) == 2 else {})}


def parse_goods(names: Names, verb: str, side: str, text: str) -> Values:
    """One side of a deal: deeds, cash and decks of jail cards, joined by `+`; or `nothing`."""
    deeds, cash, cards = 0, 0, 0
    for thing in [] if folded(text) == "nothing" else text.split("+"):
        word = folded(thing)
        if word.removesuffix(" card") in DECKS:
            cards |= 1 << names.deck(word.removesuffix(" card"))
        elif word[:1] == "$" or word[:1].isdigit():
            cash += parse_number(verb, word)
        elif word:
            deeds |= 1 << names.deed(thing.strip())
        else:
            refuse(verb, "deeds, dollars and cards joined by '+', or 'nothing'", text)
    return {side: names.deeds_of(deeds), f"{side}_cash": cash, f"{side}_cards": names.decks_of(cards)}


def parse_jail_card(names: Names, verb: str, rest: str) -> Values:
    """`use chest card`."""
    deck = folded(rest).removesuffix(" card")
    if deck not in DECKS:
        refuse(verb, "card, chance card or chest card", rest)
    return {"card": deck}


def parse_dice(names: Names, verb: str, rest: str) -> Values:
    """`dice 3 4`, `dice 3 4 bus`."""
    found = DICE.fullmatch(rest)
    if not found:
        refuse(verb, "two dice from 1 to 6, and 1, 2, 3, bus or mr. m where the Speed Die is thrown", rest)
    third = folded(found[3] or "").replace("mr m", "mr. m")
    faces = [face for face, word in SPEED_FACES.items() if word == third]
    return {"dice": (int(found[1]), int(found[2]), *faces)}


def parse_card(names: Names, verb: str, rest: str) -> Values:
    """`card advance_to_go`."""
    if not rest:
        refuse(verb, "the id of a card", rest)
    return {"card": rest}


FOR = re.compile(r"(?:^|\s)for(?:\s|$)", re.IGNORECASE)
DICE = re.compile(r"([1-6])[\s,+-]+([1-6])(?:[\s,+-]+([123]|bus|mr\.? m(?: again)?))?", re.IGNORECASE)

Parser = Callable[[Names, str, str], Values]
BY_FIELDS: dict[tuple[str, ...], tuple[str, Parser]] = {
    ("square",): ("SQUARE", parse_square),
    ("amount",): ("NUMBER", parse_amount),
    ("other",): ("PLAYER", parse_other),
    ("other", "square"): ("PLAYER SQUARE", parse_other_and_square),
    ("card",): ("ID", parse_card),
    ("dice",): ("N N", parse_dice),
}
"""By the fields of a kind: what follows its verb, and what parses that."""


def parser_of(kind: ActionKind) -> Parser:
    """What parses the words after the verb of a kind that has fields."""
    return parse_deal if kind.is_deal else BY_FIELDS[tuple(kind.fields)][1]


def form_of(kind: ActionKind) -> str:
    """How one writes an action of the kind."""
    if kind.word in BARE:
        return kind.word
    if kind.is_deal:
        return f"{kind.word} PLAYER: GOODS for GOODS" if "take_cash" in kind.fields else f"{kind.word}: GOODS"
    return f"{kind.word} {BY_FIELDS[tuple(kind.fields)][0]}"


BARE = {kind.word: KINDS[kind.number] for kind in actions.KINDS if not kind.fields or kind.number == codes.USE_CARD}
"""The kinds whose verb is enough; which card is used goes without saying when one holds only one."""

PARSERS: dict[str, tuple[str, Parser]] = {
    kind.word: (KINDS[kind.number], parser_of(kind))
    for kind in sorted(actions.KINDS, key=lambda kind: -len(kind.word))
    if kind.word not in BARE
} | {"use": ("UseCard", parse_jail_card)}
"""The kind and the parser of each verb; a longer verb stands before the shorter one that it begins with."""

FORMS = tuple(form_of(kind) for kinds in actions.BY_HEADING.values() for kind in kinds)
"""Everything that one can write."""
