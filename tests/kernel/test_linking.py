"""Kernels compiled apart from one another, and as numba alone does it: the same battles; and numba stays as it was."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable.kernel.compiling import COMPILED, PACKAGE

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled in the interpreted run")

TESTS = Path(__file__).parents[1]

BATTLES = """
import sandtable
from sandtable.games import register
from sandtable.kernel.compiling import COMPILED, USABLE
from table.duel_game import GAME
register(GAME)
print(COMPILED, USABLE)
for seed in range(6):
    battle = sandtable.new("duel", seed=seed)
    while not battle.over and len(battle.actions) < 60:
        battle.play(battle.sample() if seed % 2 else battle.legal()[-1])
        print(battle.state_hash(), len(battle.legal()))
"""


def run(code, **settings):
    """What a process of its own prints, and what it logs."""
    path = os.pathsep.join([str(PACKAGE.parent), str(TESTS)])
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path, **settings},
        capture_output=True,
        text=True,
        timeout=280,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), done.stderr


def test_battles_go_alike_with_linking_switched_off_and_the_log_says_that_it_is():
    (usual, *states), silent = run(BATTLES)
    (plain, *others), said = run(BATTLES, SANDTABLE_LINKING="off")
    assert (usual, plain) == ("True True", "True False")
    assert states == others and len(set(states)) > 40
    assert "rules are compiled by numba" not in silent
    assert "alone, which takes several times as long (SANDTABLE_LINKING=off)" in said


def test_an_unknown_numba_is_left_to_itself_and_the_log_says_so():
    code = """
import numba
numba.__version__ = "0.69.1"
from sandtable.kernel.compiling import USABLE
print(USABLE)
"""
    said, logged = run(code)
    assert said == ["False"]
    assert "rules are compiled by numba 0.69.1 alone" in logged and "known to work with numba 0.68.x" in logged


def test_nothing_of_numba_is_replaced_for_other_peoples_code():
    """Every function, class and method of numba's own modules is the same one after a game has been compiled."""
    code = """
import importlib, pkgutil, sys, types
import numba
from numba import njit
from numba.core import caching, codegen, compiler, dispatcher, registry, typed_passes
from numba.core.types import npytypes

def own():
    found = {}
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "numba":
            for word, value in vars(module).items():
                if isinstance(value, types.FunctionType | type):
                    found[name, word] = value
                if isinstance(value, type) and value.__module__ == name:
                    kinds = types.FunctionType | property | staticmethod | classmethod
                    found |= {(name, word, key): each for key, each in vars(value).items() if isinstance(each, kinds)}
    return found

before, settings = own(), {key: value for key, value in vars(numba.config).items() if key.isupper()}
import sandtable
from sandtable.games import register
from table.duel_game import GAME
register(GAME)
battle = sandtable.new("duel", seed=1)
battle.play(battle.sample())
after = own()
print(len(before) > 5000, sorted(key for key in before if after.get(key) is not before[key]))
print([key for key, value in settings.items() if getattr(numba.config, key) != value])
print(type(njit(lambda x: x + 1)).__mro__[0].__module__, njit(lambda x: x + 1)(1))
print(repr(numba.from_dtype(GAME.dtype))[:7])
"""
    said, _ = run(code)
    assert said == ["True []", "[]", "numba.core.registry 2", "Record("]
