"""A drain with figures in the midst of a player turn, for the tests of the turn: laid, asked, carried out by hand."""

from __future__ import annotations

from typing import Any

from flash_flood.sewer_table import READER, a_map, assert_fair, dice, events, sewer
from sandtable.games.flash_flood.record import ACTION, Phase, Side, Verb
from sandtable.games.flash_flood.rules import rounds, sequence
from sandtable.games.flash_flood.rules.coherency import note_standing
from sandtable.games.flash_flood.rules.trigger import note_flood
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE, new_actions
from tabletop import entries

LONG = a_map(width=80, nodes={"W": [4, 10], "E": [74, 10]}, homes={"imperials": "W", "tyranids": "E"})
"""One corridor from x 4 to 74 about y = 10, walls at y 8 and 12; Imperials fall back to the west."""


def moment(*men: dict[str, Any], phase: Phase = Phase.MOVEMENT, side: Side = Side.IMPERIALS, flooded: bool = False,
           turn: int = 3, **options: Any) -> Any:  # fmt: skip
    """A battle at the beginning of a phase of this side's part of a turn; ``flooded``: a flood has been."""
    b = sewer(*men, sewer_map=options.pop("sewer_map", LONG), **options)
    b.turn, b.side, b.first_side, b.player = turn, side.value, Side.IMPERIALS.value, int(side == Side.TYRANIDS)
    b.homes[1] = b.n_nodes - 1
    b.phase = phase.value
    log = new_log(keep=False)
    if flooded:
        note_flood(b, turn - 1)
        for u in range(int(b.n_squads)):
            note_standing(b, u, log)
    rounds.begin_case_phase(b, log)
    return b


def action(verb: Verb, *actors: int, **fields: Any) -> Any:
    """An action; ``places`` are the ends of its actors, ``to`` the end of one."""
    made = new_actions(1, ACTION)[0]
    made.verb, made.n_actors, made.fy = verb.value, len(actors), 1.0
    made.actors[: len(actors)] = actors
    for k, (x, y) in enumerate(fields.pop("places", ())):
        made.poses[k].x, made.poses[k].y, made.poses[k].fy = x, y, 1.0
        made.n_poses = k + 1
    if "to" in fields:
        made.x, made.y = fields.pop("to")
    for k, (x, y) in enumerate(fields.pop("via", ())):
        made.via[k] = x, y
        made.n_via, made.path = k + 1, 1
    for key, value in fields.items():
        made[key] = value
    return made


def refusals(b: Any, made: Any) -> list[str]:
    """Why an action is not legal, by sentences; nothing for one that is."""
    log = new_log()
    verdict = sequence.judge(b, made, log)
    reasons = READER.codes(log, Kind.REASON)
    assert (verdict.legal, verdict.cost) == (int(not reasons), 0)
    return reasons


def told(b: Any, made: Any) -> list[tuple[str, int, int, int]]:
    """The same with whom each reason is about, whom else, and how much."""
    log = new_log()
    verdict = sequence.judge(b, made, log)
    reasons = entries(log, Kind.REASON)
    assert (verdict.legal, verdict.cost) == (int(not reasons), 0)
    return [(READER.code_of(int(e.code)).name, int(e.actor), int(e.other), int(e.amount)) for e in reasons]


def drawn(b: Any, made: Any) -> tuple[float, ...]:
    """What is drawn for the first reason: from where to where, and the length that it measures."""
    log = new_log()
    sequence.judge(b, made, log)
    first = entries(log, Kind.REASON)[0]
    return tuple(round(float(v), 2) for v in (first.x, first.y, first.x2, first.y2, first.value))


def do(b: Any, made: Any, *throws: tuple[str, int, int]) -> Any:
    """Carry out a legal action with these dice, no more and no fewer, without running on; returns the log."""
    assert refusals(b, made) == []
    thrown, log = dice(*throws), new_log()
    sequence.apply_verb(b, made, thrown, log)
    _all_used(thrown, throws)
    return log


def run(b: Any, *throws: tuple[str, int, int]) -> Any:
    """Run on to the next decision with these dice; returns the log."""
    thrown, log = dice(*throws), new_log()
    sequence.run_on(b, thrown, log)
    _all_used(thrown, throws)
    return log


def _all_used(thrown: Any, throws: Any) -> None:
    left = [throws[k] for k in range(thrown.n_script) if not thrown.script[k].used]
    missing = thrown.missing_throw
    assert thrown.missing == 0, f"asked for purpose {int(missing.purpose)} of {missing.figure}"
    assert not left, f"never thrown: {left}"
    assert_fair(thrown)


def at(b: Any, i: int) -> tuple[float, float]:
    """Where a figure stands, to a hundredth of an inch."""
    return round(float(b.figures[i].x), 2), round(float(b.figures[i].y), 2)


__all__ = [
    "LONG",
    "NONE",
    "Phase",
    "Side",
    "Verb",
    "action",
    "at",
    "do",
    "drawn",
    "events",
    "moment",
    "refusals",
    "run",
    "told",
]
