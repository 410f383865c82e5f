"""Intervals for numbers shown to users: a rate is never printed without how far it can be trusted."""

from __future__ import annotations

import math
from typing import NamedTuple


class Interval(NamedTuple):
    """A proportion with its interval; all three in [0, 1]."""

    rate: float
    low: float
    high: float


def wilson(successes: float, trials: float, z: float = 1.959963984540054) -> Interval:
    """Wilson score interval of a proportion; ``z`` is the normal quantile, 1.96 for 95 %.

    ``successes`` may be fractional (a shared draw counts as half a win each); the interval is then a
    slightly wide approximation, since a half win varies less than a whole one.
    Raises ``ValueError`` when there are no trials or more successes than trials.

    >>> [round(x, 4) for x in wilson(8, 10)]
    [0.8, 0.4902, 0.9433]
    """
    if trials <= 0 or not 0 <= successes <= trials:
        raise ValueError(f"need 0 <= successes <= trials and trials > 0, got {successes} of {trials}")
    rate = successes / trials
    spread = z * z / trials
    middle = (rate + spread / 2) / (1 + spread)
    half = z * math.sqrt(rate * (1 - rate) / trials + spread / (4 * trials)) / (1 + spread)
    return Interval(rate, max(0.0, middle - half), min(1.0, middle + half))
