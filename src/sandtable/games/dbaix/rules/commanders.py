"""COMMANDERS: who commands a side, who leads, and how far a figure is from its commander (CMD)."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dbaix.record import Where
from sandtable.kernel.geometry import base_of, gap, gap_to_rectangle
from sandtable.kernel.records import NONE


@clause("DBAIX-CMD-1", "DBAIX-CMD-2", "DBAIX-CMD-3")
@kernel
def commander_of(b, side):
    """Index of the side's commander, wherever that is; NONE if the table was laid without one."""
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == side and figure.commander != 0:
            return i
    return NONE


@clause("DBAIX-CMD-5")
@kernel
def is_lost(figure):
    """The figure is off the table and not to be reached: captured, removed or fled. The camp box is no loss."""
    return figure.where != Where.TABLE and figure.where != Where.CAMP_BOX


@clause("DBAIX-CMD-4", "DBAIX-CMD-5", "DBAIX-CMD-6", "DBAIX-PIP-10")
@kernel
def distance_to_commander(b, i, base, commander):
    """Inches from figure ``i``, standing as ``base``, to its side's ``commander``.

    0 for the commander. Infinite once that one is lost (CMD-5). From the camp box it commands from anywhere
    in the camp rectangle (CMD-6); a table without a camp has no such place, so there it is out of reach.
    """
    if i == commander:
        return 0.0
    chief = b.figures[commander]
    if chief.where == Where.TABLE:
        return gap(base, base_of(chief))
    if is_lost(chief) or math.isnan(b.camp[0]):
        return math.inf
    return gap_to_rectangle(base, b.camp[0], b.camp[1], b.camp[2], b.camp[3])


@clause("DBAIX-CMD-7")
@kernel
def has_officer(b, action):
    """One of the action's actors is a Roman officer (which ranks are, the option ``officers`` says)."""
    for k in range(action.n_actors):
        if b.figures[action.actors[k]].officer != 0:
            return True
    return False
