"""What may come of an action: the tree of dice walked through the real rules, equal outcomes put together."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import forget
from sandtable.kernel.dice_tree import next_leaf, start_walk
from sandtable.kernel.log import CAPACITY, ENTRY, Kind
from sandtable.kernel.records import record
from sandtable.kernel.verbs import apply

MAX_LEAVES = 7776
"""Leaves that are walked before the odds are sampled: five six-sided dice."""

MAX_DISTINCT = 512
"""Outcomes that are told apart; all further ones count as the last."""

MAX_SHOWN = 8192
"""Log entries kept of them, all together."""

OVERFLOW = MAX_DISTINCT - 1

OUTCOMES = record(
    ("entries", ENTRY, (MAX_SHOWN,)),  # OUTCOME entries, those of each outcome behind one another
    ("begins", "i4", (MAX_DISTINCT + 1,)),  # where those of each begin; those of the last end where the next begins
    ("n", "i4"),  # outcomes so far
    ("leaves", "i4"),
    ("which", "i4", (MAX_LEAVES,)),  # of every leaf: its outcome
    ("ways", "f8", (MAX_LEAVES,)),  # its chance: so many ways, a whole number ...
    ("of", "f8", (MAX_LEAVES,)),  # ... of so many
    ("counts", "i4", (MAX_DISTINCT,)),  # of every outcome: how often it was drawn
    ("is_cut", "i4"),  # 1: the tree has more leaves than were walked
    ("lost", "i4"),  # 1: a leaf threw more dice, or wrote more, than there is room for
    ("lines", ENTRY, (CAPACITY,)),  # of the first leaf of the tree, where every die shows a 1: the lines of its totals
    ("n_lines", "i4"),
)


@kernel
def _begin(room):
    """Make the room empty."""
    room.n = 0
    room.leaves = 0
    room.begins[0] = 0
    room.counts[:] = 0
    room.is_cut = 0
    room.lost = 0


@kernel
def _run(b, action, trial, dice, log, room):
    """Carry the action out once; False when dice or log had no room for it."""
    copy_record(trial[0], b)
    log.n = 0
    log.lost = 0
    log.kept_from = 0
    apply(trial[0], action, dice, log)
    if dice.lost != 0 or log.lost != 0:
        room.lost = 1
        return False
    return True


@kernel
def end_of_own(log, still):
    """How many entries come before the first die that opens a later bound (its purpose is in the mask ``still``)."""
    for k in range(log.n):
        if log.entries[k].kind == Kind.DIE and (still >> log.entries[k].code) & 1 != 0:
            return k
    return log.n


@kernel
def _keep_lines(log, end, room):
    """Keep the lines of totals among the first ``end`` entries: sampling leaves them as they are."""
    room.n_lines = 0
    for k in range(end):
        kind = log.entries[k].kind
        if kind == Kind.TALLY or kind == Kind.SCORE:
            copy_record(room.lines[room.n_lines], log.entries[k])
            room.n_lines += 1


@kernel
def _says_the_same(one, other):
    """Two entries say the same; where on the table they say it is not asked."""
    return (
        one.code == other.code
        and one.actor == other.actor
        and one.other == other.other
        and one.amount == other.amount
        and one.item == other.item
        and one.side == other.side
        and one.clause == other.clause
        and one.value == other.value
    )


@kernel
def _is_outcome(log, end, room, k):
    """The outcomes in the log are those of number ``k``."""
    at = room.begins[k]
    for line in range(end):
        if log.entries[line].kind == Kind.OUTCOME:
            if at >= room.begins[k + 1] or not _says_the_same(log.entries[line], room.entries[at]):
                return False
            at += 1
    return at == room.begins[k + 1]


@kernel
def _outcome_of(log, end, room):
    """The number of the outcome in the log, which is a new one if there was none like it."""
    for k in range(room.n):
        if _is_outcome(log, end, room, k):
            return k
    if room.n >= OVERFLOW:
        return OVERFLOW
    at = room.begins[room.n]
    for line in range(end):
        if log.entries[line].kind == Kind.OUTCOME:
            if at >= MAX_SHOWN:
                return OVERFLOW
            copy_record(room.entries[at], log.entries[line])
            at += 1
    room.n += 1
    room.begins[room.n] = at
    return room.n - 1


@kernel
def walk_outcomes(b, action, trial, dice, log, still, most, room):
    """Walk the tree of dice of a legal action, up to ``most`` leaves; ``room`` (OUTCOMES) says what came of each.

    ``trial`` is a ``[1]`` array to try on; the log, which must keep entries, holds the last leaf's afterwards.
    """
    _begin(room)
    start_walk(dice)
    while True:
        if not _run(b, action, trial, dice, log, room):
            return
        ways = 1.0
        of = 1.0
        for k in range(dice.n_thrown):
            throw = dice.thrown[k]
            if (still >> throw.purpose) & 1 != 0:
                break
            ways *= throw.ways
            of *= throw.of
        end = end_of_own(log, still)
        if room.leaves == 0:
            _keep_lines(log, end, room)
        room.which[room.leaves] = _outcome_of(log, end, room)
        room.ways[room.leaves] = ways
        room.of[room.leaves] = of
        room.leaves += 1
        if not next_leaf(dice, still):
            return
        if room.leaves >= most or room.leaves >= MAX_LEAVES:
            room.is_cut = 1
            return


@kernel
def sample_outcomes(b, action, trial, dice, log, still, samples, room):
    """Carry the action out so often with thrown dice; ``room.counts`` says how often each outcome came."""
    _begin(room)
    for _ in range(samples):
        forget(dice)
        if not _run(b, action, trial, dice, log, room):
            return
        room.counts[_outcome_of(log, end_of_own(log, still), room)] += 1
