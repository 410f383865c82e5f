"""Useful moves of an element or a group: what legal_actions and sample_action offer in the movement phase.

Nothing here is a rule. Every draft goes through ``movement.judge_way`` before anybody sees it; one that turns out
illegal is simply not offered, or is tried again going less far.
"""

from __future__ import annotations

import math

import numpy as np

from sandtable.games.dba.listing.field import FIELD, all_within, look_over, nearest_foe
from sandtable.games.dba.listing.reach import straight_along, turns_dry
from sandtable.games.dba.listing.useful_groups import MAX_GROUPS, find_groups
from sandtable.games.dba.listing.useful_landings import list_landings
from sandtable.games.dba.record import MAX_FIGURES, Verb
from sandtable.games.dba.rules.around import AROUND, camp_bit, extent_of, look_around, sight
from sandtable.games.dba.rules.control import is_in_camp_zone_past, is_in_zone
from sandtable.games.dba.rules.dismounting import judge_dismount
from sandtable.games.dba.rules.groups import fill_actors
from sandtable.games.dba.rules.later_moves import TO_CONTACT, may_yet_move
from sandtable.games.dba.rules.marches import GO_FIRST, TURN_FIRST, way_of, way_turned
from sandtable.games.dba.rules.movement import judge_way
from sandtable.games.dba.rules.orders import furthest, settle_order
from sandtable.games.dba.rules.places_of_contact import legal_places_on
from sandtable.games.dba.rules.positions import is_on_table
from sandtable.kernel.bits import bit, count_of, is_in, lowest
from sandtable.kernel.compiling import kernel
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import choose
from sandtable.kernel.drafts import add, blank, pose
from sandtable.kernel.geometry import base_of, degrees_of_facing, facing_of_degrees, quarter_turned, shorter_way, turned
from sandtable.kernel.records import NONE, Path, record
from sandtable.kernel.scratch import keep_until_here

MAX_PLACES = 64
"""Legal contacts looked at for one element."""

WHEELS = (45.0, 30.0, 15.0)
"""Degrees tried for a wheel, the widest first: one of each hand is offered."""

SHORTER = 3
"""A way that is barred is tried again at half the length, so often in all."""

LEAST = 20.0
"""Paces below which a move straight somewhere is not worth offering."""

N_SINGLE = 12
"""Ways of a single element beside those that meet an enemy."""

FAR = 1000.0
"""Paces to the nearest enemy beyond which only marches are offered, not turns, half steps and steps aside."""

MARCHES = (True, False, True, False, False, True, True, False, False, False, True, False)
"""Which of those ways are marches: ahead, back, obliquely, towards the enemy."""

JOINING = (True, False, False, True, True, False, False, False, False, False, False, False)
"""Which of them may take a Warband that moves again behind or beside one that fights: ahead and aside."""

N_GROUP = 6
"""Ways of a group."""

TRIES = 8
"""Movers that ``sample_move`` draws before it ends the movement."""


MOVER = record(
    # who is to move, and what every way of his needs to know
    ("leader", "i8"),
    ("facing", "f8", (2,)),  # the leader's
    ("degrees", "f8"),  # the same, clockwise from north
    ("foe", "i8"),  # the enemy on the table whose middle is nearest to his, or NONE
    ("gap", "f8"),  # how far it is away
    ("turn", "f8"),  # how far he turns to face that enemy
    ("tries", "i8"),  # how often a way that is barred is tried again at half the length
    ("oblique", "f8", (2,)),  # the facing half a right angle to his right
    ("towards", "f8", (2,)),  # the facing to that enemy
    ("turns_dry", "i8"),  # 1: no river or bad going is near enough to be met by turning on the spot
    ("room", "f8"),  # how far he may go straight ahead; NONE: not asked yet
    ("room_is_swept", "i8"),  # what was found of that way: AROUND.is_swept, is_dry
    ("room_is_dry", "i8"),
)

DESK = record(
    # scratch space for listing moves
    ("field", FIELD),
    ("around", AROUND),
    ("mover", MOVER),
    ("places", "f8", (MAX_PLACES, 4)),
    ("links", "i8", (MAX_FIGURES,)),
    ("groups", "i8", (MAX_GROUPS,)),
)


@kernel
def _zones_at(b, base, mask, around):
    """Those in whose zone the base stands while those in ``mask`` move: a mask of elements and camps."""
    found = np.int64(0)
    for k in range(around.n_zones):
        whose = around.owners[k]
        if whose >= camp_bit(0):
            if is_in_camp_zone_past(b, 0 if whose == camp_bit(0) else 1, base, mask):
                found |= whose
        elif is_in_zone(b, lowest(whose), base, mask):
            found |= whose
    return found


@kernel
def look_at_mover(b, draft, desk, log):
    """Fill the desk's MOVER and AROUND for the draft's actors; False if they cannot move together."""
    for k in range(draft.n_actors):
        if not may_yet_move(b, draft.actors[k]):
            return False
    around = desk.around
    order = around.order
    settle_order(b, draft, False, order, log)
    if order.is_fit == 0:
        return False
    mover = desk.mover
    leader = np.int64(draft.actors[0])
    first = b.figures[leader]
    far = furthest(order)
    far_off = sight(b, far, extent_of(b, draft, base_of(first))) + b.rules.zone + desk.field.largest
    look_around(b, draft, order.mask, far, all_within(desk.field, first.x, first.y, far_off), around)
    mover.leader = leader
    if first.fx != mover.facing[0] or first.fy != mover.facing[1]:  # most face as the one before
        mover.facing[0] = first.fx
        mover.facing[1] = first.fy
        mover.degrees = degrees_of_facing(first.fx, first.fy)
        facing = facing_of_degrees(mover.degrees + 45.0)
        mover.oblique[0] = facing.x
        mover.oblique[1] = facing.y
    mover.foe, mover.gap = nearest_foe(desk.field, first.x, first.y)
    if mover.foe != NONE:
        towards = degrees_of_facing(b.figures[mover.foe].x - first.x, b.figures[mover.foe].y - first.y)
        facing = facing_of_degrees(towards)
        mover.towards[0] = facing.x
        mover.towards[1] = facing.y
        mover.turn = shorter_way(towards - mover.degrees)
    mover.room = NONE
    mover.turns_dry = 1 if turns_dry(b, leader, around) else 0
    zones = _zones_at(b, base_of(first), order.mask, around)
    mover.tries = SHORTER if zones == 0 else 1  # who stands in a zone is no freer on half a way
    if draft.n_actors == 1:
        around.starts_in = zones
    return True


@kernel
def _offer(b, draft, desk, out, n, log):
    """Add the draft if it is legal."""
    if judge_way(b, draft, way_of(b, draft), desk.around, log).legal == 1:
        return add(draft, out, n)
    return n


@kernel
def _offer_turned(b, draft, degrees, desk, out, n, log):
    """Add the draft, which is known to turn by so many degrees clockwise, if it is legal."""
    if judge_way(b, draft, way_turned(b, draft, degrees), desk.around, log).legal == 1:
        return add(draft, out, n)
    return n


@kernel
def _offer_along(b, draft, ux, uy, distance, fx, fy, degrees, desk, out, n, log):
    """Offer to go along the unit vector, so far or as far as there is room, turned by ``degrees`` to face (fx, fy).

    Who turns does so before he goes or, where there is no room for that, after it.
    """
    around = desk.around
    for manner in (TURN_FIRST, GO_FIRST):
        first = manner == TURN_FIRST
        start = base_of(b.figures[desk.mover.leader])
        gx = fx if first else start.fx
        gy = fy if first else start.fy
        room = straight_along(b, draft, ux, uy, gx, gy, distance, around)
        if not first:
            around.is_dry = 0  # he has not turned yet
        after = _offer_in_manner(b, draft, manner, ux, uy, room, fx, fy, degrees, desk, out, n, log)
        if after > n or degrees == 0.0 or around.is_barred != 0:  # zones bar the one as well as the other
            return after
    return n


@kernel
def _offer_in_manner(b, draft, manner, ux, uy, distance, fx, fy, degrees, desk, out, n, log):
    """The same in one manner, for which there is room; half as far, and so on, where that is barred."""
    around = desk.around
    around.manner = manner
    around.is_barred = 0
    start = base_of(b.figures[desk.mover.leader])
    for _ in range(desk.mover.tries):
        if distance < LEAST:
            break
        pose(draft, start.x + ux * distance, start.y + uy * distance, fx, fy)
        after = _offer_turned(b, draft, degrees, desk, out, n, log)
        if after > n:
            n = after
            break
        distance *= 0.5
    around.manner = NONE
    around.is_swept = 0
    around.is_dry = 0
    return n


@kernel
def _offer_ahead(b, draft, share, desk, out, n, log):
    """Offer to go straight ahead, this share of the room that there is."""
    mover = desk.mover
    start = base_of(b.figures[mover.leader])
    _find_room(b, draft, desk)
    far = share * mover.room
    return _offer_in_manner(b, draft, TURN_FIRST, start.fx, start.fy, far, start.fx, start.fy, 0.0, desk, out, n, log)


@kernel
def _find_room(b, draft, desk):
    """Have the desk know how far the movers may go straight ahead, and what is to be met there."""
    mover = desk.mover
    around = desk.around
    if mover.room == NONE:
        start = base_of(b.figures[mover.leader])
        far = around.order.good
        mover.room = straight_along(b, draft, start.fx, start.fy, start.fx, start.fy, far, around)
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
        n = _offer(b, draft, desk, out, n, log)
    return n


@kernel
def _single_way(b, draft, kind, desk, out, n, log):
    """One of the N_SINGLE ways of an element that is not in contact: offered if it is legal."""
    mover = desk.mover
    start = base_of(b.figures[mover.leader])
    fx = start.fx
    fy = start.fy
    if kind <= 1:
        return _offer_ahead(b, draft, 1.0 if kind == 0 else 0.5, desk, out, n, log)
    if 7 <= kind <= 9:  # turn on the spot: right, about, left
        facing = quarter_turned(fx, fy, kind - 6)
        pose(draft, start.x, start.y, facing.x, facing.y)
        desk.around.is_dry = mover.turns_dry
        n = _offer_turned(b, draft, shorter_way(90.0 * (kind - 6)), desk, out, n, log)
        desk.around.is_dry = 0
        return n
    facing = quarter_turned(fx, fy, 0)
    degrees = 0.0
    far = desk.around.order.good
    ux = -fx
    uy = -fy
    if kind == 3 or kind == 4:  # aside; 2: straight back
        hand = 1.0 if kind == 3 else -1.0
        ux = hand * fy
        uy = -hand * fx
    elif kind == 5 or kind == 6:  # obliquely ahead, facing that way
        degrees = 45.0 if kind == 5 else -45.0
        facing = quarter_turned(mover.oblique[0], mover.oblique[1], 0 if kind == 5 else 3)
        far *= 0.7
    elif kind >= 10:
        if mover.foe == NONE:
            return n
        degrees = mover.turn
        facing = quarter_turned(mover.towards[0], mover.towards[1], 0 if kind == 10 else 2)
        far *= 0.8
        if kind == 10:  # towards the nearest enemy, and facing him
            far = min(far, mover.gap - b.rules.base_width)
        else:  # away from him
            degrees = shorter_way(degrees + 180.0)
    if kind >= 5:
        ux = facing.x
        uy = facing.y
    return _offer_along(b, draft, ux, uy, far, facing.x, facing.y, degrees, desk, out, n, log)


@kernel
def _break_off(b, draft, desk, out, n, log):
    """Out of contact, straight to the rear: as far as it goes, or just far enough."""
    start = base_of(b.figures[desk.mover.leader])
    far = desk.around.order.good
    pose(draft, start.x - start.fx * far, start.y - start.fy * far, start.fx, start.fy)
    n = _offer(b, draft, desk, out, n, log)
    if far > b.rules.break_off:
        pose(draft, start.x - start.fx * b.rules.break_off, start.y - start.fy * b.rules.break_off, start.fx, start.fy)
        n = _offer(b, draft, desk, out, n, log)
    return n


@kernel
def _draft_single(draft, i):
    """A move of element ``i`` alone."""
    blank(draft, Verb.MOVE.value)
    draft.actors[0] = i
    draft.n_actors = 1


@kernel
def _is_of_use(desk, kind):
    """This kind of way is worth a try for the mover."""
    if (desk.around.order.later & TO_CONTACT) != 0:
        return JOINING[kind]
    return desk.mover.gap < FAR or MARCHES[kind]


@kernel
def list_single(b, i, draft, desk, out, n, log):
    """Add the useful legal moves of element ``i`` alone."""
    _draft_single(draft, i)
    if not look_at_mover(b, draft, desk, log):
        return n
    if desk.around.order.breaks_off != 0:
        return _break_off(b, draft, desk, out, n, log)
    n = _contacts(b, draft, desk, out, n, log)
    for kind in range(N_SINGLE):
        if _is_of_use(desk, kind):
            n = _single_way(b, draft, kind, desk, out, n, log)
    return n


# Groups


@kernel
def _square_up(b, draft, desk, out, n, log):
    """Straight ahead, with the slide that is allowed, into front contact of one of ours with an enemy before him."""
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
            n = _offer(b, draft, desk, out, n, log)
    return n


@kernel
def _wheel(b, draft, right, desk, out, n, log):
    """The widest legal wheel to this hand, about the end of the front rank, and straight on for what is left."""
    order = desk.around.order
    start = base_of(b.figures[desk.mover.leader])
    front = order.front
    aside = front.right if right else front.left
    px = start.x + start.fx * front.level + start.fy * aside
    py = start.y + start.fy * front.level - start.fx * aside
    span = front.right - front.left
    for k in range(len(WHEELS)):
        degrees = WHEELS[k] if right else -WHEELS[k]
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
        after = _offer(b, draft, desk, out, n, log)
        left = order.good - chord
        if after > n and left > 20.0:
            pose(draft, x + facing.x * left, y + facing.y * left, facing.x, facing.y)
            after = _offer(b, draft, desk, out, after, log)
        if after > n:
            return after
    return n


@kernel
def _group_way(b, draft, kind, desk, out, n, log):
    """One of the N_GROUP ways: contact, straight ahead, half so far, a wheel to either hand, a column."""
    if kind == 0:
        return _square_up(b, draft, desk, out, n, log) if desk.around.n_enemies > 0 else n
    if kind <= 2:
        return _offer_ahead(b, draft, 1.0 if kind == 1 else 0.5, desk, out, n, log)
    if kind <= 4:
        return _wheel(b, draft, kind == 3, desk, out, n, log)
    if draft.n_actors == 2 and desk.around.order.is_one_wide != 0:
        return n  # a column already
    return _column(b, draft, desk, out, n, log)


@kernel
def _column(b, draft, desk, out, n, log):
    """The group follows its leader in a column, straight ahead as far as he goes."""
    order = desk.around.order
    start = base_of(b.figures[desk.mover.leader])
    pose(draft, start.x + start.fx * order.good, start.y + start.fy * order.good, start.fx, start.fy)
    draft.path = Path.COLUMN.value
    draft.n_via = 1
    draft.via[0, 0] = order.good
    draft.via[0, 1] = 0.0
    n = _offer(b, draft, desk, out, n, log)
    draft.via[0, 0] = 0.0
    return n


@kernel
def list_group(b, group, draft, desk, out, n, log):
    """Add the useful legal moves of this group."""
    blank(draft, Verb.MOVE.value)
    fill_actors(b, group, draft)
    if not look_at_mover(b, draft, desk, log):
        return n
    for kind in range(N_GROUP):
        n = _group_way(b, draft, kind, desk, out, n, log)
    return n


# Dismounting


@kernel
def list_dismounts(b, draft, out, n, log):
    """Add every element that may dismount."""
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == b.turn and figure.foot_type != NONE and is_on_table(figure):
            blank(draft, Verb.DISMOUNT.value)
            draft.actors[0] = i
            draft.n_actors = 1
            if judge_dismount(b, draft, log).legal == 1:
                n = add(draft, out, n)
    return n


@kernel
def able_elements(b):
    """The active side's elements that stand in the open: a mask of who may be asked to move."""
    mask = np.int64(0)
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
    return _single_way(b, draft, choose(dice, N_SINGLE), desk, out, 0, log)


@kernel
def _sample_group(b, group, dice, draft, desk, out, log):
    """Ways of a group of one kind drawn at random, or into contact where it can; how many are legal."""
    blank(draft, Verb.MOVE.value)
    fill_actors(b, group, draft)
    if not look_at_mover(b, draft, desk, log):
        return 0
    if choose(dice, 2) == 0:
        n = _group_way(b, draft, 0, desk, out, 0, log)
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
