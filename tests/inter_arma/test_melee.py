"""Melee: single combat, two and three on one, massed combat, second ranks, ambush, closing up, wounded; exact odds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from inter_arma.field import (
    CRAWL,
    CRAWLER,
    FAR,
    FIRST,
    HORSE,
    MASSED,
    SAVE,
    WOUNDED,
    Field,
    armored,
    dice_of,
    knight,
    man,
    rider,
    silent,
)
from sandtable.games.inter_arma.clauses import Purpose
from sandtable.games.inter_arma.record import Phase, Verb
from sandtable.games.inter_arma.rules.melee import (
    bonus_against,
    bonus_of_many,
    many_win,
    single_combat,
    who_strikes_first,
)
from sandtable.games.inter_arma.rules.pairing import fix_contacts
from sandtable.games.inter_arma.rules.wounded import fate_after_battle
from sandtable.kernel.dice import new_dice
from sandtable.kernel.log import Kind as Entry
from sandtable.kernel.tree import next_leaf, start_walk
from tabletop import entries

CROWD = [man(100, 10 + 3 * k) for k in range(8)]
"""Men far away, so that a few losses are no quarter of a side."""
BACK = [man(5, 10 + 3 * k) for k in range(8)]


def fight(own: list, foes: list, dice: list, **more: object) -> Field:  # type: ignore[type-arg]
    """Fight the melee step with these dice; own figures first, enemies from ``len(own)`` on, crowds behind."""
    n = len(own)
    field = Field([*own, *BACK], [*foes, *CROWD], phase="melee", dice=dice, **more)  # type: ignore[arg-type]
    field.n_own = n
    return field


def foe(field: Field, k: int = 0) -> str:
    """What has become of the k-th enemy."""
    return field.state(field.n_own + len(BACK) + k)


def shield(x: float, y: float, facing: str = "N", *equipment: str, **fields: object) -> dict:  # type: ignore[type-arg]
    return man(x, y, facing, "shield", *equipment, **fields)


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
        assert field.reasons(Verb.STRIKE, one, target=0) == ["NO_BLOW"]
        field.play(Verb.STRIKE, 1, target=one, dice=[(SAVE, 1), (SAVE, 4)])
        assert field.side() == 1
        field.play(Verb.STRIKE, one, target=0, dice=[(SAVE, 5)])
        assert field.states(0, 1) == ["wounded", "able"] and foe(field) == "able"

    @pytest.mark.clause("IA-MELEE-21", "IA-MELEE-17", "IA-MELEE-20")
    def test_the_one_wins(self) -> None:
        field = self.centurion([(FIRST, 2), (FIRST, 2), (FIRST, 5)])
        one = field.n_own + len(BACK)
        dice = [(SAVE, 4), (SAVE, 2), (SAVE, 5), (SAVE, 4)]
        field.play(Verb.STRIKE, one, target=0, dice=dice)
        assert field.states(0, 1) == ["able", "wounded"]

    @pytest.mark.clause("IA-MELEE-18", "IA-MELEE-19")
    def test_the_second_does_not_strike_who_is_out(self) -> None:
        field = fight([shield(*at) for at in self.GAULS], [man(40, 40)], [(FIRST, 6), (FIRST, 6), (FIRST, 1)])
        field.play(Verb.STRIKE, 0, target=field.n_own + len(BACK), dice=[(SAVE, 1)])
        assert foe(field) == "dead"

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


class TestMassed:
    PAIRS = tuple((40 + 4 * k, 40) for k in range(4))

    def lines(self, dice: list, **options: str) -> Field:  # type: ignore[type-arg]
        """Four against four in pairs, all joined: the pairs touch those beside them."""
        own = [shield(40 + 2 * k, 40) for k in range(4)]
        return fight(own, [armored(40 + 2 * k, 42, "S") for k in range(4)], dice, **options)

    @pytest.mark.clause(
        "IA-MASS-1",
        "IA-MASS-2",
        "IA-MASS-3",
        "IA-MASS-4",
        "IA-MASS-6",
        "IA-MASS-7",
        "IA-MASS-12",
        "IA-MASS-13",
        "IA-MASS-17",
        "IA-MELEE-24",
    )
    def test_the_example(self) -> None:
        """Example 17."""
        dice = [(MASSED, v) for v in (5, 1, 6, 3)] + [(MASSED, v) for v in (2, 5, 5, 2)] + [(MASSED, 2), (MASSED, 4)]
        field = self.lines(dice)
        winners = [int(w) for w in field.b.fight.winners[: field.b.fight.n_blows]]
        assert winners == [0, 1, 0, 1] and field.side() == 0
        b1, b2, b3 = (field.n_own + len(BACK) + k for k in range(3))
        field.play(Verb.STRIKE, 0, target=b1, dice=[(SAVE, 5), (SAVE, 2)])
        assert field.state(0) == "wounded" and field.side() == 1
        field.play(Verb.STRIKE, b2, target=1, dice=[(SAVE, 1)])
        assert field.state(1) == "dead"
        assert field.reasons(Verb.STRIKE, 3, target=b1) == ["NO_BLOW"]  # it does not touch him
        field.play(Verb.STRIKE, 2, target=b3, dice=[(SAVE, 1), (SAVE, 4), (SAVE, 3)])
        assert field.states(0, 1, 2, 3) == ["wounded", "dead", "able", "able"]
        assert [foe(field, k) for k in range(4)] == ["able", "able", "dead", "able"]

    @pytest.mark.clause("IA-MASS-12", "IA-MASS-17")
    def test_who_has_struck_back_is_not_named_again(self) -> None:
        dice = [(MASSED, v) for v in (6, 5, 4, 3)] + [(MASSED, v) for v in (5, 4, 3, 2)]
        field = self.lines(dice)
        b1 = field.n_own + len(BACK)
        field.play(Verb.STRIKE, 0, target=b1, dice=[(SAVE, 6), (SAVE, 6)])
        assert field.b.figures[b1].struck == 1
        assert field.reasons(Verb.STRIKE, 0, target=b1) == ["NO_BLOW"]

    @pytest.mark.clause("IA-MASS-12", "IA-MASS-17")
    def test_who_has_struck_back_does_not_strike_back_again(self) -> None:
        own = [shield(40, 40), shield(42, 40)]
        dice = [(MASSED, 6), (MASSED, 5), (MASSED, 1), (MASSED, 2)]
        field = fight(own, [man(41, 41.73, "S"), man(43, 41.73, "S")], dice)
        b1 = field.n_own + len(BACK)
        field.play(Verb.STRIKE, 0, target=b1, dice=[(SAVE, 6), (SAVE, 6)])
        field.play(Verb.STRIKE, 1, target=b1, dice=[(SAVE, 6)])

    @pytest.mark.clause("IA-MASS-5")
    @pytest.mark.parametrize(("option", "blows"), [("win", 3), ("ignored", 2)])
    def test_surplus_dice(self, option: str, blows: int) -> None:
        own = [shield(40, 40), shield(42, 40), shield(44, 40)]
        dice = [(MASSED, 6), (MASSED, 5), (MASSED, 4), (MASSED, 1), (MASSED, 2)]
        field = fight(own, [man(40, 42, "S"), man(43, 41.73, "S")], dice, surplus_dice=option)
        assert field.b.fight.n_blows == blows and field.b.fight.winners[0] == 0

    @pytest.mark.clause("IA-MASS-14")
    def test_an_initiative_nobody_can_use_lapses(self) -> None:
        own = [shield(40, 40), shield(42, 40)]
        dice = [(MASSED, 6), (MASSED, 5), (MASSED, 1), (MASSED, 2)]
        field = fight(own, [man(40, 42, "S"), man(42, 42, "S")], dice)
        one = field.n_own + len(BACK)
        field.play(Verb.STRIKE, 0, target=one, dice=[(SAVE, 1), (SAVE, 1)])
        assert [foe(field, k) for k in range(2)] == ["dead", "dead"]

    @pytest.mark.clause("IA-MASS-15", "IA-MASS-16")
    def test_more_than_six_throw_once(self) -> None:
        own = [shield(40 + 2 * k, 40, klass="elite" if k < 4 else "regular") for k in range(7)]
        foes = [man(40 + 2 * k, 42, "S") for k in range(7)]
        dice = [(FIRST, 3), (FIRST, 4), (FIRST, 4), (FIRST, 4)]  # 3 + 1 against 4: again; 5 against 4
        field = fight(own, foes, dice + [(SAVE, 1)] + [(SAVE, 6)] * 6 + [(SAVE, 6)] * 5 + [(SAVE, 1)])
        assert [foe(field, k) for k in range(7)] == ["dead"] + ["able"] * 6
        assert field.states(*range(7)) == ["able"] * 6 + ["dead"]

    @pytest.mark.clause("IA-MASS-16")
    def test_house_rule_in_sixes(self) -> None:
        own = [shield(40 + 2 * k, 40) for k in range(7)]
        foes = [man(40 + 2 * k, 42, "S") for k in range(7)]
        dice = [(MASSED, 6)] * 6 + [(MASSED, 1)] * 6 + [(MASSED, 1), (MASSED, 6)]
        field = fight(own, foes, dice, over_six="split_in_sixes")
        assert [int(w) for w in field.b.fight.winners[:7]] == [0] * 6 + [1]


class TestSecondRank:
    @pytest.mark.clause("IA-MASS-8", "IA-MASS-9", "IA-MASS-10", "IA-MASS-11", "IA-MASS-7")
    @pytest.mark.parametrize(
        ("weapon", "reaches"), [("spear", True), ("polearm", True), ("pike", True), ("sword", False)]
    )
    def test_past_a_friend(self, weapon: str, reaches: bool) -> None:
        """Example 18: T (10, 12), F (10, 10), S (10, 8)."""
        dice = [(FIRST, 6), (FIRST, 6), (FIRST, 1)] if reaches else [(FIRST, 1), (FIRST, 6), (SAVE, 6), (SAVE, 6)]
        field = fight([man(10, 10), man(10, 8, "N", weapon)], [man(10, 12, "S")], dice)
        if reaches:
            assert field.b.phase == Phase.BLOWS and field.side() == 0
            one = field.n_own + len(BACK)
            field.play(Verb.STRIKE, 1, target=one, dice=[(SAVE, 6), (SAVE, 6), (SAVE, 6)])
        assert field.states(0, 1) == ["able", "able"]

    @pytest.mark.clause("IA-MASS-10")
    def test_lances_from_horseback(self) -> None:
        b = Field([knight(10, 20), knight(10, 17, "N", "lance")], [man(10, 22.5, "S")]).b
        fix_contacts(b)
        assert b.figures[1].behind == 4

    @pytest.mark.clause("IA-MASS-18")
    def test_who_is_in_contact_is_no_second_rank(self) -> None:
        b = Field([man(10, 20), man(10, 18, "N", "spear")], [man(10, 22), man(12, 18)]).b
        fix_contacts(b)
        assert b.figures[1].behind == 0


class TestMelees:
    @pytest.mark.clause("IA-SEQ-9", "IA-MELEE-24", "IA-MELEE-26")
    def test_the_side_with_initiative_chooses_the_order(self) -> None:
        field = fight([man(30, 40), man(60, 40)], [man(32, 40), man(62, 40)], [])
        assert field.b.phase == Phase.MELEE and field.side() == 0
        b0, b1 = field.n_own + len(BACK), field.n_own + len(BACK) + 1
        assert field.reasons(Verb.FIGHT, 0, target=b1) == ["NO_MELEE"]
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

    @pytest.mark.clause("IA-TABLE-11", "IA-TABLE-13", "IA-RANGED-26")
    def test_on_a_tower_one_on_one(self) -> None:
        tower = [{"kind": "tower", "id": "tower", "box": [40, 40, 44, 44]}]
        own = [man(39, 42), man(39, 44)]
        field = fight(own, [man(41, 42, tower="tower"), FAR], [], ground=tower)
        assert field.b.phase == Phase.MELEE and field.side() == 0
        dice = [(FIRST, 6), (FIRST, 1), (SAVE, 6), (SAVE, 6)]
        field.play(Verb.FIGHT, 1, target=field.n_own + len(BACK), dice=dice)
        assert [int(e.actor) for e in entries(field.log, Entry.OUTCOME)] == [field.n_own + len(BACK), 1]


class TestTower:
    TOWER = ({"kind": "tower", "id": "tower", "box": [40, 40, 44, 44]},)

    @pytest.mark.clause("IA-TABLE-13", "IA-TABLE-11", "IA-MOVE-22")
    def test_up_and_down(self) -> None:
        field = Field([man(37, 42), man(60, 42)], ground=self.TOWER)
        assert field.reasons(Verb.CLIMB, 0, target=0, to=(39, 42), mode=0) == []
        field.play(Verb.CLIMB, 0, target=0, to=(39, 42), mode=0)
        assert field.b.figures[0].tower == 0
        far = Field([man(35.5, 42), man(60, 42)], ground=self.TOWER)
        assert far.reasons(Verb.CLIMB, 0, target=0, to=(39, 42), mode=0) == ["CANNOT_MOVE"]  # 3.5 + 5 > 8
        down = Field([man(41, 42, tower="tower")], ground=self.TOWER)
        assert down.cannot_move(0, (30, 42)) == ["IS_ON_TOWER"]
        down.play(Verb.CLIMB, 0, target=0, to=(39, 42), mode=0)
        assert down.at(0) == (39, 42) and down.b.figures[0].tower == -1

    @pytest.mark.clause("IA-TABLE-13", "IA-TABLE-11")
    def test_room_for_two(self) -> None:
        field = Field([man(39, 42), man(41, 42, tower="tower"), man(43, 42, tower="tower")], ground=self.TOWER)
        assert field.reasons(Verb.CLIMB, 0, target=0, to=(39, 42), mode=0) == ["NO_ROOM_ON_TOP"]
        foe_ = Field([man(39, 42)], [man(41, 42, tower="tower"), FAR], ground=self.TOWER)
        assert foe_.reasons(Verb.CLIMB, 0, target=0, to=(39, 42), mode=0) == ["NO_ROOM_ON_TOP"]


class TestAmbush:
    """Example 19."""

    @staticmethod
    def ambush(victim: dict, dice: list, **options: str) -> Field:  # type: ignore[type-arg]
        field = Field([man(40, 38), *BACK], [{**victim, "at": [40, 42], "facing": "N"}, *CROWD], **options)
        field.move(0, (40, 40), CRAWL)
        assert field.b.figures[0].ambushes != 0
        return field.done().done(dice=dice)

    @pytest.mark.clause("IA-AMBUSH-1", "IA-AMBUSH-2", "IA-AMBUSH-3", "IA-AMBUSH-10", "IA-AMBUSH-12")
    def test_saves_are_reduced(self) -> None:
        assert self.ambush(armored(0, 0, klass="elite"), [(SAVE, 2)]).state(9) == "wounded"
        field = self.ambush(shield(0, 0), [(SAVE, 5)])
        assert field.state(9) == "wounded" and field.b.figures[0].lying == 0

    @pytest.mark.clause("IA-AMBUSH-4", "IA-AMBUSH-5", "IA-AMBUSH-7", "IA-AMBUSH-13")
    def test_a_regular_strikes_first_next_turn(self) -> None:
        field = self.ambush(shield(0, 0), [(SAVE, 6)])
        assert field.state(0) == "able" and field.b.figures[9].first_over == 0
        field.b.turn = 2
        assert who_strikes_first(field.b, 0, 9, dice_of(), silent()) == 9
        conscript = self.ambush(shield(0, 0, klass="conscript"), [(SAVE, 6)])
        assert conscript.b.figures[9].first_over == 0

    @pytest.mark.clause("IA-AMBUSH-6")
    def test_a_commander_strikes_back_at_once(self) -> None:
        field = self.ambush(armored(0, 0, klass="commander"), [(SAVE, 2), (SAVE, 1)])
        assert field.state(0) == "dead" and field.state(9) == "able"

    @pytest.mark.clause("IA-AMBUSH-8")
    def test_a_commander_strikes_back_once_at_several(self) -> None:
        field = Field([man(40, 38), man(36, 42), *BACK], [armored(40, 42, 45, klass="commander"), *CROWD])
        field.move(0, (40, 40), CRAWL).move(1, (38, 42), CRAWL)
        field.done().done(dice=[(SAVE, 6), (SAVE, 6), (SAVE, 6)])

    @pytest.mark.clause("IA-AMBUSH-9")
    def test_house_rule_from_behind(self) -> None:
        for option, ambushes in (("none", 0), ("as_ambush", 1 << 1)):
            field = Field([man(40, 36), man(70, 10)], [man(40, 42, "N")], rear_attack=option)
            field.move(0, (40, 40))
            assert field.b.figures[0].ambushes == ambushes << 1

    @pytest.mark.clause("IA-AMBUSH-11")
    def test_the_victim_does_not_know(self) -> None:
        field = Field([man(40, 38)], [man(40, 42, "N", "bow", klass="hero"), FAR])
        field.move(0, (40, 40), CRAWL)
        assert field.side() == 1
        assert field.reasons(Verb.BREAK, 1) == ["IS_UNAWARE"] and field.reasons(Verb.RETREAT, 1) == ["IS_UNAWARE"]
        assert field.reasons(Verb.STAND, 1, facing="S") == ["IS_UNAWARE"]

    @pytest.mark.clause("IA-AMBUSH-1", "IA-CRAWL-7")
    def test_a_seen_crawler_has_no_ambush(self) -> None:
        field = Field([man(40, 38), man(70, 10)], [man(40, 42, "S"), FAR])
        field.move(0, (40, 40), CRAWL, dice=[(CRAWLER, 1)])
        assert field.b.figures[0].ambushes == 0

    @pytest.mark.clause("IA-CRAWL-11")
    def test_who_fights_otherwise_gets_up(self) -> None:
        field = fight([man(40, 40, lying=True)], [man(42, 40)], [(FIRST, 6), (FIRST, 1), (SAVE, 6), (SAVE, 6)])
        assert field.b.figures[0].lying == 0


class TestClosingUp:
    @staticmethod
    def near(gap: float, own: tuple = (), other: tuple = (), **fields: object) -> Field:  # type: ignore[type-arg]
        return Field([man(40, 40, "N", *own, **fields)], [man(40, 42 + gap, "S", *other), FAR], phase="closing")

    @pytest.mark.clause("IA-COMBAT-1", "IA-COMBAT-2", "IA-COMBAT-4")
    def test_at_most_2_cm(self) -> None:
        field = self.near(2.0)
        assert field.reasons(Verb.CLOSE, 0, to=(40, 42)) == []
        field.play(Verb.CLOSE, 0, to=(40, 42), dice=[(FIRST, 6), (FIRST, 1), (SAVE, 6), (SAVE, 6)])
        assert field.b.figures[0].y == 42
        assert self.near(2.02).b.phase == Phase.MOVEMENT
        assert self.near(1.0).reasons(Verb.CLOSE, 0, to=(40, 40.5)) == ["NO_CONTACT"]

    @pytest.mark.clause("IA-COMBAT-2")
    def test_not_towards_long_weapons_without_one(self) -> None:
        assert self.near(1.0, (), ("spear",)).side() == 1
        assert self.near(1.0, ("spear",), ("polearm",)).reasons(Verb.CLOSE, 0, to=(40, 41)) == []

    @pytest.mark.clause("IA-COMBAT-4")
    def test_not_over_an_obstacle_or_lying(self) -> None:
        fence = [{"kind": "low", "line": [[30, 40.2], [50, 40.2]]}]
        field = Field([man(40, 40), man(60, 40)], [man(40, 43), man(60, 43)], phase="closing", ground=fence)
        assert field.reasons(Verb.CLOSE, 0, to=(40, 41)) == ["IN_THE_WAY"]
        assert self.near(1.0, lying=True).side() == 1


class TestWounded:
    @staticmethod
    def beside(klass: str = "regular", own: tuple = (), **options: str) -> Field:  # type: ignore[type-arg]
        return Field(
            [man(40, 40), *own, *BACK], [man(42, 40, wounded=True, klass=klass), *CROWD], phase="wounded", **options
        )  # fmt: skip

    @pytest.mark.clause("IA-WOUND-1", "IA-WOUND-3", "IA-WOUND-10", "IA-WOUND-11", "IA-WOUND-13")
    @pytest.mark.parametrize(("die", "state"), [(1, "dead"), (2, "dead"), (3, "wounded"), (4, "captured")])
    def test_the_soldiers_die(self, die: int, state: str) -> None:
        """Example 21."""
        field = self.beside()
        assert field.reasons(Verb.DISPATCH, 0, target=9, amount=1) == ["WHO_DECIDES"]
        field.play(Verb.DISPATCH, 0, target=9, dice=[(WOUNDED, die)])
        assert field.state(9) == state
        assert field.b.figures[0].left == (1 << 9 if state == "wounded" else 0)

    @pytest.mark.clause("IA-WOUND-3")
    def test_house_rule_two_leaves_him(self) -> None:
        assert (
            self.beside(wounded_two="left").play(Verb.DISPATCH, 0, target=9, dice=[(WOUNDED, 2)]).state(9) == "wounded"
        )

    @pytest.mark.clause("IA-WOUND-4")
    @pytest.mark.parametrize(("die", "state"), [(1, "wounded"), (2, "captured")])
    def test_a_hero(self, die: int, state: str) -> None:
        field = self.beside("hero")
        assert field.play(Verb.DISPATCH, 0, target=9, dice=[(WOUNDED, die)]).state(9) == state

    @pytest.mark.clause("IA-WOUND-2", "IA-WOUND-9", "IA-CLASS-5")
    def test_a_commander_in_range_decides(self) -> None:
        field = self.beside(own=(man(40, 69, klass="commander"),))
        assert field.reasons(Verb.DISPATCH, 0, target=10) == ["WHO_DECIDES"]
        assert field.play(Verb.DISPATCH, 0, target=10, amount=2).state(10) == "captured"
        far = self.beside(own=(man(40, 74, klass="commander"),))
        assert far.reasons(Verb.DISPATCH, 0, target=10) == []
        no = self.beside(own=(man(40, 69, klass="hero", leads=False),))
        assert no.reasons(Verb.DISPATCH, 0, target=10) == []

    @pytest.mark.clause("IA-WOUND-10", "IA-WOUND-13")
    def test_not_while_an_enemy_holds_him(self) -> None:
        dice = [(FIRST, 6), (FIRST, 1), (SAVE, 6), (SAVE, 6)]
        field = fight([man(40, 40)], [man(42, 40, wounded=True), man(38, 40)], dice)
        assert field.b.phase != Phase.WOUNDED

    @pytest.mark.clause("IA-WOUND-5", "IA-WOUND-6", "IA-WOUND-7", "IA-WOUND-8")
    def test_after_the_battle(self) -> None:
        b = Field([man(40, 40, klass="hero"), man(44, 40)]).b
        fates = [
            [fate_after_battle(b, i, dice_of((Purpose.FATE, die)), silent()) for die in range(1, 7)] for i in (0, 1)
        ]
        assert fates == [[1, 1, 2, 2, 2, 2], [0, 0, 1, 1, 2, 2]]


class TestCivilians:
    @pytest.mark.clause("IA-GOAL-7", "IA-GOAL-8")
    def test_attacked_after_the_melees_and_never_striking_back(self) -> None:
        field = Field([man(40, 40), *BACK], [man(42, 40, klass="civilian"), *CROWD], phase="melee")
        assert field.b.phase == Phase.WOUNDED
        field.play(Verb.SLAY, 0, target=9, dice=[(SAVE, 2)])
        assert field.state(9) == "dead"

    @pytest.mark.clause("IA-GOAL-8", "IA-MOVE-31")
    def test_they_hold_nobody(self) -> None:
        field = Field([man(40, 40)], [man(42, 40, klass="civilian"), FAR])
        assert field.cannot_move(0, (36, 40)) == []


# ---------------------------------------------------------------- exact odds

F = Fraction
OUT = {"infantry": 3, "shield": 3, "armored": 2}


def out(row: str, bonus: int) -> Fraction:
    """The chance that a save with a bonus fails, counted over the die."""
    return F(sum(die + bonus <= OUT[row] for die in range(1, 7)), 6)


def first_blow(own: int, other: int) -> Fraction:
    """The chance of the first blow, ties thrown again."""
    won = sum(a + own > b + other for a, b in product(range(1, 7), repeat=2))
    lost = sum(a + own < b + other for a, b in product(range(1, 7), repeat=2))
    return F(won, won + lost)


CLASSES = {"conscript": (-1, 0), "regular": (0, 0), "elite": (1, 1), "commander": (2, 2)}
STATED = {
    ("regular", "shield", "regular", "armored"): (F(1, 2), F(5, 12), F(1, 4)),
    ("regular", "infantry", "regular", "infantry"): (F(1, 2), F(3, 8), F(3, 8)),
    ("elite", "shield", "regular", "armored"): (F(21, 31), F(8, 31), F(83, 279)),
    ("regular", "shield", "elite", "armored"): (F(10, 31), F(44, 93), F(41, 372)),
    ("commander", "shield", "regular", "armored"): (F(13, 16), F(35, 288), F(31, 96)),
}


def by_hand(one: str, row: str, other: str, row2: str) -> tuple[Fraction, Fraction, Fraction]:
    """First blow, first out, second out."""
    (q1, s1), (q2, s2) = CLASSES[one], CLASSES[other]
    first, o1, o2 = first_blow(q1, q2), out(row, s1), out(row2, s2)
    return first, first * (1 - o2) * o1 + (1 - first) * o1, first * o2 + (1 - first) * (1 - o1) * o2


def figure_of(klass: str, row: str, x: float) -> dict:  # type: ignore[type-arg]
    if row == "armored":
        return armored(x, 40, klass=klass)
    return man(x, 40, "N", *(["shield"] if row == "shield" else []), klass=klass)


def by_the_rules(b: object, run: object) -> dict:  # type: ignore[type-arg]
    """Chances of the states of all figures after ``run(b, dice, log)``, over the dice tree of the real rules."""
    dice, log = new_dice(0), silent()
    start_walk(dice)
    found: dict[tuple[int, ...], Fraction] = {}
    while True:
        copy = b.copy()  # type: ignore[attr-defined]
        run(copy, dice, log)  # type: ignore[operator]
        weight = F(1)
        for throw in dice.thrown[: dice.n_thrown]:
            weight *= F(int(throw.ways), int(throw.of))
        states = tuple(int(f.state) for f in copy.figures[: copy.n_figures])
        found[states] = found.get(states, F(0)) + weight
        if not next_leaf(dice, 0):
            assert sum(found.values()) == 1
            return found


def is_out(found: dict, i: int) -> Fraction:  # type: ignore[type-arg]
    """The chance that figure ``i`` is put out."""
    return sum((chance for states, chance in found.items() if states[i] != 0), F(0))


PAIRS = [(k1, r1, k2, r2) for k1, k2 in product(CLASSES, repeat=2) for r1, r2 in product(OUT, repeat=2)]


@pytest.mark.clause(
    "IA-MELEE-1",
    "IA-MELEE-2",
    "IA-MELEE-3",
    "IA-MELEE-4",
    "IA-MELEE-6",
    "IA-MELEE-7",
    "IA-MELEE-8",
    "IA-MELEE-9",
    "IA-MELEE-11",
)
@pytest.mark.parametrize("classes", list(product(CLASSES, repeat=2)))
def test_single_combat_for_every_pair_of_classes_as_exact_fractions(classes: tuple) -> None:  # type: ignore[type-arg]
    for one, row, other, row2 in PAIRS:
        if (one, other) != classes:
            continue
        b = Field([figure_of(one, row, 40), *BACK], [figure_of(other, row2, 42), *CROWD]).b
        found = by_the_rules(b, lambda copy, dice, log: single_combat(copy, 0, 9, dice, log))
        _, first_out, second_out = by_hand(one, row, other, row2)
        assert (is_out(found, 0), is_out(found, 9)) == (first_out, second_out)


@pytest.mark.clause("IA-MELEE-14", "IA-MELEE-22", "IA-MELEE-9")
@pytest.mark.parametrize(("many", "chance"), [(2, F(69, 100)), (3, F(181, 201))])
def test_the_first_blow_of_many(many: int, chance: Fraction) -> None:
    own = [man(38, 40), man(40, 38), man(40, 42)][:many]
    b = Field(own, [man(40, 40), FAR]).b

    def run(copy: object, dice: object, log: object) -> None:
        copy.figures[0].state = 0 if many_win(copy, (1 << many) - 1, many, dice, log) else 2  # type: ignore[attr-defined]

    assert 1 - is_out(by_the_rules(b, run), 0) == chance


@pytest.mark.clause("IA-MELEE-1", "IA-MELEE-9", "IA-MELEE-10", "IA-MELEE-11", "IA-MELEE-6", "IA-MELEE-7", "IA-SAVE-10")
@pytest.mark.parametrize("pair", list(STATED))
def test_the_odds_that_the_rules_list_states(pair: tuple) -> None:  # type: ignore[type-arg]
    assert by_hand(*pair) == STATED[pair]
