"""Fights for tests: two who stand front to front, stated dice, and who took what; all 36 pairs of dice for the odds."""

from __future__ import annotations

from collections import Counter
from typing import Any

from dba.table import BLUE, DEPTHS, READER, RED, act, codes, fresh_log, is_lost
from sandtable.games.dba.clauses import Purpose
from sandtable.games.dba.record import Phase, Verb
from sandtable.games.dba.rules import combat
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.log import Kind
from sandtable.kernel.records import NONE, new_actions
from tabletop import pair_and_fight


def facing_pair(red: str, blue: str, x: float = 1500.0, y: float = 1500.0) -> tuple[Any, Any]:
    """Red facing north, Blue facing south, front edges together at y."""
    return (
        (f"red {red}", red, RED, x, y - 0.5 * DEPTHS[red], "N"),
        (f"blue {blue}", blue, BLUE, x, y + 0.5 * DEPTHS[blue], "S"),
    )


def behind(code: str, element: tuple[Any, ...], **fields: Any) -> tuple[Any, ...]:
    """An element directly behind another that faces north or south."""
    _, front, side, x, y, facing = element[:6]
    step = 0.5 * (DEPTHS[front] + DEPTHS[code])
    return (f"behind {front}", code, side, x, y - step if facing == "N" else y + step, facing, fields)


def beside(code: str, element: tuple[Any, ...], east: int, **fields: Any) -> tuple[Any, ...]:
    """An element in line with another that faces north or south, front edges level: east 1 or west -1."""
    _, front, side, x, y, facing = element[:6]
    front_y = y + (0.5 if facing == "N" else -0.5) * DEPTHS[front]
    middle = front_y - (0.5 if facing == "N" else -0.5) * DEPTHS[code]
    return (f"beside {front}", code, side, x + 160.0 * east, middle, facing, fields)


def fight_out(b: Any, i: int, j: int, die_i: int, die_j: int, *more: tuple[Any, ...]) -> Any:
    """Pair off unless that has been done, and let elements i and j fight with these dice; returns the log."""
    b.phase = Phase.COMBAT.value
    dice = scripted_dice(
        [(Purpose.COMBAT.value, NONE, i, die_i), (Purpose.COMBAT.value, NONE, j, die_j)]
        + [(purpose.value, NONE, NONE, value) for purpose, value in more]
    )
    return pair_and_fight(combat, b, act(Verb.FIGHT, i, j), dice)


lines, outcomes, scores = READER.lines, READER.outcomes, READER.scores


def events(log: Any) -> list[str]:
    """What happened, in order."""
    return codes(log, Kind.EVENT)


def pairs(b: Any) -> set[tuple[int, int]]:
    """Who is paired off with whom, in this order."""
    b.phase = Phase.COMBAT.value
    combat.pair_off(b)
    return {(i, int(b.figures[i].opponent)) for i in range(b.n_figures) if b.figures[i].opponent != NONE}


def score_lines(b: Any, i: int, opponent: int) -> list[tuple[str, int, int]]:
    """The tally lines of element i's score after die and combat factor, without a fight."""
    log = fresh_log()
    total = combat.score(b, i, opponent, 1, log)
    assert scores(log) == {i: total}
    return lines(log, i)


def odds(b: Any, i: int, j: int) -> dict[str, int]:
    """How many of the 36 pairs of dice end how, for the two who fight: ``own RECOILS``, ``enemy FLEES``, ``equal``."""
    found: Counter[str] = Counter()
    before = b.tobytes()
    for die_i in range(1, 7):
        for die_j in range(1, 7):
            battle = b.copy()
            log = fight_out(battle, i, j, die_i, die_j)
            for actor, name in outcomes(log):
                if name == "EQUAL_TOTALS" and actor == i:
                    found["equal"] += 1
                elif name not in ("EQUAL_TOTALS", "PURSUES") and actor in (i, j):
                    found[f"{'own' if actor == i else 'enemy'} {name}"] += 1
                    assert (name == "IS_DESTROYED") == is_lost(battle, actor)
    assert b.tobytes() == before
    return dict(found)


def choices(fill: Any, b: Any) -> list[Any]:
    """What a kernel of ``listing/steps.py`` lists."""
    out = new_actions(256)
    n = fill(b, out, 0)
    return list(out[:n])
