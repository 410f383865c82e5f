"""What holds at every decision of a battle: bases do not overlap, nobody stands in a wall, carriers stand."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from sandtable.games.inter_arma.record import Ground, Lies, Phase, State, Thing
from sandtable.games.inter_arma.rules.ground import is_impassable
from sandtable.games.inter_arma.rules.sequence import current_side
from sandtable.kernel.geometry import TOUCH
from sandtable.kernel.records import NOBODY, NONE
from sandtable.kernel.rounds import disc_of, disc_overlaps_feature, discs_overlap


def breaches(b: Any) -> list[str]:
    """Every invariant that this position breaks, in words."""
    found = []
    n = int(b.n_figures)
    able = [i for i in range(n) if b.figures[i].state == State.ABLE and b.figures[i].tower == NONE]
    for i, j in combinations(able, 2):
        if discs_overlap(disc_of(b.figures[i]), disc_of(b.figures[j])):
            found.append(f"{i} and {j} overlap")
    for i in able:
        figure, radius = b.figures[i], 0.5 * b.figures[i].width
        for k in range(int(b.terrain.n_features)):
            if is_impassable(b.terrain.features[k].kind) and disc_overlaps_feature(disc_of(figure), b.terrain, k):
                found.append(f"{i} stands in feature {k}")
        if not radius - TOUCH <= figure.x <= b.width - radius + TOUCH:
            found.append(f"{i} is off the table")
        if not radius - TOUCH <= figure.y <= b.height - radius + TOUCH:
            found.append(f"{i} is off the table")
        if abs(figure.fx**2 + figure.fy**2 - 1.0) > 1e-6:
            found.append(f"{i} has no facing")
        if figure.javelins < 0 or figure.harder not in (0, 1):
            found.append(f"{i} has {figure.javelins} javelins")
    for i in range(n):
        figure = b.figures[i]
        if figure.tower != NONE and b.terrain.features[figure.tower].kind != Ground.TOWER:
            found.append(f"{i} is on no tower")
        if figure.formed and (figure.state != State.ABLE or not figure.shield):
            found.append(f"{i} is in formation, and cannot be")
        if figure.routing and figure.quality == 2:
            found.append(f"commander {i} routs")
    javelins = 0
    for marker in b.markers[: int(b.n_markers)]:
        if marker.lies == Lies.CARRIED and b.figures[marker.carrier].state != State.ABLE:
            found.append("something is carried by one who is not able")
        javelins += int(marker.thing == Thing.JAVELIN and marker.lies == Lies.TABLE)
    if sum(int(b.figures[i].squad < 0) for i in range(n)):
        found.append("somebody has no group")
    if (current_side(b) == NOBODY) != (b.phase == Phase.OVER):
        found.append("over, and not over")
    return found
