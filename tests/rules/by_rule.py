"""`@rule("jail.third-turn")`: a test names the rule it proves, and runs in every edition that has it.

The test takes an argument `edition`. `@rule("jail.card", editions=("modern",))` runs in those editions alone;
`@rule("jail.card", "deal.private")` proves two rules, in the editions that have both.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from passgo.rulebook.coverage import editions_of

Test = TypeVar("Test", bound=Callable[..., Any])


def rule(*ids: str, editions: tuple[str, ...] | None = None) -> Callable[[Test], Test]:
    """Mark a test with the rules it proves, and run it once for each edition."""
    played = editions_of(ids, editions)

    def mark(test: Test) -> Test:
        marked: Test = pytest.mark.rule(*ids)(pytest.mark.parametrize("edition", played)(test))
        return marked

    return mark
