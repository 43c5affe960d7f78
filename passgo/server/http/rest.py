"""The REST part: everything but playing. Each method of `Rest` serves one entry of `endpoints.ENDPOINTS`."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, get_args

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

import passgo
from passgo import bots, editions, rulebook
from passgo.server.http import export, schema
from passgo.server.http.resources import (
    BotInfo,
    CreateGame,
    EditionDetail,
    EditionInfo,
    Health,
    Join,
    OptionInfo,
    Problem,
    RuleInfo,
)
from passgo.server.rate_limit import Buckets, address_of
from passgo.server.store import Unavailable
from passgo.server.table.edition_engine import edition_engine
from passgo.server.table.live_game import LiveGame
from passgo.server.table.lobby import Lobby, LobbyRefusal
from passgo.server.wire import protocol
from passgo.server.wire.types import LARGEST_MESSAGE

JSON = msgspec.json.Encoder()
LONGEST_QUESTION = 200
LARGEST_NUMBER = 2**53
TEXT_FILE = "text/plain; charset=utf-8"


def json_response(value: Any, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(JSON.encode(value), status, media_type="application/json")


def problem_response(status: int, problem: str, rule: str = "") -> Response:
    """An answer that says why a request was refused."""
    return json_response(Problem(problem, rule), status)


class Rest:
    """The endpoints of one server."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.host = lobby, lobby.host
        limits = self.host.limits
        self._requests = Buckets(limits.requests_per_second, limits.requests_burst)
        self._writing = ThreadPoolExecutor(1, thread_name_prefix="passgo-exporter")
        self._creations = Buckets(limits.games_per_address / 3600, limits.games_per_address)

    def endpoint(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        """The method of an endpoint, wrapped: it checks the limits and turns exceptions into answers."""
        function: Callable[[Request], Awaitable[Response]] = getattr(self, name)

        async def guarded(request: Request) -> Response:
            if not self._requests.take(address_of(request.scope)):
                self.host.metrics.too_fast += 1
                return problem_response(429, "too many requests: wait a little")
            try:
                return await function(request)
            except LobbyRefusal as problem:
                return problem_response(problem.status, problem.problem, problem.rule)
            except Unavailable:
                return problem_response(503, "games cannot be kept or read now: try again soon")
            except ClientDisconnect:
                return problem_response(400, "the request broke off")

        return guarded

    # About the server

    async def health(self, request: Request) -> Response:
        """Whether games can be kept."""
        healthy = await self.host.store.healthy()
        return json_response(Health(healthy, passgo.__version__, protocol.VERSION), 200 if healthy else 503)

    async def metrics(self, request: Request) -> Response:
        """Figures for Prometheus."""
        return Response(self.host.metrics.text(await self.host.store.counts()), media_type="text/plain; version=0.0.4")

    async def openapi(self, request: Request) -> Response:
        """The description of this part."""
        return json_response(schema.openapi())

    async def protocol(self, request: Request) -> Response:
        """The JSON Schema of the socket."""
        return json_response(schema.json_schema())

    async def bots(self, request: Request) -> Response:
        """The bots: first the levels, then the others."""
        others = [name for name in bots.BOTS if name not in bots.LEVELS]
        shown = [(name, name in bots.LEVELS) for name in (*bots.LEVELS, *others)]
        return json_response([BotInfo(name, bots.bot(name).description, level) for name, level in shown])

    # Editions and rules

    async def editions(self, request: Request) -> Response:
        """The editions."""
        return json_response([edition_info(name) for name in map(find_edition, editions.known_names())])

    async def edition(self, request: Request) -> Response:
        """One edition with options and board."""
        name = find_edition(request.path_params["edition"])
        options = [option_info(option, name) for option in editions.options(name)]
        return json_response(EditionDetail(edition_info(name), options, edition_engine(name, "").board))

    async def rules(self, request: Request) -> Response:
        """Search the rulebook."""
        words = request.query_params.get("q", "")[:LONGEST_QUESTION]
        edition = request.query_params.get("edition")
        edition = find_edition(edition) if edition else None
        if words.strip():
            found = rulebook.search(words, edition)
        else:
            found = [rulebook.RULES[name] for name in (rulebook.in_edition(edition) if edition else rulebook.RULES)]
        return json_response([rule_info(rule, edition) for rule in found])

    async def rule(self, request: Request) -> Response:
        """One rule, explained."""
        edition = find_edition(request.query_params.get("edition") or "classic")
        try:
            rule = rulebook.rule(request.path_params["rule"][:LONGEST_QUESTION])
        except ValueError as problem:
            raise LobbyRefusal(404, str(problem)) from None
        return json_response(rule_info(rule, edition))

    # Games

    async def games(self, request: Request) -> Response:
        """Public games."""
        status = one_of(request, "status", Literal["open", "playing", "finished"])
        return json_response(await self.lobby.games(status, number(request, "before", None)))

    async def create(self, request: Request) -> Response:
        """Create a game."""
        wanted = await body_of(request, CreateGame)
        if not self._creations.take(address_of(request.scope)):
            raise LobbyRefusal(429, "too many games from this address: wait a while")
        return json_response(await self.lobby.create(wanted), 201)

    async def game(self, request: Request) -> Response:
        """One game."""
        await self._table(request)
        return json_response(await self.lobby.game(request.path_params["game"]))

    async def join(self, request: Request) -> Response:
        """Take a seat."""
        wanted = await body_of(request, Join)
        return json_response(await self.lobby.join(request.path_params["game"], wanted), 201)

    async def board(self, request: Request) -> Response:
        """The board of a game."""
        return json_response((await self._table(request)).state.edition.board)

    async def record(self, request: Request) -> Response:
        """The whole game: as text, JSON or Parquet."""
        kind = one_of(request, "as", Literal["text", "json", "parquet"])
        table = await self._exportable(request)
        game, seed, log = table.game, table.seed, await self.lobby.log(table.game)
        if kind == "text":
            return download(await self._aside(export.text_of, game, log, seed), f"{game}.txt", TEXT_FILE)
        if kind == "json":
            return download(await self._aside(export.json_of, game, log, seed), f"{game}.json", "application/json")
        try:
            content = await self._aside(export.parquet_of, game, log, seed)
        except ValueError as problem:
            raise LobbyRefusal(409, str(problem)) from None
        return download(content, f"{game}.parquet", "application/vnd.apache.parquet")

    async def replay(self, request: Request) -> Response:
        """A part of a game, moment by moment."""
        after, limit = number(request, "after", 0) or 0, number(request, "limit", 200) or 0
        if not 1 <= limit <= 500:
            raise LobbyRefusal(400, "limit is 1 to 500")
        table = await self._exportable(request)
        log = await self.lobby.log(table.game)
        return json_response(await self._aside(export.replay_of, table.game, log, after, limit))

    async def verify(self, request: Request) -> Response:
        """Whether the dice were those of the seed."""
        table = await self._table(request)
        if table.state.status != "finished":
            raise LobbyRefusal(409, "the seed is published when the game is over")
        log = await self.lobby.log(table.game)
        return json_response(await self._aside(export.verdict_on, table.game, log, table.seed))

    async def _aside(self, write: Callable[..., Any], *about: Any) -> Any:
        """Export a game in a thread of its own, one at a time, while the server goes on."""
        return await asyncio.get_running_loop().run_in_executor(self._writing, write, *about)

    async def _table(self, request: Request) -> LiveGame:
        """The table that a request names, if its key lets it look there."""
        scheme, _, key = request.headers.get("authorization", "").partition(" ")
        given = key.strip() if scheme.lower() == "bearer" else None
        return await self.lobby.find_table(request.path_params["game"], given)

    async def _exportable(self, request: Request) -> LiveGame:
        """The table, if its record may be given out: a record shows everybody's cash."""
        table = await self._table(request)
        state = table.state
        if not state.started_at:
            raise LobbyRefusal(409, "the game has not begun")
        if not state.over and state.edition.cash_private:
            raise LobbyRefusal(409, "a record shows everybody's cash, so it is given out when the game is over")
        return table


def download(content: bytes, name: str, kind: str) -> Response:
    """A file to be saved."""
    return Response(content, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


def edition_info(name: str) -> EditionInfo:
    """An edition."""
    book = edition_engine(name, "").ruleset
    least, most = book.players[0], book.players[-1]
    return EditionInfo(name, book.title, book.about, list(book.extends), book.year, least, most, list(book.tokens))


def option_info(option: editions.Option, edition: str) -> OptionInfo:
    """An option, as an edition offers it."""
    o = option
    house_rule = rulebook.is_house_rule(option, edition)
    return OptionInfo(o.name, o.rule, o.title, o.help, o.default, list(o.values), o.least, o.most, o.unit, house_rule)


def find_edition(name: str) -> str:
    """The full name of an edition that this server plays; LobbyRefusal if there is none of that name."""
    try:
        return editions.known_name(name[:LONGEST_QUESTION])
    except ValueError as problem:
        raise LobbyRefusal(404, str(problem)) from None


def rule_info(rule: rulebook.Rule, edition: str | None) -> RuleInfo:
    """A rule, for an edition if it is given."""
    info = RuleInfo(rule.id, rule.section, rule.says)
    if edition is not None:
        book = rulebook.book_of(edition)
        info.edition, info.extends, info.status = edition, list(editions.extends(edition)), rule.status[book]
        info.reading, info.ruled = rule.reading.get(book, ""), rule.ruled.get(book, "")
        info.source, info.why = rule.source.get(book, ""), rulebook.why(rule.id, edition)
        info.options = [option.name for option in editions.options(edition) if option.rule == rule.id]
    return info


def one_of(request: Request, name: str, allowed: Any) -> Any:
    """A parameter that is one of a few words; the first is the default."""
    words = get_args(allowed)
    word = request.query_params.get(name, words[0])
    if word not in words:
        raise LobbyRefusal(400, f"{name} is {', '.join(words[:-1])} or {words[-1]}")
    return word


def number(request: Request, name: str, default: int | None) -> int | None:
    """A parameter that is a whole number."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) <= 16) or int(text) > LARGEST_NUMBER:
        raise LobbyRefusal(400, f"{name} is a whole number from 0 on")
    return int(text)


async def body_of(request: Request, kind: type[Any]) -> Any:
    """The body of a request; reading stops when it is too long."""
    content = b""
    async for chunk in request.stream():
        content += chunk
        if len(content) > LARGEST_MESSAGE:
            raise LobbyRefusal(413, f"a request has at most {LARGEST_MESSAGE} bytes")
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        raise LobbyRefusal(400, f"the request makes no sense: {problem}"[:300]) from None
