"""What one sees of a game by looking, in names: the players, the Bank, what lies open; what is lawful, and why."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from passgo.dealer import Dealer
from passgo.editions import Bills, Deed, Ruleset
from passgo.editions.names import key
from passgo.errors import IllegalAction, UnknownName
from passgo.game import matters
from passgo.game.engine import Engine
from passgo.game.matters import open_claims, open_matters, open_offers
from passgo.game.proposals import make_whole
from passgo.game.rents import rent_now
from passgo.machine.decorators import cite
from passgo.machine.records import plain
from passgo.notation.actions import CHANCE_KINDS, DECKS, POSITIONAL, Action
from passgo.notation.dict_writer import format_deed
from passgo.notation.names import Names
from passgo.notation.position_line import PHASES
from passgo.notation.text import format_action, parse_action
from passgo.rules import codes, ids
from passgo.rules.deeds import worth_at_end
from passgo.rules.state import Edition, State


class Player:
    """A player as the table sees them now. It follows the game: look again and it shows what has become of them.

    >>> from passgo import Game
    >>> ann = Game("classic", players=["Ann", "Ben"], seed=7)["Ann"]
    >>> ann.cash, ann.square, ann.deeds, ann.in_jail
    (1500, 'GO', {}, False)
    """

    __slots__ = ("_g", "_names", "name", "seat", "token")

    def __init__(self, names: Names, g: State, seat: int, token: str) -> None:
        self._names, self._g = names, g
        self.name, self.seat, self.token = names.players[seat], seat, token

    @property
    def cash(self) -> int:
        """Dollars in hand."""
        return self._g.cash[self.seat]

    @property
    def bills(self) -> Bills:
        """The cash as bills, count and value: at the start those of the edition, later any (`setup.bills`)."""
        return self._names.ruleset.bills_for(self.cash, self.seat, self._g.players)

    @property
    def square(self) -> str:
        """Where the token stands."""
        return self._names.squares[self._g.square[self.seat]]

    @property
    def deeds(self) -> dict[str, int | str]:
        """The deeds in board order, each with its houses (0 to 4), `hotel` or `mortgaged`."""
        g = self._g
        return {name: format_deed(g, d) for d, name in enumerate(self._names.deeds) if g.owner[d] == self.seat}

    @property
    def in_jail(self) -> bool:
        """In Jail, not visiting."""
        return self._g.jail[self.seat] > 0

    @property
    def jail_turn(self) -> int:
        """Which of the three turns in Jail is the next or present one; 0 outside."""
        return self._g.jail[self.seat]

    @property
    def jail_cards(self) -> tuple[str, ...]:
        """The decks whose get-out-of-jail card the player holds."""
        return tuple(deck for n, deck in enumerate(DECKS) if self._g.jail_card[n] == self.seat)

    @property
    def throws_speed_die(self) -> bool:
        """Does the player throw the Speed Die?"""
        return self._g.speeding[self.seat] == 1

    @property
    def out(self) -> bool:
        """Has the player left the game?"""
        return self._g.out[self.seat] == 1

    @property
    def worth(self) -> int:
        """What the player would have if a short game ended now (`short.worth`).

        Cash, property at its price (half, if mortgaged) and buildings at cost, a hotel being five houses.
        """
        return worth_at_end(self._g, plain(Edition, self._names.ruleset.record), self.seat)

    def __repr__(self) -> str:
        return f"<{self.name}: ${self.cash} on {self.square}, {len(self.deeds)} deeds>"


cite(Player, ("setup.bills", "table.deeds-public"))


class Bank:
    """The Bank as the table sees it now."""

    __slots__ = ("_g", "_names")

    def __init__(self, names: Names, g: State) -> None:
        self._names, self._g = names, g

    @property
    def houses(self) -> int:
        """Houses left."""
        return self._g.houses

    @property
    def hotels(self) -> int:
        """Hotels left."""
        return self._g.hotels

    @property
    def deeds(self) -> tuple[str, ...]:
        """Unsold deeds, in board order."""
        return tuple(name for d, name in enumerate(self._names.deeds) if self._g.owner[d] == codes.BANK)

    @property
    def pot(self) -> int:
        """Dollars on Free Parking; always 0 unless the table plays that house rule."""
        return self._g.cash[codes.POT]

    def __repr__(self) -> str:
        return f"<Bank: {self.houses} houses, {self.hotels} hotels, {len(self.deeds)} deeds>"


@dataclass(frozen=True)
class Debt:
    """What a player has to raise."""

    debtor: str
    creditor: str
    amount: int
    rule: str


@dataclass(frozen=True)
class Auction:
    """A lot under the hammer: a square, `house`, `hotel`, `chance card` or `chest card`."""

    lot: str
    bidders: tuple[str, ...]
    highest_bidder: str | None
    bid: int


@dataclass(frozen=True)
class KeepOrLift:
    """Mortgaged deeds whose new owners have to decide, the first one now."""

    deeds: tuple[str, ...]


@dataclass(frozen=True)
class Shortage:
    """A building (`house` or `hotel`) that more than one may want; `placing` is who puts it on a lot now."""

    building: str
    asked: tuple[str, ...]
    wanted_by: tuple[str, ...]
    placing: str | None


@dataclass(frozen=True)
class Estate:
    """What is still to be auctioned of a player who left."""

    player: str
    deeds: tuple[str, ...]
    cards: tuple[str, ...]


Matter = Debt | Auction | KeepOrLift | Shortage | Estate


def name_matter(names: Names, matter: matters.Matter) -> Matter:
    """A matter with names laid over its numbers."""
    match matter:
        case matters.Debt(debtor, creditor, amount, rule):
            return Debt(names.players[debtor], names.account(creditor) or "", amount, ids.NAMES[rule])
        case matters.Auction(lot, bidders, highest, bid):
            return Auction(names.lot(lot) or "", names.players_of(bidders), names.account(highest), bid)
        case matters.KeepOrLift(deeds):
            return KeepOrLift(names.deeds_of(deeds))
        case matters.Shortage(building, asked, wanted, placing):
            both = names.players_of(asked), names.players_of(wanted)
            return Shortage(names.lot(building) or "", *both, names.account(placing))
        case matters.Estate(player, deeds, cards):
            return Estate(names.players[player], names.deeds_of(deeds), names.decks_of(cards))


def name_offer(names: Names, offer: matters.Offer) -> Action:
    """An open offer as the action that made it."""
    return Action(
        "OfferSettlement" if offer.settles else "Offer",
        player=names.players[offer.proposer],
        other=names.players[offer.partner],
        give=names.deeds_of(offer.give),
        take=names.deeds_of(offer.take),
        give_cash=offer.give_cash,
        take_cash=offer.take_cash,
        give_cards=names.decks_of(offer.give_cards),
        take_cards=names.decks_of(offer.take_cards),
    )


@dataclass(frozen=True)
class Claim:
    """A rent that its owner may still claim (`rent.claim`).

    `said`: the owner has claimed it during a debt, an auction or another matter; it is paid as soon as none is open
    (`auction.meanwhile`).
    """

    owner: str
    lander: str
    square: str
    amount: int
    said: bool = False


def name_claim(names: Names, claim: matters.Claim) -> Claim:
    """A claim with names laid over its numbers."""
    owner, lander = names.players[claim.owner], names.players[claim.lander]
    return Claim(owner, lander, names.squares[claim.square], claim.amount, claim.said)


@dataclass(frozen=True)
class Outcome:
    """How a game ended: who won (several, if a short game is tied), and what everyone was worth."""

    winners: tuple[str, ...]
    worth: dict[str, int]


@dataclass(frozen=True)
class Group:
    """Deeds that belong together, and who holds them now; railroads and utilities are groups too."""

    name: str
    deeds: tuple[str, ...]
    """In board order."""
    owners: tuple[str | None, ...]
    """Who holds each of them; None while the Bank does."""
    house_cost: int
    """What a building costs here; 0 where none can stand."""

    @property
    def owner(self) -> str | None:
        """Who holds all of them, if somebody does: then one may build, and rents are higher."""
        return self.owners[0] if len(set(self.owners)) == 1 else None


class Board:
    """A position to look at, and to ask what is lawful in it. In a `Game` one can also play; a `View` is one seat's."""

    def __init__(self, names: Names, tokens: tuple[str, ...], dealer: Dealer, engine: Engine) -> None:
        self._names, self._tokens, self._dealer, self._engine = names, tokens, dealer, engine
        self._g = engine.g
        self._last_rule = ids.NAMES[ids.SETUP_START]

    @property
    def ruleset(self) -> Ruleset:
        """The edition with the options that are played."""
        return self._names.ruleset

    @property
    def names(self) -> tuple[str, ...]:
        """The players in the order of their seats."""
        return self._names.players

    @property
    def dealer(self) -> Dealer:
        """Who supplies chance."""
        return self._dealer

    def __getitem__(self, name: str) -> Player:
        """A player: `game["Ann"].cash`; `KeyError` if nobody is called so."""
        return self._player(self._names.seat(name))

    __iter__ = None
    """A game is no sequence: its players are `players`. Otherwise Python would ask for players called 0, 1, ..."""

    def _others(self, seat: int) -> tuple[Player, ...]:
        """The other players still in the game, in the order of their turns after that seat."""
        after = [(seat + n) % len(self.names) for n in range(1, len(self.names))]
        return tuple(self._player(other) for other in after if not self._g.out[other])

    def __contains__(self, name: object) -> bool:
        """Does somebody of this name sit at the table?"""
        return self._names.sits(name)

    def _player(self, seat: int) -> Player:
        return Player(self._names, self._g, seat, self._tokens[seat])

    @property
    def players(self) -> tuple[Player, ...]:
        """All players in the order of their seats, those who left too."""
        return tuple(self._player(seat) for seat in range(len(self.names)))

    @property
    def bank(self) -> Bank:
        """The Bank: houses, hotels and unsold deeds."""
        return Bank(self._names, self._g)

    def deed(self, name: str) -> Deed:
        """What is printed on the deed of a square: its price, its group, its rents, what a building costs.

        >>> from passgo import Game
        >>> Game("classic", players=2).deed("boardwalk").rents
        (50, 200, 600, 1400, 1700, 2000)
        """
        return self.ruleset.deeds[self._names.deed(name)]

    def owner(self, name: str) -> str | None:
        """Who holds a deed; None while the Bank does."""
        return self._owner(self._names.deed(name))

    def group(self, name: str) -> Group:
        """A group by its own name or by that of a deed in it: its deeds, and who holds them.

        >>> from passgo import Game
        >>> game = Game.from_dict({"players": {"Ann": {"deeds": ["park place", "boardwalk"]}, "Ben": {}}})
        >>> game.group("boardwalk").deeds, game.group("dark blue").owner
        (('Park Place', 'Boardwalk'), 'Ann')
        """
        known = {key(word): group for group in self.ruleset.groups for word in (group.name, group.key)}
        found = known.get(key(name)) if isinstance(name, str) else None
        if found is None:
            try:
                wanted = self._names.deed(name)
            except ValueError as problem:
                named = ", ".join(group.name for group in self.ruleset.groups)
                raise UnknownName(f"no group is called {name!r:.60} ({named}), and {problem}") from None
            found = next(group for group in self.ruleset.groups if wanted in group.deeds)
        names = tuple(self._names.deeds[d] for d in found.deeds)
        owners = tuple(self._owner(d) for d in found.deeds)
        return Group(found.name, names, owners, self.ruleset.deeds[found.deeds[0]].house_cost)

    def rent(self, name: str) -> int:
        """What it costs another player to stop at a deed now, coming by dice; of a utility, times the dice thrown.

        0 while the Bank holds it, or it is mortgaged, or its owner sits in Jail where the edition asks no rent then.

        >>> from passgo import Game
        >>> game = Game.from_dict({"players": {"Ann": {"deeds": {"park place": 2, "boardwalk": 3}}, "Ben": {}}})
        >>> game.rent("boardwalk"), game.rent("reading railroad")
        (1400, 0)
        """
        return rent_now(self._g, plain(Edition, self.ruleset.record), self._names.deed(name))

    def _owner(self, deed: int) -> str | None:
        holder = self._g.owner[deed]
        return None if holder == codes.BANK else self._names.account(holder)

    @property
    def on_turn(self) -> str:
        """Whose turn it is."""
        return self.names[self._g.on_turn]

    @property
    def turn(self) -> int:
        """How many turns have begun."""
        return self._g.turn

    @property
    def round(self) -> int:
        """How many rounds are complete: everybody still in the game has had so many turns."""
        return self._g.round

    @property
    def phase(self) -> str:
        """What the turn waits for: `before-throw`, `buy`, `end-turn` and so on."""
        return PHASES[self._g.phase]

    @property
    def matters(self) -> list[Matter]:
        """Debts, auctions and questions on the table; the last is settled first."""
        return [name_matter(self._names, matter) for matter in open_matters(self._g)]

    @property
    def offers(self) -> list[Action]:
        """The open offers, the oldest first; `player` of each is who made it."""
        return [name_offer(self._names, offer) for offer in open_offers(self._g)]

    @property
    def claims(self) -> list[Claim]:
        """The rents that their owners may still claim, and those they have claimed during a matter (`said`)."""
        return [name_claim(self._names, claim) for claim in open_claims(self._g)]

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on; afterwards who won, and what everyone was worth."""
        if self._g.phase != codes.PHASE_GAME_OVER:
            return None
        worth = {player.name: player.worth for player in self.players}
        return Outcome(self._names.players_of(self._g.winners), worth)

    @property
    def to_act(self) -> tuple[str, ...]:
        """Everyone the game waits for; `Chance`, where dice or cards are to be typed in."""
        waiting = self._engine.to_act
        return ("Chance",) if waiting >> codes.CHANCE & 1 else self._names.players_of(waiting)

    @property
    def next_to_decide(self) -> str | None:
        """The one of them to be asked first, where players are asked one by one; None when the game is over."""
        return self._names.account(self._engine.next_to_decide)

    def legal_actions(self, player: str | None = None, *, complete: bool = False) -> list[Action]:
        """Everything a player may do now; without a name, whoever must decide.

        A bid stands there once, with its lowest and highest amount; an offer once for each partner, empty. With
        `complete` there are examples of both instead (`passgo.game.proposals`): everything listed can be played as it
        stands, so `random.choice(game.legal_actions(complete=True))` is lawful.

        >>> from passgo import Game
        >>> game = Game("classic", players=["Ann", "Ben"], seed=7)
        >>> [action for action in game.legal_actions("Ben") if action.kind != "Offer"]
        [Throw(), Resign()]
        """
        seat = self._engine.next_to_decide if player is None else self._names.seat(player)
        if seat == codes.NOBODY:
            return []
        listed = self._legal(seat)
        return self._make_whole(listed, seat) if complete else listed

    def _make_whole(self, listed: list[Action], seat: int) -> list[Action]:
        """The list with examples for bids and offers, all of them lawful."""
        found: dict[Action, None] = {}
        for entry in listed:
            for action in make_whole(self._names, self._g, entry):
                self._names.write(action, seat, self._g.deck, self._engine.action)
                if action is entry or not self._engine.allowed():
                    found[action] = None
        return list(found)

    def check(self, action: Action | str, player: str | None = None) -> IllegalAction | None:
        """Could this be played now? None, or the refusal that `play` would raise. Nothing is played.

        >>> from passgo import Game
        >>> Game("classic", players=["Ann", "Ben"], seed=7).check("buy").rule
        'buy.option'
        """
        understood = self._write(action, player)
        refused = self._engine.allowed()
        return self._refusal(understood, refused) if refused else None

    @contextmanager
    def supposing(self, actions: Iterable[Action | str], player: str) -> Iterator[IllegalAction | None]:
        """Look, for the length of a `with` block, at the position to which a player's actions would lead.

        Nothing is played. It yields None, or the refusal of the first that the rules forbid; then the others are not
        supposed. What chance or others would do after an action is left open.

        >>> from passgo import Game
        >>> game = Game.from_dict({"players": {"Ann": {"deeds": ["boardwalk", "park place"]}, "Ben": {}}})
        >>> with game.supposing(["build boardwalk", "build boardwalk"], "Ann") as refused:
        ...     refused.rule, game["Ann"].cash, game["Ann"].deeds["Boardwalk"]
        ('build.evenly', 1300, 1)
        >>> game["Ann"].cash
        1500
        """
        before, refusal = self._engine.position, None
        try:
            for action in actions:
                understood = self._write(action, player)
                refused = self._engine.step()
                if refused:
                    refusal = self._refusal(understood, refused)
                    break
            yield refusal
        finally:
            self._engine.position = before

    def choice_of(self, policy: Callable[..., None], player: str, notebook: Any) -> Action:
        """What a compiled policy (`passgo.bots.policy`) would play for a player now; it may write to its notebook.

        >>> from passgo import Game, bots
        >>> game, bot = Game("classic", players=["Ann", "Ben"], seed=7), bots.bot("trader")
        >>> game.choice_of(bot.policy, "Ben", bots.notebooks([bot.notebook]))
        Throw()
        """
        self._engine.ask(policy, self._names.seat(player), notebook)
        return self._names.action(self._engine.played, self._g.deck)

    def why(self, rule: str | None = None) -> str:
        """The rule behind the last event or refusal, or any rule, explained for this edition.

        >>> from passgo import Game
        >>> game = Game("classic", players=["Ann", "Ben"], seed=7)
        >>> _ = game.play("throw")
        >>> print(game.why("move.throw"))
        move.throw (Moving)
        ...
        """
        if rule is not None and not isinstance(rule, str):
            raise ValueError(f"a rule has an id like 'jail.card', not {rule!r:.60}")
        from passgo import rulebook  # read only when somebody asks

        return rulebook.why(rule or self._last_rule, self.ruleset)

    def _write(self, action: Action | str, player: str | None) -> Action:
        """Put an action into the record that the rules read; whoever must decide acts, unless somebody is named."""
        known = self._names.written(action)  # most actions come from a legal list
        if known and known[1] and player is None:
            self._engine.played = known[1]
            return known[0]
        understood = action if isinstance(action, Action) else parse_action(action, self._names)
        named = [self._names.seat(name) for name in (understood.player, player) if name is not None]
        if len(set(named)) > 1:
            raise ValueError(f"is it {player} who acts, or {understood.player}?")
        seat = named[0] if named and understood.kind != "StrikeHour" else self._actor(understood.kind)
        understood = self._complete(understood, seat)
        self._names.write(understood, seat, self._g.deck, self._engine.action)
        if understood is action:
            self._names.remember(understood, self._engine.played)
        return understood

    def _actor(self, kind: str) -> int:
        """Who acts if nobody is named: whoever must decide, or the player on turn if only that one may do such a thing.

        So with an offer open, `throw` is the player's on turn, though the partner is asked first.
        """
        if kind == "StrikeHour":
            return codes.CLOCK
        if kind in CHANCE_KINDS:
            return codes.CHANCE
        seat, on_turn = self._engine.next_to_decide, self._g.on_turn
        if not 0 <= seat < self._g.players:
            return on_turn
        return on_turn if seat != on_turn and not self._may(seat, kind) and self._may(on_turn, kind) else seat

    def _may(self, seat: int, kind: str) -> bool:
        """May a seat do something of this kind now?"""
        return any(action.kind == kind for action in self._legal(seat))

    def _legal(self, seat: int) -> list[Action]:
        return self._names.listed(self._engine.legal(seat), self._g.deck)

    def _complete(self, action: Action, seat: int) -> Action:
        """The action with what goes without saying: the card that one holds, the creditor whom one owes."""
        if action.kind == "UseCard" and action.card is None:
            held = [deck for deck in (1, 0) if self._g.jail_card[deck] == seat]
            return replace(action, card="chest" if held == [1] else "chance")
        if action.kind == "OfferSettlement" and action.other is None:
            g = self._g
            debts = [
                m for m in range(g.matters) if g.matter_kind[m] == codes.MATTER_DEBT and g.matter_player[m] == seat
            ]
            owed = [g.matter_other[m] for m in debts if g.matter_other[m] < codes.BANK]
            return replace(action, other=self.names[owed[-1] if owed else (seat + 1) % g.players])
        for field in POSITIONAL[action.kind]:
            if getattr(action, field) is None:
                raise ValueError(f"{action.kind} needs to know the {field}")
        return action

    def _refusal(self, action: Action, number: int) -> IllegalAction:
        """The refusal of the action in the record."""
        from passgo import rulebook

        self._last_rule = ids.NAMES[number]
        seat = self._engine.action.player
        actor = self.names[seat] if seat < len(self.names) else None
        return IllegalAction(
            format_action(replace(action, player=actor)), self._last_rule, rulebook.refusal(self._last_rule)
        )
