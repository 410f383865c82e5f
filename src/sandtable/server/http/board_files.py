"""The built board's files, small on the way, and a clear page where it has not been built."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.datastructures import Headers
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from sandtable.server.http.packing import GZIP, Packed, packed, takes_gzip
from sandtable.server.messages.pages import GameFacts
from sandtable.server.views import battle_messages
from sandtable.server.views.addresses import ROOT
from sandtable.server.workers.threads import fetch
from sandtable.translation import ENGLISH, gettext, gettext_word, speaking, spoken

KEPT = "public, max-age=31536000, immutable"

PRESSED = (".js", ".css", ".svg", ".json", ".html", ".txt")
"""Files of text."""

FOLDER = Path(__file__).parents[1] / "board"

_PAGE = """<!doctype html>
<html lang="{language}"><meta charset="utf-8"><title>{title}</title>
<style>body{{font:18px/1.5 system-ui,sans-serif;max-width:42rem;margin:12vh auto;padding:0 1rem;color:#2b2620;
background:#f4eee2}}code{{background:#e6dcc8;padding:.1em .35em;border-radius:3px}}</style>
<main><h1>{title}</h1>{body}</main></html>
"""


def page(title: str, body: str, status: int = 200) -> HTMLResponse:
    """A small page of our own."""
    return HTMLResponse(_PAGE.format(title=title, body=body, language=spoken()), status)


def liked(asking: Request) -> str:
    """The language of a page whose link names none: the first that the reader's browser likes and we speak.

    Empty: as the server speaks, which goes before English here as it does on the board.
    """
    if "language" in asking.query_params:
        return battle_messages.known(asking.query_params["language"])
    codes = [part.split(";")[0].strip().split("-")[0] for part in asking.headers.get("accept-language", "").split(",")]
    first = next((code for code in codes if code == ENGLISH or battle_messages.known(code)), "")
    return "" if first == ENGLISH else first


def nothing_there(title: str, text: str, status: int) -> HTMLResponse:
    """The page of a link that opens nothing, which leads to the first one."""
    first = f'<p><a href="{ROOT.get()}/">{gettext("To the first page")}</a></p>'
    return page(title, f"<p>{text}</p>{first}", status)


def no_battle(asking: Request) -> HTMLResponse:
    """The page of a link of no battle."""
    with speaking(liked(asking)):
        return nothing_there(gettext("No such battle"), gettext("No battle has this link."), 404)


def is_page(asking: Request) -> bool:
    """Whether somebody opens this address to read it, and no program asks."""
    return "text/html" in asking.headers.get("accept", "") and "/api/" not in asking.url.path


def no_page(asking: Request, text: str, status: int) -> HTMLResponse:
    """The page of an address at which there is none, as of a link that has lost its end."""
    with speaking(liked(asking)):
        return nothing_there(gettext("No such page"), gettext_word(text), status)


def of_game(asking: Request, folder: Path, game: str, address: str, has: Callable[[GameFacts], bool]) -> Response:
    """The board's page about a game; of one that is not there, or ``has`` no such page, one that offers the others.

    ``address``: of the page about a game, before its key.
    """
    with speaking(liked(asking)):
        found = [facts for facts in battle_messages.games(spoken()) if has(facts)] if game else []
        if all(facts.key != game for facts in found) and game:
            said = gettext("Nothing is found here of a game {name!r}; this is what there is:", name=game[:80])
            offered = ", ".join(f'<a href="{ROOT.get()}{address}{one.key}">{escape(one.title)}</a>' for one in found)
            return nothing_there(gettext("No such game"), f"{escape(said)} {offered}.", 404)
    return index(folder)


def no_invitation(asking: Request, text: Callable[[], str]) -> HTMLResponse:
    """The page of an invitation that is open no more."""
    with speaking(liked(asking)):
        return nothing_there(gettext("No open invitation"), text(), 410)


def _not_built() -> HTMLResponse:
    """The page of a board that is not there."""
    clone = gettext(
        "In a clone of the repository, {make} builds it and starts again. By hand: {npm}.",
        make="<code>make play</code>",
        npm="<code>npm --prefix web ci &amp;&amp; npm --prefix web run build</code>",
    )
    runs = gettext("The server runs, but the board that belongs in your browser has not been built.")
    works = gettext("The battles themselves work: {asked} answers.", asked="<code>GET /api/games</code>")
    body = "".join(f"<p>{text}</p>" for text in (runs, clone, works))
    return page(gettext("The board is not built yet"), body, 503)


def is_built(folder: Path = FOLDER) -> bool:
    """Whether the board has been built into the package."""
    return (folder / "index.html").is_file()


def index(folder: Path = FOLDER, more: str = "") -> Response:
    """The board's page, in the language asked for, or the page that says how to build it.

    ``more``: what else stands in its head.
    """
    if not is_built(folder):
        return _not_built()
    text = (folder / "index.html").read_text("utf-8")
    root = ROOT.get()
    if root:
        text = text.replace('="/assets/', f'="{root}/assets/').replace("<html ", f'<html data-root="{root}" ', 1)
    text = text.replace("</head>", f"{more}</head>", 1)
    return HTMLResponse(text.replace(f'lang="{ENGLISH}">', f'lang="{spoken()}">', 1))


def mount(app: FastAPI, folder: Path = FOLDER) -> None:
    """Serve every built file under its own path; the hashed ones in ``assets/`` may be kept for ever."""
    if is_built(folder):
        app.mount("/assets", _Kept(directory=folder / "assets", check_dir=False), name="assets")
        app.mount("/", StaticFiles(directory=folder), name="board")


class _Kept(StaticFiles):
    """Files whose names change with their content; those of text are pressed once, for all who can read that."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.pressed: dict[str, Packed] = {}

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        """The file, with leave to keep it."""
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = KEPT
        return response

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, pressed where it is text and all of it is wanted."""
        response = await super().get_response(path, scope)
        plain = "range" in Headers(scope=scope) or not takes_gzip(Headers(scope=scope))
        if plain or response.status_code != 200 or not path.endswith(PRESSED) or not isinstance(response, FileResponse):
            return response
        if path not in self.pressed:
            whole = Path(response.path)
            self.pressed[path] = await fetch(lambda: packed(whole.read_bytes()))
        pressed = self.pressed[path].gzip
        if pressed is None:
            return response
        headers = {name: response.headers[name] for name in ("cache-control", "last-modified")}
        return Response(pressed, media_type=response.media_type, headers={**headers, **GZIP})
