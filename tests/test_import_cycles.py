"""No module imports, by whatever way round, a module that imports it: not in a function, nor for types alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).resolve().parents[1] / "src"
FLOORS = ("batch", "cli", "compiler", "draw", "envs", "files", "games", "kernel", "server", "table")
"""Packages without a circle. A circle between two files each stands in ``generals`` (own) and ``lab`` (study)."""


def modules(root: Path) -> dict[str, Path]:
    """Every module under a folder by its name."""
    found = {}
    for path in root.rglob("*.py"):
        parts = path.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(path: Path) -> Iterator[str]:
    """Whatever a file imports anywhere, in functions and under ``TYPE_CHECKING`` too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def circle(graph: dict[str, set[str]]) -> list[str]:
    """The modules of a circle in the order in which they import each other; empty where there is none."""
    left = {name: others & graph.keys() - {name} for name, others in graph.items()}
    while free := [name for name, others in left.items() if not others]:
        left = {name: others - set(free) for name, others in left.items() if name not in free}
    walked: list[str] = []
    name = min(left, default="")
    while name and name not in walked:
        walked.append(name)
        name = min(left[name])
    return walked[walked.index(name) :] if name else []


def test_a_circle_is_found_and_a_chain_is_none() -> None:
    assert circle({"a": {"b", "numpy"}, "b": {"c"}, "c": set()}) == []
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == ["b", "c"]


@pytest.mark.parametrize("floor", FLOORS)
def test_no_modules_of_a_floor_import_each_other(floor: str) -> None:
    known = {name: path for name, path in modules(SOURCES).items() if name.startswith(f"sandtable.{floor}.")}
    graph = {name: set(imports(path)) for name, path in known.items()}
    assert len(graph) > 1 and circle(graph) == []
