"""Players of one battle among themselves: names, talk, resigning, draws, rematches."""

from __future__ import annotations

import pytest

from sandtable.server.session import chat, endings
from server.conftest import running, until

GO = "move A to 3,2 facing 90"


def company(board, condition=lambda told: True):
    """The next message about what stands between the players for which this holds."""
    while True:
        told = board.expect("company")
        if condition(told):
            return told


def seat(board, side):
    return next(one for one in board.state["seats"] if one["side"] == side)


# ------------------------------------------------------------------------------------------- names and talk


def test_a_name_is_shown_beside_the_side_in_the_log_and_in_the_list(server, two):
    maker, guest, made = two
    with server.board(maker) as red, server.board(guest) as blue:
        red.send(type="call_me", name="  Anna\u202e \n of\tRed  ")
        while True:
            told = blue.receive()
            if told["type"] == "presence" and told["seats"][0]["player"]:
                break
        assert [one["player"] for one in told["seats"]] == ["Anna of Red", ""]
        red.play(GO)
        assert red.state["steps"][-1]["player"] == "Anna of Red"
        red.send(type="call_me", name="")
        red.play("end")
        assert red.state["steps"][-1]["player"] == "" and seat(red, "red")["player"] == ""
    with server.board(guest) as blue:
        assert [step["player"] for step in blue.state["steps"]] == ["", "Anna of Red", ""]
    listed = next(one for one in server.http.get("/api/battles").json() if one["id"] == made["id"])
    assert listed["players"] == {}


def test_whoever_makes_a_battle_and_whoever_takes_a_seat_may_bring_a_name(server):
    made = server.new("plain", seats={"blue": "guest"}, player="Anna")
    token = made["seats"]["blue"]["invite_url"].removeprefix("/join/")
    assert server.http.get(f"/api/invitations/{token}").json()["players"] == ["Anna"]
    taken = server.http.post(f"/api/invitations/{token}", json={"player": "Bert"}).json()
    with server.board(taken["token"]) as blue:
        assert [one["player"] for one in blue.state["seats"]] == ["Anna", "Bert"]


def test_an_invitation_calls_the_side_as_the_table_does(server):
    """DBA's sides are red and blue for the rules, and Romans and Gauls where their armies have these names."""
    made = server.new("dba", scenario="first-lesson", seats={"blue": "guest"})
    token = made["seats"]["blue"]["invite_url"].removeprefix("/join/")
    assert server.http.get(f"/api/invitations/{token}").json()["side_name"] == "Gauls"
    russian = server.http.get(f"/api/invitations/{token}?language=ru").json()
    assert russian["side_name"] == "Галлы"
    [listed] = [one for one in server.http.get("/api/battles?language=ru").json() if one["id"] == made["id"]]
    assert listed["sides"] == {"red": "Римляне", "blue": "Галлы"}


def test_a_seat_that_changes_hands_loses_its_name(server):
    made = server.new("plain", player="Anna")
    with server.board(made["token"]) as red:
        assert seat(red, "blue")["player"] == "Anna"
        red.send(type="reseat", side="blue", kind="quick")
        assert until(red, lambda state: state["cause"]["kind"] == "seats")["seats"][1]["player"] == ""


def test_a_line_goes_to_all_and_is_kept_with_the_battle(server, two):
    maker, guest, made = two
    with server.board(maker) as red, server.board(guest) as blue, server.board(_watch(made)) as looker:
        red.send(type="say", text="Good <b>luck</b>!\nAnd\x07 have\u2066 fun")
        for board in (red, blue, looker):
            told = board.expect("talk")
            assert not told["whole"]
            line = told["lines"][0]
            assert (line["number"], line["side"], line["name"]) == (1, "red", "")
            assert line["text"] == "Good <b>luck</b>! And have fun"
        assert looker.ask("refused", type="say", text="Boo")["code"] == "not_your_bound"
        assert red.ask("refused", type="say", text=" \u200b ")["code"] == "not_now"
        assert red.ask("refused", type="say", text="x" * 301)["code"] == "unreadable"
    with server.board(guest) as blue:
        told = blue.expect("talk")
        assert told["whole"] and [line["text"] for line in told["lines"]] == ["Good <b>luck</b>! And have fun"]


def _watch(made):
    return made["watch_url"].rpartition("/")[2]


def test_nobody_talks_without_end(server, two):
    maker, _, _ = two
    with server.board(maker) as red:
        for _ in range(20):
            red.send(type="say", text="again")
        assert red.ask("refused", type="say", text="and again")["code"] == "too_many"


def test_plain_text_has_no_letters_that_steer_or_pile_up():
    assert chat.plain("a\u202eb\u0000c\ud800d") == "ab cd"
    assert chat.plain("e" + "\u0301" * 9) == "e" + "\u0301" * chat.MOST_MARKS
    assert chat.plain("👩\u200d🔬 ok") == "👩\u200d🔬 ok"


def test_a_note_goes_with_a_request_to_take_back_and_not_to_lookers_on(server, two):
    maker, guest, made = two
    with server.board(maker) as red, server.board(guest) as blue, server.board(_watch(made)) as looker:
        red.play("end")
        red.send(type="ask_undo", version=1, note="My  hand slipped")
        asked = until(blue, lambda state: state["undo"]["proposal"])["undo"]["proposal"]
        assert asked["note"] == "My hand slipped"
        assert until(looker, lambda state: state["undo"]["proposal"])["undo"]["proposal"]["note"] == ""


# ------------------------------------------------------------------------------------------ ends by players


def test_whoever_resigns_loses_and_the_save_says_so(server, two):
    maker, guest, made = two
    with server.board(maker) as red, server.board(guest) as blue:
        red.play(GO)
        assert blue.ask("refused", type="resign", side="red")["code"] == "not_your_bound"
        red.send(type="resign", side="red")
        for board in (red, blue):
            state = until(board, lambda state: state["over"])
            assert (state["ended"], state["result"]) == ("resigned", "Blues win: Reds resigned.")
            assert state["returns"] == {"red": 0.0, "blue": 1.0}
            assert state["decision"] is None and state["legal"] == [] and state["seed"] == "1"
            assert state["cause"]["kind"] == "ended"
        assert blue.ask("refused", type="resign", side="blue")["text"] == "The battle is over."
    save = server.http.get(f"/api/battles/{made['id']}/save").json()
    assert save["ended"] == {"how": "resigned", "side": "red"} and len(save["actions"]) == 1
    loaded = server.http.post("/api/battles/load", json={"save": save}).json()
    with server.board(loaded["token"]) as again:
        assert again.state["over"] and again.state["result"] == "Blues win: Reds resigned."


def test_a_resigned_battle_is_over_when_the_server_comes_back(tmp_path):
    with running(tmp_path) as server:
        made = server.new("plain")
        with server.board(made["token"]) as board:
            board.play(GO)
            board.send(type="resign", side="blue")
            until(board, lambda state: state["over"])
    with running(tmp_path) as server, server.board(made["token"]) as board:
        assert board.state["over"] and board.state["ended"] == "resigned" and board.state["version"] == 2
        listed = next(one for one in server.http.get("/api/battles").json() if one["id"] == made["id"])
        assert (listed["over"], listed["result"], listed["turn"]) == (True, "Reds win: Blues resigned.", None)


def test_in_a_battle_for_analysis_an_end_is_taken_back(server):
    made = server.new("plain", analysis=True)
    with server.board(made["token"]) as board:
        board.play(GO)
        board.send(type="resign", side="blue")
        until(board, lambda state: state["over"])
        assert not board.undo(past_dice=True)["over"]
        assert board.state["ended"] is None and board.state["decision"] is not None


def test_a_battle_that_was_resigned_goes_on_as_another(server):
    made = server.new("plain")
    with server.board(made["token"]) as board:
        board.play(GO)
        board.send(type="resign", side="blue")
        until(board, lambda state: state["over"])
        branched = board.ask("branched", type="play_on", n=1, step=1)
    with server.board(branched["url"].rpartition("/")[2]) as board:
        assert not board.state["over"] and board.state["decision"]["yours"]


def test_a_draw_is_agreed_on_or_declined_or_withdrawn(server, two):
    maker, guest, _ = two
    with server.board(maker) as red, server.board(guest) as blue:
        red.send(type="offer", what="draw")
        offer = company(blue, lambda told: told["offer"])["offer"]
        assert (offer["text"], offer["asked"], offer["yours"]) == ("Reds offer a draw.", True, False)
        mine = company(red)["offer"]
        assert (mine["asked"], mine["yours"], mine["waits_for"]) == (False, True, ["blue"])
        assert blue.ask("refused", type="offer", what="draw")["code"] == "not_now"
        red.send(type="answer_offer", number=offer["number"], agree=False)
        assert company(blue, lambda told: not told["offer"])["text"] == "Reds withdraw their offer."

        blue.send(type="offer", what="draw")
        number = company(red, lambda told: told["offer"] and told["offer"]["by"] == "blue")["offer"]["number"]
        assert red.ask("refused", type="answer_offer", number=offer["number"], agree=True)["code"] == "stale"
        red.send(type="answer_offer", number=number, agree=False)
        assert company(blue, lambda told: told["text"] == "Reds decline.")["offer"] is None
        assert blue.ask("refused", type="offer", what="draw")["text"].startswith("That was refused a moment ago")

        red.send(type="offer", what="draw")
        number = company(blue, lambda told: told["offer"])["offer"]["number"]
        blue.send(type="answer_offer", number=number, agree=True)
        state = until(red, lambda state: state["over"])
        assert state["result"] == "The players agree on a draw." and state["returns"] == {"red": 0.5, "blue": 0.5}


@pytest.mark.parametrize(("stands", "over"), [(0.25, False), (0.0, True), (-0.5, True)])
def test_a_computer_agrees_to_a_draw_unless_it_stands_better_than_even(server, monkeypatch, stands, over):
    monkeypatch.setattr(endings, "standing", lambda _seen, side: stands if side == 1 else 1.0)
    made = server.new("plain", seats={"blue": "quick"})
    with server.board(made["token"]) as red:
        red.send(type="offer", what="draw")
        if over:
            assert until(red, lambda state: state["over"])["ended"] == "agreed"
        else:
            assert company(red, lambda told: told["text"])["text"] == "Blues decline."
            assert not red.state["over"]


# -------------------------------------------------------------------------------------------------- rematch


def over_by_resigning(red):
    red.send(type="resign", side="red")
    until(red, lambda state: state["over"])


@pytest.mark.parametrize("swap", [False, True])
def test_a_rematch_is_the_same_table_with_the_same_players(server, two, swap):
    """Red's player made it, Blue's is the guest; with sides swapped the guest plays Red."""
    maker, guest, made = two
    with server.board(maker) as red, server.board(guest) as blue, server.board(_watch(made)) as looker:
        red.send(type="call_me", name="Anna")
        blue.send(type="call_me", name="Bert")
        assert red.ask("refused", type="offer", what="rematch")["code"] == "not_now"
        over_by_resigning(red)
        blue.send(type="offer", what="rematch", swap=swap)
        number = company(red, lambda told: told["offer"] and told["offer"]["what"] == "rematch")["offer"]["number"]
        red.send(type="answer_offer", number=number, agree=True)
        laid = [company(board, lambda told: told["rematch"]) for board in (red, blue, looker)]
        assert [told["text"] for told in laid] == [""] * 3, "the way to it says that it is laid; once is enough"
        paths = [told["rematch"] for told in laid]
        assert red.ask("refused", type="offer", what="rematch")["text"] == "The rematch is laid already."
    tokens = [path.rpartition("/")[2] for path in paths]
    assert len({*tokens, maker, guest}) == 5
    with server.board(tokens[0]) as first, server.board(tokens[1]) as second, server.board(tokens[2]) as third:
        assert first.welcome["yours"] == (["blue"] if swap else ["red"]) and first.welcome["maker"]
        assert second.welcome["yours"] == (["red"] if swap else ["blue"]) and not second.welcome["maker"]
        assert third.welcome["watcher"]
        names = [one["player"] for one in second.state["seats"]]
        assert names == (["Bert", "Anna"] if swap else ["Anna", "Bert"])
        assert not any(one["invited"] for one in second.state["seats"])
        assert (
            first.state["version"] == 0 and first.welcome["battle"]["commitment"] != red.welcome["battle"]["commitment"]
        )
    with server.board(guest) as blue:
        assert company(blue)["rematch"] == paths[1], "also for whoever comes later"


def test_against_a_computer_a_rematch_is_laid_at_once(server):
    made = server.new("plain", seats={"blue": "quick"})
    with server.board(made["token"]) as red:
        over_by_resigning(red)
        red.send(type="offer", what="rematch")
        path = company(red, lambda told: told["rematch"])["rematch"]
    with server.board(path.rpartition("/")[2]) as red:
        assert [one["kind"] for one in red.state["seats"]] == ["human", "quick"]


# ------------------------------------------------------------------------------------------- lookers-on


def test_where_nobody_may_look_on_the_spectators_link_opens_nothing(server, two):
    maker, guest, made = two
    with server.board(maker) as red, server.board(_watch(made)) as looker:
        assert looker.ask("refused", type="spectators", who="nobody")["code"] == "not_your_bound"
        red.send(type="spectators", who="nobody")
        assert looker.expect("gone")["why"] == "closed"
        facts = red.expect("facts")["battle"]
        assert (facts["watch_url"], facts["spectators"]) == ("", "nobody")
    socket = server.socket(_watch(made))
    assert "lets nobody look on" in socket.recv(timeout=30)
    with server.board(guest):
        pass
