"""MGA, MAG and HER: abilities of mages, mana, casting and dispelling."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code, Purpose
from sandtable.games.batalist.enums import Role, Skill, State, Target
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.switches import Artefacts, Reserve
from sandtable.kernel.dice import throw_die
from sandtable.kernel.log import outcome
from sandtable.kernel.records import NONE


@clause("BAT-MGA-1", "BAT-MGA-6", "BAT-PRO-10", "BAT-PRO-11", "BAT-PRO-12")
@kernel
def throw_mage(b, c, dice, log):
    """A mage throws for ability, then for mana."""
    who = b.characters[c]
    die = throw_die(dice, log, Purpose.ABILITY, who.side, who.battalion, 6)
    mana = throw_die(dice, log, Purpose.MANA, who.side, who.battalion, 6)
    for place in range(len(b.mages)):
        if die <= b.mages[place].upto:
            who.magic = b.mages[place].magic
            who.mana = mana + b.mages[place].mana_plus
            break


@clause("BAT-DEF-4", "BAT-MAG-1", "BAT-SKL-10")
@kernel
def knows_magic(b, c):
    """The character is a mage, or a hero with the skill."""
    who = b.characters[c]
    return who.role == Role.MAGE or (who.role == Role.HERO and has(b, who.own, Skill.MAGE))


@clause("BAT-HER-1", "BAT-HER-6", "BAT-PRO-14")
@kernel
def set_aside(b, c, mana):
    """Hero ``c`` sets reserve aside as mana of this turn; False, and nothing happens, if it has not that much."""
    who = b.characters[c]
    if who.role != Role.HERO or mana < 0 or mana > who.reserve:
        return False
    who.reserve -= mana
    who.mana += mana
    return True


@clause("BAT-HER-7", "BAT-PRO-15")
@kernel
def burn_unused_mana(b, c, reserve):
    """At the end of a turn a hero's mana is lost; where the house says so the reserve is full again."""
    who = b.characters[c]
    if who.role == Role.HERO:
        who.mana = 0
        if b.options.reserve == Reserve.PER_TURN:
            who.reserve = reserve


@clause("BAT-MAG-1", "BAT-MAG-4", "BAT-MAG-6", "BAT-MAG-10")
@kernel
def can_pay(b, c, spell):
    """Character ``c`` can cast or dispel this spell: it knows magic, is on the field and has the mana."""
    who = b.characters[c]
    if who.alive == 0 or not knows_magic(b, c) or b.figures[who.battalion].state != State.FIELD:
        return False
    return who.mana >= b.spells[spell].difficulty


@clause("BAT-MAG-5")
@kernel
def can_be_dispelled(b, spell):
    """The spell is aimed at an enemy battalion or character."""
    target = b.spells[spell].target
    return target == Target.ENEMY or target == Target.ENEMY_FIGURE


@clause("BAT-MAG-7", "BAT-ARM-14")
@kernel
def bonus_in_dispelling(b, c):
    """What an artefact adds to a dispel roll of character ``c``."""
    artefact = b.characters[c].artefact
    if artefact == NONE or b.options.artefacts != Artefacts.YES:
        return 0
    return b.artefacts[artefact].dispel


@clause("BAT-MAG-3", "BAT-MAG-5", "BAT-MAG-6", "BAT-MAG-7", "BAT-MAG-8", "BAT-MAG-2")
@kernel
def cast(b, c, spell, dispeller, dice, log):
    """Character ``c`` casts; ``dispeller`` tries to stop it, or NONE. Both pay; returns whether the spell works."""
    who = b.characters[c]
    difficulty = b.spells[spell].difficulty
    who.mana -= difficulty
    works = True
    if dispeller != NONE:
        other = b.characters[dispeller]
        other.mana -= difficulty
        own = throw_die(dice, log, Purpose.DISPEL, who.side, who.battalion, 6) + who.magic
        theirs = throw_die(dice, log, Purpose.DISPEL, other.side, other.battalion, 6) + other.magic
        works = theirs + bonus_in_dispelling(b, dispeller) < own
    if works:
        outcome(log, Code.SPELL_WORKS, Clause.MAG_7, who.battalion, NONE, spell)
    else:
        outcome(log, Code.IS_DISPELLED, Clause.MAG_7, who.battalion, NONE, spell)
    return works
