"""Secrets: keys of seats and links, which are only kept as hashes, and ids of games."""

import hashlib
import hmac
import secrets
from collections.abc import Iterable

KEY_BYTES = 24
"""Random bytes in a key: 192 bits."""


def new_key() -> str:
    """A key that nobody can guess.

    >>> len(new_key())
    32
    """
    return secrets.token_urlsafe(KEY_BYTES)


def new_game_id() -> str:
    """The id of a game. It is part of addresses and no secret."""
    return secrets.token_hex(8)


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
