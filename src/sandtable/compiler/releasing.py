"""Kernels that let go of Python's lock while they run, so that threads call them side by side.

A kernel of the usual kind keeps the lock: its caller may hand it scratch records that other threads use too. One that
is ``released`` is handed nothing that another thread has while it runs; whoever calls it sees to that.
"""

from __future__ import annotations

from typing import Any

from sandtable.compiler.linking import Kernel, compiled_entrance


class ReleasedKernel(Kernel):
    """A kernel whose entrance from Python lets go of the lock."""

    def _entrance(self, args: Any) -> Any:
        """The function of Python's that unpacks arguments of these types, lets go, and calls the compiled form.

        It is small, and made anew in every process.
        """
        if args not in self._entrances:
            found = compiled_entrance(self.overloads[args], "released", release_gil=True)
            self._entrances[args] = found  # numba itself holds no reference to what it calls
            self._insert([kind._code for kind in args], found.entry_point, False)
        return self._entrances[args].entry_point
