"""Chances of a contest by the strengths of both sides, counted over all throws by the rules' own words."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

WEAKEST = -6
STRONGEST = 14
"""The strengths that a table of chances has: whoever is weaker or stronger reads its ends."""

FACES = range(1, 7)


def chances(counts: Callable[[int, int], bool]) -> NDArray[np.float64]:
    """Chance, when each adds a D6, that a score against another counts, for every two strengths from WEAKEST on."""
    strengths = range(WEAKEST, STRONGEST + 1)
    return np.array(
        [[sum(counts(i + a, j + b) for a in FACES for b in FACES) / 36.0 for j in strengths] for i in strengths]
    )
