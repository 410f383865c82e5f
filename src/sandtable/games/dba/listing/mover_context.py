"""Who is to move, and what each of their useful ways needs to know: worked out once for all of them."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.dba.listing.field import FIELD, all_within, nearest_foe
from sandtable.games.dba.listing.reach import turns_dry
from sandtable.games.dba.listing.useful_groups import MAX_GROUPS
from sandtable.games.dba.record import MAX_FIGURES
from sandtable.games.dba.rules.later_moves import may_yet_move
from sandtable.games.dba.rules.move_context import AROUND, extent_of, look_around, sight
from sandtable.games.dba.rules.orders import UNPRICED, furthest, settle_order
from sandtable.games.dba.rules.zones_of_control import camp_bit, is_in_camp_zone_past, is_in_zone
from sandtable.kernel.bitsets import lowest
from sandtable.kernel.geometry import base_of, degrees_of_facing, facing_of_degrees, shorter_way
from sandtable.kernel.records import NONE, record

MAX_PLACES = 64
"""Legal contacts looked at for one element."""

SHORTER = 3
"""A way that is barred is tried again at half the length, so often in all."""


MOVER = record(
    # who is to move, and what each of their ways needs to know
    ("leader", "i8"),
    ("facing", "f8", (2,)),  # the leader's
    ("degrees", "f8"),  # the same, clockwise from north
    ("foe", "i8"),  # the enemy on the table whose middle is nearest to the mover's, or NONE
    ("gap", "f8"),  # how far it is away
    ("turn", "f8"),  # how far it turns to face that enemy
    ("tries", "i8"),  # how often a way that is barred is tried again at half the length
    ("oblique", "f8", (2,)),  # the facing half a right angle to its right
    ("towards", "f8", (2,)),  # the facing to that enemy
    ("turns_dry", "i8"),  # 1: no river or bad going is near enough to be met by turning on the spot
    ("room", "f8"),  # how far it may go straight ahead; NONE: not asked yet
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
    found = 0
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
    settle_order(b, draft, UNPRICED, order, log)
    if order.is_fit == 0:
        return False
    mover = desk.mover
    leader = draft.actors[0]
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
