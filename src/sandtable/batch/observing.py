"""Battles of a batch as numbers: what a side sees of each, and the actions that it may choose from."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from sandtable.batch import stepping
from sandtable.batch.battles import Batch
from sandtable.batch.columns import ActionColumns, Layout, action_columns, layout_of
from sandtable.batch.reading import Listed, Words, read_actions, read_block
from sandtable.games.common.worth import FILE, read_features
from sandtable.kernel.verbs import MAX_FEATURES, MAX_LEGAL


class Weighed(NamedTuple):
    """First impressions of the actions that are listed: by battle, and by place in its list."""

    names: tuple[str, ...]  # of the features, as the game's data/worth.toml explains them
    features: Any  # f8[n, MAX_LEGAL, features] what each action changes
    worths: Any  # f8[n, MAX_LEGAL] the same, each times the weight that ``quick`` gives it
    prices: Any  # f8[n, MAX_LEGAL] what it costs, in PIPs or what else the game counts


class Observer:
    """Reads the battles of a batch as numbers; the arrays that it hands out are written anew by the next call."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.layout: Layout = layout_of(batch.game, batch.n_sides)
        self.actions: ActionColumns = action_columns(batch.game)
        n = batch.n
        self._columns = {
            key: np.zeros((n, columns, rows), np.float32) for key, (rows, columns) in self.layout.shapes.items()
        }
        self._described = np.zeros(n, np.int64)
        self._out: Any = None

    @cached_property
    def _seen(self) -> Any:
        """Room for every battle as a side sees it."""
        return np.zeros(self.batch.n, self.batch.game.dtype)

    def observe(self, sides: Any = None) -> dict[str, Any]:
        """By block f4[n, rows, columns]: what ``sides`` (i8[n], left out: those to decide) see of every battle.

        Of a battle that is over the first side looks where none is named.
        """
        looking = np.ascontiguousarray(self.batch.sides if sides is None else sides, np.int64)
        battles = self._as_seen(looking)
        words = self._words(battles, looking)
        for block in self.layout.blocks:
            read_block(words, block.place, block.reads, self._columns[block.key])
        return {key: columns.transpose(0, 2, 1) for key, columns in self._columns.items()}

    def describe(self, out: Any) -> Any:
        """Fill ``out`` f4[n, room, columns] with the actions that ``legal_actions`` has listed, and return it."""
        batch = self.batch
        figures = self.layout.blocks[0]
        battles = self._as_seen(batch.sides)
        actions = batch.lists.view(np.int32).reshape(batch.n, batch.lists.shape[1], -1)
        dtype = batch.game.dtype.fields["figures"][0].base
        at = np.array([dtype.fields["x"][1] // 4, dtype.fields["fx"][1] // 4], np.int64)
        listed = Listed(
            actions, batch.counts, self.actions.words, self.actions.poses, self.actions.targets, figures.place, at
        )
        if out is not self._out:
            self._out = out
            self._described[:] = out.shape[1]
        read_actions(self._words(battles, batch.sides), listed, self._described, out)
        return out

    def weigh(self) -> Weighed:
        """What each action of ``lists`` looks worth to its side at first sight, and costs, from what that side sees.

        Nothing is guessed: what is hidden counts as not there. Takes some microseconds an action, which ``describe``
        does not, so that it is asked for by itself.
        """
        batch, many = self.batch, self.batch.n
        features = np.zeros((many, MAX_LEGAL, MAX_FEATURES))
        worths, prices = np.zeros((many, MAX_LEGAL)), np.zeros((many, MAX_LEGAL))
        lists, counts = batch.lists, batch.counts
        batch.each(
            stepping.weigh_all,
            lambda _, part: (lists[part], counts[part], features[part], worths[part], prices[part]),
        )
        known = (batch.game.folder / FILE).exists()
        names = tuple(feature.key for feature in read_features(batch.game.folder)) if known else ()
        return Weighed(names, features[:, :, : len(names)], worths, prices)

    def words(self, sides: Any) -> Words:
        """What these sides (i8[n]) see of the battles, as kernels of ``reading`` take them."""
        looking = np.ascontiguousarray(sides, np.int64)
        return self._words(self._as_seen(looking), looking)

    def _as_seen(self, looking: Any) -> Any:
        if not self.batch.tables.hides:
            return self.batch.battles
        seen = self._seen
        self.batch.each(stepping.see_all, lambda _, part: (looking[part], seen[part]))
        return seen

    def _words(self, battles: Any, looking: Any) -> Words:
        at = self.layout
        words = battles.view(np.int32).reshape(self.batch.n, -1)
        return Words(words, looking, at.n_sides, at.table, at.turned, at.edges_at, at.edges)
