"""A battle in turns, for PettingZoo (AEC): the side to decide picks one of the actions that are listed for it."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper
from pettingzoo.utils.wrappers.order_enforcing import AECOrderEnforcingIterable

from sandtable.envs.agents import SidesAsAgents
from sandtable.envs.battle import RENDER_MODES, rewards_of
from sandtable.errors import InputError
from sandtable.kernel.records import NOBODY, NONE


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

    def last(self, observe: bool = True) -> Any:
        """What the agent to act is shown and told."""
        agent = self.agent_selection
        return (
            self.battle.look(self.possible_agents.index(agent)) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def observe(self, agent: str) -> dict[str, Any]:
        """What a side is shown now."""
        return self.battle.look(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Carry out an action that is offered to the side to decide."""
        agent, battle = self.agent_selection, self.battle
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        index = battle.index_of(int(action)) if action is not None else NONE
        if index < 0:
            self._refuse(agent, action)
            return
        battle.carry_out(index)
        if battle.over:  # until then every reward is 0, as ``reset`` set it
            rewards = rewards_of(battle.returns())
            self.rewards = {side: float(reward) for side, reward in zip(self.possible_agents, rewards, strict=True)}
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {side: battle.told() for side in self.agents}
            self._accumulate_rewards()
            return
        if battle.decisions >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()

    def _refuse(self, agent: str, action: int | None) -> None:
        """What comes of an action that is not offered."""
        raise InputError(f"action {action} is not offered: there are {self.battle.offered}")

    def _select(self) -> None:
        side = self.battle.side
        if side != NOBODY:
            self.agent_selection = agent = self.possible_agents[side]
            unlisted, info = self.battle.unlisted, self.infos[agent]
            if unlisted:
                info["unlisted"] = unlisted
            elif info:
                info.pop("unlisted", None)

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

    def _refuse(self, agent: str, action: int | None) -> None:
        """End the battle; only who chose the action has a reward: -1."""
        EnvLogger.warn_on_illegal_move()
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = {**dict.fromkeys(self.agents, 0.0), agent: -1.0}
        self._accumulate_rewards()
        self._deads_step_first()


class InOrder(OrderEnforcingWrapper[str, Any, int]):
    """Refuses what is asked too early. By itself it would look each name up twice, at every step a dozen times."""

    @property
    def agents(self) -> Any:
        """Those who play still."""
        return self._known("agents")

    @property
    def agent_selection(self) -> Any:
        """Who is to act."""
        return self._known("agent_selection")

    def _known(self, name: str) -> Any:
        if not self._has_reset:
            raise AttributeError(name)  # then ``__getattr__`` is asked, which says what is wrong
        return getattr(self.env, name)

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """The agents to act, one after the other."""
        return InOrderIterable(self, max_iter) if self._has_reset else super().agent_iter(max_iter)

    def step(self, action: Any) -> None:
        """Carry out the action of the agent to act."""
        if self._has_reset and self.env.agents:
            self._has_updated = True
            self.env.step(action)
        else:
            super().step(action)

    def last(self, observe: bool = True) -> Any:
        """What the agent to act is shown and told."""
        return self.env.last(observe) if self._has_reset else super().last(observe)


class InOrderIterable(AECOrderEnforcingIterable[str, Any, int]):
    """Who acts, one after the other; refuses to go on before somebody has acted."""

    def __iter__(self) -> Any:
        """As PettingZoo's iterator, without asking through the wrapper."""
        env, turns = self.env, 0
        while turns < self.max_iter and env.env.agents:
            turns += 1
            agent = env.env.agent_selection
            assert env._has_updated, "need to call step() or reset() in a loop over `agent_iter`"
            env._has_updated = False
            yield agent
