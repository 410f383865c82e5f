"""The plans of one decision, and what came of playing each on to the end of the battle: for analysis and for regret."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sandtable.games.game import Game
from sandtable.generals.desk import Desk, guess, look, new_desk
from sandtable.generals.planning import TRIES, open_thought, play_to_results, sketch_plan, widen
from sandtable.kernel.copying import copy_record, is_same_record
from sandtable.kernel.dice import new_dice
from sandtable.kernel.verbs import MAX_LEGAL


class Plans:
    """Plans of the side to decide of a battle, from what it sees; the first is what ``quick`` would do.

    ``n`` actions are listed, ``made`` plans differ. The desk is taken up by it until others are made.
    """

    def __init__(
        self, game: Game, b: Any, most: int, seed: str, desk: Desk | None = None, told_by_first: bool = False
    ) -> None:
        """At most ``most`` plans in battle record ``b``, and the same for the same ``seed``.

        ``told_by_first``: where something is hidden, no two begin with the same action.
        """
        self.game = game
        self.desk = new_desk(game) if desk is None else desk
        self.side = int(game.verbs.current_side(b))
        planner = new_dice(f"plans {seed}")
        look(b, self.side, self.desk)
        self.seen = self.desk.seen[0]
        guess(self.seen, self.side, planner, self.desk)
        self.n = int(open_thought(self.seen, self.side, planner, self.desk))
        self._told_by_first = told_by_first and int(self.desk.guessing[0]) > 0
        for attempt in range(TRIES * most):
            if self.n == 1 or self.made >= most:
                break
            beginning = 0 if self._told_by_first else attempt  # 0: the next best that begins no plan yet
            widen(self.seen, self.side, self.n, beginning, planner, self.desk, game.noise)
        self.bound = int(game.verbs.bound(self.seen))

    @property
    def made(self) -> int:
        """How many plans there are."""
        return int(self.desk.sketch.made[0])

    def add(self, action: Any) -> int:
        """The place of the plan that begins with this legal action and goes on as ``quick`` would, made or found."""
        if self._told_by_first:
            for k in range(self.made):
                if is_same_record(self.actions(k)[0], action):
                    return k
        place = min(self.n, MAX_LEGAL - 1)
        copy_record(self.desk.actions[place], action)
        return int(sketch_plan(self.seen, self.side, place, 0.0, self.desk))

    def actions(self, k: int) -> Any:
        """The actions of plan ``k``, the one that throws dice among them."""
        return self.desk.sketch.plans[k, : int(self.desk.sketch.lengths[k])]

    def play(self, k: int, numbers: Sequence[int], sides: int, marks: Sequence[int] = ()) -> Any:
        """Results of plan ``k`` played on to the end with dice of these numbers, f8[numbers, marks and sides].

        Before the results of all sides stands what ``evaluate`` finds when so many bounds after the present are over.
        """
        out = np.zeros((len(numbers), len(marks) + sides))
        bounds = np.array([self.bound + mark for mark in marks], float)
        play_to_results(self.side, k, np.array(numbers, np.int64), bounds, self.desk, out)
        return out
