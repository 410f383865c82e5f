"""Secrets of a seat that changes hands, of a computer's choices, and of its dice, through real sockets."""

from __future__ import annotations

import time

import pytest

import sandtable
from sandtable.games import get_game, register
from sandtable.server.session import computer, pacing
from sandtable.server.session.lobby import _listed
from sandtable.server.session.pacing import time_left
from sandtable.server.storage.database import StoredBattle
from sandtable.table.scenarios import find_scenario
from server.duel_server import register_duel
from table.ambush_game import GAME as AMBUSH


def token_of(url):
    return url.rsplit("/", 1)[1]


def accepted(server, url):
    """The link of whoever accepts an invitation."""
    return server.http.post(f"/api/invitations/{token_of(url)}").json()["token"]


def until(board, condition):
    while not condition(board.state):
        board.receive()
    return board.state


def gone(board, side=1):
    """Take in messages until the board has heard that nobody sits there."""
    seat = board.state["seats"][side]
    while seat["connected"]:
        seat = board.expect("presence")["seats"][side]
    return seat


@pytest.fixture
def kept(server):
    """An ambush: Red is the maker's own, Blue a guest's, who has written an order in secret."""
    made = server.new("ambush", seats={"blue": "guest"})
    guest = accepted(server, made["seats"]["blue"]["invite_url"])
    with server.board(guest) as blue:
        blue.play("write 6")
    return made, guest


def test_a_seat_with_a_guests_secret_goes_to_a_computer_for_good_and_all_are_told(server, kept):
    """The maker seats a computer for the absent guest; no way leads from there to the maker."""
    made, guest = kept
    with server.board(made["token"]) as maker, server.board(token_of(made["watch_url"])) as watcher:
        maker.send(type="pace", paused=True)
        assert not maker.state["seats"][1]["may_invite"], "he would accept it himself"
        assert maker.ask("refused", type="invite", n=1, side="blue")["code"] == "not_your_bound"
        maker.send(type="reseat", side="blue", kind="random")
        for board in (maker, watcher):
            until(board, lambda state: state["seats"][1]["kind"] == "random")
            assert board.state["cause"]["text"].endswith(", for good")
        refused = maker.ask("refused", type="reseat", side="blue", kind="human")
        assert refused["code"] == "not_your_bound" and "for good" in refused["text"]
        assert maker.ask("refused", type="invite", n=2, side="blue")["code"] == "not_your_bound"
        maker.send(type="reseat", side="blue", kind="quick")
        until(maker, lambda state: state["seats"][1]["kind"] == "quick")
        assert "for good" in maker.ask("refused", type="reseat", side="blue", kind="human")["text"]
        assert maker.welcome["yours"] == ["red"]
    assert server.http.get(f"/play/{guest}").status_code == 404


def test_who_holds_such_a_seat_may_hand_it_on(server, kept):
    """By the guest's own invitation: that is consent."""
    _, guest = kept
    with server.board(guest) as blue:
        invited = blue.ask("invited", type="invite", n=1, side="blue")
    with server.board(accepted(server, invited["url"])) as other:
        assert [step["action"] for step in other.state["steps"][1:]] == ["write 6"]


def test_a_guest_who_leaves_their_secrets_to_a_computer_leaves_them_to_nobody_else(server, kept):
    made, guest = kept
    with server.board(made["token"]) as maker:
        maker.send(type="pace", paused=True)
        with server.board(guest) as blue:
            blue.send(type="reseat", side="blue", kind="random")
            until(maker, lambda state: state["seats"][1]["kind"] == "random")
        assert "for good" in maker.ask("refused", type="reseat", side="blue", kind="human")["text"]


def test_an_invitation_from_before_a_guests_first_choice_opens_nothing_after_it(server):
    """The maker invites again while the guest has done nothing, and would accept once the guest has."""
    made = server.new("ambush", seats={"blue": "guest"})
    guest = accepted(server, made["seats"]["blue"]["invite_url"])
    with server.board(made["token"]) as maker:
        invited = maker.ask("invited", type="invite", n=1, side="blue")
        with server.board(guest) as blue:
            blue.play("write 6")
        assert server.http.post(f"/api/invitations/{token_of(invited['url'])}").status_code == 410
        gone(maker)
    with server.board(guest) as blue:
        assert blue.state["decision"]["yours"], "the seat is his as before"


@pytest.fixture
def unhurried(monkeypatch):
    """Computers of new battles wait an hour: none acts between a board's coming and its message that pauses them."""
    monkeypatch.setattr(pacing, "PACE", 3600.0)


@pytest.fixture
def scripted(monkeypatch, unhurried):
    """Lets the computer do what a test says, one after another, in place of what it would think of."""
    said = []

    def choose(kind, battle, *_):
        return computer.Choice(battle.action(said.pop(0)), kind)

    monkeypatch.setattr(computer, "choose", choose)
    return said


SECRETLY = ["write 1", "write 5", "lurk C", "write 2"]


@pytest.mark.parametrize("secretly", [[], SECRETLY[:1], SECRETLY])
def test_one_step_of_a_paused_computer_is_up_to_what_the_asker_sees(server, scripted, secretly):
    """Blue writes nothing, one order or several in secret and seals: it takes one step, and one state comes."""
    scripted[:] = [*secretly, "seal"]
    made = server.new("ambush", seats={"blue": "random"})
    with server.board(made["token"]) as red:
        red.send(type="pace", paused=True)
        red.expect("state")
        version = red.play("seal")["version"]
        assert not red.state["decision"]["at_once"][1]["done"]
        red.send(type="step")
        assert red.expect("state")["version"] == version + 1
        assert red.state["decision"]["at_once"] == [], "both have sealed"
        assert red.state["pace"]["paused"] and scripted == []


def test_what_a_computer_does_in_secret_takes_no_time_at_a_pace(server, scripted):
    """At one action each third of a second: whether four secret actions go before it or none, it seals as late."""
    late = []
    for secretly in ([], SECRETLY):
        scripted[:] = [*secretly, "seal"]
        made = server.new("ambush", seats={"blue": "random"})
        with server.board(made["token"]) as red:
            red.send(type="pace", paused=True)
            red.expect("state")
            red.play("seal")
            red.send(type="pace", paused=False, seconds=0.33)
            begun = time.monotonic()
            until(red, lambda state: state["decision"]["at_once"] == [])
            late.append(time.monotonic() - begun)
    assert min(late) >= 0.33 and abs(late[1] - late[0]) < 0.66, late


def test_answers_are_shown_at_a_quarter_of_a_second_and_then_twice_as_late_each_time():
    assert [time_left(spent) for spent in (0.0, 0.1, 0.25, 0.3, 0.75)] == pytest.approx([0.25, 0.15, 0.0, 0.2, 0.25])


def test_a_computer_with_secrets_answers_no_sooner_than_a_quarter_of_a_second(server, scripted):
    """Though it takes no thought at all."""
    scripted[:] = ["seal"]
    made = server.new("ambush", seats={"blue": "random"})
    with server.board(made["token"]) as red:
        red.send(type="pace", paused=True)
        red.expect("state")
        red.play("seal")
        begun = time.monotonic()
        red.send(type="step")
        red.expect("state")
        assert time.monotonic() - begun >= 0.24


def test_the_dice_of_a_general_are_not_to_be_had_from_the_position(server):
    """Three battles by one seed, alike to the last byte, that computers play at random: each goes its own way."""
    played = set()
    for _ in range(3):
        made = server.new("dbaix", seats={"gauls": "random", "romans": "random", "pirates": "random"})
        with server.board(made["token"]) as board:
            board.send(type="pace", seconds=0)
            done = []
            while board.state["version"] < 8:
                done += [step["action"] for step in board.state["steps"]]
                version = board.state["version"]
                until(board, lambda state, version=version: state["version"] > version)
            played.add(tuple(done))
    assert len(played) == 3
    battle = sandtable.new("dbaix", seed=1)
    first, again = (computer.choose("random", battle, "a").action.text for _ in range(2))
    assert first == again


def test_the_list_of_battles_counts_no_secret_actions_for_others():
    """This machine's own page has them; a page that others see has neither their number nor their time."""
    register_duel()
    register(AMBUSH)
    for game, shown in (("ambush", (None, "then")), ("plain", (3, "now"))):
        origin = find_scenario(get_game(game), "")
        head = {"scenario": {"name": origin.name, "content": origin.content}}
        stored = StoredBattle("0" * 16, game, "", head, "all", "watch", "then", "now", False, None, (), n_actions=3)
        for own in (True, False):
            listed = _listed(stored, own)
            assert (listed.actions, listed.changed) == ((3, "now") if own else shown)
