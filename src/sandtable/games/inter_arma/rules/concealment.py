"""SEQ-11: by house rule a side's board lacks the enemies that it does not see: who they are, and what shows them."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.record import Lies, Mode, Phase, State
from sandtable.games.inter_arma.rules.positions import UNAWARE, foes_of, is_able, is_enemy_of
from sandtable.games.inter_arma.rules.visibility import is_shown_to
from sandtable.games.inter_arma.switches import Concealment
from sandtable.kernel.bitsets import bit, is_in
from sandtable.kernel.log import event, speak_up, whisper
from sandtable.kernel.records import NONE


@clause("IA-SEQ-11")
@kernel
def hides(b):
    """By house rule sides do not see everything."""
    return b.options.concealment == Concealment.HIDDEN


@kernel
def waits_for_alarm(b, side):
    """The side has alarm rules and its alarm has not been raised."""
    return b.sides[side].alarm_rules != 0 and b.sides[side].alarm == NONE


@clause("IA-SENTRY-5", "IA-SENTRY-6")
@kernel
def is_asleep(b, side):
    """The side has alarm rules, and its alarm has not been raised before this turn."""
    one = b.sides[side]
    return one.alarm_rules != 0 and (one.alarm == NONE or b.turn <= one.alarm)


@clause("IA-SEQ-11", "IA-CRAWL-7", "IA-VIS-5")
@kernel
def is_concealed(b, i, side):
    """The side's board lacks figure ``i``: unseen it lies, or is in water, or not sighted before the side's alarm."""
    figure = b.figures[i]
    if not hides(b) or not is_able(figure) or not is_enemy_of(b, i, side):
        return False
    if not is_shown_to(b, i, side):
        return True
    return waits_for_alarm(b, side) and not is_in(figure.noted, side) and not is_in(b.sides[side].sighted, figure.squad)


@clause("IA-SEQ-11")
@kernel
def give_away(b, i, side):
    """Figure ``i`` acts against a side, or the side comes where it is: it is shown from now on."""
    if is_concealed(b, i, side):
        figure = b.figures[i]
        figure.hidden = 0
        figure.noted |= 1 << side
        if figure.lying != 0:
            figure.spotted |= 1 << side


@kernel
def sides_that_see(b, i):
    """The sides whose boards show figure ``i``, its own and its allies' among them, as bits."""
    found = 0
    for side in range(b.n_sides):
        if not is_concealed(b, i, side):
            found |= 1 << side
    return found


@kernel
def hush(b, i, log):
    """From here on write what only those learn who see figure ``i``."""
    if hides(b):
        whisper(log, sides_that_see(b, i))


@clause("IA-SEQ-11")
@kernel
def event_of(b, log, code, cited, i, amount):
    """Something happened to figure ``i``, or it did it: only those learn it who see the figure. Its entry."""
    hush(b, i, log)
    at = event(log, code, cited, i, NONE, amount)
    speak_up(log)
    return at


@kernel
def hush_all(b, action, log):
    """From here on write what only those learn who see all of an action's figures."""
    if hides(b):
        found = sides_that_see(b, action.actors[0])
        for k in range(1, action.n_actors):
            found &= sides_that_see(b, action.actors[k])
        whisper(log, found)


@kernel
def hush_crawler(b, i, log):
    """From here on write what only its own team learns of figure ``i``, which lies down or crawls."""
    if hides(b):
        found = 0
        for side in range(b.n_sides):
            if not is_enemy_of(b, i, side):
                found |= 1 << side
        whisper(log, found)


@kernel
def known_foes(b, i):
    """The able enemies whom figure ``i`` touches and its side knows of, as bits."""
    found = foes_of(b, i)
    if hides(b):
        for j in range(b.n_figures):
            if is_in(found, j) and is_concealed(b, j, b.figures[i].side):
                found &= ~bit(j)
    return found


@clause("IA-SEQ-11", "IA-AMBUSH-11")
@kernel
def is_held_unaware(b, i):
    """Figure ``i`` was ordered away by a side that does not know of the enemy who holds it."""
    return hides(b) and b.figures[i].stays & UNAWARE != 0


@kernel
def _blank(figure):
    """Nothing is left of a figure but who it is."""
    figure.state = State.UNSEEN
    figure.x = figure.y = figure.fx = figure.fy = 0.0
    figure.tower = NONE
    figure.mode = Mode.NONE
    figure.lying = figure.spotted = figure.noted = figure.hidden = figure.routing = figure.formed = 0
    figure.first_over = figure.first_next = 0
    figure.left = figure.ambushes = figure.met = figure.met_foe = figure.foes = figure.behind = 0
    figure.shot_last = figure.target_last = figure.moved = figure.declared = figure.half = figure.tired = 0
    figure.broke = figure.stays = figure.shot = figure.target = figure.attacked = figure.ready = 0
    figure.closed = figure.crawled = figure.fought = figure.struck = figure.dealt = 0
    figure.javelins = figure.pilum = 0  # it may have taken one up


@clause("IA-SEQ-11", "IA-NIGHT-6")
@kernel
def _blank_squads(b, side):
    """What enemy groups have chosen and thrown in the dark; and of those with somebody unseen, all they did this turn.

    A group's heading stays its own when the group is seen later: it was chosen where nobody saw it.
    """
    lost = NONE
    for g in range(b.n_squads):
        squad = b.squads[g]
        if b.sides[squad.side].team == b.sides[side].team:
            continue
        squad.hx = squad.hy = 0.0
        squad.headed = squad.sum = squad.die = 0
        if not _has_unseen(b, g):
            continue
        squad.asked = squad.idle = squad.combat = squad.disordered = 0
        if b.group == g and b.phase == Phase.MOVEMENT:
            b.group = NONE
        if b.group != NONE and b.phase == Phase.NUDGE and lost == NONE and squad.side == b.squads[b.group].side:
            lost = g
    if lost != NONE and _has_unseen(b, b.group):
        b.group = lost  # the first of the groups that it may be


@kernel
def unseen_by(b, side):
    """The figures that a side's board lacks, as bits."""
    found = 0
    for i in range(b.n_figures):
        if is_concealed(b, i, side):
            found |= bit(i)
    return found


@clause("IA-SEQ-11")
@kernel
def in_the_dark(b, g, side):
    """A side's board lacks somebody of group ``g``, an enemy's."""
    for i in range(b.n_figures):
        if b.figures[i].squad == g and is_concealed(b, i, side):
            return True
    return False


@kernel
def _has_unseen(b, g):
    """Somebody of group ``g`` is not on the board of who looks."""
    for i in range(b.n_figures):
        if b.figures[i].squad == g and b.figures[i].state == State.UNSEEN:
            return True
    return False


@clause("IA-SEQ-11")
@kernel
def redact(b, side):
    """Blank out what a side's board does not show, and what would tell of it."""
    if not hides(b):
        return
    unseen = unseen_by(b, side)
    for i in range(b.n_figures):
        figure = b.figures[i]
        if is_in(unseen, i):
            _blank(figure)
            continue
        figure.met &= ~unseen
        figure.met_foe &= ~unseen
        figure.ambushes &= ~unseen
        figure.foes &= ~unseen
        figure.behind &= ~unseen
        if not is_enemy_of(b, i, side):
            figure.stays &= ~UNAWARE
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.lies == Lies.CARRIED and is_in(unseen, marker.carrier):
            marker.lies = Lies.NOWHERE
            marker.carrier = marker.taker = marker.former = NONE
    _blank_squads(b, side)
