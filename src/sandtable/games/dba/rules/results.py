"""COMBAT OUTCOME: what equal, beaten and doubled totals do to the loser, and what follows from that (DBA-OUT)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import MAX_FIGURES, By, Degree, Outcome, Type, Where
from sandtable.games.dba.rules.camps import BY_STORM, assaulted_camp, enter
from sandtable.games.dba.rules.contact import has_six_positions
from sandtable.games.dba.rules.flight import flee
from sandtable.games.dba.rules.ground import fights_in_bad_going
from sandtable.games.dba.rules.outcome_moves import destroy, pursue, recoil
from sandtable.games.dba.rules.overlaps import edge_beset
from sandtable.games.dba.rules.positions import are_enemies, is_in_open
from sandtable.games.dba.rules.support import doomed_supporter
from sandtable.games.dba.rules.war_wagon_contacts import NOWHERE, attackers_on
from sandtable.games.dba.switches import Board, KnightsKilledByBows, LightHorseAndSpears, RearShooting
from sandtable.kernel.geometry import base_of
from sandtable.kernel.log import event, outcome
from sandtable.kernel.records import NONE

NOT_FROM_REAR = False
"""Of one who took no shot on its rear edge."""


@clause("DBA-CC-3")
@kernel
def degree_of(own, enemy):
    """Equal, beaten (less, but more than half) or doubled (half or less): a Degree, for the lower of two totals."""
    if own >= enemy:
        return Degree.EQUAL
    return Degree.DOUBLED if 2 * own <= enemy else Degree.BEATEN


@clause("DBA-CC-16", "DBA-OUT-8", "DBA-OUT-11")
@kernel
def stands_in_bad_going(b, i):
    """The element counts as in bad going, for the outcome tables and the combat factors; never in a camp."""
    return is_in_open(b.figures[i]) and fights_in_bad_going(b, i, base_of(b.figures[i]))


@clause("DBA-OUT-6")
@kernel
def is_shot_down_in_charge(b, loser, winner, degree, by):
    """Knights beaten in close combat by Bows into whom they moved in this bound."""
    figure = b.figures[loser]
    if figure.type != Type.KN or b.figures[winner].type != Type.BW:
        return False
    if degree != Degree.BEATEN or by != By.CLOSE_COMBAT:
        return False
    return b.options.knights_killed_by_bows == KnightsKilledByBows.ALWAYS or figure.charged == winner


@clause(
    "DBA-OUT-1", "DBA-OUT-2", "DBA-OUT-3", "DBA-OUT-4", "DBA-OUT-5", "DBA-OUT-7", "WAD-OUT-3", "WAD-OUT-4", "DBA-CAMP-5"
)
@kernel
def outcome_of(b, loser, winner, degree, by):
    """The Outcome that the tables give the loser, which stands where it does; in a camp it cannot fall back."""
    figure = b.figures[loser]
    if degree == Degree.EQUAL:
        return Outcome.DESTROYED if figure.type == Type.SCH else Outcome.NO_EFFECT
    if is_shot_down_in_charge(b, loser, winner, degree, by):
        return Outcome.DESTROYED
    bad = 1 if stands_in_bad_going(b, loser) else 0
    result = b.rules.outcome[degree - 1, by, bad, figure.type, b.figures[winner].type]
    if figure.camp != NONE and result != Outcome.DESTROYED:
        if result != Outcome.NO_EFFECT or figure.type == Type.HD or figure.type == Type.WWG:
            return Outcome.DESTROYED
    return result


@clause("WAD-OUT-1", "WAD-OUT-2")
@kernel
def _clause_of(b, loser, winner, degree, by):
    """The clause that an outcome is cited by."""
    figure = b.figures[loser]
    enemy = b.figures[winner]
    if degree == Degree.EQUAL:
        return Clause.DBA_OUT_1
    if is_shot_down_in_charge(b, loser, winner, degree, by):
        return Clause.DBA_OUT_6
    if degree == Degree.DOUBLED:
        return Clause.DBA_OUT_3
    if by == By.CLOSE_COMBAT and enemy.type == Type.LH and (figure.type == Type.SP or figure.type == Type.PK):
        printed = b.options.light_horse_and_spears == LightHorseAndSpears.AS_PRINTED
        if b.options.light_horse_and_spears == LightHorseAndSpears.BY_BOARD:
            printed = b.options.board == Board.REGULATION
        return Clause.WAD_OUT_2 if printed else Clause.WAD_OUT_1
    return Clause.DBA_OUT_2


@clause("DBA-OUT-2", "DBA-OUT-3", "WAD-REAR-3", "WAD-REAR-5")
@kernel
def take_defeat(b, loser, winner, degree, by, from_rear, dice, log):
    """The loser takes its outcome; returns the Outcome that it came to.

    ``from_rear``: it was shot at on its rear edge in such a way that a recoil kills it.
    """
    result = outcome_of(b, loser, winner, degree, by)
    cited = _clause_of(b, loser, winner, degree, by)
    if result == Outcome.NO_EFFECT:
        outcome(log, Code.NO_EFFECT, cited, loser, winner, Outcome.NO_EFFECT)
        return result
    if result == Outcome.RECOIL and from_rear:
        cited = Clause.WAD_REAR_1
        if b.options.rear_shooting == RearShooting.ANY:
            cited = Clause.DBA_SHOOT_18
        event(log, Code.SHOT_IN_THE_REAR, cited, loser, winner, 0)
        destroy(b, loser, winner, cited, log)
        return Outcome.DESTROYED
    if result == Outcome.DESTROYED:
        destroy(b, loser, winner, cited, log)
        return result
    if result == Outcome.RECOIL:
        lives = recoil(b, loser, winner, Code.RECOILS, cited, log)
    else:
        lives = flee(b, loser, winner, cited, dice, log)
    return result if lives else Outcome.DESTROYED


@clause("DBA-OUT-10")
@kernel
def _helpers_of(b, loser, winner, out):
    """Fill ``out`` with the friends of the loser who are in full flank or rear contact with the winner; how many."""
    n = 0
    for k in range(b.n_figures):
        if k != loser and are_enemies(b.figures[k], b.figures[winner]) and edge_beset(b, k, winner) != NOWHERE:
            out[n] = k
            n += 1
    return n


@clause("WAD-WCC-10", "WAD-WCC-11", "WAD-WCC-12")
@kernel
def _mark_other_attackers(b, loser, wagon):
    """All others in legal contact with a War Wagon are to recoil when its main attacker fell back."""
    others = np.empty(MAX_FIGURES, np.int64)
    n = attackers_on(b, wagon, others)
    for k in range(n):
        if others[k] != loser:
            b.figures[others[k]].to_recoil = 1


@clause("DBA-OUT-10")
@kernel
def _recoil_helpers(b, helpers, n, winner, log):
    """Those who helped from the winner's flank or rear recoil with the friend before them.

    RULING: in the order of the roster.
    """
    for k in range(n):
        i = helpers[k]
        if b.figures[i].where == Where.TABLE:
            recoil(b, i, winner, Code.RECOILS, Clause.DBA_OUT_10, log)


@clause("DBA-SEQ-3", "DBA-SUP-9", "DBA-CAMP-3", "DBA-CAMP-6", "DBA-WWG-2", "DBA-WWG-4", "WAD-WCC-9")
@kernel
def decide(b, winner, loser, degree, dice, log):
    """What close combat does: the loser's outcome, its supporter's death, its helpers' recoil, then the pursuit.

    When the occupant of a camp dies, the victor moves into it instead. Those in contact with a War Wagon whose main
    attacker fell back are marked ``to_recoil``; the order is their owner's.
    """
    camp = NONE
    if b.figures[loser].camp != NONE:
        camp = assaulted_camp(b, winner)
    supporter = doomed_supporter(b, loser, winner)
    helpers = np.empty(MAX_FIGURES, np.int64)
    n_helpers = _helpers_of(b, loser, winner, helpers)
    has_attackers = has_six_positions(b, winner)
    if has_attackers:
        _mark_other_attackers(b, loser, winner)
    result = take_defeat(b, loser, winner, degree, By.CLOSE_COMBAT, NOT_FROM_REAR, dice, log)
    if result == Outcome.NO_EFFECT:
        if has_attackers:
            _unmark(b)
        return
    if supporter != NONE and result == Outcome.DESTROYED and b.figures[supporter].where == Where.TABLE:
        destroy(b, supporter, winner, Clause.DBA_SUP_9, log)
    _recoil_helpers(b, helpers, n_helpers, winner, log)
    if b.figures[winner].where != Where.TABLE:
        return
    if camp != NONE:
        enter(b, winner, camp, BY_STORM, log)
    elif b.figures[winner].type != Type.WWG:
        pursue(b, winner, loser, log)


@kernel
def _unmark(b):
    """Nobody is to recoil."""
    for i in range(b.n_figures):
        b.figures[i].to_recoil = 0


@clause("DBA-CC-3", "DBA-OUT-1")
@kernel
def settle(b, i, score_i, j, score_j, dice, log):
    """Close combat is decided by two totals: the lower takes its outcome; equal ones hurt only Scythed Chariots."""
    if score_i > score_j:
        decide(b, i, j, degree_of(score_j, score_i), dice, log)
        return
    if score_j > score_i:
        decide(b, j, i, degree_of(score_i, score_j), dice, log)
        return
    both = b.figures[i].type == Type.SCH and b.figures[j].type == Type.SCH
    if both:
        destroy(b, i, j, Clause.DBA_OUT_1, log)
        destroy(b, j, i, Clause.DBA_OUT_1, log)
    elif b.figures[i].type == Type.SCH:
        decide(b, j, i, Degree.EQUAL, dice, log)
    elif b.figures[j].type == Type.SCH:
        decide(b, i, j, Degree.EQUAL, dice, log)
    else:
        outcome(log, Code.EQUAL_TOTALS, Clause.DBA_OUT_1, i, j, Outcome.NO_EFFECT)
        outcome(log, Code.EQUAL_TOTALS, Clause.DBA_OUT_1, j, i, Outcome.NO_EFFECT)
