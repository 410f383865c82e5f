"""Contracts of `lint-imports` that find the games by their folders, so that a new game is held to them unnamed."""

from __future__ import annotations

from grimp import ImportGraph
from importlinter import ContractCheck
from importlinter.contracts.layers import Layer, LayersContract, ModuleTail
from importlinter.domain.imports import ModuleExpression

SHARED = "common"
"""The folder of what every game may import. Any other without a ``game.py`` is a core, imported by some games, or it
is a game not finished yet, which stands on a core and which nobody may import."""


def folders(graph: ImportGraph, floor: str) -> tuple[set[str], set[str]]:
    """Names of the games in this package, and of the cores."""
    names = {child.rpartition(".")[2] for child in graph.find_children(floor) if graph.find_children(child)}
    games = {name for name in names if f"{floor}.{name}.game" in graph.modules}
    others = names - games - {SHARED}
    unfinished = {
        name
        for name in others
        for core in others - {name}
        if graph.direct_import_exists(importer=f"{floor}.{name}", imported=f"{floor}.{core}", as_packages=True)
    }
    return games | unfinished, others - unfinished


class GamesContract(LayersContract):
    """Layers within one package; on top of them its games, none knowing another, and below these the cores."""

    type_name = "games"

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Put games and cores on top, and check as any layers."""
        (floor,) = map(str, self.containers)
        found = [names for names in folders(graph, floor) if names]
        self.layers = [Layer({ModuleTail(name) for name in names}) for names in found] + self.layers
        return super().check(graph, verbose)


class RoomsContract(LayersContract):
    """Layers within every game and every core of one package."""

    type_name = "rooms"

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Find the folders, and check each as any layers."""
        (floor,) = map(str, self.containers)
        found = sorted(set.union(*folders(graph, floor)))
        self.containers = [ModuleExpression(f"{floor}.{name}") for name in found]
        return super().check(graph, verbose)
