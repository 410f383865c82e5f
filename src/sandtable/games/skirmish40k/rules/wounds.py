"""WOUNDS: to-wound dice by Strength and Toughness, and instant death (WOUND, ID)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.skirmish40k.clauses import Clause, Code, Purpose
from sandtable.games.skirmish40k.rules.measuring import is_near, is_of, is_on_table
from sandtable.games.skirmish40k.rules.testing import at_least
from sandtable.kernel.log import event

IMPOSSIBLE = 7
"""No die shows it."""

MOST = 10
"""No characteristic is larger, whatever is added to it (PROF-3)."""


@clause("C40-WOUND-1")
@kernel
def to_wound(strength, toughness):
    """What a die must show to wound: 2 to 6, or IMPOSSIBLE."""
    more = strength - toughness
    if more >= 2:
        return 2
    if more >= -2:
        return 4 - more
    return 6 if more == -3 else IMPOSSIBLE


@clause("C40-PROF-3")
@kernel
def capped(value):
    """A characteristic with what is added to it: 10 at most."""
    return min(value, MOST)


@clause("C40-WOUND-1")
@kernel
def throw_to_wound(b, i, j, strength, toughness, again, dice, log):
    """Figure ``i`` hit ``j`` of this Toughness: does the to-wound die wound? ``again``: a failure is thrown once more.

    Where it is impossible no die is thrown. ``i`` NONE: nobody struck, the side struck throws.
    """
    needed = to_wound(strength, toughness)
    if needed == IMPOSSIBLE:
        event(log, Code.CANNOT_BE_WOUNDED, Clause.WOUND_1, j, i, strength)
        return False
    return at_least(b, i if i >= 0 else j, needed, again, Purpose.TO_WOUND, dice, log)


WEAPON_SKILL = True
"""Which of two characteristics a unit's models are asked for."""

TOUGHNESS = False


@clause("C40-WOUND-2")
@kernel
def toughness_of_unit(b, unit):
    """The Toughness of more than half of a unit's models; without such a majority the highest."""
    return _common(b, unit, TOUGHNESS)


@clause("C40-CC-4")
@kernel
def skill_of_unit(b, unit):
    """The Weapon Skill of more than half of a unit's models; without such a majority the highest."""
    return _common(b, unit, WEAPON_SKILL)


@kernel
def _common(b, unit, skill):
    """The value of a characteristic that more than half of a unit's models have; without such, the highest of all."""
    one = b.units[unit]
    living = models_of(b, unit)
    most = 0
    for i in range(one.first, one.first + one.count):
        if not is_of(b, i, unit):
            continue
        value = _value(b, i, skill)
        same = 0
        for j in range(one.first, one.first + one.count):
            same += int(is_of(b, j, unit) and _value(b, j, skill) == value)
        if 2 * same > living:
            return value
        most = max(most, value)
    return most


@kernel
def _value(b, i, skill):
    """Weapon Skill or Toughness of a figure."""
    profile = b.profiles[b.figures[i].profile]
    return profile.weapon_skill if skill else profile.toughness


@kernel
def models_of(b, unit):
    """Models of a unit on the table."""
    one = b.units[unit]
    living = 0
    for i in range(one.first, one.first + one.count):
        living += int(is_of(b, i, unit))
    return living


@clause("C40-ID-1")
@kernel
def kills_at_once(strength, bare_toughness):
    """An unsaved wound of this Strength is instant death: at least twice the unmodified Toughness."""
    return strength >= 2 * bare_toughness


@clause("C40-ID-2", "C40-SPEC-5")
@kernel
def is_in_synapse(b, i):
    """A synapse creature of its own side, itself included, is within range of figure ``i``."""
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side != b.figures[i].side or b.profiles[other.profile].synapse == 0:
            continue
        if j == i or (is_on_table(other) and is_near(b, i, j, b.core.synapse)):
            return True
    return False


@clause("C40-ID-1", "C40-ID-2", "C40-PROF-2")
@kernel
def is_instant_death(b, i, strength):
    """An unsaved wound of this Strength takes all the Wounds that figure ``i`` has left."""
    return kills_at_once(strength, b.profiles[b.figures[i].profile].bare_toughness) and not is_in_synapse(b, i)
