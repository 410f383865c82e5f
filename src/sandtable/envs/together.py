"""A battle in which all sides step at once, for PettingZoo (parallel): those who are asked choose, the others wait.

Where sides choose at the same time without seeing each other's choice (``at_once``), all of them are asked in one step.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from sandtable.envs.agents import SidesAsAgents
from sandtable.envs.battle import RENDER_MODES, OneBattle, rewards_of

WAITING = 0
"""The only action of a side that is not asked."""


def parallel_env(game: str, **settings: Any) -> ParallelBattle:
    """A battle in which all sides step at once."""
    return ParallelBattle(game, **settings)


class ParallelBattle(SidesAsAgents, ParallelEnv[str, Any, int]):
    """Sides are agents. Of an action that is not offered the first that is takes the place, and ``info`` says so."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(self, game: str, *given: Any, **settings: Any) -> None:
        super().__init__(game, *given, **settings)
        self._asked: dict[int, dict[int, Any]] = {}
        self._cycles = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Lay the battle."""
        self.battle.reset(seed)
        self.agents = list(self.possible_agents)
        self._cycles = 0
        return self._looks(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """Carry out what each side that is asked has chosen, one after the other, none having seen another's."""
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        for side, records in list(self._asked.items()):
            agent = self.possible_agents[side]
            if side not in asked_now(self.battle):
                continue
            turn_to(self.battle, side)
            record = records.get(int(actions[agent]))
            if record is None:
                infos[agent]["illegal"] = True
                record = next(iter(records.values()))
            self.battle.batch.step_actions(record)
            self.battle.decisions += 1
        self.battle.list()
        self._cycles += 1
        over = self.battle.over
        cut_off = not over and self._cycles >= self.max_cycles
        rewards = rewards_of(self.battle.returns()) if over else np.zeros(len(self.possible_agents))
        if over:
            infos = {agent: infos[agent] | self.battle.told() for agent in self.agents}
        told = (
            self._looks(),
            {agent: float(rewards[self.possible_agents.index(agent)]) for agent in self.agents},
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, cut_off),
            infos,
        )
        if over or cut_off:
            self.agents = []
        return told

    def _looks(self) -> dict[str, Any]:
        """What each side is shown: those who are asked with their lists, the others with nothing but to wait."""
        shown = {side: self._listed(side) for side in asked_now(self.battle)}
        self._asked = {side: records for side, (records, _) in shown.items()}
        looks = {}
        for side, agent in enumerate(self.possible_agents):
            if side in shown:
                looks[agent] = shown[side][1]
                continue
            looks[agent] = self.battle.look(side)
            looks[agent]["action_mask"][:] = 0
            looks[agent]["action_mask"][WAITING] = 1
        return looks

    def _listed(self, side: int) -> tuple[dict[int, Any], dict[str, Any]]:
        """The actions of a side that is asked, and what it is shown."""
        battle = self.battle
        if battle.side != side:
            battle = battle.copy()
            turn_to(battle, side)
            battle.list()
        return battle.records(), battle.look(side)


def asked_now(battle: OneBattle) -> list[int]:
    """The sides that are asked now: several where they choose at once and have not yet."""
    at_once = battle.game.verbs.at_once
    if battle.over:
        return []
    if at_once is not None:
        asked, done = at_once(battle.batch.battles[0])
        waiting = int(asked) & ~int(done)
        if waiting:
            return [side for side in range(len(battle.sides)) if waiting >> side & 1]
    return [battle.side]


def turn_to(battle: OneBattle, side: int) -> None:
    """Let this side of those who are asked be the one to decide."""
    if battle.side != side and battle.game.verbs.turn_to is not None:
        battle.game.verbs.turn_to(battle.batch.battles[0], side)
        battle.batch.sides[0] = side
