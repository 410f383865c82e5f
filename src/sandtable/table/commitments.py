"""Proof of honest dice: a seed's commitment, shown before play, and whether a save keeps what it promised."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sandtable.kernel.dice import choose, new_dice
from sandtable.table.save_files import ActionEntry, DieEntry, SaveFile, StartEntry
from sandtable.translation import gettext

NONCE_BYTES = 16
"""128 random bits beside the seed: without them the commitment of a short seed is found by trying seeds."""


def new_nonce() -> str:
    """A nonce that nobody can guess, in hexadecimal."""
    return secrets.token_hex(NONCE_BYTES)


def commitment_of(seed: str, nonce: str | None) -> str:
    """What may be shown before play: SHA-256 of the nonce and the seed. Without a nonce (old saves) of the seed."""
    said = seed if nonce is None else f"{nonce}:{seed}"
    return hashlib.sha256(said.encode()).hexdigest()


@dataclass(frozen=True)
class Verification:
    """What became of a save's promise. ``proven``: None where the save does not hold what would prove it."""

    proven: bool | None
    sentences: tuple[str, ...]


def verify(save: SaveFile) -> Verification:
    """Whether the seed of a save is the one promised before play, and whether its dice are those of that seed."""
    seed, nonce = save.dice.seed, save.dice.nonce
    if seed is None:
        return Verification(None, (gettext("The seed is still sealed: it is in the save once the battle is over."),))
    sentences = []
    if save.dice.commitment is None:
        kept: bool | None = None
        sentences.append(gettext("The save holds no commitment, so nothing was promised before play."))
    else:
        kept = commitment_of(seed, nonce) == save.dice.commitment
        right = gettext("The seed is the one whose commitment was shown before play.")
        wrong_seed = gettext("The seed is NOT the one whose commitment was shown before play.")
        sentences.append(right if kept else wrong_seed)
        if kept and nonce is None:
            sentences.append(gettext("That commitment was made without a nonce: whoever saw it could try short seeds."))
    if save.dice.chosen:
        sentences.append(gettext("Somebody chose that seed: to them the dice were no secret."))
    since = save.dice.since
    if since:
        sentences.append(
            gettext(
                "Before action {number} the dice came from another seed, which this save cannot prove.", number=since
            )
        )
    wrong = _first_wrong(save)
    if save.dice.scripted:
        sentences.append(gettext("Dice of this battle were written down beforehand, so no seed can prove them."))
        return Verification(False if kept is False else None, tuple(sentences))
    if wrong is not None:
        laying = gettext("The dice are NOT those that the seed gives, from the laying of the table on.")
        later = gettext("The dice are NOT those that the seed gives, from action {number} on.", number=wrong)
        sentences.append(later if wrong else laying)
        return Verification(False, tuple(sentences))
    sentences.append(gettext("Every die is the one that the seed gives."))
    return Verification(kept, tuple(sentences))


def _first_wrong(save: SaveFile) -> int | None:
    """The number of the first action (0: the laying) with a die that the seed does not give; None: all are right."""
    assert save.dice.seed is not None
    generator = new_dice(save.dice.seed)
    for number, at, dice in thrown(save):
        if number < save.dice.since:
            continue
        generator.counter = at
        if any(int(choose(generator, int(die.sides))) + 1 != die.value for die in dice):
            return number
    return None


def thrown(save: SaveFile) -> Iterator[tuple[int, int, Sequence[DieEntry]]]:
    """Each action's number (0: the laying), how many throws the generator had given before it, and its dice."""
    at = 0
    entries: list[StartEntry | ActionEntry] = [save.start, *save.actions]
    for number, entry in enumerate(entries):
        at = at if entry.at is None else entry.at
        yield number, at, entry.dice
        at += len(entry.dice)
