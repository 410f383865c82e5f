"""A battle as one HTML page that opens offline: the table after each action, the log, the odds, and a slider."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files
from typing import Any

from sandtable.draw.art import look_of
from sandtable.draw.svg import picture, standing
from sandtable.games.scene import Scene
from sandtable.table.battle import Battle
from sandtable.table.cases import happened
from sandtable.translation import gettext

MOST_LEAVES, SAMPLES = 20_000, 1000
"""Of a tree of dice that is walked for a page; beyond it so many samples are taken."""

MOST_OUTCOMES = 4
"""Told of each action; what is left is summed up."""

PAGE = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header><h1>{title}</h1><p>{result}</p><div id="state"></div></header>
<main>
<div id="table"></div>
<ol id="log" start="0" aria-label="{log}"></ol>
</main>
<nav aria-label="{moments}">
<button id="back" type="button" aria-label="{back}">‹</button>
<button id="play" type="button" data-play="{play}" data-pause="{pause}">{play}</button>
<button id="on" type="button" aria-label="{on}">›</button>
<input id="slider" type="range" min="0" value="0" aria-label="{moments}">
<span id="place"></span>
</nav>
<noscript>{script}</noscript>
<script id="battle" type="application/json">{battle}</script>
<script>{code}</script>
</body>
</html>
"""


@dataclass(frozen=True)
class Moment:
    """The table after an action, and what the log says of it."""

    scene: Scene
    heading: str  # who did what, or that the table was laid
    lines: tuple[tuple[str, str], ...] = ()  # what came of it, each with its clause or nothing
    odds: tuple[str, ...] = ()  # what might have come of it, the likeliest first
    result: str = ""  # how the battle has ended, where it has


@dataclass
class Parts:
    """Lines of many SVG files, each kept once: one table differs from the next in a few of hundreds."""

    numbers: dict[str, int] = field(default_factory=dict)

    def frame(self, svg: str) -> list[int]:
        """The file as numbers of its lines."""
        return [self.numbers.setdefault(line, len(self.numbers)) for line in svg.split("\n")]


def replay_page(title: str, result: str, moments: Iterable[Moment], language: str = "en") -> str:
    """The page; ``moments`` from the laying of the table on."""
    parts, frames, steps, states = Parts(), [], [], []
    for moment in moments:
        frames.append(parts.frame(picture(moment.scene, panel=False, theme="auto")))
        steps.append("".join(_step(moment)))
        states.append("".join(_state(moment.scene)))
    battle = json.dumps(
        {"parts": list(parts.numbers), "frames": frames, "steps": steps, "states": states}, ensure_ascii=False
    )
    assets = files("sandtable") / "assets"
    return PAGE.format(
        language=language,
        title=escape(title),
        result=escape(result),
        style=(assets / "replay.css").read_text("utf-8"),
        code=(assets / "replay.js").read_text("utf-8"),
        battle=battle.replace("<", "\\u003c"),
        log=escape(gettext("Log")),
        moments=escape(gettext("Moments of the battle")),
        back=escape(gettext("One action back")),
        on=escape(gettext("One action on")),
        play=escape(gettext("Play")),
        pause=escape(gettext("Pause")),
        script=escape(gettext("This page needs JavaScript to go through the battle.")),
    )


def moments(battles: Iterable[Battle], odds: bool = True) -> Iterator[Moment]:
    """What ``replay`` yields as moments of a page; ``odds``: with those of each action for which dice were thrown."""
    before = None
    for number, battle in enumerate(battles):
        step = battle.last
        heading = gettext("The table is laid.")
        if step.action is not None:
            side = next((side.name for side in battle.sides if side.key == step.side), step.side)
            heading = f"{number}. {side}: {step.action.label}"
        lines = tuple((event.text, event.clause or "") for event in happened(step.events))
        thrown = before is not None and step.action is not None and len(step.throws)
        chances = _chances(before, step.action) if thrown else ()
        yield Moment(battle.scene(), heading, lines, chances, battle.result or "")
        before = battle.copy() if odds and not battle.over else None


def _chances(before: Any, action: Any) -> tuple[str, ...]:
    """What might have come of an action, the likeliest first; nothing where dice decide nothing that is told."""
    if before.game.verbs.at_once is not None:
        before.engine.turn_to(before.engine.lexicon.side_key(before.engine.side_to_decide))
    odds = before.odds(action, max_leaves=MOST_LEAVES, samples=SAMPLES)
    if len(odds.outcomes) < 2:
        return ()
    about = "" if odds.exact else gettext("about") + " "
    shown = [f"{about}{float(o.probability):.0%}  {o.text}" for o in odds.outcomes[:MOST_OUTCOMES]]
    left = sum(float(o.probability) for o in odds.outcomes[MOST_OUTCOMES:])
    return (*shown, f"{about}{left:.0%}  {gettext('something else')}") if left else tuple(shown)


def told(moment: Moment) -> list[str]:
    """A moment in lines of plain text."""
    return [moment.heading, *(f"    {text} {clause}".rstrip() for text, clause in moment.lines)]


def _state(scene: Scene) -> Iterator[str]:
    """What stands beside a drawn table, as text, which a phone does not make smaller: facts, scores and boxes."""
    yield f"<p>{' · '.join(f'{escape(label)} <b>{escape(value)}</b>' for label, value in scene.facts)}</p>"
    for score in scene.scores:
        own = (f"{box.title} {len(box.figures)}" for box in scene.boxes if box.side == score.side and box.figures)
        counts = ", ".join((standing(score), *own))
        colour = escape(look_of(scene.sides, score.side).colour)
        yield f'<p><i style="background:{colour}"></i><b>{escape(score.name)} {score.points}</b> {escape(counts)}</p>'


def _step(moment: Moment) -> Iterator[str]:
    yield f"<strong>{escape(moment.heading)}</strong>"
    for odds in moment.odds:
        yield f'<p class="odds">{escape(odds)}</p>'
    for text, clause in moment.lines:
        cited = f' <span class="clause">{escape(clause)}</span>' if clause else ""
        yield f"<p>{escape(text)}{cited}</p>"
