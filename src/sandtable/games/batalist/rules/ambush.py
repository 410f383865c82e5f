"""AMB: battalions in ambush, their three markers of which one is true, and what turns them over."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code, Purpose
from sandtable.games.batalist.enums import Ground, Order, State, Thing
from sandtable.games.batalist.rules.chances import COMES_OUT, FALSE_ONE_GOES, ambush_result
from sandtable.games.batalist.rules.command import can_ever
from sandtable.games.batalist.rules.distances import distance_to_cells
from sandtable.games.batalist.rules.formations import footprint_in, formation_out_of_ambush
from sandtable.games.batalist.rules.free_places import nearest_place, put
from sandtable.games.batalist.rules.ways import has_room, is_impassable
from sandtable.kernel.dice import throw_die
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import LATTICE, Base, base_of, nearest_on_base, snap, snap_facing
from sandtable.kernel.limits import is_at_least, is_within
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import distance_to_feature, point_in_feature

MARKERS = 3
"""Two false and one true."""

FAR = 5.0
"""Steps that a marker keeps from enemy battalions when it is laid."""

APART = 1.0
"""Steps between markers when they are laid."""


@clause("BAT-AMB-4", "BAT-REC-1", "BAT-ARE-1")
@kernel
def hides(b, k):
    """Feature ``k`` is a wood or a ravine: an ambush may lie there."""
    kind = b.terrain.features[k].kind
    return kind == Ground.WOOD or kind == Ground.RAVINE


@clause("BAT-AMB-4", "BAT-REC-1")
@kernel
def in_element(b, k, x, y):
    """The point lies in the piece of terrain of which feature ``k`` is a part."""
    piece = b.terrain.features[k].part_of
    for part in range(b.terrain.n_features):
        if b.terrain.features[part].part_of == piece and point_in_feature(x, y, b.terrain, part):
            return True
    return False


@kernel
def span_of_element(b, k):
    """The rectangle about the piece of terrain of which feature ``k`` is a part: its least x and y, its greatest."""
    piece = b.terrain.features[k].part_of
    x0, y0, x1, y1 = math.inf, math.inf, -math.inf, -math.inf
    for part in range(b.terrain.n_features):
        feature = b.terrain.features[part]
        if feature.part_of == piece:
            x0, y0 = min(x0, feature.x0), min(y0, feature.y0)
            x1, y1 = max(x1, feature.x1), max(y1, feature.y1)
    return x0, y0, x1, y1


@clause("BAT-ARE-1", "BAT-AMB-12")
@kernel
def distance_to_element(b, base, k):
    """Distance from a base to the piece of terrain of which feature ``k`` is a part: to the nearest of its parts."""
    piece = b.terrain.features[k].part_of
    best = math.inf
    for part in range(b.terrain.n_features):
        if b.terrain.features[part].part_of == piece:
            best = min(best, distance_to_feature(base, b.terrain, part))
    return best


@clause("BAT-AMB-4", "BAT-REC-1")
@kernel
def is_in_zone(b, k, side):
    """The piece of terrain of which feature ``k`` is a part lies wholly inside the deployment zone of a side."""
    _, y0, _, y1 = span_of_element(b, k)
    zone = b.sides[side]
    return y0 >= zone.zone_from - LATTICE and y1 <= zone.zone_to + LATTICE


@clause("BAT-AMB-1", "BAT-AMB-18", "BAT-ORD-17")
@kernel
def markers_of(b, i):
    """How many markers of battalion ``i``, which lies in ambush, are on the field."""
    found = 0
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.lies != 0 and marker.thing == Thing.AMBUSH and marker.owner == i:
            found += 1
    return found


@clause("BAT-AMB-5")
@kernel
def true_marker(b, i):
    """The true marker of battalion ``i``, or NONE while none lies."""
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.lies != 0 and marker.thing == Thing.AMBUSH and marker.owner == i and marker.true == 1:
            return m
    return NONE


@kernel
def is_far_from_enemies(b, side, x, y, steps):
    """No enemy battalion of a side has a figure nearer to the point than so many steps."""
    point = Base(x, y, 0.0, 1.0, 0.0, 0.0)
    for k in range(b.n_figures):
        other = b.figures[k]
        if other.side != side and other.state == State.FIELD and other.healthy > 0:
            if not is_at_least(distance_to_cells(b, point, k), steps, LATTICE):
                return False
    return True


@clause("BAT-AMB-4")
@kernel
def may_lay(b, i, k, x, y):
    """A marker of battalion ``i`` may be laid at (x, y) in wood or ravine ``k``."""
    side = b.figures[i].side
    if not hides(b, k) or is_in_zone(b, k, 1 - side) or not in_element(b, k, x, y):
        return False
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.lies != 0 and marker.thing == Thing.AMBUSH and marker.owner == i:
            if not is_at_least(distance_of_points(x, y, marker.x, marker.y), APART, LATTICE):
                return False
    return is_far_from_enemies(b, side, x, y, FAR)


@kernel
def new_group(b, side):
    """The next letter for markers of a side: those of one set share it, and it says nothing else (AMB-17)."""
    group = 0
    for m in range(b.n_markers):
        if b.markers[m].side == side and b.markers[m].lies != 0:
            group = max(group, b.markers[m].group + 1)
    return group


@kernel
def add_marker(b, thing, side, owner, x, y):
    """One more marker on the field, false until said otherwise; returns its place, NONE where there is no room."""
    place = b.n_markers
    for m in range(b.n_markers):
        if b.markers[m].lies == 0:
            place = m
            break
    if place >= len(b.markers):
        return NONE
    b.n_markers = max(b.n_markers, place + 1)
    marker = b.markers[place]
    marker.x = x
    marker.y = y
    marker.thing = thing
    marker.side = side
    marker.owner = owner
    marker.kind = 0
    marker.group = 0
    marker.true = 0
    marker.lies = 1
    return place


@clause("BAT-AMB-4")
@kernel
def nearest_to_lay(b, i, k, x, y, one, other):
    """The place in wood or ravine ``k`` nearest to (x, y), the first of several, where a marker may be laid.

    ``one``, ``other``: where markers of the same set will lie, infinitely far where none does yet.
    """
    feature = b.terrain.features[k]
    best, best_x, best_y = math.inf, math.inf, math.inf
    for row in range(int(feature.y1 - feature.y0) + 1):
        for column in range(int(feature.x1 - feature.x0) + 1):
            at_x, at_y = feature.x0 + 0.5 + column, feature.y0 + 0.5 + row
            far = distance_of_points(x, y, at_x, at_y)
            if far >= best - LATTICE or not may_lay(b, i, k, at_x, at_y):
                continue
            to_one = distance_of_points(at_x, at_y, one[0], one[1])
            to_other = distance_of_points(at_x, at_y, other[0], other[1])
            if is_at_least(min(to_one, to_other), APART, LATTICE):
                best, best_x, best_y = far, at_x, at_y
    return best_x, best_y


@clause("BAT-AMB-4")
@kernel
def places_to_lay(b, i, k, x, y):
    """Where the three markers of battalion ``i`` would lie in ``k`` about (x, y); infinitely far without room.

    Places are half a step from the corner of its box and whole steps on.
    """
    nowhere = (math.inf, math.inf)
    first = nearest_to_lay(b, i, k, x, y, nowhere, nowhere)
    second = nearest_to_lay(b, i, k, x, y, first, nowhere)
    return first, second, nearest_to_lay(b, i, k, x, y, first, second)


@clause("BAT-AMB-12", "BAT-AMB-4")
@kernel
def strikes_from(b, i, k, true, x, y):
    """Whence battalion ``i`` attacks: its true marker, or where that would lie in ``k`` about (x, y), if anywhere."""
    m = true_marker(b, i)
    if m != NONE:
        return b.markers[m].x + 0.0, b.markers[m].y + 0.0
    if k < 0 or k >= b.terrain.n_features or true < 0 or true >= MARKERS or not hides(b, k):
        return math.inf, math.inf
    first, second, third = places_to_lay(b, i, k, x, y)
    if math.isinf(third[0]):
        return third
    return first if true == 0 else second if true == 1 else third


@clause("BAT-AMB-4", "BAT-AMB-5", "BAT-AMB-17")
@kernel
def lay(b, i, k, true, x, y, log):
    """Lay three markers of battalion ``i`` in wood or ravine ``k``, each as near to (x, y) as it may; true: which is.

    Returns whether there was room for all three; else nothing is laid.
    """
    group = new_group(b, b.figures[i].side)
    places = places_to_lay(b, i, k, x, y)
    if math.isinf(places[2][0]):
        return False
    for number in range(MARKERS):
        there = places[0] if number == 0 else places[1] if number == 1 else places[2]
        m = add_marker(b, Thing.AMBUSH, b.figures[i].side, i, there[0], there[1])
        if m == NONE:
            take_away(b, i)
            return False
        b.markers[m].group = group
        b.markers[m].true = 1 if number == true else 0
    event(log, Code.MARKERS_ARE_LAID, Clause.AMB_4, NONE, NONE, MARKERS)
    return True


@clause("BAT-AMB-6", "BAT-AMB-18")
@kernel
def may_move_marker(b, m, x, y):
    """Marker ``m`` may go to (x, y): half the printed speed whatever the ground, over nothing impassable at its end."""
    marker = b.markers[m]
    i = marker.owner
    reach = 0.5 * b.profiles[b.figures[i].profile].speed
    if not is_within(distance_of_points(marker.x, marker.y, x, y), reach, LATTICE):
        return False
    if x < 0.0 or y < 0.0 or x > b.width or y > b.height:
        return False
    for k in range(b.terrain.n_features):
        if is_impassable(b, i, k) and point_in_feature(x, y, b.terrain, k):
            return False
    return True


@clause("BAT-AMB-6")
@kernel
def move_markers(b, i, dx, dy):
    """All markers of battalion ``i`` go the same way, each as far as it may."""
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.lies != 0 and marker.thing == Thing.AMBUSH and marker.owner == i:
            if may_move_marker(b, m, marker.x + dx, marker.y + dy):
                marker.x = snap(marker.x + dx)
                marker.y = snap(marker.y + dy)


@clause("BAT-AMB-7", "BAT-AMB-11", "BAT-AMB-15")
@kernel
def take_away(b, i):
    """The markers of battalion ``i`` leave the field: it is revealed, or gone."""
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.thing == Thing.AMBUSH and marker.owner == i:
            marker.lies = 0


@clause("BAT-AMB-12", "BAT-FRM-3")
@kernel
def stand_at(b, i, x, y, towards_x, towards_y):
    """Battalion ``i`` as it stands when (x, y) is the middle of its front edge and it faces another point."""
    width, depth = footprint_in(b, i, formation_out_of_ambush(b, i), b.figures[i].files)
    far = distance_of_points(x, y, towards_x, towards_y)
    facing = snap_facing(towards_x - x, towards_y - y) if far > 0.0 else snap_facing(0.0, 1.0)
    back = 0.5 * depth
    return Base(snap(x - back * facing.x), snap(y - back * facing.y), facing.x, facing.y, 0.5 * width, back)


@clause("BAT-AMB-12")
@kernel
def place_in_thought(b, i, target, x, y):
    """Put battalion ``i`` in thought at (x, y), its true marker, facing its target: what an attack is measured from."""
    other = b.figures[target]
    base = stand_at(b, i, x, y, other.x, other.y)
    u = b.figures[i]
    u.x = base.x
    u.y = base.y
    u.fx = base.fx
    u.fy = base.fy
    u.width = 2.0 * base.half_width
    u.depth = 2.0 * base.half_depth
    u.formation = formation_out_of_ambush(b, i)
    u.moved = 0
    u.reformed = 0


@clause("BAT-AMB-11", "BAT-AMB-15", "BAT-DEF-33")
@kernel
def reveal(b, i, x, y, towards_x, towards_y, log):
    """Battalion ``i`` comes out: its markers go, and it stands with its front at (x, y), or as near as it may."""
    base = stand_at(b, i, x, y, towards_x, towards_y)
    b.figures[i].formation = formation_out_of_ambush(b, i)
    take_away(b, i)
    if put(b, i, nearest_place(b, i, base.x, base.y, base.fx, base.fy)):
        event(log, Code.COMES_OUT, Clause.AMB_11, i, NONE, 0)


@clause("BAT-AMB-8", "BAT-AMB-9", "BAT-AMB-11")
@kernel
def answer_ambush(b, i, target, dice, log):
    """Who was attacked from ambush and has healthy warriors left throws; returns what comes of it, 0: nothing.

    FALSE_ONE_GOES where two are left leaves it to the owner which.
    """
    other = b.figures[target]
    if other.state != State.FIELD or other.healthy <= 0 or true_marker(b, i) == NONE:
        return 0
    result = ambush_result(throw_die(dice, log, Purpose.AMBUSH, other.side, target, 6))
    if result == COMES_OUT:
        marker = b.markers[true_marker(b, i)]
        reveal(b, i, marker.x, marker.y, other.x, other.y, log)
    if result == FALSE_ONE_GOES and markers_of(b, i) < MARKERS:
        for m in range(b.n_markers):
            if b.markers[m].owner == i and is_false_marker(b, m, b.figures[i].side, b.markers[m].group):
                take_away_false(b, m, log)
        return 0
    return result


@clause("BAT-AMB-10")
@kernel
def is_false_marker(b, m, side, group):
    """Marker ``m`` is one of the false ones of a set of a side."""
    if m < 0 or m >= b.n_markers:
        return False
    marker = b.markers[m]
    return (
        marker.lies != 0 and marker.thing == Thing.AMBUSH and marker.side == side and marker.group == group
        and marker.true == 0
    )  # fmt: skip


@clause("BAT-AMB-10")
@kernel
def take_away_false(b, m, log):
    """A false marker goes."""
    b.markers[m].lies = 0
    event(log, Code.MARKER_IS_FALSE, Clause.AMB_10, NONE, NONE, 1)


@clause("BAT-AMB-13", "BAT-AMB-14", "BAT-AMB-15", "BAT-AMB-16")
@kernel
def turn_over(b, m, attacker, in_contact, log):
    """An enemy attacks marker ``m``: a false one goes, a true one becomes its battalion. Returns it, or NONE.

    In a melee it stands in contact with the attacker, at the point of it that is nearest, facing it.
    """
    marker = b.markers[m]
    i = marker.owner
    if marker.true != 1:
        marker.lies = 0
        event(log, Code.MARKER_IS_FALSE, Clause.AMB_14, NONE, NONE, 0)
        return NONE
    u = b.figures[attacker]
    if not in_contact:
        reveal(b, i, marker.x, marker.y, u.x, u.y, log)
        return i
    place = nearest_on_base(base_of(u), marker.x, marker.y)
    base = stand_at(b, i, place.x, place.y, place.x - u.fx, place.y - u.fy)
    b.figures[i].formation = formation_out_of_ambush(b, i)
    take_away(b, i)
    if not has_room(b, i, base):
        base = nearest_place(b, i, base.x, base.y, base.fx, base.fy)
    put(b, i, base)
    event(log, Code.COMES_OUT, Clause.AMB_15, i, NONE, 0)
    return i


@clause("BAT-AMB-2", "BAT-AMB-17")
@kernel
def may_order_in_ambush(b, i, order):
    """Battalion ``i`` in ambush may be given this order: one a turn, free of command, by no leader."""
    u = b.figures[i]
    wanted = order == Order.MOVE or order == Order.SHOOTING_ATTACK or order == Order.MELEE_ATTACK
    return u.state == State.AMBUSH and u.given == 0 and wanted and can_ever(b, i, order)


@clause("BAT-AMB-2")
@kernel
def order_in_ambush(b, i, order):
    """Battalion ``i`` in ambush has its order."""
    u = b.figures[i]
    u.cards[0] = order
    u.givers[0] = NONE
    u.given = 1


@clause("BAT-AMB-17", "BAT-EXE-5", "BAT-EXE-6", "BAT-DEP-9")
@kernel
def counts_for_turn(b, i):
    """The cards of battalion ``i`` keep a turn going: those of an ambush without markers are not on the table."""
    u = b.figures[i]
    if u.state == State.RESERVE:
        return True
    return u.state == State.FIELD or (u.state == State.AMBUSH and markers_of(b, i) > 0)
