"""Rear support: who gives it, to whom, against whom, and who dies with whom they supported (DBA-SUP)."""

from __future__ import annotations

import pytest

from dba.fights import behind, beside, facing_pair, fight_out, outcomes, score_lines
from dba.table import BLUE, RED, is_lost, lay
from sandtable.games.dba.record import Ground

FOOT = ("4Sp", "4Pk", "4Bd", "4Ax", "4Bw", "2Ps", "3Wb", "7Hd", "Art")
MOUNTED = ("El", "3Kn", "3Cv", "2LH", "SCh", "3Cm")


def bonus(code, support, enemy, **options):
    """What the supporter adds to the score of the first, against the enemy."""
    red, blue = facing_pair(code, enemy)
    found = score_lines(lay(red, blue, behind(support, red), **options), 0, 1)
    return sum(amount for clause, _, amount in found if clause.startswith("DBA-SUP"))


@pytest.mark.clause("DBA-SUP-1", "DBA-SUP-2", "DBA-SUP-7")
def test_pikes_add_three_against_foot_but_psiloi_and_bows_and_against_knights():
    for enemy in FOOT:
        assert bonus("4Pk", "4Pk", enemy) == (0 if enemy in ("2Ps", "4Bw") else 3), enemy
    for enemy in MOUNTED:
        assert bonus("4Pk", "4Pk", enemy) == (3 if enemy == "3Kn" else 0), enemy
    red, blue = facing_pair("4Pk", "4Bd")
    second = behind("4Pk", red)
    b = lay(red, blue, second, behind("4Pk", second))
    assert score_lines(b, 0, 1) == [("DBA-SUP-2", 2, 3)]


@pytest.mark.clause("DBA-SUP-3")
def test_spears_add_one_against_spears_and_knights_only():
    for enemy in (*FOOT, *MOUNTED):
        assert bonus("4Sp", "4Sp", enemy) == (1 if enemy in ("4Sp", "3Kn") else 0), enemy


@pytest.mark.clause("DBA-SUP-4")
def test_warband_adds_one_against_foot_but_psiloi_and_bows():
    for enemy in FOOT:
        assert bonus("3Wb", "3Wb", enemy) == (0 if enemy in ("2Ps", "4Bw") else 1), enemy
    for enemy in MOUNTED:
        assert bonus("3Wb", "3Wb", enemy) == 0, enemy
    assert bonus("3Wb", "3Wb", "4Bw", warband_support_against_bows="yes") == 1


@pytest.mark.clause("DBA-SUP-7")
def test_nobody_else_supports_their_own_kind():
    for code in ("4Bd", "4Ax", "4Bw", "2LH", "3Cv", "7Hd", "2Ps"):
        assert bonus(code, code, "4Bd") == 0
        assert bonus(code, code, "3Kn") == 0


@pytest.mark.clause("DBA-SUP-1", "DBA-SUP-2")
def test_the_supporter_stands_exactly_behind_and_both_wholly_in_good_going():
    red, blue = facing_pair("4Pk", "4Bd")
    aside = ("aside", "4Pk", RED, 1520, 1410, "N")
    turned = ("turned", "4Pk", RED, 1500, 1410, "S")
    assert score_lines(lay(red, blue, aside), 0, 1) == []
    assert score_lines(lay(red, blue, turned), 0, 1) == []
    under_supporter = [(Ground.MARSH, [(1400, 1300), (1430, 1300), (1430, 1400), (1400, 1400)])]
    assert score_lines(lay(red, blue, behind("4Pk", red), terrain=under_supporter), 0, 1) == []


@pytest.mark.clause("DBA-SUP-5", "DBA-SUP-6")
def test_one_psiloi_element_helps_three_of_a_kind_against_mounted():
    red, blue = facing_pair("4Sp", "3Cv")
    psiloi = behind("2Ps", red)
    pairs = [facing_pair("4Sp", "3Cv", x) for x in (1340, 1660)]
    b = lay(red, blue, psiloi, *pairs[0], *pairs[1])
    assert score_lines(b, 0, 1) == [("DBA-SUP-5", 2, 1)]
    assert score_lines(b, 3, 4) == [("DBA-SUP-5", 2, 1)]
    assert score_lines(b, 5, 6) == [("DBA-SUP-5", 2, 1)]
    for code in ("4Bd", "4Ax"):
        assert bonus(code, "2Ps", "3Kn") == 1
        assert bonus(code, "2Ps", "4Bd") == 0
    for code in ("4Pk", "4Bw", "3Kn"):
        assert bonus(code, "2Ps", "3Kn") == 0
    # A neighbour of another kind gets nothing.
    blades, foe = facing_pair("4Bd", "3Cv", 1660)
    b = lay(red, blue, psiloi, blades, foe)
    assert score_lines(b, 3, 4) == []


@pytest.mark.clause("DBA-SUP-5")
@pytest.mark.parametrize("first", [1, -1])
def test_of_psiloi_behind_both_neighbours_those_on_its_right_help(first):
    """Facing north, its right is east; the eastern neighbour comes first in the file, or second."""
    red, blue = facing_pair("4Sp", "3Cv")
    one, other = beside("4Sp", red, first), beside("4Sp", red, -first)
    b = lay(red, blue, one, behind("2Ps", one), other, behind("2Ps", other))
    assert score_lines(b, 0, 1) == [("DBA-SUP-5", 3 if first == 1 else 5, 1)]


@pytest.mark.clause("DBA-SUP-6")
def test_psiloi_support_from_any_going_and_together_with_a_second_rank():
    red, blue = facing_pair("4Sp", "3Kn")
    marsh = [(Ground.MARSH, [(1000, 1000), (2000, 1000), (2000, 1439), (1000, 1439)])]
    b = lay(red, blue, behind("2Ps", red), terrain=marsh)
    assert score_lines(b, 0, 1) == [("DBA-SUP-5", 2, 1)]
    b = lay(red, blue, behind("2Ps", red), terrain=marsh, psiloi_support_from_bad_going="no")
    assert score_lines(b, 0, 1) == []
    # Spears behind it and Psiloi behind its neighbour: both.
    neighbour = beside("4Sp", red, 1)
    b = lay(red, blue, behind("4Sp", red), neighbour, behind("2Ps", neighbour))
    assert score_lines(b, 0, 1) == [("DBA-SUP-3", 2, 1), ("DBA-SUP-5", 4, 1)]


@pytest.mark.clause("DBA-SUP-8")
def test_a_supporter_that_is_contacted_gives_nothing():
    red, blue = facing_pair("4Pk", "4Bd")
    second = behind("4Pk", red)  # y 1380 to 1440, right front corner at (1580, 1440)
    enemy = ("E", "4Bd", BLUE, 1610, 1360, "W")
    assert score_lines(lay(red, blue, second, enemy), 0, 1) == []
    b = lay(red, blue, second, enemy, contacted_supporters="support")
    assert score_lines(b, 0, 1) == [("DBA-SUP-2", 2, 3)]


@pytest.mark.clause("DBA-SUP-9")
def test_who_gave_one_dies_with_whom_they_supported():
    # Spears 4 + 1 + 1 for the support = 6, Knights 3 + 6 = 9 in good going: destroyed.
    red, blue = facing_pair("4Sp", "3Kn")
    b = lay(red, blue, behind("4Sp", red))
    assert outcomes(fight_out(b, 0, 1, 1, 6))[:2] == [(0, "IS_DESTROYED"), (2, "IS_DESTROYED")]
    assert b.lost[RED] == 2
    b = lay(red, blue, behind("4Sp", red), supporters_die="no")
    fight_out(b, 0, 1, 1, 6)
    assert not is_lost(b, 2)
    # Psiloi directly behind die; behind a neighbour they do not.
    b = lay(red, blue, behind("2Ps", red))
    fight_out(b, 0, 1, 1, 6)
    assert is_lost(b, 2)
    neighbour = beside("4Sp", red, 1)
    b = lay(red, blue, neighbour, behind("2Ps", neighbour))
    fight_out(b, 0, 1, 1, 6)
    assert not is_lost(b, 2)
    assert not is_lost(b, 3)
    # Who gave nothing does not die: Spears behind Spears against Blades, 4 + 1 = 5 against 5 + 5 = 10.
    red, blue = facing_pair("4Sp", "4Bd")
    b = lay(red, blue, behind("4Sp", red))
    fight_out(b, 0, 1, 1, 5)
    assert is_lost(b, 0)
    assert not is_lost(b, 2)


@pytest.mark.clause("DBA-WWG-3")
def test_a_war_wagon_has_no_rear_support():
    assert bonus("WWg", "WWg", "4Bd") == 0
