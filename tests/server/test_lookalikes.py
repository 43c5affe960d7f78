"""Nobody passes for the Bank, or for another player of the table."""

# ruff: noqa: RUF001

import pytest

from passgo.server.wire.clean_text import clean_name
from passgo.server.wire.lookalikes import check_look_alikes
from tests.server.play import FREE, Running, person

BANKS = (
    "Bank", "bank", "BANK", " Bank ", "Bаnk", "Вank", "Ｂａｎｋ", "B\u200bank", "B4nk", "8ank", "B@nk", "𝐁𝐚𝐧𝐤",
    "ʙᴀɴᴋ", "Bänk", "B̲a̲n̲k̲", "B a n k", "B.a.n.k", "-Bank-", "Bank!", "The Bank", "Ⓑⓐⓝⓚ", "🅱🅰🅽🅺", "🇧🇦🇳🇰", "ßank",
    "฿ank", "Ba₦k", "Ƀank", "ꓐꓮꓠꓗ", "Bank 2", "Bank\u00ad", "Baոk", "Baηk", "BАΝK", "P0t", "Рот",
    "Banĸ", "ᗷᗩᑎK", "ⲂⲀⲚⲔ", "Baŋk", "B_a_n_k", "2 Bank", "Banker", "The Banker", "B4nker", "Admin", "5erver", "System!",
    "Nobody", "PassGo",
    "Chαnce", "ｃｈｅｓｔ", "𝕮𝖍𝖆𝖓𝖈𝖊",
)  # fmt: skip
PEOPLE = (
    "Ann", "Jörg", "Søren", "Zoë", "Łukasz", "Анна", "Νίκος", "דוד", "فاطمة", "李小龍", "さくら", "김민준",
    "Tシャツ", "O'Brien", "Ann-Marie", "Player 1", "R2D2", "🐈",
    "Bankim", "Eva Bank", "Frank", "Hank", "Potter", "Chase", "Анна К",
    "Āryabhaṭa", "Nguyễn Văn A", "Big Ben", "x", "42",
)  # fmt: skip


@pytest.mark.parametrize("name", BANKS)
def test_no_player_looks_like_the_bank(name: str) -> None:
    with pytest.raises(ValueError, match=r"no player can be called|letters of one alphabet"):
        clean_name(name)


@pytest.mark.parametrize("name", PEOPLE)
def test_people_keep_their_names(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ann", "Ａｎｎ"),
        ("Bill", "BiIl"),
        ("Bill", "Bi1l"),
        ("Bob", "B0b"),
        ("Cope", "Соре"),
        ("Max", "𝐌𝐚𝐱"),
        ("Ann", "ᴀɴɴ"),
        ("Tom", "Tом"),
        ("Ann", "A n n"),
        ("Ann", "Ann!"),
        ("Ann", "A.n.n"),
        ("Ann", ".Ann."),
        ("Ann", "~Ann~"),
        ("Ann", "An\u0332n\u0332"),
        ("Ann Lee", "Annlee"),
        ("Ann Lee", "Ann-Lee"),
        ("B o b", "B0b"),
        ("Анна", "А н н а"),
        ("李小龍", "李 小 龍"),
    ],
)
def test_no_player_looks_like_another(first: str, second: str) -> None:
    check_look_alikes([first])
    with pytest.raises(ValueError, match=r"looks like|letters of one alphabet"):
        check_look_alikes([first, second])


@pytest.mark.parametrize(
    "names",
    [
        ("Jörg", "Jorg"),
        ("Ann", "Anna"),
        ("Team A", "Team 4"),
        ("Player 1", "Player 2"),
        ("Anna", "Аня"),
        ("Ann", "Annie"),
        ("Ben", "Ben 2"),
        ("Ben", "Ben2"),
        ("Ann", "Ann B"),
        ("Ann 🐈", "Ann 🐕"),
        ("Ann", "Ann 🐈"),
        ("!", "?"),
        ("Zoë", "Zoe"),
        ("दीपा", "दीप"),
    ],
)
def test_names_that_differ_are_welcome(names: tuple[str, ...]) -> None:
    assert check_look_alikes(names) == names


def test_a_look_alike_finds_no_seat(here: Running) -> None:
    game = here.create([person("Bill"), FREE])
    for name in ("BiIl", "Bаnk"):
        wish = {"name": name, "invite": game["invite"]}
        refused = here.http.post(f"/api/games/{game['game']}/seats", json=wish)
        assert refused.status_code == 400, refused.text
    refused = here.http.post("/api/games", json={"edition": "classic", "seats": [person("Max"), person("Mах")]})
    assert refused.status_code == 400
    here.join(game, "Ben")


@pytest.mark.parametrize("edition", ["classic", "modern"])
def test_nobody_is_called_like_a_square_of_the_board(here: Running, edition: str) -> None:
    board = here.http.get(f"/api/editions/{edition}")
    names = {square["name"] for square in board.json()["board"]["squares"]}
    assert len(names) > 30
    for name in (*sorted(names)[::9], "F r e e  P4rking", "the GO"):
        seats = [person("Ann"), person(name)]
        refused = here.http.post("/api/games", json={"edition": edition, "seats": seats})
        assert refused.status_code == 400, name
        assert "looks like" in refused.json()["problem"] or "something else" in refused.json()["problem"]
    game = here.create([person("Ann"), FREE], edition=edition)
    wish = {"name": "Free Parking", "invite": game["invite"]}
    assert here.http.post(f"/api/games/{game['game']}/seats", json=wish).status_code == 400
