"""A strategy of your own: a Python file with a function `choose`.

    passgo tournament examples/my_bot.py trader cautious
    passgo simulate --bots examples/my_bot.py,trader,cautious --games 200

PassGo calls `choose` whenever the game waits for this player. It looks at the game and returns an action: one from
`game.legal_actions()`, one that you make, such as `passgo.Bid(120)`, or the text of an action, such as `"bid 120"`.

This bot buys whatever it can pay for, bids up to the printed price, builds with all its cash but a reserve, and sells
or mortgages only if it must. It makes one kind of offer: it tries to buy the last deed of a group.
"""

import passgo
from passgo import Action

RESERVE = 150  # dollars to keep for the next rent

Can = dict[str, list[Action]]  # the legal actions by kind: {"Build": [Build(...), ...], "EndTurn": [EndTurn()]}


def choose(game: passgo.View, player: str) -> Action | None:
    """The action of `player` now. `game.me` is this player; `game[...]` is any player by name."""
    can: Can = {}
    for legal in game.legal_actions():
        can.setdefault(legal.kind, []).append(legal)
    for decide in (in_debt, in_auction, in_shortage, about_offers, about_purchase, improve, offer, go_on):
        action = decide(game, can)
        if action is not None:
            return action
    return None  # cannot happen; PassGo would report it and play a simple action instead


def price(game: passgo.View, name: str | None) -> int:
    """The printed price of a deed. Everything else that is printed is in `game.ruleset`."""
    return game.deed(name or "").price


def in_debt(game: passgo.View, can: Can) -> Action | None:
    """Raise money for a debt: mortgage the cheapest deeds, then sell buildings; go bankrupt only if nothing helps."""
    debt = game.matters[-1] if game.matters else None
    if not isinstance(debt, passgo.game.Debt) or debt.debtor != game.me.name:
        return None
    for kind in ("Mortgage", "SellBuilding", "SellHotels"):
        if kind in can:
            return min(can[kind], key=lambda action: price(game, action.square))
    return can["GoBankrupt"][0]


def in_auction(game: passgo.View, can: Can) -> Action | None:
    """Bid for deeds up to the printed price, in steps of a fifth; withdraw from all other auctions."""
    auction = game.matters[-1] if game.matters else None
    if not isinstance(auction, passgo.game.Auction) or "Withdraw" not in can:
        return None
    lot = auction.lot
    if "Bid" not in can or lot in ("house", "hotel", "chance card", "chest card"):
        return can["Withdraw"][0]
    bid = can["Bid"][0]  # one entry for all bids: from `amount`, the lowest, to `most`, my cash
    limit = min(price(game, lot), bid.most - RESERVE)
    if bid.amount > limit:
        return can["Withdraw"][0]
    return passgo.Bid(min(limit, bid.amount + price(game, lot) // 5))


def in_shortage(game: passgo.View, can: Can) -> Action | None:
    """In a shortage of buildings: place a building that was won, but want no other."""
    for kind in ("PlaceBuilding", "PassBuilding"):
        if kind in can:
            return can[kind][0]
    return None


def about_offers(game: passgo.View, can: Can) -> Action | None:
    """Accept an offer that brings more than it costs; my own deeds count at twice their printed prices."""
    for open_offer in game.offers:
        if open_offer.other != game.me.name:
            continue
        both = [*can.get("Accept", ()), *can.get("Refuse", ())]
        answers: dict[str, Action] = {answer.kind: answer for answer in both if answer.other == open_offer.player}
        brings = sum(price(game, deed) for deed in open_offer.give) + open_offer.give_cash
        costs = sum(2 * price(game, deed) for deed in open_offer.take) + open_offer.take_cash
        if "Accept" in answers and brings > costs and open_offer.take_cash <= game.me.cash - RESERVE:
            return answers["Accept"]
        return answers.get("Refuse")
    return None


def about_purchase(game: passgo.View, can: Can) -> Action | None:
    """Buy the deed on which I land if some cash is left afterwards."""
    if "Buy" in can and game.me.cash > price(game, game.me.square):
        return can["Buy"][0]
    return can["Decline"][0] if "Decline" in can else None


def improve(game: passgo.View, can: Can) -> Action | None:
    """Build on the most expensive lot, then lift mortgages, as long as the reserve remains."""
    spend = game.me.cash - RESERVE
    builds = [a for a in can.get("Build", ()) if game.deed(a.square or "").house_cost <= spend]
    if builds and game.memory.get("asked") != (game.turn, spend):  # in a shortage another may get it: ask once
        game.memory["asked"] = (game.turn, spend)
        return max(builds, key=lambda action: price(game, action.square))
    lifts = [a for a in can.get("LiftMortgage", ()) if price(game, a.square) <= spend - RESERVE]
    return lifts[0] if lifts else None


def offer(game: passgo.View, can: Can) -> Action | None:
    """Once a turn: if I lack one deed of a group and another player has it, offer twice its price."""
    if "Offer" not in can or game.memory.get("offered") == game.turn or not game.is_asked:
        return None
    game.memory["offered"] = game.turn  # `memory` is empty again in the next game
    for group in game.ruleset.groups:
        names = [game.ruleset.squares[game.ruleset.deeds[deed].square].name for deed in group.deeds]
        missing = [name for name in names if name not in game.me.deeds]
        if len(missing) != 1 or game.me.cash - RESERVE < 2 * price(game, missing[0]):
            continue
        for other in game.others:
            if missing[0] in other.deeds:
                made = passgo.Offer(other.name, take=missing, give_cash=2 * price(game, missing[0]))
                return made if game.check(made) is None else None  # None: the rules allow it
    return None


def go_on(game: passgo.View, can: Can) -> Action | None:
    """Leave Jail while the Bank has deeds to sell; then throw, or end the turn."""
    out = ("UseCard", "PayFine") if game.bank.deeds and game.me.cash > 2 * RESERVE else ()
    rest = ("ClaimRent", "KeepMortgage", "PayFlatTax", "PayCardFine", "ChooseSteps", "ChooseSquare", "Throw", "EndTurn")
    for kind in (*out, *rest):
        if kind in can:
            return can[kind][-1]
    return None
