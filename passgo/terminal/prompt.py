"""The plain prompt game: lines to read and lines to type, in a terminal or through a pipe.

It serves screen readers and scripts: there is no picture unless one asks for the board.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from passgo import rulebook
from passgo.errors import UnknownAction
from passgo.notation.actions import DEALS, Action
from passgo.terminal.files import BadInput, write_text
from passgo.terminal.lines import read_line
from passgo.terminal.screen import Screen, format_choice, format_matter, format_offer
from passgo.terminal.table import Table

LISTEN_S = 0.05
"""How often one looks whether somebody elsewhere has moved."""

RANK = {"SellBuilding": 1, "SellHotels": 1, "Mortgage": 1, "LiftMortgage": 1}
RANK |= {**dict.fromkeys(DEALS, 2), "Counter": 0, "Resign": 3}
"""Choices are listed in this order: the turn and answers, then property, then deals, then leaving."""

LONGEST_NUMBER = 9
"""The most digits of the number of a choice: no list is that long."""

HELP = """\
Type the number of a choice, or an action in words:
  throw, buy, decline, bid 120, withdraw, end turn, pay fine, use card,
  build SQUARE, sell SQUARE, mortgage SQUARE, lift SQUARE, hour (if it ends a short game)
  offer PLAYER: GOODS for GOODS, where goods are deeds, dollars and jail cards joined by +, as in
    offer {other}: {deed} + $50 for {another} + chance card
  accept PLAYER, refuse PLAYER, counter PLAYER: GOODS for GOODS, withdraw offer
A beginning of a name is enough where no other begins so.
  why [RULE]     the rule behind the last event or refusal, or any rule by its id
  rules WORDS    search the rulebook
  board          draw the board
  undo           take back your last action, and all that followed
  say WORDS      say something to the others, at a server's table
  watch          let the others play on to the end, when you are out
  save FILE      write the record of the game, which `passgo verify FILE` replays
  quit           leave; the game is kept (`passgo play --resume`)"""


class Quit(Exception):
    """The person leaves the table."""


class PromptGame:
    """A game at a table, by lines: who is asked, what was shown, and what is still to be shown."""

    def __init__(self, table: Table, screen: Screen) -> None:
        self.table, self.screen = table, screen
        self._shown, self._heard = len(table.told), 0
        self._watching = False
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self.help(),
            "why": self.why,
            "rules": self.rules,
            "board": lambda _: screen.board(table.board),
            "undo": lambda _: self.undo(),
            "watch": lambda _: self.watch(),
            "say": table.talk,
            "save": self.save,
            "quit": self.leave,
        }

    def run(self) -> None:
        """Play until the person leaves."""
        table, status = self.table, ""
        while True:
            news = not self.is_left and table.go_on()
            self.show_news()
            if table.status != status:
                status = table.status
                self.screen.complain(status) if status else None
            if news:
                continue
            if table.wish is not None:
                self.consent()
            elif table.person is not None or self.is_left:
                self.ask()
            else:
                time.sleep(LISTEN_S)

    @property
    def is_left(self) -> bool:
        """Is there nothing more to do here: the game is over, or the people here are out and do not watch?"""
        board = self.table.board
        return self.table.is_over or (not self._watching and all(board[name].out for name in self.table.people))

    @property
    def person(self) -> str:
        """Who is asked, or was asked last."""
        return self.table.viewer

    def show_news(self) -> None:
        """What happened since this was last shown."""
        told, self._shown = self.table.told[self._shown :], len(self.table.told)
        self.screen.viewer = self.person
        self.screen.tell(self.table.board, [happening for happening in told if not happening.undone])
        said, self._heard = self.table.remarks[self._heard :], len(self.table.remarks)
        for remark in said:
            self.screen.say(f"{remark.player} says: {remark.text}")

    def choices(self) -> list[Action]:
        """What the person may do, the turn's own actions first and leaving last."""
        return sorted(self.table.legal_actions(self.person), key=lambda action: RANK.get(action.kind, 0))

    def ask(self) -> None:
        """Show what the person may do, and do what they say until something has been played or taken back."""
        self.table.save()
        choices = self.choices()
        self.show_situation(choices)
        while not self.answer(choices, self.read()):
            pass

    def show_situation(self, choices: list[Action]) -> None:
        """The players, what is to be settled, offers to the person, and the choices."""
        board = self.table.board
        self.screen.say()
        if not choices:
            over = board.outcome
            self.screen.say(f"{' and '.join(over.winners)} won." if over else "You are out of the game.")
            watch = "" if over else "watch, "
            self.screen.say(f"You can still look around: {watch}board, why, save FILE, undo, quit.")
            return
        self.screen.players(board)
        for matter in board.matters[-1:]:
            self.screen.say(format_matter(matter))
        for offer in board.offers:
            if offer.other == self.person:
                self.screen.say(format_offer(offer))
        self.screen.choices(choices)

    def read(self) -> str:
        """The person's next line. At the end of the input the person leaves."""
        enter = ", or Enter to let the others go on" if self.table.may_wait else ""
        line = read_line(f"{self.person}{enter}", self.screen)
        if line is None:
            raise Quit
        return line

    def answer(self, choices: list[Action], line: str) -> bool:
        """Do what a line says, or say why not; nothing changes then. Is there something new to ask?"""
        word, _, rest = line.partition(" ")
        if not line and self.table.may_wait:
            self.table.wait()
            return True
        try:
            if word.lower() in self.commands:
                self.commands[word.lower()](rest.strip())
                return word.lower() in ("undo", "watch")
            if line:
                self.table.play(self.parse_line(choices, line), self.person)
                return True
        except UnknownAction:
            says = f"{line!r:.40} says no action: expected a number of the list, or its words"
            self.screen.complain(f"{says}, such as {format_choice(choices[0])}; help shows the rest.")
        except (ValueError, BadInput) as problem:
            self.screen.complain(str(problem))
        return False

    def parse_line(self, choices: list[Action], line: str) -> Action | str:
        """The action a line means: the number of a choice, or words."""
        if not choices:
            raise ValueError("the game is over for you: expected board, why, save FILE, undo or quit.")
        if not line.isdecimal():
            return line
        if len(line) > LONGEST_NUMBER or not 1 <= int(line) <= len(choices):
            raise ValueError(f"expected a number from 1 to {len(choices)}, not {line:.40}.")
        action = choices[int(line) - 1]
        if action.kind in DEALS:
            raise ValueError(f"say what is in it: {format_choice(action).removesuffix('...')}GOODS for GOODS.")
        return replace(action, most=0)

    def consent(self) -> None:
        """Somebody elsewhere wishes to take a move back."""
        wish = self.table.wish
        if wish is not None:
            self.screen.say(f"{wish.player} wishes to take a move back. Do you agree? yes or no")
            self.table.consent(wish, self.read().lower() in ("y", "yes"))

    def help(self) -> None:
        """What one can type."""
        deeds = self.table.board.ruleset.deeds
        other = next(name for name in self.table.board.names if name != self.person)
        self.screen.say(HELP.format(other=other, deed=deeds[0].name, another=deeds[-1].name))

    def why(self, rule: str) -> None:
        """Explain the rule behind the last event or refusal, or a rule by its id."""
        self.screen.say(self.table.why(rule or None))

    def rules(self, text: str) -> None:
        """Search the rulebook."""
        edition = self.table.board.ruleset
        found = rulebook.search(text, edition)
        if not found:
            raise ValueError(f"no rule of this edition speaks of {text!r}.")
        self.screen.say(rulebook.why(found[0].id, edition))
        for rule in found[1:4]:
            self.screen.say(f"  see also {rule.id}: {rule.says}")

    def undo(self) -> None:
        """Take back the person's last action and everything after it."""
        self.table.undo()
        self.screen.say("Taken back.")

    def watch(self) -> None:
        """Let the others play on."""
        if not self.is_left or self.table.is_over:
            raise ValueError("there is nothing to watch: expected an action.")
        self._watching = True

    def save(self, name: str) -> None:
        """Write the record of the game."""
        if not name:
            raise ValueError("save needs the name of a file.")
        write_text(Path(name), self.table.record())
        self.screen.say(f"Saved to {name}. `passgo verify {name}` replays it.")

    def leave(self, _: str) -> None:
        """Leave the table."""
        raise Quit
