"""Who fights whom, and the combat score with its lines (DBA-SEQ-3, DBA-SEQ-4, DBA-CC)."""

from __future__ import annotations

import pytest

from dba.fights import beside, choices, events, facing_pair, fight_out, lines, outcomes, pairs, score_lines, scores
from dba.table import BLUE, RED, act, fresh_log, judged, lay, where
from sandtable.games.dba.clauses import Purpose
from sandtable.games.dba.listing import steps
from sandtable.games.dba.record import Ground, Phase, River, Verb
from sandtable.games.dba.rules import combat
from sandtable.kernel.records import NONE

FIELD = [(1000, 1000), (2000, 1000), (2000, 2000), (1000, 2000)]

FACTORS = {
    "4Bd": (5, 3),
    "El": (4, 5),
    "4Sp": (4, 4),
    "SCh": (4, 4),
    "3Kn": (3, 4),
    "4Pk": (3, 4),
    "WWg": (3, 4),
    "3Cv": (3, 3),
    "4Ax": (3, 2),
    "3Wb": (3, 2),
    "7Hd": (3, 2),
    "4Bw": (2, 4),
    "3Cm": (2, 4),
    "2LH": (2, 2),
    "2Ps": (2, 2),
    "Art": (2, 2),
    "CF": (1, 1),
}
"""DBA-CC-2 as it is printed: against foot, against mounted."""


# ---------------------------------------------------------------- who fights whom


@pytest.mark.clause("DBA-CC-4", "DBA-CONTACT-2")
def test_only_full_front_contact_fights():
    red = ("A", "4Bd", RED, 1500, 1470, "N")
    assert pairs(lay(red, ("B", "4Bd", BLUE, 1500, 1530, "S"))) == {(0, 1), (1, 0)}
    # Half a base aside, a tenth of a pace apart, and on the flank: no fight.
    assert pairs(lay(red, ("B", "4Bd", BLUE, 1580, 1530, "S"))) == set()
    assert pairs(lay(red, ("B", "4Bd", BLUE, 1500, 1530.1, "S"))) == set()
    assert pairs(lay(red, ("B", "4Bd", BLUE, 1610, 1420, "W"))) == set()


@pytest.mark.clause("DBA-CC-4", "DBA-SEQ-3")
def test_both_sides_fight_in_either_sides_bound_and_the_active_one_says_in_which_order():
    one = facing_pair("4Bd", "4Bd")
    two = facing_pair("4Bd", "4Bd", 2000, 1500)
    for turn in (RED, BLUE):
        b = lay(*one, *two, turn=turn, phase=Phase.COMBAT.value)
        assert pairs(b) == {(0, 1), (1, 0), (2, 3), (3, 2)}
        offered = [tuple(int(k) for k in a.actors[:2]) for a in choices(steps.list_fights, b)]
        assert offered == ([(0, 1), (2, 3)] if turn == RED else [(1, 0), (3, 2)])
        assert judged(combat.judge_fight, b, act(Verb.FIGHT, 3, 2)).legal
        fight_out(b, 2, 3, 3, 3)
        assert judged(combat.judge_fight, b, act(Verb.FIGHT, 2, 3)).reasons == ["DBA-SEQ-4"]
        assert judged(combat.judge_fight, b, act(Verb.FIGHT, 0, 3)).reasons == ["DBA-CC-4"]
        assert judged(combat.judge_fight, b, act(Verb.FIGHT, 0)).reasons == ["DBA-CC-4"]
        assert combat.fights_remain(b)
        fight_out(b, 0, 1, 3, 3)
        assert not combat.fights_remain(b)


@pytest.mark.clause("DBA-SEQ-4", "DBA-PURSUE-6")
def test_contact_made_by_pursuit_waits_for_the_next_bound():
    # Knights 3 + 3 = 6, auxilia 2 + 3 = 5: these recoil 80 in the rough, and the knights follow as far as they can.
    b = lay(
        *facing_pair("3Kn", "4Ax"), terrain=[(Ground.ROUGH, [(1000, 1505), (2000, 1505), (2000, 2500), (1000, 2500)])]
    )
    log = fight_out(b, 0, 1, 3, 3)
    assert outcomes(log) == [(1, "RECOILS"), (0, "PURSUES")]
    assert where(b, 0) == (1500.0, 1520.0, 0.0, 1.0)
    assert not combat.fights_remain(b)
    assert judged(combat.judge_fight, b, act(Verb.FIGHT, 0, 1)).reasons == ["DBA-SEQ-4"]


@pytest.mark.clause("DBA-SEQ-4", "DBA-RECOIL-4", "DBA-RECOIL-6")
def test_a_pair_whose_contact_an_outcome_move_broke_does_not_fight():
    # Red Elephants in front contact with blue 1; behind them red 2 faces south and is to fight blue 3.
    b = lay(
        *facing_pair("El", "4Bd"),
        ("C", "4Bd", RED, 1500, 1310, "S"),
        ("D", "4Bd", BLUE, 1500, 1250, "N"),
    )
    assert pairs(b) == {(0, 1), (1, 0), (2, 3), (3, 2)}
    # Elephants 4 + 1 = 5, Blades 3 + 3 = 6: they recoil over red 2, who dies, and into blue 3, and die.
    log = fight_out(b, 0, 1, 1, 3)
    assert outcomes(log) == [(2, "IS_DESTROYED"), (0, "IS_DESTROYED")]
    assert "FIGHT_DROPPED" in events(log)
    assert not combat.fights_remain(b)
    assert b.figures[3].opponent == NONE


# ---------------------------------------------------------------- factors


@pytest.mark.clause("DBA-CC-1", "DBA-CC-2", "DBA-CC-5", "WAD-CORE-5", "DBA-TROOP-1", "DBA-TROOP-2")
@pytest.mark.parametrize("code", FACTORS)
def test_every_type_has_its_factors_against_foot_and_mounted(code):
    against_foot, against_mounted = FACTORS[code]
    assert combat.score(lay(*facing_pair(code, "2Ps")), 0, 1, 4, fresh_log()) == 4 + against_foot
    assert combat.score(lay(*facing_pair(code, "2LH")), 0, 1, 4, fresh_log()) == 4 + against_mounted


@pytest.mark.clause("DBA-CC-5")
def test_the_generals_element_adds_one():
    red, blue = facing_pair("4Bd", "4Bd")
    b = lay((*red, {"general": 1}), blue)
    assert score_lines(b, 0, 1) == [("DBA-CC-5", 1, 1)]
    assert score_lines(b, 1, 0) == []


@pytest.mark.clause("DBA-CC-5", "DBA-CC-12")
def test_what_a_tactical_factor_counts_is_a_number_of_the_battle():
    red, blue = facing_pair("4Bd", "4Bd")
    b = lay((*red, {"general": 1}), blue, beside("4Sp", blue, 1))
    b.rules.general_fights, b.rules.overlapped = 3, -2
    assert score_lines(b, 0, 1) == [("DBA-CC-5", 1, 3), ("DBA-CC-12", 2, -2)]


# ---------------------------------------------------------------- overlaps and flanks


@pytest.mark.clause("DBA-CC-7", "DBA-CC-12", "DBA-CC-14")
def test_an_enemy_in_line_beside_the_opponent_overlaps():
    red, blue = facing_pair("4Bd", "4Bd")
    b = lay(red, blue, beside("4Sp", blue, 1))
    assert score_lines(b, 0, 1) == [("DBA-CC-12", 2, -1)]
    b = lay(red, blue, beside("4Sp", blue, 1), beside("4Sp", blue, -1))
    assert score_lines(b, 0, 1) == [("DBA-CC-12", 2, -1), ("DBA-CC-12", 3, -1)]
    # One spear between two pairs overlaps both of their enemies, one on each side.
    red2, blue2 = facing_pair("4Bd", "4Bd", 1820)
    b = lay(red, blue, red2, blue2, beside("4Sp", blue, 1))
    assert score_lines(b, 0, 1) == [("DBA-CC-12", 4, -1)]
    assert score_lines(b, 2, 3) == [("DBA-CC-12", 4, -1)]


@pytest.mark.clause("DBA-CC-12")
def test_whoever_fights_to_their_own_front_does_not_overlap_by_corner():
    red, blue = facing_pair("4Bd", "4Bd")
    red2, blue2 = facing_pair("4Bd", "4Bd", 1660)
    b = lay(red, blue, red2, blue2)
    assert score_lines(b, 0, 1) == []
    assert score_lines(b, 3, 2) == []


@pytest.mark.clause("DBA-CC-13")
def test_side_edge_on_side_edge_overlaps_even_those_who_fight_and_both_ways():
    red, blue = facing_pair("4Bd", "4Bd")
    # Blue 2 stands side by side with red 0, facing south, and fights red 3.
    b = lay(red, blue, ("C", "4Bd", BLUE, 1660, 1470, "S"), ("D", "4Bd", RED, 1660, 1410, "N"))
    assert pairs(b) == {(0, 1), (1, 0), (2, 3), (3, 2)}
    assert score_lines(b, 0, 1) == [("DBA-CC-13", 2, -1)]
    assert score_lines(b, 2, 3) == [("DBA-CC-13", 0, -1)]


@pytest.mark.clause("DBA-CC-7")
def test_flanks_and_rear_cost_one_each_and_three_at_most():
    red, blue = facing_pair("4Bd", "4Bd")
    right = ("R", "4Bd", BLUE, 1610, 1420, "W")  # right front corner on red's, (1580, 1500)
    left = ("L", "4Bd", BLUE, 1390, 1420, "E")
    rear = ("B", "4Bd", BLUE, 1500, 1410, "N")
    b = lay(red, blue, right)
    assert score_lines(b, 0, 1) == [("DBA-CC-7", 2, -1)]
    b = lay(red, blue, right, left, rear)
    assert score_lines(b, 0, 1) == [("DBA-CC-7", 2, -1), ("DBA-CC-7", 3, -1), ("DBA-CC-7", 4, -1)]
    # A flank contact that lies half a base back is none.
    b = lay(red, blue, ("R", "4Bd", BLUE, 1610, 1400, "W"))
    assert score_lines(b, 0, 1) == []


@pytest.mark.clause("DBA-CC-15")
def test_artillery_overlaps_only_who_came_beside_it_and_camp_followers_never():
    red, blue = facing_pair("4Bd", "4Bd")
    b = lay(red, blue, beside("Art", blue, 1))
    b.figures[0].arrived, b.figures[2].arrived = 5, 3
    assert score_lines(b, 0, 1) == [("DBA-CC-12", 2, -1)]
    b.figures[2].arrived = 8
    assert score_lines(b, 0, 1) == []
    assert score_lines(lay(red, blue, beside("CF", blue, 1)), 0, 1) == []
    b = lay(red, blue, beside("4Bd", blue, 1))
    b.figures[0].arrived, b.figures[2].arrived = 5, 8
    assert score_lines(b, 0, 1) == [("DBA-CC-12", 2, -1)], "others overlap whenever they came"


# ---------------------------------------------------------------- ground


@pytest.mark.clause("DBA-CC-8", "DBA-TERR-3")
@pytest.mark.parametrize("ground", [Ground.WOOD, Ground.STEEP_HILL, Ground.MARSH, Ground.ROUGH, Ground.DUNES])
def test_bad_going_takes_two_from_all_but_auxilia_bows_warband_and_psiloi(ground):
    for code in FACTORS:
        b = lay(*facing_pair(code, "2Ps"), terrain=[(ground, FIELD)])
        found = [line for line in score_lines(b, 0, 1) if line[0] == "DBA-CC-8"]
        at_home = code in ("4Ax", "4Bw", "3Wb", "2Ps") or (code == "3Cm" and ground == Ground.DUNES)
        assert found == ([] if at_home else [("DBA-CC-8", 1, -2)]), code


@pytest.mark.clause("DBA-CC-16", "DBA-TERR-5", "DBA-TERR-10")
def test_any_part_in_bad_going_counts_unless_the_switch_says_the_whole_base():
    corner = [(Ground.MARSH, [(1000, 1000), (1430, 1000), (1430, 1450), (1000, 1450)])]
    b = lay(*facing_pair("4Bd", "4Bd"), terrain=corner)
    assert score_lines(b, 0, 1) == [("DBA-CC-8", 1, -2)]
    b = lay(*facing_pair("4Bd", "4Bd"), terrain=corner, in_bad_going="whole_base")
    assert score_lines(b, 0, 1) == []
    # A road through the marsh does not help in combat; a gentle hill is good going.
    road = (Ground.ROAD, [(1500, 0), (1500, 3000)], 160.0)
    b = lay(*facing_pair("4Bd", "4Bd"), terrain=[(Ground.MARSH, FIELD), road])
    assert score_lines(b, 0, 1) == [("DBA-CC-8", 1, -2)]
    b = lay(*facing_pair("4Bd", "4Bd"), terrain=[(Ground.GENTLE_HILL, FIELD)])
    assert score_lines(b, 0, 1) == []


@pytest.mark.clause("DBA-CC-11")
def test_mounted_against_an_enemy_in_bad_going():
    rough = [(Ground.ROUGH, [(1000, 1505), (2000, 1505), (2000, 2500), (1000, 2500)])]
    assert score_lines(lay(*facing_pair("3Kn", "4Ax"), terrain=rough), 0, 1) == []
    b = lay(*facing_pair("3Kn", "4Ax"), terrain=rough, against_bad_going="mounted_minus_two")
    assert score_lines(b, 0, 1) == [("DBA-CC-11", 1, -2)]
    b = lay(*facing_pair("4Bd", "4Ax"), terrain=rough, against_bad_going="mounted_minus_two")
    assert score_lines(b, 0, 1) == []


@pytest.mark.clause("DBA-CC-9", "DBA-TERR-8")
def test_the_one_with_the_crest_behind_them_is_uphill():
    hill = (Ground.GENTLE_HILL, FIELD)
    crest = (Ground.CREST, [(1200, 1700), (1800, 1700)])
    b = lay(*facing_pair("4Bd", "4Bd"), terrain=[hill, crest])
    assert score_lines(b, 1, 0) == [("DBA-CC-9", 0, 1)]
    assert score_lines(b, 0, 1) == []
    # With the crest across the line of battle nobody is uphill.
    b = lay(*facing_pair("4Bd", "4Bd"), terrain=[hill, (Ground.CREST, [(1500, 1200), (1500, 1800)])])
    assert score_lines(b, 0, 1) == score_lines(b, 1, 0) == []
    # At the foot of the hill: only blue's base is on it.
    foot = (Ground.GENTLE_HILL, [(1000, 1500), (2000, 1500), (2000, 2000), (1000, 2000)])
    b = lay(*facing_pair("4Bd", "4Bd"), terrain=[foot, crest])
    assert score_lines(b, 1, 0) == [("DBA-CC-9", 0, 1)]


@pytest.mark.clause("DBA-CC-10", "DBA-RIVER-2", "DBA-RIVER-4")
def test_the_bank_of_a_river_helps_its_defender():
    # The river runs from west to east, y 1520 to 1680; blue stands in it, red's front is 20 paces from its bank.
    river = [(Ground.RIVER, [(0, 1600), (3000, 1600)], 160.0)]
    b = lay(*facing_pair("4Bd", "4Bd"), terrain=river, river=2)
    assert score_lines(b, 0, 1) == [("DBA-CC-10", 1, 1)]
    assert score_lines(b, 1, 0) == []
    assert score_lines(lay(*facing_pair("4Bd", "4Bd"), terrain=river, river=1), 0, 1) == []
    # Red itself in the river: nothing. On a road across it: nothing.
    wet = [(Ground.RIVER, [(0, 1550), (3000, 1550)], 160.0)]
    assert score_lines(lay(*facing_pair("4Bd", "4Bd"), terrain=wet, river=2), 0, 1) == []
    road = (Ground.ROAD, [(1500, 0), (1500, 3000)], 160.0)
    assert score_lines(lay(*facing_pair("4Bd", "4Bd"), terrain=[*river, road], river=2), 0, 1) == []


@pytest.mark.clause("DBA-CC-10")
def test_bank_and_hill_add_up_only_by_the_switch():
    ground = [
        (Ground.RIVER, [(0, 1600), (3000, 1600)], 160.0),
        (Ground.GENTLE_HILL, [(1000, 1000), (2000, 1000), (2000, 1510), (1000, 1510)]),
        (Ground.CREST, [(1200, 1200), (1800, 1200)]),
    ]
    b = lay(*facing_pair("4Bd", "4Bd"), terrain=ground, river=2)
    assert score_lines(b, 0, 1) == [("DBA-CC-9", 1, 1)]
    b = lay(*facing_pair("4Bd", "4Bd"), terrain=ground, river=2, bank_and_hill="both")
    assert score_lines(b, 0, 1) == [("DBA-CC-9", 1, 1), ("DBA-CC-10", 1, 1)]


@pytest.mark.clause("DBA-CC-1", "DBA-CC-3")
def test_a_fight_tells_both_scores_line_by_line():
    red, blue = facing_pair("4Bd", "3Kn")
    b = lay((*red, {"general": 1}), blue, beside("3Kn", blue, 1))
    log = fight_out(b, 0, 1, 4, 2)
    # Blades 3 + 4 + 1 for the general - 1 for the overlap = 7, Knights 3 + 2 = 5.
    assert scores(log) == {0: 7, 1: 5}
    assert lines(log, 0) == [("DBA-CC-5", 1, 1), ("DBA-CC-12", 2, -1)]
    assert outcomes(log) == [(1, "RECOILS")]
    assert events(log) == []
    assert b.figures[0].opponent == NONE


@pytest.mark.clause("DBA-RIVER-1", "DBA-CC-10")
@pytest.mark.parametrize(("die", "bank"), [(2, 0), (3, 1)])
def test_the_river_is_thrown_for_when_whom_a_pursuit_brought_into_it_fights(die, bank):
    # The Warband's rear half (y 1520 to 1560) is in a river of unknown state, whose bank is 20 paces off the fronts.
    river = (Ground.RIVER, [(0, 1570), (3000, 1570)], 100)
    b = lay(*facing_pair("4Bd", "4Wb"), terrain=[river], river=River.UNKNOWN.value)
    log = fight_out(b, 0, 1, 3, 3, (Purpose.RIVER, die))
    assert scores(log)[0] == 5 + 3 + bank
    assert b.river == (River.PALTRY if die == 2 else River.ORDINARY)


@pytest.mark.clause("DBA-RIVER-1")
def test_nobody_throws_for_a_river_that_nobody_stands_in():
    river = (Ground.RIVER, [(0, 1700), (3000, 1700)], 100)
    b = lay(*facing_pair("4Bd", "4Wb"), terrain=[river], river=River.UNKNOWN.value)
    fight_out(b, 0, 1, 3, 3)  # without a die for the river
    assert b.river == River.UNKNOWN


@pytest.mark.clause("DBA-RIVER-4", "DBA-CC-8")
@pytest.mark.parametrize(
    ("option", "river", "minus"),
    [("neither", River.ORDINARY, 0), ("bad_going", River.ORDINARY, 2), ("bad_going", River.PALTRY, 0)],
)
def test_whether_a_river_is_bad_going_in_combat_is_a_switch(option, river, minus):
    # Spears in the river, y 1350 to 1450, on whose far side Warband, who fight as well in bad going, meet them.
    strip = (Ground.RIVER, [(0, 1400), (3000, 1400)], 100)
    b = lay(*facing_pair("4Sp", "4Wb"), terrain=[strip], river=river.value, river_in_combat=option)
    assert scores(fight_out(b, 0, 1, 3, 3))[0] == 4 + 3 - minus


@pytest.mark.clause("DBA-TROOP-1", "DBA-TROOP-2", "DBA-CC-2")
def test_knights_have_3_against_all_foot_and_4_against_all_mounted():
    """Artillery, War Wagons and Camp Followers are foot; Elephants and Scythed Chariots are mounted."""
    foot = ("4Sp", "4Pk", "4Bd", "3Ax", "3Bw", "2Ps", "3Wb", "7Hd", "Art", "WWg", "CF")
    for code in (*foot, "El", "3Kn", "3Cv", "2LH", "SCh", "3Cm"):
        b = lay(*facing_pair("3Kn", code))
        assert combat.score(b, 0, 1, 1, fresh_log()) == 1 + (3 if code in foot else 4), code


@pytest.mark.clause("DBA-CC-13", "DBA-CC-14")
def test_an_overlap_by_the_side_on_one_hand_and_by_the_corner_on_the_other_are_two():
    """Blades fight Spears; other Spears stand side edge on side edge to their left, and a corner beyond their right."""
    blades, spears = facing_pair("4Bd", "4Sp")
    left = ("L", "4Sp", BLUE, 1340, 1470, "S")  # level with the Blades, from x 1260 to 1420
    right = ("C", "4Sp", BLUE, 1660, 1530, "S")  # beside the Spears that fight, from x 1580
    for others, lost in (([left], -1), ([right], -1), ([left, right], -2)):
        b = lay(blades, spears, *others)
        assert sum(amount for _, _, amount in score_lines(b, 0, 1)) == lost
