"""The endpoints of the REST part. Routes and the OpenAPI description are made from this list."""

from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta

from passgo.server.http.judgements import Advice, AdviceWanted, Analysis, Counting
from passgo.server.http.resources import (
    Board,
    BotInfo,
    Created,
    CreateGame,
    EditionDetail,
    EditionInfo,
    GameLine,
    Health,
    Join,
    Joined,
    Record,
    Replay,
    RuleInfo,
    Text,
    Verdict,
)
from passgo.server.wire.types import GameId


class Parameter(NamedTuple):
    """A parameter in the path or the query."""

    name: str
    where: Literal["path", "query"]
    type: Any
    help: str
    required: bool = False


class Endpoint(NamedTuple):
    """One endpoint. `name` is the name of its method in `Rest`; `answer` is a struct or a media type."""

    method: Literal["GET", "POST"]
    path: str
    name: str
    help: str
    answer: Any
    parameters: tuple[Parameter, ...] = ()
    body: Any = None
    refusals: tuple[int, ...] = ()
    also: tuple[Any, ...] = ()
    """Other forms of the answer, each a struct or a media type."""
    keyed: bool = False
    """If the game is not public, a request needs a key of the game in the Authorization header."""
    later: Any = None
    """What the answer is as long as the other one is not ready, with status 202."""
    creates: bool = False
    """Is something created, and the status of the answer 201?"""


GAME = Parameter("game", "path", GameId, "the id of a game", True)
EDITION = Parameter("edition", "path", Text, "the name of an edition, as /api/editions lists them", True)
GAME_REFUSALS = (403, 404)

ENDPOINTS = (
    Endpoint("GET", "/api/health", "health", "Whether the server can keep games now.", Health, refusals=(503,)),
    Endpoint("GET", "/api/health/live", "live", "Whether the server answers at all.", Health),
    Endpoint(
        "GET",
        "/api/health/ready",
        "ready",
        "Whether the server can keep games now: it has just written something, within a second.",
        Health,
        refusals=(503,),
    ),
    Endpoint("GET", "/metrics", "metrics", "Figures for Prometheus.", "text/plain"),
    Endpoint("GET", "/api/openapi.json", "openapi", "This description.", dict[str, Any]),
    Endpoint("GET", "/api/protocol.json", "protocol", "The JSON Schema of the socket's messages.", dict[str, Any]),
    Endpoint("GET", "/api/bots", "bots", "The bots that can be given a seat.", list[BotInfo]),
    Endpoint("GET", "/api/editions", "editions", "The editions.", list[EditionInfo]),
    Endpoint(
        "GET",
        "/api/editions/{edition}",
        "edition",
        "An edition: every option with its help, and the board.",
        EditionDetail,
        (EDITION,),
        refusals=(404,),
    ),
    Endpoint(
        "GET",
        "/api/rules",
        "rules",
        "Search the rulebook.",
        list[RuleInfo],
        (
            Parameter("q", "query", Text, "words to look for; without them, every rule"),
            Parameter("edition", "query", Text, "only the rules of this edition"),
        ),
        refusals=(404,),
    ),
    Endpoint(
        "GET",
        "/api/rules/{rule}",
        "rule",
        "Why? One rule, explained for an edition.",
        RuleInfo,
        (
            Parameter("rule", "path", Text, "the id of a rule, like jail.third-turn", True),
            Parameter("edition", "query", Text, "for this edition; otherwise classic"),
        ),
        refusals=(404,),
    ),
    Endpoint(
        "GET",
        "/api/games",
        "games",
        "Public games, the newest first.",
        list[GameLine],
        (
            Parameter("status", "query", Literal["open", "playing", "finished"], "only these; otherwise open ones"),
            Parameter("before", "query", Annotated[int, Meta(ge=0, le=2**53)], "changed before this time: a page on"),
        ),
        refusals=(400,),
    ),
    Endpoint(
        "POST",
        "/api/games",
        "create",
        "Create a game.",
        Created,
        body=CreateGame,
        refusals=(400, 403, 413, 429),
        creates=True,
    ),
    Endpoint("GET", "/api/games/{game}", "game", "One game.", GameLine, (GAME,), refusals=GAME_REFUSALS, keyed=True),
    Endpoint(
        "POST",
        "/api/games/{game}/seats",
        "join",
        "Take a free seat, by a name and a token.",
        Joined,
        (GAME,),
        Join,
        (400, 403, 404, 409, 413, 429),
        creates=True,
    ),
    Endpoint(
        "GET",
        "/api/games/{game}/board",
        "board",
        "The board as this table plays it.",
        Board,
        (GAME,),
        refusals=GAME_REFUSALS,
        keyed=True,
    ),
    Endpoint(
        "GET",
        "/api/games/{game}/record",
        "record",
        "The whole game as a text, which `passgo verify` checks; as JSON or Parquet too.",
        "text/plain",
        (GAME, Parameter("as", "query", Literal["text", "json", "parquet"], "otherwise text")),
        also=(Record, "application/vnd.apache.parquet"),
        refusals=(400, 403, 404, 409),
        keyed=True,
    ),
    Endpoint(
        "GET",
        "/api/games/{game}/replay",
        "replay",
        "A finished game, moment by moment.",
        Replay,
        (
            GAME,
            Parameter("after", "query", Annotated[int, Meta(ge=0, le=2**53)], "from the moment after this seq"),
            Parameter("limit", "query", Annotated[int, Meta(ge=1, le=500)], "so many moments; otherwise 200"),
        ),
        refusals=(400, 403, 404, 409),
        keyed=True,
    ),
    Endpoint(
        "GET",
        "/api/games/{game}/analysis",
        "analysis",
        "What decided a finished game. Until it is counted, the answer is 202 and says how far it is.",
        Analysis,
        (GAME,),
        refusals=(403, 404, 409, 503),
        keyed=True,
        later=Counting,
    ),
    Endpoint(
        "POST",
        "/api/games/{game}/advice",
        "advice",
        "Chances, choices or the fairness of a deal, at a table that allows advice.",
        Advice,
        (GAME,),
        AdviceWanted,
        (400, 403, 404, 409, 413, 429, 503),
        keyed=True,
    ),
    Endpoint(
        "GET",
        "/api/games/{game}/verify",
        "verify",
        "Deal a finished game's dice and cards again from its seed, and compare.",
        Verdict,
        (GAME,),
        refusals=(403, 404, 409),
        keyed=True,
    ),
)
