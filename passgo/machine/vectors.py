"""Sums over rows of numbers (float32), many numbers at a time: what a net is made of.

Every function is plain Python, and a lowering to LLVM through Numba's public way of extending it. Compiled, the sums
stay in registers until they are complete. Both add in the same order, so that they agree to the last bit.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from passgo.machine.decorators import lesson

AT_ONCE = 16
"""Numbers in a vector: two registers on a processor that holds eight, four on one that holds four."""

COMPARED, IN_A_SET = 8, 64
"""Inputs that are compared with nothing at once, and how many fit into a set."""


def weigher_of(count: int, many: int) -> Callable[[Any, int, Any, int, Any, int, float, Any, int], None]:
    """What adds up weighed rows of so many numbers.

    It writes to `to[at:]` what stands in `start[begin:]` and, for each of `many` inputs from the first on, the next of
    the rows times that input times the factor. Inputs of nothing cost nothing: those that are not are found by
    comparing several at once, and then gone through as a set.
    """
    check_count(count)
    check_inputs(many)

    def weigh(
        to: Any, at: int, start: Any, begin: int, inputs: Any, first: int, factor: float, rows: Any, row: int
    ) -> None:
        """Add the rows one after the other, as the machine does: in 32 bits."""
        import numpy as np

        total = start[begin : begin + count].copy()
        for k in range(many):
            if inputs[first + k] != 0:
                seen = np.float32(inputs[first + k]) * np.float32(factor)
                total += seen * rows[row + k * count : row + (k + 1) * count]
        to[at : at + count] = total

    def teach() -> None:
        """Tell Numba how the rows are added in registers."""
        from llvmlite import ir
        from numba.core import cgutils, types
        from numba.extending import lower_builtin, type_callable

        numbers, whole = types.CPointer(types.float32), types.int64  # type: ignore[attr-defined]
        taken = (numbers, whole, numbers, whole, numbers, whole, types.Float, numbers, whole)
        word = ir.IntType(64)

        @type_callable(weigh)  # type: ignore[untyped-decorator]
        def type_weigh(context: Any) -> Any:
            """Nothing comes of it."""
            return lambda to, at, start, begin, inputs, first, factor, rows, row: types.none

        @lower_builtin(weigh, *taken)  # type: ignore[untyped-decorator]
        def lower_weigh(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            """Load the sums, add every row that counts, and store them."""
            to, at, start, begin, inputs, first, factor, rows, row = arguments
            factor = context.cast(builder, factor, signature.args[6], types.float32)
            sums = [cgutils.alloca_once_value(builder, part) for part in loads(builder, start, begin, count)]
            left = cgutils.alloca_once(builder, word)
            for passed in range(0, many, IN_A_SET):
                builder.store(some_among(builder, inputs, first, passed, min(passed + IN_A_SET, many)), left)
                with going_through(builder, left) as n:
                    k = builder.add(n, ir.Constant(word, passed))
                    seen = builder.fmul(builder.load(builder.gep(inputs, [builder.add(first, k)])), factor)
                    place = builder.add(row, builder.mul(k, ir.Constant(word, count)))
                    weight = splat(builder, seen)
                    for total, part in zip(sums, loads(builder, rows, place, count), strict=True):
                        builder.store(builder.fadd(builder.load(total), builder.fmul(weight, part)), total)
            for total, place in zip(sums, places(builder, to, at, count), strict=True):
                builder.store(builder.load(total), place, align=4)
            return context.get_dummy_value()

    lesson(teach)
    return weigh


@contextmanager
def going_through(builder: Any, left: Any) -> Iterator[Any]:
    """A loop over the members of a set, which is used up: each of them, the smallest first."""
    from llvmlite import ir

    asks, goes, ends = (builder.append_basic_block(name) for name in ("asks", "goes", "ends"))
    builder.branch(asks)
    builder.position_at_end(asks)
    members = builder.load(left)
    builder.cbranch(builder.icmp_signed("!=", members, ir.Constant(members.type, 0)), goes, ends)
    builder.position_at_end(goes)
    yield builder.cttz(members, ir.Constant(ir.IntType(1), 1))
    builder.store(builder.and_(members, builder.sub(members, ir.Constant(members.type, 1))), left)
    builder.branch(asks)
    builder.position_at_end(ends)


def some_among(builder: Any, inputs: Any, first: Any, begin: int, end: int) -> Any:
    """Which of the inputs from `begin` to `end` are not nothing, as a set of numbers counted from `begin`.

    The last that are compared at once may overlap those before them, so that nothing behind the end is read.
    """
    from llvmlite import ir

    word, together = ir.IntType(64), ir.VectorType(ir.FloatType(), COMPARED)
    members = ir.Constant(word, 0)
    for at in (*range(begin, end - COMPARED, COMPARED), end - COMPARED):
        place = builder.gep(inputs, [builder.add(first, ir.Constant(word, at))])
        found = builder.load(builder.bitcast(place, together.as_pointer()), align=4)
        some = builder.fcmp_unordered("!=", found, ir.Constant(together, None))
        these = builder.zext(builder.bitcast(some, ir.IntType(COMPARED)), word)
        way, shift = (builder.shl, at - begin) if at >= begin else (builder.lshr, begin - at)
        members = builder.or_(members, way(these, ir.Constant(word, shift)))
    return members


def rectifier_of(count: int) -> Callable[[Any, int, Any, int], None]:
    """What makes nothing of negative numbers, and adds what is left to a sum: `rectify(numbers, at, sums, to)`."""
    check_count(count)

    def rectify(numbers: Any, at: int, sums: Any, to: int) -> None:
        """Cut off so many numbers below zero."""
        import numpy as np

        numbers[at : at + count] = np.where(numbers[at : at + count] > 0, numbers[at : at + count], 0)
        sums[to : to + count] += numbers[at : at + count]

    def teach() -> None:
        """Tell Numba how several are compared at once."""
        from llvmlite import ir
        from numba.core import types
        from numba.extending import lower_builtin, type_callable

        numbers_type, whole = types.CPointer(types.float32), types.int64  # type: ignore[attr-defined]

        @type_callable(rectify)  # type: ignore[untyped-decorator]
        def type_rectify(context: Any) -> Any:
            """Nothing comes of it."""
            return lambda numbers, at, sums, to: types.none

        @lower_builtin(rectify, numbers_type, whole, numbers_type, whole)  # type: ignore[untyped-decorator]
        def lower_rectify(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            """Compare, store and add vectors."""
            numbers, at, sums, to = arguments
            for own, total in zip(places(builder, numbers, at, count), places(builder, sums, to, count), strict=True):
                found = builder.load(own, align=4)
                nothing = ir.Constant(found.type, None)
                cut = builder.select(builder.fcmp_ordered(">", found, nothing), found, nothing)
                builder.store(cut, own, align=4)
                builder.store(builder.fadd(builder.load(total, align=4), cut), total, align=4)
            return context.get_dummy_value()

    lesson(teach)
    return rectify


def combiner_of(count: int) -> Callable[[Any, int, Any, int], float]:
    """The sum of products of numbers above zero with weights: `combine(numbers, at, weights, row)`.

    The products are added half to half, until one is left.
    """
    check_count(count)
    if count & (count - 1):
        raise ValueError(f"expected a power of two, not {count}")

    def combine(numbers: Any, at: int, weights: Any, row: int) -> float:
        """Multiply, and fold the products."""
        import numpy as np

        seen = numbers[at : at + count]
        products = np.where(seen > 0, seen, 0) * weights[row : row + count]
        while len(products) > 1:
            products = products[: len(products) // 2] + products[len(products) // 2 :]
        return float(products[0])

    def teach() -> None:
        """Tell Numba how vectors are folded."""
        from llvmlite import ir
        from numba.core import types
        from numba.extending import lower_builtin, type_callable

        numbers_type, whole = types.CPointer(types.float32), types.int64  # type: ignore[attr-defined]

        @type_callable(combine)  # type: ignore[untyped-decorator]
        def type_combine(context: Any) -> Any:
            """A number of 64 bits, as all numbers of compiled code are."""
            return lambda numbers, at, weights, row: types.float64

        @lower_builtin(combine, numbers_type, whole, numbers_type, whole)  # type: ignore[untyped-decorator]
        def lower_combine(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            """Multiply vectors, add them half to half, and fold the last."""
            numbers, at, weights, row = arguments
            products = []
            pairs = zip(loads(builder, numbers, at, count), loads(builder, weights, row, count), strict=True)
            for found, weight in pairs:
                nothing = ir.Constant(found.type, None)
                cut = builder.select(builder.fcmp_ordered(">", found, nothing), found, nothing)
                products.append(builder.fmul(cut, weight))
            while len(products) > 1:
                half = len(products) // 2
                products = [builder.fadd(*pair) for pair in zip(products[:half], products[half:], strict=True)]
            total, width = products[0], AT_ONCE
            while width > 1:
                width //= 2
                low, high = (
                    builder.shuffle_vector(total, total, lanes(range(begin, begin + width))) for begin in (0, width)
                )
                total = builder.fadd(low, high)
            last = builder.extract_element(total, ir.Constant(ir.IntType(32), 0))
            return builder.fpext(last, ir.DoubleType())

    lesson(teach)
    return combine


def check_count(count: int) -> None:
    """Refuse what does not fill whole vectors."""
    if count % AT_ONCE:
        raise ValueError(f"expected a multiple of {AT_ONCE}, not {count}")


def check_inputs(many: int) -> None:
    """Refuse so few inputs that not even one vector of them can be compared."""
    if many < COMPARED:
        raise ValueError(f"expected at least {COMPARED} inputs, not {many}")


def places(builder: Any, numbers: Any, at: Any, count: int) -> Iterator[Any]:
    """The addresses of the vectors of so many numbers, from a place on."""
    from llvmlite import ir

    together = ir.VectorType(ir.FloatType(), AT_ONCE).as_pointer()
    for n in range(0, count, AT_ONCE):
        place = builder.add(at, ir.Constant(ir.IntType(64), n))
        yield builder.bitcast(builder.gep(numbers, [place]), together)


def loads(builder: Any, numbers: Any, at: Any, count: int) -> list[Any]:
    """The vectors of so many numbers, from a place on."""
    return [builder.load(place, align=4) for place in places(builder, numbers, at, count)]


def splat(builder: Any, number: Any) -> Any:
    """A vector of the same number everywhere."""
    from llvmlite import ir

    together = ir.VectorType(ir.FloatType(), AT_ONCE)
    lane = builder.insert_element(ir.Constant(together, ir.Undefined), number, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(lane, lane, lanes([0] * AT_ONCE))


def lanes(numbers: Any) -> Any:
    """Which number of a vector comes to which place."""
    from llvmlite import ir

    chosen = list(numbers)
    return ir.Constant(ir.VectorType(ir.IntType(32), len(chosen)), chosen)
