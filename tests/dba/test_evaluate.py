"""What computer generals think a DBA battle is worth: flanks are the fights that they become."""

from __future__ import annotations

import pytest

from dba.table import BLUE, RED, front_at, lay
from sandtable.games.dba.thinking.evaluate import coming_fights, somebody_turns


def thinking(*elements):
    """A table with these elements, and the weights by which Red's general thinks of it."""
    b = lay(*elements)
    return b, b.weights[RED]


@pytest.mark.clause("DBA-CONTACT-12")
def test_a_flank_counts_as_the_fight_it_becomes_when_the_enemy_turns_to_face():
    # Knights (+3 against foot) on the right flank of Auxilia (+2 against mounted) who face east, front corner on front
    # corner. They turn. Knights ride down Auxilia whom they beat in good going: 21 of 36. They are doubled in one (1
    # against 6), and recoil in 9 more.
    b, w = thinking(
        ("knights", "3Kn", RED, *front_at("3Kn", 1450, 1420, "N")), ("auxilia", "4Ax", BLUE, 1490, 1500, "E")
    )
    assert somebody_turns(b)
    loss = w.element + w.edge * 1.25  # the first of four
    assert coming_fights(b, RED, w) == pytest.approx((21 - 1) / 36 * loss - 9 / 36 * w.recoil)
    assert (b.figures[1].fx, b.figures[1].fy) == (1.0, 0.0)  # thinking turned nobody
