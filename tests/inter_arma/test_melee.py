"""Melee: single combat, two and three on one, the order of melees, towers, and closing up."""

from __future__ import annotations

import pytest

from inter_arma.field import (
    BACK,
    CROWD,
    DIRECTION,
    FAR,
    FATIGUE,
    FIRST,
    HORSE,
    RUN,
    SAVE,
    WALK,
    Field,
    armored,
    dice_of,
    fight,
    foe,
    man,
    rider,
    shield,
    silent,
    skirmisher,
)
from sandtable.games.inter_arma.record import Phase, Verb
from sandtable.games.inter_arma.rules import sequence
from sandtable.games.inter_arma.rules.closing import make_close
from sandtable.games.inter_arma.rules.melee import (
    bonus_against,
    bonus_of_many,
    many_win,
)
from sandtable.kernel.log import Kind as Entry
from tabletop import entries


class TestOneOnOne:
    @pytest.mark.clause(
        "IA-MELEE-1", "IA-MELEE-2", "IA-MELEE-9", "IA-MELEE-10", "IA-MELEE-11", "IA-MELEE-12", "IA-SEQ-9", "IA-COMBAT-3"
    )
    def test_an_elite_legionary_against_a_regular_with_a_shield(self) -> None:
        """Example 14."""
        dice = [(FIRST, 3), (FIRST, 4), (FIRST, 2), (FIRST, 5), (SAVE, 2), (SAVE, 3)]
        field = fight([armored(40, 40, klass="elite")], [shield(42, 40)], dice)
        assert field.state(0) == "able" and foe(field) == "wounded"

    @pytest.mark.clause("IA-MELEE-7", "IA-MELEE-8", "IA-MELEE-9", "IA-CAV-4", "IA-CAV-6", "IA-CAV-9", "IA-CAV-11")
    def test_a_spear_against_a_horse(self) -> None:
        """Example 13."""
        dice = [(FIRST, 4), (FIRST, 3), (FIRST, 5), (FIRST, 2), (HORSE, 3), (SAVE, 3), (SAVE, 3)]
        field = fight([shield(40, 40, klass="conscript")], [rider(42.5, 40)], dice)
        assert field.state(0) == "wounded" and foe(field) == "able"
        assert field.b.figures[field.n_own + len(BACK)].troop == 0

    @pytest.mark.clause("IA-MELEE-12", "IA-MELEE-13")
    def test_they_fight_again_next_turn(self) -> None:
        field = fight([armored(40, 40)], [armored(42, 40)], [(FIRST, 6), (FIRST, 1), (SAVE, 6), (SAVE, 6)])
        assert field.b.turn == 2
        field.done()
        field.done(dice=[(FIRST, 1), (FIRST, 2), (SAVE, 6), (SAVE, 6)])
        assert field.b.turn == 3

    @pytest.mark.parametrize(
        ("own", "other", "bonus"),
        [
            pytest.param("elite", "regular", (1, 0), marks=pytest.mark.clause("IA-MELEE-2", "IA-MELEE-6")),
            pytest.param("commander", "elite", (2, 1), marks=pytest.mark.clause("IA-MELEE-3", "IA-MELEE-6")),
            pytest.param("commander", "regular", (2, 0), marks=pytest.mark.clause("IA-MELEE-4", "IA-MELEE-6")),
            pytest.param("conscript", "regular", (-1, 0), marks=pytest.mark.clause("IA-MELEE-7", "IA-MELEE-8")),
            pytest.param("conscript", "elite", (-1, 1), marks=pytest.mark.clause("IA-MELEE-8")),
            pytest.param("conscript", "commander", (-1, 2), marks=pytest.mark.clause("IA-MELEE-8", "IA-CLASS-2")),
        ],
    )
    def test_qualities(self, own: str, other: str, bonus: tuple) -> None:  # type: ignore[type-arg]
        b = Field([man(40, 40, klass=own)], [man(42, 40, klass=other)]).b
        assert (bonus_against(b, 0, 1), bonus_against(b, 1, 0)) == bonus

    @pytest.mark.clause("IA-MELEE-6")
    def test_house_rule_cumulative(self) -> None:
        b = Field([man(40, 40, klass="commander")], [man(42, 40)], quality="cumulative").b
        assert (bonus_against(b, 0, 1), bonus_against(b, 1, 0)) == (4, 0)

    @pytest.mark.clause("IA-MELEE-5")
    def test_a_shot_before_costs_one_but_not_a_javelin(self) -> None:
        for shot, bonus in ((2, -1), (1, 0), (0, 0)):
            b = Field([man(40, 40, "N", "bow")], [man(42, 40)], more=[(0, "shot", shot)]).b
            assert bonus_against(b, 0, 1) == bonus


class TestManyOnOne:
    """Examples 15 and 16: the one is RO1 or a Regular with a shield."""

    GAULS = (38, 40), (40, 38)

    def centurion(self, dice: list) -> Field:  # type: ignore[type-arg]
        return fight([shield(*at) for at in self.GAULS], [armored(40, 40, "S", klass="commander")], dice)

    @pytest.mark.clause(
        "IA-MELEE-14", "IA-MELEE-17", "IA-MELEE-18", "IA-MELEE-19", "IA-MELEE-20", "IA-MASS-11", "IA-MELEE-24"
    )
    def test_the_two_win(self) -> None:
        field = self.centurion([(FIRST, 5), (FIRST, 4), (FIRST, 6)])
        assert field.b.phase == Phase.BLOWS and field.side() == 0
        one = field.n_own + len(BACK)
        assert field.reasons(Verb.STRIKE, one, target=0) == ["OTHERS_STRIKE"]
        field.play(Verb.STRIKE, 1, target=one, dice=[(SAVE, 1), (SAVE, 4)])
        assert field.side() == 1
        field.play(Verb.STRIKE, one, target=0, dice=[(SAVE, 5)])
        assert field.states(0, 1) == ["wounded", "able"] and foe(field) == "able"

    @pytest.mark.clause("IA-MELEE-20", "IA-MORALE-33", "IA-CAV-6", "IA-CAV-7")
    @pytest.mark.parametrize(
        ("klass", "harder", "die", "troop"),
        [("elite", 0, 4, 0), ("elite", 0, 5, 3), ("commander", 0, 5, 0), ("commander", 1, 6, 0), ("regular", 0, 4, 3)],
    )
    def test_the_one_strikes_back_at_a_horse_as_hard(self, klass: str, harder: int, die: int, troop: int) -> None:
        """Two elite riders on one; horses save on 3/2 without class: 4 - 1, 5 - 2 and 6 - 2 - 1 lose them."""
        riders = [rider(40 + dx, 40, klass="elite") for dx in (-2.5, 2.5)]
        dice = [(FIRST, 6), (FIRST, 6), (FIRST, 1)]
        field = fight([man(40, 40, klass=klass)], riders, dice, more=[(0, "harder", harder)])
        field.play(Verb.STRIKE, 9, target=0, dice=[(SAVE, 6), (SAVE, 6)])
        field.play(Verb.STRIKE, 0, target=10, dice=[(HORSE, 3), (SAVE, die)])
        assert field.b.figures[10].troop == troop

    @pytest.mark.clause("IA-MELEE-21", "IA-MELEE-17", "IA-MELEE-20")
    def test_the_one_wins(self) -> None:
        field = self.centurion([(FIRST, 2), (FIRST, 2), (FIRST, 5)])
        one = field.n_own + len(BACK)
        dice = [(SAVE, 4), (SAVE, 2), (SAVE, 5), (SAVE, 4)]
        field.play(Verb.STRIKE, one, target=0, dice=dice)
        assert field.states(0, 1) == ["able", "wounded"]

    @pytest.mark.clause("IA-MELEE-14", "IA-MELEE-18", "IA-MELEE-24")
    def test_the_one_may_be_of_the_side_with_initiative(self) -> None:
        field = fight([armored(40, 40)], [shield(38, 40), shield(40, 38)], [(FIRST, 5), (FIRST, 4), (FIRST, 6)])
        one = field.n_own + len(BACK)
        assert field.b.phase == Phase.BLOWS and field.side() == 1
        field.play(Verb.STRIKE, one + 1, target=0, dice=[(SAVE, 6), (SAVE, 2)])
        assert field.state(0) == "wounded"

    @pytest.mark.clause("IA-MELEE-18", "IA-MELEE-19")
    def test_the_second_does_not_strike_who_is_out(self) -> None:
        field = fight([shield(*at) for at in self.GAULS], [man(40, 40)], [(FIRST, 6), (FIRST, 6), (FIRST, 1)])
        field.play(Verb.STRIKE, 0, target=field.n_own + len(BACK), dice=[(SAVE, 1)])
        assert foe(field) == "dead"

    @pytest.mark.clause("IA-MELEE-17", "IA-MELEE-19", "IA-MELEE-21", "IA-MORALE-27")
    def test_where_the_other_of_two_routs_it_is_as_one_on_one_and_they_are_not_struck_back(self) -> None:
        """The elite adds 1 and the centurion 2, as in single combat: 2 + 1 and 1 + 2 again, then 1 + 1 and 1 + 2."""
        own = [shield(38, 40, klass="elite"), shield(40, 38, routing=True)]
        dice = [(FIRST, v) for v in (2, 1, 1, 1)]
        field = fight(own, [armored(40, 40, klass="commander")], dice)
        one = field.n_own + len(BACK)
        assert field.side() == 1
        field.play(Verb.STRIKE, one, target=0, dice=[(SAVE, 5), (SAVE, 5)])
        assert field.b.phase != Phase.BLOWS and field.states(0, 1) == ["able", "able"]

    @pytest.mark.clause("IA-MELEE-15", "IA-MELEE-16", "IA-MELEE-22", "IA-MELEE-23", "IA-MELEE-9")
    def test_three_on_one(self) -> None:
        own = [shield(38, 40, klass="elite"), shield(40, 38), shield(42, 40)]
        dice = [(FIRST, 3), (FIRST, 2), (FIRST, 6), (FIRST, 4), (FIRST, 4), (FIRST, 5)]
        field = fight(own, [shield(40, 40)], dice)
        one = field.n_own + len(BACK)
        field.play(Verb.STRIKE, 0, target=one, dice=[(SAVE, 5)])
        field.play(Verb.STRIKE, 1, target=one, dice=[(SAVE, 4), (SAVE, 1)])
        assert foe(field) == "dead" and field.states(0, 1, 2) == ["able"] * 3

    @pytest.mark.clause("IA-MELEE-15", "IA-MELEE-16")
    def test_only_the_best_bonus_counts(self) -> None:
        for classes, bonus in ((("regular", "regular"), 0), (("elite", "regular"), 1), (("elite", "hero"), 2)):
            b = Field([man(38, 40, klass=classes[0]), man(40, 38, klass=classes[1])], [man(40, 40)]).b
            assert bonus_of_many(b, 3) == bonus

    @pytest.mark.clause("IA-MELEE-14")
    @pytest.mark.parametrize(("option", "own_first"), [("half_higher", False), ("half_lower", True)])
    def test_which_die_is_halved(self, option: str, own_first: bool) -> None:
        """6 and 1: 1 + 3 = 4, or 6 + 0.5 = 6.5, against 5."""
        b = Field([man(38, 40), man(40, 38)], [man(40, 40)], one_and_half=option).b
        assert many_win(b, 3, 2, dice_of((FIRST, 6), (FIRST, 1), (FIRST, 5)), silent()) == own_first

    @pytest.mark.clause("IA-MELEE-5", "IA-MELEE-17")
    @pytest.mark.parametrize(("shot", "many_first"), [(2, True), (0, False)])
    def test_the_one_still_loses_one_for_a_shot(self, shot: int, many_first: bool) -> None:
        """3 and 2 come to 2 + 1.5 = 3.5, against 4 or 4 - 1."""
        b = Field([man(38, 40), man(40, 38)], [man(40, 40, "N", "bow")], more=[(2, "shot", shot)]).b
        assert many_win(b, 3, 2, dice_of((FIRST, 3), (FIRST, 2), (FIRST, 4)), silent()) == many_first


class TestMelees:
    @pytest.mark.clause("IA-SEQ-9", "IA-MELEE-24", "IA-MELEE-26")
    def test_the_side_with_initiative_chooses_the_order(self) -> None:
        field = fight([man(30, 40), man(60, 40)], [man(32, 40), man(62, 40)], [])
        assert field.b.phase == Phase.MELEE and field.side() == 0
        b0, b1 = field.n_own + len(BACK), field.n_own + len(BACK) + 1
        assert field.reasons(Verb.FIGHT, 0, target=b1) == ["DOES_NOT_TOUCH"]
        dice = [(FIRST, 6), (FIRST, 1), (SAVE, 6), (SAVE, 6)] * 2
        field.play(Verb.FIGHT, 1, target=b1, dice=dice)
        struck = [int(e.actor) for e in entries(field.log, Entry.OUTCOME)]
        assert struck == [b1, 1, b0, 0] and field.b.turn == 2

    @pytest.mark.clause("IA-MELEE-26", "IA-TABLE-9")
    def test_across_a_low_obstacle(self) -> None:
        fence = [{"kind": "low", "line": [[41, 30], [41, 50]]}]
        fight([armored(40, 40)], [armored(42, 40)], [(FIRST, 6), (FIRST, 1), (SAVE, 6), (SAVE, 6)], ground=fence)

    @pytest.mark.clause("IA-MELEE-25")
    def test_three_sides(self) -> None:
        field = Field(
            [armored(40, 40)], [armored(42, 40)], third=[armored(38, 40)], phase="melee",
            case={"initiative": ["own", "foes", "third"]},
        )  # fmt: skip
        assert field.side() == 0
        field.play(Verb.FIGHT, 0, target=2, dice=[(FIRST, 6), (FIRST, 1), (SAVE, 6), (SAVE, 6)])
        assert [int(e.actor) for e in entries(field.log, Entry.OUTCOME)] == [2, 0]  # the second has nobody left

    @pytest.mark.clause("IA-MELEE-25", "IA-MELEE-24")
    def test_the_rest_of_three_sides_fights_where_it_is_still_joined(self) -> None:
        """B1, C, A and B0 stand in a row: A fights B0; then C, whom nobody has fought, and B1 fight as well."""
        field = Field(
            [armored(40, 40)], [armored(42, 40), armored(36, 40)], third=[armored(38, 40)], phase="melee",
            case={"initiative": ["own", "foes", "third"]},
        )  # fmt: skip
        assert field.side() == 0
        dice = [(FIRST, 6), (FIRST, 1), (SAVE, 6), (SAVE, 6)] * 2
        field.play(Verb.FIGHT, 0, target=1, dice=dice)
        assert [int(e.actor) for e in entries(field.log, Entry.OUTCOME)] == [1, 0, 3, 2]

    @pytest.mark.clause("IA-TABLE-11", "IA-TABLE-13", "IA-RANGED-26")
    def test_on_a_tower_one_on_one(self) -> None:
        tower = [{"kind": "tower", "id": "tower", "box": [40, 40, 44, 44]}]
        own = [man(39, 42), man(39, 44)]
        field = fight(own, [man(41, 42, tower="tower"), FAR], [], ground=tower)
        assert field.b.phase == Phase.MELEE and field.side() == 0
        dice = [(FIRST, 6), (FIRST, 1), (SAVE, 6), (SAVE, 6)]
        field.play(Verb.FIGHT, 1, target=field.n_own + len(BACK), dice=dice)
        assert [int(e.actor) for e in entries(field.log, Entry.OUTCOME)] == [field.n_own + len(BACK), 1]

    @pytest.mark.clause("IA-TABLE-13", "IA-SEQ-9")
    @pytest.mark.parametrize("saved", [6, 1])
    def test_the_ground_is_fought_before_the_tower_and_by_whom_an_enemy_there_touches(self, saved: int) -> None:
        """A0 and A1 touch the tower on which B0 stands; B1 touches A0 on the ground; A2 and B2 are apart.

        A0 fights B1 and nobody else, whether B1 is killed or not; A1 fights B0 when A2 has fought B2.
        """
        tower = [{"kind": "tower", "id": "tower", "box": [40, 40, 44, 44]}]
        foes = [man(41, 42, tower="tower"), man(37, 42), man(62, 42), FAR]
        field = fight([man(39, 42), man(39, 44), man(60, 42)], foes, [], ground=tower)
        above, below, apart = range(field.n_own + len(BACK), field.n_own + len(BACK) + 3)
        assert field.b.phase == Phase.MELEE and field.side() == 0
        assert field.reasons(Verb.FIGHT, 1, target=above) == ["GROUND_COMES_FIRST"]
        assert field.reasons(Verb.FIGHT, 0, target=above) == ["GROUND_COMES_FIRST"]
        blow, struck = [(FIRST, 6), (FIRST, 1), (SAVE, 6)], [(SAVE, 6)]
        back = struck if saved == 6 else []
        field.play(Verb.FIGHT, 0, target=below, dice=[*blow[:2], (SAVE, saved), *back, *blow, *struck, *blow, *struck])
        order = [int(e.actor) for e in entries(field.log, Entry.OUTCOME)]
        assert order == [below, *([0] if saved == 6 else []), apart, 2, above, 1]

    @pytest.mark.clause("IA-TABLE-13")
    def test_nobody_fights_their_friend_on_a_tower(self) -> None:
        tower = [{"kind": "tower", "id": "tower", "box": [40, 40, 44, 44]}]
        field = fight([man(39, 42), man(41, 42, tower="tower")], [man(60, 42)], [], ground=tower)
        assert field.b.turn == 2


class TestTower:
    TOWER = ({"kind": "tower", "id": "tower", "box": [40, 40, 44, 44]},)

    @pytest.mark.clause("IA-TABLE-13", "IA-TABLE-11", "IA-MOVE-22", "IA-MOVE-30", "IA-MOVE-31")
    def test_up_and_down(self) -> None:
        field = Field([man(37, 42), man(60, 42)], ground=self.TOWER)
        assert field.reasons(Verb.CLIMB, 0, target=0, to=(39, 42), mode=0) == []
        field.play(Verb.CLIMB, 0, target=0, to=(39, 42), mode=0)
        assert field.b.figures[0].tower == 0
        far = Field([man(35.5, 42), man(60, 42)], ground=self.TOWER)
        assert far.reasons(Verb.CLIMB, 0, target=0, to=(39, 42), mode=0) == ["MOVES_TOO_FAR"]  # 3.5 + 5 > 8
        down = Field([man(41, 42, tower="tower")], ground=self.TOWER)
        assert down.cannot_move(0, (30, 42)) == ["IS_ON_TOWER"]
        walled = [*self.TOWER, {"kind": "building", "box": [30, 43.5, 39.5, 50]}]
        for y, why in ((43, ["GROUND_AT_END"]), (42.5, [])):  # its base has a radius of 1 cm
            up = Field([man(41, 42, tower="tower")], ground=walled)
            assert up.reasons(Verb.CLIMB, 0, target=0, to=(39, y), mode=0) == why
        held = Field([man(39, 42)], [man(37, 42), FAR], ground=self.TOWER)
        assert held.reasons(Verb.CLIMB, 0, target=0, to=(39, 42), mode=0) == ["IS_IN_CONTACT"]
        down.play(Verb.CLIMB, 0, target=0, to=(39, 42), mode=0)
        assert down.at(0) == (39, 42) and down.b.figures[0].tower == -1

    @pytest.mark.clause("IA-TABLE-13", "IA-MOVE-9", "IA-MOVE-34", "IA-SENTRY-6", "IA-GOAL-1", "IA-MOVE-30")
    def test_who_comes_down_goes_by_a_mode_as_others_do(self) -> None:
        """By night a walk of 8 - 4 cm is too short for the 5, a run of 12 - 4 is not, and from turn 2 on it tires."""
        below = {"target": 0, "to": (39, 42)}
        skirmisher_ = Field([skirmisher(41, 42, tower="tower")], ground=self.TOWER)
        for mode in (-1, 3, 4):
            assert skirmisher_.reasons(Verb.CLIMB, 0, mode=mode, **below) == ["NO_SUCH_MODE"]
        guard = Field([man(41, 42, tower="tower", sentry=True)], ground=self.TOWER, own_side={"alarm": True})
        assert guard.reasons(Verb.CLIMB, 0, mode=RUN, **below) == ["SENTRIES_WALK"]
        chest = {"markers": [{"thing": "loot", "carrier": "A0"}]}
        carrier = Field([man(41, 42, tower="tower")], ground=self.TOWER, case=chest)
        assert carrier.reasons(Verb.CLIMB, 0, mode=RUN, **below) == ["CARRIERS_WALK"]
        dark = Field([man(41, 42, tower="tower")], ground=self.TOWER, turn=2, case={"night_until": 8})
        assert dark.reasons(Verb.CLIMB, 0, mode=WALK, **below) == ["LOSES_ALL"]
        assert dark.reasons(Verb.CLIMB, 0, mode=RUN, **below) == ["DECLARE_FIRST"]
        dark.play(Verb.HEAD, 0, facing="W", dice=[(DIRECTION, 3), (DIRECTION, 4)])
        dark.play(Verb.DECLARE, 0, mode=RUN, dice=[(FATIGUE, 3)])
        assert dark.cannot_move(0, (30, 42), RUN) == ["IS_ON_TOWER"]
        assert dark.reasons(Verb.CLIMB, 0, mode=WALK, **below) == ["HAS_DECLARED_RUN"]
        dark.play(Verb.CLIMB, 0, mode=RUN, **below)
        assert dark.at(0) == (39, 42)
        edge = ({**self.TOWER[0], "box": [0, 40, 4, 44]},)
        at_edge = Field([man(1, 42, tower="tower")], ground=edge)
        assert at_edge.reasons(Verb.CLIMB, 0, target=0, to=(0.9, 39), mode=WALK) == ["GROUND_AT_END"]
        assert at_edge.reasons(Verb.CLIMB, 0, target=0, to=(1, 39), mode=WALK) == []

    @pytest.mark.clause("IA-TABLE-13", "IA-TABLE-11")
    def test_room_for_two(self) -> None:
        field = Field([man(39, 42), man(41, 42, tower="tower"), man(43, 42, tower="tower")], ground=self.TOWER)
        assert field.reasons(Verb.CLIMB, 0, target=0, to=(39, 42), mode=0) == ["NO_ROOM_ON_TOP"]
        foe_ = Field([man(39, 42)], [man(41, 42, tower="tower"), FAR], ground=self.TOWER)
        assert foe_.reasons(Verb.CLIMB, 0, target=0, to=(39, 42), mode=0) == ["ENEMY_ON_TOP"]


class TestClosingUp:
    @staticmethod
    def near(gap: float, own: tuple = (), other: tuple = (), **fields: object) -> Field:  # type: ignore[type-arg]
        return Field([man(40, 40, "N", *own, **fields)], [man(40, 42 + gap, "S", *other), FAR], phase="closing")

    @pytest.mark.clause("IA-COMBAT-1", "IA-COMBAT-2", "IA-COMBAT-4")
    def test_at_most_2_cm(self) -> None:
        field = self.near(2.0)
        assert field.reasons(Verb.CLOSE, 0, to=(40, 42)) == []
        field.play(Verb.CLOSE, 0, to=(40, 42), dice=[(FIRST, 6), (FIRST, 1), (SAVE, 6), (SAVE, 6)])
        assert field.b.figures[0].y == 42 and field.told().count("CLOSES_UP") == field.told().count("REACHES") == 1
        horses = Field([rider(40, 40, "N")], [rider(40, 45, "S"), FAR], phase="closing")
        assert horses.reasons(Verb.CLOSE, 0, to=(40, 42)) == []
        assert self.near(2.02).b.phase == Phase.MOVEMENT
        assert self.near(1.0).reasons(Verb.CLOSE, 0, to=(40, 40.5)) == ["NOT_TO_CONTACT"]

    @pytest.mark.clause("IA-COMBAT-4", "IA-MOVE-30")
    def test_not_over_the_edge_of_the_table(self) -> None:
        field = Field([man(1.8, 10)], [man(1, 13), FAR], phase="closing")
        assert field.reasons(Verb.CLOSE, 0, to=(0.7, 11.05)) == ["GROUND_AT_END"]
        assert field.reasons(Verb.CLOSE, 0, to=(1, 11)) == []

    @pytest.mark.clause("IA-SAVE-13", "IA-SAVE-14", "IA-MOVE-36")
    @pytest.mark.parametrize(
        ("n", "far", "wooded", "formed"),
        [(4, 0.6, False, [1, 1, 1, 1]), (4, 1.5, False, [1, 1, 1, 0]), (4, 0.6, True, [1, 1, 1, 0]),
         (3, 0.6, False, [1, 1, 1]), (3, 1.5, False, [0, 0, 0])],
    )  # fmt: skip
    def test_who_closes_up_keeps_their_rank_if_they_keep_the_chain(
        self, n: int, far: float, wooded: bool, formed: list[int]
    ) -> None:
        """The last of n abreast goes ahead: 0.6 cm leave it sqrt(4 + 0.36) = 2.09 from the next, 1.5 cm 2.5."""
        x = 38 + 2 * n
        ground = [{"kind": "heavy_wood", "box": [x - 1, 40.1, x + 1, 60]}] if wooded else []
        ranks = [man(40 + 2 * k, 40, "N", "shield") for k in range(n)]
        field = Field(ranks, [man(x, 42 + far, "S"), *CROWD], ground=ground)
        field.play(Verb.FORM, *range(n)).done()
        close = field.action(Verb.CLOSE, n - 1, to=(x, 40 + far))
        assert sequence.judge(field.b, close, silent()).legal
        make_close(field.b, close, silent())
        assert [int(f.formed) for f in field.b.figures[:n]] == formed

    @pytest.mark.clause("IA-COMBAT-2")
    def test_not_towards_long_weapons_without_one(self) -> None:
        assert self.near(1.0, (), ("spear",)).side() == 1
        assert self.near(1.0, ("spear",), ("polearm",)).reasons(Verb.CLOSE, 0, to=(40, 41)) == []

    @pytest.mark.clause("IA-COMBAT-4")
    def test_not_over_an_obstacle_or_lying(self) -> None:
        fence = [{"kind": "low", "line": [[30, 40.2], [50, 40.2]]}]
        field = Field([man(40, 40), man(60, 40)], [man(40, 43), man(60, 43)], phase="closing", ground=fence)
        assert field.reasons(Verb.CLOSE, 0, to=(40, 41)) == ["GROUND_ON_WAY"]
        assert self.near(1.0, lying=True).side() == 1
