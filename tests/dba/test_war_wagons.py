"""War Wagons in close combat, with the worked examples 16 to 19 and pictures 2 to 4 of the clause file (WAD-WCC).

The examples are in millimetres; here 1 mm is 4 paces, and the wagon's south-west corner is at (1000, 1000).
"""

from __future__ import annotations

import numpy as np
import pytest

from dba.fights import choices, events, fight_out, lines, outcomes, pairs, score_lines, scores
from dba.invariants import fault
from dba.table import BLUE, RED, act, fresh_log, is_lost, judged, lay, where
from sandtable.games import get_game
from sandtable.games.dba.clauses import Purpose
from sandtable.games.dba.listing import steps
from sandtable.games.dba.record import Phase, Type, Verb
from sandtable.games.dba.rules import combat, contact, places_of_contact, war_wagons
from sandtable.kernel.dice import choose as choose_one
from sandtable.kernel.dice import new_dice, scripted_dice
from sandtable.kernel.geometry import base_of
from sandtable.kernel.records import NONE, new_actions
from sandtable.kernel.verbs import MAX_LEGAL

DEPTH = {"4Bd": 15, "4Sp": 15, "4Ax": 20, "El": 40, "3Kn": 30, "2Ps": 20, "3Wb": 20}


def at(name, code, side, x0, y0, x1, y1, facing, **fields):
    """An element by the corners of its base in the millimetres of the examples."""
    return (name, code, side, 1000 + 2 * (x0 + x1), 1000 + 2 * (y0 + y1), facing, fields)


def wagon(side=RED):
    """The wagon of the examples: x 0 to 40, y 0 to 80, facing north."""
    return at("W", "WWg", side, 0, 0, 40, 80, "N")


def on(place, code, side=BLUE):
    """An enemy on one of its places."""
    d = DEPTH[code]
    corners = {
        "A": (0, 80, 40, 80 + d, "S"),
        "B": (0, -d, 40, 0, "N"),
        "L-fore": (-d, 40, 0, 80, "E"),
        "L-aft": (-d, 0, 0, 40, "E"),
        "R-fore": (40, 40, 40 + d, 80, "W"),
        "R-aft": (40, 0, 40 + d, 40, "W"),
    }
    return at(place, code, side, *corners[place])


PLACES = ("A", "B", "L-fore", "L-aft", "R-fore", "R-aft")


def choose(b, i, die=None):
    """Carry out the choice of element i; the log."""
    action = act(Verb.CHOOSE, target=i)
    assert judged(war_wagons.judge_choice, b, action).legal
    log = fresh_log()
    throws = [] if die is None else [(Purpose.COMBAT.value, NONE, k, v) for k, v in die.items()]
    war_wagons.make_choice(b, action, scripted_dice(throws), log)
    return log


@pytest.mark.clause("WAD-WCC-1", "WAD-WCC-2", "WAD-WCC-3", "WAD-FIG-2", "WAD-WWG-9")
def test_worked_example_16_six_positions():
    for index, place in enumerate(PLACES):
        b = lay(wagon(), on(place, "4Bd"))
        assert contact.wagon_position(b, 1, 0) == index
        assert pairs(b) == {(0, 1), (1, 0)}
    # In between, front edge (0, 20) to (0, 60): no legal contact.
    assert pairs(lay(wagon(), at("between", "4Bd", BLUE, -15, 20, 0, 60, "E"))) == set()
    # All six at once.
    b = lay(wagon(), *(on(place, "4Bd") for place in PLACES))
    assert pairs(b) == {(0, 1)} | {(i, 0) for i in range(1, 7)}


@pytest.mark.clause("WAD-WCC-6", "WAD-WCC-7", "WAD-WCC-8", "WAD-WCC-9", "WAD-WWG-10", "DBA-WWG-2")
def test_worked_example_17_overlaps_counted():
    b = lay(wagon(), on("A", "4Bd"), *(on(p, "4Bd") for p in ("L-fore", "L-aft", "R-fore", "B")), turn=BLUE)
    combat.pair_off(b)
    # Blue, the active side, names A as main attacker by letting it fight: 3 + 6 = 9, less 3, is 6 against 5 + 2 = 7.
    log = fight_out(b, 1, 0, 2, 6)
    assert scores(log) == {0: 6, 1: 7}
    assert [line[0] for line in lines(log, 0)] == ["WAD-WCC-7"] * 3
    assert outcomes(log) == [(0, "NO_EFFECT")]
    assert not combat.fights_remain(b)
    # Elephants as main attacker: 4 + 3 = 7 against 6, and the wagon is destroyed.
    b = lay(wagon(), on("A", "El"), *(on(p, "4Bd") for p in ("L-fore", "L-aft", "R-fore", "B")), turn=BLUE)
    log = fight_out(b, 1, 0, 3, 5)
    # The wagon 4 + 5 against mounted - 3 = 6.
    assert scores(log) == {0: 6, 1: 7}
    assert outcomes(log) == [(0, "IS_DESTROYED")]


def beset(turn=RED, main="4Bd"):
    """The wagon with Blades (or ``main``) on A, Blades on L-fore, L-aft and R-fore, and Auxilia on B."""
    others = [on(place, "4Bd") for place in ("L-fore", "L-aft", "R-fore")]
    return lay(wagon(), on("A", main), *others, on("B", "4Ax"), turn=turn, phase=Phase.COMBAT.value)


@pytest.mark.clause("WAD-WCC-6")
def test_in_its_own_bound_the_wagon_waits_for_its_enemy_to_name_their_main_attacker():
    b = beset()
    combat.pair_off(b)
    assert [tuple(int(k) for k in a.actors[:2]) for a in choices(steps.list_fights, b)] == [(0, 1)]
    combat.fight(b, act(Verb.FIGHT, 0, 1), scripted_dice([]), fresh_log())
    assert (b.phase, b.pending, b.pending_side) == (Phase.MAIN_ATTACKER, 0, BLUE)
    offered = [int(a.target) for a in choices(steps.list_choices, b)]
    assert offered == [1, 2, 3, 4, 5]
    assert judged(war_wagons.judge_choice, b, act(Verb.CHOOSE, target=0)).reasons == ["WAD-WCC-6"]
    refusal = fresh_log()
    war_wagons.judge_choice(b, act(Verb.CHOOSE, target=0), refusal)
    assert refusal.entries[0].actor == 0  # the board marks whom the refusal is about
    log = choose(b, 3, {0: 2, 3: 2})
    assert set(scores(log)) == {0, 3}
    assert b.phase == Phase.COMBAT
    # In Blue's bound it names that one by the fight itself.
    b = beset(BLUE)
    combat.pair_off(b)
    offered = [tuple(int(k) for k in a.actors[:2]) for a in choices(steps.list_fights, b)]
    assert sorted(offered) == [(1, 0), (2, 0), (3, 0), (4, 0), (5, 0)]


@pytest.mark.clause("WAD-WCC-10", "WAD-WCC-11", "WAD-WCC-9")
def test_worked_example_18_all_fall_back():
    b = beset(BLUE, main="4Sp")
    # The example says 8 against 5: Spears 4 + 1; a wagon with a factor of 4 and the general, 4 + 1 + 6 - 3.
    b.figures[0].general = 1
    b.rules.factor[Type.WWG.value, 0] = 4
    log = fight_out(b, 1, 0, 1, 6)
    assert scores(log) == {0: 8, 1: 5}
    assert outcomes(log) == [(1, "RECOILS")]
    assert where(b, 1) == (1080.0, 1000.0 + 4 * 95 + 30.0, 0.0, -1.0)
    assert (b.phase, b.pending, b.pending_side) == (Phase.RECOILS, 0, BLUE)
    assert [int(a.target) for a in choices(steps.list_choices, b)] == [2, 3, 4, 5]
    assert judged(war_wagons.judge_choice, b, act(Verb.CHOOSE, target=1)).reasons == ["WAD-WCC-11"]
    choose(b, 4)
    assert where(b, 4)[0] == 1000.0 + 4 * 55 + 30.0  # its front edge at x = 55 mm
    choose(b, 2)
    log = choose(b, 3)  # the last one follows of itself
    assert b.phase == Phase.COMBAT
    assert where(b, 2)[0] == where(b, 3)[0] == 1000.0 - 4 * 15 - 30.0
    assert where(b, 5)[1] == 1000.0 - 4 * 20 - 40.0
    assert outcomes(log) == [(3, "RECOILS"), (5, "RECOILS")]


@pytest.mark.clause("WAD-WCC-12")
def test_if_the_main_attacker_stands_the_others_stay():
    b = beset(BLUE)
    fight_out(b, 1, 0, 4, 4)  # 5 + 4 against 3 + 4 - 3: the wagon is doubled and destroyed
    assert is_lost(b, 0)
    assert where(b, 4)[0] == 1000.0 + 4 * 40 + 30.0
    b = beset(BLUE)
    fight_out(b, 1, 0, 1, 6)  # 6 against 6
    assert b.phase == Phase.COMBAT
    assert where(b, 4)[0] == 1000.0 + 4 * 40 + 30.0


@pytest.mark.clause("WAD-WCC-13", "WAD-WCC-14", "WAD-FIG-3")
def test_corners_and_side_edges_on_a_wagon_are_no_overlap():
    corner = at("corner", "4Bd", BLUE, 40, 80, 80, 95, "S")  # in line with the attacker on A
    side = at("side", "4Bd", BLUE, 40, 20, 80, 35, "N")  # its left side edge along side R
    b = lay(wagon(), on("A", "4Bd"), corner, side)
    assert score_lines(b, 0, 1) == []


@pytest.mark.clause("WAD-WCC-15", "WAD-WCC-16", "WAD-WCC-17", "WAD-WCC-18", "WAD-FIG-4", "DBA-CC-14")
def test_worked_example_19_a_wagon_gives_overlaps_on_both_sides_while_it_fights():
    friend = at("1", "4Bd", RED, 0, -40, 15, 0, "W")
    enemy = at("A", "4Bd", BLUE, -15, -40, 0, 0, "E")
    mirror_friend = at("2", "4Bd", RED, 25, -40, 40, 0, "E")
    mirror_enemy = at("C", "4Bd", BLUE, 40, -40, 55, 0, "W")
    layout = (wagon(), on("A", "4Bd"), friend, enemy, mirror_friend, mirror_enemy)
    b = lay(*layout)
    assert pairs(b) == {(0, 1), (1, 0), (2, 3), (3, 2), (4, 5), (5, 4)}
    assert score_lines(b, 3, 2) == [("WAD-WCC-16", 0, -1)]
    assert score_lines(b, 5, 4) == [("WAD-WCC-16", 0, -1)]
    # With an enemy on L-aft, next to the shared corner, that side is busy.
    b = lay(*layout, on("L-aft", "4Bd"))
    assert score_lines(b, 3, 2) == []
    assert score_lines(b, 5, 4) == [("WAD-WCC-16", 0, -1)]
    b = lay(*layout, on("L-aft", "4Bd"), wwg_overlap_busy_side="yes")
    assert score_lines(b, 3, 2) == [("WAD-WCC-16", 0, -1)]


@pytest.mark.clause("DBA-WWG-1", "DBA-WWG-4")
def test_as_printed_a_war_wagon_has_a_front_like_anybody():
    b = lay(wagon(), on("A", "4Bd"), war_wagons="plain")
    assert pairs(b) == {(0, 1), (1, 0)}
    assert pairs(lay(wagon(), on("L-fore", "4Bd"), war_wagons="plain")) == set()
    corner = at("corner", "4Bd", BLUE, 40, 80, 80, 95, "S")
    assert score_lines(lay(wagon(), on("A", "4Bd"), corner, war_wagons="plain"), 0, 1) == [("DBA-CC-12", 2, -1)]


@pytest.mark.clause("WAD-WCC-10", "DBA-WWG-2")
def test_a_single_other_attacker_recoils_at_once_and_the_wagon_never_pursues():
    b = lay(wagon(), on("A", "2Ps"), on("B", "4Bd"), turn=BLUE)
    log = fight_out(b, 1, 0, 1, 6)  # Psiloi 2 + 1 = 3 against 3 + 6 - 1 = 8: doubled, they flee
    assert outcomes(log) == [(1, "FLEES"), (2, "RECOILS")]
    assert b.phase == Phase.COMBAT
    assert where(b, 2)[1] == 1000.0 - 60.0 - 30.0
    assert "PURSUES" not in events(log)
    assert base_of(b.figures[0]).x == 1080.0


@pytest.mark.clause("WAD-WWG-9")
@pytest.mark.parametrize(("depth", "places"), [(320, 6), (300, 4), (160, 4), (120, 4)])
def test_a_shallower_wagon_has_one_place_on_each_side(depth, places):
    # Cavalry far enough off to go round it and near enough to reach every place.
    b = lay(("W", "WWg", RED, 1500, 1500, "N", {"depth": depth}), ("A", "2LH", BLUE, 1500, 1850, "S"))
    out = np.zeros((64, 6))
    n = places_of_contact.legal_places(b, 1, out)
    assert n == places
    on_sides = [(x, y) for x, y, fx, _, _, _ in out[:n] if abs(fx) == 1.0]
    if places == 4:  # the middles of both sides, the front of Light Horse (120 deep) on x 1420 and x 1580
        assert sorted(on_sides) == [(1360, 1500), (1640, 1500)]
        b.figures[1].x, b.figures[1].y = 1360, 1500
        b.figures[1].fx, b.figures[1].fy = 1.0, 0.0
        assert contact.wagon_position(b, 1, 0) == 2
    else:
        assert sorted(on_sides) == [(1360, 1420), (1360, 1580), (1640, 1420), (1640, 1580)]


@pytest.mark.clause("WAD-WCC-6", "WAD-WCC-11", "DBA-SEQ-3")
@pytest.mark.parametrize("turn", [RED, BLUE])
def test_random_choices_round_a_beset_wagon_reach_both_questions_and_keep_the_battle_whole(turn):
    """Red's wagon with a general in it, 3 + 1 - 2, and three Psiloi, 2 each, fight ten times, whoever's bound it is."""
    verbs = get_game("dba").verbs
    asked = set()
    actions = new_actions(MAX_LEGAL)
    for seed in range(10):
        b = lay(wagon(), *(on(place, "2Ps") for place in ("A", "L-fore", "R-aft")), turn=turn, phase=Phase.COMBAT.value)
        b.figures[0].general = 1
        combat.pair_off(b)
        dice, planner = new_dice(f"wagon {seed}"), new_dice(f"choice {seed}")
        while b.phase in (Phase.COMBAT, Phase.MAIN_ATTACKER, Phase.RECOILS):
            if b.phase != Phase.COMBAT:
                asked.add(Phase(int(b.phase)).name)
                assert verbs.current_side(b) == BLUE  # the attackers' owner, in either bound
            n = verbs.legal_actions(b, actions)
            assert n > 0
            assert all(verbs.judge(b, actions[k], fresh_log()).legal for k in range(n))
            verbs.apply(b, actions[choose_one(planner, n)], dice, fresh_log())
            assert fault(b) == 0
        assert b.pending == NONE
        assert not any(b.figures["to_recoil"])
    assert asked == ({"MAIN_ATTACKER", "RECOILS"} if turn == RED else {"RECOILS"})
