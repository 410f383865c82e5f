"""What equal, beaten and doubled totals do, by the outcome tables, and the odds over 36 pairs of dice (DBA-OUT)."""

from __future__ import annotations

import pytest

from dba.fights import behind, facing_pair, fight_out, odds, outcomes, scores
from dba.table import clauses, is_lost, lay, where
from sandtable.games.dba.record import By, Degree, Ground
from sandtable.games.dba.rules.results import degree_of, is_shot_down_in_charge
from sandtable.kernel.log import Kind

FIELD = [(1000.0, 1000.0), (2000.0, 1000.0), (2000.0, 2000.0), (1000.0, 2000.0)]


def percent(found, key):
    """Rounded percentage of the 36 pairs of dice."""
    return round(100 * found.get(key, 0) / 36)


@pytest.mark.clause("DBA-CC-3", "DBA-OUT-2", "DBA-OUT-3", "DBA-OUT-1")
def test_spears_against_knights_on_every_pair_of_dice():
    # 4 : 3. Doubled from below: knights' total is half of the spears' or less. The oracle of the rules' section 28.
    found = odds(lay(*facing_pair("4Sp", "3Kn")), 0, 1)
    assert percent(found, "own IS_DESTROYED") == 28
    assert percent(found, "equal") == 14
    assert percent(found, "enemy RECOILS") == 47
    assert percent(found, "enemy IS_DESTROYED") == 11
    assert sum(found.values()) == 36


@pytest.mark.clause("DBA-OUT-2", "DBA-OUT-3")
def test_spears_against_elephants():
    found = odds(lay(*facing_pair("4Sp", "El")), 0, 1)
    assert percent(found, "own IS_DESTROYED") == 42
    assert percent(found, "equal") == 17
    assert percent(found, "enemy RECOILS") == 39
    assert percent(found, "enemy IS_DESTROYED") == 3


@pytest.mark.clause("DBA-OUT-1", "DBA-OUT-2")
def test_scythed_chariots_die_on_equal_totals_too():
    found = odds(lay(*facing_pair("4Sp", "SCh")), 0, 1)
    assert percent(found, "own IS_DESTROYED") == 42
    assert percent(found, "enemy IS_DESTROYED") == 58
    both = odds(lay(*facing_pair("SCh", "SCh")), 0, 1)
    # Two of them: 15 pairs of dice each way, and on the 6 equal ones both are destroyed.
    assert both == {"own IS_DESTROYED": 21, "enemy IS_DESTROYED": 21}


@pytest.mark.clause("WAD-OUT-1", "WAD-OUT-2", "WAD-OUT-3", "WAD-AREA-3")
def test_light_horse_make_spears_recoil_on_the_expanded_board_and_kill_them_on_the_regulation_one():
    regulation = odds(lay(*facing_pair("4Sp", "2LH", 1200, 1200), board="regulation"), 0, 1)
    assert percent(regulation, "own IS_DESTROYED") == 17
    assert percent(regulation, "equal") == 11
    assert percent(regulation, "enemy RECOILS") == 47
    assert percent(regulation, "enemy FLEES") == 25
    expanded = odds(lay(*facing_pair("4Sp", "2LH")), 0, 1)
    assert percent(expanded, "own RECOILS") == 17
    assert "own IS_DESTROYED" not in expanded
    assert percent(expanded, "enemy FLEES") == 25


@pytest.mark.clause("DBA-OUT-2", "DBA-OUT-3", "DBA-TROOP-9")
def test_spears_against_hordes():
    found = odds(lay(*facing_pair("4Sp", "7Hd")), 0, 1)
    assert percent(found, "own RECOILS") == 28
    assert found["equal"] + found["enemy NO_EFFECT"] == 22  # 61 per cent: 14 and 47
    assert percent(found, "equal") == 14
    assert percent(found, "enemy NO_EFFECT") == 47
    assert percent(found, "enemy IS_DESTROYED") == 11


@pytest.mark.clause("DBA-OUT-2", "DBA-SUP-4", "DBA-SUP-9")
def test_blades_against_two_ranks_of_warband():
    red, blue = facing_pair("4Bd", "3Wb")
    b = lay(red, blue, behind("3Wb", blue))
    found = odds(b, 0, 1)
    assert percent(found, "own IS_DESTROYED") == 28
    assert percent(found, "equal") == 14
    assert percent(found, "enemy RECOILS") == 53
    assert percent(found, "enemy IS_DESTROYED") == 6
    # Blades 5 + 6 = 11, Warband 3 + 1 + 1 = 5: doubled, and the supporter dies as well.
    fight_out(b, 0, 1, 6, 1)
    assert is_lost(b, 1)
    assert is_lost(b, 2)


@pytest.mark.clause("DBA-SUP-2", "DBA-SUP-9")
def test_knights_against_two_ranks_of_pikes():
    red, blue = facing_pair("3Kn", "4Pk")
    b = lay(red, blue, behind("4Pk", blue))
    found = odds(b, 0, 1)
    # 3 : 4 + 3. The knights kill beaten pikes in good going, and only one pair of dice lets them win.
    assert percent(found, "own IS_DESTROYED") == 33
    assert percent(found, "own RECOILS") == 58
    assert percent(found, "equal") == 6
    assert percent(found, "enemy IS_DESTROYED") == 3
    fight_out(b, 0, 1, 6, 1)
    assert is_lost(b, 1)
    assert not is_lost(b, 2)  # they gave 3, not 1


@pytest.mark.clause("DBA-OUT-2", "DBA-OUT-3")
def test_blades_against_psiloi():
    found = odds(lay(*facing_pair("4Bd", "2Ps")), 0, 1)
    assert percent(found, "own RECOILS") == 8
    assert percent(found, "equal") == 8
    assert percent(found, "enemy RECOILS") == 50
    assert percent(found, "enemy FLEES") == 33


@pytest.mark.clause("DBA-CC-3")
def test_half_or_less_is_doubled():
    assert degree_of(5, 5) == Degree.EQUAL
    assert degree_of(6, 5) == Degree.EQUAL
    assert degree_of(4, 5) == Degree.BEATEN
    assert degree_of(4, 8) == Degree.DOUBLED
    assert degree_of(5, 9) == Degree.BEATEN
    assert degree_of(0, 1) == Degree.DOUBLED


@pytest.mark.clause("WAD-OUT-1", "WAD-OUT-2", "WAD-OUT-4", "WAD-GEN-2")
def test_worked_example_21_spears_and_light_horse():
    # Spears 4 + 2 = 6, Light Horse 2 + 6 = 8: beaten, not doubled. They recoil 15 mm = 60 paces.
    b = lay(*facing_pair("4Sp", "2LH"))
    log = fight_out(b, 0, 1, 2, 6)
    assert scores(log) == {0: 6, 1: 8}
    assert outcomes(log) == [(0, "RECOILS")]
    assert where(b, 0) == (1500.0, 1410.0, 0.0, 1.0)
    b = lay(*facing_pair("4Sp", "2LH", 1200, 1200), board="regulation")
    assert outcomes(fight_out(b, 0, 1, 2, 6)) == [(0, "IS_DESTROYED")]
    # In bad going the printed table lets them recoil: 4 - 2 + 3 = 5 against 2 - 2 + 6 = 6.
    marsh = [(Ground.MARSH, [(800, 800), (1600, 800), (1600, 1600), (800, 1600)])]
    b = lay(*facing_pair("4Sp", "2LH", 1200, 1200), board="regulation", terrain=marsh)
    assert outcomes(fight_out(b, 0, 1, 3, 6)) == [(0, "RECOILS")]


@pytest.mark.clause("DBA-OUT-6")
def test_knights_die_of_bows_into_whom_they_moved():
    # Knights 3 + 1 = 4 against foot, Bows 4 + 1 = 5 against mounted.
    b = lay(*facing_pair("3Kn", "4Bw"))
    assert outcomes(fight_out(b, 0, 1, 1, 1)) == [(0, "RECOILS")]
    b = lay(*facing_pair("3Kn", "4Bw"))
    b.figures[0].charged = 1
    assert outcomes(fight_out(b, 0, 1, 1, 1)) == [(0, "IS_DESTROYED")]
    b = lay(*facing_pair("3Kn", "4Bw"), knights_killed_by_bows="always")
    assert outcomes(fight_out(b, 0, 1, 1, 1)) == [(0, "IS_DESTROYED")]
    for degree, by, dies in (
        (Degree.BEATEN, By.CLOSE_COMBAT, True), (Degree.BEATEN, By.SHOOTING, False),
        (Degree.EQUAL, By.CLOSE_COMBAT, False), (Degree.DOUBLED, By.CLOSE_COMBAT, False),
    ):  # fmt: skip
        assert is_shot_down_in_charge(b, 0, 1, degree.value, by.value) == dies


@pytest.mark.clause("DBA-OUT-7", "DBA-OUT-8", "DBA-OUT-11")
def test_camels_kill_no_knights_and_are_at_home_in_dunes():
    b = lay(*facing_pair("3Kn", "3Cm"))
    # Knights 4 + 1 = 5 against mounted, camelry 4 + 2 = 6.
    assert outcomes(fight_out(b, 0, 1, 1, 2))[0] == (0, "RECOILS")
    dunes = [(Ground.DUNES, FIELD)]
    b = lay(*facing_pair("3Kn", "3Cm"), terrain=dunes)
    # Camelry beaten by knights (4 - 2 + 6 = 8 against 4 + 1 = 5) recoils; in marsh it would flee.
    assert outcomes(fight_out(b, 0, 1, 6, 1))[0] == (1, "RECOILS")
    b = lay(*facing_pair("3Kn", "3Cm"), terrain=[(Ground.MARSH, FIELD)])
    # 4 - 2 + 6 = 8 against 4 - 2 + 3 = 5.
    assert outcomes(fight_out(b, 0, 1, 6, 3))[0] == (1, "FLEES")


@pytest.mark.clause("DBA-OUT-2", "DBA-CC-16")
def test_knights_beaten_in_bad_going_are_destroyed():
    # 3 - 2 + 3 = 4 against Auxilia 2 + 3 = 5.
    b = lay(*facing_pair("3Kn", "4Ax"), terrain=[(Ground.ROUGH, FIELD)])
    assert outcomes(fight_out(b, 0, 1, 3, 3)) == [(0, "IS_DESTROYED")]


@pytest.mark.clause("DBA-OUT-3")
@pytest.mark.parametrize(("option", "outcome"), [("destroyed", "IS_DESTROYED"), ("by_artillery_recoil", "RECOILS")])
def test_scythed_chariots_doubled_by_artillery(option, outcome):
    # Chariots with their rear in rough going 4 - 2 + 1 = 3, Artillery 2 + 6 = 8.
    b = lay(
        *facing_pair("SCh", "Art"),
        terrain=[(Ground.ROUGH, [(1000, 1300), (2000, 1300), (2000, 1499), (1000, 1499)])],
        doubled_chariots=option,
    )
    assert outcomes(fight_out(b, 0, 1, 1, 6)) == [(0, outcome)]


@pytest.mark.clause("DBA-OUT-1", "DBA-PURSUE-1")
def test_knights_pursue_when_equal_totals_kill_chariots():
    b = lay(*facing_pair("3Kn", "SCh"))
    # 4 + 3 against 4 + 3.
    assert outcomes(fight_out(b, 0, 1, 3, 3)) == [(1, "IS_DESTROYED"), (0, "PURSUES")]


@pytest.mark.clause("WAD-OUT-1", "WAD-OUT-2")
@pytest.mark.parametrize(("code", "factor"), [("4Sp", 4), ("4Pk", 4)])
@pytest.mark.parametrize(
    ("option", "board", "dies"),
    [
        ("by_board", "expanded", False),
        ("by_board", "regulation", True),
        ("recoil", "expanded", False),
        ("recoil", "regulation", False),
        ("as_printed", "expanded", True),
        ("as_printed", "regulation", True),
    ],
)
def test_spears_and_pikes_beaten_by_light_horse_by_the_switch(option, board, dies, code, factor):
    """Light Horse 2 + 6 = 8 beat them, 4 + 1 = 5, and do not double them. The clause cited is the one that decided."""
    b = lay(*facing_pair(code, "2LH", 1200, 1200), light_horse_and_spears=option, board=board)
    log = fight_out(b, 0, 1, 1, 6)
    assert scores(log) == {0: factor + 1, 1: 8}
    assert is_lost(b, 0) is dies
    assert outcomes(log)[0] == (0, "IS_DESTROYED" if dies else "RECOILS")
    assert clauses(log, Kind.OUTCOME)[0] == ("WAD-OUT-2" if dies else "WAD-OUT-1")


@pytest.mark.clause("WAD-OUT-1", "DBA-OUT-2")
def test_in_bad_going_spears_recoil_from_light_horse_whatever_the_switch():
    """Spears 4 + 2 - 2 = 4, Light Horse 2 + 5 - 2 = 5."""
    for option in ("by_board", "recoil", "as_printed"):
        b = lay(*facing_pair("4Sp", "2LH"), light_horse_and_spears=option, terrain=[(Ground.ROUGH, FIELD)])
        log = fight_out(b, 0, 1, 2, 5)
        assert (scores(log), outcomes(log)[0]) == ({0: 4, 1: 5}, (0, "RECOILS")), option
