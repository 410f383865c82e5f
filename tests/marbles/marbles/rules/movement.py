"""MOVEMENT: may a marble roll there, and the knock at the end of its way (MOV, FGT)."""

import numpy as np

from marbles.record import Clause, Code, Purpose
from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.kernel import discs
from sandtable.kernel.geometry import LATTICE, snap
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import event, locate, outcome, reason
from sandtable.kernel.opposed_rolls import CONTESTANT, Again, contest, enter
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("MARB-BND-1", "MARB-MOV-1")
@kernel
def judge_roll(b, action, log):
    """One marble of the side whose bound it is rolls straight to a place within its reach, over nothing."""
    i, x, y = action.actors[0], action.x, action.y
    if action.n_actors != 1 or b.figures[i].side != b.turn or b.figures[i].out != 0:
        return refused(log, Code.ONE_OF_YOURS, Clause.BND_1, i, NONE, 0)
    disc = discs.disc_of(b.figures[i])
    dx, dy = x - disc.x, y - disc.y
    length = discs.distance_of_points(disc.x, disc.y, x, y)
    if not is_within(length, b.rules.roll, LATTICE):
        at = reason(log, Code.TOO_FAR, Clause.MOV_1, i, NONE, int(100.0 * b.rules.roll))
        locate(log, at, disc.x, disc.y, x, y, length)
        return Verdict(0, 0)
    for j in range(b.n_figures):
        if j != i and b.figures[j].out == 0 and discs.disc_hits_disc(disc, dx, dy, discs.disc_of(b.figures[j])):
            return refused(log, Code.ON_SOMEBODY, Clause.MOV_1, i, j, 0)
    if discs.disc_hits_feature(disc, dx, dy, b.terrain, 0):
        return refused(log, Code.INTO_ROCK, Clause.MOV_1, i, NONE, 0)
    if not discs.disc_is_on_table(discs.disc_shifted(disc, dx, dy), b.width, b.height):
        return refused(log, Code.OFF_TRAY, Clause.MOV_1, i, NONE, 0)
    return Verdict(1, 0)


@clause("MARB-MOV-1", "MARB-FGT-1")
@kernel
def make_roll(b, action, dice, log):
    """Roll there, and fight the first enemy that is touched then."""
    i = action.actors[0]
    mine = b.figures[i]
    mine.x, mine.y, mine.fx, mine.fy = snap(action.x), snap(action.y), action.fx, action.fy
    locate(log, event(log, Code.ROLLS, Clause.MOV_1, i, NONE, 0), mine.x, mine.y, mine.x, mine.y, 0.0)
    for j in range(b.n_figures):
        enemy = b.figures[j]
        gap = discs.disc_gap(discs.disc_of(mine), discs.disc_of(enemy))
        if gap == 0.0 and enemy.out == 0 and enemy.side != mine.side:
            both = np.empty(2, CONTESTANT)
            enter(both[0], mine.side, i, int(mine.width > enemy.width))
            enter(both[1], enemy.side, j, int(enemy.width > mine.width))
            loser = j if contest(both, 2, Again.ALL, dice, log, Purpose.KNOCK) == 0 else i
            b.figures[loser].out = 1
            outcome(log, Code.OUT, Clause.FGT_1, loser, i + j - loser, 0)
            return
