"""The rulebook as people read it: finding clauses, and what code and tests stand behind them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path

import pytest

from sandtable import games
from sandtable.cli import run
from sandtable.compiler import decorators
from sandtable.errors import InputError
from sandtable.games.game import Game, Option, SideFacts
from sandtable.games.rulebook import read_rulebook
from sandtable.table import rulebook

DBAIX = Path(games.__file__).parent / "dbaix"

TOY_BOOK = """
[chapters]
MOV = "Movement"
TER = "Terrain"

[[clause]]
id = "TOY-MOV-1"
title = "Length of a move"
text = "A move covers at most 4 inches."
source = "Movement: up to 4 inches."

[[clause]]
id = "TOY-MOV-2"
title = "Nobody flies"
text = "A move keeps to the ground."
source = "silent"
ruling = "The figures have no wings."
option = "wings"

[[clause]]
id = "TOY-TER-1"
title = "Mud"
text = "Mud halves a move."
source = "silent"
ruling = "It sticks."

[[clause]]
id = "TOY-TER-2"
title = "The author's garden"
text = "The battle was first fought there."
source = "Introduction."
narrative = "It tells where the rules come from."
"""

TOY_RULES = """
from sandtable.compiler.decorators import clause

@clause("TOY-MOV-1", "TOY-MOV-2")
def longest_move(b):
    return 4.0

@clause("TOY-TER-1")
def move_through_mud(b):
    return 4.0 * b.mud

def lay(scenario, options, where):
    return longest_move(move_through_mud(scenario))

@clause("TOY-TER-1")
def nobody_calls_this(b):
    return 0.0
"""

TOY_TESTS = """
import pytest

@pytest.mark.clause("TOY-MOV-1")
def test_a_move_is_at_most_four_inches():
    pass

@pytest.mark.parametrize("depth", [pytest.param(1, marks=pytest.mark.clause("TOY-TER-1")), 2])
def test_mud(depth):
    pass
"""


class Nothing(IntEnum):
    """A toy needs no verbs, purposes or codes."""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """A game of four clauses: MOV-1 and TER-1 have code and tests, MOV-2 has code only, TER-2 only tells."""
    folder = tmp_path / "src" / "toy"
    (folder / "data").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "rulebook.toml").write_text(TOY_BOOK)
    (folder / "rules.py").write_text(TOY_RULES)
    (folder / "data" / "terrain.toml").write_text("mud = 0.5  # TER-1\n")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_toy.py").write_text(TOY_TESTS)
    monkeypatch.syspath_prepend(str(tmp_path / "src"))
    monkeypatch.setattr(decorators, "CLAUSES", decorators.CLAUSES)
    from importlib import import_module

    before = {key: list(value) for key, value in decorators.CLAUSES.items()}
    game = Game(
        key="toy",
        title="Toy",
        source="nobody, 1900",
        version="1",
        unit="inch",
        sides=(SideFacts("reds", "Reds"),),
        folder=folder,
        dtype=None,
        verbs=None,  # type: ignore[arg-type]
        verb=Nothing,
        purpose=Nothing,
        code=Nothing,
        clause=Nothing,
        clause_families=("TOY",),
        options=(Option("wings", ("no", "yes"), "TOY-MOV-2", "With yes, figures fly."),),
        lay=import_module("toy.rules").lay,
        lay_case=None,  # type: ignore[arg-type]
        scene=None,  # type: ignore[arg-type]
        prompt=None,  # type: ignore[arg-type]
    )
    monkeypatch.setitem(games._LOADED, "toy", game)
    yield game
    decorators.CLAUSES.clear()
    decorators.CLAUSES.update(before)
    for name in [name for name in sys.modules if name == "toy" or name.startswith("toy.")]:
        del sys.modules[name]


def ids(clauses: tuple[rulebook.ClauseText, ...]) -> list[str]:
    return [clause.id for clause in clauses]


class TestTheBookOfDbaix:
    """The data file itself: whole, in order, and with a reason wherever the source is silent."""

    def test_has_every_clause_of_every_chapter(self) -> None:
        numbers: dict[str, list[int]] = {}
        for clause in read_rulebook(DBAIX):
            numbers.setdefault(clause.section, []).append(int(clause.id.rsplit("-", 1)[1]))
        sizes = {
            "GEN": 11, "FIG": 5, "CMD": 7, "BND": 9, "MOV": 17, "PIP": 27, "CAMP": 10, "MUS": 17, "POT": 13,
            "CBT": 11, "FAC": 6, "TAC": 10, "RES": 15, "CAP": 10, "OUT": 11, "TER": 8, "SCN": 15, "VIC": 6,
        }  # fmt: skip
        assert {chapter: len(found) for chapter, found in numbers.items()} == sizes
        assert all(found == list(range(1, len(found) + 1)) for found in numbers.values())

    def test_every_clause_says_what_it_rules_and_where_that_stands(self) -> None:
        assert [
            clause.id for clause in read_rulebook(DBAIX) if not (clause.title and clause.text and clause.source)
        ] == []

    def test_where_the_source_is_silent_a_ruling_gives_the_reason(self) -> None:
        silent = [clause for clause in read_rulebook(DBAIX) if clause.source.startswith("silent")]
        assert silent
        assert [clause.id for clause in silent if not clause.ruling] == []

    def test_switches_and_clauses_name_one_another(self) -> None:
        game = games.get_game("dbaix")
        by_clause = {clause.option: clause.id for clause in read_rulebook(DBAIX) if clause.option}
        assert {option.key: option.clause for option in game.options} == by_clause
        assert len(by_clause) == 18


@pytest.mark.parametrize("key", ["dbaix", "dba", "pursuit", "flash-flood", "inter-arma", "batalist"])
def test_every_chapter_has_a_heading(key: str) -> None:
    chapters = rulebook.chapters_of(games.get_game(key))
    assert len(chapters) > 10
    assert [chapter for chapter, heading in chapters.items() if chapter == heading] == []


class TestFinding:
    """What a player types, and the clauses that come."""

    @pytest.mark.parametrize("asked", ["TOY-MOV-2", "toy-mov-2", "MOV-2", "mov 2", "mov_2", "Mov2", " MOV-2 "])
    def test_an_id_in_any_dress(self, toy: Game, asked: str) -> None:
        assert ids(rulebook.find_clauses(toy, asked)) == ["TOY-MOV-2"]

    @pytest.mark.parametrize("asked", ["MOV", "mov", "TOY-MOV"])
    def test_a_chapter(self, toy: Game, asked: str) -> None:
        assert ids(rulebook.find_clauses(toy, asked)) == ["TOY-MOV-1", "TOY-MOV-2"]

    def test_words_that_all_stand_in_a_clause(self, toy: Game) -> None:
        assert ids(rulebook.find_clauses(toy, "move inches")) == ["TOY-MOV-1"]
        assert ids(rulebook.find_clauses(toy, "WINGS")) == ["TOY-MOV-2"]

    @pytest.mark.parametrize(
        ("asked", "found"),
        [("moving", True), ("moved", True), ("mo", True), ("movements", False), ("inch", True), ("winds", False)],
    )
    def test_words_in_any_form(self, asked: str, found: bool) -> None:
        assert (rulebook._in_any_form(asked).search("it moves by inches") is not None) is found

    @pytest.mark.parametrize(
        ("asked", "text"),
        [
            ("шеренга", "в одной шеренге"),
            ("шеренгой", "две шеренги"),
            ("Тёмная", "темной ночью"),
            ("зоной", "зона боя"),
        ],
    )
    def test_words_of_russian_in_any_case(self, asked: str, text: str) -> None:
        assert rulebook._in_any_form(rulebook._folded(asked)).search(text)
        assert not rulebook._in_any_form("развал").search("на развилке")

    def test_a_wrong_number_brings_what_is_near(self, toy: Game) -> None:
        with pytest.raises(InputError, match=r"Toy has no clause 'mov-9'; near it are MOV-2, MOV-1"):
            rulebook.find_clauses(toy, "mov-9")

    def test_words_that_nothing_has_bring_the_chapters(self, toy: Game) -> None:
        with pytest.raises(InputError, match=r"'xyzzy'; its chapters are MOV \(Movement\), TER \(Terrain\)\."):
            rulebook.find_clauses(toy, "xyzzy")


class TestCoverage:
    """Which clauses have code and tests."""

    def entry(self, toy: Game, tmp_path: Path, clause_id: str) -> rulebook.ClauseCoverage:
        return next(c for c in rulebook.coverage(toy, tmp_path).clauses if c.clause.id == clause_id)

    def test_finds_function_and_test_with_their_lines(self, toy: Game, tmp_path: Path) -> None:
        entry = self.entry(toy, tmp_path, "TOY-MOV-1")
        assert [str(place) for place in entry.code] == ["src/toy/rules.py:4 longest_move"]
        assert [str(place) for place in entry.tests] == ["tests/test_toy.py:5 test_a_move_is_at_most_four_inches"]
        assert entry.missing == ()

    def test_a_clause_without_a_test_is_missing_one(self, toy: Game, tmp_path: Path) -> None:
        assert self.entry(toy, tmp_path, "TOY-MOV-2").missing == ("test",)
        assert not rulebook.coverage(toy, tmp_path).complete

    def test_data_is_shown_beside_the_code_and_a_marked_parameter_is_a_test(self, toy: Game, tmp_path: Path) -> None:
        entry = self.entry(toy, tmp_path, "TOY-TER-1")
        assert [str(place) for place in entry.code] == ["src/toy/rules.py:8 move_through_mud"]
        assert [str(place) for place in entry.data] == ["src/toy/data/terrain.toml:1"]
        assert [str(place) for place in entry.tests] == ["tests/test_toy.py:9 test_mud"]

    def test_code_that_the_game_never_reaches_carries_nothing_out(self, toy: Game, tmp_path: Path) -> None:
        decorators.CLAUSES["TOY-TER-1"] = ["toy.rules.nobody_calls_this"]
        assert self.entry(toy, tmp_path, "TOY-TER-1").missing == ("code",)

    def test_data_alone_carries_nothing_out(self, toy: Game, tmp_path: Path) -> None:
        (tmp_path / "src" / "toy" / "data" / "terrain.toml").write_text("mud = 0.5  # TOY-TER-1\nwings = 0  # MOV-2\n")
        decorators.CLAUSES.pop("TOY-MOV-2")
        entry = self.entry(toy, tmp_path, "TOY-MOV-2")
        assert [str(place) for place in entry.data] == ["src/toy/data/terrain.toml:2"]
        assert entry.missing == ("code", "test")

    @pytest.mark.parametrize(
        ("key", "clause_id", "place"),
        [
            ("flash-flood", "C40-SAVE-4", "skirmish40k/data/rules.toml"),  # in a core, which knows no game's family
            ("batalist", "BAT-MOD-8", "batalist/data/modifiers.toml"),
            ("inter-arma", "IA-RANGED-23", "inter_arma/data/rules.toml"),
        ],
    )
    def test_where_the_number_of_cover_is(self, key: str, clause_id: str, place: str) -> None:
        game = games.get_game(key)
        found = rulebook.gathered(rulebook.data_places(game, Path(__file__).resolve().parents[2]))
        assert any(each.file.endswith(f"games/{place}") for each in found[clause_id])

    def test_a_narrative_clause_wants_nothing(self, toy: Game, tmp_path: Path) -> None:
        assert self.entry(toy, tmp_path, "TOY-TER-2").missing == ()

    def test_a_case_counts_when_it_says_what_to_expect(self, toy: Game, tmp_path: Path) -> None:
        folder = tmp_path / "casebook" / "toy"
        folder.mkdir(parents=True)
        (folder / "wings.yaml").write_text("game: toy\nclause: TOY-MOV-2\n")
        assert self.entry(toy, tmp_path, "TOY-MOV-2").missing == ("test",)
        (folder / "wings.yaml").write_text("game: toy\nclause: [TOY-MOV-2]\nexpect: [{legal: false}]\n")
        assert [str(place) for place in self.entry(toy, tmp_path, "TOY-MOV-2").tests] == ["casebook/toy/wings.yaml:2"]
        assert rulebook.coverage(toy, tmp_path).complete

    def test_citing_a_clause_that_is_not_there_is_found(self, toy: Game, tmp_path: Path) -> None:
        (tmp_path / "tests" / "test_old.py").write_text(
            "import pytest\n\n@pytest.mark.clause('TOY-MOV-3')\ndef test_old():\n    pass\n"
        )
        found = rulebook.coverage(toy, tmp_path)
        assert {clause: [str(p) for p in places] for clause, places in found.unknown.items()} == {
            "TOY-MOV-3": ["tests/test_old.py:4 test_old"]
        }
        assert not found.complete

    def test_a_mark_that_cannot_be_read_says_where(self, toy: Game, tmp_path: Path) -> None:
        (tmp_path / "tests" / "test_bad.py").write_text(
            "import pytest\nIDS = ()\n\n@pytest.mark.clause(*IDS)\ndef test_bad():\n    pass\n"
        )
        with pytest.raises(InputError, match=r"tests/test_bad.py:4: a clause mark takes ids in quotes"):
            rulebook.coverage(toy, tmp_path)

    def test_a_folder_without_tests_is_refused(self, toy: Game, tmp_path: Path) -> None:
        with pytest.raises(InputError, match=r"expected the project's folder, with tests/ in it"):
            rulebook.coverage(toy, tmp_path / "src")


class TestTheCommand:
    """``sandtable rules`` as typed."""

    def test_prints_a_clause_with_ruling_and_switch(self, toy: Game, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["rules", "toy", "mov-2"]) == 0
        printed = " ".join(capsys.readouterr().out.split())
        assert "TOY-MOV-2 Nobody flies A move keeps to the ground." in printed
        assert "Source: silent Ruling: The figures have no wings." in printed
        assert "Switch: wings = no (default) | yes. With yes, figures fly." in printed

    def test_prints_the_book_by_chapter(self, toy: Game, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["rules", "toy"]) == 0
        printed = capsys.readouterr().out
        places = [printed.index(text) for text in ("Movement (MOV)", "TOY-MOV-1", "Terrain (TER)", "TOY-TER-2")]
        assert places == sorted(places)

    def test_prints_several_clauses(self, toy: Game, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["rules", "toy", "TER-1", "MOV-1", "--json"]) == 0
        assert [clause["id"] for clause in json.loads(capsys.readouterr().out)] == ["TOY-TER-1", "TOY-MOV-1"]

    def test_coverage_leaves_with_1_while_something_is_missing(
        self, toy: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run(["rules", "toy", "--coverage", "--project", str(tmp_path)]) == 1
        printed = capsys.readouterr().out
        assert "missing test: TOY-MOV-2  Nobody flies" in printed
        assert "2 with code and tests, 1 narrative, 1 incomplete, of 4." in printed

    def test_coverage_of_one_clause_leaves_with_0_when_it_is_whole(self, toy: Game, tmp_path: Path) -> None:
        assert run(["rules", "toy", "MOV-1", "--coverage", "--project", str(tmp_path)]) == 0

    def test_coverage_as_json(self, toy: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["rules", "toy", "--coverage", "--json", "--project", str(tmp_path)]) == 1
        found = json.loads(capsys.readouterr().out)
        assert found["complete"] is False
        assert {entry["id"]: entry["missing"] for entry in found["clauses"]}["TOY-MOV-2"] == ["test"]

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (["rules", "toy", "mov-9"], "sandtable: Toy has no clause 'mov-9'; near it are MOV-2, MOV-1.\n"),
            (["rulse"], "sandtable: there is no command 'rulse'; did you mean `sandtable rules`?\n"),
            (["rules", "toy", "--coverage", "--project", "/nowhere"], "/nowhere: expected the project's folder"),
            (["rules", "--colour"], "no such option: --colour"),
            (["rules", "chess"], "chess"),
        ],
    )
    def test_a_mistake_is_one_sentence_and_status_2(
        self, toy: Game, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
    ) -> None:
        assert run(arguments) == 2
        printed = capsys.readouterr()
        assert sentence in printed.err
        assert "Traceback" not in printed.err
        assert printed.out == ""
