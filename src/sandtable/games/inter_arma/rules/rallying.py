"""MORALE-28, 29, 33 to 36: commanders hold those who run; retreat from contact; the commander who strikes harder."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code, Purpose
from sandtable.games.inter_arma.record import Phase
from sandtable.games.inter_arma.rules.concealment import event_of, hush
from sandtable.games.inter_arma.rules.morale import LOSE_INITIATIVE, RETREAT, result_of, throw_morale
from sandtable.games.inter_arma.rules.orders import may_be_ordered, must_be_able, refuse
from sandtable.games.inter_arma.rules.positions import ASKED, UNAWARE, foes_of, is_able, is_light_cavalry, westernmost
from sandtable.games.inter_arma.rules.routing import routs, run_home
from sandtable.games.inter_arma.rules.visibility import commands
from sandtable.kernel.bitsets import bit, is_in
from sandtable.kernel.dice import throw_die
from sandtable.kernel.log import outcome, side_outcome, speak_up
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("IA-MORALE-23", "IA-MORALE-35", "IA-CLASS-5")
@kernel
def is_in_command(b, c, g):
    """An able figure of group ``g`` is in the command range of leader ``c``; the leader's own group always is."""
    leader = b.figures[c]
    if leader.leads == 0 or not is_able(leader):
        return False
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.squad == g and figure.side == leader.side and is_able(figure):
            if leader.squad == g or commands(b, c, i):
                return True
    return False


@clause("IA-MORALE-28", "IA-MORALE-29")
@kernel
def may_rally(b, c, g):
    """Leader ``c`` may try to hold group ``g``: in range, and the leader has not held it twice."""
    return is_in_command(b, c, g) and not is_in(b.squads[g].held_twice, c)


@kernel
def leaders_for(b, g):
    """Leaders who may try to hold the group, as bits."""
    found = bit(0) & 0
    for c in range(b.n_figures):
        if b.figures[c].side == b.squads[g].side and may_rally(b, c, g):
            found |= bit(c)
    return found


@clause("IA-MORALE-28", "IA-MORALE-29", "IA-MORALE-36")
@kernel
def try_to_hold(b, c, g, dice, log):
    """Leader ``c`` throws for the group: on 3 or more it does not run, and the leader has held it once more."""
    squad = b.squads[g]
    squad.tried = 1
    hush(b, c, log)
    if throw_die(dice, log, Purpose.RALLY, squad.side, c, 6) < b.rules.rally:
        outcome(log, Code.CANNOT_HOLD, Clause.MORALE_28, c, NONE, 0)
        speak_up(log)
        return False
    if is_in(squad.held_once, c) or b.rules.rallies < 2:
        squad.held_twice |= bit(c)
    squad.held_once |= bit(c)
    for i in range(b.n_figures):
        if b.figures[i].squad == g:
            b.figures[i].routing = 0
    outcome(log, Code.HOLDS, Clause.MORALE_28, c, NONE, 0)
    speak_up(log)
    return True


@clause("IA-MORALE-28", "IA-SEQ-10")
@kernel
def _group_to_hold(b, side):
    """The group of a side that runs and that nobody has tried to hold in this step, farther west first, or NONE."""
    running = bit(0) & 0
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == side and figure.squad != NONE and is_able(figure) and figure.routing != 0:
            if b.squads[figure.squad].tried == 0:
                running |= bit(i)
    return NONE if running == 0 else b.figures[westernmost(b, running)].squad


@clause("IA-MORALE-28", "IA-MORALE-36", "IA-SEQ-10")
@kernel
def run_rallying(b, dice, log):
    """Group after group that runs is held by a commander in range, once a step: True where a player picks which."""
    if b.resume == Phase.MOVEMENT:
        return True
    for place in range(b.n_sides):
        while True:
            g = _group_to_hold(b, b.order[place])
            if g == NONE:
                break
            squad = b.squads[g]
            leaders = leaders_for(b, g)
            b.group = g
            only = NONE
            several = False
            for c in range(b.n_figures):
                if is_in(leaders, c):
                    several = only != NONE
                    only = c
                    if several:
                        return True
            if only == NONE:
                squad.tried = 1
            else:
                try_to_hold(b, only, g, dice, log)
    b.group = NONE
    b.phase = Phase.PRAISE
    return False


@clause("IA-MORALE-28", "IA-MORALE-29", "IA-MORALE-36")
@kernel
def judge_rally(b, action, log):
    """Verdict: may this leader try to hold the group."""
    if action.n_actors != 1:
        return Verdict(refuse(log, Code.ONE_COMMANDER, Clause.MORALE_28, NONE, NONE), 0)
    c = action.actors[0]
    if is_in(leaders_for(b, b.group), c):
        return Verdict(1, 0)
    if b.figures[c].side != b.squads[b.group].side:
        return Verdict(refuse(log, Code.NOT_YOURS, Clause.MORALE_28, c, NONE), 0)
    if must_be_able(b, c, log) == 0:
        return Verdict(0, 0)
    if b.figures[c].leads == 0:
        return Verdict(refuse(log, Code.IS_NO_COMMANDER, Clause.CLASS_5, c, NONE), 0)
    if is_in(b.squads[b.group].held_twice, c):
        return Verdict(refuse(log, Code.HAS_HELD_TWICE, Clause.MORALE_29, c, NONE), 0)
    return Verdict(refuse(log, Code.GROUP_OUT_OF_RANGE, Clause.MORALE_35, c, NONE), 0)


@clause("IA-MORALE-34", "IA-MORALE-36")
@kernel
def make_rally(b, action, dice, log):
    """The leader throws. Of a group that would retreat from contact: it stays there, or runs."""
    held = try_to_hold(b, action.actors[0], b.group, dice, log)
    if b.resume == Phase.MOVEMENT:
        _go_on(b, held, log)


@clause("IA-MORALE-34")
@kernel
def judge_no_rally(b, action, log):
    """A player may let those run who would retreat from contact."""
    if b.resume != Phase.MOVEMENT:
        return Verdict(refuse(log, Code.MUST_RALLY, Clause.MORALE_36, NONE, NONE), 0)
    return Verdict(1, 0)


@clause("IA-MORALE-34")
@kernel
def make_no_rally(b, log):
    """They run."""
    _go_on(b, held=False, log=log)


@clause("IA-MORALE-22", "IA-MORALE-27", "IA-MORALE-34")
@kernel
def _go_on(b, held, log):
    """After a retreat from contact that became a rout: those who were not held run at once."""
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.squad == b.group and figure.stays & ASKED != 0 and figure.moved == 0 and is_able(figure):
            if not held and figure.routing != 0:
                run_home(b, i, log)
    b.group = NONE
    b.phase = Phase.MOVEMENT


# ---------------------------------------------------------------- retreat from contact


@clause("IA-MORALE-22", "IA-MORALE-23", "IA-MORALE-34", "IA-MORALE-35", "IA-AMBUSH-11", "IA-SENTRY-9", "IA-MOVE-31")
@kernel
def judge_retreat(b, action, log):
    """Verdict: may these figures of one group, all in contact, ask to retreat: once a turn, and in command range."""
    if action.n_actors < 1:
        return Verdict(refuse(log, Code.NO_PLACE, Clause.MORALE_22, NONE, NONE), 0)
    g = b.figures[action.actors[0]].squad
    for k in range(action.n_actors):
        i = action.actors[k]
        figure = b.figures[i]
        if may_be_ordered(b, i, log) == 0:
            return Verdict(0, 0)
        if figure.squad != g:
            return Verdict(refuse(log, Code.ONE_GROUP, Clause.MORALE_34, i, NONE), 0)
        if figure.civilian != 0:
            return Verdict(refuse(log, Code.CIVILIANS_DO_NOT_FIGHT, Clause.GOAL_8, i, NONE), 0)
        if figure.broke != 0:
            return Verdict(refuse(log, Code.HAS_BROKEN, Clause.MORALE_25, i, NONE), 0)
        if foes_of(b, i) == 0:
            return Verdict(refuse(log, Code.TOUCHES_NOBODY, Clause.MORALE_22, i, NONE), 0)
        if figure.stays & UNAWARE != 0:
            return Verdict(refuse(log, Code.IS_UNAWARE, Clause.AMBUSH_11, i, NONE), 0)
    if b.squads[g].asked != 0:
        return Verdict(refuse(log, Code.HAS_ASKED, Clause.MORALE_34, action.actors[0], NONE), 0)
    for c in range(b.n_figures):
        if b.figures[c].side == b.figures[action.actors[0]].side and is_in_command(b, c, g):
            return Verdict(1, 0)
    return Verdict(refuse(log, Code.OUT_OF_COMMAND, Clause.MORALE_23, action.actors[0], NONE), 0)


@clause("IA-MORALE-22", "IA-MORALE-24", "IA-MORALE-25", "IA-MORALE-26", "IA-MORALE-27", "IA-MORALE-30", "IA-MORALE-34")
@kernel
def make_retreat(b, action, dice, log):
    """One test for all: they rout, go and lose initiative, or go in order. Light cavalry goes without a test.

    Commanders and heroes do not rout: where nobody else asked nobody runs, and nobody need be held.
    """
    g = b.figures[action.actors[0]].squad
    side = b.squads[g].side
    b.squads[g].asked = 1
    result = LOSE_INITIATIVE + 1
    for k in range(action.n_actors):
        b.figures[action.actors[k]].stays |= ASKED
        if not is_light_cavalry(b.figures[action.actors[k]]):
            result = LOSE_INITIATIVE
    if result == LOSE_INITIATIVE:
        result = result_of(b, throw_morale(b, side, dice, log))
        if result == LOSE_INITIATIVE:
            b.sides[side].back = 1
            side_outcome(log, Code.LOSES_INITIATIVE, Clause.MORALE_30, side, 0)
    runs = False
    for k in range(action.n_actors):
        i = action.actors[k]
        if result != RETREAT or is_light_cavalry(b.figures[i]):
            b.figures[i].broke = 1
            cited = Clause.MORALE_24 if is_light_cavalry(b.figures[i]) else Clause.MORALE_22
            outcome(log, Code.MAY_RETREAT, cited, i, NONE, 0)
        elif routs(b, i):
            runs = True
            outcome(log, Code.ROUTS, Clause.MORALE_26, i, NONE, 0)
        else:
            outcome(log, Code.STAYS_IN_CONTACT, Clause.MORALE_27, i, NONE, 0)
    if runs:
        b.group = g
        b.resume = Phase.MOVEMENT
        b.squads[g].tried = 0
        if leaders_for(b, g) != 0:
            b.phase = Phase.RALLY
        else:
            _go_on(b, held=False, log=log)


# ---------------------------------------------------------------- the commander who strikes harder


@clause("IA-MORALE-33")
@kernel
def may_be_praised(b, c, side):
    """Figure ``c`` is an able commander or hero of a side that tested 12."""
    figure = b.figures[c]
    return figure.side == side and is_able(figure) and figure.quality == 2 and figure.civilian == 0


@kernel
def praised_side(b):
    """The first side in order that tested 12 and has not picked its commander; or NONE."""
    for place in range(b.n_sides):
        if b.sides[b.order[place]].test == 2:
            return b.order[place]
    return NONE


@clause("IA-MORALE-33")
@kernel
def run_praise(b, dice, log):
    """The commander of a side that tested 12 strikes harder; True where its player picks one of several."""
    while True:
        side = praised_side(b)
        if side == NONE:
            b.phase = Phase.END_OF_TURN
            return False
        count = 0
        only = NONE
        for c in range(b.n_figures):
            if may_be_praised(b, c, side):
                count += 1
                only = c
        if count > 1:
            return True
        if count == 1:
            praise(b, only, log)
        b.sides[side].test = 0


@clause("IA-MORALE-33")
@kernel
def praise(b, c, log):
    """The save against the next blow of commander ``c`` is reduced by 1."""
    b.figures[c].harder = 1
    event_of(b, log, Code.STRIKES_HARDER, Clause.MORALE_33, c, 0)


@clause("IA-MORALE-33")
@kernel
def judge_praise(b, action, log):
    """Verdict: may this commander be picked."""
    if action.n_actors != 1:
        return Verdict(refuse(log, Code.ONE_COMMANDER, Clause.MORALE_33, NONE, NONE), 0)
    c = action.actors[0]
    if may_be_praised(b, c, praised_side(b)):
        return Verdict(1, 0)
    if b.figures[c].side != praised_side(b):
        return Verdict(refuse(log, Code.NOT_YOURS, Clause.MORALE_33, c, NONE), 0)
    if must_be_able(b, c, log) == 0:
        return Verdict(0, 0)
    return Verdict(refuse(log, Code.IS_NO_COMMANDER, Clause.MORALE_33, c, NONE), 0)


@clause("IA-MORALE-33")
@kernel
def make_praise(b, action, log):
    """Pick the commander."""
    b.sides[praised_side(b)].test = 0
    praise(b, action.actors[0], log)
