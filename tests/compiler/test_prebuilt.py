"""Compiled forms that come in a package: found and loaded without compiling, and passed over where they do not fit."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import pytest

from compiler.test_decorators import MODULE, RUN, STEPS
from sandtable.compiler import exporting
from sandtable.compiler.decorators import COMPILED, PACKAGE

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled in the interpreted run")

GENERIC = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}

MADE = """
import json
from numba.core.registry import cpu_target
from sandtable.compiler.linking import folder
words = cpu_target.target_context.codegen().magic_tuple()
print(json.dumps({"toolchain": folder().name, "processor": [str(word) for word in words], "needs": []}))
"""


class Machine:
    """Two kernels, a large one and its caller, on a machine with a cache of its own."""

    def __init__(self, folder, **settings):
        (folder / "site").mkdir(parents=True)
        (folder / "site" / "rules.py").write_text(MODULE.format(steps=STEPS))
        self.site, self.cache = folder / "site", folder / "cache"
        path = os.pathsep.join([str(self.site), str(PACKAGE.parent)])
        own = {key: value for key, value in os.environ.items() if key != "SANDTABLE_PREBUILT"}
        self.environment = {**own, "PYTHONPATH": path, "SANDTABLE_CACHE": str(self.cache), **settings}

    def python(self, code):
        run = subprocess.run(
            [sys.executable, "-c", code], env=self.environment, capture_output=True, text=True, timeout=240
        )
        assert run.returncode == 0, run.stderr
        return run.stdout

    def compiled(self):
        """What ``caller(7)`` answers, and how many kernels were compiled for it."""
        answer, compiled, _ = self.python(RUN).split()
        return float(answer), int(compiled)


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """The package of the two kernels, what stands in it, what they answer, and the machine that made it."""
    maker = Machine(tmp_path_factory.mktemp("maker"), **GENERIC)
    answer, compiled = maker.compiled()
    assert compiled == 2
    made = json.loads(maker.python(MADE))
    place = tmp_path_factory.mktemp("package")
    shutil.copytree(maker.cache / made["toolchain"], place / "forms")
    (place / "__init__.py").touch()
    return place, made, answer, maker


@pytest.fixture
def machine(tmp_path, package):
    """A function that makes another machine, on which the package is installed, with a note changed in it."""
    place, made, *_ = package

    def install(**changes):
        user = Machine(tmp_path / f"user {len(changes)}")
        shutil.copytree(place, user.site / "sandtable_kernels")
        (user.site / "sandtable_kernels" / "made.json").write_text(json.dumps(made | changes))
        return user

    return install


def test_the_forms_of_the_package_are_loaded_and_nothing_is_compiled(machine, package):
    user = machine()
    assert user.compiled() == (package[2], 0)
    assert not list(user.cache.rglob("*.kernel"))


def test_a_folder_that_somebody_exported_is_as_good_as_the_package(tmp_path, package, machine):
    folder, user = tmp_path / "shared", Machine(tmp_path / "user")
    maker = Machine(tmp_path / "maker")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", maker.environment["PYTHONPATH"])
        assert exporting.export(folder, [sys.executable, "-c", RUN])
    assert sorted(file.name for file in folder.iterdir()) == ["forms", "made.json"]
    held = {file.name: file.read_bytes() for file in (folder / "forms").iterdir()}
    user.environment["SANDTABLE_PREBUILT"] = str(folder)
    assert user.compiled() == (package[2], 0)
    assert not list(user.cache.rglob("*.kernel"))
    assert {file.name: file.read_bytes() for file in (folder / "forms").iterdir()} == held
    assert exporting.is_free(folder) and exporting.is_free(tmp_path / "none") and not exporting.is_free(tmp_path)


def test_a_folder_that_does_not_fit_is_told_of(machine, tmp_path):
    user = machine()
    user.environment["SANDTABLE_PREBUILT"] = str(tmp_path / "none")
    code = "from sandtable.compiler.keys import toolchain; from sandtable.compiler.prebuilt import prebuilt; "
    run = subprocess.run(
        [sys.executable, "-c", code + "print(prebuilt(toolchain()))"],
        env=user.environment, capture_output=True, text=True, timeout=240, check=True,
    )  # fmt: skip
    assert run.stdout == "None\n" and f"SANDTABLE_PREBUILT: {tmp_path / 'none'} holds no compiled rules" in run.stderr


def test_they_are_known_to_be_there_before_anything_is_loaded(machine):
    """The server asks so whether helpers are worth their start."""
    code = """
import numba, rules
from sandtable.compiler.linking import source_of, sources_kept
print({source_of(kernel, (numba.float64,)) for kernel in (rules.large, rules.caller)} <= sources_kept())
"""
    user = machine()
    assert user.python(code).strip() == "True"
    user.environment["SANDTABLE_PREBUILT"] = "off"
    assert user.python(code).strip() == "False"


@pytest.mark.parametrize(
    "change",
    [
        {"needs": ["no-such-feature"]},
        {"toolchain": "0123456789abcdef"},  # another numba, say
        {"processor": ["riscv64-unknown-linux-gnu", "generic", ""]},
        {"processor": []},
    ],
)
def test_a_package_that_does_not_fit_is_passed_over(machine, change):
    code = "from sandtable.compiler.keys import toolchain; from sandtable.compiler.prebuilt import prebuilt; "
    code += "print(prebuilt(toolchain()) is None)"
    assert machine().python(code).strip() == "False"
    user = machine(**change)
    assert user.python(code).strip() == "True"


def test_rules_are_compiled_where_the_package_does_not_fit(machine, package):
    assert machine(needs=["no-such-feature"]).compiled() == (package[2], 2)


def test_a_rule_that_has_changed_since_is_compiled(machine, package):
    user = machine()
    file = user.site / "rules.py"
    file.write_text(file.read_text().replace("large(x) + 1.0", "large(x) + 2.0"))
    assert user.compiled() == (package[2] + 1.0, 1)  # the large one is still that of the package


def test_a_cache_that_was_copied_elsewhere_is_as_good(tmp_path, package):
    *_, answer, maker = package
    other = Machine(tmp_path, **GENERIC)
    shutil.copytree(maker.cache, other.cache)
    assert other.compiled() == (answer, 0)
