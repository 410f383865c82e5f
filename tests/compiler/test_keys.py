"""A compiled form is found again as long as nothing has changed that it holds, and never once something has."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys

import numba
import numpy as np
import pytest

from sandtable.compiler import keys
from sandtable.compiler.decorators import COMPILED, PACKAGE
from sandtable.games import built_in, get_game
from sandtable.generals.choosing import greedy_choice
from sandtable.kernel.geometry import gap

compiled = pytest.mark.skipif(not COMPILED, reason="nothing is compiled in the interpreted run")

CORE = '''
"""A core that two games share."""
import tomllib
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple
import numpy as np
from sandtable.compiler.decorators import inlined, kernel

TEXTS = tomllib.loads(Path(__file__).with_name("texts.toml").read_text())
Code = IntEnum("Code", list(TEXTS), module=__name__, start=0)
LIMIT = 3
UNUSED = 4
WEIGHTS = np.array([1.0, 2.0])

class Pair(NamedTuple):
    """Two lengths."""
    one: float
    two: float

@kernel
def limit(x):
    """The limit, doubled."""
    return min(x, LIMIT) * 2  # a remark

@kernel
def weight(k):
    """A weight."""
    return WEIGHTS[k]

@kernel
def code(far):
    """What is told."""
    return Code.too_far if far else Code.fine

@kernel
def pair(x):
    """Two lengths."""
    return Pair(x, 0.0)

@kernel
def either(x, most=5):
    """One of two."""
    return [y for y in (x, most) if y > LIMIT][0]
'''

RULES = '''
"""The rules of one game."""
import tiny.core as core
from tiny.core import weight
from tiny.teaching import taught
from sandtable.compiler.decorators import kernel

@kernel
def march(x):
    """How far."""
    return core.limit(x) + 1

@kernel
def load(k):
    """How heavy."""
    return weight(k) + march(1)

@kernel
def lesson(x):
    """What another file has taught the compiler."""
    return taught(x)
'''

TEACHING = '''
"""A function that compiled code knows by a form of its own."""
from numba.extending import overload

def taught(x):
    """Twice."""
    return 2 * x

@overload(taught)
def _taught(x):
    return lambda x: 2 * x
'''

SHOWING = '''
"""How it looks."""
from tiny.rules import march

def shown(x):
    """A line."""
    return f"{march(x)} paces"
'''

TEXTS = """fine = "Well done"\ntoo_far = "Too far"\n"""

ALL = {"limit", "weight", "code", "pair", "either", "march", "load", "lesson"}


@pytest.fixture
def tiny(tmp_path, monkeypatch):
    """A function that gives the key of each kernel of the package as it lies on disk."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    files = {"core": CORE, "rules": RULES, "teaching": TEACHING, "showing": SHOWING, "__init__": ""}
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    (folder / "texts.toml").write_text(TEXTS)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # two edits within a second would look like one

    def purge():
        for name in [name for name in sys.modules if name.partition(".")[0] == "tiny"]:
            del sys.modules[name]
        importlib.invalidate_caches()

    def read():
        purge()
        modules = [importlib.import_module(f"tiny.{name}") for name in ("core", "rules", "showing")]
        own = [(name, kernel, module) for module in modules for name, kernel in vars(module).items() if name in ALL]
        found = {name: kernel for name, kernel, module in own if kernel.__module__ == module.__name__}
        return {name: keys.key_of(found[name], (numba.int64,)) for name in ALL}

    yield read
    purge()


EDITS = [
    ("core.py", "  # a remark", "  # another", set()),
    ("core.py", "The limit, doubled.", "Twice the limit, as the book has it.", set()),
    ("core.py", "import tomllib\n", "import tomllib\n\n\n", set()),
    ("core.py", "UNUSED = 4", "UNUSED = 5", set()),
    ("showing.py", "paces", "steps", set()),
    ("texts.toml", "Too far", "That is too far", set()),
    ("texts.toml", 'fine = "Well done"\n', 'fine = "Well done"\nother = "Other"\n', {"code"}),
    ("core.py", "LIMIT = 3", "LIMIT = 4", {"limit", "either", "march", "load"}),
    ("core.py", "LIMIT = 3", "LIMIT = 3.0", {"limit", "either", "march", "load"}),
    ("core.py", "1.0, 2.0", "1.0, 2.5", {"weight", "load"}),
    ("core.py", "    two: float", "    three: float", {"pair"}),
    ("core.py", "most=5", "most=6", {"either"}),
    ("core.py", "if y > LIMIT", "if y >= LIMIT", {"either"}),
    ("core.py", "* 2", "* 3", {"limit", "march", "load"}),
    ("core.py", "@kernel\ndef limit", "@kernel\n@inlined\ndef limit", {"limit", "march", "load"}),
    ("rules.py", "core.limit(x) + 1", "core.limit(x) - 1", {"march", "load"}),
    ("rules.py", "import weight\n", "import limit as weight\n", {"load"}),
    ("teaching.py", "lambda x: 2", "lambda x: 3", {"lesson"}),
]


@compiled
@pytest.mark.parametrize(("file", "old", "new", "changed"), EDITS)
def test_an_edit_changes_the_keys_of_what_holds_it_and_no_others(tiny, tmp_path, file, old, new, changed):
    before = tiny()
    assert tiny() == before
    path = tmp_path / "tiny" / file
    assert path.read_text().count(old) == 1
    path.write_text(path.read_text().replace(old, new))
    after = tiny()
    assert {name for name in ALL if after[name] != before[name]} == changed


@compiled
def test_a_generic_kernel_holds_the_rules_of_the_game_whose_battle_it_is_compiled_for():
    dba, dbaix = (numba.typeof(np.zeros(1, get_game(key).dtype)) for key in ("dba", "dbaix"))
    own = {kind: keys.reached(greedy_choice, (kind,)) for kind in (dba, dbaix)}
    for kind, key in ((dba, "dba"), (dbaix, "dbaix")):
        assert keys.plain(get_game(key).verbs.apply) in own[kind]
        assert keys.reached(greedy_choice, (numba.types.UniTuple(kind, 2),)) == own[kind]
    assert keys.key_of(greedy_choice, (dba,)) != keys.key_of(greedy_choice, (dbaix,))
    assert own[dba] | own[dbaix] <= keys.reached(greedy_choice, ())  # a battle that is no argument may be any game's
    assert keys.reached(gap, (dba,)) == keys.reached(gap, ())


@compiled
@pytest.mark.parametrize("game", built_in())
def test_no_rule_is_compiled_again_for_a_change_in_what_is_laid_or_shown(game):
    kernels = get_game(game).verbs
    rooms = {each.__module__.split(".")[-2] for verb in kernels if verb for each in keys.reached(verb, ())}
    assert "rules" in rooms and not rooms & {"laying", "showing"}
    ruled = {each.__module__.split(".")[-2] for each in keys.reached(kernels.judge, ())}
    assert not ruled & {"listing", "thinking"}


@compiled
def test_a_key_is_the_same_in_every_process():
    code = """
import numba, numpy as np
from sandtable.games import get_game
from sandtable.generals.playouts import play_battle
from sandtable.compiler import keys
print(keys.key_of(play_battle, (numba.typeof(np.zeros(1, get_game('dbaix').dtype)),)))
"""
    told = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(PACKAGE.parent)}
        run = [sys.executable, "-c", code]
        told.add(subprocess.run(run, env=environment, capture_output=True, text=True, check=True).stdout)
    assert len(told) == 1 and len(told.pop().strip()) == 64


@compiled
@pytest.mark.parametrize(("setting", "values"), [("NUMBA_BOUNDSCHECK", "01"), ("NUMBA_OPT", "12")])
def test_the_settings_of_the_compiler_are_part_of_every_key(setting, values):
    told = set()
    for value in values:
        environment = {**os.environ, setting: value, "PYTHONPATH": str(PACKAGE.parent)}
        run = [sys.executable, "-c", "from sandtable.compiler.keys import toolchain; print(toolchain())"]
        told.add(subprocess.run(run, env=environment, capture_output=True, text=True, check=True).stdout)
    assert len(told) == 2
