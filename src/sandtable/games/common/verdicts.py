"""The answer of a judge who has found a reason."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.kernel.log import reason
from sandtable.kernel.verbs import Verdict


@kernel
def refused(log, code, clause, actor, other, amount):
    """Write why an action is not legal, as ``reason`` takes it; the Verdict on it."""
    reason(log, code, clause, actor, other, amount)
    return Verdict(0, 0)
