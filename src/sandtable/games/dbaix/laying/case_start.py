"""Where in a battle a case begins: the bound, its PIPs and its step, over the table that the case lays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.files import whole_field, word_field
from sandtable.games.dbaix.laying import scenario
from sandtable.games.dbaix.laying.scenario_file import SIDE_KEYS
from sandtable.games.dbaix.record import N_SIDES, Phase, Side
from sandtable.games.dbaix.rules.bounds import begin_combat
from sandtable.games.dbaix.rules.camp import note_who_is_in_camp
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
    side = word_field(case, where, "side", "romans", SIDE_KEYS, "a side")
    turn = int(side)  # cases play the sides in the listed order
    b.turn = turn
    b.round = whole_field(case, where, "round", 1, 1, 999)
    b.bound = (b["round"] - 1) * N_SIDES + turn + 1
    begun = "pips" in case or "phase" in case
    b.gaul_bounds = b["round"] - 1 + int(turn > Side.GAULS or (begun and turn == Side.GAULS))
    _end_old_potion(b, under_way=begun and turn == Side.GAULS)
    if begun:
        b.pips = whole_field(case, where, "pips", 0, 0, 99)
        b.phase = word_field(case, where, "phase", "movement", PHASES, "a step of a bound").value
        note_who_is_in_camp(b)
        if b.phase == Phase.COMBAT:
            begin_combat(b)
    return laid


def _end_old_potion(b: Any, under_way: bool) -> None:
    """A potion that ended in a Gaulish bound before now works no more (POT-4). ``under_way``: a Gaulish bound is."""
    if 0 < b.potion_until <= b.gaul_bounds - int(under_way):
        b.potion_until = 0
        b.figures["potion"] = 0
