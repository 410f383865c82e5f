"""Distant shooting, with worked examples 14, 15 and 20 and picture 1 (DBA-SHOOT, WAD-REAR, WAD-WSH).

Shooters are Bows unless said otherwise: 200 paces, four figures on a base 160 by 80.
"""

from __future__ import annotations

import pytest

from dba.fights import choices, events, lines, outcomes, scores
from dba.table import BLUE, DEPTHS, RED, act, codes, fresh_log, is_lost, judged, lay, where
from sandtable.games.dba.clauses import Purpose
from sandtable.games.dba.listing import steps
from sandtable.games.dba.record import Ground, Phase, Type, Verb
from sandtable.games.dba.rules import arcs, shooting
from sandtable.games.dba.rules.arcs import Fault
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.log import Kind
from sandtable.kernel.records import NONE
from tabletop import odd_dice

BOW = ("bow", "4Bw", RED, 1500, 1460, "N")  # its front edge at y 1500, x 1420 to 1580


def enemy(x, y, facing="S", code="4Bd", **fields):
    """An enemy with the middle of its front edge at x, y (facing south), or its centre there (facing otherwise)."""
    return ("enemy", code, BLUE, x, y + (0.5 * DEPTHS[code] if facing == "S" else 0.0), facing, fields)


def begun(*elements, **options):
    """The step of shooting in Red's bound."""
    b = lay(*elements, phase=Phase.SHOOTING.value, **options)
    shooting.begin_shooting(b)
    return b


def fault(b, i=0, j=1):
    """What stands against a shot."""
    return Fault(arcs.best_shot(b, i, j).fault).name


def judge(b, *shooters, at):
    """Clauses of the reasons against a shot."""
    return judged(shooting.judge_shoot, b, act(Verb.SHOOT, *shooters, target=at)).reasons


def shoot(b, *shooters, at, dice):
    """Carry out a shot; ``dice`` by element. The log."""
    action = act(Verb.SHOOT, *shooters, target=at)
    assert judged(shooting.judge_shoot, b, action).legal
    log = fresh_log()
    script = scripted_dice([(Purpose.SHOOTING.value, NONE, i, value) for i, value in dice.items()])
    shooting.shoot(b, action, script, log)
    assert script.missing == 0 and odd_dice(script) == []
    return log


# ---------------------------------------------------------------- range, arc, what is between


@pytest.mark.clause("DBA-SHOOT-12")
def test_beyond_the_last_element_is_no_enemy():
    b = begun(BOW, enemy(1500, 1700))
    for target in (NONE, int(b.n_figures), len(b.figures)):
        log = fresh_log()
        assert shooting.judge_shoot(b, act(Verb.SHOOT, 0, target=target), log).legal == 0
        assert codes(log, Kind.REASON) == ["SHOOTS_AT_NO_ENEMY"]


@pytest.mark.clause("DBA-SHOOT-1", "DBA-SHOOT-2", "WAD-CORE-4")
def test_range_is_measured_from_edge_to_edge():
    assert fault(begun(BOW, enemy(1500, 1700))) == "NONE"
    assert fault(begun(BOW, enemy(1500, 1701))) == "RANGE"
    gun = ("gun", "Art", RED, 1500, 1420, "N")
    assert fault(begun(gun, enemy(1500, 2000))) == "NONE"
    assert fault(begun(gun, enemy(1500, 2001))) == "RANGE"
    # Askew: 100 to the side of the corner (1580, 1500) and 160 ahead are 188.7 paces; 180 ahead are 205.9.
    assert fault(begun(BOW, enemy(1760, 1660))) == "NONE"
    assert fault(begun(BOW, enemy(1760, 1680))) == "RANGE"
    b = begun(("sp", "4Sp", RED, 1500, 1470, "N"), enemy(1500, 1600))
    assert judge(b, 0, at=1) == ["DBA-SHOOT-1"]
    assert not shooting.shots_remain(b)


@pytest.mark.clause("DBA-SHOOT-5")
def test_the_arc_is_one_base_width_wider_at_either_end():
    # The band reaches to x 1740. Blue's front edge begins at x 1739, or at 1740.
    assert fault(begun(BOW, enemy(1819, 1520))) == "NONE"
    assert fault(begun(BOW, enemy(1820, 1520))) == "ARC"
    # Behind the shooting edge nothing is shot at.
    assert fault(begun(BOW, enemy(1700, 1400))) == "ARC"


@pytest.mark.clause("DBA-SHOOT-10", "WAD-CORE-6")
def test_whoever_is_partly_between_blocks_and_who_only_touches_the_outer_line_does_not():
    target = enemy(1500, 1690)
    friend = ("F", "4Bd", RED, 1650, 1600, "N")  # x 1570 to 1730: ten paces into the way
    b = begun(BOW, target, friend)
    assert fault(b) == "BLOCKED"
    assert shooting.blocker(b, 0, 1) == 2
    assert judge(b, 0, at=1) == ["DBA-SHOOT-10"]
    assert fault(begun(BOW, target, ("F", "4Bd", RED, 1660, 1600, "N"))) == "NONE"
    assert fault(begun(BOW, target, camps={RED: (1700, 1600, "N", 250, 60)})) == "BLOCKED"
    assert fault(begun(BOW, target, camps={RED: (1710, 1600, "N", 260, 60)})) == "NONE"


@pytest.mark.clause("DBA-SHOOT-10", "DBA-TERR-8", "DBA-TERR-9")
def test_woods_and_crests_hide_when_they_cross_the_whole_path():
    target = enemy(1500, 1690)
    whole = [(1300, 1550), (1700, 1550), (1700, 1600), (1300, 1600)]
    part = [(1300, 1550), (1500, 1550), (1500, 1600), (1300, 1600)]
    assert fault(begun(BOW, target, terrain=[(Ground.WOOD, whole)])) == "TERRAIN"
    assert fault(begun(BOW, target, terrain=[(Ground.OASIS, whole)])) == "TERRAIN"
    assert fault(begun(BOW, target, terrain=[(Ground.WOOD, part)])) == "NONE"
    assert fault(begun(BOW, target, terrain=[(Ground.MARSH, whole)])) == "NONE"
    hill = (Ground.GENTLE_HILL, [(1200, 1510), (1800, 1510), (1800, 1680), (1200, 1680)])
    assert fault(begun(BOW, target, terrain=[hill])) == "NONE"
    crest = (Ground.CREST, [(1300, 1600), (1700, 1600)])
    assert fault(begun(BOW, target, terrain=[hill, crest])) == "TERRAIN"
    assert judge(begun(BOW, target, terrain=[hill, crest]), 0, at=1) == ["DBA-SHOOT-10"]


@pytest.mark.clause("DBA-SHOOT-11")
def test_nobody_wholly_inside_woods_shoots_or_is_shot_at():
    target = enemy(1500, 1600)
    around_target = [(1300, 1590), (1700, 1590), (1700, 1800), (1300, 1800)]
    around_bow = [(1300, 1300), (1700, 1300), (1700, 1510), (1300, 1510)]
    assert fault(begun(BOW, target, terrain=[(Ground.WOOD, around_target)])) == "COVER"
    assert fault(begun(BOW, target, terrain=[(Ground.WOOD, around_bow)])) == "COVER"
    both = [(1300, 1300), (1700, 1300), (1700, 1800), (1300, 1800)]
    assert fault(begun(BOW, target, terrain=[(Ground.OASIS, both)])) == "COVER"
    # At the edge of the wood, front edge out of it, it shoots.
    edge = [(1300, 1300), (1700, 1300), (1700, 1499), (1300, 1499)]
    assert fault(begun(BOW, target, terrain=[(Ground.WOOD, edge)])) == "NONE"
    assert judge(begun(BOW, target, terrain=[(Ground.WOOD, both)]), 0, at=1) == ["DBA-SHOOT-11"]


# ---------------------------------------------------------------- who shoots


@pytest.mark.clause("DBA-SHOOT-3", "DBA-SHOOT-4", "DBA-SEQ-2")
def test_bows_shoot_in_every_bound_and_artillery_in_its_own_if_it_has_not_moved():
    gun = ("gun", "Art", BLUE, 1500, 1700, "S")
    bow = ("bow", "4Bw", BLUE, 1100, 1600, "S")
    b = begun(gun, bow, ("T", "4Bd", RED, 1500, 1400, "N"), ("T", "4Bd", RED, 1100, 1450, "N"))
    assert [int(b.figures[i].to_shoot) for i in range(4)] == [0, 1, 0, 0]
    b.turn = BLUE
    shooting.begin_shooting(b)
    assert [int(b.figures[i].to_shoot) for i in range(2)] == [1, 1]
    b.figures[0].moves = 1
    shooting.begin_shooting(b)
    assert [int(b.figures[i].to_shoot) for i in range(2)] == [0, 1]


@pytest.mark.clause("DBA-SHOOT-8")
def test_nobody_in_contact_shoots_or_is_shot_at():
    target = enemy(1500, 1600)  # y 1600 to 1660
    held = ("H", "4Bd", RED, 1500, 1690, "S")  # its front edge on the target's rear edge
    b = begun(BOW, target, held)
    assert judge(b, 0, at=1) == ["DBA-SHOOT-8"]
    assert not shooting.shots_remain(b)
    fighting = ("C", "4Bd", BLUE, 1500, 1530, "S")  # in front contact with the bow
    b = begun(BOW, enemy(1700, 1650), fighting)
    assert judge(b, 0, at=1) == ["DBA-SHOOT-8"]


@pytest.mark.clause("DBA-SHOOT-9")
def test_nobody_overlapping_or_supporting_shoots_or_is_shot_at():
    # Red and blue Blades fight at y 1500; a red bow beside its friend overlaps blue.
    red, blue = ("R", "4Bd", RED, 1660, 1470, "N"), ("B", "4Bd", BLUE, 1660, 1530, "S")
    target = enemy(1400, 1600)
    b = begun(BOW, target, red, blue)
    assert judge(b, 0, at=1) == ["DBA-SHOOT-9"]
    assert judge(begun(BOW, target, red, blue, overlaps_shoot="yes"), 0, at=1) == []
    # A second rank of pikes that supports is no target; one that gives nothing is.
    pikes, second = ("P", "4Pk", BLUE, 1660, 1530, "S"), ("Q", "4Pk", BLUE, 1660, 1590, "S")
    archer = ("A", "4Bw", RED, 1420, 1560, 60)
    b = begun(archer, second, pikes, red)
    assert judge(b, 0, at=1) == ["DBA-SHOOT-9"]
    b = begun(archer, second, pikes, ("R", "2Ps", RED, 1660, 1460, "N"))
    assert judge(b, 0, at=1) == []
    b = begun(archer, second, pikes)
    b.figures[-1].type = Type.BD.value  # in a place that no element of this battle has: the first rank fights nobody
    assert judge(b, 0, at=1) == []


@pytest.mark.clause("DBA-SHOOT-12")
def test_two_who_can_shoot_at_each_other_must():
    blue_bow = ("b", "4Bw", BLUE, 1400, 1700, "S")
    blades = enemy(1600, 1650)
    b = begun(BOW, blue_bow, blades)
    assert judge(b, 0, at=2) == ["DBA-SHOOT-12"]
    assert judge(b, 0, at=1) == []
    b.figures[1].shot = 1
    b.figures[1].to_shoot = 0
    assert judge(b, 0, at=2) == []


@pytest.mark.clause("DBA-SHOOT-12", "DBA-SHOOT-13", "DBA-SEQ-3")
def test_the_active_side_says_who_shoots_next_and_the_owner_at_whom():
    # Two red bows, one blue bow that can shoot at both.
    left, right = ("l", "4Bw", RED, 1400, 1460, "N"), ("r", "4Bw", RED, 1600, 1460, "N")
    blue = ("b", "4Bw", BLUE, 1500, 1720, "S")
    b = begun(left, right, blue)
    offered = [(int(a.verb), *(int(k) for k in a.actors[: a.n_actors])) for a in choices(steps.list_shots, b)]
    shots = {entry[1:] for entry in offered if entry[0] == Verb.SHOOT}
    assert shots == {(0,), (1,), (0, 1)}
    assert (Verb.CHOOSE.value,) in offered
    assert judged(shooting.judge_choice, b, act(Verb.CHOOSE, target=0)).reasons == ["DBA-SEQ-3"]
    choice = act(Verb.CHOOSE, target=2)
    assert judged(shooting.judge_choice, b, choice).legal
    shooting.make_choice(b, choice, fresh_log())
    assert (b.phase, b.pending, b.pending_side) == (Phase.AIM, 2, BLUE)
    offered = {(int(a.actors[0]), int(a.target)) for a in choices(steps.list_shots, b)}
    assert offered == {(2, 0), (2, 1)}
    assert judge(b, 0, at=2) == ["DBA-SEQ-3"]  # it is Blue who aims now
    shoot(b, 2, at=1, dice={2: 3, 1: 3})
    assert b.phase == Phase.SHOOTING
    # Both have shot; the left bow has no target any more: blue has been shot at.
    assert not shooting.shots_remain(b)


@pytest.mark.clause("DBA-SHOOT-13")
def test_up_to_three_combine_and_the_nearest_is_the_main_shooter():
    near, far = ("n", "4Bw", RED, 1500, 1560, "N"), ("f", "4Bw", RED, 1340, 1500, "N")
    more = ("m", "4Bw", RED, 1660, 1500, "N")
    b = begun(near, far, more, enemy(1500, 1700))
    assert judge(b, 0, 1, 2, at=3) == []
    assert judge(b, 1, 0, at=3) == ["DBA-SHOOT-13"]
    b.rules.aiding_shooters = 1
    assert judge(b, 0, 1, 2, at=3) == ["DBA-SHOOT-13"]
    shoot(b, 0, 1, at=3, dice={0: 3, 3: 3})
    assert judge(b, 2, at=3) == ["DBA-SHOOT-13"]  # shot at once in a bound
    assert judge(b, 0, at=3) == ["DBA-SHOOT-13"]


# ---------------------------------------------------------------- scores and outcomes


@pytest.mark.clause("DBA-SHOOT-14", "DBA-SHOOT-15", "DBA-SHOOT-17", "DBA-SHOOT-19")
def test_scores_in_shooting():
    side, other = ("s", "4Bw", RED, 1340, 1460, "N"), ("t", "4Bw", RED, 1660, 1460, "N")
    b = begun(BOW, side, other, enemy(1500, 1600, general=1))
    log = shoot(b, 0, 1, 2, at=3, dice={0: 4, 3: 2})
    # Bows 2 + 4 against foot; Blades 5 + 2 + 1 for the general - 2 for the aid.
    assert scores(log) == {0: 6, 3: 6}
    assert lines(log, 3) == [("DBA-SHOOT-15", 0, 1), ("DBA-SHOOT-15", 1, -1), ("DBA-SHOOT-15", 2, -1)]
    assert outcomes(log) == [(3, "EQUAL_TOTALS")]
    # Against mounted 4; Elephants shot at by Artillery with its 4: 4 + 1 against 4 + 2 foot... and no -1 for them.
    b = begun(("gun", "Art", RED, 1500, 1420, "N"), enemy(1500, 1900, code="El"))
    assert scores(shoot(b, 0, at=1, dice={0: 1, 1: 2})) == {0: 5, 1: 6}
    # Bad going, hills and rear support do not matter.
    marsh = [(Ground.MARSH, [(1000, 1000), (2000, 1000), (2000, 2000), (1000, 2000)])]
    b = begun(BOW, enemy(1500, 1600), ("S", "4Bd", BLUE, 1500, 1690, "S"), terrain=marsh)
    assert scores(shoot(b, 0, at=1, dice={0: 4, 1: 2})) == {0: 6, 1: 7}


@pytest.mark.clause("DBA-SHOOT-16", "DBA-SHOOT-20")
def test_who_is_not_shot_at_ignores_a_bad_result():
    b = begun(BOW, enemy(1500, 1600, code="3Kn"))
    log = shoot(b, 0, at=1, dice={0: 1, 1: 6})  # 4 + 1 against 3 + 6
    assert outcomes(log) == [(0, "SHOOTS_IN_VAIN")]
    assert not is_lost(b, 0)
    b = begun(BOW, enemy(1500, 1600, code="3Kn"))
    log = shoot(b, 0, at=1, dice={0: 5, 1: 2})  # 9 against 5: Knights recoil
    assert outcomes(log) == [(1, "RECOILS")]
    assert where(b, 1) == (1500.0, 1780.0, 0.0, -1.0)


@pytest.mark.clause("DBA-SHOOT-13", "DBA-SHOOT-15", "DBA-SHOOT-16")
@pytest.mark.parametrize(("option", "score"), [("yes", 6), ("no", 5)])
def test_two_who_shoot_at_each_other_fight_one_combat(option, score):
    general = (*BOW, {"general": 1})
    b = begun(general, ("b", "4Bw", BLUE, 1500, 1700, "S"), general_shoots_better=option)
    log = shoot(b, 0, at=1, dice={0: 3, 1: 6})  # 2 + 3 + 1 against 2 + 6
    assert scores(log) == {0: score, 1: 8}
    assert events(log)[0] == "SHOOTS_BACK"
    assert outcomes(log) == [(0, "RECOILS")]
    assert not shooting.shots_remain(b)


@pytest.mark.clause("DBA-SHOOT-4", "DBA-SHOOT-14")
@pytest.mark.parametrize(("option", "backs"), [("yes", True), ("no", False)])
def test_artillery_shoots_back_in_the_enemys_bound(option, backs):
    b = begun(BOW, ("gun", "Art", BLUE, 1500, 1700, "S"), artillery_shoots_back=option)
    log = shoot(b, 0, at=1, dice={0: 1, 1: 5})  # 2 + 1 against 4 + 5: doubled, if it shoots back
    assert scores(log) == {0: 3, 1: 9}
    assert is_lost(b, 0) == backs
    # It never begins.
    b = begun(("T", "4Bd", RED, 1500, 1400, "N"), ("gun", "Art", BLUE, 1500, 1700, "S"))
    assert not shooting.shots_remain(b)


@pytest.mark.clause("DBA-SHOOT-15", "DBA-SHOOT-7", "DBA-OUT-2")
def test_camps_are_shot_at_and_shooters_in_them_shoot_all_round():
    camp = {BLUE: (1500, 1700, "S", 300, 200)}  # its front at y 1600
    b = begun(BOW, ("F", "CF", BLUE, 0, 0, "S", {"camp": BLUE}), camps=camp)
    log = shoot(b, 0, at=1, dice={0: 6, 1: 1})  # 8 against 1 + 2 + 1 = 4: doubled
    assert scores(log) == {0: 8, 1: 4}
    assert outcomes(log) == [(1, "IS_DESTROYED")]
    assert b.camps[BLUE].occupant == NONE
    b = begun(("A", "4Bw", BLUE, 0, 0, "S", {"camp": BLUE}), ("T", "4Bd", RED, 1500, 1900, "N"), camps=camp)
    assert fault(b) == "NONE"  # to its north


@pytest.mark.clause("DBA-OUT-5", "DBA-OUT-2")
@pytest.mark.parametrize(("option", "outcome"), [("destroyed", "IS_DESTROYED"), ("recoil", "RECOILS")])
def test_hordes_beaten_by_shooting(option, outcome):
    b = begun(BOW, enemy(1500, 1600, code="7Hd"), hordes_shot_at=option)
    assert outcomes(shoot(b, 0, at=1, dice={0: 5, 1: 3})) == [(1, outcome)]  # 7 against 6


@pytest.mark.clause("DBA-OUT-1", "DBA-SHOOT-14")
def test_equal_totals_destroy_chariots_that_are_shot_at():
    b = begun(BOW, enemy(1500, 1600, code="SCh"))
    assert outcomes(shoot(b, 0, at=1, dice={0: 3, 1: 3})) == [(1, "IS_DESTROYED")]  # 4 + 3 each


# ---------------------------------------------------------------- the rear edge


def mm(name, code, side, x0, y0, x1, y1, facing):
    """An element by the corners of its base in the millimetres of the examples, 4 paces each, from (1500, 1500)."""
    return (name, code, side, 1500 + 2 * (x0 + x1), 1500 + 2 * (y0 + y1), facing)


def example_14(**options):
    """D, Spears facing north, its rear edge at y 0; A behind it, B astride the line, C ahead of it."""
    return begun(
        mm("D", "4Sp", BLUE, 0, 0, 40, 15, "N"),
        mm("A", "4Bw", RED, 0, -60, 40, -40, "N"),
        mm("B", "4Bw", RED, 60, -10, 100, 10, "W"),
        mm("C", "4Bw", RED, -60, 20, -20, 40, "E"),
        **options,
    )


@pytest.mark.clause("WAD-REAR-1", "WAD-REAR-2", "WAD-REAR-3", "WAD-REAR-4", "WAD-REAR-6", "WAD-FIG-1", "DBA-SHOOT-18")
def test_worked_example_14_shooting_square_on_the_rear():
    b = example_14()
    assert [bool(arcs.is_behind_rear_line(b, i, 0)) for i in (1, 2, 3)] == [True, False, False]
    # A alone: 2 + 6 = 8 against Spears 4 + 3 = 7. Beaten, and destroyed.
    log = shoot(b, 1, at=0, dice={1: 6, 0: 3})
    assert outcomes(log) == [(0, "IS_DESTROYED")]
    assert "SHOT_IN_THE_REAR" in events(log)
    # As printed, any shot on the rear edge would do.
    b = example_14(rear_shooting="any")
    assert outcomes(shoot(b, 1, at=0, dice={1: 6, 0: 3})) == [(0, "IS_DESTROYED")]


@pytest.mark.clause("WAD-REAR-3", "WAD-REAR-4", "WAD-REAR-5")
@pytest.mark.parametrize(("option", "outcome"), [("behind_the_line", "RECOILS"), ("any", "IS_DESTROYED")])
def test_one_shooter_who_is_not_behind_saves_the_target(option, outcome):
    # B turned so that both bases and arcs fit: a bow astride the line of the rear edge, shooting west.
    target = ("D", "4Sp", BLUE, 1500, 1500, "N")  # rear edge at y 1470
    behind = ("A", "4Bw", RED, 1500, 1330, "N")  # front edge at y 1370, a hundred paces away
    astride = ("B", "4Bw", RED, 1720, 1480, "W")  # x 1680 to 1760, y 1400 to 1560; a hundred paces away
    b = begun(target, behind, astride, rear_shooting=option)
    log = shoot(b, 1, 2, at=0, dice={1: 4, 0: 2})  # 6 against 4 + 2 - 1
    assert outcomes(log) == [(0, outcome)]
    if outcome == "RECOILS":
        assert where(b, 0) == (1500.0, 1440.0, 0.0, 1.0)


@pytest.mark.clause("WAD-REAR-5")
def test_shooting_from_behind_changes_nothing_but_a_recoil():
    b = begun(("D", "7Hd", BLUE, 1500, 1500, "N"), ("A", "4Bw", RED, 1500, 1330, "N"), hordes_shot_at="destroyed")
    log = shoot(b, 1, at=0, dice={1: 5, 0: 3})
    assert outcomes(log) == [(0, "IS_DESTROYED")]
    assert "SHOT_IN_THE_REAR" not in events(log)


@pytest.mark.clause("WAD-REAR-2")
def test_worked_example_15_a_slanted_rear_line():
    # D: front middle at the origin, heading 30 degrees counter-clockwise from +x: 60 clockwise from north; 15 deep.
    half = 30.0
    fx, fy = 0.8660254, 0.5
    target = ("D", "4Sp", BLUE, 1500 - half * fx, 1500 - half * fy, 60)
    bow = ("B", "4Bw", RED, 1500 - 4 * 20, 1500 - 4 * 50, "N")  # front middle (-20, -40), 20 deep
    assert arcs.is_behind_rear_line(lay(target, bow), 1, 0)
    ten_east = ("B", "4Bw", RED, 1500 - 4 * 10, 1500 - 4 * 50, "N")
    assert not arcs.is_behind_rear_line(lay(target, ten_east), 1, 0)
    # Exactly on the line is behind it (RULING).
    assert arcs.is_behind_rear_line(lay(("D", "4Sp", BLUE, 1500, 1500, "N"), ("B", "4Bw", RED, 1700, 1430, "N")), 1, 0)


# ---------------------------------------------------------------- War Wagons


def wagon(side=RED):
    """The wagon of the examples: x 0 to 40, y 0 to 80, facing north."""
    return mm("W", "WWg", side, 0, 0, 40, 80, "N")


@pytest.mark.clause("WAD-WSH-1", "WAD-WSH-3", "DBA-SHOOT-6")
def test_a_war_wagon_shoots_from_each_of_its_sides():
    for target in (
        mm("T", "4Bd", BLUE, 0, 120, 40, 135, "S"),
        mm("T", "4Bd", BLUE, 0, -55, 40, -40, "N"),
        mm("T", "4Bd", BLUE, -55, 20, -40, 60, "E"),
        mm("T", "4Bd", BLUE, 80, 20, 95, 60, "W"),
    ):
        b = begun(wagon(), target)
        assert fault(b) == "NONE"
        assert judge(b, 0, at=1) == []
    # From side R the zone is 4 base widths wide: y -40 to 120.
    assert fault(begun(wagon(), mm("T", "4Bd", BLUE, 60, 119, 75, 159, "W"))) == "NONE"
    # As printed it shoots from its front only.
    assert fault(begun(wagon(), mm("T", "4Bd", BLUE, 80, 20, 95, 60, "W"), war_wagons="plain")) == "ARC"


@pytest.mark.clause("WAD-WSH-3", "WAD-WSH-4", "DBA-SHOOT-10")
def test_worked_example_20_shooting_from_a_side():
    target = mm("T", "4Bd", BLUE, 80, 0, 95, 40, "W")
    third = mm("F", "4Bd", RED, 55, 60, 65, 75, "W")
    b = begun(wagon(), target)
    shot = arcs.best_shot(b, 0, 1)
    assert (Fault(shot.fault).name, shot.distance) == ("NONE", 160.0)
    # x 55 to 65, y 60 to 75: 10 by 15 mm, laid with its own width and depth.
    b = begun(wagon(), target, third)
    b.figures[2].width, b.figures[2].depth = 60.0, 40.0
    assert fault(b) == "BLOCKED"
    assert shooting.blocker(b, 0, 1) == 2
    # Above the hull, whose top at x = 55 is y = 65, it does not block.
    b.figures[2].y += 4 * 6
    assert fault(b) == "NONE"


@pytest.mark.clause("WAD-WSH-2", "WAD-WSH-8")
@pytest.mark.parametrize(("option", "left"), [("one", False), ("one_per_side", True)])
def test_a_war_wagon_shoots_once_or_once_from_each_side(option, left):
    east, west = mm("E", "4Bd", BLUE, 80, 20, 95, 60, "W"), mm("V", "4Bd", BLUE, -55, 20, -40, 60, "E")
    b = begun(wagon(), east, west, wwg_shots=option)
    shoot(b, 0, at=1, dice={0: 1, 1: 1})
    assert shooting.shots_remain(b) == left
    assert (judge(b, 0, at=2) == []) == left
    # In contact it does not shoot at all.
    b = begun(wagon(), west, mm("C", "4Bd", BLUE, 40, 40, 55, 80, "W"))
    assert judge(b, 0, at=1) == ["DBA-SHOOT-8"]


@pytest.mark.clause("WAD-WSH-5", "WAD-WSH-7", "WAD-REAR-7")
def test_a_war_wagon_has_no_rear_to_be_shot_at():
    b = begun(wagon(BLUE), mm("A", "4Bw", RED, 0, -60, 40, -40, "N"))
    assert arcs.is_behind_rear_line(b, 1, 0)
    assert not shooting.is_shot_from_behind(b, act(Verb.SHOOT, 1, target=0), 0)
    # It shoots back from its rear side: 3 + 1 against 2 + 6; beaten by bows it is unaffected.
    log = shoot(b, 1, at=0, dice={1: 6, 0: 2})
    assert outcomes(log) == [(0, "NO_EFFECT")]
    assert "SHOOTS_BACK" in events(log)
    # Artillery destroys it: 4 + 4 against 3 + 4.
    b = begun(wagon(BLUE), ("gun", "Art", RED, 1580, 1100, "N"))
    assert outcomes(shoot(b, 1, at=0, dice={1: 4, 0: 4})) == [(0, "IS_DESTROYED")]


@pytest.mark.clause("WAD-WSH-6")
def test_war_wagons_behind_the_line_with_all_corners_count_as_behind():
    target = ("D", "4Sp", BLUE, 1580, 1700, "N")  # rear edge at y 1670
    for y, behind in ((1500, True), (1520, False)):  # the wagon reaches 160 paces to the north of its middle
        b = begun(("W", "WWg", RED, 1580, y, "N"), target)
        assert arcs.is_behind_rear_line(b, 0, 1) == behind


@pytest.mark.clause("DBA-SHOOT-13")
def test_of_two_equally_near_either_may_be_the_main_shooter_and_of_two_others_only_the_nearer():
    # The target's front edge at y 1650, x 1500 to 1660, is 150 paces before both Bows, whose edges are at y 1500.
    second = ("second", "4Bw", RED, 1660, 1460, "N")
    b = begun(BOW, second, enemy(1580, 1650))
    assert judge(b, 0, 1, at=2) == judge(b, 1, 0, at=2) == []
    b = begun(BOW, ("second", "4Bw", RED, 1660, 1450, "N"), enemy(1660, 1650))  # 150 and 160 paces
    assert judge(b, 0, 1, at=2) == []
    assert judge(b, 1, 0, at=2) == ["DBA-SHOOT-13"]


@pytest.mark.clause("DBA-SHOOT-9", "DBA-SUP-5")
def test_shooting_at_supporters_is_a_switch():
    # Psiloi behind Blades who fight Knights; Bows face west beside them, 140 paces off.
    for option, reasons in (("no", ["DBA-SHOOT-9"]), ("yes", [])):
        b = begun(
            ("A", "4Bw", RED, 1800, 1380, "W"),
            ("K", "3Kn", RED, 1500, 1560, "S"),
            ("B", "4Bd", BLUE, 1500, 1470, "N"),
            ("P", "2Ps", BLUE, 1500, 1400, "N"),
            supporters_shot_at=option,
        )
        assert judge(b, 0, at=3) == reasons


@pytest.mark.clause("DBA-WWG-4", "DBA-SHOOT-8")
@pytest.mark.parametrize("place", ["front", "side", "rear"])
def test_a_war_wagon_in_legal_contact_does_not_shoot(place):
    """The wagon is 160 wide and 320 deep; Blades 100 paces before its front are its target."""
    wagon = ("W", "WWg", RED, 1500, 1500, "N")
    target = ("T", "4Bd", BLUE, 1500, 1790, "S")
    at = {
        "front": ("E", "2Ps", BLUE, 1500, 1700, "S"),
        "side": ("E", "2Ps", BLUE, 1380, 1580, "E"),
        "rear": ("E", "2Ps", BLUE, 1500, 1300, "N"),
    }[place]
    assert judge(begun(wagon, target), 0, at=1) == []
    assert judge(begun(wagon, target, at), 0, at=1) == ["DBA-SHOOT-8"]
    apart = (*at[:3], at[3] + (-10 if place == "side" else 0), at[4] + {"front": 10, "side": 0, "rear": -10}[place])
    b = begun(wagon, target, (*apart, at[5]))
    assert "DBA-SHOOT-8" not in judge(b, 0, at=1)  # ten paces off is no contact


@pytest.mark.clause("DBA-SEQ-3", "DBA-SHOOT-12")
def test_a_shot_names_shooters_of_one_side_and_who_was_chosen_among_them() -> None:
    """Red's bow and two of Blue's stand 200 apart. In Red's bound Blue's (1) is told to shoot, not the other."""
    elements = [BOW, enemy(1500, 1700, code="4Bw"), enemy(1660, 1700, code="4Bw")]
    b = begun(*elements)
    assert judge(b, 0, 2, at=1) == ["DBA-SEQ-3"]
    b.phase, b.pending, b.pending_side = Phase.AIM.value, 1, BLUE
    assert judge(b, 1, at=0) == []
    assert judge(b, 2, at=0) == ["DBA-SEQ-3"]
    assert judge(b, 1, 2, at=0) == []


@pytest.mark.clause("DBA-CAMP-5", "DBA-CC-6", "DBA-RECOIL-4")
def test_who_would_recoil_out_of_a_camp_that_is_shot_at_dies_in_it():
    """Psiloi in their own camp 2 + 2 + 1 = 5, the bow 2 + 6 = 8: not doubled, a recoil, for which there is no room."""
    camp = {BLUE: (1500, 1720, "S", 320.0, 240.0)}
    b = begun(BOW, ("P", "2Ps", BLUE, 0, 0, "S", {"camp": BLUE}), camps=camp)
    log = shoot(b, 0, at=1, dice={0: 6, 1: 1})
    assert scores(log) == {0: 8, 1: 5}
    assert is_lost(b, 1)
    assert outcomes(log) == [(1, "IS_DESTROYED")]
