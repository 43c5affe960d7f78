"""The types of the rules' entry points, as compiled loops take them."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from passgo.machine.pointers import pointer_to
from passgo.rules.legal import legal
from passgo.rules.step import play, step
from passgo.rules.waiting import next_to_decide

if TYPE_CHECKING:
    Play = Callable[..., int]
    Step = Callable[..., int]
    Legal = Callable[..., int]
    NextToDecide = Callable[..., int]
else:
    Play, Step, Legal, NextToDecide = map(pointer_to, (play, step, legal, next_to_decide))
