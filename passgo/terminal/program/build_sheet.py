"""Building and selling as a draft: what is stepped is not done; Enter does it all, and says its sum before."""

from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from passgo.editions import Deed
from passgo.errors import IllegalAction
from passgo.notation.actions import Action
from passgo.notation.sentences import dollars
from passgo.terminal.colours import DIM, LOSS
from passgo.terminal.panels import board_state, deed_row, format_rent
from passgo.terminal.program.lists import ListSheet
from passgo.terminal.table import Table

WIDTH = 40
SELLING = ("SellBuilding", "SellHotels")


class BuildSheet(ListSheet):
    """The lots of whole groups, as they would stand; keys step them up and down."""

    heading = "BUILD OR SELL"
    foot = "+ more   - less   e whole group   h sell hotels   r reset   Enter do it   Esc drop it"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus,equals_sign", "step(1)", "one more"),
        Binding("minus", "step(-1)", "one less"),
        Binding("e", "even", "the whole group"),
        Binding("h", "sell_hotels", "sell hotels"),
        Binding("r", "reset", "reset"),
    ]

    def __init__(self, table: Table, person: str) -> None:
        super().__init__()
        self.table, self.person = table, person
        self.plan: list[Action] = []
        """What is drafted, in an order in which the rules allow it."""
        self._sure = False
        """Was it asked whether to sell?"""

    @property
    def lots(self) -> list[Deed]:
        """The lots of the groups that the person owns whole, or on which something of theirs stands."""
        board = self.table.board
        return [
            deed
            for group in board.ruleset.groups
            for deed in (board.ruleset.deeds[index] for index in group.deeds)
            if deed.house_cost > 0 and board.owner(deed.name) == self.person and board.group(deed.name).owner
        ]

    def fill(self) -> None:
        """Each lot as it would stand, and what the whole draft comes to."""
        board, before = self.table.board, {deed.name: format_rent(self.table.board, deed) for deed in self.lots}
        cash, stock = board[self.person].cash, board.bank
        houses, hotels = stock.houses, stock.hotels
        with board.supposing(self.plan, self.person):
            rows = [self.row_of(deed, before[deed.name]) for deed in self.lots]
            after, bank = board[self.person].cash, board.bank
            left = f"Bank: {houses} -> {bank.houses} houses, {hotels} -> {bank.hotels} hotels."
        self.put_rows(rows or [Text("No whole group is yours: there is nothing to build on.")])
        if not self.plan:
            self.say(f"You have {dollars(cash)}. Nothing is drafted.")
            return
        word = "costs" if after < cash else "brings"
        self.say(f"The draft {word} {dollars(abs(cash - after))}: you keep {dollars(after)}. {left} Enter does it.")

    def row_of(self, deed: Deed, rent: str) -> Text:
        """A lot as it would stand, and how its rent would change."""
        row = deed_row(self.table.board, deed, WIDTH)
        steps = sum(1 if action.kind == "Build" else -1 for action in self.plan if action.square == deed.name)
        if steps:
            row.append(f"   {steps:+d}   rent {rent} -> {format_rent(self.table.board, deed)}", "bold")
        return row

    def draft(self, plan: list[Action]) -> IllegalAction | None:
        """Take a plan if the rules allow all of it; the refusal, if not."""
        with self.table.board.supposing(plan, self.person) as refused:
            pass
        if refused is None:
            self.plan, self._sure = plan, False
            self.fill()
        return refused

    def action_step(self, by: int) -> None:
        """One building more or less on the lot one stands on: the draft's own first, then what stands there."""
        if not self.lots:
            return
        lot = self.lots[self.at].name
        undoes = "SellBuilding" if by > 0 else "Build"
        found = [n for n, action in enumerate(self.plan) if action.kind == undoes and action.square == lot]
        without = self.plan[: found[-1]] + self.plan[found[-1] + 1 :] if found else None
        if without is not None and self.draft(without) is None:
            return
        kind = "Build" if by > 0 else "SellBuilding"
        self.tell(self.draft([*self.plan, Action(kind, square=lot)]))

    def action_even(self) -> None:
        """The whole group one step up: each of its lowest lots."""
        if not self.lots:
            return
        board, group = self.table.board, self.table.board.group(self.lots[self.at].name).deeds
        with board.supposing(self.plan, self.person):
            levels = {lot.name: level_of(board_state(board, lot)) for lot in self.lots if lot.name in group}
        for lot, level in levels.items():
            if level == min(levels.values()):
                refused = self.draft([*self.plan, Action("Build", square=lot)])
                if refused is not None:
                    self.tell(refused)
                    return

    def action_sell_hotels(self) -> None:
        """Sell all hotels of the group at once."""
        if self.lots:
            self.tell(self.draft([*self.plan, Action("SellHotels", square=self.lots[self.at].name)]))

    def action_reset(self) -> None:
        """Drop the draft."""
        self.draft([])

    def tell(self, refused: IllegalAction | None) -> None:
        """Say why a step is not drafted."""
        if refused is not None:
            self.say(f"{refused.reason} ({refused.rule})", LOSS)

    def on_option_list_option_selected(self) -> None:
        """Do it. What is sold is asked for once."""
        if not self.plan:
            self.say("Nothing is drafted: + and - step the lot one stands on.", DIM)
            return
        if any(action.kind in SELLING for action in self.plan) and not self._sure:
            self._sure = True
            self.say("The Bank pays half the price. Press Enter again to sell.", LOSS)
            return
        try:
            self.table.play_all(self.plan, self.person)
        except ValueError as problem:
            self.plan = []
            self.fill()
            self.say(str(problem), LOSS)
            return
        self.dismiss(None)


def level_of(state: int | str) -> int:
    """How many buildings a lot has, a hotel being five; a mortgaged lot has none."""
    return state if isinstance(state, int) else 5 if state == "hotel" else 0
