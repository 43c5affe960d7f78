"""What the prompt game shows: the table, the events in words, and what one may do."""

from collections.abc import Iterable
from dataclasses import replace

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from passgo.game import Game, Matter
from passgo.game.views import Board
from passgo.notation.actions import DEALS, Action
from passgo.notation.text import VERBS, format_action, format_goods
from passgo.terminal.questions import describe
from passgo.terminal.ring import SMALL, draw_ring
from passgo.terminal.table import QUIET, Happening, is_secret, may_see

BOARD_WIDTH = 100
SECRET = "secret"
LEGEND = """\
Two letters, owner, state: 1-4 houses, # hotel, m mortgaged.
Small letters are tokens: (a) has the turn, [a] is in Jail."""


class Screen:
    """A terminal, or a plain stream, as one player sees the game on it."""

    def __init__(self, viewer: str) -> None:
        self.viewer = viewer
        self.console = Console(highlight=False, emoji=False)
        # People read whole words; what reads a pipe reads whole lines.
        self.console.soft_wrap = not self.console.is_terminal

    def say(self, text: str = "") -> None:
        """A line of text as it stands."""
        self.console.print(text, markup=False)

    def complain(self, text: str) -> None:
        """A line that says what was wrong."""
        self.console.print(f"[red]{escape(text)}[/]")

    def tell(self, board: Board, happenings: Iterable[Happening]) -> None:
        """What happened, a line each, with the rule behind it."""
        for happening in happenings:
            event = happening.event
            if event.kind not in QUIET and event.rule != "setup.cash" and not is_secret(board, self.viewer, event):
                begins = "\n" if event.kind == "TurnBegan" else ""
                self.console.print(f"{begins}{escape(str(happening))} [dim]({event.rule})[/]")

    def board(self, board: Board) -> None:
        """The board: drawn with all names where there is room for it, else as a ring of letters; and the players."""
        if self.console.width >= BOARD_WIDTH:
            drawing = board.drawing(self.viewer) if isinstance(board, Game) else str(board)
            self.say(drawing)
        else:
            for line in draw_ring(SMALL, board, self.viewer):
                line.rstrip()
                self.console.print(line)
            self.say(LEGEND)
        self.players(board)

    def players(self, board: Board) -> None:
        """Everyone's cash, place and deeds; cash only where it is no secret."""
        grid = Grid("player", "cash", "on", "deeds", box=None, pad_edge=False, header_style="bold")
        for player in board.players:
            cash = f"${player.cash:,}" if may_see(board, self.viewer, player.name) else SECRET
            standing = board.ruleset.square(player.square).name
            place = f"in Jail, turn {player.jail_turn}" if player.in_jail else standing
            deeds = [f"{name}{format_level(state)}" for name, state in player.deeds.items()]
            deeds += [f"{deck} jail card" for deck in player.jail_cards]
            row = ("left the game", "", "") if player.out else (cash, place, ", ".join(deeds))
            grid.add_row(escape(player.name), *map(escape, row))
        self.console.print(grid)

    def choices(self, actions: list[Action]) -> None:
        """What one may do, numbered."""
        entries = [f"{n}. {format_choice(action)}" for n, action in enumerate(actions, start=1)]
        if self.console.is_terminal:
            self.console.print(Columns(map(escape, entries), padding=(0, 3), column_first=True))
        else:
            self.say("   ".join(entries))


def format_level(state: int | str) -> str:
    """What stands on a deed, behind its name."""
    if isinstance(state, str):
        return f" ({state})"
    return f" ({state} {'house' if state == 1 else 'houses'})" if state else ""


def format_choice(action: Action) -> str:
    """An action as an entry of the list; bids and offers say what else they need."""
    if action.kind == "Bid":
        return f"bid AMOUNT, {action.amount} to {action.most}"
    if action.kind in DEALS:
        name = f" {action.other}" if action.other else ""
        return f"{VERBS[action.kind]}{name}: ..."
    return format_action(replace(action, player=None))


def format_offer(offer: Action) -> str:
    """An open offer as its receiver reads it."""
    give = format_goods(offer.give, offer.give_cash, offer.give_cards)
    settling = offer.kind == "OfferSettlement"
    take = "the whole debt" if settling else format_goods(offer.take, offer.take_cash, offer.take_cards)
    return f"{offer.player} offers {offer.other} {give} for {take}."


def format_matter(matter: Matter) -> str:
    """What has to be settled before the turn goes on."""
    return " ".join(describe(matter))
