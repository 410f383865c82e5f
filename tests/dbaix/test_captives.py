"""CAPTURE, GUARDS, RESCUE: who guards, who frees, where the freed are set down, and handing over (CAP)."""

from __future__ import annotations

import pytest

from dbaix.board import (
    act,
    asterix,
    cacofonix,
    captain,
    codes,
    entries,
    fresh_log,
    getafix,
    judged,
    move,
    off_table,
    pirate,
    roman,
    villager,
    where,
    woman,
)
from dbaix.fights import battle, fight_out, give_token, lines, outcomes, potion_runs, scores
from sandtable.games.dbaix.clauses import Clause, Code, Purpose
from sandtable.games.dbaix.laying.case_start import lay_case
from sandtable.games.dbaix.record import Going, Phase, Side, Song, Token, TokenState, Verb, Where
from sandtable.games.dbaix.rules.bounds import begin_bound
from sandtable.games.dbaix.rules.captives import (
    capture,
    judge_hand_over,
    leave_captives,
    make_hand_over,
    may_hand_over,
    rescue,
)
from sandtable.games.dbaix.rules.combat import turn_to_face
from sandtable.games.dbaix.rules.movement import judge_move, make_move
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.geometry import base_of, overlap
from sandtable.kernel.log import Kind
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import add_polygon


def place(b, i):
    """Where a figure stands."""
    return where(b, i)[:2]


def held(b, captive, guard):
    """Make a figure the captive of another."""
    off_table(b, captive, Where.CAPTIVE)
    b.figures[captive].guard = guard


def is_free(b, i):
    """On the table, with no guard."""
    return b.figures[i]["where"] == Where.TABLE and b.figures[i].guard == NONE


def assert_nobody_overlaps(b):
    """No base on the table overlaps another."""
    standing = [i for i in range(b.n_figures) if b.figures[i]["where"] == Where.TABLE]
    for i in standing:
        for j in standing:
            assert i == j or not overlap(base_of(b.figures[i]), base_of(b.figures[j]))


# ---------------------------------------------------------------- capture


@pytest.mark.clause(
    "DBAIX-CAP-1", "DBAIX-CAP-2", "DBAIX-CAP-4", "DBAIX-CAP-5", "DBAIX-CAP-9", "DBAIX-RES-10", "DBAIX-RES-9"
)
def test_example_18_capture_and_rescue():
    b = battle(pirate(30.5, 30.5), getafix(29.5, 30.5, "E"), asterix(10.5, 10.5), side=Side.PIRATES)
    potion_runs(b, 1)
    log = fight_out(b, 0, 1, 5, 2)  # 8 : 2
    assert outcomes(log) == [(1, "CAPTURED"), (0, "STAYS_AFTER_WINNING")]
    assert (b.figures[1]["where"], b.figures[1].guard) == (Where.CAPTIVE, 0)
    assert place(b, 0) == (30.5, 30.5)
    # The Gauls' bound: Asterix has moved to (29.5, 30.5) facing E.
    b.turn = Side.GAULS.value
    b.bound = 5
    b.figures[0].fought = 0
    asterix_now = b.figures[2]
    asterix_now.x, asterix_now.y, asterix_now.fx, asterix_now.fy = 29.5, 30.5, 1.0, 0.0
    turn_to_face(b, fresh_log())
    log = fight_out(b, 2, 0, 4, 4)  # 8 : 7
    assert outcomes(log) == [(0, "FLEES"), (2, "FOLLOWS_UP")]
    assert where(b, 0) == (34.5, 30.5, 1.0, 0.0)
    assert where(b, 2) == (30.5, 30.5, 1.0, 0.0)
    assert is_free(b, 1)
    assert where(b, 1) == (29.5, 30.5, 1.0, 0.0)
    assert b.figures[1].freed == 5  # may move from the next Gaulish bound on
    assert b.figures[1].potion == 1  # and keeps what it drank


@pytest.mark.clause("DBAIX-CAP-1", "DBAIX-SCN-11")
def test_a_captured_carrier_drops_the_token_where_they_stood():
    b = battle(pirate(30.5, 30.5), asterix(29.5, 30.5, "E"), pirate(29.5, 31.5, "S"), side=Side.PIRATES)
    give_token(b, Token.PAY_CHEST.value, 1)
    fight_out(b, 0, 1, 6, 1)  # 9 : 4
    token = b.tokens[Token.PAY_CHEST.value]
    assert (token.state, token.x, token.y) == (TokenState.GROUND, 29.5, 30.5)
    assert b.phase == Phase.SPOILS


@pytest.mark.clause("DBAIX-CAP-3", "DBAIX-CAP-10")
def test_one_guard_may_hold_several_captives():
    b = battle(pirate(30.5, 30.5), woman(29.5, 30.5, "E"), getafix(0.5, 0.5), side=Side.PIRATES)
    held(b, 2, 0)
    fight_out(b, 0, 1, 6, 1)
    assert (b.figures[1].guard, b.figures[2].guard) == (0, 0)


# ---------------------------------------------------------------- rescue


def guard_beaten(guard, *others, **changes):
    """Asterix at (29.5, 30.5) facing E beats a guard at (30.5, 30.5), who holds the figures afterwards."""
    return battle(guard, asterix(29.5, 30.5, "E"), *others, side=Side.GAULS, **changes)


@pytest.mark.clause("DBAIX-CAP-4")
def test_any_lost_fight_frees_unless_half_or_less_is_needed():
    # Asterix 8, Pirate 7: less but more than half.
    b = guard_beaten(pirate(30.5, 30.5), getafix(0.5, 0.5))
    held(b, 2, 0)
    fight_out(b, 1, 0, 4, 4)
    assert is_free(b, 2)
    b = guard_beaten(pirate(30.5, 30.5), getafix(0.5, 0.5), rescue_needs=1)
    held(b, 2, 0)
    fight_out(b, 1, 0, 4, 4)
    assert b.figures[2]["where"] == Where.CAPTIVE
    assert b.figures[2].guard == 0  # it fled and took the captive along
    # Asterix 10, Pirate 4: half or less.
    b = guard_beaten(pirate(30.5, 30.5), getafix(0.5, 0.5), rescue_needs=1)
    held(b, 2, 0)
    fight_out(b, 1, 0, 6, 1)
    assert is_free(b, 2)


@pytest.mark.clause("DBAIX-CAP-4", "DBAIX-OUT-3")
def test_a_guard_who_leaves_the_table_loses_their_captives_under_either_reading():
    # Asterix 8, Roman 6: a recoil, but a wall is behind, so the Roman goes to the camp box.
    b = guard_beaten(roman(30.5, 30.5, "W"), getafix(0.5, 0.5), rescue_needs=1)
    add_polygon(b.terrain, Going.BUILDING.value, [(31.2, 30.0), (32.2, 30.0), (32.2, 31.0), (31.2, 31.0)])
    held(b, 2, 0)
    log = fight_out(b, 1, 0, 4, 4)
    assert outcomes(log)[0] == (0, "TO_CAMP")
    assert is_free(b, 2)


@pytest.mark.clause("DBAIX-CAP-4")
def test_ties_and_lost_fights_of_the_gaul_free_nobody():
    for die in (3, 4):  # Asterix 4 + 3 = 7 and the Pirate 7, then 3 + 4 = 7 against 8
        b = guard_beaten(pirate(30.5, 30.5), getafix(0.5, 0.5))
        held(b, 2, 0)
        fight_out(b, 1, 0, 3, die + 1)
        assert b.figures[2]["where"] == Where.CAPTIVE


@pytest.mark.clause("DBAIX-CAP-5")
def test_the_freed_stand_behind_the_rescuer_or_at_the_nearest_free_place_touching_them():
    # Three captives. Asterix follows up to (30.5, 30.5) facing E: the first is set down behind at (29.5, 30.5).
    b = guard_beaten(pirate(30.5, 30.5), getafix(0.5, 0.5), woman(1.5, 0.5), woman(2.5, 0.5))
    for captive in (2, 3, 4):
        held(b, captive, 0)
    fight_out(b, 1, 0, 4, 4)
    assert place(b, 1) == (30.5, 30.5)
    assert where(b, 2) == (29.5, 30.5, 1.0, 0.0)
    # One inch to either side of (29.5, 30.5) is the nearest: corner to corner with Asterix.
    assert {place(b, 3), place(b, 4)} == {(29.5, 29.5), (29.5, 31.5)}
    assert (b.figures[3].fx, b.figures[4].fx) == (1.0, 1.0)
    assert_nobody_overlaps(b)


def gagged_rescuer(*others):
    """A gagged bard at (29.5, 30.5) facing E, who does not follow up, before a Roman guard at (30.5, 30.5)."""
    b = battle(roman(30.5, 30.5, "W"), cacofonix(29.5, 30.5, "E"), *others, side=Side.GAULS)
    b.song = Song.GAGGED.value
    return b


@pytest.mark.clause("DBAIX-CAP-5")
def test_with_the_place_behind_taken_the_nearest_free_place_that_touches_the_rescuer():
    b = gagged_rescuer(getafix(0.5, 0.5), villager(28.5, 30.5, "E"))
    held(b, 2, 0)
    fight_out(b, 1, 0, 6, 1)  # 6 : 3
    # The nearest places to (28.5, 30.5) are corner to corner with the bard, 1 inch to the north or south of it.
    assert place(b, 2) in ((28.5, 29.5), (28.5, 31.5))
    assert_nobody_overlaps(b)
    b = gagged_rescuer(getafix(0.5, 0.5), villager(28.5, 30.5, "E"), villager(28.5, 31.5), villager(28.5, 29.5))
    held(b, 2, 0)
    fight_out(b, 1, 0, 6, 1)
    # With these taken as well: beside Asterix, the west edge where the villagers' east edges end, at x = 29.
    assert place(b, 2) in ((29.5, 29.5), (29.5, 31.5))


@pytest.mark.clause("DBAIX-CAP-5")
def test_with_no_place_touching_the_rescuer_the_nearest_free_place():
    # A lane one inch wide between thick walls, shut behind the bard.
    b = gagged_rescuer(getafix(0.5, 0.5), woman(1.5, 0.5))
    for x0, y0, x1, y1 in ((25.0, 31.0, 36.0, 35.0), (25.0, 26.0, 36.0, 30.0), (25.0, 30.0, 29.0, 31.0)):
        add_polygon(b.terrain, Going.BUILDING.value, [(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    held(b, 2, 0)
    held(b, 3, 0)
    fight_out(b, 1, 0, 6, 1)
    assert place(b, 2) == (30.5, 30.5)  # the only place touching Asterix is ahead, where the guard stood
    assert place(b, 3) == (31.5, 30.5)  # the next in the lane is nearer than anything beyond the walls
    assert_nobody_overlaps(b)


@pytest.mark.clause("DBAIX-CAP-6")
def test_beaten_by_the_third_side_the_captives_pass_to_the_victor():
    b = battle(pirate(30.5, 30.5), roman(29.5, 30.5, "E"), getafix(0.5, 0.5), woman(1.5, 0.5))
    held(b, 2, 0)
    held(b, 3, 0)
    log = fight_out(b, 1, 0, 6, 2)  # 8 : 5, the Pirate flees
    assert outcomes(log)[0] == (0, "FLEES")
    assert (b.figures[2].guard, b.figures[3].guard) == (1, 1)
    passed = [one for one in entries(log, Kind.EVENT) if one.code == Code.CAPTIVE_PASSES]
    assert [(int(one.actor), int(one.other), int(one.clause)) for one in passed] == [
        (2, 1, Clause.CAP_6), (3, 1, Clause.CAP_6),
    ]  # fmt: skip
    assert b.figures[2]["where"] == Where.CAPTIVE
    # And under half_or_less the fleeing guard keeps them.
    b = battle(pirate(30.5, 30.5), roman(29.5, 30.5, "E"), getafix(0.5, 0.5), rescue_needs=1)
    held(b, 2, 0)
    fight_out(b, 1, 0, 6, 2)
    assert b.figures[2].guard == 0


@pytest.mark.clause("DBAIX-CAP-3")
def test_a_guard_who_wins_keeps_them():
    b = battle(pirate(30.5, 30.5), roman(29.5, 30.5, "E"), getafix(0.5, 0.5), side=Side.PIRATES)
    held(b, 2, 0)
    fight_out(b, 0, 1, 6, 3)
    assert b.figures[2].guard == 0


# ---------------------------------------------------------------- handing over


def hand_over(b, guard, friend, captive):
    """Judge it; the names of the reasons against it."""
    log = fresh_log()
    action = act(Verb.HAND_OVER, guard, target=friend)
    action.item = captive
    verdict = judge_hand_over(b, action, log)
    assert verdict.cost == 0
    assert bool(verdict.legal) == may_hand_over(b, guard, friend, captive) == (log.n == 0)
    return codes(log, Kind.REASON)


def crew(*others, **changes):
    """Pirate 0 with captive 2 beside Pirate 1, in the movement of their own bound."""
    b = battle(
        pirate(30.5, 30.5),
        pirate(30.5, 31.5),
        getafix(0.5, 0.5),
        *others,
        side=Side.PIRATES,
        phase=Phase.MOVEMENT,
        **changes,
    )
    held(b, 2, 0)
    return b


@pytest.mark.clause("DBAIX-CAP-8")
def test_a_guard_hands_a_captive_to_a_friend_in_edge_contact_for_nothing():
    b = crew(pips=0)
    assert hand_over(b, 0, 1, 2) == []
    action = act(Verb.HAND_OVER, 0, target=1)
    action.item = 2
    make_hand_over(b, action, fresh_log())
    assert b.figures[2].guard == 1
    assert b.pips == 0
    # Once in a bound; in the next one again.
    assert hand_over(b, 1, 0, 2) == ["HANDED_OVER_ALREADY"]
    begin_bound(b, scripted_dice([(Purpose.PIPS.value, NONE, NONE, 3)]), fresh_log())
    assert hand_over(b, 1, 0, 2) == []


@pytest.mark.clause("DBAIX-CAP-8")
def test_what_cannot_be_handed_over():
    b = crew(pirate(31.5, 32.5), roman(31.5, 30.5), pirate(29.5, 31.5))
    assert hand_over(b, 0, 3, 2) == ["NOT_EDGE_TO_EDGE"]  # 1 inch north of the friend
    assert hand_over(b, 0, 5, 2) == ["NOT_EDGE_TO_EDGE"]  # corner to corner
    assert hand_over(b, 0, 4, 2) == ["NOT_A_FRIEND"]
    assert hand_over(b, 0, 0, 2) == ["HANDS_TO_ITSELF"]
    b.figures[3].where = Where.FLED.value
    assert hand_over(b, 0, 3, 2) == ["RECEIVER_OFF_TABLE"]
    assert hand_over(b, 1, 0, 2) == ["NOT_ITS_CAPTIVE"]
    assert hand_over(b, 0, 1, 3) == ["NOT_ITS_CAPTIVE"]
    b = crew(roman(31.5, 30.5))
    b.turn = Side.GAULS.value
    assert hand_over(b, 0, 1, 2) == ["GIVER_NOT_IN_OWN_BOUND"]
    assert hand_over(b, 0, 3, 2) == ["GIVER_NOT_IN_OWN_BOUND", "NOT_A_FRIEND"]
    log = fresh_log()
    assert judge_hand_over(b, act(Verb.HAND_OVER, 0), log).legal == 0
    assert codes(log, Kind.REASON) == ["HAND_OVER_NAMES_THREE"]


@pytest.mark.clause("DBAIX-CAP-3")
@pytest.mark.parametrize("captives", [(), (2,), (2, 3)])
def test_a_guard_moves_pays_and_fights_like_anybody_however_many_they_hold(captives):
    """A Pirate 2 inches from the Captain: 2 PIPs alone (PIP-6), 4 inches far; then 3 + 4 = 7 against 2 + 1 = 3."""
    b = battle(
        pirate(30.5, 30.5),
        captain(30.5, 33.5),
        getafix(0.5, 0.5),
        woman(0.5, 2.5),
        roman(25.5, 30.5, "E"),
        side=Side.PIRATES,
        phase=Phase.MOVEMENT,
        pips=2,
    )
    for captive in captives:
        held(b, captive, 0)
    answer = judged(judge_move, b, move(b, 0, ahead=4.0))
    assert (answer.legal, answer.prices) == (True, [("PIP-6", 2)])
    assert "MOV-1" in judged(judge_move, b, move(b, 0, ahead=4.1)).reasons
    make_move(b, move(b, 0, ahead=4.0), fresh_log())
    assert (place(b, 0), b.pips) == ((26.5, 30.5), 0)
    assert [b.figures[captive].guard for captive in captives] == [0] * len(captives)
    b.phase = Phase.COMBAT.value
    log = fight_out(b, 0, 4, 4, 1)
    assert scores(log) == {0: 7, 4: 3}
    assert lines(log, 0) == []  # nothing but the die and the factor
    assert b.figures[4]["where"] == Where.CAMP_BOX
    assert [b.figures[captive].guard for captive in captives] == [0] * len(captives)


@pytest.mark.clause("DBAIX-CAP-8")
@pytest.mark.parametrize(("friend", "captive"), [(1, -1), (1, 3), (-1, 2), (3, 2)])
def test_handing_over_names_figures_that_there_are(friend, captive):
    assert hand_over(crew(), 0, friend, captive) == ["HAND_OVER_NAMES_THREE"]


@pytest.mark.clause("DBAIX-CAP-5", "DBAIX-CAP-7")
@pytest.mark.parametrize(("first", "second"), [(2, 3), (3, 2)])
def test_of_two_captives_the_one_captured_first_is_set_down_first(first, second):
    """Asterix, facing east, follows up to (30.5, 30.5): the first stands behind, the other to the right of that."""
    crew = (asterix(29.5, 30.5, "E"), pirate(30.5, 30.5, "W"), getafix(0.5, 0.5), woman(1.5, 0.5), roman(9.5, 9.5))
    b = battle(*crew, side=Side.GAULS)
    capture(b, first, 4)
    capture(b, second, 1)
    b.figures[first].guard = 1  # handed over later: captured first all the same
    fight_out(b, 0, 1, 4, 3)  # 4 + 4 = 8 against 4 + 3 = 7
    assert (place(b, first), place(b, second)) == ((29.5, 30.5), (29.5, 29.5))

    b = battle(*crew)
    capture(b, first, 1)
    capture(b, second, 1)
    leave_captives(b, 1, base_of(b.figures[1]), fresh_log())
    # The Pirate, facing west, stands there still: behind, then on the left, as one goes round clockwise.
    assert (place(b, first), place(b, second)) == ((31.5, 30.5), (30.5, 29.5))


@pytest.mark.clause("DBAIX-CAP-6", "DBAIX-CAP-7")
def test_captives_who_pass_to_the_third_side_stay_in_the_order_of_their_capture():
    b = battle(roman(29.5, 30.5, "E"), pirate(30.5, 30.5, "W"), getafix(0.5, 0.5), woman(1.5, 0.5))
    for captive in (3, 2):
        capture(b, captive, 1)
    fight_out(b, 0, 1, 6, 1)
    assert [b.figures[captive].guard for captive in (2, 3)] == [0, 0]
    leave_captives(b, 0, base_of(b.figures[2]), fresh_log())
    assert place(b, 3) == (0.5, 0.5)


@pytest.mark.clause("DBAIX-CAP-7")
def test_captives_of_a_file_were_captured_in_the_order_of_their_ids():
    figures = [
        {"id": "P", "is": "pirate", "at": [20.5, 20.5]},
        {"id": "W", "is": "impedimenta", "guard": "P"},
        {"id": "A", "is": "asterix", "guard": "P"},
        {"id": "G", "is": "getafix", "guard": "P"},
    ]
    laid = lay_case({"game": "dbaix", "terrain": [], "figures": figures}, "case").record[0]
    assert [int(laid.figures[i].arrived) for i in (2, 3, 1)] == [1, 2, 3]
    assert laid.clock == 3  # so that whoever comes to a place, or is captured, came later


@pytest.mark.clause("DBAIX-CAP-4")
def test_where_half_or_less_is_needed_a_roman_who_recoils_keeps_their_captives():
    """3 + 5 = 8 against 2 + 3 = 5: the guard recoils and keeps them; against 2 + 1 = 3 it goes, and they are free."""
    for die, kept in ((3, True), (1, False)):
        b = battle(
            roman(30.5, 30.5, "W"), villager(29.5, 30.5, "E"), getafix(0.5, 0.5), side=Side.GAULS, rescue_needs=1
        )
        held(b, 2, 0)
        fight_out(b, 1, 0, 5, die)
        assert (b.figures[2]["where"], b.figures[2].guard) == ((Where.CAPTIVE, 0) if kept else (Where.TABLE, NONE))


@pytest.mark.clause("DBAIX-CAP-5", "DBAIX-CAP-7")
def test_with_all_places_at_the_rescuer_taken_the_nearest_beyond_them_is_found_however_far():
    """All that stands within three inches of the rescuer is taken; bases are 1.2 inches wide and 0.8 deep."""
    size = {"width": 1.2, "depth": 0.8}
    crowd = [
        pirate(24.0 + 1.2 * k, 24.0 + 0.8 * n, "N", **size)
        for k in range(-2, 3)
        for n in range(-3, 4)
        if (k, n) != (0, 0)
    ]
    b = battle(asterix(24.0, 24.0, "N", **size), getafix(0.5, 0.5, **size), *crowd)
    held(b, 1, 2)
    rescue(b, 1, 0, fresh_log())
    assert is_free(b, 1)
    assert_nobody_overlaps(b)
    east, north = abs(b.figures[1].x - 24.0), abs(b.figures[1].y - 24.0)
    beside = east == pytest.approx(3.6, abs=0.11) and north < 0.2
    assert beside or (north == pytest.approx(3.2, abs=0.11) and east < 0.2)


@pytest.mark.clause("DBAIX-CAP-5")
def test_a_place_touching_the_rescuer_goes_before_a_nearer_one_that_does_not():
    """Friends at seven of the eight places about Asterix, who faces east: only the one ahead is free.

    It is 2 inches from the place behind; the place behind the villager there would be 1 inch from it.
    """
    taken = [
        (x, y) for x in (28.5, 29.5, 30.5) for y in (29.5, 30.5, 31.5) if (x, y) not in ((29.5, 30.5), (30.5, 30.5))
    ]
    crowd = [villager(x, y, "E") for x, y in taken]
    b = battle(asterix(29.5, 30.5, "E"), getafix(0.5, 0.5), pirate(40.5, 30.5), *crowd)
    held(b, 1, 2)
    rescue(b, 1, 0, fresh_log())
    assert place(b, 1) == (30.5, 30.5)


@pytest.mark.clause("DBAIX-CAP-5")
def test_beyond_those_who_touch_the_rescuer_the_nearest_place_may_lie_behind_a_wall():
    """All eight places about Asterix are taken. Behind the friends in the rear, whose backs are at x = 28, is a wall.

    It is 0.3 inches thick: a base behind it has its middle at x = 27.2 or farther, 1.3 inches from the place behind
    Asterix. Rings are tried a quarter of an inch apart: that at 27.25 is in the wall still, the next is at 27. Beside
    the friends it would be 2 inches.
    """
    crowd = [villager(x, y, "E") for x in (28.5, 29.5, 30.5) for y in (29.5, 30.5, 31.5) if (x, y) != (29.5, 30.5)]
    b = battle(asterix(29.5, 30.5, "E"), getafix(0.5, 0.5), pirate(40.5, 30.5), *crowd)
    add_polygon(b.terrain, Going.BUILDING.value, [(27.7, 28.0), (28.0, 28.0), (28.0, 33.0), (27.7, 33.0)])
    held(b, 1, 2)
    rescue(b, 1, 0, fresh_log())
    assert place(b, 1) == (27.0, 30.5)
