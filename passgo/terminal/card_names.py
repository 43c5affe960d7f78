"""Cards of a real table, known by what they do: each box words them otherwise."""

from passgo.editions import Card, Ruleset
from passgo.notation.sentences import dollars

SAYS = {
    "advance_to": "Go to {target}",
    "retreat_to": "Back to {target}",
    "back_3": "Back three squares",
    "go_to_jail": "Go to Jail",
    "get_out_of_jail_free": "Leave Jail, keep the card",
    "nearest_railroad_double": "Next railroad, pay double",
    "nearest_utility_10x": "Next utility, 10 x dice",
    "collect": "The Bank pays you {amount}",
    "pay": "Pay {amount}",
    "pay_each": "Pay each player {amount}",
    "collect_from_each": "Each player pays you {amount}",
    "repairs": "Repairs, {per_house} a house and {per_hotel} a hotel",
    "pay_or_draw_chance": "Pay {amount} or take a Chance",
}


def format_card(card: Card, ruleset: Ruleset) -> str:
    """What a card does.

    >>> from passgo.editions import ruleset
    >>> classic = ruleset("classic")
    >>> format_card(classic.cards[0][1], classic)
    'Go to Illinois Avenue'
    """
    target = ruleset.squares[card.target].name if card.target >= 0 else ""
    sums = {name: dollars(getattr(card, name)) for name in ("amount", "per_house", "per_hotel")}
    return SAYS[card.effect].format(target=target, **sums) if card.effect in SAYS else card.text
