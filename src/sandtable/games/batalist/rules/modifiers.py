"""MOD: which rows of the table of modifiers and which dice of skills hold for an attack."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.enums import Formation, Row, Skill, SkillRow, Zone
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.ground import is_covered, is_water_at, level_of
from sandtable.games.batalist.switches import HeavyArmour
from sandtable.kernel.records import NONE


@kernel
def bit(holds, place):
    """The bit of a row that holds, else 0."""
    return 1 << place if holds else 0


@clause("BAT-MOD-15", "BAT-MOD-23", "BAT-PRO-5", "BAT-HER-8")
@kernel
def is_of_armour_class(b, i, target, shooting):
    """The weapon of battalion ``i`` is of the class of the target's armour; no class never is."""
    profile = b.profiles[b.figures[i].profile]
    weapon = profile.shooting_class if shooting else profile.melee_class
    return weapon != NONE and weapon == b.profiles[b.figures[target].profile].armour


@clause("BAT-MOD-2", "BAT-MOD-3", "BAT-MOD-4", "BAT-MOD-5", "BAT-MOD-6", "BAT-MOD-7", "BAT-MOD-10", "BAT-MOD-19")
@kernel
def rows_of_formations(b, i, target, zone):
    """Rows about how both stand and whether they have moved; ``zone``: of the target, whence the attack comes."""
    u = b.figures[i]
    other = b.figures[target]
    at_ends = zone == Zone.FRONT or zone == Zone.REAR
    return (
        bit(u.formation == Formation.LOOSE, Row.ATTACKER_LOOSE)
        | bit(u.formation == Formation.WEDGE, Row.ATTACKER_WEDGE)
        | bit(u.moved != 0 or u.reformed != 0, Row.ATTACKER_MOVED)
        | bit(other.formation == Formation.LOOSE, Row.TARGET_LOOSE)
        | bit(other.formation == Formation.HEDGEHOG, Row.TARGET_HEDGEHOG)
        | bit(other.formation == Formation.COLUMN and at_ends, Row.TARGET_COLUMN)
        | bit(other.moved != 0, Row.TARGET_MOVED)
    )


@clause("BAT-MOD-8", "BAT-MOD-9", "BAT-MOD-13", "BAT-MOD-14", "BAT-MOD-21", "BAT-MOD-22", "BAT-TER-21")
@kernel
def rows_of_ground(b, i, target, x, y):
    """Rows about the ground; (x, y): where the target is aimed at, or the middle of its front."""
    above = level_of(b, i)
    below = level_of(b, target)
    aboard = b.figures[target].boat != NONE
    return (
        bit(is_covered(b, i, target, x, y), Row.TARGET_IN_COVER)
        | bit(not aboard and is_water_at(b, x, y), Row.TARGET_IN_WATER)
        | bit(above > below, Row.DOWNWARD)
        | bit(above < below, Row.UPWARD)
    )


@clause("BAT-MOD-1", "BAT-MOD-11", "BAT-MOD-12", "BAT-MOD-16", "BAT-MOD-17", "BAT-CBT-16", "BAT-MOD-20")
@kernel
def rows_of_attack(b, i, target, zone, shooting, ordered):
    """Rows about the attack itself; ``ordered``: a Melee Attack order is being carried out."""
    return (
        bit(ordered, Row.MELEE_ORDER)
        | bit(zone == Zone.LEFT or zone == Zone.RIGHT, Row.FLANK_ATTACK)
        | bit(zone == Zone.REAR, Row.REAR_ATTACK)
        | bit(is_of_armour_class(b, i, target, shooting), Row.CLASS_OF_ARMOUR)
        | bit(not shooting and not has(b, i, Skill.MELEE), Row.NO_MELEE_SKILL)
    )


@clause("BAT-CBT-16")
@kernel
def rows_of_reply(b, rows):
    """Of some rows those that count for a battalion that strikes back."""
    kept = 0
    for place in range(len(b.rows)):
        if b.rows[place].reply != 0:
            kept |= rows & (1 << place)
    return kept


@clause("BAT-SKL-19", "BAT-SKL-21b")
@kernel
def is_ordinary(b, i):
    """The warriors of battalion ``i`` are of ordinary height."""
    return not has(b, i, Skill.BIG) and not has(b, i, Skill.RIDER)


@clause(
    "BAT-SKL-18a", "BAT-SKL-19", "BAT-SKL-20", "BAT-SKL-21a", "BAT-SKL-21b", "BAT-SKL-21c", "BAT-SKL-23c", "BAT-SKL-29",
    "BAT-SKL-30",
)  # fmt: skip
@kernel
def rows_of_skills(b, i, target, shooting):
    """Dice of skills for an attack of battalion ``i``: in melee, or in shooting."""
    big = has(b, target, Skill.BIG)
    rider = has(b, target, Skill.RIDER)
    if shooting:
        return (
            bit(big, SkillRow.TARGET_BIG)
            | bit(rider and not big, SkillRow.TARGET_RIDER)
            | bit(has(b, target, Skill.LARGE_SHIELD), SkillRow.TARGET_WITH_LARGE_SHIELD)
        )
    is_big = has(b, i, Skill.BIG)
    above = is_ordinary(b, target)
    wearer = target if b.options.heavy_armour == HeavyArmour.SUFFERED else i
    return (
        bit(above and is_big, SkillRow.BIG_AGAINST_ORDINARY)
        | bit(above and not is_big and has(b, i, Skill.RIDER), SkillRow.RIDER_AGAINST_ORDINARY)
        | bit(has(b, wearer, Skill.HEAVY_ARMOUR), SkillRow.TARGET_IN_HEAVY_ARMOUR)
        | bit(rider and has(b, i, Skill.LONG_WEAPON), SkillRow.LONG_WEAPON_AGAINST_RIDER)
    )
