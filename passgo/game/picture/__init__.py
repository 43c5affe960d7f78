"""The board as a picture, drawn as in the browser: one SVG without scripts, for a notebook or a page."""

from passgo.game.picture import ink
from passgo.game.picture.icons import FILLED, LINED
from passgo.game.picture.layout import (
    ALONG,
    CORNER_HEIGHT,
    CORNER_WIDTH,
    GAP,
    HEIGHT,
    PADDING,
    SIDE_HEIGHT,
    WIDTH,
    is_corner,
    lane_of,
    standings,
)  # fmt: skip
from passgo.game.picture.squares import Table, draw_square
from passgo.game.picture.stage import draw_land, draw_stage, draw_token
from passgo.machine.records import plain
from passgo.notation.names import Names
from passgo.rules import codes
from passgo.rules.state import Edition, State

STYLE = f"""
.pg{{font-family:{ink.SANS};font-size:11px}}
.pg .n{{font-weight:500;fill:{ink.INK}}}.pg .q{{fill:{ink.INK_3}}}.pg .m{{fill:{ink.INK_2};text-anchor:middle}}
.pg .g{{font-weight:500;fill:{ink.INK_2};letter-spacing:-.02em}}.pg .r{{font-weight:700;fill:{ink.INK}}}
.pg .u{{font-weight:700;fill:{ink.INK};letter-spacing:-.05em}}.pg-l{{font-weight:700;text-anchor:middle}}
.pg .c{{font-size:15px;fill:{ink.INK}}}
.pg .h{{font-size:24px;fill:{ink.INK}}}.pg .a{{font-size:13px;fill:{ink.INK_2}}}
.pg .w{{font-size:14px;fill:{ink.INK}}}.pg .b{{font-size:15px;font-weight:650;fill:{ink.INK}}}
.pg .e{{font-size:15px;font-weight:700;text-anchor:end;fill:{ink.INK}}}
.pg .f{{font-size:12px;text-anchor:end;fill:{ink.INK_3}}}
.pg .d{{font-size:17px;text-anchor:middle;fill:#fff}}
.pg .c,.pg .h,.pg .d{{font-family:{ink.PRINT};font-weight:700}}
.pg .t{{clip-path:url(#pg-t)}}.pg .s{{clip-path:url(#pg-s)}}
"""


def draw_picture(names: Names, tokens: tuple[str, ...], g: State, viewer: str | None = None) -> str:
    """The whole board; where cash is a secret, a viewer sees only their own."""
    table = Table(names, tokens, g, plain(Edition, names.ruleset.record))
    here = g.square[g.on_turn] if g.phase != codes.PHASE_GAME_OVER and g.phase >= codes.PHASE_BEGIN_TURN else -1
    squares = [draw_square(table, square, square == here) for square in range(codes.SQUARES) if square != here]
    squares += [draw_square(table, here, True)] if here >= 0 else []
    inside = [draw_land(), *squares, draw_lane(), draw_stage(table, viewer), draw_tokens(table)]
    board = ink.tag("g", "".join(inside), transform=f"translate({PADDING} {PADDING})")
    tray = ink.tag("rect", width=WIDTH, height=HEIGHT, rx=20, fill=ink.TRAY)
    title = f"<title>{ink.escape(f'{names.ruleset.title}, turn {g.turn}: ' + ', '.join(names.players))}</title>"
    size = f'viewBox="0 0 {ink.number(WIDTH)} {ink.number(HEIGHT)}" width="{ink.number(WIDTH)}"'
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="pg" role="img" {size} style="max-width:100%;height:auto">'
    )
    shared = "".join(drawn.replace("<g", f'<g id="pg-{name}"', 1) for name, drawn in table.shared.items())
    used = [name for name in (*FILLED, *LINED) if f'#pg-{name}"' in shared + board]
    return f"{opening}{title}<style>{STYLE}</style>{definitions(used)}{ink.tag('defs', shared)}{tray}{board}</svg>\n"


def definitions(icons: list[str]) -> str:
    """What everything is drawn with: icons, patterns, the shapes that squares are cut to."""
    units = 'patternUnits="userSpaceOnUse"'
    hatch = f'{units} width="6" height="6" patternTransform="rotate(45)"'
    parts = [ink.symbol(name) for name in icons]
    parts += [pattern.format(units=units) for pattern in ink.PATTERNS if pattern]
    parts.append(f'<pattern id="pg-d" {hatch}><path d="M.5 0V6" stroke="{ink.DOWN_LINE}"/></pattern>')
    parts.append(f'<pattern id="pg-b" {hatch}><path d="M1.5 0V6" stroke="{ink.DOWN}" stroke-width="3"/></pattern>')
    sky = f'<stop stop-color="{ink.SKY}"/><stop offset="1" stop-color="{ink.SKY_2}"/>'
    parts.append(f'<linearGradient id="pg-sky" x2="0" y2="1">{sky}</linearGradient>')
    shapes = {
        "t": (ALONG - 2 * GAP, CORNER_HEIGHT - 2 * GAP, 6),
        "s": (CORNER_WIDTH - 2 * GAP, SIDE_HEIGHT - 2 * GAP, 6),
        "land": (9 * ALONG - 2 * GAP, 9 * SIDE_HEIGHT - 2 * GAP, 10),
    }
    for name, (width, height, radius) in shapes.items():
        shape = ink.tag("rect", width=width, height=height, rx=radius)
        parts.append(f'<clipPath id="pg-{name}">{shape}</clipPath>')
    return ink.tag("defs", "".join(parts))


def draw_lane() -> str:
    """The stepping stones."""
    stones = (lane_of(square).centre for square in range(codes.SQUARES) if not is_corner(square))
    dots = "".join(f"M{ink.number(x)} {ink.number(y)}h0" for x, y in stones)
    return ink.tag("path", d=dots, stroke=ink.STONE, stroke_width=5.2, stroke_linecap="round")


def draw_tokens(table: Table) -> str:
    """The tokens of all players still in, that of the player on turn last and with a ring."""
    g = table.g
    standing = [(p, g.square[p], g.jail[p] > 0) for p in range(g.players) if not g.out[p]]
    spots = standings(standing, table.e.jail_square)
    turn = g.on_turn if g.phase != codes.PHASE_GAME_OVER else codes.NOBODY
    order = sorted(spots, key=lambda seat: seat == turn)
    return "".join(draw_token(table, seat, *spots[seat], ring=seat == turn) for seat in order)
