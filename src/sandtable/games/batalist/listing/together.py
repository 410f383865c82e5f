"""What every leader may order the battalion that a player has chosen: the list has the first leader's orders only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.games.batalist.enums import Order, Phase, Verb
from sandtable.games.batalist.listing.offers import place_of_leader
from sandtable.games.batalist.record import ACTION
from sandtable.games.batalist.rules.sequence import judge
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE, new_actions

MANA = range(2, 5)
"""What a hero may set aside for magic."""


def together(b: Any, chosen: Sequence[int]) -> list[Any]:
    """Legal orders to the one chosen battalion, and mana that it sets aside if it is a hero, as arrays of one."""
    if len(chosen) != 1 or b.phase != Phase.ORDERS:
        return []
    i = chosen[0]
    leaders = [
        int(place_of_leader(b, c))
        for c in range(int(b.n_characters))
        if b.characters[c].side == b.figures[i].side and b.characters[c].alive != 0
    ]
    drafts = [(Verb.GIVE, at, order) for at in leaders for order in range(Order.HIDDEN.value)]
    drafts += [(Verb.SET_ASIDE, NONE, amount) for amount in MANA]
    silent = new_log(keep=False)
    found = []
    for verb, target, amount in drafts:
        actions = new_actions(1, ACTION)
        action = actions[0]
        action["verb"], action["target"], action["amount"] = verb.value, target, amount
        action["n_actors"], action["actors"][0] = 1, i
        if judge(b, action, silent).legal:
            found.append(actions)
    return found
