"""END AND VICTORY: broken sides, the end of the game, the points and the winner (VIC)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dbaix.clauses import Clause, Code
from sandtable.games.dbaix.record import N_AWARDS, N_SIDES, Award, Phase, Side, Token, TokenState, Where
from sandtable.games.dbaix.rules.positions import SLACK, is_on_table
from sandtable.games.dbaix.rules.scoring import FOR_SEVERAL, SENTENCES
from sandtable.games.dbaix.rules.terrain import is_inside_camp
from sandtable.games.dbaix.rules.tokens import held_by, is_free, touches_ship
from sandtable.kernel.limits import is_at_least, is_within
from sandtable.kernel.log import points as log_points
from sandtable.kernel.log import side_event
from sandtable.kernel.records import NONE

# ---------------------------------------------------------------- counting heads


@kernel
def strength(b, side):
    """How many figures of the side are in the battle, wherever they are."""
    count = 0
    for i in range(b.n_figures):
        if b.figures[i].side == side:
            count += 1
    return count


@kernel
def figures_out(b, side):
    """How many of them are out: in the camp box, captive, removed or lost."""
    count = 0
    for i in range(b.n_figures):
        if b.figures[i].side == side and not is_on_table(b.figures[i]):
            count += 1
    return count


@kernel
def free_gauls(b):
    """Gauls on the table, not counting a gagged bard."""
    count = 0
    for i in range(b.n_figures):
        if b.figures[i].side == Side.GAULS and is_free(b, b.figures[i]):
            count += 1
    return count


@clause("DBAIX-VIC-1")
@kernel
def broken(b, side):
    """The side is broken as it stands: too few Pirates on the table, free Gauls, or too many Romans in the camp box."""
    if side == Side.ROMANS:
        return figures_out(b, side) >= b.rules.romans_broken
    if side == Side.GAULS:
        return free_gauls(b) <= b.rules.gauls_broken
    return strength(b, side) - figures_out(b, side) <= b.rules.pirates_broken


# ---------------------------------------------------------------- points


@kernel
def _is_notable(figure):
    """The chief or the hero of the Gauls."""
    return figure.commander != 0 or figure.hero != 0


@kernel
def _captives_held(b, side, award):
    """How many captives this side holds that count for a line of the table: captive, or carried off as well."""
    count = 0
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.where != Where.CAPTIVE or b.figures[figure.guard].side != side:
            continue
        guard = b.figures[figure.guard]
        carried_off = is_inside_camp(b, guard) if side == Side.ROMANS else touches_ship(b, guard)
        if award == Award.DRUID_CAPTIVE:
            count += 1 if figure.druid != 0 else 0
        elif award == Award.CHIEF_CAPTIVE:
            count += 1 if figure.commander != 0 else 0
        elif award == Award.HERO_CAPTIVE:
            count += 1 if figure.hero != 0 else 0
        elif award == Award.WOMEN_CAPTIVE:
            count += 1 if figure.woman != 0 else 0
        elif award == Award.DRUID_CARRIED_OFF:
            count += 1 if carried_off and figure.druid != 0 else 0
        elif award == Award.NOTABLES_CARRIED_OFF:
            count += 1 if carried_off and _is_notable(figure) else 0
        elif award == Award.WOMEN_CARRIED_OFF:
            count += 1 if carried_off and figure.woman != 0 else 0
    return count


@clause("DBAIX-VIC-3")
@kernel
def _keeps_cauldron(b, side):
    """The cauldron is in play, not delivered, and no enemy of the side carries it."""
    token = b.tokens[Token.CAULDRON]
    if token.state == TokenState.CARRIED:
        return b.figures[token.carrier].side == side
    return token.state == TokenState.GROUND


@clause("DBAIX-VIC-3")
@kernel
def _keeps_pay_chest(b, side):
    """A figure of the side carries the pay-chest, or it lies in the camp (RULING: in nobody's hands)."""
    token = b.tokens[Token.PAY_CHEST]
    if token.state == TokenState.CARRIED:
        return b.figures[token.carrier].side == side
    camp = b.camp
    return (
        token.state == TokenState.GROUND
        and is_at_least(token.x, camp[0], SLACK)
        and is_within(token.x, camp[2], SLACK)
        and is_at_least(token.y, camp[1], SLACK)
        and is_within(token.y, camp[3], SLACK)
    )


@clause("DBAIX-VIC-3")
@kernel
def _captain_on_table(b):
    """The Pirates' commander is on the table."""
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == Side.PIRATES and figure.commander != 0 and is_on_table(figure):
            return True
    return False


@clause("DBAIX-VIC-3")
@kernel
def _any_captive(b):
    """Some Gaul is captive."""
    for i in range(b.n_figures):
        if b.figures[i].where == Where.CAPTIVE:
            return True
    return False


@clause("DBAIX-VIC-3")
@kernel
def _is_running_award(award):
    """The line is booked as the game runs (in ``b.scored``), not read from the table at the end."""
    return (
        award == Award.COMMANDER_TO_CAMP
        or award == Award.PIRATES_LOST
        or award == Award.CAPTAIN_LOST
        or award == Award.GAULS_REMOVED
        or award == Award.CAULDRON_DELIVERED
        or award == Award.PAY_CHEST_DELIVERED
        or award == Award.SHIP_SUNK
    )


@clause("DBAIX-VIC-3")
@kernel
def _times(b, side, award):
    """How many times a line that is read from the table as it stands counts for the side."""
    if award == Award.ROMANS_TO_CAMP:
        return b.sent_to_camp[side] // 2
    if award == Award.HUT_HELD:
        return 1 if held_by(b) == side else 0
    if award == Award.CAULDRON_KEPT:
        return 1 if _keeps_cauldron(b, side) else 0
    if award == Award.PAY_CHEST_KEPT:
        return 1 if _keeps_pay_chest(b, side) else 0
    if award == Award.SHIP_AFLOAT:
        return 1 if b.ship != NONE and b.ship_sunk == 0 else 0
    if award == Award.CAPTAIN_ON_TABLE:
        return 1 if _captain_on_table(b) else 0
    if award == Award.NO_GAUL_CAPTIVE:
        return 0 if _any_captive(b) else 1
    return _captives_held(b, side, award)


@clause("DBAIX-VIC-3", "DBAIX-VIC-6")
@kernel
def award_points(b, side, award):
    """The points of one line of the table (an Award's value) for a side, as if the game ended now."""
    if _is_running_award(award):
        return b.scored[side][award]
    worth = b.rules.points[award][side]
    if worth == 0:
        return worth
    return worth * _times(b, side, award)


@clause("DBAIX-VIC-3", "DBAIX-VIC-6")
@kernel
def points(b, side):
    """The points that the side would have if the game ended now."""
    total = 0
    for award in range(N_AWARDS):
        total += award_points(b, side, award)
    return total


# ---------------------------------------------------------------- the end


@kernel
def lead(b):
    """By how many points the leader is ahead of the second. Sides without a figure in the battle take no part."""
    first = -1000000
    second = -1000000
    for side in range(N_SIDES):
        if strength(b, side) == 0:
            continue
        own = points(b, side)
        if own > first:
            second = first
            first = own
        elif own > second:
            second = own
    return first - second


@clause("DBAIX-VIC-1")
@kernel
def broken_sides(b, log):
    """How many sides are broken; each is told. Sides without a figure in the battle take no part."""
    count = 0
    for side in range(N_SIDES):
        if strength(b, side) > 0 and broken(b, side):
            count += 1
            side_event(log, Code.SIDE_IS_BROKEN, Clause.VIC_1, side, b.round)
    return count


@clause("DBAIX-VIC-2")
@kernel
def end_of_round(b, log):
    """Look for broken sides, and end the game when two are, when the lead is wide enough, or after the last round.

    An ended game has its points completed in ``b.scored``, its winner in ``b.winner``, and the phase OVER.
    RULING: a side that has no figure in the battle at all takes no part: it is not broken, leads nobody and wins
    nothing; with only one side taking part the lead ends nothing.
    """
    n_broken = broken_sides(b, log)
    if n_broken >= 2:
        side_event(log, Code.ENDS_BROKEN, Clause.VIC_2, NONE, b.round)
    elif b.round >= b.rules.early_end_round and b.rules.early_end_lead <= lead(b) < 100000:
        side_event(log, Code.ENDS_BY_LEAD, Clause.VIC_2, NONE, b.round)
    elif b.round >= b.rules.last_round:
        side_event(log, Code.ENDS_AFTER_LAST_ROUND, Clause.VIC_2, NONE, b.round)
    else:
        return
    complete_points(b, log)
    find_winner(b, log)
    b.phase = Phase.OVER


@clause("DBAIX-VIC-3")
@kernel
def complete_points(b, log):
    """At the end: every line of the table stands in ``b.scored``, and those read from the table are told."""
    for side in range(N_SIDES):
        if strength(b, side) == 0:
            continue
        for award in range(N_AWARDS):
            if _is_running_award(award):
                continue
            won = award_points(b, side, award)
            b.scored[side][award] = won
            if won != 0 and award != Award.ROMANS_TO_CAMP:
                is_one = won == b.rules.points[award][side]
                log_points(log, SENTENCES[award] if is_one else FOR_SEVERAL[award], Clause.VIC_3, side, won)


@clause("DBAIX-VIC-4")
@kernel
def is_ahead(b, side, other):
    """The side beats the other: more points, or as many and a smaller share of its figures out."""
    own = points(b, side)
    others = points(b, other)
    if own != others:
        return own > others
    return figures_out(b, side) * strength(b, other) < figures_out(b, other) * strength(b, side)


@clause("DBAIX-VIC-4")
@kernel
def find_winner(b, log):
    """Fill ``b.winner``: 1 for the winner, or for every side that shares the draw."""
    for side in range(N_SIDES):
        b.winner[side] = 0
        if strength(b, side) == 0:
            continue
        beaten = False
        for other in range(N_SIDES):
            if other != side and strength(b, other) > 0 and is_ahead(b, other, side):
                beaten = True
        if not beaten:
            b.winner[side] = 1
    for side in range(N_SIDES):
        if b.winner[side] != 0:
            code = Code.WINS if _winners(b) == 1 else Code.SHARES_THE_DRAW
            side_event(log, code, Clause.VIC_4, side, points(b, side))


@kernel
def _winners(b):
    """How many sides have won or share the draw."""
    count = 0
    for side in range(N_SIDES):
        count += b.winner[side]
    return count


@kernel
def returns(b, out):
    """Every side's result of a finished battle: 1 for the winner, equal shares for those who draw, 0 for all others.

    The results sum to 1. Before the end they are all 0.
    """
    winners = _winners(b)
    for side in range(N_SIDES):
        out[side] = 0.0
        if b.phase == Phase.OVER and b.winner[side] != 0:
            out[side] = 1.0 / winners
