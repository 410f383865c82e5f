"""Goals: things of worth, checkpoints, fires, herds and civilians."""

from __future__ import annotations

import pytest

from inter_arma.field import CROWD, FAR, MORALE, SAVE, Field, counts, man, silent
from sandtable.games.inter_arma.record import Count, Lies, State, Verb
from sandtable.games.inter_arma.rules.goals import settle_fires
from sandtable.games.inter_arma.rules.morale import count_all
from sandtable.games.inter_arma.rules.saving import hit_in_melee
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.records import NONE

DEAD = State.DEAD.value


def row(n: int, y: float, **fields: object) -> list:  # type: ignore[type-arg]
    return [man(10 + 4 * k, y, **fields) for k in range(n)]


def ended(own: list, foes: list, **more: object) -> Field:  # type: ignore[type-arg]
    """The end of a turn."""
    return Field(own, foes, phase="end", **more)  # type: ignore[arg-type]


def counted(field: Field, side: int) -> dict[str, int]:
    """What a side's morale counts."""
    found = counts()
    count_all(field.b, side, found)
    return {count.name: int(found[count]) for count in Count if found[count]}


class TestGoals:
    CHEST = {"markers": [{"thing": "loot", "name": "chest", "at": [40, 40], "owner": "foes"}]}

    @pytest.mark.clause("IA-GOAL-1", "IA-GOAL-10", "IA-TABLE-3")
    def test_taken_within_1_cm_of_the_base(self) -> None:
        for y, taken in ((42.0, True), (42.02, False)):
            field = Field([man(40, 46)], case=self.CHEST).move(0, (40, y))
            assert (field.b.markers[0].lies == Lies.CARRIED) == taken
        touched = Field([man(40, 46)], [man(42, 40), FAR], case=self.CHEST)
        touched.move(0, (41.2, 41.84))
        assert touched.b.markers[0].lies == Lies.TABLE

    @pytest.mark.clause("IA-GOAL-2", "IA-GOAL-3")
    def test_dropped_where_they_fall_and_taken_back(self) -> None:
        field = Field([man(40, 42), man(70, 10)], case=self.CHEST)
        field.play(Verb.STAND, 0)
        assert "CAPTURES" in field.told()
        dice = scripted_dice([(SAVE.value, NONE, NONE, 3)])
        hit_in_melee(field.b, 0, 2, 0, dice, silent())
        marker = field.b.markers[0]
        assert (marker.lies, marker.x, marker.y, marker.taker) == (Lies.TABLE, 40, 42, 0)
        field.b.figures[2].x, field.b.figures[2].y = 40, 44
        field.done()
        field.play(Verb.STAND, 2)
        assert marker.taker == NONE and "TAKES_BACK" in field.told()

    @pytest.mark.clause("IA-GOAL-4", "IA-SC3-14", "IA-MORALE-3")
    def test_checkpoints(self) -> None:
        point = {"checkpoints": [{"at": [40, 40], "holder": "foes"}]}
        assert (
            Field([man(46, 40)], phase="end", case=point, dice=[(MORALE, 6), (MORALE, 4)]).b.checkpoints[0].holder == 0
        )
        assert Field([man(46.02, 40)], phase="end", case=point).b.checkpoints[0].holder == 1
        both = Field([man(46, 40)], [man(40, 44)], phase="end", case=point)
        assert both.b.checkpoints[0].holder == 1
        lost = Field([man(46, 40)], phase="end", case=point, dice=[(MORALE, 6), (MORALE, 4)])
        assert lost.b.checkpoints[0].last == 2

    @pytest.mark.clause("IA-GOAL-5", "IA-GOAL-10")
    def test_burning_takes_two_turns_running(self) -> None:
        barn = [{"kind": "building", "id": "barn", "box": [42, 30, 50, 50], "owner": "foes", "burns": True}]
        field = Field([man(41, 40, "E", "torch")], ground=barn, phase="end")
        assert field.b.sites[0].burning == 1
        field.done()
        field.done(dice=[(MORALE, 6), (MORALE, 5)])
        assert field.b.sites[0].destroyed == 1
        assert Field([man(41, 40)], ground=barn, phase="end").b.sites[0].burning == 0
        tower = [{**barn[0], "kind": "tower"}]
        manned = Field([man(41, 40, "E", "torch")], [man(46, 40, tower="barn"), FAR], ground=tower, phase="end")
        assert manned.b.sites[0].burning == 0

    HERD = {"herds": [{"at": [40, 40], "owner": "foes"}]}

    @pytest.mark.clause("IA-GOAL-6")
    def test_herds(self) -> None:
        assert Field([man(42.5, 40)], phase="end", case=self.HERD).b.herds[0].taker == 0
        guarded = Field([man(42.5, 40)], [man(40, 42.5), FAR], phase="end", case=self.HERD)
        assert guarded.b.herds[0].taker == NONE
        field = Field([man(42.5, 40), man(60, 60)], case=self.HERD)
        assert field.reasons(Verb.DRIVE, 1, target=0, to=(60, 55)) == ["NOT_AT_HERD"]
        assert field.reasons(Verb.DRIVE, 0, target=0, to=(42.5, 31)) == ["HERD_IS_SLOW"]
        field.play(Verb.DRIVE, 0, target=0, to=(42.5, 32))
        assert (field.b.herds[0].x, field.b.herds[0].y) == (40, 32)
        off = Field([man(42.5, 9), man(60, 60)], case={"herds": [{"at": [40, 9], "owner": "foes"}]})
        off.play(Verb.DRIVE, 0, target=0, to=(42.5, 1.5))
        assert off.b.herds[0].off == 1 and off.b.herds[0].taker == 0

    @pytest.mark.clause("IA-GOAL-7", "IA-GOAL-8", "IA-MORALE-2")
    def test_civilians_are_no_soldiers(self) -> None:
        dead = [(i, "state", DEAD) for i in range(4, 10)]
        field = ended([*row(4, 10), *row(6, 20, klass="civilian")], row(8, 80), more=dead)
        assert field.b.sides[0].soldiers == 4
        chest = Field([man(40, 46, klass="civilian")], case=self.CHEST).move(0, (40, 42))
        assert chest.b.markers[0].lies == Lies.TABLE
        point = {"checkpoints": [{"at": [40, 40]}]}
        assert (
            Field([man(40, 40, klass="civilian"), man(80, 10)], phase="end", case=point).b.checkpoints[0].holder == NONE
        )


class TestThingsOfWorth:
    @pytest.mark.clause("IA-GOAL-2", "IA-MORALE-3")
    def test_ones_own_taken_up_is_no_capture(self) -> None:
        case = {"markers": [{"thing": "standard", "at": [40, 40], "owner": "own"}]}
        field = Field([man(40, 46)], case=case).move(0, (40, 42))
        assert field.told().count("TAKES_UP") == 1 and field.b.sides[0].grave == 0
        assert counted(field, 0) == {}

    @pytest.mark.clause("IA-GOAL-2", "IA-GOAL-9", "IA-MORALE-19", "IA-MORALE-20", "IA-MORALE-21")
    def test_a_friends_things_are_captured_from_the_enemy_only(self) -> None:
        """An ally takes up a standard, carries one, drives a herd home: only what an enemy has had counts for them."""
        friends = [man(90, 46), man(60, 10), man(92.5, 9)]
        for taker, captured in ((NONE, {}), (1, {"CAPTURED": 1, "HERDS": 1})):
            sides = [
                {"key": "own", "team": "us", "figures": [{"id": "A0", **man(10, 10)}]},
                {"key": "foes", "edge": "north", "figures": [{"id": "B0", **FAR}]},
                {"key": "friends", "team": "us", "figures": [{"id": f"C{k}", **m} for k, m in enumerate(friends)]},
            ]
            case = {
                "sides": sides,
                "initiative": ["friends", "own", "foes"],
                "markers": [
                    {"thing": "standard", "at": [90, 40], "owner": "own"},
                    {"thing": "standard", "carrier": "C1", "owner": "own"},
                ],
                "herds": [{"at": [90, 9], "owner": "own"}],
            }
            field = Field([], [], case=case)
            field.b.markers[0].taker = field.b.herds[0].taker = taker
            field.move(2, (90, 42))
            field.play(Verb.DRIVE, 4, target=0, to=(92.5, 1.5))
            assert counted(field, 2) == captured and counted(field, 0) == {}

    @pytest.mark.clause("IA-GOAL-2", "IA-GOAL-9", "IA-MORALE-14", "IA-MORALE-19", "IA-MORALE-20")
    @pytest.mark.parametrize(
        ("before", "own", "foes"),
        [(NONE, {"FOUND": 1}, {}), (2, {"FOUND": 1}, {}), (1, {"CAPTURED": 1}, {"LOST": 1})],
    )
    def test_nobodys_loot_is_found_or_captured_from_who_took_it_last(
        self, before: int, own: dict[str, int], foes: dict[str, int]
    ) -> None:
        """Before: nobody, an ally or an enemy had taken it and dropped it."""
        sides = [
            {"key": "own", "team": "us", "figures": [{"id": "A0", **man(40, 46)}, {"id": "A1", **man(10, 10)}]},
            {"key": "foes", "figures": [{"id": "B0", **FAR}]},
            {"key": "friends", "team": "us", "edge": "south", "figures": [{"id": "C0", **man(90, 10)}]},
        ]
        case = {
            "sides": sides,
            "initiative": ["own", "foes", "friends"],
            "markers": [{"thing": "loot", "at": [40, 40]}],
        }
        field = Field([], [], case=case, more=[])
        field.b.markers[0].taker = before
        field.move(0, (40, 42))
        assert counted(field, 0) == own and counted(field, 1) == foes and counted(field, 2) == {}


class TestCheckpoints:
    @pytest.mark.clause("IA-GOAL-4", "IA-SC3-14")
    def test_where_two_sides_stand_nobody_comes_to_occupy_it(self) -> None:
        for holder in ({}, {"holder": "own"}):
            field = ended([man(46, 40), man(40, 36)], [man(40, 44)], case={"checkpoints": [{"at": [40, 40], **holder}]})
            assert field.b.checkpoints[0].holder == (0 if holder else NONE)


class TestFires:
    BARN = ({"kind": "building", "id": "barn", "box": [42, 30, 50, 50], "owner": "foes", "burns": True},)

    def burning(self, torch: dict, foes: tuple = (), **more: object) -> int:  # type: ignore[type-arg]
        field = ended([torch, man(10, 10)], [*foes, *CROWD], **{"ground": self.BARN, **more})
        return int(field.b.sites[0].burning)

    @pytest.mark.clause("IA-GOAL-5", "IA-TABLE-3", "IA-MORALE-27")
    def test_who_sets_fire(self) -> None:
        """Touching is 0.1 cm at most; not who routs, nor who has an enemy close by, nor the owner's own torch."""
        assert self.burning(man(40.9, 40, "E", "torch")) == 1 and self.burning(man(40.88, 40, "E", "torch")) == 0
        assert self.burning(man(41, 40, "E", "torch", routing=True)) == 0
        fights = man(41, 42, "S", wounded=True)
        assert self.burning(man(41, 40, "E", "torch"), (fights,)) == 1
        assert self.burning(man(41, 40, "E", "torch"), (man(41, 42),)) == 0
        own = ({**self.BARN[0], "owner": "own"},)
        assert self.burning(man(41, 40, "E", "torch"), ground=own) == 0

    @pytest.mark.clause("IA-GOAL-5")
    def test_two_turns_running_and_not_with_one_between(self) -> None:
        field = ended([man(41, 40, "E", "torch")], [FAR], ground=self.BARN)
        for to, burning in (((38, 40), 0), ((41, 40), 1)):
            field.move(0, to).done()
            assert (field.b.sites[0].burning, field.b.sites[0].destroyed) == (burning, 0)

    @pytest.mark.clause("IA-GOAL-5")
    def test_an_ally_who_brings_a_torch_too_does_not_begin_anew(self) -> None:
        """The torch of one side has been there for a turn; whoever of the other side stands first does not matter."""
        for burner in (0, 2):
            sides = [
                {"key": "own", "team": "us", "figures": [{"id": "A0", **man(41, 36, "E", "torch")}]},
                {"key": "foes", "edge": "north", "figures": [{"id": f"B{k}", **one} for k, one in enumerate(CROWD)]},
                {"key": "friends", "team": "us", "figures": [{"id": "C0", **man(41, 44, "E", "torch")}]},
            ]
            case = {"sides": sides, "initiative": ["own", "foes", "friends"]}
            field = Field([], [], case=case, ground=self.BARN)
            field.b.sites[0].burning, field.b.sites[0].burner = 1, burner
            settle_fires(field.b, silent())
            assert field.b.sites[0].destroyed == 1

    @pytest.mark.clause("IA-GOAL-10", "IA-TABLE-11")
    def test_a_tower_burns_unless_somebody_is_on_that_one(self) -> None:
        towers = [{**self.BARN[0], "kind": "tower"}, {"kind": "tower", "id": "other", "box": [80, 30, 84, 34]}]
        torch = man(41, 40, "E", "torch")
        assert self.burning(torch, (man(82, 32, tower="other"),), ground=towers) == 1
        assert self.burning(torch, (man(46, 40, tower="barn", wounded=True),), ground=towers) == 0


class TestHerds:
    @pytest.mark.clause("IA-GOAL-6")
    def test_driven_once_a_turn(self) -> None:
        field = Field([man(42.5, 40), man(37.5, 40)], case=TestGoals.HERD)
        field.play(Verb.DRIVE, 0, target=0, to=(42.5, 39.9))
        assert field.reasons(Verb.DRIVE, 1, target=0, to=(37.5, 39.8)) == ["HERD_HAS_GONE"]
        field.done().done()
        assert field.b.turn == 2 and field.reasons(Verb.DRIVE, 1, target=0, to=(37.5, 39.8)) == []

    @pytest.mark.clause("IA-GOAL-6", "IA-TABLE-10")
    def test_it_stays_on_the_table_and_goes_round_houses(self) -> None:
        """Its base has a radius of 1.5 cm, and the driver goes the way that it goes."""
        house = [{"kind": "building", "box": [38, 32, 42, 37.9]}]
        for herd, driver, no, yes in (
            ((3, 60), (5.5, 60), (3.9, 60), (4.1, 60)),
            ((117, 60), (114.5, 60), (116.1, 60), (115.9, 60)),
            ((60, 87), (60, 84.5), (60, 86.1), (60, 85.9)),
            ((40, 40), (42.5, 40), (42.5, 39.3), (42.5, 39.5)),
        ):
            field = Field([man(*driver)], ground=house, case={"herds": [{"at": list(herd), "owner": "foes"}]})
            assert field.reasons(Verb.DRIVE, 0, target=0, to=no) == ["HERD_WILL_NOT"]
            assert field.reasons(Verb.DRIVE, 0, target=0, to=yes) == []
