"""What computer generals think a DBA battle is worth: flanks are the fights that they become."""

from __future__ import annotations

import pytest

from dba.table import BLUE, RED, front_at, lay
from sandtable.games.dba.record import Ground, River
from sandtable.games.dba.rules.outcome_moves import goes_down_with
from sandtable.games.dba.thinking.evaluate import coming_fights, somebody_turns
from sandtable.kernel.records import NONE


def thinking(*elements):
    """A table with these elements, and the weights by which Red's general thinks of it."""
    b = lay(*elements)
    return b, b.weights[RED]


@pytest.mark.clause("DBA-CONTACT-12")
def test_a_flank_counts_as_the_fight_it_becomes_when_the_enemy_turns_to_face():
    # Knights (+3 against foot) on the right flank of Auxilia (+2 against mounted) who face east, front corner on front
    # corner. They turn. Knights ride down Auxilia whom they beat in good going: 21 of 36. They are doubled in one (1
    # against 6), and recoil in 9 more.
    b, w = thinking(
        ("knights", "3Kn", RED, *front_at("3Kn", 1450, 1420, "N")), ("auxilia", "4Ax", BLUE, 1490, 1500, "E")
    )
    assert somebody_turns(b)
    loss = w.element + w.edge * 1.25  # the first of four
    assert coming_fights(b, RED, w) == pytest.approx((21 - 1) / 36 * loss - 9 / 36 * w.recoil)
    assert (b.figures[1].fx, b.figures[1].fy) == (1.0, 0.0)  # thinking turned nobody


@pytest.mark.clause("DBA-FLEE-4")
@pytest.mark.parametrize(
    ("bank", "river", "is_lost"),
    [
        (1000, River.ORDINARY, True),  # 500 paces behind the front: Light Horse runs 700 after a recoil
        (1000, River.UNKNOWN, True),  # it may be an ordinary one
        (1000, River.PALTRY, False),
        (300, River.ORDINARY, False),  # farther off than it runs
    ],
)
def test_who_would_flee_into_a_river_is_as_good_as_lost(bank: int, river: River, is_lost: bool):
    # Light Horse (+2 against foot) before Spears (+4 against mounted), nobody else about. It is doubled, and flees, by
    # 1 against 2 to 6, by 2 against 4 to 6 and by 3 against 6: 9 of 36. It recoils in 17 more, the Spears in 6 (4, 5
    # and 6 against 1, 5 and 6 against 2, 6 against 3).
    b = lay(
        ("horse", "2LH", RED, *front_at("2LH", 1500, 1500, "N")),
        ("spears", "4Sp", BLUE, *front_at("4Sp", 1500, 1500, "S")),
        terrain=[(Ground.RIVER, [(0, bank), (3000, bank)], 80)],
        river=river.value,
    )
    w = b.weights[RED]
    flight = w.element + w.edge * 1.25 if is_lost else w.flee  # the first of four
    assert coming_fights(b, RED, w) == pytest.approx((6 - 17) / 36 * w.recoil - 9 / 36 * flight)


def test_who_would_flee_off_the_board_is_as_good_as_lost():
    # The same fight, its flight straight at the board's edge 500 paces behind the front, and 1,000.
    for y, is_lost in ((500, True), (1000, False)):
        b = lay(
            ("horse", "2LH", RED, *front_at("2LH", 1500, y, "N")),
            ("spears", "4Sp", BLUE, *front_at("4Sp", 1500, y, "S")),
        )
        w = b.weights[RED]
        flight = w.element + w.edge * 1.25 if is_lost else w.flee
        assert coming_fights(b, RED, w) == pytest.approx((6 - 17) / 36 * w.recoil - 9 / 36 * flight)


@pytest.mark.clause("DBA-RECOIL-4", "DBA-RECOIL-5")
def test_who_stands_back_to_back_with_an_enemy_goes_down_with_them():
    # Blades before Blades, +5 each: either is beaten by 15 of 36 throws and never doubled, 6 are equal. Behind Blue's,
    # 20 paces off, stands another of Red's. With its front to them Blue's die and it lives; with its back, both die.
    for facing, both in (("S", False), ("N", True)):
        b = lay(
            ("blades", "4Bd", RED, *front_at("4Bd", 1500, 1500, "N")),
            ("enemy", "4Bd", BLUE, *front_at("4Bd", 1500, 1500, "S")),  # rear edge at y 1560
            ("behind", "4Bd", RED, 1500, 1610, facing),
        )
        w = b.weights[RED]
        loss = w.element + w.edge * 1.25  # the first of four, of either side
        gain = 0.0 if both else loss
        assert coming_fights(b, RED, w) == pytest.approx(15 / 36 * (gain - w.recoil))
        assert coming_fights(b, BLUE, w) == pytest.approx(15 / 36 * (w.recoil - gain))
    for facing, both in (("W", False), ("E", True)):
        b = lay(
            ("blades", "4Bd", RED, *front_at("4Bd", 1500, 1500, "E")),
            ("enemy", "4Bd", BLUE, *front_at("4Bd", 1500, 1500, "W")),  # rear edge at x 1560
            ("behind", "4Bd", RED, 1610, 1500, facing),
        )
        assert goes_down_with(b, 1) == (2 if both else NONE)
