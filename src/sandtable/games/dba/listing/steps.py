"""The actions of the small steps of a bound: shots, fights, whom to turn to, and choices of an order.

What is listed here is all that is legal: the lists are short.
"""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.dba.record import MAX_FIGURES, Phase, Verb
from sandtable.games.dba.rules.arcs import best_shot
from sandtable.games.dba.rules.contact import has_six_positions
from sandtable.games.dba.rules.facing import judge_choice
from sandtable.games.dba.rules.positions import is_on_table
from sandtable.games.dba.rules.shooting import is_among_targets, is_eligible, must_shoot
from sandtable.games.dba.rules.war_wagons import may_be_chosen
from sandtable.kernel.action_drafts import add, blank
from sandtable.kernel.records import NONE

# Turning to face


@kernel
def list_faced(b, draft, out, n, log):
    """Every enemy to whom the element may turn that is to turn to face."""
    blank(draft, Verb.CHOOSE)
    for j in range(b.n_figures):
        draft.target = j
        if judge_choice(b, draft, log).legal == 1:
            n = add(draft, out, n)
    return n


# Distant shooting


@kernel
def _list_shooters(b, side, j, out, distances):
    """Fill ``out`` with those of a side who may shoot at ``j``, the nearest first; how many."""
    n = 0
    for i in range(b.n_figures):
        if b.figures[i].side != side or not is_eligible(b, i, j) or not is_among_targets(b, i, j):
            continue
        distance = best_shot(b, i, j).distance
        place = n
        while place > 0 and distances[place - 1] > distance:
            distances[place] = distances[place - 1]
            out[place] = out[place - 1]
            place -= 1
        distances[place] = distance
        out[place] = i
        n += 1
    return n


@kernel
def _add_shot(b, out, n, j, first, second, third):
    """Add the shot of these at ``j`` to the list, if in AIM the one who is named is among them."""
    if n >= len(out):
        return n
    if b.phase == Phase.AIM and b.pending != first and b.pending != second and b.pending != third:
        return n
    blank(out[n], Verb.SHOOT)
    out[n].target = j
    out[n].n_actors = 1
    out[n].actors[0] = first
    if second != NONE:
        out[n].actors[1] = second
        out[n].n_actors = 2
    if third != NONE:
        out[n].actors[2] = third
        out[n].n_actors = 3
    return n + 1


@kernel
def list_shots(b, out, n):
    """Every shot that the side to decide may let its elements take, alone or together, the nearest as main shooter.

    And, for the active side, every enemy element that may shoot next.
    """
    side = b.pending_side if b.phase == Phase.AIM else b.turn
    shooters = np.empty(MAX_FIGURES, np.int64)
    distances = np.empty(MAX_FIGURES, np.float64)
    for j in range(b.n_figures):
        if b.figures[j].side == side or not is_on_table(b.figures[j]) or b.figures[j].shot_at != 0:
            continue
        count = _list_shooters(b, side, j, shooters, distances)
        for first in range(count):
            n = _add_shot(b, out, n, j, shooters[first], NONE, NONE)
            for second in range(first + 1, count):
                if b.rules.aiding_shooters >= 1:
                    n = _add_shot(b, out, n, j, shooters[first], shooters[second], NONE)
                for third in range(second + 1, count):
                    if b.rules.aiding_shooters >= 2:
                        n = _add_shot(b, out, n, j, shooters[first], shooters[second], shooters[third])
    if b.phase == Phase.SHOOTING:
        for i in range(b.n_figures):
            if n < len(out) and b.figures[i].side != side and must_shoot(b, i):
                blank(out[n], Verb.CHOOSE)
                out[n].target = i
                n += 1
    return n


# Close combat


@kernel
def list_fights(b, out, n):
    """Every pair that may fight next, one of the active side first.

    A War Wagon with each of its attackers if these are of the active side, else with the first.
    """
    for i in range(b.n_figures):
        j = b.figures[i].opponent
        if j == NONE or n >= len(out):
            continue
        mutual = b.figures[j].opponent == i
        if mutual and (b.figures[i].side != b.turn):
            continue  # listed from the other side
        if not mutual and has_six_positions(b, j) and b.figures[i].side != b.turn:
            continue  # the wagon's own side just lets it fight
        draft = out[n]
        blank(draft, Verb.FIGHT)
        draft.n_actors = 2
        draft.actors[0] = i if b.figures[i].side == b.turn else j
        draft.actors[1] = j if b.figures[i].side == b.turn else i
        n += 1
    return n


@kernel
def list_choices(b, out, n):
    """Every element that may attack a War Wagon as main attacker, or recoil from it next."""
    for i in range(b.n_figures):
        if n < len(out) and may_be_chosen(b, i):
            blank(out[n], Verb.CHOOSE)
            out[n].target = i
            n += 1
    return n
