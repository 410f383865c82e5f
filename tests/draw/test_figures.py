"""Bases in pictures: round ones, those that stand for many, riders, cards, and the looks of any number of sides."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from pydantic import ValidationError

from draw.test_svg import SVG, a_figure, a_scene, drawn
from sandtable import games
from sandtable.draw import picture, symbols
from sandtable.draw.art import art_of
from sandtable.draw.figures import CLOSE, places_of_men, turns_of_men
from sandtable.draw.plan import ROUND, Frame, corners, draw_figure
from sandtable.games import game_keys, get_game
from sandtable.games.game import Names, SideFacts
from sandtable.games.scene import LOOKS, SceneGrid, SceneSide, SideLook
from table.duel_game import GAME

PIKES = {"files": 8, "ranks": 4, "men": 30, "wounded": 3}


def figure_of(root: ElementTree.Element, figure_id: str = "R1") -> ElementTree.Element:
    (found,) = [element for element in root.iter(f"{SVG}g") if element.get("data-id") == figure_id]
    return found


def classes(root: ElementTree.Element) -> Counter[str]:
    return Counter(word for element in root.iter() for word in (element.get("class") or "").split())


def close(**fields: Any) -> ElementTree.Element:
    """One figure, drawn so large that single men can be told apart."""
    return figure_of(drawn(a_scene(figures=(a_figure(**fields),)), panel=False, pixels=round(11.2 * 200)))


def test_a_round_base_is_a_disc_of_its_diameter_with_its_front_at_the_top() -> None:
    root = close(shape="disc", width=1.5, depth=1.5)
    (base,) = [c for c in root.findall(f"{SVG}circle") if c.get("class") == "base"]
    assert base.get("r") == "50" and root.find(f"{SVG}rect") is None  # 1.5 is the usual width here: one base
    (front,) = [p for p in root.findall(f"{SVG}path") if p.get("class") == "front"]
    numbers = [float(v) for v in re.findall(r"-?[\d.]+", front.get("d") or "")]
    x, y = numbers[0], numbers[1]
    assert math.hypot(x, y) == pytest.approx(50.0, abs=1e-3) and x < 0 and y < 0  # the segment ends on the rim


def test_rectangles_and_discs_stand_in_one_battle() -> None:
    root = drawn(a_scene(figures=(a_figure(), a_figure(id="R2", x=5.0, shape="disc"))), panel=False)
    assert figure_of(root, "R1").find(f"{SVG}rect") is not None
    assert figure_of(root, "R2").find(f"{SVG}circle") is not None


def test_every_man_is_drawn_and_the_wounded_are_shown() -> None:
    root = close(grid=PIKES)
    found = classes(root)
    assert found["man"] == 30 and found["wounded"] == 3 and found["count"] == 1
    (count,) = [text.text for text in root.iter(f"{SVG}text") if "count" in (text.get("class") or "")]
    assert count == "30"


def test_from_afar_the_shield_alone_is_drawn_and_as_large_as_on_any_base() -> None:
    scene = a_scene(figures=(a_figure(grid=PIKES), a_figure(id="R2", x=5.0)))
    root = drawn(scene, panel=False, pixels=round(11.2 * 20))
    assert classes(root)["man"] == 0
    sizes = {
        use.get("width") for id_ in ("R1", "R2") for use in figure_of(root, id_).iter(f"{SVG}use")
        if use.get("class") == "field"
    }  # fmt: skip
    assert sizes == {"78"}
    assert CLOSE > 20


@pytest.mark.parametrize("files", [1, 3, 10])
@pytest.mark.parametrize("men", [0, 1, 7, 40])
@pytest.mark.parametrize("formation", ["", "loose"])
def test_men_stand_on_their_base_and_apart(files: int, men: int, formation: str) -> None:
    grid = SceneGrid(files=files, ranks=4, men=men, formation=formation)
    size, places = places_of_men(grid, 60.0, 25.0)
    assert len(places) == men
    for number, (x, y) in enumerate(places):
        assert abs(x) + size / 2 <= 60.0 and y - size / 2 >= -25.0 and y + size / 2 <= 25.0
        for other in places[:number]:
            assert math.dist((x, y), other) >= size


def test_a_wedge_and_a_hedgehog_look_like_what_they_are() -> None:
    """Six men in a wedge stand in ranks of 1, 3 and 2; eight in a hedgehog around a place that is free."""
    _, wedge = places_of_men(SceneGrid(files=5, ranks=3, men=6, formation="wedge"), 60.0, 40.0)
    assert [len([y for _, y in wedge if y == rank]) for rank in sorted({y for _, y in wedge})] == [1, 3, 2]
    assert [x for x, _ in wedge[:2]] == [0.0, -wedge[3][0]]
    _, hedgehog = places_of_men(SceneGrid(files=3, ranks=3, men=8, formation="hedgehog"), 40.0, 40.0)
    assert len(set(hedgehog)) == 8 and sum(x == 0.0 for x, _ in hedgehog) == 2


def test_in_a_hedgehog_all_look_outwards() -> None:
    """Of nine in three ranks three look ahead, three behind, one to each side; whoever stands in the middle ahead."""
    square = SceneGrid(files=3, ranks=3, men=9, formation="hedgehog")
    _, places = places_of_men(square, 40.0, 40.0)
    turns = turns_of_men(square)
    middle = sum(y for _, y in places) / 9
    assert {turn for (x, y), turn in zip(places, turns, strict=True) if x > 1 and abs(y - middle) < 1} == {90}
    assert {turn for (x, y), turn in zip(places, turns, strict=True) if x < -1 and abs(y - middle) < 1} == {270}
    assert {turn for (_, y), turn in zip(places, turns, strict=True) if y > middle + 1} == {180}
    assert [turns.count(turn) for turn in (0, 90, 180, 270)] == [4, 1, 3, 1]
    assert turns_of_men(SceneGrid(files=3, ranks=3, men=9, formation="column")) == [0] * 9
    grid = {"files": 3, "ranks": 3, "men": 9, "formation": "hedgehog", "man": "foot"}
    assert sum("rotate" in (man.get("transform") or "") for man in close(grid=grid).iter(f"{SVG}use")) == 5


def test_riders_and_cards_lie_with_a_base() -> None:
    rider = {"id": "H", "name": "Hero <1>", "emblem": "hero"}
    root = close(riders=(rider,), cards=("attack", ""))
    found = classes(root)
    assert found["rider"] == 1 and found["card"] == 2 and found["face-down"] == 1
    titles = [title.text for title in root.iter(f"{SVG}title")]
    signed = close(cards=("Song", ""), signs=("song", ""))  # no such sign: its letter
    assert "S" in [text.text for text in signed.iter(f"{SVG}text")]
    assert "Hero <1>" in titles and "attack" in titles and "A card, face down" in titles


def test_the_sides_of_a_scene_give_their_colours_and_shields() -> None:
    look = SideLook(colour="#123456", dark="#012345", trim="#fedcba", shield="hexagon", device=0.5)
    scene = a_scene(
        figures=(a_figure(side="martians"),), sides=(SceneSide(key="martians", name="Martians", look=look),)
    )
    text = picture(scene)
    assert ".side-martians { --side: #123456; --side-dark: #012345; --trim: #fedcba; }" in text
    root = figure_of(drawn(scene))
    hrefs = {use.get("class"): use for use in root.iter(f"{SVG}use")}
    assert hrefs["field"].get("href") == "#field-hexagon" and hrefs["emblem"].get("width") == "31"  # half of 62


def test_sides_without_a_look_of_their_own_get_different_ones() -> None:
    parties = tuple(SideFacts(f"s{k}", f"Side {k}") for k in range(8))
    looks = [side.look for side in GAME.sides_of(Names((), (), parties=parties))]
    assert looks == list(LOOKS)
    assert len({look.shield for look in LOOKS}) == len({look.colour for look in LOOKS}) == 8
    assert {f"field-{look.shield}" for look in LOOKS} <= set(re.findall(r'id="([^"]+)"', symbols()))


@pytest.mark.parametrize("game", game_keys())
def test_every_side_of_a_game_has_its_shield(game: str) -> None:
    looks = [side.look for side in get_game(game).sides_of()]
    assert len({look.shield for look in looks if look}) == len(looks)
    assert {f"field-{look.shield}" for look in looks if look} <= set(re.findall(r'id="([^"]+)"', symbols()))


@pytest.mark.parametrize("colour", ["red", "#12345", "#12345g", "url(#x)", "#123456;}"])
def test_colours_are_colours(colour: str) -> None:
    with pytest.raises(ValidationError):
        SideLook(colour=colour, dark="#000000")
    with pytest.raises(ValidationError):
        SceneSide(key="a{}", name="", look=LOOKS[0])


def test_a_game_brings_drawings_and_styles_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawings, styles = tmp_path / "own.svg", tmp_path / "own.css"
    drawings.write_text('<svg><defs><symbol id="emblem-tripod"><path d="M0,0"/></symbol></defs></svg>', "utf-8")
    styles.write_text(".sandtable .feature-lava { fill: #f40; }", "utf-8")
    monkeypatch.setitem(games._LOADED, "martian", replace(GAME, key="martian", art=(drawings, styles)))
    scene = a_scene(game="martian", figures=(a_figure(emblem="tripod"),))
    assert 'href="#emblem-tripod"' in picture(scene) and ".feature-lava" in picture(scene)
    assert 'href="#emblem-tripod"' not in picture(a_scene(figures=(a_figure(emblem="tripod"),)))


def test_a_round_base_in_the_picture_of_a_case_is_round_and_its_front_is_on_its_rim() -> None:
    frame = Frame(0.0, 0.0, 10.0, 10.0, 100.0, art_of("none"), ())
    figure = a_figure(shape="disc", x=4.0, y=6.0, facing=37.0)
    rim = corners(figure)
    assert len(rim) == ROUND and all(math.dist(point, (4.0, 6.0)) == pytest.approx(0.5) for point in rim)
    assert rim[0] == pytest.approx((4.0 + 0.5 * math.sin(math.radians(37)), 6.0 + 0.5 * math.cos(math.radians(37))))
    drawn_parts = "".join(draw_figure(figure, frame))
    paths = re.findall(r'd="M([^"]+)Z"', drawn_parts)
    front = [tuple(map(float, point.split(","))) for point in paths[1].split("L")]
    assert len(front) == 9 and all(math.dist(point, (400.0, 400.0)) == pytest.approx(50.0, abs=0.2) for point in front)
