"""The judge bites: a server that is broken on purpose is found out within a few storms."""

from typing import Any

import pytest

from passgo.server.keys import derived_key
from passgo.server.store import Unavailable
from passgo.server.table import draft, entries, lobby, state
from passgo.server.table.draft import NO_REQUEST, Draft
from passgo.server.table.live_game import LiveGame
from passgo.server.table.lobby import Lobby
from passgo.server.table.state import Done, GameState
from passgo.server.wire import updates, views
from tests.simulation.__main__ import run

STORMS = 100
Patch = pytest.MonkeyPatch


def tell_before_storing(patch: Patch) -> None:
    commit = LiveGame.commit

    async def hasty(self: LiveGame, new: Draft) -> Any:
        old, self.state = self.state, new.state
        self.broadcast_table()
        self.state = old
        return await commit(self, new)

    patch.setattr(LiveGame, "commit", hasty)


def skip_a_commit(patch: Patch) -> None:
    commit = LiveGame.commit

    async def lazy(self: LiveGame, new: Draft) -> Any:
        if new.batch and new.batch[0].kind == "chat":
            self._adopt(new.state)
            return []
        return await commit(self, new)

    patch.setattr(LiveGame, "commit", lazy)


def forget_ids_of_requests(patch: Patch) -> None:
    append = Draft._append
    patch.setattr(Draft, "_append", lambda self, body, request: append(self, body, NO_REQUEST))


def remember_only_in_memory(patch: Patch) -> None:
    async def done_before(self: LiveGame, request: str, look: bool) -> Done | None:
        return self.state.requests.get(request)

    patch.setattr(LiveGame, "done_before", done_before)


def ask_nobody_for_consent(patch: Patch) -> None:
    patch.setattr(updates, "yet_to_agree", lambda state, asker: [])


def go_back_past_others(patch: Patch) -> None:
    absorb = GameState.absorb

    def forgetful(self: GameState, *given: Any) -> Any:
        events = absorb(self, *given)
        self.last_in = {}
        return events

    patch.setattr(GameState, "absorb", forgetful)


def deal_the_same_again(patch: Patch) -> None:
    patch.setattr(state, "skip", lambda skipped, event, number: skipped)


def show_cash(patch: Patch) -> None:
    view_of = views.view_of
    patch.setattr(views, "view_of", lambda *position, afterwards=False: view_of(*position, afterwards=True))


def give_a_new_key_each_time(patch: Patch) -> None:
    count = iter(range(10**9))
    patch.setattr(lobby, "derived_key", lambda secret, purpose, asked: derived_key(secret, f"{next(count)}", asked))


def believe_that_it_was_kept(patch: Patch) -> None:
    commit = LiveGame.commit

    async def trusting(self: LiveGame, new: Draft) -> Any:
        try:
            return await commit(self, new)
        except Unavailable:
            self._adopt(new.state)
            return []

    patch.setattr(LiveGame, "commit", trusting)


def hear_no_news(patch: Patch) -> None:
    async def deaf(self: Lobby) -> None:
        async for _ in self.host.store.news():
            pass

    patch.setattr(Lobby, "_follow_news", deaf)


def replay_too_much(patch: Patch) -> None:
    patch.setattr(draft, "without_undone", lambda log: ((entry, entries.body_of(entry)) for entry in log))


FAULTS = [
    tell_before_storing,
    skip_a_commit,
    forget_ids_of_requests,
    remember_only_in_memory,
    ask_nobody_for_consent,
    go_back_past_others,
    deal_the_same_again,
    show_cash,
    give_a_new_key_each_time,
    believe_that_it_was_kept,
    hear_no_news,
    replay_too_much,
]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_within_a_few_storms(fault: Any, monkeypatch: Patch) -> None:
    fault(monkeypatch)
    found = (seed for seed in range(1, STORMS) if run(seed, "liveness" if seed % 2 else "safety").complaints)
    assert next(found, None) is not None
