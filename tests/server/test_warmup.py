"""Rules compiled beside the server: the chosen game first, a helper that dies, and what is loaded when it is done."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import contextmanager

import numpy as np
import pytest
from fastapi.testclient import TestClient

import sandtable
from sandtable.compiler import patience
from sandtable.compiler.decorators import COMPILED
from sandtable.games import get_game
from sandtable.server.http.app import create_app
from sandtable.server.session import computer
from sandtable.server.storage.database import Store
from sandtable.server.views import battle_messages, puzzles
from sandtable.server.warmup import tasks, warmup
from sandtable.table.save_writer import save_data
from server.duel_server import register_duel

compiled = pytest.mark.skipif(not COMPILED, reason="nothing is compiled under NUMBA_DISABLE_JIT=1")

HELPER = """
import pathlib, sys, time
game, orders = sys.argv[-1], pathlib.Path({orders!r})
(orders / f"{{game}}-{{time.time_ns()}}.begun").touch()
while True:
    for name, status in (("done", 0), ("dead", 3)):
        if (orders / f"{{game}}.{{name}}").exists():
            print("a rule too many", file=sys.stderr)
            sys.exit(status)
    time.sleep(0.01)
"""


class Workshop:
    """Helpers that do nothing but wait for orders, and rules that are loaded by noting it."""

    def __init__(self, folder, monkeypatch):
        self.folder = folder
        self.left = {"dba": 1.0, "dbaix": 1.0}
        self.loaded = []
        monkeypatch.setattr(warmup, "HELPER", (sys.executable, "-c", HELPER.format(orders=str(folder))))
        monkeypatch.setattr(warmup, "AT_ONCE", 0.0)
        monkeypatch.setattr(warmup, "COMPILED", True)
        monkeypatch.setattr(warmup, "USABLE", True, raising=False)
        monkeypatch.setattr(warmup, "part_left", lambda game: self.left[game.key])
        monkeypatch.setattr(warmup, "folder", lambda: folder, raising=False)
        monkeypatch.setattr(warmup.cache, "sweep_daily", lambda own: None)
        monkeypatch.setattr(tasks, "tasks_of", lambda game: [lambda: self.loaded.append(game.key)])

    def order(self, key, what):
        """What the helper of a game is to do: be done, or dead."""
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


@contextmanager
def on_its_way(*keys):
    """The compiled rules of these games on their way into this process."""
    made = warmup.Warmup(keys)
    made.start()
    try:
        yield made
    finally:
        made.close()
        patience.be_patient(False)


@pytest.fixture
def begun(workshop):
    """Two games on their way, DBA first."""
    with on_its_way("dba", "dbaix") as made:
        yield made


def is_interpreted(key):
    return patience.is_interpreted(get_game(key).dtype)


def test_one_game_after_the_other_is_compiled_and_those_that_are_chosen_are_loaded(workshop, begun):
    begun.choose("dba")
    until(lambda: workshop.begun("dba") == 1)
    assert workshop.begun("dbaix") == 0 and is_interpreted("dba") and is_interpreted("dbaix")
    workshop.order("dba", "done")
    until(lambda: not is_interpreted("dba"))
    until(lambda: workshop.begun("dbaix") == 1)
    workshop.order("dbaix", "done")
    until(lambda: not begun._threads[0].is_alive())
    assert workshop.loaded == ["dba"] and is_interpreted("dbaix")
    begun.choose("dbaix")
    until(lambda: not is_interpreted("dbaix"))
    begun.choose("dba")
    begun.choose("dbaix")
    begun.close()
    assert workshop.loaded == ["dba", "dbaix"], "each once"


def test_the_chosen_game_comes_first_and_the_other_goes_on_later(workshop, begun):
    until(lambda: workshop.begun("dba") == 1)
    begun.choose("dbaix")
    until(lambda: workshop.begun("dbaix") == 1)
    workshop.order("dbaix", "done")
    until(lambda: not is_interpreted("dbaix"))
    until(lambda: workshop.begun("dba") == 2)
    assert workshop.loaded == ["dbaix"] and is_interpreted("dba")


def test_a_game_that_is_on_disk_is_loaded_while_another_is_compiled(workshop):
    workshop.left = {"dba": 0.0, "dbaix": 1.0}
    with on_its_way("dba", "dbaix") as made:
        until(lambda: workshop.begun("dbaix") == 1)
        assert workshop.loaded == []
        made.choose("dba")
        until(lambda: not is_interpreted("dba"))
        assert workshop.begun("dbaix") == 1 and made._helper[1].poll() is None, "it goes on"


def test_a_game_whose_helper_dies_stays_interpreted_and_the_log_says_why(workshop, begun, caplog):
    until(lambda: workshop.begun("dba") == 1)
    workshop.order("dba", "dead")
    until(lambda: workshop.begun("dbaix") == 1)
    assert is_interpreted("dba") and workshop.loaded == []
    said = caplog.text
    assert "the rules of dba cannot be compiled beside the server" in said
    assert "the helper ended with status 3: a rule too many" in said
    begun.choose("dbaix")
    workshop.order("dbaix", "done")
    until(lambda: not is_interpreted("dbaix"))


def test_rules_that_are_on_disk_need_no_helper(workshop):
    workshop.left = {"dba": 0.0, "dbaix": warmup.FEW}
    with on_its_way("dba", "dbaix") as made:
        made.choose("dbaix")
        made.choose("dba")
        until(lambda: sorted(workshop.loaded) == ["dba", "dbaix"])
        assert workshop.begun("dba") == workshop.begun("dbaix") == 0


def test_helpers_end_with_the_server(workshop, begun):
    until(lambda: workshop.begun("dba") == 1)
    helper = begun._helper[1]
    begun.close()
    assert helper.wait(10) != 0 and workshop.begun("dbaix") == 0


def test_the_page_says_which_game_is_wanted_and_nobody_waits(workshop, begun):
    register_duel()
    app = create_app(Store("sqlite://"), warmup=begun)
    with TestClient(app, base_url="http://127.0.0.1") as client:
        assert client.post("/api/games/dbaix/choose").status_code == 204
        until(lambda: workshop.begun("dbaix") == 1)
        assert client.post("/api/games/chess/choose").status_code == 404
        assert client.post("/api/battles", json={"game": "dba"}).status_code == 201, "its rules are not compiled"
        until(lambda: workshop.begun("dba") >= 1)


def new_battle(client):
    return client.post("/api/battles", json={"game": "dbaix", "scenario": "feast"})


def saved(client):
    with patience.compiling():  # whoever saved it did so elsewhere
        save = save_data(sandtable.new("dbaix", scenario="feast").engine, None)
    return client.post("/api/battles/load", json={"save": save})


def blank_scenario(client):
    return client.get("/api/editor/games/dbaix").json()["blank"]


def looked_at_in_the_editor(client):
    return client.post("/api/editor/look", json={"game": "dbaix", "text": blank_scenario(client)})


def played_from_the_editor(client):
    return client.post("/api/editor/play", json={"game": "dbaix", "text": blank_scenario(client)})


def puzzle(client):
    puzzles._solved.cache_clear()
    return client.get(f"/api/puzzles/dbaix/{client.get('/api/puzzles/dbaix').json()['puzzles'][0]['key']}")


def scene_of_a_scenario(client):
    battle_messages.scenario_scene.cache_clear()
    return client.get("/api/games/dbaix/scenarios/feast/scene")


FRESH = "SANDTABLE_FRESH_PROCESS"
"""Set where no rule has been called yet: one whose compiled form a process has met asks nobody for its game."""

unmet = pytest.mark.skipif(FRESH not in os.environ, reason="asked in a process of its own, by the test below")

WAYS_IN = [
    new_battle,
    saved,
    played_from_the_editor,
    pytest.param(looked_at_in_the_editor, marks=unmet),
    pytest.param(puzzle, marks=unmet),
    pytest.param(scene_of_a_scenario, marks=unmet),
]


@compiled
@pytest.mark.parametrize("way", WAYS_IN)
def test_a_game_is_loaded_by_whichever_way_a_battle_of_it_comes_in(workshop, way):
    workshop.left = {"dba": 0.0, "dbaix": 0.0}
    with on_its_way("dba", "dbaix") as made, client_of(made) as client:
        client.get("/api/games")
        until(lambda: not made._threads[0].is_alive())
        assert workshop.loaded == [], "that somebody looks at the first page loads none"
        assert way(client).is_success
        until(lambda: workshop.loaded == ["dbaix"])


@compiled
def test_a_game_is_loaded_when_a_stored_battle_of_it_is_opened(workshop, tmp_path):
    store = f"sqlite:///{tmp_path}/battles.sqlite3"
    workshop.left = {"dba": 0.0, "dbaix": 0.0}
    with client_of(None, store) as client:
        token = new_battle(client).json()["token"]
    with on_its_way("dba", "dbaix") as made, client_of(made, store) as client:
        client.get(f"/play/{token}")
        until(lambda: not made._threads[0].is_alive())
        assert workshop.loaded == []
        with client.websocket_connect(f"ws://127.0.0.1/ws/{token}"):
            until(lambda: workshop.loaded == ["dbaix"])


@compiled
@unmet
def test_a_game_is_chosen_by_any_rule_that_is_asked_about_a_battle_of_it(workshop):
    """However the battle came into the process, the next way of which nobody thought included."""
    workshop.left = {"dba": 0.0, "dbaix": 0.0}
    with on_its_way("dba", "dbaix"):
        sandtable.new("dbaix", scenario="feast").legal()
        until(lambda: workshop.loaded == ["dbaix"])


@compiled
@pytest.mark.skipif(FRESH in os.environ, reason="this is that process")
def test_where_no_rule_was_called_before_whatever_asks_one_chooses_its_game():
    asked = "looked_at_in_the_editor or puzzle or scene_of_a_scenario or by_any_rule"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", __file__, "-k", asked]
    done = subprocess.run(command, env=os.environ | {FRESH: "1"}, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 and "4 passed" in done.stdout, done.stdout + done.stderr


def client_of(made, store="sqlite://"):
    """Somebody who asks a server with these rules on their way."""
    return TestClient(create_app(Store(store), warmup=made), base_url="http://127.0.0.1")


def test_a_general_that_thinks_long_thinks_less_while_rules_are_interpreted():
    game = get_game("dba")
    kinds = ("random", "quick", "greedy")
    assert [computer.kind_now(kind, game) for kind in kinds] == list(kinds)
    patience.be_patient()
    try:
        assert [computer.kind_now(kind, game) for kind in kinds] == ["random", "quick", "quick"]
        patience.loaded(game.dtype)
        assert [computer.kind_now(kind, game) for kind in kinds] == list(kinds)
    finally:
        patience.be_patient(False)


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
    try:
        for task in tasks.tasks_of(game):
            task()
    finally:
        object.__setattr__(game, "verbs", own)
    # Statistics and generals ask these in compiled code; where sides choose at once is asked of few games.
    unasked = {"worth", "gauge", "bound", "candidates", "is_offered", "at_once", "turn_to"}
    assert called >= set(game.verbs._fields) - unasked


@compiled
def test_the_rules_of_a_game_are_known_before_anything_is_compiled(monkeypatch):
    game = get_game("dbaix")
    sources = warmup.sources_of(game)
    assert len(sources) > 300 and sources == warmup.sources_of(game)
    assert sources & warmup.sources_of(get_game("dba"))  # the kernel floor
    monkeypatch.setattr(warmup, "sources_kept", lambda: set(list(sources)[::2]))
    assert np.isclose(warmup.part_left(game), 0.5, atol=0.01)
