"""Kernels compiled apart from one another, and as numba alone does it: the same battles; and numba stays as it was."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from numba.core.compiler_lock import global_compiler_lock
from numba.core.types import abstract

from sandtable.compiler.decorators import COMPILED, PACKAGE
from sandtable.kernel.geometry import degrees_of_facing

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled in the interpreted run")

TESTS = Path(__file__).parents[1]

BATTLES = """
import sandtable
from sandtable.games import register
from sandtable.compiler.decorators import COMPILED, USABLE
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
from sandtable.compiler.decorators import USABLE
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


INNER = """
from sandtable.compiler.decorators import kernel


@kernel
def turned(one, other):
    return abs((one - other + 180.0) % 360.0 - 180.0)  # for % numba adds a function of its own


@kernel
def farther(one, other):
    return turned(one, other) + 1.0
"""

CALLED = """
import sys
from pathlib import Path
from sandtable.compiler import linking
import bearings
written = []
save = linking.Store.save_overload
linking.Store.save_overload = lambda self, *rest, **kind: (written.append(self._function.__name__),
        save(self, *rest, **kind))
assert getattr(bearings, sys.argv[-1])(350.0, 20.0) == {"turned": 30.0, "farther": 31.0}[sys.argv[-1]]
print(*written)
"""


def test_a_kernel_is_found_by_its_callers_whichever_process_compiled_it_and_whatever_numba_added(tmp_path):
    """One process compiles the inner kernel, a second its caller, a third the inner one again, for the same caller."""
    (tmp_path / "bearings.py").write_text(INNER)
    cache = tmp_path / "cache"

    def call(name):
        path = os.pathsep.join([str(PACKAGE.parent), str(tmp_path)])
        settings = {**os.environ, "PYTHONPATH": path, "SANDTABLE_CACHE": str(cache)}
        done = subprocess.run(
            [sys.executable, "-c", CALLED, name], env=settings, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    assert call("turned") == ["turned", "turned"]  # the kernel and Python's entrance to it
    assert call("farther") == ["farther", "farther"]
    for form in cache.rglob("bearings.turned-*"):
        form.unlink()
    assert call("farther") == ["turned"]


THREADS = """
import sys
import threading
import numpy as np
from sandtable.compiler import linking
from sandtable.compiler.decorators import kernel


@kernel
def first(record):
    return record.f0


asked = []
ask = linking.Kernel._compile_for_args
linking.Kernel._compile_for_args = lambda self, *args, **kws: (asked.append(args), ask(self, *args, **kws))[1]
sys.setswitchinterval(1e-6)
for size in range(200, 230):
    record = np.zeros(1, np.dtype([(f"f{i}", "f8") for i in range(size)]))[0]
    together = threading.Barrier(4)
    threads = [threading.Thread(target=lambda: (together.wait(), first(record))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    asked.clear()
    first(record)
    print(len(asked))
"""


def test_a_kernel_that_several_threads_call_first_is_found_at_once_by_all_later_calls(tmp_path):
    asked, _ = run(THREADS, SANDTABLE_CACHE=str(tmp_path))
    assert asked == ["0"] * 30


def test_threads_that_ask_for_a_type_at_once_get_the_same_while_another_compiles(monkeypatch):
    """To give it a number takes a while, so that all ask for the type before one of them has made it known."""
    number = abstract._autoincr
    monkeypatch.setattr(abstract, "_autoincr", lambda: (time.sleep(0.02), number())[1])
    found, together = [], threading.Barrier(4)

    def ask():
        value = np.zeros(1, [("only_here_at_once", "f8")])[0]
        together.wait()
        found.append(degrees_of_facing.typeof_pyval(value))

    with global_compiler_lock:
        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(10)
    assert len(found) == 4 and len({each._code for each in found}) == 1


def test_values_of_a_new_kind_are_read_while_another_thread_compiles():
    """Who plays a game whose rules are interpreted does not wait until another game's are loaded."""
    value, found = np.zeros(1, [("only_here", "f8")])[0], []
    asking = threading.Thread(target=lambda: found.append(degrees_of_facing.typeof_pyval(value)))
    with global_compiler_lock:
        asking.start()
        asking.join(10)
        assert found, "it waits for the compiler"


ADDED_MEANWHILE = """
from numba.extending import typeof_impl
from sandtable.kernel.geometry import degrees_of_facing

added = []

class Adding(type):
    def __subclasscheck__(cls, other):
        if not added:
            added.append(type("Late", (), {}))
            typeof_impl.register(added[0])(lambda value, context: None)
        return False

class Table(metaclass=Adding):
    pass

class Length(float):
    pass

typeof_impl.register(Table)(lambda value, context: None)
print(degrees_of_facing(Length(1.0), Length(0.0)), len(added))
"""


def test_a_call_goes_on_where_another_thread_adds_kinds_of_values_meanwhile():
    """Whoever faces east faces 90 degrees; a kind that numba does not know exactly is looked for among all it knows."""
    [said], _ = run(ADDED_MEANWHILE)
    assert said == "90.0 1"
