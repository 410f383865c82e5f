"""Camps in combat: assault, the occupant, capture, entering empty ones, retaking (DBA-CAMP, DBA-CC-6, DBA-WIN-3)."""

from __future__ import annotations

import pytest

from dba.fights import beside, choices, events, facing_pair, fight_out, outcomes, pairs, score_lines, scores
from dba.table import BLUE, RED, clauses, fresh_log, is_lost, lay, where
from sandtable.games.dba.listing import steps
from sandtable.games.dba.record import Phase
from sandtable.games.dba.rules import camps, combat, victory
from sandtable.kernel.log import Kind
from sandtable.kernel.records import NONE

BLUES = {BLUE: (1500, 1600, "S", 300, 200)}
"""Blue's camp, x 1350 to 1650, y 1500 to 1700."""

FOLLOWERS = ("F", "CF", BLUE, 0, 0, "S", {"camp": BLUE})


def assault(code, occupant="CF", side=BLUE, **options):
    """Red troops with their front edge on Blue's camp, which an element of ``side`` occupies."""
    red, _ = facing_pair(code, "4Bd")
    return lay(red, ("F", occupant, side, 0, 0, "S", {"camp": BLUE}), camps=BLUES, **options)


@pytest.mark.clause("DBA-CAMP-1", "DBA-CONTACT-3", "DBA-CC-4")
def test_a_front_edge_anywhere_on_an_occupied_enemy_camp_fights_its_occupant():
    assert pairs(assault("4Bd")) == {(0, 1), (1, 0)}
    aside = lay(("A", "4Bd", RED, 1680, 1550, "W"), FOLLOWERS, camps=BLUES)  # on its east edge, a bit off its corner
    assert pairs(aside) == {(0, 1), (1, 0)}
    assert pairs(assault("Art")) == set()
    assert pairs(assault("WWg")) == set()
    assert pairs(lay(facing_pair("4Bd", "4Bd")[0], camps=BLUES)) == set()  # nobody in it


@pytest.mark.clause("DBA-CAMP-1")
def test_only_one_element_assaults_a_camp_in_a_step():
    first, second = ("A", "4Bd", RED, 1430, 1470, "N"), ("B", "4Bd", RED, 1590, 1470, "N")
    b = lay(first, second, FOLLOWERS, camps=BLUES, phase=Phase.COMBAT.value)
    assert pairs(b) == {(0, 2), (1, 2), (2, 0)}
    assert [tuple(int(k) for k in a.actors[:2]) for a in choices(steps.list_fights, b)] == [(0, 2), (1, 2)]
    fight_out(b, 1, 2, 3, 5)  # 5 + 3 against 1 + 2 + 5: equal
    assert not combat.fights_remain(b)


@pytest.mark.clause("DBA-CC-6", "DBA-CAMP-2", "DBA-CAMP-8")
def test_foot_in_their_own_camp_add_two_and_are_never_overlapped():
    b = lay(
        ("A", "4Bd", RED, 1430, 1470, "N"),
        ("B", "4Bd", RED, 1590, 1470, "N"),
        FOLLOWERS,
        camps=BLUES,
    )
    assert score_lines(b, 2, 0) == [("DBA-CC-6", 0, 2)]
    assert combat.score(b, 2, 0, 4, fresh_log()) == 7  # 1 + 2 + 4
    assert score_lines(assault("4Bd", "4Sp"), 1, 0) == [("DBA-CC-6", 0, 2)]
    assert score_lines(assault("4Bd", "3Cv"), 1, 0) == []  # mounted
    b = lay(("A", "4Bd", BLUE, 1500, 1470, "N"), ("C", "4Bd", RED, 0, 0, "S", {"camp": BLUE}), camps=BLUES)
    assert score_lines(b, 1, 0) == []  # a captor's


@pytest.mark.clause("DBA-CAMP-3", "DBA-WIN-3", "DBA-WIN-2", "DBA-OUT-2")
def test_the_assaulter_moves_into_the_camp_whose_occupant_dies():
    b = assault("4Bd")
    log = fight_out(b, 0, 1, 4, 2)  # 9 against 1 + 2 + 2 = 5
    assert scores(log) == {0: 9, 1: 5}
    assert outcomes(log) == [(1, "IS_DESTROYED")]
    assert (b.figures[0].camp, b.camps[BLUE].occupant, b.camps[BLUE].holder) == (BLUE, 0, RED)
    assert where(b, 0)[:2] == (1500.0, 1600.0)
    assert [name for name in events(log) if name.startswith("CAMP")] == ["CAMP_STORMED", "CAMP_CAPTURED"]
    cited = dict(zip(events(log), clauses(log, Kind.EVENT), strict=True))
    assert (cited["CAMP_STORMED"], cited["CAMP_CAPTURED"]) == ("DBA-CAMP-3", "DBA-WIN-3")
    assert b.lost[BLUE] == 0  # followers do not count
    assert victory.losses(b, BLUE) == 2  # the camp does


@pytest.mark.clause("DBA-CAMP-3", "DBA-CAMP-5", "DBA-RECOIL-4", "DBA-OUT-4")
@pytest.mark.parametrize(("code", "red_die", "blue_die"), [("4Sp", 3, 1), ("7Hd", 3, 1), ("3Cv", 3, 3), ("2LH", 3, 4)])
def test_whoever_would_fall_back_out_of_a_camp_dies_in_it(code, red_die, blue_die):
    # Spears 4 + 2 + 1 = 7, Hordes 3 + 2 + 1 = 6, against Blades 8; Cavalry 3 + 3 = 6 and Light Horse 2 + 4 = 6
    # against Blades 3 + 3 = 6 would be equal, so the Blades' general is there: 7.
    b = assault("4Bd", code)
    b.figures[0].general = 1
    assert outcomes(fight_out(b, 0, 1, red_die, blue_die)) == [(1, "IS_DESTROYED")]
    assert b.figures[0].camp == BLUE


@pytest.mark.clause("DBA-CAMP-6", "DBA-PURSUE-2", "DBA-CAMP-5")
def test_the_assaulter_who_loses_takes_their_result_and_nobody_pursues_out_of_a_camp():
    b = assault("4Bd", "3Wb")
    log = fight_out(b, 0, 1, 1, 4)  # 6 against 3 + 2 + 4 = 9: Blades beaten by Warband are destroyed
    assert outcomes(log) == [(0, "IS_DESTROYED")]
    assert b.figures[1].camp == BLUE
    b = assault("4Ax")
    log = fight_out(b, 0, 1, 1, 6)  # 3 + 1 = 4 against 9: doubled
    assert outcomes(log) == [(0, "IS_DESTROYED")]


@pytest.mark.clause("DBA-CAMP-4", "DBA-ARMY-7", "DBA-WIN-3")
@pytest.mark.parametrize(("option", "still"), [("does_not_count", 0), ("counts", 2)])
def test_an_empty_camp_is_entered_and_a_retaken_one_counts_by_the_switch(option, still):
    b = lay(
        ("A", "4Bd", RED, 1500, 1400, "N"),
        ("B", "4Bd", BLUE, 1500, 1800, "S"),
        camps=BLUES,
        retaken_camp=option,
    )
    log = fresh_log()
    camps.enter(b, 0, BLUE, camps.UNOPPOSED, log)
    assert victory.losses(b, BLUE) == 2
    camps.leave(b, 0)
    assert (b.figures[0].camp, b.camps[BLUE].occupant) == (NONE, NONE)
    assert victory.losses(b, BLUE) == 2  # last occupied by the enemy
    camps.enter(b, 1, BLUE, camps.UNOPPOSED, log)
    assert victory.losses(b, BLUE) == still
    assert events(log) == ["CAMP_ENTERED", "CAMP_CAPTURED", "CAMP_ENTERED", "CAMP_RETAKEN"]


@pytest.mark.clause("DBA-CAMP-7")
def test_a_captor_may_leave_at_once_or_only_after_a_five_or_six():
    b = lay(("A", "4Bd", RED, 1500, 1400, "N"), camps=BLUES)
    camps.enter(b, 0, BLUE, camps.UNOPPOSED, fresh_log())
    assert camps.may_leave(b, 0)
    b = lay(("A", "4Bd", RED, 1500, 1400, "N"), camps=BLUES, looting="five_or_six")
    camps.enter(b, 0, BLUE, camps.UNOPPOSED, fresh_log())
    assert not camps.may_leave(b, 0)
    for die, turn, leaves in ((4, RED, False), (6, BLUE, False), (5, RED, True)):
        b.turn = turn
        camps.after_pip_throw(b, die)
        assert camps.may_leave(b, 0) == leaves


@pytest.mark.clause("DBA-CAMP-2", "DBA-CC-15")
def test_camps_and_followers_overlap_nobody():
    red, blue = facing_pair("4Bd", "4Bd", 1270)
    b = lay(red, blue, FOLLOWERS, camps=BLUES)
    assert score_lines(b, 0, 1) == []
    assert beside("4Bd", blue, 1)[3] == 1430
    assert not is_lost(b, 2)
