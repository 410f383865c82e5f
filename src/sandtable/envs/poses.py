"""One seat against generals that may put a figure anywhere: the judge says whether it may go there, and why not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from sandtable.batch.reading import arrange, turned_place, turned_vector, view_of
from sandtable.envs.battle import ROOM
from sandtable.envs.seat import SeatEnv
from sandtable.errors import InputError, SandtableError
from sandtable.kernel.geometry import degrees_of_facing
from sandtable.table.new_battle import new


class PoseEnv(SeatEnv):
    """A ``SeatEnv`` with poses. An action is ``{"row", "pose", "index"}``.

    ``row`` 0: the listed action ``index`` is meant. Another: the figure whose row in ``figures`` is one less moves by
    hand to ``pose``: x and y in tables, and the facing across and up, all in the own view as observations tell it.
    A pose is rounded as a player's is. An illegal one changes nothing: ``info`` has ``illegal`` and ``reasons``, and a
    step has gone by; what a legal one costs is ``info["cost"]``.
    """

    def __init__(
        self, game: str, scenario: str = "", options: Mapping[str, Any] | None = None, *, room: int = ROOM, **seat: Any
    ) -> None:
        super().__init__(game, scenario, options, room=room, **seat)
        facts = self.battle.game
        if not facts.hand:
            raise InputError(f"{facts.title}: players move nothing by hand there, so there are no poses")
        self.hand = facts.hand[0]
        self.judge = new(facts, scenario or None, options, seed=0)
        self.rows = self.battle.observer.layout.blocks[0].rows
        self.action_space = spaces.Dict(
            {
                "row": spaces.Discrete(self.rows + 1),
                "pose": spaces.Box(-1.0, 1.0, (4,), np.float32),
                "index": spaces.Discrete(self.battle.n_actions),
            }
        )

    def step(self, action: Mapping[str, Any]) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Carry out a listed action or a move by hand, and let the others play until this seat is to decide again."""
        row = int(action["row"])
        if row == 0 or self.battle.over:
            return super().step(action["index"])
        told = self._move(row - 1, np.asarray(action["pose"], np.float64))
        return self.after(told)

    def _move(self, row: int, pose: Any) -> dict[str, Any]:
        """Judge a move by hand, and carry it out where it is legal; what ``info`` says of it."""
        batch = self.battle.batch
        figure = self.figure_in(row)
        if figure is None:
            return {"illegal": True, "reasons": ["no figure has that row"]}
        x, y, fx, fy = self.on_table(pose)
        self.judge.engine.stand(batch.battles[:1])
        names = self.judge.names.figures
        asked = {
            "verb": self.hand.verb.lower().replace("_", " "),
            "figures": [names[figure].id],
            "to": [x, y],
            "facing": float(degrees_of_facing(fx, fy)),
            **self.hand.form,
        }
        try:
            said = self.judge.action(asked)
            found = self.judge.judge(said)
        except SandtableError as error:
            return {"illegal": True, "reasons": [str(error)]}
        if not found.legal:
            return {"illegal": True, "reasons": [one.text for one in found.findings if one.kind == "reason"]}
        record = np.zeros(1, self.battle.game.action)
        record[0] = said.record
        batch.step_actions(record)
        self.battle.decisions += 1
        return {"cost": found.cost}

    def figure_in(self, row: int) -> int | None:
        """The figure that has this row in what this seat is shown; None where there is none."""
        words, place = self._words()
        order = np.zeros(place[3], np.int64)
        n = arrange(words.battles[0], place, view_of(words, 0), order)
        return int(order[row]) if row < n else None

    def on_table(self, pose: Any) -> tuple[float, float, float, float]:
        """A pose in the own view as one on the table, in the game's unit; a facing of no length is straight up."""
        words, _ = self._words()
        view = view_of(words, 0)
        origin = np.array(turned_place(0.0, 0.0, view))
        turn = np.array([turned_vector(1.0, 0.0, view), turned_vector(0.0, 1.0, view)])  # a quarter turn: rows undo it
        x, y = turn @ (pose[:2] - origin) / view.unit
        facing = pose[2:] if np.hypot(*pose[2:]) > 0.0 else np.array([0.0, 1.0])
        fx, fy = turn @ (facing / np.hypot(*facing))
        return float(x), float(y), float(fx), float(fy)

    def _words(self) -> tuple[Any, Any]:
        observer = self.battle.observer
        return observer.words(np.array([self.side])), observer.layout.blocks[0].place
