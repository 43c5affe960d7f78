"""What a program waits for is measured by name, and reading a record takes no longer than it may."""

import json

import pytest

from passgo import read_record
from passgo.cli import run
from passgo.dev.bench.library import MEASUREMENTS, TURNS, long_record, walk_record_s

WALK_S = 0.2
"""The most CPU-seconds that reading the long record and asking every moment for everything may take."""


def test_the_record_that_is_measured_is_as_long_as_it_says() -> None:
    record = read_record(long_record())
    assert record.turns == TURNS
    assert len(record) > 2 * TURNS


def test_a_long_game_is_walked_at_once() -> None:
    assert walk_record_s(0.2) < WALK_S


def test_the_command_prints_every_measurement(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "library", "--json", "--seconds", "0.01"]) == 0
    numbers = json.loads(capsys.readouterr().out)
    assert list(numbers) == list(MEASUREMENTS)
    assert all(number > 0 for number in numbers.values())
    assert run(["bench", "library", "--seconds", "0.01"]) == 0
    assert all(name in capsys.readouterr().out for name in ["walk_record_s"])
