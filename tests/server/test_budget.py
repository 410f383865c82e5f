"""What compiling a game may cost: kernels and room of every game that there is, and the page that says so."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from sandtable.games import built_in
from sandtable.kernel.compiling import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled in the interpreted run")

if COMPILED:
    from sandtable.server import budget

PAGE = Path(__file__).resolve().parents[2] / "docs" / "performance.md"


@pytest.mark.timeout(600)
@pytest.mark.parametrize("key", built_in())
def test_a_game_has_no_more_kernels_and_takes_no_more_room_than_it_may(key):
    """As far as they are compiled already, which the test run sees to first, nothing is compiled here."""
    subprocess.run([*budget.COMPILE, key], check=True, capture_output=True)
    weight = budget.weigh(key)
    assert 300 < weight.kernels <= budget.KERNELS
    assert 5.0 < weight.mib <= budget.MIB


def test_the_page_says_what_a_game_may_cost():
    (line,) = re.findall(r"^A game may cost .*$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert f"{budget.KERNELS:,} kernels" in line
    assert f"{budget.MIB:g} MiB" in line and f"{budget.CPU_SECONDS:g} s of processor time" in line


def test_whatever_is_above_its_limit_is_too_much():
    weight = budget.Weight(budget.KERNELS, budget.MIB)
    assert budget.Cost(weight, budget.CPU_SECONDS, 1000.0).is_within
    assert not budget.Cost(weight._replace(kernels=budget.KERNELS + 1), 1.0, 1.0).is_within
    assert not budget.Cost(weight._replace(mib=budget.MIB + 0.1), 1.0, 1.0).is_within
    assert not budget.Cost(weight, budget.CPU_SECONDS + 0.1, 1.0).is_within
