"""Memory that compiled code has for itself: copies that leave the original alone."""

import numpy as np

from passgo.machine.decorators import entry
from passgo.machine.records import arrays, new
from passgo.machine.rooms import Floats, twin
from passgo.rules.state import Games, State


@entry
def change_a_copy(games: Games, found: Floats) -> None:
    """Change a copy of the first game, and say what each has in the end."""
    g = games[0]
    tried = twin(g)
    tried.houses -= 1
    tried.cash[3] += 70
    found[0], found[1], found[2], found[3] = g.houses, tried.houses, g.cash[3], tried.cash[3]


def test_a_copy_of_a_record_is_changed_alone() -> None:
    states, found = new(State), np.zeros(4, np.float32)
    states[0]["houses"], states[0]["cash"][3] = 32, 1500
    change_a_copy(arrays(State, states), found)
    assert found.tolist() == [32, 31, 1500, 1570]
    assert (states[0]["houses"], states[0]["cash"][3]) == (32, 1500)
