"""ACT-1, ACT-2: Reform: another formation, or other ranks and files, about the centre."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Formation, Order, Skill, State
from sandtable.games.batalist.rules.cards import take_card, why_no_card
from sandtable.games.batalist.rules.formations import footprint_in, form, has, may_take
from sandtable.games.batalist.rules.obstacles import why_no_room
from sandtable.games.batalist.rules.reasons import (
    allowed,
    because,
    because_of,
    because_there,
    forbids,
    verdict,
    with_value,
)
from sandtable.games.batalist.rules.ways import lies_on_marker
from sandtable.kernel.geometry import Base
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("BAT-ACT-1", "BAT-ACT-22", "BAT-AMB-16")
@kernel
def why_not_formed(b, i, formation, files):
    """What keeps the footprint that battalion ``i`` would have in this formation from lying where it stands."""
    u = b.figures[i]
    width, depth = footprint_in(b, i, formation, files)
    base = Base(u.x, u.y, u.fx, u.fy, 0.5 * width, 0.5 * depth)
    if lies_on_marker(b, base):
        return because_there(Code.ENDS_ON_MARKER, Clause.AMB_16, NONE, u.x, u.y)
    return why_no_room(b, i, base, Clause.ACT_22)


@clause("BAT-FRM-15", "BAT-FRM-8", "BAT-SKL-15", "BAT-SKL-21d", "BAT-ACT-2")
@kernel
def why_no_formation(b, i, formation, files):
    """What keeps battalion ``i`` from standing in this formation and so many files."""
    u = b.figures[i]
    if formation < 0 or formation >= len(b.formations):
        return because(Code.NO_SUCH_FORMATION, Clause.ACT_1)
    if may_take(b, i, formation, files):
        return allowed()
    if has(b, i, Skill.WIDE) and formation != Formation.LOOSE:
        return because(Code.WIDE_STANDS_LOOSE, Clause.SKL_15)
    if formation == Formation.HEDGEHOG:
        return because(Code.RIDERS_NO_HEDGEHOG, Clause.SKL_21d)
    if formation == Formation.WEDGE:
        return with_value(because_of(Code.WEDGE_OF_FEW, Clause.FRM_8, NONE, u.healthy), float(b.rules.wedge_least))
    return because_of(Code.FILES_OF_FEW, Clause.FRM_15, NONE, u.healthy)


@clause("BAT-ACT-1", "BAT-ACT-2", "BAT-FRM-15", "BAT-EXE-10", "BAT-BOA-6")
@kernel
def judge_reform(b, action, log):
    """A Reform: another formation, or other ranks and files, about the centre."""
    i = action.actors[0]
    u = b.figures[i]
    why = why_no_card(b, i, Order.REFORM, action.mode)
    if forbids(why):
        return verdict(log, i, why)
    if u.state != State.FIELD:
        return verdict(log, i, because(Code.OFF_FIELD, Clause.ORD_17))
    if u.healthy <= 0:
        return verdict(log, i, because(Code.ONLY_WOUNDED, Clause.WOU_9))
    if action.amount == u.formation and action.item == u.files:
        return Verdict(1, 0)
    why = why_no_formation(b, i, action.amount, action.item)
    if not forbids(why) and not 1 <= action.item <= u.healthy:
        why = because_of(Code.FILES_OF_FEW, Clause.FRM_15, NONE, u.healthy)
    if u.boat != NONE:
        why = because(Code.COLUMN_ABOARD, Clause.BOA_6)
    return verdict(log, i, why if forbids(why) else why_not_formed(b, i, action.amount, action.item))


@clause("BAT-ACT-1", "BAT-EXE-9", "BAT-EXE-10")
@kernel
def make_reform(b, action, dice, log):
    """Carry out a Reform."""
    i = action.actors[0]
    u = b.figures[i]
    if not take_card(b, i, Order.REFORM, action.mode, dice, log):
        return
    if action.amount != u.formation or action.item != u.files:
        u.reformed = 1
        form(b, i, action.amount, action.item)
    event(log, Code.REFORMS, Clause.ACT_1, i, NONE, action.amount)
