"""Compiled kernels are kept on disk and found again by other processes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from sandtable.compiler.decorators import COMPILED, PACKAGE

compiled = pytest.mark.skipif(not COMPILED, reason="nothing is compiled in the interpreted run")


MODULE = '''
"""A kernel too large to be copied into its caller, and the caller."""
from sandtable.compiler.decorators import kernel

@kernel
def large(x):
    """A sum of many different steps."""
    total = 0.0
{steps}
    return total

@kernel
def caller(x):
    """One more."""
    return large(x) + 1.0
'''

STEPS = "\n".join(f"    if x > {k}.5:\n        total = total * 1.0{k} + x / {k + 2}.0" for k in range(200))

RUN = """
import numba.core.event
with numba.core.event.install_recorder("numba:compile") as seen:
    import rules
    print(rules.caller(7.0), sum(event.is_start for _, event in seen.buffer), len(rules.large.overloads))
"""


@compiled
def test_what_a_kernel_calls_is_found_by_another_process_and_compiled_again_where_it_is_lost(tmp_path):
    (tmp_path / "rules.py").write_text(MODULE.format(steps=STEPS))
    path = os.pathsep.join([str(tmp_path), str(PACKAGE.parent)])
    environment = {**os.environ, "PYTHONPATH": path, "SANDTABLE_CACHE": str(tmp_path / "cache")}

    def run():
        done = subprocess.run(
            [sys.executable, "-c", RUN], env=environment, capture_output=True, text=True, timeout=240, check=True
        )
        return [float(word) for word in done.stdout.split()]

    def kept(name):
        (found,) = (tmp_path / "cache").rglob(f"rules.{name}-*.kernel")
        return found

    answer = run()
    expected = 0.0
    for k in range(7):
        expected = expected * float(f"1.0{k}") + 7.0 / (k + 2)
    assert answer == [pytest.approx(expected + 1.0), 2, 1]
    assert run() == [answer[0], 0, 1]  # the caller's code calls ``large``, which is loaded with it
    kept("large").unlink()
    assert run() == [answer[0], 1, 1]
    kept("caller").write_bytes(b"cut short")
    assert run() == [answer[0], 1, 1]


@compiled
def test_a_kernel_found_on_disk_hands_arrays_to_python(tmp_path):
    """One process compiles for other kernels only; the next finds that, and is the first that Python calls."""
    environment = {**os.environ, "SANDTABLE_CACHE": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    begin = "from sandtable.games.dba.rules.move_context import new_around; "
    for call, answer in (("new_around.compile(()); print(0)", "0"), ("print(len(new_around()))", "1")):
        run = subprocess.run([sys.executable, "-c", begin + call], env=environment, capture_output=True, text=True)
        assert run.stdout.strip() == answer, run.stderr
