"""Kernels that let go of Python's lock: an entrance made by an earlier process does so, and is taken for no other."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from sandtable.compiler.decorators import COMPILED, PACKAGE

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
