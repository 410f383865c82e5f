"""What holds for every command of the command line: help, examples, mistakes, interruption."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import sandtable
from sandtable import cli
from sandtable.cli import COMMANDS, run
from sandtable.compiler import patience
from sandtable.compiler.decorators import COMPILED
from sandtable.errors import InputError

FOLDER = Path(cli.__file__).parent


def test_every_file_of_the_folder_is_a_command_and_the_other_way_round() -> None:
    assert {file.stem for file in FOLDER.glob("[!_]*.py")} == set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_ends_with_two_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"]) == 0
    examples = capsys.readouterr().out.partition("Examples:")[2]
    assert examples.count(f"sandtable {command}") >= 2


def test_help_names_every_command_without_loading_the_rules() -> None:
    program = "import sys; from sandtable.cli import run; run(['--help']); print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert [name for name in COMMANDS if f"\n  {name} " not in done.stdout] == []
    assert done.stdout.splitlines()[-1] == "False"


def test_commands_that_only_ask_never_wait_for_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """While they run nothing is compiled; others compile, though they make battles as programs do."""
    patient: list[bool] = []
    monkeypatch.setattr(patience, "_patient", [None])
    for name in ("rules", "duel"):
        told = f"sandtable.cli.{name}.main"
        monkeypatch.setattr(told, lambda: patient.append(bool(sandtable.new) and patience.is_interpreted(None)))
    assert cli.run(["duel"]) == 0 and cli.run(["rules"]) == 0
    assert patient == [False, COMPILED] and not patience.is_interpreted(None)


@pytest.mark.parametrize(
    ("mistake", "status", "sentence"),
    [
        (InputError("a.yaml, line 3: expected a number"), 2, "sandtable: a.yaml, line 3: expected a number\n"),
        (KeyboardInterrupt(), 130, ""),
        (
            FileNotFoundError(2, "No such file or directory", "x.json"),
            2,
            "sandtable: x.json: there is no such file or folder.\n",
        ),
    ],
)
def test_a_mistake_inside_a_command_is_a_sentence_and_a_status(
    mistake: BaseException,
    status: int,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def main() -> None:
        raise mistake

    monkeypatch.setitem(sys.modules, "sandtable.cli.show", SimpleNamespace(main=main))
    assert run(["show"]) == status
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", sentence)


def test_a_fault_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def main() -> None:
        raise ZeroDivisionError

    monkeypatch.setitem(sys.modules, "sandtable.cli.show", SimpleNamespace(main=main))
    with pytest.raises(ZeroDivisionError):
        run(["show"])


def test_an_unknown_command_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rulse"]) == 2
    assert capsys.readouterr().err == "sandtable: there is no command 'rulse'; did you mean `sandtable rules`?\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["duel", "dba", "--battles", "1.5"],
            "sandtable: duel: --battles takes a whole number; `sandtable duel --help` explains it.\n",
        ),
        (["show"], "sandtable: show: missing argument 'WHAT'; `sandtable show --help` explains it.\n"),
        (["replay", "--foo"], "sandtable: replay: no such option: --foo; `sandtable replay --help` explains it.\n"),
        (
            ["show", "village", "--width", "9"],
            "sandtable: show: --width takes a number of at least 20; `sandtable show --help` explains it.\n",
        ),
    ],
)
def test_bad_usage_is_one_sentence(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    assert capsys.readouterr().err == sentence


def test_a_scenario_is_shown_whichever_game_has_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", "first-lesson"]) == 0
    assert capsys.readouterr().out.startswith("First lesson\n")
    scenario = tmp_path / "mine.yaml"
    head = "game: dba\ntitle: Two of them\nattacker: red\nfigures:\n"
    figures = [
        "  - {id: A, is: 4Bd, side: red, at: [1000, 1000], facing: N, general: true}\n",
        "  - {id: B, is: 4Bd, side: blue, at: [1000, 2000], facing: S, general: true}\n",
    ]
    scenario.write_text(head + "".join(figures), "utf-8")
    assert run(["show", str(scenario)]) == 0
    assert capsys.readouterr().out.startswith("Two of them\n"), "the file says of which game it is"


def test_a_folder_stands_for_its_cases(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = FOLDER.parents[2] / "casebook" / "dbaix"
    for name in ("01-march-on-the-road.yaml", "02-no-officer-too-far.yaml"):
        (tmp_path / name).write_text((source / name).read_text("utf-8"), "utf-8")
    assert run(["adjudicate", str(tmp_path), "--quiet"]) == 0
    assert capsys.readouterr().out == "2 cases: 2 as expected, 0 not, 0 that cannot be used\n"
    (tmp_path / "empty").mkdir()
    assert run(["adjudicate", str(tmp_path / "empty")]) == 2
    assert "found none in it" in capsys.readouterr().err
