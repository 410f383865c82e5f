"""What Pursuit's generals think of an action at first sight: chances worked out by hand; looking changes nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pursuit.street import Chase, building, gargoyle, ruin, scout
from sandtable.games.common.worth import fill_weights
from sandtable.games.pursuit.clauses import FOLDER
from sandtable.games.pursuit.listing.offers import legal_actions
from sandtable.games.pursuit.record import ACTION, Mode, Verb
from sandtable.games.pursuit.thinking.worth import Feature, worth
from sandtable.kernel.records import new_actions
from sandtable.kernel.verbs import MAX_FEATURES, MAX_LEGAL

FAST = Mode.ACCELERATE.value


def features_of(chase: Chase, actions: Any) -> Any:
    """The features of each action; looking changes nothing on the table."""
    fill_weights(chase.b, FOLDER)
    features, worths = np.zeros((MAX_LEGAL, MAX_FEATURES)), np.zeros(MAX_LEGAL)
    before = chase.b.tobytes()
    worth(chase.b, actions, len(actions), features, worths)
    assert chase.b.tobytes() == before
    return features[: len(actions)]


def look(chase: Chase, verb: Verb, i: int, **fields: Any) -> dict[str, float]:
    """The features of one action that are not 0."""
    actions = new_actions(1, ACTION)
    actions[0] = chase.action(verb, i, **fields)
    [row] = features_of(chase, actions)
    return {feature.name.lower(): float(row[feature]) for feature in Feature if row[feature] != 0.0}


def test_a_wall_kills_a_bike_with_one_chance_in_two_and_ends_its_move():
    # Strength 5 against Toughness 5: 4+. The base touches x = 24 after 24 - 20 - 0.75 = 3.25 inches.
    chase = Chase([scout(20, 18)], [gargoyle(5, 30)], [building(24, 14, 30, 22)], phase="movement")
    found = look(chase, Verb.MOVE, 0, to=(26, 18))
    assert found["danger"] == pytest.approx(1 / 2)
    assert found["ahead"] == pytest.approx(3.25, abs=0.01)
    assert found["slide"] == pytest.approx(1 / 2)  # and it stands before the wall when the city slides


def test_a_gargoyle_dies_of_it_with_five_chances_in_six():
    chase = Chase([scout(5, 5)], [gargoyle(20, 18)], [building(24, 14, 30, 22)], phase="movement")
    chase.play(Verb.MOVE, 1, to=(19.5, 18)) if chase.b.active == 0 else None
    assert chase.b.active == 1
    assert look(chase, Verb.MOVE, 1, to=(26, 18))["danger"] == pytest.approx(5 / 6)


def test_two_inches_of_rubble_are_one_test_and_a_survivor_is_stopped():
    # 24 - 20 = 4 inches to the ruin, 2 within it: one test, 1 in 6; a hit wounds on 4+.
    chase = Chase([scout(20, 18)], [gargoyle(5, 30)], [ruin(2, 24, 14, 30, 22)], phase="movement")
    found = look(chase, Verb.MOVE, 0, to=(26, 18))
    assert found["danger"] == pytest.approx(1 / 12)
    assert found["stuck"] == pytest.approx(1 / 12)
    # accelerating straight through: 6 inches within, three tests
    fails = 1 - (5 / 6) ** 3
    assert look(chase, Verb.MOVE, 0, to=(32, 18), mode=FAST)["danger"] == pytest.approx(fails / 2)


def test_who_flies_does_not_mind_size_one():
    chase = Chase([scout(5, 5)], [gargoyle(20, 18)], [ruin(1, 24, 14, 30, 22)], phase="movement")
    found = look(chase, Verb.MOVE, 1, to=(26, 18))
    assert "danger" not in found
    assert "stuck" not in found


def test_slowing_short_of_a_wall_is_counted_over_every_face_of_the_die():
    # The wall comes 12 inches; it reaches the base after 32 - 20 - 0.75 = 11.25. Going back 1 or more it does not.
    chase = Chase([scout(20, 18)], [gargoyle(40, 30)], [building(32, 14, 38, 22)])
    assert look(chase, Verb.KEEP, 0)["danger"] == pytest.approx(1 / 2)
    found = look(chase, Verb.SLOW, 0, amount=1)
    assert "danger" not in found
    assert found["ahead"] == pytest.approx(-3.5)


def test_who_slows_near_the_rear_edge_may_be_left_behind():
    # Its base is 4 inches from the rear edge: 5 and 6 are too much.
    chase = Chase([scout(4.75, 18)], [gargoyle(40, 30)])
    assert look(chase, Verb.SLOW, 0, amount=1)["danger"] == pytest.approx(2 / 6)


def test_turned_aside_it_falls_back_and_gives_up_where_there_is_no_room():
    chase = Chase([scout(11, 18)], [gargoyle(5, 30)], phase="movement")
    found = look(chase, Verb.MOVE, 0, to=(12.5, 18))
    assert "slide" not in found
    assert "behind" not in found
    aside = look(chase, Verb.MOVE, 0, via=[(13, 18)], to=(14.4142, 19.4142), heading=90)
    assert aside["behind"] == 12.0
    assert "slide" not in aside  # 14.4 - 0.75 is more than 12
    chase = Chase([scout(9, 18)], [gargoyle(5, 30)], phase="movement")
    assert look(chase, Verb.MOVE, 0, via=[(11, 18)], to=(12.4142, 19.4142), heading=90)["slide"] == 1.0


def test_a_charge_is_seen_before_its_end_and_a_friend_is_none():
    chase = Chase([scout(20, 18), scout(23, 18)], [gargoyle(12, 30)], phase="movement")
    assert chase.b.active == 1
    chase.play(Verb.STAY, 1)
    assert "contact" not in look(chase, Verb.MOVE, 0, to=(26, 18))
    chase = Chase([scout(20, 18)], [gargoyle(24, 18)], phase="movement")
    chase.play(Verb.STAY, 1)
    found = look(chase, Verb.MOVE, 0, to=(26, 18))
    assert found["contact"] == 1.0
    assert found["ahead"] == pytest.approx(2.75, abs=0.02)  # 4 inches less both radii


def test_over_the_arrival_it_gets_away():
    chase = Chase([scout(56, 18)], [gargoyle(5, 30)], phase="movement")
    assert look(chase, Verb.MOVE, 0, to=(62, 18))["escape"] == 1.0
    assert "escape" not in look(chase, Verb.MOVE, 0, to=(58, 18))


def test_moves_that_begin_alike_are_worth_the_same_alone_and_in_the_list():
    city = [building(31, 10, 36, 17), ruin(2, 22, 19, 28, 25), ruin(1, 26, 12, 30, 17)]
    chase = Chase([scout(20, 18), scout(24, 21)], [gargoyle(15, 20), gargoyle(27, 17.5)], city, phase="movement")
    actions = new_actions(MAX_LEGAL, ACTION)
    for _ in range(3):
        n = int(legal_actions(chase.b, actions))
        assert n > 60
        together = features_of(chase, actions[:n])
        for k in range(n):
            assert together[k].tolist() == features_of(chase, actions[k : k + 1])[0].tolist()
        chase.play(Verb.STAY, int(chase.b.active))
