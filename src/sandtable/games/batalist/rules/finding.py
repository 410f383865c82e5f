"""REC-3 to REC-5, REC-8, ARE-4, AMB-11, AMB-15, AMB-16: a player says where and how the battalion stands that is found.

It stands at the nearest place that the clause allows, facing whoever found it; whoever may place it may let that be.
"""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Phase, Question, State
from sandtable.games.batalist.rules.ambush import in_element
from sandtable.games.batalist.rules.damage import fight
from sandtable.games.batalist.rules.distances import distance_if_standing
from sandtable.games.batalist.rules.free_places import put
from sandtable.games.batalist.rules.obstacles import why_no_room, why_not_put
from sandtable.games.batalist.rules.reasons import (
    because,
    because_far,
    because_of,
    because_there,
    drawn_along,
    forbids,
    names_a_pose,
    verdict,
)
from sandtable.games.batalist.rules.shooting import shoot_at
from sandtable.games.batalist.rules.ways import touches
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import (
    LATTICE,
    Edge,
    base_of,
    distance_between,
    edge_middle,
    is_inside_rectangle,
    placed,
    snap,
    snap_facing,
)
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE

NEAR_SCOUT = 5.0
"""Steps from the scout within which those stand whom a search has found or passed by."""

SAME = 0.05
"""Steps between two middles of a front edge that count as one point: places are rounded."""

WHERE = (
    Clause.REC_3,  # IN_ZONE
    Clause.REC_4,  # NEAR_SCOUT
    Clause.REC_5,  # SURROUNDED
    Clause.AMB_11,  # AT_MARKER
    Clause.ARE_4,  # IN_WOOD
    Clause.AMB_11,  # SHOT_AT
    Clause.AMB_16,  # IN_CONTACT
)
"""The clause that says where one may stand, for each question of FOUND in its order, from IN_ZONE on."""


@clause("BAT-REC-3", "BAT-REC-4", "BAT-REC-5", "BAT-REC-8", "BAT-ARE-4", "BAT-AMB-11", "BAT-AMB-16")
@kernel
def ask_where(b, question, side, hidden, finder, where):
    """Ask a side where ``hidden``, who has come to the field, stands: found or attacked by ``finder``, in ``where``."""
    if b.figures[hidden].state != State.FIELD:
        return
    b.phase = Phase.FOUND
    b.question = question
    b.mover = side
    b.striker = hidden
    b.quarry = finder
    b.element = where


@clause("BAT-REC-3", "BAT-REC-4", "BAT-REC-5", "BAT-REC-8", "BAT-ARE-4", "BAT-AMB-11", "BAT-AMB-16", "BAT-DEF-33")
@kernel
def why_not_found_there(b, i, base):
    """What keeps battalion ``i``, who is found, from standing so."""
    u = b.figures[i]
    cited = WHERE[b.question - Question.IN_ZONE]
    finder = base_of(b.figures[b.quarry])
    if b.question == Question.IN_CONTACT:
        if not touches(base, finder):
            far = because_far(Code.NOT_IN_CONTACT, cited, b.quarry, distance_between(base, finder), 0.0)
            return drawn_along(far, base.x, base.y, finder.x, finder.y)
        return why_no_room(b, i, base, cited)
    why = why_not_put(b, i, base)
    if forbids(why):
        return why
    if b.question == Question.IN_ZONE:
        own = b.sides[u.side]
        if not is_inside_rectangle(base, 0.0, own.zone_from, b.width, own.zone_to):
            why = because_there(Code.OUTSIDE_ZONE, cited, NONE, base.x, base.y)
    elif b.question == Question.NEAR_SCOUT or b.question == Question.SURROUNDED:
        away = distance_if_standing(b, i, base, u.formation, b.quarry)
        if not is_within(away, NEAR_SCOUT, LATTICE):
            why = because_far(Code.FAR_FROM_SCOUT, cited, b.quarry, away, NEAR_SCOUT)
            why = drawn_along(why, base.x, base.y, finder.x, finder.y)
    elif b.question == Question.IN_WOOD:
        if not in_element(b, b.element, base.x, base.y):
            why = because_there(Code.OUTSIDE_WOOD, cited, NONE, base.x, base.y)
    else:
        old = edge_middle(base_of(u), Edge.FRONT)
        new = edge_middle(base, Edge.FRONT)
        if distance_of_points(old.x, old.y, new.x, new.y) > SAME:
            why = drawn_along(because(Code.NOT_AT_MARKER, cited), old.x, old.y, new.x, new.y)
    return why


@clause("BAT-REC-3", "BAT-REC-4", "BAT-REC-5", "BAT-REC-8", "BAT-ARE-4", "BAT-AMB-11", "BAT-AMB-16")
@kernel
def judge_stand(b, action, log):
    """A place and facing that the clause allows."""
    i = action.actors[0]
    cited = WHERE[b.question - Question.IN_ZONE]
    if i != b.striker:
        return verdict(log, i, because_of(Code.OTHER_IS_ASKED, cited, b.striker, 0))
    if not names_a_pose(action):
        return verdict(log, i, because(Code.NO_POSE, cited))
    facing = snap_facing(action.fx, action.fy)
    base = placed(base_of(b.figures[i]), snap(action.x), snap(action.y), facing.x, facing.y)
    return verdict(log, i, why_not_found_there(b, i, base))


@clause("BAT-REC-3", "BAT-REC-4", "BAT-REC-5", "BAT-REC-8", "BAT-ARE-4", "BAT-AMB-11", "BAT-AMB-16")
@kernel
def make_stand(b, action, dice, log):
    """It stands there, and has not moved."""
    facing = snap_facing(action.fx, action.fy)
    base = base_of(b.figures[b.striker])
    put(b, b.striker, placed(base, snap(action.x), snap(action.y), facing.x, facing.y))
    make_as_it_stands(b, dice, log)


@clause("BAT-REC-5", "BAT-REC-9", "BAT-ARE-4", "BAT-AMB-15", "BAT-ACT-12")
@kernel
def make_as_it_stands(b, dice, log):
    """The finder may attack who is surrounded, shoots at whom its fire has hit, and attacks whom it was attacking."""
    i, finder = b.striker, b.quarry
    if b.question == Question.SURROUNDED or b.question == Question.IN_WOOD:
        b.striker = finder
        b.quarry = i
        b.phase = Phase.AT_ONCE
    elif b.question == Question.IN_CONTACT:
        event(log, Code.FIGHTS, Clause.AMB_15, finder, i, 0)
        fight(b, finder, i, dice, log)
    elif b.question == Question.SHOT_AT:
        front = edge_middle(base_of(b.figures[i]), Edge.FRONT)
        shoot_at(b, finder, i, front, at_character=False, dice=dice, log=log)
