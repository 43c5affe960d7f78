"""What one asks a game: what is lawful, and why; and understanding what somebody says."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from passgo import rulebook
from passgo.errors import IllegalAction
from passgo.game.seen import Seen
from passgo.notation.actions import CHANCE_KINDS, POSITIONAL, Action
from passgo.notation.text import format_action, parse_action
from passgo.rules import ids
from passgo.rules.codes import BANK, CHANCE, CLOCK, MATTER_DEBT, NOBODY


class Asked(Seen):
    """The side of a `Game` that answers questions about actions."""

    _last_rule: str

    def legal_actions(self, player: str | None = None) -> list[Action]:
        """Everything a player may do now; without a name, whoever must decide.

        A bid stands there once, with its lowest and highest amount; an offer once for each partner, empty.

        >>> from passgo import Game
        >>> game = Game("classic", players=["Ann", "Ben"], seed=7)
        >>> [action for action in game.legal_actions("Ben") if action.kind != "Offer"]
        [Throw(), Resign()]
        """
        seat = self._engine.next_to_decide if player is None else self._names.seat(player)
        if seat == NOBODY:
            return []
        deck = self._g.deck
        return [self._names.action(record, deck) for record in self._engine.legal(seat)]

    def check(self, action: Action | str, player: str | None = None) -> IllegalAction | None:
        """Could this be played now? None, or the refusal that `play` would raise. Nothing is played.

        >>> from passgo import Game
        >>> Game("classic", players=["Ann", "Ben"], seed=7).check("buy").rule
        'buy.option'
        """
        understood = self._write(action, player)
        refused = self._engine.allowed()
        return self._refusal(understood, refused) if refused else None

    def chosen_by(self, policy: Callable[..., None], player: str, notebook: Any) -> Action:
        """What a compiled policy (`passgo.bots.policy`) would play for a player now; it may write to its notebook.

        >>> from passgo import Game, bots
        >>> game, bot = Game("classic", players=["Ann", "Ben"], seed=7), bots.bot("trader")
        >>> game.chosen_by(bot.policy, "Ben", bots.notebooks([bot.notebook]))
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
        return rulebook.why(rule or self._last_rule, self.table)

    def _write(self, action: Action | str, player: str | None) -> Action:
        """Put an action into the record that the rules read; whoever must decide acts, unless somebody is named."""
        understood = action if isinstance(action, Action) else parse_action(action, self._names)
        named = [self._names.seat(name) for name in (understood.player, player) if name is not None]
        if len(set(named)) > 1:
            raise ValueError(f"is it {player} who acts, or {understood.player}?")
        seat = named[0] if named and understood.kind != "StrikeHour" else self._actor(understood.kind)
        understood = self._completed(understood, seat)
        self._names.write(understood, seat, self._g.deck, self._engine.action)
        return understood

    def _actor(self, kind: str) -> int:
        """Who acts if nobody is named."""
        if kind == "StrikeHour":
            return CLOCK
        if kind in CHANCE_KINDS:
            return CHANCE
        seat = self._engine.next_to_decide
        return seat if 0 <= seat < self._g.players else self._g.on_turn

    def _completed(self, action: Action, seat: int) -> Action:
        """The action with what goes without saying: the card that one holds, the creditor whom one owes."""
        if action.kind == "UseCard" and action.card is None:
            held = [deck for deck in (1, 0) if self._g.jail_card[deck] == seat]
            return replace(action, card="chest" if held == [1] else "chance")
        if action.kind == "OfferSettlement" and action.other is None:
            g = self._g
            debts = [m for m in range(g.matters) if g.matter_kind[m] == MATTER_DEBT and g.matter_player[m] == seat]
            owed = [g.matter_other[m] for m in debts if g.matter_other[m] < BANK]
            return replace(action, other=self.names[owed[-1] if owed else (seat + 1) % g.players])
        for field in POSITIONAL[action.kind]:
            if getattr(action, field) is None:
                raise ValueError(f"{action.kind} needs to know the {field}")
        return action

    def _refusal(self, action: Action, number: int) -> IllegalAction:
        """The refusal of the action in the record."""
        self._last_rule = ids.NAMES[number]
        seat = self._engine.action.player
        actor = self.names[seat] if seat < len(self.names) else None
        return IllegalAction(
            format_action(replace(action, player=actor)), self._last_rule, rulebook.refusal(self._last_rule)
        )
