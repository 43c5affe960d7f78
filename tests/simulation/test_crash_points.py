"""Every kind of request, with a crash right before and right after each of its commits, in order.

Nobody is told that a request failed for good, and when everything is over, it was done once. The same with a commit
that fails, and with one of which nobody knows whether it took place.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, get_args

import pytest

from passgo.server.table import entries
from passgo.server.table.requests import HANDLERS
from passgo.server.wire import protocol
from tests.server.play import SIMPLE
from tests.simulation.browser import Asked, Browser
from tests.simulation.chronicle import Chronicle
from tests.simulation.disk import Fate
from tests.simulation.stage import Stage

ANN, BEN, CY = ({"mine": True, "name": name} for name in ("Ann", "Ben", "Cy"))
FREE = {"kind": "person"}
BOT = {"kind": "bot", "bot": "cautious"}
NO_CLOCK = {"decision": 0, "call": 0, "grace": 0}
MOST_COMMITS = 12


class Scene(NamedTuple):
    """A request: how it comes to it, the request itself, and what must be true in the end."""

    before: Callable[[Stage], Any]
    ask: Callable[[Stage, Any], Any]
    after: Callable[[Any, Chronicle], None]


def done(kind: type, count: int = 1) -> Callable[[Any, Chronicle], None]:
    """The request is acknowledged, and the log has so many entries of this kind."""

    def after(asked: Any, chronicle: Chronicle) -> None:
        if isinstance(asked, Asked):
            assert isinstance(asked.settled, protocol.Done | protocol.Invited), asked
        assert sum(isinstance(body, kind) for body in chronicle.bodies) == count

    return after


# How it comes to it


def nothing(stage: Stage) -> None:
    """Nobody is there."""


def three_seats(stage: Stage) -> str:
    return stage.create([ANN, FREE, FREE])


def two_seats(stage: Stage) -> str:
    return stage.create([ANN, FREE], clock=NO_CLOCK)


def host_alone(stage: Stage) -> Browser:
    return stage.sit(three_seats(stage), 0)


def host_and_guest(stage: Stage) -> Browser:
    game = three_seats(stage)
    return stage.sit(game, 0, stage.join(game, "Ben"))


def playing(stage: Stage, **wishes: Any) -> Browser:
    """Two people, each of whom holds a seat by a browser of their own; the one who is to move."""
    game = stage.create([ANN, BEN], **{"clock": NO_CLOCK, **wishes})
    browsers = [stage.sit(game, 0), stage.sit(game, 1)]
    first: int = browsers[0].view.waiting[0]
    return browsers[first]


def mover(stage: Stage) -> Browser:
    """The browser of whoever is to move, when all have heard of the last move."""
    stage.run(lambda: len({browser.seq for browser in stage.browsers}) == 1)
    waiting = stage.browsers[0].view.waiting
    return next(browser for browser in stage.browsers if browser.you[0] in waiting)


def act(stage: Stage, browser: Browser, kind: str = "") -> Asked:
    """Play the action of this kind, or something simple."""
    seat = browser.you[0]
    legal = browser.hands[seat].legal
    by_kind = {action.kind: action for action in legal}
    action = by_kind.get(kind) or next(by_kind[kind] for kind in SIMPLE if kind in by_kind)
    return stage.ask(browser, "act", seat, seq=browser.seq, action=action)


def bought(stage: Stage) -> Browser:
    """Somebody has just bought a deed, which reveals nothing."""
    playing(stage)
    while True:
        browser = mover(stage)
        buys = any(action.kind == "Buy" for action in browser.hands[browser.you[0]].legal)
        act(stage, browser)
        if buys:
            return browser


def thrown(stage: Stage) -> Browser:
    """Somebody has just thrown the dice, which cannot be taken back without consent."""
    browser = playing(stage)
    act(stage, browser, "Throw")
    return browser


def undo_asked(stage: Stage) -> Browser:
    """Somebody asks to take their throw back; the browser of the other one."""
    browser = thrown(stage)
    stage.ask(browser, "undo", browser.you[0])
    return next(other for other in stage.browsers if other is not browser)


def away(stage: Stage) -> Browser:
    """Somebody has left, while the other is to move."""
    browser = playing(stage)
    other = next(each for each in stage.browsers if each is not browser)
    stage.ask(other, "leave", other.you[0])
    return other


def real_table(stage: Stage) -> Browser:
    """A table with dice of its own, and its tablet."""
    wishes: dict[str, Any] = {"dealer": "typed", "clock": NO_CLOCK, "options": {"setup_first_player": "first-seat"}}
    return stage.sit(stage.create([ANN, BEN], **wishes), 0, 1)


def real_dice(stage: Stage) -> Browser:
    """Ann's dice were told; she is on a deed, which she may buy."""
    tablet = real_table(stage)
    stage.ask(tablet, "chance", 0, seq=tablet.seq, dice=[4, 2])
    return tablet


def hurried(stage: Stage) -> Browser:
    return playing(stage, clock={"decision": 5, "call": 0, "grace": 3})


# What is asked


def create(stage: Stage, _: None) -> None:
    stage.create([ANN, FREE])


def create_and_begin(stage: Stage, _: None) -> None:
    stage.create([ANN, BEN])


def join(stage: Stage, game: str) -> None:
    assert stage.join(game, "Ben") == 1


def come(stage: Stage, game: str) -> None:
    stage.sit(game, 0)


def go(stage: Stage, browser: Browser) -> None:
    """Somebody goes; somebody else comes later and sees that they are gone."""
    stage.browsers.remove(browser)
    browser.stop()
    stage.wait(60.0)
    seat = browser.you[0]
    other = stage.browsers[0] if stage.browsers else stage.sit(browser.game, 1 - seat)
    stage.run(lambda: other.welcomed and not other.table.seats[seat].here)


def wait_for_clock(stage: Stage, browser: Browser) -> None:
    """Time passes until a bot plays for whoever does not move."""
    other = next(each for each in stage.browsers if each is not browser)
    stage.run(lambda: other.table.seats[browser.you[0]].away)
    stage.run(lambda: other.view.turn > 1 or other.you[0] in other.view.waiting)


def request(kind: str, **fields: Any) -> Callable[[Stage, Browser], Asked]:
    def ask(stage: Stage, browser: Browser) -> Asked:
        return stage.ask(browser, kind, browser.you[0], **fields)

    return ask


def at_real_table(kind: str, **fields: Any) -> Callable[[Stage, Browser], Asked]:
    def ask(stage: Stage, tablet: Browser) -> Asked:
        at = {"at": tablet.seq} if kind == "amend" else {}
        return stage.ask(tablet, kind, 0, seq=tablet.seq, **at, **fields)

    return ask


def resign(stage: Stage, browser: Browser) -> Asked:
    return act(stage, browser, "Resign")


def left(asked: Any, chronicle: Chronicle) -> None:
    """The seat was left once. Whose answer was lost learns by the refusal of the key that the seat is gone."""
    seated = [body for body in chronicle.bodies if isinstance(body, entries.Seated) and body.body.kind == "free"]
    assert len(seated) == 1
    assert chronicle.last.seats[0].kind == "free"


def abandoned(asked: Any, chronicle: Chronicle) -> None:
    left(asked, chronicle)
    assert chronicle.last.status == "abandoned"


def begun(asked: Any, chronicle: Chronicle) -> None:
    assert chronicle.last.status == "playing"
    assert sum(isinstance(body, entries.Started) for body in chronicle.bodies) == 1


def present(asked: Any, chronicle: Chronicle) -> None:
    assert chronicle.last.is_connected(0)


def absent(asked: Any, chronicle: Chronicle) -> None:
    assert len({seat for _, seat in chronicle.last.present}) == 1


def replaced(asked: Any, chronicle: Chronicle) -> None:
    assert any(isinstance(body, entries.Away) for body in chronicle.bodies)


SCENES = {
    "create": Scene(nothing, create, done(entries.Created)),
    "create and begin": Scene(nothing, create_and_begin, begun),
    "join": Scene(three_seats, join, done(entries.Seated)),
    "last join": Scene(two_seats, join, begun),
    "hello": Scene(three_seats, come, present),
    "disconnect": Scene(playing, go, absent),
    "act": Scene(playing, act, done(entries.Moved)),
    "act of one who had left": Scene(away, resign, done(entries.Moved)),
    "chat": Scene(playing, request("chat", text="hello"), done(entries.Chatted)),
    "undo": Scene(bought, request("undo"), done(entries.Undone)),
    "undo with consent": Scene(thrown, request("undo"), done(entries.UndoRequested)),
    "consent": Scene(undo_asked, request("consent", agree=True), done(entries.Undone)),
    "refuse consent": Scene(undo_asked, request("consent", agree=False), done(entries.UndoAnswered)),
    "start": Scene(host_alone, request("start"), begun),
    "leave": Scene(host_and_guest, request("leave"), left),
    "leave as the last": Scene(host_alone, request("leave"), abandoned),
    "leave while playing": Scene(playing, request("leave"), done(entries.Away)),
    "back": Scene(away, request("back"), done(entries.Returned)),
    "settings": Scene(host_alone, request("settings", undo=False), done(entries.SettingsChanged)),
    "invite": Scene(host_alone, request("invite", to="watch"), done(entries.Invited)),
    "chance": Scene(real_table, at_real_table("chance", dice=[4, 2]), done(entries.Moved)),
    "correct": Scene(
        real_dice, at_real_table("correct", changes='cash "Ann": 1234', reason="we forgot"), done(entries.Corrected)
    ),
    "amend": Scene(
        real_dice, at_real_table("amend", instead=[{"dice": [4, 5]}], reason="a five"), done(entries.Undone)
    ),
    "undo at a real table": Scene(real_dice, at_real_table("undo", reason="a five"), done(entries.Undone)),
    "clock": Scene(hurried, wait_for_clock, replaced),
}


def test_every_kind_of_request_that_changes_something_has_a_scene() -> None:
    told = {kind.__name__.lower() for kind in HANDLERS} - {"check"}
    assert told <= {name.split()[0] for name in SCENES}


@pytest.mark.parametrize("fate", get_args(Fate)[1:])
@pytest.mark.parametrize("name", SCENES)
def test_a_request_is_done_once_whatever_becomes_of_each_of_its_commits(name: str, fate: Fate) -> None:
    scene = SCENES[name]
    for commit in range(1, MOST_COMMITS):
        with Stage() as stage:
            setting = scene.before(stage)
            stage.wait(1.0)
            stage.set_fate(commit, fate)
            asked = scene.ask(stage, setting)
            hit = stage.was_hit
            (chronicle,) = stage.conclude().values()
            scene.after(asked, chronicle)
        if not hit:
            assert commit > 1, "the request makes no commit"
            return
    raise AssertionError(f"{name} makes more than {MOST_COMMITS} commits")
