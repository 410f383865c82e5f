"""The report of a study: one page that opens offline, on a phone and in print, and its figures as SVG and PNG."""

from __future__ import annotations

import html
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sandtable.files import atomic_write, make_folder
from sandtable.games.common.amounts import counted
from sandtable.games.language import translated
from sandtable.games.rulebook import read_rulebook
from sandtable.lab.extra import needed
from sandtable.lab.figures import WIDTH, Figure, figures_of
from sandtable.lab.results import Results, amount, between
from sandtable.lab.statistics import LEVEL, Outcome
from sandtable.lab.study import switch_said
from sandtable.translation import gettext, spoken

SHOWN = 6
"""Variants in the table of measures; the others are in the results."""

BEYOND = 9.0
"""A logit that no number of battles fought shows: of whom all or none were won, there is none."""

STYLE = """
:root { --ink: #2b2118; --soft: #6d5b45; --line: #d8cba8; --paper: #fffdf7; --accent: #8c2f1b }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1.2rem 1rem 3rem; max-width: 52rem; background: var(--paper); color: var(--ink);
  font: 17px/1.5 Georgia, "Times New Roman", serif }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0.4rem 0 }
h2 { font-size: 1.15rem; margin: 2rem 0 0.3rem; border-bottom: 1px solid var(--line); padding-bottom: 0.15rem }
p { margin: 0.4rem 0 } .soft { color: var(--soft); font-size: 0.9rem }
.found { border-left: 4px solid var(--accent); padding: 0.5rem 0.9rem; margin: 1rem 0; background: #f8f1de }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 4px; background: #fff }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; font-variant-numeric: tabular-nums }
th, td { padding: 0.3rem 0.6rem; text-align: right; border-bottom: 1px solid #eee5cf; vertical-align: top }
th:first-child, td:first-child { text-align: left } thead th { background: #f3ead2; white-space: nowrap }
tbody tr:last-child td { border-bottom: 0 } td small { display: block; color: var(--soft); white-space: nowrap }
td + td { white-space: nowrap } td:first-child small { white-space: normal }
figure { margin: 0.6rem 0 } .chart { width: 100% } figcaption { color: var(--soft); font-size: 0.9rem }
dl { font-size: 0.9rem } dt { font-weight: bold; margin-top: 0.4rem } dd { margin: 0 0 0 1rem; color: var(--soft) }
code, pre { font: 0.82rem/1.45 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap }
pre { background: #f3ead2; padding: 0.6rem; border-radius: 4px }
@media (max-width: 34rem) { body { font-size: 16px } th, td { padding: 0.25rem 0.4rem } }
@media print { @page { margin: 15mm } body { max-width: none; padding: 0; font-size: 11pt; background: #fff }
  figure, tr, .found, pre { break-inside: avoid } h2, h2 + .soft, dt { break-after: avoid } summary { display: none }
  details ul.soft { columns: 3; column-gap: 6mm; font-size: 7.5pt; line-height: 1.3; list-style: none; padding: 0 }
  .chart, .chart svg { width: 100% !important; height: auto !important } .wide { overflow: visible; border: 0 }
  pre { font-size: 8pt } }
"""


def write_report(results: Results, target: Path, pictures: Path | None = None) -> None:
    """Write the page to ``target``, what it tells beside it as JSON, and figures as SVG and PNG into ``pictures``."""
    figures = list(figures_of(results))
    atomic_write(target, page(results, figures))
    atomic_write(target.with_suffix(".json"), json.dumps(_finite(as_json(results)), indent=1, allow_nan=False) + "\n")
    if pictures is not None:
        draw_figures(figures, pictures)


def as_json(results: Results) -> dict[str, Any]:
    """What the report tells of the main measure, for programs: sentences, comparisons, and how a test ended."""
    study, found = results.study, results.sequential
    told: dict[str, Any] = {"measure": results.main.name, "confidence": LEVEL, "sentences": list(results.sentences())}
    if found is None:
        told["comparisons"] = [
            {
                "variant": study.arms[one.arm].label,
                **{name: getattr(one, name) for name in ("mean", "low", "high", "p", "blocks")},
                "comparisons_at_once": one.family,
                "adjusted_by": "Sidak" if one.family > 1 else "",
            }
            for one in results.compared(results.main)
        ]
        return told
    mean, low, high = results.mean_at_every_look(found)
    told["stopped"] = {
        "is_over": found.is_over, "look": found.shards, "looks_at_most": study.shards,
        "battles_between_looks": study.shard_size * len(study.starts), "blocks": found.known.n,
        "mean": mean, "low": low, "high": high, "interval_adjusted_for_looks": True,
    }  # fmt: skip
    if found.verdict is not None:
        outcome, more, less, low, high = found.verdict
        told["stopped"] |= {
            "boundary": {Outcome.OPEN: "", Outcome.SAME: "no difference"}.get(outcome, "difference"),
            "outcome": outcome.value, "ratio_more": more, "ratio_less": less,
            "boundary_no_difference": low, "boundary_difference": high,
        }  # fmt: skip
    return told


def _finite(told: Any) -> Any:
    """The same with nothing in the place of numbers that JSON has no words for."""
    if isinstance(told, dict):
        return {name: _finite(value) for name, value in told.items()}
    if isinstance(told, list):
        return [_finite(value) for value in told]
    return None if isinstance(told, float) and not math.isfinite(told) else told


def draw_figures(figures: list[Figure], folder: Path) -> None:
    """Every figure as SVG and PNG."""
    vl = needed("vl_convert")
    make_folder(folder)
    for figure in figures:
        spec = figure.spec(WIDTH)
        atomic_write(folder / f"{figure.key}.svg", vl.vegalite_to_svg(spec))
        (folder / f"{figure.key}.png").write_bytes(vl.vegalite_to_png(spec, scale=2))


def page(results: Results, figures: list[Figure]) -> str:
    """The whole page: nothing in it is fetched from anywhere."""
    study = results.study
    title = html.escape(study.file.title or gettext("A study of {game}", game=study.game.title))
    bundle = needed("vl_convert").javascript_bundle().replace("</script", "<\\/script")
    specs = json.dumps({figure.key: figure.spec() for figure in figures}, allow_nan=False).replace("</", "<\\/")
    draw = (
        "for (const [key, spec] of Object.entries(JSON.parse(document.getElementById('specs').textContent)))"
        " vegaEmbed('#' + key, spec, {renderer: 'svg', actions: false}).catch(console.error);"
        "for (const when of ['before', 'after']) addEventListener(when + 'print', () =>"  # paper has nothing to press
        " document.querySelectorAll('details').forEach((one) => { one.open = when === 'before'; }));"
    )
    parts = [
        f"<!doctype html><html lang={spoken()}><meta charset=utf-8><title>{title}</title>",
        "<meta name=viewport content='width=device-width, initial-scale=1'>",
        f"<style>{STYLE}</style><body><header><h1>{title}</h1>",
        f"<p class=soft>{html.escape(_what(results))}</p></header>",
        f"<p>{html.escape(study.file.question)}</p>" if study.file.question else "",
        "<div class=found>" + "".join(f"<p>{html.escape(said)}</p>" for said in results.sentences()) + "</div>",
        *(_figure(figure) for figure in figures),
        *_measures(results),
        *_logit(results),
        *_options(results),
        *_dead(results),
        *_how(results),
        f"<script type='application/json' id=specs>{specs}</script>",
        f"<script type=module>{bundle}\n{draw}</script></body></html>\n",
    ]
    return "".join(parts)


def _what(results: Results) -> str:
    study = results.study
    generals = ", ".join(dict.fromkeys(name for arm in study.arms for name in study.generals_of(arm)))
    where = ", ".join(start.label for start in study.starts)
    fought = counted(len(results.battles), "battle", ",")
    variants = f"{counted(len(study.arms), 'variant')}, " if len(study.arms) > 1 else ""
    return f"{study.game.title}: {fought}, {variants}{where}; {gettext('generals')}: {generals}."


def _figure(figure: Figure) -> str:
    caption = f"<figcaption>{html.escape(figure.text)}</figcaption>"
    heading = f"<h2>{html.escape(figure.title)}</h2>"
    return f"<figure>{heading}<div class=chart id={figure.key}></div>{caption}</figure>"


def _heading(words: str, below: str = "") -> str:
    return f"<h2>{html.escape(words)}</h2>" + (_soft(below) if below else "")


def _soft(words: str) -> str:
    return f"<p class=soft>{html.escape(words)}</p>"


def _table(head: list[str], rows: list[list[str]]) -> str:
    top = "".join(f"<th>{html.escape(word)}</th>" for word in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<div class=wide><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"


def _measures(results: Results) -> Iterator[str]:
    """Every measure of every variant, and what each is."""
    arms = results.study.arms[:SHOWN]
    rows, told = [], []
    for measure in results.told():
        cells = []
        for arm in arms:
            interval = results.interval(measure, arm.number)
            value = (
                ""
                if interval is None
                else f"{amount(measure, interval.rate)}<small>{between(measure, interval)}</small>"
            )
            cells.append(value)
        if any(cells) and not _nothing_but_0(results, measure.name):
            rows.append([html.escape(measure.called), *cells])
            key = "" if measure.called == measure.name else f" <code>{html.escape(measure.name)}</code>"
            told.append(f"<dt>{html.escape(measure.called)}{key}</dt><dd>{html.escape(measure.text)}</dd>")
    left_out = gettext("What was 0 in every battle is left out.")
    small = f"{gettext('Small:')} {results.intervals_said} {left_out}"
    yield _heading(gettext("Measures"), small)
    yield _table([gettext("measure"), *(arm.words for arm in arms)], rows)
    if len(results.study.arms) > SHOWN:
        yield _soft(gettext("The first {shown} of {number} variants.", shown=SHOWN, number=len(results.study.arms)))
    yield _heading(gettext("What the measures are")) + "<dl>" + "".join(told) + "</dl>"


def _nothing_but_0(results: Results, measure: str) -> bool:
    """A measure that is 0 in every battle: of something that this game does not have, or that did not come up."""
    values = results.battles[measure]
    return bool(values.min() == 0 and values.max() == 0)


def _logit(results: Results) -> Iterator[str]:
    """The logit, where variants are compared by a share."""
    if len(results.study.arms) < 2 or len(results.study.arms) > 12 or results.main.kind != "share":
        return
    rows = [
        [
            html.escape(term.name),
            f"{term.value:+.3f}",
            gettext("{low} to {high}", low=f"{term.low:+.3f}", high=f"{term.high:+.3f}"),
            f"{math.exp(term.value):.2f}",
        ]
        if abs(term.value) < BEYOND
        else [html.escape(term.name), gettext("all or none"), "", ""]
        for term in results.logit()
        if term.name != "even"
    ]
    if not rows:
        return
    adds = gettext(
        "What each adds to the logit of {name}: in lopsided battles shares hide what odds show.",
        name=results.main.called,
    )
    together = gettext("Errors count battles with the same dice together; each interval is of its term by itself.")
    if results.study.file.sequential is not None:
        together += " " + gettext("Here they are not adjusted for looks: the test ended for what it saw.")
    yield _heading(gettext("On the scale of odds"), f"{adds} {together}")
    yield _table([gettext("term"), gettext("logit"), gettext("95 % interval"), gettext("odds times")], rows)


def _options(results: Results) -> Iterator[str]:
    """How often the clauses of switches decided."""
    pl = needed("polars")
    counted = dict(results.clauses.group_by("clause").agg(pl.col("times").sum()).iter_rows())
    n = len(results.battles)
    fired = [option for option in results.study.game.options if counted.get(option.clause, 0)]
    game = results.study.game
    rows = [
        [
            f"{html.escape(switch_said(game, option.key)).replace('_', '_<wbr>')}<small>{html.escape(text)}</small>",
            option.clause,
            f"{counted[option.clause] / n:.2f}",
        ]
        for option in fired
        for text in [translated(game.folder, option.text)]
    ]
    if rows:
        often = gettext(
            "How often a battle's log names the clause of each switch; those whose clause it never names are left out."
        )
        yield _heading(gettext("Which switches matter here"), often)
        head = [gettext("switch"), gettext("clause"), gettext("a battle")]
        yield _table(head, sorted(rows, key=lambda row: -float(row[2])))


def _dead(results: Results) -> Iterator[str]:
    """Clauses that never fired."""
    titles = {entry.id: entry.title for entry in read_rulebook(results.study.game.folder)}
    dead = results.dead_clauses()
    why = gettext(
        "Of the clauses that have code no entry of any battle's log names {clauses}: what they govern did not "
        "come up, or they decide without an entry (distances, areas, order).",
        clauses=counted(len(dead), "clause"),
    )
    yield _heading(gettext("Clauses that never fired"), why)
    listed = "".join(f"<li><b>{html.escape(one)}</b> {html.escape(titles.get(one, ''))}</li>" for one in dead)
    yield f"<details><summary>{gettext('They are')}</summary><ul class=soft>{listed}</ul></details>"


def _how(results: Results) -> Iterator[str]:
    """All that is needed to make it again."""
    head = results.head
    kept = head.study.get("files")
    file = {key: value for key, value in head.study.items() if key != "files" and value not in ("", [], {}, None)}
    versions = ", ".join(f"{name} {value}" for name, value in json.loads(head.told["sandtable.versions"]).items())
    yield _heading(gettext("How it was made"))
    yield f"<pre>{html.escape(json.dumps(file, indent=1))}</pre>"
    rules = gettext("Rules {version} ({digest})", version=head.identity["version"], digest=head.identity["rules"])
    commit = head.told["sandtable.commit"] or gettext("unknown")
    if kept:
        yield _soft(gettext("Its results keep the files with which it begins: {names}.", names=", ".join(kept)))
    yield _soft(f"{rules}; {versions}; {gettext('commit {name}', name=commit)}.")
