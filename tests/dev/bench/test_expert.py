"""The speed of the expert is measured by its budget, and the net alone decides within a millisecond."""

import json

import pytest

from passgo.cli import run


def test_decisions_cost_what_their_looks_cost(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "expert", "--json", "--seconds", "0.2"]) == 0
    numbers = json.loads(capsys.readouterr().out)
    assert all(number > 0 for number in numbers.values())
    net, deals, all_ways = (numbers[f"decisions_per_cpu_s_expert{looks}"] for looks in ("_0", "", "_100"))
    assert net > deals > all_ways
    assert net > 1000
