"""OPENINGS: what lets a group narrow its front (DBA-GROUP-8).

Rulings where the rulebook is silent:

- What forces a group to narrow is whatever would stop its old front if it went on straight ahead by its own move: an
  element that is not of the group, a camp, or ground that a group may not enter.
- The opening is there if the new front, from where it ends, has nothing of the kind before it as far as that. Whether
  there is something on either side of it is not asked: past a single wood the opening is as wide as the board.
- The group may narrow more than it must, as it might also contract into a column.
"""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import N_SIDES, Ground
from sandtable.games.dba.rules.ground import is_bad_for
from sandtable.games.dba.rules.positions import camp_base
from sandtable.kernel.action_checks import actor
from sandtable.kernel.geometry import TOUCH, Base, base_of, placed
from sandtable.kernel.log import locate, reason
from sandtable.kernel.records import NONE
from sandtable.kernel.sweep import sweep_hits
from sandtable.kernel.terrain import sweep_hits_feature

STRIP = 1.0
"""Paces of depth of the strip along the front edges that stands for a front rank."""


@kernel
def _front_strip(leader, level, left, right):
    """A strip along a front rank whose ends are so far to the right of the leader's middle, at ``level`` before it."""
    ahead = level - 0.5 * STRIP
    aside = 0.5 * (left + right)
    x = leader.x + leader.fx * ahead + leader.fy * aside
    y = leader.y + leader.fy * ahead - leader.fx * aside
    return Base(x, y, leader.fx, leader.fy, 0.5 * (right - left), 0.5 * STRIP)


@kernel
def _new_front(b, action, around):
    """The strip along the front rank that the first ``amount`` actors form where they end."""
    ends = around.ends
    leader = placed(base_of(b.figures[actor(action, 0)]), ends[0, 0], ends[0, 1], ends[0, 2], ends[0, 3])
    left = -leader.half_width
    right = leader.half_width
    for k in range(1, min(action.amount, action.n_actors)):
        dx = ends[k, 0] - leader.x
        dy = ends[k, 1] - leader.y
        aside = dx * leader.fy - dy * leader.fx
        half = 0.5 * b.figures[actor(action, k)].width
        left = min(left, aside - half)
        right = max(right, aside + half)
    return _front_strip(leader, leader.half_depth, left, right)


@kernel
def _bars_group(b, action, t):
    """Feature ``t`` is ground that a group of more than one file may not enter: water, or bad going for one of it."""
    kind = b.terrain.features[t].kind
    if kind == Ground.WATERWAY or kind == Ground.RIVER:
        return True
    for k in range(action.n_actors):
        if is_bad_for(b, b.figures[actor(action, k)], kind):
            return True
    return False


@kernel
def _is_barred(b, action, strip, distance, around):
    """Something stops the strip that goes so far straight ahead."""
    dx = strip.fx * distance
    dy = strip.fy * distance
    for m in range(around.n_others):
        if sweep_hits(strip, dx, dy, base_of(b.figures[around.others[m]])):
            return True
    for owner in range(N_SIDES):
        if b.camps[owner].present == 1 and sweep_hits(strip, dx, dy, camp_base(b, owner)):
            return True
    for m in range(around.n_features):
        t = around.features[m]
        if _bars_group(b, action, t) and sweep_hits_feature(strip, dx, dy, b.terrain, t):
            return True
    return False


@clause("DBA-GROUP-8", "DBA-GROUP-11")
@kernel
def narrows_for_an_opening(b, action, way, around, log):
    """A group narrows its front to get through an opening that its old front would not get through.

    Where the actors end stands in ``around.ends``.
    """
    order = around.order
    old = _front_strip(way.start, order.front.level, order.front.left, order.front.right)
    new = _new_front(b, action, around)
    gone = (new.x - old.x) * old.fx + (new.y - old.y) * old.fy
    leader = actor(action, 0)
    if new.half_width > old.half_width - TOUCH:
        reason(log, Code.NO_NARROWER_FRONT, Clause.DBA_GROUP_11, leader, NONE, action.amount)
        return False
    if not _is_barred(b, action, old, order.good, around):
        line = reason(log, Code.NARROWS_FOR_NOTHING, Clause.DBA_GROUP_8, leader, NONE, action.amount)
        locate(log, line, old.x, old.y, old.x + old.fx * order.good, old.y + old.fy * order.good, 0.0)
        return False
    if order.good > gone and _is_barred(b, action, new, order.good - gone, around):
        line = reason(log, Code.NO_OPENING, Clause.DBA_GROUP_8, leader, NONE, action.amount)
        locate(log, line, new.x, new.y, old.x + old.fx * order.good, old.y + old.fy * order.good, 0.0)
        return False
    return True
