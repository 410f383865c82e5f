"""Where in a battle a case begins: the bound, its PIPs and its step, over the table that the case lays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.files import whole_field, word_field
from sandtable.games.dba.laying import scenario
from sandtable.games.dba.laying.scenario_file import SIDE_KEYS
from sandtable.games.dba.record import Phase, Side, Where
from sandtable.games.dba.rules import bounds, combat, shooting
from sandtable.games.game import Laid

START_KEYS = frozenset({"side", "pips", "bound", "phase"})
CASE_KEYS = scenario.CASE_KEYS | START_KEYS
"""Every field of a case file that lays its table."""

PHASES = {
    "terrain": Phase.TERRAIN,
    "edges": Phase.EDGES,
    "camps": Phase.CAMPS,
    "deployment": Phase.DEPLOYMENT,
    "swaps": Phase.SWAPS,
    "movement": Phase.MOVEMENT,
    "turning": Phase.TURNING,
    "shooting": Phase.SHOOTING,
    "combat": Phase.COMBAT,
    "bound end": Phase.BOUND_END,
}
"""Steps at which a case may begin (DBA-SEQ-2); turning and the victory check run on by themselves."""

USUAL_BOUND = 2
"""A case stands in the side's second bound: what its first bound excuses is over (DBA-PIP-3)."""


def lay_case(case: Mapping[str, Any], where: str) -> Laid:
    """The table of a case, standing at the ``bound``-th bound of ``side``.

    With ``pips`` (or ``phase``) the PIP die has been thrown; without them the bound begins with its die. Without
    ``side`` it is the attacker's bound. A case ``before the battle`` names its phase and needs no side.
    """
    laid = scenario.lay_case(case, where)
    b = laid.record[0]
    phase = word_field(case, where, "phase", "movement", PHASES, "a step of a bound")
    if phase < Phase.BOUND_START:
        _begin_before_battle(b, phase)
        return laid
    side = _side(case, where, Side(int(b.attacker)))
    own = whole_field(case, where, "bound", USUAL_BOUND, 1, 999)
    is_attacker = side == b.attacker
    begun = "pips" in case or "phase" in case
    b.turn = side.value
    b.bound = 2 * own - int(is_attacker)
    b.own_bounds[side] = own if begun else own - 1
    b.own_bounds[1 - side] = own - 1 if is_attacker else own
    b.phase = Phase.BOUND_START.value
    if begun:
        b.pips = whole_field(case, where, "pips", 0, 0, 99)
        b.phase = phase.value
        _begin_step(b, phase)
    return laid


def _begin_step(b: Any, phase: Phase) -> None:
    """What the step needs to know when it begins."""
    if phase == Phase.MOVEMENT:
        waiting = [f for f in b.figures[: int(b.n_figures)] if f["where"] == Where.HELD_BACK and f.side == b.turn]
        b.landing = int(bool(waiting) and b.own_bounds[b.turn] == 1)
    elif phase == Phase.SHOOTING:
        shooting.begin_shooting(b)
    elif phase == Phase.COMBAT:
        combat.pair_off(b)


def _begin_before_battle(b: Any, phase: Phase) -> None:
    if phase == Phase.CAMPS:
        bounds.begin_camps(b)
    elif phase == Phase.DEPLOYMENT:
        bounds.begin_deployment(b)
    elif phase == Phase.SWAPS:
        bounds.begin_swaps(b)
    else:
        b.phase = phase.value
        b.pending_side = 1 - b.attacker


def _side(case: Mapping[str, Any], where: str, usual: Side) -> Side:
    return word_field(case, where, "side", "", SIDE_KEYS, "a side") if "side" in case else usual
