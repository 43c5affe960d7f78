"""Sheets that lie over the table: why, the rulebook, the keys, leaving."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from passgo import rulebook
from passgo.game.arithmetic import format_arithmetic
from passgo.notation.events import Event
from passgo.terminal.colours import DIM, LOSS
from passgo.terminal.files import BadInput
from passgo.terminal.table import Table

LISTEN_S = 0.2
"""How often one looks whether somebody has said something."""
LONGEST_REMARK = 280

KEYS = """\
t          throw the dice                    g  build or sell
b  a       buy, or leave it to an auction    m  mortgage or lift it
1 2 3 4    bids that rise                    d  compose a deal
b  w       another bid, withdraw             o  open offers
p  c       pay to leave Jail, use a card     l  all deeds, by group
y  n       accept or refuse                  u  undo what was done here last
e          end the turn                      :  an action in words
Enter      the first answer                  s  choose a square

Tab        to your deeds and to the log; Esc back to the table
Up Down    scroll there; Enter shows a deed, or the rule behind a row
+          unfold the turns of bots, or fold them again
[ ]        slower and faster: calm, brisk, instant
?          why: the rule behind the last refusal or event
/          ask the rulebook in your own words
c  ;       chat with the others at a server's table
F1         these keys          q or Ctrl-C   leave; the game is kept
Click a key, a square, a deed or a row of the log; the wheel scrolls.

A square: two letters, its owner, its state (1-4 houses, # hotel, m mortgaged)
Tokens are small letters: ( ) has the turn, [ ] is in Jail. * a whole group
= railroads   ~ utilities   *** cash that is a secret"""


class Sheet(Screen[None]):
    """Something that lies over the table until Escape."""

    AUTO_FOCUS = ""
    heading = ""
    foot = "Esc back"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "back", priority=True)]

    def compose(self) -> ComposeResult:
        """Title, body, foot."""
        yield Static(self.heading, id="title", markup=False)
        yield from self.body()
        yield Static(Text(self.foot, DIM), id="foot")

    def body(self) -> Iterable[Widget]:
        """What stands between title and foot."""
        return ()

    def action_close(self) -> None:
        """Back to the table."""
        self.dismiss(None)


class TextSheet(Sheet):
    """A text to be read, with its own scroll."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "close", "back", show=False)]

    def __init__(self, heading: str, text: Text) -> None:
        super().__init__()
        self.heading, self.text = heading, text

    def body(self) -> Iterable[Widget]:
        """The text."""
        yield VerticalScroll(Static(self.text), id="body")

    def on_mount(self) -> None:
        """The keys scroll."""
        self.query_one("#body").focus()


class ChatSheet(Sheet):
    """What was said at the table, and a line to answer in."""

    heading = "CHAT"
    foot = "Enter says it   Esc back"

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table, self._shown = table, -1

    def body(self) -> Iterable[Widget]:
        """The lines, and below them one's own."""
        yield VerticalScroll(Static(id="said"), id="body")
        yield Input(id="say", placeholder="what you want to say", max_length=LONGEST_REMARK, compact=True)

    def on_mount(self) -> None:
        """One types at once; what others say meanwhile comes in."""
        self.query_one("#say", Input).focus()
        self.set_interval(LISTEN_S, self.show)
        self.show()

    def show(self) -> None:
        """The lines as they are now."""
        self.table.go_on()
        if len(self.table.remarks) == self._shown:
            return
        self._shown = len(self.table.remarks)
        lines = [Text.assemble((remark.player, "bold"), f"  {remark.text}") for remark in self.table.remarks]
        self.query_one("#said", Static).update(Text("\n").join(lines or [Text("Nobody has said anything yet.", DIM)]))
        self.query_one("#body", VerticalScroll).scroll_end(animate=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Say it."""
        self.table.talk(event.value)
        event.input.value = ""


class WhySheet(TextSheet):
    """The rules behind events, or behind a refusal; below them how to get any further."""

    def __init__(self, table: Table, events: Iterable[Event] = (), rule: str = "") -> None:
        text = Text()
        ruleset = table.board.ruleset
        if rule:
            text.append(f"{rulebook.refusal(rule)}\n", "bold")
            text.append(f"{rulebook.why(rule, ruleset)}\n\n")
        told: set[str] = set()
        before = [happening.event for happening in table.told if not happening.undone]
        for event in events:
            text.append(f"{event}\n", "bold")
            at = before.index(event) if event in before else len(before)
            arithmetic = format_arithmetic(event, before[:at], table.board)
            text.append(f"{arithmetic}\n" if arithmetic else "")
            text.append(f"{rulebook.why(event.rule, ruleset)}\n\n" if event.rule not in told else "\n")
            told.add(event.rule)
        if not text:
            text.append("Nothing has happened yet.\n\n")
        text.append("/ searches the rulebook, F1 lists the keys, Enter on a row of the log asks about that row.", DIM)
        super().__init__("WHY", text)


class KeysSheet(TextSheet):
    """All keys."""

    def __init__(self) -> None:
        super().__init__("KEYS", Text(KEYS))


class RulesSheet(Sheet):
    """The rulebook: a question in one's own words, and the rules that answer it, as one types."""

    heading = "THE RULEBOOK: ask in your own words"
    foot = "Esc back   Tab to the text"

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table

    def body(self) -> Iterable[Widget]:
        """A line to type in, and the answers."""
        yield Input(placeholder="can I build while in jail?", id="question", compact=True)
        yield VerticalScroll(Static(id="found"), id="body")

    def on_mount(self) -> None:
        """One can type at once."""
        self.query_one("#question").focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Answer what is typed so far."""
        ruleset, text = self.table.board.ruleset, Text()
        for rule in rulebook.search(event.value, ruleset)[:3] if event.value.strip() else ():
            first, _, rest = rulebook.why(rule.id, ruleset).partition("\n")
            text.append(f"\n{first}\n", "bold").append(f"{rest}\n")
        if event.value.strip() and not text:
            text.append("\nNo rule of this edition speaks of that.")
        self.query_one("#found", Static).update(text)


class LeaveSheet(Sheet):
    """Leave the table, give up, or keep the record of the game in a file."""

    heading = "LEAVE THE TABLE?"
    foot = "Enter or y leave   Esc stay   s save the record to a file   r resign"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "leave", "leave"),
        Binding("y", "leave", "leave"),
        Binding("n", "close", "stay"),
        Binding("s", "save", "save"),
        Binding("r", "resign", "resign"),
    ]

    def __init__(self, table: Table, write: Callable[[str, str], None] | None) -> None:
        super().__init__()
        self.table, self._write = table, write
        self._resigning = False

    def body(self) -> Iterable[Widget]:
        """What becomes of the game."""
        yield Static(f"\n{self.table.keeping}\n", markup=False)
        yield Static(id="said")
        line = Input(placeholder="name of a file", id="file", compact=True)
        line.display = False
        yield line

    def action_leave(self) -> None:
        """Go."""
        self.app.exit()

    def action_save(self) -> None:
        """Ask for the name of a file."""
        line = self.query_one("#file", Input)
        line.display = True
        line.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Write the record."""
        name = event.value.strip()
        try:
            if name and self._write is not None:
                self._write(name, self.table.record())
                self.say(f"Saved to {Path(name)}. passgo verify {name} replays it.")
        except (BadInput, ValueError) as problem:
            self.say(str(problem), LOSS)
        self.query_one("#file", Input).display = False
        self.set_focus(None)

    def action_resign(self) -> None:
        """Resign, when it is said twice."""
        if not self._resigning:
            self._resigning = True
            self.say("Resigning gives up all you have. Press r again to do it.", LOSS)
            return
        try:
            self.table.play("resign", self.table.viewer)
        except ValueError as problem:
            self.say(str(problem), LOSS)
            return
        self.dismiss(None)

    def say(self, text: str, style: str = "none") -> None:
        """Tell what became of it."""
        self.query_one("#said", Static).update(Text(text, style))
