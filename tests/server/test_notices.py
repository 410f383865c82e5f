"""Players are called by mail and webhook: what is sent and what not, over a restart, and nobody is reached by guile."""

from __future__ import annotations

import http.server
import json
import re
import socket
import threading
import time
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from sandtable.errors import InputError
from sandtable.server.notices import calling, sending, summoned
from sandtable.server.notices.sending import Undeliverable, check_webhook, is_public
from sandtable.server.notices.settings import Mail, NoticeSettings, mail_of, settings_of
from sandtable.server.session import company
from server.conftest import running, until

GO = "move A to 3,2 facing 90"


class Hook:
    """A server for webhooks on this machine: what it was sent, and what it answers."""

    def __init__(self) -> None:
        self.got: list[dict[str, Any]] = []
        self.status = 204
        hook = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                hook.got.append(json.loads(body))
                self.send_response(hook.status)
                self.send_header("location", "http://127.0.0.1:1/")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook"

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def hook():
    hook = Hook()
    yield hook
    hook.close()


class Box:
    """Keeps the mails that come."""

    def __init__(self) -> None:
        self.got: list[tuple[list[str], str]] = []
        self.port = 0

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        self.got.append((envelope.rcpt_tos, envelope.content.decode()))
        return "250 taken"


@pytest.fixture
def post():
    box = Box()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        box.port = free.getsockname()[1]
    controller = Controller(box, hostname="127.0.0.1", port=box.port)
    controller.start()
    yield box
    controller.stop()


def settings(box: Box | None = None) -> NoticeSettings:
    mail = Mail("smtp", "127.0.0.1", box.port, "sandtable@example.org") if box else None
    return NoticeSettings(mail, frozenset({"127.0.0.1"}), "https://battles.example.org")


def comes(got: list[Any], number: int) -> list[Any]:
    """Wait until so many have come."""
    end = time.monotonic() + 30
    while len(got) < number:
        assert time.monotonic() < end, got
        time.sleep(0.02)
    return got


def seated(server, **more):
    made = server.new("plain", seats={"blue": "guest"}, **more)
    token = made["seats"]["blue"]["invite_url"].removeprefix("/join/")
    return made["token"], server.http.post(f"/api/invitations/{token}").json()["token"]


def test_a_correspondence_battle_over_a_restart_with_notices(tmp_path, hook, post, monkeypatch):
    """By mail for Blue and by webhook for Red; clocks of days go on while the server is down."""
    monkeypatch.setattr(summoned, "BETWEEN", 0.0)
    at = [1_000_000.0]
    monkeypatch.setattr(company, "now", lambda: at[0])
    with running(tmp_path, notices=settings(post)) as server:
        maker, guest = seated(server, clock={"kind": "days", "days": 3}, player="Anna")
        with server.board(guest) as blue:
            blue.send(type="add_notice", side="blue", kind="mail", address="bert@example.org")
            kept = blue.expect("notices")
            assert kept["mail"] and kept["notices"][0]["waits"]
            to, mail = comes(post.got, 1)[0]
            code = mail.split("code: ")[1][:8]
            assert re.search(r"^Date: .+ [+-]0000\r?$", mail, re.M), "RFC 5322 asks for it"
            assert re.search(r"^Message-ID: <[^<>@\s]+@example\.org>\r?$", mail, re.M)
            assert to == ["bert@example.org"] and code.isdigit()
            blue.send(type="confirm_notice", id=kept["notices"][0]["id"], code="00000000")
            assert blue.expect("refused")["text"] == "That is not the code that was sent."
            blue.send(type="confirm_notice", id=kept["notices"][0]["id"], code=f" {code} ")
            assert not blue.expect("notices")["notices"][0]["waits"]
        with server.board(maker) as red:
            red.send(type="add_notice", side="red", kind="json", address=hook.url)
            assert not red.expect("notices")["notices"][0]["waits"]
            red.send(type="ask_notices")
            assert [one["side"] for one in red.expect("notices")["notices"]] == ["red"], "nobody else's"
            red.play("end")
        to, mail = comes(post.got, 2)[1]
        assert to == ["bert@example.org"] and "It is your turn: The bridge (Blues)." in mail
        assert f"https://battles.example.org/play/{guest}" in mail
    at[0] += 86_400.0
    with running(tmp_path, notices=settings(post)) as server:
        with server.board(guest) as blue:
            clock = blue.expect("company")["clock"]
            assert {one["side"]: one["left"] for one in clock["sides"]}["blue"] == 2 * 86_400.0
            blue.play("end")
        told = comes(hook.got, 1)[0]
        assert told["text"] == "It is your turn: The bridge (Reds)." and told["side"] == "red"
        assert maker not in json.dumps(told), "others may read where a webhook writes: no link of a seat"
    assert len(post.got) == 2 and len(hook.got) == 1


def test_each_is_called_in_the_language_in_which_they_asked(tmp_path, hook, monkeypatch):
    """First lesson of DBA: Red by a Russian page, Blue by the server's own English one; over a restart."""
    monkeypatch.setattr(summoned, "BETWEEN", 0.0)
    with running(tmp_path, notices=settings()) as server:
        made = server.new("dba", scenario="first-lesson", seats={"blue": "guest"})
        token = made["seats"]["blue"]["invite_url"].removeprefix("/join/")
        guest = server.http.post(f"/api/invitations/{token}").json()["token"]
        with server.board(made["token"], "ru") as red:
            red.ask("notices", type="add_notice", side="red", kind="json", address=hook.url)
        with server.board(guest) as blue:
            blue.ask("notices", type="add_notice", side="blue", kind="json", address=hook.url)
            first = blue.state["decision"]["side"]
    with running(tmp_path, notices=settings()) as server:
        links = {"red": made["token"], "blue": guest}
        for side in (first, "red" if first == "blue" else "blue"):
            with server.board(links[side]) as board:
                board.play("end")
    told = {one["side"]: (one["text"], one["title"]) for one in comes(hook.got, 2)}
    assert told == {
        "red": ("Ваш ход: Первый урок (Римляне).", "Первый урок"),
        "blue": ("It is your turn: First lesson (Gauls).", "First lesson"),
    }


def test_discord_slack_and_ones_own_are_called_each_in_its_form(tmp_path, hook, monkeypatch):
    monkeypatch.setattr(summoned, "BETWEEN", 0.0)
    with running(tmp_path, notices=settings()) as server:
        maker, guest = seated(server)
        with server.board(guest) as blue:
            for kind in ("discord", "slack", "json"):
                blue.ask("notices", type="add_notice", side="blue", kind=kind, address=hook.url)
        with server.board(maker) as red:
            red.play("end")
        said = "It is your turn: The bridge (Blues)."
        told = sorted(comes(hook.got, 3), key=sorted)  # in no order
        assert [sorted(one) for one in told] == [
            ["allowed_mentions", "content", "flags"],
            ["battle", "side", "text", "title"],
            ["mrkdwn", "text"],
        ]
        assert [one.get("content", one.get("text")) for one in told] == [said] * 3


def test_whoever_is_there_is_not_called(tmp_path, hook, monkeypatch):
    monkeypatch.setattr(summoned, "BETWEEN", 0.0)
    with running(tmp_path, notices=settings()) as server:
        maker, guest = seated(server)
        with server.board(maker) as red, server.board(guest) as blue:
            blue.ask("notices", type="add_notice", side="blue", kind="json", address=hook.url)
            red.play("end")
            red.undo(past_dice=True) if not red.state["undo"]["needs"] else None
            time.sleep(0.3)
        assert hook.got == []


def test_whoever_takes_a_seat_is_not_called_by_the_ways_of_whoever_had_it(tmp_path, hook):
    with running(tmp_path, notices=settings()) as server:
        made = server.new("plain")
        with server.board(made["token"]) as board:
            board.ask("notices", type="add_notice", side="blue", kind="json", address=hook.url)
            board.send(type="reseat", side="blue", kind="quick")
            until(board, lambda state: state["seats"][1]["kind"] == "quick")
            board.send(type="reseat", side="blue", kind="human")
            until(board, lambda state: state["seats"][1]["kind"] == "human")
            board.send(type="ask_notices")
            assert board.expect("notices")["notices"] == []


def test_a_way_that_fails_is_tried_three_times_and_given_up_after_five(tmp_path, hook, monkeypatch):
    monkeypatch.setattr(summoned, "BETWEEN", 0.0)
    monkeypatch.setattr(calling, "WAITS", (0.01, 0.01))
    monkeypatch.setattr(calling, "FAILED", 1)
    hook.status = 302
    with running(tmp_path, notices=settings()) as server:
        maker, guest = seated(server)
        with server.board(guest) as blue:
            blue.ask("notices", type="add_notice", side="blue", kind="json", address=hook.url)
        with server.board(maker) as red:
            red.play("end")
            comes(hook.got, 3)
        with server.board(guest) as blue:
            for _ in range(100):
                blue.send(type="ask_notices")
                if blue.expect("notices")["notices"][0]["failed"]:
                    break
                time.sleep(0.05)
            else:
                raise AssertionError("it is still asked")
    assert len(hook.got) == 3


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/x",
        "https://localhost/x",
        "https://10.0.0.8/x",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/x",
        "https://[::ffff:127.0.0.1]/x",
        "https://[64:ff9b::7f00:1]/x",
        "https://0x7f000001/x",
        "http://93.184.216.34/x",
        "https://93.184.216.34:8080/x",
        "https://user@93.184.216.34/x",
        "https://93.184.216.34/\r\nx: y",
        "ftp://93.184.216.34/x",
        "https:///x",
        "https://[",
    ],
)
def test_no_webhook_reaches_private_networks_odd_ports_or_other_schemes(url):
    with pytest.raises(Undeliverable):
        check_webhook("json", url, frozenset())


def test_a_name_that_stands_for_a_private_address_among_others_is_refused(monkeypatch):
    monkeypatch.setattr(sending, "_places", lambda _host, _port: ["93.184.216.34", "192.168.1.1"])
    with pytest.raises(Undeliverable, match="private networks"):
        check_webhook("json", "https://rebinding.example.org/x", frozenset())


def test_what_is_public():
    assert is_public("93.184.216.34") and is_public("2606:2800:220:1::1")
    private = ("0.0.0.0", "100.64.0.1", "192.168.0.1", "224.0.0.1", "fe80::1%eth0", "fc00::1", "2002:7f00:1::1")
    assert [place for place in private if is_public(place)] == []


def test_a_kind_of_webhook_has_its_hosts_and_its_form():
    with pytest.raises(Undeliverable, match="no address of a webhook of Discord"):
        check_webhook("discord", "https://example.org/api/webhooks/1", frozenset())
    body = sending._body("discord", "@everyone", {"side": "red"})
    assert body == {"content": "@everyone", "allowed_mentions": {"parse": []}, "flags": 4}
    assert sending._body("slack", "<!channel> & so", {}) == {"text": "&lt;!channel&gt; &amp; so", "mrkdwn": False}


def test_a_title_is_told_to_discord_letter_by_letter():
    """Else it would be set in italics, hidden, or lead elsewhere than it says."""
    told = sending._body("discord", r"*Fire* _at_ ||will|| <@1> `x` ~~y~~ [here](http://a.b) \ 5 > 4", {})["content"]
    assert told == r"\*Fire\* \_at\_ \|\|will\|\| \<@1\> \`x\` \~\~y\~\~ \[here\](http://a.b) \\ 5 \> 4"


@pytest.mark.parametrize(
    "address", ["bert", "a@b\r\nBcc: c@d", "a b@c.org", "Bert <b@c.org>", "a@b,c@d.org", "x" * 400]
)
def test_no_mail_goes_to_what_is_no_address(tmp_path, post, address):
    with running(tmp_path, notices=settings(post)) as server:
        maker, _ = seated(server)
        with server.board(maker) as red:
            assert red.ask("refused", type="add_notice", side="red", kind="mail", address=address)["code"] in (
                "not_now",
                "unreadable",
            )
            assert red.ask("refused", type="add_notice", side="blue", kind="mail", address="a@b.org")["code"] == (
                "not_your_bound"
            )
    assert post.got == []


def test_codes_are_not_guessed_and_mails_not_asked_for_without_end(tmp_path, post):
    with running(tmp_path, notices=settings(post)) as server:
        maker, _ = seated(server)
        with server.board(maker) as red:
            told = red.ask("notices", type="add_notice", side="red", kind="mail", address="a@example.org")
            notice = told["notices"][0]["id"]
            again = red.ask("refused", type="add_notice", side="red", kind="mail", address="a@example.org")
            assert "there already" in again["text"] and len(post.got) == 1
            for _ in range(5):
                red.ask("refused", type="confirm_notice", id=notice, code="1")
            assert "wrong too often" in red.ask("refused", type="confirm_notice", id=notice, code="1")["text"]
            for _ in range(20):
                red.send(type="drop_notice", id=notice)
                if red.expect("notices")["notices"]:
                    continue
                red.send(type="add_notice", side="red", kind="mail", address="a@example.org")
                message = red.receive()
                if message["type"] == "refused":
                    break
                notice = message["notices"][0]["id"]
            assert message["code"] == "too_many" or "too many" in message["text"]
    assert len(post.got) <= 10


def test_what_a_host_says_of_its_mail_is_read_or_refused():
    mail = mail_of("smtps://me:p%40ss@mail.example.org?from=sandtable@example.org")
    assert mail == Mail("smtps", "mail.example.org", 465, "sandtable@example.org", "me", "p@ss")
    assert "p@ss" not in repr(mail)
    assert settings_of("", ["Hooks.LAN"], "https://x.org/") == NoticeSettings(
        None, frozenset({"hooks.lan"}), "https://x.org"
    )
    for mail_url in ("mail.example.org", "http://mail.example.org?from=a@b.org", "smtp://mail.example.org"):
        with pytest.raises(InputError, match="--mail"):
            mail_of(mail_url)
    with pytest.raises(InputError, match="--address"):
        settings_of("", [], "battles.example.org")
