"""What things and men are worth in points: by the lines of the scenario, for the side that takes or keeps them."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.inter_arma.record import Lies, Scoring, Thing
from sandtable.games.inter_arma.rules.positions import is_commander

UNNAMED = 0.5
"""Points that loot counts as which no line of the scenario names: morale knows of it all the same."""

AGAIN = 0.15
"""Points that a javelin to throw again is likely to bring who takes it up."""

SHOOTER = 0.3
"""What a man with a bow, sling or crossbow is worth more than another."""


@kernel
def is_line_of(b, line, side):
    """The line counts for a side's team."""
    return b.sides[line.side].team == b.sides[side].team


@kernel
def prize_of_marker(b, side, m):
    """Points by which a side is better off with marker ``m`` in hand than where an enemy keeps it."""
    sum_ = 0.0
    for k in range(b.n_points):
        line = b.scoring[k]
        if line.item != m:
            continue
        if line.rule == Scoring.MARKER_TAKEN and is_line_of(b, line, side):
            sum_ += line.amount
        elif line.rule == Scoring.MARKER_KEPT or line.rule == Scoring.MARKER_SAFE or line.rule == Scoring.MARKER_WITHIN:
            sum_ += line.amount
    return max(sum_, UNNAMED)


@kernel
def prize_of_herd(b, h):
    """Points by which a side is better off with herd ``h``."""
    sum_ = 0.0
    for k in range(b.n_points):
        line = b.scoring[k]
        if line.item == h and (line.rule == Scoring.HERD_TAKEN or line.rule == Scoring.HERD_KEPT):
            sum_ += line.amount
    return sum_


@kernel
def prize_of_checkpoint(b):
    """Points by which a side is better off with a checkpoint than its enemy."""
    sum_ = 0.0
    for k in range(b.n_points):
        if b.scoring[k].rule == Scoring.CHECKPOINTS:
            sum_ += b.scoring[k].amount
    return sum_


@kernel
def prize_of_fire(b, side, k):
    """Points by which a side is better off when building ``k`` has burnt down."""
    sum_ = 0.0
    for line in range(b.n_points):
        rule = b.scoring[line].rule
        if is_line_of(b, b.scoring[line], side):
            if rule == Scoring.BUILDINGS or (rule == Scoring.TENTS and b.sites[k].tent != 0):
                sum_ += b.scoring[line].amount
        elif rule == Scoring.STANDING and b.scoring[line].side == b.sites[k].owner:
            sum_ += b.scoring[line].amount
    return sum_


@kernel
def prize_of_camp(b, side):
    """Points that an enemy loses while a figure of the side is in its camp at the end."""
    sum_ = 0.0
    for k in range(b.n_points):
        if b.scoring[k].rule == Scoring.NO_ENEMY_WITHIN and not is_line_of(b, b.scoring[k], side):
            sum_ += b.scoring[k].amount
    return sum_


@kernel
def price_of(b, i):
    """Points that the loss of figure ``i`` costs its side: the figure, and what it carries."""
    figure = b.figures[i]
    sum_ = 3.0 if is_commander(figure) else 1.0
    if figure.gun >= 0:
        sum_ += SHOOTER
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.thing != Thing.JAVELIN and marker.lies == Lies.CARRIED and marker.carrier == i:
            sum_ += prize_of_marker(b, figure.side, m)
    return sum_
