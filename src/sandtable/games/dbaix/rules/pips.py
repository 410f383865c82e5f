"""PIP COSTS: what a move costs, line by line (PIP). Every total here is the sum of the price lines in the log."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dbaix.clauses import Clause, Code
from sandtable.games.dbaix.record import Side, Song, Verb
from sandtable.games.dbaix.rules.commanders import (
    commander_of,
    distance_to_commander,
    has_officer,
    is_lost,
)
from sandtable.games.dbaix.rules.groups import set_down_place
from sandtable.games.dbaix.rules.positions import SLACK, gap_between, is_on_table
from sandtable.games.dbaix.rules.terrain import road_at
from sandtable.games.dbaix.switches import GroupDistance, SongMovesFree, WomenChiefDistance
from sandtable.kernel.action_checks import actor
from sandtable.kernel.geometry import base_of
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import locate, note, price, reason, with_value
from sandtable.kernel.records import NONE


@kernel
def _line(log, code, clause_, actor, other, amount):
    """One line of a price: writes it and returns what it adds."""
    price(log, code, clause_, actor, other, amount)
    return amount + 0


@clause("DBAIX-PIP-1", "DBAIX-PIP-2", "DBAIX-PIP-3", "DBAIX-PIP-4", "DBAIX-PIP-5", "DBAIX-PIP-6", "DBAIX-PIP-7")
@kernel
def basic_cost(b, action, is_straight, log):
    """The basic cost of a move: by side, single or group, and for Gaulish groups straight forward or not."""
    leader = actor(action, 0)
    side = b.figures[leader].side
    is_group = action.n_actors > 1
    rules = b.rules
    if side == Side.ROMANS:
        if is_group:
            return _line(log, Code.ROMAN_GROUP, Clause.PIP_1, leader, NONE, rules.roman_group_cost)
        return _line(log, Code.ROMAN_SINGLE, Clause.PIP_2, leader, NONE, rules.roman_single_cost)
    if side == Side.GAULS:
        if not is_group:
            return _line(log, Code.GAUL_SINGLE, Clause.PIP_5, leader, NONE, rules.gaul_single_cost)
        if is_straight:
            return _line(log, Code.GAUL_GROUP_STRAIGHT, Clause.PIP_3, leader, NONE, rules.gaul_straight_cost)
        return _line(log, Code.GAUL_GROUP_TURNS, Clause.PIP_4, leader, NONE, rules.gaul_turn_cost)
    if is_group:
        return _line(log, Code.PIRATE_GROUP, Clause.PIP_7, leader, NONE, rules.pirate_group_cost)
    return _line(log, Code.PIRATE_SINGLE, Clause.PIP_6, leader, NONE, rules.pirate_single_cost)


@kernel
def least_basic_cost(b, side, n):
    """The smallest basic cost that a move of ``n`` figures of the side may have, before it is drawn."""
    rules = b.rules
    is_group = n > 1
    if side == Side.ROMANS:
        return (rules.roman_group_cost if is_group else rules.roman_single_cost) + 0
    if side == Side.GAULS:
        return (min(rules.gaul_straight_cost, rules.gaul_turn_cost) if is_group else rules.gaul_single_cost) + 0
    return (rules.pirate_group_cost if is_group else rules.pirate_single_cost) + 0


@clause("DBAIX-PIP-11", "DBAIX-PIP-12")
@kernel
def no_officer_surcharge(b, action, log):
    """+1 for a Roman group with no officer in it; never for a single Roman."""
    leader = actor(action, 0)
    if b.figures[leader].side != Side.ROMANS or action.n_actors < 2 or has_officer(b, action):
        return 0
    return _line(log, Code.NO_OFFICER, Clause.PIP_11, leader, NONE, b.rules.no_officer_cost)


@clause("DBAIX-PIP-13", "DBAIX-PIP-15", "DBAIX-PIP-20")
@kernel
def distance_limit(b, side):
    """How far from their commander the side's figures may be without surcharge, in inches."""
    if side == Side.ROMANS:
        return b.rules.roman_distance
    if side == Side.GAULS:
        return b.rules.gaul_distance
    return b.rules.pirate_distance


@kernel
def _distance_clause(side):
    """The line of the price list that asks for the side's distance to its commander."""
    if side == Side.ROMANS:
        return Clause.PIP_13
    if side == Side.GAULS:
        return Clause.PIP_15
    return Clause.PIP_20


@clause("DBAIX-PIP-14", "DBAIX-PIP-16", "DBAIX-PIP-18")
@kernel
def is_exempt_from_distance(b, figure):
    """The figure is ignored for its side's distance: by name, or a woman under ``women_chief_distance = no``."""
    if figure.woman != 0 and b.options.women_chief_distance == WomenChiefDistance.NO:
        return True
    return figure.distance_exempt != 0


@kernel
def _place_measured_from(b, action, k):
    """The base from which an actor's distances count: where it stands, or where a muster sets it down (CAMP-5)."""
    if action.verb == Verb.MUSTER:
        return set_down_place(b, action, k)
    return base_of(b.figures[actor(action, k)])


@clause("DBAIX-PIP-8", "DBAIX-PIP-9", "DBAIX-PIP-10", "DBAIX-PIP-13", "DBAIX-PIP-15", "DBAIX-PIP-20", "DBAIX-CAMP-5")
@kernel
def commander_distance_surcharge(b, action, log):
    """+1 if the move includes a figure too far from its side's commander: once, however many are.

    ``group_distance = nearest``: only if every figure of the group that is not exempt is too far.
    Ruling: a table laid without a commander for the side has nobody to be far from.
    """
    side = b.figures[actor(action, 0)].side
    commander = commander_of(b, side)
    if commander == NONE:
        return 0
    limit = distance_limit(b, side)
    farthest = NONE
    distance = 0.0
    within = 0
    for k in range(action.n_actors):
        i = actor(action, k)
        if is_exempt_from_distance(b, b.figures[i]):
            continue
        inches = distance_to_commander(b, i, _place_measured_from(b, action, k), commander)
        if is_within(inches, limit, SLACK):
            within += 1
        elif inches > distance:
            farthest = k
            distance = inches
    if farthest == NONE or (b.options.group_distance == GroupDistance.NEAREST and within > 0):
        return 0
    who = actor(action, farthest)
    chief = b.figures[commander]
    if is_lost(chief):
        return _line(log, Code.COMMANDER_LOST, Clause.CMD_5, who, commander, b.rules.distance_cost)
    code = Code.FAR_FROM_COMMANDER if is_on_table(chief) else Code.FAR_FROM_CAMP
    line = price(log, code, _distance_clause(side), who, commander, b.rules.distance_cost)
    base = _place_measured_from(b, action, farthest)
    if is_on_table(chief):
        locate(log, line, base.x, base.y, chief.x, chief.y, distance)
    else:
        locate(log, line, base.x, base.y, base.x, base.y, distance)
    return b.rules.distance_cost + 0


@clause("DBAIX-PIP-8", "DBAIX-PIP-9", "DBAIX-PIP-10", "DBAIX-PIP-17", "DBAIX-PIP-19")
@kernel
def husband_distance_surcharge(b, action, log):
    """+1 if a Gallic woman of the move is too far from the husband; one captured or removed counts as too far.

    Ruling: a woman who has no husband on this table from the start has nobody to be far from.
    """
    farthest = NONE
    distance = 0.0
    within = 0
    for k in range(action.n_actors):
        i = actor(action, k)
        woman = b.figures[i]
        if woman.woman == 0 or woman.husband == NONE:
            continue
        inches = 1e9
        if is_on_table(b.figures[woman.husband]):
            inches = gap_between(b, i, woman.husband)
        if is_within(inches, b.rules.husband_distance, SLACK):
            within += 1
        elif inches > distance:
            farthest = i
            distance = inches
    if farthest == NONE or (b.options.group_distance == GroupDistance.NEAREST and within > 0):
        return 0
    woman = b.figures[farthest]
    husband = b.figures[woman.husband]
    if not is_on_table(husband):
        return _line(log, Code.HUSBAND_LOST, Clause.PIP_19, farthest, woman.husband, b.rules.husband_cost)
    line = price(log, Code.FAR_FROM_HUSBAND, Clause.PIP_17, farthest, woman.husband, b.rules.husband_cost)
    locate(log, line, woman.x, woman.y, husband.x, husband.y, distance)
    return b.rules.husband_cost + 0


@clause("DBAIX-PIP-8", "DBAIX-PIP-10")
@kernel
def order_surcharges(b, action, log):
    """The surcharges that do not depend on where the move goes: officer and distances. Their lines add up."""
    return (
        no_officer_surcharge(b, action, log)
        + commander_distance_surcharge(b, action, log)
        + husband_distance_surcharge(b, action, log)
    )


@kernel
def moved_before(b, action):
    """The first actor that has already made a move in this bound, or NONE."""
    for k in range(action.n_actors):
        if b.figures[actor(action, k)].moves > 0:
            return actor(action, k)
    return NONE


@clause("DBAIX-PIP-21", "DBAIX-PIP-22", "DBAIX-CAMP-7")
@kernel
def second_move_surcharge(b, action, is_on_road, log):
    """+2 if any figure of the move has already moved in this bound; waived for Romans all the way on the road."""
    mover = moved_before(b, action)
    if mover == NONE:
        return 0
    if is_on_road:
        note(log, Code.ROAD_WAIVES, Clause.PIP_22, mover, NONE, b.rules.second_move_cost)
        return 0
    return _line(log, Code.SECOND_MOVE, Clause.PIP_21, mover, NONE, b.rules.second_move_cost)


@clause("DBAIX-PIP-23", "DBAIX-PIP-24", "DBAIX-PIP-25")
@kernel
def flank_contact_surcharge(b, contacts, log):
    """+2 if the move ends with a moving front edge on an enemy's side or rear edge; overlap is not such contact.

    Waived if every figure that makes such contact is a Gallic woman; under ``women_exempt = mover_or_target``
    also where the one so contacted is.
    """
    if contacts.flank == NONE:
        return 0
    if contacts.charged == NONE:
        note(log, Code.WOMEN_WAIVE, Clause.PIP_25, contacts.flank, contacts.flank_enemy, b.rules.flank_contact_cost)
        return 0
    return _line(
        log, Code.FLANK_CONTACT, Clause.PIP_23, contacts.charged, contacts.charged_enemy, b.rules.flank_contact_cost
    )


@clause("DBAIX-MUS-8")
@kernel
def is_free_of_charge(b, action):
    """Under ``song_moves_free = yes`` the Gauls called to the singing bard go there for nothing."""
    if b.options.song_moves_free == SongMovesFree.NO or b.song != Song.SINGING:
        return False
    for k in range(action.n_actors):
        figure = b.figures[actor(action, k)]
        if figure.side != Side.GAULS or figure.called == 0:
            return False
    return True


@kernel
def least_price(b, action, surcharge):
    """What a move of these actors costs at least, whatever its way; ``surcharge`` as ``order_surcharges`` says."""
    if is_free_of_charge(b, action):
        return 0
    side = b.figures[actor(action, 0)].side
    cost = least_basic_cost(b, side, action.n_actors) + surcharge
    second = moved_before(b, action)
    if second != NONE:
        figure = b.figures[second]
        if side != Side.ROMANS or road_at(b, figure.x, figure.y) == NONE:
            cost += b.rules.second_move_cost
    return cost


@clause("DBAIX-BND-5", "DBAIX-PIP-27")
@kernel
def can_pay(b, cost, actor, log):
    """The PIPs left cover the full price; there is no debt."""
    if cost <= b.pips:
        return True
    line = reason(log, Code.TOO_DEAR, Clause.PIP_27, actor, NONE, cost)
    figure = b.figures[actor]
    with_value(log, line, float(b.pips))
    if is_on_table(figure):
        locate(log, line, figure.x, figure.y, figure.x, figure.y, float(b.pips))
    return False
