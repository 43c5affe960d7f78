"""The plain source and the compiled one are the same game, byte for byte, after every step."""

import os
import subprocess
import sys
from pathlib import Path

from passgo import editions
from tests.properties.played_out import hashes

ROOT = Path(__file__).resolve().parents[2]


def test_plain_and_compiled_agree_after_every_step() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.properties.played_out"],
        cwd=ROOT,
        env={**os.environ, "PASSGO_PLAIN": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    plain = {line.split()[0]: line.split()[1:] for line in done.stdout.splitlines()}
    assert sum(map(len, plain.values())) > 3000
    for edition in editions.NAMES:
        compiled = hashes(edition)
        first = next(
            (n for n, pair in enumerate(zip(compiled, plain[edition], strict=True)) if pair[0] != pair[1]), None
        )
        assert first is None, f"{edition}: step {first} differs"
