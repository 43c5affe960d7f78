"""The web application: REST, the socket, the browser's files, and the headers that keep browsers safe."""

import asyncio
import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, MutableMapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from passgo.server.bots.pool import BotPool
from passgo.server.clock import Clock
from passgo.server.config import Host, Limits
from passgo.server.http.endpoints import ENDPOINTS
from passgo.server.http.floods import HttpBudget, Turnstile
from passgo.server.http.lines import Lines
from passgo.server.http.origins import Origins, header
from passgo.server.http.proxies import Proxies
from passgo.server.http.rest import Rest, problem_response
from passgo.server.http.share import MARK, PICTURE, Sharing
from passgo.server.metrics import Metrics
from passgo.server.rate_limit import Buckets, address_of
from passgo.server.store import Store, open_store
from passgo.server.table.lobby import Lobby
from passgo.server.troubles import Troubles
from passgo.server.wire.admission import Admission
from passgo.server.wire.connection import Connection, Receive, Send
from passgo.server.wire.websocket import NAME as SOCKET
from passgo.server.wire.websocket import FrameBudget

STATIC = Path(__file__).parent / "static"
"""The built browser game, if it is there."""

PAGES = (
    "/",
    "/new",
    "/bank",
    "/rules",
    "/rules/{rule}",
    "/rules/{edition}/{beside}",
    "/g/{game}",
    "/g/{game}/replay",
    "/g/{game}/dice",
)
"""Addresses that the browser game draws; `web/src/state/route.svelte.ts` has the same."""

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
        " object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

HTTPS_ONLY = "max-age=31536000"
"""For a year browsers come by https alone, once they did."""
OF_OTHER_SITES = "pages of other sites may not do that here"
ROOT = re.compile(r"(?:/[\w.~-]+)*")

Scope = MutableMapping[str, Any]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class SafeHeaders:
    """Adds headers to every answer."""

    def __init__(self, app: Application, origins: Origins, tls: bool) -> None:
        self._app, self._origins, self._tls = app, origins, tls

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and add headers to the answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sending(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers(scope).items():
                    if name == "vary":
                        headers.add_vary_header(value)
                    else:
                        headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, sending)

    def _headers(self, scope: Scope) -> dict[str, str]:
        headers = dict(HEADERS)
        if self._tls or scope.get("scheme") == "https":
            headers["strict-transport-security"] = HTTPS_ONLY
        if scope["method"] == "POST" or header(scope, b"authorization") is not None:
            headers["cache-control"] = "no-store"  # the answer holds keys, or was given for one
        if path_of(scope).startswith("/api/"):
            headers |= self._origins.sharing(scope)
        return headers


class Server:
    """One server process: a store and everything on top of it."""

    def __init__(
        self,
        database: str,
        *,
        limits: Limits | None = None,
        origins: Iterable[str] = (),
        hosts: Iterable[str] = (),
        root_path: str = "",
        tls: bool = False,
        workers: int = 1,
        bot_seconds: float = 2.0,
        bots: BotPool | None = None,
        store: Store | None = None,
        static: Path = STATIC,
        clock: Callable[[], Clock] = Clock,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._database, self._store, self._static = database, store, static
        self._limits, self._origins = limits or Limits(), Origins(origins, hosts)
        self._root, self._tls = parse_root(root_path), tls
        self._clock, self._entropy = clock, entropy
        self._metrics = Metrics()
        self._bots = bots or BotPool(self._metrics, workers, bot_seconds)
        self._admission = Admission(self._limits)
        frames, of_address = self._limits.frames_per_second, self._limits.address_frames_per_second
        self._frames = FrameBudget(frames, of_address, self._note_flood)
        self._shut_out: Callable[[str], None] = lambda address: None
        self._budget = HttpBudget(self._limits, self._metrics, lambda address: self._shut_out(address))
        self._turnstile = Turnstile()
        self._page_requests = Buckets(self._limits.pages_per_second, 5 * self._limits.pages_per_second)
        self._read_page = (0, "")
        """When the page that was read last had changed, and the page."""
        self.lobby: Lobby

    def app(self, proxies: Proxies | None = None) -> Application:
        """The application; what these proxies say of clients is believed."""
        routes = [
            Route(endpoint.path, self._rest(endpoint.name), methods=[endpoint.method], name=endpoint.name)
            for endpoint in ENDPOINTS
        ]
        pages = Starlette(
            routes=[*routes, *self._pages()],
            exception_handlers={404: self._not_found, 405: not_allowed, 500: broken},
            lifespan=self._lifespan,
        )
        outside = SafeHeaders(self._refuse_or(pages), self._origins, self._tls)

        async def application(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "lifespan":
                return await pages(scope, receive, send)
            forwarded = proxies is not None and proxies.believe(scope)
            self._find_path(scope)
            if scope["type"] == "websocket":
                return await self._socket(scope, receive, send)
            address = address_of(scope)
            if forwarded and not self._budget.take_behind_proxy(address):
                return await refuse_barely(send)
            await self._turnstile.enter(address)
            return await outside(scope, receive, send)

        return application

    def lines(self, proxies: Proxies) -> Lines:
        """The HTTP connections of this server."""
        lines = Lines(self._limits, proxies, self._metrics, self._budget, self._admission.entrance)
        self._shut_out = lines.shut_out
        return lines

    def _find_path(self, scope: Scope) -> None:
        """Let the path begin with the root. Some proxies take it off, some leave it."""
        path = scope["path"]
        scope["root_path"] = self._root
        if path != self._root and not path.startswith(f"{self._root}/"):
            scope["path"] = self._root + path

    def _refuse_or(self, pages: Application) -> Application:
        """What needs no look at the path: requests for another server, for too much, or whether a page may ask."""

        async def application(scope: Scope, receive: Receive, send: Send) -> None:
            answer = self._refusal(scope) or self._preflight(scope)
            if answer is None and scope["path"] == self._root != "":
                answer = Response(status_code=308, headers={"location": f"{self._root}/"})
            await (answer or pages)(scope, receive, send)

        return application

    def _refusal(self, scope: Scope) -> Response | None:
        problem = self._origins.problem_of_host(scope)
        if problem is not None:
            return problem_response(*problem)
        if not path_of(scope).startswith(("/api/", "/metrics")) and not self._page_requests.take(address_of(scope)):
            return problem_response(429, "too many requests: wait a little")
        return None

    def _preflight(self, scope: Scope) -> Response | None:
        """The answer to a browser that asks whether a page of another origin may ask something."""
        asked = header(scope, b"access-control-request-method")
        if scope["method"] != "OPTIONS" or asked is None or not path_of(scope).startswith("/api/"):
            return None
        headers = self._origins.preflight(scope)
        if headers is None:
            return problem_response(403, OF_OTHER_SITES)
        return Response(status_code=204, headers=headers)

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        store = self._store or await open_store(self._database, wait=True)
        process = self._entropy(6).hex()
        host = Host(store, self._bots, self._metrics, self._limits, self._clock(), self._entropy, process=process)
        store.on_trouble = Troubles(self._metrics).note
        self.lobby = Lobby(host)
        self._rest_of, self._sharing = Rest(self.lobby), Sharing(self.lobby, self._limits)
        await self.lobby.open()
        watching = asyncio.create_task(self._metrics.watch_loop())
        try:
            yield
        finally:
            watching.cancel()
            self._sharing.close()
            await self._rest_of.close()
            await self.lobby.close()
            await store.close()

    def _rest(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(request: Request) -> Response:
            if request.method == "POST" and not self._origins.may_come_from(request.scope):
                return problem_response(403, OF_OTHER_SITES)
            return await self._rest_of.endpoint(name)(request)

        return endpoint

    # The socket

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a connection, if it comes from where it may and its address does not open too many."""
        address = address_of(scope)
        await receive()  # websocket.connect
        problem = self._origins.problem_of_host(scope)
        if problem is None and not self._origins.may_come_from(scope):
            problem = (403, OF_OTHER_SITES)
        if problem is None and path_of(scope) != "/socket":
            problem = (404, "there is no such thing")
        if problem is not None:
            return await refuse_socket(send, *problem)
        if not self._admission.may_open(address):
            return await refuse_socket(send, 429, "too many connections: wait a little")
        self._metrics.sockets.inc()
        try:
            socket = scope.get("extensions", {}).pop(SOCKET, None)
            if socket is not None:
                socket.meter = self._frames.meter(address)
            await send({"type": "websocket.accept"})
            if socket is not None:
                socket.forget_handshake()
            await Connection(address, receive, send, self.lobby, self._admission, socket).run()
        finally:
            self._metrics.sockets.dec()

    def _note_flood(self) -> None:
        self._metrics.floods.inc()

    # The browser's files

    def _pages(self) -> list[Any]:
        """The browser game: its files, and its one page for every other address."""
        if not self._page.exists():
            return [Route("/", no_page)]

        async def picture(request: Request) -> Response:
            return await self._sharing.picture(request)

        return [
            *(Route(address, self._index) for address in PAGES),
            *(Route(address, picture) for address in (f"/{PICTURE}", "/g/{game}/card.png")),
            Mount("/assets", HashedFiles(directory=self._static / "assets", check_dir=False)),
            Mount("/", StaticFiles(directory=self._static)),
        ]

    @property
    def _page(self) -> Path:
        return self._static / "index.html"

    async def _index(self, request: Request, status: int = 200) -> Response:
        """The page, with what a link to it shows where it is shared."""
        tags = await self._sharing.tags(request)
        return HTMLResponse(self._rooted_page().replace(MARK, tags), status, {"cache-control": "no-cache"})

    def _rooted_page(self) -> str:
        """The page. It names its files from the root on, and the root itself, so the root's path goes before them.

        It is read when it has changed, not at every request.
        """
        changed = self._page.stat().st_mtime_ns
        if self._read_page[0] != changed:
            self._read_page = (changed, self._page.read_text("utf-8").replace('="/', f'="{self._root}/'))
        return self._read_page[1]

    async def _not_found(self, request: Request, problem: Exception) -> Response:
        """Nothing is at this address: a browser gets a page that says so, a program gets JSON."""
        asks_for_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if asks_for_page and not path_of(request.scope).startswith("/api/") and self._page.exists():
            return await self._index(request, 404)
        return problem_response(404, "there is no such thing")


def path_of(scope: Scope) -> str:
    """The path of a request, without the root."""
    return str(scope["path"])[len(scope.get("root_path", "")) :]


def parse_root(path: str) -> str:
    """A path under which everything is served: nothing, or like /monopoly. ValueError if it is none.

    >>> parse_root("/"), parse_root("monopoly/")
    ('', '/monopoly')
    """
    root = "/" + path.strip("/") if path.strip("/") else ""
    if not ROOT.fullmatch(root):
        raise ValueError(f"a root path is like /monopoly, not {path!r}")
    return root


async def refuse_barely(send: Send) -> None:
    """Refuse a request at the least cost. The connection stays open: it is a proxy's, and others need it."""
    await send({"type": "http.response.start", "status": 429, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})


async def refuse_socket(send: Send, status: int, problem: str) -> None:
    """Refuse a connection before it is one, in words."""
    answer = problem_response(status, problem)
    await send({"type": "websocket.http.response.start", "status": status, "headers": answer.raw_headers})
    await send({"type": "websocket.http.response.body", "body": answer.body})


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
