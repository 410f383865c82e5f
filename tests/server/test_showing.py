"""Battles shown to others: files made by the server, pictures of tables as a link sees them, links to a moment."""

from __future__ import annotations

import asyncio
import io
import re

import pytest
from PIL import Image

from sandtable.draw import moving_picture
from sandtable.errors import InputError
from sandtable.server.http import showing
from sandtable.server.http.limits import Limits
from sandtable.server.http.showing import preview
from sandtable.server.messages.pages import BattleListed
from sandtable.server.session.connections import Refusal
from sandtable.server.workers.exporting import Exporting
from server.conftest import running

LESSON = {"game": "dba", "scenario": "first-lesson"}


@pytest.fixture(scope="module")
def lesson(server):
    """A lesson of two actions, of which the first moves somebody: its links, and its last board."""
    made = server.http.post("/api/battles", json=LESSON).json()
    with server.board(made["token"]) as board:
        for action in ("move B6 ahead 200", "end"):
            board.play(action)
        yield made, board.state


@pytest.mark.parametrize(
    ("form", "kind", "within"),
    [
        ("html", "text/html", '<script id="battle"'),
        ("text", "text/plain", "The table is laid."),
        ("gif", "image/gif", ""),
    ],
)
def test_a_battle_is_written_for_whoever_has_a_link_of_it(server, lesson, form, kind, within):
    made, _ = lesson
    answer = server.http.get(f"/api/battles/{made['id']}/export/{form}?token={made['token']}")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith(kind)
    assert f"sandtable-{made['id']}." in answer.headers["content-disposition"]
    if form == "gif":
        assert Image.open(io.BytesIO(answer.content)).n_frames == 3  # laid, moved, ended
    else:
        assert within in answer.text


def test_a_battle_is_written_and_listed_in_the_language_of_its_reader(server, lesson):
    """Ids, PIPs and clauses apart, no word of the file is left in Latin letters; the table has Russian words, too."""
    made, _ = lesson
    asked = f"/api/battles/{made['id']}/export/text?token={made['token']}&language=ru"
    text = server.http.get(asked).text
    assert text.startswith("Стол расставлен.") and "Застрельщики (B6): идти 200 пасов вперёд" in text
    assert re.findall(r"[A-Za-z]{2,}", re.sub(r"\b(PIP|[A-Z]+-[A-Z]+-\d+)\b", "", text)) == []
    [page, plain] = [server.http.get(f"/api/moments/{made['token']}/0.svg{how}").text for how in ("?language=ru", "")]
    assert "Копья" in page and "Spears" in plain and "Spears" not in page
    listed = {one["id"]: one for one in server.http.get("/api/battles?language=ru").json()}[made["id"]]
    assert (listed["title"], listed["sides"]) == ("Первый урок", {"red": "Римляне", "blue": "Галлы"})
    assert listed["turn"]["name"] in ("Римляне", "Галлы") and listed["turn"]["counted"] == "ход 2"


def test_a_part_of_it_begins_where_it_is_asked_to(server, lesson):
    """From the table after action 1 on: the laying is not told, actions 1 and 2 are."""
    made, _ = lesson
    text = server.http.get(f"/api/battles/{made['id']}/export/text?token={made['token']}&from=1&to=2").text
    assert "The table is laid." not in text
    assert [line.partition(".")[0] for line in text.splitlines() if not line.startswith(" ")] == ["1", "2"]


def test_actions_that_are_not_there_are_refused_in_one_sentence(server, lesson):
    made, _ = lesson
    answer = server.http.get(f"/api/battles/{made['id']}/export/text?token={made['token']}&from=1&to=9")
    assert (answer.status_code, answer.json()["code"]) == (422, "unreadable")
    assert answer.json()["text"] == "--from 1 --to 9: there are actions 0 to 2"


def test_a_table_is_drawn_as_the_link_sees_it_then(server, lesson):
    made, state = lesson
    first, last = (server.http.get(f"/api/moments/{made['token']}/{step}.svg").text for step in (0, 2))
    assert first.startswith("<svg") and last.startswith("<svg") and first != last
    assert server.http.get(f"/api/moments/{made['token']}/99.svg").text == last
    pixels = server.http.get(f"/api/moments/{made['token']}/2.png?width=400")
    assert pixels.headers["content-type"] == "image/png" and Image.open(io.BytesIO(pixels.content)).width == 400
    assert server.http.get("/api/moments/nobody/0.svg").status_code == 404
    assert state["version"] == 2


def test_what_hides_something_is_written_at_its_end_alone(server):
    made = server.http.post("/api/battles", json={"game": "batalist"}).json()
    answer = server.http.get(f"/api/battles/{made['id']}/export/text?token={made['token']}")
    assert answer.status_code == 409 and "its save can be had at the end" in answer.json()["text"]


def test_a_link_to_a_moment_brings_its_preview(server, lesson):
    made, _ = lesson
    watch = made["watch_url"]
    page = server.http.get(f"{watch}/at/1", headers={"host": "127.0.0.1"})
    assert page.status_code in (200, 503)  # 503: the board is not built here
    assert server.http.get("/play/nobody/at/1").status_code == 404
    listed = BattleListed.model_validate(server.http.get("/api/battles").json()[0] | {"title": 'A "fight"'})
    head = preview(listed, "http://table.example/", "abc", 7)
    assert 'property="og:title" content="A &quot;fight&quot;"' in head
    assert 'property="og:image" content="http://table.example/api/moments/abc/7.png?language=en"' in head


def test_a_preview_is_read_in_the_language_of_its_link(tmp_path):
    """A moment names battle and sides, the battle's own link also who is to decide."""
    (tmp_path / "index.html").write_text('<!doctype html><html lang="en"><head></head></html>')
    with running(tmp_path, board_folder=tmp_path) as server:
        watch = server.http.post("/api/battles", json=LESSON).json()["watch_url"]
        told = {
            where: dict(re.findall(r'property="og:(\w+)" content="([^"]*)"', server.http.get(f"{watch}{where}").text))
            for where in ("/at/0", "", "/at/0?language=ru", "?language=ru")
        }
        assert 'lang="ru"' in server.http.get(f"{watch}?language=ru").text
        romans = server.http.get("/api/battles").json()[0]["turn"]["side"] == "red"
        picture = server.http.get(told["?language=ru"]["image"].removeprefix("http://127.0.0.1/"))
    assert [(one["title"], one["description"]) for one in told.values()] == [
        ("First lesson", "DBA 2.2: Romans – Gauls."),
        ("First lesson", f"DBA 2.2: Romans – Gauls. {'Romans' if romans else 'Gauls'} must decide now."),
        ("Первый урок", "DBA 2.2: Римляне – Галлы."),
        ("Первый урок", f"DBA 2.2: Римляне – Галлы. Решение за стороной «{'Римляне' if romans else 'Галлы'}»."),
    ]
    assert told["/at/0?language=ru"]["image"].endswith("/0.png?language=ru")
    assert picture.status_code == 200


def test_without_the_libraries_no_pixels_are_offered(server, monkeypatch):
    assert server.http.get("/api/shown").json() == {"battle": ["html", "gif", "text"], "table": ["png", "svg"]}
    monkeypatch.setattr(moving_picture.importlib.util, "find_spec", lambda name: None)
    assert server.http.get("/api/shown").json() == {"battle": ["html", "text"], "table": ["svg"]}
    monkeypatch.setattr(showing, "draws_pixels", lambda: False)
    listed = BattleListed.model_validate(server.http.get("/api/battles").json()[0])
    assert "og:image" not in preview(listed, "http://table.example/", "abc", 7)


def test_one_address_has_so_many_a_minute(tmp_path):
    with running(tmp_path, limits=Limits(exports_a_minute=1)) as server:
        made = server.http.post("/api/battles", json=LESSON).json()
        where = f"/api/battles/{made['id']}/export/text?token={made['token']}"
        assert server.http.get(where).status_code == 200
        refused = server.http.get(where)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many")


def test_what_takes_too_long_is_given_up_and_leaves_no_process():
    with pytest.raises(Refusal, match="takes too long"):
        asyncio.run(Exporting(most_seconds=0.01).export("{}", "text", 0, 0))


def test_what_is_no_save_is_refused_by_the_sentence_of_the_command():
    with pytest.raises(InputError, match="format"):
        asyncio.run(Exporting().export("{}", "text", 0, 0))
