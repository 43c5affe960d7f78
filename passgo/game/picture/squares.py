"""The squares of the picture: what it costs to stop there, who owns it, what stands on it. Nothing is rotated."""

from dataclasses import dataclass, field

from passgo.editions import Deed, Group, Square
from passgo.game.picture import ink
from passgo.game.picture.ink import ACCENT, INK_2, INK_3, LINE, LINE_STRONG, icon, number, tag, text, wrap
from passgo.game.picture.layout import GAP, is_corner, rect_of, side_of
from passgo.game.rents import rent_now
from passgo.notation.names import Names
from passgo.rules import codes
from passgo.rules.state import Edition, State

ICONS = {"go": "go", "chance": "fork", "chest": "bowl", "free_parking": "bench", "go_to_jail": "tojail"}
CAPTIONS = {"chance": "Draw a card", "chest": "Draw a card", "jail": "Just visiting", "go_to_jail": "No salary"}
TIMES = "\N{MULTIPLICATION SIGN}"
LETTERS = {"Dark purple": "V"}
"""Letters of groups that are not the first of their name."""


@dataclass(frozen=True)
class Table:
    """What the squares are drawn from."""

    names: Names
    tokens: tuple[str, ...]
    g: State
    e: Edition
    shared: dict[str, str] = field(default_factory=dict)
    """What is drawn more than once, by its id."""

    def share(self, name: str, drawn: str) -> str:
        """Draw something that was drawn before, or will be again; the caller adds where."""
        self.shared.setdefault(name, drawn)
        return f"#pg-{name}"

    def colour(self, seat: int) -> str:
        """The colour of a player."""
        return ink.TOKENS.get(self.tokens[seat], "#3b3e44")

    def glyph(self, seat: int) -> str:
        """The icon of a player; a token that we have no picture of is shown as a key."""
        return self.tokens[seat] if self.tokens[seat] in ink.TOKENS else "key"


def draw_square(table: Table, square: int, current: bool) -> str:
    """A square; `current` is the one where the player on turn stands."""
    x, y, width, height = rect_of(square)
    width, height = width - 2 * GAP, height - 2 * GAP
    what = table.names.ruleset.squares[square]
    deed = table.names.deed_at.get(square)
    if deed is not None:
        drawn, words = draw_deed(table, square, deed, width, height)
    elif is_corner(square):
        drawn, words = draw_corner(table, what, width, height), caption_of(table, what)
    else:
        drawn, words = draw_plain(table, what, width, height), caption_of(table, what)
    radius = 14 if is_corner(square) else 6
    if current:
        line: dict[str, float | str] = {"rx": radius - 1, "fill": "none", "stroke": ACCENT, "stroke_width": 3}
        drawn += tag("rect", x=1.5, y=1.5, width=width - 3, height=height - 3, **line)
    said = tag("title", ink.escape(", ".join(filter(None, (what.name, words)))))
    clip = "" if is_corner(square) else f' class="{"s" if side_of(square) in ("left", "right") else "t"}"'
    return f'<g transform="translate({number(x + GAP)} {number(y + GAP)})"{clip}>{said}{drawn}</g>'


def draw_corner(table: Table, what: Square, width: float, height: float) -> str:
    """A corner."""
    parts = [tag("rect", width=width, height=height, rx=14, fill=ink.QUIET)]
    if what.kind == "jail":
        bars = "".join(f"M{x} 9v38" for x in range(22, int(width) - 12, 13))
        cell: dict[str, float | str] = {"rx": 6, "fill": "#e8e2d5", "stroke": LINE_STRONG, "stroke_width": 2}
        parts.append(tag("rect", x=10, y=9, width=width - 20, height=38, **cell))
        parts.append(tag("path", d=bars, stroke=LINE_STRONG, stroke_width=2))
    else:
        parts.append(icon(ICONS.get(what.kind, "go"), 10, 9, 34, INK_2))
    parts.append(text(10, height - 24, what.name.partition(" / ")[0], class_="c"))
    parts.append(text(10, height - 9, caption_of(table, what), class_="q"))
    return "".join(parts)


def draw_plain(table: Table, what: Square, width: float, height: float) -> str:
    """A square that nobody can own."""
    parts = [tag("rect", width=width, height=height, fill=ink.QUIET)]
    flat, caption = height < 80, caption_of(table, what)
    name, below = (wrap(said, width - (42 if flat else 9), 11) for said in (what.name, caption))
    lines = [*((said, "n") for said in name), *((said, "q") for said in below)]
    if flat:
        parts.append(icon(icon_of(table, what), width - 32, height / 2 - 12, 24, INK_3))
        first = height / 2 - 6.5 * len(lines) + 10
        at = 8
    else:
        parts.append(icon(icon_of(table, what), 6, 7, 24, INK_3))
        first, at = height - 13 * len(lines) + 4, 6
    parts += [text(at, first + 13 * n, said, class_=kind) for n, (said, kind) in enumerate(lines)]
    return "".join(parts)


def draw_deed(table: Table, square: int, deed: int, width: float, height: float) -> tuple[str, str]:
    """A property, and the same in words."""
    g, printed, side = table.g, table.names.ruleset.deeds[deed], side_of(square)
    owner, down = g.owner[deed], bool(g.mortgaged >> deed & 1)
    owned = owner != codes.BANK
    paper = tag("rect", width=width, height=height, fill=ink.DOWN if down else ink.SQUARE)
    if down:
        paper += tag("rect", width=width, height=height, fill="url(#pg-d)")
    place = table.share(f"w{'ft'[side in ('top', 'bottom')]}{'d' if down else ''}", tag("g", paper))
    parts = [tag("use", href=place)]
    parts.append(draw_band(table, deed, side, width, height, down))
    if owned:
        edge = tag("g", draw_edge(table.colour(owner), side, width, height, down))
        parts.append(tag("use", href=table.share(f"e{owner}{side[0]}{'d' if down else ''}", edge)))
    left = {"left": 25, "right": 11}.get(side, 6)
    top = {"top": 20, "bottom": 4}.get(side, 0)
    room = width - (30 if side in ("left", "right") else 10)
    name = wrap(table.names.ruleset.squares[square].name, room, 11)
    parts += [text(left, top + 15.5 + 12.5 * n, said, class_="n") for n, said in enumerate(name)]
    foot = height - {"top": 13, "bottom": 31}.get(side, 13)
    short = side in ("top", "bottom")
    drawn, words = draw_foot(table, deed, printed, left, foot, short)
    group = next(group.name for group in table.names.ruleset.groups if deed in group.deeds)
    return "".join([*parts, drawn]), f"{group.lower()}, {words}"


def draw_foot(table: Table, deed: int, printed: Deed, left: float, middle: float, short: bool) -> tuple[str, str]:
    """The price, or owner and rent; and the same in words."""
    g, owner = table.g, table.g.owner[deed]
    if owner == codes.BANK:
        price = f"${printed.price}"
        wide = ink.width_of(price, 11) + 13
        pill = tag("rect", x=left, y=middle - 8.5, width=wide, height=17, rx=8.5, fill="none", stroke=LINE)
        return pill + text(left + wide / 2, middle + 4, price, class_="m"), f"for sale at {price}"
    colour, down = table.colour(owner), bool(g.mortgaged >> deed & 1)
    rent = rent_now(g, table.e, deed)
    foot = f"{rent}{TIMES} dice" if printed.kind == "utility" else f"${rent:,}"
    ring: dict[str, float | str] = (
        {"fill": ink.DOWN, "stroke": colour, "stroke_width": 1.5} if down else {"fill": colour}
    )
    disc = tag("circle", r=8.2 if down else 9, **ring)
    disc += icon(table.glyph(owner), -5.8, -5.8, 11.6, colour if down else "#fff")
    place = table.share(f"{'m' if down else 'o'}{owner}", tag("g", disc, style=f"--glyph-cut:{colour}"))
    drawn = tag("use", href=place, x=left + 9, y=middle)
    said = ("Mortg." if short else "Mortgaged") if down else foot
    drawn += text(left + 21, middle + 4, said, class_="g" if down else "u" if short and TIMES in said else "r")
    stands = {0: "", codes.HOTEL: "a hotel, "}.get(g.level[deed], f"{g.level[deed]} houses, ")
    stands = "a house, " if g.level[deed] == 1 else stands
    state = "mortgaged" if down else f"{stands}rent {foot}"
    return drawn, f"{table.names.players[owner]}'s, {state}"


def draw_band(table: Table, deed: int, side: str, width: float, height: float, down: bool) -> str:
    """The band of the group on the outer rim, and what stands on the lot."""
    group = next(group for group in table.names.ruleset.groups if deed in group.deeds)
    flat = side in ("top", "bottom")
    x, y = width - 18 if side == "right" else 0, height - 20 if side == "bottom" else 0
    sign = group_sign(group, deed)
    wide, high = (width, 20.0) if flat else (18.0, height)
    drawn = draw_group(group, sign, wide, high, down)
    place = table.share(f"b{group.index}{'ft'[flat]}{'d' if down else ''}{sign[:1]}", drawn)
    built = draw_buildings(table, table.g.level[deed], x, y, flat, group.colour)
    return tag("use", href=place, x=x, y=y) + built


def draw_group(group: Group, sign: str, wide: float, high: float, down: bool) -> str:
    """A band: colour, pattern, and a letter or an icon on a patch of the colour alone."""
    parts = [tag("rect", width=wide, height=high, fill=group.colour)]
    if down or (group.index < len(ink.PATTERNS) and ink.PATTERNS[group.index]):
        pattern = "pg-b" if down else f"pg-p{group.index}"
        parts.append(tag("rect", width=wide, height=high, fill=f"url(#{pattern})"))
    x, y = (4, 2.5) if wide > high else (1.5, 4)
    return tag("g", "".join(parts) + draw_mark(group, sign, x, y))


def draw_mark(group: Group, sign: str, x: float, y: float) -> str:
    """The letter of a group, or its icon, on its colour."""
    dark = ink.ink_on(group.colour)
    patch = tag("rect", x=x, y=y, width=15, height=15, rx=3, fill=group.colour)
    if len(sign) > 1:
        return patch + icon(sign, x + 1, y + 1, 13, dark)
    return patch + text(x + 7.5, y + 11.5, sign, class_="pg-l", fill=dark)


def group_sign(group: Group, deed: int) -> str:
    """A letter, or the icon of what has none. Of two utilities the first makes light, the second gives water."""
    if group.key == "railroad":
        return "rails"
    if group.key == "utility":
        return "drop" if deed == group.deeds[-1] else "bolt"
    return LETTERS.get(group.name, group.name[0].upper())


def draw_buildings(table: Table, level: int, x: float, y: float, flat: bool, colour: str) -> str:
    """Houses beside the letter, or below it; or a hotel."""
    if level == 0:
        return ""
    count, size = (1, 15.0) if level == codes.HOTEL else (level, 12.0 if flat or level < 4 else 10.5)
    name, dark = "hotel" if level == codes.HOTEL else "house", ink.ink_on(colour)
    wide, high = (count * size, size) if flat else (size, count * size)
    drawn = tag("rect", x=-1, y=-1, width=wide + 2, height=high + 2, rx=3, fill=colour)
    drawn += "".join(icon(name, n * size if flat else 0, 0 if flat else n * size, size, dark) for n in range(count))
    place = table.share(f"h{level}{'ft'[flat]}{colour[1:]}", tag("g", drawn))
    x, y = (x + 22, y + 10 - size / 2) if flat else (x + 9 - size / 2, y + 20)
    return tag("use", href=place, x=x, y=y)


def draw_edge(colour: str, side: str, width: float, height: float, down: bool) -> str:
    """The owner's colour on the inner edge, dashed if the deed is mortgaged."""
    line = {"top": (0, height - 2, width, 0), "bottom": (0, 2, width, 0), "left": (width - 2, 0, 0, height), "right": (2, 0, 0, height)}  # fmt: skip # noqa: E501
    x, y, along, down_by = line[side]
    drawn = f"M{number(x)} {number(y)}l{number(along)} {number(down_by)}"
    dashes = {"stroke_dasharray": "4 3"} if down else {}
    return tag("path", d=drawn, stroke=colour, stroke_width=4, **dashes)


def icon_of(table: Table, what: Square) -> str:
    """The icon of a square that nobody can own; the last tax of the board is the one on luxury."""
    if what.kind != "tax":
        return ICONS.get(what.kind, "go")
    last = max(square.index for square in table.names.ruleset.squares if square.kind == "tax")
    return "goblet" if what.index == last else "receipt"


def caption_of(table: Table, what: Square) -> str:
    """The line below the name of a square that nobody can own."""
    g, e = table.g, table.e
    if what.kind == "go":
        return f"Collect ${e.move_salary}"
    if what.kind == "free_parking":
        return f"${g.cash[codes.POT]} in the pot" if g.cash[codes.POT] else "Rest a while"
    if what.kind == "tax":
        sum_due = e.tax[what.index]
        choice = e.tax_choice and e.tax_income_percent and what.slug == "income_tax"
        return f"${sum_due} or {e.tax_income_percent}\N{NO-BREAK SPACE}%" if choice else f"Pay ${sum_due}"
    return CAPTIONS.get(what.kind, "")
