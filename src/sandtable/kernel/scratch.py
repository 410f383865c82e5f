"""Scratch records inside kernels: how to keep the array alive that a record was taken from."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel


@kernel
def keep_until_here(scratch):
    """Call this after the last use of any record taken from the array ``scratch``.

    Compiled code frees an array after the array's own last use, and a record does not hold the array it is part of:
    ``np.empty(1, ACTION)[0]`` is freed at once, and the next allocation overwrites it.
    """
    return len(scratch)
