"""``sandtable serve``: the server alone, for a machine that others connect to."""

from __future__ import annotations

from typing import Annotated

import typer

from sandtable.cli.play import start
from sandtable.server.http.front import front_of
from sandtable.server.http.run import PORT
from sandtable.server.notices.settings import settings_of


def main(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for every one.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port; 0 for any free one.", min=0, max=65535)] = PORT,
    db: Annotated[str, typer.Option(help="Database URL: sqlite:///FILE or postgresql+psycopg://...")] = "",
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = False,
    limit: Annotated[list[str] | None, typer.Option(metavar="NAME=NUMBER", help="Set a bound; repeatable.")] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A name this server is asked by, and no other; repeatable.")
    ] = None,
    trust_proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy, or a network of them, whose X-Forwarded-For holds; repeatable."),
    ] = None,
    address: Annotated[
        str, typer.Option(metavar="URL", help="Where others find this server: https://battles.example.org.")
    ] = "",
    mail: Annotated[
        str,
        typer.Option(
            metavar="URL", envvar="SANDTABLE_MAIL", help="Mail server for notices: smtps://HOST?from=ME@HOST."
        ),
    ] = "",
    allow_webhook: Annotated[
        list[str] | None, typer.Option(metavar="HOST", help="A private host that webhooks may reach; repeatable.")
    ] = None,
    laboratory: Annotated[
        bool | None, typer.Option(help="Run studies of the web page; left out: where it serves this machine alone.")
    ] = None,
    root_path: Annotated[str, typer.Option(metavar="PATH", help="The path before all of its own: /sandtable.")] = "",
) -> None:
    """Serve battles to other machines; every seat gets a link of its own.

    Bounds: boards, boards_for_seats, boards_of_an_address, watchers_of_a_battle, watchers_of_an_address,
    boards_of_a_link, boards_coming, requests_a_minute, lines_a_minute, settings_a_minute, notices_an_hour,
    advice_a_minute, messages_a_second, messages_a_second_of_an_address, save_kilobytes, battles,
    battles_in_memory, idle_battles, new_battles_a_minute, exports_a_minute, waiting_kilobytes,
    all_waiting_kilobytes, asked_kilobytes, saves_at_once, drafts_a_minute, shared_scenarios, studies,
    battles_of_a_study.

    Examples:

      sandtable serve --host 0.0.0.0 --port 8321

      sandtable serve --db sqlite:///club.sqlite3 --limit boards=200

      sandtable serve --trust-proxy 127.0.0.1 --allow-host battles.example.org
    """
    front = front_of(host, allow_host or (), trust_proxy or (), root_path)
    notices = settings_of(mail, allow_webhook or (), address)
    bounds = limit or ()
    start(
        host,
        port,
        db,
        browser=browser,
        others=False,
        limits=bounds,
        front=front,
        notices=notices,
        laboratory=laboratory,
    )
