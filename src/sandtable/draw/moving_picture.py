"""A battle, or a turn of it, as an animated GIF, and one table as PNG (``sandtable[export]``)."""

from __future__ import annotations

import importlib.util
import io
import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sandtable.draw.svg import picture
from sandtable.draw.units import BASES, in_bases
from sandtable.errors import InputError
from sandtable.games.scene import Scene
from sandtable.translation import gettext

if TYPE_CHECKING:
    from PIL import Image

WIDTH = 720
"""Pixels across, unless asked otherwise."""

MOST = 5
"""Of so many tables and the first the colours of a moving picture are taken."""

SHOWN, LAST = 900, 3000
"""Milliseconds for which a table is shown, and the last one."""


FONTS = {"win32": ("Georgia", "Arial"), "darwin": ("Georgia", "Helvetica")}
"""A font with serifs and one without that a system has; elsewhere those of DejaVu. Without them words are left out."""


def table(scene: Scene, width: int = WIDTH) -> Image.Image:
    """The table as the board shows it by daylight: what stands on it, drawn over its ground."""
    scene = in_bases(scene)
    image = _ground(scene.game, scene.width, scene.height, width).copy()
    above = _pixels(picture(scene, panel=False, pixels=width, ground=False), width)
    image.paste(above, mask=above)
    return image


@lru_cache(maxsize=4)
def _ground(game: str, across: float, deep: float, width: int) -> Image.Image:
    """The bare table of so many bases. Its many blades of grass take half the time of a picture, so it is kept."""
    bare = Scene(game=game, title="", unit=BASES, width=across, height=deep, features=(), figures=())
    return _pixels(picture(bare, panel=False, pixels=width), width).convert("RGB")


def png(scene: Scene, width: int = WIDTH) -> bytes:
    """The table as a PNG file."""
    room = io.BytesIO()
    table(scene, width).save(room, "PNG", compress_level=3)
    return room.getvalue()


def gif(scenes: Iterable[Scene], width: int = WIDTH) -> bytes:
    """Tables one after another as an animated GIF file, which begins again at its end.

    All have the same colours, and what has not changed keeps its pixels: the file then holds the rest alone.
    """
    from PIL import ImageChops

    shown = list(scenes)
    some = {place: table(shown[place], width) for place in {k * (len(shown) - 1) // MOST for k in range(MOST + 1)}}
    colours, last, pictures = _colours(list(some.values())), None, []
    for place, scene in enumerate(shown):
        now = some.pop(place) if place in some else table(scene, width)
        drawn = now.quantize(palette=colours)
        if last is not None:
            changed = ImageChops.difference(now, last).convert("L").point(lambda light: 255 if light else 0)
            kept = pictures[-1].copy()
            kept.paste(drawn, mask=changed)
            drawn = kept
        pictures.append(drawn)
        last = now
    room = io.BytesIO()
    times = [SHOWN] * (len(pictures) - 1) + [LAST]
    pictures[0].save(room, "GIF", save_all=True, append_images=pictures[1:], duration=times, loop=0, optimize=False)
    return room.getvalue()


def _colours(some: Sequence[Image.Image]) -> Image.Image:
    """A picture whose palette suits some tables, with a colour left for what is seen through."""
    _, image = _libraries()
    sheet = image.new("RGB", (some[0].width, sum(one.height for one in some)))
    top = 0
    for one in some:
        sheet.paste(one, (0, top))
        top += one.height
    return sheet.quantize(255, method=image.Quantize.FASTOCTREE)  # type: ignore[no-any-return]


def _pixels(svg: str, width: int) -> Image.Image:
    resvg, image = _libraries()
    from sandtable.draw.without_styles import without_styles

    serif, sans = FONTS.get(sys.platform, ("DejaVu Serif", "DejaVu Sans"))
    drawn = resvg.svg_to_bytes(
        svg_string=without_styles(svg),
        width=width,
        font_family=serif,
        serif_family=serif,
        sans_serif_family=sans,
    )
    return image.open(io.BytesIO(bytes(drawn)))  # type: ignore[no-any-return]


def draws_pixels() -> bool:
    """Whether the libraries that GIF and PNG need are installed (``sandtable[export]``)."""
    return all(importlib.util.find_spec(library) for library in ("resvg_py", "PIL", "cssselect2"))


def _libraries() -> tuple[Any, Any]:
    if not draws_pixels():
        raise InputError(gettext("PNG and GIF need {extra}: pip install '{extra}'", extra="sandtable[export]"))
    import resvg_py
    from PIL import Image as image

    return resvg_py, image
