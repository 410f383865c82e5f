"""Figures put anywhere by a learner: they go where the judge lets them, and elsewhere the reason is told."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from sandtable.compiler.decorators import COMPILED
from sandtable.envs import PoseEnv
from sandtable.games import built_in
from sandtable.games.dba.record import Phase, Verb

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not COMPILED, reason="environments play hundreds of decisions"),
    pytest.mark.filterwarnings("ignore"),
]


@pytest.mark.parametrize("key", built_in())
def test_the_public_suite_passes(key):
    check_env(PoseEnv(key, opponent="random"), skip_render_check=True)


def moving(side):
    """A DBA battle in which this side is to move elements, with listed moves of single elements straight on."""
    made = PoseEnv("dba", "first-lesson", opponent="random", side=side)
    made.reset(seed=3)
    for _ in range(200):
        batch = made.battle.batch
        listed = batch.lists[0, : batch.counts[0]]
        if made.battle.side == side and batch.battles[0].phase == Phase.MOVEMENT:
            alone = (listed["verb"] == Verb.MOVE) & (listed["n_actors"] == 1) & (listed["path"] == 0)
            if alone.any():
                return made, np.flatnonzero(alone)
        made.step({"row": 0, "pose": np.zeros(4), "index": made.battle.offered - 1})
    raise AssertionError("nobody ever moves")


@pytest.mark.parametrize("side", [0, 1])
def test_a_listed_move_is_the_same_move_by_hand(side):
    """From the row that describes it, in the own view: the row of its actor, its end and its facing there."""
    made, alone = moving(side)
    battle = made.battle
    names = {column.name: place for place, column in enumerate(battle.observer.actions.columns)}
    columns = [names[name] for name in ("end, x", "end, y", "facing across at the end", "facing up at the end")]
    for index in alone[:6]:
        row = battle.look(side)["observation"]["actions"][index].astype(np.float64)
        kept = battle.get_state()
        actor = int(battle.batch.lists[0, index].actors[0])
        wanted = battle.batch.lists[0, index].copy()
        assert made.figure_in(int(row[names["row of the first actor"]])) == actor
        *_, info = made.step({"row": int(row[names["row of the first actor"]]) + 1, "pose": row[columns], "index": 0})
        assert "illegal" not in info and info["cost"] >= 1, info
        figure = battle.batch.battles[0].figures[actor]
        if not battle.over and battle.side == side and battle.batch.battles[0].phase == Phase.MOVEMENT:
            assert (float(figure.x), float(figure.y)) == pytest.approx((wanted["x"], wanted["y"]), abs=0.01)
            assert (float(figure.fx), float(figure.fy)) == pytest.approx((wanted["fx"], wanted["fy"]), abs=1e-3)
        battle.set_state(kept)


def test_a_pose_beyond_reach_changes_nothing_and_says_why():
    made, alone = moving(0)
    battle = made.battle
    names = {column.name: place for place, column in enumerate(battle.observer.actions.columns)}
    row = battle.look(0)["observation"]["actions"][alone[0]]
    before = battle.batch.save()
    here = int(row[names["row of the first actor"]])
    *_, reward, over, cut_off, info = made.step({"row": here + 1, "pose": np.array([0.5, 0.99, 0.0, 1.0]), "index": 0})
    assert info["illegal"] is True and info["reasons"] and all(len(reason) > 10 for reason in info["reasons"])
    assert battle.batch.save() == before and (reward, over, cut_off) == (0.0, False, False)
    *_, info = made.step({"row": made.rows, "pose": np.array([0.5, 0.5, 0.0, 1.0]), "index": 0})
    assert info["reasons"] == ["no figure has that row"] and battle.batch.save() == before


def test_a_pose_is_turned_back_from_each_edge():
    """By hand on DBA's square table: from the north (x, y) of the view is (1 - x, 1 - y), and so for the facing."""
    made = PoseEnv("dba", "first-lesson", opponent="random")
    made.reset(seed=3)
    b = made.battle.batch.battles[0]
    size = float(b.table_width)
    cases = (
        (2, (0.2, 0.3), (0.6, 0.8)),
        (0, (0.8, 0.7), (-0.6, -0.8)),
        (3, (0.3, 0.8), (0.8, -0.6)),
        (1, (0.7, 0.2), (-0.8, 0.6)),
    )
    for edge, place, facing in cases:
        b.edge[0] = edge
        x, y, fx, fy = made.on_table(np.array([0.2, 0.3, 0.6, 0.8]))
        assert (x / size, y / size) == pytest.approx(place) and (fx, fy) == pytest.approx(facing)
