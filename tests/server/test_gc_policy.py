"""The collector looks at what is new, and once in a long while at everything."""

from __future__ import annotations

import gc
import weakref

import pytest

from sandtable.server.workers.gc_policy import EVERY, Collecting


class Ring:
    """An object that keeps itself alive."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def clock():
    time = [0.0]
    collecting = Collecting(lambda: time[0])
    collecting.start()
    yield time
    collecting.stop()
    assert gc.get_freeze_count() == 0


def test_what_outlived_a_full_collection_is_looked_at_no_more(clock):
    gc.collect()
    assert gc.get_freeze_count() > 1_000
    frozen = gc.get_freeze_count()
    ring = weakref.ref(Ring())
    gc.collect()
    assert ring() is None, "what is new is collected"
    assert gc.get_freeze_count() >= frozen - 100


def test_what_outlived_two_collections_of_what_is_new_is_put_aside_before_a_full_one(clock):
    kept = Ring()
    gc.collect(0)
    assert gc.get_freeze_count() == 0, "it may be gone in a moment"
    gc.collect(1)
    assert gc.get_freeze_count() > 1_000 and not any(each is kept for each in gc.get_objects())


def test_rings_that_were_put_aside_are_found_after_a_while(clock):
    kept = Ring()
    ring = weakref.ref(kept)
    gc.collect()
    del kept
    gc.collect()
    assert ring() is not None, "it was put aside while it was in use"
    clock[0] = EVERY
    gc.collect()  # from here on everything is looked at again, once
    gc.collect()
    assert ring() is None
    gc.collect()
    assert gc.get_freeze_count() > 1_000
