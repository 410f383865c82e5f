"""What a learner reads of a game: its columns, worked out once from its record, its enums and its own list of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from math import inf
from typing import Any

import numpy as np

from sandtable.games.common.observing import Column, Observing, Rows, Way, each, number, side
from sandtable.games.game import Game
from sandtable.kernel.records import NONE, Path, record


class Op(IntEnum):
    """How the number of one column comes from the words of a record."""

    NUMBER = 0  # the value
    IS = 1  # 1 where it equals ``value``
    NAMED = 2  # 1 where it is not negative
    SIDE = 3  # 1 where it is the side that comes ``value`` after the own
    BY_SIDE = 4  # of the array at this place: the number of the side that comes ``value`` after the own
    X = 5  # a place (x here, y behind it), turned, in the longer side of the table: across ...
    Y = 6  # ... and up
    FX = 7  # a facing (fx here, fy behind it), turned
    FY = 8
    SIZE = 9  # a length in the longer side of the table
    HERE = 10  # 1: the row is on the table
    THERE = 11  # 1: there is such a row


READ = record(("op", "i4"), ("at", "i4"), ("kind", "i4"), ("value", "i4"))
"""One column: how, at which word (4 bytes) of its row, of which Kind, and what with."""


class Kind(IntEnum):
    """What a field is made of."""

    I4 = 0
    F8 = 1
    I8 = 2


class Sort(IntEnum):
    """What the rows of a table are."""

    THINGS = 0
    BY_SIDE = 1  # a row for each side
    TERRAIN = 2


@dataclass(frozen=True)
class Described:
    """What a column says, for people and for the bounds of spaces."""

    name: str
    unit: str
    least: float
    most: float


@dataclass(frozen=True)
class Block:
    """A table of an observation: a row for each thing, a column for each number."""

    key: str
    rows: int
    columns: tuple[Described, ...]
    reads: Any  # [c] READ
    place: Any  # i8[8]: see PLACE

    @property
    def bounds(self) -> tuple[Any, Any]:
        """f4[c] least and most of every column."""
        columns = self.columns
        return np.array([c.least for c in columns], np.float32), np.array([c.most for c in columns], np.float32)


PLACE = ("first", "stride", "count_at", "rows", "side_at", "sort", "present_at", "present")
"""What ``Block.place`` holds, in words of the battle: -1 where there is none; ``present`` are bits of values."""


def kind_of(dtype: Any) -> Kind:
    """Of a field, or of the items of an array of one."""
    return {"<i4": Kind.I4, "<f8": Kind.F8, "<i8": Kind.I8}[dtype.base.str]


@dataclass(frozen=True)
class Layout:
    """All that is read of a game's battles."""

    game: Game
    n_sides: int
    blocks: tuple[Block, ...]
    table: Any  # i8[2]: words at which the table's width and height stand
    turned: Any  # i8[sides]: quarters of a turn of each side's view
    edges_at: Any  # i8[sides]: words at which each side's edge stands, or -1
    edges: Any  # i8[8]: quarters by edge

    @property
    def shapes(self) -> dict[str, tuple[int, int]]:
        """Rows and columns of every block."""
        return {block.key: (block.rows, len(block.columns)) for block in self.blocks}


def layout_of(game: Game, n_sides: int) -> Layout:
    """What is read of battles of this game with so many sides."""
    listed: Observing = game.observing or _plain(game)
    make = _Maker(game, n_sides)
    figures = make.block(
        Rows("figures", "figures", (*_enums(game, "figures."), *listed.figures), _count(game), _standing(game))
    )
    own = {column.field for column in listed.whole}
    whole = make.whole((*(c for c in _enums(game, "") if c.field not in own), *listed.whole))
    terrain = make.terrain() if "terrain" in game.dtype.names else ()
    others = tuple(make.block(rows) for rows in listed.others)
    words = [make.at(game.dtype, listed.width), make.at(game.dtype, listed.height)]
    turned = [listed.turned[k] if k < len(listed.turned) else 0 for k in range(n_sides)]
    edges = np.zeros(8, np.int64)
    for edge, quarters in listed.edges:
        edges[edge] = quarters
    return Layout(
        game,
        n_sides,
        (figures, whole, *terrain, *others),
        np.array(words, np.int64),
        np.array(turned, np.int64),
        np.array([make.edge(listed.edge, k) for k in range(n_sides)], np.int64),
        edges,
    )


def _plain(game: Game) -> Observing:
    """Of a game that lists nothing: what all have."""
    names = game.dtype.names
    width = next(name for name in names if name in ("width", "table_width") or name.endswith("_width"))
    return Observing(width, width.replace("width", "height"))


def _enums(game: Game, prefix: str) -> tuple[Column, ...]:
    found = [(name.removeprefix(prefix), kinds) for name, kinds in game.enums.items() if name.startswith(prefix)]
    return tuple(each(name, kinds) for name, kinds in found if "." not in name)


def _count(game: Game) -> str:
    return "n_figures" if "n_figures" in game.dtype.names else ""


def _standing(game: Game) -> tuple[str, tuple[int, ...]]:
    field, members = game.standing
    kinds = game.enums.get(field)
    if kinds is None:
        return "", ()
    return field.partition(".")[2], tuple(int(kinds[member].value) for member in sorted(members))


class _Maker:
    """Works out where the fields of a game's record stand."""

    def __init__(self, game: Game, n_sides: int) -> None:
        self.game = game
        self.n_sides = n_sides

    def at(self, dtype: Any, field: str) -> int:
        """The word at which a field stands, ``rows.field`` in the first of its rows."""
        offset = 0
        for name in field.split("."):
            dtype, inner = dtype.base.fields[name][:2]
            offset += inner
        return int(offset) // 4

    def edge(self, field: str, k: int) -> int:
        """The word at which the edge of side ``k`` stands; NONE without such a field."""
        if not field:
            return NONE
        first = self.game.dtype.fields[field.partition(".")[0]][0]
        return self.at(self.game.dtype, field) + k * int(first.base.itemsize) // 4

    def reads(self, dtype: Any, column: Column) -> list[tuple[tuple[int, ...], Described]]:
        """The columns that one field makes."""
        kind = kind_of(dtype.fields[column.field][0])
        at, name = self.at(dtype, column.field), column.field.replace("_", " ")
        if column.way is Way.EACH:
            told = [(Op.IS, value, f"{name}: {word.replace('_', ' ')}") for word, value in column.values]
        elif column.way is Way.SIDE:
            told = [(Op.SIDE, k, f"{name}: {_whose(k)}") for k in range(self.n_sides)]
        elif column.way is Way.BY_SIDE:
            told = [(Op.BY_SIDE, k, f"{name}, {_whose(k)}") for k in range(self.n_sides)]
        else:
            told = [(Op.NAMED if column.way is Way.NAMED else Op.NUMBER, 0, name)]
        return [
            ((op, at, kind, value), Described(word, column.unit, column.least, column.most)) for op, value, word in told
        ]

    def whole(self, columns: tuple[Column, ...]) -> Block:
        """The one row about the battle."""
        made = [one for column in columns for one in self.reads(self.game.dtype, column)]
        return _block("whole", 1, made, [0, 0, NONE, 1, NONE, 0, NONE, 0])

    def block(self, rows: Rows) -> Block:
        """A table of things, with where they are and whose, as far as their record has fields for it."""
        dtype, first = self.game.dtype.fields[rows.field][:2]
        fields, most = dtype.base.fields, dtype.shape[0] if not rows.by_side else self.n_sides
        made: list[tuple[tuple[int, ...], Described]] = [
            ((Op.THERE, 0, Kind.I4, 0), Described("there", "yes or no", 0, 1)),
            ((Op.HERE, 0, Kind.I4, 0), Described("on the table", "yes or no", 0, 1)),
        ]
        if "side" in fields:
            made += self.reads(dtype.base, side("side"))
        if "x" in fields and "y" in fields:
            at = self.at(dtype.base, "x")
            made += [((op, at, Kind.F8, 0), Described(op.name.lower(), "tables", 0, 1)) for op in (Op.X, Op.Y)]
        if "fx" in fields and "fy" in fields:
            at = self.at(dtype.base, "fx")
            words = ((Op.FX, "facing across"), (Op.FY, "facing up"))
            made += [((op, at, Kind.F8, 0), Described(word, "unit vector", -1, 1)) for op, word in words]
        for name in ("width", "depth"):
            if name in fields and "fx" in fields:
                made.append(((Op.SIZE, self.at(dtype.base, name), Kind.F8, 0), Described(name, "tables", 0, 1)))
        made += [one for column in rows.columns for one in self.reads(dtype.base, column)]
        present, values = rows.present
        place = [
            first // 4,
            dtype.base.itemsize // 4,
            self.at(self.game.dtype, rows.count) if rows.count else NONE,
            most,
            self.at(dtype.base, "side") if "side" in fields and not rows.by_side else NONE,
            int(Sort.BY_SIDE if rows.by_side else Sort.THINGS),
            self.at(dtype.base, present) if present else NONE,
            sum(1 << value for value in values),
        ]
        return _block(rows.key, most, made, place)

    def terrain(self) -> tuple[Block, ...]:
        """The pieces of terrain: boxes, kinds; what is not shown to all yet is not there."""
        inner = self.game.dtype.fields["terrain"]
        dtype, first = inner[0].fields["features"][:2]
        made: list[tuple[tuple[int, ...], Described]] = [
            ((Op.HERE, 0, Kind.I4, 0), Described("on the table", "yes or no", 0, 1)),
        ]
        for corner, field in (("one corner", "x0"), ("the corner opposite", "x1")):
            at = self.at(dtype.base, field)
            for op in (Op.X, Op.Y):
                word = f"{corner} of its box, {op.name.lower()}"
                made.append(((op, at, Kind.F8, 0), Described(word, "tables", -1, 2)))
        made.append(((Op.SIZE, self.at(dtype.base, "radius"), Kind.F8, 0), Described("radius", "tables", 0, 1)))
        for column in (number("kind", 0, inf, "the game's kind of ground"), number("shape", 0, 2)):
            made += self.reads(dtype.base, column)
        stride, count = dtype.base.itemsize // 4, self.at(self.game.dtype, "terrain.n_features")
        place = [
            (inner[1] + first) // 4,
            stride,
            count,
            dtype.shape[0],
            NONE,
            int(Sort.TERRAIN),
            self.at(dtype.base, "hidden"),
            1,
        ]
        return (_block("terrain", dtype.shape[0], made, place),)


def _block(key: str, rows: int, made: list[tuple[tuple[int, ...], Described]], place: list[int]) -> Block:
    reads = np.zeros(len(made), READ)
    for k, ((op, at, kind, value), _) in enumerate(made):
        reads[k] = (int(op), int(at), int(kind), int(value))
    return Block(key, rows, tuple(said for _, said in made), reads, np.array(place, np.int64))


def _whose(k: int) -> str:
    return ("own", "next side", "side after that")[k] if k < 3 else f"side {k} on"


# ---------------------------------------------------------------------------------------------- actions


@dataclass(frozen=True)
class ActionColumns:
    """What is told of a listed action."""

    columns: tuple[Described, ...]
    words: Any  # i8[...]: at which word the fields of ACTION_FIELDS stand, NONE without one; last, how many words
    poses: Any  # i8[verbs]: 1 for a verb whose actions end at a place
    targets: Any  # i8[verbs]: 1 for a verb whose target is a figure


ACTION_FIELDS = (
    "x",
    "fx",
    "verb",
    "n_actors",
    "actors",
    "target",
    "item",
    "amount",
    "path",
    "n_via",
    "mode",
    "n_poses",
    "poses",
)


def action_columns(game: Game) -> ActionColumns:
    """What is told of the actions of a game."""
    verbs = sorted(game.verb, key=lambda verb: verb.value)
    top = verbs[-1].value + 1
    poses, targets = np.zeros(top, np.int64), np.zeros(top, np.int64)
    for verb in verbs:
        phrase = game.phrases.get(verb.name)
        poses[verb.value] = int(phrase.pose) if phrase else 0
        parts = phrase.parts if phrase else ()
        targets[verb.value] = int(any(part.field == "target" and part.names == "figures" for part in parts))
    names = {verb.value: verb.name.lower().replace("_", " ") for verb in verbs}
    told = [(f"verb: {names.get(value, value)}", "yes or no", 0.0, 1.0) for value in range(top)]
    told += [
        ("actors", "figures", 0, inf),
        ("row of the first actor", "row of figures, -1: none", -1, inf),
        ("ends at a place", "yes or no", 0, 1),
        ("end, x", "tables", -1, 2),
        ("end, y", "tables", -1, 2),
        ("facing across at the end", "unit vector", -1, 1),
        ("facing up at the end", "unit vector", -1, 1),
        ("goes across", "tables", -2, 2),
        ("goes up", "tables", -2, 2),
        ("goes how far, straight", "tables", 0, 2),
        ("turns: cosine", "of the angle", -1, 1),
        ("turns clockwise: sine", "of the angle", -1, 1),
        ("row of its target", "row of figures, -1: none", -1, inf),
        ("target from here across", "tables", -2, 2),
        ("target from here up", "tables", -2, 2),
        ("target, where it is no figure", "the verb says of what", -inf, inf),
        ("item", "the verb says of what", -inf, inf),
        ("amount", "the verb says of what", -inf, inf),
        ("waypoints or legs", "", 0, inf),
        ("mode", "the verb's modes in order", 0, inf),
    ]
    told += [(f"way: {path.name.lower()}", "yes or no", 0, 1) for path in Path]
    fields = game.action.fields
    words = [fields[name][1] // 4 if name in fields else NONE for name in ACTION_FIELDS]
    words.append(game.action.itemsize // 4)
    return ActionColumns(
        tuple(Described(name, unit, float(least), float(most)) for name, unit, least, most in told),
        np.array(words, np.int64),
        poses,
        targets,
    )
