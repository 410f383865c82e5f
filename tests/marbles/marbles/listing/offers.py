"""Which actions Marbles lists, and one at random: each marble in eight directions, and the pass."""

import numpy as np

from marbles.record import Verb
from marbles.rules.sequence import judge
from sandtable.compiler.decorators import kernel
from sandtable.kernel.action_drafts import blank, draft_for, pose
from sandtable.kernel.dice import choose
from sandtable.kernel.geometry import facing_of_degrees
from sandtable.kernel.log import LOG
from sandtable.kernel.scratch import keep_until_here


@kernel
def may_roll(b, action, i, heading):
    """Draft a roll of marble ``i`` as far as it may go in one of eight directions, and judge it: 1 or 0."""
    logs = np.zeros(1, LOG)  # which keeps nothing
    way = facing_of_degrees(45.0 * heading)
    draft_for(b, action, Verb.ROLL, i)
    pose(action, action.x + b.rules.roll * way.x, action.y + b.rules.roll * way.y, way.x, way.y)
    legal = judge(b, action, logs[0]).legal
    keep_until_here(logs)
    return legal


@kernel
def legal_actions(b, out):
    """Rolls in eight directions, then the pass; returns how many."""
    n = 0
    for i in range(b.n_figures):
        for heading in range(8):
            n += may_roll(b, out[n], i, heading)
    blank(out[n], Verb.PASS)
    return n + 1


@kernel
def sample_action(b, dice, action):
    """A roll at random; the pass if it is not legal."""
    if may_roll(b, action, choose(dice, b.n_figures), choose(dice, 8)) == 0:
        blank(action, Verb.PASS)
