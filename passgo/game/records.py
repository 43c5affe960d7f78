"""Records of games: writing one, playing one again, and checking the dice of one."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from passgo.dealer import Dealer, SeededDealer, TypedDealer, VerifiableDealer, parse_skipped
from passgo.errors import BadRecord
from passgo.game.corrections import is_correction, line_of, position_after, steps_taken_back
from passgo.game.course import Course
from passgo.game.engine import Engine
from passgo.game.setup_options import choose_tokens, seat_players
from passgo.notation.dict_reader import Draft
from passgo.notation.names import Names
from passgo.notation.position_line import format_position, parse_position
from passgo.notation.record import Chain, Heading, Line, end_line, turn_line
from passgo.notation.text import format_action
from passgo.notation.validity import check_position
from passgo.rules import codes
from passgo.rules.state import State


class Opening(NamedTuple):
    """How the game of a record begins. `start` is None, or the position that was set up by hand."""

    names: Names
    tokens: tuple[str, ...]
    dealer: Dealer
    start: bytes | None


def format_record(
    names: Names,
    tokens: tuple[str, ...],
    dealer: Dealer,
    steps: Sequence[bytes],
    start: bytes | None,
    over: bool,
) -> str:
    """The record of a game that was begun, or set up by hand in the position `start`, and then went these steps."""
    ruleset = names.ruleset
    engine = Engine(ruleset)
    if start is None:
        engine.setup(len(names.players))
    else:
        engine.position = start
    secret = dealer.secret.hex() if over and isinstance(dealer, VerifiableDealer) else ""
    by_hand = "" if start is None else format_position(ruleset, engine.g)
    players = list(zip(names.players, tokens, strict=True))
    heading = Heading(ruleset.edition, ruleset.options_text, players, format_dealer(dealer), secret, by_hand)
    chain = Chain(heading)
    lines, standing = [*heading.lines(), ""], 0
    for step in steps:
        turn = engine.g.turn
        lines.append(format_step(names, step, engine.g.deck))
        chain.add(lines[-1])
        taken_back = go_on(engine, step)
        standing += -taken_back if taken_back else 1
        if engine.g.turn != turn:
            lines += ["", line_of_turn(names, engine.g, chain)]
    return "\n".join([*lines, *([""] if steps else []), line_of_end(names, engine.g, chain, standing), ""])


def format_step(names: Names, step: bytes, deck: int) -> str:
    """A step as a line of a record; `deck` is the one being drawn from."""
    return line_of(step) if is_correction(step) else format_action(names.action(step, deck))


def go_on(engine: Engine, step: bytes) -> int:
    """Play a step again; how many steps it takes back."""
    if is_correction(step):
        engine.position = position_after(step)
        return steps_taken_back(step)
    engine.played = step
    engine.step()
    return 0


def line_of_turn(names: Names, g: State, chain: Chain) -> str:
    """The line at which the present turn begins."""
    p, found = g.on_turn, chain.fingerprint(format_position(names.ruleset, g))
    return turn_line(g.turn, names.players[p], g.cash[p], names.squares[g.square[p]], found)


def line_of_end(names: Names, g: State, chain: Chain, steps: int) -> str:
    """The last line."""
    return end_line(steps, chain.fingerprint(format_position(names.ruleset, g)))


def read_heading(heading: Heading) -> Opening:
    """Names, tokens and dealer of a record, and the position it began in, if that was set up by hand."""
    try:
        ruleset = heading.ruleset()
        names = seat_players(ruleset, [name for name, _ in heading.players])
        tokens = choose_tokens(ruleset, names, [token for _, token in heading.players])
        start = None
        if heading.position:
            draft = Draft(names, list(tokens), parse_position(heading.position)[1])
            check_position(draft)
            start = draft.records.tobytes()
        return Opening(names, tokens, dealer_of(heading), start)
    except ValueError as problem:
        raise BadRecord(1, f"the heading is wrong: {problem}") from problem


def format_dealer(dealer: Dealer) -> str:
    """The dealer as a heading can hold it: one line without a comment, whatever a dealer of one's own calls itself."""
    return " ".join(str(dealer).replace("#", " ").split()) or "unnamed"


def dealer_of(heading: Heading, secret: bytes | None = None) -> Dealer:
    """The dealer of a record. The secret of a verifiable one is given, or known when the game is over."""
    kind, _, rest = heading.dealer.partition(" ")
    if kind == "seeded" and rest.isdecimal():
        return SeededDealer(int(rest))
    if secret is None and heading.secret:
        secret = bytes.fromhex(heading.secret)
    if kind == "verifiable" and secret is not None:
        return VerifiableDealer(secret, parse_skipped(rest.partition(" skipping ")[2]))
    return TypedDealer()


def replay(
    names: Names, course: Course, heading: Heading, lines: Sequence[Line], perform: Callable[[str], None]
) -> None:
    """Play every line of a record, whoever dealt at the time; each must be lawful and each fingerprint right."""
    g, chain, expected = course.engine.g, Chain(heading), ""
    for line in lines[:-1]:
        if expected or is_turn(line):
            if line.text != expected:
                wanted = repr(expected) if expected else "an action, for no turn begins here"
                raise BadRecord(line.number, f"expected {wanted}, found {line.text!r}")
            expected = ""
            continue
        turn, deck = g.turn, g.deck
        try:
            perform(line.text)
        except ValueError as problem:
            raise BadRecord(line.number, str(problem)) from problem
        last = course.steps[-1] if len(course.steps) > course.since else course.told[-1]
        chain.add(format_step(names, last, deck))
        if g.turn != turn:
            expected = line_of_turn(names, g, chain)
    expected = expected or line_of_end(names, g, chain, len(course.steps))
    if lines[-1].text != expected:
        raise BadRecord(lines[-1].number, f"expected {expected!r}, found {lines[-1].text!r}")


def is_turn(line: Line) -> bool:
    """Does a turn begin at this line?"""
    return line.text.startswith("turn ")


def check_chance(names: Names, start: bytes, steps: Sequence[bytes], dealer: Dealer, lines: Sequence[Line]) -> int:
    """Deal again whatever chance did in the game of a record, and compare; how often chance acted."""
    engine = Engine(names.ruleset)
    engine.position = start
    dealt = 0
    actions = [line for line in lines[:-1] if not is_turn(line)]
    for line, step in zip(actions, steps, strict=True):
        engine.played = step
        if codes.DICE <= engine.action.kind < codes.STRIKE_HOUR:
            engine.deal(dealer, dealt)
            if engine.played != step:
                right = format_action(names.action(engine.played, engine.g.deck))
                raise BadRecord(line.number, f"the dealer's secret gives {right!r} here")
            dealt += 1
        engine.played = step
        engine.step()
    return dealt
