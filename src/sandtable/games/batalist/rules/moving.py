"""ACT: Move, Turn and Reform, the Fast move, and what a battalion that is touched may do."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Formation, Goal, Mode, Order, Question, Skill, State
from sandtable.games.batalist.rules.boats import carry
from sandtable.games.batalist.rules.cards import has_card, take_card, why_no_card
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.free_places import alight
from sandtable.games.batalist.rules.ladders import can_climb, climb, ladder_under, price_of_climb
from sandtable.games.batalist.rules.legs import SAME, leg_of, legs_in
from sandtable.games.batalist.rules.morale import cancel_orders, take_hero_along
from sandtable.games.batalist.rules.obstacles import why_blocked, why_no_room, why_no_room_from, why_no_wheel
from sandtable.games.batalist.rules.pending_question import ask
from sandtable.games.batalist.rules.reasons import (
    Why,
    allowed,
    because,
    because_far,
    because_of,
    because_there,
    drawn_along,
    forbids,
    names_a_pose,
    not_yours,
    verdict,
)
from sandtable.games.batalist.rules.roofs_and_decks import keeps_on_way, keeps_to, keeps_to_its_own
from sandtable.games.batalist.rules.speed import effective_speed
from sandtable.games.batalist.rules.traps import meets_traps, springs_on_move, springs_on_way
from sandtable.games.batalist.rules.ways import (
    free_ahead_from,
    is_base,
    is_free_straight,
    is_free_wheel,
    is_touching,
    lies_on_marker,
    price_of_straight,
    price_of_wheel,
    way_to_touch,
    wheeled,
    would_touch,
)
from sandtable.games.batalist.rules.zones import is_before
from sandtable.kernel.action_checks import is_finite
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import (
    LATTICE,
    TOUCH,
    Base,
    Corner,
    base_of,
    corner,
    is_west_of,
    placed,
    shifted,
    snap,
    snap_facing,
    snapped,
)
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.log import event, measured
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


class Walk(NamedTuple):
    """What came of walking a Move's legs."""

    base: Base
    price: float
    stopped_by: Why


@clause("BAT-ACT-9")
@kernel
def touched_enemy(b, i, base, but_now):
    """The enemy whom a base of battalion ``i`` touches, by a ladder too; ``but_now``: none it touches now. Or NONE."""
    own = base_of(b.figures[i])
    for j in range(b.n_figures):
        if b.figures[j].side != b.figures[i].side and is_base(b.figures[j]):
            if would_touch(b, i, base, j) and not (but_now and would_touch(b, i, own, j)):
                return j
    return NONE


@clause("BAT-ACT-9")
@kernel
def touches_enemy(b, i, base, but_now):
    """A base of battalion ``i`` touches an enemy; ``but_now``: those it touches where it stands do not count."""
    return touched_enemy(b, i, base, but_now) != NONE


@kernel
def _straight(b, i, base, dx, dy, length, is_forward):
    """One straight part of a Move: the base behind it, its price, and what forbids it."""
    if length < LATTICE:
        return Walk(base, 0.0, allowed())
    price = price_of_straight(b, i, base, dx / length, dy / length, length, is_forward)
    if not is_free_straight(b, i, base, dx, dy):
        return Walk(base, price, why_blocked(b, i, base, dx, dy))
    if not keeps_on_way(b, i, base, dx, dy):
        return Walk(base, price, leaves_its_own(b, i))
    free = way_to_touch(b, i, base, dx / length, dy / length, length)
    if free < length - TOUCH:
        there = shifted(base, dx * free / length, dy * free / length)
        return Walk(there, price, stops_at_enemy(b, i, there))
    return Walk(shifted(base, dx, dy), price, allowed())


@clause("BAT-BOA-7", "BAT-LAD-4")
@kernel
def leaves_its_own(b, i):
    """Who is aboard keeps to the water, who stands on a roof to roofs."""
    if b.figures[i].boat != NONE:
        return because(Code.KEEPS_TO_WATER, Clause.BOA_7)
    return because(Code.KEEPS_TO_ROOFS, Clause.LAD_4)


@clause("BAT-ACT-9")
@kernel
def stops_at_enemy(b, i, base):
    """A Move ends where it touches an enemy."""
    return because_of(Code.STOPS_AT_ENEMY, Clause.ACT_9, touched_enemy(b, i, base, but_now=True), 0)


@clause("BAT-ACT-4", "BAT-ACT-5", "BAT-ACT-7", "BAT-ACT-8", "BAT-ACT-9", "BAT-ACT-22")
@kernel
def walk(b, i, action):
    """Walk the legs of a Move of battalion ``i``: where they end, what they cost, and what is in the way."""
    base = base_of(b.figures[i])
    price = 0.0
    for k in range(legs_in(action)):
        leg = leg_of(base, action, k)
        goes_on = abs(leg.ahead) > SAME or abs(leg.aside) > SAME or leg.degrees != 0.0
        if k > 0 and goes_on and touches_enemy(b, i, base, but_now=True):
            return Walk(base, price, stops_at_enemy(b, i, base))
        turns = abs(leg.aside) > SAME or leg.degrees != 0.0
        part = _straight(b, i, base, leg.ahead * base.fx, leg.ahead * base.fy, abs(leg.ahead), leg.ahead >= 0.0)
        price += part.price
        if forbids(part.stopped_by):
            return Walk(base, price, part.stopped_by)
        base = part.base
        if turns and abs(leg.ahead) > SAME and touches_enemy(b, i, base, but_now=True):
            return Walk(base, price, stops_at_enemy(b, i, base))
        part = _straight(b, i, base, leg.aside * base.fy, -leg.aside * base.fx, abs(leg.aside), is_forward=False)
        price += part.price
        if forbids(part.stopped_by):
            return Walk(base, price, part.stopped_by)
        base = part.base
        if leg.degrees != 0.0 and abs(leg.aside) > SAME and touches_enemy(b, i, base, but_now=True):
            return Walk(base, price, stops_at_enemy(b, i, base))
        if leg.degrees != 0.0:
            price += price_of_wheel(b, i, base, leg.degrees)
            if not is_free_wheel(b, i, base, leg.degrees):
                return Walk(base, price, why_no_wheel(b, i, base, leg.degrees))
            base = wheeled(base, leg.degrees)
            if not keeps_to_its_own(b, i, base):
                return Walk(base, price, leaves_its_own(b, i))
    return Walk(base, price, allowed())


@clause("BAT-ACT-4", "BAT-ACT-19", "BAT-ACT-22", "BAT-FRM-5", "BAT-FRM-9", "BAT-SKL-7", "BAT-WOU-9", "BAT-EXE-10")
@kernel
def why_no_way(b, i, action, log):
    """What forbids this Move. How far it goes is in the log."""
    u = b.figures[i]
    if not names_a_pose(action) or action.n_via < 0 or action.n_via > len(action.via):
        return because(Code.NO_POSE, Clause.ACT_4)
    if u.healthy <= 0 and u.wounded_of == NONE:
        return because(Code.ONLY_WOUNDED, Clause.WOU_9)
    way = walk(b, i, action)
    speed = effective_speed(b, i)
    measured(log, Clause.ACT_4, i, way.price, speed)
    if forbids(way.stopped_by):
        return way.stopped_by
    if way.price > SAME and u.formation == Formation.HEDGEHOG and u.boat == NONE:
        return because(Code.HEDGEHOG_STANDS, Clause.FRM_5)
    if is_more_than(way.price, speed, LATTICE):
        why = because_far(Code.BEYOND_SPEED, Clause.ACT_4, NONE, way.price, speed)
        return drawn_along(why, u.x, u.y, way.base.x, way.base.y)
    far = distance_of_points(way.base.x, way.base.y, action.x, action.y)
    if abs(way.base.x - action.x) > SAME or abs(way.base.y - action.y) > SAME:
        why = because_far(Code.ENDS_ELSEWHERE, Clause.ACT_4, NONE, far, 0.0)
        return drawn_along(why, way.base.x, way.base.y, action.x, action.y)
    if way.base.fx * action.fx + way.base.fy * action.fy < 1.0 - 1e-6:
        return because(Code.FACES_ELSEWHERE, Clause.ACT_4)
    if way.price < SAME and action.item == NONE:
        return allowed()
    end = snapped(placed(way.base, action.x, action.y, way.base.fx, way.base.fy))
    if action.item != NONE:
        wrong = why_no_climb(b, i, action.item, end, speed - way.price)
        if forbids(wrong):
            return wrong
    if leaves_field(b, i, end):
        return allowed()
    if lies_on_marker(b, end):
        return because_there(Code.ENDS_ON_MARKER, Clause.AMB_16, NONE, end.x, end.y)
    return why_no_room(b, i, end, Clause.DEF_33)


@clause("BAT-LAD-1", "BAT-LAD-2", "BAT-LAD-3")
@kernel
def why_no_climb(b, i, k, end, left):
    """What keeps battalion ``i`` from climbing ladder ``k`` with so much speed left."""
    if k < 0 or k >= b.n_ladders:
        return because(Code.NO_SUCH_LADDER, Clause.LAD_1)
    if not can_climb(b, i):
        return because(Code.CANNOT_CLIMB, Clause.LAD_3)
    if ladder_under(b, end) != k:
        return because_there(Code.NOT_AT_LADDER, Clause.LAD_2, NONE, b.ladders[k].x, b.ladders[k].y)
    if is_more_than(price_of_climb(b, k), left, LATTICE):
        return because_far(Code.LADDER_COSTS, Clause.LAD_2, NONE, price_of_climb(b, k), left)
    return allowed()


@clause("BAT-ARM-22", "BAT-ACT-19")
@kernel
def leaves_field(b, i, end):
    """The scenario lets battalion ``i`` leave by the enemy's edge, and so its whole front edge is beyond that."""
    if b.goal != Goal.EXIT or b.figures[i].boat != NONE:
        return False
    north = b.sides[b.figures[i].side].zone_from <= 0.0
    for which in (Corner.FRONT_LEFT, Corner.FRONT_RIGHT):
        tip = corner(end, which)
        if (north and tip.y <= b.height) or (not north and tip.y >= 0.0) or tip.x < 0.0 or tip.x > b.width:
            return False
    return True


@clause("BAT-ARM-22", "BAT-ORD-14")
@kernel
def leave(b, i, log):
    """Battalion ``i`` is gone by the enemy's edge, with who is on its base; its cards are discarded."""
    u = b.figures[i]
    cancel_orders(u)
    u.state = State.LEFT
    take_hero_along(b, i, State.LEFT)
    b.sides[u.side].left += 1
    event(log, Code.LEAVES_BY_EDGE, Clause.ARM_22, i, NONE, 0)


@clause("BAT-ACT-4", "BAT-EXE-10", "BAT-SKL-17", "BAT-CBT-17", "BAT-HER-9")
@kernel
def judge_move(b, action, log):
    """A Move by its card, in place of another order after an attack, or the Fast move of the turn."""
    i = action.actors[0]
    u = b.figures[i]
    why = why_no_fast_move(b, i) if action.mode == Mode.FREE else why_no_card(b, i, Order.MOVE, action.mode)
    if forbids(why):
        return verdict(log, i, why)
    return verdict(log, i, why_no_way(b, i, action, log) if u.state == State.FIELD else why_no_way_off(b, i, action))


@clause("BAT-SKL-17", "BAT-EXE-3")
@kernel
def why_no_fast_move(b, i):
    """What keeps battalion ``i`` from its Fast move now."""
    u = b.figures[i]
    if u.side != b.mover:
        return not_yours(b, i)
    if not has(b, i, Skill.FAST):
        return because(Code.NOT_FAST, Clause.SKL_17)
    if u.fast != 0:
        return because(Code.FAST_MOVE_MADE, Clause.SKL_17)
    if b.cancelled != 0:
        return because(Code.HAS_CANCELLED, Clause.EXE_3)
    return allowed() if u.state == State.FIELD else because(Code.OFF_FIELD, Clause.ORD_17)


@clause("BAT-HER-9")
@kernel
def why_no_way_off(b, i, action):
    """What keeps a hero on a base from stepping off it to this place."""
    u = b.figures[i]
    if u.state != State.ON_BASE:
        return because(Code.OFF_FIELD, Clause.ORD_17)
    if not names_a_pose(action):
        return because(Code.NO_POSE, Clause.ACT_4)
    bearer = b.characters[u.hero].battalion
    facing = snap_facing(action.fx, action.fy)
    start = start_of_step(b, bearer, placed(base_of(u), snap(action.x), snap(action.y), facing.x, facing.y))
    dx, dy = snap(action.x) - start.x, snap(action.y) - start.y
    far = (dx * dx + dy * dy) ** 0.5
    storey = b.figures[bearer].storey
    if far > 0.0:
        price = price_of_straight(b, i, start, dx / far, dy / far, far, is_forward=True)
        if is_more_than(price, effective_speed(b, i), LATTICE):
            why = because_far(Code.BEYOND_SPEED, Clause.HER_9, NONE, price, effective_speed(b, i))
            return drawn_along(why, start.x, start.y, start.x + dx, start.y + dy)
        free = free_ahead_from(b, i, start, dx / far, dy / far, far, bearer, storey)
        if free < far - TOUCH:
            why = because_far(Code.WAY_ENDS, Clause.ACT_22, NONE, free, far)
            return drawn_along(why, start.x, start.y, start.x + dx, start.y + dy)
    end = shifted(start, dx, dy)
    if lies_on_marker(b, end):
        return because_there(Code.ENDS_ON_MARKER, Clause.AMB_16, NONE, end.x, end.y)
    if not keeps_to(b, i, end, storey, NONE):
        return because(Code.KEEPS_TO_ROOFS, Clause.LAD_4)
    return why_no_room_from(b, i, end, storey, aboard=False, cited=Clause.DEF_33)


@clause("BAT-HER-9")
@kernel
def start_of_step(b, bearer, base):
    """Where a hero who is to stand so steps off: the centre on the nearest edge of the base of ``bearer``."""
    u = b.figures[bearer]
    ahead = (base.x - u.x) * u.fx + (base.y - u.y) * u.fy
    aside = (base.x - u.x) * u.fy - (base.y - u.y) * u.fx
    ahead = min(max(ahead, -0.5 * u.depth), 0.5 * u.depth)
    aside = min(max(aside, -0.5 * u.width), 0.5 * u.width)
    return placed(base, u.x + ahead * u.fx + aside * u.fy, u.y + ahead * u.fy - aside * u.fx, base.fx, base.fy)


@clause("BAT-EXE-9", "BAT-EXE-10")
@kernel
def set_down(b, i, x, y, fx, fy):
    """Battalion ``i`` stands here now; it has moved if that is elsewhere."""
    u = b.figures[i]
    if abs(u.x - x) > LATTICE or abs(u.y - y) > LATTICE:
        u.moved = 1
    facing = snap_facing(fx, fy)
    u.x = snap(x)
    u.y = snap(y)
    u.fx = facing.x
    u.fy = facing.y
    alight(b, i)


@clause("BAT-HER-9", "BAT-HER-8")
@kernel
def step_off(b, i):
    """A hero leaves the base on which it stood, on the ground or on the same roof."""
    u = b.figures[i]
    who = b.characters[u.hero]
    u.storey = b.figures[who.battalion].storey
    b.figures[who.battalion].character = NONE
    who.battalion = i
    u.state = State.FIELD


@clause("BAT-HER-9", "BAT-HER-8", "BAT-DEP-2")
@kernel
def may_step_on(b, i, j):
    """Hero ``i``, who has ended a Move, touches the friendly battalion ``j``, which has no character."""
    u, other = b.figures[i], b.figures[j]
    if u.hero == NONE or u.state != State.FIELD or j == i:
        return False
    bare = other.side == u.side and other.hero == NONE and other.character == NONE and other.healthy > 0
    return bare and is_touching(b, i, j)


@clause("BAT-HER-9", "BAT-HER-8", "BAT-DEP-2", "BAT-DEP-3")
@kernel
def step_on(b, i, j, cited, log):
    """Hero ``i`` gets on the base of battalion ``j``, by this clause; returns the place of its entry in the log."""
    u, other = b.figures[i], b.figures[j]
    other.character = u.hero
    b.characters[u.hero].battalion = j
    b.characters[u.hero].rank = 0
    b.characters[u.hero].file = min(other.files, other.healthy) // 2
    u.state = State.ON_BASE
    return event(log, Code.GETS_ON, cited, i, j, 0)


@clause("BAT-ACT-4", "BAT-ACT-9", "BAT-SKL-17", "BAT-CBT-17", "BAT-LAD-2", "BAT-TRP-3", "BAT-BOA-8")
@kernel
def make_move(b, action, dice, log):
    """Carry out a Move; whom it touches may replace an order."""
    i = action.actors[0]
    u = b.figures[i]
    if action.mode == Mode.FREE:
        u.fast = 1
    elif not take_card(b, i, Order.MOVE, action.mode, dice, log):
        return
    event(log, Code.MOVES, Clause.ACT_4, i, NONE, 0)
    if u.state == State.ON_BASE:
        base = placed(base_of(u), action.x, action.y, action.fx, action.fy)
        start = start_of_step(b, b.characters[u.hero].battalion, base)
        left = b.characters[u.hero].battalion + 0
        step_off(b, i)
        u.moved = 1
        set_down(b, i, start.x, start.y, action.fx, action.fy)
        if meets_traps(b, i) and springs_on_way(b, i, action.x - start.x, action.y - start.y, dice, log):
            return
        set_down(b, i, action.x, action.y, action.fx, action.fy)
        end_in_contact(b, i, left, has_gone=True)
        return
    if meets_traps(b, i) and springs_on_move(b, i, action, dice, log):
        return
    left = 0.0
    if action.item != NONE:
        left = effective_speed(b, i) - walk(b, i, action).price
    has_gone = distance_of_points(u.x, u.y, action.x, action.y) > LATTICE
    set_down(b, i, action.x, action.y, action.fx, action.fy)
    if leaves_field(b, i, base_of(u)):
        leave(b, i, log)
        return
    if u.boat != NONE:
        carry(b, i)
    if action.item != NONE and climb(b, i, left, log):
        u.moved = 1
        has_gone = True
    end_in_contact(b, i, NONE, has_gone)


@clause("BAT-HER-9", "BAT-ACT-9", "BAT-EXE-10")
@kernel
def end_in_contact(b, i, left, has_gone):
    """A Move has ended: a hero may get on a base that it touches, a Move of nothing included; else enemies are asked.

    ``left``: the battalion whose base it has just left, beside which it may stay unasked, or NONE. One gone nowhere
    has touched no enemy during the Move.
    """
    for j in range(b.n_figures):
        if j != left and may_step_on(b, i, j):
            ask(b, Question.BASE, b.figures[i].side, i, 0 if has_gone else NONE)
            return
    if has_gone:
        note_touched(b, i, NONE)


@clause("BAT-ACT-9")
@kernel
def may_replace(b, i, j):
    """Battalion ``i`` may replace an order by Melee Attack because ``j`` has touched it in its front zone."""
    u = b.figures[i]
    if u.side == b.figures[j].side or not has(b, i, Skill.MELEE) or not is_touching(b, j, i):
        return False
    if u.owes_fight != NONE or has(b, j, Skill.FLYING) or not has_card(u):
        return False
    return is_before(b, i, j)


@clause("BAT-ACT-9", "BAT-EXE-11")
@kernel
def note_touched(b, j, asked):
    """Each enemy that battalion ``j`` touches is asked whether it replaces an order, the one farthest west first.

    ``asked``: the last who was; NONE: nobody yet.
    """
    b.striker = NONE
    b.quarry = NONE
    for i in range(b.n_figures):
        u = b.figures[i]
        if not is_base(u) or not may_replace(b, i, j) or (asked != NONE and not is_west_of(b.figures[asked], u)):
            continue
        if b.striker == NONE or is_west_of(u, b.figures[b.striker]):
            b.striker = i
            b.quarry = j


@clause("BAT-ACT-9", "BAT-EXE-11")
@kernel
def asks_touched(b):
    """The owner of the battalion that is touched."""
    return b.figures[b.striker].side


@kernel
def first_card(u):
    """The first unexecuted card of a battalion, or NONE."""
    for card in range(len(u.cards)):
        if u.cards[card] != NONE:
            return u.cards[card]
    return NONE


@clause("BAT-ACT-9")
@kernel
def judge_replace(b, action, log):
    """An unexecuted order of the battalion that is touched becomes Melee Attack; its owner says which."""
    i = action.actors[0]
    u = b.figures[i]
    if i != b.striker:
        return verdict(log, i, because_of(Code.OTHER_IS_ASKED, Clause.ACT_9, b.striker, 0))
    if action.amount < 0 or action.amount >= Order.HIDDEN:
        return verdict(log, i, because(Code.NO_SUCH_ORDER, Clause.ORD_10))
    for card in range(len(u.cards)):
        if u.cards[card] == action.amount and may_replace(b, i, b.quarry):
            return Verdict(1, 0)
    return verdict(log, i, because_of(Code.NO_SUCH_CARD, Clause.ACT_9, NONE, action.amount))


@clause("BAT-ACT-9", "BAT-EXE-12")
@kernel
def make_replace(b, action, log):
    """The card is turned up as Melee Attack: the fight is the owner's next go."""
    i = action.actors[0]
    u = b.figures[i]
    for card in range(len(u.cards)):
        if u.cards[card] == action.amount:
            u.cards[card] = Order.MELEE_ATTACK
            break
    u.owes_fight = b.quarry
    event(log, Code.WILL_FIGHT, Clause.ACT_9, i, b.quarry, 0)
    note_touched(b, b.quarry, i)


@clause("BAT-ACT-9")
@kernel
def make_no_replacement(b):
    """It keeps its orders; others may be touched too."""
    note_touched(b, b.quarry, b.striker)


@kernel
def make_let(b):
    """It does not attack, or stays hidden."""
    b.striker = NONE
    b.quarry = NONE


@clause("BAT-ACT-3", "BAT-FRM-5", "BAT-EXE-10", "BAT-ACT-22", "BAT-AMB-16")
@kernel
def judge_turn(b, action, log):
    """A Turn about the centre, without speed."""
    i = action.actors[0]
    u = b.figures[i]
    why = why_no_card(b, i, Order.TURN, action.mode)
    if forbids(why):
        return verdict(log, i, why)
    if u.state != State.FIELD:
        return verdict(log, i, because(Code.OFF_FIELD, Clause.ORD_17))
    if not is_finite(action) or abs(action.fx) + abs(action.fy) < 1e-9:
        return verdict(log, i, because(Code.NO_POSE, Clause.ACT_3))
    facing = snap_facing(action.fx, action.fy)
    if facing.x * u.fx + facing.y * u.fy >= 1.0 - 1e-9:
        return Verdict(1, 0)
    if u.formation == Formation.HEDGEHOG:
        return verdict(log, i, because(Code.HEDGEHOG_STANDS, Clause.FRM_5))
    turned = placed(base_of(u), u.x, u.y, facing.x, facing.y)
    if lies_on_marker(b, turned):
        return verdict(log, i, because_there(Code.ENDS_ON_MARKER, Clause.AMB_16, NONE, u.x, u.y))
    why = why_no_room(b, i, turned, Clause.ACT_22)
    if not forbids(why) and not keeps_to_its_own(b, i, turned):
        why = leaves_its_own(b, i)
    return verdict(log, i, why)


@clause("BAT-ACT-3", "BAT-EXE-9")
@kernel
def make_turn(b, action, dice, log):
    """Carry out a Turn; it is no move."""
    i = action.actors[0]
    if take_card(b, i, Order.TURN, action.mode, dice, log):
        u = b.figures[i]
        set_down(b, i, u.x, u.y, action.fx, action.fy)
        if u.boat != NONE:
            carry(b, i)
        event(log, Code.TURNS, Clause.ACT_3, i, NONE, 0)
