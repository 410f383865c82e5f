"""Visibility, sentries and alarm, crawling and spotting, rain and fog, night: direction dice, disorder, firelight."""

from __future__ import annotations

import pytest

from inter_arma.field import (
    CRAWL,
    CRAWLER,
    DIRECTION,
    FAR,
    FIRST,
    HIDING,
    HIT,
    MORALE,
    RUN,
    SAVE,
    SENTRY,
    WALK,
    Field,
    armored,
    man,
    rider,
    silent,
)
from inter_arma.test_movement import HEAVY
from sandtable.games.inter_arma.record import Lies, Phase, Verb
from sandtable.games.inter_arma.rules.crawling import seen_up_to
from sandtable.games.inter_arma.rules.night import count_idle_turns, direction_row, judge_nudge
from sandtable.games.inter_arma.rules.visibility import is_in_view, sees, visibility
from sandtable.kernel.log import Kind

WOOD = {"kind": "wood", "box": [0, 0, 120, 90]}


@pytest.mark.parametrize(
    ("figure", "ground", "case", "sight"),
    [
        pytest.param(rider(10, 10), [WOOD], {}, 29, marks=pytest.mark.clause("IA-VIS-2", "IA-VIS-3", "IA-TABLE-5")),
        pytest.param(man(10, 10), [WOOD], {"night_until": 9}, 16, marks=pytest.mark.clause(
        "IA-VIS-1",
        "IA-VIS-3",
        "IA-NIGHT-2",
    )),
        pytest.param(rider(10, 10), [], {"night_until": 9, "rain": True}, 18,
                     marks=pytest.mark.clause("IA-RAIN-2", "IA-RAIN-3", "IA-RAIN-6", "IA-NIGHT-2", "IA-NIGHT-3")),
        pytest.param(rider(10, 10), [], {}, 35, marks=pytest.mark.clause("IA-VIS-2")),
        pytest.param(rider(10, 10), [], {"rain": True}, 26, marks=pytest.mark.clause("IA-RAIN-2", "IA-RAIN-3")),
        pytest.param(rider(10, 10), [], {"night_until": 9}, 22, marks=pytest.mark.clause("IA-NIGHT-2", "IA-NIGHT-3")),
        pytest.param(man(10, 10), [WOOD], {"night_until": 9, "rain": True, "rules": {"sight_foot": 10}}, 2,
                     marks=pytest.mark.clause("IA-VIS-8")),
    ],
)  # fmt: skip
def test_how_far_a_figure_sees(figure: dict, ground: list, case: dict, sight: float) -> None:  # type: ignore[type-arg]
    """Example 5."""
    field = Field([figure], [man(30, 10)], ground=ground, case=case)
    assert visibility(field.b, 0, 1) == sight


@pytest.mark.clause("IA-VIS-3")
def test_woods_count_for_the_whole_line() -> None:
    wood = [{"kind": "wood", "box": [18, 0, 19, 90]}]
    assert visibility(Field([man(10, 10)], [man(30, 10)], ground=wood).b, 0, 1) == 24
    track = [WOOD, {"kind": "open", "box": [42, 0, 48, 90]}]
    for x, sight in ((45, 30), (41, 24)):  # along the track, and from it among the trees
        assert visibility(Field([man(45, 10)], [man(x, 30)], ground=track).b, 0, 1) == sight
    beside = [{"kind": "wood", "box": [12, 12, 28, 20]}]
    assert visibility(Field([man(10, 10)], [man(30, 10)], ground=beside).b, 0, 1) == 30


@pytest.mark.clause("IA-VIS-1", "IA-VIS-7", "IA-RANGED-24", "IA-TABLE-3")
def test_exactly_30_cm_in_the_front_half() -> None:
    for apart, seen in ((32.0, True), (32.02, False)):
        assert sees(Field([man(10, 10, "E")], [man(10 + apart, 10)]).b, 0, 1) == seen
    assert sees(Field([man(10, 10, "N")], [man(20, 10)]).b, 0, 1)  # straight aside
    assert not sees(Field([man(10, 10, 359)], [man(20, 9.8)]).b, 0, 1)
    off = Field([man(10, 10, 60)], [man(10 + 32.0 * 0.8660254, 26)]).b
    assert sees(off, 0, 1)


@pytest.mark.clause("IA-VIS-4", "IA-VIS-6", "IA-TABLE-9", "IA-TABLE-10")
def test_houses_and_rocks_block_sight_fences_and_men_do_not() -> None:
    for kind, seen in (("building", False), ("rock", False)):
        ground = [{"kind": kind, "box": [18, 8, 20, 12]}]
        assert is_in_view(Field([man(10, 10, "E")], [man(30, 10)], ground=ground).b, 0, 1) == seen
        beside = [{"kind": kind, "box": [18, 10, 20, 14]}]
        assert is_in_view(Field([man(10, 10, "E")], [man(30, 10)], ground=beside).b, 0, 1)
    fence = [{"kind": "low", "line": [[20, 0], [20, 30]]}]
    field = Field([man(10, 10, "E"), man(14, 10)], [man(30, 10)], ground=fence)
    assert is_in_view(field.b, 0, 2)


class TestSentries:
    """Example 6."""

    @staticmethod
    def night(y: float, dice: tuple = (), ground: tuple = (), until: int = 9) -> Field:  # type: ignore[type-arg]
        field = Field(
            [man(45, y, "S")], [man(45, 57, "N", sentry=True)], phase="movement", ground=ground,
            case={"night_until": until}, foe_side={"alarm": True},
        )  # fmt: skip
        field.done()
        return field.done(dice=dice)

    @pytest.mark.clause("IA-SENTRY-1", "IA-SENTRY-2", "IA-SENTRY-4", "IA-SENTRY-5", "IA-NIGHT-5")
    def test_by_night_within_20_cm_4_sights(self) -> None:
        assert "SIGHTS" in self.night(78.5, ((SENTRY, 4),)).told(Kind.OUTCOME)
        assert "SIGHTS" not in self.night(78.5, ((SENTRY, 3),)).told(Kind.OUTCOME)
        assert "SIGHTS" not in self.night(79.5).told(Kind.OUTCOME)

    @pytest.mark.clause("IA-SENTRY-1", "IA-SENTRY-5")
    def test_by_day_within_30_cm_and_the_alarm_counts_from_the_next_turn(self) -> None:
        field = self.night(79.5, ((SENTRY, 4),), until=0)
        assert field.b.sides[1].alarm == 1 and "ALARM" in field.told()

    @pytest.mark.clause("IA-SENTRY-3")
    def test_in_a_wood_only_a_6_sights(self) -> None:
        wood = ({"kind": "heavy_wood", "box": [40, 70, 50, 90]},)
        assert "SIGHTS" not in self.night(78.5, ((SENTRY, 5),), wood).told(Kind.OUTCOME)
        assert "SIGHTS" in self.night(78.5, ((SENTRY, 6),), wood).told(Kind.OUTCOME)

    @pytest.mark.clause("IA-SENTRY-4", "IA-SENTRY-7", "IA-SENTRY-8", "IA-WOUND-1")
    def test_neither_a_sentry_who_is_out_nor_one_after_the_alarm_throws(self) -> None:
        out = Field(
            [man(45, 60, "S")], [man(45, 50, sentry=True, wounded=True), *(man(20 + 3 * k, 5, "S") for k in range(5))],
            foe_side={"alarm": True},
        )  # fmt: skip
        out.done().done()
        raised = self.night(78.5, ((SENTRY, 4),))
        raised.done().done()
        assert raised.b.turn == 3

    @pytest.mark.clause("IA-SENTRY-4", "IA-CRAWL-7")
    def test_crawlers_are_not_for_sentries(self) -> None:
        field = Field(
            [man(45, 70, "S", lying=True)], [man(45, 57, "N", sentry=True)],
            case={"night_until": 9}, foe_side={"alarm": True},
        )  # fmt: skip
        field.done().done()
        assert field.b.sides[1].alarm == -1

    @pytest.mark.clause("IA-SENTRY-6", "IA-SENTRY-9")
    def test_before_the_alarm_only_sentries_move_and_only_by_walking(self) -> None:
        field = Field([man(10, 10)], [man(45, 57, sentry=True), man(45, 60)], foe_side={"alarm": True}).done()
        assert field.cannot_move(2, (45, 62)) == ["IS_ASLEEP"]
        assert field.cannot_move(1, (45, 50)) == [] and field.cannot_move(1, (45, 50), RUN) == ["SENTRIES_WALK"]

    @pytest.mark.clause("IA-SENTRY-6", "IA-SENTRY-9", "IA-COMBAT-4")
    def test_before_the_alarm_only_sentries_close_up(self) -> None:
        camp = [man(40, 40, "S", sentry=True), man(60, 40, "S")]
        field = Field(
            [man(40, 37, moved=True), man(60, 37, moved=True)], camp, phase="closing", foe_side={"alarm": True}
        )
        field.done()
        assert field.side() == 1
        assert field.reasons(Verb.CLOSE, 2, to=(40, 39)) == []
        assert field.reasons(Verb.CLOSE, 3, to=(60, 39)) == ["IS_ASLEEP"]

    @pytest.mark.clause("IA-SENTRY-6", "IA-SAVE-14", "IA-GOAL-1")
    def test_who_sleeps_closes_no_ranks_and_takes_nothing_up(self) -> None:
        ranks = [man(40 + 2 * k, 40, "S", "shield") for k in range(3)]
        things = {"markers": [{"thing": "loot", "at": [40, 42], "owner": "foes"}, {"thing": "loot", "at": [60, 42]}]}
        camp = [*ranks, man(60, 40, "S", "shield", sentry=True)]
        field = Field([man(10, 10)], camp, case=things, foe_side={"alarm": True}).done()
        assert field.reasons(Verb.FORM, 1, 2, 3) == ["IS_ASLEEP"]
        field.done()
        assert [int(m.lies) for m in field.b.markers[:2]] == [Lies.TABLE, Lies.CARRIED]  # the sentry is awake
        field.b.sides[1].alarm = 1
        field.done()
        assert field.reasons(Verb.FORM, 1, 2, 3) == []
        field.play(Verb.STAND, 1)
        assert field.b.markers[0].lies == Lies.CARRIED

    @pytest.mark.clause("IA-SENTRY-6", "IA-SENTRY-7", "IA-MOVE-25", "IA-RANGED-24")
    def test_sentries_do_not_shoot_before_it_and_a_shot_raises_it(self) -> None:
        field = Field(
            [man(45, 47, "N", "bow")], [man(45, 57, "S", "bow", sentry=True)],
            phase="shooting", foe_side={"alarm": True},
        )  # fmt: skip
        assert field.side() == 0
        field.play(Verb.SHOOT, 0, target=1, dice=[(HIT, 1)])
        assert field.b.sides[1].alarm == 1 and (field.b.turn, field.side()) == (2, 0)

    @pytest.mark.clause("IA-SENTRY-7", "IA-SENTRY-8")
    def test_a_sentry_put_out_is_silent_until_the_end_of_the_next_turn(self) -> None:
        field = Field(
            [man(80, 10)], [man(45, 57, "S", sentry=True, wounded=True), *(man(20 + 3 * k, 80, "S") for k in range(5))],
            phase="end", foe_side={"alarm": True},
        )  # fmt: skip
        assert field.b.sides[1].alarm == -1
        field.done()
        field.done()
        assert field.b.sides[1].alarm == 2

    @pytest.mark.clause("IA-SENTRY-7")
    def test_a_sentry_that_sees_a_fight_raises_it(self) -> None:
        for y, alarm in ((60, 1), (20, -1)):
            field = Field(
                [man(80, 80), man(45, 82)], [man(45, y, "S", sentry=True)], phase="end",
                foe_side={"alarm": True}, more=[(1, "attacked", 1)],
            )  # fmt: skip
            assert field.b.sides[1].alarm == alarm

    @pytest.mark.clause("IA-SENTRY-7")
    def test_it_sees_a_fight_by_whoever_of_it_is_nearer(self) -> None:
        """A man exactly 30 cm from the sentry kills one behind, at 32; at 30.1 the sentry sees neither."""
        for x, alarm in ((72, 1), (72.1, -1)):
            camp = [man(40, 40, "S", sentry=True), man(x + 2, 40), *(man(3 * k + 4, 80) for k in range(6))]
            dice = [(SENTRY, 1)] * (x == 72) + [(FIRST, 6), (FIRST, 1), (SAVE, 1)]
            field = Field([man(x, 40)], camp, phase="sighting", foe_side={"alarm": True}, dice=dice)
            assert field.state(2) == "dead" and field.b.sides[1].alarm == alarm


class TestCrawlers:
    """Example 7."""

    @staticmethod
    def crawl(figure: dict, facing: str = "W", dice: tuple = (), ground: tuple = (), **case: object) -> Field:  # type: ignore[type-arg]
        field = Field([figure], [man(40, 20, facing)], ground=ground, case=case)
        return field.move(0, (20, 20), CRAWL, dice=dice)

    @pytest.mark.clause("IA-CRAWL-1", "IA-CRAWL-2", "IA-CRAWL-3", "IA-CRAWL-6", "IA-CRAWL-7")
    def test_in_the_open(self) -> None:
        assert "IS_SPOTTED" in self.crawl(armored(18, 20), dice=((CRAWLER, 3),)).told(Kind.OUTCOME)
        assert "IS_SPOTTED" not in self.crawl(man(18, 20), dice=((CRAWLER, 3),)).told(Kind.OUTCOME)
        spotted = self.crawl(man(18, 20), dice=((CRAWLER, 2),))
        assert sees(spotted.b, 1, 0)
        assert not sees(self.crawl(man(18, 20), dice=((CRAWLER, 3),)).b, 1, 0)

    @pytest.mark.clause("IA-CRAWL-4", "IA-CRAWL-5")
    def test_in_a_wood(self) -> None:
        wood = ({"kind": "wood", "box": [0, 0, 60, 60]},)
        assert "IS_SPOTTED" in self.crawl(armored(18, 20), dice=((CRAWLER, 2),), ground=wood).told(Kind.OUTCOME)
        assert "IS_SPOTTED" not in self.crawl(man(18, 20), dice=((CRAWLER, 2),), ground=wood).told(Kind.OUTCOME)
        assert "IS_SPOTTED" in self.crawl(man(18, 20), dice=((CRAWLER, 1),), ground=wood).told(Kind.OUTCOME)

    @pytest.mark.clause("IA-CRAWL-1", "IA-RAIN-4", "IA-NIGHT-4")
    def test_no_test_from_behind_in_rain_or_by_night(self) -> None:
        self.crawl(man(18, 20), facing="E")
        self.crawl(man(18, 20), rain=True)
        field = Field([man(18, 20)], [man(40, 20, "W")], case={"night_until": 5})
        field.play(Verb.HEAD, 0, dice=[(DIRECTION, 3), (DIRECTION, 4)], facing="E")
        field.move(0, (20, 20), CRAWL)

    @pytest.mark.clause("IA-CRAWL-6")
    def test_one_die_or_by_house_rule_one_for_each_observer(self) -> None:
        foes = [man(40, 20, "W"), man(40, 24, "W")]
        field = Field([man(18, 20)], foes)
        field.move(0, (20, 20), CRAWL, dice=[(CRAWLER, 5)])
        each = Field([man(18, 20)], foes, crawl_test_per="observer")
        each.move(0, (20, 20), CRAWL, dice=[(CRAWLER, 5), (CRAWLER, 1)])
        assert each.b.figures[0].spotted == 2

    @pytest.mark.clause("IA-CRAWL-9")
    def test_seen_stays_seen_while_in_range(self) -> None:
        near = Field([man(20, 20, lying=True, seen_by=["foes"])], [man(40, 20, "E")], phase="end")
        assert near.b.figures[0].spotted == 2
        far = Field([man(20, 20, lying=True, seen_by=["foes"])], [man(60, 20, "W")], phase="end")
        assert far.b.figures[0].spotted == 0

    @pytest.mark.clause("IA-CRAWL-10", "IA-CRAWL-8")
    def test_who_lies_still_is_tested_at_the_end_of_their_sides_movement(self) -> None:
        field = Field([man(20, 20, lying=True)], [man(40, 20, "W")])
        field.done(dice=[(CRAWLER, 6)])

    @pytest.mark.clause("IA-CRAWL-11", "IA-CRAWL-7")
    def test_bumping_into_an_unseen_crawler(self) -> None:
        field = Field([man(20, 20)], [man(26, 20, "W", lying=True), FAR])
        assert field.cannot_move(0, (26, 20)) == ["CONTACT_ENDS"]
        field.move(0, (24, 20))
        assert field.b.figures[1].spotted == 1 and field.b.figures[0].ambushes == 0

    @pytest.mark.clause("IA-VIS-5")
    @pytest.mark.parametrize(("die", "hidden"), [(4, 1), (3, 0)])
    def test_hiding_in_water(self, die: int, hidden: int) -> None:
        wet = [{"kind": "stream", "box": [0, 15, 120, 25]}]
        field = Field([man(18, 20)], [man(40, 20, "W")], ground=wet)
        dice = [(HIDING, die)] if hidden else [(HIDING, die), (CRAWLER, 1)]
        field.move(0, (20, 20), CRAWL, dice=dice)
        assert field.b.figures[0].hidden == hidden and sees(field.b, 1, 0) == (not hidden)

    @pytest.mark.clause("IA-VIS-5", "IA-CRAWL-8", "IA-CRAWL-10", "IA-TABLE-12")
    def test_who_lies_on_in_water_or_lies_down_in_it_throws_too(self) -> None:
        """Lying is crawling: each turn a die of its own, whether it has moved or not; on the bridge none."""
        wet = [{"kind": "stream", "box": [0, 15, 120, 25]}, {"kind": "open", "box": [56, 15, 64, 25]}]
        field = Field([man(18, 20, lying=True), man(80, 80)], [man(40, 20, "W")], ground=wet)
        field.play(Verb.STAND, 0, dice=[(HIDING, 4)])
        assert field.b.figures[0].hidden == 1 and not sees(field.b, 2, 0)
        down = Field([man(18, 20)], [man(40, 20, "W")], ground=wet)
        down.move(0, (20, 20), amount=1, dice=[(HIDING, 3), (CRAWLER, 6)])
        assert down.b.figures[0].hidden == 0 and down.b.figures[0].lying == 1
        Field([man(60, 20, lying=True)], [man(40, 20, "E")], ground=wet).done(dice=[(CRAWLER, 6)])

    @pytest.mark.clause("IA-CRAWL-2", "IA-CRAWL-3", "IA-CRAWL-4", "IA-CRAWL-5")
    def test_the_table(self) -> None:
        wood = [{"kind": "wood", "box": [0, 0, 60, 60]}]
        for figure, ground, die in (
            (man(20, 20), [], 2), (armored(20, 20), [], 3), (man(20, 20), wood, 1), (armored(20, 20), wood, 2),
        ):  # fmt: skip
            assert seen_up_to(Field([figure], ground=ground).b, 0) == die


class TestLostInTheDark:
    """Example 8."""

    @staticmethod
    def heading(total: int, klass: str = "regular", **options: str) -> Field:
        field = Field([man(40, 40, squad="west", klass=klass)], case={"night_until": 8}, **options)
        dice = [(DIRECTION, total)] if options else [(DIRECTION, total // 2), (DIRECTION, total - total // 2)]
        return field.play(Verb.HEAD, 0, dice=dice, facing="E")

    @pytest.mark.parametrize(
        ("total", "to"),
        [
            pytest.param(7, (44, 40), marks=pytest.mark.clause("IA-NIGHT-6", "IA-NIGHT-9")),
            pytest.param(6, (44, 40), marks=pytest.mark.clause("IA-NIGHT-9")),
            pytest.param(8, (44, 40), marks=pytest.mark.clause("IA-NIGHT-9")),
            pytest.param(9, (42.8284, 42.8284), marks=pytest.mark.clause("IA-NIGHT-8")),
            pytest.param(10, (42.8284, 42.8284), marks=pytest.mark.clause("IA-NIGHT-8")),
            pytest.param(11, (40, 44), marks=pytest.mark.clause("IA-NIGHT-7")),
            pytest.param(12, (40, 44), marks=pytest.mark.clause("IA-NIGHT-7")),
            pytest.param(5, (42.8284, 37.1716), marks=pytest.mark.clause("IA-NIGHT-10")),
            pytest.param(4, (42.8284, 37.1716), marks=pytest.mark.clause("IA-NIGHT-10")),
            pytest.param(2, (40, 36), marks=pytest.mark.clause("IA-NIGHT-11")),
            pytest.param(3, (40, 36), marks=pytest.mark.clause("IA-NIGHT-11")),
        ],
    )
    def test_where_the_dice_lead(self, total: int, to: tuple) -> None:  # type: ignore[type-arg]
        field = self.heading(total)
        assert field.told(Kind.OUTCOME) == ["HEADS" if to[1] == 40 else "HEADS_LEFT" if to[1] > 40 else "HEADS_RIGHT"]
        field.move(0, to, WALK)
        assert field.at(0) == pytest.approx(to, abs=0.001)

    @pytest.mark.clause("IA-NIGHT-14", "IA-NIGHT-17", "IA-NIGHT-6")
    def test_only_along_the_heading(self) -> None:
        blank = Field([man(40, 40)], case={"night_until": 8})
        assert blank.cannot_move(0, (42, 40)) == ["HEAD_FIRST"]
        late = Field([man(40, 40)], turn=2, case={"night_until": 8})
        assert late.reasons(Verb.DECLARE, 0, mode=RUN) == ["HEAD_FIRST"]
        field = self.heading(7)
        assert field.cannot_move(0, (42, 42)) == ["OFF_HEADING"] and field.cannot_move(0, (43, 40)) == []
        assert field.cannot_move(0, (44, 40.05)) == ["OFF_HEADING"]  # less than a degree
        assert field.cannot_move(0, (43, 40), via=[(41, 40)]) == ["NO_TURNS_IN_THE_DARK"]
        assert field.reasons(Verb.HEAD, 0, facing="W") == ["HAS_HEADING"]
        late = Field([man(40, 40)], turn=9, case={"night_until": 8})
        assert late.cannot_move(0, (42, 42)) == [] and late.reasons(Verb.HEAD, 0) == ["NO_HEADING"]

    @pytest.mark.clause("IA-NIGHT-13")
    def test_a_commander_turns_the_dice_by_one_where_that_makes_a_difference(self) -> None:
        field = self.heading(9, "commander")
        assert field.b.phase == Phase.NUDGE
        assert field.reasons(Verb.NUDGE, amount=1) == ["NO_DIFFERENCE"]
        field.play(Verb.NUDGE, amount=-1)
        assert field.b.squads[0].hx == 1.0
        ten = self.heading(10, "commander")
        assert ten.reasons(Verb.NUDGE, amount=-1) == ["NO_DIFFERENCE"] and ten.reasons(Verb.NUDGE, amount=1) == []
        assert ten.reasons(Verb.NUDGE, amount=2) == ["NUDGES_BY_ONE"]
        assert self.heading(7, "hero").b.phase == Phase.MOVEMENT
        assert judge_nudge(ten.b, ten.action(Verb.NUDGE, amount=0), silent()).legal == 1

    @pytest.mark.clause("IA-NIGHT-12", "IA-NIGHT-6")
    def test_beyond_the_table_the_nearest_row(self) -> None:
        field = self.heading(1, direction_die="1d12")
        assert field.b.squads[0].hy == pytest.approx(-1.0) and field.dice.thrown[0].sides == 12
        assert direction_row(field.b, 13) == direction_row(field.b, 12)
        assert direction_row(field.b, 1) == direction_row(field.b, 2)

    @pytest.mark.clause("IA-MOVE-33")
    def test_group_by_group(self) -> None:
        field = Field([man(40, 40, squad="a"), man(44, 40, squad="b")], case={"night_until": 8})
        field.play(Verb.HEAD, 0, dice=[(DIRECTION, 3), (DIRECTION, 4)], facing="E")
        field.play(Verb.HEAD, 1, dice=[(DIRECTION, 3), (DIRECTION, 4)], facing="E")
        assert field.cannot_move(0, (40, 44)) == ["HAS_MOVED"]


class TestDisorder:
    @pytest.mark.clause("IA-NIGHT-16")
    def test_a_commander_within_6_cm_ends_it(self) -> None:
        for x, left in ((48.0, 0), (48.02, 1)):
            field = Field(
                [man(40, 40), man(x, 40, squad="two", klass="hero")], phase="end", case={"night_until": 8}
            )  # fmt: skip
            assert field.b.squads[0].disordered == 0
            field = Field([man(40, 40), man(x, 40, squad="two", klass="hero")], case={"night_until": 8})
            field.b.squads[0].disordered = 1
            field.done().done()
            assert field.b.squads[0].disordered == left

    @pytest.mark.clause("IA-NIGHT-16")
    def test_an_allied_one_is_friendly_and_an_enemy_is_not(self) -> None:
        for team, left in (("us", 0), ("them", 1)):
            sides = [
                {"key": "own", "team": "us", "figures": [{"id": "A0", **man(40, 40, squad="one")}]},
                {"key": "foes", "team": "them", "figures": [{"id": "B0", **FAR}]},
                {"key": "third", "team": team, "figures": [{"id": "C0", **man(44, 40, klass="hero")}]},
            ]
            case = {"sides": sides, "initiative": ["own", "foes", "third"], "night_until": 8}
            field = Field([], [], phase="end", case=case)
            assert field.b.squads[0].disordered == 0
            field.b.squads[0].disordered = 1
            count_idle_turns(field.b, silent())
            assert field.b.squads[0].disordered == left

    @pytest.mark.clause("IA-NIGHT-16")
    def test_no_closed_formation_in_disorder(self) -> None:
        three = [man(40 + 2 * k, 40, "N", "shield") for k in range(3)]
        field = Field(three, own_side={"formation": True})
        assert field.reasons(Verb.FORM, 0, 1, 2) == []
        field.b.squads[0].disordered = 1
        assert field.reasons(Verb.FORM, 0, 1, 2) == ["IN_DISORDER_NOW"]

    @pytest.mark.clause("IA-SAVE-13", "IA-MOVE-24")
    def test_who_ran_in_the_turn_before_may_close_their_ranks(self) -> None:
        three = [man(40 + 2 * k, 40, "N", "shield", mode="run", moved=True) for k in range(3)]
        field = Field([*three, man(5, 5)], own_side={"formation": True})
        assert field.reasons(Verb.FORM, 0, 1, 2) == ["HAS_RUN"]
        assert field.done().done().reasons(Verb.FORM, 0, 1, 2) == []

    @pytest.mark.clause("IA-NIGHT-15", "IA-NIGHT-18")
    def test_the_fifth_turn_tests_and_the_count_starts_again(self) -> None:
        field = Field([man(40, 40)], [man(100, 80, "S")], turn=1, case={"night_until": 8})
        for _ in range(4):
            field.done().done()
        field.done()
        field.done(dice=[(MORALE, 1), (MORALE, 3), (MORALE, 6), (MORALE, 6)])
        assert field.b.squads[0].disordered == 1 and field.b.squads[0].idle == 0
        assert field.b.figures[0].routing == 1 and field.b.figures[1].routing == 0

    @pytest.mark.clause("IA-NIGHT-15")
    def test_a_group_of_which_nobody_is_left_does_not_test(self) -> None:
        field = Field([man(40, 40), man(44, 40, squad="two", wounded=True), *(man(5, 9 + 3 * k) for k in range(3))],
                      case={"night_until": 8})  # fmt: skip
        field.b.squads[1].idle = 4
        field.done().done()
        assert field.b.turn == 2 and field.b.squads[1].disordered == 0 and field.b.squads[0].idle == 1

    @pytest.mark.clause("IA-NIGHT-15")
    def test_by_day_only_by_house_rule(self) -> None:
        for option, idle in (("night", 0), ("always", 1)):
            field = Field([man(40, 40)], phase="end", disorder_when=option)
            assert field.b.squads[0].idle == idle


@pytest.mark.clause("IA-SC2-4", "IA-SC2-10", "IA-NIGHT-2", "IA-NIGHT-3", "IA-NIGHT-5")
def test_firelight() -> None:
    fire = [{"kind": "fire", "disc": [45, 45, 1]}]
    case = {"night_until": 9}
    lit = Field([man(10, 45)], [man(45 + 1 + 1 + 8, 45)], ground=fire, case=case)
    assert visibility(lit.b, 0, 1) == 30
    dark = Field([man(10, 45)], [man(45 + 1 + 1 + 8.02, 45)], ground=fire, case=case)
    assert visibility(dark.b, 0, 1) == 22
    assert Field([man(42, 45)], ground=fire, case=case).b.n_figures == 2
    assert HEAVY["kind"] == "heavy_wood"
