"""Sets of figures as the bits of one 64-bit number: bit i stands for figure i."""

from __future__ import annotations

import numpy as np
from numba.cpython.unsafe.numbers import trailing_zeros
from numba.extending import overload

from sandtable.compiler.decorators import kernel


def lowest_bit(mask):
    """The place of the lowest bit of a number that is not 0; compiled, one instruction."""
    return (int(mask) & -int(mask)).bit_length() - 1


@overload(lowest_bit)
def _lowest_bit(mask):
    return lambda mask: trailing_zeros(mask)


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
    return lowest_bit(mask)


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
