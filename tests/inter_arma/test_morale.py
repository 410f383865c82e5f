"""Morale: who tests, what counts, what comes of it; rallying, retreat from contact, routing; the end."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import pytest

from inter_arma.field import (
    FAR,
    FIRST,
    MORALE,
    RALLY,
    READER,
    RUN,
    SAVE,
    WALK,
    Field,
    armored,
    counts,
    dice_of,
    man,
    rider,
    silent,
)
from sandtable.games.inter_arma.clauses import Clause, Code
from sandtable.games.inter_arma.record import Count, End, Phase, State, Verb
from sandtable.games.inter_arma.rules.initiative import put_back
from sandtable.games.inter_arma.rules.morale import (
    count_all,
    modifier_of,
    must_test,
    result_of,
    throw_morale,
)
from sandtable.games.inter_arma.rules.rallying import is_in_command
from sandtable.games.inter_arma.rules.saving import hit_in_melee
from sandtable.games.inter_arma.rules.sequence import setup
from sandtable.games.inter_arma.rules.victory import points_of
from sandtable.kernel.dice import new_dice, scripted_dice
from sandtable.kernel.dice_tree import next_leaf, start_walk
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE
from sandtable.table.cases import answer
from sandtable.table.log_entries import tallies
from tabletop import entries

DEAD, HURT, TAKEN = State.DEAD.value, State.WOUNDED.value, State.CAPTURED.value


def row(n: int, y: float, **fields: object) -> list:  # type: ignore[type-arg]
    return [man(10 + 4 * k, y, **fields) for k in range(n)]


def ended(own: list, foes: list, out: dict, dice: list = (), **more: object) -> Field:  # type: ignore[type-arg]
    """A turn's end at which these figures are out."""
    return Field(own, foes, phase="end", dice=dice, more=[(i, "state", s) for i, s in out.items()], **more)  # type: ignore[arg-type]


class TestWhen:
    @pytest.mark.clause("IA-MORALE-1", "IA-MORALE-2", "IA-SEQ-6", "IA-WOUND-11")
    def test_at_each_quarter_of_a_side(self) -> None:
        field = ended(row(8, 10), row(8, 80), {0: DEAD})
        assert field.b.sides[0].quarters == 0
        two = ended(row(8, 10), row(8, 80), {0: DEAD, 1: HURT}, [(MORALE, 6), (MORALE, 5)])
        assert two.b.sides[0].quarters == 1
        assert not must_test(two.b, 0)
        two.b.figures[2].state = TAKEN
        assert not must_test(two.b, 0)
        two.b.figures[3].state = DEAD
        assert must_test(two.b, 0)

    @pytest.mark.clause("IA-SEQ-6", "IA-MORALE-1")
    def test_house_rule_every_turn(self) -> None:
        dice = [(MORALE, 6), (MORALE, 5), (MORALE, 6), (MORALE, 4)]
        Field(row(8, 10), row(8, 80), phase="end", dice=dice, morale_tests="every_turn")

    @pytest.mark.clause("IA-MORALE-3", "IA-MORALE-4")
    def test_when_a_commander_is_killed(self) -> None:
        field = Field([man(40, 40), man(10, 10, klass="hero"), *row(10, 20)], [man(42, 40), *row(10, 80)])
        b = field.b
        b.figures[1].state = DEAD
        assert not must_test(b, 0)
        b.sides[0].grave = 1
        assert must_test(b, 0)
        fresh = Field([man(40, 40, klass="hero"), *row(10, 20)], [man(42, 40), *row(10, 80)])
        dice = scripted_dice([(SAVE.value, NONE, NONE, 1)])
        hit_in_melee(fresh.b, 0, 11, 2, dice, silent())
        assert fresh.b.sides[0].grave == 1


class TestModifiers:
    @pytest.mark.clause(
        "IA-MORALE-6",
        "IA-MORALE-7",
        "IA-MORALE-8",
        "IA-MORALE-10",
        "IA-MORALE-11",
        "IA-MORALE-20",
        "IA-MORALE-5",
        "IA-CAV-15",
    )
    def test_the_romans_of_the_camp(self) -> None:
        """Example 22: enemy 9 out +4, own 11 out -3, champion killed +1, standard lost -1: +1."""
        own, foes = row(22, 10), row(22, 80)
        foes[0] = man(10, 80, klass="hero")
        out = {**dict.fromkeys(range(11), HURT), **dict.fromkeys(range(22, 31), HURT), 22: DEAD}
        field = Field(own, foes, more=[(i, "state", s) for i, s in out.items()],
                      case={"markers": [{"thing": "standard", "carrier": "B12", "owner": "own"}]})  # fmt: skip
        log = new_log()
        assert modifier_of(field.b, 0, log) == 1
        assert sorted(READER.clauses(log, Kind.TALLY)) == ["MORALE-10", "MORALE-20", "MORALE-7", "MORALE-8"]
        # Theirs: enemy 11 out +5, own 9 out -3, their champion killed -1, standard captured +1
        assert modifier_of(field.b, 1, silent()) == 2

    @pytest.mark.clause(
        "IA-MORALE-7", "IA-MORALE-8", "IA-MORALE-9", "IA-MORALE-12", "IA-MORALE-13", "IA-GOAL-7", "IA-MORALE-11"
    )
    def test_every_n_means_whole_ns(self) -> None:
        third = {"sides": [
            {"key": "own", "team": "us", "figures": [{"id": f"A{k}", **f} for k, f in enumerate(row(5, 10))]},
            {"key": "foes", "figures": [
                *({"id": f"B{k}", **f} for k, f in enumerate(row(5, 80))),
                *({"id": f"V{k}", **f} for k, f in enumerate(row(4, 60, klass="civilian"))),
            ]},
            {"key": "friends", "team": "us", "edge": "south",
             "figures": [{"id": f"C{k}", **f} for k, f in enumerate(row(8, 30))]},
        ], "initiative": ["own", "foes", "friends"]}  # fmt: skip
        field = Field([], [], case=third)
        b = field.b

        def out(ids: str, count: int, state: int) -> int:
            names = [n.id for n in field.laid.names.figures]
            for k in range(count):
                b.figures[names.index(f"{ids}{k}")].state = state
            return int(modifier_of(b, 0, silent()))

        assert out("B", 1, DEAD) == 0 and out("B", 3, HURT) == 1 and out("B", 4, DEAD) == 2
        assert out("A", 2, DEAD) == 2 and out("A", 3, DEAD) == 1
        assert out("C", 3, HURT) == 1 and out("C", 4, HURT) == 0 and out("C", 7, HURT) == 0
        assert out("V", 2, DEAD) == 0 and out("V", 3, DEAD) == 1
        found = counts()
        count_all(b, 1, found)
        assert found[Count.OWN_CIVILIANS] == 3 and found[Count.ENEMIES] == 10

    @pytest.mark.clause(
        "IA-MORALE-14",
        "IA-MORALE-15",
        "IA-MORALE-16",
        "IA-MORALE-17",
        "IA-MORALE-18",
        "IA-MORALE-19",
        "IA-MORALE-20",
        "IA-MORALE-21",
        "IA-GOAL-2",
        "IA-GOAL-9",
        "IA-SC3-13",
    )  # fmt: skip
    def test_goals(self) -> None:
        goods = {
            "markers": [
                {"thing": "loot", "name": "silver", "at": [40, 42]},
                {"thing": "heirloom", "at": [60, 42], "owner": "foes"},
            ],
            "checkpoints": [{"at": [20, 20], "holder": "own"}, {"at": [90, 80], "holder": "foes"}],
            "herds": [{"at": [70, 20], "owner": "foes"}],
            "ground": [{"kind": "building", "box": [1, 80, 5, 85], "owner": "foes", "burns": True}],
        }  # fmt: skip
        field = Field([man(40, 38), man(60, 38)], case=goods)
        field.move(0, (40, 41)).move(1, (60, 41))
        b = field.b

        def of(side: int) -> dict[str, int]:
            found = counts()
            count_all(b, side, found)
            return {count.name: int(found[count]) for count in Count if found[count]}

        assert of(0) == {"FOUND": 1, "CHECKPOINTS": 1, "CAPTURED": 1}
        assert of(1) == {"CHECKPOINTS": 1, "LOST": 1}
        b.checkpoints[1].holder, b.checkpoints[1].last = 0, 2
        b.sites[0].destroyed = 1
        b.herds[0].taker = 0
        assert of(0) == {"FOUND": 1, "CHECKPOINTS": 2, "ENEMY_BUILDINGS": 1, "CAPTURED": 1, "HERDS": 1}
        assert of(1) == {"CHECKPOINTS_LOST": 1, "OWN_BUILDINGS": 1, "LOST": 1}
        assert modifier_of(b, 0, silent()) == 6 and modifier_of(b, 1, silent()) == -3

    @pytest.mark.clause("IA-MORALE-6")
    def test_house_rule_since_the_last_test(self) -> None:
        out = {0: DEAD, 1: DEAD, 2: DEAD}
        field = ended(row(9, 10), row(9, 80), out, [(MORALE, 6), (MORALE, 6)], morale_count="since_last_test")
        assert modifier_of(field.b, 0, silent()) == 0
        assert modifier_of(ended(row(9, 10), row(9, 80), out, [(MORALE, 6), (MORALE, 6)]).b, 0, silent()) == -1


class TestResults:
    @pytest.mark.clause("IA-MORALE-5", "IA-MORALE-26", "IA-MORALE-30", "IA-MORALE-32", "IA-MORALE-33")
    def test_the_table(self) -> None:
        b = Field([man(10, 10)]).b
        assert [int(result_of(b, total)) for total in range(13)] == [0] * 5 + [1] * 4 + [2] * 3 + [3]

    @pytest.mark.clause("IA-MORALE-5", "IA-MORALE-26", "IA-MORALE-30", "IA-MORALE-32", "IA-MORALE-33")
    @pytest.mark.parametrize(("die", "ways"), [("2d6", [6, 20, 9, 1]), ("1d12", [12, 12, 9, 3])])
    def test_the_exact_odds(self, die: str, ways: list[int]) -> None:
        """Without modifiers, of 36: 0 to 4, 5 to 8, 9 to 11 and 12 by two dice; one of twelve has 4, 4, 3 and 1."""
        b = Field([man(10, 10)], morale_die=die).b
        dice, found = new_dice(0), [Fraction(0)] * 4
        start_walk(dice)
        more = True
        while more:
            result = int(result_of(b, throw_morale(b, 0, dice, silent())))
            thrown = dice.thrown[: dice.n_thrown]
            found[result] += prod((Fraction(int(t.ways), int(t.of)) for t in thrown), start=Fraction(1))
            more = next_leaf(dice, 0)
        assert [36 * chance for chance in found] == ways

    @pytest.mark.clause("IA-MORALE-5")
    def test_clamped_and_by_house_rule_one_die_of_twelve(self) -> None:
        low = ended(row(12, 10), row(12, 80), dict.fromkeys(range(9), DEAD), [(MORALE, 1), (MORALE, 1)])
        assert [int(f.routing) for f in low.b.figures[9:12]] == [1, 1, 1] and "SIDE_RUNS" in low.told()
        ended(row(12, 10), row(12, 80), {0: DEAD, 1: DEAD, 2: DEAD}, [(MORALE, 12)], morale_die="1d12")

    @pytest.mark.clause("IA-MORALE-30", "IA-SEQ-5", "IA-INIT-1")
    def test_5_to_8_lose_initiative(self) -> None:
        field = ended(row(8, 10), row(8, 80), {0: DEAD, 1: DEAD}, [(MORALE, 2), (MORALE, 4)])
        assert field.b.turn == 2 and field.side() == 1 and list(field.b.order[:2]) == [1, 0]

    @pytest.mark.clause("IA-MORALE-31")
    def test_if_all_lose_it_nothing_changes(self) -> None:
        out = {0: DEAD, 1: DEAD, 8: DEAD, 9: DEAD}
        field = ended(row(8, 10), row(8, 80), out, [(MORALE, 2), (MORALE, 4)] * 2)
        assert list(field.b.order[:2]) == [0, 1]
        field.b.n_sides = 3
        for side, back in enumerate((1, 0, 1)):
            field.b.sides[side].back = back
            field.b.order[side] = side
        put_back(field.b)
        assert list(field.b.order[:3]) == [1, 0, 2]

    @pytest.mark.clause(
        "IA-MORALE-26", "IA-MORALE-27", "IA-MORALE-28", "IA-MORALE-29", "IA-MORALE-35", "IA-MORALE-36", "IA-CLASS-5"
    )
    def test_a_commander_holds_the_groups_in_range(self) -> None:
        own = [man(30, 10, klass="commander", squad="staff"), *row(4, 14, squad="near"),
               *(man(100 + 3 * k, 60, squad="far") for k in range(3))]  # fmt: skip
        field = ended(own, row(8, 80), {1: DEAD, 2: DEAD}, [(MORALE, 1), (MORALE, 2), (RALLY, 3)])
        assert [int(f.routing) for f in field.b.figures[:8]] == [0, 0, 0, 0, 0, 1, 1, 1]
        assert int(field.b.squads[1].held_once) == 1 and int(field.b.squads[1].held_twice) == 0

    @pytest.mark.clause("IA-MORALE-28", "IA-MORALE-29")
    def test_twice_at_most_and_only_on_3(self) -> None:
        own = [man(30, 10, klass="commander", squad="staff"), *row(5, 12, squad="near")]
        low = ended(own, row(8, 80), {1: DEAD, 2: DEAD}, [(MORALE, 1), (MORALE, 2), (RALLY, 2)])
        assert low.b.figures[3].state in (0, 5) and low.b.figures[4].routing == 1
        more = [(1, "state", DEAD), (2, "state", DEAD)]
        field = Field(own, row(8, 80), more=more)
        field.b.squads[1].held_once = field.b.squads[1].held_twice = 1
        field.b.sides[0].grave = 1
        field.done()
        field.done(dice=[(MORALE, 1), (MORALE, 2)])
        assert field.b.figures[5].routing == 1

    @pytest.mark.clause("IA-MORALE-28", "IA-MORALE-36")
    def test_whom_they_could_not_hold_they_try_to_hold_in_the_next_turn(self) -> None:
        """Two of six are out: a third. From y = 38 they run 12 cm home, and are still in the leader's sight."""
        own = [man(30, 10, klass="commander", squad="staff"), *row(5, 38, squad="near")]
        field = ended(own, row(8, 80), {1: DEAD, 2: DEAD}, [(MORALE, 1), (MORALE, 2), (RALLY, 2)])
        assert field.b.figures[3].routing == 1 and field.at(3)[1] == pytest.approx(26, abs=0.02)
        field.done()
        field.done(dice=[(RALLY, 3)])
        assert field.b.figures[3].routing == 0

    @pytest.mark.clause("IA-MORALE-28", "IA-SEQ-10")
    def test_the_side_that_moves_first_rallies_first(self) -> None:
        sides = [[man(30, y, klass="hero", squad="staff"), man(34, y, squad="near", routing=True)] for y in (10, 80)]
        field = ended(*sides, {}, [(RALLY, 3), (RALLY, 2)], case={"initiative": ["foes", "own"]})
        assert [int(f.routing) for f in field.b.figures[:4]] == [0, 1, 0, 0]

    @pytest.mark.clause("IA-MORALE-28", "IA-SEQ-10")
    @pytest.mark.parametrize("groups", [("west", "east"), ("east", "west")])
    def test_of_two_groups_that_farther_west_is_held_first(self, groups: tuple[str, str]) -> None:
        """The first die, a 3, holds the group at x = 26, the second, a 2, does not hold that at x = 34."""
        places = {"west": 26, "east": 34}
        men = [man(places[name], 12, squad=name, routing=True) for name in groups]
        own = [man(30, 10, klass="commander", squad="staff"), *men]
        field = ended(own, row(8, 80), {}, [(RALLY, 3), (RALLY, 2)])
        assert {name: int(field.b.figures[1 + k].routing) for k, name in enumerate(groups)} == {"west": 0, "east": 1}

    @pytest.mark.clause("IA-MORALE-28", "IA-MORALE-36")
    def test_the_player_picks_the_commander(self) -> None:
        own = [man(30, 10, klass="commander", squad="a"), man(34, 10, klass="hero", squad="b"), *row(6, 14, squad="c")]
        field = ended(own, row(8, 80), {2: DEAD, 3: DEAD}, [(MORALE, 1), (MORALE, 1)])
        assert field.b.phase == Phase.RALLY and field.side() == 0
        assert field.reasons(Verb.DONE) == ["MUST_RALLY"] and field.reasons(Verb.RALLY, 4) == ["IS_NO_COMMANDER"]
        assert field.b.resume == Phase.PRAISE, "none may be let run, as after a retreat from contact"
        field.play(Verb.RALLY, 1, dice=[(RALLY, 4)])
        assert field.b.figures[4].routing == 0
        assert [int(e.actor) for e in entries(field.log, Kind.OUTCOME) if e.code == Code.HOLDS] == [1]

    @pytest.mark.clause("IA-MORALE-36", "IA-MORALE-34")
    def test_the_morale_step_goes_on_to_praise_whatever_the_turn_asked_before(self) -> None:
        field = Field(row(8, 10), row(8, 80))
        field.b.resume, field.b.phase = Phase.MOVEMENT.value, Phase.MORALE.value
        setup(field.b, dice_of(), silent())
        assert (field.b.resume, field.b.turn, field.b.phase) == (Phase.PRAISE, 2, Phase.MOVEMENT)

    @pytest.mark.clause("IA-MORALE-28", "IA-WOUND-1")
    def test_nobody_holds_a_group_of_which_only_a_wounded_man_ran(self) -> None:
        own = [man(30, 10, klass="commander", squad="staff"), man(30, 14, squad="near"), *row(6, 12, squad="far")]
        ended([*own, man(34, 14, squad="near", routing=True)], row(8, 80), {8: HURT})

    @pytest.mark.clause("IA-MORALE-33", "IA-MORALE-32")
    def test_12_makes_the_commander_strike_harder(self) -> None:
        own = [man(30, 10, klass="commander"), *row(7, 14)]
        field = ended(own, row(8, 80), {1: DEAD, 2: DEAD}, [(MORALE, 6), (MORALE, 6)])
        assert field.b.figures[0].harder == 1 and "SIDE_IS_INSPIRED" in field.told()
        dice = scripted_dice([(SAVE.value, NONE, NONE, 4)])
        hit_in_melee(field.b, 8, 0, 0, dice, silent())
        assert field.state(8) == "wounded" and field.b.figures[0].harder == 0

    @pytest.mark.clause("IA-MORALE-33")
    def test_of_several_the_player_picks_one(self) -> None:
        own = [man(30, 10, klass="commander"), man(34, 10, klass="hero"), *row(6, 14)]
        field = ended(own, row(8, 80), {2: DEAD, 3: DEAD}, [(MORALE, 6), (MORALE, 6)])
        assert field.b.phase == Phase.PRAISE and field.reasons(Verb.PRAISE, 4) == ["IS_NO_COMMANDER"]
        field.play(Verb.PRAISE, 1)
        assert [int(f.harder) for f in field.b.figures[:2]] == [0, 1]
        assert (field.b.phase, field.b.turn) == (Phase.MOVEMENT, 2), "nobody is asked once more"


class TestRouting:
    @pytest.mark.clause("IA-MORALE-27", "IA-MORALE-37")
    def test_they_run_first_without_fatigue_and_leave(self) -> None:
        field = Field([man(40, 40, routing=True), man(60, 9, routing=True), man(80, 40)], turn=3)
        assert field.at(0) == pytest.approx((40, 28), abs=0.01)
        assert field.state(1) == "fled"
        assert field.cannot_move(0, (40, 20)) == ["HAS_MOVED"]

    @pytest.mark.clause("IA-MORALE-37", "IA-MOVE-32")
    @pytest.mark.parametrize(
        ("edge", "to"), [("west", (48, 40)), ("east", (72, 40)), ("north", (60, 52)), ("south", (60, 28))]
    )
    def test_each_to_its_own_edge(self, edge: str, to: tuple[float, float]) -> None:
        field = Field([man(60, 40, routing=True), man(80, 20)], own_side={"edge": edge})
        assert field.at(0) == pytest.approx(to, abs=0.02)

    @pytest.mark.clause("IA-MORALE-27", "IA-MORALE-37", "IA-MOVE-32")
    def test_at_the_edge_they_are_gone(self) -> None:
        """12 cm off it by a run of 12 to its line; from 13.2 it stands 0.2 cm before it."""
        for y, state in ((13.0, "fled"), (13.2, "able")):
            assert Field([man(60, y, routing=True), man(80, 20)]).state(0) == state

    @pytest.mark.clause("IA-MORALE-37", "IA-MOVE-32")
    def test_any_edge_is_the_nearest(self) -> None:
        field = Field([man(112, 40, routing=True), man(80, 40)], own_side={"edge": "any"})
        assert field.state(0) == "fled"

    @pytest.mark.clause("IA-MORALE-27", "IA-MORALE-37", "IA-MOVE-22")
    def test_straight_over_what_they_can_cross(self) -> None:
        """A fence 4 cm off costs 5 of the 12 cm; past its end, 3 cm aside, one would come farther, but not straight."""
        fence = [{"kind": "low", "line": [[20, 36], [43, 36]]}]
        field = Field([man(40, 40, routing=True), man(80, 40)], ground=fence)
        assert field.at(0) == pytest.approx((40, 33), abs=0.02)

    @pytest.mark.clause("IA-MORALE-37")
    def test_round_who_stands_where_they_would_end(self) -> None:
        field = Field([man(40, 40, routing=True), man(40, 28), man(80, 40)])
        x, y = field.at(0)  # past that one on either side, a 24th of a circle aside
        assert (abs(x - 40), 40 - y) == pytest.approx((12 * 0.258819, 12 * 0.965926), abs=0.02)

    @pytest.mark.clause("IA-MORALE-37", "IA-MOVE-31")
    def test_round_an_enemy_who_would_hold_them(self) -> None:
        """One stands 6 cm ahead. 30 degrees aside is free: 4.8 cm so, 2.4 aside and 4.157 on, and 7.2 straight on."""
        field = Field([man(40, 40, routing=True), man(80, 40)], [man(40, 34), FAR])
        x, y = field.at(0)
        assert (abs(x - 40), 40 - y) == pytest.approx((2.4, 4.157 + 7.2), abs=0.02)

    @pytest.mark.clause("IA-MORALE-37", "IA-TABLE-13")
    def test_down_from_a_tower_and_past_who_stands_where_they_would_end(self) -> None:
        """7 of the 12 cm are left; a friend is 1 cm east of where they end, so that it goes 15 degrees to the west."""
        tower = [{"kind": "tower", "id": "tower", "box": [42, 37, 48, 43]}]
        field = Field([man(45, 40, tower="tower", routing=True), man(46, 29), man(80, 40)], ground=tower)
        assert field.at(0) == pytest.approx((45 - 7 * 0.258819, 36 - 7 * 0.965926), abs=0.02)

    @pytest.mark.clause("IA-MORALE-37")
    def test_round_what_is_in_the_way(self) -> None:
        house = [{"kind": "building", "box": [38, 34, 42, 37]}]
        field = Field([man(40, 40, routing=True), man(80, 40)], ground=house)
        assert field.at(0)[1] <= 31.5  # past the corner it comes to y = 29.2 at best, straight ahead to 38

    @pytest.mark.clause("IA-MORALE-37", "IA-TABLE-13")
    def test_where_nothing_is_free_below_they_stay_on_their_tower(self) -> None:
        walls = [[30, 30, 60, 37], [30, 43, 60, 50], [30, 37, 42, 43], [48, 37, 60, 43]]
        ground = [{"kind": "tower", "id": "tower", "box": [42, 37, 48, 43]}]
        ground += [{"kind": "building", "id": f"house {k}", "box": box} for k, box in enumerate(walls)]
        field = Field([man(45, 40, tower="tower", routing=True), man(80, 40)], ground=ground)
        assert field.b.figures[0].tower == 0 and field.at(0) == (45, 40) and field.b.figures[0].moved == 1
        assert "COMES_DOWN" not in field.told() and "RUNS_HOME" not in field.told()

    @pytest.mark.clause("IA-MORALE-27", "IA-TABLE-13", "IA-TABLE-11")
    def test_down_from_a_tower_first(self) -> None:
        """Home is south. Down to the wall's foot, 1 cm from its face, costs 5 of the 12 cm of a run: 7 are left."""
        tower = [{"kind": "tower", "id": "tower", "box": [42, 37, 48, 43]}]
        up = man(45, 40, tower="tower", routing=True)
        field = Field([up, man(80, 40)], ground=tower)
        assert field.at(0) == pytest.approx((45, 29), abs=0.02) and field.b.figures[0].tower == NONE
        beset = Field([up, man(80, 40)], [man(45, 36), man(43, 36), man(47, 36), FAR], ground=tower)
        assert beset.at(0)[1] < 40 and beset.b.figures[0].tower == NONE

    @pytest.mark.clause("IA-MORALE-27")
    def test_they_do_not_strike_back(self) -> None:
        field = Field(
            [armored(40, 40, "S", routing=True), *row(8, 10)], [man(42, 40), *row(8, 80)], phase="melee",
            dice=[(SAVE, 6)],
        )  # fmt: skip
        assert field.states(0, 9) == ["able", "able"]

    @pytest.mark.clause("IA-MORALE-27", "IA-CLASS-5")
    def test_commanders_do_not_rout(self) -> None:
        own = [man(30, 10, klass="hero", leads=False), *row(3, 12)]
        field = ended(own, row(8, 80), {1: DEAD}, [(MORALE, 1), (MORALE, 1)])
        assert field.b.figures[0].routing == 0 and field.b.figures[2].routing == 1

    @pytest.mark.clause("IA-MORALE-27", "IA-GOAL-7", "IA-GOAL-8")
    def test_nor_do_civilians(self) -> None:
        own = [*row(4, 12), man(30, 30, klass="civilian")]
        field = ended(own, row(8, 80), {0: DEAD}, [(MORALE, 1), (MORALE, 1)])
        assert [int(f.routing) for f in field.b.figures[1:5]] == [1, 1, 1, 0]


class TestRetreatFromContact:
    @staticmethod
    def locked(*own: dict) -> Field:  # type: ignore[type-arg]
        return Field([man(40, 40), man(40, 60, klass="commander", squad="staff"), *own], [man(42, 40), FAR])

    @pytest.mark.clause("IA-MORALE-22", "IA-MORALE-25", "IA-MORALE-34", "IA-MOVE-31")
    def test_in_order(self) -> None:
        field = self.locked().play(Verb.RETREAT, 0, dice=[(MORALE, 4), (MORALE, 5)])
        assert field.b.figures[0].broke == 1 and field.b.sides[0].back == 0
        assert field.cannot_move(0, (40.0, 39.98), WALK) == ["STILL_IN_CONTACT"]
        assert field.cannot_move(0, (30, 40), RUN) == []
        field.move(0, (33, 40), facing="E")

    @pytest.mark.clause("IA-MORALE-34")
    def test_a_group_asks_once_a_turn(self) -> None:
        field = self.locked().play(Verb.RETREAT, 0, dice=[(MORALE, 4), (MORALE, 5)])
        field.play(Verb.STAND, 0)
        field.done()
        field.done(dice=[(FIRST, 6), (FIRST, 1), (SAVE, 6), (SAVE, 6)])
        assert field.b.turn == 2 and field.reasons(Verb.RETREAT, 0) == []

    @pytest.mark.clause("IA-MORALE-22", "IA-MORALE-30", "IA-MORALE-34")
    def test_with_the_loss_of_initiative(self) -> None:
        field = self.locked().play(Verb.RETREAT, 0, dice=[(MORALE, 4), (MORALE, 3)])
        assert field.b.figures[0].broke == 1 and field.b.sides[0].back == 1

    @pytest.mark.clause("IA-MORALE-22", "IA-MORALE-27", "IA-MORALE-34", "IA-MORALE-28")
    def test_as_a_rout_unless_a_commander_holds_them(self) -> None:
        field = self.locked().play(Verb.RETREAT, 0, dice=[(MORALE, 1), (MORALE, 1)])
        assert field.b.phase == Phase.RALLY
        held = self.locked().play(Verb.RETREAT, 0, dice=[(MORALE, 1), (MORALE, 1)])
        held.play(Verb.RALLY, 1, dice=[(RALLY, 3)])
        assert held.at(0) == (40, 40) and held.b.figures[0].routing == 0
        assert held.reasons(Verb.RETREAT, 0) == ["HAS_ASKED"]
        field.done()
        assert field.at(0)[1] == pytest.approx(28, abs=0.01) and field.b.figures[0].routing == 1

    @pytest.mark.clause("IA-MORALE-24", "IA-CLASS-9")
    def test_light_cavalry_needs_no_test(self) -> None:
        field = Field([rider(40, 40), man(40, 60, klass="commander", squad="staff")], [man(42.5, 40), FAR])
        field.play(Verb.RETREAT, 0)
        assert field.b.figures[0].broke == 1
        told = [entry for entry in field.log.entries[: int(field.log.n)] if entry.code == Code.MAY_RETREAT]
        assert [Clause(int(entry.clause)) for entry in told] == [Clause.MORALE_24]

    @pytest.mark.clause("IA-MORALE-23", "IA-MORALE-35", "IA-MORALE-34")
    def test_only_in_command_range(self) -> None:
        far = Field([man(40, 40), man(40, 73, klass="commander", squad="staff")], [man(42, 40), FAR])
        assert far.reasons(Verb.RETREAT, 0) == ["OUT_OF_COMMAND"]
        own = Field([man(40, 40), man(40, 75, klass="commander")], [man(42, 40), FAR])
        assert own.reasons(Verb.RETREAT, 0) == []  # the leader's own group
        assert is_in_command(own.b, 1, 0)
        assert self.locked(man(38, 42, squad="two")).reasons(Verb.RETREAT, 1) == ["TOUCHES_NOBODY"]


class TestTheEnd:
    @pytest.mark.clause("IA-END-1", "IA-END-2", "IA-END-3", "IA-SC1-11", "IA-COMMENT-3")
    def test_when_one_side_is_left(self) -> None:
        foes = [man(60, 80, klass="hero"), man(64, 80)]
        field = ended(row(3, 10), foes, {3: DEAD, 4: HURT})
        assert (field.b.end, field.b.winner) == (End.ONE_LEFT, 0)
        assert [int(s.points) for s in field.b.sides[:2]] == [4, 0]
        left = [(int(e.side), int(e.amount)) for e in entries(field.log, Kind.EVENT) if e.code == Code.ARE_LEFT]
        assert left == [(0, 3), (1, 0)]
        assert [int(e.side) for e in entries(field.log, Kind.EVENT) if e.code == Code.ENDS_ONE_LEFT] == [0]

    @pytest.mark.clause("IA-END-1", "IA-END-2")
    def test_after_the_last_turn_a_lead_of_two_is_a_draw(self) -> None:
        for out, winner in (((8, 9), -1), ((8, 9, 10), 0)):
            dice = [] if len(out) < 2 else [(MORALE, 6), (MORALE, 5)]
            field = ended(row(8, 10), row(8, 80), dict.fromkeys(out, DEAD), dice, turn=20)
            assert (field.b.end, field.b.winner) == (End.LAST_TURN, winner)

    @pytest.mark.clause("IA-END-3", "IA-MORALE-27")
    def test_fled_counts_one(self) -> None:
        field = Field(row(8, 10), row(8, 80), more=[(8, "state", State.FLED.value), (9, "state", TAKEN)])
        assert points_of(field.b, 0) == 2

    @pytest.mark.clause("IA-END-3")
    def test_a_hero_counts_three_or_what_a_study_says(self) -> None:
        field = Field(
            row(8, 10), [man(60, 80, klass="hero"), *row(2, 80)], more=[(8, "state", DEAD), (9, "state", DEAD)]
        )
        assert points_of(field.b, 0) == 3 + 1
        field.b.rules.commander_points = 5
        assert points_of(field.b, 0) == 5 + 1

    @pytest.mark.clause("IA-END-1")
    def test_who_routs_does_not_stand(self) -> None:
        assert ended([man(40, 40, routing=True)], row(3, 80), {}).b.end == End.ONE_LEFT


@pytest.mark.clause("IA-SEQ-4")
def test_shots_come_before_blows() -> None:
    field = Field([man(40, 40, "E", "bow", reached_by=["B0"])], [man(42, 40, "W"), FAR], phase="shooting")
    assert field.b.phase == Phase.SHOOTING and field.reasons(Verb.SHOOT, 0, target=1) == []
    field.done(dice=[(FIRST, 6), (FIRST, 1), (SAVE, 6), (SAVE, 6)])


class TestTotalsAsTold:
    """What `adjudicate` prints of a test: whose it is, its dice among its lines, and lines that add up."""

    @staticmethod
    def told(red: dict, blue: dict, dice: list[int]) -> list[tuple[str, list[tuple[int, str]], int]]:  # type: ignore[type-arg]
        """The totals of a turn's end in which red, and blue, have so many of eight in these states."""

        def side(key: str, edge: str, y: int, out: dict) -> dict:  # type: ignore[type-arg]
            states = [state for state, n in out.items() for _ in range(n)]
            figures = [
                {
                    "id": f"{key}{k}",
                    "at": [10 + 4 * k, y],
                    "facing": "N",
                    **({states[k]: True} if k < len(states) else {}),
                }
                for k in range(8)
            ]
            return {"key": key, "edge": edge, "figures": figures}

        found = answer(
            {
                "game": "inter-arma", "phase": "end", "initiative": ["red", "blue"],
                "table": {"width": 120, "height": 90},
                "sides": [side("red", "south", 10, red), side("blue", "north", 80, blue)],
                "dice": [{"for": "morale", "value": value} for value in dice],
            },
            "test",
        )  # fmt: skip
        return [
            (tally.whose, [(line.amount, line.text) for line in tally.lines], tally.score)
            for tally in tallies(found.battle.history[0].events)
        ]

    @pytest.mark.clause("IA-MORALE-5", "IA-MORALE-7", "IA-MORALE-8")
    def test_both_sides_test_and_each_has_its_own_lines(self) -> None:
        """Red has 3 of 8 out and blue 2: red -1 for its three, +1 for the two; blue +1 for three, none for two."""
        assert self.told({"wounded": 3}, {"wounded": 2}, [2, 4, 6, 1]) == [
            (
                "red",
                [(1, "Enemies put out."), (-1, "Own losses."), (2, "The Red throw 2."), (4, "The Red throw 4.")],
                6,
            ),
            ("blue", [(1, "Enemies put out."), (6, "The Blue throw 6."), (1, "The Blue throw 1.")], 8),
        ]

    @pytest.mark.clause("IA-MORALE-5")
    def test_above_twelve_and_below_nought_a_line_says_so(self) -> None:
        """Blue has 7 out: red, of whom 2 are, has +3 and throws 12: 15 are 12. Blue has -2 + 1 and throws 2: 1."""
        red, blue = self.told({"wounded": 2}, {"wounded": 7}, [6, 6, 1, 1])
        limit = "Morale is never below 0 nor above 12."
        assert (red[1][-1], red[2]) == ((-3, limit), 12)
        assert blue[2] == 1 and sum(amount for amount, _ in blue[1]) == 1 and limit not in dict(map(reversed, blue[1]))
