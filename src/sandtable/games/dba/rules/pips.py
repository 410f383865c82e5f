"""PIPS: what a move costs, line by line (DBA-PIP). Every total here is the sum of the price lines in the log.

Rulings where the rulebook is silent:

- The general's own element is exempt from DBA-PIP-6 also when it moves as part of a group.
- Lines of sight (DBA-PIP-7) run from corners, middles of edges and the middle of one base to those of the other.
- The camp that the general or the mover occupies does not come between the two.
"""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import N_SIDES, Ground, Verb, Where
from sandtable.games.dba.rules.ground import is_inside, is_inside_ground
from sandtable.games.dba.rules.positions import SLACK, camp_base, general_of
from sandtable.kernel.geometry import Point, base_of, corner, distance_between, edge_middle
from sandtable.kernel.limits import is_more_than, is_within
from sandtable.kernel.line_of_sight import sight_blocked_by_base, sight_blocked_by_feature
from sandtable.kernel.log import locate, note, price, reason
from sandtable.kernel.records import NONE

N_POINTS = 9


@kernel
def point_of(base, which):
    """One of the nine points of a base between which sight is tried: corners, middles of edges, the middle."""
    if which < 4:
        return corner(base, which)
    if which < 8:
        return edge_middle(base, which - 4)
    return Point(base.x, base.y)


@kernel
def _line_is_blocked(b, x0, y0, x1, y1, except_camp, except_other):
    """A crest, a wood, dunes, an oasis or a camp comes between the two points."""
    for k in range(b.terrain.n_features):
        if b.rules.hides_command[b.terrain.features[k].kind] != 0:
            if sight_blocked_by_feature(x0, y0, x1, y1, b.terrain, k):
                return True
    for owner in range(N_SIDES):
        if b.camps[owner].present == 1 and owner != except_camp and owner != except_other:
            if sight_blocked_by_base(x0, y0, x1, y1, camp_base(b, owner)):
                return True
    return False


@clause("DBA-PIP-7", "DBA-TERR-8", "DBA-TERR-9")
@kernel
def is_in_sight(b, i, general):
    """Some line from a point of element ``i`` to a point of the general's element is clear."""
    base = base_of(b.figures[i])
    other = base_of(b.figures[general])
    own_camp = b.figures[i].camp + 0
    his_camp = b.figures[general].camp + 0
    for first in range(N_POINTS):
        p = point_of(base, (first + 8) % N_POINTS)  # the middle first: mostly that line is clear
        for second in range(N_POINTS):
            q = point_of(other, (second + 8) % N_POINTS)
            if not _line_is_blocked(b, p.x, p.y, q.x, q.y, own_camp, his_camp):
                return True
    return False


@kernel
def _stands_in_cover(b, i):
    """The element's whole base is inside woods, an oasis or dunes."""
    base = base_of(b.figures[i])
    return (
        is_inside_ground(b, base, Ground.WOOD)
        or is_inside_ground(b, base, Ground.OASIS)
        or is_inside_ground(b, base, Ground.DUNES)
    )


@clause("DBA-PIP-5")
@kernel
def command_fault(b, i, general):
    """Why element ``i`` is out of command of the general's element: a Code, or NONE if it is in command."""
    if i == general:
        return NONE
    mover = base_of(b.figures[i])
    chief = base_of(b.figures[general])
    square = (chief.x - mover.x) * (chief.x - mover.x) + (chief.y - mover.y) * (chief.y - mover.y)
    if square <= b.rules.command_near * b.rules.command_near:
        return NONE  # their middles are as near as that
    distance = distance_between(mover, chief)
    if is_within(distance, b.rules.command_near, SLACK):
        return NONE
    if is_more_than(distance, b.rules.command_far, SLACK):
        return Code.FAR_FROM_GENERAL
    if _stands_in_cover(b, i):
        return Code.MOVER_IN_COVER
    if not is_in_sight(b, i, general):
        return Code.OUT_OF_SIGHT
    return NONE


@clause("DBA-PIP-4", "WAD-DISM-3", "WAD-CORE-2")
@kernel
def difficult_surcharge(b, action, log):
    """What Elephants, Hordes, War Wagons or Artillery among the movers add, or a dismount: once."""
    if action.verb == Verb.DISMOUNT:
        price(log, Code.DISMOUNTING_COSTS, Clause.WAD_DISM_3, action.actors[0], NONE, b.rules.dismount_cost)
        return b.rules.dismount_cost
    for k in range(action.n_actors):
        i = action.actors[k]
        if b.rules.difficult[b.figures[i].type] != 0:
            price(log, Code.DIFFICULT_TROOPS, Clause.DBA_PIP_4, i, NONE, b.rules.difficult_cost)
            return b.rules.difficult_cost
    return 0


@clause("DBA-PIP-5", "DBA-PIP-7")
@kernel
def command_surcharge(b, action, general, log):
    """What it adds if every mover is out of command where it starts: one element in command saves the whole group."""
    first = action.actors[0]
    if general == NONE:
        price(log, Code.GENERAL_LOST, Clause.DBA_PIP_5, first, NONE, b.rules.command_cost)
        return b.rules.command_cost
    code = NONE
    for k in range(action.n_actors):
        fault = command_fault(b, action.actors[k], general)
        if fault == NONE:
            return 0
        if k == 0:
            code = fault
    line = price(log, code, Clause.DBA_PIP_5, first, general, b.rules.command_cost)
    if line >= 0:
        mover = b.figures[first]
        chief = b.figures[general]
        distance = distance_between(base_of(mover), base_of(chief))
        locate(log, line, mover.x, mover.y, chief.x, chief.y, distance)
    return b.rules.command_cost


@clause("DBA-PIP-6")
@kernel
def is_general_shut_in(b, general):
    """The whole base of the general's element is inside a camp, woods, an oasis or a marsh."""
    figure = b.figures[general]
    if figure.camp != NONE:
        return True
    base = base_of(figure)
    for t in range(b.terrain.n_features):
        if b.rules.shuts_general_in[b.terrain.features[t].kind] != 0 and is_inside(base, b.terrain, t):
            return True
    return False


@clause("DBA-PIP-6")
@kernel
def shut_in_surcharge(b, action, general, log):
    """What any mover but the general's own element adds while the general is shut in."""
    if general == NONE or not is_general_shut_in(b, general):
        return 0
    for k in range(action.n_actors):
        if action.actors[k] == general:
            return 0
    price(log, Code.GENERAL_SHUT_IN, Clause.DBA_PIP_6, action.actors[0], general, b.rules.shut_in_cost)
    return b.rules.shut_in_cost


@clause("DBA-PIP-2", "DBA-PIP-3", "DBA-PIP-8", "DBA-PIP-9", "WAD-CORE-2")
@kernel
def price_of(b, action, log):
    """The full price of a move, dismount or landing, and every surcharge that applies, each a price line.

    It depends on who moves and from where, never on where they go; later moves cost the same, roads nothing less.
    """
    first = action.actors[0]
    price(log, Code.ONE_MOVE, Clause.DBA_PIP_2, first, NONE, b.rules.move_cost)
    side = b.figures[first].side
    if b.own_bounds[side] <= 1:
        note(log, Code.FIRST_BOUND, Clause.DBA_PIP_3, first, NONE, 0)
        return b.rules.move_cost
    general = general_of(b, side)
    if general != NONE and b.figures[general].where != Where.TABLE:
        general = NONE
    return (
        b.rules.move_cost
        + difficult_surcharge(b, action, log)
        + command_surcharge(b, action, general, log)
        + shut_in_surcharge(b, action, general, log)
    )


@clause("DBA-PIP-1")
@kernel
def can_pay(b, cost, first, log):
    """The PIPs left cover the full price; there is no debt."""
    if cost <= b.pips:
        return True
    line = reason(log, Code.TOO_DEAR, Clause.DBA_PIP_1, first, NONE, cost)
    locate(log, line, b.figures[first].x, b.figures[first].y, b.figures[first].x, b.figures[first].y, float(b.pips))
    return False


@clause("DBA-PIP-1", "DBA-PIP-2", "DBA-PIP-3")
@kernel
def could_pay(b, action, log):
    """The PIPs left cover the full price, whatever it is: command, long to find out, is asked of where it decides."""
    first = action.actors[0]
    side = b.figures[first].side
    left = b.pips - b.rules.move_cost
    if b.own_bounds[side] <= 1 or left < 0:
        return left >= 0
    general = general_of(b, side)
    if general != NONE and b.figures[general].where != Where.TABLE:
        general = NONE
    left -= difficult_surcharge(b, action, log)
    if left >= 0:
        left -= shut_in_surcharge(b, action, general, log)
    return left >= b.rules.command_cost or (left >= 0 and command_surcharge(b, action, general, log) == 0)
