"""The one table of action kinds: what each is called, what it is made of, who may do it, and which rule is asked.

Text, Python's constructors, the wire, the fuzzer and `docs/actions.md` are derived from this table. `legal` and `step`
branch on the kind by themselves, because a chain of comparisons is what runs fast; a test compares both with the table
(`tests/properties/test_actions.py`). A new action is a number in `codes`, a rule and a row here, and its two branches.
"""

from dataclasses import dataclass, field

from passgo.rules import codes


@dataclass(frozen=True)
class ActionKind:
    """One kind of action."""

    number: int
    """Its number in `codes`."""
    word: str
    """The words that people write for it."""
    who: str
    """Who may do it."""
    when: str
    """When it may be done."""
    does: str
    """What happens then."""
    judge: str
    """The function of the rules that says whether it is lawful."""
    effect: str
    """The function of the rules that does it."""
    refused_by: tuple[str, ...]
    """The rules that the judge may name; those of `ALWAYS` can refuse every kind."""
    fields: dict[str, str] = field(default_factory=dict)
    """Its fields beyond `kind` and `player` in the order in which one writes them, and what each means."""

    @property
    def name(self) -> str:
        """The name of its number: `BUILD`."""
        return codes.ACTION_KINDS[self.number]

    @property
    def is_deal(self) -> bool:
        """Does it put an offer on the table, with whatever its player likes in it?"""
        return "give_deeds" in self.fields

    @property
    def is_chance(self) -> bool:
        """Does chance do it?"""
        return self.who == CHANCE

    @property
    def is_players(self) -> bool:
        """Does a player do it, and not chance or the clock?"""
        return self.who not in (CHANCE, CLOCK)


ALWAYS = ("setup.players", "bankrupt.last-wins", "short.end", "table.decks-hidden", "table.no-house-rules")
"""The rules that can refuse every kind: who is not in the game, a game that is over, what is chance's alone."""

# fmt: off
# Who
ON_TURN = "the player on turn"
ANYONE = "any player still in"
BIDDER = "any bidder still in but the highest"
RECEIVER = "who received an offer"
CHANCE = "chance"
CLOCK = "the clock (`player` is CLOCK)"

# When
ANY_TIME = "whenever a player must decide, in turn or not, but not in a shortage"
NOT_MOVING = ANY_TIME + ", and not while a throw's movement is unfinished"
WITH_MOVER = ANY_TIME + "; while a throw's movement is unfinished only with the player on turn"
AUCTION = "an auction is being held"
ON_UNSOLD = "on a property the Bank holds"
ON_TAX = "on a tax square that offers a choice"
ON_FINE_CARD = "following a card that offers a fine or a Chance card"

# Refused by
OUT_OF_TURN = ("setup.turn-order", "table.one-matter")
NOT_ANY_TIME = ("auction.meanwhile", "table.any-time")
NOT_CALLING = (
    "auction.declined", "auction.open-outcry", "auction.reserve", "build.shortage-auction", "table.one-matter",
)
NOT_BUILDABLE = (
    "build.group", "build.price", "build.evenly", "build.four-then-hotel", "build.not-mortgaged", "build.none-left",
)
NOT_DEALING = (
    *NOT_ANY_TIME, "auction.reserve", "cards.jail-free-sold", "mortgage.choice", "deal.private", "deal.no-buildings",
    "debt.limits", "short.end", "table.one-matter",
)

# Fields
LOT = {"square": "the lot"}
PROPERTY = {"square": "the property"}
PROPOSER = {"other": "the proposer"}
TERMS = {
    "give_deeds": "deeds the player gives",
    "take_deeds": "deeds the player takes",
    "give_cash": "cash the player gives",
    "take_cash": "cash the player takes",
    "give_cards": "jail cards the player gives",
    "take_cards": "jail cards the player takes",
}
GIVEN = {name: meaning for name, meaning in TERMS.items() if name.startswith("give")}

BY_HEADING: dict[str, tuple[ActionKind, ...]] = {
    "The turn": (
        ActionKind(
            codes.THROW, "throw", ON_TURN, "before each throw, in Jail too",
            does="takes up the dice; chance throws them next",
            judge="turn.can_throw", effect="turn.throw",
            refused_by=(*OUT_OF_TURN, "move.throw"),
        ),
        ActionKind(
            codes.CHOOSE_STEPS, "move", ON_TURN, "the Speed Die shows the Bus",
            does="moves one white die, the other, or both",
            judge="speed_die.can_choose_steps", effect="speed_die.choose_steps",
            refused_by=(*OUT_OF_TURN, "speed.bus"),
            fields={"amount": "squares to move"},
        ),
        ActionKind(
            codes.CHOOSE_SQUARE, "go to", ON_TURN, "all three dice show the same number",
            does="moves forward to any other square",
            judge="speed_die.can_choose_square", effect="speed_die.choose_square",
            refused_by=(*OUT_OF_TURN, "speed.triple"),
            fields={"square": "where to"},
        ),
        ActionKind(
            codes.BUY, "buy", ON_TURN, ON_UNSOLD,
            does="pays the printed price and takes the deed",
            judge="purchases.can_buy", effect="purchases.buy",
            refused_by=(*OUT_OF_TURN, "buy.option", "buy.raise-first"),
        ),
        ActionKind(
            codes.DECLINE, "decline", ON_TURN, ON_UNSOLD,
            does="leaves it to an auction, at once",
            judge="purchases.can_decline", effect="purchases.decline",
            refused_by=(*OUT_OF_TURN, "buy.option"),
        ),
        ActionKind(
            codes.PAY_FLAT_TAX, "pay flat tax", ON_TURN, ON_TAX,
            does="pays the printed amount",
            judge="tax.can_choose_tax", effect="tax.choose_tax",
            refused_by=(*OUT_OF_TURN, "tax.income"),
        ),
        ActionKind(
            codes.PAY_WORTH_TAX, "pay worth tax", ON_TURN, ON_TAX,
            does="has the worth counted and pays the share, whatever it is",
            judge="tax.can_choose_tax", effect="tax.choose_tax",
            refused_by=(*OUT_OF_TURN, "tax.income"),
        ),
        ActionKind(
            codes.PAY_CARD_FINE, "pay card fine", ON_TURN, ON_FINE_CARD,
            does="pays the fine",
            judge="cards.can_choose", effect="cards.pay_card_fine",
            refused_by=(*OUT_OF_TURN, "cards.fine-or-chance"),
        ),
        ActionKind(
            codes.TAKE_CHANCE, "take chance", ON_TURN, ON_FINE_CARD,
            does="draws a Chance card instead",
            judge="cards.can_choose", effect="cards.take_chance",
            refused_by=(*OUT_OF_TURN, "cards.fine-or-chance"),
        ),
        ActionKind(
            codes.END_TURN, "end turn", ON_TURN, "when the play is finished",
            does="passes the dice to the next seat still in",
            judge="turn.can_end_turn", effect="turn.end_turn",
            refused_by=(*OUT_OF_TURN, "move.turn-end"),
        ),
    ),
    "Jail": (
        ActionKind(
            codes.PAY_FINE, "pay fine", ON_TURN, "in Jail, before throwing, on a turn for which the edition allows it",
            does="pays the fine in cash and is free; an ordinary throw follows",
            judge="jail.can_pay_fine", effect="jail.pay_fine",
            refused_by=(*OUT_OF_TURN, "jail.fine-before"),
        ),
        ActionKind(
            codes.USE_CARD, "use card", ON_TURN, "in Jail, before throwing, holding the card",
            does="returns the card to its deck and is free; an ordinary throw follows",
            judge="jail.can_use_card", effect="jail.use_card",
            refused_by=(*OUT_OF_TURN, "jail.card", "jail.third-turn"),
            fields={"card": "the deck it came from: 0 Chance, 1 Chest"},
        ),
    ),
    "Auctions": (
        ActionKind(
            codes.BID, "bid", BIDDER, AUCTION,
            does="bids; in a legal list `amount` is the lowest bid and `most` the highest",
            judge="auction.can_bid", effect="auction.bid",
            refused_by=(*NOT_CALLING, "auction.opening", "auction.raise", "auction.cash"),
            fields={"amount": "the bid"},
        ),
        ActionKind(
            codes.WITHDRAW, "withdraw", BIDDER, AUCTION,
            does="leaves the auction for good; when only the highest bidder is left, the lot is sold",
            judge="auction.can_call", effect="auction.withdraw",
            refused_by=NOT_CALLING,
        ),
    ),
    "Rent": (
        ActionKind(
            codes.CLAIM_RENT, "claim", "the owner at the landing",
            "manual claims (`rent_claims` 1), inside the window, a player must decide",
            does="asks for the rent that was due at the landing; during a matter that is kept until none is open",
            judge="rent.can_claim", effect="rent.claim",
            refused_by=(*NOT_ANY_TIME, "rent.claim", "rent.claim-window", "rent.claim-holder"),
            fields={"other": "who landed", "square": "where"},
        ),
    ),
    "Buildings": (
        ActionKind(
            codes.BUILD, "build", ANYONE, NOT_MOVING,
            does="buys one building for the lot: a house, or the hotel after four; "
            "if others' lots could take what the Bank has left, they are asked first",
            judge="buildings.can_build", effect="buildings.build",
            refused_by=(
                *NOT_ANY_TIME, *NOT_BUILDABLE, "auction.reserve", "debt.limits", "short.end", "table.one-matter",
            ),
            fields=LOT,
        ),
        ActionKind(
            codes.SELL_BUILDING, "sell", ANYONE, ANY_TIME,
            does="sells one building of the lot to the Bank at half price; by edition a hotel becomes four houses, "
            "goes whole, or takes the group down when houses are short",
            judge="buildings.can_sell", effect="buildings.sell",
            refused_by=(*NOT_ANY_TIME, "build.sell-half", "build.sell-evenly"),
            fields=LOT,
        ),
        ActionKind(
            codes.SELL_HOTELS, "sell hotels", ANYONE, ANY_TIME + "; every lot of the group has a hotel",
            does="sells all hotels of a group at once, at half of five houses each",
            judge="buildings.can_sell_hotels", effect="buildings.sell_hotels",
            refused_by=(*NOT_ANY_TIME, "build.sell-half", "build.sell-hotel"),
            fields={"square": "any lot of the group"},
        ),
        ActionKind(
            codes.WANT_BUILDING, "want", "a player asked", "a shortage question",
            does="wants one of the buildings in short supply",
            judge="shortage.can_answer", effect="shortage.want",
            refused_by=("build.shortage-asked",),
        ),
        ActionKind(
            codes.PASS_BUILDING, "pass", "a player asked, or the one placing",
            "a shortage question, or placing at the printed price",
            does="does not want one",
            judge="shortage.can_pass", effect="shortage.pass_over",
            refused_by=("build.shortage-asked",),
        ),
        ActionKind(
            codes.PLACE_BUILDING, "place", "who won the building, or alone wanted it", "a shortage, placing",
            does="pays for the building and puts it on a lot where it is lawful",
            judge="shortage.can_place", effect="shortage.place",
            refused_by=(*NOT_BUILDABLE, "build.shortage-auction"),
            fields=LOT,
        ),
    ),
    "Mortgages": (
        ActionKind(
            codes.MORTGAGE, "mortgage", ANYONE, ANY_TIME,
            does="takes half the printed price from the Bank on the deed",
            judge="mortgage.can_mortgage", effect="mortgage.mortgage",
            refused_by=(*NOT_ANY_TIME, "mortgage.value", "mortgage.deeds-only", "mortgage.buildings-first"),
            fields=PROPERTY,
        ),
        ActionKind(
            codes.LIFT_MORTGAGE, "lift", ANYONE, NOT_MOVING + "; or answering keep-or-lift",
            does="pays the principal and the interest; the deed earns again",
            judge="mortgage.can_lift", effect="mortgage.lift",
            refused_by=(
                *NOT_ANY_TIME, "auction.reserve", "mortgage.deeds-only", "mortgage.lift", "mortgage.kept",
                "mortgage.choice", "debt.limits",
            ),
            fields=PROPERTY,
        ),
        ActionKind(
            codes.KEEP_MORTGAGE, "keep", "the new owner", "keep-or-lift, for the first deed in board order",
            does="pays the interest alone; the mortgage stays",
            judge="mortgage.can_keep", effect="mortgage.keep",
            refused_by=("mortgage.deeds-only", "mortgage.choice"),
            fields=PROPERTY,
        ),
    ),
    "Deals": (
        ActionKind(
            codes.OFFER, "offer", ANYONE, WITH_MOVER,
            does="puts an offer to a partner on the table, in place of any earlier one of the same player; in a legal "
            "list it stands once for each possible partner with nothing in it",
            judge="deals.can_offer", effect="deals.offer",
            refused_by=(*NOT_DEALING, "deal.offers", "deal.mortgaged"),
            fields={"other": "the partner", **TERMS},
        ),
        ActionKind(
            codes.COUNTER, "counter", RECEIVER, WITH_MOVER,
            does="refuses the offer and makes another to its proposer",
            judge="deals.can_offer", effect="deals.offer",
            refused_by=(*NOT_DEALING, "deal.offers", "deal.mortgaged"),
            fields={"other": "the proposer of the offer countered", **TERMS},
        ),
        ActionKind(
            codes.OFFER_SETTLEMENT, "settle", "a debtor",
            "`deal_settlement` 1, while the debt to that creditor is unpaid",
            does="offers the creditor what `give_*` names for the whole debt",
            judge="deals.can_offer", effect="deals.offer",
            refused_by=(*NOT_DEALING, "deal.settlement"),
            fields={"other": "the partner", **GIVEN},
        ),
        ActionKind(
            codes.WITHDRAW_OFFER, "withdraw offer", "a proposer", ANY_TIME,
            does="takes the open offer back",
            judge="deals.can_withdraw_offer", effect="deals.drop_offer",
            refused_by=(*NOT_ANY_TIME, "deal.offers"),
        ),
        ActionKind(
            codes.ACCEPT, "accept", RECEIVER, WITH_MOVER,
            does="makes the deal; if the proposer cannot pay after all, the offer lapses instead",
            judge="deals.can_accept", effect="deals.accept",
            refused_by=(*NOT_ANY_TIME, "auction.reserve", "deal.private", "deal.offers", "deal.mortgaged"),
            fields=PROPOSER,
        ),
        ActionKind(
            codes.REFUSE, "refuse", RECEIVER, ANY_TIME,
            does="refuses it",
            judge="deals.can_answer_offer", effect="deals.drop_offer",
            refused_by=(*NOT_ANY_TIME, "deal.offers"),
            fields=PROPOSER,
        ),
    ),
    "Leaving": (
        ActionKind(
            codes.GO_BANKRUPT, "bankrupt", "the debtor of the matter on top",
            "selling and mortgaging would not cover the debt",
            does="leaves the game; everything passes to the creditor, or is auctioned by the Bank",
            judge="debt.can_go_bankrupt", effect="debt.give_up",
            refused_by=("debt.raise", "debt.no-easy-out"),
        ),
        ActionKind(
            codes.RESIGN, "resign", ANYONE, "at any time, once",
            does="leaves for good: in one's own debt at once, to that creditor; otherwise as soon as no matter is "
            "open, to the Bank",
            judge="bankruptcy.can_resign", effect="bankruptcy.resign",
            refused_by=("bankrupt.resign",),
        ),
    ),
    "Chance and the clock": (
        ActionKind(
            codes.DICE, "dice", CHANCE, "dice are to be thrown",
            does="the dice fall",
            judge="turn.can_fall", effect="step.dice_fall",
            refused_by=("move.throw", "speed.faces", "speed.from-first-salary", "speed.jail-white"),
            fields={"dice": "two white dice, and the Speed Die or 0"},
        ),
        ActionKind(
            codes.CARD, "card", CHANCE, "a card is to be drawn",
            does="the top card of the deck is turned up",
            judge="cards.can_draw", effect="cards.draw",
            refused_by=("cards.draw",),
            fields={"card": "which card, 0-15"},
        ),
        ActionKind(
            codes.DEED, "deed", CHANCE, "before a game with dealt deeds",
            does="deals a deed to the player on turn",
            judge="setup.can_deal_deed", effect="setup.deal_deed",
            refused_by=("short.deal",),
            fields=PROPERTY,
        ),
        ActionKind(
            codes.STRIKE_HOUR, "hour", CLOCK, "a short game, once, after the first turn has begun",
            does="the agreed hour has come: the game ends at once before a throw, "
            "else when the throw in play is completed",
            judge="short_game.can_strike", effect="short_game.strike",
            refused_by=("short.end",),
        ),
    ),
}
# fmt: on
"""The kinds of action by heading."""

KINDS = tuple(sorted((kind for kinds in BY_HEADING.values() for kind in kinds), key=lambda kind: kind.number))
"""The kinds of action by number: `KINDS[codes.BUILD].word == "build"`."""


def kinds_with(name: str) -> frozenset[int]:
    """The numbers of the kinds that use a field.

    >>> kinds_with("dice") == {codes.DICE}
    True
    """
    return frozenset(kind.number for kind in KINDS if name in kind.fields)


DEALS = frozenset(kind.number for kind in KINDS if kind.is_deal)
"""The numbers of the kinds that put an offer on the table."""
