"""Whole games on the whole screen, played by keys alone to the end, in every edition."""

import pytest
from textual.pilot import Pilot

from passgo import Game, editions
from tests.terminal.tables import SMALL, WIDE, new_table, play_a_move, program_of, run_program, screen_text, settle

MOST_MOVES = 1500
SEEDS = {"1935": 33, "classic": 31, "speed-die": 33, "modern": 22}
"""Games that are soon over, for whoever plays them in a hurry."""


@pytest.mark.parametrize("edition", editions.NAMES)
def test_a_game_is_played_to_its_end_by_keys(edition: str) -> None:
    table = new_table(edition, seed=SEEDS[edition], call_s=30)

    async def script(pilot: Pilot[None]) -> None:
        for _ in range(MOST_MOVES):
            await settle(pilot)
            if table.is_over:
                break
            before = len(table.steps)
            await play_a_move(pilot)
            assert len(table.steps) > before, screen_text(program_of(pilot))
        outcome = table.board.outcome
        assert outcome is not None
        assert f"{' AND '.join(outcome.winners).upper()} WON" in screen_text(program_of(pilot))

    run_program(table, script, SMALL if edition in ("classic", "1935") else WIDE)
    assert Game.from_record(table.record()).outcome == table.board.outcome
