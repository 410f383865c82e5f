"""The site of docs/: its Python runs, and the page of commands is what the commands say of themselves."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
WALKED = sorted((ROOT / "docs" / "tutorials").glob("*.md"))


def test_the_page_of_commands_is_what_they_say() -> None:
    """In a process of its own, since help is laid out for the width that the terminal had at its start."""
    says = "import describe_commands; print(describe_commands.page(), end='')"
    said = subprocess.run([sys.executable, "-c", says], cwd=ROOT / "tools", capture_output=True, text=True, check=True)
    assert (ROOT / "docs" / "reference" / "command-line.md").read_text("utf-8") == said.stdout, "run `make docs`"


@pytest.mark.parametrize("page", WALKED, ids=lambda page: page.stem)
def test_the_python_of_a_tutorial_runs_as_it_says(page: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, page.name, 0)
    said: list[str] = []
    assert doctest.DocTestRunner().run(examples, out=said.append).failed == 0, "".join(said)


def test_one_tutorial_at_least_has_python_to_run() -> None:
    assert sum(">>> " in page.read_text("utf-8") for page in WALKED) >= 1


def test_a_game_in_an_hour_shows_every_file_of_its_game_in_at_most_400_lines() -> None:
    """Each once, where its name links to it; nothing else is shown as one, and the whole is no longer than promised."""
    game = ROOT / "tests" / "marbles"
    files = [file for file in game.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    page = (ROOT / "docs" / "tutorials" / "a-game.md").read_text("utf-8")
    shown, linked = (
        re.findall(r'^--8<-- "(.*)"$', page, re.MULTILINE),
        re.findall(r"\(\.\./\.\./tests/marbles/(.*?)\)", page),
    )
    assert sorted(shown) == sorted(linked) == sorted(file.relative_to(game).as_posix() for file in files)
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) <= 400


def test_every_command_that_a_page_names_exists() -> None:
    from sandtable.cli import COMMANDS

    named = {
        word
        for page in (ROOT / "docs").rglob("*.md")
        for word in re.findall(r"(?:^|`)sandtable ([a-z]+)\b", page.read_text("utf-8"), re.MULTILINE)
    }
    assert len(named) >= 8 and named - set(COMMANDS) == set()
