"""The one table of action kinds is what the rules, the constructors and the log really do."""

import inspect
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import count
from random import Random

import pytest

from passgo import editions
from passgo.dev.contract.events import BY_NAME
from passgo.dev.fuzz import Report, move
from passgo.dev.fuzz.checked_game import Match
from passgo.dev.fuzz.player import Temper, write_nonsense
from passgo.dev.fuzz.tables import random_match, random_ruleset
from passgo.machine import records
from passgo.machine.records import new, plain
from passgo.notation import constructors
from passgo.notation.actions import KINDS as NAMES
from passgo.notation.actions import PLAYER_KINDS, POSITIONAL
from passgo.rules import codes, ids, legal
from passgo.rules.actions import KINDS, ActionKind
from passgo.rules.state import Action, Edition, Log, State
from tests.properties.blank_events import BLANK, FIELDS
from tests.properties.matches import EVERYTHING, LAST, begun, dealing, judged

STEP = import_module("passgo.rules.step")
each_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


# The two dispatchers


def noted(monkeypatch: pytest.MonkeyPatch, functions: set[str]) -> list[str]:
    """The names of those of these functions that are called from now on; they do nothing, and refuse nothing."""
    called: list[str] = []

    def note(name: str) -> Callable[..., int]:
        def function(*arguments: object) -> int:
            called.append(name)
            return ids.LAWFUL

        return function

    for name in functions:
        file, _, function = name.partition(".")
        monkeypatch.setattr(import_module(f"passgo.rules.{file}"), function, note(name))
    return called


def one_of(kind: ActionKind) -> tuple[State, Edition, Log, Action]:
    """A game, and an action of the kind by somebody who may act at all."""
    g, e, log, a = (
        plain(State, new(State)),
        plain(Edition, new(Edition)),
        plain(Log, new(Log)),
        plain(Action, new(Action)),
    )
    g.players, g.phase = 2, codes.PHASE_BEFORE_THROW
    a.kind = kind.number
    a.player = codes.CHANCE if kind.is_chance else 0 if kind.is_players else codes.CLOCK
    return g, e, log, a


@each_kind
def test_a_kind_is_judged_by_its_judge_alone(kind: ActionKind, monkeypatch: pytest.MonkeyPatch) -> None:
    called = noted(monkeypatch, {row.judge for row in KINDS})
    g, e, _, a = one_of(kind)
    assert legal.refusal(g, e, a) == ids.LAWFUL
    assert called == [kind.judge]


@each_kind
def test_a_kind_is_played_by_its_effect_alone(kind: ActionKind, monkeypatch: pytest.MonkeyPatch) -> None:
    called = noted(monkeypatch, {row.effect for row in KINDS} | {"step.refusal", "step.pass_dice", "step.run"})
    g, e, log, a = one_of(kind)
    g.phase = codes.PHASE_SQUARE_DONE  # so that something goes on by itself
    step = getattr(STEP.step, "py_func", STEP.step)
    assert step([g], 0, [e], 0, [log], 0, [a], 0) == ids.LAWFUL
    at_once = ["step.pass_dice"] if kind.name == "END_TURN" else []
    assert called == ["step.refusal", kind.effect, *at_once, "step.run"]


# The legal list


PHASES = {"CHOOSE_STEPS": codes.PHASE_CHOOSE_BUS, "CHOOSE_SQUARE": codes.PHASE_CHOOSE_SQUARE}


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.is_players], ids=lambda kind: kind.name)
def test_the_legal_list_fills_the_fields_of_a_kind(kind: ActionKind) -> None:
    """Deals are listed with nothing but the partner in them, bids with the lowest and the highest."""
    match = begun(rent_claims="manual", auction_opening=7)
    g, a = match.g, match.a
    g.phase, g.dice[0], g.dice[1] = PHASES.get(kind.name, g.phase), 3, 4
    g.claims, g.claim_lander[0], g.claim_owner[0], g.claim_square[0] = 1, 1, 0, 1
    if kind.name == "BID":
        g.matters, g.matter_kind[0], g.matter_other[0] = 1, codes.MATTER_AUCTION, codes.NOBODY
    a.kind = kind.number
    legal.propose(g, match.e, a, 0, legal.candidates(g, kind.number) - 1)
    filled = {name for name in records.fields_of(Action) if name not in ("kind", "dice") and getattr(a, name)}
    assert filled == ({"other"} if kind.is_deal else {*kind.fields, *(["most"] if kind.name == "BID" else [])})


# The constructors

RENAMED = {"card": "deck", "give_deeds": "give", "take_deeds": "take"}


@pytest.mark.parametrize("name", PLAYER_KINDS)
def test_a_constructor_takes_the_fields_of_its_kind(name: str) -> None:
    kind = KINDS[NAMES.index(name)]
    parameters = list(inspect.signature(getattr(constructors, name)).parameters)
    fields = [RENAMED.get(field, field) for field in kind.fields]
    if kind.is_deal:  # a settlement asks for nothing, but is written as any other offer
        assert set(fields) <= set(parameters)
    else:
        assert parameters == [*fields, "player"]
    values = {"amount": 3, "card": "chest", "other": "Ben", "square": "Go"}
    made = getattr(constructors, name)(*(values[field] for field in POSITIONAL[name]))
    assert made.to_dict() == {"kind": name, **{field: values[field] for field in POSITIONAL[name]}}


def test_every_kind_has_words_of_its_own() -> None:
    assert len({kind.word for kind in KINDS}) == len(KINDS)
    assert all(kind.word == " ".join(kind.word.casefold().split()) for kind in KINDS)


# What refuses, and what is told: all that the tables name does happen. That nothing else does is checked by every
# random game (`Match.check_refusal`, `Match.check_events`).


def crowded(match: Match, debtor: int = 2) -> None:
    """As many matters as leave just the room that is reserved: debts to player 1; the first deed is mortgaged."""
    g = match.g
    g.matters = codes.MATTERS - codes.MATTERS_RESERVED
    for m in range(g.matters):
        g.matter_kind[m], g.matter_player[m], g.matter_other[m], g.matter_amount[m] = codes.MATTER_DEBT, debtor, 1, 5000
    g.mortgaged = 1


def bidding(match: Match, bidder: int, m: int = 0) -> None:
    """An auction in which the bidder has called all but ten dollars."""
    g = match.g
    g.matters = max(g.matters, m + 1)
    g.matter_kind[m], g.matter_set[m], g.matter_other[m] = codes.MATTER_AUCTION, 0b111, bidder
    g.matter_amount[m] = g.cash[bidder] - 10


def offered(match: Match, **terms: int) -> None:
    """An offer of player 0 to player 1."""
    match.g.offer_to[0], match.g.offer_number[0], match.g.offers_made = 1, 1, 1
    for name, value in terms.items():
        getattr(match.g, f"offer_{name}")[0] = value


def owing() -> Match:
    """Player 0, who holds all but the last deed, owes player 1 more than all that is worth."""
    match = begun(deal_settlement=True)
    g = match.g
    for deed in range(codes.DEEDS):
        g.owner[deed] = 0 if deed < codes.DEEDS - 1 else 1
    g.matters, g.matter_kind[0], g.matter_player[0], g.matter_other[0], g.matter_amount[0] = (
        1,
        codes.MATTER_DEBT,
        0,
        1,
        9000,
    )
    return match


def placing(houses: int = 32, level: int = 0, mortgaged: int = 0, cash: int = 1500, uneven: int = 0) -> Match:
    """Player 0 puts up a house for its printed price."""
    match = dealing()
    g = match.g
    g.matters, g.matter_kind[0], g.matter_stage[0], g.matter_other[0] = 1, codes.MATTER_SHORTAGE, 2, codes.LOT_HOUSE
    g.level[0], g.level[1] = level + uneven, level
    g.houses, g.mortgaged, g.cash[0] = houses, mortgaged, cash
    return match


def rare() -> Iterator[tuple[str, str, str]]:
    """Refusals that random games hardly ever meet, one after the other: the kind, the rule expected, the rule found."""
    for kind, rule, match in (
        ("PLACE_BUILDING", "build.evenly", placing(uneven=1)),
        ("PLACE_BUILDING", "build.four-then-hotel", placing(level=4)),
        ("PLACE_BUILDING", "build.none-left", placing(houses=0)),
        ("PLACE_BUILDING", "build.not-mortgaged", placing(mortgaged=1)),
        ("PLACE_BUILDING", "build.price", placing(cash=0)),
    ):
        yield kind, rule, judged(match, codes.PLACE_BUILDING, 0, square=1)
    match = dealing()
    bidding(match, 0)
    yield "BUILD", "auction.reserve", judged(match, codes.BUILD, 0, square=1)
    match = dealing()
    crowded(match)
    match.g.mortgaged, match.g.houses = 0, 1
    match.g.owner[0] = match.g.owner[1] = 1  # two who could build, and one house
    yield "BUILD", "table.one-matter", judged(match, codes.BUILD, 1, square=1)
    match = dealing()
    crowded(match)
    yield "OFFER", "table.one-matter", judged(match, codes.OFFER, 0, other=1, give_deeds=1, take_cash=5)
    offered(match, take_cash=5, give_deeds=2)
    yield "COUNTER", "table.one-matter", judged(match, codes.COUNTER, 1, other=0, take_deeds=1, give_cash=5)
    match.g.matters, match.g.matter_kind[0], match.g.matter_set[0] = 1, codes.MATTER_KEEP_OR_LIFT, 1
    yield "COUNTER", "mortgage.choice", judged(match, codes.COUNTER, 1, other=0, take_deeds=1, give_cash=5)
    match = dealing()
    bidding(match, 1)
    offered(match, give_deeds=1, take_cash=600)
    yield "ACCEPT", "auction.reserve", judged(match, codes.ACCEPT, 1, other=0)
    match = dealing()
    match.g.mortgaged, match.g.cash[1] = 1, 0
    offered(match, give_deeds=1, take_deeds=LAST)
    yield "ACCEPT", "deal.mortgaged", judged(match, codes.ACCEPT, 1, other=0)
    yield from rare_settlements()


def rare_settlements() -> Iterator[tuple[str, str, str]]:
    """The same of settlements."""

    def settled(match: Match, **terms: int) -> str:
        return judged(match, codes.OFFER_SETTLEMENT, 0, other=1, **terms)

    kind = "OFFER_SETTLEMENT"
    assert settled(owing(), give_deeds=EVERYTHING) == "lawful"
    yield kind, "cards.jail-free-sold", settled(owing(), give_cards=1)
    match = owing()
    match.g.matters, match.g.matter_kind[1], match.g.matter_set[1], match.g.mortgaged = (
        2,
        codes.MATTER_KEEP_OR_LIFT,
        1,
        1,
    )
    yield kind, "mortgage.choice", settled(match, give_deeds=1)
    match = owing()
    match.g.matters, match.g.matter_kind[1], match.g.matter_player[1], match.g.mortgaged = 2, codes.MATTER_DEBT, 1, 1
    yield kind, "debt.limits", settled(match, give_deeds=1)
    match = owing()
    bidding(match, 0, m=1)
    yield kind, "auction.reserve", settled(match, give_deeds=1, give_cash=11)
    match = owing()
    crowded(match, debtor=0)
    yield kind, "table.one-matter", settled(match, give_deeds=1)


def test_rare_refusals() -> None:
    found = list(rare())
    assert [(kind, by) for kind, _, by in found] == [(kind, rule) for kind, rule, _ in found]
    assert all(rule in KINDS[codes.ACTION_KINDS.index(kind)].refused_by for kind, rule, _ in found)


def happened(match: Match) -> set[tuple[str, str]]:
    """The kinds of event in the log, each with its rule."""
    log = match.log
    return {(codes.EVENT_KINDS[log.kind[n]], ids.NAMES[log.rule[n]]) for n in range(log.count)}


RARE_EVENTS = {("PAID", "setup.cash"), ("DEBT_AROSE", "cards.fine-or-chance")}


def test_rare_events() -> None:
    match = begun("1935")
    assert ("PAID", "setup.cash") in happened(match)
    g = match.g
    place = list(match.e.card_effect).index(codes.PAY_OR_DRAW_CHANCE)
    g.phase, g.deck, g.card = codes.PHASE_FINE_OR_CHANCE, *divmod(place, codes.DECK)
    impoverish(match)
    g.cash[0], g.cash[codes.BANK] = 0, g.cash[codes.BANK] + 10
    g.ledger[:] = g.cash[:]
    match.a.kind, match.a.player = codes.PAY_CARD_FINE, 0
    assert match.play() == ids.LAWFUL
    assert ("DEBT_AROSE", "cards.fine-or-chance") in happened(match)


GAMES = 1500
"""The most random games that may be needed to meet everything else that the tables name; about 400 are."""


def test_all_that_the_tables_name_happens() -> None:
    refusals = {(kind.name, rule) for kind in KINDS for rule in kind.refused_by} - {(k, r) for k, r, _ in rare()}
    told = {(name, rule) for name, kind in BY_NAME.items() for rule in kind.by if rule in ids.NUMBERS} - RARE_EVENTS
    fields = {(name, field) for name, kind in BY_NAME.items() for field in kind.uses}
    for seed in count(1):
        assert seed <= GAMES, (refusals, told, fields)
        play_and_strike_out(seed, refusals, told, fields)
        if not (refusals or told or fields):
            break


def impoverish(match: Match) -> None:
    """Take all but ten dollars from everybody, so that all that is owed is a debt."""
    g = match.g
    for p in range(match.players):
        g.cash[codes.BANK] += g.cash[p] - 10
        g.cash[p] = 10
    g.ledger[:] = g.cash[:]


def play_and_strike_out(
    seed: int, refusals: set[tuple[str, str]], told: set[tuple[str, str]], fields: set[tuple[str, str]]
) -> None:
    """Play a random game, trying other actions at every step, and strike out what is met."""
    dice = Random(seed)
    match = random_match(dice, random_ruleset(dice, editions.NAMES[seed % len(editions.NAMES)]))
    temper = Temper(dice)
    if match.g.phase == codes.PHASE_BEFORE_THROW and dice.random() < 0.5:
        impoverish(match)
    for _ in range(250):
        player = match.next_to_decide()
        if player == codes.NOBODY:
            break
        for _ in range(8):
            write_nonsense(dice, match, extreme=dice.random() < 0.2)
            if 0 <= match.a.kind < len(KINDS):
                refusals.discard((KINDS[match.a.kind].name, ids.NAMES[match.allowed()]))
        move(dice, match, temper, player, Report())
        for n in range(match.log.count):
            name = codes.EVENT_KINDS[match.log.kind[n]]
            told.discard((name, ids.NAMES[match.log.rule[n]]))
            fields -= {(name, field) for field in FIELDS if getattr(match.log, field)[n] != BLANK[field]}
