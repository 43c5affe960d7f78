"""What a game waits for, in words: for the drawing in a terminal and for the picture."""

from passgo.notation.dict_writer import MATTERS
from passgo.notation.names import Names
from passgo.rules import codes
from passgo.rules.state import State

TURNS = {
    codes.PHASE_DEAL_DEEDS: "{name} is dealt deeds",
    codes.PHASE_THROW_FOR_FIRST: "{name} throws for the first turn",
    codes.PHASE_BEFORE_THROW: "{name} is to throw",
    codes.PHASE_THROW: "the dice are to fall for {name}",
    codes.PHASE_CHOOSE_BUS: "{name} takes the Bus: one die, the other, or both",
    codes.PHASE_CHOOSE_SQUARE: "{name} threw a triple and goes to any square",
    codes.PHASE_BUY: "{name} may buy {square}",
    codes.PHASE_THROW_FOR_RENT: "the dice are to fall for the rent of {square}",
    codes.PHASE_DRAW: "{name} draws a card",
    codes.PHASE_FINE_OR_CHANCE: "{name} pays the fine of a card or takes a Chance",
    codes.PHASE_CHOOSE_TAX: "{name} chooses how to pay the tax",
    codes.PHASE_END_TURN: "{name} may end the turn",
    codes.PHASE_GAME_OVER: "the game is over",
}
"""What the turn waits for; all other phases pass by themselves."""


def describe_waiting(names: Names, g: State) -> list[str]:
    """What the game waits for, a sentence each: the matters on the table, the last one first, open offers, the turn."""
    said = [describe_matter(names, g, m) for m in reversed(range(g.matters))]
    offers = sum(to != codes.NOBODY for to in g.offer_to)
    if offers:
        said.append("An offer is open." if offers == 1 else f"{offers} offers are open.")
    name, square = names.players[g.on_turn], names.ruleset.squares[g.square[g.on_turn]].name
    turn = TURNS.get(g.phase, "it is {name}'s turn").format(name=name, square=square)
    return [*said, f"{turn[0].upper()}{turn[1:]}."]


def describe_matter(names: Names, g: State, m: int) -> str:
    """A matter on the table as a sentence."""
    kind, amount = MATTERS[g.matter_kind[m]], g.matter_amount[m]
    player, other = names.players[g.matter_player[m]], g.matter_other[m]
    if kind == "debt":
        whom = "the Bank" if other == codes.BANK else "the pot" if other == codes.POT else names.account(other)
        return f"{player} owes ${amount:,} to {whom}."
    if kind == "auction":
        bid = f"{names.account(other)} bids ${amount:,}" if other != codes.NOBODY else "no bid yet"
        return f"Auction of {lot_words(names, g.matter_square[m])}: {bid}."
    if kind == "keep-or-lift":
        return f"Keep or lift the mortgage: {', '.join(names.deeds_of(g.matter_set[m]))}."
    if kind == "shortage":
        return f"{player} wants a {names.lot(other)}, and few are left: who else does?"
    return f"What {player} leaves is to be auctioned."


def lot_words(names: Names, lot: int) -> str:
    """What is auctioned, as one says it."""
    if 0 <= lot < len(names.squares):
        return names.ruleset.squares[lot].name
    return f"a {names.lot(lot)}"
