"""What learners read: every number within its range, from the side's own view, and nothing it may not know."""

from __future__ import annotations

import os
import random

import numpy as np
import pytest

from sandtable.batch import Batch
from sandtable.batch.battles import Tables
from sandtable.batch.observing import Observer
from sandtable.compiler.decorators import COMPILED
from sandtable.games import built_in, get_game
from sandtable.games.dba.record import BoardEdge, Type, Verb, Where
from sandtable.kernel.changing_terrain import FAR
from sandtable.table.scenarios import lay_table, scenario_names
from server import twins

POSITIONS = int(os.environ.get("SANDTABLE_POSITIONS", "4000")) if COMPILED else 4
"""Of each game, from battles of all its scenarios. With 20,000 the six games are looked at in more than 10^5."""


def columns_of(observer, key):
    (block,) = (block for block in observer.layout.blocks if block.key == key)
    return {column.name: place for place, column in enumerate(block.columns)}


def outside(described, numbers):
    """Columns with a number that is none, or beyond the range that is said of it."""
    low, high = (np.array([getattr(column, end) for column in described]) for end in ("least", "most"))
    bad = ~np.isfinite(numbers) | (numbers < low - 1e-5) | (numbers > high + 1e-5)
    found = np.flatnonzero(bad.reshape(-1, numbers.shape[-1]).any(axis=0))
    return {described[c].name: (float(numbers[..., c].min()), float(numbers[..., c].max())) for c in found}


@pytest.mark.parametrize("key", built_in())
def test_every_number_is_within_its_range(key):
    game, rng = get_game(key), np.random.default_rng(3)
    names = scenario_names(game)
    tables = Tables.of(game, [lay_table(key, name) for name in names])
    n = 64 if COMPILED else 2
    batch = Batch(tables, [k % len(names) for k in range(n)], list(range(n)))
    batch.reset()
    observer = Observer(batch)
    room = np.zeros((n, 300, len(observer.actions.columns)), np.float32)
    wrong, varied = {}, {block.key: np.zeros(len(block.columns)) for block in observer.layout.blocks}
    for turn in range(max(1, POSITIONS // n)):
        batch.play_at_random(int(rng.integers(1, 12)) if COMPILED else 1)
        batch.reset(batch.over)
        batch.legal_actions()
        seen = observer.observe() if turn % 2 else observer.observe(rng.integers(0, batch.n_sides, n))
        for block in observer.layout.blocks:
            wrong |= outside(block.columns, seen[block.key])
            varied[block.key] = np.maximum(varied[block.key], np.ptp(seen[block.key], axis=(0, 1)))
        if turn % 4 == 0:
            wrong |= outside(observer.actions.columns, observer.describe(room))
    assert wrong == {}
    if COMPILED:
        assert (varied["figures"] > 0).mean() > 0.6, "most of what is told of figures tells them apart"


def test_the_names_of_columns_are_told_apart_and_have_units_where_they_are_lengths():
    for key in built_in():
        observer = Observer(Batch.new(key, 1))
        for block in observer.layout.blocks:
            names = [column.name for column in block.columns]
            assert len(set(names)) == len(names), (key, block.key)
        names = [column.name for column in observer.actions.columns]
        assert len(set(names)) == len(names), key


class TestTheOwnView:
    """The own side comes first, and its edge is at the bottom."""

    def two(self):
        """A DBA table of 600 by 600 with a figure of each side; every other element is gone."""
        batch = Batch.new("dba", 1)
        b = batch.battles[0]
        b.table_width = b.table_height = 600.0
        b.figures["where"] = Where.LOST.value
        first = [next(i for i in range(b.n_figures) if b.figures[i].side == side) for side in (0, 1)]
        places = ((100.0, 50.0, 0.6, 0.8), (300.0, 500.0, 0.0, -1.0))
        for i, (x, y, fx, fy) in zip(first, places, strict=True):
            figure = b.figures[i]
            figure.x, figure.y, figure.fx, figure.fy, figure.where = x, y, fx, fy, Where.TABLE.value
            figure.type = Type.BD.value
        return batch, b

    @pytest.mark.parametrize(
        ("edge", "own", "enemy"),
        [
            # By hand on 600 x 600, told in tables: from the south as it is; from the north both turned by half a turn;
            # from the west the edge x = 0 comes to the bottom: (x, y) is at (600 - y, x), (fx, fy) points (-fy, fx);
            # from the east (x, y) is at (y, 600 - x), and (fx, fy) points (fy, -fx).
            ("SOUTH", (1 / 6, 1 / 12, 0.6, 0.8), (1 / 2, 5 / 6, 0.0, -1.0)),
            ("NORTH", (5 / 6, 11 / 12, -0.6, -0.8), (1 / 2, 1 / 6, 0.0, 1.0)),
            ("WEST", (11 / 12, 1 / 6, -0.8, 0.6), (1 / 6, 1 / 2, 1.0, 0.0)),
            ("EAST", (1 / 12, 5 / 6, 0.8, -0.6), (5 / 6, 1 / 2, -1.0, 0.0)),
        ],
    )
    def test_places_and_facings_are_turned_to_the_own_edge(self, edge, own, enemy):
        batch, b = self.two()
        b.edge[0] = BoardEdge[edge].value
        observer = Observer(batch)
        seen, names = observer.observe([0])["figures"][0], columns_of(observer, "figures")
        columns = [names[name] for name in ("x", "y", "facing across", "facing up")]
        here = seen[seen[:, names["on the table"]] == 1.0]
        assert here[:, names["side: own"]].tolist() == [1.0, 0.0]
        assert here[0, columns] == pytest.approx(own, abs=1e-6)
        assert here[1, columns] == pytest.approx(enemy, abs=1e-6)

    def test_the_other_side_sees_itself_first(self):
        batch, b = self.two()
        b.edge[1] = BoardEdge.NORTH.value
        observer = Observer(batch)
        seen, names = observer.observe([1])["figures"][0], columns_of(observer, "figures")
        here = seen[seen[:, names["on the table"]] == 1.0]
        assert here[0, [names["x"], names["y"]]] == pytest.approx((1 / 2, 1 / 6), abs=1e-6)
        assert here[:, names["side: own"]].tolist() == [1.0, 0.0]

    def test_who_is_off_the_table_has_no_place_that_counts(self):
        batch, b = self.two()
        observer = Observer(batch)
        names = columns_of(observer, "figures")
        before = observer.observe([0])["figures"].copy()
        gone = next(i for i in range(b.n_figures) if b.figures[i].where != Where.TABLE)
        b.figures[gone].x += 77.0
        assert (observer.observe([0])["figures"] == before).all()
        rows = before[0][before[0][:, names["on the table"]] == 0.0]
        assert (rows[:, [names["x"], names["y"], names["facing up"]]] == 0.0).all()

    def test_numbers_by_side_begin_with_the_own(self):
        batch, b = self.two()
        b.lost[:] = (3, 1)
        observer = Observer(batch)
        names = columns_of(observer, "whole")
        columns = [names["lost, own"], names["lost, next side"]]
        assert observer.observe([0])["whole"][0, 0, columns].tolist() == [3.0, 1.0]
        assert observer.observe([1])["whole"][0, 0, columns].tolist() == [1.0, 3.0]

    def test_an_action_says_who_goes_where_by_the_own_view(self):
        batch, b = self.two()
        b.edge[0], batch.sides[0] = BoardEdge.NORTH.value, 0
        action = batch.lists[0, 0]
        actor = next(i for i in range(b.n_figures) if b.figures[i].where == Where.TABLE)
        action.verb, action.n_actors, action.target = Verb.MOVE.value, 1, -1
        action.actors[0] = actor
        action.x, action.y, action.fx, action.fy = 100.0, 170.0, 0.6, 0.8  # 120 paces up the table, as it faced
        batch.counts[0] = 1
        observer = Observer(batch)
        names = {column.name: place for place, column in enumerate(observer.actions.columns)}
        row = observer.describe(np.full((1, 4, len(names)), 9.0, np.float32))[0]
        told = [row[0, names[name]] for name in ("verb: move", "end, x", "end, y", "goes across", "goes up")]
        assert told == pytest.approx([1.0, 5 / 6, 43 / 60, 0.0, -0.2], abs=1e-6)
        assert row[0, names["goes how far, straight"]] == pytest.approx(0.2, abs=1e-6)
        assert row[0, names["turns: cosine"]] == pytest.approx(1.0, abs=1e-6)
        assert row[0, names["row of the first actor"]] == 0.0
        assert (row[1:] == 0.0).all()


def test_terrain_that_is_away_or_not_yet_shown_is_not_there():
    batch = Batch.new("pursuit", 1)
    observer = Observer(batch)
    before = observer.observe([0])["terrain"][0].copy()
    assert before[0, 0] == 1.0
    feature = batch.battles[0].terrain.features[0]
    feature.hidden = 1
    assert (observer.observe([0])["terrain"][0][0] == 0.0)[:6].all()
    feature.hidden = 0
    feature.x0 = feature.x1 = FAR
    assert (observer.observe([0])["terrain"][0][0] == 0.0)[:6].all()


@pytest.mark.skipif(not COMPILED, reason="twins are played compiled")
@pytest.mark.parametrize("key", [key for key in twins.hiding() if key in built_in()])
def test_battles_that_a_side_cannot_tell_apart_read_alike(key):
    """Twins made by playing: the same public history, other secret choices. Observation and actions are equal."""
    rng, game, pairs, apart = random.Random(8), get_game(key), 0, 0
    families = twins.families(key, rng)
    for family, sides in families:
        if len(sides) != 1:
            continue
        tables = Tables.of(game, [lay_table(key)])
        batch = Batch(tables, [0] * len(family), list(range(len(family))))
        for k, twin in enumerate(family):
            batch.put(k, twin.state.battle.array)
        side = [one.key for one in family[0].state.battle.sides].index(sides[0])
        seen = Observer(batch).observe([side] * len(family))
        for numbers in seen.values():
            assert (numbers == numbers[:1]).all()
        pairs += len(family) - 1
        apart += len({twin.state.battle.array.tobytes() for twin in family}) > 1
        if pairs >= 24 and apart >= 3:
            break
    assert pairs >= 24 and apart >= 3


@pytest.mark.parametrize("threads", [1, 2])
def test_picks_are_carried_out_before_a_look_as_by_a_step(threads):
    """In one call or in two: the same battles, dice, lists, numbers, rows and masks. One battle is left alone."""
    shown = []
    for at_once in (True, False):
        batch = Batch.new("batalist", 3, seed=2, threads=threads)
        observer = Observer(batch)
        rows, masks = np.zeros((3, 90, len(observer.actions.columns)), np.float32), np.zeros((3, 90), np.int8)
        observer.look(rows, masks)
        for _ in range(4):
            picks = np.where(np.arange(3) == 1, -1, batch.counts // 2)
            if not at_once:
                batch.step(picks)
            seen = observer.look(rows, masks, None, picks if at_once else None)
            assert (masks == batch.masks(90)).all()
        listed = [batch.lists[k, : batch.counts[k]].tobytes() for k in range(3)]
        shown.append((batch.save(), listed, rows.tobytes(), masks.tobytes(), *(x.tobytes() for x in seen.values())))
    assert shown[0] == shown[1]
