"""Section 4: rent, charged by itself or claimed in time."""

from tests.reference.contract import Action, Arrived, MatterKind, Phase
from tests.reference.debts import charge
from tests.reference.table import Claim, Deed, Objections, Table


def total_of(dice: tuple[int, int, int]) -> int:
    """rent.utility: all dice; Bus and Mr. M count nothing."""
    return dice[0] + dice[1] + (dice[2] if dice[2] <= 3 else 0)


def earns(table: Table, deed: Deed) -> bool:
    """rent.mortgaged: none on a mortgaged property; rent.in-jail: owners collect in Jail unless switched."""
    if deed.mortgaged:
        return False
    return bool(table.option("rent_in_jail")) or not table.players[deed.owner].jail


def ask_rent(table: Table) -> None:
    """rent.utility, rent.utility-by-card: does a new throw measure the rent?"""
    deed = table.deed_at[table.mover.square]
    if not earns(table, deed):
        table.phase = Phase.SQUARE_DONE
        return
    table.phase = Phase.CHARGE_RENT
    by_card = table.arrived in (Arrived.BY_CARD, Arrived.BY_RAILROAD_CARD, Arrived.BY_UTILITY_CARD)
    if deed.square.kind == "utility" and (by_card or table.option("rent_utility")):
        table.phase = Phase.THROW_FOR_RENT
        return
    table.rent_throw = total_of(table.dice)


def count_owned(table: Table, deed: Deed, option: str) -> int:
    """rent.railroad, rent.utility: mortgaged ones count unless switched."""
    same = [d for d in table.group_of(deed) if d.owner == deed.owner]
    return len([d for d in same if table.option(option) or not d.mortgaged])


def rent_of(table: Table, deed: Deed) -> tuple[int, str]:
    """The rent due now, and the rule it is due by."""
    if deed.square.kind == "railroad":
        rent = table.printed.railroad_rent[count_owned(table, deed, "rent_railroad_mortgaged") - 1]
        if table.arrived == Arrived.BY_RAILROAD_CARD:  # cards.nearest-railroad: this landing only
            return 2 * rent, "cards.nearest-railroad"
        return rent, "rent.railroad"
    if deed.square.kind == "utility":
        factor = table.printed.utility_factor[count_owned(table, deed, "rent_utility_mortgaged") - 1]
        if table.arrived == Arrived.BY_UTILITY_CARD:
            return table.printed.utility_factor[1] * table.rent_throw, "rent.utility-by-card"
        by_card = table.arrived == Arrived.BY_CARD
        return factor * table.rent_throw, "rent.utility-by-card" if by_card else "rent.utility"
    rent = deed.square.rents[deed.level]
    if deed.level == 0 and table.owns_group(deed, deed.owner):
        bare = not any(d.level or d.mortgaged for d in table.group_of(deed))
        if bare or table.option("rent_group_double"):  # rent.group-double
            return 2 * rent, "rent.group-double"
    return rent, "rent.deed"


def charge_rent(table: Table) -> None:
    """rent.claim: automatic, the owner always asks; manual, a claim is kept (rent.claim-holder)."""
    deed = table.deed_at[table.mover.square]
    rent, rule = rent_of(table, deed)
    table.phase = Phase.SQUARE_DONE
    table.tell("RENT_CHARGED", rule, player=table.on_turn, other=deed.owner, square=deed.where, amount=rent)
    if table.option("rent_claims"):
        table.claims.append(Claim(table.on_turn, deed.owner, deed.where, rent))
        return
    charge(table, table.on_turn, deed.owner, rent, rule)


def find_claim(table: Table, action: Action) -> Claim | None:
    for claim in table.claims:
        if (claim.owner, claim.lander, claim.square) == (action.player, action.other, action.square):
            return claim
    return None


def against_claim(table: Table, action: Action) -> Objections:
    """rent.claim, rent.claim-window; kept while a matter is open (table.one-matter, auction.meanwhile)."""
    if refusal := table.against_business():
        yield refusal
    if not table.option("rent_claims"):
        yield "rent.claim"
    if table.matters:
        yield "table.one-matter"
    if any(matter.kind == MatterKind.AUCTION for matter in table.matters):
        yield "auction.meanwhile"
    if not find_claim(table, action):
        yield "rent.claim-window"


def claim_rent(table: Table, action: Action) -> None:
    claim = find_claim(table, action)
    assert claim is not None
    table.claims.remove(claim)
    table.tell(
        "RENT_CLAIMED", "rent.claim", player=claim.owner, other=claim.lander, square=claim.square, amount=claim.amount
    )
    charge(table, claim.lander, claim.owner, claim.amount, "rent.claim")
