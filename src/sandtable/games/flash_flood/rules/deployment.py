"""SETTING UP: whole units, one at a time, in coherency, near their side's node or in the chamber (MIS-4, MIS-14)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.flash_flood.clauses import Clause, Code
from sandtable.games.flash_flood.record import MAX_MODELS, Side, Where
from sandtable.games.flash_flood.rules.movement_phase import end_of
from sandtable.games.flash_flood.rules.walking import is_in_sewer, walking_distance
from sandtable.games.skirmish40k.rules.measuring import SLACK, is_on_table
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import TOUCH, snap
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import event, locate, reason
from sandtable.kernel.records import NOBODY, NONE
from sandtable.kernel.verbs import Verdict


@clause("FLOOD-MIS-4", "FLOOD-MIS-14")
@kernel
def asks_deployer(b):
    """The side that has a unit to set up, the Imperials before the Tyranids; or NOBODY."""
    for side in range(2):
        for u in range(b.n_squads):
            if waits_for_place(b, u, side):
                return side
    return NOBODY


@clause("FLOOD-MIS-14")
@kernel
def waits_for_place(b, u, side):
    """A squad of the side is still to be set up; of those with the widest bases its owner says which is next."""
    return b.units[u].side == side and b.figures[b.units[u].first].where == Where.BOX


@clause("FLOOD-MIS-14")
@kernel
def unit_before(b, u):
    """A squad of the same side that waits and has wider bases than squad ``u``, which it goes before, or NONE."""
    width = b.figures[b.units[u].first].width
    for v in range(b.n_squads):
        if waits_for_place(b, v, b.units[u].side) and b.figures[b.units[v].first].width > width:
            return v
    return NONE


@clause("FLOOD-MIS-4")
@kernel
def is_in_chamber(b, x, y, radius):
    """A whole base lies in a chamber."""
    for k in range(b.n_chambers):
        box = b.chambers[k]
        if x - radius >= box.x0 - TOUCH and x + radius <= box.x1 + TOUCH:
            if y - radius >= box.y0 - TOUCH and y + radius <= box.y1 + TOUCH:
                return True
    return False


@clause("FLOOD-MIS-4")
@kernel
def may_use_chamber(b, u):
    """One Tyranid unit may start in the chamber, no Warriors."""
    if b.units[u].side != Side.TYRANIDS or (b.chamber_squad != NONE and b.chamber_squad != u):
        return False
    return b.profiles[b.figures[b.units[u].first].profile].synapse == 0


@clause("FLOOD-MIS-4", "FLOOD-MIS-14")
@kernel
def is_in_zone(b, u, x, y, radius):
    """The centre is within 8 inches, on foot, of the side's node, and the base in the sewer."""
    home = b.nodes[b.homes[b.units[u].side]]
    if not is_within(distance_of_points(x, y, home.x, home.y), b.rules.zone, SLACK):
        return False
    return is_within(walking_distance(b, radius, home.x, home.y, x, y), b.rules.zone, SLACK)


@clause("FLOOD-MIS-4", "FLOOD-MIS-14")
@kernel
def judge_deploy(b, action, log):
    """A whole unit, each model at its place: in the zone, or all of them in the chamber; linked, on nobody's base."""
    if judge_whole_unit(b, action, log) == 0:
        return Verdict(0, 0)
    u = b.figures[action.actors[0]].squad
    x, y = end_of(action, 0)
    chamber = is_in_chamber(b, x, y, 0.0) and may_use_chamber(b, u)
    for k in range(action.n_actors):
        if judge_spot(b, action, k, chamber, log) == 0:
            return Verdict(0, 0)
    if not _is_linked(b, action):
        return refused(log, Code.NOT_LINKED_THERE, Clause.FLOOD_MIS_14, action.actors[0], NONE, int(b.core.coherency))
    return Verdict(1, 0)


@clause("FLOOD-MIS-4", "FLOOD-MIS-14")
@kernel
def judge_whole_unit(b, action, log):
    """The actors are all the models of one unit that its owner has still to set up, each with a place: 1 or 0."""
    if action.n_actors < 1:
        reason(log, Code.NAMES_NOBODY, Clause.FLOOD_MIS_14, NONE, NONE, 0)
        return 0
    first = action.actors[0]
    u = b.figures[first].squad
    if b.units[u].side != asks_deployer(b):
        reason(log, Code.OTHERS_SET_UP, Clause.FLOOD_MIS_4, first, NONE, 0)
        return 0
    for k in range(action.n_actors):
        i = action.actors[k]
        if b.figures[i].squad != u:
            reason(log, Code.OF_ANOTHER_UNIT, Clause.FLOOD_MIS_14, i, first, 0)
            return 0
        if b.figures[i].where != Where.BOX:
            reason(log, Code.IS_SET_UP_ALREADY, Clause.FLOOD_MIS_14, i, NONE, 0)
            return 0
    wider = unit_before(b, u)
    if wider != NONE:
        reason(log, Code.WIDER_FIRST, Clause.FLOOD_MIS_14, first, b.units[wider].first, 0)
        return 0
    if action.n_actors != b.units[u].count:
        missing = b.units[u].count - action.n_actors
        reason(log, Code.WHOLE_UNIT, Clause.FLOOD_MIS_14, first, NONE, missing)
        return 0
    if action.n_poses != action.n_actors and action.n_actors > 1:
        reason(log, Code.EACH_ITS_PLACE, Clause.FLOOD_MIS_14, first, NONE, 0)
        return 0
    return 1


@clause("FLOOD-MIS-4", "FLOOD-NET-13")
@kernel
def judge_spot(b, action, k, chamber, log):
    """The place of the action's ``k``-th actor: 1 or 0."""
    i = action.actors[k]
    x, y = end_of(action, k)
    radius = 0.5 * b.figures[i].width
    if not is_in_sewer(b, x, y, radius):
        at = reason(log, Code.IN_MASONRY, Clause.FLOOD_NET_13, i, NONE, 0)
        locate(log, at, x, y, x, y, 0.0)
        return 0
    if chamber and not is_in_chamber(b, x, y, radius):
        at = reason(log, Code.NOT_IN_CHAMBER, Clause.FLOOD_MIS_4, i, NONE, 0)
        locate(log, at, x, y, x, y, 0.0)
        return 0
    if not chamber and not is_in_zone(b, b.figures[i].squad, x, y, radius):
        _say_why_not_there(b, i, x, y, log)
        return 0
    for j in range(b.n_figures):
        other = b.figures[j]
        to_x, to_y = other.x, other.y
        counts = is_on_table(other)
        for m in range(k):
            if action.actors[m] == j:
                to_x, to_y = end_of(action, m)
                counts = True
        if counts and distance_of_points(x, y, to_x, to_y) < 0.5 * (b.figures[i].width + other.width) - TOUCH:
            at = reason(log, Code.ON_A_BASE, Clause.C40_MOV_3, i, j, 0)
            locate(log, at, x, y, to_x, to_y, 0.0)
            return 0
    return 1


@clause("FLOOD-MIS-4")
@kernel
def _say_why_not_there(b, i, x, y, log):
    """Say why figure ``i`` may not start outside its zone: what keeps it from the chamber, or how far it is."""
    u = b.figures[i].squad
    home = b.nodes[b.homes[b.units[u].side]]
    if is_in_chamber(b, x, y, 0.0) and b.units[u].side == Side.TYRANIDS and not may_use_chamber(b, u):
        taken = b.chamber_squad != NONE and b.chamber_squad != u
        code = Code.CHAMBER_IS_TAKEN if taken else Code.CHAMBER_NOT_FOR_SYNAPSE
        at = reason(log, code, Clause.FLOOD_MIS_4, i, b.units[b.chamber_squad].first if taken else NONE, 0)
        locate(log, at, x, y, x, y, 0.0)
        return
    far = walking_distance(b, 0.5 * b.figures[i].width, home.x, home.y, x, y)
    at = reason(log, Code.NOT_IN_ZONE, Clause.FLOOD_MIS_4, i, NONE, int(b.rules.zone))
    locate(log, at, home.x, home.y, x, y, far)


@kernel
def _is_linked(b, action):
    """The places of an action are linked within 2 inches in one chain."""
    joined = np.zeros(MAX_MODELS, np.int64)
    joined[0] = 1
    count = 1
    changed = True
    while changed:
        changed = False
        for k in range(action.n_actors):
            if joined[k] != 0:
                continue
            x, y = end_of(action, k)
            for m in range(action.n_actors):
                if joined[m] == 0:
                    continue
                to_x, to_y = end_of(action, m)
                reach = 0.5 * (b.figures[action.actors[k]].width + b.figures[action.actors[m]].width)
                if is_within(distance_of_points(x, y, to_x, to_y) - reach, b.core.coherency, SLACK):
                    joined[k] = 1
                    count += 1
                    changed = True
                    break
    return count == action.n_actors


@clause("FLOOD-MIS-14")
@kernel
def make_deploy(b, action, log):
    """They stand there."""
    u = b.figures[action.actors[0]].squad
    x, y = end_of(action, 0)
    if is_in_chamber(b, x, y, 0.0) and may_use_chamber(b, u):
        b.chamber_squad = u
    for k in range(action.n_actors):
        figure = b.figures[action.actors[k]]
        x, y = end_of(action, k)
        figure.x = snap(x)
        figure.y = snap(y)
        figure.where = Where.TABLE
    event(log, Code.IS_SET_UP, Clause.FLOOD_MIS_14, action.actors[0], NONE, 0)
