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
from tests.reference.contract import CHANCE, CLOCK, Act, Action, Event, Phase
from tests.reference.flow import next_to_decide, settle, waited_for
from tests.reference.legal import legal
from tests.reference.table import Objections, Table

Against = Callable[[Table, Action], Objections]
Do = Callable[[Table, Action], None]

RULES: dict[int, tuple[Against, Do]] = {
    Act.THROW: (moving.against_throw, moving.throw),
    Act.PAY_FINE: (jail.against_pay_fine, jail.pay_fine),
    Act.USE_CARD: (jail.against_use_card, jail.use_card),
    Act.CHOOSE_STEPS: (speed_die.against_choose_steps, speed_die.choose_steps),
    Act.CHOOSE_SQUARE: (speed_die.against_choose_square, speed_die.choose_square),
    Act.BUY: (moving.against_buy, moving.buy),
    Act.DECLINE: (moving.against_decline, moving.decline),
    Act.BID: (auctions.against_bid, auctions.bid),
    Act.WITHDRAW: (auctions.against_call, auctions.withdraw),
    Act.CLAIM_RENT: (rent.against_claim, rent.claim_rent),
    Act.PAY_FLAT_TAX: (taxes.against_choice, taxes.pay_flat),
    Act.PAY_WORTH_TAX: (taxes.against_choice, taxes.pay_share),
    Act.PAY_CARD_FINE: (cards.against_choice, cards.pay_card_fine),
    Act.TAKE_CHANCE: (cards.against_choice, cards.take_chance),
    Act.BUILD: (building.against_build, shortage.build),
    Act.SELL_BUILDING: (selling.against_sell, selling.sell),
    Act.SELL_HOTELS: (selling.against_sell_hotels, selling.sell_hotels),
    Act.MORTGAGE: (mortgages.against_mortgage, mortgages.mortgage),
    Act.LIFT_MORTGAGE: (mortgages.against_lift, mortgages.lift),
    Act.KEEP_MORTGAGE: (mortgages.against_keep, mortgages.keep),
    Act.OFFER: (deals.against_offer, deals.make_offer),
    Act.COUNTER: (deals.against_offer, deals.counter),
    Act.OFFER_SETTLEMENT: (deals.against_offer, deals.make_offer),
    Act.WITHDRAW_OFFER: (deals.against_withdraw_offer, deals.withdraw_offer),
    Act.ACCEPT: (deals.against_accept, deals.accept),
    Act.REFUSE: (deals.against_answer, deals.refuse),
    Act.WANT_BUILDING: (shortage.against_answer, shortage.want),
    Act.PASS_BUILDING: (shortage.against_pass, shortage.pass_by),
    Act.PLACE_BUILDING: (shortage.against_place, shortage.place),
    Act.GO_BANKRUPT: (debts.against_going_bankrupt, debts.go_bankrupt),
    Act.RESIGN: (debts.against_resigning, debts.resign),
    Act.END_TURN: (moving.against_end_turn, moving.end_turn),
    Act.DICE: (moving.against_fall, moving.fall),
    Act.CARD: (cards.against_turning_up, cards.turn_up),
    Act.DEED: (setup.against_deal_deed, setup.deal_deed),
    Act.STRIKE_HOUR: (short_game.against_striking, short_game.strike),
}
BY_CHANCE = {Act.DICE, Act.CARD, Act.DEED}
NO_SUCH_THING = "table.no-house-rules"
OF_SQUARES: dict[int, str] = {
    Act.CHOOSE_SQUARE: "speed.triple",
    Act.CLAIM_RENT: "rent.claim-window",
    Act.BUILD: "build.group",
    Act.PLACE_BUILDING: "build.group",
    Act.SELL_BUILDING: "build.sell-half",
    Act.SELL_HOTELS: "build.sell-half",
    Act.MORTGAGE: "mortgage.deeds-only",
    Act.LIFT_MORTGAGE: "mortgage.deeds-only",
    Act.KEEP_MORTGAGE: "mortgage.deeds-only",
    Act.DEED: "short.deal",
}
"""The rule that refuses a square that no board has, by the kinds of action that name one."""


class Reference:
    """A game by the second reading; `events` are those of the last play (at first: of setting up)."""

    def __init__(self, options: dict[str, Any], players: int) -> None:
        """setup.players: any other number is refused."""
        if not options["setup_players_least"] <= players <= options["setup_players_most"]:
            raise ValueError("setup.players")
        self.table = Table(options, players)
        setup.begin(self.table)
        settle(self.table)

    @property
    def events(self) -> list[Event]:
        return self.table.events

    def play(self, action: Action) -> str | None:
        """None and the action is played, or a rule that refuses it and nothing has changed."""
        refusal = self.judge(action)
        if refusal is None:
            self.perform(action)
        return refusal

    def perform(self, action: Action) -> None:
        """Play an action that has been judged lawful, and what follows by itself."""
        self.table.events = []
        RULES[action.kind][1](self.table, action)
        settle(self.table, after_chance=action.kind in BY_CHANCE)

    def judge(self, action: Action) -> str | None:
        """None, or a rule that refuses the action; nothing is played."""
        return next(self.objections(action), None)

    def is_lawful(self, action: Action) -> bool:
        """Of a player who is still in, while the game is not over: does no rule refuse the action?"""
        return next(RULES[action.kind][0](self.table, action), None) is None

    def objections(self, action: Action) -> Objections:
        """Every rule that refuses the action."""
        if action.kind not in RULES:
            yield NO_SUCH_THING
        elif not 0 <= action.square < len(self.table.printed.squares):
            yield OF_SQUARES.get(action.kind, NO_SUCH_THING)
        party = self.objection_to_party(action)
        if party:
            yield party
        elif action.kind in RULES:
            yield from RULES[action.kind][0](self.table, action)

    def objection_to_party(self, action: Action) -> str | None:
        """None, or why the game hears nothing of the kind from this player, chance or clock."""
        table, kind, player = self.table, action.kind, action.player
        if table.phase == Phase.GAME_OVER:
            return "short.end" if table.hour_struck else "bankrupt.last-wins"
        if kind in BY_CHANCE:
            return None if player == CHANCE else "table.decks-hidden"
        if kind == Act.STRIKE_HOUR:
            return None if player == CLOCK else "short.end"
        if not 0 <= player < len(table.players):
            return "setup.players"
        return "bankrupt.last-wins" if table.players[player].out else None

    def legal(self, player: int) -> list[Action]:
        """Every finite action; BID once with its bounds; offers once for each possible partner, empty."""
        return legal(self, player)

    def waited_for(self) -> set[int]:
        """Everyone the game waits for."""
        return waited_for(self.table)

    def next_to_decide(self) -> int:
        """The one of them whom a driver asks that asks one by one."""
        return next_to_decide(self.table)
