"""Bots are no fools: what they choose in positions set up by hand, and that they do not look at secret cash."""

from collections import defaultdict
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

from passgo import Game, bots, editions
from passgo.bots.policy import MEMORY
from passgo.bots.trader import exchanges
from passgo.dealer import counter_of, deal
from passgo.machine.records import arrays, new
from passgo.rules import codes, ids
from passgo.rules.state import Action, Edition, Log, State
from passgo.rules.step import setup, step
from passgo.rules.waiting import next_to_decide
from tests.rules.table import pair, table

ORANGE = ["st. james place", "tennessee avenue", "new york avenue"]
RED = ["kentucky avenue", "indiana avenue", "illinois avenue"]
TRADER = bots.bot("trader")
RAILROADS = ["reading railroad", "pennsylvania railroad", "b. & o. railroad", "short line"]


def choice(game: Game, seat: int, bot: str = "trader") -> Any:
    """What a bot does on a seat of this game, as a record of an action."""
    engine = game._engine
    memory = bots.notebooks([bots.bot(bot).notebook] * 8)
    bots.policy(bot)(engine._games, 0, engine._editions, 0, seat, engine._actions, 0, memory, seat * MEMORY)
    assert engine.allowed() == ids.LAWFUL
    return engine.action


def kind(game: Game, seat: int, bot: str = "trader") -> str:
    """The kind of action a bot chooses."""
    return codes.ACTION_KINDS[int(choice(game, seat, bot).kind)]


def answer_to(offer: str, **position: Any) -> str:
    """How Ann's trader answers an offer of Ben's."""
    game = table("classic", on_turn="Ben", **position)
    game.play(offer)
    return kind(game, 0)


def test_an_idea_is_unpacked_as_it_was_packed() -> None:
    numbers = set()
    for partner in range(codes.PLAYERS):
        for wanted in (exchanges.NO_GROUP, *range(codes.GROUPS)):
            for given in (exchanges.NO_GROUP, *range(codes.GROUPS)):
                idea = exchanges.pack_idea(partner, wanted, given)
                assert exchanges.unpack_partner(idea) == partner
                assert exchanges.unpack_wanted(idea) == wanted
                assert exchanges.unpack_given(idea) == given
                numbers.add(idea)
    assert len(numbers) == codes.PLAYERS * (codes.GROUPS + 1) ** 2
    assert min(numbers) > 0


def test_no_deed_for_a_dollar() -> None:
    assert answer_to("Ben: offer Ann: $1 for boardwalk", Ann={"deeds": ["boardwalk"]}) == "REFUSE"
    assert answer_to("Ben: offer Ann: $1 for mediterranean avenue", Ann={"deeds": ["mediterranean avenue"]}) == "REFUSE"


@pytest.mark.parametrize("cash", [500, 1500, 20_000])
def test_not_all_deeds_for_cash(cash: int) -> None:
    deeds = {"deeds": [*ORANGE, "boardwalk"]}
    offer = f"Ben: offer Ann: ${cash} for {' + '.join(deeds['deeds'])}"
    assert answer_to(offer, Ann=deeds, Ben={"cash": 30_000}) == "REFUSE"


@pytest.mark.parametrize("cash", [200, 1000, 4000, 6000])
def test_not_the_third_orange_to_a_neighbour_for_cash(cash: int) -> None:
    """Even who spends all cash on it builds as soon as rents come in."""
    position: dict[str, Any] = {
        "Ann": {"deeds": [ORANGE[2], RAILROADS[0]]},
        "Ben": {"deeds": ORANGE[:2], "cash": 6000},
        "Cy": {},
    }
    assert answer_to(f"Ben: offer Ann: ${cash} for new york avenue", **position) == "REFUSE"


def test_in_a_stuck_game_the_third_orange_has_a_price() -> None:
    position: dict[str, Any] = {
        "Ann": {"deeds": [ORANGE[2], RAILROADS[0]]},
        "Ben": {"deeds": ORANGE[:2], "cash": 6000},
        "Cy": {},
        "round": 40,
    }
    assert answer_to("Ben: offer Ann: $590 for new york avenue", **position) != "ACCEPT"
    assert answer_to("Ben: offer Ann: $5000 for new york avenue", **position) == "ACCEPT"


def test_a_single_street_is_given_for_what_it_adds_at_a_second_look_and_twice_its_price_at_least() -> None:
    position: dict[str, Any] = {
        "Ann": {"deeds": ["pacific avenue", "baltic avenue"]},
        "Ben": {"deeds": ["kentucky avenue", "water works"], "cash": 3000},
        "Cy": {},
    }
    assert answer_to("Ben: offer Ann: $590 for pacific avenue", **position) != "ACCEPT"
    assert answer_to("Ben: offer Ann: $800 for pacific avenue", **position) == "ACCEPT"
    assert answer_to("Ben: offer Ann: kentucky avenue + $370 for pacific avenue", **position) != "ACCEPT"
    assert answer_to("Ben: offer Ann: kentucky avenue + $600 for pacific avenue", **position) == "ACCEPT"


def test_trader_keeps_the_cash_for_the_rents_ahead_whatever_it_would_buy() -> None:
    yellow = ["atlantic avenue", "ventnor avenue", "marvin gardens"]
    offer = "Ben: offer Ann: new york avenue for $100"
    for level, answer in ((0, "ACCEPT"), ("hotel", "REFUSE")):
        position: dict[str, Any] = {
            "Ann": {"deeds": ORANGE[:2], "cash": 300, "square": "illinois avenue"},
            "Ben": {"deeds": ORANGE[2:], "cash": 900},
            "Cy": {"deeds": dict.fromkeys(yellow, level)},
        }
        assert answer_to(offer, **position) == answer
    for square, answer in (("illinois avenue", "REFUSE"), ("go", "ACCEPT")):
        position["Ann"] = {"deeds": ORANGE[:2], "cash": 400, "square": square}
        assert answer_to("Ben: offer Ann: new york avenue for $100", **position) == answer


def test_a_swap_that_completes_a_group_on_either_side_is_accepted() -> None:
    position: dict[str, Any] = {
        "Ann": {"deeds": [*ORANGE[:2], RED[2]], "cash": 900},
        "Ben": {"deeds": [*RED[:2], ORANGE[2]], "cash": 900},
    }
    assert answer_to("Ben: offer Ann: new york avenue for illinois avenue", **position) == "ACCEPT"
    assert answer_to("Ben: offer Ann: kentucky avenue for tennessee avenue + illinois avenue", **position) == "REFUSE"


def test_trader_offers_a_deal_that_completes_groups_and_cautious_never_does() -> None:
    position: dict[str, Any] = {
        "Ann": {"deeds": [*ORANGE[:2], RED[2]], "cash": 900},
        "Ben": {"deeds": [*RED[:2], ORANGE[2]], "cash": 900},
        "phase": "end-turn",
    }
    game = table("classic", **position)
    offer = choice(game, 0)
    assert codes.ACTION_KINDS[offer.kind] == "OFFER"
    assert (offer.other, offer.give_deeds != 0, offer.take_deeds != 0) == (1, True, True)
    assert kind(game, 0, "cautious") == "END_TURN"


def test_offers_rise_until_the_other_accepts_and_a_turn_has_one_offer() -> None:
    position: dict[str, Any] = {
        "Ann": {"deeds": [*ORANGE[:2], RED[2]], "cash": 1500},
        "Ben": {"deeds": [*RED[:2], ORANGE[2]], "cash": 1500},
        "Cy": {"deeds": ["boardwalk"]},
        "phase": "end-turn",
    }
    engine, memory, trader = table("classic", **position)._engine, bots.notebooks([TRADER.notebook] * 8), TRADER.policy
    answers: list[str] = []
    while len(answers) < exchanges.TRIES and "ACCEPT" not in answers:
        kinds = []
        for seat in (0, 1, 0):
            trader(engine._games, 0, engine._editions, 0, seat, engine._actions, 0, memory, seat * MEMORY)
            kinds.append(codes.ACTION_KINDS[engine.action.kind])
            if kinds[-1] in ("OFFER", "ACCEPT", "REFUSE"):
                assert engine.step() == ids.LAWFUL
        assert kinds[0] == "OFFER"
        assert kinds[2] != "OFFER"
        answers.append(kinds[1])
        engine.g.turn += 1
    assert answers[-1] == "ACCEPT"


def test_a_refused_offer_is_made_again_for_more_and_then_no_longer() -> None:
    position: dict[str, Any] = {
        "Ann": {"deeds": [*ORANGE[:2], RED[2]], "cash": 900},
        "Ben": {"deeds": [*RED[:2], ORANGE[2]], "cash": 900},
        "phase": "end-turn",
    }
    game = table("classic", **position)
    engine, memory, trader = game._engine, bots.notebooks([TRADER.notebook] * 8), TRADER.policy
    made: dict[Any, list[int]] = defaultdict(list)
    for turn in range(16):
        engine.g.turn = turn
        engine.g.round = turn // 3
        trader(engine._games, 0, engine._editions, 0, 0, engine._actions, 0, memory, 0)
        if codes.ACTION_KINDS[engine.action.kind] == "OFFER":
            offer = engine.action
            made[offer.other, offer.give_deeds, offer.take_deeds].append(offer.give_cash - offer.take_cash)
    assert made
    for prices in made.values():
        assert len(prices) <= exchanges.TRIES
        assert all(later > earlier for earlier, later in pairwise(prices))


@pytest.mark.parametrize("bot", ["trader", "cautious"])
def test_no_bankruptcy_while_one_could_pay(bot: str) -> None:
    owing = {"kind": "debt", "player": "Ann", "other": "Ben", "amount": 400, "rule": "rent.deed"}
    deeds = {"boardwalk": 1, "park place": 1, RAILROADS[0]: 0}
    game = table("classic", Ann={"cash": 0, "deeds": deeds}, Ben={"deeds": ORANGE}, matters=[owing])
    raised = []
    while game.matters:
        raised.append(kind(game, 0, bot))
        game._engine.step()
    assert set(raised) == {"MORTGAGE", "SELL_BUILDING"}
    assert raised[0] == "MORTGAGE"
    poor = table("classic", Ann={"cash": 0, "deeds": [RAILROADS[0]]}, Ben={"deeds": ORANGE}, matters=[owing])
    assert kind(poor, 0, bot) == "GO_BANKRUPT"


@pytest.mark.parametrize("bot", ["trader", "cautious"])
def test_the_tax_is_chosen_without_regard_to_worth(bot: str) -> None:
    def chosen(cash: int, deeds: list[str]) -> str:
        game = table("classic", Ann={"cash": cash, "deeds": deeds, "square": "income tax"}, phase="choose-tax")
        assert game._engine.g.phase == codes.PHASE_CHOOSE_TAX
        return kind(game, 0, bot)

    assert chosen(10, []) == chosen(9000, [*ORANGE, "boardwalk"])


def test_three_houses_come_before_a_fourth() -> None:
    deeds = {ORANGE[0]: 3, ORANGE[1]: 3, ORANGE[2]: 3, "park place": 2, "boardwalk": 2}
    built = choice(table("classic", Ann={"cash": 3000, "deeds": deeds}, phase="end-turn"), 0)
    assert (codes.ACTION_KINDS[built.kind], built.square in (37, 39)) == ("BUILD", True)


@pytest.mark.parametrize(("cash", "chosen"), [(900, "END_TURN"), (1500, "END_TURN"), (2500, "BUILD")])
def test_four_houses_are_kept_from_others_in_a_shortage_but_not_for_ever(cash: int, chosen: str) -> None:
    """A hotel would give four houses back to the Bank, which has none: only the very rich build it."""
    ann = {"cash": cash, "deeds": dict.fromkeys(ORANGE, 4)}
    others = dict.fromkeys([*RED, "park place", "boardwalk"], 4)
    short = table("classic", on_turn="Ann", phase="end-turn", Ann=ann, Ben={"deeds": others})
    assert short.bank.houses == 0
    assert kind(short, 0) == chosen
    plenty = table("classic", on_turn="Ann", phase="end-turn", Ann=ann)
    assert kind(plenty, 0) == "BUILD"


@pytest.mark.parametrize(("cash", "chosen"), [(60, "PASS_BUILDING"), (210, "PASS_BUILDING"), (600, "WANT_BUILDING")])
def test_a_house_in_short_supply_is_wanted_only_by_who_pays_its_price(cash: int, chosen: str) -> None:
    """Otherwise Ben would have it for a dollar more than Ann bids, where it costs him $200."""
    full, green = dict.fromkeys([*RED, *ORANGE], 4), ["pacific avenue", "north carolina avenue", "pennsylvania avenue"]
    game = table(
        "classic", on_turn="Ben", phase="end-turn", Ann={"cash": cash, "deeds": green},
        Ben={"cash": 900, "deeds": {**full, "boardwalk": 2, "park place": 1}},
    )  # fmt: skip
    game.play("Ben: build park place")
    assert kind(game, 0) == chosen
    if chosen == "WANT_BUILDING":
        game.play("Ann: want")
        bid = choice(game, 0)
        assert (codes.ACTION_KINDS[bid.kind], bid.amount) == ("BID", 240), "she looks round, whatever she noted before"


def test_what_the_rents_ahead_may_cost_is_not_built_with() -> None:
    ann = {"cash": 300, "square": "free parking", "deeds": dict.fromkeys(ORANGE, 0)}
    safe = table("classic", on_turn="Ann", phase="end-turn", Ann=ann)
    assert kind(safe, 0) == "BUILD"
    hotels = dict.fromkeys([*RED, "atlantic avenue", "ventnor avenue", "marvin gardens"], "hotel")
    danger = table("classic", on_turn="Ann", phase="end-turn", Ann=ann, Ben={"deeds": hotels})
    assert kind(danger, 0) == "END_TURN"


def test_jail_is_left_while_there_is_something_to_buy_and_kept_when_rents_are_high() -> None:
    jailed = {"square": "jail", "jail": 1, "cash": 800}
    assert kind(table("classic", Ann=jailed), 0) == "PAY_FINE"
    hotels = dict.fromkeys([*ORANGE, *RED], 4)
    assert kind(table("classic", Ann=jailed, Ben={"deeds": hotels}), 0) == "THROW"


@pytest.mark.parametrize("bot", [*bots.BOTS, *bots.SPARRING])
def test_the_secret_cash_of_others_changes_no_choice(bot: str) -> None:
    record: Any = editions.ruleset("classic").record
    edition, policy = arrays(Edition, record), bots.policy(bot)
    actions: Any = new(Action, codes.ACTIONS)
    act, logs, dice = arrays(Action, actions), arrays(Log, new(Log)), Random(5)
    for seed in range(6):
        states, memory = new(State, 2), bots.notebooks([bots.bot(bot).notebook] * 4)
        games, counters = arrays(State, states), np.array([counter_of(seed)], np.uint64)
        assert setup(games, 0, edition, 0, logs, 0, 4) == ids.LAWFUL
        while (player := int(next_to_decide(games, 0))) >= 0 and states["round"][0] < 40:
            if player == codes.CHANCE:
                deal(games, 0, edition, 0, counters, 0, act, 0)
            else:
                states[1] = states[0]
                for p in range(4):
                    if p != player:
                        states["cash"][1, p] = dice.randint(0, 5000)
                states["cash"][1, codes.BANK] = -sum(states["cash"][1, : codes.BANK])
                copy = memory.copy()
                policy(games, 1, edition, 0, player, act, 0, copy, player * MEMORY)
                foreseen = actions[0].tobytes()
                policy(games, 0, edition, 0, player, act, 0, memory, player * MEMORY)
                assert actions[0].tobytes() == foreseen
                assert np.array_equal(memory, copy)
            assert step(games, 0, edition, 0, logs, 0, act, 0) == ids.LAWFUL


def test_cautious_sells_only_what_is_of_no_group_and_only_for_much() -> None:
    def answered(offer: str, ann: list[str], ben: list[str]) -> str:
        game = table("classic", on_turn="Ben", Ann={"deeds": ann}, Ben={"deeds": ben, "cash": 9000})
        game.play(f"Ben: offer Ann: {offer}")
        return kind(game, 0, "cautious")

    assert answered("$599 for new york avenue", ORANGE[2:], []) == "REFUSE"
    assert answered("$600 for new york avenue", ORANGE[2:], []) == "ACCEPT"
    assert answered("$799 for new york avenue", ORANGE[2:], ORANGE[:2]) == "REFUSE"
    assert answered("$800 for new york avenue", ORANGE[2:], ORANGE[:2]) == "ACCEPT"
    assert answered("$5000 for new york avenue", ORANGE, []) == "REFUSE"
    assert answered("boardwalk for new york avenue", ORANGE[2:], ["boardwalk"]) == "REFUSE"
    two = pair("classic", on_turn="Ben", Ann={"deeds": ORANGE[2:]}, Ben={"deeds": ORANGE[:2], "cash": 9000})
    two.play("Ben: offer Ann: $5000 for new york avenue")
    assert kind(two, 0, "cautious") == "REFUSE"


@pytest.mark.parametrize("cash", [0, 20, 60, 100, 300])
@pytest.mark.parametrize("price", [1, 100, 200])
def test_no_lot_of_a_whole_group_for_a_little_money(cash: int, price: int) -> None:
    ann = {"cash": cash, "deeds": [*ORANGE, "reading railroad"]}
    assert answer_to(f"Ben: offer Ann: ${price} for new york avenue", Ann=ann, Ben={"cash": 1000}) == "REFUSE"


def test_a_single_deed_or_a_jail_card_is_not_paid_far_above_its_price() -> None:
    rich = {"cash": 1500}
    card = {"jail_cards": ["chest"]}
    assert answer_to("Ben: offer Ann: chest card for $100", Ann=rich, Ben=card) == "REFUSE"
    assert answer_to("Ben: offer Ann: chest card for $10", Ann=rich, Ben=card) == "ACCEPT"
    assert (
        answer_to("Ben: offer Ann: new york avenue for $600", Ann=rich, Ben={"deeds": ["new york avenue"]}) == "REFUSE"
    )
    assert (
        answer_to("Ben: offer Ann: new york avenue for $60", Ann=rich, Ben={"deeds": ["new york avenue"]}) == "ACCEPT"
    )


def test_an_offer_that_saves_from_bankruptcy_is_taken() -> None:
    """Ann owes what she cannot raise; with what Ben offers she can."""
    ann = {"cash": 150, "square": "short line", "deeds": ["baltic avenue", "reading railroad"]}
    game = table("classic", on_turn="Ann", Ann=ann, Ben={"cash": 2000, "deeds": {"park place": 2, "boardwalk": 2}})
    game.throw(1, 3)
    assert kind(game, 0) == "GO_BANKRUPT"
    game.play("Ben: offer Ann: $600 for reading railroad")
    assert kind(game, 0) == "ACCEPT"


def test_whoever_is_alone_in_an_auction_bids_the_least() -> None:
    game = table("classic", on_turn="Ben", Ben={"square": "boardwalk"}, phase="buy")
    game.play("decline")
    for name in ("Ben", "Cy"):
        game.play("withdraw", name)
    assert (kind(game, 0), choice(game, 0).amount) == ("BID", game.ruleset.record["auction_opening"][0])
