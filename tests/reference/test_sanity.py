"""The second reading by itself: it plays to an end, and nothing is lost on the way."""

import random
from collections import Counter

import pytest

from tests.reference import Reference, options_of
from tests.reference.contract import CHANCE, OF_CHANCE, Act, Action, Phase
from tests.reference.snapshot import to_record

STEPS = 3000
COMPOSED = (Act.OFFER, Act.COUNTER, Act.OFFER_SETTLEMENT)


def choice(game: Reference, dice: random.Random) -> Action:
    """What somebody the game waits for, or now and then somebody else, does."""
    player = dice.choice(sorted(game.waited_for()))
    if player != CHANCE and dice.random() < 0.2:
        player = dice.choice(game.table.still_in())
    resigning = dice.random() < 0.02
    listed = [a for a in game.legal(player) if resigning or a.kind != Act.RESIGN] or game.legal(player)
    kind = dice.choice(sorted({a.kind for a in listed}))
    action = dice.choice([a for a in listed if a.kind == kind])
    if kind == Act.BID:
        return action._replace(amount=dice.randint(action.amount, min(action.most, action.amount + 50)))
    if kind in COMPOSED:
        mine = game.table.deeds_of(player)
        give_deeds = 1 << dice.choice(mine).number if mine else 0
        take_cash = dice.randint(0, 200) if kind != Act.OFFER_SETTLEMENT else 0
        return action._replace(give_deeds=give_deeds, take_cash=take_cash)
    return action


@pytest.mark.parametrize("edition", ["1935", "classic", "speed-die", "modern"])
@pytest.mark.parametrize("seed", [1, 2])
def test_cash_buildings_and_cards_are_never_lost(edition: str, seed: int) -> None:
    dice = random.Random(seed)
    rare = {"short_game": 1, "short_deal": 2, "setup_houses": 8, "rent_claims": seed - 1}
    game = Reference(options_of(edition, setup_cash=300 * seed, **rare), 3 + seed)
    accounts = list(game.table.cash)
    for _ in range(STEPS):
        if game.table.phase == Phase.GAME_OVER:
            break
        action = choice(game, dice)
        refusal = game.play(action)
        assert refusal is None or action.kind in COMPOSED
        if refusal:
            continue
        for event in game.events:
            if event.kind == "PAID":
                accounts[event.player] -= event.amount
                accounts[event.other] += event.amount
        assert game.table.cash == accounts
        assert sum(accounts) == 0
        assert min(accounts[:8]) >= 0
        assert game.table.houses + sum(deed.level for deed in game.table.deeds if deed.level < 5) == 8
        assert all(len(deck.seen) + len(deck.unseen) >= 15 for deck in game.table.decks)
        if not game.table.matters and game.table.phase not in OF_CHANCE:  # auction.meanwhile: all has taken effect
            assert not any(player.resigning for player in game.table.players)
            assert not any(claim.said for claim in game.table.claims)
    assert game.table.turn > 1 or game.table.phase == Phase.GAME_OVER


def test_a_game_needs_its_players() -> None:
    with pytest.raises(ValueError, match=r"setup\.players"):
        Reference(options_of("1935"), 2)


def test_a_refusal_changes_nothing() -> None:
    game = Reference(options_of("classic", setup_first_player=0), 2)
    before = to_record(game.table, Counter())
    assert game.play(Action(kind=Act.THROW, player=1)) == "setup.turn-order"
    assert game.play(Action(kind=Act.DICE, player=CHANCE, die_1=1, die_2=1)) == "move.throw"
    assert to_record(game.table, Counter()) == before
