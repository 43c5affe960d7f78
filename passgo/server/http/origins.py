"""Which names are this server's, and whose pages may talk to it.

A page of a stranger can make a browser call any server that the browser reaches, also one at home. So a page must be
ours or of an origin that was named. And a stranger can have a name point to our address (DNS rebinding), so that the
page under that name seems to be ours: therefore requests must call this server by a name of ours. An address in numbers
is nobody's trick, and neither is a name that nobody can register: without dots, or of a network's own.
"""

import re
import socket
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import SplitResult, urlsplit

from passgo.server.http.proxies import parse_address

HOST = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.%]+)\]|(?P<name>[\w.-]{1,253}))(?::[0-9]{0,5})?", re.ASCII)
OF_NETWORKS = (".localhost", ".local", ".lan", ".home.arpa", ".internal", ".localdomain")
"""Ends of names that nobody can register."""
METHODS = "GET, POST"
CORS_HEADERS = "authorization, content-type, if-none-match"
CORS_EXPOSED = "content-disposition, etag, retry-after"
CORS_SECONDS = "600"
KEPT_NAMES = 64


class Origins:
    """The names of this server, and the origins whose pages may play here.

    >>> origins = Origins(hosts=["play.example"])
    >>> [origins.is_ours(host) for host in ("play.example", "192.0.2.7:8000", "localhost", "evil.example")]
    [True, True, True, False]
    """

    def __init__(self, allowed: Iterable[str] = (), hosts: Iterable[str] = ()) -> None:
        self.allowed = frozenset(origin.strip().rstrip("/").lower() for origin in allowed)
        self._named = frozenset(host.strip().rstrip(".").lower() for host in hosts)
        self._own = self._named or frozenset((socket.gethostname().lower(),))
        self.is_ours = lru_cache(KEPT_NAMES)(self._is_ours)  # clients call us by the same few names again and again

    def _is_ours(self, host: str) -> bool:
        """Is this, with or without a port, a name of this server? ValueError if it is no name at all."""
        parsed = HOST.fullmatch(host)
        if parsed is None:
            raise ValueError("the Host header makes no sense")
        name = (parsed["six"] or parsed["name"]).rstrip(".").lower()
        if parse_address(name) is not None or name == "localhost" or name in self._own or "*" in self._own:
            return True
        if any(own.startswith("*.") and name.endswith(own[1:]) for own in self._named):
            return True
        return not self._named and ("." not in name or name.endswith(OF_NETWORKS))

    def problem_of_host(self, scope: Mapping[str, Any]) -> tuple[int, str] | None:
        """Why a request is not for this server, with its status code; None if it is. Old programs name no host."""
        host = header(scope, b"host")
        if host is None:
            return None
        try:
            ours = self.is_ours(host)
        except ValueError as problem:
            return 400, str(problem)
        text = f"this server is not called {host}: if it should be, start it with --host-name {host.partition(':')[0]}"
        return None if ours else (421, text)

    def may_come_from(self, scope: Mapping[str, Any]) -> bool:
        """May a request come from this origin? Programs name none; a page must be ours or of an allowed origin."""
        origin = header(scope, b"origin")
        if origin is None or origin.lower() in self.allowed:
            return True
        try:
            page = urlsplit(origin)
            ours = urlsplit(f"{page.scheme}://{header(scope, b'host') or ''}")
            return bool(page.netloc) and (page.hostname, port_of(page)) == (ours.hostname, port_of(ours))
        except ValueError:  # no address at all
            return False

    def sharing(self, scope: Mapping[str, Any]) -> dict[str, str]:
        """The headers that let a page of an allowed origin read an answer. It gets no cookies: there are none."""
        if not self.allowed:
            return {}
        origin = header(scope, b"origin")
        if origin is None or origin.lower() not in self.allowed:
            return {"vary": "Origin"}
        return {"vary": "Origin", "access-control-allow-origin": origin, "access-control-expose-headers": CORS_EXPOSED}

    def preflight(self, scope: Mapping[str, Any]) -> dict[str, str] | None:
        """What answers a browser's question whether a page may ask something, beside `sharing`; None if it may not."""
        if "access-control-allow-origin" not in self.sharing(scope):
            return None
        return {
            "access-control-allow-methods": METHODS,
            "access-control-allow-headers": CORS_HEADERS,
            "access-control-max-age": CORS_SECONDS,
        }


def port_of(address: SplitResult) -> int | None:
    """The port of an address, which its scheme says if nothing else does."""
    return address.port or {"http": 80, "https": 443}.get(address.scheme)


def header(scope: Mapping[str, Any], name: bytes) -> str | None:
    """A header of a request; None if it is not there."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), None)
