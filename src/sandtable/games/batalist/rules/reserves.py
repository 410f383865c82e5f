"""DEP-9: reserves, which wait off the field and enter by their own table edge on an order of the general."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.record import Mode, Order, Role, State
from sandtable.games.batalist.rules.cards import place_of, take_card
from sandtable.games.batalist.rules.formations import footprint
from sandtable.games.batalist.rules.free_places import may_stand, put
from sandtable.games.batalist.rules.speed import effective_speed
from sandtable.games.batalist.rules.ways import price_of_straight
from sandtable.games.common.verdicts import refused
from sandtable.kernel.action_checks import is_finite
from sandtable.kernel.geometry import LATTICE, Base, shifted, snap
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("BAT-DEP-9")
@kernel
def why_no_order_in_reserve(b, c, i, order):
    """The clause that keeps leader ``c`` from calling battalion ``i`` in, or NONE: the general may, by a Move."""
    who = b.characters[c]
    if who.role != Role.GENERAL or order != Order.MOVE or b.reserves_from == 0 or b.turn < b.reserves_from:
        return Clause.DEP_9.value
    if who.alive == 0 or b.figures[who.battalion].state != State.FIELD:
        return Clause.ORD_17.value
    if who.spent >= who.command:
        return Clause.ORD_3.value
    return Clause.ORD_9.value if b.figures[i].given >= b.rules.orders else NONE


@clause("BAT-DEP-9")
@kernel
def ahead_of_edge(b, i):
    """Which way battalion ``i`` faces when it enters: 1 north, -1 south; away from its own edge."""
    return 1.0 if b.sides[b.figures[i].side].zone_from <= 0.0 else -1.0


@clause("BAT-DEP-9", "BAT-DEF-33", "BAT-ACT-5")
@kernel
def may_enter(b, i, x, y):
    """Battalion ``i`` may stand at (x, y) after it has come straight over its own edge, its front from the edge on."""
    ahead = ahead_of_edge(b, i)
    width, depth = footprint(b, i)
    edge = 0.0 if ahead > 0.0 else b.height
    start = Base(x, edge - 0.5 * depth * ahead, 0.0, ahead, 0.5 * width, 0.5 * depth)
    length = (y - start.y) * ahead
    if is_more_than(
        price_of_straight(b, i, start, 0.0, ahead, length, is_forward=True), max(effective_speed(b, i), depth), LATTICE
    ):
        return False
    return may_stand(b, i, shifted(start, 0.0, length * ahead))


@clause("BAT-DEP-9", "BAT-EXE-7")
@kernel
def has_entrance(b, i):
    """Somewhere along its edge battalion ``i`` has room to enter."""
    _, depth = footprint(b, i)
    y = 0.5 * depth if ahead_of_edge(b, i) > 0.0 else b.height - 0.5 * depth
    for x in range(int(b.width)):
        if may_enter(b, i, x + 0.5, y):
            return True
    return False


@clause("BAT-DEP-9")
@kernel
def judge_enter(b, action, log):
    """A battalion in reserve carries out its Move: it comes straight on by its own table edge."""
    i = action.actors[0]
    u = b.figures[i]
    wrong = NONE
    if u.side != b.mover or u.state != State.RESERVE or place_of(b, i, Order.MOVE.value) == NONE:
        wrong = Clause.DEP_9.value
    elif not is_finite(action) or abs(action.x) > 1e4 or abs(action.y) > 1e4:
        wrong = Clause.DEP_9.value
    elif not may_enter(b, i, snap(action.x), snap(action.y)):
        wrong = Clause.DEP_9.value
    if wrong != NONE:
        return refused(log, Code.NO_PLACE.value, wrong, i, NONE, 0)
    return Verdict(1, 0)


@clause("BAT-DEP-9", "BAT-EXE-9")
@kernel
def make_enter(b, action, dice, log):
    """It stands there, facing away from its edge, and has moved."""
    i = action.actors[0]
    if take_card(b, i, Order.MOVE.value, Mode.ORDERED.value, dice, log):
        width, depth = footprint(b, i)
        put(b, i, Base(snap(action.x), snap(action.y), 0.0, ahead_of_edge(b, i), 0.5 * width, 0.5 * depth))
        b.figures[i].moved = 1
        event(log, Code.ENTERS.value, Clause.DEP_9.value, i, NONE, 0)
