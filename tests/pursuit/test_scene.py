"""What is shown of a chase: the scene, what is asked, how actions read, and evaluations that favour who is ahead."""

from __future__ import annotations

import numpy as np
import pytest

import sandtable
from pursuit.street import DANGER, HIT, ORDER, WOUND, Chase, building, gargoyle, ruin, scout
from sandtable.errors import InputError
from sandtable.games.game import NO_NAMES, FigureName, Names
from sandtable.games.pursuit.clauses import Clause, Code
from sandtable.games.pursuit.game import GAME
from sandtable.games.pursuit.laying import scenario
from sandtable.games.pursuit.listing.offers import legal_actions
from sandtable.games.pursuit.record import ACTION, Mode, Verb
from sandtable.games.pursuit.showing.explaining import explain
from sandtable.games.pursuit.showing.risks import risks
from sandtable.games.pursuit.showing.scene import prompt, scene
from sandtable.games.pursuit.thinking.evaluate import evaluate
from sandtable.games.pursuit.thinking.worth import Feature, worth
from sandtable.games.rulebook import read_rulebook
from sandtable.games.scenarios import scenario_data
from sandtable.kernel.log import new_log, side_event
from sandtable.kernel.records import new_actions
from sandtable.kernel.verbs import MAX_FEATURES, MAX_LEGAL
from sandtable.table.log_entries import Words
from sandtable.table.name_index import NameIndex


def names(chase: Chase) -> Names:
    figures = tuple(FigureName(f"F{i}", f"Figure {i}", "k", "cavalry", "F") for i in range(int(chase.b.n_figures)))
    pieces = tuple(f"P{k}" for k in range(int(chase.b.n_pieces)))
    return Names(figures, pieces, sides=("Marines", "Swarm"))


def test_the_default_chase_as_a_player_sees_it() -> None:
    battle = sandtable.new("pursuit", seed=1)
    shown = battle.scene()
    assert (shown.width, shown.height) == (60, 36) and len(shown.figures) == 17 and len(shown.features) == 15
    kinds = {feature.kind for feature in shown.features}
    assert kinds == {"ruin_1", "ruin_2", "ruin_3", "building"}
    assert {figure.shape for figure in shown.figures} == {"disc"}
    assert sum(figure.may_act for figure in shown.figures) == 1
    assert ("Turn", "1 of 30") in shown.facts and dict(shown.facts)["Next"]
    dice = [event.text for event in battle.history[0].events if "order die" in event.text.lower()]
    assert dice and not any("nobody" in text for text in dice), "a piece's die is its own, and of no side"


def test_who_waits_beside_the_table_lives_but_is_not_counted_on_it() -> None:
    told = [
        (one.points, one.figures) for one in sandtable.new("pursuit", scenario="random-city", seed=1).scene().scores
    ]
    assert told == [(5, 0), (12, 0)]


def test_the_order_of_a_phase_says_who_has_had_their_turn() -> None:
    """In movement the nearest to the Arrival goes first, in pursuit the furthest from it, pieces among them."""

    def turns(chase: Chase) -> list[tuple[str, str, str]]:
        return [(one.id, one.side, one.state) for one in scene(chase.b, names(chase)).order]

    moving = Chase([scout(20, 18)], [gargoyle(30, 18)], phase="movement")
    assert turns(moving) == [("F1", "hunters", "now"), ("F0", "quarry", "to come")]
    moving.play(Verb.STAY, 1)
    assert turns(moving) == [("F1", "hunters", "done"), ("F0", "quarry", "now")]
    pursuing = Chase([scout(20, 18)], [gargoyle(50, 30)], [building(34, 4, 41, 10)])
    assert turns(pursuing) == [("F0", "quarry", "now"), ("P0", "", "to come"), ("F1", "hunters", "to come")]
    over = Chase([scout(56, 18)], [gargoyle(3, 3)], phase="movement")
    over.play(Verb.MOVE, 0, to=(68, 18), mode=Mode.ACCELERATE.value)
    assert turns(over) == []


def test_where_pieces_come_back_nobody_has_a_turn_and_places_differ_in_one_word() -> None:
    """The board lists places of one piece as one line, of the words that all of them share."""
    battle = sandtable.new("pursuit", seed=5)
    while battle.phase != "recycling":
        battle.play(battle.legal()[0])
    assert battle.scene().order == ()
    labels = [action.label for action in battle.legal()]
    assert all(label.startswith("Put S1b (low rubble) back at the Arrival at ") for label in labels)
    assert len(set(labels)) > 20
    assert {len(label.split()) for label in labels} == {10, 11}, "the eleventh: turned"


def test_what_is_asked_in_each_moment() -> None:
    stopped = Chase([scout(14, 18, stopped="P0")], [gargoyle(3, 3)], [ruin(2, 12, 15, 18, 20)], phase="movement")
    assert prompt(stopped.b, names(stopped)) == (
        "Marines: Figure 0 (F0) is stopped in the rubble. It may try to get out."
    )
    stopped.play(Verb.RESTART, 0, (DANGER, 1), (DANGER, 3))
    assert "may move up to 4 inches" in prompt(stopped.b, names(stopped))
    struck = Chase([scout(30, 18)], [gargoyle(50, 30)], [building(34, 14, 41, 20)])
    struck.play(Verb.KEEP, 0, (WOUND, 1))
    assert "Which way does it face?" in prompt(struck.b, names(struck))
    away = Chase([scout(56, 18)], [gargoyle(3, 3)], phase="movement")
    away.play(Verb.MOVE, 0, to=(68, 18), mode=Mode.ACCELERATE.value)
    assert prompt(away.b, names(away)) == "The Marines win: they have got away in turn 1."
    assert scene(away.b, names(away)).over


def test_a_shot_shows_its_arc_and_a_move_its_turns() -> None:
    chase = Chase([scout(20, 18)], [gargoyle(30, 18)], phase="movement")
    chase.play(Verb.STAY, 1)
    said = explain(chase.b, names(chase), 0)
    ends = {(round(p.x, 1), round(p.y, 1), p.facing) for p in said.places}
    assert {
        (26, 18, 90),
        (28.8, 18, 90),
        (24.8, 20.8, 0),
    } <= ends  # straight; accelerating, up to whom it meets; a turn to the left and another
    assert (32, 18, 90) not in ends  # bases of 0.75 and 0.5 touch at 28.75: it never gets there
    assert (22, 18, 90) not in ends  # it would lie under those that go on
    assert all(place.is_open and place.shape == "disc" for place in said.places)
    assert explain(chase.b, names(chase), 1).places == ()  # it is not its moment
    chase.play(Verb.STAY, 0)
    assert explain(chase.b, names(chase), int(chase.b.active)).overlays[0].kind == "arc"
    arcs = [overlay for overlay in scene(chase.b, names(chase)).overlays if overlay.kind == "arc"]
    assert len(arcs) == 1


@pytest.mark.clause("PURS-SHO-2", "PURS-SHO-9", "PURS-SHO-10")
def test_whom_a_figure_sees_in_its_arc_is_said_before_it_shoots() -> None:
    """Ahead and in sight the first alone: one is behind, one 60 degrees aside, one beyond a building, one locked."""
    hunters = [gargoyle(38, 18), gargoyle(22, 18), gargoyle(33, 23.2), gargoyle(50, 23), gargoyle(46, 14)]
    chase = Chase([scout(30, 18), scout(46, 15.25)], hunters, [building(42, 18, 46, 26)], phase="shooting")
    while chase.b.active != 0:
        chase.play(Verb.HOLD, int(chase.b.active))
    notes = [note.text for note in explain(chase.b, names(chase), 0).notes if note.clause == "PURS-SHO-2"]
    assert notes == ["In its arc and sight: F2."]


def test_what_a_figure_risks_is_said_before_it_moves() -> None:
    chase = Chase([scout(20, 18, 90)], [gargoyle(30, 18)], phase="movement")
    chase.b.figures[1].accelerated = 1
    bike = {note.clause: note.text for note in explain(chase.b, names(chase), 0).notes}
    assert bike["PURS-IMP-1"] == "A collision kills it in 3 of 6 cases."  # Strength 5 against 5: 4+
    assert bike["PURS-DIF-2"] == "Each 2 inches of rubble: it fails its test in 1 of 6 cases and dies in 3 of 36."
    assert "12 inches back" in bike["PURS-PUR-10"] and "PURS-TAB-7" not in bike
    flyer = {note.clause: note.text for note in explain(chase.b, names(chase), 1).notes}
    assert flyer["PURS-IMP-1"] == "A collision kills it in 5 of 6 cases."  # against 3: 2+
    assert "PURS-TAB-7" in flyer and "cannot shoot" in flyer["PURS-MOV-10"] and "PURS-PUR-10" not in flyer


def risked(chase: Chase, i: int, **action: object) -> list[str]:
    return [note.text for note in risks(chase.b, names(chase), chase.action(Verb.MOVE, i, **action)).notes]


@pytest.mark.clause("PURS-DIF-2", "PURS-DIF-4", "PURS-DIF-6")
def test_a_drawn_move_says_every_test_and_the_chance_to_live() -> None:
    """Worked example 9: 6 inches of rubble are three tests, each 1 in 6 to fail; half of those who fail are killed.

    It gets through with 5/6 to the third, 125 of 216; of the other 91 half die: 91 of 432.
    """
    chase = Chase([scout(20, 18)], [gargoyle(3, 3)], [ruin(2, 24, 15, 30, 20)], phase="movement")
    before = chase.b.tobytes()
    assert risked(chase, 0, to=(32, 18), mode=Mode.ACCELERATE.value) == [
        "Figure 0 survives: 78.9 % (341 of 432).",
        "Test 1, after 4 inches, in P0: fails 16.7 % (1 of 6).",
        "Test 2, after 6 inches, in P0: fails 16.7 % (1 of 6). Comes to it: 83.3 % (5 of 6).",
        "Test 3, after 8 inches, in P0: fails 16.7 % (1 of 6). Comes to it: 69.4 % (25 of 36).",
        "Gets to where it is drawn: 57.9 % (125 of 216).",
        "Stopped in the rubble: 21.1 % (91 of 432).",
        "Killed: 21.1 % (91 of 432).",
    ]
    two = Chase([scout(20, 18)], [gargoyle(3, 3)], [ruin(2, 24, 15, 26, 20), ruin(2, 28, 15, 30, 20)], phase="movement")
    assert risked(two, 0, to=(32, 18), mode=Mode.ACCELERATE.value)[1:3] == [
        "Test 1, after 4 inches, in P0: fails 16.7 % (1 of 6).",
        "Test 2, after 8 inches, in P1: fails 16.7 % (1 of 6). Comes to it: 83.3 % (5 of 6).",
    ]
    assert risked(chase, 0, to=(23, 18)) == [], "no rubble, no dice"
    assert chase.b.tobytes() == before, "nobody has moved"


@pytest.mark.clause("PURS-DIF-7", "PURS-DIF-3")
def test_risks_follow_the_house_rules() -> None:
    """6 inches are 2 within: one test. Thrown again, 1 in 36 fails. Who goes on is tested again further on.

    Two tests, each of which kills 1 in 12: lives 11/12 x 11/12, 121 of 144.
    """
    again = Chase([scout(20, 18)], [gargoyle(3, 3)], [ruin(2, 24, 15, 30, 20)], phase="movement", scout_reroll="yes")
    assert risked(again, 0, to=(26, 18))[0] == "Figure 0 survives: 98.6 % (71 of 72)."
    on = Chase(
        [scout(20, 18)], [gargoyle(3, 3)], [ruin(2, 22, 15, 30, 20)], phase="movement", after_failed_test="finish_move"
    )
    assert risked(on, 0, to=(26, 18))[:3] == [
        "Figure 0 survives: 84.0 % (121 of 144).",
        "Test 1, after 2 inches, in P0: fails 16.7 % (1 of 6).",
        "Test 2, after 4 inches, in P0: fails 16.7 % (1 of 6). Comes to it: 91.7 % (11 of 12).",
    ]


@pytest.mark.clause("PURS-IMP-1", "PURS-MOV-14", "PURS-SPO-9", "PURS-OBJ-6", "PURS-OBJ-8")
def test_a_drawn_move_says_what_it_runs_into() -> None:
    wall = Chase([scout(20, 18)], [gargoyle(3, 3)], [building(24, 15, 30, 20)], phase="movement")
    assert risked(wall, 0, to=(26, 18)) == [
        "Figure 0 survives: 50.0 % (1 of 2).",  # Strength 5 against 5: 4+
        "Lives through a collision and may be turned: 50.0 % (1 of 2).",
        "Killed: 50.0 % (1 of 2).",
    ]
    foe = Chase([scout(20, 18)], [gargoyle(24, 18)], phase="movement")
    foe.play(Verb.STAY, 1)
    assert risked(foe, 0, to=(26, 18))[1:] == [
        "Meets Figure 1 (F1) and fights at once; the fight is not counted here: always."
    ]
    mined = Chase(
        [scout(20, 18)], [gargoyle(3, 3)], [building(40, 1, 46, 6)], phase="movement", clusters=[(24, 18, "P0")]
    )
    assert risked(mined, 0, to=(26, 18))[1].startswith("Sets off mines, before it goes on")
    away = Chase([scout(56, 18)], [gargoyle(3, 3)], phase="movement")
    assert risked(away, 0, to=(60, 18))[1:] == ["Gets away over the Arrival: always."]
    back = Chase([scout(4, 18, 180)], [gargoyle(3, 3)], phase="movement")
    assert risked(back, 0, to=(0, 18)) == [
        "Figure 0 survives: never.", "Leaves over the rear edge and has given up: always."
    ]  # fmt: skip


def test_the_fan_tells_safe_ends_from_deadly_ones() -> None:
    """Straight on, 1.5 of 6 inches are rubble: a test; half of its failures kill. A turn at 22 keeps clear."""
    chase = Chase([scout(20, 18)], [gargoyle(3, 3)], [ruin(2, 24.5, 16.5, 30, 20)], phase="movement")
    fan = {(round(p.x, 2), round(p.y, 2), p.facing): p for p in explain(chase.b, names(chase), 0).places}
    straight, left = fan[26, 18, 90], fan[24.83, 20.83, 45]
    assert (straight.kind, straight.label) == ("place-risky", "moving: survives 91.7 % (11 of 12)")
    assert (left.kind, left.label) == ("place-ride", "moving: survives always")
    listed = new_actions(MAX_LEGAL, ACTION)
    legal_actions(chase.b, listed)
    action = listed[left.listed]
    assert (action.n_via, list(action.via[0]), round(float(action.x), 2)) == (1, [22, 18], 24.83)
    chase.b.terrain.n_features = chase.b.n_pieces = 0
    fast = {p.label for p in explain(chase.b, names(chase), 0).places if p.kind == "place-fast"}
    assert fast == {"accelerating: survives always"}, "where there is nothing in the way"


def test_of_two_ways_to_one_end_the_safer_is_offered() -> None:
    """Accelerating to (30.83, 20.83), facing the Arrival: 8 inches straight through 2 of rubble, or turned before it.

    The rubble reaches from y 16.5 to 19: after a turn at 24 the way passes beside it.
    """
    chase = Chase([scout(20, 18)], [gargoyle(3, 3)], [ruin(2, 26, 16.5, 28, 19)], phase="movement")
    fan = {(round(p.x, 2), round(p.y, 2), p.facing): p for p in explain(chase.b, names(chase), 0).places}
    listed = new_actions(MAX_LEGAL, ACTION)
    legal_actions(chase.b, listed)
    place = fan[30.83, 20.83, 90]
    assert place.kind == "place-fast" and list(listed[place.listed].via[0]) == [24, 18]


def test_who_comes_at_once_is_said_to_have_thrown() -> None:
    """Two Scouts at 20 and one of the others: 20.75 is the front of all three. In shooting Initiative comes first."""
    tied = [scout(20, 10), scout(20, 26)]

    def ties(chase: Chase) -> list[str]:
        return [one.tie for one in scene(chase.b, names(chase)).order]

    dice = [(ORDER, value) for value in (6, 4, 2)]
    said = "equally far, by die"
    for phase in ("pursuit", "movement"):
        chase = Chase(tied, [gargoyle(20.25, 18)], phase=phase, dice=dice)
        assert ties(chase) == [said, said, ""], phase
    slow = gargoyle(20.25, 18, profile="line_guard")  # Initiative 3 against 4
    aiming = [scout(20, 10, 90), tied[1]]  # at the Guardsman, else nobody would have a shot
    chase = Chase(aiming, [slow], phase="shooting", dice=dice[:2])
    assert ties(chase) == [said, "equally far, but quicker", ""]


def test_who_is_nearer_to_winning_is_better_off() -> None:
    near, far = Chase([scout(50, 18)], [gargoyle(20, 18)]), Chase([scout(25, 18)], [gargoyle(20, 18)])
    assert evaluate(near.b, 0) > evaluate(far.b, 0) and evaluate(near.b, 0) == -evaluate(near.b, 1)
    fewer = Chase([scout(25, 18)], [gargoyle(20, 18), gargoyle(10, 10)])
    fewer.b.figures[2].wounds, fewer.b.figures[2]["where"] = 0, 2
    assert evaluate(fewer.b, 0) > evaluate(Chase([scout(25, 18)], [gargoyle(20, 18), gargoyle(10, 10)]).b, 0)


def test_first_impressions_see_walls_and_the_arrival() -> None:
    out, features, weights = new_actions(MAX_LEGAL, ACTION), np.zeros((MAX_LEGAL, MAX_FEATURES)), np.zeros(MAX_LEGAL)
    chase = Chase([scout(20, 18)], [gargoyle(3, 3)], [building(24, 10, 30, 26)], phase="movement")
    n = int(legal_actions(chase.b, out))
    worth(chase.b, out, n, features, weights)
    into = [k for k in range(n) if out[k].verb == Verb.MOVE and out[k].n_via == 0 and out[k].x > 23.5]
    assert into and all(features[k, Feature.DANGER.value] == pytest.approx(0.5) for k in into)  # 4+ kills a bike
    home = Chase([scout(50, 18)], [gargoyle(3, 3)], phase="movement")
    n = int(legal_actions(home.b, out))
    worth(home.b, out, n, features, weights)
    best = out[int(np.argmax(weights[:n]))]
    assert best.x + 0.75 > 60  # it gets away


def test_shots_say_what_they_are() -> None:
    chase = Chase([scout(20, 18)], [gargoyle(30, 18), gargoyle(3, 33)], phase="shooting")
    chase.play(Verb.SHOOT, 0, (HIT, 1), (HIT, 1), (HIT, 1), (HIT, 1), target=1, item=0)
    assert "MISSES" in chase.told()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"city": [{"size": 2, "box": [58, 1, 66, 6]}]}, "does not lie wholly on the table"),
        ({"quarry": {"figures": [{"id": "S1", "profile": "scout_ryder"}]}}, "there is no profile 'scout_ryder'"),
        ({"quarry": {"figures": [{"id": "S1", "profile": "scout_rider", "weapon": "bazooka"}]}}, "has no 'bazooka'"),
        (
            {
                "quarry": {"figures": [{"id": "S1", "profile": "scout_rider", "at": [20, 9]}]},
                "hunters": {"figures": [{"id": "G1", "profile": "winged_swarmer", "at": [21.2, 9]}]},  # 1.25 is contact
            },
            "G1 at (21.2, 9) stands on the base of S1",
        ),
        ({"rules": {"speed": 3}}, "there is no number 'speed'"),
        ({"table": {"length": 40, "breadth": 36}}, "60"),
    ],
)
def test_a_mistake_in_a_scenario_is_one_sentence(change: dict[str, object], said: str) -> None:
    data, _ = scenario_data(scenario.SCENARIOS, "chase")
    with pytest.raises(InputError, match="test") as caught:
        scenario.lay({**data, **change}, {}, "test")
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_switches_and_clauses_name_one_another() -> None:
    book = {clause.option: clause.id for clause in read_rulebook(scenario.FOLDER) if clause.option}
    assert {option.key: option.clause for option in scenario.options()} == book
    assert NO_NAMES.figures == ()


def test_the_log_names_the_piece_that_goes_back_comes_off_or_is_put_back() -> None:
    log = new_log()
    for code in (Code.PIECE_SLIDES, Code.PIECE_COMES_OFF, Code.PIECE_PLACED):
        side_event(log, code.value, Clause.PURS_PUR_6.value, 1, 2)
    words = Words(NameIndex(GAME, Names((), (), lists={"pieces": ("S1a", "S1b", "S2a")})))
    assert [event.text for event in words.read(log.entries[: log.n])] == [
        "Piece S2a of the city slides back.",
        "Piece S2a has reached the rear edge and comes off.",
        "The Hunters put piece S2a back at the Arrival.",
    ]
