"""Random games in both readings of the law: the engine's, and the one written without having seen it.

`passgo dev fuzz --against reference` plays on with other seeds.
"""

import re

import pytest

from passgo import Game, editions, rulebook
from tests.reference import moving, rent, shortage
from tests.reference import reference as judging
from tests.reference.contract import Act, Action, Event
from tests.reference.coverage import Coverage
from tests.reference.runs import Report, play_seed
from tests.reference.table import Objections, Table

SEEDS = {name: 10 * editions.ruleset(name).year for name in editions.NAMES}
"""The first seed of each edition's games in the ordinary suite."""

GAMES = 50
RARE_ACTIONS = {"RESIGN", "STRIKE_HOUR", "CLAIM_RENT", "OFFER_SETTLEMENT", "PLACE_BUILDING", "GO_BANKRUPT", "USE_CARD"}
NOT_TOLD = {
    "1935": {"SPEED_DIE_GAINED"},
    "classic": {"SPEED_DIE_GAINED"},
    "speed-die": set(),
    "modern": {"SPEED_DIE_GAINED", "RENT_CLAIMED", "CLAIM_KEPT", "CLAIM_LAPSED", "TAX_CHOSEN"},
}
"""Events that cannot happen in an edition of a book."""


@pytest.mark.parametrize("edition", editions.NAMES)
def test_the_two_readings_agree_step_by_step(edition: str) -> None:
    coverage, steps, book = Coverage(), 0, rulebook.book_of(edition)
    for seed in range(SEEDS[edition], SEEDS[edition] + GAMES):
        report = play_seed(seed, edition)
        assert not report.differences, report.transcript
        steps += report.steps
        coverage.add(report.coverage)
    assert steps > 100 * GAMES
    reached = coverage.to_dict()
    here = RARE_ACTIONS - ({"CLAIM_RENT"} if book == "modern" else set())  # rent is always asked for there
    assert here <= set(reached["actions"])
    assert set(reached["events_not_met"]) <= NOT_TOLD[book]
    assert len(reached["refusing_rules"]) >= 45
    situations = {"deals in a debt", "cash raised in an auction", "resignations during a matter"}
    if book != "modern":
        situations.add("rent claimed during a matter")
    assert min(reached["situations"][name] for name in situations) > 0


@pytest.mark.parametrize("edition", editions.NAMES)
@pytest.mark.parametrize("game", range(6))
def test_a_single_game_goes_the_same_way_in_both_readings(edition: str, game: int) -> None:
    """A game a test, for those who cannot wait for fifty: mutation testing above all."""
    report = play_seed(SEEDS[edition] + GAMES + game, edition)
    assert not report.differences, report.transcript


# What the comparison notices


def first_difference(after: int = 0) -> Report:
    """The first game that differs after more than so many steps."""
    for seed in range(60):
        report = play_seed(seed)
        if report.differences and report.steps > after:
            return report
    raise AssertionError("no difference was noticed")


def test_a_wrong_amount_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = rent.rent_of
    monkeypatch.setattr(rent, "rent_of", lambda table, deed: (right(table, deed)[0] + 1, right(table, deed)[1]))
    assert "RENT_CHARGED" in first_difference().transcript


def test_a_wrong_rule_of_an_event_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    tell = Table.tell

    def wrong(table: Table, kind: str, rule: str, **fields: int) -> None:
        tell(table, kind, "move.throw" if rule == "jail.sent" else rule, **fields)

    monkeypatch.setattr(Table, "tell", wrong)
    assert "events: event" in first_difference().transcript


def test_an_event_in_another_place_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    pay = Table.pay

    def wrong(table: Table, payer: int, payee: int, amount: int, rule: str) -> None:
        pay(table, payer, payee, amount, rule)
        if rule == "mortgage.value":
            table.events.insert(0, table.events.pop())

    monkeypatch.setattr(Table, "pay", wrong)
    assert "events: event" in first_difference().transcript


def test_a_field_that_no_event_tells_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = moving.thrown_to_move

    def wrong(table: Table, total: int) -> None:
        right(table, total)
        table.doubles = min(table.doubles, 1)

    monkeypatch.setattr(moving, "thrown_to_move", wrong)
    assert re.search(r"state doubles: doubles is \d in the engine", first_difference().transcript)


def test_an_action_that_one_reading_forbids_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right, do = judging.RULES[Act.SELL_BUILDING]

    def wrong(table: Table, action: Action) -> Objections:
        yield from right(table, action)
        if table.houses == 0:
            yield "build.sell-half"

    monkeypatch.setitem(judging.RULES, Act.SELL_BUILDING, (wrong, do))
    assert re.search("legal: of .*only the engine.*SELL_BUILDING", first_difference().transcript)


def test_a_refusal_by_another_rule_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right, do = judging.RULES[Act.BUY]

    def wrong(table: Table, action: Action) -> Objections:
        return ("buy.option" if rule == "buy.raise-first" else rule for rule in right(table, action))

    monkeypatch.setitem(judging.RULES, Act.BUY, (wrong, do))
    assert "the engine says buy.raise-first, the reference ['buy.option']" in first_difference().transcript


def test_another_player_waited_for_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shortage, "ask_again", lambda table, matter: table.matters.remove(matter))
    assert first_difference().differences == 1


def test_every_field_of_an_event_is_compared() -> None:
    fields = set(Event._fields)
    from passgo.rules.state import LOG

    assert fields == set(LOG.names or ()) - {"count", "listening", "dressed"}


# How a difference is record


def test_a_difference_is_shrunk_to_a_record_that_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(table: Table, deed: object) -> bool:
        return True  # forgets that mortgaged property earns nothing

    monkeypatch.setattr(rent, "earns", wrong)
    report = first_difference(after=3)
    record = report.transcript[report.transcript.index("passgo record") :]
    assert "RENT_CHARGED" in record
    assert "    # Ben moves" in record or re.search(r"    # \w+ moves", record)
    actions = re.search(r"end: (\d+) actions", record)
    assert actions is not None
    assert int(actions[1]) <= 3 < report.steps
    game = Game.from_record(record)
    assert game.record().splitlines()[0] == "passgo record 1"
