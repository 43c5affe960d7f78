"""Records of games: writing one, playing one again, and checking the dice of one."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from passgo.dealer import Dealer, SeededDealer, TypedDealer, VerifiableDealer
from passgo.errors import BadRecord
from passgo.game.engine import Engine
from passgo.game.setup_options import chosen_tokens, seated
from passgo.notation.dict_reader import Setting
from passgo.notation.names import Names
from passgo.notation.position_line import format_position, parse_position
from passgo.notation.record import Chain, Heading, Line, end_line, parse_record, turn_line
from passgo.notation.text import format_action
from passgo.notation.validity import check as check_lawful
from passgo.rules.codes import DICE, STRIKE_HOUR
from passgo.rules.state import State

if TYPE_CHECKING:
    from passgo.game.game import Game


def format_record(
    names: Names,
    tokens: tuple[str, ...],
    dealer: Dealer,
    steps: Sequence[bytes],
    start: bytes | None,
    over: bool,
) -> str:
    """The record of a game that was begun, or set up by hand in the position `start`, and then went these steps."""
    table = names.table
    engine = Engine(table)
    if start is None:
        engine.setup(len(names.players))
    else:
        engine.position = start
    secret = dealer.secret.hex() if over and isinstance(dealer, VerifiableDealer) else ""
    by_hand = "" if start is None else format_position(table, engine.g)
    players = list(zip(names.players, tokens, strict=True))
    heading = Heading(table.edition, table.options_text, players, dealer_named(dealer), secret, by_hand)
    chain = Chain(heading)
    lines = [*heading.lines(), ""]
    for step in steps:
        engine.played = step
        turn = engine.g.turn
        lines.append(format_action(names.action(step, engine.g.deck)))
        chain.add(lines[-1])
        engine.step()
        if engine.g.turn != turn:
            lines += ["", line_of_turn(names, engine.g, chain)]
    return "\n".join([*lines, *([""] if steps else []), line_of_end(names, engine.g, chain, len(steps)), ""])


def line_of_turn(names: Names, g: State, chain: Chain) -> str:
    """The line at which the present turn begins."""
    p, found = g.on_turn, chain.fingerprint(format_position(names.table, g))
    return turn_line(g.turn, names.players[p], g.cash[p], names.squares[g.square[p]], found)


def line_of_end(names: Names, g: State, chain: Chain, steps: int) -> str:
    """The last line."""
    return end_line(steps, chain.fingerprint(format_position(names.table, g)))


def opened(heading: Heading) -> tuple[Names, tuple[str, ...], Dealer, bytes | None]:
    """Names, tokens and dealer of a record, and the position it began in, if that was set up by hand."""
    try:
        table = heading.table()
        names = seated(table, [name for name, _ in heading.players])
        tokens = chosen_tokens(table, names, [token for _, token in heading.players])
        start = None
        if heading.position:
            setting = Setting(names, list(tokens), parse_position(heading.position)[1])
            check_lawful(setting)
            start = setting.records.tobytes()
        return names, tokens, dealer_said(heading), start
    except ValueError as problem:
        raise BadRecord(1, f"the heading is wrong: {problem}") from problem


def dealer_named(dealer: Dealer) -> str:
    """The dealer as a heading can hold it: one line without a comment, whatever a dealer of one's own calls itself."""
    return " ".join(str(dealer).replace("#", " ").split()) or "unnamed"


def dealer_said(heading: Heading) -> Dealer:
    """The dealer of a record. The secret of a verifiable one is known when the game is over."""
    kind, _, rest = heading.dealer.partition(" ")
    if kind == "seeded" and rest.isdecimal():
        return SeededDealer(int(rest))
    if kind == "verifiable" and heading.secret:
        return VerifiableDealer(bytes.fromhex(heading.secret))
    return TypedDealer()


def replay(game: "Game", heading: Heading, lines: Sequence[Line]) -> None:
    """Play every line of a record, whoever dealt at the time; each must be lawful and each fingerprint right."""
    names, g, chain, expected = game._names, game._g, Chain(heading), ""
    for line in lines[:-1]:
        if expected or line.text.startswith("turn "):
            if line.text != expected:
                wanted = repr(expected) if expected else "an action, for no turn begins here"
                raise BadRecord(line.number, f"expected {wanted}, found {line.text!r}")
            expected = ""
            continue
        turn, deck = g.turn, g.deck
        try:
            game._perform(line.text, None)
        except ValueError as problem:
            raise BadRecord(line.number, str(problem)) from problem
        chain.add(format_action(names.action(game._steps[-1], deck)))
        if g.turn != turn:
            expected = line_of_turn(names, g, chain)
    expected = expected or line_of_end(names, g, chain, len(game._steps))
    if lines[-1].text != expected:
        raise BadRecord(lines[-1].number, f"expected {expected!r}, found {lines[-1].text!r}")


def verify(text: str, secret: bytes | None = None) -> int:
    """Check that every throw and card of a record is what its dealer's seed or secret gives; how many there were.

    The secret of a `VerifiableDealer` stands in the record when the game is over; before, it must be given.

    >>> from passgo import Game, VerifiableDealer
    >>> game = Game("classic", players=["Ann", "Ben"], dealer=VerifiableDealer(bytes(32)))
    >>> verify(game.record(), secret=bytes(32))
    2
    """
    heading, lines = parse_record(text)
    dealer = VerifiableDealer(secret) if secret is not None else dealer_said(heading)
    if dealer.waits or str(dealer) != heading.dealer:
        raise ValueError(f"the dealer of this record is {heading.dealer!r}: its secret is needed to verify it")
    from passgo.game.game import Game

    game = Game._replayed(text, dealer)
    said_at = [line.number for line in lines if not line.text.startswith(("turn ", "end:"))]
    return verified(game, dealer, said_at)


def verified(game: "Game", dealer: Dealer, said_at: Sequence[int]) -> int:
    """Deal again whatever chance did in a game, and compare."""
    engine = Engine(game.table)
    engine.position = game._start
    dealt = 0
    for number, step in zip(said_at, game._steps, strict=True):
        engine.played = step
        if DICE <= engine.action.kind < STRIKE_HOUR:
            engine.deal(dealer, dealt)
            if engine.played != step:
                right = format_action(game._names.action(engine.played, engine.g.deck))
                raise BadRecord(number, f"the dealer's secret gives {right!r} here")
            dealt += 1
        engine.played = step
        engine.step()
    return dealt
