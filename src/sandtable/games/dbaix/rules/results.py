"""COMBAT RESULTS: what winner and loser take from a fight, and how figures leave the table (RES)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dbaix.clauses import Clause, Code
from sandtable.games.dbaix.record import Award, Side, Song, Where
from sandtable.games.dbaix.rules.captives import capture, settle_captives
from sandtable.games.dbaix.rules.contacts import enemy_fronts_on_side_or_rear
from sandtable.games.dbaix.rules.outcome_moves import Flight, can_recoil, flee, follow_up, recoil
from sandtable.games.dbaix.rules.scoring import score, score_roman_to_camp
from sandtable.games.dbaix.rules.tokens import drop
from sandtable.kernel.geometry import quarter_turned
from sandtable.kernel.log import event, locate, outcome, side_event
from sandtable.kernel.records import NONE


@clause("DBAIX-RES-5")
@kernel
def is_half_or_less(own, enemy):
    """A score is half or less of the enemy's: smaller than it, and twice as much is no more than it."""
    return own < enemy and 2 * own <= enemy


@clause("DBAIX-RES-6", "DBAIX-RES-15")
@kernel
def takes_half_or_less_result(b, loser, winner, own, enemy):
    """The loser takes the half-or-less result: by its score, or because the giant beat it, whatever the margin.

    A giant that loses reads its own result like any Gaul.
    """
    return is_half_or_less(own, enemy) or (own < enemy and b.figures[winner].giant != 0)


@clause("DBAIX-RES-1", "DBAIX-RES-14")
@kernel
def settle(b, i, score_i, j, score_j, log):
    """Each of two fighters takes its result: equal scores nothing, else the loser first, then the winner.

    Then captives of the loser change hands, and a token that it dropped waits for the victor
    (``b.spoils_taker``, else NONE).
    """
    b.spoils_taker = NONE
    b.spoils_token = NONE
    if score_i == score_j:
        outcome(log, Code.TIE, Clause.RES_1, i, j, 0)
        outcome(log, Code.TIE, Clause.RES_1, j, i, 0)
    elif score_i > score_j:
        _decide(b, i, j, score_i, score_j, log)
    else:
        _decide(b, j, i, score_j, score_i, log)


@clause("DBAIX-RES-6")
@kernel
def _decide(b, winner, loser, score_winner, score_loser, log):
    """The loser's result, the winner's follow-up, and the captives that the loser guarded."""
    half = takes_half_or_less_result(b, loser, winner, score_loser, score_winner)
    if half and not is_half_or_less(score_loser, score_winner):
        event(log, Code.GIANT_DOUBLES_DEFEAT, Clause.RES_6, loser, winner, 0)
    half = take_defeat(b, loser, winner, half, log)
    take_victory(b, winner, loser, log)
    settle_captives(b, loser, winner, half, log)


@clause("DBAIX-RES-2", "DBAIX-RES-3", "DBAIX-RES-4", "DBAIX-OUT-9")
@kernel
def take_victory(b, winner, loser, log):
    """A Gaul who wins follows up, like it or not, unless gagged; Romans and Pirates stay."""
    figure = b.figures[winner]
    if figure.side != Side.GAULS:
        outcome(log, Code.STAYS_AFTER_WINNING, Clause.RES_3, winner, loser, 0)
        return
    if figure.bard != 0 and b.song == Song.GAGGED:
        outcome(log, Code.STAYS_AFTER_WINNING, Clause.RES_4, winner, loser, 0)
        return
    x = figure.x
    y = figure.y
    distance = follow_up(b, winner)
    if distance > 0.0:
        locate(log, outcome(log, Code.FOLLOWS_UP, Clause.RES_2, winner, loser, 0), x, y, figure.x, figure.y, distance)
    else:
        outcome(log, Code.HAS_NO_ROOM_TO_FOLLOW, Clause.OUT_9, winner, loser, 0)


@clause("DBAIX-RES-7", "DBAIX-RES-8", "DBAIX-RES-9")
@kernel
def take_defeat(b, loser, winner, half, log):
    """The loser takes its result; returns whether it was, or came to, the half-or-less result."""
    side = b.figures[loser].side
    if half:
        take_half_or_less_result(b, loser, winner, b.figures[winner].side, log)
        return True
    if side == Side.ROMANS:
        recoil_or_leave(b, loser, winner, log)
        return False
    if side == Side.GAULS:
        outcome(log, Code.STANDS, Clause.RES_8, loser, winner, 0)
        return False
    return flee_or_leave(b, loser, winner, log)


@clause("DBAIX-RES-10", "DBAIX-RES-11", "DBAIX-RES-12", "DBAIX-RES-13")
@kernel
def take_half_or_less_result(b, loser, winner, by, log):
    """The worst result of the loser's side, for which side ``by`` scores.

    Romans go to the camp box, Pirates flee off the table for good; of the Gauls those worth a captive are
    captured by ``winner``, all others removed.
    """
    figure = b.figures[loser]
    if figure.side == Side.ROMANS:
        outcome(log, Code.TO_CAMP, Clause.RES_12, loser, winner, 0)
        send_to_camp(b, loser, winner, by, log)
    elif figure.side == Side.PIRATES:
        outcome(log, Code.LOST_OFF_TABLE, Clause.RES_13, loser, winner, 0)
        lose_pirate(b, loser, winner, by, log)
    elif figure.capturable != 0 and winner != NONE:
        outcome(log, Code.CAPTURED, Clause.RES_10, loser, winner, 0)
        drop(b, loser, winner, log)
        capture(b, loser, winner)
    else:
        outcome(log, Code.REMOVED, Clause.RES_11, loser, winner, 0)
        remove_gaul(b, loser, winner, by, log)


# ---------------------------------------------------------------- leaving the table


@clause("DBAIX-CAMP-1", "DBAIX-CAMP-2", "DBAIX-VIC-5")
@kernel
def send_to_camp(b, i, beater, by, log):
    """Any Roman goes to the camp box and waits there to be led back; side ``by`` scores for it."""
    drop(b, i, beater, log)
    figure = b.figures[i]
    figure.where = Where.CAMP_BOX
    figure.boxed = b.bound
    score_roman_to_camp(b, by, log)
    if figure.commander != 0 and b.commander_boxed == 0:
        b.commander_boxed = 1
        score(b, by, Award.COMMANDER_TO_CAMP, 1, log)


@clause("DBAIX-RES-13", "DBAIX-VIC-5")
@kernel
def lose_pirate(b, i, beater, by, log):
    """A Pirate is off the table for good, whatever is in the way; side ``by`` scores for it."""
    drop(b, i, beater, log)
    figure = b.figures[i]
    figure.where = Where.FLED
    if figure.commander != 0:
        score(b, by, Award.CAPTAIN_LOST, 1, log)
    else:
        score(b, by, Award.PIRATES_LOST, 1, log)


@clause("DBAIX-RES-11", "DBAIX-MUS-16")
@kernel
def remove_gaul(b, i, beater, by, log):
    """A Gaul is out for the rest of the game; the song ends at once if that Gaul was singing it."""
    drop(b, i, beater, log)
    figure = b.figures[i]
    figure.where = Where.REMOVED
    score(b, by, Award.GAULS_REMOVED, figure.removal_points, log)
    if figure.bard != 0:
        if b.song == Song.SINGING:
            side_event(log, Code.SONG_CUT_SHORT, Clause.MUS_16, Side.GAULS, 0)
        b.song = Song.SILENT


# ---------------------------------------------------------------- recoil and flight


@clause("DBAIX-RES-7", "DBAIX-OUT-3", "DBAIX-OUT-2")
@kernel
def recoil_or_leave(b, loser, winner, log):
    """A beaten Roman recoils one base depth; one that cannot do so in full goes to the camp box."""
    by = b.figures[winner].side
    cut_off = enemy_fronts_on_side_or_rear(b, loser) > 0
    if cut_off or not can_recoil(b, loser):
        event(log, Code.RECOIL_CUT_OFF if cut_off else Code.CANNOT_RECOIL, Clause.OUT_3, loser, winner, 0)
        outcome(log, Code.TO_CAMP, Clause.OUT_3, loser, winner, 0)
        send_to_camp(b, loser, winner, by, log)
        return
    drop(b, loser, winner, log)
    figure = b.figures[loser]
    x = figure.x
    y = figure.y
    pushed = recoil(b, loser)
    index = outcome(log, Code.RECOILS, Clause.RES_7, loser, winner, 0)
    locate(log, index, x, y, figure.x, figure.y, figure.depth)
    if pushed > 0:
        event(log, Code.PUSHES_BACK, Clause.OUT_2, loser, NONE, pushed)


@clause("DBAIX-RES-9", "DBAIX-OUT-4", "DBAIX-OUT-8", "DBAIX-OUT-11")
@kernel
def flee_or_leave(b, loser, winner, log):
    """A beaten Pirate turns round and flees one move; cut off, trapped or over the edge, it is lost.

    Returns whether it came to its half-or-less result.
    """
    figure = b.figures[loser]
    by = b.figures[winner].side
    if enemy_fronts_on_side_or_rear(b, loser) > 0:
        event(log, Code.FLIGHT_CUT_OFF, Clause.OUT_11, loser, winner, 0)
        outcome(log, Code.LOST_OFF_TABLE, Clause.OUT_11, loser, winner, 0)
        lose_pirate(b, loser, winner, by, log)
        return True
    back = quarter_turned(figure.fx, figure.fy, 2)
    drop(b, loser, winner, log)
    fate = flee_and_tell(b, loser, winner, back, back, Clause.RES_9, log)
    if fate == Flight.FLED:
        return False
    fail_to_flee(b, loser, winner, by, fate, log)
    return fate == Flight.TRAPPED


@clause("DBAIX-OUT-7", "DBAIX-OUT-8")
@kernel
def fail_to_flee(b, i, beater, by, fate, log):
    """Over the edge, or trapped: a Roman goes to the camp box, a Pirate is gone for good; side ``by`` scores."""
    cited = Clause.OUT_8 if fate == Flight.TRAPPED else Clause.OUT_7
    if b.figures[i].side == Side.ROMANS:
        outcome(log, Code.TO_CAMP, cited, i, beater, 0)
        send_to_camp(b, i, beater, by, log)
    else:
        outcome(log, Code.LOST_OFF_TABLE, cited, i, beater, 0)
        lose_pirate(b, i, beater, by, log)


@clause("DBAIX-OUT-4", "DBAIX-OUT-7", "DBAIX-OUT-8")
@kernel
def flee_and_tell(b, i, enemy, facing, along, cited, log):
    """Figure ``i`` turns to this facing and flees along a unit vector: a Flight. What it costs is the caller's.

    ``enemy`` is the figure it flees from, ``cited`` the clause that makes it flee. A token that it carries must
    have been dropped before.
    """
    figure = b.figures[i]
    x = figure.x
    y = figure.y
    fate = flee(b, i, facing, along)
    if fate == Flight.FLED:
        index = outcome(log, Code.FLEES, cited, i, enemy, 0)
        length = ((figure.x - x) ** 2 + (figure.y - y) ** 2) ** 0.5
        locate(log, index, x, y, figure.x, figure.y, length)
    elif fate == Flight.GONE:
        event(log, Code.FLEES_OVER_THE_EDGE, Clause.OUT_7, i, enemy, 0)
    else:
        event(log, Code.IS_TRAPPED, Clause.OUT_8, i, enemy, 0)
    return fate
