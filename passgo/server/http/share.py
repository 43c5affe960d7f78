"""What a link to a page shows where it is shared: a title, a sentence and a picture, as Open Graph tags.

Of a game that is not public nothing is told, unless the link carries the mark of its card: the keys of a shared link
are in its fragment, which no server sees.
"""

from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from html import escape
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import passgo
from passgo.server.card.chart import Chart
from passgo.server.card.picture import Card, draw_card
from passgo.server.card.tokens import seat_tokens
from passgo.server.card.words import FIRST, Words, words_of
from passgo.server.config import Limits
from passgo.server.http.export_queue import ExportQueue
from passgo.server.http.judgements import Analysis, ChancePoint
from passgo.server.http.resources import GameLine
from passgo.server.http.rest import RETRY_AFTER_S, edition_info, problem_response
from passgo.server.rate_limit import Buckets, address_of
from passgo.server.store import Entry, Unavailable
from passgo.server.table import entries
from passgo.server.table.lobby import Lobby

MARK = "<!-- share -->"
"""Where the page has room for the tags."""
PICTURE = "share.png"
"""The picture of every page that is no game's."""
TITLE = "PassGo"
ANALYSED: str = entries.Analysed.__struct_config__.tag  # type: ignore[assignment]
HELPFUL = 0.03
"""A part that moved a chance by less is not worth a word."""
HEADERS = {"cache-control": "no-cache", "cross-origin-resource-policy": "cross-origin"}
"""Pages of others show the picture: that is what it is for."""
MOST_KEPT = 16 * 1024 * 1024
"""Bytes of pictures that stay in memory: about seventy."""


def share_words(line: GameLine | None, edition: str = "", words: Words | None = None) -> tuple[str, str]:
    """The title and the sentence for a link to a public game, to another game (None), or to any other page (None).

    >>> share_words(None)
    ('PassGo', 'Monopoly exactly as its rulebooks say, with friends or bots.')
    """
    words = words or words_of(FIRST)
    if line is None or not line.public:
        return TITLE, words.say("any_text")
    title = f"{line.title} · {TITLE}" if line.title else TITLE
    edition, headline = words.edition(line.edition, edition), headline_of(line, words)
    facts = f"{edition}, {words.say('players', count=len(line.seats))}."
    if line.status == "open":
        free = sum(seat.kind == "free" for seat in line.seats)
        said = words.say("free_one") if free == 1 else words.say("free_many", free=free, all=len(line.seats))
        facts = f"{edition}, {said}."
        return title, f"{headline}. {facts}" if inviter(line) else facts
    return title, f"{headline}. {facts}"


def inviter(line: GameLine) -> str:
    """The first person at a table, who has opened it; nobody where all have left."""
    return next((seat.name for seat in line.seats if seat.kind == "person"), "")


def headline_of(line: GameLine, words: Words) -> str:
    """The sentence that matters."""
    if line.status == "open":
        return words.say("invites", name=inviter(line)) if inviter(line) else words.say("invited")
    if not line.winners:
        return words.say("playing")
    names = words.listed([line.seats[seat].name for seat in line.winners])
    return words.say("won_one" if len(line.winners) == 1 else "won_many", names=names)


def share_tags(
    title: str, text: str, address: str, root: str, picture: str = PICTURE, words: Words | None = None
) -> str:
    """The tags; `root` is where the server is, with a slash at its end."""
    facts = {
        "og:type": "website",
        "og:site_name": TITLE,
        "og:title": title,
        "og:description": text,
        "og:url": address,
        "og:image": f"{root}{picture}",
        "og:image:type": "image/png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": (words or words_of(FIRST)).say("alt", text=text),
        "twitter:card": "summary_large_image",
    }
    return "\n    ".join(f'<meta property="{name}" content="{escape(value)}" />' for name, value in facts.items())


def card_of(line: GameLine | None, title: str, words: Words, log: Sequence[Entry] = ()) -> Card:
    """What is on the picture of a game's link, or of any other page's (None)."""
    if line is None:
        return Card(words.say("any_title"), text=words.say("any_text"))
    count = words.number(len(line.seats))
    strong = words.say("rules", edition=words.edition(line.edition, title))
    tokens = seat_tokens([None if seat.kind == "free" else seat.token for seat in line.seats])
    headline = headline_of(line, words)
    if line.status == "open":
        free = words.number(tokens.count(None))
        facts = words.say("seats", count=count, free=free)
        return Card(headline, strong, f", {facts}", tokens, words.say("opens"))
    if not line.winners:
        return Card(headline, strong, f", {words.say('players', count=count)}", tokens, words.say("watch"))
    order = sorted(range(len(tokens)), key=lambda seat: seat not in line.winners)
    found = analysis_in(log)
    facts = words.say("players", count=count)
    if found is not None:
        facts = words.say("rounds", count=count, rounds=turns_of(found)[-1].round + 1)
    foot = words.say("look") if found is None else decided(found, line.winners[0], words)
    chart = None if found is None else chart_of(found, tokens, line.winners, words)
    return Card(headline, strong, f", {facts}", tuple(tokens[seat] for seat in order), foot, chart)


def analysis_in(log: Sequence[Entry]) -> Analysis | None:
    """The analysis that somebody has asked for before; none is made for a card."""
    for entry in reversed(log):
        body = entries.body_of(entry) if entry.kind == ANALYSED else None
        if isinstance(body, entries.Analysed):
            with suppress(msgspec.ValidationError):  # an older version has written it
                found = msgspec.json.decode(body.content, type=Analysis)
                return found if len(found.points) > 1 else None
    return None


def turns_of(found: Analysis) -> list[ChancePoint]:
    """The chances when a turn began. Where a round ended the game, the last point is its end and no turn."""
    points = found.points
    return points[:-1] if len(points) > 1 and points[-1].chances == found.end else points


def decided(found: Analysis, winner: int, words: Words) -> str:
    """What brought it, the weightiest first."""
    shares = msgspec.to_builtins(found.parts[winner])
    named = sorted((part for part in ("luck", "decisions", "deals") if shares[part] > HELPFUL), key=shares.__getitem__)
    parts = words.listed([words.part(part) for part in reversed(named)]) if named else ""
    return words.say("decided", parts=parts) if parts else words.say("decided_many")


def chart_of(found: Analysis, tokens: Sequence[str | None], winners: Sequence[int], words: Words) -> Chart:
    """The chances along the game."""
    turns = turns_of(found)
    rounds = [point.round + 1 for point in turns]
    chances = [point.chances for point in turns] + [found.end]
    seats = [token or "" for token in tokens]
    first = words.say("round", n=rounds[0])
    return Chart(words.say("chance"), [*rounds, rounds[-1]], chances, seats, list(winners), first)


class Sharing:
    """The cards of one server process."""

    def __init__(self, lobby: Lobby, limits: Limits) -> None:
        self._lobby = lobby
        self._drawn = Buckets(limits.cards_per_second, limits.cards_burst)
        self._queue = ExportQueue(most_kept=MOST_KEPT)

    def close(self) -> None:
        """Draw no more of them."""
        self._queue.close()

    async def tags(self, request: Request) -> str:
        """The tags for the page that a request asks for."""
        line, words = await self._shared(request), words_of(request.query_params.get("lang"))
        root, address = str(request.base_url), str(request.url.replace(query="", fragment=""))
        if line is None:
            query = "" if words.language == FIRST else f"?{urlencode({'lang': words.language})}"
            return share_tags(*share_words(None, words=words), address, root, PICTURE + query, words)
        line = msgspec.structs.replace(line, public=True)  # for whoever has the link
        query = urlencode({**marks_of(request), "v": version_of(line, words)})
        said = share_words(line, edition_info(line.edition).title, words)
        return share_tags(*said, address, root, f"g/{line.game}/card.png?{query}", words)

    async def picture(self, request: Request) -> Response:
        """The picture of a link; of a game that is not for everybody, without its mark, that of all other pages."""
        try:
            line, words = await self._shared(request), words_of(request.query_params.get("lang"))
            version = version_of(line, words)
            headers = {**HEADERS, "etag": f'"{version}"'}
            if f'"{version}"' in request.headers.get("if-none-match", ""):
                return Response(status_code=304, headers=headers)
            if not self._queue.has((version,)) and not self._drawn.take(address_of(request.scope)):
                return problem_response(429, "too many pictures: wait a little")
            content = await self._draw(line, words, version)
            return Response(content, media_type="image/png", headers=headers)
        except Unavailable as problem:
            answer = problem_response(503, problem.reason)
            answer.headers["retry-after"] = str(RETRY_AFTER_S)
            return answer

    async def _draw(self, line: GameLine | None, words: Words, version: str) -> bytes:
        title = "" if line is None else edition_info(line.edition).title

        async def read() -> Sequence[Entry]:
            return await self._lobby.log(line.game) if line is not None and line.winners else []

        def write(game: str, log: Sequence[Entry]) -> bytes:
            del game
            return draw_card(card_of(line, title, words, log))

        return await self._queue.get((version,), True, read, write, "")

    async def _shared(self, request: Request) -> GameLine | None:
        """The game that a request names, as far as its link may tell of it."""
        game = request.path_params.get("game")
        try:
            return None if game is None else await self._lobby.shared_game(game, request.query_params.get("card", ""))
        except (Unavailable, OSError):
            return None  # the page says what is wrong; this is only its card


def marks_of(request: Request) -> dict[str, str]:
    """What of a page's address its picture needs, too."""
    return {name: request.query_params[name] for name in ("card", "lang") if name in request.query_params}


def version_of(line: GameLine | None, words: Words) -> str:
    """A text that changes when the picture does. Nothing of a game that is played is on it but who plays."""
    named: list[Any] = [passgo.__version__, words.language]
    if line is not None:
        named += [line.game, line.edition, line.status, line.title, line.winners, msgspec.to_builtins(line.seats)]
        named += [line.changed] if line.winners else []
    return sha256(repr(named).encode()).hexdigest()[:16]
