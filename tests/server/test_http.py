"""HTTP: the first page's lists, saves, and what is turned away at the door."""

from __future__ import annotations

import json

import httpx2 as httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sandtable.server.views.battle_messages import game_facts


def test_the_first_page_lists_games_with_scenarios_options_and_generals(server):
    games = {game["key"]: game for game in server.http.get("/api/games").json()}
    duel = games["duel"]
    bridge = duel["scenarios"][0]
    assert (bridge["key"], bridge["title"]) == ("bridge", "The bridge")
    assert bridge["text"] == "Two against one on a small table." and bridge["goals"] == {}
    assert [side["key"] for side in duel["sides"]] == ["red", "blue"]
    assert duel["options"][0]["values"]
    assert "random" in [general["key"] for general in duel["generals"]]


def test_the_first_page_is_told_which_house_rules_a_battle_has_by_itself():
    told = {scenario.key: scenario.options for scenario in game_facts("batalist").scenarios}
    assert told["C1"] == {}
    assert told["C4"] == {"weather": "winter", "wind": "yes", "independents": "yes"}


def test_a_scenario_can_be_looked_at_before_it_is_played(server):
    scene = server.http.get("/api/games/duel/scenarios/bridge/scene").json()
    assert (scene["width"], scene["height"]) == (12, 8)
    assert [figure["name"] for figure in scene["figures"]] == ["Anna", "Ben", "Cora"]
    assert server.http.get("/api/games/duel/scenarios/alamo/scene").status_code == 422
    assert server.http.get("/api/games/duel/scenarios/%2e%2e%2fbridge/scene").status_code in (404, 422)


def test_the_rulebook_can_be_read(server):
    rules = server.http.get("/api/rules/duel").json()
    assert any(clause["id"] == "DUEL-MOV-1" and clause["text"] for clause in rules["clauses"])
    missing = server.http.get("/api/rules/chess")
    assert missing.status_code == 404 and missing.json()["code"] == "unknown" and "chess" in missing.json()["text"]


@pytest.mark.parametrize(
    ("request_", "status", "said"),
    [
        ({"game": "chess"}, 404, "chess"),
        ({"game": "duel", "scenario": "/etc/passwd"}, 422, "scenario"),
        ({"game": "duel", "scenario": "../bridge.yaml"}, 422, "scenario"),
        ({"game": "duel", "options": {"reach": "99"}}, 422, "reach"),
        ({"game": "duel", "options": {"wind": "1"}}, 422, "wind"),
        ({"game": "duel", "seats": {"green": "human"}}, 422, "green"),
        ({"game": "duel", "seats": {"red": "napoleon"}}, 422, "napoleon"),
        ({"game": "duel", "cheat": 1}, 422, "cheat"),
        ({}, 422, "game"),
    ],
)
def test_a_battle_that_cannot_be_laid_is_refused_in_one_sentence(server, request_, status, said):
    answer = server.http.post("/api/battles", json=request_)
    assert answer.status_code == status
    assert said in answer.json()["text"] and "\n" not in answer.json()["text"]


def test_a_save_can_be_loaded_and_goes_on_as_the_battle_did(server):
    made = server.new("plain")
    with server.board(made["token"]) as board:
        board.play("move A to 3,2 facing 90")
        board.play("end")
        saved = server.http.get(f"/api/battles/{made['id']}/save")
        assert saved.headers["content-disposition"].endswith('.json"')
        loaded = server.http.post("/api/battles/load", json={"save": saved.json()})
        assert loaded.status_code == 201, loaded.text
        with server.board(loaded.json()["token"]) as again:
            assert again.state["hash"] == board.state["hash"] and again.state["version"] == 2
            assert [step["action"] for step in again.state["steps"]] == ["", "move A to 3,2 facing 90", "end"]
            again.play(again.state["legal"][0]["action"])
    assert "seed" not in json.dumps(saved.json()) or saved.json()["dice"]["seed"] is None


def test_the_list_of_battles_says_whose_turn_it_is(server):
    """New, played on, taken back, loaded from a save, and over."""

    def listed(made):
        return next(each for each in server.http.get("/api/battles").json() if each["id"] == made["id"])

    made = server.new("plain")
    with server.board(made["token"]) as board:
        assert listed(made)["turn"] == {"side": "red", "name": "Reds", "counted": "round 1"}
        board.play("end")
        assert listed(made)["turn"] == {"side": "blue", "name": "Blues", "counted": "round 1"}
        save = server.http.get(f"/api/battles/{made['id']}/save").json()
        board.undo(past_dice=True)
        assert listed(made)["turn"]["side"] == "red"
    loaded = server.http.post("/api/battles/load", json={"save": save}).json()
    assert listed(loaded)["turn"]["side"] == "blue"
    with server.board(loaded["token"]) as board:
        while not board.state["over"]:
            board.play("end")
    assert listed(loaded)["turn"] is None


def test_a_save_that_was_tampered_with_is_refused(server):
    made = server.new("plain")
    with server.board(made["token"]) as board:
        board.play("move A to 3,2 facing 90")
    save = server.http.get(f"/api/battles/{made['id']}/save").json()
    endless = save | {"actions": save["actions"] * 10_001}
    refused = server.http.post("/api/battles/load", json={"save": endless})
    assert refused.status_code == 422 and "10001" in refused.json()["text"]
    save["actions"][0]["do"] = "move A to 2,3 facing 90"
    refused = server.http.post("/api/battles/load", json={"save": save})
    assert refused.status_code == 422 and "action 1" in refused.json()["text"]
    nonsense = server.http.post("/api/battles/load", json={"save": {"format": "chess"}})
    assert nonsense.status_code == 422 and nonsense.json()["text"].startswith("save: is no save")
    for wrong, said in ({"format": "chess"}, "is no save"), (endless, "holds 10001"), (save, "action 1"):
        named = server.http.post("/api/battles/load", json={"save": wrong, "name": "evening.json"}).json()["text"]
        assert named.startswith("evening.json") and said in named


@pytest.mark.parametrize("body", [b"{", b"[1,2", b"\xff\xfe", b"null", b'{"game": NaN}', b"[" * 5000])
def test_bad_json_is_refused_not_crashed_on(server, body):
    answer = server.http.post("/api/battles", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.json()["code"] == "unreadable"


def test_a_body_that_is_too_big_is_refused(server):
    big = b'{"game": "' + b"x" * 100_000 + b'"}'
    answer = server.http.post("/api/battles", content=big, headers={"content-type": "application/json"})
    assert answer.status_code == 413 and answer.json()["code"] == "too_big"

    def pieces():
        for _ in range(100):
            yield b"x" * 1024

    answer = server.http.post("/api/battles", content=pieces(), headers={"content-type": "application/json"})
    assert answer.status_code == 413


def test_unknown_links_are_turned_away(server):
    assert server.http.get("/play/nosuchlink0123").status_code == 404
    assert server.http.get("/api/battles/0123456789abcdef/save").status_code == 404
    with server.socket("nosuchlink0123") as socket:
        assert json.loads(socket.recv())["code"] == "unknown"
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv()
        assert closed.value.rcvd.code == 4404


def test_another_sites_page_cannot_act(server):
    made = server.new()
    answer = server.http.post("/api/battles", json={"game": "duel"}, headers={"origin": "https://evil.example"})
    assert answer.status_code == 403
    with pytest.raises(InvalidStatus):
        server.socket(made["token"], origin="https://evil.example")
    answer = httpx.get(f"{server.url}/api/battles", headers={"host": "evil.example"})
    assert answer.status_code == 403, "a name that was rebound to this machine"
    own = server.url.removeprefix("http://")
    assert server.http.get("/api/games", headers={"origin": f"http://{own}"}).status_code == 200
    server.socket(made["token"], origin=server.url).close()


@pytest.mark.parametrize("text", ["{", "", "null", '{"type": "play"', '{"type": NaN}', "[" * 1000, '{"n": 1}'])
def test_unreadable_messages_get_a_refusal(server, text):
    with server.board(server.new()["token"]) as board:
        board.socket.send(text)
        assert board.expect("refused")["code"] == "unreadable"
        assert board.play("end")["version"] == 1


def test_a_message_that_is_too_big_is_refused_and_a_huge_one_hangs_up(server):
    with server.board(server.new()["token"]) as board:
        board.socket.send('{"type": "play", "version": 0, "action": "' + "x" * 40_000 + '"}')
        assert board.expect("refused")["code"] == "too_big"
        board.socket.send(b"\x00\x01")
        assert board.expect("refused")["code"] == "unreadable"
        board.socket.send("x" * 3_000_000)
        with pytest.raises(ConnectionClosed) as closed:
            board.receive()
        assert closed.value.rcvd.code == 1009


@pytest.mark.parametrize(
    "path", ["/../conftest.py", "/assets/../../messages.py", "/%2e%2e/messages.py", "/assets/%2e%2e%2f%2e%2e%2fapp.py"]
)
def test_no_path_leads_out_of_the_boards_folder(server, path):
    import socket
    from urllib.parse import urlsplit

    parts = urlsplit(server.url)
    with socket.create_connection((parts.hostname, parts.port)) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while piece := raw.recv(65536):
            answer += piece
    assert b" 404 " in answer.split(b"\r\n", 1)[0]
    assert b"from __future__" not in answer


def test_links_are_not_told_to_other_sites(server):
    headers = server.http.get("/").headers
    assert headers["referrer-policy"] == "no-referrer" and headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]


def test_a_reader_has_rules_and_first_page_in_a_language_of_their_own(server):
    """Whoever asked first, and in whatever language: the others have theirs."""
    for language, word, lesson in (
        ("ru", "батальон", "Щёлкните"),
        ("", "battalion", "Click"),
        ("xx", "battalion", "Click"),
    ):
        asked = {"language": language} if language else {}
        book = server.http.get("/api/rules/batalist", params=asked).json()
        assert word in [term["word"] for term in book["glossary"]]
        games = {game["key"]: game for game in server.http.get("/api/games", params=asked).json()}
        [first] = [one for one in games["dba"]["scenarios"] if one["key"] == "first-lesson"]
        assert first["lesson"][0]["text"].startswith(lesson)
