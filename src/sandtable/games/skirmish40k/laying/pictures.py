"""A profile as it is drawn where forces are put together."""

from __future__ import annotations

from sandtable.games.scene import SceneFigure
from sandtable.games.skirmish40k.laying.data_files import ProfileFile


def picture_of(word: str, profile: ProfileFile, emblem: str) -> SceneFigure:
    """Its base with its own emblem, else this one."""
    size = 2.0 * float(profile.base)
    return SceneFigure(
        id=word, name=profile.name, side="", emblem=profile.emblem or emblem, letter=profile.name[:1],
        x=0.0, y=0.0, facing=0.0, width=size, depth=size, shape="disc",
    )  # fmt: skip
