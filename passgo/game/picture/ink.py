"""How the picture is written: elements of SVG, colours, patterns, and text that fits."""

# ruff: noqa: E501

from xml.sax.saxutils import escape as escape
from xml.sax.saxutils import quoteattr

from passgo.game.picture.icons import FILLED, LINED

SANS = "-apple-system,'Segoe UI',Roboto,Inter,'Noto Sans','Liberation Sans','DejaVu Sans Condensed',sans-serif"
PRINT = "'Iowan Old Style','Palatino Linotype',Palatino,P052,Georgia,'Noto Serif','DejaVu Serif Condensed',serif"

TRAY, SQUARE, QUIET, DOWN, DOWN_LINE = "#d9d2c3", "#fffdf9", "#f5f1e8", "#e9e4d9", "#d3ccbd"
INK, INK_2, INK_3, LINE, LINE_STRONG, ACCENT = "#1d2227", "#464c52", "#5f6368", "#ddd6c8", "#857d6d", "#0b5d69"
SKY, SKY_2, SUN, HILLS, TOWN, WINDOW = "#f1ece1", "#e6e7dd", "#f4dfae", ("#dde0d2", "#cdd5c5", "#bccab8"), "#a9baac", "#f6ecd2"  # fmt: skip
STONE, RAISED, SOFT = "#b9b19f", "#fff", "#f3efe6"
TOKENS = {
    "kite": "#5b43bd", "acorn": "#ab430e", "moon": "#3a5872", "bell": "#4e690c",
    "leaf": "#a81c5a", "key": "#7d5800", "lantern": "#3b3e44", "shell": "#0f6b63",
}  # fmt: skip
"""The colours of the tokens; one that is no token of ours is drawn like the first that is free."""

LIGHT, DARK = 'stroke="#fff" stroke-opacity=".26"', 'stroke="#000" stroke-opacity=".16"'
PATTERNS = (
    f'<pattern id="pg-p0" width="5" height="5" {{units}}><path d="M0 4H5" {LIGHT} stroke-width="1.5"/></pattern>',
    '<pattern id="pg-p1" width="6" height="6" {units}><circle cx="3" cy="3" r="1.4" fill-opacity=".16"/></pattern>',
    f'<pattern id="pg-p2" width="6" height="6" {{units}} patternTransform="rotate(45)"><path d="M1 0V6" {LIGHT} stroke-width="1.5"/></pattern>',
    f'<pattern id="pg-p3" width="5" height="5" {{units}}><path d="M1 0V5" {DARK} stroke-width="1.5"/></pattern>',
    f'<pattern id="pg-p4" width="6" height="6" {{units}} patternTransform="rotate(45)"><path d="M0 .5H6M.5 0V6" {LIGHT}/></pattern>',
    '<pattern id="pg-p5" width="8" height="8" {units}><path d="M0 0H4V4H0ZM4 4H8V8H4Z" fill-opacity=".16"/></pattern>',
    f'<pattern id="pg-p6" width="6" height="6" {{units}} patternTransform="rotate(-45)"><path d="M1 0V6" {LIGHT} stroke-width="1.5"/></pattern>',
    "",
    f'<pattern id="pg-p8" width="8" height="8" {{units}}><path d="M2 0V8" {LIGHT} stroke-width="4"/></pattern>',
    f'<pattern id="pg-p9" width="9" height="9" {{units}}><circle cx="4.5" cy="4.5" r="2.2" fill="none" {LIGHT} stroke-width=".9"/></pattern>',
)  # fmt: skip
"""By group, so that none is told by its colour alone: level lines, dots, rising, upright, lattice, chequer, falling,
plain, sleepers, rings."""


def number(value: float) -> str:
    """A measure, as short as it can be written.

    >>> number(12.0), number(7.456)
    ('12', '7.5')
    """
    return f"{value:.1f}".removesuffix(".0")


def tag(name: str, content: str = "", /, **attributes: float | str) -> str:
    """An element; `stroke_width` is written `stroke-width`."""
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(value if isinstance(value, str) else number(value))}"
        for key, value in attributes.items()
        if not (value == 0 and key in ("x", "y"))  # that goes without saying
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def text(x: float, y: float, said: str, **attributes: float | str) -> str:
    """A line of text; `class_` says which kind."""
    return tag("text", escape(said), x=x, y=y, **attributes)


def icon(name: str, x: float, y: float, size: float, colour: str) -> str:
    """An icon in a square of that size."""
    return tag("use", href=f"#pg-{name}", x=x, y=y, width=size, height=size, color=colour)


def symbol(name: str) -> str:
    """The icon, to be used."""
    if name in FILLED:
        drawn = f'<g fill="currentColor">{FILLED[name]}</g>'
    else:
        line = 'fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"'
        drawn = f"<g {line}>{LINED[name]}</g>"
    return f'<symbol id="pg-{name}" viewBox="0 0 24 24">{drawn}</symbol>'


def ink_on(colour: str) -> str:
    """White or dark, whichever can be read on a colour.

    >>> ink_on("#9bd0ea"), ink_on("#2a4296")
    ('#12222b', '#fff')
    """
    red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return "#12222b" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#fff"


def width_of(said: str, size: float) -> float:
    """About how wide a text is, in a usual face without serifs."""
    narrow, wide = "iljtf.,'|!:;I ()/", "mwMW@%"
    ems = sum(0.29 if c in narrow else 0.84 if c in wide else 0.64 if c.isupper() else 0.54 for c in said)
    return ems * size


def wrap(name: str, width: float, size: float) -> list[str]:
    """A name on lines of that width; a word that is too long is parted.

    >>> wrap("Baltic Avenue", 66, 11), wrap("Mediterranean Avenue", 66, 11)
    (['Baltic', 'Avenue'], ['Mediterra-', 'nean Avenue'])
    """
    lines: list[str] = []
    for word in name.split(" "):  # not at a space that keeps together
        if lines and width_of(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
            continue
        while width_of(word, size) > width and (cut := parting(word, width, size)):
            lines.append(f"{word[:cut]}-")
            word = word[cut:]
        lines.append(word)
    return lines


def parting(word: str, width: float, size: float) -> int:
    """Where a word is parted: before a consonant that a vowel follows, as late as fits; 0: nowhere."""
    vowels = "aeiouy"
    places = [
        n
        for n in range(3, len(word) - 2)
        if word[n].lower() not in vowels and word[n + 1].lower() in vowels and width_of(f"{word[:n]}-", size) <= width
    ]
    return max(places, default=0)


def fitted(said: str, width: float, size: float) -> str:
    """A text on one line, cut with an ellipsis where it must be."""
    if width_of(said, size) <= width:
        return said
    while said and width_of(f"{said}…", size) > width:
        said = said[:-1]
    return f"{said.rstrip()}…"
