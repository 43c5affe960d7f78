"""Secrets: keys of seats and links, which are only kept as hashes, and ids of games.

A key is derived from a secret of its game and the id of the request that asked for it. So a request that is sent again,
because its answer was lost, is answered with the same key, though the server does not keep it.
"""

import base64
import hashlib
import hmac
from collections.abc import Callable, Iterable

KEY_BYTES = 24
"""Random bytes in a key: 192 bits."""


def new_key(entropy: Callable[[int], bytes]) -> str:
    """A key that nobody can guess who does not know the random bytes.

    >>> len(new_key(bytes))
    32
    """
    return base64.urlsafe_b64encode(entropy(KEY_BYTES)).decode()


def derived_key(secret: bytes, purpose: str, request: str) -> str:
    """The key that a request gets for a purpose: always the same, and nobody can guess it without the secret.

    >>> derived_key(bytes(32), "invite", "r1") == derived_key(bytes(32), "invite", "r1")
    True
    """
    digest = hmac.digest(secret, f"passgo {purpose} {request}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:KEY_BYTES]).decode()


def card_mark(secret: bytes, game: str) -> str:
    """What a link carries where servers see it, so that whoever has the link may see the card of a private game.

    It opens nothing else, and nobody can guess it: 96 bits.

    >>> len(card_mark(bytes(32), "a")), card_mark(bytes(32), "a") == card_mark(bytes(32), "b")
    (16, False)
    """
    return derived_key(secret, "card", game)[:16]


def seal(secret: bytes) -> str:
    """A hash of a game's secret, which tells nobody the secret.

    >>> len(seal(bytes(32))), seal(bytes(32)) == seal(bytes(31) + b"x")
    (64, False)
    """
    return hashlib.sha256(b"passgo secret " + secret).hexdigest()


def game_id_of(request: str) -> str:
    """The id of the game that a request creates. It is part of addresses and no secret.

    >>> len(game_id_of("r1")), game_id_of("r1") == game_id_of("r2")
    (16, False)
    """
    return hashlib.sha256(f"passgo game {request}".encode()).hexdigest()[:16]


def hash_key(key: str) -> str:
    """The hash under which a key is stored. Keys are long and random, so nobody can find one from its hash.

    >>> hash_key("a") == hash_key("a"), "a" in hash_key("a")[:0]
    (True, False)
    """
    return hashlib.sha256(key.encode()).hexdigest()


def is_among(key: str | None, hashes: Iterable[str]) -> bool:
    """Does the key belong to one of these hashes? The answer takes the same time whether it does or not."""
    if not key:
        return False
    found, sought = False, hash_key(key)
    for kept in hashes:
        found |= hmac.compare_digest(kept, sought)
    return found
