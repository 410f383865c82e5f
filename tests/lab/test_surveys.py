"""Ready studies and balancing: what they vary, what they say, and the patch that comes of it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from rich.table import Table

from sandtable import cli, lab
from sandtable.cli.lab import _armies_table
from sandtable.compiler.decorators import COMPILED
from sandtable.errors import InputError
from sandtable.games import get_game
from sandtable.games.common.intervals import Interval
from sandtable.lab.balance import Balance, Goal, Tried, goals_of, patch_of, search, vary_of
from sandtable.lab.measures import measures_of
from sandtable.lab.results import Results, changes
from sandtable.lab.running import Processes
from sandtable.lab.surveys import armies_study, changes_of, options_study

pytestmark = pytest.mark.full
compiled = pytest.mark.skipif(
    not COMPILED, reason="whole battles take minutes interpreted; the compiled stage fights them"
)


def test_a_survey_of_switches_has_every_value_that_is_not_the_default():
    what, idle = options_study("dbaix", [], 10)
    study = lab.new_study(what)
    varied = {f"{name} = {value}" for name, values in what["factors"].items() for value in values}
    every = {f"{option.key} = {value}" for option in get_game("dbaix").options for value in option.values[1:]}
    assert varied | set(idle) == every and not varied & set(idle)
    assert [arm.label for arm in study.arms] == ["as it is", *sorted(varied, key=[a.label for a in study.arms].index)]


def test_armies_meet_every_army_that_may_come():
    what = armies_study("dba", "ready-field", 10)
    assert {name: len(lists) for name, lists in what["factors"].items()} == {"army.red": 10, "army.blue": 10}
    assert len(lab.new_study(what).arms) == 100
    with pytest.raises(InputError, match="no two sides can bring armies"):
        armies_study("dba", "granicus", 10)


@compiled
def test_what_switches_change_is_told_surest_first(tmp_path: Path):
    what = {"game": "dba", "scenarios": ["first-lesson"], "battles": 60, "design": "one at a time"}
    results = lab.run(lab.new_study({**what, "factors": {"rules.overlapped": [-2, -3]}}), tmp_path)
    found = changes_of(results)
    assert [set(one.by) for one in found] == [{"wins.red", "wins.blue", "bounds"}] * 2
    assert found[0].least_p <= found[1].least_p


def test_a_number_to_vary_is_checked():
    dba = get_game("dba")
    vary = vary_of(dba, "rules.overlapped=-3:0")
    assert [vary.value(share) for share in (0.0, 0.5, 1.0)] == [-3, -2, 0]
    far = vary_of(dba, "rules.command_far")
    assert (far.low, far.high, far.value(0.5)) == (600.0, 1800.0, 1200.0)
    for wrong in ("rules.overlapped=1", "rules.overlapped=2:1", "rules.overlapped=a:b", "rules.overlapped=0:0.4"):
        with pytest.raises(InputError, match="--vary: expected NUMBER=LOW:HIGH, found"):
            vary_of(dba, wrong)
    with pytest.raises(InputError, match="--vary: .* no number 'rules.overlaped'; the nearest there are"):
        vary_of(dba, "rules.overlaped=1:2")
    with pytest.raises(InputError, match="^--vary: 'doubled_chariots' is no number of the data files"):
        vary_of(dba, "doubled_chariots=1:2")


def test_a_target_is_a_band_for_each_side_or_for_measures():
    study = lab.new_study({"game": "dbaix"})
    each, _ = goals_of(study, "each side 25..45 %")
    assert each == [Goal(f"wins.{side}", 0.25, 0.45) for side in ("romans", "gauls", "pirates")]
    mixed, _ = goals_of(study, "wins.gauls 30 to 40 %, bounds 39-51")
    assert mixed == [Goal("wins.gauls", 0.3, 0.4), Goal("bounds", 39.0, 51.0)]
    assert Goal("bounds", 39.0, 51.0).miss(63.0) == 1.0 and Goal("bounds", 39.0, 51.0).miss(39.0) == 0.0
    for wrong in ("each side 60..40 %", "fair", "wins.greeks 1..2 %", "each side"):
        with pytest.raises(InputError, match="--target: expected 'each side 45..55 %'"):
            goals_of(study, wrong)


def test_the_patch_changes_one_number_and_keeps_its_remark():
    patch = patch_of("dba", {"rules.factors.overlapped": -2})
    lines = [line for line in patch.splitlines() if line[0] in "+-" and line[:3] not in ("+++", "---")]
    assert len(lines) == 2 and lines[0][0] == "-" and lines[1][0] == "+"
    assert lines[0].split("#")[1] == lines[1].split("#")[1]
    assert lines[1][1:].split("#")[0].split() == ["overlapped", "=", "-2"]
    assert patch.startswith("--- a/dba/data/rules.toml\n+++ b/dba/data/rules.toml\n@@")
    assert patch_of("dba", {"troops.types.Kn.factor.foot": 5}).startswith(("---", "# troops.toml: troops.types.Kn"))


@compiled
def test_a_search_finds_numbers_that_meet_a_target_that_can_be_met(tmp_path: Path):
    game = get_game("dba")
    vary = (vary_of(game, "rules.command_far=600:1800"),)
    plan = Balance(game, vary, "bounds 1..60, wins.red 1..99 %", ("first-lesson",), ("quick",), 3, 20, 0)
    found = search(plan, tmp_path, Processes())
    assert found[0].is_confirmed and found[0].miss == 0.0 and found[0].battles == 80
    assert len(found) == 6 and all(600.0 <= one.setting["rules.paces.command_far"] <= 1800.0 for one in found)


@pytest.mark.parametrize("option", ["--battles", "--workers"])
def test_fewer_than_none_are_refused_by_the_name_of_the_option(option: str, capsys: Any):
    assert cli.run(["lab", "run", "no.toml", option, "-1"]) == 2
    assert f"{option}: expected a number of at least 0, found -1" in capsys.readouterr().err


WINS = ("wins.red", "wins.blue")
SAID = {
    "meets 'each side 45..55 %' with all of its intervals:": {name: Interval(0.5, 0.46, 0.54) for name in WINS},
    "meets 'each side 45..55 %' by estimate, but not with the whole interval of wins.red (40.0 to 54.0 %):": {
        "wins.red": Interval(0.48, 0.40, 0.54),
        "wins.blue": Interval(0.5, 0.45, 0.55),
    },
    "comes nearest to, and does not meet, 'each side 45..55 %':": {name: Interval(0.6, 0.5, 0.7) for name in WINS},
}


@pytest.mark.parametrize("said", SAID)
def test_a_search_says_what_it_tried_whether_that_meets_the_target_and_that_nothing_is_to_change(
    said: str, capsys: Any, monkeypatch: Any
):
    """Three trials of which two fall together, and the best is the number that the game has."""
    miss = max(Goal("wins.red", 0.45, 0.55).miss(one.rate) for one in SAID[said].values())
    tried = [
        Tried({"rules.factors.overlapped": value}, SAID[said], miss, 0.0, battles, again)
        for value, battles, again in ((-1, 8, True), (-2, 2, False), (-1, 2, False), (-1, 0, False))
    ]
    folders = []
    monkeypatch.setattr("sandtable.lab.balance.search", lambda _, folder, *__: folders.append(folder) or tried)
    monkeypatch.setattr("sandtable.cli._compiling.see_compiled", lambda _: None)
    asked = ["lab", "balance", "dba", "--vary", "rules.overlapped=-3:0", "--trials", "3", "--workers", "1"]
    assert cli.run(asked) == 0
    out = capsys.readouterr().out
    assert f"Of 2 values tried, 12 battles, this {said}" in out
    assert out.endswith("The data are as they are: there is nothing to change.\n")
    assert folders == [Path("dba-balance.results")], "where the same command goes on after Ctrl-C"


def test_an_interval_reaches_beyond_a_band_by_its_farther_end():
    """In lengths of the band, of which there are 10 points from 45 to 55: 2 below, 3 above, both inside."""
    goal = Goal("wins.red", 0.45, 0.55)
    reached = [goal.reach(Interval(0.5, *ends)) for ends in ((0.43, 0.5), (0.43, 0.58), (0.45, 0.55))]
    assert reached == [pytest.approx(0.2), pytest.approx(0.3), 0.0]


def test_of_values_that_meet_a_target_the_surest_is_told_and_none_that_no_battle_tells(
    tmp_path: Path, monkeypatch: Any
):
    """Of -3 no battle was won, so that none tells when it was decided; -2 and -1 meet, of which -1 is the surer."""
    found = {-2: Interval(0.5, 0.3, 0.7), -1: Interval(0.5, 0.4, 0.6), -3: None}
    monkeypatch.setattr("sandtable.lab.balance.run_study", lambda *_: None)
    monkeypatch.setattr(Results, "interval", lambda self, _, arm: found[self.study.arms[arm].setting[0][1]])
    vary = (vary_of(get_game("dba"), "rules.overlapped=-3:-1"),)
    plan = Balance(get_game("dba"), vary, "decided 0.4..0.6", ("first-lesson",), ("quick",), 24, 2, 0)
    best, second, third, *_ = search(plan, tmp_path, Processes())
    assert [one.setting["rules.factors.overlapped"] for one in (best, second, third)] == [-1, -2, -3]
    assert (best.miss, best.reach, second.miss) == (0.0, 0.0, 0.0) and second.reach == pytest.approx(0.5)
    assert third.is_confirmed and third.miss > 1e6


def test_whole_numbers_are_all_tried_where_there_are_no_more_than_trials(tmp_path: Path, monkeypatch: Any):
    monkeypatch.setattr("sandtable.lab.balance.run_study", lambda *_: None)
    monkeypatch.setattr(Results, "interval", lambda *_: Interval(0.5, 0.4, 0.6))
    vary = (vary_of(get_game("dba"), "rules.overlapped=-3:0"), vary_of(get_game("dba"), "rules.break_off=1.5:2.5"))
    for trials, numbers in ((4, 1), (3, 1), (4, 2)):
        plan = Balance(get_game("dba"), vary[:numbers], "bounds 0..1", ("first-lesson",), ("quick",), trials, 2, 0)
        tried = [one for one in search(plan, tmp_path, Processes()) if not one.is_confirmed]
        values = {one.setting["rules.factors.overlapped"] for one in tried}
        assert len(tried) == trials and (values == {-3, -2, -1, 0}) == ((trials, numbers) == (4, 1))


def test_no_interval_is_said_of_blocks_that_are_all_alike():
    known = lab.new_study({"game": "dba", "scenarios": ["first-lesson"]})
    wins = measures_of(known)["wins.red"]
    assert changes(wins, 0.0, 0.0) == "all alike"
    assert changes(wins, -0.1, 0.1) == "-10.0 to +10.0 points"


@compiled
def test_whole_numbers_that_fall_together_are_fought_once(tmp_path: Path):
    vary = (vary_of(get_game("dba"), "rules.overlapped=-3:0"),)
    plan = Balance(get_game("dba"), vary, "bounds 1..60", ("first-lesson",), ("random",), 3, 2, 0)
    found = search(plan, tmp_path, Processes())
    values = {one.setting["rules.factors.overlapped"] for one in found}
    assert len(found) == 3 + len(values) and len(values) < 3
    assert sum(one.battles for one in found if not one.is_confirmed) == 2 * len(values)


def test_ten_armies_against_ten_are_read_in_eighty_columns(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    what = armies_study("dba", "ready-field", 4)
    results = Results(lab.new_study(what), tmp_path)
    monkeypatch.setattr(Results, "interval", lambda *_: Interval(1.0, 0.51, 1.0))
    table = Table(title=results.study.file.title)
    _armies_table(results, table)
    shown = io.StringIO()
    Console(file=shown, width=80).print(table)
    lines = shown.getvalue().splitlines()
    [polybian] = (line for line in lines if "polybian-roman" in line)
    assert polybian.split()[1:] == ["polybian-roman", *["100"] * 10]
    assert any("hundred-years-war-english" in line for line in lines)
    assert "none is wrong by more than 49." in lines[-1]
