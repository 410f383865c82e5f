"""Moves drawn by hand: how far somebody may go, where a drag must stop, and what fights a move leads to.

Nothing here knows a rule: ways are tried, and the real judge is asked about each.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from sandtable.kernel.dice import new_dice
from sandtable.kernel.geometry import Base, base_of, placed, snapped
from sandtable.kernel.log import new_log
from sandtable.kernel.records import Path, new_actions
from sandtable.kernel.verbs import MAX_LEGAL
from sandtable.server.views import battle_messages
from sandtable.table.actions import Action, carry_each
from sandtable.table.battle import Battle

HEADINGS = 48
"""Headings that are tried, the first straight ahead."""

PARTS = 12
"""Parts of the longest way that are tried, the longest first; what is found is then made longer as far as it goes."""

HALVINGS = 6
"""How often the last stretch of a way is halved to find how far somebody reaches."""

FINE_HALVINGS = 14
"""The same for the one way that is drawn."""

FAR = 1000.0
"""Farther than anybody goes, in widths of a base: the judge then says how far they may go at most."""

LITTLE = 1e-6

ASIDE = 0.6
"""What a drag goes aside, in widths of a base, that may be meant to be straight ahead."""

STRAIGHT = 0.999
"""The same facing, as cosine of the turn."""

Place = tuple[float, float]


def _end_at(action: Any, end: Base) -> Any:
    """The action with its leader ending there, and whoever has a place of their own as far from it as before."""
    if "poses" in action.dtype.names and action["n_poses"] > 0:
        ends = [end._replace(**{name: one[name] for name in ("x", "y", "fx", "fy")}) for one in action["poses"]]
        carry_each(action, ends[: int(action["n_poses"])], end)
    action["x"], action["y"], action["fx"], action["fy"] = end.x, end.y, end.fx, end.fy
    return action


def _blank(seen: Battle, form: dict[str, Any], figures: Sequence[str]) -> Any:
    """An array of one action that these figures make with such a form, staying where they are."""
    leader = base_of(seen.record.figures[seen.names.figure(figures[0])])
    facing = math.degrees(math.atan2(leader.fx, leader.fy)) % 360.0
    said = seen.action({**form, "figures": list(figures), "to": [leader.x, leader.y], "facing": facing})
    actions = new_actions(1, seen.game.action)
    actions[0] = said.record
    return actions


def reach(seen: Battle, form: dict[str, Any], figures: Sequence[str]) -> tuple[Place, ...]:
    """How far the figures may go straight, heading by heading, as facing now: the outline about the leader's middle."""
    actions = _blank(seen, form, figures)
    action = actions[0]
    start = base_of(seen.record.figures[action["actors"][0]])
    width = 2.0 * float(start.half_width)
    silent = new_log(keep=False)

    def at(heading: float, length: float) -> Base:
        """So far along a heading, in degrees clockwise from straight ahead."""
        sine, cosine = math.sin(math.radians(heading)), math.cos(math.radians(heading))
        dx = cosine * start.fx + sine * start.fy
        dy = cosine * start.fy - sine * start.fx
        end: Base = snapped(placed(start, start.x + length * dx, start.y + length * dy, start.fx, start.fy))
        return end

    def is_legal(heading: float, length: float) -> bool:
        return bool(seen.game.verbs.judge(seen.record, _end_at(action, at(heading, length)), silent).legal)

    limits = [seen.engine.measure(seen.action(_end_at(action, at(90.0 * k, FAR * width))))[1] for k in range(4)]
    most = max((limit for limit in limits if limit is not None), default=0.0)
    if not most:
        return ()
    ways = [_longest(partial(is_legal, 360.0 * k / HEADINGS), most) for k in range(HEADINGS)]
    if not any(ways):
        return ()
    ends = [at(360.0 * k / HEADINGS, way) for k, way in enumerate(ways)]
    return tuple((round(float(end.x), 4), round(float(end.y), 4)) for end in ends)


def _longest(is_legal: Callable[[float], bool], most: float) -> float:
    """The longest way up to ``most`` that is legal; 0: none of those tried is."""
    part = most / PARTS
    found = next((part * n for n in range(PARTS, 0, -1) if is_legal(part * n)), 0.0)
    if found in (0.0, most):
        return found
    return _stretched(is_legal, found, found + part)


def _stretched(is_fit: Callable[[float], bool], fit: float, unfit: float, halvings: int = HALVINGS) -> float:
    """The largest number that is fit, nearly, between one that is and one that is not."""
    for _ in range(halvings):
        middle = (fit + unfit) / 2.0
        fit, unfit = (middle, unfit) if is_fit(middle) else (fit, middle)
    return fit


def stopped(seen: Battle, action: Action) -> Action | None:
    """The same move, dragged back along its last leg to where it is no longer than it may be.

    None where it is short enough already, or too long even without that leg.
    """
    record = action.record
    trial = np.asarray([record], record.dtype)[0]
    start = base_of(seen.record.figures[record["actors"][0]])
    x0, y0 = float(start.x), float(start.y)
    if record["path"] == Path.VIA:
        x0, y0 = (float(one) for one in record["via"][int(record["n_via"]) - 1])
    x1, y1 = float(record["x"]), float(record["y"])

    def ended(share: float) -> Action:
        end = placed(start, x0 + share * (x1 - x0), y0 + share * (y1 - y0), float(record["fx"]), float(record["fy"]))
        return seen.action(_end_at(trial, snapped(end)))

    def is_short(share: float) -> bool:
        way, limit = seen.engine.measure(ended(share))
        return way is None or limit is None or way <= limit + LITTLE

    way, limit = seen.engine.measure(action)
    if way is None or limit is None or way <= limit + LITTLE or not is_short(LITTLE):
        return None
    share = limit / way  # where the way is as long as it is straight that is it, to the hair
    if is_short(share) and not is_short(share + 0.01):
        return ended(share)
    return ended(_stretched(is_short, LITTLE, 1.0, FINE_HALVINGS))


def straight_ahead(seen: Battle, action: Action) -> Action | None:
    """The same move as far ahead, but not aside; None where it goes far aside, or turns, or its way bends."""
    record = action.record
    start = base_of(seen.record.figures[record["actors"][0]])
    dx, dy = float(record["x"]) - start.x, float(record["y"]) - start.y
    length, aside = dx * start.fx + dy * start.fy, dx * start.fy - dy * start.fx
    is_turned = float(record["fx"]) * start.fx + float(record["fy"]) * start.fy < STRAIGHT
    if record["path"] != Path.STRAIGHT or is_turned or abs(aside) > ASIDE * 2.0 * start.half_width:
        return None
    trial = np.asarray([record], record.dtype)[0]
    end = placed(start, start.x + length * start.fx, start.y + length * start.fy, start.fx, start.fy)
    return seen.action(_end_at(trial, snapped(end)))


def fights_after(seen: Battle, action: Action) -> Iterator[tuple[Battle, Action]]:
    """The fights of the figures that a legal move takes into contact, each with the table on which it is fought."""
    game = seen.game
    if game.foresee is None:
        return
    later = seen.copy()
    dice, silent = new_dice("foresight"), new_log(keep=False)
    game.verbs.apply(later.record, action.record, dice, silent)
    if not dice["n_thrown"]:
        yield from fights_of(later, action.figures)


def fights_of(later: Battle, movers: Iterable[str]) -> Iterator[tuple[Battle, Action]]:
    """The fights in which some of these would be, if nothing moved any more; ``later`` is carried on to them."""
    game, silent = later.game, new_log(keep=False)
    if game.foresee is None or not game.foresee(later.record, silent):
        return
    listed = new_actions(MAX_LEGAL, game.action)
    movers = set(movers)
    told: set[frozenset[str]] = set()
    for record in listed[: int(game.verbs.legal_actions(later.record, listed))]:
        fight = later.action(np.asarray([record], record.dtype)[0])
        figures = frozenset(battle_messages.fighters(later, fight))
        if len(figures) > 1 and figures not in told and not movers.isdisjoint(figures):
            told.add(figures)
            yield later, fight
