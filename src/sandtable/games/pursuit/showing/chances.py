"""How an exact chance is said: in per cent, and in ways where there are few."""

from __future__ import annotations

from fractions import Fraction

from sandtable.games.common.amounts import with_its_mark
from sandtable.translation import gettext

EXACTLY = 7776
"""Chances of so many ways at most are said as ways, too."""


def chance(share: Fraction) -> str:
    """``97.2 % (35 of 36)``; ``always`` and ``never`` in words."""
    if share in (0, 1):
        return gettext("always") if share else gettext("never")
    ways = gettext("{number} of {most}", number=share.numerator, most=share.denominator)
    percent = with_its_mark(f"{min(max(100 * float(share), 0.1), 99.9):.1f} %")
    return f"{percent} ({ways})" if share.denominator <= EXACTLY else percent
