"""ORD, HER: the orders phase: cards laid by both sides at the same time, mana set aside, automatic cards."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code, Purpose
from sandtable.games.batalist.enums import Order, Phase, Skill, State
from sandtable.games.batalist.record import SIDES
from sandtable.games.batalist.rules.ambush import order_in_ambush
from sandtable.games.batalist.rules.chosen_targets import character_on
from sandtable.games.batalist.rules.command import can_ever, give_order, why_never, why_no_order
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.independents import change_fixed, why_no_change
from sandtable.games.batalist.rules.magic import set_aside
from sandtable.games.batalist.rules.reasons import allowed, because, because_of, forbids, not_yours, verdict
from sandtable.games.batalist.rules.reserves import why_no_order_in_reserve
from sandtable.games.batalist.switches import Ammunition, AmmunitionCharged, Artefacts, Independents
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
    return b.mover


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
    why = why_no_leader(b, i, at)
    if not forbids(why) and (order < 0 or order >= Order.HIDDEN):
        why = because(Code.NO_SUCH_ORDER, Clause.ORD_10)
    if forbids(why):
        return verdict(log, i, why)
    c = leader_at(b, at)
    if u.state == State.ON_BASE and order != Order.MOVE:
        why = because(Code.ONLY_A_MOVE_ON_BASE, Clause.HER_9)
    elif u.state == State.ON_BASE and c != u.hero:
        why = because(Code.ORDERS_HIMSELF, Clause.HER_11)
    elif u.state == State.RESERVE:
        why = why_no_order_in_reserve(b, c, i, order)
    elif u.state != State.FIELD and u.state != State.ON_BASE:
        why = because(Code.OFF_FIELD, Clause.ORD_17)
    elif u.wounded_of != NONE:
        why = because(Code.ONLY_WOUNDED, Clause.WOU_9)
    elif order == Order.SHOOTING_ATTACK and not has_ammunition(b, b.mover):
        why = because(Code.NO_AMMUNITION, Clause.AMM_2)
    elif order == Order.TO_THE_DOCTOR and b.sides[b.mover].hospital <= 0:
        why = because(Code.NO_HOSPITAL, Clause.WOU_1)
    else:
        why = why_no_order(b, c, i, order)
    return price_one(log, i, why)


@kernel
def price_one(log, i, why):
    """The Verdict of a judge of order cards, of which each counts as one."""
    return verdict(log, i, why) if forbids(why) else Verdict(1, 1)


@clause("BAT-ORD-1", "BAT-ORD-3", "BAT-ORD-17")
@kernel
def why_no_leader(b, i, at):
    """What keeps a leader of the side that lays its cards, on battalion ``at``, from ordering battalion ``i``."""
    why = not_yours(b, i)
    if forbids(why):
        return why
    if at < 0 or at >= b.n_figures or b.figures[at].side != b.mover:
        return because(Code.NO_SUCH_LEADER, Clause.ORD_1)
    return because_of(Code.NO_LEADER_THERE, Clause.ORD_17, at, 0) if leader_at(b, at) == NONE else allowed()


@clause("BAT-AMB-2", "BAT-AMB-17", "BAT-AMM-2")
@kernel
def judge_give_in_ambush(b, action, log):
    """The one order of a battalion in ambush, which it gives itself; a shot only while there is ammunition."""
    i, order = action.actors[0], action.amount
    why = not_yours(b, i)
    if forbids(why):
        return verdict(log, i, why)
    if action.target != i:
        why = because(Code.AMBUSH_ORDERS_ITSELF, Clause.AMB_2)
    elif order != Order.MOVE and order != Order.SHOOTING_ATTACK and order != Order.MELEE_ATTACK:
        why = because(Code.NO_ORDER_FOR_AMBUSH, Clause.AMB_2)
    elif b.figures[i].given > 0:
        why = because_of(Code.ORDERS_FULL, Clause.AMB_2, NONE, 1)
    elif not can_ever(b, i, order):
        why = why_never(b, i, order)
    elif order == Order.SHOOTING_ATTACK and not has_ammunition(b, b.mover):
        why = because(Code.NO_AMMUNITION, Clause.AMM_2)
    return price_one(log, i, why)


@clause("BAT-ORD-17", "BAT-HER-10")
@kernel
def leader_at(b, at):
    """The leader who stands on battalion ``at``, or the hero that ``at`` itself is, on a base or not; or NONE."""
    u = b.figures[at]
    if u.hero != NONE and (u.state == State.FIELD or u.state == State.ON_BASE):
        return u.hero
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
    index = event(log, Code.IS_ORDERED, Clause.ORD_2, i, action.target, order)
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
    why = why_no_leader(b, i, at)
    if forbids(why):
        return verdict(log, i, why)
    if order < 0 or order >= Order.HIDDEN:
        why = because(Code.NO_SUCH_ORDER, Clause.ORD_10)
    elif action.item < 0 or action.item >= len(b.figures[i].fixed):
        why = because_of(Code.NO_SUCH_OWN_ORDER, Clause.IND_1, NONE, len(b.figures[i].fixed) - 1)
    elif b.figures[i].fixed[action.item] == order:
        why = because_of(Code.SAME_CARD, Clause.IND_3, NONE, order)
    elif order == Order.SHOOTING_ATTACK and not has_ammunition(b, b.mover):
        why = because(Code.NO_AMMUNITION, Clause.AMM_2)
    else:
        why = why_no_change(b, leader_at(b, at), i, order)
    return verdict(log, i, why)


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
    index = event(log, Code.HAS_OTHER_ORDERS, Clause.IND_3, i, action.target, order)
    seen_only_by(log, index, 1 << u.side)


@clause("BAT-HER-1", "BAT-HER-6")
@kernel
def judge_set_aside(b, action, log):
    """A hero sets reserve aside for magic; amount: how much."""
    i = action.actors[0]
    c = b.figures[i].hero
    why = not_yours(b, i)
    if forbids(why):
        return verdict(log, i, why)
    if c == NONE or b.characters[c].alive == 0 or not has(b, i, Skill.MAGE):
        why = because(Code.NO_HERO_WITH_MAGIC, Clause.HER_1)
    elif not 1 <= action.amount <= b.characters[c].reserve:
        why = because_of(Code.NOT_SO_MUCH_RESERVE, Clause.HER_1, NONE, b.characters[c].reserve)
    return verdict(log, i, why)


@clause("BAT-HER-1", "BAT-HER-6", "BAT-ORD-15")
@kernel
def make_set_aside(b, action, log):
    """Mana markers beside the hero; shown when the cards are."""
    i = action.actors[0]
    set_aside(b, b.figures[i].hero, action.amount)
    index = event(log, Code.SETS_ASIDE, Clause.HER_6, i, NONE, action.amount)
    seen_only_by(log, index, 1 << b.figures[i].side)


@clause("BAT-ARM-14", "BAT-ART-1")
@kernel
def judge_shard(b, action, log):
    """The artefact that gives mana, once a battle."""
    i = action.actors[0]
    c = character_on(b, i)
    why = not_yours(b, i)
    if forbids(why):
        return verdict(log, i, why)
    bears = c != NONE and b.options.artefacts == Artefacts.YES and b.characters[c].artefact != NONE
    if not bears or b.artefacts[b.characters[c].artefact].mana_dice <= 0:
        why = because(Code.NO_SHARD, Clause.ARM_14)
    elif b.characters[c].used != 0:
        why = because(Code.SHARD_IS_USED, Clause.ARM_14)
    return verdict(log, i, why)


@clause("BAT-ARM-14")
@kernel
def make_shard(b, action, dice, log):
    """A die more mana."""
    c = character_on(b, action.actors[0])
    who = b.characters[c]
    who.used = 1
    for _ in range(b.artefacts[who.artefact].mana_dice):
        who.mana += throw_die(dice, log, Purpose.SHARD, who.side, action.actors[0], 6)


@clause("BAT-ORD-16")
@kernel
def make_ready(b, log):
    """The side's cards are laid for good; when both are ready all lie on the table, automatic ones included."""
    b.sides[b.mover].ready = 1
    side_event(log, Code.IS_READY, Clause.ORD_16, b.mover, 0)
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
    side_event(log, Code.CARDS_LIE, Clause.ORD_16, NONE, 0)
    b.phase = Phase.INITIATIVE
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
        lay(u, Order.TO_THE_DOCTOR)
    if u.healthy > 0 and has(b, i, Skill.BLOODTHIRSTY):
        while u.given < b.rules.orders:
            lay(u, Order.MELEE_ATTACK)


@clause("BAT-IND-2", "BAT-SKL-31")
@kernel
def lay_fixed(b, i):
    """At the start of the orders phase Independent warriors receive their two orders, a shot only while any is left."""
    u = b.figures[i]
    if b.options.independents != Independents.YES or u.state != State.FIELD:
        return
    if not has(b, i, Skill.INDEPENDENT) or u.healthy <= 0:
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
