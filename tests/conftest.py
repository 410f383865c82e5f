"""Shared by all tests: reduced sizes for the slow ways of running, and which way shows what (docs/testing.md)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

REDUCED = os.environ.get("SANDTABLE_REDUCED") == "1"
"""True in the interpreted run, and in that of `make bounds`: the same tests on fewer examples."""

# Compiling a kernel inside an example is slow once, which Hypothesis would take for a slow test.
_common = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("whole", **_common)
settings.register_profile("reduced", max_examples=10, **_common)
settings.load_profile("reduced" if REDUCED else "whole")

HERE = Path(__file__).parent

GAMES = {folder.parent.name for folder in (HERE.parent / "src" / "sandtable" / "games").glob("*/rules")}
"""The folders of games and cores: under these names lie the tests of their rules."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of a game's rules are worked out by hand, and run interpreted alone, unless they are marked ``volume``."""
    for item in items:
        if GAMES & set(item.path.relative_to(HERE).parts[:1]) and item.get_closest_marker("volume") is None:
            item.add_marker(pytest.mark.by_hand)
