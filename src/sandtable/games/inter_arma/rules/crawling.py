"""CRAWL: when a figure that crawls or lies is tested, and who sees it then; hiding in water (VIS-5)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code, Purpose
from sandtable.games.inter_arma.record import Ground
from sandtable.games.inter_arma.rules.concealment import hush_crawler
from sandtable.games.inter_arma.rules.ground import in_wood, is_in
from sandtable.games.inter_arma.rules.positions import is_able, is_before, is_enemy_of
from sandtable.games.inter_arma.rules.visibility import is_in_view, is_night
from sandtable.games.inter_arma.switches import CrawlTestPer
from sandtable.kernel.bitsets import is_in as is_one_of
from sandtable.kernel.dice import throw_die
from sandtable.kernel.log import outcome, speak_up
from sandtable.kernel.records import NONE


@clause("IA-CRAWL-2", "IA-CRAWL-3", "IA-CRAWL-4", "IA-CRAWL-5")
@kernel
def seen_up_to(b, i):
    """Up to which die figure ``i``, lying, is seen: in the open or a wood, armored or not."""
    figure, rules = b.figures[i], b.rules
    die = rules.spot_wood if in_wood(b, figure.x, figure.y) else rules.spot_open
    return die + (rules.spot_armored if figure.armored != 0 else 0)


@clause("IA-CRAWL-1")
@kernel
def may_spot(b, j, i):
    """Enemy ``j`` faces the direction of the crawler ``i`` and has it within its visibility."""
    return is_able(b.figures[j]) and is_before(b.figures[j], b.figures[i].x, b.figures[i].y) and is_in_view(b, j, i)


@clause("IA-CRAWL-1", "IA-CRAWL-6", "IA-CRAWL-7", "IA-CRAWL-9", "IA-RAIN-4", "IA-NIGHT-4", "IA-SC2-10")
@kernel
def test_crawler(b, i, dice, log):
    """One die for a figure that lies, if an enemy qualifies who has not seen it yet; none by night, in rain or fog."""
    figure = b.figures[i]
    if b.rain != 0 or is_night(b) or figure.hidden != 0:
        return
    watchers = 0
    passed_over = False
    hush_crawler(b, i, log)
    for j in range(b.n_figures):
        side = b.figures[j].side
        if not is_enemy_of(b, i, side) or is_one_of(figure.spotted | watchers, side) or not may_spot(b, j, i):
            continue
        if b.options.crawl_test_per == CrawlTestPer.OBSERVER:
            if throw_die(dice, log, Purpose.CRAWLER, side, i, 6) <= seen_up_to(b, i):
                figure.spotted |= 1 << side
                speak_up(log)
                outcome(log, Code.IS_SPOTTED, Clause.CRAWL_6, i, j, 0)
                hush_crawler(b, i, log)
            else:
                passed_over = True
        else:
            watchers |= 1 << side
    if passed_over and figure.spotted == 0:
        outcome(log, Code.STAYS_UNSEEN, Clause.CRAWL_7, i, NONE, 0)
    if watchers != 0:
        if throw_die(dice, log, Purpose.CRAWLER, figure.side, i, 6) <= seen_up_to(b, i):
            figure.spotted |= watchers
            speak_up(log)
            outcome(log, Code.IS_SPOTTED, Clause.CRAWL_6, i, NONE, 0)
        else:
            outcome(log, Code.STAYS_UNSEEN, Clause.CRAWL_7, i, NONE, 0)
    speak_up(log)


@clause("IA-VIS-5")
@kernel
def hide_in_water(b, i, dice, log):
    """A figure that lies in a stream or at a lake's edge is hidden this turn on 4 or more."""
    figure = b.figures[i]
    if is_in(b, Ground.STREAM, figure.x, figure.y):
        hush_crawler(b, i, log)
        die = throw_die(dice, log, Purpose.HIDING, figure.side, i, 6)
        figure.hidden = int(die >= b.rules.hiding)
        if figure.hidden != 0:
            outcome(log, Code.HIDES, Clause.VIS_5, i, NONE, 0)
        speak_up(log)


@clause("IA-CRAWL-8", "IA-CRAWL-11", "IA-AMBUSH-10")
@kernel
def get_up(b, i):
    """Figure ``i`` stands, and with that it crawls no more."""
    figure = b.figures[i]
    figure.lying = 0
    figure.spotted = 0
    figure.hidden = 0


@clause("IA-CRAWL-9")
@kernel
def lose_sight_of_crawlers(b):
    """At the end of a turn a seen crawler is unseen again by a side none of which has it in range and line of sight."""
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.spotted == 0:
            continue
        for side in range(b.n_sides):
            if not is_one_of(figure.spotted, side):
                continue
            kept = False
            for j in range(b.n_figures):
                if b.figures[j].side == side and is_able(b.figures[j]) and is_in_view(b, j, i):
                    kept = True
                    break
            if not kept:
                figure.spotted &= ~(1 << side)
