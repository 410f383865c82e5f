"""A question about one of several: hidden battalions, bases, nearest enemies or false markers; what it is about."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.enums import Phase


@clause("BAT-REC-2", "BAT-ARE-3", "BAT-HER-9", "BAT-MOR-19", "BAT-AMB-10")
@kernel
def ask(b, question, side, about, where):
    """Ask a side to name one: for the scout, battery, hero or retreating battalion ``about``, at ``where``."""
    b.resumes = b.phase
    b.phase = Phase.NAMING
    b.question = question
    b.mover = side
    b.quarry = about
    b.element = where
