"""What an attack is likely to bring, with every die at its mean: warriors killed less own, by what they are worth."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import kernel
from sandtable.games.batalist.enums import Burst, Skill
from sandtable.games.batalist.rules.aftermath import nearest_enemy
from sandtable.games.batalist.rules.charging import aim_at, way_to
from sandtable.games.batalist.rules.damage import damage_of, flat_of, prepare_melee, prepare_shot
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.shooting import warriors_reached
from sandtable.games.batalist.rules.ways import is_base, is_touching
from sandtable.games.batalist.thinking.evaluate import DEAR, GENERAL, LEADER, value_of_warrior
from sandtable.games.batalist.thinking.objectives import Eye, is_dear, is_leaving, is_precious, is_shooter
from sandtable.games.batalist.thinking.passage import NO_WAY, way_out
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import base_of
from sandtable.kernel.records import NONE

MEAN = 3.5
"""Of a die."""

AWAY = 0.75
"""What a fight or a shot is worth that is one Move farther away, beside one at hand."""


@kernel
def mean_damage(b, a):
    """Damage of the attack that ``b.attack`` notes, with every die at its mean."""
    dice = a.flat_dice + 0
    cover = 0
    for place in range(len(b.rows)):
        if (a.rows >> place) & 1 != 0:
            dice += b.rows[place].shooting if a.shooting != 0 else b.rows[place].melee
            cover += b.rows[place].protection
    for place in range(len(b.skill_rows)):
        if (a.skill_rows >> place) & 1 != 0:
            dice += b.skill_rows[place].shooting if a.shooting != 0 else b.skill_rows[place].melee
    return damage_of(b, a, int(MEAN * dice) + flat_of(a), int(MEAN * cover), 4)


@kernel
def value_lost(b, i, damage):
    """What so much damage costs battalion ``i``, with a general on it or the most of it gone the more."""
    u = b.figures[i]
    lost = min(damage, u.healthy)
    value = value_of_warrior(b, i) * lost
    if 2 * lost >= u.healthy:
        value *= 1.3
    c = u.hero if u.hero != NONE else u.character
    if c != NONE:
        part = 1.0 if lost >= u.healthy else 0.3 if 2 * lost >= u.healthy else 0.0
        value += part * (GENERAL if is_precious(b, i) else DEAR if is_dear(b, i) else LEADER)
    return value


@kernel
def value_of_fight(b, i, j, ordered):
    """What a fight of battalion ``i`` with ``j`` brings, where they stand, less what it costs."""
    prepare_melee(b, i, j, ordered, reply=False)
    dealt = mean_damage(b, b.attack)
    prepare_melee(b, j, i, ordered=False, reply=True)
    back = mean_damage(b, b.attack)
    return value_lost(b, j, dealt) - value_lost(b, i, back)


@kernel
def value_of_shot(b, i, j, x, y):
    """What a shot of battalion ``i`` at ``j`` brings."""
    reached = warriors_reached(b, i, j, x, y)
    prepare_shot(b, i, j, reached)
    dealt = mean_damage(b, b.attack)
    if b.profiles[b.figures[i].profile].burst == Burst.AREA:
        dealt = min(dealt, reached)
    return value_lost(b, j, dealt)


@kernel
def value_of_charge(b, i, j, wheel):
    """What a Melee Attack by this wheel, if one is named, brings: the fight at its end, or so many steps nearer."""
    u = b.figures[i]
    if is_touching(b, i, j):
        return value_of_fight(b, i, j, ordered=True)
    way, _ = way_to(b, i, base_of(u), aim_at(b, j), wheel)
    x, y, fx, fy = u.x, u.y, u.fx, u.fy
    u.x, u.y, u.fx, u.fy = way.base.x, way.base.y, way.base.fx, way.base.fy
    value = value_of_fight(b, i, j, ordered=True) if way.reaches else 0.05 * way.moved
    u.x, u.y, u.fx, u.fy = x, y, fx, fy
    return value


@kernel
def facing_of(b, j, base):
    """How squarely a base faces ``j``, the enemy nearest to it, from -1 to 1."""
    if j == NONE:
        return 0.0
    ex, ey = b.figures[j].x - base.x, b.figures[j].y - base.y
    far = distance_of_points(0.0, 0.0, ex, ey)
    return (ex * base.fx + ey * base.fy) / far if far > 0.0 else 1.0


@kernel
def eye_of(b, i):
    """The nearest enemy of battalion ``i``, whom it would best fight, over how far that is, and its way past them."""
    near = nearest_enemy(b, i)
    best, prey = 0.0, NONE
    u = b.figures[i]
    out = way_out(b, i, base_of(u)) if is_base(u) and is_leaving(b, i) else NO_WAY
    if near == NONE or is_shooter(b, i) or u.hero != NONE or not has(b, i, Skill.MELEE):
        return Eye(near, prey, best, out)
    speed = max(b.profiles[u.profile].speed, 1.0)
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side == u.side or not is_base(other) or other.healthy <= 0 or has(b, j, Skill.FLYING):
            continue
        nearness = math.pow(AWAY, distance_of_points(u.x, u.y, other.x, other.y) / speed)
        if value_lost(b, j, other.healthy) * nearness <= best:  # no fight with it brings more than all of it
            continue
        gain = value_of_fight(b, i, j, ordered=True) * nearness
        if gain > best:
            best, prey = gain, j
    return Eye(near, prey, best, out)
