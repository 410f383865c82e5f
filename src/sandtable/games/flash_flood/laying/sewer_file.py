"""What a map of a sewer may say, and whether it fits: nodes, corridors, barriers, dry parts, chambers (NET-12)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from sandtable.compiler.decorators import clause
from sandtable.errors import InputError
from sandtable.files import FileModel, check, describe, did_you_mean, expected, is_there, load_toml, place
from sandtable.games.common.scenario_files import Number
from sandtable.games.flash_flood.clauses import FOLDER
from sandtable.games.flash_flood.record import MAX_LEADS
from sandtable.translation import gettext, gettext_word

Point = Annotated[tuple[Number, Number], Field(description="[x, y] in inches")]
Box = Annotated[tuple[Number, Number, Number, Number], Field(description="[west, south, east, north] in inches")]
Key = Annotated[str, Field(min_length=1, max_length=16)]
Length = Annotated[Number, Field(gt=0, le=200)]

NARROWEST_ANGLE = math.radians(40.0)
"""Two corridors that leave a node closer than this are one."""

NEAR = 1e-6


class Corridor(FileModel):
    """A straight corridor between two nodes."""

    nodes: tuple[Key, Key]
    width: Annotated[Number, Field(ge=3, le=8)] = 4.0


class Barrier(FileModel):
    """A grate or sluice-gate across a corridor, or a cave-in that fills a length of it."""

    kind: Literal["grate", "sluice", "cave_in"]
    corridor: Key
    at: Length | None = None
    start: Annotated[Number, Field(ge=0)] | None = None
    end: Length | None = None
    impassable: bool = False

    @model_validator(mode="after")
    def _one_place(self) -> Barrier:
        if self.kind == "cave_in":
            if self.start is None or self.end is None or self.at is not None or self.start >= self.end:
                raise ValueError(gettext("expected start and end of a cave-in, start before end"))
        elif self.at is None or self.start is not None or self.end is not None:
            raise ValueError(gettext("expected at, where the {kind} crosses its corridor", kind=self.kind))
        return self

    @property
    def span(self) -> tuple[float, float]:
        """From where to where it reaches, from the corridor's first node."""
        return (self.at, self.at) if self.at is not None else (self.start or 0.0, self.end or 0.0)


class Nest(FileModel):
    """The brood-nest: a disc that nobody enters."""

    at: Point
    radius: Annotated[Number, Field(gt=0, le=4)] = 1.0


class SewerFile(FileModel):
    """A map of a sewer; lengths in inches."""

    title: str = Field(min_length=1, max_length=80)
    width: Annotated[Number, Field(ge=8, le=400)]
    height: Annotated[Number, Field(ge=8, le=400)]
    origin: Key
    nodes: dict[Key, Point] = Field(min_length=2)
    corridors: dict[Key, Corridor] = Field(min_length=1)
    barriers: dict[Key, Barrier] = {}
    dry: dict[Key, Box] = {}
    chambers: dict[Key, Box] = {}
    nest: Nest | None = None
    homes: dict[Literal["imperials", "tyranids"], Key] = {}  # node of each side's deployment (MIS-4)

    def ends(self, corridor: Corridor) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where a corridor begins and ends."""
        return self.nodes[corridor.nodes[0]], self.nodes[corridor.nodes[1]]

    def leads(self, node: str) -> list[str]:
        """The corridors that meet at a node."""
        return [key for key, corridor in self.corridors.items() if node in corridor.nodes]


def maps() -> dict[str, Path]:
    """The maps that come with the game, by name."""
    return {file.stem: file for file in sorted((FOLDER / "maps").glob("*.toml"))}


def read_sewer(named: str | Path) -> SewerFile:
    """A map by its name, or from a file; InputError names file, line and field of the first thing amiss."""
    known = maps()
    file = known.get(str(named), Path(named))
    if not is_there(file):
        raise InputError(f"{gettext('there is no map {name!r}', name=str(named))}{did_you_mean(str(named), known)}")
    return check_sewer(load_toml(file), file.name)


@clause("FLOOD-NET-12", "FLOOD-SET-8")
def check_sewer(data: Any, where: str) -> SewerFile:
    """A map as its file holds it, checked; InputError that starts with ``where`` says what does not fit."""
    sewer = check(data, SewerFile, where)
    for fault in _faults(sewer):
        raise InputError(f"{place(data, where, *fault[0])}: {fault[1]}")
    return sewer


Fault = tuple[tuple[str | int, ...], str]


def _faults(sewer: SewerFile) -> Iterator[Fault]:
    """What is wrong with a map, in the order in which it can be told."""
    if sewer.origin not in sewer.nodes:
        yield ("origin",), _no_node(sewer, sewer.origin)
    for key, corridor in sewer.corridors.items():
        for node in corridor.nodes:
            if node not in sewer.nodes:
                yield ("corridors", key, "nodes"), _no_node(sewer, node)
    for side, node in sewer.homes.items():
        if node not in sewer.nodes:
            yield ("homes", side), _no_node(sewer, node)
    yield from _faults_of_corridors(sewer)
    yield from _faults_of_nodes(sewer)
    for key, barrier in sewer.barriers.items():
        known = sewer.corridors.get(barrier.corridor)
        if known is None:
            missing = gettext("there is no corridor {name!r}", name=barrier.corridor)
            hint = did_you_mean(barrier.corridor, sewer.corridors)
            yield ("barriers", key, "corridor"), f"{missing}{hint}"
        elif barrier.span[1] > math.dist(*sewer.ends(known)) + NEAR:
            told = {"corridor": barrier.corridor, "length": f"{math.dist(*sewer.ends(known)):g}"}
            wrong = gettext("corridor {corridor} is {length} inches long, and it ends beyond that", **told)
            yield ("barriers", key), wrong
    for group in ("dry", "chambers"):
        for key, box in getattr(sewer, group).items():
            if not (box[0] < box[2] and box[1] < box[3]):
                yield (group, key), expected(gettext_word("[west, south, east, north] in inches"), describe(box))
            if min(box[:2]) < 0 or box[2] > sewer.width or box[3] > sewer.height:
                yield (group, key), gettext("it reaches off the table")
    yield from _faults_of_nest(sewer)


def _no_node(sewer: SewerFile, node: str) -> str:
    return f"{gettext('there is no node {name!r}', name=node)}{did_you_mean(node, sewer.nodes)}"


def _faults_of_corridors(sewer: SewerFile) -> Iterator[Fault]:
    """Lengths, and corridors that run into one another where no node is."""
    for key, corridor in sewer.corridors.items():
        length = math.dist(*sewer.ends(corridor))
        if length < corridor.width:
            told = {"length": f"{length:g}", "width": f"{corridor.width:g}"}
            wrong = gettext("it is {length} inches long and {width} wide; expected it longer", **told)
            yield ("corridors", key), wrong
        for x, y in sewer.ends(corridor):
            half = 0.5 * corridor.width
            if not (half <= x <= sewer.width - half and half <= y <= sewer.height - half):
                yield ("corridors", key), gettext("it reaches off the table")
    for (key, one), (other_key, other) in itertools.combinations(sewer.corridors.items(), 2):
        shared = set(one.nodes) & set(other.nodes)
        if len(shared) == 2:
            yield ("corridors", other_key), gettext("it joins the same nodes as {key}", key=key)
        elif len(shared) == 1:
            if _angle(sewer, one, other, shared.pop()) < NARROWEST_ANGLE:
                wrong = gettext("it leaves its node too close beside {key}: less than 40 degrees", key=key)
                yield ("corridors", other_key), wrong
        elif _apart(*sewer.ends(one), *sewer.ends(other)) < 0.5 * (one.width + other.width) - NEAR:
            wrong = gettext("it runs into {key}; expected a node where they meet", key=key)
            yield ("corridors", other_key), wrong


def _faults_of_nodes(sewer: SewerFile) -> Iterator[Fault]:
    """Nodes without a corridor or with too many, and nodes that the water cannot reach."""
    for node in sewer.nodes:
        count = len(sewer.leads(node))
        most = MAX_LEADS - 1 if node == sewer.origin else MAX_LEADS
        if count > most:
            wrong = gettext("{count} corridors meet here; a die can tell at most {most} apart", count=count, most=most)
            yield ("nodes", node), wrong
    reached, waiting = {sewer.origin}, [sewer.origin]
    while waiting:
        node = waiting.pop()
        for key in sewer.leads(node):
            fresh = set(sewer.corridors[key].nodes) - reached
            reached |= fresh
            waiting += fresh
    for node in sewer.nodes:
        if node not in reached:
            yield ("nodes", node), gettext("no corridor leads here from the origin {origin}", origin=sewer.origin)


def _faults_of_nest(sewer: SewerFile) -> Iterator[Fault]:
    """A nest stands in a chamber, and where no water runs."""
    if sewer.nest is None:
        return
    (x, y), radius = sewer.nest.at, sewer.nest.radius
    if not any(
        box[0] <= x - radius and x + radius <= box[2] and box[1] <= y - radius and y + radius <= box[3]
        for box in sewer.chambers.values()
    ):
        yield ("nest",), gettext("expected it wholly inside a chamber")
    for key, corridor in sewer.corridors.items():
        if _from_segment((x, y), *sewer.ends(corridor)) < 0.5 * corridor.width + radius - NEAR:
            yield ("nest",), gettext("it stands in the water of corridor {key}", key=key)


def _angle(sewer: SewerFile, one: Corridor, other: Corridor, node: str) -> float:
    """The angle between two corridors at a node."""
    at = sewer.nodes[node]
    ways = []
    for corridor in (one, other):
        far = sewer.nodes[corridor.nodes[1] if corridor.nodes[0] == node else corridor.nodes[0]]
        ways.append(math.atan2(far[1] - at[1], far[0] - at[0]))
    return abs(math.remainder(ways[0] - ways[1], math.tau))


def _from_segment(p: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    """The distance of a point from a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)))
    return math.dist(p, (a[0] + along * dx, a[1] + along * dy))


def _apart(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]) -> float:
    """The distance of two segments; 0 where they cross."""

    def side(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    if side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0:
        return 0.0
    return min(_from_segment(a, c, d), _from_segment(b, c, d), _from_segment(c, a, b), _from_segment(d, a, b))
