"""BREAK: archers and other ranged figures that an enemy has reached go instead of fighting, after a saving roll."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code
from sandtable.games.inter_arma.record import Quality
from sandtable.games.inter_arma.rules.orders import may_be_ordered, refuse, refuse_touching
from sandtable.games.inter_arma.rules.positions import UNAWARE, foes_of, is_light_cavalry
from sandtable.games.inter_arma.rules.saving import SAVED, class_save, row_of, suffer, throw_save
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("IA-BREAK-1", "IA-BREAK-8", "IA-CLASS-8")
@kernel
def is_ranged(figure):
    """It has a bow, sling or crossbow, or a javelin still in hand."""
    return figure.gun != NONE or figure.javelins > 0


@clause("IA-BREAK-5", "IA-BREAK-6", "IA-CLASS-2")
@kernel
def goes_freely(figure):
    """Light cavalry that is not of conscripts."""
    return is_light_cavalry(figure) and figure.quality != Quality.CONSCRIPT


@clause("IA-BREAK-1", "IA-BREAK-2", "IA-BREAK-3", "IA-BREAK-8", "IA-BREAK-10", "IA-AMBUSH-11", "IA-SENTRY-9")
@kernel
def judge_break(b, action, log):
    """Verdict: may the figure break contact. A ranged one may that all who touch it have reached in this turn."""
    if action.n_actors != 1:
        return Verdict(refuse(log, Code.GOES_ALONE, Clause.BREAK_1, NONE, NONE), 0)
    i = action.actors[0]
    if may_be_ordered(b, i, log) == 0:
        return Verdict(0, 0)
    figure = b.figures[i]
    foes = foes_of(b, i)
    if figure.broke != 0:
        return Verdict(refuse(log, Code.HAS_BROKEN, Clause.BREAK_11, i, NONE), 0)
    if foes == 0:
        return Verdict(refuse(log, Code.TOUCHES_NOBODY, Clause.BREAK_3, i, NONE), 0)
    if not is_ranged(figure):
        return Verdict(refuse(log, Code.NOT_RANGED, Clause.BREAK_8, i, NONE), 0)
    old = foes & ~figure.met_foe
    if old != 0:
        return Verdict(refuse_touching(b, log, Code.OLD_CONTACT, Clause.BREAK_10, i, old), 0)
    if figure.stays & UNAWARE != 0:
        return Verdict(refuse(log, Code.IS_UNAWARE, Clause.AMBUSH_11, i, NONE), 0)
    return Verdict(1, 0)


@clause("IA-BREAK-4", "IA-BREAK-5", "IA-BREAK-6", "IA-BREAK-7", "IA-BREAK-9", "IA-BREAK-11")
@kernel
def make_break(b, action, dice, log):
    """One save for all, with one more; the rider's own for one on horseback. Saved, it moves away as usual."""
    i = action.actors[0]
    figure = b.figures[i]
    if goes_freely(figure):
        figure.broke = 1
        event(log, Code.BREAKS_CONTACT, Clause.BREAK_5, i, NONE, 0)
        return
    result = throw_save(b, i, row_of(b, i), class_save(b, i) + b.rules.break_save, dice, log)
    suffer(b, i, result, NONE, log)
    if result == SAVED:
        figure.broke = 1
        event(log, Code.BREAKS_CONTACT, Clause.BREAK_7, i, NONE, 0)
