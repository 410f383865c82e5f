"""How long a judge answer takes at the server while somebody drags: the figure for ``make bench``."""

from __future__ import annotations

import json
import random
import time
from dataclasses import dataclass

from sandtable.server.messages.protocol import CLIENT_MESSAGE, Judge
from sandtable.server.views.view import View
from sandtable.table.battle import Battle
from sandtable.table.new_battle import new

GOAL_MS = 16.0
"""An answer within one frame of the screen."""


@dataclass(frozen=True)
class JudgeTimes:
    """Milliseconds from a message's text to the answer's text, the sockets left out."""

    answers: int
    median: float
    high: float  # 99 of 100 answers take less
    worst: float
    largest_group: int  # figures dragged at once

    @property
    def met(self) -> bool:
        """99 of 100 answers come within a frame."""
        return self.high <= GOAL_MS


def bench_judge(game: str, answers: int = 1000, seed: int = 1) -> JudgeTimes:
    """Time judge answers for dragged figures and groups, in positions from a battle between random players.

    The drags end near where useful moves end (contacts among them), a little off, so that the magnet works.
    """
    rng = random.Random(seed)
    times: list[float] = []
    largest = 0
    battle = new(game, seed=seed)
    while len(times) < answers:
        for _ in range(rng.randrange(40)):
            battle = new(game, seed=rng.randrange(10**6)) if battle.over else _one_on(battle, rng)
        drags = _drags(battle, rng)
        if not drags:
            continue
        view = View(battle)
        assert view.on_table is not None  # a board has been sent the scene, empty at first, before anybody drags
        for text, figures in drags[: answers - len(times)]:
            begun = time.perf_counter()
            message = CLIENT_MESSAGE.validate_python(json.loads(text))
            assert isinstance(message, Judge)
            view.judgement(message, 0).model_dump_json()
            times.append((time.perf_counter() - begun) * 1000)
            largest = max(largest, figures)
    times.sort()
    return JudgeTimes(len(times), times[len(times) // 2], times[int(len(times) * 0.99)], times[-1], largest)


def _one_on(battle: Battle, rng: random.Random) -> Battle:
    if not battle.over:
        battle.play(battle.sample(rng))
    return battle


def _drags(battle: Battle, rng: random.Random) -> list[tuple[str, int]]:
    """Messages of drags that end a little off useful moves, with the number of figures dragged.

    The moves are those that players draw by hand; of a game that names none, all that end in a place.
    """
    drags: list[tuple[str, int]] = []
    by_hand = {move.verb: move.form for move in reversed(battle.game.hand)}
    for action in battle.legal():
        verb = action.to_json()["verb"]
        if action.to is None or not action.figures or (by_hand and verb.upper() not in by_hand):
            continue
        form: dict[str, object] = {"verb": verb, "figures": list(action.figures), **by_hand.get(verb.upper(), {})}
        form["to"] = [action.to[0] + rng.uniform(-0.4, 0.4), action.to[1] + rng.uniform(-0.4, 0.4)]
        form["facing"] = (action.facing or 0.0) + rng.uniform(-10, 10)
        drags.append((json.dumps({"type": "judge", "n": len(drags), "action": form}), len(action.figures)))
    rng.shuffle(drags)
    return drags[:40]
