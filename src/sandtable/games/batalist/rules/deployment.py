"""PRE-2, PRE-5, DEP: the dice of the preparation, battalions placed in turn, in the dark or ready-made."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code, Purpose
from sandtable.games.batalist.enums import Phase, Role, State
from sandtable.games.batalist.record import SIDES
from sandtable.games.batalist.rules.chances import throw_ammunition
from sandtable.games.batalist.rules.command import throw_leader
from sandtable.games.batalist.rules.currents import throw_currents
from sandtable.games.batalist.rules.magic import throw_mage
from sandtable.games.batalist.rules.moving import step_on
from sandtable.games.batalist.rules.obstacles import why_no_room
from sandtable.games.batalist.rules.preparing import throw_for_compass, throw_ground, throw_weather, wind_blows
from sandtable.games.batalist.rules.reasons import (
    allowed,
    because,
    because_of,
    because_there,
    names_a_pose,
    verdict,
)
from sandtable.games.batalist.rules.sky import throw_hour, throw_wind
from sandtable.games.batalist.rules.stating import may_hide
from sandtable.games.batalist.rules.victory import warriors_of
from sandtable.games.batalist.rules.ways import has_room, is_base
from sandtable.games.batalist.switches import Ammunition, Deployment, TimeOfDay
from sandtable.kernel.geometry import base_of, distance_to_point, is_inside_rectangle, placed, snap, snap_facing
from sandtable.kernel.log import event, seen_only_by, side_event
from sandtable.kernel.opposed_rolls import CONTESTANT, Again, contest, enter
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict

GAP = 1.0
"""Steps between battalions of a ready-made deployment, and before the border of the zone (ARM-21)."""


@clause("BAT-PRE-5", "BAT-CAP-1", "BAT-MGA-1", "BAT-AMM-1", "BAT-CUR-1", "BAT-WEA-1", "BAT-WEA-5c", "BAT-TOD-1")
@kernel
def run_start(b, dice, log):
    """Abilities and mana, ammunition, time of day, weather, wind and current; the player listed first throws first."""
    throw_ground(b, dice, log)
    for role in (Role.GENERAL, Role.CAPTAIN):
        for side in range(SIDES):
            for c in range(b.n_characters):
                if b.characters[c].side == side and b.characters[c].role == role:
                    throw_leader(b, c, dice, log)
    for side in range(SIDES):
        for c in range(b.n_characters):
            if b.characters[c].side == side and b.characters[c].role == Role.MAGE:
                throw_mage(b, c, dice, log)
    for side in range(SIDES):
        if b.options.ammunition == Ammunition.YES:
            throw_ammunition(b, side, dice, log)
    if b.compass != 0:
        b.mover = throw_for_compass(b, dice, log)
        b.phase = Phase.COMPASS
        return True
    finish_start(b, dice, log)
    return False


@clause("BAT-OPT-2", "BAT-PRE-5")
@kernel
def judge_set_north(b, action, log):
    """One of the four edges of the table is north."""
    if 0 <= action.amount < 4:
        return Verdict(1, 0)
    return verdict(log, NONE, because(Code.NO_SUCH_EDGE, Clause.OPT_2))


@clause("BAT-OPT-2", "BAT-PRE-5")
@kernel
def make_set_north(b, action, dice, log):
    """North is there; the preparation goes on."""
    b.north = action.amount
    finish_start(b, dice, log)


@clause("BAT-PRE-5")
@kernel
def finish_start(b, dice, log):
    """The sky is thrown for and strengths are counted; then players state who lies in ambush."""
    throw_sky(b, dice, log)
    for side in range(SIDES):
        b.sides[side].start = warriors_of(b, side)
    b.phase = Phase.STATING
    begin_stating(b)


@clause("BAT-PRE-5", "BAT-TOD-1", "BAT-WEA-1", "BAT-WIN-2", "BAT-CUR-1", "BAT-WEA-5c", "BAT-OPT-1")
@kernel
def throw_sky(b, dice, log):
    """Time of day, weather, wind and current, those that the players use."""
    if b.options.time_of_day == TimeOfDay.YES:
        throw_hour(b, dice, log)
    throw_weather(b, dice, log)
    if wind_blows(b):
        throw_wind(b, dice, log)
    throw_currents(b, dice, log)


@clause("BAT-AMB-1")
@kernel
def begin_stating(b):
    """Both are asked, but for those whose ambushes the scenario names."""
    for side in range(SIDES):
        b.sides[side].ready = 0
    for i in range(b.n_figures):
        if b.figures[i].state == State.AMBUSH:
            b.sides[b.figures[i].side].ready = 1


@clause("BAT-AMB-1", "BAT-DEP-11")
@kernel
def run_stating(b, dice, log):
    """Each side is asked, the player listed first first, until it has no more to state; then battalions are placed."""
    for side in range(SIDES):
        for i in range(b.n_figures):
            if b.sides[side].ready == 0 and b.figures[i].side == side and may_hide(b, i):
                b.mover = side
                return True
    for side in range(SIDES):
        b.sides[side].ready = 0
    begin_deployment(b, dice, log)
    return False


@clause("BAT-DEP-8", "BAT-DEP-11", "BAT-ARM-21")
@kernel
def begin_deployment(b, dice, log):
    """Ready-made, or the winner of a throw places first."""
    b.phase = Phase.DEPLOYMENT
    if b.options.deployment == Deployment.READY_MADE:
        for side in range(SIDES):
            stand_ready_made(b, side)
        return
    if waiting(b, 0) == NONE and waiting(b, 1) == NONE:
        return
    thrown = np.empty(SIDES, CONTESTANT)
    for side in range(SIDES):
        enter(thrown[side], side, NONE, 0)
    b.first = contest(thrown, SIDES, Again.ALL, dice, log, Purpose.PLACING)
    b.mover = b.first
    side_event(log, Code.PLACES_FIRST, Clause.DEP_8, b.first, 0)


@clause("BAT-DEP-11")
@kernel
def waiting(b, side):
    """The first battalion of a side that is to be deployed yet, or NONE."""
    for i in range(b.n_figures):
        if b.figures[i].side == side and b.figures[i].state == State.WAITING:
            return i
    return NONE


@clause("BAT-ARM-21")
@kernel
def stand_ready_made(b, side):
    """Battalions in the order of the muster, then heroes, from the player's left to right in one line."""
    north = b.sides[side].zone_from <= 0.0
    total = -GAP
    for i in range(b.n_figures):
        if b.figures[i].side == side and b.figures[i].state == State.WAITING:
            total += b.figures[i].width + GAP
    along = -0.5 * total
    front = b.sides[side].zone_to - GAP if north else b.sides[side].zone_from + GAP
    for i in range(b.n_figures):
        u = b.figures[i]
        if u.side != side or u.state != State.WAITING:
            continue
        middle = along + 0.5 * u.width
        along += u.width + GAP
        u.fx = 0.0
        u.fy = 1.0 if north else -1.0
        u.x = snap(0.5 * b.width + (middle if north else -middle))
        u.y = snap(front - u.fy * 0.5 * u.depth)
        u.state = State.FIELD


@clause("BAT-DEP-11", "BAT-DEP-8")
@kernel
def run_deployment(b):
    """One battalion at a time until both sides have finished."""
    if waiting(b, b.mover) == NONE:
        b.mover = 1 - b.mover
    if waiting(b, b.mover) != NONE:
        return True
    b.phase = Phase.PLACING
    b.mover = b.first
    return False


@clause("BAT-DEP-10", "BAT-DEF-33", "BAT-FRM-3")
@kernel
def has_place(b, i, base):
    """Battalion ``i`` may be deployed so: wholly in its zone, where there is room."""
    own = b.sides[b.figures[i].side]
    return is_inside_rectangle(base, 0.0, own.zone_from, b.width, own.zone_to) and has_room(b, i, base)


@clause("BAT-DEP-10", "BAT-DEF-33", "BAT-FRM-3")
@kernel
def why_no_place(b, i, base):
    """What forbids battalion ``i`` to be deployed so."""
    own = b.sides[b.figures[i].side]
    if not is_inside_rectangle(base, 0.0, own.zone_from, b.width, own.zone_to):
        return because_there(Code.OUTSIDE_ZONE, Clause.DEP_10, NONE, base.x, base.y)
    return why_no_room(b, i, base, Clause.DEF_33)


@clause("BAT-DEP-11", "BAT-HER-8")
@kernel
def base_under(b, i, x, y):
    """The friendly battalion on whose base hero ``i`` would be put here; NONE beside all, and for battalions."""
    for j in range(b.n_figures):
        other = b.figures[j]
        if b.figures[i].hero != NONE and other.side == b.figures[i].side and is_base(other) and j != i:
            if distance_to_point(base_of(other), x, y) <= 0.0:
                return j
    return NONE


@clause("BAT-DEP-11", "BAT-DEP-2", "BAT-HER-8")
@kernel
def why_no_start_on(b, j):
    """What forbids a hero to start on the base of battalion ``j``: it has a character, or is a hero's own."""
    if b.figures[j].character != NONE or b.figures[j].hero != NONE:
        return because_of(Code.HAS_CHARACTER, Clause.DEP_11, j, 0)
    return allowed()


@clause("BAT-DEP-10", "BAT-DEP-11")
@kernel
def judge_deploy(b, action, log):
    """A battalion that waits comes to the field: wholly in its zone, in any facing; a hero on a friend's base, too."""
    i = action.actors[0]
    u = b.figures[i]
    if u.side != b.mover:
        return verdict(log, i, because(Code.NOT_YOURS, Clause.DEP_11))
    if u.state != State.WAITING:
        return verdict(log, i, because(Code.PLACED_ALREADY, Clause.DEP_11))
    if not names_a_pose(action):
        return verdict(log, i, because(Code.NO_POSE, Clause.DEP_10))
    x, y, facing = snap(action.x), snap(action.y), snap_facing(action.fx, action.fy)
    j = base_under(b, i, x, y)
    if j != NONE:
        return verdict(log, i, why_no_start_on(b, j))
    base = placed(base_of(u), x, y, facing.x, facing.y)
    if has_place(b, i, base):
        return Verdict(1, 0)
    return verdict(log, i, why_no_place(b, i, base))


@clause("BAT-DEP-8", "BAT-DEP-11")
@kernel
def make_deploy(b, action, log):
    """It stands there, a hero perhaps on the base that is there; the other side is next."""
    i = action.actors[0]
    u = b.figures[i]
    facing = snap_facing(action.fx, action.fy)
    j = base_under(b, i, snap(action.x), snap(action.y))
    u.x, u.y, u.fx, u.fy = snap(action.x), snap(action.y), facing.x, facing.y
    u.state = State.FIELD
    event(log, Code.IS_DEPLOYED, Clause.DEP_11, i, NONE, 0)
    if j != NONE:
        index = step_on(b, i, j, Clause.DEP_11, log)
        if b.options.deployment == Deployment.DARK:
            seen_only_by(log, index, 1 << u.side)
    b.mover = 1 - b.mover
