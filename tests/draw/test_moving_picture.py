"""Moving pictures: as handsome as pictures of one table, and no larger than what changes in them."""

from __future__ import annotations

import io

import pytest

import sandtable
from sandtable.draw import moving_picture
from sandtable.draw.moving_picture import draws_pixels, gif, table

if not draws_pixels():
    pytest.skip("pip install 'sandtable[export]'", allow_module_level=True)

from PIL import Image, ImageChops, ImageStat


def test_a_moving_picture_holds_what_changes_alone():
    """A leader who steps aside, in a corner of the table: what is far from them stays pixel by pixel."""
    scene = sandtable.new("dbaix", seed=1).scene()
    mover = next(one for one in scene.figures if one.id == "P1")
    there = mover.model_copy(update={"x": mover.x - 3.0})
    moved = scene.model_copy(update={"figures": tuple(there if one is mover else one for one in scene.figures)})
    made = gif([scene, moved], 300)
    assert len(made) < 1.1 * len(gif([scene], 300)), "a second picture of the whole would double it"
    with Image.open(io.BytesIO(made)) as moving:
        found = []
        for k in range(moving.n_frames):
            moving.seek(k)
            found.append(moving.convert("RGB"))
    assert len(found) == 2
    changed = ImageChops.difference(*found).getbbox()
    meant = ImageChops.difference(table(scene, 300), table(moved, 300)).getbbox()
    assert changed is not None and meant is not None
    assert all(abs(one - other) <= 1 for one, other in zip(changed, meant, strict=True))
    for picture, true in zip(found, (scene, moved), strict=True):
        off = ImageStat.Stat(ImageChops.difference(picture, table(true, 300))).mean
        assert max(off) < 3.0, "of 255: colours are those of the table"


def test_a_moving_picture_draws_each_table_once(monkeypatch: pytest.MonkeyPatch):
    """Its colours are those of six tables, which are drawn already."""
    scene = sandtable.new("dbaix", seed=1).scene()
    shown = [scene.model_copy(update={"title": str(k)}) for k in range(8)]
    drawn: list[str] = []
    monkeypatch.setattr(moving_picture, "table", lambda one, width: drawn.append(one.title) or table(one, width))
    with Image.open(io.BytesIO(gif(shown, 60))) as moving:
        assert moving.info["duration"] > 0
    assert sorted(drawn) == [str(k) for k in range(8)]
