"""One battle as environments step it: listed, looked at, carried out, drawn, and kept as bytes."""

from __future__ import annotations

import copy
import json
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding

from sandtable.batch import Batch
from sandtable.batch.battles import Tables
from sandtable.batch.columns import Block
from sandtable.batch.observing import Observer
from sandtable.envs.pictures import draw
from sandtable.errors import InputError
from sandtable.files import expected
from sandtable.games import get_game
from sandtable.kernel.records import NOBODY, NONE
from sandtable.table.scenarios import lay_table
from sandtable.translation import either

ROOM = 512
"""Listed actions that are offered at most; an environment says in ``info`` where a list was longer."""

MAX_CYCLES = 10_000
"""Decisions after which a battle is cut off, as in duels: in some games nobody is forced to come to blows."""

FLOATS = np.dtype(np.float32)
"""What the tables of an observation are made of."""

RENDER_MODES = ("ansi", "rgb_array", "svg")


def space_of(block: Block) -> spaces.Box:
    """The space of one table of an observation."""
    low, high = block.bounds
    shape = (block.rows, len(block.columns))
    zero = np.zeros(len(block.columns), np.float32)
    return spaces.Box(
        np.broadcast_to(np.minimum(low, zero), shape).copy(), np.broadcast_to(np.maximum(high, zero), shape).copy()
    )


ACTIONS = ("listed", "fixed")
"""Whether an action is an index into the list, or a code that always means the same."""


def check_actions(actions: str) -> None:
    """Raise ``InputError`` for action spaces that there are not."""
    if actions not in ACTIONS:
        raise InputError(f"actions: {expected(either(ACTIONS), actions)}")


def observation_space(observer: Observer, room: int, actions: str) -> spaces.Dict:
    """What a seat is shown: the tables, which actions there are and, where these are listed, a row for each."""
    tables: dict[str, spaces.Space[Any]] = {block.key: space_of(block) for block in observer.layout.blocks}
    if actions == "fixed":
        room = observer.codes.coding.n
    else:
        columns = observer.actions.columns
        low = np.array([min(c.least, 0.0) for c in columns], np.float32)
        high = np.array([max(c.most, 0.0) for c in columns], np.float32)
        shape = (room, len(columns))
        tables["actions"] = spaces.Box(np.broadcast_to(low, shape).copy(), np.broadcast_to(high, shape).copy())
    return spaces.Dict(
        {"observation": spaces.Dict(tables), "action_mask": spaces.Box(0, 1, (room,), np.int8)},
    )


def rewards_of(returns: Any) -> Any:
    """Zero-sum rewards of results: 1 for a win alone, for losers -1 shared among them, 0 for all who draw."""
    even = 1.0 / len(returns)
    return (np.asarray(returns, np.float64) - even) / (1.0 - even)


class OneBattle:
    """A battle of a game with its dice, a list of actions, and what sides see of it."""

    def __init__(
        self,
        game: str,
        scenario: str = "",
        options: Mapping[str, Any] | None = None,
        room: int = ROOM,
        actions: str = "listed",
    ):
        check_actions(actions)
        self.game = get_game(game)
        laid = lay_table(self.game.key, scenario, options)
        self.names = laid.names
        self.sides = tuple(side.key for side in self.game.sides_of(laid.names))
        self.room, self.actions = room, actions
        self.batch = Batch(Tables.of(self.game, [laid]), [0], ["unseeded"])
        self._read_by(Observer(self.batch))
        self.space = observation_space(self.observer, room, actions)
        self.np_random, self.np_random_seed = seeding.np_random()
        self.decisions = 0

    def _read_by(self, observer: Observer) -> None:
        """Have this observer read the battle."""
        self.observer = observer
        self._copies = [(key, table[0].copy) for key, table in observer.tables.items()]
        self._rows = np.zeros((1, self.room, len(observer.actions.columns)), np.float32)
        self._size = self._rows.shape[1:]
        self._mask = np.zeros((1, self.room), np.int8)
        self._only_rows, self._only_mask = self._rows[0], self._mask[0]
        self._seen_by = NOBODY

    @property
    def n_actions(self) -> int:
        """How many actions the action space has."""
        return self.observer.codes.coding.n if self.actions == "fixed" else self.room

    # ------------------------------------------------------------------------------------------ playing

    def reset(self, seed: int | None) -> None:
        """Lay the battle with dice drawn from ``np_random``, which a seed begins anew."""
        if seed is not None:
            self.np_random, self.np_random_seed = seeding.np_random(seed)
        self.batch.seed([f"env {int(self.np_random.integers(2**62))}"])
        self.batch.reset()
        self.decisions = 0
        self.list()

    def list(self, picks: Any = None) -> None:
        """List what the side to decide may do, and read what it sees, once ``picks`` are carried out."""
        self.observer.look(self._rows, self._mask, None, picks)
        side = self.side
        self._seen_by = side if side >= 0 else 0
        if self.actions == "fixed":
            self.observer.codes.read()

    @property
    def side(self) -> int:
        """Who is to decide, or NOBODY."""
        return self.batch.sides.item(0)

    @property
    def offered(self) -> int:
        """How many listed actions are offered."""
        count: int = self.batch.counts.item(0)
        if self.actions == "fixed":
            return count - self.observer.codes.lacking.item(0)
        return count if count <= self.room else self.room

    @property
    def unlisted(self) -> int:
        """How many are not, for want of room or of a code."""
        return self.batch.counts.item(0) - self.offered

    def index_of(self, action: int) -> int:
        """The place of an action in the list; NONE where it is not offered."""
        if self.actions == "fixed":
            return int(self.observer.codes.find([action])[0])
        return action if 0 <= action < self.offered else NONE

    def records(self) -> dict[int, Any]:
        """The record of every action that is offered, each in an array of its own."""
        listed = self.batch.lists[0, : self.batch.counts[0]].copy()
        known = self.observer.codes.codes[0, : len(listed)].tolist() if self.actions == "fixed" else range(self.offered)
        return {action: listed[k : k + 1] for k, action in enumerate(known) if action >= 0}

    def step(self, action: int) -> None:
        """Carry out an action that is offered, and list what may be done next."""
        index = self.index_of(action)
        if index < 0:
            raise InputError(f"action {action} is not offered: there are {self.offered}")
        self.carry_out(index)

    def carry_out(self, index: int) -> None:
        """Carry out the action that is offered at this place of the list, and list what may be done next."""
        picks = self.observer.picks
        picks[0] = index
        self.decisions += 1
        self.list(picks)

    @property
    def over(self) -> bool:
        """The battle has ended."""
        return self.batch.sides.item(0) == NOBODY

    def returns(self) -> Any:
        """Every side's result, f8[sides]."""
        return self.batch.results()[0]

    def told(self) -> dict[str, Any]:
        """What is said of a battle that is over: each side's share of the win, who won, and why."""
        returns = self.returns()
        said = self.game.result_text
        return {
            "returns": {side: float(won) for side, won in zip(self.sides, returns, strict=True)},
            "winners": [side for side, won in zip(self.sides, returns, strict=True) if won == returns.max()],
            "result": said(self.batch.battles[0], self.names) if said else "",
        }

    # ------------------------------------------------------------------------------------------ looking

    def look(self, side: int) -> dict[str, Any]:
        """What a side is shown: its tables; the actions and their mask where it is to decide."""
        if side != self._seen_by:
            self.observer.observe([side])
            self._seen_by = side
        tables = {key: copied() for key, copied in self._copies}
        decides = side == self.side
        if self.actions == "fixed":
            mask = self.observer.codes.masks[0].copy() if decides else np.zeros(self.n_actions, np.int8)
            return {"observation": tables, "action_mask": mask}
        tables["actions"] = actions = np.zeros(self._size, FLOATS)
        if not decides:
            return {"observation": tables, "action_mask": np.zeros(self.room, np.int8)}
        offered = self.offered
        actions[:offered] = self._only_rows[:offered]
        return {"observation": tables, "action_mask": self._only_mask.copy()}

    def render(self, mode: str | None) -> Any:
        """The table as text, SVG or pixels, as spectators see it who know everything; None where no mode is chosen."""
        if mode == "human":
            print(draw(self.game, self.batch.battles[0], self.names, "ansi"))
            return None
        return draw(self.game, self.batch.battles[0], self.names, mode) if mode else None

    # ------------------------------------------------------------------------------------------ keeping

    def copy(self) -> OneBattle:
        """A copy that goes its own way, but for ``np_random``."""
        twin = copy.copy(self)
        twin.batch = self.batch.copy()
        twin._read_by(Observer(twin.batch))
        return twin

    def get_state(self) -> bytes:
        """The battle, its dice and the environment's own generator: all that what follows depends on."""
        own = {"decisions": self.decisions, "np_random": self.np_random.bit_generator.state}
        return json.dumps(own).encode() + b"\n" + zlib.compress(self.batch.save(), 1)

    def set_state(self, state: bytes) -> None:
        """Stand as when ``get_state`` was asked."""
        head, _, rest = state.partition(b"\n")
        try:
            own, saved = json.loads(head), zlib.decompress(rest)
        except (ValueError, zlib.error):
            raise InputError("these are not the bytes of get_state") from None
        self.batch.load(saved)
        self.decisions = own["decisions"]
        self.np_random.bit_generator.state = own["np_random"]
        self.list()
