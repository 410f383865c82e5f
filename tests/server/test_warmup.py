"""Rules on their way: helpers, the chosen game first, a helper that dies, and what the page and battles get to know."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np
import pytest
from fastapi.testclient import TestClient

from sandtable.compiler import sharing
from sandtable.compiler.decorators import COMPILED
from sandtable.errors import UnknownGame
from sandtable.games import get_game
from sandtable.server.http.app import create_app
from sandtable.server.storage.database import Store
from sandtable.server.warmup import tasks, warmup
from server.duel_server import register_duel

compiled = pytest.mark.skipif(not COMPILED, reason="nothing is compiled under NUMBA_DISABLE_JIT=1")

HELPER = """
import pathlib, sys, time
game, folder, place = sys.argv[1:]
orders = pathlib.Path({orders!r})
(orders / f"{{game}}-{{time.time_ns()}}.begun").touch()
while True:
    for name, status in (("done", 0), ("dead", 3)):
        if (orders / f"{{game}}.{{name}}").exists():
            print("a rule too many", file=sys.stderr)
            sys.exit(status)
    time.sleep(0.01)
"""


class Workshop:
    """Helpers that do nothing but wait for orders, and a machine with two processors."""

    def __init__(self, folder, monkeypatch):
        self.folder = folder
        self.left = {"dba": 1.0, "dbaix": 1.0}
        self.touched = []
        monkeypatch.setattr(warmup, "HELPER", (sys.executable, "-c", HELPER.format(orders=str(folder))))
        monkeypatch.setattr(warmup, "cores", lambda: 2)
        monkeypatch.setattr(warmup, "TICK", 0.01)
        monkeypatch.setattr(warmup, "AT_ONCE", 0.0)
        monkeypatch.setattr(warmup, "COMPILED", True)
        monkeypatch.setattr(warmup, "USABLE", True, raising=False)
        monkeypatch.setattr(warmup, "sources_of", lambda game: frozenset({game.key}))
        monkeypatch.setattr(warmup, "_part_left", lambda sources: self.left[min(sources)])
        monkeypatch.setattr(warmup, "folder", lambda: folder, raising=False)
        monkeypatch.setattr(warmup.cache, "sweep_daily", lambda own: None)
        monkeypatch.setattr(tasks, "work_of", self.work_of)

    def work_of(self, game):
        laying = tasks.Task("laying", lambda: self.touched.append(game.key))
        thinking = tasks.Task("thinking", lambda: self.touched.append(f"{game.key}'s generals"))
        return tasks.Work([laying], [thinking])

    def finish_battles(self, warming, key):
        """The helpers of a game have compiled all that a battle needs, and go on."""
        (Path(warming.games[key].folder.name) / warmup.PLAYABLE).touch()

    def order(self, key, what):
        """What the helpers of a game are to do: be done, or dead."""
        (self.folder / f"{key}.{what}").touch()

    def begun(self, key):
        """How many helpers of a game have begun so far."""
        return len(list(self.folder.glob(f"{key}-*.begun")))


def until(question):
    end = time.monotonic() + 60
    while not question():
        assert time.monotonic() < end, "that has not come about within a minute"
        time.sleep(0.01)


@pytest.fixture
def workshop(tmp_path, monkeypatch):
    return Workshop(tmp_path, monkeypatch)


@pytest.fixture
def warming(workshop):
    """Two games on their way, DBA first."""
    made = warmup.Warming(["dba", "dbaix"])
    made.games["dba"].rank, made.games["dbaix"].rank = 1, 2
    made.start()
    yield made
    made.close()


def states(warming):
    return {game.key: game.state for game in warming.told()}


def test_all_processors_work_at_the_first_game_and_then_at_the_next(workshop, warming):
    until(lambda: workshop.begun("dba") == 2)
    assert workshop.begun("dbaix") == 0
    assert states(warming) == {"dba": "compiling", "dbaix": "waiting"}
    workshop.left["dba"] = 0.6
    until(lambda: warming.told()[0].percent == 40)
    assert not warming.is_done("dba") and not warming.wait("dba", 0.01)
    workshop.order("dba", "done")
    assert warming.wait("dba", 60) and workshop.touched == ["dba", "dba's generals"]
    until(lambda: workshop.begun("dbaix") == 2)
    workshop.order("dbaix", "done")
    assert warming.wait("dbaix", 60) and states(warming) == {"dba": "ready", "dbaix": "ready"}
    assert workshop.touched[2:] == ["dbaix", "dbaix's generals"]


def test_a_battle_can_begin_before_its_generals_are_compiled(workshop, warming):
    until(lambda: workshop.begun("dba") == 2)
    assert not warming.is_playable("dba")
    workshop.finish_battles(warming, "dba")
    until(lambda: warming.is_playable("dba"))
    assert workshop.touched == ["dba"] and not warming.is_done("dba")
    assert states(warming) == {"dba": "playable", "dbaix": "waiting"}
    assert warming.games["dba"].busy == 2, "the helpers go on"
    workshop.order("dba", "done")
    assert warming.wait("dba", 60) and workshop.touched == ["dba", "dba's generals"]


def test_generals_are_prepared_later_when_another_game_is_chosen_meanwhile(workshop, warming):
    until(lambda: workshop.begun("dba") == 2)
    workshop.finish_battles(warming, "dba")
    until(lambda: warming.is_playable("dba"))
    warming.choose("dbaix")
    until(lambda: workshop.begun("dbaix") == 2)
    assert states(warming) == {"dbaix": "compiling", "dba": "playable"} and warming.games["dba"].busy == 0
    workshop.order("dbaix", "done")
    until(lambda: workshop.begun("dba") == 4)
    workshop.order("dba", "done")
    assert warming.wait("dba", 60)
    assert [each for each in workshop.touched if "dbaix" not in each] == ["dba", "dba's generals"]


def test_the_game_that_is_chosen_gets_all_processors(workshop, warming):
    until(lambda: workshop.begun("dba") == 2)
    warming.choose("dbaix")
    until(lambda: workshop.begun("dbaix") == 2)
    assert [(game.key, game.state) for game in warming.told()] == [("dbaix", "compiling"), ("dba", "waiting")]
    assert warming.games["dba"].busy == 0
    workshop.order("dbaix", "done")
    assert warming.wait("dbaix", 60) and not warming.is_done("dba")
    until(lambda: workshop.begun("dba") == 4)  # two more: the first two were sent away


def test_a_game_that_is_chosen_at_once_does_not_wait_until_the_others_are_imported(workshop, monkeypatch):
    monkeypatch.setattr(warmup, "AT_ONCE", 60.0)
    imported = []

    def get(key):
        imported.append(key)
        until(lambda: key != "dba" or workshop.begun("dbaix") == 2)
        return get_game(key)

    monkeypatch.setattr(warmup, "get_game", get)
    warming = warmup.Warming(["dba", "dbaix"])
    warming.start()
    warming.choose("dbaix")
    until(lambda: workshop.begun("dbaix") == 2)
    assert imported[0] == "dbaix"
    workshop.order("dbaix", "done")
    assert warming.wait("dbaix", 60)
    warming.close()


def test_a_helper_that_dies_is_reported_and_the_game_is_compiled_here(workshop, warming, caplog):
    until(lambda: workshop.begun("dba") == 2)
    workshop.order("dba", "dead")
    assert warming.wait("dba", 60)
    assert workshop.touched == ["dba", "dba's generals"] and states(warming)["dba"] == "ready"
    (told,) = (game for game in warming.told() if game.key == "dba")
    assert told.note == "A helper ended too soon: the server compiles the rules itself, which takes longer."
    assert "ended with status 3: a rule too many" in caplog.text


def test_rules_that_are_compiled_already_need_no_helpers(workshop):
    workshop.left["dba"] = 0.04
    warming = warmup.Warming(["dba"])
    warming.start()
    assert warming.wait("dba", 60) and workshop.begun("dba") == 0
    assert workshop.touched == ["dba", "dba's generals"]
    warming.close()


def test_the_chosen_game_is_loaded_before_the_rest_of_another_that_has_begun(workshop, monkeypatch):
    """Two threads would take each other the interpreter: DBA is chosen while DBAix is loaded, and takes its turn."""
    done = []

    def work_of(game):
        def first():
            until(lambda: all(each.state in ("loading", "ready") for each in warming.games.values()))
            if game.key == "dbaix":
                warming.choose("dba")
            done.append((game.key, 1))

        return tasks.Work([tasks.Task("1", first)], [tasks.Task("2", lambda: done.append((game.key, 2)))])

    monkeypatch.setattr(tasks, "work_of", work_of)
    workshop.left = {"dba": 0.01, "dbaix": 0.01}
    warming = warmup.Warming(["dba", "dbaix"], few=0.05)
    warming.choose("dbaix")
    warming.start()
    until(lambda: all(game.state == "ready" for game in warming.games.values()))
    warming.close()
    assert done == [("dbaix", 1), ("dba", 1), ("dba", 2), ("dbaix", 2)]


def test_a_game_whose_rules_cannot_be_touched_can_still_be_played(workshop, monkeypatch, caplog):
    def fail(game):
        raise ValueError("a rule fails")

    workshop.left["dba"] = 0.0
    monkeypatch.setattr(tasks, "work_of", fail)
    warming = warmup.Warming(["dba"])
    warming.start()
    assert warming.wait("dba", 60) and states(warming) == {"dba": "failed"}
    assert "a rule fails" in caplog.text
    warming.close()


def test_closing_ends_the_helpers(workshop, warming):
    until(lambda: workshop.begun("dba") == 2)
    helpers = list(warming.games["dba"].helpers)
    warming.close()
    assert [helper.poll() is not None for helper in helpers] == [True, True]


def test_the_page_is_told_and_chooses_and_a_battle_waits_for_its_rules(workshop, warming):
    register_duel()
    with TestClient(create_app(Store("sqlite://"), warming=warming), base_url="http://127.0.0.1") as client:
        until(lambda: workshop.begun("dba") == 2)
        told = client.get("/api/warming").json()
        assert told[0] == {"key": "dba", "title": get_game("dba").title, "state": "compiling", "percent": 0, "note": ""}
        assert [game["key"] for game in client.post("/api/games/dbaix/choose").json()] == ["dbaix", "dba"]
        assert client.post("/api/games/chess/choose").status_code == 404
        assert client.post("/api/battles", json={"game": "duel"}).status_code == 201  # nobody is at its rules
        workshop.left["dba"] = 0.0
        begun = time.monotonic()
        workshop.order("dbaix", "done")
        workshop.order("dba", "done")
        warming.games["duel"] = warmup._Warmed("duel", "Duel", state="loading")
        waits = client.portal.start_task_soon(client.app.state.lobby.warm, "duel")
        time.sleep(0.3)
        assert not waits.done() and client.get("/api/games").status_code == 200  # nobody else waits
        warming._end(warming.games["duel"], "ready")
        waits.result(10)
        assert time.monotonic() - begun > 0.3 and warming.chosen == "duel"


def test_without_helpers_nothing_is_told():
    with TestClient(create_app(Store("sqlite://")), base_url="http://127.0.0.1") as client:
        assert client.get("/api/warming").json() == []


def test_an_unknown_game_is_no_game_to_warm():
    with pytest.raises(UnknownGame):
        get_game("chess")
    assert warmup.Warming(["chess"]).told()[0].state == "failed"


def test_touching_calls_every_verb_and_general(monkeypatch):
    """Each verb of the game is called at least once by the tasks, so the first player waits for nothing."""
    register_duel()
    game = get_game("duel")
    called = set()

    def counted(name, function):
        def call(*arguments):
            called.add(name)
            return function(*arguments)

        return function and call

    own = game.verbs
    verbs = type(own)(*(counted(name, getattr(own, name)) for name in own._fields))
    object.__setattr__(game, "verbs", verbs)
    work = tasks.work_of(game)
    try:
        for task in [*work.battle, *work.generals]:
            task.run()
    finally:
        object.__setattr__(game, "verbs", own)
    # Statistics ask for gauges in compiled code; where sides choose at once is asked of few games.
    assert called >= set(game.verbs._fields) - {"worth", "gauge", "at_once", "turn_to"}


def test_what_is_left_to_others_is_tried_again_until_it_is_there(tmp_path, monkeypatch):
    """Two tasks meet a kernel that another process is at; one of them hides it, as drawing hides what fails."""
    monkeypatch.setattr(sharing, "share", lambda folder: None)
    tries = {"laying": 0, "drawing": 0, "judging": 0}
    playable = []

    def lay():
        tries["laying"] += 1

    def judge():
        tries["judging"] += 1
        if tries["judging"] < 3:
            sharing.put_off += 1
            raise sharing.Elsewhere("gap is compiled by another process")

    def draw():
        tries["drawing"] += 1
        if tries["drawing"] < 2:
            sharing.put_off += 1

    steps = [("laying", lay), ("drawing", draw), ("judging", judge)]
    thinking = tasks.Task("thinking", lambda: playable.append((tmp_path / tasks.PLAYABLE).exists()))
    tasks.touch_with_others(tasks.Work([tasks.Task(*step) for step in steps], [thinking]), tmp_path)
    assert tries == {"laying": 1, "drawing": 2, "judging": 3}
    assert playable == [True], "what a battle needs was there before"


def test_a_rule_that_is_wrong_ends_the_helper(tmp_path, monkeypatch):
    monkeypatch.setattr(sharing, "share", lambda folder: None)

    def fail():
        raise ValueError("a rule fails")

    with pytest.raises(ValueError, match="a rule fails"):
        tasks.touch_with_others(tasks.Work([tasks.Task("laying", fail)], []), tmp_path)


@compiled
def test_the_rules_of_a_game_are_known_before_anything_is_compiled():
    game = get_game("dbaix")
    sources = warmup.sources_of(game)
    assert len(sources) > 300 and sources == warmup.sources_of(game)
    assert sources & warmup.sources_of(get_game("dba"))  # the kernel floor
    assert warmup._part_left(sources | {"no such source"}) > 0
    assert np.isclose(warmup._part_left(frozenset({"no such source"})), 1.0)
