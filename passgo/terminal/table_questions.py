"""What the Banker at a real table asks next: who has to say what, and which answers there are."""

from collections.abc import Sequence

from passgo.game import Auction, Debt, Game, KeepOrLift
from passgo.notation.actions import DEALS, Action

DICE, CARD, DEED = "dice", "card", "deed"
ALWAYS = frozenset(
    (*DEALS, "Mortgage", "LiftMortgage", "SellBuilding", "SellHotels", "Build", "Resign", "WithdrawOffer")
)
"""What people may do at many times: it is not listed, but understood."""

NOT_LISTED = frozenset(("Throw", "EndTurn", "Buy", "Decline", "Bid", "Withdraw", "Accept", "Refuse", "ClaimRent"))
"""What the question itself asks for."""

MOST_LISTED = 12


def wants(game: Game) -> str | None:
    """What real thing the game waits for: dice, a card or a deed that was dealt; None if a person has to decide."""
    if game.next_to_decide != "Chance":
        return None
    return {"draw": CARD, "deal-deeds": DEED}.get(game.phase, DICE)


def decider_of(game: Game) -> str | None:
    """Who is to decide: whoever has a matter to settle, or else the player on turn, though an offer may be open."""
    asked = game.next_to_decide
    return asked if game.matters or asked in (None, "Chance") else game.on_turn


def main_choices(game: Game) -> list[Action]:
    """The choices that are worth a list: of Jail, taxes, cards, the Speed Die, and mortgages that changed hands."""
    player = decider_of(game)
    if player is None or player == "Chance":
        return []
    matter = game.matters[-1] if game.matters else None
    if isinstance(matter, Auction | Debt):
        return [action for action in game.legal_actions(player) if action.kind == "GoBankrupt"]
    unlisted = NOT_LISTED | (ALWAYS - {"LiftMortgage"} if isinstance(matter, KeepOrLift) else ALWAYS)
    found = [action for action in game.legal_actions(player) if action.kind not in unlisted]
    return found if len(found) <= MOST_LISTED else []


def format_question(game: Game) -> str:
    """The question, as a prompt."""
    wanted, player = wants(game), game.on_turn
    if game.outcome is not None:
        return "The game is over (undo, players, quit)"
    if wanted == CARD:
        return f"{player}, which card?"
    if wanted == DEED:
        return f"Which deed is dealt to {player}? (its name)"
    if wanted == DICE:
        dice = "two dice and the Speed Die" if len(game.legal_actions()) > 36 else "two dice"
        return f"{player}, {dice}{' for the first turn' if game.phase == 'throw-for-first' else ''}"
    if game.matters:
        return format_matter_question(game)
    return format_turn_question(game)


def format_matter_question(game: Game) -> str:
    """What is to be said in an auction, a debt or another matter."""
    matter, asked = game.matters[-1], game.next_to_decide
    if isinstance(matter, Auction):
        return f"Bids? ({asked} {matter.bid + 10}, {asked} out, sold)"
    if isinstance(matter, Debt):
        return f"{matter.debtor} has ${game[matter.debtor].cash:,} of ${matter.amount:,} (mortgage, sell, deal)"
    return f"{asked}?"


def format_turn_question(game: Game) -> str:
    """What is to be said in a turn."""
    player = game.on_turn
    if game.phase == "buy":
        deed = game.deed(game[player].square)
        return f"{player}: buy {deed.name} for ${deed.price:,}? (buy, no)"
    if game.phase == "end-turn":
        names = [name for name in game.names if not game[name].out]
        after = names[(names.index(player) + 1) % len(names)] if player in names else "the next player"
        return f"{player} is done; {after}'s dice"
    if game.phase == "before-throw":
        jailed = game[player].in_jail
        if jailed:
            return f"{player} (in Jail, turn {game[player].jail_turn}), dice or a choice"
        return f"{player} threw doubles: dice again" if game._g.doubles else f"{player}'s dice"
    if game.phase == "choose-square":
        return f"{player}: go to which square? (go to SQUARE)"
    return f"{player}: which?"


def format_expected(game: Game) -> str:
    """What can be said now, for somebody who said something else."""
    matter = game.matters[-1] if game.matters else None
    if isinstance(matter, Auction):
        return "a bid, such as Ben 120, or Ben out, or sold"
    if game.phase == "buy" and not matter:
        return "buy or no"
    if not matter and (wants(game) == DICE or game.phase in ("before-throw", "end-turn")):
        return "what the dice show, 1 to 6 each, such as 4 3"
    return "an answer to the question"


def ends_by_the_hour(game: Game) -> bool:
    """Is it a short game that an agreed hour ends, not a number of rounds?"""
    edition = game.ruleset.record[0]
    return bool(edition["short_game"] and not edition["short_rounds"])


def find_card(cards: Sequence[tuple[str, str]], said: str) -> str:
    """The id of the card that is meant: by its number in the list, its id, or words that no other card has.

    >>> find_card([("go", "Advance to GO."), ("back", "Go back three.")], "back")
    'back'
    >>> find_card([("go", "Advance to GO."), ("back", "Go back three.")], "1")
    'go'
    """
    if said.isdecimal():
        if len(said) > 3 or not 1 <= int(said) <= len(cards):
            raise ValueError(f"expected a number from 1 to {len(cards)}, or words of the card, not {said:.40}.")
        return cards[int(said) - 1][0]
    wanted = said.casefold().removeprefix("card ").replace("_", " ").split()
    exact = [card for card, _ in cards if card.replace("_", " ").split() == wanted]
    texts = [(card, f"{card.replace('_', ' ')} {text}".casefold()) for card, text in cards]
    found = exact or [card for card, text in texts if wanted and all(word in text for word in wanted)]
    if len(found) != 1:
        problem = "no card that can be drawn now" if not found else f"{len(found)} cards"
        raise ValueError(f"{problem} can be meant by {said!r:.40}; type a number of the list.")
    return found[0]
