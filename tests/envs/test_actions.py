"""Numbered actions: what is offered is the legal list, both ways, in every edition and with everything switched on."""

from random import Random
from typing import Any

import numpy as np
import pytest

from passgo import Action, Game
from passgo.envs import Games, Setup, action_to_indices, index_name, indices_to_action
from passgo.envs.tables import actions as space
from passgo.envs.tables import loop
from passgo.machine.records import arrays, new, plain
from passgo.rules import codes
from passgo.rules.actions import DEALS
from passgo.rules.legal import legal
from passgo.rules.state import ACTION, Edition, Log, State
from passgo.rules.state import Action as Record
from passgo.rules.step import step

KINDS = [
    ("classic", 4, {}),
    ("classic", 3, {"short_game": True, "short_rounds": 12, "short_deal": 2}),
    ("1935", 3, {}),
    ("speed-die", 3, {"rent_claims": "manual"}),
    ("modern", 3, {}),
]


def everything(edition: str, players: int, options: dict[str, Any], count: int = 1, **more: Any) -> Games:
    return Games(Setup(edition, players, resign=True, options=options, **more), count)


def listed(games: Games) -> tuple[list[Any], int]:
    """The legal list of whoever decides in the first game."""
    records = new(Record, codes.ACTIONS)
    player = int(games.players[0])
    count = legal(arrays(State, games.states), 0, games._edition, 0, player, arrays(Record, records))
    return [plain(Record, records, n * ACTION.itemsize) for n in range(count)], player


def expected(games: Games) -> set[int]:
    """The numbers that the legal list stands for."""
    g, e = games.state(), plain(Edition, games.setup.ruleset.record)
    found = {space.SILENCE} if games.book[0, loop.POLLED] else set()
    for a in listed(games)[0]:
        if a.kind in DEALS:
            if games.drafts["most"][0] == space.NO_DRAFT:
                found.add(space.WITH_AT + space.to_the_left(g, a.player, a.other) - 1)
        elif a.kind == codes.BID:
            raises = [n for n, more in enumerate(space.RAISES) if a.amount + more <= a.most]
            found |= {space.BID_AT + n for n in raises}
            if a.amount + space.RAISES[raises[-1]] != a.most:
                found.add(space.BID_AT + space.ALL_IN)
        else:
            found.add(space.index_of(g, e, a))
    return found


@pytest.mark.parametrize(("edition", "players", "options"), KINDS)
def test_the_mask_is_the_legal_list(edition: str, players: int, options: dict[str, Any]) -> None:
    games = everything(edition, players, options, out_of_turn=True)
    games.begin([11])
    composing, meant = 0, set()
    for number in range(2500):
        offered = set(np.flatnonzero(games.masks[0]).tolist())
        assert sorted(offered) == sorted(games.choices[0, : len(offered)].tolist())
        meant |= {max(name for name in space.STARTS.items() if name[1] <= n) for n in offered}
        if games.drafts["most"][0] == space.OPEN_DRAFT:
            composing += 1
            assert space.DROP in offered
            assert min(offered) >= space.DEED_AT
        else:
            assert offered == expected(games), number
        choice = games.choose_any()
        if choice[0] == space.SIMPLE.index(codes.RESIGN) and number % 50:
            continue
        games.play(choice)
        if games.over[0]:
            games.begin()
    assert composing > 50


@pytest.mark.parametrize(("edition", "players", "options"), KINDS)
def test_every_number_that_is_offered_is_lawful_and_comes_back(
    edition: str, players: int, options: dict[str, Any]
) -> None:
    games, log = everything(edition, players, options), arrays(Log, new(Log))
    games.begin([5])
    e, tried = plain(Edition, games.setup.ruleset.record), set()
    record = new(Record)
    a = plain(Record, record)
    for number in range(600):
        g, player = games.state(), int(games.players[0])
        for index in np.flatnonzero(games.masks[0]).tolist() if number % 4 == 0 else []:
            if index >= space.WITH_AT or games.drafts["most"][0] == space.OPEN_DRAFT:
                continue
            space.write_action(g, e, a, player, index)
            if a.kind != codes.BID:
                assert space.index_of(g, e, a) == index
            copy = games.states[:1].copy()
            assert step(arrays(State, copy), 0, games._edition, 0, log, 0, arrays(Record, record), 0) == 0
            tried.add(index)
        games.play(games.choose_any())
        if games.over[0]:
            games.begin()
    assert len(tried) > 20


@pytest.mark.parametrize("edition", ["classic", "1935"])
def test_every_lawful_action_of_a_game_is_reached_by_its_numbers(edition: str) -> None:
    dice, deals, kinds = Random(3), 0, set()
    game = Game(edition, 4, seed=3)
    games = everything(edition, 4, {})
    games.begin([0])
    for _ in range(400):
        if game.outcome:
            break
        for action in game.legal_actions(complete=True):
            indices = action_to_indices(game, action)
            back = indices_to_action(game, indices)
            assert back == action or action.kind == "Bid" or action.kind == "SellHotels"
            if action.kind == "Bid":
                assert back.amount <= action.amount
                assert action_to_indices(game, back) == indices
            kinds.add(action.kind)
            if len(indices) > 1 and dice.random() < 0.05:
                deals += 1
                play_numbers(games, game, indices, action)
        choices = [a for a in game.legal_actions(complete=True) if a.kind != "Resign"]
        game.play(dice.choice(choices))
    assert deals > 10
    assert {"Throw", "Bid", "Offer", "EndTurn", "Mortgage"} <= kinds


def play_numbers(games: Games, game: Game, indices: tuple[int, ...], action: Action) -> None:
    """Each number of a deal is offered in its turn, and what is sent is the offer as the game plays it."""
    games.place(0, game.to_bytes())
    for index in indices[:-1]:
        assert games.masks[0, index] == 1, index_name(index)
        games.play(np.array([index]))
    assert games.masks[0, indices[-1]] == 1
    twin = game.copy()
    twin.play(action)
    games.play(np.array([indices[-1]]))
    assert games.states[0].tobytes() == twin.to_bytes()


def test_a_deal_that_was_dropped_is_not_begun_again_before_something_is_played() -> None:
    games = everything("classic", 3, {})
    games.begin([1])
    with_left = space.WITH_AT
    games.play(np.array([with_left]))
    assert games.layout.named(games.seen[0])["draft_with"][0] == 2
    assert games.masks[0, space.SEND_AT : space.DROP].sum() == 0  # nothing is in it
    games.play(np.array([space.DROP]))
    assert games.masks[0, with_left : space.DEED_AT].sum() == 0
    games.play(np.array([space.SIMPLE.index(codes.THROW)]))
    player = int(games.players[0])
    while player == games.players[0] and not games.masks[0, with_left]:
        games.play(games.choose_any())
    assert games.masks[0, with_left] == 1


def test_cash_joins_a_deal_in_sizes_that_get_smaller() -> None:
    games = everything("classic", 2, {})
    games.begin([1])
    games.play(np.array([space.WITH_AT]))
    for n in (0, 1, 1, 3):
        games.play(np.array([space.GIVE_AT + n]))
    named = games.layout.named(games.seen[0])
    assert named["draft_cash"][0] == 1201
    assert games.masks[0, space.GIVE_AT : space.GIVE_AT + 4].tolist() == [0, 0, 0, 1]
    assert games.masks[0, space.TAKE_AT : space.TAKE_AT + 4].sum() == 0


def test_who_is_asked_out_of_turn_may_say_nothing() -> None:
    games = everything("classic", 3, {}, out_of_turn=True)
    games.begin([1])
    on_turn = games.state().on_turn
    asked = [int(games.players[0])]
    while games.masks[0, space.SILENCE]:
        games.play(np.array([space.SILENCE]))
        asked.append(int(games.players[0]))
    assert asked == [seat for seat in range(3) if seat != on_turn] + [on_turn]


def test_chance_can_be_played_by_the_caller() -> None:
    games = Games(Setup("classic", 2, chance="agent"))
    games.begin([1])
    assert games.players[0] == codes.CHANCE
    assert games.masks[0].sum() == 36
    for outcome in (35, 0):  # 6 and 6 for the first, 1 and 1 for the second player
        games.play(np.array([outcome]))
    assert games.players[0] == 0
    games.play(np.array([0]))
    games.play(np.array([6 * 2 + 3]))  # 3 and 4
    assert games.state().square[0] == 7


def test_numbers_have_names_and_bounds() -> None:
    assert space.COUNT == 251 <= 256
    assert len({index_name(index) for index in range(space.COUNT)}) == space.COUNT
    with pytest.raises(ValueError, match="0 to 250"):
        index_name(251)
    game = Game("classic", 2, seed=1)
    with pytest.raises(ValueError, match="whole deal"):
        indices_to_action(game, [space.WITH_AT])
    with pytest.raises(ValueError, match="joins a deal"):
        indices_to_action(game, [space.WITH_AT, 0, space.SEND_AT])


def test_bots_that_play_the_other_seats_are_asked() -> None:
    games = Games(Setup("classic", 3, opponents=("random", "trader"), seat=1, deals=False), 4)
    games.begin([1, 2, 3, 4])
    for _ in range(300):
        assert set(games.players[games.over == 0].tolist()) <= {1}
        games.play(games.choose_any())
    assert (games.book[:, loop.DECISIONS] > 30).all()
