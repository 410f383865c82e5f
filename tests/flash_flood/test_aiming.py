"""A model's weapon is its owner's choice: krak or frag, where a marker lies, where a template points."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import yaml

from sandtable.games.flash_flood.listing.offers import legal_actions
from sandtable.games.flash_flood.record import ACTION, Phase, Verb
from sandtable.games.flash_flood.thinking.worth import Feature, worth
from sandtable.kernel.records import new_actions
from sandtable.table.battle import Battle
from sandtable.table.cases import Answer, answer, unused_dice

FRAG, KRAK = "frag_grenade", "krak_grenade"

HEAD = """
game: flash-flood
phase: shooting
imperials: {squads: [{id: A, models: [%s], at: [%s]}]}
tyranids: {squads: [{id: T, models: [%s], at: [%s]}, {id: W, models: [brood_warrior], at: [[33, 30]]}]}
"""


def case(own: str, at: str, foes: str, there: str, more: str = "") -> dict[str, Any]:
    return dict(yaml.safe_load(HEAD % (own, at, foes, there) + more))


def shooting(own: str, at: str, foes: str, there: str, more: str = "") -> Battle:
    """In the middle of the Shooting phase, with the best of dice behind it."""
    return answer(case(own, at, foes, there, more), "case", seed=1).battle


def played(own: str, at: str, foes: str, there: str, dice: str, *actions: str, more: str = "") -> Answer:
    data = case(own, at, foes, there, more) | {"dice": yaml.safe_load(dice), "actions": list(actions)}
    return answer(data, "case", seed=1)


def told(found: Answer, at: int = -1) -> list[str]:
    return [event.code for event in found.rulings[at].events]


def reasons(battle: Battle, action: str) -> list[tuple[str, str]]:
    judgement = battle.judge(action)
    assert judgement.legal == (judgement.reasons == ())
    return [(reason.code, str(reason.clause)) for reason in judgement.reasons]


FOUR = "[30, 3], [31.2, 3], [28.3, 3], [32.2, 3]"
"""A marker over the first covers three, with centres up to 1.7 from it; 1.5 and 0.5 make 2.0. The fourth is 2.2 off."""

GAUNTS = "gun_swarmer, gun_swarmer, gun_swarmer, gun_swarmer"


class TestKrakOrFrag:
    """A grenade launcher holds both."""

    @pytest.mark.clause("C40-SHOOT-16", "C40-WPN-9")
    def test_frag_suits_a_crowd_and_is_fired_if_nothing_is_named(self) -> None:
        dice = """[{for: scatter, value: 2}, {for: to_wound, value: 4}, {for: to_wound, value: 4},
                   {for: to_wound, value: 1}, {for: leadership, value: 1}, {for: leadership, value: 1}]"""
        found = played("line_guard_launcher", "[20, 3]", GAUNTS, FOUR, dice, "shoot A1 at T1")
        assert told(found).count("IS_KILLED") == 2 and unused_dice(found.battle) == []

    @pytest.mark.clause("C40-SHOOT-16", "C40-WPN-9")
    def test_krak_is_fired_if_it_is_named(self) -> None:
        """BS 3 hits on 4+, Strength 6 on Toughness 3 wounds on 2+, AP 4 leaves no save: one of four dies, they test."""
        dice = """[{for: to_hit, value: 4}, {for: to_wound, value: 2}, {for: leadership, value: 1},
                   {for: leadership, value: 1}]"""
        found = played(
            "line_guard_launcher", "[20, 3]", GAUNTS, FOUR, dice, f"aim A1 at T1 with {KRAK}", "shoot A1 at T1"
        )
        assert [ruling.judgement.legal for ruling in found.rulings] == [True, True]
        assert (
            told(found, 0) == ["IS_AIMED"] and told(found).count("IS_KILLED") == 1 and unused_dice(found.battle) == []
        )

    @pytest.mark.clause("C40-SHOOT-16")
    def test_krak_suits_one_alone(self) -> None:
        """A lone Warrior, Toughness 4: krak 1/2 x 5/6 wounds on 2+, AP 4 against 5+; frag at best 1 x 1/3 x 2/3."""
        found = played("line_guard_launcher", "[20, 3]", "brood_warrior", "[30, 3]",
                       "[{for: to_hit, value: 4}, {for: to_wound, value: 2}]", "shoot A1 at T1")  # fmt: skip
        assert "IS_WOUNDED" in told(found) and unused_dice(found.battle) == []

    @pytest.mark.clause("C40-SHOOT-16", "C40-SHOOT-11")
    def test_each_of_two_launchers_fires_its_own(self) -> None:
        """Frag over T4 by the one, krak by the other: the dice are thrown in the order of the models."""
        dice = """[{for: scatter, figure: A1, value: 1}, {for: to_hit, figure: A2, value: 1},
                   {for: to_wound, figure: A1, value: 1}, {for: to_wound, figure: A1, value: 1}]"""
        found = played(
            "line_guard_launcher, line_guard_launcher", "[20, 3], [21.2, 3]", GAUNTS,
            "[30, 3], [31.2, 3], [28.3, 3], [33.7, 3]", dice,
            f"aim A1 at T4 with {FRAG}", f"aim A2 at T1 with {KRAK}", "shoot A1 A2 at T1",
        )  # fmt: skip
        covered = next(event for event in found.rulings[-1].events if event.code == "COVERS")
        assert covered.amount == 1, "T4 at 33.7 alone: T2 is 2.5 off"


class TestMarkers:
    """Where a marker is laid is its owner's choice too."""

    @pytest.mark.clause("C40-SHOOT-16", "C40-BLAST-3", "C40-BLAST-4")
    def test_it_lies_over_whom_the_owner_says(self) -> None:
        """Over T4 at 32.2 it covers T2, 1.0 off, and T4; T1 is 2.2 off."""
        dice = "[{for: scatter, value: 1}, {for: to_wound, value: 1}, {for: to_wound, value: 1}]"
        found = played(
            "line_guard_launcher", "[20, 3]", GAUNTS, FOUR, dice, f"aim A1 at T4 with {FRAG}", "shoot A1 at T1"
        )
        covered = next(event for event in found.rulings[-1].events if event.code == "COVERS")
        assert (covered.amount, covered.other) == (2, "T4") and unused_dice(found.battle) == []

    @pytest.mark.clause("C40-BLAST-3", "C40-SHOOT-16")
    def test_it_is_aimed_at_nobody_out_of_range(self) -> None:
        """24 inches from the rim at 4.5: T1 begins at 28.5, T2 at 28.6. Only T1 is in range and the best place."""
        battle = shooting("line_guard_launcher", "[4, 3]", "gun_swarmer, gun_swarmer", "[29, 3], [29.1, 4.2]")
        assert reasons(battle, f"aim A1 at T1 with {FRAG}") == []
        found = battle.judge(f"aim A1 at T2 with {FRAG}").reasons[0]
        assert found.code == "OUT_OF_REACH" and "24.1 inches" in found.text and "reaches 24 inches" in found.text
        battle.play("shoot A1 at T1")
        covered = next(event for event in battle.history[-1].events if event.code in ("COVERS",))
        assert covered.other == "T1"

    @pytest.mark.clause("C40-SHOOT-17", "C40-BLAST-2")
    @pytest.mark.parametrize("edition", ["4", "5"])
    @pytest.mark.parametrize(("x", "found"), [(31.9, "MARKER_ON_FRIEND"), (32.0, None)])
    def test_it_covers_no_friend_where_it_is_aimed(self, x: float, found: str | None, edition: str) -> None:
        """A radius of 1.5 and a base of 0.5: from 2 inches on a friend is not under it. Krak asks for no room."""
        battle = shooting("line_guard_launcher, line_guard", f"[20, 3], [{x}, 3]", "gun_swarmer", "[30, 3]",
                          f"options: {{edition: {edition}}}\n")  # fmt: skip
        assert reasons(battle, f"aim A1 at T1 with {FRAG}") == ([] if found is None else [(found, "C40-SHOOT-17")])
        assert reasons(battle, f"aim A1 at T1 with {KRAK}") == []

    @pytest.mark.clause("C40-SHOOT-17")
    @pytest.mark.parametrize(("x", "found"), [(21.9, "MARKER_ON_ITSELF"), (22.0, None)])
    def test_it_covers_not_the_firer_either(self, x: float, found: str | None) -> None:
        battle = shooting("line_guard_launcher", "[20, 3]", "gun_swarmer", f"[{x}, 3]")
        assert reasons(battle, f"aim A1 at T1 with {FRAG}") == ([] if found is None else [(found, "C40-SHOOT-17")])

    @pytest.mark.clause("C40-SHOOT-17", "C40-CC-10")
    @pytest.mark.parametrize(("x", "legal"), [(31.9, False), (32.0, True)])
    def test_it_covers_nobody_of_a_locked_unit(self, x: float, legal: bool) -> None:
        """U1 touches B1, an inch beyond it: its unit is locked."""
        squads = f"""
imperials: {{squads: [{{id: A, models: [line_guard_launcher], at: [[20, 3]]}},
                      {{id: B, models: [line_guard], at: [[{x + 1}, 3]]}}]}}
tyranids: {{squads: [{{id: T, models: [gun_swarmer], at: [[30, 3]]}},
                     {{id: U, models: [gun_swarmer], at: [[{x}, 3]]}}]}}
"""
        battle = answer({"game": "flash-flood", "phase": "shooting", **yaml.safe_load(squads)}, "case", seed=1).battle
        expected = [] if legal else [("MARKER_ON_FIGHT", "C40-SHOOT-17")]
        assert reasons(battle, f"aim A1 at T1 with {FRAG}") == expected

    @pytest.mark.clause("C40-SHOOT-16", "C40-SHOOT-17")
    def test_where_nothing_is_named_it_is_laid_over_nobody_beside_a_friend(self) -> None:
        """Over T1 it would cover T2 and T3, 1.7 off each, and a friend 1.86 off; over T2 it covers T1 and T2."""
        dice = "[{for: scatter, value: 1}, {for: to_wound, value: 1}, {for: to_wound, value: 1}]"
        three = "gun_swarmer, gun_swarmer, gun_swarmer"
        found = played("line_guard_launcher, line_guard", "[20, 3], [28.9, 4.5]", three,
                       "[30, 3], [31.7, 3], [28.3, 3]", dice, "shoot A1 at T1")  # fmt: skip
        covered = next(event for event in found.rulings[-1].events if event.code == "COVERS")
        assert (covered.amount, covered.other) == (2, "T2") and unused_dice(found.battle) == []

    @pytest.mark.clause("C40-SHOOT-17", "C40-BLAST-4")
    def test_a_friend_under_a_marker_that_scattered_is_hit(self) -> None:
        """5 and 1 less BS 3: 3 inches east, from 30 over to 33, where a friend stands; a 1 does not wound it."""
        dice = """[{for: scatter, value: 3}, {for: scatter_way, value: 90}, {for: scatter_inches, value: 5},
                   {for: scatter_inches, value: 1}, {for: to_wound, value: 1}]"""
        found = played("line_guard_launcher, line_guard", "[20, 3], [33, 3]", "gun_swarmer", "[30, 3]",
                       dice, f"aim A1 at T1 with {FRAG}", "shoot A1 at T1")  # fmt: skip
        covered = next(event for event in found.rulings[-1].events if event.code == "COVERS")
        assert covered.amount == 1 and unused_dice(found.battle) == []


class TestTemplates:
    """A flamer's template points where its owner says."""

    @pytest.mark.clause("C40-SHOOT-12", "C40-SHOOT-17")
    def test_straight_at_somebody_or_towards_degrees(self) -> None:
        battle = shooting("line_guard_flamer", "[20, 3]", "gun_swarmer, gun_swarmer", "[24, 3], [23.5, 4.3]")
        assert reasons(battle, "aim A1 at T2 with flamer") == []
        assert reasons(battle, "aim A1 at T2 with flamer towards 80") == []
        assert reasons(battle, "aim A1 at T2 with flamer towards 270") == [("TEMPLATE_SHORT", "C40-SHOOT-12")]
        north = shooting("line_guard_flamer", "[20, 2]", "gun_swarmer", "[20, 4.4]")
        assert reasons(north, "aim A1 at T1 with flamer towards 360") == []
        assert reasons(battle, "aim A1 at T2 with flamer towards 361") == [("NO_SUCH_WAY", "C40-SHOOT-17")]

    @pytest.mark.clause("C40-SHOOT-12")
    @pytest.mark.parametrize(("x", "burns"), [(28.9, True), (29.1, False)])
    def test_it_is_eight_inches_long_from_the_rim(self, x: float, burns: bool) -> None:
        """The firer's rim is at 20.5, the template ends at 28.5, and a base of 0.5 begins there at 29.0."""
        battle = shooting("line_guard_flamer", "[20, 3]", "gun_swarmer", f"[{x}, 3]")
        assert (reasons(battle, "aim A1 at T1 with flamer towards 90") == []) is burns

    @pytest.mark.clause("C40-SHOOT-12")
    @pytest.mark.parametrize(("y", "burns"), [(3.7, True), (3.8, False)])
    def test_its_round_end_is_two_and_a_half_inches_wide(self, y: float, burns: bool) -> None:
        """At 26.25, 6.75 inches on, it is widest: it reaches 1.25 aside, and a base of 0.5 begins at 1.75."""
        battle = shooting("line_guard_flamer", "[19, 2]", "gun_swarmer", f"[26.25, {y}]")
        assert (reasons(battle, "aim A1 at T1 with flamer towards 90") == []) is burns

    @pytest.mark.clause("C40-SHOOT-17")
    def test_it_covers_no_friend(self) -> None:
        battle = shooting("line_guard_flamer, line_guard", "[20, 3], [22, 3]", "gun_swarmer", "[24, 3]")
        assert reasons(battle, "aim A1 at T1 with flamer") == [("TEMPLATE_ON_FRIEND", "C40-SHOOT-17")]

    @pytest.mark.clause("C40-SHOOT-17", "C40-CC-10")
    def test_it_covers_nobody_of_a_locked_unit_not_even_its_hindmost(self) -> None:
        """T1 touches B1 at 31; the template ends at 28.5. T2, at 28 and 1 inch behind T1, touches nobody."""
        squads = """
imperials: {squads: [{id: A, models: [line_guard_flamer], at: [[20, 3]]}, {id: B, models: [line_guard], at: [[31, 3]]}]}
tyranids: {squads: [{id: T, models: [gun_swarmer, gun_swarmer], at: [[30, 3], [28, 3]]},
                    {id: U, models: [gun_swarmer], at: [[22.5, 3]]}]}
"""
        battle = answer({"game": "flash-flood", "phase": "shooting", **yaml.safe_load(squads)}, "case", seed=1).battle
        found = battle.judge("aim A1 at U1 with flamer").reasons[0]
        assert (found.code, found.other, found.clause) == ("TEMPLATE_ON_FIGHT", "T2", "C40-SHOOT-17")


class TestNaming:
    """What may be named, by whom, and what it binds."""

    @pytest.mark.clause("C40-SHOOT-16")
    def test_what_is_named_holds_for_that_unit_alone(self) -> None:
        squads = [{"id": name, "models": ["gun_swarmer"], "at": [[x, 3]]} for name, x in (("T", 24), ("U", 26))]
        data = case("line_guard_launcher", "[20, 3]", "gun_swarmer", "[24, 3]") | {"tyranids": {"squads": squads}}
        battle = answer(data, "case", seed=1).battle
        battle.play(f"aim A1 at T1 with {KRAK}")
        assert reasons(battle, "shoot A1 at U1") == [("AIMS_ELSEWHERE", "C40-SHOOT-16")]
        assert reasons(battle, f"aim A1 at T1 with {KRAK}") == [("IS_AIMED_SO", "C40-SHOOT-16")]
        assert reasons(battle, f"aim A1 at T1 with {FRAG}") == []
        assert reasons(battle, f"aim A1 at U1 with {KRAK}") == [], "until it has shot its owner may think again"

    @pytest.mark.clause("C40-SHOOT-11", "C40-SHOOT-16")
    def test_only_what_it_carries_by_one_at_a_time_at_an_enemy(self) -> None:
        battle = shooting("line_guard_launcher, line_guard", "[20, 3], [20, 4.2]", "gun_swarmer", "[24, 3]")
        assert reasons(battle, f"aim A2 at T1 with {KRAK}") == [("CARRIES_NO_SUCH_WEAPON", "C40-SHOOT-11")]
        assert reasons(battle, f"aim A1 A2 at T1 with {KRAK}") == [("AIM_ONE_BY_ONE", "C40-SHOOT-16")]
        assert reasons(battle, f"aim A1 at A2 with {KRAK}") == [("IS_A_FRIEND", "C40-SHOOT-16")]
        assert reasons(battle, f"aim A1 at T1 with {KRAK} towards 90") == [("NO_SUCH_WAY", "C40-SHOOT-17")]

    @pytest.mark.clause("C40-SHOOT-10", "C40-SHOOT-6", "C40-SHOOT-14")
    def test_moved_units_and_walls(self) -> None:
        moved = "units: {A: {moved: true}}\n"
        heavy = shooting("armoured_trooper_heavy", "[20, 3]", "gun_swarmer", "[24, 3]", moved)
        assert reasons(heavy, "aim A1 at T1 with heavy_bolter") == [("MOVED_WITH_HEAVY", "C40-SHOOT-10")]
        assert reasons(heavy, "shoot A1 at T1") == [("MOVED_WITH_HEAVY", "C40-SHOOT-10")]
        far = shooting("line_guard, line_guard", "[17.8, 3], [16, 3]", "gun_swarmer", "[31, 3]", moved)
        found = far.judge("shoot A1 A2 at T1").reasons[0]
        assert (found.code, str(found.clause), found.actor) == ("MOVED_OUT_OF_REACH", "C40-SHOOT-6", "A1")
        assert "12.2 inches" in found.text and "then reaches 12 inches" in found.text
        hidden = shooting("line_guard", "[20, 3]", "gun_swarmer", "[33, 12]")
        assert reasons(hidden, "shoot A1 at T1") == [("OUT_OF_SIGHT", "C40-SHOOT-14")]
        assert reasons(hidden, "aim A1 at T1 with lasgun") == [("OUT_OF_SIGHT", "C40-SHOOT-14")]

    @pytest.mark.clause("C40-CHG-2", "C40-SHOOT-16")
    def test_light_fire_and_a_heavy_weapon_that_was_named(self) -> None:
        battle = shooting("armoured_trooper, armoured_trooper", "[20, 3], [20, 4.2]", "gun_swarmer", "[25, 3]")
        battle.play("aim A1 at T1 with boltgun")
        assert reasons(battle, "shoot A1 A2 at T1 mode light") == [("NAMED_IS_HEAVY", "C40-CHG-2")]
        assert reasons(battle, "shoot A1 at T1") == reasons(battle, "shoot A2 at T1 mode light") == []
        light = shooting("line_guard_launcher", "[20, 3]", "gun_swarmer", "[25, 3]")
        light.play(f"aim A1 at T1 with {KRAK}")
        assert reasons(light, "shoot A1 at T1 mode light") == []
        far = shooting("line_guard_launcher", "[4, 3]", "gun_swarmer", "[31, 3]")
        assert reasons(far, "shoot A1 at T1 mode light") == [("OUT_OF_REACH", "C40-SHOOT-16")]

    @pytest.mark.clause("C40-PROF-1", "C40-CHG-2")
    def test_who_has_nothing_to_shoot_with(self) -> None:
        text = HEAD % ("line_guard", "[20, 3]", "clawed_stalker", "[25, 3]") + "side: tyranids\n"
        battle = answer(dict(yaml.safe_load(text)), "case", seed=1).battle
        assert reasons(battle, "shoot T1 at A1") == [("HAS_NO_WEAPON", "C40-PROF-1")]
        battle = shooting("line_guard", "[20, 3]", "gun_swarmer", "[25, 3]")
        assert reasons(battle, "shoot A1 at T1 mode light") == [("HAS_NO_LIGHT_WEAPON", "C40-CHG-2")]

    def test_what_was_named_is_forgotten_after_the_phase(self) -> None:
        battle = shooting("line_guard_launcher", "[20, 3]", "gun_swarmer", "[24, 3]")
        battle.play(f"aim A1 at T1 with {KRAK}")
        battle.play("end")
        assert int(battle.record.phase) != Phase.SHOOTING and int(battle.record.figures[0].fires) == -1
        assert int(battle.record.figures[0].aim) == -1


def test_the_list_offers_what_a_player_may_name_and_no_list_is_endless() -> None:
    """Krak at a crowd, and a marker over each; what was named once is not offered again."""
    battle = shooting("line_guard_launcher, line_guard", "[20, 3], [20, 4.2]", GAUNTS, FOUR)
    aims = [action.text for action in battle.legal() if action.text.startswith("aim")]
    assert sorted(aims) == sorted([*(f"aim A1 at T{k} with {FRAG}" for k in range(1, 5)), f"aim A1 at T1 with {KRAK}"])
    battle.play(aims[0])
    assert [action.text for action in battle.legal() if action.text.startswith("aim")] == []
    assert any(action.text.startswith("shoot") for action in battle.legal())


def test_computers_fire_what_suits_best_and_name_nothing() -> None:
    """Worth of the shot: frag at four covers three; naming something is worth less than all else."""
    battle = shooting("line_guard_launcher", "[20, 3]", GAUNTS, FOUR)
    actions, features, out = new_actions(64, ACTION), np.zeros((64, len(Feature))), np.zeros(64)
    n = int(legal_actions(battle.record, actions))
    worth(battle.record, actions, n, features, out)
    ranked = sorted(range(n), key=lambda k: -out[k])
    assert actions[ranked[0]]["verb"] == Verb.SHOOT
    assert {int(actions[k]["verb"]) for k in ranked[-5:]} == {Verb.AIM}
