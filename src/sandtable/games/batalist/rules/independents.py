"""IND: the two orders that Independent warriors carry out by themselves, and what changing one costs."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Role, Skill, State
from sandtable.games.batalist.rules.command import beyond_radius, can_ever, why_never
from sandtable.games.batalist.rules.distances import cell_of_character, is_farther_than
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.reasons import allowed, because, because_of, with_value
from sandtable.games.batalist.switches import Independents


@clause("BAT-SKL-31", "BAT-IND-1")
@kernel
def is_independent(b, i):
    """Battalion ``i`` is on the field, Independent, and the players use that rule."""
    on = b.options.independents == Independents.YES and b.figures[i].state == State.FIELD
    return on and has(b, i, Skill.INDEPENDENT)


@clause("BAT-IND-3")
@kernel
def why_no_change(b, c, i, order):
    """What keeps leader ``c`` from giving battalion ``i`` another order of its own."""
    who = b.characters[c]
    if not is_independent(b, i) or who.side != b.figures[i].side:
        return because(Code.NO_OWN_ORDERS, Clause.IND_1)
    if who.alive == 0:
        return because_of(Code.LEADER_IS_DEAD, Clause.ORD_17, who.battalion, 0)
    if b.figures[who.battalion].state != State.FIELD:
        return because_of(Code.LEADER_OFF_FIELD, Clause.ORD_17, who.battalion, 0)
    if not can_ever(b, i, order):
        return why_never(b, i, order)
    is_hero = who.role == Role.HERO
    if is_hero and not has(b, who.own, Skill.COMMANDER):
        return because_of(Code.NO_COMMANDER, Clause.SKL_27, who.own, 0)
    left = who.reserve if is_hero else who.command - who.spent
    if left < b.rules.independent_change:
        return with_value(
            because_of(Code.CHANGE_COSTS, Clause.IND_3, who.battalion, left), float(b.rules.independent_change)
        )
    radius = b.rules.hero_radius if is_hero else who.radius
    if is_farther_than(b, cell_of_character(b, c), i, radius):
        return beyond_radius(b, c, i, radius, Clause.ORD_5 if is_hero else Clause.ORD_4)
    return allowed()


@clause("BAT-IND-3")
@kernel
def change_fixed(b, c, i, place, order):
    """Leader ``c`` replaces one of the two orders of battalion ``i`` for good, and pays for it."""
    who = b.characters[c]
    if who.role == Role.HERO:
        who.reserve -= b.rules.independent_change
    else:
        who.spent += b.rules.independent_change
    b.figures[i].fixed[place] = order
