"""How a general of Flash Flood reckons ways to the nest, and what its lists leave to those who plant a charge."""

from __future__ import annotations

import numpy as np
import pytest

from flash_flood.sewer_table import man, sewer
from flash_flood.turn_table import moment
from sandtable.games.flash_flood.laying.sewer_file import read_sewer
from sandtable.games.flash_flood.listing.offers import legal_actions
from sandtable.games.flash_flood.record import ACTION, Phase, Verb
from sandtable.games.flash_flood.rules.sewer import FAR
from sandtable.games.flash_flood.thinking.ways import hurry, is_barrier_ahead, way_to_nest

GUARD, GAUNT = "line_guard", "gun_swarmer"
SEWER = read_sewer("hive-sewer")


class TestTheWayToTheNest:
    """NET-1, NET-3: the nest at (21, 21), in the chamber about N5 (18, 18), which is 4.243 inches from it."""

    b = sewer(man(GUARD, (3, 3)))

    def test_in_its_chamber_it_is_straight(self) -> None:
        assert way_to_nest(self.b, 21.0, 19.0) == pytest.approx(2.0)

    @pytest.mark.parametrize(
        ("x", "y", "inches"),
        [
            (18.0, 10.0, 8 + 4.243),  # in S35, 8 inches from N5
            (18.0, 3.0, 15 + 4.243),  # N3; straight through the walls it would be 18.25
            (33.0, 8.0, 10 + 15 + 4.243),  # in S46, over N6
        ],
    )
    def test_elsewhere_it_goes_along_the_corridors(self, x: float, y: float, inches: float) -> None:
        assert way_to_nest(self.b, x, y) == pytest.approx(inches, abs=0.001)

    def test_it_goes_round_what_is_always_closed(self) -> None:
        """The sluice-gate in EF is: from E (16, 18) over I (24, 32), twice 16.125, and 3.905 from F (32, 18)."""
        b = sewer(man(GUARD, (4, 4)), sewer_map=read_sewer("old-cisterns"))
        assert way_to_nest(b, 16.0, 18.0) == pytest.approx(16.125 + 16.125 + 3.905, abs=0.001)

    def test_without_a_nest_there_is_none(self) -> None:
        assert way_to_nest(moment(man(GUARD, (10, 10))), 10.0, 10.0) >= FAR


@pytest.mark.parametrize(("y", "ahead"), [(8.0, True), (4.0, False), (11.0, False)])
def test_a_barrier_is_ahead_or_behind(y: float, ahead: bool) -> None:
    """GR1 crosses S35 at y 10.5, and the way to the nest leads north: 2.5 inches off, 6.5 inches off, behind."""
    b = sewer(man(GUARD, (18, y)))
    assert is_barrier_ahead(b, 18.0, y, 5.0) == ahead


def test_who_is_late_hurries() -> None:
    """At 5 inches a turn 20 inches take four turns: of six turns turn 3 is just in time, turn 5 twice too late."""
    b = moment(man(GUARD, (10, 10)), turn=3)
    assert hurry(b, 20.0) == pytest.approx(1.0)
    b.turn = 5
    assert hurry(b, 20.0) == pytest.approx(2.0)


@pytest.mark.clause("FLOOD-MIS-7")
def test_who_is_about_to_plant_holds_their_fire() -> None:
    """The bearer touches the nest, its mate does not: of the shots at the Gaunt listed, the mate's alone."""
    b = moment(
        man(GUARD, (21, 19.5), unit=0), man(GUARD, (20, 18.5), unit=0), man(GAUNT, (16, 18), side=1),
        phase=Phase.SHOOTING, sewer_map=SEWER,
    )  # fmt: skip
    b.n_charges, b.charges[0].bearer = 1, 0
    out = np.zeros(512, ACTION)
    shots = [a for a in out[: legal_actions(b, out)] if a["verb"] == Verb.SHOOT]
    assert [list(a["actors"][: a["n_actors"]]) for a in shots] == [[1]]
    b.charges[0].bearer = 1
    shots = [a for a in out[: legal_actions(b, out)] if a["verb"] == Verb.SHOOT]
    assert [list(a["actors"][: a["n_actors"]]) for a in shots] == [[0, 1]]
