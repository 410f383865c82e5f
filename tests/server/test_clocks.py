"""Clocks: what is left by hand-made sums, whose run, what happens when time is up, and that they outlive the server."""

from __future__ import annotations

from time import sleep

import pytest

from sandtable.server.messages.company import ClockRule
from sandtable.server.session import company
from sandtable.server.session.clocks import DAY, Clock
from sandtable.server.storage.company import CompanyStore
from server.conftest import running, until
from server.test_company import GO
from server.test_company import company as told_of

LIVE = {"kind": "live", "minutes": 10, "increment": 5}


def live(minutes=10, increment=5):
    return Clock(ClockRule(kind="live", minutes=minutes, increment=increment), ["red", "blue"])


def test_time_runs_for_who_is_called_and_an_increment_is_earned_when_the_decision_passes_on():
    """600 s; red thinks 100 s and earns 5: 505. Blue thinks 40 s, twice called without a break: earns nothing yet."""
    clock = live()
    assert clock.call(["red"], 1000.0) and clock.left_of("red", 1040.0) == 560.0
    assert clock.call(["blue"], 1100.0)
    assert not clock.call(["blue"], 1120.0), "nothing has changed"
    assert (clock.left_of("red", 1140.0), clock.left_of("blue", 1140.0)) == (505.0, 560.0)


def test_who_choose_at_the_same_time_run_at_the_same_time():
    clock = live()
    clock.call(["red", "blue"], 0.0)
    clock.call(["blue"], 30.0)
    assert (clock.left_of("red", 50.0), clock.left_of("blue", 50.0)) == (575.0, 550.0)


def test_a_halted_clock_stands_and_earns_nothing():
    clock = live()
    clock.call(["red"], 0.0)
    assert clock.halt(60.0) and clock.left_of("red", 500.0) == 540.0
    assert not clock.halt(70.0)
    clock.call(["red"], 1000.0)
    assert clock.left_of("red", 1001.0) == 539.0


def test_days_are_counted_anew_for_each_decision_and_go_on_while_nobody_is_there():
    clock = Clock(ClockRule(kind="days", days=2), ["red", "blue"])
    clock.call(["red"], 0.0)
    assert not clock.halt(DAY) and clock.left_of("red", 1.5 * DAY) == 0.5 * DAY
    clock.call(["blue"], 1.5 * DAY)
    clock.call(["red"], 1.6 * DAY)
    assert clock.left_of("red", 1.6 * DAY) == 2 * DAY
    assert not clock.is_up("red", 3.5 * DAY) and clock.is_up("red", 3.6 * DAY)


def test_while_the_server_was_down_a_live_clock_stood_and_days_went_on():
    kept = live()
    kept.call(["red"], 0.0)
    kept.call(["blue"], 100.0)
    again = live()
    again.stand(kept.as_data(), 5000.0)
    assert (again.left_of("red", 5010.0), again.left_of("blue", 5010.0)) == (505.0, 590.0)
    days = Clock(ClockRule(kind="days", days=1), ["red", "blue"])
    days.call(["red"], 0.0)
    later = Clock(days.rule, ["red", "blue"])
    later.stand(days.as_data(), 0.75 * DAY)
    assert later.left_of("red", 0.75 * DAY) == 0.25 * DAY


class Time:
    """The time of the server, which stands still but for what a test adds."""

    at = 1_000_000.0


@pytest.fixture
def time(monkeypatch):
    clock = Time()
    monkeypatch.setattr(company, "now", lambda: clock.at)
    return clock


def seated(server, **more):
    """A battle of two people, with a clock: the maker's token and the guest's."""
    made = server.new("plain", seats={"blue": "guest"}, **more)
    token = made["seats"]["blue"]["invite_url"].removeprefix("/join/")
    return made["token"], server.http.post(f"/api/invitations/{token}").json()["token"], made


def left(told):
    return {each["side"]: each["left"] for each in told["clock"]["sides"]}


def running_sides(told):
    return [each["side"] for each in told["clock"]["sides"] if each["runs"]]


def test_all_see_the_clocks_and_who_is_called(server, time):
    maker, guest, _ = seated(server, clock=LIVE)
    with server.board(maker) as red, server.board(guest) as blue:
        told = told_of(blue)
        assert (left(told), running_sides(told)) == ({"red": 600.0, "blue": 600.0}, ["red"])
        time.at += 100
        red.play("end")
        told = told_of(blue, lambda told: running_sides(told) == ["blue"])
        assert left(told) == {"red": 505.0, "blue": 600.0}


def test_nobodys_time_runs_before_the_invited_have_come_or_while_nobody_is_there(server, time):
    made = server.new("plain", seats={"blue": "guest"}, clock=LIVE)
    with server.board(made["token"]) as red:
        told = told_of(red)
        assert told["clock"]["halted"] and running_sides(told) == []
        token = made["seats"]["blue"]["invite_url"].removeprefix("/join/")
        invited = server.http.get(f"/api/invitations/{token}").json()
        assert invited["clock"] == "10 minutes for the whole battle, and 5 seconds more for each decision"
        server.http.post(f"/api/invitations/{token}")
        told = told_of(red, lambda told: not told["clock"]["halted"])
        assert running_sides(told) == ["red"]
        time.at += 60
    sleep(0.5)  # until the server knows that nobody is there
    time.at += 5000
    with server.board(made["token"]) as red:
        assert left(told_of(red))["red"] == 540.0


def test_while_a_taking_back_is_asked_for_the_time_of_who_must_answer_runs(server, time):
    maker, guest, _ = seated(server, clock=LIVE)
    with server.board(maker) as red, server.board(guest) as blue:
        red.play("end")
        red.send(type="ask_undo", version=1)
        assert until(blue, lambda state: state["undo"]["proposal"])
        blue.send(type="answer_undo", number=1, grant=True)
        told = told_of(blue, lambda told: running_sides(told) == ["red"])
        assert left(told) == {"red": 605.0, "blue": 605.0}


def test_time_that_is_up_is_claimed_by_the_other_and_by_nobody_sooner(server, time):
    maker, guest, made = seated(server, clock=LIVE)
    with server.board(maker) as red, server.board(guest) as blue:
        told_of(blue)
        time.at += 599
        assert blue.ask("refused", type="claim_time", side="red")["text"] == "The time of that side is not up."
        time.at += 1
        assert red.ask("refused", type="claim_time", side="red")["code"] == "not_your_bound"
        assert red.ask("refused", type="claim_time", side="blue")["code"] == "not_now"
        red.play(GO)
        assert not red.state["over"], "until it is claimed the battle goes on"
        blue.send(type="claim_time", side="red")
        state = until(red, lambda state: state["over"])
        assert (state["ended"], state["result"]) == ("time", "Blues win: the time of Reds was up.")
        told = told_of(red, lambda told: running_sides(told) == [])
        assert left(told) == {"red": 0.0, "blue": 600.0}, "nothing is earned by losing"
    assert server.http.get(f"/api/battles/{made['id']}/save").json()["ended"] == {"how": "time", "side": "red"}


def test_clocks_outlive_the_server(tmp_path, time):
    with running(tmp_path) as server:
        maker, guest, _ = seated(server, clock=LIVE)
        with server.board(maker) as red, server.board(guest) as blue:
            told_of(blue)
            time.at += 100
            red.play("end")
            told_of(blue, lambda told: running_sides(told) == ["blue"])
            time.at += 20
    time.at += 9999
    with running(tmp_path) as server, server.board(guest) as blue:
        assert left(told_of(blue)) == {"red": 505.0, "blue": 580.0}


def test_of_two_stands_of_the_clocks_the_later_is_kept_however_long_it_takes_to_store_the_earlier(
    tmp_path, time, monkeypatch
):
    settle = CompanyStore.settle

    def settled(store, battle_id, **columns):
        if columns.get("times", {}).get("runs"):
            sleep(0.3)
        settle(store, battle_id, **columns)

    monkeypatch.setattr(CompanyStore, "settle", settled)
    with running(tmp_path) as server:
        maker, _, _ = seated(server, clock=LIVE)
        with server.board(maker) as red:
            told_of(red, lambda told: running_sides(told) == ["red"])
            time.at += 20
    with running(tmp_path) as server, server.board(maker) as red:
        assert left(told_of(red)) == {"red": 580.0, "blue": 600.0}


def test_computers_have_no_clock_and_a_rematch_has_the_same(server, time):
    made = server.new("plain", seats={"blue": "quick"}, clock={"kind": "days", "days": 2})
    with server.board(made["token"]) as red:
        assert left(told_of(red)) == {"red": 2 * DAY}
        red.send(type="resign", side="red")
        until(red, lambda state: state["over"])
        red.send(type="offer", what="rematch")
        path = told_of(red, lambda told: told["rematch"])["rematch"]
    with server.board(path.rpartition("/")[2]) as red:
        assert told_of(red)["clock"]["rule"]["days"] == 2
