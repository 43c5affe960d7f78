"""A simple way to play, the same every time, so that a whole game can be told."""

from passgo import Action, Game
from tests.rules.table import open_auction


def play_to_the_end(game: Game, most_turns: int) -> None:
    """Play simply until the game is over, or so many turns have begun."""
    while game.outcome is None and game.turn <= most_turns:
        game.play(choice(game))


def choice(game: Game) -> Action:
    """What whoever must decide does: buy, build with something in reserve, bid within reason, pay what is owed."""
    name = game.next_to_decide
    assert name is not None
    lawful: dict[str, list[Action]] = {}
    for action in game.legal_actions(name):
        lawful.setdefault(action.kind, []).append(action)
    for kind in ("UseCard", "PayFine", "ClaimRent", "Buy", "Decline", "TakeChance", "PayWorthTax", "KeepMortgage"):
        if kind in lawful:
            return lawful[kind][0]
    for kind in ("WantBuilding", "PlaceBuilding", "PassBuilding", "ChooseSteps", "ChooseSquare"):
        if kind in lawful:
            return lawful[kind][-1]
    if "Bid" in lawful:
        return bid(game, name, lawful["Bid"][0]) or Action("Withdraw", name)
    if "Withdraw" in lawful:
        return lawful["Withdraw"][0]
    if game.matters:  # a debt: what brings cash, and in the end nothing
        return next(lawful[kind][0] for kind in ("SellBuilding", "Mortgage", "GoBankrupt") if kind in lawful)
    return build(game, name, lawful.get("Build", [])) or next(lawful[k][0] for k in ("Throw", "EndTurn") if k in lawful)


def bid(game: Game, name: str, offered: Action) -> Action | None:
    """Up to the printed price, less by a quarter for each seat to the left of the first; or not at all."""
    lot = open_auction(game).lot
    prices = {game.ruleset.squares[deed.square].name: deed.price for deed in game.ruleset.deeds}
    most = min(prices.get(lot, 100) * (4 - game[name].seat) // 4, offered.most - 100)
    amount = max(offered.amount, offered.amount * 3 // 2)
    return Action("Bid", name, amount=min(amount, most)) if offered.amount <= most else None


def build(game: Game, name: str, lots: list[Action]) -> Action | None:
    """The first building that leaves some cash."""
    costs = {game.ruleset.squares[deed.square].name: deed.house_cost for deed in game.ruleset.deeds}
    for action in lots:
        if game[name].cash >= costs[action.square or ""] + 100:
            return action
    return None
