"""A deal is judged by what it changes for everybody."""

import pytest

import passgo
from passgo.analysis import fairness
from passgo.analysis.deals import where_even


@pytest.fixture
def game() -> passgo.Game:
    """Two players; the one on turn has just bought a deed."""
    game = passgo.Game("classic", players=["Ann", "Ben"], seed=7)
    game.play("throw")
    game.play("buy")
    return game


def offer_of(game: passgo.Game, price: int) -> tuple[str, str, str]:
    """An offer of the deed for so much, who makes it and to whom."""
    seller = next(name for name in game.names if game[name].deeds)
    buyer = next(name for name in game.names if name != seller)
    return f"offer {buyer}: {next(iter(game[seller].deeds))} for ${price}", seller, buyer


def test_a_gift_leans_to_whom_it_is_given(game: passgo.Game) -> None:
    offer, seller, buyer = offer_of(game, 1)
    before = game.to_bytes()
    found = fairness(game, offer, looks=100)
    assert (found.proposer, found.partner) == (seller, buyer)
    assert found.leans_to == buyer
    assert found.gains[seller] < 0 < found.gains[buyer]
    assert abs(sum(found.gains.values())) < 1e-4
    assert found.even_cash is not None
    assert found.even_cash < 0
    assert f"if {buyer} added" in str(found)
    assert game.to_bytes() == before


def test_robbery_leans_to_the_robber(game: passgo.Game) -> None:
    offer, seller, _ = offer_of(game, 1400)
    found = fairness(game, offer, looks=100)
    assert found.leans_to == seller
    assert found.even_cash is not None
    assert found.even_cash > 0


def test_even_cash_makes_both_gain_alike(game: passgo.Game) -> None:
    offer, _, _ = offer_of(game, 1)
    cash = fairness(game, offer, looks=20).even_cash
    assert cash is not None
    again, _, _ = offer_of(game, 1 - cash)
    rest = fairness(game, again, looks=20).even_cash
    assert rest is not None
    assert abs(rest) <= 5


def test_no_cash_is_enough() -> None:
    assert where_even(lambda cash: 1.0, -10, 10) is None


def test_an_unlawful_offer_is_refused(game: passgo.Game) -> None:
    offer, _, _ = offer_of(game, 1_000_000)
    with pytest.raises(passgo.IllegalAction):
        fairness(game, offer)
