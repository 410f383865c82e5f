"""CAP, ORD and HER: abilities of leaders, who may order whom, and what a hero's orders cost."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code, Purpose
from sandtable.games.batalist.enums import Order, Role, Skill, State
from sandtable.games.batalist.rules.distances import cell_of_character, distance_to_cells, is_farther_than
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.reasons import allowed, because, because_far, because_of, drawn_along, with_value
from sandtable.games.batalist.switches import Artefacts, Coward, Reconnaissance
from sandtable.kernel.dice import throw_die
from sandtable.kernel.geometry import LATTICE
from sandtable.kernel.records import NONE


@clause("BAT-CAP-1", "BAT-PRO-7", "BAT-PRO-8", "BAT-PRO-9", "BAT-ARM-14")
@kernel
def throw_leader(b, c, dice, log):
    """A captain or the general throws for ability; an artefact may widen the radius."""
    who = b.characters[c]
    die = throw_die(dice, log, Purpose.ABILITY, who.side, who.battalion, 6)
    for place in range(len(b.leaders)):
        if die <= b.leaders[place].upto:
            who.command = b.leaders[place].command
            who.radius = b.leaders[place].radius
            break
    if who.artefact != NONE and b.options.artefacts == Artefacts.YES:
        who.radius += b.artefacts[who.artefact].radius


@clause(
    "BAT-ORD-11",
    "BAT-REC-1",
    "BAT-ACT-12",
    "BAT-ACT-13",
    "BAT-ACT-14",
    "BAT-ACT-15",
    "BAT-ACT-17",
    "BAT-ACT-18",
    "BAT-WOU-8",
)
@kernel
def can_ever(b, i, order):
    """Battalion ``i`` has what this kind of order needs."""
    if order == Order.SHOOTING_ATTACK:
        return has(b, i, Skill.SHOOTER)
    if order == Order.MELEE_ATTACK:
        return has(b, i, Skill.MELEE)
    if order == Order.RECONNAISSANCE:
        return has(b, i, Skill.SCOUT) and b.options.reconnaissance == Reconnaissance.YES
    if order == Order.RECOVERY or order == Order.TO_THE_DOCTOR or order == Order.MERCY:
        return b.figures[i].wounded > 0
    return True


@clause("BAT-ORD-6", "BAT-ORD-7", "BAT-ORD-8", "BAT-HER-11")
@kernel
def first_superior(b, c, i):
    """The captain or hero other than ``c`` who has ordered battalion ``i`` this turn, or NONE.

    The general always may besides.
    """
    u = b.figures[i]
    if b.characters[c].role == Role.GENERAL:
        return NONE
    for card in range(u.given):
        giver = u.givers[card]
        if giver != NONE and giver != c and b.characters[giver].role != Role.GENERAL:
            return giver
    return NONE


@clause("BAT-ORD-11", "BAT-SKL-1", "BAT-SKL-2", "BAT-REC-1", "BAT-WOU-8")
@kernel
def why_never(b, i, order):
    """What battalion ``i`` lacks for this kind of order, which it can never carry out."""
    if order == Order.SHOOTING_ATTACK:
        return because(Code.NO_SHOOTERS, Clause.ORD_11)
    if order == Order.MELEE_ATTACK:
        return because(Code.NO_MELEE, Clause.ORD_11)
    if order == Order.RECONNAISSANCE:
        here = b.options.reconnaissance == Reconnaissance.YES
        return because(Code.NO_SCOUTS if here else Code.NO_RECONNAISSANCE, Clause.ORD_11)
    return because(Code.NO_WOUNDED, Clause.ORD_11)


@clause("BAT-HER-2", "BAT-HER-3", "BAT-HER-4", "BAT-HER-10")
@kernel
def price_of_order(b, c, i):
    """Reserve that hero ``c`` pays for an order to battalion ``i``: the radius once a turn, none to the hero's own."""
    who = b.characters[c]
    if i == who.own or i == who.orders_one or i == who.battalion:
        return b.rules.hero_order
    apart = distance_to_cells(b, cell_of_character(b, c), i)
    return b.rules.hero_order + math.ceil(apart - LATTICE)


@clause("BAT-ORD-5", "BAT-HER-10", "BAT-SKL-27", "BAT-DEF-6")
@kernel
def why_no_hero_order(b, c, i):
    """What keeps hero ``c`` from ordering battalion ``i``."""
    who = b.characters[c]
    if i != who.own:
        if not has(b, who.own, Skill.COMMANDER):
            return because_of(Code.NO_COMMANDER, Clause.SKL_27, who.own, 0)
        if who.orders_one != NONE and who.orders_one != i:
            return because_of(Code.ORDERS_ANOTHER, Clause.HER_10, who.orders_one, 0)
        if i != who.battalion:
            if is_farther_than(b, cell_of_character(b, c), i, b.rules.hero_radius):
                return beyond_radius(b, c, i, b.rules.hero_radius, Clause.ORD_5)
    if who.reserve < price_of_order(b, c, i):
        return with_value(
            because_of(Code.RESERVE_TOO_SMALL, Clause.HER_2, who.own, who.reserve), float(price_of_order(b, c, i))
        )
    return allowed()


@clause("BAT-ORD-4", "BAT-ORD-5")
@kernel
def beyond_radius(b, c, i, radius, cited):
    """Battalion ``i`` is beyond the radius of leader ``c``, from the leader's figure cell to its nearest."""
    cell, u = cell_of_character(b, c), b.figures[i]
    why = because_far(Code.OUT_OF_RADIUS, cited, b.characters[c].battalion, distance_to_cells(b, cell, i), radius)
    return drawn_along(why, cell.x, cell.y, u.x, u.y)


@clause("BAT-ORD-3", "BAT-ORD-4", "BAT-PRO-8", "BAT-PRO-9")
@kernel
def why_no_officer_order(b, c, i):
    """What keeps a captain or the general from ordering battalion ``i``."""
    who = b.characters[c]
    if who.role == Role.MAGE or who.role == Role.STANDARD_BEARER:
        return because_of(Code.GIVES_NO_ORDERS, Clause.ORD_1, who.battalion, 0)
    if who.spent >= who.command:
        return because_of(Code.COMMAND_IS_SPENT, Clause.ORD_3, who.battalion, who.command)
    if i != who.battalion and is_farther_than(b, cell_of_character(b, c), i, who.radius):
        return beyond_radius(b, c, i, who.radius, Clause.ORD_4)
    return allowed()


@clause("BAT-ORD-9", "BAT-ORD-11", "BAT-ORD-17", "BAT-DEF-2", "BAT-ORD-3")
@kernel
def why_no_order(b, c, i, order):
    """What keeps leader ``c`` from giving battalion ``i`` this order now."""
    who = b.characters[c]
    u = b.figures[i]
    if who.alive == 0:
        return because_of(Code.LEADER_IS_DEAD, Clause.ORD_17, who.battalion, 0)
    if who.side != u.side:
        return because(Code.NO_SUCH_LEADER, Clause.ORD_1)
    if b.figures[who.battalion].state != State.FIELD:
        return because_of(Code.LEADER_OFF_FIELD, Clause.ORD_17, who.battalion, 0)
    if u.given >= b.rules.orders:
        return because_of(Code.ORDERS_FULL, Clause.ORD_9, NONE, b.rules.orders)
    if not can_ever(b, i, order):
        return why_never(b, i, order)
    first = first_superior(b, c, i)
    if first != NONE:
        is_hero = who.role == Role.HERO or b.characters[first].role == Role.HERO
        return because_of(
            Code.OTHER_SUPERIOR, Clause.ORD_7 if is_hero else Clause.ORD_6, b.characters[first].battalion, 0
        )
    return why_no_hero_order(b, c, i) if who.role == Role.HERO else why_no_officer_order(b, c, i)


@clause("BAT-ORD-1", "BAT-ORD-2", "BAT-ORD-3", "BAT-HER-2", "BAT-HER-3", "BAT-ORD-12")
@kernel
def give_order(b, c, i, order):
    """Leader ``c`` lays a card on battalion ``i`` and pays for it."""
    who = b.characters[c]
    u = b.figures[i]
    if who.role == Role.HERO:
        who.reserve -= price_of_order(b, c, i)
        if i != who.own:
            who.orders_one = i
    else:
        who.spent += 1
    u.cards[u.given] = order
    u.givers[u.given] = c
    u.given += 1


@clause("BAT-SKL-12", "BAT-SKL-13", "BAT-SKL-14")
@kernel
def number_to_fear(b, i, order):
    """On this die or less battalion ``i``, a Coward or Undisciplined, fails such an order; 0: never."""
    profile = b.profiles[b.figures[i].profile]
    if order == Order.REFORM:
        return profile.undisciplined
    if order == Order.MELEE_ATTACK or (order == Order.SHOOTING_ATTACK and b.options.coward == Coward.BOTH_ATTACKS):
        return profile.coward
    return 0


@clause("BAT-SKL-12", "BAT-SKL-13", "BAT-SKL-14")
@kernel
def fails_by(b, i, order, dice, log):
    """Throw for Coward or Undisciplined, then for Weak if it is the second order.

    Returns the clause by which the order is not carried out, or NONE.
    """
    u = b.figures[i]
    limit = number_to_fear(b, i, order)
    if limit > 0 and throw_die(dice, log, Purpose.COURAGE, u.side, i, 6) <= limit:
        return Clause.SKL_13 if order == Order.REFORM else Clause.SKL_12
    weak = b.profiles[u.profile].weak if u.carried_out == 1 else 0
    if weak > 0 and throw_die(dice, log, Purpose.COURAGE, u.side, i, 6) <= weak:
        return Clause.SKL_14
    return NONE
