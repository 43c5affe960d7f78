"""Games by text: what is told can be answered, what is refused says why, and a whole game comes to an end."""

from random import Random

from passgo.envs import MonopolyText
from passgo.envs.text import OTHERS
from passgo.notation.text import format_words


def test_a_whole_game_by_text() -> None:
    env = MonopolyText("classic", players=3, short_game=True, short_rounds=4)
    env.reset(seed=2)
    dice, done, seats = Random(1), False, set()
    for _ in range(5000):
        seat, text = env.get_observation()
        seats.add(seat)
        assert text.startswith(f"You are {env.game.names[seat]}, and have $")
        listed = [a for a in env.game.legal_actions() if a.kind not in (*OTHERS, "Resign", "Bid")]
        answer = format_words(dice.choice(listed))
        assert answer in text
        done, info = env.step(f"Let me think. [{answer}]")
        assert info == {}
        if done:
            break
    assert done
    assert seats == {0, 1, 2}
    rewards = env.close()
    assert abs(sum(rewards.values())) < 1e-9
    assert max(rewards.values()) > 0


def test_what_cannot_be_read_or_is_not_lawful_plays_nothing() -> None:
    env = MonopolyText("classic", players=["Ann", "Ben"], table_cash_private=True)
    env.reset(seed=7)
    before = env.game.to_bytes()
    for answer in ("", "fly to the moon", "[end turn]"):
        done, info = env.step(answer)
        assert not done
        assert info["refused"]
    assert env.game.to_bytes() == before
    assert env.close() == {0: 0.0, 1: 0.0}


def test_what_happened_meanwhile_is_told_once() -> None:
    env = MonopolyText("classic", players=["Ann", "Ben"])
    env.reset(seed=7)
    env.get_observation()
    env.step("throw")
    assert "throws" in env.get_observation()[1]
    assert "throws" not in env.get_observation()[1]
