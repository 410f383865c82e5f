"""The web application: HTTP under /api, one WebSocket a board, and the board's files."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, HTTPException, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException as StarletteHTTPException

from sandtable.errors import SandtableError, UnknownGame
from sandtable.games import get_game
from sandtable.games.army import ArmyCheck
from sandtable.games.scene import Scene
from sandtable.server.http import board_files
from sandtable.server.http.limits import Limits
from sandtable.server.http.middleware import Guard
from sandtable.server.messages.pages import (
    ArmiesOf,
    AskArmy,
    BattleLinks,
    BattleListed,
    Failure,
    GameFacts,
    Invitation,
    LoadBattle,
    NewBattle,
    RenameBattle,
    RulesOf,
    SeatTaken,
)
from sandtable.server.session.connections import Refusal
from sandtable.server.session.lobby import Lobby, links
from sandtable.server.session.session import CANNOT_RESUME, TOO_SLOW, UNKNOWN_LINK, Talk, first_fault, turn_away
from sandtable.server.storage.database import Store
from sandtable.server.views import battle_messages
from sandtable.server.warmup.warmup import Warmup
from sandtable.server.workers.render_workers import Drawing

log = logging.getLogger("sandtable.server")

USED = "This invitation is not open: it has been used, or withdrawn. Ask for another."


def create_app(
    store: Store,
    local: bool = True,
    board_folder: Path = board_files.FOLDER,
    limits: Limits | None = None,
    warmup: Warmup | None = None,
    drawing: Drawing | None = None,
) -> FastAPI:
    """The application on ``store``. ``local``: only this machine is served, so its list of battles has links.

    ``warmup``: what compiles rules beside the server. ``drawing``: processes that may help.
    """
    lobby = Lobby(store, limits or Limits(), warmup, drawing)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        yield
        await lobby.close()

    app = FastAPI(title="Sandtable", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url="/api/openapi.json")
    app.state.lobby = lobby
    app.add_middleware(Guard, local=local)
    _failures(app)
    _game_routes(app)
    _warmup_route(app, warmup)
    _battle_routes(app, lobby, local)
    _socket_route(app, lobby)
    _page_routes(app, lobby, board_folder)
    return app


def _fail(status: int, code: str, text: str) -> HTTPException:
    return HTTPException(status, {"code": code, "text": text})


def _failures(app: FastAPI) -> None:
    """One body for everything that goes wrong: a code and a sentence."""

    def answer(status: int, code: str, text: str) -> JSONResponse:
        whole = text.encode("utf-8", "replace").decode()
        return JSONResponse(Failure(code=code, text=whole).model_dump(), status)

    @app.exception_handler(StarletteHTTPException)
    async def _http(_request: Request, error: StarletteHTTPException) -> Response:
        detail: Any = error.detail
        if isinstance(detail, dict):
            return answer(error.status_code, detail["code"], detail["text"])
        code = "unreadable" if error.status_code in (400, 415, 422) else "unknown"
        return answer(error.status_code, code, f"{error.detail}.")

    @app.exception_handler(RequestValidationError)
    async def _invalid(_request: Request, error: RequestValidationError) -> Response:
        return answer(422, "unreadable", first_fault(error.errors()))

    @app.exception_handler(UnknownGame)
    async def _no_game(_request: Request, error: UnknownGame) -> Response:
        return answer(404, "unknown", str(error))

    @app.exception_handler(SQLAlchemyError)
    async def _store(_request: Request, error: SQLAlchemyError) -> Response:
        log.error("the store failed: %s", getattr(error, "orig", error))
        return answer(503, "not_now", "The database does not answer, or its disk is full: nothing was changed.")

    @app.exception_handler(Refusal)
    async def _refused(_request: Request, error: Refusal) -> Response:
        return answer(429 if error.code == "too_many" else 409, error.code, error.text)

    @app.exception_handler(SandtableError)
    async def _input(_request: Request, error: SandtableError) -> Response:
        return answer(422, "unreadable", str(error))


def _game_routes(app: FastAPI) -> None:
    @app.get("/api/games")
    def games() -> list[GameFacts]:
        return battle_messages.games()

    @app.get("/api/games/{game}/scenarios/{scenario}/scene")
    def scene(game: str, scenario: str) -> Scene:
        return battle_messages.scenario_scene(game, scenario)

    @app.get("/api/games/{game}/armies")
    def armies(game: str) -> ArmiesOf:
        return battle_messages.armies(game)

    @app.post("/api/games/{game}/armies/check")
    def army_check(game: str, request: AskArmy) -> ArmyCheck:
        return battle_messages.army_check(game, request)

    @app.get("/api/rules/{game}")
    def rules(game: str) -> RulesOf:
        return battle_messages.rules(game)


def _warmup_route(app: FastAPI, warmup: Warmup | None) -> None:
    @app.post("/api/games/{game}/choose", status_code=204)
    async def choose(game: str) -> None:
        if warmup:
            warmup.choose(get_game(game).key)


def _battle_routes(app: FastAPI, lobby: Lobby, local: bool) -> None:
    @app.get("/api/battles")
    async def listed() -> list[BattleListed]:
        return await lobby.listed(with_links=local) if local else []

    @app.post("/api/battles", status_code=201)
    async def create(request: NewBattle, asking: Request) -> BattleLinks:
        return links(await lobby.create(request, _address(asking)))

    @app.post("/api/battles/load", status_code=201)
    async def load(request: LoadBattle, asking: Request) -> BattleLinks:
        return links(await lobby.load(request, _address(asking)))

    @app.post("/api/battles/{battle_id}/title", status_code=204)
    async def rename(battle_id: str, request: RenameBattle) -> None:
        if not await lobby.rename(battle_id, request.token, request.title):
            raise _fail(403, "unknown", "Only the link of whoever made a battle names it.")

    @app.delete("/api/battles/{battle_id}", status_code=204)
    async def delete(battle_id: str, token: str = "") -> None:
        if not await lobby.delete(battle_id, token):
            raise _fail(403, "unknown", "Only the link of whoever made a battle deletes it.")

    @app.get("/api/invitations/{token}")
    async def invitation(token: str) -> Invitation:
        found = await lobby.invitation(token)
        if found is None:
            raise _fail(410, "unknown", USED)
        return found

    @app.post("/api/invitations/{token}")
    async def accept(token: str) -> SeatTaken:
        taken = await lobby.accept(token)
        if taken is None:
            raise _fail(410, "unknown", USED)
        return taken

    @app.post("/api/rescue/{token}", status_code=201)
    async def rescue(token: str, asking: Request) -> BattleLinks:
        link = await lobby.link(token)
        made = await lobby.rescue(link.battle_id, token, _address(asking)) if link is not None else None
        if made is None:
            raise _fail(403, "unknown", "Only the link of whoever made a battle goes on with it as a new one.")
        return links(made)

    @app.get("/api/battles/{battle_id}/save")
    async def save(battle_id: str, token: str = "") -> Response:
        return await _save(lobby, battle_id, local, token)

    @app.get("/api/rescue/{token}")
    async def stored(token: str) -> Response:
        link = await lobby.link(token)
        if link is None:
            raise _fail(404, "unknown", "No battle has this link.")
        return await _save(lobby, link.battle_id, local, token)


async def _save(lobby: Lobby, battle_id: str, local: bool, token: str) -> Response:
    """The save of a battle as a file; to anybody where only this machine is served."""
    try:
        text = await lobby.save(battle_id, local, token)
    except Refusal as refusal:
        if refusal.code == "too_many":
            raise
        raise _fail(403, refusal.code, refusal.text) from None
    if text is None:
        raise _fail(404, "unknown", "There is no such battle.")
    return Response(
        text,
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="sandtable-{battle_id}.json"'},
    )


def _address(request: Request) -> str:
    """Who asks."""
    return request.client.host if request.client else ""


def _page_routes(app: FastAPI, lobby: Lobby, folder: Path) -> None:
    @app.get("/", include_in_schema=False)
    def first_page() -> Response:
        return board_files.index(folder)

    @app.get("/play/{token}", include_in_schema=False)
    async def play_page(token: str) -> Response:
        if await lobby.link(token) is None:
            text = '<p>No battle has this link. <a href="/">To the first page</a></p>'
            return board_files.page("No such battle", text, 404)
        return board_files.index(folder)

    @app.get("/join/{token}", include_in_schema=False)
    async def join_page(token: str) -> Response:
        if await lobby.invitation(token) is None:
            text = f'<p>{USED}</p><p><a href="/">To the first page</a></p>'
            return board_files.page("No open invitation", text, 410)
        return board_files.index(folder)

    board_files.mount(app, folder)


# --------------------------------------------------------------------------------------------- sockets


def _socket_route(app: FastAPI, lobby: Lobby) -> None:
    @app.websocket("/ws/{token}")
    async def socket(websocket: WebSocket, token: str) -> None:
        await websocket.accept()
        try:
            with lobby.board_counted():
                link = await lobby.link(token)
                live = await lobby.open(link.battle_id) if link is not None else None
                if link is None or live is None:
                    raise Refusal("unknown", "No battle has this link.")
                await Talk(websocket, link, live, lobby).run()
        except Refusal as refusal:
            close = UNKNOWN_LINK if refusal.code == "unknown" else TOO_SLOW
            await turn_away(websocket, close, refusal.code, refusal.text)
        except SandtableError as error:
            await turn_away(websocket, CANNOT_RESUME, "not_now", f"This battle cannot be resumed: {error}")
        except SQLAlchemyError as error:
            log.error("the store failed: %s", getattr(error, "orig", error))
            await turn_away(websocket, TOO_SLOW, "not_now", "The database does not answer; try again in a while.")
