"""What both environments for PettingZoo share: sides are agents; an action is an index into the list, or a code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.envs.actions import MaskedActions
from sandtable.envs.battle import MAX_CYCLES, ROOM, OneBattle


class SidesAsAgents:
    """One battle whose sides are agents, what they see and may answer, and how it is drawn."""

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str,
        scenario: str = "",
        options: Mapping[str, Any] | None = None,
        *,
        render_mode: str | None = None,
        max_cycles: int = MAX_CYCLES,
        room: int = ROOM,
        actions: str = "listed",
    ) -> None:
        self.battle = OneBattle(game, scenario, options, room, actions)
        self.metadata = {**self.metadata, "name": f"sandtable/{self.battle.game.key}_v0"}
        self.possible_agents = list(self.battle.sides)
        self.agents: list[str] = []
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.battle.space)
        self.action_spaces = {agent: MaskedActions(self.battle.n_actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """What a side is shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Indices into the list of actions, or codes."""
        return self.action_spaces[agent]

    def render(self) -> Any:
        """The table, in the render mode."""
        return self.battle.render(self.render_mode)

    def close(self) -> None:
        """Nothing is open."""
