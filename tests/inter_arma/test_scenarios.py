"""The three scenarios of the list as it lists them, the small ones, and what their points count."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import sandtable
from inter_arma.field import HIT, SAVE, Field, dice_of, man, rider, silent
from sandtable.games.inter_arma.laying import scenario
from sandtable.games.inter_arma.record import Edge, Ground, Lies, Quality, State, Thing, Verb
from sandtable.games.inter_arma.rules.ground import in_wood, is_in
from sandtable.games.inter_arma.rules.saving import hit_by_shot, put_out
from sandtable.games.inter_arma.rules.sentries import sentry_range
from sandtable.games.inter_arma.rules.victory import points_of
from sandtable.games.inter_arma.showing.scene import plain_scene
from sandtable.games.scenarios import scenario_data
from sandtable.kernel.log import Kind
from sandtable.kernel.records import NONE


def laid(name: str, **options: str) -> Any:
    data, where = scenario_data(scenario.SCENARIOS, name)
    return scenario.lay(data, options, where)


def who(name: str) -> dict[str, Any]:
    """Figures by their ids."""
    found = laid(name)
    return {figure.id: found.record[0].figures[i] for i, figure in enumerate(found.names.figures)}


def at(figure: Any) -> tuple[float, float]:
    return float(figure.x), float(figure.y)


def kinds(b: Any) -> Counter[str]:
    return Counter(Ground(int(f.kind)).name for f in b.terrain.features[: b.terrain.n_features])


class TestCamp:
    @pytest.mark.clause("IA-SC1-1", "IA-SC1-2", "IA-SC1-7", "IA-TABLE-2")
    def test_table_turns_and_rules(self) -> None:
        b = laid("camp").record[0]
        assert (b.width, b.height, b.turns, b.night_until, b.rain) == (120, 90, 12, 0, 0)
        assert b.by_dice == 0 and list(b.order[:2]) == [0, 1]
        assert [int(s.alarm_rules) for s in b.sides[:2]] == [0, 1]
        assert [int(s.may_form) for s in b.sides[:2]] == [0, 1] and b.options.natural_one == 1
        assert [Edge(int(s.edge)).name for s in b.sides[:2]] == ["SOUTH", "NORTH"]
        assert laid("camp", natural_one="none").record[0].options.natural_one == 0

    @pytest.mark.clause("IA-SC1-3", "IA-SC1-4", "IA-SC1-6", "IA-TABLE-4")
    def test_ground(self) -> None:
        b = laid("camp").record[0]
        assert kinds(b) == {"LOW": 6, "TOWER": 2, "BUILDING": 5, "HEAVY_WOOD": 1, "WHEAT": 1, "HILL": 1}
        walls = [f for f in b.terrain.features[: b.terrain.n_features] if f.kind == Ground.LOW]
        gates = sorted((float(f.x0), float(f.x1)) for f in walls if f.y0 == f.y1 == 50)
        assert gates == [(40, 57), (63, 80)]
        assert is_in(b, Ground.HEAVY_WOOD.value, 6, 29) and not is_in(b, Ground.HEAVY_WOOD.value, 31, 29)
        assert is_in(b, Ground.HILL.value, 100, 85.9) and not is_in(b, Ground.HILL.value, 100, 86.1)
        assert not in_wood(b, 60, 45)
        assert sum(int(s.tent) for s in b.sites) == 4

    @pytest.mark.clause("IA-SC1-5")
    def test_standard_and_chest(self) -> None:
        b = laid("camp").record[0]
        things = [(Thing(int(m.thing)).name, float(m.x), float(m.y), int(m.owner)) for m in b.markers[:2]]
        assert things == [("STANDARD", 60, 63.5, 1), ("LOOT", 60, 72, 1)]
        assert sum(int(m.thing == Thing.JAVELIN) for m in b.markers[: b.n_markers]) == 10  # those of the warriors

    @pytest.mark.clause("IA-SC1-8")
    def test_the_warband(self) -> None:
        own = {key: figure for key, figure in who("camp").items() if key.startswith("GA")}
        assert len(own) == 22 and at(own["GA1"]) == (60, 10) and at(own["GA22"]) == (84, 10)
        assert Counter(int(f.quality) for f in own.values()) == {2: 2, 1: 4, 0: 16}
        assert sum(int(f.torch) for f in own.values()) == 2 and sum(int(f.long_arm) for f in own.values()) == 5
        assert sum(int(f.javelins) for f in own.values()) == 10 and sum(int(f.shield) for f in own.values()) == 16

    @pytest.mark.clause("IA-SC1-9")
    def test_the_legion(self) -> None:
        own = {key: figure for key, figure in who("camp").items() if key.startswith("RO")}
        assert len(own) == 22 and at(own["RO1"]) == (60, 74) and at(own["RO22"]) == (68, 52)
        assert sum(int(f.sentry) for f in own.values()) == 4 and sum(int(f.armored) for f in own.values()) == 18
        assert sum(int(f.pilum) for f in own.values()) == 16
        assert own["RO17"].tower >= 0 and own["RO18"].tower >= 0 and own["RO17"].tower != own["RO18"].tower

    @pytest.mark.clause("IA-SC1-10", "IA-END-2")
    def test_points(self) -> None:
        b = laid("camp").record[0]
        assert [int(points_of(b, side)) for side in (0, 1)] == [0, 9]
        b.markers[0].lies, b.markers[0].carrier, b.markers[0].taker = Lies.CARRIED.value, 0, 0
        assert [int(points_of(b, side)) for side in (0, 1)] == [5, 6]
        b.figures[1].x, b.figures[1].y = 55, 55
        assert int(points_of(b, 1)) == 2
        b.figures[1].x, b.figures[1].y = 10, 10
        b.markers[0].carrier, b.markers[0].taker = 22, NONE  # the centurion has taken it back
        for x, points in ((60, 9), (90, 6)):
            b.figures[22].x = x
            assert int(points_of(b, 1)) == points
        b.markers[0].carrier, b.markers[0].taker = 0, 0
        b.figures[22].x, b.figures[0].y = 60, 60  # the chief has it, and has not left the camp with it
        assert [int(points_of(b, side)) for side in (0, 1)] == [5, 2]
        b.figures[0].y, b.figures[1].x, b.figures[1].y = 10, 55, 55
        tents = [k for k in range(int(b.terrain.n_features)) if b.sites[k].tent]
        b.sites[tents[0]].destroyed = 1
        b.markers[1].lies, b.markers[1].taker = Lies.OFF.value, 0
        assert [int(points_of(b, side)) for side in (0, 1)] == [10, 0]


class TestNight:
    @pytest.mark.clause("IA-SC2-1", "IA-SC2-2", "IA-SC2-8", "IA-SAVE-14")
    def test_table_night_and_turns(self) -> None:
        b = laid("night").record[0]
        assert (b.width, b.height, b.turns, b.night_until, b.rain) == (90, 90, 14, 8, 0)
        assert list(b.order[:2]) == [0, 1] and [int(s.alarm_rules) for s in b.sides[:2]] == [0, 1]
        assert [int(s.may_form) for s in b.sides[:2]] == [1, 1]  # the scenario names nobody
        assert laid("night-in-rain").record[0].rain == 1

    @pytest.mark.clause("IA-SC2-3", "IA-SC2-4", "IA-TABLE-4")
    def test_wood_clearing_and_track(self) -> None:
        b = laid("night").record[0]
        assert in_wood(b, 10, 10) and not in_wood(b, 45, 31.2) and in_wood(b, 38, 31.2)
        assert not in_wood(b, 45, 89) and in_wood(b, 41.9, 89) and not in_wood(b, 42.1, 89)
        assert kinds(b) == {"HEAVY_WOOD": 1, "OPEN": 2, "FIRE": 1}

    @pytest.mark.clause("IA-SC2-5")
    def test_chest_and_mules(self) -> None:
        b = laid("night").record[0]
        assert (b.markers[0].x, b.markers[0].y, b.markers[0].owner) == (45, 47, 1)
        assert (b.herds[0].x, b.herds[0].y, b.herds[0].owner) == (53, 51, 1)

    @pytest.mark.clause("IA-SC2-6")
    def test_the_ambushers_lie(self) -> None:
        own = {key: figure for key, figure in who("night").items() if key.startswith("AM")}
        assert len(own) == 10 and all(f.lying for f in own.values()) and at(own["AM4"]) == (8, 38)
        assert own["AM1"].quality == Quality.COMMANDER and laid("night").record[0].sides[0].edge == Edge.ANY

    @pytest.mark.clause("IA-SC2-7")
    def test_the_patrol(self) -> None:
        own = {key: figure for key, figure in who("night").items() if key.startswith("PA")}
        assert len(own) == 12 and sum(int(f.sentry) for f in own.values()) == 3 and at(own["PA10"]) == (45, 57)

    @pytest.mark.clause("IA-SC2-9", "IA-SENTRY-7")
    def test_sentries_put_out_before_the_alarm(self) -> None:
        """The first counts, once; no other man does, nor a sentry after the alarm."""
        b = laid("night").record[0]
        for i, die, alarm, silenced in ((19, 3, NONE, 1), (13, 3, NONE, 1), (20, 1, 2, 1)):
            b.sides[1].alarm = alarm
            hit_by_shot(b, i, 0, True, True, dice_of((SAVE, die)), silent())
            assert b.figures[i].state != State.ABLE and b.sides[1].silenced == silenced
        put_out(b, 19, State.DEAD.value, silent())
        assert b.sides[1].silenced == 1

    @pytest.mark.clause("IA-SC2-9", "IA-SENTRY-7")
    def test_points(self) -> None:
        b = laid("night").record[0]
        assert [int(points_of(b, side)) for side in (0, 1)] == [0, 5]
        b.herds[0].taker = 0
        b.sides[1].silenced, b.sides[1].alarm = 2, 4
        assert [int(points_of(b, side)) for side in (0, 1)] == [5, 5]
        b.sides[1].alarm = 5
        b.markers[0].taker = 0  # dropped by who took it: neither in hand nor untouched
        assert [int(points_of(b, side)) for side in (0, 1)] == [5, 0]
        b.markers[0].lies, b.markers[0].carrier, b.markers[0].taker = Lies.CARRIED.value, 10, NONE  # taken back
        assert [int(points_of(b, side)) for side in (0, 1)] == [5, 3]
        b.markers[0].lies, b.markers[0].taker = Lies.OFF.value, 0
        assert [int(points_of(b, side)) for side in (0, 1)] == [9, 0]


class TestRaid:
    @pytest.mark.clause("IA-SC3-1", "IA-SC3-2", "IA-SC3-14")
    def test_table_turns_and_fog(self) -> None:
        b = laid("raid").record[0]
        assert (b.width, b.height, b.turns, b.rain) == (120, 90, 14, 0) and list(b.order[:2]) == [0, 1]
        assert b.options.natural_one == 1 and laid("raid-in-fog").record[0].rain == 1
        assert [int(s.may_form) for s in b.sides[:2]] == [1, 1] and not any(s.alarm_rules for s in b.sides)

    @pytest.mark.clause("IA-SC3-3", "IA-SC3-4", "IA-SC3-5")
    def test_ground(self) -> None:
        b = laid("raid").record[0]
        assert kinds(b) == {
            "STREAM": 1, "OPEN": 1, "BUILDING": 4, "TOWER": 1, "HILL": 1, "WHEAT": 1, "WOOD": 1, "LOW": 4,
        }  # fmt: skip
        assert is_in(b, Ground.STREAM.value, 30, 41) and not is_in(b, Ground.STREAM.value, 60, 41)
        assert sum(int(s.burnable and s.owner == 1) for s in b.sites) == 5

    @pytest.mark.clause("IA-SC3-6", "IA-SC3-7", "IA-SC3-8")
    def test_goals(self) -> None:
        found = laid("raid")
        b = found.record[0]
        assert [int(c.holder) for c in b.checkpoints[:3]] == [1, 1, -1]
        assert [int(m.owner) for m in b.markers[:4]] == [-1, 1, -1, 0]
        assert b.markers[3].lies == Lies.CARRIED and found.names.figures[int(b.markers[3].carrier)].id == "RA4"
        assert (b.herds[0].x, b.herds[0].y, b.herds[0].owner) == (100, 71, 1)

    @pytest.mark.clause("IA-SC3-9", "IA-SC3-10", "IA-SC3-11", "IA-CLASS-3", "IA-INTRO-3")
    def test_figures(self) -> None:
        figures = who("raid")
        assert Counter(key[:2] for key in figures) == {"RA": 14, "DE": 16, "CI": 9}
        assert at(figures["RA4"]) == (64, 6) and figures["RA4"].barded == 1 and figures["RA5"].gun == 0
        assert figures["RA9"].quality == Quality.CONSCRIPT and figures["RA9"].long_arm == 1
        assert at(figures["DE4"]) == (60, 53) and figures["DE5"].tower >= 0 and figures["DE9"].shield == 1
        assert all(figures[f"CI{k}"].civilian for k in range(1, 10)) and at(figures["CI9"]) == (87, 73)

    @pytest.mark.clause("IA-MORALE-2", "IA-GOAL-7")
    def test_soldiers_are_counted_when_it_begins(self) -> None:
        sides = sandtable.new("inter-arma", scenario="raid", seed=1).record.sides
        assert [int(side.soldiers) for side in sides[:2]] == [14, 16]

    @pytest.mark.clause("IA-SC3-12", "IA-END-3")
    def test_points(self) -> None:
        b = laid("raid").record[0]
        assert [int(points_of(b, side)) for side in (0, 1)] == [0, 6 + 3 + 5 + 2]
        b.herds[0].taker = 0
        assert [int(points_of(b, side)) for side in (0, 1)] == [2, 13]
        b.herds[0].off = 1
        b.sites[2].destroyed = 1
        b.checkpoints[0].holder = 0
        assert [int(points_of(b, side)) for side in (0, 1)] == [4 + 2 + 1, 6 + 4 + 1]
        b.markers[0].lies, b.markers[0].taker = Lies.OFF.value, 0
        b.figures[30].state = State.DEAD.value  # a civilian
        assert [int(points_of(b, side)) for side in (0, 1)] == [7 + 3 - 1, 11 - 2]
        b.markers[3].lies, b.markers[3].carrier, b.markers[3].taker = Lies.CARRIED.value, 14, 1
        assert int(points_of(b, 1)) == 9 + 4


@pytest.mark.parametrize("name", ["ford", "chase"])
def test_the_small_ones_have_eight_a_side(name: str) -> None:
    found = laid(name).record[0]
    assert Counter(int(f.side) for f in found.figures[: found.n_figures]) == {0: 8, 1: 8}


@pytest.mark.clause("IA-SEQ-3", "IA-MOVE-10")
def test_turn_3_repeats_turn_2() -> None:
    field = Field([man(30, 40)])
    for turn in (1, 2, 3):
        assert field.b.turn == turn and (field.cannot_move(0, (30, 50), 1) == []) == (turn == 1)
        field.done().done()


@pytest.mark.clause("IA-RAIN-5", "IA-RANGED-15")
def test_rain_does_not_change_shots_and_sentries() -> None:
    field = Field([man(20, 20, "E", "bow")], [man(32, 20, "W"), man(100, 80)], phase="shooting", case={"rain": True})
    field.play(Verb.SHOOT, 0, target=1, dice=[(HIT, 3), (SAVE, 6)])
    assert "IS_SAVED" in field.told(Kind.OUTCOME)
    assert sentry_range(Field([man(1, 1)], case={"rain": True}).b, 0) == 30


@pytest.mark.clause("IA-SEQ-11")
def test_all_is_open_to_all() -> None:
    """A crawler that nobody sees stands on the table of both sides all the same."""
    found = laid("night")
    assert len(plain_scene(found.record[0], found.names).figures) == 22


@pytest.mark.clause("IA-CAV-10", "IA-TABLE-1", "IA-CLASS-6")
def test_bases() -> None:
    b = Field([man(20, 20), rider(30, 30)]).b
    assert (b.figures[0].width, b.figures[1].width) == (2.0, 3.0)
