"""The commands replay and show, on the duel."""

from __future__ import annotations

import json
import random

import pytest

import sandtable
from sandtable.cli import run
from sandtable.games import register
from sandtable.table import picture
from table.duel_game import GAME
from table.test_battle import TOUCHING

register(GAME)


@pytest.fixture
def save(tmp_path):
    battle, chooser = sandtable.new(GAME, TOUCHING, seed=9), random.Random(2)
    while not battle.over:
        battle.play(chooser.choice(battle.legal()))
    battle.save(tmp_path / "duel.json")
    return tmp_path / "duel.json"


def test_replay_prints_the_log_by_turns_and_says_that_every_state_is_as_saved(save, capsys):
    assert run(["replay", str(save)]) == 0
    said = capsys.readouterr().out
    data = json.loads(save.read_text("utf-8"))
    assert said.index("=== Round 1 ===") < said.index("=== Round 2 ===")
    assert f"   1. red: {data['actions'][0]['do']}" in said
    assert "Reds: PIP die " in said and "[DUEL-BND-1]" in said and " against " in said
    assert f"{len(data['actions'])} actions replayed, every state as saved; {data['result']}" in said
    assert said.endswith("Every die is the one that the seed gives.\n")


def test_verify_says_whether_the_dice_were_honest(save, tmp_path, capsys):
    assert run(["verify", str(save)]) == 0
    assert capsys.readouterr().out.endswith("The dice are proven honest.\n")
    data = json.loads(save.read_text("utf-8"))
    data["dice"]["nonce"] = "0" * 32
    other = tmp_path / "other.json"
    other.write_text(json.dumps(data), "utf-8")
    assert run(["verify", str(other)]) == 1
    assert capsys.readouterr().out.endswith("The dice are NOT honest.\n")
    data["dice"] |= {"seed": None}
    other.write_text(json.dumps(data), "utf-8")
    assert run(["verify", str(other)]) == 1
    assert capsys.readouterr().out.endswith("Not proven.\n")


def test_replay_quiet_and_with_pictures(save, capsys):
    assert run(["replay", str(save), "--quiet"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert run(["replay", str(save), "--picture"]) == 0
    assert "┌───" in capsys.readouterr().out


def test_replay_of_a_changed_save_is_refused_in_one_sentence(save, capsys):
    data = json.loads(save.read_text("utf-8"))
    data["actions"][1]["hash"] = "f" * 64
    save.write_text(json.dumps(data), "utf-8")
    assert run(["replay", str(save), "--quiet"]) == 2
    printed = capsys.readouterr()
    assert "action 2 (" in printed.err and "leads to another table" in printed.err and printed.err.count("\n") == 1


def test_show_draws_scenarios_cases_saves_and_positions(save, tmp_path, capsys):
    file = tmp_path / "case.yaml"
    file.write_text(
        "game: duel\nquestion: what?\nfigures: [{id: A, side: red, at: [1, 1]}]\ntable: {width: 4, height: 4}\n"
    )
    for words in (["bridge"], [str(save)], ["duel bridge ; A@5,2/90"], [str(file)]):
        assert run(["show", *words, "--game", "duel", "--width", "40"]) == 0
        assert "┌" + "─" * 40 + "┐" in capsys.readouterr().out
    assert run(["show", "brigde", "--game", "duel"]) == 2
    assert "did you mean bridge?" in capsys.readouterr().err


def test_show_writes_svg(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(picture, "draw_svg", None)  # as in a new process, where nothing has asked for a battle yet
    assert run(["show", "bridge", "--game", "duel", "--svg", str(tmp_path / "b.svg")]) == 0
    assert (tmp_path / "b.svg").read_text("utf-8").startswith("<svg")
    assert sandtable.new(GAME, dice=[3])._repr_svg_().startswith("<svg")
