"""Drafts of actions: how a kernel that lists actions begins one and adds it to the list."""

from __future__ import annotations

from sandtable.kernel.compiling import kernel
from sandtable.kernel.copying import copy_record
from sandtable.kernel.records import NONE


@kernel
def blank(action, verb):
    """Make ``action`` one of this verb that names nobody and nothing, straight, facing north."""
    action.x = 0.0
    action.y = 0.0
    action.fx = 0.0
    action.fy = 1.0
    action.via[:] = 0.0
    action.verb = verb
    action.n_actors = 0
    action.actors[:] = NONE
    action.target = NONE
    action.item = NONE
    action.amount = 0
    action.path = 0
    action.n_via = 0


@kernel
def add(draft, out, n):
    """Add a copy of the draft as action ``n`` of the list, if it has room; returns how many there are then."""
    if n >= len(out):
        return n
    copy_record(out[n], draft)
    return n + 1
