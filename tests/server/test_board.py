"""The board's files, and the page where they are missing."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from sandtable import server
from sandtable.server.http.app import create_app
from sandtable.server.messages.schema import DEFAULT, schema_text
from sandtable.server.storage.database import Store

BUILT = Path(server.__file__).parent / "board"
SCRIPT_BYTES = 150_000
"""Of what the page loads before it shows anything, compressed: it is to be there within a second."""


def spoken_by_the_board() -> list[str]:
    """The languages whose words are files beside the board's sources."""
    folder = Path(__file__).parents[2] / "web" / "src" / "languages"
    return sorted(path.stem for path in folder.glob("*.json"))


def client(folder, **options):
    return TestClient(create_app(Store("sqlite://"), board_folder=folder, **options), base_url="http://127.0.0.1")


def test_without_a_built_board_a_page_says_how_to_build_it(tmp_path):
    answer = client(tmp_path).get("/")
    assert answer.status_code == 503 and "make play" in answer.text


def test_the_built_board_is_served_and_hashed_files_may_be_kept(tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>Sandtable</title>")
    (tmp_path / "assets" / "board-1a2b.js").write_text("1")
    (tmp_path / "symbols.svg").write_text("<svg/>")
    with client(tmp_path) as web:
        assert "Sandtable" in web.get("/").text
        assert web.get("/").headers["cache-control"] == "no-store"
        assert "immutable" in web.get("/assets/board-1a2b.js").headers["cache-control"]
        assert web.get("/symbols.svg").status_code == 200
        assert web.get("/assets/").status_code == 404
        assert web.get("/api/nothing").status_code == 404


@pytest.mark.parametrize(
    ("asked", "liked", "title"),
    [
        ("", "ru-RU,ru;q=0.9,en;q=0.8", "Такой битвы нет"),
        ("", "fr-FR,ru;q=0.9", "Такой битвы нет"),
        ("", "en-GB,en;q=0.9,ru;q=0.1", "No such battle"),
        ("", "*", "No such battle"),
        ("?language=en", "ru", "No such battle"),
        ("?language=ru", "", "Такой битвы нет"),
    ],
)
def test_a_link_that_opens_nothing_says_so_in_the_language_of_its_reader(tmp_path, asked, liked, title):
    with client(tmp_path) as web:
        page = web.get(f"/play/nobody{asked}", headers={"accept-language": liked})
        assert page.status_code == 404 and f"<h1>{title}</h1>" in page.text
        ended = web.get("/join/nobody", headers={"accept-language": "ru"})
        assert ended.status_code == 410 and "<h1>Открытого приглашения нет</h1>" in ended.text
        assert "No " not in ended.text


@pytest.mark.parametrize("address", ["/plya/nobody", "/play/nobody/at/", "/play/nobody/at/soon", "/assets/gone.js"])
def test_who_opens_an_address_of_nothing_reads_a_page_and_a_program_a_message(tmp_path, address):
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>Sandtable</title>")
    with client(tmp_path) as web:
        page = web.get(address, headers={"accept": "text/html,*/*;q=0.8", "accept-language": "ru"})
        assert page.status_code == 404 and "<h1>Такой страницы нет</h1>" in page.text
        assert "По этому адресу ничего нет." in page.text and '<a href="/">' in page.text
        assert set(web.get(address).json()) == {"code", "text"}
        assert set(web.get("/api/nothing", headers={"accept": "text/html"}).json()) == {"code", "text"}


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/puzzles/<b>chess", 404), ("/editor?game=chess", 404), ("/laboratory?game=chess", 404),
        ("/puzzles", 200), ("/puzzles/dba", 200), ("/editor", 200), ("/editor?new&game=dba", 200), ("/laboratory", 200),
    ],
)  # fmt: skip
def test_the_page_of_a_game_that_is_not_there_offers_those_that_are(tmp_path, address, status):
    (tmp_path / "index.html").write_text("<title>Sandtable</title>")
    with client(tmp_path) as web:
        page = web.get(address, headers={"accept-language": "ru"})
        assert page.status_code == status
        if status == 200:
            assert page.text == "<title>Sandtable</title>"
            return
        assert "<h1>Такой игры нет</h1>" in page.text and "chess" in page.text and "<b>" not in page.text
        wanted = re.sub("<b>chess|chess", "flash-flood", address)
        assert f'<a href="{wanted}">' in page.text and web.get(wanted).status_code == 200


def test_the_message_schema_that_the_board_is_built_from_is_current():
    """If this fails: ``python -m sandtable.server.messages.schema``, then build the board again."""
    assert DEFAULT.read_text("utf-8") == schema_text()


@pytest.mark.skipif(not (BUILT / "index.html").is_file(), reason="the board is not built")
@pytest.mark.parametrize("language", ["en", *spoken_by_the_board()])
def test_the_script_of_the_page_is_small(language):
    """The script, the parts that it cannot do without, and its words; what opens later is loaded later."""
    scripts = set(re.findall(r"/(assets/[^\"]+\.js)", (BUILT / "index.html").read_text("utf-8")))
    assert scripts, "the page names its script"
    words = [path.relative_to(BUILT).as_posix() for path in BUILT.glob(f"assets/{language}-*.js")]
    assert len(words) == (language != "en")
    assert sum(len(gzip.compress((BUILT / name).read_bytes())) for name in [*scripts, *words]) < SCRIPT_BYTES
