"""The link of a seat: where the server is, which game it is, and the key that opens the seat."""

from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True)
class SeatLink:
    """A seat at a server's table. `server` is its address with the path under which all is served."""

    server: str
    game: str
    key: str

    @property
    def socket(self) -> str:
        """The address of the socket."""
        return f"ws{self.server.removeprefix('http')}/socket?game={self.game}"

    @property
    def board(self) -> str:
        """Where the board of the game is."""
        return f"{self.server}/api/games/{self.game}/board"

    def __repr__(self) -> str:
        return f"<a seat of {self.server}/g/{self.game}>"  # without the key, which is a secret


def parse_link(link: str, server: str = "", game: str = "") -> SeatLink:
    """A seat from its link; what the link leaves out may be said beside it.

    >>> parse_link("https://play.example/monopoly/g/4YbV2k#seat=secret").socket
    'wss://play.example/monopoly/socket?game=4YbV2k'
    >>> parse_link("/g/4YbV2k#seat=secret", "http://localhost:8000").server
    'http://localhost:8000'
    >>> parse_link("secret", "localhost:8000", "4YbV2k")
    <a seat of http://localhost:8000/g/4YbV2k>
    """
    address, _, fragment = link.strip().partition("#")
    key = parse_qs(fragment).get("seat", [""])[0]
    if not fragment and "/" not in address:  # the key alone
        address, key = "", address
    root, found, named = address.rpartition("/g/")
    root = (root if "://" in root else server.strip()).rstrip("/")
    game = named.strip("/") if found else game.strip()
    root = root if "://" in root or not root else f"http://{root}"
    if not key:
        raise ValueError("expected a link with a seat's key in it: .../g/GAME#seat=KEY")
    if not game:
        raise ValueError("expected a link with the game in it, .../g/GAME#seat=KEY, or --game")
    if urlsplit(root).scheme not in ("http", "https") or not urlsplit(root).hostname:
        raise ValueError("expected a link that begins with http:// or https://, or --server with such an address")
    return SeatLink(root, game, key)
