"""SHOOTING PHASE: who shoots, at whom, arcs, sight and cover, shots over the shoulder, shots at mines (SHO)."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.pursuit.clauses import Clause, Code, Purpose
from sandtable.games.pursuit.record import MAX_MINES, Phase
from sandtable.games.pursuit.rules.interrupts import is_asked, settle
from sandtable.games.pursuit.rules.mines import disc_of_mine, set_off, set_off_by_shot
from sandtable.games.pursuit.rules.objectives import bury, end_turn
from sandtable.games.pursuit.rules.order import make_shooting_order, tell_phase
from sandtable.games.pursuit.rules.positions import ANGLE_SLACK, SLACK, bit, has, is_quarry, radius_of, touches_foe
from sandtable.games.pursuit.switches import ArcTo, MinesTargetable, SergeantFiresBoth, WithinTerrain
from sandtable.games.skirmish40k.record import CARRIED, Edition, Height
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.games.skirmish40k.rules.shooting import Volley, fire, shots_of, strength_of, throw_to_hit
from sandtable.games.skirmish40k.rules.sight import (
    FIGURE_SIZE,
    blocks_sight,
    cover_between,
    is_in_area,
    length_inside,
    what_blocks_sight,
)
from sandtable.games.skirmish40k.rules.testing import at_least
from sandtable.games.skirmish40k.rules.wounds import IMPOSSIBLE, to_wound
from sandtable.kernel.discs import disc_gap, disc_of, distance_of_points
from sandtable.kernel.geometry import angle_between, degrees_of_facing
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import event, locate, reason
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("PURS-SHO-6", "PURS-SHO-7", "PURS-SHO-15")
@kernel
def begin_shooting_phase(b, dice, log):
    """The order of shooting is made once."""
    tell_phase(b, Code.SHOOTING_PHASE, log)
    for i in range(b.n_figures):
        b.figures[i].acted = 0
    make_shooting_order(b, dice, log)


@clause("PURS-SHO-1", "PURS-SHO-8", "PURS-SHO-9", "PURS-DIF-13")
@kernel
def may_shoot(b, i):
    """Figure ``i`` lives, has not accelerated in this turn and is not locked; one that is stopped may."""
    figure = b.figures[i]
    return is_on_table(figure) and figure.acted == 0 and figure.accelerated == 0 and not touches_foe(b, i)


@kernel
def degrees_off(figure, disc):
    """The angle between a figure's heading and the way to the centre of a disc."""
    way = degrees_of_facing(disc.x - figure.x, disc.y - figure.y)
    return angle_between(way, degrees_of_facing(figure.fx, figure.fy))


@clause("PURS-SHO-2")
@kernel
def is_in_arc(b, i, disc):
    """The disc is ahead of figure ``i``: its centre within 45 degrees of the heading; by house rule any part of it."""
    figure = b.figures[i]
    dx, dy = disc.x - figure.x, disc.y - figure.y
    off = degrees_off(figure, disc)
    slack = ANGLE_SLACK
    if b.options.arc_to == ArcTo.ANY_PART:
        apart = math.sqrt(dx * dx + dy * dy)
        slack += math.degrees(math.asin(min(disc.radius / max(apart, disc.radius), 1.0)))
    return is_within(off, b.rules.arc, slack)


@clause("PURS-SHO-4", "PURS-SHO-5")
@kernel
def is_extra(b, i, slot):
    """The weapon in this place of the figure is the one bought for it."""
    figure = b.figures[i]
    return figure.extra != NONE and b.profiles[figure.profile].weapons[slot] == figure.extra


@clause("PURS-SHO-4")
@kernel
def skill_at(b, i, slot, disc):
    """Ballistic Skill with a weapon at a target: its own ahead; elsewhere 3 at most with an extra one; 0: none."""
    own = b.profiles[b.figures[i].profile].ballistic_skill
    if is_in_arc(b, i, disc):
        return own
    return min(own, b.rules.shoulder_skill) if is_extra(b, i, slot) else 0


@clause("PURS-SHO-2", "PURS-SHO-13", "PURS-SHO-16", "PURS-GEN-3")
@kernel
def shots_at(b, i, slot, disc):
    """Shots of figure ``i`` with the weapon in this place at a disc: by range, arc and sight; 0: none."""
    figure = b.figures[i]
    profile = b.profiles[figure.profile]
    weapon = profile.weapons[slot]
    if weapon == NONE or has(b.fired, slot):
        return 0
    gap = disc_gap(disc_of(figure), disc)
    shots = shots_of(b.weapons[weapon], profile, gap, figure.moved)
    if shots == 0 or skill_at(b, i, slot, disc) == 0 or what_hides(b, i, disc) != NONE:
        return 0
    return shots


@kernel
def _counting(b, radius):
    """The radius of a base that is within a ruin by any part of it (house rule); 0: by its centre."""
    return radius if b.options.within_terrain == WithinTerrain.ANY_PART_OF_BASE else 0.0


@clause("PURS-SHO-10", "PURS-SHO-11", "PURS-GEN-7")
@kernel
def what_hides(b, i, disc):
    """What blocks the sight of figure ``i`` to a disc, or NONE."""
    figure = b.figures[i]
    blocker = what_blocks_sight(b, figure.x, figure.y, disc.x, disc.y, NONE)
    if blocker == NONE or b.options.within_terrain == WithinTerrain.CENTRE:
        return blocker
    for k in range(b.n_pieces):
        if blocks_sight(b, figure.x, figure.y, disc.x, disc.y, k) and not _looks_out_of(b, i, disc, k):
            return k
    return NONE


@clause("PURS-SHO-10", "PURS-GEN-7")
@kernel
def _looks_out_of(b, i, disc, k):
    """By house rule part of a base is enough to look out of, or into, no more than 6 inches of a size 2 ruin."""
    figure = b.figures[i]
    if b.ground[k].height != Height.AREA or b.ground[k].size != FIGURE_SIZE:
        return False
    mine = is_in_area(b, figure.x, figure.y, _counting(b, radius_of(figure)), k)
    if not (mine or is_in_area(b, disc.x, disc.y, _counting(b, disc.radius), k)):
        return False
    return is_within(length_inside(figure.x, figure.y, disc.x, disc.y, b.terrain, k), b.core.area_depth, SLACK)


@clause("PURS-SHO-12", "PURS-GEN-7")
@kernel
def cover_from(b, i, disc):
    """The cover save of a disc from the shots of figure ``i``, or NO_SAVE."""
    figure = b.figures[i]
    return cover_between(b, figure.x, figure.y, disc.x, disc.y, _counting(b, disc.radius))


@clause("PURS-SHO-3", "PURS-SHO-9", "PURS-SHO-10", "PURS-SHO-11")
@kernel
def is_target(b, i, j):
    """Figure ``i`` may choose ``j``: any enemy on the table who is not locked."""
    return b.figures[j].side != b.figures[i].side and is_on_table(b.figures[j]) and not touches_foe(b, j)


@clause("PURS-SPO-18")
@kernel
def may_shoot_mines(b, i):
    """Figure ``i`` may shoot at clusters: it is of the quarry, and the house rules do not forbid it."""
    return is_quarry(b.figures[i]) and b.options.mines_targetable == MinesTargetable.YES


@kernel
def has_target(b, i):
    """There is something that figure ``i`` can shoot at."""
    for slot in range(CARRIED):
        if b.profiles[b.figures[i].profile].weapons[slot] == NONE:
            continue
        for j in range(b.n_figures):
            if is_target(b, i, j) and shots_at(b, i, slot, disc_of(b.figures[j])) > 0:
                return True
        if may_shoot_mines(b, i):
            for m in range(MAX_MINES):
                if b.mines[m].on != 0 and shots_at(b, i, slot, disc_of_mine(b, m)) > 0:
                    return True
    return False


@clause("PURS-SHO-1", "PURS-SHO-6", "PURS-SHO-8", "PURS-SEQ-1", "PURS-SEQ-2")
@kernel
def run_shooting(b, dice, log):
    """Carry the Shooting Phase on: True where a figure's owner is asked for its target. After it the turn is over."""
    if settle(b, dice, log):
        return False
    if b.place == NONE:
        begin_shooting_phase(b, dice, log)
        return False
    if b.place >= b.n_order:
        end_turn(b, log)
        if b.phase != Phase.OVER:
            b.phase = Phase.PURSUIT
            b.place = NONE
        return False
    i = b.order[b.place]
    if may_shoot(b, i) and has_target(b, i):
        b.active = i
        return True
    b.place += 1
    b.fired = 0
    return False


@kernel
def _judge_weapon(b, action, disc, j, log):
    """The weapon named reaches the disc, that of figure ``j`` if it is one's: 1 or 0, and why not."""
    i = b.active
    if action.item < 0 or action.item >= CARRIED or b.profiles[b.figures[i].profile].weapons[action.item] == NONE:
        reason(log, Code.NO_SUCH_WEAPON, Clause.PURS_SHO_16, i, NONE, 0)
        return 0
    if has(b.fired, action.item):
        reason(log, Code.HAS_FIRED, Clause.PURS_SHO_5, i, NONE, 0)
        return 0
    figure = b.figures[i]
    legal = 1
    if skill_at(b, i, action.item, disc) == 0:
        at = reason(log, Code.NOT_IN_ARC, Clause.PURS_SHO_2, i, j, int(b.rules.arc))
        locate(log, at, figure.x, figure.y, disc.x, disc.y, degrees_off(figure, disc))
        legal = 0
    blocker = what_hides(b, i, disc)
    if blocker != NONE:
        cited = Clause.PURS_SHO_10 if b.core.edition == Edition.FOURTH else Clause.PURS_SHO_11
        at = reason(log, Code.NOT_IN_SIGHT, cited, i, j, blocker)
        locate(log, at, figure.x, figure.y, disc.x, disc.y, distance_of_points(figure.x, figure.y, disc.x, disc.y))
        legal = 0
    weapon = b.weapons[b.profiles[figure.profile].weapons[action.item]]
    gap = disc_gap(disc_of(figure), disc)
    if shots_of(weapon, b.profiles[figure.profile], gap, figure.moved) == 0:
        at = reason(log, Code.OUT_OF_RANGE, Clause.PURS_SHO_2, i, j, int(weapon.reach))
        locate(log, at, figure.x, figure.y, disc.x, disc.y, gap)
        legal = 0
    return legal


@clause("PURS-SHO-2", "PURS-SHO-3", "PURS-SHO-4", "PURS-SHO-9", "PURS-SHO-10", "PURS-SHO-15", "PURS-SEQ-4")
@kernel
def judge_shot(b, action, log):
    """The figure whose moment it is shoots one weapon at one enemy: in range, in sight, ahead or over the shoulder."""
    if not is_asked(b, action, log):
        return Verdict(0, 0)
    i = b.active
    j = action.target
    if j < 0 or j >= b.n_figures:
        return refused(log, Code.NO_TARGET, Clause.PURS_SHO_2, i, NONE, 0)
    if b.figures[j].side == b.figures[i].side:
        return refused(log, Code.IS_A_FRIEND, Clause.PURS_SHO_2, i, j, 0)
    if not is_on_table(b.figures[j]):
        return refused(log, Code.IS_OFF_TABLE, Clause.PURS_SHO_2, i, j, 0)
    legal = 1
    if touches_foe(b, j):
        reason(log, Code.TARGET_FIGHTS, Clause.PURS_SHO_9, i, j, 0)
        legal = 0
    return Verdict(legal & _judge_weapon(b, action, disc_of(b.figures[j]), j, log), 0)


@clause("PURS-SPO-18")
@kernel
def judge_shot_at_mines(b, action, log):
    """The quarry may shoot at a cluster as at a figure."""
    if not is_asked(b, action, log):
        return Verdict(0, 0)
    m = action.target
    if not is_quarry(b.figures[b.active]):
        return refused(log, Code.MINES_ARE_ITS_OWN, Clause.PURS_SPO_18, b.active, NONE, 0)
    if not may_shoot_mines(b, b.active):
        return refused(log, Code.MINES_ARE_NO_TARGET, Clause.PURS_SPO_18, b.active, NONE, 0)
    if m < 0 or m >= MAX_MINES or b.mines[m].on == 0:
        return refused(log, Code.NO_SUCH_MINES, Clause.PURS_SPO_18, b.active, NONE, m)
    return Verdict(_judge_weapon(b, action, disc_of_mine(b, m), NONE, log), 0)


@clause("PURS-SHO-5", "PURS-SHO-8")
@kernel
def _has_shot(b, i, slot):
    """The figure has shot; it is done, unless by house rule a Sergeant fires the extra weapon too."""
    b.fired |= bit(slot)
    figure = b.figures[i]
    if b.options.sergeant_fires_both == SergeantFiresBoth.NO or figure.extra == NONE:
        figure.acted = 1
        return
    profile = b.profiles[figure.profile]
    for other in range(CARRIED):  # one of its own and the extra one
        if other != slot and profile.weapons[other] != NONE and is_extra(b, i, slot) == is_extra(b, i, other):
            b.fired |= bit(other)


@clause("PURS-SHO-8", "PURS-SHO-12", "PURS-SHO-13", "PURS-SPO-10", "PURS-SPO-11", "C40-SHOOT-1")
@kernel
def make_shot(b, action, dice, log):
    """Shoot; casualties are removed at once, and then mines within 2 inches of the shooter go off."""
    i = action.actors[0]
    disc = disc_of(b.figures[action.target])
    weapon = b.weapons[b.profiles[b.figures[i].profile].weapons[action.item]]
    volley = Volley(shots_at(b, i, action.item, disc), skill_at(b, i, action.item, disc), cover_from(b, i, disc))
    _has_shot(b, i, action.item)
    fire(b, i, weapon, volley, action.target, dice, log)
    set_off_by_shot(b, i, action.target, log)
    bury(b, log)


@clause("PURS-SPO-18", "PURS-SPO-10")
@kernel
def make_shot_at_mines(b, action, dice, log):
    """Shoot at a cluster: Toughness 4, one Wound, no save; an unsaved wound explodes it."""
    i = action.actors[0]
    m = action.target
    disc = disc_of_mine(b, m)
    profile = b.profiles[b.figures[i].profile]
    weapon = b.weapons[profile.weapons[action.item]]
    shots = shots_at(b, i, action.item, disc)
    skill = skill_at(b, i, action.item, disc)
    _has_shot(b, i, action.item)
    needed = to_wound(strength_of(weapon, profile), b.profiles[b.mine_profile].toughness)
    hits = 0
    wounds = 0
    for _ in range(shots):
        hits += int(throw_to_hit(b, i, weapon, skill, dice, log))
    for _ in range(hits):
        if needed < IMPOSSIBLE:
            wounds += int(at_least(b, i, needed, weapon.living, Purpose.TO_WOUND, dice, log))
    event(log, Code.SHOOTS_MINES, Clause.PURS_SPO_18, i, NONE, hits)
    if wounds > 0:
        set_off(b, m, i, log)
    set_off_by_shot(b, i, NONE, log)
    bury(b, log)


@clause("PURS-SHO-15")
@kernel
def judge_hold(b, action, log):
    """Nobody is obliged to shoot."""
    return Verdict(int(is_asked(b, action, log)), 0)


@clause("PURS-SHO-15")
@kernel
def make_hold(b, action, log):
    """It does not."""
    b.figures[action.actors[0]].acted = 1
    event(log, Code.HOLDS_FIRE, Clause.PURS_SHO_15, action.actors[0], NONE, 0)


@kernel
def owner(b):
    """The side of the figure whose moment it is."""
    return b.figures[b.active].side
