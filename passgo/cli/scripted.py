"""Simple scripted players for the prompt game. They are provisional: real bots will take their seats.

A scripted player buys what it can pay and still keep a little, bids up to the printed price, builds when that
leaves enough, raises what it owes by mortgaging and selling, and accepts only deals that are plainly good for it.
"""

from collections.abc import Callable
from dataclasses import replace

from passgo.editions import Deed
from passgo.game import Auction, Game
from passgo.notation.actions import Action

KEEP_AFTER_BUYING = 100
KEEP_AFTER_BUILDING = 200
KEEP_AFTER_LIFTING = 500
FREEDOM_IS_CHEAP_ABOVE = 500
JAIL_CARD_WORTH = 50
PLAINLY_GOOD = 1.5
"""A deal is accepted if it brings this many times what it costs, at printed prices."""


class Choice:
    """One decision of a scripted player: what is lawful, by kind, and what the player can see."""

    def __init__(self, game: Game, player: str) -> None:
        self.game, self.player = game, player
        self.cash = game[player].cash
        self.lawful: dict[str, list[Action]] = {}
        for action in game.legal_actions(player):
            self.lawful.setdefault(action.kind, []).append(action)

    def first(self, *kinds: str) -> Action | None:
        """The first lawful action of the first of these kinds that has one."""
        return next((self.lawful[kind][0] for kind in kinds if kind in self.lawful), None)

    def deed(self, name: str | None) -> Deed:
        """The deed of a square."""
        assert name is not None
        return self.game.table.deed(name)


def choose(game: Game, player: str) -> Action:
    """What the scripted player does now.

    >>> choose(Game("classic", players=["Ann", "Ben"], seed=7), "Ben")
    Throw()
    """
    choice = Choice(game, player)
    action = next(action for decide in DECISIONS if (action := decide(choice)) is not None)
    return replace(action, player=player)


def answer_offers(choice: Choice) -> Action | None:
    """Accept what is plainly good, refuse everything else."""
    for offer in choice.game.offers:
        if offer.other == choice.player:
            accept = next((a for a in choice.lawful.get("Accept", ()) if a.other == offer.player), None)
            if accept and is_plainly_good(choice, offer):
                return accept
            return next((a for a in choice.lawful.get("Refuse", ()) if a.other == offer.player), None)
    return None


def is_plainly_good(choice: Choice, offer: Action) -> bool:
    """It brings far more than it costs, and does not complete a group for the other."""
    brings = worth(choice, offer.give) + offer.give_cash + JAIL_CARD_WORTH * len(offer.give_cards)
    costs = worth(choice, offer.take) + offer.take_cash + JAIL_CARD_WORTH * len(offer.take_cards)
    assert offer.player is not None
    held = {choice.deed(name).index for name in choice.game[offer.player].deeds}
    given = {choice.deed(name).index for name in offer.take}
    completes = any(given & set(g.deeds) and set(g.deeds) <= held | given for g in choice.game.table.groups)
    return brings >= PLAINLY_GOOD * costs and not completes


def worth(choice: Choice, deeds: tuple[str, ...]) -> int:
    """Printed prices."""
    return sum(choice.deed(name).price for name in deeds)


def claim_rent(choice: Choice) -> Action | None:
    """Never forget a rent."""
    return choice.first("ClaimRent")


def raise_money(choice: Choice) -> Action | None:
    """In debt: mortgage the cheapest, then sell buildings, and give up only when nothing would cover it."""
    if choice.player not in choice.game.to_act or not is_debtor(choice):
        return None
    if "GoBankrupt" in choice.lawful:
        return choice.first("GoBankrupt")
    mortgages = sorted(choice.lawful.get("Mortgage", ()), key=lambda action: choice.deed(action.square).price)
    sales = sorted(choice.lawful.get("SellBuilding", ()), key=lambda action: choice.deed(action.square).house_cost)
    return next(iter([*mortgages, *sales, *choice.lawful.get("SellHotels", ())]), None)


def is_debtor(choice: Choice) -> bool:
    """Is the matter on top a debt of the player's?"""
    matters = choice.game.matters
    return bool(matters) and getattr(matters[-1], "debtor", None) == choice.player


def call_in_auction(choice: Choice) -> Action | None:
    """Bid up to the printed price, a tenth of it at a time."""
    matters = choice.game.matters
    if not matters or not isinstance(matters[-1], Auction):
        return None
    bid = choice.first("Bid")
    limit = value_of_lot(choice, matters[-1].lot)
    if bid is None or bid.amount > min(limit, bid.most):
        return choice.first("Withdraw")
    amount = min(bid.amount + limit // 10, limit, bid.most)
    return Action("Bid", amount=amount)


def value_of_lot(choice: Choice, lot: str) -> int:
    """The printed price of what is auctioned; of a building, the dearest that the player could put up."""
    if lot in ("chance card", "chest card"):
        return JAIL_CARD_WORTH
    if lot in ("house", "hotel"):
        costs = [choice.deed(name).house_cost for name in choice.game[choice.player].deeds]
        return max(costs, default=0)
    return choice.deed(lot).price


def answer_shortage(choice: Choice) -> Action | None:
    """Place what was won; want a building while it leaves enough."""
    if "PlaceBuilding" in choice.lawful:
        return max(choice.lawful["PlaceBuilding"], key=lambda action: choice.deed(action.square).price)
    affordable = choice.cash - value_of_lot(choice, "house") >= KEEP_AFTER_BUILDING
    return choice.first("WantBuilding" if affordable else "PassBuilding", "PassBuilding")


def buy(choice: Choice) -> Action | None:
    """Buy what leaves enough."""
    square = choice.game[choice.player].square
    if "Buy" in choice.lawful and choice.cash - choice.deed(square).price >= KEEP_AFTER_BUYING:
        return choice.first("Buy")
    return choice.first("Decline")


def leave_jail(choice: Choice) -> Action | None:
    """Use a card; pay while there is still something to buy and the cash is there."""
    if "UseCard" in choice.lawful:
        return choice.first("UseCard")
    return choice.first("PayFine") if choice.game.bank.deeds and choice.cash > FREEDOM_IS_CHEAP_ABOVE else None


def choose_move(choice: Choice) -> Action | None:
    """With the Bus as far as possible; after a triple to the dearest property that is for sale, or else GO."""
    if "ChooseSteps" in choice.lawful:
        return max(choice.lawful["ChooseSteps"], key=lambda action: action.amount)
    squares = {action.square: action for action in choice.lawful.get("ChooseSquare", ())}
    wanted = [name for name in choice.game.bank.deeds if name in squares and choice.deed(name).price < choice.cash]
    if wanted:
        return squares[max(wanted, key=lambda name: choice.deed(name).price)]
    return next(iter(squares.values()), None)


def improve(choice: Choice) -> Action | None:
    """In one's own turn: build on the dearest group, or else lift a mortgage, while that leaves enough."""
    if choice.game.on_turn != choice.player or choice.game.matters:
        return None
    builds = [
        a
        for a in choice.lawful.get("Build", ())
        if leaves(choice, choice.deed(a.square).house_cost, KEEP_AFTER_BUILDING)
    ]
    if builds:
        return max(builds, key=lambda action: choice.deed(action.square).price)
    lifts = choice.lawful.get("LiftMortgage", ())
    return next((a for a in lifts if leaves(choice, choice.deed(a.square).price, KEEP_AFTER_LIFTING)), None)


def leaves(choice: Choice, cost: int, least: int) -> bool:
    """Would enough cash be left?"""
    return choice.cash - cost >= least


def go_on(choice: Choice) -> Action | None:
    """Whatever lets the game go on."""
    return choice.first("KeepMortgage", "LiftMortgage", "PayFlatTax", "PayCardFine", "Throw", "EndTurn", "Resign")


DECISIONS: tuple[Callable[[Choice], Action | None], ...] = (
    raise_money,
    answer_shortage,
    call_in_auction,
    answer_offers,
    claim_rent,
    buy,
    choose_move,
    improve,
    leave_jail,
    go_on,
)
"""Asked in this order; the first that has an answer decides."""
