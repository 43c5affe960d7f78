"""Random games as a list of hashes, one a step, of all that the engine says: the same compiled and plain.

PASSGO_PLAIN=1 python -m tests.properties.played_out
"""

import hashlib
from random import Random

from passgo import editions
from passgo.dev.fuzz import Report, move
from passgo.dev.fuzz.checked_game import GAME, Match
from passgo.dev.fuzz.player import Temper, write_nonsense
from passgo.dev.fuzz.tables import random_match, random_ruleset
from passgo.rules import codes
from passgo.rules.waiting import to_act
from tests.properties.matches import bytes_of

GAMES = 6
STEPS = 220


def hashes(edition: str) -> list[str]:
    """After every step: position, events, whom the game waits for, a legal list, and the refusal of nonsense."""
    said = []
    for seed in range(GAMES):
        dice = Random(f"{edition} {seed}")
        match = random_match(dice, random_ruleset(dice, edition))
        temper, report = Temper(dice), Report()
        for _ in range(STEPS):
            player = match.next_to_decide()
            if player == codes.NOBODY:
                break
            move(dice, match, temper, player, report)
            said.append(hashlib.sha256(told(dice, match)).hexdigest()[:12])
    return said


def told(dice: Random, match: Match) -> bytes:
    """Everything that the engine says about the game now."""
    parts = [match.position(GAME), bytes_of(match.log), str(to_act(match.games, GAME)).encode()]
    count = match.legal(dice.randrange(match.players))
    parts += [bytes_of(match.list[n]) for n in range(count)]
    write_nonsense(dice, match, extreme=dice.random() < 0.3)
    parts.append(str(match.allowed()).encode())
    return b"".join(parts)


if __name__ == "__main__":
    for name in editions.NAMES:
        print(name, *hashes(name))
