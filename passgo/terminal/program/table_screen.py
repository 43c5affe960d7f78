"""The screen of the game: board, players, deeds, log, keys, and the question at the bottom."""

import time
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from passgo.errors import IllegalAction
from passgo.notation.actions import Action
from passgo.terminal import questions
from passgo.terminal.colours import DIM, LOSS
from passgo.terminal.files import BadInput
from passgo.terminal.panels import deed_rows
from passgo.terminal.program.build_sheet import BuildSheet
from passgo.terminal.program.deal_sheet import DealSheet
from passgo.terminal.program.deeds_sheet import DeedsSheet
from passgo.terminal.program.lists import MortgageSheet, OffersSheet, PickSheet
from passgo.terminal.program.rows_view import RowsView
from passgo.terminal.program.sheets import ChatSheet, KeysSheet, LeaveSheet, RulesSheet, WhySheet
from passgo.terminal.program.views import BoardView, Drawing, KeysView, LogView, PlayersView, side_width
from passgo.terminal.questions import Answer, Question
from passgo.terminal.table import Table

if TYPE_CHECKING:
    from passgo.terminal.program.program import Program

LARGE_FROM = (120, 40)
LEAST = (80, 24)
TICK_S = 0.05
CHAT_KEYS = ("c", ";")
"""What opens the chat: the first, unless it answers something; the second always."""
BUDGET_S = 0.03
"""How long moves of others may be played before the screen is drawn again, when none is waited for."""


class TableScreen(Screen[None]):
    """The table, as the person here sees it."""

    AUTO_FOCUS = ""  # keys are for the table until somebody goes to a list

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "why", "why"),
        Binding("slash", "rules", "rules"),
        Binding("f1", "keys", "keys"),
        Binding("q", "leave", "leave"),
        Binding("left_square_bracket", "speed(-1)", "slower"),
        Binding("right_square_bracket", "speed(1)", "faster"),
        Binding("plus", "fold", "unfold"),
        Binding("escape", "calm", "back", show=False),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.question = Question("")
        self._said: Text | None = None
        self._rule = ""
        """The rule of the last refusal, for `?`."""
        self._moved_at = 0.0
        self._saved: tuple[str | None, int, int] | None = None
        self._typing = ""
        self._giving_up = False
        self._held: list[tuple[str, Text]] = []

    @property
    def program(self) -> "Program":
        """The program that shows this."""
        return cast("Program", self.app)

    def compose(self) -> ComposeResult:
        """Everything, from top to bottom."""
        yield Drawing(id="head")
        with Horizontal(id="middle"):
            yield BoardView(self.table, id="board")
            with Vertical(id="side"):
                yield PlayersView(self.table, id="players")
                yield Drawing(id="held")
                yield RowsView(id="deeds")
        yield Static(classes="line")
        yield LogView(self.table, id="log")
        yield Static(classes="line")
        yield KeysView(id="keys")
        yield Drawing(id="asks")
        yield Input(id="line", compact=True)

    def on_mount(self) -> None:
        """Begin to play."""
        self.set_focus(None)
        self.set_interval(TICK_S, self.tick)
        self.fit()

    def on_resize(self) -> None:
        """More room, another picture."""
        self.fit()

    def fit(self) -> None:
        """Choose the picture for this size, and draw."""
        size = self.app.size
        self.set_class(size.width >= LARGE_FROM[0] and size.height >= LARGE_FROM[1], "large")
        for line in self.query(".line").results(Static):
            line.update("-" * size.width)
        self.show()

    # Time

    def tick(self) -> None:
        """Let others move, when it is time and nothing lies over the table."""
        if self.app.screen is not self or self._typing:
            return
        pause, now = self.program.pause_s, time.monotonic()
        if now - self._moved_at < pause:
            if self.table.clock is not None:
                self.show_board()
            return
        changed = False
        while self.table.go_on():
            changed, self._moved_at = True, now
            if pause or time.monotonic() - now > BUDGET_S:
                break
        if changed:
            self._said = None
            self.show()
        elif self.table.clock is not None:
            self.show_board()

    # Drawing

    def show(self) -> None:
        """Draw everything as it stands, and keep the game when somebody here is asked."""
        if not self.is_mounted:
            return
        self.question = questions.ask(self.table)
        self.show_head()
        self.show_board()
        self.query_one(PlayersView).show(large=self.has_class("large"))
        self.show_deeds()
        self.query_one(LogView).show()
        self.query_one(KeysView).show(self.question, self.table)
        self.show_question()
        self.keep()

    def show_head(self) -> None:
        """Edition, round, and the keys for help."""
        board = self.table.board
        left = f"PassGo  {board.ruleset.title}  round {board.round + 1}"
        chat = "c chat  " if self.table.can_talk else ""
        right = f"{chat}? why  / rules  F1 keys  [ ] {self.program.speed}  q leave"
        room = self.app.size.width - len(left) - len(right)
        self.query_one("#head", Drawing).draw(Text(left + " " * max(1, room) + right, no_wrap=True))

    def show_board(self) -> None:
        """The ring with the stage in it."""
        self.query_one(BoardView).show(self.question, large=self.has_class("large"))

    def show_deeds(self) -> None:
        """The deeds of the person who is asked."""
        viewer, listed = self.table.viewer, self.query_one("#deeds", OptionList)
        width = side_width(self.app.size.width, self.has_class("large"))
        whose = "YOUR DEEDS" if len(self.table.people) == 1 else f"{viewer.upper()}'S DEEDS"[: width - 6]
        self.query_one("#held", Drawing).draw(Text(f"{whose:<{width - 5}} rent", no_wrap=True))
        rows = deed_rows(self.table.board, viewer, width) or [("", Text().append("none yet", DIM))]
        if rows == self._held:
            return
        at, self._held = listed.highlighted, rows
        listed.clear_options()
        listed.add_options([Option(row) for _, row in rows])
        listed.highlighted = None if at is None else min(at, len(rows) - 1)

    def show_question(self) -> None:
        """What was said to the last answer, and the question."""
        asks = Text(self.question.asks, "bold")
        if self.app.size.width < LEAST[0] or self.app.size.height < LEAST[1]:
            asks = Text(f"This needs {LEAST[0]} x {LEAST[1]}; passgo play --plain needs no screen. ", LOSS)
        if self.question.answers:
            asks.append(f"  [{'/'.join(answer.key for answer in self.question.answers)}]", DIM)
        if self.table.status and self.table.person is not None:
            asks.append(f"  {self.table.status}", LOSS)
        if self._said is not None:  # beside what is still asked, or above it
            gap = "  " if len(self._said) + len(asks) + 2 <= self.app.size.width else "\n"
            asks = Text.assemble(self._said, gap, asks) if asks else self._said
        self.query_one("#asks", Drawing).draw(asks)

    def say(self, text: str, *, bad: bool = False) -> None:
        """Say something beside the question, until the next key."""
        self._said = Text(text, LOSS if bad else "bold")
        self.show_question()

    def keep(self) -> None:
        """Keep the game, when it is somebody's turn here or over."""
        now = (self.table.person, self.table.board.turn, len(self.table.told))
        if (self.table.person is not None or self.table.is_over) and now != self._saved:
            self._saved = now
            try:
                self.table.save()
            except BadInput as problem:
                self.say(f"The game cannot be kept: {problem}", bad=True)

    # Keys

    def on_key(self, event: events.Key) -> None:
        """Answers and tools are keys of the moment."""
        if self._typing:
            return
        if event.key == "enter" and self.focused is None and self.question.usual is not None:
            event.stop()
            self.answer(self.question.usual)
        elif event.character is not None and self.press_key(event.character):
            event.stop()

    def press_key(self, key: str) -> bool:
        """Do what a key means now; does it mean anything?"""
        self._said = None
        for answer in self.question.answers:
            if answer.key == key:
                self.answer(answer)
                return True
        for tool in questions.tools(self.table):
            if tool.key == key:
                if tool.lacks:
                    self.refuse_tool(key, tool.lacks)
                else:
                    self.open(key)
                return True
        if key in CHAT_KEYS and self.table.can_talk:
            self.open("chat")
            return True
        usual = next((kind for kind, (its, _) in questions.ANSWERS.items() if its == key), "")
        if usual in ("Throw", "Buy", "Decline", "EndTurn", "PayFine") and not self.table.is_over:
            self.play(Action(usual), self.table.viewer)  # the rules say why not
            return True
        return False

    def refuse_tool(self, key: str, lacks: str) -> None:
        """Say why a tool does nothing; the rules may know more."""
        self.say(f"{lacks[0].upper()}{lacks[1:]}.", bad=True)

    def answer(self, answer: Answer) -> None:
        """Do what an answer means. Giving up is asked for twice."""
        if answer.action is not None and answer.action.kind == "GoBankrupt" and not self._giving_up:
            self._giving_up = True
            self.say(f"Going bankrupt ends the game for you. Press {answer.key} again to do it.", bad=True)
            return
        self._giving_up = False
        if answer.action is not None:
            self.play(answer.action, self.table.person or self.table.viewer)
        else:
            self.open(answer.opens)

    def play(self, action: Action | str, person: str) -> None:
        """Play an action, or say why it is refused."""
        try:
            self.table.play(replace(action, most=0) if isinstance(action, Action) else action, person)
        except IllegalAction as refusal:
            self._rule = refusal.rule
            self.say(f"{refusal.reason}  (? why: {refusal.rule})", bad=True)
            return
        except ValueError as problem:
            self.say(str(problem), bad=True)
            return
        self._said, self._rule, self._moved_at = None, "", time.monotonic()
        self.show()

    def open(self, what: str) -> None:
        """Open a sheet, or the line in which one types."""
        table, person = self.table, self.table.viewer
        if what in ("bid", ":"):
            self.type_in(what)
        elif what == "wait":
            table.wait()
            self.show()
        elif what in ("agree", "disagree") and table.wish is not None:
            table.consent(table.wish, what == "agree")
            self.show()
        elif what == "u":
            self.undo()
        elif what == "g":
            self.over(BuildSheet(table, person))
        elif what == "m":
            self.over(MortgageSheet(table, person))
        elif what == "d":
            self.over(DealSheet(table, person))
        elif what in ("o", "counter"):
            offers = [offer for offer in table.board.offers if offer.other == person]
            self.over(DealSheet(table, person, offers[0]) if what == "counter" else OffersSheet(table, person))
        elif what == "pick":
            self.over(PickSheet(table, person, questions.PICKED))
        elif what == "l":
            self.over(DeedsSheet(table))
        elif what == "chat":
            self.over(ChatSheet(table))
        elif what in ("leave", "save"):
            self.ask_to_leave()

    def over(self, sheet: Screen[None]) -> None:
        """Lay a sheet over the table."""
        self.app.push_screen(sheet)

    def on_screen_resume(self) -> None:
        """When a sheet goes, everything is drawn anew."""
        self.table.restart_clock()
        self._said = None
        self.show()

    def undo(self) -> None:
        """Take back the last action made here."""
        try:
            self.table.undo()
        except ValueError as problem:
            self.say(str(problem), bad=True)
            return
        self._moved_at = time.monotonic()
        self.show()
        self.say("Taken back.")

    # Typing

    def type_in(self, what: str) -> None:
        """Open the line: for a bid, or for an action in words."""
        self._typing = what
        line = self.query_one("#line", Input)
        line.placeholder = "a bid in dollars" if what == "bid" else "throw, build SQUARE, offer PLAYER: GOODS for GOODS"
        line.value = ""
        line.add_class("open")
        line.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Play what was typed."""
        what, text = self._typing, event.value.strip()
        self.stop_typing()
        if text:
            self.play(f"bid {text}" if what == "bid" else text, self.table.person or self.table.viewer)

    def stop_typing(self) -> None:
        """Close the line."""
        self._typing = ""
        self.query_one("#line", Input).remove_class("open")
        self.set_focus(None)
        self.table.restart_clock()

    def action_calm(self) -> None:
        """Back from the line or from a list to the table."""
        if self._typing:
            self.stop_typing()
        self.set_focus(None)
        self._said = None
        self.show_question()

    # Sheets

    def action_why(self) -> None:
        """The rule behind the last refusal, or behind what happened last."""
        if self._rule:
            self.over(WhySheet(self.table, rule=self._rule))
            return
        rows = [row for row in self.query_one(LogView).rows if row.events]
        picked = self.query_one(LogView).picked
        self.over(WhySheet(self.table, events=(picked or rows[-1]).events if rows else []))

    def action_rules(self) -> None:
        """Search the rulebook."""
        self.over(RulesSheet(self.table))

    def action_keys(self) -> None:
        """All keys."""
        self.over(KeysSheet())

    def action_leave(self) -> None:
        """Ask before leaving."""
        self.ask_to_leave()

    def ask_to_leave(self) -> None:
        """Ask before leaving; whoever asks a second time is let go."""
        if isinstance(self.app.screen, LeaveSheet):
            self.app.exit()
            return
        while self.app.screen is not self and len(self.app.screen_stack) > 1:
            self.app.pop_screen()
        self.over(LeaveSheet(self.table, self.program.write))

    def action_speed(self, by: int) -> None:
        """Play slower or faster."""
        self.program.change_speed(by)
        self.show_head()

    def action_fold(self) -> None:
        """Unfold the turns of bots, or fold them again."""
        log = self.query_one(LogView)
        log.telling.fold = not log.telling.fold
        log.show()

    # The mouse, and lists

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A row of the log is asked why; a deed is looked at."""
        if event.option_list.id == "deeds":
            name = self._held[event.option_index][0]
            if name:
                self.over(DeedsSheet(self.table, self.table.board.ruleset.square(name).index))
            return
        log = self.query_one(LogView)
        row = log.rows[event.option_index]
        if row.steps:
            log.unfold(row)
        elif row.events:
            self.over(WhySheet(self.table, events=row.events))

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """A square that is clicked shows its deed."""
        self.over(DeedsSheet(self.table, event.square))

    def on_keys_view_pressed(self, event: KeysView.Pressed) -> None:
        """A key that is clicked is pressed."""
        self.press_key(event.key)
