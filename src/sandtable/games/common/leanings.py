"""What computer generals weigh otherwise in one scenario: weights of first impressions that its file gives a side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sandtable.errors import InputError
from sandtable.files import did_you_mean, place
from sandtable.games.common.scenario_files import read_number
from sandtable.games.common.worth import read_features
from sandtable.translation import gettext

MOST = 1000.0
"""The largest weight, of either sign."""


def lean(b: Any, folder: Path, sides: Sequence[str], content: Mapping[str, Any], where: str) -> None:
    """Set those weights of ``b.worths`` that a scenario's ``leanings`` name: side -> feature -> weight.

    ``sides`` are the keys of its sides in the order of the rows of ``b.worths``. InputError names the place of a side
    or a feature that there is not, and of what is no weight.
    """
    columns = {feature.key: column for column, feature in enumerate(read_features(folder))}
    for side, weights in content["leanings"].items():
        if side not in sides:
            origin = place(content, where, "leanings", side)
            raise InputError(f"{origin}: {gettext('there is no side {side!r}', side=side)}{did_you_mean(side, sides)}")
        for key, weight in weights.items():
            origin = place(content, where, "leanings", side, key)
            if key not in columns:
                raise InputError(
                    f"{origin}: {gettext('there is no feature {key!r}', key=key)}{did_you_mean(key, columns)}"
                )
            b["worths"][sides.index(side), columns[key]] = read_number(weight, origin, whole=False, most=MOST)
