"""A program of one's own waits for no compiler: what it asks is answered interpreted where nothing is compiled."""

from __future__ import annotations

import logging
import resource
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import sandtable
from compiler.test_patience import run
from sandtable.batch import Batch
from sandtable.compiler import patience
from sandtable.compiler.decorators import COMPILED
from sandtable.games import get_game
from sandtable.server.warmup import own_programs

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled in the interpreted run")

ASKED = """
import sandtable
battle = sandtable.new("dba", seed=1)
battle.play(battle.legal()[0])
battle.odds(battle.legal()[0])
battle._repr_svg_()
print(repr(battle), battle.state_hash())
"""


def processor_time(**settings: str) -> tuple[list[str], float]:
    """What a program that asks a little of everything prints, and the processor time that it needs."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    printed, _ = run(ASKED, **settings)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return printed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_with_nothing_compiled_a_program_has_its_answers_at_once(tmp_path: Path) -> None:
    """1.2 s here, of which half are imports; compiled it took 25."""
    cold, seconds = processor_time(SANDTABLE_CACHE=str(tmp_path / "kernels"), SANDTABLE_PREBUILT="off")
    assert seconds < 6.0
    assert not list(tmp_path.rglob("*.kernel"))
    assert cold == processor_time()[0], "the same bytes as with compiled rules"


@pytest.fixture
def undecided() -> Iterator[None]:
    """Nobody has said whether this process is patient; afterwards it compiles as it did."""
    patience._patient[0] = None
    own_programs._ASKED.clear()
    yield
    patience.be_patient(False)
    own_programs._ASKED.clear()


class Helper:
    """A helper that is at work until it is told how it ended."""

    returncode: int | None = None
    ends: int | None = None

    def poll(self) -> int | None:
        """How it ended; None: not yet."""
        self.returncode = self.ends
        return self.ends

    def kill(self) -> None:
        """It is told to end."""
        self.ends = -9


@pytest.fixture
def cold(undecided: None, monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A process in which nothing of DBAix is compiled; a helper is started once its clock says 3 s."""
    here = SimpleNamespace(clock=0.0, cold=True, helper=Helper(), started=[])
    monkeypatch.setattr(own_programs, "is_cold", lambda game: here.cold)
    monkeypatch.setattr(own_programs, "time", SimpleNamespace(process_time=lambda: here.clock))
    monkeypatch.setattr(own_programs, "helper", lambda key, said: here.started.append(key) or here.helper)
    return here


def is_interpreted() -> bool:
    """Whether a rule of DBAix that a program calls now runs interpreted; the program begins by asking for ``new``."""
    assert sandtable.new is not None
    record = np.zeros(1, get_game("dbaix").dtype)[0]
    return patience.interpreted(is_interpreted, [record]) is not None


def test_a_program_that_goes_on_has_its_game_compiled_beside_it(cold: SimpleNamespace) -> None:
    assert is_interpreted() and cold.started == []
    cold.clock = 2.9
    assert is_interpreted() and cold.started == []
    cold.clock = 3.1
    assert is_interpreted() and cold.started == ["dbaix"]
    assert is_interpreted() and cold.started == ["dbaix"], "one helper is enough"
    cold.helper.ends = 0
    assert not is_interpreted()


def test_where_the_helper_fails_its_rules_stay_interpreted(
    cold: SimpleNamespace, caplog: pytest.LogCaptureFixture
) -> None:
    assert is_interpreted()
    cold.clock, cold.helper.ends = 4.0, 1
    assert is_interpreted() and is_interpreted() and cold.started == ["dbaix"]
    assert [record.getMessage() for record in caplog.records] == [
        "the rules of dbaix cannot be compiled beside this program: they stay interpreted"
    ]


def test_many_battles_are_compiled_for_with_a_notice(cold: SimpleNamespace, caplog: pytest.LogCaptureFixture) -> None:
    assert is_interpreted()
    with caplog.at_level(logging.WARNING, "sandtable"):
        Batch.new("dbaix", 2)
    assert not patience.is_interpreted(get_game("dbaix").dtype)
    assert [record.getMessage() for record in caplog.records] == [
        "compiling the rules of dbaix: the first time that may take a minute or so"
    ]


def test_what_is_compiled_is_used_from_the_first_question_on(cold: SimpleNamespace) -> None:
    cold.cold = False
    assert not is_interpreted()


def test_a_process_that_was_told_what_to_do_keeps_to_it(cold: SimpleNamespace) -> None:
    patience.be_patient(False)
    assert not is_interpreted()
    patience.be_patient()
    Batch.new("dbaix", 1)
    cold.clock = 9.0
    assert is_interpreted() and cold.started == [], "in a server nobody waits, and it has its own helper"
