"""Scene of a battle of Marbles: what lies on the tray, what stands there, and what is asked."""

from typing import Any

from sandtable.games.common.drawing import drawn
from sandtable.games.game import Names
from sandtable.games.scene import Scene, SceneFeature


def scene(b: Any, names: Names) -> Scene:
    """What stands on the tray. ``slate`` is painted as data/art.svg and data/art.css say."""
    corners = tuple((float(corner.x), float(corner.y)) for corner in b.terrain.vertices)
    figures = []
    for marble, name in zip(b.figures, names.figures, strict=False):
        if marble.out == 0:
            side = names.parties[marble.side].key
            figures.append(drawn(marble, name, side, may_act=bool(marble.side == b.turn), shape="disc"))
    return Scene(
        game="marbles", title=names.title, unit="cm", width=float(b.width), height=float(b.height),
        features=(SceneFeature(id="rock", kind="slate", shape="polygon", points=corners),),
        figures=tuple(figures), facts=(("Round", str(int(b.round))),),
    )  # fmt: skip


def prompt(b: Any, names: Names) -> str:
    """What is asked."""
    return "Roll a marble, or pass."
