"""Behind a proxy: names, a path before all others, whose word is taken for who asks, HEAD, and files made short."""

from __future__ import annotations

import gzip
import json

import pytest
from fastapi.testclient import TestClient
from websockets.exceptions import InvalidStatus

from sandtable.cli import run
from sandtable.errors import InputError
from sandtable.server.http.app import create_app
from sandtable.server.http.front import Front, front_of, household
from sandtable.server.http.limits import Limits
from sandtable.server.storage.database import Store
from server.conftest import Address, running
from server.duel_server import register_duel

PUBLIC = "battles.example.org"


def board_in(folder):
    """A board's files, as the build leaves them."""
    (folder / "assets").mkdir()
    page = '<!doctype html>\n<html lang="en"><script type="module" src="/assets/board-1a.js"></script>'
    (folder / "index.html").write_text(page + '<link href="/assets/board-1a.css"></html>')
    (folder / "assets" / "board-1a.js").write_text("export const table = 'a table of sand';\n" * 200)
    (folder / "assets" / "board-1a.css").write_text("a{}")
    return folder


def client(folder, front=None, host="127.0.0.1", address="127.0.0.1", **options):
    register_duel()
    app = create_app(Store("sqlite://"), front, board_folder=folder, **options)
    return TestClient(app, base_url=f"http://{host}", client=(address, 50_000))


# ------------------------------------------------------------------------------------------------- the command


def test_the_command_makes_a_front():
    assert front_of("127.0.0.1", (), (), "") == Front(local=True)
    assert front_of("0.0.0.0", (), (), "") == Front(local=False)
    assert front_of("127.0.0.1", ["Battles.Example.Org"], ["127.0.0.1", "10.0.0.0/8"], "/sand/table/") == Front(
        False, frozenset({PUBLIC}), ("127.0.0.1", "10.0.0.0/8"), "/sand/table"
    )
    assert not front_of("127.0.0.1", (), ["::1"], "").local, "all the world may ask a proxy"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--allow-host", "https://battles.example.org"], "expected a name such as battles.example.org"),
        (["--allow-host", "battles.example.org:8321"], "expected a name such as"),
        (["--allow-host", ""], "expected a name such as"),
        (["--trust-proxy", "proxy.example.org"], "expected an address or a network"),
        (["--trust-proxy", "10.0.0.1/8"], "expected an address or a network"),
        (["--root-path", "sandtable"], "expected a path such as /sandtable"),
        (["--root-path", "/sand table"], "expected a path such as /sandtable"),
        (["--root-path", '/"><script>'], "expected a path such as /sandtable"),
        (["--root-path", "//evil.example"], "expected a path such as /sandtable"),
    ],
)
def test_what_the_command_cannot_mean_is_one_sentence(words, said, capsys):
    assert run(["serve", "--port", "0", "--db", "sqlite://", *words]) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert f"{words[0]} {words[1]}".strip() in told and said in told


def test_the_front_of_the_command_is_that_of_its_server(monkeypatch):
    class Made(Exception):
        """A server, by how it is reached."""

    def serve(*_rest, front, **_more):
        raise Made(front)

    monkeypatch.setattr("sandtable.server.http.run.serve", serve)
    with pytest.raises(Made) as made:
        run(["serve", "--allow-host", PUBLIC, "--trust-proxy", "127.0.0.1", "--root-path", "/sandtable"])
    assert made.value.args == (Front(False, frozenset({PUBLIC}), ("127.0.0.1",), "/sandtable"),)


def test_an_address_counts_for_itself_and_of_a_long_one_the_first_half():
    assert household("192.0.2.7") == "192.0.2.7" != household("192.0.2.8")
    assert household("2001:db8:1:2:3:4:5:6") == household("2001:db8:1:2:ffff::1") != household("2001:db8:1:3::1")
    assert household("::ffff:192.0.2.7") == "192.0.2.7"
    assert household("a socket" * 100) == ("a socket" * 100)[:80]
    with pytest.raises(InputError):
        front_of("127.0.0.1", ["a b"], (), "")


# ------------------------------------------------------------------------------------------------------- names


def test_names_that_are_allowed_are_answered_to_and_no_others(tmp_path):
    front = Front(False, frozenset({PUBLIC, "sand.example"}))
    with client(board_in(tmp_path), front) as web:
        for host in (PUBLIC, f"{PUBLIC}:8443", "sand.example", PUBLIC.upper(), "127.0.0.1:8321", "localhost"):
            assert web.get("/api/games", headers={"host": host}).status_code == 200, host
        for host in ("evil.example", f"{PUBLIC}.evil.example", f"x{PUBLIC}", "", "10.0.0.1"):
            answer = web.get("/api/games", headers={"host": host})
            assert answer.status_code == 403 and answer.json()["code"] == "unknown", host


def test_the_board_of_a_public_name_may_write_and_another_sites_page_may_not(tmp_path):
    with client(board_in(tmp_path), Front(False, frozenset({PUBLIC})), PUBLIC) as web:
        assert (
            web.post("/api/battles", json={"game": "plain"}, headers={"origin": f"https://{PUBLIC}"}).status_code == 201
        )
        for origin in ("https://evil.example", f"https://{PUBLIC}:8444", f"https://{PUBLIC}.evil.example", "null"):
            refused = web.post("/api/battles", json={"game": "plain"}, headers={"origin": origin})
            assert refused.status_code == 403 and "must pass on the Host" in refused.json()["text"]


@pytest.mark.parametrize(
    "header", ["x-forwarded-for", "forwarded", "x-real-ip", "x-forwarded-proto", "x-forwarded-host"]
)
def test_a_server_for_this_machine_alone_is_not_shown_to_the_world_by_a_proxy(tmp_path, header):
    """Its list of battles has the links of all seats; the proxy beside it asks from this machine, by its name."""
    with client(board_in(tmp_path)) as web:
        web.post("/api/battles", json={"game": "plain"})
        assert web.get("/api/battles").json()[0]["url"]
        refused = web.get("/api/battles", headers={header: "192.0.2.7"})
        assert refused.status_code == 403 and "--trust-proxy" in refused.json()["text"]


def test_a_server_that_has_a_proxy_tells_nobody_the_links_of_others(tmp_path):
    with client(board_in(tmp_path), front_of("127.0.0.1", (), ["127.0.0.1"], "")) as web:
        web.post("/api/battles", json={"game": "plain"})
        assert web.get("/api/battles").json() == []


# --------------------------------------------------------------------------------------------------- who asks


def asked_from(web, forwarded, times):
    """The answers to so many requests for new battles, of which an address has one a minute."""
    headers = {"x-forwarded-for": forwarded}
    return [web.post("/api/battles", json={"game": "plain"}, headers=headers).status_code for _ in range(times)]


def test_the_word_of_a_trusted_proxy_is_taken_for_who_asks(tmp_path):
    front = Front(False, proxies=("10.1.0.0/16",))
    with client(board_in(tmp_path), front, address="10.1.2.3", limits=Limits(new_battles_a_minute=1)) as web:
        assert asked_from(web, "192.0.2.1", 2) == [201, 429]
        assert asked_from(web, "192.0.2.2", 2) == [201, 429], "another has a minute of its own"
        assert asked_from(web, "192.0.2.1, 192.0.2.3", 1) == [201], "what the proxy has put there counts, the last"
        assert asked_from(web, "192.0.2.9, 192.0.2.3, 10.1.9.9", 1) == [429], "a proxy before the proxy"


def test_nobody_elses_word_is_taken(tmp_path):
    for proxies in ((), ("10.1.0.0/16",)):
        front = Front(False, proxies=proxies)
        with client(board_in_once(tmp_path), front, address="192.0.2.1", limits=Limits(new_battles_a_minute=1)) as web:
            assert [asked_from(web, f"192.0.2.{number}", 1) for number in range(5, 8)] == [[201], [429], [429]]


def board_in_once(folder):
    return folder if (folder / "index.html").exists() else board_in(folder)


def test_a_line_behind_a_proxy_counts_for_the_address_forwarded(tmp_path):
    limits = Limits(watchers_of_an_address=1)
    with running(tmp_path, front=Front(False, proxies=("127.0.0.1",)), limits=limits) as server:
        watch = server.new()["watch_url"].rsplit("/", 1)[1]

        def first(address):
            return server.socket(watch, additional_headers={"x-forwarded-for": address})

        with first("192.0.2.1") as one:
            assert json.loads(one.recv())["type"] == "welcome"
            with first("192.0.2.2") as other, first("192.0.2.1") as again:
                assert json.loads(other.recv())["type"] == "welcome"
                assert json.loads(again.recv())["text"] == (
                    "This battle has room for 1 watcher from one address, and has as many."
                )


# ------------------------------------------------------------------------------------------- a path before all


@pytest.mark.parametrize("kept", ["/sandtable", ""])
def test_everything_is_there_under_a_path_whether_the_proxy_keeps_it_or_not(tmp_path, kept):
    with running(tmp_path, front=Front(root="/sandtable"), board_folder=board_in(tmp_path)) as server:
        web = server.http
        page = web.get(f"{kept}/")
        for file in ('src="/sandtable/assets/board-1a.js"', 'href="/sandtable/assets/board-1a.css"'):
            assert file in page.text
        assert '<html data-root="/sandtable" lang="en">' in page.text
        assert web.get(f"{kept}/assets/board-1a.js").status_code == 200
        assert web.get(f"{kept}/api/games").status_code == 200
        made = web.post(f"{kept}/api/battles", json={"game": "plain", "seats": {"blue": "guest"}}).json()
        urls = [made["url"], made["watch_url"], *(seat["invite_url"] for seat in made["seats"].values())]
        urls = [url for url in urls if url]
        assert all(url.startswith("/sandtable/") for url in urls) and len(urls) == 3
        for url in urls:
            shown = web.get(kept + url.removeprefix("/sandtable"))
            assert shown.status_code == 200 and "/sandtable/assets/" in shown.text
        with Address(f"{server.url}{kept}").board(made["token"]) as board:
            assert board.welcome["battle"]["watch_url"] == made["watch_url"]
        missing = web.get(f"{kept}/play/nosuchlink0123")
        assert missing.status_code == 404 and 'href="/sandtable/"' in missing.text


def test_a_path_that_only_begins_alike_is_another(tmp_path):
    with client(board_in(tmp_path), Front(root="/sandtable")) as web:
        assert web.get("/sandtablex/api/games").status_code == 404
        assert web.get("/sandtable").status_code == 200


# ------------------------------------------------------------------------------------------------------- HEAD


def test_head_is_answered_like_get_on_every_page(server):
    made = server.new("plain", seats={"blue": "guest"})
    invited = made["seats"]["blue"]["invite_url"]
    routes = [
        *("/", "/api/games", "/api/games/plain/scenarios/bridge/scene", "/api/games/dba/armies", "/api/rules/plain"),
        "/api/games/plain/scenarios/bridge/picture.svg",
        *("/api/battles", f"/api/battles/{made['id']}/save", made["url"], invited, "/api/openapi.json"),
        *(invited.replace("/join/", "/api/invitations/"), "/play/nosuchlink0123", "/api/nothing", "/api/rules/chess"),
        *(
            f"/api/rescue/{made['token']}",
            "/api/shown",
            f"/api/moments/{made['token']}/0.svg",
            "/api/people/nobody/battles",
        ),
        *("/api/reach", "/api/code?text=http://table.example/", f"/api/battles/{made['id']}/export/nothing"),
        *("/api/laboratory", "/api/laboratory/games/dba/scenarios/first-lesson", "/api/laboratory/studies"),
        *("/api/laboratory/studies/nothing", "/api/laboratory/studies/nothing/report"),
        *(f"/api/laboratory/battles/{made['token']}", "/api/laboratory/battles/nothing"),
        *("/api/editor/games/dba", "/api/editor/games/plain", "/api/editor/shared/nothing0", "/editor"),
        *("/api/editor/puzzles/dba/87-dismounting-before-the-enemy", "/api/editor/puzzles/dba/nothing"),
        *("/api/puzzles/dba", "/api/puzzles/dba/87-dismounting-before-the-enemy", "/puzzles/dba"),
        *("/api/puzzles/dba/87-dismounting-before-the-enemy/answer", "/api/puzzles/dba/nothing"),
    ]
    for route in routes:
        got, head = server.http.get(route), server.http.head(route)
        assert head.status_code == got.status_code, route
        assert head.content == b""
        for name in ("content-type", "content-length", "content-encoding", "cache-control", "content-security-policy"):
            assert head.headers.get(name) == got.headers.get(name), (route, name)
        assert server.http.get(route).status_code == got.status_code, "the line is still good"


def test_a_scenario_is_pictured_with_the_drawings_of_its_game(server):
    """The sewer is a drawing of Flash Flood alone, which no page need know; there is no word on it."""
    got = server.http.get("/api/games/flash-flood/scenarios/charges-in-the-nest/picture.svg")
    assert got.headers["content-type"] == "image/svg+xml"
    assert 'id="ground-sewer"' in got.text and 'fill="url(#ground-sewer)"' in got.text
    assert "</text>" not in got.text.partition("<g transform")[2].partition('class="figure')[0]
    assert server.http.get("/api/games/flash-flood/scenarios/nowhere/picture.svg").status_code == 422


def test_every_page_that_can_be_got_is_asked_above(server):
    """A new route joins the list of the test before."""
    paths = server.http.get("/api/openapi.json").json()["paths"]
    assert {path for path, how in paths.items() if "get" in how} == {
        *(
            "/api/games",
            "/api/games/{game}/scenarios/{scenario}/scene",
            "/api/games/{game}/scenarios/{scenario}/picture.svg",
            "/api/editor/games/{game}",
            "/api/editor/shared/{found_by}",
            "/api/editor/puzzles/{game}/{puzzle}",
            "/api/games/{game}/armies",
            "/api/rules/{game}",
        ),
        *("/api/battles", "/api/invitations/{token}", "/api/battles/{battle_id}/save", "/api/rescue/{token}"),
        *("/api/shown", "/api/moments/{token}/{step}.{form}", "/api/battles/{battle_id}/export/{form}"),
        *("/api/people/{token}/battles", "/api/reach", "/api/code", "/api/laboratory", "/api/laboratory/studies"),
        *("/api/laboratory/games/{game}/scenarios/{scenario}", "/api/laboratory/studies/{study}"),
        *("/api/laboratory/studies/{study}/report", "/api/laboratory/battles/{token}"),
        *("/api/puzzles/{game}", "/api/puzzles/{game}/{puzzle}", "/api/puzzles/{game}/{puzzle}/answer"),
    }


# ------------------------------------------------------------------------------------------------ made short


def test_files_of_text_are_pressed_for_whoever_can_read_it(tmp_path):
    with client(board_in(tmp_path)) as web:
        plain = web.get("/assets/board-1a.js", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        with web.stream("GET", "/assets/board-1a.js", headers={"accept-encoding": "br, gzip;q=0.5"}) as answer:
            pressed = b"".join(answer.iter_raw())
        assert answer.headers["content-encoding"] == "gzip" and answer.headers["vary"] == "accept-encoding"
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["content-type"] == plain.headers["content-type"]
        assert int(answer.headers["content-length"]) == len(pressed) < len(plain.content) / 10
        assert gzip.decompress(pressed) == plain.content
        for words in ("gzip;q=0", "br", ""):
            assert "content-encoding" not in web.get("/assets/board-1a.js", headers={"accept-encoding": words}).headers
        head = web.head("/assets/board-1a.js", headers={"accept-encoding": "gzip"})
        assert head.content == b"" and head.headers["content-length"] == answer.headers["content-length"]
        short = web.get("/assets/board-1a.css", headers={"accept-encoding": "gzip"})
        assert "content-encoding" not in short.headers and short.text == "a{}"
        part = web.get("/assets/board-1a.js", headers={"accept-encoding": "gzip", "range": "bytes=0-5"})
        assert part.status_code == 206 and part.text == "export" and "content-encoding" not in part.headers


def test_what_is_the_same_for_all_is_made_once_and_pressed(tmp_path, monkeypatch):
    made = []
    from sandtable.server.views import battle_messages

    monkeypatch.setattr(battle_messages, "games", lambda said, real=battle_messages.games: made.append(1) or real(said))
    with client(board_in(tmp_path)) as web:
        first, second = web.get("/api/games"), web.get("/api/games", headers={"accept-encoding": "identity"})
        assert first.json() == second.json() and len(made) == 1
        assert first.headers["content-encoding"] == "gzip" and "content-encoding" not in second.headers
        assert web.get("/api/rules/nothing").status_code == 404
        assert web.get("/api/rules/dba").headers["content-encoding"] == "gzip"


def test_a_line_to_another_name_is_refused(tmp_path):
    with running(tmp_path, front=Front(False, frozenset({PUBLIC}))) as server:
        token = server.new()["token"]
        with pytest.raises(InvalidStatus) as refused:
            server.socket(token, origin=f"https://{PUBLIC}")
        assert refused.value.response.status_code == 403, "the Host asked was 127.0.0.1"
