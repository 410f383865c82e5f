"""A game in a distribution of its own: installed beside the house, which knows nothing of it, and used everywhere."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from websockets.sync.client import connect

from installing import install_marbles
from sandtable.compiler.decorators import COMPILED

HERE = Path(__file__).parent
HOUSE = HERE.parent / "src" / "sandtable"

PAGE = (HERE.parent / "docs" / "tutorials" / "a-game.md").read_text("utf-8")
CASE = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)[-1]
"""From 3,3 the ball (radius 0.5) may roll 2 of 3 cm to 5,3, where it touches the shooter (radius 0.75), which begins at
5.5. There 4 against 3 + 1 is a tie, thrown again; 5 against 2 + 1 knocks the wider one out."""

COLD = """
from sandtable.games import get_game
from sandtable.server.warmup.warmup import is_cold
print(is_cold(get_game("marbles")))
"""

SERVE = """
import sys
from sandtable.server.http.run import serve
serve("127.0.0.1", 0, sys.argv[1], ready=lambda url: print(url, flush=True))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the game has been installed by pip, and by nothing else."""
    folder = tmp_path_factory.mktemp("distribution")
    paths = [str(install_marbles(folder)), str(HOUSE.parent)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "HOME": str(folder)} | _cache(folder)


def _cache(folder: Path) -> dict[str, str]:
    """The compiled house may come from where this run keeps it; the game's own is new."""
    return {"SANDTABLE_CACHE": os.environ.get("SANDTABLE_CACHE", str(Path.home() / ".cache" / "sandtable"))}


def sandtable(installed: dict[str, str], folder: Path, *arguments: str, timeout: int = 600) -> str:
    """What a command prints."""
    command = [sys.executable, "-c", "from sandtable.cli import main; main()", *arguments]
    run = subprocess.run(command, env=installed, cwd=folder, capture_output=True, text=True, timeout=timeout)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_the_house_knows_nothing_of_it() -> None:
    for file in HOUSE.rglob("*"):
        if file.suffix in (".py", ".css", ".svg", ".toml"):
            assert "marbles" not in file.read_text("utf-8").lower(), file


def test_its_rulebook_is_printed(installed: dict[str, str], tmp_path: Path) -> None:
    assert "It goes over nobody" in sandtable(installed, tmp_path, "rules", "marbles", "MOV-1")


def test_its_table_is_drawn_with_its_own_colours_shields_and_symbols(installed: dict[str, str], tmp_path: Path) -> None:
    shown = sandtable(installed, tmp_path, "show", "tray", "--game", "marbles")
    assert "↑ ivory  ⇑ onyx" in shown and "▒" in shown
    sandtable(installed, tmp_path, "show", "tray", "--game", "marbles", "--svg", "tray.svg")
    drawn = (tmp_path / "tray.svg").read_text("utf-8")
    assert "--side: #b9a77c" in drawn and 'href="#field-marble"' in drawn and 'href="#emblem-swirl"' in drawn
    assert 'fill="url(#ground-slate)"' in drawn and ".feature-slate" in drawn
    assert drawn.count('<circle class="base"') == 4
    sandtable(installed, tmp_path, "show", "three", "--game", "marbles", "--svg", "three.svg")
    three = (tmp_path / "three.svg").read_text("utf-8")
    shields = {f"#field-{name}" for name in ("heater", "round", "plain")}  # the first three of those that all may use
    assert all(f'href="{shield}"' in three for shield in shields) and ".side-coral" in three


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled in the interpreted run")
def test_its_rules_are_compiled_ahead(installed: dict[str, str], tmp_path: Path) -> None:
    assert "Compiled: Marbles" in sandtable(installed, tmp_path, "compile", "marbles")
    again = [sys.executable, "-c", COLD]
    cold = subprocess.run(again, env=installed, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert cold.stdout.split() == ["False"], cold.stderr


def test_a_case_of_it_is_adjudicated(installed: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "case.yaml").write_text(CASE, "utf-8")
    told = json.loads(sandtable(installed, tmp_path, "adjudicate", "case.yaml", "--json"))
    first, second = told["actions"]
    assert not first["legal"] and second["legal"]
    assert [reason["text"] for reason in first["reasons"]] == ["Ball (I1) would run into Shooter (O1)."]
    thrown = [event["amount"] for event in second["events"] if event["kind"] == "die"]
    assert thrown == [4, 3, 5, 2]
    assert any(event["text"] == "Shooter (O1) is knocked out by Ball (I1)." for event in second["events"])


ODDS = """
from sandtable.table.cases import adjudicate
odds = adjudicate("case.yaml").laid.odds("roll I1 to 5,3")
print(odds.exact, *sorted(f"{outcome.text} {outcome.probability}" for outcome in odds.outcomes), sep="\\n")
"""


def test_its_odds_are_exact_though_ties_are_thrown_again(installed: dict[str, str], tmp_path: Path) -> None:
    # The shooter adds 1: it is higher in 21 of 36 ways, the ball in 10, and the 5 ties are thrown again.
    (tmp_path / "case.yaml").write_text(CASE, "utf-8")
    run = subprocess.run(
        [sys.executable, "-c", ODDS],
        env=installed,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    assert run.stdout.splitlines() == [
        "True",
        "Ball (I1) is knocked out by Shooter (O1). 21/31",
        "Shooter (O1) is knocked out by Ball (I1). 10/31",
    ]


def test_computer_generals_fight_each_other_with_three_sides(installed: dict[str, str], tmp_path: Path) -> None:
    fought = ["duel", "marbles", "--scenario", "three", "--battles", "3", "--generals", "greedy,random,random"]
    report = json.loads(sandtable(installed, tmp_path, *fought, "--workers", "1", "--json"))
    assert [side["side"] for side in report["sides"]] == ["jade", "coral", "ivory"]
    assert report["battles"] == 3 and report["cut_off"] == 0


@pytest.fixture
def url(installed: dict[str, str], tmp_path: Path) -> Iterator[str]:
    """A server of a process of its own."""
    command = [sys.executable, "-c", SERVE, f"sqlite:///{tmp_path / 'battles.sqlite3'}"]
    server = subprocess.Popen(command, env=installed, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
    finally:
        server.terminate()
        server.wait(30)


def test_it_is_served_to_boards(url: str) -> None:
    http = httpx.Client(base_url=url, timeout=120)
    (facts,) = [game for game in http.get("/api/games").json() if game["key"] == "marbles"]
    assert [side["key"] for side in facts["sides"]] == ["ivory", "onyx"]
    sides = {scenario["key"]: [side["key"] for side in scenario["sides"]] for scenario in facts["scenarios"]}
    assert sides == {"tray": ["ivory", "onyx"], "three": ["jade", "coral", "ivory"]}
    made = http.post("/api/battles", json={"game": "marbles", "scenario": "three", "seed": 1}).json()
    assert list(made["seats"]) == ["jade", "coral", "ivory"]
    with connect(f"{url.replace('http', 'ws').rstrip('/')}/ws/{made['token']}", max_size=None) as socket:
        battle = _next(socket, "welcome")["battle"]
        assert "field-marble" in battle["symbols"]
        assert ".feature-slate" in battle["styles"] and battle["sides"][0]["name"] == "Jade"
        state = _next(socket, "state")
        assert {figure["shape"] for figure in state["scene"]["figures"]} == {"disc"}
        (roll, *_) = [one for one in state["legal"] if one["verb"] == "roll"]
        socket.send(json.dumps({"type": "play", "version": state["version"], "action": roll["action"]}))
        after = _next(socket, "state")
        (moved,) = set(map(_place, after["scene"]["figures"])) - set(map(_place, state["scene"]["figures"]))
        assert [moved[0]] == roll["figures"]


def _place(figure: dict[str, Any]) -> tuple[str, float, float]:
    """Who stands where."""
    return figure["id"], figure["x"], figure["y"]


def _next(socket: Any, kind: str) -> dict[str, Any]:
    """The next message of this kind."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=300))
        if message["type"] == kind:
            return message
        assert message["type"] in ("presence", "facts", "state"), message
