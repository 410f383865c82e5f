"""Many battles of one game as one object: laid, listed, stepped, sampled, copied, kept, each call for all at once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from sandtable.batch import stepping
from sandtable.batch.stepping import Many, Room, new_room
from sandtable.batch.streams import STREAM, new_streams
from sandtable.compiler import patience
from sandtable.errors import InputError, SandtableError
from sandtable.games import get_game
from sandtable.games.game import Game, Laid
from sandtable.kernel.records import MAX_SIDES, NOBODY, NONE
from sandtable.kernel.verbs import MAX_LEGAL, redact_nothing
from sandtable.table.scenarios import lay_table

ENDLESS = 1 << 40
"""Decisions that no battle has."""

PIECES = 32
"""Parts of a batch for each thread where battles are played on: battles are of unlike length, and a thread that has
one part alone waits for the other. Two threads played 1.80 (DBA) and 1.90 times (DBAix) as much as one does with one
part each of 64 battles, with 32 parts each of 256 battles 1.95 and 2.00 times; other games were not measured."""

FORMAT = 1
"""Of saved bytes: grows when their order changes."""


@dataclass(frozen=True)
class Tables:
    """The tables on which battles of a batch are laid: of one game, each with its scenario, options and numbers."""

    game: Game
    laid: Any  # [t] records, before any die
    names: tuple[Any, ...]  # Names of each

    @classmethod
    def of(cls, game: str | Game, laid: Sequence[Laid]) -> Tables:
        """These laid tables; their records are copied."""
        facts = game if isinstance(game, Game) else get_game(game)
        return cls(facts, np.concatenate([one.record for one in laid]), tuple(one.names for one in laid))

    @cached_property
    def hides(self) -> bool:
        """The game may hide something from a side."""
        return self.game.verbs.redact is not redact_nothing

    @cached_property
    def n_sides(self) -> int:
        """Sides of every battle: the most that one of the tables has."""
        return max(len(self.game.sides_of(names)) for names in self.names)


class Batch:
    """Many battles of one game. Arrays are its state: read them, and write to them between calls if you must.

    ``battles`` ``[n]`` records, ``sides`` i8[n] who is to decide (NOBODY: over), ``lists`` ``[n, MAX_LEGAL]`` actions
    and ``counts`` i8[n] as ``legal_actions`` left them. Battle ``k`` depends on its table, its seed and what was done
    in it alone: not on the other battles, nor on the number of threads.
    """

    def __init__(
        self,
        tables: Tables,
        which: Sequence[int],
        names: Sequence[int | str],
        *,
        threads: int = 1,
    ) -> None:
        """Battles on the tables numbered ``which``, with dice named ``names``; not laid yet: see ``reset``."""
        patience.want_many(tables.game.dtype)
        self.tables = tables
        self.game = tables.game
        self.n = len(which)
        self.which = np.array(which, np.int64)
        self.threads = threads
        self.battles = np.zeros(self.n, self.game.dtype)
        self.sides = np.full(self.n, NOBODY, np.int64)
        self.streams = np.zeros(self.n, STREAM)
        self.choosers = np.zeros(self.n, STREAM)
        self.counts = np.zeros(self.n, np.int64)
        self._lists: Any = None
        self._pool: ThreadPoolExecutor | None = None
        self._rooms: list[Room] = []
        self.seed(names)

    @classmethod
    def new(
        cls,
        game: str | Game,
        n: int,
        scenario: str = "",
        options: Mapping[str, Any] | None = None,
        *,
        seed: int | str = 0,
        threads: int = 1,
    ) -> Batch:
        """``n`` battles of one scenario at their first decision; battle ``k`` has the dice ``SEED battle k``."""
        facts = game if isinstance(game, Game) else get_game(game)
        tables = Tables.of(facts, [lay_table(facts.key, scenario, options)])
        batch = cls(tables, [0] * n, [f"{seed} battle {k}" for k in range(n)], threads=threads)
        batch.reset()
        return batch

    @property
    def n_sides(self) -> int:
        """Sides of a battle."""
        return self.tables.n_sides

    @property
    def over(self) -> Any:
        """bool[n]: which battles are over."""
        return self.sides == NOBODY

    @property
    def lists(self) -> Any:
        """``[n, MAX_LEGAL]`` actions; memory is taken only where lists are written."""
        if self._lists is None:
            self._lists = np.zeros((self.n, MAX_LEGAL), self.game.action)
        return self._lists

    # ------------------------------------------------------------------------------------------ all at once

    def seed(self, names: Sequence[int | str], chosen: Any = None) -> None:
        """Give battles (all, or those ``chosen``, bool[n]) dice of these names, one each, from the beginning."""
        rows = np.ones(self.n, bool) if chosen is None else np.asarray(chosen, bool)
        self.streams[rows] = new_streams(names)
        self.choosers[rows] = new_streams(f"{name} chooser" for name in names)

    def reset(self, chosen: Any = None) -> None:
        """Lay battles (all, or those ``chosen``, bool[n]) anew; their dice go on from where they are."""
        rows = np.ones(self.n, np.int64) if chosen is None else np.asarray(chosen).astype(np.int64)
        self.each(stepping.begin, lambda _, part: (self.tables.laid, self.which[part], rows[part]))
        self.counts[:] = 0

    def legal_actions(self) -> Any:
        """List the useful legal actions of every battle into ``lists``; returns ``counts`` i8[n], 0 where over."""
        lists = self.lists
        self.each(stepping.list_all, lambda _, part: (lists[part], self.counts[part]))
        return self.counts

    def masks(self, room: int = MAX_LEGAL) -> Any:
        """i1[n, room]: 1 for each index that is an action of the list as ``legal_actions`` left it."""
        return (np.arange(room) < self.counts[:, None]).astype(np.int8)

    def step(self, picks: Any) -> None:
        """Carry out in every battle the action of its list with this index, i8[n]; NONE: nothing in that battle.

        Raises ``InputError`` for an index beyond the list, before anything is carried out.
        """
        picked = np.ascontiguousarray(picks, np.int64)
        if picked.shape != (self.n,):
            raise InputError(f"step takes {self.n} indices, one a battle, not an array of shape {picked.shape}")
        wrong = np.flatnonzero(((picked >= self.counts) & (self.sides != NOBODY)) | (picked < NONE))
        if len(wrong):
            k = int(wrong[0])
            said = f"there are {int(self.counts[k])}: call legal_actions after every step"
            raise InputError(f"battle {k}: action {int(picked[k])} is not listed; {said}")
        lists = self.lists
        self.each(stepping.step_listed, lambda _, part: (lists[part], picked[part]))
        self.counts[:] = 0

    def step_actions(self, actions: Any, chosen: Any = None) -> None:
        """Carry out an action of your own in every battle (or those ``chosen``): legal ones, which is not judged."""
        rows = np.ones(self.n, np.int64) if chosen is None else np.asarray(chosen).astype(np.int64)
        self.each(stepping.step_given, lambda _, part: (actions[part], rows[part]))
        self.counts[:] = 0

    def play_at_random(self, decisions: int = ENDLESS, bounds: int = 0) -> Any:
        """Play every battle by sampling: to its end, for so many decisions or so many bounds (0: however many).

        Returns how many decisions were made in each, i8[n].
        """
        made = np.zeros(self.n, np.int64)
        self.each(stepping.play_at_random, lambda _, part: (decisions, bounds, made[part]), pieces=PIECES)
        self.counts[:] = 0
        return made

    def results(self) -> Any:
        """f8[n, sides]: 1 for a win, shared by those who draw; zeros of a battle that goes on."""
        out = np.zeros((self.n, MAX_SIDES))
        self.each(stepping.tell_results, lambda _, part: (out[part],))
        return out[:, : self.n_sides]

    # ----------------------------------------------------------------------------------------- copies

    def take(self, which: Sequence[int]) -> Batch:
        """A batch of copies of these battles, in this order, one perhaps often: dice too, see ``seed``."""
        rows = np.array(which, np.int64)
        made = Batch(self.tables, self.which[rows].tolist(), [0] * len(rows), threads=self.threads)
        for name in ("streams", "choosers", "sides"):
            getattr(made, name)[:] = getattr(self, name)[rows]
        _bytes(made.battles)[:] = _bytes(self.battles)[rows]
        return made

    def copy(self) -> Batch:
        """A copy that goes its own way."""
        return self.take(range(self.n))

    def put(self, k: int, battle: Any) -> None:
        """Have battle ``k`` stand as this record does: of the same game and table."""
        _bytes(self.battles)[k] = np.frombuffer(battle.tobytes(), np.uint8)
        self.sides[k] = self.game.verbs.current_side(self.battles[k : k + 1][0])
        self.counts[k] = 0

    def save(self) -> bytes:
        """Every battle and all dice, as bytes that ``load`` takes."""
        head = json.dumps(self._head(), sort_keys=True).encode()
        parts = (self.battles, self.streams, self.choosers, self.which)
        return head + b"\n" + b"".join(part.tobytes() for part in parts)

    def load(self, data: bytes) -> None:
        """Stand as a batch stood when it was saved: one of the same game, tables and number of battles.

        Raises ``InputError`` for any other, and changes nothing then.
        """
        head, _, body = data.partition(b"\n")
        parts = (self.battles, self.streams, self.choosers, self.which)
        try:
            told = json.loads(head)
        except ValueError:
            told = None
        if not isinstance(told, dict):
            raise InputError("these are not the bytes of a batch")
        for key, mine in self._head().items():
            if told.get(key) != mine:
                raise InputError(f"the saved batch has {key} {told.get(key)}, not {mine}")
        if len(body) != sum(part.nbytes for part in parts):
            raise InputError("the bytes of the saved batch are not all there")
        for part in parts:
            _bytes(part).reshape(-1)[:] = np.frombuffer(body[: part.nbytes], np.uint8)
            body = body[part.nbytes :]
        self.counts[:] = 0
        for k in range(self.n):
            self.sides[k] = self.game.verbs.current_side(self.battles[k : k + 1][0])

    def _head(self) -> dict[str, Any]:
        layout = f"{self.game.dtype.descr}{STREAM.descr}"
        return {
            "format": FORMAT,
            "game": self.game.key,
            "version": self.game.version,
            "battles": self.n,
            "layout": hashlib.sha256(layout.encode()).hexdigest()[:16],
            "tables": hashlib.sha256(self.tables.laid.tobytes()).hexdigest()[:16],
        }

    # ---------------------------------------------------------------------------------------- threads

    def prepared(self, kernel: Callable[..., Any], arguments: tuple[Any, ...]) -> Prepared:
        """``each`` with these very arguments for all battles, on one thread, to be called again and again."""
        return Prepared(self, kernel, (self._whole, *arguments, self._room_of(0)))

    def each(
        self, kernel: Callable[..., Any], arguments: Callable[[int, slice], tuple[Any, ...]], pieces: int = 1
    ) -> None:
        """Call ``kernel(many, *arguments(worker, part), room)`` for every part of the battles, ``pieces`` a thread.

        For kernels of one's own (``released_kernel``): ``many`` are the battles of that part, ``room`` is that
        thread's, and ``arguments`` hands over that part of whatever has a row a battle. ``worker`` numbers the
        threads. A thread that is done with a part takes the next: battles of unlike length want several pieces.
        """
        threads = max(min(self.threads, self.n), 1)
        self._room_of(threads - 1)
        if threads == 1:
            kernel(self._whole, *arguments(0, slice(0, self.n)), self._rooms[0])
        else:
            self._share_out(kernel, arguments, threads, min(threads * pieces, self.n))
        self.check()

    def _room_of(self, worker: int) -> Room:
        while len(self._rooms) <= worker:
            self._rooms.append(new_room(self.game.dtype, self.game.action, self.tables.hides))
        return self._rooms[worker]

    def _share_out(
        self, kernel: Callable[..., Any], arguments: Callable[[int, slice], tuple[Any, ...]], threads: int, shares: int
    ) -> None:
        """Have threads call ``kernel`` for so many parts of the battles."""
        edges = [self.n * share // shares for share in range(shares + 1)]
        left = iter([slice(first, last) for first, last in pairwise(edges)])

        def work(worker: int) -> None:
            for part in left:
                kernel(self._many(part), *arguments(worker, part), self._rooms[worker])

        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="batch")
        for waiting in [self._pool.submit(work, worker) for worker in range(threads)]:
            waiting.result()

    @cached_property
    def _whole(self) -> Many:
        return self._many(slice(0, self.n))

    def _many(self, part: slice) -> Many:
        return Many(self.battles[part], self.streams[part], self.choosers[part], self.sides[part])

    def check(self) -> None:
        """Raise ``SandtableError`` where throws or findings found no room: such a battle is not to be trusted."""
        lost = self.streams["lost"]
        if lost.any():
            raise SandtableError(
                f"battle {int(np.flatnonzero(lost)[0])}: an action threw more dice than there is room for"
            )


class Prepared:
    """A released kernel and what it is handed each time: so many arrays are asked for their types and unpacked once.

    The kernel returns how many battles are not to be trusted.
    """

    def __init__(self, batch: Batch, kernel: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self._batch, self._kernel, self._arguments = batch, kernel, arguments
        self._bound: Any = None

    def __call__(self) -> None:
        """Call it; interpreted, or to be compiled, as any kernel."""
        if self._bound is not None:
            untrusted = self._bound()
        else:
            untrusted = self._kernel(*self._arguments)
            bind = getattr(self._kernel, "bound_to", None)
            self._bound = bind(self._arguments) if bind else None
        if untrusted:
            self._batch.check()


def _bytes(array: Any) -> Any:
    """The bytes of records, a row for each: copied so, forty times as fast as field by field."""
    return array.view(np.uint8).reshape(len(array), -1) if len(array) else array.view(np.uint8).reshape(0, 1)
