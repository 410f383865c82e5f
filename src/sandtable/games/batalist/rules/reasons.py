"""Why an action is refused: the fact that decided, its clause, whom it is about, and what was measured for it."""

from __future__ import annotations

import math
from typing import NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Phase
from sandtable.kernel.action_checks import is_finite
from sandtable.kernel.geometry import Segment
from sandtable.kernel.log import locate, reason
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict

FAR = 1e4
"""Steps beyond which nothing is: a place there is none."""


class Why(NamedTuple):
    """A sentence and its clause, both NONE where nothing forbids the action; NaN where nothing is drawn."""

    code: int
    cited: int  # the clause
    other: int  # the battalion that it names, or NONE
    amount: int  # a number of the sentence, or hundredths of a limit
    value: float  # what was measured
    line: Segment  # along which it was measured


UNDRAWN = Segment(math.nan, math.nan, math.nan, math.nan)
"""The line of a reason of which nothing is drawn."""


@kernel
def allowed():
    """Nothing forbids it."""
    return Why(NONE, NONE, NONE, 0, 0.0, UNDRAWN)


@kernel
def because(code, cited):
    """A sentence that names who acts alone."""
    return Why(code, cited, NONE, 0, 0.0, UNDRAWN)


@kernel
def because_of(code, cited, other, amount):
    """A sentence that names another battalion, or a number."""
    return Why(code, cited, other, amount, 0.0, UNDRAWN)


@kernel
def because_there(code, cited, other, x, y):
    """The same, with the point that decided."""
    return Why(code, cited, other, 0, 0.0, Segment(float(x), float(y), math.nan, math.nan))


@kernel
def because_far(code, cited, other, length, limit):
    """A length that is beyond a limit, or short of one."""
    hundredths = int(100.0 * limit + 0.5)
    return Why(code, cited, other, hundredths, float(length), UNDRAWN)


@kernel
def drawn_along(why, x, y, x2, y2):
    """The same reason with the line along which it was measured."""
    line = Segment(float(x), float(y), float(x2), float(y2))
    return Why(why.code, why.cited, why.other, why.amount, why.value, line)


@kernel
def with_value(why, value):
    """The same reason with a second number."""
    return Why(why.code, why.cited, why.other, why.amount, float(value), why.line)


@kernel
def forbids(why):
    """There is a reason."""
    return why.cited != NONE


@kernel
def verdict(log, i, why):
    """The Verdict of a judge: legal without a reason, else the reason is written, of battalion ``i`` or nobody."""
    if why.cited == NONE:
        return Verdict(1, 0)
    at, line = reason(log, why.code, why.cited, i, why.other, why.amount), why.line
    locate(log, at, line.x0, line.y0, line.x1, line.y1, why.value)
    return Verdict(0, 0)


@clause("BAT-ACT-4", "BAT-DEF-33")
@kernel
def names_a_pose(action):
    """The action names a place near the field and a facing."""
    near = is_finite(action) and abs(action.x) <= FAR and abs(action.y) <= FAR
    return near and abs(action.fx) + abs(action.fy) > 1e-9


@clause("BAT-TRN-2", "BAT-EXE-1", "BAT-ORD-1")
@kernel
def not_yours(b, i):
    """Battalion ``i`` is the other side's."""
    if b.figures[i].side == b.mover:
        return allowed()
    return because(Code.NOT_YOURS, Clause.ORD_1 if b.phase == Phase.ORDERS else Clause.EXE_1)
