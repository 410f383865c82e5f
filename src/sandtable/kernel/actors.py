"""The actors of an action: whether they are figures of the battle at all, asked before any rule looks at them."""

from __future__ import annotations

from sandtable.kernel.compiling import kernel


@kernel
def are_figures(b, action):
    """Every actor is a figure of this battle, and named once."""
    if action.n_actors < 0 or action.n_actors > len(action.actors):
        return False
    for k in range(action.n_actors):
        if action.actors[k] < 0 or action.actors[k] >= b.n_figures:
            return False
        for earlier in range(k):
            if action.actors[earlier] == action.actors[k]:
                return False
    return True
