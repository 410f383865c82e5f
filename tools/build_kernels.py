"""Build `dist/sandtable_kernels-*.whl`: the rules of all games, compiled, for those who would rather not wait for that.

The wheel fits one system, one Python and the versions of numba and numpy that stand in its `made.json`, and processors
from 2013 on (x86-64-v3) where it is made on x86-64. Whatever does not fit is compiled as without it.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "dist"
PACKAGE = "sandtable_kernels"

X86_64_V3 = ("avx", "avx2", "bmi", "bmi2", "cx16", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sahf", "sse4.2", "xsave")
"""What a processor of that level can do, in LLVM's words."""

COMPILE = "from sandtable.cli import main; main()"

MADE = """
import json, sys
from numba.core.registry import cpu_target
from sandtable.compiler.linking import folder
processor = [str(word) for word in cpu_target.target_context.codegen().magic_tuple()]
print(json.dumps({"toolchain": folder().name, "processor": processor}))
"""

PROJECT = """\
[build-system]
requires = ["hatchling>=1.26"]
build-backend = "hatchling.build"

[project]
name = "sandtable-kernels"
version = "{version}"
description = "The rules of Sandtable's games, compiled."
license = "Apache-2.0"
requires-python = "=={python}.*"
dependencies = ["sandtable=={version}"]

[tool.hatch.build.targets.wheel]
packages = ["{package}"]

[tool.hatch.build.hooks.custom]
"""

HOOK = """\
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Tag(BuildHookInterface):
    def initialize(self, version, build_data):
        build_data["tag"] = "{tag}"
"""


def target() -> tuple[dict[str, str], list[str]]:
    """Settings that have numba compile for many machines, and what a processor must be able to do."""
    if platform.machine().lower() in ("x86_64", "amd64"):
        return {"NUMBA_CPU_NAME": "x86-64-v3", "NUMBA_CPU_FEATURES": ""}, list(X86_64_V3)
    return {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}, []


def fill(package: Path) -> None:
    """Compile all games into the folder of the package."""
    settings, needs = target()
    package.mkdir()
    kernels = package.parent / "kernels"
    environment = os.environ | settings | {"SANDTABLE_CACHE": str(kernels), "SANDTABLE_PREBUILT": "off"}
    subprocess.run([sys.executable, "-c", COMPILE, "compile"], env=environment, check=True)
    said = subprocess.run([sys.executable, "-c", MADE], env=environment, check=True, capture_output=True, text=True)
    made = json.loads(said.stdout)
    (kernels / made["toolchain"]).rename(package / "forms")
    (package / "__init__.py").write_text('"""The rules of Sandtable\'s games, compiled. Data alone."""\n', "utf-8")
    (package / "made.json").write_text(json.dumps(made | {"needs": needs}, indent=2) + "\n", "utf-8")


def main() -> None:
    """Build the wheel."""
    from importlib.metadata import version

    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    tag = f"cp{python.replace('.', '')}-none-{system}"
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        text = PROJECT.format(version=version("sandtable"), python=python, package=PACKAGE)
        (place / "pyproject.toml").write_text(text, "utf-8")
        (place / "hatch_build.py").write_text(HOOK.format(tag=tag), "utf-8")
        fill(place / PACKAGE)
        command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(OUT), folder]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
