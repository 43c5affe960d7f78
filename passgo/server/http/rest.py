"""The REST part: everything but playing. Each method of `Rest` serves one entry of `endpoints.ENDPOINTS`."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, Literal, get_args

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

import passgo
from passgo import bots, editions, rulebook
from passgo.notation.actions import DEALS
from passgo.server.http import export, schema
from passgo.server.http.export_queue import ExportQueue
from passgo.server.http.judgements import AdviceWanted, Counting
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
from passgo.server.http.shared_answer import SharedAnswer
from passgo.server.judgement.analyses import Analyses
from passgo.server.judgement.judges import BadQuestion, Judge
from passgo.server.judgement.questions import AdviceQuestion
from passgo.server.keys import is_among
from passgo.server.metrics import TEXT
from passgo.server.rate_limit import Buckets, address_of
from passgo.server.store import Entry, Unavailable
from passgo.server.table.edition_engine import edition_engine
from passgo.server.table.live_game import LiveGame
from passgo.server.table.lobby import Lobby, LobbyRefusal
from passgo.server.table.snapshot import snapshot_mark
from passgo.server.wire import protocol
from passgo.server.wire.types import LARGEST_MESSAGE

JSON = msgspec.json.Encoder()
LONGEST_QUESTION = 200
LARGEST_NUMBER = 2**53
RETRY_AFTER_S = 2
ADVICE_SECONDS, MOST_ADVICE = 10.0, 16
"""How long the adviser may think, and how many questions may wait for it."""
COUNTS_S = 1.0
"""How long figures wait for the store's counts; then the last ones are told."""
NEVER_LIMITED = ("health", "live", "ready", "metrics")
"""What an operator's tools ask for: they must get an answer when players are told to wait."""
JSON_FILE = "application/json"
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
        self._exports = ExportQueue()
        self._trouble, self._counts = SharedAnswer(self.host.store.trouble), SharedAnswer(self.host.store.counts)
        self._last_counts: Mapping[str, int] = {}
        self._figures = SharedAnswer(self.figures)
        self._creations = Buckets(limits.games_per_address / 3600, limits.games_per_address)
        self._questions = Buckets(limits.advice_per_second, limits.advice_burst)
        self._analyses, self._adviser = Analyses(), Judge(ADVICE_SECONDS, MOST_ADVICE)

    async def close(self) -> None:
        """Begin no more exports and judgements."""
        self._exports.close()
        await self._analyses.close()
        await self._adviser.close()

    def endpoint(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        """The method of an endpoint, wrapped: it checks the limits and turns exceptions into answers."""
        function: Callable[[Request], Awaitable[Response]] = getattr(self, name)

        async def guarded(request: Request) -> Response:
            if name not in NEVER_LIMITED and not self._requests.take(address_of(request.scope)):
                self.host.metrics.refused.labels("too-fast").inc()
                return problem_response(429, "too many requests: wait a little")
            try:
                return await function(request)
            except LobbyRefusal as problem:
                self.host.metrics.refused.labels(f"http-{problem.status}").inc()
                return problem_response(problem.status, problem.problem, problem.rule)
            except Unavailable as problem:
                self.host.metrics.refused.labels("unavailable").inc()
                answer = problem_response(503, problem.reason)
                answer.headers["retry-after"] = str(RETRY_AFTER_S)
                return answer
            except ClientDisconnect:
                return problem_response(400, "the request broke off")

        return guarded

    # About the server

    async def live(self, request: Request) -> Response:
        """Whether the process answers at all."""
        return json_response(Health(True, passgo.__version__, protocol.VERSION))

    async def ready(self, request: Request) -> Response:
        """Whether games can be kept."""
        problem = await self._trouble.get()
        if problem is None:
            return json_response(Health(True, passgo.__version__, protocol.VERSION))
        return json_response(Health(False, passgo.__version__, protocol.VERSION, problem.reason), 503)

    health = ready

    async def metrics(self, request: Request) -> Response:
        """Figures for Prometheus, at most a second old."""
        return Response(await self._figures.get(), headers={"content-type": TEXT})

    async def figures(self) -> bytes:
        """The figures of now. Without the store, those of the process are told all the same."""
        with suppress(Unavailable, TimeoutError):
            async with asyncio.timeout(COUNTS_S):
                self._last_counts = await self._counts.get()
        return self.host.metrics.text(self._last_counts)

    async def openapi(self, request: Request) -> Response:
        """The description of this part."""
        return json_response(schema.openapi())

    async def protocol(self, request: Request) -> Response:
        """The JSON Schema of the socket."""
        return json_response(schema.json_schema())

    async def bots(self, request: Request) -> Response:
        """The bots: first the levels, then the others."""
        others = [name for name in bots.DESCRIPTIONS if name not in bots.LEVELS]
        shown = [(name, name in bots.LEVELS) for name in (*bots.LEVELS, *others)]
        return json_response([BotInfo(name, bots.DESCRIPTIONS[name], level) for name, level in shown])

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
        created = await self.lobby.created_before(wanted)
        if created is None:
            if not self._creations.take(address_of(request.scope)):
                raise LobbyRefusal(429, "too many games from this address: wait a while")
            created = await self.lobby.create(wanted)
        return json_response(created, 201)

    async def game(self, request: Request) -> Response:
        """One game; with the key of a seat, also whether it waits for that player."""
        table = await self._table(request)
        line = await self.lobby.game(table.game)
        line.asked = table.state.is_asked(key_of(request))
        return json_response(line)

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
        ending, media = RECORDS[kind]
        write = getattr(export, f"{kind}_of")
        try:
            answer = await self._export(request, table, kind, media, write, table.seed)
        except ValueError as problem:
            raise LobbyRefusal(409, str(problem)) from None
        answer.headers["content-disposition"] = f'attachment; filename="{table.game}.{ending}"'
        return answer

    async def replay(self, request: Request) -> Response:
        """A part of a game, moment by moment."""
        after, limit = number(request, "after", 0) or 0, number(request, "limit", 200) or 0
        if not 1 <= limit <= 500:
            raise LobbyRefusal(400, "limit is 1 to 500")
        table = await self._exportable(request)
        return await self._export(request, table, "replay", JSON_FILE, as_json(export.replay_of), after, limit)

    async def verify(self, request: Request) -> Response:
        """Whether the dice were those of the seed."""
        table = await self._table(request)
        if table.state.status != "finished":
            raise LobbyRefusal(409, "the seed is published when the game is over")
        return await self._export(request, table, "verdict", JSON_FILE, as_json(export.verdict_on), table.seed)

    async def analysis(self, request: Request) -> Response:
        """What decided a finished game, or how far the counting is."""
        table = await self._table(request)
        if table.state.status != "finished":
            raise LobbyRefusal(409, "a game is analysed when it is over")
        try:
            found = await self._analyses.get(table)
        except BadQuestion as problem:
            raise LobbyRefusal(409, f"this game cannot be analysed: {problem}") from None
        if isinstance(found, Counting):
            return json_response(found, 202)
        return Response(found, media_type=JSON_FILE, headers={"cache-control": "no-cache"})

    async def advice(self, request: Request) -> Response:
        """Chances, choices, or what a deal would change."""
        table, wanted = await self._table(request), await body_of(request, AdviceWanted)
        state = table.state
        self._require_advice(request, table, wanted)
        if not self._questions.take(f"{table.game} {address_of(request.scope)}"):
            raise LobbyRefusal(429, "too many questions to the adviser: wait a little")
        proposer = wanted.seat if wanted.seat is not None else 0
        log = [entry for entry in await self.lobby.log(table.game) if entry.seq <= state.seq]
        question = AdviceQuestion(table.game, log, wanted.about, wanted.seat, wanted.deal, proposer)
        try:
            return Response(await self._adviser.ask(question), media_type=JSON_FILE)
        except BadQuestion as problem:
            raise LobbyRefusal(400, str(problem)) from None

    def _require_advice(self, request: Request, table: LiveGame, wanted: AdviceWanted) -> None:
        """Refuse what the table's adviser does not answer."""
        state = table.state
        if not state.advice or state.status != "playing":
            raise LobbyRefusal(409, "there is no advice at this table" if not state.advice else "no game is played")
        if wanted.about != "chances" and wanted.seat is None:
            raise LobbyRefusal(400, "a seat is needed")
        if wanted.seat is not None and wanted.seat >= len(state.seats):
            raise LobbyRefusal(400, f"nobody sits at seat {wanted.seat}")
        if wanted.about == "deal" and (wanted.deal is None or wanted.deal.kind not in DEALS):
            raise LobbyRefusal(400, "a deal is needed")
        if wanted.about == "choices" and not is_among(key_of(request), [state.seats[wanted.seat or 0].key]):
            raise LobbyRefusal(403, "what a seat could do is said to its player alone")

    async def _export(
        self, request: Request, table: LiveGame, kind: str, media: str, write: Callable[..., bytes], *about: Any
    ) -> Response:
        """What `write` makes of a game's log. That of a finished game never changes: whoever has it, may keep it."""
        over, mark = table.state.over, export_mark(table, kind, *about)
        headers = {"cache-control": "no-cache", "etag": mark} if over else {"cache-control": "no-store"}
        if over and mark in asked_marks(request):
            return Response(status_code=304, headers=headers)

        async def log() -> Sequence[Entry]:
            return await self.lobby.log(table.game)

        content = await self._exports.get((table.game, mark), over, log, write, table.game, *about)
        return Response(content, media_type=media, headers=headers)

    async def _table(self, request: Request) -> LiveGame:
        """The table that a request names, if its key lets it look there."""
        return await self.lobby.find_table(request.path_params["game"], key_of(request))

    async def _exportable(self, request: Request) -> LiveGame:
        """The table, if its record may be given out: a record shows everybody's cash."""
        table = await self._table(request)
        state = table.state
        if not state.started_at:
            raise LobbyRefusal(409, "the game has not begun")
        if not state.over and state.edition.cash_private:
            raise LobbyRefusal(409, "a record shows everybody's cash, so it is given out when the game is over")
        return table


RECORDS = {
    "text": ("txt", TEXT_FILE),
    "json": ("json", JSON_FILE),
    "parquet": ("parquet", "application/vnd.apache.parquet"),
}
"""How the name of a record's file ends, and what kind of file it is; `export` has a function for each."""


def key_of(request: Request) -> str | None:
    """The key that came with a request."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else None


def export_mark(table: LiveGame, kind: str, *about: Any) -> str:
    """An entity tag: it names the kind of export, the moment of the game, and the code that writes it."""
    named = f"{table.game} {table.state.position_seq} {kind} {about} {passgo.__version__} {snapshot_mark()}"
    return f'"{sha256(named.encode()).hexdigest()[:24]}"'


def as_json(write: Callable[..., Any]) -> Callable[..., bytes]:
    """A function that gives the same, encoded."""
    return lambda *about: JSON.encode(write(*about))


def asked_marks(request: Request) -> set[str]:
    """The entity tags that a client says it has."""
    return {mark.strip().removeprefix("W/") for mark in request.headers.get("if-none-match", "").split(",")}


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
