"""The whole screen: deals, auctions, building, why, undo, leaving; by keys and by mouse."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from passgo import Game
from passgo.terminal.program.deal_sheet import DealSheet, Goods
from passgo.terminal.program.lists import OffersSheet
from passgo.terminal.program.sheets import LeaveSheet, WhySheet
from passgo.terminal.program.views import BoardView, LogView
from tests.terminal.tables import (
    Watch,
    new_table,
    program_of,
    run_program,
    screen_of,
    screen_text,
    settle,
    table_from,
)

DEALING: dict[str, Any] = {
    "players": {
        "Ann": {"deeds": {"park place": 0, "kentucky avenue": "mortgaged"}, "cash": 900},
        "Ben": {"deeds": ["boardwalk", "st. james place"], "cash": 900},
        "Cy": {"deeds": ["oriental avenue"], "jail_cards": ["chance"]},
    },
    "on_turn": "Ann",
    "phase": "before-throw",
}
BUILDING: dict[str, Any] = {
    "players": {"Ann": {"deeds": ["park place", "boardwalk", "oriental avenue"], "cash": 1000}, "Ben": {}},
    "on_turn": "Ann",
    "phase": "before-throw",
}
BUYING: dict[str, Any] = {
    "players": {"Ann": {"square": "boardwalk"}, "Ben": {}},
    "on_turn": "Ann",
    "phase": "buy",
}


EMPTY_DEAL = "Choose what changes hands, on both sides."


def test_a_deal_is_composed_judged_and_sent() -> None:
    table = table_from(DEALING, people=("Ann", "Ben", "Cy"))

    async def script(pilot: Pilot[None]) -> None:
        program = program_of(pilot)
        await pilot.press("d")
        assert isinstance(program.screen, DealSheet)
        assert EMPTY_DEAL in screen_text(program)
        await pilot.press("down", "space", "tab", *"250", "tab")
        assert program.screen.query_one("#give", Goods).selected == ["Park Place"]
        assert EMPTY_DEAL in screen_text(program)
        await pilot.press("space")
        assert "Lawful. You would have $650. Ben would have all of Dark blue." in screen_text(program)
        await pilot.press("shift+tab", "s")  # also from the field of cash, which takes digits alone
        await settle(pilot)
        assert table.person == "Ben"
        assert "ANN OFFERS A DEAL" in screen_text(program)
        await pilot.press("y")
        await settle(pilot)

    run_program(table, script)
    assert "Park Place" in table.board["Ben"].deeds
    assert "St. James Place" in table.board["Ann"].deeds
    assert table.board["Ann"].cash == 650


def test_a_deal_that_the_rules_refuse_says_so_while_it_is_composed() -> None:
    table = table_from(DEALING)

    async def script(pilot: Pilot[None]) -> None:
        program = program_of(pilot)
        await pilot.press("d", "space", "tab", *"5000", "tab", "space")
        assert "(deal.private)" in screen_text(program)
        assert "Lawful" not in screen_text(program)
        await pilot.press("ctrl+s")
        assert isinstance(program.screen, DealSheet)
        await pilot.press("escape")

    run_program(table, script)
    assert not table.steps


def test_a_deal_may_be_with_anybody_and_hold_cards() -> None:
    table = table_from(DEALING, people=("Ann", "Cy"))

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("d", "p", "tab", *"60", "tab", "down", "space")
        sheet = program_of(pilot).screen
        assert isinstance(sheet, DealSheet)
        assert sheet.partner == "Cy"
        assert sheet.action.take_cards == ("chance",)
        assert "Lawful" in screen_text(program_of(pilot))
        await pilot.press("s")
        await settle(pilot)
        assert "ANN OFFERS A DEAL" in screen_text(program_of(pilot))
        await pilot.press("c")  # another offer: it begins with what was offered, from this side
        sheet = program_of(pilot).screen
        assert isinstance(sheet, DealSheet)
        assert (sheet.action.kind, sheet.action.give_cards, sheet.action.take_cash) == ("Counter", ("chance",), 60)
        take = sheet.query_one("#take_cash", Input)
        take.value = "75"
        await pilot.press("s")
        await settle(pilot)
        await pilot.press("y")
        await settle(pilot)

    run_program(table, script)
    assert table.board["Ann"].jail_cards == ("chance",)
    assert table.board["Ann"].cash == 825


def test_open_offers_are_answered_in_a_sheet_of_their_own() -> None:
    table = table_from(DEALING, people=("Ann", "Ben"))
    table.play("offer Ben: park place for boardwalk + $50", "Ann")

    async def script(pilot: Pilot[None]) -> None:
        program = program_of(pilot)
        await pilot.press("o")
        assert "Ann offers Ben Park Place for Boardwalk + $50." in screen_text(program)
        await pilot.press("v")
        assert isinstance(program.screen, OffersSheet)  # it is not Ben's to take back
        await pilot.press("c")
        assert isinstance(program.screen, DealSheet)
        assert program.screen.action.give == ("Boardwalk",)
        await pilot.press("escape", "o", "n")
        await settle(pilot)
        assert "Ben refuses Ann's offer." in screen_text(program)

    run_program(table, script)
    assert not table.board.offers


def test_nobody_goes_bankrupt_by_a_slip() -> None:
    debt = {"kind": "debt", "player": "Ann", "other": "Ben", "amount": 500, "rule": "rent.deed"}
    table = table_from({"players": {"Ann": {"cash": 10}, "Ben": {}, "Cy": {}}, "on_turn": "Ann", "matters": [debt]})

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("x")
        assert not table.board["Ann"].out
        assert "Press x again" in screen_text(program_of(pilot))
        await pilot.press("x")
        await settle(pilot)

    run_program(table, script)
    assert table.board["Ann"].out
    assert table.is_over


def test_one_bids_by_keys_by_number_and_withdraws() -> None:
    table = table_from(BUYING, people=("Ann", "Ben"))

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("a")
        await settle(pilot)
        assert "AUCTION" in screen_text(program_of(pilot))
        first = table.person
        await pilot.press("3")
        await settle(pilot)
        assert table.person != first
        await pilot.press("b", *"777", "enter")
        await settle(pilot)
        assert table.person == first
        await pilot.press("w")
        await settle(pilot)

    run_program(table, script)
    won = next(h.event for h in table.told if h.event.kind == "AuctionWon")
    assert (won.square, won.amount) == ("Boardwalk", 777)


def test_whoever_is_silent_in_an_auction_withdraws() -> None:
    watch = Watch()
    table = table_from(BUYING, people=("Ann", "Ben"), call_s=20, watch=watch)

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("a")
        await settle(pilot)
        assert " 20 s ========================" in screen_text(program_of(pilot))
        first = table.person
        watch.now_s = 10.0
        screen_of(program_of(pilot)).tick()
        await pilot.pause()
        assert " 10 s ============------------" in screen_text(program_of(pilot))
        watch.now_s = 20.5
        await settle(pilot)
        assert table.person != first

    run_program(table, script)
    assert "Withdrew" in [happening.event.kind for happening in table.told]


def test_no_clock_runs_while_one_reads() -> None:
    watch = Watch()
    table = table_from(BUYING, people=("Ann", "Ben"), call_s=20, watch=watch)

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("a")
        await settle(pilot)
        await pilot.press("f1")
        watch.now_s = 100.0
        await pilot.pause(0.2)
        await pilot.press("escape")
        await settle(pilot)
        clock = table.clock
        assert clock is not None
        assert clock.left_s == 20

    run_program(table, script)
    assert "Withdrew" not in [happening.event.kind for happening in table.told]


def test_what_is_drafted_is_built_by_one_key_and_nothing_before() -> None:
    table = table_from(BUILDING)

    async def script(pilot: Pilot[None]) -> None:
        program = program_of(pilot)
        await pilot.press("g", "plus")
        assert "costs $200: you keep $800. Bank: 32 -> 31 houses" in screen_text(program)
        assert "+1   rent $70 -> $175" in screen_text(program), "the rent of a whole group, and with a house"
        await pilot.press("plus")
        assert "(build.evenly)" in screen_text(program), "a draft is never unlawful"
        await pilot.press("e")
        assert "costs $400: you keep $600" in screen_text(program)
        assert table.board["Ann"].cash == 1000, "nothing is done yet"
        await pilot.press("minus")
        assert "costs $200: you keep $800" in screen_text(program)
        await pilot.press("escape")
        assert table.board["Ann"].cash == 1000, "what is left is dropped"
        await pilot.press("g", "e", "e")
        await pilot.press("enter")
        await settle(pilot)

    run_program(table, script)
    assert (table.board["Ann"].deeds["Park Place"], table.board["Ann"].deeds["Boardwalk"]) == (2, 2)
    assert table.board["Ann"].cash == 200


def test_what_is_sold_is_said_twice_and_taken_back() -> None:
    table = table_from(BUILDING)

    async def script(pilot: Pilot[None]) -> None:
        program = program_of(pilot)
        await pilot.press("g", "e", "enter", "g", "minus")
        assert "brings $100" in screen_text(program)
        await pilot.press("enter")
        assert table.board["Ann"].deeds["Park Place"] == 1
        await pilot.press("enter")
        assert table.board["Ann"].deeds["Park Place"] == 0
        await pilot.press("u", "u", "u")
        assert "taken back" in screen_text(program)

    run_program(table, script)
    assert table.board["Ann"].cash == 1000


def test_one_mortgages_and_lifts() -> None:
    table = table_from(BUILDING)

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("m", "minus")
        assert table.board["Ann"].deeds["Oriental Avenue"] == "mortgaged"
        await pilot.press("plus", "escape")

    run_program(table, script)
    assert table.board["Ann"].deeds["Oriental Avenue"] == 0
    assert table.board["Ann"].cash == 995


def test_a_refusal_says_its_rule_and_why() -> None:
    table = new_table()

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("e")
        assert "? why: move.turn-end" in screen_text(program_of(pilot))
        await pilot.press("question_mark")
        assert isinstance(program_of(pilot).screen, WhySheet)
        assert "move.turn-end (Moving)" in screen_text(program_of(pilot))
        await pilot.press("escape")
        assert "Throw the dice." in screen_text(program_of(pilot))

    run_program(table, script)


def test_every_row_of_the_log_can_be_asked_why() -> None:
    table = new_table()

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("t")
        await pilot.press("tab", "tab")
        log = program_of(pilot).screen.query_one(LogView)
        assert log.has_focus
        await pilot.press("enter")
        assert "move.throw (Moving)" in screen_text(program_of(pilot))
        await pilot.press("escape", "escape")
        assert program_of(pilot).screen.focused is None

    run_program(table, script)


def test_the_rulebook_answers_as_one_types() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"jail")
        assert "(Jail)" in screen_text(program_of(pilot))
        await pilot.press(*" xqzw", "escape")

    run_program(new_table(), script)


def test_actions_can_be_said_in_words() -> None:
    table = new_table()

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("colon", *"nonsense", "enter")
        assert "says no action" in screen_text(program_of(pilot))
        await pilot.press("colon", *"throw", "enter")

    run_program(table, script)
    assert table.steps[0].player == "Ann"


def test_the_log_ends_at_its_oldest_and_newest_row() -> None:
    table = table_from(DEALING, people=("Ann", "Ben", "Cy"))

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("t")
        await settle(pilot)
        log = program_of(pilot).screen.query_one(LogView)
        log.focus()
        await pilot.pause()
        last = len(log.rows) - 1
        assert last >= 1
        await pilot.press("down")
        assert log.highlighted == last
        await pilot.press(*["up"] * (last + 3))
        assert log.highlighted == 0

    run_program(table, script)


def test_undo_takes_back_what_was_done_here_and_the_log_remembers() -> None:
    table = new_table()
    assert isinstance(table.board, Game)
    before = table.board.position

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("u")
        assert "Nothing to take back." in screen_text(program_of(pilot))
        await pilot.press("t")
        await settle(pilot)
        await pilot.press("u")
        assert "Taken back." in screen_text(program_of(pilot))
        assert "(taken back)" in screen_text(program_of(pilot))

    run_program(table, script)
    assert table.board.position == before


def test_the_mouse_does_what_the_keys_do() -> None:
    table = new_table()

    async def script(pilot: Pilot[None]) -> None:
        program = program_of(pilot)
        await pilot.click("#board", offset=(51, 3))
        assert "Electric Company" in screen_text(program)
        await pilot.press("escape")
        await pilot.click("#keys", offset=(3, 0))
        assert len(table.steps) == 1
        log = program.screen.query_one(LogView)
        await pilot.click(LogView, offset=(6, min(4, len(log.rows) - 1)))
        assert isinstance(program.screen, WhySheet)

    run_program(table, script)


def test_every_square_of_the_board_can_be_clicked() -> None:
    async def script(pilot: Pilot[None]) -> None:
        ring = program_of(pilot).screen.query_one(BoardView).ring
        assert [ring.square_at(*ring.place(square)) for square in range(40)] == list(range(40))

    for size in ((80, 24), (120, 40)):
        run_program(new_table(), script, size)


def test_one_is_asked_before_one_leaves(tmp_path: Path) -> None:
    table, kept = new_table(), tmp_path / "game.record"

    async def script(pilot: Pilot[None]) -> None:
        program = program_of(pilot)
        await pilot.press("q")
        assert isinstance(program.screen, LeaveSheet)
        await pilot.press("s", *str(kept), "enter")
        assert "Saved to" in screen_text(program)
        await pilot.press("r")
        assert "Press r again" in screen_text(program)
        await pilot.press("escape")
        assert program.is_running
        await pilot.press("l", "ctrl+c")
        assert isinstance(program.screen, LeaveSheet)
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert not program.is_running

    run_program(table, script)
    assert Game.from_record(kept.read_text()).position == table.game.position


def test_people_at_one_keyboard_see_only_their_own_cash() -> None:
    table = new_table(people=("Ann", "Ben"))

    async def script(pilot: Pilot[None]) -> None:
        first = table.person
        for _ in range(12):
            await settle(pilot)
            if table.person != first:
                break
            question = screen_of(program_of(pilot)).question
            assert question.usual is not None
            await pilot.press("enter")
        text = screen_text(program_of(pilot))
        assert f"{table.person}'S TURN".upper() in text.upper()
        assert text.count("***") == 2
        assert f"\n{table.person}: " in text  # whose answer it is

    run_program(table, script)


def test_a_game_may_be_faster_or_slower() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("left_square_bracket")
        assert "[ ] brisk" in screen_text(program_of(pilot))
        await pilot.press("left_square_bracket", "left_square_bracket")
        assert "[ ] calm" in screen_text(program_of(pilot))

    run_program(new_table(), script)


def test_without_colour_nothing_is_coloured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(pilot: Pilot[None]) -> None:
        program = program_of(pilot)
        assert program.no_color
        strips = program.screen._compositor.render_strips()
        drawn = [
            filtered
            for strip in strips
            for filtered in strip.apply_filter(program._filters[-1], program.screen.styles.background)
        ]
        assert not [
            segment for segment in drawn if segment.style and segment.style.color and not segment.style.color.is_default
        ]

    run_program(new_table(), script)
