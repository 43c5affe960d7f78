"""`passgo benchmark`: an agent measured by PassGo-100."""

from typing import Annotated

from passgo.cli.arguments import BOTS, SPARRING, AsJson, Limit, Threads
from passgo.cli.line import Argument, Option


def command(
    agent: Annotated[
        str,
        Argument(
            metavar="BOT",
            says='Your own my_agent.py, "cmd:node bot.js", a program in any language, or the name of a bot.',
            among=lambda: (*BOTS, *SPARRING),
        ),
    ],
    games: Annotated[int, Option("--games", "-g", least=10, says="Games of each of the 120 tasks.")] = 400,
    threads: Threads = None,
    limit: Limit = 2.0,
    as_json: AsJson = False,
) -> None:
    """Measure an agent by PassGo-100: 100 positions whose chances are known, and 20 line-ups of opponents.

    All agents meet the same dice. Results can be compared as long as the bots play as they did when the version of the
    benchmark was made, and the command says whether they do.

        passgo benchmark my_agent.py --games 1000 --json
    """
    from passgo.cli.progress import telling
    from passgo.cli.scores import show_score
    from passgo.cli.warm import warm
    from passgo.clients import bot_from
    from passgo.simulate import usual_threads
    from passgo.simulate.benchmark import load, score
    from passgo.terminal.files import expecting, print_json

    with expecting():
        bot = bot_from(agent, limit)
    benchmark = load()
    warm()
    tasks = len(benchmark.positions) + len(benchmark.lineups)
    with telling() as tell:
        found = score(bot, benchmark, games, threads or usual_threads(), lambda done: tell("tasks", done, tasks))
    if as_json:
        print_json(found.to_dict())
    else:
        show_score(found)
