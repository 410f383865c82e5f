"""Borderline cases by chapters: edges of the table, ground met twice, orders that name too much, who is told."""

from __future__ import annotations

import math

import numpy as np
import pytest

from inter_arma.field import (
    BACK,
    CRAWL,
    CROWD,
    FAR,
    FATIGUE,
    FIRST,
    HIDING,
    RUN,
    SAVE,
    WALK,
    Field,
    dice_of,
    fight,
    man,
    silent,
)
from inter_arma.test_concealment import HIDDEN, SLEEPERS, board, missing, told_to
from sandtable.games.inter_arma.record import End, Ground, Lies, Phase, Verb
from sandtable.games.inter_arma.rules import sequence
from sandtable.games.inter_arma.rules.crawling import get_up
from sandtable.games.inter_arma.rules.ground import length_in, note_cut
from sandtable.games.inter_arma.rules.leaving import from_edge
from sandtable.games.inter_arma.rules.pairing import join
from sandtable.games.inter_arma.rules.positions import range_between
from sandtable.games.inter_arma.rules.routing import run_home
from sandtable.games.inter_arma.rules.victory import end_battle, has_carried_off, returns
from sandtable.games.inter_arma.rules.visibility import is_shown_to
from sandtable.games.inter_arma.rules.ways import _cuts_of_leg, travel
from sandtable.kernel.log import Kind
from tabletop import entries


class TestMoves:
    @pytest.mark.clause("IA-MOVE-30", "IA-MOVE-32")
    @pytest.mark.parametrize(
        ("at", "facing", "far"),
        [((117, 45), 45, 2), ((3, 45), 315, 2), ((60, 87), 45, 2), ((60, 3), 135, 2),
         ((119, 45), "E", 0), ((1, 45), "W", 0), ((60, 89), "N", 0), ((60, 1), "S", 0)],
    )  # fmt: skip
    def test_the_table_ends_a_slanting_move(self, at: tuple, facing: object, far: float) -> None:  # type: ignore[type-arg]
        """2 cm to the edge straight on are 2 times the root of 2 aslant."""
        assert Field([man(*at)]).farthest(0, facing) == pytest.approx(far * math.sqrt(2), abs=0.011)

    @pytest.mark.clause("IA-MOVE-31")
    def test_the_first_of_all_figures_stops_an_enemy_too(self) -> None:
        field = Field([man(30, 48), man(90, 10)], [man(32.05, 44, "N")]).done()
        assert field.cannot_move(2, (32.05, 52)) == ["CONTACT_ENDS"]  # 0.05 cm past it

    @pytest.mark.clause("IA-MOVE-31")
    def test_passing_aslant_within_contact_ends_a_move_where_it_is_nearest(self) -> None:
        """The enemy is 4 cm along and 2.05 aside of a way to the north-east."""
        half = math.sqrt(0.5)
        field = Field([man(30, 30)], [man(30 + (4 + 2.05) * half, 30 + (4 - 2.05) * half), FAR])
        assert field.farthest(0, 45) == pytest.approx(4.0, abs=0.011)

    @pytest.mark.clause("IA-MOVE-22", "IA-TABLE-12", "IA-TABLE-14")
    def test_a_second_stream_costs_again_who_came_out_of_a_first(self) -> None:
        """1 cm out of the first, 2 more to the next, which costs 5 of 8: 3 cm in all."""
        wet = [{"kind": "stream", "box": [0, 30, 120, 43]}, {"kind": "stream", "box": [0, 45, 120, 48]}]
        assert Field([man(30, 42)], ground=wet).farthest(0, "N") == pytest.approx(3.0, abs=0.06)

    @pytest.mark.clause("IA-MOVE-21", "IA-TABLE-8")
    def test_another_hill_costs_who_came_down_from_a_first(self) -> None:
        """Its foot is 5 cm off, and 8 - 4 are fewer: the man stops before it."""
        hills = [{"kind": "hill", "disc": [30, 30, 12]}, {"kind": "hill", "disc": [60, 30, 15]}]
        assert Field([man(40, 30)], ground=hills).farthest(0, "E") == pytest.approx(5.0, abs=0.06)

    @pytest.mark.clause("IA-MOVE-21", "IA-MOVE-26", "IA-TABLE-8")
    def test_who_turns_uphill_after_more_than_is_then_left_goes_no_farther(self) -> None:
        """6 cm down the hill of 8, then up again: 8 - 4 is less than it has gone."""
        hill = [{"kind": "hill", "disc": [60, 45, 30]}]
        field = Field([man(60, 60), man(100, 10)], ground=hill)
        field.play(Verb.MOVE, 0, 1, to=(60, 64), via=[(60, 66)], mode=WALK)
        assert field.at(0) == (60, 66) and field.at(1) == (100, 14)

    @pytest.mark.clause("IA-MOVE-22")
    def test_along_a_slanting_fence_nothing_is_crossed(self) -> None:
        fence = [{"kind": "low", "line": [[20, 20], [60, 60]]}]
        assert Field([man(32, 30)], ground=fence).farthest(0, 45) == pytest.approx(8.0, abs=0.011)
        assert Field([man(32, 30)], ground=fence).farthest(0, 315) == pytest.approx(3.0, abs=0.011)

    @pytest.mark.clause("IA-TABLE-13", "IA-MOVE-31")
    def test_who_is_on_a_tower_stops_nobody_below(self) -> None:
        """Past the wall, 2 cm from the centre of one on top."""
        tower = [{"kind": "tower", "id": "tower", "box": [40, 40, 44, 44]}]
        field = Field([man(38.94, 38)], [man(41, 42, tower="tower"), FAR], ground=tower)
        assert field.cannot_move(0, (38.94, 46)) == []

    @pytest.mark.clause("IA-MOVE-9", "IA-MOVE-29")
    def test_an_order_names_somebody_and_no_more_corners_than_there_are(self) -> None:
        field = Field([man(30, 40)])
        for more, why in (
            ({"n_via": 7}, "TOO_MANY_LEGS"), ({"n_via": -1}, "TOO_MANY_LEGS"),
            ({"to": (math.nan, 40)}, "NO_PLACE"), ({"n_actors": 0}, "NO_PLACE"),
        ):  # fmt: skip
            assert field.reasons(Verb.MOVE, 0, **{"to": (30, 44), "mode": WALK, **more}) == [why]
        assert field.reasons(Verb.MOVE, 0, to=(30, 44), mode=WALK, n_via=0) == []

    @pytest.mark.clause("IA-MOVE-26")
    def test_how_far_one_may_go_is_said_in_hundredths(self) -> None:
        """A third of the way up: 8 - 4 cm are 4.00, and halved 2.00."""
        hill = [{"kind": "hill", "disc": [60, 45, 15]}]
        for half, limit in ((0, 400), (1, 200)):
            field = Field([man(46, 45)], ground=hill, more=[(0, "half", half)])
            log = field.judged(field.action(Verb.MOVE, 0, to=(47, 45), mode=WALK))
            assert [(one.amount, one.value) for one in entries(log, Kind.WAY)] == [(limit, 1.0)]
        rock = [{"kind": "rock", "box": [28, 44, 31, 50]}]
        group = Field([man(30, 40), man(36, 40)], ground=rock)
        log = group.judged(group.action(Verb.MOVE, 0, 1, to=(30, 48), mode=WALK))
        way = entries(log, Kind.WAY)[0]
        assert way.amount == 800 and way.value == pytest.approx(
            3.0, abs=0.06
        )  # the first of them is stopped by the rock

    @pytest.mark.clause("IA-MOVE-23", "IA-MOVE-27")
    def test_who_stands_in_heavy_wood_could_go_5_cm_though_a_rock_keeps_them(self) -> None:
        """8 - 3: the man touches it."""
        ground = [{"kind": "heavy_wood", "box": [20, 30, 50, 60]}, {"kind": "rock", "box": [28, 41, 32, 44]}]
        field = Field([man(30, 40)], ground=ground)
        assert field.cannot_move(0, (30, 48)) == ["GROUND_IN_THE_WAY"]
        assert travel(field.b, 0, WALK, 0.0, np.array([[30.0, 48.0]]), 1, 0).most == 5.0

    @pytest.mark.clause("IA-MOVE-31")
    def test_who_would_end_within_an_enemy_by_less_than_contact_is_stopped_by_it(self) -> None:
        """Their bases meet after 4 cm: 4.05 is too far, 4 is not."""
        field = Field([man(40, 40)], [man(40, 46), FAR])
        assert field.cannot_move(0, (40, 44.05)) == ["CONTACT_ENDS"] and field.cannot_move(0, (40, 44)) == []

    @pytest.mark.clause("IA-MOVE-35", "IA-MELEE-14", "IA-MASS-12")
    def test_of_whom_it_is_told(self) -> None:
        field = Field([man(30, 40), man(34, 40), man(38, 40)]).play(Verb.STAND, 2, 1, facing="E")
        assert next((one.actor, one.amount) for one in entries(field.log, Kind.EVENT)) == (2, 2)
        many = fight([man(38, 40), man(40, 38)], [man(40, 40)], [(FIRST, 1), (FIRST, 1), (FIRST, 6)])
        one_ = many.n_own + len(BACK)
        assert [one.actor for one in entries(many.log, Kind.OUTCOME)] == [one_]
        log = many.judged(many.action(Verb.STRIKE, 1, target=one_))
        assert [one.actor for one in entries(log, Kind.REASON)] == [1]
        assert many.reasons(Verb.STRIKE, one_, 1, target=0) == ["NAMES_NO_PAIR"]

    @pytest.mark.clause("IA-MOVE-32", "IA-MORALE-37")
    @pytest.mark.parametrize(
        ("edge", "at", "left", "home"),
        [("west", (30, 40), 30, (18, 40)), ("east", (90, 40), 30, (102, 40)), ("north", (60, 70), 20, (60, 82)),
         ("south", (60, 30), 30, (60, 18)), ("any", (60, 80), 10, None), ("any", (20, 40), 20, (8, 40)),
         ("any", (100, 40), 20, (112, 40)), ("any", (60, 20), 20, (60, 8)), ("any", (60, 70), 20, (60, 82))],
    )  # fmt: skip
    def test_every_edge_is_somebodys_home(self, edge: str, at: tuple, left: float, home: object) -> None:  # type: ignore[type-arg]
        """Who routs runs 12 cm straight to it; 10 cm from it, the man is gone."""
        field = Field([man(*at), *BACK], own_side={"edge": edge})
        assert from_edge(field.b, 0, *at) == left
        run_home(field.b, 0, silent())
        if home is None:
            assert field.state(0) == "fled"
        else:
            assert field.at(0) == home


class TestSight:
    @pytest.mark.clause("IA-VIS-3", "IA-RANGED-23", "IA-TABLE-4")
    def test_a_glade_is_no_wood_wherever_it_lies(self) -> None:
        """Of 20 cm 2 to 18 are wood, but for 3 to 6: 13."""
        trees = [{"kind": "heavy_wood", "box": [2, 0, 18, 20]}, {"kind": "open", "box": [3, 0, 6, 20]}]
        b = Field([man(60, 60)], ground=trees).b
        kinds = (Ground.HEAVY_WOOD.value, Ground.WOOD.value)
        assert length_in(b, 0.0, 5.0, 20.0, 5.0, *kinds) == pytest.approx(13.0)

    @pytest.mark.clause("IA-VIS-3", "IA-MOVE-22")
    def test_where_a_line_is_cut(self) -> None:
        """A move's leg begins with a cut; the first cut of a line is one, whatever lay in the room for them."""
        cuts = np.full(4, 0.9)
        assert note_cut(cuts, 0, 0.5) == 1 and cuts[0] == 0.5
        assert note_cut(cuts, 1, 0.5) == 1 and note_cut(cuts, 1, 0.25) == 2 and cuts[:2].tolist() == [0.25, 0.5]
        fence = [{"kind": "low", "line": [[30, 42], [50, 42]]}]
        cuts[:] = 0.9
        assert _cuts_of_leg(Field([man(40, 40)], ground=fence).b, 40.0, 40.0, 0.0, 8.0, cuts) == 2
        assert cuts[:2].tolist() == [0.0, 0.25]  # 2 of 8 cm

    @pytest.mark.clause("IA-RANGED-13", "IA-RANGED-14", "IA-RANGED-29")
    def test_from_a_wide_tower_the_whole_range_counts_from_its_wall(self) -> None:
        """29 cm from the wall, 35 from the archer's centre: a bow reaches 25 + 4 from a height."""
        tower = [{"kind": "tower", "id": "tower", "box": [40, 40, 50, 50]}]
        for x, phase in ((80, Phase.SHOOTING), (80.02, Phase.MOVEMENT)):
            field = Field([man(45, 45, "E", "bow", tower="tower")], [man(x, 45, "W")], ground=tower, phase="shooting")
            assert field.b.phase == phase

    @pytest.mark.clause("IA-RANGED-29")
    def test_round_towers_are_as_far_apart_as_their_walls(self) -> None:
        towers = [{"kind": "tower", "id": name, "disc": [x, 40, 3]} for name, x in (("one", 20), ("two", 40))]
        towers += [{"kind": "tower", "id": "three", "box": [58, 38, 62, 42]}]
        men = [man(x, 40, tower=name) for x, name in ((20, "one"), (40, "two"), (60, "three"))]
        b = Field(men, ground=towers).b
        assert [range_between(b, 0, 1), range_between(b, 1, 2), range_between(b, 2, 1)] == pytest.approx([14, 15, 15])

    @pytest.mark.clause("IA-CRAWL-11", "IA-AMBUSH-1", "IA-VIS-5")
    def test_two_crawlers_who_meet_unseen_fall_on_nobody(self) -> None:
        """Who moves to an unseen crawler sees it, hidden in water or not, and no ambush follows: they throw dice."""
        wet = [{"kind": "stream", "box": [0, 41, 120, 50]}]
        for ground, dice in (((), []), (wet, [(HIDING, 6)])):
            field = Field([man(40, 38, lying=True), *BACK], [man(40, 42, lying=True), *CROWD], ground=ground)
            field.b.figures[9].hidden = int(bool(ground))
            field.move(0, (40, 40), CRAWL)
            b = field.b
            assert b.figures[0].ambushes == 0 and b.figures[9].spotted == 1 and b.figures[9].hidden == 0
            field.done().play(Verb.DONE, dice=[*dice, (FIRST, 6), (FIRST, 1), (SAVE, 6), (SAVE, 6)])
            assert [int(b.figures[i].lying) for i in (0, 9)] == [0, 0]
            assert [int(b.figures[i].hidden) for i in (0, 9)] == [0, 0]

    @pytest.mark.clause("IA-CRAWL-11")
    @pytest.mark.parametrize("side", [0, 1])
    def test_the_side_that_runs_into_a_crawler_sees_it(self, side: int) -> None:
        """Of the two one walks up to the other, who lay unseen by that side."""
        mover, crawler = man(40, 40, "N"), man(40, 46, "S", lying=True)
        own, foes = [[mover, *BACK], [crawler, *CROWD]] if side == 0 else [[crawler, *BACK], [mover, *CROWD]]
        field = Field(own, foes, case={"initiative": [["own", "foes"], ["foes", "own"]][side]})
        i, j = [(0, len(own)), (len(own), 0)][side]
        assert not is_shown_to(field.b, j, side)
        field.move(i, (40, 44))
        assert "IS_SPOTTED" in field.told() and is_shown_to(field.b, j, side)
        assert field.b.figures[j].spotted == [1, 2][side]


class TestHidden:
    @pytest.mark.clause("IA-SEQ-11")
    def test_both_sides_are_told_of_whom_both_see_and_one_of_whom_one_does(self) -> None:
        field = Field(
            [man(20, 20), man(24, 20, lying=True), man(28, 20)], [man(100, 80), man(100, 84)], turn=2, **HIDDEN
        )
        field.play(Verb.DECLARE, 0, 2, mode=RUN, dice=[(FATIGUE, 3), (FATIGUE, 3)])
        assert [int(one.seen_by) & 3 for one in entries(field.log, Kind.OUTCOME)] == [3]
        field.move(0, (20, 24), RUN)
        assert "RUNS" in told_to(field, 0) and "RUNS" in told_to(field, 1)
        field.move(2, (28, 24), RUN)
        other = Field([man(20, 20), man(24, 20, lying=True)], [man(100, 80)], turn=2, **HIDDEN)
        other.play(Verb.DECLARE, 1, 0, mode=RUN, dice=[(FATIGUE, 3), (FATIGUE, 3)])
        assert [int(one.seen_by) & 3 for one in entries(other.log, Kind.OUTCOME)] == [1]
        first = Field([man(24, 20, lying=True), man(20, 20)], [man(100, 80)], turn=2, **HIDDEN)
        first.play(Verb.DECLARE, 0, 1, mode=RUN, dice=[(FATIGUE, 3), (FATIGUE, 3)])
        assert [int(one.seen_by) & 3 for one in entries(first.log, Kind.OUTCOME)] == [1]

    @pytest.mark.clause("IA-SEQ-11", "IA-SENTRY-6")
    def test_a_sentry_who_runs_into_one_whom_no_sentry_has_sighted_sees_them(self) -> None:
        guards = [man(40, 46, "S", sentry=True), man(100, 80, sentry=True)]
        field = Field([man(40, 40, "N"), man(5, 5)], guards, foe_side=SLEEPERS, **HIDDEN)
        field.done()
        assert missing(field, 1) == [0, 1]
        field.move(2, (40, 42), WALK)
        assert missing(field, 1) == [1]

    @pytest.mark.clause("IA-SEQ-11", "IA-MOVE-31", "IA-MOVE-32")
    def test_whoever_leaves_is_stopped_by_one_whom_their_side_does_not_see(self) -> None:
        field = Field([man(30, 6), man(60, 6), man(90, 10)], [man(30, 2.5, lying=True), FAR], **HIDDEN)
        assert missing(field, 0) == [3]
        view = Field([man(30, 6), man(60, 6), man(90, 10)], [FAR], **HIDDEN)
        assert view.reasons(Verb.LEAVE, 0, to=(30, 1)) == []  # as its player has it on the board
        sequence.apply(field.b, field.action(Verb.LEAVE, 0, to=(30, 1)), dice_of(), silent())
        assert field.state(0) == "able" and field.at(0) == pytest.approx((30, 4.5), abs=0.001)
        assert missing(field, 0) == []
        field.play(Verb.LEAVE, 1, to=(60, 1))
        assert field.state(1) == "withdrawn"

    @pytest.mark.clause("IA-SEQ-11")
    def test_what_an_unseen_figure_has_done_is_on_no_enemys_board(self) -> None:
        field = Field([man(24, 20, lying=True), man(20, 20)], [man(100, 80)], **HIDDEN)
        done = ("moved", "declared", "half", "tired", "broke", "stays", "shot", "target", "attacked", "ready", "closed",
                "crawled", "fought", "struck", "dealt", "shot_last", "target_last", "hidden")  # fmt: skip
        for word in done:
            field.b.figures[0][word] = 1
        assert {word: int(board(field, 1).figures[0][word]) for word in done} == dict.fromkeys(done, 0)
        assert all(board(field, 0).figures[0][word] == 1 for word in done if word != "stays")

    @pytest.mark.clause("IA-CRAWL-8", "IA-CRAWL-11", "IA-VIS-5")
    def test_who_gets_up_is_neither_seen_crawling_nor_hidden(self) -> None:
        b = Field([man(24, 20, lying=True)], more=[(0, "spotted", 2), (0, "hidden", 1)]).b
        get_up(b, 0)
        assert [int(b.figures[0][word]) for word in ("lying", "spotted", "hidden")] == [0, 0, 0]

    @pytest.mark.clause("IA-SEQ-11", "IA-TABLE-13")
    def test_who_attacks_one_on_a_tower_is_seen(self) -> None:
        tower = [{"kind": "tower", "id": "tower", "box": [40, 40, 44, 44]}]
        guard = man(42, 42, "N", tower="tower", sentry=True)
        field = Field([man(39, 42), man(5, 5)], [guard, *CROWD], ground=tower, foe_side=SLEEPERS, **HIDDEN)
        assert missing(field, 1) == [0, 1]
        join(field.b, 0, 2)
        assert missing(field, 1) == [1] and [int(side) for side in field.b.fight.members] == [1 << 0, 1 << 2]


class TestFights:
    @pytest.mark.clause("IA-AMBUSH-12", "IA-COMBAT-3", "IA-MASS-8", "IA-MASS-11")
    def test_an_ambusher_stands_behind_nobody_and_others_stand_behind_them(self) -> None:
        """A spearman who has killed one from ambush is no second on a friend's enemy, in the same turn."""
        own = [man(40, 38, "N", "spear"), man(42, 40.05), *BACK]
        field = Field(own, [man(40, 42.02, "N"), man(44, 40.05, "E"), *CROWD]).move(0, (40, 40), CRAWL).done()
        field.play(Verb.DONE, dice=[(SAVE, 1), (FIRST, 6), (FIRST, 1), (SAVE, 6), (SAVE, 6)])
        assert field.states(10, 11) == ["dead", "able"]
        own = [man(38, 40), man(40, 37.98, "N", "spear"), man(42.02, 42.02), *BACK]
        field = Field(own, [man(40, 42.02, "N"), *CROWD]).move(0, (40, 40), CRAWL).done()
        field.play(Verb.DONE, dice=[(SAVE, 6), (FIRST, 6), (FIRST, 6), (FIRST, 1)])
        assert field.b.phase == Phase.BLOWS and field.b.fight.one == 11
        assert [int(field.b.fight.members[team]) for team in (0, 1)] == [1 << 1 | 1 << 2, 1 << 11]

    @pytest.mark.clause("IA-MASS-18", "IA-SEQ-10")
    def test_of_two_who_must_choose_their_melee_that_of_the_first_side_comes_first(self) -> None:
        """On either side a spearman stands behind two friends who fight apart; the second side has initiative."""

        def trio(x: float) -> list:  # type: ignore[type-arg]
            return [man(x, 40, "N", "spear"), man(x - 2, 40), man(x + 2, 40)]

        own, foes = trio(40), trio(80)
        own += [man(76, 40), man(84, 40)]
        foes += [man(36, 40), man(44, 40)]
        field = Field([*own, *BACK], [*foes, *CROWD], phase="melee", case={"initiative": ["foes", "own"]})
        assert field.b.phase == Phase.MELEE and field.side() == 1
        assert field.reasons(Verb.FIGHT, 0, target=14) == ["NOT_YOURS"]

    @pytest.mark.clause("IA-SEQ-9")
    def test_the_melee_with_the_first_of_all_figures_may_be_next(self) -> None:
        field = Field(
            [man(40, 40), man(60, 40), *BACK], [man(42, 40), man(62, 40), *CROWD], phase="melee",
            case={"initiative": ["foes", "own"]},
        )  # fmt: skip
        assert field.side() == 1 and field.reasons(Verb.FIGHT, 10, target=0) == []
        assert field.reasons(Verb.FIGHT, 10, target=-1) == ["NAMES_NO_PAIR"]

    @pytest.mark.clause("IA-WOUND-1", "IA-WOUND-2", "IA-WOUND-10")
    def test_the_wounded_deal_with_nobody_and_there_are_three_fates(self) -> None:
        own = [man(40, 40), man(44, 40, wounded=True), man(40, 44, klass="hero"), *BACK]
        field = Field(own, [man(42, 40, wounded=True), *CROWD], phase="wounded")
        one = len(own)
        assert field.reasons(Verb.DISPATCH, 1, target=one, amount=1) == ["LIES_WOUNDED"]
        for amount, why in (
            (-1, ["NO_SUCH_FATE"]), (0, ["COMMANDER_DECIDES"]), (1, []), (2, []), (3, ["NO_SUCH_FATE"]),
        ):  # fmt: skip
            assert field.reasons(Verb.DISPATCH, 0, target=one, amount=amount) == why

    @pytest.mark.clause("IA-RANGED-21", "IA-GOAL-1", "IA-TABLE-13")
    def test_who_is_on_a_tower_takes_nothing_up(self) -> None:
        tower = [{"kind": "tower", "id": "tower", "box": [40, 40, 44, 44]}]
        case = {"markers": [{"thing": "loot", "at": [39.5, 42]}]}
        field = Field([man(41, 42, tower="tower")], ground=tower, case=case).play(Verb.STAND, 0)
        assert field.b.markers[0].lies == Lies.TABLE


class TestTheEnd:
    SIDES = (
        {"key": "own", "team": "us", "figures": [{"id": "A0", **man(40, 46)}]},
        {"key": "foes", "figures": [{"id": "B0", **FAR}]},
        {"key": "friends", "team": "us", "edge": "south", "figures": [{"id": "C0", **man(90, 10)}]},
    )

    @pytest.mark.clause("IA-END-2")
    def test_of_allies_who_lead_alike_the_first_is_named_and_they_share(self) -> None:
        case = {"sides": self.SIDES, "initiative": ["own", "foes", "friends"],
                "points": [{"side": side, "count": "checkpoints", "points": 4} for side in ("own", "friends")],
                "checkpoints": [{"at": [10, 10], "holder": "own"}, {"at": [90, 10], "holder": "friends"}]}  # fmt: skip
        field = Field([], [], case=case)
        out = np.full(8, 9.0)
        returns(field.b, out)
        assert out.tolist() == [0.0] * 8
        end_battle(field.b, End.LAST_TURN.value, silent())
        assert field.b.winner == 0
        field.b.end = End.LAST_TURN
        out[:] = 9.0
        returns(field.b, out)
        assert out[:3].tolist() == [0.5, 0.0, 0.5]

    @pytest.mark.clause("IA-MOVE-32", "IA-GOAL-2")
    @pytest.mark.parametrize(
        ("lies", "owner", "taker", "off"),
        [(Lies.OFF, 1, 0, True), (Lies.CARRIED, 1, 0, False), (Lies.OFF, 0, -1, False), (Lies.OFF, 1, -1, False),
         (Lies.OFF, -1, 1, False), (Lies.TABLE, 1, 0, False)],
    )  # fmt: skip
    def test_what_counts_as_carried_off(self, lies: Lies, owner: int, taker: int, off: bool) -> None:
        """Off the table with somebody of the side, and not its own before."""
        field = Field([man(40, 46)], case={"markers": [{"thing": "loot", "at": [40, 40]}]})
        marker = field.b.markers[0]
        marker.lies, marker.owner, marker.taker, marker.carrier = lies.value, owner, taker, 0
        assert has_carried_off(field.b, 0) == off
