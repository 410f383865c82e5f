"""Kernels that let go of Python's lock while they run, so that threads call them side by side.

A kernel of the usual kind keeps the lock: its caller may hand it scratch records that other threads use too. One that
is ``released`` is handed nothing that another thread has while it runs; whoever calls it sees to that.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

from sandtable.compiler.binding import BoundCall, bridge_to
from sandtable.compiler.linking import Kernel, Store, compiled_entrance, is_named


class ReleasedKernel(Kernel):
    """A kernel whose entrance from Python lets go of the lock."""

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        self._kept = Store(_renamed(function))
        self._bridges: dict[Any, int] = {}

    def _entrance(self, args: Any) -> Any:
        """The function of Python's that unpacks arguments of these types, lets go, and calls the compiled form.

        It is kept: to make it anew takes a quarter of a second.
        """
        if args not in self._entrances:
            lasting = is_named(self.py_func)
            found = self._kept.load_overload(args, self.targetctx, entrance=True) if lasting else None
            if found is None:
                found = compiled_entrance(self.overloads[args], "released", release_gil=True)
                if lasting:
                    self._kept.save_overload(args, found, entrance=True)
            self._entrances[args] = found  # numba itself holds no reference to what it calls
            self._insert([kind._code for kind in args], found.entry_point, False)
        return self._entrances[args].entry_point

    def bound_to(self, args: tuple[Any, ...]) -> BoundCall | None:
        """A call with these very arguments, arrays and whole numbers alone, once the form for them is compiled."""
        kinds = tuple(map(self.typeof_pyval, args))
        if kinds not in self._entrances:
            return None
        if kinds not in self._bridges:
            self._bridges[kinds] = bridge_to(self.overloads[kinds])
        return BoundCall(self._bridges[kinds], args)


def _renamed(function: Any) -> FunctionType:
    """The function by another name: what keeps the lock must not find an entrance that lets go, nor the other way."""
    other = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    other.__qualname__ = f"{function.__qualname__}.released"
    return other
