"""The one-line notation of actions and positions: what is read, what is printed, and that both agree exactly."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import sandtable
from sandtable.errors import InputError, NotationError
from sandtable.games.game import Part, Phrase
from sandtable.kernel.geometry import facing_of_degrees, snap
from sandtable.kernel.records import MAX_VIA, NONE, Path, new_actions
from sandtable.table.actions import canonical
from sandtable.table.name_index import NameIndex
from table.duel_game import BATTLE, GAME, Phase, Verb, Where

COLUMN = {
    "title": "A column of two and a rank of two",
    "table": {"width": 40, "height": 40},
    "places": ["hill", "far ford"],
    "figures": [
        {"id": "R1", "side": "red", "at": [10, 10], "facing": "N"},
        {"id": "R2", "side": "red", "at": [11, 10], "facing": "N"},
        {"id": "R3", "side": "red", "at": [10, 9], "facing": "N"},
        {"id": "P4", "side": "blue", "at": [20, 20], "facing": "W"},
    ],
}
sandtable.games.register(GAME)
BATTLE_ON_IT = sandtable.new(GAME, COLUMN, dice=[6])


def action(text):
    return BATTLE_ON_IT.action(text)


@pytest.mark.parametrize(
    "said, printed",
    [
        ("move R1 to 12.5,11 facing 90", "move R1 to 12.5,11 facing 90"),
        ("move R1 to 12.5, 11 facing E", "move R1 to 12.5,11 facing 90"),
        ("MOVE r1 to 12.5,11", "move R1 to 12.5,11 facing 0"),  # the facing stays
        ("move R1 R2 ahead 2.5", "move R1 R2 to 10,12.5 facing 0"),
        ("move R1 back 1", "move R1 to 10,9 facing 0"),
        ("move P4 ahead 2", "move P4 to 18,20 facing 270"),
        ("move R1 by -1,0", "move R1 to 9,10 facing 0"),
        ("move R1 facing SE", "move R1 to 10,10 facing 135"),
        ("move R1 ahead 1 facing 12.344", "move R1 to 10,11 facing 12.34"),
        ("move R1 to 5,5 via 8,8 6,7.5", "move R1 via 8,8 6,7.5 to 5,5 facing 0"),
        ("fight R1 P4", "fight R1 P4"),
        ("plant flag R2 flag at hill size 2 offset 1.5", "plant flag R2 flag at hill size 2 offset 1.5"),
        ("plant_flag R2 flag at far_ford", "plant flag R2 flag at far_ford size 0 offset 0"),
        ("give R1 to R2", "give R1 to R2"),
        ("show", "show"),
        ("end", "end"),
        ("end movement", "end"),
    ],
)
def test_lines_are_read_and_printed(said, printed):
    assert action(said).text == printed
    assert action(printed) == action(said)


def test_a_wheel_turns_the_block_about_its_outer_front_corner():
    # R1 and R2 stand abreast facing north: the right front corner of the block is R2's, at 11.5,10.5.
    wheel = action("wheel R1 R2 about right by 90")
    # R1's centre is 1.5 west and 0.5 south of it; turned clockwise that is 0.5 west and 1.5 north of it.
    assert wheel.text == "wheel R1 R2 about 11.5,10.5 to 11,12 facing 90"
    assert action(wheel.text) == wheel and wheel.record["path"] == Path.WHEEL
    assert action("move R1 R2 about right by 90") == wheel
    assert wheel.to_json()["wheel"] == {"about": [11.5, 10.5], "degrees": 90.0}
    left = action("wheel R2 R1 about left by 90")  # counter-clockwise about R1's left front corner, 9.5,10.5
    # R2's centre is 1.5 east and 0.5 south of it; turned so it is 0.5 east and 1.5 north of it.
    assert left.text == "wheel R2 R1 about 9.5,10.5 to 10,12 facing 270"
    assert left.to_json()["wheel"]["degrees"] == -90.0
    # the same from behind the front rank: the corner of the front rank counts, not that of the file behind it
    assert action("wheel R3 R1 about left by 90").record["via"][0].tolist() == [9.5, 10.5]
    assert action("wheel R1 about 10,10 by 180").text == "wheel R1 about 10,10 to 10,10 facing 180"


@pytest.mark.parametrize(
    "said, message",
    [
        ("", "(an empty line): a line begins with one of move, fight, plant flag, give, show, end."),
        ("mvoe R1 to 1,1", ">>mvoe<< R1 to 1,1: a line begins with one of"),
        ("move R9 to 1,1", "move >>R9<< to 1,1: there is no figure 'R9'; did you mean R"),
        ("move R1 R1 to 1,1", "move >>R1<< R1 to 1,1: R1 is named twice."),
        ("move R1 to 1;1", "move R1 to >>1;1<<: to is a place x,y, not '1;1'."),
        ("move R1 to 1,nan", "move R1 to >>1,nan<<: 1 or more"),
        (
            "move R1 facing up",
            "move R1 facing >>up<<: a facing is N, E, S, W or degrees clockwise from north, not 'up'.",
        ),
        ("move R1 to 1,1 ahead 2", "move R1 to 1,1 >>ahead<< 2: to and ahead both say where it ends; one is enough."),
        ("move R1", "move R1: move does not say where it ends: to, ahead, by, facing, or about."),
        ("move to 1,1", "move to 1,1: move names 1 figure; this one names none."),
        ("move R1 to", "move R1 >>to<<: one word follows 'to', and nothing does."),
        ("move R1 ahead 2 back 1", "move R1 ahead 2 >>back<< 1: ahead and back both say where it ends; one is enough."),
        ("move R1 to 1,1 to 2,2", "move R1 >>to<< 1,1 to 2,2: 'to' stands twice."),
        ("move R1 to 1,1 facing 0 facing 0", "move R1 to 1,1 >>facing<< 0 facing 0: 'facing' stands twice."),
        ("move R1 to 1,1 2,2", "move R1 to 1,1 >>2,2<<: one word follows 'to', not 1,1 2,2."),
        ("wheel R1 about middle by 30", "wheel R1 about >>middle<< by 30: a wheel is about left, right or a place x,y"),
        ("wheel R1 about left", "wheel R1 >>about<< left: a wheel needs its degrees: about right by 30."),
        ("move R1 via 1,1 2,2 3,3 4,4 5,5 6,6 7,7 to 1,1", "at most 6 waypoints, not 7"),
        ("fight R1", "fight R1: fight names 2 figures; this one names R1."),
        ("plant flag R1 flag", "plant flag R1 flag: plant flag does not name its at."),
        ("plant flag R1 flag at moon", "there is no place 'moon'; there are: hill, far_ford."),
        ("plant flag R1 flag at hill size 1.5", "size is a whole number, not 1.5."),
        ("plant flag R1 sword at hill", "there is no item 'sword'; there are: flag."),
        ("end fighting", "end >>fighting<<: the step now is movement, not fighting."),
        ("move R1 to 1e9,1", "a number from -10000 to 10000"),
    ],
)
def test_a_line_that_cannot_be_read_shows_the_word_it_stumbles_over(said, message):
    with pytest.raises(NotationError) as error:
        action(said)
    if "1 or more" in message:
        message = "to is a number from -10000 to 10000, not nan."
    assert message in str(error.value)


def test_case_forms_and_json_say_the_same_as_lines():
    for form, line in [
        ({"move": ["R1"], "to": [12.5, 11], "facing": "E"}, "move R1 to 12.5,11 facing 90"),
        ({"move": ["R1", "R2"], "ahead": 2.5}, "move R1 R2 ahead 2.5"),
        ({"move": "R1", "by": [-1, 0]}, "move R1 by -1,0"),
        ({"move": ["R1", "R2"], "wheel": {"about": "right", "degrees": 30}}, "wheel R1 R2 about right by 30"),
        ({"move": ["R1"], "to": [5, 5], "via": [[8, 8], [6, 7.5]]}, "move R1 via 8,8 6,7.5 to 5,5"),
        ({"move": ["R1"], "to": [5, 5], "via": [8, 8]}, "move R1 via 8,8 to 5,5"),
        ({"fight": ["R1", "P4"]}, "fight R1 P4"),
        (
            {"plant_flag": ["R2", "flag"], "at": "hill", "size": 2, "offset": 1.5},
            "plant flag R2 flag at hill size 2 offset 1.5",
        ),
        ({"plant flag": "R2", "item": "flag", "at": "hill"}, "plant flag R2 flag at hill"),
        ({"give": "R1", "to": "R2"}, "give R1 to R2"),
        ({"end": "movement"}, "end"),
        ({"end": None}, "end"),
        ({"verb": "end", "figures": [], "to": None, "facing": None, "via": [], "wheel": None, "amount": None}, "end"),
    ]:
        said = action(form)
        assert said == action(line)
        assert action(said.to_json()) == said


@pytest.mark.parametrize(
    "form, message",
    [
        (
            {"mvoe": ["R1"]},
            "an action names one thing to do of move, fight, plant_flag, give, show, end; this one has only mvoe",
        ),
        ({"move": ["R1"], "fight": ["R1", "P4"]}, "this one names move and fight"),
        ({"verb": "mvoe"}, "there is no action 'mvoe'; did you mean move?"),
        (
            {"move": ["R1"], "too": [1, 1]},
            "move takes to, facing, ahead, by, via, wheel, legs, column, not 'too'; did you",
        ),
        ({"move": ["R1"], "to": [1]}, "to is a place x,y, not [1]"),
        ({"move": ["R1"], "to": [1, float("nan")]}, "to is a number from"),
        ({"move": ["R1"], "to": [1, True]}, "to is a number, not True"),
        ({"move": ["R1"], "wheel": {"round": "right"}}, "wheel is {about: left or right or [x, y], degrees: 30}"),
        ({"move": ["R1"], "via": 3}, "via is a list of places"),
        ({"end": "movement", "to": [1, 1]}, "end takes nothing more, not 'to'"),
        ({"fight": {"R1": "P4"}}, "there is no figure"),
    ],
)
def test_a_mapping_that_is_no_action_says_why(form, message):
    with pytest.raises(InputError) as error:
        action(form)
    assert message in str(error.value)


# ------------------------------------------------------------------------------------- marches

LEGS = [{"ahead": 2}, {"wheel": "right", "degrees": 90}, {"ahead": 3}]


def test_a_march_leads_the_block_about_the_right_end_of_its_front_rank():
    # R1 at (10, 10), R2 beside it at (11, 10): 2 ahead, then about R2's right front corner (11.5, 12.5) by a quarter.
    # R1 stands 1.5 left of that corner and 0.5 behind: afterwards 1.5 to the north and 0.5 to the west of it.
    march = action({"move": ["R1", "R2"], "legs": LEGS})
    assert march.to == (11.0 + 3, 14.0)
    assert march.facing == 90.0
    assert march.text == "move R1 R2 march 2 right 90 3 to 14,14 facing 90"
    assert action("move R1 R2 march 2 right 90 3") == march == action(march.to_json())


def test_the_leader_of_a_column_wheels_on_its_own_corner():
    # alone R1 has its right front corner at (10.5, 12.5), so that it ends half a base to the east, level with it
    column = action({"move": ["R1", "R3"], "legs": LEGS, "column": True})
    assert (column.to, column.facing) == ((10.0 + 3, 13.0), 90.0)
    assert column.text == "move R1 R3 column 2 right 90 3 to 13,13 facing 90"
    assert action(column.text) == column == action(column.to_json())


def test_wheels_join_the_advance_before_them():
    twice = action({"move": ["R1"], "legs": [{"wheel": "left", "degrees": 10}, {"wheel": "left", "degrees": 20}]})
    assert twice.to_json()["legs"] == [{"wheel": "left", "degrees": 10.0}, {"wheel": "left", "degrees": 20.0}]
    assert twice.facing == 330.0


@pytest.mark.parametrize(
    "form, message",
    [
        ({"move": ["R1"], "legs": []}, "legs are a list like [{ahead: 120}"),
        ({"move": ["R1"], "legs": [{"wheel": "right"}]}, "legs are a list like [{ahead: 120}"),
        ({"move": ["R1"], "legs": [{"wheel": "about", "degrees": 3}]}, "a leg wheels left or right, not 'about'"),
        ({"move": ["R1"], "legs": [{"ahead": 1}] * 7}, "one march has at most 6 legs, not 7"),
        ({"move": ["R1"], "legs": [{"ahead": 1}], "ahead": 2}, "a march goes by its legs and nowhere else"),
        ({"move": ["R1"], "column": True, "to": [1, 1]}, "a column goes by legs"),
        ("move R1 march 3 right", "degrees follow 'right', and nothing does"),
        ("move R1 march", "legs follow a march, as 120 right 30 40, and nothing does"),
    ],
)
def test_a_march_that_is_none_says_why(form, message):
    with pytest.raises((InputError, NotationError)) as error:
        action(form)
    assert message in str(error.value)


# ------------------------------------------------------------------------------------- round trips, at random

lattice = st.integers(-60 * 2048, 60 * 2048).map(lambda n: n / 2048)
facing = st.integers(0, 35999).map(lambda n: n / 100)
four = st.lists(st.integers(0, 3), min_size=1, max_size=4, unique=True)


advance = st.integers(1, 60 * 2048).map(lambda n: n / 2048)
wheel = st.integers(1, 18000).flatmap(lambda n: st.sampled_from([n / 100, -n / 100]))
leg = st.one_of(st.tuples(advance, wheel), st.tuples(advance, st.just(0.0)))
marches = st.one_of(
    st.lists(leg, min_size=1, max_size=MAX_VIA),
    st.tuples(wheel, st.lists(leg, max_size=MAX_VIA - 1)).map(lambda parts: [(0.0, parts[0]), *parts[1]]),
    st.just([(0.0, 0.0)]),
)
"""Legs as they are kept: ahead and then a wheel, no empty one but where the march goes nowhere."""


@st.composite
def records(draw):
    """Any action record of the duel, as its own kernels might make it: on the lattices, the unused left blank."""
    record = new_actions(1)[0]
    verb = draw(st.sampled_from(list(Verb)))
    record.verb = verb.value
    if verb in (Verb.MOVE, Verb.FIGHT, Verb.PLANT_FLAG, Verb.GIVE):
        actors = draw(four.filter(lambda some: len(some) > 1) if verb == Verb.FIGHT else four)
        record.n_actors = len(actors)
        record.actors[: len(actors)] = actors
    if verb == Verb.MOVE:
        record.x, record.y = draw(lattice), draw(lattice)
        record.fx, record.fy = facing_of_degrees(draw(facing))
        record.path = draw(st.sampled_from(list(Path))).value
        if record.path in (Path.MARCH, Path.COLUMN):
            legs = draw(marches)
            record.n_via, record.via[: len(legs)] = len(legs), legs
        elif record.path != Path.STRAIGHT:
            n = 1 if record.path == Path.WHEEL else draw(st.integers(1, MAX_VIA))
            record.n_via = n
            for k in range(n):
                record.via[k] = draw(lattice), draw(lattice)
    if verb == Verb.PLANT_FLAG:
        record["item"], record.target = 0, draw(st.integers(0, 1))
        record.amount, record.x = draw(st.integers(-9, 99)), draw(lattice)
    if verb == Verb.GIVE:
        record.target = draw(st.integers(0, 3))
    return record


@given(records())
def test_every_action_round_trips_through_text_and_json_exactly(record):
    made = canonical(record, BATTLE_ON_IT.engine.lexicon, BATTLE_ON_IT.record)
    assert made.record.tobytes() == record.tobytes()  # on the lattices already: nothing is changed
    assert action(made.text) == made and action(made.text).text == made.text
    assert action(made.to_json()) == made
    assert hash(action(made.text)) == hash(made) and repr(made) == f"Action({made.text!r})"


@given(st.floats(-50, 50), st.floats(-50, 50), st.floats(0, 359.99))
def test_a_kernels_action_off_the_lattices_is_put_onto_them(x, y, degrees):
    record = new_actions(1)[0]
    record.verb, record.n_actors, record.actors[0] = Verb.MOVE.value, 1, 0
    record.x, record.y = x, y
    record.fx, record.fy = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    made = canonical(record, BATTLE_ON_IT.engine.lexicon)
    assert (made.record["x"], made.record["y"]) == (snap(x), snap(y))
    assert action(made.text) == made


FIELDS = ("lives", "moved", "fought", "factor")


@example([], [], [(0, 8.777798510069902e304)], Phase.START, [0, 0])  # a point of the lattice too far for any number
@given(
    st.lists(st.tuples(st.integers(0, 5), lattice, lattice, facing), max_size=6),
    st.lists(st.tuples(st.integers(0, 5), st.sampled_from(FIELDS), st.integers(-(2**31), 2**31 - 1)), max_size=6),
    st.lists(st.tuples(st.integers(0, 3), st.floats(allow_nan=False) | st.just(float("nan"))), max_size=3),
    st.sampled_from(list(Phase)),
    st.lists(st.integers(-9, 9), min_size=2, max_size=2),
)
def test_every_position_round_trips_exactly(places, numbers, floats, phase, plan):
    battle = BATTLE_ON_IT.copy()
    record = battle.record
    for index, x, y, degrees in places:
        figure = record.figures[index]
        figure.x, figure.y = x, y
        figure.fx, figure.fy = facing_of_degrees(degrees)
    for index, field, value in numbers:
        record.figures[index][field] = value
    for index, value in floats:
        record.figures[index].x = value  # off the lattice: printed in full
    record.phase, record.plan[:] = phase.value, plan
    text = battle.position()
    assert "\n" not in text
    again = sandtable.from_position(text, COLUMN, dice=[])
    assert again.record.tobytes() == record.tobytes()
    assert again.position() == text


def test_positions_are_short_and_speak_the_words_of_the_game():
    battle = sandtable.new(GAME, dice=[3], options={"reach": 4})
    assert battle.position() == "duel bridge reach=4 ; phase=movement pips=3"
    battle.play("move B to 3,4.5 facing 45")
    battle.record.figures[2].where = Where.OUT.value
    assert battle.position() == "duel bridge reach=4 ; B@3,4.5/45 B.moved=1 C.where=out phase=movement pips=2"


def test_a_battle_goes_on_from_a_position():
    battle = sandtable.from_position("duel bridge ; A@5,2/90 phase=fighting", dice=[6, 1, 4])
    assert [a.text for a in battle.legal()] == ["fight A C", "end"]
    battle.play("fight A C")
    assert battle.record.figures[2].lives == 1  # 6 + 2 against 1 + 3: half or less, two lives of three
    assert battle.decision.side == "blue"


@pytest.mark.parametrize(
    "text, message",
    [
        ("duel bridge", "a position is 'game scenario [option=value ...] ; [field=value ...]'"),
        ("duel bridge fast ; pips=3", ">>fast<<: before the semicolon of a position stand options"),
        ("duel bridge ; Z@1,1/0", ">>Z@1,1/0<<: there is no figure 'Z'"),
        ("duel bridge ; A@1,1", ">>A@1,1<<: a figure's place is written id@x,y/facing"),
        ("duel bridge ; A@1/0", "a figure's place is a place x,y"),
        ("duel bridge ; pisp=3", ">>pisp=3<<: there is no field 'pisp' here; did you mean pips?"),
        ("duel bridge ; pips=many", ">>pips=many<<: 'many' is no whole number"),
        ("duel bridge ; phase=sleeping", "'sleeping' is no whole number or one of start, movement, fighting, over"),
        ("duel bridge ; plan[7]=1", ">>plan[7]=1<<: plan takes an index below 2"),
        ("duel bridge ; plan=1", "plan takes an index below 2"),
        ("duel bridge ; pips[0]=1", "pips takes no index"),
        ("duel bridge ; options=1", "options is made of fields"),
        ("duel bridge ; pips.x=1", "pips has no fields"),
        ("duel bridge ; pips=99999999999", "99999999999 is too large"),
        ("duel bridge ; A=3", "a figure's field is written id.field=value"),
        ("duel bridge ; hello", ">>hello<<: neither id@x,y/facing nor field=value"),
        ("duel #abc ; pips=3", "this position is of a scenario that is not the game's own"),
    ],
)
def test_a_position_that_cannot_be_read_shows_where(text, message):
    with pytest.raises(NotationError) as error:
        sandtable.from_position(text)
    assert message in str(error.value)


def test_the_record_of_the_tests_is_the_one_that_is_printed():
    assert BATTLE_ON_IT.record.dtype == BATTLE and NONE == -1
    assert np.isfinite(BATTLE_ON_IT.record.figures["x"]).all()


def test_a_thing_that_is_no_figure_is_put_at_a_place():
    """As a camp is pitched or a wood laid before a battle: no figures act, and the line says where."""
    placing = Phrase(actors=False, pose=True, parts=(Part("", "item", "items"), Part("size", "amount")))
    battle = BATTLE_ON_IT.copy()
    laying = replace(GAME, phrases={**GAME.phrases, "PLANT_FLAG": placing}, features=lambda record, names: ())
    battle.engine.as_laid = NameIndex(laying, battle.names)
    put = battle.action("plant flag flag to 3,4 facing 90 size 2")
    assert (put.figures, put.to, put.facing) == ((), (3.0, 4.0), 90.0)
    assert put.text == "plant flag flag to 3,4 facing 90 size 2" and battle.action(put.to_json()) == put
    assert battle.action("plant flag flag to 3,4").facing == 0.0
    with pytest.raises(NotationError, match="it does not say where"):
        battle.action("plant flag flag facing 90")
    with pytest.raises(NotationError, match="it does not say where"):
        battle.action("plant flag flag to 3,4 about left by 30")
