"""Dice: a counter-based generator or a script, apart from the battle so that no planner can read them."""

from __future__ import annotations

import hashlib
from enum import IntEnum
from typing import Any

import numpy as np

from sandtable.compiler.decorators import COMPILED, kernel
from sandtable.kernel.log import die
from sandtable.kernel.records import NONE, record

MAX_SCRIPT = 2048
MAX_THROWN = 2048
"""What one action of any game can throw at most: tests/test_worst_of_games.py plays or reckons the worst of each."""

ENDLESS = 20_000
"""Throws beyond the room for them, in one action, that no rule can mean."""


BOUNDLESS = 1 << 30
"""Branches of a tree of dice that nobody walks."""


class Source(IntEnum):
    """Where the next die comes from."""

    GENERATOR = 0
    SCRIPT = 1  # the script only: a die it does not hold is reported as missing
    SCRIPT_THEN_GENERATOR = 2
    TREE = 3  # a leaf of the tree of dice: the first throws are held, those behind them show 1
    KEYED = 4  # by what a die is thrown for, whoever threw before: see ``begin_bound``


SCRIPTED = record(  # a die that somebody says instead of throwing it; of keyed dice, what was thrown in this bound
    ("purpose", "i4"),  # the game's own Purpose; NONE fits any
    ("side", "i4"),  # who throws; NONE fits any
    ("figure", "i4"),  # for whom; NONE fits any
    ("value", "i4"),  # of keyed dice: how often it was thrown before
    ("used", "i4"),  # 1 once taken
)

THROW = record(  # a die as it fell, or, in a tree of dice, one of the results that a contest can have
    ("purpose", "i4"),
    ("side", "i4"),
    ("figure", "i4"),
    ("sides", "i4"),  # of the die; of a contest: how many results it can have
    ("value", "i4"),  # from 1 to ``sides``
    ("ways", "f8"),  # its chance: so many ways ...
    ("of", "f8"),  # ... of so many; whole numbers
)

DICE = record(
    ("script", SCRIPTED, (MAX_SCRIPT,)),
    ("thrown", THROW, (MAX_THROWN,)),  # every throw since the last ``forget``, in order
    ("source", "i4"),
    ("key_low", "i4"),  # the two halves of the generator's 64-bit key
    ("key_high", "i4"),
    ("counter", "i4"),  # throws drawn from the generator so far
    ("n_script", "i4"),
    ("n_thrown", "i4"),
    ("n_held", "i4"),  # of a leaf of the tree: so many throws show again what ``thrown`` still holds
    ("bound", "i4"),  # of keyed dice
    ("lost", "i4"),  # throws that found no room in ``thrown``; whoever handed in the dice must look
    ("missing", "i4"),  # 1 once a die was asked for that the script does not hold
    ("missing_throw", THROW),  # that die
)


def generator_key(seed: int | str) -> Any:
    """The two halves of the key that a seed (any integer or text) gives a generator, i4[2]."""
    return np.frombuffer(hashlib.sha256(f"sandtable:{seed}".encode()).digest()[:8], "<i4")


def new_dice(seed: int | str = 0) -> Any:
    """Dice drawn from a generator keyed by ``seed`` (any integer or text)."""
    dice = np.zeros(1, DICE)[0]
    dice.key_low, dice.key_high = generator_key(seed)
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
def begin_bound(dice, bound):
    """Key the dice of this bound (from 1) by purpose, side, figure, and how often these threw in it.

    Where two battles with the same key part, each die still shows in both what it is thrown for: studies compare them.
    """
    dice.source = Source.KEYED
    dice.bound = bound
    dice.counter = bound << 16
    dice.n_script = 0


@kernel
def _thrown_before(dice, purpose, side, figure):
    """How often these threw in this bound before; counts one more."""
    for index in range(dice.n_script):
        known = dice.script[index]
        if known.purpose == purpose and known.side == side and known.figure == figure:
            known.value += 1
            return known.value
    if dice.n_script < MAX_SCRIPT:
        known = dice.script[dice.n_script]
        dice.n_script += 1
        known.purpose = purpose
        known.side = side
        known.figure = figure
        known.value = 0
    return 0


@kernel
def _keyed(dice, purpose, side, figure, sides):
    """The die of this key."""
    times = _thrown_before(dice, purpose, side, figure)
    of_bound = random_word(dice.key_low, dice.key_high, 0x40000000 + (dice.bound << 12) + times)
    word = random_word(of_bound, dice.key_high, (purpose << 20) ^ ((side + 1) << 16) ^ (figure + 1))
    return ((word * sides) >> 32) + 1


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
        return throw.value
    return 0


@kernel
def _said(dice, purpose, side, figure, sides):
    """What the script says; a die that it does not hold comes from the generator, or is missing and shows 1."""
    value = _from_script(dice, purpose, side, figure)
    if value != 0:
        return value
    if dice.source == Source.SCRIPT_THEN_GENERATOR:
        return choose(dice, sides) + 1
    if dice.missing == 0:
        dice.missing = 1
        wanted = dice.missing_throw
        wanted.purpose = purpose
        wanted.side = side
        wanted.figure = figure
        wanted.sides = sides
    return 1


@kernel
def _beyond_room(dice, sides):
    """A die that finds no room: from the generator, so that "ties again" comes to an end whatever the source."""
    dice.lost += 1
    if not COMPILED and dice.lost > ENDLESS:
        raise RuntimeError(f"a rule throws dice without end: {ENDLESS} and more in one action")
    return choose(dice, sides) + 1


@kernel
def _held(dice):
    """What the next throw shows in this leaf of the tree of dice."""
    return dice.thrown[dice.n_thrown].value if dice.n_thrown < dice.n_held else 1


@kernel
def _note(dice, purpose, sides, value):
    """Record a throw; returns it, still without whose it is and what its chance was."""
    throw = dice.thrown[dice.n_thrown]
    dice.n_thrown += 1
    throw.purpose = purpose
    throw.sides = sides
    throw.value = value
    return throw


@kernel
def throw_die(dice, log, purpose, side, figure, sides):
    """Throw one die of ``sides`` sides and return its value, 1 to ``sides``.

    The throw is recorded in ``dice.thrown`` and in the log. A die that the script does not hold sets
    ``dice.missing`` and shows 1, one that finds no room counts as ``dice.lost``: whoever handed in the dice must
    look, and drop the battle.
    """
    if dice.n_thrown >= MAX_THROWN:
        value = _beyond_room(dice, sides)
    else:
        if dice.source == Source.GENERATOR:
            value = choose(dice, sides) + 1
        elif dice.source == Source.TREE:
            value = _held(dice)
        elif dice.source == Source.KEYED:
            value = _keyed(dice, purpose, side, figure, sides)
        else:
            value = _said(dice, purpose, side, figure, sides)
        throw = _note(dice, purpose, sides, value)
        throw.side = side
        throw.figure = figure
        throw.ways = 1.0
        throw.of = sides
    die(log, purpose, side, figure, sides, value)
    return value


@kernel
def draw(dice, purpose, weights, n):
    """Which of ``n`` results, of these weights (whole, above 0), this leaf of the tree has: one branch for each."""
    if dice.n_thrown >= MAX_THROWN:
        dice.lost += 1
        return 0
    value = _held(dice)
    throw = _note(dice, purpose, n, value)
    throw.side = NONE
    throw.figure = NONE
    throw.ways = weights[value - 1]
    throw.of = np.sum(weights[:n])
    return value - 1


@kernel
def too_many_results(dice, purpose):
    """Make this tree larger than any that is walked: what happens here can only be sampled."""
    if dice.n_thrown < MAX_THROWN:
        throw = _note(dice, purpose, BOUNDLESS, _held(dice))
        throw.side = NONE
        throw.figure = NONE
        throw.ways = 1.0
        throw.of = BOUNDLESS
