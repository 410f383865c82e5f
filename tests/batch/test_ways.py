"""The fixed action space: each listed action has one code, no two have the same, and a code always means the same."""

from __future__ import annotations

import os

import numpy as np
import pytest

from sandtable.batch import Batch
from sandtable.batch.battles import Tables
from sandtable.batch.observing import Observer
from sandtable.batch.ways import OTHERS, coding_of
from sandtable.compiler.decorators import COMPILED
from sandtable.games import built_in, get_game
from sandtable.games.dba.record import BoardEdge, Verb, Where
from sandtable.kernel.records import NONE, new_actions
from sandtable.table.scenarios import lay_table, scenario_names

POSITIONS = int(os.environ.get("SANDTABLE_POSITIONS", "10240")) if COMPILED else 8
"""Of each game, from battles of all its scenarios."""


@pytest.mark.parametrize("key", built_in())
def test_each_listed_action_has_a_code_that_no_other_of_its_list_has(key):
    game, rng = get_game(key), np.random.default_rng(3)
    names = scenario_names(game)
    n = 64 if COMPILED else 2
    tables = Tables.of(game, [lay_table(key, name) for name in names])
    batch = Batch(tables, [k % len(names) for k in range(n)], list(range(n)))
    batch.reset()
    codes = Observer(batch).codes
    coding, listed, others = codes.coding, 0, 0
    for _ in range(POSITIONS // n):
        counts = batch.legal_actions()
        masks = codes.read()
        assert codes.lacking.sum() == 0, "an action has no code"
        assert (masks.sum(axis=1) == counts).all(), "two actions of a list have one code"
        picks = np.array([rng.integers(count) if count else NONE for count in counts])
        wanted = np.array([codes.codes[k, pick] if pick >= 0 else NONE for k, pick in enumerate(picks)])
        assert (codes.find(wanted) == picks).all()
        mine = np.concatenate([codes.codes[k, :count] for k, count in enumerate(counts)])
        slots = (mine - coding.n_nobody) % coding.n_ways - coding.n_ways
        ways = np.where(mine < coding.n_nobody, mine - coding.n_nobody, slots)
        listed, others = listed + len(mine), others + int((ways >= -OTHERS).sum())
        batch.step(picks)
        batch.play_at_random(int(rng.integers(0, 3)))
        batch.reset(batch.over)
    if COMPILED:  # of the few positions that are asked interpreted a share says nothing
        assert others < 0.05 * listed, f"{others} of {listed} have no code that says what they are"


@pytest.mark.parametrize("key", built_in())
def test_every_code_has_words_of_its_own(key):
    game = get_game(key)
    coding = coding_of(game, game.dtype["figures"].shape[0])
    for of_slots, n in ((True, coding.n_ways), (False, coding.n_nobody)):
        words = [coding.way_words(of_slots, way) for way in range(n)]
        assert len(set(words)) == n
    assert coding.words(coding.n - 1) == f"row {coding.slots - 1}, what no other code is left for, {OTHERS}"
    assert coding.slot_of(coding.n_nobody + 2 * coding.n_ways + 5) == (2, 5)


class TestCodesOfDba:
    """By hand: bases 40 wide and 15 deep on a table of 600 by 600, all others gone."""

    def battle(self):
        batch = Batch.new("dba", 1)
        b = batch.battles[0]
        b.table_width = b.table_height = 600.0
        b.figures["where"] = Where.LOST.value
        b.figures["width"], b.figures["depth"] = 40.0, 15.0
        b.edge[:] = BoardEdge.SOUTH.value, BoardEdge.NORTH.value
        own, foes = ([i for i in range(b.n_figures) if b.figures[i].side == side] for side in (0, 1))
        return batch, b, own, foes

    def put(self, b, figure, x, y, fx=0.0, fy=1.0):
        one = b.figures[figure]
        one.x, one.y, one.fx, one.fy, one.where = x, y, fx, fy, Where.TABLE.value

    def words(self, batch, side, *moves):
        """What the codes of these moves mean: (figures, x, y, fx, fy) each, in one list."""
        batch.sides[0] = side
        for k, (figures, x, y, fx, fy) in enumerate(moves):
            action = new_actions(1, batch.game.action)[0]
            action.verb, action.n_actors = Verb.MOVE.value, len(figures)
            action.actors[: len(figures)] = figures
            action.x, action.y, action.fx, action.fy = x, y, fx, fy
            batch.lists[0, k] = action
        batch.counts[0] = len(moves)
        codes = Observer(batch).codes
        codes.read()
        return [codes.coding.words(int(code)) for code in codes.codes[0, : len(moves)]]

    def test_ways_are_told_from_how_the_actor_stands(self):
        batch, b, own, _ = self.battle()
        self.put(b, own[2], 300.0, 300.0, 1.0, 0.0)  # faces east: north is to its left
        said = self.words(
            batch,
            0,
            ([own[2]], 380.0, 300.0, 1.0, 0.0),
            ([own[2]], 340.0, 300.0, 1.0, 0.0),
            ([own[2]], 300.0, 360.0, 1.0, 0.0),
            ([own[2]], 300.0, 300.0, -1.0, 0.0),
            ([own[2]], 300.0, 300.0, 0.0, -1.0),
            ([own[2]], 350.0, 250.0, 0.866, -0.5),  # south-east, 30 degrees clockwise of east
        )
        assert said == [
            "row 2, move: ahead, as it faced",
            "row 2, move: ahead, as it faced, 2 of the kind",
            "row 2, move: left, as it faced",
            "row 2, move: on the spot, turned about",
            "row 2, move: on the spot, turned right",
            "row 2, move: ahead right, wheeling right",
        ]

    def test_contact_is_told_by_foe_and_where(self):
        """Foe 3 faces the mover from 400: fronts meet at 400 - 7.5 - 7.5 = 385; its side is at 300 + 20."""
        batch, b, own, foes = self.battle()
        self.put(b, own[0], 300.0, 300.0)
        self.put(b, foes[3], 300.0, 400.0, 0.0, -1.0)
        said = self.words(
            batch,
            0,
            ([own[0]], 300.0, 385.0, 0.0, 1.0),
            ([own[0]], 300.0, 384.0, 0.0, 1.0),  # a pace short of it
            ([own[0]], 327.5, 400.0, -1.0, 0.0),
        )
        assert said == [
            "row 0, move: into contact with foe 3 at its front",
            "row 0, move: ahead, as it faced",
            "row 0, move: into contact with foe 3 at its side or rear",
        ]

    def test_of_a_group_whoever_of_it_meets_a_foe(self):
        """The leader's neighbour 40 to the right meets the foe who stands 100 ahead of it."""
        batch, b, own, foes = self.battle()
        self.put(b, own[0], 300.0, 300.0)
        self.put(b, own[1], 340.0, 300.0)
        self.put(b, foes[0], 340.0, 415.0, 0.0, -1.0)
        said = self.words(batch, 0, (own[:2], 300.0, 400.0, 0.0, 1.0), (own[:2], 300.0, 350.0, 0.0, 1.0))
        assert said == [
            "row 0, move several: 2, into contact with foe 0",
            "row 0, move several: 2, ahead, as it faced",
        ]

    def test_a_mirrored_table_has_the_same_codes_for_both(self):
        batch, b, own, foes = self.battle()
        pairs = list(zip(own[:4], foes[:4], strict=True))
        places = ((120.0, 60.0, 0.6, 0.8), (200.0, 80.0, 0.0, 1.0), (240.0, 80.0, 0.0, 1.0), (400.0, 300.0, 1.0, 0.0))
        for (mine, theirs), (x, y, fx, fy) in zip(pairs, places, strict=True):
            self.put(b, mine, x, y, fx, fy)
            self.put(b, theirs, 600.0 - x, 600.0 - y, -fx, -fy)
        ends = ((0, 150.0, 100.0, 0.6, 0.8), (1, 200.0, 180.0, 0.0, 1.0), (3, 300.0, 260.0, 0.0, -1.0))
        one = self.words(batch, 0, *(([pairs[k][0]], x, y, fx, fy) for k, x, y, fx, fy in ends))
        other = self.words(batch, 1, *(([pairs[k][1]], 600.0 - x, 600.0 - y, -fx, -fy) for k, x, y, fx, fy in ends))
        assert one == other
        assert one[0] == "row 0, move: ahead, as it faced"
