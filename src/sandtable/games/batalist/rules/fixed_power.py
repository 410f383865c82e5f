"""CBT-19: attacks of fixed power that nobody strikes back: traps that spring, buildings that fall."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code, Purpose
from sandtable.games.batalist.rules.damage import damage_of, halves_fire, prepare_power
from sandtable.games.batalist.rules.ground import is_cover_at
from sandtable.games.batalist.rules.wounded import suffer
from sandtable.kernel.dice import throw_die
from sandtable.kernel.geometry import Edge, base_of, edge_middle
from sandtable.kernel.log import outcome
from sandtable.kernel.records import NONE


@clause("BAT-CBT-19", "BAT-TRP-4", "BAT-TER-16")
@kernel
def strike(b, i, power, weapon, is_fire, side, dice, log):
    """Battalion ``i`` suffers an attack of fixed power and class, whose dice are of ``side``; returns the damage."""
    front = edge_middle(base_of(b.figures[i]), Edge.FRONT)
    covered = is_cover_at(b, front.x, front.y)
    a = prepare_power(b, i, i, power, weapon, covered)
    halves_fire(b, a, is_fire)
    cover = throw_die(dice, log, Purpose.PROTECTION, side, i, 6) if covered else 0
    outer = throw_die(dice, log, Purpose.DAMAGE, side, i, 6)
    damage = damage_of(b, a, 0, cover, outer)
    outcome(log, Code.SUFFERS, Clause.CBT_19, i, NONE, damage)
    suffer(b, i, damage, log)
    return damage
