"""REC: reconnaissance of a wood or ravine, and where what it finds is put."""

from __future__ import annotations

from enum import IntEnum

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Role, Skill, State, Thing
from sandtable.games.batalist.rules.ambush import hides, in_element, is_in_zone, markers_of, take_away
from sandtable.games.batalist.rules.chances import failures_to_hide
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.free_places import nearest_place, put
from sandtable.games.batalist.switches import Artefacts, Reconnaissance
from sandtable.kernel.geometry import Edge, base_of, edge_middle
from sandtable.kernel.log import outcome
from sandtable.kernel.records import NONE


class Found(IntEnum):
    """What comes of a reconnaissance."""

    NOTHING = 0
    PASSED = 1  # the hidden battalion may come out and attack, or stay hidden
    NOTICED = 2
    DISCOVERED = 3
    SURROUNDED = 4  # the scout may attack at once


@clause("BAT-REC-1")
@kernel
def element_of_scout(b, i):
    """The wood or ravine, not wholly in its own zone, in which the middle of battalion ``i``'s front is; or NONE.

    NONE too in a battle without reconnaissance: an order for it cannot be carried out anywhere.
    """
    if b.options.reconnaissance != Reconnaissance.YES:
        return NONE
    front = edge_middle(base_of(b.figures[i]), Edge.FRONT)
    for k in range(b.terrain.n_features):
        if hides(b, k) and not is_in_zone(b, k, b.figures[i].side) and in_element(b, k, front.x, front.y):
            return k
    return NONE


@clause("BAT-REC-7", "BAT-ARE-5")
@kernel
def markers_in(b, k, side):
    """How many ambush markers of a side lie in the piece of feature ``k``."""
    found = 0
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.lies != 0 and marker.thing == Thing.AMBUSH and marker.side == side:
            if in_element(b, k, marker.x, marker.y):
                found += 1
    return found


@clause("BAT-REC-7")
@kernel
def has_marker_in(b, i, k):
    """A marker of battalion ``i`` lies in the piece of feature ``k``."""
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.lies != 0 and marker.thing == Thing.AMBUSH and marker.owner == i:
            if in_element(b, k, marker.x, marker.y):
                return True
    return False


@clause("BAT-REC-2", "BAT-REC-7")
@kernel
def may_be_tested(b, i, k):
    """Battalion ``i`` may be the one that a search of ``k`` tests: markers of its own there, or, without any, none."""
    if b.figures[i].state != State.AMBUSH or b.figures[i].healthy <= 0:
        return False
    side = b.figures[i].side
    return has_marker_in(b, i, k) if markers_in(b, k, side) > 0 else markers_of(b, i) == 0


@clause("BAT-ARM-14", "BAT-REC-2")
@kernel
def bonus_of_scout(b, i):
    """What an artefact adds to the die of a scout: of who is attached to it, or of the hero who is it."""
    if b.options.artefacts != Artefacts.YES:
        return 0
    for c in range(b.n_characters):
        who = b.characters[c]
        if who.battalion != i or who.alive == 0 or who.artefact == NONE or not has(b, i, Skill.SCOUT):
            continue
        if who.role == Role.CAPTAIN or who.role == Role.GENERAL or who.role == Role.HERO:
            return b.artefacts[who.artefact].scouting
    return 0


@clause("BAT-REC-3", "BAT-REC-4", "BAT-REC-5", "BAT-REC-6", "BAT-REC-8", "BAT-REC-9")
@kernel
def finding(failures, with_markers):
    """What so many failures mean."""
    if with_markers:
        return (Found.NOTHING, Found.DISCOVERED, Found.SURROUNDED)[failures]
    return (Found.PASSED, Found.NOTICED, Found.DISCOVERED, Found.SURROUNDED)[failures]


@clause("BAT-REC-3", "BAT-REC-4", "BAT-REC-5", "BAT-REC-6", "BAT-REC-8", "BAT-REC-9", "BAT-DEF-33")
@kernel
def bring_out(b, scout, hidden, found, with_markers):
    """Put a hidden battalion where the finding says; turned away from the scout where its side places it."""
    u = b.figures[scout]
    other = b.figures[hidden]
    zone = b.sides[other.side]
    x = u.x
    y = u.y
    turn = 1.0 if found == Found.SURROUNDED else -1.0
    if found == Found.NOTICED:
        y = 0.5 * (zone.zone_from + zone.zone_to)
    elif with_markers and found == Found.DISCOVERED:
        for m in range(b.n_markers):
            marker = b.markers[m]
            if marker.lies != 0 and marker.thing == Thing.AMBUSH and marker.owner == hidden and marker.true == 1:
                x = marker.x
                y = marker.y
    take_away(b, hidden)
    put(b, hidden, nearest_place(b, hidden, x, y, turn * u.fx, turn * u.fy))


@clause(
    "BAT-REC-1",
    "BAT-REC-2",
    "BAT-REC-7",
    "BAT-REC-10",
    "BAT-ACT-18",
    "BAT-REC-3",
    "BAT-REC-4",
    "BAT-REC-5",
    "BAT-REC-6",
)
@kernel
def scout_for(b, scout, k, hidden, dice, log):
    """Battalion ``scout`` searches the piece of ``k`` for a hidden battalion, or for NONE; returns what it finds.

    PASSED leaves it hidden: its owner says whether it comes out, by ``bring_out``.
    """
    if hidden == NONE:
        return Found.NOTHING
    with_markers = markers_in(b, k, b.figures[hidden].side) > 0
    failures = failures_to_hide(b, scout, hidden, with_markers, bonus_of_scout(b, scout), dice, log)
    found = finding(failures, with_markers)
    if found == Found.NOTICED:
        outcome(log, Code.IS_NOTICED, Clause.REC_3, hidden, scout, 0)
    elif found == Found.DISCOVERED:
        outcome(log, Code.IS_DISCOVERED, Clause.REC_4, hidden, scout, 0)
    elif found == Found.SURROUNDED:
        outcome(log, Code.IS_SURROUNDED, Clause.REC_5, hidden, scout, 0)
    else:
        outcome(log, Code.FINDS_NOTHING, Clause.REC_6, scout, NONE, 0)
    if found >= Found.NOTICED:
        bring_out(b, scout, hidden, found, with_markers)
    return found
