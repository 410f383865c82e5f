"""Measured lengths against the limits of a rulebook: "within", "more than", "at least", "less than", "the nearest".

Places are kept on a lattice and facings to a hundredth of a degree, so a measured length is off by a little: 8 inches
may measure 8.0002. Whoever compares a length with a limit asks here and hands over the game's slack, so that exactly
the limit counts as exactly the limit in every direction. A game's slack is a constant of its rules: more than twice
LATTICE and twice half the diagonal of its largest base by half a hundredth of a degree, less than players can tell.

Touching has a measure of its own (``geometry.TOUCH``), and what is swept along a way is held against it.
"""

from __future__ import annotations

from sandtable.compiler.decorators import kernel


@kernel
def is_within(length, limit, slack):
    """The length is the limit or less."""
    return length <= limit + slack


@kernel
def is_more_than(length, limit, slack):
    """The length is more than the limit; exactly the limit is not."""
    return length > limit + slack


@kernel
def is_at_least(length, limit, slack):
    """The length is the limit or more."""
    return length >= limit - slack


@kernel
def is_less_than(length, limit, slack):
    """The length is less than the limit; exactly the limit is not."""
    return length < limit - slack


@kernel
def is_as_near(length, nearest, slack):
    """One of several lengths is as short as ``nearest``, their shortest: both are measured, so each has its slack."""
    return length <= nearest + 2.0 * slack


@kernel
def is_as_far(length, farthest, slack):
    """One of several lengths is as long as ``farthest``, their longest: both are measured, so each has its slack."""
    return length >= farthest - 2.0 * slack
