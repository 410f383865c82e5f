"""``sandtable play``: start the server, open the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.server.http.run import PORT

if TYPE_CHECKING:
    from sandtable.server.http.front import Front
    from sandtable.server.notices.settings import NoticeSettings


def main(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port; the next free one when it is taken.", min=0, max=65535)] = PORT,
    db: Annotated[str, typer.Option(help="Database URL; a file of your own when left out.")] = "",
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
) -> None:
    """Fight a battle in the browser.

    Battles are kept in a database: stop at any time and go on later.

    Examples:

      sandtable play

      sandtable play --port 9000 --no-browser
    """
    start(host, port, db, browser=browser, others=True)


def start(
    host: str,
    port: int,
    db: str,
    *,
    browser: bool,
    others: bool,
    limits: Sequence[str] = (),
    front: Front | None = None,
    notices: NoticeSettings | None = None,
    laboratory: bool | None = None,
) -> None:
    """Serve until interrupted, with the rules on their way while the page is already there.

    ``limits``: as ``NAME=NUMBER``. ``front``: how the server is reached, where more than its address says it.
    ``laboratory``: whether it runs studies; None: where it serves this machine alone.
    """
    from rich.console import Console

    from sandtable.server.http import board_files
    from sandtable.server.http.limits import limits_of
    from sandtable.server.http.run import serve
    from sandtable.server.warmup.warmup import Warmup
    from sandtable.translation import gettext

    chosen = limits_of(limits)

    console = Console(stderr=True)

    def ready(url: str) -> None:
        print(gettext("Sandtable is ready: {url}", url=url), flush=True)
        if not board_files.is_built():
            console.print(gettext("The board is not built yet; the page that opens says how."), style="yellow")
        console.print(gettext("Stop with Ctrl-C. Battles are kept."), style="dim")

    serve(
        host,
        port,
        db or None,
        others=others,
        ready=ready,
        warmup=Warmup(),
        open_browser=browser,
        limits=chosen,
        front=front,
        notices=notices,
        laboratory=laboratory,
    )
