"""Compiling rules only where they are used.

By default Numba optimises every function, makes machine code of it, and wraps it for Python, at each level of
calls anew. A rule is never called by Python, only by an entry point into which it is inlined. So a rule stops at
LLVM's intermediate form here, and an entry point links all rules below it and is optimised once. That halves the
time of the first start. It leans on Numba's internals, which is why Numba's minor version is pinned.
"""

from typing import Any

from llvmlite import binding as llvm
from numba.core import types
from numba.core.codegen import JITCodeLibrary, _parse_refprune_flags
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.typed_passes import NativeLowering

from passgo.machine.arrays import from_the_front


class InlinedLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The intermediate form of one rule, never made into machine code by itself."""

    def add_llvm_module(self, module: Any) -> None:
        self._optimize_functions(module)
        self._final_module.link_in(module)

    def finalize(self) -> None:
        self._finalized = True


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The machine code of an entry point, with every rule below it linked in once.

    It is optimised at LLVM's second level; the third, Numba's default, takes an eighth longer for no faster rules.
    Loops are neither unrolled nor vectorised: ours run over a handful of players or deeds, and what counts is that
    the code fits into the processor's cache (measured: an eighth smaller).
    """

    _linking_libraries: list[Any]

    def _optimize_final_module(self) -> None:
        cheap, first = self._codegen._module_pass_manager(
            loop_vectorize=False, slp_vectorize=False, opt=0, cost="cheap"
        )
        cheap.run(self._final_module, first)  # inlines, so that counts of references meet and cancel out
        tuning = llvm.create_pipeline_tuning_options(speed_level=2)
        tuning.loop_unrolling = tuning.loop_vectorization = tuning.loop_interleaving = False
        tuning.slp_vectorization = False
        full = llvm.create_pass_builder(self._codegen._tm, tuning)
        passes = full.getModulePassManager()
        passes.add_refprune_pass(_parse_refprune_flags())
        passes.run(self._final_module, full)

    def finalize(self) -> None:
        found: dict[Any, None] = {}
        unseen = list(self._linking_libraries)
        while unseen:
            library = unseen.pop()
            if library not in found:
                found[library] = None
                if isinstance(library, InlinedLibrary):
                    unseen.extend(library._linking_libraries)
        self._linking_libraries = list(found)
        super().finalize()


def remembered_repr(record: Any) -> str:
    """What Numba writes for a record type, made once: it asks thousands of times, and ours have many fields."""
    if "_repr" not in record.__dict__:
        record._repr = WRITTEN_OUT(record)
    return str(record._repr)


WRITTEN_OUT = types.Record.__repr__
types.Record.__repr__ = remembered_repr  # type: ignore[method-assign]


def placeholder(name: str) -> Any:
    """Stands where a rule's Python-callable function would be: Numba wants a builtin, and a different one for each."""
    return [name].index


@register_pass(mutates_CFG=True, analysis_only=False)
class InlinedLowering(NativeLowering):  # type: ignore[misc]
    """Lower a rule to the intermediate form and stop there."""

    _name = "inlined_lowering"

    def run_pass(self, state: Any) -> bool:
        context = state.targetctx
        state.library = InlinedLibrary(context.codegen(), state.func_id.func_qualname)
        context.get_executable = lambda library, description, environment: placeholder(description.qualname)
        try:
            with from_the_front():
                return bool(super().run_pass(state))
        finally:
            del context.get_executable


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(NativeLowering):  # type: ignore[misc]
    """Lower an entry point, ready to link rules."""

    _name = "entry_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = EntryLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        with from_the_front():
            return bool(super().run_pass(state))


def pipeline_with(lowering: type, state: Any) -> list[PassManager]:
    """Numba's own pipeline, with another lowering."""
    manager = DefaultPassBuilder.define_nopython_pipeline(state)
    manager.passes = [(lowering, text) if step is NativeLowering else (step, text) for step, text in manager.passes]
    manager._finalized = False
    manager.finalize()
    return [manager]


class RuleCompiler(CompilerBase):  # type: ignore[misc]
    """Compiles a rule for its callers."""

    def define_pipelines(self) -> list[PassManager]:
        return pipeline_with(InlinedLowering, self.state)


class EntryCompiler(CompilerBase):  # type: ignore[misc]
    """Compiles an entry point."""

    def define_pipelines(self) -> list[PassManager]:
        return pipeline_with(EntryLowering, self.state)
