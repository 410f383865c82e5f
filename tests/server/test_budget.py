"""What compiling a game may cost: kernels and room of every game that there is, and the page that says so."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from sandtable.compiler.decorators import COMPILED
from sandtable.games import built_in, get_game

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled in the interpreted run")

if COMPILED:
    from sandtable.server.warmup import budget
    from sandtable.server.warmup.warmup import is_cold

PAGE = Path(__file__).resolve().parents[2] / "docs" / "performance.md"


@pytest.mark.timeout(600)
@pytest.mark.parametrize("key", built_in())
def test_a_game_has_no_more_kernels_and_takes_no_more_room_than_it_may(key):
    """Where they are compiled already, which the whole check sees to first, nothing is compiled here."""
    if is_cold(get_game(key)):
        subprocess.run([*budget.COMPILE, key], check=True, capture_output=True)
    weight = budget.weigh(key)
    assert 300 < weight.kernels <= budget.KERNELS
    assert 2.0 < weight.mib <= budget.MIB


def test_the_page_says_what_a_game_may_cost():
    (line,) = re.findall(r"^A game may cost .*$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert f"{budget.KERNELS:,} kernels" in line
    assert f"{budget.MIB:g} MiB" in line and f"{budget.CPU_SECONDS:g} s of processor time" in line


def table() -> dict[str, tuple[int, float, float | None]]:
    """Of every game that the page lists: kernels, MiB and seconds of processor time, where they have been measured."""
    row = re.compile(r"^\| ([^|]+) \| (\d+) \| ([\d.]+) \| (?:([\d.]+) s)? ?\| .*\|$", re.MULTILINE)
    _, rows = PAGE.read_text("utf-8").split("| game | kernels | MiB | processor time | on the clock |\n", 1)
    found = row.findall(rows.partition("\n\n")[0])
    return {title: (int(kernels), float(mib), float(time) if time else None) for title, kernels, mib, time in found}


def test_the_page_lists_every_game_and_none_takes_longer_than_it_may():
    listed = table()
    assert set(listed) == {get_game(key).title for key in built_in()}
    for title, (kernels, mib, seconds) in listed.items():
        assert kernels <= budget.KERNELS and mib <= budget.MIB, title
        assert seconds is None or seconds <= budget.CPU_SECONDS, title
    assert sum(seconds is not None for _, _, seconds in listed.values()) >= 2


def test_whoever_is_within_the_room_is_within_the_time():
    """By the most seconds a MiB of the games of which both were measured."""
    dearest = max(seconds / mib for _, mib, seconds in table().values() if seconds is not None)
    assert budget.MIB * dearest <= budget.CPU_SECONDS


def test_whatever_is_above_its_limit_is_too_much():
    weight = budget.Weight(budget.KERNELS, budget.MIB)
    assert budget.Cost(weight, budget.CPU_SECONDS, 1000.0).is_within
    assert not budget.Cost(weight._replace(kernels=budget.KERNELS + 1), 1.0, 1.0).is_within
    assert not budget.Cost(weight._replace(mib=budget.MIB + 0.1), 1.0, 1.0).is_within
    assert not budget.Cost(weight, budget.CPU_SECONDS + 0.1, 1.0).is_within
