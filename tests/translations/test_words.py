"""Every text a player can see has words in German, and they are the words for what English says today."""

import json
import re
import tomllib
from importlib.resources import files
from typing import Any, get_args

import pytest

from passgo import bots, editions, rulebook
from passgo.editions.names import slug
from passgo.notation.events import EVENT_KINDS
from passgo.server.card.words import words_of
from passgo.server.http import schema
from passgo.server.table.edition_engine import card_info
from passgo.server.wire import types
from tests.translations import english

LANGUAGES = sorted(folder.name for folder in english.WORDS.iterdir() if folder.is_dir())
OTHERS = [language for language in LANGUAGES if language != "en"]
SHARED = ("common", "shell", "options", "board", "play")
"""These are message files in English too; the others are English in the Python sources alone."""

SAME = ("edition.1935", "edition.modern")
"""Names that are the same in German."""

HOUSE_RULES = "table.no-house-rules"
"""Options of this rule are of no part of the book: a new game shows them apart."""

ENGLISH = english.english()
REASONS = {f"reason.{reason}" for reason in get_args(types.Reason)}
STATUSES = {f"status.{status}" for status in schema.STATUSES}


def words(language: str, *files: str) -> dict[str, Any]:
    return {key: text for file in files for key, text in english.read(language, file).items()}


def places(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", text))


def test_there_is_another_language() -> None:
    assert "de" in OTHERS


@pytest.mark.parametrize("language", OTHERS)
class TestTranslation:
    """Of what is English in the Python sources."""

    def test_has_exactly_the_texts_that_english_has(self, language: str) -> None:
        translated = words(language, "rules", "cards", "server", "editions")
        assert sorted(set(ENGLISH) | REASONS | STATUSES) == sorted(translated)

    def test_fills_in_what_english_fills_in(self, language: str) -> None:
        for key, text in words(language, "rules", "cards", "editions").items():
            assert places(text) == places(ENGLISH[key]), key
        for key, text in words(language, "server").items():
            assert places(text) <= places(ENGLISH.get(key, "")), key

    def test_names_the_same_numbers(self, language: str) -> None:
        for key, text in words(language, "rules", "cards", "editions").items():
            assert numbers(text) == numbers(ENGLISH[key]), key

    def test_is_not_simply_the_english_text(self, language: str) -> None:
        for key, text in words(language, "rules", "cards", "server", "editions").items():
            assert text.strip()
            assert text != ENGLISH.get(key) or key in SAME, key

    def test_writes_sums_as_is_usual_there(self, language: str) -> None:
        for key, text in words(language, "rules", "editions").items():
            assert not re.search(r"\$\d", text), f"{key}: {text}"


def test_the_translations_are_of_todays_english() -> None:
    noted, now = json.loads(english.NOTED.read_text()), english.digests()
    changed = sorted(key for key in noted.keys() | now.keys() if noted.get(key) != now.get(key))
    assert not changed, (
        f"the English of {', '.join(changed[:5])} is not the one that was translated: bring {', '.join(OTHERS)} up to"
        " date, then run python -m tests.translations.english"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_have_a_section_and_words_for_their_values(language: str) -> None:
    wanted = set()
    for name, option in english.options().items():
        wanted |= {f"section.{name.partition('_')[0]}"} if option.rule != HOUSE_RULES else set()
        wanted |= {f"value.{value}" for value in option.values if isinstance(value, str)}
        wanted |= {f"unit.{option.unit}"} - {"unit.", "unit.$", "unit.%"}
    assert sorted(wanted) == sorted(english.read(language, "options"))


def test_english_names_of_editions_are_those_of_the_editions() -> None:
    """The browser has some in English too, to name a game before it has asked for the editions."""
    here = {key: text for key, text in words("en", *SHARED).items() if re.fullmatch(r"edition\.[a-z0-9-]+", key)}
    assert {key: ENGLISH[key] for key in here} == here


@pytest.mark.parametrize("language", LANGUAGES)
class TestNames:
    """Of what comes from the server as a word."""

    @pytest.mark.parametrize("kind", EVENT_KINDS[1:])
    def test_every_event_has_a_sentence(self, language: str, kind: str) -> None:
        board = english.read(language, "board")
        assert any(key == f"event.{kind}" or key.startswith(f"event.{kind}.") for key in board)

    def test_no_sentence_is_of_an_event_that_does_not_happen(self, language: str) -> None:
        told = {key.split(".")[1] for key in english.read(language, "board") if key.startswith("event.")}
        assert told - set(EVENT_KINDS) == {"Threw", "RentPaid"}  # each is two events in one row

    def test_bots_phrases_tokens_groups_and_lots_have_names(self, language: str) -> None:
        said = words(language, *SHARED)
        wanted = [f"bot.{name}{tail}" for name in bots.BOTS for tail in ("", ".help")]
        wanted += [f"phrase.{name}" for name in get_args(types.Phrase)]
        wanted += [f"lot.{name}" for name in get_args(types.Lot)]
        for edition in editions.NAMES:
            table = editions.ruleset(edition)
            wanted += [f"token.{token}" for token in table.tokens]
            wanted += [f"group.{slug(group.name).replace('_', '-')}" for group in table.groups]
        assert [key for key in wanted if key not in said] == []


def card_texts(language: str) -> dict[str, str]:
    """What the server writes on the picture of a shared link."""
    texts = tomllib.loads(files("passgo.server.card").joinpath("words.toml").read_text("utf-8"))[language]
    parts = {f"part.{name}": text for name, text in texts["parts"].items()}
    numbers = {f"number.{n}": text for n, text in enumerate(texts["numbers"])}
    return {key: text for key, text in texts.items() if isinstance(text, str)} | parts | numbers


@pytest.mark.parametrize("language", LANGUAGES)
def test_shared_links_have_words_in_every_language(language: str) -> None:
    english_texts, texts = card_texts("en"), card_texts(language)
    assert sorted(texts) == sorted(english_texts)
    assert {key: places(text) for key, text in texts.items()} == {
        key: places(text) for key, text in english_texts.items()
    }


@pytest.mark.parametrize("language", OTHERS)
def test_shared_links_call_editions_as_the_game_does(language: str) -> None:
    names = {
        f"edition.{name}": words_of(language).edition(name, editions.ruleset(name).title) for name in editions.NAMES
    }
    assert names == {key: text for key, text in english.read(language, "editions").items() if key in names}


def test_a_card_is_sent_with_all_that_its_text_names() -> None:
    """Filled with what is sent, the template of a card is what English says."""
    templates = english.cards()
    for edition in editions.NAMES:
        table = editions.ruleset(edition)
        for deck, cards in zip(("chance", "chest"), table.cards, strict=True):
            for card in cards:
                info = card_info(card)
                sums = {name: f"${getattr(info, name)}" for name in ("amount", "per_house", "per_hotel")}
                target = "" if info.target is None else table.squares[info.target].name
                assert templates[f"card.{deck}.{info.id}"].format(target=target, **sums) == info.text


def test_every_text_of_a_rule_is_found_by_its_key() -> None:
    """The keys are built from the file; the browser builds them from what the server sends. Both must meet."""
    for rule in rulebook.RULES.values():
        assert ENGLISH[f"rule.{rule.id}"] == rule.says
        assert ENGLISH.get(f"rule.{rule.id}.refusal", "") == rule.refusal
        for field, texts in (("in", rule.reading), ("ruled", rule.ruled)):
            for edition, text in texts.items():
                assert found(f"rule.{rule.id}.{field}", edition) == text


def found(key: str, edition: str) -> str:
    """As `byEdition` of web/src/words/server.ts finds it: the edition's own words, or the nearest it extends."""
    names = (edition, *editions.extends(edition))
    return next((ENGLISH[f"{key}.{name}"] for name in names if f"{key}.{name}" in ENGLISH), ENGLISH.get(key, ""))
