"""The web application: REST, the socket, the browser's files, and the headers that keep browsers safe."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, MutableMapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from passgo.server.bots.pool import BotPool
from passgo.server.config import Host, Limits
from passgo.server.http.endpoints import ENDPOINTS
from passgo.server.http.rest import Rest, problem_response
from passgo.server.metrics import Metrics
from passgo.server.rate_limit import Buckets, Counts, address_of
from passgo.server.store import Store, open_store
from passgo.server.table.lobby import Lobby
from passgo.server.wire.connection import Connection, Receive, Send
from passgo.server.wire.websocket import NAME as SOCKET

STATIC = Path(__file__).parent / "static"
"""The built browser game, if it is there."""

PAGES = ("/", "/new", "/rules", "/rules/{rule}", "/g/{game}", "/g/{game}/replay", "/g/{game}/dice")
"""Addresses that the browser game draws; `web/src/state/route.svelte.ts` has the same."""

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
        " object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

Scope = MutableMapping[str, Any]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class SafeHeaders:
    """Adds headers to every answer."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and add headers to the answer."""

        async def sending(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, sending if scope["type"] == "http" else send)


class Server:
    """One server process: a store and everything on top of it."""

    def __init__(
        self,
        database: str,
        *,
        limits: Limits | None = None,
        origins: Iterable[str] = (),
        workers: int = 1,
        bot_seconds: float = 2.0,
        bots: BotPool | None = None,
        store: Store | None = None,
        static: Path = STATIC,
    ) -> None:
        self._database, self._store, self._static = database, store, static
        self._limits, self._origins = limits or Limits(), set(origins)
        self._metrics = Metrics()
        self._bots = bots or BotPool(self._metrics, workers, bot_seconds)
        most = self._limits.sockets_per_address
        self._sockets, self._opening = Counts(most), Buckets(most / 10, most)
        self.lobby: Lobby

    def app(self) -> Application:
        """The application."""
        routes = [
            Route(endpoint.path, self._rest(endpoint.name), methods=[endpoint.method], name=endpoint.name)
            for endpoint in ENDPOINTS
        ]
        pages = Starlette(
            routes=[*routes, *self._pages()],
            middleware=[Middleware(SafeHeaders)],
            exception_handlers={404: self._not_found, 405: not_allowed, 500: broken},
            lifespan=self._lifespan,
        )

        async def application(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "websocket":
                await self._socket(scope, receive, send)
            else:
                await pages(scope, receive, send)

        return application

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        store = self._store or await open_store(self._database)
        self.lobby = Lobby(Host(store, self._bots, self._metrics, self._limits))
        self._rest_of = Rest(self.lobby)
        await self.lobby.open()
        try:
            yield
        finally:
            await self.lobby.close()
            await store.close()

    def _rest(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(request: Request) -> Response:
            if request.method == "POST" and not self._may_come_from(request.scope):
                return problem_response(403, "pages of other sites may not do that here")
            return await self._rest_of.endpoint(name)(request)

        return endpoint

    # The socket

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a connection, if it comes from where it may and the address has not too many."""
        address = address_of(scope)
        await receive()  # websocket.connect
        welcome = scope["path"] == "/socket" and self._may_come_from(scope) and self._opening.take(address)
        if not welcome or not self._sockets.enter(address):
            await send({"type": "websocket.close", "code": 4403})
            return
        self._metrics.sockets += 1
        try:
            await send({"type": "websocket.accept"})
            socket = scope.get("extensions", {}).pop(SOCKET, None)
            if socket is not None:
                socket.forget_handshake()
            await Connection(address, receive, send, self.lobby, socket).run()
        finally:
            self._metrics.sockets -= 1
            self._sockets.leave(address)

    def _may_come_from(self, scope: Scope) -> bool:
        """May a request come from this origin? Programs name none; a page must be ours or of an allowed origin."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"] if name in (b"origin", b"host")}
        origin = headers.get(b"origin")
        if origin is None or origin in self._origins:
            return True
        try:
            return str(urlsplit(origin).netloc) == headers.get(b"host")
        except ValueError:  # no address at all
            return False

    # The browser's files

    def _pages(self) -> list[Any]:
        """The browser game: its files, and its one page for every other address."""
        if not self._page.exists():
            return [Route("/", no_page)]

        async def index(request: Request) -> Response:
            return self._index()

        return [
            *(Route(address, index) for address in PAGES),
            Mount("/assets", HashedFiles(directory=self._static / "assets", check_dir=False)),
            Mount("/", StaticFiles(directory=self._static)),
        ]

    @property
    def _page(self) -> Path:
        return self._static / "index.html"

    def _index(self, status: int = 200) -> Response:
        return FileResponse(self._page, status, headers={"cache-control": "no-cache"})

    async def _not_found(self, request: Request, problem: Exception) -> Response:
        """Nothing is at this address: a browser gets a page that says so, a program gets JSON."""
        asks_for_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if asks_for_page and not request.url.path.startswith("/api/") and self._page.exists():
            return self._index(404)
        return problem_response(404, "there is no such thing")


class HashedFiles(StaticFiles):
    """Files whose names hold a hash of their content, so that a browser may keep them for ever."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        """The file, with a header that lets the browser keep it."""
        answer = super().file_response(*args, **kwargs)
        answer.headers["cache-control"] = "public, max-age=31536000, immutable"
        return answer


async def no_page(request: Request) -> Response:
    """There is no browser game here."""
    return PlainTextResponse(
        "PassGo is running. The browser game is not built; programs can play: see docs/protocol.md.\n"
    )


async def broken(request: Request, problem: Exception) -> Response:
    """Something is wrong with the server itself; the log says what."""
    return problem_response(500, "the server made a mistake, and its log says which")


async def not_allowed(request: Request, problem: Exception) -> Response:
    """The address exists, but not for this method."""
    answer = problem_response(405, "that cannot be done here")
    answer.headers.update(getattr(problem, "headers", None) or {})
    return answer
