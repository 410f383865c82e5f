"""Has numba leave out work that changes nothing of what it compiles and loads.

Each function here takes one such thing away: what numba finds out anew at every call, every pass or every kernel, and
what takes longer with every kernel that there is already. The machine code is byte for byte the same. It leans on the
versions of numba that ``linking`` is known to work with, and is used in processes of our own alone, the server and its
helpers: whoever imports this package has numba as it is.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

from llvmlite.binding import ffi
from llvmlite.binding.executionengine import ExecutionEngine
from numba.core import base, ir, utils
from numba.core.runtime.context import NRTContext
from numba.core.targetconfig import TargetConfig
from numba.core.types import Record, Type
from numba.core.types.functions import BaseFunction
from numba.core.typing.context import BaseContext

NEW_OBJECTS = 500_000
"""Objects after which a helper looks for rings among them. Five times as many as usual, they take 40 MB more room."""


@cache
def hasten_loading() -> None:
    """Have compiled kernels loaded with less work, from now on; several threads may do so at once."""
    tell_no_clock()
    find_modules_by_address()


@cache
def hasten() -> None:
    """Have kernels compiled with less work, from now on, in a process that does nothing else, on one thread."""
    hasten_loading()
    for each in (
        compare_settings_by_what_is_set,
        list_variables_by_kind,
        ask_types_plainly,
        look_for_news_after_imports,
        remember_calls,
        remember_fields,
        remember_signatures,
        count_only_what_is_counted,
        write_records_out_once,
        look_for_rings_seldom,
    ):
        each()


def tell_no_clock() -> None:
    """At every call of LLVM numba notes the time for each kernel that waits for this one."""
    ffi.lib._lock._cblist.clear()


def compare_settings_by_what_is_set() -> None:
    """For each call that it resolves numba looks up all of a kernel's settings by name, to compare them."""
    TargetConfig.__hash__ = lambda _settings: 0
    TargetConfig.__eq__ = _is_set_alike


def _is_set_alike(one: Any, other: Any) -> bool:
    """The settings are the same: whatever neither of them says is."""
    if one is other:
        return True
    if not isinstance(other, TargetConfig) or one.options != other.options:
        return False
    if one._values == other._values:
        return True
    return all(getattr(one, name) == getattr(other, name) for name in one._values.keys() | other._values.keys())


_HOLD_NO_VARIABLES = frozenset({str, int, float, bool, type(None), type, ir.Loc, type(len)})


def list_variables_by_kind() -> None:
    """After most passes numba asks every part of every statement whether it is a variable, most often a word."""
    usual = ir.Inst._rec_list_vars

    def listed(statement: Any, value: Any) -> list[Any]:
        kind = type(value)
        if kind is ir.Var:
            return [value]
        if kind is dict:
            value = value.values()
        elif kind is not list and kind is not tuple:
            return [] if kind in _HOLD_NO_VARIABLES else usual(statement, value)
        found: list[Any] = []
        for each in value:
            inner = type(each)
            if inner is ir.Var:
                found.append(each)
            elif inner not in _HOLD_NO_VARIABLES:
                found += listed(statement, each)
        return found

    setattr(ir.Inst, usual.__name__, listed)


def ask_types_plainly() -> None:
    """Whether a type is of a kind numba asks as if strangers could be registered for that kind, which nobody is."""
    kinds: Any = type(Type)
    kinds.__instancecheck__ = type.__instancecheck__


def find_modules_by_address() -> None:
    """For each kernel that comes llvmlite looks through all that are there."""
    known: dict[int, Any] = {}

    def address(pointer: Any) -> int:
        return int(ctypes.cast(pointer, ctypes.c_void_p).value or 0)

    usual_add, usual_find = ExecutionEngine.add_module, ExecutionEngine._find_module_ptr

    def add_module(engine: Any, module: Any) -> None:
        usual_add(engine, module)
        known[address(module._ptr)] = module

    def find(engine: Any, pointer: Any) -> Any:
        found = known.get(address(pointer))
        return found if found in engine._modules else usual_find(engine, pointer)

    setattr(ExecutionEngine, usual_add.__name__, add_module)
    setattr(ExecutionEngine, usual_find.__name__, find)


def look_for_news_after_imports() -> None:
    """Several times a kernel numba sees whether anybody has taught it something: modules do, when they are imported."""
    usual = base.BaseContext.refresh
    seen: WeakKeyDictionary[Any, int] = WeakKeyDictionary()

    def refresh(context: Any) -> None:
        there = len(sys.modules)
        if seen.get(context) != there:
            usual(context)
            seen[context] = there

    base.BaseContext.refresh = refresh


def remember_calls() -> None:
    """What + makes of two integers numba works out wherever two are added: among the loops of numpy, for one."""
    usual = BaseFunction.get_call_type
    known: dict[int, tuple[Any, dict[Any, Any]]] = {}  # not kept by the function itself: it is written into forms

    def get_call_type(function: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws:
            return usual(function, context, args, kws)
        args = tuple(args)
        _, calls = known.setdefault(id(function), (function, {}))
        found: Any = calls.get(args)
        if found is None:
            found = usual(function, context, args, kws)
            if function._impl_keys[found.args] is function.typing_key:  # else it depends on settings, or is compiled
                calls[args] = found
        return found

    setattr(BaseFunction, usual.__name__, get_call_type)


def remember_fields() -> None:
    """The type of a record's field is looked for among all attributes of anything, wherever it is read."""
    usual = BaseContext.find_matching_getattr_template
    known: dict[tuple[Any, str], Any] = {}

    def find(context: Any, kind: Any, name: str) -> Any:
        if type(kind) is not Record:
            return usual(context, kind, name)
        if (kind, name) not in known:
            known[kind, name] = usual(context, kind, name)
        return known[kind, name]

    BaseContext.find_matching_getattr_template = find


def remember_signatures() -> None:
    """The parameters of a function of numba's own are read from it at each use."""
    utils.pysignature = cache(utils.pysignature)


def count_only_what_is_counted() -> None:
    """References are counted to what an array has on the heap; numba takes every value apart to look for such."""
    usual = NRTContext.get_meminfos
    counted: dict[Any, bool] = {}

    def get_meminfos(counter: Any, builder: Any, kind: Any, value: Any) -> Any:
        if kind not in counted:
            counted[kind] = counter._context.data_model_manager[kind].contains_nrt_meminfo()
        return usual(counter, builder, kind, value) if counted[kind] else []

    NRTContext.get_meminfos = get_meminfos


def write_records_out_once() -> None:
    """Wherever numba tries one way after another it says of each that fails of which types: a battle's has a page."""
    Record.__repr__ = cache(Record.__repr__)  # type: ignore[method-assign]


def look_for_rings_seldom() -> None:
    """Nothing that was there before goes, and most of what a kernel leaves does without the collector."""
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, 10, 10)
