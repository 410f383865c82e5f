"""The beginning of a battle, the end of a turn's fighting, and what a turn's end clears (SEQ)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code
from sandtable.games.inter_arma.record import End, Mode, Phase
from sandtable.games.inter_arma.rules.crawling import lose_sight_of_crawlers
from sandtable.games.inter_arma.rules.goals import settle_checkpoints, settle_fires, settle_herds
from sandtable.games.inter_arma.rules.night import count_idle_turns
from sandtable.games.inter_arma.rules.sentries import settle_alarms
from sandtable.games.inter_arma.rules.victory import end_battle, is_over
from sandtable.kernel.log import side_event
from sandtable.kernel.records import NONE


@clause("IA-SEQ-1", "IA-MORALE-2")
@kernel
def run_start(b, dice, log):
    """A freshly laid battle begins: soldiers are counted."""
    for side in range(b.n_sides):
        b.sides[side].soldiers = 0
    for i in range(b.n_figures):
        if b.figures[i].civilian == 0:
            b.sides[b.figures[i].side].soldiers += 1
    b.phase = Phase.TURN
    return False


@clause("IA-GOAL-4", "IA-GOAL-5", "IA-GOAL-6", "IA-SENTRY-7", "IA-NIGHT-15", "IA-CRAWL-9")
@kernel
def run_goals(b, dice, log):
    """At the end of a turn: checkpoints, fires, herds, alarms, who is out of combat, and crawlers out of sight."""
    settle_checkpoints(b, log)
    settle_fires(b, log)
    settle_herds(b, log)
    settle_alarms(b, log)
    count_idle_turns(b, log)
    lose_sight_of_crawlers(b)
    b.phase = Phase.MORALE
    return False


@clause("IA-MOVE-24", "IA-VIS-5", "IA-AMBUSH-13")
@kernel
def clear_figure(b, i):
    """What counted for figure ``i`` in this turn counts no more; that it shot slows its next move."""
    figure = b.figures[i]
    figure.shot_last = int(figure.shot != 0)
    figure.target_last = figure.target
    figure.mode = Mode.NONE
    figure.hidden = 0
    figure.moved = 0
    figure.declared = 0
    figure.half = 0
    figure.tired = 0
    figure.broke = 0
    figure.stays = 0
    figure.shot = 0
    figure.target = 0
    figure.attacked = 0
    figure.ready = 0
    figure.closed = 0
    figure.crawled = 0
    figure.ambushes = 0
    figure.met = 0
    figure.met_foe = 0
    figure.fought = 0
    figure.struck = 0
    figure.foes = 0
    figure.behind = 0
    figure.dealt = 0
    figure.first_over = figure.first_next
    figure.first_next = 0


@clause("IA-SEQ-3", "IA-END-1")
@kernel
def run_end_of_turn(b, dice, log):
    """The turn is over: the battle ends, or the next turn begins."""
    end = is_over(b)
    if end != End.NOT_YET:
        end_battle(b, end, log)
        b.phase = Phase.OVER
        return True
    for i in range(b.n_figures):
        clear_figure(b, i)
    for g in range(b.n_squads):
        squad = b.squads[g]
        squad.headed = 0
        squad.die = 0
        squad.asked = 0
        squad.combat = 0
    for side in range(b.n_sides):
        b.sides[side].called = 0
        b.sides[side].grave = 0
    side_event(log, Code.TURN_IS_OVER, Clause.SEQ_3, NONE, b.turn)
    b.phase = Phase.TURN
    return False
