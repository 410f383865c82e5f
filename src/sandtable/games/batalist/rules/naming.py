"""REC-2, ARE-3, AMB-10, MOR-19, HER-9: who of several it is, where a player names one."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Phase, Question
from sandtable.games.batalist.rules.aftermath import is_nearest, retreat
from sandtable.games.batalist.rules.ambush import is_false_marker, take_away_false
from sandtable.games.batalist.rules.area_fire import hit_area
from sandtable.games.batalist.rules.chances import BULLS_EYE, REVEALED
from sandtable.games.batalist.rules.moving import may_step_on, note_touched, step_on
from sandtable.games.batalist.rules.reasons import allowed, because, because_of, verdict
from sandtable.games.batalist.rules.scouting import may_be_tested
from sandtable.games.batalist.rules.searching import ask_where_hit, search_for
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("BAT-REC-2", "BAT-ARE-3", "BAT-ARE-4")
@kernel
def is_about_the_hidden(b):
    """The question is which of several hidden battalions it is."""
    return b.question == Question.SEARCHED or b.question == Question.REVEALED or b.question == Question.HIT


@clause("BAT-REC-2", "BAT-ARE-3", "BAT-ARE-4", "BAT-HER-9", "BAT-MOR-19")
@kernel
def judge_name(b, action, log):
    """One of those whom the question is about, of the side that is asked."""
    i = action.actors[0]
    why = allowed()
    if b.question == Question.BASE:
        if b.figures[i].side != b.mover or not may_step_on(b, b.quarry, i):
            why = because_of(Code.NO_BASE_TO_GET_ON, Clause.HER_9, b.quarry, 0)
    elif b.question == Question.NEAREST:
        if b.figures[i].side != b.mover or not is_nearest(b, b.quarry, i):
            why = because_of(Code.IS_NOT_NEAREST, Clause.MOR_19, b.quarry, 0)
    elif b.figures[i].side != b.mover or not is_about_the_hidden(b) or not may_be_tested(b, i, b.element):
        why = because(Code.NOT_HIDDEN_THERE, Clause.REC_2)
    return verdict(log, i, why)


@clause("BAT-REC-2", "BAT-ARE-3", "BAT-ARE-4", "BAT-HER-9", "BAT-MOR-19")
@kernel
def make_name(b, action, dice, log):
    """What was to be done is done to whoever is named."""
    i, about = action.actors[0], b.quarry
    if b.question == Question.SEARCHED:
        search_for(b, about, b.element, i, dice, log)
    elif b.question == Question.BASE:
        step_on(b, about, i, Clause.HER_9, log)
    elif b.question == Question.NEAREST:
        b.phase = b.resumes
        retreat(b, about, i, dice, log)
    else:
        hit_area(b, about, b.element, i, REVEALED if b.question == Question.REVEALED else BULLS_EYE, dice, log)
        ask_where_hit(b, about, b.element, i)


@clause("BAT-HER-9")
@kernel
def judge_stay_beside(b, log):
    """A hero need not get on a base; the other questions have to be answered."""
    if b.question == Question.BASE:
        return Verdict(1, 0)
    return verdict(log, NONE, because(Code.MUST_BE_NAMED, Clause.TRN_2))


@clause("BAT-HER-9", "BAT-ACT-9")
@kernel
def make_stay_beside(b):
    """The hero stays beside them; enemies touched may replace an order, if it has gone anywhere."""
    hero = b.quarry
    b.quarry = NONE
    if b.element != NONE:
        note_touched(b, hero, NONE)
    if b.striker != NONE:
        b.phase = Phase.TOUCHED


@clause("BAT-AMB-10")
@kernel
def judge_take_away(b, action, log):
    """A false marker of the set that the question is about."""
    if b.question == Question.FALSE_MARKER and is_false_marker(b, action.item, b.mover, b.element):
        return Verdict(1, 0)
    return verdict(log, NONE, because(Code.NOT_A_FALSE_MARKER, Clause.AMB_10))


@clause("BAT-AMB-10")
@kernel
def make_take_away(b, action, log):
    """It goes."""
    take_away_false(b, action.item, log)
