"""The plain prompt game: a person against bots of a level, in a terminal or through a pipe."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from passgo import rulebook
from passgo.game import Game
from passgo.notation.actions import DEALS, Action
from passgo.notation.events import Event
from passgo.terminal.files import BadInput, write_text
from passgo.terminal.opponents import Notebook, Opponents
from passgo.terminal.screen import Screen, format_choice, format_matter, format_offer

BOT_NAMES = ("Ben", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ivy")

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
  save FILE      write the record of the game, which `passgo verify FILE` replays
  quit           leave"""


class Quit(Exception):
    """The person leaves the table."""


class PromptGame:
    """One person's game: what has been played, by whom, and what is still to be shown."""

    def __init__(self, game: Game, person: str, level: str, screen: Screen) -> None:
        self.game, self.person, self.screen = game, person, screen
        self.opponents = Opponents(game, level)
        # Who took each action, with their notebook before it, so that undo can restore it.
        self.actors: list[tuple[str, Notebook]] = []
        self.claims_shown: set[tuple[int, str, str]] = set()
        self.interrupts = False
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self.help(),
            "why": self.why,
            "rules": self.rules,
            "board": lambda _: screen.board(game),
            "undo": lambda _: self.undo(),
            "save": self.save,
            "quit": self.leave,
        }

    def run(self) -> None:
        """Play until the person leaves."""
        while True:
            decider = self.game.next_to_decide
            claim = self.opponents.claim(self.person) if self.game.claims else None
            if claim is not None:
                self.play(claim[1], claim[0])
            elif decider == self.person or decider is None or self.game[self.person].out or self.may_claim():
                self.ask()
            else:
                self.let_bot_play(decider)

    def let_bot_play(self, player: str) -> None:
        """Play what a bot chooses."""
        before = self.opponents.notebook(player).copy()
        self.play(self.opponents.choose(player), player, before)

    def play(self, action: Action | str, player: str, before: Notebook | None = None) -> list[Event]:
        """Play an action, and show what happened."""
        kept = self.opponents.notebook(player).copy() if before is None else before
        events = self.game.play(action, player)
        self.actors.append((player, kept))
        self.screen.events(self.game, events)
        return events

    def may_claim(self) -> bool:
        """May the person claim a rent that was not yet shown? Then the others wait a moment."""
        claims = {(self.game.turn, c.lander, c.square) for c in self.game.claims if c.owner == self.person}
        self.interrupts = bool(claims - self.claims_shown) and any(a.kind == "ClaimRent" for a in self.choices())
        if self.interrupts:
            self.claims_shown |= claims
        return self.interrupts

    def choices(self) -> list[Action]:
        """What the person may do, the turn's own actions first and leaving last."""
        if self.game.outcome is not None or self.game[self.person].out:
            return []
        return sorted(self.game.legal_actions(self.person), key=lambda action: RANK.get(action.kind, 0))

    def ask(self) -> None:
        """Show what the person may do, and do what they say until something has been played or taken back."""
        choices = self.choices()
        self.show_situation(choices)
        actions = len(self.actors)
        while len(self.actors) == actions:
            self.answer(choices, self.read())

    def show_situation(self, choices: list[Action]) -> None:
        """The players, what is to be settled, offers to the person, and the choices."""
        self.screen.say()
        if not choices:
            over = self.game.outcome
            self.screen.say(f"{' and '.join(over.winners)} won." if over else "You are out of the game.")
            self.screen.say("You can still look around: board, why, save FILE, undo, quit.")
            return
        self.screen.players(self.game)
        for matter in self.game.matters[-1:]:
            self.screen.say(format_matter(matter))
        for offer in self.game.offers:
            if offer.other == self.person:
                self.screen.say(format_offer(offer))
        self.screen.choices(choices)

    def read(self) -> str:
        """The person's next line. At the end of the input the person leaves."""
        enter = ", or Enter to let the others go on" if self.interrupts else ""
        try:
            line = input(f"{self.person}{enter}> ").strip()
        except (EOFError, RuntimeError):  # the latter if there is no input at all
            self.screen.say()
            raise Quit from None
        if not sys.stdin.isatty():
            self.screen.say(line)
        return line

    def answer(self, choices: list[Action], line: str) -> None:
        """Do what a line says, or say why not; nothing changes then."""
        word, _, rest = line.partition(" ")
        decider = self.game.next_to_decide
        if not line and self.interrupts and decider is not None:
            self.let_bot_play(decider)
            return
        try:
            if word.lower() in self.commands:
                self.commands[word.lower()](rest.strip())
            elif line:
                self.play(self.parse_line(choices, line), self.person)
        except (ValueError, BadInput) as problem:
            self.screen.complain(str(problem))

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

    def help(self) -> None:
        """What one can type."""
        deeds = self.game.ruleset.deeds
        other = next(name for name in self.game.names if name != self.person)
        self.screen.say(HELP.format(other=other, deed=deeds[0].name, another=deeds[-1].name))

    def why(self, rule: str) -> None:
        """Explain the rule behind the last event or refusal, or a rule by its id."""
        self.screen.say(self.game.why(rule or None))

    def rules(self, text: str) -> None:
        """Search the rulebook."""
        edition = self.game.ruleset
        found = rulebook.search(text, edition)
        if not found:
            raise ValueError(f"no rule of this edition speaks of {text!r}.")
        self.screen.say(rulebook.why(found[0].id, edition))
        for rule in found[1:4]:
            self.screen.say(f"  see also {rule.id}: {rule.says}")

    def undo(self) -> None:
        """Take back the person's last action and everything after it."""
        if self.person not in (name for name, _ in self.actors):
            raise ValueError("there is nothing of yours to take back.")
        actor = ""
        while actor != self.person:
            self.game.undo()
            actor, notebook = self.actors.pop()
            self.opponents.notebook(actor)[:] = notebook
        self.screen.say("Taken back.")

    def save(self, name: str) -> None:
        """Write the record of the game."""
        if not name:
            raise ValueError("save needs the name of a file.")
        write_text(Path(name), self.game.record())
        self.screen.say(f"Saved to {name}. `passgo verify {name}` replays it.")

    def leave(self, _: str) -> None:
        """Leave the table."""
        raise Quit
