"""What the rules say about one model: its state, and what the water would do to it if the flood came now."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from sandtable.games.common.amounts import Length
from sandtable.games.common.intervals import Interval
from sandtable.games.flash_flood.record import Level, Phase, Standing
from sandtable.games.flash_flood.rules.trigger import needed_in
from sandtable.games.flash_flood.showing.flood_ahead import Ahead, water_ahead
from sandtable.games.flash_flood.showing.naming import say
from sandtable.games.game import Names
from sandtable.games.scene import Explanation, Point, SceneNote, SceneOverlay
from sandtable.games.skirmish40k.rules.measuring import is_on_table


def explain(b: Any, _names: Names, i: int) -> Explanation:
    """What is to be said about a figure where it stands, and before a flood what it would do to everybody."""
    comes = b.phase != Phase.OVER and needed_in(b, 9) <= 6 and is_on_table(b.figures[i])
    ahead = water_ahead(b) if comes else []
    return Explanation(overlays=tuple(_rings(b, ahead)), notes=tuple(_notes(b, i, ahead)))


def _rings(b: Any, ahead: Sequence[Ahead]) -> Iterable[SceneOverlay]:
    """About every model in reach of the water as much of a ring as it is likely to be swept away, and to die."""
    for figure, chances in zip(b.figures, ahead, strict=False):
        for kind, chance, off in (("swept", chances.swept.rate, 0.14), ("drowns", chances.dead.rate, 0.3)):
            if chance > 0.0 and is_on_table(figure):
                points = _arc(float(figure.x), float(figure.y), 0.5 * float(figure.width) + off, chance)
                yield SceneOverlay(kind=kind, points=points, label=f"{100 * chance:.0f} %")


def _arc(x: float, y: float, radius: float, share: float) -> tuple[Point, ...]:
    """So much of a circle, clockwise from north."""
    steps = max(1, round(32 * share))
    angles = (2.0 * math.pi * share * step / steps for step in range(steps + 1))
    return tuple((x + radius * math.sin(angle), y + radius * math.cos(angle)) for angle in angles)


def _notes(b: Any, i: int, ahead: Sequence[Ahead]) -> Iterable[SceneNote]:
    figure = b.figures[i]
    if not is_on_table(figure):
        return
    if b.squads[figure.squad].scattered:
        yield SceneNote(text="Its unit is scattered: it can only go back to its mates.", clause="FLOOD-COH-8")
    elif figure.standing == Standing.STRAGGLER:
        yield SceneNote(text="It is out of coherency: it can only go back to its unit.", clause="FLOOD-COH-3")
    if not ahead:
        return
    if figure.level == Level.GANTRY:
        yield SceneNote(text="It stands on a gantry.", clause="FLOOD-TEST-9")
    yield _water(ahead[i])


def _water(ahead: Ahead) -> SceneNote:
    """The chances of one model in the flood, exact or with the interval of the sample."""
    if ahead.swept.rate == 0.0 and ahead.times == 0:
        return SceneNote(text="If the flood came now, the water would not reach it.", clause="FLOOD-TEST-9")
    words = "If the flood came now: swept away {swept}, {inches:.1f} inches on average, dead {dead}{tried}."
    tried = say("; {times} floods tried", times=ahead.times) if ahead.times > 0 else ""
    text = say(words, swept=_said(ahead.swept), inches=Length(ahead.inches), dead=_said(ahead.dead), tried=tried)
    return SceneNote(text=text, clause="FLOOD-TEST-2")


def _said(chance: Interval) -> str:
    """A chance in per cent, and in brackets its 95 % interval unless it is exact."""
    if chance.low == chance.high:
        return f"{100 * chance.rate:.0f} %"
    rate, low, high = (100.0 * share for share in (chance.rate, chance.low, chance.high))
    return say("{rate:.0f} % ({low:.0f} to {high:.0f})", rate=rate, low=low, high=high)
