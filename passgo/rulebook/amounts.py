"""Amounts: what the deeds of an edition say about a question that names one of them."""

import math
from collections.abc import Callable

from passgo.editions import Deed, Ruleset
from passgo.rulebook.concepts import Concepts, Unit, format_phrase, names_of_deed
from passgo.rulebook.index import read_units
from passgo.rulebook.words import Spelling, words_of

LEVELS = ("no buildings", "one house", "two houses", "three houses", "four houses", "a hotel")
HOTEL = 5
DEED = "deed "
"""How a concept begins that is one certain deed; its number follows."""


def amount(question: str, rule: str, edition: Ruleset, spelling: Spelling, concepts: Concepts) -> str:
    """What the deed that a question names says on the matter of a rule; nothing, if it names none."""
    named = deed_named(question, edition, spelling, concepts) if rule in SAYS else None
    return SAYS[rule](*named, edition) if named else ""


def deed_named(
    question: str, edition: Ruleset, spelling: Spelling, concepts: Concepts
) -> tuple[Deed, int | None] | None:
    """The deed that a question names, and how many houses, or how many of its kind, the question speaks of."""
    names = {name: f"{DEED}{deed.index}" for deed in edition.deeds for name in names_of_deed(deed)}
    known = Spelling(spelling.known | {word: 1 for name in names for word in words_of(name)})
    own = {format_phrase(name): concept for name, concept in names.items()}
    units = read_units(question, known, Concepts(concepts.meaning | own))
    named = [edition.deeds[int(u.concept.removeprefix(DEED))] for u in units if u.concept.startswith(DEED)]
    return (named[0], level_of(units)) if named else None


def level_of(units: list[Unit]) -> int | None:
    """How many houses, or how many of a kind, a question speaks of: the number before the word; a hotel is five."""
    for before, unit in zip([Unit("", ("",)), *units], units, strict=False):
        if unit.concept in ("house", "railroad", "utility") and before.stems[-1] in ("1", "2", "3", "4"):
            return int(before.stems[-1])
    if any(unit.concept == "hotel" for unit in units):
        return HOTEL
    return 0 if any(unit.concept == "unimproved" for unit in units) else None


def says_rent(deed: Deed, level: int | None, edition: Ruleset) -> str:
    """The rent of a deed with so many houses, or with any number of them."""
    if deed.kind == "utility":
        return f"{deed.name}: {deed.rents[0]} times the dice, or {deed.rents[1]} times if its owner has both utilities."
    if deed.kind == "railroad":
        held = [f"${rent} with {number}" for number, rent in enumerate(deed.rents, start=1)]
        return f"{deed.name}: by railroads owned, {', '.join(held)}."
    if level is None:
        return f"{deed.name}: " + ", ".join(f"${rent} with {LEVELS[n]}" for n, rent in enumerate(deed.rents)) + "."
    twice = f" (${2 * deed.rents[0]} if its owner has the whole group)" if level == 0 else ""
    return f"{deed.name} with {LEVELS[level]}: rent ${deed.rents[level]}{twice}."


def says_double(deed: Deed, level: int | None, edition: Ruleset) -> str:
    """The rent of a bare lot, alone and of a whole group."""
    return says_rent(deed, 0, edition) if deed.kind == "street" else ""


def says_price(deed: Deed, level: int | None, edition: Ruleset) -> str:
    """What a deed costs."""
    return f"{deed.name} costs ${deed.price}."


def says_house_cost(deed: Deed, level: int | None, edition: Ruleset) -> str:
    """What a house on a lot costs."""
    return f"A house on {deed.name} costs ${deed.house_cost}." if deed.house_cost else ""


def says_half(deed: Deed, level: int | None, edition: Ruleset) -> str:
    """What a house on a lot brings."""
    return f"The Bank pays ${deed.house_cost // 2} for a house on {deed.name}." if deed.house_cost else ""


def says_mortgage(deed: Deed, level: int | None, edition: Ruleset) -> str:
    """What a mortgage brings."""
    return f"The mortgage of {deed.name} brings ${deed.mortgage}."


def lift_of(deed: Deed, edition: Ruleset) -> int:
    """What lifting a mortgage costs: the principal and the interest."""
    exact = deed.mortgage * edition.numbers["mortgage_interest"]
    return deed.mortgage + (math.ceil(exact / 100) if edition.numbers["mortgage_lift_round_up"] else exact // 100)


def says_lift(deed: Deed, level: int | None, edition: Ruleset) -> str:
    """What lifting a mortgage costs, and what of it is interest."""
    total = lift_of(deed, edition)
    interest = total - deed.mortgage
    return f"Lifting the mortgage of {deed.name} costs ${deed.mortgage} + ${interest} interest = ${total}."


SAYS: dict[str, Callable[[Deed, int | None, Ruleset], str]] = {
    "rent.deed": says_rent,
    "rent.railroad": says_rent,
    "rent.utility": says_rent,
    "rent.group-double": says_double,
    "buy.option": says_price,
    "build.price": says_house_cost,
    "build.sell-half": says_half,
    "mortgage.value": says_mortgage,
    "mortgage.lift": says_lift,
}
"""The rules whose amounts stand on the deeds."""
