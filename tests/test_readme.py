"""The README and the pages beside it: their Python runs, their links lead somewhere, their lists are current."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import sandtable
from sandtable.cli import run
from sandtable.games import built_in, get_game

PROJECT = Path(__file__).resolve().parents[1]
PAGES = sorted([*PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md")])
READMES = [*(PROJECT / "src").rglob("README.md"), PROJECT / "web" / "README.md"]


def test_the_python_of_the_readme_fights_and_prints_a_battle() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (PROJECT / "README.md").read_text("utf-8"), re.DOTALL)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README.md", "README.md", 0)
    said: list[str] = []
    found = doctest.DocTestRunner().run(examples, out=said.append)
    assert found.attempted >= 5
    assert found.failed == 0, "".join(said)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_to_files_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


def test_files_that_a_page_names_by_their_folder_are_there() -> None:
    """What a page tells the reader to make is named otherwise."""
    named = re.compile(r"(?<![\w/.-])(?:tests|src|tools|benchmarks|casebook|notes|requirements)/[\w./-]*\.\w+")
    written = {
        (page, name)
        for page in (*PAGES, *READMES)
        for name in named.findall(page.read_text("utf-8"))
        if "LANGUAGE" not in name
    }
    assert len(written) > 50
    there = [(page, name) for page, name in written if (PROJECT / name).exists() or (page.parent / name).exists()]
    assert sorted((page.name, name) for page, name in written - set(there)) == []


def test_nobody_is_called_he() -> None:
    """Rules may be quoted so, on the pages that are made of them; the changes are told as they were."""
    made = ("rulings-", "casebook", "CHANGELOG")
    pages = [page for page in (*PAGES, *READMES) if not any(word in str(page.relative_to(PROJECT)) for word in made)]
    assert len(pages) > 40
    told = re.compile(r"\b(he|him|his|himself)\b", re.IGNORECASE)
    said = [(page.name, line) for page in pages for line in page.read_text("utf-8").splitlines() if told.search(line)]
    assert said == []


def test_a_change_is_told_in_one_line_of_120_letters_at_most() -> None:
    _, _, told = (PROJECT / "CHANGELOG.md").read_text("utf-8").partition("\n### ")
    lines = [line for line in told.splitlines()[1:] if line and not line.startswith("#")]
    assert len(lines) > 100
    assert [line for line in lines if not line.startswith("- ") or len(line) > 120] == []


@pytest.mark.parametrize("game", built_in())
def test_a_page_names_the_version_of_the_rules(game: str) -> None:
    page = (PROJECT / "docs" / f"{game}.md").read_text("utf-8")
    assert f"| rules version | {get_game(game).version} |" in page


@pytest.mark.parametrize("game", built_in())
def test_the_page_of_rulings_is_what_the_rulebook_says(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", game, "--rulings", "--markdown"]) == 0
    said = capsys.readouterr().out
    assert (PROJECT / "docs" / f"rulings-{game}.md").read_text("utf-8") == said, "run `make docs`"
    switches = [f"- *Switch:* {option.key} = {option.values[0]} (default)" for option in get_game(game).options]
    assert [switch for switch in switches if switch not in said] == []


def test_the_page_of_dba_lists_every_switch_scenario_and_what_plain_conventions_turn() -> None:
    page = (PROJECT / "docs" / "dba.md").read_text("utf-8")
    game = get_game("dba")
    for option in game.options:
        plain = option.defaults[0][2] if option.defaults else ""
        assert f"| `{option.key}` | {', '.join(option.values)} | {plain} | {option.clause} |" in page
    scenarios = {file.stem for file in (game.folder / "scenarios").glob("*.yaml")}
    assert [name for name in sorted(scenarios) if f"| `{name}` |" not in page] == []


def test_the_page_of_the_game_lists_every_switch_and_scenario() -> None:
    page = (PROJECT / "docs" / "dbaix.md").read_text("utf-8")
    game = get_game("dbaix")
    for option in game.options:
        row = f"| `{option.key}` | {', '.join(option.values)} | {option.clause.removeprefix('DBAIX-')} |"
        assert row in page
    scenarios = {file.stem for file in (game.folder / "scenarios").glob("*.yaml")}
    assert {name for name in scenarios if f"| `{name}` |" not in page} == set()
    assert f"| rules version | {game.version} |" in page


def test_every_order_on_the_page_of_the_game_can_be_read() -> None:
    battle = sandtable.new("dbaix", scenario="village", seed=1)
    page = (PROJECT / "docs" / "dbaix.md").read_text("utf-8")
    table = page.partition("| orders, in notation |")[2].partition("\n\n")[0]
    orders = re.findall(r"`([^`]+)`", table)
    assert len(orders) >= 8
    for order in orders:
        assert battle.action(order).text.split()[0] == order.split()[0]


def test_no_page_counts_on_pip_in_the_environment_of_a_clone() -> None:
    """There is uv, and pip only where uv cannot be had: `make add WHAT=...` takes either."""
    assert [page.name for page in PAGES if ".venv/bin/pip" in page.read_text("utf-8")] == []
