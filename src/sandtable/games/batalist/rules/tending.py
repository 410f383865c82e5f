"""ACT-14 to ACT-17, WOU-15: Recovery, To the Doctor, Mercy, and wounded who come to the hospital."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Formation, Order, Skill, State
from sandtable.games.batalist.record import MAX_BATTALIONS
from sandtable.games.batalist.rules.cards import take_card, why_no_card
from sandtable.games.batalist.rules.damage import deal_damage, prepare_mercy
from sandtable.games.batalist.rules.formations import fit, has
from sandtable.games.batalist.rules.morale import take_hero_along
from sandtable.games.batalist.rules.obstacles import why_no_room
from sandtable.games.batalist.rules.reasons import allowed, because, because_of, forbids, not_yours, verdict
from sandtable.games.batalist.rules.speed import effective_speed
from sandtable.games.batalist.rules.ways import free_ahead, has_room, length_for_price
from sandtable.games.batalist.rules.wounded import base_of_wounded, files_of_wounded, recover, strike_wounded
from sandtable.kernel.copying import copy_record
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import Base, base_of, distance_to_point, snap, snap_facing
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE

TOUCHING_POINT = 0.01
"""Steps within which a base touches the hospital, a point."""


@clause("BAT-ACT-14", "BAT-WOU-8")
@kernel
def judge_recover(b, action, log):
    """Recovery: a battalion with wounded."""
    i = action.actors[0]
    why = why_no_card(b, i, Order.RECOVERY, action.mode)
    if not forbids(why) and b.figures[i].wounded <= 0:
        why = because(Code.NO_WOUNDED, Clause.ACT_14)
    return verdict(log, i, why)


@clause("BAT-ACT-14", "BAT-ACT-23")
@kernel
def make_recover(b, action, dice, log):
    """Carry out Recovery; only as many come back as the footprint has room for."""
    i = action.actors[0]
    u = b.figures[i]
    if not take_card(b, i, Order.RECOVERY, action.mode, dice, log):
        return
    x, y, width, depth, before = u.x, u.y, u.width, u.depth, u.wounded
    back = recover(b, i, dice, log)
    while back > 0 and not has_room(b, i, base_of(u)):
        back -= 1
        u.healthy -= 1
        u.wounded += 1
        u.x, u.y, u.width, u.depth = x, y, width, depth
        fit(b, i)
    if u.wounded == before:
        u.x, u.y, u.width, u.depth = x, y, width, depth


@clause("BAT-ACT-17", "BAT-WOU-8")
@kernel
def judge_mercy(b, action, log):
    """Mercy: a battalion with wounded that has Melee or Shooter; amount 1: by shooting."""
    i = action.actors[0]
    u = b.figures[i]
    why = why_no_card(b, i, Order.MERCY, action.mode)
    if forbids(why):
        return verdict(log, i, why)
    if u.wounded <= 0:
        why = because(Code.NO_WOUNDED, Clause.ACT_17)
    elif u.healthy <= 0:
        why = because(Code.ONLY_WOUNDED, Clause.WOU_9)
    elif action.amount == 1 and not has(b, i, Skill.SHOOTER):
        why = because(Code.NO_SHOOTERS, Clause.ACT_17)
    elif action.amount != 1 and not has(b, i, Skill.MELEE):
        why = because(Code.NO_MELEE, Clause.ACT_17)
    return verdict(log, i, why)


@clause("BAT-ACT-17")
@kernel
def make_mercy(b, action, dice, log):
    """Carry out Mercy: its damage kills own wounded."""
    i = action.actors[0]
    if take_card(b, i, Order.MERCY, action.mode, dice, log):
        prepare_mercy(b, i, action.amount == 1)
        strike_wounded(b, i, deal_damage(b, dice, log), log)


@clause("BAT-WOU-15", "BAT-ACT-15")
@kernel
def column_to_hospital(b, i):
    """The base of the wounded of battalion ``i``, in the place of their column, facing the hospital."""
    u = b.figures[i]
    own = b.sides[u.side]
    if u.wounded_of != NONE:
        column = base_of(u)
    else:
        column = base_of_wounded(b, i)
    facing = snap_facing(own.hospital_x - column.x, own.hospital_y - column.y)
    return Base(snap(column.x), snap(column.y), facing.x, facing.y, column.half_width, column.half_depth)


@clause("BAT-ACT-15", "BAT-WOU-1", "BAT-WOU-8", "BAT-WOU-15", "BAT-DEF-33")
@kernel
def why_no_doctor(b, i):
    """What keeps the wounded of battalion ``i`` from setting out."""
    u = b.figures[i]
    if b.sides[u.side].hospital <= 0:
        return because(Code.NO_HOSPITAL, Clause.WOU_1)
    if u.wounded <= 0:
        return because(Code.NO_WOUNDED, Clause.WOU_8)
    if u.wounded_of != NONE:
        return allowed()
    if b.n_figures >= MAX_BATTALIONS:
        return because_of(Code.TOO_MANY_BASES, Clause.DEF_33, NONE, MAX_BATTALIONS)
    return why_no_room(b, i, column_to_hospital(b, i), Clause.DEF_33)


@clause("BAT-ACT-15", "BAT-WOU-15")
@kernel
def judge_doctor(b, action, log):
    """To the Doctor: a battalion with wounded, or wounded on their way."""
    i = action.actors[0]
    why = why_no_card(b, i, Order.TO_THE_DOCTOR, action.mode)
    return verdict(log, i, why if forbids(why) else why_no_doctor(b, i))


@clause("BAT-ACT-15", "BAT-ACT-16", "BAT-WOU-15", "BAT-WOU-1")
@kernel
def make_doctor(b, action, dice, log):
    """The wounded set out, or go on, straight to the hospital."""
    i = action.actors[0]
    if not take_card(b, i, Order.TO_THE_DOCTOR, action.mode, dice, log):
        return
    k = i if b.figures[i].wounded_of != NONE else part_wounded(b, i)
    u = b.figures[k]
    base = column_to_hospital(b, k)
    if has_room(b, k, base):
        u.fx = base.fx
        u.fy = base.fy
    else:
        base = base_of(u)
    own = b.sides[u.side]
    far = distance_of_points(u.x, u.y, own.hospital_x, own.hospital_y)
    speed = effective_speed(b, k)
    most = length_for_price(b, k, base, base.fx, base.fy, min(far, speed), speed)
    go = free_ahead(b, k, base, base.fx, base.fy, most, NONE)
    u.x = snap(u.x + go * base.fx)
    u.y = snap(u.y + go * base.fy)
    if go > 0.0:
        u.moved = 1
    u.to_doctor = 1
    event(log, Code.GO_TO_DOCTOR, Clause.ACT_15, k, NONE, u.wounded)
    if distance_to_point(base_of(u), own.hospital_x, own.hospital_y) <= TOUCHING_POINT:
        own.in_hospital += u.wounded
        u.state = State.HOSPITAL
        take_hero_along(b, k, State.HOSPITAL)
        u.to_doctor = 0
        event(log, Code.ARE_RECEIVED, Clause.WOU_1, k, NONE, u.wounded)


@clause("BAT-WOU-15", "BAT-ACT-15", "BAT-WOU-9", "BAT-WOU-13")
@kernel
def part_wounded(b, i):
    """The wounded of battalion ``i`` become a base of their own in Column; returns its place.

    Where nobody is healthy, who is attached to the battalion goes with them.
    """
    k = b.n_figures + 0
    b.n_figures += 1
    u = b.figures[k]
    column = column_to_hospital(b, i)
    copy_record(u, b.figures[i])
    files = files_of_wounded(b, i)
    u.x, u.y, u.fx, u.fy = column.x, column.y, column.fx, column.fy
    u.width, u.depth = 2.0 * column.half_width, 2.0 * column.half_depth
    u.wounded_of = i
    u.healthy = 0
    u.formation = Formation.COLUMN
    u.files = files
    u.character = u.hero = u.boat = u.owes_fight = NONE
    if b.figures[i].healthy <= 0 and b.figures[i].character != NONE:
        u.character = b.figures[i].character + 0
        b.characters[u.character].battalion = k
        b.figures[i].character = NONE
    u.cards[:] = NONE
    u.givers[:] = NONE
    u.fixed[:] = NONE
    u.tests = 0
    u.attacked = 0
    u.half_lost = 1
    b.figures[i].wounded = 0
    if b.figures[i].healthy <= 0:
        b.figures[i].state = State.DESTROYED
    return k


@clause("BAT-ACT-16")
@kernel
def judge_call_off(b, action, log):
    """Wounded on their way may be told to stay."""
    i = action.actors[0]
    u = b.figures[i]
    why = not_yours(b, i)
    if not forbids(why) and (u.to_doctor == 0 or u.wounded_of == NONE):
        why = because(Code.NOT_ON_THE_WAY, Clause.ACT_16)
    return verdict(log, i, why)


@clause("BAT-ACT-16")
@kernel
def make_call_off(b, action):
    """They stay where they are as a battalion of wounded."""
    u = b.figures[action.actors[0]]
    u.to_doctor = 0
    u.cards[:] = NONE
    u.given = 0
