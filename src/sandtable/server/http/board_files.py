"""The built board's files, and a clear page where it has not been built."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from sandtable.translation import ENGLISH, spoken

FOLDER = Path(__file__).parents[1] / "board"

_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{title}</title>
<style>body{{font:18px/1.5 system-ui,sans-serif;max-width:42rem;margin:12vh auto;padding:0 1rem;color:#2b2620;
background:#f4eee2}}code{{background:#e6dcc8;padding:.1em .35em;border-radius:3px}}</style>
<main><h1>{title}</h1>{body}</main></html>
"""

_NOT_BUILT = """<p>The server runs, but the board that belongs in your browser has not been built.</p>
<p>In a clone of the repository, <code>make play</code> builds it and starts again. By hand:
<code>npm --prefix web ci &amp;&amp; npm --prefix web run build</code>.</p>
<p>The battles themselves work: <code>GET /api/games</code> answers.</p>"""


def page(title: str, body: str, status: int = 200) -> HTMLResponse:
    """A small page of our own."""
    return HTMLResponse(_PAGE.format(title=title, body=body), status)


def is_built(folder: Path = FOLDER) -> bool:
    """Whether the board has been built into the package."""
    return (folder / "index.html").is_file()


def index(folder: Path = FOLDER) -> Response:
    """The board's page, which speaks as the server does, or the page that says how to build it."""
    if is_built(folder) and spoken() != ENGLISH:
        text = (folder / "index.html").read_text("utf-8")
        return HTMLResponse(text.replace(f'<html lang="{ENGLISH}">', f'<html lang="{spoken()}">', 1))
    if is_built(folder):
        return FileResponse(folder / "index.html", media_type="text/html")
    return page("The board is not built yet", _NOT_BUILT, 503)


def mount(app: FastAPI, folder: Path = FOLDER) -> None:
    """Serve every built file under its own path; the hashed ones in ``assets/`` may be kept for ever."""
    if is_built(folder):
        app.mount("/assets", _Kept(directory=folder / "assets", check_dir=False), name="assets")
        app.mount("/", StaticFiles(directory=folder), name="board")


class _Kept(StaticFiles):
    """Files whose names change with their content."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        """The file, with leave to keep it."""
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response
