"""MOVE-31: a figure's movement ends: contacts that it makes, crawlers that it finds, what it takes up."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code
from sandtable.games.inter_arma.record import Mode
from sandtable.games.inter_arma.rules.concealment import give_away, hush_crawler, is_asleep
from sandtable.games.inter_arma.rules.crawling import get_up, hide_in_water, test_crawler
from sandtable.games.inter_arma.rules.goals import pick_up
from sandtable.games.inter_arma.rules.positions import UNAWARE, foes_of, is_before
from sandtable.games.inter_arma.rules.visibility import is_shown_to
from sandtable.games.inter_arma.switches import RearAttack
from sandtable.kernel.bitsets import bit, lowest, without
from sandtable.kernel.log import event, speak_up


@clause("IA-AMBUSH-1", "IA-AMBUSH-9", "IA-AMBUSH-11", "IA-CRAWL-7", "IA-CRAWL-11")
@kernel
def _is_ambush(b, i, j):
    """Figure ``i`` has crawled unseen to ``j``, whom its side sees; by house rule: or come from behind."""
    figure, victim = b.figures[i], b.figures[j]
    if figure.civilian != 0 or not is_shown_to(b, j, figure.side):
        return False
    if figure.mode == Mode.CRAWL:
        return not is_shown_to(b, i, victim.side)
    if b.options.rear_attack == RearAttack.AS_AMBUSH:
        return not is_before(victim, figure.x, figure.y)
    return False


@clause("IA-MOVE-31", "IA-BREAK-10", "IA-CRAWL-11", "IA-AMBUSH-1", "IA-AMBUSH-11", "IA-RANGED-27", "IA-SEQ-11")
@kernel
def note_contacts(b, i, before, log):
    """Note whom figure ``i`` has come to touch: they touch since this turn, and the others did not come to it."""
    new = foes_of(b, i) & ~before
    if b.figures[i].civilian != 0:
        new = 0
    b.figures[i].met |= new
    while new != 0:
        j = lowest(new)
        new = without(new, j)
        other = b.figures[j]
        other.met |= bit(i)
        other.met_foe |= bit(i)
        if _is_ambush(b, i, j):
            b.figures[i].ambushes |= bit(j)
            if b.figures[i].mode == Mode.CRAWL:
                other.stays |= UNAWARE
                hush_crawler(b, i, log)
        else:
            give_away(b, i, other.side)
        event(log, Code.REACHES, Clause.MOVE_31, i, j, 0)
        speak_up(log)
        if not is_shown_to(b, j, b.figures[i].side):
            other.spotted |= 1 << b.figures[i].side
            other.hidden = 0
            event(log, Code.IS_SPOTTED, Clause.CRAWL_11, j, i, 0)
        give_away(b, j, b.figures[i].side)


@clause("IA-CRAWL-6", "IA-CRAWL-8", "IA-MOVE-20", "IA-RANGED-21", "IA-GOAL-1", "IA-MOVE-9")
@kernel
def arrive(b, i, lies, before, dice, log):
    """Figure ``i`` ends its movement where it is put, lying or not; ``before``: enemies touched when it set out."""
    figure = b.figures[i]
    figure.moved = 1
    figure.declared = 0
    if not lies:
        get_up(b, i)
    else:
        figure.lying = 1
        if figure.mode == Mode.CRAWL:
            figure.crawled = 1
        lie_low(b, i, dice, log)
    note_contacts(b, i, before, log)
    pick_up(b, i, log)


@clause("IA-VIS-5", "IA-CRAWL-6", "IA-CRAWL-8", "IA-CRAWL-10")
@kernel
def lie_low(b, i, dice, log):
    """Figure ``i``, which lies at the end of its movement, may be hidden by water, and else may be spotted."""
    hide_in_water(b, i, dice, log)
    test_crawler(b, i, dice, log)


@clause("IA-MOVE-9", "IA-MOVE-33", "IA-MOVE-34", "IA-MOVE-35", "IA-CRAWL-10", "IA-SENTRY-6")
@kernel
def stand_still(b, i, dice, log):
    """Figure ``i`` stands still, or is passed over: it keeps its posture. Who sleeps takes nothing up.

    One that has declared a mode, and is not tired, has used it and gone nowhere.
    """
    figure = b.figures[i]
    if figure.declared != 0 and figure.tired == 0:
        lies = figure.lying != 0 or figure.mode == Mode.CRAWL
        arrive(b, i, lies, foes_of(b, i), dice, log)
        return
    figure.moved = 1
    figure.declared = 0
    figure.mode = Mode.STAND
    if figure.sentry != 0 or not is_asleep(b, figure.side):
        pick_up(b, i, log)
    if figure.lying != 0:
        lie_low(b, i, dice, log)
