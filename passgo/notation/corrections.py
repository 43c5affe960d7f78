"""Setting a real table right: what is changed of a position, as text, and the position after it.

    cash Ann: 1340; place Ann: Boardwalk; jail Ben: 2; deed Boardwalk: Ann; lot Boardwalk: hotel; card chance: Ben

`jail` is which turn in Jail comes next, or `no`; the owner of a deed or card may be the Bank; a lot has 0 to 4 houses,
or `hotel`, or is `mortgaged`.
"""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from passgo.errors import UnlawfulPosition
from passgo.notation.actions import DECKS
from passgo.notation.dict_reader import MORTGAGED, Draft, fail
from passgo.notation.names import ACCOUNT_NAMES, MOST, WHOLE, Names, folded
from passgo.notation.position_line import FIELDS, bank_cash, empty_table, structure
from passgo.notation.text import format_name, parse_name
from passgo.notation.validity import check_position
from passgo.rules import codes
from passgo.rules.state import STATE

LONGEST_REASON = 200
UNDO = re.compile(r'undo ([1-9][0-9]{0,5}) ("(?:[^"\\]|\\.)*")')
SET_RIGHT = re.compile(r'set right ("(?:[^"\\]|\\.)*"): (.*)')
PARTS = re.compile(r'((?:[^";]|"(?:[^"\\]|\\.)*")+)(?:;|$)')
BANK = ACCOUNT_NAMES[codes.BANK]


class Change(NamedTuple):
    """One thing that is set right: of a player, a square or a deck."""

    what: str
    of: str
    value: str


def format_undo(steps: int, reason: str) -> str:
    """The line of a record by which the last steps were taken back.

    >>> format_undo(2, "it was a five")
    'undo 2 "it was a five"'
    """
    return f"undo {steps} {json.dumps(reason, ensure_ascii=False)}"


def format_set_right(changes: Iterable[Change], reason: str) -> str:
    """The line of a record by which something was set right.

    >>> format_set_right([Change("cash", "Ann", "1340")], "forgot the salary")
    'set right "forgot the salary": cash Ann: 1340'
    """
    return f"set right {json.dumps(reason, ensure_ascii=False)}: {format_changes(changes)}"


def parse_undo(line: str) -> tuple[int, str] | None:
    """The number of steps and the reason of such a line; None if it is another."""
    found = UNDO.fullmatch(line)
    return (int(found[1]), checked_reason(json.loads(found[2]))) if found else None


def parse_set_right(line: str, names: Names) -> tuple[list[Change], str] | None:
    """The changes and the reason of such a line; None if it is another."""
    found = SET_RIGHT.fullmatch(line)
    return (parse_changes(found[2], names), checked_reason(json.loads(found[1]))) if found else None


def checked_reason(reason: object) -> str:
    """A reason in a line's words; nobody corrects a game without one.

    >>> checked_reason("  forgot   the salary ")
    'forgot the salary'
    """
    said = " ".join(reason.split()) if isinstance(reason, str) else ""
    if not said:
        raise ValueError("a correction needs a reason in a few words")
    if len(said) > LONGEST_REASON or not said.isprintable():
        raise ValueError(f"a reason is one line of at most {LONGEST_REASON} characters")
    return said


def format_changes(changes: Iterable[Change]) -> str:
    """Changes as text."""
    return "; ".join(f"{change.what} {format_name(change.of)}: {change.value}" for change in changes)


def parse_changes(text: str, names: Names) -> list[Change]:
    """The changes of a text, in the words of the table; ValueError says what was expected."""
    changes = [parse_change(part, names) for part in PARTS.findall(text) if part.strip()]
    if not changes:
        raise ValueError(f"expected what is to be set right, like {FORMS}")
    return changes


def parse_change(text: str, names: Names) -> Change:
    """One change: `cash Ann: 1340`. The colon may be left out where the name is one word."""
    what, _, rest = text.strip().partition(" ")
    what = what.casefold()
    of, value = parse_name(rest.strip(), ":")
    if value is None:
        of, _, value = rest.strip().rpartition(" ")
    if what not in PARSERS or not of.strip() or not value.strip():
        raise ValueError(f"{text.strip()!r:.60} sets nothing right; one can say {FORMS}")
    return PARSERS[what](names, of.strip(), value.strip())


def parse_cash(names: Names, of: str, value: str) -> Change:
    """`cash Ann: 1340`."""
    digits = value.removeprefix("$").replace(",", "")
    if not WHOLE.fullmatch(digits) or not 0 <= int(digits) <= MOST:
        raise ValueError(f"cash is a whole number of dollars, not {value!r:.40}")
    return Change("cash", names.players[names.seat(of)], str(int(digits)))


def parse_place(names: Names, of: str, value: str) -> Change:
    """`place Ann: Boardwalk`."""
    return Change("place", names.players[names.seat(of)], names.squares[names.square(value)])


def parse_jail(names: Names, of: str, value: str) -> Change:
    """`jail Ann: 2`, `jail Ann: no`."""
    turn = "no" if value.casefold() in ("no", "0", "out") else "1" if value.casefold() in ("yes", "in") else value
    if turn not in ("no", "1", "2", "3"):
        raise ValueError(f"in Jail the first, second or third turn comes next (1, 2, 3), or no, not {value!r:.40}")
    return Change("jail", names.players[names.seat(of)], turn)


def parse_deed(names: Names, of: str, value: str) -> Change:
    """`deed Boardwalk: Ann`, `deed Boardwalk: Bank`."""
    return Change("deed", names.deeds[names.deed(of)], parse_holder(names, value))


def parse_lot(names: Names, of: str, value: str) -> Change:
    """`lot Boardwalk: 3`, `lot Boardwalk: hotel`, `lot Boardwalk: mortgaged`."""
    state = value.casefold().removesuffix(" houses").removesuffix(" house")
    if state not in ("0", "1", "2", "3", "4", "hotel", MORTGAGED):
        raise ValueError(f"a lot has 0 to 4 houses, or hotel, or is mortgaged, not {value!r:.40}")
    return Change("lot", names.deeds[names.deed(of)], state)


def parse_card(names: Names, of: str, value: str) -> Change:
    """`card chance: Ann`."""
    return Change("card", DECKS[names.deck(of.casefold())], parse_holder(names, value))


def parse_holder(names: Names, value: str) -> str:
    """A player, or the Bank."""
    name, _ = parse_name(value, ":")
    return BANK if folded(name) == folded(BANK) else format_name(names.players[names.seat(name)])


PARSERS: dict[str, Callable[[Names, str, str], Change]] = {
    "cash": parse_cash,
    "place": parse_place,
    "jail": parse_jail,
    "deed": parse_deed,
    "lot": parse_lot,
    "card": parse_card,
}
FORMS = ", ".join(
    (
        "cash PLAYER: DOLLARS",
        "place PLAYER: SQUARE",
        "jail PLAYER: 1|2|3|no",
        "deed SQUARE: PLAYER|Bank",
        "lot SQUARE: 0..4|hotel|mortgaged",
        "card chance|chest: PLAYER|Bank",
    )
)
"""Everything that can be set right."""


def corrected(names: Names, position: bytes, changes: Sequence[Change]) -> bytes:
    """The position after changes, if the rules allow it; `UnlawfulPosition` says why not."""
    records = np.frombuffer(bytearray(position), STATE, 1)
    draft = Draft(names, [None] * len(names.players), records)
    for change in changes:
        SETTERS[change.what](draft, change)
    settle(draft)
    check_position(draft)
    return draft.records.tobytes()


def set_cash(draft: Draft, change: Change) -> None:
    """Cash comes from the Bank and goes there."""
    draft.g.cash[seat_in(draft, change)] = int(change.value)


def set_place(draft: Draft, change: Change) -> None:
    """A token that is put elsewhere is no longer in Jail."""
    p = seat_in(draft, change)
    draft.g.square[p], draft.g.jail[p] = draft.names.square(change.value), 0


def set_jail(draft: Draft, change: Change) -> None:
    """Who is put in Jail stands there."""
    p = seat_in(draft, change)
    draft.g.jail[p] = 0 if change.value == "no" else int(change.value)
    if draft.g.jail[p]:
        draft.g.square[p] = int(draft.names.ruleset.record[0]["jail_square"])


def set_deed(draft: Draft, change: Change) -> None:
    """A deed that goes back to the Bank is bare."""
    g, deed = draft.g, draft.names.deed(change.of)
    g.owner[deed] = holder_in(draft, change)
    if g.owner[deed] == codes.BANK:
        g.level[deed] = 0
        g.mortgaged &= ~(1 << deed)


def set_lot(draft: Draft, change: Change) -> None:
    """What stands on a lot, or that it is mortgaged."""
    g, deed = draft.g, draft.names.deed(change.of)
    if g.owner[deed] == codes.BANK:
        fail("", f"{change.of} belongs to nobody: first say whose it is", "setup.bank")
    g.level[deed] = codes.HOTEL if change.value == "hotel" else 0 if change.value == MORTGAGED else int(change.value)
    g.mortgaged &= ~(1 << deed)
    g.mortgaged |= (change.value == MORTGAGED) << deed


def set_card(draft: Draft, change: Change) -> None:
    """A get-out-of-jail card leaves its deck for a hand, or goes under it."""
    g, n = draft.g, draft.names.deck(change.of)
    card = next(each.index for each in draft.names.ruleset.cards[n] if each.effect == "get_out_of_jail_free")
    was, g.jail_card[n] = g.jail_card[n], holder_in(draft, change)
    lying = [g.seen[n * codes.DECK + k] for k in range(g.seen_count[n])]
    if was == codes.BANK:
        g.unseen[n] &= ~(1 << card)
        lying = [each for each in lying if each != card]
    if g.jail_card[n] == codes.BANK and card not in lying and not g.unseen[n] >> card & 1:
        lying.append(card)
    for k in range(codes.DECK):
        g.seen[n * codes.DECK + k] = lying[k] if k < len(lying) else 0
    g.seen_count[n] = len(lying)


SETTERS: dict[str, Callable[[Draft, Change], None]] = {
    "cash": set_cash,
    "place": set_place,
    "jail": set_jail,
    "deed": set_deed,
    "lot": set_lot,
    "card": set_card,
}


def seat_in(draft: Draft, change: Change) -> int:
    """The seat of a player who is still in the game."""
    p = draft.names.seat(change.of)
    if draft.g.out[p]:
        fail("", f"{change.of} has left the game", "bankrupt.to-bank")
    return p


def holder_in(draft: Draft, change: Change) -> int:
    """The seat of whoever gets something; or the Bank."""
    name, _ = parse_name(change.value, ":")
    return codes.BANK if name == BANK else seat_in(draft, Change(change.what, name, ""))


def settle(draft: Draft) -> None:
    """The Bank has what nobody else has, and offers fall that were made by what was wrong."""
    g, edition = draft.g, draft.names.ruleset.record[0]
    built = [g.level[d] for d in range(codes.DEEDS)]
    left = {
        "houses": int(edition["setup_houses"]) - sum(level for level in built if level < codes.HOTEL),
        "hotels": int(edition["setup_hotels"]) - built.count(codes.HOTEL),
    }
    for name, count in left.items():
        if count < 0:
            fail("", f"there are {int(edition[f'setup_{name}'])} {name} in the box", "setup.bank")
        setattr(g, name, count)
    g.cash[codes.BANK] = 0
    try:
        g.cash[codes.BANK] = bank_cash(list(g.cash))
        g.ledger[:] = g.cash[:]
    except ValueError as problem:
        raise UnlawfulPosition(str(problem)) from None
    empty: Any = structure(empty_table(draft.names.ruleset))
    for name in FIELDS:
        if name.startswith("offer_"):
            getattr(g, name)[:] = getattr(empty, name)[:]
