"""The probe: it asks a bot for the least that it accepts, takes the best by the net, and counts what it won by it."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from passgo import Game, bots, editions
from passgo.bots import BundledBot
from passgo.bots.sparring.traits import notebook
from passgo.cli import run
from passgo.dev.probe.chosen import choose_offers, prove
from passgo.dev.probe.findings import Findings
from passgo.dev.probe.matches import GameResult, MatchResult, Prober, play_game
from passgo.dev.probe.offers.brackets import Brackets
from passgo.dev.probe.offers.exchanges import NOTHING, Exchange, exchanges, offer_record, on_table, part_of
from passgo.dev.probe.offers.search import Search
from passgo.dev.probe.plan import SEATS, ProbePlan, ProbeTable
from passgo.dev.probe.round_trips import Deal, losses_by_round_trips, would_undo
from passgo.dev.probe.workers import Stopped, Task, results
from passgo.game.engine import Engine
from passgo.rules import codes
from passgo.rules.state import STATE

DOCS = Path(__file__).parents[3] / "docs" / "levels.md"
ORANGE = ["St. James Place", "Tennessee Avenue", "New York Avenue"]
RED = ["Kentucky Avenue", "Indiana Avenue", "Illinois Avenue"]


def ending(**players: Any) -> Game:
    """The end of a turn of Ann's, who sits among three others."""
    seats = {name: players.get(name, {}) for name in ("Ann", "Ben", "Cy", "Dee")}
    return Game.from_dict(
        {"edition": "classic", "players": seats, "on_turn": "Ann", "phase": "end-turn"}, dealer="typed"
    )


def table_of(bot: str, **numbers: int) -> ProbeTable:
    return ProbeTable(ProbePlan(bot, **numbers))


def deeds(game: Game, *names: str) -> int:
    return sum(1 << game.deed(name).index for name in names)


def found_in(game: Game, seat: int = 0) -> list[Exchange]:
    groups = game.ruleset.record[0]["group"].tolist()
    return list(exchanges(np.frombuffer(game.to_bytes(), STATE)[0], seat, groups, swaps=True))


@pytest.fixture
def fool(monkeypatch: pytest.MonkeyPatch) -> str:
    """A bot that pays half more than the printed price, and sells at it."""
    prices = {"pays": 150, "pays_to_extend": 150, "sells": 100, "sells_last": 100}
    monkeypatch.setitem(bots.SPARRING, "fool", BundledBot(bots.policy("recluse"), "a fool", notebook(prices)))
    return "fool"


def test_exchanges_are_of_groups_single_deeds_two_groups_and_cards_but_not_of_what_is_built_on() -> None:
    ann = {"deeds": {"Boardwalk": 0, "Oriental Avenue": 0, "Mediterranean Avenue": 1, "Baltic Avenue": 1}}
    game = ending(Ann={**ann, "jail_cards": ["chance"]}, Ben={"deeds": [*RED[:2], "Short Line"]})
    found = {(each.give.deeds, each.give.cards, each.take.deeds) for each in found_in(game) if each.partner == 1}
    reds = deeds(game, *RED[:2])
    assert (0, 0, reds) in found  # for cash
    assert (deeds(game, "Boardwalk"), 0, reds) in found
    assert (deeds(game, "Boardwalk"), 0, deeds(game, RED[0])) in found
    assert (deeds(game, "Boardwalk", "Oriental Avenue"), 0, reds) in found
    assert (0, 0, reds | deeds(game, "Short Line")) in found
    assert (0, 1, reds) in found  # a card as a token
    assert (0, 1, 0) in found
    assert (0, 0, 0) not in found
    assert all(give & deeds(game, "Baltic Avenue") == 0 for give, _, _ in found)
    assert {each.partner for each in found_in(game) if each.take != NOTHING} == {1}


def test_an_offer_on_the_table_is_what_the_rules_make_of_it() -> None:
    game = ending(
        Ann={"deeds": {"Boardwalk": "mortgaged", RED[2]: 0}, "jail_cards": ["chest"]},
        Ben={"deeds": {RED[0]: 0, RED[1]: "mortgaged"}},
    )
    found = [each for each in found_in(game) if each.give != NOTHING and each.take != NOTHING]
    assert len(found) > 3
    cash = np.array([(-30, 0, 45)[n % 3] for n in range(len(found))])
    engine = Engine(game.ruleset)
    for n, (exchange, state) in enumerate(zip(found, on_table(game.to_bytes(), 0, found, cash), strict=True)):
        engine.position, engine.played = game.to_bytes(), offer_record(0, exchange, int(cash[n]))
        assert engine.step() == 0
        assert engine.position == state.tobytes()


def test_the_least_cash_is_found_to_the_dollar() -> None:
    game = ending(Ann={"cash": 1500, "deeds": [RED[0]]}, Ben={"deeds": RED[1:]}, Cy={"cash": 777})
    table = table_of("shopkeeper")
    red = part_of(deeds(game, RED[1]), table.ruleset.record[0]["group"])
    own = part_of(deeds(game, RED[0]), table.ruleset.record[0]["group"])
    wanted = [Exchange(1, NOTHING, red), Exchange(2, own, NOTHING)]
    brackets = Brackets(table.partner, table.ruleset, game.to_bytes(), 0, wanted)
    brackets.halve(13)
    assert brackets.high.tolist() == [220, -220]  # it sells and buys at the printed price
    assert brackets.low.tolist() == [219, -221]


def test_what_is_never_accepted_has_no_price_and_nobody_pays_more_than_they_have() -> None:
    game = ending(Ann={"cash": 200}, Ben={"deeds": RED}, Cy={"deeds": [ORANGE[0]]})
    groups = game.ruleset.record[0]["group"]
    for bot, bought in (("recluse", 0), ("shopkeeper", 1)):
        table = table_of(bot)
        wanted = [Exchange(2, NOTHING, part_of(deeds(game, ORANGE[0]), groups)),
                  Exchange(1, NOTHING, part_of(deeds(game, RED[0]), groups))]  # fmt: skip
        assert len(Brackets(table.partner, table.ruleset, game.to_bytes(), 0, wanted)) == bought


def test_the_best_offer_completes_a_group_for_as_little_as_is_accepted() -> None:
    position = {"Ann": {"cash": 1500, "deeds": ORANGE[:2]}, "Ben": {"deeds": [ORANGE[2], "Baltic Avenue"]}}
    game = ending(**position)
    table = table_of("shopkeeper")
    offer = Search(table.judge, table.partner).best(game.to_bytes(), 0, 0.01)
    assert offer is not None
    assert offer.exchange.take.deeds & deeds(game, ORANGE[2])
    assert offer.gains[0] > 0.1
    after = np.frombuffer(offer.after, STATE)[0]
    assert after["owner"][game.deed(ORANGE[2]).index] == 0
    game.play(game._names.action(offer.record, 0))
    assert game.choice_of(bots.policy("shopkeeper"), "Ben", bots.notebooks([bots.bot("shopkeeper").notebook])).kind == (
        "Accept"
    )


def test_a_recluse_cannot_be_probed() -> None:
    table = table_of("recluse")
    search = Search(table.judge, table.partner)
    alone, probing = (play_game(table, 3, Prober(table, 1, each)) for each in (None, search))
    assert (alone.share, alone.ended) == (probing.share, probing.ended)
    assert (probing.deals, probing.asked, probing.gains) == ([], 0, [])


def test_offers_to_fools_win_and_without_them_none_is_made(fool: str) -> None:
    table = table_of(fool)
    search = Search(table.judge, table.partner)
    probing = [play_game(table, number, Prober(table, number % SEATS, search)) for number in range(6)]
    assert sum(game.share for game in probing) >= 4
    assert all(game.gains and game.asked >= len(game.gains) for game in probing)
    assert all(gain >= 0.01 for game in probing for gain, _ in game.gains)
    alone = play_game(table, 0, Prober(table, 0, None))
    assert not alone.gains
    assert all(deal.proposer != 0 for deal in alone.deals)


def test_round_trips_are_counted_if_they_cost_the_bot_cash() -> None:
    sold = Deal(3, 0, 1, give=0, take=0b110, cash=100)
    for back, lost in (
        (Deal(5, 0, 1, give=0b110, take=0, cash=-120), 1),
        (Deal(5, 1, 0, give=0, take=0b110, cash=120), 1),  # the bot asks for it itself
        (Deal(5, 0, 1, give=0b110, take=0, cash=-100), 0),
        (Deal(9, 0, 1, give=0b110, take=0, cash=-120), 0),
        (Deal(5, 0, 1, give=0b10, take=0, cash=-120), 0),
        (Deal(5, 0, 2, give=0b110, take=0, cash=-120), 0),
    ):
        assert losses_by_round_trips([sold, back], [1, 2, 3]) == lost


def test_a_bot_that_would_undo_a_deal_at_a_loss_is_noticed(fool: str) -> None:
    game = ending(Ann={"cash": 1000, "deeds": [RED[0]]}, Ben={})
    deal = Deal(0, 0, 1, give=0, take=deeds(game, RED[0]), cash=220)
    for name, undone in ((fool, True), ("shopkeeper", False), ("recluse", False)):
        table = table_of(name)
        assert would_undo(table, game.to_bytes(), deal, table.partner.new_memory()) == undone
    assert not would_undo(table_of(fool), ending(Ann={}, Ben={"deeds": [RED[0]]}).to_bytes(), deal, None)


def test_chosen_offers_are_proved_by_games_to_the_end(fool: str) -> None:
    table = table_of(fool, games=60)
    chosen = [(number, *each) for number in range(2) for each in choose_offers(table, number)]
    assert chosen
    truths = [prove(table, *each) for each in chosen]
    assert np.mean([truth.proved[1] for truth in truths]) < 0.05
    assert np.mean([truth.proved[0] for truth in truths]) > 0
    again = prove(table, *chosen[0])
    assert again == truths[0]


def test_the_expert_answers_many_offers_as_it_answers_one() -> None:
    position = {
        "Ann": {"cash": 700, "deeds": [*ORANGE[:2], RED[2]]},
        "Ben": {"cash": 700, "deeds": [*RED[:2], ORANGE[2]]},
    }
    game, table = ending(**position), table_of("expert")
    wanted = found_in(game)[:40]
    wanted = [each for each in wanted if each.take != NOTHING and each.partner == 1]
    states = np.concatenate([on_table(game.to_bytes(), 0, wanted, np.full(len(wanted), c)) for c in (50, 400, 1200)])
    together = table.partner.accepts(states, np.full(len(states), 1))
    engine = Engine(game.ruleset)
    for state, accepted in zip(states, together, strict=True):
        engine.position = state.tobytes()
        table.partner.decide(engine, 1, table.partner.new_memory())
        assert (engine.action.kind == codes.ACCEPT) == accepted
    assert {True, False} == set(together.tolist())


def test_an_expert_that_makes_no_offers_makes_none() -> None:
    position = {
        "Ann": {"cash": 700, "deeds": [*ORANGE[:2], RED[2]]},
        "Ben": {"cash": 700, "deeds": [*RED[:2], ORANGE[2]]},
    }
    game, engine, kinds = ending(**position), Engine(editions.ruleset("classic")), []
    for offers in (4, 0):
        bundled = bots.expert_with(looks=0, deal_looks=0, offers=offers)
        engine.position = game.to_bytes()
        engine.ask(bundled.policy, 0, bots.notebooks([bundled.notebook]))
        kinds.append(engine.action.kind)
    assert kinds[0] == codes.OFFER
    assert kinds[1] not in (codes.OFFER, codes.COUNTER, codes.OFFER_SETTLEMENT)


def test_ctrl_c_keeps_what_is_done() -> None:
    stopped, begun = Stopped(), []

    def work(task: Task) -> int:
        return task[1]

    def tasks() -> Iterator[Any]:
        for n in range(1000):
            begun.append(n)
            yield (str, n)

    found = []
    with ThreadPoolExecutor(2) as pool, pytest.MonkeyPatch.context() as patch:
        patch.setattr("passgo.dev.probe.workers.do", work)
        for result in results(pool, tasks(), 2, stopped):
            found.append(result)
            if result == 10:
                stopped.set()
    assert found[:11] == list(range(11))
    assert found == begun[: len(found)]
    assert len(begun) < 20


def test_intervals_are_over_matches_and_the_difference_is_paired() -> None:
    def match(number: int, without: float, offers: float) -> MatchResult:
        return MatchResult(number, [GameResult(without)] * SEATS, [GameResult(offers)] * SEATS)

    findings = Findings(ProbePlan("trader"), [match(n, n % 2, n % 2) for n in range(10)])
    assert findings.without.mean == findings.with_offers.mean == 0.5
    assert findings.without.low is not None
    assert findings.without.low < 0.3
    assert (findings.added.low, findings.added.high) == (0.0, 0.0)


def keys_of(found: Any) -> set[str]:
    """All names in a JSON report."""
    inner = [keys_of(value) for value in found.values() if isinstance(value, dict)]
    return set(found).union(*inner)


def test_the_command_says_what_it_found_and_every_key_is_documented(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["dev", "probe", "Shopkeeper", "--matches", "1", "--offers", "2", "--games", "20", "--threads", "2"]
    assert run([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["bot"], found["matches"], found["games"], found["chosen_offers"]["offers"]) == ("shopkeeper", 1, 4, 2)
    assert found["deals_per_game"] > 0
    page = DOCS.read_text()
    assert [key for key in keys_of(found) if f"`{key}`" not in page] == []
    assert (
        run(["dev", "probe", "shopkeeper", "--matches", "0", "--offers", "1", "--games", "20", "--threads", "1"]) == 0
    )
    assert "chosen offers" in capsys.readouterr().out


def test_a_bot_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["dev", "probe", "hal"]) == 2
    assert "there is no bot 'hal'" in capsys.readouterr().err
