"""Sides that choose at the same time, and secrets through real sockets: nobody hears what they may not know."""

from __future__ import annotations

import json

import pytest

from server.conftest import running


@pytest.fixture
def seats(server):
    """An ambush of two guests: the tokens of Red, Blue and a watcher."""
    made = server.new("ambush", seats={"red": "guest", "blue": "guest"})
    tokens = []
    for side in ("red", "blue"):
        invitation = made["seats"][side]["invite_url"].removeprefix("/join/")
        tokens.append(server.http.post(f"/api/invitations/{invitation}").json()["token"])
    return (*tokens, made["watch_url"].rsplit("/", 1)[1], made)


def hears_nothing(board, seconds=0.3):
    """Whether no message comes but who is there."""
    try:
        while True:
            if board.receive(timeout=seconds)["type"] != "presence":
                return False
    except TimeoutError:
        return True


def test_both_are_asked_at_once_and_may_answer_in_any_order(server, seats):
    red_token, blue_token, watch, _ = seats
    with server.board(red_token) as red, server.board(blue_token) as blue, server.board(watch) as watcher:
        for board, side in ((red, "red"), (blue, "blue")):
            decision = board.state["decision"]
            assert decision["side"] == side and decision["yours"] and decision["text"] == "Write your order."
            assert [(each["side"], each["done"]) for each in decision["at_once"]] == [("red", False), ("blue", False)]
            assert any(action["text"] == "write 4" for action in board.state["legal"])
        assert not watcher.state["decision"]["yours"] and watcher.state["legal"] == []
        blue.play("write 6")
        blue.play("seal")
        assert not blue.state["decision"]["yours"] and blue.state["decision"]["side"] == "red"
        for board in (red, watcher):
            while not board.state["decision"]["at_once"][1]["done"]:
                board.receive()
            assert [each["done"] for each in board.state["decision"]["at_once"]] == [False, True]
        assert red.state["decision"]["yours"], "Red is asked as before"
        red.play("write 1")
        red.play("seal")
        assert red.state["decision"]["text"].startswith("Move:") and red.state["decision"]["at_once"] == []


def test_who_decides_as_another_is_ready_is_not_refused(server, seats):
    """Both send "seal" by the state in which neither had: the second counts too. After that the state is another."""
    red_token, blue_token, *_ = seats
    with server.board(red_token) as red, server.board(blue_token) as blue:
        seen = red.state["version"]
        blue.play("seal")
        while not red.state["decision"]["at_once"][1]["done"]:
            red.receive()
        assert red.state["version"] == seen + 1
        red.send(type="play", version=seen, action="write 1")  # as it was sent before Blue's seal had come
        while red.state["version"] == seen + 1:
            assert red.receive()["type"] != "refused"
        assert red.state["steps"][-1]["action"] == "write 1" and red.state["decision"]["yours"]
        own = red.ask("refused", type="play", version=seen, action="seal")
        assert own["code"] == "stale", "after an action of his own he decides by what it made"
        assert red.play("seal")["decision"]["at_once"] == []


def test_whoever_waits_hears_nothing_of_what_another_writes(server, seats):
    red_token, blue_token, watch, _ = seats
    with server.board(red_token) as red, server.board(blue_token) as blue, server.board(watch) as watcher:
        for number in (1, 2, 3, 4):
            blue.play(f"write {number}")
        blue.play("lurk C")
        assert blue.state["version"] == 5 and [step["action"] for step in blue.state["steps"]] == ["lurk C"]
        assert hears_nothing(red) and hears_nothing(watcher), "neither what, nor how often, nor when"
        assert red.play("write 2")["version"] == 1, "and Red's own state was never out of date"
        assert [step["number"] for step in red.state["steps"]] == [1]
        assert "5" not in json.dumps([step["label"] for step in red.state["steps"]])
        looked = red.ask("looked", type="look", n=1, step=1)
        assert looked["of"] == 1 and [figure["id"] for figure in looked["scene"]["figures"]] == ["A", "B", "C"]


def test_ones_own_secret_is_taken_back_without_anybody_hearing_of_it(server, seats):
    """Red writes, Blue writes, Red takes the order back: Blue's stands, and Blue hears nothing."""
    red_token, blue_token, *_ = seats
    with server.board(red_token) as red, server.board(blue_token) as blue:
        before = red.state["hash"]
        red.play("write 3")
        blue.play("write 6")
        blue_hash = blue.state["hash"]
        assert red.state["undo"]["possible"] and red.state["undo"]["needs"] == []
        assert red.undo()["hash"] == before
        assert hears_nothing(blue)
        assert blue.ask("legal", type="legal", n=1)["version"] == 1
        with server.board(blue_token) as again:
            assert again.state["hash"] == blue_hash
            assert [step["action"] for step in again.state["steps"]] == ["", "write 6"]


def test_what_was_taken_back_out_of_turn_is_opened_again_from_the_store(tmp_path):
    """Blue, asked second, writes first and takes it back: the battle stands as before, here and after a restart."""
    with running(tmp_path) as server:
        made = server.new("ambush", seats={"red": "guest", "blue": "guest"})
        invitation = made["seats"]["blue"]["invite_url"].removeprefix("/join/")
        token = server.http.post(f"/api/invitations/{invitation}").json()["token"]
        with server.board(token) as blue:
            before = blue.state["hash"]
            blue.play("write 6")
            assert blue.undo()["hash"] == before
    with running(tmp_path) as server, server.board(token) as blue:
        assert blue.welcome["battle"]["unread"] == "" and blue.state["hash"] == before
        assert [step["action"] for step in blue.state["steps"]] == [""]


def test_dice_thrown_in_secret_change_nothing_of_what_another_may_take_back_and_stay_as_they_fell(server):
    """Red writes; Blue lurks by a secret die; Red takes the order back alone, as without it. Its face stays."""
    made = server.new("wagers", seats={"red": "guest", "blue": "guest"})
    tokens = []
    for side in ("red", "blue"):
        invitation = made["seats"][side]["invite_url"].removeprefix("/join/")
        tokens.append(server.http.post(f"/api/invitations/{invitation}").json()["token"])
    with server.board(tokens[0]) as red, server.board(tokens[1]) as blue:
        red.play("write 3")
        before = red.state["undo"]
        assert before["possible"] and before["needs"] == [] and not before["past_dice"]
        blue.play("lurk C")
        die = blue.state["steps"][-1]["events"][0]["die"]
        assert die is not None, "Blue himself sees it"
        blue_hash = blue.state["hash"]
        with server.board(tokens[0]) as again:
            assert again.state["undo"] == before
        red.undo()
        assert hears_nothing(blue)
        with server.board(tokens[1]) as again:
            assert again.state["hash"] == blue_hash and again.state["steps"][-1]["events"][0]["die"] == die
        assert blue.state["undo"]["past_dice"] and blue.state["undo"]["needs"] == ["red"], "his own die he knows"


def test_while_something_is_proposed_nobody_plays_where_that_would_be_heard(server, seats):
    """Red's proposal would end as Blue plays in secret, and Red would know of it."""
    red_token, blue_token, *_ = seats
    with server.board(red_token) as red, server.board(blue_token) as blue:
        red.play("seal")
        while not blue.state["decision"]["at_once"][0]["done"]:
            blue.receive()
        red.send(type="ask_undo", version=1)
        while blue.state["undo"]["proposal"] is None:
            blue.receive()
        refused = blue.ask("refused", type="play", version=blue.state["version"], action="write 6")
        assert refused["code"] == "not_now" and "proposed" in refused["text"]
        blue.send(type="answer_undo", number=blue.state["undo"]["proposal"]["number"], grant=False)
        while blue.state["undo"]["proposal"] is not None:
            blue.receive()
        assert blue.play("write 6")["steps"][-1]["action"] == "write 6"


def test_what_was_taken_back_in_secret_is_played_again_from_the_store(tmp_path):
    from server.conftest import running

    with running(tmp_path) as server:
        made = server.new("ambush", seats={"blue": "guest"})
        invitation = made["seats"]["blue"]["invite_url"].removeprefix("/join/")
        token = server.http.post(f"/api/invitations/{invitation}").json()["token"]
        with server.board(made["token"]) as red, server.board(token) as blue:
            red.play("write 3")
            blue.play("write 6")
            red.undo()
            red.play("write 4")
            hashes = red.state["hash"], blue.state["hash"]
    with running(tmp_path) as server, server.board(made["token"]) as red, server.board(token) as blue:
        assert (red.state["hash"], blue.state["hash"]) == hashes
        blue.play("seal")
        while not red.state["decision"]["at_once"][1]["done"]:
            red.receive()
        red.play("seal")
        assert red.state["decision"]["at_once"] == []


def test_who_walks_onto_a_lurker_is_told_so_as_an_event_and_never_before(server):
    """Cora lurks at 6,2. Anna may go there from 2,2, by all that Red sees; there she is ambushed and stays."""
    made = server.new("ambush", seats={"blue": "guest"}, options={"reach": "4"})
    invitation = made["seats"]["blue"]["invite_url"].removeprefix("/join/")
    token = server.http.post(f"/api/invitations/{invitation}").json()["token"]
    with server.board(made["token"]) as red, server.board(token) as blue:
        blue.play("lurk C")
        blue.play("seal")
        while not red.state["decision"]["at_once"][1]["done"]:
            red.receive()
        red.play("seal")
        while blue.state["decision"]["at_once"]:
            blue.receive()
        assert ids(red) == ["A", "B"] and ids(blue) == ["A", "B", "C"]
        onto = {"verb": "move", "figures": ["A"], "to": [6, 2]}
        assert red.ask("judgement", type="judge", n=1, action=onto, magnet=False)["legal"]
        assert red.ask("odds", type="odds", n=2, action=onto)["outcomes"] is not None
        red.play(onto)
        anna = next(figure for figure in red.state["scene"]["figures"] if figure["id"] == "A")
        assert (anna["x"], ids(red)) == (2.0, ["A", "B", "C"])
        step = red.state["steps"][-1]
        assert [event["text"] for event in step["events"]] == ["Anna (A) would stand on Cora (C)."]
        assert [shift["id"] for shift in step["shifts"]] == ["C"], "she comes to be seen"


def ids(board):
    """The figures that a board shows."""
    return [figure["id"] for figure in board.state["scene"]["figures"]]


def test_a_save_of_secrets_waits_for_the_end_and_a_seat_is_refused_it_alike(server, seats):
    red_token, _, _, made = seats
    for token in (red_token, made["token"], ""):
        answer = server.http.get(f"/api/battles/{made['id']}/save", params={"token": token})
        assert answer.status_code == 403 and "at the end" in answer.json()["text"]


def test_one_window_for_both_sides_asks_one_after_the_other_and_shows_nobody_the_others_secrets(server):
    """Two people before one screen: each sees the table as the side does that decides, and no order is written out.

    Cora lurks at 6,2: when Red moves she is not in view, and when Blue moves after that she is.
    """
    made = server.new("ambush")
    red_token = made["seats"]["red"]["token"]
    with server.board(made["token"]) as both, server.board(red_token) as red:
        assert both.welcome["yours"] == ["red", "blue"] and red.welcome["yours"] == ["red"]
        asked = []
        for action in ("write 4", "seal", "write 6", "lurk C"):
            asked.append(both.state["decision"]["side"])
            assert both.state["decision"]["yours"] and any(each["text"] == "seal" for each in both.state["legal"])
            both.play(action)
            label = "Reds act" if asked[-1] == "red" else "Blues act"
            assert [(step["action"], step["label"]) for step in both.state["steps"]] == [("", label)]
        assert asked == ["red", "red", "blue", "blue"] and ids(both) == ["A", "B", "C"]
        while red.state["version"] < 2:
            red.receive()
        assert [step["action"] for step in red.state["steps"]] == ["seal"], "a seat's own link is told of its own"
        refused = red.ask("refused", type="play", version=red.state["version"], action="write 1")
        assert refused["code"] == "not_your_bound"
        assert both.ask("refused", type="play", version=0, action="seal")["code"] == "stale"
        both.play("seal")
        assert (both.state["decision"]["side"], both.state["decision"]["at_once"]) == ("red", [])
        assert ids(both) == ["A", "B"], "Red decides, and does not see who lurks"
        both.play("end")
        assert (both.state["decision"]["side"], ids(both)) == ("blue", ["A", "B", "C"])
