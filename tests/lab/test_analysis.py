"""Analysis: what is said of plans comes from the same playouts, adds up, and follows from the seed."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
import pytest

import sandtable
from sandtable.cli import run
from sandtable.errors import InputError
from sandtable.games import register
from sandtable.generals.analysis import _as_listed, analyse, at_move, told_apart
from sandtable.generals.weighing import Plans
from sandtable.lab.statistics import compare_shares
from sandtable.table.battle import Battle
from table.ambush_game import GAME as AMBUSH
from table.duel_game import GAME as DUEL

register(DUEL)
register(AMBUSH)


def some_way_on() -> Battle:
    battle = sandtable.new("duel", seed=3)
    battle.play(battle.legal()[0])
    while len(battle.legal()) < 4:
        battle.play(battle.legal()[0])
    return battle


def test_the_chances_of_a_plan_are_one_together_and_the_best_leads() -> None:
    battle = some_way_on()
    before = battle.state_hash()
    found = analyse(battle, plans=3, playouts=8)
    assert battle.state_hash() == before
    assert found.playouts == 8 and found.sides[found.side] == battle.decision.side_name
    for one in found.alternatives:
        assert sum(chance.rate for chance in one.chances) == pytest.approx(1.0)
        lead = found.best.chances[found.side].rate - one.chances[found.side].rate
        assert one.behind.mean == pytest.approx(lead) and lead >= 0.0
    assert sum(one.is_quicks for one in found.alternatives) == 1 and found.played is None


def test_the_same_seed_is_the_same_analysis_and_a_plan_begins_with_a_legal_action() -> None:
    battle = some_way_on()
    one, other = (analyse(battle, plans=3, playouts=8, seed=5) for _ in range(2))
    assert [each.notation for each in one.alternatives] == [each.notation for each in other.alternatives]
    assert [each.chances for each in one.alternatives] == [each.chances for each in other.alternatives]
    assert {each.notation[0] for each in one.alternatives} <= {action.text for action in battle.legal()}


def test_what_was_played_is_among_the_plans() -> None:
    battle = some_way_on()
    last = battle.legal()[-1]
    found = analyse(battle, plans=1, playouts=8, played=last)
    assert found.played is not None and found.played.notation[0] == last.text


def test_it_can_be_cut_short() -> None:
    found = analyse(some_way_on(), plans=2, playouts=64, goes_on=lambda done: done < 16)
    assert found.playouts == 16


def test_where_something_is_hidden_a_plan_is_told_by_its_first_action() -> None:
    """What follows hangs on what was guessed."""
    found = analyse(sandtable.new("ambush", seed=1), plans=2, playouts=2)
    assert {len(one.words) for one in found.alternatives} == {1}


def test_where_something_is_hidden_no_two_plans_are_told_alike() -> None:
    """As of each its first action alone is told, they begin apart; and so does what was played, which is no other."""
    battle = sandtable.new("ambush", seed=1)
    for played in battle.legal():
        found = analyse(battle, plans=4, playouts=2, played=played)
        first = [one.notation[0] for one in found.alternatives]
        assert len(first) == len(set(first)) >= min(4, len(battle.legal()))
        assert found.played is not None and found.played.notation == (played.text,)


def test_what_was_played_is_weighed_as_it_is_listed() -> None:
    """Else it would be another plan than quick's, though it is the same: a list leaves facings in what goes nowhere."""
    battle = sandtable.new("dba", "first-lesson", seed=1, dice=[6])
    end = battle.action("end")
    found = Plans(battle.game, battle.array[0], 1, "listed")
    listed = {record.tobytes() for record in found.desk.actions[: found.n]}
    assert end.record.tobytes() not in listed, "so that this shows something"
    assert _as_listed(found, end, battle).tobytes() in listed


class Said(NamedTuple):
    """As much of an action as is told."""

    label: str
    text: str
    to: tuple[float, float] | None = None
    facing: float | None = None


def test_plans_of_the_same_words_are_told_apart_by_where_they_end() -> None:
    """Places to stand at are named alike; what is the same in both, or has words of its own, needs none."""
    here, there = Said("B10: deploy", "deploy B10 to 34,12.5", (34, 12.5), 90), Said("B10: deploy", "x", (40, 12), 90)
    end, go = Said("End", "end"), Said("Go", "go")
    told = told_apart(cast("Any", [(end, here), (end, there), (go, here), (end,)]))
    assert told == [
        ("End", "B10: deploy, to 34,12.5, facing 90°"), ("End", "B10: deploy, to 40,12, facing 90°"),
        ("Go", "B10: deploy"), ("End",),
    ]  # fmt: skip


def test_plans_that_end_alike_too_are_told_apart_by_their_notation() -> None:
    one, other = Said("stand", "at 1"), Said("stand", "at 2")
    assert told_apart(cast("Any", [(one,), (other,)])) == [("stand (at 1)",), ("stand (at 2)",)]


def test_few_playouts_give_no_more_than_all_battles() -> None:
    """Two of four playouts: 0.5 with a standard error of 0.289, of which Student's t of three takes 3.182: 0.919."""
    found = compare_shares(np.array([0.0, 1.0, 0.0, 1.0]))
    assert (found.mean, found.high) == (0.5, 1.0) and found.low == pytest.approx(-0.419, abs=0.001)
    assert compare_shares(np.array([0.0, -1.0])).low == -1.0


def test_playouts_that_all_differ_alike_are_not_sure_of_it() -> None:
    """Of 64 that were alike 1 - 0.05^(1/64) = 4.57 % may be otherwise; of four half, 52.7 %."""
    found = compare_shares(np.zeros(64))
    assert found.mean == 0.0 and (found.low, found.high) == pytest.approx((-0.0457, 0.0457), abs=1e-4)
    found = compare_shares(np.ones(64))  # 95.43 won and 4.57 lost, at worst
    assert found.mean == 1.0 and (found.low, found.high) == pytest.approx((0.9086, 1.0), abs=1e-4)
    found = compare_shares(np.full(4, -0.5))  # -0.5 * 0.473 = -0.2365, and 0.527 to either side
    assert (found.low, found.high) == pytest.approx((-0.7636, 0.2907), abs=1e-3)


def test_a_move_is_found_by_its_number() -> None:
    battle = some_way_on()
    before, played = at_move(battle, 1)
    assert before.state_hash() == battle.history[0].hash and played == battle.actions[0]
    assert at_move(battle, len(battle.history)) == (battle, None)
    with pytest.raises(InputError, match=r"^--move: from 1 to \d+, not 99$"):
        at_move(battle, 99)


def test_what_cannot_be_analysed_is_said_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", "battle.txt"]) == 2
    assert capsys.readouterr().err == "sandtable: battle.txt: a save ends in .json, a case in .yaml\n"
    battle = sandtable.new("dbaix", seed=1)
    battle.save(tmp_path / "a.json")
    assert run(["analyse", str(tmp_path / "a.json"), "--move", "7"]) == 2
    assert capsys.readouterr().err == "sandtable: --move: from 1 to 1, not 7\n"
    assert run(["analyse", str(tmp_path / "a.json"), "--move", "0"]) == 2
    assert capsys.readouterr().err == "sandtable: --move: from 1 to 1, not 0\n"
    with pytest.raises(InputError, match="at least one plan"):
        analyse(battle, playouts=1)


def test_of_a_battle_that_is_over_the_command_asks_for_a_move(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    battle = sandtable.new("duel", seed=1)
    while not battle.over:
        battle.play(battle.legal()[0])
    battle.save(tmp_path / "a.json")
    assert run(["analyse", str(tmp_path / "a.json")]) == 2
    last = len(battle.actions)
    said = f"sandtable: the battle is over: say with --move before which action, from 1 to {last}\n"
    assert capsys.readouterr().err == said
    assert run(["analyse", str(tmp_path / "a.json"), "--move", str(last), "--plans", "1", "--playouts", "2"]) == 0
