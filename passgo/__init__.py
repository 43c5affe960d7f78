"""PassGo plays Monopoly exactly as its rulebooks say, at machine speed.

>>> import passgo
>>> game = passgo.Game("classic", players=["Ann", "Ben", "Cy"], seed=7)
>>> game.legal_actions()[0]
Throw()
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from passgo.dealer import Dealer, SeededDealer, TypedDealer, VerifiableDealer
    from passgo.errors import BadRecord, UnlawfulPosition
    from passgo.game import Chances, Game, IllegalAction, Interval, Moment, Outcome, Record, View, read_record, verify
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
    "Chances",
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
    "Interval",
    "KeepMortgage",
    "LiftMortgage",
    "Moment",
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
    "Record",
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
    "View",
    "WantBuilding",
    "Withdraw",
    "WithdrawOffer",
    "read_record",
    "verify",
]

HOMES = {
    "dealer": ("Dealer", "SeededDealer", "TypedDealer", "VerifiableDealer"),
    "errors": ("BadRecord", "IllegalAction", "UnlawfulPosition"),
    "game": ("Chances", "Game", "Interval", "Moment", "Outcome", "Record", "View", "read_record", "verify"),
    "notation.actions": ("Action",),
    "notation.events": ("Event",),
    "notation.constructors": tuple(__all__),
}
"""The modules of the public names. Each is imported when it is first used, so that `import passgo` costs nothing."""

ROOMS = (
    "analysis",
    "bots",
    "dealer",
    "editions",
    "envs",
    "errors",
    "game",
    "notation",
    "rulebook",
    "simulate",
    "strategies",
)

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """A public name, or a room of the package."""
        if name in ROOMS:
            return import_module(f"passgo.{name}")
        if name not in __all__:
            raise AttributeError(f"module 'passgo' has no attribute {name!r}")
        home = next(home for home, names in HOMES.items() if name in names)
        found = globals()[name] = getattr(import_module(f"passgo.{home}"), name)
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *ROOMS})
