"""How good a battle looks for a side: losses, fights that stand ready, formation, and what is within reach.

This is a judgement of ours for computer generals, not a rule. Its weights are in data/evaluate.toml and lie in the
record (``b.weights``, one set for the general of each side), so that a study may vary them. The unit is one element.
"""

from __future__ import annotations

import math

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.common.chances import STRONGEST, WEAKEST, chances
from sandtable.games.dba.record import BATTLE, N_SIDES, By, Degree, Ground, Outcome, Phase, River, Type, Where
from sandtable.games.dba.rules.combat import are_opponents, score
from sandtable.games.dba.rules.contact import is_in_front_contact
from sandtable.games.dba.rules.facing import first_contact, turn_to_face
from sandtable.games.dba.rules.flight import way_of_flight
from sandtable.games.dba.rules.ground import has_ground
from sandtable.games.dba.rules.outcome_moves import goes_down_with, is_met_recoiling, may_recoil, recoil_distance
from sandtable.games.dba.rules.overlaps import edge_beset
from sandtable.games.dba.rules.positions import is_in_open
from sandtable.games.dba.rules.results import degree_of, outcome_of, stands_in_bad_going
from sandtable.games.dba.rules.support import doomed_supporter
from sandtable.games.dba.rules.victory import camp_losses, counts_as_lost
from sandtable.games.dba.rules.war_wagon_contacts import NOWHERE
from sandtable.kernel.contact import is_directly_behind, is_level_beside
from sandtable.kernel.copying import copy_record
from sandtable.kernel.geometry import ahead, base_of, placed
from sandtable.kernel.log import LOG
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here

_degree = getattr(degree_of, "py_func", degree_of)

BEATEN = chances(lambda own, his: bool(_degree(own, his) == Degree.BEATEN))
DOUBLED = chances(lambda own, his: bool(_degree(own, his) == Degree.DOUBLED))
"""Chance of being beaten, and doubled, by the strengths of both: the rules' own words on all 36 throws (DBA-CC-3)."""

_LETHAL = np.stack([0.0 * BEATEN, BEATEN, DOUBLED, BEATEN + DOUBLED])
LETHAL = np.concatenate([_LETHAL, _LETHAL + BEATEN])
"""Chance of being destroyed by the strengths of both: of those whom that befalls never, when beaten, when doubled, or
always; from CHARGED on the same of those who charged, and so are destroyed when beaten besides (DBA-OUT-6)."""

CHARGED = len(_LETHAL)


@kernel
def evaluate(b, side):
    """How good the battle looks for ``side``, in [-1, 1]; the result itself once the battle is over."""
    if b.phase == Phase.OVER:
        return 2.0 * b.winner[side] - 1.0
    w = b.weights[side]
    lead = _standing(b, side, w) - _standing(b, 1 - side, w)
    if b.phase > Phase.BOUND_START:
        lead += w.fight * coming_fights(b, side, w)
    return 0.98 * lead / (w.half + abs(lead))


@kernel
def _standing(b, side, w):
    """What the side has: its elements, how near its end is, and how its elements stand."""
    total = 0.0
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side != side or figure.where == Where.LOST or figure.where == Where.NEVER_LANDED:
            continue
        total += worth_of(b, i, w)
        if is_in_open(figure):
            total += _formation(b, i, w) + _prospect(b, i, w)
    gone = b.lost[side] + camp_losses(b, side)
    total -= w.edge * gone * (1.0 + gone / b.rules.lost_elements)
    if b.camps[side].present == 1 and b.camps[side].holder != side:
        total -= w.camp
    return total


@kernel
def worth_of(b, i, w):
    """What an element is worth while it lives."""
    figure = b.figures[i]
    value = w.element if counts_as_lost(figure) else w.uncounted
    return value + w.general if figure.general == 1 else value


@kernel
def cost_of_losing(b, i, w):
    """What its side loses with an element: what it is worth, and how much nearer the end that brings."""
    side = b.figures[i].side
    cost = worth_of(b, i, w)
    if counts_as_lost(b.figures[i]):
        cost += w.edge * (1.0 + (2.0 * b.lost[side] + 1.0) / b.rules.lost_elements)
    return cost


@kernel
def _formation(b, i, w):
    """Friends beside and behind are good; enemies at one's back, and bad going for those who fear it, are not."""
    figure = b.figures[i]
    base = base_of(figure)
    total = 0.0
    for j in range(b.n_figures):
        other = b.figures[j]
        if j == i or not is_in_open(other):
            continue
        dx = other.x - figure.x
        dy = other.y - figure.y
        if abs(dx) > 400.0 or abs(dy) > 400.0:
            continue
        if other.side == figure.side:
            if is_level_beside(base_of(other), base):
                total += w.line
            elif b.rules.own_support[figure.type, other.type] != 0 or other.type == figure.type:
                if is_directly_behind(base_of(other), base):
                    total += w.support
        elif dx * figure.fx + dy * figure.fy < -0.5 * figure.depth:
            total -= w.exposed  # an enemy behind the line of its front
    if b.rules.steady_in_bad_going[figure.type] == 0 and stands_in_bad_going(b, i):
        total -= w.rough
    return total


@kernel
def _prospect(b, i, w):
    """Being close to the enemy best worth it: one against whom the factors are good."""
    figure = b.figures[i]
    if b.rules.contacts[figure.type] == 0:
        return 0.0
    best = 0.0
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side == figure.side or other.where != Where.TABLE:
            continue
        dx = other.x - figure.x
        dy = other.y - figure.y
        near = 1.0 / (1.0 + math.sqrt(dx * dx + dy * dy) / w.reach)
        mine = b.rules.factor[figure.type, b.rules.mounted[other.type]]
        his = b.rules.factor[other.type, b.rules.mounted[figure.type]]
        best = max(best, near * (w.march + w.match * (mine - his)))
    if figure.general == 1:
        best -= w.guard * best
    return best


@kernel
def _chance(table, own, his):
    """The chance from the table for two strengths, kept within its bounds."""
    i = min(max(own, WEAKEST), STRONGEST) - WEAKEST
    j = min(max(his, WEAKEST), STRONGEST) - WEAKEST
    return table[i, j]


@kernel
def chance_of(degree, own, his):
    """The chance of being beaten but not doubled, or doubled, by the strengths of both before the dice."""
    return _chance(BEATEN if degree == Degree.BEATEN else DOUBLED, own, his)


@kernel
def chance_of_death(fate, own, his):
    """The chance of being destroyed, by a fate (see LETHAL) and the strengths of both before the dice."""
    return _chance(LETHAL[fate], own, his)


@kernel
def _is_hemmed_in(b, i, opponent):
    """Element ``i`` would die of having to fall back from this opponent; who turns to face it first is not asked."""
    return edge_beset(b, opponent, i) == NOWHERE and has_no_way_back(b, i)


@kernel
def has_no_way_back(b, i):
    """Element ``i`` would die if it had to recoil where it stands."""
    return _has_something_behind(b, i) and not may_recoil(b, i)


@kernel
def _has_something_behind(b, i):
    """Somebody, a camp, water or the board's edge is so near the back of ``i`` that it may be in its way."""
    figure = b.figures[i]
    if figure.camp != NONE:
        return True
    back = recoil_distance(b, i)
    near = 0.5 * (figure.width + figure.depth) + back
    if min(figure.x, b.table_width - figure.x) < near or min(figure.y, b.table_height - figure.y) < near:
        return True
    for j in range(b.n_figures):
        if j != i and _reaches_behind(figure, b.figures[j], back) and is_in_open(b.figures[j]):
            if not is_level_beside(base_of(b.figures[j]), base_of(figure)):
                return True
    for owner in range(N_SIDES):
        camp = b.camps[owner]
        if camp.present == 1 and abs(camp.x - figure.x) + abs(camp.y - figure.y) < 2.0 * near + camp.width + camp.depth:
            return True
    return has_ground(b, Ground.WATERWAY)


@kernel
def _reaches_behind(figure, other, back):
    """A part of the other is, or of an enemy touches, where a figure recoiling so far stands or goes over.

    Only speed explains this: the rules are asked of one in five as often, for a tenth more battles a second.
    """
    dx = other.x - figure.x
    dy = other.y - figure.y
    along = dx * figure.fx + dy * figure.fy
    straight = abs(figure.fx * other.fx + figure.fy * other.fy)
    across = abs(figure.fx * other.fy - figure.fy * other.fx)
    depth = 0.5 * (straight * other.depth + across * other.width)
    width = 0.5 * (straight * other.width + across * other.depth)
    near = 0.0 if other.side == figure.side else 1.0
    if along >= 0.5 * figure.depth or -along - depth > 0.5 * figure.depth + back + near:
        return False
    return abs(dx * figure.fy - dy * figure.fx) - width < 0.5 * figure.width + near


@kernel
def _price_of_trampling(b, i, w):
    """What the friends are worth whom Elephants destroy by recoiling (DBA-RECOIL-6)."""
    total = 0.0
    if b.figures[i].type == Type.EL:
        for j in range(b.n_figures):
            if is_met_recoiling(b, i, j):
                total += cost_of_losing(b, j, w)
    return total


@kernel
def runs_to_its_end(b, i):
    """Fleeing straight back, element ``i`` would come to a river that is or may be lethal, or off the board."""
    figure = b.figures[i]
    run = b.rules.move[figure.type, 0] + recoil_distance(b, i) + figure.width
    edge = min(figure.x, b.table_width - figure.x, figure.y, b.table_height - figure.y)
    if edge > run and (b.river == River.PALTRY or not has_ground(b, Ground.RIVER)):
        return False
    back = placed(base_of(figure), figure.x, figure.y, 0.0 - figure.fx, 0.0 - figure.fy)
    here = ahead(back, recoil_distance(b, i))
    way = way_of_flight(b, i, here, here)
    return way.is_free and (way.river or way.edge)


@kernel
def _price_of_defeat(b, loser, winner, degree, by, w):
    """What the loser's side loses when it is beaten, or doubled, by the winner in close combat or by shooting.

    Who cannot fall back dies, and who supported it dies with it; an enemy met back to back dies too, and is taken off.
    """
    result = outcome_of(b, loser, winner, degree, by)
    if result == Outcome.NO_EFFECT:
        return 0.0
    is_lost = result == Outcome.DESTROYED or _is_hemmed_in(b, loser, winner)
    if not is_lost and result == Outcome.FLEE:
        is_lost = runs_to_its_end(b, loser)
    if not is_lost:
        return _price_of_trampling(b, loser, w) + (w.flee if result == Outcome.FLEE else w.recoil)
    price = cost_of_losing(b, loser, w)
    if by == By.CLOSE_COMBAT:
        supporter = doomed_supporter(b, loser, winner)
        if supporter != NONE:
            price += cost_of_losing(b, supporter, w)
    if result != Outcome.DESTROYED:
        enemy = goes_down_with(b, loser)
        if enemy != NONE:
            price -= cost_of_losing(b, enemy, w)
    return price


@kernel
def fight_gain(b, i, j, w, log):
    """What a fight between ``i`` and ``j`` as they stand brings the side of ``i`` on average over both dice."""
    mine = score(b, i, j, 0, log)
    his = score(b, j, i, 0, log)
    by = By.CLOSE_COMBAT
    return price_of_scores(b, j, i, his, mine, by, w) - price_of_scores(b, i, j, mine, his, by, w)


@kernel
def price_of_scores(b, loser, winner, own, his, by, w):
    """What one side loses on average over both dice against the other, by their scores before the dice."""
    total = 0.0
    for degree in range(Degree.BEATEN, Degree.DOUBLED + 1):
        chance = chance_of(degree, own, his)
        if chance > 0.0:
            total += chance * _price_of_defeat(b, loser, winner, degree, by, w)
    return total


@kernel
def somebody_turns(b):
    """An enemy stands on the flank or in the rear of somebody who will turn to face it (DBA-CONTACT-12)."""
    for i in range(b.n_figures):
        if is_in_open(b.figures[i]) and first_contact(b, i) != NONE and not is_in_front_contact(b, i):
            return True
    return False


@kernel
def coming_fights(b, side, w):
    """What the fights bring that stand ready, once all who must have turned to face: a bare flank is a fight too."""
    if b.phase != Phase.MOVEMENT or not somebody_turns(b):
        return _ready_fights(b, side, w)
    logs = np.empty(1, LOG)
    logs[0].keep = 0
    faced = np.empty(1, BATTLE)
    copy_record(faced[0], b)
    turn_to_face(faced[0], logs[0])
    total = _ready_fights(faced[0], side, w)
    keep_until_here(logs)
    keep_until_here(faced)
    return total


@kernel
def _ready_fights(b, side, w):
    """What the fights that stand ready bring on average over the dice, for the side."""
    logs = np.empty(1, LOG)
    logs[0].keep = 0
    total = 0.0
    for i in range(b.n_figures):
        if b.figures[i].side != side or b.figures[i].where != Where.TABLE:
            continue
        for j in range(b.n_figures):
            if b.figures[j].side == side or b.figures[j].where != Where.TABLE:
                continue
            if abs(b.figures[i].x - b.figures[j].x) + abs(b.figures[i].y - b.figures[j].y) > 1000.0:
                continue
            if are_opponents(b, i, j):
                total += fight_gain(b, i, j, w, logs[0])
    keep_until_here(logs)
    return total
