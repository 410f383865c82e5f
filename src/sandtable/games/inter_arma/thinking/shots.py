"""What shots are likely to bring: one that is ordered, and the best that a figure could have from a place."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.inter_arma.record import Mode, Weapon
from sandtable.games.inter_arma.rules.positions import is_able, is_mounted
from sandtable.games.inter_arma.rules.ranged import band_of, hits, shot_modifier, weapon_of
from sandtable.games.inter_arma.rules.visibility import is_sight_free_from
from sandtable.games.inter_arma.thinking.neighbourhood import TOUCHING, Kind, noted_out, noted_price
from sandtable.kernel.discs import Disc, distance_of_points, sight_blocked_by_disc
from sandtable.kernel.records import NONE

SHORT, MEDIUM, LONG = 4.0 / 6.0, 3.0 / 6.0, 1.0 / 6.0
"""Chances to hit without modifiers (RANGED-1 to RANGED-3)."""

IN_THE_WAY = 0.2
"""What a shot is worth where somebody stands in its way now."""


@kernel
def chance_to_hit(b, i, j, item):
    """The chance that figure ``i`` hits ``j``."""
    weapon = weapon_of(b.figures[i], item)
    band = band_of(b, i, j, weapon)
    if band == 0:
        return 0.0
    modifier = shot_modifier(b, i, j, band)
    count = 0
    for die in range(1, 7):
        count += int(hits(b, die, modifier, band))
    return count / 6.0


@kernel
def note_targets(b, side, notes):
    """Note what a hit on each figure is worth to a side: 0 for friends, civilians, and whom a friend fights."""
    notes.has_targets = 1
    for j in range(b.n_figures):
        notes.target[j] = 0.0
        is_enemy = b.sides[b.figures[j].side].team != b.sides[side].team
        if is_enemy and is_able(b.figures[j]) and b.figures[j].civilian == 0:
            notes.target[j] = noted_out(b, j, notes) * noted_price(b, j, notes)
    for k in range(notes.n):
        person = notes.people[k]
        if person.kind == Kind.ENEMY and person.busy != 0:
            notes.target[person.figure] = 0.0


@kernel
def _chance_at(b, i, apart, may_aim):
    """The chance, by range alone, that figure ``i`` hits so far off; a javelin also after a run."""
    figure = b.figures[i]
    chance = 0.0
    if figure.gun != NONE and may_aim:
        row = b.weapons[figure.gun]
        if apart <= row.medium:
            chance = SHORT if apart <= row.short else MEDIUM
        elif apart <= row.long and not is_mounted(figure):
            chance = LONG
    if figure.javelins > 0:
        row = b.weapons[Weapon.JAVELIN]
        if apart <= row.medium:
            chance = max(chance, SHORT if apart <= row.short else MEDIUM)
    return chance


@kernel
def shot_from(b, i, x, y, mode, notes):
    """What the best shot of figure ``i`` is likely to bring from a place where it went so, roughly, in points."""
    figure = b.figures[i]
    if (figure.gun == NONE and figure.javelins == 0) or mode == Mode.CRAWL or figure.lying != 0:
        return 0.0
    may_aim = mode != Mode.RUN or is_mounted(figure)
    best = 0.0
    target = NONE
    for j in range(b.n_figures):
        if notes.target[j] <= 0.0:
            continue
        other = b.figures[j]
        apart = distance_of_points(x, y, other.x, other.y) - 0.5 * (other.width + figure.width)
        if apart < TOUCHING:
            return 0.0
        value = _chance_at(b, i, apart, may_aim) * notes.target[j]
        if value > best and is_sight_free_from(b, i, x, y, j):
            best = value
            target = j
    if target == NONE:
        return 0.0
    other = b.figures[target]
    for k in range(notes.n):
        person = notes.people[k]
        if person.figure != i and person.figure != target and b.figures[person.figure].lying == 0:
            if sight_blocked_by_disc(x, y, other.x, other.y, Disc(person.x, person.y, 0.0, 1.0, person.radius)):
                return IN_THE_WAY * best
    return best
