"""The three pages: state, actions and events."""

import inspect
import re
from collections.abc import Iterable

from passgo.dev.contract.events import EVENTS, KEPT
from passgo.editions.options import FIELDS as OPTIONS
from passgo.machine.records import DTYPES, Field, fields_of
from passgo.rules import codes, ids, state
from passgo.rules.actions import BY_HEADING

GENERATED = "<!-- Generated from the source by `make docs`. Edit the source, not this page. -->\n"
TYPES = {8: "int8", 16: "int16", 32: "int32"}

SECTIONS = {
    "Bounds": ("PLAYERS", "ACTIONS"),
    "Accounts and parties": ("BANK", "NOBODY"),
    "Decks": ("CHANCE_DECK", "CHEST_DECK"),
    "Kinds of square": ("GO", "GO_TO_JAIL"),
    "Effects of a card": ("ADVANCE_TO", "PAY_OR_DRAW_CHANCE"),
    "Faces of the Speed Die beyond 1 to 3": ("BUS", "MR_M_AGAIN"),
    "How the token reached its square": ("BY_DICE", "BY_MR_M"),
    "Lots of an auction beyond the squares": ("LOT_CHANCE_CARD", "LOT_HOTEL"),
    "Stages of a shortage": ("STAGE_ASKING", "STAGE_ASKING_AGAIN"),
    "Stages of a debt": ("STAGE_RAISING", "STAGE_BANKRUPT"),
}

MATTERS = {
    "MATTER_DEBT": (
        "a debt that cash does not cover; the debtor raises it or goes bankrupt",
        {
            "player": "debtor",
            "other": "creditor",
            "amount": "the debt",
            "rule": "what it arose from",
            "stage": "STAGE_*",
        },
    ),
    "MATTER_AUCTION": (
        "an auction; bidders still in raise or withdraw",
        {
            "player": "who caused it",
            "other": "highest bidder, or NOBODY",
            "amount": "highest bid",
            "square": "the lot",
            "set": "bidders still in",
            "last": "who called last",
        },
    ),
    "MATTER_KEEP_OR_LIFT": (
        "mortgaged deeds have new owners, who keep or lift each, in board order",
        {
            "player": "the proposer, the winner of the auction, or the creditor",
            "set": "deeds to come",
            "rule": "by which interest is due",
        },
    ),
    "MATTER_SHORTAGE": (
        "more buildings are wanted than the Bank has",
        {
            "player": "who asked",
            "other": "LOT_HOUSE or LOT_HOTEL",
            "square": "the lot asked for",
            "amount": "price of the building being placed",
            "set": "players yet to answer",
            "wants": "players who want one",
            "last": "who places it",
            "stage": "STAGE_*",
        },
    ),
    "MATTER_ESTATE": (
        "a bankrupt's deeds and cards, auctioned one by one",
        {"player": "the bankrupt", "set": "deeds to come", "wants": "cards to come"},
    ),
}


def table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A Markdown table."""
    lines = [list(heads)]
    lines.append(["---"] * len(lines[0]))
    lines += [[str(cell).replace("|", "\\|") for cell in row] for row in rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def comments() -> dict[str, str]:
    """What the source says beside each constant."""
    return dict(re.findall(r"^([A-Z_0-9]+) = [^#\n]+  # (.+)$", inspect.getsource(codes), re.MULTILINE))


def numbers_table(first: str, last: str) -> str:
    """A section of `codes` as a table."""
    meanings = comments()
    names = codes.names_of(first, last)
    if not any(name in meanings for name in names):
        return table(("number", "name"), ((getattr(codes, name), f"`{name}`") for name in names))
    rows = ((getattr(codes, name), f"`{name}`", meanings.get(name, "")) for name in names)
    return table(("number", "name", "meaning"), rows)


def field_row(record: type, name: str, field: Field) -> tuple[object, ...]:
    """One field of a record as a row."""
    shape = f"{TYPES[field.bits]}[{field.count}]" if field.count > 1 else TYPES[field.bits]
    places = DTYPES[record].fields
    assert places is not None
    return places[name][1], f"`{name}`", shape, field.unit, f"{field.least} to {field.most}", field.meaning


def edition_section() -> str:
    """The EDITION record without its options: these are described where they are declared, for people too."""
    fields = [(name, field) for name, field in fields_of(state.Edition).items() if name not in OPTIONS]
    rows = (field_row(state.Edition, name, field)[1:] for name, field in fields)
    return (
        f"## Edition\n{inspect.getdoc(state.Edition)}\n\n"
        + table(("field", "type", "unit", "range", "meaning"), rows)
        + "\nBesides, it has a field for each option of `passgo/editions/options.toml`, of that name. It holds the"
        " number of the value:\n0 for off and 1 for on, the amount, or the number of a name in the list there.\n\n"
    )


def record_section(record: type) -> str:
    """A record, field by field in the order of its bytes."""
    rows = (field_row(record, name, field) for name, field in fields_of(record).items())
    return (
        f"## {record.__name__}: {DTYPES[record].itemsize} bytes\n{inspect.getdoc(record)}\n\n"
        + table(("byte", "field", "type", "unit", "range", "meaning"), rows)
        + "\n"
    )


def matters_section() -> str:
    """The kinds of matter and what each keeps."""
    rows = (
        (
            getattr(codes, kind),
            f"`{kind}`",
            MATTERS[kind][0],
            "; ".join(f"`matter_{name}` {meaning}" for name, meaning in MATTERS[kind][1].items()),
        )
        for kind in codes.MATTER_KINDS
    )
    return table(("number", "name", "what it is", "fields"), rows)


STATE = """# State and edition

The game is one `State` record, an edition one `Edition` record. Numbers are signed and in the machine's byte order; a
*set* is an integer with a bit for each member. Property goes by deed (0-27, board order) in sets and rows, and by
square (0-39) wherever people name it. Nothing about the future is in the record: chance is a player.

"""

PHASES = """## Phases
What the turn waits for when no matter is open. Automatic phases never outlive a step.

"""

MATTERS_OPEN = """
## Matters
What interrupts the turn (`table.one-matter`): a stack, of which the last is settled first.

"""


def state_page() -> str:
    """`docs/state.md`."""
    records = record_section(state.State) + edition_section()
    phases = PHASES + numbers_table(codes.PHASES[0], codes.PHASES[-1])
    named = "".join(f"\n## {title}\n{numbers_table(*ends)}" for title, ends in SECTIONS.items())
    return GENERATED + STATE + records + phases + MATTERS_OPEN + matters_section() + named


def format_fields(fields: dict[str, str]) -> str:
    """The fields that a kind uses, in one cell."""
    return "; ".join(f"`{name}` {meaning}" for name, meaning in fields.items())


def format_rules(rules: Iterable[str]) -> str:
    """Rule ids in one cell, in the order of the rulebook; the rule that a matter keeps comes last."""
    return ", ".join(f"`{rule}`" for rule in sorted(rules, key=lambda rule: (rule == KEPT, ids.NUMBERS.get(rule))))


ACTION = """# Actions

An action is one record: its `kind`, who acts (`player`: a player, CHANCE or the CLOCK), and the fields its kind uses;
all others are 0. `step` plays it and answers 0, or the number of the rule that refuses it (`passgo.rules.ids`); then
not a byte of the state has changed. `allowed` judges without playing. An action is refused only for what its player
may know.

A legal list has every finite action; `BID` once, with its lowest (`amount`) and highest (`most`) bid; `OFFER`,
`COUNTER` and `OFFER_SETTLEMENT` once for each possible partner, with nothing in them. For CHANCE it lists every
outcome, all equally likely. Beyond the rules named below, nobody acts who is not in the game (`setup.players`,
`bankrupt.last-wins`), nothing is played when it is over (`bankrupt.last-wins`, `short.end`), and only chance throws
and draws (`table.decks-hidden`).

"""


def actions_page() -> str:
    """`docs/actions.md`."""
    heads = ("number", "kind", "who", "when", "fields", "does", "refused by")
    parts = []
    for heading, kinds in BY_HEADING.items():
        rows = (
            (k.number, f"`{k.name}`", k.who, k.when, format_fields(k.fields), k.does, format_rules(k.refused_by))
            for k in kinds
        )
        parts.append(f"## {heading}\n{table(heads, rows)}")
    return GENERATED + ACTION + record_section(state.Action) + "\n".join(parts)


EVENT = """# Events

`step` writes what happened into a `Log`, if its `listening` is 1: event `n` is the `n`th entry of each row, `count`
says how many there are, and every one carries the rule by which it happened (`matter_rule`: the rule that its matter
keeps). Fields a kind does not use are 0, or -1 where 0 would be a player, a square or a card.

"""

ORDER = """## Order
Events stand in the log in the order in which they happened:

1. what the player or chance did (`DICE_THROWN`, `BID_MADE`, `OFFER_MADE`, ...);
2. what followed at once by the rules (`MOVED`, then a salary `PAID`, then what the square does);
3. for each matter that this settled, its end (`AUCTION_WON`, `DEBT_SETTLED`, ...), and what that leads to;
4. if the turn is over, `TURN_ENDED`, and when nothing is pending any more `TURN_BEGAN` of the next player.

What is bought, built, sold or mortgaged comes before the `PAID` for it.

Every change of cash is exactly one `PAID`, so the log alone balances the accounts. Rent is charged before it is paid:
`RENT_CHARGED`, then `PAID` or `DEBT_AROSE`. After `GAME_WON` only rent claims and offers lapse.

"""


def events_page() -> str:
    """`docs/events.md`."""
    heads = ("number", "kind", "meaning", "fields", "by rule")
    parts = []
    for heading, kinds in EVENTS.items():
        rows = (
            (getattr(codes, name), f"`{name}`", k.means, format_fields(k.uses), format_rules(k.by))
            for name, k in kinds.items()
        )
        parts.append(f"## {heading}\n{table(heads, rows)}")
    return GENERATED + EVENT + record_section(state.Log) + ORDER + "\n".join(parts)
