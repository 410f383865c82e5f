"""Where the dice of a battle come from is told to every board: the maker's, a guest's and a watcher's."""

from __future__ import annotations

import sandtable
from server.conftest import running
from table.duel_game import PLAIN


def told(server, made, source):
    """Every board of the battle is told this source, in the welcome already, and the same sentence."""
    guest = made["seats"]["blue"]["invite_url"].removeprefix("/join/")
    taken = server.http.post(f"/api/invitations/{guest}").json()["token"]
    said = set()
    for token in (made["token"], taken, made["watch_url"].rsplit("/", 1)[1]):
        with server.board(token) as board:
            dice = board.welcome["battle"]["dice"]
            assert dice["source"] == source
            said.add(dice["text"])
    assert len(said) == 1
    return said.pop()


def loaded(server, save):
    answer = server.http.post("/api/battles/load", json={"save": save, "seats": {"blue": "guest"}})
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_a_seed_that_the_maker_chose_is_told_to_all_and_one_that_the_server_drew_too(server):
    chosen = server.new("plain", seats={"blue": "guest"})
    assert "chose the seed" in told(server, chosen, "maker")
    drawn = server.http.post("/api/battles", json={"game": "plain", "seats": {"blue": "guest"}}).json()
    assert told(server, drawn, "server").startswith("The server drew the seed")


def test_dice_written_down_beforehand_are_told_to_all_however_quiet_their_save_is(tmp_path):
    """Red's next six PIP dice are sixes. The save does not say that it is scripted; the script itself does."""
    battle = sandtable.new(PLAIN, seed=4)
    save = battle.to_json(with_seed=True)
    save["dice"]["script"] = [{"for": "pips", "side": "red", "value": 6}] * 6
    save["dice"].pop("scripted", None)
    with running(tmp_path) as server:
        made = loaded(server, save)
        assert "written down beforehand" in told(server, made, "script")
    with running(tmp_path) as server, server.board(made["token"]) as board:
        assert board.welcome["battle"]["dice"]["source"] == "script", "after a restart too"


def test_whoever_loads_a_save_that_holds_its_seed_is_not_said_to_have_honest_dice(server):
    """Its word `chosen` is left out; but the seed lies before whoever loads it, and every die with it."""
    save = sandtable.new("plain", seed=4).to_json(with_seed=True)
    save["dice"].pop("chosen", None)
    assert "had it in a save" in told(server, loaded(server, save), "maker")
    sealed = sandtable.new("plain", seed=4).to_json(with_seed=False)
    assert told(server, loaded(server, sealed), "server").startswith("The server drew the seed")
