"""Losses, the general, and who has lost the battle (DBA-WIN)."""

from __future__ import annotations

import numpy as np
import pytest

from dba.fights import events
from dba.table import BLUE, RED, fresh_log, lay
from sandtable.games.dba.record import Phase, Where
from sandtable.games.dba.rules import victory
from sandtable.kernel.records import MAX_SIDES


def armies(*codes, **options):
    """Six elements of each side, far from one another; Red's first is of the first code, and so on."""
    reds = [*codes, *["4Bd"] * (6 - len(codes))]
    elements = [("R", code, RED, 300 + 300 * k, 300, "N") for k, code in enumerate(reds)]
    elements += [("B", "4Bd", BLUE, 300 + 300 * k, 2700, "S") for k in range(6)]
    elements[0] = (*elements[0], {"general": 1})
    return lay(*elements, phase=Phase.BOUND_END.value, **options)


def lose(b, *which):
    """These elements are lost; the log."""
    log = fresh_log()
    for i in which:
        victory.lose(b, i, 6, log)
    return log


def result(b):
    """End the bound; the returns of both sides, or None if the battle goes on."""
    victory.end_of_bound(b, fresh_log())
    out = np.full(MAX_SIDES, 9.0)
    victory.returns(b, out)
    assert not out[2:].any()
    return tuple(float(v) for v in out[:2]) if b.phase == Phase.OVER else None


@pytest.mark.clause("DBA-WIN-1")
def test_four_elements_lost_and_more_than_the_enemy():
    b = armies()
    lose(b, 1, 2, 3)
    assert result(b) is None
    lose(b, 4)
    assert result(b) == (0.0, 1.0)
    # Four each: they play on until the numbers differ.
    b = armies()
    lose(b, 1, 2, 3, 4, 6, 7, 8, 9)
    assert result(b) is None
    lose(b, 10)
    assert result(b) == (1.0, 0.0)


@pytest.mark.clause("DBA-WIN-1", "DBA-WIN-4")
def test_the_general_lost_and_more_elements_than_the_enemy():
    b = armies()
    log = lose(b, 0)
    assert events(log) == ["COUNTS_AS_LOST", "GENERAL_FALLS"]
    assert b.lost[RED] == 1
    assert result(b) == (0.0, 1.0)
    b = armies()
    lose(b, 0, 6)  # one each
    assert result(b) is None
    lose(b, 1)
    assert result(b) == (0.0, 1.0)


@pytest.mark.clause("DBA-WIN-2", "DBA-WIN-4")
def test_scythed_chariots_and_followers_do_not_count_even_with_the_general():
    b = armies("SCh", "CF", "SCh", "SCh")
    log = lose(b, 1, 2, 3)
    assert events(log) == ["DOES_NOT_COUNT"] * 3
    lose(b, 0)
    assert (b.lost[RED], b.general_lost[RED]) == (0, 1)
    assert result(b) is None  # it has not lost more elements than its enemy
    lose(b, 4)
    assert result(b) == (0.0, 1.0)


@pytest.mark.clause("DBA-WIN-3")
def test_a_captured_camp_counts_as_two():
    b = armies(camps={RED: (1500, 100, "N", 300, 200)})
    lose(b, 1, 2)
    assert result(b) is None
    b.camps[RED].holder = BLUE
    assert victory.losses(b, RED) == 4
    assert result(b) == (0.0, 1.0)


@pytest.mark.clause("DBA-WIN-5", "DBA-PURSUE-7")
def test_who_is_lost_is_off_the_table_at_once_and_lost_once():
    b = armies()
    lose(b, 1, 1)
    assert b.figures[1]["where"] == Where.LOST
    assert b.lost[RED] == 1
    # Those never landed are out of the game, not lost.
    b.figures[2]["where"] = Where.NEVER_LANDED.value
    assert victory.losses(b, RED) == 1


@pytest.mark.clause("DBA-WIN-6")
def test_a_bound_limit_draws_the_battle():
    b = armies(last_bound="40", bound=39)
    assert result(b) is None
    b.bound = 40
    assert result(b) == (0.5, 0.5)
    b = armies(bound=500)
    assert result(b) is None
