"""Random games of every edition survive text, line, dictionary, record and undo."""

import random
from typing import Any

import pytest

import passgo
from passgo import Action, Game, VerifiableDealer
from passgo.notation.text import format_action, parse_action
from passgo.rules import checks

OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("classic", {"setup_houses": 6, "setup_hotels": 1}),
    ("classic", {"rent_claims": "manual", "short_game": True, "short_rounds": 30, "deal_settlement": True}),
    ("1935", {"rent_claims": "manual"}),
    ("speed-die", {"free_parking_pot": True, "bankrupt_mortgages_cancelled": False, "bankrupt_cards": "auction"}),
    ("modern", {}),
]


def composed(chooser: random.Random, game: Game, listed: Action) -> Action:
    """A listed action, with a bid or the contents of an offer chosen at random."""
    if listed.kind == "Bid":
        return Action("Bid", listed.player, amount=chooser.randint(listed.amount, min(listed.most, listed.amount + 40)))
    if listed.kind not in ("Offer", "Counter", "OfferSettlement"):
        return listed
    mine, theirs = game[listed.player or ""], game[listed.other or ""]
    swap = listed.kind != "OfferSettlement"
    return Action(
        listed.kind,
        listed.player,
        other=listed.other,
        give=tuple(deed for deed in mine.deeds if chooser.random() < 0.2),
        take=tuple(deed for deed in theirs.deeds if swap and chooser.random() < 0.2),
        give_cash=chooser.randint(0, mine.cash) if chooser.random() < 0.5 else 0,
        give_cards=mine.jail_cards,
        take_cards=theirs.jail_cards if swap else (),
    )


WEIGHTS = {"Offer": 0.2, "Resign": 0.0, "Mortgage": 0.2, "SellBuilding": 0.1, "SellHotels": 0.1, "Build": 3.0}


@pytest.mark.parametrize(("edition", "options"), OPTIONS)
def test_random_games_survive_text_line_dictionary_record_and_undo(edition: str, options: dict[str, Any]) -> None:
    chooser = random.Random(edition)
    game = Game(edition, players=4, seed=5, **options)
    for turn in range(400):
        actions = game.legal_actions(chooser.choice(game.names) if chooser.random() < 0.2 else None)
        if game.outcome or not actions:
            continue
        weights = [WEIGHTS.get(action.kind, 1.0) for action in actions]
        action = composed(chooser, game, chooser.choices(actions, weights)[0]) if any(weights) else actions[0]
        said = parse_action(format_action(action), game._names)
        assert (said, said.player) == (action, action.player)
        before, played = game.position, game.check(action) is None
        if not played:
            assert action.kind in ("Offer", "Counter", "OfferSettlement")
            continue
        game.play(action)
        assert checks.broken(game._engine._games, 0, game._engine._editions, 0) == 0
        if turn % 5 == 0:
            assert Game.from_position(game.position, game.names, dealer="typed").position == game.position
            assert Game.from_dict(game.to_dict(), dealer="typed").position == game.position
            after = game.position
            game.undo()
            assert game.position == before
            game.play(action)
            assert game.position == after
    again = Game.from_record(game.record())
    assert again.record() == game.record()
    assert again.events == game.events
    assert passgo.verify(game.record()) > 0
    assert [str(event) for event in game.events]


def test_a_verifiable_game_goes_on_after_its_record_if_the_dealer_is_there() -> None:
    dealer = VerifiableDealer(bytes(32))
    game = Game(players=["Ann", "Ben"], dealer=dealer)
    assert Game.from_record(game.record()).dealer.waits
    again = Game.from_record(game.record(), dealer=dealer)
    assert again.play("throw") == game.play("throw")
