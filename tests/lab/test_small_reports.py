"""Reports of studies that have hardly begun: one battle, or a variant that has none yet."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lab.test_report_in_russian import fought
from sandtable import lab
from sandtable.lab import report
from sandtable.lab.figures import figures_of

pl = pytest.importorskip("polars")

pytestmark = pytest.mark.full  # no kernel is called: once is enough

PAIR = {"game": "dba", "scenarios": ["first-lesson"], "battles": 2, "generals": ["random"], "design": "A/B"}
STUDIES = [
    {**PAIR, "factors": {"rules.overlapped": [-2]}},
    {**PAIR, "factors": {"rules.overlapped": [-2]}, "measure": "bounds"},
    {**PAIR, "design": "grid", "factors": {"rules.overlapped": [-1, -2], "rules.zone": [1, 2]}, "measure": "bounds"},
]
HARDLY = {"one battle of each": pl.col("battle") == 0, "nothing of the second": pl.col("arm") == 0}


@pytest.mark.parametrize("what", STUDIES)
@pytest.mark.parametrize("left", HARDLY)
def test_it_is_drawn_all_the_same(what: dict[str, Any], left: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Every figure is JSON that a browser reads, and draws: no number in it is infinite."""
    results = fought(lab.new_study(what), tmp_path)
    results.__dict__["battles"] = results.battles.filter(HARDLY[left])
    vl = report.needed("vl_convert")
    figures = list(figures_of(results))
    page = report.page(results, figures)
    specs = page.partition("id=specs>")[2].partition("</script>")[0]
    drawn = json.loads(specs, parse_constant=lambda word: pytest.fail(word))
    assert len(drawn) == len(figures) >= 6
    for spec in drawn.values():
        assert vl.vegalite_to_svg(spec).startswith("<svg")
    assert list(results.sentences()) == ["There are too few battles yet to compare variants."]
    assert "nan" not in page.partition("<script")[0]


def test_an_interval_without_ends_is_no_line(tmp_path: Path):
    results = fought(lab.new_study({**PAIR, "factors": {"rules.overlapped": [-2]}, "measure": "bounds"}), tmp_path)
    whole = next(figures_of(results)).spec()
    results.__dict__["battles"] = results.battles.filter(pl.col("battle") == 0)
    one = next(figures_of(results)).spec()
    lines = [
        [set(row) for row in rows]
        for spec in (whole, one)
        for rows in ([spec["data"]["values"]] if "data" in spec else [spec["layer"][0]["data"]["values"]])
    ]
    assert lines == [[{"variant", "value", "low", "high"}] * 2, [{"variant", "value"}] * 2]
