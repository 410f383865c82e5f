"""IND: the two orders that Independent warriors carry out by themselves, and what changing one costs."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause
from sandtable.games.batalist.record import Role, Skill, State
from sandtable.games.batalist.rules.command import can_ever
from sandtable.games.batalist.rules.distances import cell_of_character, is_farther_than
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.switches import Independents
from sandtable.kernel.records import NONE


@clause("BAT-SKL-31", "BAT-IND-1")
@kernel
def is_independent(b, i):
    """Battalion ``i`` is on the field, Independent, and the players use that rule."""
    on = b.options.independents == Independents.YES and b.figures[i].state == State.FIELD
    return on and has(b, i, Skill.INDEPENDENT.value)


@clause("BAT-IND-3")
@kernel
def why_no_change(b, c, i, order):
    """The clause that keeps leader ``c`` from giving battalion ``i`` another order of its own, or NONE."""
    who = b.characters[c]
    if not is_independent(b, i) or who.side != b.figures[i].side:
        return Clause.IND_1.value
    if who.alive == 0 or b.figures[who.battalion].state != State.FIELD:
        return Clause.ORD_17.value
    if not can_ever(b, i, order):
        return Clause.ORD_11.value
    is_hero = who.role == Role.HERO
    if is_hero and not has(b, who.own, Skill.COMMANDER.value):
        return Clause.SKL_27.value
    left = who.reserve if is_hero else who.command - who.spent
    if left < b.rules.independent_change:
        return Clause.IND_3.value
    radius = b.rules.hero_radius if is_hero else who.radius
    if is_farther_than(b, cell_of_character(b, c), i, radius):
        return Clause.ORD_5.value if is_hero else Clause.ORD_4.value
    return NONE


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
