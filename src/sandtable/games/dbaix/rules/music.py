"""MUSIC: the third six, the flight from the song, who must gag the bard, and how the song ends (MUS)."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.dbaix.clauses import Clause, Code
from sandtable.games.dbaix.record import Phase, Side, Song
from sandtable.games.dbaix.rules.approach import bard_on_table, is_gagging_bound, touches_bard
from sandtable.games.dbaix.rules.captives import leave_captives
from sandtable.games.dbaix.rules.contacts import is_engaged
from sandtable.games.dbaix.rules.obedience import may_end_movement as may_end_movement
from sandtable.games.dbaix.rules.outcome_moves import Flight
from sandtable.games.dbaix.rules.positions import SLACK, gap_between, is_on_table, side_of_bound
from sandtable.games.dbaix.rules.results import fail_to_flee, flee_and_tell
from sandtable.games.dbaix.rules.tokens import drop, is_free
from sandtable.games.dbaix.switches import SongRepeats, SongRestart
from sandtable.kernel.bitsets import bit, count_of, is_in, lowest, without
from sandtable.kernel.geometry import Point, base_of, snap_facing
from sandtable.kernel.limits import is_as_far, is_as_near, is_within
from sandtable.kernel.log import event, side_event
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict

# ---------------------------------------------------------------- the song begins


@clause("DBAIX-MUS-1", "DBAIX-MUS-2", "DBAIX-MUS-16")
@kernel
def check_song(b, die, log):
    """After the PIP die: count the sixes of the Gaulish die, and on the third the bard starts to sing.

    If the bard is off the table then, nothing happens. When the song is heard, the enemies near it are marked to
    flee (MUS-3).
    """
    if side_of_bound(b) == Side.GAULS and die == 6:
        b.sixes += 1
        if b.sixes == b.rules.sixes_for_song and b.song == Song.SILENT:
            bard = bard_on_table(b)
            if bard != NONE:
                b.song = Song.SINGING
                event(log, Code.STARTS_TO_SING, Clause.MUS_1, bard, NONE, b.sixes)
            else:
                side_event(log, Code.NOBODY_SINGS, Clause.MUS_16, Side.GAULS, b.sixes)
    begin_flight(b)


@clause("DBAIX-MUS-12")
@kernel
def song_is_heard(b):
    """The bard sings in this bound: every bound of any side; Gaulish ones only with ``song_repeats = gaul_bounds``."""
    if b.song != Song.SINGING:
        return False
    return b.options.song_repeats == SongRepeats.EVERY_BOUND or side_of_bound(b) == Side.GAULS


# ---------------------------------------------------------------- flight


@clause("DBAIX-MUS-3", "DBAIX-GEN-7")
@kernel
def begin_flight(b):
    """Mark every enemy within range of the singing bard as fleeing; returns how many."""
    for i in range(b.n_figures):
        b.figures[i].fleeing = 0
    bard = bard_on_table(b)
    count = 0
    if bard == NONE or not song_is_heard(b):
        return count
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == Side.GAULS or not is_on_table(figure):
            continue
        if is_within(gap_between(b, bard, i), b.rules.music_range, SLACK):
            figure.fleeing = 1
            count += 1
    return count


@kernel
def _farthest_fleeing(b, bard):
    """The widest gap to the bard of those still to flee; -1 when there is none."""
    widest = -1.0
    for i in range(b.n_figures):
        if b.figures[i].fleeing != 0:
            widest = max(widest, gap_between(b, bard, i))
    return widest


@clause("DBAIX-MUS-5")
@kernel
def may_flee_next(b, i):
    """Figure ``i`` is still to flee and none of those still to flee is farther from the bard."""
    bard = bard_on_table(b)
    if bard == NONE or b.figures[i].fleeing == 0:
        return False
    return is_as_far(gap_between(b, bard, i), _farthest_fleeing(b, bard), SLACK)


@clause("DBAIX-MUS-5")
@kernel
def next_to_flee(b):
    """The one figure that flees next; NONE when nobody is left to flee, or when several are equally far."""
    chosen = NONE
    for i in range(b.n_figures):
        if may_flee_next(b, i):
            if chosen != NONE:
                return NONE
            chosen = i
    return chosen


@kernel
def anyone_is_to_flee(b):
    """Somebody is still to flee from the music."""
    for i in range(b.n_figures):
        if b.figures[i].fleeing != 0:
            return True
    return False


@clause("DBAIX-MUS-3", "DBAIX-MUS-4", "DBAIX-MUS-6", "DBAIX-MUS-17", "DBAIX-VIC-5")
@kernel
def flee_from_music(b, i, log):
    """Figure ``i`` turns and flees one move straight away from the bard, out of any contact.

    Blocked flight as OUT-5 to OUT-8 say, for which the Gauls score; OUT-11 is for fights only. A carrier
    drops its token, which nobody may take at once, as nobody beat it; a guard leaves its captives.
    """
    figure = b.figures[i]
    figure.fleeing = 0
    bard_index = bard_on_table(b)
    bard = b.figures[bard_index]
    dx = figure.x - bard.x
    dy = figure.y - bard.y
    length = (dx * dx + dy * dy) ** 0.5
    facing = snap_facing(dx, dy)
    old = base_of(figure)
    nobody = NONE
    drop(b, i, nobody, log)
    fate = flee_and_tell(b, i, bard_index, facing, Point(dx / length, dy / length), Clause.MUS_3, log)
    if fate != Flight.FLED:
        fail_to_flee(b, i, nobody, Side.GAULS, fate, log)
    leave_captives(b, i, old, log)


@kernel
def flight_waits_for_choice(b, log):
    """Let figures flee one by one, farthest first, until the Gaulish player must choose among equals; True then."""
    while anyone_is_to_flee(b):
        i = next_to_flee(b)
        if i == NONE:
            return True
        flee_from_music(b, i, log)
    return False


# ---------------------------------------------------------------- who must come


@clause("DBAIX-MUS-7")
@kernel
def can_be_called(b, i):
    """A free Gaul other than the bard, unengaged and not called yet."""
    figure = b.figures[i]
    return (
        figure.side == Side.GAULS
        and is_free(b, figure)
        and figure.bard == 0
        and figure.called == 0
        and not is_engaged(b, i)
    )


@kernel
def calls_left(b):
    """How many more Gauls must be called in this bound, if there are so many."""
    left = b.rules.called
    for i in range(b.n_figures):
        left -= b.figures[i].called
    return left


@clause("DBAIX-MUS-7")
@kernel
def next_to_call(b):
    """Those who can be called next, a mask: nobody who can be called is nearer to the bard."""
    bard = bard_on_table(b)
    if bard == NONE or calls_left(b) <= 0:
        return 0
    nearest = math.inf
    for i in range(b.n_figures):
        if can_be_called(b, i):
            nearest = min(nearest, gap_between(b, bard, i))
    mask = 0
    for i in range(b.n_figures):
        if can_be_called(b, i) and is_as_near(gap_between(b, bard, i), nearest, SLACK):
            mask |= bit(i)
    return mask


@kernel
def may_be_called(b, i):
    """Figure ``i`` can be called next."""
    return is_in(next_to_call(b), i)


@clause("DBAIX-MUS-7")
@kernel
def call(b, i, log):
    """Figure ``i`` must move to the bard in this bound."""
    b.figures[i].called = 1
    event(log, Code.CALLED_TO_THE_BARD, Clause.MUS_7, i, NONE, 0)


@clause("DBAIX-MUS-7", "DBAIX-MUS-13")
@kernel
def call_waits_for_choice(b, log):
    """Call the free Gauls nearest to the bard, three in all, until the player must choose among equals; True then.

    They are chosen afresh in each Gaulish bound with singing; those who touch the bard already count.
    """
    if not is_gagging_bound(b):
        return False
    while True:
        equals = next_to_call(b)
        if equals == 0:
            return False
        if count_of(equals) > calls_left(b):
            return True
        while equals != 0:
            i = lowest(equals)
            equals = without(equals, i)
            call(b, i, log)


@clause("DBAIX-MUS-5", "DBAIX-MUS-7")
@kernel
def judge_choice(b, action, log):
    """May the Gaulish player choose ``target`` among equals: to flee next, or to be called? It costs nothing."""
    i = action.target
    if i < 0 or i >= b.n_figures:
        return refused(log, Code.CHOICE_NAMES_ONE, Clause.MUS_5, NONE, NONE, 0)
    if b.phase == Phase.FLIGHT:
        if not may_flee_next(b, i):
            return refused(log, Code.NOT_AMONG_THE_FARTHEST, Clause.MUS_5, i, NONE, 0)
    elif not may_be_called(b, i):
        return refused(log, Code.NOT_AMONG_THE_NEAREST, Clause.MUS_7, i, NONE, 0)
    return Verdict(1, 0)


@kernel
def make_choice(b, action, log):
    """The figure chosen flees now, or is called."""
    if b.phase == Phase.FLIGHT:
        flee_from_music(b, action.target, log)
    else:
        call(b, action.target, log)


# ---------------------------------------------------------------- the song ends, or goes on


@clause("DBAIX-MUS-11", "DBAIX-MUS-15", "DBAIX-MUS-12")
@kernel
def end_of_movement(b, log):
    """If all who were called touch the bard now, it is bound and gagged and the song is over; else it goes on.

    RULING: somebody must be there to gag the bard; with nobody who could be called the song goes on.
    """
    bard = bard_on_table(b)
    if not is_gagging_bound(b) or bard == NONE:
        return
    there = 0
    missing = 0
    for i in range(b.n_figures):
        if b.figures[i].called != 0:
            if touches_bard(base_of(b.figures[i]), base_of(b.figures[bard])):
                there += 1
            else:
                missing += 1
    if there == 0 or missing > 0:
        code = Code.SINGS_ON
        if missing == 0:
            code = Code.SINGS_ON_ALONE
        elif missing == 1:
            code = Code.SINGS_ON_FOR_ONE
        event(log, code, Clause.MUS_12, bard, NONE, missing)
        return
    b.song = Song.GAGGED
    event(log, Code.BOUND_AND_GAGGED, Clause.MUS_11, bard, NONE, there)
    if b.options.song_restart == SongRestart.YES:
        b.song_release = b.gaul_bounds + 1


@clause("DBAIX-MUS-15")
@kernel
def end_of_gaulish_bound(b, log):
    """With ``song_restart`` a gagged bard is released at the end of the next Gaulish bound, and no six counts yet."""
    if b.song_release == NONE or b.gaul_bounds < b.song_release:
        return
    b.song_release = NONE
    if b.song == Song.GAGGED:
        b.song = Song.SILENT
        b.sixes = 0
        event(log, Code.RELEASED, Clause.MUS_15, bard_on_table(b), NONE, 0)
