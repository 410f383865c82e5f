"""SAVES: armour, cover and invulnerable saves, of which a model uses the best that is left to it (SAVE)."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.skirmish40k.clauses import Clause, Code, Purpose
from sandtable.games.skirmish40k.record import Edition
from sandtable.games.skirmish40k.rules.testing import d6
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE

NO_SAVE = 7
"""A save that no die makes."""


class Allowed(NamedTuple):
    """What a hit leaves of the saves."""

    ap: int  # of the weapon: 0 for none
    armour: int  # 0: no armour save, whatever the AP
    cover: int  # the cover save, or NO_SAVE
    any: int  # 0: no save of any kind (SAVE-7)


@clause("C40-SAVE-7")
@kernel
def no_save_at_all():
    """A hit "without save": no armour, cover or invulnerable save."""
    return Allowed(0, 0, NO_SAVE, 0)


@clause("C40-SAVE-3", "C40-CC-5")
@kernel
def saves_in_combat(armour):
    """What a blow leaves: the armour save unless the weapon denies it, never cover."""
    return Allowed(0, armour, NO_SAVE, 1)


@clause("C40-SAVE-2", "C40-SAVE-3")
@kernel
def saves_from_fire(ap, cover):
    """What a shot leaves: armour if the AP is worse than it, and this cover save."""
    return Allowed(ap, 1, cover, 1)


@clause("C40-SAVE-4")
@kernel
def cover_save(core, kind):
    """The save that cover of this kind gives, or NO_SAVE."""
    return core.covers[int(core.edition == Edition.FIFTH), kind]


@clause("C40-SAVE-2")
@kernel
def is_pierced(ap, save):
    """A weapon of this AP leaves no armour save: it has one, equal to or lower than the save."""
    return ap != 0 and ap <= save


@clause("C40-SAVE-1", "C40-SAVE-5", "C40-SAVE-6")
@kernel
def best_save(profile, allowed):
    """What a die must show for the best save that is left, or NO_SAVE."""
    if allowed.any == 0:
        return NO_SAVE
    best = profile.invulnerable
    best = min(best, allowed.cover)
    if allowed.armour != 0 and not is_pierced(allowed.ap, profile.save):
        best = min(best, profile.save)
    return best


@clause("C40-SAVE-1", "C40-SAVE-6")
@kernel
def is_saved(b, j, allowed, dice, log):
    """Figure ``j`` saves a wound; without a save no die is thrown."""
    needed = best_save(b.profiles[b.figures[j].profile], allowed)
    if needed >= NO_SAVE:
        event(log, Code.HAS_NO_SAVE, Clause.SAVE_6, j, NONE, 0)
        return False
    saved = d6(b, j, Purpose.SAVE, dice, log) >= needed
    event(log, Code.IS_SAVED if saved else Code.IS_NOT_SAVED, Clause.SAVE_1, j, NONE, needed)
    return saved
