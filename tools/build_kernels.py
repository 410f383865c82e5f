"""Build `dist/sandtable_kernels-*.whl`: the rules of all games, compiled, for those who would rather not wait for that.

The wheel fits one system, one Python and the versions of numba and numpy that stand in its `made.json`, and processors
from 2013 on (x86-64-v3) where it is made on x86-64. Whatever does not fit is compiled as without it.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from sandtable.compiler.exporting import export

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "dist"
PACKAGE = "sandtable_kernels"

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


def fill(package: Path) -> None:
    """Compile all games into the folder of the package."""
    if not export(package):
        sys.exit("not all games could be compiled")
    (package / "__init__.py").write_text('"""The rules of Sandtable\'s games, compiled. Data alone."""\n', "utf-8")


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
