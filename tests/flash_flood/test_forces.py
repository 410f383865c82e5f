"""Forces: the ready ones of MIS-3, a user's own, the limits of a Combat Patrol; and where a file may put models."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.errors import InputError
from sandtable.games.common.options import values_of
from sandtable.games.flash_flood.laying import forces
from sandtable.games.flash_flood.laying.scenario import lay_case
from sandtable.games.flash_flood.laying.tables import options
from sandtable.games.skirmish40k.laying import data_files

READY = forces.read_forces()
VALUES = values_of(options(), {})


def faults(*names: str, edition: int = 5) -> list[str]:
    return list(forces.faults_of([READY.squads[name] for name in names], edition, VALUES))


class TestReadyForces:
    @pytest.mark.clause("FLOOD-MIS-3")
    @pytest.mark.parametrize(
        ("name", "sizes", "points"),
        [
            # officer 16, flamer 12, Guardsmen 6; a squad is 6 + 12 + 8 x 6 = 66
            ("I-1", [5, 10, 10], 46 + 66 + 66),
            ("I-2", [10, 5], 150 + 65),
            ("I-3", [5, 10, 10, 5], 46 + 66 + 66 + 75),
            ("T-1", [3, 8, 6], 96 + 48 + 96),
            ("T-2", [3, 10, 8], 96 + 60 + 80),
            ("T-3", [3, 8, 6, 8], 96 + 48 + 96 + 80),
        ],
    )
    def test_sizes_and_points(self, name: str, sizes: list[int], points: int) -> None:
        squads = [READY.squads[key] for key in READY.forces[name]]
        assert [len(squad.profiles()) for squad in squads] == sizes
        assert forces.points_of(squads) == points

    @pytest.mark.clause("FLOOD-MIS-2", "FLOOD-MIS-3")
    @pytest.mark.parametrize("name", sorted(READY.forces))
    @pytest.mark.parametrize("edition", [4, 5])
    def test_each_is_a_combat_patrol(self, name: str, edition: int) -> None:
        assert faults(*READY.forces[name], edition=edition) == []

    @pytest.mark.clause("FLOOD-SET-9")
    def test_the_largest_are_55_models_and_more_than_60_are_warned_of(self) -> None:
        largest = sum(len(READY.squads[key].profiles()) for name in ("I-3", "T-3") for key in READY.forces[name])
        assert largest == 55
        assert not forces.is_too_many(60) and forces.is_too_many(61)


class TestLimits:
    @pytest.mark.clause("FLOOD-MIS-2")
    @pytest.mark.parametrize(
        ("names", "said"),
        [
            (("warriors",), "it has no Troops"),
            (("warriors", "warriors", "hormagaunts"), "it has 2 HQ squads"),
            (("guard_squad",) * 6 + ("scouts",), "it costs 461 points, and a Combat Patrol has 400 at most"),
            (("guard_squad", "hormagaunts"), "its squads are of both sides"),
        ],
    )
    def test_what_does_not_fit_is_said(self, names: tuple[str, ...], said: str) -> None:
        (fault,) = faults(*names)
        assert said in fault

    @pytest.mark.clause("FLOOD-MIS-2")
    def test_exactly_400_points_fit(self) -> None:
        four_hundred = ("hormagaunts",) * 5
        assert forces.points_of([READY.squads[name] for name in four_hundred]) == 400
        assert faults(*four_hundred) == []

    @pytest.mark.clause("FLOOD-MIS-2")
    @pytest.mark.parametrize(
        ("wounds", "save", "said"), [(3, 4, "Giant has 3 Wounds"), (2, 2, "saves on 2"), (2, 3, "")]
    )
    def test_models_too_strong(self, wounds: int, save: int, said: str) -> None:
        giant = data_files.ProfileFile.model_validate({"name": "Giant", "line": [4, 4, 4, 4, wounds, 4, 1, 8, save]})
        found = list(forces._faults_of_model(giant, 5, VALUES))
        assert found == [] if not said else said in found[0]


class TestFilesOfOnesOwn:
    @pytest.mark.clause("FLOOD-MIS-3")
    def test_a_force_over_the_ready_ones(self, tmp_path: Path) -> None:
        own = tmp_path / "own.toml"
        own.write_text('[forces]\nmine = ["scouts", "scouts"]\n', "utf-8")
        assert forces.read_forces(own).forces["mine"] == ["scouts", "scouts"]

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ('[forces]\nmine = ["scuots"]\n', "own.toml, line 2, field forces.mine: there is no squad 'scuots'"),
            (
                '[squads.a]\nname = "A"\nside = "imperials"\nrole = "troops"\nmodels = [["scout", 3]]\n',
                "own.toml, line 5, field squads.a.models: there is no profile 'nobody'",
            ),
            ('[squads.a]\nname = "A"\nside = "orcs"\nrole = "troops"\nmodels = []\n', "own.toml, line 3"),
        ],
    )
    def test_what_is_wrong_is_said_with_its_line(self, tmp_path: Path, text: str, said: str) -> None:
        own = tmp_path / "own.toml"
        own.write_text(text.replace('"scout"', '"nobody"'), "utf-8")
        with pytest.raises(InputError, match=said):
            forces.read_forces(own)


class TestPlacesOfACase:
    """The default sewer, 36 inches square: between its corridors is masonry; bases are an inch across."""

    @pytest.mark.clause("FLOOD-NET-13", "C40-MOV-2")
    @pytest.mark.parametrize(
        ("place", "said"),
        [
            ([1.7, 40], r"case.yaml: Z1 at \(1.7, 40\) stands in the masonry"),  # off the board
            ([8, 10], r"Z1 at \(8, 10\) stands in the masonry"),
            ([1.7, 25.9], r"Y1 at \(1.7, 25\) stands on the base of Z1 at \(1.7, 25.9\)"),
            ([1.7, 26], None),  # they touch
        ],
    )
    def test_nobody_stands_in_a_wall_or_on_another(self, place: list[float], said: str | None) -> None:
        data = {
            "imperials": {"squads": [{"id": "Y", "models": ["line_guard"], "at": [[1.7, 25]]}]},
            "tyranids": {"squads": [{"id": "Z", "models": ["gun_swarmer"], "at": [place]}]},
        }
        if said is None:
            lay_case(data, "case.yaml")
            return
        with pytest.raises(InputError, match=said):
            lay_case(data, "case.yaml")
