"""What positions and actions look worth to a general: whom it spares, where it sends whom, what it does not list."""

from __future__ import annotations

import math

import numpy as np
import pytest

from batalist.field import SOUTH, action, add, field, ground
from sandtable.games.batalist.enums import Goal, Ground, Mode, Order, Phase, Role, Skill, State, Verb
from sandtable.games.batalist.laying.battalions import add_character, add_hero
from sandtable.games.batalist.listing.drafts import draft_shot
from sandtable.games.batalist.record import ACTION
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.thinking.attacks import AWAY, eye_of, value_of_fight
from sandtable.games.batalist.thinking.deploying import value_of_place
from sandtable.games.batalist.thinking.evaluate import strength_of
from sandtable.games.batalist.thinking.objectives import Eye, errand_of, longing, out_of_command, wanted_distance
from sandtable.games.batalist.thinking.orders import barrier, use_of_order
from sandtable.games.batalist.thinking.passage import NO_WAY, left_of_way, way_out
from sandtable.games.batalist.thinking.worth import Feature, worth
from sandtable.kernel.geometry import base_of, placed
from sandtable.kernel.records import NONE, new_actions
from sandtable.table.scenarios import lay_table


@pytest.mark.clause("BAT-MOR-2", "BAT-ARM-22")
def test_who_must_not_die_stays_away_from_the_enemy():
    b = lay_table("batalist", "C1").record[0]
    general = next(c for c in b.characters if c.role == Role.GENERAL and c.side == 0)
    hero = next(c for c in b.characters if c.role == Role.HERO and c.side == 0)
    assert wanted_distance(b, general.battalion) == 16.0 and wanted_distance(b, hero.own) == 24.0
    assert wanted_distance(b, 0) == 0.0, "halberdiers with a captain fight at close quarters"
    b.goal = Goal.NO_OTHER.value
    assert wanted_distance(b, general.battalion) == 0.0, "he fights where the battle goes on without him"
    assert wanted_distance(b, hero.own) == 12.0, "nor is a hero's death the end of it"


@pytest.mark.clause("BAT-HER-12", "BAT-MOR-2", "BAT-AMB-4")
def test_a_hero_keeps_away_from_markers_too():
    """30 steps from the nearest enemy it is 6 beyond the 24 that it wants; a marker 20 steps off is 4 too near."""
    b = lay_table("batalist", "C1").record[0]
    i = next(c.own for c in b.characters if c.role == Role.HERO and c.side == 0)
    u, enemy, marker = b.figures[i], b.figures[12], b.markers[0]
    for one, y in ((u, 10.0), (enemy, 10.0 + 0.5 * u.depth + 30.0 + 0.5 * enemy.depth)):
        one.state, one.x, one.y, one.fx, one.fy = State.FIELD.value, 45.0, y, 0.0, 1.0
    eye = Eye(12, NONE, 0.0, NO_WAY)
    assert longing(b, i, eye, base_of(u)) == 0.0
    b.n_markers, marker.side, marker.lies = 1, 1, 1
    marker.x, marker.y = 45.0 + 0.5 * u.width + 20.0, 10.0
    assert longing(b, i, eye, base_of(u)) == pytest.approx(4.0)
    marker.lies = 0
    assert longing(b, i, eye, base_of(u)) == 0.0, "it has been taken away"
    marker.lies, marker.side = 1, 0
    assert longing(b, i, eye, base_of(u)) == 0.0, "it is his own"


@pytest.mark.clause("BAT-DEP-1")
def test_who_fights_is_deployed_in_front_and_heroes_behind():
    """Ten steps farther forward are worth 5 to knights, and cost a hero 5; to the general they are nothing."""
    b = lay_table("batalist", "C1").record[0]
    hero = next(c.own for c in b.characters if c.role == Role.HERO and c.side == 0)
    general = next(c.battalion for c in b.characters if c.role == Role.GENERAL and c.side == 0)
    gains = []
    for i in (7, hero, general):
        u = b.figures[i]
        far, near = placed(base_of(u), 45.0, 4.0, 0.0, 1.0), placed(base_of(u), 45.0, 14.0, 0.0, 1.0)
        gains.append(value_of_place(b, i, near) - value_of_place(b, i, far))
    assert gains == pytest.approx([5.0, -5.0, 0.0])
    b.goal = Goal.WALL.value
    u = b.figures[hero]
    far, near = placed(base_of(u), 45.0, 4.0, 0.0, 1.0), placed(base_of(u), 45.0, 14.0, 0.0, 1.0)
    assert value_of_place(b, hero, near) == value_of_place(b, hero, far), "where he has an errand he is free to go"


@pytest.mark.clause("BAT-MOR-12")
def test_a_general_keeps_room_to_fall_back():
    """At y 4 it lacks 6 of 10 steps behind it, which count double; the enemy is 16 steps off, as it should be."""
    b = lay_table("batalist", "C1").record[0]
    i = next(c.battalion for c in b.characters if c.role == Role.GENERAL and c.side == 0)
    u, enemy = b.figures[i], b.figures[12]
    for one, y in ((u, 4.0), (enemy, 4.0 + 0.5 * u.depth + 16.0 + 0.5 * enemy.depth)):
        one.state, one.x, one.y, one.fx, one.fy = State.FIELD.value, 45.0, y, 0.0, 1.0
    assert longing(b, i, Eye(12, NONE, 0.0, NO_WAY), base_of(u)) == pytest.approx(12.0)


@pytest.mark.clause("BAT-ARM-22")
def test_battalions_are_sent_to_both_ends_of_the_ford():
    """Sir Aldwin, who goes 10 steps, to the far end, Ysolde, who goes 6, to the near one; crossbowmen shoot."""
    b = lay_table("batalist", "C3").record[0]
    for i in range(b.n_figures):
        b.figures[i].state = State.FIELD.value
        b.figures[i].x, b.figures[i].y = 45.0, 10.0
    sent = [(errand_of(b, i).x, errand_of(b, i).y) for i in (0, 1, 10, 11)]
    assert sent == [(45, 36), (45, 24), (45, 36), (45, 24)]
    assert not errand_of(b, 2).is_sent and not errand_of(b, 4).is_sent
    b.figures[10].x = 20.0
    to = errand_of(b, 10)
    assert (to.x, to.y) == (45, 23), "first to the near end, a step in front of which lies half his base"
    b.figures[10].y = 34.0
    assert errand_of(b, 10).y == 36, "he has come over"


@pytest.mark.clause("BAT-ARM-22", "BAT-TER-16", "BAT-SKL-7")
def test_who_goes_beyond_the_wall_and_what_is_knocked_down_first():
    """Wyverns fly over it; the fence before the gate falls first, then the gate, then heroes go through."""
    b = lay_table("batalist", "C5").record[0]
    assert [i for i in range(b.n_figures) if errand_of(b, i).is_sent] == [8], "wyverns"
    fence, gate = 11, 4
    assert barrier(b) == fence
    b.terrain.features[fence].kind = Ground.DIFFICULT.value
    assert barrier(b) == gate
    b.terrain.features[gate].kind = Ground.DIFFICULT.value
    assert barrier(b) == NONE
    hero = b.figures[10]
    hero.x, hero.y = 20.0, 10.0
    to = errand_of(b, 10)
    assert to.is_sent and to.x == 45.0 and to.y < 30.0, "he lines up before the gate"
    hero.x = 45.0
    assert errand_of(b, 10).y > 36.0
    assert not errand_of(b, 12).is_sent, "the defenders stay"


@pytest.mark.clause("BAT-ARM-22")
def test_the_fast_ones_leave_by_the_enemys_edge():
    b = lay_table("batalist", "C4").record[0]
    sent = [i for i in range(12) if errand_of(b, i).is_sent]
    assert sent == [5, 6, 8, 10, 11], "wolf riders, the pack, wyverns, both heroes"
    assert errand_of(b, 5).y == 72.0 and errand_of(b, 18).y == -12.0, "black riders go south"


@pytest.mark.clause("BAT-ARM-22", "BAT-ACT-6", "BAT-ACT-9")
def test_they_go_round_who_stands_between_them_and_the_edge():
    """Gashrak, 1 wide, keeps 0.7 from others: 1.2 beside halberdiers 5 by 4 whose near edge is 8 steps ahead of it.

    Of lanes every 3 steps the nearest free one is 4.5 aside. Bent 6 steps ahead, the way is 7.5 and 56 steps to 12
    beyond the edge, with two wheels of a base 1 wide by the angle whose tangent is 4.5 / 6.
    """
    b = field()
    i = b.characters[add_hero(b, "gashrak", 0, 45, 10, 0)].own
    there = base_of(b.figures[i])
    assert way_out(b, i, there) == (45, 72, 45, 72, 62)
    enemy = add(b, "L1", 1, 45, 20, facing=SOUTH)
    out = way_out(b, i, there)
    assert out[:4] == (40.5, 16, 40.5, 72) and out.price == pytest.approx(63.5 + 2 * math.atan2(4.5, 6))
    assert left_of_way(there, out) == pytest.approx(math.sqrt(41) + 56), "from his corner, 4 and 5 steps from the bend"
    ground(b, Ground.WATER, 0, 40, 44, 44)
    assert way_out(b, i, there).x == 49.5, "no rider goes through water"
    b.figures[enemy].state = State.DESTROYED.value
    flyer = add(b, "O8", 0, 20, 10)
    assert way_out(b, flyer, base_of(b.figures[flyer]))[:4] == (20, 72, 20, 72)


@pytest.mark.clause("BAT-IND-3", "BAT-ARM-22")
def test_independent_warriors_who_are_to_leave_are_told_to_move_by_both_their_orders():
    b = lay_table("batalist", "C4").record[0]
    b.turn, b.phase = 1, Phase.ORDERS.value
    b.figures[6].state = State.FIELD.value
    orders = [(1, Order.MOVE), (0, Order.MOVE), (1, Order.TURN)]  # they have Move and Melee Attack
    changes = [action(b, Verb.CHANGE_OWN, 6, target=0, item=place, amount=order) for place, order in orders]
    features = np.zeros((3, len(Feature)))
    worth(b, np.array(changes), 3, features, np.zeros(3))
    assert list(features[:, Feature.ORDER]) == [3.0, -3.0, -3.0]


@pytest.mark.clause("BAT-ARM-22", "BAT-HER-6")
def test_who_is_sent_past_the_enemy_keeps_their_reserve_for_it_and_makes_their_last_move_first():
    """Gashrak goes 11 steps: from y 53 a Move takes it over the edge, from y 40 not. Mother Rot sets nothing aside."""
    b = lay_table("batalist", "C4").record[0]
    for i, x, y in ((10, 45.0, 53.0), (12, 20.0, 56.0)):
        b.figures[i].state = State.FIELD.value
        b.figures[i].x, b.figures[i].y, b.figures[i].fx, b.figures[i].fy = x, y, 0.0, 1.0
    eye = Eye(12, NONE, 0.0, way_out(b, 10, base_of(b.figures[10])))
    # errand 4 and 0.2 for one so far off, by the part of a Move that is free: 6 of 11 steps; the last Move 6
    assert use_of_order(b, 10, eye, Order.MOVE.value) == pytest.approx(6.0 + 4.2 * 6.0 / 11.0)
    b.figures[10].y = 40.0
    eye = eye_of(b, 10)
    assert use_of_order(b, 10, eye, Order.MOVE.value) == pytest.approx(4.2)
    for scenario, use in (("C4", -1.0), ("C1", 0.6)):
        b = lay_table("batalist", scenario).record[0]
        b.turn, b.phase = 3, Phase.ORDERS.value
        aside = action(b, Verb.SET_ASIDE, 11, amount=2)
        features = np.zeros((1, len(Feature)))
        worth(b, np.array([aside]), 1, features, np.zeros(1))
        assert features[0, Feature.ORDER] == pytest.approx(use)


@pytest.mark.clause("BAT-CBT-2", "BAT-SKL-8")
def test_they_go_for_whom_they_beat_and_not_for_the_nearest():
    """Goblin spears leave shieldguard, who would beat them, and go for slingers farther off, and never for flyers."""
    b = field()
    i = add(b, "O3", 0, 45, 20)
    j = add(b, "L3", 1, 45, 30, facing=SOUTH)
    assert eye_of(b, i) == (j, NONE, 0.0, NO_WAY)
    slingers = add(b, "L5", 1, 60, 34, facing=SOUTH)
    eye = eye_of(b, i)
    assert (eye.near, eye.prey) == (j, slingers) and eye.gain > 0.0
    b.figures[slingers].state = State.DESTROYED.value
    add(b, "U7", 1, 45, 34, facing=SOUTH)
    assert eye_of(b, i).prey == NONE


@pytest.mark.clause("BAT-ORD-4")
def test_out_of_command_is_measured_to_the_nearest_leader():
    """Two bases 5 wide whose middles are 20 apart leave 15 between them; the captain's radius is 6."""
    b = lay_table("batalist", "C1").record[0]
    for i, x in ((0, 10.0), (1, 30.0)):
        b.figures[i].x, b.figures[i].y, b.figures[i].fx, b.figures[i].fy = x, 5.0, 0.0, 1.0
    assert out_of_command(b, 0, base_of(b.figures[1])) == 0.0, "nobody is on the field yet"
    b.figures[0].state = State.FIELD.value
    b.characters[b.figures[0].character].radius = 6.0
    apart = 20.0 - 0.5 * (b.figures[0].width + b.figures[1].width)
    assert out_of_command(b, 0, base_of(b.figures[1])) == pytest.approx(apart - 6.0)


@pytest.mark.clause("BAT-ORD-4", "BAT-ARM-22")
def test_who_is_sent_somewhere_goes_out_of_command_for_their_last_move_alone():
    """Guards 5 by 4, 6 steps a Move, are sent to the middle of a wood, (40, 30); a captain's front is at y 7.

    From 6 steps before it nothing counts but these. From 7 their rear, at 19, is 12 steps from it, twice its radius.
    """
    b = field()
    b.goal = Goal.WOODS.value
    b.sites[ground(b, Ground.WOOD, 30, 25, 50, 35)].is_goal = 1
    captain = b.characters[add_character(b, Role.CAPTAIN, add(b, "L1", 0, 40, 5))]
    captain.radius = 6.0
    i = add(b, "U2", 0, 40, 22)
    b.profiles[b.figures[i].profile].speed = 6.0
    eye = Eye(NONE, NONE, 0.0, NO_WAY)
    for y, counts in ((22.0, 6.0), (21.0, 7.0 + 3.0 * 6.0)):
        assert longing(b, i, eye, base_of(b.figures[i])._replace(y=y)) == pytest.approx(counts)
    captain.alive = 0
    assert longing(b, i, eye, base_of(b.figures[i])._replace(y=21.0)) == pytest.approx(7.0), "nobody is left to obey"


@pytest.mark.clause("BAT-DEP-6", "BAT-MOR-2")
def test_a_hero_counts_more_than_their_one_warrior():
    b = lay_table("batalist", "C1").record[0]
    before = strength_of(b, 0)
    next(c for c in b.characters if c.role == Role.HERO and c.side == 0).alive = 0
    assert before - strength_of(b, 0) == pytest.approx(15.0)


@pytest.mark.clause("BAT-SKL-4", "BAT-SKL-5")
def test_a_template_is_listed_on_a_side_of_a_target_whose_middle_is_out_of_range():
    """The front of the orcs is a quarter of a step within the radius of the bombards, their middle beyond it."""
    b = field()
    i = add(b, "L8", 0, 10, 10)
    radius = float(b.profiles[b.figures[i].profile].radius)
    eye = 10 + 0.5 * float(b.figures[i].depth)
    j = add(b, "O1", 1, 10, 10)
    b.figures[j].fy = -1.0
    b.figures[j].y = eye + radius + 0.5 * b.figures[j].depth - 0.25
    draft = new_actions(1, ACTION)[0]
    assert draft_shot(b, draft, i, j, Mode.ORDERED.value)
    assert (draft.x, draft.y) == (10.0, pytest.approx(eye + radius - 0.25))


def flyers(b):
    """Who flies, whom nobody makes for."""
    return {i for i in range(b.n_figures) if has(b, i, Skill.FLYING.value)}


def test_its_prey_is_whom_a_battalion_would_best_fight_of_all_near_and_far():
    """Every enemy is asked here, where ``eye_of`` passes over those who could not bring more if all of them fell."""
    chance, found = np.random.default_rng(7), 0
    b = lay_table("batalist", "C1", {"deployment": "ready_made"}).record[0]
    for _ in range(6):
        for u in b.figures[: b.n_figures]:
            u.x, u.y = chance.uniform(10.0, 80.0, 2)
            u.state, u.healthy = State.FIELD.value, chance.integers(1, u.healthy + 1)
        for i in range(b.n_figures):
            eye, u = eye_of(b, i), b.figures[i]
            if eye.prey == NONE:
                continue
            found += 1
            speed = b.profiles[u.profile].speed
            gains = {
                j: value_of_fight(b, i, j, ordered=True) * AWAY ** (math.hypot(u.x - other.x, u.y - other.y) / speed)
                for j, other in enumerate(b.figures[: b.n_figures])
                if other.side != u.side and other.state == State.FIELD and j not in flyers(b)
            }
            assert eye.prey == max(gains, key=gains.__getitem__) and eye.gain == pytest.approx(max(gains.values()))
    assert found > 40
