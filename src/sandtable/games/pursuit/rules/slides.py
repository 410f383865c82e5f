"""SLIDES: the moving city meets figures: collisions, rubble, carrying, pile-ups, mines carried into figures (PCO)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.pursuit.clauses import Clause, Code, Purpose
from sandtable.games.pursuit.record import BEYOND, CARRIED_BY_PIECE, MAX_FIGURES, MAX_MINES, Coming, Motion
from sandtable.games.pursuit.rules.close_combat import meet
from sandtable.games.pursuit.rules.crashes import crash, let_turn
from sandtable.games.pursuit.rules.inside import stretch_inside
from sandtable.games.pursuit.rules.mines import carry_mines, disc_of_mine, lose_mines, mines_on_table, set_off
from sandtable.games.pursuit.rules.objectives import give_up
from sandtable.games.pursuit.rules.pieces import is_impassable, is_over, shift_to
from sandtable.games.pursuit.rules.positions import (
    ANGLE_SLACK,
    SLACK,
    bit,
    front_of,
    has,
    put,
    radius_of,
    turned_aside,
    way_to_contact,
)
from sandtable.games.pursuit.switches import PursuitDifficult, ScoutReroll
from sandtable.games.skirmish40k.record import Mount
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.games.skirmish40k.rules.terrain import dangerous_test
from sandtable.kernel.bitsets import lowest
from sandtable.kernel.changing_terrain import take_away
from sandtable.kernel.discs import (
    disc_free_to_disc,
    disc_free_to_feature,
    disc_gap,
    disc_gap_to_feature,
    disc_of,
    disc_shifted,
)
from sandtable.kernel.geometry import LATTICE, TOUCH
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.log import event, locate, outcome, side_event
from sandtable.kernel.opposed_rolls import CONTESTANT, Again, contest, enter
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here

STRUCK = 1  # the piece reaches a figure
TESTED = 2  # a figure's next test is due
PUSHED = 3  # a carried figure reaches another
LOST = 4  # a carried figure goes over the rear edge
MINED = 5  # a figure and a cluster meet

PROBE = 0.05
"""So far beyond its end a slide is looked at to tell what it reaches with its very last part."""


@clause("PURS-PUR-6", "PURS-PUR-16", "PURS-PCO-4", "PURS-PCO-6", "PURS-PCO-12", "PURS-DIF-14")
@kernel
def begin_slide(b, k, log):
    """Piece ``k`` begins to go back 12 inches; figures stopped in it go along; who is ridden over is to be tested."""
    motion = b.motion
    motion.kind = Motion.SLIDE
    motion.who = k
    motion.length = b.rules.slide
    motion.gone = 0.0
    motion.x0 = b.terrain.features[k].x0
    for i in range(b.n_figures):
        figure = b.figures[i]
        figure.carrier = CARRIED_BY_PIECE if figure.stopped == k and is_on_table(figure) else NONE
        figure.next_test = BEYOND
        if _is_ridden_over(b, i, k):
            start = max(figure.back, 0.0)
            disc = disc_shifted(disc_of(figure), start, 0.0)
            stretch = stretch_inside(b, k, disc, 1.0, 0.0, b.rules.slide - start)
            if stretch.enter < BEYOND:
                figure.next_test = start + stretch.enter
                figure.last_test = start + stretch.leave
    at = side_event(log, Code.PIECE_SLIDES, Clause.PURS_PUR_6, NONE, k)
    feature = b.terrain.features[k]
    locate(log, at, feature.x0, feature.y0, feature.x1, feature.y1, b.rules.slide)


@clause("PURS-PCO-4", "PURS-PCO-6", "PURS-PCO-12", "PURS-TAB-7")
@kernel
def _is_ridden_over(b, i, k):
    """Difficult piece ``k`` slides over figure ``i`` as if it rode through: not if stopped, or if it goes back 12."""
    figure = b.figures[i]
    if not is_on_table(figure) or figure.stopped != NONE or is_impassable(b, k) or is_over(b, i, k):
        return False
    feature, radius = b.terrain.features[k], radius_of(figure)
    if figure.y + radius < feature.y0 or figure.y - radius > feature.y1:  # beside its way, as most are
        return False
    if b.options.pursuit_difficult == PursuitDifficult.IGNORE or figure.back >= b.rules.slide - SLACK:
        return False
    is_to_go_back = figure.acted == 0 and figure.held == 0
    return not (is_to_go_back and is_more_than(turned_aside(figure), b.rules.free_turn, ANGLE_SLACK))


# ---------------------------------------------------------------- what is met next


@kernel
def _loosen(b):
    """A figure pushed by one that is gone stays where it is until it is reached again (PCO-14)."""
    for i in range(b.n_figures):
        carrier = b.figures[i].carrier
        if carrier >= 0 and (not is_on_table(b.figures[carrier]) or b.figures[carrier].carrier == NONE):
            b.figures[i].carrier = NONE


@clause("PURS-PCO-1", "PURS-PCO-7", "PURS-PCO-8")
@kernel
def _meets_piece(b, i, k, left):
    """Inches until piece ``k``, coming on, runs into figure ``i``; BEYOND if it does not.

    With the very last part of its way, too, unless it touched the figure when the phase began: that contact is not new.
    """
    if not is_impassable(b, k):
        return BEYOND
    disc = disc_of(b.figures[i])
    way = disc_free_to_feature(disc, 1.0, 0.0, left + PROBE, b.terrain, k)
    if way < left:
        return way
    if way > left + LATTICE:
        return BEYOND
    before = disc_shifted(disc, b.figures[i].start_x - disc.x - b.motion.gone, 0.0)
    return BEYOND if disc_gap_to_feature(before, b.terrain, k) <= TOUCH else left


@clause("PURS-PCO-9", "PURS-PCO-7", "PURS-PUR-14")
@kernel
def _meets_figure(b, carried, i, left):
    """Inches until carried figure ``carried`` runs into ``i``; BEYOND if it does not.

    With the very last part of its way, too, unless the two touched when the phase began.
    """
    one, other = disc_of(b.figures[carried]), disc_of(b.figures[i])
    way = disc_free_to_disc(one, -1.0, 0.0, left + PROBE, other)
    if way < left:
        return way
    if way > left + TOUCH:
        return BEYOND
    one = disc_shifted(one, b.figures[carried].start_x - one.x, 0.0)
    other = disc_shifted(other, b.figures[i].start_x - other.x, 0.0)
    return BEYOND if disc_gap(one, other) <= TOUCH else left


@kernel
def _meets_mine(b, i, m, k, left):
    """Inches until figure ``i`` and cluster ``m`` meet: one of them is carried, or neither or both, and then never."""
    mine = b.mines[m]
    is_carried = b.figures[i].carrier != NONE
    is_tied = mine.piece == k
    if mine.on == 0 or mine.waiting != 0 or is_carried == is_tied:
        return BEYOND
    if is_carried:
        return way_to_contact(disc_of(b.figures[i]), -1.0, 0.0, left, disc_of_mine(b, m))
    return way_to_contact(disc_of_mine(b, m), -1.0, 0.0, left, disc_of(b.figures[i]))


@kernel
def _next_of(b, i, k, left, carries, is_mined, found):
    """The next thing that happens to figure ``i`` in this slide: fills ``found``, all BEYOND, with how far, what, whom.

    ``carries``: somebody is carried; ``is_mined``: a cluster lies. Where none is, as mostly, none need be looked for.
    """
    figure = b.figures[i]
    motion = b.motion
    if figure.carrier == NONE:
        way = _meets_piece(b, i, k, left)
        if way < found[0]:
            found[0], found[1], found[2] = way, STRUCK, k
        if figure.next_test < BEYOND:
            found[0], found[1], found[2] = max(figure.next_test - motion.gone, 0.0), TESTED, k
        for j in range(b.n_figures if carries else 0):
            if is_on_table(b.figures[j]) and b.figures[j].carrier != NONE:
                way = _meets_figure(b, j, i, left)
                if way < found[0]:
                    found[0], found[1], found[2] = way, PUSHED, j
    else:
        edge = figure.x - radius_of(figure)
        if edge < left - TOUCH:
            found[0], found[1], found[2] = max(edge, 0.0), LOST, NONE
    for m in range(MAX_MINES if is_mined else 0):
        way = _meets_mine(b, i, m, k, left)
        if way < found[0]:
            found[0], found[1], found[2] = way, MINED, m


@clause("PURS-PCO-15")
@kernel
def _first_of(b, ways):
    """Who is met first, as bits; at the same moment the figure furthest from the Arrival, of whom several can be."""
    first = NONE
    tied = 0
    for i in range(b.n_figures):
        if ways[i, 0] >= BEYOND:
            continue
        if first == NONE or ways[i, 0] < ways[first, 0] - SLACK:
            first = i
            tied = bit(i)
        elif abs(ways[i, 0] - ways[first, 0]) <= SLACK:
            if front_of(b, i) < front_of(b, first) - SLACK:
                first = i
                tied = bit(i)
            elif abs(front_of(b, i) - front_of(b, first)) <= SLACK:
                tied |= bit(i)
    return tied


@clause("PURS-PCO-15")
@kernel
def _put_in_order(b, tied, order, dice, log):
    """Fill ``order`` with the figures of the set, whose dice say who comes first; returns how many."""
    thrown = np.empty(MAX_FIGURES, CONTESTANT)
    n = 0
    for i in range(b.n_figures):
        if has(tied, i):
            enter(thrown[n], b.figures[i].side, i, 0)
            n += 1
    contest(thrown, n, Again.TIED, dice, log, Purpose.ORDER)
    for k in range(n):
        order[thrown[k].place] = thrown[k].figure
    keep_until_here(thrown)
    return n


# ---------------------------------------------------------------- sliding on


@kernel
def _advance(b, inches):
    """The piece, its mines, and all whom it carries go on so far."""
    motion = b.motion
    motion.gone += inches
    shift_to(b, motion.who, motion.x0 - motion.gone)
    carry_mines(b, motion.who, inches)
    for i in range(b.n_figures):
        if b.figures[i].carrier != NONE and is_on_table(b.figures[i]):
            put(b, i, b.figures[i].x - inches, b.figures[i].y)


@clause("PURS-PCO-2", "PURS-PCO-7", "PURS-PCO-8", "PURS-PCO-10", "PURS-PCO-15", "PURS-CC-7", "PURS-IMP-7")
@kernel
def slide(b, dice, log):
    """Slide on up to the next thing that happens, and carry it out; at the end of its way the piece may come off."""
    motion = b.motion
    k = motion.who
    left = motion.length - motion.gone
    _loosen(b)
    ways = np.full((b.n_figures, 3), BEYOND)
    is_mined = mines_on_table(b) > 0
    carries = False
    for i in range(b.n_figures):
        carries = carries or b.figures[i].carrier != NONE
    for i in range(b.n_figures):
        if is_on_table(b.figures[i]):
            _next_of(b, i, k, left, carries, is_mined, ways[i])
    tied = _first_of(b, ways)
    if tied == 0:
        _advance(b, left)
        _finish(b, log)
        return
    _advance(b, np.floor(ways[lowest(tied), 0] / LATTICE + 1e-6) * LATTICE)
    order = np.empty(MAX_FIGURES, np.int64)
    for nth in range(_put_in_order(b, tied, order, dice, log)):
        i = order[nth]
        if not _comes_about(b, i, k, int(ways[i, 1]), int(ways[i, 2]), dice, log):
            break
    keep_until_here(order)


@kernel
def _comes_about(b, i, k, what, whom, dice, log):
    """What figure ``i`` meets in the slide of piece ``k``. True: the others who meet something now may go on."""
    if what == TESTED:
        _test(b, i, k, dice, log)
        return True
    if what == STRUCK:
        collide(b, i, k, CARRIED_BY_PIECE, dice, log)
    elif what == PUSHED:
        collide(b, i, k, whom, dice, log)
        if is_on_table(b.figures[i]) and b.figures[i].side != b.figures[whom].side:
            meet(b, whom, Coming.CARRIED, log)
    elif what == LOST:
        give_up(b, i, Clause.PURS_PCO_11, log)
    else:
        set_off(b, whom, i, log)
    return False


@clause("PURS-PCO-1", "PURS-PCO-2", "PURS-PCO-3", "PURS-PCO-8", "PURS-PCO-9", "PURS-PCO-13", "PURS-PCO-14")
@kernel
def collide(b, i, k, carrier, dice, log):
    """Piece ``k``, or a figure that it carries, reaches figure ``i``: a hit once in a phase; a survivor goes along.

    Its owner may give it any heading after the hit. ``carrier``: CARRIED_BY_PIECE, or the figure that pushes it.
    """
    figure = b.figures[i]
    if not has(figure.struck, k):
        figure.struck |= bit(k)
        other = carrier if carrier >= 0 else NONE
        event(log, Code.IS_STRUCK, Clause.PURS_PCO_1, i, other, 0)
        if not crash(b, i, dice, log):
            return
        let_turn(b, i)
    figure.carrier = carrier
    figure.next_test = BEYOND


@clause("PURS-PCO-4", "PURS-PCO-5", "PURS-DIF-3")
@kernel
def _test(b, i, k, dice, log):
    """A test for the next 2 inches of rubble; a survivor of the hit is stopped there and goes along."""
    figure = b.figures[i]
    figure.next_test += b.rules.step
    if figure.next_test >= figure.last_test - LATTICE:
        figure.next_test = BEYOND
    if dangerous_test(b, i, may_throw_again(b, i), dice, log):
        return
    if crash(b, i, dice, log):
        figure.stopped = k
        figure.carrier = CARRIED_BY_PIECE
        figure.next_test = BEYOND
        outcome(log, Code.IS_STOPPED, Clause.PURS_PCO_5, i, NONE, 0)


@clause("PURS-DIF-3", "C40-TERR-6")
@kernel
def may_throw_again(b, i):
    """By house rule bikes throw failed tests again: 1 or 0."""
    is_bike = b.profiles[b.figures[i].profile].mount == Mount.BIKE
    return int(is_bike and b.options.scout_reroll == ScoutReroll.YES)


@clause("PURS-PUR-7", "PURS-PCO-11", "PURS-SPO-8", "PURS-DIF-12")
@kernel
def _finish(b, log):
    """The slide is over. A piece that has reached the rear edge comes off; who was stopped in it stays there, free."""
    motion = b.motion
    k = motion.who
    motion.kind = Motion.NONE
    for i in range(b.n_figures):
        b.figures[i].carrier = NONE
        b.figures[i].next_test = BEYOND
    feature = b.terrain.features[k]
    if feature.x0 > LATTICE:
        return
    b.off_count += 1
    b.pieces[k].off = b.off_count
    at = side_event(log, Code.PIECE_COMES_OFF, Clause.PURS_PUR_7, NONE, k)
    locate(log, at, feature.x0, feature.y0, feature.x1, feature.y1, 0.0)
    lose_mines(b, k, log)
    take_away(b.terrain, k)
    for i in range(b.n_figures):
        if b.figures[i].stopped == k:
            b.figures[i].stopped = NONE
