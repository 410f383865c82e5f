"""First impressions of an action: the features of a game's data/worth.toml, their weights and their words."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any

from sandtable.compiler.decorators import kernel
from sandtable.kernel.verbs import MAX_FEATURES

FILE = Path("data") / "worth.toml"


@dataclass(frozen=True)
class Feature:
    """One thing that an action changes, counted in the unit that the file's comment names."""

    key: str
    weights: tuple[float, ...]  # for the general of each side; one for all
    words: str  # why an action was taken that has more of it: "it closes with the enemy"
    opposite: str  # why one was taken that has less of it; empty: nobody would say so


@cache
def read_features(folder: Path) -> tuple[Feature, ...]:
    """The features of a game in the order of its file."""
    features = []
    for key, entry in tomllib.loads((folder / FILE).read_text("utf-8")).items():
        weight = entry["weight"]
        weights = tuple(map(float, weight)) if isinstance(weight, list) else (float(weight),)
        features.append(Feature(key, weights, entry["words"], entry.get("opposite", "")))
    if len(features) > MAX_FEATURES:
        raise ValueError(f"{FILE}: at most {MAX_FEATURES} features, not {len(features)}")
    return tuple(features)


def feature_enum(folder: Path, module: str) -> Any:
    """IntEnum of the game's features: ``CLOSE`` of ``[close]``; value = the column it has in every table of them."""
    names = [feature.key.upper() for feature in read_features(folder)]
    return IntEnum("Feature", {name: column for column, name in enumerate(names)}, module=module)


def fill_weights(b: Any, folder: Path) -> None:
    """Fill ``b.worths``, a row for the general of each side, from the game's file."""
    for column, feature in enumerate(read_features(folder)):
        for side in range(len(b["worths"])):
            b["worths"][side, column] = feature.weights[side % len(feature.weights)]


@kernel
def weigh(features, weights, n, out):
    """Fill ``out[:n]`` with what the rows of ``features`` come to under these weights."""
    for k in range(n):
        total = 0.0
        for column in range(len(weights)):
            total += features[k, column] * weights[column]
        out[k] = total


@kernel
def swap_poses(b, action, n, poses):
    """Stand the action's first ``n`` actors at ``poses`` (x, y, fx, fy), which then hold those at which they stood."""
    for k in range(n):
        figure = b.figures[action.actors[k]]
        x, y, fx, fy = figure.x, figure.y, figure.fx, figure.fy
        figure.x = poses[k, 0]
        figure.y = poses[k, 1]
        figure.fx = poses[k, 2]
        figure.fy = poses[k, 3]
        poses[k, 0] = x
        poses[k, 1] = y
        poses[k, 2] = fx
        poses[k, 3] = fy
