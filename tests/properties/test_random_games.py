"""Random games of every edition with random options: every invariant after every step, and the legal list exact."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from passgo import editions
from passgo.dev.fuzz import Report, fuzz, move
from passgo.dev.fuzz.checked_game import COPY, GAME, Failure, Match
from passgo.dev.fuzz.player import Temper
from passgo.dev.fuzz.tables import random_match, random_ruleset
from passgo.game import Game
from passgo.machine.records import STRUCTURES, fields_of
from passgo.rules import checks, codes, ids
from passgo.rules.state import State

GAMES = 40
"""Random games of each edition in the ordinary suite; `passgo dev fuzz` plays as many as one likes."""


@pytest.mark.parametrize("edition", editions.NAMES)
def test_nothing_breaks_in_random_games(edition: str) -> None:
    report = fuzz(GAMES, seed=1, edition=edition)
    assert not report.failure, report.failure
    assert report.games == GAMES
    assert len(report.kinds) > 25, "random games must meet most kinds of action"


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**64), edition=st.sampled_from(editions.NAMES))
def test_nothing_breaks_in_games_that_hypothesis_picks(seed: int, edition: str) -> None:
    report = fuzz(1, seed=seed, edition=edition)
    assert not report.failure, report.failure


def test_a_failure_says_how_to_play_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def complain(position: bytes) -> list[str]:
        return ["turn"] if STRUCTURES[State].from_buffer_copy(position).turn > 3 else []

    monkeypatch.setattr(checks, "out_of_range", complain)
    first, again = fuzz(5, seed=7, edition="classic"), fuzz(1, seed=7, edition="classic")
    assert first.failure.startswith("out of range: turn\nlast action: ")
    assert first.failure == again.failure
    assert "passgo dev fuzz --games 1 --seed 7 --edition classic" in first.failure


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32), edition=st.sampled_from(editions.NAMES))
def test_text_and_dict_bring_any_position_back(seed: int, edition: str) -> None:
    dice = Random(seed)
    match = random_match(dice, random_ruleset(dice, edition))
    temper, report = Temper(dice), Report()
    for _ in range(dice.randrange(60)):
        player = match.next_to_decide()
        if player == codes.NOBODY:
            break
        move(dice, match, temper, player, report)
    line = match.line()
    game = Game.from_position(line, dealer="typed")
    assert game.position == line
    assert Game.from_dict(game.to_dict(), dealer="typed").position == line


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), edition=st.sampled_from(editions.NAMES), steps=st.integers(1, 80))
def test_undo_and_replay_bring_the_game_back(seed: int, edition: str, steps: int) -> None:
    dice = Random(seed)
    game = Game(edition, players=3, seed=seed)
    passed = [game.position]
    while game.outcome is None and len(passed) <= steps:
        game.play(
            dice.choice([a for a in game.legal_actions() if a.kind not in ("Offer", "Counter", "OfferSettlement")])
        )
        passed.append(game.position)
    twin = Game.from_record(game.record())
    assert twin.position == game.position
    assert twin.record() == game.record()
    for expected in reversed(passed[:-1]):
        game.undo()
        assert game.position == expected


def beneath_debts(match: Match) -> Iterator[tuple[int, bool]]:
    """Every matter that a debt lies on: its kind, and whether it asks anybody but the debtor to choose."""
    g = match.g
    for m in range(g.matters):
        for below in range(m) if g.matter_kind[m] == codes.MATTER_DEBT else ():
            owners = {g.owner[d] for d in range(codes.DEEDS) if g.matter_set[below] >> d & 1}
            of_others = g.matter_kind[below] == codes.MATTER_KEEP_OR_LIFT and not owners <= {g.matter_player[m]}
            yield g.matter_kind[below], of_others


@pytest.mark.parametrize("edition", editions.NAMES)
def test_a_debt_lies_on_an_estate_or_on_choices_of_the_debtor_and_on_nothing_else(edition: str) -> None:
    """Not on an auction or another debt: what else a bidder or debtor may owe inside these was set aside before.

    Debts arise in a turn or from a rent claim, when nothing is open, or from keeping a mortgage. The interest on
    mortgages that come by a deal is set aside, with bids, from what can be spent. On those that come by a bankruptcy,
    or with a lot of an estate, it is not; but these come only where a debt lay, and so on nothing else either.
    """
    dice = Random(f"beneath debts {edition}")
    met: set[int] = set()
    for _ in range(GAMES):
        match = random_match(dice, random_ruleset(dice, edition))
        temper = Temper(dice)
        temper.weights[codes.OFFER] = temper.weights[codes.ACCEPT] = 6  # deals bring choices, in debts and auctions too
        for _ in range(250):
            player = match.next_to_decide()
            if player == codes.NOBODY:
                break
            move(dice, match, temper, player, Report())
            met |= {match.g.matter_kind[m] for m in range(match.g.matters)}
            for kind, of_others in beneath_debts(match):
                assert kind in (codes.MATTER_KEEP_OR_LIFT, codes.MATTER_ESTATE), match.transcript()
                assert not of_others, match.transcript()
    assert met >= {codes.MATTER_DEBT, codes.MATTER_AUCTION, codes.MATTER_KEEP_OR_LIFT, codes.MATTER_ESTATE}


# What the checks find when it is there: each invariant is broken by hand.

BREAKAGES: dict[int, Callable[[Any], object]] = {
    checks.RANGE: lambda g: setattr(g, "phase", 99),
    checks.MONEY: lambda g: g.cash.__setitem__(0, g.cash[0] + 1),
    checks.LEDGER: lambda g: g.ledger.__setitem__(0, g.ledger[0] + 1),
    checks.HOUSES: lambda g: setattr(g, "houses", g.houses - 1),
    checks.HOTELS: lambda g: setattr(g, "hotels", g.hotels + 1),
    checks.CARDS: lambda g: g.unseen.__setitem__(0, g.unseen[0] & ~1),
    checks.BUILDINGS: lambda g: give_a_house(g),
    checks.GONE: lambda g: g.owner.__setitem__(0, 7),
    checks.PLACES: lambda g: g.jail.__setitem__(0, 1),
    checks.TURN: lambda g: setattr(g, "phase", codes.PHASE_LAND),
    checks.OVER: lambda g: setattr(g, "winners", 1),
    checks.DEBT: lambda g: open_matter(g, codes.MATTER_DEBT, other=codes.BANK, amount=1),
    checks.AUCTION: lambda g: open_matter(g, codes.MATTER_AUCTION, other=codes.NOBODY, members=1 << 7),
    checks.CHOICE: lambda g: open_matter(g, codes.MATTER_KEEP_OR_LIFT, members=1),
    checks.SHORTAGE: lambda g: open_matter(g, codes.MATTER_SHORTAGE, other=codes.LOT_HOUSE),
    checks.ESTATE: lambda g: open_matter(g, codes.MATTER_ESTATE),
    checks.OFFER: lambda g: g.offer_to.__setitem__(0, 1),
    checks.CLAIM: lambda g: setattr(g, "claims", 1),
    checks.KEPT: lambda g: g.resigning.__setitem__(0, 1),
    checks.REMAINS: lambda g: g.claim_amount.__setitem__(3, 5),
}


def give_a_house(g: State) -> None:
    g.level[0], g.houses = 1, g.houses - 1


def open_matter(g: State, kind: int, other: int = 0, amount: int = 0, members: int = 0) -> None:
    g.matter_kind[0], g.matter_other[0], g.matter_amount[0], g.matter_set[0] = kind, other, amount, members
    g.matters = 1


@pytest.mark.parametrize("number", BREAKAGES, ids=lambda number: checks.NAMES[number][:30])
def test_each_invariant_is_noticed_when_broken(number: int) -> None:
    match = begun(rent_claims="manual")
    BREAKAGES[number](match.g)
    with pytest.raises(Failure) as found:
        match.check(GAME)
    assert str(found.value) == checks.NAMES[number]


def begun(**options: object) -> Match:
    """A classic game of three before the first throw."""
    match = Match(editions.ruleset("classic", setup_first_player="first-seat", **options), 3)
    assert match.g.phase == codes.PHASE_BEFORE_THROW
    return match


def test_every_field_has_its_range_checked() -> None:
    match = begun()
    for name, field in fields_of(State).items():
        beyond = field.most + 1
        if beyond < 2 ** (field.bits - 1):
            before = match.position(GAME)
            if field.count == 1:
                setattr(match.g, name, beyond)
            else:
                getattr(match.g, name)[field.count - 1] = beyond
            assert checks.out_of_range(match.position(GAME)) == [name]
            match.set_position(GAME, before)


# Bounds: what is full refuses, or stops with an assertion, and never writes beyond its end.


def test_matters_have_a_bound() -> None:
    """A player's own act leaves room for what follows from a bankruptcy; beyond that the engine stops, loudly."""
    match = begun()
    for n in range(codes.MATTERS):
        match.g.matter_kind[n], match.g.matter_other[n], match.g.matter_amount[n] = codes.MATTER_DEBT, codes.BANK, 5000
    match.g.matters = codes.MATTERS
    match.g.owner[0], match.g.owner[1], match.g.mortgaged = 1, 2, 3
    match.a.kind, match.a.player, match.a.other = codes.OFFER, 1, 2
    match.a.give_deeds, match.a.take_deeds = 1, 2
    assert match.allowed() == ids.TABLE_ONE_MATTER


def test_claims_have_a_bound() -> None:
    match = begun(rent_claims="manual")
    g = match.g
    g.claims = codes.CLAIMS
    for n in range(codes.CLAIMS):
        g.claim_lander[n], g.claim_owner[n] = 0, 1
    g.owner[0] = 1
    g.phase, g.square[0] = codes.PHASE_THROW, 38
    match.a.kind, match.a.player = codes.DICE, codes.CHANCE
    match.a.dice[0], match.a.dice[1] = 1, 2
    with pytest.raises(AssertionError):
        match.play()


def test_an_offer_replaces_the_last_one_of_its_proposer() -> None:
    """So offers need no bound but the number of seats."""
    match = begun()
    match.g.owner[0], match.g.owner[1] = 0, 0
    for deed in (1, 2):
        match.a.kind, match.a.player, match.a.other = codes.OFFER, 0, 1
        match.a.give_deeds, match.a.take_cash = deed, 10
        assert match.play() == ids.LAWFUL
    assert list(match.g.offer_to[:3]) == [1, codes.NOBODY, codes.NOBODY]
    assert match.g.offer_give_deeds[0] == 2


def test_a_batch_plays_as_its_games_would_alone() -> None:
    """Stepping one game of an array leaves the others alone, and plays as the game by itself does."""
    for edition in editions.NAMES:
        dice = Random(3)
        match = random_match(dice, random_ruleset(dice, edition))
        temper, report = Temper(dice), Report()
        for _ in range(150):
            player = match.next_to_decide()
            if player == codes.NOBODY:
                break
            match.set_position(COPY, match.position(GAME))
            other = match.position(COPY)
            before = len(match.played)
            move(dice, match, temper, player, report)
            assert match.position(COPY) == other
            if len(match.played) > before:
                assert match.play(COPY) == ids.LAWFUL
                assert match.position(COPY) == match.position(GAME)
