"""How fast environments step, beside PettingZoo's chess, by processor time, in one run in turns, on this machine.

    .venv/bin/python benchmarks/environments.py              all games
    .venv/bin/python benchmarks/environments.py dba dbaix --seconds 3 --rounds 3

AEC: ``last``, ``step``, and an action at random by ``action_space(agent).sample(mask)``. Vector: 64 battles with
observations, masks and a row for every listed action, the learner on every seat, actions at random by numpy.
PettingZoo's chess needs ``chess`` and ``pygame``; where they are missing its line is left out. Figures stand in
docs/performance.md.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np

from sandtable import envs
from sandtable.batch import Batch
from sandtable.games import built_in

BATTLES = 64

SAMPLED = 256
"""Battles of a batch that is played at random: at the end of a call one thread waits for the other's last battle."""


def in_turns(made: Any) -> Callable[[float], float]:
    """Steps a second of an AEC environment."""

    def run(seconds: float) -> float:
        steps, begun = 0, time.process_time()
        while time.process_time() - begun < seconds:
            made.reset(seed=steps)
            for agent in made.agent_iter():
                observation, _, over, cut_off, info = made.last()
                if over or cut_off:
                    made.step(None)
                    continue
                mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
                made.step(int(made.action_space(agent).sample(mask)))
                steps += 1
                if time.process_time() - begun >= seconds:
                    break
        return steps / (time.process_time() - begun)

    return run


def all_at_once(key: str) -> Callable[[float], float]:
    """Decisions a second of a vector environment of 64 battles."""
    made = envs.BatchEnv(key, BATTLES, opponent=None, copy=False)
    rng = np.random.default_rng(0)
    made.reset(seed=0)

    def run(seconds: float) -> float:
        decisions, begun = 0, time.process_time()
        while time.process_time() - begun < seconds:
            made.step((rng.random(BATTLES) * np.minimum(made.batch.counts, made.room)).astype(np.int64))
            decisions += BATTLES
        return decisions / (time.process_time() - begun)

    return run


def sampled(key: str, threads: int) -> Callable[[float], float]:
    """Decisions a second, on the clock, of a batch that is played at random."""
    batch = Batch.new(key, SAMPLED, threads=threads)

    def run(seconds: float) -> float:
        decisions, begun = 0, time.perf_counter()
        while time.perf_counter() - begun < seconds:
            batch.reset(batch.over)
            decisions += int(batch.play_at_random().sum())
        return decisions / (time.perf_counter() - begun)

    return run


def contenders(keys: list[str]) -> dict[str, Callable[[float], float]]:
    """What is measured, by its line of the table."""
    found: dict[str, Callable[[float], float]] = {}
    try:
        from pettingzoo.classic import chess_v6

        found["PettingZoo chess, in turns"] = in_turns(chess_v6.env())
    except ImportError:
        print("PettingZoo's chess is not here: pip install chess pygame")
    for key in keys:
        found[f"{key}, in turns"] = in_turns(envs.env(key))
    for key in keys:
        found[f"{key}, {BATTLES} at once"] = all_at_once(key)
    for key in keys:
        found[f"{key}, sampled on one thread"] = sampled(key, 1)
        found[f"{key}, sampled on two threads"] = sampled(key, 2)
    return found


def main() -> None:
    """Measure every contender in turns, and print the median of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(built_in()))
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    measured: dict[str, list[float]] = {}
    found = contenders(given.games)
    for run in found.values():
        run(0.05)  # compiles
    for _ in range(given.rounds):
        for name, run in found.items():
            measured.setdefault(name, []).append(run(given.seconds))
    chess = median(measured.get("PettingZoo chess, in turns", [float("nan")]))
    print("| what | decisions/s, median | lowest | highest | times PettingZoo chess |\n|---|---:|---:|---:|---:|")
    for name, rates in measured.items():
        rate = median(rates)
        print(f"| {name} | {rate:,.0f} | {min(rates):,.0f} | {max(rates):,.0f} | {rate / chess:.1f} |")


if __name__ == "__main__":
    main()
