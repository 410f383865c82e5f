"""Rosters that last over the battles of a campaign: what a game that has them can do with one, as plain functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Kept:
    """A roster after a battle: its file as it is to be written, and who met with what, a sentence each."""

    text: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Brought:
    """A scenario with rosters in it, and who is left out and why, a sentence each."""

    content: Mapping[str, Any]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Fought:
    """A battle that is over, as a roster asks about it."""

    key: str  # the same for every save of this battle, and for no other battle
    record: Any
    ids: Sequence[str]  # of its figures
    kinds: Sequence[str]  # of its figures, as ``FigureName.kind``
    clauses: Mapping[str, str]  # figure id -> clause of the last bad thing that it met with


@dataclass(frozen=True)
class Rosters:
    """How a game's rosters are made, checked, brought to a table and kept; InputError where that cannot be done."""

    of_side: Callable[[Mapping[str, Any], str], str]
    """``of_side(scenario, side)``: the file of a new roster, with the soldiers whom a scenario gives this side."""
    check: Callable[[Path], tuple[str, ...]]
    """What a roster's file holds, a line each."""
    bring: Callable[[Mapping[str, Any], Mapping[str, Path]], Brought]
    """``bring(scenario, files)``: the scenario with these rosters on their sides; who is not fit is left out."""
    after: Callable[[Path, Fought], Kept]
    """``after(file, fought)``: what a battle made of a roster. It writes nothing."""
