"""The one table of event kinds: what each means, field by field, and by which rules it happens."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Kind:
    """One kind of event, for a reader of the log."""

    means: str
    uses: dict[str, str] = field(default_factory=dict)
    """Fields of the log beyond `kind` and `rule`, and what they mean here."""
    by: tuple[str, ...] = ()
    """The rules by which it happens, and `KEPT` for the rule that its matter keeps."""


KEPT = "matter_rule"
"""Stands for the rule that a matter keeps in the record: what a debt, or interest to come, arose from."""

OWED = (
    "rent.deed",
    "rent.group-double",
    "rent.railroad",
    "rent.utility",
    "rent.utility-by-card",
    "rent.claim",
    "cards.draw",
    "cards.nearest-railroad",
    "cards.repairs",
    "cards.each-player",
    "cards.fine-or-chance",
    "tax.income",
    "tax.luxury",
    "jail.third-turn",
)
"""The rules by which one comes to owe."""

KEEPABLE = (*OWED, "mortgage.transfer", "bankrupt.interest")
"""The rules that a matter can keep."""

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

EVENTS: dict[str, dict[str, Kind]] = {
    "The turn": {
        "FIRST_PLAYER_FOUND": Kind(
            "the throws for the first turn are decided",
            {**WHO, "amount": "the highest total"},
            by=("setup.first-player",),
        ),
        "DEED_DEALT": Kind(
            "a deed is dealt before the start",
            {**WHO, "square": "which", "amount": "its printed price"},
            by=("short.deal",),
        ),
        "TURN_BEGAN": Kind(
            "a turn begins",
            {**WHO, "square": "where the token stands", "amount": "number of the turn"},
            by=("setup.turn-order",),
        ),
        "DICE_THROWN": Kind(
            "dice fell, to move, for the first turn, or to measure rent",
            {**WHO, **DICE, "amount": "total"},
            by=("setup.first-player", "move.throw", "rent.throw"),
        ),
        "MOVED": Kind(
            "the token moved",
            {**WHO, "square": "where to", "amount": "squares; below zero: back"},
            by=(
                "move.throw",
                "cards.move-effective",
                "cards.move-back",
                "speed.number",
                "speed.bus",
                "speed.mr-m",
                "speed.mr-m-sold-out",
                "speed.triple",
            ),
        ),
        "SPEED_DIE_GAINED": Kind(
            "the player throws the Speed Die from the next throw on", WHO, by=("speed.from-first-salary",)
        ),
        "TURN_ENDED": Kind(
            "the turn is over; the dice pass when nothing is pending",
            WHO,
            by=("move.turn-end", "jail.sent", "bankrupt.turn"),
        ),
        "HOUR_STRUCK": Kind(
            "the short game's hour has come, or its rounds are over", {"amount": "rounds completed"}, by=("short.end",)
        ),
        "GAME_WON": Kind(
            "a winner, one event each",
            {**WHO, "amount": "cash; in a short game, worth"},
            by=("bankrupt.last-wins", "short.worth"),
        ),
    },
    "Money": {
        "PAID": Kind(
            "cash changed hands; its rule says for what",
            {"player": "payer", "other": "payee", "amount": "$"},
            by=(
                *OWED,
                "setup.cash",
                "move.salary",
                "move.salary-twice",
                "buy.option",
                "auction.cash",
                "jail.fine-before",
                "build.price",
                "build.shortage-auction",
                "build.sell-half",
                "build.sell-hotel",
                "build.sell-hotel-short",
                "mortgage.value",
                "mortgage.lift",
                "deal.private",
                "deal.settlement",
                "bankrupt.to-player",
                "bankrupt.to-bank",
                "short.deal",
                "table.no-house-rules",
                KEPT,
            ),
        ),
        "DEBT_AROSE": Kind(
            "more is owed than cash covers",
            {"player": "debtor", "other": "creditor", "amount": "$"},
            by=(
                *OWED,
                KEPT,
            ),
        ),
        "DEBT_SETTLED": Kind(
            "the debt is paid or settled",
            {"player": "debtor", "other": "creditor", "amount": "$"},
            by=("deal.settlement", KEPT),
        ),
        "TAX_CHOSEN": Kind(
            "flat tax or share of worth",
            {**WHO, "square": "where", "amount": "the action's kind"},
            by=("tax.income-blind",),
        ),
        "WORTH_COUNTED": Kind(
            "worth: for a tax, or at the end of a short game",
            {**WHO, "square": "where; NOBODY at the end", "amount": "$"},
            by=("tax.worth", "short.worth"),
        ),
    },
    "Jail": {
        "SENT_TO_JAIL": Kind(
            "the token went directly to Jail", {**WHO, "square": "the Jail"}, by=("move.three-doubles", "jail.sent")
        ),
        "LEFT_JAIL": Kind(
            "free; its rule says how",
            {**WHO, "square": "the Jail"},
            by=("jail.doubles-out", "jail.fine-before", "jail.card", "jail.third-turn"),
        ),
        "STAYED_IN_JAIL": Kind("no doubles", {**WHO, "square": "the Jail"}, by=("jail.doubles-out",)),
    },
    "Property": {
        "DEED_BOUGHT": Kind(
            "bought from the Bank at the printed price", {**WHO, "square": "which", "amount": "$"}, by=("buy.option",)
        ),
        "BUY_DECLINED": Kind("not bought", {**WHO, "square": "which"}, by=("buy.option",)),
        "RENT_CHARGED": Kind(
            "rent is due; PAID or DEBT_AROSE follows, or (manual claims) the owner may ask",
            {"player": "who landed", "other": "owner", "square": "where", "amount": "$"},
            by=(
                "rent.deed",
                "rent.group-double",
                "rent.railroad",
                "rent.utility",
                "rent.utility-by-card",
                "cards.nearest-railroad",
            ),
        ),
        "RENT_CLAIMED": Kind(
            "the owner asked in time",
            {"player": "owner", "other": "who landed", "square": "where", "amount": "$"},
            by=("rent.claim",),
        ),
        "CLAIM_KEPT": Kind(
            "the owner asked during a matter; RENT_CLAIMED follows when none is open",
            {"player": "owner", "other": "who landed", "square": "where", "amount": "$"},
            by=("auction.meanwhile",),
        ),
        "CLAIM_LAPSED": Kind(
            "the owner did not ask, or a party left",
            {"player": "owner", "other": "who landed", "square": "where", "amount": "$"},
            by=("rent.claim-window", "rent.claim-holder"),
        ),
        "DEED_PASSED": Kind(
            "a deed changed hands",
            {"player": "from", "other": "to", "square": "which"},
            by=("deal.private", "deal.settlement", "bankrupt.to-player", "bankrupt.to-bank"),
        ),
        "MORTGAGED": Kind(
            "mortgaged to the Bank",
            {**WHO, "square": "which", "amount": "$ received"},
            by=("mortgage.value", "bankrupt.to-player"),
        ),
        "MORTGAGE_LIFTED": Kind(
            "principal and interest paid", {**WHO, "square": "which", "amount": "$ paid"}, by=("mortgage.lift",)
        ),
        "MORTGAGE_KEPT": Kind(
            "interest paid, the mortgage stays", {**WHO, "square": "which", "amount": "$ paid"}, by=(KEPT,)
        ),
    },
    "Auctions": {
        "AUCTION_OPENED": Kind(
            "a lot is put up",
            {"player": "who caused it", **LOT},
            by=("auction.declined", "build.shortage-auction", "bankrupt.to-bank", "bankrupt.cards"),
        ),
        "BID_MADE": Kind("a bid", {**WHO, **LOT, "amount": "$"}, by=("auction.open-outcry",)),
        "WITHDREW": Kind("left the auction", {**WHO, **LOT}, by=("auction.open-outcry",)),
        "AUCTION_WON": Kind("the lot is sold", {**WHO, **LOT, "amount": "$"}, by=("auction.cash",)),
        "AUCTION_UNSOLD": Kind("nobody bid; the Bank keeps it", {"player": "the Bank", **LOT}, by=("auction.no-bid",)),
    },
    "Cards": {
        "CARD_DRAWN": Kind(
            "a card is turned up",
            {**WHO, "other": "the deck: 0 Chance, 1 Chest", "square": "where", "card": "which, 0-15"},
            by=("cards.draw",),
        ),
        "CARD_RETURNED": Kind(
            "a card goes to the bottom of its deck",
            {**WHO, "other": "the deck", "card": "which, 0-15"},
            by=("cards.draw", "jail.card", "bankrupt.cards"),
        ),
        "CARD_PASSED": Kind(
            "a jail card changed hands",
            {"player": "from", "other": "to", "amount": "its deck: 0 Chance, 1 Chest"},
            by=("cards.jail-free-sold", "bankrupt.cards"),
        ),
    },
    "Buildings": {
        "BUILT": Kind(
            "a building was put up",
            {**WHO, "square": "the lot", "amount": "$ paid", "card": "the lot's level now"},
            by=("build.price", "build.shortage-auction"),
        ),
        "BUILDING_SOLD": Kind(
            "buildings went back to the Bank",
            {**WHO, "square": "the lot", "amount": "$ received", "card": "the lot's level now"},
            by=(
                "build.sell-half",
                "build.sell-hotel",
                "build.sell-hotel-short",
                "bankrupt.to-player",
                "bankrupt.to-bank",
            ),
        ),
        "SHORTAGE_ASKED": Kind(
            "others are asked whether they want a building",
            {"player": "who asked to build", **LOT, "amount": "set of players asked"},
            by=("build.shortage-asked",),
        ),
        "BUILDING_WANTED": Kind("wants one", {**WHO, **LOT}, by=("build.shortage-asked",)),
        "BUILDING_PASSED": Kind("does not want one", {**WHO, **LOT}, by=("build.shortage-asked",)),
    },
    "Deals": {
        "OFFER_MADE": Kind("an offer lies on the table", OFFERED, by=("deal.offers", "deal.settlement")),
        "OFFER_WITHDRAWN": Kind("taken back, or replaced by a newer one", OFFERED, by=("deal.offers",)),
        "OFFER_REFUSED": Kind("refused, or answered by another", OFFERED, by=("deal.offers",)),
        "OFFER_LAPSED": Kind("no longer lawful, or its proposer could not pay", OFFERED, by=("deal.offers",)),
        "DEAL_MADE": Kind(
            "an offer was accepted; what passes follows, event by event",
            OFFERED,
            by=("deal.private", "deal.settlement"),
        ),
    },
    "Leaving": {
        "WENT_BANKRUPT": Kind(
            "left the game",
            {**WHO, "other": "to whom: a player, the Bank, or the pot"},
            by=("bankrupt.to-player", "bankrupt.to-bank"),
        ),
        "RESIGNED": Kind("will leave when nothing is pending", WHO, by=("bankrupt.resign",)),
    },
}
"""Kinds of event by heading, then by name."""

BY_NAME = {name: kind for kinds in EVENTS.values() for name, kind in kinds.items()}
"""The same by name alone."""


def rules_of(kind: Kind) -> set[str]:
    """The rules by which an event of the kind can happen, with those that a matter can keep."""
    return {*kind.by, *KEEPABLE} - {KEPT} if KEPT in kind.by else set(kind.by)
