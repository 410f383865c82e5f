"""House-rule switches of a game's options.toml as kernels ask them: a record of them, and their values by name."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.games.common.options import read_options
from sandtable.kernel.records import record


def _name(key: str) -> str:
    """``closer_metric`` as an enum is called: CloserMetric."""
    return "".join(part.capitalize() for part in key.split("_"))


def options_record(folder: Path) -> np.dtype[Any]:
    """The options of a battle: of every switch the place of its value in the list of ``data/options.toml``."""
    return record(*((option.key, "i4") for option in read_options(folder)))


def switch_enums(folder: Path, module: str) -> dict[str, Any]:
    """The IntEnum of every switch in ``data/options.toml`` by its name: ``CloserMetric.SUM_OF_CORNERS``.

    A member's value is its place in the option's list of values, as the battle's options hold it; 0 is the default.
    """
    return {
        _name(option.key): IntEnum(
            _name(option.key), {value.upper(): place for place, value in enumerate(option.values)}, module=module
        )
        for option in read_options(folder)
    }
