"""The report of a study in Russian: no English word is left in it but keys, names of files and what was typed."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest

from sandtable import lab
from sandtable.cli import lab as cli
from sandtable.lab import report
from sandtable.lab.figures import figures_of
from sandtable.lab.measures import SHARE, measures_of
from sandtable.lab.results import Results
from sandtable.lab.running import Head
from sandtable.translation import speaking

pytest.importorskip("altair")
pl = pytest.importorskip("polars")

KEPT = re.compile(
    r"\b([a-z_]+\.[a-z_.]+|[a-z]+(_[a-z]+)+|[A-Z]+(-[A-Z]+)+-\d+|first-lesson|DBA|PIP|random"
    r"|(numba|numpy|polars|python|sandtable) [\d.]+)\b"
)
"""Measures, numbers and switches by their keys, clauses, the scenario, the general, versions."""

MEASURES = {"bounds", "decisions", "draws", "quiet", "unused", "decided", "flights", "recoils", "captures", "scale"}
"""Measures, and a switch, of one word, as a study's file names them."""


def titles(part: Any) -> set[str]:
    """What a chart says beside its numbers."""
    if isinstance(part, dict):
        found = {part["title"]} if isinstance(part.get("title"), str) else set()
        return found.union(*map(titles, part.values())) if part else found
    return set().union(*map(titles, part)) if isinstance(part, list) else set()


def fought(study: Any, folder: Path) -> Results:
    """Results of two battles of each variant, in which everything that is counted came up."""
    results, ids = Results(study, folder), [int(one.value) for one in study.game.clause]
    counted = {name: [1.0, 0.0, 2.0, 1.0] for name in measures_of(study)}
    counted |= {name: [1.0, 0.0, 0.5, 1.0] for name, one in measures_of(study).items() if one.kind == SHARE}
    results.__dict__["battles"] = pl.DataFrame(
        {
            "arm": [0, 0, 1, 1],
            "scenario": [study.starts[0].label] * 4,
            "battle": [0, 1] * 2,
            "block": [0, 1] * 2,
            "turn": [0] * 4,
            **counted,
            "clauses": [[{"clause": one, "times": 1} for one in ids[:30]]] * 4,
            "lost": [[{"side": study.side_keys[0], "figure": "R1"}]] * 4,
        }
    )
    told = {"sandtable.versions": json.dumps({"numpy": "2.0"}), "sandtable.commit": ""}
    results.__dict__["head"] = Head(told, {"title": "Переходы"}, {"version": "1.0", "rules": "1"})
    return results


def test_tables_that_are_printed_are_in_russian(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Measures and house rules in words; what an English reader sees is what a study's file names."""
    monkeypatch.setenv("COLUMNS", "200")
    asked = {"game": "dba", "scenarios": ["first-lesson"], "battles": 2, "generals": ["random"], "design": "A/B"}
    told = {}
    for language in ("ru", "en"):
        with speaking(language):
            results = fought(lab.new_study({**asked, "factors": {"hordes_shot_at": ["recoil"]}}), tmp_path)
            cli._print(results)
            told[language] = capsys.readouterr().out
    table, after = told["ru"].split("└")
    assert re.search("[A-Za-z]{2,}", table.replace("PIP", "")) is None
    assert {"победы: Римляне", "удача: Галлы", "орда, побитая стрельбой = отходит", "отходы"} <= {
        cell.strip() for cell in re.split("[│┃\n]", table)
    }
    assert re.search("[A-Za-z]{2,}", after.replace("PIP", "")) is None
    assert "wins.red" in told["en"] and "hordes_shot_at = recoil" in told["en"]


def test_no_english_word_is_left_in_a_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Bundled:
        javascript_bundle = staticmethod(str)

    needed = report.needed
    monkeypatch.setattr(report, "needed", lambda name: Bundled if name == "vl_convert" else needed(name))
    asked = {"game": "dba", "scenarios": ["first-lesson"], "battles": 2, "generals": ["random"], "design": "A/B"}
    with speaking("ru"):
        results = fought(lab.new_study({**asked, "factors": {"rules.overlapped": [-2]}}), tmp_path)
        figures = list(figures_of(results))
        page = re.sub(r"(?s)<(script|style|pre)\b.*?</\1>", "", report.page(results, figures))
        said = {html.unescape(part) for part in re.split(r"<[^>]*>", page)}
        said |= {title for figure in figures for title in titles(figure.chart.to_dict())}
    left = {text for text in said - MEASURES if re.search("[A-Za-z]{2,}", KEPT.sub("", text))}
    assert left == set() and len(figures) == 6
    assert {"Как это сделано", "битвы, %", "как есть", "Победы по сторонам"} <= said
