"""How compiled code calls machine code by its address. Imported only where something is compiled.

An inner function of another entry point is called in the same way, where the linker finds it.

Numba has pointers of its own. They are three words instead of one, are looked into at every call, and their types
have names of many thousand letters. Ours are an address and nothing else: whoever takes one calls it.
"""

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.imputils import lower_constant
from numba.extending import NativeValue, lower_builtin, register_model, type_callable, unbox

from passgo.machine.objects import symbol_of

ADDRESS = ir.IntType(8).as_pointer()


class PointerType(types.Callable):
    """The address of machine code with this signature."""

    def __init__(self, called: Any) -> None:
        self.called = called
        super().__init__(f"Pointer{len(called.args)}")

    @property
    def key(self) -> Any:
        """Pointers to functions of the same signature are of one type."""
        return self.called

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """The one signature; the pointer itself is handed on before the arguments."""
        return self.called.replace(recvr=self)

    def get_call_signatures(self) -> Any:
        """The one signature."""
        return [self.called], False

    def get_impl_key(self, sig: Any) -> Any:
        """What calls it: `call_pointer`."""
        return PointerType


@register_model(PointerType)
class PointerModel(models.PrimitiveModel):  # type: ignore[misc]
    """An address is one word."""

    def __init__(self, manager: Any, pointer: Any) -> None:
        super().__init__(manager, pointer, ADDRESS)


@unbox(PointerType)  # type: ignore[untyped-decorator]
def take_address(pointer: Any, function: Any, context: Any) -> Any:
    """The address of what Python hands over to code that Numba wrapped by itself (PASSGO_CALM=1)."""
    builder, python = context.builder, context.pyapi
    number = python.object_getattr_string(function, "address")
    missing = cgutils.is_null(builder, number)
    place = cgutils.alloca_once_value(builder, ir.Constant(ADDRESS, None))
    with builder.if_then(builder.not_(missing)):
        builder.store(python.long_as_voidptr(number), place)
        python.decref(number)
    return NativeValue(builder.load(place), is_error=missing)


@lower_builtin(PointerType, types.VarArg(types.Any))  # type: ignore[attr-defined, untyped-decorator]
def call_pointer(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Call what is there; what it raises is raised here. Any code but 0 is an exception: nothing of ours returns None
    or something."""
    called = signature.args[0].called
    kind = context.call_conv.get_function_type(called.return_type, called.args)
    code = builder.bitcast(arguments[0], kind.as_pointer())
    status, result = context.call_conv.call_function(builder, code, called.return_type, called.args, arguments[1:])
    with cgutils.if_unlikely(builder, builder.icmp_signed("!=", status.code, ir.Constant(status.code.type, 0))):
        context.call_conv.return_status_propagate(builder, status)
    return result


@lower_constant(PointerType)  # type: ignore[untyped-decorator]
def lower_inner(context: Any, builder: Any, kind: Any, inner: Any) -> Any:
    """An inner function of another entry point: a symbol, which is found when the object file is loaded or linked."""
    signature = context.call_conv.get_function_type(kind.called.return_type, kind.called.args)
    found = cgutils.get_or_insert_function(builder.module, signature, symbol_of(inner))
    return builder.bitcast(found, ADDRESS)


def teach_pointer_at(function: Any, kind: Any) -> None:
    """Tell Numba that a function makes a pointer of a number."""
    from passgo.machine.signatures import machine_type

    @type_callable(function)  # type: ignore[untyped-decorator]
    def type_pointer_at(context: Any) -> Any:
        """A pointer, of a whole number."""
        return lambda address: machine_type(kind)

    @lower_builtin(function, types.int64)  # type: ignore[untyped-decorator]
    def lower_pointer_at(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """The number is the address."""
        return builder.inttoptr(arguments[0], ADDRESS)
