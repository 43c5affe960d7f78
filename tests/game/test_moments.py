"""Records are read like books: every moment knows what happened by it, and gives the game as it then stood."""

import pickle
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

import passgo
from passgo import BadRecord, Game, Record, VerifiableDealer, read_record
from passgo.game.game import verify
from passgo.notation.text import format_action
from tests.golden.archive import altered_records, kept_records

GOLDEN = sorted(kept.path for kept in kept_records() if kept.name not in altered_records())
WHOLE = next(path for path in GOLDEN if path.stem == "classic-whole-game")


def played(game: Game, turns: int) -> Game:
    """The game, after so many turns of players who take anything but deals, and do not resign."""
    choice = Random(1)
    while game.turn < turns and game.outcome is None:
        kinds = ("Offer", "Counter", "Resign", "OfferSettlement")
        game.play(choice.choice([action for action in game.legal_actions() if action.kind not in kinds]))
    return game


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_moment_of_a_kept_record_is_what_playing_it_again_gives(path: Path) -> None:
    record = read_record(path)
    game, events = record.start, record.start.events
    for moment in record:
        before = (game.turn, game.round)
        happened = game._play_all(moment.action, None, moment.chance)
        assert (moment.turn, moment.round) == before
        assert moment.events == happened
        assert [(e.turn, e.round) for e in moment.events] == [(e.turn, e.round) for e in happened]
        assert moment.game.position == game.position
        events += happened
    assert record.end.position == game.position
    assert record.events == events
    assert record.end.record() == Game.from_record(path.read_text()).record()


def test_the_moments_are_the_actions_of_players_in_the_order_of_the_text() -> None:
    text = WHOLE.read_text()
    record, lines = read_record(text), text.splitlines()
    assert [lines[moment.line - 1] for moment in record] == [format_action(moment.action) for moment in record]
    chance = sum(len(moment.chance) for moment in record)
    opening = sum(line.startswith("dice ") for line in text.split("turn 1:")[0].splitlines())
    assert f"end: {len(record) + chance + opening} actions" in text


def test_a_record_is_a_sequence() -> None:
    record = read_record(WHOLE)
    assert len(list(record)) == len(record) > 100
    assert [moment.number for moment in record[3:9:2]] == [3, 5, 7]
    assert record[-1] == record[len(record) - 1] == list(record)[-1]
    assert record[5] in record
    assert record.index(record[5]) == 5
    assert next(reversed(record)) == record[-1]
    assert record[5] != read_record(WHOLE)[5]
    for number in (len(record), -len(record) - 1):
        with pytest.raises(IndexError, match="moment"):
            record[number]


def test_a_record_is_opened_at_a_turn_or_a_round() -> None:
    record = read_record(WHOLE)
    assert record.at(7) == record[7]
    for turn in (1, 2, 30):
        moment = record.at(turn=turn)
        assert moment.turn == turn
        assert moment.number == 0 or record[moment.number - 1].turn == turn - 1
    assert record.at(round=4).round == 4
    assert record[record.at(round=4).number - 1].round == 3
    with pytest.raises(IndexError, match="turn 100000 of a record with actions in turns 1 to"):
        record.at(turn=100000)
    with pytest.raises(TypeError, match="either"):
        record.at(3, turn=2)
    with pytest.raises(TypeError, match="either"):
        record.at()


def test_the_heading_is_told() -> None:
    game = Game("modern", players=["Ann", "Ben"], seed=7, tokens=["lantern", "kite"], free_parking_pot="on")
    record = read_record(game.record())
    assert record.headers == {
        "edition": "modern",
        "options": game.ruleset.options_text,
        "players": {"Ann": "lantern", "Ben": "kite"},
        "dealer": "seeded 7",
    }
    assert (record.names, record.ruleset.edition, record.turns, record.rounds) == (("Ann", "Ben"), "modern", 1, 0)
    assert (len(record), record.outcome, list(record)) == (0, None, [])
    assert repr(record) == "<Record modern, Ann, Ben: 0 moments, 1 turns, not finished>"


def test_a_game_that_was_taken_out_is_safe_to_keep_and_to_play_on() -> None:
    text = WHOLE.read_text()
    record = read_record(text)
    moment = record.at(turn=12)
    kept, line = moment.game, moment.game.position
    for later in record[moment.number + 1 :]:
        assert later.game is not kept
    assert kept.position == line
    assert moment.game is kept
    played(kept, 20)
    assert kept.position != line
    assert record.at(turn=12).game.position == line
    assert record.end.record() == text
    kept.undo()
    assert pickle.loads(pickle.dumps(kept)).position == kept.position


def test_the_same_dice_come_again_from_every_moment() -> None:
    game = played(Game(players=["Ann", "Ben", "Cy"], seed=3), 15)
    record = read_record(game.record())
    for moment, following in pairwise(record):
        assert moment.game.play(following.action) == following.events


def test_why_is_asked_about_what_happened_last() -> None:
    record = read_record(played(Game(players=["Ann", "Ben"], seed=3), 4).record())
    for moment in record:
        if moment.events:
            assert moment.game.why() == moment.game.why(moment.events[-1].rule)


def test_a_verifiable_dealer_goes_on_with_what_was_not_skipped() -> None:
    dealer = VerifiableDealer(bytes(32), (range(3, 5), range(9, 10)))
    game = Game(players=["Ann", "Ben"], dealer=dealer)
    played(game, 3)
    game.play("resign")
    record = read_record(game.record())
    assert verify(game.record()) > 5
    assert record.headers["secret"] == bytes(32).hex()
    assert record.headers["dealer"].endswith(" skipping 3-4 9")
    for moment, following in pairwise(record):
        assert moment.game.play(following.action) == following.events


def test_without_its_secret_a_dealer_is_typed() -> None:
    record = read_record(played(Game(players=["Ann", "Ben"], dealer=VerifiableDealer(bytes(32))), 3).record())
    game = record[0].game
    assert game.dealer.waits
    assert record.start.phase == "before-throw"
    game.undo()
    assert game.play("throw") == []
    assert game.to_act == ("Chance",)


def test_typed_dice_are_read_like_others() -> None:
    game = Game(players=["Ann", "Ben"], dealer="typed")
    game.throw(6, 5)
    assert len(read_record(game.record())) == 0
    game.throw(1, 2)
    game.throw(3, 4)
    record = read_record(game.record())
    assert [moment.action.kind for moment in record] == ["Throw"]
    assert record[0].game.to_act == ("Chance",)
    game.draw("bank_dividend")
    (moment,) = read_record(game.record())
    assert [action.kind for action in moment.chance] == ["Dice", "Card"]
    assert moment.chance[1].card == "bank_dividend"


def test_a_position_set_up_by_hand_and_the_hour_are_read() -> None:
    start = {
        "players": {"Ann": {"cash": 10}, "Ben": {"cash": 900}},
        "edition": "classic",
        "options": {"short_game": "on"},
    }
    game = Game.from_dict(start, seed=1)
    game.strike_hour()
    played(game, 9)
    record = read_record(game.record())
    assert record.headers["position"].startswith("classic")
    assert (record[0].action.kind, record[0].action.player) == ("StrikeHour", None)
    assert repr(record[0]).startswith("<Moment 0: turn ")
    assert record.start["Ann"].cash == 10


def test_a_record_is_a_file_or_a_text(tmp_path: Path) -> None:
    text = Game(players=["Ann", "Ben"], seed=7).record()
    path = tmp_path / "game.txt"
    path.write_text("\ufeff# a mark of some editors\n" + text, encoding="utf-8")
    assert read_record(path).end.position == read_record(str(path)).end.position == read_record(text).end.position
    with pytest.raises(FileNotFoundError):
        read_record(tmp_path / "none.txt")
    with pytest.raises(FileNotFoundError):
        read_record("no such file.txt")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "line 1: expected 'passgo record 1', found nothing"),
        (b"chess\nrecord", "line 1: expected 'passgo record 1'"),
        (b"passgo record 1\nedition: \xff", "line 2: expected a text in UTF-8"),
        (WHOLE.read_bytes().replace(b"turn 9: ", b"turn 8: "), "expected 'turn 9: "),
        (WHOLE.read_bytes()[:5000], "breaks off here"),
    ],
)
def test_a_broken_record_is_refused_at_its_line(content: bytes, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(content)
    with pytest.raises(BadRecord, match=r"^line \d+: ") as refusal:
        read_record(path)
    assert complaint in str(refusal.value)
    with pytest.raises(BadRecord):
        read_record("")


def test_records_are_public() -> None:
    assert {"Record", "Moment", "read_record"} <= set(passgo.__all__)
    assert isinstance(read_record(WHOLE), Record)


def test_a_game_of_a_moment_has_its_past_when_somebody_asks_for_it() -> None:
    """Whoever only looks at positions copies no past: otherwise a walk takes the square of the length."""
    game = passgo.Game("classic", 3, seed=5)
    game.play_out("trader", rounds=6)
    record = passgo.read_record(game.record())
    before = record.end
    replayed = passgo.Game("classic", 3, seed=5)
    for moment in record:
        then = moment.game
        assert then.players[0].cash >= 0
        assert then.why()
        with pytest.raises(AttributeError):
            object.__getattribute__(then._course, "steps")
        replayed.play(moment.action)
        assert then == replayed
        assert then.events == replayed.events
        assert then.why() == replayed.why()
        if then.next_to_decide is not None and then.outcome is None:
            then.play(then.ask("trader") or "end turn")
            then.undo()
            assert then == replayed
            then.undo()
    assert record.end == before == game
    with pytest.raises(AttributeError, match="nonsense"):
        getattr(record.end._course, "nonsense")  # noqa: B009
