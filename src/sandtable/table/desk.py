"""Room to work in for the face: scratch log, dice and lists of actions, one set a thread, used by every battle."""

from __future__ import annotations

import threading
from functools import cached_property
from typing import Any

import numpy as np

from sandtable.kernel.dice import DICE
from sandtable.kernel.log import LOG
from sandtable.kernel.records import new_actions
from sandtable.kernel.verbs import MAX_LEGAL


class Desk(threading.local):
    """Scratch records. Whoever uses one clears it first and copies out what should last."""

    @cached_property
    def log(self) -> Any:
        """A log that keeps entries."""
        log = np.zeros(1, LOG)
        log["keep"] = 1
        return log[0]

    @cached_property
    def dice(self) -> Any:
        """Dice."""
        return np.zeros(1, DICE)[0]

    @cached_property
    def actions(self) -> Any:
        """Shape ``[MAX_LEGAL]``: a list for ``legal_actions`` to fill."""
        return new_actions(MAX_LEGAL)


DESK = Desk()


def clean_log() -> Any:
    """This thread's log, empty."""
    log = DESK.log
    log["n"] = 0
    log["lost"] = 0
    return log
