"""Where in a battle a case begins: the bound, its PIPs and its step, over the table that the case lays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.errors import InputError
from sandtable.files import describe, did_you_mean, place
from sandtable.games.dbaix import scenario
from sandtable.games.dbaix.bounds import begin_combat
from sandtable.games.dbaix.camp import note_who_is_in_camp
from sandtable.games.dbaix.record import N_SIDES, Phase, Side
from sandtable.games.dbaix.scenario_file import SIDE_KEYS
from sandtable.games.game import Laid

START_KEYS = frozenset({"side", "pips", "round", "phase"})
CASE_KEYS = scenario.CASE_KEYS | START_KEYS
"""Every field of a case file that lays its table."""

PHASES = {"movement": Phase.CALL, "facing": Phase.FACING, "drinking": Phase.DRINKING, "combat": Phase.COMBAT,
          "tokens": Phase.TOKENS}  # fmt: skip
"""Steps at which a case may begin (BND-7); movement is gone to by way of the song's call, which names its helpers."""


def lay_case(case: Mapping[str, Any], where: str) -> Laid:
    """The table of a case, standing at ``side``'s bound of ``round``.

    With ``pips`` (or ``phase``) the PIP die has been thrown and the music, if any, been fled from; without them the
    bound begins with its die. Without ``side`` it is the Romans' bound.
    """
    laid = scenario.lay_case(case, where)
    b = laid.record[0]
    side = _side(case, where)
    turn = int(side)  # cases play the sides in the listed order
    b.turn = turn
    b.round = _whole(case, where, "round", 1, 1, 999)
    b.bound = (b["round"] - 1) * N_SIDES + turn + 1
    begun = "pips" in case or "phase" in case
    b.gaul_bounds = b["round"] - 1 + int(turn > Side.GAULS or (begun and turn == Side.GAULS))
    if begun:
        b.pips = _whole(case, where, "pips", 0, 0, 99)
        b.phase = _phase(case, where).value
        note_who_is_in_camp(b)
        if b.phase == Phase.COMBAT:
            begin_combat(b)
    return laid


def _side(case: Mapping[str, Any], where: str) -> Side:
    word = case.get("side", "romans")
    if word not in SIDE_KEYS:
        hint = did_you_mean(str(word), SIDE_KEYS)
        raise InputError(f"{place(case, where, 'side')}: expected a side, found {describe(word)}{hint}")
    return SIDE_KEYS[word]


def _phase(case: Mapping[str, Any], where: str) -> Phase:
    word = case.get("phase", "movement")
    if word not in PHASES:
        hint = did_you_mean(str(word), PHASES)
        raise InputError(f"{place(case, where, 'phase')}: expected a step of a bound, found {describe(word)}{hint}")
    return PHASES[word]


def _whole(case: Mapping[str, Any], where: str, key: str, default: int, least: int, most: int) -> int:
    value = case.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        expected = f"a whole number from {least} to {most}"
        raise InputError(f"{place(case, where, key)}: expected {expected}, found {describe(value)}")
    return value
