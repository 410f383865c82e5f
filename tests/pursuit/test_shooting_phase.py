"""The Shooting Phase: order, arcs, range, sight, cover, over the shoulder; and arcs and sight against Shapely."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon, box

from pursuit.street import HIT, ORDER, SAVE, WOUND, Chase, building, gargoyle, ruin, scout
from sandtable.games.pursuit.record import Phase, Verb
from sandtable.games.pursuit.rules import shooting
from sandtable.kernel.discs import disc_of
from sandtable.kernel.log import Kind

AWAY = gargoyle(58, 1)
"""A Gargoyle that looks at the Arrival, out of everybody's range."""


def shooting_at(*targets: dict, me: dict | None = None, city: tuple = (), **options: str) -> Chase:  # type: ignore[type-arg]
    return Chase([me or scout(20, 18)], list(targets), list(city), phase="shooting", **options)


class TestTargets:
    """Examples 18 and 19."""

    @pytest.mark.clause("PURS-SHO-2", "PURS-SHO-3", "PURS-SHO-13", "PURS-SHO-15", "PURS-SHO-16", "PURS-SEQ-4")
    def test_arc_range_and_twin_linked(self) -> None:
        chase = shooting_at(gargoyle(30, 28), gargoyle(25, 24), gargoyle(31, 20), gargoyle(33.74, 18))
        assert chase.b.active == 0 or chase.b.active > 0
        while chase.b.active != 0:
            chase.play(Verb.HOLD, int(chase.b.active))
        assert chase.reasons(Verb.SHOOT, 0, target=1, item=0) == []  # 45.0 degrees
        assert chase.reasons(Verb.SHOOT, 0, target=2, item=0) == ["NOT_IN_ARC"]  # 50.2
        assert chase.reasons(Verb.SHOOT, 0, target=4, item=1) == ["OUT_OF_RANGE"]  # the pistol: 12.49
        assert shooting.shots_at(chase.b, 0, 0, disc_of(chase.b.figures[4])) == 1
        assert chase.reasons(Verb.SHOOT, 0, target=0, item=0) == ["IS_A_FRIEND"]
        assert chase.reasons(Verb.SHOOT, 0, target=1, item=2) == ["NO_SUCH_WEAPON"]
        dice = [(HIT, 2), (HIT, 4), (HIT, 5), (WOUND, 3), (WOUND, 1)]
        chase.play(Verb.SHOOT, 0, *dice, target=3, item=0)
        assert not chase.lives(3) and "IS_KILLED" in chase.told(Kind.OUTCOME)

    @pytest.mark.clause("PURS-SHO-2")
    def test_house_rule_any_part_in_the_arc(self) -> None:
        for option, reasons in (("centre", ["NOT_IN_ARC"]), ("any_part", [])):
            chase = shooting_at(gargoyle(25, 23.5), gargoyle(40, 18, 180), arc_to=option)
            while chase.b.active != 0:
                chase.play(Verb.HOLD, int(chase.b.active))
            assert chase.reasons(Verb.SHOOT, 0, target=1, item=0) == reasons

    @pytest.mark.clause("PURS-SHO-4", "PURS-LIST-5")
    def test_over_the_shoulder_with_bs_3(self) -> None:
        veteran = scout(20, 18, profile="scout_rider_veteran", weapon="storm_rifle")
        chase = shooting_at(gargoyle(9, 18, 180), me=veteran)
        assert chase.reasons(Verb.SHOOT, 0, target=1, item=0) == ["NOT_IN_ARC"]  # the bike's bolters
        assert chase.reasons(Verb.SHOOT, 0, target=1, item=1) == ["NOT_IN_ARC"]  # the issue pistol is not bought
        chase.play(Verb.SHOOT, 0, (HIT, 3), (HIT, 4), (WOUND, 1), target=1, item=2)  # 4+ each
        chase = shooting_at(gargoyle(31, 18), me=veteran)
        while chase.b.active != 0:
            chase.play(Verb.HOLD, int(chase.b.active))
        chase.play(Verb.SHOOT, 0, (HIT, 3), (HIT, 2), (WOUND, 1), target=1, item=2)  # ahead 3+

    @pytest.mark.clause("PURS-SHO-5", "PURS-SHO-15")
    def test_one_weapon_unless_the_sergeant_may_fire_both(self) -> None:
        veteran = scout(20, 18, profile="scout_rider_veteran", weapon="storm_rifle")
        for option, again in (("no", False), ("yes", True)):
            chase = shooting_at(gargoyle(29, 18), me=veteran, sergeant_fires_both=option)
            chase.play(Verb.HOLD, 1) if chase.b.active == 1 else None
            chase.play(Verb.SHOOT, 0, (HIT, 1), (HIT, 1), target=1, item=2)
            assert (chase.b.phase == Phase.SHOOTING and chase.b.active == 0) == again
            if again:
                assert chase.reasons(Verb.SHOOT, 0, target=1, item=2) == ["HAS_FIRED"]
                chase.play(Verb.SHOOT, 0, *[(HIT, 1)] * 4, target=1, item=0)

    @pytest.mark.clause("PURS-SHO-5", "PURS-SHO-8")
    def test_a_weapon_that_one_has_fired_is_still_the_next_ones(self) -> None:
        chase = Chase([scout(20, 18), scout(19, 14)], [gargoyle(31, 16, 0)], phase="shooting")
        chase.play(Verb.HOLD, 2) if chase.b.active == 2 else None
        chase.play(Verb.SHOOT, 0, *[(HIT, 1)] * 4, target=2, item=0)
        assert (chase.b.phase, chase.b.active) == (Phase.SHOOTING, 1)
        chase.play(Verb.SHOOT, 1, *[(HIT, 1)] * 4, target=2, item=0)

    @pytest.mark.clause("PURS-SHO-5", "PURS-SHO-4")
    def test_a_sergeant_who_has_fired_the_only_weapon_that_reaches_is_asked_no_more(self) -> None:
        """The Gargoyle is behind the shooter: the extra weapon alone shoots over the shoulder, and once."""
        veteran = scout(20, 18, profile="scout_rider_veteran", weapon="storm_rifle")
        chase = shooting_at(gargoyle(9, 18, 180), me=veteran, sergeant_fires_both="yes")
        chase.play(Verb.SHOOT, 0, (HIT, 1), (HIT, 1), target=1, item=2)
        assert chase.b.phase != Phase.SHOOTING

    @pytest.mark.clause("PURS-SHO-1", "PURS-DIF-13")
    def test_who_accelerated_does_not_shoot_who_is_stopped_may(self) -> None:
        fast = shooting_at(gargoyle(31, 18), me=scout(20, 18, accelerated=True))
        assert fast.b.phase == Phase.PURSUIT
        stuck = shooting_at(gargoyle(31, 18), me=scout(20, 18, stopped="P0"), city=(ruin(1, 18, 16, 22, 20),))
        assert stuck.b.phase == Phase.SHOOTING and stuck.b.active == 0

    @pytest.mark.clause("PURS-SHO-9", "C40-SHOOT-13")
    def test_fighters_neither_shoot_nor_are_shot_at(self) -> None:
        chase = Chase([scout(20, 18), scout(30, 18)], [gargoyle(31.25, 18), AWAY], phase="shooting")
        assert chase.b.phase == Phase.PURSUIT or chase.b.active != 0
        assert not shooting.may_shoot(chase.b, 1) and not shooting.is_target(chase.b, 0, 2)

    @pytest.mark.clause("PURS-SHO-9")
    def test_whoever_touches_an_enemy_is_no_target_and_a_tenth_of_an_inch_away_they_are(self) -> None:
        """Bases of 0.75 and 0.5 touch where their middles are 1.25 apart; the other Gargoyle is shot at anyway."""
        for x, reasons in ((31.25, ["TARGET_FIGHTS"]), (31.35, [])):
            chase = Chase([scout(20, 18), scout(30, 18)], [gargoyle(x, 18), gargoyle(28, 20)], phase="shooting")
            while chase.b.active != 0:
                chase.play(Verb.HOLD, int(chase.b.active))
            assert chase.reasons(Verb.SHOOT, 0, target=2, item=0) == reasons


class TestOrder:
    """Who shoots first."""

    @pytest.mark.clause("PURS-SHO-6", "PURS-SEQ-1")
    def test_the_phase_begins_with_the_foremost_who_sees_somebody_not_with_who_moved_last(self) -> None:
        chase = Chase([scout(20, 18), scout(14, 18)], [gargoyle(26, 18)], phase="movement")
        chase.play(Verb.STAY, 2).play(Verb.STAY, 0).play(Verb.STAY, 1)
        assert (chase.b.phase, chase.b.active) == (Phase.SHOOTING, 0)

    @pytest.mark.clause("PURS-SHO-6", "PURS-SHO-8")
    def test_the_foremost_first_and_the_dead_do_not_shoot(self) -> None:
        chase = Chase([scout(20, 18), scout(14, 18)], [gargoyle(26, 18, 180), AWAY], phase="shooting")
        assert chase.b.active == 2
        chase.play(Verb.HOLD, 2)
        assert chase.b.active == 0
        chase.play(Verb.SHOOT, 0, (HIT, 6), (HIT, 6), (WOUND, 6), (WOUND, 1), target=2, item=0)
        assert not chase.lives(2) and chase.b.phase == Phase.PURSUIT  # the second Scout sees nobody any more

    @pytest.mark.clause("PURS-SHO-7")
    def test_in_doubt_initiative_then_a_die(self) -> None:
        slow = scout(20, 30, profile="lance_rider", weapon="")  # Initiative 3 against 4
        chase = Chase([slow], [gargoyle(20.25, 22, 90)], phase="shooting")
        assert chase.b.active == 1
        tied = Chase([scout(20, 30, -90)], [gargoyle(20.25, 22, 90)], phase="shooting", dice=[(ORDER, 5), (ORDER, 2)])
        assert tied.b.active == 0


class TestSightAndCover:
    """What lies between."""

    @pytest.mark.clause("PURS-SHO-10", "PURS-SHO-11", "PURS-GEN-1")
    @pytest.mark.parametrize(
        ("piece", "fourth", "fifth"),
        [
            (ruin(1, 23, 16, 27, 20), True, True),
            (ruin(2, 23, 16, 27, 20), False, True),
            (ruin(3, 23, 16, 27, 20), False, True),
            (building(23, 16, 27, 20), False, False),
        ],
    )
    def test_by_size_and_edition(self, piece: dict, fourth: bool, fifth: bool) -> None:  # type: ignore[type-arg]
        for edition, seen in (("4", fourth), ("5", fifth)):
            chase = shooting_at(gargoyle(30, 18, 90), city=(piece,), edition=edition)
            assert (chase.b.phase == Phase.SHOOTING) == seen

    @pytest.mark.clause("PURS-SHO-10")
    def test_within_a_size_2_ruin_up_to_six_inches(self) -> None:
        for x, seen in ((29.9, True), (30.1, False)):
            chase = shooting_at(gargoyle(x, 18, 90), city=(ruin(2, 24, 14, 34, 22),))
            assert (chase.b.phase == Phase.SHOOTING) == seen

    @pytest.mark.clause("PURS-SHO-12", "C40-SAVE-4")
    def test_cover_of_ruins(self) -> None:
        for piece in (ruin(1, 23, 16, 27, 20), ruin(1, 28, 16, 33, 20)):  # crossed, or stood in
            chase = shooting_at(gargoyle(30, 18, 90), city=(piece,))
            dice = [(HIT, 6), (HIT, 6), (WOUND, 6), (SAVE, 4), (WOUND, 6), (SAVE, 4)]
            assert chase.play(Verb.SHOOT, 0, *dice, target=1, item=0).lives(1)


place = st.floats(-8, 8).map(lambda v: round(v * 64) / 64)


@pytest.mark.clause("PURS-SHO-2")
@pytest.mark.parametrize("arc_to", ["centre", "any_part"])
@given(apart=st.floats(1.3, 3), bearing=st.integers(0, 359), heading=st.integers(0, 359))
def test_arcs_against_shapely(arc_to: str, apart: float, bearing: int, heading: int) -> None:
    """The arc as a triangle of 90 degrees, longer than any table: a centre lies in it, or a base reaches into it."""
    x, y = apart * math.cos(math.radians(bearing)), apart * math.sin(math.radians(bearing))
    chase = ARCS[arc_to]
    figure = chase.b.figures[0]
    figure.fx, figure.fy = math.cos(math.radians(heading)), math.sin(math.radians(heading))
    sides = [math.radians(heading + side) for side in (-45, 45)]
    arc = Polygon([(0, 0), *((200 * math.cos(side), 200 * math.sin(side)) for side in sides)])
    centre, radius = Point(x, y), 0.5 if arc_to == "any_part" else 0.0
    assume(abs(arc.boundary.distance(centre) - radius) > 0.05)
    target = disc_of(chase.b.figures[1])._replace(x=20 + x, y=18 + y)
    assert bool(shooting.is_in_arc(chase.b, 0, target)) is (arc.distance(centre) <= radius)


@pytest.mark.clause("PURS-SHO-10", "PURS-SHO-11")
@pytest.mark.parametrize("edition", ["4", "5"])
@given(x=place, y=place)
def test_a_building_and_a_ruin_in_the_way_against_shapely(edition: str, x: float, y: float) -> None:
    """A building blocks in both editions, a ruin of size 3 in the 4th alone."""
    from sandtable.games.skirmish40k.rules.sight import is_in_sight

    line, house, rubble = LineString([(20, 18), (30 + x, 18 + y)]), box(24, 16, 28, 20), box(24, 21, 28, 26)
    blocking = [house, rubble] if edition == "4" else [house]
    assume(all(line.intersects(one.buffer(-0.02)) or not line.intersects(one.buffer(0.02)) for one in blocking))
    expected = not any(line.intersects(one.buffer(-0.02)) for one in blocking)
    assert bool(is_in_sight(STREET[edition].b, 20.0, 18.0, 30.0 + x, 18.0 + y)) is expected


ARCS = {to: Chase([scout(20, 18)], [AWAY], phase="movement", arc_to=to) for to in ("centre", "any_part")}
STREET = {
    edition: Chase(
        [scout(20, 18)], [AWAY], [building(24, 16, 28, 20), ruin(3, 24, 21, 28, 26)], phase="movement", edition=edition
    )
    for edition in ("4", "5")
}
