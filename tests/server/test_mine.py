"""Personal links: one's battles, each with the way to one's own seat, and with nothing that is another's."""

from __future__ import annotations

import json

from server.test_clocks import seated


def person(server):
    made = server.http.post("/api/people")
    assert made.status_code == 201 and made.json()["url"] == f"/mine/{made.json()['token']}"
    return made.json()["token"]


def mine(server, token):
    answer = server.http.get(f"/api/people/{token}/battles")
    assert answer.status_code == 200
    return answer.json()


def test_a_personal_link_lists_the_battles_that_one_made_and_joined(server):
    anna, bert = person(server), person(server)
    made = server.new("plain", seats={"blue": "guest"}, person=anna, player="Anna")
    token = made["seats"]["blue"]["invite_url"].removeprefix("/join/")
    taken = server.http.post(f"/api/invitations/{token}", json={"person": bert, "player": "Bert"}).json()
    seated(server)  # somebody else's battle
    (hers,), (his,) = mine(server, anna), mine(server, bert)
    assert (hers["url"], hers["yours"], hers["turn"]["side"]) == (made["url"], ["red"], "red")
    assert (his["url"], his["yours"], his["players"]) == (taken["url"], ["blue"], {"red": "Anna", "blue": "Bert"})
    assert (hers["actions"], his["actions"]) == (0, 0)
    with server.board(made["token"]) as red:
        red.play("end")
    assert [one[0]["actions"] for one in (mine(server, anna), mine(server, bert))] == [1, 1]
    assert his["token"] is None and made["token"] not in json.dumps(his), "the maker's link is the maker's"


def test_computers_of_a_listed_battle_are_called_in_the_language_of_its_reader(server):
    anna = person(server)
    server.new("plain", seats={"blue": "recruit"}, person=anna)
    kinds = [server.http.get(f"/api/people/{anna}/battles{asked}").json()[0]["kinds"] for asked in ("", "?language=ru")]
    assert kinds == [{"red": "Human", "blue": "Recruit"}, {"red": "Человек", "blue": "Новобранец"}]


def test_a_seat_that_was_handed_on_is_no_more_in_ones_list(server):
    bert = person(server)
    made = server.new("plain", seats={"blue": "guest"})
    token = made["seats"]["blue"]["invite_url"].removeprefix("/join/")
    server.http.post(f"/api/invitations/{token}", json={"person": bert})
    assert len(mine(server, bert)) == 1
    with server.board(made["token"]) as red:
        again = red.ask("invited", type="invite", n=1, side="blue")
    server.http.post(f"/api/invitations/{again['url'].removeprefix('/join/')}")
    assert mine(server, bert) == []


def test_what_is_no_personal_link_lists_nothing_and_is_not_kept(server):
    assert server.http.get("/api/people/nobody-at-all/battles").status_code == 404
    made = server.new("plain", person="nobody-at-all")
    assert server.http.get(f"/api/people/{made['token']}/battles").status_code == 404
