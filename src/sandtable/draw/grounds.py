"""Kinds of ground as data: which is painted before which, with what edging, label and flat colour."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

from sandtable.files import FileModel, check, parse_json
from sandtable.games.scene import SceneFeature


class Line(FileModel):
    """How a line is drawn on small pictures."""

    colour: str = "#86683c"
    width: int = 9
    dots: str = ""


class Ground(FileModel):
    """One kind of ground."""

    plan: str = ""  # its flat colour on small pictures, where patterns would be unreadable; "": that of its symbol
    line: Line = Line()
    edging: Literal["", "posts", "stakes"] = ""  # what a line has besides: posts at its ends, or stakes along it
    label: Literal["middle", "foot", "none"] = "middle"  # where its name stands on the table


class Kinds(NamedTuple):
    """All kinds, from the ground up, and what holds for any other."""

    known: dict[str, Ground]
    order: dict[str, int]

    def of(self, kind: str) -> Ground:
        """How ground of this kind is drawn."""
        return self.known.get(kind, OTHER)

    def place(self, feature: SceneFeature) -> float:
        """Its place among all that is painted: the lowest first."""
        return self.order.get(feature.kind, len(self.order)) if feature.level is None else feature.level


OTHER = Ground()


@cache
def kinds() -> Kinds:
    """What assets/grounds.json says, which the board in the browser reads as well."""
    text = files("sandtable").joinpath("assets/grounds.json").read_text("utf-8")
    known = {
        key: check(entry, Ground, f"grounds.json: {key}") for key, entry in parse_json(text, "grounds.json").items()
    }
    return Kinds(known, {key: place for place, key in enumerate(known)})
