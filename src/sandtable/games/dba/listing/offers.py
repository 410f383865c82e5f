"""The verbs legal_actions and sample_action of DBA: useful legal actions for every step.

Every action listed has passed the same judge as any other: the files beside this one propose, the rules dispose.
"""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.dba.listing.candidates import list_moves, sample_move
from sandtable.games.dba.listing.mover_context import MAX_PLACES
from sandtable.games.dba.listing.preparations import list_preparations
from sandtable.games.dba.listing.steps import list_choices, list_faced, list_fights, list_shots
from sandtable.games.dba.record import Phase, Verb
from sandtable.kernel.action_drafts import add, blank
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import choose
from sandtable.kernel.log import LOG
from sandtable.kernel.records import ACTION
from sandtable.kernel.scratch import keep_until_here
from sandtable.kernel.verbs import MAX_LEGAL

ENDS = 8
"""One draw in so many of ``sample_action`` ends the movement."""

LISTS = 32
"""One draw in so many lists all, so that every action of the list can come up."""


@kernel
def legal_actions(b, out):
    """Fill ``out`` with useful legal actions of the step that asks; return how many, never 0 before the end."""
    logs = np.empty(1, LOG)
    logs[0].keep = 0
    drafts = np.empty(1, ACTION)
    blank(drafts[0], Verb.END)
    n = 0
    if b.phase < Phase.BOUND_START:
        n = list_preparations(b, drafts[0], out, logs[0])
    elif b.phase == Phase.MOVEMENT:
        n = add(drafts[0], out, n)
        n = list_moves(b, drafts[0], out, n, logs[0])
    elif b.phase == Phase.TURNING:
        n = list_faced(b, drafts[0], out, n, logs[0])
    elif b.phase == Phase.SHOOTING or b.phase == Phase.AIM:
        n = list_shots(b, out, n)
    elif b.phase == Phase.COMBAT:
        n = list_fights(b, out, n)
    elif b.phase == Phase.MAIN_ATTACKER or b.phase == Phase.RECOILS:
        n = list_choices(b, out, n)
    keep_until_here(logs)
    keep_until_here(drafts)
    return n


@kernel
def sample_action(b, dice, action):
    """Fill ``action`` with a legal action at random: of the movement phase without listing all, else one of the list.

    In the movement phase the end is as likely as one of ENDS draws, landings and dismounting come from the list.
    """
    if b.phase == Phase.MOVEMENT and choose(dice, LISTS) != 0:
        _sample_movement(b, dice, action)
        return
    out = np.empty(MAX_LEGAL, ACTION)
    n = legal_actions(b, out)
    copy_record(action, out[choose(dice, n)])
    keep_until_here(out)


@kernel
def _sample_movement(b, dice, action):
    """A legal move at random, or the end of the movement."""
    blank(action, Verb.END)
    if choose(dice, ENDS) == 0:
        return
    logs = np.empty(1, LOG)
    logs[0].keep = 0
    drafts = np.empty(1 + MAX_PLACES, ACTION)
    if sample_move(b, dice, drafts[0], drafts[1:], logs[0]) == 1:
        copy_record(action, drafts[1])
    keep_until_here(logs)
    keep_until_here(drafts)
