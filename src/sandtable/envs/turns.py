"""A battle in turns, for PettingZoo (AEC): the side to decide picks one of the actions that are listed for it."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from sandtable.envs.agents import SidesAsAgents
from sandtable.envs.battle import RENDER_MODES, rewards_of


def env(game: str, **settings: Any) -> Any:
    """A battle in turns in which an action that is not offered ends the battle, and loses it."""
    return InOrder(LosingEnv(game, **settings))


def raw_env(game: str, **settings: Any) -> BattleEnv:
    """A battle in turns that raises ``InputError`` for an action that is not offered."""
    return BattleEnv(game, **settings)


class BattleEnv(SidesAsAgents, AECEnv[str, Any, int]):
    """Sides are agents; who is to decide is ``agent_selection``, and one side may be so many times in a row.

    An action is an index into the list that ``observation["actions"]`` describes row by row; alone it means nothing.
    With ``actions="fixed"`` it is a code of the fixed action space, and there are no rows.
    """

    metadata = {"render_modes": list(RENDER_MODES), "is_parallelizable": False, "render_fps": 2}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Lay the battle."""
        self.battle.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """What a side is shown now."""
        return self.battle.look(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Carry out an action that is offered to the side to decide."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.battle.step(int(action) if action is not None else -1)
        self._clear_rewards()
        if self.battle.over:
            rewards = rewards_of(self.battle.returns())
            self.rewards = {side: float(reward) for side, reward in zip(self.possible_agents, rewards, strict=True)}
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {side: self.battle.told() for side in self.agents}
        elif self.battle.decisions >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        if not self.battle.over:
            self.agent_selection = self.possible_agents[self.battle.side]
            if self.battle.unlisted:
                self.infos[self.agent_selection]["unlisted"] = self.battle.unlisted
            else:
                self.infos[self.agent_selection].pop("unlisted", None)

    def get_state(self) -> bytes:
        """All that the rest of the battle depends on, as bytes."""
        return self.battle.get_state()

    def set_state(self, state: bytes) -> None:
        """Stand as when ``get_state`` was asked: a battle that goes on."""
        self.battle.set_state(state)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.battle.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()


class LosingEnv(BattleEnv):
    """As ``TerminateIllegalWrapper`` has it, which is asked a dozen questions a step: who breaks the rules loses."""

    def step(self, action: int | None) -> None:
        """Carry out an action; one that is not offered ends the battle, and only who chose it has a reward: -1."""
        agent = self.agent_selection
        goes_on = not (self.terminations[agent] or self.truncations[agent])
        if not goes_on or (action is not None and self.battle.index_of(int(action)) >= 0):
            super().step(action)
            return
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = {**dict.fromkeys(self.agents, 0.0), agent: -1.0}
        self._accumulate_rewards()
        self._deads_step_first()


class InOrder(OrderEnforcingWrapper[str, Any, int]):
    """Refuses what is asked too early. By itself it would ask the environment one by one for what ``last`` tells."""

    def last(self, observe: bool = True) -> Any:
        """What the agent to act is shown and told."""
        return self.env.last(observe) if self._has_reset else super().last(observe)
