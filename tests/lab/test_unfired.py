"""Clauses that never fire: which there are of a study, and why, as the sources of a game tell."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from sandtable import lab
from sandtable.games import get_game
from sandtable.lab.results import Results
from sandtable.lab.running import open_folder
from sandtable.lab.unfired import Why, _kinds, why_unfired

pytestmark = pytest.mark.full

RULES = """
from sandtable.kernel.log import event, reason, total as log_total

WHERE = (Clause.OUT_1, Clause.OUT_2)

class Found(NamedTuple):
    code: int
    cited: int

def refused(log, code, clause):
    reason(log, code, clause, 0, 0, 0)
    return False

def judge(b, log):
    if b.far:
        return refused(log, Code.FAR, Clause.MOV_1)
    cited = Clause.MOV_2 if b.wood else Clause.MOV_3
    reason(log, Code.SLOW, cited, 0, 0, 0)
    if reach(b) == Clause.MOV_9:
        return False

def how_it_falls(b):
    return Code.FALLS, Clause.CC_1

def strike(b, log):
    code, cited = how_it_falls(b)
    event(log, code, cited, 0, 0, 0)
    found = Found(Code.FALLS, Clause.CC_2)
    event(log, found.code, found.cited, 0, 0, 0)
    log_total(log, Code.SUM, clause=Clause.CC_3, side=0, actor=0, other=0, amount=1)
    event(log, Code.GOES, WHERE[b.place], 0, 0, 0)
    refused(log, Code.FAR, Clause.CC_1)
"""


def test_a_clause_is_followed_to_whoever_writes_it(tmp_path: Path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/all.py").write_text(RULES, "utf-8")
    found = {name: set(kinds) for name, kinds in _kinds((tmp_path,)).items()}
    assert found == {
        "MOV_1": {"REASON"}, "MOV_2": {"REASON"}, "MOV_3": {"REASON"}, "MOV_9": set(), "CC_1": {"EVENT", "REASON"},
        "CC_2": {"EVENT"}, "CC_3": {"SCORE"}, "OUT_1": {"EVENT"}, "OUT_2": {"EVENT"},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("game", "clause", "why"),
    [
        ("dba", "DBA-SCALE-1", Why.LAYING),  # the scale is a matter of the table
        ("dba", "DBA-PIP-1", Why.NEVER),  # the die of a bound is an event
        ("dba", "DBA-PASS-2", Why.JUDGED),  # who may pass through whom: a move that may not is refused
        ("dbaix", "DBAIX-PIP-1", Why.JUDGED),
    ],
)
def test_why_a_clause_may_be_named_by_no_log(game: str, clause: str, why: Why):
    assert why_unfired(get_game(game), clause) is why


def results_of(game: str, scenarios: list[str], fired: list[list[str]], folder: Path) -> Results:
    """Results of a study whose battles named these clauses, once each, and were won by the first side in turns."""
    study = lab.new_study({"game": game, "scenarios": scenarios, "battles": 2})
    ids = {study.game.clause_id(one): int(one.value) for one in study.game.clause}
    open_folder(study, folder)
    results = Results(study, folder)
    results.__dict__["battles"] = pl.DataFrame(
        {
            "arm": [0] * 4,
            "scenario": [name for name in scenarios for _ in range(2)],
            "battle": [0, 1] * 2,
            "block": [0, 1] * 2,
            f"wins.{study.side_keys[0]}": [1.0, 0.0, 1.0, 1.0],
            "clauses": [[{"clause": ids[one], "times": 1} for one in battle] for battle in fired],
        }
    )
    return results


def test_clauses_are_called_by_their_whole_id_in_games_with_one_family(tmp_path: Path):
    fired = [["DBAIX-PIP-1"], ["DBAIX-PIP-1"], [], ["DBAIX-CBT-3"]]
    results = results_of("dbaix", ["feast", "escort"], fired, tmp_path)
    dead = results.dead_clauses()
    assert "DBAIX-PIP-1" not in dead and "DBAIX-CBT-3" not in dead
    assert {"DBAIX-SCN-2", "DBAIX-RES-1"} <= set(dead)
    assert [clause for clause, why in results.fired().select("clause", "why").iter_rows() if why] == dead
    told = {clause: rest for clause, *rest in results.fired().select("clause", "feast", "escort", "why").iter_rows()}
    assert told["DBAIX-PIP-1"] == [1.0, 0.0, ""] and told["DBAIX-CBT-3"] == [0.0, 0.5, ""]
    assert told["DBAIX-SCN-2"] == [0.0, 0.0, Why.LAYING.value]


def test_scenarios_are_told_one_by_one(tmp_path: Path):
    results = results_of("dbaix", ["feast", "escort"], [[], [], [], []], tmp_path)
    wins = results.main
    rates = [results.interval(wins, 0, name) for name in ("feast", "escort", "")]
    assert [one.rate for one in rates if one is not None] == [0.5, 1.0, 0.75]
    rows = results.summary().select("scenario", "variant", "battles", wins.name, f"{wins.name}.sd").rows()
    assert rows == [("escort", "as it is", 2, 1.0, 0.0), ("feast", "as it is", 2, 0.5, pytest.approx(0.5**0.5))]
