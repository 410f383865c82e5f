"""Shared by all tests: reduced sizes for the slow ways of running, and which way shows what (docs/testing.md)."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

REDUCED = os.environ.get("SANDTABLE_REDUCED") == "1"
"""True in the interpreted run, and in that of `make bounds`: the same tests on fewer examples."""

# Compiling a kernel inside an example is slow once, which Hypothesis would take for a slow test.
_common = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("whole", derandomize=True, **_common)
settings.register_profile("reduced", derandomize=True, max_examples=10, **_common)
settings.register_profile("fresh", **_common)
settings.load_profile("reduced" if REDUCED else "whole")


@pytest.fixture(autouse=True)
def _english_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a test speaks, those after it speak English: `--language` of a command holds for its process."""
    monkeypatch.setenv("SANDTABLE_LANGUAGE", "en")


@pytest.fixture(autouse=True, scope="session")
def _compile_as_called() -> None:
    """Tests of the compiled run show compiled rules, also where they play as a program of one's own does."""
    from sandtable.compiler import patience

    patience.be_patient(False)


HERE = Path(__file__).parent

GAMES = {folder.parent.name for folder in (HERE.parent / "src" / "sandtable" / "games").glob("*/rules")}
"""The folders of games and cores: under these names lie the tests of their rules."""

AROUND = {
    "server",
    "test_casebook_pages.py",
    "test_command_line.py",
    "test_distribution.py",
    "test_files_fuzzed.py",
    "test_house_style.py",
    "test_import_contracts.py",
    "test_project.py",
    "test_readme.py",
    "test_surroundings.py",
}
"""Tests of what is around the rules: the compiled run shows all of it."""

APART = {
    "test_architecture.py",
    "test_import_cycles.py",
    "test_logged_clauses.py",
    "test_site.py",
    "lab/test_analysis.py",
    "lab/test_ladder.py",
    "lab/test_own_generals.py",
    "lab/test_review.py",
    "lab/test_statistics.py",
    "table/test_glossary.py",
    "table/test_languages.py",
    "table/test_numbers_in_texts.py",
    "table/test_reached_functions.py",
    "table/test_rulebook.py",
    "table/test_rulebooks_in_languages.py",
    "table/test_sentences.py",
    "table/test_what_people_write.py",
}
"""Tests of sources, texts and numbers, in which no compiled rule has a part, and of what is made of the thoughts of
generals, shown on small games of the tests' own: to compile all generals for one of these takes 20 s. The interpreted
run shows all of it; what compiled generals do is shown of games that people play."""


def marks_of(file: Path) -> set[str]:
    """What all tests of a file are marked with by where it lies; in a game's folder but for those marked ``volume``."""
    file = file.relative_to(HERE)
    place, marks = file.parts[0], set()
    if place in GAMES or file.as_posix() in APART:
        marks.add("by_hand")
    if place in AROUND:
        marks.add("full")
    if place == "browser":
        marks.add("browser")
    return marks


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A file all of whose tests are left out is not read: each worker would import it, and take its tests apart."""
    if collection_path.suffix != ".py" or HERE not in collection_path.parents:
        return None
    asked = config.option.markexpr
    left_out = set(re.findall(r"not (\w+)", asked)) if re.fullmatch(r"not \w+( and not \w+)*", asked) else set()
    if not marks_of(collection_path) & left_out or "mark.volume" in collection_path.read_text("utf-8"):
        return None
    return True


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of a game's rules are worked out by hand, and run interpreted alone, unless they are marked ``volume``.

    So do those in ``APART``. What is around the rules runs compiled alone.
    """
    for item in items:
        for mark in marks_of(item.path):
            if mark != "by_hand" or item.get_closest_marker("volume") is None:
                item.add_marker(mark)
