"""Every row of the table of modifiers as positions bring it about, alone and in pairs, against a slow formula."""

from __future__ import annotations

from itertools import combinations

import pytest

from batalist.field import EAST, NORTH, SOUTH, Thrown, add, field, ground
from batalist.test_damage import DICE, slow
from sandtable.games.batalist.enums import Formation, Ground
from sandtable.games.batalist.rules import damage
from sandtable.kernel.geometry import facing_of_degrees
from sandtable.kernel.log import new_log

CONDITIONS = (
    "loose", "wedge", "moved", "target loose", "target hedgehog", "cover", "water", "target moved", "flank", "rear",
    "downward", "upward", "armour",
)  # fmt: skip
NEVER = ({"loose", "wedge"}, {"target loose", "target hedgehog"}, {"flank", "rear"})
"""Nobody is in two formations, or attacked from two sides."""

MIDDLE = 40.0


def laid(shooting, held):
    """Attackers in the south, their front to the north, and their target under these conditions."""
    b = field()
    own = Formation.LOOSE if "loose" in held else Formation.WEDGE if "wedge" in held else Formation.COLUMN
    i = add(b, "L4" if shooting else "O1", 0, MIDDLE, 20, NORTH, formation=own)
    taken = Formation.LOOSE if "target loose" in held else Formation.HEDGEHOG if "target hedgehog" in held else None
    unit = ("L2" if "armour" in held else "O1") if shooting else ("L4" if "armour" in held else "L10")
    j = add(b, unit, 1, MIDDLE, 40, SOUTH, formation=taken)
    attacker, target = b.figures[i], b.figures[j]
    facing = EAST if "flank" in held else NORTH if "rear" in held else SOUTH
    target.fx, target.fy = facing_of_degrees(facing)
    front = attacker.y + 0.5 * attacker.depth
    gap = 8.0 if shooting else 0.5
    target.y = front + gap + 0.5 * (target.width if "flank" in held else target.depth)
    attacker.moved, target.moved = int("moved" in held), int("target moved" in held)
    beyond = front + 0.5 * gap
    for word, kind in (("cover", Ground.WOOD), ("water", Ground.SWAMP), ("upward", Ground.HILL)):
        if word in held:
            ground(b, kind, 15, beyond, 65, beyond + 30)
    if "downward" in held:
        ground(b, Ground.HILL, 15, 5, 65, beyond)
    return b, i, j


def rows_by_the_table(shooting, held):
    """The rows that hold, by the words of the table."""
    rows = {"loose": 2, "wedge": 3, "moved": 4, "target loose": 5, "target hedgehog": 6, "cover": 8, "water": 9,
            "target moved": 10, "flank": 11, "rear": 12, "downward": 13, "upward": 14, "armour": 15}  # fmt: skip
    found = {rows[word] for word in held}
    if not shooting:
        found.add(1)
    if not held & {"target loose", "target hedgehog", "flank"}:
        found.add(7)
    if "target hedgehog" in held:
        found -= {11, 12}  # it has neither flanks nor rear
    if {"downward", "upward"} <= held:
        found -= {13, 14}  # the same level
    return found


def fighters_by_hand(shooting, held):
    """Crossbowmen stand 5 by 3, in a Wedge 1, 3, 5 and 6; orcs 6 by 4, in a Wedge 1, 3, 5, 7 and 8."""
    number = 5 if shooting else 6
    if "wedge" in held:
        number = 2 * 4 - 3 if shooting else 2 * 5 - 3
    if "loose" in held:
        number = 10 if shooting else 3
    return number // 2 if shooting and "target loose" in held else number


@pytest.mark.clause(
    "BAT-MOD-1", "BAT-MOD-2", "BAT-MOD-3", "BAT-MOD-4", "BAT-MOD-5", "BAT-MOD-6", "BAT-MOD-7", "BAT-MOD-8",
    "BAT-MOD-9", "BAT-MOD-10", "BAT-MOD-11", "BAT-MOD-12", "BAT-MOD-13", "BAT-MOD-14", "BAT-MOD-15", "BAT-MOD-18",
    "BAT-MOD-19", "BAT-MOD-20", "BAT-MOD-22", "BAT-CBT-11",
)  # fmt: skip
@pytest.mark.parametrize("shooting", [False, True])
@pytest.mark.parametrize("first", CONDITIONS)
def test_rows_alone_and_in_pairs(shooting, first):
    pairs = [{one, other} for one, other in combinations(CONDITIONS, 2) if one == first]
    for held in [{first}, *(pair for pair in pairs if pair not in NEVER)]:
        b, i, j = laid(shooting, held)
        a = damage.prepare_shot(b, i, j, 0) if shooting else damage.prepare_melee(b, i, j, True, False)
        rows = {row for row in range(1, 17) if int(a.rows) >> (row - 1) & 1}
        assert rows == rows_by_the_table(shooting, held), held
        assert a.fighters == fighters_by_hand(shooting, held), held
        assert a.skill_rows == 0, held
        protection = int(b.profiles[b.figures[j].profile].protection)
        found = damage.deal_damage(b, Thrown(*DICE, *DICE).dice, new_log())
        expected = slow(tuple(rows - {2, 5}), shooting, 3, fighters_by_hand(shooting, held), protection)
        assert found == expected, held


@pytest.mark.clause("BAT-MOD-16", "BAT-MOD-23", "BAT-CBT-16")
@pytest.mark.parametrize("held", [{word} for word in CONDITIONS if word not in ("flank", "rear", "armour")])
def test_rows_of_a_reply_without_the_skill(held):
    """Slingers who are attacked: two dice less, and of what holds for who strikes back rows 2, 6, 8, 13 and 14."""
    b = field()
    i, j = add(b, "L5", 1, MIDDLE, 40, SOUTH), add(b, "O1", 0, MIDDLE, 20)
    if "target hedgehog" in held:
        j = add(b, "L10", 0, MIDDLE, 20, formation=Formation.HEDGEHOG)
    b.figures[i].y = b.figures[j].y + 0.5 * b.figures[j].depth + 0.5 + 0.5 * b.figures[i].depth
    between = b.figures[j].y + 0.5 * b.figures[j].depth + 0.25
    if "cover" in held:
        ground(b, Ground.WOOD, 15, 5, 65, between)
    if "upward" in held:
        ground(b, Ground.HILL, 15, 5, 65, between)
    if "downward" in held:
        ground(b, Ground.HILL, 15, between, 65, between + 20)
    b.figures[i].moved, b.figures[j].moved = int("moved" in held), int("target moved" in held)
    a = damage.prepare_melee(b, i, j, False, True)
    rows = {row for row in range(1, 17) if int(a.rows) >> (row - 1) & 1}
    counted = {"target hedgehog": 6, "cover": 8, "downward": 13, "upward": 14}
    assert rows == {2, 16} | {counted[word] for word in held if word in counted}
