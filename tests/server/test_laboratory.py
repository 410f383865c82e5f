"""Studies on the web: asked for, waiting, interrupted, gone on with, refused; and what a worker does for real."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.compiler.decorators import COMPILED
from sandtable.server.http.front import Front
from sandtable.server.http.limits import Limits
from sandtable.server.laboratory import laboratory as lab
from sandtable.server.laboratory.files import StudyFolder, new_folder
from sandtable.server.messages.laboratory import AskStudy
from server.conftest import Address, running

STUDIES = "/api/laboratory/studies"
DBA = {"game": "dba", "scenario": "first-lesson", "battles": 400}

FAKE = """
import json, os, sys
from pathlib import Path
state = Path(sys.argv[1]) / "state.json"
def write(told):
    state.with_suffix(".new").write_text(json.dumps(told))
    os.replace(state.with_suffix(".new"), state)
told = json.loads(state.read_text()) | {"state": "running", "done": 40}
told["arms"][0]["curve"] = [[40, 0.5, 0.25, 0.75]]
write(told)
while os.read(0, 64):
    pass
(Path(sys.argv[1]) / "report.html").write_text("<h1>Report</h1>")
write(told | {"state": "stopped", "sentences": ["Nothing found."]})
"""
"""Stands for a worker: fights 40 battles at once, and waits to be interrupted."""


LINGERING = """
import os, sys, time
from pathlib import Path
folder = Path(sys.argv[1])
with (folder / "runs").open("a") as runs:
    runs.write("run\\n")
state = (folder / "state.json").read_text().replace('"waiting"', '"done"')
(folder / "state.new").write_text(state)
os.replace(folder / "state.new", folder / "state.json")
time.sleep(1)
"""
"""Stands for a worker that tells at once that it is done, and ends a second later."""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Address]:
    """A server whose studies are run by ``FAKE``."""
    script = tmp_path / "fake.py"
    script.write_text(FAKE)
    monkeypatch.setattr(lab.Laboratory.__init__, "__defaults__", ((sys.executable, str(script)),))
    monkeypatch.setattr(lab, "is_installed", lambda: True)
    limits = Limits(studies=3, battles_of_a_study=1000)
    with running(tmp_path, front=Front(studies=tmp_path / "studies"), limits=limits) as server:
        yield server


def until(server: Address, study: str, state: str, seconds: float = 60) -> dict[str, Any]:
    end = time.monotonic() + seconds
    while True:
        told: dict[str, Any] = server.http.get(f"{STUDIES}/{study}").json()
        if told["state"] == state:
            return told
        assert time.monotonic() < end, told
        time.sleep(0.05)


def asked_of(base: Path, study: dict[str, Any]) -> dict[str, Any]:
    """The study's file."""
    found: dict[str, Any] = json.loads((base / "studies" / study["id"] / "asked.json").read_text())
    return found


def refused(server: Address, **what: Any) -> str:
    answer = server.http.post(STUDIES, json={**DBA, **what})
    assert answer.status_code in (409, 422, 429), answer.text
    text: str = answer.json()["text"]
    return text


def test_one_study_runs_at_a_time_and_is_interrupted_and_gone_on_with(server, tmp_path):
    first = server.http.post(STUDIES, json={**DBA, "title": "First"})
    assert first.status_code == 201, first.text
    first = first.json()
    assert (first["measure"], first["share"], first["wanted"], first["place"]) == (
        "wins: Romans",
        True,
        400,
        "first-lesson",
    )
    pair = {**DBA, "factors": {"rules.overlapped": [-2]}, "design": "A/B", "dice": "by purpose"}
    second = server.http.post(STUDIES, json=pair).json()
    assert [asked_of(tmp_path, one)["dice"] for one in (first, second)] == ["in order", "by purpose"]
    assert [arm["label"] for arm in second["arms"]] == ["as it is", "rules.overlapped = -2"]
    told = until(server, first["id"], "running")
    assert told["done"] == 40
    assert told["arms"][0]["curve"] == [{"battles": 40, "value": 0.5, "low": 0.25, "high": 0.75}]
    assert server.http.get(f"{STUDIES}/{second['id']}").json()["state"] == "waiting"
    assert server.http.get(f"{STUDIES}/{first['id']}/report").status_code == 409
    server.http.post(f"{STUDIES}/{first['id']}/stop", json={})
    told = until(server, first["id"], "stopped")
    assert told["sentences"] == ["Nothing found."] and told["report"]
    until(server, second["id"], "running")
    assert [one["title"] for one in server.http.get(STUDIES).json()] == ["first-lesson", "First"]
    more = server.http.post(f"{STUDIES}/{first['id']}/run", json={"battles": 600}).json()
    assert (more["state"], more["battles"], more["wanted"]) == ("waiting", 600, 600)
    assert server.http.post(f"{STUDIES}/{first['id']}/stop", json={}).json()["state"] == "stopped"
    assert server.http.delete(f"{STUDIES}/{second['id']}").status_code == 204
    assert server.http.get(f"{STUDIES}/{second['id']}").status_code == 409
    assert [path.name for path in (tmp_path / "studies").iterdir()] == [first["id"]]


def test_a_study_is_interrupted_whose_process_is_known_to_itself_alone(server, monkeypatch):
    """It runs, and says so, before the server has heard that it was started."""
    heard, start = threading.Event(), asyncio.create_subprocess_exec

    async def slow(*command: Any, **more: Any) -> Any:
        process = await start(*command, **more)
        while not heard.is_set():
            await asyncio.sleep(0.01)
        return process

    monkeypatch.setattr(lab.asyncio, "create_subprocess_exec", slow)
    study = server.http.post(STUDIES, json=DBA).json()["id"]
    until(server, study, "running")
    server.http.post(f"{STUDIES}/{study}/stop", json={})
    heard.set()
    assert until(server, study, "stopped")["sentences"] == ["Nothing found."]


def test_what_is_told_of_a_study_is_of_one_moment(tmp_path, monkeypatch):
    """Its process tells more, and ends, while what it told before is on its way to whoever asks."""
    laboratory, folder = lab.Laboratory(tmp_path, Limits()), new_folder(tmp_path)
    laboratory._found(folder, AskStudy.model_validate(DBA), None)
    folder.write_state(folder.state() | {"state": "running", "done": 40})
    laboratory._running = folder.id, None
    read = StudyFolder.state

    def overtaken(each: StudyFolder) -> dict[str, Any]:
        told = read(each)
        each.write_state(told | {"state": "stopped", "sentences": ["Nothing found."]})
        laboratory._running = None
        return told

    monkeypatch.setattr(StudyFolder, "state", overtaken)
    told = asyncio.run(laboratory.told(folder.id))
    assert (told.state, told.done, told.sentences) == ("running", 40, ())
    folder.write_state(read(folder) | {"state": "running"})
    laboratory._running = folder.id, None
    assert [one.state for one in asyncio.run(laboratory.listed())] == ["running"]


def test_a_report_is_a_page_by_itself_that_reaches_nothing(server):
    study = server.http.post(STUDIES, json=DBA).json()["id"]
    until(server, study, "running")
    server.http.post(f"{STUDIES}/{study}/stop", json={})
    until(server, study, "stopped")
    page = server.http.get(f"{STUDIES}/{study}/report")
    assert page.text == "<h1>Report</h1>" and page.headers["content-type"] == "text/html; charset=utf-8"
    policy = page.headers["content-security-policy"]
    assert policy.startswith("sandbox allow-scripts;") and "allow-same-origin" not in policy
    assert "default-src 'none'" in policy


def test_what_is_asked_names_no_file_and_keeps_to_the_bounds(server, tmp_path):
    (tmp_path / "own.yaml").write_text("{}")
    assert "scenario" in refused(server, scenario=str(tmp_path / "own.yaml"))
    assert "scenario" in refused(server, scenario="first-lesson.yaml")
    assert "army" in refused(server, scenario="ready-field", factors={"army.red": ["/etc/passwd"]}, design="A/B")
    assert "files alone" in refused(server, factors={"scenario.army": ["/etc/passwd"]}, design="A/B")
    assert "1,000 battles" in refused(server, battles=1001)
    many = {"rules.overlapped": list(range(-30, -5))}
    assert "24 variants" in refused(server, battles=1, factors=many, design="one at a time")
    assert "nearest" in refused(server, factors={"rules.overlaped": [-2]}, design="A/B")
    assert "general" in refused(server, generals=["napoleon"])
    assert "link" in refused(server, battle={"token": "nobody"})
    assert list((tmp_path / "studies").iterdir()) == []
    for wrong in ("../../etc", "0" * 24, "%2e%2e"):
        assert server.http.get(f"{STUDIES}/{wrong}").status_code in (404, 409)
    for _ in range(3):
        assert server.http.post(STUDIES, json=DBA).status_code == 201
    assert "3 studies" in refused(server)


def test_a_study_begins_with_the_table_of_a_battle(server, tmp_path):
    battle = server.new("dba", scenario="first-lesson")
    asked = {**DBA, "battle": {"token": battle["token"], "step": 0}, "title": "From a battle"}
    made = server.http.post(STUDIES, json=asked)
    assert made.status_code == 201, made.text
    told = made.json()
    assert (told["title"], told["place"]) == ("From a battle", "")
    folder = tmp_path / "studies" / told["id"]
    assert json.loads((folder / "asked.json").read_text())["scenarios"] == ["position.json"]
    assert json.loads((folder / "position.json").read_text())["game"] == "dba"
    beyond = {"token": battle["token"], "step": 9}
    assert "no number 9" in refused(server, battle=beyond)
    assert "keeps its rules" in refused(server, battle=asked["battle"], factors={"last_bound": ["40"]}, design="A/B")


def test_the_menu_of_a_battle_names_the_sides_of_its_own_scenario(server):
    """Those of Inter Arma's first scenario are Gauls and Romans."""
    battle = server.new("inter-arma", scenario="chase")
    told = server.http.get(f"/api/laboratory/battles/{battle['token']}").json()
    assert [side["key"] for side in told["sides"]] == ["thieves", "riders"]
    assert {"wins.thieves", "wins.riders"} <= {one["name"] for one in told["measures"]}
    assert told["numbers"] == [] and told["armies"] == {}
    scenario = server.http.get("/api/laboratory/games/inter-arma/scenarios/chase").json()
    assert (scenario["sides"], scenario["measures"]) == (told["sides"], told["measures"])
    assert "No battle has this link." in server.http.get("/api/laboratory/battles/nobody").text


def test_a_server_for_others_runs_none_unless_it_is_told_to(tmp_path):
    with running(tmp_path, local=False) as server:
        told = server.http.get("/api/laboratory").json()
        assert not told["open"] and "--laboratory" in told["text"]
        assert "--laboratory" in refused(server)
        assert server.http.get(STUDIES).json() == []


def test_without_its_libraries_one_sentence_says_how_to_get_them(tmp_path, monkeypatch):
    monkeypatch.setattr(lab, "LIBRARIES", ("polars_that_nobody_has",))
    with running(tmp_path, front=Front(studies=tmp_path / "studies")) as server:
        told = server.http.get("/api/laboratory").json()
        assert not told["open"] and "pip install 'sandtable[lab]'" in told["text"]
        assert told["text"] == refused(server)


def test_studies_of_a_shared_server_are_found_by_their_id_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(lab.Laboratory.__init__, "__defaults__", ((sys.executable, "-c", "raise SystemExit(3)"),))
    monkeypatch.setattr(lab, "is_installed", lambda: True)
    with running(tmp_path, front=Front(False, studies=tmp_path / "studies")) as server:
        study = server.http.post(STUDIES, json=DBA).json()["id"]
        assert server.http.get(STUDIES).json() == []
        told = until(server, study, "failed")
        assert "ended by itself" in told["trouble"]


def by_village(server):
    """What may be measured of each general of DBAix, which has three sides."""
    return server.http.get("/api/laboratory/games/dbaix/scenarios/village").json()["by_general"]


def test_a_general_is_measured_where_seats_change_and_else_refused(server):
    asked = {**DBA, "generals": ["quick", "random"], "measure": "general.2", "factors": {}, "design": "one variant"}
    refused = server.http.post(STUDIES, json={**asked, "rotate": False})
    assert refused.status_code == 422 and "there is no measure 'general.2'" in refused.text
    study = server.http.post(STUDIES, json=asked).json()
    assert (study["measure"], study["generals"]) == ("wins: random", ["quick", "random"])
    server.http.delete(f"{STUDIES}/{study['id']}")


def test_menus_name_numbers_measures_and_armies(server):
    told = server.http.get("/api/laboratory/games/dba/scenarios/ready-field").json()
    numbers = {one["name"]: one for one in told["numbers"]}
    assert numbers["rules.overlapped"] == {"name": "rules.overlapped", "value": -1.0, "whole": True}
    shares = {one["name"]: one["share"] for one in told["measures"]}
    assert shares["wins.red"] and shares["quiet"] and not shares["bounds"] and not shares["lost.red"]
    called = {one["name"]: one["called"] for one in told["measures"]}
    assert [called[name] for name in ("wins.red", "cut_off", "bounds")] == [
        "wins: Later Carthaginians",
        "cut off",
        "bounds",
    ]
    assert [one["name"] for one in told["by_general"]] == ["general.1", "general.2"]
    assert [one["name"] for one in by_village(server)] == ["general.1", "general.2", "general.3"]
    assert set(told["armies"]) == {"red", "blue"} and len(told["armies"]["red"]) == 10
    assert server.http.get("/api/laboratory/games/dba/scenarios/own.yaml").status_code == 422


def test_a_study_goes_on_whose_process_is_about_to_end(tmp_path, monkeypatch):
    script = tmp_path / "lingering.py"
    script.write_text(LINGERING)
    monkeypatch.setattr(lab.Laboratory.__init__, "__defaults__", ((sys.executable, str(script)),))
    monkeypatch.setattr(lab, "is_installed", lambda: True)
    with running(tmp_path, front=Front(studies=tmp_path / "studies")) as server:
        study = server.http.post(STUDIES, json=DBA).json()["id"]
        until(server, study, "done")
        assert server.http.post(f"{STUDIES}/{study}/run", json={"battles": 800}).json()["state"] == "waiting"
        assert until(server, study, "done")["wanted"] == 800
    assert (tmp_path / "studies" / study / "runs").read_text() == "run\nrun\n"


@pytest.mark.full
@pytest.mark.timeout(600)  # two studies, each with a process that loads the rules
@pytest.mark.skipif(not COMPILED, reason="whole battles take minutes interpreted; the compiled stage fights them")
def test_a_worker_fights_reports_and_goes_on(tmp_path):
    pytest.importorskip("polars")
    with running(tmp_path, front=Front(studies=tmp_path / "studies")) as server:
        asked = {"game": "dba", "scenario": "first-lesson", "battles": 20, "title": "Real"}
        study = server.http.post(STUDIES, json=asked).json()["id"]
        told = until(server, study, "done", 280)
        assert told["done"] == 20 and told["arms"][0]["curve"][-1]["battles"] == 20
        assert told["sentences"][0].startswith(f"{told['measure']}: ") and "wins." not in told["measure"]
        assert "<title>Real</title>" in server.http.get(f"{STUDIES}/{study}/report").text
        assert server.http.post(f"{STUDIES}/{study}/run", json={"battles": 30}).json()["state"] == "waiting"
        assert until(server, study, "done", 250)["done"] == 30
