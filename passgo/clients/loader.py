"""From a word of the command line to a bot."""

import hashlib
import shlex
import shutil
from pathlib import Path

from passgo import strategies
from passgo.clients.program_seat import ProgramSeat, Troupe
from passgo.simulate import Bot
from passgo.simulate.runs.batch import BatchRun
from passgo.strategies import LIMIT_S
from passgo.strategies.bridge import ask_strategy

PROGRAM = "cmd:"
"""What a word begins with that names a program."""


def bot_from(word: str, limit_s: float = LIMIT_S) -> Bot:
    """A bot by its name, from a Python file, or a program in any language: `cmd:node bot.js`.

    >>> bot_from("trader").name
    'trader'
    >>> bot_from("cmd:no-such-program bot.js")
    Traceback (most recent call last):
    ValueError: cmd:no-such-program bot.js: there is no program no-such-program
    """
    if not word.strip().startswith(PROGRAM):
        return strategies.bot_from(word, limit_s)
    words = program_words(word)
    troupe = Troupe(words, limit_s)

    def prepare(batch: BatchRun, seat: int) -> None:
        bots = batch.plan.bots
        place = sum(bots[other].prepare is bots[seat].prepare for other in range(seat))
        batch.kept.append(ProgramSeat(batch, seat, troupe.conversation(place), limit_s))

    return Bot(program_name(words), ask_strategy, (), False, prepare, fingerprint(words), troupe.end, plain=True)


def program_words(word: str) -> list[str]:
    """The words of a command after `cmd:`; `ValueError` if it cannot be run."""
    try:
        words = shlex.split(word.strip().removeprefix(PROGRAM))
    except ValueError:
        raise ValueError(f"{word}: expected a command, with its quotes closed") from None
    if not words:
        raise ValueError(f'{word}: expected a command after it, like "cmd:node bot.js"')
    if shutil.which(words[0]) is None:
        raise ValueError(f"{word}: there is no program {words[0]}")
    return words


def program_name(words: list[str]) -> str:
    """What a program is called in results: the file that it runs.

    >>> program_name(["ls", "-l"]), program_name(["node", "no/such/bot.js", "--fast"])
    ('ls', 'node')
    """
    return next((Path(word).name for word in words[1:] if Path(word).is_file()), Path(words[0]).name)


def fingerprint(words: list[str]) -> str:
    """A hash of the command and of the files that it names."""
    digest = hashlib.sha256()
    for word in words:
        digest.update(word.encode() + b"\0")
        if Path(word).is_file():
            digest.update(hashlib.sha256(Path(word).read_bytes()).digest())
    return digest.hexdigest()[:16]
