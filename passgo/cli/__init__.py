"""The `passgo` command: a module for each of its commands, and `main`, which finds the one that was asked for.

A command is the function `command` of the module that bears its name; the folders `bench` and `dev` are groups of
commands. Only the command that is asked for is imported, and what it needs only when it runs, so that help,
completion, `rules` and `editions` answer at once.
"""

import io
import sys
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module

import passgo
from passgo.cli.line import HELP, Command
from passgo.cli.manual import format_command, format_group
from passgo.terminal.files import BadInput, BrokenOff

__all__ = ["COMMANDS", "main"]

ABOUT = "Monopoly exactly as its rulebooks say, at machine speed."
COMMANDS = {
    "play": "Play a game here, against bots that build, bid and deal.",
    "bank": "Be the Banker at a real table: type what the dice showed, and PassGo does the rest.",
    "serve": "Host games for browsers and programs. Nothing that was answered is ever lost.",
    "bot": "Seat a bot at a table of a server.",
    "check": "Check all games of a server: is every log whole and lawful?",
    "backup": "Copy the games of a server, as they are at one moment, while it goes on.",
    "restore": "Put the games of a copy where a server finds them. The server must be stopped.",
    "forget": "Delete games with their names, chat and moves.",
    "ask": "Ask the referee: the rules that decide a question, in your own words.",
    "why": "Explain what happened in a record, by rule, source and arithmetic.",
    "analyse": "Say what a game was decided by: dice, decisions, deals; and which moves were mistakes.",
    "rulebook": "Print the whole book of an edition, or how two editions differ.",
    "rules": "Search the rulebook, or count which of its rules are in the code and tested.",
    "editions": "List the editions, or the options of one; or begin an edition of your own.",
    "verify": "Replay the record of a game: is it lawful and complete?",
    "simulate": "Play many games with bots and count: wins, lengths, landings, rent, bankruptcies.",
    "tournament": "Let bots play duplicate matches, and rate them: wins, pairs and Elo, with intervals.",
    "benchmark": "Measure an agent by PassGo-100: 100 positions whose chances are known, and 20 line-ups of opponents.",
    "train": "Train the net that judges positions, from games that mixed players play out.",
    "bench": "Measure how fast PassGo is on this machine.",
    "warm": "Compile the rules for this machine, once, so that every later start is quick.",
    "completion": "Print what makes your shell complete commands, options, editions and bots.",
    "dev": "Commands for those who develop PassGo itself.",
}
"""The commands, and the first line of the help of each."""

GROUPS = ("bench", "dev")
COMPLETE = "--complete"
"""What the scripts of `passgo completion` call: the words that may come next, a line each."""

NOBODY_READS = 1
BAD_INPUT = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command of the line, or of `arguments`, and leave with its exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a letter that the terminal does not know is no reason to fail
            stream.reconfigure(errors="backslashreplace")
    given = list(sys.argv[1:] if arguments is None else arguments)
    sys.exit(run(given or ["--help"]))


def run(given: list[str]) -> int:
    """The exit code of a command."""
    try:
        code = obey(with_address(given))
        print(end="", flush=True)  # now, where it can still be told that this failed
    except BadInput as problem:
        return complain(str(problem))
    except BrokenOff as problem:
        complain(str(problem))
        return INTERRUPTED
    except OSError as problem:
        sys.stdout = io.StringIO()  # what could not be written is not tried again at the end
        if isinstance(problem, BrokenPipeError):
            return NOBODY_READS
        where = f"{problem.filename}: " if problem.filename else ""
        return complain(f"{where}expected to be able to go on writing and reading: {problem.strerror}")
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def run_script(function: Callable[..., object], path: str) -> None:
    """Run a function as a program of its own, which takes its words from the line, as the benchmarks are."""
    command, words = Command(function, path), sys.argv[1:]
    try:
        if any(word in HELP for word in words):
            print(format_command(command))
        else:
            command.run(words)
    except BadInput as problem:
        sys.exit(complain(str(problem)))


def obey(given: list[str]) -> object:
    """Do what the words of the line say."""
    if given[:1] == [COMPLETE]:
        from passgo.cli.completing import candidates

        print(*candidates(given[1:]), sep="\n")
        return 0
    if given[:1] == ["--version"]:
        print(f"passgo {passgo.__version__}")
        return 0
    path, commands, words = walk(given)
    if not words or words[0] in HELP:
        about = ABOUT if path == "passgo" else COMMANDS[path.split()[-1]]
        options = {"-h, --help": "Show this and exit."}
        if path == "passgo":
            options["--version"] = "Print the version and exit."
        print(format_group(path, about, commands, options))
        return 0
    command = find_command(path, commands, words[0])
    if any(word in HELP for word in before_dashes(words)):
        print(format_command(command))
        return 0
    return command.run(words[1:])


def walk(given: list[str]) -> tuple[str, Mapping[str, str], list[str]]:
    """The program or group that the words begin with, its commands, and the words that follow."""
    if given and given[0] in GROUPS:
        return f"passgo {given[0]}", import_module(f"passgo.cli.{given[0]}").COMMANDS, given[1:]
    return "passgo", COMMANDS, given


def find_command(path: str, commands: Mapping[str, str], word: str) -> Command:
    """The command of that name; its module is imported now."""
    if word.startswith("-"):
        raise BadInput(f"{path}: there is no option {word}; {path} --help lists what there is")
    if word not in commands:
        near = get_close_matches(word, commands, 1)
        hint = f"did you mean {near[0]}?" if near else f"{path} --help lists them"
        raise BadInput(f"{path}: there is no command {word!r}; {hint}")
    package = path.replace("passgo", "passgo.cli", 1).replace(" ", ".")
    return Command(import_module(f"{package}.{word}").command, f"{path} {word}")


def before_dashes(words: list[str]) -> list[str]:
    """The words up to the first `--`, after which everything is an argument."""
    return words[: words.index("--")] if "--" in words else words


def with_address(given: list[str]) -> list[str]:
    """The words of the line, with the address that `--ray` may leave out: a cluster of one's own, on this machine.

    >>> with_address(["simulate", "--ray", "--json"])
    ['simulate', '--ray=local', '--json']
    >>> with_address(["simulate", "--ray", "10.0.0.1:6379"])
    ['simulate', '--ray', '10.0.0.1:6379']
    """
    following = [*given[1:], "--"]
    bare = [word == "--ray" and after.startswith("-") for word, after in zip(given, following, strict=True)]
    return ["--ray=local" if alone else word for word, alone in zip(given, bare, strict=True)]


def complain(problem: str) -> int:
    """Say in one line what was wrong."""
    print(f"passgo: {' '.join(problem.split())}", file=sys.stderr)
    return BAD_INPUT
