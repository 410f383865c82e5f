"""What a position is worth: who is left and how good they are, generals, and who is near whom they want to fight."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.batalist.enums import End, Goal, Role, State
from sandtable.games.batalist.rules.ways import is_base
from sandtable.kernel.records import NONE

SCALE = 40.0
"""Points of lead that are worth half a battle."""

PART = 60.0
"""What all warriors of an army are worth for being there: the part of them that is left decides after the last turn."""

GENERAL = 30.0
DEAR = 15.0
"""Of a hero, or the general where the battle goes on without: at that death the whole army tests its morale."""

LEADER = 4.0
WOUNDED = 0.4


@kernel
def value_of_warrior(b, i):
    """What one warrior of battalion ``i`` is worth: a share of the army, protection and the better weapon."""
    profile = b.profiles[b.figures[i].profile]
    part = PART / max(b.sides[b.figures[i].side].start, 1)
    return part + 0.05 * profile.protection + 0.06 * max(profile.melee, profile.shooting)


@kernel
def strength_of(b, side):
    """What a side has left."""
    total = 0.0
    for i in range(b.n_figures):
        u = b.figures[i]
        if u.side != side:
            continue
        value = value_of_warrior(b, i)
        if is_base(u) or u.state == State.AMBUSH or u.state == State.WAITING or u.state == State.ON_BASE:
            total += value * (u.healthy + WOUNDED * u.wounded)
        elif u.state == State.FLED:
            total += 0.3 * value * u.healthy
    for c in range(b.n_characters):
        who = b.characters[c]
        if who.side == side and who.alive != 0:
            total += DEAR if who.role == Role.GENERAL or who.role == Role.HERO else LEADER
            state = b.figures[who.battalion].state
            is_there = state == State.FIELD or state == State.WAITING  # or will be: who deploys first leads by nothing
            if who.role == Role.GENERAL and b.goal == Goal.GENERAL and is_there:
                total += GENERAL
    return total + 8.0 * b.sides[side].left


@kernel
def evaluate(b, side):
    """How good it looks for a side, in [-1, 1]."""
    if b.end != End.NOT_YET:
        if b.winner == NONE:
            return 0.0
        return 1.0 if b.winner == side else -1.0
    lead = strength_of(b, side) - strength_of(b, 1 - side)
    return 0.95 * lead / (abs(lead) + SCALE)
