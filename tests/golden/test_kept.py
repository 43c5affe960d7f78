"""Kept records replay as they did, for ever; a change that alters one says which rule and why in the CHANGELOG."""

import re
from pathlib import Path

import pytest

from passgo import Game
from passgo.rulebook import BOOKS
from passgo.rules import ids
from tests.golden import archive
from tests.golden.archive import Kept, altered_records, digest_of, hashed, kept_records

CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"
KEPT = kept_records()
HOW = "; if a change of the rules is meant, see 'Kept records' in CONTRIBUTING.md"


def entries(changelog: str) -> list[str]:
    """The entries of a changelog, each on one line."""
    return [" ".join(entry.split()) for entry in re.split(r"^(?:- |#)", changelog, flags=re.MULTILINE)]


def is_explained(name: str, rule: str, changelog: str) -> bool:
    """Does one entry name the record and the rule, and say more than that?"""
    said = [entry for entry in entries(changelog) if f"`{name}`" in entry and f"`{rule}`" in entry]
    return rule in ids.NAMES and any(len(entry) > len(name) + len(rule) + 40 for entry in said)


def complaint(kept: Kept, found: str, altered: dict[str, tuple[str, str]], changelog: str) -> str:
    """What is wrong with what the rules make of a kept record now; empty if nothing is."""
    if kept.name not in altered:
        return "" if found == kept.of_game else f"{kept.name} is no longer what it was{HOW}"
    digest, rule = altered[kept.name]
    if found != digest:
        return f"{kept.name} has been altered again since `{rule}` altered it{HOW}"
    return (
        "" if is_explained(kept.name, rule, changelog) else f"no entry of CHANGELOG.md names `{kept.name}` and `{rule}`"
    )


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: kept.name)
def test_a_kept_record_is_what_it_was(kept: Kept) -> None:
    text = kept.path.read_text(encoding="utf-8")
    assert hashed(text) == kept.of_text, f"{kept.name} was edited; kept records are never written again"
    problem = complaint(kept, digest_of(text), altered_records(), CHANGELOG.read_text(encoding="utf-8"))
    assert not problem, problem


def test_nothing_that_was_kept_is_missing() -> None:
    files = {path.relative_to(archive.FOLDER).with_suffix("").as_posix() for path in archive.FOLDER.rglob("*.txt")}
    versions = {kept.name.split("/")[0] for kept in KEPT}
    assert files - {f"{version}/digests" for version in versions} == {kept.name for kept in KEPT}
    assert set(altered_records()) <= {kept.name for kept in KEPT}


@pytest.mark.parametrize("edition", BOOKS)
def test_the_first_version_keeps_whole_games_of_every_edition(edition: str) -> None:
    names = {kept.name for kept in KEPT}
    assert f"0.1.0/{edition}-whole-game" in names
    assert sum(name.startswith(f"0.1.0/{edition}-random") for name in names) == archive.RANDOM_GAMES


# The test has teeth


def test_another_event_makes_another_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = next(kept for kept in KEPT if kept.name == "0.1.0/classic-deals")
    text = kept.path.read_text(encoding="utf-8")
    play = Game.play
    monkeypatch.setattr(Game, "play", lambda game, line: play(game, line)[1:])
    assert complaint(kept, digest_of(text), {}, "") != ""


def test_a_change_must_be_explained_by_record_and_rule() -> None:
    kept = Kept("0.1.0/a-game", "", "old")
    altered = {"0.1.0/a-game": ("new", "rent.deed")}
    why = "the rent of a bare lot was a dollar too high, against the printed deed."
    assert complaint(kept, "old", {}, "") == ""
    assert complaint(kept, "new", {}, "") != ""
    assert complaint(kept, "new", altered, "- nothing to do with it") != ""
    assert complaint(kept, "new", altered, f"- `rent.deed`: {why}") != ""
    assert complaint(kept, "new", altered, f"- `0.1.0/a-game`: {why}\n- `rent.deed` is fine") != ""
    assert complaint(kept, "new", altered, "- `0.1.0/a-game` `rent.deed`") != ""
    assert complaint(kept, "new", altered, f"- `rent.deed` alters\n  `0.1.0/a-game`: {why}") == ""
    assert complaint(kept, "newer", altered, f"- `rent.deed` alters `0.1.0/a-game`: {why}") != ""
    nonsense = {"0.1.0/a-game": ("new", "no.rule")}
    assert complaint(kept, "new", nonsense, f"- `no.rule` alters `0.1.0/a-game`: {why}") != ""
