"""Sets of figures as the bits of one 64-bit number: bit i stands for figure i."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import COMPILED, kernel

if COMPILED:
    from numba.cpython.unsafe.numbers import trailing_zeros
else:

    def trailing_zeros(mask: int) -> int:
        """The lowest bit of a number that is not 0."""
        return (int(mask) & -int(mask)).bit_length() - 1


@kernel
def bit(i):
    """The mask that has only figure ``i`` in it."""
    return np.int64(1) << np.int64(i)


@kernel
def is_in(mask, i):
    """Figure ``i`` is one of those in the mask."""
    return (mask >> np.int64(i)) & np.int64(1) != 0


@kernel
def lowest(mask):
    """The lowest index in a mask that is not empty."""
    return trailing_zeros(mask)


@kernel
def without(mask, i):
    """The mask without figure ``i``."""
    return mask & ~bit(i)


@kernel
def count_of(mask):
    """How many figures are in the mask."""
    count = 0
    while mask != 0:
        mask = without(mask, lowest(mask))
        count += 1
    return count
