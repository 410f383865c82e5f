"""Random play of whole battles of any game, held against its invariants after every action."""

from __future__ import annotations

from sandtable.kernel.compiling import kernel
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import choose, forget
from sandtable.kernel.records import NOBODY
from sandtable.kernel.verbs import MAX_LEGAL, apply, current_side, judge, legal_actions, sample_action

FAULTS = {
    9: "nobody can act, though somebody must decide",
    10: "a listed action is judged illegal",
    11: "the battle does not end",
}
"""What the numbers mean that these loops return; a game's own ``fault`` kernel returns others, and 0 for none."""


@kernel
def play_and_check(b, dice, planner, desk, limit, fault):
    """Random play by ``sample_action`` to the end; returns (fault, decisions)."""
    decisions = 0
    while current_side(b) != NOBODY:
        sample_action(b, planner, desk.action[0])
        if judge(b, desk.action[0], desk.log[0]).legal == 0:
            return 10, decisions
        apply(b, desk.action[0], dice, desk.log[0])
        forget(dice)
        decisions += 1
        found = fault(b)
        if found != 0:
            return found, decisions
        if decisions > limit:
            return 11, decisions
    return 0, decisions


@kernel
def play_listed_and_check(b, dice, planner, desk, limit, fault):
    """Random play over the full lists: every listed action must be judged legal; returns (fault, decisions)."""
    for decisions in range(limit):
        if current_side(b) == NOBODY:
            return 0, decisions
        n = legal_actions(b, desk.actions)
        if n < 1 or n > MAX_LEGAL:
            return 9, decisions
        for k in range(n):
            if judge(b, desk.actions[k], desk.log[0]).legal == 0:
                copy_record(desk.action[0], desk.actions[k])
                return 10, decisions
        copy_record(desk.action[0], desk.actions[choose(planner, n)])
        apply(b, desk.action[0], dice, desk.log[0])
        forget(dice)
        found = fault(b)
        if found != 0:
            return found, decisions
    return 0, limit
