"""Exact counts and hash sums of the games below set positions. A wrong count is shown with its split by action."""

import tomllib
from pathlib import Path

import pytest

from passgo import rulebook
from passgo.dev.perft import check, count, divide, set_up

FILES = sorted(Path(__file__).parent.glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts_are_exact(path: Path) -> None:
    verdict = check(path.read_text())
    assert verdict.right, verdict.text


def test_there_are_positions_of_every_edition() -> None:
    played = {tomllib.loads(path.read_text())["position"]["edition"] for path in FILES}
    assert played == set(rulebook.BOOKS)


def test_a_wrong_count_is_told_with_its_split_by_action() -> None:
    text = (Path(__file__).parent / "jail.toml").read_text().replace("games = 3,", "games = 4,", 1)
    verdict = check(text)
    assert not verdict.right
    assert "expected 4 games" in verdict.text
    assert "\n  Ann: throw: 1" in verdict.text
    assert "\n  Ann: use chest card: 1" in verdict.text


def test_the_split_by_action_adds_up() -> None:
    names, position = set_up({"edition": "classic", "players": {"Ann": {"jail": 1}, "Ben": {}}})
    whole = count(names.ruleset, position, 3)
    assert sum(part.games for _, part in divide(names, position, 3)) == whole.games
    assert sum(int(part.hash, 16) for _, part in divide(names, position, 3)) % 2**64 == int(whole.hash, 16)


def test_the_first_throw_can_be_counted_by_hand() -> None:
    """36 throws; after them the lander buys, pays, draws one of 16 cards, or ends the turn."""
    names, position = set_up({"edition": "classic", "players": {"Ann": {}, "Ben": {}}})
    assert count(names.ruleset, position, 1).games == 1
    assert count(names.ruleset, position, 2).games == 36
    ways = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
    chest, chance, tax, visit = 2, 7, 4, 10
    choices = {chest: 16, chance: 16, tax: 2, visit: 1}  # anything else is property: buy or decline
    assert count(names.ruleset, position, 3).games == sum(n * choices.get(square, 2) for square, n in ways.items())


@pytest.mark.parametrize("text", ["", "counts = []", "[position]", "counts = [1]\n[position]", "not toml"])
def test_a_file_that_is_no_perft_file_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"(?i)expected"):
        check(text)
