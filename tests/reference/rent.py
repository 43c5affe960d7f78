"""Section 4: rent, charged by itself or claimed in time."""

from tests.reference.contract import OF_CHANCE, Action, Arrived, Phase
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


def claims_meant(table: Table, action: Action) -> list[Claim]:
    """The player's claims on this lander for this square, oldest first."""
    meant = (action.player, action.other, action.square)
    return [claim for claim in table.claims if (claim.owner, claim.lander, claim.square) == meant]


def against_claim(table: Table, action: Action) -> Objections:
    """rent.claim: asked for in time, and once (auction.meanwhile); never while chance is to act (table.any-time)."""
    if not table.matters and table.phase in OF_CHANCE:
        yield "table.any-time"
    if not table.option("rent_claims"):
        yield "rent.claim"
    meant = claims_meant(table, action)
    if not meant:
        yield "rent.claim-holder" if held_by_another(table, action) else "rent.claim-window"
    elif all(claim.said for claim in meant):
        yield "auction.meanwhile"


def held_by_another(table: Table, action: Action) -> bool:
    """rent.claim-holder: the claim is the owner's at the landing, and lapses if the lander leaves."""
    if any((claim.lander, claim.square) == (action.other, action.square) for claim in table.claims):
        return True
    return 0 <= action.other < len(table.players) and table.players[action.other].out


def claim_rent(table: Table, action: Action) -> None:
    """rent.claim: the oldest not asked for yet; during a matter it is kept (auction.meanwhile)."""
    claim = next(claim for claim in claims_meant(table, action) if not claim.said)
    if not table.matters:
        make_claim(table, claim)
        return
    claim.said = table.next_said()
    table.tell(
        "CLAIM_KEPT", "auction.meanwhile",
        player=claim.owner, other=claim.lander, square=claim.square, amount=claim.amount,
    )  # fmt: skip


def make_claim(table: Table, claim: Claim) -> None:
    """rent.claim: the lander owes the rent of the landing."""
    table.claims.remove(claim)
    table.tell(
        "RENT_CLAIMED", "rent.claim", player=claim.owner, other=claim.lander, square=claim.square, amount=claim.amount
    )
    charge(table, claim.lander, claim.owner, claim.amount, "rent.claim")
