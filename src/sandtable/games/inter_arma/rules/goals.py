"""GOAL: loot, standards and heirlooms, checkpoints, buildings, herds, and civilians; and javelins that lie about."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code
from sandtable.games.inter_arma.record import Ground, Lies, State, Thing
from sandtable.games.inter_arma.rules.concealment import give_away, hush
from sandtable.games.inter_arma.rules.positions import SLACK, foes_of, is_able
from sandtable.kernel.bitsets import is_in
from sandtable.kernel.discs import disc_gap_to_feature, disc_gap_to_point, disc_of, distance_of_points
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import about, event, side_event, speak_up
from sandtable.kernel.records import NONE


@kernel
def carries(b, i):
    """Figure ``i`` has something in hand."""
    return what_it_carries(b, i) != NONE


@kernel
def what_it_carries(b, i):
    """The first thing that figure ``i`` has in hand, or NONE."""
    for m in range(b.n_markers):
        if b.markers[m].lies == Lies.CARRIED and b.markers[m].carrier == i:
            return m
    return NONE


@clause("IA-GOAL-3")
@kernel
def drop_everything(b, i, log):
    """What figure ``i`` carries lies where it stands."""
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.lies == Lies.CARRIED and marker.carrier == i:
            marker.lies = Lies.TABLE
            marker.carrier = NONE
            marker.x = b.figures[i].x
            marker.y = b.figures[i].y
            about(log, event(log, Code.DROPS, Clause.GOAL_3, i, NONE, 0), m)


@kernel
def carry_off(b, i):
    """Figure ``i`` leaves the table with what it carries."""
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.lies == Lies.CARRIED and marker.carrier == i:
            marker.lies = Lies.OFF


@clause("IA-GOAL-2", "IA-GOAL-9", "IA-MORALE-19")
@kernel
def taker_of(b, owner, taker, side):
    """Who has taken a thing, or NONE, once ``side`` has it, where ``taker`` had: not from friends."""
    if owner == side:
        return NONE
    if taker == NONE and owner != NONE and b.sides[owner].team == b.sides[side].team:
        return NONE
    return side


@clause("IA-GOAL-2", "IA-GOAL-3", "IA-GOAL-9", "IA-MORALE-19", "IA-MORALE-20", "IA-MORALE-3")
@kernel
def _take(b, i, m, log):
    """Figure ``i`` takes marker ``m``: found if nobody's, captured from its owner, or taken back."""
    marker = b.markers[m]
    side = b.figures[i].side
    before = marker.taker if marker.taker != NONE else marker.owner
    marker.lies = Lies.CARRIED
    marker.carrier = i
    if marker.owner == NONE and marker.taker == NONE:
        code = Code.FINDS
    elif before != NONE and b.sides[before].team != b.sides[side].team:
        code = Code.TAKES_BACK if marker.owner == side else Code.CAPTURES
        if marker.thing != Thing.LOOT:
            b.sides[before].grave = 1
    else:
        code = Code.TAKES_UP
    if marker.owner == NONE and marker.taker != NONE and b.sides[marker.taker].team != b.sides[side].team:
        marker.former = NONE if marker.former == side else marker.taker
    marker.taker = taker_of(b, marker.owner, marker.taker, side)
    if before != NONE:
        give_away(b, i, before)
    hush(b, i, log)
    about(log, event(log, code, Clause.GOAL_2, i, NONE, 0), m)
    speak_up(log)


@clause("IA-RANGED-17", "IA-RANGED-19", "IA-RANGED-21", "IA-RANGED-32")
@kernel
def _take_javelin(b, i, m, log):
    """Figure ``i``, without a javelin, takes up the one that lies there; free of charge."""
    figure = b.figures[i]
    b.markers[m].lies = Lies.NOWHERE
    figure.javelins = 1
    figure.pilum = 0
    hush(b, i, log)
    event(log, Code.TAKES_JAVELIN, Clause.RANGED_21, i, NONE, 0)
    speak_up(log)


@clause("IA-GOAL-1", "IA-GOAL-8", "IA-GOAL-10", "IA-RANGED-21", "IA-SENTRY-6")
@kernel
def pick_up(b, i, log):
    """At the end of its move an able figure, out of contact, takes what lies within 1 cm of its base."""
    figure = b.figures[i]
    if not is_able(figure) or figure.civilian != 0 or figure.tower != NONE or figure.routing != 0:
        return
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.lies != Lies.TABLE:
            continue
        if not is_within(disc_gap_to_point(disc_of(figure), marker.x, marker.y), b.rules.pick_up, SLACK):
            continue
        if foes_of(b, i) != 0:
            return
        if marker.thing != Thing.JAVELIN:
            _take(b, i, m, log)
        elif figure.javelins == 0:
            _take_javelin(b, i, m, log)


@clause("IA-GOAL-4", "IA-MORALE-3", "IA-SC3-14")
@kernel
def settle_checkpoints(b, log):
    """The only side with able soldiers in a checkpoint at the end of a turn occupies it, until another side does."""
    for c in range(b.n_checkpoints):
        point = b.checkpoints[c]
        only = NONE
        several = False
        for i in range(b.n_figures):
            figure = b.figures[i]
            if is_able(figure) and figure.civilian == 0:
                if is_within(distance_of_points(figure.x, figure.y, point.x, point.y), b.rules.checkpoint, SLACK):
                    several = several or (only != NONE and only != figure.side)
                    only = figure.side
        if only == NONE or several or only == point.holder:
            continue
        if point.holder != NONE:
            point.last |= 1 << point.holder
            if b.sides[point.holder].team != b.sides[only].team:
                b.sides[point.holder].grave = 1
        point.holder = only
        point.last &= ~(1 << only)
        about(log, side_event(log, Code.OCCUPIES, Clause.GOAL_4, only, 0), c)


@clause("IA-GOAL-5")
@kernel
def _burner_of(b, k):
    """The side that holds a torch to building ``k`` now, or NONE; of several who did before, else the first."""
    found = NONE
    for i in range(b.n_figures):
        figure = b.figures[i]
        if is_able(figure) and figure.torch != 0 and figure.routing == 0 and figure.tower == NONE:
            gap = disc_gap_to_feature(disc_of(figure), b.terrain, k)
            if is_within(gap, b.rules.contact, SLACK) and foes_of(b, i) == 0:
                owner = b.sites[k].owner
                if owner != NONE and b.sides[owner].team == b.sides[figure.side].team:
                    continue
                if figure.side == b.sites[k].burner:
                    return figure.side
                found = figure.side if found == NONE else min(found, figure.side)
    return found


@kernel
def is_manned(b, k):
    """A figure is on top of tower ``k``."""
    for i in range(b.n_figures):
        if b.figures[i].tower == k and (b.figures[i].state == State.ABLE or b.figures[i].state == State.WOUNDED):
            return True
    return False


@clause("IA-GOAL-5", "IA-GOAL-10", "IA-MORALE-3")
@kernel
def settle_fires(b, log):
    """A building that a torch has touched at the end of two turns running is destroyed; its ruins still block."""
    for k in range(b.terrain.n_features):
        site = b.sites[k]
        if site.burnable == 0 or site.destroyed != 0:
            continue
        burner = _burner_of(b, k)
        if burner == NONE or (b.terrain.features[k].kind == Ground.TOWER and is_manned(b, k)):
            site.burning = 0
            site.burner = NONE
            continue
        site.burning = site.burning + 1 if site.burner == burner else 1
        site.burner = burner
        if site.burning >= b.rules.burning:
            site.destroyed = 1
            if site.owner != NONE:
                b.sides[site.owner].grave = 1
            about(log, side_event(log, Code.BURNS_DOWN, Clause.GOAL_5, burner, 0), k)


@kernel
def touches_herd(b, i, h):
    """Figure ``i`` touches the herd."""
    figure, herd = b.figures[i], b.herds[h]
    apart = distance_of_points(figure.x, figure.y, herd.x, herd.y) - 0.5 * (figure.width + b.rules.herd_base)
    return figure.tower == NONE and is_within(apart, b.rules.contact, SLACK)


@clause("IA-GOAL-6", "IA-MORALE-21", "IA-SC2-5", "IA-SC3-8")
@kernel
def settle_herds(b, log):
    """A herd is captured at the end of a turn when an enemy of its owner touches it and nobody of its owner does."""
    for h in range(b.n_herds):
        herd = b.herds[h]
        herd.driven = 0
        if herd.off != 0:
            continue
        sides = 0
        for i in range(b.n_figures):
            if is_able(b.figures[i]) and b.figures[i].civilian == 0 and touches_herd(b, i, h):
                sides |= 1 << b.figures[i].side
        holder = herd.taker if herd.taker != NONE else herd.owner
        if holder != NONE and is_in(sides, holder):
            continue
        for side in range(b.n_sides):
            if is_in(sides, side) and (holder == NONE or b.sides[side].team != b.sides[holder].team):
                herd.taker = taker_of(b, herd.owner, herd.taker, side)
                about(log, side_event(log, Code.TAKES_HERD, Clause.GOAL_6, side, 0), h)
                break
