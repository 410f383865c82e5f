"""Processes that draw beside the server: what they make is what it would have made, and without them it goes on."""

from __future__ import annotations

import asyncio
import contextlib
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

import sandtable
from sandtable.games import register
from sandtable.server.messages.protocol import LegalAction
from sandtable.server.storage.database import Link
from sandtable.server.views.seat_state import BattleState
from sandtable.server.workers.render_workers import LOADING, Drawing, _Beside, drawn_of, loaded, processes, wanted_of
from server.conftest import running
from table.duel_game import GAME as DUEL


def state_of(game):
    battle = sandtable.new(game, seed=1)
    return BattleState(battle, [None], 0)


def link(state, *sides):
    return Link("b", "t" * 8, sides or tuple(side.key for side in state.battle.sides))


def test_each_table_is_drawn_once_for_all_who_see_the_same():
    """In a game that hides nothing all see one table; the actions go with it if anybody of them has to decide."""
    register(DUEL)
    state = state_of("dbaix")
    watcher, gauls, all_of_them = Link("b", "w", ()), link(state, "gauls"), link(state)
    assert [wanted.lists for _, wanted in wanted_of(state, "b", [watcher, gauls])] == [False]
    assert [wanted.lists for _, wanted in wanted_of(state, "b", [watcher, all_of_them, gauls])] == [True]
    duel = state_of("duel")
    wanted = wanted_of(duel, "d", [link(duel, "red"), link(duel, "blue")])
    assert len(wanted) == 2, "where something is hidden each side has its own"
    assert wanted[0][1].state != wanted[1][1].state
    plan = duel.battle.record.plan
    assert int(plan[1]) != 0 and b"".join(w.state for _, w in wanted).count(duel.battle.array.tobytes()) == 0


def test_what_is_drawn_elsewhere_is_what_the_server_draws_itself():
    state = state_of("dbaix")
    ((view, wanted),) = wanted_of(state, "b", [link(state)])
    drawn = drawn_of(wanted)
    assert drawn is not None and not view.is_drawn
    view.take(drawn)
    own = state_of("dbaix").view(link(state).sides)
    assert view.is_drawn and view.scene_text == own.scene_text
    for name in ("legal_text", "asked", "hash", "on_table", "legal", "scene"):
        assert getattr(view, name) == getattr(own, name), name
    assert wanted_of(state, "b", [link(state)]) == [], "nothing is left to be drawn"


def test_a_table_is_drawn_in_the_language_of_whoever_looks():
    """Somebody is to be placed in Batalist: the same table for both, each with its own words."""
    state = state_of("batalist")
    english, russian = link(state), replace(link(state), language="ru")
    drawn = [drawn_of(wanted) for _, wanted in wanted_of(state, "c", [english, russian, english])]
    assert drawn[0].asked.text.endswith("place a battalion in your zone.")
    assert drawn[1].asked.text.endswith("выставьте батальон в своей зоне.")
    assert drawn[0].hash == drawn[1].hash and drawn[0].scene_text != drawn[1].scene_text


def test_a_process_of_its_own_draws_the_same_and_one_that_cannot_says_so():
    async def drawn():
        drawing = Drawing(processes=1, begin_at=2)
        try:
            drawing.note(1)
            state = state_of("dbaix")
            ((view, wanted),) = wanted_of(state, "b", [link(state)])
            await drawing.draw([(view, wanted)])
            assert not view.is_drawn, "one battle is drawn by the server"
            drawing.note(2)
            await drawing.draw([(view, wanted)])
            assert not view.is_drawn, "the rules are still being loaded there"
            await asyncio.gather(*drawing._loading.values())
            await drawing.draw([(view, wanted)])
            register(DUEL)
            duel = state_of("duel")
            ((unknown, of_duel),) = wanted_of(duel, "d", [link(duel, "red")])
            await drawing.draw([(unknown, of_duel)])
            await asyncio.gather(*drawing._loading.values())
            await drawing.draw([(unknown, of_duel)])
            return view, unknown
        finally:
            drawing.close()

    view, unknown = asyncio.run(drawn())
    own = state_of("dbaix").view(("romans", "gauls", "pirates"))
    assert view.is_drawn and (view.scene_text, view.legal_text) == (own.scene_text, own.legal_text)
    assert not unknown.is_drawn and unknown.scene.figures, "a game that is not installed there: drawn here"


class Noting(ThreadPoolExecutor):
    """A process beside the server, for a test: it notes what it is handed."""

    def __init__(self):
        super().__init__(1)
        self.handed = []

    def submit(self, work, what):
        self.handed.append((work, getattr(what, "game", what)))
        return super().submit(lambda: work is not loaded or what != "duel")


def test_who_has_the_rules_and_least_to_do_draws_and_all_load_a_game_one_after_the_other():
    state = state_of("dbaix")
    tables = wanted_of(state, "b", [link(state)])
    busy, free, ignorant = (_Beside(Noting()) for _ in range(3))
    busy.ready, busy.load, free.ready = {"dbaix"}, LOADING, {"dbaix"}

    async def drawn():
        drawing = Drawing(processes=3)
        drawing._beside = [busy, free, ignorant]
        drawing._loading = {"dbaix": asyncio.create_task(asyncio.sleep(0))}
        with contextlib.suppress(AttributeError):  # these processes make nothing of it
            await drawing.draw(tables)
        assert (busy.pool.handed, free.pool.handed, ignorant.pool.handed) == ([], [(drawn_of, "dbaix")], [])
        free.ready.clear()
        await drawing.draw(tables)
        assert not busy.pool.handed, "nothing is handed to one that loads: the server draws that itself"
        await asyncio.gather(drawing._load("dba"), drawing._load("duel"))
        drawing.close()

    asyncio.run(drawn())
    for each in (busy, free, ignorant):
        assert [handed for handed in each.pool.handed if handed[0] is loaded] == [(loaded, "dba"), (loaded, "duel")]
        assert "dba" in each.ready and "duel" not in each.ready
    assert (busy.load, free.load, ignorant.load) == (LOADING, 0, 0)


def test_every_action_listed_can_be_sent_back():
    """Lists are written as plain data, without models; what they say is what the message promises."""
    view = state_of("dbaix").view(("romans", "gauls", "pirates"))
    listed = [LegalAction.model_validate(each) for each in json.loads(view.legal_text)]
    assert tuple(listed) == view.legal and len(listed) > 1
    assert [view.action(each.action).text for each in listed] == [each.text for each in listed]


def test_a_battle_goes_on_when_its_processes_are_killed(tmp_path):
    drawing = Drawing(processes=1, begin_at=1)
    with running(tmp_path, drawing=drawing) as server:
        made = server.new("dbaix", scenario="feast")
        with server.board(made["token"]) as board:
            for beside in drawing._beside:
                for process in beside.pool._processes.values():
                    process.kill()
            before = board.state["version"]
            board.play("end")
            assert board.state["version"] == before + 1 and board.state["scene"]["figures"]


@pytest.mark.parametrize(("cores", "expected"), [(1, 0), (2, 2), (64, 4)])
def test_as_many_as_cores_but_none_on_a_single_one(monkeypatch, cores, expected):
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(cores)), raising=False)
    assert processes() == expected
