"""BOA-3, BOA-4: the Moves by which a battalion boards a boat and lands from it."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Formation, Order, State
from sandtable.games.batalist.rules.boats import (
    board,
    land,
    landing_place,
    lies_in_water,
    may_board,
    may_land_at,
    places_needed,
)
from sandtable.games.batalist.rules.cards import take_card, why_no_card
from sandtable.games.batalist.rules.formations import footprint
from sandtable.games.batalist.rules.free_places import adjacent_enemy
from sandtable.games.batalist.rules.obstacles import why_no_room_from
from sandtable.games.batalist.rules.reasons import (
    allowed,
    because,
    because_far,
    because_of,
    because_there,
    drawn_along,
    forbids,
    names_a_pose,
    verdict,
    with_value,
)
from sandtable.games.batalist.rules.speed import effective_speed
from sandtable.games.batalist.switches import Boats
from sandtable.kernel.geometry import TOUCH, Base, base_of, distance_between, snap, snap_facing
from sandtable.kernel.records import NONE


@clause("BAT-BOA-3", "BAT-BOA-4", "BAT-BOA-7", "BAT-BOA-8", "BAT-FRM-5")
@kernel
def judge_board(b, action, log):
    """A Move that ends aboard a boat within reach."""
    i, k = action.actors[0], action.item
    u = b.figures[i]
    why = why_no_card(b, i, Order.MOVE, action.mode)
    if forbids(why):
        return verdict(log, i, why)
    if u.state != State.FIELD:
        why = because(Code.OFF_FIELD, Clause.ORD_17)
    elif u.wounded_of != NONE:
        why = because(Code.ONLY_WOUNDED, Clause.WOU_9)
    elif u.storey > 0:
        why = because(Code.KEEPS_TO_ROOFS, Clause.LAD_4)
    elif u.formation == Formation.HEDGEHOG:
        why = because(Code.HEDGEHOG_STANDS, Clause.FRM_5)
    return verdict(log, i, why if forbids(why) else why_no_boat(b, i, k))


@clause("BAT-BOA-1", "BAT-BOA-2", "BAT-BOA-4", "BAT-BOA-8")
@kernel
def why_no_boat(b, i, k):
    """What keeps battalion ``i`` from boarding boat ``k``."""
    if b.options.boats != Boats.YES or k < 0 or k >= b.n_boats:
        return because(Code.NO_SUCH_BOAT, Clause.BOA_1)
    boat = b.boats[k]
    if b.figures[i].boat != NONE:
        return because(Code.ABOARD_ALREADY, Clause.BOA_4)
    if boat.battalion != NONE:
        return because_of(Code.BOAT_TAKEN, Clause.BOA_4, boat.battalion, 0)
    if places_needed(b, i) > boat.places:
        return with_value(because_of(Code.BOAT_TOO_SMALL, Clause.BOA_2, NONE, boat.places), float(places_needed(b, i)))
    if may_board(b, i, k):
        return allowed()
    far = distance_between(base_of(b.figures[i]), base_of(boat))
    why = because_far(Code.BOAT_OUT_OF_REACH, Clause.BOA_4, NONE, far, effective_speed(b, i))
    return drawn_along(why, b.figures[i].x, b.figures[i].y, boat.x, boat.y)


@clause("BAT-BOA-3", "BAT-BOA-8", "BAT-EXE-9")
@kernel
def make_board(b, action, dice, log):
    """It is aboard; the rest of its Move is lost."""
    i = action.actors[0]
    if take_card(b, i, Order.MOVE, action.mode, dice, log):
        board(b, i, action.item, log)
        b.figures[i].moved = 1


@kernel
def names_place(action):
    """The action says where they land; else they land where the first bank is."""
    return action.x != 0.0 or action.y != 0.0


@clause("BAT-BOA-3", "BAT-BOA-4", "BAT-BOA-8")
@kernel
def judge_land(b, action, log):
    """A Move from aboard onto a bank that the boat touches, in any facing."""
    i = action.actors[0]
    why = why_no_card(b, i, Order.MOVE, action.mode)
    if forbids(why):
        return verdict(log, i, why)
    if b.figures[i].boat == NONE:
        return verdict(log, i, because(Code.NOT_ABOARD, Clause.BOA_4))
    if not names_a_pose(action):
        return verdict(log, i, because(Code.NO_POSE, Clause.BOA_8))
    facing = snap_facing(action.fx, action.fy)
    if names_place(action):
        return verdict(log, i, why_no_landing(b, i, action.x, action.y, facing))
    if math.isinf(landing_place(b, i, facing.x, facing.y).x):
        why = because_there(Code.NO_BANK, Clause.BOA_4, NONE, b.figures[i].x, b.figures[i].y)
    return verdict(log, i, why)


@clause("BAT-BOA-8", "BAT-BOA-4", "BAT-DEF-33")
@kernel
def why_no_landing(b, i, x, y, facing):
    """What keeps battalion ``i`` from landing here: it touches its boat, stands free and in no water."""
    if may_land_at(b, i, x, y, facing.x, facing.y):
        return allowed()
    width, depth = footprint(b, i)
    base = Base(snap(x), snap(y), facing.x, facing.y, 0.5 * width, 0.5 * depth)
    boat = base_of(b.boats[b.figures[i].boat])
    if distance_between(base, boat) > TOUCH:
        why = because_far(Code.LANDS_APART, Clause.BOA_8, NONE, distance_between(base, boat), 0.0)
        return drawn_along(why, base.x, base.y, boat.x, boat.y)
    if lies_in_water(b, base):
        return because_there(Code.LANDS_IN_WATER, Clause.BOA_4, NONE, base.x, base.y)
    why = why_no_room_from(b, i, base, b.figures[i].storey, aboard=False, cited=Clause.DEF_33)
    j = adjacent_enemy(b, i, base)
    if forbids(why) or j == NONE:
        return why
    return because_there(Code.TOUCHES_ENEMY, Clause.DEF_33, j, b.figures[j].x, b.figures[j].y)


@clause("BAT-BOA-3", "BAT-BOA-8", "BAT-EXE-9")
@kernel
def make_land(b, action, dice, log):
    """It stands on the bank; the rest of its Move is lost."""
    i = action.actors[0]
    if take_card(b, i, Order.MOVE, action.mode, dice, log):
        facing = snap_facing(action.fx, action.fy)
        place = landing_place(b, i, facing.x, facing.y)
        if names_place(action):
            place = Base(snap(action.x), snap(action.y), facing.x, facing.y, place.half_width, place.half_depth)
        land(b, i, place, log)
        b.figures[i].moved = 1
