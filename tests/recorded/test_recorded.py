"""Recorded battles: played again, every line as it stands in the file; and one for every way to end a game."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from sandtable.games import built_in, get_game
from sandtable.games.rulebook import read_endings

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*/*.txt"))


def _load_tool() -> ModuleType:
    path = FOLDER.parents[1] / "tools" / "record_battles.py"
    spec = importlib.util.spec_from_file_location("record_battles", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclass looks itself up there
    spec.loader.exec_module(module)
    return module


TOOL = _load_tool()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_battle_goes_as_it_is_recorded(path: Path) -> None:
    text = path.read_text("utf-8")
    difference = TOOL.difference(text, TOOL.tell(TOOL.read(text, path.name), path.name), path.name)
    if difference:
        pytest.fail(f"{difference}\n\nIf that is meant, `make recorded` renews it.", pytrace=False)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_battle_is_short_and_ends_as_its_head_says(path: Path) -> None:
    written = TOOL.read(path.read_text("utf-8"), path.name)
    assert written.head.game == path.parent.name
    assert 0 < len(written.actions) <= TOOL.MOST
    assert written.head.ends
    assert set(written.head.ends) <= set(ends_of(path))


def ends_of(path: Path) -> list[str]:
    """The sentences that end it, as recorded."""
    [line] = [line for line in path.read_text("utf-8").splitlines() if line.startswith("THE END: ")]
    return line.removeprefix("THE END: ").split(", ")


@pytest.mark.parametrize("game", built_in())
def test_every_way_to_end_has_a_recorded_battle(game: str) -> None:
    ways = read_endings(get_game(game).folder)
    assert ways, "no sentence of its texts stands under [ends]"
    recorded = {end for path in FILES if path.parent.name == game for end in ends_of(path)}
    assert sorted(ways - recorded) == [], "no battle under tests/recorded ends so"


def test_the_whole_set_stays_small() -> None:
    assert sum(path.stat().st_size for path in FILES) < 300_000


# ---------------------------------------------------------------------------------- what renews them

CAMP = FOLDER / "dba" / "camp-falls.txt"


def copied(folder: Path, old: str = "", new: str = "") -> Path:
    """The storming of the camp as a file of its own, with something changed in it."""
    text = CAMP.read_text("utf-8")
    assert old in text
    file = folder / CAMP.name
    file.write_text(text.replace(old, new, 1), "utf-8")
    return file


def test_another_die_is_another_story(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With a 1 the Blades have 1 + 5 against 3 + 1 + 2: a tie, and nobody moves in."""
    file = copied(tmp_path, "combat A=3", "combat A=1")
    file.write_text(file.read_text("utf-8").replace("ELEMENTS_LOSE_BATTLE, ", "", 1), "utf-8")
    told = TOOL.tell(TOOL.read(file.read_text("utf-8"), "file"), "file")
    assert "together 6\n  BCF against A" in told and "THE END: not yet" in told
    lines = TOOL.difference(CAMP.read_text("utf-8"), told, "camp").splitlines()
    assert "-  Blades (A) storm the camp and move in at once. [DBA-CAMP-3]" in lines


def test_an_action_that_is_not_legal_ends_the_story_with_the_reason(tmp_path: Path) -> None:
    file = copied(tmp_path, "> move A C to 1500,2730 facing 0", "> move A to 1500,2000 facing 180")
    told = TOOL.tell(TOOL.read(file.read_text("utf-8"), "file"), "file")
    assert told.splitlines()[-2] == "> move A to 1500,2000 facing 180"
    assert told.splitlines()[-1].startswith("NOT PLAYED: ") and "[DBA-" in told.splitlines()[-1]


def test_renewing_shows_what_changed_and_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = copied(tmp_path, "Blades (A) storm the camp", "Blades (A) stay outside")
    TOOL.main([str(file)])
    printed = capsys.readouterr().out
    assert "-  Blades (A) stay outside and move in at once. [DBA-CAMP-3]" in printed
    assert "+  Blades (A) storm the camp and move in at once. [DBA-CAMP-3]" in printed
    assert file.read_text("utf-8") == CAMP.read_text("utf-8")
    TOOL.main([str(file)])
    assert capsys.readouterr().out == "1 recorded battles played, 0 changed.\n"


def test_a_head_alone_is_played_at_random_to_the_end_that_it_names(tmp_path: Path) -> None:
    file = copied(tmp_path)
    file.write_text(file.read_text("utf-8").partition(TOOL.DASHES)[0], "utf-8")
    TOOL.main([str(file)])
    assert {"ELEMENTS_LOSE_BATTLE", "SIDE_HAS_WON"} <= set(ends_of(file))


def test_a_battle_that_ends_another_way_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = copied(tmp_path, "[ELEMENTS_LOSE_BATTLE, SIDE_HAS_WON]", "[BATTLE_DRAWN]")
    before = file.read_text("utf-8")
    with pytest.raises(SystemExit, match="expected an end by BATTLE_DRAWN; it ends by ELEMENTS_LOSE_BATTLE"):
        TOOL.main([str(file)])
    assert file.read_text("utf-8") == before
