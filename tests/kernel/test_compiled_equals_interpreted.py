"""Compiled and interpreted kernels give the same bits; records nest and read as attributes in both."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kernel import kernel_samples
from sandtable.compiler.decorators import COMPILED

HERE = Path(__file__).resolve().parent


@pytest.mark.skipif(not COMPILED, reason="the compiled run compares the two")
def test_the_same_source_gives_the_same_bits_compiled_and_interpreted():
    path = os.pathsep.join([str(HERE.parent.parent / "src"), str(HERE.parent)])
    run = subprocess.run(
        [sys.executable, str(HERE / "kernel_samples.py")],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=240,
        check=True,
    )
    interpreted = dict(line.split() for line in run.stdout.splitlines())
    assert interpreted == kernel_samples.digests()
    assert len(interpreted) > 50


def test_nested_records_read_and_write_as_attributes():
    assert kernel_samples.canary() == (2.5, 7, 4.0, 9, 3.0, 7, 13)
