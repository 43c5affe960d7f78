"""What one sees of a game without touching it."""

from passgo.dealer import Dealer
from passgo.editions import Ruleset
from passgo.game import views
from passgo.game.engine import Engine
from passgo.notation.actions import Action
from passgo.notation.events import Event
from passgo.notation.names import Names
from passgo.notation.position_line import PHASES
from passgo.rules import codes
from passgo.rules.codes import CHANCE
from passgo.rules.state import State


class Seen:
    """The side of a `Game` that only shows."""

    _names: Names
    _tokens: tuple[str, ...]
    _dealer: Dealer
    _engine: Engine
    _g: State
    _events: list[Event]

    @property
    def table(self) -> Ruleset:
        """The edition with the options of this table."""
        return self._names.table

    @property
    def names(self) -> tuple[str, ...]:
        """The players in the order of their seats."""
        return self._names.players

    @property
    def dealer(self) -> Dealer:
        """Who supplies chance."""
        return self._dealer

    def __getitem__(self, name: str) -> views.Player:
        """A player: `game["Ann"].cash`."""
        seat = self._names.seat(name)
        return views.Player(self._names, self._g, seat, self._tokens[seat])

    @property
    def players(self) -> tuple[views.Player, ...]:
        """All players in the order of their seats, those who left too."""
        return tuple(self[name] for name in self.names)

    @property
    def bank(self) -> views.Bank:
        """The Bank: houses, hotels and unsold deeds."""
        return views.Bank(self._names, self._g)

    @property
    def on_turn(self) -> str:
        """Whose turn it is."""
        return self.names[self._g.on_turn]

    @property
    def turn(self) -> int:
        """How many turns have begun."""
        return self._g.turn

    @property
    def phase(self) -> str:
        """What the turn waits for: `before-throw`, `buy`, `end-turn` and so on."""
        return PHASES[self._g.phase]

    @property
    def matters(self) -> list[views.Matter]:
        """Debts, auctions and questions on the table; the last is settled first."""
        return [views.matter(self._names, self._g, m) for m in range(self._g.matters)]

    @property
    def offers(self) -> list[Action]:
        """The open offers, the oldest first; `player` of each is who made it."""
        return views.offers(self._names, self._g)

    @property
    def claims(self) -> list[views.Claim]:
        """The rents that their owners may still claim."""
        return views.claims(self._names, self._g)

    @property
    def events(self) -> list[Event]:
        """Everything that happened so far."""
        return list(self._events)

    @property
    def outcome(self) -> views.Outcome | None:
        """None while the game goes on; afterwards who won, and what everyone was worth."""
        if self._g.phase != codes.PHASE_GAME_OVER:
            return None
        worth = {player.name: player.worth for player in self.players}
        return views.Outcome(self._names.players_of(self._g.winners), worth)

    @property
    def to_act(self) -> tuple[str, ...]:
        """Everyone the game waits for; `Chance`, where dice or cards are to be typed in."""
        waiting = self._engine.to_act
        return ("Chance",) if waiting >> CHANCE & 1 else self._names.players_of(waiting)

    @property
    def next_to_decide(self) -> str | None:
        """The one of them to be asked first, where players are asked one by one; None when the game is over."""
        return self._names.account(self._engine.next_to_decide)
