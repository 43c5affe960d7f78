"""What each kind of action is: who takes it, when, with which fields, and what it does."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Kind:
    """One kind of action, for a reader of the game."""

    who: str
    when: str
    does: str
    judge: str
    """The function of the rules that says whether it is lawful."""
    uses: dict[str, str] = field(default_factory=dict)
    """Fields of the record beyond `kind` and `player`, and what they mean here."""


ON_TURN = "the player on turn"
ANYONE = "any player still in"
ANY_TIME = "whenever a player must decide, in turn or not, but not in a shortage"
NOT_MOVING = ANY_TIME + ", and not while a throw's movement is unfinished"
WITH_MOVER = ANY_TIME + "; while a throw's movement is unfinished only with the player on turn"
CHANCE = "chance"

TERMS = {
    "other": "the partner",
    "give_deeds": "deeds the player gives",
    "take_deeds": "deeds the player takes",
    "give_cash": "cash the player gives",
    "take_cash": "cash the player takes",
    "give_cards": "jail cards the player gives",
    "take_cards": "jail cards the player takes",
}

ACTIONS = {
    "The turn": {
        "THROW": Kind(
            ON_TURN, "before each throw, in Jail too", "takes up the dice; chance throws them next", "can_throw"
        ),
        "CHOOSE_STEPS": Kind(
            ON_TURN,
            "the Speed Die shows the Bus",
            "moves one white die, the other, or both",
            "can_choose_steps",
            {"amount": "squares to move"},
        ),
        "CHOOSE_SQUARE": Kind(
            ON_TURN,
            "all three dice show the same number",
            "moves forward to any other square",
            "can_choose_square",
            {"square": "where to"},
        ),
        "BUY": Kind(ON_TURN, "on a property the Bank holds", "pays the printed price and takes the deed", "can_buy"),
        "DECLINE": Kind(ON_TURN, "on a property the Bank holds", "leaves it to an auction, at once", "can_decline"),
        "PAY_FLAT_TAX": Kind(
            ON_TURN, "on a tax square that offers a choice", "pays the printed amount", "can_choose_tax"
        ),
        "PAY_WORTH_TAX": Kind(
            ON_TURN,
            "on a tax square that offers a choice",
            "has the worth counted and pays the share, whatever it is",
            "can_choose_tax",
        ),
        "PAY_CARD_FINE": Kind(
            ON_TURN, "following a card that offers a fine or a Chance card", "pays the fine", "can_choose"
        ),
        "TAKE_CHANCE": Kind(
            ON_TURN, "following a card that offers a fine or a Chance card", "draws a Chance card instead", "can_choose"
        ),
        "END_TURN": Kind(
            ON_TURN, "when the play is finished", "passes the dice to the next seat still in", "can_end_turn"
        ),
    },
    "Jail": {
        "PAY_FINE": Kind(
            ON_TURN,
            "in Jail, before throwing, on a turn for which the edition allows it",
            "pays the fine in cash and is free; an ordinary throw follows",
            "can_pay_fine",
        ),
        "USE_CARD": Kind(
            ON_TURN,
            "in Jail, before throwing, holding the card",
            "returns the card to its deck and is free; an ordinary throw follows",
            "can_use_card",
            {"card": "the deck it came from: 0 Chance, 1 Chest"},
        ),
    },
    "Auctions": {
        "BID": Kind(
            "any bidder still in but the highest",
            "an auction is being held",
            "bids; in a legal list `amount` is the lowest bid and `most` the highest",
            "can_bid",
            {"amount": "the bid"},
        ),
        "WITHDRAW": Kind(
            "any bidder still in but the highest",
            "an auction is being held",
            "leaves the auction for good; when only the highest bidder is left, the lot is sold",
            "can_call",
        ),
    },
    "Rent": {
        "CLAIM_RENT": Kind(
            "the owner at the landing",
            "manual claims (`rent_claims` 1), inside the window, a player must decide",
            "asks for the rent that was due at the landing; during a matter that is kept until none is open",
            "can_claim",
            {"other": "who landed", "square": "where"},
        ),
    },
    "Buildings": {
        "BUILD": Kind(
            ANYONE,
            NOT_MOVING,
            "buys one building for the lot: a house, or the hotel after four; if others' lots could take what the Bank "
            "has left, they are asked first",
            "can_build",
            {"square": "the lot"},
        ),
        "SELL_BUILDING": Kind(
            ANYONE,
            ANY_TIME,
            "sells one building of the lot to the Bank at half price; by edition a hotel becomes four houses, "
            "goes whole, or takes the group down when houses are short",
            "can_sell",
            {"square": "the lot"},
        ),
        "SELL_HOTELS": Kind(
            ANYONE,
            ANY_TIME + "; every lot of the group has a hotel",
            "sells all hotels of a group at once, at half of five houses each",
            "can_sell_hotels",
            {"square": "any lot of the group"},
        ),
        "WANT_BUILDING": Kind(
            "a player asked", "a shortage question", "wants one of the buildings in short supply", "can_answer"
        ),
        "PASS_BUILDING": Kind(
            "a player asked, or the one placing",
            "a shortage question, or placing at the printed price",
            "does not want one",
            "can_pass",
        ),
        "PLACE_BUILDING": Kind(
            "who won the building, or alone wanted it",
            "a shortage, placing",
            "pays for the building and puts it on a lot where it is lawful",
            "can_place",
            {"square": "the lot"},
        ),
    },
    "Mortgages": {
        "MORTGAGE": Kind(
            ANYONE,
            ANY_TIME,
            "takes half the printed price from the Bank on the deed",
            "can_mortgage",
            {"square": "the property"},
        ),
        "LIFT_MORTGAGE": Kind(
            ANYONE,
            NOT_MOVING + "; or answering keep-or-lift",
            "pays the principal and the interest; the deed earns again",
            "can_lift",
            {"square": "the property"},
        ),
        "KEEP_MORTGAGE": Kind(
            "the new owner",
            "keep-or-lift, for the first deed in board order",
            "pays the interest alone; the mortgage stays",
            "can_keep",
            {"square": "the property"},
        ),
    },
    "Deals": {
        "OFFER": Kind(
            ANYONE,
            WITH_MOVER,
            "puts an offer to a partner on the table, in place of any earlier one of the same player; in a legal "
            "list it stands once for each possible partner with nothing in it",
            "can_offer",
            TERMS,
        ),
        "COUNTER": Kind(
            "who received an offer",
            WITH_MOVER,
            "refuses the offer and makes another to its proposer",
            "can_offer",
            {**TERMS, "other": "the proposer of the offer countered"},
        ),
        "OFFER_SETTLEMENT": Kind(
            "a debtor",
            "`deal_settlement` 1, while the debt to that creditor is unpaid",
            "offers the creditor what `give_*` names for the whole debt",
            "can_offer",
            {key: TERMS[key] for key in ("other", "give_deeds", "give_cash", "give_cards")},
        ),
        "WITHDRAW_OFFER": Kind("a proposer", ANY_TIME, "takes the open offer back", "can_withdraw_offer"),
        "ACCEPT": Kind(
            "who received an offer",
            WITH_MOVER,
            "makes the deal; if the proposer cannot pay after all, the offer lapses instead",
            "can_accept",
            {"other": "the proposer"},
        ),
        "REFUSE": Kind("who received an offer", ANY_TIME, "refuses it", "can_answer_offer", {"other": "the proposer"}),
    },
    "Leaving": {
        "GO_BANKRUPT": Kind(
            "the debtor of the matter on top",
            "selling and mortgaging would not cover the debt",
            "leaves the game; everything passes to the creditor, or is auctioned by the Bank",
            "can_go_bankrupt",
        ),
        "RESIGN": Kind(
            ANYONE,
            "at any time, once",
            "leaves for good: in one's own debt at once, to that creditor; otherwise as soon as no matter is "
            "open, to the Bank",
            "can_resign",
        ),
    },
    "Chance and the clock": {
        "DICE": Kind(
            CHANCE,
            "dice are to be thrown",
            "the dice fall",
            "can_fall",
            {"dice": "two white dice, and the Speed Die or 0"},
        ),
        "CARD": Kind(
            CHANCE,
            "a card is to be drawn",
            "the top card of the deck is turned up",
            "can_draw",
            {"card": "which card, 0-15"},
        ),
        "DEED": Kind(
            CHANCE,
            "before a game with dealt deeds",
            "deals a deed to the player on turn",
            "can_deal_deed",
            {"square": "the property"},
        ),
        "STRIKE_HOUR": Kind(
            "the clock (`player` is CLOCK)",
            "a short game, once, after the first turn has begun",
            "the agreed hour has come: the game ends at once before a throw, else when the throw in play is completed",
            "can_strike",
        ),
    },
}
"""Kinds of action by heading, then by name."""
