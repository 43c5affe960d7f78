"""What it costs to stop somewhere, for whoever looks at the board; the rules charge it when somebody does."""

from passgo.rules import codes, rent
from passgo.rules.state import Edition, State


def rent_now(g: State, e: Edition, deed: int) -> int:
    """The rent of a deed for a player who comes by dice; of a utility, times the dice. 0 where none is asked."""
    owner = g.owner[deed]
    if owner == codes.BANK or g.mortgaged >> deed & 1 or (not e.rent_in_jail and g.jail[owner]):
        return 0
    came, thrown = g.arrived, g.rent_throw
    g.arrived, g.rent_throw = codes.BY_DICE, 1  # as the rules read them; who stands somewhere now is another matter
    try:
        if e.kind[deed] == codes.STREET:
            return rent.street_rent(g, e, deed)
        return rent.railroad_rent(g, e, deed) if e.kind[deed] == codes.RAILROAD else rent.utility_rent(g, e, deed)
    finally:
        g.arrived, g.rent_throw = came, thrown
