"""ORD, HER: the orders phase: cards laid by both sides at the same time, mana set aside, automatic cards."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code, Purpose
from sandtable.games.batalist.record import SIDES, Order, Phase, Skill, State
from sandtable.games.batalist.rules.ambush import may_order_in_ambush, order_in_ambush
from sandtable.games.batalist.rules.chosen_targets import character_on
from sandtable.games.batalist.rules.command import give_order, why_no_order
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.independents import change_fixed, why_no_change
from sandtable.games.batalist.rules.magic import set_aside
from sandtable.games.batalist.rules.reserves import why_no_order_in_reserve
from sandtable.games.batalist.switches import Ammunition, AmmunitionCharged, Artefacts, Independents
from sandtable.games.common.verdicts import refused
from sandtable.kernel.dice import throw_die
from sandtable.kernel.log import event, seen_only_by, side_event
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import AtOnce, Verdict


@clause("BAT-ORD-1", "BAT-ORD-16")
@kernel
def at_once(b):
    """In the orders phase both sides choose at the same time."""
    if b.phase != Phase.ORDERS:
        return AtOnce(0, 0)
    done = 0
    for side in range(SIDES):
        if b.sides[side].ready != 0:
            done |= 1 << side
    return AtOnce(3, done)


@clause("BAT-ORD-1")
@kernel
def turn_to(b, side):
    """Let this side be asked, if it has not declared itself ready."""
    if b.phase == Phase.ORDERS and b.sides[side].ready == 0:
        b.mover = side


@kernel
def asks_mover(b):
    """The side that decides now."""
    return 0 + b.mover


@clause("BAT-AMM-2")
@kernel
def has_ammunition(b, side):
    """A side may still lay an order to shoot."""
    return b.options.ammunition != Ammunition.YES or b.sides[side].ammunition > 0


@clause(
    "BAT-ORD-1", "BAT-ORD-2", "BAT-ORD-3", "BAT-ORD-9", "BAT-ORD-11", "BAT-AMM-2", "BAT-ORD-17", "BAT-ORD-13",
    "BAT-HER-11",
)  # fmt: skip
@kernel
def judge_give(b, action, log):
    """A card for the battalion that acts, from the leader who stands on battalion ``target``; amount: the order."""
    i, at, order = action.actors[0], action.target, action.amount
    u = b.figures[i]
    if u.state == State.AMBUSH:
        return judge_give_in_ambush(b, action, log)
    wrong = NONE
    c = NONE
    if at >= 0 and at < b.n_figures:
        c = leader_at(b, at)
    if c == NONE or b.characters[c].side != b.mover or u.side != b.mover:
        wrong = Clause.ORD_3.value
    elif order < 0 or order >= Order.HIDDEN:
        wrong = Clause.ORD_10.value
    elif u.state == State.ON_BASE and order != Order.MOVE:
        wrong = Clause.HER_9.value
    elif u.state == State.ON_BASE and c != u.hero:
        wrong = Clause.HER_11.value
    elif u.state == State.RESERVE:
        wrong = why_no_order_in_reserve(b, c, i, order)
    elif u.state != State.FIELD and u.state != State.ON_BASE:
        wrong = Clause.ORD_17.value
    elif u.wounded_of != NONE:
        wrong = Clause.WOU_9.value
    elif order == Order.SHOOTING_ATTACK and not has_ammunition(b, b.mover):
        wrong = Clause.AMM_2.value
    elif order == Order.TO_THE_DOCTOR and b.sides[b.mover].hospital <= 0:
        wrong = Clause.WOU_1.value
    else:
        wrong = why_no_order(b, c, i, order)
    if wrong != NONE:
        return refused(log, Code.NO_ORDER.value, wrong, i, NONE, 0)
    return Verdict(1, 1)


@clause("BAT-AMB-2", "BAT-AMB-17", "BAT-AMM-2")
@kernel
def judge_give_in_ambush(b, action, log):
    """The one order of a battalion in ambush, which it gives itself; a shot only while there is ammunition."""
    i, order = action.actors[0], action.amount
    good = b.figures[i].side == b.mover and action.target == i and may_order_in_ambush(b, i, order)
    if good and (order != Order.SHOOTING_ATTACK or has_ammunition(b, b.mover)):
        return Verdict(1, 1)
    return refused(log, Code.NO_ORDER.value, Clause.AMB_2.value, i, NONE, 0)


@clause("BAT-ORD-17", "BAT-HER-10")
@kernel
def leader_at(b, at):
    """The leader who stands on battalion ``at``, or the hero that ``at`` itself is, on a base or not; or NONE."""
    u = b.figures[at]
    if u.hero != NONE and (u.state == State.FIELD or u.state == State.ON_BASE):
        return 0 + u.hero
    return character_on(b, at)


@clause("BAT-ORD-1", "BAT-ORD-2", "BAT-AMM-2", "BAT-HER-2", "BAT-HER-3")
@kernel
def make_give(b, action, log):
    """Lay the card and pay for it; only its own side hears of it."""
    i, order = action.actors[0], action.amount
    if b.figures[i].state == State.AMBUSH:
        order_in_ambush(b, i, order)
    else:
        give_order(b, leader_at(b, action.target), i, order)
    spend_ammunition(b, b.figures[i].side, order)
    index = event(log, Code.IS_ORDERED.value, Clause.ORD_2.value, i, action.target, order)
    seen_only_by(log, index, 1 << b.figures[i].side)


@clause("BAT-AMM-2")
@kernel
def spend_ammunition(b, side, order):
    """An order to shoot uses up one of the side's shots when it is placed."""
    if order == Order.SHOOTING_ATTACK and b.options.ammunition == Ammunition.YES:
        if b.options.ammunition_charged == AmmunitionCharged.WHEN_PLACED:
            b.sides[side].ammunition -= 1


@clause("BAT-IND-3", "BAT-AMM-2")
@kernel
def judge_change_own(b, action, log):
    """The leader on battalion ``target`` replaces one of the own orders of Independent warriors; item: which."""
    i, at, order = action.actors[0], action.target, action.amount
    c = leader_at(b, at) if at >= 0 and at < b.n_figures else NONE
    if c == NONE or b.characters[c].side != b.mover:
        wrong = Clause.IND_3.value
    elif order < 0 or order >= Order.HIDDEN or action.item < 0 or action.item >= len(b.figures[i].fixed):
        wrong = Clause.IND_1.value
    elif b.figures[i].fixed[action.item] == order:
        wrong = Clause.IND_3.value
    elif order == Order.SHOOTING_ATTACK and not has_ammunition(b, b.mover):
        wrong = Clause.AMM_2.value
    else:
        wrong = why_no_change(b, c, i, order)
    if wrong != NONE:
        return refused(log, Code.NO_ORDER.value, wrong, i, NONE, 0)
    return Verdict(1, 0)


@clause("BAT-IND-3", "BAT-IND-2", "BAT-AMM-2")
@kernel
def make_change_own(b, action, log):
    """The order is another from now on, and so is the card of it that lies there already."""
    i, place, order = action.actors[0], action.item, action.amount
    u = b.figures[i]
    old = u.fixed[place]
    change_fixed(b, leader_at(b, action.target), i, place, order)
    card = place if u.cards[place] == old else 0
    if u.cards[card] == old and u.givers[card] == NONE:
        u.cards[card] = order
        spend_ammunition(b, u.side, order)
    index = event(log, Code.HAS_OTHER_ORDERS.value, Clause.IND_3.value, i, action.target, order)
    seen_only_by(log, index, 1 << u.side)


@clause("BAT-HER-1", "BAT-HER-6")
@kernel
def judge_set_aside(b, action, log):
    """A hero sets reserve aside for magic; amount: how much."""
    c = b.figures[action.actors[0]].hero
    good = c != NONE and b.characters[c].alive != 0 and b.characters[c].side == b.mover
    if good:
        good = has(b, action.actors[0], Skill.MAGE.value) and 1 <= action.amount <= b.characters[c].reserve
    if not good:
        return refused(log, Code.NO_ORDER.value, Clause.HER_1.value, action.actors[0], NONE, 0)
    return Verdict(1, 0)


@clause("BAT-HER-1", "BAT-HER-6", "BAT-ORD-15")
@kernel
def make_set_aside(b, action, log):
    """Mana markers beside the hero; shown when the cards are."""
    i = action.actors[0]
    set_aside(b, b.figures[i].hero, action.amount)
    index = event(log, Code.SETS_ASIDE.value, Clause.HER_6.value, i, NONE, action.amount)
    seen_only_by(log, index, 1 << b.figures[i].side)


@clause("BAT-ARM-14", "BAT-ART-1")
@kernel
def judge_shard(b, action, log):
    """The artefact that gives mana, once a battle."""
    c = character_on(b, action.actors[0])
    good = c != NONE and b.characters[c].side == b.mover and b.options.artefacts == Artefacts.YES
    if good:
        artefact = b.characters[c].artefact
        good = artefact != NONE and b.artefacts[artefact].mana_dice > 0 and b.characters[c].used == 0
    if not good:
        return refused(log, Code.NO_ORDER.value, Clause.ARM_14.value, action.actors[0], NONE, 0)
    return Verdict(1, 0)


@clause("BAT-ARM-14")
@kernel
def make_shard(b, action, dice, log):
    """A die more mana."""
    c = character_on(b, action.actors[0])
    who = b.characters[c]
    who.used = 1
    for _ in range(b.artefacts[who.artefact].mana_dice):
        who.mana += throw_die(dice, log, Purpose.SHARD.value, who.side, action.actors[0], 6)


@clause("BAT-ORD-16")
@kernel
def make_ready(b, log):
    """The side's cards are laid for good; when both are ready all lie on the table, automatic ones included."""
    b.sides[b.mover].ready = 1
    side_event(log, Code.IS_READY.value, Clause.ORD_16.value, b.mover, 0)
    b.mover = 1 - b.mover


@clause("BAT-ORD-16", "BAT-SKL-11", "BAT-IND-2", "BAT-ACT-16")
@kernel
def run_orders(b, log):
    """Ask until both are ready; then automatic cards are laid and initiative is thrown for."""
    for side in range(SIDES):
        if b.sides[side].ready == 0:
            if b.sides[b.mover].ready != 0:
                b.mover = side
            return True
    for i in range(b.n_figures):
        if b.figures[i].state == State.FIELD:
            lay_automatic(b, i)
    side_event(log, Code.CARDS_LIE.value, Clause.ORD_16.value, NONE, 0)
    b.phase = Phase.INITIATIVE.value
    return False


@kernel
def lay(u, order):
    """One automatic card on a battalion that has room for it."""
    if u.given < len(u.cards):
        u.cards[u.given] = order
        u.givers[u.given] = NONE
        u.given += 1


@clause("BAT-SKL-11", "BAT-IND-2", "BAT-ACT-16", "BAT-ORD-9")
@kernel
def lay_automatic(b, i):
    """Cards that battalion ``i`` gets of itself: To the Doctor, those of the Bloodthirsty."""
    u = b.figures[i]
    if u.to_doctor != 0:
        lay(u, Order.TO_THE_DOCTOR.value)
    if u.healthy > 0 and has(b, i, Skill.BLOODTHIRSTY.value):
        while u.given < b.rules.orders:
            lay(u, Order.MELEE_ATTACK.value)


@clause("BAT-IND-2", "BAT-SKL-31")
@kernel
def lay_fixed(b, i):
    """At the start of the orders phase Independent warriors receive their two orders, a shot only while any is left."""
    u = b.figures[i]
    if b.options.independents != Independents.YES or u.state != State.FIELD:
        return
    if not has(b, i, Skill.INDEPENDENT.value) or u.healthy <= 0:
        return
    for k in range(len(u.fixed)):
        order = u.fixed[k]
        if order != NONE and (order != Order.SHOOTING_ATTACK or has_ammunition(b, u.side)):
            lay(u, order)
            spend_ammunition(b, u.side, order)


@clause("BAT-ORD-3", "BAT-ORD-15", "BAT-TRN-2")
@kernel
def begin_orders(b):
    """Leaders have all their orders again; what was spent before is known now."""
    for c in range(b.n_characters):
        who = b.characters[c]
        who.spent = 0
        who.orders_one = NONE
        who.passed = 0
        who.reserve_shown = who.reserve
    for side in range(SIDES):
        b.sides[side].ready = 0
        b.sides[side].ammunition_shown = b.sides[side].ammunition
    for i in range(b.n_figures):
        u = b.figures[i]
        u.given = 0
        u.carried_out = 0
        u.cards[:] = NONE
        u.givers[:] = NONE
        lay_fixed(b, i)
    b.mover = 0
