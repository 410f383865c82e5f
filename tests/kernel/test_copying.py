"""Records compared as blocks of memory: equal to the last byte, or not."""

from __future__ import annotations

import numpy as np
import pytest

from sandtable.compiler.decorators import kernel
from sandtable.kernel.copying import copy_record, is_same_record
from sandtable.kernel.records import record

INNER = record(("x", "f8"), ("mark", "i1"))
OUTER = record(("first", "i1"), ("inner", INNER, (3,)), ("last", "i1"))


@kernel
def _is_same(one, other):
    """Compiled, so that compiled code is asked."""
    return is_same_record(one, other)


@kernel
def _copy(to, source):
    copy_record(to, source)


def test_a_copy_is_the_same_until_any_of_its_bytes_is_another():
    one, other = np.zeros(1, OUTER), np.zeros(1, OUTER)
    one["inner"]["x"] = [[1.5, -2.0, np.nan]]  # one that is no number is the same, too
    one["last"] = 7
    assert not _is_same(one[0], other[0])
    _copy(other[0], one[0])
    assert _is_same(one[0], other[0])


@pytest.mark.parametrize("place", [0, 1, OUTER.itemsize // 2, OUTER.itemsize - 1])
def test_one_byte_makes_the_difference(place: int):
    one, other = np.zeros(1, OUTER), np.zeros(1, OUTER)
    other.view(np.uint8)[place] = 1
    assert not _is_same(one[0], other[0])
