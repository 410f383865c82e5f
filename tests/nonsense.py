"""Actions that nobody would take, for any game: with as many figures as there is room for, sent anywhere, any way."""

from __future__ import annotations

import random
from typing import Any

from sandtable.kernel.geometry import facing_of_degrees
from sandtable.kernel.records import MAX_ACTORS, NONE, Path, new_actions


def nonsense(game: Any, b: Any, rng: random.Random) -> Any:
    """One such action for any verb of the game."""
    action = new_actions(1, game.action)[0]
    figures = rng.sample(range(b.n_figures), min(int(b.n_figures), rng.choice([1, 6, MAX_ACTORS])))
    action.verb = rng.choice([verb.value for verb in game.verb])
    action.n_actors = len(figures)
    figures = figures[: len(action.actors)]
    action.actors[: len(figures)] = figures
    target = b.figures[rng.randrange(b.n_figures)]  # into the thick of it
    action.x, action.y = float(target.x) + rng.uniform(-1, 1), float(target.y) + rng.uniform(-1, 1)
    action.fx, action.fy = facing_of_degrees(rng.uniform(0.0, 360.0))
    action.path = rng.choice(list(Path)).value
    if action.path != Path.STRAIGHT:
        action.n_via = rng.randrange(1, len(action.via) + 1)
        action.via[: action.n_via] = [(rng.uniform(0.0, 40.0), rng.uniform(-90.0, 90.0)) for _ in range(action.n_via)]
    action.target = rng.randrange(NONE, int(b.n_figures))
    action.item = rng.randrange(NONE, 4)
    action.amount = rng.randrange(9)
    return action
