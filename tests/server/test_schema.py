"""What describes the protocol to others says what the source says."""

from pathlib import Path
from typing import get_args

import jsonschema
import pytest

from passgo.rules import codes
from passgo.server.http import endpoints, resources, schema
from passgo.server.wire import protocol
from passgo.server.wire.types import Reason

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["docs/protocol.schema.json", "docs/openapi.json", "web/src/protocol.ts"])
def test_the_generated_file_is_fresh(name: str) -> None:
    assert (ROOT / name).read_text() == schema.documents()[name], "run `make docs`"


def test_the_json_schema_is_one_and_knows_every_message() -> None:
    described = schema.json_schema()
    jsonschema.Draft202012Validator.check_schema(described)
    types = {
        definition["properties"]["type"]["enum"][0]
        for definition in described["$defs"].values()
        if "type" in definition.get("properties", {}) and "enum" in definition["properties"]["type"]
    }
    assert types == {
        "hello", "act", "check", "chance", "correct", "amend", "suppose", "chat", "undo", "consent", "start", "leave",
        "back", "settings", "invite", "ping",
        "welcome", "update", "table", "done", "refused", "checked", "supposed", "invited", "pong", "bye",
    }  # fmt: skip


def test_the_schema_judges_messages_as_the_server_does() -> None:
    validator = jsonschema.Draft202012Validator(schema.json_schema())
    good = {"v": 1, "type": "act", "id": "a", "seat": 0, "seq": 4, "action": {"kind": "Bid", "amount": 5}}
    assert validator.is_valid(good)
    assert not validator.is_valid({**good, "seat": 8})
    assert not validator.is_valid({**good, "action": {"kind": "Dice", "dice": [6, 6]}})
    assert not validator.is_valid({**good, "surprise": 1})


def test_typescript_names_every_struct_and_leaves_nothing_unknown() -> None:
    text = schema.typescript()
    assert "unknown" not in text
    for struct in (protocol.Welcome, protocol.Update, resources.CreateGame, resources.Board):
        assert f"export interface {struct.__name__} {{" in text


def test_typescript_has_the_numbers_of_the_rules() -> None:
    text = schema.typescript()
    assert f"export const BANK = {codes.BANK};" in text
    assert f"export const SQUARES = {codes.SQUARES};" in text
    assert '"before-throw"' in text
    assert '"free_parking"' in text


def test_every_endpoint_is_described_and_every_reference_leads_somewhere() -> None:
    spec = schema.openapi()
    assert sum(len(methods) for methods in spec["paths"].values()) == len(endpoints.ENDPOINTS)
    known = spec["components"]["schemas"]

    def walk(node: object) -> None:
        if isinstance(node, dict):
            if "$ref" in node:
                assert node["$ref"].rpartition("/")[2] in known
            for part in node.values():
                walk(part)
        elif isinstance(node, list):
            for part in node:
                walk(part)

    walk(spec)


def test_every_reason_of_a_refusal_is_in_the_document() -> None:
    page = (ROOT / "docs/protocol.md").read_text()
    assert all(f"`{reason}`" in page for reason in get_args(Reason))
