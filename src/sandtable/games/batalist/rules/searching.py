"""AMB, REC, ARE in a go: carrying out orders from ambush, reconnaissance, and fire at a whole wood or ravine."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Order, Phase, Question, State, Thing
from sandtable.games.batalist.rules.ambush import (
    MARKERS,
    answer_ambush,
    distance_to_element,
    hides,
    in_element,
    is_in_zone,
    lay,
    markers_of,
    may_move_marker,
    move_markers,
    place_in_thought,
    places_to_lay,
    stand_at,
    strikes_from,
    take_away,
    true_marker,
)
from sandtable.games.batalist.rules.area_fire import hit_area, throw_at_area, why_no_area_fire
from sandtable.games.batalist.rules.cards import has_card, take_card, why_no_card
from sandtable.games.batalist.rules.chances import COMES_OUT, FALSE_ONE_GOES, REVEALED, SPARROWS
from sandtable.games.batalist.rules.charging import (
    NO_WHEEL,
    aim_at,
    is_enemy_to_fight,
    way_to,
    wheel_that_reaches,
    why_no_enemy,
)
from sandtable.games.batalist.rules.command import fails_by
from sandtable.games.batalist.rules.damage import fight
from sandtable.games.batalist.rules.distances import distance_if_standing
from sandtable.games.batalist.rules.finding import NEAR_SCOUT, ask_where
from sandtable.games.batalist.rules.formations import footprint, looks_everywhere
from sandtable.games.batalist.rules.free_places import put
from sandtable.games.batalist.rules.ground import aim
from sandtable.games.batalist.rules.obstacles import why_not_put
from sandtable.games.batalist.rules.pending_question import ask
from sandtable.games.batalist.rules.reasons import (
    allowed,
    because,
    because_far,
    because_of,
    because_there,
    drawn_along,
    forbids,
    names_a_pose,
    not_yours,
    verdict,
)
from sandtable.games.batalist.rules.scouting import Found, element_of_scout, markers_in, may_be_tested, scout_for
from sandtable.games.batalist.rules.shooting import could_shoot_at, shoot_at, template_fits
from sandtable.games.batalist.rules.ways import is_base, is_touching
from sandtable.games.batalist.rules.zones import front_zone_meets
from sandtable.games.batalist.switches import Reconnaissance
from sandtable.kernel.action_checks import is_finite
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import LATTICE, Base, Edge, Point, base_of, edge_middle, snap, snap_facing
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import event, outcome
from sandtable.kernel.records import NONE

# Reconnaissance


@clause("BAT-REC-2", "BAT-REC-7", "BAT-ARE-3", "BAT-ARE-4")
@kernel
def hidden_in(b, side, k):
    """The first hidden battalion of a side that a search of, or fire at, ``k`` concerns, or NONE; and how many do."""
    found, count = NONE, 0
    for i in range(b.n_figures):
        if b.figures[i].side == side and may_be_tested(b, i, k):
            found = i if found == NONE else found
            count += 1
    return found, count


@clause("BAT-REC-7")
@kernel
def under_letter(b, side, k, letter):
    """The battalion of a side whose markers with this letter lie in the piece of ``k``; NONE if there are none."""
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.lies != 0 and marker.thing == Thing.AMBUSH and marker.side == side and marker.group == letter:
            if in_element(b, k, marker.x, marker.y):
                return marker.owner
    return NONE


@clause("BAT-REC-1", "BAT-REC-7", "BAT-ACT-18", "BAT-SKL-25")
@kernel
def judge_scout(b, action, log):
    """Reconnaissance by its card, in a wood or ravine."""
    i = action.actors[0]
    k, side = element_of_scout(b, i), 1 - b.figures[i].side
    why = why_no_card(b, i, Order.RECONNAISSANCE, action.mode)
    if forbids(why):
        return verdict(log, i, why)
    front = edge_middle(base_of(b.figures[i]), Edge.FRONT)
    if b.options.reconnaissance != Reconnaissance.YES:
        why = because(Code.NO_RECONNAISSANCE, Clause.REC_1)
    elif k == NONE:
        why = because_there(Code.NOTHING_TO_SEARCH, Clause.REC_1, NONE, front.x, front.y)
    elif action.amount > 0 and under_letter(b, side, k, action.amount - 1) == NONE:
        why = because_there(Code.NO_SUCH_LETTER, Clause.REC_7, NONE, front.x, front.y)
    return verdict(log, i, why)


@clause("BAT-REC-2", "BAT-REC-7", "BAT-ACT-18")
@kernel
def make_scout(b, action, dice, log):
    """Search; of several sets of markers the scout picks one, of several without any their owner names one."""
    i = action.actors[0]
    k = element_of_scout(b, i)
    if not take_card(b, i, Order.RECONNAISSANCE, action.mode, dice, log):
        return
    side = 1 - b.figures[i].side
    hidden, count = hidden_in(b, side, k)
    if markers_in(b, k, side) == 0 and count > 1:
        ask(b, Question.SEARCHED, side, i, k)
        return
    if action.amount > 0:
        hidden = under_letter(b, side, k, action.amount - 1)
    search_for(b, i, k, hidden, dice, log)


@clause("BAT-REC-2", "BAT-REC-5", "BAT-REC-6", "BAT-REC-9", "BAT-REC-10")
@kernel
def search_for(b, i, k, hidden, dice, log):
    """Battalion ``i`` searches for ``hidden``: who is surrounded may be attacked at once, who is passed by, attack."""
    with_markers = hidden != NONE and markers_in(b, k, b.figures[hidden].side) > 0
    found = scout_for(b, i, k, hidden, dice, log)
    if found == Found.PASSED:
        b.striker = hidden
        b.quarry = i
        b.mover = b.figures[hidden].side
        b.phase = Phase.PASSED_BY
    elif found == Found.SURROUNDED:
        ask_where(b, Question.SURROUNDED, b.figures[i].side, hidden, i, k)
    elif found == Found.NOTICED:
        ask_where(b, Question.IN_ZONE, b.figures[hidden].side, hidden, i, k)
    elif found == Found.DISCOVERED:
        question = Question.AT_MARKER if with_markers else Question.NEAR_SCOUT
        ask_where(b, question, b.figures[hidden].side, hidden, i, k)


@clause("BAT-REC-6", "BAT-DEF-33")
@kernel
def judge_come_out(b, action, log):
    """Whom the search has passed by comes out, no more than 5 steps from the scout."""
    i = action.actors[0]
    if i != b.striker:
        return verdict(log, i, because_of(Code.OTHER_IS_ASKED, Clause.REC_6, b.striker, 0))
    if not names_a_pose(action):
        return verdict(log, i, because(Code.NO_POSE, Clause.REC_6))
    facing = snap_facing(action.fx, action.fy)
    width, depth = footprint(b, i)
    base = Base(snap(action.x), snap(action.y), facing.x, facing.y, 0.5 * width, 0.5 * depth)
    scout = base_of(b.figures[b.quarry])
    far = distance_if_standing(b, i, base, b.figures[i].formation, b.quarry)
    if is_within(far, NEAR_SCOUT, LATTICE):
        return verdict(log, i, why_not_put(b, i, base))
    why = because_far(Code.FAR_FROM_SCOUT, Clause.REC_6, b.quarry, far, NEAR_SCOUT)
    return verdict(log, i, drawn_along(why, base.x, base.y, scout.x, scout.y))


@clause("BAT-REC-6", "BAT-REC-10")
@kernel
def make_come_out(b, action, log):
    """It stands there, and may attack the scout at once."""
    i = action.actors[0]
    facing = snap_facing(action.fx, action.fy)
    width, depth = footprint(b, i)
    take_away(b, i)
    put(b, i, Base(snap(action.x), snap(action.y), facing.x, facing.y, 0.5 * width, 0.5 * depth))
    event(log, Code.COMES_OUT, Clause.REC_6, i, NONE, 0)
    b.question = Question.NEAR_SCOUT
    b.phase = Phase.AT_ONCE


# Fire at a whole wood or ravine


@clause("BAT-ARE-1", "BAT-ARE-6")
@kernel
def judge_fire_at_area(b, action, log):
    """Both cards of an area shooter, at a wood or ravine in its range."""
    i, k = action.actors[0], action.item
    why = why_no_card(b, i, Order.SHOOTING_ATTACK, action.mode)
    return verdict(log, i, why if forbids(why) else why_no_area_fire(b, i, k))


@clause("BAT-ARE-1", "BAT-ARE-6")
@kernel
def make_fire_at_area(b, action, dice, log):
    """Both cards are turned up, Coward and Weak throw once for the pair, and the element is shot at."""
    i, k = action.actors[0], action.item
    u = b.figures[i]
    u.cards[:] = NONE
    u.carried_out = 1
    event(log, Code.TURNS_UP, Clause.ARE_6, i, NONE, Order.SHOOTING_ATTACK)
    failed = fails_by(b, i, Order.SHOOTING_ATTACK, dice, log)
    u.carried_out = 2
    if failed == NONE:
        hidden, count = hidden_in(b, 1 - u.side, k)
        result = throw_at_area(b, i, k, hidden, dice, log)
        if result == SPARROWS:
            return
        if count > 1:
            question = Question.REVEALED if result == REVEALED else Question.HIT
            ask(b, question, 1 - u.side, i, k)
        else:
            hit_area(b, i, k, hidden, result, dice, log)
            ask_where_hit(b, i, k, hidden)
    else:
        outcome(log, Code.FAILS_TO_OBEY, failed, i, NONE, 0)


@clause("BAT-ARE-4")
@kernel
def ask_where_hit(b, i, k, hidden):
    """Who is hit in hiding stands in that wood or ravine where its owner says, and is shot at there."""
    if b.figures[hidden].healthy > 0:
        ask_where(b, Question.IN_WOOD, b.figures[hidden].side, hidden, i, k)


# Orders from ambush


@clause("BAT-AMB-4", "BAT-AMB-6", "BAT-AMB-3", "BAT-AMB-16")
@kernel
def why_no_markers(b, i, k, true, x, y):
    """What keeps battalion ``i`` in ambush from laying its markers in ``k``, or moving them to (x, y)."""
    if markers_of(b, i) > 0:
        marker = b.markers[true_marker(b, i)]
        if may_move_marker(b, true_marker(b, i), x, y):
            return allowed()
        reach = 0.5 * b.profiles[b.figures[i].profile].speed
        far = distance_of_points(marker.x, marker.y, x, y)
        why = because_far(Code.MARKER_GOES_TOO_FAR, Clause.AMB_6, NONE, far, reach)
        if is_within(far, reach, LATTICE):
            why = because(Code.MARKER_CANNOT_LIE, Clause.AMB_6)
        return drawn_along(why, marker.x, marker.y, x, y)
    if k < 0 or k >= b.terrain.n_features or not hides(b, k):
        return because(Code.NO_HIDING_PLACE, Clause.AMB_4)
    if true < 0 or true >= MARKERS:
        return because_of(Code.NO_SUCH_TRUE_MARKER, Clause.AMB_4, NONE, MARKERS - 1)
    return because(Code.IN_ENEMY_ZONE, Clause.AMB_4) if is_in_zone(b, k, 1 - b.figures[i].side) else allowed()


@clause("BAT-AMB-4", "BAT-AMB-6")
@kernel
def why_no_move_in_ambush(b, i, k, true, x, y):
    """What keeps battalion ``i`` in ambush from a Move: its markers go on, or there is room for all three in ``k``."""
    why = why_no_markers(b, i, k, true, x, y)
    if forbids(why) or markers_of(b, i) > 0:
        return why
    _, _, third = places_to_lay(b, i, k, x, y)
    return because(Code.NO_ROOM_FOR_MARKERS, Clause.AMB_4) if math.isinf(third[0]) else why


@clause("BAT-AMB-12", "BAT-AMB-16")
@kernel
def can_strike(b, i, j, order, from_x, from_y):
    """From its true marker there battalion ``i`` could shoot at ``j``, or reach it by melee."""
    if math.isinf(from_x) or j < 0 or j >= b.n_figures:
        return False
    u, other = b.figures[i], b.figures[j]
    if other.side == u.side or not is_base(other):
        return False
    own = stand_at(b, i, from_x, from_y, other.x, other.y)
    if order == Order.SHOOTING_ATTACK:
        return could_shoot_at(b, i, own, j, base_of(other))
    if not is_enemy_to_fight(b, i, j) or not (looks_everywhere(b, i) or front_zone_meets(own, base_of(other))):
        return False
    return wheel_that_reaches(b, i, own, aim_at(b, j)) != NO_WHEEL


@clause("BAT-AMB-4", "BAT-AMB-12")
@kernel
def why_no_strike(b, i, j, order, k, true, place):
    """What keeps battalion ``i`` in ambush from attacking ``j``; if need be its markers are laid first, at a Point."""
    why = why_no_enemy(b, i, j)
    if forbids(why):
        return why
    if markers_of(b, i) == 0:
        why = why_no_markers(b, i, k, true, place.x, place.y)
        if forbids(why):
            return why
        if not could_reach(b, i, j, order, k):
            return because_of(Code.AMBUSH_TOO_FAR, Clause.AMB_12, j, 0)
    there_x, there_y = strikes_from(b, i, k, true, place.x, place.y)
    if can_strike(b, i, j, order, there_x, there_y):
        return allowed()
    if math.isinf(there_x):
        return because(Code.NO_ROOM_FOR_MARKERS, Clause.AMB_4)
    why = because_of(Code.AMBUSH_CANNOT_STRIKE, Clause.AMB_12, j, 0)
    return drawn_along(why, there_x, there_y, b.figures[j].x, b.figures[j].y)


@clause("BAT-AMB-12")
@kernel
def could_reach(b, i, j, order, k):
    """Battalion ``j`` is near enough to wood or ravine ``k`` for an attack of ``i`` out of it."""
    if j < 0 or j >= b.n_figures or not is_base(b.figures[j]):
        return False
    profile = b.profiles[b.figures[i].profile]
    reach = profile.radius if order == Order.SHOOTING_ATTACK else profile.speed + b.figures[i].speed_plus
    return is_within(distance_to_element(b, base_of(b.figures[j]), k), reach, LATTICE)


@clause("BAT-AMB-3", "BAT-AMB-4", "BAT-AMB-6", "BAT-AMB-12")
@kernel
def judge_ambush(b, action, log):
    """The order of a battalion in ambush: its markers are laid or go on, or it attacks ``target`` from the true one."""
    i = action.actors[0]
    u = b.figures[i]
    order = u.cards[0]
    why = not_yours(b, i)
    if not forbids(why) and u.state != State.AMBUSH:
        why = because(Code.NOT_IN_AMBUSH, Clause.AMB_3)
    if not forbids(why) and order == NONE:
        why = because(Code.AMBUSH_WITHOUT_ORDER, Clause.AMB_3)
    if not forbids(why) and not is_finite(action):
        why = because(Code.NO_POSE, Clause.AMB_6 if order == Order.MOVE else Clause.AMB_12)
    if forbids(why):
        return verdict(log, i, why)
    if order == Order.MOVE:
        return verdict(log, i, why_no_move_in_ambush(b, i, action.item, action.amount, action.x, action.y))
    why = why_no_strike(b, i, action.target, order, action.item, action.amount, Point(action.x, action.y))
    return verdict(log, i, why)


@clause("BAT-AMB-3", "BAT-AMB-4", "BAT-AMB-6", "BAT-AMB-8", "BAT-AMB-12")
@kernel
def make_ambush(b, action, dice, log):
    """Carry it out; who is attacked throws for what it sees, and the battalion is back under its marker, or out."""
    i, j = action.actors[0], action.target
    u = b.figures[i]
    order = u.cards[0]
    u.cards[:] = NONE
    if fails_by(b, i, order, dice, log) != NONE:
        u.carried_out += 1
        return
    u.carried_out += 1
    if order == Order.MOVE:
        if markers_of(b, i) == 0:
            lay(b, i, action.item, action.amount, action.x, action.y, log)
        else:
            marker = b.markers[true_marker(b, i)]
            move_markers(b, i, action.x - marker.x, action.y - marker.y)
        return
    if markers_of(b, i) == 0 and not lay(b, i, action.item, action.amount, action.x, action.y, log):
        return
    marker = b.markers[true_marker(b, i)]
    place_in_thought(b, i, j, marker.x, marker.y)
    u.state = State.FIELD
    if order == Order.SHOOTING_ATTACK:
        x, y, _ = aim(b, i, j)
        if template_fits(b, i, base_of(b.figures[j]), b.figures[j].x, b.figures[j].y):
            x, y = b.figures[j].x, b.figures[j].y
        shoot_at(b, i, j, Point(x, y), at_character=False, dice=dice, log=log)
    else:
        if not is_touching(b, i, j):
            way, _ = way_to(b, i, base_of(u), aim_at(b, j), 0)
            u.x, u.y, u.fx, u.fy = way.base.x, way.base.y, way.base.fx, way.base.fy
        event(log, Code.FIGHTS, Clause.AMB_12, i, j, 0)
        fight(b, i, j, dice, log)
    if u.state == State.FIELD:
        u.state = State.AMBUSH
        answer = answer_ambush(b, i, j, dice, log)
        if answer == COMES_OUT:
            ask_where(b, Question.AT_MARKER, u.side, i, j, NONE)
        elif answer == FALSE_ONE_GOES:
            ask(b, Question.FALSE_MARKER, u.side, j, b.markers[true_marker(b, i)].group)


@clause("BAT-EXE-7", "BAT-AMB-3", "BAT-REC-1")
@kernel
def can_carry_out_hidden(b, i, order):
    """Battalion ``i`` in ambush could carry out its order: a Move of its markers or into a wood, an attack in reach."""
    if not has_card(b.figures[i]):
        return False
    if order == Order.MOVE:
        if markers_of(b, i) > 0:
            return True
        for k in range(b.terrain.n_features):
            if not forbids(why_no_move_in_ambush(b, i, k, 0, 0.0, 0.0)):
                return True
        return False
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side == b.figures[i].side or other.state != State.FIELD:
            continue
        for k in range(b.terrain.n_features if markers_of(b, i) == 0 else 1):
            if not forbids(why_no_strike(b, i, j, order, k, 0, Point(other.x, other.y))):
                return True
    return False
