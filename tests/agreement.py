"""What a game's rules answer about one position, as digests: ``python agreement.py GAME POSITIONS`` prints them.

Run compiled and interpreted, it prints the same: lists, verdicts and their reasons, what is carried out, thrown and
told, and what positions and actions are worth, to the last bit.
"""

from __future__ import annotations

import hashlib
import random
import sys
from typing import Any

import numpy as np

from nonsense import nonsense
from sandtable.games import get_game
from sandtable.generals.desk import new_desk
from sandtable.kernel.dice import new_dice
from sandtable.kernel.log import clear, new_log
from sandtable.kernel.records import MAX_SIDES
from sandtable.kernel.verbs import GAUGES

JUDGED = 8
"""Listed actions, and as many that nobody would take, that are judged in a position."""


def digest(*parts: Any) -> str:
    """A short digest of records, arrays and numbers."""
    found = hashlib.sha256()
    for part in parts:
        found.update(part.tobytes() if isinstance(part, np.ndarray | np.generic) else repr(part).encode())
    return found.hexdigest()[:16]


def answers(key: str, position: Any, seed: int) -> dict[str, str]:
    """Question -> digest of the answer, for the battle ``position``, of which nothing is changed."""
    game, rng, log = get_game(key), random.Random(seed), new_log()
    verbs, desk, dice = game.verbs, new_desk(game), new_dice(seed)
    b, found = position.copy(), {}
    side = int(verbs.current_side(b))
    n = int(verbs.legal_actions(b, desk.actions))
    found["list"] = digest(side, n, desk.actions[:n])
    verbs.worth(b, desk.actions, n, desk.features, desk.worths)
    found["worth"] = digest(desk.features[:n], desk.worths[:n])
    listed = [desk.actions[k].copy() for k in rng.sample(range(n), min(n, JUDGED))]
    for number, action in enumerate([*listed, *(nonsense(game, b, rng) for _ in range(JUDGED))]):
        clear(log)
        verdict = verbs.judge(b, action, log)
        found[f"judge {number}"] = digest(int(verdict.legal), int(verdict.cost), log["entries"][: log["n"]])
    gauges, returns = np.zeros(GAUGES), np.zeros(MAX_SIDES)
    verbs.gauge(b, gauges)
    verbs.returns(b, returns)
    found["value"] = digest(*(float(verbs.evaluate(b, each)) for each in range(2)), gauges, returns)
    verbs.sample_action(b, dice, desk.action[0])
    found["sample"] = digest(desk.action[0])
    for name, action in (("sampled", desk.action[0]), ("listed", listed[0])):
        after, dice = position.copy(), new_dice(seed)
        clear(log)
        verbs.apply(after, action, dice, log)
        found[f"apply {name}"] = digest(after, log["entries"][: log["n"]], dice["thrown"][: dice["n_thrown"]])
    hidden = position.copy()
    verbs.redact(hidden, side)
    found["redacted"] = digest(hidden)
    verbs.resample(hidden, side, new_dice(seed))
    found["guessed"] = digest(hidden)
    return found


def main() -> None:
    """Print the answers about all positions in a file."""
    key, file = sys.argv[1:]
    for number, position in enumerate(np.fromfile(file, get_game(key).dtype)):
        for question, answer in answers(key, position, number).items():
            print(f"{number} {question}: {answer}")


if __name__ == "__main__":
    main()
