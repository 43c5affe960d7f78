"""`passgo dev probe`: what a bot's answers to offers give away."""

from typing import TYPE_CHECKING, Annotated

from passgo.cli.arguments import BOTS, SPARRING, AsJson, Threads
from passgo.cli.line import Argument, Option
from passgo.terminal.files import BrokenOff, expecting, print_json

if TYPE_CHECKING:
    from passgo.dev.probe import Findings
    from passgo.dev.probe.findings import Mean


def command(
    bot: Annotated[
        str, Argument(metavar="BOT", says="The bot to probe, by its name.", among=lambda: (*BOTS, *SPARRING))
    ],
    matches: Annotated[
        int,
        Option("--matches", "-m", least=0, most=1_000_000, says="Matches, of four games without and four with offers."),
    ] = 200,
    offers: Annotated[
        int, Option(least=0, most=1_000_000, says="Chosen offers, played to the end before and after.")
    ] = 500,
    games: Annotated[
        int, Option("--games", "-g", least=1, most=100_000, says="Games from before and after each.")
    ] = 300,
    seed: Annotated[int, Option("--seed", "-s", least=0, says="The same seed gives the same findings.")] = 1,
    processes: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Let one who may offer whatever a bot accepts play among three of it: what do its answers give away?

    The player judges by the net. For each partner, and each exchange of what two hold, it asks the bot itself for the
    least cash that it accepts, and takes the best. The same matches are played without its offers. Ctrl-C keeps what
    is done.

        passgo dev probe trader
        passgo dev probe easy --matches 50 --offers 100 --json
    """
    from passgo.cli.progress import telling
    from passgo.cli.warm import warm
    from passgo.dev.probe import ProbePlan, probe

    with expecting():
        plan = ProbePlan(bot.strip().casefold(), matches, offers, games, seed)
    warm()
    with telling() as tell:

        def hear(found: "Findings") -> None:
            if len(found.matches) < plan.matches:
                tell(f"match {len(found.matches):,} of {plan.matches:,}", len(found.matches), plan.matches)
            else:
                tell(f"offer {len(found.truths):,} of {plan.offers:,}", len(found.truths), plan.offers)

        found = probe(plan, processes, hear)
    if not found.matches and not found.truths:
        raise BrokenOff("broken off before anything was found")
    if as_json:
        print_json(found.to_dict())
    else:
        show(found)


def show(found: "Findings") -> None:
    """Say what was found, in words."""
    print(
        f"{found.plan.bot}, one prober among three, {len(found.matches):,} matches from every seat (95 % over matches)"
    )
    if found.matches:
        print(f"  wins without offers of its own     {percent(found.without)}")
        print(f"  wins with whatever is accepted     {percent(found.with_offers)}")
        print(f"  what offers add                    {points(found.added)}")
        deals = sum(len(game.gains) for game in found.games)
        print(f"  deals a game                       {deals / len(found.games):.1f}")
        print(f"  a deal brings the prober           {points(found.gain_of(0))} as the net judges it")
        print(f"  a deal brings {found.plan.bot:<20} {points(found.gain_of(1))}")
        trips, would = found.total("round_trips"), found.total("open_round_trips")
        print(f"  round trips at a loss              {trips:,} in {len(found.games):,} games; {would:,} if asked for")
    if found.truths:
        print(
            f"{len(found.truths):,} chosen offers, by {found.plan.games:,} games to the end from before and after each"
        )
        print(f"  bring whoever accepts              {points(found.proved(1))}")
        print(f"  bring whoever offers               {points(found.proved(0))}")


def percent(found: "Mean") -> str:
    """A share with its interval."""
    if found.mean is None:
        return "-"
    between = "" if found.low is None or found.high is None else f" ({100 * found.low:.1f} to {100 * found.high:.1f})"
    return f"{100 * found.mean:.1f} %{between}"


def points(found: "Mean") -> str:
    """A difference of chances with its interval."""
    if found.mean is None:
        return "-"
    between = "" if found.low is None or found.high is None else f" ({100 * found.low:+.1f} to {100 * found.high:+.1f})"
    return f"{100 * found.mean:+.1f} points{between}"
