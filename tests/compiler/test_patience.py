"""Nobody waits for a compiler: kernels answer interpreted until their compiled form is here, with the same bytes."""

from __future__ import annotations

import inspect
import io
import os
import random
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

import sandtable
from sandtable import Battle
from sandtable.compiler.decorators import COMPILED, PACKAGE
from sandtable.games import game_keys

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled in the interpreted run")

TESTS = Path(__file__).parents[1]


def played(battle: Battle, chooser: random.Random, actions: int) -> None:
    """Print the hash of every state, and how much was listed before it."""
    for _ in range(actions):
        if not battle.over:
            listed = battle.legal()
            assert battle.judge(listed[-1]).legal
            battle.play(chooser.choice(listed))
            print(battle.state_hash(), len(listed))


PLAY = f"""
from __future__ import annotations
import random, sys
import sandtable
from sandtable.compiler import linking, patience
from sandtable.games import get_game

{inspect.getsource(played)}
"""

PATIENTLY = (
    PLAY
    + """
game = get_game(sys.argv[1])
patience.be_patient()
battle, chooser = sandtable.new(game.key, seed=3), random.Random(1)
played(battle, chooser, 8)
print("compiled", len(linking._HERE), file=sys.stderr)
if len(sys.argv) > 2:  # in the midst of the battle the compiled forms are here
    from sandtable.server.warmup.warmup import load
    assert patience.is_interpreted(game.dtype)
    load(game)
    assert not patience.is_interpreted(game.dtype)
played(battle, chooser, 8)
print("compiled", len(linking._HERE), file=sys.stderr)
"""
)

AT_ONCE = (
    PLAY
    + """
battle, chooser = sandtable.new(sys.argv[1], seed=3), random.Random(1)
played(battle, chooser, 16)
"""
)


def run(code: str, *arguments: str, **settings: str) -> tuple[list[str], list[str]]:
    """What a process of its own prints, and what it says on the side."""
    path = os.pathsep.join([str(PACKAGE.parent), str(TESTS)])
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "PYTHONPATH": path, **settings},
        capture_output=True,
        text=True,
        timeout=280,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), [line.split()[1] for line in done.stderr.splitlines() if "compiled" in line]


def usual_of(game: str) -> list[str]:
    """The same battle in this process, whose rules are compiled."""
    with redirect_stdout(io.StringIO()) as printed:
        played(sandtable.new(game, seed=3), random.Random(1), 16)
    return printed.getvalue().splitlines()


@pytest.mark.parametrize("game", game_keys())
def test_a_game_is_played_interpreted_where_nothing_is_compiled_to_the_same_bytes(game: str, tmp_path: Path) -> None:
    usual = usual_of(game)
    patient, compiled = run(PATIENTLY, game, SANDTABLE_CACHE=str(tmp_path / "kernels"))
    assert len(usual) >= 10 and patient == usual
    assert compiled == ["0", "0"] and not list(tmp_path.rglob("*.kernel"))


def test_in_the_midst_of_a_battle_its_rules_go_over_from_interpreted_to_compiled() -> None:
    usual = usual_of("dbaix")
    patient, compiled = run(PATIENTLY, "dbaix", "load")
    assert patient == usual
    assert compiled[0] == "0" and int(compiled[1]) > 100


def test_a_process_that_asks_finds_what_is_compiled_and_interprets_the_rest(tmp_path: Path) -> None:
    rules = """
for symbol in sorted(linking._HERE):
    if "5games5dbaix" in symbol:
        print("compiled", symbol, file=sys.stderr)
"""
    asking = """
from sandtable.cli._compiling import interpreting_what_is_not_compiled
with interpreting_what_is_not_compiled():
    battle, chooser = sandtable.new(sys.argv[1], seed=3), random.Random(1)
    played(battle, chooser, 16)
"""
    run(PATIENTLY, "dbaix", "load")  # compiles whatever is not; the next process loads what it needs
    usual, needed = run(AT_ONCE + rules, "dbaix")
    warm, found = run(PLAY + asking + rules, "dbaix")
    cold, none = run(
        PLAY + asking + rules, "dbaix", SANDTABLE_CACHE=str(tmp_path / "kernels"), SANDTABLE_PREBUILT="off"
    )
    assert warm == cold == usual
    assert needed and found == needed and not none
