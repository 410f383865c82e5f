"""MINES: how clusters enter, what sets them off, and their explosions (SPO)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.pursuit.clauses import Clause, Code
from sandtable.games.pursuit.record import BEYOND, MARKERS, MAX_MINES, Side
from sandtable.games.pursuit.rules.objectives import bury
from sandtable.games.pursuit.rules.pieces import is_there, is_within
from sandtable.games.pursuit.rules.positions import SLACK, radius_of
from sandtable.games.pursuit.switches import MineBlast, MineChain, MineShotTrigger
from sandtable.games.skirmish40k.record import Cover
from sandtable.games.skirmish40k.rules.blasts import (
    beside_first,
    is_hit_by_blast,
    is_hit_symbol,
    is_partly_under,
    throw_scatter,
    touches_marker,
)
from sandtable.games.skirmish40k.rules.casualties import hit
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.games.skirmish40k.rules.saves import NO_SAVE, cover_save, saves_from_fire
from sandtable.kernel.discs import Disc, disc_gap, disc_gap_to_feature, disc_is_on_table, disc_of, distance_of_points
from sandtable.kernel.geometry import TOUCH, snap
from sandtable.kernel.limits import is_within as is_no_more_than
from sandtable.kernel.log import locate, outcome, reason, side_event
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@kernel
def disc_of_mine(b, m):
    """The base of cluster ``m``."""
    return Disc(float(b.mines[m].x), float(b.mines[m].y), 1.0, 0.0, b.mine_radius)


@kernel
def mines_on_table(b):
    """Clusters on the table."""
    count = 0
    for m in range(MAX_MINES):
        count += b.mines[m].on
    return count


# ---------------------------------------------------------------- entering


@clause("PURS-SPO-1", "PURS-SPO-6", "PURS-SPO-7", "PURS-LIST-3", "PURS-DEP-3")
@kernel
def may_enter(b):
    """A cluster may enter now: none has in this turn, a piece has just been put back, and fewer than four are out."""
    return b.mine_profile != NONE and b.mined == 0 and mines_on_table(b) < b.rules.mines_on_table


@clause("PURS-SPO-2", "PURS-SPO-9")
@kernel
def judge_mine(b, action, log):
    """A cluster may enter there: on the table, touching one piece that was put back in this phase and no other piece.

    At least 2 inches from every figure.
    """
    disc = Disc(snap(action.x), snap(action.y), 1.0, 0.0, b.mine_radius)
    legal = 1
    if not disc_is_on_table(disc, b.length, b.breadth):
        reason(log, Code.MINE_OFF_TABLE, Clause.PURS_SPO_2, NONE, NONE, 0)
        legal = 0
    legal &= _judge_pieces_touched(b, disc, log)
    for i in range(b.n_figures):
        figure = b.figures[i]
        gap = disc_gap(disc, disc_of(figure))
        if is_on_table(figure) and gap < b.rules.mine_gap - SLACK:
            at = reason(log, Code.MINE_NEAR_FIGURE, Clause.PURS_SPO_2, i, NONE, int(b.rules.mine_gap))
            locate(log, at, disc.x, disc.y, figure.x, figure.y, gap)
            legal = 0
    for m in range(MAX_MINES):
        if b.mines[m].on != 0 and disc_gap(disc, disc_of_mine(b, m)) == 0.0:
            reason(log, Code.MINE_ON_MINE, Clause.PURS_SPO_2, NONE, NONE, 0)
            legal = 0
    return Verdict(legal, 0)


@clause("PURS-SPO-2")
@kernel
def _judge_pieces_touched(b, disc, log):
    """A cluster's base touches one piece that was put back in this phase, and no other piece: 1 or 0."""
    fresh = NONE
    least = BEYOND
    for k in range(b.n_pieces):
        if not is_there(b, k):
            continue
        if b.pieces[k].fresh == 0 and not _may_touch(b, disc, k):
            continue
        gap = disc_gap_to_feature(disc, b.terrain, k)
        if b.pieces[k].fresh != 0:
            least = min(least, gap)
        if gap > TOUCH:
            continue
        code = NONE
        if _is_deep(b, disc, k):
            code = Code.MINE_ON_PIECE
        elif b.pieces[k].fresh == 0:
            code = Code.MINE_TOUCHES_OTHER
        elif fresh != NONE:
            code = Code.MINE_TOUCHES_TWO
        if code != NONE:
            at = reason(log, code, Clause.PURS_SPO_2, NONE, NONE, k)
            locate(log, at, disc.x, disc.y, disc.x, disc.y, gap)
            return 0
        fresh = k
    if fresh == NONE:
        at = reason(log, Code.MINE_TOUCHES_NONE, Clause.PURS_SPO_2, NONE, NONE, 0)
        locate(log, at, disc.x, disc.y, disc.x, disc.y, least)
        return 0
    return 1


@kernel
def _may_touch(b, disc, k):
    """The disc is near enough to piece ``k``, both along the table and across it, that it might touch it."""
    feature = b.terrain.features[k]
    reach = disc.radius + 2.0 * TOUCH
    if disc.x < feature.x0 - reach or disc.x > feature.x1 + reach:
        return False
    return feature.y0 - reach <= disc.y <= feature.y1 + reach


@kernel
def _is_deep(b, disc, k):
    """The disc lies on piece ``k``, more than touching it."""
    feature = b.terrain.features[k]
    x = min(max(disc.x, feature.x0), feature.x1)
    y = min(max(disc.y, feature.y0), feature.y1)
    return distance_of_points(disc.x, disc.y, x, y) < disc.radius - TOUCH


@clause("PURS-SPO-1", "PURS-SPO-2", "PURS-SPO-5")
@kernel
def enter(b, action, log):
    """Put a cluster on the table, tied to the piece that it touches."""
    for m in range(MAX_MINES):
        mine = b.mines[m]
        if mine.on == 0:
            mine.on = 1
            mine.x = snap(action.x)
            mine.y = snap(action.y)
            for k in range(b.n_pieces):
                if disc_gap_to_feature(disc_of_mine(b, m), b.terrain, k) <= TOUCH:
                    mine.piece = k
            b.mined = 1
            at = side_event(log, Code.MINES_ENTER, Clause.PURS_SPO_1, Side.HUNTERS, 0)
            locate(log, at, mine.x, mine.y, mine.x, mine.y, 0.0)
            return


# ---------------------------------------------------------------- what sets them off


@clause("PURS-SPO-9", "PURS-SPO-11", "PURS-SPO-12", "PURS-SPO-20")
@kernel
def set_off(b, m, i, log):
    """Cluster ``m`` goes off because of figure ``i`` (NONE: by another cluster), before anything else goes on."""
    if b.mines[m].on != 0 and b.mines[m].waiting == 0:
        b.mines[m].waiting = 1
        outcome(log, Code.MINES_GO_OFF, Clause.PURS_SPO_9, i, NONE, 0)


@clause("PURS-SPO-10", "PURS-SPO-11", "PURS-SHO-14")
@kernel
def set_off_by_shot(b, i, j, log):
    """After its shots clusters within 2 inches of shooter ``i`` go off, by house rule those near target ``j`` too."""
    for m in range(MAX_MINES):
        if b.mines[m].on == 0:
            continue
        near = is_no_more_than(disc_gap(disc_of_mine(b, m), disc_of(b.figures[i])), b.rules.mine_gap, SLACK)
        if b.options.mine_shot_trigger == MineShotTrigger.SHOOTER_OR_TARGET and j != NONE:
            gap = disc_gap(disc_of_mine(b, m), disc_of(b.figures[j]))
            near = near or is_no_more_than(gap, b.rules.mine_gap, SLACK)
        if near:
            set_off(b, m, i, log)


@kernel
def waits_to_explode(b):
    """The first cluster that has been set off, or NONE."""
    for m in range(MAX_MINES):
        if b.mines[m].on != 0 and b.mines[m].waiting != 0:
            return m
    return NONE


# ---------------------------------------------------------------- explosions


@clause("PURS-SPO-13", "PURS-SPO-19")
@kernel
def _begin(b, m, log):
    """The cluster is taken off, and its first marker lies where it was."""
    mine = b.mines[m]
    mine.on = 0
    mine.waiting = 0
    explosion = b.explosion
    explosion.on = 1
    explosion.choosing = 0
    explosion.n_markers = 1
    explosion.markers[0, 0] = mine.x
    explosion.markers[0, 1] = mine.y
    explosion.wanted = MARKERS if b.options.mine_blast == MineBlast.BARRAGE else 1
    explosion.hits = MARKERS if b.options.mine_blast == MineBlast.STACKED else 1
    at = side_event(log, Code.EXPLODES, Clause.PURS_SPO_13, Side.HUNTERS, explosion.wanted)
    locate(log, at, mine.x, mine.y, mine.x, mine.y, 0.0)


@clause("PURS-SPO-13")
@kernel
def _lay(b, x, y, log):
    """Lay the next marker."""
    explosion = b.explosion
    explosion.markers[explosion.n_markers, 0] = snap(x)
    explosion.markers[explosion.n_markers, 1] = snap(y)
    explosion.n_markers += 1
    at = side_event(log, Code.MARKER_LIES, Clause.PURS_SPO_13, Side.HUNTERS, explosion.n_markers)
    locate(log, at, x, y, x, y, 0.0)


@clause("PURS-SPO-13", "C40-BLAST-6")
@kernel
def run_explosion(b, dice, log):
    """Explode what has been set off; True where the hunters must say where a marker lies."""
    explosion = b.explosion
    if explosion.on == 0:
        _begin(b, waits_to_explode(b), log)
    while explosion.n_markers < explosion.wanted:
        if explosion.choosing != 0:
            return True
        scatter = throw_scatter(b.core, Side.HUNTERS, dice, log)
        if is_hit_symbol(scatter):
            explosion.choosing = 1
        else:
            first = beside_first(explosion.markers[0, 0], explosion.markers[0, 1], radius_of_marker(b), scatter)
            _lay(b, first.x, first.y, log)
    _resolve(b, dice, log)
    explosion.on = 0
    return False


@kernel
def radius_of_marker(b):
    """Inches, of the markers that a mine lays."""
    return b.weapons[b.mine_weapon].blast


@clause("PURS-SPO-14", "PURS-SPO-15", "PURS-SPO-16", "C40-BLAST-2", "C40-BLAST-7")
@kernel
def _resolve(b, dice, log):
    """Hits of every marker on every figure under it, friend or foe, in combat or not; then clusters under them."""
    explosion = b.explosion
    weapon = b.weapons[b.mine_weapon]
    for n in range(explosion.n_markers):
        x, y = explosion.markers[n, 0], explosion.markers[n, 1]
        for i in range(b.n_figures):
            if not is_on_table(b.figures[i]):
                continue
            if b.figures[i].hurt >= b.figures[i].wounds or not is_hit_by_blast(b, x, y, weapon.blast, i, dice, log):
                continue
            for _ in range(explosion.hits):
                if b.figures[i].hurt >= b.figures[i].wounds:
                    break
                hit(b, NONE, i, weapon.strength, saves_from_fire(weapon.ap, cover_in_ruin(b, i)), 0, dice, log)
    bury(b, log)
    _chain(b, log)


@clause("PURS-SPO-16", "PURS-SHO-12")
@kernel
def cover_in_ruin(b, i):
    """The cover save of a figure within a ruin, else none."""
    for k in range(b.n_pieces):
        if b.ground[k].cover == Cover.HARD and is_within(b, i, k):
            return cover_save(b.core, Cover.HARD)
    return NO_SAVE


@clause("PURS-SPO-17")
@kernel
def _chain(b, log):
    """Clusters at least partly under a marker go off too, after this one."""
    if b.options.mine_chain == MineChain.NO:
        return
    explosion = b.explosion
    for m in range(MAX_MINES):
        mine = b.mines[m]
        for n in range(explosion.n_markers):
            distance = distance_of_points(mine.x, mine.y, explosion.markers[n, 0], explosion.markers[n, 1])
            if is_partly_under(distance, b.mine_radius, radius_of_marker(b)):
                set_off(b, m, NONE, log)


@clause("PURS-SPO-13", "PURS-SEQ-4", "C40-BLAST-6")
@kernel
def judge_marker(b, action, log):
    """A marker on a hit symbol lies where the hunters like, touching one already down."""
    explosion = b.explosion
    x, y = snap(action.x), snap(action.y)
    if touches_marker(x, y, radius_of_marker(b), explosion.markers, explosion.n_markers):
        return Verdict(1, 0)
    nearest = 0
    least = BEYOND
    for n in range(explosion.n_markers):
        apart = distance_of_points(x, y, explosion.markers[n, 0], explosion.markers[n, 1])
        if apart < least:
            least = apart
            nearest = n
    most = int(2.0 * radius_of_marker(b))
    at = reason(log, Code.MARKER_TOUCHES_NONE, Clause.PURS_SPO_13, NONE, NONE, most)
    locate(log, at, x, y, explosion.markers[nearest, 0], explosion.markers[nearest, 1], least)
    return Verdict(0, 0)


@kernel
def make_marker(b, action, log):
    """Lay it, and go on."""
    b.explosion.choosing = 0
    _lay(b, action.x, action.y, log)
    b.phase = b.resume


@clause("PURS-SPO-3", "PURS-SPO-4", "PURS-SPO-5", "PURS-PUR-17")
@kernel
def carry_mines(b, k, inches):
    """Clusters tied to piece ``k`` go back with it; they move in no other way."""
    for m in range(MAX_MINES):
        if b.mines[m].on != 0 and b.mines[m].piece == k:
            b.mines[m].x = snap(b.mines[m].x - inches)


@clause("PURS-SPO-8")
@kernel
def lose_mines(b, k, log):
    """Clusters tied to a piece that comes off leave with it, unexploded."""
    for m in range(MAX_MINES):
        if b.mines[m].on != 0 and b.mines[m].piece == k:
            b.mines[m].on = 0
            side_event(log, Code.MINES_LEAVE, Clause.PURS_SPO_8, Side.HUNTERS, k)


@kernel
def is_marker_near(b, i, x, y):
    """Figure ``i`` would be under a marker at (x, y), at least in part."""
    figure = b.figures[i]
    return is_partly_under(distance_of_points(figure.x, figure.y, x, y), radius_of(figure), radius_of_marker(b))
