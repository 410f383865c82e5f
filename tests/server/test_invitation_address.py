"""The address that an invitation names, and the code of it to scan."""

from __future__ import annotations

from sandtable.server.http import invitation_address
from sandtable.server.http.front import Front
from sandtable.server.http.invitation_address import Reach, addressed, reach_fact
from sandtable.server.notices.settings import NoticeSettings


def test_an_invitation_names_the_address_in_the_network_or_says_what_to_do(monkeypatch):
    monkeypatch.setattr(invitation_address, "own_address", lambda: "192.168.1.5")
    everywhere = reach_fact(Reach("0.0.0.0", 8321), Front(local=False))
    assert everywhere.address == "http://192.168.1.5:8321" and "firewall" in everywhere.text
    alone = reach_fact(Reach("127.0.0.1", 8321), Front())
    assert alone.address == "" and alone.text == (
        "This server listens on this machine alone. For others start it again with --host 0.0.0.0. "
        "They find it then at http://192.168.1.5:8321"
    )
    said = reach_fact(Reach("127.0.0.1", 8321, "https://battles.example.org"), Front(False))
    assert (said.address, said.text) == ("https://battles.example.org", "")
    named = reach_fact(Reach("127.0.0.1", 8321), Front(False, frozenset({"battles.example.org"})))
    assert (named.address, named.text) == ("", ""), "nobody outside is told of the network behind a proxy"
    monkeypatch.setattr(invitation_address, "own_address", lambda: "")
    assert "no network" in reach_fact(Reach("0.0.0.0", 8321), Front(local=False)).text


def test_a_link_in_a_mail_begins_as_an_invitation_does(monkeypatch):
    monkeypatch.setattr(invitation_address, "own_address", lambda: "192.168.1.5")
    given = NoticeSettings(None, frozenset(), "https://battles.example.org")
    assert addressed(given, Reach("0.0.0.0", 8321), Front(local=False)) == given
    for host, address in (("0.0.0.0", "http://192.168.1.5:8321"), ("127.0.0.1", "")):
        assert addressed(NoticeSettings(), Reach(host, 8321), Front(local=False)).address == address


def test_a_link_is_drawn_as_a_code_and_nothing_else_is(server):
    answer = server.http.get("/api/code", params={"text": "http://192.168.1.5:8321/join/abc"})
    assert answer.headers["content-type"].startswith("image/svg+xml") and "<svg" in answer.text
    other = server.http.get("/api/code", params={"text": "http://192.168.1.5:8321/join/abd"})
    assert answer.text != other.text
    assert server.http.get("/api/code", params={"text": "javascript:alert(1)"}).status_code == 422
    assert server.http.get("/api/code", params={"text": "http://" + "x" * 400}).status_code == 422
    assert set(server.http.get("/api/reach").json()) == {"address", "text"}
