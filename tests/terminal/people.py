"""People at a real table, who type what they did: random, and lawful."""

import random

from passgo import Game
from passgo.game import Auction, Debt
from passgo.notation.text import format_words
from passgo.terminal.banker import Banker
from passgo.terminal.table_questions import CARD, DEED, DICE, main_choices, wants


class Table:
    """People who throw real dice, and type what they did."""

    def __init__(self, seed: int) -> None:
        self.chooser = random.Random(seed)
        self.entries = 0

    def says(self, banker: Banker) -> str:
        self.entries += 1
        game, wanted = banker.game, wants(banker.game)
        if wanted == CARD:
            return str(self.chooser.randint(1, len(banker.cards())))
        if wanted == DEED:
            return f"deed {self.chooser.choice(game.legal_actions()).square}"
        matter = game.matters[-1] if game.matters else None
        if isinstance(matter, Auction):
            asked = game.next_to_decide
            richest = max(matter.bidders, key=lambda name: game[name].cash)
            low = matter.bid < 60 and richest != matter.highest_bidder and game[richest].cash > matter.bid + 20
            return f"{richest} {matter.bid + 20}" if low else f"{asked} out" if self.entries % 2 else "sold"
        if isinstance(matter, Debt):
            return self.raises(game, matter.debtor)
        if wanted is None and (matter or game.phase not in ("buy", "end-turn", "before-throw")):
            return self.decides(game)
        if game.phase == "buy":
            deed = game.deed(game[game.on_turn].square)
            return "buy" if game[game.on_turn].cash >= deed.price else "no"
        builds = [a for a in game.legal_actions(game.on_turn) if a.kind == "Build"] if wanted is None else []
        if builds and game[game.on_turn].cash > 400:
            return f"{game.on_turn}: build {builds[0].square}"
        faces = ["1", "2", "3", "bus", "mr. m"]
        third = f" {self.chooser.choice(faces)}" if self.speeding(game) else ""
        return f"{self.chooser.randint(1, 6)} {self.chooser.randint(1, 6)}{third}"

    def speeding(self, game: Game) -> bool:
        """Does whoever throws next throw the Speed Die?"""
        twin = game.copy()
        if twin.phase == "end-turn":
            twin.play("end turn", twin.on_turn)
            if twin.outcome is not None:
                return False
        if wants(twin) != DICE:
            twin.play("throw", twin.on_turn)
        return len(twin.legal_actions()) > 36

    def raises(self, game: Game, debtor: str) -> str:
        kinds = ("SellBuilding", "SellHotels", "Mortgage")
        ways = [action for action in game.legal_actions(debtor) if action.kind in kinds]
        verb = {"SellBuilding": "sell", "SellHotels": "sell hotels", "Mortgage": "mortgage"}
        return f"{debtor}: {verb[ways[0].kind]} {ways[0].square}" if ways else "bankrupt"

    def decides(self, game: Game) -> str:
        listed = main_choices(game)
        if listed:
            return str(self.chooser.randint(1, len(listed)))
        asked = game.next_to_decide
        action = next(a for a in game.legal_actions(asked) if a.kind not in ("Offer", "Counter", "Resign"))
        return f"{asked}: {format_words(action)}"
