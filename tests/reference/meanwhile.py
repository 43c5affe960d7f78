"""What is said during a matter and takes effect when no matter is open (auction.meanwhile)."""

from tests.reference.bankruptcy import leave
from tests.reference.contract import BANK, OF_CHANCE, OF_PLAYERS, Phase
from tests.reference.rent import make_claim
from tests.reference.table import Claim, Player, Table


def may_take_effect(table: Table, after_chance: bool) -> bool:
    """As soon as no matter is open, before the turn goes on; never while chance is to act.

    The debts of a pay-each or collect-from-each card arose together (cards.each-player): all of them come first. What
    was said while chance was to act waits until what chance did has led to a decision.
    """
    if table.matters or table.phase in OF_CHANCE or table.phase in (Phase.PAY_EACH, Phase.COLLECT_FROM_EACH):
        return False
    if after_chance:
        return table.phase in OF_PLAYERS or table.phase == Phase.NEXT_TURN
    return True


def take_effect(table: Table) -> bool:
    """The first of what was said: a claim is made, or a player leaves to the Bank (bankrupt.resign)."""
    claims: list[tuple[int, Claim | Player]] = [(claim.said, claim) for claim in table.claims if claim.said]
    leaving: list[tuple[int, Claim | Player]] = [(p.resigning, p) for p in table.players if p.resigning and not p.out]
    if not claims and not leaving:
        return False
    _, first = min(claims + leaving, key=lambda entry: entry[0])
    if isinstance(first, Claim):
        make_claim(table, first)
    else:
        leave(table, first.seat, BANK)
    return True
