"""PassGo plays Monopoly exactly as its rulebooks say, at machine speed.

>>> import passgo
>>> game = passgo.Game("classic", players=["Ann", "Ben", "Cy"], seed=7)
>>> game.legal_actions()[0]
Throw()
"""

from passgo.dealer import Dealer, SeededDealer, TypedDealer, VerifiableDealer
from passgo.errors import BadRecord, UnlawfulPosition
from passgo.game import Game, IllegalAction, Outcome, verify
from passgo.notation.actions import Action
from passgo.notation.constructors import (
    Accept,
    Bid,
    Build,
    Buy,
    ChooseSquare,
    ChooseSteps,
    ClaimRent,
    Counter,
    Decline,
    EndTurn,
    GoBankrupt,
    KeepMortgage,
    LiftMortgage,
    Mortgage,
    Offer,
    OfferSettlement,
    PassBuilding,
    PayCardFine,
    PayFine,
    PayFlatTax,
    PayWorthTax,
    PlaceBuilding,
    Refuse,
    Resign,
    SellBuilding,
    SellHotels,
    TakeChance,
    Throw,
    UseCard,
    WantBuilding,
    Withdraw,
    WithdrawOffer,
)
from passgo.notation.events import Event

__version__ = "0.1.0"

__all__ = [
    "Accept",
    "Action",
    "BadRecord",
    "Bid",
    "Build",
    "Buy",
    "ChooseSquare",
    "ChooseSteps",
    "ClaimRent",
    "Counter",
    "Dealer",
    "Decline",
    "EndTurn",
    "Event",
    "Game",
    "GoBankrupt",
    "IllegalAction",
    "KeepMortgage",
    "LiftMortgage",
    "Mortgage",
    "Offer",
    "OfferSettlement",
    "Outcome",
    "PassBuilding",
    "PayCardFine",
    "PayFine",
    "PayFlatTax",
    "PayWorthTax",
    "PlaceBuilding",
    "Refuse",
    "Resign",
    "SeededDealer",
    "SellBuilding",
    "SellHotels",
    "TakeChance",
    "Throw",
    "TypedDealer",
    "UnlawfulPosition",
    "UseCard",
    "VerifiableDealer",
    "WantBuilding",
    "Withdraw",
    "WithdrawOffer",
    "verify",
]
