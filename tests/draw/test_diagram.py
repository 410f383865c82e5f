"""Pictures of cases: what is asked stands where it stands, ways lead where they lead, and refusals look refused."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from sandtable.cli import run
from sandtable.draw.diagram import case_picture
from sandtable.errors import InputError
from sandtable.table.case_diagram import diagram_of
from sandtable.table.cases import adjudicate, answer

CASES = Path(__file__).resolve().parents[2] / "casebook"

BLADES = [
    {"id": "A", "is": "4Bd", "side": "red", "left": [1000, 1000], "facing": "N"},
    {"id": "B", "is": "4Bd", "side": "red", "left": [1160, 1000], "facing": "N"},
]
"""Two Blades side by side, each 160 paces wide and 60 deep: their middles are at 1080, 970 and 1240, 970."""


def a_case(**fields: Any) -> Any:
    """A case of red's to move with six PIPs, answered."""
    return answer({"game": "dba", "side": "red", "bound": 1, "pips": 6, "figures": BLADES, **fields}, "case")


def parts(text: str, **attributes: str) -> list[ElementTree.Element]:
    """The elements of a picture that have these attributes."""
    return [e for e in ElementTree.fromstring(text).iter() if all(e.get(k) == v for k, v in attributes.items())]


def words(text: str) -> list[str]:
    return [e.text or "" for e in ElementTree.fromstring(text).iter() if e.tag.endswith("text")]


class TestWays:
    """Where actions lead."""

    def test_a_group_goes_rigidly_and_the_way_is_its_leaders(self):
        (way,) = diagram_of(a_case(actions=[{"move": ["A", "B"], "ahead": 100}])).ways
        assert way.legal and way.side == "red" and way.number == 0
        assert [(g.id, g.x, g.y, g.facing) for g in way.ghosts] == [("A", 1080, 1070, 0), ("B", 1240, 1070, 0)]
        assert way.track == ((1080, 970), (1080, 1070))

    def test_a_refused_way_leads_as_far_as_it_was_asked_to_and_says_how_far_that_is(self):
        # Blades go 200 paces at most.
        (way,) = diagram_of(a_case(actions=[{"move": ["A"], "ahead": 260}])).ways
        assert not way.legal
        assert [(g.id, g.x, g.y) for g in way.ghosts] == [("A", 1080, 1230)]
        assert way.length == "260 paces"

    def test_a_second_way_begins_where_the_first_left_off(self):
        horse = [{"id": "H", "is": "2LH", "side": "red", "left": [1000, 1000], "facing": "N"}]
        case = a_case(figures=horse, actions=[{"move": ["H"], "ahead": 100}, {"move": ["H"], "ahead": 200}])
        first, second = diagram_of(case).ways
        assert (first.number, second.number) == (1, 2)
        assert second.track[0] == first.track[-1]

    def test_a_march_bends_where_it_wheels(self):
        # 100 ahead, then 30 degrees about the right front corner, which is then at 1160, 1100: on an arc.
        (way,) = diagram_of(
            a_case(actions=[{"move": ["A"], "legs": [{"ahead": 100}, {"wheel": "right", "degrees": 30}]}])
        ).ways
        assert way.track[:2] == ((1080, 970), (1080, 1070))
        reach = [((x - 1160) ** 2 + (y - 1100) ** 2) ** 0.5 for x, y in way.track[1:]]
        assert len(reach) >= 4 and max(reach) - min(reach) < 0.01
        assert way.ghosts[0].facing == pytest.approx(30)

    def test_who_shoots_aims(self):
        bows = {"id": "S", "is": "4Lb", "side": "blue", "left": [1000, 840], "facing": "N"}
        dice = [{"for": "shooting", "figure": f, "value": v} for f, v in (("S", 6), ("A", 1))]
        case = a_case(
            side="blue", phase="shooting", figures=[BLADES[0], bows], dice=dice, actions=[{"shoot": ["S"], "at": "A"}]
        )
        picture = diagram_of(case)
        (way,) = picture.ways
        assert [(a.id, t.id) for a, t in way.aims] == [("S", "A")]
        # 8 to 6 from behind: destroyed, so the Blades have a cross and no place to go to.
        assert [(change.start.id, change.end) for change in picture.changes] == [("A", None)]


class TestPicture:
    """What is drawn."""

    def test_it_stands_alone_and_is_small(self):
        text = case_picture(diagram_of(a_case(actions=[{"move": ["A", "B"], "ahead": 100}])), "A & B")
        ids = {e.get("id") for e in ElementTree.fromstring(text).iter() if e.get("id")}
        assert set(re.findall(r'href="#([^"]+)"', text)) <= ids
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "") and "<script" not in text
        assert len(text.encode()) < 6000
        assert "<title>A &amp; B</title>" in text

    def test_a_legal_way_is_in_the_sides_colour_and_a_refused_one_red_and_dashed(self):
        legal = case_picture(diagram_of(a_case(actions=[{"move": ["A"], "ahead": 100}])))
        refused = case_picture(diagram_of(a_case(actions=[{"move": ["A"], "ahead": 260}])))
        dashed = [e for e in parts(refused, stroke="#e8380d") if "d" in (e.get("class") or "").split()]
        assert len(dashed) == 2  # the ghost and its way
        assert "260 paces" in words(refused)
        assert parts(legal, stroke="#e8380d") == []

    def test_only_several_actions_are_numbered(self):
        one = [{"move": ["A"], "ahead": 100}]
        assert {"1", "2"}.isdisjoint(words(case_picture(diagram_of(a_case(actions=one)))))
        two = [{"move": ["A"], "ahead": 260}, *one]
        assert {"1", "2"} <= set(words(case_picture(diagram_of(a_case(actions=two)))))

    def test_it_is_cropped_to_what_matters(self):
        far = {"id": "Z", "is": "4Bd", "side": "red", "left": [2400, 2400], "facing": "N"}
        text = case_picture(diagram_of(a_case(figures=[*BLADES, far], actions=[{"move": ["A"], "ahead": 100}])))
        assert {"A", "B"} <= set(words(text)) and "Z" not in words(text)

    def test_a_base_is_to_scale_and_the_ruler_too(self):
        # A base is 100 wide in the file, so 200 paces are 125.
        text = case_picture(diagram_of(a_case(actions=[{"move": ["A"], "ahead": 100}])))
        assert "200 paces" in words(text)
        ruler = next(e.get("d") or "" for e in parts(text) if (e.get("d") or "").startswith("M14,"))
        assert re.search(r"H139V", ruler)

    def test_a_case_may_have_the_line_of_an_edge_drawn_on(self):
        plain = case_picture(diagram_of(a_case(actions=[{"end": True}])))
        lined = case_picture(diagram_of(a_case(actions=[{"end": True}], lines={"A": "rear"})))
        assert len(parts(lined, **{"class": "n d"})) == len(parts(plain, **{"class": "n d"})) + 1


class TestGround:
    """What lies on the table."""

    def test_names_of_pieces_that_cross_stand_beside_one_another(self):
        # Four corridors share the node at which the way begins: 12 letters apart, or a line above or below.
        text = case_picture(diagram_of(adjudicate(CASES / "flash-flood" / "11-lane-straight.yaml")))
        names = [(e.text, float(e.get("x", 0)), float(e.get("y", 0))) for e in parts(text, **{"class": "i h"})]
        assert sorted(name for name, _, _ in names) == ["S15", "S35", "S56", "S57"]
        assert all(abs(a[1] - b[1]) >= 30 or abs(a[2] - b[2]) >= 20 for a, b in combinations(names, 2))

    def test_what_only_one_game_knows_has_the_colour_that_the_game_gives_it(self):
        text = case_picture(diagram_of(adjudicate(CASES / "flash-flood" / "11-lane-straight.yaml")))
        assert parts(text, fill="#4b463f") and parts(text, fill="#c9bfa6")  # masonry, and floor without water

    def test_a_building_that_slides_is_shown_where_it_was_and_where_it_ends(self):
        # Its left edge is at 34; it hits the Scout whose right edge is at 30.75, takes it along, and stops at 22.
        picture = diagram_of(adjudicate(CASES / "pursuit" / "05-building-hits-a-biker.yaml"))
        assert [(min(s.start.points)[0], min(s.end.points)[0]) for s in picture.slides] == [(34, 30.75), (30.75, 22)]
        assert len(parts(case_picture(picture), **{"class": "n o", "stroke-width": "3"})) == 2

    def test_ground_that_is_shot_at_as_a_whole_is_shown_and_aimed_at(self):
        # The wood is a box of 20 by 10 steps, its south edge 13 steps before the bombards at 40, 12.
        picture = diagram_of(adjudicate(CASES / "batalist" / "16d-sparrows.yaml"))
        (aimed,) = [(actor.id, feature.label) for way in picture.ways for actor, feature in way.grounds]
        assert aimed == ("A1", "wood") and "wood" in words(case_picture(picture))

    def test_a_piece_that_lies_wholly_under_a_base_has_no_name(self):
        # Nine rangers fill the barge: of the two boats only the skiff is named.
        assert words(case_picture(diagram_of(adjudicate(CASES / "batalist" / "48-boats.yaml")))).count("boat") == 1


class TestMistakes:
    """One sentence each."""

    def test_a_line_of_nobody(self):
        with pytest.raises(InputError, match="there is no figure 'Q'"):
            a_case(lines={"Q": "rear"})

    def test_a_folder_that_is_none(self, tmp_path, capsys):
        (tmp_path / "file").write_text("")
        assert run(["adjudicate", "missing.yaml", "--pictures", str(tmp_path / "file")]) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"sandtable: --pictures {tmp_path / 'file'}: ") and said.count("\n") == 1

    def test_two_cases_of_one_name(self, tmp_path, capsys):
        assert run(["adjudicate", "a/x.yaml", "b/x.yaml", "--pictures", str(tmp_path / "new")]) == 2
        assert (
            capsys.readouterr().err
            == "sandtable: a/x.yaml and b/x.yaml would both be drawn as x.svg: draw them apart.\n"
        )
        assert not (tmp_path / "new").exists()
