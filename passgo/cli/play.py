"""`passgo play`: a game in the terminal, against bots of a level."""

from passgo import Game, editions
from passgo.bots import BOTS, LEVELS
from passgo.cli.warm import warm
from passgo.game.setup_options import seated
from passgo.terminal.files import expecting
from passgo.terminal.prompt import BOT_NAMES, PromptGame, Quit
from passgo.terminal.screen import Screen


def seat_names(person: str, players: int) -> list[str]:
    """The person, and bots of other names."""
    others = [name for name in BOT_NAMES if name.casefold() != person.casefold()]
    return [person, *others][:players]


def sit_down(edition: str, person: str, players: int, level: str, seed: int | None, options: dict[str, str]) -> None:
    """Play a game until the person leaves."""
    names = seat_names(person, players)
    with expecting():  # before compiling, which may take a while
        seated(editions.ruleset(edition, **options), names)
    with expecting("--level"):
        if level not in LEVELS:
            raise ValueError(f"there is no level {level!r}: choose from {', '.join(LEVELS)}")
    warm()
    with expecting():
        game = Game(edition, names, seed=seed, **options)
    screen = Screen(person)
    screen.say(f"{game.table.title}. You are {person} ({game[person].token}). Dice: {game.dealer}.")
    screen.say(f"The others are bots, {level}: {BOTS[level].description}.")
    for rule in game.table.house_rules:
        screen.say(f"House rule: {rule.replace('_', '-')}.")
    screen.say("Type help for help, why for the rule behind what happened, quit to leave.\n")
    screen.board(game)
    screen.events(game, game.events)
    try:
        PromptGame(game, person, level, screen).run()
    except (Quit, KeyboardInterrupt):
        screen.say("Goodbye.")
