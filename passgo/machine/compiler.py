"""Compiling rules only where they are used.

By default Numba optimises every function, makes machine code of it, and wraps it for Python, at each level of
calls anew. A rule is never called by Python, only by an entry point into which it is inlined. So a rule stops at
LLVM's intermediate form here, and an entry point links all rules below it and is optimised once. That halves the
time of the first start. It leans on Numba's internals, which is why Numba's minor version is pinned.
"""

from typing import Any

from llvmlite import binding as llvm
from numba.core.codegen import JITCodeLibrary, _parse_refprune_flags
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.debuginfo import DIBuilder
from numba.core.typed_passes import NativeLowering, NopythonRewrites
from numba.core.untyped_passes import DeadBranchPrune, InlineClosureLikes

from passgo.machine.arrays import from_the_front
from passgo.machine.decorators import inside_of_source
from passgo.machine.objects import inner_symbol, is_ours
from passgo.machine.wrappers import write_wrapper


class InlinedLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The intermediate form of one rule, never made into machine code by itself."""

    def add_llvm_module(self, module: Any) -> None:
        self._optimize_functions(module)
        self._final_module.link_in(module)

    def finalize(self) -> None:
        self._finalized = True


BUILTINS = "_ZN5numba7cpython8builtins"
"""How the names of Python's built-in functions begin in intermediate code."""


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The machine code of an entry point, with every rule below it linked in once.

    It is optimised at LLVM's second level; the third, Numba's default, takes an eighth longer for no faster rules.
    Loops are neither unrolled nor vectorised: ours run over a handful of players or deeds, and what counts is that
    the code fits into the processor's cache (measured: an eighth smaller). Long rows of numbers are added by vectors
    that are asked for (`passgo.machine.rooms`).
    """

    _linking_libraries: list[Any]

    def _optimize_final_module(self) -> None:
        self._inline_builtins()
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

    def _inline_builtins(self) -> None:
        """Have `min`, `max` and the like inlined.

        Left to Numba, that depends on which function asked for them first, and the same sources would become other
        code with every other order in which entry points are compiled.
        """
        for function in self._final_module.functions:
            if not function.is_declaration and function.name.startswith(BUILTINS):
                function.add_function_attribute("alwaysinline")

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

    def _finalize_final_module(self) -> None:
        """Numba would load the code now. Ours becomes an object file, from which only what is called is visible."""
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def show_only(self, code: str, name: str, inner: Any) -> None:
        """Name the code, and an inner function, after the entry point; hide all but what is called from outside."""
        shown = {code: f"{name}_code"}
        if inner is not None:
            shown[inner_symbol(f"{inner.__module__}.{inner.__qualname__}")] = f"{name}_inner"
        for symbol, called in shown.items():
            function = self._final_module.get_function(symbol)
            function.name, function.linkage = called, "external"
        for each in (*self._final_module.functions, *self._final_module.global_variables):
            if not each.is_declaration and each.name not in (*shown.values(), f"{name}_python"):
                each.linkage = "internal"


def placeholder(name: str) -> Any:
    """Stands where a rule's Python-callable function would be: Numba wants a builtin, and a different one for each."""
    return [name].index


class LineTables(DIBuilder):  # type: ignore[misc]
    """What profilers need to know and no more: the source line of each instruction (`PASSGO_LINES=1`)."""

    def _di_compile_unit(self) -> Any:
        self.emission_kind = "LineTablesOnly"
        return super()._di_compile_unit()

    def mark_variable(self, *arguments: Any, **named: Any) -> None:
        """Variables have no part in it."""


def only_line_tables(state: Any) -> None:
    """Keep variables where they are fastest, even if line tables are asked for."""
    state.flags.dbg_directives_only = True
    state.targetctx.DIBuilder = LineTables


@register_pass(mutates_CFG=True, analysis_only=False)
class InlinedLowering(NativeLowering):  # type: ignore[misc]
    """Lower a rule to the intermediate form and stop there."""

    _name = "inlined_lowering"
    library = InlinedLibrary

    def run_pass(self, state: Any) -> bool:
        only_line_tables(state)
        context = state.targetctx
        state.library = self.library(context.codegen(), state.func_id.func_qualname)
        context.get_executable = lambda library, description, environment: placeholder(description.qualname)
        try:
            with from_the_front():
                return bool(super().run_pass(state))
        finally:
            del context.get_executable


class SeparateLibrary(InlinedLibrary):
    """The intermediate form of a function that stays one of its own in its entry point: inner ones, and the rare."""

    def add_llvm_module(self, module: Any) -> None:
        for function in module.functions:
            if not function.is_declaration:
                function.add_function_attribute("noinline")
        super().add_llvm_module(module)


@register_pass(mutates_CFG=True, analysis_only=False)
class RareLowering(InlinedLowering):
    """Lower what is hardly ever called."""

    _name = "rare_lowering"
    library = SeparateLibrary


@register_pass(mutates_CFG=True, analysis_only=False)
class InnerLowering(InlinedLowering):
    """Lower an inner function under a name by which loops find it.

    Its records never overlap: a game, an edition, a log, an action. LLVM is told so (`noalias`), and need not read the
    game again after a word was written into the log.
    """

    _name = "inner_lowering"
    library = SeparateLibrary

    def run_pass(self, state: Any) -> bool:
        state.flags.noalias = True
        context = state.targetctx
        context.mangler = lambda name, *arguments, **named: inner_symbol(name)
        try:
            return super().run_pass(state)
        finally:
            del context.mangler


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(NativeLowering):  # type: ignore[misc]
    """Lower an entry point, ready to link rules."""

    _name = "entry_lowering"

    def run_pass(self, state: Any) -> bool:
        only_line_tables(state)
        context, function = state.targetctx, state.func_id.func
        state.library = EntryLibrary(context.codegen(), state.func_id.func_qualname)

        def finish(library: Any, description: Any, environment: Any) -> Any:
            write_wrapper(context, library, description, ours=is_ours(function), brief=is_brief(function))
            library.finalize()
            library.show_only(description.llvm_func_name, function.__name__, inside_of_source(function))
            return placeholder(description.qualname)

        context.get_executable = finish
        try:
            with from_the_front():
                return bool(super().run_pass(state))
        finally:
            del context.get_executable


def is_brief(function: Any) -> bool:
    """Is an entry point done in a microsecond, so that letting other threads run meanwhile would cost more?"""
    return str(function.__module__).startswith(("passgo.rules.", "passgo.dealer"))


NEEDLESS = (InlineClosureLikes, DeadBranchPrune, NopythonRewrites)
"""Passes for closures, for branches that LLVM drops as well, and for whole arrays at once: nothing of ours has any."""


def pipeline_with(lowering: type, state: Any) -> list[PassManager]:
    """Numba's own pipeline, with another lowering, and for our functions without what they do not need."""
    manager = DefaultPassBuilder.define_nopython_pipeline(state)
    needless = NEEDLESS if is_ours(state.func_id.func) else ()
    kept = [(step, text) for step, text in manager.passes if step not in needless]
    manager.passes = [(lowering, text) if step is NativeLowering else (step, text) for step, text in kept]
    manager._finalized = False
    manager.finalize()
    return [manager]


class RuleCompiler(CompilerBase):  # type: ignore[misc]
    """Compiles a rule for its callers."""

    def define_pipelines(self) -> list[PassManager]:
        return pipeline_with(InlinedLowering, self.state)


class RareCompiler(CompilerBase):  # type: ignore[misc]
    """Compiles what is hardly ever called."""

    def define_pipelines(self) -> list[PassManager]:
        return pipeline_with(RareLowering, self.state)


class InnerCompiler(CompilerBase):  # type: ignore[misc]
    """Compiles an inner function."""

    def define_pipelines(self) -> list[PassManager]:
        return pipeline_with(InnerLowering, self.state)


class EntryCompiler(CompilerBase):  # type: ignore[misc]
    """Compiles an entry point."""

    def define_pipelines(self) -> list[PassManager]:
        return pipeline_with(EntryLowering, self.state)
