"""RANGED: who may shoot at whom, ranges and hits, men in the way, javelins."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code, Purpose
from sandtable.games.inter_arma.record import Ground, Lies, Mode, Phase, Quality, Thing, Weapon
from sandtable.games.inter_arma.rules.concealment import give_away, is_asleep, known_foes
from sandtable.games.inter_arma.rules.ground import hill_at, is_in, length_in
from sandtable.games.inter_arma.rules.orders import (
    hundredths,
    mover,
    must_be_able,
    refuse,
    refuse_apart,
    refuse_touching,
)
from sandtable.games.inter_arma.rules.positions import (
    SLACK,
    are_enemies,
    is_able,
    is_before,
    is_mounted,
    is_on_table,
    range_between,
    touch,
)
from sandtable.games.inter_arma.rules.saving import hit_by_shot
from sandtable.games.inter_arma.rules.visibility import is_shown_to, sees, visibility, what_blocks_sight
from sandtable.games.inter_arma.switches import HeightAdds, NaturalSixHits, Shooting
from sandtable.kernel.bitsets import bit
from sandtable.kernel.dice import throw_die
from sandtable.kernel.discs import disc_of, sight_blocked_by_disc
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import about, event, locate, outcome, reason
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict

OUT_OF_RANGE = 0
SHORT = 1
MEDIUM = 2
LONG = 3


@clause("IA-RANGED-29")
@kernel
def is_on_height(b, i, j):
    """Figure ``i`` is on top of a building, or its centre is on a hill and that of ``j`` is not."""
    if b.figures[i].tower != NONE:
        return True
    return hill_at(b, b.figures[i].x, b.figures[i].y) != NONE and hill_at(b, b.figures[j].x, b.figures[j].y) == NONE


@clause("IA-RANGED-14", "IA-SAVE-5")
@kernel
def shoots_down(b, i, j):
    """Figure ``i`` shoots downwards at ``j``: it is on a height, and ``j`` is on none."""
    return is_on_height(b, i, j) and not is_on_height(b, j, i)


@clause(
    "IA-RANGED-7", "IA-RANGED-8", "IA-RANGED-9", "IA-RANGED-10", "IA-RANGED-11", "IA-RANGED-13", "IA-RANGED-14",
)  # fmt: skip
@kernel
def band_of(b, i, j, weapon):
    """In which range of a weapon ``j`` is from ``i``: limits count; a height adds to bows and crossbows."""
    row = b.weapons[weapon]
    apart = range_between(b, i, j)
    more = b.rules.height if row.rises != 0 and shoots_down(b, i, j) else 0.0
    only_last = more if b.options.height_adds == HeightAdds.ALL_BANDS else 0.0
    if is_within(apart, row.short + only_last, SLACK):
        return SHORT
    if is_within(apart, row.medium + (only_last if row.long > 0.0 else more), SLACK):
        return MEDIUM
    if row.long > 0.0 and is_within(apart, row.long + more, SLACK):
        return LONG
    return OUT_OF_RANGE


@clause("IA-RANGED-23", "IA-TABLE-6", "IA-TABLE-7")
@kernel
def is_covered(b, i, j):
    """The target stands in wheat or heavy wood, or the line crosses more than 2 cm of them."""
    if b.woods == 0:
        return False
    one, other = b.figures[i], b.figures[j]
    heavy, wheat = Ground.HEAVY_WOOD, Ground.WHEAT
    if is_in(b, heavy, other.x, other.y) or is_in(b, wheat, other.x, other.y):
        return True
    return length_in(b, one.x, one.y, other.x, other.y, heavy, wheat) > b.rules.covered_length + SLACK


@clause("IA-RANGED-1", "IA-RANGED-2", "IA-RANGED-3", "IA-CLASS-4")
@kernel
def needed(b, band):
    """What the die with its modifiers must come to."""
    if band == SHORT:
        return b.rules.hit_short
    return b.rules.hit_medium if band == MEDIUM else b.rules.hit_long


@clause("IA-RANGED-4", "IA-RANGED-5", "IA-RANGED-6", "IA-RANGED-23", "IA-RAIN-5")
@kernel
def shot_modifier(b, i, j, band):
    """What is added to the die: class at short and medium range, the saddle, cover; not rain, fog or night."""
    modifier = 0
    if band != LONG:
        modifier += b.classes[b.figures[i].quality + 1].shot
    if is_mounted(b.figures[i]):
        modifier -= b.rules.mounted_shot
    if is_covered(b, i, j):
        modifier -= b.rules.covered
    return modifier


@clause("IA-RANGED-1", "IA-RANGED-2", "IA-RANGED-3")
@kernel
def band_clause(band):
    """The clause that says what a range asks of the die."""
    if band == SHORT:
        return Clause.RANGED_1
    return Clause.RANGED_2 if band == MEDIUM else Clause.RANGED_3


@clause("IA-RANGED-4", "IA-RANGED-5", "IA-RANGED-6", "IA-RANGED-12", "IA-RANGED-23")
@kernel
def tell_shot(b, i, j, weapon, band, log):
    """The log of a shot: its range, whatever is added to the die or taken off it, and what that must show then."""
    code, cited = Code.SHOOTS_AT_SHORT, band_clause(band)
    if band != SHORT:
        code = Code.SHOOTS_AT_MEDIUM if band == MEDIUM else Code.SHOOTS_AT_LONG
    about(log, event(log, code, cited, i, j, needed(b, band)), weapon)
    figure = b.figures[i]
    aim = 0 if band == LONG else b.classes[figure.quality + 1].shot
    if aim != 0:
        by = Clause.RANGED_5 if figure.quality == Quality.COMMANDER else Clause.RANGED_4
        event(log, Code.CLASS_AIMS, by, i, NONE, aim)
    if is_mounted(figure):
        event(log, Code.SADDLE_SHAKES, Clause.RANGED_6, i, NONE, -b.rules.mounted_shot)
    if is_covered(b, i, j):
        event(log, Code.GROUND_COVERS, Clause.RANGED_23, i, j, -b.rules.covered)
    modifier = shot_modifier(b, i, j, band)
    asked = needed(b, band) - modifier
    if b.options.natural_six_hits == NaturalSixHits.YES:
        asked = min(asked, 6)
    if asked > 6:
        event(log, Code.NO_DIE_HITS, Clause.RANGED_12, i, j, asked)
    elif modifier != 0:
        event(log, Code.DIE_MUST_SHOW, cited, i, j, asked)


@clause("IA-RANGED-12")
@kernel
def hits(b, die, modifier, band):
    """The die hits. No natural six, unless by house rule."""
    if b.options.natural_six_hits == NaturalSixHits.YES and die == 6:
        return True
    return die + modifier >= needed(b, band)


@clause("IA-RANGED-28", "IA-RANGED-31")
@kernel
def blocker_between(b, i, j):
    """An able figure that stands in the line and blocks the shot, or NONE: none if one of the two is on a height."""
    if is_on_height(b, i, j) or is_on_height(b, j, i):
        return NONE
    one, other = b.figures[i], b.figures[j]
    x0, x1 = min(one.x, other.x), max(one.x, other.x)
    y0, y1 = min(one.y, other.y), max(one.y, other.y)
    for k in range(b.n_figures):
        blocker = b.figures[k]
        if blocker.x < x0 - blocker.width or blocker.x > x1 + blocker.width:
            continue
        if blocker.y < y0 - blocker.width or blocker.y > y1 + blocker.width:
            continue
        if k == i or k == j or not is_able(blocker) or blocker.lying != 0 or blocker.tower != NONE:
            continue
        if sight_blocked_by_disc(one.x, one.y, other.x, other.y, disc_of(blocker)) and not touch(b, i, k):
            return k
    return NONE


@clause("IA-RANGED-26")
@kernel
def friend_in_contact(b, i, j):
    """A friend of ``i``, other than itself, who is in contact with ``j``; or NONE."""
    for k in range(b.n_figures):
        if k != i and touch(b, j, k) and is_able(b.figures[k]) and not are_enemies(b, i, k):
            return k
    return NONE


@clause("IA-RANGED-16", "IA-RANGED-22", "IA-RANGED-25", "IA-RANGED-32")
@kernel
def weapon_of(figure, item):
    """The weapon that an order means, or NONE if it is not in hand: arrows never run out, javelins do."""
    if item == 1:
        return Weapon.JAVELIN if figure.javelins > 0 else NONE
    return figure.gun


@clause("IA-SEQ-8", "IA-MOVE-25", "IA-RANGED-25", "IA-RANGED-30", "IA-SENTRY-6", "IA-MORALE-27", "IA-CRAWL-8")
@kernel
def may_shoot(b, i, item):
    """Figure ``i`` may shoot with that weapon in this step, whomever at: once, not lying, not running but a javelin."""
    figure = b.figures[i]
    if figure.side != mover(b) or figure.ready == 0:
        return False
    if b.options.shooting == Shooting.INITIATIVE_ORDER and not is_able(figure):
        return False
    return what_forbids_shooting(b, i, item) == NONE


@clause("IA-MOVE-25", "IA-RANGED-25", "IA-RANGED-16", "IA-SENTRY-6", "IA-MORALE-27", "IA-CRAWL-8", "IA-GOAL-8")
@kernel
def what_forbids_shooting(b, i, item):
    """The Code of what keeps figure ``i`` from shooting with that weapon, whomever at, or NONE."""
    figure = b.figures[i]
    if figure.civilian != 0:
        return Code.CIVILIANS_DO_NOT_FIGHT
    if figure.shot != 0:
        return Code.HAS_SHOT
    if figure.routing != 0:
        return Code.IS_ROUTING
    if figure.lying != 0:
        return Code.LIES_DOWN
    if figure.crawled != 0:
        return Code.HAS_CRAWLED
    if is_asleep(b, figure.side):
        return Code.IS_ASLEEP
    weapon = weapon_of(figure, item)
    if weapon == NONE:
        if item == 1:
            return Code.NO_JAVELIN
        return Code.NO_BOW if figure.javelins == 0 else Code.ONLY_A_JAVELIN
    if figure.mode == Mode.RUN and not is_mounted(figure) and b.weapons[weapon].thrown == 0:
        return Code.HAS_RUN
    return NONE


@clause("IA-SEQ-8", "IA-MOVE-25", "IA-RANGED-25", "IA-RANGED-16", "IA-SENTRY-6", "IA-MORALE-27", "IA-WOUND-1")
@kernel
def _must_be_fit_to_shoot(b, i, item, log):
    """1 if figure ``i`` may shoot with that weapon in this step; else why not."""
    if b.figures[i].side != mover(b):
        return refuse(log, Code.NOT_YOURS, Clause.SEQ_10, i, NONE)
    if not may_shoot(b, i, item) and must_be_able(b, i, log) == 0:
        return 0
    code = what_forbids_shooting(b, i, item)
    if code == NONE:
        return 1
    cited = Clause.RANGED_25
    if code == Code.LIES_DOWN or code == Code.HAS_CRAWLED:
        cited = Clause.MOVE_25
    elif code == Code.IS_ASLEEP:
        cited = Clause.SENTRY_6
    elif code == Code.IS_ROUTING:
        cited = Clause.MORALE_27
    elif code == Code.NO_JAVELIN or code == Code.NO_BOW or code == Code.ONLY_A_JAVELIN:
        cited = Clause.RANGED_16
    elif code == Code.CIVILIANS_DO_NOT_FIGHT:
        cited = Clause.GOAL_8
    return refuse(log, code, cited, i, NONE)


@clause("IA-VIS-4", "IA-VIS-5", "IA-VIS-7", "IA-VIS-8", "IA-CRAWL-7", "IA-RANGED-24")
@kernel
def _must_see(b, i, j, log):
    """1 if figure ``i`` sees ``j``; else why not: unseen, behind, beyond its sight, or with something between."""
    if sees(b, i, j):
        return 1
    one, other = b.figures[i], b.figures[j]
    if not is_shown_to(b, j, one.side):
        if other.hidden != 0:
            return refuse(log, Code.IS_IN_WATER, Clause.VIS_5, i, j)
        return refuse(log, Code.LIES_UNSEEN, Clause.CRAWL_7, i, j)
    if not is_before(one, other.x, other.y):
        return refuse_apart(b, log, Code.IS_BEHIND, Clause.VIS_7, i, j, 0.0)
    sight = visibility(b, i, j)
    apart = range_between(b, i, j)
    if not is_within(apart, sight, SLACK):
        at = reason(log, Code.OUT_OF_SIGHT, Clause.RANGED_24, i, j, hundredths(sight))
        locate(log, at, one.x, one.y, other.x, other.y, apart)
        return 0
    at = reason(log, Code.SIGHT_IS_BLOCKED, Clause.VIS_4, i, j, 1 + what_blocks_sight(b, i, j))
    locate(log, at, one.x, one.y, other.x, other.y, apart)
    return 0


@clause("IA-RANGED-11", "IA-RANGED-13", "IA-RANGED-14")
@kernel
def farthest_range(b, i, j, weapon):
    """How far the weapon carries from figure ``i`` to ``j`` at most."""
    row = b.weapons[weapon]
    more = b.rules.height if row.rises != 0 and shoots_down(b, i, j) else 0.0
    return max(row.medium, row.long) + more


@clause("IA-RANGED-24", "IA-RANGED-26", "IA-RANGED-27", "IA-RANGED-28", "IA-RANGED-30", "IA-TABLE-13")
@kernel
def judge_target(b, i, j, item, log):
    """1 if figure ``i`` may shoot at ``j`` with that weapon; else why not."""
    if j < 0 or j >= b.n_figures:
        return refuse(log, Code.NO_TARGET, Clause.RANGED_24, i, NONE)
    if not are_enemies(b, i, j):
        return refuse(log, Code.IS_A_FRIEND, Clause.RANGED_24, i, j)
    if must_be_able(b, j, log) == 0 or _must_see(b, i, j, log) == 0:
        return 0
    one, other = b.figures[i], b.figures[j]
    weapon = weapon_of(one, item)
    band = band_of(b, i, j, weapon)
    if band == OUT_OF_RANGE:
        far = farthest_range(b, i, j, weapon)
        at = reason(log, Code.OUT_OF_RANGE, Clause.RANGED_11, i, j, hundredths(far))
        locate(log, at, one.x, one.y, other.x, other.y, range_between(b, i, j))
        return 0
    foes = known_foes(b, i)
    if foes != 0 and foes & one.met_foe & bit(j) == 0:
        return refuse_touching(b, log, Code.TOO_BUSY, Clause.RANGED_27, i, foes)
    if foes != 0 and band != SHORT:
        return refuse_apart(b, log, Code.ONLY_AT_SHORT, Clause.RANGED_27, i, j, b.weapons[weapon].short)
    if other.tower == NONE:
        friend = friend_in_contact(b, i, j)
        if friend != NONE:
            return refuse_apart(b, log, Code.FRIEND_FIGHTS, Clause.RANGED_26, friend, j, b.rules.contact)
    blocker = blocker_between(b, i, j)
    if blocker != NONE:
        at = reason(log, Code.MAN_IN_THE_WAY, Clause.RANGED_28, i, blocker, 0)
        locate(log, at, one.x, one.y, other.x, other.y, 0.0)
        return 0
    return 1


@clause("IA-RANGED-25", "IA-RANGED-30")
@kernel
def judge_shot(b, action, log):
    """Verdict: may the figure shoot at that target."""
    if action.n_actors != 1:
        return Verdict(refuse(log, Code.ONE_SHOOTS, Clause.RANGED_30, NONE, NONE), 0)
    i = action.actors[0]
    if _must_be_fit_to_shoot(b, i, action.item, log) == 0:
        return Verdict(0, 0)
    return Verdict(judge_target(b, i, action.target, action.item, log), 0)


@clause("IA-RANGED-18", "IA-RANGED-19", "IA-RANGED-20", "IA-RANGED-32")
@kernel
def throw_away(b, i, j, is_hit):
    """The javelin is thrown: a pilum is gone, any other that misses lies at the target's centre."""
    figure = b.figures[i]
    figure.javelins -= 1
    if is_hit or figure.pilum != 0:
        return
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.thing == Thing.JAVELIN and marker.lies == Lies.NOWHERE:
            marker.lies = Lies.TABLE
            marker.x = b.figures[j].x
            marker.y = b.figures[j].y
            return


@clause("IA-RANGED-1", "IA-RANGED-15", "IA-SEQ-8", "IA-MOVE-24", "IA-NIGHT-15", "IA-SENTRY-7")
@kernel
def make_shot(b, action, dice, log):
    """The shot: a die to hit, and whom it hits saves."""
    i, j, item = action.actors[0], action.target, action.item
    figure, target = b.figures[i], b.figures[j]
    weapon = weapon_of(figure, item)
    band = band_of(b, i, j, weapon)
    modifier = shot_modifier(b, i, j, band)
    figure.shot = 1 if b.weapons[weapon].thrown != 0 else 2
    target.target = 1
    give_away(b, i, target.side)
    b.squads[figure.squad].combat = 1
    b.squads[target.squad].combat = 1
    tell_shot(b, i, j, weapon, band, log)
    is_hit = hits(b, throw_die(dice, log, Purpose.TO_HIT, figure.side, i, 6), modifier, band)
    if b.weapons[weapon].thrown != 0:
        throw_away(b, i, j, is_hit)
    if is_hit:
        hit_by_shot(b, j, i, band == SHORT, shoots_down(b, i, j), dice, log)
    else:
        outcome(log, Code.MISSES, band_clause(band), i, j, 0)


@kernel
def is_beyond_reach(b, i, j, weapon):
    """Figure ``j`` is farther from ``i``, both on the ground, than that weapon reaches from a height."""
    one, other = b.figures[i], b.figures[j]
    if one.tower != NONE or other.tower != NONE:
        return False
    row = b.weapons[weapon]
    more = b.rules.height if row.rises != 0 else 0.0
    reach = max(row.medium, row.long) + more + 0.5 * (one.width + other.width) + 2.0 * SLACK
    dx, dy = one.x - other.x, one.y - other.y
    return dx * dx + dy * dy > reach * reach


@kernel
def has_target(b, i, log):
    """Figure ``i`` may shoot at somebody now."""
    for item in range(2):
        if may_shoot(b, i, item):
            weapon = weapon_of(b.figures[i], item)
            for j in range(b.n_figures):
                if not is_able(b.figures[j]) or not are_enemies(b, i, j) or is_beyond_reach(b, i, j, weapon):
                    continue
                if judge_target(b, i, j, item, log) == 1:
                    return True
    return False


@clause("IA-SEQ-4", "IA-SEQ-7", "IA-SEQ-8", "IA-SEQ-10", "IA-RANGED-30")
@kernel
def run_shooting(b, dice, log):
    """Sides shoot in order of initiative, each finishing before the next; True where one may."""
    if b.begun == 0:
        b.begun = 1
        for i in range(b.n_figures):
            b.figures[i].ready = int(is_on_table(b.figures[i]) and is_able(b.figures[i]))
    keep = log.keep
    while b.place < b.n_sides:
        log.keep = 0
        for i in range(b.n_figures):
            if b.figures[i].side == mover(b) and has_target(b, i, log):
                log.keep = keep
                return True
        log.keep = keep
        b.place += 1
    b.phase = Phase.CLOSING
    b.place = 0
    b.begun = 0
    return False


@kernel
def make_done(b):
    """The side is finished with this step."""
    b.place += 1
