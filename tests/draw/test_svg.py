"""Pictures of scenes: one well-formed SVG that needs nothing else, with every symbol that scenes name."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from sandtable.draw import look, picture, symbols
from sandtable.draw.svg import strip_outline
from sandtable.games.dbaix.game import GAME
from sandtable.games.dbaix.laying.scenario import lay, scenario_data
from sandtable.games.dbaix.laying.tables import kinds
from sandtable.games.dbaix.showing.scene import TOKEN_EMBLEMS
from sandtable.games.scene import Scene, SceneFeature, SceneFigure, SceneOverlay
from sandtable.translation import speaking

SVG = "{http://www.w3.org/2000/svg}"


def drawn(shown: Scene, **how: object) -> ElementTree.Element:
    return ElementTree.fromstring(picture(shown, **how))  # type: ignore[arg-type]


def a_scene(**fields: object) -> Scene:
    base = {"game": "dbaix", "title": "A & B <test>", "unit": "inch", "width": 10.0, "height": 20.0}
    return Scene.model_validate({**base, "features": (), "figures": (), **fields})


def a_figure(**fields: object) -> SceneFigure:
    base = {"id": "R1", "name": 'Centurion "A"', "side": "romans", "emblem": "centurion", "letter": "C"}
    place = {"x": 2.5, "y": 3.5, "facing": 90.0, "width": 1.0, "depth": 1.0}
    return SceneFigure.model_validate({**base, **place, **fields})


@pytest.mark.parametrize("name", ["village", "feast", "escort"])
def test_a_picture_stands_alone(name: str):
    data, where = scenario_data(name)
    table = lay(data, {}, where)
    text = picture(GAME.shown(table.record[0], table.names))
    root = ElementTree.fromstring(text)
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    used = set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text))
    assert used <= ids
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "<script" not in text and "@import" not in text
    standing = [element for element in root.iter(f"{SVG}g") if "figure" in (element.get("class") or "").split()]
    assert len(standing) == len(table.names.figures)  # on the table, or in a box beside it


def test_what_stands_beside_the_table_is_in_the_language_spoken():
    scores = [{"side": "gauls", "name": "Галлы", "points": 3, "figures": 2, "broken": True}]
    with speaking("ru"):
        text = picture(a_scene(scores=scores))
    assert ">на столе: 2, разбиты<" in text
    assert ">2 on the table, broken<" in picture(a_scene(scores=scores))


def test_every_kind_has_its_emblem_and_a_side_of_the_game():
    ids = set(re.findall(r'id="([^"]+)"', symbols()))
    assert {f"emblem-{kind.emblem}" for kind in kinds().values()} <= ids
    assert {f"emblem-{emblem}" for emblem in TOKEN_EMBLEMS.values()} <= ids
    assert {kind.side for kind in kinds().values()} == {side.key for side in GAME.sides}
    marks = {"engaged", "potion", "moved", "moved_twice", "singing", "gagged", "called", "fleeing"}
    assert {f"mark-{mark}" for mark in marks} <= ids


def test_a_figure_stands_where_it_stands_and_faces_where_it_faces():
    """From the left 2.5; y 3.5 of 20 is 16.5 from the top; 90 degrees clockwise from north is a quarter turn right."""
    root = drawn(a_scene(figures=(a_figure(),)), panel=False)
    (group,) = [element for element in root.iter(f"{SVG}g") if element.get("data-id") == "R1"]
    assert group.get("transform") == "translate(2.5,16.5) scale(0.01) rotate(90)"
    base = group.find(f"{SVG}rect")
    assert base is not None
    assert (base.get("x"), base.get("y"), base.get("width"), base.get("height")) == ("-50", "-50", "100", "100")
    assert "rotate(-90)" in (group.findall(f"{SVG}g")[0].get("transform") or "")  # the device stays upright
    title = group.find(f"{SVG}title")
    assert title is not None and title.text == 'Centurion "A"'


def test_names_cannot_break_the_picture():
    evil = '"/><script>alert(1)</script>&'
    shown = a_scene(
        title=evil,
        figures=(a_figure(id=evil, name=evil, letter="<&", facts=((evil, evil),)),),
        features=(SceneFeature(id=evil, kind="wood", label=evil, shape="disc", points=((2.0, 2.0),), radius=1.0),),
        overlays=(SceneOverlay(kind="ruler", points=((0.0, 0.0), (1.0, 1.0)), label=evil),),
        facts=((evil, evil),),
    )
    root = drawn(shown)
    assert not list(root.iter(f"{SVG}script"))
    assert root.get("aria-label") == evil


def test_unknown_emblems_and_sides_are_still_drawn():
    root = drawn(a_scene(figures=(a_figure(side="martians", emblem="tripod", marks=("stunned",), carries=("ray",)),)))
    hrefs = [element.get("href") for element in root.iter(f"{SVG}use")]
    assert "#field-plain" in hrefs and "#mark-commander" in hrefs


def test_the_table_without_its_panel():
    root = drawn(a_scene(figures=(a_figure(),)), panel=False, pixels=1120)
    assert root.get("viewBox") == "0 0 11.2 21.2"  # 10 x 20 inches in a frame of 0.6
    assert (root.get("width"), root.get("height")) == ("1120", "2120")


def test_a_table_in_paces_is_drawn_as_one_in_bases():
    """160 paces to a base: the picture is the same as that of a table in bases, so all lines are as wide."""
    wood = {"id": "wood", "kind": "wood", "shape": "disc", "points": ((3.0, 4.0),), "radius": 2.0}
    road = {"id": "road", "kind": "road", "shape": "strip", "points": ((0.0, 8.0), (10.0, 8.0)), "width": 1.0}
    zone = SceneOverlay(kind="zone", points=((1.0, 2.0), (3.0, 2.0)))
    small = a_scene(
        features=(SceneFeature(**wood), SceneFeature(**road)),  # type: ignore[arg-type]
        figures=(a_figure(), a_figure(id="R2", x=4.0, depth=0.5)),
        overlays=(zone,),
    )
    large = a_scene(
        width=1600.0,
        height=3200.0,
        features=(
            SceneFeature(**wood | {"points": ((480.0, 640.0),), "radius": 320.0}),  # type: ignore[arg-type]
            SceneFeature(**road | {"points": ((0.0, 1280.0), (1600.0, 1280.0)), "width": 160.0}),  # type: ignore[arg-type]
        ),
        figures=(
            a_figure(x=400.0, y=560.0, width=160.0, depth=160.0),
            a_figure(id="R2", x=640.0, y=560.0, width=160.0, depth=80.0),
        ),
        overlays=(SceneOverlay(kind="zone", points=((160.0, 320.0), (480.0, 320.0))),),
    )
    assert picture(large) == picture(small)


def test_the_theme_is_fixed_or_left_to_the_reader():
    assert drawn(a_scene()).get("class") == "sandtable light"
    assert drawn(a_scene(), theme="dark").get("class") == "sandtable dark"
    assert drawn(a_scene(), theme="auto").get("class") == "sandtable"


def test_a_strip_is_its_middle_line_made_wide():
    assert strip_outline([(24.0, 9.0), (24.0, 33.0)], 2.0) == [(23.0, 9.0), (23.0, 33.0), (25.0, 33.0), (25.0, 9.0)]
    bent = strip_outline([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)], 2.0)  # a right angle: its corner is mitred
    assert bent == [(0.0, 1.0), (3.0, 1.0), (3.0, 4.0), (5.0, 4.0), (5.0, -1.0), (0.0, -1.0)]


def test_the_sheet_keeps_to_its_own():
    """Every rule stands under .sandtable, or styles the inside of a symbol by one class named sym-."""
    plain = re.sub(r"/\*.*?\*/", "", look(), flags=re.DOTALL)
    for rule in re.findall(r"([^{}]+)\{", plain):
        for selector in rule.split(","):
            selector = selector.strip()
            assert selector.startswith((".sandtable", ".sym-", "@media")), selector


def a_hut(**fields: object) -> SceneFeature:
    """From 2 to 4 east and 10 to 12 north."""
    outline = ((2, 10), (4, 10), (4, 12), (2, 12))
    return SceneFeature.model_validate({"id": "h", "kind": "hut", "shape": "polygon", "points": outline, **fields})


def heights_of(shown: Scene, words: str) -> list[float]:
    """How far below the north edge the words are written, of a table 20 high."""
    found = [one for one in drawn(shown, panel=False).iter(f"{SVG}text") if one.text == words]
    return [float(re.findall(r"translate\([^,]+,([^)]+)\)", one.get("transform") or "")[0]) for one in found]


def test_the_name_of_a_hut_gives_way_to_whoever_stands_above_it():
    """The hut is from 8 to 10 below the north edge: its name stands before it, or after it."""
    hut = a_hut(label="Hut")
    assert heights_of(a_scene(features=(hut,), figures=(a_figure(x=3.2, y=12.5),)), "Hut")[0] > 10
    assert heights_of(a_scene(features=(hut,), figures=(a_figure(x=8, y=12.5),)), "Hut")[0] < 8


def test_what_a_wall_means_stands_below_what_it_is_where_both_are_too_long_for_it():
    figures = (a_figure(x=8),)
    wall = a_scene(features=(a_hut(kind="ruin_3", label="wall: no way through"),), figures=figures)
    [upper], [lower] = (heights_of(wall, words) for words in ("wall", "no way through"))
    assert upper < lower
    assert len(heights_of(a_scene(features=(a_hut(kind="ruin_3", label="a: b"),), figures=figures), "a: b")) == 1


def labels_of(*features: SceneFeature) -> list[str]:
    found = drawn(a_scene(features=features), panel=False).iter(f"{SVG}text")
    return [one.text or "" for one in found if one.get("class") == "label"]


def a_section(number: int, label: str, wide: float = 2.0, y: float = 5.0) -> SceneFeature:
    x = wide * number
    corners = ((x, y), (x + wide, y), (x + wide, y + 1.5), (x, y + 1.5))
    return SceneFeature(id=f"w{number} {y}", kind="of no kind", label=label, shape="polygon", points=corners)


def test_names_are_not_written_over_one_another():
    """A table without figures is 24 bases high, so that 2 inches are 2.4 bases.

    Its letters are 0.7 times the root of 24/48 high, 0.495, and half as wide: 14 of them take 3.5 bases. So of
    sections 2 inches wide every other one is named; all are, of sections 4 inches wide and of two one above the other.
    """
    wall = ["wall section 1", "wall section 2", "wall section 3", "wall section 4"]
    assert labels_of(*(a_section(k, name) for k, name in enumerate(wall))) == [wall[0], wall[2]]
    assert labels_of(*(a_section(k, name, 4.0) for k, name in enumerate(wall[:2]))) == wall[:2]
    assert labels_of(a_section(0, wall[0]), a_section(0, wall[1], y=6.5)) == wall[:2]
    over = a_scene(features=(a_section(0, wall[0]), a_section(0, "gate"), a_section(0, "tower")))
    heights = [heights_of(over, words)[0] for words in (wall[0], "gate", "tower")]
    assert [round(height - heights[0], 2) for height in heights] == [0.0, 0.45, -0.45]  # 0.9 of 0.495 each
    russian = ["участок стены", "участок стены"]  # 13 letters take 3.2
    assert labels_of(*(a_section(k, name) for k, name in enumerate(russian))) == russian[:1]


def test_letters_of_a_small_base_are_as_small():
    """Half of 36 hundredths: half as large; from 36 on as large as on any."""
    others = (a_figure(id="R2", x=7.0), a_figure(id="R3", x=8.5))  # the usual base is 1 wide
    small = drawn(a_scene(figures=(*others, a_figure(width=0.36, depth=0.36))), panel=False)
    usual = drawn(a_scene(figures=(*others, a_figure(width=0.72, depth=0.8))), panel=False)
    assert "scale(0.5)" in ElementTree.tostring(small, encoding="unicode")
    assert "scale(0.5)" not in ElementTree.tostring(usual, encoding="unicode")


def test_ground_without_a_filling_of_its_own_is_of_stone():
    """As on the board: nothing is black that nobody has painted black."""
    wall = SceneFeature(id="w", kind="of no kind", label="", shape="polygon", points=((0, 0), (4, 0), (4, 2)))
    [drawing] = [
        one for one in drawn(a_scene(features=(wall,))).iter(f"{SVG}polygon") if "feature" in one.get("class", "")
    ]
    assert drawing.get("fill") == "var(--stone)"
