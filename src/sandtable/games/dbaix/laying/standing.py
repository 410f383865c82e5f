"""Stands a scenario's figures on the table, and checks that they can stand there."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.errors import InputError
from sandtable.files import did_you_mean
from sandtable.games.common.amounts import length_words
from sandtable.games.common.laying import Stood, check_bases
from sandtable.games.dbaix.laying.scenario_file import SIDE_KEYS
from sandtable.games.dbaix.laying.tables import ROLES, Kind
from sandtable.games.dbaix.record import MAX_FIGURES, Going, Side, Token, TokenState, Where
from sandtable.kernel.geometry import TOUCH, Base, base_of, facing_of_degrees, overlap, snap
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import is_on_table, overlaps_feature
from sandtable.translation import gettext

STANDS_WRONG = {
    Going.BUILDING: "{name} at ({x:g}, {y:g}) stands on a building",
    Going.TREE: "{name} at ({x:g}, {y:g}) stands on a tree",
    Going.SHIP: "{name} at ({x:g}, {y:g}) stands on a ship",
    Going.SEA: "{name} at ({x:g}, {y:g}) stands in the sea",
    Going.RAMPART: "{name} at ({x:g}, {y:g}) stands across the rampart",
}
"""What no base may stand on (TER-4, TER-5), but a giant across a rampart, and how that is told."""

TOKEN_NAMES = tuple(token.name.lower().replace("_", "-") for token in Token)
"""What people call the tokens: cauldron, pay-chest."""

WHERE_OF = {"table": Where.TABLE, "camp box": Where.CAMP_BOX, "removed": Where.REMOVED, "fled": Where.FLED}
"""Words of the files for where a figure is."""

FATE_OF = {
    Where.CAMP_BOX: ("romans", "only Romans go to the camp box, not {name}"),
    Where.REMOVED: ("gauls", "only Gauls are removed, not {name}"),
    Where.FLED: ("pirates", "only Pirates flee from the table, not {name}"),
}
"""Whose fate it is to be off the table in which way (RES)."""

SPREAD_STEP = 0.25
SPREAD_REACH = 12.0


@dataclass(frozen=True)
class Standing:
    """One figure as the files say it stands, and where they say it."""

    id: str
    kind: Kind
    name: str | None
    x: float
    y: float
    facing: float
    origin: str  # opens a sentence about it: file, line, field
    husband: str | None = None
    guard: str | None = None
    where: Where = Where.TABLE
    potion: bool = False
    token: str | None = None
    moves: int = 0


# ---------------------------------------------------------------- figures


@clause("DBAIX-GEN-1", "DBAIX-FIG-1", "DBAIX-FIG-3", "DBAIX-CMD-7")
def lay_figures(b: Any, standing: Sequence[Standing], side: float, officers: Iterable[str]) -> None:
    """Fill the figure records with bases of ``side`` inches; ``officers`` are the ranks that lead (CMD-7).

    InputError when two figures share an id or a place, or one stands where none can.
    """
    if len(standing) > MAX_FIGURES:
        raise InputError(
            f"{standing[MAX_FIGURES].origin}: {gettext('a battle holds at most {most} figures', most=MAX_FIGURES)}"
        )
    index_of = _indices(standing)
    officers = tuple(officers)
    for index, who in enumerate(standing):
        figure = b.figures[index]
        facing = facing_of_degrees(who.facing)
        figure.x, figure.y = snap(who.x), snap(who.y)
        figure.fx, figure.fy = facing.x, facing.y
        figure.width = figure.depth = side
        figure.side = SIDE_KEYS[who.kind.side].value
        figure.factor = who.kind.factor
        figure.officer = int(who.kind.rank in officers)
        figure.removal_points = who.kind.removal_points if figure.side == Side.GAULS else 0
        for role in ROLES:
            figure[role] = int(role in who.kind.roles)
        figure.where = who.where.value
        figure.potion = int(who.potion)
        figure.moves = who.moves
    b.n_figures = len(standing)
    _check_commanders(standing)
    for index, who in enumerate(standing):
        _marry(b, index, who, standing, index_of)
        _guard(b, index, who, index_of)
        _load(b, index, who)
    _number_captives(b, standing)
    _check_places(b, standing)


def _indices(standing: Sequence[Standing]) -> dict[str, int]:
    index_of: dict[str, int] = {}
    for index, who in enumerate(standing):
        if who.id in index_of:
            raise InputError(f"{who.origin}: {gettext('the figure id {id!r} stands twice', id=who.id)}")
        index_of[who.id] = index
    return index_of


@clause("DBAIX-CMD-1", "DBAIX-CMD-2", "DBAIX-CMD-3")
def _check_commanders(standing: Sequence[Standing]) -> None:
    found: dict[str, Standing] = {}
    for who in standing:
        if "commander" not in who.kind.roles:
            continue
        if who.kind.side in found:
            first = found[who.kind.side].id
            wrong = gettext(
                "{id} would be a second commander of the {side}, after {first}",
                id=who.id,
                side=who.kind.side,
                first=first,
            )
            raise InputError(f"{who.origin}: {wrong}")
        found[who.kind.side] = who


@clause("DBAIX-FIG-4", "DBAIX-SCN-6")
def _marry(b: Any, index: int, who: Standing, standing: Sequence[Standing], index_of: Mapping[str, int]) -> None:
    """The husband that the file names, else the one figure of the kind that figures.toml names (SCN-6)."""
    if "woman" not in who.kind.roles:
        if who.husband is not None:
            raise InputError(f"{who.origin}: {gettext('only a woman has a husband, and {id} is none', id=who.id)}")
        return
    if who.husband is not None:
        husband = index_of.get(who.husband)
        if husband is None:
            wrong = gettext("there is no husband {name!r}", name=who.husband)
            raise InputError(f"{who.origin}: {wrong}{did_you_mean(who.husband, index_of)}")
        if standing[husband].kind.side != who.kind.side or husband == index:
            raise InputError(
                f"{who.origin}: {gettext('{husband} cannot be the husband of {id}', husband=who.husband, id=who.id)}"
            )
        b.figures[index].husband = husband
        return
    matches = [other for other, man in enumerate(standing) if who.kind.husband and man.kind.key == who.kind.husband]
    if len(matches) == 1:
        b.figures[index].husband = matches[0]


def _guard(b: Any, index: int, who: Standing, index_of: Mapping[str, int]) -> None:
    """A captive goes where its guard is (CAP-2)."""
    figure = b.figures[index]
    if who.guard is None:
        if who.where != Where.TABLE and FATE_OF[who.where][0] != who.kind.side:
            raise InputError(f"{who.origin}: {gettext(FATE_OF[who.where][1], name=who.id)}")
        return
    guard = index_of.get(who.guard)
    if guard is None:
        raise InputError(
            f"{who.origin}: {gettext('there is no guard {name!r}', name=who.guard)}{did_you_mean(who.guard, index_of)}"
        )
    if not figure.capturable:
        raise InputError(
            f"{who.origin}: {gettext('{id} cannot be a captive: nobody of that kind is captured', id=who.id)}"
        )
    if b.figures[guard].side == figure.side or b.figures[guard].where != Where.TABLE:
        wrong = gettext("{guard} cannot guard {id}; a guard is an enemy on the table", guard=who.guard, id=who.id)
        raise InputError(f"{who.origin}: {wrong}")
    figure.where = Where.CAPTIVE.value
    figure.guard = guard
    figure.x, figure.y = b.figures[guard].x, b.figures[guard].y


@clause("DBAIX-CAP-7")
def _number_captives(b: Any, standing: Sequence[Standing]) -> None:
    """Who is a captive from the beginning was captured in the order of the ids, wherever the file has them."""
    captives = sorted((who.id, index) for index, who in enumerate(standing) if who.guard is not None)
    for _, index in captives:
        b.clock += 1
        b.figures[index].arrived = b.clock


def _load(b: Any, index: int, who: Standing) -> None:
    """The token that a figure carries from the beginning."""
    if who.token is None:
        return
    kind = Token[who.token.upper()]
    figure, token = b.figures[index], b.tokens[kind]
    if figure.where != Where.TABLE or token.carrier != NONE:
        wrong = gettext("{id} cannot carry the {thing}", id=who.id, thing=TOKEN_NAMES[kind])
        raise InputError(f"{who.origin}: {wrong}")
    figure.token = kind.value
    token.state = TokenState.CARRIED.value
    token.carrier = index
    token.x, token.y = figure.x, figure.y


def _base(who: Standing, side: float) -> Base:
    facing = facing_of_degrees(who.facing)
    return Base(snap(who.x), snap(who.y), facing.x, facing.y, side / 2, side / 2)


def _obstacle(b: Any, base: Base, giant: bool) -> str | None:
    """What is wrong with a base's place, as a sentence still without its figure and place, or None."""
    if not is_on_table(base, b.table_width, b.table_height):
        return "{name} at ({x:g}, {y:g}) stands off the table"
    for index in range(b.terrain.n_features):
        kind = Going(int(b.terrain.features[index].kind))
        if kind in STANDS_WRONG and not (kind == Going.RAMPART and giant) and overlaps_feature(base, b.terrain, index):
            return STANDS_WRONG[kind]
    return None


@clause("DBAIX-GEN-8", "DBAIX-TER-4", "DBAIX-TER-5")
def _check_places(b: Any, standing: Sequence[Standing]) -> None:
    """Everybody on the table, off impassable ground, and no base on another (GEN-8)."""
    spots: list[Stood] = []
    for index, who in enumerate(standing):
        figure = b.figures[index]
        if figure.where != Where.TABLE:
            continue
        base = Base(figure.x, figure.y, figure.fx, figure.fy, figure.width / 2, figure.depth / 2)
        trouble = _obstacle(b, base, bool(figure.giant))
        if trouble:
            raise InputError(f"{who.origin}: {gettext(trouble, name=who.id, x=who.x, y=who.y)}")
        spots.append(Stood(index, who.id, who.origin))
    check_bases(b, spots, lambda one, other: overlap(base_of(one), base_of(other)))


def _near(base: Base, other: Base) -> bool:
    reach = 1.5 * (base.half_width + other.half_width)
    return abs(base.x - other.x) < reach and abs(base.y - other.y) < reach


# ---------------------------------------------------------------- larger bases


@clause("DBAIX-FIG-1")
def spread_blocks(b: Any, standing: Sequence[Standing], side: float) -> list[Standing]:
    """Places of a scenario for bases of ``side`` inches instead of 1 (FIG-1).

    Each block of touching figures of one side is drawn apart about its middle, then set down whole at the
    place nearest to that (in steps of a quarter inch) where nothing is in its way, blocks in file order.
    """
    if side == 1.0:
        return list(standing)
    moved = list(standing)
    taken: list[Base] = []
    for block in _blocks(standing):
        middle_x = sum(standing[index].x for index in block) / len(block)
        middle_y = sum(standing[index].y for index in block) / len(block)
        apart = [
            replace(
                standing[index],
                x=middle_x + side * (standing[index].x - middle_x),
                y=middle_y + side * (standing[index].y - middle_y),
            )
            for index in block
        ]
        for dx, dy in _SHIFTS:
            placed = [replace(who, x=who.x + dx, y=who.y + dy) for who in apart]
            bases = [_base(who, side) for who in placed]
            if all(_is_free(b, base, who, taken) for base, who in zip(bases, placed, strict=True)):
                break
        else:
            raise InputError(
                f"{apart[0].origin}: "
                + gettext(
                    "there is no room for bases of {length} around {id}",
                    length=length_words(side, "inch"),
                    id=apart[0].id,
                )
            )
        taken += bases
        for index, who in zip(block, placed, strict=True):
            moved[index] = who
    return moved


def _is_free(b: Any, base: Base, who: Standing, taken: Sequence[Base]) -> bool:
    if any(_near(base, other) and overlap(base, other) for other in taken):
        return False
    return _obstacle(b, base, "giant" in who.kind.roles) is None


def _shifts() -> list[tuple[float, float]]:
    steps = int(SPREAD_REACH / SPREAD_STEP)
    around = [(SPREAD_STEP * i, SPREAD_STEP * j) for i in range(-steps, steps + 1) for j in range(-steps, steps + 1)]
    return sorted(around, key=lambda shift: (math.hypot(*shift), shift))


_SHIFTS = _shifts()


def _blocks(standing: Sequence[Standing]) -> list[list[int]]:
    """Figures on the table in blocks: one side, bases of 1 inch that touch, directly or through others."""
    left = [index for index, who in enumerate(standing) if who.where == Where.TABLE and who.guard is None]
    blocks = []
    while left:
        block = [left.pop(0)]
        for index in block:  # grows while it is read
            joined = [other for other in left if _touch(standing[index], standing[other])]
            block += joined
            left = [other for other in left if other not in joined]
        blocks.append(sorted(block))
    return blocks


def _touch(who: Standing, other: Standing) -> bool:
    apart = max(abs(who.x - other.x), abs(who.y - other.y))
    return who.kind.side == other.kind.side and apart <= 1.0 + TOUCH
