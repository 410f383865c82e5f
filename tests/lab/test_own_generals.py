"""Generals of one's own: whatever they do wrong, the battle goes on by quick, and it is counted."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import sandtable
from sandtable.errors import InputError
from sandtable.games import register
from sandtable.generals import own
from sandtable.generals.desk import new_desk
from sandtable.generals.own import Fault, InPython, Position, Seat, check_name, commands, own_names, place_of
from sandtable.generals.own_battles import fight
from sandtable.generals.own_process import Process
from sandtable.kernel.dice import new_dice
from sandtable.lab.duel import Duel, run_duel
from sandtable.server.session import computer
from table.duel_game import GAME as DUEL

register(DUEL)

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "generals.md").read_text("utf-8")

ECHO = """
import sys, json
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "action": ANSWER}), flush=True)
"""

BAD = {
    "late": "import time; time.sleep(60)",
    "ended": "pass",
    "endless": "import os\nwhile True: os.write(1, b'x' * 65536)",
    "not listed": ECHO.replace("ANSWER", 'len(asked["legal"])'),
}
"""A program for each fault."""


def position(seconds: float = 20.0) -> Position:
    battle = sandtable.new("duel", seed=1)
    return Position(battle, battle.decision.side, tuple(battle.legal()), seconds)


def process(tmp_path: Path, text: str) -> Process:
    file = tmp_path / "general.py"
    file.write_text(text, "utf-8")
    return Process(f"{sys.executable} {file}")


@pytest.fixture(autouse=True)
def _no_process_is_left() -> Iterator[None]:
    yield
    own.close_all()


@pytest.mark.parametrize("fault", BAD)
def test_whatever_a_process_does_wrong_is_told(fault: str, tmp_path: Path) -> None:
    one = process(tmp_path, BAD[fault])
    begun = time.monotonic()
    with pytest.raises(Fault, match=fault):
        one.ask(position(1.0 if fault == "late" else 60.0))
    assert time.monotonic() - begun < 50.0
    assert (one._process is None) == (fault != "not listed"), "it was ended"
    one.close()


def test_a_process_answers_by_place_or_in_notation_and_is_asked_again(tmp_path: Path) -> None:
    asked = position()
    last = process(tmp_path, ECHO.replace("ANSWER", 'asked["legal"][-1]'))
    assert [last.ask(asked) for _ in range(2)] == [len(asked.legal) - 1] * 2
    last.close()


def test_what_was_said_to_an_earlier_question_counts_for_none(tmp_path: Path) -> None:
    chatter = """    print('{"id": 0, "action": 1}'); print("chatter")\n    print("""
    one = process(tmp_path, ECHO.replace("    print(", chatter).replace("ANSWER", "0"))
    assert one.ask(position()) == 0
    one.close()


@pytest.mark.parametrize("answer", [None, "no such", 1.5, True, -1, 99, [0]])
def test_an_answer_that_is_no_place_is_not_listed(answer: object) -> None:
    with pytest.raises(Fault, match="not listed"):
        place_of(answer, position())


def test_a_function_may_fail_or_be_late() -> None:
    def fails(_: Position) -> int:
        raise ValueError("mine")

    with pytest.raises(Fault, match="ended"):
        InPython(fails).ask(position())
    with pytest.raises(Fault, match="late"):
        InPython(lambda _: time.sleep(30)).ask(position(0.1))
    assert InPython(lambda asked: len(asked.legal) - 1).ask(position()) == len(position().legal) - 1


def test_a_battle_with_a_general_that_fails_is_fought_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """After three faults it is not asked any more; quick has taken its place, and all of it is told."""
    monkeypatch.setitem(own._MADE, "mine", InPython(lambda _: 10**6))
    monkeypatch.setenv(own.VARIABLE, "mine=unused")
    battle = sandtable.new("duel", seed=1)
    done = fight(battle, ("mine", "quick"), new_dice("planner"), new_desk(DUEL), 2000, 5.0)
    assert battle.over and not done.is_cut_off and done.decisions == len(battle.actions)
    assert done.faults == {"mine": {"not listed": 3}} and sum(done.returns) == 1.0


def test_a_duel_tells_of_faults_and_has_the_dice_that_it_has_without() -> None:
    """Who does nothing that counts is quick: battle for battle the same as between two quick, decision by decision."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(own.VARIABLE, "mine=unused")
        patch.setitem(own._MADE, "mine", InPython(lambda _: None))
        told = run_duel(Duel("duel", ("mine", "quick"), 2))
    known = run_duel(Duel("duel", ("quick", "quick"), 2))
    assert told.faults == {"mine": {"not listed": 6}} and known.faults == {}
    for mine, other in zip(told.fought, known.fought, strict=True):
        assert (mine.returns, mine.decisions, mine.bounds) == (other.returns, other.decisions, other.bounds)


def test_a_seat_gives_up_after_three_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Position] = []
    monkeypatch.setitem(own._MADE, "mine", InPython(lambda one: asked.append(one)))
    seat, battle = Seat("mine"), sandtable.new("duel", seed=1)
    assert [seat.decide(battle, "red") for _ in range(5)] == [None] * 5
    assert len(asked) == 3 and seat.gave_up


def test_the_board_offers_it_and_quick_stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(own.VARIABLE, "mine=unused")
    monkeypatch.setitem(own._MADE, "mine", InPython(lambda asked: len(asked.legal) - 1))
    battle = sandtable.new("duel", seed=1)
    assert "mine" in computer.computers() and computer.check_kind("mine", "seats") == "mine"
    assert list(computer.computers())[-1] != "mine", "whom nobody chose does not come by itself"
    assert computer.choose("mine", battle) == battle.legal()[-1]
    monkeypatch.setitem(own._MADE, "mine", InPython(lambda asked: None))
    assert computer.choose("mine", battle) in battle.legal()


def test_names_are_read_and_wrong_ones_refused() -> None:
    assert commands("a = run a ; b=python x.py --k=v;") == {"a": "run a", "b": "python x.py --k=v"}
    for wrong in ("nothing", "=x", "a=", "a,b=x"):
        with pytest.raises(InputError, match=r"^SANDTABLE_GENERALS: expected NAME=COMMAND, found"):
            commands(wrong)
    with pytest.raises(InputError, match="there is a general 'quick' already"):
        commands("quick=x")
    with pytest.raises(InputError, match="there is no general 'mien'"):
        check_name("mien", "--generals")


def test_the_process_of_the_page_fights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (text,) = re.findall(r"```python\n(import json\n.*?)```", PAGE, re.DOTALL)
    file = tmp_path / "forward.py"
    file.write_text(text, "utf-8")
    monkeypatch.setenv(own.VARIABLE, f"forward={sys.executable} {file}")
    assert own_names() == ("forward",)
    battle = sandtable.new("duel", seed=2)
    done = fight(battle, ("forward", "quick"), new_dice("planner"), new_desk(DUEL), 6, 60.0)
    assert done.faults == {"forward": {}} and done.decisions == 6


def test_the_function_of_the_page_takes_a_listed_action() -> None:
    (text,) = re.findall(r"```python\n(def choose\(.*?)```", PAGE, re.DOTALL)
    space: dict[str, object] = {}
    exec(text, space)
    asked = position()
    assert 0 <= InPython(space["choose"]).ask(asked) < len(asked.legal)
