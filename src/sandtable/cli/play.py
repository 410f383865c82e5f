"""``sandtable play``: start the server, compile the rules once, open the board."""

from __future__ import annotations

from typing import Annotated

import typer

from sandtable.server.run import PORT


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


def start(host: str, port: int, db: str, *, browser: bool, others: bool) -> None:
    """Compile with a progress bar, then serve until interrupted."""
    from rich.console import Console

    from sandtable.server import board
    from sandtable.server.run import serve

    console = Console(stderr=True)

    def prepare() -> None:
        if not board.is_built():
            console.print("The board is not built yet; the page that opens says how.", style="yellow")
        warm_up(console)

    def ready(url: str) -> None:
        print(f"Sandtable is ready: {url}", flush=True)
        console.print("Stop with Ctrl-C. Battles are kept.", style="dim")

    serve(host, port, db or None, others=others, prepare=prepare, ready=ready, open_browser=browser)


def warm_up(console: object) -> None:
    """Touch every rule once, so that none has to be compiled while somebody waits."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from sandtable.server.warm import compiler_heard, functions_known, tasks

    assert isinstance(console, Console)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(24),
        TimeElapsedColumn(),
        TextColumn("[dim]{task.fields[now]}"),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        line = bar.add_task("loading the rules", total=None, now="")
        todo = tasks()
        known = max(functions_known(), 1)
        compiled = 0

        def heard(name: str, count: int) -> None:
            nonlocal compiled
            if compiled == 0:
                console.print(
                    "A first start compiles the rules, for some minutes. Later ones take seconds.", style="dim"
                )
            compiled = count
            bar.update(
                line,
                description=f"compiling the rules of {task.text}",
                completed=max(done * known / len(todo), min(count, known)),
                now=name,
            )

        with compiler_heard(heard):
            for done, task in enumerate(todo):
                bar.update(line, description=f"loading the rules of {task.text}", total=known)
                task.run()
                bar.update(line, completed=max(bar.tasks[line].completed, (done + 1) * known / len(todo)))
