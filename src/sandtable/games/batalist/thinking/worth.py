"""What an action is worth at first sight, by the features of data/worth.toml."""

from __future__ import annotations

import math

from sandtable.games.batalist.clauses import FOLDER
from sandtable.games.batalist.record import Formation, Goal, Order, Phase, Spell, Verb, Zone
from sandtable.games.batalist.rules.aftermath import nearest_enemy
from sandtable.games.batalist.rules.charging import charge_by
from sandtable.games.batalist.rules.damage import damage_of, prepare_melee, prepare_shot
from sandtable.games.batalist.rules.sequence import current_side
from sandtable.games.batalist.rules.shooting import warriors_reached
from sandtable.games.batalist.rules.ways import free_ahead, is_touching
from sandtable.games.batalist.rules.zones import zone_of
from sandtable.games.batalist.thinking.errands import (
    errand_of,
    is_dear,
    is_precious,
    longing,
    out_of_command,
    wanted_distance,
)
from sandtable.games.batalist.thinking.evaluate import DEAR, GENERAL, LEADER, value_of_warrior
from sandtable.games.common.worth import feature_enum, weigh
from sandtable.kernel.compiling import kernel
from sandtable.kernel.geometry import base_of, distance_between, placed
from sandtable.kernel.records import NONE

Feature = feature_enum(FOLDER, __name__)

MEAN = 3.5
"""Of a die."""


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
    return damage_of(b, a, int(MEAN * dice) + a.flat, int(MEAN * cover), 4)


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
    prepare_melee(b, i, j, ordered, False)
    dealt = mean_damage(b, b.attack)
    prepare_melee(b, j, i, False, True)
    back = mean_damage(b, b.attack)
    return value_lost(b, j, dealt) - value_lost(b, i, back)


@kernel
def value_of_shot(b, i, j, x, y):
    """What a shot of battalion ``i`` at ``j`` brings."""
    prepare_shot(b, i, j, warriors_reached(b, i, j, x, y))
    return value_lost(b, j, mean_damage(b, b.attack))


@kernel
def value_of_charge(b, i, j, degrees):
    """What a Melee Attack brings: the fight at its end, or so many steps nearer."""
    u = b.figures[i]
    if is_touching(b, i, j):
        return value_of_fight(b, i, j, True)
    way = charge_by(b, i, j, degrees)
    x, y, fx, fy = 0.0 + u.x, 0.0 + u.y, 0.0 + u.fx, 0.0 + u.fy
    u.x, u.y, u.fx, u.fy = way.base.x, way.base.y, way.base.fx, way.base.fy
    value = value_of_fight(b, i, j, True) if way.reaches == j else 0.05 * way.moved
    u.x, u.y, u.fx, u.fy = x, y, fx, fy
    return value


@kernel
def facing_of(b, j, base):
    """How squarely a base faces ``j``, the enemy nearest to it, from -1 to 1."""
    if j == NONE:
        return 0.0
    ex, ey = b.figures[j].x - base.x, b.figures[j].y - base.y
    far = math.hypot(ex, ey)
    return (ex * base.fx + ey * base.fy) / far if far > 0.0 else 1.0


@kernel
def room_to_move(b, i):
    """The part of one more Move that battalion ``i`` could go straight ahead: walls, water and friends stop it."""
    u = b.figures[i]
    base = base_of(u)
    speed = max(b.profiles[u.profile].speed, 1.0)
    ordered = 1.0 if u.given > 0 and u.cards[0] == Order.MOVE else 0.0
    free = free_ahead(b, i, base, base.fx, base.fy, (ordered + 1.0) * speed, NONE)
    return min(max(free / speed - ordered, 0.1), 1.0)


@kernel
def use_of_order(b, i, j, order):
    """How much use battalion ``i``, to which ``j`` is the nearest enemy, has for another order of this kind."""
    u = b.figures[i]
    if j == NONE:
        return 0.0
    other = b.figures[j]
    apart = distance_between(base_of(u), base_of(other))
    profile = b.profiles[u.profile]
    strength = 0.02 * u.healthy * (1.0 + value_of_warrior(b, i))
    second = 0.7 if u.given > 0 else 1.0
    if order == Order.SHOOTING_ATTACK:
        in_reach = apart <= profile.radius + (profile.speed if u.given > 0 and u.cards[0] == Order.MOVE else 0.0)
        return second * (1.2 + strength if in_reach else 0.0)
    if order == Order.MELEE_ATTACK:
        ahead = facing_of(b, j, base_of(u)) > 0.3
        moves = u.given > 0 and u.cards[0] == Order.MOVE
        reach = profile.speed * (2.0 if moves else 1.0)
        if apart > reach or not (ahead or moves) or wanted_distance(b, i) > 0.0:
            return 0.0
        return second * (1.4 + strength)
    if order == Order.MOVE:
        far = longing(b, i, j, base_of(u))
        near_goal = max(1.0 - 0.05 * far, 0.2) if errand_of(b, i).is_sent else 0.0
        near_goal += 1.0 if near_goal > 0.0 and b.goal == Goal.WALL else 0.0
        return second * (0.9 + strength + near_goal) * room_to_move(b, i) if far > 1.5 else 0.1
    if order == Order.TURN:
        return 0.8 if facing_of(b, j, base_of(u)) < 0.3 and apart < 20.0 else 0.0
    if order == Order.RECOVERY:
        return 0.1 * u.wounded if apart > 8.0 else 0.0
    return 0.0


@kernel
def _weigh_order(b, action, j, row):
    """Cards and mana of the orders phase; ``j`` is the enemy nearest to who gets one."""
    if action.verb == Verb.GIVE:
        row[Feature.ORDER.value] = use_of_order(b, action.actors[0], j, action.amount) - 0.15
        leader = b.figures[action.target]
        if leader.hero != NONE and action.actors[0] != action.target:
            row[Feature.ORDER.value] -= 0.3
    elif action.verb == Verb.SET_ASIDE:
        row[Feature.ORDER.value] = 0.5 + 0.05 * action.amount if b.turn > 2 else -1.0
    elif action.verb == Verb.SHARD:
        row[Feature.ORDER.value] = 0.5


@kernel
def _weigh_move(b, action, j, row):
    """A Move or Turn: nearer to where the battalion wants to be, and facing ``j``, the nearest enemy."""
    i = action.actors[0]
    u = b.figures[i]
    base = base_of(u)
    end = placed(base, action.x, action.y, action.fx, action.fy)
    row[Feature.NEAR.value] = longing(b, i, j, base) - longing(b, i, j, end)
    row[Feature.FRONT.value] = facing_of(b, j, end) - facing_of(b, j, base)
    if j != NONE and wanted_distance(b, i) == 0.0:
        zone = zone_of(b.figures[j], action.x, action.y)
        row[Feature.FRONT.value] += 0.5 if zone != Zone.FRONT and facing_of(b, j, end) > 0.7 else 0.0


@kernel
def _weigh_spell(b, action, row):
    """A spell: what its damage brings, or how useful it is."""
    spell, j = action.item, action.target
    if spell == Spell.FIREBOLT or spell == Spell.STORM_OF_SHARDS:
        row[Feature.DAMAGE.value] = value_lost(b, j, 10 // b.profiles[b.figures[j].profile].protection + 4)
    elif spell == Spell.DREAD or spell == Spell.CONFUSION:
        row[Feature.DAMAGE.value] = 6.0 if spell == Spell.DREAD and is_precious(b, j) else 1.5
    elif spell == Spell.IRON_VOICE:
        row[Feature.DAMAGE.value] = use_of_order(b, j, nearest_enemy(b, j), action.amount) - 0.5
    elif spell == Spell.MIND_SPEAR:
        row[Feature.DAMAGE.value] = 8.0 if is_dear(b, j) else 2.0
    else:
        row[Feature.REST.value] = 0.6


@kernel
def _weigh_deed(b, action, j, row):
    """Everything that is done in a go; ``j`` is the enemy nearest to who does it."""
    i = action.actors[0]
    if action.verb == Verb.SHOOT:
        row[Feature.DAMAGE.value] = value_of_shot(b, i, action.target, action.x, action.y) + 0.5
    elif action.verb == Verb.CHARGE:
        row[Feature.DAMAGE.value] = value_of_charge(b, i, action.target, action.amount / 100.0)
    elif action.verb == Verb.MOVE or action.verb == Verb.TURN:
        _weigh_move(b, action, j, row)
    elif action.verb == Verb.CAST:
        _weigh_spell(b, action, row)
    elif action.verb == Verb.REFORM:
        if action.amount != b.figures[i].formation or action.item != b.figures[i].files:
            row[Feature.REST.value] = 1.0 if action.amount == Formation.HEDGEHOG else 0.3
    elif action.verb == Verb.RECOVER:
        row[Feature.DAMAGE.value] = 0.5
    elif action.verb == Verb.CANCEL or action.verb == Verb.DISCARD or action.verb == Verb.PASS:
        row[Feature.REST.value] = 0.5
    elif action.verb == Verb.MERCY or action.verb == Verb.DOCTOR:
        row[Feature.REST.value] = 0.8
    elif action.verb == Verb.PASS_OVER:
        row[Feature.REST.value] = 3.0


@kernel
def _weigh_answer(b, action, row):
    """Answers to questions, and who goes first."""
    if action.verb == Verb.REPLACE:
        row[Feature.DAMAGE.value] = value_of_fight(b, action.actors[0], b.quarry, True)
    elif action.verb == Verb.DISPEL:
        row[Feature.DAMAGE.value] = 0.5
    elif action.verb == Verb.GO_FIRST:
        row[Feature.GOAL.value] = 0.1
    elif action.verb == Verb.RETURN:
        row[Feature.GOAL.value] = 1.0
    elif action.verb == Verb.DEPLOY:
        i = action.actors[0]
        base = placed(base_of(b.figures[i]), action.x, action.y, action.fx, action.fy)
        aside = abs(action.x - 0.5 * b.width) / b.width
        row[Feature.NEAR.value] = -10.0 * aside - out_of_command(b, b.mover, base)


@kernel
def worth(b, actions, n, features, out):
    """The worth of each of the first ``n`` listed actions to the side to decide, and the features it is made of."""
    side = current_side(b)
    actor = near = NONE
    for k in range(n):
        row = features[k]
        row[:] = 0.0
        action = actions[k]
        if action.actors[0] != actor and (
            b.phase == Phase.ORDERS or b.phase == Phase.EXECUTION or b.phase == Phase.AT_ONCE
        ):
            actor = 0 + action.actors[0]
            near = NONE if actor == NONE else nearest_enemy(b, actor)
        if b.phase == Phase.ORDERS:
            _weigh_order(b, action, near, row)
        elif b.phase == Phase.EXECUTION or b.phase == Phase.AT_ONCE:
            _weigh_deed(b, action, near, row)
        else:
            _weigh_answer(b, action, row)
    if n > 0:
        weigh(features, b.worths[side], n, out)
