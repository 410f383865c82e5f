"""The pictures of the case book: every case has its own, and some are compared with what `make casebook` makes now."""

from __future__ import annotations

import re
from typing import get_args, get_type_hints

import pytest

from case_book import PAGES, PROJECT, answer_of, cases_of, tool
from sandtable.cli import run
from sandtable.games.batalist.laying import scenario_file as batalist
from sandtable.games.dba.laying import case_start as dba
from sandtable.games.dbaix.laying import case_start as dbaix
from sandtable.games.flash_flood.laying import scenario_file as flash_flood
from sandtable.games.inter_arma.laying import scenario_file as inter_arma
from sandtable.games.pursuit.laying import scenario_file as pursuit

GAMES = tuple(sorted(path.name for path in (PROJECT / "casebook").iterdir()))
SOME = (
    "batalist/03-flank-charge",
    "batalist/45-a-trap-springs",
    "dba/02-behind-a-slanted-line",
    "dba/05-overlaps-on-a-wagon",
    "dba/09-the-zone",
    "dba/30-the-wheel-of-a-line",
    "dba/50-a-landing",
    "dbaix/01-march-on-the-road",
    "dbaix/08-third-six",
    "dbaix/21-potion-and-double-strength",
)


@pytest.mark.parametrize("game", GAMES)
def test_every_case_has_its_picture_and_every_picture_its_case(game):
    page = (PAGES / f"{game}.md").read_text("utf-8")
    stems = [path.stem for path in cases_of(game)]
    assert sorted(stems) == sorted(path.stem for path in (PAGES / game).glob("*.svg")), "run make casebook"
    for stem in stems:
        assert f"]({game}/{stem}.svg)" in page and f"(../../casebook/{game}/{stem}.yaml)" in page, stem


def test_all_of_it_is_small():
    sizes = {path: path.stat().st_size for path in PAGES.rglob("*") if path.is_file()}
    pictures = [size for path, size in sizes.items() if path.suffix == ".svg"]
    assert max(pictures) <= 24 * 1024
    assert sum(sizes.values()) <= 6 * 1024 * len(pictures)  # with the pages that they stand on


@pytest.mark.parametrize("name", SOME)
def test_the_picture_shows_what_the_rules_say_now(name):
    answer = answer_of(PROJECT / "casebook" / f"{name}.yaml")
    assert tool().picture_of(answer) == (PAGES / f"{name}.svg").read_text("utf-8"), "run make casebook"


def test_the_command_line_draws_the_same(tmp_path):
    case = PROJECT / "casebook" / "dba" / "30-the-wheel-of-a-line.yaml"
    assert run(["adjudicate", str(case), "--quiet", "--pictures", str(tmp_path / "new" / "folder")]) == 0
    drawn = (tmp_path / "new" / "folder" / f"{case.stem}.svg").read_text("utf-8")
    assert drawn == (PAGES / "dba" / f"{case.stem}.svg").read_text("utf-8")


def test_every_step_at_which_a_case_may_begin_is_explained() -> None:
    """The table of docs/casebook.md names what the readers of cases accept, game by game."""
    table = (PROJECT / "docs" / "casebook.md").read_text("utf-8").split("## Where a case begins")[1].split("\n##")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:4]] for line in table.splitlines() if line.startswith("| ")]
    told: dict[str, set[str]] = {}
    game = ""
    for name, phases, what in rows[1:]:
        game = name or game
        assert what
        told.setdefault(game, set()).update(re.findall(r"`([a-z_ ]+)`", phases))
    files = {"Pursuit": pursuit, "Flash Flood": flash_flood, "Inter Arma": inter_arma, "Batalist": batalist}
    known = {name: set(get_args(get_type_hints(file.CaseFile)["phase"])) for name, file in files.items()}
    assert told == known | {"DBA": set(dba.PHASES), "DBAix": set(dbaix.PHASES)}
