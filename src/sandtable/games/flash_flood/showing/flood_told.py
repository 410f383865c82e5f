"""The flood told model after model: who was swept along which corridors, by what, how it ended, and with what harm."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from sandtable.games.common.amounts import count_words, length_words
from sandtable.games.flash_flood.record import MAX_LEADS
from sandtable.games.flash_flood.rules.sewer import Place, kept_in_lane, place_in, place_of, point_of, ways_on
from sandtable.games.flash_flood.showing.naming import say
from sandtable.games.game import Names
from sandtable.games.scene import SceneAccount, SceneAct, SceneNote
from sandtable.games.skirmish40k.rules.measuring import SLACK
from sandtable.translation import all_of

COLUMNS = ("Swept", "By", "Stopped by", "Hit with", "Came off", "Afterwards")

TOLD_BESIDE = frozenset({"IS_SCATTERED", "DROPS_CHARGE", "CHARGE_LIES", "TAKES_CHARGE"})
"""What is told below the table, in the words of the log."""

HARM = frozenset({"IS_UNHURT", "IS_WOUNDED", "IS_KILLED"})

NOTHING = SceneNote(text="")


class Sweep:
    """One model on its way, from losing its feet to its hits."""

    def __init__(self, begun: Any) -> None:
        self.begun = begun  # the event by which it lost its feet
        self.branches: list[int] = []  # corridors that dice named
        self.stop: Any = None  # the event of what held it
        self.swept: Any = None  # IS_CARRIED
        self.dashed: Any = None  # against a barrier or a wall
        self.hits: list[Any] = []
        self.harm: Any = None


def account(b: Any, names: Names, events: Sequence[Any]) -> SceneAccount | None:
    """What a flood did to everybody in the water, given the table after it; None where none came."""
    begin = next((place for place, event in enumerate(events) if event.code == "FLOOD_COMES"), None)
    if begin is None:
        return None
    told = events[begin:]
    done = list(_sweeps(told))
    astray = {event.actor: event for event in told if event.code == "IS_STRAGGLER"}
    corridor_now: dict[str, int] = {}
    last = {sweep.begun.actor: place for place, sweep in enumerate(done)}
    acts = []
    for place, sweep in enumerate(done):
        figure = sweep.begun.actor
        way, corridors = _way(b, names.figure(figure), sweep, corridor_now.get(figure))
        corridor_now[figure] = corridors[-1]
        after = astray.get(figure) if last[figure] == place else None
        acts.append(
            SceneAct(
                figure=figure,
                cells=(
                    _whither(names, sweep, corridors), _by(names, sweep), _stopped(names, sweep), _hit(sweep),
                    _harm(sweep), SceneNote(text="out of coherency", clause=after.clause) if after else NOTHING,
                ),
                text=" ".join(event.text for event in (sweep.swept, sweep.dashed, sweep.harm) if event is not None),
                way=way,
                off=sweep.harm is not None and sweep.harm.code == "IS_KILLED",
            )
        )  # fmt: skip
    notes = tuple(SceneNote(text=event.text, clause=event.clause) for event in told if event.code in TOLD_BESIDE)
    return SceneAccount(title="The flood", summary=_summary(told, done), columns=COLUMNS, acts=tuple(acts), notes=notes)


def _sweeps(events: Iterable[Any]) -> Iterable[Sweep]:
    """Everybody who was swept, in the order in which they came to rest; who is swept twice, twice."""
    adrift: dict[str, Sweep] = {}
    ended: Sweep | None = None
    for event in events:
        code, figure = event.code, event.actor
        if code in ("LOSES_FEET", "IS_KNOCKED_OFF", "IS_CARRIED", "FLOOD_IS_OVER") and ended is not None:
            yield ended
            ended = None
        if code in ("LOSES_FEET", "IS_KNOCKED_OFF"):
            adrift[figure] = Sweep(event)
        elif code == "HOLDS_OUT":
            adrift[event.other].stop = event
        elif code == "FLOWS_PAST":
            adrift[figure].stop = None
        elif code in ("MEETS_AGAIN", "IN_SLACK_WATER"):
            adrift[figure].stop = event
        elif code == "TAKES_BRANCH":
            adrift[figure].branches.append(event.amount)
        elif code == "IS_CARRIED":
            ended = adrift.pop(figure)
            ended.swept = event
        elif ended is not None and figure == ended.begun.actor:
            if code in ("HITS_WALL", "HITS_BARRIER"):
                ended.dashed = event
            elif code in ("WATER_HITS", "IMPACT_HITS"):
                ended.hits.append(event)
            elif code in HARM and (ended.harm is None or code != "IS_UNHURT"):
                ended.harm = event


def _way(b: Any, i: int, sweep: Sweep, known: int | None) -> tuple[tuple[tuple[float, float], ...], list[int]]:
    """The points of a model's way, and the corridors that it went through; ``known``: the one where it was."""
    x0, y0, x1, y1 = sweep.swept.geometry
    c = int(place_of(b, x0, y0).corridor) if known is None else known
    branches = iter(sweep.branches)
    if sweep.branches and int(b.corridors[c].up) == int(b.flood.origin) and place_in(b, c, x0, y0).along <= SLACK:
        c = next(branches)  # on the origin itself a die says where the water takes it
    left = float(sweep.swept.value)
    place = place_in(b, c, x0, y0)
    points, corridors = [(x0, y0)], [c]
    ways = np.empty(MAX_LEADS, np.int64)
    while (ahead := float(b.corridors[c].length) - float(place.along)) < left - SLACK:
        n = int(ways_on(b, c, ways))
        onward = next(branches, None) if n > 1 else int(ways[0]) if n else None
        if onward is None:
            break
        lane = float(kept_in_lane(b, onward, float(place.lane), 0.5 * float(b.figures[i].width)))
        before, place = Place(c, float(b.corridors[c].length), float(place.lane)), Place(onward, 0.0, lane)
        points += [_at(b, before), _at(b, place)]
        corridors.append(onward)
        c, left = onward, left - ahead
    return tuple(point for point, _ in groupby([*points, (x1, y1)])), corridors


def _at(b: Any, place: Place) -> tuple[float, float]:
    x, y = point_of(b, place)
    return float(x), float(y)


def _whither(names: Names, sweep: Sweep, corridors: Sequence[int]) -> SceneNote:
    sewer = names.extra.get("sewer")
    ids = list(sewer.corridors) if sewer is not None else []
    known = [ids[c] if c < len(ids) else f"K{c}" for c in corridors]
    words = "{far} in {corridors}" if len(known) == 1 else "{far} along {corridors}"
    words = say(words, far=length_words(sweep.swept.amount / 100, "inch"), corridors=", ".join(known))
    return SceneNote(text=words, clause=sweep.swept.clause)


def _by(names: Names, sweep: Sweep) -> SceneNote:
    by = sweep.begun.other if sweep.begun.code == "IS_KNOCKED_OFF" else None
    words = say("knocked off by {who}", who=_called(names, by)) if by else "the water"
    return SceneNote(text=words, clause=sweep.begun.clause)


def _stopped(names: Names, sweep: Sweep) -> SceneNote:
    event = sweep.dashed or sweep.stop
    if event is None:
        return SceneNote(text="nothing: it came to rest", clause="FLOOD-CARRY-2")
    words = {
        "HITS_WALL": "a wall", "HITS_BARRIER": "a barrier", "IN_SLACK_WATER": "slack water",
        "MEETS_AGAIN": "somebody bumped before",
    }.get(event.code) or say("{who}, who held out", who=_called(names, event.actor))  # fmt: skip
    return SceneNote(text=words, clause=event.clause)


def _hit(sweep: Sweep) -> SceneNote:
    words = [
        say("Strength {strength}" if event.code == "WATER_HITS" else "{strength} by the impact", strength=event.amount)
        for event in sweep.hits
    ]
    return SceneNote(text=all_of(words), clause=sweep.hits[-1].clause if sweep.hits else "")


def _harm(sweep: Sweep) -> SceneNote:
    if sweep.harm is None:
        return NOTHING
    words = {"IS_UNHURT": "unhurt", "IS_KILLED": "killed"}.get(sweep.harm.code)
    if words is None:
        words = say("{wounds} left", wounds=count_words(sweep.harm.amount, "Wound"))
    return SceneNote(text=words, clause=sweep.harm.clause)


def _called(names: Names, figure: str) -> str:
    return f"{names.figures[names.figure(figure)].name} ({figure})"


def _summary(events: Sequence[Any], done: Sequence[Sweep]) -> str:
    """How many were swept, and how many of them died; how many kept their feet to the end."""
    swept = {sweep.begun.actor for sweep in done}
    kept = len({event.actor for event in events if event.code == "KEEPS_FEET"} - swept)
    feet = "nobody kept their feet" if not kept else "1 kept its feet" if kept == 1 else "{kept} kept their feet"
    stood = say(feet, kept=kept)
    if not swept:
        return say("nobody was swept; {stood}.", stood=stood)
    dead = sum(sweep.harm is not None and sweep.harm.code == "IS_KILLED" for sweep in done)
    fate = "{dead} of them killed" if dead else "none of them killed"
    if len(swept) == 1:
        fate = "and killed" if dead else "not killed"
    killed = say(fate, dead=dead)
    return say("{swept} swept, {killed}; {stood}.", swept=count_words(len(swept), "model"), killed=killed, stood=stood)
