"""Floor 3: computer generals. They know no rule: they list, try and evaluate through the verbs."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from enum import IntEnum

from sandtable.errors import InputError
from sandtable.translation import either, gettext


class Kind(IntEnum):
    """Which kernel chooses. Planners come last: each level has the number of its place among them beyond the first."""

    RANDOM = 0
    GREEDY = 1
    QUICK = 2
    YARDSTICK = 3  # greedy as it was before it had first impressions; nobody's player, tests measure others by it
    PLANNER = 4
    SERGEANT = 5
    CAPTAIN = 6
    MARSHAL = 7
    LEGEND = 8


@dataclass(frozen=True)
class Level:
    """How much one level of planners thinks, and how carelessly it acts."""

    milliseconds: int  # of one thought, on the board; elsewhere the playouts that fit in, see Game.pace
    plans: int  # told apart at most
    slips: float = 0.0  # noise on what actions look worth, in that of Game.noise, where it does not plan at all


@dataclass(frozen=True)
class General:
    """A computer player that anybody may seat."""

    key: str
    kind: Kind
    text: str
    level: Level | None = None  # of a planner


LEVELS = (
    General("recruit", Kind.PLANNER, "takes what looks good at first sight, and slips at times", Level(0, 0, 1.0)),
    General("sergeant", Kind.SERGEANT, "plans a bound, 50 ms a thought", Level(50, 8)),
    General("captain", Kind.CAPTAIN, "plans a bound, 200 ms a thought", Level(200, 8)),
    General("marshal", Kind.MARSHAL, "plans a bound, 1 s a thought", Level(1000, 10)),
    General("legend", Kind.LEGEND, "plans a bound, 4 s a thought", Level(4000, 12)),
)
"""Planners, the weakest first."""

GENERALS = {
    general.key: general
    for general in (
        *LEVELS,
        General("random", Kind.RANDOM, "does anything legal, at random"),
        General("quick", Kind.QUICK, "takes what looks best at first sight"),
        General("greedy", Kind.GREEDY, "tries out what looks best, and takes the best on average over the dice"),
    )
}
"""Every general by the name used on the command line and in the browser, which seats the last where nobody chooses."""


def general_of(name: str, where: str) -> General:
    """The general of this name; InputError that begins with ``where`` and names the nearest, where there is none."""
    if name in GENERALS:
        return GENERALS[name]
    missing = gettext("there is no general {name!r}", name=name)
    near = get_close_matches(name.lower(), GENERALS, n=2)
    if near:
        raise InputError(f"{where}: {missing}; {gettext('did you mean {names}?', names=either(near))}")
    raise InputError(f"{where}: {missing}; {gettext('there are {names}', names=', '.join(GENERALS))}")
