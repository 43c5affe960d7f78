"""The board drawn with letters, for a terminal of a hundred columns.

Around the outside lie the forty squares, each with its name, its owner and buildings (or its price), and the
tokens on it. The middle holds the players, the Bank and what the game waits for.
"""

from collections.abc import Sequence
from textwrap import wrap

from passgo.notation.names import Names
from passgo.notation.waiting import describe_waiting
from passgo.rules import codes
from passgo.rules.state import State

WIDTH = 8  # of a square, inside
SIDE = codes.SQUARES // 4  # squares from corner to corner
INSIDE = (SIDE - 1) * (WIDTH + 1) - 1
RULE = "+" + ("-" * WIDTH + "+") * (SIDE + 1)
LEGEND = "A## owner, houses  A[H] hotel  A(m) mortgaged  $60 price  <A token  [A] jailed"


def draw_board(names: Names, tokens: Sequence[str], g: State, viewer: str | None = None) -> str:
    """The whole board; where cash is a secret, a viewer sees only their own."""
    marks = marks_of(names.players)
    cells = [cell(names, g, marks, square) for square in range(codes.SQUARES)]
    middle, below = inside(names, tokens, g, marks, viewer)
    lines = [RULE, *row(cells[2 * SIDE : 3 * SIDE + 1]), RULE]
    for n in range(1, SIDE):
        left, right = cells[2 * SIDE - n], cells[3 * SIDE + n]
        held = middle[(n - 1) * 4 : n * 4]
        lines += [f"|{left[k]}|{held[k]}|{right[k]}|" for k in range(3)]
        if n < SIDE - 1:
            lines.append(f"+{'-' * WIDTH}+{held[3]}+{'-' * WIDTH}+")
    lines += [RULE, *row(cells[SIDE::-1]), RULE, *below]
    return "\n".join(lines)


def row(cells: Sequence[Sequence[str]]) -> list[str]:
    """Squares side by side."""
    return ["|" + "|".join(lines) + "|" for lines in zip(*cells, strict=True)]


def marks_of(players: Sequence[str]) -> str:
    """A letter for each player: the first of the name if that is unmistakable, or one in the order of seats.

    >>> marks_of(["Ann", "Ben"]), marks_of(["Ann", "Amy"])
    ('AB', 'AB')
    """
    first = [name[0].upper() for name in players]
    differ = len(set(first)) == len(first)
    clear = all(len(mark) == 1 and mark.isascii() and mark.isalnum() for mark in first)
    return "".join(first) if differ and clear else "ABCDEFGH"[: len(players)]


def cell(names: Names, g: State, marks: str, square: int) -> tuple[str, str, str]:
    """A square: two lines of name, one of everything else."""
    upper, lower = name_in_two(names.ruleset.squares[square].name)
    deed = names.deed_at.get(square)
    held = "" if deed is None else holding(names, g, marks, deed)
    here = [p for p in range(g.players) if g.square[p] == square and not g.out[p]]
    jailed = "".join(marks[p] for p in here if g.jail[p])
    standing = "".join(marks[p] for p in here if not g.jail[p]) + (f"[{jailed}]" if jailed else "")
    token = f"<{standing}" if standing and len(standing) < WIDTH - len(held) else standing
    if len(held) + len(token) > WIDTH:
        token = token[: WIDTH - len(held) - 1] + "+"
    return f"{upper:<{WIDTH}}", f"{lower:<{WIDTH}}", f"{held}{token:>{WIDTH - len(held)}}"


def holding(names: Names, g: State, marks: str, deed: int) -> str:
    """Who has a deed, and what stands on it; or what it costs."""
    if g.owner[deed] == codes.BANK:
        return f"${names.ruleset.deeds[deed].price}"
    if g.mortgaged >> deed & 1:
        return f"{marks[g.owner[deed]]}(m)"
    return marks[g.owner[deed]] + ("[H]" if g.level[deed] == codes.HOTEL else "#" * g.level[deed])


def name_in_two(name: str) -> tuple[str, str]:
    """A name on two short lines.

    >>> name_in_two("Upper Saddle River Avenue"), name_in_two("Promenade"), name_in_two("GO")
    (('U.S.Riv.', 'Avenue'), ('Prome-', 'nade'), ('GO', ''))
    """
    first, slash, _ = name.partition(" / ")
    *words, last = name.split()
    if slash:
        return shortened(first.split()), shortened([last])
    if words:
        return shortened(words), shortened([last])
    half = (len(name) + 1) // 2
    return (name, "") if len(name) <= WIDTH else (shortened([f"{name[:half]}-"]), shortened([name[half:]]))


def shortened(words: Sequence[str]) -> str:
    """Words in the width of a square: initials first, then a full stop."""
    whole = " ".join(words)
    if len(whole) > WIDTH:
        *others, last = words
        whole = "".join(word if word.endswith(".") else f"{word[0]}." for word in others) + last
    return whole if len(whole) <= WIDTH else f"{whole[: WIDTH - 1]}."


def inside(
    names: Names, tokens: Sequence[str], g: State, marks: str, viewer: str | None
) -> tuple[list[str], list[str]]:
    """The middle of the board, and the lines for which there is no room in it: they go below."""
    title = f"{names.ruleset.title}, turn {g.turn}"
    lines = ["", title.center(INSIDE).rstrip(), ""]
    for p, name in enumerate(names.players):
        secret = viewer not in (None, name) and names.ruleset.record[0]["table_cash_private"] == 1
        lines += player_lines(names, tokens[p], g, marks[p], p, "secret" if secret else f"${g.cash[p]:,}")
    unsold = sum(g.owner[d] == codes.BANK for d in range(codes.DEEDS))
    pot = f", ${g.cash[codes.POT]} on Free Parking" if g.cash[codes.POT] else ""
    lines += [
        "",
        f"  Bank: {g.houses} houses, {g.hotels} hotels, {unsold} {'deed' if unsold == 1 else 'deeds'}{pot}",
        "",
    ]
    for said in describe_waiting(names, g):
        lines += wrap(said, INSIDE - 4, initial_indent="  ", subsequent_indent="    ")
    room = (SIDE - 1) * 4 - 1
    if len(lines) > room - 2:  # with eight players and many matters: rows without words are the first to go
        lines = [line for line in lines if line.strip()]
    lines, below = lines[: room - 2], lines[room - 2 :]
    lines += [""] * (room - 1 - len(lines)) + [f"  {LEGEND}"]
    return [f"{line[:INSIDE]:<{INSIDE}}" for line in lines], below


def player_lines(names: Names, token: str, g: State, mark: str, p: int, money: str) -> list[str]:
    """A player's cash and place, and below it the deeds by group."""
    name = names.players[p]
    turn = ">" if g.on_turn == p and g.phase != codes.PHASE_GAME_OVER else " "
    if g.out[p]:
        return [f"  {mark}  {name:<30}  {'-':>9}  has left the game", f"     {token}"]
    jail = f"in Jail, turn {g.jail[p]}" if g.jail[p] else names.ruleset.squares[g.square[p]].name
    cards = sum(holder == p for holder in g.jail_card)
    held = [
        f"{group.name} {count}/{len(group.deeds)}"
        for group in names.ruleset.groups
        if (count := sum(g.owner[d] == p for d in group.deeds))
    ] + ([f"{cards} jail {'card' if cards == 1 else 'cards'}"] if cards else [])
    crown = ", winner" if g.winners >> p & 1 else ""
    below = wrap(", ".join([token, *held]), INSIDE - 7, initial_indent=" " * 5, subsequent_indent=" " * 5)
    return [f" {turn}{mark}  {name:<30}  {money:>9}  {jail}{crown}", *below]
