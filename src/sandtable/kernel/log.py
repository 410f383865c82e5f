"""The log: a fixed buffer of entries that rule functions append to, each with its clause."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.kernel.records import NONE, record


class Kind(IntEnum):
    """What sort of thing an entry says."""

    EVENT = 0  # something happened on the table
    DIE = 1  # a die was thrown: code is its purpose, item the number of sides, amount the value
    TALLY = 2  # one line of a combat score (or of another total): amount is what it adds
    SCORE = 3  # the sum of the tally lines of actor against other
    REASON = 4  # why an action is not legal
    PRICE = 5  # one line of the price of an action: amount is what it adds
    NOTE = 6  # a finding that neither forbids nor costs (waived surcharge, snapped contact)
    OUTCOME = 7  # the result that a figure takes from a fight or test; odds are grouped by these
    POINTS = 8  # victory points: side gains amount
    WAY = 9  # how far the action judged takes actor: value, of at most amount hundredths (0: it does not matter)


ENTRY = record(
    ("x", "f8"),  # the geometry that decided: a point, or the segment x, y to x2, y2; NaN for none
    ("y", "f8"),
    ("x2", "f8"),
    ("y2", "f8"),
    ("value", "f8"),  # a measured length for the text (distance used, gap), else 0
    ("kind", "i4"),
    ("code", "i4"),  # the game's own Code: names the sentence in its texts file
    ("clause", "i4"),  # the game's own Clause
    ("side", "i4"),
    ("actor", "i4"),  # figure index or NONE
    ("other", "i4"),  # figure index or NONE
    ("item", "i4"),
    ("amount", "i4"),
    ("seen_by", "i4"),  # the sides that may know of it, as bits (1 << side); EVERYBODY: spectators too
)

EVERYBODY = -1
"""``seen_by`` of an entry that all sides and all spectators see."""

CAPACITY = 4096

LOG = record(
    ("entries", ENTRY, (CAPACITY,)),
    ("n", "i4"),
    ("keep", "i4"),  # 0: keep nothing (search and playouts)
    ("kept_from", "i4"),  # side bits: who does not see what is written now, see ``whisper``; 0: everybody sees it
    ("lost", "i4"),  # entries, blows, hits that found no room; the face refuses to go on when it is not 0
)


def new_log(keep: bool = True) -> Any:
    """A blank log record; with ``keep=False`` it records nothing and costs nothing."""
    log = np.zeros(1, LOG)[0]
    log.keep = int(keep)
    return log


@kernel
def clear(log):
    """Forget every entry."""
    log.n = 0
    log.lost = 0
    log.kept_from = 0


@kernel
def no_room(log):
    """A list of the rules is too short for what happens: as with entries lost, the face refuses to go on."""
    log.lost += 1


@kernel
def whisper(log, sides):
    """From here on write what only these sides (bits, ``1 << side``) see: dice and scores alike."""
    log.kept_from = EVERYBODY ^ sides


@kernel
def speak_up(log):
    """From here on write what everybody sees."""
    log.kept_from = 0


@kernel
def seen_only_by(log, index, sides):
    """Let these sides (bits) alone see entry ``index``, as those below return it."""
    if index >= 0:
        log.entries[index].seen_by = sides


@kernel
def _append(log, kind, code, clause, actor, other, amount):
    """Append one entry without geometry; returns its index, or -1 when the log keeps nothing."""
    if log.keep == 0:
        return -1
    if log.n >= CAPACITY:
        log.lost += 1
        return -1
    index = log.n
    log.n += 1
    entry = log.entries[index]
    entry.kind = kind
    entry.code = code
    entry.clause = clause
    entry.side = NONE
    entry.actor = actor
    entry.other = other
    entry.item = NONE
    entry.amount = amount
    entry.seen_by = EVERYBODY ^ log.kept_from
    entry.value = 0.0
    entry.x = np.nan
    entry.y = np.nan
    entry.x2 = np.nan
    entry.y2 = np.nan
    return index


@kernel
def _of_side(log, index, side):
    """Add to entry ``index`` the side that it is about; returns the index."""
    if index >= 0:
        log.entries[index].side = side
    return index


@kernel
def about(log, index, item):
    """Add to entry ``index`` the token, captive or other thing that it is about; returns the index."""
    if index >= 0:
        log.entries[index].item = item
    return index


@kernel
def locate(log, index, x, y, x2, y2, value):
    """Add to entry ``index`` the segment (x, y)-(x2, y2) and the length that decided it."""
    if index >= 0:
        entry = log.entries[index]
        entry.x = x
        entry.y = y
        entry.x2 = x2
        entry.y2 = y2
        entry.value = value


@kernel
def event(log, code, clause, actor, other, amount):
    """Something happened to or between figures."""
    return _append(log, Kind.EVENT, code, clause, actor, other, amount)


@kernel
def outcome(log, code, clause, actor, other, amount):
    """The result that ``actor`` takes from what was just thrown for."""
    return _append(log, Kind.OUTCOME, code, clause, actor, other, amount)


@kernel
def reason(log, code, clause, actor, other, amount):
    """Why the action judged is not legal."""
    return _append(log, Kind.REASON, code, clause, actor, other, amount)


@kernel
def price(log, code, clause, actor, other, amount):
    """One line of the price of the action judged."""
    return _append(log, Kind.PRICE, code, clause, actor, other, amount)


@kernel
def note(log, code, clause, actor, other, amount):
    """A finding that neither forbids nor costs."""
    return _append(log, Kind.NOTE, code, clause, actor, other, amount)


@kernel
def measured(log, clause, actor, length, limit):
    """How far the action judged takes a figure as the rules measure it, and how far it may go at most."""
    index = _append(log, Kind.WAY, NONE, clause, actor, NONE, int(100.0 * limit + 0.5))
    if index >= 0:
        log.entries[index].value = length


@kernel
def tally(log, code, clause, actor, other, amount):
    """One line of a total; returns ``amount`` so that totals are sums of their lines."""
    _append(log, Kind.TALLY, code, clause, actor, other, amount)
    return amount


@kernel
def side_tally(log, code, clause, side, amount):
    """One line of a side's total; returns ``amount``."""
    _of_side(log, _append(log, Kind.TALLY, code, clause, NONE, NONE, amount), side)
    return amount


@kernel
def side_event(log, code, clause, side, amount):
    """Something happened to a side or to the battle as a whole (side ``NONE``)."""
    return _of_side(log, _append(log, Kind.EVENT, code, clause, NONE, NONE, amount), side)


@kernel
def side_outcome(log, code, clause, side, amount):
    """The result that a side, or several of its figures together, take from what was just thrown for."""
    return _of_side(log, _append(log, Kind.OUTCOME, code, clause, NONE, NONE, amount), side)


@kernel
def with_value(log, index, value):
    """One number more to an entry that was just written."""
    if index >= 0:
        log.entries[index].value = value


@kernel
def points(log, code, clause, side, amount):
    """A side's victory points, for the reason that ``code`` names."""
    return _of_side(log, _append(log, Kind.POINTS, code, clause, NONE, NONE, amount), side)


@kernel
def total(log, code, clause, side, actor, other, amount):
    """The sum of the tally lines of ``actor``, who is of ``side``, against ``other``."""
    return _of_side(log, _append(log, Kind.SCORE, code, clause, actor, other, amount), side)


@kernel
def die(log, purpose, side, figure, faces, value):
    """A die as it fell, for what, whom and whose side it was thrown, and how many faces it has."""
    index = _append(log, Kind.DIE, purpose, NONE, figure, NONE, value)
    return about(log, _of_side(log, index, side), faces)
