"""Useful musters of Romans out of the camp box, and hand-overs of captives."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.dbaix.record import (
    Side,
    Verb,
    Where,
)
from sandtable.games.dbaix.rules import camp, captives
from sandtable.games.dbaix.rules.positions import is_on_table, side_of_bound
from sandtable.kernel.action_drafts import add, blank
from sandtable.kernel.dice import choose
from sandtable.kernel.records import MAX_ACTORS, NONE


@kernel
def _muster_leader(b, choice):
    """Who may lead men out of the box: choice 0 an officer other than the commander, 1 the commander, or NONE.

    An officer in the box goes before one standing in the camp.
    """
    for from_box in (True, False):
        for i in range(b.n_figures):
            figure = b.figures[i]
            if figure.officer == 0 or (figure.commander != 0) != (choice == 1):
                continue
            if from_box and camp.may_come_back(b, figure):
                return i
            if not from_box and is_on_table(figure) and figure.side == Side.ROMANS and camp.may_fetch(b, i):
                return i
    return NONE


@kernel
def fill_muster(b, leader, gate, files, ranks, action):
    """Fill the muster of the leader and as many of the box as find room in so many files and ranks."""
    blank(action, Verb.MUSTER)
    action.target = gate
    action.amount = files
    action.actors[0] = leader
    count = 1
    for i in range(b.n_figures):
        if count < min(files * ranks, MAX_ACTORS) and i != leader and camp.may_come_back(b, b.figures[i]):
            action.actors[count] = i
            count += 1
    action.n_actors = count
    action.amount = min(files, count)


@kernel
def _has_box(b):
    """Some Roman may come back from the camp box in this bound."""
    for i in range(b.n_figures):
        if camp.may_come_back(b, b.figures[i]):
            return True
    return False


@kernel
def list_musters(b, draft, out, n, log):
    """Out of every gate: as many as it holds, two abreast, one rank, and the leader alone."""
    if side_of_bound(b) != Side.ROMANS or b.n_gates == 0 or b.pips < b.rules.return_cost or not _has_box(b):
        return n
    for choice in range(2):
        leader = _muster_leader(b, choice)
        if leader == NONE:
            continue
        side = b.figures[leader].width
        ranks = max(int(b.rules.muster_depth / side + 0.01), 1)
        for gate in range(b.n_gates):
            widest = max(int(b.gates[gate].width / side + 0.01), 1)
            sizes = 0
            for shape in range(4):
                files = min(2, widest) if shape == 1 else widest
                fill_muster(b, leader, gate, 1 if shape == 3 else files, 1 if shape >= 2 else ranks, draft)
                if shape > 0 and draft.n_actors == sizes:
                    continue
                sizes = draft.n_actors
                if camp.judge_muster(b, draft, log).legal != 0 and n < len(out):
                    n = add(draft, out, n)
    return n


@kernel
def list_hand_overs(b, draft, out, n):
    """Every captive to every friend who touches its guard."""
    side = side_of_bound(b)
    for captive in range(b.n_figures):
        if b.figures[captive].where != Where.CAPTIVE:
            continue
        guard = b.figures[captive].guard
        if guard == NONE or b.figures[guard].side != side:
            continue
        for friend in range(b.n_figures):
            if n < len(out) and captives.may_hand_over(b, guard, friend, captive):
                blank(draft, Verb.HAND_OVER)
                draft.actors[0] = guard
                draft.n_actors = 1
                draft.target = friend
                draft.item = captive
                n = add(draft, out, n)
    return n


@kernel
def sample_muster(b, dice, action, log):
    """With some chance, and where it is legal, Romans come back from the box."""
    if side_of_bound(b) != Side.ROMANS or b.n_gates == 0 or b.pips < b.rules.return_cost or not _has_box(b):
        return False
    leader = _muster_leader(b, choose(dice, 2))
    if leader == NONE or choose(dice, 2) == 0:
        return False
    gate = choose(dice, b.n_gates)
    side = b.figures[leader].width
    files = 1 + choose(dice, max(int(b.gates[gate].width / side + 0.01), 1))
    ranks = 1 + choose(dice, max(int(b.rules.muster_depth / side + 0.01), 1))
    fill_muster(b, leader, gate, files, ranks, action)
    return camp.judge_muster(b, action, log).legal != 0
