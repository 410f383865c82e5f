"""CLOSE COMBAT: who fights whom, and the combat score line by line (DBA-SEQ-3, DBA-SEQ-4, DBA-CC)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.dba.clauses import Clause, Code, Purpose
from sandtable.games.dba.record import Ground, Phase, River, Where
from sandtable.games.dba.rules.camps import assaulted_camp
from sandtable.games.dba.rules.contact import has_six_positions
from sandtable.games.dba.rules.ground import touches_ground
from sandtable.games.dba.rules.heights import defends_bank, is_uphill
from sandtable.games.dba.rules.outcome_moves import recoil
from sandtable.games.dba.rules.overlaps import weight_of_enemies
from sandtable.games.dba.rules.positions import is_in_open, is_mounted
from sandtable.games.dba.rules.results import settle, stands_in_bad_going
from sandtable.games.dba.rules.roads_and_rivers import throw_for_river
from sandtable.games.dba.rules.support import rear_support
from sandtable.games.dba.rules.war_wagon_contacts import fight_front_to_front
from sandtable.games.dba.switches import AgainstBadGoing, BankAndHill
from sandtable.kernel.dice import throw_die
from sandtable.kernel.geometry import base_of
from sandtable.kernel.log import event, reason, tally
from sandtable.kernel.log import total as log_total
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict

# ---------------------------------------------------------------- who fights whom


@clause("DBA-CC-4", "DBA-CAMP-1", "DBA-CONTACT-3")
@kernel
def are_opponents(b, i, j):
    """The two are in full front contact with one another, or one's front edge is on the camp that the other is in."""
    if b.figures[i].side == b.figures[j].side:
        return False
    if b.figures[j].where == Where.TABLE and b.figures[j].camp != NONE:
        return assaulted_camp(b, i) == b.figures[j].camp
    if b.figures[i].where == Where.TABLE and b.figures[i].camp != NONE:
        return assaulted_camp(b, j) == b.figures[i].camp
    return fight_front_to_front(b, i, j)


@clause("DBA-SEQ-4", "DBA-CC-4", "DBA-PURSUE-6", "WAD-WCC-9")
@kernel
def pair_off(b):
    """At the start of close combat: everybody in full front contact is to fight; ``figure.opponent`` says whom.

    Of several at one War Wagon, or at one camp, each has it as opponent, and it has the first of them; it fights once.
    """
    for i in range(b.n_figures):
        b.figures[i].opponent = NONE
    for i in range(b.n_figures):
        figure = b.figures[i]
        if not is_in_open(figure) or has_six_positions(b, i):
            continue
        owner = assaulted_camp(b, i)
        if owner != NONE:
            _pair(b, i, b.camps[owner].occupant)
        for j in range(b.n_figures):
            if figure.opponent == NONE and (b.figures[j].opponent == NONE or has_six_positions(b, j)):
                if fight_front_to_front(b, i, j):
                    _pair(b, i, j)


@kernel
def _pair(b, i, j):
    """Make ``j`` the opponent of ``i``, and ``i`` that of ``j`` unless it has one."""
    b.figures[i].opponent = j
    if b.figures[j].opponent == NONE:
        b.figures[j].opponent = i


@clause("DBA-SEQ-4")
@kernel
def is_still_to_fight(b, i):
    """Element ``i`` was paired off at the start of this step, and its fight has neither been fought nor dropped."""
    return b.figures[i].opponent != NONE


@clause("DBA-SEQ-4")
@kernel
def fights_remain(b):
    """Some pair is still to fight in this step."""
    for i in range(b.n_figures):
        if is_still_to_fight(b, i):
            return True
    return False


@kernel
def _take_out(b, i):
    """Element ``i`` is done with fighting in this step, and so is everybody who had it alone as opponent."""
    b.figures[i].opponent = NONE
    for k in range(b.n_figures):
        if b.figures[k].opponent == i:
            b.figures[k].opponent = NONE


@clause("DBA-SEQ-4", "DBA-CC-4")
@kernel
def drop_broken_pairs(b, log):
    """Pairs whose contact an outcome move broke do not fight in this bound; new contacts wait for a later one."""
    for i in range(b.n_figures):
        j = b.figures[i].opponent
        if j != NONE and not are_opponents(b, i, j):
            event(log, Code.FIGHT_DROPPED, Clause.DBA_SEQ_4, i, j, 0)
            b.figures[i].opponent = NONE
    for i in range(b.n_figures):
        # A War Wagon or a camp left by its first attacker fights another, if one is there.
        if b.figures[i].opponent != NONE:
            _pair(b, i, b.figures[i].opponent)


@clause("DBA-SEQ-3", "DBA-SEQ-4")
@kernel
def judge_fight(b, action, log):
    """May this pair fight next? The two may be named in either order; it costs nothing."""
    if action.n_actors != 2:
        return refused(log, Code.FIGHT_NAMES_TWO, Clause.DBA_CC_4, NONE, NONE, 0)
    i = action.actors[0]
    j = action.actors[1]
    if b.figures[i].opponent == j or b.figures[j].opponent == i:
        return Verdict(1, 0)
    if not are_opponents(b, i, j):
        reason(log, Code.NOT_IN_FRONT_CONTACT, Clause.DBA_CC_4, i, j, 0)
    else:
        reason(log, Code.FIGHTS_NO_MORE, Clause.DBA_SEQ_4, i, j, 0)
    return Verdict(0, 0)


@clause("WAD-WCC-6")
@kernel
def n_attackers(b, wagon):
    """How many enemies are paired off with the War Wagon."""
    n = 0
    for k in range(b.n_figures):
        if b.figures[k].opponent == wagon:
            n += 1
    return n


@clause("DBA-SEQ-3", "DBA-CC-1", "WAD-WCC-6")
@kernel
def fight(b, action, dice, log):
    """The named pair fights.

    If it is a War Wagon in contact with several, and its own side has named the pair, the enemy first says which of
    them is its main attacker; if the enemy has named the pair, that is said already.
    """
    i = action.actors[0]
    j = action.actors[1]
    if has_six_positions(b, j):
        i, j = j, i
    if has_six_positions(b, i) and b.figures[i].side == b.turn and n_attackers(b, i) > 1:
        b.pending = i
        b.pending_side = 1 - b.turn
        b.resume = Phase.COMBAT
        b.phase = Phase.MAIN_ATTACKER
        return
    fight_out(b, i, j, dice, log)


@clause("DBA-RIVER-1", "DBA-CC-10")
@kernel
def _find_out_about_river(b, i, j, dice, log):
    """Throw what sort of river it is if one of the two stands in it, off a road, whom an outcome move brought there."""
    if b.river != River.UNKNOWN:
        return
    for who in (i, j):
        if is_in_open(b.figures[who]):
            base = base_of(b.figures[who])
            if touches_ground(b, base, Ground.RIVER) and not touches_ground(b, base, Ground.ROAD):
                throw_for_river(b, who, dice, log)
                return


@clause("DBA-CC-1", "DBA-CC-4", "DBA-SEQ-3", "DBA-SCALE-6", "WAD-WCC-11")
@kernel
def fight_out(b, i, j, dice, log):
    """Both throw, the active side first; scores line by line; outcome moves; then whoever must recoil with them.

    If several are to recoil from a War Wagon, their owner is asked for the order (``Phase.RECOILS``).
    """
    if b.figures[j].side == b.turn:
        i, j = j, i
    _find_out_about_river(b, i, j, dice, log)
    die_i = throw_die(dice, log, Purpose.COMBAT, b.figures[i].side, i, 6)
    die_j = throw_die(dice, log, Purpose.COMBAT, b.figures[j].side, j, 6)
    score_i = score(b, i, j, die_i, log)
    score_j = score(b, j, i, die_j, log)
    _take_out(b, i)
    _take_out(b, j)
    settle(b, i, score_i, j, score_j, dice, log)
    wagon = i if has_six_positions(b, i) else j
    if recoil_from_wagon(b, wagon, log) > 0:
        b.pending = wagon
        b.pending_side = 1 - b.figures[wagon].side
        b.resume = Phase.COMBAT
        b.phase = Phase.RECOILS
    drop_broken_pairs(b, log)


@clause("WAD-WCC-10", "WAD-WCC-11")
@kernel
def recoil_from_wagon(b, wagon, log):
    """How many are still to recoil from a War Wagon in an order to be chosen; a single one does so at once."""
    left = 0
    last = NONE
    for k in range(b.n_figures):
        if b.figures[k].where != Where.TABLE:
            b.figures[k].to_recoil = 0
        if b.figures[k].to_recoil == 1:
            left += 1
            last = k
    if left == 1:
        b.figures[last].to_recoil = 0
        recoil(b, last, wagon, Code.RECOILS, Clause.WAD_WCC_10, log)
        return 0
    return left


# ---------------------------------------------------------------- the score


@clause("DBA-CC-2", "WAD-CORE-5", "WAD-WWG-10", "DBA-CAMP-8")
@kernel
def combat_factor(b, i, opponent, log):
    """The combat factor of ``i`` against foot or mounted, from the table."""
    against = 1 if is_mounted(b, opponent) else 0
    code = Code.FACTOR_AGAINST_MOUNTED if against == 1 else Code.FACTOR_AGAINST_FOOT
    return tally(log, code, Clause.DBA_CC_2, i, opponent, b.rules.factor[b.figures[i].type, against])


@clause("DBA-CC-6", "DBA-CAMP-2", "DBA-CAMP-8", "DBA-SHOOT-15")
@kernel
def defends_own_camp(b, i):
    """Camp followers, or other foot, in their own side's camp."""
    figure = b.figures[i]
    return figure.camp != NONE and figure.camp == figure.side and not is_mounted(b, i)


@clause("DBA-CC-8", "DBA-CC-11")
@kernel
def weight_of_going(b, i, opponent, log):
    """What bad going takes off: from those who fight badly in it, and by ``against_bad_going`` from mounted."""
    total = 0
    if b.rules.steady_in_bad_going[b.figures[i].type] == 0 and stands_in_bad_going(b, i):
        total += tally(log, Code.FIGHTS_IN_BAD_GOING, Clause.DBA_CC_8, i, opponent, b.rules.in_bad_going)
    if (
        b.options.against_bad_going == AgainstBadGoing.MOUNTED_MINUS_TWO
        and is_mounted(b, i)
        and stands_in_bad_going(b, opponent)
    ):
        total += tally(log, Code.FIGHTS_INTO_BAD_GOING, Clause.DBA_CC_11, i, opponent, b.rules.into_bad_going)
    return total


@clause("DBA-CC-9", "DBA-CC-10")
@kernel
def help_of_ground(b, i, opponent, log):
    """What being uphill adds, or defending a river bank; both only with ``bank_and_hill`` on."""
    total = 0
    uphill = is_uphill(b, i, opponent)
    if uphill:
        total += tally(log, Code.FIGHTS_UPHILL, Clause.DBA_CC_9, i, opponent, b.rules.uphill)
    if (not uphill or b.options.bank_and_hill == BankAndHill.BOTH) and defends_bank(b, i, opponent):
        total += tally(log, Code.DEFENDS_BANK, Clause.DBA_CC_10, i, opponent, b.rules.defends_bank)
    return total


@clause("DBA-CC-1", "DBA-CC-5", "DBA-CC-6", "DBA-CC-7")
@kernel
def score(b, i, opponent, die, log):
    """The score of ``i`` in close combat: die, combat factor, tactical factors and rear support, a line for each."""
    total = tally(log, Code.COMBAT_DIE, Clause.DBA_CC_1, i, opponent, die)
    total += combat_factor(b, i, opponent, log)
    if b.figures[i].general == 1:
        total += tally(log, Code.GENERAL_FIGHTS, Clause.DBA_CC_5, i, opponent, b.rules.general_fights)
    if defends_own_camp(b, i):
        total += tally(log, Code.DEFENDS_CAMP, Clause.DBA_CC_6, i, opponent, b.rules.defends_camp)
    total += weight_of_enemies(b, i, opponent, log)
    total += weight_of_going(b, i, opponent, log)
    total += help_of_ground(b, i, opponent, log)
    total += rear_support(b, i, opponent, log)
    log_total(log, Code.SCORES_IN_COMBAT, Clause.DBA_CC_1, b.figures[i].side, i, opponent, total)
    return total
