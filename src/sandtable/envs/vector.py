"""Many seats at once, for Gymnasium: a vector environment over one batch, all battles stepped in one compiled call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from sandtable.batch import Batch
from sandtable.batch.battles import Tables
from sandtable.batch.observing import Observer
from sandtable.batch.streams import new_streams
from sandtable.envs.actions import MaskedActions
from sandtable.envs.battle import MAX_CYCLES, ROOM, check_actions, observation_space
from sandtable.envs.seat import kind_of
from sandtable.errors import InputError
from sandtable.generals.playouts import play_to
from sandtable.table.scenarios import lay_table


class BatchEnv(VectorEnv[dict[str, Any], Any, Any]):
    """``num_envs`` battles. A battle that has ended is laid anew by the next step, which ignores its action.

    ``opponent``: the general of all other seats; None: the learner decides for every side in turn, ``info["side"]``
    says for which, what it sees is that side's, and rewards are those of side ``side``. With ``copy=False`` the arrays
    of an observation are written anew by the next step. ``actions="fixed"``: codes of the fixed action space, no rows.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        scenario: str = "",
        options: Mapping[str, Any] | None = None,
        side: int = 0,
        opponent: str | None = "quick",
        max_cycles: int = MAX_CYCLES,
        room: int = ROOM,
        threads: int = 1,
        copy: bool = True,
        actions: str = "listed",
    ) -> None:
        check_actions(actions)
        tables = Tables.of(game, [lay_table(game, scenario, options)])
        self.batch = Batch(tables, [0] * num_envs, list(range(num_envs)), threads=threads)
        if not 0 <= side < self.batch.n_sides:
            raise InputError(f"side: 0 to {self.batch.n_sides - 1}, not {side}")
        self.observer = Observer(self.batch)
        self.num_envs, self.room, self.max_cycles, self.copy = num_envs, room, max_cycles, copy
        self.mine = np.full(num_envs, side, np.int64)
        self.kind = None if opponent is None else kind_of(opponent)
        self.fixed = actions == "fixed"
        self.single_observation_space = observation_space(self.observer, room, actions)
        self.single_action_space = MaskedActions(self.observer.codes.coding.n if self.fixed else room)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.zeros((num_envs, room, len(self.observer.actions.columns)), np.float32)
        self._masks = np.zeros((num_envs, room), np.int8)
        self._planners = new_streams(range(num_envs))
        self._steps = np.zeros(num_envs, np.int64)
        self._ended = np.zeros(num_envs, bool)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Lay every battle. One seed is spread over all: battle k has the dice that ``seed + k`` draws."""
        seeds = (
            [None if seed is None else seed + k for k in range(self.num_envs)] if not isinstance(seed, list) else seed
        )
        drawn = [seeding.np_random(one)[0].integers(2**62, size=2) for one in seeds]
        self.batch.seed([f"env {int(dice)}" for dice, _ in drawn])
        self._planners = new_streams(f"planner {int(planner)}" for _, planner in drawn)
        self.batch.reset()
        self._steps[:] = 0
        self._ended[:] = False
        self._let_others_play()
        return self._look(), self._info(np.zeros(self.num_envs, bool))

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Carry out a listed action in each battle, and let the others play until the seat is to decide again."""
        picks = np.asarray(actions, np.int64)
        if self.fixed:
            picks = self.observer.codes.find(picks)
        illegal = ((picks < 0) | (picks >= np.minimum(self.batch.counts, self.room))) & ~self._ended
        picks = np.where(self._ended, -1, np.where(illegal, 0, picks))
        anew = self._ended
        if self.kind is not None:
            self.batch.step(picks)
        if anew.any():
            self.batch.reset(anew)
        self._steps += 1
        self._steps[anew] = 0
        self._let_others_play()
        shown = self._look(picks if self.kind is None else None)
        over = self.batch.over
        rewards = np.zeros(self.num_envs)
        if over.any():
            even = 1.0 / self.batch.n_sides
            rewards[over] = (self.batch.results()[over, self.mine[0]] - even) / (1.0 - even)
        cut_off = ~over & (self._steps >= self.max_cycles)
        self._ended = over | cut_off
        return shown, rewards, over, cut_off, self._info(illegal)

    def _let_others_play(self) -> None:
        if self.kind is not None:
            play_to(self.batch, self.mine, self.kind, self._planners)

    def _look(self, picks: Any = None) -> dict[str, Any]:
        """List, read and describe every battle, once ``picks`` are carried out; what the learners are shown."""
        observer = self.observer
        shown = observer.look(self._rows, self._masks, None if self.kind is None else self.mine, picks)
        tables = observer.tables_of(observer.numbers.copy()) if self.copy else dict(shown)
        masks = observer.codes.read(self.room) if self.fixed else self._masks
        if not self.fixed:
            tables["actions"] = self._rows.copy() if self.copy else self._rows
        return {"observation": tables, "action_mask": masks.copy() if self.copy else masks}

    def _info(self, illegal: Any) -> dict[str, Any]:
        unlisted = np.maximum(self.batch.counts - self.room, 0)
        if self.fixed:
            unlisted += self.observer.codes.lacking
        return {"side": self.batch.sides.copy(), "illegal": illegal, "unlisted": unlisted}
