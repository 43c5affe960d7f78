"""Sheets with a list of what may be done: mortgages, squares to choose, open offers."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from passgo.errors import IllegalAction
from passgo.notation.actions import Action
from passgo.notation.sentences import dollars
from passgo.rulebook.amounts import lift_of
from passgo.terminal.colours import LOSS, group_style
from passgo.terminal.letters import group_letters
from passgo.terminal.panels import board_state, deed_row, format_rent, format_state
from passgo.terminal.program.deal_sheet import DealSheet
from passgo.terminal.program.rows_view import RowsView
from passgo.terminal.program.sheets import Sheet
from passgo.terminal.screen import format_offer
from passgo.terminal.table import Table


class ListSheet(Sheet):
    """A list, and a line below it that says what became of the last key."""

    def body(self) -> Iterable[Widget]:
        """The list and the line."""
        yield RowsView(id="list")
        yield Static(id="verdict")

    def on_mount(self) -> None:
        """The list has the keys."""
        self.add_class("wide")
        self.query_one("#list").focus()
        self.fill()

    def fill(self) -> None:
        """Write the list anew."""

    def put_rows(self, rows: Sequence[Text]) -> None:
        """Show these rows, and stay where one was."""
        listed = self.query_one("#list", OptionList)
        at = listed.highlighted or 0
        listed.clear_options()
        listed.add_options([Option(row) for row in rows])
        listed.highlighted = min(at, len(rows) - 1) if rows else None

    @property
    def at(self) -> int:
        """The row one stands on."""
        return self.query_one("#list", OptionList).highlighted or 0

    def say(self, text: str, style: str = "none") -> None:
        """Tell what became of it."""
        self.query_one("#verdict", Static).update(Text(text, style))

    def try_to_play(self, table: Table, action: Action, person: str) -> bool:
        """Play an action; if it is refused, say why."""
        try:
            table.play(action, person)
        except IllegalAction as refusal:
            self.say(f"{refusal.reason} ({refusal.rule})", LOSS)
        except ValueError as problem:
            self.say(str(problem), LOSS)
        else:
            return True
        return False


class MortgageSheet(ListSheet):
    """Mortgage and lift: a row for each deed, and keys for what may be done with it."""

    heading = "MORTGAGES"
    foot = "- mortgage   + lift the mortgage   u undo   Esc back"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus,equals_sign", "act('LiftMortgage')", "lift"),
        Binding("minus", "act('Mortgage')", "mortgage"),
        Binding("u", "undo", "undo"),
    ]

    def __init__(self, table: Table, person: str) -> None:
        super().__init__()
        self.table, self.person = table, person

    def fill(self) -> None:
        """A row for each deed of the person, with what may be done with it."""
        board = self.table.board
        legal = [a for a in self.table.legal_actions(self.person) if a.kind in ("Mortgage", "LiftMortgage")]
        self.lots = [
            deed
            for group in board.ruleset.groups
            for deed in (board.ruleset.deeds[index] for index in group.deeds)
            if board.owner(deed.name) == self.person
        ]
        rows = []
        for deed in self.lots:
            row = deed_row(board, deed, 40)
            row.append("   " + "   ".join(self.price(a) for a in legal if a.square == deed.name))
            rows.append(row)
        self.put_rows(rows or [Text("There is nothing here that may be done now.")])
        self.say(f"You have {dollars(board[self.person].cash)}.")

    def price(self, action: Action) -> str:
        """What an action brings or costs."""
        deed = self.table.board.deed(action.square or "")
        if action.kind == "Mortgage":
            return f"- +{dollars(deed.mortgage)}"
        return f"+ -{dollars(lift_of(deed, self.table.board.ruleset))}"

    def action_act(self, kind: str) -> None:
        """Do what the key means on this row."""
        if not self.lots:
            return
        if self.try_to_play(self.table, Action(kind, square=self.lots[self.at].name), self.person):
            if self.table.person is None or self.table.board.matters:
                self.dismiss(None)  # the game goes on, or something else is asked
                return
            self.fill()

    def on_option_list_option_selected(self) -> None:
        """Enter does the one thing there is to do with a deed."""
        deed = self.lots[self.at] if self.lots else None
        if deed is not None:
            self.action_act("LiftMortgage" if board_state(self.table.board, deed) == "mortgaged" else "Mortgage")

    def action_undo(self) -> None:
        """Take back what was done last."""
        try:
            self.table.undo()
        except ValueError as problem:
            self.say(str(problem), LOSS)
            return
        self.fill()


class PickSheet(ListSheet):
    """Choose one of many squares."""

    heading = "CHOOSE A SQUARE"
    foot = "Up Down choose   Enter take it   Esc back"

    def __init__(self, table: Table, person: str, kinds: tuple[str, ...]) -> None:
        super().__init__()
        self.table, self.person = table, person
        self.actions = [action for action in table.legal_actions(person) if action.kind in kinds]

    def fill(self) -> None:
        """A row for each square."""
        board = self.table.board
        rows = []
        for action in self.actions:
            square = board.ruleset.square(action.square or "")
            row = Text(no_wrap=True)
            letter = group_letters(board.ruleset)[square.group] if square.group else " "
            row.append(f" {letter} ", group_style(board.ruleset, square.group) if square.group else "none")
            row.append(f" {square.name:<26}")
            if square.group:
                deed = board.deed(square.name)
                owner = board.owner(square.name)
                state = format_state(board_state(board, deed))
                row.append(f"{owner or 'the Bank':<16.16}{state:<6}{format_rent(board, deed):>6}")
            rows.append(row)
        self.put_rows(rows)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the square."""
        if self.try_to_play(self.table, self.actions[event.option_index], self.person):
            self.dismiss(None)


class OffersSheet(ListSheet):
    """The open offers to and from a person."""

    heading = "OPEN OFFERS"
    foot = "Up Down choose   y accept   n refuse   c another offer   v take back your own   Esc back"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer('Accept')", "accept"),
        Binding("n", "answer('Refuse')", "refuse"),
        Binding("v", "answer('WithdrawOffer')", "take back"),
        Binding("c", "counter", "another offer"),
    ]

    def __init__(self, table: Table, person: str) -> None:
        super().__init__()
        self.table, self.person = table, person

    def fill(self) -> None:
        """A row for each offer."""
        self.offers = [offer for offer in self.table.board.offers if self.person in (offer.player, offer.other)]
        self.put_rows([Text(format_offer(offer)) for offer in self.offers] or [Text("No offer is open.")])

    def action_answer(self, kind: str) -> None:
        """Answer the offer one stands on."""
        if not self.offers:
            return
        other = None if kind == "WithdrawOffer" else self.offers[self.at].player
        if self.try_to_play(self.table, Action(kind, other=other), self.person):
            self.dismiss(None)

    def action_counter(self) -> None:
        """Make another offer instead."""
        if self.offers and self.offers[self.at].other == self.person:
            self.app.switch_screen(DealSheet(self.table, self.person, self.offers[self.at]))
