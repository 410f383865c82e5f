"""Compiled forms that come in a package of their own, `sandtable-kernels`, for processors that can run them.

`tools/build_kernels.py` makes the package: the forms of all games in the folder ``forms``, and ``made.json``, which
says by which compiler and for which processor they were made. They are named as those in the cache are, so that one
which has become stale is never found; without the package, or where it does not fit, rules are compiled as ever.
"""

from __future__ import annotations

import importlib.util
import json
import os
import zlib
from contextlib import suppress
from functools import cache as once
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm

from sandtable.compiler import cache

PACKAGE = "sandtable_kernels"
"""The package's name, as it is imported: it holds data alone."""

SWITCHED_OFF = os.environ.get("SANDTABLE_PREBUILT") == "off"


class Prebuilt(NamedTuple):
    """What such a package holds."""

    folder: Path
    processor: tuple[str, ...]  # what the forms were compiled for, in numba's words

    def read(self, name: str) -> bytes | None:
        """One form; None when it is not there."""
        with suppress(OSError, zlib.error):
            return cache.unpacked((self.folder / name).read_bytes())
        return None


@once
def prebuilt(toolchain: str) -> Prebuilt | None:
    """The package that is installed, when this compiler would have made the same and this processor can run it."""
    found = None if SWITCHED_OFF else importlib.util.find_spec(PACKAGE)
    for place in (found and found.submodule_search_locations) or ():
        with suppress(OSError, ValueError, LookupError, TypeError):
            made: dict[str, Any] = json.loads(Path(place, "made.json").read_text("utf-8"))
            processor = tuple(str(word) for word in made["processor"])
            if made["toolchain"] == toolchain and can_run(processor[0], made["needs"]):
                return Prebuilt(Path(place, "forms"), processor)
    return None


def can_run(triple: str, needs: list[str]) -> bool:
    """This machine is of that kind, and its processor has these features."""
    has = llvm.get_host_cpu_features()
    return triple == llvm.get_process_triple() and all(has.get(feature) for feature in needs)
