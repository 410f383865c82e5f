"""INI: both throw and add their general's command skill; ties throw again."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code, Purpose
from sandtable.games.batalist.enums import Role, State
from sandtable.games.batalist.record import SIDES
from sandtable.kernel.log import side_event
from sandtable.kernel.opposed_rolls import CONTESTANT, Again, contest, enter
from sandtable.kernel.records import NONE


@clause("BAT-INI-1")
@kernel
def skill_of_general(b, side):
    """What the general of a side adds: nothing when it is dead or off the field."""
    for c in range(b.n_characters):
        who = b.characters[c]
        if who.side == side and who.role == Role.GENERAL and who.alive != 0:
            if b.figures[who.battalion].state == State.FIELD:
                return who.command
    return 0


@clause("BAT-INI-1", "BAT-INI-2")
@kernel
def throw_initiative(b, dice, log):
    """The side that has the right to act first this turn."""
    thrown = np.empty(SIDES, CONTESTANT)
    for side in range(SIDES):
        enter(thrown[side], side, NONE, skill_of_general(b, side))
    first = contest(thrown, SIDES, Again.ALL, dice, log, Purpose.INITIATIVE)
    side_event(log, Code.HAS_INITIATIVE, Clause.INI_2, first, 0)
    return first
