"""Floor 3: computer generals. They know no rule: they list, try and evaluate through the verbs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Kind(IntEnum):
    """Which kernel chooses."""

    RANDOM = 0
    GREEDY = 1


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
        General("greedy", Kind.GREEDY, "looks one action ahead and takes the best on average over the dice"),
    )
}
"""Every general by the name used on the command line and in the browser."""
