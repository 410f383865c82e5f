"""A review as one HTML file that opens offline: the chances as a picture, and what tipped the battle in words."""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape

from sandtable.generals.review import Costly, Review, Step, as_data
from sandtable.translation import gettext, percent_of, spoken

WIDTH, HEIGHT, LEFT, TOP = 920, 270, 64, 24
GROUND = ("#ffffff", "#1b1b1b")
"""Of the page by day and at night."""

NIGHT = 0.45
"""How much white is in the colour of a side at night, so that a black one too stands out from the ground."""

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 960px; margin: 2rem auto; padding: 0 1rem; color: #222; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { text-align: left; padding: .25rem .8rem .25rem 0; border-bottom: 1px solid #ddd; vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
svg { width: 100%; height: auto; }
svg text { font: 12px system-ui, sans-serif; fill: #555; }
polyline { stroke: var(--colour); stroke-width: 2; fill: none; }
circle { fill: var(--colour); }
.legend span { display: inline-block; margin-right: 1.5rem; }
.legend i { display: inline-block; width: 1rem; height: .3rem; margin: 0 .4rem .2rem 0; background: var(--colour); }
@media (max-width: 600px) {
  svg text { font-size: 26px; } circle { r: 8px; } polyline { stroke-width: 4; }
  table { font-size: .72rem; } th, td { padding-right: .25rem; }
}
.note { color: #555; }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; } th, td { border-color: #444; } .note, svg text { color: #aaa; fill: #aaa; }
}
"""


def style(review: Review) -> str:
    """The page's own, in the colours that the sides have on the table."""
    day, night = GROUND
    dim = _colours(at_night(colour) for colour in review.colours)
    return f"""
body {{ background: {day}; }} {_colours(review.colours)}
@media (prefers-color-scheme: dark) {{ body {{ background: {night}; }} {dim} }}
{STYLE}"""


def _colours(colours: Iterable[str]) -> str:
    return " ".join(f".side{k} {{ --colour: {colour}; }}" for k, colour in enumerate(colours))


def at_night(colour: str) -> str:
    """The colour with some white in it."""
    parts = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    return "#" + "".join(f"{round(part + NIGHT * (255 - part)):02x}" for part in parts)


def points(change: float) -> str:
    """A change of a chance, in points of 100, with its sign."""
    return f"{round(100 * change):+d}".replace("-", "−")  # a whole number: no −0


def page(review: Review, title: str) -> str:
    """The whole file; its figures stand in it as JSON, too, from which the board draws the chances over its table."""
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(review.result)}</p>",
        chart(review),
        legend(review),
        _sides(review),
        _steps(gettext("Turning points"), review.turning, review),
        _costly(review),
        f'<p class="note">{escape(how())}</p>',
    ]
    figures = json.dumps(as_data(review), ensure_ascii=False).replace("<", "\\u003c")
    parts.append(f'<script type="application/json" id="review">{figures}</script>')
    sized = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    head = f'<meta charset="utf-8">{sized}<title>{escape(title)}</title><style>{style(review)}</style>'
    return (
        f'<!DOCTYPE html>\n<html lang="{spoken()}"><head>{head}</head>\n<body>\n'
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def how() -> str:
    """How the figures come about, in two sentences."""
    return gettext(
        "Chances come from what the computer generals see in a position, fitted to battles that the general quick "
        "played on; dice are weighed over every way in which they could fall. Luck is compared to battles of the same "
        "decisions with other dice."
    )


def chart(review: Review) -> str:
    """The chance of every side over the battle as SVG, with its turning points."""
    last = max(len(review.steps), 1)

    def at(number: float, chance: float) -> str:
        return f"{LEFT + (WIDTH - LEFT - 8) * number / last:.1f},{TOP + (HEIGHT - 2 * TOP) * (1.0 - chance):.1f}"

    parts = []
    for percent in (0, 50, 100):
        x, y = at(0, percent / 100).split(",")
        end = at(last, percent / 100).split(",")[0]
        parts.append(f'<line x1="{x}" y1="{y}" x2="{end}" y2="{y}" stroke="#999" stroke-dasharray="2 4"/>')
        parts.append(f'<text x="4" y="{float(y) + 4:.1f}">{percent_of(percent / 100)}</text>')
    for side, name in enumerate(review.sides):
        line = [at(0, review.start[side]), *(at(step.number, step.after[side]) for step in review.steps)]
        parts.append(f'<polyline class="{_mark(side)}" points="{" ".join(line)}"/>')
        for step in review.turning:
            x, y = at(step.number, step.after[side]).split(",")
            told = f"{step.number}. {step.words}: {name} {points(step.after[side] - step.before[side])}"
            title = f"<title>{escape(told)}</title>"
            parts.append(f'<circle class="{_mark(side)}" cx="{x}" cy="{y}" r="4">{title}</circle>')
    label = escape(gettext("Chance to win of each side, action by action"), quote=True)
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{"".join(parts)}</svg>'


def _mark(side: int) -> str:
    """The class that gives a side its colour."""
    return f"side{side}"


def legend(review: Review) -> str:
    """Which line is whose; names wrap where there is little room."""
    names = (f'<span class="{_mark(side)}"><i></i>{escape(name)}</span>' for side, name in enumerate(review.sides))
    return f'<p class="legend">{"".join(names)}</p>'


def _table(heads: list[str], rows: list[list[str]], numbers: set[int]) -> str:
    def row(tag: str, cells: list[str]) -> str:
        marks = [' class="number"' if k in numbers else "" for k in range(len(cells))]
        return f"<tr>{''.join(f'<{tag}{m}>{escape(c)}</{tag}>' for m, c in zip(marks, cells, strict=True))}</tr>"

    table = f"<table>{row('th', heads)}{''.join(row('td', cells) for cells in rows)}</table>"
    return f'<div class="wide" tabindex="0">{table}</div>'  # on a phone it is moved aside by finger or key


def _sides(review: Review) -> str:
    """Of each side the chance at the start and at the end, and what changed it."""
    heads = [gettext("side"), gettext("at the start"), gettext("own decisions"), gettext("others' decisions"),
             gettext("dice"), gettext("at the end"), gettext("luckier than")]  # fmt: skip
    return _table(heads, side_rows(review), set(range(1, len(heads))))


def side_rows(review: Review) -> list[list[str]]:
    """The same as cells."""
    rows = []
    for side, name in enumerate(review.sides):
        own = review.decisions_of(side, side)
        others = sum(review.decisions_of(side, by) for by in range(len(review.sides)) if by != side)
        luck = review.lucks[side]
        rows.append([name, percent_of(review.start[side]), points(own), points(others), points(luck.total),
                     percent_of(review.end[side]), percent_of(luck.percentile / 100)])  # fmt: skip
    return rows


def step_row(step: Step, review: Review) -> list[str]:
    """One action: its number, what was done, and what it changed for the side that did it."""
    decision, luck = float(step.decision[step.side]), float(step.luck[step.side])
    return [str(step.number), review.sides[step.side], step.words, points(decision), points(luck)]


def _steps(title: str, steps: tuple[Step, ...], review: Review) -> str:
    heads = ["", gettext("side"), gettext("action"), gettext("decision"), gettext("dice")]
    return f"<h2>{escape(title)}</h2>" + _table(heads, [step_row(step, review) for step in steps], {0, 3, 4})


def costly_lines(one: Costly, review: Review) -> list[str]:
    """A decision that cost, in lines: what was done, what it cost, and what was better."""
    behind = one.analysis.played
    assert behind is not None
    cost = gettext(
        "{points:.0f} of 100 battles fewer than the best ({low:.0f} to {high:.0f})",
        points=100 * behind.behind.mean, low=100 * behind.behind.low, high=100 * behind.behind.high,
    )  # fmt: skip
    if one.sure <= 0.0:
        cost += f"; {gettext('it may have cost nothing')}"
    better = gettext("better: {words}", words="; ".join(one.analysis.best.words))
    return [f"{one.step.number}. {review.sides[one.step.side]}: {behind.words[0]}", cost, better]


def _costly(review: Review) -> str:
    """The dearest decisions, and what was better."""
    items = []
    for one in review.costly:
        first, *rest = (escape(line) for line in costly_lines(one, review))
        items.append(f"<li value='{one.step.number}'>{first.partition('. ')[2]}<br>{'<br>'.join(rest)}</li>")
    found = f"<ol>{''.join(items)}</ol>" if items else f"<p>{escape(gettext('None that playing on found.'))}</p>"
    return f"<h2>{escape(gettext('Costliest decisions'))}</h2>{found}"
