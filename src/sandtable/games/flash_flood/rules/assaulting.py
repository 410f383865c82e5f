"""ASSAULT PHASE, charges: who may charge whom, how the chargers and those they charge come into contact (CHG, COH)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.flash_flood.clauses import Clause, Code
from sandtable.games.flash_flood.record import Level
from sandtable.games.flash_flood.rules.aftermath import going_at
from sandtable.games.flash_flood.rules.bands import set_apart
from sandtable.games.flash_flood.rules.coherency import acts_normally
from sandtable.games.flash_flood.rules.firing import after_losses
from sandtable.games.flash_flood.rules.movement_phase import is_slow, judge_acting
from sandtable.games.flash_flood.rules.sewer import FAR, is_wholly_dry
from sandtable.games.skirmish40k.record import Going
from sandtable.games.skirmish40k.rules.charging import (
    TOUCHED_OR_NOT,
    charge_move,
    first_charger,
    judge_charge,
    may_react,
    nearest_place,
    place_of_charger,
    place_of_reaction,
)
from sandtable.games.skirmish40k.rules.measuring import SLACK, gap_between, is_of, is_on_table
from sandtable.games.skirmish40k.rules.morale import first_model, stands_when_charged
from sandtable.games.skirmish40k.rules.movement import put
from sandtable.games.skirmish40k.rules.reasons import refused_between
from sandtable.games.skirmish40k.rules.shooting import box_of_unit, boxes_are_apart, is_locked, touches_enemy
from sandtable.games.skirmish40k.rules.terrain import throw_for_ground
from sandtable.games.skirmish40k.rules.wounds import models_of
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.log import event, locate, outcome
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("C40-CHG-1", "C40-CHG-6", "C40-SPEC-2")
@kernel
def longest_charge(b, u):
    """Inches that the farthest charging model of a unit may go at most, by its roll for the ground if it has one."""
    one = b.units[u]
    most = 0.0
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, u) and acts_normally(b, i):
            most = max(most, charge_move(b.core, b.profiles[b.figures[i].profile], one.ground_roll))
    return most


@clause("C40-CHG-1", "C40-CHG-7")
@kernel
def is_in_reach(b, u, target):
    """A model of the unit is near enough to one of the enemy unit for a charge, were the way free."""
    most = longest_charge(b, u) + SLACK
    if boxes_are_apart(box_of_unit(b, u), box_of_unit(b, target), most):
        return False
    one, other = b.units[u], b.units[target]
    for i in range(one.first, one.first + one.count):
        if not is_of(b, i, u) or not acts_normally(b, i):
            continue
        for j in range(other.first, other.first + other.count):
            if is_of(b, j, target) and b.figures[j].level == b.figures[i].level:
                a, c = b.figures[i], b.figures[j]
                if abs(a.x - c.x) > most + a.width + c.width or abs(a.y - c.y) > most + a.width + c.width:
                    continue  # nowhere near
                if distance_of_points(a.x, a.y, c.x, c.y) - 0.5 * (a.width + c.width) <= most:
                    return True
    return False


@kernel
def nearest_pair(b, u, v):
    """The model of ``u`` that acts and the one of ``v`` that are nearest to each other, on whatever levels."""
    best, mark = first_model(b, u), first_model(b, v)
    one, other = b.units[u], b.units[v]
    for i in range(one.first, one.first + one.count):
        for j in range(other.first, other.first + other.count):
            if is_of(b, i, u) and acts_normally(b, i) and is_of(b, j, v):
                if gap_between(b, i, j) < gap_between(b, best, mark):
                    best, mark = i, j
    return best, mark


@clause("C40-CHG-1", "C40-CHG-2", "C40-CHG-7", "C40-MOR-8", "C40-MOR-10", "FLOOD-COH-5", "FLOOD-COH-15")
@kernel
def judge_assault(b, action, log):
    """A unit charges the group of an enemy model: the one it shot at, near enough; stragglers charge nobody."""
    if judge_acting(b, action, log) == 0:
        return Verdict(0, 0)
    i, j = action.actors[0], action.target
    if j < 0 or j >= b.n_figures:
        return refused(log, Code.NO_TARGET, Clause.C40_CHG_1, i, NONE, 0)
    if b.figures[j].side == b.side:
        return refused(log, Code.IS_A_FRIEND, Clause.C40_CHG_1, i, j, 0)
    if not is_on_table(b.figures[j]):
        return refused(log, Code.IS_GONE, Clause.C40_CHG_1, j, NONE, 0)
    u, target = b.figures[i].unit, b.figures[j].unit
    if not acts_normally(b, i):
        return refused(log, Code.STRAGGLER_NO_CHARGE, Clause.FLOOD_COH_5, i, NONE, 0)
    shot_at = b.units[u].shot_at
    if judge_charge(b, u, target if shot_at != b.figures[action.target].squad else shot_at, log) == 0:
        return Verdict(0, 0)
    if not is_in_reach(b, u, target):
        own, mark = nearest_pair(b, u, target)
        most = int(longest_charge(b, u))
        return refused_between(b, log, Code.TOO_FAR_TO_CHARGE, Clause.C40_CHG_1, own, mark, most)
    return Verdict(1, 0)


@clause("C40-CHG-6", "C40-SPEC-2")
@kernel
def reach_of_die(b, u):
    """Inches of a charge through Difficult ground that each pip allows: two where a model of the unit leaps."""
    one = b.units[u]
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, u) and acts_normally(b, i) and b.profiles[b.figures[i].profile].leaps != 0:
            return 2
    return 1


@clause("C40-CHG-4", "C40-TERR-2", "FLOOD-AFT-1")
@kernel
def is_slowed(b, u, target):
    """A charge goes through Difficult ground: drowned floor, or a barrier between the first models and the enemy."""
    one = b.units[u]
    for i in range(one.first, one.first + one.count):
        if not is_of(b, i, u) or not acts_normally(b, i):
            continue
        if going_at(b, b.figures[i].level) == Going.DIFFICULT:
            return True
        place = nearest_place(b, i, target, TOUCHED_OR_NOT, longest_charge(b, u))
        if place.found == 1 and is_slow(b, i, b.figures[i].x, b.figures[i].y, place.x, place.y, 0):
            return True
    return False


@clause("C40-CHG-3", "C40-CHG-4", "C40-CHG-7", "C40-MOR-9", "FLOOD-COH-18", "C40-CHG-1")
@kernel
def make_assault(b, action, dice, log):
    """The charge: the ground, the first model, the others one by one, and those charged react."""
    i = action.actors[0]
    u = b.figures[i].unit
    one = b.units[u]
    one.begun = 1
    one.done = 1
    b.active = NONE
    target = set_apart(b, action.target)
    event(log, Code.CHARGES, Clause.C40_CHG_1, i, action.target, 0)
    if is_slowed(b, u, target):
        pips = reach_of_die(b, u)
        cited = Clause.C40_CHG_6 if pips > 1 else Clause.C40_TERR_2
        inches = pips * throw_for_ground(b, u, dice, log)
        event(log, Code.GOES_THROUGH_GROUND, cited, first_model(b, u), NONE, inches)
        one.slowed = 1
    first = _first_of(b, u, target)
    if first == NONE:
        outcome(log, Code.CHARGE_IS_LOST, Clause.C40_CHG_7, i, action.target, 0)
        return
    was_locked = int(is_locked(b, target))
    if b.units[target].falling_back != 0 and not stands_when_charged(b, target, dice, log):
        after_losses(b, log)
        return
    one.charges = 1
    go_in(b, first, nearest_place(b, first, target, TOUCHED_OR_NOT, _most(b, first)), Clause.C40_CHG_7, log)
    for k in range(one.first, one.first + one.count):
        if k != first and is_of(b, k, u) and acts_normally(b, k):
            go_in(b, k, place_of_charger(b, k, target, _most(b, k)), Clause.C40_CHG_7, log)
    if may_react(b.core, was_locked):
        react(b, target, u, log)
    set_apart(b, first)


@kernel
def _most(b, i):
    """Inches of figure ``i``'s charge."""
    return charge_move(b.core, b.profiles[b.figures[i].profile], b.units[b.figures[i].unit].ground_roll)


@clause("C40-CHG-7", "FLOOD-COH-5")
@kernel
def _first_of(b, u, target):
    """The charging model with the shortest way into contact, none of the stragglers; NONE: the charge is lost."""
    first = first_charger(b, u, target, longest_charge(b, u))
    if first != NONE and acts_normally(b, first):
        return first
    best = NONE
    shortest = FAR
    one = b.units[u]
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, u) and acts_normally(b, i):
            place = nearest_place(b, i, target, TOUCHED_OR_NOT, min(_most(b, i), shortest))
            if place.found == 1 and place.length < shortest:
                best = i
                shortest = place.length
    return best


@clause("C40-CHG-7")
@kernel
def go_in(b, i, place, cited, log):
    """Figure ``i`` goes to its place, by the clause cited, if it has one; on a gantry it stays or steps down."""
    figure = b.figures[i]
    figure.busy = 1
    if place.found == 0 or place.length == 0.0:
        return
    if figure.level == Level.GANTRY and not is_wholly_dry(b, place.x, place.y, 0.5 * figure.width):
        return
    x0, y0 = figure.x, figure.y
    put(b, i, place.x, place.y, figure.fx, figure.fy)
    figure.went = 1
    locate(log, event(log, Code.GOES_IN, cited, i, NONE, 0), x0, y0, place.x, place.y, 0.0)


@clause("C40-CHG-5", "C40-CHG-8", "C40-CC-12")
@kernel
def react(b, u, enemy, log):
    """Models of a unit that touch nobody go up to 6 inches towards contact with an enemy unit, or to a mate in it."""
    one = b.units[u]
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, u) and not touches_enemy(b, i):
            go_in(b, i, place_of_reaction(b, i, enemy), Clause.C40_CHG_8, log)


@kernel
def has_models(b, u):
    """Somebody of the unit is on the table."""
    return models_of(b, u) > 0


@kernel
def anybody(b, side):
    """Somebody of a side is on the table."""
    for i in range(b.n_figures):
        if b.figures[i].side == side and is_on_table(b.figures[i]):
            return True
    return False
