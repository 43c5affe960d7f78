"""The middle of the picture: a town, the players, the Bank's stock, the dice, and what the game waits for."""

from passgo.game.picture import ink
from passgo.game.picture.ink import INK, INK_2, fitted, icon, number, tag, text, width_of
from passgo.game.picture.layout import ALONG, CORNER_HEIGHT, CORNER_WIDTH, GAP, SIDE_HEIGHT, STAGE
from passgo.game.picture.squares import Table, draw_mark, group_sign
from passgo.notation.waiting import describe_waiting
from passgo.rules import codes

HILLS = (
    "M-2 352C30 356 50 362 72 344C142 312 202 300 272 318S402 344 480 306 632 262 722 316V612H-2Z",
    "M-2 400C20 402 40 404 72 396C182 344 220 332 320 362S520 420 610 376 690 350 722 346V612H-2Z",
    "M-2 470C140 404 280 430 400 456S620 470 722 420V612H-2Z",
)
HOMES = ((236, 330, 15, 13), (253, 331, 22, 24), (277, 331, 15, 14), (294, 331, 19, 19), (315, 330, 13, 11))
NEAR_HOMES = ((600, 384, 17, 15), (620, 377, 26, 26), (649, 368, 16, 14))
PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}  # fmt: skip
SPEED = {4: "Bus", 5: "M", 6: "M"}


def draw_land() -> str:
    """A paper-cut town."""
    width, height = 9 * ALONG - 2 * GAP, 9 * SIDE_HEIGHT - 2 * GAP
    parts = [tag("rect", width=width, height=height, rx=10, fill="url(#pg-sky)")]
    parts.append(tag("circle", cx=388, cy=118, r=40, fill=ink.SUN))
    for n, hill in enumerate(HILLS):
        parts.append(tag("path", d=hill, fill=ink.HILLS[n]))
        homes = (HOMES, NEAR_HOMES, ())[n]
        roofs = "".join(f"M{x} {y}v{-h}l{w / 2} {-w * 0.42:.1f}l{w / 2} {w * 0.42:.1f}v{h}z" for x, y, w, h in homes)
        panes = "".join(f"M{x + w / 2 - 1.7:.1f} {y - 9}h3.4v4.4h-3.4z" for x, y, w, h in homes)
        if homes:
            parts += [tag("path", d=roofs, fill=ink.TOWN), tag("path", d=panes, fill=ink.WINDOW)]
    at = f"translate({number(CORNER_WIDTH + GAP)} {number(CORNER_HEIGHT + GAP)})"
    return tag("g", "".join(parts), transform=at, clip_path="url(#pg-land)")


def draw_stage(table: Table, viewer: str | None) -> str:
    """What the middle says."""
    g = table.g
    over = g.phase == codes.PHASE_GAME_OVER
    parts = [draw_heading(table, over), draw_dice(table)]
    players = len(table.names.players)
    row = 47 if players <= 6 else 40
    high = row * players + 56
    y = STAGE.height - high - 6
    parts.append(
        tag("rect", x=40, y=y, width=STAGE.width - 80, height=high, rx=14, fill=ink.RAISED, fill_opacity=".94")
    )
    for seat in range(players):
        parts.append(draw_player(table, seat, y + 8 + row * seat, row, viewer))
    parts.append(draw_bank(table, y + high - 24))
    return tag("g", "".join(parts), transform=f"translate({number(STAGE.x)} {number(STAGE.y)})")


def draw_heading(table: Table, over: bool) -> str:
    """Whose turn it is, or who has won; and what is waited for."""
    g, names = table.g, table.names
    winners = [p for p in range(g.players) if g.winners >> p & 1]
    first = winners[0] if over and winners else g.on_turn
    who = " and ".join(names.players[p] for p in winners) if over else names.players[g.on_turn]
    title = f"{who} {'has' if len(winners) == 1 else 'have'} won" if over else f"{who}'s turn"
    parts = [draw_token(table, first, 64, 38, 46)]
    parts.append(text(98, 36, fitted(title, STAGE.width - 270, 24), class_="h"))
    parts.append(text(98, 56, f"{names.ruleset.title}, turn {g.turn}", class_="a"))
    waits = [] if over else describe_waiting(names, g)
    parts += [
        text(40, 96 + 19 * n, fitted(said, STAGE.width - 230, 14), class_="w") for n, said in enumerate(waits[:3])
    ]
    return "".join(parts)


def draw_dice(table: Table) -> str:
    """The last throw."""
    dice = [die for die in table.g.dice if die]
    parts = []
    for n, die in enumerate(dice):
        x, y = STAGE.width - 92 - 62 * (len(dice) - 1 - n), 14
        dark = n == 2
        parts.append(tag("rect", x=x, y=y, width=52, height=52, rx=11, fill=INK if dark else "#fff", stroke="#d8d1c2"))
        if dark and die in SPEED:
            parts.append(text(x + 26, y + 33, SPEED[die], class_="d"))
        else:
            drawn = (tag("circle", cx=x + 26 + 13 * a, cy=y + 26 + 13 * b, r=4.6) for a, b in PIPS[die])
            parts.append(tag("g", "".join(drawn), fill="#fff" if dark else INK))
    return "".join(parts)


def draw_player(table: Table, seat: int, y: float, row: float, viewer: str | None) -> str:
    """A player: token, name, groups, cash."""
    g, names = table.g, table.names
    name, out = names.players[seat], g.out[seat] == 1
    secret = viewer not in (None, name) and table.e.table_cash_private == 1 and g.phase != codes.PHASE_GAME_OVER
    left, right = 54.0, STAGE.width - 56
    parts = [draw_token(table, seat, left + 17, y + row / 2, 32)]
    deeds = sum(holder == seat for holder in g.owner)
    money = "out" if out else "secret" if secret else f"${g.cash[seat]:,}"
    parts.append(text(right, y + row / 2 - 2, money, class_="e" if not (out or secret) else "f"))
    held = f"{deeds} deed{'' if deeds == 1 else 's'}"
    parts.append("" if out else text(right, y + row / 2 + 14, held, class_="f"))
    jail = f"  in Jail, turn {g.jail[seat]}" if g.jail[seat] else ""
    parts.append(text(left + 44, y + row / 2 - 3, fitted(name, 300, 15), class_="b"))
    if jail:
        parts.append(text(left + 48 + width_of(name, 16), y + row / 2 - 3, jail.strip(), class_="q"))
    parts.append(draw_holdings(table, seat, left + 44, y + row / 2 + 3))
    return tag("g", "".join(parts), **({"opacity": ".5"} if out else {}))


def draw_holdings(table: Table, seat: int, x: float, y: float) -> str:
    """The groups that a player holds something of, and the jail cards."""
    g, parts = table.g, []
    for group in table.names.ruleset.groups:
        count = sum(g.owner[deed] == seat for deed in group.deeds)
        if not count:
            continue
        mark = tag("g", draw_mark(group, group_sign(group, group.deeds[0]), 0, 0))
        parts.append(tag("use", href=table.share(f"g{group.index}", mark), x=x, y=y))
        whole = count == len(group.deeds)
        parts.append(text(x + 18, y + 11.5, f"{count}/{len(group.deeds)}", class_="r" if whole else "n"))
        x += 42
    cards = sum(holder == seat for holder in g.jail_card)
    if cards:
        parts += [icon("key", x, y, 15, INK_2), text(x + 18, y + 11.5, str(cards), class_="n")]
    return "".join(parts)


def draw_bank(table: Table, y: float) -> str:
    """The Bank's stock."""
    g, e = table.g, table.e
    unsold = sum(holder == codes.BANK for holder in g.owner)
    parts = [tag("path", d=f"M54 {number(y - 20)}H{number(STAGE.width - 54)}", stroke=ink.LINE)]
    parts.append(text(54, y + 4, "Bank", class_="a"))
    stock = (("house", g.houses, e.setup_houses), ("hotel", g.hotels, e.setup_hotels))
    for n, (name, left, of) in enumerate(stock):
        x = 104 + 110 * n
        parts.append(icon(name, x, y - 9, 15, INK))
        parts.append(text(x + 20, y + 4, str(left), class_="r", font_size=13))
        parts.append(text(x + 24 + width_of(str(left), 14), y + 4, f"of {of}", class_="a"))
    pot = f", ${g.cash[codes.POT]:,} on Free Parking" if g.cash[codes.POT] else ""
    parts.append(text(STAGE.width - 56, y + 4, f"{unsold} deeds unsold{pot}", class_="f"))
    return "".join(parts)


def draw_token(table: Table, seat: int, x: float, y: float, size: float, ring: bool = False) -> str:
    """A token, around its centre; with a ring, that of the player on turn."""
    colour = table.colour(seat)
    drawn = tag("circle", r=17, fill=ink.SQUARE) + tag("circle", r=15, fill=colour)
    drawn += icon(table.glyph(seat), -9.6, -9.6, 19.2, "#fff")
    place = table.share(f"t{seat}", tag("g", drawn, style=f"--glyph-cut:{colour}"))
    at = f"translate({number(x)} {number(y)})" + ("" if size == 30 else f" scale({size / 30:.2f})")
    around = tag("circle", cx=x, cy=y, r=size / 2 + 5, fill=ink.ACCENT) if ring else ""
    return around + tag("use", href=place, transform=at)
