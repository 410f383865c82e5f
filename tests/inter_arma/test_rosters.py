"""Rosters of a campaign: files, who takes the field, the fate of the wounded after a battle, and `sandtable roster`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import sandtable
from inter_arma.field import dice_of
from sandtable.cli import run
from sandtable.errors import InputError
from sandtable.files import load_yaml
from sandtable.games.inter_arma.clauses import Purpose
from sandtable.games.inter_arma.laying import scenario
from sandtable.games.inter_arma.laying.rosters import ROSTERS, RosterFile, fates, load, text_of
from sandtable.games.inter_arma.record import State
from sandtable.games.rosters import Fought
from sandtable.games.scenarios import scenario_data

QUARREL: dict[str, Any] = {
    "title": "A quarrel",
    "table": {"width": 60, "height": 60},
    "turns": 1,
    "initiative": ["own", "foes"],
    "markers": [{"thing": "standard", "name": "banner", "owner": "own", "carrier": "A1"}],  # which A1 drops
    "sides": [
        {
            "key": "own",
            "figures": [
                {"id": "A1", "at": [20, 20], "facing": "N"},
                {"id": "A2", "class": "hero", "at": [30, 20], "facing": "N"},
                {"id": "A3", "at": [40, 20], "facing": "N"},
                {"id": "A4", "at": [50, 5], "facing": "N"},
            ],
        },
        {
            "key": "foes",
            "edge": "north",
            "figures": [{"id": f"B{k}", "at": [10 + 10 * k, 22], "facing": "S"} for k in (1, 2, 3)]
            + [{"id": "B4", "at": [50, 55], "facing": "S"}],
        },
    ],
}
"""Three pairs touch; with these dice all three of the first side are struck first: dead, wounded and wounded."""

FALLS = [
    *({"for": "first_blow", "side": "own", "value": 1} for _ in range(3)),
    *({"for": "first_blow", "side": "foes", "value": 6} for _ in range(3)),
    {"for": "save", "figure": "A1", "value": 1},  # dead (SAVE-6, SAVE-10)
    {"for": "save", "figure": "A2", "value": 1},  # 1 + 2 = 3: wounded (SAVE-3)
    {"for": "save", "figure": "A3", "value": 3},  # wounded
]


def of(name: str) -> Any:
    return scenario_data(scenario.SCENARIOS, name)[0]


def battle(limit: int = 99) -> Any:
    """The quarrel, fought out unless it is stopped after so many orders."""
    found = sandtable.new("inter-arma", QUARREL, dice=FALLS, seed=5)
    while not found.over and len(found.actions) < limit:
        orders = [action.text for action in found.legal()]
        found.play("done" if "done" in orders else orders[0])
    return found


def roster(*members: dict[str, Any], **more: Any) -> RosterFile:
    return RosterFile.model_validate({"game": "inter-arma", "name": "The band", "figures": list(members), **more})


def written(path: Path, *members: dict[str, Any], **more: Any) -> Path:
    path.write_text(text_of(roster(*members, **more)), "utf-8")
    return path


def member(key: str, state: str = "fit", **fields: Any) -> dict[str, Any]:
    return {"id": key, "state": state, **fields}


def told(states: dict[str, State], **clauses: str) -> Fought:
    """A battle after which figures of one side are in these states."""
    figures = [{"id": key, "at": [10 + 3 * k, 10]} for k, key in enumerate(states)]
    sides = [{"key": "own", "figures": figures}, {"key": "foes", "figures": [{"id": "B1", "at": [50, 50]}]}]
    b = scenario.lay({"title": "T", "sides": sides}, {}, "test").record[0]
    for k, state in enumerate(states.values()):
        b.figures[k].state = state.value
    return Fought("k", b, [*states, "B1"], ["regular"] * (len(states) + 1), clauses)


def after(band: RosterFile, fought: Fought, *dice: int) -> tuple[list[str], list[str]]:
    """States after the battle and what is told; exactly these dice are thrown, in this order."""
    thrown = dice_of(*((Purpose.FATE, die) for die in dice))
    changed, lines = fates(band, fought, thrown)
    assert thrown.missing == 0 and all(throw.used for throw in thrown.script[: len(dice)])
    return [m.state for m in changed.figures], list(lines)


class TestFates:
    @pytest.mark.clause("IA-WOUND-5", "IA-WOUND-6", "IA-WOUND-7")
    @pytest.mark.parametrize(
        ("die", "state", "clause"),
        [
            (1, "dead", "IA-WOUND-5"),
            (2, "dead", "IA-WOUND-5"),
            (3, "misses", "IA-WOUND-6"),
            (4, "misses", "IA-WOUND-6"),
            (5, "fit", "IA-WOUND-7"),
            (6, "fit", "IA-WOUND-7"),
        ],
    )
    def test_a_wounded_regular(self, die: int, state: str, clause: str) -> None:
        states, lines = after(roster(member("A1", name="Brennus")), told({"A1": State.WOUNDED}), die)
        assert states == [state]
        assert lines[0].startswith("Brennus (A1) ") and lines[0].endswith(f"(die {die}; {clause}).")

    @pytest.mark.clause("IA-WOUND-8")
    @pytest.mark.parametrize(
        ("klass", "die", "state"),
        [("hero", 1, "misses"), ("hero", 2, "misses"), ("hero", 3, "fit"), ("commander", 4, "fit"),
         ("elite", 4, "misses"), ("conscript", 2, "dead")],
    )  # fmt: skip
    def test_only_commanders_and_heroes_add_two(self, klass: str, die: int, state: str) -> None:
        """Example 21 of the list: a hero's die 1 + 2 = 3 is thrown again, 4 + 2 = 6 survives."""
        states, lines = after(roster(member("A1", **{"class": klass})), told({"A1": State.WOUNDED}), die)
        assert states == [state]
        assert (f"die {die} + 2 = {die + 2}" in lines[0]) == (klass in ("hero", "commander"))
        assert ("IA-WOUND-8" in lines[0]) == (klass in ("hero", "commander"))

    @pytest.mark.clause("IA-WOUND-6")
    def test_who_missed_the_battle_throws_again_after_it(self) -> None:
        band = roster(member("A1"), member("A2", "misses"), member("A3", "misses"), member("A4", "misses"))
        states, lines = after(band, told({"A1": State.ABLE}), 2, 4, 5)
        assert states == ["fit", "dead", "misses", "fit"]
        assert [line.split(" (die")[0] for line in lines] == [
            "Regular (A2) dies of wounds",
            "Regular (A3) is not healed and misses the next battle",
            "Regular (A4) has recovered and is fit",
            "Unhurt: 1.",
        ]

    @pytest.mark.clause("IA-WOUND-5", "IA-WOUND-11")
    def test_nobody_else_throws(self) -> None:
        """The dead and captured stay so, without a die; who fled or left the table is unhurt."""
        band = roster(
            *(member(f"A{k}") for k in range(1, 6)), member("A6", "dead"), member("A7", "captured"), member("A8")
        )
        fought = told(
            {"A1": State.DEAD, "A2": State.CAPTURED, "A3": State.FLED, "A4": State.WITHDRAWN, "A5": State.WOUNDED},
            A1="IA-WOUND-3", A2="IA-WOUND-11",
        )  # fmt: skip
        states, lines = after(band, fought, 6)
        assert states == ["dead", "captured", "fit", "fit", "fit", "dead", "captured", "fit"]
        assert lines == [
            "Regular (A1) was killed (IA-WOUND-3).",
            "Regular (A2) was captured (IA-WOUND-11).",
            "Regular (A5) has recovered and is fit (die 6; IA-WOUND-7).",
            "Unhurt: 2.",
            "Not in this battle: 1.",
        ]

    @pytest.mark.clause("IA-WOUND-5", "IA-WOUND-6")
    def test_the_numbers_are_those_of_the_battle(self) -> None:
        fought = told({"A1": State.WOUNDED})
        fought.record.rules.fate_dies = 3
        assert after(roster(member("A1")), fought, 3)[0] == ["dead"]

    def test_two_sides_of_a_battle_have_dice_of_their_own(self, tmp_path: Path) -> None:
        """Both have one wounded man; in twenty battles they do not always throw the same."""
        b = told({"A1": State.WOUNDED}).record
        b.figures[1].state = State.WOUNDED.value
        paths = [written(tmp_path / f"{key}.toml", member(key, name="Tom")) for key in ("A1", "B1")]
        dice = []
        for battle_number in range(20):
            fought = Fought(str(battle_number), b, ["A1", "B1"], ["regular"] * 2, {})
            dice.append([ROSTERS.after(path, fought).lines[0].split("(die ")[1] for path in paths])
        assert any(first != second for first, second in dice)


class TestBringing:
    @pytest.mark.clause("IA-WOUND-6")
    def test_who_is_not_fit_is_left_out(self, tmp_path: Path) -> None:
        path = tmp_path / "band.toml"
        path.write_text(ROSTERS.of_side(of("ford"), "raiders"), "utf-8")
        members = list(load(path).figures)
        assert len(members) == 8 and members[0].klass == "hero" and members[5].equipment == ["bow", "knife"]
        for at, state in ((1, "misses"), (2, "dead"), (3, "captured")):
            members[at] = members[at].model_copy(update={"state": state})
        path.write_text(text_of(load(path).model_copy(update={"figures": members, "name": "Wolves"})), "utf-8")
        brought = ROSTERS.bring(of("ford"), {"raiders": path})
        assert brought.lines == (
            "Band (A2) misses this battle (IA-WOUND-6).",
            "Band (A3) is dead.",
            "Band (A4) is a captive.",
            "Wolves: 5 of 8 take the field.",
        )
        laid = scenario.lay(brought.content, {}, "test")
        whole = scenario.lay(of("ford"), {}, "test")
        assert [f.id for f in laid.names.figures[:5]] == ["A1", "A5", "A6", "A7", "A8"] and laid.names.sides[
            0
        ] == "Wolves"
        figures = {f.id: whole.record[0].figures[i] for i, f in enumerate(whole.names.figures)}
        for i, figure in enumerate(laid.names.figures):
            own, before = laid.record[0].figures[i], figures[figure.id]
            for field in ("x", "y", "fy", "quality", "troop", "shield", "gun", "javelins"):
                assert own[field] == before[field]

    @pytest.mark.clause("IA-WOUND-6", "IA-WOUND-7")
    def test_a_wounded_man_misses_battles_until_they_are_healed(self, tmp_path: Path) -> None:
        """A2 is wounded in the first battle and throws 3, then 4 and 5: A2 misses the second and third, and is back."""
        path = tmp_path / "band.toml"
        path.write_text(ROSTERS.of_side(of("ford"), "raiders"), "utf-8")
        for die, is_there, state in ((3, True, "misses"), (4, False, "misses"), (5, False, "fit"), (None, True, "fit")):
            brought = ROSTERS.bring(of("ford"), {"raiders": path})
            laid = scenario.lay(brought.content, {}, "test")
            ids = [figure.id for figure in laid.names.figures]
            missed = [] if is_there else ["Band (A2) misses this battle (IA-WOUND-6)."]
            assert list(brought.lines) == [*missed, f"Raiders: {7 + is_there} of 8 take the field."]
            assert ("A2" in ids) == is_there and len(ids) == 15 + is_there
            if die == 3:
                laid.record[0].figures[ids.index("A2")].state = State.WOUNDED.value
            fought = Fought("k", laid.record[0], ids, [figure.kind for figure in laid.names.figures], {})
            thrown = dice_of(*([(Purpose.FATE, die)] if die else []))
            changed, _ = fates(load(path), fought, thrown)
            assert thrown.missing == 0 and [m.state for m in changed.figures] == ["fit", state, *["fit"] * 6]
            path.write_text(text_of(changed), "utf-8")

    @pytest.mark.clause("IA-CLASS-3")
    def test_others_take_the_places_that_are_free_and_riders_those_of_riders(self, tmp_path: Path) -> None:
        """In the raid the banner is RA4's; whoever stands in that place carries it, and civilians stay."""
        members = [
            member("A1", type="armored cavalry"), member("A2", type="cavalry"), member("RA1", type="armored cavalry"),
            member("A3"), member("A4", type="skirmisher"), member("A5"), member("A6", type="cavalry"),
        ]  # fmt: skip
        path = written(tmp_path / "band.toml", *members)
        brought = ROSTERS.bring(of("raid"), {"raiders": path})
        assert brought.lines == (
            "Regular (A5) stays behind: no place is left.",
            "The band: 6 of 7 take the field.",
        )
        laid = scenario.lay(brought.content, {}, "test")
        b = laid.record[0]
        ids = [figure.id for figure in laid.names.figures]
        assert len(ids) == 6 + 16 + 9
        where = {key: (float(b.figures[i].x), float(b.figures[i].y)) for i, key in enumerate(ids)}
        assert where["RA1"] == (60, 6) and where["A1"] == (52, 6) and where["A2"] == (56, 6) and where["A6"] == (64, 6)
        assert where["A3"] == (49, 3) and where["A4"] == (70, 3)
        assert ids[int(b.markers[3].carrier)] == "A6"

    def test_what_nobody_carries_lies_where_its_carrier_stood(self, tmp_path: Path) -> None:
        path = written(tmp_path / "band.toml", member("A1", type="cavalry"))
        laid = scenario.lay(ROSTERS.bring(of("raid"), {"raiders": path}).content, {}, "test")
        marker = laid.record[0].markers[3]
        assert (float(marker.x), float(marker.y), int(marker.carrier)) == (64, 6, -1)

    def test_a_scenario_that_changes_another_one(self, tmp_path: Path) -> None:
        path = written(tmp_path / "band.toml", member("X1", **{"class": "commander"}), member("X2"))
        laid = scenario.lay(ROSTERS.bring(of("night-in-rain"), {"ambushers": path}).content, {}, "test")
        b = laid.record[0]
        assert (int(b.rain), int(b.n_figures), int(b.night_until)) == (1, 2 + 12, 8)
        assert int(b.figures[0].lying) == 1  # as all ambushers

    @pytest.mark.parametrize("name", ["camp", "chase", "ford", "night", "night-in-rain", "raid", "raid-in-fog"])
    def test_a_whole_roster_brought_to_its_own_scenario_changes_nothing(
        self, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Every side of every scenario, there and back through the files that the command writes."""
        whole = scenario.lay(of(name), {}, "test")
        given = []
        for side in whole.names.parties:
            path = tmp_path / f"{side.key}.toml"
            assert run(["roster", "new", str(path), "--scenario", name, "--side", side.key]) == 0
            given.append(f"{side.key}={path}")
        out = tmp_path / "out.yaml"
        assert run(["roster", "bring", name, *given, "--out", str(out)]) == 0
        laid = scenario.lay(load_yaml(out), {}, str(out))
        assert laid.record.tobytes() == whole.record.tobytes() and laid.names == whole.names

    def test_house_rules_of_both_scenarios_hold(self, tmp_path: Path) -> None:
        """The camp has natural_one = wounds (SC1-2)."""
        path = written(tmp_path / "band.toml", member("X1"))
        changes = {"title": "T", "extends": "camp", "house_rules": {"direction_die": "1d12"}}
        options = scenario.lay(ROSTERS.bring(changes, {"gauls": path}).content, {}, "test").record[0].options
        assert (int(options.natural_one), int(options.direction_die)) == (1, 1)

    @pytest.mark.clause("IA-GOAL-7")
    def test_civilians_are_of_no_roster_and_come_all_the_same(self, tmp_path: Path) -> None:
        path = tmp_path / "village.toml"
        path.write_text(ROSTERS.of_side(of("raid"), "village"), "utf-8")
        assert len(load(path).figures) == 16
        laid = scenario.lay(ROSTERS.bring(of("raid"), {"village": path}).content, {}, "test")
        assert int(laid.record[0].n_figures) == 14 + 16 + 9

    @pytest.mark.parametrize(
        ("members", "side", "said"),
        [
            ([member("A1", "dead")], "raiders", "nobody of The band can take the field here"),
            ([member("A1", type="cavalry")], "raiders", "nobody of The band can take the field here"),
            ([member("B1")], "raiders", "two figures of this battle are called B1"),
            ([member("A1")], "raider", "the scenario has no side 'raider'; did you mean 'raiders'?"),
        ],
    )
    def test_what_cannot_be_brought(self, members: list[Any], side: str, said: str, tmp_path: Path) -> None:
        path = written(tmp_path / "band.toml", *members)
        with pytest.raises(InputError) as caught:
            ROSTERS.bring(of("ford"), {side: path})
        assert said in str(caught.value)


class TestFiles:
    def test_a_file_says_the_same_again(self, tmp_path: Path) -> None:
        odd = member(
            "A1", "misses", name='Tom "the Ox" \\ Ödön\x7f', leads=False, equipment=["shield"], **{"class": "hero"}
        )
        path = written(tmp_path / "band.toml", odd, member("A2", squad="bows"), battles=["0123"])
        assert text_of(load(path)) == path.read_text("utf-8")
        assert load(path).figures[0].name == 'Tom "the Ox" \\ Ödön\x7f' and load(path).battles == ["0123"]

    @pytest.mark.parametrize(
        ("line", "said"),
        [
            (
                'id = "A1"\nstate = "ill"',
                "line 5, field figures[1].state: expected 'fit', 'misses', 'dead' or 'captured'",
            ),
            ('id = "A1"\nclass = "civilian"', "field figures[1].class: expected 'conscript', 'regular', 'elite'"),
            ('id = "A1"\ntype = "chariot"', "field figures[1].type: expected 'infantry'"),
            ('id = "A1"\nequipment = ["shiled"]', "equipment: there is no equipment 'shiled'; did you mean 'shield'?"),
            ('id = "A1"\nat = [3, 4]', "field figures[1].at: there is no such field"),
            ('id = "A 1"', "field figures[1].id: expected a letter, then letters or digits, found 'A 1'"),
            ('id = "A1"\n[[figures]]\nid = "A1"', "line 6, field figures[2].id: A1 is in the roster twice"),
            ("", "field figures[1].id: expected"),
        ],
    )
    def test_one_clear_sentence_for_a_fault(
        self, line: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "band.toml"
        path.write_text(f'game = "inter-arma"\nname = "The band"\n[[figures]]\n{line}\n', "utf-8")
        assert run(["roster", "check", str(path)]) == 2
        error = capsys.readouterr().err
        assert said in error and error.count("\n") == 1 and "Traceback" not in error

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ('name = "x"\n', "field game: expected the key of a game, found nothing"),
            ("game = 3\n", "line 1, field game: expected the key of a game, found 3"),
            ('game = "inter-arms"\n', "There is no game 'inter-arms'"),
            ('game = "dba"\n', "DBA 2.2 has no rosters"),
            ('game = "inter-arma"\nname = "x"\n', "field figures: expected"),
            ('game = "inter-arma"\nname = "x"\nfigures = []\n', "field figures: expected at least 1"),
            ("game = \n", "line 1: is not TOML"),
        ],
    )
    def test_what_is_no_roster(self, text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "band.toml"
        path.write_text(text, "utf-8")
        assert run(["roster", "check", str(path)]) == 2
        error = capsys.readouterr().err
        assert said in error and error.count("\n") == 1


class TestCommand:
    def campaign(self, tmp_path: Path, limit: int = 99) -> tuple[Path, Path]:
        """A roster of the quarrel's first side, and the save of the quarrel."""
        path, save = tmp_path / "band.toml", tmp_path / "battle.json"
        path.write_text(ROSTERS.of_side(QUARREL, "own"), "utf-8")
        battle(limit).save(save)
        return path, save

    @pytest.mark.clause("IA-WOUND-5", "IA-WOUND-6", "IA-WOUND-7", "IA-WOUND-8")
    def test_after_a_battle_the_file_holds_what_was_told(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path, save = self.campaign(tmp_path)
        before = path.read_text("utf-8")
        assert run(["roster", "after", str(path), str(save)]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) == 4 and lines[3] == "Unhurt: 1."
        assert lines[0] == "Regular (A1) was killed (IA-SAVE-10)."
        words = {"dies": "dead", "is not healed": "misses", "has recovered": "fit"}
        states = [next(state for word, state in words.items() if f") {word}" in line) for line in lines[1:3]]
        kept = load(path)
        assert [m.state for m in kept.figures] == ["dead", *states, "fit"] and states[0] != "dead"  # of a hero
        assert len(kept.battles) == 1 and sorted(os.listdir(tmp_path)) == ["band.toml", "battle.json"]
        path.write_text(before, "utf-8")  # the dice are the battle's: telling it anew brings nothing else
        assert run(["roster", "after", str(path), str(save)]) == 0
        assert capsys.readouterr().out.splitlines() == lines

    def test_the_same_battle_is_not_told_twice(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path, save = self.campaign(tmp_path)
        assert run(["roster", "after", str(path), str(save)]) == 0
        before = path.read_bytes()
        again = tmp_path / "copy.json"  # another file of the same battle
        battle().save(again, with_seed=False)
        capsys.readouterr()
        for one in (save, again):
            assert run(["roster", "after", str(path), str(one)]) == 2
            assert "this battle has been told to it already" in capsys.readouterr().err
        assert path.read_bytes() == before

    @pytest.mark.parametrize(
        ("members", "said"),
        [
            ([member("A1")], "A2 fought in this battle, and is not in the roster"),
            ([member("X1")], "The band: it was not in this battle"),
            ([member("A1"), member("B1")], "The band: it fought on several sides of this battle"),
            ([member("A1", "dead"), member("A2")], "A1 fought in this battle, and the roster says: dead"),
            ([member("A1"), member("A2")], "A2 fought as hero, and the roster says: regular"),
        ],
    )
    def test_another_rosters_battle_is_refused_and_nothing_is_written(
        self, members: list[Any], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        _, save = self.campaign(tmp_path)
        path = written(tmp_path / "other.toml", *members)
        before = path.read_bytes()
        assert run(["roster", "after", str(path), str(save)]) == 2
        error = capsys.readouterr().err
        assert said in error and error.count("\n") == 1 and path.read_bytes() == before

    def test_a_battle_that_is_not_over_is_refused(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path, save = self.campaign(tmp_path, limit=2)
        assert run(["roster", "after", str(path), str(save)]) == 2
        assert "this battle is not over yet" in capsys.readouterr().err

    def test_a_save_of_another_game_is_refused(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path, save = self.campaign(tmp_path)
        save.write_text(save.read_text("utf-8").replace('"game": "inter-arma"', '"game": "dba"'), "utf-8")
        assert run(["roster", "after", str(path), str(save)]) == 2
        error = capsys.readouterr().err
        assert f"is a battle of DBA 2.2, and {path} a roster of Inter Arma" in error and error.count("\n") == 1

    def test_a_roster_is_never_half_written(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path, save = self.campaign(tmp_path)
        before = path.read_bytes()

        def full(*names: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "replace", full)
        assert run(["roster", "after", str(path), str(save)]) == 2
        assert "cannot be written (no room is left on the disk)" in capsys.readouterr().err
        assert path.read_bytes() == before and sorted(os.listdir(tmp_path)) == ["band.toml", "battle.json"]

    def test_from_a_scenario_to_the_next_battle(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path, out = tmp_path / "band.toml", tmp_path / "second.yaml"
        assert run(["roster", "new", str(path), "--scenario", "ford", "--side", "raiders"]) == 0
        assert capsys.readouterr().out.startswith("Raiders: 8 fit\n")
        path.write_text(path.read_text("utf-8").replace('state = "fit"', 'state = "misses"', 1), "utf-8")
        assert run(["roster", "bring", "ford", f"raiders={path}", "--out", str(out)]) == 0
        assert capsys.readouterr().out.splitlines() == [
            "Band (A1) misses this battle (IA-WOUND-6).",
            "Raiders: 7 of 8 take the field.",
        ]
        found = scenario.lay(load_yaml(out), {}, str(out))
        assert int(found.record[0].n_figures) == 15 and "A1" not in {f.id for f in found.names.figures}

    @pytest.mark.clause("IA-WOUND-6")
    def test_a_second_battle_from_the_save_that_the_board_opens(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """A1 misses it; nobody comes to blows; after it A1 alone throws, and the roster knows of both battles."""
        path, save = tmp_path / "band.toml", tmp_path / "second.json"
        assert run(["roster", "new", str(path), "--scenario", "ford", "--side", "raiders"]) == 0
        path.write_text(
            path.read_text("utf-8").replace("battles = []", 'battles = ["first"]').replace('"fit"', '"misses"', 1),
            "utf-8",
        )
        bring = ["roster", "bring", "ford", f"raiders={path}", "--out", str(save)]
        assert run(bring) == 0 and run(bring) == 2
        assert f"{save}: is there already" in capsys.readouterr().err
        found = sandtable.load(save)
        assert [figure.id for figure in found.names.figures[:2]] == ["A2", "A3"]
        while not found.over:
            found.play("done")
        found.save(save)
        assert run(["roster", "after", str(path), str(save)]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].startswith("Band (A1) ") and lines[1:] == ["Unhurt: 7."]
        assert len(load(path).battles) == 2 and {m.state for m in load(path).figures[1:]} == {"fit"}

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (["raise", "band.toml"], "sandtable roster knows new, check, bring, after, not 'raise'"),
            (["new", "new.toml"], "sandtable roster new needs the file to write and --side"),
            (["new", "new.toml", "--side", "raiderz", "--scenario", "ford"], "the scenario has no side 'raiderz'"),
            (["new", "new.toml", "--side", "x", "--scenario", "frod"], "has no scenario 'frod'"),
            (["new", "new.toml", "--side", "x", "--game", "dba"], "DBA 2.2 has no rosters"),
            (["new", "band.toml", "--side", "raiders", "--scenario", "ford"], "band.toml: is there already"),
            (["check", "no.toml"], "no.toml"),
            (["check"], "missing argument"),
            (["after", "band.toml"], "sandtable roster after needs the file of a roster and a save"),
            (["after", "band.toml", "no.json"], "no.json"),
            (["after", "band.toml", "band.toml"], "band.toml"),
            (["bring", "ford", "raiders=band.toml"], "sandtable roster bring needs a scenario"),
            (
                ["bring", "ford", "band.toml", "--out", "o.yaml"],
                "expected SIDE=FILE once for each side, found 'band.toml'",
            ),
            (["bring", "ford", "raiders=band.toml", "raiders=band.toml", "--out", "o.yaml"], "once for each side"),
            (
                ["bring", "ford", "raiders=band.toml", "--out", "band.toml"],
                "band.toml: expected a file that ends in .yaml",
            ),
        ],
    )
    def test_mistakes_are_one_sentence(
        self,
        words: list[str],
        said: str,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.chdir(tmp_path)
        before = written(tmp_path / "band.toml", member("A1")).read_bytes()
        assert run(["roster", *words]) == 2
        error = capsys.readouterr().err
        assert said in error and error.count("\n") == 1 and "Traceback" not in error
        assert os.listdir(tmp_path) == ["band.toml"] and (tmp_path / "band.toml").read_bytes() == before
