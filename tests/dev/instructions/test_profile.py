"""What callgrind counted is read, and found again in the sources."""

import inspect
from collections import Counter

from passgo.dev.instructions.profile import PACKAGE, UNKNOWN, Line, calls_to, function_of, read_costs, spent_in
from passgo.rules import movement

COUNTED = """\
# callgrind format
positions: instr line
events: Ir
fn=measured
0x1000 1 3
cfn=play
calls=7 0x2000 5
0x1003 1 700
0x1008 2 4
fn=play
0x2000 5 50
0x2000 5 20
cfn=play
calls=2 0x2000 5
0x2004 5 9
"""


def test_costs_are_those_of_each_address_without_what_was_called() -> None:
    assert read_costs(COUNTED) == Counter({0x1000: 3, 0x1008: 4, 0x2000: 70})


def test_calls_of_a_symbol_are_added_up() -> None:
    assert calls_to(COUNTED, "play") == 9
    assert calls_to(COUNTED, "pla") == 0


def test_what_is_spent_in_a_call_is_told_apart_from_the_callers_own() -> None:
    assert spent_in(COUNTED, "measured") == Counter({"play": 700})
    assert spent_in(COUNTED, "play") == Counter({"play": 9})


def test_a_function_is_found_by_its_name_or_by_its_line() -> None:
    file = str(PACKAGE / "rules" / "movement.py")
    body = inspect.getsourcelines(getattr(movement.land, "py_func", movement.land))[1] + 3
    symbols = {"step_inner", "_ZN6passgo5rules", "memcpy"}
    assert function_of("land", Line(file, 0), symbols) == "rules.movement.land"
    assert function_of("_ZN6passgo5rules", Line(file, body), symbols) == "rules.movement.land"
    assert function_of("step_inner", Line(file, body), symbols) == "rules.movement.land"
    assert function_of("step_inner", Line(file, 0), symbols) == UNKNOWN
    assert function_of("memcpy", Line("/lib/libc.c", 12), symbols) == UNKNOWN
    assert str(Line(file, 7)) == "rules/movement.py:7"
