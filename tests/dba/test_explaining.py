"""What the board is told about one element: its zone, who holds it, its places of contact, what it can shoot."""

from __future__ import annotations

import pytest

from sandtable.games import get_game
from sandtable.games.dba.showing.explaining import explain
from sandtable.games.scene import Explanation
from sandtable.server.messages.protocol import ActionForm, Explain, Judge, Judgement
from sandtable.server.views.view import View
from sandtable.table.battle import Battle
from sandtable.table.name_index import options_of
from sandtable.table.scenarios import Origin


def case(*figures, **fields) -> Battle:
    """A battle in Red's movement with six PIPs and these elements: id, troops, place, facing."""
    placed = [
        {"id": name, "is": troops, "side": "red" if name[0] == "R" else "blue", "at": at, "facing": facing}
        for name, troops, at, facing in figures
    ]
    game = get_game("dba")
    fields = {"side": "red", "pips": 6, "bound": 3, "figures": placed, **fields}
    return Battle(game, Origin(fields, "", "case", case=True), options_of(game, fields.get("options")))


def explained(battle: Battle, name: str) -> Explanation:
    """What is told about the element of this id."""
    return explain(battle.record, battle.names, battle.names.figure(name))


def told(found: Explanation) -> list[tuple[str, str]]:
    """Clause and sentence of every note."""
    return [(note.clause, note.text) for note in found.notes]


BLADES = ("R1", "4Bd", [1000, 1000], "N")  # its front at 1030
WARBAND = ("B1", "3Wb", [1000, 1150], "S")  # its front at 1110


@pytest.mark.clause("WAD-ZOC-9", "WAD-ZOC-16", "WAD-RES-1", "DBA-CONTACT-2")
def test_who_is_held_hears_by_whom_and_what_it_may_do():
    """The two fronts are 80 paces apart, so each carpet stops at the other after 80 of its 160."""
    found = explained(case(BLADES, WARBAND), "R1")
    may = "it may go into frontal contact with it, closer to that, or, alone, straight back"
    assert told(found)[:3] == [
        ("WAD-ZOC-9", "Its zone of control ends after 80 paces, stopped by Warband (B1)."),
        ("WAD-ZOC-16", "Its zone of control restricts Warband (B1)."),
        ("WAD-RES-1", f"In the zone of control of Warband (B1): {may}."),
    ]
    own, enemy = (next(one for one in found.overlays if one.kind == kind) for kind in ("own", "zone"))
    assert sorted(own.points) == sorted(enemy.points)
    assert sorted(own.points) == [(920.0, 1030.0), (920.0, 1110.0), (1080.0, 1030.0), (1080.0, 1110.0)]


@pytest.mark.clause("DBA-CONTACT-2", "WAD-RES-1")
def test_places_of_contact_say_whether_a_move_leads_there_now():
    """Full on the front, 80 paces ahead, it may; on a flank its left front corner would get farther from its goal.

    It belongs at 920, 1110, 80 paces away, and would be at 920, 1270 or at 1080, 1110.
    """
    horse = ("R1", "3Cv", [1000, 970], "N")  # 120 deep: its front at 1030
    found = explained(case(horse, WARBAND), "R1")
    front = next(place for place in found.places if place.label == "front of Warband (B1)")
    assert (front.x, front.y, front.facing, front.is_open) == (1000.0, 1050.0, 0.0, True)
    assert [place.is_open for place in found.places if "flank" in place.label] == [False, False]
    assert told(found)[-1] == ("DBA-CONTACT-2", "It may move now into legal contact: front of Warband (B1).")


@pytest.mark.clause("DBA-CONTACT-2")
def test_nothing_is_judged_for_the_side_that_waits():
    found = explained(case(BLADES, WARBAND), "B1")
    assert {place.is_open for place in found.places} == {None}


@pytest.mark.clause("WAD-WWG-3")
def test_a_war_wagon_that_is_held_may_not_move():
    wagon = ("R1", "WWg", [1000, 1000], "N")  # 320 deep: its front at 1160
    found = explained(case(wagon, ("B1", "3Wb", [1000, 1300], "S")), "R1")
    assert ("WAD-WWG-3", "In the zone of control of Warband (B1): a War Wagon may not move there.") in told(found)


@pytest.mark.clause("DBA-SHOOT-2", "DBA-SHOOT-10")
def test_shots_and_what_is_in_their_way():
    """Bows shoot 200 paces from their front at 1040: at Psiloi at 1120, who hide the Blades at 1200 behind them."""
    bows = ("R1", "4Lb", [1000, 1000], "N")
    found = explained(case(bows, ("B1", "2Ps", [1000, 1160], "S"), ("B2", "4Bd", [1000, 1230], "S")), "R1")
    assert ("DBA-SHOOT-2", "It has a shot at Psiloi (B1), 80 paces.") in told(found)
    assert ("DBA-SHOOT-10", "No shot at Blades (B2): Psiloi (B1) in the way.") in told(found)
    assert [one.kind for one in found.overlays if one.kind in ("range", "shot", "blocked")] == [
        "range", "shot", "blocked",
    ]  # fmt: skip


def test_of_an_element_that_is_not_on_the_table_nothing_is_told():
    gone = {"id": "B2", "is": "2Ps", "side": "blue", "where": "lost"}
    battle = case(BLADES, WARBAND)
    fields = {**battle.engine.origin.content, "figures": [*battle.engine.origin.content["figures"], gone]}
    game = get_game("dba")
    battle = Battle(game, Origin(fields, "", "case", case=True), options_of(game, None))
    assert explained(battle, "B2") == Explanation()


# ---------------------------------------------------------------- as the server asks


def dragged(battle: Battle, name: str, to: tuple[float, float], facing: float) -> Judgement:
    """What the server says of an element dragged there, magnet and all."""
    form = ActionForm(verb="move", figures=[name], to=to, facing=facing)
    return View(battle).judgement(Judge(type="judge", n=1, action=form), 0)


def test_the_server_answers_for_one_figure():
    answer = View(case(BLADES, WARBAND)).explained(Explain(type="explain", n=7, figure="R1"), 3)
    assert (answer.n, answer.version, answer.figure) == (7, 3, "R1")
    assert answer.explanation == explained(case(BLADES, WARBAND), "R1")


@pytest.mark.clause("WAD-WCC-1")
def test_the_magnet_knows_the_places_on_a_war_wagon():
    """The fore half of its left side: from the middle, at 1300, to the front corner at 1460; so its middle is 1380."""
    battle = case(("R1", "4Bd", [800, 1380], "E"), ("B1", "WWg", [1000, 1300], "N"))
    said = dragged(battle, "R1", (880.0, 1388.0), 85.0)
    assert said.snapped_to == "B1" and said.legal
    assert [(pose.x, pose.y, pose.facing) for pose in said.ghost] == [(890.0, 1380.0, 90.0)]


@pytest.mark.clause("DBA-SHOOT-8", "DBA-SHOOT-12", "DBA-SHOOT-13")
def test_a_shot_that_may_not_be_made_is_told_why():
    """Bows and Bows 150 apart must exchange shots, with Blades as near beside them; each shoots and is shot once."""
    bows, others, blades = (
        ("R1", "4Bw", [1080, 960], "N"),
        ("B1", "4Bw", [1080, 1190], "S"),
        ("B2", "4Bd", [1240, 1180], "S"),
    )
    battle = case(bows, others, blades, phase="shooting")
    shots = [note for note in told(explained(battle, "R1")) if note[0].startswith("DBA-SHOOT")]
    assert shots == [
        ("DBA-SHOOT-2", "It has a shot at Bows (B1), 150 paces."),
        ("DBA-SHOOT-12", "It must exchange shots with an enemy who can shoot at it, not shoot at Blades (B2)."),
    ]
    # In the step before that nothing binds them yet.
    before = [note[0] for note in told(explained(case(bows, others, blades), "R1")) if note[0].startswith("DBA-SHOOT")]
    assert before == ["DBA-SHOOT-2", "DBA-SHOOT-2"]
    battle.record.figures[1].shot_at = 1
    assert ("DBA-SHOOT-13", "Bows (B1): shot at in this bound already.") in told(explained(battle, "R1"))
    battle.record.figures[1].shot_at, battle.record.figures[0].to_shoot = 0, 0
    assert ("DBA-SHOOT-13", "It does not shoot at Blades (B2): it has no shot left.") in told(explained(battle, "R1"))


@pytest.mark.clause("DBA-SHOOT-8")
def test_who_is_in_contact_is_not_said_to_be_shot_at():
    fight = ("R2", "3Kn", [1240, 1090], "N"), ("B2", "4Bd", [1240, 1180], "S")
    notes = told(explained(case(("R1", "4Bw", [1080, 960], "N"), *fight, phase="shooting"), "R1"))
    assert ("DBA-SHOOT-8", "Blades (B2): in contact, overlapping or in support, it is not shot at.") in notes
