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

COMPILED_ALONE = {
    # What is around the rules: the server, the command line, what is installed.
    "server",
    "lab/test_duel.py",
    "lab/test_endless.py",
    "lab/test_leanings.py",
    "lab/test_pool.py",
    "lab/test_ray.py",
    "lab/test_reasons.py",
    "lab/test_regret.py",
    "lab/test_tune.py",
    "test_command_line.py",
    "test_distribution.py",
    "test_files_fuzzed.py",
    "test_readme.py",
    "test_surroundings.py",
    # The compiler, and what holds compiled rules against interpreted ones.
    "compiler/test_cache.py",
    "compiler/test_decorators.py",
    "compiler/test_forms.py",
    "compiler/test_keys.py",
    "compiler/test_linking.py",
    "compiler/test_own_programs.py",
    "compiler/test_patience.py",
    "compiler/test_prebuilt.py",
    "compiler/test_releasing.py",
    "compiler/test_whole_numbers.py",
    "test_agreement.py",
    # Battles and cases of games that people play, for what is written and read of them.
    "table/test_any_name.py",
    "table/test_labels.py",
    "table/test_round_trip.py",
    "table/test_two_languages.py",
    "table/test_who_comes_and_goes.py",
    "test_order_of_figures.py",
}
"""Folders and files that run compiled, and not interpreted too: no rule is worked out by hand in them. A battle of a
game that people play takes several times as long interpreted, and what is compiled for it others need, too."""

INTERPRETED_ALONE = {
    # Sources, texts, files and numbers: no compiled rule has a part in them.
    "common/test_sequence.py",
    "draw",
    "lab/test_extra.py",
    "lab/test_measures.py",
    "lab/test_numbers.py",
    "lab/test_report_in_russian.py",
    "lab/test_statistics.py",
    "lab/test_study.py",
    "table/test_glossary.py",
    "table/test_languages.py",
    "table/test_log_entries.py",
    "table/test_numbers_in_texts.py",
    "table/test_public_face.py",
    "table/test_reached_functions.py",
    "table/test_rulebook.py",
    "table/test_rulebooks_in_languages.py",
    "table/test_russian_counts.py",
    "table/test_russian_words.py",
    "table/test_sentences.py",
    "table/test_turns_counted.py",
    "table/test_ways.py",
    "table/test_what_is_asked.py",
    "table/test_what_people_write.py",
    "test_architecture.py",
    "test_bases_of_files.py",
    "test_casebook_pages.py",
    "test_files.py",
    "test_games_alike.py",
    "test_house_style.py",
    "test_import_contracts.py",
    "test_import_cycles.py",
    "test_loading_games.py",
    "test_logged_clauses.py",
    "test_project.py",
    "test_site.py",
    "test_yaml_text.py",
    # What is shown on a small game of the tests' own, or by hand.
    "kernel/test_changing_terrain.py",
    "kernel/test_kernel_situations.py",
    "kernel/test_log.py",
    "kernel/test_terrain_moving.py",
    "lab/test_analysis.py",
    "lab/test_ladder.py",
    "lab/test_lead_by_points.py",
    "lab/test_own_generals.py",
    "lab/test_plans.py",
    "lab/test_review.py",
    "table/test_battle.py",
    "table/test_case_writer.py",
    "table/test_cases.py",
    "table/test_commands.py",
    "table/test_commitments.py",
    "table/test_dbaix_cases.py",
    "table/test_endings.py",
    "table/test_hidden_odds.py",
    "table/test_notation.py",
    "table/test_odds.py",
    "table/test_room.py",
    "table/test_saves.py",
    "table/test_sides.py",
    "table/test_sizes_of_actions.py",
}
"""Folders and files that run interpreted, and not compiled too, as do tests of rules in the folders of games. A small
game, or a record of a test's own, is compiled for its test alone: a second for each rule, 20 s for all generals."""


def marks_of(file: Path) -> set[str]:
    """What all tests of a file are marked with by where it lies; in a game's folder but for those marked ``volume``."""
    file = file.relative_to(HERE)
    place, marks = file.parts[0], set()
    if place in GAMES or {place, file.as_posix()} & INTERPRETED_ALONE:
        marks.add("by_hand")
    if {place, file.as_posix()} & COMPILED_ALONE:
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
    marks = marks_of(collection_path) & left_out
    if not marks or (marks == {"by_hand"} and "mark.volume" in collection_path.read_text("utf-8")):
        return None
    return True


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test for the stage that it runs in by where it lies, and refuse one that would run in none."""
    for item in items:
        for mark in marks_of(item.path):
            if mark != "by_hand" or item.get_closest_marker("volume") is None:
                item.add_marker(mark)
        if item.get_closest_marker("by_hand") and item.get_closest_marker("full"):
            raise pytest.UsageError(f"{item.nodeid} would run in no stage: it is left out of both (tests/conftest.py)")
