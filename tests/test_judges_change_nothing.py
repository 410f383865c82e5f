"""A judge changes nothing: every judge of every game decides about a battle that nobody can write into.

Interpreted, the record is locked: whoever writes into it, if only to put it back, is caught in the act. Compiled rules
know no lock; there the bytes are compared.
"""

from __future__ import annotations

import ast
import importlib
import random
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sandtable
from nonsense import nonsense
from sandtable.compiler.decorators import COMPILED
from sandtable.games import built_in, get_game
from sandtable.kernel.dice import new_dice
from sandtable.kernel.log import clear, new_log
from sandtable.kernel.records import NOBODY, new_actions
from sandtable.kernel.verbs import MAX_LEGAL
from sandtable.table.scenarios import lay_table, scenario_names

DECISIONS = 40
"""Of one battle at most that are played on the way to its positions."""

POSITIONS = 2
"""Of each battle: its first decisions, and others on the way to where it is left."""

LISTED, REFUSED = 6, 2
"""Listed actions that are judged of each position, and nonsense of each verb of each step."""


def course(key: str, scenario: str) -> list[Any]:
    """Positions of one random battle."""
    game, log = get_game(key), new_log()
    b, dice, planner = lay_table(key, scenario).record.copy(), new_dice(scenario), new_dice(f"planner {scenario}")
    action = new_actions(1, game.action)[0]
    game.verbs.setup(b[0], dice, log)
    found = []
    for _ in range(DECISIONS):
        if game.verbs.current_side(b[0]) == NOBODY:
            break
        found.append(b.copy())
        clear(log)
        dice.n_thrown = 0
        game.verbs.sample_action(b[0], planner, action)
        game.verbs.apply(b[0], action, dice, log)
    return [found[(len(found) - 1) * k // (POSITIONS - 1)] for k in range(POSITIONS)]


def judged(game: Any, b: Any, actions: Any, log: Any) -> int:
    """How many of these actions were judged; none of them has changed the battle."""
    before = b.tobytes()
    number = 0
    for action in actions:
        b.flags.writeable = COMPILED
        clear(log)
        with suppress(IndexError):  # in a step that the battle has not come to, a judge may miss what it asks about
            game.verbs.judge(b[0], action, log)
        number += 1
    assert b.tobytes() == before
    return number


def written_by(function: ast.FunctionDef) -> list[str]:
    """What a function writes into the battle ``b`` itself, or into a figure that it took from there."""
    taken = {"b"}
    found = []
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and re.match(r"b\.\w+\[", ast.unparse(node.value)):
            taken |= {name for target in node.targets if (name := ast.unparse(target)).isidentifier()}
    for node in ast.walk(function):
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
        )
        places = [ast.unparse(each) for target in targets for each in getattr(target, "elts", [target])]
        found += [place for place in places if re.split(r"[.\[]", place)[0] in taken and not place.isidentifier()]
    return found


def test_no_judge_has_a_line_that_writes_into_the_battle() -> None:
    """Also on the way that random positions do not come to."""
    rules = sorted(Path(sandtable.__file__).parent.glob("games/*/rules/*.py"))
    functions = [
        each for file in rules for each in ast.parse(file.read_text()).body if isinstance(each, ast.FunctionDef)
    ]
    judges = [each for each in functions if re.match("_?(judge|why)_", each.name)]
    assert len(judges) > 200
    assert {each.name: lines for each in judges if (lines := written_by(each))} == {}
    (put_back,) = ast.parse("def judge(b, i):\n    u = b.figures[i]\n    u.where = 0").body
    assert written_by(put_back) == ["u.where"]  # type: ignore[arg-type]


@pytest.mark.parametrize("key", built_in())
def test_a_judge_changes_nothing(key):
    game, log, rng = get_game(key), new_log(), random.Random(1)
    sequence = importlib.import_module(f"{game.verb.__module__.rsplit(chr(46), 1)[0]}.rules.sequence").SEQUENCE
    room = new_actions(MAX_LEGAL, game.action)
    number, asked = 0, set()
    names = scenario_names(game)
    for scenario in {names[0], names[-1]}:
        for b in course(key, scenario):
            n = game.verbs.legal_actions(b[0].copy(), room)
            number += judged(game, b.copy(), rng.sample(list(room[:n]), min(n, LISTED)), log)
            for step in sequence.steps:
                if COMPILED and step.phase != b[0].phase:
                    continue
                there = b.copy()
                there["phase"] = step.phase.value
                for verb in step.may:
                    tried = [nonsense(game, there[0], rng) for _ in range(REFUSED)]
                    for action in tried:
                        action.verb = verb.value
                        action.n_actors = min(int(action.n_actors), 1) or 1
                    number += judged(game, there.copy(), tried, log)
                    asked.add(verb)
    assert COMPILED or asked == {verb for step in sequence.steps for verb in step.may}
    assert number >= REFUSED * len(asked) * (
        1 if COMPILED else POSITIONS
    )  # a step is asked about where it is, or of all
    assert np.all(room["n_actors"] >= 0)
