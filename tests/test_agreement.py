"""Compiled and interpreted, every game's rules give the same bits about positions of whole battles.

So a rule's own tests are run interpreted alone: what they show there holds for compiled rules too.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import agreement
from sandtable.compiler.decorators import COMPILED, PACKAGE
from sandtable.games import built_in, get_game
from sandtable.kernel.dice import new_dice
from sandtable.kernel.log import clear, new_log
from sandtable.kernel.records import NOBODY, new_actions
from sandtable.table.scenarios import lay_table, scenario_names

pytestmark = pytest.mark.skipif(not COMPILED, reason="the compiled run compares the two")

POSITIONS = 12
"""Of each game, from battles of all its scenarios: the first decision, and others on the way to the end."""


def battle(key, scenario, seed):
    """Every position of a random battle in which somebody decides."""
    game, log = get_game(key), new_log()
    b, dice, planner = lay_table(key, scenario).record.copy(), new_dice(seed), new_dice(f"planner {seed}")
    action = new_actions(1, game.action)[0]
    game.verbs.setup(b[0], dice, log)
    while game.verbs.current_side(b[0]) != NOBODY:
        yield b.copy()
        clear(log)
        dice.n_thrown = 0
        game.verbs.sample_action(b[0], planner, action)
        game.verbs.apply(b[0], action, dice, log)


def positions(key):
    """Spread over the scenarios and over the course of their battles."""
    names = scenario_names(get_game(key))
    share = -(-POSITIONS // len(names))
    for seed, name in enumerate(names):
        course = list(battle(key, name, seed))
        yield from (course[(len(course) - 1) * k // share] for k in range(share))


@pytest.mark.parametrize("key", built_in())
def test_the_rules_answer_alike_compiled_and_interpreted(key, tmp_path):
    found = np.concatenate(list(positions(key)))
    assert len(found) >= POSITIONS and len({each.tobytes() for each in found}) >= POSITIONS - 2
    found.tofile(tmp_path / "positions")
    path = os.pathsep.join([str(PACKAGE.parent), str(Path(agreement.__file__).parent)])
    interpreted = subprocess.run(
        [sys.executable, agreement.__file__, key, str(tmp_path / "positions")],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=280,
    )
    assert interpreted.returncode == 0, interpreted.stderr
    told = dict(line.split(": ") for line in interpreted.stdout.splitlines())
    compiled = {
        f"{number} {question}": answer
        for number, position in enumerate(found)
        for question, answer in agreement.answers(key, position, number).items()
    }
    assert len(told) >= 20 * len(found)
    assert {question: told[question] for question in compiled if told[question] != compiled[question]} == {}
