"""Ranks, files, footprints, zones and losses, worked out by hand."""

from __future__ import annotations

import math

import pytest

from batalist.field import EAST, Thrown, add, field, ground
from sandtable.games.batalist.enums import Formation, Ground, State, Zone
from sandtable.games.batalist.rules import distances, fighters, formations, wounded
from sandtable.games.batalist.rules import ground as sight
from sandtable.games.batalist.rules.zones import attacked_from, zone_of
from sandtable.kernel.geometry import Base
from sandtable.kernel.log import new_log
from sandtable.kernel.terrain import add_polygon


@pytest.mark.clause("BAT-DEF-17", "BAT-DEF-19", "BAT-DEF-20")
@pytest.mark.parametrize("turn", [0.0, 90.0, 37.0])
@pytest.mark.parametrize(
    ("x", "y", "zone"),
    [(4.5, 4, Zone.FRONT), (5, 4, Zone.RIGHT), (0, -2.5, Zone.REAR), (-3, -4, Zone.REAR), (-6, 0, Zone.LEFT),
     (-3, 2, Zone.LEFT), (0, 2, Zone.FRONT)],
)  # fmt: skip
def test_zones_of_the_first_example(x, y, zone, turn):
    b = field()
    u = b.figures[add(b, "L1", 0, 30, 30, turn)]
    place = 30 + x * u.fy + y * u.fx, 30 - x * u.fx + y * u.fy
    assert zone_of(u, *place) == zone


@pytest.mark.clause("BAT-FRM-4", "BAT-FRM-7", "BAT-MOD-20", "BAT-SKL-16", "BAT-SKL-34")
def test_who_has_flanks_and_rear():
    b = field()
    i = add(b, "L1", 0, 30, 30)
    beside, behind = add(b, "O1", 1, 20, 30, EAST), add(b, "O1", 1, 30, 20)
    found = []
    for formation in Formation:
        formations.form(b, i, formation.value, 5)
        found.append((attacked_from(b, i, beside), attacked_from(b, i, behind)))
    assert found == [(Zone.LEFT, Zone.REAR), (0, 0), (0, Zone.REAR), (Zone.LEFT, Zone.REAR)]
    alone = add(b, "H2", 0, 30, 40)
    assert formations.looks_everywhere(b, alone) and not formations.has_rear(b, alone)
    rider = add(b, "H1", 0, 30, 45)
    assert formations.has_flanks(b, rider) and not formations.looks_everywhere(b, rider)


@pytest.mark.clause("BAT-DEF-15", "BAT-DEF-16", "BAT-FRM-6", "BAT-FRM-8", "BAT-FRM-11")
@pytest.mark.parametrize(
    ("ident", "figures", "formation", "files", "size"),
    [
        ("L1", 20, Formation.COLUMN, 5, (5, 4)), ("L1", 17, Formation.COLUMN, 5, (5, 4)),
        ("L1", 3, Formation.COLUMN, 5, (3, 1)), ("L6", 8, Formation.COLUMN, 4, (4, 4)),
        ("L8", 3, Formation.COLUMN, 3, (6, 2)), ("L5", 16, Formation.LOOSE, 8, (16, 4)),
        ("L2", 16, Formation.HEDGEHOG, 5, (4, 4)), ("L2", 17, Formation.HEDGEHOG, 5, (5, 5)),
        ("U2", 20, Formation.WEDGE, 5, (9, 5)), ("U2", 4, Formation.WEDGE, 5, (3, 2)),
    ],
)  # fmt: skip
def test_footprints(ident, figures, formation, files, size):
    b = field()
    u = b.figures[add(b, ident, figures=figures, formation=formation, files=files)]
    assert (u.width, u.depth) == size


@pytest.mark.clause("BAT-DEF-9", "BAT-DEF-12", "BAT-FRM-8")
def test_ranks():
    b = field()
    u = b.figures[add(b, "U2", formation=Formation.WEDGE)]
    assert [int(formations.figures_in_rank(u, rank)) for rank in range(6)] == [1, 3, 5, 7, 4, 0]
    u = b.figures[add(b, "L1", figures=17)]
    assert [int(formations.figures_in_rank(u, rank)) for rank in range(5)] == [5, 5, 5, 2, 0]


@pytest.mark.clause("BAT-DEF-14", "BAT-DEF-32", "BAT-DEF-15", "BAT-FRM-15")
def test_losses_shorten_the_base_at_its_rear():
    b = field()
    i = add(b, "L1", 0, 30, 30)
    u = b.figures[i]
    wounded.suffer(b, i, 9, new_log())  # 11 left: 5, 5, 1
    assert (u.width, u.depth, u.x, u.y) == (5, 3, 30, 30.5)  # the front edge stays at 32
    wounded.suffer(b, i, 8, new_log())
    assert (u.width, u.depth, u.x, u.y) == (3, 1, 30, 31.5)
    i = add(b, "L2", 0, 50, 30, figures=16, formation=Formation.HEDGEHOG)
    wounded.suffer(b, i, 7, new_log())
    assert (b.figures[i].width, b.figures[i].x, b.figures[i].y) == (3, 50, 30)
    i = add(b, "U2", 0, 70, 30, figures=4, formation=Formation.WEDGE)
    wounded.suffer(b, i, 1, new_log())
    u = b.figures[i]
    assert (u.formation, u.width, u.depth, u.y) == (Formation.COLUMN, 3, 1, 30.5)


@pytest.mark.clause("BAT-CBT-8", "BAT-CBT-9", "BAT-CBT-10", "BAT-SKL-28", "BAT-FRM-10", "BAT-FRM-13", "BAT-FRM-14")
@pytest.mark.parametrize(
    ("ident", "figures", "formation", "front", "flank", "rear", "shots"),
    [
        ("L1", 20, Formation.COLUMN, 10, 4, 5, 5), ("L1", 18, Formation.COLUMN, 10, 3, 3, 5),
        ("L1", 8, Formation.COLUMN, 8, 1, 3, 5), ("L1", 3, Formation.COLUMN, 3, 1, 3, 3),
        ("O1", 24, Formation.LOOSE, 3, 2, 3, 12), ("L2", 16, Formation.HEDGEHOG, 6, 6, 6, 4),
        ("L2", 2, Formation.HEDGEHOG, 2, 2, 2, 2), ("U2", 20, Formation.WEDGE, 7, 7, 4, 7),
        ("U2", 4, Formation.WEDGE, 1, 1, 3, 1),
    ],
)  # fmt: skip
def test_fighters(ident, figures, formation, front, flank, rear, shots):
    b = field()
    i = add(b, ident, figures=figures, formation=formation)
    zones = (Zone.FRONT, Zone.LEFT, Zone.REAR)
    assert [int(fighters.fighters(b, i, -1, zone.value, False)) for zone in zones] == [front, flank, rear]
    assert fighters.fighters(b, i, -1, Zone.FRONT.value, True) == shots


@pytest.mark.clause("BAT-CBT-11")
@pytest.mark.parametrize("reading", ["one_fighter", "one_rank"])
def test_one_lone_attacker_does_not_vanish(reading):
    b = field(rank_of_wounded=reading)
    i = add(b, "L5", figures=1)
    assert fighters.fighters(b, i, -1, Zone.FRONT.value, False) == 1


@pytest.mark.clause("BAT-SKL-15", "BAT-SKL-21d", "BAT-FRM-8", "BAT-FRM-15")
def test_who_may_take_what():
    b = field()
    foot, wide, riders, three = add(b, "L1"), add(b, "L5"), add(b, "L6"), add(b, "L1", figures=3)

    def may(i):
        return [bool(formations.may_take(b, i, formation.value, 3)) for formation in Formation]

    assert may(foot) == [True, True, True, True]
    assert may(wide) == [False, False, False, True]
    assert may(riders) == [True, False, True, True]
    assert may(three) == [True, True, False, True]
    assert not formations.may_take(b, three, Formation.COLUMN.value, 4)


@pytest.mark.clause("BAT-WOU-2", "BAT-WOU-4", "BAT-WOU-5", "BAT-WOU-6", "BAT-WOU-7", "BAT-WOU-12", "BAT-WOU-3")
def test_wounded_of_the_example():
    b = field(wounded="yes")
    i = add(b, "L3", figures=20)
    u = b.figures[i]
    wounded.suffer(b, i, 9, new_log())
    assert (u.healthy, u.wounded, formations.ranks_of(u)) == (11, 5, 3)
    assert (wounded.full_ranks_of_wounded(b, i), wounded.slowed_by_wounded(b, i)) == (1, 1)
    assert fighters.fighters(b, i, -1, Zone.FRONT.value, False) == 4
    u.healthy, u.wounded = 4, 6
    wounded.suffer(b, i, 9, new_log())
    assert (u.healthy, u.wounded, u.state) == (0, 4, State.FIELD)
    wounded.suffer(b, i, 3, new_log())  # all damage to wounded kills
    assert u.wounded == 1
    wounded.suffer(b, i, 3, new_log())
    assert (u.wounded, u.state) == (0, State.DESTROYED)


@pytest.mark.clause("BAT-WOU-12")
@pytest.mark.parametrize(("damage", "left"), [(7, 8), (8, 4)])
def test_exactly_twice_the_healthy_and_one_less(damage, left):
    b = field(wounded="yes")
    i = add(b, "L3", figures=4)
    b.figures[i].wounded = 6
    wounded.suffer(b, i, damage, new_log())
    assert b.figures[i].wounded == left


@pytest.mark.clause("BAT-WOU-6")
def test_a_rank_of_wounded_read_by_the_letter():
    b = field(wounded="yes", rank_of_wounded="one_rank")
    i = add(b, "L1", figures=11)
    b.figures[i].wounded = 3
    assert fighters.fighters(b, i, -1, Zone.FRONT.value, False) == 5  # two ranks of five, one less


@pytest.mark.clause("BAT-ACT-14")
@pytest.mark.parametrize(("die", "back"), [(1, 2), (5, 6), (6, 6)])
def test_recovery(die, back):
    b = field(wounded="yes")
    i = add(b, "L1", figures=9)
    b.figures[i].wounded = 6
    assert wounded.recover(b, i, Thrown(die).dice, new_log()) == back
    assert (b.figures[i].healthy, b.figures[i].wounded) == (9 + back, 6 - back)
    assert b.figures[i].depth == math.ceil((9 + back) / 5)


@pytest.mark.clause("BAT-HER-12", "BAT-DEP-4")
def test_a_lone_hero_dies_of_any_damage():
    from sandtable.games.batalist.laying.battalions import add_hero

    b = field()
    c = add_hero(b, "sir_aldwin", 0, 10, 10, 0)
    wounded.suffer(b, b.characters[c].own, 1, new_log())
    assert b.figures[b.characters[c].own].state == State.DESTROYED
    assert b.characters[c].alive == 0


@pytest.mark.clause("BAT-DEF-28", "BAT-DEF-29", "BAT-DEF-30", "BAT-TER-3", "BAT-TER-9", "BAT-TER-14")
def test_lines_of_sight():
    b = field()
    i, target = add(b, "L4", 0, 20, 10), add(b, "O1", 1, 20, 30)
    assert sight.aim(b, i, target) == (20, 28, 16.5)
    third = add(b, "O1", 1, 20, 20)
    assert sight.aim(b, i, target)[2] == math.inf
    b.figures[third].x = 60
    hill = ground(b, Ground.HILL, 10, 18, 30, 22)
    assert sight.aim(b, i, target)[2] == math.inf
    b.terrain.features[hill].kind = Ground.SWAMP.value
    assert sight.aim(b, i, target)[2] == 16.5
    b.terrain.features[hill].kind = Ground.HILL.value
    b.figures[i].y = 19  # on the hill, or in the wood
    assert sight.aim(b, i, target)[2] == 7.5


@pytest.mark.clause("BAT-DEF-30")
@pytest.mark.parametrize(("x", "blocks"), [(22.9, True), (23.0, False)])
def test_a_wide_battalion_beside_the_line_blocks_it_by_its_last_figure(x, blocks):
    b = field()
    i, target = add(b, "L4", 0, 20, 10), add(b, "O1", 1, 20, 30)
    add(b, "L1", 1, x, 20, figures=6, files=6)  # three steps to either side of its middle
    assert sight.figures_block(b, i, target, 20.0, 11.5, 20.0, 28.0) == blocks


@pytest.mark.clause("BAT-DEF-27", "BAT-SKL-2", "BAT-SKL-6")
@pytest.mark.parametrize(
    ("ident", "length", "reaches"),
    [("L4", 18, True), ("L4", 18.01, False), ("L4", 0.5, True), ("L8", 30, True), ("L8", 5, True), ("L8", 4, False)],
)
def test_range(ident, length, reaches):
    b = field()
    assert bool(sight.is_in_range(b, add(b, ident), length)) == reaches


@pytest.mark.clause("BAT-TER-2", "BAT-TER-8", "BAT-TER-13", "BAT-TER-19", "BAT-TER-20", "BAT-TER-21")
def test_levels_and_cover():
    b = field()
    ground(b, Ground.HILL, 10, 10, 30, 30)
    ground(b, Ground.WOOD, 18, 18, 22, 22)
    ground(b, Ground.RAVINE, 40, 10, 50, 20)
    ground(b, Ground.BUILDING, 60, 10, 66, 16)
    places = ((12, 12), (20, 20), (45, 15), (63, 13), (5, 5))
    assert [int(sight.level_at(b, *place)) for place in places] == [1, 1, -1, 0, 0]
    assert [bool(sight.is_cover_at(b, *place)) for place in places] == [False, True, False, True, False]
    i = add(b, "L1", 0, 20, 9)  # its front, at 11, is on the hill; its middle is not
    assert sight.level_of(b, i) == 1
    b.n_mists, b.mists[0].x, b.mists[0].y, b.mists[0].radius = 1, 80, 40, 3
    assert sight.is_cover_at(b, 82.9, 40) and not sight.is_cover_at(b, 83.1, 40)
    assert sight.terrain_blocks(b, 70, 40, 89, 40) and not sight.terrain_blocks(b, 80, 40, 89, 40)


@pytest.mark.clause("BAT-ACT-1", "BAT-ACT-2", "BAT-FRM-1", "BAT-FRM-3", "BAT-DEP-10", "BAT-SKL-15")
def test_reforming_about_the_centre():
    b = field()
    i = add(b, "L1", 0, 30, 30, EAST)
    u = b.figures[i]
    assert (u.formation, add(b, "L5") and b.figures[1].formation) == (Formation.COLUMN, Formation.LOOSE)
    formations.form(b, i, Formation.COLUMN.value, 10)
    assert (u.width, u.depth, u.x, u.y, u.fx) == (10, 2, 30, 30, 1)


@pytest.mark.clause("BAT-BOA-6", "BAT-BOA-5", "BAT-SKL-35")
def test_fighters_on_a_deck():
    from sandtable.games.batalist.rules import speed

    b = field(boats="yes")
    i, flyers = add(b, "L4", figures=12), add(b, "O8", 1, 0, 10)
    b.figures[i].boat = 0
    b.boats[0].speed = 8
    assert fighters.fighters(b, i, -1, Zone.FRONT.value, False) == 4
    assert fighters.fighters(b, i, flyers, Zone.FRONT.value, True) == 12
    assert speed.effective_speed(b, i) == 8


@pytest.mark.clause("BAT-WOU-11", "BAT-WOU-13")
def test_a_battalion_without_healthy_keeps_its_character():
    from sandtable.games.batalist.enums import Role
    from sandtable.games.batalist.laying.battalions import add_character

    b = field(wounded="yes")
    i = add(b, "L1", figures=4)
    c = add_character(b, Role.CAPTAIN, i)
    wounded.suffer(b, i, 5, new_log())
    assert (b.figures[i].healthy, b.figures[i].wounded, b.characters[c].alive) == (0, 2, 1)
    wounded.suffer(b, i, 1, new_log())
    assert (b.figures[i].wounded, b.characters[c].alive) == (1, 1)
    wounded.suffer(b, i, 1, new_log())
    assert (b.figures[i].state, b.characters[c].alive) == (State.DESTROYED, 0)


@pytest.mark.clause("BAT-DEP-1", "BAT-DEP-3", "BAT-DEP-4", "BAT-DEF-5")
def test_place_of_a_character():
    from sandtable.games.batalist.enums import Role
    from sandtable.games.batalist.laying.battalions import add_character
    from sandtable.games.batalist.rules.distances import cell_of_character

    b = field()
    i = add(b, "L1", 0, 30, 30)
    c = add_character(b, Role.MAGE, i)
    cell = cell_of_character(b, c)
    assert (cell.x, cell.y, cell.half_width) == (30, 31.5, 0.5)
    b.characters[c].rank, b.characters[c].file = 3, 0
    assert (cell_of_character(b, c).x, cell_of_character(b, c).y) == (28, 28.5)
    wounded.suffer(b, i, 13, new_log())  # two ranks left, of five and two
    assert (cell_of_character(b, c).x, cell_of_character(b, c).y) == (29.5, 30.5)


@pytest.mark.clause("BAT-TER-20")
def test_a_hill_of_several_parts_is_one_level_high():
    b = field()
    add_polygon(b.terrain, Ground.HILL.value, [(10, 10), (20, 10), (20, 15), (15, 15), (15, 20), (10, 20)])
    assert b.terrain.n_features > 1
    steps = [10.5 + 0.5 * step for step in range(9)]
    assert {int(sight.level_at(b, x, y)) for x in steps for y in (*steps, 15.0)} == {1}
    assert {int(sight.level_at(b, 15.0, y)) for y in steps} == {1}


@pytest.mark.clause("BAT-DEF-32", "BAT-DEF-14")
@pytest.mark.parametrize(
    ("facing", "place"), [(0.0, (40, 20.5)), (EAST, (40.5, 20)), (180.0, (40, 19.5)), (270.0, (39.5, 20))]
)
def test_whichever_way_it_faces_the_front_edge_keeps_its_place(facing, place):
    """Of two ranks one is left: half a step of the middle's way to the front."""
    b = field()
    u = b.figures[add(b, "L1", 0, 40, 20, facing, figures=10)]
    assert (u.files, u.depth) == (5, 2.0)
    u.healthy = 5
    formations.close_up(b, 0)
    assert (u.x, u.y, u.width, u.depth) == (*place, 5.0, 1.0)


@pytest.mark.clause("BAT-DEF-16", "BAT-DEF-31", "BAT-DEF-34", "BAT-FRM-11")
def test_in_loose_cells_are_twice_as_wide_and_deep():
    """Five files and a last rank of three, 2 x 2 each: rows of 10 and of 6 steps, the last one in the middle."""
    b = field()
    i = add(b, "L1", 0, 40, 20, figures=8, formation=Formation.LOOSE)
    rows = [distances.rank_base(b, i, rank) for rank in (0, 1)]
    assert [(row.y, row.half_width, row.half_depth) for row in rows] == [(21, 5, 1), (19, 3, 1)]
    spot = Base(46.0, 21.0, 0.0, 1.0, 0.0, 0.0)
    assert distances.distance_to_cells(b, spot, i) == 1.0
