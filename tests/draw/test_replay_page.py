"""A battle as a page, a moving picture and text: every table is there, every odds is right, and nothing is fetched."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
import yaml

import sandtable
from sandtable.cli import run
from sandtable.draw.replay_page import Parts
from sandtable.draw.svg import picture
from sandtable.table.case_files import game_part
from sandtable.table.scenarios import Origin

SHOT = """
game: dba
title: A shot
side: blue
phase: shooting
figures:
  - {id: D, is: 4Bd, side: red, at: [1000, 1060], facing: S}
  - {id: A, is: 4Lb, side: blue, at: [1000, 840], facing: N}
"""


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """Four actions of DBA's first lesson, dice said: both ends of movement throw a PIP die."""
    battle = sandtable.new("dba", "first-lesson", dice=[3, 5, 2])
    for action in ("move B6 ahead 200", "end", "move R1 ahead 100", "end"):
        battle.play(action)
    path = tmp_path / "battle.json"
    battle.save(path)
    return path


def page_of(path: Path) -> dict[str, list]:
    found = re.search(r'<script id="battle" type="application/json">(.*?)</script>', path.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_every_table_of_the_battle_is_in_the_page_line_by_line(save: Path, tmp_path: Path) -> None:
    out = tmp_path / "battle.html"
    assert run(["export", str(save), "--html", str(out)]) == 0
    page = page_of(out)
    drawn = ["\n".join(page["parts"][part] for part in frame) for frame in page["frames"]]
    assert drawn == [picture(battle.scene(), panel=False, theme="auto") for battle in sandtable.replay(save)]
    assert len(drawn) == len(page["steps"]) == 5


def test_facts_scores_and_boxes_of_every_table_are_text_beside_it(save: Path, tmp_path: Path) -> None:
    """After the Gauls' movement the Romans have thrown 5 PIPs; six elements of either side stand on the table."""
    assert run(["export", str(save), "--html", str(tmp_path / "battle.html")]) == 0
    states = page_of(tmp_path / "battle.html")["states"]
    assert len(states) == 5
    assert "Active <b>Romans</b>" in states[2] and "PIPs left <b>5</b>" in states[2]
    assert "<b>Romans 0</b> 6 on the table</p>" in states[2] and "<b>Gauls 0</b> 6 on the table</p>" in states[2]


def test_the_log_names_who_did_what_and_its_clause(save: Path, tmp_path: Path) -> None:
    run(["export", str(save), "--html", str(tmp_path / "b.html"), "--text", str(tmp_path / "b.txt")])
    steps = page_of(tmp_path / "b.html")["steps"]
    assert steps[1].startswith("<strong>1. Gauls: Psiloi (B6): move 200 paces ahead<")
    assert 'Romans have 5 PIPs. <span class="clause">DBA-PIP-1</span>' in steps[2]
    assert "    Romans have 5 PIPs. DBA-PIP-1\n" in (tmp_path / "b.txt").read_text("utf-8")


def test_the_odds_of_a_throw_stand_before_what_came_of_it(tmp_path: Path) -> None:
    """As ``odds`` says them before the throw, the likeliest first, in whole percents."""
    data, game = yaml.safe_load(SHOT), sandtable.get_game("dba")
    origin = Origin(game_part(data, game), "", "shot", case=True)
    battle = sandtable.Battle(game, origin, {option.key: option.values[0] for option in game.options})
    battle.engine.resume(7, 0)
    battle.engine.begin()
    odds = battle.odds("shoot A at D")
    battle.play("shoot A at D")
    battle.save(tmp_path / "shot.json", with_seed=True)
    assert run(["export", str(tmp_path / "shot.json"), "--html", str(tmp_path / "shot.html")]) == 0
    step = page_of(tmp_path / "shot.html")["steps"][1]
    told = re.findall(r'<p class="odds">(\d+)%  ([^<]*)</p>', step)
    assert told == [(f"{100 * float(outcome.probability):.0f}", outcome.text) for outcome in odds.outcomes]
    assert len(told) >= 2 and step.index("odds") < step.index("shooting die")


def test_a_page_asks_nothing_of_any_server(save: Path, tmp_path: Path) -> None:
    run(["export", str(save), "--html", str(tmp_path / "b.html")])
    text = (tmp_path / "b.html").read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
    assert "http:" not in text and "https:" not in text and "src=" not in text and "url(//" not in text


def test_words_of_a_battle_cannot_end_the_script(tmp_path: Path) -> None:
    from sandtable.draw.replay_page import Moment, replay_page

    scene = sandtable.new("dba", "first-lesson", seed=1).scene()
    page = replay_page("</script><b>", "", [Moment(scene, "</script><img onerror=x>", (("<i>", ""),))])
    assert page.count("</script>") == 2 and "<img" not in page and "<title>&lt;/script&gt;" in page


def test_a_line_that_tables_share_is_kept_once() -> None:
    parts = Parts()
    assert [parts.frame("a\nb\na"), parts.frame("b\nc")] == [[0, 1, 0], [1, 2]]
    assert list(parts.numbers) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((), "say what to write"),
        (("--html", "x.html", "--from", "9"), "there are actions 0 to 4"),
        (("--html", "x.html", "--to", "5"), "there are actions 0 to 4"),
        (("--html", "x.html", "--from", "3", "--to", "2"), "--from 3 is after --to 2"),
    ],
)
def test_what_cannot_be_shown_is_told_in_a_sentence(save: Path, given: tuple[str, ...], said: str, capsys) -> None:
    assert run(["export", str(save), *given]) == 2
    assert said in capsys.readouterr().err
    assert not Path("x.html").exists()


@pytest.mark.parametrize(
    "command", [("export", "--html"), ("export", "--text"), ("review", "--html"), ("show", "--svg")]
)
def test_nothing_is_written_over_the_battle_that_is_read(save: Path, command: tuple[str, str], capsys) -> None:
    before, same = save.read_bytes(), save.parent / "." / save.name
    assert run([command[0], str(save), command[1], str(same)]) == 2
    assert "is the file that is read: name another to write" in capsys.readouterr().err
    assert save.read_bytes() == before


def test_a_folder_is_no_file_to_write(save: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(save.parent)
    for folder in (".", "..", str(save.parent)):
        assert run(["export", str(save), "--html", folder]) == 2
        assert f"{folder}: cannot be written (it is a folder)" in capsys.readouterr().err
    assert [path.name for path in save.parent.iterdir()] == [save.name]


def test_a_turn_moves_in_a_gif(save: Path, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image", reason="pillow is not installed: pip install 'sandtable[export]'")
    pytest.importorskip("resvg_py", reason="resvg_py is not installed: pip install 'sandtable[export]'")
    assert (
        run(["export", str(save), "--gif", str(tmp_path / "t.gif"), "--from", "1", "--to", "3", "--width", "200"]) == 0
    )
    with image.open(tmp_path / "t.gif") as moving:
        assert moving.n_frames == 3 and moving.width == 200 and moving.info["duration"] == 900
        moving.seek(0)
        first = moving.convert("RGB").tobytes()
        moving.seek(2)
        assert moving.convert("RGB").tobytes() != first and moving.info["duration"] == 3000
    assert run(["export", str(save), "--png", str(tmp_path / "t.png"), "--width", "300"]) == 0
    with image.open(io.BytesIO((tmp_path / "t.png").read_bytes())) as still:
        assert still.format == "PNG" and still.width == 300


def test_a_picture_without_its_library_says_what_to_install(save: Path, tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    assert run(["export", str(save), "--png", str(tmp_path / "t.png")]) == 2
    assert "pip install 'sandtable[export]'" in capsys.readouterr().err
