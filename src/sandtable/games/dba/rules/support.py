"""REAR SUPPORT: who stands behind whom, what it adds, and who dies with whom they supported (DBA-SUP)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import Type
from sandtable.games.dba.rules.contact import may_touch
from sandtable.games.dba.rules.ground import touches_bad_going
from sandtable.games.dba.rules.overlaps import enemy_behind, front_enemy
from sandtable.games.dba.rules.positions import is_in_open, is_right_of
from sandtable.games.dba.switches import ContactedSupporters, PsiloiSupportFromBadGoing, SupportersDie
from sandtable.kernel.contact import is_directly_behind, is_level_beside
from sandtable.kernel.geometry import base_of
from sandtable.kernel.log import tally
from sandtable.kernel.records import NONE


@clause("DBA-SUP-1")
@kernel
def friend_behind(b, i):
    """The friend directly behind ``i``, in full edge and corner contact and facing the same way, or NONE."""
    figure = b.figures[i]
    if not is_in_open(figure):
        return NONE
    base = base_of(figure)
    for j in range(b.n_figures):
        friend = b.figures[j]
        if j != i and friend.side == figure.side and may_touch(figure, friend) and is_in_open(friend):
            if is_directly_behind(base_of(friend), base):
                return j
    return NONE


@clause("DBA-SUP-8")
@kernel
def _is_kept_busy(b, j):
    """An enemy has contacted the supporter on flank or rear, or it is in front contact itself."""
    if b.options.contacted_supporters == ContactedSupporters.SUPPORT:
        return False
    return enemy_behind(b, j) != NONE or front_enemy(b, j) != NONE


@kernel
def _is_in_good_going(b, i):
    """No part of the element's base is in bad going."""
    return not touches_bad_going(b, b.figures[i], base_of(b.figures[i]))


@clause("DBA-SUP-2", "DBA-SUP-3", "DBA-SUP-4", "DBA-SUP-7", "DBA-WWG-3")
@kernel
def own_support(b, i, opponent):
    """What the second rank of its own type adds to ``i`` against this opponent; both wholly in good going, else 0."""
    figure = b.figures[i]
    bonus = b.rules.own_support[figure.type, b.figures[opponent].type]
    if bonus == 0:
        return 0
    j = friend_behind(b, i)
    if j == NONE or b.figures[j].type != figure.type or _is_kept_busy(b, j):
        return 0
    if not (_is_in_good_going(b, i) and _is_in_good_going(b, j)):
        return 0
    return bonus


@kernel
def _psiloi_behind(b, i):
    """Psiloi directly behind ``i`` who may support, or NONE."""
    j = friend_behind(b, i)
    if j == NONE or b.figures[j].type != Type.PS or _is_kept_busy(b, j):
        return NONE
    if b.options.psiloi_support_from_bad_going == PsiloiSupportFromBadGoing.NO and not _is_in_good_going(b, j):
        return NONE
    return j


@clause("DBA-SUP-5", "DBA-SUP-6")
@kernel
def psiloi_supporter(b, i, opponent):
    """The Psiloi who help ``i`` against this opponent, or NONE.

    Directly behind it, or directly behind a neighbour of the same type who is level with it, side by side.
    RULING: of Psiloi behind both neighbours those on its right.
    """
    figure = b.figures[i]
    if b.rules.psiloi_support[figure.type, b.figures[opponent].type] == 0:
        return NONE
    j = _psiloi_behind(b, i)
    if j != NONE:
        return j
    base = base_of(figure)
    found = NONE
    for k in range(b.n_figures):
        friend = b.figures[k]
        if k == i or friend.side != figure.side or friend.type != figure.type or not may_touch(figure, friend):
            continue
        if is_in_open(friend) and is_level_beside(base, base_of(friend)):
            j = _psiloi_behind(b, k)
            if j != NONE and (found == NONE or is_right_of(friend, figure, figure.fx, figure.fy)):
                found = j
    return found


@clause("DBA-SUP-1", "DBA-SUP-6")
@kernel
def rear_support(b, i, opponent, log):
    """What rear support adds to the score of ``i`` in close combat: its own kind behind it, and Psiloi."""
    if not is_in_open(b.figures[i]):
        return 0
    total = 0
    bonus = own_support(b, i, opponent)
    if bonus != 0:
        which = b.figures[i].type
        cited = Clause.DBA_SUP_2 if which == Type.PK else (Clause.DBA_SUP_3 if which == Type.SP else Clause.DBA_SUP_4)
        total += tally(log, Code.SUPPORTED, cited, i, friend_behind(b, i), bonus)
    psiloi = psiloi_supporter(b, i, opponent)
    if psiloi != NONE:
        bonus = b.rules.psiloi_support[b.figures[i].type, b.figures[opponent].type]
        total += tally(log, Code.SUPPORTED_BY_PSILOI, Clause.DBA_SUP_5, i, psiloi, bonus)
    return total


@clause("DBA-SUP-9")
@kernel
def doomed_supporter(b, i, opponent):
    """The element directly behind ``i`` that gave it 1 and dies with it, or NONE.

    Second-rank Pikes, who give 3, do not die, nor do Psiloi behind a neighbour.
    """
    if b.options.supporters_die == SupportersDie.NO or not is_in_open(b.figures[i]):
        return NONE
    j = friend_behind(b, i)
    if j == NONE:
        return NONE
    if own_support(b, i, opponent) == 1 or psiloi_supporter(b, i, opponent) == j:
        return j
    return NONE


@clause("DBA-SHOOT-9", "DBA-SUP-1")
@kernel
def is_supporting(b, j):
    """Element ``j`` is counted as giving rear support to a friend who is in front contact with an enemy."""
    other = b.figures[j]
    for i in range(b.n_figures):
        friend = b.figures[i]
        if i == j or friend.side != other.side or not may_touch(friend, other):
            continue
        if friend_behind(b, i) != j:
            continue
        foe = front_enemy(b, i)
        if foe != NONE and (own_support(b, i, foe) != 0 or psiloi_supporter(b, i, foe) == j):
            return True
        if other.type != Type.PS:
            continue
        for k in range(b.n_figures):
            if b.figures[k].side == other.side and b.figures[k].type == friend.type and k != i:
                foe = front_enemy(b, k) if may_touch(b.figures[k], friend) else NONE
                if foe != NONE and psiloi_supporter(b, k, foe) == j:
                    return True
    return False
