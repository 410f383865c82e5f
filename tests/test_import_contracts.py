"""A new game's folder is held to the contracts of `lint-imports` without being named in them, and so is a core's."""

from __future__ import annotations

import copy
import sys
from pathlib import Path

import grimp
import pytest
from importlinter.adapters.user_options import TomlFileUserOptionReader
from importlinter.configuration import configure
from importlinter.contracts.layers import LayersContract

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT / "tools"))

from import_contracts import GamesContract, RoomsContract  # noqa: E402

configure()
SETTINGS = TomlFileUserOptionReader().read_options(str(PROJECT / "pyproject.toml"))
GAMES = PROJECT / "src" / "sandtable" / "games"

NEW = "sandtable.games.newcomer"
CORE = "sandtable.games.newcore"


@pytest.fixture(scope="module")
def house() -> grimp.ImportGraph:
    """What imports what, in the house as it stands."""
    return grimp.build_graph("sandtable", cache_dir=None)


@pytest.fixture
def graph(house: grimp.ImportGraph) -> grimp.ImportGraph:
    """The same with a game more, whose rules stand on a core."""
    graph = copy.deepcopy(house)
    rooms = (
        "game",
        "record",
        "rules",
        "rules.moving",
        "listing",
        "listing.reach",
        "thinking",
        "showing",
        "laying",
        "observing",
    )
    for name in (NEW, *(f"{NEW}.{room}" for room in rooms), CORE, f"{CORE}.record", f"{CORE}.rules", f"{CORE}.listing"):
        graph.add_module(name)
    for importer, imported in [
        (f"{NEW}.game", f"{NEW}.listing.reach"),
        (f"{NEW}.listing.reach", f"{NEW}.rules.moving"),
        (f"{NEW}.rules.moving", f"{CORE}.rules"),
        (f"{NEW}.rules.moving", "sandtable.games.common.groups"),
        (f"{CORE}.rules", "sandtable.games.common.groups"),
    ]:
        graph.add_import(importer=importer, imported=imported)
    return graph


def kept(kind: type[LayersContract], graph: grimp.ImportGraph) -> bool:
    """Whether the project's contract of this kind holds."""
    (options,) = (each for each in SETTINGS.contracts_options if each["type"] == kind.type_name)
    if "cores" in options:
        options = options | {"cores": [*options["cores"], CORE.rpartition(".")[2]]}
    contract = kind(options["name"], SETTINGS.session_options, options)
    return bool(contract.check(graph, verbose=False).kept)


def test_a_game_and_its_core_join_by_their_folders(graph):
    assert kept(GamesContract, graph) and kept(RoomsContract, graph)


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        (f"{NEW}.rules.moving", "sandtable.games.dba.rules.march"),
        ("sandtable.games.dba.rules.march", f"{NEW}.rules.moving"),
        (f"{CORE}.rules", f"{NEW}.rules.moving"),
        ("sandtable.games.common.groups", f"{NEW}.rules.moving"),
        ("sandtable.games.common.groups", f"{CORE}.rules"),
        ("sandtable.games.scene", "sandtable.games.dba.record"),
    ],
)
def test_games_know_nothing_of_one_another(graph, importer, imported):
    graph.add_import(importer=importer, imported=imported)
    assert not kept(GamesContract, graph)


@pytest.mark.parametrize("core", [CORE, None])
def test_a_game_that_is_not_finished_may_stand_on_a_core_and_nobody_on_it(graph, core):
    started = "sandtable.games.beginner"
    for name in (started, f"{started}.rules"):
        graph.add_module(name)
    if core:
        graph.add_import(importer=f"{started}.rules", imported=f"{core}.rules")
    assert kept(GamesContract, graph) and kept(RoomsContract, graph)
    graph.add_import(importer=f"{NEW}.rules.moving", imported=f"{started}.rules")
    assert not kept(GamesContract, graph)


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        (f"{NEW}.rules.moving", f"{NEW}.listing.reach"),
        (f"{NEW}.rules.moving", f"{NEW}.thinking"),
        (f"{NEW}.rules.moving", f"{NEW}.showing"),
        (f"{NEW}.rules.moving", f"{NEW}.observing"),
        (f"{NEW}.observing", f"{NEW}.thinking"),
        (f"{NEW}.rules.moving", f"{NEW}.laying"),
        (f"{NEW}.listing.reach", f"{NEW}.thinking"),
        (f"{NEW}.record", f"{NEW}.rules.moving"),
        (f"{NEW}.listing.reach", f"{NEW}.game"),
        (f"{CORE}.rules", f"{CORE}.listing"),
    ],
)
def test_the_rooms_of_a_new_game_are_held(graph, importer, imported):
    graph.add_import(importer=importer, imported=imported)
    assert not kept(RoomsContract, graph)


@pytest.mark.parametrize("folder", [NEW, CORE])
def test_another_room_is_refused(graph, folder):
    graph.add_module(f"{folder}.tricks")
    assert not kept(RoomsContract, graph)


def test_every_game_has_every_room():
    folders = [file.parent for file in GAMES.glob("*/game.py")]
    assert len(folders) >= 2
    for folder in folders:
        rooms = {path.name for path in folder.iterdir() if path.is_dir()}
        assert {"rules", "listing", "laying", "showing", "thinking", "observing"} <= rooms, folder.name
        assert (folder / "record.py").is_file() and (folder / "clauses.py").is_file(), folder.name
        assert (folder / "rules" / "sequence.py").is_file(), folder.name
