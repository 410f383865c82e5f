"""Records as words of four bytes: reading the numbers of eight bytes that stand among them, wherever they begin.

Records are packed, so that an f8 may begin at any word; an array of i4 over them is read here at such a place.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload


def float_at(words: Any, at: int) -> float:
    """The f8 that begins at this word of an i4[n]."""
    return float(words[at : at + 2].copy().view(np.float64)[0])


def long_at(words: Any, at: int) -> int:
    """The i8 that begins at this word of an i4[n]."""
    return int(words[at : at + 2].copy().view(np.int64)[0])


def _reader(answer: Any, made_of: Any) -> Any:
    """What reads eight bytes at a word."""

    @intrinsic
    def read(typing_context, words, at):
        if not isinstance(words, types.Array) or words.dtype != types.int32 or words.ndim != 1 or words.layout != "C":
            raise TypingError(f"words are read from an i4[n] that lies in one piece, not from {words}")

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            place = builder.gep(array.data, [arguments[1]])
            return builder.load(builder.bitcast(place, made_of.as_pointer()), align=4)

        return answer(words, types.intp), generate

    return read


_read_float = _reader(types.float64, ir.DoubleType())
_read_long = _reader(types.int64, ir.IntType(64))


@overload(float_at)
def _float_at(words, at):
    return lambda words, at: _read_float(words, at)


@overload(long_at)
def _long_at(words, at):
    return lambda words, at: _read_long(words, at)
