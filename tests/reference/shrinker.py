"""A difference made short: steps are left out as long as the same difference remains."""

from tests.reference.compare import Difference, Pair
from tests.reference.contract import Action


def replay(pair: Pair, start: bytes, actions: list[Action]) -> tuple[Pair, Difference | None]:
    """The actions again from a position; what is refused now is left out. The game, and the difference it met."""
    try:
        again = Pair(pair.ruleset, pair.players, start)
    except Difference as difference:
        return pair, difference
    try:
        for action in actions:
            look(again, action)
            again.play(action)
        look(again, None)
    except Difference as difference:
        return again, difference
    return again, None


def look(pair: Pair, action: Action | None) -> None:
    """What a game looks at before it goes on: whom it waits for, and the legal lists."""
    pair.next_to_decide()
    if action is None:
        for player in range(pair.players):
            pair.legal(player)
    else:
        pair.legal(action.player)


def shrink(pair: Pair, difference: Difference) -> tuple[Pair, Difference]:
    """The shortest game found with the same difference: first from a later position, then with steps left out."""
    start, actions = later_start(pair, pair.start, list(pair.played), difference.where)
    actions = without_idle_steps(pair, start, actions, difference.where)
    again, found = replay(pair, start, actions)
    return (again, found) if found else (pair, difference)


def differs(pair: Pair, start: bytes, actions: list[Action], where: str) -> Pair | None:
    """The game, if it still meets the difference."""
    again, found = replay(pair, start, actions)
    return again if found is not None and found.where == where else None


def later_start(pair: Pair, start: bytes, actions: list[Action], where: str) -> tuple[bytes, list[Action]]:
    """As late a position as still leads to the difference, so that few steps remain before it."""
    positions = positions_of(pair, start, actions)
    for keep in (1, 2, 4, 8, 16, 32, 64):
        first = len(actions) - keep
        if 0 < first < len(positions) and differs(pair, positions[first], actions[first:], where):
            return positions[first], actions[first:]
    return start, actions


def positions_of(pair: Pair, start: bytes, actions: list[Action]) -> list[bytes]:
    """The position before each action, as far as the readings agree."""
    again = Pair(pair.ruleset, pair.players, start)
    positions = []
    try:
        for action in actions:
            positions.append(again.position())
            again.play(action)
    except Difference:
        pass
    return positions


def without_idle_steps(pair: Pair, start: bytes, actions: list[Action], where: str) -> list[Action]:
    """Leave out half, a quarter, ... and at last single steps, whatever the difference does not need."""
    size = len(actions) // 2
    while size:
        at = 0
        while at < len(actions):
            fewer = actions[:at] + actions[at + size :]
            again = differs(pair, start, fewer, where)
            if again:
                actions = again.played
            else:
                at += size
        size //= 2
    return actions
