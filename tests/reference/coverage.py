"""What random games met, to count how rare the things are that they reached."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

from passgo.rules import codes
from passgo.rules.actions import ALWAYS
from tests.reference.contract import ACTION_NAMES, Act, MatterKind

ACTIONS_PAGE = Path(__file__).parents[2] / "docs" / "actions.md"
RAISING = {Act.MORTGAGE, Act.SELL_BUILDING, Act.SELL_HOTELS}
DEALING = {Act.OFFER, Act.COUNTER, Act.ACCEPT, Act.REFUSE, Act.WITHDRAW_OFFER}

Step = tuple[int, int, int]
"""The kind of the matter on top (or -1), how many matters were open, and the kind of action."""


class Coverage:
    """Counts of steps, events and refusals."""

    def __init__(self) -> None:
        self.played: Counter[Step] = Counter()
        self.events: Counter[tuple[str, str]] = Counter()  # kind and rule
        self.refused: Counter[tuple[int, str]] = Counter()  # kind of action and rule
        self.by_one_rule = 0  # refusals for which the law knows one rule only

    def add(self, other: "Coverage") -> None:
        self.played.update(other.played)
        self.events.update(other.events)
        self.refused.update(other.refused)
        self.by_one_rule += other.by_one_rule

    def to_dict(self) -> dict[str, Any]:
        """The counts by name, the rarest first, and what was never met."""
        actions, events, rules = self.actions(), self.by_kind_of_event(), self.by_rule()
        return {
            "actions": rarest_first(actions),
            "actions_not_met": sorted(set(ACTION_NAMES) - set(actions)),
            "events": rarest_first(events),
            "events_not_met": sorted(set(codes.EVENT_KINDS) - set(events)),
            "refusing_rules": rarest_first(rules),
            "refusing_rules_not_met": sorted(rules_that_may_refuse() - set(rules)),
            "situations": self.situations(),
        }

    def actions(self) -> Counter[str]:
        """Steps by the kind of action."""
        counts: Counter[str] = Counter()
        for (_, _, kind), n in self.played.items():
            counts[ACTION_NAMES[kind]] += n
        return counts

    def by_kind_of_event(self) -> Counter[str]:
        counts: Counter[str] = Counter()
        for (kind, _), n in self.events.items():
            counts[kind] += n
        return counts

    def by_rule(self) -> Counter[str]:
        """Refusals by the rule that refused."""
        counts: Counter[str] = Counter()
        for (_, rule), n in self.refused.items():
            counts[rule] += n
        return counts

    def situations(self) -> dict[str, int]:
        """Steps taken in rare situations."""

        def steps(top: int | None = None, kinds: set[Act] | None = None, deep: int = 0) -> int:
            return sum(
                n
                for (matter, depth, kind), n in self.played.items()
                if (top is None or matter == top) and (kinds is None or kind in kinds) and depth >= deep
            )

        return {
            "in a debt": steps(MatterKind.DEBT),
            "cash raised in a debt": steps(MatterKind.DEBT, RAISING),
            "deals in a debt": steps(MatterKind.DEBT, DEALING),
            "settlements offered": steps(None, {Act.OFFER_SETTLEMENT}),
            "resignations in a debt": steps(MatterKind.DEBT, {Act.RESIGN}),
            "resignations": steps(None, {Act.RESIGN}),
            "cash raised in an auction": steps(MatterKind.AUCTION, RAISING),
            "deals in an auction": steps(MatterKind.AUCTION, DEALING),
            "buildings in an auction": steps(MatterKind.AUCTION, {Act.BUILD}),
            "keep or lift": steps(MatterKind.KEEP_OR_LIFT),
            "in a shortage": steps(MatterKind.SHORTAGE),
            "matters two deep": steps(deep=2),
            "matters three deep": steps(deep=3),
            "matters four deep or more": steps(deep=4),
            "rent claimed by hand": steps(None, {Act.CLAIM_RENT}),
            "rent claimed during a matter": steps(None, {Act.CLAIM_RENT}, deep=1),
            "resignations during a matter": steps(None, {Act.RESIGN}, deep=1),
            "the hour struck": steps(None, {Act.STRIKE_HOUR}),
        }


def rarest_first(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda entry: (entry[1], entry[0])))


def rules_that_may_refuse() -> set[str]:
    """The rules that docs/actions.md names as refusing an action, and those that can refuse every one."""
    rules: set[str] = set()
    for line in ACTIONS_PAGE.read_text(encoding="utf-8").splitlines():
        if re.match(r"\| \d+ \| `[A-Z_]+` \|", line):
            rules.update(re.findall(r"`([a-z]+\.[a-z-]+)`", line.split("|")[-2]))
    return rules | set(ALWAYS)
