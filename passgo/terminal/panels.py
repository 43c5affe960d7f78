"""What stands beside and inside the board: players, deeds, the stage, a deed's card. Rich texts, whoever shows them."""

from collections.abc import Iterator

from rich.text import Text

from passgo.editions.board import Deed
from passgo.game.views import Board
from passgo.notation.sentences import dollars
from passgo.terminal.colours import DIM, group_style, player_style
from passgo.terminal.layout import wrap_text
from passgo.terminal.letters import group_letters, player_letters, square_letters
from passgo.terminal.questions import Question
from passgo.terminal.table import Table

SECRET = "***"
ROOM_FOR_TWO = 60
"""From this width on a deed has room on the stage beside the question."""
HOUSES = {0: "", 1: "1 house", 2: "2 houses", 3: "3 houses", 4: "4 houses"}


def player_rows(table: Table, width: int, *, with_groups: bool) -> Iterator[Text]:
    """Everybody's letter, name, state and cash; below it, where there is room, what they hold of each group."""
    board, letters = table.board, player_letters(table.board.names)
    for player in board.players:
        on_turn = player.name == board.on_turn and not table.is_over
        state = "out" if player.out else f"jail {player.jail_turn}" if player.in_jail else table.kind_of(player.name)
        cash = table.cash(player.name)
        money = "" if player.out else SECRET if cash is None else dollars(cash)
        tail = f"{money:>7}{len(player.deeds):>3}"
        room = width - 3 - len(tail) - len(state) - 1
        name = player.name if len(player.name) <= room else f"{player.name[: room - 1]}."
        row = Text(no_wrap=True)
        row.append(">" if on_turn else " ", "bold")
        row.append(f"{letters[player.seat].lower()} ", f"bold {player_style(player.seat)}")
        line = " underline" if player.name == table.viewer else ""
        row.append(name, f"{'bold' if on_turn else ''}{line}".strip() or "none")
        row.append(f" {state}", DIM)
        row.append(" " * (room - len(name)) + tail, DIM if player.out else "none")
        yield row
        if with_groups and not player.out:
            yield Text(f"    {holdings(board, player.name)}", DIM, no_wrap=True)


def holdings(board: Board, name: str) -> str:
    """What a player holds of each group, in letters: `L1 O3* =2 card`; the star is a whole group."""
    letters = group_letters(board.ruleset)
    found = []
    for group in board.ruleset.groups:
        count = sum(board.owner(board.ruleset.deeds[deed].name) == name for deed in group.deeds)
        if count:
            found.append(f"{letters[group.key]}{count}{'*' if count == len(group.deeds) else ''}")
    found += ["card"] * len(board[name].jail_cards)
    return " ".join(found) or "no deeds"


def deed_rows(board: Board, name: str, width: int) -> list[tuple[str, Text]]:
    """A player's deeds by group, each with its state and what it brings."""
    rows = []
    for group in board.ruleset.groups:
        for index in group.deeds:
            deed = board.ruleset.deeds[index]
            if board.owner(deed.name) == name:
                rows.append((deed.name, deed_row(board, deed, width)))
    for deck in board[name].jail_cards:
        rows.append(("", Text(f"-- {'Chance' if deck == 'chance' else 'Chest'} jail card", no_wrap=True)))
    return rows


def deed_row(board: Board, deed: Deed, width: int) -> Text:
    """A deed in a line: group, name, buildings, rent."""
    group, held = board.group(deed.name), board_state(board, deed)
    letter = group_letters(board.ruleset)[deed.group]
    star = "*" if group.owner is not None else " "
    rent = "mort" if held == "mortgaged" else format_rent(board, deed)
    built = "" if held == "mortgaged" else format_state(held)
    row = Text(no_wrap=True)
    row.append(letter, group_style(board.ruleset, deed.group))
    short = board.ruleset.squares[deed.square].short
    room = max(4, width - 3 - 6 - len(built) - 1)
    row.append(f"{star} {short[:room]:<{room}} {built}{rent:>6}", DIM if held == "mortgaged" else "none")
    return row


def board_state(board: Board, deed: Deed) -> int | str:
    """What stands on a deed: houses, `hotel` or `mortgaged`; 0 while the Bank has it."""
    owner = board.owner(deed.name)
    return 0 if owner is None else board[owner].deeds[deed.name]


def format_state(state: int | str) -> str:
    """What stands on a deed, in few letters.

    >>> format_state(3), format_state("hotel"), format_state("mortgaged"), format_state(0)
    ('###', 'hotel', 'mort', '')
    """
    return "#" * state if isinstance(state, int) else "mort" if state == "mortgaged" else state


def format_rent(board: Board, deed: Deed) -> str:
    """What stopping there costs now."""
    if board.owner(deed.name) is None:
        return f"{deed.price}?"
    rent = board.rent(deed.name)
    return f"{rent}x" if deed.kind == "utility" else f"${rent}"


def stage_lines(table: Table, question: Question, width: int, height: int) -> list[Text]:
    """The room inside the ring: whose turn, the dice, what is asked, the Bank; beside it the deed, if there is room."""
    card = [] if question.square is None or width < ROOM_FOR_TWO else deed_card(table.board, question.square)
    lines, left = [heading_line(table, question.heading, width)], width // 2 if card else width
    for said in question.lines:
        lines += [Text(line) for line in wrap_text(said, left)]
    if table.clock is not None:
        lines.append(clock_bar(*table.clock, left))
    lines = lines[: height - 1]
    lines += [Text()] * (height - 1 - len(lines))
    for n, printed in enumerate(card[: height - 3], start=2):
        lines[n] = Text.assemble(lines[n], " " * (left + 2 - len(lines[n])), printed)
    bank = table.board.bank
    pot = f"  {dollars(bank.pot)} on Free Parking" if bank.pot else ""
    return [*lines, Text(f"Bank  {bank.houses} houses  {bank.hotels} hotels{pot}"[:width], DIM)]


def heading_line(table: Table, heading: str, width: int) -> Text:
    """Whose turn it is, and the dice at the right."""
    dice, heading = last_throw(table), heading[:width]
    if not dice or len(heading) + len(dice) + 2 > width:
        return Text(heading, "bold")
    return Text.assemble((heading, "bold"), " " * (width - len(heading) - len(dice)), dice)


def clock_bar(left_s: float, whole_s: float, width: int) -> Text:
    """The time that is left, as a number and as a bar."""
    seconds = f"{left_s:>3.0f} s "
    size = max(1, min(width - len(seconds), 24))
    full = round(size * left_s / whole_s) if whole_s else 0
    return Text.assemble(seconds, ("=" * full, "bold"), ("-" * (size - full), DIM))


def last_throw(table: Table) -> str:
    """The dice of the present turn, as they lie there."""
    for happening in reversed(table.told):
        event = happening.event
        if event.kind == "TurnBegan":
            return ""
        if event.kind == "DiceThrown" and not happening.undone:
            faces = {4: "Bus", 5: "Mr. M", 6: "Mr. M"}
            third = [faces.get(die, str(die)) for die in event.dice[2:]]
            return "dice " + " + ".join([*map(str, event.dice[:2]), *third])
    return ""


def deed_card(board: Board, square: int) -> list[Text]:
    """What is printed on a deed, who has it, and what it brings now; of another square, its name."""
    found = board.ruleset.squares[square]
    letters = square_letters(board.ruleset)[square]
    if not found.group:
        return [Text.assemble((letters, "bold"), f"  {found.name}")]
    deed, group = board.deed(found.name), board.group(found.name)
    owner, state = board.owner(found.name), board_state(board, board.deed(found.name))
    lines = [Text.assemble((letters, group_style(board.ruleset, found.group)), (f"  {found.name}", "bold"))]
    lines.append(Text(f"{group.name}, {len(group.deeds)} deeds"))
    lines.append(Text(f"Price {dollars(deed.price)}   mortgage {dollars(deed.mortgage)}"))
    lines += [Text(line) for line in rents_of(deed)]
    lines.append(Text())
    held = "mortgaged" if state == "mortgaged" else "hotel" if state == "hotel" else HOUSES.get(int(state), "")
    lines.append(Text(f"Owner: {owner or 'the Bank'}{f', {held}' if held else ''}"))
    if owner is not None:
        lines.append(Text(f"Rent now: {format_rent(board, deed)}"))
    return lines


def rents_of(deed: Deed) -> Iterator[str]:
    """The printed rents, a line each."""
    if deed.kind == "utility":
        for number, factor in enumerate(deed.rents, start=1):
            yield f"{number} owned      {factor:>4} x dice"
        return
    if deed.kind == "railroad":
        for number, rent in enumerate(deed.rents, start=1):
            yield f"{number} owned      {dollars(rent):>7}"
        return
    for level, rent in enumerate(deed.rents):
        name = "site" if level == 0 else "hotel" if level == len(deed.rents) - 1 else HOUSES[level]
        yield f"{name:<12}{dollars(rent):>7}"
    yield f"{'a building':<12}{dollars(deed.house_cost):>7}"
