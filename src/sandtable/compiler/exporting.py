"""Compiled forms put into a folder for others: a package, several users of a machine, or a container image.

The folder holds ``forms`` and ``made.json``, as ``prebuilt`` reads them; nobody who reads it writes to it.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

X86_64_V3 = ("avx", "avx2", "bmi", "bmi2", "cx16", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sahf", "sse4.2", "xsave")
"""What a processor of that level can do, in LLVM's words."""

COMPILE = (sys.executable, "-c", "from sandtable.cli import main; main()", "compile")

MADE = """
import json, sys
from numba.core.registry import cpu_target
from sandtable.compiler.linking import folder
processor = [str(word) for word in cpu_target.target_context.codegen().magic_tuple()]
print(json.dumps({"toolchain": folder().name, "processor": processor}))
"""


def target() -> tuple[dict[str, str], list[str]]:
    """Settings that have numba compile for many machines, and what a processor must be able to do."""
    if platform.machine().lower() in ("x86_64", "amd64"):
        return {"NUMBA_CPU_NAME": "x86-64-v3", "NUMBA_CPU_FEATURES": ""}, list(X86_64_V3)
    return {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}, []


def is_free(folder: Path) -> bool:
    """The folder is not there, is empty, or holds an earlier export, which a new one replaces."""
    return not folder.exists() or (folder.is_dir() and ((folder / "made.json").exists() or not any(folder.iterdir())))


def export(folder: Path, compiling: Sequence[str] = COMPILE) -> bool:
    """Fill the folder with what this command compiles, where nothing is compiled yet; False when the command failed."""
    settings, needs = target()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".compiling-", dir=folder) as place:
        environment = os.environ | settings | {"SANDTABLE_CACHE": place, "SANDTABLE_PREBUILT": "off"}
        done = subprocess.run(compiling, env=environment, stdout=subprocess.DEVNULL, check=False).returncode == 0
        said = subprocess.run([sys.executable, "-c", MADE], env=environment, check=True, capture_output=True, text=True)
        made = json.loads(said.stdout)
        shutil.rmtree(folder / "forms", ignore_errors=True)
        (Path(place) / made["toolchain"]).rename(folder / "forms")
    (folder / "made.json").write_text(json.dumps(made | {"needs": needs}, indent=2) + "\n", "utf-8")
    return done
