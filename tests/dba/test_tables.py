"""The data tables of DBA: factors, depths, outcomes and what the options make of them (CC, TROOP, OUT)."""

from __future__ import annotations

import pytest

from sandtable.games.dba.laying.numbers import blank, fill_rules
from sandtable.games.dba.laying.tables import sub_type_of, troops_of
from sandtable.games.dba.record import By, Ground, Outcome, Topography, Type

LOST, BACK, RUN, STAY = Outcome.DESTROYED, Outcome.RECOIL, Outcome.FLEE, Outcome.NO_EFFECT
GOOD, BAD = 0, 1


def filled(**options: str):
    record = blank()
    fill_rules(record[0], options)
    return record[0]


@pytest.mark.clause("DBA-CC-2")
@pytest.mark.parametrize(
    ("kind", "foot", "mounted"),
    [
        (Type.BD, 5, 3), (Type.EL, 4, 5), (Type.SP, 4, 4), (Type.SCH, 4, 4), (Type.KN, 3, 4), (Type.PK, 3, 4),
        (Type.WWG, 3, 4), (Type.CV, 3, 3), (Type.AX, 3, 2), (Type.WB, 3, 2), (Type.HD, 3, 2), (Type.BW, 2, 4),
        (Type.CM, 2, 4), (Type.LH, 2, 2), (Type.PS, 2, 2), (Type.ART, 2, 2), (Type.CF, 1, 1),
    ],
)  # fmt: skip
def test_every_type_has_its_two_combat_factors(kind, foot, mounted):
    assert tuple(filled().rules.factor[kind]) == (foot, mounted)


@pytest.mark.clause("DBA-SHOOT-14", "DBA-SHOOT-2")
def test_artillery_shoots_at_plus_4_and_500_paces():
    rules = filled().rules
    assert tuple(rules.factor_shooting[Type.ART]) == (4, 4)
    assert tuple(rules.factor_shooting[Type.BW]) == (2, 4)
    assert [float(rules.range[kind]) for kind in (Type.BW, Type.WWG, Type.ART, Type.PS)] == [200, 200, 500, 0]


@pytest.mark.clause("DBA-MOVE-1", "DBA-MOVE-2")
def test_moves_in_good_going_bad_going_and_by_road():
    rules = filled().rules
    assert tuple(rules.move[Type.LH]) == (500, 200, 500)
    assert tuple(rules.move[Type.KN]) == (300, 200, 400)
    assert tuple(rules.move[Type.PS]) == (300, 300, 400)
    assert rules.move[Type.WWG][1] < 0, "no war wagons in bad going off-road"


@pytest.mark.clause("DBA-TROOP-7", "DBA-TROOP-8", "DBA-SCALE-1", "DBA-SCALE-2", "DBA-SCALE-4", "WAD-GEN-4")
@pytest.mark.parametrize(
    ("troops", "fifteen", "twenty_five"),
    # 15 mm scale: 4 paces a millimetre; 25 mm scale: 40 mm are 100 paces, so 2.5 a millimetre
    [("4Bd", 60, 50), ("3Wb", 80, 75), ("3Kn", 120, 100), ("El", 160, 200), ("6Kn", 240, 200), ("WWg", 320, 300)],
)
def test_depths_of_bases_in_both_scales(troops, fifteen, twenty_five):
    assert sub_type_of(troops).depth("15mm") == fifteen
    assert sub_type_of(troops).depth("25mm") == twenty_five


@pytest.mark.clause("DBA-SCALE-1")
def test_a_base_is_160_paces_wide_and_150_in_the_larger_scale():
    assert filled().rules.base_width == 160
    assert filled(scale="25mm").rules.base_width == 150


@pytest.mark.clause("DBA-TROOP-3", "DBA-TROOP-4")
def test_chariots_and_bows_count_as_their_types():
    assert sub_type_of("HCh").type == Type.KN
    assert sub_type_of("lch").type == Type.CV
    assert sub_type_of("4Lb").type == sub_type_of("3Cb").type == Type.BW
    assert sub_type_of("2Cm").type == Type.LH
    assert sub_type_of("2Cm").light_camelry


@pytest.mark.clause("DBA-TROOP-5")
def test_a_litter_is_blades_or_spears_on_a_deep_base():
    assert (sub_type_of("Lit").type, sub_type_of("LitSp").type) == (Type.BD, Type.SP)
    assert sub_type_of("Lit").depth("15mm") == 320


@pytest.mark.clause("DBA-ARMY-3")
def test_double_slash_says_as_what_they_dismount():
    mounted, foot = troops_of("3Kn//4Bd")
    assert foot is not None
    assert (mounted.type, foot.type) == (Type.KN, Type.BD)
    with pytest.raises(ValueError, match="expected mounted troops that dismount as foot"):
        troops_of("4Bd//3Kn")
    with pytest.raises(ValueError, match="there are no troops '5Bd'"):
        troops_of("5Bd")


def outcome(b, degree, loser, winner, by=By.CLOSE_COMBAT, going=GOOD):
    return Outcome(int(b.rules.outcome[degree, by, going, loser, winner]))


BEATEN, DOUBLED = 0, 1
SHOT = By.SHOOTING


@pytest.mark.clause("DBA-OUT-2")
@pytest.mark.parametrize(
    ("loser", "winner", "in_good_going", "in_bad_going"),
    [
        (Type.EL, Type.PS, LOST, LOST), (Type.EL, Type.BD, BACK, BACK), (Type.KN, Type.LH, LOST, LOST),
        (Type.KN, Type.BD, BACK, LOST), (Type.CV, Type.SCH, RUN, RUN), (Type.CV, Type.BD, BACK, RUN),
        (Type.LH, Type.CV, BACK, RUN), (Type.SCH, Type.HD, LOST, LOST), (Type.CM, Type.KN, BACK, RUN),
        (Type.SP, Type.KN, LOST, BACK), (Type.SP, Type.WB, LOST, LOST), (Type.PK, Type.EL, LOST, BACK),
        (Type.BD, Type.KN, LOST, BACK), (Type.BD, Type.EL, BACK, BACK), (Type.AX, Type.KN, LOST, BACK),
        (Type.AX, Type.EL, BACK, BACK), (Type.BW, Type.LH, LOST, LOST), (Type.BW, Type.BD, BACK, BACK),
        (Type.PS, Type.CM, LOST, BACK), (Type.PS, Type.LH, BACK, BACK), (Type.WB, Type.SCH, LOST, BACK),
        (Type.HD, Type.BD, STAY, STAY), (Type.HD, Type.WB, LOST, LOST), (Type.ART, Type.PS, LOST, LOST),
        (Type.WWG, Type.EL, LOST, LOST), (Type.WWG, Type.BD, STAY, STAY), (Type.CF, Type.PS, LOST, LOST),
    ],
)  # fmt: skip
def test_beaten_in_close_combat(loser, winner, in_good_going, in_bad_going):
    b = filled()
    assert outcome(b, BEATEN, loser, winner, going=GOOD) == in_good_going
    assert outcome(b, BEATEN, loser, winner, going=BAD) == in_bad_going


@pytest.mark.clause("DBA-OUT-2", "DBA-OUT-5")
def test_beaten_by_shooting():
    b = filled()
    assert outcome(b, BEATEN, Type.EL, Type.ART, SHOT) == LOST
    assert outcome(b, BEATEN, Type.EL, Type.BW, SHOT) == BACK
    assert outcome(b, BEATEN, Type.LH, Type.ART, SHOT) == RUN
    assert outcome(b, BEATEN, Type.ART, Type.BW, SHOT) == BACK
    assert outcome(b, BEATEN, Type.WWG, Type.ART, SHOT) == LOST
    assert outcome(b, BEATEN, Type.WWG, Type.BW, SHOT) == STAY
    assert outcome(b, BEATEN, Type.CF, Type.ART, SHOT) == LOST
    assert outcome(b, BEATEN, Type.CF, Type.BW, SHOT) == STAY
    assert outcome(b, BEATEN, Type.HD, Type.BW, SHOT) == LOST
    assert outcome(filled(hordes_shot_at="recoil"), BEATEN, Type.HD, Type.BW, SHOT) == BACK


@pytest.mark.clause("DBA-OUT-3", "DBA-OUT-7")
@pytest.mark.parametrize(
    ("loser", "winner", "in_good_going", "in_bad_going"),
    [
        (Type.CV, Type.SP, RUN, LOST), (Type.CV, Type.ART, RUN, RUN), (Type.CV, Type.KN, LOST, LOST),
        (Type.LH, Type.CV, LOST, LOST), (Type.LH, Type.SP, RUN, LOST), (Type.PS, Type.LH, LOST, RUN),
        (Type.PS, Type.AX, LOST, LOST), (Type.PS, Type.BD, RUN, RUN), (Type.SCH, Type.ART, LOST, LOST),
        (Type.BD, Type.ART, BACK, BACK), (Type.BD, Type.HD, LOST, LOST), (Type.EL, Type.ART, BACK, BACK),
    ],
)  # fmt: skip
def test_doubled_in_close_combat(loser, winner, in_good_going, in_bad_going):
    b = filled()
    assert outcome(b, DOUBLED, loser, winner, going=GOOD) == in_good_going
    assert outcome(b, DOUBLED, loser, winner, going=BAD) == in_bad_going


@pytest.mark.clause("DBA-OUT-3")
def test_doubled_by_shooting_dies_but_for_who_flees():
    b = filled()
    assert outcome(b, DOUBLED, Type.BD, Type.ART, SHOT) == LOST
    assert outcome(b, DOUBLED, Type.CV, Type.ART, SHOT) == LOST
    assert outcome(b, DOUBLED, Type.LH, Type.WWG, SHOT) == RUN
    assert outcome(b, DOUBLED, Type.LH, Type.BW, SHOT) == LOST
    assert outcome(b, DOUBLED, Type.PS, Type.ART, SHOT) == RUN
    by_artillery = filled(doubled_chariots="by_artillery_recoil")
    assert outcome(by_artillery, DOUBLED, Type.SCH, Type.ART) == BACK


@pytest.mark.clause("WAD-OUT-1", "WAD-OUT-2", "WAD-OUT-3")
def test_light_horse_kill_spears_on_the_regulation_board_only():
    expanded, regulation = filled(), filled(board="regulation")
    assert outcome(expanded, BEATEN, Type.SP, Type.LH) == BACK
    assert outcome(regulation, BEATEN, Type.SP, Type.LH) == LOST
    assert outcome(regulation, BEATEN, Type.PK, Type.LH, going=BAD) == BACK
    assert outcome(expanded, DOUBLED, Type.PK, Type.LH) == outcome(regulation, DOUBLED, Type.PK, Type.LH) == LOST


@pytest.mark.clause("DBA-SUP-2", "DBA-SUP-3", "DBA-SUP-4", "DBA-SUP-5")
def test_rear_support_against_whom():
    rules = filled().rules
    assert rules.own_support[Type.PK, Type.BD] == 3
    assert rules.own_support[Type.PK, Type.KN] == 3
    assert [int(rules.own_support[Type.PK, other]) for other in (Type.EL, Type.PS, Type.BW, Type.CV)] == [0, 0, 0, 0]
    assert [other for other in Type if rules.own_support[Type.SP, other]] == [Type.KN, Type.SP]
    assert rules.own_support[Type.WB, Type.BD] == 1
    assert rules.own_support[Type.WB, Type.BW] == 0
    assert filled(warband_support_against_bows="yes").rules.own_support[Type.WB, Type.BW] == 1
    assert rules.psiloi_support[Type.AX, Type.CM] == 1
    assert rules.psiloi_support[Type.AX, Type.BD] == 0
    assert rules.psiloi_support[Type.WB, Type.KN] == 0


@pytest.mark.clause("DBA-RECOIL-2", "DBA-PASS-1")
def test_who_goes_through_whom():
    rules = filled().rules
    assert rules.recoils_through[Type.CV, Type.BD] == 1
    assert rules.recoils_through[Type.CV, Type.PK] == rules.recoils_through[Type.KN, Type.EL] == 0
    assert rules.recoils_through[Type.BD, Type.SP] == 1
    assert rules.recoils_through[Type.SP, Type.BD] == 0
    assert rules.recoils_through[Type.PS, Type.PS] == 0
    assert rules.passes_through[Type.KN, Type.PS] == 1
    assert rules.passes_through[Type.PS, Type.PS] == 1
    assert rules.passes_through[Type.BD, Type.PS] == 0


@pytest.mark.clause("DBA-PURSUE-5", "DBA-FLEE-3", "DBA-TERR-9", "DBA-PIP-6")
def test_what_ground_does():
    rules = filled().rules
    assert rules.pursues_into[Type.KN, Ground.WOOD] == 0
    assert rules.pursues_into[Type.KN, Ground.MARSH] == 1
    assert rules.pursues_into[Type.WB, Ground.WOOD] == 1
    assert filled(pursuit_into_cover="free").rules.pursues_into[Type.KN, Ground.WOOD] == 1
    assert rules.flees_into[Type.CV, Ground.DUNES] == 0
    assert rules.flees_into[Type.CM, Ground.DUNES] == 1
    assert rules.flees_into[Type.LH, Ground.WOOD] == 1
    assert [ground for ground in Ground if rules.shuts_general_in[ground]] == [Ground.WOOD, Ground.MARSH, Ground.OASIS]
    assert rules.hides_command[Ground.DUNES] == 1
    assert rules.hides_shooting[Ground.DUNES] == 0


def features(table) -> set[Ground]:
    return {ground for ground in Ground if table[ground]}


@pytest.mark.clause("DBA-TERR-2", "DBA-TERR-11", "WAD-BUA-1", "WAD-BUA-2", "WAD-BUA-3")
def test_features_of_the_home_topographies():
    rules = filled().rules
    assert features(rules.compulsory[Topography.ARABLE]) == {Ground.ROAD}
    assert features(rules.optional[Topography.FOREST]) == {Ground.RIVER, Ground.MARSH, Ground.GENTLE_HILL}
    assert features(rules.optional[Topography.STEPPE]) == {Ground.RIVER, Ground.ROUGH}
    assert features(rules.optional[Topography.DRY]) == {Ground.DUNES, Ground.STEEP_HILL, Ground.OASIS}
    assert features(rules.compulsory[Topography.LITTORAL]) == {Ground.WATERWAY}
    home = rules.either_or[Topography.LITTORAL]
    assert home[Ground.STEEP_HILL] == home[Ground.MARSH] != home[Ground.WOOD] == home[Ground.DUNES] != 0


@pytest.mark.clause("DBA-SETUP-3", "DBA-SETUP-4", "DBA-SETUP-7", "DBA-SETUP-8", "WAD-BUA-4")
def test_how_many_features_and_how_large():
    rules = filled().rules
    assert (rules.compulsory_least, rules.compulsory_most) == (1, 2)
    assert (rules.optional_least, rules.optional_most) == (2, 3)
    assert features(rules.one_only) == {Ground.RIVER, Ground.WATERWAY, Ground.OASIS}
    assert features(rules.long_and_thin) == {Ground.MARSH, Ground.ROUGH}
    for length, width in rules.pieces:
        assert length + width <= 9
        assert 1 <= width <= length


@pytest.mark.clause("WAD-AREA-1", "WAD-AREA-2", "WAD-AREA-3", "WAD-AREA-7", "DBA-SCALE-7", "DBA-SCALE-3")
def test_boards():
    expanded, regulation = filled(), filled(board="regulation")
    assert (expanded.table_width, expanded.rules.deploy_depth) == (3000, 900)
    assert (regulation.table_width, regulation.rules.deploy_depth) == (2400, 600)
    assert filled(board="regulation", scale="25mm").table_width == 2400
    # so that the armies are 1200 paces apart on either board
    assert expanded.table_height - 2 * expanded.rules.deploy_depth == 1200
    assert regulation.table_height - 2 * regulation.rules.deploy_depth == 1200


@pytest.mark.clause("WAD-GEN-1", "WAD-GEN-2", "DBA-ARMY-5", "WAD-CAMP-5")
def test_plain_conventions_turn_their_own_switches_and_no_other():
    plain = filled(conventions="plain")
    assert plain.table_width == 2400
    assert plain.rules.camp_size == 4 * 160
    assert filled().rules.camp_size == 6 * 160
    assert filled(conventions="plain", board="expanded").table_width == 3000, "a switch given by name stands"
    assert plain.options.war_wagons == 1
    assert plain.options.measure == 0


@pytest.mark.clause("DBA-SCALE-3", "WAD-GEN-4")
def test_the_regulation_board_of_the_larger_scale_by_the_clause_or_by_the_tape():
    assert filled(board="regulation", scale="25mm", large_board="measured").table_width == 2250  # 900 mm at 40 mm
    assert filled(board="regulation", scale="15mm", large_board="measured").table_width == 2400  # 600 mm at 25 mm
    assert filled(board="expanded", scale="25mm", large_board="measured").table_width == 3000


@pytest.mark.clause("DBA-MOVE-5", "DBA-SETUP-12", "DBA-ZOC-9")
def test_numbers_that_a_switch_takes_from_another_source():
    assert (filled().rules.river_move, filled(river_move="160_paces").rules.river_move) == (100, 160)
    assert filled().rules.river_margin == 600
    assert filled(river_margin="four_base_widths").rules.river_margin == 640
    assert filled(river_margin="four_base_widths", scale="25mm").rules.river_margin == 600
    assert (filled().rules.retire_least, filled(retire_least="200_paces").rules.retire_least) == (0, 200)


@pytest.mark.clause("WAD-OUT-1", "WAD-OUT-2")
@pytest.mark.parametrize("kind", [Type.SP, Type.PK])
def test_light_horse_beat_spears_by_the_board_or_always_alike(kind):
    def result(**options):
        return filled(**options).rules.outcome[0, By.CLOSE_COMBAT, GOOD, kind, Type.LH]

    switch = "light_horse_and_spears"
    assert (result(), result(board="regulation")) == (BACK, LOST)
    assert (result(**{switch: "recoil"}), result(board="regulation", **{switch: "recoil"})) == (BACK, BACK)
    assert (result(**{switch: "as_printed"}), result(board="regulation", **{switch: "as_printed"})) == (LOST, LOST)
    bad = filled(**{switch: "as_printed"}).rules.outcome[0, By.CLOSE_COMBAT, BAD, kind, Type.LH]
    assert bad == BACK


@pytest.mark.clause("DBA-FLEE-3")
def test_what_flight_goes_round_is_a_switch():
    assert filled().rules.flees_into[Type.CV, Ground.WOOD] == 0
    free = filled(flight_into_cover="free").rules.flees_into
    assert free[Type.CV, Ground.WOOD] == 1
    assert free[Type.CV, Ground.WATERWAY] == 0


@pytest.mark.clause("WAD-WWG-9", "DBA-TROOP-8")
def test_the_base_of_a_war_wagon():
    wagon = sub_type_of("WWg")
    assert [wagon.depth("15mm"), wagon.depth("15mm", "one_width")] == [320, 160]
    assert [wagon.depth("25mm"), wagon.depth("25mm", "one_width")] == [300, 150]
    assert sub_type_of("4Bd").depth("15mm", "one_width") == 60


@pytest.mark.clause("DBA-WWG-4")
def test_a_war_wagon_is_unaffected_or_destroyed():
    """Beaten: destroyed by Elephants, and by Artillery that shoots. Doubled: destroyed, but by Artillery close by."""
    outcome = filled().rules.outcome
    shooters = (Type.BW, Type.ART, Type.WWG)
    for by, enemies in ((By.CLOSE_COMBAT, Type), (By.SHOOTING, shooters)):
        for going in (GOOD, BAD):
            for enemy in enemies:
                deadly = enemy == (Type.EL if by == By.CLOSE_COMBAT else Type.ART)
                assert outcome[0, by, going, Type.WWG, enemy] == (LOST if deadly else STAY), (by, enemy)
                close = by == By.CLOSE_COMBAT and enemy == Type.ART
                assert outcome[1, by, going, Type.WWG, enemy] == (BACK if close else LOST), (by, enemy)


@pytest.mark.clause("DBA-TROOP-1", "DBA-TROOP-2")
def test_who_is_mounted_and_who_is_foot():
    mounted = {Type.EL, Type.KN, Type.CV, Type.LH, Type.SCH, Type.CM}
    assert {kind for kind in Type if filled().rules.mounted[kind]} == mounted
