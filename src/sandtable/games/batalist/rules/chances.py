"""AMM, AMB, TRP, REC, ARE: single throws before the battle and about what is hidden."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Purpose
from sandtable.games.batalist.enums import Skill, State
from sandtable.games.batalist.rules.formations import has
from sandtable.kernel.dice import throw_die
from sandtable.kernel.records import NONE


@clause("BAT-AMM-1", "BAT-AMM-2")
@kernel
def throw_ammunition(b, side, dice, log):
    """A die for each battalion of a side that shoots, heroes included: the orders to shoot of the whole battle."""
    total = 0
    for i in range(b.n_figures):
        u = b.figures[i]
        if u.side == side and u.state != State.DESTROYED and has(b, i, Skill.SHOOTER):
            total += throw_die(dice, log, Purpose.AMMUNITION, side, i, 6)
    b.sides[side].ammunition = total
    return total


@clause("BAT-REC-2", "BAT-REC-7", "BAT-SKL-26a", "BAT-SKL-26b", "BAT-SKL-25", "BAT-ARM-14")
@kernel
def failures_to_hide(b, scout, hidden, with_markers, bonus, dice, log):
    """The scout's die against three of the hidden battalion, two where its markers lie: those lower are failures.

    Camouflage counts one die as a success and Noisy one as a failure, unthrown; both together cancel out. Nobody is
    told whose dice they are: who is passed by stays hidden.
    """
    seeks = throw_die(dice, log, Purpose.SCOUTING, b.figures[scout].side, scout, 6) + bonus
    number = 2 if with_markers else 3
    camouflaged = has(b, hidden, Skill.CAMOUFLAGE)
    noisy = has(b, hidden, Skill.NOISY)
    failures = 0
    if camouflaged != noisy:
        number -= 1
        if noisy:
            failures += 1
    for _ in range(number):
        if throw_die(dice, log, Purpose.SCOUTING, b.figures[hidden].side, NONE, 6) < seeks:
            failures += 1
    return failures


SPARROWS = 0
REVEALED = 1
BULLS_EYE = 2


@clause("BAT-ARE-1", "BAT-ARE-2", "BAT-ARE-3", "BAT-ARE-4", "BAT-ARE-5")
@kernel
def area_fire_result(die, markers):
    """What a die of area fire brings, with so many ambush markers in the wood or ravine."""
    total = die + markers // 2
    return SPARROWS if total <= 3 else REVEALED if total <= 5 else BULLS_EYE


@clause("BAT-AMB-8", "BAT-AMB-9", "BAT-AMB-10", "BAT-AMB-11")
@kernel
def ambush_result(die):
    """What survivors of an attack from ambush find: 0 nothing, 1 a false marker goes, 2 the battalion is revealed."""
    return (die - 1) // 2


FALSE_ONE_GOES = 1
COMES_OUT = 2


@clause("BAT-TRP-3")
@kernel
def trap_springs(die):
    """A trap springs on who passes between its markers."""
    return die <= 3
