"""What the prompt game shows: the table, the events in words, and what one may do."""

from collections.abc import Iterable
from dataclasses import replace

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from passgo.game import Auction, Debt, Estate, Game, KeepOrLift, Matter
from passgo.notation.actions import DEALS, Action
from passgo.notation.events import Event
from passgo.notation.text import VERBS, format_action, format_goods

NOT_SHOWN = frozenset(("TurnEnded", "CardReturned"))
"""Events that only repeat what the next one says."""

BOARD_WIDTH = 100
SECRET = "secret"


class Screen:
    """A terminal, or a plain stream, as one player sees the game on it."""

    def __init__(self, viewer: str) -> None:
        self.viewer = viewer
        self.console = Console(highlight=False, emoji=False, soft_wrap=True)

    def say(self, text: str = "") -> None:
        """A line of text as it stands."""
        self.console.print(text, markup=False)

    def complain(self, text: str) -> None:
        """A line that says what was wrong."""
        self.console.print(f"[red]{escape(text)}[/]")

    def events(self, game: Game, events: Iterable[Event]) -> None:
        """What happened, a line each, with the rule behind it."""
        for event in events:
            if event.kind not in NOT_SHOWN and event.rule != "setup.cash" and not self.is_secret(game, event):
                begins = "\n" if event.kind == "TurnBegan" else ""
                self.console.print(f"{begins}{escape(str(event))} [dim]({event.rule})[/]")

    def is_secret(self, game: Game, event: Event) -> bool:
        """Would the event reveal cash? A worth counted for a tax is known to its owner and the Bank alone."""
        return event.kind == "WorthCounted" and not may_see(game, self.viewer, event.player or "")

    def board(self, game: Game) -> None:
        """The board drawn, if it fits, and the players."""
        if not self.console.is_terminal or self.console.width >= BOARD_WIDTH:
            self.say(game.drawing(self.viewer))
        self.players(game)

    def players(self, game: Game) -> None:
        """Everyone's cash, place and deeds; cash only where it is no secret."""
        grid = Grid("player", "cash", "on", "deeds", box=None, pad_edge=False, header_style="bold")
        for player in game.players:
            cash = f"${player.cash:,}" if may_see(game, self.viewer, player.name) else SECRET
            place = f"in Jail, turn {player.jail_turn}" if player.in_jail else player.square
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


def may_see(game: Game, viewer: str, name: str) -> bool:
    """May the viewer know this player's cash (`table.cash-private`)?"""
    return name == viewer or game.outcome is not None or not game.ruleset.record[0]["table_cash_private"]


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
    if isinstance(matter, Debt):
        return f"{matter.debtor} owes {matter.creditor} ${matter.amount:,} ({matter.rule}) and has to raise it."
    if isinstance(matter, Auction):
        highest = f"${matter.bid:,} by {matter.highest_bidder}" if matter.highest_bidder else "no bid yet"
        return f"Auction of {matter.lot}: {highest}; still in: {', '.join(matter.bidders)}."
    if isinstance(matter, KeepOrLift):
        return f"Mortgages to keep or lift: {', '.join(matter.deeds)}."
    if isinstance(matter, Estate):
        return f"The Bank auctions what {matter.player} left."
    if matter.placing:
        return f"{matter.placing} has a {matter.building} to place."
    return f"Too few {matter.building}s are left; asked: {', '.join(matter.asked)}."
