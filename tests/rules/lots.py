"""Colour groups for tests: which lots they have, and what stands on them."""

from typing import Any

from passgo import Game
from tests.rules.table import table

BROWN = ("Mediterranean Avenue", "Baltic Avenue")  # $60 each; a house $50
LIGHT_BLUE = ("Oriental Avenue", "Vermont Avenue", "Connecticut Avenue")  # $100, 100, 120; a house $50
PINK = ("St. Charles Place", "States Avenue", "Virginia Avenue")  # $140, 140, 160; a house $100
ORANGE = ("St. James Place", "Tennessee Avenue", "New York Avenue")  # $180, 180, 200; a house $100
DARK_BLUE = ("Park Place", "Boardwalk")  # $350, 400; a house $200


def built(group: tuple[str, ...], *state: int | str) -> dict[str, int | str]:
    """The lots of a group with houses, `hotel` or `mortgaged` on each."""
    return dict(zip(group, state, strict=True))


def levels(game: Game, player: str, group: tuple[str, ...]) -> tuple[int | str, ...]:
    """What stands on each lot of a player's group."""
    return tuple(game[player].deeds[lot] for lot in group)


def counted(states: list[int | str]) -> tuple[int, int]:
    """Houses and hotels on lots in these states."""
    return sum(state for state in states if isinstance(state, int)), states.count("hotel")


def standing(game: Game) -> tuple[int, int]:
    """Houses and hotels, on the board and in the Bank together: never more nor fewer than at the start."""
    houses, hotels = counted([state for player in game.players for state in player.deeds.values()])
    return houses + game.bank.houses, hotels + game.bank.hotels


def bank_with(edition: str, houses: int | None = None, hotels: int | None = None, **position: Any) -> Game:
    """A table of players with $500 whose Bank has just so many houses or hotels left."""
    deeds = [value["deeds"] for name, value in position.items() if name[0].isupper() and "deeds" in value]
    houses_built, hotels_built = counted([state for each in deeds for state in each.values()])
    options = dict(position.pop("options", {}))
    if houses is not None:
        options["setup_houses"] = houses + houses_built
    if hotels is not None:
        options["setup_hotels"] = hotels + hotels_built
    return table(edition, each=500, options=options, **position)
