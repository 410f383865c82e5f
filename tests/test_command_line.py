"""What holds for every command of the command line: help, examples, mistakes, interruption."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from sandtable import cli
from sandtable.cli import COMMANDS, run
from sandtable.errors import InputError

FOLDER = Path(cli.__file__).parent


def test_every_file_of_the_folder_is_a_command_and_the_other_way_round() -> None:
    assert {file.stem for file in FOLDER.glob("*.py")} - {"__init__"} == set(COMMANDS)


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


@pytest.mark.parametrize(
    ("mistake", "status", "sentence"),
    [
        (InputError("a.yaml, line 3: expected a number"), 2, "sandtable: a.yaml, line 3: expected a number\n"),
        (KeyboardInterrupt(), 130, ""),
        (
            FileNotFoundError(2, "No such file or directory", "x.json"),
            2,
            "sandtable: x.json: No such file or directory.\n",
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
