"""Shared by all tests: reduced sizes for the slow ways of running, and what needs a browser."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

REDUCED = os.environ.get("SANDTABLE_REDUCED") == "1"
"""True in the interpreted and bounds-checked runs: the same tests on fewer examples."""

# Compiling a kernel inside an example is slow once, which Hypothesis would take for a slow test.
_common = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("whole", **_common)
settings.register_profile("reduced", max_examples=10, **_common)
settings.load_profile("reduced" if REDUCED else "whole")
