"""Bankruptcy and the turn, down to the last player left."""

from passgo import Game
from passgo.game.views import Debt, Estate
from passgo.machine.records import STRUCTURES
from passgo.rules.state import State
from tests.rules.by_rule import rule
from tests.rules.estates import ann_fails_ben, ann_fails_the_bank, ann_leaves_a_railroad, leave_unsold, lots
from tests.rules.table import cash, landed, outcome, pair, play, refused, table, told

# The turn


@rule("bankrupt.turn")
def test_a_bankruptcy_in_ones_own_turn_ends_it_though_doubles_were_thrown(edition: str) -> None:
    game = landed(
        edition, "boardwalk", dice=(2, 2), Ann={"cash": 0}, Ben={"cash": 0, "deeds": ["boardwalk"]}, Cy={"cash": 0}
    )
    game.play("Ann: bankrupt")
    assert (game.on_turn, game.phase) == ("Ben", "before-throw")
    [ended, began] = told(game.events, "TurnEnded", "TurnBegan")
    assert (ended.kind, ended.player, ended.rule) == ("TurnEnded", "Ann", "bankrupt.turn")
    assert began.player == "Ben"


@rule("bankrupt.turn", "setup.turn-order")
def test_the_next_seat_to_the_left_plays_and_seats_that_left_are_passed_over(edition: str) -> None:
    game = ann_fails_the_bank(edition, {"cash": 0}, Ben={"out": True}, Dee={"cash": 0})
    assert game.on_turn == "Cy"


@rule("bankrupt.turn", "bankrupt.resign")
def test_a_player_who_leaves_in_anothers_turn_does_not_end_it(edition: str) -> None:
    game = landed(edition, "baltic", Ann={"cash": 500}, Ben={"cash": 10, "deeds": ["oriental"]}, Cy={"cash": 500})
    assert game.phase == "buy"
    game.play("Ben: resign")
    leave_unsold(game)  # Ben's estate comes first
    assert (game.on_turn, game.phase, game.to_act) == ("Ann", "buy", ("Ann",))
    game.play("Ann: buy")
    assert game["Ann"].cash == 440


@rule("bankrupt.turn", "bankrupt.resign")
def test_doubles_still_give_another_throw_after_somebody_else_left(edition: str) -> None:
    game = landed(edition, "jail", dice=(2, 2), Ann={"cash": 500}, Ben={"cash": 10})
    assert game.phase == "before-throw"
    game.play("Ben: resign")
    assert (game.on_turn, game.phase) == ("Ann", "before-throw")
    game.throw(1, 1)
    assert game["Ann"].square == "Electric Company"


@rule("bankrupt.turn", "rent.claim", editions=("1935", "classic", "speed-die"))
def test_who_fails_a_rent_claimed_in_anothers_turn_does_not_end_that_turn(edition: str) -> None:
    game = table(
        edition,
        Ann={"cash": 10},
        Ben={"cash": 0, "deeds": ["boardwalk"]},
        Cy={"cash": 500},
        on_turn="Cy",
        phase="end-turn",
        claims=[{"lander": "Ann", "owner": "Ben", "square": "boardwalk", "amount": 50}],
        options={"rent_claims": "manual"},
    )
    play(game, "Ben: claim Ann boardwalk", "Ann: bankrupt")
    assert cash(game) == (0, 10, 500)
    assert (game.on_turn, game.phase) == ("Cy", "end-turn")


@rule("bankrupt.turn", "jail.third-turn")
def test_who_fails_the_fine_of_the_third_turn_does_not_move(edition: str) -> None:
    game = table(edition, Ann={"cash": 0, "jail": 3})
    game.throw(1, 2)
    assert "steps=3" in game.position
    game.play("Ann: bankrupt")
    assert "steps=" not in game.position
    assert (game.on_turn, game.phase) == ("Ben", "before-throw")


# The last player


@rule("bankrupt.last-wins")
def test_the_last_player_left_wins_at_once(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 5}, Cy={"out": True})
    assert (game.phase, game.to_act, game.next_to_decide) == ("game-over", (), None)
    assert outcome(game).winners == ("Ben",)
    [won] = told(game.events, "GameWon")
    assert (won.player, won.amount, won.rule) == ("Ben", 1005, "bankrupt.last-wins")


@rule("bankrupt.last-wins")
def test_what_is_pending_falls_away_with_the_victory(edition: str) -> None:
    """Interest on an inherited mortgage that the winner could not pay is never asked for."""
    game = ann_leaves_a_railroad(edition, ben_cash=0, Cy={"out": True})
    assert (game.matters, game.phase) == ([], "game-over")
    assert outcome(game).winners == ("Ben",)
    assert game["Ben"].deeds["Reading Railroad"] == "mortgaged"


@rule("bankrupt.last-wins")
def test_no_estate_is_auctioned_when_only_one_player_is_left(edition: str) -> None:
    game = ann_fails_the_bank(edition, {"cash": 0, "deeds": ["baltic"], "jail_cards": ["chance"]}, Cy={"out": True})
    assert (lots(game), game.matters, game.phase) == ([], [], "game-over")
    assert outcome(game).winners == ("Ben",)
    assert "Baltic Avenue" in game.bank.deeds


@rule("bankrupt.last-wins")
def test_open_offers_fall_away_with_the_victory(edition: str) -> None:
    game = landed(
        edition,
        "boardwalk",
        Ann={"cash": 0},
        Ben={"cash": 900, "deeds": {"boardwalk": 0, "baltic": 0}},
        Cy={"out": True},
    )
    game.play("Ben: offer Ann: baltic for $30")
    game.play("Ann: bankrupt")
    assert game.offers == []
    assert [event.player for event in told(game.events, "OfferLapsed")] == ["Ben"]


@rule("bankrupt.last-wins")
def test_nothing_can_be_played_after_the_victory(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 5}, Cy={"out": True})
    for action in ("Ben: throw", "Ben: end turn", "Ben: resign", "Ben: sell boardwalk", "Ann: throw", "dice 1 2"):
        assert refused(game, action) == "bankrupt.last-wins"
    assert [game.legal_actions(name) for name in game.names] == [[], [], []]


@rule("bankrupt.last-wins", editions=("classic", "speed-die", "modern"))
def test_with_two_players_the_first_bankruptcy_decides(edition: str) -> None:
    game = pair(edition, Ann={"cash": 24, "square": "chance_7"}, Ben={"cash": 0, "deeds": ["pennsylvania railroad"]})
    game.throw(5, 3)
    game.play("Ann: bankrupt")
    assert outcome(game).winners == ("Ben",)
    assert outcome(game).worth == {"Ann": 0, "Ben": 224}


@rule("bankrupt.last-wins", "short.end")
def test_after_the_last_player_has_won_a_short_game_that_rule_refuses_all_else(edition: str) -> None:
    game = table(edition, options={"short_game": True})
    play(game, "Ann: resign", "Ben: resign")
    assert refused(game, "Cy: throw") == "bankrupt.last-wins"


@rule("bankrupt.last-wins", "bankrupt.cards", editions=("1935",))
def test_a_card_still_to_be_auctioned_returns_to_its_deck_with_the_victory(edition: str) -> None:
    """Ben buys the mortgaged railroad of Ann's estate with his last dollar, and fails its interest; Cy is left."""
    ann = {"cash": 0, "deeds": {"reading railroad": "mortgaged"}, "jail_cards": ["chance", "chest"]}
    kept = {"bankrupt_mortgages_cancelled": False}
    game = ann_fails_the_bank(edition, ann, Ben={"cash": 1}, Cy={"cash": 500}, options=kept)
    play(game, "Ben: bid 1", "Cy: withdraw", "Ben: keep reading railroad")
    assert game.matters == [
        Estate("Ann", (), ("chance", "chest")),
        Debt("Ben", "Bank", 10, "mortgage.transfer"),
    ]
    events = game.play("Ben: bankrupt")
    assert (game.phase, outcome(game).winners, game.matters) == ("game-over", ("Cy",), [])
    assert [(e.player, e.deck, e.rule) for e in told(events, "CardReturned")] == [
        ("Ann", "chance", "bankrupt.cards"),
        ("Ann", "chest", "bankrupt.cards"),
    ]


def remaining(game: Game) -> tuple[int, int]:
    """Of a turn, what the record still holds: is there a further throw, or a move by Mr. M?"""
    record = STRUCTURES[State].from_buffer_copy(game._engine.position)
    return record.again, record.mr_m


def ben_resigns_as_ann_goes_to_jail(game: Game, dice: str) -> tuple[str, tuple[int, int]]:
    """Ben resigns while Ann's dice roll, and they lead her to Jail; the phase then, and what remains of the turn."""
    events = play(game, "Ann: throw", "Ben: resign", dice)
    assert len(told(events, "SentToJail")) == 1
    return game.phase, remaining(game)


@rule("bankrupt.last-wins", editions=("classic", "speed-die", "modern"))
def test_no_further_throw_remains_when_doubles_led_to_the_last_bankruptcy(edition: str) -> None:
    game = pair(edition, Ann={"cash": 0, "square": "33"}, Ben={"deeds": {"boardwalk": 0}})
    game.throw(3, 3)
    game.play("Ann: bankrupt")
    assert (game.phase, remaining(game)) == ("game-over", (0, 0))


@rule("bankrupt.last-wins", "jail.sent", editions=("classic", "speed-die", "modern"))
def test_no_further_throw_remains_when_the_other_has_resigned_while_doubles_led_to_jail(edition: str) -> None:
    game = pair(edition, Ann={"square": "24"})
    assert ben_resigns_as_ann_goes_to_jail(game, "dice 3 3") == ("game-over", (0, 0))


@rule("bankrupt.last-wins", "speed.jail-ends")
def test_no_move_of_mr_m_remains_when_the_other_has_resigned_while_the_dice_led_to_jail(edition: str) -> None:
    game = pair(edition, Ann={"square": "24", "speeding": True})
    assert ben_resigns_as_ann_goes_to_jail(game, "dice 2 4 mr. m") == ("game-over", (0, 0))
