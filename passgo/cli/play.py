"""`passgo play`: a game in the terminal, against bots of a level."""

from typing import Annotated

import typer

from passgo import Game, editions, rulebook
from passgo.bots import BOTS, LEVELS
from passgo.cli.arguments import Edition, Options, parse_options
from passgo.cli.warm import warm
from passgo.game.setup_options import seat_players
from passgo.terminal.files import expecting
from passgo.terminal.prompt import BOT_NAMES, PromptGame, Quit
from passgo.terminal.screen import Screen


def command(
    edition: Edition = "classic",
    players: Annotated[
        int, typer.Option("--players", "-p", min=2, max=8, help="Players at the table, you included.")
    ] = 3,
    name: Annotated[str, typer.Option("--name", "-n", help="Your name at the table.")] = "Ann",
    level: Annotated[str, typer.Option("--level", "-l", help="Of the others: easy, normal or hard.")] = "normal",
    seed: Annotated[
        int | None, typer.Option("--seed", "-s", min=0, help="The same seed gives the same dice and cards.")
    ] = None,
    option: Options = None,
) -> None:
    """Play a game here, against bots that build, bid and deal.

    Type a number, an action in words (buy, build ..., bid 120), or help. You can ask why at any moment.
    """
    sit_down(edition, name, players, level, seed, parse_options(option))


def seat_names(person: str, players: int) -> list[str]:
    """The person, and bots of other names."""
    others = [name for name in BOT_NAMES if name.casefold() != person.casefold()]
    return [person, *others][:players]


def sit_down(edition: str, person: str, players: int, level: str, seed: int | None, options: dict[str, str]) -> None:
    """Play a game until the person leaves."""
    names = seat_names(person, players)
    with expecting():  # before compiling, which may take a while
        seat_players(editions.ruleset(edition, **options), names)
    with expecting("--level"):
        if level not in LEVELS:
            raise ValueError(f"there is no level {level!r}: choose from {', '.join(LEVELS)}")
    warm()
    with expecting():
        game = Game(edition, names, seed=seed, **options)
    screen = Screen(person)
    screen.say(f"{game.ruleset.title}. You are {person} ({game[person].token}). Dice: {game.dealer}.")
    screen.say(f"The others are bots, {level}: {BOTS[level].description}.")
    for rule in rulebook.house_rules(game.ruleset):
        screen.say(f"House rule: {rule.replace('_', '-')}.")
    screen.say("Type help for help, why for the rule behind what happened, quit to leave.\n")
    screen.board(game)
    screen.events(game, game.events)
    try:
        PromptGame(game, person, level, screen).run()
    except (Quit, KeyboardInterrupt):
        screen.say("Goodbye.")
