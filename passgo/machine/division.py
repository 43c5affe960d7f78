"""Whole division and remainder by a constant, in as few instructions as it takes.

Numba asks whether the divisor is zero, divides, takes the remainder, and corrects both where signs differ: ten to
twenty-two instructions even where the divisor is a constant above zero. Then a shift is enough for a power of two, and
a multiplication for any other number. So our own functions are compiled; others' as ever.
"""

import operator
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.cpython.numbers import int_floordiv_impl, int_rem_impl
from numba.extending import lower_builtin

from passgo.machine.arrays import compiling_ours


def constant_divisor(divisor: Any) -> int:
    """The divisor, if it is a constant above zero and a function of ours is being compiled; otherwise 0."""
    known = compiling_ours and isinstance(divisor, ir.Constant) and isinstance(divisor.constant, int)
    return max(0, divisor.constant) if known else 0


def floor(builder: Any, dividend: Any, divisor: int) -> Any:
    """The quotient, rounded down: below zero, that of the complement is rounded up by complementing it again."""
    if divisor & (divisor - 1) == 0:
        return builder.ashr(dividend, ir.Constant(dividend.type, divisor.bit_length() - 1))
    sign = builder.ashr(dividend, ir.Constant(dividend.type, 63))
    return builder.xor(builder.udiv(builder.xor(dividend, sign), ir.Constant(dividend.type, divisor)), sign)


@lower_builtin(operator.floordiv, types.int64, types.int64)  # type: ignore[untyped-decorator]
def floor_divide(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Divide and round down."""
    divisor = constant_divisor(arguments[1])
    if divisor == 0:
        return int_floordiv_impl(context, builder, signature, arguments)
    return floor(builder, arguments[0], divisor)


@lower_builtin(operator.mod, types.int64, types.int64)  # type: ignore[untyped-decorator]
def remainder(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """What is left over: never below zero."""
    dividend, divisor = arguments[0], constant_divisor(arguments[1])
    if divisor == 0:
        return int_rem_impl(context, builder, signature, arguments)
    if divisor & (divisor - 1) == 0:
        return builder.and_(dividend, ir.Constant(dividend.type, divisor - 1))
    return builder.sub(dividend, builder.mul(floor(builder, dividend, divisor), ir.Constant(dividend.type, divisor)))
