"""CBT-20, PRO-17: attacks on a chosen figure, who may be chosen, and what kills it."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Row, State
from sandtable.games.batalist.rules.damage import kills_figure
from sandtable.games.batalist.rules.wounded import is_warded
from sandtable.kernel.log import outcome
from sandtable.kernel.records import NONE


@clause("BAT-CBT-20", "BAT-ARM-13")
@kernel
def character_on(b, j):
    """The living character on battalion ``j``, or the hero who is it; or NONE."""
    u = b.figures[j]
    c = u.hero if u.hero != NONE else u.character
    if c == NONE or b.characters[c].alive == 0:
        return NONE
    return c


@clause("BAT-CBT-20", "BAT-PRO-17")
@kernel
def aim_at_character(b, c):
    """Let the attack that ``b.attack`` notes meet the protection of this character instead of the battalion's."""
    a = b.attack
    who = b.characters[c]
    a.rows &= ~(1 << Row.CLASS_OF_ARMOUR)
    a.protection = b.rules.character_protection
    if who.own != NONE:
        a.protection = b.profiles[b.figures[who.own].profile].protection


@clause("BAT-CBT-20", "BAT-MOR-3", "BAT-ARM-14")
@kernel
def strike_character(b, c, damage, log):
    """Damage falls on a chosen character: enough of it kills, unless an amulet saves the character."""
    if not kills_figure(b, damage) or is_warded(b, c, log):
        return
    who = b.characters[c]
    who.alive = 0
    if who.own != NONE:
        outcome(log, Code.HERO_DIES, Clause.CBT_20, who.own, NONE, c)
    else:
        outcome(log, Code.CHARACTER_DIES, Clause.CBT_20, who.battalion, NONE, c)
    if b.figures[who.battalion].character == c:
        b.figures[who.battalion].character = NONE
    if who.own != NONE:
        b.figures[who.own].state = State.DESTROYED
        b.figures[who.own].healthy = 0
