"""One seat against generals, for Gymnasium: the others play until this seat is to decide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np

from sandtable.batch.streams import new_streams
from sandtable.envs.actions import MaskedActions
from sandtable.envs.battle import MAX_CYCLES, RENDER_MODES, ROOM, OneBattle, rewards_of
from sandtable.errors import InputError
from sandtable.generals import general_of
from sandtable.generals.playouts import play_to


def kind_of(general: str) -> int:
    """The number of a general of this name; InputError for one that there is not."""
    return int(general_of(general, "opponent").kind.value)


class SeatEnv(gymnasium.Env[dict[str, Any], Any]):
    """The side ``side`` against generals. Reward comes at the end: 1 for a win alone, -1 for a loss, in between else.

    Of an action that is not offered the first that is takes the place, and ``info["illegal"]`` says so.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        game: str,
        scenario: str = "",
        options: Mapping[str, Any] | None = None,
        *,
        side: int = 0,
        opponent: str = "quick",
        render_mode: str | None = None,
        max_cycles: int = MAX_CYCLES,
        room: int = ROOM,
        actions: str = "listed",
    ) -> None:
        self.battle = OneBattle(game, scenario, options, room, actions)
        if not 0 <= side < len(self.battle.sides):
            raise InputError(f"side: 0 to {len(self.battle.sides) - 1}, not {side}")
        self.side, self.kind = side, kind_of(opponent)
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self.observation_space = self.battle.space
        self.action_space = MaskedActions(self.battle.n_actions)
        self._planner = new_streams(["unseeded"])
        self._steps = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Lay the battle, and let the others play until this seat is to decide."""
        super().reset(seed=seed)
        self.battle.np_random = self.np_random
        self.battle.reset(None)
        self._planner = new_streams([f"planner {int(self.np_random.integers(2**62))}"])
        self._steps = 0
        self._let_others_play()
        return self.battle.look(self.side), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Carry out an action that is offered, and let the others play until this seat is to decide again."""
        illegal = self.battle.index_of(int(action)) < 0
        if not self.battle.over:
            self.battle.step(next(iter(self.battle.records())) if illegal else int(action))
        return self.after({"illegal": True} if illegal else {})

    def after(self, told: dict[str, Any]) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Let the others play until this seat is to decide again; what a step answers, with ``told`` in its info."""
        self._steps += 1
        self._let_others_play()
        over = self.battle.over
        reward = float(rewards_of(self.battle.returns())[self.side]) if over else 0.0
        info = self._info() | told | (self.battle.told() if over else {})
        return self.battle.look(self.side), reward, over, not over and self._steps >= self.max_cycles, info

    def _let_others_play(self) -> None:
        play_to(self.battle.batch, np.array([self.side]), self.kind, self._planner)
        self.battle.list()

    def _info(self) -> dict[str, Any]:
        return {"unlisted": self.battle.unlisted} if self.battle.unlisted else {}

    def render(self) -> Any:
        """The table, in the render mode."""
        return self.battle.render(self.render_mode)
