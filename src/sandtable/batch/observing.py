"""Battles of a batch as numbers: what a side sees of each, and the actions that it may choose from."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from sandtable.batch import stepping
from sandtable.batch.battles import Batch, Prepared
from sandtable.batch.coding import Space, code_actions, find_codes
from sandtable.batch.columns import ActionColumns, Layout, action_columns, layout_of
from sandtable.batch.ground import COLUMNS, At, at_of, read_polygons, read_raster
from sandtable.batch.reading import Kept, Listed, Plan, Words, read_actions, read_battles
from sandtable.batch.stepping import Looks
from sandtable.batch.ways import Coding, coding_of
from sandtable.errors import InputError
from sandtable.games.common.worth import FILE, read_features
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import MAX_FEATURES, MAX_LEGAL


class Weighed(NamedTuple):
    """First impressions of the actions that are listed: by battle, and by place in its list."""

    names: tuple[str, ...]  # of the features, as the game's data/worth.toml explains them
    features: Any  # f8[n, MAX_LEGAL, features] what each action changes
    worths: Any  # f8[n, MAX_LEGAL] the same, each times the weight that ``quick`` gives it
    prices: Any  # f8[n, MAX_LEGAL] what it costs, in PIPs or what else the game counts


class Observer:
    """Reads the battles of a batch as numbers.

    The arrays that it hands out are written anew by the next call, only where something has changed, and are not to be
    written to by others.
    """

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.layout: Layout = layout_of(batch.game, batch.n_sides)
        self.actions: ActionColumns = action_columns(batch.game)
        self._plan, size = _plan_of(self.layout)
        n, rows = batch.n, max(block.rows for block in self.layout.blocks)
        self._kept = Kept(
            np.zeros((n, batch.game.dtype.itemsize // 4), np.int32),
            np.zeros((n, len(self.layout.blocks), rows), np.int64),
            np.full((n, len(self.layout.blocks)), NONE, np.int64),
            np.full((n, 8), np.nan),
        )
        self.numbers = np.zeros((n, size), np.float32)
        """Every number of an observation, a row a battle: what ``observe`` hands out are views of it."""
        self.tables = self.tables_of(self.numbers, writable=False)
        self._described = np.zeros(n, np.int64)
        self._out: Any = None
        self.picks = np.full(n, NONE, np.int64)
        """What ``look`` carries out; whoever writes into it and hands it over spares it a copy."""
        self._last_look: tuple[Any, Any, Any, Prepared] | None = None

    def tables_of(self, numbers: Any, writable: bool = True) -> dict[str, Any]:
        """By block f4[n, rows, columns], views of numbers f4[n, ...] in the order of ``self.numbers``."""
        found, begin = {}, 0
        for key, (rows, columns) in self.layout.shapes.items():
            found[key] = numbers[:, begin : begin + rows * columns].reshape(len(numbers), rows, columns)
            found[key].flags.writeable = writable
            begin += rows * columns
        return found

    @cached_property
    def _seen(self) -> Any:
        """Room for every battle as a side sees it."""
        return np.zeros(self.batch.n if self.batch.tables.hides else 0, self.batch.game.dtype)

    def observe(self, sides: Any = None) -> dict[str, Any]:
        """By block f4[n, rows, columns]: what ``sides`` (i8[n], left out: those to decide) see of every battle.

        Of a battle that is over the first side looks where none is named.
        """
        looking = np.ascontiguousarray(self.batch.sides if sides is None else sides, np.int64)
        read_battles(self.words(looking), self._plan, self._kept, self.numbers)
        return self.tables

    def describe(self, out: Any) -> Any:
        """Fill ``out`` f4[n, room, columns] with the actions that ``legal_actions`` has listed, and return it."""
        self._write_to(out)
        read_actions(self.words(self.batch.sides), self.listed(), self._described, out.shape[2], _flat(out))
        return out

    def look(self, rows: Any, masks: Any, sides: Any = None, picks: Any = None) -> dict[str, Any]:
        """``legal_actions``, ``observe`` and ``describe`` at once, in one compiled call a thread.

        Lists what ``sides`` (i8[n], left out: those to decide) may do where they are to decide, fills ``rows``
        f4[n, room, columns] and ``masks`` i1[n, room], the same ones each time, and returns what they see.
        ``picks`` (i8[n]) are carried out before that, as by ``Batch.step``: indices that are listed, or NONE.
        """
        batch = self.batch
        self._write_to(rows)
        if picks is not self.picks:
            self.picks[:] = NONE if picks is None else picks
        kept = self._last_look
        if kept is not None and kept[0] is rows and kept[1] is masks and kept[2] is sides:
            kept[3]()
            return self.tables
        looking = batch.sides if sides is None else np.ascontiguousarray(sides, np.int64)
        looks, lists, counts, picked = self._looks(rows, masks, looking), batch.lists, batch.counts, self.picks
        if batch.threads == 1:
            call = batch.prepared(stepping.look_all, (looks, lists, counts, picked))
            call()
            self._last_look = (rows, masks, sides, call) if sides is None or looking is sides else None
        else:
            batch.each(stepping.look_all, lambda _, part: (_part(looks, part), lists[part], counts[part], picked[part]))
        return self.tables

    def _looks(self, rows: Any, masks: Any, looking: Any) -> Looks:
        """What ``look_all`` is handed."""
        batch, seen = self.batch, self._seen
        return Looks(
            words=self._words(seen if batch.tables.hides else batch.battles, looking),
            seen=seen,
            plan=self._plan,
            kept=self._kept,
            numbers=self.numbers,
            listed=self.listed(),
            described=self._described,
            columns=rows.shape[2],
            rows=_flat(rows),
            masks=masks,
        )

    def _write_to(self, out: Any) -> None:
        if out is not self._out:
            self._out = out
            self._described[:] = out.shape[1]

    def listed(self) -> Listed:
        """The actions that ``legal_actions`` has listed, as kernels of ``reading`` take them."""
        batch, told = self.batch, self.actions
        actions = batch.lists.view(np.int32).reshape(batch.n, -1)
        return Listed(
            actions, batch.counts, told.words, told.poses, told.targets, self.layout.blocks[0].place, self._places
        )

    @cached_property
    def _places(self) -> Any:
        """The words of a figure at which its place and facing stand."""
        return self._figure_words("x", "fx")

    def _figure_words(self, *fields: str) -> Any:
        """The words of a figure at which these fields stand."""
        dtype = self.batch.game.dtype.fields["figures"][0].base
        return np.array([dtype.fields[field][1] // 4 for field in fields], np.int64)

    def observe_ground(self, sides: Any = None) -> Any:
        """f4[n, features, columns]: every part of a piece of ground as these sides see it, see ``ground.COLUMNS``."""
        battles, features = self.batch.n, self._ground.place[3]
        out = np.zeros((battles, features, len(COLUMNS)), np.float32)
        read_polygons(self.words(self.batch.sides if sides is None else sides), self._ground, out)
        return out

    def raster_of_ground(self, size: int, sides: Any = None) -> Any:
        """f4[n, kinds, size, size]: 1 in the squares in which ground of a kind lies, row 0 at the own edge.

        The longer side of the table has ``size`` squares; kinds are numbered as the game does, see ``kinds_of_ground``.
        """
        if size < 1:
            raise InputError(f"size: 1 or more, not {size}")
        out = np.zeros((self.batch.n, len(self.kinds_of_ground), size, size), np.float32)
        read_raster(self.words(self.batch.sides if sides is None else sides), self._ground, out)
        return out

    @property
    def kinds_of_ground(self) -> tuple[str, ...]:
        """What the kinds of ground are called, by number."""
        listed = self.batch.game.observing
        return listed.grounds if listed and listed.grounds else tuple(f"kind {kind}" for kind in range(16))

    @cached_property
    def _ground(self) -> At:
        return at_of(self.layout)

    @cached_property
    def codes(self) -> Codes:
        """The fixed action space, and who has which code in it now."""
        return Codes(self)

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


def _plan_of(layout: Layout) -> tuple[Plan, int]:
    """What is read of a game, and how many numbers that is."""
    parts, first, begin = [], 0, 0
    for block in layout.blocks:
        parts.append((first, len(block.columns), begin))
        first += len(block.columns)
        begin += block.rows * len(block.columns)
    reads = np.concatenate([block.reads for block in layout.blocks])
    return Plan(reads, np.array([block.place for block in layout.blocks]), np.array(parts, np.int64)), begin


def _flat(rows: Any) -> Any:
    """f4[n, room * columns] of f4[n, room, columns], the same memory."""
    flat = rows.reshape(len(rows), -1)
    if flat.base is None:
        raise InputError("rows are written in place: hand over an array that lies in one piece")
    return flat


def _part(looks: Looks, part: slice) -> Looks:
    """What is told of some of the battles."""
    words, kept, listed = looks.words, looks.kept, looks.listed
    return looks._replace(
        words=words._replace(battles=words.battles[part], sides=words.sides[part]),
        seen=looks.seen[part],
        kept=Kept(*(one[part] for one in kept)),
        numbers=looks.numbers[part],
        listed=listed._replace(actions=listed.actions[part], counts=listed.counts[part]),
        described=looks.described[part],
        rows=looks.rows[part],
        masks=looks.masks[part],
    )


class Codes:
    """The fixed action space of a batch: which code each listed action has, and which action each code is.

    ``masks`` i1[n, codes] are those that are offered, ``codes`` i4[n, room] those of the listed actions in their order,
    and ``lacking`` i8[n] says for how many of them none was left.
    """

    def __init__(self, observer: Observer) -> None:
        self.observer = observer
        batch = observer.batch
        self.coding: Coding = coding_of(batch.game, observer.layout.blocks[0].rows)
        self.codes = np.full((batch.n, MAX_LEGAL), NONE, np.int32)
        self.lacking = np.zeros(batch.n, np.int64)
        self.masks = np.zeros((batch.n, self.coding.n), np.int8)
        coding = self.coding
        self._space = Space(coding.table, coding.slots, coding.foes, coding.n_nobody, coding.n_ways)
        self._sizes = observer._figure_words("width", "depth")

    def read(self, room: int = MAX_LEGAL) -> Any:
        """Give the first ``room`` listed actions of every battle their codes; returns ``masks``."""
        seen, observer = self.observer.words(self.observer.batch.sides), self.observer
        code_actions(seen, observer.listed(), self._sizes, self._space, room, self.codes, self.lacking, self.masks)
        return self.masks

    def find(self, codes: Any) -> Any:
        """i8[n]: the index in its list of the action that has this code, NONE where none has."""
        found = np.zeros(self.observer.batch.n, np.int64)
        find_codes(self.codes, np.ascontiguousarray(codes, np.int64), found)
        return found
