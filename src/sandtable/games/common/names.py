"""Names of figures in the language spoken, and what the words of a sentence agree with there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from sandtable.games.common.amounts import agreement_of
from sandtable.games.game import FigureName
from sandtable.games.language import translated
from sandtable.translation import ENGLISH, spoken


def in_words(one: FigureName, folder: Path) -> FigureName:
    """A figure of the game in ``folder`` as it is called in the language spoken, with what its verbs agree with there.

    A name that somebody gave agrees by its own letters, whoever reads it.
    """
    name = translated(folder, one.name)
    one = replace(one, unit=translated(folder, one.unit))
    if spoken() == ENGLISH or (name == one.name and name.isascii()):
        return replace(one, name=name)
    return replace(one, name=name, agrees=agreement_of(name))
