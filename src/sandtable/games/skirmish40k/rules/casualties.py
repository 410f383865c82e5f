"""CASUALTIES: unsaved wounds, who is taken off, and how a unit's wounds are shared out among its models (REM)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.skirmish40k.clauses import Clause, Code
from sandtable.games.skirmish40k.record import Edition
from sandtable.games.skirmish40k.rules.measuring import is_of, is_on_table
from sandtable.games.skirmish40k.rules.saves import is_saved
from sandtable.games.skirmish40k.rules.wounds import is_instant_death, throw_to_wound
from sandtable.kernel.log import event, outcome
from sandtable.kernel.records import NONE


@clause("C40-REM-1", "C40-ID-1")
@kernel
def suffer(b, j, strength, log):
    """Note an unsaved wound of this Strength on figure ``j``; it is taken off by ``take_off_wounds``."""
    b.figures[j].hurt += 1
    if b.figures[j].wounds > 1 and is_instant_death(b, j, strength):
        b.figures[j].doomed = 1
        event(log, Code.INSTANT_DEATH, Clause.ID_1, j, NONE, strength)


@clause("C40-REM-1")
@kernel
def take_off_wounds(b, j, log):
    """Take the wounds noted on figure ``j`` off it; at none left it is killed. Returns True if it is."""
    figure = b.figures[j]
    if figure.hurt == 0:
        return False
    figure.wounds -= figure.hurt
    if figure.doomed != 0 or figure.wounds < 0:
        figure.wounds = 0
    figure.hurt = 0
    figure.doomed = 0
    if figure.wounds == 0:
        outcome(log, Code.IS_KILLED, Clause.REM_1, j, NONE, 0)
        return True
    outcome(log, Code.IS_WOUNDED, Clause.REM_1, j, NONE, figure.wounds)
    return False


@clause("C40-WOUND-1", "C40-SAVE-1")
@kernel
def hit(b, i, j, strength, allowed, living, dice, log):
    """A hit by ``i`` (NONE: by nobody) on the single figure ``j``: to-wound die, save, an unsaved wound noted.

    ``living``: a failed to-wound die is thrown again. Returns 1 for an unsaved wound, else 0.
    """
    toughness = b.profiles[b.figures[j].profile].toughness
    if not throw_to_wound(b, i, j, strength, toughness, living, dice, log):
        outcome(log, Code.IS_UNHURT, Clause.WOUND_1, j, i, 0)
        return 0
    if is_saved(b, j, allowed, dice, log):
        outcome(log, Code.IS_UNHURT, Clause.SAVE_1, j, i, 0)
        return 0
    suffer(b, j, strength, log)
    return 1


@clause("C40-REM-1", "C40-REM-2", "C40-REM-3")
@kernel
def share_out(b, unit, wounds, may_fall, shares):
    """Share so many wounds among a unit's models: ``shares[k]`` is what its k-th model gets.

    The proposal of REM-3, which the owner may change: plain models first, then special weapons, the leader last; every
    model one before any gets a second. In the 4th edition only models with ``may_fall[k]`` get any: those in sight and
    range, or engaged.
    """
    one = b.units[unit]
    for k in range(one.count):
        shares[k] = 0
    left = wounds
    while left > 0:
        given = 0
        for rank in range(3):
            for k in range(one.count):
                figure = b.figures[one.first + k]
                if left == 0 or not is_of(b, one.first + k, unit) or b.profiles[figure.profile].rank != rank:
                    continue
                if b.core.edition == Edition.FOURTH and may_fall[k] == 0:
                    continue
                shares[k] += 1
                left -= 1
                given += 1
        if given == 0:
            return


@clause("C40-REM-1", "C40-REM-2")
@kernel
def gather(b, unit, may_fall):
    """Among models of one profile let the unsaved wounds fall on as few as they kill, one already wounded first.

    In the 4th edition only models with ``may_fall[k]`` fall: wounds beyond those that kill all of them are lost.
    """
    one = b.units[unit]
    for i in range(one.first, one.first + one.count):
        wounds = 0
        if not is_of(b, i, unit):
            continue
        for j in range(i, one.first + one.count):  # what the first of a profile gathers, later ones find no more of
            if _shares_wounds(b, i, j):
                wounds += b.figures[j].hurt
                b.figures[j].hurt = 0
        for whole in range(2):
            for j in range(one.first, one.first + one.count):
                figure = b.figures[j]
                is_whole = int(figure.wounds == b.profiles[figure.profile].wounds)
                if b.core.edition == Edition.FOURTH and may_fall[j - one.first] == 0:
                    continue
                if is_whole == whole and _shares_wounds(b, i, j):
                    fallen = min(wounds, figure.wounds - figure.hurt)
                    figure.hurt += fallen
                    wounds -= fallen


@kernel
def _shares_wounds(b, i, j):
    """Wounds on figure ``i`` may as well fall on ``j``: the same profile, on the table, none an instant death."""
    a, c = b.figures[i], b.figures[j]
    return (
        a.unit == c.unit
        and a.profile == c.profile
        and is_on_table(a)
        and is_on_table(c)
        and a.doomed == 0
        and c.doomed == 0
    )
