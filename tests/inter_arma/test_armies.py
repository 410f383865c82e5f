"""Bands of the small scenarios: lists, files and their faults, and who stands where."""

from __future__ import annotations

import pytest

from sandtable.errors import InputError
from sandtable.games import get_game
from sandtable.games.inter_arma.laying.armies import ARMIES, kinds
from sandtable.games.inter_arma.laying.scenario import SCENARIOS, lay
from sandtable.games.scenarios import scenario_data

LISTS = {entry.key: entry for entry in ARMIES.lists()}
BAND = 'game = "inter-arma"\nlist = "guard"\nname = "Old guard"\nfigures = [{}]\n'


def written(*words: str) -> str:
    """A band's file."""
    return BAND.format(", ".join(f'"{word}"' for word in words))


def test_the_game_has_them() -> None:
    assert get_game("inter-arma").armies is ARMIES


@pytest.mark.parametrize(("scenario", "sides"), [("ford", ["raiders", "guard"]), ("chase", ["thieves", "riders"])])
def test_a_ready_band_is_the_scenarios_own(scenario: str, sides: list[str]) -> None:
    """Brought, it changes nobody: classes, types, equipment, places and ids are those of the file."""
    content, _ = scenario_data(SCENARIOS, scenario)
    own = ARMIES.of_scenario(content)
    assert list(own) == sides
    brought = ARMIES.bring(content, own, {})
    assert lay(brought, {}, "test").record.tobytes() == lay(content, {}, "test").record.tobytes()


@pytest.mark.clause("IA-CLASS-3")
def test_any_mixture_of_classes_may_come() -> None:
    """A hero and seven elite spearmen: each stands in a place of the scenario's, under its id."""
    said = ARMIES.check(written("hero", *["elite_spearman"] * 7), {})
    assert said.faults == () and said.words == (
        "Old guard: 8 figures.", "Hero with sword and shield, 7x Elite spearman.",
    )  # fmt: skip
    content, _ = scenario_data(SCENARIOS, "ford")
    assert said.army is not None
    brought = ARMIES.bring(content, {"guard": said.army}, {})
    guard = brought["sides"][1]
    assert guard["name"] == "Old guard" and [one["id"] for one in guard["figures"]] == [f"B{k}" for k in range(1, 9)]
    assert {one["class"] for one in guard["figures"][1:]} == {"elite"} and guard["figures"][5]["at"] == [20, 50]
    assert brought["sides"][0] == content["sides"][0]
    laid = lay(brought, {}, "test")
    assert laid.names.figures[8].kind == "hero"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["captain", *["spearman"] * 6], "It has 6 of 7 on foot."),
        (["captain", *["spearman"] * 8], "Its list has no place left for 'Spearman'."),
        (["captain", "knight", *["spearman"] * 6], "Its list has no place left for 'Elite knight'."),
        (["captain", "spearmen", *["spearman"] * 6], "There is no figure 'spearmen'; did you mean 'spearman'?"),
    ],
)
def test_what_is_wrong_is_said(words: list[str], said: str) -> None:
    assert said in [fault.text for fault in ARMIES.check(written(*words), {}).faults]


def test_riders_come_for_riders_only() -> None:
    content, _ = scenario_data(SCENARIOS, "ford")
    with pytest.raises(InputError, match="has no place on this side"):
        ARMIES.bring(content, {"guard": LISTS["riders"].ready}, {})
    camp, _ = scenario_data(SCENARIOS, "camp")
    assert ARMIES.of_scenario(camp) == {}
    with pytest.raises(InputError, match="ford and chase"):
        ARMIES.bring(camp, {"romans": LISTS["guard"].ready}, {})


def test_every_kind_is_offered_by_some_list() -> None:
    assert {word for entry in LISTS.values() for line in entry.lines for word in line.of} == set(kinds())
