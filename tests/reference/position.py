"""A game that does not begin at its beginning: the table as a State record of docs/state.md says it is."""

from collections.abc import Sequence
from typing import Any

from tests.reference.contract import Arrived, MatterKind, Phase, members
from tests.reference.snapshot import by_name
from tests.reference.table import Claim, Deck, Matter, Offer, Table

PLAIN = (
    "turn", "round", "offers_made", "steps", "houses", "hotels", "first", "on_turn", "doubles", "throws", "rent_throw",
    "deck", "card", "cursor",
)  # fmt: skip
TRUTHS = ("again", "salaried", "mr_m", "hour_struck")
OF_SEATS = ("square", "jail", "speeding", "resigning", "first_throw")


def set_up(table: Table, record: Sequence[int], rules: Sequence[str]) -> None:
    """Make the table what the record says; `rules` are the ids by number."""
    said = by_name(tuple(record))
    for name in PLAIN:
        setattr(table, name, said[name])
    for name in TRUTHS:
        setattr(table, name, bool(said[name]))
    table.cash, table.dice = said["cash"], tuple(said["dice"])
    table.phase, table.arrived = Phase(said["phase"]), Arrived(said["arrived"])
    table.contenders, table.winners = set(members(said["contenders"])), set(members(said["winners"]))
    table.move_rule = "move.throw"  # if a move is pending, it is that of the third throw in Jail
    for player in table.players:
        for name in OF_SEATS:
            setattr(player, name, said[name][player.seat])
        player.out = bool(said["out"][player.seat])
    for deed in table.deeds:
        deed.owner, deed.level = said["owner"][deed.number], said["level"][deed.number]
        deed.mortgaged = bool(said["mortgaged"] >> deed.number & 1)
    for deck in table.decks:
        set_up_deck(deck, said)
    table.offers = {seat: offer(said, seat) for seat in range(8) if said["offer_to"][seat] >= 0}
    table.claims = [claim(said, n) for n in range(said["claims"])]
    table.matters = [matter(said, n, rules) for n in range(said["matters"])]
    table.events = []


def set_up_deck(deck: Deck, said: dict[str, Any]) -> None:
    first = 16 * deck.number
    deck.unseen = set(members(said["unseen"][deck.number]))
    deck.seen = said["seen"][first : first + said["seen_count"][deck.number]]
    deck.holder = said["jail_card"][deck.number]


def offer(said: dict[str, Any], seat: int) -> Offer:
    return Offer(
        said["offer_number"][seat], seat, said["offer_to"][seat],
        said["offer_give_deeds"][seat], said["offer_take_deeds"][seat],
        said["offer_give_cash"][seat], said["offer_take_cash"][seat],
        said["offer_give_cards"][seat], said["offer_take_cards"][seat], bool(said["offer_settles"][seat]),
    )  # fmt: skip


def claim(said: dict[str, Any], n: int) -> Claim:
    return Claim(*(said[f"claim_{part}"][n] for part in ("lander", "owner", "square", "amount", "age")))


def matter(said: dict[str, Any], n: int, rules: Sequence[str]) -> Matter:
    number = said["matter_rule"][n]
    return Matter(
        MatterKind(said["matter_kind"][n]), said["matter_player"][n], said["matter_other"][n],
        said["matter_square"][n], said["matter_amount"][n], rules[number] if number else "",
        set(members(said["matter_set"][n])), set(members(said["matter_wants"][n])),
        said["matter_last"][n], said["matter_stage"][n],
    )  # fmt: skip
