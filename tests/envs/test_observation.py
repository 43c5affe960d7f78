"""Observations: within their bounds, as the rules' record has it, and nothing that the player may not know."""

from itertools import pairwise
from typing import Any

import jsonschema
import numpy as np
import pytest

from passgo import Game, editions
from passgo.envs import Games, Layout, Setup
from passgo.envs.setup import Cash
from passgo.envs.tables import actions as space
from passgo.envs.tables.flags import MOST
from passgo.envs.tables.observation import UNKNOWN
from passgo.rules import codes


def walk(games: Games, steps: int, seed: int = 7) -> Any:
    """Step through random games, one position after the other."""
    games.begin([seed + n for n in range(games.count)])
    for _ in range(steps):
        yield
        games.play(games.choose_any())
        ended = np.flatnonzero(games.over)
        if len(ended):
            games.begin(rows=ended)


@pytest.mark.parametrize(("edition", "players"), [("classic", 2), ("1935", 7), ("speed-die", 5), ("modern", 4)])
def test_what_is_seen_is_within_its_bounds_and_is_what_the_record_says(edition: str, players: int) -> None:
    games = Games(Setup(edition, players, options={} if edition == "modern" else {"rent_claims": "manual"}))
    layout, offers = games.layout, 0
    assert layout.claims == (edition != "modern")
    for _ in walk(games, 800):
        seen, g, me = games.seen[0], games.state(), int(games.players[0])
        assert (seen >= layout.least).all()
        assert (seen <= layout.most).all()
        assert (games.observe(0, me) == seen).all()  # written anew, where the step writes only what changes
        named = layout.named(seen)
        order = [(me + k) % players for k in range(players)]
        assert named["cash"].tolist() == [min(g.cash[p], MOST) for p in order]
        assert named["square"].tolist() == [g.square[p] for p in order]
        assert named["owner"].tolist() == [[int(holder == p) for holder in g.owner] for p in order]
        assert named["level"].tolist() == list(g.level)
        assert named["mortgaged"].tolist() == [g.mortgaged >> d & 1 for d in range(codes.DEEDS)]
        assert named["unseen"].tolist() == [[g.unseen[k] >> c & 1 for c in range(codes.DECK)] for k in range(2)]
        assert named["phase"][0] == g.phase
        assert named["matters"][0] == g.matters
        partners = [g.offer_to[p] for p in order]
        assert named["offer_to"].tolist() == [1 + (p - me) % players if p >= 0 else 0 for p in partners]
        for k, p in enumerate(order):
            deeds = g.offer_give_deeds[p] | g.offer_take_deeds[p]
            assert named["offer_deeds"][k].tolist() == [deeds >> d & 1 for d in range(codes.DEEDS)]
        offers += int(named["offer_to"].any())
    assert offers > 10


def test_others_cash_is_hidden_if_it_shall_be() -> None:
    games = Games(Setup("classic", 3, cash="hidden"))
    for _ in walk(games, 100):
        cash = games.layout.named(games.seen[0])["cash"]
        assert cash[1:].tolist() == [UNKNOWN, UNKNOWN]
        assert cash[0] == games.state().cash[int(games.players[0])]


def test_counted_cash_is_what_the_ledger_says_if_anybody_counted() -> None:
    position = {"edition": "classic", "players": {"Ann": {"cash": 900}, "Ben": {"cash": 700}}}
    counted = Game.from_dict(position | {"options": {"table_cash_private": True}}).to_bytes()
    uncounted = Game.from_dict(position | {"options": {"table_cash_private": True}, "counted": False}).to_bytes()
    cases: tuple[tuple[Cash, int, int], ...] = (("counted", 700, UNKNOWN), ("open", 700, 700), ("hidden", -1, -1))
    for cash, known, unknown in cases:
        games = Games(Setup("classic", 2, cash=cash, options={"table_cash_private": True}), 2)
        games.begin([1, 2])
        games.place(0, counted)
        games.place(1, uncounted)
        assert [others_cash(games, row) for row in (0, 1)] == [known, unknown]
        games.begin()
        assert others_cash(games, 1) == (UNKNOWN if cash == "hidden" else 1500)  # a new game is counted again
    open_table = Games(Setup("classic", 2, options={"table_cash_private": False}))
    open_table.begin([1])
    open_table.place(0, uncounted)
    assert others_cash(open_table, 0) == 700  # it lies there for all to see
    with pytest.raises(ValueError, match="2 players"):
        games.place(0, Game("classic", 3, seed=1).to_bytes())


def test_counted_cash_is_read_from_the_ledger_and_not_from_the_accounts() -> None:
    games = Games(Setup("classic", 3))
    games.begin([1])
    me = int(games.players[0])
    games.states["cash"][0, (me + 1) % 3] = 1
    assert games.layout.named(games.observe(0, me))["cash"].tolist() == [1500, 1500, 1500]


def others_cash(games: Games, row: int) -> int:
    """The cash of the other of two players, as whoever decides sees it."""
    cash = games.layout.named(games.seen[row])["cash"]
    assert cash[0] == games.state(row).cash[int(games.players[row])]
    return int(cash[1])


def test_an_observation_as_json_fits_its_schema() -> None:
    layout = Layout.of(editions.ruleset("classic"), 3)
    games = Games(Setup("classic", 3))
    for _ in walk(games, 40):
        jsonschema.validate(layout.to_json(games.seen[0]), layout.schema)
    wrong = layout.to_json(games.seen[0])
    wrong["level"][3] = 6
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(wrong, layout.schema)


def test_features_are_flags_and_amounts_about_one() -> None:
    games = Games(Setup("classic", 2), 3)
    games.begin([1, 2, 3])
    features = games.layout.features(games.seen)
    assert features.dtype == np.float32
    assert features.shape[0] == 3
    assert np.abs(features).max() < 3
    assert (features[1] == games.layout.features(games.seen[1])).all()
    assert games.layout.features(games.seen[:0]).shape == (0, features.shape[1])


def test_fields_follow_each_other_without_gaps() -> None:
    for players in range(2, 9):
        for claims in (False, True):
            layout = Layout(players, claims)
            places = list(layout.places.values())
            assert places[0].start == 0
            assert all(a.stop == b.start for a, b in pairwise(places))
            assert places[-1].stop == layout.size == len(layout.least) == len(layout.most)
            assert len({field.name for field in layout.fields}) == len(layout.fields)
    assert space.COUNT * 2 + Layout(8, True).size * 2 < 4096
