"""Useful moves of an element or a group: what legal_actions and sample_action offer in the movement phase.

Nothing here is a rule. Every draft goes through ``movement.judge_way`` before anybody sees it; one that turns out
illegal is simply not offered, or is tried again going less far.
"""

from __future__ import annotations

import math
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.dba.listing.field import look_over
from sandtable.games.dba.listing.mover_context import DESK, look_at_mover
from sandtable.games.dba.listing.reach import straight_along
from sandtable.games.dba.listing.useful_groups import find_groups
from sandtable.games.dba.listing.useful_landings import list_landings
from sandtable.games.dba.record import MAX_FIGURES, Verb
from sandtable.games.dba.rules.dismounting import judge_dismount
from sandtable.games.dba.rules.groups import fill_actors
from sandtable.games.dba.rules.later_moves import TO_CONTACT
from sandtable.games.dba.rules.marches import GO_FIRST, TURN_FIRST, way_of, way_turned
from sandtable.games.dba.rules.movement import judge_way
from sandtable.games.dba.rules.places_of_contact import legal_places_on
from sandtable.games.dba.rules.positions import is_on_table
from sandtable.kernel.action_drafts import add, blank, pose
from sandtable.kernel.bitsets import bit, count_of, is_in
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import choose
from sandtable.kernel.geometry import Point, base_of, quarter_turned, shorter_way, turned
from sandtable.kernel.records import NONE, Path
from sandtable.kernel.scratch import keep_until_here

WHEELS = (45.0, 30.0, 15.0)
"""Degrees tried for a wheel, the widest first: one of each hand is offered."""

LEAST = 20.0
"""Paces below which a move straight somewhere is not worth offering."""

FAR = 1000.0
"""Paces to the nearest enemy beyond which only marches are offered, not turns, half steps and steps aside."""


class Single(IntEnum):
    """The ways of a single element beside those that meet an enemy."""

    AHEAD = 0
    HALF_AHEAD = 1
    BACK = 2
    RIGHT = 3  # aside, facing as before, and the next
    LEFT = 4
    AHEAD_RIGHT = 5  # obliquely, facing that way, and the next
    AHEAD_LEFT = 6
    TURN_RIGHT = 7  # by a quarter on the spot, and the next two by one more each
    TURN_ABOUT = 8
    TURN_LEFT = 9
    TO_FOE = 10  # towards the nearest enemy, facing it
    FROM_FOE = 11


class Group(IntEnum):
    """The ways of a group."""

    SQUARE_UP = 0  # into contact
    AHEAD = 1
    HALF_AHEAD = 2
    WHEEL_RIGHT = 3
    WHEEL_LEFT = 4
    COLUMN = 5


def _set_of(*ways: Single) -> int:
    """The ways as bits."""
    return sum(1 << way for way in ways)


N_SINGLE = len(Single)
N_GROUP = len(Group)

ALL_WAYS = _set_of(*Single)

MARCHES = _set_of(Single.AHEAD, Single.BACK, Single.AHEAD_RIGHT, Single.AHEAD_LEFT, Single.TO_FOE)
"""The ways that are marches, of use far from any enemy."""

JOINING = _set_of(Single.AHEAD, Single.RIGHT, Single.LEFT)
"""The ways that may take a Warband that moves again behind or beside one that fights."""

TRIES = 8
"""Movers that ``sample_move`` draws before it ends the movement."""


class Line(NamedTuple):
    """A straight way to go."""

    ux: float  # where to, a unit vector
    uy: float
    length: float  # paces, at most
    fx: float  # the facing in the end
    fy: float
    degrees: float  # how far that is turned, clockwise


@kernel
def _is_legal(b, draft, desk, log):
    """The draft is legal."""
    return judge_way(b, draft, way_of(b, draft), desk.around, log).legal == 1


@kernel
def _is_legal_turned(b, draft, degrees, desk, log):
    """The draft, which is known to turn by so many degrees clockwise, is legal."""
    return judge_way(b, draft, way_turned(b, draft, degrees), desk.around, log).legal == 1


@kernel
def _goes_along(b, draft, line, desk, log):
    """Draft to go along the line, so far or as far as there is room; whether that is legal.

    A mover that turns does so before it goes or, where there is no room for that, after it.
    """
    around = desk.around
    for manner in (TURN_FIRST, GO_FIRST):
        first = manner == TURN_FIRST
        start = base_of(b.figures[desk.mover.leader])
        facing = Point(line.fx, line.fy) if first else Point(start.fx, start.fy)
        room = straight_along(b, draft, Point(line.ux, line.uy), facing, line.length, around)
        way = Line(line.ux, line.uy, room, line.fx, line.fy, line.degrees)
        if not first:
            around.is_dry = 0  # it has not turned yet
        if _goes_in_manner(b, draft, manner, way, desk, log):
            return True
        if line.degrees == 0.0 or around.is_barred != 0:  # zones bar the one as well as the other
            return False
    return False


@kernel
def _goes_in_manner(b, draft, manner, line, desk, log):
    """The same in one manner, for which there is room; half as far, and so on, where that is barred."""
    around = desk.around
    around.manner = manner
    around.is_barred = 0
    start = base_of(b.figures[desk.mover.leader])
    length = line.length
    found = False
    for _ in range(desk.mover.tries):
        if length < LEAST:
            break
        pose(draft, start.x + line.ux * length, start.y + line.uy * length, line.fx, line.fy)
        found = _is_legal_turned(b, draft, line.degrees, desk, log)
        if found:
            break
        length *= 0.5
    around.manner = NONE
    around.is_swept = 0
    around.is_dry = 0
    return found


@kernel
def _goes_ahead(b, draft, share, desk, log):
    """Draft to go straight ahead, this share of the room that there is; whether that is legal."""
    start = base_of(b.figures[desk.mover.leader])
    _find_room(b, draft, desk)
    line = Line(start.fx, start.fy, share * desk.mover.room, start.fx, start.fy, 0.0)
    return _goes_in_manner(b, draft, TURN_FIRST, line, desk, log)


@kernel
def _find_room(b, draft, desk):
    """Have the desk know how far the movers may go straight ahead, and what is to be met there."""
    mover = desk.mover
    around = desk.around
    if mover.room == NONE:
        start = base_of(b.figures[mover.leader])
        ahead = Point(start.fx, start.fy)
        mover.room = straight_along(b, draft, ahead, ahead, around.order.good, around)
        mover.room_is_swept = around.is_swept
        mover.room_is_dry = around.is_dry
    around.is_swept = mover.room_is_swept
    around.is_dry = mover.room_is_dry


# Single elements


@kernel
def _contacts(b, draft, desk, out, n, log):
    """Every legal contact with an enemy or camp within reach."""
    if desk.around.n_enemies == 0:
        return n
    count = legal_places_on(b, desk.mover.leader, desk.around.enemies, desk.places)
    for k in range(count):
        place = desk.places[k]
        pose(draft, place[0], place[1], place[2], place[3])
        if _is_legal(b, draft, desk, log):
            n = add(draft, out, n)
    return n


@kernel
def _turns(b, draft, quarters, desk, log):
    """Draft to turn on the spot, by so many quarters clockwise; whether that is legal."""
    start = base_of(b.figures[desk.mover.leader])
    facing = quarter_turned(start.fx, start.fy, quarters)
    pose(draft, start.x, start.y, facing.x, facing.y)
    desk.around.is_dry = desk.mover.turns_dry
    found = _is_legal_turned(b, draft, shorter_way(90.0 * quarters), desk, log)
    desk.around.is_dry = 0
    return found


@kernel
def _line_of(b, way, desk):
    """The Line of one of the ways that lead away from straight ahead, as far as the mover may go."""
    mover = desk.mover
    start = base_of(b.figures[mover.leader])
    far = desk.around.order.good
    if way <= Single.LEFT:  # facing kept
        ux = -start.fx
        uy = -start.fy
        if way != Single.BACK:
            hand = 1.0 if way == Single.RIGHT else -1.0
            ux = hand * start.fy
            uy = -hand * start.fx
        return Line(ux, uy, far, start.fx, start.fy, 0.0)
    if way <= Single.AHEAD_LEFT:
        facing = quarter_turned(mover.oblique[0], mover.oblique[1], 0 if way == Single.AHEAD_RIGHT else 3)
        return Line(facing.x, facing.y, 0.7 * far, facing.x, facing.y, 45.0 if way == Single.AHEAD_RIGHT else -45.0)
    facing = quarter_turned(mover.towards[0], mover.towards[1], 0 if way == Single.TO_FOE else 2)
    far *= 0.8
    degrees = mover.turn
    if way == Single.TO_FOE:
        far = min(far, mover.gap - b.rules.base_width)
    else:
        degrees = shorter_way(degrees + 180.0)
    return Line(facing.x, facing.y, far, facing.x, facing.y, degrees)


@kernel
def _goes(b, draft, way, desk, log):
    """Draft one of the ways of an element that is not in contact (a Single); whether it is legal.

    The list is not handed down here: by a profile counting who holds it took 2 % of a quick general's time.
    """
    if way <= Single.HALF_AHEAD:
        return _goes_ahead(b, draft, 1.0 if way == Single.AHEAD else 0.5, desk, log)
    if Single.TURN_RIGHT <= way <= Single.TURN_LEFT:
        return _turns(b, draft, way - Single.TURN_RIGHT + 1, desk, log)
    if way >= Single.TO_FOE and desk.mover.foe == NONE:
        return False
    return _goes_along(b, draft, _line_of(b, way, desk), desk, log)


@kernel
def _break_off(b, draft, desk, out, n, log):
    """Out of contact, straight to the rear: as far as it goes, or just far enough."""
    start = base_of(b.figures[desk.mover.leader])
    far = desk.around.order.good
    pose(draft, start.x - start.fx * far, start.y - start.fy * far, start.fx, start.fy)
    if _is_legal(b, draft, desk, log):
        n = add(draft, out, n)
    if far > b.rules.break_off:
        pose(draft, start.x - start.fx * b.rules.break_off, start.y - start.fy * b.rules.break_off, start.fx, start.fy)
        if _is_legal(b, draft, desk, log):
            n = add(draft, out, n)
    return n


@kernel
def _draft_single(draft, i):
    """A move of element ``i`` alone."""
    blank(draft, Verb.MOVE)
    draft.actors[0] = i
    draft.n_actors = 1


@kernel
def _useful_ways(desk):
    """The ways that are worth a try for a single mover, as bits."""
    if (desk.around.order.later & TO_CONTACT) != 0:
        return JOINING
    return ALL_WAYS if desk.mover.gap < FAR else MARCHES


@kernel
def list_single(b, i, draft, desk, out, n, log):
    """Add the useful legal moves of element ``i`` alone."""
    _draft_single(draft, i)
    if not look_at_mover(b, draft, desk, log):
        return n
    if desk.around.order.breaks_off != 0:
        return _break_off(b, draft, desk, out, n, log)
    n = _contacts(b, draft, desk, out, n, log)
    useful = _useful_ways(desk)
    for way in range(N_SINGLE):
        if is_in(useful, way) and _goes(b, draft, way, desk, log):
            n = add(draft, out, n)
    return n


# Groups


@kernel
def _square_up(b, draft, desk, out, n, log):
    """Straight ahead, with the slide that is allowed, into front contact of one of ours with an enemy before them."""
    order = desk.around.order
    start = base_of(b.figures[desk.mover.leader])
    for k in range(draft.n_actors):
        i = draft.actors[k]
        if not is_in(order.leading, i):
            continue
        figure = b.figures[i]
        for j in range(b.n_figures):
            foe = b.figures[j]
            if foe.side == figure.side or not is_on_table(foe) or foe.camp != NONE:
                continue
            if figure.fx * foe.fx + figure.fy * foe.fy > -0.9999:
                continue
            dx = foe.x - figure.x
            dy = foe.y - figure.y
            ahead = dx * figure.fx + dy * figure.fy - 0.5 * (figure.depth + foe.depth)
            aside = dx * figure.fy - dy * figure.fx
            if ahead <= 0.0 or ahead > order.good or abs(aside) > b.rules.slide:
                continue
            x = start.x + figure.fx * ahead + figure.fy * aside
            y = start.y + figure.fy * ahead - figure.fx * aside
            pose(draft, x, y, start.fx, start.fy)
            if _is_legal(b, draft, desk, log):
                n = add(draft, out, n)
    return n


@kernel
def _wheel(b, draft, hand, desk, out, n, log):
    """The widest legal wheel to this hand (1 right, -1 left), and straight on for what is left of the move.

    It goes about the end of the front rank.
    """
    order = desk.around.order
    start = base_of(b.figures[desk.mover.leader])
    front = order.front
    aside = front.right if hand > 0.0 else front.left
    px = start.x + start.fx * front.level + start.fy * aside
    py = start.y + start.fy * front.level - start.fx * aside
    span = front.right - front.left
    for k in range(len(WHEELS)):
        degrees = hand * WHEELS[k]
        chord = 2.0 * span * math.sin(math.radians(0.5 * WHEELS[k]))
        if chord > order.good:
            continue
        facing = turned(start.fx, start.fy, degrees)
        ex = start.x - px
        ey = start.y - py
        along = ex * start.fx + ey * start.fy
        side = ex * start.fy - ey * start.fx
        x = px + facing.x * along + facing.y * side
        y = py + facing.y * along - facing.x * side
        pose(draft, x, y, facing.x, facing.y)
        if not _is_legal(b, draft, desk, log):
            continue
        n = add(draft, out, n)
        left = order.good - chord
        if left > 20.0:
            pose(draft, x + facing.x * left, y + facing.y * left, facing.x, facing.y)
            if _is_legal(b, draft, desk, log):
                n = add(draft, out, n)
        break
    return n


@kernel
def _group_way(b, draft, way, desk, out, n, log):
    """One of the ways of a group (a Group): offered if it is legal."""
    if way == Group.SQUARE_UP:
        return _square_up(b, draft, desk, out, n, log) if desk.around.n_enemies > 0 else n
    if way <= Group.HALF_AHEAD:
        goes = _goes_ahead(b, draft, 1.0 if way == Group.AHEAD else 0.5, desk, log)
        return add(draft, out, n) if goes else n
    if way <= Group.WHEEL_LEFT:
        return _wheel(b, draft, 1.0 if way == Group.WHEEL_RIGHT else -1.0, desk, out, n, log)
    if draft.n_actors == 2 and desk.around.order.is_one_wide != 0:
        return n  # a column already
    return _column(b, draft, desk, out, n, log)


@kernel
def _column(b, draft, desk, out, n, log):
    """The group follows its leader in a column, straight ahead as far as it goes."""
    order = desk.around.order
    start = base_of(b.figures[desk.mover.leader])
    pose(draft, start.x + start.fx * order.good, start.y + start.fy * order.good, start.fx, start.fy)
    draft.path = Path.COLUMN
    draft.n_via = 1
    draft.via[0, 0] = order.good
    draft.via[0, 1] = 0.0
    if _is_legal(b, draft, desk, log):
        n = add(draft, out, n)
    draft.via[0, 0] = 0.0
    return n


@kernel
def list_group(b, group, draft, desk, out, n, log):
    """Add the useful legal moves of this group."""
    blank(draft, Verb.MOVE)
    fill_actors(b, group, draft)
    if not look_at_mover(b, draft, desk, log):
        return n
    for way in range(N_GROUP):
        n = _group_way(b, draft, way, desk, out, n, log)
    return n


# Dismounting


@kernel
def list_dismounts(b, draft, out, n, log):
    """Add every element that may dismount."""
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == b.turn and figure.foot_type != NONE and is_on_table(figure):
            blank(draft, Verb.DISMOUNT)
            draft.actors[0] = i
            draft.n_actors = 1
            if judge_dismount(b, draft, log).legal == 1:
                n = add(draft, out, n)
    return n


@kernel
def able_elements(b):
    """The active side's elements that stand in the open: a mask of who may be asked to move."""
    mask = 0
    for i in range(b.n_figures):
        if b.figures[i].side == b.turn and is_on_table(b.figures[i]) and b.figures[i].camp == NONE:
            mask |= bit(i)
    return mask


@kernel
def list_moves(b, draft, out, n, log):
    """Add useful legal moves of every element and group of the active side; none without PIPs."""
    if b.pips <= 0:
        return n
    n = list_landings(b, draft, out, n, log)
    n = list_dismounts(b, draft, out, n, log)
    desks = np.empty(1, DESK)
    desk = desks[0]
    look_over(b, b.turn, desk.field)
    desk.mover.facing[:] = 0.0
    among = able_elements(b)
    count = find_groups(b, among, desk.links, desk.groups)
    for k in range(count):
        n = list_group(b, desk.groups[k], draft, desk, out, n, log)
    for i in range(b.n_figures):
        if b.figures[i].side == b.turn and is_on_table(b.figures[i]):
            n = list_single(b, i, draft, desk, out, n, log)
    keep_until_here(desks)
    return n


@kernel
def _nth(mask, k):
    """The ``k``-th element of a mask, counted from 0."""
    for i in range(MAX_FIGURES):
        if is_in(mask, i):
            if k == 0:
                return i
            k -= 1
    return NONE


@kernel
def _sample_single(b, i, dice, draft, desk, out, log):
    """Ways of element ``i`` of one kind drawn at random, which may be contacts; how many are legal."""
    _draft_single(draft, i)
    if not look_at_mover(b, draft, desk, log):
        return 0
    if desk.around.order.breaks_off != 0:
        return _break_off(b, draft, desk, out, 0, log)
    if desk.around.n_enemies > 0 and choose(dice, 2) == 0:
        n = _contacts(b, draft, desk, out, 0, log)
        if n > 0:
            return n
    return add(draft, out, 0) if _goes(b, draft, choose(dice, N_SINGLE), desk, log) else 0


@kernel
def _sample_group(b, group, dice, draft, desk, out, log):
    """Ways of a group of one kind drawn at random, or into contact where it can; how many are legal."""
    blank(draft, Verb.MOVE)
    fill_actors(b, group, draft)
    if not look_at_mover(b, draft, desk, log):
        return 0
    if choose(dice, 2) == 0:
        n = _group_way(b, draft, Group.SQUARE_UP, desk, out, 0, log)
        if n > 0:
            return n
    return _group_way(b, draft, choose(dice, N_GROUP), desk, out, 0, log)


@kernel
def sample_move(b, dice, draft, out, log):
    """Put one legal move at random into ``out[0]``: of a group or an element, all as likely; 0 if none was found."""
    if b.pips <= 0:
        return 0
    desks = np.empty(1, DESK)
    desk = desks[0]
    look_over(b, b.turn, desk.field)
    desk.mover.facing[:] = 0.0
    among = able_elements(b)
    groups = find_groups(b, among, desk.links, desk.groups)
    singles = count_of(among)
    found = 0
    for _ in range(TRIES if groups + singles > 0 else 0):
        which = choose(dice, groups + singles)
        if which < groups:
            n = _sample_group(b, desk.groups[which], dice, draft, desk, out, log)
        else:
            n = _sample_single(b, _nth(among, which - groups), dice, draft, desk, out, log)
        if n > 0:
            chosen = choose(dice, n)
            if chosen != 0:
                copy_record(out[0], out[chosen])
            found = 1
            break
    keep_until_here(desks)
    return found
