"""BOA-3, BOA-4: the Moves by which a battalion boards a boat and lands from it."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.record import Formation, Mode, Order, State
from sandtable.games.batalist.rules.boats import board, land, landing_place, may_board, may_land_at
from sandtable.games.batalist.rules.cards import take_card, why_no_card
from sandtable.games.common.verdicts import refused
from sandtable.kernel.action_checks import is_finite
from sandtable.kernel.geometry import Base, snap, snap_facing
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("BAT-BOA-3", "BAT-BOA-4", "BAT-BOA-7", "BAT-BOA-8", "BAT-FRM-5")
@kernel
def judge_board(b, action, log):
    """A Move that ends aboard a boat within reach."""
    i, k = action.actors[0], action.item
    u = b.figures[i]
    wrong = why_no_card(b, i, Order.MOVE.value, action.mode)
    if wrong == NONE and (u.state != State.FIELD or u.wounded_of != NONE or u.storey > 0):
        wrong = Clause.BOA_4.value
    if wrong == NONE and u.formation == Formation.HEDGEHOG:
        wrong = Clause.FRM_5.value
    if wrong == NONE and (k < 0 or k >= b.n_boats or not may_board(b, i, k)):
        wrong = Clause.BOA_4.value
    if wrong != NONE:
        return refused(log, Code.NO_MOVE.value, wrong, i, NONE, 0)
    return Verdict(1, 0)


@clause("BAT-BOA-3", "BAT-BOA-8", "BAT-EXE-9")
@kernel
def make_board(b, action, dice, log):
    """It is aboard; the rest of its Move is lost."""
    i = action.actors[0]
    if take_card(b, i, Order.MOVE.value, action.mode, dice, log):
        board(b, i, action.item, log)
        b.figures[i].moved = 1


@kernel
def names_place(action):
    """The action says where they land; else they land where the first bank is."""
    return action.x != 0.0 or action.y != 0.0


@clause("BAT-BOA-3", "BAT-BOA-4", "BAT-BOA-8")
@kernel
def judge_land(b, action, log):
    """A Move from aboard onto a bank that the boat touches, in any facing."""
    i = action.actors[0]
    wrong = why_no_card(b, i, Order.MOVE.value, action.mode)
    if wrong == NONE and (b.figures[i].boat == NONE or action.mode == Mode.FREE or not is_finite(action)):
        wrong = Clause.BOA_4.value
    if wrong == NONE and abs(action.fx) + abs(action.fy) < 1e-9:
        wrong = Clause.BOA_4.value
    if wrong == NONE:
        facing = snap_facing(action.fx, action.fy)
        if names_place(action):
            if not may_land_at(b, i, action.x, action.y, facing.x, facing.y):
                wrong = Clause.BOA_8.value
        elif math.isinf(landing_place(b, i, facing.x, facing.y).x):
            wrong = Clause.BOA_4.value
    if wrong != NONE:
        return refused(log, Code.NO_MOVE.value, wrong, i, NONE, 0)
    return Verdict(1, 0)


@clause("BAT-BOA-3", "BAT-BOA-8", "BAT-EXE-9")
@kernel
def make_land(b, action, dice, log):
    """It stands on the bank; the rest of its Move is lost."""
    i = action.actors[0]
    if take_card(b, i, Order.MOVE.value, action.mode, dice, log):
        facing = snap_facing(action.fx, action.fy)
        place = landing_place(b, i, facing.x, facing.y)
        if names_place(action):
            place = Base(snap(action.x), snap(action.y), facing.x, facing.y, place.half_width, place.half_depth)
        land(b, i, place, log)
        b.figures[i].moved = 1
