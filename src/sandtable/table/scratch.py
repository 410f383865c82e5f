"""Room to work in for the face: scratch log, dice and lists of actions, one set a thread, used by every battle."""

from __future__ import annotations

import threading
from functools import cached_property
from typing import Any

import numpy as np

from sandtable.kernel.dice import DICE, MAX_THROWN
from sandtable.kernel.log import LOG
from sandtable.kernel.outcomes import OUTCOMES
from sandtable.kernel.records import new_actions
from sandtable.kernel.verbs import MAX_LEGAL

TOO_MANY_DICE = f"one action throws more than {MAX_THROWN} dice: does a rule throw again and again?"


def copied(array: Any) -> Any:
    """A copy of a structured array; ``array.copy()`` goes field by field, which is forty times slower."""
    return np.frombuffer(bytearray(array.tobytes()), array.dtype)


class Bench:
    """Room for one battle: kernels are called on ``record``, whose bytes are ``buffer``.

    One record is used over and over because numpy describes a new one to its first kernel field by field.
    """

    def __init__(self, dtype: Any) -> None:
        self.buffer = bytearray(dtype.itemsize)
        self.record = np.frombuffer(self.buffer, dtype)[0]


class Scratch(threading.local):
    """Scratch records. Whoever uses one clears it first and copies out what should last."""

    def __init__(self) -> None:
        self.benches: dict[Any, Bench] = {}
        self.trials: dict[Any, Any] = {}
        self.lists: dict[Any, Any] = {}

    def bench(self, dtype: Any) -> Bench:
        """Room for a battle of this record dtype."""
        bench = self.benches.get(dtype)
        if bench is None:
            bench = self.benches[dtype] = Bench(dtype)
        return bench

    def trial(self, dtype: Any) -> Any:
        """``[1]`` battle of this record dtype to try on."""
        if dtype not in self.trials:
            self.trials[dtype] = np.zeros(1, dtype)
        return self.trials[dtype]

    @cached_property
    def outcomes(self) -> Any:
        """Room for what may come of an action."""
        return np.zeros(1, OUTCOMES)[0]

    @cached_property
    def log(self) -> Any:
        """A log that keeps entries."""
        log = np.zeros(1, LOG)
        log["keep"] = 1
        return log[0]

    @cached_property
    def silent(self) -> Any:
        """A log that keeps nothing."""
        return np.zeros(1, LOG)[0]

    @cached_property
    def entries(self) -> Any:
        """The entries of ``log``, shape ``[CAPACITY]``."""
        return self.log["entries"]

    @cached_property
    def dice(self) -> Any:
        """Dice."""
        return np.zeros(1, DICE)[0]

    @cached_property
    def thrown(self) -> Any:
        """The throws of ``dice``, shape ``[MAX_THROWN]``."""
        return self.dice["thrown"]

    @cached_property
    def script(self) -> Any:
        """The script of ``dice``, shape ``[MAX_SCRIPT]``."""
        return self.dice["script"]

    def actions(self, dtype: Any) -> Any:
        """Shape ``[MAX_LEGAL]``: a list for ``legal_actions`` to fill with actions of this record dtype."""
        if dtype not in self.lists:
            self.lists[dtype] = new_actions(MAX_LEGAL, dtype)
        return self.lists[dtype]


SCRATCH = Scratch()


def clean_log() -> Any:
    """This thread's log, empty."""
    log = SCRATCH.log
    log["n"] = log["lost"] = log["kept_from"] = 0
    return log
