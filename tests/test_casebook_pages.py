"""The pictures of the case book: every case has its own, and some are compared with what `make casebook` makes now."""

from __future__ import annotations

import pytest

from case_book import PAGES, PROJECT, answer_of, cases_of, tool
from sandtable.cli import run

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
    assert sum(sizes.values()) < 3 * 1024 * 1024
    assert [path.name for path, size in sizes.items() if path.suffix == ".svg" and size > 24 * 1024] == []


@pytest.mark.parametrize("name", SOME)
def test_the_picture_shows_what_the_rules_say_now(name):
    answer = answer_of(PROJECT / "casebook" / f"{name}.yaml")
    assert tool().picture_of(answer) == (PAGES / f"{name}.svg").read_text("utf-8"), "run make casebook"


def test_the_command_line_draws_the_same(tmp_path):
    case = PROJECT / "casebook" / "dba" / "30-the-wheel-of-a-line.yaml"
    assert run(["adjudicate", str(case), "--quiet", "--pictures", str(tmp_path / "new" / "folder")]) == 0
    drawn = (tmp_path / "new" / "folder" / f"{case.stem}.svg").read_text("utf-8")
    assert drawn == (PAGES / "dba" / f"{case.stem}.svg").read_text("utf-8")
