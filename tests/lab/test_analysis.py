"""Analysis: what is said of plans comes from the same playouts, adds up, and follows from the seed."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable
from sandtable.cli import run
from sandtable.errors import InputError
from sandtable.games import register
from sandtable.generals.analysis import analyse, at_move
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
    with pytest.raises(InputError, match="at least one plan"):
        analyse(battle, playouts=1)
