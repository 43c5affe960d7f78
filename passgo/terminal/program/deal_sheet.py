"""The deal composer: what one gives, what one gets, with whom; judged by the rules while it is composed."""

from collections.abc import Iterable
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from passgo.errors import IllegalAction
from passgo.notation.actions import Action
from passgo.notation.sentences import dollars
from passgo.terminal.colours import DIM, GAIN, LOSS, group_style
from passgo.terminal.letters import group_letters
from passgo.terminal.panels import board_state, format_state
from passgo.terminal.program.rows_view import RowsView
from passgo.terminal.program.sheets import Sheet
from passgo.terminal.table import Table

CARD = "card:"
"""What the value of a jail card in a list begins with; the others are names of deeds."""

LONGEST_SUM = 6


class Sum(Input):
    """The cash of one side. Only digits are typed into it: any other key does here what it does beside it."""

    def __init__(self, *, id: str) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id, restrict=r"\d*", max_length=LONGEST_SUM, compact=True, placeholder="0")

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Is the key typed here, and no key of the sheet?"""
        return character is not None and character.isdigit()


class Goods(RowsView):
    """What a player has to give; each is taken or left, and says so by a cross."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "select", "take or leave", show=False)]

    class Changed(Message):
        """Something was taken or left."""

    def __init__(self, *, id: str) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self._values: list[tuple[str, Text]] = []
        self.selected: list[str] = []

    def fill(self, values: list[tuple[str, Text]]) -> None:
        """Offer these, none of them taken."""
        self._values, self.selected = values, []
        self.clear_options()
        self.add_options([Option(self.row(n)) for n in range(len(values))])
        self.highlighted = 0 if values else None

    def row(self, n: int) -> Text:
        """A thing with its box."""
        value, text = self._values[n]
        return Text.assemble("[x] " if value in self.selected else "[ ] ", text)

    def toggle_value(self, value: str) -> None:
        """Take it, or leave it."""
        places = [n for n, (its, _) in enumerate(self._values) if its == value]
        for n in places:
            left = [other for other in self.selected if other != value]
            self.selected = left if value in self.selected else [*self.selected, value]
            self.replace_option_prompt_at_index(n, self.row(n))
            self.post_message(self.Changed())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """The row that was chosen changes."""
        event.stop()
        self.toggle_value(self._values[event.option_index][0])


class DealSheet(Sheet):
    """A deal in the making. With an offer to the person it is the answer to that offer: another one."""

    foot = "Space take or leave   Tab next   p partner   s or Ctrl-S send   Esc drop it"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "partner", "partner", priority=True),  # also from a field of cash
        Binding("s", "send", "send", priority=True),
        Binding("ctrl+s", "send", "send", priority=True),
    ]

    def __init__(self, table: Table, person: str, offer: Action | None = None) -> None:
        super().__init__()
        self.table, self.person, self._offer = table, person, offer
        legal = table.legal_actions(person)
        kinds = ("Counter",) if offer is not None else ("OfferSettlement", "Offer")
        self.open = [action for action in legal if action.kind in kinds]
        if offer is not None:
            self.open = [action for action in self.open if action.other == offer.player]
        self._at = 0

    @property
    def partner(self) -> str:
        """With whom."""
        return self.open[self._at].other or ""

    def body(self) -> Iterable[Widget]:
        """The partners, two columns, and the verdict."""
        yield Static(id="partners")
        yield Horizontal(
            self.column("YOU GIVE", "give"),
            self.column("YOU GET", "take"),
            id="body",
        )
        yield Static(id="verdict")

    def column(self, label: str, side: str) -> Vertical:
        """One side of the deal."""
        return Vertical(
            Static(label, classes="label"),
            Goods(id=side),
            Horizontal(
                Static("cash  $"),
                Sum(id=f"{side}_cash"),
                classes="cash",
            ),
            classes="column",
        )

    def on_mount(self) -> None:
        """Begin with an empty deal, or with the offer that is answered."""
        if not self.open:
            self.dismiss(None)
            return
        self.fill()
        if self._offer is not None:
            self.begin_with(self._offer)
        self.query_one("#give").focus()

    def begin_with(self, offer: Action) -> None:
        """What was offered, from this side."""
        for side, deeds, cards in (("give", offer.take, offer.take_cards), ("take", offer.give, offer.give_cards)):
            for value in (*deeds, *(f"{CARD}{deck}" for deck in cards)):
                self.side(side).toggle_value(value)
        self.query_one("#give_cash", Input).value = str(offer.take_cash or "")
        self.query_one("#take_cash", Input).value = str(offer.give_cash or "")

    def side(self, name: str) -> Goods:
        """The list of one side."""
        return self.query_one(f"#{name}", Goods)

    def fill(self) -> None:
        """The goods of both sides."""
        what = "ANOTHER OFFER TO" if self._offer is not None else "A DEAL WITH"
        self.query_one("#title", Static).update(what)
        names = Text(no_wrap=False)
        for n, action in enumerate(self.open):
            label = f"{action.other} (for the whole debt)" if action.kind == "OfferSettlement" else action.other or ""
            names.append(f" {label} ", "bold reverse" if n == self._at else DIM)
            names.append(" ")
        self.query_one("#partners", Static).update(names)
        self.side("give").fill(self.goods(self.person))
        settles = self.open[self._at].kind == "OfferSettlement"
        self.side("take").fill([] if settles else self.goods(self.partner))
        self.judge()

    def goods(self, name: str) -> list[tuple[str, Text]]:
        """What a player has to give, by group."""
        board = self.table.board
        found: list[tuple[str, Text]] = []
        letters = group_letters(board.ruleset)
        for group in board.ruleset.groups:
            for index in group.deeds:
                deed = board.ruleset.deeds[index]
                if board.owner(deed.name) != name:
                    continue
                row = Text(no_wrap=True)
                row.append(f" {letters[deed.group]} ", group_style(board.ruleset, deed.group))
                short, mark = board.ruleset.squares[deed.square].short, format_state(board_state(board, deed))
                row.append(f" {short:<14.14} {mark:<5} {dollars(deed.price):>5}")
                found.append((deed.name, row))
        for deck in board[name].jail_cards:
            found.append((f"{CARD}{deck}", Text(f"    {deck.title()} jail card")))
        return found

    @property
    def action(self) -> Action:
        """The deal as it stands."""
        give, take = self.side("give").selected, self.side("take").selected
        return Action(
            self.open[self._at].kind,
            other=self.partner,
            give=tuple(value for value in give if not value.startswith(CARD)),
            take=tuple(value for value in take if not value.startswith(CARD)),
            give_cash=int(self.query_one("#give_cash", Input).value or 0),
            take_cash=int(self.query_one("#take_cash", Input).value or 0),
            give_cards=tuple(value.removeprefix(CARD) for value in give if value.startswith(CARD)),
            take_cards=tuple(value.removeprefix(CARD) for value in take if value.startswith(CARD)),
        )

    # Judging

    def on_goods_changed(self) -> None:
        """Judge it anew."""
        self.judge()

    def on_input_changed(self) -> None:
        """Judge it anew."""
        self.judge()

    def judge(self) -> None:
        """What the rules say to the deal as it stands, and what would follow from it."""
        action = self.action
        gives = bool(action.give or action.give_cash or action.give_cards)
        takes = bool(action.take or action.take_cash or action.take_cards) or action.kind == "OfferSettlement"
        verdict = self.query_one("#verdict", Static)
        if not (gives and takes):
            verdict.update(Text("Choose what changes hands, on both sides.", DIM))
            return
        refusal = self.refusal(action)
        if refusal is not None:
            verdict.update(Text(refusal, LOSS))
            return
        verdict.update(Text.assemble(("Lawful.", GAIN), " ", " ".join(self.consequences(action))))

    def refusal(self, action: Action) -> str | None:
        """Why this cannot be offered, if so."""
        try:
            found = self.table.check(action, self.person)
        except ValueError as problem:
            return str(problem)
        return None if found is None else f"{found.reason} ({found.rule})"

    def consequences(self, action: Action) -> Iterable[str]:
        """What one would have then."""
        board = self.table.board
        left = board[self.person].cash - action.give_cash + action.take_cash
        yield f"You would have {dollars(left)}."
        for name in dict.fromkeys(board.group(deed).name for deed in (*action.take, *action.give)):
            group = board.group(name)
            for player, gets in ((self.person, action.take), (self.partner, action.give)):
                if all(
                    (owner == player or deed in gets) for deed, owner in zip(group.deeds, group.owners, strict=True)
                ):
                    yield f"{player} would have all of {name}."
        pledged = [deed for deed in (*action.take, *action.give) if board_state(board, board.deed(deed)) == "mortgaged"]
        if pledged:
            yield f"Mortgaged, so that its new owner pays interest: {', '.join(pledged)}."

    # Keys

    def action_partner(self) -> None:
        """The next partner."""
        if self._offer is None:
            self._at = (self._at + 1) % len(self.open)
            self.fill()

    def on_click(self, event: object) -> None:
        """A click on the partners takes the next one."""
        widget = getattr(event, "widget", None)
        if widget is not None and widget.id == "partners":
            self.action_partner()

    def on_input_submitted(self) -> None:
        """Enter in a sum sends."""
        self.action_send()

    def action_send(self) -> None:
        """Put the offer on the table."""
        try:
            self.table.play(self.action, self.person)
        except IllegalAction as refusal:
            self.query_one("#verdict", Static).update(Text(f"{refusal.reason} ({refusal.rule})", LOSS))
        except ValueError as problem:
            self.query_one("#verdict", Static).update(Text(str(problem), LOSS))
        else:
            self.dismiss(None)
