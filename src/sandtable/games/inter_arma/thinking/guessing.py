"""SEQ-11: a fair guess at what a side's board does not show: unseen enemies somewhere out of its sight, lying."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.inter_arma.record import Lies, State, Thing, Troop
from sandtable.games.inter_arma.rules.concealment import hides, redact, waits_for_alarm
from sandtable.games.inter_arma.rules.ground import is_impassable
from sandtable.games.inter_arma.rules.positions import foes_of, is_able, is_enemy_of, is_mounted
from sandtable.games.inter_arma.rules.visibility import is_in_view
from sandtable.games.inter_arma.rules.ways import who_stands_there
from sandtable.kernel.dice import choose
from sandtable.kernel.discs import Disc, disc_overlaps_feature
from sandtable.kernel.geometry import facing_of_degrees, snap
from sandtable.kernel.records import NONE

TRIES = 24
"""Places that are tried for one figure; the last that it could stand on is taken, seen or not."""

PARTS = 4096
"""Of the table's width and height, from which a place is drawn."""


@kernel
def is_room_for(b, i, x, y):
    """Figure ``i`` may stand at a place: on the ground, on nobody's base."""
    disc = Disc(x, y, 0.0, 1.0, 0.5 * b.figures[i].width)
    for k in range(b.terrain.n_features):
        if is_impassable(b.terrain.features[k].kind) and disc_overlaps_feature(disc, b.terrain, k):
            return False
    return who_stands_there(b, i, x, y) == NONE


@kernel
def is_watched(b, i, side):
    """An able figure of a side has figure ``i`` in view, whichever way it faces."""
    for j in range(b.n_figures):
        if b.figures[j].side == side and is_able(b.figures[j]) and is_in_view(b, j, i):
            return True
    return False


@kernel
def hide_somewhere(b, i, side, dice):
    """Put the unseen figure ``i`` at a random place, out of the side's view if one is found soon. True: it is put."""
    figure = b.figures[i]
    x0, y0 = -1.0, -1.0
    margin = 0.5 * figure.width
    for _ in range(TRIES):
        x = snap(margin + (b.width - 2.0 * margin) * choose(dice, PARTS) / PARTS)
        y = snap(margin + (b.height - 2.0 * margin) * choose(dice, PARTS) / PARTS)
        figure.x, figure.y = x, y
        if not is_room_for(b, i, x, y) or foes_of(b, i) != 0:
            continue
        x0, y0 = x, y
        if not is_watched(b, i, side):
            break
    figure.x, figure.y = max(x0, 0.0), max(y0, 0.0)
    return x0 >= 0.0


@kernel
def resample(b, side, dice):
    """Fill what a side's board does not show with a fair guess."""
    if not hides(b):
        return
    redact(b, side)
    bearer = NONE
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.state != State.UNSEEN or not is_enemy_of(b, i, side):
            continue
        if not hide_somewhere(b, i, side, dice):
            figure.x = figure.y = 0.0
            continue
        way = facing_of_degrees(45.0 * choose(dice, 8))
        figure.state = State.ABLE
        figure.fx = way.x
        figure.fy = way.y
        stands = waits_for_alarm(b, side) and (is_mounted(figure) or choose(dice, 2) == 0)
        figure.lying = int(not stands)
        if figure.troop == Troop.SKIRMISHER and figure.gun == NONE:
            figure.javelins = 1
        bearer = i
    for m in range(b.n_markers):
        marker = b.markers[m]
        if bearer != NONE and marker.lies == Lies.NOWHERE and marker.thing != Thing.JAVELIN:
            marker.lies = Lies.CARRIED
            marker.carrier = bearer
