"""The points of the compass and the hands of a figure: in which direction a move leads, as players say it."""

from __future__ import annotations

from sandtable.kernel.geometry import degrees_of_facing

POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
"""Words that each game translates in its own folder."""


def _eighth_of(x: float, y: float) -> int:
    return round(float(degrees_of_facing(x, y)) / 45.0) % len(POINTS)


def point_of(x: float, y: float) -> str:
    """The point of the compass that a direction is nearest to."""
    return POINTS[_eighth_of(x, y)]


def hand_of(x: float, y: float, fx: float, fy: float) -> int:
    """To which hand of a figure that faces ``fx, fy`` a direction leads: eighths of a turn to the right of ahead."""
    return _eighth_of(x * fy - y * fx, x * fx + y * fy)
