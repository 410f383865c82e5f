"""What figures see of the ground, and whom nobody of a side sees: a board dims the rest."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.game import Names
from sandtable.games.inter_arma.record import BATTLE, MAX_FIGURES, State
from sandtable.games.inter_arma.rules.positions import is_able
from sandtable.games.inter_arma.rules.visibility import is_in_view, seen_by, sight_in_the_open
from sandtable.games.scene import SceneSight
from sandtable.kernel.records import NONE

RAYS = 19
"""Lines of sight of which an outline is made, from the left hand to the right."""

HALVINGS = 6
"""How often a line is halved to find how far sight goes."""

Outline = tuple[tuple[float, float], ...]


@kernel
def cast_rays(b, i, outline):
    """Fill the outline with the farthest places at which figure ``i`` would see a man on foot: the last figure."""
    last = len(b.figures) - 1
    figure, man = b.figures[i], b.figures[last]
    for k in range(len(outline)):
        turn = math.pi * (k / (len(outline) - 1) - 0.5)
        ux = figure.fx * math.cos(turn) + figure.fy * math.sin(turn)
        uy = figure.fy * math.cos(turn) - figure.fx * math.sin(turn)
        man.x = figure.x + ux * b.rules.sight_foot
        man.y = figure.y + uy * b.rules.sight_foot
        near = sight_in_the_open(b, i, last) + 0.5 * (figure.width + man.width)
        far = near
        man.x = figure.x + ux * near
        man.y = figure.y + uy * near
        if not is_in_view(b, i, last):
            near = 0.0
            for _ in range(HALVINGS):
                middle = 0.5 * (near + far)
                man.x = figure.x + ux * middle
                man.y = figure.y + uy * middle
                if is_in_view(b, i, last):
                    near = middle
                else:
                    far = middle
        outline[k, 0] = min(max(figure.x + ux * near, 0.0), b.width)
        outline[k, 1] = min(max(figure.y + uy * near, 0.0), b.height)


def outlines(b: Any, figures: Iterable[int]) -> dict[int, Outline]:
    """What each of these figures sees of the ground: an outline; none in a battle without a place to spare."""
    if b.n_figures == MAX_FIGURES:
        return {}
    trial = np.frombuffer(bytearray(b.tobytes()), BATTLE)[0]
    man = trial["figures"][MAX_FIGURES - 1]
    man["state"], man["tower"], man["width"], man["depth"] = State.ABLE, NONE, b.rules.foot_base, b.rules.foot_base
    rays = np.zeros((RAYS, 2))
    found = {}
    for i in figures:
        cast_rays(trial, i, rays)
        places = [(x, y) for x, y in rays.round(1).tolist()]
        found[i] = ((round(float(b.figures[i].x), 1), round(float(b.figures[i].y), 1)), *places)
    return found


def sights(b: Any, names: Names) -> tuple[SceneSight, ...]:
    """What every able figure sees."""
    able = [i for i in range(int(b.n_figures)) if is_able(b.figures[i]) and not b.figures[i].civilian]
    keys = [party.key for party in names.parties]
    return tuple(
        SceneSight(side=keys[int(b.figures[i].side)], points=points) for i, points in outlines(b, able).items()
    )


def unseen(b: Any, names: Names) -> dict[int, tuple[str, ...]]:
    """Figure -> the sides of its enemies of which nobody sees it (VIS-7)."""
    seen = [int(seen_by(b, side)) for side in range(int(b.n_sides))]
    found = {}
    for j in range(int(b.n_figures)):
        if not is_able(b.figures[j]):
            continue
        blind = [
            party.key
            for side, party in enumerate(names.parties)
            if b.sides[side].team != b.sides[int(b.figures[j].side)].team and not seen[side] >> j & 1
        ]
        if blind:
            found[j] = tuple(blind)
    return found
