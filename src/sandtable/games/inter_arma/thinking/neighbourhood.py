"""Who is about, found out once a decision and kept in one small record: places, reaches, who is busy, who can come."""

from __future__ import annotations

import math
from enum import IntEnum
from typing import NamedTuple

from sandtable.compiler.decorators import kernel
from sandtable.games.inter_arma.record import MAX_FIGURES, N_FEATURES, Mode, Phase
from sandtable.games.inter_arma.rules.concealment import is_asleep
from sandtable.games.inter_arma.rules.positions import is_able
from sandtable.games.inter_arma.rules.saving import class_save, result_of, row_of
from sandtable.games.inter_arma.rules.ways import table_move
from sandtable.games.inter_arma.thinking.prizes import price_of
from sandtable.kernel.bitsets import is_in
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.records import NONE, record

TOUCHING = 0.15
"""Centimetres apart that count as contact for a general."""

BESIDE = 1.5
"""Centimetres from a figure at which a friend can close up (COMBAT-2) to whoever charges it."""

ABOUT = 7.0
"""Centimetres from a figure within which friends are company."""

LOOSE = 6.0
"""Centimetres from the middle of a side's soldiers within which one is among them."""

HAS_MOVED = 0.5
"""What an enemy who can be upon a figure only next turn counts, beside one who can be so in this."""

SHOOTER_CHARGES = 0.4
"""What one counts who would rather shoot."""

CIVILIANS_LAST = 40.0
"""Centimetres that an enemy civilian counts as farther off than it is."""


class Kind(IntEnum):
    """What somebody is to the side that thinks."""

    FRIEND = 0  # a soldier who holds
    FOLLOWER = 1  # a friend who routs, or is a civilian
    ENEMY = 2
    STRANGER = 3  # an enemy civilian


PERSON = record(
    ("x", "f8"),
    ("y", "f8"),
    ("radius", "f8"),
    ("reach", "f8"),  # how far it can come to be in contact, by its fastest move; -1: it does not
    ("comes", "f8"),  # what it counts among those who may
    ("figure", "i4"),
    ("kind", "i4"),  # a Kind
    ("busy", "i4"),  # 1: it is in contact with an enemy
)

NOTES = record(
    ("people", PERSON, (MAX_FIGURES,)),
    ("n", "i4"),
    ("order", "i8"),  # figures that are being thought of elsewhere, as bits,
    ("dx", "f8"),  # and by how much they are moved
    ("dy", "f8"),
    ("out", "f8", (MAX_FIGURES,)),  # the chance that a hit puts each out; below 0: not asked yet
    ("price", "f8", (MAX_FIGURES,)),  # what the loss of each costs; below 0: not asked yet
    ("target", "f8", (MAX_FIGURES,)),  # what a hit on each is worth to the side; 0: it is no target
    ("has_targets", "i4"),
    ("ahead", "i4"),  # 1: the side is ahead; below 0: not asked yet
    ("wish_x", "f8", (MAX_FIGURES,)),  # what each makes for, no x: an enemy
    ("wish_y", "f8", (MAX_FIGURES,)),
    ("far", "f8", (MAX_FIGURES,)),  # how far it is from that; below 0: not asked yet
    ("feature", "i4", (MAX_FIGURES,)),  # by which a centimetre nearer counts
    ("prize", "f8", (MAX_FIGURES,)),  # points that it is worth
    ("middle_x", "f8"),  # the middle of the side's soldiers who do not shoot
    ("middle_y", "f8"),
    # Features of the action looked at, and of two ways of one figure: by a profile counting who holds rows of the list
    # itself took 6 % of the time.
    ("found", "f8", (N_FEATURES,)),
    ("best", "f8", (N_FEATURES,)),
    ("other", "f8", (N_FEATURES,)),
)
"""A general's notes for one decision."""


@kernel
def charge_of(b, j):
    """How far figure ``j`` can come to be in contact, by its fastest move."""
    return table_move(b, j, Mode.CRAWL if b.figures[j].lying != 0 else Mode.RUN)


@kernel
def _note_person(b, j, side, person):
    """Note who figure ``j`` is to a side."""
    figure = b.figures[j]
    person.x = figure.x
    person.y = figure.y
    person.radius = 0.5 * figure.width
    person.figure = j
    person.busy = 0
    person.reach = -1.0
    person.comes = 0.0
    holds = figure.civilian == 0 and figure.routing == 0
    if b.sides[figure.side].team == b.sides[side].team:
        person.kind = Kind.FRIEND if holds else Kind.FOLLOWER
    else:
        person.kind = Kind.ENEMY if figure.civilian == 0 else Kind.STRANGER
    if holds and not is_asleep(b, figure.side):
        person.reach = charge_of(b, j)
        person.comes = (1.0 if figure.moved == 0 else HAS_MOVED) * (1.0 if figure.gun == NONE else SHOOTER_CHARGES)


@kernel
def _note_middle(b, side, notes):
    """Note where the middle of a side's soldiers is who do not shoot."""
    many = 0.0
    notes.middle_x = notes.middle_y = 0.0
    for k in range(notes.n):
        person = notes.people[k]
        figure = b.figures[person.figure]
        if person.kind == Kind.FRIEND and figure.gun == NONE and figure.side == side:
            notes.middle_x += person.x
            notes.middle_y += person.y
            many += 1.0
    notes.middle_x /= max(many, 1.0)
    notes.middle_y /= max(many, 1.0)


@kernel
def from_middle(x, y, notes):
    """How far a place is from the middle of the side's soldiers who do not shoot; near it all is the same."""
    return max(distance_of_points(x, y, notes.middle_x, notes.middle_y), LOOSE)


@kernel
def look_about(b, side, notes):
    """Begin the notes of a decision of ``side``: who is on the ground where, and who is busy."""
    notes.n = 0
    for j in range(b.n_figures):
        if is_able(b.figures[j]) and b.figures[j].tower == NONE:
            _note_person(b, j, side, notes.people[notes.n])
            notes.n += 1
    for a in range(notes.n):
        one = notes.people[a]
        for z in range(a):
            other = notes.people[z]
            reach = one.radius + other.radius + TOUCHING
            if abs(one.x - other.x) < reach and abs(one.y - other.y) < reach:
                if (one.kind == Kind.FRIEND and other.kind == Kind.ENEMY) or (
                    one.kind == Kind.ENEMY and other.kind == Kind.FRIEND
                ):
                    if distance_of_points(one.x, one.y, other.x, other.y) < reach:
                        one.busy = 1
                        other.busy = 1
    _note_middle(b, side, notes)
    notes.order = 0
    notes.has_targets = 0
    notes.ahead = -1
    for j in range(b.n_figures):
        notes.out[j] = notes.price[j] = notes.far[j] = -1.0


@kernel
def chance_out(b, j, modifier):
    """The chance that figure ``j`` is put out by one hit, on foot or by the rider's save."""
    out = 0
    row = row_of(b, j)
    for die in range(1, 7):
        out += int(result_of(b, row, die, class_save(b, j) + modifier) != 0)
    return out / 6.0


@kernel
def noted_out(b, j, notes):
    """The chance that a hit puts figure ``j`` out, asked once a decision."""
    if notes.out[j] < 0.0:
        notes.out[j] = chance_out(b, j, 0)
    return notes.out[j]


@kernel
def noted_price(b, j, notes):
    """What the loss of figure ``j`` costs, asked once a decision."""
    if notes.price[j] < 0.0:
        notes.price[j] = price_of(b, j)
    return float(notes.price[j])


class Around(NamedTuple):
    """Who is about a place: the nearest enemy and the gap, enemies who can be upon it, friends close by and about."""

    foe: int  # NONE: there is none
    gap: float
    foes: float
    friends: float  # who can close up
    company: float  # who are about


@kernel
def around(b, i, x, y, notes):
    """Who would be about figure ``i`` at a place; soldiers before civilians."""
    foe = NONE
    least = math.inf
    foes = friends = company = 0.0
    radius = 0.5 * b.figures[i].width
    for k in range(notes.n):
        person = notes.people[k]
        if person.figure == i:
            continue
        px, py = person.x, person.y
        if is_in(notes.order, person.figure):
            px += notes.dx
            py += notes.dy
        at_least = max(abs(px - x), abs(py - y)) - radius - person.radius
        if at_least >= (ABOUT if person.kind <= Kind.FOLLOWER else max(person.reach, least)):
            continue  # only speed explains this: the person is too far off to count
        apart = distance_of_points(x, y, px, py) - radius - person.radius
        if person.kind == Kind.FRIEND:
            if apart < ABOUT:
                company += 1.0
                if apart < BESIDE and person.busy == 0:
                    friends += 1.0
        elif person.kind != Kind.FOLLOWER:
            if apart < person.reach and person.busy == 0:
                foes += person.comes
            if person.kind == Kind.STRANGER:
                apart += CIVILIANS_LAST
            if apart < least:
                least = apart
                foe = person.figure
    return Around(foe, least, foes, friends, company)


@kernel
def is_time_to_move(b):
    """Those who have not moved in this turn still can."""
    return b.phase == Phase.MOVEMENT
