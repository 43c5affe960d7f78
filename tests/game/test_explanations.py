"""Every move of a record, explained: by rule, and with arithmetic that adds up."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from passgo import Game, bots, rulebook
from passgo.game import explanations
from passgo.game.arithmetic import format_arithmetic
from passgo.game.explanations import explain_instead, explain_record
from passgo.notation.events import Event

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = sorted(path for path in GOLDEN.glob("*.txt") if "\npassgo record " in path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_events_of_a_record_are_those_that_it_tells(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    told = re.findall(r"^    # (.*) \((\S+)\)$", text, re.MULTILINE)
    moves = explain_record(text)
    happened = [(reason.says, reason.rule) for move in moves for reason in move.reasons]
    assert [(says, rule) for says, rule in happened if "'s turn begins on " not in says] == told
    assert [move.number for move in moves] == list(range(1, len(moves) + 1))


def test_rents_are_explained_and_the_sums_are_those_of_the_events() -> None:
    explained = 0
    for path in RECORDS:
        for move in explain_record(path.read_text(encoding="utf-8")):
            for reason in move.reasons:
                if reason.arithmetic:
                    amount = reason.arithmetic.partition(" = ")[0]
                    assert amount in reason.says or "is settled" in reason.says or "is dealt" in reason.says, reason
                    explained += "rent for" in reason.says
    assert explained > 100


FREE = {"DiceThrown", "TurnBegan", "BidMade", "Moved", "FirstPlayerFound", "HourStruck"}
"""Kinds whose amounts need no explanation, or are no dollars."""

FORMS: list[tuple[str, Callable[..., int]]] = [
    (r"(\d+) x \((\d+(?: \+ \d+)*)\)", lambda f, d: int(f) * sum(map(int, d.split(" + ")))),
    (r"(\d+) x \$([\d,]+)(?::.*)?", lambda f, d: int(f) * number(d)),
    (r"half of (?:(\d+) x )?\$([\d,]+)", lambda f, d: int(f or 1) * number(d) // 2),
    (r"\$([\d,]+) \+ \$([\d,]+) \(10 % of it(?:, rounded up)?\)", lambda a, b: number(a) + number(b)),
    (r"10 % of \$([\d,]*0)", lambda m: number(m) // 10),
    (r"10 % of \$([\d,]*[1-9]), rounded up", lambda m: number(m) // 10 + 1),
    (r"\$([\d,]+) in cash \+ \$([\d,]+) for properties.* \+ \$([\d,]+) for buildings", lambda *p: sum(map(number, p))),
    (
        r"(\d+) houses x \$([\d,]+) \+ (\d+) hotels x \$([\d,]+)",
        lambda a, b, c, d: int(a) * number(b) + int(c) * number(d),
    ),
    (r"(\d+(?: \+ \d+)*)", lambda d: sum(map(int, d.split(" + ")))),
]


def number(text: str) -> int:
    return int(text.replace(",", ""))


def played(edition: str, seed: int) -> str:
    """The record of a whole game of traders."""
    game, bot = Game(edition, players=["Ann", "Ben", "Cy"], seed=seed), bots.bot("trader")
    notebooks = {name: bots.notebooks([bot.notebook]) for name in game.names}
    while game.outcome is None and len(game.record()) < 400_000:
        player = game.next_to_decide or ""
        for _ in range(50):
            if game.outcome is None:
                player = game.next_to_decide or ""
                game.play(game.choice_of(bot.policy, player, notebooks[player]), player)
    return game.record()


@pytest.mark.parametrize("edition", ["1935", "classic", "speed-die", "modern"])
def test_every_dollar_of_a_game_is_explained_and_adds_up(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    silent: list[str] = []
    explained: list[str] = []
    kinds: set[str] = set()

    def spy(event: Event, before: Sequence[Event], game: Game) -> str:
        told = format_arithmetic(event, before, game)
        if event.amount and event.kind not in FREE and not told:
            silent.append(f"{event.kind} {event.rule}: {event}")
        if told:
            explained.append(told)
            kinds.add(event.kind)
        return told

    monkeypatch.setattr(explanations, "format_arithmetic", spy)
    texts = [path.read_text(encoding="utf-8") for path in RECORDS if path.stem.startswith(edition)]
    for text in [*texts, played(edition, 4)]:
        explain_record(text)
    assert silent == []
    assert {"Paid", "RentCharged", "DeedBought", "Mortgaged", "DebtArose"} <= kinds
    for told in set(explained):
        amount, _, reason = told.partition(" = ")
        for form, value in FORMS:
            found = re.fullmatch(form, reason)
            if found:
                assert value(*found.groups()) == number(re.sub(r"\$| squares?", "", amount)), told


@pytest.mark.parametrize(
    ("deeds", "dice", "told"),
    [("owner=8*3,1*3 level=0*3,3*3 houses=23", (2, 4), "$270 = three houses on Oriental Avenue"),
     ("owner=8*3,1*3", (2, 4), "$12 = 2 x $6: Oriental Avenue is bare, and its owner has the whole group"),
     ("owner=8*3,1", (2, 4), "$6 = no building on Oriental Avenue"),
     ("owner=8*2,1,8*7,1", (2, 3), "$50 = 2 railroads owned"),
     ("owner=8*7,1", (6, 6), "$48 = 4 x (6 + 6)")],
)  # fmt: skip
def test_the_arithmetic_of_rent(deeds: str, dice: tuple[int, int], told: str) -> None:
    position = f"classic | cash=900*2 turn=1 players=2 phase=before-throw {deeds}"
    game = Game.from_position(position, players=["Ann", "Ben"], dealer="typed")
    game.throw(*dice)
    reasons = [reason for move in explain_record(game.record()) for reason in move.reasons]
    assert [reason.arithmetic for reason in reasons if "rent for" in reason.says] == [told]


def test_a_refused_line_is_explained_by_its_rule() -> None:
    text = (GOLDEN / "classic-third-turn-in-jail.txt").read_text(encoding="utf-8")
    moves = explain_record(text.replace("Ann: mortgage Baltic Avenue", "Ann: build Baltic Avenue"))
    assert moves[-1].refused
    assert moves[-1].reasons[0].says == rulebook.refusal(moves[-1].reasons[0].rule)


def test_another_action_may_be_asked_of() -> None:
    text = (GOLDEN / "classic-third-turn-in-jail.txt").read_text(encoding="utf-8")
    assert explain_instead(text, 1, "build baltic").reasons[0].rule == "build.group"
    assert not explain_instead(text, 1, "mortgage baltic").refused
    with pytest.raises(ValueError, match="from 1 to 7"):
        explain_instead(text, 8, "throw")
