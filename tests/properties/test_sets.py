"""Sets read off rows of bytes: compiled code compares a whole row at once, and must find what searching it would."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passgo.machine.bits import places, places_below
from passgo.machine.decorators import entry
from passgo.machine.records import arrays, new
from passgo.machine.switches import BOUNDSCHECK, PLAIN
from passgo.rules import codes
from passgo.rules.sets import count_of
from passgo.rules.state import Games, State

numbers = st.integers(codes.NOBODY, codes.BANK)


@entry
def held_in(games: Games, i: int, number: int) -> int:
    """The deeds whose owner has this number."""
    return places(games[i].owner, number)


@entry
def lower_than(games: Games, i: int, number: int) -> int:
    """The deeds whose owner has a smaller number."""
    return places_below(games[i].owner, number)


@entry
def owner_at(games: Games, i: int, deed: int) -> int:
    """Who holds the deed."""
    return games[i].owner[deed]


@entry
def give_deed(games: Games, i: int, deed: int, owner: int) -> None:
    """Write who holds the deed."""
    games[i].owner[deed] = owner


@entry
def addressed_in(games: Games, i: int, number: int) -> int:
    """The proposers whose offer goes to this number."""
    return places(games[i].offer_to, number)


@entry
def size_of(members: int) -> int:
    """How many members a set has."""
    return count_of(members)


@settings(deadline=None)  # the first case compiles
@given(
    owners=st.lists(numbers, min_size=codes.DEEDS, max_size=codes.DEEDS),
    offers=st.lists(numbers, min_size=codes.OFFERS, max_size=codes.OFFERS),
    number=numbers,
)
def test_a_row_is_searched_as_a_whole(owners: list[int], offers: list[int], number: int) -> None:
    records = new(State, 2)
    records["owner"][1], records["offer_to"][1] = owners, offers
    games = arrays(State, records)
    assert held_in(games, 1, number) == sum(1 << deed for deed, owner in enumerate(owners) if owner == number)
    assert lower_than(games, 1, number) == sum(1 << deed for deed, owner in enumerate(owners) if owner < number)
    assert addressed_in(games, 1, number) == sum(1 << p for p, partner in enumerate(offers) if partner == number)


def test_neighbours_of_a_row_do_not_matter() -> None:
    records = new(State, 3)
    records.view("i1")[:] = codes.NOBODY
    records["owner"][1] = codes.BANK
    assert held_in(arrays(State, records), 1, codes.NOBODY) == 0
    assert held_in(arrays(State, records), 1, codes.BANK) == (1 << codes.DEEDS) - 1
    assert addressed_in(arrays(State, records), 1, codes.NOBODY) == (1 << codes.PLAYERS) - 1


@settings(deadline=None)  # the first case compiles
@given(members=st.integers(0, (1 << codes.DEEDS) - 1))
def test_members_are_counted(members: int) -> None:
    assert size_of(members) == members.bit_count()


@pytest.mark.skipif(not BOUNDSCHECK or PLAIN, reason="only a checked build looks")
@pytest.mark.parametrize(("i", "deed"), [(1, -1), (1, codes.DEEDS), (-1, 0), (2, 0)])
def test_a_checked_build_refuses_what_an_unchecked_one_would_misread(i: int, deed: int) -> None:
    games = arrays(State, new(State, 2))
    assert owner_at(games, 1, codes.DEEDS - 1) == 0
    with pytest.raises(IndexError):
        owner_at(games, i, deed)


@pytest.mark.parametrize("deed", [0, 1, codes.DEEDS - 1])
def test_what_is_written_at_an_index_stands_there_alone(deed: int) -> None:
    records = new(State, 2)
    give_deed(arrays(State, records), 1, deed, codes.NOBODY)
    assert records["owner"][1].tolist() == [codes.NOBODY if d == deed else 0 for d in range(codes.DEEDS)]
    records["owner"][1, deed] = 0
    assert not records.view("u1").any()


@pytest.mark.skipif(not BOUNDSCHECK or PLAIN, reason="only a checked build looks")
@pytest.mark.parametrize("deed", [-1, -codes.DEEDS, codes.DEEDS])
def test_a_checked_build_writes_nothing_outside(deed: int) -> None:
    records = new(State, 2)
    with pytest.raises(IndexError):
        give_deed(arrays(State, records), 1, deed, codes.NOBODY)
    assert not records.view("u1").any()
