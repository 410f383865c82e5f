"""Binds a compiled kernel to its arguments, which are unpacked once, to be called again and again."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from operator import index
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core.compiler_lock import global_compiler_lock

WORD = ir.IntType(64)

CALL = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)
"""Takes the address of the words of all arguments; lets go of Python's lock meanwhile."""


class BoundCall:
    """Calls a kernel with arrays, and numbers, that stay the same ones. It returns the kernel's number, from 0 on.

    For speed alone: with some forty arrays a call takes 1 us by this, and 7 by an entrance that unpacks them each time.
    """

    def __init__(self, bridge: int, arguments: tuple[Any, ...]) -> None:
        self._arguments = arguments  # so that nobody takes away the memory of which the words tell
        self._words = np.array(list(words_of(arguments)), np.int64)
        self._place = self._words.ctypes.data
        self._call = CALL(bridge)

    def __call__(self) -> int:
        """Call it."""
        done: int = self._call(self._place)
        if done < 0:
            raise MemoryError("a compiled kernel found no room")
        return done


def words_of(value: Any) -> Iterator[int]:
    """The words by which compiled code is handed arrays, whole numbers, and tuples of such."""
    if isinstance(value, tuple):
        for part in value:
            yield from words_of(part)
    elif isinstance(value, np.ndarray):
        yield from (0, 0, value.size, value.itemsize, value.ctypes.data, *value.shape, *value.strides)
    else:
        yield index(value)


@global_compiler_lock
def bridge_to(compiled: Any) -> int:
    """The address of code that calls a compiled form, which returns an i8, with the words at the place it is handed.

    It returns what the form does, or -1 if that has failed.
    """
    context, descriptor = compiled.target_context, compiled.fndesc
    kind = context.call_conv.get_function_type(descriptor.restype, descriptor.argtypes)
    library = context.codegen().create_library("bridge")
    module = library.create_ir_module("bridge")
    name = f"bridge.{descriptor.mangled_name}"
    bridge = ir.Function(module, ir.FunctionType(WORD, [WORD.as_pointer()]), name)
    builder = ir.IRBuilder(bridge.append_basic_block())
    result, failure = builder.alloca(kind.args[0].pointee), builder.alloca(kind.args[1].pointee)
    handed = []
    for place, wanted in enumerate(kind.args[2:]):
        word = builder.load(builder.gep(bridge.args[0], [ir.Constant(WORD, place)]))
        handed.append(builder.inttoptr(word, wanted) if isinstance(wanted, ir.PointerType) else word)
    address = ir.Constant(WORD, compiled.library.get_pointer_to_function(descriptor.llvm_func_name))
    status = builder.call(builder.inttoptr(address, kind.as_pointer()), [result, failure, *handed])
    went_well = builder.icmp_signed("==", status, ir.Constant(status.type, 0))
    builder.ret(builder.select(went_well, builder.load(result), ir.Constant(WORD, -1)))
    library.add_ir_module(module)
    library.finalize()
    found: int = library.get_pointer_to_function(name)
    _KEPT.append(library)
    return found


_KEPT: list[Any] = []
"""Code lasts as long as somebody holds its library."""
