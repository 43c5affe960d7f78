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
TRUTHS = ("again", "salaried", "mr_m", "hour_struck", "uncounted")
OF_SEATS = ("square", "jail", "speeding", "resigning", "first_throw")


def from_record(table: Table, record: Sequence[int], rules: Sequence[str]) -> None:
    """Make the table what the record says; `rules` are the ids by number."""
    fields = by_name(tuple(record))
    for name in PLAIN:
        setattr(table, name, fields[name])
    for name in TRUTHS:
        setattr(table, name, bool(fields[name]))
    table.cash, table.dice = fields["cash"], tuple(fields["dice"])
    table.phase, table.arrived = Phase(fields["phase"]), Arrived(fields["arrived"])
    table.contenders, table.winners = set(members(fields["contenders"])), set(members(fields["winners"]))
    table.move_rule = "move.throw"  # if a move is pending, it is that of the third throw in Jail
    for player in table.players:
        for name in OF_SEATS:
            setattr(player, name, fields[name][player.seat])
        player.out = bool(fields["out"][player.seat])
    for deed in table.deeds:
        deed.owner, deed.level = fields["owner"][deed.number], fields["level"][deed.number]
        deed.mortgaged = bool(fields["mortgaged"] >> deed.number & 1)
    for deck in table.decks:
        set_up_deck(deck, fields)
    table.offers = {seat: offer(fields, seat) for seat in range(8) if fields["offer_to"][seat] >= 0}
    table.claims = [claim(fields, n) for n in range(fields["claims"])]
    table.matters = [matter(fields, n, rules) for n in range(fields["matters"])]
    table.events = []


def set_up_deck(deck: Deck, fields: dict[str, Any]) -> None:
    first = 16 * deck.number
    deck.unseen = set(members(fields["unseen"][deck.number]))
    deck.seen = fields["seen"][first : first + fields["seen_count"][deck.number]]
    deck.holder = fields["jail_card"][deck.number]


def offer(fields: dict[str, Any], seat: int) -> Offer:
    return Offer(
        fields["offer_number"][seat], seat, fields["offer_to"][seat],
        fields["offer_give_deeds"][seat], fields["offer_take_deeds"][seat],
        fields["offer_give_cash"][seat], fields["offer_take_cash"][seat],
        fields["offer_give_cards"][seat], fields["offer_take_cards"][seat], bool(fields["offer_settles"][seat]),
        fields["offer_mortgaged"][seat],
    )  # fmt: skip


def claim(fields: dict[str, Any], n: int) -> Claim:
    return Claim(*(fields[f"claim_{part}"][n] for part in ("lander", "owner", "square", "amount", "age", "said")))


def matter(fields: dict[str, Any], n: int, rules: Sequence[str]) -> Matter:
    number = fields["matter_rule"][n]
    return Matter(
        MatterKind(fields["matter_kind"][n]), fields["matter_player"][n], fields["matter_other"][n],
        fields["matter_square"][n], fields["matter_amount"][n], rules[number] if number else "",
        set(members(fields["matter_set"][n])), set(members(fields["matter_wants"][n])),
        fields["matter_last"][n], fields["matter_stage"][n],
    )  # fmt: skip
