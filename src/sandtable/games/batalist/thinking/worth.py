"""What an action is worth at first sight, by the features of data/worth.toml."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.batalist.clauses import FOLDER
from sandtable.games.batalist.enums import Formation, Order, Phase, Question, Skill, Spell, State, Verb, Zone
from sandtable.games.batalist.rules.ambush import markers_of, strikes_from
from sandtable.games.batalist.rules.deployment import base_under
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.moving import leaves_field
from sandtable.games.batalist.rules.sequence import current_side
from sandtable.games.batalist.rules.zones import zone_of
from sandtable.games.batalist.thinking.ambushes import (
    LAID,
    nearer_from_ambush,
    use_in_ambush,
    value_from_ambush,
    value_of_hiding,
)
from sandtable.games.batalist.thinking.attacks import (
    eye_of,
    facing_of,
    value_lost,
    value_of_charge,
    value_of_fight,
    value_of_shot,
)
from sandtable.games.batalist.thinking.deploying import value_of_place
from sandtable.games.batalist.thinking.flyer_leaders import MOUNTED, leads_mount, mount_of, takes_place_of_courier
from sandtable.games.batalist.thinking.leaving import HURRY, LINGER, gets_over, longing_to_leave
from sandtable.games.batalist.thinking.objectives import (
    Eye,
    is_dear,
    is_leaving,
    is_precious,
    longing,
)
from sandtable.games.batalist.thinking.orders import BREACH, barrier, passes_by, use_of_order
from sandtable.games.batalist.thinking.passage import NO_WAY, way_out
from sandtable.games.common.worth import feature_enum, weigh
from sandtable.kernel.geometry import base_of, placed
from sandtable.kernel.records import NONE

CHANGE = 3.0
"""What it is worth that Independent warriors who are sent over the edge move by both orders of their own, for good."""

STOPPED = 4.0
"""What it costs one that is to leave to come to blows on its way."""

FREED = 0.5
"""What it is worth to cancel its order to do so."""

Feature = feature_enum(FOLDER, __name__)


@kernel
def _weigh_order(b, action, eye, row):
    """Cards and mana of the orders phase; on whom those have their eye who get one."""
    if action.verb == Verb.GIVE and b.figures[action.actors[0]].state == State.AMBUSH:
        row[Feature.ORDER] = use_in_ambush(b, action.actors[0], action.amount)
    elif action.verb == Verb.GIVE:
        row[Feature.ORDER] = use_of_order(b, action.actors[0], eye, action.amount) - 0.15
        leader = b.figures[action.target]
        if leader.hero != NONE and action.actors[0] != action.target:
            row[Feature.ORDER] -= 0.3
    elif action.verb == Verb.SET_ASIDE:
        row[Feature.ORDER] = 0.5 + 0.05 * action.amount
        if b.turn <= 2 or passes_by(b, action.actors[0]):  # the hero needs it all to get there
            row[Feature.ORDER] = -1.0
    elif action.verb == Verb.SHARD:
        row[Feature.ORDER] = 0.5
    elif action.verb == Verb.CHANGE_OWN:
        i = action.actors[0]
        goes = b.figures[i].fixed[action.item] != Order.MOVE and action.amount == Order.MOVE
        row[Feature.ORDER] = CHANGE if goes and is_leaving(b, i) else -CHANGE


@kernel
def _weigh_move(b, action, eye, row):
    """A Move or Turn: nearer to where the battalion wants to be, and facing whom it has its eye on."""
    i = action.actors[0]
    j = eye.prey if eye.prey != NONE else eye.near
    u = b.figures[i]
    base = base_of(u)
    end = placed(base, action.x, action.y, action.fx, action.fy)
    row[Feature.NEAR] = longing(b, i, eye, base) - longing(b, i, eye, end)
    row[Feature.FRONT] = facing_of(b, j, end) - facing_of(b, j, base)
    if is_leaving(b, i):
        row[Feature.FRONT] = 0.0
        if leaves_field(b, i, end):
            row[Feature.GOAL] = 10.0
        else:
            row[Feature.NEAR] = longing_to_leave(b, i, base, eye.out)
            row[Feature.NEAR] -= longing_to_leave(b, i, end, way_out(b, i, end))
        row[Feature.NEAR] *= HURRY if gets_over(b, i, eye) else LINGER
        return
    if eye.prey != NONE:
        zone = zone_of(b.figures[j], action.x, action.y)
        row[Feature.FRONT] += 0.5 if zone != Zone.FRONT and facing_of(b, j, end) > 0.7 else 0.0


@kernel
def _weigh_spell(b, action, row):
    """A spell: what its damage brings, or how useful it is."""
    spell, j = action.item, action.target
    if spell == Spell.FIREBOLT or spell == Spell.STORM_OF_SHARDS:
        row[Feature.DAMAGE] = value_lost(b, j, 10 // b.profiles[b.figures[j].profile].protection + 4)
    elif spell == Spell.DREAD or spell == Spell.CONFUSION:
        row[Feature.DAMAGE] = 6.0 if spell == Spell.DREAD and is_precious(b, j) else 1.5
    elif spell == Spell.IRON_VOICE:
        row[Feature.DAMAGE] = use_of_order(b, j, eye_of(b, j), action.amount) - 0.5
    elif spell == Spell.MIND_SPEAR:
        row[Feature.DAMAGE] = 8.0 if is_dear(b, j) else 2.0
    else:
        row[Feature.REST] = 0.6


@kernel
def _weigh_deed(b, action, eye, row):
    """Everything that is done in a go; on whom those have their eye who do it."""
    i = action.actors[0]
    if action.verb == Verb.SHOOT:
        row[Feature.DAMAGE] = value_of_shot(b, i, action.target, action.x, action.y) + 0.5
    elif action.verb == Verb.CHARGE:
        row[Feature.DAMAGE] = value_of_charge(b, i, action.target, action.amount)
        if is_leaving(b, i):
            row[Feature.DAMAGE] -= STOPPED
    elif action.verb == Verb.MOVE or action.verb == Verb.TURN:
        _weigh_move(b, action, eye, row)
    elif action.verb == Verb.AMBUSH:
        order = b.figures[i].cards[0]
        if order == Order.MOVE:
            row[Feature.GOAL] = 0.0 if markers_of(b, i) > 0 else LAID
            row[Feature.NEAR] = nearer_from_ambush(b, action)
        else:
            there = strikes_from(b, i, action.item, action.amount, action.x, action.y)
            row[Feature.DAMAGE] = value_from_ambush(b, i, action.target, order, there[0], there[1])
    elif action.verb == Verb.BATTER:
        row[Feature.GOAL] = BREACH if action.item == barrier(b) and b.figures[i].side == 0 else 0.0
    elif action.verb == Verb.CAST:
        _weigh_spell(b, action, row)
    elif action.verb == Verb.REFORM:
        if action.amount != b.figures[i].formation or action.item != b.figures[i].files:
            row[Feature.REST] = 1.0 if action.amount == Formation.HEDGEHOG else 0.3
    elif action.verb == Verb.RECOVER or action.verb == Verb.STRIKE_WOUNDED:
        row[Feature.DAMAGE] = 0.5
    elif action.verb == Verb.CANCEL and is_leaving(b, i) and action.amount == Order.MELEE_ATTACK:
        row[Feature.GOAL] = FREED
    elif action.verb == Verb.CANCEL or action.verb == Verb.DISCARD or action.verb == Verb.PASS:
        row[Feature.REST] = 0.5
    elif action.verb == Verb.MERCY or action.verb == Verb.DOCTOR:
        row[Feature.REST] = 0.8
    elif action.verb == Verb.PASS_OVER:
        if leads_mount(b, i) and mount_of(b, b.mover) == action.target:
            row[Feature.GOAL] = MOUNTED
        else:
            row[Feature.REST] = 3.0


@kernel
def _weigh_answer(b, action, row):
    """Answers to questions, and who goes first."""
    if action.verb == Verb.REPLACE:
        row[Feature.DAMAGE] = value_of_fight(b, action.actors[0], b.quarry, ordered=True)
    elif action.verb == Verb.NAME:
        named = action.actors[0]
        row[Feature.GOAL] = 0.1
        if b.question == Question.BASE and passes_by(b, b.quarry):
            row[Feature.GOAL] = -1.0
        elif has(b, named, Skill.CAMOUFLAGE):
            row[Feature.GOAL] = 0.2
        elif has(b, named, Skill.NOISY):
            row[Feature.GOAL] = 0.0
    elif action.verb == Verb.COME_OUT:
        if b.phase == Phase.FOUND and b.figures[action.actors[0]].side == b.mover:
            row[Feature.REST] = 0.1  # it faces whoever found it as it is
    elif action.verb == Verb.HIDE:
        row[Feature.HIDE] = value_of_hiding(b, action.actors[0])
    elif action.verb == Verb.DISPEL:
        row[Feature.DAMAGE] = 0.5
    elif action.verb == Verb.GO_FIRST:
        row[Feature.GOAL] = 0.1
    elif action.verb == Verb.RETURN:
        row[Feature.GOAL] = 1.0
    elif action.verb == Verb.DEPLOY:
        i = action.actors[0]
        base = placed(base_of(b.figures[i]), action.x, action.y, action.fx, action.fy)
        row[Feature.NEAR] = value_of_place(b, i, base)
        on_base = base_under(b, i, action.x, action.y) != NONE  # from where a hero only moves
        row[Feature.GOAL] = -MOUNTED if on_base or takes_place_of_courier(b, i, base) else 0.0


@kernel
def worth(b, actions, n, features, out):
    """The worth of each of the first ``n`` listed actions to the side to decide, and the features it is made of."""
    side = current_side(b)
    actor = NONE
    eye = Eye(NONE, NONE, 0.0, NO_WAY)
    for k in range(n):
        row = features[k]
        row[:] = 0.0
        action = actions[k]
        if action.actors[0] != actor and (
            b.phase == Phase.ORDERS or b.phase == Phase.EXECUTION or b.phase == Phase.AT_ONCE
        ):
            actor = action.actors[0]
            eye = eye_of(b, actor) if actor != NONE else Eye(NONE, NONE, 0.0, NO_WAY)
        if b.phase == Phase.ORDERS:
            _weigh_order(b, action, eye, row)
        elif b.phase == Phase.EXECUTION or b.phase == Phase.AT_ONCE:
            _weigh_deed(b, action, eye, row)
        else:
            _weigh_answer(b, action, row)
    if n > 0:
        weigh(features, b.worths[side], n, out)
