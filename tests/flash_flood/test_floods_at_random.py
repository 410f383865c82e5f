"""Floods over random crowds: each against a slow walk of its own, and what must hold of every one."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from shapely.geometry import LineString, Point, box
from shapely.ops import unary_union

from conftest import REDUCED
from flash_flood.great_sewer import drown, lay_crowd
from flash_flood.sewer_table import PROFILES, man, sewer
from flash_flood.slow_walk import OutOfStep, SlowWalk, Walker, throws_of
from sandtable.games.flash_flood.clauses import Code
from sandtable.games.flash_flood.laying.sewer_file import SewerFile, maps, read_sewer
from sandtable.games.flash_flood.rules.flood import flood
from sandtable.games.flash_flood.rules.sewer import place_of
from sandtable.games.flash_flood.rules.water import is_dry
from sandtable.games.skirmish40k.rules.wounds import is_in_synapse
from sandtable.kernel.dice import MAX_THROWN, THROW, forget, new_dice
from sandtable.kernel.log import CAPACITY, ENTRY, Kind, clear, new_log
from sandtable.kernel.records import MAX_FIGURES

FLOODS = 8 if REDUCED else 60
WALKS = 2 if REDUCED else 10


def walls(sewer_map: SewerFile) -> Any:
    """Where bases may be: the strips lengthened by half their node's width, and the chambers (NET-13)."""
    parts = [box(*chamber) for chamber in sewer_map.chambers.values()]
    for corridor in sewer_map.corridors.values():
        ends = sewer_map.ends(corridor)
        parts.append(LineString(ends).buffer(0.5 * corridor.width, cap_style="flat"))
        for node in corridor.nodes:
            reach = max(0.5 * sewer_map.corridors[lead].width for lead in sewer_map.leads(node))
            line = LineString([sewer_map.nodes[node], ends[0] if ends[1] == sewer_map.nodes[node] else ends[1]])
            back = line.interpolate(-0.0)
            dx, dy = back.x - line.coords[1][0], back.y - line.coords[1][1]
            length = (dx * dx + dy * dy) ** 0.5
            beyond = (back.x + dx / length * reach, back.y + dy / length * reach)
            parts.append(LineString([(back.x, back.y), beyond]).buffer(0.5 * corridor.width, cap_style="flat"))
    return unary_union(parts)


def crowd(sewer_map: SewerFile, n: int, choose: random.Random) -> Any:
    """A battle with ``n`` figures anywhere in a sewer, none on another."""
    free = walls(sewer_map)
    men: list[dict[str, Any]] = []
    stood: list[tuple[float, float, float]] = []
    while len(men) < n:
        profile = choose.choice(PROFILES)
        radius = 0.8 if profile == "brood_warrior" else 0.5
        x = round(choose.uniform(0, sewer_map.width) * 2048) / 2048
        y = round(choose.uniform(0, sewer_map.height) * 2048) / 2048
        if not free.contains(Point(x, y).buffer(radius)):
            continue
        if (
            sewer_map.nest is not None
            and Point(x, y).distance(Point(*sewer_map.nest.at)) < radius + sewer_map.nest.radius
        ):
            continue
        if any((x - a) ** 2 + (y - b) ** 2 < (radius + r + 0.02) ** 2 for a, b, r in stood):
            continue
        stood.append((x, y, radius))
        men.append(man(profile, (x, y), side=len(men) % 2, unit=len(men) // 5))
    return sewer(*men, sewer_map=sewer_map)


def walkers_of(b: Any, sewer_map: SewerFile) -> list[Walker]:
    """The figures of a battle before its flood, for the slow walk."""
    keys = list(sewer_map.corridors)
    found = []
    for i in range(b.n_figures):
        figure = b.figures[i]
        profile = b.profiles[figure.profile]
        place = place_of(b, figure.x, figure.y)
        found.append(
            Walker(
                complex(figure.x, figure.y),
                float(figure.width / 2),
                int(profile.strength),
                int(profile.toughness),
                int(figure.wounds),
                bool(is_in_synapse(b, i)),
                keys[place.corridor],
                float(place.along),
                float(place.lane),
            )
        )
    return found


def order_in(log: Any) -> list[int]:
    """Who was tested, in order."""
    tests = (Code.PASSES_TEST, Code.FAILS_TEST)
    found = [log.entries[k] for k in range(log.n)]
    return [int(entry.actor) for entry in found if entry.kind == Kind.EVENT and entry.code in tests]


@pytest.mark.clause(
    "FLOOD-CARRY-3", "FLOOD-CARRY-4", "FLOOD-CARRY-8", "FLOOD-CARRY-13", "FLOOD-CARRY-15", "FLOOD-BUMP-1",
    "FLOOD-BUMP-5", "FLOOD-BUMP-7", "FLOOD-BUMP-9", "FLOOD-BUMP-10", "FLOOD-HIT-1", "FLOOD-HIT-3", "FLOOD-HIT-10",
)  # fmt: skip
@pytest.mark.parametrize("name", sorted(maps()))
def test_every_carry_is_the_same_when_walked_slowly(name: str) -> None:
    """The same dice, in the same order, for the same figures; everybody ends at the same place in the same state."""
    sewer_map = read_sewer(name)
    for seed in range(WALKS):
        b = crowd(sewer_map, 14, random.Random(f"{name} {seed}"))
        assert sum(is_dry(b, i) for i in range(b.n_figures)) == 0
        walkers = walkers_of(b, sewer_map)
        thrown, log = new_dice(f"{name} {seed}"), new_log()
        flood(b, 2, thrown, log)
        throws = [throw for throw in throws_of(thrown) if throw[0] != "ORDER"]
        walk = SlowWalk(sewer_map, walkers, throws)
        for i in order_in(log):
            try:
                walk.test(i)
            except OutOfStep as fault:
                pytest.fail(f"{name}, seed {seed}: {fault}")
        assert walk.throws == []
        for i, walker in enumerate(walkers):
            assert walker.wounds == b.figures[i].wounds, (name, seed, i)
            end = (walker.at.real, walker.at.imag)
            assert end == pytest.approx((b.figures[i].x, b.figures[i].y), abs=0.02), (name, seed, i)


@pytest.mark.clause("FLOOD-CARRY-13", "FLOOD-CARRY-9", "FLOOD-CARRY-16", "FLOOD-TEST-11", "FLOOD-TEST-5")
@pytest.mark.parametrize("name", sorted(maps()))
def test_what_holds_of_every_flood(name: str) -> None:
    """Nobody overlaps, nobody is in a wall, wounds are never negative, nobody is tested twice, nobody is raised."""
    sewer_map = read_sewer(name)
    free = walls(sewer_map).buffer(0.011)
    for seed in range(FLOODS):
        b = crowd(sewer_map, 40, random.Random(f"many {name} {seed}"))
        before = b["figures"][: b.n_figures].copy()
        log = new_log()
        flood(b, 2, new_dice(seed), log)
        alive = [figure for figure in b.figures[: b.n_figures] if figure.wounds > 0]
        x, y, r = (np.array([figure[key] for figure in alive]) for key in ("x", "y", "width"))
        gaps = np.hypot(x[:, None] - x, y[:, None] - y) - 0.5 * (r[:, None] + r)
        np.fill_diagonal(gaps, 1.0)
        assert gaps.min() > -0.0115, (name, seed)
        assert all(free.contains(Point(f.x, f.y).buffer(0.5 * f.width - 0.001)) for f in alive), (name, seed)
        assert (b["figures"]["wounds"] >= 0).all()
        assert (b["figures"]["wounds"][: b.n_figures] <= before["wounds"]).all()
        tests = order_in(log)
        assert len(tests) == len(set(tests))
        hit = {int(log.entries[k].actor) for k in range(log.n) if log.entries[k].kind == Kind.EVENT
               and log.entries[k].code == Code.WATER_HITS}  # fmt: skip
        still = [i for i in range(b.n_figures) if i not in hit]
        assert all(b.figures[i].x == before[i]["x"] and b.figures[i].wounds == before[i]["wounds"] for i in still)
        assert set(tests) | hit == set(range(b.n_figures))


@pytest.mark.volume
@pytest.mark.full
def test_a_flood_over_as_many_as_a_battle_holds_leaves_room_to_spare() -> None:
    """The worst case of a battle: as many models as it holds, all of them on the floor of the smallest sewer."""
    name = min(maps(), key=lambda key: walls(read_sewer(key)).area)
    dice, log, most = new_dice(1), new_log(), [0, 0]
    for seed in range(4 if REDUCED else 12):
        b = crowd(read_sewer(name), MAX_FIGURES, random.Random(seed))
        for _ in range(10):
            forget(dice)
            clear(log)
            flood(b.copy(), 2, dice, log)
            assert dice.lost == log.lost == 0
            most = [max(most[0], int(dice.n_thrown)), max(most[1], int(log.n))]
    assert 3 * most[0] <= MAX_THROWN and 3 * most[1] <= CAPACITY


@pytest.mark.clause("FLOOD-SET-9", "FLOOD-TEST-1")
def test_a_great_flood_keeps_every_die_and_every_line() -> None:
    """Far above the limit of play: what is emptied on the way is the same flood, die for die."""
    battle = lay_crowd(4, 4, 60, seed=1)
    one, other = battle.copy()[0], battle.copy()[0]
    thrown, log = new_dice(7), new_log()
    flood(one, 2, thrown, log)
    entries, throws, kept = np.zeros(6000, ENTRY), np.zeros(2000, THROW), np.zeros(3, np.int64)
    drown(other, 2, new_dice(7), new_log(), entries, throws, kept)
    assert one.tobytes() == other.tobytes()
    assert kept.tolist() == [log.n, thrown.n_thrown, 0]
    assert entries[: log.n].tobytes() == log.entries[: log.n].tobytes()
