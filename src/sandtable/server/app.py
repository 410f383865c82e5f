"""The web application: HTTP under /api, one WebSocket a board, and the board's files."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from fastapi import FastAPI, HTTPException, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ValidationError
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.websockets import WebSocketDisconnect, WebSocketState

from sandtable.errors import SandtableError, UnknownGame
from sandtable.games.army import ArmyCheck
from sandtable.games.scene import Scene
from sandtable.server import board, keeping, views
from sandtable.server.guard import Guard, read_json
from sandtable.server.live import Connection, LiveBattle, Refusal
from sandtable.server.lobby import Lobby, links
from sandtable.server.messages import CLIENT_MESSAGE, ClientMessage, Judge, Refused
from sandtable.server.pages import (
    ArmiesOf,
    AskArmy,
    BattleLinks,
    BattleListed,
    Failure,
    GameFacts,
    LoadBattle,
    NewBattle,
    RulesOf,
)
from sandtable.server.storage import Link, Store

log = logging.getLogger("sandtable.server")

MAX_MESSAGE = 32 * 1024
"""Characters of one WebSocket message."""

MAX_WAITING = 256
"""Messages to a board that does not read before it is dropped."""

UNKNOWN_LINK = 4404
CANNOT_RESUME = 4409
TOO_SLOW = 1013


def create_app(store: Store, local: bool = True, board_folder: Path = board.FOLDER) -> FastAPI:
    """The application on ``store``. ``local``: only this machine is served, so its list of battles has links."""
    lobby = Lobby(store)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        yield
        await lobby.close()

    app = FastAPI(title="Sandtable", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url="/api/openapi.json")
    app.state.lobby = lobby
    app.add_middleware(Guard, local=local)
    _failures(app)
    _game_routes(app)
    _battle_routes(app, lobby, local)
    _socket_route(app, lobby)
    _page_routes(app, lobby, board_folder)
    return app


def _fail(status: int, code: str, text: str) -> HTTPException:
    return HTTPException(status, {"code": code, "text": text})


def _failures(app: FastAPI) -> None:
    """One body for everything that goes wrong: a code and a sentence."""

    def answer(status: int, code: str, text: str) -> JSONResponse:
        return JSONResponse(Failure(code=code, text=text).model_dump(), status)

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

    @app.exception_handler(Exception)
    async def _mistake(_request: Request, _error: Exception) -> Response:
        return answer(500, "unknown", "The server made a mistake; its log says more.")

    @app.exception_handler(SandtableError)
    async def _input(_request: Request, error: SandtableError) -> Response:
        return answer(422, "unreadable", str(error))


def first_fault(faults: Any) -> str:
    """The first fault of a validation as one sentence: where, and what was expected."""
    fault = faults[0]
    unions = ("body", "judge", "odds", "play", "undo", "legal", "pace", "step", "reseat", "look")
    where = ".".join(str(part) for part in fault["loc"] if part not in unions)
    return f"{where or 'message'}: {fault['msg'][:300]}."


def _game_routes(app: FastAPI) -> None:
    @app.get("/api/games")
    def games() -> list[GameFacts]:
        return views.games()

    @app.get("/api/games/{game}/scenarios/{scenario}/scene")
    def scene(game: str, scenario: str) -> Scene:
        return views.scenario_scene(game, scenario)

    @app.get("/api/games/{game}/armies")
    def armies(game: str) -> ArmiesOf:
        return views.armies(game)

    @app.post("/api/games/{game}/armies/check")
    def army_check(game: str, request: AskArmy) -> ArmyCheck:
        return views.army_check(game, request)

    @app.get("/api/rules/{game}")
    def rules(game: str) -> RulesOf:
        return views.rules(game)


def _battle_routes(app: FastAPI, lobby: Lobby, local: bool) -> None:
    @app.get("/api/battles")
    async def listed() -> list[BattleListed]:
        return await lobby.listed(with_links=local) if local else []

    @app.post("/api/battles", status_code=201)
    async def create(request: NewBattle) -> BattleLinks:
        return links(await lobby.create(request))

    @app.post("/api/battles/load", status_code=201)
    async def load(request: LoadBattle) -> BattleLinks:
        return links(await lobby.load(request))

    @app.get("/api/battles/{battle_id}/save")
    async def save(battle_id: str, token: str = "") -> Response:
        live = await lobby.open(battle_id)
        if live is None:
            raise _fail(404, "unknown", "There is no such battle.")
        if not local and not await _may_save(lobby, live, token):
            raise _fail(403, "unknown", "A battle's save needs a link of that battle, or its end.")
        return Response(
            keeping.save_of(live.battle),
            media_type="application/json",
            headers={"content-disposition": f'attachment; filename="sandtable-{battle_id}.json"'},
        )


async def _may_save(lobby: Lobby, live: LiveBattle, token: str) -> bool:
    """A save tells everything: a link of the battle gets it, and while a game hides things only at its end."""
    link = await lobby.link(token)
    if link is None or link.battle_id != live.id:
        return False
    return live.battle.over or link.everyone or not views.hides_anything(live.battle)


def _page_routes(app: FastAPI, lobby: Lobby, folder: Path) -> None:
    @app.get("/", include_in_schema=False)
    def first_page() -> Response:
        return board.index(folder)

    @app.get("/play/{token}", include_in_schema=False)
    async def play_page(token: str) -> Response:
        if await lobby.link(token) is None:
            text = '<p>No battle has this link. <a href="/">To the first page</a></p>'
            return board.page("No such battle", text, 404)
        return board.index(folder)

    board.mount(app, folder)


# --------------------------------------------------------------------------------------------- sockets


def _socket_route(app: FastAPI, lobby: Lobby) -> None:
    @app.websocket("/ws/{token}")
    async def socket(websocket: WebSocket, token: str) -> None:
        await websocket.accept()
        link = await lobby.link(token)
        if link is None:
            await _turn_away(websocket, UNKNOWN_LINK, "unknown", "No battle has this link.")
            return
        try:
            live = await lobby.open(link.battle_id)
        except SandtableError as error:
            await _turn_away(websocket, CANNOT_RESUME, "not_now", f"This battle cannot be resumed: {error}")
            return
        if live is None:
            await _turn_away(websocket, UNKNOWN_LINK, "unknown", "No battle has this link.")
            return
        await _Talk(websocket, link, live).run()


async def _turn_away(websocket: WebSocket, close: int, code: str, text: str) -> None:
    """Say why and close."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await websocket.send_text(refused(code, text, 0).model_dump_json())
        await websocket.close(close)


def refused(
    code: Any, text: str, version: int, n: int | None = None, about: str | None = None, reasons: tuple[Any, ...] = ()
) -> Refused:
    """The refusal of one message."""
    return Refused(n=n, about=about, code=code, text=text, reasons=views.findings(reasons), version=version)


def worth_answering(waiting: Sequence[ClientMessage | None]) -> list[ClientMessage]:
    """Of the messages that wait those to be answered: while somebody drags, only the newest question about that drag.

    Questions about other figures, or about something else to be done, are no part of the drag.
    """

    def subject(question: Judge) -> tuple[str, tuple[str, ...]]:
        return question.action.verb, tuple(question.action.figures)

    newest = {subject(each): k for k, each in enumerate(waiting) if isinstance(each, Judge)}
    return [
        each
        for k, each in enumerate(waiting)
        if each is not None and (not isinstance(each, Judge) or newest[subject(each)] == k)
    ]


class _Talk:
    """The conversation with one board: what comes in is answered in order; what goes out never waits."""

    def __init__(self, websocket: WebSocket, link: Link, live: LiveBattle) -> None:
        self.websocket = websocket
        self.live = live
        self.connection = Connection(link, self.put, self.hang_up)
        self.incoming: deque[str] = deque()
        self.arrived = asyncio.Event()
        self.outgoing: asyncio.Queue[str | None] = asyncio.Queue()
        self.closed = False

    def put(self, message: BaseModel) -> None:
        """Line up a message; a board that has stopped reading is dropped."""
        if self.closed:
            return
        if self.outgoing.qsize() >= MAX_WAITING:
            self.hang_up()
            return
        self.outgoing.put_nowait(message.model_dump_json())

    def hang_up(self) -> None:
        """Close after what is lined up; the board may connect again."""
        self.closed = True
        self.outgoing.put_nowait(None)

    async def run(self) -> None:
        """Talk until the board leaves."""
        tasks = [asyncio.create_task(part()) for part in (self._send, self._receive, self._work)]
        try:
            self.live.join(self.connection)
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except Refusal as refusal:
            await _turn_away(self.websocket, TOO_SLOW, refusal.code, refusal.text)
        finally:
            self.closed = True
            self.live.leave(self.connection)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self.websocket.application_state is WebSocketState.CONNECTED:
                with suppress(WebSocketDisconnect, RuntimeError):
                    await self.websocket.close(TOO_SLOW)

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while (text := await self.outgoing.get()) is not None:
                await self.websocket.send_text(text)

    async def _receive(self) -> None:
        while True:
            message = await self.websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                self.put(refused("unreadable", "Messages are JSON text.", self.live.version))
            elif len(text) > MAX_MESSAGE:
                kilobytes = MAX_MESSAGE // 1024
                self.put(refused("too_big", f"A message is at most {kilobytes} kB.", self.live.version))
            elif len(self.incoming) >= MAX_WAITING:
                self.put(refused("not_now", "Too many messages at once.", self.live.version))
            else:
                self.incoming.append(text)
                self.arrived.set()

    async def _work(self) -> None:
        while True:
            while self.incoming:
                waiting = [self._read(self.incoming.popleft()) for _ in range(len(self.incoming))]
                for message in worth_answering(waiting):
                    await self._answer(message)
            self.arrived.clear()
            await self.arrived.wait()

    def _read(self, text: str) -> ClientMessage | None:
        """The message of a text; a refusal goes out and None comes back when it cannot be read."""
        number = about = None
        try:
            value = read_json(text)
            if isinstance(value, dict):
                number = value.get("n") if type(value.get("n")) is int else None
                about = value.get("type") if isinstance(value.get("type"), str) else None
            message: ClientMessage = CLIENT_MESSAGE.validate_python(value)
            return message
        except ValidationError as error:
            text = first_fault(error.errors(include_url=False, include_context=False, include_input=False))
        except (ValueError, RecursionError) as error:
            text = f"This is not JSON: {error}."
        about = about[:40] if about else None
        self.put(refused("unreadable", text, self.live.version, number, about))
        return None

    async def _answer(self, message: ClientMessage) -> None:
        number = getattr(message, "n", None)
        try:
            answer = await self.live.answer(self.connection, message)
        except Refusal as refusal:
            answer = refused(
                refusal.code, refusal.text, self.live.version, number, message.type, tuple(refusal.reasons)
            )
        except Exception:
            log.exception("battle %s: %s failed", self.live.id, message.type)
            text = "The server made a mistake; nothing was changed. Its log says more."
            answer = refused("not_now", text, self.live.version, number, message.type)
        if answer is not None:
            self.put(answer)
