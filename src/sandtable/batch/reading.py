"""Reads battles as numbers, by tables that say at which word of a record each column stands: one kernel for all games.

Every field of a record is made of words of four bytes (i4, f8, i8), so that a battle is an array of i4. Nothing here is
compiled for a game; the tables are made in ``columns``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sandtable.batch.columns import Kind, Op, Sort
from sandtable.compiler.decorators import inlined, kernel, released_kernel
from sandtable.kernel.changing_terrain import FAR
from sandtable.kernel.words import float_at, long_at

OP_NUMBER, OP_IS, OP_NAMED, OP_SIDE, OP_BY_SIDE = (
    Op.NUMBER.value, Op.IS.value, Op.NAMED.value, Op.SIDE.value, Op.BY_SIDE.value
)  # fmt: skip
OP_X, OP_Y, OP_FX = Op.X.value, Op.Y.value, Op.FX.value
OP_SIZE, OP_HERE, OP_THERE = Op.SIZE.value, Op.HERE.value, Op.THERE.value

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
@inlined
def turned_place(x, y, view):
    """A place on the table as it is turned to who looks, in the longer side of the table."""
    x, y = x * view.unit, y * view.unit
    xx, xy, x0, yx, yy, y0 = view.turn
    return x0 + xx * x + xy * y, y0 + yx * x + yy * y


@kernel
@inlined
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
@inlined
def is_here(b, place, base):
    """Whether the thing whose row begins at ``base`` is on the table."""
    if place[5] == TERRAIN and float_at(b, base) > 0.5 * FAR:
        return False  # a piece that has been taken away
    if place[6] < 0:
        return True
    value = b[base + place[6]]
    return 0 <= value < 62 and (place[7] >> value) & 1 != 0


class Changed(NamedTuple):
    """Rows of a table that are to be written anew."""

    bases: Any  # i8[rows]: the words at which they begin
    here: Any  # i8[rows]: 1 for what is on the table
    outs: Any  # i8[rows]: where their numbers begin
    order: Any  # i8[rows]: what stands in each row of the table


@kernel
def read_columns(b, reads, changed, n, view, out):
    """Write every column of so many rows; those of a place are 0 for things that are not on the table.

    Arrays are taken out of their tuples once: compiled code counts who holds an array each time that one is.
    """
    bases, here, outs = changed.bases, changed.here, changed.outs
    for c in range(len(reads)):
        op, at, kind, wanted = reads[c].op, reads[c].at, reads[c].kind, reads[c].value
        if op == OP_NUMBER:
            for row in range(n):
                out[outs[row] + c] = number_at(b, bases[row] + at, kind)
        elif op == OP_IS:
            for row in range(n):
                out[outs[row] + c] = 1.0 if b[bases[row] + at] == wanted else 0.0
        elif op == OP_NAMED:
            for row in range(n):
                out[outs[row] + c] = 1.0 if b[bases[row] + at] >= 0 else 0.0
        elif op == OP_SIDE:
            side = (view.side + wanted) % view.n_sides
            for row in range(n):
                out[outs[row] + c] = 1.0 if b[bases[row] + at] == side else 0.0
        elif op == OP_BY_SIDE:
            size = 1 if kind == KIND_I4 else 2
            there = at + size * ((view.side + wanted) % view.n_sides)
            for row in range(n):
                out[outs[row] + c] = number_at(b, bases[row] + there, kind)
        elif op == OP_HERE:
            for row in range(n):
                out[outs[row] + c] = here[row]
        elif op == OP_SIZE:
            for row in range(n):
                out[outs[row] + c] = plain_number(float_at(b, bases[row] + at)) * view.unit if here[row] != 0 else 0.0
        elif op == OP_THERE:
            for row in range(n):
                out[outs[row] + c] = 1.0
        else:
            for row in range(n):
                out[outs[row] + c] = turned(b, bases[row] + at, op, view) if here[row] != 0 else 0.0


@kernel
@inlined
def turned(b, at, op, view):
    """A number of the place or the direction that stands at a word, turned to who looks."""
    first, second = plain_number(float_at(b, at)), plain_number(float_at(b, at + 2))
    if op == OP_X or op == OP_Y:  # noqa: SIM109
        x, y = turned_place(first, second, view)
    else:
        x, y = turned_vector(first, second, view)
    return x if op == OP_X or op == OP_FX else y  # noqa: SIM109


class Plan(NamedTuple):
    """What is read of every battle: the blocks one after another, each row after row."""

    reads: Any  # [columns of all blocks] READ
    places: Any  # i8[blocks, 8]: see PLACE
    parts: Any  # i8[blocks, 3]: its first column among ``reads``, how many, and where it begins in the numbers


class Kept(NamedTuple):
    """What was read last, so that a row is written anew only where something of it has changed."""

    words: Any  # i4[n, words]: the rows as they were
    orders: Any  # i8[n, blocks, rows]
    counts: Any  # i8[n, blocks]: rows there were; NONE: nothing was read yet
    views: Any  # f8[n, 8]


@kernel
def is_seen_as_before(view, kept):
    """Whether who looks, and how the table is turned, is what it was; keeps it."""
    xx, xy, x0, yx, yy, y0 = view.turn
    same = True
    for place, value in enumerate((float(view.side), view.unit, xx, xy, x0, yx, yy, y0)):
        if kept[place] != value:
            same = False
            kept[place] = value
    return same


@kernel
@inlined
def rows_of(words, place):
    """The words of a table, row after row: the same memory."""
    return words[place[0] : place[0] + place[3] * place[1]].reshape(place[3], place[1])


@kernel
def look_for_changes(b, place, n, anew, part, kept, changed):
    """Fill ``changed`` with those of the first ``n`` rows of a table that are not as they were, and keep them.

    ``part`` is where the table's numbers begin and how many columns it has, ``kept`` its words, its order and how many
    rows there were. Returns how many have changed.
    """
    begin, columns = part
    words, orders, before = kept
    bases, here, outs, order = changed.bases, changed.here, changed.outs, changed.order
    now, then = rows_of(b, place), rows_of(words, place)
    found = 0
    for row in range(n):
        thing, differs = order[row], 0
        base = place[0] + thing * place[1]
        for w in range(place[1]):
            differs |= now[thing, w] ^ then[thing, w]
            then[thing, w] = now[thing, w]
        if place[1] == 0 or differs != 0 or anew or row >= before or orders[row] != thing:
            orders[row] = thing
            bases[found] = base
            here[found] = 1 if is_here(b, place, base) else 0
            outs[found] = begin + row * columns
            found += 1
    return found


@kernel
def new_changed(rows):
    """Room for so many rows."""
    return Changed(
        np.zeros(rows, np.int64), np.zeros(rows, np.int64), np.zeros(rows, np.int64), np.zeros(rows, np.int64)
    )


@kernel
def read_battle(b, view, plan, k, kept, changed, numbers):
    """Fill ``numbers`` f4[...] with all tables of battle ``k``; rows beyond those there are hold zeros."""
    anew = not is_seen_as_before(view, kept.views[k])
    for block in range(len(plan.places)):
        place = plan.places[block]
        first, columns, begin = plan.parts[block, 0], plan.parts[block, 1], plan.parts[block, 2]
        before = kept.counts[k, block]
        n = arrange(b, place, view, changed.order)
        then = (kept.words[k], kept.orders[k, block], before)
        found = look_for_changes(b, place, n, anew, (begin, columns), then, changed)
        if found > 0:
            read_columns(b, plan.reads[first : first + columns], changed, found, view, numbers)
        for i in range(begin + n * columns, begin + (before if before >= 0 else place[3]) * columns):
            numbers[i] = 0.0
        kept.counts[k, block] = n


@released_kernel
def read_battles(words, plan, kept, numbers):
    """Fill a row of ``numbers`` f4[n, ...] with all tables of every battle."""
    changed = new_changed(kept.orders.shape[2])
    for k in range(len(words.battles)):
        read_battle(words.battles[k], view_of(words, k), plan, k, kept, changed, numbers[k])


class Listed(NamedTuple):
    """Actions as words, and what their columns need."""

    actions: Any  # i4[n, room * words]
    counts: Any  # i8[n]
    fields: Any  # i8[...]: where the fields stand, as ACTION_FIELDS lists them
    poses: Any  # i8[verbs]
    targets: Any  # i8[verbs]
    figures: Any  # i8[8]: the place of the table of figures
    at: Any  # i8[2]: words of a figure's place and facing


class Actors(NamedTuple):
    """Room for what is known of the figures of one battle while its actions are described."""

    order: Any  # i8[figures]
    rows: Any  # i8[figures]: the row of each
    stands: Any  # f8[figures, 5]: place, facing, 1 on the table


@kernel
@inlined
def stand(b, listed, view, order, n, stands):
    """Fill ``stands`` f8[figures, 5] with where the ``n`` figures of ``order`` are and face, turned; 1 on the table."""
    figures, words = listed.figures, listed.at
    for row in range(n):
        i = order[row]
        base = figures[0] + i * figures[1]
        at, facing = base + words[0], base + words[1]
        x, y = plain_number(float_at(b, at)), plain_number(float_at(b, at + 2))
        fx, fy = plain_number(float_at(b, facing)), plain_number(float_at(b, facing + 2))
        stands[i, 0], stands[i, 1] = turned_place(x, y, view)
        stands[i, 2], stands[i, 3] = turned_vector(fx, fy, view)
        stands[i, 4] = 1.0 if is_here(b, figures, base) else 0.0


@kernel
@inlined
def end_of(acts, base, fields, view):
    """Where the first of those who act ends, and how it faces there, turned: (x, y, fx, fy)."""
    at, facing = base + fields[0], base + fields[1]
    if fields[11] >= 0 and acts[base + fields[11]] > 0:
        at = base + fields[12]  # each has a place of its own
        facing = at + 4
    x, y = turned_place(plain_number(float_at(acts, at)), plain_number(float_at(acts, at + 2)), view)
    fx, fy = turned_vector(plain_number(float_at(acts, facing)), plain_number(float_at(acts, facing + 2)), view)
    return x, y, fx, fy


@kernel
@inlined
def describe_end(end, actor, stands, out, at):
    """The columns from "ends at a place" to "turns clockwise", which begin at ``at``."""
    x, y, fx, fy = end
    out[at], out[at + 1], out[at + 2], out[at + 3], out[at + 4] = 1.0, x, y, fx, fy
    if actor >= 0 and stands[actor, 4] != 0.0:
        across, up = x - stands[actor, 0], y - stands[actor, 1]
        fx0, fy0 = stands[actor, 2], stands[actor, 3]
        out[at + 5], out[at + 6], out[at + 7] = across, up, np.sqrt(across * across + up * up)
        out[at + 8] = min(max(fx * fx0 + fy * fy0, -1.0), 1.0)
        out[at + 9] = min(max(fx * fy0 - fy * fx0, -1.0), 1.0)


@kernel
def describe_all(acts, count, listed, view, actors, out, columns):
    """Fill the columns of the first ``count`` actions, zeros as yet."""
    at, rows, stands, poses, targets = listed.fields, actors.rows, actors.stands, listed.poses, listed.targets
    top = len(poses)
    for a in range(count):
        base = a * at[13]
        verb = acts[base + at[2]]
        if verb < 0 or verb >= top:
            continue
        out[a * columns + verb] = 1.0
        many = acts[base + at[3]]
        actor = np.int64(acts[base + at[4]]) if many > 0 else np.int64(-1)
        c = a * columns + top
        out[c] = many
        out[c + 1] = rows[actor] if actor >= 0 else -1
        if poses[verb] != 0:
            describe_end(end_of(acts, base, at, view), actor, stands, out, c + 2)
        target = np.int64(acts[base + at[5]])
        out[c + 12] = -1.0
        if targets[verb] == 0:
            out[c + 15] = target
        elif target >= 0:
            out[c + 12] = rows[target]
            if actor >= 0 and stands[actor, 4] != 0.0 and stands[target, 4] != 0.0:
                out[c + 13] = stands[target, 0] - stands[actor, 0]
                out[c + 14] = stands[target, 1] - stands[actor, 1]
        out[c + 16] = acts[base + at[6]]
        out[c + 17] = acts[base + at[7]]
        out[c + 18] = acts[base + at[9]]
        out[c + 19] = acts[base + at[10]] if at[10] >= 0 else 0
        out[c + 20 + acts[base + at[8]]] = 1.0


@kernel
def new_actors(figures):
    """Room for so many figures."""
    return Actors(np.zeros(figures, np.int64), np.zeros(figures, np.int64), np.zeros((figures, 5)))


@kernel
def describe_battle(b, view, listed, k, actors, described, columns, out):
    """Fill ``out`` f4[room * columns] with the listed actions of battle ``k``."""
    order, rows = actors.order, actors.rows
    n = arrange(b, listed.figures, view, order)
    for row in range(n):
        rows[order[row]] = row
    stand(b, listed, view, order, n, actors.stands)
    count = min(listed.counts[k], len(out) // columns)
    for c in range(max(count, described[k]) * columns):
        out[c] = 0.0
    describe_all(listed.actions[k], count, listed, view, actors, out, columns)
    described[k] = count


@released_kernel
def read_actions(words, listed, described, columns, out):
    """Fill ``out`` f4[n, room * columns] with the listed actions of every battle.

    ``described`` i8[n] says how many rows of each were filled before: those that are too many now are cleared.
    """
    actors = new_actors(listed.figures[3])
    for k in range(len(words.battles)):
        describe_battle(words.battles[k], view_of(words, k), listed, k, actors, described, columns, out[k])
