"""DEP-9: reserves, which wait off the field and enter by their own table edge on an order of the general."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Mode, Order, Role, State
from sandtable.games.batalist.rules.cards import place_of, take_card
from sandtable.games.batalist.rules.formations import footprint
from sandtable.games.batalist.rules.free_places import put
from sandtable.games.batalist.rules.obstacles import why_not_put
from sandtable.games.batalist.rules.reasons import (
    FAR,
    allowed,
    because,
    because_far,
    because_of,
    drawn_along,
    forbids,
    not_yours,
    verdict,
)
from sandtable.games.batalist.rules.speed import effective_speed
from sandtable.games.batalist.rules.ways import price_of_straight
from sandtable.kernel.action_checks import is_finite
from sandtable.kernel.geometry import LATTICE, Base, shifted, snap
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE


@clause("BAT-DEP-9")
@kernel
def why_no_order_in_reserve(b, c, i, order):
    """What keeps leader ``c`` from calling battalion ``i`` in: the general may, by a Move."""
    who = b.characters[c]
    if who.role != Role.GENERAL:
        return because_of(Code.ONLY_GENERAL_CALLS, Clause.DEP_9, who.battalion, 0)
    if order != Order.MOVE:
        return because(Code.CALLED_BY_A_MOVE, Clause.DEP_9)
    if b.reserves_from == 0 or b.turn < b.reserves_from:
        return because_of(Code.RESERVES_LATER, Clause.DEP_9, NONE, b.reserves_from)
    if who.alive == 0:
        return because_of(Code.LEADER_IS_DEAD, Clause.ORD_17, who.battalion, 0)
    if b.figures[who.battalion].state != State.FIELD:
        return because_of(Code.LEADER_OFF_FIELD, Clause.ORD_17, who.battalion, 0)
    if who.spent >= who.command:
        return because_of(Code.COMMAND_IS_SPENT, Clause.ORD_3, who.battalion, who.command)
    return (
        because_of(Code.ORDERS_FULL, Clause.ORD_9, NONE, b.rules.orders)
        if b.figures[i].given >= b.rules.orders
        else allowed()
    )


@clause("BAT-DEP-9")
@kernel
def ahead_of_edge(b, i):
    """Which way battalion ``i`` faces when it enters: 1 north, -1 south; away from its own edge."""
    return 1.0 if b.sides[b.figures[i].side].zone_from <= 0.0 else -1.0


@clause("BAT-DEP-9", "BAT-DEF-33", "BAT-ACT-5")
@kernel
def why_no_entrance(b, i, x, y):
    """What keeps battalion ``i`` from (x, y), to where it comes straight over its own edge, its front from there on."""
    ahead = ahead_of_edge(b, i)
    width, depth = footprint(b, i)
    edge = 0.0 if ahead > 0.0 else b.height
    start = Base(x, edge - 0.5 * depth * ahead, 0.0, ahead, 0.5 * width, 0.5 * depth)
    length = (y - start.y) * ahead
    price = price_of_straight(b, i, start, 0.0, ahead, length, is_forward=True)
    most = max(effective_speed(b, i), depth)
    if is_more_than(price, most, LATTICE):
        return drawn_along(because_far(Code.BEYOND_SPEED, Clause.DEP_9, NONE, price, most), x, edge, x, y)
    return why_not_put(b, i, shifted(start, 0.0, length * ahead))


@clause("BAT-DEP-9", "BAT-EXE-7")
@kernel
def has_entrance(b, i):
    """Somewhere along its edge battalion ``i`` has room to enter."""
    _, depth = footprint(b, i)
    y = 0.5 * depth if ahead_of_edge(b, i) > 0.0 else b.height - 0.5 * depth
    for x in range(int(b.width)):
        if not forbids(why_no_entrance(b, i, x + 0.5, y)):
            return True
    return False


@clause("BAT-DEP-9")
@kernel
def judge_enter(b, action, log):
    """A battalion in reserve carries out its Move: it comes straight on by its own table edge."""
    i = action.actors[0]
    u = b.figures[i]
    why = not_yours(b, i)
    if not forbids(why) and u.state != State.RESERVE:
        why = because(Code.NOT_IN_RESERVE, Clause.DEP_9)
    if not forbids(why) and place_of(b, i, Order.MOVE) == NONE:
        why = because_of(Code.NO_SUCH_CARD, Clause.DEP_9, NONE, Order.MOVE)
    if not forbids(why) and (not is_finite(action) or abs(action.x) > FAR or abs(action.y) > FAR):
        why = because(Code.NO_POSE, Clause.DEP_9)
    return verdict(log, i, why if forbids(why) else why_no_entrance(b, i, snap(action.x), snap(action.y)))


@clause("BAT-DEP-9", "BAT-EXE-9")
@kernel
def make_enter(b, action, dice, log):
    """It stands there, facing away from its edge, and has moved."""
    i = action.actors[0]
    if take_card(b, i, Order.MOVE, Mode.ORDERED, dice, log):
        width, depth = footprint(b, i)
        put(b, i, Base(snap(action.x), snap(action.y), 0.0, ahead_of_edge(b, i), 0.5 * width, 0.5 * depth))
        b.figures[i].moved = 1
        event(log, Code.ENTERS, Clause.DEP_9, i, NONE, 0)
