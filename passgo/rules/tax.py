"""Taxes: flat, or a share of one's worth chosen blind."""

from passgo.machine.decorators import rule
from passgo.rules import codes, ids
from passgo.rules.bank import owe, tell, till
from passgo.rules.deeds import worth_taxed
from passgo.rules.state import Action, Edition, Log, State
from passgo.rules.turns import not_now


@rule("tax.income", "tax.luxury")
def land_on_tax(g: State, e: Edition, log: Log) -> None:
    """Pay what the square says, or choose first."""
    square = g.square[g.on_turn]
    if e.tax_choice[square] == codes.TAX_INCOME_CHOICE:
        g.phase = codes.PHASE_CHOOSE_TAX
        return
    g.phase = codes.PHASE_SQUARE_DONE
    rule_id = ids.TAX_LUXURY if e.tax_choice[square] == codes.TAX_LUXURY_FLAT else ids.TAX_INCOME
    owe(g, log, g.on_turn, till(e), e.tax[square], rule_id)


@rule("tax.income", "tax.income-blind")
def can_choose_tax(g: State, player: int) -> int:
    """The choice is open whatever the worth, so that the list of choices tells nothing about it."""
    return not_now(g, player, codes.PHASE_CHOOSE_TAX, ids.TAX_INCOME)


@rule("tax.income", "tax.income-blind", "tax.worth", "debt.fixed")
def choose_tax(g: State, e: Edition, log: Log, a: Action) -> None:
    """The choice is made, and only then is the worth added up; a share is rounded down to a dollar."""
    square = g.square[a.player]
    amount = e.tax[square]
    tell(log, codes.TAX_CHOSEN, ids.TAX_INCOME_BLIND, player=a.player, square=square, amount=a.kind)
    if a.kind == codes.PAY_WORTH_TAX:
        worth = worth_taxed(g, e, a.player)
        tell(log, codes.WORTH_COUNTED, ids.TAX_WORTH, player=a.player, square=square, amount=worth)
        amount = (worth * e.tax_income_percent + (99 if e.tax_worth_round_up == 1 else 0)) // 100
    g.phase = codes.PHASE_SQUARE_DONE
    owe(g, log, a.player, till(e), amount, ids.TAX_INCOME)
