"""CAMPS in combat: who may assault and enter one, its capture, and when a captor may leave (DBA-CAMP)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import N_SIDES
from sandtable.games.dba.rules.contact import camp_contact
from sandtable.games.dba.rules.deployment import occupy
from sandtable.games.dba.rules.positions import is_in_open
from sandtable.games.dba.switches import Looting, RetakenCamp
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE

UNOPPOSED = 0
BY_STORM = 1
"""How an element goes into a camp."""


@clause("DBA-CAMP-1", "DBA-CONTACT-3")
@kernel
def assaulted_camp(b, i):
    """The owner of the camp whose enemy occupant element ``i`` may assault from where it stands, or NONE.

    Artillery and War Wagons cannot assault.
    """
    if not is_in_open(b.figures[i]) or b.rules.contacts[b.figures[i].type] == 0:
        return NONE
    for owner in range(N_SIDES):
        camp = b.camps[owner]
        if camp.present == 1 and camp.occupant != NONE and camp_contact(b, i, owner):
            return owner
    return NONE


@clause("DBA-CAMP-3", "DBA-CAMP-4", "DBA-ARMY-7", "DBA-WIN-3")
@kernel
def enter(b, i, owner, how, log):
    """Element ``i`` goes into the empty camp of ``owner``: its own, or that of the enemy, which is captured.

    ``how``: UNOPPOSED, or BY_STORM, having just destroyed the occupant in close combat (DBA-CAMP-3). A camp that its
    own side retakes no longer counts as lost, unless ``retaken_camp`` is on.
    """
    camp = b.camps[owner]
    before = camp.holder
    occupy(b, i, owner)
    b.clock += 1
    b.figures[i].arrived = b.clock
    camp.looted = 0
    side = b.figures[i].side
    if how == BY_STORM:
        event(log, Code.CAMP_STORMED, Clause.DBA_CAMP_3, i, NONE, 0)
    else:
        event(log, Code.CAMP_ENTERED, Clause.DBA_CAMP_4, i, NONE, 0)
    if side != owner:
        if before != side:
            event(log, Code.CAMP_CAPTURED, Clause.DBA_WIN_3, i, NONE, b.rules.camp_counts)
    elif before != owner:
        if b.options.retaken_camp == RetakenCamp.COUNTS:
            camp.holder = before
        event(log, Code.CAMP_RETAKEN, Clause.DBA_WIN_3, i, NONE, 0)


@clause("DBA-CAMP-7")
@kernel
def after_pip_throw(b, die):
    """With ``looting`` on, a throw of 5 or 6 for PIPs lets the active side's captors leave what they have captured."""
    for owner in range(N_SIDES):
        camp = b.camps[owner]
        if die >= 5 and camp.occupant != NONE and b.figures[camp.occupant].side == b.turn:
            camp.looted = 1


@clause("DBA-CAMP-7")
@kernel
def may_leave(b, i):
    """Element ``i``, in a camp, may leave it: always its own, and the enemy's unless it must loot it first."""
    owner = b.figures[i].camp
    if owner == NONE or owner == b.figures[i].side:
        return True
    return b.options.looting == Looting.NO or b.camps[owner].looted == 1


@clause("DBA-CAMP-7")
@kernel
def leave(b, i):
    """Element ``i`` is no longer in its camp, which is empty but remembers who held it last."""
    owner = b.figures[i].camp
    if owner != NONE:
        b.camps[owner].occupant = NONE
        b.figures[i].camp = NONE
