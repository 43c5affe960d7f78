"""The seats of a new game: checked names, tokens and bots, and the first entries of its log."""

from collections.abc import Sequence

from passgo import bots, editions
from passgo.dealer import Dealer
from passgo.notation.names import checked_names
from passgo.server.config import substitute_bot
from passgo.server.http.resources import CreateGame, SeatKey, SeatWanted
from passgo.server.keys import hash_key, new_key
from passgo.server.table import entries
from passgo.server.table.entries import SeatBody
from passgo.server.table.state import GameState, Move
from passgo.server.wire.clean_text import LONGEST_TITLE, clean, clean_name

BOT_NAMES = ("Ada", "Bela", "Cleo", "Dov", "Edda", "Finn", "Gus", "Hana")
"""Names for bots, if the creator gave none."""


def bot_name(seats: Sequence[SeatBody], seat: int) -> str:
    """A name for a bot, different from all names at the table.

    >>> bot_name([SeatBody("person", "Ada", "kite"), SeatBody("free", "", "")], 0)
    'Bela'
    """
    taken = {body.name.casefold() for body in seats}
    free = [name for name in BOT_NAMES if name.casefold() not in taken]
    return free[seat % len(free)] if free else f"Bot {seat + 1}"


def ruleset_for(wanted: CreateGame) -> editions.Ruleset:
    """The edition with its options, if so many can play it."""
    if "edition" in wanted.options:
        raise ValueError("edition is not an option of an edition")
    ruleset = editions.ruleset(editions.known_name(wanted.edition), **wanted.options)
    if len(wanted.seats) not in ruleset.players:
        allowed = f"{ruleset.players[0]} to {ruleset.players[-1]}"
        raise ValueError(f"{len(wanted.seats)} seats; {ruleset.edition} is for {allowed} players (setup.players)")
    return ruleset


def seats_for(wanted: CreateGame, ruleset: editions.Ruleset) -> tuple[list[SeatBody], list[SeatKey]]:
    """The seats of a new game, and the keys of the creator's own."""
    mine = [n for n, seat in enumerate(wanted.seats) if seat.mine and seat.kind == "person"]
    if not mine:
        raise ValueError("at least one seat must be yours: a person's seat with 'mine'")
    tokens = ruleset.tokens_for([seat.token or None for seat in wanted.seats])
    seats: list[SeatBody] = []
    keys: list[SeatKey] = []
    for n, seat in enumerate(wanted.seats):
        body = seat_for(seat, tokens[n])
        if n in mine:
            keys.append(SeatKey(n, new_key()))
            body.key, body.host = hash_key(keys[-1].key), n == mine[0]
        seats.append(body)
    for n, body in enumerate(seats):
        if body.kind == "bot" and not body.name:
            body.name = bot_name(seats, n)
    checked_names([body.name for body in seats if body.kind != "free"])
    return seats, keys


def seat_for(wanted: SeatWanted, token: str) -> SeatBody:
    """One seat, without key."""
    if wanted.kind == "bot":
        name = wanted.bot or substitute_bot()
        bots.bot(name)
        return SeatBody("bot", clean_name(wanted.name) if wanted.name else "", token, name)
    if wanted.mine:
        return SeatBody("person", clean_name(wanted.name), token)
    return SeatBody("free", "", token if wanted.token else "")


def creation(wanted: CreateGame, commit: str, invite: str, watch: str) -> tuple[entries.Created, list[SeatKey]]:
    """The first entry of a new game's log, and the creator's keys. ValueError if the request is wrong."""
    ruleset = ruleset_for(wanted)
    seats, keys = seats_for(wanted, ruleset)
    host = next(seat for seat in seats if seat.host)
    return entries.Created(
        edition=ruleset.edition,
        options=ruleset.options_text,
        title=clean(wanted.title, LONGEST_TITLE) or f"{host.name}'s table",
        public=wanted.public,
        seats=seats,
        commit=commit,
        clock=wanted.clock,
        undo=wanted.undo,
        invite=hash_key(invite),
        watch=hash_key(watch),
    ), keys


def start(state: GameState, seats: Sequence[SeatBody], dealer: Dealer) -> tuple[entries.Started, Move]:
    """The entry with which a game begins: everybody has a token, and chance has played up to the first decision."""
    tokens = state.edition.ruleset.tokens_for([body.token or None for body in seats])
    final = [
        SeatBody(body.kind, body.name, token, body.bot, body.key, body.host)
        for body, token in zip(seats, tokens, strict=True)
    ]
    move = state.begin(len(final), dealer)
    return entries.Started(final, move.steps), move
