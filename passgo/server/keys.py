"""Secrets: keys of seats and links, which are only kept as hashes, and ids of games."""

import hashlib
import hmac
import secrets
from collections.abc import Iterable

KEY_BYTES = 24
"""Of randomness: 192 bits."""


def new_key() -> str:
    """A key that nobody can guess.

    >>> len(new_key())
    32
    """
    return secrets.token_urlsafe(KEY_BYTES)


def new_game_id() -> str:
    """The id of a game, which stands in addresses and is no secret."""
    return secrets.token_hex(8)


def hashed(key: str) -> str:
    """What is kept of a key. It is random and long, so a plain hash cannot be turned back.

    >>> hashed("a") == hashed("a"), "a" in hashed("a")[:0]
    (True, False)
    """
    return hashlib.sha256(key.encode()).hexdigest()


def is_among(key: str | None, hashes: Iterable[str]) -> bool:
    """Is the key one of those whose hashes are kept? It takes as long whether or not it is."""
    if not key:
        return False
    found, sought = False, hashed(key)
    for kept in hashes:
        found |= hmac.compare_digest(kept, sought)
    return found
