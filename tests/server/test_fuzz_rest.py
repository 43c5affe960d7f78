"""The REST part, asked for everything that its own description allows, and for much that it does not."""

import asyncio
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from passgo.server.http import schema
from tests.server.play import QUICK, Running, person, play_simply, sit

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
)
"""A wish may be well formed and yet be refused (no such edition), so nothing is said here about being accepted."""
BOUNDED = settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@pytest.fixture(scope="session")
def games(here: Running) -> list[tuple[str, str]]:
    """An open game, one under way and one that is over, each with a key."""
    seats = [person("Ann"), person("Ben")]
    over = here.create(seats, options=QUICK)

    async def run() -> None:
        client = await sit(here, over["game"], *(seat["key"] for seat in over["seats"]))
        await play_simply(client, [0, 1])
        assert client.table.status == "finished"

    asyncio.run(run())
    made = [here.create([person("Ann"), {"kind": "person"}]), here.create(seats), over]
    return [(game["game"], game["watch"]) for game in made]


DESCRIPTION = schema.openapi()
asked = schemathesis.openapi.from_dict(DESCRIPTION)


def test_the_description_that_is_tried_is_the_one_that_is_served(here: Running) -> None:
    assert here.get("/api/openapi.json").json() == DESCRIPTION


@asked.parametrize()
@BOUNDED
def test_whatever_is_asked_the_answer_is_as_described(case: Any, here: Running) -> None:
    case.call_and_validate(base_url=here.url, checks=CHECKS)


@asked.include(path_regex=r"\{game\}").parametrize()
@BOUNDED
def test_whatever_is_asked_of_a_game_that_is_there(case: Any, here: Running, games: list[tuple[str, str]]) -> None:
    for game, key in games:
        case.path_parameters["game"] = game
        for headers in ({"authorization": f"Bearer {key}"}, {}):
            case.call_and_validate(base_url=here.url, checks=CHECKS, headers=headers)
