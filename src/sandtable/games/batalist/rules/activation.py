"""INI, EXE: who goes first, and what a player does in a go besides carrying out an order or casting."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Order, Phase, Skill, State, Verb
from sandtable.games.batalist.rules.aftermath import run_tests
from sandtable.games.batalist.rules.ambush import counts_for_turn
from sandtable.games.batalist.rules.area_fire import why_no_area_fire
from sandtable.games.batalist.rules.attacks_on_wounded import are_wounded_of_enemy, why_no_strike_at_wounded
from sandtable.games.batalist.rules.buildings import why_no_battering
from sandtable.games.batalist.rules.cards import has_orders, is_automatic, place_of
from sandtable.games.batalist.rules.casting import can_cast
from sandtable.games.batalist.rules.charging import is_target, make_owed_fight, sees_some_target
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.initiative import throw_initiative
from sandtable.games.batalist.rules.magic import can_pay
from sandtable.games.batalist.rules.markers import why_no_turning_over
from sandtable.games.batalist.rules.reasons import (
    allowed,
    because,
    because_far,
    because_of,
    drawn_along,
    forbids,
    not_yours,
    verdict,
)
from sandtable.games.batalist.rules.reserves import has_entrance
from sandtable.games.batalist.rules.roofs_and_decks import empty_boats
from sandtable.games.batalist.rules.scouting import element_of_scout
from sandtable.games.batalist.rules.searching import can_carry_out_hidden
from sandtable.games.batalist.rules.shooting import may_shoot_at
from sandtable.games.batalist.rules.tending import why_no_doctor
from sandtable.games.batalist.rules.victory import check_end
from sandtable.games.batalist.rules.ways import is_base, is_touching
from sandtable.kernel.geometry import base_of, distance_between, is_west_of
from sandtable.kernel.log import event, seen_only_by, side_event
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("BAT-EXE-7", "BAT-EXE-10", "BAT-SKL-11", "BAT-FRM-5", "BAT-ORD-13")
@kernel
def can_execute(b, i, order):
    """Battalion ``i`` could carry out such an order now. A Move, Turn or Reform of nothing at all always can."""
    u = b.figures[i]
    if u.state == State.AMBUSH:
        return can_carry_out_hidden(b, i, order)
    if u.state == State.RESERVE:
        return order == Order.MOVE and has_entrance(b, i)
    if order == Order.RECONNAISSANCE:
        return u.state == State.FIELD and element_of_scout(b, i) != NONE
    if order == Order.MOVE or order == Order.TURN or order == Order.REFORM:
        return u.state == State.FIELD and (u.healthy > 0 or u.wounded_of != NONE)
    if u.state != State.FIELD:
        return False
    if order == Order.MELEE_ATTACK:
        if is_automatic(b, i, order):
            return sees_some_target(b, i)
        for j in range(b.n_figures):
            if is_target(b, i, j):
                return True
        return has_another_target(b, i, order)
    if order == Order.SHOOTING_ATTACK:
        for j in range(b.n_figures):
            if may_shoot_at(b, i, j):
                return True
        return has_another_target(b, i, order)
    if order == Order.RECOVERY:
        return u.wounded > 0
    if order == Order.MERCY:
        armed = has(b, i, Skill.MELEE) or has(b, i, Skill.SHOOTER)
        return u.wounded > 0 and u.healthy > 0 and armed
    if order == Order.TO_THE_DOCTOR:
        return not forbids(why_no_doctor(b, i))
    return False


@clause("BAT-EXE-7", "BAT-AMB-13", "BAT-TER-16", "BAT-WOU-14", "BAT-ARE-1")
@kernel
def has_another_target(b, i, order):
    """Battalion ``i`` could attack something else than a battalion: a marker, a building, wounded, or a whole wood."""
    for m in range(b.n_markers):
        if not forbids(why_no_turning_over(b, i, m, order)):
            return True
    for j in range(b.n_figures):
        if are_wounded_of_enemy(b, i, j) and not forbids(why_no_strike_at_wounded(b, i, j, order)):
            return True
    for k in range(b.terrain.n_features):
        if not forbids(why_no_battering(b, i, k, order)):
            return True
        if order == Order.SHOOTING_ATTACK and not forbids(why_no_area_fire(b, i, k)):
            return True
    return False


@clause("BAT-EXE-7")
@kernel
def executable_orders(b, side):
    """How many unexecuted orders of a side could be carried out now; two are enough to know."""
    count = 0
    for i in range(b.n_figures):
        u = b.figures[i]
        gone = u.state == State.FLED or u.state == State.DESTROYED or u.state == State.LEFT or u.state == State.HOSPITAL
        if u.side == side and not gone:
            for card in range(len(u.cards)):
                if u.cards[card] != NONE and count < 2 and can_execute(b, i, u.cards[card]):
                    count += 1
    return count


@clause("BAT-MAG-4", "BAT-INI-3")
@kernel
def may_cast(b, side):
    """Somebody of a side has the mana for some spell."""
    for c in range(b.n_characters):
        if b.characters[c].side == side:
            for spell in range(len(b.spells)):
                if can_pay(b, c, spell):
                    return True
    return False


@clause("BAT-SKL-17")
@kernel
def may_go_fast(b, side):
    """A battalion of a side has its Fast move yet."""
    for i in range(b.n_figures):
        u = b.figures[i]
        if u.side == side and is_base(u) and u.fast == 0 and has(b, i, Skill.FAST):
            return True
    return False


@clause("BAT-INI-1", "BAT-INI-2", "BAT-INI-4", "BAT-EXE-5")
@kernel
def run_initiative(b, dice, log):
    """Throw for initiative; without an order on the table the turn ends."""
    if not has_orders(b, 0) and not has_orders(b, 1):
        b.phase = Phase.TURN_ENDS
        return False
    b.first = throw_initiative(b, dice, log)
    b.mover = b.first
    b.declined = 0
    b.must_act = 0
    b.cancelled = 0
    b.phase = Phase.FIRST
    return True


@clause("BAT-INI-2")
@kernel
def make_go_first(b):
    """Who has initiative begins."""
    b.executor = b.mover
    b.phase = Phase.EXECUTION


@clause("BAT-INI-3", "BAT-INI-4")
@kernel
def make_decline(b, log):
    """The other side must begin; if it has nothing to do, the go returns to the one that declined, which must begin."""
    side_event(log, Code.DECLINES, Clause.INI_3, b.mover, 0)
    b.declined = 1
    b.must_act = 1
    other = 1 - b.mover
    if executable_orders(b, other) > 0 or can_cast(b, other):
        b.mover = other
    b.executor = b.mover
    b.phase = Phase.EXECUTION


@clause("BAT-EXE-12", "BAT-ACT-9")
@kernel
def owing(b, side):
    """The battalion of a side that must fight in this go, or NONE; of several the one farthest west."""
    first = NONE
    for i in range(b.n_figures):
        u = b.figures[i]
        if u.side == side and u.owes_fight != NONE and can_fight(b, i):
            if first == NONE or is_west_of(u, b.figures[first]):
                first = i
    return first


@clause("BAT-EXE-12", "BAT-ACT-9")
@kernel
def can_fight(b, i):
    """Battalion ``i`` is on the field yet, and has the card of a fight that it owes."""
    return b.figures[i].state == State.FIELD and place_of(b, i, Order.MELEE_ATTACK) != NONE


@clause("BAT-EXE-12")
@kernel
def forget_lost_fights(b, side):
    """Who is gone, or has lost the card, owes no fight any more."""
    for i in range(b.n_figures):
        if b.figures[i].side == side and not can_fight(b, i):
            b.figures[i].owes_fight = NONE


@clause("BAT-EXE-6", "BAT-AMB-17")
@kernel
def may_do_without_orders(b, side):
    """A side without a card on the table may have something to do yet, for all that the other side can tell."""
    for i in range(b.n_figures):
        if b.figures[i].side == side and b.figures[i].state == State.AMBUSH:
            return True
    return may_cast(b, side) or may_go_fast(b, side)


@clause("BAT-EXE-5", "BAT-EXE-6", "BAT-EXE-12")
@kernel
def run_execution(b, dice, log):
    """Before a go: the turn may be over, a fight may be owed, and who has nothing to do passes."""
    b.executor = b.mover
    if not has_orders(b, 0) and not has_orders(b, 1):
        b.phase = Phase.TURN_ENDS
        return False
    forget_lost_fights(b, b.mover)
    i = owing(b, b.mover)
    if i != NONE:
        make_owed_fight(b, i, dice, log)
        b.phase = Phase.GO_ENDS
        return False
    if not has_orders(b, b.mover) and not may_do_without_orders(b, b.mover):
        b.mover = 1 - b.mover
        b.must_act = 0
        return False
    return True


@clause("BAT-EXE-3", "BAT-EXE-4", "BAT-EXE-11", "BAT-ACT-9", "BAT-MAG-5", "BAT-DEP-6")
@kernel
def settle(b, phase, verb):
    """After an action of this phase: a question to the other side comes first, else the go is over.

    Cancelling an order and passing over to another battalion leave the go where it is.
    """
    if phase == Phase.NAMING or phase == Phase.FOUND:
        if b.phase == phase:
            b.phase = Phase.GO_ENDS
        return
    stays_hidden = phase == Phase.PASSED_BY and verb == Verb.LET
    if phase == Phase.TOUCHED and b.striker != NONE:
        return
    if phase == Phase.DISPEL or phase == Phase.TOUCHED or phase == Phase.AT_ONCE or stays_hidden:
        b.phase = Phase.GO_ENDS
        return
    if phase != Phase.EXECUTION or b.phase != Phase.EXECUTION or verb == Verb.CANCEL or verb == Verb.PASS_OVER:
        return
    if b.spell != NONE:
        b.phase = Phase.DISPEL
    elif b.striker != NONE:
        b.phase = Phase.TOUCHED
    else:
        b.phase = Phase.GO_ENDS


@clause("BAT-EXE-4", "BAT-EXE-8", "BAT-MOR-18")
@kernel
def run_go_ends(b, dice, log):
    """The tests that are due; the battle may be over; then the other side has the go."""
    if run_tests(b, dice, log):
        return False
    empty_boats(b)
    b.cancelled = 0
    b.must_act = 0
    b.striker = NONE
    b.quarry = NONE
    if check_end(b, log):
        b.phase = Phase.OVER
        return True
    b.mover = 1 - b.executor
    b.phase = Phase.EXECUTION
    return False


@clause("BAT-EXE-3", "BAT-SKL-11")
@kernel
def may_cancel(b, i, order, able):
    """This order is there, not an automatic one of the Bloodthirsty, and another of those ``able`` can be carried out.

    ``able``: the ``executable_orders`` of its side.
    """
    if b.cancelled != 0 or order == NONE or place_of(b, i, order) == NONE:
        return False
    on_table = b.figures[i].state == State.ON_BASE or counts_for_turn(b, i)
    if is_automatic(b, i, order) or not on_table:
        return False
    return able > 1 or (able == 1 and not can_execute(b, i, order))


@clause("BAT-EXE-3")
@kernel
def judge_cancel(b, action, log):
    """One order is cancelled in a go, if another can be carried out."""
    i, order = action.actors[0], action.amount
    why = why_no_card_there(b, i, order, Clause.EXE_3)
    if not forbids(why) and b.cancelled != 0:
        why = because(Code.HAS_CANCELLED, Clause.EXE_3)
    if not forbids(why) and is_automatic(b, i, order):
        why = because(Code.BLOOD_STAYS, Clause.SKL_11)
    if not forbids(why) and not may_cancel(b, i, order, executable_orders(b, b.mover)):
        why = because(Code.NO_OTHER_ORDER, Clause.EXE_3)
    return verdict(log, i, why)


@clause("BAT-EXE-3", "BAT-EXE-7")
@kernel
def why_no_card_there(b, i, order, cited):
    """What keeps a card of this kind from lying on battalion ``i``, on the table."""
    why = not_yours(b, i)
    if forbids(why):
        return why
    if order < 0 or order >= Order.HIDDEN:
        return because(Code.NO_SUCH_ORDER, Clause.ORD_10)
    if place_of(b, i, order) == NONE:
        return because_of(Code.NO_SUCH_CARD, cited, NONE, order)
    if b.figures[i].state != State.ON_BASE and not counts_for_turn(b, i):
        return because(Code.OFF_FIELD, Clause.ORD_17)
    return allowed()


@clause("BAT-EXE-3", "BAT-ORD-15")
@kernel
def make_cancel(b, action, log):
    """The card is discarded face down; the go continues."""
    i = action.actors[0]
    u = b.figures[i]
    u.cards[place_of(b, i, action.amount)] = NONE
    b.cancelled = 1
    index = event(log, Code.IS_CANCELLED, Clause.EXE_3, i, NONE, 0)
    if u.state == State.AMBUSH:
        seen_only_by(log, index, 1 << u.side)


@clause("BAT-EXE-7", "BAT-SKL-14", "BAT-AMB-17")
@kernel
def may_discard(b, i, order):
    """This order lies on battalion ``i``, on the table: it may go when no other of its side can be carried out."""
    on_table = b.figures[i].state == State.ON_BASE or counts_for_turn(b, i)
    return on_table and order != NONE and place_of(b, i, order) != NONE


@clause("BAT-EXE-7")
@kernel
def judge_discard(b, action, log):
    """An order is turned up without effect, when none that is left can be carried out."""
    i, order = action.actors[0], action.amount
    why = why_no_card_there(b, i, order, Clause.EXE_7)
    if not forbids(why) and executable_orders(b, b.mover) > 0:
        why = because(Code.ORDERS_LEFT, Clause.EXE_7)
    return verdict(log, i, why)


@clause("BAT-EXE-7", "BAT-SKL-14")
@kernel
def make_discard(b, action, log):
    """It counts as carried out."""
    i = action.actors[0]
    u = b.figures[i]
    u.cards[place_of(b, i, action.amount)] = NONE
    u.carried_out += 1
    index = event(log, Code.IS_DISCARDED, Clause.EXE_7, i, NONE, action.amount)
    if u.state == State.AMBUSH:
        seen_only_by(log, index, 1 << u.side)


@clause("BAT-EXE-6", "BAT-INI-3", "BAT-INI-4", "BAT-EXE-3")
@kernel
def judge_pass(b, log):
    """Only a side with no order left may pass the go, and not where it must act."""
    if has_orders(b, b.mover) or b.cancelled != 0:
        return verdict(log, NONE, because(Code.MUST_ACT, Clause.EXE_6))
    if b.must_act != 0 and can_cast(b, b.mover):
        return verdict(log, NONE, because(Code.MUST_CAST, Clause.INI_3))
    return Verdict(1, 0)


@clause("BAT-EXE-6")
@kernel
def make_pass(b, log):
    """The go passes."""
    side_event(log, Code.PASSES, Clause.EXE_6, b.mover, 0)


@clause("BAT-DEP-5", "BAT-DEP-6", "BAT-DEP-2", "BAT-HER-9")
@kernel
def judge_pass_over(b, action, log):
    """The character on the battalion that acts goes over to a friend that it touches and that has none."""
    i, j = action.actors[0], action.target
    u = b.figures[i]
    why = not_yours(b, i)
    if not forbids(why) and (not is_base(u) or u.character == NONE):
        why = because(Code.NOBODY_TO_PASS, Clause.DEP_5)
    if forbids(why):
        return verdict(log, i, why)
    who = b.characters[u.character]
    if who.own != NONE:
        why = because(Code.HERO_STEPS_OFF, Clause.HER_9)
    elif who.passed != 0:
        why = because(Code.HAS_PASSED, Clause.DEP_5)
    elif j < 0 or j >= b.n_figures:
        why = because(Code.NO_FRIEND_TO_TAKE, Clause.DEP_6)
    elif b.figures[j].side != u.side:
        why = because_of(Code.GOES_TO_FRIENDS, Clause.DEP_6, j, 0)
    elif b.figures[j].healthy <= 0:
        why = because_of(Code.NOBODY_HEALTHY_THERE, Clause.DEP_6, j, b.figures[j].wounded)
    elif b.figures[j].character != NONE or b.figures[j].hero != NONE:
        why = because_of(Code.HAS_CHARACTER, Clause.DEP_2, j, 0)
    elif not is_touching(b, i, j):
        other = b.figures[j]
        far = distance_between(base_of(u), base_of(other))
        why = drawn_along(because_far(Code.NOT_TOUCHING, Clause.DEP_6, j, far, 0.0), u.x, u.y, other.x, other.y)
    return verdict(log, i, why)


@clause("BAT-DEP-5", "BAT-DEP-6", "BAT-DEP-3")
@kernel
def make_pass_over(b, action, log):
    """The character stands in the middle of its first rank; the go continues."""
    i, j = action.actors[0], action.target
    c = b.figures[i].character
    who = b.characters[c]
    b.figures[i].character = NONE
    b.figures[j].character = c
    who.battalion = j
    who.rank = 0
    who.file = min(b.figures[j].files, b.figures[j].healthy) // 2
    who.passed = 1
    event(log, Code.PASSES_OVER, Clause.DEP_5, i, j, c)
