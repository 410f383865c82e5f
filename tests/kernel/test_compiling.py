"""Compiled kernels are kept on disk, found again by other processes, and outlive edits that do not concern them."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from sandtable.games import get_game
from sandtable.games.dbaix.combat import fight
from sandtable.generals.choosing import greedy_choice
from sandtable.kernel.compiling import COMPILED, PACKAGE, folder_for, games_in, source_key, sources_of
from sandtable.kernel.geometry import gap

compiled = pytest.mark.skipif(not COMPILED, reason="nothing is compiled in the interpreted run")


def test_a_kernel_depends_on_the_kernel_floor_and_on_its_own_game_alone():
    assert sources_of(gap) == ()
    assert sources_of(fight) == (PACKAGE / "games" / "dbaix",)
    assert sources_of(greedy_choice) == (PACKAGE / "generals", PACKAGE / "generals" / "choosing.py")


def test_a_function_from_outside_depends_on_every_game_and_on_its_own_package():
    def outside():
        """It stands in for a game of another distribution."""

    outside.__module__ = "distribution.inner.module"
    own = sources_of(outside)[-1]
    assert sources_of(outside)[:2] == (PACKAGE / "games", PACKAGE / "generals")
    assert own.name == "tests" and (own / "kernel" / "test_compiling.py").exists()


def test_an_edit_changes_the_key_of_what_holds_it_and_of_nothing_else(tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        folder.mkdir()
        (folder / "rules.py").write_text("LIMIT = 3\n")
    before = source_key.__wrapped__(one), source_key.__wrapped__(other)
    (one / "data.toml").write_text("limit = 4\n")
    assert source_key.__wrapped__(one) != before[0]
    assert source_key.__wrapped__(other) == before[1]


@compiled
def test_a_generic_kernel_is_kept_with_the_game_whose_battle_it_is_compiled_for():
    import numba

    game = get_game("dbaix")
    battle = numba.typeof(np.zeros(1, game.dtype))
    assert games_in((numba.int64, battle)) == {game.verbs.apply}
    assert games_in((numba.types.UniTuple(battle, 2),)) == {game.verbs.apply}
    assert folder_for(gap, (numba.int64,)) != folder_for(gap, (battle,)) == folder_for(fight, (battle,))


MODULE = '''
"""A kernel too large to be copied into its caller, and the caller."""
from sandtable.kernel.compiling import kernel

@kernel
def large(x):
    """A sum of many different steps."""
    total = 0.0
{steps}
    return total

@kernel
def caller(x):
    """One more."""
    return large(x) + 1.0
'''

STEPS = "\n".join(f"    if x > {k}.5:\n        total = total * 1.0{k} + x / {k + 2}.0" for k in range(400))

RUN = """
import numba.core.event
with numba.core.event.install_recorder("numba:compile") as seen:
    import rules
    print(rules.caller(7.0), sum(event.is_start for _, event in seen.buffer), len(rules.large.overloads))
"""


@compiled
def test_what_a_kernel_calls_is_found_by_another_process_and_compiled_again_where_it_is_lost(tmp_path):
    (tmp_path / "rules.py").write_text(MODULE.format(steps=STEPS))
    path = os.pathsep.join([str(tmp_path), str(PACKAGE.parent)])
    environment = {**os.environ, "PYTHONPATH": path, "SANDTABLE_CACHE": str(tmp_path / "cache")}

    def run():
        done = subprocess.run(
            [sys.executable, "-c", RUN], env=environment, capture_output=True, text=True, timeout=240, check=True
        )
        return [float(word) for word in done.stdout.split()]

    def kept(name):
        (found,) = (tmp_path / "cache").rglob(f"rules.{name}-*.kernel")
        return found

    answer = run()
    expected = 0.0
    for k in range(7):
        expected = expected * float(f"1.0{k}") + 7.0 / (k + 2)
    assert answer == [pytest.approx(expected + 1.0), 2, 1]
    assert run() == [answer[0], 0, 1]  # the caller's code calls ``large``, which is loaded with it
    kept("large").unlink()
    assert run() == [answer[0], 1, 1]
    kept("caller").write_bytes(b"cut short")
    assert run() == [answer[0], 1, 1]


@compiled
def test_a_kernel_found_on_disk_hands_arrays_to_python(tmp_path):
    """One process compiles for other kernels only; the next finds that, and is the first that Python calls."""
    environment = {**os.environ, "SANDTABLE_CACHE": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    begin = "from sandtable.games.dba.around import new_around; "
    for call, answer in (("new_around.compile(()); print(0)", "0"), ("print(len(new_around()))", "1")):
        run = subprocess.run([sys.executable, "-c", begin + call], env=environment, capture_output=True, text=True)
        assert run.stdout.strip() == answer, run.stderr
