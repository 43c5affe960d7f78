"""A record told in words: the text of `Game.record()`, with what every line led to beneath it, as comments.

Comments are no part of a record, so what is told here can still be replayed by `Game.from_record`.
"""

from typing import Any

from passgo import Event, Game
from passgo.editions import parse_options
from passgo.notation.record import Heading, parse_record

UNTOLD = frozenset(("TurnBegan",))  # the record has a line of its own for it


def told(title: str, game: Game) -> str:
    """The record of a game with its events in words, under a title."""
    record = game.record()
    heading, actions = parse_record(record)
    spoken = {line.text for line in actions if not line.text.startswith(("turn ", "end:"))}
    again = beginning(heading)
    lines = [f"# {title}", "#", "# make golden writes this file anew; read what changed before you keep it.", ""]
    for line in record.splitlines():
        lines.append(line)
        if line in spoken:
            lines += [f"    # {sentence(event)}" for event in again.play(line) if event.kind not in UNTOLD]
    return "\n".join([*lines, "", *(f"# {sentence_of_player(again, name)}" for name in again.names), ""])


def beginning(heading: Heading) -> Game:
    """The game as it stood before the first line of its record."""
    names, tokens = zip(*heading.players, strict=True)
    if heading.position:
        return Game.from_position(heading.position, names, dealer="typed")
    options: dict[str, Any] = dict(parse_options(heading.options))
    return Game(heading.edition, names, dealer="typed", tokens=tokens, **options)


def sentence(event: Event) -> str:
    """What happened, and by which rule."""
    return f"{event} ({event.rule})"


def sentence_of_player(game: Game, name: str) -> str:
    """How a player stands at the end of the record."""
    player = game[name]
    if player.out:
        return f"{name} has left the game."
    place = f"in Jail (turn {player.jail_turn})" if player.in_jail else f"on {player.square}"
    deeds = [f"{deed} ({state})" if state else deed for deed, state in player.deeds.items()]
    held = [*deeds, *(f"the {deck} card" for deck in player.jail_cards)]
    won = " and has won" if game.outcome and name in game.outcome.winners else ""
    return f"{name} is {place} with ${player.cash:,}{won}: {', '.join(held) or 'no deeds'}."
