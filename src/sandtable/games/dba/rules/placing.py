"""PLACING TERRAIN: who attacks, and the features that the defender lays out (DBA-SETUP, WAD-BUA)."""

from __future__ import annotations

import math

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.dba.clauses import Clause, Code, Purpose
from sandtable.games.dba.record import BATTLE, N_EDGES, N_GROUNDS, N_PIECES, N_SIDES, BoardEdge, Ground, PlacedAs, River
from sandtable.games.dba.rules.positions import SLACK
from sandtable.games.dba.switches import SameKind
from sandtable.kernel.changing_terrain import (
    OVAL_CORNERS,
    PlacedOval,
    append_line,
    append_oval,
    append_rectangle,
    append_stretch,
    has_room,
    take_off,
)
from sandtable.kernel.copying import copy_record
from sandtable.kernel.geometry import TOUCH, Segment, point_to_segment, rectangle, snap, snap_facing
from sandtable.kernel.limits import is_less_than, is_more_than
from sandtable.kernel.log import locate, reason, side_event
from sandtable.kernel.opposed_rolls import CONTESTANT, Again, contest, enter
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here
from sandtable.kernel.terrain import overlaps_feature, point_in_feature
from sandtable.kernel.verbs import Verdict

ANY_FEATURE = 0
COVER = 1
"""What quarters of the board are looked over for."""

SQUARE = 0.99999
"""Cosine above which a facing is square to an edge of the board."""

OVAL_LEAST = 0.93
"""A twelve-cornered oval is so much narrower than the rectangle around it that it is held to this many base widths."""


# Who attacks


@clause("DBA-SETUP-1")
@kernel
def throw_aggression(b, dice, log):
    """Each side's die plus its aggression; the low total defends and the high one attacks. Ties are thrown again."""
    sides = np.empty(N_SIDES, CONTESTANT)
    for side in range(N_SIDES):
        enter(sides[side], side, NONE, b.aggression[side])
    b.attacker = contest(sides, N_SIDES, Again.ALL, dice, log, Purpose.AGGRESSION)
    side_event(log, Code.ATTACKS, Clause.DBA_SETUP_1, b.attacker, int(sides[b.attacker].total))


@kernel
def defender_of(b):
    """The side that is not the attacker."""
    return 1 - b.attacker


# Which features, and how many


@kernel
def is_area(ground):
    """An area feature: an irregular oval, no road, river, waterway or crest."""
    return ground <= Ground.OASIS


@kernel
def _placed(b, as_what):
    """How many pieces have been placed as compulsory, or as optional."""
    total = 0
    for ground in range(N_GROUNDS):
        total += b.placed[ground, as_what]
    return total


@clause("DBA-SETUP-2", "DBA-SETUP-3", "DBA-SETUP-4", "DBA-TERR-2", "DBA-TERR-11", "WAD-BUA-1", "WAD-BUA-2",
        "WAD-BUA-3", "WAD-BUA-4")  # fmt: skip
@kernel
def may_have(b, ground, as_what, log):
    """The defender's home has this feature, as compulsory or optional, and they have not yet had all that they may.

    There are no built-up areas: no topography lists them, and arable country's compulsory feature is the road.
    """
    home = b.topography[defender_of(b)]
    if ground < 0 or ground >= Ground.CREST or as_what < PlacedAs.COMPULSORY or as_what > PlacedAs.OPTIONAL:
        reason(log, Code.NO_SUCH_FEATURE, Clause.DBA_TERR_2, NONE, NONE, 0)
        return False
    listed = b.rules.compulsory[home, ground] if as_what == PlacedAs.COMPULSORY else b.rules.optional[home, ground]
    if listed == 0:
        reason(log, Code.NOT_OF_THIS_HOME, Clause.DBA_TERR_2, NONE, NONE, ground)
        return False
    most = b.rules.compulsory_most if as_what == PlacedAs.COMPULSORY else b.rules.optional_most
    if _placed(b, as_what) >= most:
        reason(log, Code.ENOUGH_FEATURES, Clause.DBA_SETUP_3, NONE, NONE, most)
        return False
    same = b.placed[ground, PlacedAs.COMPULSORY] + b.placed[ground, PlacedAs.OPTIONAL]
    if b.options.same_kind == SameKind.APART and b.rules.one_only[ground] == 0:
        same = b.placed[ground, as_what]
    if same >= (1 if b.rules.one_only[ground] else b.rules.same_most):
        reason(log, Code.ENOUGH_OF_THIS, Clause.DBA_SETUP_4, NONE, NONE, same)
        return False
    group = b.rules.either_or[home, ground]
    for other in range(N_GROUNDS):
        taken = b.placed[other, PlacedAs.COMPULSORY] + b.placed[other, PlacedAs.OPTIONAL]
        if other != ground and group > 0 and b.rules.either_or[home, other] == group and taken > 0:
            reason(log, Code.NOT_BOTH_FEATURES, Clause.DBA_TERR_2, NONE, NONE, 0)
            return False
    return True


# Where


@kernel
def quarter(b, which):
    """One of the four quarters of the board as a base: 0 south-west, 1 south-east, 2 north-west, 3 north-east."""
    x = 0.5 * b.table_width * (which % 2)
    y = 0.5 * b.table_height * (which // 2)
    return rectangle(x, y, x + 0.5 * b.table_width, y + 0.5 * b.table_height)


@kernel
def _counts_as_cover(b, ground):
    """A river, a waterway or bad going."""
    return ground == Ground.RIVER or ground == Ground.WATERWAY or b.rules.bad_going[ground] == 1


@clause("DBA-SETUP-5", "DBA-SETUP-6")
@kernel
def quarters_with(b, what):
    """How many quarters hold at least part of ANY_FEATURE, or of COVER: of a river, waterway or bad going."""
    n = 0
    for which in range(4):
        base = quarter(b, which)
        for i in range(b.terrain.n_features):
            kind = b.terrain.features[i].kind
            if kind != Ground.CREST and (what == ANY_FEATURE or _counts_as_cover(b, kind)):
                if overlaps_feature(base, b.terrain, i):
                    n += 1
                    break
    return n


@kernel
def _distance_to_side(p, r, s):
    """The distance from the point p to the segment r-s."""
    nearest = point_to_segment(p.x, p.y, r.x, r.y, s.x, s.y)
    return math.sqrt((nearest.x - p.x) * (nearest.x - p.x) + (nearest.y - p.y) * (nearest.y - p.y))


@kernel
def _gap_of_pieces(terrain, i, j):
    """The distance between two polygons of the terrain; 0 when they meet."""
    one = terrain.features[i]
    other = terrain.features[j]
    least = math.inf
    for k in range(one.count):
        p = terrain.vertices[one.first + k]
        if point_in_feature(p.x, p.y, terrain, j):
            return 0.0
        q = terrain.vertices[one.first + (k + 1) % one.count]
        for m in range(other.count):
            r = terrain.vertices[other.first + m]
            s = terrain.vertices[other.first + (m + 1) % other.count]
            least = min(least, _distance_to_side(p, r, s))
            least = min(least, _distance_to_side(r, p, q))
            if _cross(p, q, r, s):
                return 0.0
    for m in range(other.count):
        r = terrain.vertices[other.first + m]
        if point_in_feature(r.x, r.y, terrain, i):
            return 0.0
    return least


@kernel
def _turn(p, q, r):
    """Positive when p, q, r turn anticlockwise."""
    return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)


@kernel
def _cross(p, q, r, s):
    """The segments p-q and r-s cross."""
    return _turn(p, q, r) * _turn(p, q, s) < 0.0 and _turn(r, s, p) * _turn(r, s, q) < 0.0


@kernel
def _is_on_board(b, i):
    """No corner of feature ``i`` lies outside the board."""
    feature = b.terrain.features[i]
    if feature.x0 < -TOUCH or feature.y0 < -TOUCH:
        return False
    return feature.x1 <= b.table_width + TOUCH and feature.y1 <= b.table_height + TOUCH


@kernel
def edge_of_point(b, x, y):
    """The BoardEdge on which the point lies, or NONE."""
    if y == b.table_height:
        return BoardEdge.NORTH
    if x == b.table_width:
        return BoardEdge.EAST
    if y == 0.0:
        return BoardEdge.SOUTH
    if x == 0.0:
        return BoardEdge.WEST
    return NONE


@kernel
def opposite(edge):
    """The BoardEdge across from this one."""
    return (edge + 2) % N_EDGES


@kernel
def runs_east(edge):
    """The BoardEdge is the north or the south one."""
    return edge == BoardEdge.NORTH or edge == BoardEdge.SOUTH


@kernel
def in_from(b, edge, x, y):
    """How far the point is in from a BoardEdge, in paces."""
    if edge == BoardEdge.NORTH:
        return b.table_height - y
    if edge == BoardEdge.EAST:
        return b.table_width - x
    return float(y) if edge == BoardEdge.SOUTH else float(x)


# Shape by shape: lay it, and look at it; a judge has it laid on a copy of the battle


@clause("DBA-SETUP-7", "DBA-SETUP-8", "DBA-SETUP-14", "DBA-TERR-8")
@kernel
def add_oval(b, ground, oval):
    """Lay a PlacedOval; a hill gets its crest along the middle of its long axis. Its index, or NONE."""
    index = append_oval(b.terrain, ground, oval)
    if index != NONE and (ground == Ground.STEEP_HILL or ground == Ground.GENTLE_HILL):
        reach = 0.5 * (oval.length - oval.width) + 0.25 * oval.width
        dx, dy = oval.fx * reach, oval.fy * reach
        append_line(b.terrain, Ground.CREST, oval.x - dx, oval.y - dy, oval.x + dx, oval.y + dy, NONE)
    return index


@kernel
def _judge_oval(b, action, log):
    """An oval of a size there is, on the board, a base width from other area features, and clear of water."""
    size = action.amount
    if size < 0 or size >= N_PIECES or b.rules.pieces[size, 0] == 0.0:
        reason(log, Code.NO_SUCH_SIZE, Clause.DBA_SETUP_7, NONE, NONE, size)
        return False
    length = b.rules.pieces[size, 0]
    width = b.rules.pieces[size, 1]
    if length > 2.0 * width and b.rules.long_and_thin[action.item] == 0:
        reason(log, Code.TOO_LONG_AND_THIN, Clause.DBA_SETUP_8, NONE, NONE, 0)
        return False
    before = b.terrain.n_features
    index = _lay_oval(b, action)
    fits = _is_on_board(b, index)
    if not fits:
        reason(log, Code.FEATURE_OFF_BOARD, Clause.DBA_SETUP_7, NONE, NONE, 0)
    for other in range(before):
        kind = b.terrain.features[other].kind
        if is_area(kind):
            if is_less_than(_gap_of_pieces(b.terrain, index, other), b.rules.base_width, SLACK):
                reason(log, Code.FEATURES_TOO_CLOSE, Clause.DBA_SETUP_9, NONE, NONE, other)
                fits = False
        elif kind == Ground.WATERWAY and _gap_of_pieces(b.terrain, index, other) == 0.0:
            reason(log, Code.FEATURE_IN_WATER, Clause.DBA_SETUP_9, NONE, NONE, other)
            fits = False
        elif kind == Ground.RIVER and (action.item == Ground.STEEP_HILL or action.item == Ground.GENTLE_HILL):
            if _gap_of_pieces(b.terrain, index, other) == 0.0:
                reason(log, Code.RIVER_OVER_HILL, Clause.DBA_SETUP_11, NONE, NONE, other)
                fits = False
    return fits


@kernel
def _lay_oval(b, action):
    """Lay the oval that the action describes."""
    facing = snap_facing(action.fx, action.fy)
    length = b.rules.pieces[action.amount, 0] * b.rules.base_width
    width = b.rules.pieces[action.amount, 1] * b.rules.base_width
    oval = PlacedOval(snap(action.x), snap(action.y), facing.x, facing.y, length, width)
    return add_oval(b, action.item, oval)


@kernel
def _lay_strip(b, action):
    """Lay the road or river through the action's points, half a base width wide."""
    first = NONE
    for k in range(action.n_via - 1):
        way = Segment(action.via[k, 0], action.via[k, 1], action.via[k + 1, 0], action.via[k + 1, 1])
        index = append_stretch(b.terrain, action.item, way, 0.5 * b.rules.base_width, first)
        if first == NONE:
            first = index
    return first


@kernel
def _strip_length(action):
    """The length of a road or river along its middle."""
    length = 0.0
    for k in range(action.n_via - 1):
        dx = action.via[k + 1, 0] - action.via[k, 0]
        dy = action.via[k + 1, 1] - action.via[k, 1]
        length += math.sqrt(dx * dx + dy * dy)
    return length


@clause("DBA-SETUP-10")
@kernel
def _judge_road(b, action, log):
    """A road runs from one edge to another edge, or to another road."""
    first = edge_of_point(b, action.via[0, 0], action.via[0, 1])
    last = edge_of_point(b, action.via[action.n_via - 1, 0], action.via[action.n_via - 1, 1])
    fits = first != NONE and last != NONE and first != last
    if first != NONE and last == NONE:
        for i in range(b.terrain.n_features):
            if b.terrain.features[i].kind == Ground.ROAD:
                if point_in_feature(action.via[action.n_via - 1, 0], action.via[action.n_via - 1, 1], b.terrain, i):
                    fits = True
    if not fits:
        reason(log, Code.ROAD_ENDS_NOWHERE, Clause.DBA_SETUP_10, NONE, NONE, 0)
    _lay_strip(b, action)
    return fits


@clause("DBA-SETUP-11", "DBA-SETUP-12")
@kernel
def _judge_river(b, action, log):
    """A river runs from edge to opposite edge, no longer than one and a half times the way, not over a hill.

    It keeps its distance from the two edges along which it runs. One that comes from a waterway runs on beneath it, to
    the edge that the waterway covers.
    """
    n = action.n_via
    x0 = action.via[0, 0]
    y0 = action.via[0, 1]
    x1 = action.via[n - 1, 0]
    y1 = action.via[n - 1, 1]
    first = edge_of_point(b, x0, y0)
    last = edge_of_point(b, x1, y1)
    if first == NONE or last == NONE or opposite(first) != last:
        reason(log, Code.RIVER_NOT_ACROSS, Clause.DBA_SETUP_11, NONE, NONE, 0)
        return False
    if is_more_than(_strip_length(action), 1.5 * math.sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0)), SLACK):
        reason(log, Code.RIVER_TOO_LONG, Clause.DBA_SETUP_11, NONE, NONE, 0)
        return False
    margin = b.rules.river_margin + 0.25 * b.rules.base_width
    for k in range(n):
        aside = action.via[k, 0] if first % 2 == 0 else action.via[k, 1]
        room = b.table_width if first % 2 == 0 else b.table_height
        if is_less_than(min(aside, room - aside), margin, SLACK):
            reason(log, Code.RIVER_NEAR_EDGE, Clause.DBA_SETUP_12, NONE, NONE, int(b.rules.river_margin))
            return False
    before = b.terrain.n_features
    _lay_strip(b, action)
    fits = True
    for i in range(before, b.terrain.n_features):
        for other in range(before):
            kind = b.terrain.features[other].kind
            if kind == Ground.STEEP_HILL or kind == Ground.GENTLE_HILL:
                if _gap_of_pieces(b.terrain, i, other) == 0.0:
                    fits = False
    if not fits:
        reason(log, Code.RIVER_OVER_HILL, Clause.DBA_SETUP_11, NONE, NONE, 0)
    return fits


@kernel
def edge_behind(action):
    """The BoardEdge at the back of one who faces as the action says; NONE if aslant."""
    if action.fy < -SQUARE:
        return BoardEdge.NORTH
    if action.fx < -SQUARE:
        return BoardEdge.EAST
    if action.fy > SQUARE:
        return BoardEdge.SOUTH
    return BoardEdge.WEST if action.fx > SQUARE else NONE


@clause("DBA-SETUP-13")
@kernel
def _judge_waterway(b, action, log):
    """A waterway covers one whole edge; its shore is straight, so its depth is at most the lesser of the two limits."""
    edge = edge_behind(action)
    if edge == NONE:
        reason(log, Code.NO_SUCH_EDGE, Clause.DBA_SETUP_13, NONE, NONE, 0)
        return False
    depth = in_from(b, edge, action.x, action.y)
    if is_less_than(depth, b.rules.shore_least, SLACK) or is_more_than(depth, b.rules.shore_most, SLACK):
        line = reason(log, Code.SHORE_TOO_FAR, Clause.DBA_SETUP_13, NONE, NONE, int(b.rules.shore_least))
        locate(log, line, math.nan, math.nan, math.nan, math.nan, b.rules.shore_most)
        return False
    before = b.terrain.n_features
    index = _lay_waterway(b, action)
    fits = True
    for other in range(before):
        if is_area(b.terrain.features[other].kind) and _gap_of_pieces(b.terrain, index, other) == 0.0:
            reason(log, Code.FEATURE_IN_WATER, Clause.DBA_SETUP_9, NONE, NONE, other)
            fits = False
    return fits


@kernel
def _lay_waterway(b, action):
    """Lay the waterway along its edge."""
    edge = edge_behind(action)
    depth = snap(in_from(b, edge, action.x, action.y))
    width = b.table_width
    height = b.table_height
    if edge == BoardEdge.NORTH:
        return append_rectangle(b.terrain, action.item, 0.0, height - depth, width, height)
    if edge == BoardEdge.EAST:
        return append_rectangle(b.terrain, action.item, width - depth, 0.0, width, height)
    if edge == BoardEdge.SOUTH:
        return append_rectangle(b.terrain, action.item, 0.0, 0.0, width, depth)
    return append_rectangle(b.terrain, action.item, 0.0, 0.0, depth, height)


@kernel
def _is_described(action):
    """Every number of the action is one, and a strip has its two ends."""
    if not (math.isfinite(action.x) and math.isfinite(action.y) and math.isfinite(action.fx + action.fy)):
        return False
    if action.n_via < 0 or action.n_via > len(action.via):
        return False
    for k in range(action.n_via):
        if not math.isfinite(action.via[k, 0] + action.via[k, 1]):
            return False
    if action.item == Ground.ROAD or action.item == Ground.RIVER:
        return action.n_via >= 2
    return True


@kernel
def _pieces_on_board(b):
    """Pieces of terrain, whatever their parts: a hill with its crest is one, a road with its bends is one."""
    n = 0
    for i in range(b.terrain.n_features):
        feature = b.terrain.features[i]
        if feature.part_of == i and feature.kind != Ground.CREST:
            n += 1
    return n


@clause("DBA-SETUP-2", "DBA-SETUP-9")
@kernel
def judge_place(b, action, log):
    """May the defender place this feature here? Nothing is paid for it. It is laid on a copy, and looked at there."""
    if not may_have(b, action.item, action.target, log):
        return Verdict(0, 0)
    if not _is_described(action):
        return refused(log, Code.FEATURE_HAS_NO_PLACE, Clause.DBA_SETUP_7, NONE, NONE, 0)
    if not has_room(b.terrain, 6, 6 * OVAL_CORNERS):
        return refused(log, Code.NO_MORE_TERRAIN, Clause.DBA_SETUP_7, NONE, NONE, _pieces_on_board(b))
    trial = np.empty(1, BATTLE)
    copy_record(trial[0], b)
    if action.item == Ground.ROAD:
        fits = _judge_road(trial[0], action, log)
    elif action.item == Ground.RIVER:
        fits = _judge_river(trial[0], action, log)
    elif action.item == Ground.WATERWAY:
        fits = _judge_waterway(trial[0], action, log)
    else:
        fits = _judge_oval(trial[0], action, log)
    can_finish = not fits or _can_still_finish(trial[0], action)
    keep_until_here(trial)
    if not can_finish:
        return refused(log, Code.QUARTERS_STAY_EMPTY, Clause.DBA_SETUP_5, NONE, NONE, 0)
    return Verdict(1 if fits else 0, 0)


@kernel
def _can_still_finish(b, action):
    """With this piece laid the pieces left can still reach three quarters, and two with cover (DBA-SETUP-5, 6).

    Every piece left can bring one more quarter; who would have none left may not waste the last.
    """
    compulsory_left = b.rules.compulsory_most - _placed(b, PlacedAs.COMPULSORY)
    optional_left = b.rules.optional_most - _placed(b, PlacedAs.OPTIONAL)
    left = compulsory_left + optional_left - 1
    missing = 3 - quarters_with(b, ANY_FEATURE)
    bare = 2 - quarters_with(b, COVER)
    return missing <= left and bare <= optional_left - (1 if action.target == PlacedAs.OPTIONAL else 0)


@kernel
def _lay(b, action):
    """Lay the feature that the action describes."""
    if action.item == Ground.ROAD or action.item == Ground.RIVER:
        _lay_strip(b, action)
    elif action.item == Ground.WATERWAY:
        _lay_waterway(b, action)
    else:
        _lay_oval(b, action)


@kernel
def _placed_code(kind):
    """The sentence for a feature of this kind that is placed."""
    if kind == Ground.WOOD:
        return Code.WOOD_PLACED
    if kind == Ground.STEEP_HILL:
        return Code.STEEP_HILL_PLACED
    if kind == Ground.GENTLE_HILL:
        return Code.GENTLE_HILL_PLACED
    if kind == Ground.MARSH:
        return Code.MARSH_PLACED
    if kind == Ground.ROUGH:
        return Code.ROUGH_PLACED
    if kind == Ground.DUNES:
        return Code.DUNES_PLACED
    if kind == Ground.OASIS:
        return Code.OASIS_PLACED
    if kind == Ground.RIVER:
        return Code.RIVER_PLACED
    if kind == Ground.WATERWAY:
        return Code.WATERWAY_PLACED
    return Code.ROAD_PLACED


@clause("DBA-SETUP-2")
@kernel
def place(b, action, log):
    """Place the feature."""
    _lay(b, action)
    b.placed[action.item, action.target] += 1
    if action.item == Ground.RIVER:
        b.river = River.UNKNOWN
    side_event(log, _placed_code(action.item), Clause.DBA_SETUP_2, defender_of(b), action.item)


@clause("DBA-SETUP-3", "DBA-SETUP-5", "DBA-SETUP-6")
@kernel
def may_end_placing(b, log):
    """The defender has as many features as they must have, in three quarters, with cover in two."""
    fit = True
    if _placed(b, PlacedAs.COMPULSORY) < b.rules.compulsory_least:
        reason(log, Code.COMPULSORY_MISSING, Clause.DBA_SETUP_3, NONE, NONE, b.rules.compulsory_least)
        fit = False
    if _placed(b, PlacedAs.OPTIONAL) < b.rules.optional_least:
        reason(log, Code.OPTIONAL_MISSING, Clause.DBA_SETUP_3, NONE, NONE, b.rules.optional_least)
        fit = False
    if quarters_with(b, ANY_FEATURE) < 3:
        reason(log, Code.QUARTERS_EMPTY, Clause.DBA_SETUP_5, NONE, NONE, 3)
        fit = False
    if quarters_with(b, COVER) < 2:
        reason(log, Code.QUARTERS_BARE, Clause.DBA_SETUP_6, NONE, NONE, 2)
        fit = False
    return fit


@clause("DBA-SETUP-2")
@kernel
def judge_clear(b, log):
    """The defender may take all their terrain off and begin anew, as long as they have not ended."""
    if b.terrain.n_features == 0:
        return refused(log, Code.NOTHING_PLACED, Clause.DBA_SETUP_2, NONE, NONE, 0)
    return Verdict(1, 0)


@clause("DBA-SETUP-2")
@kernel
def clear(b, log):
    """Take all terrain off the board."""
    take_off(b.terrain, 0, 0)
    b.placed[:] = 0
    side_event(log, Code.TERRAIN_CLEARED, Clause.DBA_SETUP_2, defender_of(b), 0)
