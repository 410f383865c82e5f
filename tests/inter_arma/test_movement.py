"""Movement: modes, fatigue, reductions, what is in the way, groups, posture, leaving; initiative and sequence."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

import sandtable
from inter_arma.field import (
    CRAWL,
    DIRECTION,
    FAR,
    FATIGUE,
    INITIATIVE,
    RUN,
    WALK,
    Field,
    armored,
    knight,
    man,
    rider,
    skirmisher,
)
from sandtable.games.inter_arma.clauses import Clause
from sandtable.games.inter_arma.record import Phase, Verb
from sandtable.kernel.log import Kind
from sandtable.translation import speaking

HEAVY = {"kind": "heavy_wood", "box": [0, 0, 120, 50]}


@pytest.mark.clause(
    "IA-INIT-1", "IA-INIT-2", "IA-INIT-3", "IA-INIT-4", "IA-INIT-7", "IA-INTRO-3", "IA-INTRO-4", "IA-SEQ-1"
)
def test_three_sides_throw_and_the_equal_ones_throw_again() -> None:
    """Example 1: A 4, B 4, C 2; A and B throw again: 1 and 6. B, A, C."""
    dice = [(INITIATIVE, v) for v in (4, 4, 2, 1, 6)]
    field = Field(
        [man(10, 10)], [man(50, 50)], third=[man(90, 10)], phase="turn", dice=dice, case={"initiative": "dice"}
    )
    assert list(field.b.order[:3]) == [1, 0, 2] and field.side() == 1


@pytest.mark.clause("IA-INIT-5", "IA-INIT-6", "IA-SEQ-5", "IA-SEQ-2", "IA-MOVE-3", "IA-SEQ-7", "IA-SEQ-10")
def test_the_scenario_says_who_moves_first_and_that_lasts() -> None:
    field = Field([man(10, 10)], phase="turn")
    assert field.side() == 0 and field.b.phase == Phase.MOVEMENT
    field.done()
    assert field.side() == 1
    field.done()
    assert (field.b.turn, field.side()) == (2, 0)


@pytest.mark.clause("IA-SEQ-5")
def test_house_rule_initiative_every_turn() -> None:
    field = Field([man(10, 10)], initiative="rolled_each_turn")
    field.done().done(dice=[(INITIATIVE, 2), (INITIATIVE, 5)])
    assert (field.b.turn, field.side()) == (2, 1)


@pytest.mark.parametrize(
    ("figure", "walk", "run", "crawl"),
    [
        pytest.param(man(30, 40), 8, 12, 4, marks=pytest.mark.clause("IA-MOVE-4", "IA-MOVE-1", "IA-CLASS-6")),
        pytest.param(armored(30, 40), 7, 11, 4, marks=pytest.mark.clause("IA-MOVE-5", "IA-MOVE-17")),
        pytest.param(skirmisher(30, 40), 12, 16, 6, marks=pytest.mark.clause("IA-MOVE-6", "IA-CLASS-8")),
        pytest.param(rider(30, 40), 0, 20, 0, marks=pytest.mark.clause("IA-MOVE-7")),
        pytest.param(knight(30, 40), 0, 18, 0, marks=pytest.mark.clause("IA-MOVE-8")),
        pytest.param(man(30, 40, "N", "eastern armour"), 8, 12, 4, marks=pytest.mark.clause("IA-MOVE-18")),
        pytest.param(man(30, 40, klass="conscript"), 8, 12, 4, marks=pytest.mark.clause("IA-CLASS-2", "IA-CLASS-4")),
    ],
)
def test_the_movement_table(figure: dict, walk: float, run: float, crawl: float) -> None:  # type: ignore[type-arg]
    field = Field([figure])
    for mode, far in ((WALK, walk), (RUN, run), (CRAWL, crawl)):
        assert field.farthest(0, "E", mode) == pytest.approx(far, abs=0.011)
        assert field.farthest(0, 37.0, mode) == pytest.approx(far, abs=0.011)


@pytest.mark.clause("IA-MOVE-9", "IA-MOVE-29")
def test_any_way_any_facing_but_one_mode() -> None:
    field = Field([man(30, 40)])
    field.move(0, (34, 44), via=[(34, 40)], facing="W")
    assert field.at(0) == (34, 44) and field.b.figures[0].fx == -1.0
    assert field.side() == 1


@pytest.mark.clause("IA-MOVE-10", "IA-MOVE-11", "IA-MOVE-16", "IA-MOVE-21", "IA-MOVE-26", "IA-MOVE-34", "IA-MOVE-35")
@pytest.mark.parametrize(("die", "far"), [(1, 4.0), (2, 0.0), (3, 8.0), (5, 8.0)])
def test_a_regular_runs_uphill_in_turn_3(die: int, far: float) -> None:
    """Example 2."""
    field = Field([man(30, 36)], ground=[{"kind": "hill", "disc": [30, 50, 15]}], turn=3)
    assert field.cannot_move(0, (30, 40), RUN) == ["DECLARE_FIRST"]
    field.play(Verb.DECLARE, 0, dice=[(FATIGUE, die)], mode=RUN)
    assert field.told(Kind.OUTCOME) == [{1: "IS_SLOWED", 2: "TIRES"}.get(die, "KEEPS_ITS_PACE")]
    assert field.farthest(0, "N", RUN) == pytest.approx(far, abs=0.011)
    assert field.cannot_move(0, (30, 37), WALK) == [["HAS_DECLARED_RUN"], ["IS_TIRED"]][die == 2]
    field.play(Verb.STAND, 0, facing="E")
    assert field.b.figures[0].fx == 1.0


@pytest.mark.clause("IA-MOVE-10", "IA-MOVE-13", "IA-MOVE-14", "IA-MOVE-15")
def test_who_throws_for_fatigue() -> None:
    assert Field([man(30, 40)], turn=1).cannot_move(0, (30, 50), RUN) == []
    late = Field([man(30, 40)], turn=2)
    assert late.cannot_move(0, (30, 48), WALK) == [] and late.cannot_move(0, (30, 43), CRAWL) == ["DECLARE_FIRST"]
    assert late.reasons(Verb.DECLARE, 0, mode=WALK) == ["WALKING_IS_EASY"]
    assert Field([man(30, 40)], turn=2, crawl_fatigue="no").cannot_move(0, (30, 43), CRAWL) == []
    assert Field([rider(30, 40)], turn=2).cannot_move(0, (30, 60), RUN) == []
    tired = Field([rider(30, 40)], turn=2, cavalry_fatigue="as_infantry")
    tired.play(Verb.DECLARE, 0, dice=[(FATIGUE, 1)], mode=RUN)
    assert tired.farthest(0, "N", RUN) == pytest.approx(10, abs=0.011)


@pytest.mark.clause("IA-MOVE-11")
def test_the_odds_of_fatigue_are_told_of_one_and_of_how_many_of_a_group() -> None:
    """One of six halves a regular's move and one stops it.

    Of two nobody tires in 4 times 4 of 36; nobody is stopped in 5 times 5, in 9 of which somebody is slowed; so in the
    other 11 somebody is stopped.
    """
    battle = sandtable.new("inter-arma", scenario="ford", seed=1)
    while battle.record.turn < 2:
        battle.play("done")
    side = "ABs"[battle.record.figures[0].side]
    alone, together = battle.odds(f"declare {side}2 mode run"), battle.odds(f"declare {side}2 {side}3 mode run")
    assert [(outcome.probability, outcome.text.split(") ")[1]) for outcome in alone.outcomes] == [
        (Fraction(2, 3), "does not tire."),
        (Fraction(1, 6), "tires and moves half as far."),
        (Fraction(1, 6), "is too tired to move."),
    ]
    assert {outcome.text: 36 * outcome.probability for outcome in together.outcomes} == {
        "Nobody tires.": 16,
        "All go, somebody half as far.": 9,
        "Somebody is too tired to move.": 11,
    }
    with speaking("ru"):
        ours = battle.odds(f"declare {side}2 {side}3 mode run").outcomes
    assert {outcome.text: 36 * outcome.probability for outcome in ours} == {
        "Никто не устал.": 16,
        "Пойдут все, кто-то — вдвое меньше.": 9,
        "Кто-то слишком устал, чтобы двинуться.": 11,
    }


@pytest.mark.clause("IA-MOVE-11", "IA-MOVE-26")
def test_the_next_turn_is_a_new_one() -> None:
    """Half a run in turn 2, and in turn 3 a whole walk."""
    field = Field([man(30, 40)], turn=2).play(Verb.DECLARE, 0, dice=[(FATIGUE, 1)], mode=RUN)
    field.move(0, (30, 46), RUN).done()
    assert field.b.turn == 3 and field.farthest(0, "N") == pytest.approx(8, abs=0.011)


@pytest.mark.clause("IA-MOVE-12")
@pytest.mark.parametrize(("die", "far"), [(1, 16.0), (2, 0.0)])
def test_skirmishers_do_not_halve(die: int, far: float) -> None:
    field = Field([skirmisher(30, 40)], turn=2).play(Verb.DECLARE, 0, dice=[(FATIGUE, die)], mode=RUN)
    assert field.farthest(0, "N", RUN) == pytest.approx(far, abs=0.011)


@pytest.mark.clause("IA-MOVE-16", "IA-MOVE-33")
def test_a_group_throws_one_by_one_or_by_house_rule_once() -> None:
    field = Field([man(30, 40), man(34, 40), man(60, 40, squad="two")], turn=2)
    field.play(Verb.DECLARE, 0, 1, dice=[(FATIGUE, 2), (FATIGUE, 3)], mode=RUN)
    assert [field.farthest(i, "N", RUN) for i in (0, 1)] == [0.0, 12.0]
    assert field.cannot_move(2, (60, 44)) == ["OTHERS_GO_FIRST"]
    house = Field([man(30, 40), man(34, 40)], turn=2, fatigue_per="group")
    house.play(Verb.DECLARE, 0, 1, dice=[(FATIGUE, 1)], mode=RUN)
    assert [house.farthest(i, "N", RUN) for i in (0, 1)] == [6.0, 6.0]


@pytest.mark.clause("IA-MOVE-19", "IA-MOVE-20", "IA-MOVE-23", "IA-MOVE-24", "IA-MOVE-26", "IA-NIGHT-1", "IA-TABLE-6")
@pytest.mark.parametrize(("die", "far"), [(1, 5.0), (2, 0.0)])
def test_everything_at_once(die: int, far: float) -> None:
    """Example 3: 16 - 4 - 3 - 2 - 2 = 5."""
    field = Field(
        [skirmisher(30, 20, "N", shot_last=True)], ground=[HEAVY], turn=2, case={"night_until": 8}
    )  # fmt: skip
    field.play(Verb.HEAD, 0, dice=[(DIRECTION, 3), (DIRECTION, 4)], facing="N")
    field.play(Verb.DECLARE, 0, dice=[(FATIGUE, die)], mode=RUN)
    assert field.farthest(0, "N", RUN, amount=1) == pytest.approx(far, abs=0.011)


@pytest.mark.clause("IA-MOVE-19", "IA-MOVE-23", "IA-RAIN-1", "IA-NIGHT-1", "IA-MOVE-20")
def test_crawling_in_dark_rain_and_wood() -> None:
    """Example 4: 4 - 1 = 3."""
    field = Field([armored(30, 20)], ground=[HEAVY], case={"night_until": 8, "rain": True})
    field.play(Verb.HEAD, 0, dice=[(DIRECTION, 3), (DIRECTION, 4)], facing="N")
    assert field.farthest(0, "N", CRAWL) == pytest.approx(3.0, abs=0.011)
    field.move(0, (30, 23), CRAWL)
    assert field.b.figures[0].lying == 1


@pytest.mark.clause("IA-MOVE-23", "IA-MOVE-27", "IA-TABLE-6")
def test_heavy_wood_costs_3_on_entering_it_too() -> None:
    wood = [{"kind": "heavy_wood", "box": [0, 42, 120, 60]}]
    assert Field([man(30, 40)], ground=wood).farthest(0, "N") == pytest.approx(5.0, abs=0.011)
    assert Field([man(30, 36)], ground=wood).farthest(0, "N") == pytest.approx(6.0, abs=0.02)  # to its edge
    assert Field([man(30, 41)], ground=wood).farthest(0, "N", CRAWL) == pytest.approx(4.0, abs=0.011)
    light = [{**wood[0], "kind": "wood"}]
    assert Field([man(30, 40)], ground=light).farthest(0, "N") == 8.0


@pytest.mark.clause("IA-MOVE-20", "IA-CRAWL-8", "IA-MOVE-27")
def test_getting_up_and_lying_down_cost_2_each() -> None:
    field = Field([man(30, 40, lying=True)])
    assert field.farthest(0, "N", WALK) == pytest.approx(6.0, abs=0.011)
    assert field.farthest(0, "N", WALK, amount=1) == pytest.approx(4.0, abs=0.011)
    assert field.farthest(0, "N", CRAWL) == pytest.approx(4.0, abs=0.011)
    field.move(0, (30, 40), WALK)
    assert field.b.figures[0].lying == 0


@pytest.mark.clause("IA-MOVE-21", "IA-MOVE-22", "IA-MOVE-27", "IA-TABLE-8")
def test_uphill_costs_4_once_and_downhill_nothing() -> None:
    hill = [{"kind": "hill", "disc": [60, 45, 15]}]
    assert Field([man(46, 45)], ground=hill).farthest(0, "E") == pytest.approx(4.0, abs=0.011)
    assert Field([man(44, 45)], ground=hill).farthest(0, "E") == pytest.approx(4.0, abs=0.011)  # enters it at 1 cm
    assert Field([man(46, 45)], ground=hill).farthest(0, "W") == pytest.approx(8.0, abs=0.011)
    assert Field([man(44, 45)], ground=hill).farthest(0, "E", CRAWL) == pytest.approx(1.0, abs=0.02)  # to its foot
    crawler = Field([man(46, 45)], ground=hill)
    assert crawler.cannot_move(0, (48, 45), CRAWL) == ["NOT_CRAWLING_UPHILL"]
    fence = [{"kind": "low", "line": [[45, 30], [45, 60]]}]
    for ground, cited in ((hill, "MOVE_21"), (fence, "MOVE_22")):  # uphill, and over a fence
        field = Field([man(44, 45)], ground=ground)
        log = field.judged(field.action(Verb.MOVE, 0, to=(47, 45), mode=CRAWL))
        assert [Clause(int(e.clause)).name for e in log.entries[: log.n] if e.kind == Kind.REASON] == [cited]
    free = Field([man(46, 45)], ground=hill, no_crawling_means="unreduced")
    assert free.farthest(0, "E", CRAWL) == pytest.approx(4.0, abs=0.011)
    over = Field([man(30, 45)], ground=[{"kind": "low", "line": [[32, 30], [32, 60]]}], no_crawling_means="unreduced")
    assert over.farthest(0, "E", CRAWL) == pytest.approx(4.0, abs=0.011)


@pytest.mark.clause("IA-MOVE-22", "IA-MOVE-27", "IA-TABLE-9")
def test_each_low_obstacle_costs_5() -> None:
    fence = [{"kind": "low", "line": [[32, 30], [32, 60]]}, {"kind": "low", "line": [[34, 30], [34, 60]]}]
    field = Field([man(30, 45)], ground=fence[:1])
    assert field.farthest(0, "E") == pytest.approx(3.0, abs=0.011)
    assert field.cannot_move(0, (32.5, 45), CRAWL) == ["NOT_CRAWLING_OVER"]
    assert Field([man(30, 45)], ground=fence).farthest(0, "E") == pytest.approx(3.0, abs=0.011)  # not both: 8 - 10
    assert Field([rider(30, 45)], ground=fence).farthest(0, "E", RUN) == pytest.approx(10.0, abs=0.011)
    far = Field([man(26, 45)], ground=fence[:1])
    assert far.farthest(0, "E") == pytest.approx(5.94, abs=0.05)  # 8 - 5 is less than 6: before the fence
    assert Field([man(32, 45)], ground=fence[:1]).farthest(0, "E") == 8.0  # on it: that was paid


@pytest.mark.clause("IA-MOVE-22", "IA-TABLE-12", "IA-TABLE-14")
def test_a_stream_costs_5_on_entering_and_a_bridge_nothing() -> None:
    wet = [{"kind": "stream", "box": [0, 42, 120, 45]}, {"kind": "open", "box": [56, 42, 64, 45]}]
    assert Field([man(30, 41)], ground=wet).farthest(0, "N") == pytest.approx(3.0, abs=0.011)
    assert Field([man(30, 43)], ground=wet).farthest(0, "N") == pytest.approx(8.0, abs=0.011)
    assert Field([man(60, 41)], ground=wet).farthest(0, "N") == pytest.approx(8.0, abs=0.011)
    trees = [*wet, {"kind": "heavy_wood", "box": [32, 40, 50, 50]}]
    assert Field([man(30, 43)], ground=trees).farthest(0, "E") == pytest.approx(5.0, abs=0.02)  # 8 - 3: it stays in it


@pytest.mark.clause("IA-MOVE-22")
def test_getting_on_and_off_a_ship_costs_5() -> None:
    ship = [{"kind": "ship", "box": [31, 30, 50, 60]}]
    assert Field([man(30, 45)], ground=ship).farthest(0, "E") == pytest.approx(3.0, abs=0.011)
    assert Field([man(32, 45)], ground=ship).farthest(0, "W") == pytest.approx(3.0, abs=0.011)


@pytest.mark.clause("IA-MOVE-24")
def test_house_rule_the_target_is_slowed() -> None:
    field = Field([man(30, 40, shot_last=True)], shot_slowdown="target")
    assert field.farthest(0, "N") == 8.0
    slowed = Field([man(30, 40)], shot_slowdown="target", more=[(0, "target_last", 1)])
    assert slowed.farthest(0, "N") == 6.0
    assert Field([man(30, 40, shot_last=True)]).farthest(0, "N") == 6.0


@pytest.mark.clause("IA-MOVE-26")
def test_reductions_never_make_a_move_less_than_nothing() -> None:
    field = Field([armored(30, 20, lying=True, shot_last=True)], ground=[HEAVY], case={"night_until": 5, "rain": True})
    field.play(Verb.HEAD, 0, dice=[(DIRECTION, 3), (DIRECTION, 4)], facing="N")
    assert field.farthest(0, "N", WALK) == 0.0


@pytest.mark.clause("IA-MOVE-30", "IA-TABLE-10", "IA-TABLE-3")
def test_what_is_in_the_way() -> None:
    house = [{"kind": "building", "box": [34, 30, 50, 60]}]
    field = Field([man(30, 45), man(30, 48)], [man(20, 46.5)], ground=house)
    assert field.farthest(0, "E") == pytest.approx(3.0, abs=0.02)
    assert field.cannot_move(0, (31, 48.5)) == ["STANDS_THERE"]
    assert field.cannot_move(0, (30, 51)) == []  # past a friend
    assert field.farthest(0, "W") == pytest.approx(8.0, abs=0.02)
    assert Field([man(3, 45)]).cannot_move(0, (0.9, 45)) == ["GROUND_IN_THE_WAY"]


@pytest.mark.clause("IA-MOVE-30", "IA-MOVE-31")
def test_contact_ends_a_move_and_holds() -> None:
    field = Field([man(30, 40)], [man(30, 46)])
    assert field.cannot_move(0, (30, 44.5)) == ["CONTACT_ENDS"]
    assert field.cannot_move(0, (31.95, 47)) == ["CONTACT_ENDS"]  # it would pass by within 0.1 cm
    field.move(0, (30, 44))
    assert field.told().count("REACHES") == 1
    assert field.cannot_move(1, (30, 50)) == ["IS_IN_CONTACT"]


@pytest.mark.clause("IA-MOVE-30", "IA-WOUND-12")
def test_wounded_figures_do_not_block() -> None:
    field = Field([man(30, 40)], [man(30, 44, wounded=True), FAR])
    assert field.cannot_move(0, (30, 44.5)) == []


@pytest.mark.clause("IA-MOVE-32")
def test_leaving_by_the_own_edge_only() -> None:
    field = Field([man(30, 6), man(118, 45)])
    assert field.reasons(Verb.LEAVE, 1, to=(119, 45)) == ["NOT_THE_EDGE"]
    field.play(Verb.LEAVE, 0, to=(30, 1))
    assert field.state(0) == "withdrawn"


@pytest.mark.clause("IA-MOVE-33")
def test_a_group_goes_at_once_and_each_stops_alone() -> None:
    field = Field([man(30, 40), man(33, 40), man(36, 40), man(33, 43)], [man(36, 45)])
    field.play(Verb.MOVE, 0, 1, 2, 3, to=(30, 48), mode=WALK)
    assert field.at(0) == (30, 48) and field.at(1) == (33, 48) and field.at(3) == (33, 51)
    assert field.at(2) == pytest.approx((36, 43), abs=0.001)


@pytest.mark.clause("IA-MOVE-29", "IA-MOVE-30", "IA-MOVE-33")
def test_one_of_a_group_stops_on_its_last_leg_short_of_a_friend() -> None:
    """North to y = 44, then west: where the second would end a friend stands; it stops on the leg, 2 cm short."""
    field = Field([man(30, 40), man(34, 40), man(30, 44, squad="two")])
    field.play(Verb.MOVE, 0, 1, to=(26, 44), via=[(30, 44)], mode=WALK)
    assert field.at(0) == (26, 44) and field.at(1) == (32, 44)


@pytest.mark.clause("IA-MOVE-26", "IA-MOVE-30", "IA-MOVE-33")
def test_one_of_a_group_who_stops_before_its_last_leg_stops_there_too() -> None:
    """In the wood 8 - 3 = 5 cm take the second to (34, 45); a friend at (34, 46) has it stop at (34, 44), 1 cm before.

    It goes back by sixteenths of what it has gone of that leg: 5 x 12/16 = 3.75 is the first that leaves 2 cm.
    """
    wood = [{"kind": "heavy_wood", "box": [33, 30, 40, 60]}]
    field = Field([man(30, 40), man(34, 40), man(34, 46, squad="two")], ground=wood)
    field.play(Verb.MOVE, 0, 1, to=(31, 47), via=[(30, 47)], mode=WALK)
    assert field.at(0) == (31, 47) and field.at(1) == (34, 43.75)


@pytest.mark.clause("IA-MOVE-31", "IA-MOVE-29", "IA-GOAL-8")
def test_contact_at_a_corner_of_the_way_ends_it_there() -> None:
    """0.05 cm off an enemy at (30, 46) it may not turn aside and go on; past a civilian, or beyond 0.1 cm, it may."""
    for y, klass, why in ((43.95, "regular", ["CONTACT_ENDS"]), (43.85, "regular", []), (43.95, "civilian", [])):
        field = Field([man(30, 40)], [man(30, 46, klass=klass), FAR])
        assert field.cannot_move(0, (33, 42), via=[(30, y)]) == why
    assert Field([man(30, 40, klass="civilian")], [man(30, 46)]).cannot_move(0, (33, 42), via=[(30, 43.95)]) == []
    group = Field([man(30, 40), man(26, 40)], [man(30, 46), FAR])
    group.play(Verb.MOVE, 0, 1, to=(33, 42), via=[(30, 43.95)], mode=WALK)
    assert group.at(0) == pytest.approx((30, 43.95), abs=0.001) and group.at(1) == (29, 42)


@pytest.mark.clause("IA-MOVE-9", "IA-MOVE-16", "IA-MOVE-34", "IA-RANGED-25")
@pytest.mark.parametrize(("die", "why"), [(1, "HAS_RUN"), (3, "HAS_RUN"), (2, None)])
def test_who_has_declared_a_run_has_run_even_if_they_stay(die: int, why: str | None) -> None:
    """A bow is not shot after a run; who is too tired to run has stood still."""
    field = Field([man(30, 40, "N", "bow"), man(60, 40, "N", "bow")], [man(30, 50, "S"), man(60, 50, "S")], turn=2)
    field.play(Verb.DECLARE, 0, dice=[(FATIGUE, die)], mode=RUN)
    field.play(Verb.STAND, 0).done().done()
    assert field.b.phase == Phase.SHOOTING
    assert field.reasons(Verb.SHOOT, 0, target=2) == ([why] if why else [])
    assert field.reasons(Verb.SHOOT, 1, target=3) == []


@pytest.mark.clause("IA-MOVE-20", "IA-MOVE-34", "IA-CRAWL-8")
def test_who_has_declared_to_crawl_lies_even_if_they_stay() -> None:
    field = Field([man(30, 40), man(60, 40), man(65, 40)], [man(100, 80, "N")], turn=2)
    field.play(Verb.DECLARE, 0, 1, dice=[(FATIGUE, 3), (FATIGUE, 2)], mode=CRAWL)
    field.play(Verb.STAND, 0).done()
    assert [(int(f.lying), int(f.crawled)) for f in field.b.figures[:3]] == [(1, 1), (0, 0), (0, 0)]


@pytest.mark.clause("IA-MOVE-20", "IA-MOVE-7")
def test_riders_do_not_lie_down() -> None:
    field = Field([rider(30, 40), man(60, 40)]).move(0, (30, 60), RUN, amount=1)
    assert field.b.figures[0].lying == 0


@pytest.mark.clause("IA-MOVE-33", "IA-MOVE-35")
def test_whoever_is_passed_over_stands_still() -> None:
    field = Field([man(30, 40), man(34, 40)])
    field.move(0, (30, 44)).done()
    assert field.cannot_move(1, (34, 44)) == ["NOT_YOURS"]
    assert field.b.figures[1].moved == 1


@pytest.mark.clause("IA-MOVE-35")
def test_who_stands_turns_on_the_spot_and_goes_nowhere() -> None:
    field = Field([man(30, 40), man(34, 40)])
    assert field.reasons(Verb.STAND, 0, 1, to=(30, 40.5), facing="E") == ["STAYS"]
    assert field.reasons(Verb.STAND, 0, to=(math.nan, 40)) == ["STAYS"]
    field.play(Verb.STAND, 0, facing="E")
    assert field.at(0) == (30, 40) and field.b.figures[0].fx == 1.0


@pytest.mark.clause("IA-GOAL-1")
def test_carriers_on_foot_walk() -> None:
    chest = {"markers": [{"thing": "loot", "carrier": "A0"}]}
    assert Field([man(30, 40)], case=chest).cannot_move(0, (30, 50), RUN) == ["CARRIERS_WALK"]
    assert Field([man(30, 40)], case=chest).cannot_move(0, (30, 48), WALK) == []
    assert Field([rider(30, 40)], case=chest).cannot_move(0, (30, 50), RUN) == []


@pytest.mark.clause("IA-SEQ-1", "IA-COMBAT-1", "IA-SEQ-7")
def test_nobody_moves_out_of_turn() -> None:
    field = Field([man(30, 40)])
    assert field.cannot_move(1, (100, 76)) == ["NOT_YOURS"]
    assert field.reasons(Verb.SHOOT, 0, target=1) == ["NOT_NOW"]
