"""Sparring partners: each does what its sentence says, and all of them behave."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from passgo import Action, Game, bots, editions
from passgo.bots.sparring.characters import read_characters
from passgo.bots.sparring.traits import REQUESTS, TABLE, TRAITS, notebook
from passgo.dev.fuzz.tables import random_ruleset
from passgo.rules import codes
from passgo.simulate import Plan, bot_named, simulate
from tests.bots.matches import play
from tests.rules.table import table

CHARACTERS = list(bots.SPARRING)
ORANGE = ["St. James Place", "Tennessee Avenue", "New York Avenue"]
RED = ["Kentucky Avenue", "Indiana Avenue", "Illinois Avenue"]
RAILROADS = ["Reading Railroad", "Pennsylvania Railroad"]


def partner(name: str) -> Any:
    """The notebook of a character when a game begins."""
    return bots.notebooks([bots.bot(name).notebook])


def choice(name: str, game: Game, player: str = "Ann", memory: Any = None) -> Action:
    """What a character does."""
    return game.choice_of(bots.policy(name), player, partner(name) if memory is None else memory)


def answer(name: str, offer: str, **position: Any) -> str:
    """How Ann answers an offer of Ben's, played by this character."""
    game = table("classic", on_turn="Ben", **position)
    game.play(f"Ben: offer Ann: {offer}")
    return choice(name, game).kind


def buying(cash: int, square: str = "Indiana Avenue", **others: Any) -> Game:
    """Ann stands on a deed of the Bank's."""
    ann = {"cash": cash, "square": square, **others.pop("ann", {})}
    return table("classic", Ann=ann, phase="buy", **others)


def highest_bid(name: str, square: str, cash: int = 3000, **position: Any) -> int:
    """Up to which call, in steps of ten dollars, Ann bids on."""
    game = table("classic", on_turn="Ben", Ann={"cash": cash, **position.pop("ann", {})},
                 Ben={"square": square, **position.pop("ben", {})}, phase="buy", **position)  # fmt: skip
    game.play("decline")
    for call in range(10, 3000, 10):
        called = game.copy()
        called.play(f"bid {call}", "Ben")
        if choice(name, called).kind == "Withdraw":
            return call
    return 3000


def ending(**position: Any) -> Game:
    """The end of a turn of Ann's."""
    return table("classic", on_turn="Ann", phase="end-turn", **position)


def offers_made(name: str, game: Game, turns: int) -> list[list[Action]]:
    """The offers that Ann makes in so many turns, all of which are refused."""
    memory, made = partner(name), list[list[Action]]()
    for turn in range(turns):
        game._engine.g.turn, game._engine.g.round = 3 * turn + 1, turn
        made.append([])
        while (action := choice(name, game, memory=memory)).kind == "Offer":
            made[-1].append(action)
            assert len(made[-1]) <= 8
    return made


# Characters, one by one.


def test_a_recluse_buys_and_builds_and_never_deals() -> None:
    assert choice("recluse", buying(400)).kind == "Buy"
    assert choice("recluse", ending(Ann={"deeds": ORANGE, "cash": 400})).kind == "Build"
    assert answer("recluse", "$5000 for short line", Ann={"deeds": ["short line"]}, Ben={"cash": 9000}) == "Refuse"
    assert answer("recluse", "boardwalk for $1", Ben={"deeds": ["boardwalk"]}) == "Refuse"
    swap = ending(Ann={"deeds": [*ORANGE[:2], RED[2]]}, Ben={"deeds": [*RED[:2], ORANGE[2]]})
    assert choice("recluse", swap).kind == "EndTurn"


def test_a_shopkeeper_sells_at_list_price_and_keeps_complete_groups() -> None:
    ann, ben = {"deeds": [ORANGE[2], RED[0]]}, {"deeds": ORANGE[:2], "cash": 3000}
    assert answer("shopkeeper", f"$200 for {ORANGE[2]}", Ann=ann, Ben=ben) == "Accept"  # even a last deed
    assert answer("shopkeeper", f"$190 for {ORANGE[2]}", Ann=ann, Ben=ben) == "Refuse"
    assert answer("shopkeeper", f"{RAILROADS[0]} for $200", Ben={"deeds": RAILROADS}) == "Accept"
    assert answer("shopkeeper", f"{RAILROADS[0]} for $230", Ben={"deeds": RAILROADS}) == "Refuse"
    assert answer("shopkeeper", f"$900 for {ORANGE[0]}", Ann={"deeds": ORANGE}, Ben={"cash": 3000}) == "Refuse"


def test_a_shopkeeper_offers_its_own_deeds_to_who_may_want_them() -> None:
    game = ending(Ann={"deeds": [RED[0]], "cash": 20}, Ben={}, Cy={"deeds": RED[1:]})
    offered = choice("shopkeeper", game)
    assert (offered.kind, offered.other, offered.give, offered.take_cash) == ("Offer", "Cy", (RED[0],), 242)


def test_a_miser_keeps_a_thousand_dollars_and_builds_late() -> None:
    assert choice("miser", buying(1300)).kind == "Buy"
    assert choice("miser", buying(1200)).kind == "Decline"
    assert choice("miser", ending(Ann={"deeds": ORANGE, "cash": 1050})).kind == "EndTurn"
    assert choice("miser", ending(Ann={"deeds": ORANGE, "cash": 1150})).kind == "Build"


def test_a_collector_buys_at_any_price_and_mortgages_for_it() -> None:
    poor = buying(150, ann={"deeds": ["Short Line", "Oriental Avenue"]})
    assert choice("collector", poor).kind == "Mortgage"
    assert highest_bid("collector", "Indiana Avenue") > 2 * 220 - 30
    assert highest_bid("collector", "Indiana Avenue", ann={"deeds": [RED[0], RED[2]]}) > 3 * 220 - 30
    made = offers_made("collector", ending(Ann={"deeds": RED[:2], "cash": 1500}, Ben={"deeds": [RED[2]]}), 5)
    assert [offer.give_cash for offers in made for offer in offers][:5] == [240, 360, 480, 600, 720]
    alone = ending(Ann={"cash": 1500}, Ben={"deeds": ["Boardwalk"]})
    assert choice("collector", alone).give_cash == 400  # it begins a group, too
    assert answer("collector", f"$999 for {RED[0]}", Ann={"deeds": [RED[0]]}, Ben={"cash": 3000}) == "Refuse"


def test_a_lowballer_declines_bids_low_and_offers_little() -> None:
    assert choice("lowballer", buying(1500)).kind == "Decline"
    assert highest_bid("lowballer", "Indiana Avenue") <= 110
    made = offers_made("lowballer", ending(Ann={"deeds": RED[:2], "cash": 1500}, Ben={"deeds": [RED[2]]}), 6)
    asked = [offer.give_cash for offers in made for offer in offers]
    assert (asked[0], max(asked)) == (96, 192)  # 40 to 80 percent
    assert answer("lowballer", f"{RAILROADS[0]} for $110", Ben={"deeds": RAILROADS}) == "Refuse"
    assert answer("lowballer", f"{RAILROADS[0]} for $100", Ben={"deeds": RAILROADS}) == "Accept"


def test_a_blocker_takes_what_others_need_and_never_gives_it() -> None:
    assert highest_bid("blocker", RED[0], ben={"deeds": RED[1:]}) > 3 * 220 - 30
    assert highest_bid("blocker", RED[0]) <= 240
    ann, ben = {"deeds": [RED[0]]}, {"deeds": RED[1:], "cash": 9000}
    assert answer("blocker", f"$8000 for {RED[0]}", Ann=ann, Ben=ben) == "Refuse"
    assert answer("blocker", f"$330 for {RED[0]}", Ann=ann, Ben={"cash": 9000}) == "Accept"
    asked = choice("blocker", ending(Ann={"cash": 2000}, Ben={"deeds": RED[1:]}, Cy={"deeds": [RED[0]]}))
    assert (asked.other, asked.take, asked.give_cash) == ("Cy", (RED[0],), 330)
    broken = choice("blocker", ending(Ann={"cash": 2000}, Ben={"deeds": RED}))
    assert (broken.kind, broken.other, len(broken.take)) == ("Offer", "Ben", 1)


def test_a_builder_asks_the_owners_of_what_it_lacks_and_raises_its_price() -> None:
    owners = {"Ben": {"deeds": [RED[1]]}, "Cy": {"deeds": [RED[2]]}}
    game = ending(Ann={"deeds": [RED[0], "Boardwalk"], "cash": 1500}, **owners)
    first, second, *_ = offers_made("builder", game, 2)
    assert {(offer.other, offer.take) for offer in first} == {("Ben", (RED[1],)), ("Cy", (RED[2],))}
    raised = {offer.take: offer.give_cash for offer in second}
    assert all(raised[offer.take] > offer.give_cash for offer in first if offer.take in raised)
    assert raised


def test_a_builder_swaps_a_single_deed_for_what_completes_its_group() -> None:
    position: dict[str, Any] = {"Ann": {"deeds": [*RED[:2], "Boardwalk"], "cash": 300}, "Ben": {"deeds": [RED[2]]}}
    offer = choice("builder", ending(**position))
    assert (offer.take, offer.give, offer.give_cash, offer.take_cash) == ((RED[2],), ("Boardwalk",), 0, 0)
    assert answer("builder", f"{RED[2]} for boardwalk", **position) == "Accept"


def test_a_builder_builds_three_houses_as_soon_as_it_can() -> None:
    game = ending(Ann={"deeds": dict.fromkeys(ORANGE, 0), "cash": 990}, Ben={})
    memory = partner("builder")
    built = 0
    while (action := choice("builder", game, memory=memory)).kind == "Build":
        game.play(action)
        built += 1
    assert built == 9


def test_a_gambler_keeps_nothing_and_mortgages_to_build() -> None:
    assert choice("gambler", buying(220)).kind == "Buy"
    position = {"deeds": {**dict.fromkeys(ORANGE, 0), "Short Line": 0}}
    assert choice("gambler", ending(Ann={**position, "cash": 100})).kind == "Build"
    assert choice("gambler", ending(Ann={**position, "cash": 60})).kind == "Mortgage"
    assert choice("builder", ending(Ann={**position, "cash": 60})).kind == "EndTurn"


def test_a_swapper_swaps_if_both_complete_a_group_with_cash_by_list_prices() -> None:
    position: dict[str, Any] = {
        "Ann": {"deeds": [*ORANGE[:2], RED[2]], "cash": 900},
        "Ben": {"deeds": [*RED[:2], ORANGE[2]], "cash": 900},
    }
    offer = choice("swapper", ending(**position))
    assert (offer.take, offer.give, offer.take_cash) == ((ORANGE[2],), (RED[2],), 40)
    assert answer("swapper", f"{RED[0]} + {RED[1]} for {ORANGE[0]} + {ORANGE[1]}", **position) == "Accept"
    assert answer("swapper", f"{ORANGE[2]} for {RED[2]}", **position) == "Refuse"  # forty dollars are missing
    assert answer("swapper", f"{ORANGE[2]} + $40 for {RED[2]}", **position) == "Accept"
    assert answer("swapper", f"$900 for {RED[2]}", **position) == "Refuse"


# What all of them do.


@pytest.mark.parametrize("name", CHARACTERS)
def test_offers_of_a_turn_are_few_and_not_repeated_for_the_same_price(name: str) -> None:
    held: dict[str, Any] = {
        "Ann": {"deeds": [*ORANGE[:2], RED[2], *RAILROADS, "boardwalk"], "cash": 2000},
        "Ben": {"deeds": [*RED[:2], ORANGE[2], "park place"], "cash": 900},
        "Cy": {"deeds": ["short line", "oriental avenue"], "cash": 900},
    }
    patience = bots.SPARRING[name].notebook[TABLE["patience"].slot]
    made = offers_made(name, ending(**held), patience)
    assert max(map(len, made)) <= bots.SPARRING[name].notebook[REQUESTS]
    said = Counter((o.other, o.give, o.take, o.give_cash, o.take_cash) for offers in made for o in offers)
    assert all(times == 1 for times in said.values())
    if name in ("recluse", "miser"):
        assert not said


@pytest.mark.parametrize("seed", range(9))
def test_options_of_all_kinds_are_played_without_a_refused_action(seed: int) -> None:
    dice = Random(seed)
    for n in range(12):
        ruleset = random_ruleset(dice, dice.choice(editions.NAMES))
        players = dice.choice(ruleset.players)
        ours, theirs = CHARACTERS[seed], dice.choice([*CHARACTERS, "random", "trader", "cautious"])
        games = play(
            ruleset, players, ours, theirs, seats=dice.randrange(1 << players), seeds=range(n, n + 2), rounds=60
        )
        where = f"{ours} and {theirs} at {ruleset.edition} {ruleset.options_text}"
        assert (games.refused, games.stuck) == (0, 0), where


def test_they_sit_at_one_table_and_end_their_games() -> None:
    plan = Plan(editions.ruleset("classic"), tuple(map(bot_named, CHARACTERS[:8])), 200, rounds=300)
    report = simulate(plan)
    assert not report.misplays()
    assert report.finished > 100


def test_a_character_is_a_bot_by_its_name_but_no_level_for_people() -> None:
    assert str(Game("classic", players=3, seed=1).ask("shopkeeper")) == "Throw()"
    assert not set(CHARACTERS) & {*bots.BOTS, *bots.LEVELS}
    assert all(bots.bot(name).description for name in CHARACTERS)


# The file, and the table of traits.


def test_every_trait_has_a_place_of_its_own_and_is_read_from_the_file() -> None:
    assert [trait.slot for trait in TABLE.values()] == list(range(TRAITS, TRAITS + len(TABLE)))
    for name, (_, traits) in read_characters().items():
        pages = bots.SPARRING[name].notebook
        assert {trait: pages[TABLE[trait].slot] for trait in traits} == traits
    assert all(trait.low <= trait.usual <= trait.high for trait in TABLE.values())
    assert len({bots.SPARRING[name].notebook for name in CHARACTERS}) == len(CHARACTERS)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[imp]\npays = 100\n", "description for the character imp"),
        ("imp = 3\n", "description for the character imp"),
        ('[imp]\ndescription = "x"\npays = 1000\n', "imp: pays is 1000: expected a whole number from 0 to 400"),
        ('[imp]\ndescription = "x"\nluck = 1\n', "imp: a sparring partner has no trait 'luck'"),
        ('[imp]\ndescription = "x"\npays = true\n', "pays is True"),
        ("[imp", "expected TOML"),
    ],
)
def test_a_bad_file_is_refused_saying_where_and_what(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"x\.toml") as refused:
        read_characters(path)
    assert message in str(refused.value)


def test_a_notebook_takes_no_unknown_or_impossible_number() -> None:
    with pytest.raises(ValueError, match="no trait 'luck'"):
        notebook({"luck": 1})
    with pytest.raises(ValueError, match="swaps is 3"):
        notebook({"swaps": 3})
    assert len(notebook({})) == bots.MEMORY
    assert codes.DEEDS * 4 < TRAITS
