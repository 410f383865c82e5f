"""What is shown of a battle to others: files of it, pictures of one table, and links to a moment with a preview."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Annotated

from fastapi import FastAPI, HTTPException, Query, Request
from fastapi import Path as PathNumber
from fastapi.responses import Response

from sandtable.draw import moving_picture
from sandtable.draw.moving_picture import draws_pixels
from sandtable.draw.svg import picture
from sandtable.games.scene import Scene
from sandtable.server.http import board_files
from sandtable.server.http.limits import Rate
from sandtable.server.http.packing import Packed, answer, packed
from sandtable.server.messages.pages import BattleListed, Shown
from sandtable.server.session.connections import Refusal
from sandtable.server.session.lobby import Lobby
from sandtable.server.workers.exporting import Exporting, Form, Picture
from sandtable.server.workers.threads import fetch, think, weigh
from sandtable.translation import gettext, spoken

MEDIA = {
    "html": "text/html; charset=utf-8",
    "review": "text/html; charset=utf-8",
    "gif": "image/gif",
    "text": "text/plain; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
}

SUFFIX = {"text": "txt", "review": "review.html"}

Width = Annotated[int, Query(ge=100, le=2000)]

Step = Annotated[int, PathNumber(ge=0)]


def show_routes(app: FastAPI, lobby: Lobby, local: bool, folder: Path) -> None:
    """Add them to the application; ``local``: only this machine is served; ``folder``: of the built board."""
    exporting, rate = Exporting(), Rate(lobby.limits.exports_a_minute)

    @app.get("/api/shown")
    async def shown() -> Shown:
        pixels = draws_pixels()
        return Shown(
            battle=("html", "gif", "text") if pixels else ("html", "text"), table=("png", "svg") if pixels else ("svg",)
        )

    @app.get("/api/battles/{battle_id}/export/{form}")
    async def export(
        battle_id: str,
        form: Form,
        asking: Request,
        token: str = "",
        first: Annotated[int, Query(alias="from", ge=0)] = 0,
        last: Annotated[int, Query(alias="to", ge=0)] = 0,
    ) -> Response:
        if not rate.allows(asking.scope["address"]):
            raise Refusal("too_many", gettext("Too many battles are asked for from here: wait a minute."))
        text = await lobby.save(battle_id, local, token)
        if text is None:
            raise HTTPException(404, {"code": "unknown", "text": gettext("There is no such battle.")})
        if form == "review":
            live = await lobby.open(battle_id)
            if live is None or not live.battle.over:
                raise Refusal("not_now", gettext("A battle is looked back on when it is over."))
        made = await exporting.export(text, form, first, last)
        name = f"sandtable-{battle_id}.{SUFFIX.get(form, form)}"
        return await _file(asking, made, form, {"content-disposition": f'attachment; filename="{name}"'})

    @app.get("/api/moments/{token}/{step}.{form}")
    async def moment(token: str, step: Step, form: Picture, asking: Request, width: Width = 960) -> Response:
        scene = await _scene(lobby, token, step)
        if form == "svg":
            made = (await weigh(picture, scene)).encode()
        else:
            made = await weigh(moving_picture.png, scene, width)
        return await _file(asking, made, form)

    @app.get("/play/{token}", include_in_schema=False)
    @app.get("/play/{token}/at/{step}", include_in_schema=False)
    async def play_page(token: str, asking: Request, step: Step | None = None) -> Response:
        link = await lobby.link(token)
        battle = await lobby.shown(link) if link is not None else None
        if battle is None:
            return board_files.no_battle(asking)
        return await fetch(board_files.index, folder, preview(battle, str(asking.base_url), token, step))


LAST = 99_999
"""A step that no battle has: the picture is that of the last."""


def preview(battle: BattleListed, base: str, token: str, step: int | None) -> str:
    """What chat programs read in a page's head to show a link: what battle it is, and its table where it can be drawn.

    ``step``: of a moment; None: the battle as it stands, and how that is.
    """
    told = f"{battle.game_title}: {' – '.join(battle.sides.values())}."
    if step is None and battle.over:
        told += f" {battle.result}"
    elif step is None and battle.turn is not None:
        told += f" {gettext('{side} must decide now.', side=battle.turn.name)}"
    said = [("og:title", battle.title), ("og:description", told), ("og:type", "website"), ("og:site_name", "Sandtable")]
    if draws_pixels():
        drawn = f"{base}api/moments/{token}/{LAST if step is None else step}.png?language={spoken()}"
        said += [("og:image", drawn), ("twitter:card", "summary_large_image")]
    return "".join(f'<meta property="{name}" content="{escape(value)}">' for name, value in said)


async def _scene(lobby: Lobby, token: str, step: int) -> Scene:
    """The table after a step as its link sees it; beyond the last the last."""
    link = await lobby.link(token)
    live = await lobby.open(link.battle_id) if link is not None else None
    if link is None or live is None:
        raise HTTPException(404, {"code": "unknown", "text": gettext("No battle has this link.")})
    state = live.state
    numbers = state.seen_history(link.sides).numbers
    return await weigh(state.past_scene, numbers[min(step, len(numbers) - 1)], link.sides)


async def _file(asking: Request, made: bytes, form: str, headers: dict[str, str] | None = None) -> Response:
    """The file; what is text is pressed."""
    whole = Packed(made, None) if form in ("png", "gif") else await think(packed, made)
    return answer(asking, whole, headers, MEDIA[form])
