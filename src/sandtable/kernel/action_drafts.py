"""Drafts of actions: how a kernel that lists actions begins one and adds it to the list."""

from __future__ import annotations

from typing import Any

from numba.extending import overload

from sandtable.compiler.decorators import kernel
from sandtable.kernel.copying import clear_record, copy_record
from sandtable.kernel.geometry import snap
from sandtable.kernel.records import ACTION, NONE, Path


def clear_what_is_more(action: Any) -> None:
    """Clear a record whose game's actions hold more than those of all games; nothing to be done for others."""
    if action.dtype.names != ACTION.names:
        clear_record(action)


@overload(clear_what_is_more)
def _clear_what_is_more(action):
    if set(action.fields) == set(ACTION.names or ()):
        return lambda action: None
    return lambda action: clear_record(action)


@kernel
def blank(action, verb):
    """Make ``action`` one of this verb that names nobody and nothing, straight, facing north."""
    clear_what_is_more(action)
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
def draft_for(b, draft, verb, i):
    """Begin an action of figure ``i`` alone, which stays where it stands."""
    figure = b.figures[i]
    blank(draft, verb)
    draft.n_actors = 1
    draft.actors[0] = i
    draft.x = figure.x
    draft.y = figure.y
    draft.fx = figure.fx
    draft.fy = figure.fy


@kernel
def pose(action, x, y, fx, fy):
    """Let the leader end at this place, on the lattice, facing so, straight there."""
    action.x = snap(x)
    action.y = snap(y)
    action.fx = fx
    action.fy = fy
    action.path = Path.STRAIGHT
    action.n_via = 0


@kernel
def add(draft, out, n):
    """Add a copy of the draft as action ``n`` of the list, if it has room; returns how many there are then."""
    if n >= len(out):
        return n
    copy_record(out[n], draft)
    return n + 1
