"""What a strategy sees: the game as its seat may see it, and nothing it does to that touches the game."""

from functools import partial
from typing import Any

import numpy as np
import pytest

import passgo
from passgo import editions
from passgo.rules import codes
from passgo.rules.state import STATE
from passgo.simulate import Bot, Plan, bot_named, fallback, simulate
from passgo.simulate.runs import history
from passgo.simulate.runs.faults import RAISED, Faults
from passgo.strategies import bot_of

patient = partial(bot_of, limit_s=60)
"""On a busy machine a moment can be long; what the limit does is tested elsewhere."""

CLASSIC = editions.ruleset("classic")
OPEN = editions.ruleset("classic", table_cash_private=False)
CAUTIOUS, TRADER, RANDOM = (bot_named(name) for name in ("cautious", "trader", "random"))
MEEK = Bot("meek", fallback)


def simple(game: Any, player: str) -> Any:
    """Anything lawful but deals."""
    for kind in ("Buy", "Throw", "EndTurn", "Withdraw", "Mortgage", "SellBuilding", "Refuse"):
        for action in game.legal_actions():
            if action.kind == kind:
                return action
    return game.legal_actions(complete=True)[0]


def watched(watch: Any, *others: Bot, table: Any = CLASSIC, games: int = 2, rounds: int = 20) -> Faults:
    """Play with a bot that lets `watch` look first; what went wrong."""

    def choose(game: Any, player: str) -> Any:
        watch(game, player)
        return simple(game, player)

    plan = Plan(table, (others[0], patient(choose, "watcher"), *others[1:]), games, rounds=rounds)
    return simulate(plan).faults


def test_the_cash_of_others_is_secret_and_nothing_else_is() -> None:
    seen = []

    def watch(game: passgo.View, player: str) -> None:
        assert game.cash_is_secret
        assert game.me.name == player == "Player 2"
        seen.append(game.me.cash)
        for other in game.others:
            for secret in ("cash", "bills", "worth"):
                with pytest.raises(ValueError, match=r"table\.cash-private"):
                    getattr(other, secret)
            assert isinstance(other.deeds, dict)
            assert "$" not in repr(other)
            with pytest.raises(ValueError, match=r"table\.cash-private"):
                game.legal_actions(other.name)
        cash = game._g.cash
        assert all(cash[account] == 0 for account in range(codes.PLAYERS + 1) if account != 1)
        assert "secret" in str(game)

    assert not watched(watch, TRADER, CAUTIOUS)
    assert len(seen) > 50
    assert len(set(seen)) > 10


def test_at_an_open_table_everything_is_seen() -> None:
    def watch(game: passgo.View, player: str) -> None:
        assert sum(game._g.cash) == 0
        assert all(other.cash >= 0 and other.worth >= other.cash for other in game.others)
        assert game.legal_actions(game.others[0].name)

    assert not watched(watch, TRADER, CAUTIOUS, table=OPEN)


@pytest.mark.parametrize("edition", ["classic", "1935", "modern", "speed_die"])
def test_what_is_lawful_does_not_depend_on_what_is_hidden(edition: str) -> None:
    """The legal list of a strategy is that of the game itself: everything on it is accepted."""
    asked = []

    def choose(game: passgo.View, player: str) -> Any:
        lawful = [a for a in game.legal_actions() if a.kind not in ("Offer", "OfferSettlement", "Counter", "Resign")]
        action = game.random.choice(lawful)
        asked.append(action.kind)
        return passgo.Bid(game.random.randint(action.amount, action.most)) if action.kind == "Bid" else action

    plan = Plan(editions.ruleset(edition), (patient(choose, "any"), RANDOM, TRADER), 4, rounds=40)
    report = simulate(plan)
    assert not report.faults
    assert report.misplays() == []
    assert len(set(asked)) > 8


def test_nothing_done_to_the_view_touches_the_game() -> None:
    def vandal(game: Any, player: str) -> Any:
        action = simple(game, player)
        game._g.cash[1] = 1_000_000
        game._g.owner[:] = [1] * len(game._g.owner)
        return action

    def decent(game: Any, player: str) -> Any:
        return simple(game, player)

    plans = [Plan(CLASSIC, (CAUTIOUS, patient(choose, "one")), 2, rounds=20) for choose in (vandal, decent)]
    first, second = (simulate(plan).to_dict() for plan in plans)
    assert first["wins_by_seat"] == second["wins_by_seat"]
    assert first["landings"] == second["landings"]
    assert first["groups"] == second["groups"]


def test_memory_is_empty_when_a_game_begins_and_random_is_the_same_again() -> None:
    drawn: list[list[float]] = []

    def watch(game: passgo.View, player: str) -> None:
        if "known" not in game.memory:
            drawn.append([])
        game.memory["known"] = True
        drawn[-1].append(game.random.random())

    assert not watched(watch, CAUTIOUS, games=3)
    first = drawn[:]
    assert len(first) == 3
    assert first[0] != first[1]
    drawn.clear()
    assert not watched(watch, CAUTIOUS, games=3)
    assert drawn == first


@pytest.mark.parametrize("edition", ["classic", "1935", "modern", "speed_die"])
def test_everything_that_happened_is_told_once_and_the_payments_add_up(
    edition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is known of cash is what it is, to the dollar, though the view itself does not hold it."""
    truth: list[list[int]] = []
    look = passgo.View.look

    def noting(view: passgo.View, position: bytes, *told: Any) -> None:
        look(view, position, *told)
        truth.append(np.frombuffer(position, STATE)[0]["cash"].tolist())

    monkeypatch.setattr(passgo.View, "look", noting)
    asked = []

    def watch(game: passgo.View, player: str) -> None:
        so_far = game.memory.setdefault("so far", [])
        so_far += game.since
        asked.append(len(game.since))
        assert list(game.known_cash.values()) == truth[-1][: len(game.names)]
        if len(asked) % 40 == 0:
            assert so_far == game.events
            assert [(event.turn, event.round) for event in so_far] == [(e.turn, e.round) for e in game.events]
            assert (so_far[-1].turn, so_far[-1].round) == (game.turn, game.round)
            assert all(e.player == player for e in so_far if e.kind == "WorthCounted")

    faults = watched(watch, TRADER, RANDOM, table=editions.ruleset(edition), games=2, rounds=12)
    assert faults.to_list() == []
    assert len(asked) > 50
    assert max(asked) > 10


@pytest.mark.parametrize("edition", ["classic", "1935", "modern", "speed_die"])
@pytest.mark.parametrize("rounds", [0, 9])
def test_a_view_dates_events_as_the_game_does(edition: str, rounds: int) -> None:
    """A view has the events alone, and a game knows how it stood before each action."""
    for bot, short in (("trader", {}), ("random", {"short_game": True, "short_rounds": 7})):
        game = passgo.Game(edition, 5, seed=3, table_cash_private=False, options=short)
        game.play_out(bot, rounds=3)
        by_hand = passgo.Game.from_position(game.position, seed=4)  # it begins within a turn
        for one in (game, by_hand):
            one.play_out(bot, rounds=rounds or 500)
            known = [(event, event.turn, event.round) for event in one.events]
            view = one.view(one.names[0])
            assert [(event, event.turn, event.round) for event in view.events] == known
            since = [(event, event.turn, event.round) for event in view.since]
            assert since == known[len(known) - len(since) :]


def test_nobody_knows_the_cash_of_others_where_nobody_had_counted() -> None:
    players = {"Ann": {"cash": 3000}, "Ben": {"cash": 70}}
    assert passgo.Game.from_dict({"players": players}).view("Ann").known_cash == {"Ann": 3000, "Ben": 70}
    start = passgo.Game.from_dict({"players": players, "counted": False}, seed=1)
    assert start.to_dict()["counted"] is False
    found = []

    def watch(game: passgo.View, player: str) -> None:
        found.append(game.known_cash)

    def choose(game: Any, player: str) -> Any:
        watch(game, player)
        return simple(game, player)

    plan = Plan(CLASSIC, (TRADER, patient(choose, "watcher")), 1, rounds=5, start=start._engine.position)
    assert not simulate(plan).faults
    assert found
    assert all(known["Player 1"] is None and known["Player 2"] is not None for known in found)
    assert start.view("Ann").known_cash == {"Ann": 3000, "Ben": None}


def test_what_did_not_fit_on_the_pages_is_not_made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "PAGES", 0)
    told: list[int] = []

    def watch(game: passgo.View, player: str) -> None:
        told.append(len(game.since))
        assert game.known_cash[player] == game.me.cash
        assert game.known_cash["Player 1"] is not None  # the ledger is kept in the position

    assert not watched(watch, TRADER, games=1, rounds=5)
    assert told
    assert set(told[1:]) == {0}


def test_a_plain_strategy_changes_nothing_but_its_own_seat() -> None:
    """The same choices made in Python and compiled give the same games."""

    def meek(game: passgo.View, player: str) -> Any:
        raise RuntimeError("so the fallback plays")

    reports = [simulate(Plan(CLASSIC, (bot, TRADER, CAUTIOUS), 5, rounds=60)) for bot in (patient(meek), MEEK)]
    one, other = ((report.landings(), report.groups(), report.by_seat()[1:]) for report in reports)
    assert one == other


def test_out_of_turn_it_is_heard_once_a_turn_before_the_first_throw() -> None:
    heard: list[tuple[int, str]] = []

    def choose(game: passgo.View, player: str) -> Any:
        if game.is_asked:
            return simple(game, player)
        assert game.phase == "before-throw"
        assert game.on_turn != player
        assert not game.matters
        heard.append((game.turn, player))
        return None

    bots = (CAUTIOUS, patient(choose, "one", out_of_turn=True), patient(choose, "two", out_of_turn=True))
    report = simulate(Plan(CLASSIC, bots, 1, rounds=15))
    assert not report.faults
    assert report.misplays() == []
    assert len(heard) > 40
    assert len(set(heard)) == len(heard)
    both = [player for turn, player in heard if [t for t, _ in heard].count(turn) == 2]
    assert both == ["Player 2", "Player 3"] * (len(both) // 2), "in seat order"


def test_out_of_turn_it_can_build_and_deal() -> None:
    done: list[str] = []

    def choose(game: passgo.View, player: str) -> Any:
        if game.is_asked:
            return simple(game, player)
        if game.me.deeds and game.memory.get("offered") != game.turn:
            game.memory["offered"] = game.turn
            offer = passgo.Offer(game.others[0].name, give=[next(iter(game.me.deeds))], take_cash=1)
            if game.check(offer) is None:
                done.append("offer")
                return offer
        return "end turn"

    report = simulate(Plan(CLASSIC, (CAUTIOUS, patient(choose, "giver", out_of_turn=True), CAUTIOUS), 2, rounds=15))
    assert not report.faults
    assert report.misplays() == []
    assert len(done) > 5
    assert report.sums["offers"] == len(done)
    assert report.sums["deals"] > 0


def test_unlawful_out_of_turn_is_counted_and_costs_nothing_else() -> None:
    def choose(game: passgo.View, player: str) -> Any:
        return simple(game, player) if game.is_asked else "throw"

    def silent(game: passgo.View, player: str) -> Any:
        return simple(game, player)

    noisy = simulate(Plan(CLASSIC, (CAUTIOUS, patient(choose, "noisy", out_of_turn=True)), 2, rounds=15))
    quiet = simulate(Plan(CLASSIC, (CAUTIOUS, patient(silent, "quiet")), 2, rounds=15))
    assert noisy.landings() == quiet.landings()
    (misplay,) = noisy.misplays()
    assert misplay["bot"] == "noisy"
    assert misplay["by_rule"].keys() == {"setup.turn-order"}
    assert 20 <= misplay["refused"] <= 32


def test_what_raises_out_of_turn_is_told_and_costs_nothing_else() -> None:
    """A bot that is heard out of turn and fails there loses its word for that turn, and nothing in its own."""

    def choose(game: passgo.View, player: str) -> Any:
        if not game.is_asked:
            raise LookupError("out of turn")
        return simple(game, player)

    def silent(game: passgo.View, player: str) -> Any:
        return simple(game, player)

    bots = (CAUTIOUS, patient(choose, "raiser", out_of_turn=True), TRADER)
    loud, quiet = (simulate(Plan(CLASSIC, (bots[0], bot, bots[2]), 2, rounds=15)) for bot in (bots[1], patient(silent)))
    assert (loud.landings(), loud.groups()) == (quiet.landings(), quiet.groups())
    (fault,) = loud.faults.all()
    assert (fault.bot, fault.kind) == ("raiser", RAISED)
    assert "LookupError" in fault.what
    assert fault.count == loud.sums["decisions"] - quiet.sums["decisions"] >= 2 * 2 * 13, "in each turn of the others"
    assert loud.misplays() == [], "no rule was broken"


@pytest.mark.parametrize("table", [CLASSIC, OPEN])
def test_nobody_reads_their_worth_before_the_blind_choice_of_a_tax(table: Any) -> None:
    choices = []

    def watch(game: passgo.View, player: str) -> None:
        old = game.memory.setdefault("me", game.me)
        if game.phase != "choose-tax" or game.on_turn != player:
            assert game.me.worth >= game.me.cash
            return
        choices.append(game.turn)
        for me in (game.me, game[player], game.players[1], old):
            with pytest.raises(ValueError, match=r"tax\.income-blind"):
                _ = me.worth
        assert game.me.cash >= 0
        assert isinstance(game.me.deeds, dict)
        assert game.me.bills

    assert not watched(watch, CAUTIOUS, CAUTIOUS, table=table, games=4)
    assert choices
