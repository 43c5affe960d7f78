"""The report of a run: the counts of all batches, and the figures that follow from them."""

from typing import Any

import numpy as np

from passgo.rules import codes, ids
from passgo.simulate.output.statistics import Lengths, wilson
from passgo.simulate.runs import counts
from passgo.simulate.runs.batch import Batch
from passgo.simulate.runs.counts import COLUMNS, PER_SQUARE, RULES, Array
from passgo.simulate.runs.faults import Faults, misplays, refusals_in, stalls_in
from passgo.simulate.runs.plan import Plan

SUMMED = ("decisions", "offers", "deals", "auctions", "shortages", "bankruptcies", "buildings", "rent")


def label_of(plan: Plan) -> str:
    """What chances from a position are about: they hold if these bots go on from there, and say nothing of others."""
    alike = len(set(plan.names)) == 1
    players = plan.players or tuple(f"seat {seat}" for seat in range(1, len(plan.bots) + 1))
    pairs = ", ".join(f"{player} like {bot}" for player, bot in zip(players, plan.names, strict=True))
    return f"if all play like {plan.names[0]} from here" if alike else f"if all go on from here, {pairs}"


class Report:
    """The counts of the games played so far. Its size does not depend on the number of games."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.games = self.finished = self.with_shortage = 0
        self.wins = np.zeros(codes.PLAYERS, np.int64)
        self.wins_of = dict.fromkeys(plan.names, 0)
        self.rounds, self.turns = Lengths(plan.rounds), Lengths(plan.rounds * len(plan.bots) + 1)
        self.sums = dict.fromkeys(SUMMED, 0)
        self.tally = np.zeros(counts.TALLY, np.int64)
        self.faults = Faults()

    def add(self, batch: Batch) -> None:
        """Add the games of a batch."""
        rows = batch.rows
        ended = rows[:, counts.FINISHED] == 1
        self.games += len(rows)
        self.finished += int(ended.sum())
        self.with_shortage += int((rows[:, counts.SHORTAGES] > 0).sum())
        self.rounds.add(rows[ended, counts.ROUNDS])
        self.turns.add(rows[ended, counts.TURNS])
        winners = rows[:, counts.WINNERS]
        for seat in range(len(self.plan.bots)):
            self.wins[seat] += (winners >> seat & 1).sum()
        for name in self.wins_of:
            self.wins_of[name] += int(((winners & self.seats_of(name)) != 0).sum())
        for name in SUMMED:
            self.sums[name] += int(rows[:, COLUMNS.index(name)].sum())
        self.tally += batch.tally
        self.faults.merge(batch.faults)

    def seats_of(self, name: str) -> int:
        """The seats of a bot, as a set."""
        return sum(1 << seat for seat, other in enumerate(self.plan.names) if other == name)

    def share(self, count: int) -> dict[str, Any]:
        """This number of games as a share of all games played, with its interval."""
        low, high = wilson(count, self.games)
        return {"share": count / max(1, self.games), "low": low, "high": high}

    def by_seat(self) -> list[dict[str, Any]]:
        """Games won by each seat."""
        wins = [int(count) for count in self.wins]
        return [
            {"seat": seat, **self.player(seat), "bot": name, "wins": wins[seat], **self.share(wins[seat])}
            for seat, name in enumerate(self.plan.names)
        ]

    def player(self, seat: int) -> dict[str, str]:
        """The name of the player in a seat, if the games begin in a position with names."""
        return {"player": self.plan.players[seat]} if self.plan.players else {}

    def by_bot(self) -> list[dict[str, Any]]:
        """Games won by each bot, in any of its seats."""
        return [
            {"bot": name, "seats": self.seats_of(name).bit_count(), "wins": wins, **self.share(wins)}
            for name, wins in self.wins_of.items()
        ]

    def squares(self) -> Array:
        """The tally by square: a row for each square, with the columns `LANDINGS` and so on."""
        table: Array = self.tally[: codes.SQUARES * PER_SQUARE].reshape(codes.SQUARES, PER_SQUARE)
        return table

    def landings(self) -> list[dict[str, Any]]:
        """How often tokens landed on each square. Being sent to Jail is no landing."""
        landed = self.squares()[:, counts.LANDINGS]
        total = max(1, int(landed.sum()))
        return [
            {"square": s.slug, "name": s.name, "landings": int(n), "share": int(n) / total}
            for s, n in zip(self.plan.ruleset.squares, landed, strict=True)
        ]

    def groups(self) -> list[dict[str, Any]]:
        """For each group: the rent earned, what was paid for the group, and the rent for each dollar paid."""
        found = []
        for group in self.plan.ruleset.groups:
            of_group = [self.plan.ruleset.deeds[deed].square for deed in group.deeds]
            sums = [int(n) for n in self.squares()[of_group].sum(axis=0)]
            paid = sums[counts.PRICE_PAID] + sums[counts.BUILDING_COST] - sums[counts.SOLD_BACK]
            earned = sums[counts.RENT_EARNED]
            found.append(
                {
                    "group": group.name,
                    "rents": sums[counts.RENTS],
                    "rent": earned,
                    "price_paid": sums[counts.PRICE_PAID],
                    "building_cost": sums[counts.BUILDING_COST],
                    "sold_back": sums[counts.SOLD_BACK],
                    "return": earned / paid if paid > 0 else None,
                }
            )
        return found

    def causes(self) -> list[dict[str, Any]]:
        """Bankruptcies by the rule of the debt and by creditor, the most frequent first."""
        by_rule = self.tally[counts.CAUSES : counts.REFUSALS].reshape(RULES, 2)
        found = [
            {"rule": ids.NAMES[rule], "to": ("a player", "the Bank")[to_bank], "bankruptcies": int(count)}
            for (rule, to_bank), count in np.ndenumerate(by_rule)
            if count > 0
        ]
        return sorted(found, key=lambda cause: -int(str(cause["bankruptcies"])))

    def misplays(self) -> list[dict[str, Any]]:
        """Refused actions and stalled turns by seat. Seats without any are left out."""
        seats = [{"seat": seat, "bot": name} for seat, name in enumerate(self.plan.names)]
        return misplays(seats, refusals_in(self.tally), stalls_in(self.tally))

    def to_dict(self) -> dict[str, Any]:
        """Everything, for programs."""
        plan, games = self.plan, max(1, self.games)
        return {
            "edition": plan.ruleset.edition,
            "options": plan.ruleset.options,
            "bots": list(plan.names),
            "seed": plan.seed,
            **({"players": list(plan.players), "label": label_of(plan)} if plan.start else {}),
            "round_limit": plan.rounds,
            "games": self.games,
            "games_wanted": plan.games,
            "finished": self.finished,
            "finished_share": self.finished / games,
            "wins_by_seat": self.by_seat(),
            "wins_by_bot": self.by_bot(),
            "rounds": self.rounds.to_dict(),
            "turns": self.turns.to_dict(),
            "per_game": {name: total / games for name, total in self.sums.items()},
            "games_with_shortage": {"games": self.with_shortage, **self.share(self.with_shortage)},
            "sent_to_jail": int(self.tally[counts.JAILINGS]),
            "landings": self.landings(),
            "groups": self.groups(),
            "bankruptcies": self.causes(),
            "misplays": self.misplays(),
            "faults": self.faults.to_list(),
        }
