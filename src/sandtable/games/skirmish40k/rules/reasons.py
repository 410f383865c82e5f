"""REASONS: why an action is not legal, with what was measured between two bases."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.skirmish40k.rules.measuring import gap_between
from sandtable.kernel.log import locate, reason
from sandtable.kernel.verbs import Verdict


@kernel
def reason_between(b, log, code, cited, i, j, amount):
    """A reason about figures ``i`` and ``j``, with the line between them and the gap of their bases as its value."""
    a, c = b.figures[i], b.figures[j]
    locate(log, reason(log, code, cited, i, j, amount), a.x, a.y, c.x, c.y, gap_between(b, i, j))


@kernel
def refused_between(b, log, code, cited, i, j, amount):
    """The same, and the Verdict on the action."""
    reason_between(b, log, code, cited, i, j, amount)
    return Verdict(0, 0)
