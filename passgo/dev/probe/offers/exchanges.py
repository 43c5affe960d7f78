"""What could be exchanged with partners, and how it is offered."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from typing import Any

import numpy as np

from passgo.analysis.table import Array
from passgo.rules import codes
from passgo.rules.state import ACTION, STATE


@dataclass(frozen=True)
class Part:
    """Deeds or jail cards that change hands together, as sets, and the groups that they are of."""

    deeds: int = 0
    cards: int = 0
    groups: frozenset[int] = frozenset()

    def __or__(self, other: "Part") -> "Part":
        return Part(self.deeds | other.deeds, self.cards | other.cards, self.groups | other.groups)


NOTHING = Part()


@dataclass(frozen=True)
class Exchange:
    """What the proposer would give to a partner, and take, cash apart."""

    partner: int
    give: Part
    take: Part


def parts_of(state: Any, player: int, groups: Sequence[int]) -> list[Part]:
    """What a player could give: all they hold of a group, single deeds, and jail cards. Groups with buildings stay."""
    owner, built = state["owner"], {groups[int(deed)] for deed in np.flatnonzero(state["level"])}
    held: dict[int, list[Part]] = {}
    for deed in np.flatnonzero(owner == player).tolist():
        if groups[deed] not in built:
            held.setdefault(groups[deed], []).append(Part(1 << deed, 0, frozenset({groups[deed]})))
    whole = [union(parts) for parts in held.values()]
    single = [part for parts in held.values() if len(parts) > 1 for part in parts]
    cards = [Part(0, 1 << deck) for deck in range(2) if state["jail_card"][deck] == player]
    return [*whole, *single, *cards]


def part_of(deeds: int, groups: Sequence[int]) -> Part:
    """A set of deeds as a part."""
    return union([Part(1 << n, 0, frozenset({int(groups[n])})) for n in range(codes.DEEDS) if deeds >> n & 1])


def union(parts: Sequence[Part]) -> Part:
    """Several parts as one."""
    whole = NOTHING
    for part in parts:
        whole |= part
    return whole


def two_groups(parts: Sequence[Part]) -> list[Part]:
    """All that is held of two groups, for every two of them."""
    whole = {group: part for part in reversed(parts) for group in part.groups}  # what is held of a group comes first
    return [one | other for one, other in combinations(whole.values(), 2)]


def exchanges(state: Any, seat: int, groups: Sequence[int], *, swaps: bool) -> Iterator[Exchange]:
    """Every exchange of a part of the seat's for a part of a partner's, of one side for cash, or of two groups."""
    mine = parts_of(state, seat, groups)
    for partner in range(int(state["players"])):
        if partner == seat or state["out"][partner]:
            continue
        theirs = parts_of(state, partner, groups)
        pairs = chain(
            product([NOTHING, *mine], [NOTHING, *theirs]),
            product(two_groups(mine), [NOTHING, *theirs]),
            product([NOTHING, *mine], two_groups(theirs)),
        )
        for give, take in pairs:
            one_sided = NOTHING in (give, take)
            if give != take and (swaps or one_sided) and not give.groups & take.groups:
                yield Exchange(partner, give, take)


def on_table(position: bytes, seat: int, found: Sequence[Exchange], cash: Array) -> Array:
    """The position with each of these exchanges offered by the seat, who pays so much cash (below zero: is paid)."""
    states = np.frombuffer(position * len(found), STATE).copy()
    give, take = (np.array([getattr(exchange, side).deeds for exchange in found]) for side in ("give", "take"))
    states["offers_made"] += 1
    states["offer_number"][:, seat] = states["offers_made"]
    states["offer_to"][:, seat] = [exchange.partner for exchange in found]
    states["offer_give_deeds"][:, seat], states["offer_take_deeds"][:, seat] = give, take
    states["offer_mortgaged"][:, seat] = (give | take) & states["mortgaged"]
    states["offer_give_cards"][:, seat] = [exchange.give.cards for exchange in found]
    states["offer_take_cards"][:, seat] = [exchange.take.cards for exchange in found]
    set_cash(states, seat, cash)
    return states


def set_cash(states: Array, seat: int, cash: Array) -> None:
    """Write how much the proposer of each offer pays, or is paid."""
    states["offer_give_cash"][:, seat] = np.maximum(0, cash)
    states["offer_take_cash"][:, seat] = np.maximum(0, -cash)


def offer_record(seat: int, exchange: Exchange, cash: int) -> bytes:
    """An offer as the record of an action."""
    action = np.zeros(1, ACTION)
    action["kind"], action["player"], action["other"] = codes.OFFER, seat, exchange.partner
    action["give_deeds"], action["take_deeds"] = exchange.give.deeds, exchange.take.deeds
    action["give_cards"], action["take_cards"] = exchange.give.cards, exchange.take.cards
    action["give_cash"], action["take_cash"] = max(0, cash), max(0, -cash)
    return action.tobytes()
