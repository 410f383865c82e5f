"""Compiled forms that others have made, for processors that can run them: in a package, or in a folder for many users.

`tools/build_kernels.py` makes the package `sandtable-kernels`, and `sandtable compile --export FOLDER` a folder, which
users name by ``SANDTABLE_PREBUILT=FOLDER`` and only read. Each holds ``forms``, and ``made.json``, which says by which
compiler and for which processor they were made. Forms are named as those in the cache are, so that one which has become
stale is never found; without them, or where they do not fit, rules are compiled as ever.
"""

from __future__ import annotations

import importlib.util
import json
import logging
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

CHOSEN = os.environ.get("SANDTABLE_PREBUILT", "")
"""A folder in place of the package; `off`: neither."""

log = logging.getLogger("sandtable")


class Prebuilt(NamedTuple):
    """What such a package or folder holds."""

    folder: Path
    processor: tuple[str, ...]  # what the forms were compiled for, in numba's words

    def read(self, name: str) -> bytes | None:
        """One form; None when it is not there."""
        with suppress(OSError, zlib.error):
            return cache.unpacked((self.folder / name).read_bytes())
        return None


@once
def prebuilt(toolchain: str) -> Prebuilt | None:
    """What is installed or chosen, when this compiler would have made the same and this processor can run it."""
    for place in _places():
        with suppress(OSError, ValueError, LookupError, TypeError):
            made: dict[str, Any] = json.loads(Path(place, "made.json").read_text("utf-8"))
            processor = tuple(str(word) for word in made["processor"])
            if made["toolchain"] == toolchain and can_run(processor[0], made["needs"]):
                return Prebuilt(Path(place, "forms"), processor)
    if CHOSEN not in ("", "off"):
        log.warning("SANDTABLE_PREBUILT: %s holds no compiled rules that fit this machine and its numba", CHOSEN)
    return None


def _places() -> list[str]:
    if CHOSEN:
        return [] if CHOSEN == "off" else [CHOSEN]
    found = importlib.util.find_spec(PACKAGE)
    return list((found and found.submodule_search_locations) or ())


def can_run(triple: str, needs: list[str]) -> bool:
    """This machine is of that kind, and its processor has these features."""
    has = llvm.get_host_cpu_features()
    return triple == llvm.get_process_triple() and all(has.get(feature) for feature in needs)
