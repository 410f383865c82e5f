"""People at one battle: taking back by consent, invitations, who is present, names and ends."""

from __future__ import annotations

import pytest
from websockets.exceptions import ConnectionClosed

import sandtable
from sandtable.server.session.undo_consent import way_back
from sandtable.server.views.seat_state import BattleState
from server.conftest import until

GO = "move A to 3,2 facing 90"


# ------------------------------------------------------------------------------------------- taking back


def test_a_move_without_dice_is_taken_back_without_asking_while_nobody_has_decided_since(server, two):
    maker, guest, _ = two
    with server.board(maker) as red, server.board(guest) as blue:
        before = red.state["hash"]
        red.play(GO)
        assert red.state["undo"]["possible"] and red.state["undo"]["needs"] == [] and not red.state["undo"]["past_dice"]
        assert red.undo()["hash"] == before
        assert until(blue, lambda state: state["version"] == 2)["cause"]["text"].startswith("Reds took back: Anna")


def test_dice_that_another_has_seen_go_back_by_their_consent_and_fall_anew(server, two):
    """Reds' end throws Blue's PIP die: its second throw. Taken back by consent, the third throw is the next."""
    maker, guest, _ = two
    with server.board(maker) as red, server.board(guest) as blue:
        before = red.state["hash"]
        red.play("end")
        assert red.state["undo"]["needs"] == ["blue"] and red.state["undo"]["past_dice"]
        refused = red.ask("refused", type="undo", version=1, past_dice=True)
        assert refused["code"] == "consent" and "Blues" in refused["text"]
        red.send(type="ask_undo", version=1)
        asked = until(blue, lambda state: state["undo"]["proposal"])["undo"]["proposal"]
        assert asked["asked"] and not asked["yours"] and asked["text"] == "Reds ask to take back: End"
        assert (asked["side"], asked["by"], asked["waits_for"], asked["steps"]) == ("red", "red", ["blue"], 1)
        assert until(red, lambda state: state["undo"]["proposal"])["undo"]["proposal"]["yours"]
        blue.send(type="answer_undo", number=asked["number"], grant=True)
        for board in (red, blue):
            state = until(board, lambda state: state["version"] == 2)
            assert state["cause"]["text"] == "Reds took back: End, and the dice fall anew"
            assert state["undo"]["proposal"] is None
        assert red.state["hash"] == before
        red.play("end")
        save = server.http.get(f"/api/battles/{two[2]['id']}/save").json()
        assert save["dice"]["drawn"] == 3 and save["actions"][0]["at"] == 2


def test_another_persons_decision_is_not_taken_back_without_them(server, two):
    maker, guest, _ = two
    with server.board(maker) as red, server.board(guest) as blue:
        red.play("end")
        until(blue, lambda state: state["version"] == 1)
        blue.play("move C to 5,2 facing 270")
        until(red, lambda state: state["version"] == 2)
        assert red.state["undo"]["needs"] == ["blue"], "Blue has decided since"
        assert blue.state["undo"]["needs"] == [], "a move of one's own, without dice"
        red.send(type="ask_undo", version=2)
        number = until(blue, lambda state: state["undo"]["proposal"])["undo"]["proposal"]["number"]
        assert blue.state["undo"]["proposal"]["steps"] == 2
        blue.send(type="answer_undo", number=number, grant=False)
        state = until(red, lambda state: state["cause"]["kind"] == "proposal" and not state["undo"]["proposal"])
        assert state["cause"]["text"] == "Blues refuse: nothing is taken back." and state["version"] == 2
        assert blue.ask("refused", type="answer_undo", number=number, grant=True)["code"] == "stale"


def test_another_persons_choice_is_not_taken_back_without_them_though_no_die_fell():
    """DBA by hand: the French pitch their camp and may take that back; the Germans pitch theirs: now they ask."""
    battle = sandtable.new("dba", scenario="by-hand", seed=1)
    for orders in (
        "place steep_hill to 375,1875 facing 0 as optional size 6",
        "place wood to 2625,1875 facing 0 as optional size 8",
        "place steep_hill to 1125,375 facing 90 as optional size 2",
        "place road via 0,1000 3000,1000 as compulsory size 0",
        "end",
        "edge east",
    ):
        battle.play(orders)
    sides = ("red", "blue")
    for pitching, needs in (("blue", ()), ("red", ("red",))):
        assert battle.decision.side == pitching and battle.decision.text.partition(": ")[2].startswith("pitch the camp")
        battle.play(next(action for action in battle.legal() if str(action).startswith("pitch")))
        way = way_back(BattleState(battle, [None] + ["human"] * len(battle.history), 0), ("blue",), sides, False)
        assert way is not None and not way.past_dice and way.needs == needs


def test_an_opponent_may_offer_to_take_back(server, two):
    maker, guest, _ = two
    with server.board(maker) as red, server.board(guest) as blue:
        red.play("end")
        until(blue, lambda state: state["version"] == 1)
        assert (blue.state["undo"]["offer_to"], blue.state["undo"]["offer_text"]) == ("red", "End")
        blue.send(type="ask_undo", version=1, side="red")
        offered = until(red, lambda state: state["undo"]["proposal"])["undo"]["proposal"]
        assert offered["asked"] and offered["text"] == "Blues offer Reds to take back: End"
        red.send(type="answer_undo", number=offered["number"], grant=True)
        assert until(blue, lambda state: state["version"] == 2)["decision"]["side"] == "red"


def test_a_proposal_is_withdrawn_by_its_maker_alone_and_ends_when_somebody_plays(server, two):
    maker, guest, _ = two
    with server.board(maker) as red, server.board(guest) as blue:
        red.play("end")
        red.send(type="ask_undo", version=1)
        number = until(blue, lambda state: state["undo"]["proposal"])["undo"]["proposal"]["number"]
        assert blue.ask("refused", type="withdraw_undo", number=number)["code"] == "not_your_bound"
        assert red.ask("refused", type="ask_undo", version=1)["code"] == "not_now", "one at a time"
        red.send(type="withdraw_undo", number=number)
        until(blue, lambda state: not state["undo"]["proposal"])
        assert blue.state["cause"]["text"] == "Reds withdraw their proposal."
        red.send(type="ask_undo", version=1)
        until(blue, lambda state: state["undo"]["proposal"])
        blue.play("end")
        assert blue.state["undo"]["proposal"] is None


def test_computers_wait_while_something_is_proposed(server):
    made = server.new("plain", seats={"blue": "guest"})
    token = made["seats"]["blue"]["invite_url"].removeprefix("/join/")
    guest = server.http.post(f"/api/invitations/{token}").json()["token"]
    with server.board(made["token"]) as red, server.board(guest) as blue:
        red.send(type="pace", seconds=0.3)
        red.play("end")
        red.send(type="ask_undo", version=1)
        until(blue, lambda state: state["undo"]["proposal"])
        blue.send(type="reseat", side="blue", kind="random")
        with pytest.raises(ConnectionClosed):
            while True:
                blue.receive()
        assert until(red, lambda state: state["version"] > 1), "nobody is left to be asked: the computer goes on"


def test_alone_against_computers_dice_are_taken_back_without_asking_and_fall_anew(server):
    made = server.new("plain", seats={"blue": "random"})
    with server.board(made["token"]) as board:
        board.send(type="pace", paused=True)
        board.play("end")
        assert board.state["undo"]["needs"] == [] and board.state["undo"]["past_dice"]
        assert board.ask("refused", type="undo", version=1)["code"] == "not_now", "it must be said that dice go back"
        board.undo(past_dice=True)
        board.play("end")
        assert server.http.get(f"/api/battles/{made['id']}/save").json()["dice"]["drawn"] == 3


def test_in_analysis_anything_goes_back_alone_and_the_same_dice_fall(server):
    made = server.new("plain", seats={"blue": "guest"}, analysis=True)
    token = made["seats"]["blue"]["invite_url"].removeprefix("/join/")
    server.http.post(f"/api/invitations/{token}")
    with server.board(made["token"]) as board:
        assert board.welcome["battle"]["analysis"]
        board.play("end")
        after = board.state["hash"]
        assert board.state["undo"]["needs"] == []
        board.undo(past_dice=True)
        assert board.play("end")["hash"] == after


def test_nothing_goes_back_once_the_seed_is_shown(server):
    made = server.new("plain", seats={"blue": "random"})
    with server.board(made["token"]) as board:
        board.send(type="pace", seconds=0)
        while not board.state["over"]:
            if board.state["decision"]["yours"]:
                board.play("end")
            else:
                board.receive()
        assert board.state["seed"] is not None and not board.state["undo"]["possible"]
        assert "seed" in board.state["undo"]["text"]
        refused = board.ask("refused", type="undo", version=board.state["version"], past_dice=True)
        assert refused["code"] == "not_now"


def test_a_watcher_takes_nothing_back_and_sees_what_is_proposed(server, two):
    maker, _, made = two
    with server.board(maker) as red, server.board(made["watch_url"].rsplit("/", 1)[1]) as watcher:
        red.play("end")
        red.send(type="ask_undo", version=1)
        proposal = until(watcher, lambda state: state["undo"]["proposal"])["undo"]["proposal"]
        assert not proposal["asked"] and not proposal["yours"]
        assert watcher.ask("refused", type="ask_undo", version=1)["code"] == "not_your_bound"
        assert watcher.ask("refused", type="answer_undo", number=proposal["number"], grant=True)["code"] == (
            "not_your_bound"
        )


def gone_home(maker, side="blue"):
    """Wait until nobody is on this side's own link any more."""
    seat = next(seat for seat in maker.state["seats"] if seat["side"] == side)
    while seat["connected"]:
        seat = next(seat for seat in maker.expect("presence")["seats"] if seat["side"] == side)


def nothing_goes_back(board):
    """Neither offered nor done, by whatever is sent."""
    undo = board.state["undo"]
    assert not undo["possible"] and undo["offer_to"] is None and "changed hands" in undo["text"]
    version = board.state["version"]
    for sides in ({}, {"side": "red"}, {"side": "blue"}):
        assert board.ask("refused", type="ask_undo", version=version, **sides)["code"] == "not_now"
    refused = board.ask("refused", type="undo", version=version, past_dice=True)
    assert refused["code"] == "not_now" and "changed hands" in refused["text"]


def test_who_takes_an_absent_guests_seat_takes_back_nothing_that_was_played_before(tmp_path):
    """The guest threw Red's PIPs, or saw Red throw them: Red was never asked. What comes after is the taker's own."""
    from server.conftest import running

    with running(tmp_path) as server:
        made = server.new("plain", seats={"blue": "guest"})
        token = made["seats"]["blue"]["invite_url"].removeprefix("/join/")
        guest = server.http.post(f"/api/invitations/{token}").json()["token"]
        with server.board(made["token"]) as red:
            with server.board(guest) as blue:
                red.play("end")
                until(blue, lambda state: state["version"] == 1)
                blue.play("move C to 5,2 facing 270")
                until(red, lambda state: state["version"] == 2)
            until(red, lambda state: state["version"] == 2)
            gone_home(red)
            red.send(type="reseat", side="blue", kind="human")
            until(red, lambda state: state["cause"]["kind"] == "seats")
            assert red.state["decision"]["yours"]
            nothing_goes_back(red)
    with running(tmp_path) as server, server.board(made["token"]) as red:
        nothing_goes_back(red)
        red.play("end")
        assert red.state["undo"]["possible"] and red.state["undo"]["needs"] == [], "nobody else has seen these dice"
        assert red.undo(past_dice=True)["version"] == 4
        nothing_goes_back(red)


def test_who_is_given_a_seat_in_mid_battle_takes_back_nothing_that_the_one_before_them_played(server):
    made = server.new("plain")
    with server.board(made["token"]) as maker:
        maker.play("end")
        maker.play("move C to 5,2 facing 270")
        invited = maker.ask("invited", type="invite", n=1, side="blue")["url"].removeprefix("/join/")
        guest = server.http.post(f"/api/invitations/{invited}").json()["token"]
        with server.board(guest) as blue:
            nothing_goes_back(blue)
        until(maker, lambda state: state["cause"]["kind"] == "seats")
        gone_home(maker)
        again = maker.ask("invited", type="invite", n=1, side="blue")["url"].removeprefix("/join/")
        with server.board(server.http.post(f"/api/invitations/{again}").json()["token"]) as other:
            other.play("end")
            until(maker, lambda state: state["version"] == 3)
            assert other.state["undo"]["needs"] == ["red"], "dice that the maker has seen"


def test_the_first_guest_of_a_seat_that_was_kept_for_them_takes_nothing_away_from_anybody(server):
    made = server.new("plain", seats={"blue": "guest"})
    token = made["seats"]["blue"]["invite_url"].removeprefix("/join/")
    with server.board(made["token"]) as red:
        red.play(GO)
        assert server.http.post(f"/api/invitations/{token}").status_code == 200
        until(red, lambda state: state["cause"]["kind"] == "seats")
        assert red.state["undo"]["possible"] and red.state["undo"]["needs"] == []
        assert red.undo()["version"] == 2


def test_a_guest_who_leaves_their_seat_to_a_computer_is_not_played_over(server, two):
    maker, guest, _ = two
    with server.board(maker) as red:
        red.send(type="pace", paused=True)
        with server.board(guest) as blue:
            red.play("end")
            until(blue, lambda state: state["version"] == 1)
            blue.send(type="reseat", side="blue", kind="random")
            until(red, lambda state: state["cause"]["kind"] == "seats")
        nothing_goes_back(red)


# ------------------------------------------------------------------------------------------- invitations


def test_the_maker_is_told_their_own_links_and_invitations_and_no_guests_link(server):
    made = server.new(seats={"blue": "guest"})
    red, blue = made["seats"]["red"], made["seats"]["blue"]
    assert red["url"] and red["invite_url"] is None and not red["guest"]
    assert blue["url"] is None and blue["token"] is None and blue["guest"] and blue["invite_url"].startswith("/join/")
    with server.board(made["token"]) as board:
        assert board.welcome["yours"] == ["red"] and board.welcome["maker"]
        assert board.ask("refused", type="reseat", side="green", kind="human")["code"] == "not_your_bound"


def test_an_invitation_says_what_it_is_for_and_works_once(server):
    made = server.new(seats={"blue": "guest"})
    token = made["seats"]["blue"]["invite_url"].removeprefix("/join/")
    told = server.http.get(f"/api/invitations/{token}").json()
    assert (told["game_title"], told["title"], told["side"], told["side_name"]) == (
        "Duel", "The bridge", "blue", "Blues",
    )  # fmt: skip
    assert server.http.get(f"/join/{token}").status_code in (200, 503)
    assert server.http.get(f"/api/invitations/{token}").status_code == 200, "looking does not use it"
    taken = server.http.post(f"/api/invitations/{token}").json()
    assert taken["side"] == "blue" and taken["url"] == f"/play/{taken['token']}"
    for again in (server.http.post, server.http.get):
        answer = again(f"/api/invitations/{token}")
        assert answer.status_code == 410 and "used" in answer.json()["text"]
    assert server.http.get(f"/join/{token}").status_code == 410
    assert server.http.post("/api/invitations/nosuchinvitation").status_code == 410
    with server.board(taken["token"]) as board:
        assert board.welcome["yours"] == ["blue"] and not board.welcome["maker"]


def test_a_seat_given_away_in_mid_battle_leaves_the_makers_window(server):
    made = server.new("plain")
    with server.board(made["token"]) as maker, server.board(made["seats"]["blue"]["token"]) as second:
        assert maker.welcome["yours"] == ["red", "blue"]
        invited = maker.ask("invited", type="invite", n=5, side="blue")
        assert invited["n"] == 5 and invited["side"] == "blue"
        seat = next(seat for seat in maker.expect("presence")["seats"] if seat["side"] == "blue")
        assert seat["invited"] and not seat["guest"] and seat["yours"]
        taken = server.http.post(f"/api/invitations/{invited['url'].removeprefix('/join/')}").json()
        facts = maker.expect("facts")
        assert facts["yours"] == ["red"]
        seat = next(seat for seat in maker.expect("state")["seats"] if seat["side"] == "blue")
        assert seat["guest"] and not seat["yours"] and not seat["invited"]
        gone = second.expect("gone")
        assert gone["why"] == "reseated"
        with pytest.raises(ConnectionClosed):
            second.receive()
        assert server.http.get(f"/play/{made['seats']['blue']['token']}").status_code == 404, "its old link is dead"
        with server.board(taken["token"]) as guest:
            maker.play("end")
            assert until(guest, lambda state: state["version"] == 1)["decision"]["yours"]
            assert maker.ask("refused", type="play", version=1, action="end")["code"] == "not_your_bound"


def test_a_new_invitation_ends_the_one_before_and_it_can_be_withdrawn(server):
    made = server.new()
    with server.board(made["token"]) as maker:
        first = maker.ask("invited", type="invite", n=1, side="blue")["url"].removeprefix("/join/")
        second = maker.ask("invited", type="invite", n=2, side="blue")["url"].removeprefix("/join/")
        assert server.http.post(f"/api/invitations/{first}").status_code == 410
        maker.send(type="uninvite", side="blue")
        while next(seat for seat in maker.expect("presence")["seats"] if seat["side"] == "blue")["invited"]:
            pass
        assert server.http.post(f"/api/invitations/{second}").status_code == 410
        assert maker.ask("refused", type="invite", n=3, side="green")["code"] == "not_your_bound"


def test_a_guests_seat_is_theirs_while_they_are_there(server, two):
    maker, guest, _ = two
    with server.board(maker) as red:
        with server.board(guest) as blue:
            seat = until(red, lambda state: state)["seats"][1]
            while not seat["connected"]:
                seat = red.expect("presence")["seats"][1]
            assert not seat["may_reseat"] and not seat["may_invite"]
            assert "is here" in red.ask("refused", type="reseat", side="blue", kind="random")["text"]
            assert blue.ask("refused", type="reseat", side="red", kind="random")["code"] == "not_your_bound"
            assert blue.ask("refused", type="invite", n=1, side="red")["code"] == "not_your_bound"
        while seat["connected"]:
            seat = red.expect("presence")["seats"][1]
        assert seat["may_reseat"] and seat["may_invite"]
        red.send(type="reseat", side="blue", kind="human")
        assert red.expect("facts")["yours"] == ["red", "blue"]
        assert server.http.get(f"/play/{guest}").status_code == 404


def test_the_seat_of_an_absent_guest_is_not_taken_where_the_game_hides_things(server):
    """Whoever took it would read the guest's secret plan; a computer, or another guest, may have it."""
    made = server.new(seats={"blue": "guest"})
    with server.board(made["token"]) as maker:
        refused = maker.ask("refused", type="reseat", side="blue", kind="human")
        assert refused["code"] == "not_your_bound" and "hides" in refused["text"]
        maker.send(type="reseat", side="blue", kind="random")
        assert until(maker, lambda state: state["seats"][1]["kind"] == "random")


def test_links_of_a_battle_in_no_memory_are_kept(tmp_path):
    from server.conftest import running

    with running(tmp_path) as server:
        made = server.new(seats={"blue": "guest"})
    with running(tmp_path) as server:
        token = made["seats"]["blue"]["invite_url"].removeprefix("/join/")
        taken = server.http.post(f"/api/invitations/{token}").json()
    with running(tmp_path) as server, server.board(taken["token"]) as guest, server.board(made["token"]) as maker:
        assert guest.welcome["yours"] == ["blue"] and maker.welcome["yours"] == ["red"]


# ------------------------------------------------------------------------------------------- who is there


def test_coming_and_going_costs_a_small_message_and_no_state(server, two):
    maker, guest, made = two
    watch = made["watch_url"].rsplit("/", 1)[1]
    with server.board(maker) as red:
        for watchers in (1, 2, 3):
            extra = server.socket(watch)
            told = red.expect("presence") if red.state else None
            while told["watchers"] != watchers:
                told = red.expect("presence")
            extra_states = red.state["cause"]["kind"]
            assert extra_states == "connect", "no state was sent to whoever was there before"
        with server.board(guest):
            seats = red.expect("presence")["seats"]
            assert [seat["connected"] for seat in seats] == [1, 1]
        extra.close()


# ------------------------------------------------------------------------------------------- name and end


def test_whoever_made_a_battle_names_it_and_deletes_it(server, two):
    maker, guest, made = two
    with server.board(maker) as red, server.board(guest) as blue:
        assert blue.ask("refused", type="rename", title="Mine")["code"] == "not_your_bound"
        red.send(type="rename", title="Anna's day")
        assert blue.expect("facts")["battle"]["title"] == "Anna's day"
        listed = {each["id"]: each for each in server.http.get("/api/battles").json()}
        assert listed[made["id"]]["title"] == "Anna's day" and listed[made["id"]]["guests"] == ["blue"]
        assert blue.ask("refused", type="delete")["code"] == "not_your_bound"
        red.send(type="delete")
        for board in (red, blue):
            assert board.expect("gone")["why"] == "deleted"
    assert server.http.get(f"/play/{maker}").status_code == 404
    assert made["id"] not in [each["id"] for each in server.http.get("/api/battles").json()]


def test_the_first_page_names_and_deletes_by_the_makers_link(server, two):
    maker, guest, made = two
    path = f"/api/battles/{made['id']}"
    assert server.http.post(f"{path}/title", json={"token": guest, "title": "Mine"}).status_code == 403
    assert server.http.post(f"{path}/title", json={"token": maker, "title": ""}).status_code == 422
    assert server.http.post(f"{path}/title", json={"token": maker, "title": "Anna's day"}).status_code == 204
    listed = {each["id"]: each for each in server.http.get("/api/battles").json()}
    assert listed[made["id"]]["title"] == "Anna's day" and listed[made["id"]]["token"] == maker
    assert server.http.delete(path, params={"token": guest}).status_code == 403
    assert server.http.delete(path, params={"token": maker}).status_code == 204
    assert server.http.delete(path, params={"token": maker}).status_code == 403
