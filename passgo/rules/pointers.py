"""The types of the rules' entry points, as compiled loops take them."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from passgo.machine.pointers import pointer_to
from passgo.rules.legal import legal
from passgo.rules.step import step
from passgo.rules.waiting import next_to_decide

if TYPE_CHECKING:
    Step = Callable[..., int]
    Legal = Callable[..., int]
    NextToDecide = Callable[..., int]
else:
    Step, Legal, NextToDecide = pointer_to(step), pointer_to(legal), pointer_to(next_to_decide)
