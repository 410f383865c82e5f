"""Has a process that carries out one command, and nothing else, load compiled kernels with less work."""

from __future__ import annotations


def load_quickly() -> None:
    """Have kernels loaded with less work from now on; nothing where numba alone compiles, or nobody does."""
    from sandtable.compiler.decorators import COMPILED

    if not COMPILED:
        return
    from sandtable.compiler.linking import USABLE

    if USABLE:
        from sandtable.compiler.hastening import hasten_loading, look_for_rings_seldom

        hasten_loading()
        look_for_rings_seldom()
