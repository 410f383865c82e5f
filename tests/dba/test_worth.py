"""What DBA's generals think of an action at first sight: each feature by hand, and nothing on the table is changed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dba.orders import ahead, move
from dba.table import BLUE, RED, act, front_at, lay
from sandtable.games.common.worth import fill_weights
from sandtable.games.dba.clauses import FOLDER
from sandtable.games.dba.record import Ground, River, Verb
from sandtable.games.dba.thinking.stances import LONG, Feature
from sandtable.games.dba.thinking.worth import worth
from sandtable.kernel.records import NONE, new_actions
from sandtable.kernel.verbs import MAX_FEATURES

BLADES = ("blades", "4Bd", RED, *front_at("4Bd", 1500, 1000, "N"))


def a_loss(w: Any) -> float:
    """What the first loss costs where four decide: the element, and 1 + 1/4 times what being nearer the end does."""
    return float(w.element + w.edge * 1.25)


def look(b: Any, action: Any) -> dict[str, float]:
    """The features of one action that are not 0; neither it nor the table is changed by looking."""
    fill_weights(b, FOLDER)
    actions = new_actions(1)
    actions[0] = action
    features, worths = np.zeros((1, MAX_FEATURES)), np.zeros(1)
    before = b.tobytes()
    worth(b, actions, 1, features, worths)
    assert b.tobytes() == before
    found = {feature.name.lower(): float(features[0, feature]) for feature in Feature if features[0, feature] != 0.0}
    weights = {feature.name.lower(): float(b.worths[RED, feature]) for feature in Feature}
    assert worths[0] == pytest.approx(sum(amount * weights[name] for name, amount in found.items()))
    return found


def test_going_ahead_brings_near_the_enemy_whom_one_beats():
    # Middles 1060 paces apart, then 860; half as near at 1800: 1800/2660 - 1800/2860. Blades have 5 against foot and
    # Spears 4, who are doubled by 2 throws of 36 (1 against 5 or 6) and double nobody. Two PIPs, without a general.
    b = lay(BLADES, ("spears", "4Sp", BLUE, 1500, 2030, "S"))
    b.own_bounds[RED] = 4
    nearer = 1800 / 2660 - 1800 / 2860
    assert look(b, ahead(b, 0, by=200)) == pytest.approx(
        {"near": nearer, "match": nearer * 2 / 36, "facing": nearer, "haste": nearer * (4 / LONG) ** 2, "price": 2.0}
    )


@pytest.mark.parametrize(
    ("begun", "impatience"),
    [(24, 9.0), (26, 10.0), (48, 10.0), (49, 49**2 / 64), (80, 100.0)],
    ids=["(24/8)^2", "no more than 10", "until 48 own bounds", "then as long as it lasts", "(80/8)^2"],
)
def test_impatience_has_a_height_until_nothing_else_would_end_the_battle(begun: int, impatience: float):
    # As above: middles 1060 paces apart, then 860; half as near at 1800.
    b = lay(BLADES, ("spears", "4Sp", BLUE, 1500, 2030, "S"), pips=2)
    b.own_bounds[RED] = begun
    assert look(b, ahead(b, 0, by=200))["haste"] == pytest.approx((1800 / 2660 - 1800 / 2860) * impatience)
    assert look(b, act(Verb.END))["idle"] == pytest.approx(2.0 * (1.0 + impatience))


def test_going_back_takes_the_same_away():
    b = lay(BLADES, ("spears", "4Sp", BLUE, 1500, 2030, "S"))
    b.own_bounds[RED] = 2
    farther = 1800 / 2860 - 1800 / 2960
    assert look(b, ahead(b, 0, by=-100)) == pytest.approx(
        {
            "near": -farther,
            "match": -farther * 2 / 36,
            "facing": -farther,
            "haste": -farther * (2 / LONG) ** 2,
            "price": 2.0,
        }
    )


def test_who_turns_their_back_no_longer_faces_the_enemy():
    # Middles 1060 paces apart: half as near at 1800. From straight at it to straight away is twice that.
    b = lay(BLADES, ("spears", "4Sp", BLUE, 1500, 2030, "S"))
    assert look(b, move(0, to=(1500, 970), facing="S"))["facing"] == pytest.approx(-2 * 1800 / 2860)


def test_friends_beside_overlap_an_enemy_who_has_none():
    # Spears against Spears, 4 each: alike, so neither has the better of it. With a friend on either side the enemy has
    # 2 less: it is doubled where 2(2 + its) <= 4 + own, by 9 throws of 36 (1 against 2 to 6, 2 against 4 to 6, 3
    # against 6), and doubles nobody. Who goes on alone from 960 paces between the middles gives that up.
    beside = [(f"{k}", "4Sp", RED, *front_at("4Sp", 1500 + 160 * k, 1000, "N")) for k in (-1, 1)]
    enemy = ("enemy", "4Sp", BLUE, *front_at("4Sp", 1500, 1900, "S"))
    b = lay(("middle", "4Sp", RED, *front_at("4Sp", 1500, 1000, "N")), *beside, enemy)
    assert look(b, ahead(b, 0, 1, 2, by=100))["match"] > 0.0
    assert look(b, ahead(b, 0, by=100))["match"] == pytest.approx(-1800 / (1800 + 960) * 9 / 36)


def test_the_longer_it_lasts_the_less_one_fears_to_be_reached():
    # Blades go 200 paces: from 250 they cannot come, from 150 they can.
    b = lay(BLADES, ("enemy", "4Bd", BLUE, *front_at("4Bd", 1500, 1250, "S")))
    for begun, left in ((0, 1.0), (LONG / 2, 0.5)):
        b.own_bounds[RED] = begun
        assert look(b, ahead(b, 0, by=100))["reach"] == pytest.approx(left)
    b.own_bounds[RED] = LONG
    assert "reach" not in look(b, ahead(b, 0, by=100))


@pytest.mark.clause("DBA-OUT-6")
def test_knights_know_that_bows_shoot_them_down_as_they_charge():
    # Knights have 3 against foot, Bows 4 against mounted. Knights beat, and so destroy, Bows by 10 throws of 36. They
    # are beaten by 21, doubled in 4 of them (1 against 4 to 6, 2 against 6), and destroyed either way as they charged.
    b = lay(
        ("knights", "3Kn", RED, *front_at("3Kn", 1500, 1000, "N")),
        ("bows", "4Bw", BLUE, *front_at("4Bw", 1500, 1200, "S")),
    )
    found = look(b, ahead(b, 0, by=200))
    assert found["fight"] == pytest.approx((10 - 21) / 36 * a_loss(b.weights[RED]))
    assert b.figures[0].charged == NONE


def test_a_contact_is_the_fight_it_makes():
    # Blades 5 + die, Spears 4 + die. Beaten Spears recoil: 21 of 36 throws, of which two (5 or 6 to 1) double them and
    # kill. Beaten Blades recoil: 10 of 36 (one more to make good), none doubled.
    b = lay(BLADES, ("spears", "4Sp", BLUE, *front_at("4Sp", 1500, 1150, "S")))
    w = b.weights[RED]
    found = look(b, ahead(b, 0, by=150))
    assert found["fight"] == pytest.approx((19 * w.recoil + 2 * a_loss(w) - 10 * w.recoil) / 36)
    assert found["contact"] == 1.0
    assert "shot" not in found  # neither shoots, however near
    assert "under_fire" not in found


def test_leaving_a_contact_gives_its_fight_away():
    b = lay(BLADES, ("spears", "4Sp", BLUE, *front_at("4Sp", 1500, 1000, "S")))
    w = b.weights[RED]
    found = look(b, ahead(b, 0, by=-200))
    assert found["fight"] == pytest.approx(-(19 * w.recoil + 2 * a_loss(w) - 10 * w.recoil) / 36)
    assert found["contact"] == -1.0


def test_a_bare_flank_counts_and_so_does_the_fight_when_they_turn():
    # Onto the right side of Spears who face east: front corner on front corner, front edge along their side edge.
    b = lay(BLADES, ("spears", "4Sp", BLUE, 1500, 1300, "E"))
    spears = b.figures[1]
    corner = float(spears.x + 0.5 * spears.depth)  # their right front corner; ours is to meet it
    x, y = corner - 0.5 * float(b.figures[0].width), float(spears.y - 0.5 * spears.width)
    found = look(b, move(0, to=(x, y - 0.5 * float(b.figures[0].depth)), facing="N"))
    assert found["flank"] == 1.0
    assert found["fight"] > 0.0


def test_two_beside_one_another_make_a_line_and_one_who_goes_on_alone_breaks_it():
    width = 160.0
    b = lay(
        BLADES,
        ("more", "4Bd", RED, *front_at("4Bd", 1500 + width, 1000, "N")),
        ("spears", "4Sp", BLUE, 1500, 2030, "S"),
    )
    assert look(b, ahead(b, 0, by=100))["line"] == -1.0
    assert "line" not in look(b, ahead(b, 0, 1, by=100))  # both keep the friend beside them


def test_an_enemy_behind_the_line_of_ones_front_is_danger_until_one_faces_them():
    b = lay(BLADES, ("light horse", "2LH", BLUE, 1500, 700, "N"))
    assert look(b, move(0, to=(1500, 970), facing="S"))["exposed"] == -1.0


def test_pips_left_are_idle_only_when_the_movement_ends():
    b = lay(BLADES, pips=3)
    b.own_bounds[RED] = 4  # a quarter of its square beside: (4/8)^2
    assert look(b, act(Verb.END)) == {"idle": 3.0 * 1.25}


def test_bows_are_wanted_in_range_and_it_is_known_who_stands_in_theirs():
    # Bows shoot 200 paces: from 340 between the fronts no shot, from 190 one. The enemy's bows reach as far.
    b = lay(
        ("bows", "4Bw", RED, *front_at("4Bw", 1500, 1000, "N")),
        ("enemy", "4Bw", BLUE, *front_at("4Bw", 1500, 1340, "S")),
    )
    found = look(b, ahead(b, 0, by=150))
    assert (found["shot"], found["under_fire"]) == (1.0, 1.0)


def test_a_fight_to_be_chosen_is_worth_what_it_brings_on_average():
    b = lay(BLADES, ("spears", "4Sp", BLUE, *front_at("4Sp", 1500, 1000, "S")))
    w = b.weights[RED]
    expected = (19 * w.recoil + 2 * a_loss(w) - 10 * w.recoil) / 36
    assert look(b, act(Verb.FIGHT, 0, 1)) == pytest.approx({"gain": expected})


def test_who_cannot_fall_back_dies_of_being_beaten():
    # Behind the Blades stands a friend who faces another way: they can neither pass nor push it (DBA-RECOIL-4).
    friend = ("friend", "4Bd", RED, 1500, 860, "E")
    b = lay(BLADES, friend, ("spears", "4Sp", BLUE, *front_at("4Sp", 1500, 1000, "S")))
    w = b.weights[RED]
    expected = (19 * w.recoil + 2 * a_loss(w) - 10 * a_loss(w)) / 36
    assert look(b, act(Verb.FIGHT, 0, 1 + 1)) == pytest.approx({"gain": expected})
    b.figures[1].y -= 400.0
    b.figures[1].fx, b.figures[1].fy = 0.0, 1.0
    expected = (19 * w.recoil + 2 * a_loss(w) - 10 * w.recoil) / 36
    assert look(b, act(Verb.FIGHT, 0, 2)) == pytest.approx({"gain": expected})


def test_a_supporter_who_would_die_with_their_friend_is_a_loss_too():
    # Warband, 3 and 1 for the second rank, against 5: they beat Blades, and so kill them, in 10 throws of 36; they are
    # doubled in 2 (1 against 5 or 6), and both ranks die (DBA-SUP-9); in 19 they recoil and push the friend back.
    first = ("first", "3Wb", RED, *front_at("3Wb", 1500, 1000, "N"))
    second = ("second", "3Wb", RED, *front_at("3Wb", 1500, 1000 - 80, "N"))
    b = lay(first, second, ("blades", "4Bd", BLUE, *front_at("4Bd", 1500, 1000, "S")))
    w = b.weights[RED]
    expected = (10 * a_loss(w) - 2 * 2 * a_loss(w) - 19 * w.recoil) / 36
    assert look(b, act(Verb.FIGHT, 0, 2)) == pytest.approx({"gain": expected})


def test_the_worst_enemy_who_can_come_next_bound_is_a_peril():
    # Knights go 300 paces: from 350 they cannot come, from 250 they can. Both have 3. Blades are destroyed whenever
    # they are beaten, by 15 throws of 36, Knights when they are doubled, by 2 (1 against 5 or 6).
    b = lay(BLADES, ("knights", "3Kn", BLUE, *front_at("3Kn", 1500, 1350, "S")))
    assert look(b, ahead(b, 0, by=100))["peril"] == pytest.approx((15 - 2) / 36 * a_loss(b.weights[RED]))
    assert "peril" not in look(b, ahead(b, 0, by=-100))


@pytest.mark.clause("DBA-RECOIL-4")
@pytest.mark.parametrize(("rear", "is_cornered"), [(10, True), (50, False)])
def test_who_cannot_fall_back_stands_in_peril_of_any_defeat(rear: int, is_cornered: bool):
    # Blades at the board's edge go 40 paces ahead and stand 50 from it, so that no recoil of 60 has room; or 90.
    # Spears, who go 200, are 190 off then and were 230. Blades, 5 against 4, are beaten by 10 throws of 36 and doubled
    # by none; they double the Spears by 2.
    blades = ("blades", "4Bd", RED, *front_at("4Bd", 1500, rear + 60, "N"))
    b = lay(blades, ("spears", "4Sp", BLUE, *front_at("4Sp", 1500, rear + 290, "S")))
    found = look(b, ahead(b, 0, by=40))
    if is_cornered:
        assert found["peril"] == pytest.approx((10 - 2) / 36 * a_loss(b.weights[RED]))
    else:
        assert "peril" not in found


@pytest.mark.clause("DBA-FLEE-4")
@pytest.mark.parametrize(("river", "is_trapped"), [(River.ORDINARY, True), (River.PALTRY, False)])
def test_who_would_flee_into_a_river_stands_in_peril(river: River, is_trapped: bool):
    # Light Horse, 2 against the 4 of Spears, would be doubled by 9 throws of 36 and run 700 paces after its recoil:
    # the river is 600 behind it once it is in their reach, 200 paces.
    b = lay(
        ("horse", "2LH", RED, *front_at("2LH", 1500, 1500, "N")),
        ("spears", "4Sp", BLUE, *front_at("4Sp", 1500, 1750, "S")),
        terrain=[(Ground.RIVER, [(0, 1000), (3000, 1000)], 80)],
        river=river.value,
    )
    found = look(b, ahead(b, 0, by=100))
    if is_trapped:
        assert found["peril"] == pytest.approx(9 / 36 * a_loss(b.weights[RED]))
    else:
        assert "peril" not in found


def test_elephants_who_would_trample_a_friend_lose_them_too():
    # Elephants, 4 against foot, and Blades, 3 against mounted. Elephants are beaten by 10 throws of 36, recoil and
    # destroy the Spears behind them (DBA-RECOIL-6); doubled by none. They destroy Blades by doubling them, in 4 (1
    # against 4, 5 or 6 and 2 against 6), and drive them back in 17 more.
    elephants = ("elephants", "El", RED, *front_at("El", 1500, 1000, "N"))
    b = lay(
        elephants, ("spears", "4Sp", RED, 1500, 800, "N"), ("blades", "4Bd", BLUE, *front_at("4Bd", 1500, 1000, "S"))
    )
    w = b.weights[RED]
    expected = (4 * a_loss(w) + 17 * w.recoil - 10 * (w.recoil + a_loss(w))) / 36
    assert look(b, act(Verb.FIGHT, 0, 2)) == pytest.approx({"gain": expected})
