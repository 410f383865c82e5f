"""Floor 3: computer generals. They know no rule: they list, try and evaluate through the verbs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Kind(IntEnum):
    """Which kernel chooses."""

    RANDOM = 0
    GREEDY = 1
    QUICK = 2
    YARDSTICK = 3  # greedy as it was before it had first impressions; nobody's player, tests measure others by it


@dataclass(frozen=True)
class General:
    """A computer player that anybody may seat."""

    key: str
    kind: Kind
    text: str


GENERALS = {
    general.key: general
    for general in (
        General("random", Kind.RANDOM, "does anything legal, at random"),
        General("quick", Kind.QUICK, "takes what looks best at first sight"),
        General("greedy", Kind.GREEDY, "tries out what looks best, and takes the best on average over the dice"),
    )
}
"""Every general by the name used on the command line and in the browser."""
