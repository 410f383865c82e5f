"""Copying and comparing records as blocks of memory, which plain assignment in compiled code does not do.

Numba assigns a record by loading it whole into LLVM values: for a battle that is many times slower, and slow to
compile. Kernels therefore write ``copy_record(to, source)`` where Python would write ``array[i] = record``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload


def copy_record(to: Any, source: Any) -> None:
    """Make ``to`` equal to ``source``: two records of one dtype."""
    for name in to.dtype.names:
        to[name] = source[name]


def clear_record(to: Any) -> None:
    """Make every field of a record 0, at any depth."""
    for name in to.dtype.names:
        to[name] = np.zeros((), to.dtype[name])


def is_same_record(one: Any, other: Any) -> bool:
    """Two records of one dtype are equal, byte for byte."""
    return bool(one.tobytes() == other.tobytes())


@intrinsic
def _copy_memory(typing_context, to, source):
    """Copy ``to.size`` bytes from one record to another of the same type."""
    if not isinstance(to, types.Record) or to.size != getattr(source, "size", None):
        raise TypingError(f"copy_record needs two records of one dtype, got {to} and {source}")

    def generate(context, builder, signature, arguments):
        cgutils.raw_memcpy(builder, arguments[0], arguments[1], context.get_constant(types.intp, to.size), 1)
        return context.get_dummy_value()

    return types.void(to, source), generate


@intrinsic
def _clear_memory(typing_context, to):
    """Fill the bytes of a record with 0."""
    if not isinstance(to, types.Record):
        raise TypingError(f"clear_record needs a record, got {to}")

    def generate(context, builder, signature, arguments):
        cgutils.memset(builder, arguments[0], context.get_constant(types.intp, to.size), 0)
        return context.get_dummy_value()

    return types.void(to), generate


@intrinsic
def _compare_memory(typing_context, one, other):
    """Whether the bytes of two records of the same type are equal: all are looked at, many at once."""
    if not isinstance(one, types.Record) or one.size != getattr(other, "size", None):
        raise TypingError(f"is_same_record needs two records of one dtype, got {one} and {other}")

    def generate(context, builder, signature, arguments):
        byte = cgutils.int8_t
        differs = cgutils.alloca_once_value(builder, byte(0))
        first, second = (builder.bitcast(argument, byte.as_pointer()) for argument in arguments)
        with cgutils.for_range(builder, context.get_constant(types.intp, one.size)) as loop:
            left, right = (builder.load(builder.gep(start, [loop.index])) for start in (first, second))
            builder.store(builder.or_(builder.load(differs), builder.xor(left, right)), differs)
        return builder.icmp_unsigned("==", builder.load(differs), byte(0))

    return types.boolean(one, other), generate


@overload(copy_record)
def _copy_record(to, source):
    return lambda to, source: _copy_memory(to, source)


@overload(clear_record)
def _clear_record(to):
    return lambda to: _clear_memory(to)


@overload(is_same_record)
def _is_same_record(one, other):
    return lambda one, other: _compare_memory(one, other)
