"""A battle, or a turn of it, as an animated GIF, and one table as PNG (``sandtable[export]``)."""

from __future__ import annotations

import importlib.util
import io
import sys
from collections.abc import Iterable
from typing import Any

from sandtable.draw.diagram import case_picture
from sandtable.errors import InputError
from sandtable.games.scene import Scene
from sandtable.table.case_diagram import Diagram
from sandtable.translation import gettext

WIDTH = 720
"""Pixels across, unless asked otherwise."""

SHOWN, LAST = 900, 3000
"""Milliseconds for which a table is shown, and the last one."""


FONTS = {"win32": "Arial", "darwin": "Helvetica"}
"""A plain font that a system has; elsewhere DejaVu Sans. Without it names are left out."""


def plan(scene: Scene) -> str:
    """The whole table in flat colours, as SVG: programs that draw pixels know no CSS variables."""
    nothing = Diagram(
        scene, ways=(), changes=(), slides=(), measures=(), overlays=(), about=frozenset(), listed=frozenset(), edges=()
    )
    return case_picture(nothing, scene.title)


def png(scene: Scene, width: int = WIDTH) -> bytes:
    """The table as a PNG file."""
    resvg, _ = _libraries()
    font = FONTS.get(sys.platform, "DejaVu Sans")
    return bytes(resvg.svg_to_bytes(svg_string=plan(scene), width=width, font_family=font, sans_serif_family=font))


def gif(scenes: Iterable[Scene], width: int = WIDTH) -> bytes:
    """Tables one after another as an animated GIF file, which begins again at its end."""
    _, image = _libraries()
    drawn = (image.open(io.BytesIO(png(scene, width))) for scene in scenes)
    pictures = [one.convert("P", palette=image.Palette.ADAPTIVE) for one in drawn]
    room = io.BytesIO()
    times = [SHOWN] * (len(pictures) - 1) + [LAST]
    pictures[0].save(room, "GIF", save_all=True, append_images=pictures[1:], duration=times, loop=0, optimize=False)
    return room.getvalue()


def draws_pixels() -> bool:
    """Whether the libraries that GIF and PNG need are installed (``sandtable[export]``)."""
    return all(importlib.util.find_spec(library) for library in ("resvg_py", "PIL"))


def _libraries() -> tuple[Any, Any]:
    if not draws_pixels():
        raise InputError(gettext("PNG and GIF need {extra}: pip install '{extra}'", extra="sandtable[export]"))
    import resvg_py
    from PIL import Image

    return resvg_py, Image
