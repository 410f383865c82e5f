"""A checked map as records: nodes, corridors, barriers, dry parts, and the flow from its origin."""

from __future__ import annotations

import math
from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.errors import CapacityError, InputError
from sandtable.files import did_you_mean
from sandtable.games.flash_flood.laying.sewer_file import SewerFile
from sandtable.games.flash_flood.record import MAX_LEADS
from sandtable.games.flash_flood.rules.sewer import FAR, let_flow
from sandtable.kernel.records import NONE
from sandtable.translation import gettext


@clause("FLOOD-NET-1", "FLOOD-NET-2", "FLOOD-NET-3", "FLOOD-NET-9", "FLOOD-NET-10", "FLOOD-NET-12", "FLOOD-NET-13")
def lay_sewer(b: Any, sewer: SewerFile) -> None:
    """Fill the record's sewer from a map, still without water; CapacityError when there is no room for it."""
    for group, entries in (
        ("nodes", sewer.nodes),
        ("corridors", sewer.corridors),
        ("barriers", sewer.barriers),
        ("dry", sewer.dry),
        ("chambers", sewer.chambers),
    ):
        if len(entries) > len(b[group]):
            wrong = gettext(
                "room for {number} {group}, and this map has {found}",
                number=len(b[group]),
                group=group,
                found=len(entries),
            )
            raise CapacityError(f"{sewer.title}: {wrong}")
        b[f"n_{group}"] = len(entries)
    b.width, b.height = sewer.width, sewer.height
    places = {key: place for place, key in enumerate(sewer.nodes)}
    names = {key: place for place, key in enumerate(sewer.corridors)}
    for key, place in places.items():
        node = b.nodes[place]
        node.x, node.y = sewer.nodes[key]
        leads = sewer.leads(key)
        node.leads = NONE
        node.n_leads = len(leads)
        node.leads[: len(leads)] = [names[lead] for lead in leads]
        node.reach = max((0.5 * sewer.corridors[lead].width for lead in leads), default=0.0)
    for key, place in names.items():
        corridor, entry = b.corridors[place], sewer.corridors[key]
        corridor.first, corridor.second = (places[node] for node in entry.nodes)
        corridor.length = math.dist(*sewer.ends(entry))
        corridor.width = entry.width
    _lay_barriers(b, sewer, names)
    for group in ("dry", "chambers"):
        for place, box in enumerate(getattr(sewer, group).values()):
            for name, value in zip(("x0", "y0", "x1", "y1"), box, strict=True):
                b[group][place][name] = value
    if sewer.nest is not None:
        b.nest_x, b.nest_y = sewer.nest.at
        b.nest_radius = sewer.nest.radius
    _note_ways_to_nest(b, sewer)


def _lay_barriers(b: Any, sewer: SewerFile, names: dict[str, int]) -> None:
    """The barriers, those of one corridor one after another."""
    entries = sorted(sewer.barriers.values(), key=lambda entry: names[entry.corridor])
    for place, entry in enumerate(entries):
        barrier = b.barriers[place]
        barrier.corridor = names[entry.corridor]
        barrier.start, barrier.end = entry.span
        barrier.impassable = int(entry.impassable)
        corridor = b.corridors[barrier.corridor]
        if corridor.n_barriers == 0:
            corridor.first_barrier = place
        corridor.n_barriers += 1


def _note_ways_to_nest(b: Any, sewer: SewerFile) -> None:
    """How far every node is from the nest for those who walk, past no barrier that is Impassable at all times."""
    nodes = b.nodes[: b.n_nodes]
    nodes["to_nest"] = FAR
    if sewer.nest is None:
        return
    x, y = sewer.nest.at
    near = [box for box in sewer.chambers.values() if box[0] <= x <= box[2] and box[1] <= y <= box[3]]
    for node in nodes:
        if any(box[0] <= node.x <= box[2] and box[1] <= node.y <= box[3] for box in near):
            node.to_nest = math.dist((node.x, node.y), (x, y))
    if not (nodes["to_nest"] < FAR).any():  # a nest in a corridor: from the node nearest to it
        node = min(nodes, key=lambda node: math.dist((node.x, node.y), (x, y)))
        node.to_nest = math.dist((node.x, node.y), (x, y))
    closed = {int(barrier.corridor) for barrier in b.barriers[: b.n_barriers] if barrier.impassable}
    for _ in nodes:
        for c, corridor in enumerate(b.corridors[: b.n_corridors]):
            if c not in closed:
                first, second = nodes[corridor.first], nodes[corridor.second]
                first.to_nest = min(first.to_nest, second.to_nest + corridor.length)
                second.to_nest = min(second.to_nest, first.to_nest + corridor.length)


@clause("FLOOD-SET-1", "FLOOD-SET-2", "FLOOD-SET-3", "FLOOD-NET-4")
def let_water_in(b: Any, sewer: SewerFile, values: dict[str, str], named: str = "", where: str = "scenario") -> None:
    """Let the water come from the corner of the map, from its middle, or from the node ``named``: switch ``origin``."""
    nodes = list(sewer.nodes)
    origin = sewer.origin
    if values["origin"] == "central":
        middle = (0.5 * sewer.width, 0.5 * sewer.height)
        origin = min(nodes, key=lambda node: math.dist(sewer.nodes[node], middle))
    elif values["origin"] == "any_node":
        if named not in sewer.nodes:
            found = f"no node {named!r}{did_you_mean(named, nodes)}" if named else "none named"
            raise InputError(
                f"{where}: {gettext('origin = any_node needs a node of the map; there is {found}', found=found)}"
            )
        origin = named
    if len(sewer.leads(origin)) == MAX_LEADS:
        wrong = gettext(
            "{most} corridors leave {origin}, and a die can tell at most 4 apart", most=MAX_LEADS, origin=origin
        )
        raise InputError(f"{where}: {wrong}")
    b.flood.central = int(values["origin"] == "central")
    let_flow(b, nodes.index(origin))
