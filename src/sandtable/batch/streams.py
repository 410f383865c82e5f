"""The dice of one battle among many: where its generator stands, in a few bytes.

``kernel.dice`` hands a rule its dice with room for a script and for every throw, a hundred kilobytes. Of thousands of
battles each keeps its place in its generator, and one set of dice a thread is set to that place while the battle runs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.kernel.dice import Source, forget, generator_key
from sandtable.kernel.records import record

STREAM = record(
    ("key_low", "i4"),  # the two halves of the generator's 64-bit key
    ("key_high", "i4"),
    ("counter", "i4"),  # throws drawn from it so far
    ("lost", "i4"),  # throws and findings that found no room: such a battle is not to be trusted
)


def new_streams(names: Iterable[int | str]) -> Any:
    """Streams that throw as ``new_dice(name)`` does, one for each name. Shape ``[n]``."""
    keys = np.array([generator_key(name) for name in names], np.int32).reshape(-1, 2)
    streams = np.zeros(len(keys), STREAM)
    streams["key_low"], streams["key_high"] = keys[:, 0], keys[:, 1]
    return streams


@kernel
def take_up(dice, stream):
    """Set dice to where a stream stands."""
    dice.source = Source.GENERATOR
    dice.key_low = stream.key_low
    dice.key_high = stream.key_high
    dice.counter = stream.counter
    forget(dice)


@kernel
def put_back(stream, dice, log):
    """Note where the dice have come to, and what found no room among them or in the log."""
    stream.counter = dice.counter
    stream.lost += dice.lost + log.lost
    log.lost = 0
    forget(dice)
