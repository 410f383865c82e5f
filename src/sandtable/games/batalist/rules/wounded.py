"""WOU: killed and wounded, the column behind the base, recovery and mercy."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code, Purpose
from sandtable.games.batalist.enums import Formation, State
from sandtable.games.batalist.rules.formations import close_up, ranks_of
from sandtable.games.batalist.switches import Artefacts, Wounded
from sandtable.kernel.dice import throw_die
from sandtable.kernel.geometry import Base
from sandtable.kernel.log import event, outcome
from sandtable.kernel.records import NONE


@clause("BAT-WOU-4")
@kernel
def files_of_wounded(b, i):
    """Files of the column of wounded: as many as the battalion has ranks; one if nobody is healthy."""
    return max(ranks_of(b.figures[i]), 1)


@clause("BAT-WOU-5")
@kernel
def full_ranks_of_wounded(b, i):
    """Full ranks of wounded behind battalion ``i``."""
    return b.figures[i].wounded // files_of_wounded(b, i)


@clause("BAT-WOU-7")
@kernel
def slowed_by_wounded(b, i):
    """Steps of speed that wounded take from battalion ``i``: one for every two ranks, an incomplete one included."""
    files = files_of_wounded(b, i)
    return ((b.figures[i].wounded + files - 1) // files) // 2


@clause("BAT-WOU-3", "BAT-WOU-14", "BAT-WOU-4")
@kernel
def base_of_wounded(b, i):
    """The column of wounded behind battalion ``i``: behind its rear edge, centred, cells edge to edge."""
    u = b.figures[i]
    profile = b.profiles[u.profile]
    files = files_of_wounded(b, i)
    ranks = (u.wounded + files - 1) // files
    deep = ranks * profile.cell_depth
    back = (0.5 * u.depth if u.healthy > 0 else 0.0) + 0.5 * deep
    wide = min(files, u.wounded) * profile.cell_width
    return Base(u.x - u.fx * back, u.y - u.fy * back, u.fx, u.fy, 0.5 * wide, 0.5 * deep)


class Stood(NamedTuple):
    """How a battalion stood before its wounded were attacked."""

    x: float
    y: float
    width: float
    depth: float
    formation: int
    files: int
    healthy: int
    wounded: int


@clause("BAT-WOU-10", "BAT-WOU-14")
@kernel
def lie_as_battalion(b, i):
    """For the length of an attack the wounded of battalion ``i`` are a battalion in Column; returns how it stood."""
    u = b.figures[i]
    stood = Stood(u.x, u.y, u.width, u.depth, u.formation, u.files, u.healthy, u.wounded)
    if u.wounded_of == NONE:
        column = base_of_wounded(b, i)
        u.files = min(files_of_wounded(b, i), u.wounded)
        u.x, u.y, u.width, u.depth = column.x, column.y, 2.0 * column.half_width, 2.0 * column.half_depth
    u.formation = Formation.COLUMN
    u.healthy = u.wounded
    u.wounded = 0
    return stood


@clause("BAT-WOU-14")
@kernel
def stand_again(b, i, stood):
    """Battalion ``i`` stands as it stood before its wounded were attacked."""
    u = b.figures[i]
    u.x, u.y, u.width, u.depth = stood.x, stood.y, stood.width, stood.depth
    u.formation, u.files, u.healthy, u.wounded = stood.formation, stood.files, stood.healthy, stood.wounded


@clause("BAT-CBT-15", "BAT-WOU-2", "BAT-WOU-12", "BAT-WOU-13", "BAT-DEF-14", "BAT-HER-12")
@kernel
def shares_of_damage(b, i, damage):
    """How damage falls on battalion ``i``: figures lost, of these killed, and wounded who die besides."""
    u = b.figures[i]
    lost = min(damage, u.healthy)
    if b.options.wounded == Wounded.NO or u.start == 1:
        return lost, lost, 0
    killed = lost // 2
    dying = 0
    if damage >= 2 * u.healthy:
        dying = min(damage // 2, u.wounded + lost - killed)
    return lost, killed, dying


@clause("BAT-CBT-15", "BAT-WOU-2", "BAT-WOU-3", "BAT-WOU-11", "BAT-WOU-12", "BAT-DEF-14", "BAT-HER-12")
@kernel
def suffer(b, i, damage, log):
    """Damage falls on battalion ``i``: the killed leave from the last rank, the wounded go behind the base."""
    u = b.figures[i]
    if u.wounded_of != NONE or u.healthy <= 0:
        strike_wounded(b, i, damage, log)
        return
    if damage > 0 and u.hero != NONE and is_warded(b, u.hero, log):
        return
    lost, killed, dying = shares_of_damage(b, i, damage)
    u.healthy -= lost
    u.wounded += lost - killed - dying
    if lost > 0:
        outcome(log, Code.LOSES, Clause.CBT_15, i, NONE, lost)
    if lost > killed:
        event(log, Code.ARE_WOUNDED, Clause.WOU_2, i, NONE, lost - killed)
    if dying > 0:
        outcome(log, Code.WOUNDED_DIE, Clause.WOU_12, i, NONE, dying)
    close_up(b, i)
    keep_if_any(b, i, log)


@clause("BAT-DEP-4", "BAT-WOU-13", "BAT-CBT-15", "BAT-HER-12")
@kernel
def keep_if_any(b, i, log):
    """A battalion without healthy and wounded is destroyed, and its character with it."""
    u = b.figures[i]
    if u.healthy > 0 or u.wounded > 0 or u.state == State.DESTROYED:
        return
    u.state = State.DESTROYED
    if u.hero != NONE:
        outcome(log, Code.HERO_DIES, Clause.HER_12, i, NONE, 0)
        b.characters[u.hero].alive = 0
    else:
        outcome(log, Code.IS_DESTROYED, Clause.CBT_15, i, NONE, 0)
    if u.character != NONE:
        own = b.characters[u.character].own
        if own != NONE:
            b.figures[own].state = State.DESTROYED
            event(log, Code.HERO_DIES, Clause.DEP_4, own, NONE, u.character)
        else:
            event(log, Code.CHARACTER_DIES, Clause.DEP_4, i, NONE, u.character)
        b.characters[u.character].alive = 0
        u.character = NONE


@clause("BAT-ARM-14", "BAT-ART-1")
@kernel
def is_warded(b, c, log):
    """An amulet saves the character this once."""
    who = b.characters[c]
    if b.options.artefacts != Artefacts.YES or who.artefact == NONE or who.used != 0:
        return False
    if b.artefacts[who.artefact].wards == 0:
        return False
    who.used = 1
    if who.own != NONE:
        outcome(log, Code.HERO_IS_WARDED, Clause.ARM_14, who.own, NONE, c)
    else:
        outcome(log, Code.IS_WARDED, Clause.ARM_14, who.battalion, NONE, c)
    return True


@clause("BAT-WOU-11")
@kernel
def strike_wounded(b, i, damage, log):
    """Damage to the wounded of battalion ``i``: so many of them die."""
    u = b.figures[i]
    dying = min(damage, u.wounded)
    u.wounded -= dying
    if dying > 0:
        outcome(log, Code.WOUNDED_DIE, Clause.WOU_11, i, NONE, dying)
    keep_if_any(b, i, log)


@clause("BAT-ACT-14", "BAT-WOU-8")
@kernel
def recover(b, i, dice, log):
    """The order Recovery: a die and one more of the wounded stand up again; returns how many."""
    u = b.figures[i]
    die = throw_die(dice, log, Purpose.RECOVERY, u.side, i, 6)
    back = min(die + b.rules.recovery, u.wounded)
    u.wounded -= back
    u.healthy += back
    close_up(b, i)
    event(log, Code.COME_BACK, Clause.ACT_14, i, NONE, back)
    return back
