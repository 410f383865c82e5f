"""Kernels that let go of Python's lock: an entrance made by an earlier process does so, and is taken for no other."""

from __future__ import annotations

import os
import subprocess
import sys
import weakref
from typing import Any, NamedTuple

import numpy as np
import pytest

from sandtable.compiler.decorators import COMPILED, PACKAGE, released_kernel
from sandtable.kernel.records import POSE

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled in the interpreted run")

SPUN = """
from sandtable.compiler.decorators import kernel, released_kernel


@{how}
def spun(n):
    x = 1.0
    for i in range(n):
        x = x * 0.999 + i
    return x
"""

CALLED = """
import threading, time
from sandtable.compiler import linking, releasing
import spinning
made = []
make = linking.compiled_entrance
for module in (linking, releasing):
    module.compiled_entrance = lambda *rest, **kind: (made.append(kind), make(*rest, **kind))[1]
spinning.spun(1)
thread, slept = threading.Thread(target=spinning.spun, args=(200_000_000,)), 0
thread.start()
while thread.is_alive():
    time.sleep(0.001)
    slept += 1
print(len(made), "lets go" if slept > 20 else "keeps it")
"""


def test_an_entrance_that_lets_go_is_kept_and_is_not_that_of_a_kernel_that_does_not(tmp_path):
    def call(how):
        (tmp_path / "spinning.py").write_text(SPUN.format(how=how))
        path = os.pathsep.join([str(PACKAGE.parent), str(tmp_path)])
        settings = {"PYTHONPATH": path, "SANDTABLE_CACHE": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run([sys.executable, "-c", CALLED], env=os.environ | settings, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    assert call("released_kernel") == "1 lets go"
    assert call("released_kernel") == "0 lets go"
    assert call("kernel") == "1 keeps it"
    assert call("released_kernel") == "0 lets go"


class Told(NamedTuple):
    rows: Any
    places: Any


@released_kernel
def add_up(told, factor, out):
    total = 0
    for k in range(told.rows.shape[0]):
        for c in range(told.rows.shape[1]):
            total += told.rows[k, c]
    out[0] = total * factor + told.places[1].x
    return total


@released_kernel
def take_room(sizes):
    return np.zeros(sizes[0]).size


def test_a_bound_call_reads_the_arrays_as_they_are_and_keeps_them():
    """Rows 0 and 2, columns 0 and 3 of 0 to 23 by sixes: 0 + 3 + 12 + 15 = 30; then 7 in the place of 0."""
    rows, out = np.arange(24).reshape(4, 6)[::2, ::3], np.zeros(1)
    places = np.zeros(2, POSE)
    places[1]["x"] = 0.5
    arguments = (Told(rows, places), -2, out)
    assert add_up.bound_to(arguments) is None  # nobody has called it with such arguments yet
    assert add_up(*arguments) == 30
    call = add_up.bound_to(arguments)
    kept = weakref.ref(places)
    del arguments, places
    assert (call(), out[0]) == (30, -59.5)
    rows[0, 0] = 7
    assert (call(), out[0]) == (37, -73.5)
    assert kept() is not None
    del call
    assert kept() is None


def test_a_bound_call_says_so_where_there_is_no_room():
    sizes = np.array([3])
    take_room(sizes)
    call = take_room.bound_to((sizes,))
    assert call() == 3
    sizes[0] = 1 << 58
    with pytest.raises(MemoryError):
        call()
    sizes[0] = 4
    assert call() == 4
