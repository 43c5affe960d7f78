"""The seats of a new game: checked names, tokens and bots, and the first entries of its log."""

from collections.abc import Sequence

import msgspec

from passgo import bots, editions
from passgo.dealer import Dealer
from passgo.server.config import substitute_bot
from passgo.server.http.resources import Created, CreateGame, SeatKey, SeatWanted
from passgo.server.keys import card_mark, derived_key, game_id_of, hash_key, seal
from passgo.server.table import entries
from passgo.server.table.entries import SeatBody
from passgo.server.table.state import GameState, Move
from passgo.server.wire.clean_text import LONGEST_TITLE, clean, clean_name
from passgo.server.wire.lookalikes import check_look_alikes, look_of

BOT_NAMES = ("Ada", "Bela", "Cleo", "Dov", "Edda", "Finn", "Gus", "Hana")
"""Names for bots, if the creator gave none."""


def bot_name(seats: Sequence[SeatBody], seat: int) -> str:
    """A name for a bot, different from all names at the table.

    >>> bot_name([SeatBody("person", "Ada", "kite"), SeatBody("free", "", "")], 0)
    'Bela'
    """
    taken = {look_of(body.name) for body in seats}
    free = [name for name in BOT_NAMES if look_of(name) not in taken]
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


def seats_for(wanted: CreateGame, ruleset: editions.Ruleset) -> list[SeatBody]:
    """The seats of a new game, without keys."""
    mine = [n for n, seat in enumerate(wanted.seats) if seat.mine and seat.kind == "person"]
    if wanted.dealer == "typed" and len(mine) < len(wanted.seats):
        raise ValueError("at a real table every seat is a person's, and the Banker's own")
    if not mine:
        raise ValueError("at least one seat must be yours: a person's seat with 'mine'")
    tokens = ruleset.tokens_for([seat.token or None for seat in wanted.seats])
    seats = [seat_for(seat, token) for seat, token in zip(wanted.seats, tokens, strict=True)]
    seats[mine[0]].host = True
    for n, body in enumerate(seats):
        if body.kind == "bot" and not body.name:
            body.name = bot_name(seats, n)
    check_look_alikes([body.name for body in seats if body.kind != "free"], square_names(ruleset))
    return seats


def square_names(ruleset: editions.Ruleset) -> list[str]:
    """What the squares of a board are called: nobody at it is called so."""
    return [square.name for square in ruleset.squares]


def check_bot(name: str) -> None:
    """Refuse a bot that is not for people: sparring partners sit at no server's table."""
    if name not in bots.DESCRIPTIONS:
        raise ValueError(f"there is no bot {name!r}: choose from {', '.join(sorted(bots.DESCRIPTIONS))}")


def seat_for(wanted: SeatWanted, token: str) -> SeatBody:
    """One seat, without key."""
    if wanted.kind == "bot":
        name = wanted.bot or substitute_bot()
        check_bot(name)
        return SeatBody("bot", clean_name(wanted.name) if wanted.name else "", token, name)
    if wanted.mine:
        return SeatBody("person", clean_name(wanted.name), token)
    return SeatBody("free", "", token if wanted.token else "")


class Keys:
    """The keys that the request which creates a game gets."""

    def __init__(self, secret: bytes, request: str) -> None:
        self._secret, self._request = secret, request
        self.card = card_mark(secret, game_id_of(request))
        self.invite, self.watch = self._key("invite"), self._key("watch")
        self.sealed = seal(secret)

    def _key(self, purpose: str) -> str:
        return derived_key(self._secret, purpose, self._request)

    def seat(self, seat: int) -> SeatKey:
        """The key of a seat of the creator's own."""
        return SeatKey(seat, self._key(f"seat {seat}"))


def creation(wanted: CreateGame, commit: str, keys: Keys) -> entries.Created:
    """The first entry of a new game's log. ValueError if the request is wrong."""
    ruleset = ruleset_for(wanted)
    seats = seats_for(wanted, ruleset)
    for n, seat in enumerate(seats):
        if seat.kind == "person":
            seat.key = hash_key(keys.seat(n).key)
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
        advice=wanted.advice,
        invite=hash_key(keys.invite),
        watch=hash_key(keys.watch),
        request=request_mark(wanted),
        sealed=keys.sealed,
        dealer=wanted.dealer,
    )


def request_mark(wanted: CreateGame) -> str:
    """What tells one request for a game from another, also if they carry the same id."""
    return hash_key(msgspec.json.encode(wanted).decode())


def answer_to_creator(game: str, body: entries.Created, keys: Keys) -> Created:
    """The answer to whoever creates a game."""
    own = [keys.seat(n) for n, seat in enumerate(body.seats) if seat.kind == "person"]
    return Created(game, own, keys.invite, keys.watch, body.commit, keys.card)


def start(state: GameState, seats: Sequence[SeatBody], dealer: Dealer) -> tuple[entries.Started, Move]:
    """The entry with which a game begins: everybody has a token, and chance has played up to the first decision."""
    tokens = state.edition.ruleset.tokens_for([body.token or None for body in seats])
    final = [
        SeatBody(body.kind, body.name, token, body.bot, body.key, body.host)
        for body, token in zip(seats, tokens, strict=True)
    ]
    move = state.begin(len(final), dealer)
    return entries.Started(final, move.steps), move
