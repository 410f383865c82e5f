"""``sandtable serve``: the server alone, for a machine that others connect to."""

from __future__ import annotations

from typing import Annotated

import typer

from sandtable.cli.play import start
from sandtable.server.run import PORT


def main(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for every one.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port; 0 for any free one.", min=0, max=65535)] = PORT,
    db: Annotated[str, typer.Option(help="Database URL: sqlite:///FILE or postgresql+psycopg://...")] = "",
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = False,
) -> None:
    """Serve battles to other machines; every seat gets a link of its own.

    Examples:

      sandtable serve --host 0.0.0.0 --port 8321

      sandtable serve --db sqlite:///club.sqlite3
    """
    start(host, port, db, browser=browser, others=False)
