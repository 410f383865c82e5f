"""Why a computer general acted as it did, in one line: the features of its first impression that tipped it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.games.common.worth import FILE, Feature, read_features
from sandtable.games.game import Game
from sandtable.generals import GENERALS, Kind
from sandtable.kernel.records import new_actions
from sandtable.kernel.verbs import MAX_FEATURES
from sandtable.translation import all_of, capitalized, gettext, gettext_word

MOST = 2
"""Features named in one line."""

LEAST_SHARE = 0.2
"""Of all that spoke for an action, the share that a feature needs to be named."""


def why(game: Game, b: Any, side: int, action: Any, kind: str) -> str:
    """One line about an action record that this kind of general takes from battle record ``b``.

    Empty for people, and where nothing that has words spoke for it.

    ``b`` is the battle as that general saw it, before the action.
    """
    general = GENERALS.get(kind)
    if general is None:
        return ""
    if general.kind == Kind.RANDOM:
        return gettext("Taken at random.")
    said = first_sight(game, b, side, action)
    return f"{capitalized(said)}." if said else ""


def first_sight(game: Game, b: Any, side: int, action: Any) -> str:
    """What spoke for an action record at first sight, in words; empty: nothing, or nobody has words for it."""
    features = read_features(game.folder) if (game.folder / FILE).is_file() else ()
    features = features_of(game.folder, game.verb(action["verb"]).name) if features else ()
    return _said(tipped_by(features, *_impression(game, b, side, action))) if features else ""


@cache
def features_of(folder: Path, verb: str) -> tuple[Feature, ...]:
    """The features of a game as they are called of actions with this verb: ``[goal] of = {RALLY = "they take heart"}``.

    A feature is counted of actions of many kinds, and its usual words would be untrue of some. What it is called of
    a verb it is called for more of it; for less of it nothing is said then. Empty: nothing is said at all.
    """
    entries: Mapping[str, Any] = tomllib.loads((folder / FILE).read_text("utf-8"))
    return tuple(
        replace(feature, words=entries[feature.key]["of"][verb], opposite="")
        if verb in entries[feature.key].get("of", ())
        else feature
        for feature in read_features(folder)
    )


def _said(words: Sequence[str]) -> str:
    """Reasons in the language spoken."""
    return all_of(map(gettext_word, words))


def _impression(game: Game, b: Any, side: int, action: Any) -> tuple[Sequence[float], Sequence[float]]:
    """The features of one action, and their weights with the general of that side."""
    b = np.array([b], b.dtype)[0]  # movers are stood elsewhere meanwhile, and others may be looking
    actions = new_actions(1, game.action)
    actions[0] = action
    features, worths = np.zeros((1, MAX_FEATURES)), np.zeros(1)
    game.verbs.worth(b, actions, 1, features, worths)
    weights = b["worths"][side].tolist() if "worths" in (b.dtype.names or ()) else []
    return features[0].tolist(), weights


def tipped_by(features: Sequence[Feature], found: Sequence[float], weights: Sequence[float]) -> list[str]:
    """The words of the features that spoke most for an action, the strongest first; those of the same words as one."""
    spoke: dict[str, float] = {}
    for feature, amount, weight in zip(features, found, weights, strict=False):
        words = feature.words if amount > 0.0 else feature.opposite
        if amount * weight > 0.0 and words:
            spoke[words] = spoke.get(words, 0.0) + amount * weight
    strongest = sorted(spoke, key=lambda words: -spoke[words])
    return [words for words in strongest[:MOST] if spoke[words] >= LEAST_SHARE * sum(spoke.values())]
