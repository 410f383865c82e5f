"""Buildings, ladders, boats, currents, snipers, weather and rolled ground: worked out by hand from the clauses."""

from __future__ import annotations

import math

import numpy as np
import pytest

from batalist.field import EAST, NORTH, SOUTH, WEST, Thrown, add, field, from_sky, ground
from sandtable.games.batalist.enums import Formation, Ground, Order, Phase, Role, Roll, Row, State, Verb
from sandtable.games.batalist.laying.battalions import add_character, add_hero
from sandtable.games.batalist.record import ACTION
from sandtable.games.batalist.rules import (
    boats,
    buildings,
    currents,
    figures,
    free_places,
    ladders,
    preparing,
    shooting,
    snipers,
    ways,
)
from sandtable.games.batalist.rules.distances import is_farther_than
from sandtable.games.batalist.rules.ground import level_of
from sandtable.kernel.action_drafts import draft_for
from sandtable.kernel.dice import Source, new_dice
from sandtable.kernel.geometry import Base, base_of, distance_between
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import add_line


def wall(**switches):
    """A wall of one storey and strength 3, y 30 to 36 from x 20 to 60, with a ladder on its south face at x 40."""
    b = field(ladders="yes", building_strength="yes", **switches)
    k = ground(b, Ground.BUILDING, 20, 30, 60, 36)
    b.sites[k].strength, b.sites[k].storeys = 3, 1
    ladder = b.ladders[0]
    ladder.x, ladder.y, ladder.out_x, ladder.out_y, ladder.feature = 40.0, 30.0, 0.0, -1.0, k
    b.n_ladders = 1
    return b, k


class TestPlaces:
    @pytest.mark.clause("BAT-DEF-33", "BAT-DEP-10", "BAT-ACT-10", "BAT-ACT-19")
    def test_where_a_battalion_may_be_put(self):
        b = field()
        i = add(b, "L1", 0, 40, 10)  # 5 by 4
        add(b, "L2", 0, 50, 10)
        add(b, "O1", 1, 40, 30, SOUTH)  # 6 by 4: its front at y 28

        def stands(x, y):
            return bool(free_places.may_stand(b, i, Base(x, y, 0.0, 1.0, 2.5, 2.0)))

        assert stands(2.5, 2.0) and not stands(2.4, 2.0) and not stands(40, 58.1)
        assert stands(45, 10) and not stands(45.1, 10)  # touching a friend is allowed
        assert stands(40, 25.9) and not stands(40, 26)  # touching an enemy is not

    @pytest.mark.clause("BAT-TER-5", "BAT-TER-14", "BAT-TER-22", "BAT-TER-23")
    def test_impassable_ground(self):
        b = field()
        i, flyer = add(b, "L1", 0, 40, 10), add(b, "O8", 0, 70, 10)
        ground(b, Ground.BUILDING, 10, 10, 20, 20)
        add_line(b.terrain, Ground.SHEER.value, [(50, 40), (60, 40)])
        for x, y, free in ((7.5, 15, True), (7.6, 15, False), (55, 42, True), (55, 41, False), (62.5, 40, True)):
            base = Base(x, y, 0.0, 1.0, 2.5, 2.0)
            assert free_places.may_stand(b, i, base) == free
            assert free_places.may_stand(b, flyer, base) == (x != 7.6)  # not on a roof

    @pytest.mark.volume
    @pytest.mark.full
    @pytest.mark.clause("BAT-DEF-33")
    def test_the_nearest_place(self):
        b = field()
        i = add(b, "L1", 0, 40, 10)
        assert free_places.nearest_place(b, i, 60.0, 30.0, 0.0, 1.0)[:2] == (60, 30)
        add(b, "L2", 0, 60, 30)  # 5 by 4: four steps to the north or south, five to east or west
        near = free_places.nearest_place(b, i, 60.0, 30.0, 0.0, 1.0)
        assert math.hypot(near.x - 60, near.y - 30) == pytest.approx(4, abs=0.001)
        ground(b, Ground.BUILDING, 0, 0, 90, 60)
        assert math.isinf(free_places.nearest_place(b, i, 60.0, 30.0, 0.0, 1.0).x)
        assert not free_places.put(b, i, free_places.nearest_place(b, i, 60.0, 30.0, 0.0, 1.0))


class TestFigures:
    @pytest.mark.clause("BAT-DEF-9", "BAT-DEF-10", "BAT-DEF-32", "BAT-DEF-12")
    def test_cells(self):
        b = field()
        i = add(b, "L1", 0, 40, 30, EAST, figures=12)  # five files: 5, 5, 2; three ranks, front at x 41.5
        places = [[figures.cell_of(b, i, rank, file)[:2] for file in range(n)] for rank, n in enumerate((5, 5, 2))]
        assert places[0] == [(41, 32), (41, 31), (41, 30), (41, 29), (41, 28)]  # the left file is the northern one
        assert places[2] == [(39, 30.5), (39, 29.5)]  # centred

    @pytest.mark.clause("BAT-FRM-6")
    def test_figures_of_a_hedgehog(self):
        b = field()
        square = add(b, "L2", 0, 60, 30, figures=10, formation=Formation.HEDGEHOG)
        assert [int(figures.number_in_rank(b, square, rank)) for rank in range(4)] == [4, 4, 2, 0]


class TestBuildings:
    @pytest.mark.clause("BAT-TER-15", "BAT-TER-16")
    def test_who_may_batter(self):
        b, k = wall()
        foot, guns, bows = add(b, "L1", 0, 40, 28), add(b, "L8", 0, 50, 10), add(b, "U4", 0, 30, 20)
        assert buildings.may_batter(b, foot, k, False) and buildings.may_batter(b, guns, k, True)
        assert not buildings.may_batter(b, bows, k, True) and not buildings.may_batter(b, guns, k, False)
        b.figures[foot].y = 27.9
        assert not buildings.may_batter(b, foot, k, False)
        b.options.building_strength = 0
        assert not buildings.may_batter(b, guns, k, True)

    @pytest.mark.clause("BAT-TER-16", "BAT-CBT-19")
    def test_until_it_collapses(self):
        b, k = wall()
        guns = add(b, "L8", 0, 50, 10)
        # protection 6: (3 x 6) // 6 = 3, and the die
        assert buildings.batter(b, guns, k, True, Thrown(6).dice, new_log()) == 9
        on_it = add(b, "U2", 1, 40, 33, SOUTH)  # 5 by 4, Cut/5
        b.figures[on_it].storey = 1
        assert b.sites[k].damage == 9
        # 9 more are 18 = 6 x 3: it collapses; power 10 // 5 = 2, cover of the ground none, and 4: 6
        thrown = Thrown(6, 4)
        assert buildings.batter(b, guns, k, True, thrown.dice, new_log()) == 9 and thrown.are_used_up()
        assert b.terrain.features[k].kind == Ground.DIFFICULT
        assert (b.figures[on_it].healthy, b.figures[on_it].storey) == (14, 0)

    @pytest.mark.clause("BAT-TER-16", "BAT-MOD-1")
    def test_by_hand_with_the_die_of_the_order(self):
        b, k = wall()
        foot = add(b, "L1", 0, 40, 28)  # Long Weapon: 10 fighters of 2; (20 + 4) // 6 = 4; + 1
        thrown = Thrown(4, 1)
        assert buildings.batter(b, foot, k, False, thrown.dice, new_log()) == 5 and thrown.are_used_up()

    @pytest.mark.clause("BAT-TER-16", "BAT-HER-8")
    def test_a_hero_on_the_base_batters_too(self):
        """Its own 6 once more: (20 + 6 + 4) // 6 = 5, and 1."""
        b, k = wall()
        foot = add(b, "L1", 0, 40, 28)
        c = add_hero(b, "sir_aldwin", 0, 5, 5, NORTH)
        hero = int(b.characters[c].own)
        b.profiles[b.figures[hero].profile].melee = 6
        b.figures[foot].character, b.characters[c].battalion, b.figures[hero].state = c, foot, State.ON_BASE.value
        assert buildings.batter(b, foot, k, False, Thrown(4, 1).dice, new_log()) == 6


class TestLadders:
    @pytest.mark.clause("BAT-LAD-1", "BAT-LAD-2", "BAT-TER-20")
    def test_up_and_down(self):
        b, _ = wall()
        i = add(b, "L1", 0, 40, 28)  # at the foot
        assert ladders.ladder_at(b, i) == 0 and ladders.price_of_climb(b, 0) == 4
        assert not ladders.climb(b, i, 3.9, new_log()) and b.figures[i].storey == 0
        assert ladders.climb(b, i, 4.0, new_log())
        assert (b.figures[i].storey, b.figures[i].x, b.figures[i].y, level_of(b, i)) == (1, 40, 32, 1)
        assert ladders.climb(b, i, 4.0, new_log())
        assert (b.figures[i].storey, b.figures[i].y, level_of(b, i)) == (0, 28, 0)

    @pytest.mark.clause("BAT-LAD-2")
    def test_no_room_on_the_roof(self):
        b, _ = wall()
        deep = add(b, "L1", 0, 40, 26.5, figures=20, files=2)  # ten ranks on a roof six deep
        b.figures[deep].y = 25
        assert ladders.ladder_at(b, deep) == 0 and not ladders.climb(b, deep, 6.0, new_log())
        assert (b.figures[deep].storey, b.figures[deep].y) == (0, 25)
        away = add(b, "L1", 0, 30, 28)
        assert ladders.ladder_at(b, away) == NONE and not ladders.climb(b, away, 6.0, new_log())

    @pytest.mark.clause("BAT-LAD-3", "BAT-SKL-18a", "BAT-SKL-21a", "BAT-SKL-32", "BAT-LAD-1")
    def test_who_climbs(self):
        b, _ = wall()
        assert [bool(ladders.can_climb(b, add(b, ident))) for ident in ("L1", "U8", "O7", "L6", "O6")] == [
            True, False, False, False, True,
        ]  # fmt: skip
        b.options.ladders = 0
        assert not ladders.can_climb(b, 0)

    @pytest.mark.clause("BAT-LAD-4")
    def test_touching_across_the_edge(self):
        b, _ = wall()
        below, above = add(b, "L1", 0, 40, 28), add(b, "O2", 1, 40, 32.5, SOUTH)  # its front edge at y 31
        b.figures[above].storey = 1
        assert ways.is_touching(b, below, above) and ways.is_touching(b, above, below)
        b.figures[above].y = 32.6
        assert not ways.is_touching(b, below, above)
        b.figures[above].y, b.figures[below].x = 32.5, 30
        assert not ways.is_touching(b, below, above)

    @pytest.mark.clause("BAT-LAD-4", "BAT-DEF-33")
    def test_roof_and_ground_are_apart(self):
        b, _ = wall()
        below, above = add(b, "L1", 0, 40, 28), add(b, "O2", 1, 40, 31.5, SOUTH)
        b.figures[above].storey = 1
        assert free_places.may_stand(b, above, base_of(b.figures[above]))
        assert free_places.adjacent_enemy(b, below, base_of(b.figures[above])) == NONE


def river(**switches):
    """A river that flows east, y 26 to 34, with a skiff and a barge in it."""
    b = field(boats="yes", current="yes", **switches)
    k = ground(b, Ground.WATER, 0, 26, 90, 34)
    b.sites[k].flow_x = 1.0
    for boat, x, places, speed, width, depth in ((b.boats[0], 12, 6, 8, 2, 4), (b.boats[1], 24, 16, 5, 4, 6)):
        boat.x, boat.y, boat.fx, boat.fy = x, 28.0, 1.0, 0.0
        boat.places, boat.speed, boat.width, boat.depth, boat.battalion = places, speed, width, depth, NONE
    b.n_boats = 2
    return b, k


class TestBoats:
    @pytest.mark.clause("BAT-BOA-2", "BAT-ARM-16")
    @pytest.mark.parametrize(("ident", "places"), [("L7", 9), ("L6", 16), ("L8", 12), ("O7", 24), ("H1", 2)])
    def test_places(self, ident, places):
        b, _ = river()
        assert boats.places_needed(b, add(b, ident)) == places

    @pytest.mark.clause("BAT-BOA-1", "BAT-BOA-3", "BAT-BOA-4", "BAT-BOA-7", "BAT-BOA-8")
    def test_going_aboard(self):
        b, _ = river()
        i = add(b, "L7", 0, 24, 20)  # 3 by 3: its front at y 21.5, the barge from y 26
        assert boats.may_board(b, i, 1), "7 steps reach 4.5"
        b.figures[i].y = 17.5
        assert boats.may_board(b, i, 1), "and 7"
        b.figures[i].y = 17.4
        assert not boats.may_board(b, i, 1)
        b.figures[i].y, b.figures[i].fy = 22.0, -1.0  # backwards 2.5 cost 5
        assert boats.may_board(b, i, 1)
        b.figures[i].y = 20.9  # 3.6 cost 7.2, and a wheel of half a turn more than that
        assert not boats.may_board(b, i, 1)
        b.boats[1].y, b.figures[i].fy = 30.0, 1.0
        assert not boats.may_board(b, i, 1), "two steps of water lie before it"
        b.boats[1].y = 28.0
        assert not boats.may_board(b, i, 0)  # nine in six places
        boats.board(b, i, 1, new_log())
        u = b.figures[i]
        assert (u.boat, u.x, u.y, u.fx, u.width, u.depth) == (1, 24, 28, 1, 4, 6)
        assert not boats.may_board(b, add(b, "L7", 0, 30, 22), 1)  # it carries somebody
        b.options.boats = 0
        assert not boats.may_board(b, add(b, "H1", 0, 30, 22), 0)

    @pytest.mark.clause("BAT-BOA-3", "BAT-BOA-4", "BAT-BOA-8")
    def test_going_ashore(self):
        b, _ = river()
        i = add(b, "L7", 0, 24, 20)
        boats.board(b, i, 1, new_log())
        boat = base_of(b.boats[1])
        assert boats.land(b, i, boats.landing_place(b, i, 0.0, 1.0), new_log())
        u = b.figures[i]
        assert u.boat == NONE and b.boats[1].battalion == NONE and (u.width, u.depth) == (3, 3)
        assert distance_between(base_of(u), boat) == 0 and u.y <= 24.5  # on the bank, whose edge is at y 26
        boats.board(b, i, 1, new_log())
        b.boats[1].y = 30.0  # no bank within its reach
        assert not boats.land(b, i, boats.landing_place(b, i, 0.0, 1.0), new_log()) and b.figures[i].boat == 1

    @pytest.mark.clause("BAT-BOA-7", "BAT-BOA-8")
    def test_the_radius_reaches_to_the_last_rank_of_a_column_longer_than_its_boat(self):
        b, _ = river()
        i = add(b, "L10", 0, 12, 28, figures=6, files=1)  # six ranks deep, in a skiff of four steps
        u = b.figures[i]
        u.boat, u.width, u.depth, u.fx, u.fy = 0, 2, 4, 0, 1
        behind = Base(12.0, 28.0 - (4 + 6 + 0.5), 0.0, 1.0, 0.5, 0.5)
        assert not is_farther_than(b, behind, i, 6)
        assert is_farther_than(b, behind._replace(y=behind.y - 0.01), i, 6)

    def test_boats_keep_to_water(self):
        b, _ = river()
        i = add(b, "L7", 0, 24, 20)
        boats.board(b, i, 1, new_log())
        assert boats.is_afloat(b, Base(30.0, 28.0, 1.0, 0.0, 2.0, 3.0))
        assert not boats.is_afloat(b, Base(30.0, 27.0, 1.0, 0.0, 2.0, 3.0))
        assert ways.has_room(b, i, base_of(b.figures[i]))
        b.figures[i].x = 40.0
        boats.carry(b, i)
        assert b.boats[1].x == 40
        assert not ways.has_room(b, add(b, "L10", 0, 12, 28), base_of(b.boats[0]))  # an empty boat is in the way
        b.figures[i].state = State.FLED.value
        boats.leave_empty(b, i)
        assert b.boats[1].battalion == NONE and b.figures[i].boat == NONE


class TestCurrents:
    @pytest.mark.clause("BAT-CUR-1")
    def test_strength(self):
        b, k = river()
        lake = ground(b, Ground.WATER, 0, 40, 10, 50)
        thrown = Thrown(4)
        currents.throw_currents(b, thrown.dice, new_log())
        assert thrown.are_used_up() and (b.sites[k].current, b.sites[lake].current) == (4, 0)
        b.options.current, b.sites[k].current = 0, 0
        currents.throw_currents(b, Thrown().dice, new_log())
        assert b.sites[k].current == 0

    @pytest.mark.clause("BAT-CUR-2", "BAT-CUR-4")
    def test_drift(self):
        b, k = river()
        b.n_boats, b.sites[k].current = 0, 4
        i, dry, flyer = add(b, "L10", 0, 30, 30, EAST), add(b, "L1", 0, 30, 20), add(b, "O8", 0, 60, 30)
        assert currents.drift(b, i, Thrown().dice, new_log()) == 4 and b.figures[i].x == 34
        assert (
            currents.drift(b, dry, Thrown().dice, new_log()) == 0
            and currents.drift(b, flyer, Thrown().dice, new_log()) == 0
        )
        add(b, "L10", 0, 40, 30, EAST)  # 3 deep, from x 38.5; the first ends at x 35.5
        assert currents.drift(b, i, Thrown().dice, new_log()) == 3 and b.figures[i].x == 37

    @pytest.mark.clause("BAT-CUR-2")
    @pytest.mark.parametrize("xs", [(30, 34), (34, 30)])
    def test_those_farther_downstream_drift_first(self, xs):
        """Each is 3 deep: with one step between them the western one could go one step, and goes four."""
        b, k = river()
        b.n_boats, b.sites[k].current = 0, 4
        for x in xs:
            add(b, "L10", 0, x, 30, EAST)
        currents.drift_all(b, Thrown().dice, new_log())
        assert [float(b.figures[i].x) for i in range(2)] == [x + 4 for x in xs]

    @pytest.mark.clause("BAT-CUR-2", "BAT-BOA-8")
    def test_to_the_edge_and_with_a_boat(self):
        b, k = river()
        b.sites[k].current = 4
        i = add(b, "L7", 0, 24, 20)
        boats.board(b, i, 1, new_log())
        b.figures[i].x = 86.0
        boats.carry(b, i)
        assert currents.drift(b, i, Thrown().dice, new_log()) == 1 and (b.figures[i].x, b.boats[1].x) == (87, 87)

    @pytest.mark.clause("BAT-WEA-5c", "BAT-CUR-3", "BAT-CUR-4")
    def test_rain_and_strength_six(self):
        b, k = river(weather="summer")
        i = add(b, "L10", 0, 30, 30, EAST)
        b.sites[k].current = 5
        assert ways.has_room(b, i, base_of(b.figures[i]))
        b.sites[k].current = 6
        assert not ways.has_room(b, i, base_of(b.figures[i]))
        b.options.current, b.sites[k].current = 0, 0
        assert ways.has_room(b, i, base_of(b.figures[i]))
        assert currents.current_at(b, 30.0, 30.0)[0] == 0
        b.sky = 3
        assert currents.current_at(b, 30.0, 30.0) == (6, 1, 0)
        ford = ground(b, Ground.FORD, 0, 50, 10, 60)
        assert not ways.is_closed_by_current(b, ford) and currents.current_at(b, 5.0, 55.0)[0] == 0


class TestSnipers:
    @staticmethod
    def captain(b, ident="L1", side=1):
        """A captain in the second rank of a Column that faces south, its front at y 14."""
        i = add(b, ident, side, 40, 16, SOUTH)
        c = add_character(b, Role.CAPTAIN, i)
        b.characters[c].rank = 1
        return c

    @pytest.mark.clause("BAT-SNI-1", "BAT-SNI-2", "BAT-SKL-33c")
    def test_whom_they_choose(self):
        b = field(snipers="yes")
        c = self.captain(b)
        archer, bows, killers = add(b, "H6", 0, 40, 5), add(b, "L4", 0, 50, 5), add(b, "U9", 0, 40, 12)
        assert snipers.may_choose(b, archer, c, True) and not snipers.may_choose(b, bows, c, True)
        assert snipers.may_choose(b, killers, c, False) and not snipers.may_choose(b, killers, c, True)
        b.options.snipers = 0
        assert not snipers.may_choose(b, archer, c, True)

    @pytest.mark.clause("BAT-SNI-3", "BAT-SNI-2", "BAT-CBT-20", "BAT-PRO-17")
    @pytest.mark.parametrize(("outer", "dies"), [(3, True), (2, False)])
    def test_the_example(self, outer, dies):
        b = field(snipers="yes")
        c = self.captain(b)
        archer = add(b, "H6", 0, 40, 5)
        snipers.prepare_sniping(b, archer, c)
        a = b.attack
        assert (a.strength * a.fighters, int(a.flats.sum())) == (6, -2)  # the front rank, and the one it stands with
        assert a.protection == 2
        thrown = Thrown(3, outer)
        assert bool(snipers.snipe(b, archer, c, thrown.dice, new_log())) == dies and thrown.are_used_up()
        assert b.characters[c].alive == (0 if dies else 1)
        assert b.figures[b.characters[c].battalion].healthy == 20

    @pytest.mark.clause("BAT-SNI-4")
    def test_riders_cover_them(self):
        b = field(snipers="yes")
        c = self.captain(b, "L6")
        assert not snipers.may_choose(b, add(b, "H6", 0, 40, 5), c, True)

    @pytest.mark.clause("BAT-SNI-2", "BAT-MOD-15", "BAT-HER-8")
    def test_a_hero_has_armour_of_their_own(self):
        b = field(snipers="yes")
        i = add(b, "L1", 1, 40, 16, SOUTH)
        c = add_hero(b, "sir_aldwin", 1, 10, 10, 0)  # Pierce/5
        b.characters[c].battalion, b.figures[i].character = i, c
        b.figures[b.characters[c].own].state = State.ON_BASE.value
        snipers.prepare_sniping(b, add(b, "H6", 0, 40, 5), c)
        a = b.attack
        assert (a.protection, a.rows >> Row.CLASS_OF_ARMOUR & 1) == (5, 1)

    @pytest.mark.clause("BAT-SNI-5")
    @pytest.mark.parametrize(
        ("facing", "x", "y", "lines"),
        [(NORTH, 40, 13.5, 1), (SOUTH, 40, 18.5, 2), (WEST, 43, 16, 2), (EAST, 37, 16, 2)],
    )
    def test_lines_to_cross(self, facing, x, y, lines):
        b = field(snipers="yes")
        c = self.captain(b)  # second rank of four, third file of five
        killers = add(b, "U9", 0, x, y, facing)
        assert snipers.lines_to_cross(b, killers, c) == lines

    @pytest.mark.clause("BAT-SNI-5", "BAT-CBT-2", "BAT-ARM-14")
    @pytest.mark.parametrize(("amulet", "dies"), [(NONE, True), (2, False)])
    def test_an_assassin(self, amulet, dies):
        b = field(snipers="yes")
        c = self.captain(b)
        b.characters[c].artefact = amulet
        killers = add(b, "U9", 0, 40, 13.5)  # Pierce/4, none/3
        # one rank to cross: (4 - 2 + 5 of MOD-1) // 2 = 3; + 4 = 7: death. Reply: (2 x 10) // 3 = 6; + 1 = 7 on three
        thrown = Thrown(5, 4, 1)
        assert bool(snipers.assassinate(b, killers, c, thrown.dice, new_log())) == dies and thrown.are_used_up()
        assert b.figures[killers].healthy == 0 and b.characters[c].alive == (0 if dies else 1)
        assert b.figures[b.characters[c].battalion].healthy == 20
        assert b.characters[c].used == (0 if dies else 1)


class TestSky:
    @pytest.mark.clause("BAT-WEA-1", "BAT-WEA-11", "BAT-OPT-1")
    def test_weather(self):
        for season, dice, found in (
            ("summer", (4,), 3),
            ("winter", (4, 4, 2), 1),
            ("winter", (6,), 5),
            ("no", (), NONE),
        ):
            b = field(weather=season)
            thrown = Thrown(*dice)
            preparing.throw_weather(b, thrown.dice, new_log())
            assert thrown.are_used_up() and b.sky == found

    @pytest.mark.clause("BAT-WEA-11")
    def test_winter_is_one_of_five_in_the_odds(self):
        b = field(weather="winter")
        seen = []
        for leaf in range(1, 6):
            dice = new_dice(1)
            dice.source, dice.n_held = Source.TREE.value, 1
            dice.thrown[0].value = leaf
            preparing.throw_weather(b, dice, new_log())
            seen.append(int(b.sky))
            assert (dice.n_thrown, dice.thrown[0].of) == (1, 5)
        assert seen == [0, 1, 2, 4, 5]

    @pytest.mark.clause("BAT-WEA-6", "BAT-WEA-8a", "BAT-OPT-1")
    def test_whether_wind_blows(self):
        b = field(weather="summer")
        assert not preparing.wind_blows(b)
        b.sky = 4
        assert preparing.wind_blows(b)
        assert preparing.wind_blows(field(wind="yes"))

    @pytest.mark.clause("BAT-WIN-5")
    def test_a_shot_across_the_wind(self):
        b = field(wind="yes")
        i, target = add(b, "L4", 0, 40, 10), add(b, "O1", 1, 40, 25, SOUTH)
        aside = add(b, "O2", 1, 46, 25, SOUTH)
        b.wind_to, b.wind = 6, 6  # northwards: with the shot
        assert preparing.target_in_wind(b, i, target, 40.0, 23.0) == target
        b.north = 1  # the players' north is the table's east: 3 steps east
        assert preparing.target_in_wind(b, i, target, 40.0, 23.0) == target  # x 43 is its own corner
        assert preparing.target_in_wind(b, i, target, 41.0, 23.5) == aside  # x 44: a warrior of the other
        assert preparing.target_in_wind(b, i, target, 47.0, 23.5) == NONE
        b.wind = 0
        assert preparing.target_in_wind(b, i, target, 47.0, 23.5) == target

    @pytest.mark.clause("BAT-WIN-5")
    @pytest.mark.parametrize(("wind", "dice"), [(0, (3, 4)), (6, (3, 4)), (4, ())])
    def test_a_shot_that_the_wind_carries(self, wind, dice):
        b = field(wind="yes")
        i, target = add(b, "L4", 0, 40, 10), add(b, "O1", 1, 40, 20, SOUTH, figures=4, files=1)
        aside = add(b, "O2", 1, 43, 20, SOUTH, figures=15, files=5)
        b.figures[aside].x, b.figures[aside].y = 43.2, 19.4  # from x 40.7 on, its front at y 17.9
        b.wind_to, b.wind, b.north, b.phase, b.mover = 6, wind, 1, Phase.EXECUTION, 0  # eastwards
        b.figures[i].cards[0] = Order.SHOOTING_ATTACK
        shot = np.zeros(1, ACTION)[0]
        draft_for(b, shot, Verb.SHOOT.value, i)
        shot.target = target
        if wind == 4:
            b.figures[aside].x = 60.0
        # five shooters of 3, Column +3: 18 // 3 + 4 = 10 on four orcs; 18 // 2 + 4 = 13 on the berserkers beside them
        thrown = Thrown(*dice)
        shooting.make_shoot(b, shot, thrown.dice, new_log())
        assert thrown.are_used_up()
        left = [int(b.figures[k].healthy) for k in (target, aside)]
        assert left == ([0, 15] if wind == 0 else [4, 2] if wind == 6 else [4, 15])

    @pytest.mark.clause("BAT-OPT-2", "BAT-TOP-2")
    def test_throws_between_the_players(self):
        b = field()
        thrown = Thrown(3, 3, 2, 5)
        assert preparing.throw_for_compass(b, thrown.dice, new_log()) == 1 and thrown.are_used_up()
        assert [int(throw.side) for throw in thrown.dice.thrown[:4]] == [0, 1, 0, 1]
        log = new_log()
        assert preparing.settle_dispute(b, Thrown(6, 2).dice, log) == 0
        assert any(log.entries[k].side == 0 and log.entries[k].kind == 0 for k in range(log.n))

    @pytest.mark.clause("BAT-DEF-26", "BAT-SKL-33a")
    def test_twilight_vision_at_night(self):
        b = field(time_of_day="yes")
        b.hour = 4
        assert [int(from_sky(b, add(b, ident), shooting=False)) for ident in ("L1", "O3", "U3")] == [
            -3,
            0,
            0,
        ]


@pytest.mark.clause("BAT-ARM-17", "BAT-ARM-19")
def test_rolled_ground():
    shapes = (Roll.DISC, Roll.TRENCH, Roll.HOUSE)
    found = [[int(preparing.ground_of(shape.value, die)) for shape in shapes] for die in range(1, 7)]
    none = Ground.OPEN
    assert found == [
        [none, none, none], [Ground.HILL, none, none], [Ground.WOOD, none, none], [Ground.DIFFICULT, none, none],
        [none, Ground.RAVINE, none], [none, none, Ground.BUILDING],
    ]  # fmt: skip
    b = field()
    for spot, x in ((1, 10), (2, 40)):
        for shape in shapes:
            k = ground(b, Ground.OPEN, x, 10, x + 6, 16)
            b.sites[k].spot, b.sites[k].roll = spot, shape
    thrown = Thrown(3, 6)
    preparing.throw_ground(b, thrown.dice, new_log())
    assert thrown.are_used_up()
    kinds = [int(b.terrain.features[k].kind) for k in range(6)]
    assert kinds == [Ground.WOOD, none, none, none, none, Ground.BUILDING]
