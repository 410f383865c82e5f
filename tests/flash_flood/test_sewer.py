"""The sewer: its nodes and corridors, which way the water flows, distances, branches, places, and maps of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from flash_flood.sewer_table import SEWER, a_map, man, point, sewer, where
from sandtable.errors import CapacityError, InputError
from sandtable.games.common.options import values_of
from sandtable.games.flash_flood.laying.sewer import lay_sewer, let_water_in
from sandtable.games.flash_flood.laying.sewer_file import maps, read_sewer
from sandtable.games.flash_flood.laying.tables import options
from sandtable.games.flash_flood.record import BATTLE, battle_record
from sandtable.games.flash_flood.rules import sewer as rules
from sandtable.games.flash_flood.rules.order import half_of
from sandtable.games.flash_flood.rules.water import is_dry

NODES = list(SEWER.nodes)
CORRIDORS = list(SEWER.corridors)


def ways(b: Any, corridor: str, sewer_map: Any = SEWER) -> list[str]:
    """The corridors into which one runs on, in the order of the die."""
    out, names = np.empty(5, np.int64), list(sewer_map.corridors)
    return [names[out[k]] for k in range(rules.ways_on(b, names.index(corridor), out))]


def by_die(names: list[str], die: int) -> str | None:
    """The branch that a die names."""
    found = int(rules.way_of_die(np.arange(len(names)), len(names), die))
    return names[found] if found >= 0 else None


class TestTheDefaultSewer:
    @pytest.mark.clause("FLOOD-NET-1", "FLOOD-NET-2", "FLOOD-NET-3", "FLOOD-NET-10", "FLOOD-NET-9")
    def test_it_is_laid_as_the_list_says(self) -> None:
        b = sewer()
        assert [tuple(b.nodes[k][["x", "y"]]) for k in (0, 1, 2, 3, 4, 5)] == [
            (3, 3), (3, 18), (3, 33), (18, 3), (33, 3), (18, 18),
        ]  # fmt: skip
        assert CORRIDORS == ["S01", "S03", "S12", "S15", "S34", "S35", "S27", "S56", "S57", "S46", "S68", "S78"]
        assert all(b.corridors[k].length == 15 and b.corridors[k].width == 4 for k in range(12))
        spans = {CORRIDORS[b.barriers[k].corridor]: (b.barriers[k].near, b.barriers[k].far) for k in range(4)}
        assert spans == {"S35": (7.5, 7.5), "S57": (7.5, 7.5), "S46": (7.5, 7.5), "S78": (6, 9)}
        assert tuple(b.dry[0]) == (1, 22, 2.4, 28) and tuple(b.dry[1]) == (24, 18.6, 30, 20)
        assert tuple(b.chambers[0]) == (14, 14, 22, 22)
        assert (b.nest_x, b.nest_y, b.nest_radius) == (21, 21, 1)

    @pytest.mark.clause("FLOOD-NET-4", "FLOOD-NET-6", "FLOOD-SET-1")
    def test_distances_from_the_corner(self) -> None:
        b = sewer()
        assert NODES[b.flood.origin] == "N0"
        assert [b.nodes[k].distance for k in range(9)] == [0, 15, 30, 15, 30, 30, 45, 45, 60]

    @pytest.mark.clause("FLOOD-NET-6", "FLOOD-NET-7")
    @pytest.mark.parametrize(
        ("code", "at", "distance"),
        [("S12:6:0", (3, 24), 21), ("S56:2:0", (20, 18), 32), ("S35:10:0", (18, 13), 25), ("S15:12:1", (15, 19), 27)],
    )
    def test_position_codes(self, code: str, at: tuple[float, float], distance: float) -> None:
        b = sewer()
        assert point(b, code) == at
        place = rules.place_of(b, *at)
        corridor, along, lane = code.split(":")
        assert (CORRIDORS[place.corridor], place.along, place.lane) == (corridor, float(along), float(lane))
        assert rules.distance_along(b, place) == distance

    @pytest.mark.clause("FLOOD-NET-6")
    def test_off_the_lanes_the_nearest_corridor_counts_in_a_tie_the_upstream_one(self) -> None:
        b = sewer()
        in_chamber = rules.place_of(b, 21.5, 19.0)  # 1 from S56, 3.5 from S57
        assert (CORRIDORS[in_chamber.corridor], in_chamber.along, in_chamber.lane) == ("S56", 3.5, 1.0)
        bend = rules.place_of(b, 3.0, 33.0)  # on S12's end and S27's beginning
        assert (CORRIDORS[bend.corridor], bend.along) == ("S12", 15.0)
        corner = rules.place_of(b, 18.5, 18.5)  # 0.5 from S56 and from S57, which begin at N5: the map's first
        assert (CORRIDORS[corner.corridor], corner.along, corner.lane) == ("S56", 0.5, 0.5)
        late = a_map(
            nodes={"W": [4, 10], "M": [19, 10], "E": [34, 10]},
            corridors={"B": {"nodes": ["M", "E"]}, "A": {"nodes": ["W", "M"]}},
        )
        place = rules.place_of(sewer(sewer_map=late), 25.0, 10.0)
        assert (place.corridor, place.along) == (0, 6.0), "the upstream one is far off"
        behind = rules.place_of(b, 2.0, 2.0)  # behind the origin: not nearer to it than the origin itself
        assert rules.distance_along(b, behind) == 0.0

    @pytest.mark.clause("FLOOD-NET-8", "FLOOD-CARRY-6", "FLOOD-CARRY-7")
    def test_branches(self) -> None:
        b = sewer()
        assert ways(b, "S01") == ["S12", "S15"]
        assert ways(b, "S03") == ["S34", "S35"]
        assert ways(b, "S15") == ["S56", "S57"]
        assert ways(b, "S35") == ["S57", "S56"]
        assert [ways(b, key) for key in ("S12", "S34", "S56", "S57")] == [["S27"], ["S46"], ["S68"], ["S78"]]
        assert ways(b, "S68") == ways(b, "S78") == []
        out = np.empty(5, np.int64)
        assert [CORRIDORS[out[k]] for k in range(rules.ways_from_origin(b, out))] == ["S01", "S03"]

    @pytest.mark.clause("FLOOD-CARRY-6")
    def test_which_branch_a_die_names(self) -> None:
        assert [by_die(["a", "b"], die) for die in range(1, 7)] == ["a", "a", "a", "b", "b", "b"]
        assert [by_die(["a", "b", "c"], die) for die in range(1, 7)] == ["a", "a", "b", "b", "c", "c"]
        assert [by_die(["a", "b", "c", "d"], die) for die in range(1, 7)] == ["a", "b", "c", "d", None, None]

    @pytest.mark.clause("FLOOD-CARRY-6")
    def test_of_two_equal_turns_the_left_one_is_first(self) -> None:
        fork = a_map(
            height=36, nodes={"W": [4, 18], "M": [18, 18], "S": [18, 4], "N": [18, 32]},
            corridors={"A": {"nodes": ["W", "M"]}, "R": {"nodes": ["M", "S"]}, "L": {"nodes": ["M", "N"]}},
        )  # fmt: skip
        b = sewer(sewer_map=fork)
        out = np.empty(5, np.int64)
        assert rules.ways_on(b, 0, out) == 2
        assert [list(fork.corridors)[out[k]] for k in range(2)] == ["L", "R"]

    @pytest.mark.clause("FLOOD-CARRY-6")
    @pytest.mark.parametrize("order", ["LR", "RL"])
    def test_a_lesser_turn_to_the_right_comes_before_a_greater_one_to_the_left(self, order: str) -> None:
        """60 degrees to the right, 90 to the left."""
        fork = a_map(
            height=36, nodes={"W": [4, 18], "M": [18, 18], "L": [18, 32], "R": [25, 5.876]},
            corridors={"A": {"nodes": ["W", "M"]}} | {key: {"nodes": ["M", key]} for key in order},
        )  # fmt: skip
        assert ways(sewer(sewer_map=fork), "A", fork) == ["R", "L"]


class TestFlow:
    @pytest.mark.clause("FLOOD-NET-5", "FLOOD-NET-4", "FLOOD-SET-2")
    def test_another_origin_turns_the_corridors(self) -> None:
        b = _with_origin("N8")
        assert [b.nodes[k].distance for k in range(9)] == [60, 45, 30, 45, 30, 30, 15, 15, 0]
        s78 = b.corridors[CORRIDORS.index("S78")]
        assert NODES[s78.up] == "N8" and (s78.x, s78.y, s78.ux, s78.uy) == (33, 33, -1, 0)
        cave_in = b.barriers[s78.first_barrier]
        assert (cave_in.near, cave_in.far) == (6, 9)  # 6 to 9 of 15, from either end
        grate = b.barriers[b.corridors[CORRIDORS.index("S35")].first_barrier]
        assert (grate.near, grate.far) == (7.5, 7.5)

    @pytest.mark.clause("FLOOD-NET-5")
    def test_a_barrier_is_measured_from_the_upstream_end(self) -> None:
        drain = a_map(barriers={"G": {"kind": "grate", "corridor": "A", "at": 10}}, origin="E")
        b = sewer(sewer_map=drain)
        assert b.barriers[0].near == 20

    @pytest.mark.clause("FLOOD-NET-5")
    def test_between_equally_far_nodes_is_slack_water(self) -> None:
        b = sewer(sewer_map=triangle())
        assert [b.corridors[k].flows for k in range(3)] == [1, 1, 0]
        assert [b.corridors[k].closed for k in range(2)] == [1, 1]  # nothing runs on into slack water
        place = rules.place_in(b, 2, 7.0, 13.0)  # in AB, 12.73 of 16.97 from A: nearer to B
        assert rules.distance_along(b, place) == pytest.approx(12 + 18**0.5)

    @pytest.mark.clause("FLOOD-SET-2", "FLOOD-SET-3")
    def test_a_central_origin_is_the_node_nearest_to_the_middle(self) -> None:
        b = sewer()
        values = values_of(options(), {"origin": "central"})
        let_water_in(b, SEWER, values)
        assert NODES[b.flood.origin] == "N5" and b.flood.central == 1
        assert [b.nodes[k].distance for k in range(9)] == [30, 15, 30, 15, 30, 0, 15, 15, 30]

    @pytest.mark.clause("FLOOD-SET-1", "FLOOD-SET-2")
    def test_any_node_has_to_be_named(self) -> None:
        values = values_of(options(), {"origin": "any_node"})
        with pytest.raises(
            InputError, match="scenario: origin = any_node needs a node of the map; there is none named"
        ):
            let_water_in(sewer(), SEWER, values)
        with pytest.raises(InputError, match="there is no node 'N9'"):
            let_water_in(sewer(), SEWER, values, "N9")

    @pytest.mark.clause("FLOOD-SET-3")
    def test_halves_of_a_central_flood(self) -> None:
        b = _with_origin("N5")
        s57, s15, s56 = (CORRIDORS.index(key) for key in ("S57", "S15", "S56"))
        assert half_of(b, s15, 10.0, 18.0) == 0
        assert half_of(b, s56, 20.0, 18.0) == 1
        # on the line x = 18, in S57: from N7 both S27 (to the west, on the left of a northbound course) and S78 lead
        # on by equal turns; the left one is first
        assert half_of(b, s57, 18.0, 25.0) == 0

    @pytest.mark.clause("FLOOD-SET-3")
    def test_on_the_line_the_flow_decides_and_off_it_the_place(self) -> None:
        """N from the origin M on the line x = 20, then the one way west, and east again far to the north."""
        there = a_map(
            width=52, height=50, origin="M",
            nodes={"M": [20, 10], "N": [20, 24], "W": [6, 24], "V": [6, 40], "E": [34, 40]},
            corridors={key: {"nodes": [key[0], key[1]]} for key in ("MN", "NW", "WV", "VE")},
        )  # fmt: skip
        b = sewer(sewer_map=there)
        assert [half_of(b, c, x, y) for c, x, y in ((0, 20.0, 16.0), (1, 12.0, 24.0), (2, 6.0, 30.0))] == [0, 0, 0]
        assert half_of(b, 3, 30.0, 40.0) == 1

    @pytest.mark.clause("FLOOD-SET-3")
    def test_on_a_tall_table_the_halves_are_south_and_north(self) -> None:
        tall = a_map(
            width=20, height=40, nodes={"S": [10, 4], "M": [10, 20], "N": [10, 36]}, origin="M",
            corridors={"A": {"nodes": ["M", "S"]}, "B": {"nodes": ["M", "N"]}},
        )  # fmt: skip
        b = sewer(sewer_map=tall)
        assert (half_of(b, 0, 10.0, 12.0), half_of(b, 1, 10.0, 30.0)) == (0, 1)


def _with_origin(node: str) -> Any:
    b = sewer()
    let_water_in(b, SEWER, values_of(options(), {"origin": "any_node"}), node)
    return b


def triangle() -> Any:
    """Two corridors of 12 from W, and a third between their ends: slack water."""
    return a_map(
        width=24, height=24, nodes={"W": [4, 4], "A": [16, 4], "B": [4, 16]},
        corridors={"WA": {"nodes": ["W", "A"]}, "WB": {"nodes": ["W", "B"]}, "AB": {"nodes": ["A", "B"], "width": 3}},
    )  # fmt: skip


class TestDryParts:
    @pytest.mark.clause("FLOOD-NET-10", "FLOOD-TEST-9", "FLOOD-SET-4", "FLOOD-NET-11")
    @pytest.mark.parametrize(
        ("x", "y", "level", "dry"),
        [
            (1.7, 25, 1, True),
            (1.5, 22.5, 1, True),
            (1.9, 27.5, 1, True),
            (1.95, 25, 1, False),
            (1.45, 25, 1, False),
            (1.7, 22.4, 1, False),
            (1.7, 27.6, 1, False),
            (1.7, 25, 0, False),
        ],
    )
    def test_the_whole_base_is_on_the_gantry(self, x: float, y: float, level: int, dry: bool) -> None:
        b = sewer(man("line_guard", (x, y), level=level))
        assert b.figures[0].width == 1.0
        assert bool(is_dry(b, 0)) == dry

    @pytest.mark.clause("FLOOD-NET-11")
    def test_warriors_have_larger_bases(self) -> None:
        b = sewer(man("brood_warrior", "S12:3:0"))
        assert b.figures[0].width == 1.6


class TestMaps:
    @pytest.mark.clause("FLOOD-NET-12", "FLOOD-SET-8")
    def test_every_map_that_comes_with_the_game_holds_water(self) -> None:
        assert set(maps()) == {"hive-sewer", "old-cisterns", "long-drain"}
        for name in maps():
            sewer_map = read_sewer(name)
            b = sewer(sewer_map=sewer_map)
            assert all(b.nodes[k].distance < 1000 for k in range(b.n_nodes))

    @pytest.mark.clause("FLOOD-NET-12")
    @pytest.mark.parametrize(
        ("changes", "said"),
        [
            ({"origin": "X"}, "map.toml, field origin: there is no node 'X'; there are W, E"),
            ({"corridors": {"A": {"nodes": ["W", "X"]}}}, "field corridors.A.nodes: there is no node 'X'"),
            ({"corridors": {"A": {"nodes": ["W", "E"], "width": 9}}}, "field corridors.A.width: "),
            ({"nodes": {"W": [4, 10], "E": [7, 10]}}, "corridors.A: it is 3 inches long and 4 wide"),
            ({"nodes": {"W": [1, 10], "E": [34, 10]}}, "corridors.A: it reaches off the table"),
            ({"nodes": {"W": [4, 10], "E": [34, 10], "L": [20, 4]}}, "no corridor leads here from the origin W"),
            ({"barriers": {"G": {"kind": "grate", "corridor": "A", "at": 31}}},
             "barriers.G: corridor A is 30 inches long, and it ends beyond that"),
            ({"barriers": {"G": {"kind": "grate", "corridor": "B", "at": 3}}}, "G.corridor: there is no corridor 'B'"),
            ({"barriers": {"G": {"kind": "grate", "corridor": "A", "start": 3, "end": 4}}}, "expected at, where"),
            ({"barriers": {"G": {"kind": "cave_in", "corridor": "A", "start": 5, "end": 4}}}, "start before end"),
            ({"dry": {"D": [5, 5, 4, 6]}}, "dry.D: expected \\[west, south, east, north\\]"),
            ({"chambers": {"C": [5, 5, 45, 6]}}, "chambers.C: it reaches off the table"),
            ({"nest": {"at": [20, 17]}}, "nest: expected it wholly inside a chamber"),
            ({"chambers": {"C": [16, 6, 24, 16]}, "nest": {"at": [20, 12.5]}}, "nest: it stands in the water of"),
            ({"nodes": {"W": [4, 10], "E": [34, 10], "N": [20, 17], "S": [20, 3]},
              "corridors": {"A": {"nodes": ["W", "E"]}, "B": {"nodes": ["N", "S"]}}}, "corridors.B: it runs into A"),
            ({"corridors": {"A": {"nodes": ["W", "E"]}, "B": {"nodes": ["E", "W"]}}}, "B: it joins the same nodes"),
            ({"nodes": {"W": [4, 10], "E": [34, 10], "N": [34, 16]},
              "corridors": {"A": {"nodes": ["W", "E"]}, "B": {"nodes": ["W", "N"]}}}, "too close beside A"),
        ],
    )  # fmt: skip
    def test_a_map_that_does_not_fit_is_refused_in_one_sentence(self, changes: dict[str, Any], said: str) -> None:
        with pytest.raises(InputError, match=said) as refused:
            a_map(**changes)
        assert "\n" not in str(refused.value)

    @pytest.mark.clause("FLOOD-NET-12")
    def test_a_die_cannot_tell_five_ways_apart(self) -> None:
        star = {"M": [20, 20], "A": [20, 34], "B": [34, 24], "C": [29, 8], "D": [11, 8], "E": [6, 24]}
        spokes = {key: {"nodes": ["M", key]} for key in "ABCDE"}
        with pytest.raises(InputError, match="nodes.M: 5 corridors meet here; a die can tell at most 4 apart"):
            a_map(height=40, origin="M", nodes=star, corridors=spokes)
        sewer_map = a_map(height=40, origin="A", nodes=star, corridors=spokes)  # from A there are four ways on
        with pytest.raises(InputError, match="5 corridors leave M"):
            let_water_in(sewer(sewer_map=sewer_map), sewer_map, values_of(options(), {"origin": "any_node"}), "M")

    @pytest.mark.clause("FLOOD-NET-12")
    def test_a_file_of_ones_own(self, tmp_path: Path) -> None:
        text = (maps()["long-drain"]).read_text("utf-8")
        (tmp_path / "own.toml").write_text(text.replace('"The long drain"', '"My drain"'), "utf-8")
        assert read_sewer(tmp_path / "own.toml").title == "My drain"
        with pytest.raises(InputError, match="there is no map 'hive-sewr'; did you mean 'hive-sewer'"):
            read_sewer("hive-sewr")

    def test_a_map_larger_than_the_record(self) -> None:
        b = np.zeros(1, battle_record(4, 2, 8, 12, 4))[0]
        with pytest.raises(CapacityError, match="The hive's sewer: room for 8 nodes, and this map has 9"):
            lay_sewer(b, SEWER)
        lay_sewer(np.zeros(1, BATTLE)[0], SEWER)


def test_where_reads_places() -> None:
    b = sewer(man("line_guard", "S46:3:1"))
    assert where(b, 0, "S46") == (3, 1)
