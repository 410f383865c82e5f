"""More moves in a bound, breaking off, dismounting and landing (DBA-MULTI, DBA-BREAK, DBA-DISM, DBA-LIT)."""

from __future__ import annotations

from typing import Any

import pytest

from dba.orders import ahead, ask, go, is_legal, march, move
from dba.table import BLUE, RED, act, codes, entries, fresh_log, judged, lay, where
from sandtable.games.dba.record import Ground, Type, Verb, Where
from sandtable.games.dba.rules.dismounting import dismount, judge_dismount
from sandtable.games.dba.rules.landing import judge_land, land
from sandtable.kernel.log import Kind
from sandtable.kernel.records import Path

GENERAL = {"general": 1}


def moved(code: str, *others: Any, **options: Any) -> Any:
    """An element in the middle of the board that has moved once in this bound."""
    return lay(("A", code, RED, 1500, 1500, "N", {"general": 1, "moves": 1}), *others, **options)


@pytest.mark.clause("DBA-MULTI-1")
@pytest.mark.parametrize("code", ["3Cv", "3Kn", "El", "4Bd", "4Sp", "4Pk", "3Ax", "3Bw", "7Hd", "3Cm"])
def test_most_move_once(code: str) -> None:
    b = moved(code)
    assert ask(b, ahead(b, 0, by=50)).reasons == ["DBA-MULTI-1"]


@pytest.mark.clause("DBA-MULTI-2")
def test_any_number_of_moves_along_a_road_but_not_into_contact() -> None:
    road = (Ground.ROAD, [(1500, 0), (1500, 3000)], 160)
    b = moved("4Bd", terrain=[road])
    b.figures[0].moves = 3
    assert is_legal(b, ahead(b, 0, by=400))
    assert ask(b, ahead(b, 0, by=100, aside=90)).reasons == ["DBA-MULTI-1"]
    b = moved("4Bd", ("E", "4Bd", BLUE, 1500, 1760, "S", GENERAL), terrain=[road])
    assert is_legal(b, ahead(b, 0, by=30))
    assert not is_legal(b, ahead(b, 0, by=200))  # into front contact


@pytest.mark.clause("DBA-MULTI-3")
def test_light_horse_moves_on_as_long_as_it_keeps_a_base_width_from_enemies() -> None:
    # The enemy's rear edge is at y = 1940 - ...: 4Bd facing north at (1500, 2100) covers y 2070..2130.
    b = moved("2LH", ("E", "4Bd", BLUE, 1500, 2100, "N", GENERAL))
    # Front at 1560; 160 short of 2070 is 1910: 349 ahead is free, 351 is not.
    assert is_legal(b, ahead(b, 0, by=349))
    assert ask(b, ahead(b, 0, by=351)).reasons == ["DBA-MULTI-3"]
    # With 200 paces: front up to 1870.
    b = moved("2LH", ("E", "4Bd", BLUE, 1500, 2100, "N", GENERAL), multi_distance="200_paces")
    assert is_legal(b, ahead(b, 0, by=309))
    assert ask(b, ahead(b, 0, by=311)).reasons == ["DBA-MULTI-3"]
    # Passing counts: from x = 1000 to x = 1490 by an enemy in between, 100 south of the way.
    b = lay(
        ("A", "2LH", RED, 1000, 1500, "E", {"general": 1, "moves": 1}),
        ("E", "4Bd", BLUE, 1250, 1290, "S", GENERAL),  # covers y 1260..1320; A's strip is y 1420..1580
    )
    b.figures[1].x = 1250
    assert ask(b, move(0, to=(1490, 1500), facing="E")).reasons == ["DBA-MULTI-3"]
    b.figures[1].y = 1220  # y 1190..1250: 170 away
    assert is_legal(b, move(0, to=(1490, 1500), facing="E"))


@pytest.mark.clause("DBA-MULTI-3")
def test_light_horse_keeps_away_from_enemies_whom_it_could_not_reach() -> None:
    # 4Bd facing south at (1500, 2240) covers y 2210..2270. The front, at 1560, gets to 2060 by the whole move of 500.
    b = moved("2LH", ("E", "4Bd", BLUE, 1500, 2240, "S", GENERAL))
    assert is_legal(b, ahead(b, 0, by=489))  # 161 short of it
    assert ask(b, ahead(b, 0, by=491)).reasons == ["DBA-MULTI-3"]
    assert ask(b, ahead(b, 0, by=500)).reasons == ["DBA-MULTI-3"]


@pytest.mark.clause("DBA-MULTI-4")
def test_psiloi_move_on_only_in_their_first_bound() -> None:
    b = moved("2Ps", own_bounds=[1, 0])
    assert is_legal(b, ahead(b, 0, by=300))
    b.own_bounds[RED] = 2
    assert ask(b, ahead(b, 0, by=300)).reasons == ["DBA-MULTI-4"]


@pytest.mark.clause("DBA-MULTI-5")
def test_warband_moves_on_only_into_contact_or_to_help_such_warband() -> None:
    enemy = ("E", "4Bd", BLUE, 1500, 1700, "S", GENERAL)
    b = moved("4Wb", enemy)
    assert ask(b, ahead(b, 0, by=100)).reasons == ["DBA-MULTI-5"]
    assert is_legal(b, ahead(b, 0, by=140))
    b.figures[0].moves = 2
    assert ask(b, ahead(b, 0, by=140)).reasons == ["DBA-MULTI-5"]
    # B stands against the enemy; A comes up behind it, or beside it.
    held = ("B", "4Wb", RED, 1500, 1640, "N")
    b = moved("4Wb", enemy, held)
    assert is_legal(b, ahead(b, 0, by=80))
    assert ask(b, ahead(b, 0, by=70)).reasons == ["DBA-MULTI-5"]
    assert is_legal(b, ahead(b, 0, by=80))
    b = moved("4Wb", enemy, ("B", "4Wb", RED, 1500, 1640, "N"))
    b.figures[0].x = 1700
    assert is_legal(b, move(0, to=(1660, 1640)))
    assert ask(b, move(0, to=(1670, 1640))).reasons == ["DBA-MULTI-5"]


@pytest.mark.clause("DBA-MULTI-6")
def test_scythed_chariots_make_one_more_move() -> None:
    b = moved("SCh")
    assert is_legal(b, ahead(b, 0, by=400))
    assert not is_legal(b, ahead(b, 0, by=401))
    b.figures[0].moves = 2
    assert ask(b, ahead(b, 0, by=100)).reasons == ["DBA-MULTI-6"]


@pytest.mark.clause("DBA-MULTI-7", "DBA-PIP-8")
def test_every_element_of_a_group_must_qualify() -> None:
    b = lay(
        ("A", "2LH", RED, 1500, 1500, "N", {"general": 1, "moves": 1}),
        ("B", "2LH", RED, 1660, 1500, "N", {"moves": 1}),
        ("C", "3Cv", RED, 1820, 1500, "N", {"moves": 1}),
    )
    answer = ask(b, ahead(b, 0, 1, by=300))
    assert answer.legal
    assert answer.cost == 1
    assert ask(b, ahead(b, 0, 1, 2, by=300)).reasons == ["DBA-MULTI-1"]
    b.figures[2].moves = 0  # Cavalry that has not moved makes its first move
    assert is_legal(b, ahead(b, 0, 1, 2, by=300))


# Breaking off


def in_contact(mine: str, theirs: str, *others: Any, **options: Any) -> Any:
    """Two elements front to front at y = 1530; the first is ours and faces north."""
    one = lay(("A", mine, RED, 0, 0, "N"), ("E", theirs, BLUE, 0, 0, "S"))
    return lay(
        ("A", mine, RED, 1500, 1530 - one.figures[0].depth / 2, "N", GENERAL),
        ("E", theirs, BLUE, 1500, 1530 + one.figures[1].depth / 2, "S", GENERAL),
        *others,
        **options,
    )


@pytest.mark.clause("DBA-BREAK-1", "DBA-BREAK-2", "DBA-CONTACT-10")
def test_who_is_in_front_contact_breaks_off_straight_back_by_200_at_least() -> None:
    b = in_contact("3Cv", "4Bd")
    assert is_legal(b, ahead(b, 0, by=-200))
    assert is_legal(b, ahead(b, 0, by=-400))
    assert "DBA-BREAK-2" in ask(b, ahead(b, 0, by=-199)).reasons
    assert "DBA-BREAK-1" in ask(b, ahead(b, 0, by=-200, aside=30)).reasons
    assert "DBA-BREAK-1" in ask(b, move(0, to=(1500, 1270), facing="S")).reasons
    assert "DBA-BREAK-1" in ask(b, move(0, to=(1700, 1470))).reasons


@pytest.mark.clause("DBA-BREAK-5")
def test_slower_troops_may_break_off_from_faster_ones() -> None:
    b = in_contact("4Bd", "2LH")
    assert is_legal(b, ahead(b, 0, by=-200))


@pytest.mark.clause("DBA-BREAK-3")
def test_nobody_breaks_off_with_an_enemy_on_its_flank() -> None:
    # An enemy faces west with its front on the right side edge (x = 1580), its right front corner on ours (1580, 1530).
    b = in_contact("3Cv", "4Bd", ("F", "4Bd", BLUE, 1610, 1450, "W"))
    assert "DBA-BREAK-3" in ask(b, ahead(b, 0, by=-200)).reasons


@pytest.mark.clause("DBA-BREAK-4")
def test_breaking_off_may_not_end_in_another_zone() -> None:
    # F faces east from x = 1350: its zone covers x 1350..1510, y 1050..1210. A (120 deep) ends with 1210..1330 after
    # 200
    # back, touching the side line only; 210 back its rear is in it.
    b = in_contact("3Cv", "4Bd", ("F", "4Bd", BLUE, 1320, 1130, "E"))
    assert is_legal(b, ahead(b, 0, by=-200))
    assert "DBA-BREAK-4" in ask(b, ahead(b, 0, by=-210)).reasons


@pytest.mark.clause("DBA-BREAK-7")
def test_who_cannot_go_the_full_distance_cannot_break_off() -> None:
    b = in_contact("3Cv", "4Bd", ("B", "4Bd", RED, 1500, 1300, "N"))
    assert not is_legal(b, ahead(b, 0, by=-200))
    b = in_contact("3Cv", "4Bd", ("B", "2Ps", RED, 1500, 1350, "N"))  # Psiloi, y 1310..1390, can be passed
    assert is_legal(b, ahead(b, 0, by=-400))
    # The wagon, in an enemy zone, does not move at all.
    b = in_contact("WWg", "4Bd")
    assert not is_legal(b, ahead(b, 0, by=-200))


@pytest.mark.clause("DBA-BREAK-6")
@pytest.mark.parametrize(("enemy", "pursues"), [("3Wb", 80), ("3Kn", 120), ("SCh", 160), ("4Bd", 0), ("El", 0)])
def test_an_impetuous_enemy_pursues_who_breaks_off(enemy: str, pursues: int) -> None:
    b = in_contact("3Cv", enemy)
    y = float(b.figures[1].y)
    go(b, ahead(b, 0, by=-250))
    assert where(b, 0) == (1500, 1220, 0, 1)
    assert where(b, 1)[1] == pytest.approx(y - pursues)


@pytest.mark.clause("DBA-BREAK-6", "DBA-CAMP-4")
def test_who_breaks_off_into_their_own_empty_camp_is_pursued_as_well() -> None:
    """The camp reaches from y 1160 to 1360; 200 back the Cavalry's middle, at y 1270, is in it.

    The Knights, their front at y 1530, follow by their depth, 120: their middle is at y 1470.
    """
    b = in_contact("3Cv", "3Kn", camps={RED: (1500, 1260, "N", 320, 200)})
    go(b, ahead(b, 0, by=-200))
    assert b.figures[0].camp == RED
    assert where(b, 1)[1] == 1470.0


# Dismounting


def knight(*others: Any, moves: int = 0, **options: Any) -> Any:
    """A Knight element that may dismount as Blades, near its general."""
    return lay(
        ("G", "3Kn", RED, 1000, 1000, "N", GENERAL),
        ("K", "3Kn", RED, 1300, 1000, "N", {"foot_type": Type.BD.value, "foot_depth": 60.0, "moves": moves}),
        *others,
        **options,
    )


@pytest.mark.clause("DBA-DISM-1", "WAD-DISM-1", "WAD-DISM-3")
def test_a_knight_dismounts_where_its_front_edge_is() -> None:
    b = knight()
    log = fresh_log()
    assert judged(judge_dismount, b, act(Verb.DISMOUNT, 1)).cost == 2
    dismount(b, act(Verb.DISMOUNT, 1), log)
    assert codes(log, Kind.EVENT) == ["DISMOUNTS"]
    assert where(b, 1) == (1300, 1030, 0, 1)  # the front edge stays on y = 1060
    assert b.figures[1].type == Type.BD
    assert b.figures[1].depth == 60
    assert b.pips == 4
    assert not judged(judge_dismount, b, act(Verb.DISMOUNT, 1)).legal  # no remounting, nor dismounting again
    assert ask(b, ahead(b, 1, by=50)).reasons == ["DBA-DISM-1"]  # it was its whole move


@pytest.mark.clause("DBA-DISM-1", "DBA-MULTI-2")
def test_who_has_dismounted_goes_no_farther_on_a_road_either() -> None:
    b = knight(terrain=[(Ground.ROAD, [(1300, 0), (1300, 3000)], 160)])
    assert is_legal(b, ahead(b, 1, by=50))
    dismount(b, act(Verb.DISMOUNT, 1), fresh_log())
    assert ask(b, ahead(b, 1, by=50)).reasons == ["DBA-DISM-1"]


@pytest.mark.clause("DBA-DISM-1", "DBA-DISM-2", "WAD-DISM-2")
def test_who_cannot_dismount() -> None:
    b = knight()
    assert judged(judge_dismount, b, act(Verb.DISMOUNT, 0)).reasons == ["DBA-DISM-1"]  # its list does not say so
    assert judged(judge_dismount, b, act(Verb.DISMOUNT, 1, 0)).reasons == ["WAD-DISM-1"]
    assert judged(judge_dismount, knight(moves=1), act(Verb.DISMOUNT, 1)).reasons == ["DBA-DISM-1"]
    b = knight()
    enemy = lay(("E", "4Bd", BLUE, 1300, 1220, "S", GENERAL))  # its front at 1190 is 130 before the knight's
    b.figures[2] = enemy.figures[0]
    b.n_figures = 3
    assert judged(judge_dismount, b, act(Verb.DISMOUNT, 1)).reasons == ["DBA-DISM-2"]
    b.figures[2].y = 1255
    assert judged(judge_dismount, b, act(Verb.DISMOUNT, 1)).legal


# Landing


def shore(*others: Any, terrain: Any = (), **options: Any) -> Any:
    """Three elements of Red in reserve, in its first bound; the sea covers y below 300."""
    fields = {"where": Where.HELD_BACK.value}
    b = lay(
        ("A", "4Bd", RED, 0, 0, "N", fields),
        ("B", "4Bd", RED, 0, 0, "N", fields),
        ("C", "2Ps", RED, 0, 0, "N", fields),
        ("G", "3Kn", RED, 2500, 2500, "N", GENERAL),
        *others,
        terrain=[(Ground.WATERWAY, [(0, 0), (3000, 0), (3000, 300), (0, 300)]), *terrain],
        **options,
    )
    b.own_bounds[:] = [1, 0]
    b.landing = 1
    return b


def landing(*actors: int, x: float, y: float) -> Any:
    """These land side by side facing north, the middle of the first at (x, y)."""
    return act(Verb.LAND, *actors, x=x, y=y, fx=0.0, fy=1.0)


@pytest.mark.clause("DBA-LIT-1", "DBA-LIT-2")
def test_the_reserve_lands_as_one_group_with_two_elements_on_the_shore() -> None:
    b = shore()
    answer = judged(judge_land, b, landing(0, 1, 2, x=1000, y=330))
    assert answer.legal
    assert answer.cost == 1
    assert judged(judge_land, b, landing(0, 1, 2, x=1000, y=340)).reasons == ["DBA-LIT-1"]
    log = fresh_log()
    land(b, landing(0, 1, x=1000, y=330), log)
    assert [where(b, k)[:2] for k in range(2)] == [(1000, 330), (1160, 330)]
    assert b.figures[2]["where"] == Where.NEVER_LANDED
    assert b.lost[RED] == 0
    assert not judged(judge_land, b, landing(2, x=2000, y=340)).legal  # only one landing
    assert ask(b, ahead(b, 0, by=50)).reasons == ["DBA-LIT-2"]


@pytest.mark.clause("DBA-LIT-1")
def test_landing_only_in_the_first_bound_and_where_there_is_room() -> None:
    b = shore()
    assert judged(judge_land, b, landing(2, x=1000, y=340)).legal  # one alone touches the shore
    assert "DBA-TERR-7" in judged(judge_land, b, landing(0, 1, x=1000, y=320)).reasons  # in the water
    b.own_bounds[RED] = 2
    assert judged(judge_land, b, landing(0, x=1000, y=330)).reasons == ["DBA-LIT-1"]
    b = shore(("E", "4Bd", BLUE, 1000, 340, "S", GENERAL))
    assert "DBA-GROUP-3" in judged(judge_land, b, landing(0, x=1000, y=330)).reasons


def test_price_lines_stand_in_the_log_of_a_march() -> None:
    b = lay(("A", "El", RED, 1000, 1000, "N", GENERAL), ("B", "El", RED, 1160, 1000, "N"))
    answer = ask(b, march(0, 1, legs=[(100, 0)], to=(1000, 1100), facing="N", path=Path.MARCH))
    assert answer.prices == [("DBA-PIP-2", 1), ("DBA-PIP-4", 1)]
    log = go(b, ahead(b, 0, 1, by=100))
    assert sum(int(entry.amount) for entry in entries(log, Kind.PRICE)) == 2


ROAD_FROM_THE_SHORE = (Ground.ROAD, [(1000, 300), (1000, 3000)], 160)


@pytest.mark.clause("DBA-LIT-2")
def test_who_has_landed_goes_no_farther_on_a_road_either_unless_the_switch_says_so() -> None:
    b = shore(terrain=[ROAD_FROM_THE_SHORE])
    land(b, landing(0, x=1000, y=330), fresh_log())
    assert ask(b, ahead(b, 0, by=100)).reasons == ["DBA-LIT-2"]
    b = shore(terrain=[ROAD_FROM_THE_SHORE], landed_move_on="yes")
    land(b, landing(0, x=1000, y=330), fresh_log())
    assert is_legal(b, ahead(b, 0, by=400))
    go(b, ahead(b, 0, by=100))
    assert ask(b, move(0, to=(1150, 430))).reasons == ["DBA-MULTI-1"]  # its move is made, and this is off the road


@pytest.mark.clause("DBA-DISM-2")
def test_dismounting_in_a_zone_is_a_switch_and_in_contact_it_never_is() -> None:
    enemy = ("E", "4Bd", BLUE, 1300, 1220, "S", GENERAL)  # its front 130 before the knight's
    b = knight(enemy, dismount_in_zone="yes")
    assert judged(judge_dismount, b, act(Verb.DISMOUNT, 1)).legal
    b.figures[2].y = 1090
    assert judged(judge_dismount, b, act(Verb.DISMOUNT, 1)).reasons == ["DBA-DISM-2"]


@pytest.mark.clause("DBA-LIT-1")
def test_two_of_those_who_land_must_touch_the_water_if_there_are_two() -> None:
    """The sea ends at x 1060, y 300. Of a row from x 920 on, at y 300, only the first, 160 wide, touches it."""
    fields = {"where": Where.HELD_BACK.value}
    held = [("A", "4Bd", RED, 0, 0, "N", fields) for _ in range(3)]
    sea = (Ground.WATERWAY, [(0, 0), (1060, 0), (1060, 300), (0, 300)])
    b = lay(*held, ("G", "3Kn", RED, 2500, 2500, "N", GENERAL), terrain=[sea], own_bounds=(1, 0), landing=1)
    assert judged(judge_land, b, landing(0, x=1000, y=330)).legal
    for company in ((0, 1), (0, 1, 2)):
        action = landing(*company, x=1000, y=330)
        assert judged(judge_land, b, action).reasons == ["DBA-LIT-1"]
        log = fresh_log()
        judge_land(b, action, log)
        assert [entry.amount for entry in entries(log, Kind.REASON)] == [2]


@pytest.mark.clause("DBA-DISM-2")
def test_knights_dismount_in_the_rough_but_not_onto_others_or_off_the_board() -> None:
    rough = (Ground.ROUGH, [(1100, 800), (1500, 800), (1500, 1200), (1100, 1200)])
    assert judged(judge_dismount, knight(terrain=[rough]), act(Verb.DISMOUNT, 1)).legal
    deep = {"foot_type": Type.HD.value, "foot_depth": 240.0}  # on foot their base would reach 120 farther back
    for other, legal in ((("F", "4Bd", RED, 1300, 800, "N"), False), (("F", "4Bd", RED, 1300, 700, "N"), True)):
        b = knight(other)
        for key, value in deep.items():
            b.figures[1][key] = value
        assert judged(judge_dismount, b, act(Verb.DISMOUNT, 1)).legal is legal
    water = (Ground.WATERWAY, [(0, 0), (3000, 0), (3000, 830), (0, 830)])
    b = knight(terrain=[water])
    for key, value in deep.items():
        b.figures[1][key] = value
    assert judged(judge_dismount, b, act(Verb.DISMOUNT, 1)).reasons == ["DBA-DISM-2"]


@pytest.mark.clause("DBA-DISM-2")
def test_where_there_is_no_room_on_foot_is_drawn() -> None:
    """Where they would stand: their front edge at y 1060, 240 deep."""
    b = knight(("F", "4Bd", RED, 1300, 800, "N"))
    b.figures[1].foot_type, b.figures[1].foot_depth = Type.HD.value, 240.0
    log = fresh_log()
    judge_dismount(b, act(Verb.DISMOUNT, 1), log)
    assert [(one.x, one.y, one.x2, one.y2) for one in entries(log, Kind.REASON)] == [(1300, 940, 1300, 940)]


@pytest.mark.clause("DBA-BREAK-4")
def test_who_breaks_off_may_end_beside_friends_and_where_the_lost_stood() -> None:
    """Cavalry go 200 back; a friend's front touches the rear edge where they end, an enemy lost there long ago."""
    b = lay(
        ("A", "3Cv", RED, 1500, 1440, "N", GENERAL),
        ("E", "4Bd", BLUE, 1500, 1530, "S"),
        ("F", "4Bd", RED, 1500, 1150, "N"),
        ("L", "4Bd", BLUE, 1500, 1240, "N", {"where": Where.LOST.value}),
    )
    assert is_legal(b, ahead(b, 0, by=-200))


@pytest.mark.clause("DBA-MULTI-2")
def test_no_later_move_by_road_goes_into_contact_with_a_camp() -> None:
    """The camp stands across the road, from y 1130; the Blades' front is at y 1030, and they have moved before."""
    b = lay(
        ("A", "4Bd", RED, 1500, 1000, "N", {**GENERAL, "moves": 1}),
        ("F", "CF", BLUE, 0, 0, "S", {"camp": BLUE}),
        terrain=[(Ground.ROAD, [(1500, 0), (1500, 3000)], 160)],
        camps={BLUE: (1500, 1250, "S", 320.0, 240.0)},
    )
    assert is_legal(b, ahead(b, 0, by=90))
    assert not is_legal(b, ahead(b, 0, by=100))
    b.figures[0].moves = 0
    assert is_legal(b, ahead(b, 0, by=100))


@pytest.mark.clause("DBA-LIT-1", "DBA-GROUP-3")
def test_who_is_in_the_way_of_a_landing_is_so_whatever_their_number() -> None:
    sea = (Ground.WATERWAY, [(0, 0), (3000, 0), (3000, 300), (0, 300)])
    b = lay(
        ("E", "4Bd", BLUE, 1000, 340, "S", GENERAL),
        ("A", "4Bd", RED, 0, 0, "N", {"where": Where.HELD_BACK.value}),
        ("G", "3Kn", RED, 2500, 2500, "N", GENERAL),
        terrain=[sea], own_bounds=(1, 0), landing=1,
    )  # fmt: skip
    assert "DBA-GROUP-3" in judged(judge_land, b, landing(1, x=1000, y=330)).reasons
    assert judged(judge_land, b, landing(1, x=1500, y=330)).legal
    assert judged(judge_land, b, landing(2, x=1500, y=330)).reasons == ["DBA-LIT-1"]  # on the table already
