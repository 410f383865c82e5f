"""Random play of whole battles of any game, held against its invariants after every action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.compiler.decorators import COMPILED, kernel
from sandtable.games import get_game
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import choose, forget, new_dice
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NOBODY, new_actions
from sandtable.kernel.verbs import MAX_LEGAL, apply, current_side, judge, legal_actions, sample_action
from sandtable.table.scenarios import lay_table

FAULTS = {
    9: "nobody can act, though somebody must decide",
    10: "a listed action is judged illegal",
    11: "the battle does not end",
}
"""What the numbers mean that these loops return; a game's own ``fault`` kernel returns others, and 0 for none."""


@kernel
def play_and_check(b, dice, planner, actions, log, limit, fault):
    """Random play by ``sample_action`` to the end; returns (fault, decisions), and ``actions[0]`` is the last."""
    decisions = 0
    while current_side(b) != NOBODY:
        sample_action(b, planner, actions[0])
        if judge(b, actions[0], log).legal == 0:
            return 10, decisions
        apply(b, actions[0], dice, log)
        forget(dice)
        decisions += 1
        found = fault(b)
        if found != 0:
            return found, decisions
        if decisions > limit:
            return 11, decisions
    return 0, decisions


@kernel
def play_listed_and_check(b, dice, planner, actions, log, limit, fault):
    """Random play over the full lists: every listed action must be judged legal; returns the same."""
    for decisions in range(limit):
        if current_side(b) == NOBODY:
            return 0, decisions
        n = legal_actions(b, actions)
        if n < 1 or n > MAX_LEGAL:
            return 9, decisions
        for k in range(n):
            if judge(b, actions[k], log).legal == 0:
                copy_record(actions[0], actions[k])
                return 10, decisions
        copy_record(actions[0], actions[choose(planner, n)])
        apply(b, actions[0], dice, log)
        forget(dice)
        found = fault(b)
        if found != 0:
            return found, decisions
    return 0, limit


class Whole:
    """Whole battles of one scenario of a game, every position held against its invariants."""

    def __init__(
        self, game: str, scenario: str, fault: Any, faults: Mapping[int, str], options: Mapping[str, str] | None = None
    ) -> None:
        self.game = get_game(game)
        self.scenario, self.fault, self.faults = scenario, fault, FAULTS | dict(faults)
        self.laid = lay_table(game, scenario, options).record
        self.actions, self.log = new_actions(MAX_LEGAL, self.game.action), new_log(keep=False)

    def play(self, battle: int, limit: int = 20_000) -> Any:
        """The battle of this number to its end by ``sample_action``; interpreted it is cut short at ``limit``.

        Returns the battle as it ended, or None where it was cut short.
        """
        b, dice, planner = self.laid.copy(), new_dice(f"fuzz {battle}"), new_dice(f"choice {battle}")
        self.game.verbs.setup(b[0], dice, self.log)
        found, decisions = play_and_check(b[0], dice, planner, self.actions, self.log, limit, self.fault)
        if not COMPILED and found == 11:
            return None
        assert found == 0, self._words(found, battle, decisions)
        return b[0]

    def list_all(self, decisions: int) -> None:
        """So many decisions, in one battle after another, at each of which every listed action must be legal."""
        battle = 0
        while decisions > 0:
            b, dice, planner = self.laid.copy(), new_dice(f"listed {battle}"), new_dice(f"listed choice {battle}")
            self.game.verbs.setup(b[0], dice, self.log)
            found, taken = play_listed_and_check(b[0], dice, planner, self.actions, self.log, decisions, self.fault)
            assert found == 0, self._words(found, battle, taken)
            decisions -= max(1, taken)
            battle += 1

    def _words(self, found: int, battle: int, decisions: int) -> str:
        what = f"{self.faults[found]} after {decisions} decisions of battle {battle} of {self.scenario}"
        return f"{what}: last action {self.actions[0]}"
