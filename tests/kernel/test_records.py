"""Records read and write through attributes, compiled and interpreted, also where numpy has a name of its own."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from sandtable.kernel.compiling import kernel
from sandtable.kernel.records import Record, new_actions, record

PART = record(("x", "f8"), ("item", "i4"))
WHOLE = record(("parts", PART, (4,)), ("one", PART), ("round", "i4"), ("lengths", "f8", (3,)))


@kernel
def change(b):
    """Write through views, views of views and arrays; ``item`` and ``round`` are numpy's names too."""
    b.round += 1
    part = b.parts[1]
    part.item = 7
    part.x += 2.5
    b.one.item = b.round
    b.lengths[2] = 4.0
    return b.parts[1].item + b.round


def test_kernels_write_through_attributes_into_the_array():
    whole = np.zeros(2, WHOLE)
    assert change(whole[1]) == 8
    assert whole["round"].tolist() == [0, 1]
    assert whole[1]["parts"][1].tolist() == (2.5, 7) and whole[1]["one"]["item"] == 1
    assert whole[1]["lengths"].tolist() == [0.0, 0.0, 4.0]


def test_python_reads_and_writes_the_same_attributes():
    whole = np.zeros(1, WHOLE)
    b = whole[0]
    b.round += 3
    b.parts[2].item = 5
    b.one.x = 1.5
    b.lengths[:] = 2.0
    assert (b.round, b.parts[2].item, b.one.x, b.lengths.sum()) == (3, 5, 1.5, 6.0)
    assert whole[0].round == 3 and whole["parts"][0, 2]["item"] == 5
    assert isinstance(b, Record) and isinstance(b.one, Record) and isinstance(b.parts[0], Record)
    assert new_actions(1)[0].item == -1


def test_a_name_that_is_no_field_is_an_error_and_numpys_own_stay_where_they_are_no_field():
    b = np.zeros(1, WHOLE)[0]
    with pytest.raises(AttributeError, match="no field 'raound'"):
        b.raound  # noqa: B018
    with pytest.raises(AttributeError, match="no field 'raound'"):
        b.raound = 1
    assert b.one.tobytes() == b"\0" * PART.itemsize
    with pytest.raises(ValueError, match="'data' cannot be a field"):
        record(("data", "i4"))


def test_copies_and_pickles_keep_their_attributes():
    whole = np.zeros(1, WHOLE)
    whole[0].round = 9
    assert whole.copy()[0].round == pickle.loads(pickle.dumps(whole))[0].round == 9
