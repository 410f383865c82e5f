"""What figures that a player has chosen may do and no list has: one that does not come next, or several together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.games.inter_arma.listing.offers import MOST, orders_of
from sandtable.games.inter_arma.record import ACTION, MAX_GROUP, Mode, Phase, Verb
from sandtable.games.inter_arma.rules.sequence import judge
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE, new_actions

ORDERS = (
    (Verb.DECLARE, Mode.RUN), (Verb.DECLARE, Mode.CRAWL), (Verb.STAND, Mode.WALK), (Verb.FORM, Mode.WALK),
    (Verb.RETREAT, Mode.WALK),
)  # fmt: skip
"""Verb, and the mode that it names. To go they are dragged: a block keeps its order, and each is stopped alone."""


def together(b: Any, chosen: Sequence[int]) -> list[Any]:
    """The legal orders of just these figures, the leader first, as arrays of one."""
    if len(chosen) == 1:
        return _alone(b, chosen[0])
    if b.phase != Phase.MOVEMENT or not 1 < len(chosen) <= MAX_GROUP:
        return []
    return _orders(b, chosen)


def _alone(b: Any, i: int) -> list[Any]:
    """What one figure may do: what a list would offer it, and to crawl where a list leaves that out."""
    listed = new_actions(MOST, ACTION)
    found = [listed[k : k + 1].copy() for k in range(int(orders_of(b, i, listed)))]
    alone = [one for one in found if one[0]["n_actors"] == 1]
    if b.phase == Phase.MOVEMENT:
        known = {one.tobytes() for one in alone}
        alone += [one for one in _orders(b, (i,)) if one.tobytes() not in known]
    return alone


def _orders(b: Any, chosen: Sequence[int]) -> list[Any]:
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
