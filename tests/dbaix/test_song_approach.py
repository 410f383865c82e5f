"""How the called come to the bard: where they could touch it, how near they get, and what is said of it (MUS-9)."""

from __future__ import annotations

import pytest

from dbaix.board import board, cacofonix, codes, entries, fresh_log, judged, move, roman, villager
from dbaix.fights import sing
from sandtable.games.dbaix.record import Phase, Side, Song, Verb
from sandtable.games.dbaix.rules import approach, music
from sandtable.games.dbaix.rules.movement import judge_move
from sandtable.games.dbaix.rules.obedience import fill_approach, may_end_movement
from sandtable.kernel.geometry import base_of, overlap
from sandtable.kernel.log import Kind
from sandtable.kernel.records import new_actions


def stage(*figures, **changes):
    """A Gaulish bound; the bard (0) sings, and figure 1 is called."""
    b = board(*figures, side=Side.GAULS, **changes)
    b.phase = Phase.MOVEMENT.value
    sing(b)
    b.figures[1].called = 1
    return b


def nearest(b):
    """The nearest approach of figure 1, for which nothing is written down."""
    log = fresh_log()
    found = approach.nearest_approach(b, 1, 0, log)
    assert (log.n, log.keep) == (0, 1)
    return found


@pytest.mark.clause("DBAIX-MUS-9")
@pytest.mark.parametrize("bard_faces", [0, 30, 45, 200])
@pytest.mark.parametrize("he_faces", [0, 30, 77, 200])
def test_every_place_at_the_bard_touches_him_along_an_edge_and_stands_clear_of_him(bard_faces, he_faces):
    """Nine places along each of its four edges; one aslant turns as little as squares it up.

    Bases of an inch and a half.
    """
    size = {"width": 1.5, "depth": 1.5}
    b = board(cacofonix(20.5, 20.5, bard_faces, **size), villager(24.5, 20.5, he_faces, **size))
    bard, base = base_of(b.figures[0]), base_of(b.figures[1])
    places = [approach.place_at_bard(base, bard, index) for index in range(approach.N_PLACES)]
    for place in places:
        assert approach.touches_bard(place, bard)
        assert not overlap(place, bard)
        assert place.fx * base.fx + place.fy * base.fy > 0.7
    assert len({(round(place.x, 2), round(place.y, 2)) for place in places}) == approach.N_PLACES
    middles = {(round(p.x - bard.x, 2), round(p.y - bard.y, 2)) for p in places[:: approach.N_PLACES // 4]}
    assert {(-x, -y) for x, y in middles} == middles  # opposite edges


@pytest.mark.clause("DBAIX-MUS-9")
@pytest.mark.parametrize(
    ("x", "y", "gap"), [(20.5, 10.5, 5.0), (10.5, 20.5, 5.0), (20.5, 29.5, 4.0), (29.5, 20.5, 4.0)]
)
def test_who_cannot_touch_him_comes_straight_as_near_as_a_move_goes(x, y, gap):
    b = stage(cacofonix(20.5, 20.5), villager(x, y))
    found = nearest(b)
    assert (found.is_move, found.touches) == (True, False)
    assert found.gap == pytest.approx(gap, abs=0.01)
    action = new_actions()[0]
    assert fill_approach(b, 1, action, fresh_log())
    assert (action.verb, action.n_actors, action.actors[0], action.n_via) == (Verb.MOVE, 1, 1, 0)
    assert judged(judge_move, b, action).legal


@pytest.mark.clause("DBAIX-MUS-9")
def test_who_is_in_his_way_makes_him_halt_before_him():
    """3 inches ahead, in the way to all places at the bard that it could come nearer by: a rank of seven."""
    rank = [villager(17.0 + k, 14.0) for k in range(8)]
    b = stage(cacofonix(20.5, 20.5), villager(20.5, 10.5), *rank)
    found = nearest(b)
    assert found.is_move
    assert found.y == pytest.approx(13.0, abs=0.05)  # touching nobody, by a fiftieth of an inch


@pytest.mark.clause("DBAIX-MUS-9")
def test_a_place_off_the_table_is_no_place():
    """The bard stands in the corner of the table, friends fill the two other sides."""
    b = stage(cacofonix(0.5, 0.5), villager(3.5, 3.0), villager(1.5, 0.5), villager(0.5, 1.5))
    assert not nearest(b).touches
    b = stage(cacofonix(0.5, 0.5), villager(3.5, 3.0), villager(1.5, 0.5))
    assert nearest(b).touches
    # At the western edge, friends on the three other sides: the place beyond it is off the table.
    b = stage(cacofonix(0.5, 20.5), villager(1.2, 23.3), villager(1.5, 20.5), villager(0.5, 21.5), villager(0.5, 19.5))
    assert not nearest(b).touches


@pytest.mark.clause("DBAIX-MUS-9", "DBAIX-MOV-15")
@pytest.mark.parametrize(("threat_zone", "touches"), [(0, True), (1, False)])
def test_an_enemys_threat_holds_him_where_that_is_the_house_rule(threat_zone, touches):
    """It stands before a Roman's front, half an inch off, and would have to go aside."""
    b = stage(cacofonix(20.5, 20.5), villager(17.5, 20.5), roman(17.5, 19.0, "N"), threat_zone=threat_zone)
    assert nearest(b).touches is touches
    b = stage(cacofonix(20.5, 20.5), villager(17.5, 20.5), threat_zone=threat_zone)
    assert nearest(b).touches


@pytest.mark.clause("DBAIX-MUS-9")
def test_the_one_reason_why_movement_cannot_end_names_him_and_the_place():
    b = stage(cacofonix(20.5, 20.5), villager(24.5, 20.5))
    log = fresh_log()
    assert not may_end_movement(b, log)
    [reason] = entries(log, Kind.REASON)
    assert (codes(log, Kind.REASON), int(reason.actor), log.n) == (["MUST_COME_TO_THE_BARD"], 1, 1)
    assert (reason.x, reason.y) == (24.5, 20.5)
    assert (reason.x2, reason.y2) == (21.5, 20.5)  # the nearest place at its eastern edge


@pytest.mark.clause("DBAIX-MUS-10", "DBAIX-MUS-14", "DBAIX-MUS-15")
def test_neither_the_bard_nor_who_is_not_called_moves():
    b = stage(cacofonix(20.5, 20.5), villager(24.5, 20.5), villager(30.5, 30.5))
    assert judged(judge_move, b, move(b, 0, ahead=1)).reasons == ["MUS-14"]
    assert judged(judge_move, b, move(b, 2, ahead=1)).reasons == ["MUS-10"]
    b.song = Song.GAGGED.value
    assert judged(judge_move, b, move(b, 0, ahead=1)).reasons == ["MUS-15"]
    assert judged(judge_move, b, move(b, 2, ahead=1)).legal


@pytest.mark.clause("DBAIX-MUS-7", "DBAIX-MUS-15")
def test_a_choice_costs_nothing_even_when_it_is_refused():
    from dbaix.board import act

    b = stage(cacofonix(20.5, 20.5), villager(24.5, 20.5))
    for phase in (Phase.CALL, Phase.FLIGHT):
        b.phase = phase.value
        for target in (-1, 0, 1, 2):
            log = fresh_log()
            verdict = music.judge_choice(b, act(Verb.CHOOSE, target=target), log)
            assert (verdict.legal, verdict.cost) == (0, 0)


@pytest.mark.clause("DBAIX-MUS-15")
def test_a_release_is_forgotten_once_it_has_come():
    b = stage(cacofonix(20.5, 20.5), villager(21.5, 20.5), song_restart=1)
    b.song, b.song_release = Song.GAGGED.value, int(b.gaul_bounds)
    music.end_of_gaulish_bound(b, fresh_log())
    assert (b.song, b.sixes, b.song_release) == (Song.SILENT, 0, -1)


@pytest.mark.clause("DBAIX-MUS-9")
def test_who_is_shut_in_has_no_move_to_him():
    """Friends touch all four of its sides."""
    ring = [villager(28.5, 20.5), villager(30.5, 20.5), villager(29.5, 21.5), villager(29.5, 19.5)]
    b = stage(cacofonix(20.5, 20.5), villager(29.5, 20.5), *ring)
    assert not nearest(b).is_move
    assert may_end_movement(b, fresh_log())


@pytest.mark.clause("DBAIX-MUS-9", "DBAIX-MOV-14")
def test_an_approach_charges_nobody():
    """The only place at the bard that is near enough would be a front on an enemy, too: it comes near, not there."""
    b = stage(cacofonix(20.5, 20.5), villager(20.5, 25.4), roman(20.5, 22.5, "N"))
    b.rules.move = 3.0
    found = nearest(b)
    assert found.is_move and not found.touches
    action = new_actions()[0]
    assert fill_approach(b, 1, action, fresh_log())
    assert "MEETS_FRONT" not in judged(judge_move, b, action).notes
