"""A worked example that learns: it watches `quick`, learns what its choices have in common, and beats random play.

    .venv/bin/python benchmarks/learning.py                 DBA, first-lesson; numpy alone
    .venv/bin/python benchmarks/learning.py --battles 400 --test 1000

Behaviour cloning: of every decision of watched battles the listed actions are rows of numbers, and one was chosen. A
score for a row is a weighted sum, for each verb, of its columns and of what the action changes at first sight
(``Observer.weigh``); the weights are those under which chosen rows come first (softmax, by gradient). What was
learned then plays one seat, and random play the others, every seat in turn. The curve is its share of wins.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

from sandtable.batch import Batch
from sandtable.batch.observing import Observer, Weighed
from sandtable.envs import BatchEnv
from sandtable.games import get_game
from sandtable.games.common.intervals import Interval, wilson
from sandtable.generals.desk import best_of, list_and_weigh, new_desk
from sandtable.kernel.dice import new_dice

GAME, SCENARIO, ROOM = "dba", "first-lesson", 512
Decision = tuple[Any, int]
"""The features of what was listed, and which of it was chosen."""


def features(rows: Any, weighed: Weighed, verbs: int) -> Any:
    """What a score is made of: what each action changes and costs, and for each verb the row.

    ``rows`` f4[n, actions, columns].
    """
    most = rows.shape[1]
    changed, price = weighed.features[:, :most], weighed.prices[:, :most, None]
    verb, rest = rows[..., :verbs], np.clip(rows[..., verbs:], -5.0, 5.0)
    products = verb[..., :, None] * rest[..., None, :]
    told = [changed, np.clip(price, -5.0, 5.0), verb, products.reshape(*rows.shape[:-1], -1)]
    return np.concatenate(told, -1).astype(np.float32)


def watch(battles: int, seed: int) -> list[Decision]:
    """What `quick` chose on both seats of so many battles."""
    game = get_game(GAME)
    batch = Batch.new(game, 1, SCENARIO, seed=seed)
    observer, desk, planner = Observer(batch), new_desk(game), new_dice(f"planner {seed}")
    rows, verbs = np.zeros((1, ROOM, len(observer.actions.columns)), np.float32), len(game.verb)
    watched: list[Decision] = []
    for _ in range(battles):
        batch.reset()
        while not batch.over[0]:
            count = int(batch.legal_actions()[0])
            chosen = int(best_of(desk.worths, list_and_weigh(batch.battles[0], desk), planner))
            if 1 < count <= ROOM:
                listed = observer.describe(rows)[:, :count]
                watched.append((features(listed, observer.weigh(), verbs)[0], chosen))
            batch.step([chosen])
    return watched


def learn(told: list[Decision], rounds: int = 12) -> Any:
    """The weights under which what was chosen comes first: softmax by gradient (Adam), decision by decision."""
    weights = np.zeros(told[0][0].shape[-1], np.float32)
    mean, square, settled = np.zeros_like(weights), np.zeros_like(weights), np.zeros_like(weights)
    steps, rng = 0, np.random.default_rng(0)
    for turn in range(rounds):
        for k in rng.permutation(len(told)):
            rows, chosen = told[k]
            scores = rows @ weights
            shares = np.exp(scores - scores.max())
            gradient = rows[chosen] - (shares / shares.sum()) @ rows - 1e-4 * weights
            steps += 1
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            rate = 0.01 / (1 + turn)
            weights += rate * (mean / (1 - 0.9**steps)) / (np.sqrt(square / (1 - 0.999**steps)) + 1e-8)
            settled += weights * (turn >= rounds // 2)
    return settled / (len(told) * (rounds - rounds // 2))


def test(weights: Any, battles: int, seed: int) -> Interval:
    """The share of wins of what was learned against random play, on every seat in turn."""
    won, fought, verbs = 0.0, 0, len(get_game(GAME).verb)
    for side in range(2):
        many = BatchEnv(GAME, 50, scenario=SCENARIO, side=side, opponent="random", room=ROOM, copy=False)
        seen, _ = many.reset(seed=seed + side)
        while fought < battles * (side + 1) // 2:
            most, shown = int(seen["action_mask"].sum(1).max()), seen["observation"]
            listed = features(shown["actions"][:, :most], many.observer.weigh(), verbs)
            scores = np.where(seen["action_mask"][:, :most] > 0, listed @ weights, -np.inf)
            seen, rewards, over, _, _ = many.step(scores.argmax(axis=1))
            won += float((rewards[over] + 1.0).sum() / 2.0)
            fought += int(over.sum())
    return wilson(won, fought)


def main() -> None:
    """Watch, learn and test, and print the curve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--battles", type=int, default=80)
    parser.add_argument("--test", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    begun = time.perf_counter()
    watched: list[Decision] = []
    print("| battles watched | decisions | wins against random, 95 % | seconds |\n|---:|---:|---|---:|")
    part = max(1, given.battles // 8)
    for total in (part, 2 * part, 4 * part, 8 * part):
        have = 0 if total == part else total // 2
        watched += watch(total - have, given.seed * 1000 + total)
        share = test(learn(watched), given.test, given.seed)
        said = f"{share.rate:.1%} ({share.low:.1%} to {share.high:.1%})"
        print(f"| {total} | {len(watched):,} | {said} | {time.perf_counter() - begun:.0f} |", flush=True)


if __name__ == "__main__":
    main()
