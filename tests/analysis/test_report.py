"""Values, advice and the report of a game say what they should, and the parts add up."""

import json
import re
from pathlib import Path

import pytest

import passgo
from passgo.analysis import advise, analyse, value
from passgo.analysis.judge import Judge
from passgo.analysis.page import format_page
from passgo.analysis.report import LEAST_LOSS, PARTS, SURE, Analysis, read_steps
from passgo.analysis.words import format_text
from passgo.cli import run
from tests.rules.table import table

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = [
    "classic-whole-game",
    "classic-deals",
    "classic-short-game",
    "1935-whole-game",
    "1935-manual-claims",
    "modern-whole-game",
    "classic-resignations",
]


def game_of(name: str) -> passgo.Game:
    return passgo.Game.from_record((GOLDEN / f"{name}.txt").read_text())


@pytest.fixture(scope="module")
def traders() -> passgo.Game:
    """A game of four traders to its end."""
    game = passgo.Game("classic", players=["Ann", "Ben", "Cy", "Dee"], seed=11)
    game.play_out()
    return game


@pytest.fixture(scope="module")
def analysis(traders: passgo.Game) -> Analysis:
    return analyse(traders)


def check_sums(analysis: Analysis) -> None:
    for seat, name in enumerate(analysis.names):
        assert set(analysis.parts[name]) == set(PARTS)
        assert abs(sum(analysis.parts[name].values()) - (analysis.end[seat] - analysis.start[seat])) < 1e-9
    for part in PARTS:
        assert abs(sum(analysis.parts[name][part] for name in analysis.names)) < 1.0 or part != "luck"


@pytest.mark.parametrize("name", GAMES)
def test_the_four_parts_add_up(name: str) -> None:
    check_sums(analyse(game_of(name), mistakes=False))


def test_luck_is_nobodys_gain_alone(analysis: Analysis) -> None:
    check_sums(analysis)
    assert abs(sum(analysis.parts[name]["luck"] for name in analysis.names)) < 1e-4
    assert abs(sum(analysis.parts[name]["deals"] for name in analysis.names)) < 1e-4


def test_who_won_ends_at_one(traders: passgo.Game, analysis: Analysis) -> None:
    assert traders.outcome is not None
    assert analysis.winners == traders.outcome.winners
    assert analysis.end == tuple(float(name in analysis.winners) for name in analysis.names)
    assert analysis.start == (0.25,) * 4


def test_chances_along_the_game_lie_in_their_intervals(analysis: Analysis) -> None:
    assert [point.turn for point in analysis.points] == sorted(point.turn for point in analysis.points)
    for point in analysis.points:
        assert abs(sum(point.chances) - 1) < 1e-5
        for low, mid, high in zip(point.low, point.chances, point.high, strict=True):
            assert 0 <= low <= mid <= high <= 1


def test_every_deal_is_named_with_its_effect_on_everybody(traders: passgo.Game, analysis: Analysis) -> None:
    made = [event for event in traders.events if event.kind == "DealMade"]
    assert len(analysis.deals) == len(made) > 0
    for deal, event in zip(analysis.deals, made, strict=True):
        assert deal.turn == event.turn
        assert str(event) in deal.says
        assert abs(sum(deal.effects)) < 1e-4


def test_mistakes_are_beyond_doubt_and_one_a_turn(analysis: Analysis) -> None:
    assert all(found.loss > LEAST_LOSS and found.loss > SURE * found.error for found in analysis.mistakes)
    turns = [(found.turn, found.player) for found in analysis.mistakes]
    assert len(turns) == len(set(turns))
    assert all(not found.better.startswith("offer") for found in analysis.mistakes)


def test_every_decision_is_counted_once(traders: passgo.Game, analysis: Analysis) -> None:
    assert set(analysis.decisions) == set(traders.names)
    assert sum(decided.mistakes for decided in analysis.decisions.values()) == len(analysis.mistakes)
    assert all(decided.best > 0 and decided.fine >= 0 for decided in analysis.decisions.values())
    assert not analyse(traders, mistakes=False).decisions


def test_moments_name_their_step(traders: passgo.Game, analysis: Analysis) -> None:
    """Whoever shows a moment finds the position: the step of the record, and there the action of a mistake."""
    steps = read_steps(traders)
    for change in (*analysis.turning, *analysis.deals):
        assert change.says.split(". ")[0] in " ".join(map(str, steps[change.step].events))
    for mistake in analysis.mistakes:
        assert traders._names.action(steps[mistake.step].record, 0).kind == mistake.action.kind
        assert mistake.instead != mistake.action
    assert [point.step for point in analysis.points] == sorted(point.step for point in analysis.points)
    assert analysis.points[-1].step == len(steps)


def test_what_was_set_right_at_a_real_table_is_nobodys_doing() -> None:
    game = passgo.Game("classic", players=["Ann", "Ben"], dealer="typed")
    for dice in ((6, 5), (1, 2), (1, 2)):
        game.throw(*dice)
    game.play("buy")
    game.play("end turn")
    game.set_right("cash Ann: 400", "a slip in the first round")
    game.throw(3, 4)
    analysis = analyse(game)
    check_sums(analysis)
    assert analysis.parts["Ann"]["unexplained"] < -0.05
    assert len(read_steps(game)) == analysis.points[-1].step


def test_a_gift_is_a_mistake() -> None:
    game = passgo.Game("classic", players=["Ann", "Ben"], seed=5)
    game.play_out(rounds=6)
    giver = game.next_to_decide
    assert giver is not None
    other = next(name for name in game.names if name != giver)
    bare = [name for name, stands in game[giver].deeds.items() if stands == 0]
    game.play(f"offer {other}: {' + '.join(bare)} for $1")
    game.play(f"accept {giver}", other)
    found = analyse(game)
    assert any(mistake.player == giver and mistake.is_blunder for mistake in found.mistakes)
    deal = found.deals[-1]
    assert deal.effects[game.names.index(giver)] < -0.05
    assert deal.effects[game.names.index(other)] > 0.05


def test_an_offer_changes_nothing_and_no_game_is_touched() -> None:
    game = game_of("classic-deals")
    before = game.to_bytes(), game.record()
    value(game)
    value(game, looks=5)
    assert (game.to_bytes(), game.record()) == before


def test_the_value_of_a_position_agrees_with_games_played_out() -> None:
    game = passgo.Game("classic", players=["Ann", "Ben", "Cy"], seed=11)
    game.play_out(rounds=14)
    played, net, looked = game.chances(games=600), value(game), value(game, looks=100)
    assert net.label == played.label
    for name in game.names:
        assert abs(net[name].mid - played[name].mid) < 0.25
        assert abs(looked[name].mid - played[name].mid) < 0.2
        assert net[name].low <= net[name].mid <= net[name].high
    assert "judged by the net" in str(net)
    assert "100 looks of 64 throws" in str(looked)
    assert "600 games" in str(played)


def test_a_game_that_is_over_is_worth_its_result(traders: passgo.Game) -> None:
    assert traders.outcome is not None
    chances = value(traders)
    assert {name for name, chance in chances.items() if chance.mid == 1} == set(traders.outcome.winners)


def test_advice_compares_what_is_lawful() -> None:
    oranges = {"deeds": ["st. james place", "tennessee avenue"], "cash": 1200, "square": "new york avenue"}
    game = table("classic", Ann=oranges, Ben={}, phase="buy")
    advice = advise(game, looks=30)
    assert {choice.action.kind for choice in advice} >= {"Buy", "Decline"}
    assert advice[0].loss == 0
    assert advice.best.kind == "Buy"
    assert advice.player == game.next_to_decide
    assert "Decline" not in str(advice[0].action)
    for choice in advice:
        game.copy().play(choice.action)


def test_advice_in_an_auction_tries_several_bids() -> None:
    game = passgo.Game("classic", players=["Ann", "Ben"], seed=7)
    game.play("throw")
    game.play("decline")
    bids = {choice.action.amount for choice in advise(game, looks=0) if choice.action.kind == "Bid"}
    assert len(bids) > 4


def test_nobody_to_advise(traders: passgo.Game) -> None:
    with pytest.raises(ValueError, match="nobody has to decide"):
        advise(traders)


def test_looks_are_reproducible_and_share_their_dice() -> None:
    game = passgo.Game("classic", players=3, seed=3)
    judge = Judge(game.ruleset, 3)
    first, again = judge.looks(game.to_bytes(), 6), judge.looks(game.to_bytes(), 6)
    assert first.tobytes() == again.tobytes()
    assert judge.looks(game.to_bytes(), 3).tobytes() == first[:3].tobytes()


def test_the_command_writes_text_json_and_a_page(
    traders: passgo.Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.txt"
    record.write_text(traders.record())
    assert run(["analyse", str(record), "--json", "--html", str(tmp_path / "game.html")]) == 0
    told = json.loads(capsys.readouterr().out)
    for name in told["players"]:
        assert abs(sum(told["parts"][name].values()) - told["end"][name] + told["start"][name]) < 1e-9
    assert told["label"] == "if all play like trader from here"
    page = (tmp_path / "game.html").read_text()
    assert told["verdict"] in page
    assert page.count("<polyline") == 4
    assert not re.search(r"(?:src|href)=|<script|@import|url\(", page)
    assert run(["analyse", str(record)]) == 0
    assert told["verdict"] in capsys.readouterr().out


def test_names_are_not_markup(traders: passgo.Game) -> None:
    game = passgo.Game("classic", players=["A <b>", "Ben"], seed=1)
    game.play_out(rounds=1)
    page = format_page(analyse(game, mistakes=False))
    assert "A <b>" not in page
    assert "A &lt;b&gt;" in page
    assert "A <b>" in format_text(analyse(game, mistakes=False))
