"""DISTANT SHOOTING: who shoots, at whom, with whose aid, the scores, the shot back (DBA-SHOOT, WAD-REAR, WAD-WSH)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.dba.clauses import Clause, Code, Purpose
from sandtable.games.dba.record import MAX_FIGURES, By, Degree, Outcome, Phase, Type
from sandtable.games.dba.rules.arcs import Fault, best_shot, is_behind_rear_line
from sandtable.games.dba.rules.combat import defends_own_camp
from sandtable.games.dba.rules.contact import camp_contact, has_six_positions, may_touch
from sandtable.games.dba.rules.overlaps import edge_beset, front_enemy, is_overlapping
from sandtable.games.dba.rules.positions import SLACK, are_enemies, is_mounted, is_on_table
from sandtable.games.dba.rules.results import NOT_FROM_REAR, degree_of, take_defeat
from sandtable.games.dba.rules.support import is_supporting
from sandtable.games.dba.rules.war_wagon_contacts import NOWHERE
from sandtable.games.dba.switches import (
    ArtilleryShootsBack,
    GeneralShootsBetter,
    OverlapsShoot,
    RearShooting,
    SupportersShotAt,
    WwgShots,
)
from sandtable.kernel.dice import throw_die
from sandtable.kernel.limits import is_as_near
from sandtable.kernel.log import event, locate, outcome, reason, tally
from sandtable.kernel.log import total as log_total
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict

# ---------------------------------------------------------------- who may shoot, and be shot at


@clause("DBA-SHOOT-1", "DBA-SHOOT-3", "DBA-SHOOT-4", "DBA-SEQ-2")
@kernel
def begin_shooting(b):
    """At the start of the step: Bows and War Wagons of both sides are to shoot, and the active side's Artillery.

    Artillery only if it has not moved in this bound.
    """
    for i in range(b.n_figures):
        figure = b.figures[i]
        figure.shot = 0
        figure.shot_at = 0
        figure.to_shoot = 0
        if is_on_table(figure) and b.rules.range[figure.type] > 0.0:
            if figure.type != Type.ART or (figure.side == b.turn and figure.moves == 0):
                figure.to_shoot = 1


@clause("DBA-SHOOT-8", "DBA-WWG-4", "WAD-WSH-8")
@kernel
def is_in_contact(b, i):
    """The element is in front, flank or rear contact with an enemy, on either's side, or fights for a camp."""
    figure = b.figures[i]
    if front_enemy(b, i) != NONE:
        return True
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side == figure.side or not is_on_table(other):
            continue
        if figure.camp != NONE and camp_contact(b, j, figure.camp):
            return True
        if figure.camp == NONE and may_touch(figure, other):
            if edge_beset(b, i, j) != NOWHERE or edge_beset(b, j, i) != NOWHERE:
                return True
    return False


@clause("DBA-SHOOT-8", "DBA-SHOOT-9")
@kernel
def is_engaged(b, i):
    """The element is in contact, overlaps an enemy in close combat, or gives rear support: it has no part in shooting.

    With ``overlaps_shoot`` on those who overlap have, and with ``supporters_shot_at`` those who support.
    """
    if is_in_contact(b, i):
        return True
    if b.figures[i].camp != NONE:
        return False
    return (b.options.overlaps_shoot == OverlapsShoot.NO and is_overlapping(b, i)) or (
        b.options.supporters_shot_at == SupportersShotAt.NO and is_supporting(b, i)
    )


@kernel
def _has_shot_left(b, i):
    """The element is to shoot and has not shot, or is a War Wagon with sides from which it has not."""
    figure = b.figures[i]
    return is_on_table(figure) and figure.to_shoot == 1


@clause("DBA-SHOOT-4")
@kernel
def _may_shoot_back(b, i):
    """The element may shoot at one that shoots at it: it has its shot left, or it is Artillery in the enemy's bound."""
    figure = b.figures[i]
    if _has_shot_left(b, i):
        return True
    if figure.type != Type.ART or figure.side == b.turn or figure.shot != 0 or not is_on_table(figure):
        return False
    return b.options.artillery_shoots_back == ArtilleryShootsBack.YES


@clause("DBA-SHOOT-8", "DBA-SHOOT-9", "DBA-SHOOT-13", "DBA-SHOOT-2")
@kernel
def _can_hit(b, i, j):
    """From where they stand, and as they stand, ``i`` can shoot at enemy ``j``, who has not been shot at yet."""
    if not is_on_table(b.figures[j]) or not are_enemies(b.figures[i], b.figures[j]) or b.figures[j].shot_at != 0:
        return False
    if best_shot(b, i, j).fault != Fault.NONE:
        return False
    return not is_engaged(b, i) and not is_engaged(b, j)


@clause("DBA-SHOOT-12", "DBA-SHOOT-13")
@kernel
def is_eligible(b, i, j):
    """Element ``i`` has its shot left and can shoot at ``j``."""
    return _has_shot_left(b, i) and _can_hit(b, i, j)


@clause("DBA-SHOOT-12")
@kernel
def targets_of(b, i, out):
    """Fill ``out`` with the enemies at whom ``i`` may shoot now; how many.

    If it and some enemy are each eligible to shoot at the other, only such.
    """
    n = 0
    if not _has_shot_left(b, i):
        return n
    n_mutual = 0
    for j in range(b.n_figures):
        if not is_eligible(b, i, j):
            continue
        if b.figures[i].shot_at == 0 and is_eligible(b, j, i):
            out[n] = out[n_mutual]
            out[n_mutual] = j
            n_mutual += 1
        else:
            out[n] = j
        n += 1
    return n_mutual if n_mutual > 0 else n


@kernel
def must_shoot(b, i):
    """Shooting is compulsory: element ``i`` still has a target."""
    if not _has_shot_left(b, i):
        return False
    for j in range(b.n_figures):
        if is_eligible(b, i, j):
            return True
    return False


@clause("DBA-SHOOT-12")
@kernel
def shots_remain(b):
    """Somebody must still shoot in this step."""
    for i in range(b.n_figures):
        if must_shoot(b, i):
            return True
    return False


@clause("DBA-SHOOT-10")
@kernel
def blocker(b, i, j):
    """The element that is partly between ``i`` and ``j`` so that it blocks the shot, or NONE."""
    shot = best_shot(b, i, j)
    return max(shot.blocker, NONE) if shot.fault == Fault.BLOCKED else NONE


# ---------------------------------------------------------------- what may be decided


@clause("DBA-SHOOT-8", "DBA-SHOOT-9")
@kernel
def _tell_engaged(b, i, other, log):
    """That ``i`` has no part in shooting: it is in contact, or it overlaps, is overlapped or supports."""
    if is_in_contact(b, i):
        reason(log, Code.IS_ENGAGED, Clause.DBA_SHOOT_8, i, other, 0)
    elif b.options.overlaps_shoot == OverlapsShoot.NO and is_overlapping(b, i):
        reason(log, Code.IS_OVERLAPPING, Clause.DBA_SHOOT_9, i, other, 0)
    else:
        reason(log, Code.IS_SUPPORTING, Clause.DBA_SHOOT_9, i, other, 0)


@clause("DBA-SHOOT-1", "DBA-SHOOT-4", "DBA-SHOOT-13")
@kernel
def _tell_no_shot(b, i, j, log):
    """Why ``i`` has no shot left: it never shoots, it has shot, or it is Artillery that has moved or may not begin."""
    figure = b.figures[i]
    if b.rules.range[figure.type] <= 0.0:
        reason(log, Code.NEVER_SHOOTS, Clause.DBA_SHOOT_1, i, j, 0)
    elif figure.shot != 0 or figure.type != Type.ART:
        reason(log, Code.HAS_SHOT, Clause.DBA_SHOOT_13, i, j, 0)
    elif figure.side == b.turn:
        reason(log, Code.GUN_HAS_MOVED, Clause.DBA_SHOOT_4, i, j, 0)
    elif b.options.artillery_shoots_back == ArtilleryShootsBack.YES:
        reason(log, Code.GUN_SHOOTS_BACK_ONLY, Clause.DBA_SHOOT_4, i, j, 0)
    else:
        reason(log, Code.NEVER_SHOOTS_BACK, Clause.DBA_SHOOT_4, i, j, 0)


@kernel
def _tell_fault(b, i, j, log):
    """Why ``i`` cannot shoot at ``j``."""
    if not _has_shot_left(b, i):
        _tell_no_shot(b, i, j, log)
        return
    if b.figures[j].shot_at != 0:
        reason(log, Code.WAS_SHOT_AT, Clause.DBA_SHOOT_13, j, i, 0)
        return
    if is_engaged(b, i):
        _tell_engaged(b, i, j, log)
        return
    if is_engaged(b, j):
        _tell_engaged(b, j, i, log)
        return
    shot = best_shot(b, i, j)
    if shot.fault <= Fault.ARC:
        reason(log, Code.NOT_IN_ARC, Clause.DBA_SHOOT_5, i, j, 0)
    elif shot.fault == Fault.RANGE:
        index = reason(log, Code.OUT_OF_RANGE, Clause.DBA_SHOOT_2, i, j, int(b.rules.range[b.figures[i].type]))
        if shot.distance < 1e6:
            locate(log, index, b.figures[i].x, b.figures[i].y, b.figures[j].x, b.figures[j].y, shot.distance)
    elif shot.fault == Fault.COVER:
        reason(log, Code.SHOT_FROM_COVER, Clause.DBA_SHOOT_11, i, j, 0)
    elif shot.fault == Fault.TERRAIN:
        reason(log, Code.SHOT_IS_HIDDEN, Clause.DBA_SHOOT_10, i, j, 0)
    elif shot.blocker < NONE:
        reason(log, Code.SHOT_IS_BLOCKED_BY_CAMP, Clause.DBA_SHOOT_10, i, NONE, 0)
    else:
        reason(log, Code.SHOT_IS_BLOCKED, Clause.DBA_SHOOT_10, i, shot.blocker, 0)


@clause("DBA-SHOOT-12")
@kernel
def is_among_targets(b, i, j):
    """Element ``i`` may choose ``j``: nobody else binds it to shoot at each other."""
    targets = np.empty(MAX_FIGURES, np.int64)
    n = targets_of(b, i, targets)
    for k in range(n):
        if targets[k] == j:
            return True
    return False


@clause("DBA-SHOOT-12", "DBA-SHOOT-13", "DBA-SEQ-3")
@kernel
def judge_shoot(b, action, log):
    """May the first actor shoot at the target with the others' aid? In AIM the element named must be among them."""
    side = b.pending_side if b.phase == Phase.AIM else b.turn
    j = action.target
    if action.n_actors < 1:
        return refused(log, Code.NOBODY_SHOOTS, Clause.DBA_SHOOT_12, NONE, NONE, 0)
    if b.figures[action.actors[0]].side != side:
        code = Code.NOT_CHOSEN_TO_SHOOT if b.phase == Phase.SHOOTING else Code.NOT_YOUR_SHOOTER
        return refused(log, code, Clause.DBA_SEQ_3, action.actors[0], NONE, 0)
    if j < 0 or j >= b.n_figures:
        return refused(log, Code.SHOOTS_AT_NO_ENEMY, Clause.DBA_SHOOT_12, NONE, NONE, 0)
    if b.figures[j].side == side:
        return refused(log, Code.TARGET_IS_OWN, Clause.DBA_SHOOT_12, action.actors[0], j, 0)
    if not is_on_table(b.figures[j]):
        return refused(log, Code.TARGET_IS_OFF_TABLE, Clause.DBA_SHOOT_12, action.actors[0], j, 0)
    legal = 1
    if action.n_actors > 1 + b.rules.aiding_shooters:
        reason(log, Code.TOO_MANY_SHOOTERS, Clause.DBA_SHOOT_13, NONE, j, 1 + b.rules.aiding_shooters)
        legal = 0
    named = False
    for k in range(action.n_actors):
        i = action.actors[k]
        named = named or i == b.pending
        if b.figures[i].side != side:
            reason(log, Code.NOT_YOUR_SHOOTER, Clause.DBA_SEQ_3, i, j, 0)
            legal = 0
        elif not is_eligible(b, i, j):
            _tell_fault(b, i, j, log)
            legal = 0
        elif not is_among_targets(b, i, j):
            reason(log, Code.MUST_EXCHANGE_SHOTS, Clause.DBA_SHOOT_12, i, j, 0)
            legal = 0
    if b.phase == Phase.AIM and not named:
        reason(log, Code.ANOTHER_IS_TO_SHOOT, Clause.DBA_SEQ_3, b.pending, j, 0)
        legal = 0
    if legal == 1:
        main = best_shot(b, action.actors[0], j).distance
        for k in range(1, action.n_actors):
            i = action.actors[k]
            if not is_as_near(main, best_shot(b, i, j).distance, SLACK):
                reason(log, Code.AID_IS_NEARER, Clause.DBA_SHOOT_13, i, j, 0)
                legal = 0
    return Verdict(legal, 0)


@clause("DBA-SEQ-3")
@kernel
def judge_choice(b, action, log):
    """May the active side let this enemy element shoot next? It must have a target."""
    i = action.target
    if i >= 0 and i < b.n_figures and b.figures[i].side != b.turn and must_shoot(b, i):
        return Verdict(1, 0)
    named = i if i >= 0 and i < b.n_figures else NONE
    return refused(log, Code.NOT_TO_SHOOT_NEXT, Clause.DBA_SEQ_3, named, NONE, 0)


@clause("DBA-SEQ-3")
@kernel
def make_choice(b, action, log):
    """The enemy element named shoots next; its owner says at whom, and who aids."""
    b.pending = action.target
    b.pending_side = b.figures[action.target].side
    b.resume = Phase.SHOOTING
    b.phase = Phase.AIM


# ---------------------------------------------------------------- the shot

SAFE = 0
SHOT_BACK_AT = 1
SHOT_AT = 2
"""What an element is in danger of while its score in distant shooting is told."""


@clause("DBA-SHOOT-14", "DBA-SHOOT-15", "DBA-SHOOT-19", "DBA-CC-5", "DBA-CC-6")
@kernel
def shooting_score(b, i, other, die, danger, log):
    """The score of ``i`` in distant shooting against ``other``: die, factor, and what being in ``danger`` adds.

    To a general's element, and to foot in their own camp; the same for a shooter at whom its target shoots back,
    but for the general only with ``general_shoots_better``. Aiding shooters are told apart.
    """
    total = tally(log, Code.SHOOTING_DIE, Clause.DBA_SHOOT_14, i, other, die)
    against = 1 if is_mounted(b, other) else 0
    code = Code.SHOOTING_FACTOR_AGAINST_MOUNTED if against == 1 else Code.SHOOTING_FACTOR_AGAINST_FOOT
    factor = b.rules.factor_shooting[b.figures[i].type, against]
    total += tally(log, code, Clause.DBA_SHOOT_14, i, other, factor)
    general = danger != SHOT_BACK_AT or b.options.general_shoots_better == GeneralShootsBetter.YES
    if danger != SAFE and general and b.figures[i].general == 1:
        total += tally(log, Code.GENERAL_SHOT_AT, Clause.DBA_SHOOT_15, i, other, b.rules.general_shot_at)
    if danger != SAFE and defends_own_camp(b, i):
        total += tally(log, Code.SHOT_AT_IN_CAMP, Clause.DBA_SHOOT_15, i, other, b.rules.shot_at_in_camp)
    return total


@kernel
def _tell_score(b, i, other, total, log):
    """The sum of the tally."""
    side = b.figures[i].side
    log_total(log, Code.SCORES_IN_SHOOTING, Clause.DBA_SHOOT_14, side, i, other, total)


@clause("WAD-REAR-1", "WAD-REAR-3", "WAD-REAR-4", "WAD-REAR-7", "WAD-WSH-5", "DBA-SHOOT-18", "WAD-FIG-1")
@kernel
def is_shot_from_behind(b, action, j):
    """A recoil from this shooting kills ``j``: all who shoot are wholly behind the line of its rear edge.

    With ``rear_shooting = any`` one of them is enough. Never a War Wagon of the conventions.
    """
    if has_six_positions(b, j) or b.figures[j].camp != NONE:
        return False
    behind = 0
    for k in range(action.n_actors):
        if is_behind_rear_line(b, action.actors[k], j):
            behind += 1
    if b.options.rear_shooting == RearShooting.ANY:
        return behind > 0
    return behind == action.n_actors


@clause("DBA-SHOOT-13", "WAD-WSH-2")
@kernel
def _spend_shot(b, i, j):
    """Element ``i`` has shot in this bound, or, with ``wwg_shots = one_per_side``, from this side."""
    figure = b.figures[i]
    if b.options.wwg_shots == WwgShots.ONE_PER_SIDE and has_six_positions(b, i):
        figure.shot |= 1 << best_shot(b, i, j).edge
        if figure.shot == 15:
            figure.to_shoot = 0
        return
    figure.shot = 1
    figure.to_shoot = 0


@clause("DBA-SHOOT-4", "DBA-SHOOT-13", "DBA-SHOOT-16")
@kernel
def shoots_back(b, j, i):
    """The target ``j`` shoots at its main shooter ``i`` in the same combat: it may, and it can."""
    return _may_shoot_back(b, j) and _can_hit(b, j, i)


@clause("DBA-SHOOT-13", "DBA-SHOOT-14", "DBA-SHOOT-15", "DBA-SHOOT-16", "DBA-SHOOT-17", "DBA-SHOOT-18", "DBA-SHOOT-20")
@kernel
def shoot(b, action, dice, log):
    """The main shooter and the target throw, the active side first; scores line by line, and what the loser takes.

    The target suffers 1 for each aiding shooter. If it shoots back, the main shooter takes its outcome, too; if not,
    a bad result for the shooter is ignored. RULING: nobody aids the shot back.
    """
    i = action.actors[0]
    j = action.target
    back = shoots_back(b, j, i)
    from_rear = is_shot_from_behind(b, action, j)
    back_from_rear = back and not has_six_positions(b, i) and b.figures[i].camp == NONE and is_behind_rear_line(b, j, i)
    if b.figures[i].side == b.turn:
        die_i = throw_die(dice, log, Purpose.SHOOTING, b.figures[i].side, i, 6)
        die_j = throw_die(dice, log, Purpose.SHOOTING, b.figures[j].side, j, 6)
    else:
        die_j = throw_die(dice, log, Purpose.SHOOTING, b.figures[j].side, j, 6)
        die_i = throw_die(dice, log, Purpose.SHOOTING, b.figures[i].side, i, 6)
    score_i = shooting_score(b, i, j, die_i, SHOT_BACK_AT if back else SAFE, log)
    _tell_score(b, i, j, score_i, log)
    score_j = shooting_score(b, j, i, die_j, SHOT_AT, log)
    for k in range(1, action.n_actors):
        aid = action.actors[k]
        score_j += tally(log, Code.AIDING_SHOOTER, Clause.DBA_SHOOT_15, j, aid, b.rules.aiding_shooter)
    _tell_score(b, j, i, score_j, log)
    if back:
        event(log, Code.SHOOTS_BACK, Clause.DBA_SHOOT_16, j, i, 0)
        _spend_shot(b, j, i)
        b.figures[i].shot_at = 1
    for k in range(action.n_actors):
        _spend_shot(b, action.actors[k], j)
    b.figures[j].shot_at = 1
    b.phase = Phase.SHOOTING
    b.pending = NONE
    b.pending_side = NONE
    by = By.SHOOTING
    if score_i > score_j:
        take_defeat(b, j, i, degree_of(score_j, score_i), by, from_rear, dice, log)
    elif score_i == score_j:
        _equal_shots(b, i, j, dice, log)
    elif back:
        take_defeat(b, i, j, degree_of(score_i, score_j), by, back_from_rear, dice, log)
    else:
        outcome(log, Code.SHOOTS_IN_VAIN, Clause.DBA_SHOOT_16, i, j, Outcome.NO_EFFECT)


@clause("DBA-OUT-1")
@kernel
def _equal_shots(b, i, j, dice, log):
    """Equal totals: no effect, but Scythed Chariots shot at are destroyed."""
    if b.figures[j].type == Type.SCH:
        take_defeat(b, j, i, Degree.EQUAL, By.SHOOTING, NOT_FROM_REAR, dice, log)
    else:
        outcome(log, Code.EQUAL_TOTALS, Clause.DBA_OUT_1, j, i, Outcome.NO_EFFECT)
