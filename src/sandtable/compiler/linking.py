"""Compiles kernels apart from one another: a caller holds a call of a larger kernel, not a copy of all that it calls.

numba by itself links the code of everything that a function calls, at any depth, into that function and
optimises and emits it all once more: the work grows with the square of a game's rules. Here only small
kernels are copied into their callers, where the optimiser may inline them. Each larger one is compiled
once, under a name that is the same in every process, and found by that name when its callers are loaded.

This leans on numba's own classes in the versions named in ``TRIED``; with any other, or with ``SANDTABLE_LINKING=off``,
kernels are compiled as numba does it: rightly, but slowly.
"""

from __future__ import annotations

import copy
import gc
import hashlib
import importlib
import logging
import os
import threading
from collections.abc import Iterable
from functools import cache as once
from functools import reduce
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import llvmlite.binding as llvm
import numba
from numba.core import itanium_mangler, types
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult, compile_result
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import Environment
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.typed_passes import AnnotateTypes, DumpParforDiagnostics

from sandtable.compiler import cache, forms, patience
from sandtable.compiler.keys import key_of, toolchain
from sandtable.compiler.prebuilt import prebuilt
from sandtable.compiler.whole_numbers import widened

TRIED = ("0.68.",)
"""The versions of numba that this file is known to work with."""

SWITCHED_OFF = os.environ.get("SANDTABLE_LINKING") == "off"

USABLE = numba.__version__.startswith(TRIED) and not SWITCHED_OFF

if not USABLE:
    logging.getLogger("sandtable").warning(
        "rules are compiled by numba %s alone, which takes several times as long (%s)",
        numba.__version__,
        "SANDTABLE_LINKING=off" if SWITCHED_OFF else f"the faster way is known to work with numba {TRIED[0]}x",
    )

INLINE = 1000
"""Lines of optimised LLVM code that a kernel may have to be copied into its callers, and made a part of them."""


_NAMING = threading.RLock()
"""For one thread at a time to make numba's types known: of what a kernel is called with, and of forms that are read.

Of two threads that make a type at once each would get one of its own, under two numbers. Then no call with such a value
finds its entrance by number, and each takes milliseconds, for as long as the process lives. The compiler's lock would
serve as well, but it is held while a whole game is loaded: who plays another meanwhile waited for that.
"""


def folder() -> Path:
    """Where this compiler's forms are kept."""
    return cache.root() / toolchain()


class Need(NamedTuple):
    """A kernel that compiled code calls by name: calling this loads it (or compiles it)."""

    symbol: str
    module: str
    name: str
    args: tuple[Any, ...]

    def __call__(self) -> None:
        """Have the kernel's code in this process; raises when there is no such kernel any more."""
        if self.symbol not in _HERE:
            kernel_at(self.module, self.name).compile(self.args)
        if self.symbol not in _HERE:
            raise LookupError(f"{self.module}.{self.name} is not the kernel that it was")


_HERE: dict[str, Need] = {}
"""The kernels whose code is in this process, by symbol."""


def kernel_at(module: str, name: str) -> Any:
    """The module's attribute of this (dotted) name."""
    return reduce(getattr, name.split("."), importlib.import_module(module))


def is_named(function: Any) -> bool:
    """The function can be found again by its module and name; one made within a function cannot."""
    if function.__module__ == "__main__":
        return False
    try:
        return getattr(kernel_at(function.__module__, function.__qualname__), "py_func", None) is function
    except (ImportError, AttributeError):
        return False


def spelled(kind: Any) -> str:
    """A numba type in words that are the same in every process, and never the same for two types."""
    if isinstance(kind, types.containers.BaseTuple):
        own = getattr(kind, "instance_class", tuple)
        return f"{own.__module__}.{own.__qualname__}({', '.join(map(spelled, kind))})"
    if isinstance(kind, types.EnumMember | types.EnumClass):
        return f"{kind.instance_class.__module__}.{kind}"
    return str(kind)


def digest_of(name: str, args: Iterable[Any]) -> str:
    """A short digest of a function's name and of the types of its arguments."""
    return hashlib.sha256("\n".join((name, *map(spelled, args))).encode()).hexdigest()[:20]


def _lasting_name(name: str, args: Iterable[Any], *, abi_tags: Any = (), uid: Any = None) -> str:
    """What the linker knows a function by; numba's own names hold numbers that differ from process to process."""
    return str(itanium_mangler.mangle(name, (), abi_tags=(digest_of(name, args),)))


class KernelLibrary(JITCodeLibrary):
    """The code of one kernel, into which only small kernels are linked."""

    place: tuple[str, str, tuple[Any, ...]] | None = None
    """Module, name and argument types of a kernel with a lasting name; any other is copied whole into its callers."""

    is_inlined = False
    """The kernel is copied into its callers, however large it is."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self._own: set[str] = set()
        self._called: set[str] = set()
        self.enable_object_caching()

    def add_ir_module(self, ir_module: Any) -> None:
        """Take in a module, and note what it defines and what it calls."""
        for function in ir_module.functions:
            (self._called if function.is_declaration else self._own).add(function.name)
        super().add_ir_module(ir_module)

    def _optimize_functions(self, ll_module: Any) -> None:
        """Leave it to the optimisation of the whole: doing a part of it twice costs time and changes nothing."""
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Link what is small, optimise, decide what callers will see, and make machine code."""
        self._raise_if_finalized()
        self._link_what_is_called()
        module = self._final_module
        self._optimize_final_module()
        need = self._need()
        if need and not self.is_inlined and str(module.get_function(need.symbol)).count("\n") > INLINE:
            self._shared_module = llvm.parse_assembly(str(self._codegen._create_empty_module(self.name)))
        else:
            self._finalized = True  # as numba's own function asks
            self._get_module_for_linking()
            self._finalized = False
        self._reload_init.update(_HERE[name] for name in _functions(module)[1] & _HERE.keys())
        module.verify()
        self._finalize_final_module()
        if need:
            _HERE[need.symbol] = need

    def _need(self) -> Need | None:
        """What callers load this kernel by; numba may have put helpers of its own beside it (for ``%``, say)."""
        if self.place is None:
            return None
        module, name, args = self.place
        need = Need(_lasting_name(f"{module}.{name}", args), *self.place)
        if need.symbol not in self._own:
            self.place = None  # in every process alike, or some would call by name what others copied
            return None
        return need

    def _link_what_is_called(self) -> None:
        """Link each library, of those whose functions are called, that holds any of them, and have them inlined.

        Left to itself the optimiser inlines few: kernels then hand each other bases and ways on the stack, number by
        number, and that takes a third of their time.

        The copies stay open to all, as numba makes them: the loader knows even an internal function by its name,
        and would hand it, without the arguments that the optimiser took from it, to callers of the original.
        """
        called = self._called
        for library in dict.fromkeys(self._linking_libraries):
            if not isinstance(library, KernelLibrary):
                self._reload_init.update(library._reload_init)
            defined, declared = _offered(library)
            if called & defined:
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
                called = (called | declared) - defined
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in self._own:
                function.add_function_attribute("alwaysinline")


def _functions(module: Any) -> tuple[frozenset[str], frozenset[str]]:
    """Names of the functions that a module defines, and of those that it only calls."""
    found = [(function.name, function.is_declaration) for function in module.functions]
    return frozenset(name for name, out in found if not out), frozenset(name for name, out in found if out)


_OFFERED: WeakKeyDictionary[Any, tuple[frozenset[str], frozenset[str]]] = WeakKeyDictionary()


def _offered(library: Any) -> tuple[frozenset[str], frozenset[str]]:
    """The same of what callers of this library are given to link."""
    if library not in _OFFERED:
        _OFFERED[library] = _functions(library._get_module_for_linking())
    return _OFFERED[library]


class _Quiet(tuple[Any, ...]):
    """Argument types without words: numba writes them out at every pass, and a battle has hundreds of fields."""

    def __repr__(self) -> str:
        return "..."


class KernelCompiler(Compiler):
    """numba's compiler, which puts kernels into a ``KernelLibrary`` under a lasting name."""

    def define_pipelines(self) -> Any:
        """Hand numba's own passes the library and the name, and leave out those that only write reports."""
        state = self.state
        state.args = _Quiet(state.args)
        function = state.func_id.func
        state.library = KernelLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        if is_named(function):
            state.targetctx = state.targetctx.subtarget(mangler=_lasting_name)
            state.library.place = (function.__module__, function.__qualname__, tuple(state.args))
            state.library.is_inlined = getattr(function, "is_inlined", False)
        (manager,) = super().define_pipelines()
        passes = [one for one in manager.passes if one[0] not in (AnnotateTypes, DumpParforDiagnostics)]
        manager.passes = passes
        return [manager]

    def _compile_core(self) -> Any:
        usual = gc.get_threshold()
        gc.set_threshold(max(usual[0], 100_000), *usual[1:])  # a compiler makes many objects and little garbage
        try:
            return _announced(super()._compile_core())
        finally:
            gc.set_threshold(*usual)


def _announced(result: Any) -> Any:
    """The compiled kernel, which from now on has those that call it load it with them."""
    need = _HERE.get(result.fndesc.mangled_name)
    if need:
        result.library._reload_init.add(need)
    return result


class Store(NullCache):
    """The compiled forms of one kernel on disk, a file for each, named by what it was compiled from and for.

    numba's own cache keeps an index a function, in which two processes that compile at once may lose each other's
    entries or take one for the other.
    """

    def __init__(self, function: Any) -> None:
        self._function = function

    @property
    def cache_path(self) -> str:
        """The folder of all compiled forms."""
        return str(folder())

    def load_overload(self, sig: Any, target_context: Any, entrance: bool = False) -> Any:
        """The compiled form for these arguments, with all that it calls; None when it is to be compiled here."""
        target_context.refresh()
        codegen = target_context.codegen()
        path = file_of(self._function, sig, entrance)
        found = _load(cache.read(path), sig, target_context, codegen, entrance)
        if found is None and (ready := prebuilt(toolchain())):
            form = ready.read(name_of(self._function, sig, entrance, processor_of(ready.processor)))
            found = _load(form, sig, target_context, codegen, entrance)
        return found

    def save_overload(self, sig: Any, data: Any, entrance: bool = False) -> None:
        """Keep a compiled form, unless it holds addresses of this process."""
        if data.library.has_dynamic_globals or any(not lifted.can_cache for lifted in data.lifted):
            return
        path = file_of(self._function, sig, entrance)
        cache.write(path, forms.written((sig, data.library.place, data._reduce())))


def file_of(function: Any, sig: Any, entrance: bool = False) -> Path:
    """The file of a kernel's form for these arguments, and for this machine's processor."""
    return folder() / name_of(function, sig, entrance, processor())


def name_of(function: Any, sig: Any, entrance: bool, processor: str) -> str:
    """The name of a kernel's form: of which function, for which types and which processor, and made of what."""
    args = tuple(sig.args if hasattr(sig, "args") else sig)
    words = (
        f"{function.__module__}.{function.__qualname__}",
        digest_of("", args),
        processor,
        source_of(function, args),
    )
    return f"{'-'.join(words)}.{'entrance' if entrance else 'kernel'}"


def source_of(function: Any, args: Iterable[Any]) -> str:
    """A digest of what a kernel is compiled from."""
    return digest_of(key_of(function, args), ())


@once
def processor() -> str:
    """The processor that this process compiles for, as a digest."""
    return processor_of(map(str, cpu_target.target_context.codegen().magic_tuple()))


def processor_of(words: Iterable[str]) -> str:
    """A digest of what numba calls a processor: its kind, its name and what it is to use of it."""
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:8]


def sources_kept() -> set[str]:
    """Of all kernels' forms that are to be had what they were compiled from."""
    ready = prebuilt(toolchain())
    return _sources_in(folder(), processor()) | (
        _sources_in(ready.folder, processor_of(ready.processor)) if ready else set()
    )


def _sources_in(place: Path, processor: str) -> set[str]:
    names = (file.stem.rsplit("-", 2) for file in cache.files(place) if file.suffix == ".kernel")
    return {name[2] for name in names if name[1] == processor}


def _load(data: bytes | None, sig: Any, target_context: Any, codegen: Any, entrance: bool) -> Any:
    """The compiled form that a file held; None when there is none to be had."""
    if data is None:
        return None
    try:
        with _NAMING:
            kept, place, reduced = forms.read(data)
        if kept != sig:
            return None
        # numba takes the names that a library defines from what its callers see of it: here that may be nothing.
        descriptor = reduced[1]
        codegen._engine._defined_symbols.add(
            descriptor.llvm_cpython_wrapper_name if entrance else descriptor.llvm_func_name
        )
        result = CompileResult._rebuild(target_context, *reduced)
    except Exception as error:  # whatever is wrong with a file, the kernel can be compiled again
        logging.getLogger("sandtable").debug("a compiled form cannot be loaded (%s)", error)
        return None
    result.library._reload_init.update(result.reload_init)
    if place:
        _HERE[descriptor.mangled_name] = Need(descriptor.mangled_name, *place)
    return _announced(result)


class Kernel(CPUDispatcher):
    """A kernel that other kernels and Python call. Python calls few: each gets its entrance then."""

    def __init__(self, function: Any) -> None:
        options = {"nopython": True, "boundscheck": None, "error_model": "numpy"}
        options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(function, targetoptions=options, pipeline_class=KernelCompiler)
        self._cache = Store(function)
        self._python_calls = False
        self._entrances: dict[Any, Any] = {}

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What numba asks for when a kernel calls this one: the form for its arguments, made wide."""
        return super().get_call_template(tuple(map(widened, args)), {key: widened(kws[key]) for key in kws})

    def add_overload(self, cres: Any) -> None:
        """Take in a compiled form, for other kernels."""
        self.overloads[tuple(cres.signature.args)] = cres

    def compile(self, sig: Any) -> Any:
        """Compile for these arguments; returns what numba knows the compiled form by, to Python what it can call."""
        python_calls, self._python_calls = self._python_calls, False
        inner = super().compile(sig)
        return self._entrance(sig) if python_calls else inner

    def typeof_pyval(self, val: Any) -> Any:
        """What numba asks for the type of a value of a kind that no kernel was called with yet.

        It goes through numba's table of kinds, and once more where another thread adds to that meanwhile, as it does
        while it loads a game: a first battle on a server that has just started was refused so.
        """
        while True:
            try:
                with _NAMING:
                    return super().typeof_pyval(val)
            except RuntimeError as error:
                if "changed size during iteration" not in str(error):
                    raise

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """What numba calls when Python calls for arguments that have no entrance yet, to learn what to call."""
        plain = patience.interpreted(self.py_func, args)
        if plain is not None:
            return plain
        with global_compiler_lock:
            self._python_calls = True
            try:
                return super()._compile_for_args(*args, **kws)
            finally:
                self._python_calls = False

    def _entrance(self, args: Any) -> Any:
        """A function of Python's that unpacks arguments of these types and calls the compiled form.

        Once: of two the dispatcher would find neither, and ask for a third at every call.
        """
        if args in self._entrances:
            return self._entrances[args].entry_point  # another thread came first
        lasting = self.overloads[args].fndesc.mangled_name in _HERE
        found = self._cache.load_overload(args, self.targetctx, entrance=True) if lasting else None
        if found is None:
            found = compiled_entrance(self.overloads[args])
            if lasting:
                self._cache.save_overload(args, found, entrance=True)
        self._entrances[args] = found  # numba itself holds no reference to what it calls
        self._insert([kind._code for kind in args], found.entry_point, False)
        return found.entry_point


def compiled_entrance(inner: Any, what: str = "entrance", release_gil: bool = False) -> Any:
    """The entrance to a compiled form: a library and an environment of its own, named after what it is."""
    # A form that was loaded knows a context that counts no references: arrays handed to Python need one that does.
    context = inner.target_context.subtarget(enable_nrt=True)
    descriptor = copy.copy(inner.fndesc)
    descriptor.env_name += f"_{what}"
    environment = Environment.from_fndesc(descriptor)
    library = KernelLibrary(context.codegen(), f"{descriptor.qualname} {what}")
    context.create_cpython_wrapper(library, descriptor, environment, None, release_gil=release_gil)
    entry = context.get_executable(library, descriptor, environment)
    return compile_result(
        typing_context=inner.typing_context,
        target_context=context,
        entry_point=entry,
        type_annotation=None,
        library=library,
        signature=inner.signature,
        objectmode=False,
        lifted=(),
        fndesc=descriptor,
        environment=environment,
        reload_init=list(library._reload_init),
    )
