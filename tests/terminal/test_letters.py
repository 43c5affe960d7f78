"""Letters and the ring of squares: everything can be told apart, in every edition."""

from pathlib import Path

import pytest

from passgo import Game, editions
from passgo.terminal import questions
from passgo.terminal.letters import group_letters, player_letters, square_letters
from passgo.terminal.local_table import LocalTable
from passgo.terminal.ring import LARGE, SMALL, SQUARES, Ring, draw_ring
from tests.editions.town import write_town


@pytest.mark.parametrize("edition", editions.NAMES)
def test_only_squares_of_one_name_share_their_letters(edition: str) -> None:
    ruleset = editions.ruleset(edition)
    letters = square_letters(ruleset)
    names = {(letters[square.index], square.name) for square in ruleset.squares}
    assert len(names) == len(set(letters)) == len({square.name for square in ruleset.squares})
    assert all(len(pair) == 2 for pair in letters)
    assert len(set(group_letters(ruleset).values())) == len(ruleset.groups)


def test_an_edition_of_ones_own_has_letters_too(tmp_path: Path) -> None:
    ruleset = editions.ruleset(str(write_town(tmp_path / "my")))
    assert len(set(square_letters(ruleset))) == len({square.name for square in ruleset.squares})


def test_players_of_like_names_have_letters_of_their_own() -> None:
    letters = player_letters(("Ann", "Anna", "Annan", "A", "Aa", "Naan", "安", "1"))
    assert len(set(letters)) == 8
    assert all(letter.isascii() and letter.isupper() for letter in letters)


@pytest.mark.parametrize("ring", [SMALL, LARGE])
def test_the_squares_of_a_ring_lie_apart(ring: Ring) -> None:
    places = [ring.place(square) for square in range(SQUARES)]
    assert len(set(places)) == SQUARES
    assert all(0 <= x <= ring.columns - 4 and 0 <= y <= ring.rows - ring.height for x, y in places)


def test_the_ring_shows_owner_state_and_tokens() -> None:
    position = {
        "players": {
            "Ann": {"deeds": {"park place": 2, "boardwalk": 3}, "square": "go"},
            "Ben": {"deeds": {"reading railroad": "mortgaged"}, "square": "jail", "jail": 1},
            "Cy": {"deeds": {"mediterranean avenue": "hotel", "baltic avenue": "hotel"}, "square": "vermont avenue"},
        },
        "on_turn": "Ann",
    }
    game = Game.from_dict(position)
    drawn = [line.plain for line in draw_ring(SMALL, game, "Ann")]
    assert drawn[0].split()[:6] == ["GO", "MeC#", "Cc", "BaC#", "It", "ReBm"]
    assert drawn[1].split() == ["(a)", "c", "[b]"]
    assert [line[:4] for line in drawn[2:5]] == ["BrA3", "Lt  ", "PrA2"]
    large = [line.plain.rstrip() for line in draw_ring(LARGE, game, "Ann")]
    assert large[1].split() == ["$250", "$450", "mort", "100?", "100?", "120?"]


@pytest.mark.parametrize("ring", [SMALL, LARGE])
def test_eight_tokens_on_one_square_are_all_seen(ring: Ring) -> None:
    game = Game("classic", players=list("ABCDEFGH"), seed=1)
    lane = draw_ring(ring, game, "A")[ring.height].plain
    assert sorted(letter for letter in lane if letter.isalpha()) == list("abcdefgh")


def test_names_of_groups_stand_as_the_board_has_them() -> None:
    game = Game("classic", ["Ann", "Ben"], dealer="typed", setup_first_player="first-seat")
    game.throw(4, 2)
    said = questions.ask(LocalTable(game, ("Ann",), "normal")).lines
    assert "Light blue: 1 of 3 would be yours." in said
