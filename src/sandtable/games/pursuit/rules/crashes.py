"""CRASHES: the hit without save of walls, table sides and rubble (PCO-1, IMP-1, DIF-4), and the heading after it."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.pursuit.rules.objectives import bury
from sandtable.games.pursuit.rules.positions import bit
from sandtable.games.skirmish40k.rules.casualties import hit
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.games.skirmish40k.rules.saves import no_save_at_all
from sandtable.kernel.records import NONE


@clause("PURS-PCO-1", "PURS-IMP-1", "PURS-IMP-2", "PURS-DIF-4", "PURS-PCO-5", "C40-SAVE-7")
@kernel
def crash(b, i, dice, log):
    """Figure ``i`` takes a hit of Strength 5 without save; True if it lives."""
    hit(b, NONE, i, b.rules.crash, no_save_at_all(), 0, dice, log)
    bury(b, log)
    return is_on_table(b.figures[i])


@clause("PURS-PCO-3", "PURS-IMP-3")
@kernel
def let_turn(b, i):
    """The owner of figure ``i`` may give it any heading, before anything else goes on."""
    b.turning |= bit(i)
