"""How fast Sandtable steps beside other research environments, by processor time, in one run in turns, on this machine.

    .venv/bin/python benchmarks/comparisons.py
    .venv/bin/python benchmarks/comparisons.py --seconds 3 --rounds 5 --without pgx

The others are installed from PyPI into environments of their own under `.cache/comparisons`; what cannot be installed
or does not run is named in a line, and left out. A decision is a choice of a player; dice are none. Actions are chosen
at random. The table stands in docs/performance.md.
"""

from __future__ import annotations

import argparse
import datetime
import os
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / ".cache" / "comparisons"

LOOP = """
import random, sys, time
import numpy as np
from importlib.metadata import version
{setup}
def measure(seconds):
    done, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        done += some()
    return done / (time.process_time() - begun)
some()
print({versions}, flush=True)
for line in sys.stdin:
    print(measure(float(line)), flush=True)
"""

IN_TURNS = """
def some():
    steps = 0
    made.reset(seed=random.randrange(2**31))
    for agent in made.agent_iter():
        observation, _, over, cut_off, info = made.last()
        if over or cut_off:
            made.step(None)
            continue
        mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
        made.step(int(made.action_space(agent).sample(mask)))
        steps += 1
        if steps >= 400:
            break
    return steps
"""

OPEN_SPIEL = """
def some():
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal() and decisions < 200:
        if state.is_chance_node():
            state.apply_action(random.choice([outcome for outcome, _ in state.chance_outcomes()]))
        else:
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
    return decisions
"""

CATANATRON = """
from catanatron import Color, Game, RandomPlayer
def some():
    game, decisions = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)]), 0
    while game.winning_color() is None and decisions < 400:
        game.play_tick()
        decisions += 1
    return decisions
"""

PGX = """
import jax, jax.numpy as jnp, pgx
env = pgx.make("chess")
def act(key, mask):
    return jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf))
@jax.jit
def go(state, key):
    keys = jax.random.split(key, 64)
    state = jax.vmap(env.step)(state, jax.vmap(act)(keys, state.legal_action_mask))
    fresh = jax.vmap(env.init)(keys)
    ended = state.terminated | state.truncated
    return jax.tree_util.tree_map(
        lambda a, b: jnp.where(ended.reshape((-1,) + (1,) * (a.ndim - 1)), a, b), fresh, state
    )
key = jax.random.PRNGKey(0)
state = jax.jit(jax.vmap(env.init))(jax.random.split(key, 64))
def some():
    global state, key
    for _ in range(8):
        key, one = jax.random.split(key)
        state = go(state, one)
    state.legal_action_mask.block_until_ready()
    return 512
"""

BATTLES_AT_ONCE = """
def some():
    for _ in range(8):
        picks = np.random.random(64) * np.minimum(made.batch.counts, made.room)
        made.step(picks.astype(np.int64))
    return 512
made.reset(seed=0)
"""


@dataclass(frozen=True)
class Contender:
    """One line of the table."""

    name: str
    packages: tuple[str, ...]  # empty: what is measured is ours, in this environment
    setup: str
    versions: tuple[str, ...]


CONTENDERS = (
    Contender(
        "PettingZoo chess, in turns",
        ("pettingzoo", "chess", "pygame"),
        "from pettingzoo.classic import chess_v6\nmade = chess_v6.env()" + IN_TURNS,
        ("pettingzoo", "chess"),
    ),
    Contender(
        "OpenSpiel backgammon, Python loop",
        ("open_spiel", "numpy"),
        "import pyspiel\ngame = pyspiel.load_game('backgammon')" + OPEN_SPIEL,
        ("open_spiel",),
    ),
    Contender("catanatron, four random players", ("catanatron", "numpy"), CATANATRON, ("catanatron",)),
    Contender("pgx chess, 64 at once, compiled by JAX for the processor", ("pgx", "jax"), PGX, ("pgx", "jax")),
    *(
        Contender(
            f"{key}, in turns",
            (),
            f"from sandtable import envs\nmade = envs.env('{key}')" + IN_TURNS,
            ("sandtable",),
        )
        for key in ("dba", "dbaix")
    ),
    *(
        Contender(
            f"{key}, 64 at once, with observations, masks and rows",
            (),
            f"from sandtable import envs\nmade = envs.BatchEnv('{key}', 64, opponent=None, copy=False)"
            + BATTLES_AT_ONCE,
            ("sandtable",),
        )
        for key in ("dba", "dbaix")
    ),
)


def interpreter(packages: tuple[str, ...]) -> Path:
    """Python of the environment of these packages, which are installed into it; raises CalledProcessError."""
    folder = KEPT / packages[0]
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages]
    subprocess.run(command, check=True, capture_output=True, text=True)
    return python


def start(contender: Contender) -> tuple[subprocess.Popen[str], str] | None:
    """A process that measures one contender whenever it is asked, and its versions; None, and a line, without one."""
    try:
        python = interpreter(contender.packages) if contender.packages else Path(sys.executable)
    except (subprocess.CalledProcessError, OSError) as error:
        said = (getattr(error, "stderr", "") or str(error)).strip().splitlines()
        print(f"left out: {contender.name}: cannot be installed here: {said[-1] if said else error}", flush=True)
        return None
    told = "' '.join(" + repr(list(contender.versions)) + "[k] + ' ' + version(" + repr(list(contender.versions))
    versions = f"{told}[k]) for k in range({len(contender.versions)}))"
    code = LOOP.format(setup=contender.setup, versions=versions)
    environment = os.environ | {"JAX_PLATFORMS": "cpu"}
    if contender.packages:
        environment.pop("PYTHONPATH", None)
    process = subprocess.Popen(
        [str(python), "-W", "ignore", "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stdout is not None and process.stderr is not None
    said = process.stdout.readline().strip()
    while said and not said.startswith(contender.versions[0]):
        said = process.stdout.readline().strip()  # what a library greets with
    if not said:
        problem = process.stderr.read().strip().splitlines()
        print(f"left out: {contender.name}: does not run here: {problem[-1] if problem else ''}", flush=True)
        return None
    return process, said


def rate(process: subprocess.Popen[str], seconds: float) -> float:
    """Decisions a second of processor time."""
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(f"{seconds}\n")
    process.stdin.flush()
    return float(process.stdout.readline())


def main() -> None:
    """Measure all in turns, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--without", nargs="*", default=[], help="packages not to install")
    given = parser.parse_args()
    wanted = [one for one in CONTENDERS if not set(one.packages) & set(given.without)]
    running = {one.name: found for one in wanted if (found := start(one)) is not None}
    measured: dict[str, list[float]] = {}
    for _ in range(given.rounds):
        for name, (process, _) in running.items():
            measured.setdefault(name, []).append(rate(process, given.seconds))
    for process, _ in running.values():
        process.communicate()
    chess = median(measured.get(CONTENDERS[0].name, [float("nan")]))
    print(f"\n{datetime.date.today()}, Python {sys.version.split()[0]}, {os.cpu_count()} cores\n")
    print("| what | versions | decisions/s of processor time, median | lowest | highest | times PettingZoo chess |")
    print("|---|---|---:|---:|---:|---:|")
    for name, rates in measured.items():
        middle, low, high = median(rates), min(rates), max(rates)
        print(f"| {name} | {running[name][1]} | {middle:,.0f} | {low:,.0f} | {high:,.0f} | {middle / chess:.1f} |")


if __name__ == "__main__":
    main()
