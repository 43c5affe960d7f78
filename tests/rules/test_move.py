"""Moving: rulebook section 2."""

from tests.rules.by_rule import rule
from tests.rules.table import cash, draws, landed, payments, play, refused, table, told

SALARY = ("Bank", "Ann", 200, "move.salary")


@rule("move.throw")
def test_the_token_moves_forward_by_the_sum_of_two_dice(edition: str) -> None:
    game = table(edition, Ann={"square": "jail"})
    events = game.throw(6, 4)
    assert game["Ann"].square == "Free Parking"
    assert [(e.dice, e.rule) for e in told(events, "DiceThrown")] == [((6, 4), "move.throw")]
    assert [(e.square, e.amount, e.rule) for e in told(events, "Moved")] == [("Free Parking", 10, "move.throw")]


@rule("move.throw")
def test_the_board_is_a_circle_of_forty_squares(edition: str) -> None:
    game = table(edition, Ann={"square": "boardwalk"})
    game.throw(3, 4)
    assert game["Ann"].square == "Oriental Avenue"  # 39 + 7 = 46, which is 6


@rule("move.throw")
def test_several_tokens_may_share_a_square(edition: str) -> None:
    game = table(edition, Ann={"square": "jail"}, Ben={"square": "free_parking"}, Cy={"square": "free_parking"})
    game.throw(4, 6)
    assert [player.square for player in game.players] == ["Free Parking"] * 3


@rule("move.throw")
def test_one_throws_only_when_a_throw_is_due(edition: str) -> None:
    game = table(edition, Ann={"square": "jail"})
    assert refused(game, "dice 4 6") == "move.throw"  # nobody has taken up the dice
    game.throw(4, 6)
    assert refused(game, "throw") == "move.throw"
    assert refused(game, "dice 4 6") == "move.throw"


@rule("move.doubles-again")
def test_after_doubles_the_square_takes_effect_and_the_same_player_throws_again(edition: str) -> None:
    game = table(edition, Ann={"cash": 1500})
    game.throw(3, 3)
    assert game.phase == "buy"  # Oriental Avenue
    assert refused(game, "throw") == "move.throw"
    game.play("buy")
    assert (game.on_turn, game.phase, game["Ann"].cash) == ("Ann", "before-throw", 1400)
    assert refused(game, "end turn") == "move.turn-end"
    assert "again=" not in game.position
    game.throw(1, 3)
    assert "throws=2" in game.position
    assert (game["Ann"].square, game.phase) == ("Jail / Just Visiting", "end-turn")


@rule("move.doubles-again")
def test_without_doubles_there_is_no_second_throw(edition: str) -> None:
    game = table(edition, Ann={"square": "jail"})
    game.throw(4, 6)
    assert game.phase == "end-turn"
    game.play("end turn")
    assert game.on_turn == "Ben"


@rule("move.doubles-again")
def test_doubles_are_forgotten_when_the_turn_passes(edition: str) -> None:
    game = table(edition, Ann={"square": "jail"}, Ben={"square": "jail"})
    game.throw(5, 5)
    game.throw(5, 5)  # from Free Parking to Go To Jail: the second doubles, and the turn is over
    assert game.on_turn == "Ben"
    game.throw(5, 5)
    assert (game["Ben"].square, game["Ben"].in_jail, game.phase) == ("Free Parking", False, "before-throw")


@rule("move.three-doubles")
def test_third_doubles_send_to_jail_without_moving(edition: str) -> None:
    game = table(edition, Ann={"square": "jail", "cash": 1500, "deeds": ["kentucky", "illinois"]})
    game.throw(5, 5)  # Free Parking
    game.throw(2, 2)  # her own Illinois Avenue
    events = game.throw(6, 6)  # would be chance_36
    assert told(events, "Moved", "CardDrawn") == []
    assert [(e.player, e.rule) for e in told(events, "SentToJail")] == [("Ann", "move.three-doubles")]
    assert (game["Ann"].square, game["Ann"].in_jail, game["Ann"].cash) == ("Jail / Just Visiting", True, 1500)
    assert (game.on_turn, game.phase) == ("Ben", "before-throw")


@rule("move.three-doubles")
def test_two_doubles_and_then_others_are_a_common_turn(edition: str) -> None:
    game = table(edition, Ann={"square": "jail", "deeds": ["illinois", "water_works"]})
    game.throw(5, 5)
    game.throw(2, 2)
    game.throw(1, 3)
    assert (game["Ann"].square, game.phase) == ("Water Works", "end-turn")


@rule("move.three-doubles", "move.salary")
def test_third_doubles_that_would_pass_go_pay_no_salary(edition: str) -> None:
    game = table(edition, Ann={"square": "pacific", "cash": 1500, "deeds": ["short_line", "boardwalk"]})
    game.throw(2, 2)
    game.throw(2, 2)
    events = game.throw(2, 2)
    assert payments(events) == []
    assert game["Ann"].cash == 1500


@rule("move.salary")
def test_passing_go_pays_200(edition: str) -> None:
    game = landed(edition, "Reading Railroad", dice=(6, 5), Ann={"cash": 1500})
    assert payments(game.events) == [SALARY]
    assert cash(game)[0] == 1700


@rule("move.salary")
def test_arriving_exactly_on_go_pays_200_once(edition: str) -> None:
    game = landed(edition, "GO", Ann={"cash": 1500})
    assert payments(game.events) == [SALARY]
    game = table(edition, Ann={"square": "go", "cash": 1700})
    assert payments(game.throw(4, 6)) == []  # leaving GO pays nothing


@rule("move.salary")
def test_a_card_that_leads_past_go_pays(edition: str) -> None:
    game = draws(edition, "chance_22", "advance_to_st_charles", Ann={"cash": 1500})
    assert game["Ann"].square == "St. Charles Place"
    assert payments(game.events) == [SALARY]


@rule("move.salary")
def test_a_card_to_go_pays(edition: str) -> None:
    game = draws(edition, "chance_7", "advance_to_go", Ann={"cash": 1500})
    assert (game["Ann"].square, game["Ann"].cash) == ("GO", 1700)
    assert payments(game.events) == [SALARY]


@rule("move.salary")
def test_a_card_that_leads_forward_short_of_go_pays_nothing(edition: str) -> None:
    game = draws(edition, "chance_7", "advance_to_boardwalk", Ann={"cash": 1500})
    assert (game["Ann"].square, payments(game.events)) == ("Boardwalk", [])


@rule("move.salary", editions=("speed-die",))
def test_the_speed_die_carries_past_go_with_a_salary(edition: str) -> None:
    game = table(edition, Ann={"square": "short_line", "cash": 1500, "speeding": True})
    assert payments(game.throw(1, 2, 3)) == [SALARY]
    assert game["Ann"].square == "Mediterranean Avenue"


@rule("move.salary", editions=("speed-die",))
def test_mr_m_leads_past_go_with_a_salary(edition: str) -> None:
    game = table(edition, Ann={"square": "chance_36", "cash": 1500, "speeding": True, "deeds": ["boardwalk"]})
    assert payments(game.throw(1, 2, "mr. m")) == [SALARY]
    assert (game["Ann"].square, game.phase) == ("Mediterranean Avenue", "buy")


@rule("move.salary")
def test_a_table_may_pay_another_salary(edition: str) -> None:
    game = landed(edition, "GO", Ann={"cash": 1500}, options={"move_salary": 350})
    assert game["Ann"].cash == 1850


@rule("move.salary", "table.no-house-rules")
def test_under_a_house_rule_arriving_on_go_pays_twice_but_passing_it_does_not(edition: str) -> None:
    options = {"double_salary_on_go": True}
    assert landed(edition, "GO", Ann={"cash": 1500}, options=options)["Ann"].cash == 1900
    assert landed(edition, "Reading Railroad", dice=(6, 5), Ann={"cash": 1500}, options=options)["Ann"].cash == 1700


@rule("move.salary-twice")
def test_passing_go_onto_a_card_square_and_drawing_advance_to_go_pays_twice(edition: str) -> None:
    game = draws(edition, "chest_2", "advance_to_go", dice=(3, 4), Ann={"cash": 1500})
    assert payments(game.events) == [SALARY, ("Bank", "Ann", 200, "move.salary-twice")]
    assert (game["Ann"].square, game["Ann"].cash) == ("GO", 1900)


@rule("move.salary-twice", "cards.move-effective")
def test_the_same_from_a_chance_square_by_the_train(edition: str) -> None:
    game = draws(edition, "chance_7", "ride_on_reading", dice=(6, 5), Ann={"cash": 1500})
    assert payments(game.events) == [SALARY, ("Bank", "Ann", 200, "move.salary-twice")]
    assert game["Ann"].square == "Reading Railroad"


@rule("move.salary-twice")
def test_a_table_may_pay_only_the_first_of_the_two(edition: str) -> None:
    options = {"move_salary_twice": False}
    game = draws(edition, "chest_2", "advance_to_go", dice=(3, 4), Ann={"cash": 1500}, options=options)
    assert payments(game.events) == [SALARY]
    assert (game["Ann"].square, game["Ann"].cash) == ("GO", 1700)
    game = draws(edition, "chest_17", "advance_to_go", Ann={"cash": 1500}, options=options)
    assert game["Ann"].cash == 1700  # the card alone still pays


@rule("move.salary", "move.doubles-again")
def test_two_throws_of_one_turn_can_earn_a_salary_each(edition: str) -> None:
    game = table(edition, Ann={"square": "luxury_tax", "cash": 1500})
    assert payments(game.throw(1, 1)) == [SALARY]  # onto GO
    dice = (2, 3, 2) if edition == "speed-die" else (3, 4)  # the first salary has earned the Speed Die
    game.throw(*dice)
    assert payments(game.draw("advance_to_go")) == [SALARY]
    assert (game["Ann"].cash, game["Ann"].square) == (1900, "GO")


@rule("move.no-salary-backward")
def test_moving_back_pays_no_salary(edition: str) -> None:
    game = draws(edition, "chance_22", "go_back_three", Ann={"cash": 1500})
    assert (game["Ann"].square, payments(game.events)) == ("New York Avenue", [])


@rule("move.no-salary-backward", "jail.sent")
def test_being_sent_to_jail_by_square_or_card_pays_no_salary(edition: str) -> None:
    by_square = landed(edition, "Go To Jail", Ann={"cash": 1500})
    by_card = draws(edition, "chance_36", "go_to_jail", Ann={"cash": 1500})
    for game in (by_square, by_card):
        assert payments(game.events) == []
        assert (game["Ann"].in_jail, game["Ann"].cash, game.on_turn) == (True, 1500, "Ben")


@rule("move.no-salary-backward", editions=("1935",))
def test_going_back_over_go_pays_no_salary(edition: str) -> None:
    game = draws(edition, "chest_2", "fine_or_chance", dice=(1, 1), Ann={"cash": 1500})
    game.play("take chance")
    events = game.draw("go_back_three")
    assert (game["Ann"].square, payments(events), game["Ann"].cash) == ("Boardwalk", [], 1500)


@rule("move.free-parking")
def test_nothing_happens_on_free_parking(edition: str) -> None:
    game = landed(edition, "Free Parking", Ann={"cash": 1500})
    assert [event.kind for event in game.events] == ["DiceThrown", "Moved"]
    assert (game["Ann"].cash, game.phase) == (1500, "end-turn")


@rule("move.free-parking", "move.just-visiting", editions=("classic", "speed-die", "modern"))
def test_a_card_drawn_before_does_nothing_more_on_a_quiet_square(edition: str) -> None:
    card = {"modern": "birthday"}.get(edition, "grand_opera")  # everybody pays the drawer
    game = draws(edition, "chest_2", card, Ben={"square": "chest_17"}, Cy={"square": "virginia"})
    game.play("end turn")
    assert [event.kind for event in game.throw(1, 2)] == ["DiceThrown", "Moved"]
    assert game["Ben"].square == "Free Parking"


@rule("move.free-parking", "table.no-house-rules")
def test_taxes_paid_before_do_not_wait_on_free_parking(edition: str) -> None:
    game = landed(edition, "Luxury Tax", Ben={"square": "chest_17", "cash": 1500})
    play(game, "end turn")
    assert payments(game.throw(1, 2)) == []
    assert (game["Ben"].square, game["Ben"].cash, game.bank.pot) == ("Free Parking", 1500, 0)


@rule("move.free-parking", "table.no-house-rules")
def test_under_a_house_rule_they_do(edition: str) -> None:
    tax = {"modern": 100}.get(edition, 75)
    options = {"free_parking_pot": True}
    game = landed(edition, "Luxury Tax", Ben={"square": "chest_17", "cash": 1500}, options=options)
    assert game.bank.pot == tax
    play(game, "end turn")
    assert payments(game.throw(1, 2)) == [("Pot", "Ben", tax, "table.no-house-rules")]
    assert (game["Ben"].cash, game.bank.pot) == (1500 + tax, 0)


@rule("move.just-visiting")
def test_arriving_on_the_jail_square_is_a_visit(edition: str) -> None:
    game = landed(edition, "jail", Ann={"cash": 1500})
    assert (game["Ann"].square, game["Ann"].in_jail, game["Ann"].cash) == ("Jail / Just Visiting", False, 1500)
    assert told(game.events, "SentToJail", "Paid") == []
    assert game.phase == "end-turn"


@rule("move.just-visiting")
def test_a_visitor_leaves_by_any_throw(edition: str) -> None:
    game = table(edition, Ann={"square": "jail"})
    assert refused(game, "pay fine") == "jail.fine-before"
    game.throw(4, 6)
    assert game["Ann"].square == "Free Parking"


@rule("move.turn-end")
def test_the_dice_pass_only_when_the_play_is_finished(edition: str) -> None:
    game = table(edition)
    assert refused(game, "end turn") == "move.turn-end"  # before the throw
    game.throw(1, 2)
    assert refused(game, "end turn") == "move.turn-end"  # Baltic Avenue is not decided yet
    game.play("buy")
    events = game.play("end turn")
    assert [(e.kind, e.player) for e in events] == [("TurnEnded", "Ann"), ("TurnBegan", "Ben")]


@rule("move.turn-end")
def test_before_passing_the_dice_one_may_still_deal_build_and_mortgage(edition: str) -> None:
    ann = {"square": "jail", "cash": 1500, "deeds": ["mediterranean", "baltic", "boardwalk", "short_line"]}
    game = table(edition, Ann=ann, Ben={"cash": 1500})
    game.throw(4, 6)
    play(game, "Ann: build baltic", "Ann: mortgage boardwalk", "Ann: offer Ben: short_line for $90", "Ben: accept Ann")
    assert game["Ann"].cash == 1500 - 50 + 200 + 90
    assert game["Ann"].deeds == {"Mediterranean Avenue": 0, "Baltic Avenue": 1, "Boardwalk": "mortgaged"}
    play(game, "Ann: end turn")
    assert game.on_turn == "Ben"
