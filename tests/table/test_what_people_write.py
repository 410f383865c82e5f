"""What people write into files, and where they run the program: one clear sentence, or it simply works."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from sandtable import cli
from sandtable.errors import InputError
from sandtable.files import own_files_only
from sandtable.games import get_game
from sandtable.games.common.amounts import as_given
from sandtable.table.cases import adjudicate, final_table
from sandtable.table.scenarios import find_scenario

DBA = {
    "game": "dba", "side": "red", "bound": 1, "pips": 3,
    "figures": [
        {"id": "A", "is": "4Bd", "side": "red", "left": [1000, 1000], "facing": "N"},
        {"id": "C", "is": "3Kn", "side": "red", "left": [2000, 1000], "facing": "N"},
    ],
}  # fmt: skip
INTER_ARMA = {
    "game": "inter-arma", "table": {"width": 120, "height": 90}, "initiative": ["red", "blue"],
    "sides": [
        {"key": "red", "edge": "south", "figures": [{"id": "A", "at": [30, 38.4], "facing": "N"}]},
        {"key": "blue", "edge": "north", "figures": [{"id": "Z", "at": [110, 85], "facing": "S"}]},
    ],
}  # fmt: skip


def told(folder: Path, case: object, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str]:
    """The exit status of `sandtable adjudicate` about a case, and what it says of a mistake."""
    path = folder / "case.yaml"
    path.write_text(case if isinstance(case, str) else yaml.safe_dump(case, sort_keys=False))
    status = cli.run(["adjudicate", str(path), *more])
    return status, capsys.readouterr().err


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("{move: [A], ahead: 100,5}", "not '5'"),
        ("{move: [C], to: [2080, 1100], faceing: }", "not 'faceing'; did you mean facing?"),
        ("{move: [C], to: [2080, 1100], facing: }", "facing has no value"),
        ("{move: [C], ahead: }", "ahead has no value"),
    ],
)
def test_a_field_of_an_action_without_a_value_or_misspelt_is_refused(tmp_path, capsys, action, said):
    text = yaml.safe_dump(DBA, sort_keys=False) + f"actions:\n  - {action}\n"
    status, error = told(tmp_path, text, capsys)
    assert status == 2 and said in error and "field actions[1]" in error


@pytest.mark.parametrize("game", ["dba", "inter-arma"])
def test_two_figures_with_one_id_are_refused_with_file_and_lines(tmp_path, capsys, game):
    if game == "dba":
        figures = [*DBA["figures"], {**DBA["figures"][0], "side": "blue", "left": [2160, 2000]}]
        case = DBA | {"figures": figures}
    else:
        red, blue = INTER_ARMA["sides"]
        case = INTER_ARMA | {
            "sides": [red, blue | {"figures": [*blue["figures"], {**red["figures"][0], "at": [9, 9]}]}]
        }
    status, error = told(tmp_path, case, capsys)
    assert status == 2 and "case.yaml, line" in error and "the id 'A' stands twice, first on line" in error


def test_a_case_that_holds_only_its_game_says_what_is_missing(tmp_path, capsys):
    status, error = told(tmp_path, {"game": "dba"}, capsys)
    assert status == 2 and "expected a table: battle, or some of" in error and "figures" in error


def test_an_array_of_a_figure_may_be_expected_too(tmp_path):
    """C1 as it is laid: no card lies on any battalion, so each of its places for cards holds NONE."""
    path = tmp_path / "case.yaml"
    case = {"game": "batalist", "battle": "C1", "seed": 1, "final": {"figures": {"A1": {"cards": [9, 9]}}}}
    path.write_text(yaml.safe_dump(case))
    answer = adjudicate(path)
    places = len(answer.battle.record["figures"][0]["cards"])
    assert len(answer.differences) == 1 and "cards of A1 to be" in answer.differences[0]
    case["final"] = {"figures": {"A1": {"cards": [-1] * places}}}
    path.write_text(yaml.safe_dump(case))
    assert adjudicate(path).as_expected


def test_both_sides_losses_are_told_where_their_boxes_have_one_title(tmp_path):
    """Mines that G1 enters kill it and S2: 6 wounds at Strength 6, 1 saves nobody."""
    case = """
game: pursuit
phase: movement
quarry: {figures: [{id: S1, profile: scout_rider, at: [10, 18]}, {id: S2, profile: scout_rider, at: [40, 13]}]}
hunters:
  figures:
    - {id: G1, profile: winged_swarmer, at: [44, 18], facing: 270}
    - {id: G9, profile: winged_swarmer, at: [3, 33]}
clusters: [{at: [40, 18]}]
dice:
  - {for: scatter, value: 3}
  - {for: scatter_way, value: 180}
  - {for: scatter, value: 3}
  - {for: scatter_way, value: 360}
  - {for: to_wound, figure: S2, value: 6}
  - {for: save, figure: S2, value: 1}
  - {for: to_wound, figure: G1, value: 6}
actions: ["move G1 to 40,18 facing 270"]
"""
    path = tmp_path / "case.yaml"
    path.write_text(case)
    beside = final_table(adjudicate(path).battle)["beside"]
    assert sorted(figure for figures in beside.values() for figure in figures) == ["G1", "S2"]


def test_a_place_is_shown_as_it_was_given():
    """38.4 lies between 78643 and 78644 of the 2048ths of the lattice, and is shown as it was given."""
    assert [as_given(round(v * 2048) / 2048) for v in (38.4, 23.5, 0.1, -7.25, 1000.333)] == [
        38.4,
        23.5,
        0.1,
        -7.25,
        1000.333,
    ]
    assert as_given(38.4 + 1 / 2048) != 38.4


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A command in a process of its own."""
    kept = {key: value for key, value in os.environ.items() if key not in environment or environment[key]}
    settings = {**kept, **{key: value for key, value in environment.items() if value}}
    return subprocess.run([sys.executable, *command], env=settings, capture_output=True, timeout=120, check=False)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize("command", [("show", "granicus"), ("--language", "ru", "rules", "batalist", "MOR-16")])
def test_what_a_terminal_cannot_show_is_no_traceback(encoding: str, command: tuple[str, ...]) -> None:
    done = run("-m", "sandtable", *command, PYTHONIOENCODING=encoding)
    assert done.returncode == 0 and b"Traceback" not in done.stderr and len(done.stdout) > 100


def test_the_package_runs_as_a_module() -> None:
    assert run("-m", "sandtable", "--version").stdout.startswith(b"sandtable ")


def test_where_there_is_no_home_nor_a_user_of_that_number_the_rules_answer(tmp_path: Path) -> None:
    """As in a container that runs as any number: no HOME, and no entry in passwd."""
    code = """
import os, pathlib, sys
def nobody(cls): raise RuntimeError("Could not determine home directory.")
pathlib.Path.home = classmethod(nobody)
from sandtable.compiler import cache
from sandtable.server.storage.database import data_folder
print(cache.root(), data_folder())
from sandtable.cli import run
sys.exit(run(["show", "granicus"]))
"""
    done = run("-c", code, HOME="", SANDTABLE_CACHE="", SANDTABLE_DATA="", XDG_DATA_HOME="", TMPDIR=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode("utf-8", "replace").split()[0].startswith(str(tmp_path))


def test_a_file_whose_name_ends_otherwise_is_not_called_an_unknown_scenario(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.save").write_text("{}", "utf-8")
    assert cli.run(["duel", "dba", "--scenario", "mine.save"]) == 2
    said = "mine.save: a scenario's file ends in .yaml or .yml or .toml, a saved battle's in .json"
    assert said in capsys.readouterr().err
    assert cli.run(["duel", "dba", "--scenario", "yours.save"]) == 2
    assert "DBA 2.2 has no scenario 'yours.save'" in capsys.readouterr().err
    assert cli.run(["duel", "dba", "--scenario", "x" * 300]) == 2
    with own_files_only(tmp_path / "elsewhere"), pytest.raises(InputError, match="has no scenario 'mine.save'"):
        find_scenario(get_game("dba"), "mine.save")
