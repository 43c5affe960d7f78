"""Games for whoever reads and writes: an observation is a text, an action is a text, as TextArena's environments do it.

What a player is told is what happened since they were last asked, how things stand, and what they may do; what they
answer is an action in the notation of PassGo, alone or in square brackets within other words.
"""

import re
from typing import Any

from passgo.game import Game, IllegalAction
from passgo.notation.text import format_words

BRACKETS = re.compile(r"\[([^\[\]]+)\]")
OTHERS = ("Offer", "Counter", "OfferSettlement")


class MonopolyText:
    """A game by text, for any number of players who take turns.

    >>> env = MonopolyText("classic", players=["Ann", "Ben"])
    >>> env.reset(seed=7)
    >>> player, text = env.get_observation()
    >>> player, text.splitlines()[-1]
    (1, 'You may: throw; resign; offer (to Ann)')
    >>> env.step("I take the dice. [throw]")
    (False, {})
    >>> env.step("end turn")[1]["refused"]
    "'Ben: end turn' is refused: ... (move.turn-end)"
    """

    def __init__(self, edition: str = "classic", players: Any = 4, *, max_turns: int = 1000, **options: object) -> None:
        self.edition, self.players, self.options, self.max_turns = edition, players, options, max_turns

    def reset(self, num_players: int | None = None, seed: int | None = None) -> None:
        """Begin a game."""
        self.game = Game(self.edition, num_players or self.players, seed=seed, options=self.options)
        self._told = dict.fromkeys(self.game.names, 0)
        self._heard: list[str] = []

    def get_observation(self) -> tuple[int, str]:
        """The seat of whoever must decide, and what they are told."""
        name = self.game.next_to_decide or self.game.names[0]
        news = self._heard[self._told[name] :]
        self._told[name] = len(self._heard)
        view = self.game.view(name)
        standing = [f"{one.name}: on {one.square}, deeds {', '.join(one.deeds) or 'none'}" for one in self.game.players]
        lines = [f"You are {name}, and have ${view[name].cash}.", *news, *standing, f"You may: {self._choices(name)}"]
        return self.game.names.index(name), "\n".join(lines)

    def _choices(self, name: str) -> str:
        """What the player may do: every action, bids with their bounds, and with whom a deal is possible."""
        listed = self.game.legal_actions(name)
        texts = [format_words(action) for action in listed if action.kind not in (*OTHERS, "Bid")]
        texts += [f"bid AMOUNT ({a.amount} to {a.most})" for a in listed if a.kind == "Bid"]
        partners = dict.fromkeys(str(a.other) for a in listed if a.kind in OTHERS)
        return "; ".join([*texts, *([f"offer (to {', '.join(partners)})"] if partners else [])])

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Play what was answered: is the game over, and, if the answer was refused, why. Then nothing was played."""
        found = BRACKETS.findall(action)
        said = (found[-1] if found else action).strip()
        try:
            events = self.game.play(said)
        except IllegalAction as refused:
            return False, {"refused": str(refused)}
        except ValueError as unclear:
            return False, {"refused": str(unclear)}
        self._heard += [str(event) for event in events]
        return self.game.outcome is not None or self.game.turn > self.max_turns, {}

    def close(self) -> dict[int, float]:
        """The rewards by seat: 1 shared by the winners, -1 shared by the others; nothing without an outcome."""
        outcome, count = self.game.outcome, len(self.game.names)
        if outcome is None or len(outcome.winners) == count:
            return dict.fromkeys(range(count), 0.0)
        won = len(outcome.winners)
        names = enumerate(self.game.names)
        return {seat: 1 / won if name in outcome.winners else -1 / (count - won) for seat, name in names}
