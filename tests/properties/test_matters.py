"""What a matter on the table holds: only what its kind needs, so that equal games are equal bytes (`docs/state.md`)."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from passgo import editions
from passgo.dev.fuzz import Report, move
from passgo.dev.fuzz.player import Temper
from passgo.dev.fuzz.tables import random_match, random_ruleset
from passgo.machine.records import fields_of
from passgo.rules import codes
from passgo.rules.bank import close_matter
from passgo.rules.bankruptcy import win
from passgo.rules.cards import take_first_seen
from passgo.rules.rent import age_claims, drop_claim, lapse_claims_of
from passgo.rules.state import State
from tests.properties.matches import begun, bytes_of

BLANK = {
    codes.MATTER_DEBT: {"square": 0, "set": 0, "wants": 0},
    codes.MATTER_AUCTION: {"wants": 0, "rule": 0, "stage": 0},
    codes.MATTER_KEEP_OR_LIFT: {"other": codes.NOBODY, "square": 0, "amount": 0, "wants": 0, "stage": 0},
    codes.MATTER_SHORTAGE: {"rule": 0},
    codes.MATTER_ESTATE: {"other": codes.NOBODY, "square": 0, "amount": 0, "rule": 0, "stage": 0},
}


@pytest.mark.parametrize("edition", editions.NAMES)
@pytest.mark.parametrize("seed", range(4))
def test_fields_that_a_kind_of_matter_does_not_use_are_blank(edition: str, seed: int) -> None:
    dice = Random(f"{edition} {seed}")
    match = random_match(dice, random_ruleset(dice, edition))
    temper = Temper(dice)
    for _ in range(150):
        player = match.next_to_decide()
        if player == codes.NOBODY:
            return
        move(dice, match, temper, player, Report())
        listed = [bytes_of(match.list[n]) for n in range(match.legal(dice.randrange(match.players)))]
        assert len(set(listed)) == len(listed), match.transcript()
        for m in range(match.g.matters):
            for field, blank in BLANK[match.g.matter_kind[m]].items():
                assert getattr(match.g, f"matter_{field}")[m] == blank, match.transcript()


def numbered(g: Any, prefix: str, rows: int) -> dict[str, list[int]]:
    """Write another number into every place of the first rows of a list; what stands there now."""
    names = [name for name in fields_of(State) if name.startswith(prefix)]
    for n, name in enumerate(names):
        for row in range(rows):
            getattr(g, name)[row] = 1 + n * rows + row
    return {name: list(getattr(g, name)[: rows + 1]) for name in names}


@pytest.mark.parametrize("gone", range(4))
@pytest.mark.parametrize(
    ("counter", "prefix", "close"), [("matters", "matter_", close_matter), ("claims", "claim_", drop_claim)]
)
def test_what_is_settled_goes_and_all_above_it_moves_down_unchanged(
    counter: str, prefix: str, close: Callable[[Any, int], None], gone: int
) -> None:
    g: Any = begun().g
    before = numbered(g, prefix, 4)
    setattr(g, counter, 4)
    close(g, gone)
    assert getattr(g, counter) == 3
    for name, row in before.items():
        assert list(getattr(g, name)[:5]) == [*row[:gone], *row[gone + 1 :], 0], name


def test_of_several_claims_exactly_those_of_the_leaver_lapse() -> None:
    match = begun(rent_claims="manual")
    g, log = match.g, match.log
    for n, (owner, lander) in enumerate(((0, 1), (1, 0), (2, 0), (0, 2), (2, 1), (1, 2), (0, 2))):
        g.claim_owner[n], g.claim_lander[n], g.claims = owner, lander, n + 1
    lapse_claims_of(g, log, 1)
    assert [(g.claim_owner[n], g.claim_lander[n]) for n in range(g.claims)] == [(2, 0), (0, 2), (0, 2)]


def test_the_winner_and_all_who_left_have_no_resignation_left() -> None:
    match = begun()
    g = match.g
    g.out[0] = g.out[1] = 1
    for seat in range(codes.PLAYERS):
        g.resigning[seat] = 1
    win(g, match.e, match.log)
    assert not any(g.resigning)


def test_of_several_claims_exactly_the_old_ones_are_lost_with_a_throw() -> None:
    match = begun(rent_claims="manual")
    g = match.g
    for n, age in enumerate((1, 0, 1, 1, 0, 0, 1)):
        g.claim_age[n], g.claim_square[n], g.claims = age, n, n + 1
    age_claims(g, match.log)
    assert [(g.claim_square[n], g.claim_age[n]) for n in range(g.claims)] == [(1, 1), (4, 1), (5, 1)]


@pytest.mark.parametrize("deck", [codes.CHANCE_DECK, codes.CHEST_DECK])
@pytest.mark.parametrize("count", [1, 2, codes.DECK])
def test_the_top_card_goes_all_below_it_move_up_and_the_place_of_the_last_is_blank(deck: int, count: int) -> None:
    g: Any = begun().g
    for place in range(2 * codes.DECK):
        g.seen[place] = 7
    for place in range(count):
        g.seen[deck * codes.DECK + place] = place
    g.seen_count[deck] = count
    take_first_seen(g, deck)
    assert g.seen_count[deck] == count - 1
    assert list(g.seen[deck * codes.DECK : deck * codes.DECK + count]) == [*range(1, count), 0]
    assert set(g.seen[(1 - deck) * codes.DECK : (2 - deck) * codes.DECK]) == {7}  # the other deck lies as it lay
