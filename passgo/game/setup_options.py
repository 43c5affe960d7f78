"""Sitting down at a table: names, tokens, and who deals."""

from collections.abc import Iterable, Mapping, Sequence

from passgo import editions
from passgo.dealer import Dealer, SeededDealer, TypedDealer, VerifiableDealer
from passgo.editions import Ruleset
from passgo.errors import UnlawfulPosition
from passgo.notation.names import Names


def choose_ruleset(edition: str, options: Mapping[str, object] | None, more: Mapping[str, object]) -> Ruleset:
    """The edition of that name, with these options, some of them in a dictionary, some by name.

    Their names may have hyphens or underscores, their values be Python's or text: it is the same option.

    >>> both = choose_ruleset("classic", {"rent-claims": "manual"}, {"short_game": "on"})
    >>> both.options
    {'rent_claims': 'manual', 'short_game': True}
    """
    if not isinstance(edition, str):
        raise ValueError(f"an edition is {', '.join(editions.NAMES)}, not {edition!r:.60}")
    if options is not None and not (isinstance(options, Mapping) and all(isinstance(name, str) for name in options)):
        raise ValueError(f"options are a dictionary like {{'jail_fine': 60}}, not {options!r:.60}")
    given = dict(options or {})
    twice = [name for name in more if name in given]
    if twice:
        raise ValueError(f"{twice[0]} is given twice")
    return editions.ruleset(edition, **given, **more)


def seat_players(ruleset: Ruleset, players: Sequence[str] | int) -> Names:
    """The names of the players, or of so many; their number must suit the edition.

    >>> from passgo import editions
    >>> seat_players(editions.ruleset("classic"), 2).players
    ('Player 1', 'Player 2')
    """
    if isinstance(players, bool | str) or not isinstance(players, int | Sequence):
        raise ValueError(f"players are a list of names or a number, not {players!r:.60}")
    if isinstance(players, int):
        players = [f"Player {n}" for n in range(1, min(players, 99) + 1)]
    if len(players) not in ruleset.players:
        allowed = f"{ruleset.players[0]} to {ruleset.players[-1]}"
        raise UnlawfulPosition(f"{len(players)} players; {ruleset.edition} is for {allowed}", rule="setup.players")
    return Names(ruleset, players)


def choose_tokens(ruleset: Ruleset, names: Names, tokens: Iterable[str] | None) -> tuple[str, ...]:
    """The tokens of the players in the order of their seats; each picks a different one."""
    if tokens is None:
        return ruleset.tokens[: len(names.players)]
    if isinstance(tokens, str) or not isinstance(tokens, Iterable):
        raise ValueError(f"tokens are a list of names, not {tokens!r:.60}")
    chosen = tuple(tokens)
    if len(chosen) != len(names.players):
        raise UnlawfulPosition(f"{len(chosen)} tokens for {len(names.players)} players", rule="setup.tokens")
    for token in chosen:
        if token not in ruleset.tokens:
            there_are = ", ".join(ruleset.tokens)
            raise UnlawfulPosition(f"no token is called {token!r}; there are {there_are}", rule="setup.tokens")
        if chosen.count(token) > 1:
            raise UnlawfulPosition(f"two players picked the token {token!r}", rule="setup.tokens")
    return chosen


def fill_tokens(ruleset: Ruleset, tokens: Sequence[str | None]) -> tuple[str, ...]:
    """Tokens for those who picked none, from those that are left."""
    left = [token for token in ruleset.tokens if token not in tokens]
    return tuple(token if token is not None else left.pop(0) for token in tokens)


def choose_dealer(dealer: str | Dealer, seed: int | None) -> Dealer:
    """The dealer of that name, or the one given.

    >>> choose_dealer("seeded", 7)
    SeededDealer(7)
    """
    if dealer == "seeded":
        return SeededDealer(seed)
    if seed is not None:
        raise ValueError(f"a seed is for a seeded dealer, not for {dealer!r}")
    if dealer == "typed":
        return TypedDealer()
    if dealer == "verifiable":
        return VerifiableDealer()
    if isinstance(dealer, str):
        raise ValueError(f"a dealer is seeded, verifiable or typed, not {dealer!r:.60}")
    return check_dealer(dealer)


def check_dealer(dealer: Dealer) -> Dealer:
    """A dealer of the caller's own, if it is one."""
    if not (hasattr(dealer, "waits") and callable(getattr(dealer, "deal", None))):
        raise ValueError(f"a dealer has `waits` and `deal`, which {dealer!r:.60} has not")
    return dealer
