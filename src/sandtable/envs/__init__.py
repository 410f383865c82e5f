"""Floor 5: every game behind the interfaces that researchers use, PettingZoo and Gymnasium (``sandtable[rl]``).

OpenSpiel has a module of its own, ``sandtable.envs.openspiel``.

``from sandtable.envs import dba_v0`` gives a module with ``env``, ``raw_env`` and ``parallel_env`` (PettingZoo), and
``gymnasium.make("sandtable/dba-v0")`` one seat against a general; every game there is has both, by its key. The number
grows when the same seed and actions give other bytes than before.
"""

from __future__ import annotations

import sys
from functools import partial
from types import ModuleType

try:
    import gymnasium
    import pettingzoo  # noqa: F401
except ImportError as missing:
    raise ImportError(f"sandtable.envs needs {missing.name}: install it with pip install 'sandtable[rl]'") from missing

from sandtable.envs.poses import PoseEnv
from sandtable.envs.seat import SeatEnv
from sandtable.envs.together import ParallelBattle, parallel_env
from sandtable.envs.turns import BattleEnv, env, raw_env
from sandtable.envs.vector import BatchEnv
from sandtable.games import game_keys

VERSION = 0

__all__ = ["BatchEnv", "BattleEnv", "ParallelBattle", "PoseEnv", "SeatEnv", "env", "gym_id", "parallel_env", "raw_env"]


def gym_id(key: str) -> str:
    """What Gymnasium knows a game by: ``sandtable/dba-v0``, ``sandtable/flash-flood-v0``."""
    return f"sandtable/{key}-v{VERSION}"


def _module(key: str) -> ModuleType:
    """The module of one game's environments."""
    made = ModuleType(f"{__name__}.{key.replace('-', '_')}_v{VERSION}", f"PettingZoo environments of {key}.")
    vars(made).update(
        env=partial(env, key), raw_env=partial(raw_env, key), parallel_env=partial(parallel_env, key)
    )  # fmt: skip
    return made


for _key in game_keys():
    _made = _module(_key)
    sys.modules[_made.__name__] = _made
    globals()[_made.__name__.rpartition(".")[2]] = _made
    if gym_id(_key) not in gymnasium.registry:
        gymnasium.register(
            gym_id(_key), partial(SeatEnv, _key), vector_entry_point=partial(BatchEnv, _key), disable_env_checker=True
        )  # fmt: skip
