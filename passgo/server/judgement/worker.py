"""A process that judges games for the server, one question after the other. Run by `passgo.server.judgement.judges`."""

import time
from collections.abc import Callable

from passgo.machine.cache import is_kept
from passgo.machine.decorators import ENTRIES
from passgo.machine.entries import meanwhile
from passgo.server import pipes
from passgo.server.judgement.advice import write_advice
from passgo.server.judgement.played_game import PlayedGame
from passgo.server.judgement.questions import ENCODE, READ_QUESTION, AnalysisQuestion, Judged, Progress, Question
from passgo.server.judgement.reports import write_analysis

POLITENESS = 10
"""The niceness of the process: games that are played come first, and their bots."""
TOLD_SECONDS = 0.1
"""Progress is told no oftener."""

Send = Callable[[bytes], None]


def judge(question: Question, send: Send) -> bytes:
    """The answer to a question, as JSON; how far it is is sent on the way."""
    if isinstance(question, AnalysisQuestion):
        return write_analysis(PlayedGame(question.game, question.log, question.seed), progress(send))
    return write_advice(PlayedGame(question.game, question.log), question)


def progress(send: Send) -> Callable[[str, int, int], None]:
    """A function that tells how far it is, now and then."""
    told = [0.0]

    def tell(what: str, done: int, of: int) -> None:
        now = time.monotonic()
        if now - told[0] >= TOLD_SECONDS:
            told[0] = now
            send(ENCODE(Progress(what, done, of)))

    return tell


def answer(message: bytes, send: Send) -> bytes:
    """The answer to a message."""
    try:
        return ENCODE(Judged(judge(READ_QUESTION.decode(message), send)))
    except ValueError as problem:
        return ENCODE(Judged(problem=str(problem)[:300], fault=True))
    except Exception as problem:
        return ENCODE(Judged(problem=f"{type(problem).__name__}: {problem}"[:300]))


def wait_for_machine_code() -> None:
    """Wait until the rules are compiled, if another process is at it: thousands of games are not played in Python."""
    while meanwhile.is_plain and not all(is_kept(entry) for entry in ENTRIES.values()):
        time.sleep(1.0)
    meanwhile.is_plain = False


def main() -> None:
    """Answer until the input ends."""
    wait_for_machine_code()
    pipes.work(answer, POLITENESS)


if __name__ == "__main__":
    main()
