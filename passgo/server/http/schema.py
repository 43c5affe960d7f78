"""The protocol described for others: JSON Schema, TypeScript types and OpenAPI, all from the message structs."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from passgo.rules import codes
from passgo.server.http import judgements, resources
from passgo.server.http.endpoints import ENDPOINTS, Endpoint, Parameter
from passgo.server.http.resources import Problem
from passgo.server.wire import protocol

STATUSES = {
    400: "the request makes no sense",
    403: "the game is not public, and no key of it came with the request",
    404: "there is no such thing",
    409: "not now",
    413: "the request is too large",
    429: "too many requests",
    503: "games cannot be kept now",
}
SOCKET = {
    "ClientMessage": protocol.ClientMessage,
    "ServerMessage": protocol.ServerMessage,
}
RESOURCES = (
    resources.Problem,
    resources.Health,
    resources.BotInfo,
    resources.EditionDetail,
    resources.RuleInfo,
    resources.CreateGame,
    resources.Created,
    resources.Join,
    resources.Joined,
    resources.GameLine,
    resources.Replay,
    resources.Record,
    resources.Verdict,
    judgements.Analysis,
    judgements.Counting,
    judgements.AdviceWanted,
    judgements.Advice,
)


def json_schema() -> dict[str, Any]:
    """The JSON Schema of every message of the socket: `ClientMessage` and `ServerMessage` are the two unions.

    >>> sorted(json_schema()["$defs"]["Ping"]["properties"])
    ['id', 'type', 'v']
    """
    schemas, components = msgspec.json.schema_components(tuple(SOCKET.values()))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"PassGo protocol {protocol.VERSION}",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in SOCKET],
        "$defs": {**dict(zip(SOCKET, schemas, strict=True)), **components},
    }


# TypeScript

CONSTANTS = {
    "SQUARES": "Squares of every board.",
    "DECK": "Cards of each deck.",
    "PLAYERS": "The most seats of any edition.",
    "BANK": "Who pays and is paid where no seat does; the owner of what nobody owns.",
    "POT": "House rule: the money on Free Parking.",
    "HOTEL": "The level of a lot with a hotel; below it are the houses.",
    "MOST_CASH": "The largest sum that a message may hold.",
}
"""The numbers of `rules/codes.py` that a browser needs, each with a comment."""


def typescript() -> str:
    """Types of every message and resource, for the browser."""
    schemas, components = msgspec.json.schema_components((*SOCKET.values(), *RESOURCES))
    parts = ["// Generated from the server's source by `passgo dev docs`. Edit the source, not this file.\n"]
    parts += [f"export const VERSION = {protocol.VERSION};\n"]
    parts += [f"/** {text} */\nexport const {name} = {getattr(codes, name)};\n" for name, text in CONSTANTS.items()]
    parts += [declare(name, schema) for name, schema in sorted(components.items())]
    parts += [f"export type {name} = {spell_type(schemas[n])};\n" for n, name in enumerate(SOCKET)]
    return "\n".join(parts)


def declare(name: str, schema: Mapping[str, Any]) -> str:
    """A struct as an interface; what a message may leave out is optional."""
    lines = comment(schema.get("description", ""), "")
    lines.append(f"export interface {name} {{")
    required = schema.get("required", [])
    for field, kind in schema["properties"].items():
        lines.append(f"  {field}{'' if field in required else '?'}: {spell_type(kind)};")
    return "\n".join([*lines, "}", ""])


def comment(text: str, indent: str) -> list[str]:
    """A docstring as a comment."""
    lines = [line.strip() for line in text.strip().splitlines()]
    if not lines:
        return []
    if len(lines) == 1:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


TYPE_NAMES = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def spell_type(schema: Mapping[str, Any]) -> str:
    """A schema as a TypeScript type.

    >>> spell_type({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}})
    '(number | null)[]'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(spell_type(choice) for choice in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    kind = schema.get("type")
    if kind == "array" and "prefixItems" in schema:
        return f"[{', '.join(spell_type(item) for item in schema['prefixItems'])}]"
    if kind == "array":
        item = spell_type(schema.get("items", {}))
        return f"({item})[]" if " " in item else f"{item}[]"
    if kind == "object":
        return f"{{ [name: string]: {spell_type(schema.get('additionalProperties', {}))} }}"
    return TYPE_NAMES.get(str(kind), "unknown")


# OpenAPI


def openapi() -> dict[str, Any]:
    """The REST part, described."""
    answers = [answer for endpoint in ENDPOINTS for answer in (endpoint.answer, endpoint.later, *endpoint.also)]
    types = [answer for answer in answers if answer is not None and not isinstance(answer, str)]
    types += [endpoint.body for endpoint in ENDPOINTS if endpoint.body is not None] + [Problem]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    schema_of = {repr(kind): schema for kind, schema in zip(types, schemas, strict=True)}
    paths: dict[str, Any] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation(endpoint, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "PassGo",
            "version": str(protocol.VERSION),
            "description": "Games are played over the socket at /socket; see docs/protocol.md.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "description": "a key of the game"}},
        },
    }


def operation(endpoint: Endpoint, schema_of: Mapping[str, Any]) -> dict[str, Any]:
    """One endpoint."""
    code = "201" if endpoint.creates else "200"
    described: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.help,
        "responses": {code: {"description": "done", "content": content(endpoint.answer, schema_of)}},
    }
    for other in endpoint.also:
        described["responses"][code]["content"] |= content(other, schema_of)
    if endpoint.later is not None:
        later = {"description": "not yet", "content": content(endpoint.later, schema_of)}
        described["responses"]["202"] = later
    for status in endpoint.refusals:
        refusal = {"description": STATUSES[status], "content": content(Problem, schema_of)}
        described["responses"][str(status)] = refusal
    if endpoint.parameters:
        described["parameters"] = [parameter_of(parameter) for parameter in endpoint.parameters]
    if endpoint.body is not None:
        described["requestBody"] = {"required": True, "content": content(endpoint.body, schema_of)}
    if endpoint.keyed:
        described["security"] = [{}, {"key": []}]
    return described


def content(kind: Any, schema_of: Mapping[str, Any]) -> dict[str, Any]:
    """A body of a request or answer."""
    if isinstance(kind, str):
        return {kind: {"schema": {"type": "string"} if kind.startswith("text/") else {}}}
    return {"application/json": {"schema": schema_of[repr(kind)]}}


def parameter_of(parameter: Parameter) -> dict[str, Any]:
    """One parameter."""
    return {
        "name": parameter.name,
        "in": parameter.where,
        "required": parameter.required,
        "description": parameter.help,
        "schema": msgspec.json.schema(parameter.type),
    }


# Writing them


def documents() -> dict[str, str]:
    """Each generated file by its path in the project.

    >>> sorted(documents())
    ['docs/openapi.json', 'docs/protocol.schema.json', 'web/src/protocol.ts']
    """
    return {
        "docs/protocol.schema.json": json.dumps(json_schema(), indent=1) + "\n",
        "docs/openapi.json": json.dumps(openapi(), indent=1) + "\n",
        "web/src/protocol.ts": typescript(),
    }


def write(root: Path) -> list[Path]:
    """Write them into the project; the files that changed."""
    changed = []
    for name, text in documents().items():
        path = root / name
        if not path.exists() or path.read_text() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            changed.append(path)
    return changed
