"""What helpers have numba leave out: what they compile is the same machine code."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from numba.core.compiler import Flags

from sandtable.compiler.decorators import COMPILED, PACKAGE
from sandtable.compiler.hastening import _is_set_alike

RULES = """
import numpy as np
from sandtable.compiler.decorators import kernel
from sandtable.kernel.records import record

MAN = record(("x", "f8"), ("rank", "i4"))
BAND = record(("men", MAN, (4,)), ("n", "i4"), ("pips", "f8"))


@kernel
def far(man, other):
    return abs(man.x - other.x) if man.rank < other.rank else 0.5 * (man.x + other.x) ** 2


@kernel
def spread(band, limits=(1, 2)):
    found = np.zeros(4)
    for i in range(band.n):
        for j in range(i):
            found[i] = max(found[i], far(band.men[i], band.men[j]) % 7.0)
        if band.men[i].rank in limits and not found[i] > 3:
            band.pips += min(band.men[i].rank, 3) // 2
    return found[: band.n].sum(), found
"""

COMPARE = """
import importlib, os, pickle
from pathlib import Path
import llvmlite.binding as llvm
import numpy as np
import rules
from sandtable.compiler import cache, hastening
from sandtable.compiler.linking import folder

def compiled(place):
    os.environ["SANDTABLE_CACHE"] = place
    importlib.reload(rules)
    band = np.zeros(1, rules.BAND)
    band["men"]["x"], band["men"]["rank"], band["n"] = np.arange(4.0) ** 3, np.arange(4), 4
    total, found = rules.spread(band[0])
    return {file.name: code(cache.read(file)) for file in folder().iterdir()}, total, *found, band[0]["pips"]

def code(form):
    elf = pickle.loads(form)[2][0][2][0]
    sections = llvm.object_file.ObjectFileRef.from_data(elf).sections()
    return [each.data() for each in sections if each.is_text() or b"rodata" in bytes(each.name() or b"")]

usual = compiled("usual")
hastening.hasten()
hasty = compiled("hasty")
print(sorted(name.partition("-")[0] + Path(name).suffix for name in usual[0]))
print(usual == hasty, min(map(len, hasty[0].values())) > 0, usual[1])
"""


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled in the interpreted run")
def test_what_is_compiled_in_haste_is_the_same_machine_code(tmp_path):
    (tmp_path / "rules.py").write_text(RULES)
    path = os.pathsep.join([str(tmp_path), str(PACKAGE.parent)])
    run = subprocess.run(
        [sys.executable, "-c", COMPARE],
        env={**os.environ, "PYTHONPATH": path, "SANDTABLE_PREBUILT": "off"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    names, said = run.stdout.splitlines()
    assert names == "['rules.far.kernel', 'rules.spread.entrance', 'rules.spread.kernel']"
    # Each looks at those of lower rank: far is half the square of a sum of two of 0, 1, 8 and 27, here less its sevens.
    # The most: 0.5 of (0, 1); 5.5 of 32 and 40.5; 3.5 of 364.5, 392 and 612.5.
    assert said == f"True True {0.5 + 5.5 + 3.5}"


def test_settings_are_the_same_where_one_says_what_the_other_leaves_as_it_is():
    one, other = Flags(), Flags()
    assert _is_set_alike(one, other)
    one.boundscheck = False
    assert _is_set_alike(one, other) and _is_set_alike(other, one)
    other.boundscheck = True
    assert not _is_set_alike(Flags(), other) and not _is_set_alike(other, Flags())
    assert not _is_set_alike(one, other) and not _is_set_alike(other, one)
    assert not _is_set_alike(one, "no settings at all")


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled in the interpreted run")
def test_a_process_of_one_command_counts_no_locks_and_seldom_looks_for_rings():
    program = (
        "import gc; from llvmlite.binding import ffi; from sandtable.compiler.commands import load_quickly; "
        "load_quickly(); print(len(ffi.lib._lock._cblist), gc.get_threshold()[0])"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert run.stdout.split() == ["0", "500000"]
