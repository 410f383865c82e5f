"""The figures of a report as Vega-Lite charts: drawn in a page that opens offline, and as SVG and PNG."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sandtable.games.rulebook import read_rulebook
from sandtable.lab.extra import needed
from sandtable.lab.measures import SHARE, Measure, measures_of
from sandtable.lab.statistics import Interval, mean_interval, share_interval
from sandtable.translation import gettext

if TYPE_CHECKING:
    from sandtable.lab.results import Results

COLOURS = ["#8c2f1b", "#2f5d7c", "#5c7a29", "#8a6d1f", "#6b3f7c", "#2f7c6f", "#7c5a2f", "#555555"]
"""Told apart in print, too: dark red, blue, green and so on."""

MOST_ARMS = 30
WIDTH = 640
CLAUSES = 20
FIGURES = 30


@dataclass(frozen=True)
class Figure:
    """One figure of a report."""

    key: str
    title: str
    text: str  # what is to be seen, in a sentence
    chart: Any  # of altair

    def spec(self, width: int | str = "container") -> dict[str, Any]:
        """As Vega-Lite; ``container`` is as wide as the page."""
        alt = needed("altair")
        chart = self.chart.properties(width=width).configure(
            font="Georgia, 'Times New Roman', serif", background="#ffffff", padding=4
        )
        chart = chart.configure_axis(
            labelFontSize=12, titleFontSize=12, labelLimit=180, tickCount=8, labelSeparation=6, gridColor="#e8e2d2"
        )
        chart = chart.configure_legend(labelFontSize=12, titleFontSize=12, orient="top", labelLimit=320, columns=1)
        spec: dict[str, Any] = chart.configure_view(stroke=None).to_dict()
        spec["autosize"] = {"type": "fit-x", "contains": "padding"}
        assert alt is not None
        return spec


def figures_of(results: Results) -> Iterator[Figure]:
    """Every figure that these results can show."""
    needed("altair").data_transformers.disable_max_rows()
    yield _main(results)
    if is_square(results):
        yield _heat(results)
    if len(results.study.arms) <= len(COLOURS):
        yield _sides(results)
        yield _as_it_came(results)
        yield _lengths(results)
        if len(results.losses):
            yield _losses(results)
        yield _clauses(results)


def _labels(results: Results) -> list[str]:
    return [arm.words for arm in results.study.arms]


def _scaled(measure: Measure, value: float) -> float:
    return 100.0 * value if measure.kind == SHARE else value


def _ends(measure: Measure, interval: Interval) -> dict[str, float]:
    """The ends of an interval; none of one that has none, as of a single battle."""
    if not math.isfinite(interval.high - interval.low):
        return {}
    return {"low": _scaled(measure, interval.low), "high": _scaled(measure, interval.high)}


def _axis(measure: Measure) -> str:
    return f"{measure.called}, %" if measure.kind == SHARE else measure.called


def _colour(results: Results) -> Any:
    alt = needed("altair")
    labels = _labels(results)
    legend = alt.Legend(title=None, symbolOpacity=1.0) if len(labels) > 1 else None
    return alt.Color("variant:N", scale=alt.Scale(domain=labels, range=COLOURS[: len(labels)]), legend=legend)


def _main(results: Results) -> Figure:
    alt = needed("altair")
    main, rows = results.main, []
    for arm in results.study.arms[:MOST_ARMS]:
        interval = results.interval(main, arm.number)
        if interval is not None:
            rows.append({"variant": arm.words, "value": _scaled(main, interval.rate)} | _ends(main, interval))
    base = alt.Chart(alt.Data(values=rows)).encode(y=alt.Y("variant:N", sort=None, title=None))
    tips = _tips("variant", "value", "low", "high")
    points = base.mark_point(filled=True, size=90, color=COLOURS[0]).encode(
        x=alt.X("value:Q", title=_axis(main), scale=alt.Scale(zero=False)), tooltip=tips
    )
    known = base.transform_filter("isValid(datum.low)")
    rules = known.mark_rule(color=COLOURS[0], strokeWidth=2).encode(x="low:Q", x2="high:Q")
    text = f"{main.text} {gettext('The line is the interval of 95 % confidence, of each variant by itself.')}"
    chart = (rules + points).properties(height=max(30 * len(rows), 60))
    return Figure("measure", gettext("{name} by variant", name=main.called), text, chart)


def _tips(*names: str) -> list[Any]:
    """What the mouse tells of a mark."""
    alt = needed("altair")
    words = {
        "variant": gettext("variant"),
        "side": gettext("side"),
        "figure": gettext("figure lost"),
        "clause": gettext("clause"),
    }
    numbers = {
        "value": gettext("value"), "low": gettext("at least"), "high": gettext("at most"), "bounds": gettext("bounds"),
        "share": gettext("battles, %"), "times": gettext("a battle"),
    }  # fmt: skip
    return [
        alt.Tooltip(f"{name}:N", title=words[name]) if name in words
        else alt.Tooltip(f"{name}:Q", title=numbers[name], format=".2f")
        for name in names
    ]  # fmt: skip


def is_square(results: Results) -> bool:
    """Every combination of two factors was fought."""
    study = results.study
    return study.file.design == "grid" and len(study.factors) == 2 and len(study.arms) > 3


def _heat(results: Results) -> Figure:
    alt = needed("altair")
    main, rows = results.main, []
    one, two = results.study.factors
    for arm in results.study.arms:
        interval, values = results.interval(main, arm.number), dict(arm.setting)
        if interval is not None:
            row = {one: str(values[one]), two: str(values[two]), "value": _scaled(main, interval.rate)}
            rows.append(row | _ends(main, interval))
    rows = [{key.replace(".", " "): value for key, value in row.items()} for row in rows]
    one, two = one.replace(".", " "), two.replace(".", " ")
    scale = alt.Scale(scheme="redblue", reverse=True, domain=[0, 100]) if main.kind == SHARE else alt.Scale()
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X(f"{two}:N", sort=None, axis=alt.Axis(orient="top", labelAngle=-60)), y=alt.Y(f"{one}:N", sort=None)
    )
    tips = [f"{one}:N", f"{two}:N", *_tips("value", "low", "high")]
    cells = base.mark_rect().encode(color=alt.Color("value:Q", title=_axis(main), scale=scale), tooltip=tips)
    words = base.mark_text(fontSize=11).encode(text=alt.Text("value:Q", format=".0f"))
    cross = gettext(
        "A row for each {one}, a column for each {two}; how sure it is, is told by the mouse.", one=one, two=two
    )
    text, title = f"{main.text} {cross}", f"{main.called}: {one} {gettext('against')} {two}"
    return Figure("pairs", title, text, (cells + words).properties(height=alt.Step(26)))


def _sides(results: Results) -> Figure:
    alt = needed("altair")
    known, rows = measures_of(results.study), []
    for side, facts in zip(results.study.side_keys, results.study.sides, strict=True):
        for arm in results.fought:
            interval = results.interval(known[f"wins.{side}"], arm.number)
            if interval is not None:
                row = {"side": facts.name, "variant": arm.words, "value": 100.0 * interval.rate}
                rows.append(row | _ends(known[f"wins.{side}"], interval))
    base = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("side:N", sort=None, title=None), yOffset=alt.YOffset("variant:N", sort=None)
    )
    bars = base.mark_bar(opacity=0.75).encode(
        x=alt.X("value:Q", title=gettext("battles won, %")),
        color=_colour(results),
        tooltip=_tips("side", "variant", "value"),
    )
    rules = (
        base.transform_filter("isValid(datum.low)")
        .mark_rule(color="#222222", strokeWidth=1.5)
        .encode(x="low:Q", x2="high:Q")
    )
    height = (len(results.study.arms) * 22 + 12) * len(results.study.sides)
    text = gettext(
        "Share of battles that each side won; who draw share the win. Black lines are intervals of 95 % confidence, of "
        "each bar by itself."
    )
    return Figure("sides", gettext("Wins by side"), text, (bars + rules).properties(height=height))


def _as_it_came(results: Results) -> Figure:
    alt = needed("altair")
    main, rows = results.main, []
    for arm in results.fought:
        values, blocks = results.values(main.name, arm.number)
        order = np.argsort(blocks % (1 << 40), kind="stable")
        values, blocks = values[order], blocks[order]
        for n in np.unique(np.linspace(min(50, len(values)), len(values), 40).astype(int)):
            if n < 2:
                continue
            ask = share_interval if main.kind == SHARE and results.study.seats == 1 else mean_interval
            interval = ask(values[:n], blocks[:n])
            ends = {key: _scaled(main, end) for key, end in main.within(interval)._asdict().items()}
            row = {"variant": arm.words, "battles": int(n), "value": ends["rate"]}
            rows.append(row | {"low": ends["low"], "high": ends["high"]})
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("battles:Q", title=gettext("battles of a variant")), color=_colour(results)
    )
    band = base.mark_area(opacity=0.15).encode(
        y=alt.Y("low:Q", title=_axis(main), scale=alt.Scale(zero=False)), y2="high:Q"
    )
    line = base.mark_line().encode(y="value:Q")
    text = gettext(
        "How {name} settled while battles came, with the interval that so many battles give by themselves.",
        name=main.called,
    )
    return Figure(
        "settling", gettext("{name} as battles came", name=main.called), text, (band + line).properties(height=240)
    )


def _lengths(results: Results) -> Figure:
    alt = needed("altair")
    most = float(results.battles["bounds"].quantile(0.995) or 1.0)
    step = max(1, round(most / 30))
    rows = []
    for arm in results.fought:
        values, _ = results.values("bounds", arm.number)
        counts = np.bincount((np.minimum(values, most) // step).astype(int), minlength=int(most // step) + 1)
        for k, count in enumerate(counts):
            rows.append({"variant": arm.words, "bounds": k * step, "share": 100.0 * count / len(values)})
    chart = alt.Chart(alt.Data(values=rows)).mark_line(interpolate="step-after").encode(
        x=alt.X("bounds:Q", title=gettext("bounds (turns, where the game has those)")),
        y=alt.Y("share:Q", title=gettext("battles, %")),
        color=_colour(results),
        tooltip=_tips("variant", "bounds", "share"),
    )  # fmt: skip
    text = gettext("How many battles lasted how long; the longest are counted with the last step.")
    return Figure("length", gettext("Length of battles"), text, chart.properties(height=220))


def _losses(results: Results) -> Figure:
    alt, pl = needed("altair"), needed("polars")
    fought = dict(results.battles.group_by("arm").len().iter_rows())
    counted = results.losses.group_by("arm", "side", "figure").len().sort("len", descending=True)
    names = dict(zip(results.study.side_keys, (side.name for side in results.study.sides), strict=True))
    summed = counted.group_by("figure").agg(pl.col("len").sum()).sort("len", "figure", descending=[True, False])
    top = set(summed["figure"].head(FIGURES))
    rows = [
        {
            "figure": f"{figure} ({names.get(side, side)})",
            "variant": results.study.arms[arm].words,
            "share": 100.0 * count / fought[arm],
        }
        for arm, side, figure, count in counted.iter_rows()
        if figure in top
    ]
    chart = alt.Chart(alt.Data(values=rows)).mark_point(filled=True, size=70, opacity=0.85).encode(
        x=alt.X("share:Q", title=gettext("battles in which it was lost, %"), scale=alt.Scale(domainMin=0)),
        y=alt.Y("figure:N", sort="-x", title=None),
        color=_colour(results),
        tooltip=_tips("figure", "variant", "share"),
    )  # fmt: skip
    text = gettext("How often each figure left the table for good: the {most} that did most often.", most=FIGURES)
    return Figure("losses", gettext("Casualties by figure"), text, chart.properties(height=alt.Step(17)))


def _clauses(results: Results) -> Figure:
    alt, pl = needed("altair"), needed("polars")
    fought = dict(results.battles.group_by("arm").len().iter_rows())
    counted = results.clauses.group_by("arm", "clause").agg(pl.col("times").sum())
    summed = counted.group_by("clause").agg(pl.col("times").sum())
    shown = set(summed.sort("times", "clause", descending=[True, False])["clause"].head(CLAUSES))
    titles = {entry.id: entry.title for entry in read_rulebook(results.study.game.folder)}
    rows = [
        {
            "clause": f"{clause}  {titles.get(clause, '')}"[:48],
            "variant": results.study.arms[arm].words,
            "times": times / fought[arm],
        }
        for arm, clause, times in counted.sort("arm", "clause").iter_rows()
        if clause in shown
    ]
    chart = alt.Chart(alt.Data(values=rows)).mark_point(filled=True, size=70, opacity=0.85).encode(
        x=alt.X("times:Q", title=gettext("entries a battle")),
        y=alt.Y("clause:N", sort="-x", title=None),
        color=_colour(results),
        tooltip=_tips("clause", "variant", "times"),
    )  # fmt: skip
    text = gettext("How many entries of a battle's log name each clause: the {most} named most often.", most=CLAUSES)
    return Figure("clauses", gettext("Which clauses fire"), text, chart.properties(height=alt.Step(17)))
