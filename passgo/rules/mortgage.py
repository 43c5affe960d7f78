"""Mortgages: half the price from the Bank, lifted for principal and interest, kept or lifted by a new owner."""

from passgo.machine.decorators import rule
from passgo.rules import codes, ids
from passgo.rules.bank import close_matter, owe, tell, transfer
from passgo.rules.deeds import cannot_spend, interest, lots_above, mortgage_value
from passgo.rules.sets import has, lowest
from passgo.rules.state import Action, Edition, Log, State
from passgo.rules.turns import awaiting_choice, in_debt, is_moving, not_any_time, top_matter


@rule("mortgage.value", "mortgage.deeds-only", "mortgage.buildings-first", "jail.business")
def can_mortgage(g: State, e: Edition, a: Action) -> int:
    """One's own deed, at any time, with the Bank, once buildings on it (or on its group) are sold."""
    refusal = not_any_time(g)
    if refusal != ids.LAWFUL:
        return refusal
    deed = e.deed_at[a.square]
    if deed < 0 or g.owner[deed] != a.player:
        return ids.MORTGAGE_DEEDS_ONLY
    if has(g.mortgaged, deed):
        return ids.MORTGAGE_VALUE
    built = lots_above(g, e, e.group[deed], 0) if e.mortgage_buildings_first == 1 else g.level[deed]
    return ids.LAWFUL if built == 0 else ids.MORTGAGE_BUILDINGS_FIRST


@rule("mortgage.value")
def mortgage(g: State, e: Edition, log: Log, a: Action) -> None:
    """Turn the deed face down and take half its price."""
    deed = e.deed_at[a.square]
    g.mortgaged |= 1 << deed
    tell(log, codes.MORTGAGED, ids.MORTGAGE_VALUE, player=a.player, square=a.square, amount=mortgage_value(e, deed))
    transfer(g, log, codes.BANK, a.player, mortgage_value(e, deed), ids.MORTGAGE_VALUE)


@rule("mortgage.choice")
def to_choose(g: State) -> int:
    """The deed whose new owner must keep or lift now: the first in board order of the matter on top, or NOBODY."""
    if top_matter(g) != codes.MATTER_KEEP_OR_LIFT or g.matter_set[g.matters - 1] == 0:
        return codes.NOBODY
    return lowest(g.matter_set[g.matters - 1])


@rule("mortgage.lift", "mortgage.kept", "mortgage.choice", "debt.limits", "table.any-time")
def can_lift(g: State, e: Edition, a: Action) -> int:
    """The owner pays principal and interest in cash; a debtor may not spend on this, nor anybody during a move."""
    refusal = not_any_time(g)
    if refusal != ids.LAWFUL:
        return refusal
    deed = e.deed_at[a.square]
    answers = deed >= 0 and to_choose(g) == deed and g.owner[deed] == a.player
    if is_moving(g) and not answers:
        return ids.TABLE_ANY_TIME
    if deed < 0 or g.owner[deed] != a.player:
        return ids.MORTGAGE_KEPT
    if not has(g.mortgaged, deed):
        return ids.MORTGAGE_LIFT
    if in_debt(g, a.player):
        return ids.DEBT_LIMITS
    cost = mortgage_value(e, deed) + interest(e, deed)
    if has(awaiting_choice(g), deed):
        if to_choose(g) != deed:
            return ids.MORTGAGE_CHOICE
        cost -= interest(e, deed)  # set aside for keeping; lifting includes it
    return cannot_spend(g, e, a.player, cost, ids.MORTGAGE_LIFT)


@rule("mortgage.lift", "mortgage.transfer")
def lift(g: State, e: Edition, log: Log, a: Action) -> None:
    """Pay the Bank principal and interest, and turn the deed up."""
    deed = e.deed_at[a.square]
    chosen = to_choose(g) == deed
    g.mortgaged &= ~(1 << deed)
    cost = mortgage_value(e, deed) + interest(e, deed)
    tell(log, codes.MORTGAGE_LIFTED, ids.MORTGAGE_LIFT, player=a.player, square=a.square, amount=cost)
    transfer(g, log, a.player, codes.BANK, cost, ids.MORTGAGE_LIFT)
    if chosen:
        g.matter_set[g.matters - 1] &= ~(1 << deed)


@rule("mortgage.transfer", "mortgage.choice")
def can_keep(g: State, e: Edition, a: Action) -> int:
    """The new owner answers deed by deed in board order."""
    deed = to_choose(g)
    if deed == codes.NOBODY or g.owner[deed] != a.player or e.square_of[deed] != a.square:
        return ids.MORTGAGE_CHOICE
    return ids.LAWFUL


@rule("mortgage.transfer", "bankrupt.interest")
def keep(g: State, e: Edition, log: Log, a: Action) -> None:
    """Pay the interest now, and again when the mortgage is lifted; who cannot, owes it to the Bank."""
    m = g.matters - 1
    deed = e.deed_at[a.square]
    rule_id = g.matter_rule[m]
    g.matter_set[m] &= ~(1 << deed)
    settle_choice(g)  # before a debt may lie on top of it
    tell(log, codes.MORTGAGE_KEPT, rule_id, player=a.player, square=a.square, amount=interest(e, deed))
    owe(g, log, a.player, codes.BANK, interest(e, deed), rule_id)


@rule("mortgage.choice")
def settle_choice(g: State) -> bool:
    """The matter ends when every deed has been decided. Did it end?"""
    if g.matter_set[g.matters - 1] != 0:
        return False
    close_matter(g, g.matters - 1)
    return True
