"""What each kind of event means, field by field."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Kind:
    """One kind of event, for a reader of the log."""

    means: str
    uses: dict[str, str] = field(default_factory=dict)
    """Fields of the log beyond `kind` and `rule`, and what they mean here."""


DICE = {"die_1": "first white die", "die_2": "second white die", "die_3": "the Speed Die, or 0"}
TERMS = {
    "give_deeds": "deeds the proposer gives",
    "take_deeds": "deeds the proposer takes",
    "give_cash": "cash the proposer gives",
    "take_cash": "cash the proposer takes",
    "card": "jail cards the proposer gives, a set of decks",
    "take_cards": "jail cards the proposer takes",
    "amount": "1: it settles the proposer's debt",
}
WHO = {"player": "who"}
LOT = {"square": "the lot: a square or LOT_*"}
OFFERED = {"player": "the proposer", "other": "the partner", **TERMS}

EVENTS = {
    "The turn": {
        "FIRST_PLAYER_FOUND": Kind("the throws for the first turn are decided", {**WHO, "amount": "the highest total"}),
        "DEED_DEALT": Kind(
            "a deed is dealt before the start", {**WHO, "square": "which", "amount": "its printed price"}
        ),
        "TURN_BEGAN": Kind(
            "a turn begins", {**WHO, "square": "where the token stands", "amount": "number of the turn"}
        ),
        "DICE_THROWN": Kind(
            "dice fell, to move, for the first turn, or to measure rent", {**WHO, **DICE, "amount": "total"}
        ),
        "MOVED": Kind("the token moved", {**WHO, "square": "where to", "amount": "squares; below zero: back"}),
        "SPEED_DIE_GAINED": Kind("the player throws the Speed Die from the next throw on", WHO),
        "TURN_ENDED": Kind("the turn is over; the dice pass when nothing is pending", WHO),
        "HOUR_STRUCK": Kind("the short game's hour has come, or its rounds are over", {"amount": "rounds completed"}),
        "GAME_WON": Kind("a winner, one event each", {**WHO, "amount": "cash; in a short game, worth"}),
    },
    "Money": {
        "PAID": Kind(
            "cash changed hands; its rule says for what", {"player": "payer", "other": "payee", "amount": "$"}
        ),
        "DEBT_AROSE": Kind("more is owed than cash covers", {"player": "debtor", "other": "creditor", "amount": "$"}),
        "DEBT_SETTLED": Kind("the debt is paid or settled", {"player": "debtor", "other": "creditor", "amount": "$"}),
        "TAX_CHOSEN": Kind("flat tax or share of worth", {**WHO, "square": "where", "amount": "the action's kind"}),
        "WORTH_COUNTED": Kind(
            "worth: for a tax, or at the end of a short game",
            {**WHO, "square": "where; NOBODY at the end", "amount": "$"},
        ),
    },
    "Jail": {
        "SENT_TO_JAIL": Kind("the token went directly to Jail", {**WHO, "square": "the Jail"}),
        "LEFT_JAIL": Kind("free; its rule says how", {**WHO, "square": "the Jail"}),
        "STAYED_IN_JAIL": Kind("no doubles", {**WHO, "square": "the Jail"}),
    },
    "Property": {
        "DEED_BOUGHT": Kind("bought from the Bank at the printed price", {**WHO, "square": "which", "amount": "$"}),
        "BUY_DECLINED": Kind("not bought", {**WHO, "square": "which"}),
        "RENT_CHARGED": Kind(
            "rent is due; PAID or DEBT_AROSE follows, or (manual claims) the owner may ask",
            {"player": "who landed", "other": "owner", "square": "where", "amount": "$"},
        ),
        "RENT_CLAIMED": Kind(
            "the owner asked in time", {"player": "owner", "other": "who landed", "square": "where", "amount": "$"}
        ),
        "CLAIM_KEPT": Kind(
            "the owner asked during a matter; RENT_CLAIMED follows when none is open",
            {"player": "owner", "other": "who landed", "square": "where", "amount": "$"},
        ),
        "CLAIM_LAPSED": Kind(
            "the owner did not ask, or a party left",
            {"player": "owner", "other": "who landed", "square": "where", "amount": "$"},
        ),
        "DEED_PASSED": Kind("a deed changed hands", {"player": "from", "other": "to", "square": "which"}),
        "MORTGAGED": Kind("mortgaged to the Bank", {**WHO, "square": "which", "amount": "$ received"}),
        "MORTGAGE_LIFTED": Kind("principal and interest paid", {**WHO, "square": "which", "amount": "$ paid"}),
        "MORTGAGE_KEPT": Kind("interest paid, the mortgage stays", {**WHO, "square": "which", "amount": "$ paid"}),
    },
    "Auctions": {
        "AUCTION_OPENED": Kind("a lot is put up", {"player": "who caused it", **LOT}),
        "BID_MADE": Kind("a bid", {**WHO, **LOT, "amount": "$"}),
        "WITHDREW": Kind("left the auction", {**WHO, **LOT}),
        "AUCTION_WON": Kind("the lot is sold", {**WHO, **LOT, "amount": "$"}),
        "AUCTION_UNSOLD": Kind("nobody bid; the Bank keeps it", {"player": "the Bank", **LOT}),
    },
    "Cards": {
        "CARD_DRAWN": Kind(
            "a card is turned up",
            {**WHO, "other": "the deck: 0 Chance, 1 Chest", "square": "where", "card": "which, 0-15"},
        ),
        "CARD_RETURNED": Kind(
            "a card goes to the bottom of its deck", {**WHO, "other": "the deck", "card": "which, 0-15"}
        ),
        "CARD_PASSED": Kind(
            "a jail card changed hands", {"player": "from", "other": "to", "amount": "its deck: 0 Chance, 1 Chest"}
        ),
    },
    "Buildings": {
        "BUILT": Kind(
            "a building was put up", {**WHO, "square": "the lot", "amount": "$ paid", "card": "the lot's level now"}
        ),
        "BUILDING_SOLD": Kind(
            "buildings went back to the Bank",
            {**WHO, "square": "the lot", "amount": "$ received", "card": "the lot's level now"},
        ),
        "SHORTAGE_ASKED": Kind(
            "others are asked whether they want a building",
            {"player": "who asked to build", **LOT, "amount": "set of players asked"},
        ),
        "BUILDING_WANTED": Kind("wants one", {**WHO, **LOT}),
        "BUILDING_PASSED": Kind("does not want one", {**WHO, **LOT}),
    },
    "Deals": {
        "OFFER_MADE": Kind("an offer lies on the table", OFFERED),
        "OFFER_WITHDRAWN": Kind("taken back, or replaced by a newer one", OFFERED),
        "OFFER_REFUSED": Kind("refused, or answered by another", OFFERED),
        "OFFER_LAPSED": Kind("no longer lawful, or its proposer could not pay", OFFERED),
        "DEAL_MADE": Kind("an offer was accepted; what passes follows, event by event", OFFERED),
    },
    "Leaving": {
        "WENT_BANKRUPT": Kind("left the game", {**WHO, "other": "to whom: a player, the Bank, or the pot"}),
        "RESIGNED": Kind("will leave when nothing is pending", WHO),
    },
}
"""Kinds of event by heading, then by name."""
