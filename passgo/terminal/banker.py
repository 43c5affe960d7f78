"""The Banker at a real table, in a terminal: people type what dice and cards showed and what they decided."""

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from passgo import rulebook
from passgo.errors import UnknownAction
from passgo.game import Auction, Game, Player
from passgo.game.course import Mark
from passgo.notation.actions import DEALS, Action
from passgo.notation.corrections import FORMS
from passgo.notation.text import SPEED_FACES
from passgo.terminal.amendments import Amendment, entries_of, format_entry
from passgo.terminal.card_names import format_card
from passgo.terminal.files import BadInput, write_text
from passgo.terminal.lines import TimeUp, read_line, time_limit
from passgo.terminal.panels import deed_rows
from passgo.terminal.screen import Screen, format_choice, format_matter, format_offer
from passgo.terminal.table import Happening
from passgo.terminal.table_questions import (
    CARD,
    DEED,
    DICE,
    ends_by_the_hour,
    find_card,
    format_expected,
    format_question,
    main_choices,
    wants,
)

THROW = re.compile(r"([1-6])[\s,+-]*([1-6])(?:[\s,+-]+([123]|bus|mr\.? ?m))?", re.IGNORECASE)
YES, NO = frozenset(("y", "yes", "buy")), frozenset(("n", "no", "auction", "decline"))
SOLD, DONE = frozenset(("sold", "gone")), frozenset(("", "end", "done", "next", "end turn"))
NO_REASON = "typed wrongly"
CORRECTION = re.compile(r"([0-9]+)\s*:?\s+(.+?)(?:\s+because\s+(.+))?", re.IGNORECASE)
MOST_SHOWN = 12
HAND_WIDTH = 40
MOST_MINUTES = 1440
MINUTE = 60.0  # seconds
HOUR = "# The game ends at "
"""Before the agreed hour, in the last line of a kept game."""
PLAYER_FIRST = re.compile(r"(\S.*?)\s*:?\s+(?:bids?\s+)?(\$?[0-9][0-9,]*|out|withdraws?|passes|pass|no)", re.IGNORECASE)

HELP = """\
What the table did:
  4 3           the dice, which also end the turn before; with the Speed Die
                4 3 bus, 4 3 mr. m or 4 3 2
  6, or words   the card that was drawn: its number, or words of what it does
  buy, no       the player buys, or the Bank auctions
  Ben 120, Ben out, sold                 in an auction
  pay fine, use card, keep, lift, bankrupt, or the number of a choice
  Enter         the turn ends without the next throw
At any time, with the player in front if another one is asked:
  Ben: build SQUARE, Ben: sell SQUARE, Ben: mortgage SQUARE, Ben: lift SQUARE
  deal Ann with Ben: GOODS for GOODS     what two have agreed on; goods are
                deeds, dollars, chance card and chest card, joined by +
  offer Ben: GOODS for GOODS, accept Ann, refuse Ann, Ben: resign
Corrections, kept in the record with their reason:
  undo [REASON]                          takes back the last entry
  entries [HOW MANY]                     what was typed, with numbers
  correct NUMBER: WHAT because REASON    an entry was otherwise: 4 2, buy, no,
                another card, nothing, set CHANGES; several joined by then.
                What came later is played again as far as it still holds
  set CHANGES because REASON             where changes, joined by ;, are
                cash PLAYER: DOLLARS           place PLAYER: SQUARE
                jail PLAYER: 1|2|3|no          deed SQUARE: PLAYER|Bank
                lot SQUARE: 0..4|hotel|mortgaged
                card chance|chest: PLAYER|Bank
Looking:
  players       places and deeds         hand NAME     deeds, cards and cash
  cash NAME     what a player has        why [RULE]    the rule behind it
  board         the board
  rules WORDS   search the rulebook
The short game:
  minutes N     it ends so many minutes from now             hour   it ends
  quit          leave; everything is kept"""


class Closed(Exception):
    """The people leave the table."""


def format_hour(hour: float | None) -> str:
    """The agreed hour of a short game, as a comment behind its record; nothing, if there is none."""
    if hour is None:
        return ""
    return f"{HOUR}{datetime.now(UTC) + timedelta(seconds=hour - time.monotonic()):%Y-%m-%dT%H:%M:%SZ}\n"


def parse_hour(kept: str) -> float | None:
    """The agreed hour that stands behind a record, by this machine's clock without dates; None, if there is none.

    >>> parse_hour("turn 1: Ben"), 85 < parse_hour(format_hour(time.monotonic() + 90)) - time.monotonic() <= 90
    (None, True)
    """
    said = kept.rstrip("\n").rpartition("\n")[2]
    try:
        hour = datetime.strptime(said, f"{HOUR}%Y-%m-%dT%H:%M:%S%z")
    except ValueError:
        return None
    return time.monotonic() + (hour - datetime.now(UTC)).total_seconds()


class Banker:
    """A table with real dice: the game, where it is kept, and how far each entry went."""

    def __init__(
        self,
        game: Game,
        path: Path | None,
        screen: Screen,
        hour: float | None = None,
        entries: Sequence[Mark] | None = None,
    ) -> None:
        self.game, self.path, self.screen, self.hour = game, path, screen, hour
        self.entries = entries_of(game) if entries is None else list(entries)
        """The points of the game before each entry, so that the whole of one can be taken back or be otherwise."""
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: screen.say(HELP),
            "why": lambda rule: screen.say(self.game.why(rule or None)),
            "rules": self.rules,
            "board": lambda _: screen.board(self.game),
            "players": lambda _: screen.players(self.game),
            "cash": self.cash,
            "minutes": self.agree_hour,
            "hand": self.hand,
            "entries": self.list_entries,
            "undo": self.undo,
            "correct": self.correct,
            "set": self.set_right,
            "deal": self.deal,
            "quit": self.close,
        }

    def trial(self) -> "Banker":
        """A Banker at the same point with whom something is tried: nothing of it is kept."""
        return Banker(self.game.copy(), None, self.screen, entries=self.entries)

    def run(self) -> None:
        """Take entries until the people leave. At the end of the input they do."""
        self.save()
        shown = b""
        while True:
            self.strike_hour()
            if self.game.to_bytes() != shown:  # after a slip the same list is not told again
                self.show_situation()
            shown = self.game.to_bytes()
            try:
                with time_limit(self.seconds_left()):
                    line = self.read()
            except TimeUp:
                self.screen.say()
                continue
            self.answer(line)

    # What people see

    def show_situation(self) -> None:
        """What is to be settled, what is offered, and the choices or cards that the question is about."""
        game, screen = self.game, self.screen
        for matter in game.matters[-1:]:
            screen.say(format_matter(matter))
        for offer in game.offers:
            screen.say(format_offer(offer) + f" ({offer.other}: accept {offer.player}, or refuse {offer.player})")
        for claim in game.claims:
            if not claim.said:
                screen.say(f"{claim.owner} may claim ${claim.amount:,} from {claim.lander} for {claim.square}.")
        if wants(game) == CARD:
            for n, card in enumerate(self.cards(), start=1):
                screen.say(f"  {n:2}. {card[1]}")
        for n, action in enumerate(main_choices(game), start=1):
            screen.say(f"  {n:2}. {format_choice(action)}")

    def agree_hour(self, minutes: str) -> None:
        """Agree when a short game ends, in minutes from now: at its start, or after a break."""
        if not ends_by_the_hour(self.game):
            raise ValueError("minutes is for a short game that ends by the hour")
        if not minutes.isdecimal() or not 1 <= int(minutes) <= MOST_MINUTES:
            raise ValueError(f"expected how many minutes from now, 1 to {MOST_MINUTES}, not {minutes:.40}.")
        self.hour = time.monotonic() + MINUTE * int(minutes)
        self.save()
        clock = datetime.now() + timedelta(minutes=int(minutes))
        self.screen.say(f"The game ends in {minutes} {'minute' if int(minutes) == 1 else 'minutes'}, at {clock:%H:%M}.")

    def seconds_left(self) -> float | None:
        """The time until the agreed hour; None, if there is none, or it came before the first turn."""
        left = None if self.hour is None else self.hour - time.monotonic()
        return None if left is not None and left <= 0 and self.game.turn == 0 else left

    def strike_hour(self) -> None:
        """The agreed hour of a short game comes by itself, as soon as the first turn has begun."""
        if self.hour is not None and time.monotonic() >= self.hour and self.game.check(Action("StrikeHour")) is None:
            self.hour = None
            self.answer("hour")

    def cards(self) -> list[tuple[str, str]]:
        """The cards that can be on top now: the id of each and what it does. Of those that do the same there is one."""
        possible, ruleset = {action.card for action in self.game.legal_actions()}, self.game.ruleset
        deck = [card for card in ruleset.cards[self.game._g.deck] if card.id in possible]
        by_name = {format_card(card, ruleset): card.id for card in reversed(deck)}
        return [(card, name) for name, card in reversed(by_name.items())]

    def read(self) -> str:
        """The next entry."""
        line = read_line(format_question(self.game), self.screen)
        if line is None:
            raise Closed
        return line

    # What people say

    def answer(self, line: str) -> None:
        """Do what an entry says, or say why not; nothing changes then."""
        try:
            self.take(line)
        except (ValueError, BadInput) as problem:
            self.screen.complain(str(problem))

    def take(self, line: str) -> None:
        """Do what an entry says; `ValueError` says why not."""
        word, _, rest = line.partition(" ")
        if word.casefold() in self.commands and not rest.lstrip().startswith(":"):
            self.commands[word.casefold()](rest.strip())
        else:
            self.note(lambda: self.play(line))

    def note(self, entry: Callable[[], object], tell: bool = True) -> None:
        """Play an entry, show what happened by it, and keep it; all of it, or nothing."""
        game = self.game
        before = game._course.mark()
        try:
            entry()
        except BaseException:
            game._course.restore(before)
            raise
        if len(game._course.steps) != before.steps:
            self.entries.append(before)
            if tell:
                self.screen.tell(game, map(Happening, game._events_after(before)))
            self.save()

    def play(self, line: str) -> None:
        """Play what an entry says: dice, a card, a bid, a decision."""
        game, said, wanted = self.game, " ".join(line.split()), wants(self.game)
        lowered, matters = said.casefold(), self.game.matters
        throw = THROW.fullmatch(said)
        if wanted == CARD:
            game.draw(find_card(self.cards(), said))
        elif matters and isinstance(matters[-1], Auction) and self.bid(matters[-1], said):
            return
        elif throw and not matters and not (said.isdecimal() and main_choices(game) and wanted != DICE):
            self.throw(throw)
        elif game.phase == "end-turn" and not matters and lowered in DONE:
            game.play("end turn", game.on_turn)
        elif game.phase == "buy" and not matters and lowered in YES | NO:
            game.play("buy" if lowered in YES else "decline", game.on_turn)
        elif said.isdecimal() and main_choices(game):
            game.play(self.choice(said))
        elif said:
            self.play_words(f"deed {said.removeprefix('deed ')}" if wanted == DEED else said)
        else:
            raise ValueError("type what the table did; help shows how.")

    def play_words(self, said: str) -> None:
        """Play an action in words; what says none is answered by what can be said now."""
        try:
            self.game.play(said)
        except UnknownAction:
            expected = format_expected(self.game)
            raise ValueError(f"{said!r:.40} says nothing here: expected {expected}; help shows the rest.") from None

    def throw(self, found: re.Match[str]) -> None:
        """The dice fall. They also say that the turn before has ended, and that the player throws."""
        game, face = self.game, (found[3] or "").casefold().replace("mrm", "mr. m").replace("mr m", "mr. m")
        if face.startswith("mr"):
            face = "mr. m"
        third = [number for number, word in SPEED_FACES.items() if word == face]
        if game.phase == "end-turn":
            game.play("end turn", game.on_turn)
            if game.outcome is not None:  # it was the last turn of a short game
                return
        game.throw(int(found[1]), int(found[2]), SPEED_FACES[third[0]] if third else None)

    def bid(self, auction: Auction, said: str) -> bool:
        """A bid, a withdrawal or the hammer: `Ben 120`, `Ben out`, `sold`. False if the entry says none of it."""
        game = self.game
        if said.casefold() in SOLD:
            lot, depth = auction.lot, len(game.matters)
            for name in auction.bidders:
                top = game.matters[-1] if len(game.matters) == depth else None
                if isinstance(top, Auction) and top.lot == lot and name != top.highest_bidder:
                    game.play("withdraw", name)
            return True
        found = PLAYER_FIRST.fullmatch(said)
        if not found or found[1].casefold() not in (name.casefold() for name in auction.bidders):
            return False
        amount = found[2].removeprefix("$").replace(",", "")
        game.play(f"bid {amount}" if amount.isdecimal() else "withdraw", found[1])
        return True

    def choice(self, said: str) -> Action:
        """The choice of a number."""
        choices = main_choices(self.game)
        if len(said) > 3 or not 1 <= int(said) <= len(choices):
            raise ValueError(f"expected a number from 1 to {len(choices)}, not {said:.40}.")
        action = choices[int(said) - 1]
        if action.kind in DEALS or action.kind == "Bid":
            raise ValueError("say it in words: help shows how.")
        return replace(action, most=0)

    def deal(self, said: str) -> None:
        """A deal that two have agreed on: `deal Ann with Ben: boardwalk for $400`."""
        found = re.fullmatch(r"(.+?)\s+with\s+(.+?)\s*:\s*(.+)", said, re.IGNORECASE)
        if not found:
            raise ValueError("expected: deal PLAYER with PLAYER: GOODS for GOODS")
        proposer, partner = (self.game.names[self.game._names.seat(name.strip('"'))] for name in (found[1], found[2]))

        def agree() -> None:
            self.game.play(f"offer {partner}: {found[3]}", proposer)
            self.game.play(f"accept {proposer}", partner)

        self.note(agree)

    def undo(self, reason: str) -> None:
        """Take back the last entry, as a whole."""
        if not self.entries:
            raise ValueError("there is nothing to take back")
        self.take_back(len(self.entries) - 1, reason or NO_REASON)
        self.screen.say("Taken back.")
        self.save()

    def take_back(self, number: int, reason: str) -> None:
        """Go back before an entry, counted from 0."""
        self.game.undo(reason, steps=len(self.game._course.steps) - self.entries[number].steps)
        del self.entries[number:]

    def list_entries(self, said: str) -> None:
        """What was typed last, each entry with its number and what came of it."""
        if said and not said.isdecimal():
            raise ValueError(f"expected how many, not {said:.40}.")
        last = min(int(said or MOST_SHOWN), len(self.entries))
        for number in range(len(self.entries) - last, len(self.entries)):
            self.screen.say(f"{number + 1:4}. {self.format_entry(number)}")

    def format_entry(self, number: int) -> str:
        """What came of an entry, in a line."""
        return format_entry(self.game, [*self.entries, self.game._course.mark()], number)

    def correct(self, said: str) -> None:
        """An entry was otherwise: show what comes of that, and do it if the table agrees."""
        found = CORRECTION.fullmatch(said)
        if not found:
            raise ValueError("expected: correct NUMBER: WHAT because REASON, where entries lists the numbers")
        if len(found[1]) > 6 or not 1 <= int(found[1]) <= len(self.entries):
            raise ValueError(f"expected the number of an entry, 1 to {len(self.entries)}: entries lists them.")
        amended = Amendment(self, int(found[1]) - 1, found[2].strip(), found[3] or NO_REASON).work_out()
        if amended is None:
            self.screen.say("Nothing was changed.")
            return
        self.game, self.entries = amended.game, amended.entries
        self.save()
        self.screen.say("Set right.")

    def set_right(self, said: str) -> None:
        """Correct the position, with a reason."""
        changes, because, reason = said.removeprefix("right ").partition(" because ")
        if not because:
            raise ValueError(f"expected: set CHANGES because REASON, where changes are {FORMS}")
        self.note(lambda: self.game.set_right(changes, reason))
        self.screen.say("Set right.")

    def cash(self, name: str) -> None:
        """What one player has: others look away."""
        player = self.player(name, "cash")
        bills = ", ".join(f"{count} x ${value}" for count, value in player.bills if count)
        self.screen.say(f"{player.name} has ${player.cash:,}" + (f": {bills}." if bills else "."))

    def hand(self, name: str) -> None:
        """All that one player holds, by groups, with what each deed brings; in a terminal until it is hidden."""
        player, game = self.player(name, "hand"), self.game
        self.cash(player.name)
        for _, row in deed_rows(game, player.name, HAND_WIDTH):
            self.screen.console.print(row)
        if self.screen.console.is_terminal:
            read_line("Enter hides it", self.screen)
            self.screen.console.clear()

    def player(self, name: str, command: str) -> Player:
        """The player who is meant."""
        if not name:
            raise ValueError(f"whose? {command} NAME, one of {', '.join(self.game.names)}")
        return self.game[name]

    def rules(self, text: str) -> None:
        """Search the rulebook."""
        found = rulebook.search(text, self.game.ruleset)
        if not found:
            raise ValueError(f"no rule of this edition speaks of {text!r}.")
        self.screen.say(rulebook.why(found[0].id, self.game.ruleset))

    def save(self) -> None:
        """Keep the game as it stands."""
        if self.path is not None:
            write_text(self.path, self.game.record() + format_hour(self.hour))

    def close(self, _: str) -> None:
        """Leave the table."""
        raise Closed
