"""Why a bot refused an offer, in words behind the refusal."""

from collections.abc import Callable, Sequence

from passgo.bots.reasons import OF_DEED, OF_GROUP, REASONS, Reason
from passgo.editions import Ruleset

WORDS: dict[str, Callable[[str, str], str]] = {
    "would-complete": lambda other, group: f"{other} would have all of {group}",
    "would-break": lambda _, group: f"keeps {group} together",
    "wants-cash": lambda _, dollars: f"about {dollars} too little",
    "too-little-left": lambda _, __: "keeps cash for rent",
    "not-for-sale": lambda _, deed: f"{deed} is not for sale",
    "no-use": lambda _, group: f"no use for {group}",
    "no-deals": lambda _, __: "never deals",
    "only-two": lambda other, _: f"only two are left, and what helps {other} hurts",
    "too-soon": lambda _, __: "these deeds were dealt only lately",
    "no-rescue": lambda other, _: f"will not save {other} from bankruptcy",
    "too-little-gain": lambda other, _: f"sees too little in it, looking ahead, beside what {other} gains",
}
"""The words of a reason: of the player who made the offer, and of the group, the deed or the sum that it is about."""


def format_reasons(reasons: Sequence[Reason], ruleset: Ruleset, proposer: str) -> str:
    """The reasons, the weightiest first.

    >>> from passgo.editions import ruleset
    >>> format_reasons([Reason("would-complete", 1), Reason("wants-cash", 1200)], ruleset("classic"), "Ann")
    'Ann would have all of Light blue; about $1,200 too little'
    """
    return "; ".join(WORDS[reason.kind](proposer, subject_of(reason, ruleset)) for reason in reasons)


def subject_of(reason: Reason, ruleset: Ruleset) -> str:
    """What a reason is about: a group, a deed, or dollars."""
    kind = REASONS.index(reason.kind) + 1
    if kind in OF_GROUP:
        return ruleset.groups[reason.number].name
    return ruleset.deeds[reason.number].name if kind in OF_DEED else f"${reason.number:,}"
