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
from sandtable.games import get_game
from sandtable.kernel.records import NOBODY
from sandtable.table.scenarios import lay_table

ROOM = 512
"""Listed actions that are offered at most; an environment says in ``info`` where a list was longer."""

MAX_CYCLES = 10_000
"""Decisions after which a battle is cut off, as in duels: in some games nobody is forced to come to blows."""

RENDER_MODES = ("ansi", "rgb_array", "svg")


def space_of(block: Block) -> spaces.Box:
    """The space of one table of an observation."""
    low, high = block.bounds
    shape = (block.rows, len(block.columns))
    zero = np.zeros(len(block.columns), np.float32)
    return spaces.Box(
        np.broadcast_to(np.minimum(low, zero), shape).copy(), np.broadcast_to(np.maximum(high, zero), shape).copy()
    )


def observation_space(observer: Observer, room: int) -> spaces.Dict:
    """What a seat is shown: the tables, a row for each listed action, and which of them there are."""
    columns = observer.actions.columns
    low = np.array([min(c.least, 0.0) for c in columns], np.float32)
    high = np.array([max(c.most, 0.0) for c in columns], np.float32)
    shape = (room, len(columns))
    tables: dict[str, spaces.Space[Any]] = {block.key: space_of(block) for block in observer.layout.blocks}
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

    def __init__(self, game: str, scenario: str = "", options: Mapping[str, Any] | None = None, room: int = ROOM):
        self.game = get_game(game)
        laid = lay_table(self.game.key, scenario, options)
        self.names = laid.names
        self.sides = tuple(side.key for side in self.game.sides_of(laid.names))
        self.room = room
        self.batch = Batch(Tables.of(self.game, [laid]), [0], ["unseeded"])
        self.observer = Observer(self.batch)
        self.space = observation_space(self.observer, room)
        self._rows = np.zeros((1, room, len(self.observer.actions.columns)), np.float32)
        self._blank = np.zeros_like(self._rows[0])
        self.np_random, self.np_random_seed = seeding.np_random()
        self.decisions = 0

    # ------------------------------------------------------------------------------------------ playing

    def reset(self, seed: int | None) -> None:
        """Lay the battle with dice drawn from ``np_random``, which a seed begins anew."""
        if seed is not None:
            self.np_random, self.np_random_seed = seeding.np_random(seed)
        self.batch.seed([f"env {int(self.np_random.integers(2**62))}"])
        self.batch.reset()
        self.decisions = 0
        self.list()

    def list(self) -> None:
        """List what the side to decide may do."""
        self.batch.legal_actions()

    @property
    def side(self) -> int:
        """Who is to decide, or NOBODY."""
        return int(self.batch.sides[0])

    @property
    def offered(self) -> int:
        """How many listed actions are offered."""
        return min(int(self.batch.counts[0]), self.room)

    @property
    def unlisted(self) -> int:
        """How many are not, for want of room."""
        return int(self.batch.counts[0]) - self.offered

    def step(self, index: int) -> None:
        """Carry out a listed action, and list what may be done next."""
        if not 0 <= index < self.offered:
            raise InputError(f"action {index} is not offered: there are {self.offered}")
        self.batch.step([index])
        self.decisions += 1
        self.list()

    @property
    def over(self) -> bool:
        """The battle has ended."""
        return self.side == NOBODY

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
        tables = {key: numbers[0].copy() for key, numbers in self.observer.observe([side]).items()}
        mask = np.zeros(self.room, np.int8)
        if side == self.side:
            tables["actions"] = self.observer.describe(self._rows)[0].copy()
            mask[: self.offered] = 1
        else:
            tables["actions"] = self._blank.copy()
        return {"observation": tables, "action_mask": mask}

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
        twin.observer = Observer(twin.batch)
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
