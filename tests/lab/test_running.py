"""Studies that run: the same bytes for any number of workers and after any interruption, and what battles tell."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from sandtable import cli, lab
from sandtable.batch import Batch
from sandtable.batch.streams import new_streams
from sandtable.compiler.decorators import COMPILED
from sandtable.errors import InputError
from sandtable.games import built_in, get_game
from sandtable.generals import GENERALS
from sandtable.generals.choosing import choose_action
from sandtable.generals.desk import forget_plan, new_desk
from sandtable.generals.playouts import Limits, play_out
from sandtable.kernel.dice import forget, new_dice
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import MAX_SIDES, NOBODY
from sandtable.kernel.verbs import apply, current_side, returns
from sandtable.lab.measures import measures_of, own_measures
from sandtable.lab.playing import play_measured
from sandtable.lab.results import Results
from sandtable.lab.running import Processes, Progress, open_folder, run_study, source_of
from sandtable.lab.shards import make_shards, scores_of
from sandtable.lab.stopping import stop_of
from sandtable.lab.study import Study

pytestmark = pytest.mark.full
compiled = pytest.mark.skipif(
    not COMPILED, reason="whole battles take minutes interpreted; the compiled stage fights them"
)


def study(**fields: Any) -> Study:
    return lab.new_study({"game": "dba", "scenarios": ["first-lesson"], "battles": 400, **fields})


def compared(**fields: Any) -> Study:
    return study(design="A/B", factors={"rules.overlapped": [-2]}, **fields)


def sums(folder: Path) -> dict[str, str]:
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(folder.iterdir())}


def test_an_interrupt_says_what_is_kept(tmp_path: Path, capsys: Any, monkeypatch: Any):
    def interrupted(what: Study, folder: Path, executor: Any, told: Any) -> Progress:
        told(Progress(what, done=1200))
        raise KeyboardInterrupt

    file = tmp_path / "study.toml"
    file.write_text('game = "dba"\ndesign = "A/B"\nbattles = 1000\nfactors = {"rules.overlapped" = [-2]}\n', "utf-8")
    monkeypatch.setattr("sandtable.lab.running.run_study", interrupted)
    monkeypatch.setattr("sandtable.cli._compiling.see_compiled", lambda _: None)
    assert cli.run(["lab", "run", str(file), "--workers", "1"]) == 130
    said = (
        f"Interrupted: 1,200 of 2,000 battles are kept in {file.with_suffix('.results')}, and the same command goes on"
    )
    assert said in capsys.readouterr().err


@compiled
def test_a_rerun_makes_what_is_missing_and_nothing_else(tmp_path: Path):
    run_study(compared(battles=200), tmp_path, Processes())
    whole = sums(tmp_path)
    gone = tmp_path / "0001-000000-200.parquet"
    gone.unlink()
    kept = tmp_path / "0000-000000-200.parquet"
    os.utime(kept, (1, 1))
    progress = run_study(compared(battles=200), tmp_path, Processes())
    assert progress.fought == 200 and progress.done == 400
    assert sums(tmp_path) == whole and kept.stat().st_mtime == 1


@compiled
def test_more_battles_go_on_from_those_there_are(tmp_path: Path):
    run_study(study(battles=200), tmp_path, Processes())
    first = sums(tmp_path)["0000-000000-200.parquet"]
    progress = run_study(study(battles=500), tmp_path, Processes())
    assert progress.fought == 300
    assert sums(tmp_path)["0000-000000-200.parquet"] == first
    assert sorted(sums(tmp_path))[2] == "0000-000002-100.parquet"


@compiled
def test_results_are_the_same_to_the_byte_for_any_number_of_workers_one_of_which_is_killed(tmp_path: Path):
    wanted = compared(generals=["random"])  # whose battles are the shortest
    run_study(wanted, tmp_path / "quiet", Processes())
    killed: list[int] = []

    def kill_one(progress: Progress) -> None:
        if progress.fought and not killed:
            import multiprocessing

            worker = multiprocessing.active_children()[0]
            killed.append(worker.pid or 0)
            os.kill(worker.pid or 0, signal.SIGKILL)

    run_study(wanted, tmp_path / "killed", Processes(2), kill_one)
    assert killed
    assert sums(tmp_path / "killed") == sums(tmp_path / "quiet")


@compiled
def test_an_interrupted_study_leaves_whole_shards_and_goes_on(tmp_path: Path):
    file = tmp_path / "long.toml"
    file.write_text('game = "dba"\nscenarios = ["first-lesson"]\nbattles = 100000\n', "utf-8")
    out = tmp_path / "out"
    command = [sys.executable, "-m", "sandtable", "lab", "run", str(file), "--out", str(out), "--workers", "2"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as running:
        threading.Thread(target=_interrupt, args=(running, out), daemon=True).start()
        _, said = running.communicate(timeout=240)
    assert running.returncode == 130, said
    assert "Traceback" not in said
    made = list(out.glob("*.parquet"))
    assert made and all(len(pl.read_parquet(file)) == 200 for file in made)
    assert not list(out.glob(".*"))


def _interrupt(running: subprocess.Popen[str], out: Path) -> None:
    """As Ctrl-C does: everybody in the terminal's group is interrupted, once something has been made."""
    until = time.monotonic() + 200
    while time.monotonic() < until and not list(out.glob("*.parquet")):
        time.sleep(0.2)
    os.killpg(running.pid, signal.SIGINT)


@compiled
def test_results_of_another_study_are_never_mixed_in(tmp_path: Path):
    run_study(study(battles=10), tmp_path / "a", Processes())
    with pytest.raises(InputError, match=r"its results were made otherwise \(seed\); name another folder by --out"):
        run_study(study(battles=10, seed=1), tmp_path / "a", Processes())
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "notes.txt").write_text("mine", "utf-8")
    with pytest.raises(InputError, match="is a folder with something else in it"):
        run_study(study(battles=10), tmp_path / "b", Processes())


class Several:
    """Makes shards as several processes do: tasks are taken up while others are in hand, and the last ends first."""

    def make(self, study: Study, folder: Path, tasks: Iterator[Any]) -> Iterator[Any]:
        text, where = source_of(study)
        while taken := list(islice(tasks, 3)):
            yield from (make_shards(text, where, str(folder), task) for task in reversed(taken))


@compiled
def test_a_sequential_test_ends_at_the_same_shard_for_any_number_of_workers(tmp_path: Path):
    """Each process takes 4 s of a processor to start; that they make the same is shown where one of them is killed."""
    wanted = study(battles=20000, design="A/B", factors={"general.red": ["random"]}, sequential={"least": 10.0})
    run_study(wanted, tmp_path / "one", Processes())
    made: list[str] = []
    run_study(wanted, tmp_path / "several", Several(), lambda _: made.extend(sums(tmp_path / "several")))
    assert "0000-000002-200.parquet" in made and len(sums(tmp_path / "several")) == 3
    assert sums(tmp_path / "one") == sums(tmp_path / "several")
    results = lab.read_results(tmp_path / "one")
    assert results.sequential is not None and results.sequential.is_over
    assert len(results.battles) == 400
    sentence, looks = results.sentences()
    assert sentence.startswith("general.red = random: wins.red changes by -")
    assert sentence.endswith("with 95 % confidence) after 200 battles a variant.")
    assert looks.startswith("The test ended at look 1 of 100 at most, one after every 200 battles a variant, by its")
    assert "3.64 or above" in looks  # ln(0.95 / 0.025), of 5 % and 5 %


@compiled
def test_a_difference_of_nothing_is_said_so_with_what_would_find_one(tmp_path: Path):
    wanted = study(design="A/B", factors={"rules.overlapped": [-1, -2]}, battles=200)
    results = lab.run(wanted, tmp_path)
    [one] = results.compared(results.main)
    [sentence] = results.sentences()
    if one.p >= 0.05:
        assert "no difference of wins.red found: " in sentence and "; if there is one, it is below" in sentence
        assert "more battles a variant would find 1 point" in sentence
    assert one.blocks == 200


EQUAL: list[dict[str, Any]] = [{}, {"general.red": "quick"}]
"""Two variants that are told apart and play alike: ``quick`` leads all sides as it is."""


@compiled
def test_common_dice_make_arms_alike_and_equal_arms_equal(tmp_path: Path):
    same = study(design="A/B", factors={"rules.overlapped": [-2], "general.red": ["quick"]}, battles=200)
    results = lab.run(same, tmp_path / "a")
    [one] = results.compared(results.main)
    assert one.correlation > 0.1  # 0.24 to 0.39 where they are asked of more battles
    equal = study(design="listed", variants=EQUAL, battles=200)
    results = lab.run(equal, tmp_path / "b")
    assert results.compared(results.main)[0].mean == 0.0
    rows = results.battles
    plain = [rows.filter(pl.col("arm") == arm).drop("arm") for arm in (0, 1)]
    assert plain[0].equals(plain[1])


@compiled
def test_dice_by_purpose_are_other_dice_and_keep_equal_arms_equal(tmp_path: Path):
    plain, keyed = (
        study(design="listed", variants=EQUAL, battles=40, dice=dice) for dice in ("in order", "by purpose")
    )
    assert plain.key != keyed.key
    results = lab.run(keyed, tmp_path / "keyed")
    arms = [results.battles.filter(pl.col("arm") == arm).drop("arm") for arm in (0, 1)]
    assert arms[0].equals(arms[1])
    in_order = lab.run(plain, tmp_path / "plain").battles.filter(pl.col("arm") == 0).drop("arm")
    assert not arms[0]["luck.red"].equals(in_order["luck.red"])
    assert abs(arms[0]["luck.red"].mean()) < 0.8  # of 40 battles: five standard errors


@compiled
def test_a_study_is_made_again_to_the_byte_from_a_file_of_its_results(tmp_path: Path):
    factors = {"rules.overlapped": [-1, -2], "generals": [["random", "quick"]]}
    run_study(study(battles=4, design="grid", factors=factors, seed="mine"), tmp_path / "a", Processes())
    told = pl.read_parquet_metadata(tmp_path / "a" / "0001-000000-4.parquet")
    run_study(lab.new_study(json.loads(told["sandtable.study"])), tmp_path / "b", Processes())
    assert sums(tmp_path / "a") == sums(tmp_path / "b")


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"sandtable.study": "{}", "sandtable.identity": "5"}', "\xff"])
def test_a_head_that_is_damaged_is_told_in_a_sentence_and_kept(text: str, tmp_path: Path):
    head = tmp_path / "study.json"
    head.write_text(text, "latin-1")
    for ask in (lab.read_results, lambda folder: run_study(study(), folder)):
        with pytest.raises(InputError, match=r"study\.json: is damaged: it does not say what study"):
            ask(tmp_path)
    assert head.read_text("latin-1") == text and len(list(tmp_path.iterdir())) == 1


def test_a_shard_that_is_damaged_is_named_with_what_mends_it(tmp_path: Path):
    open_folder(study(), tmp_path)
    (tmp_path / "0000-000000-200.parquet").write_bytes(b"PAR1")
    asks = (lambda: lab.read_results(tmp_path).battles, lambda: run_study(study(), tmp_path))
    for ask in asks:
        with pytest.raises(InputError, match=r"0000-000000-200\.parquet: is damaged: take it away, and run the study"):
            ask()


def test_clauses_are_called_as_they_were_when_the_battles_were_fought(tmp_path: Path):
    open_folder(study(), tmp_path)
    head = json.loads((tmp_path / "study.json").read_text())
    first = int(next(iter(get_game("dba").clause)).value)
    head["sandtable.clauses"] = json.dumps(json.loads(head["sandtable.clauses"]) | {str(first): "DBA-OLD-1"})
    (tmp_path / "study.json").write_text(json.dumps(head))
    results = lab.read_results(tmp_path)
    fired = [[{"clause": first, "times": 2}]]
    row = {"arm": [0], "scenario": ["first-lesson"], "battle": [0], "clauses": fired}
    results.__dict__["battles"] = pl.DataFrame(row)
    assert results.clauses["clause"].to_list() == ["DBA-OLD-1"]


def test_a_test_counts_points_of_a_hundred_of_a_share_and_else_what_is_measured():
    pair = {"design": "A/B", "factors": {"rules.overlapped": [-2]}, "sequential": {"least": 2.0}}
    assert stop_of(study(**pair)).test().least == 0.02
    assert stop_of(study(**pair, measure="bounds")).test().least == 2.0
    rng = np.random.default_rng(0)
    scores = {0: {0: 18.0 + rng.normal(0.0, 4.0, 200)}}  # half an interval of some 0.9
    for precision, is_over in ((2.0, True), (0.1, False)):
        stop = stop_of(study(measure="bounds", sequential={"precision": precision}))
        assert stop.look(scores, 1).is_over == is_over


def test_a_study_that_ends_where_it_is_precise_says_the_value_too(tmp_path: Path):
    wanted = study(battles=200, sequential={"precision": 40.0})
    results = Results(wanted, tmp_path)
    rows = {"arm": [0] * 200, "scenario": ["first-lesson"] * 200, "battle": range(200), "block": range(200)}
    results.__dict__["battles"] = pl.DataFrame({**rows, "wins.red": [0.0, 1.0] * 100})
    known, looks, value = results.sentences()
    assert looks.startswith("It ended at look 1 of 1 at most") and "they hold at every one of them" in looks
    assert known.startswith("wins.red is known to within ") and value.startswith("wins.red: 50.0 % (")


def test_battles_that_do_not_tell_the_measure_are_left_out_of_what_is_said(tmp_path: Path):
    wanted = study(battles=200, design="A/B", factors={"rules.overlapped": [-2]}, measure="forced")
    told = [0.2, None, 0.4, 0.3] * 50
    assert np.isnan(scores_of(wanted, pl.DataFrame({"forced": told}))[1])
    progress = Progress(wanted, scores={0: {0: scores_of(wanted, pl.DataFrame({"forced": told}))}})
    interval = progress.interval(0)
    assert interval is not None and interval.rate == pytest.approx(0.3)
    results = Results(wanted, tmp_path)
    rows = {"arm": [0] * 200 + [1] * 200, "scenario": ["first-lesson"] * 400, "turn": [0] * 400}
    blocks = [*range(200)] * 2
    results.__dict__["battles"] = pl.DataFrame({**rows, "block": blocks, "battle": blocks, "forced": told * 2})
    assert [term.value for term in results.logit()][1] == pytest.approx(0.0, abs=1e-6)


@compiled
def test_a_file_of_results_says_how_it_was_made(tmp_path: Path):
    run_study(study(battles=10), tmp_path, Processes())
    told = pl.read_parquet_metadata(tmp_path / "0000-000000-10.parquet")
    for name in ("study", "identity", "versions", "commit"):
        assert f"sandtable.{name}" in told
    assert '"game": "dba"' in told["sandtable.study"] and '"polars"' in told["sandtable.versions"]


@compiled
def test_variants_are_read_again_in_the_order_in_which_they_were_fought(tmp_path: Path):
    """Of two factors the last of the alphabet comes first."""
    factors = {"rules.overlapped": [-1, -3], "generals": [["random"], ["quick"]]}
    wanted = study(design="grid", factors=factors, battles=4)
    results = lab.run(wanted, tmp_path)
    assert results.study.arms == wanted.arms and list(results.study.factors) == list(factors)
    seats = results.battles.group_by("arm").agg(pl.col("seat.red").first()).sort("arm")["seat.red"].to_list()
    assert seats == ["random", "quick", "random", "quick"]


@compiled
@pytest.mark.parametrize("key", ["dba", "dbaix"])
def test_measured_battles_are_the_battles_of_a_duel(key: str):
    pair = []
    for measured in (True, False):
        batch = Batch.new(key, 12)
        kinds = np.full((12, batch.n_sides), GENERALS["quick"].kind.value)
        planners = new_streams(f"planner {k}" for k in range(12))
        if measured:
            pair.append(play_measured(batch, kinds, planners, 10_000).measured)
        else:
            pair.append(play_out(batch, kinds, planners, Limits(10_000)))
    for name in ("returns", "decisions", "bounds", "quiet", "unused", "is_cut_off"):
        assert (pair[0][name] == pair[1][name]).all()


@compiled
def test_what_is_gathered_is_what_the_log_and_the_dice_of_a_battle_say():
    """One battle of DBA step by step, its log and dice counted in Python."""
    game = get_game("dba")
    batch = Batch.new("dba", 1, "first-lesson", seed="told")
    kinds = np.full((1, 2), GENERALS["quick"].kind.value, np.int32)
    told = play_measured(batch, kinds, new_streams(["planner"]), 10_000, {"PIPS": 0.0})

    again = Batch.new("dba", 1, "first-lesson", seed="told")
    battle, dice, planner = again.battles[0], new_dice("told battle 0"), new_dice("planner")
    dice.counter = again.streams["counter"][0]
    desk, log = new_desk(game), new_log()
    clauses, codes = np.zeros(told.clauses.shape[1], int), np.zeros(told.codes.shape[1], int)
    luck, spread = np.zeros(2), np.zeros(2)
    forget_plan(desk)
    while (side := current_side(battle)) != NOBODY:
        choose_action(battle, side, kinds[0][side], planner, desk)
        log.n = 0
        apply(battle, desk.action[0], dice, log)
        for entry in log.entries[: log.n]:
            if entry.clause >= 0:
                clauses[entry.clause] += 1
            if entry.kind in (Kind.EVENT, Kind.OUTCOME):
                codes[entry.code] += 1
            if entry.kind == Kind.DIE and entry.code != game.purpose.PIPS.value and entry.side >= 0:
                luck[entry.side] += entry.amount - (entry.item + 1) / 2
                spread[entry.side] += (
                    sum((face - (entry.item + 1) / 2) ** 2 for face in range(1, entry.item + 1)) / entry.item
                )
        forget(dice)
    assert battle.tobytes() == batch.battles[0].tobytes()
    assert (told.clauses[0] == clauses).all() and (told.codes[0] == codes).all()
    assert told.measured["luck"][0][:2] == pytest.approx(luck) and told.measured["spread"][0][:2] == pytest.approx(
        spread
    )
    lost = game.enums["figures.where"]["LOST"].value
    assert set(np.flatnonzero(told.left[0])) == set(np.flatnonzero(battle.figures["where"] == lost))
    out = np.zeros(MAX_SIDES)
    returns(battle, out)
    assert (told.measured["returns"][0] == out).all()


@compiled
def test_frames_hold_a_row_a_battle_a_figure_lost_and_a_clause_fired(tmp_path: Path):
    results = lab.run(study(battles=50, measures=["forced"]), tmp_path)
    battles = results.battles
    assert len(battles) == 50 and battles["battle"].to_list() == list(range(50))
    counted = results.losses.group_by("battle", "side").len().sort("battle")
    for battle, side, n in counted.iter_rows():
        assert battles[f"lost.{side}"][battle] == n
    assert set(results.losses["where"].unique()) == {"lost"}
    assert (results.losses["bound"] >= 1).all()
    fired = set(results.clauses["clause"].unique())
    assert "DBA-PIP-1" in fired or any(name.startswith("DBA-PIP") for name in fired)
    assert not fired & set(results.dead_clauses())
    for measure in results.told():
        assert measure.text.endswith(".")
        assert measure.name in battles.columns
    assert 0.0 <= battles["forced"].mean() <= 1.0
    assert (battles["decided"].drop_nulls() <= 1.0).all() and battles["decided"].null_count() == battles["draws"].sum()
    assert (battles["wins.red"] + battles["wins.blue"] == 1.0).all()


def test_what_games_add_are_events_and_dice_that_they_have():
    for key in built_in():
        game = get_game(key)
        own = own_measures(game)
        assert own.counts, key
        purposes = {purpose.name for purpose in game.purpose}
        assert {*own.dice.low, *own.dice.idle} <= purposes, key
        assert not set(own.dice.low) & set(own.dice.idle)
        codes = {code.name for code in game.code}
        for name, entry in own.counts.items():
            assert set(entry.events) <= codes, (key, name)
            assert entry.text.endswith(".")
        assert set(own.counts) <= set(measures_of(lab.new_study({"game": key})))


@compiled
def test_to_measure_battles_takes_little_longer_than_to_play_them():
    """Measured 1.04 (benchmarks in docs/laboratory.md); a machine with others on it is given more room."""
    n = 100
    batch = Batch.new("dba", n, "first-lesson")
    kinds = np.full((n, 2), GENERALS["quick"].kind.value, np.int32)
    seconds: tuple[list[float], list[float]] = ([], [])
    for turn in range(14):
        played = batch.copy()
        planners = new_streams(f"planner {k}" for k in range(n))
        started = time.process_time()
        if turn % 2:
            play_measured(played, kinds, planners, 10_000)
        else:
            play_out(played, kinds, planners, Limits(10_000))
        if turn > 1:  # the first two load the rules
            seconds[turn % 2].append(time.process_time() - started)
    assert min(seconds[1]) < 1.15 * min(seconds[0])
