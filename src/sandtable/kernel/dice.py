"""Dice: a counter-based generator or a script, apart from the battle so that no planner can read them."""

from __future__ import annotations

import hashlib
from enum import IntEnum
from typing import Any

import numpy as np

from sandtable.kernel.compiling import kernel
from sandtable.kernel.log import Kind, write
from sandtable.kernel.records import NONE, record

MAX_SCRIPT = 128
MAX_THROWN = 128


class Source(IntEnum):
    """Where the next die comes from."""

    GENERATOR = 0
    SCRIPT = 1  # the script only: a die it does not hold is reported as missing
    SCRIPT_THEN_GENERATOR = 2


THROW = record(
    ("purpose", "i4"),  # the game's own Purpose; NONE in a script fits any
    ("side", "i4"),  # who throws; NONE in a script fits any
    ("figure", "i4"),  # for whom; NONE in a script fits any
    ("sides", "i4"),  # of the die
    ("value", "i4"),
    ("used", "i4"),  # of a scripted throw: 1 once taken
)

DICE = record(
    ("script", THROW, (MAX_SCRIPT,)),
    ("thrown", THROW, (MAX_THROWN,)),  # every throw since the last ``forget``, in order
    ("source", "i4"),
    ("key_low", "i4"),  # the two halves of the generator's 64-bit key
    ("key_high", "i4"),
    ("counter", "i4"),  # throws drawn from the generator so far
    ("n_script", "i4"),
    ("n_thrown", "i4"),
    ("lost", "i4"),  # throws that found no room in ``thrown``
    ("missing", "i4"),  # 1 once a die was asked for that the script does not hold
    ("missing_throw", THROW),  # that die
)


def new_dice(seed: int | str = 0) -> Any:
    """Dice drawn from a generator keyed by ``seed`` (any integer or text)."""
    dice = np.zeros(1, DICE)[0]
    low, high = np.frombuffer(hashlib.sha256(f"sandtable:{seed}".encode()).digest()[:8], "<i4")
    dice.key_low = low
    dice.key_high = high
    return dice


def scripted_dice(throws: Any = (), seed: int | str | None = None) -> Any:
    """Dice from a script of ``(purpose, side, figure, value)``; with a seed, the generator fills the gaps.

    Raises ``ValueError`` when the script is longer than ``MAX_SCRIPT``.
    """
    dice = new_dice(0 if seed is None else seed)
    dice.source = Source.SCRIPT.value if seed is None else Source.SCRIPT_THEN_GENERATOR.value
    throws = list(throws)
    if len(throws) > MAX_SCRIPT:
        raise ValueError(f"a script holds at most {MAX_SCRIPT} dice, got {len(throws)}")
    for index, (purpose, side, figure, value) in enumerate(throws):
        throw = dice.script[index]
        throw.purpose = purpose
        throw.side = side
        throw.figure = figure
        throw.value = value
    dice.n_script = len(throws)
    return dice


@kernel
def forget(dice):
    """Forget the throws recorded so far; the generator and the script stay where they are."""
    dice.n_thrown = 0
    dice.lost = 0
    dice.missing = 0


@kernel
def _multiply(a, b):
    """The high and low 32 bits of a product of two 32-bit numbers, in signed 64-bit steps."""
    upper = a * (b >> 16)
    lower = a * (b & 0xFFFF)
    middle = upper + (lower >> 16)
    return middle >> 16, ((middle & 0xFFFF) << 16) | (lower & 0xFFFF)


@kernel
def random_word(key_low, key_high, counter):
    """32 random bits: Philox-2x32 with ten rounds, keyed by ``key_low`` (stream in ``key_high``).

    Counter-based: the n-th word of a key is the same on every machine and for any number of workers.
    """
    left = np.int64(counter) & 0xFFFFFFFF
    right = np.int64(key_high) & 0xFFFFFFFF
    key = np.int64(key_low) & 0xFFFFFFFF
    for _ in range(10):
        high, low = _multiply(np.int64(0xD256D193), left)
        left = high ^ key ^ right
        right = low
        key = (key + np.int64(0x9E3779B9)) & 0xFFFFFFFF
    return left


@kernel
def choose(dice, n):
    """A number from 0 to ``n`` - 1 from the generator, not recorded: for choices, not for rules."""
    word = random_word(dice.key_low, dice.key_high, dice.counter)
    dice.counter += 1
    return (word * n) >> 32


@kernel
def _from_script(dice, purpose, side, figure):
    """The value of the first unused scripted throw that fits, or 0."""
    for index in range(dice.n_script):
        throw = dice.script[index]
        if throw.used != 0:
            continue
        if throw.purpose != NONE and throw.purpose != purpose:
            continue
        if throw.side != NONE and throw.side != side:
            continue
        if throw.figure != NONE and throw.figure != figure:
            continue
        throw.used = 1
        return np.int64(throw.value)
    return np.int64(0)


@kernel
def throw_die(dice, log, purpose, side, figure, sides):
    """Throw one die of ``sides`` sides and return its value, 1 to ``sides``.

    The throw is recorded in ``dice.thrown`` and in the log. A die that the script does not hold sets
    ``dice.missing`` and shows 1: whoever handed in the script must look, and drop the battle.
    """
    value = np.int64(0)
    if dice.source != Source.GENERATOR:
        value = _from_script(dice, purpose, side, figure)
    if value == 0:
        if dice.source == Source.SCRIPT:
            if dice.missing == 0:
                dice.missing = 1
                wanted = dice.missing_throw
                wanted.purpose = purpose
                wanted.side = side
                wanted.figure = figure
                wanted.sides = sides
            value = np.int64(1)
        else:
            value = choose(dice, np.int64(sides)) + 1
    if dice.n_thrown < MAX_THROWN:
        throw = dice.thrown[dice.n_thrown]
        throw.purpose = purpose
        throw.side = side
        throw.figure = figure
        throw.sides = sides
        throw.value = value
        dice.n_thrown += 1
    else:
        dice.lost += 1
    write(log, Kind.DIE, purpose, NONE, side, figure, NONE, sides, value)
    return value
