"""What is drawn over the table to explain the rules: who is in contact, and where Romans come back from the camp."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.games.common.amounts import length_words
from sandtable.games.dbaix.clauses import FOLDER
from sandtable.games.dbaix.record import Phase
from sandtable.games.dbaix.rules.camp import anyone_can_come_back
from sandtable.games.dbaix.rules.contacts import front_contact_enemy
from sandtable.games.dbaix.rules.positions import is_on_table
from sandtable.games.game import Names, OverlayKind
from sandtable.games.language import translated, worded
from sandtable.games.scene import SceneOverlay
from sandtable.kernel.geometry import Corner, base_of, corner

KINDS = (OverlayKind("contact", "in combat"), OverlayKind("deploy", "where Romans come back from the camp"))


def overlays(b: Any, names: Names) -> Iterable[SceneOverlay]:
    """The common edge of every two figures in front contact; before each gate, while somebody can come out of it."""
    yield from _contacts(b)
    if b.phase == Phase.MOVEMENT and anyone_can_come_back(b):
        yield from _muster_areas(b, names)


@clause("DBAIX-CBT-2")
def _contacts(b: Any) -> Iterable[SceneOverlay]:
    for i in range(int(b.n_figures)):
        if not is_on_table(b.figures[i]) or front_contact_enemy(b, i) <= i:
            continue
        base = base_of(b.figures[i])
        left, right = corner(base, Corner.FRONT_LEFT), corner(base, Corner.FRONT_RIGHT)
        yield SceneOverlay(
            kind="contact", points=((left.x, left.y), (right.x, right.y)), label="in combat", clause="DBAIX-CBT-2"
        )


@clause("DBAIX-CAMP-6")
def _muster_areas(b: Any, names: Names) -> Iterable[SceneOverlay]:
    """As wide as the gate, from the gate line so deep as a block may be that marches out."""
    depth = float(b.rules.muster_depth)
    for k in range(int(b.n_gates)):
        gate = b.gates[k]
        half = 0.5 * float(gate.width)
        corners = ((half, 0.0), (half, depth), (-half, depth), (-half, 0.0))  # to the right of it, and out of it
        points = tuple(
            (float(gate.x + right * gate.fy + out * gate.fx), float(gate.y - right * gate.fx + out * gate.fy))
            for right, out in corners
        )
        way = translated(FOLDER, names.places[k])
        words = "Romans come back through the {gate}, up to {far} from it"
        label = worded(FOLDER, words, gate=way[:1].lower() + way[1:], far=length_words(depth, "inch"))
        yield SceneOverlay(kind="deploy", points=points, closed=True, label=label, clause="DBAIX-CAMP-6")
