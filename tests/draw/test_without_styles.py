"""Pictures for programs that know no CSS variables: worked out by hand, in all games, and pixel by pixel."""

from __future__ import annotations

import io
import re
from xml.etree import ElementTree

import pytest

import sandtable
from sandtable.draw.svg import picture
from sandtable.games import game_keys

pytest.importorskip("cssselect2", reason="cssselect2 is not installed: pip install 'sandtable[export]'")

from sandtable.draw.without_styles import without_styles

SVG = "{http://www.w3.org/2000/svg}"

STYLES = """
.all { --side: #666; --edge: var(--side); color: var(--nowhere); }
.all .red { --side: #a00; } .all .blue { --side: #00a; }
.man { fill: var(--coat, var(--side)); stroke: var(--edge); } .all .lame .man { stroke: none }
.field { fill: url(#tile) } .tall rect { height: 3px; }
@media (prefers-color-scheme: dark) { .all { --side: #fff; } }
"""


def drawn(body: str, definitions: str = "") -> ElementTree.Element:
    """The picture of a body after its style sheet was written into it."""
    whole = f"<style>{STYLES}</style><defs>{definitions}</defs>{body}"
    return ElementTree.fromstring(without_styles(f'<svg xmlns="{SVG[1:-1]}" class="all">{whole}</svg>'))


def test_a_variable_in_an_attribute_is_filled_in_too_and_one_that_is_given_nowhere_leaves_none():
    made = drawn('<g class="red"><path fill="var(--side)" stroke="var(--nowhere)" d="M0,0"/></g>')
    assert [dict(one.attrib) for one in made.iter(f"{SVG}path")] == [{"fill": "#a00", "d": "M0,0"}]


def test_a_variable_is_that_of_the_element_and_an_edge_that_of_the_whole():
    """--edge was filled in where it stands, as in a browser: in red, too, it is the grey of the whole."""
    made = drawn('<g class="red"><path class="man"/></g><path class="man"/>')
    assert [one.get("style") for one in made.iter(f"{SVG}path")] == ["fill:#a00;stroke:#666", "fill:#666;stroke:#666"]
    assert made.find(f"{SVG}style") is None and made.get("style") is None  # what is given nowhere says nothing


def test_the_rule_that_names_more_is_the_stronger():
    made = drawn('<g class="lame"><path class="man"/></g>')
    assert [one.get("style") for one in made.iter(f"{SVG}path")] == ["fill:#666;stroke:none"]


def test_a_symbol_is_written_once_for_each_look_that_it_is_used_in():
    """Two men of red and one of blue make two symbols; who is not used is left out."""
    use = '<use href="#foot"/>'
    made = drawn(
        f'<g class="red">{use}{use}</g><g class="blue">{use}</g>',
        '<symbol id="foot"><path class="man"/></symbol><symbol id="horse"><path class="man"/></symbol>',
    )
    fills = {one.get("id"): one[0].get("style") for one in made.iter(f"{SVG}symbol")}
    men = [fills[one.attrib["href"][1:]] for one in made.iter(f"{SVG}use")]
    assert men == ["fill:#a00;stroke:#666", "fill:#a00;stroke:#666", "fill:#00a;stroke:#666"]
    assert len(fills) == 2


def test_a_drawing_within_a_drawing_has_the_look_of_the_outer():
    made = drawn(
        '<g class="blue"><use href="#rider"/></g>',
        '<symbol id="rider"><use href="#foot"/></symbol><symbol id="foot"><path class="man"/></symbol>',
    )
    assert [one.get("style") for one in made.iter(f"{SVG}path")] == ["fill:#00a;stroke:#666"]


def test_a_tile_has_the_look_of_the_definitions_and_reaches_over_its_seams():
    made = drawn(
        '<path class="field red"/>',
        '<pattern id="tile" width="4" height="3"><rect class="man" width="4" height="3"/></pattern>',
    )
    [tile] = made.iter(f"{SVG}pattern")
    [path] = [one for one in made if one.tag == f"{SVG}path"]
    assert path.get("style") == f"fill:url(#{tile.get('id')})"
    assert tile[0].attrib | {"class": ""} == {
        "class": "", "x": "-1", "y": "-1", "width": "6", "height": "5", "style": "fill:#666;stroke:#666",
    }  # fmt: skip


@pytest.mark.parametrize("game", game_keys())
def test_nothing_of_a_game_is_left_to_a_style_sheet(game):
    text = without_styles(picture(sandtable.new(game, seed=1).scene()))
    assert "var(" not in text and "<style" not in text and "--" not in re.sub(r"<text.*?</text>", "", text)
    named = set(re.findall(r'(?:url\(|href=")#([\w-]+)', text))
    assert named and named <= set(re.findall(r'\bid="([\w-]+)"', text))


def test_the_pixels_are_those_of_the_board():
    """The grass, the frame, and the shields of both sides have the colours of look.css and of the sides."""
    image = pytest.importorskip("PIL.Image", reason="pillow is not installed: pip install 'sandtable[export]'")
    pytest.importorskip("resvg_py", reason="resvg_py is not installed: pip install 'sandtable[export]'")
    from sandtable.draw.moving_picture import png

    scene = sandtable.new("dba", "first-lesson", seed=1).scene()
    with image.open(io.BytesIO(png(scene, 700))) as shown:
        counted = {f"#{r:02x}{g:02x}{b:02x}": count for count, (r, g, b) in shown.convert("RGB").getcolors(1 << 20)}
    for side in scene.sides:
        assert counted[side.look.colour] > 100 and counted[side.look.dark] > 20, side.key
    assert counted["#6b4526"] > 1000 and counted["#dfd2a6"] > 1000  # frame and grass
