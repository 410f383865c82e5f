"""SAVE and CAV: the saving die of who is hit, horse or rider, and what becomes of them."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code, Purpose
from sandtable.games.inter_arma.record import Row, State, Troop
from sandtable.games.inter_arma.rules.formation import is_covered_by_formation, keep_formations
from sandtable.games.inter_arma.rules.goals import drop_everything
from sandtable.games.inter_arma.rules.positions import (
    centres_apart,
    foes_of,
    is_commander,
    is_mounted,
    put,
    touch,
    westernmost,
)
from sandtable.games.inter_arma.switches import NaturalOne, SaveTable, ShotHorse
from sandtable.kernel.dice import throw_die
from sandtable.kernel.log import outcome
from sandtable.kernel.records import NONE

SAVED = 0
IS_WOUNDED = 1
IS_DEAD = 2


@clause("IA-CLASS-7", "IA-SAVE-6", "IA-SAVE-7", "IA-SAVE-8", "IA-SAVE-9", "IA-SAVE-12", "IA-CAV-12", "IA-CAV-13")
@kernel
def row_of(b, i):
    """The row of the saving table for figure ``i`` itself; armour before a shield, never both."""
    figure = b.figures[i]
    if is_mounted(figure):
        return Row.ARMORED_CAVALRY if figure.troop == Troop.ARMORED_CAVALRY else Row.CAVALRY
    if figure.armored != 0:
        return Row.ARMORED
    if figure.shield != 0:
        return Row.SHIELD
    return Row.SKIRMISHER if figure.troop == Troop.SKIRMISHER else Row.INFANTRY


@clause("IA-SAVE-2", "IA-SAVE-3", "IA-CLASS-4", "IA-CAV-14", "IA-MASS-13")
@kernel
def class_save(b, i):
    """What its class adds to a figure's save."""
    if b.figures[i].civilian != 0:
        return 0
    return b.classes[b.figures[i].quality + 1].save


@clause("IA-SAVE-1", "IA-SAVE-10", "IA-SAVE-11")
@kernel
def result_of(b, row, die, modifier):
    """What a saving die with a modifier means on a row: saved, wounded or dead."""
    roll = die + modifier
    saves = b.saves[row]
    if b.options.save_table == SaveTable.EXACT:
        result = IS_DEAD if roll == saves.dead else IS_WOUNDED if roll == saves.wounded else SAVED
    else:
        result = IS_DEAD if roll <= saves.dead else IS_WOUNDED if roll <= saves.wounded else SAVED
    if b.options.natural_one == NaturalOne.WOUNDS and die == 1 and result == SAVED:
        result = IS_WOUNDED
    return result


@clause("IA-SAVE-1", "IA-INTRO-4")
@kernel
def throw_save(b, i, row, modifier, dice, log):
    """Throw the saving die of figure ``i`` (or of its horse, by the row)."""
    die = throw_die(dice, log, Purpose.SAVE, b.figures[i].side, i, 6)
    return result_of(b, row, die, modifier)


@clause("IA-WOUND-1", "IA-GOAL-3", "IA-MORALE-3", "IA-SENTRY-7")
@kernel
def put_out(b, i, state, log):
    """Figure ``i`` is wounded or dead: it drops what it carries, and holds nobody and no rank any more."""
    figure = b.figures[i]
    side = b.sides[figure.side]
    if figure.sentry != 0 and side.alarm_rules != 0 and side.alarm == NONE and figure.state == State.ABLE:
        side.silenced += 1
    figure.state = state
    figure.declared = 0
    figure.moved = 1
    drop_everything(b, i, log)
    if state == State.DEAD and is_commander(figure):
        side.grave = 1
    if figure.formed != 0:
        figure.formed = 0
        keep_formations(b, log)


@clause("IA-SAVE-10", "IA-WOUND-1")
@kernel
def suffer(b, i, result, by, log):
    """What a save means to figure ``i``; ``by``: who struck or shot, or NONE."""
    if result == IS_DEAD:
        outcome(log, Code.IS_KILLED, Clause.SAVE_10, i, by, 0)
        put_out(b, i, State.DEAD, log)
    elif result == IS_WOUNDED:
        outcome(log, Code.IS_WOUNDED, Clause.WOUND_1, i, by, 0)
        put_out(b, i, State.WOUNDED, log)
    else:
        outcome(log, Code.IS_SAVED, Clause.SAVE_10, i, by, 0)


@clause("IA-CAV-9", "IA-CAV-10", "IA-CAV-16", "IA-TABLE-1", "IA-RANGED-30")
@kernel
def dismount(b, i, by, in_melee, log):
    """The horse is lost: the rider stands at the same place, on foot; struck in melee it is put to who struck it.

    RULING: struck past somebody's shoulder it is put to an enemy that it touches, of several the westernmost.
    """
    figure = b.figures[i]
    was_touching = in_melee and by != NONE and touch(b, i, by)
    if in_melee and by != NONE and not was_touching:
        foes = foes_of(b, i)
        if foes != 0:
            by = westernmost(b, foes)
            was_touching = True
    is_armored = figure.troop == Troop.ARMORED_CAVALRY
    figure.troop = Troop.ARMORED_INFANTRY if is_armored else Troop.INFANTRY
    figure.width = b.rules.foot_base
    figure.depth = b.rules.foot_base
    outcome(log, Code.IS_DISMOUNTED, Clause.CAV_9, i, by, 0)
    if was_touching:
        other = b.figures[by]
        apart = centres_apart(b, i, by)
        reach = 0.5 * (figure.width + other.width)
        if apart > reach:
            share = (apart - reach) / apart
            put(b, i, figure.x + (other.x - figure.x) * share, figure.y + (other.y - figure.y) * share)


@clause("IA-CAV-6", "IA-CAV-7", "IA-CAV-11", "IA-AMBUSH-2", "IA-MELEE-20", "IA-MORALE-33")
@kernel
def strike_horse(b, i, by, reduction, in_melee, dice, log):
    """The horse of figure ``i`` is struck and saves by its armour, without class but less what the blow takes off.

    Its loss is a save for the rider.
    """
    row = Row.BARDED_HORSE if b.figures[i].barded != 0 else Row.HORSE
    if not in_melee and b.options.shot_horse == ShotHorse.FALLS:
        dismount(b, i, by, in_melee, log)
    elif throw_save(b, i, row, -reduction, dice, log) != SAVED:
        dismount(b, i, by, in_melee, log)
    else:
        outcome(log, Code.HORSE_IS_SAVED, Clause.CAV_6, i, by, 0)
    return SAVED


@clause("IA-CAV-1", "IA-CAV-2", "IA-CAV-3", "IA-CAV-8", "IA-SAVE-4", "IA-SAVE-5", "IA-RANGED-15")
@kernel
def hit_by_shot(b, i, by, is_near, is_angled, dice, log):
    """Figure ``i`` is hit by a shot at short range or farther, from a height or not: it saves; returns the result."""
    figure = b.figures[i]
    if is_mounted(figure):
        die = throw_die(dice, log, Purpose.HORSE_OR_RIDER, b.figures[by].side, i, 6)
        if die <= (b.rules.horse_near if is_near else b.rules.horse_far):
            return strike_horse(b, i, by, 0, in_melee=False, dice=dice, log=log)
    modifier = class_save(b, i)
    if not is_angled and is_covered_by_formation(b, i, by):
        modifier += b.rules.formation_save
    result = throw_save(b, i, row_of(b, i), modifier, dice, log)
    suffer(b, i, result, by, log)
    return result


@clause("IA-CAV-1", "IA-CAV-4", "IA-CAV-5", "IA-CAV-11", "IA-MELEE-10", "IA-MORALE-33", "IA-SAVE-4")
@kernel
def hit_in_melee(b, i, by, reduction, dice, log):
    """Figure ``i`` is attacked in melee: no roll to hit, it saves, less a reduction; returns the result."""
    figure = b.figures[i]
    figure.attacked = 1
    b.squads[figure.squad].combat = 1
    b.squads[b.figures[by].squad].combat = 1
    reduction += b.figures[by].harder
    b.figures[by].harder = 0
    modifier = class_save(b, i) - reduction
    if is_mounted(figure):
        die = throw_die(dice, log, Purpose.HORSE_OR_RIDER, b.figures[by].side, i, 6)
        least = b.rules.horse_by_horse if is_mounted(b.figures[by]) else b.rules.horse_by_foot
        if die >= least:
            return strike_horse(b, i, by, reduction, in_melee=True, dice=dice, log=log)
    elif is_covered_by_formation(b, i, by):
        modifier += b.rules.formation_save
    result = throw_save(b, i, row_of(b, i), modifier, dice, log)
    suffer(b, i, result, by, log)
    return result
