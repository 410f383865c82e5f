"""How good a battle looks for a side: points, men, fights that stand ready, and what is within reach.

This is a judgement of ours for computer generals, not a rule. Its weights are in data/evaluate.toml and lie in the
record (``b.weights``, one set for the general of each side), so that a study may vary them. Values are in victory
points.
"""

from __future__ import annotations

import math

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.common.chances import STRONGEST, WEAKEST, chances
from sandtable.games.dbaix.record import (
    BATTLE,
    MAX_FIGURES,
    MAX_TOKENS,
    N_SIDES,
    Award,
    Phase,
    Side,
    Token,
    TokenState,
    Where,
)
from sandtable.games.dbaix.rules.combat import (
    combat_score,
    enemy_to_face,
    romans_in_line,
    strength_of_potion,
    turn_to_face,
)
from sandtable.games.dbaix.rules.commanders import commander_of, distance_to_commander
from sandtable.games.dbaix.rules.contacts import (
    enemy_fronts_on_side_or_rear,
    fill_close,
    front_contact_enemy,
    front_edge_on,
)
from sandtable.games.dbaix.rules.positions import is_on_table, side_of_bound
from sandtable.games.dbaix.rules.results import is_half_or_less
from sandtable.games.dbaix.rules.victory import award_points, points
from sandtable.games.dbaix.thinking.song_worth import earshot, hearing, singer, threat_of_song
from sandtable.games.dbaix.thinking.ways_home import NOWHERE, nearer_home, way_round
from sandtable.kernel.copying import copy_record
from sandtable.kernel.geometry import Edge, base_of
from sandtable.kernel.log import LOG
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here

FAR = 30.0
"""Inches beyond which an enemy is no matter of anybody's."""

AT_HAND = 2.0
"""Inches between centres within which nothing stands in the way."""


_halves = getattr(is_half_or_less, "py_func", is_half_or_less)

WIN = chances(lambda own, his: own > his)
ROUT = chances(lambda own, his: bool(_halves(his, own)))
"""Chance of winning a fight, and of winning it by half or more, by the strengths of both: the rules' own words on all
36 throws (RES-5)."""


@kernel
def evaluate(b, side):
    """How good the battle looks for ``side``, in [-1, 1]; the result itself once the battle is over."""
    if b.phase == Phase.OVER:
        return 2.0 * b.winner[side] - 1.0
    w = b.weights[side]
    strengths = np.empty(MAX_FIGURES)
    loads = np.empty(MAX_FIGURES)
    quiet = np.empty(1, LOG)  # keeps nothing, so its entries need not be blank
    quiet[0].keep = 0
    note_strengths(b, strengths, quiet[0])
    keep_until_here(quiet)
    note_loads(b, w, loads)
    begun = bounds_begun(b, side)
    dread = threat_of_song(b, begun, w)
    own = points(b, side)
    rival = -1000000
    first = -1e9
    second = 0.0
    for other in range(N_SIDES):
        if other != side:
            scored = points(b, other)
            rival = max(rival, scored)
            outlook = (
                scored
                + holdings(b, other, begun, dread, w)
                + w.danger * prospects(b, other, dread, w, strengths, loads)
            )
            if outlook > first:
                second = first
                first = outlook
            else:
                second = outlook
    lead = (
        own
        + holdings(b, side, begun, dread, w)
        + prospects(b, side, dread, w, strengths, loads)
        - first
        - w.third * second
    )
    lead += early_end(b, own - rival, begun, w)
    lead += w.fight * coming_fights(b, side, dread, w, loads)
    return lead / (w.half + abs(lead))


@kernel
def bounds_begun(b, side):
    """How many of its bounds the side has begun: the round, as long as its next bound has not come.

    What only time brings is counted by this clock, so that a bound gains nothing by being ended.
    """
    for turn in range(b.turn):
        if b.order[turn] == side:
            return b.round
    return b.round if side_of_bound(b) == side else b.round - 1


@kernel
def holdings(b, side, begun, dread, w):
    """What a side has beside its points: its men in good order, the potion, peace from the bard; less what may go."""
    total = men(b, side, w) + command(b, side, w) - unsettled(b, side, begun, w)
    if side == Side.GAULS:
        total += potion(b, w)
    else:
        total -= dread
    return total


@kernel
def unsettled(b, side, begun, w):
    """The part of the points for the hut that is not counted yet: they come at the end only (VIC-3).

    So nobody stands about the hut while there are prizes to be won, and everybody comes as the end draws near.
    """
    left = 1.0 - min(begun / max(b.rules.early_end_round, 1), 1.0)
    return w.loose * left * award_points(b, side, Award.HUT_HELD)


@kernel
def early_end(b, lead, begun, w):
    """A lead that ends the battle early, more and more as the round comes near in which it does."""
    if abs(lead) < b.rules.early_end_lead:
        return 0.0
    worth = w.lead * min(begun / max(b.rules.early_end_round, 1), 1.0)
    return worth if lead > 0 else -worth


@kernel
def prospects(b, side, dread, w, strengths, loads):
    """What is within its reach."""
    total = hunts(b, side, dread, w, strengths, loads)
    total += tokens(b, side, w) + captives(b, side, w) + hut(b, side, w) - earshot(b, side, w, loads)
    if side == Side.GAULS:
        total += ship(b, w)
    return total


# ---------------------------------------------------------------- what each figure is worth


@kernel
def note_strengths(b, strengths, quiet):
    """How strong each figure is before any enemy touches it: its factor, its line, the potion."""
    for i in range(b.n_figures):
        strengths[i] = b.figures[i].factor
        if is_on_table(b.figures[i]):
            strengths[i] += romans_in_line(b, i, NONE, quiet) + strength_of_potion(b, i, NONE, quiet)


@kernel
def _captive_points(b, figure, side):
    """The points that a side has for holding this Gaul at the end."""
    if figure.druid != 0:
        return float(b.rules.points[Award.DRUID_CAPTIVE][side])
    if figure.commander != 0:
        return float(b.rules.points[Award.CHIEF_CAPTIVE][side])
    if figure.hero != 0:
        return float(b.rules.points[Award.HERO_CAPTIVE][side])
    return float(b.rules.points[Award.WOMEN_CAPTIVE][side])


@kernel
def carried_off_points(b, figure, side):
    """The points for bringing it to the camp or the ship on top of that."""
    if figure.druid != 0:
        return float(b.rules.points[Award.DRUID_CARRIED_OFF][side])
    if figure.commander != 0 or figure.hero != 0:
        return float(b.rules.points[Award.NOTABLES_CARRIED_OFF][side])
    return float(b.rules.points[Award.WOMEN_CARRIED_OFF][side])


@kernel
def delivery_points(b, token, side):
    """The points that a side gets for delivering a token."""
    if token == Token.CAULDRON:
        return float(b.rules.points[Award.CAULDRON_DELIVERED][side])
    if token == Token.PAY_CHEST:
        return float(b.rules.points[Award.PAY_CHEST_DELIVERED][side])
    return 0.0


@kernel
def note_loads(b, w, loads):
    """What each figure has on it that it would lose by losing: a token, or captives and that the Gauls miss them."""
    for i in range(b.n_figures):
        loads[i] = 0.0
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.where == Where.CAPTIVE and figure.guard != NONE:
            loads[figure.guard] += _captive_points(b, figure, b.figures[figure.guard].side)
            loads[figure.guard] += w.deny * b.rules.points[Award.NO_GAUL_CAPTIVE][Side.GAULS]
    for t in range(MAX_TOKENS):
        token = b.tokens[t]
        if token.state == TokenState.CARRIED:
            loads[token.carrier] += delivery_points(b, t, b.figures[token.carrier].side)


@kernel
def note_freight(b, side, freight):
    """Fill the points that each of the side has on it for its side at home, beyond what that is worth already."""
    for i in range(b.n_figures):
        figure = b.figures[i]
        freight[i] = 0.0
        if figure.side == side and figure.token != NONE:
            freight[i] = delivery_points(b, figure.token, side)
    if side != Side.GAULS:
        for j in range(b.n_figures):
            captive = b.figures[j]
            if captive.where == Where.CAPTIVE and captive.guard != NONE and b.figures[captive.guard].side == side:
                freight[captive.guard] += carried_off_points(b, captive, side)


@kernel
def prize(b, j, side, dread, w, loads):
    """What a side gains, in points and in peace, by sending figure ``j`` out of the battle."""
    figure = b.figures[j]
    worth = w.man * figure.factor + loads[j]
    if figure.side == Side.ROMANS:
        worth += 0.5 * b.rules.points[Award.ROMANS_TO_CAMP][side]
        if figure.commander != 0 and b.commander_boxed == 0:
            worth += b.rules.points[Award.COMMANDER_TO_CAMP][side]
    elif figure.side == Side.PIRATES:
        if figure.commander != 0:
            worth += b.rules.points[Award.CAPTAIN_LOST][side]
            worth += w.deny * b.rules.points[Award.CAPTAIN_ON_TABLE][Side.PIRATES]
        else:
            worth += b.rules.points[Award.PIRATES_LOST][side]
    elif figure.capturable != 0:
        worth += _captive_points(b, figure, side)
        worth += w.deny * award_points(b, Side.GAULS, Award.NO_GAUL_CAPTIVE)
    else:
        worth += figure.removal_points * b.rules.points[Award.GAULS_REMOVED][side]
        if figure.bard != 0:
            worth += dread
    if figure.token != NONE:
        worth += w.loot * delivery_points(b, figure.token, side)
    return worth


@kernel
def men(b, side, w):
    """The men left to fight for more."""
    total = 0.0
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == side and is_on_table(figure):
            total += w.man * figure.factor
    return total


# ---------------------------------------------------------------- fights


@kernel
def _chance(table, own, his):
    """The chance from a table for two strengths, one of which may lie between two of its rows."""
    top = float(STRONGEST - WEAKEST)
    i = min(max(own - WEAKEST, 0.0), top)
    j = min(max(his - WEAKEST, 0.0), top)
    row = int(i)
    column = int(j)
    chance = table[row, column]
    if i > row:
        chance += (i - row) * (table[row + 1, column] - chance)
    if j > column:
        chance += (j - column) * (table[row, column + 1] - chance)
    return chance


@kernel
def chance_to_win(own, his):
    """Chance of the higher score, by the strengths of both before the dice."""
    return _chance(WIN, float(own), float(his))


@kernel
def chance_to_rout(b, i, own, his):
    """Chance that figure ``i`` sends the other out of the battle: twice its score, or any win for the giant."""
    if b.figures[i].giant != 0:
        return _chance(WIN, float(own), float(his))
    return _chance(ROUT, float(own), float(his))


@kernel
def somebody_turns(b):
    """An enemy stands on the flank or in the rear of somebody who will turn to face it (CBT-3)."""
    close = np.empty(MAX_FIGURES, np.int64)
    fill_close(b, close)
    for i in range(b.n_figures):
        if close[i] != 0 and enemy_to_face(b, i) != NONE:
            return True
    return False


@kernel
def coming_fights(b, side, dread, w, loads):
    """What the fights bring that stand ready, once all who must have turned to face (CBT-3): flanks are fights too."""
    if not somebody_turns(b):
        return fights(b, side, dread, w, loads)
    quiet = np.empty(1, LOG)
    quiet[0].keep = 0
    quiet[0].n = 0
    quiet[0].lost = 0
    faced = np.empty(1, BATTLE)
    copy_record(faced[0], b)
    turn_to_face(faced[0], quiet[0])
    total = fights(faced[0], side, dread, w, loads)
    keep_until_here(quiet)
    keep_until_here(faced)
    return total


@kernel
def fights(b, side, dread, w, loads):
    """What the fights that stand ready bring the side on average, over both dice and by the results of the rules."""
    quiet = np.empty(1, LOG)  # keeps nothing, so its entries need not be blank
    quiet[0].keep = 0
    quiet[0].n = 0
    quiet[0].lost = 0
    total = 0.0
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side != side or not is_on_table(figure):
            continue
        enemy = front_contact_enemy(b, i)
        if enemy != NONE:
            total += fight_gain(b, i, enemy, dread, w, loads, quiet[0])
    keep_until_here(quiet)
    return total


@kernel
def fight_gain(b, i, enemy, dread, w, loads, quiet):
    """What figure ``i`` may expect of its fight with the enemy in front of it."""
    own = combat_score(b, i, enemy, 0, quiet)
    his = combat_score(b, enemy, i, 0, quiet)
    wins = chance_to_win(own, his)
    losses = chance_to_win(his, own)
    routs = chance_to_rout(b, i, own, his)
    ruins = chance_to_rout(b, enemy, his, own)
    if _is_beset(b, enemy, i):
        routs = wins
    if _is_beset(b, i, enemy):
        ruins = losses
    gain = routs * prize(b, enemy, b.figures[i].side, dread, w, loads) + (wins - routs) * _blow(b, enemy, w, loads)
    loss = ruins * prize(b, i, b.figures[enemy].side, dread, w, loads) + (losses - ruins) * _blow(b, i, w, loads)
    return gain - loss


@kernel
def _is_beset(b, i, opponent):
    """Figure ``i`` cannot fall back from this opponent: another enemy's front edge is on its side or rear.

    The opponent does not count where it stands there: ``i`` turns to face it first.
    """
    if b.figures[i].side == Side.GAULS:
        return False
    others = enemy_fronts_on_side_or_rear(b, i)
    if front_edge_on(b, opponent, i) > Edge.FRONT:
        others -= 1
    return others > 0


@kernel
def _blow(b, i, w, loads):
    """What it costs figure ``i`` to lose by less than half: ground, and whom it guards."""
    figure = b.figures[i]
    if figure.side == Side.GAULS:
        return 0.0
    if figure.side == Side.PIRATES:
        return w.shaken + loads[i]
    return w.recoil + loads[i]


# ---------------------------------------------------------------- what is within reach


@kernel
def near(distance, w):
    """1 at hand, one half at ``reach`` inches, ever less beyond."""
    return w.reach / (w.reach + distance)


@kernel
def hunts(b, side, dread, w, strengths, loads):
    """What the side may win from each enemy, by who is best placed to win it and the next two beside that one.

    And how near each of ours is to an enemy worth meeting: best of all the prizes, and inches to the nearest not to be
    feared.
    """
    total = 0.0
    bard = singer(b, side)
    bests = np.zeros(MAX_FIGURES)
    ways = np.full(MAX_FIGURES, FAR)
    for j in range(b.n_figures):
        enemy = b.figures[j]
        if enemy.side == side or not is_on_table(enemy):
            continue
        worth = prize(b, j, side, dread, w, loads)
        worth *= hearing(b, bard, enemy.x, enemy.y, w)
        first = 0.0
        second = 0.0
        third = 0.0
        for i in range(b.n_figures):
            figure = b.figures[i]
            if figure.side != side or loads[i] > 0.0 or not is_on_table(figure):
                continue
            chance = chance_to_rout(b, i, strengths[i], strengths[j])
            chance += w.win * chance_to_win(strengths[i], strengths[j])
            dx = enemy.x - figure.x
            dy = enemy.y - figure.y
            distance = math.sqrt(dx * dx + dy * dy)
            value = worth * chance * near(max(distance - 1.0, 0.0), w)
            if distance > AT_HAND and value > second and value > bests[i]:  # a way round can only make it less
                distance = way_round(b, figure.x, figure.y, enemy.x, enemy.y)
                value = worth * chance * near(max(distance - 1.0, 0.0), w)
            bests[i] = max(bests[i], value)
            if strengths[j] <= strengths[i] + 1 and worth > 0.0:
                ways[i] = min(ways[i], distance)
            if value > first:
                third = second
                second = first
                first = value
            elif value > second:
                third = second
                second = value
            elif value > third:
                third = value
        total += w.hunt * (first + w.second * (second + w.second * third))
    for i in range(b.n_figures):
        total += w.march * bests[i] + w.close * (FAR - ways[i])
    return total


@kernel
def _nearest(b, side, x, y, is_free_handed):
    """Inches from a place to the nearest figure of the side, or to the nearest that carries no token."""
    best = NOWHERE * NOWHERE
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == side and is_on_table(figure) and not (is_free_handed and figure.token != NONE):
            dx = figure.x - x
            dy = figure.y - y
            best = min(best, dx * dx + dy * dy)
    return math.sqrt(best)


@kernel
def tokens(b, side, w):
    """The tokens that the side may deliver: how near it is to those on the ground, and how near home with its own."""
    total = 0.0
    bard = singer(b, side)
    for t in range(MAX_TOKENS):
        token = b.tokens[t]
        worth = delivery_points(b, t, side)
        if worth == 0.0:
            continue
        worth *= hearing(b, bard, token.x, token.y, w)
        if token.state == TokenState.GROUND:
            total += w.fetch * worth * near(_nearest(b, side, token.x, token.y, is_free_handed=True), w)
        elif token.state == TokenState.CARRIED and b.figures[token.carrier].side == side:
            total += w.carry * worth * (1.0 + nearer_home(b, token.carrier, w))
    return total


@kernel
def captives(b, side, w):
    """The captives that would count more at home: how near home their guards are."""
    total = 0.0
    if side == Side.GAULS:
        return total
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.where == Where.CAPTIVE and b.figures[figure.guard].side == side:
            worth = carried_off_points(b, figure, side)
            total += w.carry_off * worth * nearer_home(b, figure.guard, w)
    return total


@kernel
def hut(b, side, w):
    """The chief's hut: how near the side is to it."""
    if b.hut == NONE:
        return 0.0
    feature = b.terrain.features[b.hut]
    worth = float(b.rules.points[Award.HUT_HELD][side])
    worth *= hearing(b, singer(b, side), 0.5 * (feature.x0 + feature.x1), 0.5 * (feature.y0 + feature.y1), w)
    best = NOWHERE
    crowd = 0.0
    for i in range(b.n_figures):
        figure = b.figures[i]
        if not is_on_table(figure):
            continue
        dx = max(max(feature.x0 - figure.x, figure.x - feature.x1), 0.0)
        dy = max(max(feature.y0 - figure.y, figure.y - feature.y1), 0.0)
        distance = max(math.sqrt(dx * dx + dy * dy) - 0.5 * figure.width - b.rules.hut_range, 0.0)
        if figure.side == side:
            best = min(best, distance)
        elif distance <= 0.0:
            crowd += 1.0
    return worth * (w.hut * near(best, w) - w.evict * crowd / (1.0 + crowd))


@kernel
def ship(b, w):
    """The Pirates' ship, to the giant who may sink it."""
    if b.ship == NONE or b.ship_sunk != 0:
        return 0.0
    feature = b.terrain.features[b.ship]
    x = 0.5 * (feature.x0 + feature.x1)
    y = 0.5 * (feature.y0 + feature.y1)
    best = NOWHERE
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.giant != 0 and is_on_table(figure):
            best = min(best, math.sqrt((figure.x - x) ** 2 + (figure.y - y) ** 2))
    return w.ship * b.rules.points[Award.SHIP_SUNK][Side.GAULS] * near(best, w)


# ---------------------------------------------------------------- order


@kernel
def command(b, side, w):
    """How many of the side move at the common price, near enough to their commander."""
    chief = commander_of(b, side)
    if chief == NONE:
        return 0.0
    reach = b.rules.roman_distance
    if side == Side.GAULS:
        reach = b.rules.gaul_distance
    elif side == Side.PIRATES:
        reach = b.rules.pirate_distance
    total = 0.0
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == side and is_on_table(figure) and figure.distance_exempt == 0:
            if distance_to_commander(b, i, base_of(figure), chief) <= reach:
                total += w.command
    return total


@kernel
def potion(b, w):
    """The first serving of the potion, kept for when it is needed."""
    return w.flask if b.potion_served == 0 else 0.0
