"""The log: who sees an entry, and that it forgets between actions whom it spoke to."""

from __future__ import annotations

import numpy as np

from sandtable.kernel.dice import scripted_dice, throw_die
from sandtable.kernel.log import EVERYBODY, clear, event, new_log, outcome, seen_only_by, speak_up, whisper
from sandtable.kernel.records import NONE

RED, BLUE, GREEN = 1, 2, 4  # as bits


def seen(log):
    """``seen_by`` of every entry."""
    return log["entries"]["seen_by"][: log["n"]].tolist()


def test_an_entry_is_for_everybody_unless_it_is_said_for_whom():
    log = new_log()
    event(log, 1, 1, 0, NONE, 0)
    at = event(log, 2, 1, 0, NONE, 0)
    seen_only_by(log, at, RED | GREEN)
    event(log, 3, 1, 0, NONE, 0)
    assert seen(log) == [EVERYBODY, RED | GREEN, EVERYBODY]


def test_what_is_whispered_is_for_those_sides_alone_dice_and_outcomes_too():
    log = new_log()
    whisper(log, BLUE)
    throw_die(scripted_dice([(NONE, NONE, NONE, 4)]), log, 0, 1, NONE, 6)
    outcome(log, 1, 1, 0, NONE, 0)
    speak_up(log)
    outcome(log, 2, 1, 0, NONE, 0)
    assert seen(log) == [BLUE, BLUE, EVERYBODY]


def test_a_cleared_log_speaks_up():
    log = new_log()
    whisper(log, BLUE)
    clear(log)
    event(log, 1, 1, 0, NONE, 0)
    assert seen(log) == [EVERYBODY]


def test_a_log_that_keeps_nothing_may_be_whispered_to():
    log = new_log(keep=False)
    whisper(log, BLUE)
    seen_only_by(log, event(log, 1, 1, 0, NONE, 0), RED)
    assert log.n == 0 and not np.any(log["entries"]["seen_by"])
