"""Debts: raised by selling, mortgaging and dealing, and paid as soon as cash covers them."""

from passgo.machine.decorators import rule
from passgo.rules import codes, ids
from passgo.rules.bank import close_matter, tell, transfer
from passgo.rules.deeds import raisable
from passgo.rules.state import Edition, Log, State
from passgo.rules.turns import top_matter


@rule("debt.raise")
def settle_debt(g: State, log: Log) -> bool:
    """Pay as soon as cash covers the debt. Was it paid?"""
    m = g.matters - 1
    debtor = g.matter_player[m]
    creditor = g.matter_other[m]
    amount = g.matter_amount[m]
    if g.cash[debtor] < amount:
        return False
    rule_id = g.matter_rule[m]
    close_matter(g, m)
    transfer(g, log, debtor, creditor, amount, rule_id)
    tell(log, codes.DEBT_SETTLED, rule_id, player=debtor, other=creditor, amount=amount)
    return True


@rule("debt.no-easy-out", "debt.raise")
def can_go_bankrupt(g: State, e: Edition, player: int) -> int:
    """Not while selling buildings and mortgaging would cover the debt, to the last dollar."""
    m = g.matters - 1
    if top_matter(g) != codes.MATTER_DEBT or g.matter_player[m] != player:
        return ids.DEBT_RAISE
    return ids.LAWFUL if raisable(g, e, player) < g.matter_amount[m] else ids.DEBT_NO_EASY_OUT


@rule("debt.no-easy-out")
def give_up(g: State) -> None:
    """The debtor cannot pay: bankruptcy follows at once."""
    g.matter_stage[g.matters - 1] = codes.STAGE_BANKRUPT
