"""The code of every listed action in the fixed action space (``ways``), and the mask of the codes that are offered.

A code is worked out from what an action says and where it ends, alike for all games: who acts, the verb, and what tells
the actions of that verb apart. Actions that come to the same way have codes one after the other, in the order of the
list; where there is no room for that, one of the codes kept for others. So each listed action has a code of its own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sandtable.batch.reading import arrange, end_of, is_here, plain_number, stand, view_of
from sandtable.batch.ways import DIRECTIONS, LESS_TURNS, OTHERS, TELLS, TOLD, TURNS
from sandtable.compiler.decorators import kernel, released_kernel
from sandtable.games.common.observing import Tell
from sandtable.kernel.records import NONE, Path
from sandtable.kernel.words import float_at

N_DIRECTIONS, N_TURNS, N_LESS_TURNS = len(DIRECTIONS), len(TURNS), len(LESS_TURNS)
TELL_COUNT, TELL_GOES, TELL_HEADS = Tell.COUNT.value, Tell.GOES.value, Tell.HEADS.value
TELL_FACING, TELL_CELL, TELL_ROW, TELL_FOE = Tell.FACING.value, Tell.CELL.value, Tell.ROW.value, Tell.FOE.value
TELL_TARGET, TELL_ITEM, TELL_AMOUNT = Tell.TARGET.value, Tell.ITEM.value, Tell.AMOUNT.value
TELL_MODE, TELL_SECOND = Tell.MODE.value, Tell.SECOND.value
COLUMN = Path.COLUMN.value

STILL = 0.002
"""Tables: who goes less far than this stays on the spot."""

TOUCHES = 0.0005
"""Tables: bases no farther apart than this are in contact."""

WHEELS, QUARTERS, ABOUT = (float(np.cos(np.radians(degrees))) for degrees in (8.0, 68.0, 135.0))
"""Cosines from which down a turn is a wheel, a turn to one hand, and a turn about."""

EIGHTH = float(np.tan(np.radians(22.5)))
"""How far aside of straight ahead still counts as ahead."""


UNCODED = -2
"""In place of a code: there is none left for this action."""


class Space(NamedTuple):
    """The fixed action space as kernels take it."""

    table: Any  # i8[verbs, 3, WIDTH]
    slots: Any
    foes: Any
    n_nobody: Any
    n_ways: Any


class Standing(NamedTuple):
    """Where the figures of one battle stand, by row turned to who looks."""

    rows: Any  # i8[figures]: the row of each figure
    stands: Any  # f8[figures, 5]: place, facing, 1 on the table
    sizes: Any  # f8[figures, 2]: half the width, half the depth of each base
    foes: Any  # i8[figures]: figures of other sides on the table, in the order of their rows
    n_foes: Any
    first_foe: Any  # the row of the first figure that is not one's own


@kernel
def eighth(x, y):
    """Which eighth of a turn a direction points to, clockwise from up: 0 to 7."""
    across, up = abs(x), abs(y)
    if across <= EIGHTH * up:
        return np.int64(0 if y >= 0.0 else 4)
    if up <= EIGHTH * across:
        return np.int64(2 if x > 0.0 else 6)
    if x > 0.0:
        return np.int64(1 if y > 0.0 else 3)
    return np.int64(7 if y > 0.0 else 5)


@kernel
def gap_along(ax, ay, dx, dy, one, other):
    """How far apart two bases are along an axis; each is its facing and half its width and depth."""
    reach = 0.0
    for base in (one, other):
        fx, fy, half_width, half_depth = base
        reach += half_depth * abs(ax * fx + ay * fy) + half_width * abs(ax * fy - ay * fx)
    return abs(ax * dx + ay * dy) - reach


@kernel
def are_in_contact(dx, dy, one, other):
    """Whether two bases, the second so far from the first, touch or overlap."""
    for base in (one, other):
        fx, fy, _, _ = base
        if gap_along(fx, fy, dx, dy, one, other) > TOUCHES or gap_along(fy, -fx, dx, dy, one, other) > TOUCHES:
            return False
    return True


@kernel
def foe_met(acts, base, at, end, standing):
    """The first foe (by row) whom those who act touch in the end, and whether at its side or rear; (NONE, 0): nobody.

    The others keep their places beside who leads, but in a column, where the leader alone counts.
    """
    stands = standing.stands
    x, y, fx, fy = end
    leader = np.int64(acts[base + at[4]])
    n = np.int64(acts[base + at[3]])
    if acts[base + at[8]] == COLUMN:
        n = np.int64(1)
    cos = fx * stands[leader, 2] + fy * stands[leader, 3]
    sin = fx * stands[leader, 3] - fy * stands[leader, 2]
    best, where = np.int64(NONE), np.int64(0)
    for m in range(n):
        i = np.int64(acts[base + at[4] + m])
        if stands[i, 4] == 0.0:
            continue
        rx, ry = stands[i, 0] - stands[leader, 0], stands[i, 1] - stands[leader, 1]
        mx, my = x + cos * rx + sin * ry, y + cos * ry - sin * rx
        gx, gy = cos * stands[i, 2] + sin * stands[i, 3], cos * stands[i, 3] - sin * stands[i, 2]
        mine = (gx, gy, standing.sizes[i, 0], standing.sizes[i, 1])
        reach = mine[2] + mine[3] + TOUCHES
        for k in range(standing.n_foes):
            j = standing.foes[k]
            dx, dy = stands[j, 0] - mx, stands[j, 1] - my
            theirs = (stands[j, 2], stands[j, 3], standing.sizes[j, 0], standing.sizes[j, 1])
            far = reach + theirs[2] + theirs[3]
            if best >= 0 and k >= best:
                break
            if dx * dx + dy * dy < far * far and are_in_contact(dx, dy, mine, theirs):
                best = np.int64(k)
                where = np.int64(0 if -(dx * theirs[0] + dy * theirs[1]) > theirs[3] else 1)
    if best < 0:
        return np.int64(NONE), np.int64(0)
    return standing.rows[standing.foes[best]] - standing.first_foe, where


@kernel
def turn_of(cos, sin):
    """Which of TURNS an angle is; ``sin`` is positive clockwise."""
    if cos > WHEELS:
        return 0
    if cos < ABOUT:
        return 3
    if sin > 0.0:
        return 1 if cos > QUARTERS else 2
    return 5 if cos > QUARTERS else 4


@kernel
def way_it_goes(acts, base, at, end, standing, foes, in_detail):
    """The value of GOES, or where not ``in_detail`` of HEADS; NONE of a foe that has no code."""
    stands = standing.stands
    x, y, fx, fy = end
    n_turns = N_TURNS if in_detail else N_LESS_TURNS
    actor = np.int64(acts[base + at[4]]) if acts[base + at[3]] > 0 else np.int64(NONE)
    if actor < 0 or stands[actor, 4] == 0.0:
        return eighth(fx, fy) * n_turns  # from nowhere: by how it faces then
    foe, where = foe_met(acts, base, at, end, standing)
    if foe >= 0:
        if foe >= foes:
            return np.int64(NONE)
        return N_DIRECTIONS * n_turns + (2 * foe + where if in_detail else foe)
    ax, ay = x - stands[actor, 0], y - stands[actor, 1]
    fx0, fy0 = stands[actor, 2], stands[actor, 3]
    direction = np.int64(0)
    if ax * ax + ay * ay > STILL * STILL:
        direction = 1 + eighth(ax * fy0 - ay * fx0, ax * fx0 + ay * fy0)
    turn = turn_of(fx * fx0 + fy * fy0, fx * fy0 - fy * fx0)
    if not in_detail:
        turn = 0 if turn == 0 else (1 if turn <= 3 else 2)
    return direction * n_turns + turn


@kernel
def cell_of(end, across, size):
    """Which of ``size`` squares, so many in a row as long as the longer side of the table, a place lies in."""
    column = min(max(np.int64(np.floor(end[0] * across)), 0), across - 1)
    return column + across * min(max(np.int64(np.floor(end[1] * across)), 0), size // across - 1)


@kernel
def value_of(tell, acts, base, at, end, standing, space):
    """The value of one thing that tells actions apart, before its least is taken off."""
    if tell in (TELL_GOES, TELL_HEADS):
        return way_it_goes(acts, base, at, end, standing, space.foes, tell == TELL_GOES)
    if tell == TELL_FACING:
        return eighth(end[2], end[3])
    if tell in (TELL_ROW, TELL_FOE):
        target = np.int64(acts[base + at[5]])
        if target < 0:
            return np.int64(0)
        row = standing.rows[target]
        return 1 + row if tell == TELL_ROW else max(1 + row - standing.first_foe, -1)
    if tell == TELL_SECOND:
        return 1 + standing.rows[acts[base + at[4] + 1]] if acts[base + at[3]] > 1 else np.int64(0)
    if tell == TELL_COUNT:
        return np.int64(acts[base + at[3]])
    if tell == TELL_TARGET:
        return np.int64(acts[base + at[5]])
    if tell == TELL_ITEM:
        return np.int64(acts[base + at[6]])
    if tell == TELL_AMOUNT:
        return np.int64(acts[base + at[7]])
    if tell == TELL_MODE:
        return np.int64(acts[base + at[10]]) if at[10] >= 0 else np.int64(0)
    return np.int64(acts[base + at[8]])


@kernel
def way_of(acts, base, at, view, standing, space):
    """The first of the ways of an action and how many they are, and the slot: (NONE, 0, slot) where there is none."""
    verb, n = np.int64(acts[base + at[2]]), np.int64(acts[base + at[3]])
    slot = standing.rows[acts[base + at[4]]] if n > 0 else np.int64(NONE)
    if slot >= space.slots:
        slot = np.int64(NONE)
        verb = np.int64(NONE)
    if verb < 0 or verb >= len(space.table):
        return np.int64(NONE), np.int64(0), slot
    row = space.table[verb, min(n, 2)]
    if row[0] < 0:
        return np.int64(NONE), np.int64(0), slot
    if row[2] != 0:
        slot = np.int64(NONE)
    end = end_of(acts, base, at, view)
    way = np.int64(0)
    for k in range(TELLS):
        tell, size, least = row[TOLD + 3 * k], row[TOLD + 1 + 3 * k], row[TOLD + 2 + 3 * k]
        if tell < 0:
            break
        if tell == TELL_CELL:
            value = cell_of(end, least, size)
        else:
            value = value_of(tell, acts, base, at, end, standing, space) - least
        if tell == TELL_COUNT:
            value = min(value, size - 1)
        if value < 0 or value >= size:
            return np.int64(NONE), np.int64(0), slot
        way = way * size + value
    return row[0] + way * row[1], row[1], slot


@kernel
def free_code(first, many, mask):
    """The first code of so many that is not taken yet; NONE where all are."""
    for code in range(first, first + many):
        if mask[code] == 0:
            return code
    return np.int64(NONE)


@kernel
def code_of(acts, base, at, view, standing, space, mask):
    """A code for an action that no other of its list has; NONE where there is none left."""
    way, many, slot = way_of(acts, base, at, view, standing, space)
    base = np.int64(0) if slot < 0 else space.n_nobody + slot * space.n_ways
    if way >= 0:
        code = free_code(base + way, many, mask)
        if code >= 0:
            return code
    ways = space.n_nobody if slot < 0 else space.n_ways
    return free_code(base + ways - OTHERS, OTHERS, mask)


@kernel
def sized(b, listed, widths_at, view, sizes):
    """Fill ``sizes`` with half the width and depth of every base, in tables."""
    for i in range(len(sizes)):
        base = listed.figures[0] + i * listed.figures[1]
        sizes[i, 0] = 0.5 * view.unit * plain_number(float_at(b, base + widths_at[0]))
        sizes[i, 1] = 0.5 * view.unit * plain_number(float_at(b, base + widths_at[1]))


@kernel
def look_round(b, listed, view, order, n, foes):
    """Fill ``foes`` with the figures of other sides on the table by row; how many, and the row of the first of all."""
    found, first = np.int64(0), np.int64(n)
    if listed.figures[4] < 0:
        return found, first
    for row in range(n):
        base = listed.figures[0] + order[row] * listed.figures[1]
        if b[base + listed.figures[4]] != view.side:
            first = min(first, row)
            if is_here(b, listed.figures, base):
                foes[found] = order[row]
                found += 1
    return found, first


@released_kernel
def code_actions(words, listed, widths_at, space, room, codes, lacking, masks):
    """Fill a row of ``codes`` i4[n, room] with the code of each listed action, and ``masks`` i1[n, codes] with ones.

    ``lacking`` i8[n] says for how many none was left. ``codes`` still holds those of the last call, up to a NONE: their
    ones are taken out of the mask first.
    """
    most = listed.figures[3]
    order, rows, foes = np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(most, np.int64)
    stands, sizes = np.zeros((most, 5)), np.zeros((most, 2))
    for k in range(len(words.battles)):
        mask = masks[k]
        for a in range(codes.shape[1]):
            if codes[k, a] == NONE:
                break
            if codes[k, a] >= 0:
                mask[codes[k, a]] = 0
        view = view_of(words, k)
        b = words.battles[k]
        n = arrange(b, listed.figures, view, order)
        for row in range(n):
            rows[order[row]] = row
        stand(b, listed, view, order, n, stands)
        sized(b, listed, widths_at, view, sizes)
        n_foes, first = look_round(b, listed, view, order, n, foes)
        standing = Standing(rows, stands, sizes, foes, n_foes, first)
        lacking[k] = 0
        count, acts, length = min(listed.counts[k], room), listed.actions[k], listed.fields[13]
        for a in range(count):
            code = code_of(acts, a * length, listed.fields, view, standing, space, mask)
            codes[k, a] = code
            if code >= 0:
                mask[code] = 1
            else:
                codes[k, a] = UNCODED
                lacking[k] += 1
        if count < codes.shape[1]:
            codes[k, count] = NONE


@released_kernel
def find_codes(codes, wanted, found):
    """Fill ``found`` i8[n] with the place in its list of the action that has this code, or NONE."""
    for k in range(len(wanted)):
        found[k] = NONE
        for a in range(codes.shape[1]):
            if codes[k, a] == NONE:
                break
            if codes[k, a] == wanted[k] and wanted[k] >= 0:
                found[k] = a
                break
