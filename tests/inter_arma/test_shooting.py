"""Ranged combat, saving, cavalry, closed formation, breaking contact."""

from __future__ import annotations

import pytest

from inter_arma.field import (
    FAR,
    HIT,
    HORSE,
    READER,
    SAVE,
    WALK,
    Field,
    armored,
    dice_of,
    knight,
    man,
    rider,
    silent,
    skirmisher,
)
from sandtable.games.inter_arma.clauses import Code
from sandtable.games.inter_arma.record import Lies, Mode, Phase, Row, Verb
from sandtable.games.inter_arma.rules.ranged import band_of, hits, is_covered, shoots_down, shot_modifier
from sandtable.games.inter_arma.rules.saving import class_save, hit_by_shot, hit_in_melee, result_of, row_of
from sandtable.kernel.log import Kind, new_log
from tabletop import entries


def shooting(own: list, foes: list, **more: object) -> Field:  # type: ignore[type-arg]
    return Field(own, foes, phase="shooting", **more)  # type: ignore[arg-type]


def archer(x: float = 20.0, y: float = 20.0, facing: str = "E", weapon: str = "bow", **fields: object) -> dict:  # type: ignore[type-arg]
    return man(x, y, facing, weapon, **fields)


@pytest.mark.clause(
    "IA-RANGED-1",
    "IA-RANGED-2",
    "IA-RANGED-3",
    "IA-RANGED-4",
    "IA-RANGED-6",
    "IA-RANGED-7",
    "IA-RANGED-11",
    "IA-RANGED-12",
    "IA-CLASS-4",
)
@pytest.mark.parametrize(
    ("figure", "gap", "die", "hit"),
    [
        (archer(klass="elite"), 17.0, 3, True), (archer(klass="elite"), 18.0, 3, True),
        (archer(klass="elite"), 18.1, 5, False), (archer(klass="elite"), 18.1, 6, True),
        (archer(), 10.0, 3, True), (archer(), 10.1, 3, False), (archer(), 10.0, 2, False),
        (archer(klass="commander"), 10.0, 1, True), (archer(klass="commander"), 18.0, 2, True),
        (archer(klass="commander"), 19.0, 5, False),
    ],
)  # fmt: skip
def test_the_bow(figure: dict, gap: float, die: int, hit: bool) -> None:  # type: ignore[type-arg]
    """Example 9."""
    field = shooting([figure], [man(22 + gap, 20, "W"), FAR])
    field.play(Verb.SHOOT, 0, target=1, dice=[(HIT, die)] + ([(SAVE, 6)] if hit else []))
    assert ("MISSES" in field.told(Kind.OUTCOME)) != hit


@pytest.mark.clause("IA-RANGED-5", "IA-RANGED-6", "IA-RANGED-12")
def test_from_the_saddle() -> None:
    field = Field([rider(20, 20, "E", "bow", klass="elite")], [man(20 + 2.5 + 15, 20, "W")])
    modifier = shot_modifier(field.b, 0, 1, 2)
    assert modifier == 0 and hits(field.b, 4, modifier, 2) and not hits(field.b, 3, modifier, 2)
    assert shot_modifier(field.b, 0, 1, 3) == -1 and not hits(field.b, 6, -1, 3)
    assert hits(Field([man(1, 1)], natural_six_hits="yes").b, 6, -1, 3)


WHEAT = {"kind": "wheat", "box": [28, 10, 40, 30]}
SHOT = ("SHOOTS_AT_SHORT", "SHOOTS_AT_MEDIUM", "SHOOTS_AT_LONG")


@pytest.mark.clause(
    "IA-RANGED-1", "IA-RANGED-2", "IA-RANGED-3", "IA-RANGED-4", "IA-RANGED-5", "IA-RANGED-6", "IA-RANGED-12",
    "IA-RANGED-23",
)  # fmt: skip
@pytest.mark.parametrize(
    ("figure", "x", "more", "told"),
    [
        (archer(), 32, {}, [(SHOT[0], "IA-RANGED-1", 3)]),
        (archer(klass="elite"), 39, {},
         [(SHOT[1], "IA-RANGED-2", 4), ("CLASS_AIMS", "IA-RANGED-4", 1), ("DIE_MUST_SHOW", "IA-RANGED-2", 3)]),
        (archer(klass="commander"), 40, {},
         [(SHOT[1], "IA-RANGED-2", 4), ("CLASS_AIMS", "IA-RANGED-5", 2), ("DIE_MUST_SHOW", "IA-RANGED-2", 2)]),
        (archer(klass="commander"), 41, {}, [(SHOT[2], "IA-RANGED-3", 6)]),
        (archer(), 30, {"ground": [WHEAT]},
         [(SHOT[0], "IA-RANGED-1", 3), ("GROUND_COVERS", "IA-RANGED-23", -1), ("DIE_MUST_SHOW", "IA-RANGED-1", 4)]),
        (rider(20, 20, "E", "bow"), 43, {},
         [(SHOT[2], "IA-RANGED-3", 6), ("SADDLE_SHAKES", "IA-RANGED-6", -1), ("NO_DIE_HITS", "IA-RANGED-12", 7)]),
        (rider(20, 20, "E", "bow"), 43, {"natural_six_hits": "yes"},
         [(SHOT[2], "IA-RANGED-3", 6), ("SADDLE_SHAKES", "IA-RANGED-6", -1), ("DIE_MUST_SHOW", "IA-RANGED-3", 6)]),
        (rider(20, 20, "E", "bow", klass="elite"), 36, {},
         [(SHOT[1], "IA-RANGED-2", 4), ("CLASS_AIMS", "IA-RANGED-4", 1), ("SADDLE_SHAKES", "IA-RANGED-6", -1)]),
    ],
)  # fmt: skip
def test_a_shot_names_all_that_decides_it(figure, x, more, told) -> None:  # type: ignore[no-untyped-def]
    """The range and what it asks, each that is added or taken off, and the sum where that differs."""
    field = shooting([figure], [man(x, 20, "W"), FAR], **more)
    field.play(Verb.SHOOT, 0, target=1, dice=[(HIT, 1)])
    said = [(Code(int(one.code)).name, READER.clause(one), int(one.amount)) for one in entries(field.log, Kind.EVENT)]
    after = [code for code, _, _ in said].index("TURN_IS_OVER")
    assert said[:after] == [(code, clause.removeprefix("IA-"), amount) for code, clause, amount in told]


@pytest.mark.parametrize(
    ("weapon", "bands"),
    [
        pytest.param(
            "bow", {10.0: 1, 10.01: 2, 18.0: 2, 18.01: 3, 25.0: 3, 25.01: 0}, marks=pytest.mark.clause("IA-RANGED-7")
        ),
        pytest.param(
            "sling", {6.0: 1, 6.01: 2, 15.0: 2, 15.01: 3, 19.0: 3, 19.01: 0}, marks=pytest.mark.clause("IA-RANGED-8")
        ),
        pytest.param("javelin", {8.0: 1, 8.01: 2, 11.0: 2, 11.01: 0}, marks=pytest.mark.clause("IA-RANGED-9")),
        pytest.param(
            "crossbow",
            {12.0: 1, 12.01: 2, 16.0: 2, 16.01: 3, 20.0: 3, 20.01: 0},
            marks=pytest.mark.clause("IA-RANGED-10"),
        ),
    ],
)
def test_ranges(weapon: str, bands: dict) -> None:  # type: ignore[type-arg]
    for gap, band in bands.items():
        for dx, dy in ((1.0, 0.0), (0.6, 0.8)):
            reach = gap + 2.0
            field = Field([man(20, 20)], [man(20 + dx * reach, 20 + dy * reach)])
            number = ["bow", "sling", "crossbow", "javelin"].index(weapon)
            assert band_of(field.b, 0, 1, number) == band, gap


TOWER = {"kind": "tower", "id": "tower", "box": [40, 40, 44, 44]}
HILL = {"kind": "hill", "disc": [42, 42, 6]}


@pytest.mark.clause("IA-RANGED-13", "IA-RANGED-14", "IA-RANGED-29", "IA-TABLE-11")
def test_from_a_tower() -> None:
    """Example 10."""
    field = Field([archer(42, 42, tower="tower")], [man(44 + 21 + 1, 42)], ground=[TOWER])
    assert band_of(field.b, 0, 1, 0) == 2
    last = Field([archer(42, 42, tower="tower")], [man(44 + 21 + 1, 42)], ground=[TOWER], height_adds="last_band")
    assert band_of(last.b, 0, 1, 0) == 3
    thrown = Field([archer(42, 42, tower="tower")], [man(44 + 10 + 1, 42)], ground=[TOWER])
    assert band_of(thrown.b, 0, 1, 3) == 2  # by its own limits, 8 and 11
    assert band_of(thrown.b, 1, 0, 0) == 1 and not shoots_down(thrown.b, 1, 0)
    towers = [TOWER, {"kind": "tower", "id": "other", "box": [60, 40, 64, 44]}]
    level = Field([archer(42, 42, tower="tower")], [man(62, 42, tower="other")], ground=towers)
    assert not shoots_down(level.b, 0, 1) and not shoots_down(level.b, 1, 0)
    assert band_of(level.b, 0, 1, 0) == 2 and band_of(level.b, 0, 1, 2) == 2  # 16 cm from tower to tower
    up = Field([archer(44 + 18 + 1, 42)], [man(41, 42, tower="tower")], ground=[TOWER])
    assert band_of(up.b, 0, 1, 0) == 2 and not shoots_down(up.b, 0, 1)  # 18 cm to the tower, 20 to the target


@pytest.mark.clause("IA-RANGED-14", "IA-RANGED-29")
def test_from_a_hill() -> None:
    field = Field([archer(42, 42)], [man(42 + 2 + 29, 42)], ground=[HILL])
    assert band_of(field.b, 0, 1, 0) == 3 and shoots_down(field.b, 0, 1)
    both = Field([archer(42, 42)], [man(45, 44)], ground=[HILL])
    assert not shoots_down(both.b, 0, 1)


@pytest.mark.clause("IA-RANGED-23", "IA-TABLE-6", "IA-TABLE-7", "IA-RANGED-6")
def test_wheat_and_heavy_wood_cost_one() -> None:
    for kind, covered in (("wheat", True), ("heavy_wood", True), ("wood", False)):
        inside = Field([archer()], [man(30, 20)], ground=[{"kind": kind, "box": [28, 10, 40, 30]}])
        assert is_covered(inside.b, 0, 1) == covered
        assert shot_modifier(inside.b, 0, 1, 1) == -int(covered)
    for depth, covered in ((2.0, False), (2.1, True)):
        crossed = Field([archer()], [man(34, 20)], ground=[{"kind": "wheat", "box": [25, 10, 25 + depth, 30]}])
        assert is_covered(crossed.b, 0, 1) == covered


class TestTargets:
    @pytest.mark.clause("IA-RANGED-24", "IA-VIS-7", "IA-CRAWL-7")
    def test_what_is_not_seen(self) -> None:
        behind = shooting([archer(facing="W"), archer(20, 30)], [archer(30, 20, "W"), FAR])
        assert behind.reasons(Verb.SHOOT, 0, target=2) == ["IS_BEHIND"]
        crawler = shooting([archer(), archer(20, 24)], [man(30, 20, "W", lying=True), man(30, 24, "W")])
        assert crawler.reasons(Verb.SHOOT, 0, target=2) == ["LIES_UNSEEN"]
        assert crawler.reasons(Verb.SHOOT, 0, target=3) == []
        assert crawler.reasons(Verb.SHOOT, 0, target=1) == ["IS_A_FRIEND"]
        assert behind.reasons(Verb.SHOOT, 2, target=0) == ["NOT_YOURS"]  # it is not its side's turn

    @pytest.mark.clause("IA-MORALE-27", "IA-SEQ-10")
    def test_who_routs_does_not_shoot(self) -> None:
        field = shooting([archer(routing=True), archer(20, 24)], [man(30, 20, "W"), man(30, 24, "W")])
        assert field.reasons(Verb.SHOOT, 0, target=2) == ["IS_ROUTING"]

    @pytest.mark.clause("IA-RANGED-25", "IA-MOVE-25")
    def test_once_and_not_after_a_run_but_with_a_javelin(self) -> None:
        ran = shooting(
            [man(20, 20, "E", "bow", "javelin", mode="run"), archer(20, 30), skirmisher(20, 24, "E", "bow", lying=True),
             rider(20, 40, "E", "bow", mode="run")],
            [man(28, 20, "W"), man(32, 40, "W")],
        )  # fmt: skip
        assert ran.reasons(Verb.SHOOT, 0, target=4) == ["HAS_RUN"]
        assert ran.reasons(Verb.SHOOT, 0, target=4, item=1) == []
        assert ran.reasons(Verb.SHOOT, 2, target=4) == ["LIES_DOWN"]
        assert ran.reasons(Verb.SHOOT, 3, target=5) == []
        ran.play(Verb.SHOOT, 0, target=4, item=1, dice=[(HIT, 1)])
        assert ran.reasons(Verb.SHOOT, 0, target=4, item=1) == ["HAS_SHOT"]

    @pytest.mark.clause("IA-RANGED-26", "IA-RANGED-27")
    def test_not_into_a_melee_but_at_a_charger(self) -> None:
        field = shooting(
            [archer(20, 20), man(27.9, 20, "E"), archer(20, 40, reached_by=["B1"])],
            [man(30, 20, "W"), man(22, 40, "W"), man(26, 40, "W")],
        )  # fmt: skip
        assert field.reasons(Verb.SHOOT, 0, target=3) == ["FRIEND_FIGHTS"]
        assert field.reasons(Verb.SHOOT, 2, target=5) == ["TOO_BUSY"]
        assert field.reasons(Verb.SHOOT, 2, target=4) == []
        old = shooting([archer(20, 40), archer(20, 60)], [man(22, 40, "W"), man(30, 60, "W")])
        assert old.reasons(Verb.SHOOT, 0, target=2) == ["TOO_BUSY"]

    @pytest.mark.clause("IA-RANGED-28", "IA-RANGED-31", "IA-RANGED-29")
    def test_men_in_the_way(self) -> None:
        def blocked(between: dict, shooter: dict | None = None, ground: tuple = ()) -> list[str]:  # type: ignore[type-arg]
            own = [shooter or archer(), between, archer(20, 60)]
            return shooting(own, [man(32, 20, "W"), man(30, 60, "W")], ground=ground).reasons(Verb.SHOOT, 0, target=3)

        assert blocked(man(26, 20)) == ["MAN_IN_THE_WAY"]
        assert blocked(man(26, 20.9)) == ["MAN_IN_THE_WAY"] and blocked(man(26, 21.01)) == []
        assert blocked(man(22, 20)) == []  # it touches the shooter
        assert blocked(man(26, 20, lying=True)) == [] and blocked(man(26, 20, wounded=True)) == []
        on_hill = ({"kind": "hill", "disc": [20, 20, 4]},)
        assert blocked(man(26, 20), ground=on_hill) == []

    @pytest.mark.clause("IA-SEQ-8", "IA-RANGED-30")
    @pytest.mark.parametrize(("option", "shoots"), [("simultaneous", True), ("initiative_order", False)])
    def test_who_falls_still_shoots(self, option: str, shoots: bool) -> None:
        more = [man(60, 60 + 3 * k) for k in range(5)]
        field = Field(
            [archer(), *more], [archer(30, 20, "W"), man(100, 80), *(man(100, 10 + 3 * k) for k in range(5))],
            phase="shooting", shooting=option,
        )  # fmt: skip
        field.play(Verb.SHOOT, 0, target=6, dice=[(HIT, 6), (SAVE, 1)])
        assert field.state(6) == "dead"
        assert (field.b.phase == Phase.SHOOTING and field.side() == 1) == shoots
        if shoots:
            field.play(Verb.SHOOT, 6, target=0, dice=[(HIT, 1)])

    @pytest.mark.clause("IA-SEQ-4", "IA-SEQ-10", "IA-RANGED-22")
    def test_arrows_never_run_out(self) -> None:
        field = shooting([archer()], [man(32, 20, "W"), FAR])
        for _ in range(3):
            field.play(Verb.SHOOT, 0, target=1, dice=[(HIT, 1)])
            if field.b.phase == Phase.MOVEMENT:
                field.done().done()
        assert field.b.phase == Phase.SHOOTING


class TestJavelins:
    """Example 23."""

    @pytest.mark.clause("IA-RANGED-9", "IA-RANGED-16", "IA-RANGED-19", "IA-RANGED-20", "IA-RANGED-25")
    def test_a_miss_lies_at_the_targets_centre(self) -> None:
        field = shooting([man(20, 20, "E", "javelin"), man(20, 50, "E")], [armored(31, 20, "W", "pilum"), FAR])
        field.play(Verb.SHOOT, 0, target=2, item=1, dice=[(HIT, 3)])
        marker = field.b.markers[0]
        assert marker.lies == Lies.TABLE and (marker.x, marker.y) == (31, 20)
        assert field.b.figures[0].javelins == 0

    @pytest.mark.clause("IA-RANGED-19", "IA-RANGED-20")
    def test_one_that_hits_is_gone(self) -> None:
        field = shooting([man(20, 20, "E", "javelin")], [armored(28, 20, "W"), FAR])
        field.play(Verb.SHOOT, 0, target=1, item=1, dice=[(HIT, 3), (SAVE, 6)])
        assert field.b.markers[0].lies == Lies.NOWHERE

    @pytest.mark.clause("IA-RANGED-18", "IA-RANGED-32")
    def test_a_pilum_is_gone_either_way(self) -> None:
        field = shooting([armored(20, 20, "E", "pilum"), man(20, 60, "E", "javelin")], [man(28, 20, "W"), FAR])
        field.play(Verb.SHOOT, 0, target=2, item=1, dice=[(HIT, 1)])
        assert not [m for m in field.b.markers[: field.b.n_markers] if m.lies == Lies.TABLE]

    @pytest.mark.clause("IA-RANGED-17", "IA-RANGED-19", "IA-RANGED-21", "IA-RANGED-32")
    def test_taking_one_up(self) -> None:
        lying = {"markers": [{"thing": "javelin", "at": [40, 40]}]}
        field = Field([man(40, 46.02), armored(44, 46, "N", "pilum"), man(70, 20)], case=lying)
        field.move(1, (42, 42))
        assert field.b.figures[1].javelins == 1 and field.b.markers[0].lies == Lies.TABLE  # its pilum is in hand
        field.move(0, (40, 42.02))
        assert field.b.figures[0].javelins == 0  # 1.02 cm off
        near = Field([man(40, 46)], case=lying).move(0, (40, 42))
        assert near.b.figures[0].javelins == 1 and near.b.markers[0].lies == Lies.NOWHERE
        assert "TAKES_JAVELIN" in near.told()
        touched = Field([man(40, 46)], [man(40, 40, "N"), FAR], case=lying).move(0, (40, 42))
        assert touched.b.figures[0].javelins == 0


# ---------------------------------------------------------------- saves

ROWS = [
    pytest.param(man(20, 20), Row.INFANTRY, marks=pytest.mark.clause("IA-SAVE-6")),
    pytest.param(man(20, 20, "N", "shield"), Row.SHIELD, marks=pytest.mark.clause("IA-SAVE-7", "IA-CLASS-7")),
    pytest.param(armored(20, 20), Row.ARMORED, marks=pytest.mark.clause("IA-SAVE-8")),
    pytest.param(armored(20, 20, "N", "shield"), Row.ARMORED, marks=pytest.mark.clause("IA-SAVE-12")),
    pytest.param(skirmisher(20, 20), Row.SKIRMISHER, marks=pytest.mark.clause("IA-SAVE-9")),
    pytest.param(rider(20, 20), Row.CAVALRY, marks=pytest.mark.clause("IA-CAV-12")),
    pytest.param(knight(20, 20), Row.ARMORED_CAVALRY, marks=pytest.mark.clause("IA-CAV-13")),
    pytest.param(man(20, 20, "N", "eastern armour"), Row.ARMORED, marks=pytest.mark.clause("IA-MOVE-18")),
]


@pytest.mark.parametrize(("figure", "row"), ROWS)
def test_rows(figure: dict, row: Row) -> None:  # type: ignore[type-arg]
    assert row_of(Field([figure]).b, 0) == row


@pytest.mark.clause("IA-MOVE-18")
def test_house_rule_eastern_armour_saves_as_none() -> None:
    field = Field([man(20, 20, "N", "eastern armour")], eastern_saves_as="unarmored")
    assert row_of(field.b, 0) == Row.INFANTRY


SAVES = {  # dead, wounded, saved of six, for modifiers -2 to +3
    Row.INFANTRY: ["411", "312", "213", "114", "015", "006"],
    Row.SHIELD: ["321", "222", "123", "024", "015", "006"],
    Row.ARMORED: ["312", "213", "114", "015", "006", "006"],
}
SAVES[Row.SKIRMISHER] = SAVES[Row.SHIELD]
SAVES[Row.CAVALRY] = SAVES[Row.HORSE] = SAVES[Row.INFANTRY]
SAVES[Row.ARMORED_CAVALRY] = SAVES[Row.BARDED_HORSE] = SAVES[Row.ARMORED]


@pytest.mark.clause(
    "IA-SAVE-1",
    "IA-SAVE-6",
    "IA-SAVE-7",
    "IA-SAVE-8",
    "IA-SAVE-9",
    "IA-SAVE-10",
    "IA-SAVE-11",
    "IA-CAV-6",
    "IA-CAV-12",
    "IA-CAV-13",
)
@pytest.mark.parametrize("row", list(Row))
def test_the_saving_table_by_counting(row: Row) -> None:
    b = Field([man(20, 20)]).b
    for modifier in range(-2, 4):
        found = [result_of(b, row.value, die, modifier) for die in range(1, 7)]
        assert "".join(str(found.count(result)) for result in (2, 1, 0)) == SAVES[row][modifier + 2]


@pytest.mark.clause("IA-SAVE-10", "IA-SAVE-11")
def test_house_rules_of_the_saving_table() -> None:
    exact = Field([man(20, 20)], save_table="exact").b
    assert [result_of(exact, Row.SHIELD.value, die, 0) for die in (1, 2, 3, 4)] == [2, 0, 1, 0]
    wounds = Field([man(20, 20)], natural_one="wounds").b
    assert result_of(wounds, Row.ARMORED.value, 1, 2) == 1 and result_of(wounds, Row.ARMORED.value, 2, 2) == 0
    assert result_of(wounds, Row.INFANTRY.value, 1, 0) == 2
    assert result_of(Field([man(20, 20)]).b, Row.ARMORED.value, 1, 2) == 0


@pytest.mark.clause("IA-SAVE-2", "IA-SAVE-3", "IA-CAV-14", "IA-CLASS-5", "IA-CLASS-1")
def test_class_in_saves() -> None:
    for klass, bonus in (("conscript", 0), ("regular", 0), ("elite", 1), ("commander", 2), ("hero", 2)):
        assert class_save(Field([man(20, 20, klass=klass)]).b, 0) == bonus
        assert class_save(Field([knight(20, 20, klass=klass)]).b, 0) == bonus


def hit(field: Field, *dice: tuple, melee: bool = False, near: bool = False, angled: bool = False) -> str:  # type: ignore[type-arg]
    """Figure 0 is hit by figure 1; what has become of it."""
    throws = dice_of(*dice)
    field.log = new_log()
    if melee:
        hit_in_melee(field.b, 0, 1, 0, throws, field.log)
    else:
        hit_by_shot(field.b, 0, 1, near, angled, throws, field.log)
    assert throws.missing == 0 and all(throw.used for throw in throws.script[: throws.n_script])
    return field.state(0)


@pytest.mark.clause("IA-SAVE-2", "IA-SAVE-3", "IA-SAVE-11")
def test_saves_of_the_examples() -> None:
    """Example 11."""
    for figure, die, state in (
        (man(20, 20), 2, "dead"), (man(20, 20, "N", "shield"), 2, "wounded"), (armored(20, 20), 2, "wounded"),
        (skirmisher(20, 20), 2, "wounded"), (man(20, 20, "N", "shield", klass="elite"), 1, "wounded"),
        (man(20, 20, "N", "shield", klass="commander"), 1, "wounded"), (armored(20, 20, klass="hero"), 1, "able"),
    ):  # fmt: skip
        assert hit(Field([figure], [man(30, 20)]), (SAVE, die)) == state
    natural = Field([armored(20, 20, klass="hero")], [man(30, 20)], natural_one="wounds")
    assert hit(natural, (SAVE, 1)) == "wounded"


def three(**more: object) -> Field:
    """A closed formation of three facing east, and an archer before it."""
    rank = [armored(20, 20 + 2 * k, "E", "shield") for k in range(3)]
    return Field(rank, [man(30, 20, "W")], own_side={"formation": True}, **more)  # type: ignore[arg-type]


class TestFormation:
    @pytest.mark.clause("IA-SAVE-4", "IA-SAVE-5", "IA-SAVE-13", "IA-SAVE-14")
    def test_plus_one_from_the_front_and_not_from_above(self) -> None:
        field = three().play(Verb.FORM, 0, 1, 2)
        field.b.n_figures = 4
        assert field.b.figures[0].formed == 1
        b = field.b
        for bx, angled, die, state in ((30, False, 1, "wounded"), (30, True, 1, "dead"), (10, False, 1, "dead")):
            copy = three().play(Verb.FORM, 0, 1, 2)
            copy.b.figures[3].x = bx
            throws = dice_of((SAVE, die))
            hit_by_shot(copy.b, 0, 3, False, angled, throws, silent())
            assert copy.state(0) == state
        assert b.figures[1].formed == 1

    @pytest.mark.clause("IA-SAVE-4", "IA-SAVE-13", "IA-MASS-13")
    def test_plus_one_in_melee_too(self) -> None:
        for x, state in ((22, "wounded"), (18, "dead")):
            field = three().play(Verb.FORM, 0, 1, 2)
            field.b.figures[3].x, field.b.figures[3].y = x, 20
            hit_in_melee(field.b, 0, 3, 0, dice_of((SAVE, 1)), silent())
            assert field.state(0) == state

    @pytest.mark.clause("IA-SAVE-13", "IA-SAVE-14", "IA-CLASS-7")
    def test_who_may_form(self) -> None:
        assert three().reasons(Verb.FORM, 0, 1) == ["TOO_FEW_TO_FORM"]
        side = {"formation": True}
        rank = [armored(20, 20 + 2 * k, "E", "shield") for k in range(3)]
        for sides, why in (({}, []), ({"foe_side": side}, ["NO_FORMATIONS"]), ({"foe_side": {"formation": False}}, [])):
            assert Field(rank, **sides).reasons(Verb.FORM, 0, 1, 2) == why  # type: ignore[arg-type]
        bare = Field([man(20, 20 + 2 * k, "E") for k in range(3)], own_side=side)
        assert bare.reasons(Verb.FORM, 0, 1, 2) == ["HAS_NO_SHIELD"]
        gap = Field([man(20, 20 + 2.2 * k, "E", "shield") for k in range(3)], own_side=side)
        assert gap.reasons(Verb.FORM, 0, 1, 2) == ["NO_CHAIN"]
        for turn, why in ((45, []), (45.2, ["FACE_APART"])):
            turned = [man(20, 20, "E", "shield"), man(20, 22, "E", "shield"), man(20, 24, 90 + turn, "shield")]
            assert Field(turned, own_side=side).reasons(Verb.FORM, 0, 1, 2) == why
        ran = [man(20, 20 + 2 * k, "E", "shield", mode="run", moved=True) for k in range(3)]
        assert Field([*ran, man(70, 20)], own_side=side).reasons(Verb.FORM, 0, 1, 2) == ["HAS_RUN"]

    @pytest.mark.clause("IA-MOVE-28", "IA-MOVE-36", "IA-SAVE-13")
    def test_not_in_heavy_wood(self) -> None:
        for box, why in (([10, 10, 30, 30], ["IN_HEAVY_WOOD"]), ([10, 10, 19, 30], [])):
            wood = [{"kind": "heavy_wood", "box": box}]
            assert three(ground=wood).reasons(Verb.FORM, 0, 1, 2) == why

    @pytest.mark.clause("IA-SAVE-13", "IA-MORALE-27", "IA-CRAWL-8")
    @pytest.mark.parametrize(
        ("field", "why"), [("lying", "LIES_DOWN"), ("routing", "IS_ROUTING"), ("wounded", "LIES_WOUNDED")]
    )
    def test_not_with_one_who_lies_routs_or_is_out(self, field: str, why: str) -> None:
        rank = [armored(20, 20 + 2 * k, "E", "shield", **{field: k == 1}) for k in range(3)]
        away = man(70, 20, squad="two")
        found = Field([*rank, away], [*(man(100, 20 + 3 * k, "W") for k in range(2))], own_side={"formation": True})
        if field == "routing":
            found.b.figures[1].x = 20  # it has run home
        assert found.reasons(Verb.FORM, 0, 1, 2) == [why]

    @pytest.mark.clause("IA-SAVE-14")
    def test_who_may_form_is_asked_when_all_have_moved(self) -> None:
        for sides, side in (({"own_side": {"formation": True}}, 0), ({"foe_side": {"formation": True}}, 1)):
            field = Field([armored(20, 20 + 2 * k, "E", "shield") for k in range(3)], **sides)  # type: ignore[arg-type]
            field.play(Verb.STAND, 0, 1, 2, facing="E")
            assert field.side() == side

    @pytest.mark.clause("IA-SAVE-14")
    def test_it_ends_when_fewer_than_three_are_left(self) -> None:
        field = three().play(Verb.FORM, 0, 1, 2)
        hit_by_shot(field.b, 1, 3, False, True, dice_of((SAVE, 1)), silent())
        assert [int(f.formed) for f in field.b.figures[:3]] == [0, 0, 0]

    @pytest.mark.clause("IA-SAVE-14")
    def test_it_lasts_until_the_own_next_movement(self) -> None:
        field = three().play(Verb.FORM, 0, 1, 2).done()
        assert field.b.turn == 2 or field.b.figures[0].formed == 1


# ---------------------------------------------------------------- cavalry


class TestCavalry:
    """Examples 12 and 13."""

    @pytest.mark.clause(
        "IA-CAV-1",
        "IA-CAV-2",
        "IA-CAV-6",
        "IA-CAV-8",
        "IA-CAV-9",
        "IA-CAV-10",
        "IA-CAV-13",
        "IA-CAV-14",
        "IA-TABLE-1",
        "IA-CAV-7",
    )
    def test_a_knight_is_shot(self) -> None:
        field = Field([knight(20, 20, klass="elite")], [man(35, 20)])
        assert hit(field, (HORSE, 2), (SAVE, 1)) == "able"
        rider_ = field.b.figures[0]
        assert (rider_.troop, rider_.width, rider_.depth, rider_.quality) == (1, 2.0, 2.0, 1)
        other = Field([knight(20, 20, klass="elite")], [man(35, 20)])
        assert hit(other, (HORSE, 3), (SAVE, 1)) == "wounded"

    @pytest.mark.clause("IA-CAV-2", "IA-CAV-3")
    def test_near_shots_strike_the_horse_on_a_3(self) -> None:
        field = Field([rider(20, 20)], [man(35, 20)])
        hit(field, (HORSE, 3), (SAVE, 4), near=True)
        assert READER.codes(field.log, Kind.OUTCOME) == ["HORSE_IS_SAVED"]
        assert hit(Field([rider(20, 20)], [man(35, 20)]), (HORSE, 3), (SAVE, 2)) == "dead"

    @pytest.mark.clause("IA-CAV-4", "IA-CAV-5", "IA-CAV-6", "IA-CAV-11", "IA-CAV-16", "IA-CAV-15")
    def test_struck_by_foot_and_by_cavalry(self) -> None:
        field = Field([rider(20, 20)], [man(22.5, 20)])
        assert hit(field, (HORSE, 3), (SAVE, 3), melee=True) == "able"
        assert field.b.figures[0].troop == 0
        assert field.at(0) == pytest.approx((20.5, 20), abs=0.001)  # put to who struck the rider
        horse = Field([rider(20, 20)], [rider(23, 20)])
        assert hit(horse, (HORSE, 3), (SAVE, 3), melee=True) == "wounded"
        assert hit(Field([rider(20, 20)], [rider(23, 20)]), (HORSE, 4), (SAVE, 4), melee=True) == "able"

    @pytest.mark.clause("IA-CAV-8")
    def test_house_rule_a_shot_horse_falls(self) -> None:
        field = Field([rider(20, 20)], [man(35, 20)], shot_horse="falls")
        hit(field, (HORSE, 1))
        assert field.b.figures[0].troop == 0
        struck = Field([rider(20, 20)], [man(22.5, 20)], shot_horse="falls")
        hit(struck, (HORSE, 3), (SAVE, 4), melee=True)
        assert READER.codes(struck.log, Kind.OUTCOME) == ["HORSE_IS_SAVED"]

    @pytest.mark.clause("IA-CAV-16", "IA-MASS-8")
    def test_struck_from_the_second_rank_they_stay_in_contact_with_the_first(self) -> None:
        field = Field([rider(20, 20)], [man(24.5, 20, "W", "spear"), man(22.5, 20, "W")])
        assert hit(field, (HORSE, 3), (SAVE, 1), melee=True) == "able"
        assert field.at(0) == pytest.approx((20.5, 20), abs=0.001)

    @pytest.mark.clause("IA-CAV-7")
    def test_horses_have_no_class(self) -> None:
        field = Field([rider(20, 20, klass="commander")], [man(35, 20)])
        hit(field, (HORSE, 1), (SAVE, 3))
        assert field.b.figures[0].troop == 0

    @pytest.mark.clause("IA-RANGED-30", "IA-CAV-10")
    def test_who_has_lost_their_horse_shoots_on_foot(self) -> None:
        field = shooting(
            [rider(20, 20, "E", "bow", mode="run"), man(20, 60, "E", "bow")], [archer(30, 20, "W"), man(30, 60, "W")]
        )  # fmt: skip
        hit_by_shot(field.b, 0, 2, True, False, dice_of((HORSE, 1), (SAVE, 1)), silent())
        assert field.b.figures[0]["mode"] == Mode.RUN
        assert field.reasons(Verb.SHOOT, 0, target=2) == ["HAS_RUN"]


# ---------------------------------------------------------------- breaking contact


class TestBreakingContact:
    """Example 20."""

    @staticmethod
    def reached(figure: dict) -> Field:  # type: ignore[type-arg]
        return Field([{**figure, "reached_by": ["B0"]}, man(70, 10)], [man(22, 20, "W", moved=True), FAR])

    @pytest.mark.clause("IA-BREAK-1", "IA-BREAK-2", "IA-BREAK-4", "IA-BREAK-7", "IA-BREAK-11", "IA-SAVE-6")
    @pytest.mark.parametrize(("die", "state"), [(3, "able"), (2, "wounded"), (1, "dead")])
    def test_an_archer_goes_or_not(self, die: int, state: str) -> None:
        field = self.reached(archer())
        field.play(Verb.BREAK, 0, dice=[(SAVE, die)])
        assert field.state(0) == state
        if state == "able":
            assert field.cannot_move(0, (20.0, 20.05), WALK) == ["STILL_IN_CONTACT"]
            field.move(0, (14, 20))
            assert field.at(0) == (14, 20)

    @pytest.mark.clause("IA-NIGHT-17", "IA-BREAK-11")
    def test_no_direction_dice_for_who_breaks_contact(self) -> None:
        field = Field(
            [{**archer(), "reached_by": ["B0"]}, man(70, 10)], [man(22, 20, "W", moved=True), FAR],
            case={"night_until": 8},
        )  # fmt: skip
        field.play(Verb.BREAK, 0, dice=[(SAVE, 3)])
        assert field.cannot_move(0, (17, 18)) == [] and field.cannot_move(1, (70, 12)) == ["HEAD_FIRST"]

    @pytest.mark.clause("IA-BREAK-5", "IA-BREAK-6", "IA-BREAK-9", "IA-CLASS-9", "IA-CLASS-2")
    def test_light_cavalry(self) -> None:
        light = Field(
            [rider(20, 20, "E", "bow", reached_by=["B0"]),
             rider(20, 40, "E", "javelin", klass="conscript", reached_by=["B1"])],
            [man(22.5, 20, "W"), man(22.5, 40, "W"), FAR],
        )  # fmt: skip
        light.play(Verb.BREAK, 0)
        assert light.b.figures[0].broke == 1
        light.play(Verb.BREAK, 1, dice=[(SAVE, 2)])
        assert light.state(1) == "wounded"

    @pytest.mark.clause("IA-BREAK-3", "IA-BREAK-8", "IA-BREAK-10", "IA-MOVE-31")
    def test_who_may_not(self) -> None:
        assert self.reached(man(20, 20)).reasons(Verb.BREAK, 0) == ["NOT_RANGED"]
        assert self.reached(man(20, 20, "E", "javelin")).reasons(Verb.BREAK, 0) == []
        old = Field([archer(), man(70, 10)], [man(22, 20, "W"), FAR])
        assert old.reasons(Verb.BREAK, 0) == ["OLD_CONTACT"]
        near = Field([archer(), man(70, 10)], [man(24, 20, "W", "polearm"), FAR])
        assert near.reasons(Verb.BREAK, 0) == ["TOUCHES_NOBODY"]
