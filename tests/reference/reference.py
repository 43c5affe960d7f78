"""The second reading as one object: begin a game, play actions, look at it."""

from collections.abc import Callable
from typing import Any

from tests.reference import (
    auctions,
    building,
    cards,
    deals,
    debts,
    jail,
    mortgages,
    moving,
    rent,
    selling,
    setup,
    short_game,
    shortage,
    speed_die,
    taxes,
)
from tests.reference.contract import ACTIONS, BLANK_ACTION, CHANCE, CLOCK, NAME_OF_ACTION, Phase
from tests.reference.flow import settle, waited_for
from tests.reference.snapshot import snapshot
from tests.reference.table import Action, Event, Table

May = Callable[[Table, Action], str | None]
Do = Callable[[Table, Action], None]

RULES: dict[str, tuple[May, Do]] = {
    "THROW": (moving.may_throw, moving.throw),
    "PAY_FINE": (jail.may_pay_fine, jail.pay_fine),
    "USE_CARD": (jail.may_use_card, jail.use_card),
    "CHOOSE_STEPS": (speed_die.may_choose_steps, speed_die.choose_steps),
    "CHOOSE_SQUARE": (speed_die.may_choose_square, speed_die.choose_square),
    "BUY": (moving.may_buy, moving.buy),
    "DECLINE": (moving.may_decline, moving.decline),
    "BID": (auctions.may_bid, auctions.bid),
    "WITHDRAW": (auctions.may_call, auctions.withdraw),
    "CLAIM_RENT": (rent.may_claim, rent.claim_rent),
    "PAY_FLAT_TAX": (taxes.may_choose, taxes.pay_flat),
    "PAY_WORTH_TAX": (taxes.may_choose, taxes.pay_share),
    "PAY_CARD_FINE": (cards.may_choose, cards.pay_card_fine),
    "TAKE_CHANCE": (cards.may_choose, cards.take_chance),
    "BUILD": (building.may_build, shortage.build),
    "SELL_BUILDING": (selling.may_sell, selling.sell),
    "SELL_HOTELS": (selling.may_sell_hotels, selling.sell_hotels),
    "MORTGAGE": (mortgages.may_mortgage, mortgages.mortgage),
    "LIFT_MORTGAGE": (mortgages.may_lift, mortgages.lift),
    "KEEP_MORTGAGE": (mortgages.may_keep, mortgages.keep),
    "OFFER": (deals.may_offer, deals.make_offer),
    "COUNTER": (deals.may_counter, deals.counter),
    "OFFER_SETTLEMENT": (deals.may_offer, deals.make_offer),
    "WITHDRAW_OFFER": (deals.may_withdraw_offer, deals.withdraw_offer),
    "ACCEPT": (deals.may_accept, deals.accept),
    "REFUSE": (deals.may_answer, deals.refuse),
    "WANT_BUILDING": (shortage.may_want, shortage.want),
    "PASS_BUILDING": (shortage.may_pass, shortage.pass_by),
    "PLACE_BUILDING": (shortage.may_place, shortage.place),
    "GO_BANKRUPT": (debts.may_go_bankrupt, debts.go_bankrupt),
    "RESIGN": (debts.may_resign, debts.resign),
    "END_TURN": (moving.may_end_turn, moving.end_turn),
    "DICE": (moving.may_fall, moving.fall),
    "CARD": (cards.may_turn_up, cards.turn_up),
    "DEED": (setup.may_deal_deed, setup.deal_deed),
    "STRIKE_HOUR": (short_game.may_strike, short_game.strike),
}
OF_CHANCE = {"DICE", "CARD", "DEED"}


class Reference:
    """A game by the second reading; `events` are those of the last play (at first: of setting up)."""

    def __init__(self, options: dict[str, Any], players: int) -> None:
        """setup.players: any other number is refused."""
        if not options["setup_players_least"] <= players <= options["setup_players_most"]:
            raise ValueError("setup.players")
        self.table = Table(options, players)
        setup.begin(self.table)
        settle(self.table)
        self.events: list[Event] = self.table.events

    def allowed(self, action: Action) -> str | None:
        """None, or the rule that refuses the action; nothing is played."""
        return self.judge(_complete(action))

    def play(self, action: Action) -> str | None:
        """None and the action is played, or the rule that refuses it and nothing has changed."""
        action = _complete(action)
        refusal = self.judge(action)
        if refusal:
            return refusal
        self.table.events = self.events = []
        RULES[action["kind"]][1](self.table, action)
        settle(self.table)
        return None

    def judge(self, action: Action) -> str | None:
        """The refusing rule, of an action that has every field."""
        table, kind, player = self.table, action["kind"], action["player"]
        if table.phase == Phase.GAME_OVER:
            return "short.end" if table.hour_struck else "bankrupt.last-wins"
        if kind in OF_CHANCE:
            if player != CHANCE:
                return "table.decks-hidden"
        elif kind == "STRIKE_HOUR":
            if player != CLOCK:
                return "short.end"
        elif not 0 <= player < len(table.players):
            return "setup.players"
        elif table.players[player].out:
            return "bankrupt.last-wins"
        return RULES[kind][0](table, action)

    def legal(self, player: int) -> list[Action]:
        """Every finite action; BID once with its bounds; offers once for each possible partner, empty."""
        from tests.reference.legal import legal

        return legal(self, player)

    def waited_for(self) -> set[int]:
        return waited_for(self.table)

    def snapshot(self) -> dict[str, Any]:
        return snapshot(self.table)


def _complete(action: Action) -> Action:
    """An action with every field, its kind by name."""
    full = {**BLANK_ACTION, **action}
    if not isinstance(full["kind"], str):
        full["kind"] = NAME_OF_ACTION[int(full["kind"])]
    assert full["kind"] in ACTIONS
    return full
