"""The web application: HTTP under /api, one WebSocket a board, and the board's files."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, HTTPException, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException as StarletteHTTPException
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from sandtable.errors import SandtableError, UnknownGame
from sandtable.games import get_game
from sandtable.games.army import ArmyCheck
from sandtable.games.scene import Scene
from sandtable.server.editor.routes import editor_routes
from sandtable.server.http import board_files
from sandtable.server.http.bodies import Read, reading_after
from sandtable.server.http.front import Front
from sandtable.server.http.invitation_address import Reach, reach_routes
from sandtable.server.http.limits import Limits
from sandtable.server.http.middleware import AccessMiddleware
from sandtable.server.http.packing import Once, Packed, answer, packed
from sandtable.server.http.showing import show_routes
from sandtable.server.laboratory.laboratory import Laboratory
from sandtable.server.laboratory.routes import laboratory_routes
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
    PersonLink,
    RenameBattle,
    RulesOf,
    SeatTaken,
    TakeSeat,
)
from sandtable.server.messages.puzzles import PuzzleAnswer, PuzzleFact, PuzzlesOf
from sandtable.server.notices.settings import NoticeSettings
from sandtable.server.session.connections import Refusal
from sandtable.server.session.lobby import Lobby, links
from sandtable.server.session.session import CANNOT_RESUME, TOO_SLOW, UNKNOWN_LINK, BoardSession, first_fault, turn_away
from sandtable.server.storage.database import Store
from sandtable.server.views import battle_messages
from sandtable.server.views import puzzles as views
from sandtable.server.warmup.warmup import Warmup
from sandtable.server.workers.render_workers import Drawing
from sandtable.server.workers.threads import fetch, think, weigh
from sandtable.translation import gettext, gettext_word, speaking, spoken

log = logging.getLogger("sandtable.server")


UNTOLD = {404: "There is nothing at this address.", 405: "This address does not take such a request."}
UNREAD = "The request cannot be read."
"""What is said where the libraries below turn a request away."""

Making = Callable[[], Awaitable[Packed]]
"""Makes an answer that is the same for all, or hands out the one that is made."""


def _used() -> str:
    return gettext("This invitation is not open: it has been used, or withdrawn. Ask for another.")


def create_app(
    store: Store,
    front: Front | None = None,
    board_folder: Path = board_files.FOLDER,
    limits: Limits | None = None,
    warmup: Warmup | None = None,
    drawing: Drawing | None = None,
    reach: Reach | None = None,
    notices: NoticeSettings | None = None,
) -> FastAPI:
    """The application on ``store``. ``front``: how it is reached; left out: from this machine only.

    ``warmup``: what compiles rules beside the server. ``drawing``: processes that may help.
    ``reach``: where it listens. ``notices``: how players are called.
    """
    front, limits = front or Front(), limits or Limits()
    lobby = Lobby(store, limits, warmup, drawing, notices)
    makings: list[Making] = []
    laboratory = Laboratory(front.studies, limits)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        begun = asyncio.create_task(_make(makings if warmup is not None else ()))
        yield
        begun.cancel()
        await laboratory.close()
        await lobby.close()

    app = FastAPI(title="Sandtable", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.lobby = lobby
    app.router.route_class = Read
    app.add_middleware(AccessMiddleware, front=front, limits=limits, accounts=lobby.accounts)
    if front.proxies:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=list(front.proxies))
    _failures(app)
    makings.append(_game_routes(app))
    _puzzle_routes(app)
    _warmup_route(app, warmup)
    _making_routes(app, lobby)
    _battle_routes(app, lobby, front.local)
    show_routes(app, lobby, front.local, board_folder)
    editor_routes(app, lobby)
    reach_routes(app, reach or Reach(), front)
    for routes in laboratory_routes(laboratory, lobby, front.local):
        app.include_router(routes)
    _socket_route(app, lobby)
    makings.append(_description_route(app))
    _page_routes(app, lobby, board_folder)
    return app


async def _make(makings: Iterable[Making]) -> None:
    """Make one after the other before anybody plays: each takes a third of a second of Python."""
    for making in makings:
        await making()


def _fail(status: int, code: str, text: str) -> HTTPException:
    return HTTPException(status, {"code": code, "text": text})


def _failures(app: FastAPI) -> None:
    """One body for everything that goes wrong: a code and a sentence."""

    def failed(status: int, code: str, text: str) -> JSONResponse:
        whole = text.encode("utf-8", "replace").decode()
        return JSONResponse(Failure(code=code, text=whole).model_dump(), status)

    @app.exception_handler(StarletteHTTPException)
    async def _http(request: Request, error: StarletteHTTPException) -> Response:
        detail: Any = error.detail
        if error.status_code == 404 and board_files.is_page(request):
            return board_files.no_page(request, UNTOLD[404], 404)
        if isinstance(detail, dict):
            return failed(error.status_code, detail["code"], detail["text"])
        code = "unreadable" if error.status_code in (400, 415, 422) else "unknown"
        return failed(error.status_code, code, gettext_word(UNTOLD.get(error.status_code, UNREAD)))

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> Response:
        if board_files.is_page(request):
            return board_files.no_page(request, UNTOLD[404], 404)
        return failed(422, "unreadable", first_fault(error.errors()))

    @app.exception_handler(UnknownGame)
    async def _no_game(_request: Request, error: UnknownGame) -> Response:
        return failed(404, "unknown", str(error))

    @app.exception_handler(SQLAlchemyError)
    async def _store(_request: Request, error: SQLAlchemyError) -> Response:
        log.error("the store failed: %s", getattr(error, "orig", error))
        return failed(
            503, "not_now", gettext("The database does not answer, or its disk is full: nothing was changed.")
        )

    @app.exception_handler(Refusal)
    async def _refused(_request: Request, error: Refusal) -> Response:
        return failed(429 if error.code == "too_many" else 409, error.code, gettext_word(error.text))

    @app.exception_handler(SandtableError)
    async def _input(_request: Request, error: SandtableError) -> Response:
        return failed(422, "unreadable", str(error))


def _game_routes(app: FastAPI) -> Making:
    """What is the same for all while the server runs, made once for each language; returns what makes the games."""
    once = Once()

    async def all_games() -> Packed:
        said = spoken()
        return await once.made(("games", said), list[GameFacts], lambda: battle_messages.games(said))

    @app.get("/api/games", response_model=list[GameFacts])
    async def games(asking: Request) -> Response:
        return answer(asking, await all_games())

    @app.get("/api/games/{game}/scenarios/{scenario}/scene", response_model=Scene)
    async def scene(game: str, scenario: str, asking: Request) -> Response:
        said = spoken()
        about = ("scene", game, scenario, said)
        return await once.answer(
            asking, about, Scene, lambda: battle_messages.scenario_scene(game, scenario, said), weigh
        )

    @app.get("/api/games/{game}/scenarios/{scenario}/picture.svg")
    async def scene_picture(game: str, scenario: str, asking: Request) -> Response:
        about = ("picture", game, scenario)
        made = await once.made(about, bytes, lambda: battle_messages.scenario_picture(game, scenario), weigh)
        return answer(asking, made, kind="image/svg+xml")

    @app.get("/api/games/{game}/armies", response_model=ArmiesOf)
    async def armies(game: str, asking: Request) -> Response:
        said = spoken()
        return await once.answer(asking, ("armies", game, said), ArmiesOf, lambda: battle_messages.armies(game, said))

    @app.post("/api/games/{game}/armies/check")
    async def army_check(game: str, request: AskArmy) -> ArmyCheck:
        return await think(battle_messages.army_check, game, request)

    @app.get("/api/rules/{game}", response_model=RulesOf)
    async def rules(game: str, asking: Request) -> Response:
        said = spoken()
        return await once.answer(asking, ("rules", game, said), RulesOf, lambda: battle_messages.rules(game, said))

    return all_games


def _description_route(app: FastAPI) -> Making:
    """What programs may ask of this server; returns what makes it, off the loop: that takes a third of a second."""
    once = Once()

    async def described() -> Packed:
        return await once.made(("description",), dict[str, Any], app.openapi, weigh)

    @app.get("/api/openapi.json", include_in_schema=False)
    async def description(asking: Request) -> Response:
        return answer(asking, await described())

    return described


def _puzzle_routes(app: FastAPI) -> None:
    """The puzzles of the case book, each asked of the rules once."""
    once = Once()

    @app.get("/api/puzzles/{game}", response_model=PuzzlesOf)
    async def puzzles(game: str, asking: Request) -> Response:
        said = spoken()
        return await once.answer(asking, (game, said), PuzzlesOf, lambda: views.puzzles(game, said))

    @app.get("/api/puzzles/{game}/{puzzle}", response_model=PuzzleFact)
    async def puzzle(game: str, puzzle: str, asking: Request) -> Response:
        said = spoken()
        about = (game, puzzle, said)
        return await once.answer(asking, about, PuzzleFact, lambda: views.puzzle(game, puzzle, said), weigh)

    @app.get("/api/puzzles/{game}/{puzzle}/answer", response_model=PuzzleAnswer)
    async def puzzle_answer(game: str, puzzle: str, asking: Request) -> Response:
        said = spoken()
        about = ("answer", game, puzzle, said)
        return await once.answer(asking, about, PuzzleAnswer, lambda: views.puzzle_answer(game, puzzle, said), weigh)


def _warmup_route(app: FastAPI, warmup: Warmup | None) -> None:
    @app.post("/api/games/{game}/choose", status_code=204)
    async def choose(game: str) -> None:
        if warmup:
            warmup.choose(get_game(game).key)


def _making_routes(app: FastAPI, lobby: Lobby) -> None:
    """What makes battles: so many a minute for each address, and the body of one too many is not read."""
    making = APIRouter(route_class=reading_after(lambda asking: lobby.check_made(asking.scope["address"])))

    @making.post("/api/battles", status_code=201)
    async def create(request: NewBattle) -> BattleLinks:
        return links(await lobby.create(request))

    @making.post("/api/battles/load", status_code=201)
    async def load(request: LoadBattle) -> BattleLinks:
        return links(await lobby.load(request))

    app.include_router(making)


def _battle_routes(app: FastAPI, lobby: Lobby, local: bool) -> None:
    @app.get("/api/battles")
    async def listed() -> list[BattleListed]:
        return await lobby.listed(with_links=local) if local else []

    @app.post("/api/battles/{battle_id}/title", status_code=204)
    async def rename(battle_id: str, request: RenameBattle) -> None:
        if not await lobby.rename(battle_id, request.token, request.title):
            raise _fail(403, "unknown", gettext("Only the link of whoever made a battle names it."))

    @app.delete("/api/battles/{battle_id}", status_code=204)
    async def delete(battle_id: str, token: str = "") -> None:
        if not await lobby.delete(battle_id, token):
            raise _fail(403, "unknown", gettext("Only the link of whoever made a battle deletes it."))

    @app.post("/api/people", status_code=201)
    async def person(asking: Request) -> PersonLink:
        return await lobby.new_person(asking.scope["address"])

    @app.get("/api/people/{token}/battles")
    async def mine(token: str) -> list[BattleListed]:
        found = await lobby.battles_of(token)
        if found is None:
            raise _fail(404, "unknown", gettext("There is no such personal link."))
        return found

    @app.get("/api/invitations/{token}")
    async def invitation(token: str) -> Invitation:
        found = await lobby.invitation(token)
        if found is None:
            raise _fail(410, "unknown", _used())
        return found

    @app.post("/api/invitations/{token}")
    async def accept(token: str, request: TakeSeat | None = None) -> SeatTaken:
        taken = await lobby.accept(token, request or TakeSeat())
        if taken is None:
            raise _fail(410, "unknown", _used())
        return taken

    @app.post("/api/rescue/{token}", status_code=201)
    async def rescue(token: str, asking: Request) -> BattleLinks:
        link = await lobby.link(token)
        made = await lobby.rescue(link.battle_id, token, asking.scope["address"]) if link is not None else None
        if made is None:
            raise _fail(403, "unknown", gettext("Only the link of whoever made a battle goes on with it as a new one."))
        return links(made)

    @app.get("/api/battles/{battle_id}/save")
    async def save(battle_id: str, asking: Request, token: str = "") -> Response:
        return await _save(lobby, battle_id, local, token, asking)

    @app.get("/api/rescue/{token}")
    async def stored(token: str, asking: Request) -> Response:
        link = await lobby.link(token)
        if link is None:
            raise _fail(404, "unknown", gettext("No battle has this link."))
        return await _save(lobby, link.battle_id, local, token, asking)


async def _save(lobby: Lobby, battle_id: str, local: bool, token: str, asking: Request) -> Response:
    """The save of a battle as a file; to anybody where only this machine is served."""
    try:
        text = await lobby.save(battle_id, local, token)
    except Refusal as refusal:
        if refusal.code == "too_many":
            raise
        raise _fail(403, refusal.code, refusal.text) from None
    if text is None:
        raise _fail(404, "unknown", gettext("There is no such battle."))
    file = {"content-disposition": f'attachment; filename="sandtable-{battle_id}.json"'}
    return answer(asking, await think(packed, text.encode()), file)


def _page_routes(app: FastAPI, lobby: Lobby, folder: Path) -> None:
    @app.get("/", include_in_schema=False)
    async def first_page() -> Response:
        return await fetch(board_files.index, folder)

    @app.get("/editor/{shared}", include_in_schema=False)
    @app.get("/laboratory/{study}", include_in_schema=False)
    async def named_page() -> Response:
        return await fetch(board_files.index, folder)

    @app.get("/puzzles", include_in_schema=False)
    @app.get("/puzzles/{game}", include_in_schema=False)
    async def puzzles_page(asking: Request, game: str = "") -> Response:
        return await fetch(board_files.of_game, asking, folder, game, "/puzzles/", lambda facts: facts.puzzles > 0)

    @app.get("/editor", include_in_schema=False)
    async def editor_page(asking: Request, game: str = "") -> Response:
        return await fetch(board_files.of_game, asking, folder, game, "/editor?game=", lambda facts: facts.editor)

    @app.get("/laboratory", include_in_schema=False)
    async def laboratory_page(asking: Request, game: str = "") -> Response:
        return await fetch(board_files.of_game, asking, folder, game, "/laboratory?game=", lambda _: True)

    @app.get("/join/{token}", include_in_schema=False)
    async def join_page(token: str, asking: Request) -> Response:
        if await lobby.invitation(token) is None:
            return board_files.no_invitation(asking, _used)
        return await fetch(board_files.index, folder)

    @app.get("/mine/{token}", include_in_schema=False)
    async def own_page(token: str) -> Response:
        return await fetch(board_files.index, folder)

    board_files.mount(app, folder)


# --------------------------------------------------------------------------------------------- sockets


def _socket_route(app: FastAPI, lobby: Lobby) -> None:
    @app.websocket("/ws/{token}")
    async def socket(websocket: WebSocket, token: str, language: str = "") -> None:
        await websocket.accept()
        said = battle_messages.known(language)
        with speaking(said):
            try:
                await _talk(lobby, websocket, token, said)
            except Refusal as refusal:
                close = UNKNOWN_LINK if refusal.code == "unknown" else TOO_SLOW
                await turn_away(websocket, close, refusal.code, refusal.text)
            except SandtableError as error:
                text = gettext("This battle cannot be resumed: {error}", error=error)
                await turn_away(websocket, CANNOT_RESUME, "not_now", text)
            except SQLAlchemyError as error:
                log.error("the store failed: %s", getattr(error, "orig", error))
                text = gettext("The database does not answer; try again in a while.")
                await turn_away(websocket, TOO_SLOW, "not_now", text)


async def _talk(lobby: Lobby, websocket: WebSocket, token: str, language: str) -> None:
    """Talk with one board until it leaves; Refusal where it gets in no farther."""
    address: str = websocket.scope["address"]
    async with lobby.entrance.turn(address) as arrived:
        link = await lobby.link(token)
        if link is None:
            raise Refusal("unknown", gettext("No battle has this link."))
        with lobby.crowd.counted(link, address):
            live = await lobby.open(link.battle_id)
            if live is None:
                raise Refusal("unknown", gettext("No battle has this link."))
            await BoardSession(websocket, replace(link, language=language), live, lobby, address).run(arrived)
