"""How an exact chance is said: in per cent, and in ways where there are few."""

from __future__ import annotations

from fractions import Fraction

EXACTLY = 7776
"""Chances of so many ways at most are said as ways, too."""


def chance(share: Fraction) -> str:
    """``97.2 % (35 of 36)``; ``always`` and ``never`` in words."""
    if share in (0, 1):
        return "always" if share else "never"
    ways = f" ({share.numerator} of {share.denominator})" if share.denominator <= EXACTLY else ""
    percent = 100 * float(share)
    return f"{min(max(percent, 0.1), 99.9):.1f} %{ways}"
