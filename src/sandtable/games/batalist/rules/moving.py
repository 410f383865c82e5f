"""ACT: Move, Turn and Reform, the Fast move, and what a battalion that is touched may do."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.record import Formation, Goal, Mode, Order, Question, Skill, State
from sandtable.games.batalist.rules.boats import carry
from sandtable.games.batalist.rules.cards import has_card, take_card, why_no_card
from sandtable.games.batalist.rules.formations import footprint_in, form, has, may_take
from sandtable.games.batalist.rules.free_places import alight
from sandtable.games.batalist.rules.ladders import can_climb, climb, ladder_under, price_of_climb
from sandtable.games.batalist.rules.legs import SAME, leg_of, legs_in
from sandtable.games.batalist.rules.morale import cancel_orders, take_hero_along
from sandtable.games.batalist.rules.pending_question import ask
from sandtable.games.batalist.rules.roofs_and_decks import keeps_on_way, keeps_to, keeps_to_its_own
from sandtable.games.batalist.rules.speed import effective_speed
from sandtable.games.batalist.rules.traps import meets_traps, springs_on_move, springs_on_way
from sandtable.games.batalist.rules.ways import (
    free_ahead_from,
    has_room,
    has_room_from,
    is_base,
    is_free_straight,
    is_free_wheel,
    is_touching,
    lies_on_marker,
    price_of_straight,
    price_of_wheel,
    touches,
    wheeled,
)
from sandtable.games.batalist.rules.zones import is_before
from sandtable.games.common.verdicts import refused
from sandtable.kernel.action_checks import is_finite
from sandtable.kernel.geometry import (
    LATTICE,
    TOUCH,
    Base,
    Corner,
    base_of,
    corner,
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
    stopped_by: int  # the Clause that forbids it, or NONE


@clause("BAT-ACT-9")
@kernel
def touches_enemy(b, i, base, but_now):
    """A base of battalion ``i`` touches an enemy; ``but_now``: those it touches where it stands do not count."""
    own = base_of(b.figures[i])
    for j in range(b.n_figures):
        if b.figures[j].side != b.figures[i].side and is_base(b.figures[j]):
            other = base_of(b.figures[j])
            if touches(base, other) and not (but_now and touches(own, other)):
                return True
    return False


@kernel
def _straight(b, i, base, dx, dy, length, is_forward):
    """One straight part of a Move: the base behind it, its price, and what forbids it."""
    if length < LATTICE:
        return Walk(base, 0.0, NONE)
    price = price_of_straight(b, i, base, dx / length, dy / length, length, is_forward)
    if not is_free_straight(b, i, base, dx, dy):
        return Walk(base, price, Clause.ACT_22.value)
    if not keeps_on_way(b, i, base, dx, dy):
        return Walk(base, price, Clause.BOA_7.value if b.figures[i].boat != NONE else Clause.LAD_4.value)
    return Walk(shifted(base, dx, dy), price, NONE)


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
            return Walk(base, price, Clause.ACT_9.value)
        turns = abs(leg.aside) > SAME or leg.degrees != 0.0
        part = _straight(b, i, base, leg.ahead * base.fx, leg.ahead * base.fy, abs(leg.ahead), leg.ahead >= 0.0)
        price += part.price
        if part.stopped_by != NONE:
            return Walk(base, price, part.stopped_by)
        base = part.base
        if turns and abs(leg.ahead) > SAME and touches_enemy(b, i, base, but_now=True):
            return Walk(base, price, Clause.ACT_9.value)
        part = _straight(b, i, base, leg.aside * base.fy, -leg.aside * base.fx, abs(leg.aside), is_forward=False)
        price += part.price
        if part.stopped_by != NONE:
            return Walk(base, price, part.stopped_by)
        base = part.base
        if leg.degrees != 0.0 and abs(leg.aside) > SAME and touches_enemy(b, i, base, but_now=True):
            return Walk(base, price, Clause.ACT_9.value)
        if leg.degrees != 0.0:
            price += price_of_wheel(b, i, base, leg.degrees)
            if not is_free_wheel(b, i, base, leg.degrees):
                return Walk(base, price, Clause.ACT_22.value)
            base = wheeled(base, leg.degrees)
            if not keeps_to_its_own(b, i, base):
                return Walk(base, price, Clause.BOA_7.value if b.figures[i].boat != NONE else Clause.LAD_4.value)
    return Walk(base, price, NONE)


@clause("BAT-ACT-4", "BAT-ACT-19", "BAT-ACT-22", "BAT-FRM-5", "BAT-FRM-9", "BAT-SKL-7", "BAT-WOU-9", "BAT-EXE-10")
@kernel
def why_no_way(b, i, action, log):
    """The clause that forbids this Move, or NONE. How far it goes is in the log."""
    u = b.figures[i]
    if not is_finite(action) or action.n_via < 0 or action.n_via > len(action.via):
        return Clause.ACT_4.value
    if abs(action.x) > 1e4 or abs(action.y) > 1e4 or abs(action.fx) + abs(action.fy) < 1e-9:
        return Clause.ACT_4.value
    if u.healthy <= 0 and u.wounded_of == NONE:
        return Clause.WOU_9.value
    way = walk(b, i, action)
    speed = effective_speed(b, i)
    measured(log, Clause.ACT_4.value, i, way.price, speed)
    if way.stopped_by != NONE:
        return way.stopped_by
    if way.price > SAME and u.formation == Formation.HEDGEHOG and u.boat == NONE:
        return Clause.FRM_5.value
    if is_more_than(way.price, speed, LATTICE):
        return Clause.ACT_4.value
    if abs(way.base.x - action.x) > SAME or abs(way.base.y - action.y) > SAME:
        return Clause.ACT_4.value
    if way.base.fx * action.fx + way.base.fy * action.fy < 1.0 - 1e-6:
        return Clause.ACT_4.value
    if way.price < SAME and action.item == NONE:
        return NONE
    end = snapped(placed(way.base, action.x, action.y, way.base.fx, way.base.fy))
    if action.item != NONE:
        wrong = why_no_climb(b, i, action.item, end, speed - way.price)
        if wrong != NONE:
            return wrong
    if leaves_field(b, i, end):
        return NONE
    if lies_on_marker(b, end):
        return Clause.AMB_16.value
    return NONE if has_room(b, i, end) else Clause.DEF_33.value


@clause("BAT-LAD-1", "BAT-LAD-2", "BAT-LAD-3")
@kernel
def why_no_climb(b, i, k, end, left):
    """The clause that keeps battalion ``i`` from climbing ladder ``k`` with so much speed left, or NONE."""
    if k < 0 or k >= b.n_ladders or ladder_under(b, end) != k or not can_climb(b, i):
        return Clause.LAD_3.value if k >= 0 and k < b.n_ladders and not can_climb(b, i) else Clause.LAD_2.value
    return Clause.LAD_2.value if is_more_than(price_of_climb(b, k), left, LATTICE) else NONE


@clause("BAT-ARM-22", "BAT-ACT-19")
@kernel
def leaves_field(b, i, end):
    """The scenario lets battalion ``i`` leave by the enemy's edge, and so its whole front edge is beyond that."""
    if b.goal != Goal.EXIT or b.figures[i].boat != NONE:
        return False
    north = b.sides[b.figures[i].side].zone_from <= 0.0
    for which in (Corner.FRONT_LEFT.value, Corner.FRONT_RIGHT.value):
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
    u.state = State.LEFT.value
    take_hero_along(b, i, State.LEFT.value)
    b.sides[u.side].left += 1
    event(log, Code.LEAVES_BY_EDGE.value, Clause.ARM_22.value, i, NONE, 0)


@clause("BAT-ACT-4", "BAT-EXE-10", "BAT-SKL-17", "BAT-CBT-17", "BAT-HER-9")
@kernel
def judge_move(b, action, log):
    """A Move by its card, in place of another order after an attack, or the Fast move of the turn."""
    i = action.actors[0]
    u = b.figures[i]
    if action.mode == Mode.FREE:
        wrong = NONE
        if not has(b, i, Skill.FAST.value) or u.fast != 0 or u.side != b.mover or b.cancelled != 0:
            wrong = Clause.SKL_17.value
        elif u.state != State.FIELD:
            wrong = Clause.ORD_17.value
    else:
        wrong = why_no_card(b, i, Order.MOVE.value, action.mode)
    if wrong == NONE and u.state == State.FIELD:
        wrong = why_no_way(b, i, action, log)
    elif wrong == NONE:
        wrong = why_no_way_off(b, i, action)
    if wrong != NONE:
        return refused(log, Code.NO_MOVE.value, wrong, i, NONE, 0)
    return Verdict(1, 0)


@clause("BAT-HER-9")
@kernel
def why_no_way_off(b, i, action):
    """The clause that keeps a hero on a base from stepping off it to this place, or NONE."""
    u = b.figures[i]
    if u.state != State.ON_BASE:
        return Clause.ORD_17.value
    if not is_finite(action) or abs(action.x) > 1e4 or abs(action.y) > 1e4 or abs(action.fx) + abs(action.fy) < 1e-9:
        return Clause.ACT_4.value
    bearer = 0 + b.characters[u.hero].battalion
    facing = snap_facing(action.fx, action.fy)
    start = start_of_step(b, bearer, placed(base_of(u), snap(action.x), snap(action.y), facing.x, facing.y))
    dx, dy = snap(action.x) - start.x, snap(action.y) - start.y
    far = (dx * dx + dy * dy) ** 0.5
    storey = 0 + b.figures[bearer].storey
    if far > 0.0:
        price = price_of_straight(b, i, start, dx / far, dy / far, far, is_forward=True)
        if is_more_than(price, effective_speed(b, i), LATTICE):
            return Clause.HER_9.value
        if free_ahead_from(b, i, start, dx / far, dy / far, far, bearer, storey) < far - TOUCH:
            return Clause.ACT_22.value
    end = shifted(start, dx, dy)
    if lies_on_marker(b, end):
        return Clause.AMB_16.value
    fits = has_room_from(b, i, end, storey, aboard=False) and keeps_to(b, i, end, storey, NONE)
    return NONE if fits else Clause.DEF_33.value


@clause("BAT-HER-9")
@kernel
def start_of_step(b, bearer, base):
    """Where a hero who is to stand so steps off: his centre on the nearest edge of the base of ``bearer``."""
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
    """A hero leaves the base on which he stood, on the ground or on the same roof."""
    u = b.figures[i]
    who = b.characters[u.hero]
    u.storey = b.figures[who.battalion].storey
    b.figures[who.battalion].character = NONE
    who.battalion = i
    u.state = State.FIELD.value


@clause("BAT-HER-9", "BAT-HER-8", "BAT-DEP-2")
@kernel
def may_step_on(b, i, j):
    """Hero ``i``, who has ended his own Move, touches the friendly battalion ``j``, which has no character."""
    u, other = b.figures[i], b.figures[j]
    if u.hero == NONE or u.state != State.FIELD or j == i:
        return False
    bare = other.side == u.side and other.hero == NONE and other.character == NONE and other.healthy > 1
    return bare and is_touching(b, i, j)


@clause("BAT-HER-9", "BAT-HER-8", "BAT-DEP-2", "BAT-DEP-3")
@kernel
def step_on(b, i, j, log):
    """Hero ``i`` gets on the base of battalion ``j``."""
    u, other = b.figures[i], b.figures[j]
    other.character = u.hero
    b.characters[u.hero].battalion = j
    b.characters[u.hero].rank = 0
    b.characters[u.hero].file = min(other.files, other.healthy) // 2
    u.state = State.ON_BASE.value
    event(log, Code.GETS_ON.value, Clause.HER_9.value, i, j, 0)


@clause("BAT-ACT-4", "BAT-ACT-9", "BAT-SKL-17", "BAT-CBT-17", "BAT-LAD-2", "BAT-TRP-3", "BAT-BOA-8")
@kernel
def make_move(b, action, dice, log):
    """Carry out a Move; whom it touches may replace an order."""
    i = action.actors[0]
    u = b.figures[i]
    if action.mode == Mode.FREE:
        u.fast = 1
    elif not take_card(b, i, Order.MOVE.value, action.mode, dice, log):
        return
    if u.state == State.ON_BASE:
        base = placed(base_of(u), action.x, action.y, action.fx, action.fy)
        start = start_of_step(b, b.characters[u.hero].battalion, base)
        step_off(b, i)
        u.moved = 1
        set_down(b, i, start.x, start.y, action.fx, action.fy)
        if meets_traps(b, i) and springs_on_way(b, i, action.x - start.x, action.y - start.y, dice, log):
            return
        set_down(b, i, action.x, action.y, action.fx, action.fy)
        note_touched(b, i, 0)
        return
    event(log, Code.MOVES.value, Clause.ACT_4.value, i, NONE, 0)
    if meets_traps(b, i) and springs_on_move(b, i, action, dice, log):
        return
    left = 0.0
    if action.item != NONE:
        left = effective_speed(b, i) - walk(b, i, action).price
    set_down(b, i, action.x, action.y, action.fx, action.fy)
    if leaves_field(b, i, base_of(u)):
        leave(b, i, log)
        return
    if u.boat != NONE:
        carry(b, i)
    if action.item != NONE and climb(b, i, left, log):
        u.moved = 1
    if u.moved != 0:
        for j in range(b.n_figures):
            if may_step_on(b, i, j):
                ask(b, Question.BASE.value, 0 + u.side, i, NONE)
                return
        note_touched(b, i, 0)


@clause("BAT-ACT-9")
@kernel
def may_replace(b, i, j):
    """Battalion ``i`` may replace an order by Melee Attack because ``j`` has touched it in its front zone."""
    u = b.figures[i]
    if u.side == b.figures[j].side or not has(b, i, Skill.MELEE.value) or not is_touching(b, j, i):
        return False
    if u.owes_fight != NONE or has(b, j, Skill.FLYING.value) or not has_card(u):
        return False
    return is_before(b, i, j)


@clause("BAT-ACT-9", "BAT-EXE-11")
@kernel
def note_touched(b, j, first):
    """Each enemy that battalion ``j`` touches, from ``first`` on, is asked whether it replaces an order."""
    b.striker = NONE
    b.quarry = NONE
    for i in range(first, b.n_figures):
        if is_base(b.figures[i]) and may_replace(b, i, j):
            b.striker = i
            b.quarry = j
            return


@clause("BAT-ACT-9", "BAT-EXE-11")
@kernel
def asks_touched(b):
    """The owner of the battalion that is touched."""
    return 0 + b.figures[b.striker].side


@kernel
def first_card(u):
    """The first unexecuted card of a battalion, or NONE."""
    for card in range(len(u.cards)):
        if u.cards[card] != NONE:
            return 0 + u.cards[card]
    return NONE


@clause("BAT-ACT-9")
@kernel
def judge_replace(b, action, log):
    """An unexecuted order of the battalion that is touched becomes Melee Attack; its owner says which."""
    i = action.actors[0]
    u = b.figures[i]
    if i == b.striker and may_replace(b, i, b.quarry) and action.amount != NONE:
        for card in range(len(u.cards)):
            if u.cards[card] == action.amount:
                return Verdict(1, 0)
    return refused(log, Code.NO_CARD.value, Clause.ACT_9.value, i, NONE, 0)


@clause("BAT-ACT-9", "BAT-EXE-12")
@kernel
def make_replace(b, action, log):
    """The card is turned up as Melee Attack: the fight is the owner's next go."""
    i = action.actors[0]
    u = b.figures[i]
    for card in range(len(u.cards)):
        if u.cards[card] == action.amount:
            u.cards[card] = Order.MELEE_ATTACK.value
            break
    u.owes_fight = b.quarry
    event(log, Code.WILL_FIGHT.value, Clause.ACT_9.value, i, b.quarry, 0)
    note_touched(b, 0 + b.quarry, i + 1)


@clause("BAT-ACT-9")
@kernel
def make_no_replacement(b):
    """It keeps its orders; others may be touched too."""
    note_touched(b, 0 + b.quarry, b.striker + 1)


@kernel
def make_let(b):
    """It does not attack, or stays hidden."""
    b.striker = NONE
    b.quarry = NONE


@clause("BAT-ACT-3", "BAT-FRM-5", "BAT-EXE-10", "BAT-ACT-22")
@kernel
def judge_turn(b, action, log):
    """A Turn about the centre, without speed."""
    i = action.actors[0]
    u = b.figures[i]
    wrong = why_no_card(b, i, Order.TURN.value, action.mode)
    if wrong == NONE and u.state != State.FIELD:
        wrong = Clause.ORD_17.value
    if wrong == NONE and (not is_finite(action) or abs(action.fx) + abs(action.fy) < 1e-9):
        wrong = Clause.ACT_3.value
    if wrong == NONE:
        facing = snap_facing(action.fx, action.fy)
        turns = facing.x * u.fx + facing.y * u.fy < 1.0 - 1e-9
        if turns and u.formation == Formation.HEDGEHOG:
            wrong = Clause.FRM_5.value
        elif turns and not has_room(b, i, placed(base_of(u), u.x, u.y, facing.x, facing.y)):
            wrong = Clause.ACT_22.value
        elif turns and not keeps_to_its_own(b, i, placed(base_of(u), u.x, u.y, facing.x, facing.y)):
            wrong = Clause.BOA_7.value
    if wrong != NONE:
        return refused(log, Code.NO_TURN.value, wrong, i, NONE, 0)
    return Verdict(1, 0)


@clause("BAT-ACT-3", "BAT-EXE-9")
@kernel
def make_turn(b, action, dice, log):
    """Carry out a Turn; it is no move."""
    i = action.actors[0]
    if take_card(b, i, Order.TURN.value, action.mode, dice, log):
        u = b.figures[i]
        set_down(b, i, u.x, u.y, action.fx, action.fy)
        if u.boat != NONE:
            carry(b, i)
        event(log, Code.TURNS.value, Clause.ACT_3.value, i, NONE, 0)


@clause("BAT-ACT-1", "BAT-ACT-22")
@kernel
def fits_formed(b, i, formation, files):
    """The footprint that battalion ``i`` would have in this formation overlaps nothing."""
    u = b.figures[i]
    width, depth = footprint_in(b, i, formation, files)
    return has_room(b, i, Base(u.x, u.y, u.fx, u.fy, 0.5 * width, 0.5 * depth))


@clause("BAT-ACT-1", "BAT-ACT-2", "BAT-FRM-15", "BAT-SKL-15", "BAT-SKL-21d", "BAT-EXE-10", "BAT-BOA-6")
@kernel
def judge_reform(b, action, log):
    """A Reform: another formation, or other ranks and files, about the centre."""
    i = action.actors[0]
    u = b.figures[i]
    wrong = why_no_card(b, i, Order.REFORM.value, action.mode)
    formation = action.amount
    if wrong == NONE and (u.state != State.FIELD or u.healthy <= 0):
        wrong = Clause.ORD_17.value
    if wrong == NONE and (formation < 0 or formation >= len(b.formations)):
        wrong = Clause.ACT_1.value
    if wrong == NONE and not (formation == u.formation and action.item == u.files):
        if u.boat != NONE:
            wrong = Clause.BOA_6.value
        elif not 1 <= action.item <= u.healthy or not may_take(b, i, formation, action.item):
            wrong = Clause.FRM_15.value
        elif not fits_formed(b, i, formation, action.item):
            wrong = Clause.ACT_22.value
    if wrong != NONE:
        return refused(log, Code.NO_REFORM.value, wrong, i, NONE, 0)
    return Verdict(1, 0)


@clause("BAT-ACT-1", "BAT-EXE-9", "BAT-EXE-10")
@kernel
def make_reform(b, action, dice, log):
    """Carry out a Reform."""
    i = action.actors[0]
    u = b.figures[i]
    if not take_card(b, i, Order.REFORM.value, action.mode, dice, log):
        return
    if action.amount != u.formation or action.item != u.files:
        u.reformed = 1
        form(b, i, 0 + action.amount, 0 + action.item)
    event(log, Code.REFORMS.value, Clause.ACT_1.value, i, NONE, action.amount)
