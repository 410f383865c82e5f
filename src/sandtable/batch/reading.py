"""Reads battles as numbers, by tables that say at which word of a record each column stands: one kernel for all games.

Every field of a record is made of words of four bytes (i4, f8, i8), so that a battle is an array of i4. Nothing here is
compiled for a game; the tables are made in ``columns``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sandtable.batch.columns import Kind, Op, Sort
from sandtable.compiler.decorators import kernel, released_kernel
from sandtable.kernel.changing_terrain import FAR
from sandtable.kernel.words import float_at, long_at

OP_NUMBER, OP_IS, OP_NAMED, OP_SIDE, OP_BY_SIDE = (
    Op.NUMBER.value, Op.IS.value, Op.NAMED.value, Op.SIDE.value, Op.BY_SIDE.value
)  # fmt: skip
OP_X, OP_Y, OP_FX, OP_SIZE, OP_HERE = Op.X.value, Op.Y.value, Op.FX.value, Op.SIZE.value, Op.HERE.value
BY_SIDE, TERRAIN = Sort.BY_SIDE.value, Sort.TERRAIN.value
KIND_I4, KIND_F8 = Kind.I4.value, Kind.F8.value


class Words(NamedTuple):
    """Battles as words, and who looks at them."""

    battles: Any  # i4[n, words]
    sides: Any  # i8[n] who looks
    n_sides: Any
    table: Any  # i8[2]
    turned: Any  # i8[sides]
    edges_at: Any  # i8[sides]
    edges: Any  # i8[8]


class View(NamedTuple):
    """How the table looks to who looks at it: places are ``across`` and ``up``, in the longer side of the table."""

    side: Any
    n_sides: Any
    unit: Any  # 1 over the longer side
    turn: Any  # f8[6] of it: xx, xy, x0, yx, yy, y0
    """across = x0 + unit * (xx * x + xy * y), up = y0 + unit * (yx * x + yy * y); a direction without x0, y0, unit."""


@kernel
def plain_number(value):
    """The value, or 0 for one that is no number."""
    return value if value == value else 0.0


@kernel
def number_at(b, at, kind):
    """The number at a word of a battle."""
    if kind == KIND_I4:
        return float(b[at])
    if kind == KIND_F8:
        return plain_number(float_at(b, at))
    return float(long_at(b, at))


@kernel
def view_of(words, k):
    """How battle ``k`` looks to who looks at it; where nobody does, to the first side."""
    b = words.battles[k]
    side = max(words.sides[k], 0)
    quarters = words.turned[side]
    if words.edges_at[side] >= 0:
        edge = b[words.edges_at[side]]
        if 0 <= edge < len(words.edges):
            quarters = words.edges[edge]
    width, height = float_at(b, words.table[0]), float_at(b, words.table[1])
    unit = 1.0 / max(width, height)
    if quarters == 1:  # the edge x = width comes to the bottom
        return View(side, words.n_sides, unit, (0.0, 1.0, 0.0, -1.0, 0.0, width * unit))
    if quarters == 2:
        return View(side, words.n_sides, unit, (-1.0, 0.0, width * unit, 0.0, -1.0, height * unit))
    if quarters == 3:  # the edge x = 0
        return View(side, words.n_sides, unit, (0.0, -1.0, height * unit, 1.0, 0.0, 0.0))
    return View(side, words.n_sides, unit, (1.0, 0.0, 0.0, 0.0, 1.0, 0.0))


@kernel
def turned_place(x, y, view):
    """A place on the table as it is turned to who looks, in the longer side of the table."""
    x, y = x * view.unit, y * view.unit
    xx, xy, x0, yx, yy, y0 = view.turn
    return x0 + xx * x + xy * y, y0 + yx * x + yy * y


@kernel
def turned_vector(x, y, view):
    """A direction as it is turned to who looks."""
    xx, xy, _, yx, yy, _ = view.turn
    return xx * x + xy * y, yx * x + yy * y


@kernel
def arrange(b, place, view, order):
    """Fill ``order`` with the rows of a table, own ones first, then those of the sides after it; returns how many."""
    n = place[3]
    if place[2] >= 0:
        n = min(n, np.int64(b[place[2]]))
    if place[4] < 0:
        for i in range(n):
            order[i] = (i + view.side) % view.n_sides if place[5] == BY_SIDE else i
        return n
    found = 0
    for later in range(view.n_sides):
        wanted = (view.side + later) % view.n_sides
        for i in range(n):
            if b[place[0] + i * place[1] + place[4]] == wanted:
                order[found] = i
                found += 1
    for i in range(n):
        of = b[place[0] + i * place[1] + place[4]]
        if of < 0 or of >= view.n_sides:
            order[found] = i
            found += 1
    return found


@kernel
def is_here(b, place, base):
    """Whether the thing whose row begins at ``base`` is on the table."""
    if place[5] == TERRAIN and float_at(b, base) > 0.5 * FAR:
        return False  # a piece that has been taken away
    if place[6] < 0:
        return True
    value = b[base + place[6]]
    return 0 <= value < 62 and (place[7] >> value) & 1 != 0


@kernel
def read_plain(b, read, bases, n, view, out):
    """Fill a column f4[rows] with what needs no place on the table."""
    op, at, kind, wanted = read.op, read.at, read.kind, read.value
    if op == OP_NUMBER:
        for row in range(n):
            out[row] = number_at(b, bases[row] + at, kind)
    elif op == OP_IS:
        for row in range(n):
            out[row] = 1.0 if b[bases[row] + at] == wanted else 0.0
    elif op == OP_NAMED:
        for row in range(n):
            out[row] = 1.0 if b[bases[row] + at] >= 0 else 0.0
    elif op == OP_SIDE:
        side = (view.side + wanted) % view.n_sides
        for row in range(n):
            out[row] = 1.0 if b[bases[row] + at] == side else 0.0
    elif op == OP_BY_SIDE:
        size = 1 if kind == KIND_I4 else 2
        for row in range(n):
            out[row] = number_at(b, bases[row] + at + size * ((view.side + wanted) % view.n_sides), kind)
    else:
        for row in range(n):
            out[row] = 1.0


@kernel
def read_placed(b, read, bases, here, n, view, out):
    """Fill a column f4[rows] with what is 0 for things that are not on the table."""
    op, at = read.op, read.at
    for row in range(n):
        if here[row] == 0:
            out[row] = 0.0
        elif op == OP_HERE:
            out[row] = 1.0
        elif op == OP_SIZE:
            out[row] = plain_number(float_at(b, bases[row] + at)) * view.unit
        else:
            first = plain_number(float_at(b, bases[row] + at))
            second = plain_number(float_at(b, bases[row] + at + 2))
            if op == OP_X or op == OP_Y:  # noqa: SIM109
                x, y = turned_place(first, second, view)
            else:
                x, y = turned_vector(first, second, view)
            out[row] = x if op == OP_X or op == OP_FX else y  # noqa: SIM109


@released_kernel
def read_block(words, place, reads, out):
    """Fill ``out`` f4[n, columns, rows] with one table of every battle; rows beyond those there are hold zeros."""
    order = np.zeros(place[3], np.int64)
    bases = np.zeros(place[3], np.int64)
    here = np.zeros(place[3], np.int64)
    for k in range(len(words.battles)):
        b = words.battles[k]
        view = view_of(words, k)
        n = arrange(b, place, view, order)
        for row in range(n):
            bases[row] = place[0] + order[row] * place[1]
            here[row] = 1 if is_here(b, place, bases[row]) else 0
        for c in range(len(reads)):
            column = out[k, c]
            if OP_X <= reads[c].op <= OP_HERE:
                read_placed(b, reads[c], bases, here, n, view, column)
            else:
                read_plain(b, reads[c], bases, n, view, column)
            for row in range(n, place[3]):
                column[row] = 0.0


class Listed(NamedTuple):
    """Actions as words, and what their columns need."""

    actions: Any  # i4[n, room, words]
    counts: Any  # i8[n]
    fields: Any  # i8[...]: where the fields stand, as ACTION_FIELDS lists them
    poses: Any  # i8[verbs]
    targets: Any  # i8[verbs]
    figures: Any  # i8[8]: the place of the table of figures
    at: Any  # i8[2]: words of a figure's place and facing


@kernel
def stand(b, listed, view, stands):
    """Fill ``stands`` f8[figures, 5] with where every figure is and faces, turned; the last is 1 on the table."""
    for i in range(len(stands)):
        base = listed.figures[0] + i * listed.figures[1]
        at, facing = base + listed.at[0], base + listed.at[1]
        x, y = plain_number(float_at(b, at)), plain_number(float_at(b, at + 2))
        fx, fy = plain_number(float_at(b, facing)), plain_number(float_at(b, facing + 2))
        stands[i, 0], stands[i, 1] = turned_place(x, y, view)
        stands[i, 2], stands[i, 3] = turned_vector(fx, fy, view)
        stands[i, 4] = 1.0 if is_here(b, listed.figures, base) else 0.0


@kernel
def describe_end(action, fields, view, actor, stands, out):
    """The columns from "ends at a place" to "turns clockwise"."""
    out[0] = 1.0
    at, facing = fields[0], fields[1]
    x, y = turned_place(plain_number(float_at(action, at)), plain_number(float_at(action, at + 2)), view)
    fx, fy = turned_vector(plain_number(float_at(action, facing)), plain_number(float_at(action, facing + 2)), view)
    out[1], out[2], out[3], out[4] = x, y, fx, fy
    if actor >= 0 and stands[actor, 4] != 0.0:
        across, up = x - stands[actor, 0], y - stands[actor, 1]
        fx0, fy0 = stands[actor, 2], stands[actor, 3]
        out[5], out[6], out[7] = across, up, np.sqrt(across * across + up * up)
        out[8] = min(max(fx * fx0 + fy * fy0, -1.0), 1.0)
        out[9] = min(max(fx * fy0 - fy * fx0, -1.0), 1.0)


@kernel
def describe_one(action, listed, view, rows, stands, out):
    """Fill ``out`` with the columns of one action; ``rows`` is the row of every figure."""
    at = listed.fields
    for c in range(len(out)):
        out[c] = 0.0
    verb = action[at[2]]
    top = len(listed.poses)
    if verb < 0 or verb >= top:
        return
    out[verb] = 1.0
    actor = np.int64(action[at[4]]) if action[at[3]] > 0 else np.int64(-1)
    out[top] = action[at[3]]
    out[top + 1] = rows[actor] if actor >= 0 else -1
    if listed.poses[verb] != 0:
        describe_end(action, at, view, actor, stands, out[top + 2 :])
    target = action[at[5]]
    out[top + 12] = -1.0
    if listed.targets[verb] == 0:
        out[top + 15] = target
    elif target >= 0:
        out[top + 12] = rows[target]
        if actor >= 0 and stands[actor, 4] != 0.0 and stands[target, 4] != 0.0:
            out[top + 13] = stands[target, 0] - stands[actor, 0]
            out[top + 14] = stands[target, 1] - stands[actor, 1]
    out[top + 16] = action[at[6]]
    out[top + 17] = action[at[7]]
    out[top + 18] = action[at[9]]
    out[top + 19] = action[at[10]] if at[10] >= 0 else 0
    out[top + 20 + action[at[8]]] = 1.0


@released_kernel
def read_actions(words, listed, described, out):
    """Fill ``out`` f4[n, room, columns] with the listed actions of every battle.

    ``described`` i8[n] says how many rows of each were filled before: those that are too many now are cleared.
    """
    order = np.zeros(listed.figures[3], np.int64)
    rows = np.zeros(listed.figures[3], np.int64)
    stands = np.zeros((listed.figures[3], 5))
    for k in range(len(words.battles)):
        view = view_of(words, k)
        b = words.battles[k]
        n = arrange(b, listed.figures, view, order)
        for row in range(n):
            rows[order[row]] = row
        stand(b, listed, view, stands)
        count = min(listed.counts[k], out.shape[1])
        for a in range(count):
            describe_one(listed.actions[k, a], listed, view, rows, stands, out[k, a])
        for a in range(count, described[k]):
            out[k, a, :] = 0.0
        described[k] = count
