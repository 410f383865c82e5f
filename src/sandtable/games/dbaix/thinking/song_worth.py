"""What the bard's song is worth to those who flee from it, before it begins and while it lasts (MUS).

Judgements of ours for computer generals, like all of evaluate.py, which asks for them.
"""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.dbaix.record import Side, Song
from sandtable.games.dbaix.rules.positions import is_on_table
from sandtable.kernel.records import NONE

SOON = 5
"""Gaulish bounds in which a song that begins finds those who stand about the bard now still there."""


@kernel
def chance_of_song(b, bounds):
    """Chance that the Gaulish PIP die shows the sixes still wanted within so many Gaulish bounds (MUS-1)."""
    exactly = 1.0  # the chance of exactly k sixes, from none on
    for _ in range(bounds):
        exactly *= 5.0 / 6.0
    too_few = 0.0
    for k in range(b.rules.sixes_for_song - b.sixes):
        too_few += exactly
        exactly *= (bounds - k) / (5.0 * (k + 1.0))
    return max(1.0 - too_few, 0.0)


@kernel
def threat_of_song(b, begun, w):
    """What the song costs each side that flees from it: all of ``song`` while it is heard, its chance before."""
    if b.song == Song.GAGGED:
        return 0.0
    for i in range(b.n_figures):
        if b.figures[i].bard != 0 and is_on_table(b.figures[i]):
            left = max(b.rules.last_round - begun, 0)
            return w.song if b.song == Song.SINGING else w.song * chance_of_song(b, left)
    return 0.0


@kernel
def singer(b, side):
    """The bard whom this side cannot bear to hear, or NONE."""
    if b.song != Song.SINGING or side == Side.GAULS:
        return NONE
    for i in range(b.n_figures):
        if b.figures[i].bard != 0:
            return i
    return NONE


@kernel
def hearing(b, bard, x, y, w):
    """What a place is worth to those who flee from the song: 1 out of range of it (or with nobody singing)."""
    if bard == NONE:
        return 1.0
    dx = b.figures[bard].x - x
    dy = b.figures[bard].y - y
    limit = b.rules.music_range + 1.0  # between centres
    return w.deaf if dx * dx + dy * dy <= limit * limit else 1.0


@kernel
def earshot(b, side, w, loads):
    """What those risk who stand where the bard is heard: it drives them off, and what they carry stays behind."""
    risk = 0.0
    if side == Side.GAULS or b.song == Song.GAGGED:
        return risk
    soon = chance_of_song(b, SOON)
    for j in range(b.n_figures):
        bard = b.figures[j]
        if bard.bard == 0 or not is_on_table(bard):
            continue
        for i in range(b.n_figures):
            figure = b.figures[i]
            if figure.side != side or not is_on_table(figure):
                continue
            dx = bard.x - figure.x
            dy = bard.y - figure.y
            limit = b.rules.music_range + 1.0  # between centres
            if dx * dx + dy * dy > limit * limit:
                continue
            if b.song == Song.SINGING:
                risk += w.din + loads[i]
            else:
                risk += soon * w.wary * (w.din + loads[i])
    return risk
