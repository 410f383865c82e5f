"""Contracts of `lint-imports` that find the games by their folders, so that a new game is held to them unnamed."""

from __future__ import annotations

from grimp import ImportGraph
from importlinter import ContractCheck, fields
from importlinter.contracts.layers import Layer, LayersContract, ModuleTail
from importlinter.domain.imports import ModuleExpression

SHARED = "common"
"""The folder of what every game may import."""


def folders(graph: ImportGraph, floor: str, cores: set[str]) -> tuple[set[str], set[str]]:
    """Names of the games in this package, and of those cores that are there.

    A core is a folder that the contract names: rules that several games stand on, and no game. Every other folder is a
    game, finished or begun, which nobody may import.
    """
    names = {child.rpartition(".")[2] for child in graph.find_children(floor) if graph.find_children(child)}
    return names - cores - {SHARED}, names & cores


class GamesContract(LayersContract):
    """Layers within one package; on top of them its games, none knowing another, and below these the cores."""

    type_name = "games"
    cores = fields.SetField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Put games and cores on top, and check as any layers."""
        (floor,) = map(str, self.containers)
        found = [names for names in folders(graph, floor, set(self.cores)) if names]
        self.layers = [Layer({ModuleTail(name) for name in names}) for names in found] + self.layers
        return super().check(graph, verbose)


class RoomsContract(LayersContract):
    """Layers within every game and every core of one package."""

    type_name = "rooms"

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Find the folders, and check each as any layers."""
        (floor,) = map(str, self.containers)
        found = sorted(set.union(*folders(graph, floor, set())))
        self.containers = [ModuleExpression(f"{floor}.{name}") for name in found]
        return super().check(graph, verbose)
