"""Records read and write through attributes, compiled and interpreted, also where numpy has a name of its own."""

from __future__ import annotations

import gc
import pickle
import weakref

import numpy as np
import pytest

from sandtable.compiler.decorators import kernel
from sandtable.kernel import records
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


def test_a_record_of_another_process_has_its_attributes(monkeypatch: pytest.MonkeyPatch):
    """There the class is made anew, by the names of the fields."""
    whole = np.zeros(2, WHOLE)
    whole[1].one.item = 4
    data = pickle.dumps((whole, whole[1]))
    records._class_of.cache_clear()
    array, alone = pickle.loads(data)
    assert array.dtype == WHOLE and array[1].one.item == alone.one.item == 4
    assert type(array[1]) is not type(whole[1])


def test_a_record_that_is_alone_keeps_its_views_and_is_gone_with_them():
    whole = np.zeros(1, WHOLE)
    b, other = whole[0], whole.copy()[0]
    assert b.parts is b.parts and b.one is b.one and b.one is not other.one
    b.parts[3].x, b.one.x = 1.0, 2.0
    whole["parts"]["x"][0, 3] += 1.0
    other.one.item = 3
    b.one = other.one
    assert (b.parts[3].x, whole["one"]["x"][0], b.one.item, other.parts[3].x) == (2.0, 0.0, 3, 0.0)
    several = np.zeros(3, WHOLE)
    several[1].parts[0].item = 5
    assert several["parts"]["item"][:, 0].tolist() == [0, 5, 0]
    held, array = weakref.ref(b.parts), weakref.ref(whole)
    gc.disable()
    try:
        del b, whole
        assert held() is None and array() is None, "none waits for the collector"
    finally:
        gc.enable()


def test_the_memory_of_a_record_is_its_own_wherever_it_stands():
    """Alone in its array, one of several, a part of another, a copy, read-only, and after its array is gone."""
    inner = record(("a", "f8"), ("b", "i4"))
    outer = record(("first", inner), ("many", inner, (2,)), ("last", inner))
    alone = np.zeros(1, outer)
    for number, part in enumerate((alone[0].first, alone[0].many[0], alone[0].many[1], alone[0].last)):
        part.a, part.b = number + 0.5, number
        assert bytes(part.data) == alone.tobytes()[12 * number : 12 * number + 12]
    assert bytes(alone[0].data) == alone.tobytes()
    several = np.concatenate([alone, np.zeros(1, outer), alone])
    assert [bytes(each.data) for each in several] == [several[k : k + 1].tobytes() for k in range(3)]
    assert bytes(several[2:][0].data) == several[2:].tobytes(), "the last, by a view of one"
    frozen = np.frombuffer(alone.tobytes(), outer)[0]
    assert bytes(frozen.data) == alone.tobytes() and frozen.data.readonly
    kept = np.array(alone)[0].data
    assert bytes(kept) == alone.tobytes(), "it holds its array"
    assert bytes(alone[0].copy().data) == alone.tobytes()
    assert bytes(alone.reshape(())[()].data) == alone.tobytes()


@kernel
def doubled(b):
    """Write to a record, whichever way it comes."""
    b.a = 2.0 * b.a
    return b.a


def test_kernels_write_to_the_right_one_of_several():
    inner = record(("a", "f8"), ("b", "i4"))
    rows = np.zeros(3, inner)
    rows["a"] = (1.0, 2.0, 4.0)
    assert doubled(rows[1]) == 4.0 and doubled(rows[2:][0]) == 8.0
    assert rows["a"].tolist() == [1.0, 4.0, 8.0]
