"""Entry points as Python calls them: what they refuse to be called with, what they raise, and where they are kept."""

import traceback
from pathlib import Path

import numpy as np
import pytest

from passgo.machine import cache, records
from passgo.machine.decorators import entry
from passgo.machine.entries import Entry
from passgo.machine.faults import raise_kept
from passgo.machine.kinds import Numbers
from passgo.machine.objects import object_of
from passgo.machine.switches import CALM, PLAIN
from passgo.rules import state
from passgo.rules.step import step
from passgo.rules.waiting import to_act

pytestmark = pytest.mark.skipif(PLAIN or CALM, reason="these are entry points of our own compiler")

Counts = Numbers("int64")


@entry
def sum_below(numbers: Counts, bound: int) -> int:  # type: ignore[valid-type]
    """Add the first numbers."""
    total = 0
    for n in range(bound):
        total += numbers[n]  # type: ignore[index]
    if total < 0:
        raise ValueError("below zero")
    return total


def test_numbers_and_arrays_are_read_and_results_returned() -> None:
    assert sum_below(np.arange(5, dtype=np.int64), 5) == 10
    assert sum_below(np.arange(5, dtype=np.int64), np.int8(3)) == 3  # type: ignore[arg-type]


def test_what_code_raises_is_raised_where_it_stands() -> None:
    with pytest.raises(ValueError, match="below zero") as raised:
        sum_below(np.array([-5], np.int64), 1)
    assert "test_entries.py" in "".join(traceback.format_exception(raised.value)).rpartition("sum_below")[0]


def test_an_exception_of_the_rules_names_its_place() -> None:
    import pickle

    with pytest.raises(IndexError, match="too far") as raised:
        raise_kept(pickle.dumps((IndexError, ("too far",), ("look", __file__, 1))))
    assert traceback.extract_tb(raised.value.__traceback__)[-1].filename == __file__
    with pytest.raises(ValueError, match="nowhere"):
        raise_kept(pickle.dumps((ValueError, ("nowhere",), None)))


@pytest.mark.parametrize(
    "arguments", [(), (0,), (None, 0), (np.zeros(3, np.int32), 0), (b"read only", 0), (records.new(state.State), "x")]
)
def test_other_arguments_are_refused(arguments: tuple[object, ...]) -> None:
    with pytest.raises((TypeError, BufferError)):
        to_act(*arguments)  # type: ignore[arg-type]


def test_half_a_file_is_no_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PASSGO_CACHE", str(tmp_path))
    asked = Entry(to_act.py_func)  # type: ignore[attr-defined]
    assert cache.kept_object(asked.py_func) is None
    whole = object_of(asked.py_func)
    assert cache.kept_object(asked.py_func) == whole
    file = cache.object_file(asked.py_func)
    file.write_bytes(file.read_bytes()[:-9])
    with pytest.raises(EOFError):
        asked.compile()


def test_an_entry_point_says_which_it_is() -> None:
    assert repr(step) == "<entry point passgo.rules.step.step>"
    assert step.__doc__ == step.py_func.__doc__  # type: ignore[attr-defined]
