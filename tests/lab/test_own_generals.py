"""Generals of one's own: whatever they do wrong, the battle goes on by quick, and it is counted."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import sandtable
from sandtable.cli import run
from sandtable.cli._faults import fault_lines
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
from sandtable.translation import speaking
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


def test_lists_within_lists_without_end_are_no_answer_and_no_end_of_the_battle(tmp_path: Path) -> None:
    """Reading such a line raises RecursionError: it is passed over, and the answer after it counts."""
    deep = """    print("[" * 200_000)\n    print("""
    one = process(tmp_path, ECHO.replace("    print(", deep).replace("ANSWER", "1"))
    assert one.ask(position()) == 1
    one.close()


@pytest.mark.parametrize("text", ["1e999", "-1e999", "NaN", "9" * 100, "[" * 500 + "]" * 500, '{"a": 1}', "1.5"])
def test_a_number_or_type_that_is_no_place_is_not_listed(text: str, tmp_path: Path) -> None:
    """JSON as Python reads it knows infinity, of which no whole number can be made."""
    line = """    print('{"id": %d, "action": ANSWER}' % asked["id"], flush=True)\n"""
    one = process(tmp_path, f"{ECHO[: ECHO.index('    print(')]}{line.replace('ANSWER', text)}")
    for _ in range(2):
        with pytest.raises(Fault, match="not listed"):
            one.ask(position())
    one.close()


class Odd:
    """What cannot even be asked for a number."""

    def __int__(self) -> int:
        raise RuntimeError("odd")


@pytest.mark.parametrize("answer", [None, "no such", 1.5, True, -1, 99, [0], float("inf"), 10**400, Odd()])
def test_an_answer_that_is_no_place_is_not_listed(answer: object) -> None:
    with pytest.raises(Fault, match="not listed"):
        place_of(answer, position())


def test_a_function_may_fail_or_be_late() -> None:
    def fails(_: Position) -> int:
        raise ValueError("mine")

    with pytest.raises(Fault, match="ended"):
        InPython(fails).ask(position())
    with pytest.raises(Fault, match="ended"):
        InPython(lambda _: sys.exit(1)).ask(position())
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
        assert (mine.quiet, mine.unused) == (other.quiet, other.unused)
    assert sum(one.quiet for one in told.fought) > 0, "so that the last two compare something"


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
    assert computer.choose("mine", battle).action == battle.legal()[-1]
    monkeypatch.setitem(own._MADE, "mine", InPython(lambda asked: None))
    assert computer.choose("mine", battle).action in battle.legal()


def test_names_are_read_and_wrong_ones_refused() -> None:
    assert commands("a = run a ; b=python x.py --k=v;") == {"a": "run a", "b": "python x.py --k=v"}
    for wrong in ("nothing", "=x", "a=", "a,b=x", 'a=run "x', "a=''x\""):
        with pytest.raises(InputError, match=r"^SANDTABLE_GENERALS: expected NAME=COMMAND, found"):
            commands(wrong)
    for taken in ("quick=x", "human=x", "guest=x", "a=x; a=y"):
        with pytest.raises(InputError, match=r"^SANDTABLE_GENERALS: the name '[a-z]+' is taken$"):
            commands(taken)
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


# ------------------------------------------------------------------------------------------------- many battles


class Entry:
    """An entry point whose module fails as it is imported."""

    name = "mine"

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def load(self) -> None:
        raise self._error


@pytest.mark.parametrize("error", [ImportError("gone"), ValueError("mine"), SystemExit(3)])
def test_a_function_that_cannot_be_loaded_is_refused_before_a_duel_and_costs_decisions_on_the_board(
    error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own, "entries", lambda: {"mine": Entry(error)})
    with pytest.raises(InputError, match=rf"^general 'mine' cannot be loaded: {type(error).__name__}: "):
        run_duel(Duel("duel", ("mine", "quick"), 1))
    seat, battle = Seat("mine"), sandtable.new("duel", seed=1)
    assert seat.decide(battle, "red") is None and seat.faults == {"ended": 1}
    assert computer.choose("mine", battle).action in battle.legal()


def test_one_that_is_not_named_any_more_leaves_its_battles_to_quick() -> None:
    """A server may be started again without the variable."""
    battle = sandtable.new("duel", seed=1)
    assert computer.choose("gone", battle).action in battle.legal()


def test_on_the_board_it_is_asked_no_more_after_three_faults_in_one_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each battle counts for itself, and each fault is told."""
    asked: list[Position] = []
    monkeypatch.setitem(own._MADE, "mine", InPython(lambda one: asked.append(one)))
    battle = sandtable.new("duel", seed=1)
    done = [computer.choose("mine", battle, "one battle") for _ in range(5)]
    assert len(asked) == 3 and {each.by for each in done} == {"quick"}
    fault = "mine gave no answer that counts (not listed): quick decide"
    assert [each.complaint("mine") for each in done] == [
        *[f"{fault}d in its place."] * 2, f"{fault}s in its place for the rest of this battle.", "", ""
    ]  # fmt: skip
    computer.choose("mine", battle, "another battle")
    assert len(asked) == 4


def test_two_battles_ask_one_process_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each gets the answer to its own question; that the other is asked meanwhile is no fault of either."""
    slow = ECHO.replace("import sys, json", "import sys, json, time").replace(
        "    print(", "    time.sleep(.3)\n    print("
    )
    one = process(tmp_path, slow.replace("ANSWER", 'len(asked["legal"]) - 1'))
    monkeypatch.setitem(own._MADE, "mine", one)
    battle = sandtable.new("duel", seed=1)
    seats = [Seat("mine", 20.0) for _ in range(4)]
    with ThreadPoolExecutor(4) as threads:
        done = list(threads.map(lambda seat: seat.decide(battle, "red"), seats))
    assert done == [battle.legal()[-1]] * 4 and all(seat.faults == {} for seat in seats)


def test_a_ladder_tells_of_faults(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv(own.VARIABLE, "mine=unused")
    monkeypatch.setitem(own._MADE, "mine", InPython(lambda _: None))
    ladder = ["ladder", "duel", "--generals", "quick,mine", "--games", "2", "--workers", "1"]
    assert run(ladder) == 0
    assert "\nmine gave no answer that counts (not listed: 6): quick decided" in capsys.readouterr().out
    assert run(["--language", "ru", *ladder, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["faults"] == {"mine": {"not listed": 6}}


def test_faults_are_told_in_russian() -> None:
    with speaking("ru"):
        (line,) = fault_lines({"mine": dict.fromkeys(own.FAULTS, 1), "good": {}})
    assert not set(re.findall("[a-z]+", line)) - {"mine", "quick"}


STARTS_ONE = """
import time
from sandtable.generals import own

general = own.own_general("mine")
print(general._started().pid, flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_that_ends_the_program_leaves_no_process_behind(number: signal.Signals, tmp_path: Path) -> None:
    """Not even one that does not care that its questions have ended."""
    stubborn = tmp_path / "stubborn.py"
    stubborn.write_text("import time\nwhile True: time.sleep(1)", "utf-8")
    surroundings = os.environ | {own.VARIABLE: f"mine={sys.executable} {stubborn}"}
    program = subprocess.Popen([sys.executable, "-c", STARTS_ONE], stdout=subprocess.PIPE, env=surroundings)
    assert program.stdout is not None
    started = int(program.stdout.readline())
    program.send_signal(number)
    assert program.wait(30) == -number
    program.stdout.close()
    end = time.monotonic() + 30
    while runs(started) and time.monotonic() < end:
        time.sleep(0.05)
    assert not runs(started)


def runs(number: int) -> bool:
    """A process of this number runs; one that has ended and waits to be fetched does not."""
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(number)], capture_output=True, text=True, check=False)
    return found.stdout.strip()[:1] not in ("", "Z")


HAS_TWO = """
import time
from sandtable.lab.pool import Pool

if __name__ == "__main__":
    with Pool(2, "dba") as pool:
        list(pool.do(len, ["any"]))
        print(*pool._processes._processes, flush=True)
        time.sleep(60)
"""


def test_workers_end_with_a_program_that_was_ended(tmp_path: Path) -> None:
    """Else they would wait for battles for ever, and their generals with them."""
    file = tmp_path / "program.py"
    file.write_text(HAS_TWO, "utf-8")
    program = subprocess.Popen([sys.executable, str(file)], stdout=subprocess.PIPE)
    assert program.stdout is not None
    workers = [int(word) for word in program.stdout.readline().split()]
    assert len(workers) == 2 and all(map(runs, workers))
    program.terminate()
    program.wait(30)
    program.stdout.close()
    end = time.monotonic() + 30
    while any(map(runs, workers)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(map(runs, workers))
