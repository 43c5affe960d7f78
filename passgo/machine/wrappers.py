"""The function for Python in front of an entry point's machine code.

It is written in LLVM's intermediate form, with Numba's knowledge of how arguments are handed on. It takes Python's
objects, reads whole numbers, and the memory of arrays through the buffer protocol, calls the code, and turns the result
or the exception into Python's. So nothing of Numba is needed to call it; whatever it calls is in Python's stable ABI.
"""

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.np.arrayobj import populate_array

from passgo.machine.calls import PointerType

POINTER, WORD, INT = ir.IntType(8).as_pointer(), ir.IntType(64), ir.IntType(32)
BUFFER = ir.LiteralStructType([POINTER, POINTER, WORD, WORD, INT, INT, POINTER, WORD.as_pointer(), *[POINTER] * 3])
"""Python's `Py_buffer`: where the memory is, its owner, its length in bytes, the bytes of an item, ..., its shape."""
MEMORY, OWNER, LENGTH, ITEM, SHAPE = 0, 1, 2, 3, 7
WRITABLE, SHAPED = 1, 8


def write_wrapper(context: Any, library: Any, description: Any, *, ours: bool, brief: bool) -> None:
    """Add the function for Python to an entry point's library. While code that is not brief runs, others may."""
    name = description.qualname.rpartition(".")[2]
    module = library.create_ir_module(f"{name}_python")
    wrapper = Wrapper(context, module, name, len(description.argtypes))
    values = [wrapper.unpack(at, kind) for at, kind in enumerate(description.argtypes)]
    wrapper.call(description, values, ours, brief)
    if ours:
        own_nothing(module)
    library.add_ir_module(module)


def own_nothing(module: Any) -> None:
    """Say what happens when nobody refers to an array any more: nothing, for Python owns whatever our code is given."""
    kind = ir.FunctionType(ir.VoidType(), [POINTER])
    let_go = ir.Function(module, kind, name="NRT_MemInfo_call_dtor")
    ir.IRBuilder(let_go.append_basic_block()).ret_void()


class Wrapper:
    """The function while it is written."""

    def __init__(self, context: Any, module: Any, name: str, count: int) -> None:
        self.context, self.module = context, module
        kind = ir.FunctionType(POINTER, [POINTER, POINTER.as_pointer(), WORD])
        self.function = ir.Function(module, kind, name=f"{name}_python")
        self.builder = ir.IRBuilder(self.function.append_basic_block("entry"))
        self.leave = self.function.append_basic_block("leave")
        self.result = cgutils.alloca_once_value(self.builder, ir.Constant(POINTER, None))
        self.buffers: list[Any] = []
        given = self.builder.icmp_signed("==", self.function.args[2], ir.Constant(WORD, count))
        with self.failing_unless(given):
            self.raise_by("refuse", "s", self.text(f"{name} takes {count} arguments"))

    def python(self, name: str, result: Any, *parameters: Any, variadic: bool = False) -> Any:
        """A function of Python's own."""
        kind = ir.FunctionType(result, parameters, var_arg=variadic)
        return cgutils.get_or_insert_function(self.module, kind, name)

    def text(self, text: str) -> Any:
        """The address of a text."""
        return self.context.insert_const_string(self.module, text)

    def failing_unless(self, fine: Any) -> Any:
        """What is written in the block happens if it is not fine, and then the function is left without a result."""
        return Failing(self, fine)

    def raise_by(self, function: str, kind: str, argument: Any) -> None:
        """Have a function of `passgo.machine.faults` raise. `PyExc_TypeError` and its like will not do: with Numba in
        the process, these symbols mean something else."""
        builder = self.builder
        find = self.python("PyImport_ImportModule", POINTER, POINTER)
        call = self.python("PyObject_CallMethod", POINTER, POINTER, POINTER, POINTER, variadic=True)
        faults = builder.call(find, [self.text("passgo.machine.faults")])
        with builder.if_then(cgutils.is_not_null(builder, faults)):
            builder.call(call, [faults, self.text(function), self.text(kind), argument])
            builder.call(self.python("Py_DecRef", ir.VoidType(), POINTER), [faults])

    def unpack(self, at: int, kind: Any) -> Any:
        """The value of an argument."""
        place = self.builder.gep(self.function.args[1], [ir.Constant(WORD, at)])
        return self.value_of(self.builder.load(place), kind)

    def value_of(self, given: Any, kind: Any) -> Any:
        """The value of an object."""
        match kind:
            case types.Integer() | types.Boolean():
                number = self.whole_number(given)
                return self.context.cast(self.builder, number, types.int64, kind)
            case types.Array():
                return self.array(given, kind)
            case PointerType():
                return self.pointer(given)
        raise NotImplementedError(f"an entry point takes whole numbers, arrays and other entry points, not {kind}")

    def whole_number(self, given: Any) -> Any:
        """A whole number; unsigned ones wrap as the machine's do."""
        number = self.builder.call(self.python("PyLong_AsLongLong", WORD, POINTER), [given])
        failed = self.builder.icmp_signed("==", number, ir.Constant(WORD, -1))
        with self.builder.if_then(failed, likely=False):
            raised = self.builder.call(self.python("PyErr_Occurred", POINTER), [])
            with self.failing_unless(cgutils.is_null(self.builder, raised)):
                pass
        return number

    def array(self, given: Any, kind: Any) -> Any:
        """An array over the memory of an object."""
        builder, context = self.builder, self.context
        buffer = cgutils.alloca_once(builder, BUFFER)  # empty from the beginning, so that it can always be released
        self.buffers.append(buffer)
        item, flags = context.get_abi_sizeof(context.get_data_type(kind.dtype)), WRITABLE | SHAPED * (kind.ndim > 1)
        get = self.python("PyObject_GetBuffer", INT, POINTER, POINTER, INT)
        answer = builder.call(get, [given, builder.bitcast(buffer, POINTER), ir.Constant(INT, flags)])
        with self.failing_unless(builder.icmp_signed("==", answer, ir.Constant(INT, 0))):
            pass
        size = ir.Constant(WORD, item)
        with self.failing_unless(builder.icmp_signed("==", self.field(buffer, ITEM), size)):
            self.raise_by("refuse", "s", self.text(f"expected an array of items of {item} bytes"))
        array = context.make_array(kind)(context, builder)
        shape, strides = self.shape_of(buffer, kind, size)
        data = builder.bitcast(self.field(buffer, MEMORY), array.data.type)
        populate_array(array, data=data, shape=shape, strides=strides, itemsize=size, meminfo=None)
        return array._getvalue()

    def field(self, buffer: Any, at: int) -> Any:
        """A field of a buffer."""
        return self.builder.load(cgutils.gep_inbounds(self.builder, buffer, 0, at))

    def shape_of(self, buffer: Any, kind: Any, size: Any) -> tuple[list[Any], list[Any]]:
        """How many items an array has along each axis, and how many bytes apart they are."""
        if kind.ndim == 1:
            return [self.builder.sdiv(self.field(buffer, LENGTH), size)], [size]
        lengths = self.field(buffer, SHAPE)
        shape = [self.builder.load(self.builder.gep(lengths, [ir.Constant(WORD, axis)])) for axis in range(kind.ndim)]
        strides = [size]
        for length in reversed(shape[1:]):
            strides.insert(0, self.builder.mul(strides[0], length))
        return shape, strides

    def pointer(self, given: Any) -> Any:
        """The address of an entry point."""
        address = self.builder.call(self.python("PyLong_AsVoidPtr", POINTER, POINTER), [given])
        with self.failing_unless(cgutils.is_not_null(self.builder, address)):
            pass
        return address

    def call(self, description: Any, values: list[Any], ours: bool, brief: bool) -> None:
        """Call the code, and leave with its result, or with what it raised."""
        builder, convention = self.builder, self.context.call_conv
        code = self.context.declare_function(self.module, description)
        if not brief:
            thread = builder.call(self.python("PyEval_SaveThread", POINTER), [])
        status, result = convention.call_function(builder, code, description.restype, description.argtypes, values)
        if not brief:
            builder.call(self.python("PyEval_RestoreThread", ir.VoidType(), POINTER), [thread])
        with builder.if_then(status.is_error, likely=False):
            if ours:
                with builder.if_then(status.is_user_exc):
                    self.raise_kept(status.excinfoptr)
            else:
                convention.raise_error(builder, self.context.get_python_api(builder), status)
            builder.branch(self.leave)
        builder.store(self.boxed(result, description.restype), self.result)
        builder.branch(self.leave)
        self.release()

    def boxed(self, result: Any, kind: Any) -> Any:
        """The result as an object."""
        if isinstance(kind, types.Integer | types.Boolean):
            number = self.context.cast(self.builder, result, kind, types.int64)
            return self.builder.call(self.python("PyLong_FromLongLong", POINTER, WORD), [number])
        if isinstance(kind, types.Float):
            return self.builder.call(self.python("PyFloat_FromDouble", POINTER, ir.DoubleType()), [result])
        none = ir.GlobalVariable(self.module, ir.IntType(8), name="_Py_NoneStruct")
        self.builder.call(self.python("Py_IncRef", ir.VoidType(), POINTER), [none])
        return none

    def raise_kept(self, exception: Any) -> None:
        """Raise what the code holds as bytes."""
        builder = self.builder
        data, length = (builder.load(cgutils.gep_inbounds(builder, exception, 0, at)) for at in (0, 1))
        copy = self.python("PyBytes_FromStringAndSize", POINTER, POINTER, WORD)
        kept = builder.call(copy, [data, builder.sext(length, WORD)])
        self.raise_by("raise_kept", "O", kept)
        builder.call(self.python("Py_DecRef", ir.VoidType(), POINTER), [kept])

    def release(self) -> None:
        """Let go of the arguments' memory, and return."""
        self.builder.position_at_end(self.leave)
        release = self.python("PyBuffer_Release", ir.VoidType(), POINTER)
        for buffer in self.buffers:
            self.builder.call(release, [self.builder.bitcast(buffer, POINTER)])
        self.builder.ret(self.builder.load(self.result))


class Failing:
    """A block of the function that ends it without a result."""

    def __init__(self, wrapper: Wrapper, fine: Any) -> None:
        self._wrapper = wrapper
        self._block = wrapper.builder.if_then(wrapper.builder.not_(fine), likely=False)

    def __enter__(self) -> None:
        self._block.__enter__()

    def __exit__(self, *problem: Any) -> None:
        self._wrapper.builder.branch(self._wrapper.leave)
        self._block.__exit__(*problem)
