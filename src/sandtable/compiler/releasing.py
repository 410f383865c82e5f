"""Kernels that let go of Python's lock while they run, so that threads call them side by side.

A kernel of the usual kind keeps the lock: its caller may hand it scratch records that other threads use too. One that
is ``released`` is handed nothing that another thread has while it runs; whoever calls it sees to that.
"""

from __future__ import annotations

import copy
from typing import Any

from numba.core.compiler import compile_result
from numba.core.environment import Environment

from sandtable.compiler.linking import Kernel, KernelLibrary


class ReleasedKernel(Kernel):
    """A kernel whose entrance from Python lets go of the lock."""

    def _entrance(self, args: Any) -> Any:
        """The function of Python's that unpacks arguments of these types, lets go, and calls the compiled form."""
        if args not in self._entrances:
            found = _released_entrance(self.overloads[args])
            self._entrances[args] = found  # numba itself holds no reference to what it calls
            self._insert([kind._code for kind in args], found.entry_point, False)
        return self._entrances[args].entry_point


def _released_entrance(inner: Any) -> Any:
    """As ``linking`` makes an entrance, but for the lock. It is small, and made anew in every process."""
    context = inner.target_context.subtarget(enable_nrt=True)
    descriptor = copy.copy(inner.fndesc)
    descriptor.env_name += "_released"
    environment = Environment.from_fndesc(descriptor)
    library = KernelLibrary(context.codegen(), f"{descriptor.qualname} released")
    context.create_cpython_wrapper(library, descriptor, environment, None, release_gil=True)
    return compile_result(
        typing_context=inner.typing_context,
        target_context=context,
        entry_point=context.get_executable(library, descriptor, environment),
        type_annotation=None,
        library=library,
        signature=inner.signature,
        objectmode=False,
        lifted=(),
        fndesc=descriptor,
        environment=environment,
        reload_init=list(library._reload_init),
    )
