"""What figures that a player has chosen may do together and no list has: declare a mode, stand still, close ranks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.games.inter_arma.record import ACTION, MAX_GROUP, Mode, Phase, Verb
from sandtable.games.inter_arma.rules.sequence import judge
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE, new_actions

ORDERS = (
    (Verb.DECLARE, Mode.WALK), (Verb.DECLARE, Mode.RUN), (Verb.DECLARE, Mode.CRAWL), (Verb.STAND, Mode.WALK),
    (Verb.FORM, Mode.WALK),
)  # fmt: skip
"""Verb, and the mode that it names. To go they are dragged: a block keeps its order, and each is stopped alone."""


def together(b: Any, chosen: Sequence[int]) -> list[Any]:
    """The legal orders of just these figures, the leader first, as arrays of one."""
    if b.phase != Phase.MOVEMENT or not 1 < len(chosen) <= MAX_GROUP:
        return []
    silent = new_log(keep=False)
    lead = b.figures[chosen[0]]
    found = []
    for verb, mode in ORDERS:
        actions = new_actions(1, ACTION)
        action = actions[0]
        action["verb"], action["mode"], action["target"] = verb, mode, NONE
        action["n_actors"] = len(chosen)
        action["actors"][: len(chosen)] = chosen
        action["x"], action["y"], action["fx"], action["fy"] = lead.x, lead.y, lead.fx, lead.fy
        if judge(b, action, silent).legal:
            found.append(actions)
    return found
