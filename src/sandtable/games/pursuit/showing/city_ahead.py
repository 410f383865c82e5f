"""What the city does to everybody if all keep their pace from now on: who is struck by what, with exact chances.

No second model of a slide: copies of the battle run on by the rules to the end of the Pursuit Phase, once for every
face of the dice, and copies that stand alike are one from there on. Everything in that phase goes straight back. So
figures side by side have nothing to do with each other, and each group of those who may touch is counted out by itself.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from sandtable.games.common.intervals import wilson
from sandtable.games.game import Names
from sandtable.games.pursuit.clauses import Code
from sandtable.games.pursuit.record import PIECE, End, Motion, Phase
from sandtable.games.pursuit.rules.interrupts import turner
from sandtable.games.pursuit.rules.pieces import is_there
from sandtable.games.pursuit.rules.positions import bit
from sandtable.games.pursuit.rules.pursuing import keep_pace, run_pursuit
from sandtable.games.pursuit.showing.chances import chance
from sandtable.games.pursuit.showing.naming import say
from sandtable.games.scene import Explanation, SceneNote, SceneOverlay
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.kernel.dice import new_dice
from sandtable.kernel.dice_tree import next_leaf, start_walk
from sandtable.kernel.geometry import TOUCH
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE

MOST = 600
"""Copies that differ of one group, up to which it is counted out; larger groups are tried so often instead."""

TRIES = 200

BRIEF = (40, 60)
"""The same two where it is shown unasked: then an answer must be there at once, and says how sure it is."""

ASIDE = 1000.0
"""So far beside the table those of other groups are put, each in a lane of its own."""


class Blow(NamedTuple):
    """Something that the phase does to a figure."""

    what: Code  # IS_STRUCK, FAILS_TERRAIN, IS_STOPPED, IS_KILLED, GIVES_UP, MINES_GO_OFF or MEETS
    by: int  # the piece that slides then; of MEETS the other figure; NONE: nothing in particular


WATCHED = {
    code.value: code
    for code in (
        Code.IS_STRUCK, Code.FAILS_TERRAIN, Code.IS_STOPPED, Code.IS_KILLED, Code.GIVES_UP, Code.MINES_GO_OFF,
        Code.MEETS,
    )
}  # fmt: skip


@dataclass(slots=True)
class Ahead:
    """What the rest of the phase does to one figure."""

    chances: dict[Blow, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    tries: int = 0  # 0: the chances are exact; else shares of so many tries


def city_ahead(b: Any, most: int = MOST, tries: int = TRIES) -> dict[int, Ahead]:
    """What the rest of the Pursuit Phase does to every figure, if all who are asked keep their pace.

    Fights and explosions are not counted out: a figure that comes to either is told of, and goes on unharmed.
    Who may be turned after a collision stays as it faces. Only figures to which something may happen are in the answer.
    """
    found: dict[int, Ahead] = {}
    for group in _groups(b):
        ahead = _counted_out(b, group, most) or _tried_out(b, group, tries)
        found |= {i: one for i, one in ahead.items() if one.chances}
    return dict(sorted(found.items()))


def slides_ahead(b: Any) -> list[int]:
    """The pieces that are still to slide in this phase, in their order; one that is under way is among them."""
    waiting = [int(entry) - PIECE for entry in b.order[max(int(b.place), 0) : int(b.n_order)] if entry >= PIECE]
    return [k for k in waiting if is_there(b, k)]


def _groups(b: Any) -> Iterator[list[int]]:
    """Figures on the table, together where their lanes overlap."""
    standing = [i for i in range(int(b.n_figures)) if is_on_table(b.figures[i])]
    standing.sort(key=lambda i: float(b.figures[i].y - 0.5 * b.figures[i].width))
    group: list[int] = []
    edge = 0.0
    for i in standing:
        low, high = (float(b.figures[i].y + side * 0.5 * b.figures[i].width) for side in (-1, 1))
        if group and low > edge + 2.0 * TOUCH:
            yield group
            group = []
        edge = max(edge, high) if group else high
        group.append(i)
    if group:
        yield group


def _alone(b: Any, group: Sequence[int]) -> Any:
    """A copy of the battle in which all others are far beside the table, each by itself."""
    trial = np.zeros(1, b.dtype)
    trial[0] = b
    for i in range(int(b.n_figures)):
        if i not in group:
            trial[0].figures[i].y = ASIDE * (1 + i)
    return trial


def _counted_out(b: Any, group: Sequence[int], most: int) -> dict[int, Ahead] | None:
    """What befalls a group, for every throw of the dice; None: there are too many ways for it to go."""
    trial, log, dice = _alone(b, group), new_log(), new_dice("city")
    found = {i: Ahead() for i in group}
    waiting = {trial[0].tobytes(): Fraction(1)}
    while waiting:
        later: dict[bytes, Fraction] = defaultdict(Fraction)
        for start, so_far in waiting.items():
            start_walk(dice)
            more = True
            while more:
                trial.view(np.uint8)[:] = np.frombuffer(start, np.uint8)
                goes_on = _run_on(trial[0], dice, log)
                share = so_far
                for throw in dice["thrown"][: int(dice["n_thrown"])]:
                    share *= Fraction(round(float(throw["ways"])), round(float(throw["of"])))
                _note(trial[0], log, found, share)
                if goes_on:
                    later[trial[0].tobytes()] += share
                more = bool(next_leaf(dice, 0))
        if len(later) > most:
            return None
        waiting = later
    return found


def _tried_out(b: Any, group: Sequence[int], tries: int) -> dict[int, Ahead]:
    """The same by trying it, always with the same dice."""
    log, dice = new_log(), new_dice("what the city does")
    found = {i: Ahead(tries=tries) for i in group}
    for _ in range(tries):
        trial = _alone(b, group)
        goes_on = True
        while goes_on:
            goes_on = _run_on(trial[0], dice, log)
            _note(trial[0], log, found, Fraction(1, tries))
    return found


def _run_on(b: Any, dice: Any, log: Any) -> bool:
    """Run on by the rules until something has been thrown or told; False where the phase is over."""
    log["n"] = 0
    while not log["n"]:
        if b.phase == Phase.HEADING:
            b.turning &= ~bit(turner(b))  # it goes on as it faces
            b.phase = b.resume
        if b.phase == Phase.RECYCLING and b.place < b.n_order:  # house rule recycle_time: nothing put back slides now
            b.pieces.tried |= b.pieces.off != 0
            b.phase = Phase.PURSUIT.value
        b.fight.on = 0
        for mine in b.mines:
            mine.on &= not mine.waiting
            mine.waiting = 0
        if b.phase != Phase.PURSUIT or b.end != End.NOT_YET:
            return False
        if run_pursuit(b, dice, log):
            keep_pace(b, b.active, log)
    return True


def _note(b: Any, log: Any, found: dict[int, Ahead], share: Fraction) -> None:
    """Add what the log tells of the group's figures."""
    sliding = int(b.motion.who) if b.motion.kind == Motion.SLIDE else NONE
    told = set()
    for entry in log["entries"][: int(log["n"])]:
        code, i = WATCHED.get(int(entry["code"])), int(entry["actor"])
        if code is None or i not in found or entry["kind"] not in (Kind.EVENT.value, Kind.OUTCOME.value):
            continue
        other = int(entry["other"])
        told.add((i, Blow(code, other if code == Code.MEETS else sliding)))
    for i, blow in told:
        found[i].chances[blow] += share


def keeping(b: Any, names: Names, most: int = MOST, tries: int = TRIES) -> Explanation:
    """What awaits everybody if all keep their pace: a note for each whom something befalls, and the slides drawn."""
    ahead, asked = city_ahead(b, most, tries), int(b.active)
    order = sorted(ahead, key=lambda i: (i != asked, b.figures[i].side != b.figures[asked].side, i))
    notes = [SceneNote(text=_told(names, i, ahead[i]), clause=_clause(ahead[i])) for i in order]
    if not notes:
        notes = [SceneNote(text="If all keep their pace nothing befalls anybody.", clause="PURS-PUR-8")]
    elif any(blow.what in (Code.MEETS, Code.MINES_GO_OFF) for one in ahead.values() for blow in one.chances):
        notes.append(SceneNote(text="What fights and explosions do is not counted here.", clause="PURS-SEQ-2"))
    return Explanation(notes=tuple(notes), overlays=(*_slides(b, names), *_struck(b, ahead)))


WORDS = {
    Code.IS_STRUCK: ("PURS-PCO-1", "struck by {by}"),
    Code.FAILS_TERRAIN: ("PURS-PCO-4", "fails a test in {by}"),
    Code.IS_STOPPED: ("PURS-PCO-5", "stopped in {by}"),
    Code.IS_KILLED: ("PURS-PCO-1", "killed"),
    Code.GIVES_UP: ("PURS-PUR-12", "left behind"),
    Code.MINES_GO_OFF: ("PURS-SPO-9", "sets off mines"),
    Code.MEETS: ("PURS-CC-1", "meets {by}"),
}
"""How each blow is told, and the clause; those further up come first in a sentence."""

NAMELESS = {Code.IS_KILLED, Code.GIVES_UP, Code.MINES_GO_OFF}
"""Blows of which one chance is said, whatever brings them."""


def _told(names: Names, i: int, ahead: Ahead) -> str:
    """One sentence of what befalls a figure, each with its chance."""
    total: dict[tuple[Code, str], Fraction] = defaultdict(Fraction)
    for blow, share in ahead.chances.items():
        by = "" if blow.what in NAMELESS else _by(names, blow)
        total[blow.what, by] += share
    parts = [
        f"{say(words, by=by)} {_chance(share, ahead.tries)}"
        for what, (_, words) in WORDS.items()
        for (of, by), share in total.items()
        if of == what
    ]
    tried = f" ({say('{tries} tries', tries=ahead.tries)})" if ahead.tries else ""
    return f"{names.figures[i].name} ({names.figures[i].id}): {', '.join(parts)}{tried}."


def _by(names: Names, blow: Blow) -> str:
    if blow.what == Code.MEETS:
        return names.figures[blow.by].id
    return names.features[blow.by] if 0 <= blow.by < len(names.features) else say("the city")


def _chance(share: Fraction, tries: int) -> str:
    """A chance in words; of one that was tried out with its 95 % interval."""
    if not tries:
        return chance(share)
    found = wilson(round(share * tries), tries)
    rate, low, high = (100.0 * share for share in (found.rate, found.low, found.high))
    return say("{rate:.0f} % ({low:.0f} to {high:.0f})", rate=rate, low=low, high=high)


def _clause(ahead: Ahead) -> str:
    """The clause of what comes first in its sentence."""
    told = {blow.what for blow in ahead.chances}
    return next(clause for what, (clause, _) in WORDS.items() if what in told)


def _slides(b: Any, names: Names) -> Iterator[SceneOverlay]:
    """Where each piece will lie that is still to slide, and an arrow from it to there."""
    for k in slides_ahead(b):
        box = b.terrain.features[k]
        x0, y0, x1, y1 = (float(box[name]) for name in ("x0", "y0", "x1", "y1"))
        x0, x1 = x0 - float(b.rules.slide), x1 - float(b.rules.slide)
        label, middle = say("where {piece} slides to", piece=names.features[k]), 0.5 * (y0 + y1)
        tip, tail = x0 + 0.3, x0 + float(b.rules.slide)
        head = ((tip + 1.0, middle + 0.6), (tip, middle), (tip + 1.0, middle - 0.6))
        yield SceneOverlay(kind="slides", points=((tail, middle), (tip, middle), *head), label=label)
        yield SceneOverlay(
            kind="slides", points=((x0, y0), (x1, y0), (x1, y1), (x0, y1)), closed=True,
            label=label, clause="PURS-PUR-6",
        )  # fmt: skip


def _struck(b: Any, ahead: dict[int, Ahead]) -> Iterator[SceneOverlay]:
    """A ring about everybody whom something befalls, and how likely it is deadly."""
    for i, one in ahead.items():
        figure = b.figures[i]
        radius = 0.5 * float(figure.width) + 0.2
        x, y = float(figure.x), float(figure.y)
        turns = (2.0 * math.pi * step / 24 for step in range(24))
        points = tuple((x + radius * math.sin(turn), y + radius * math.cos(turn)) for turn in turns)
        dead = dies(one)
        label = say("dies {chance}", chance=_chance(dead, one.tries)) if dead else say("hit, lives")
        yield SceneOverlay(kind="struck", points=points, closed=True, label=label, words=label, clause=_clause(one))


def is_lost(blow: Blow) -> bool:
    """The figure does not come through it."""
    return blow.what in (Code.IS_KILLED, Code.GIVES_UP)


def dies(ahead: Ahead) -> Fraction:
    """The chance that the figure is dead, or left behind, when the phase is over."""
    return sum((share for blow, share in ahead.chances.items() if is_lost(blow)), Fraction(0))
