"""The addresses of the laboratory, under /api/laboratory; a study is found by its id, which nobody guesses."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from sandtable.server.http.bodies import Read, reading_after
from sandtable.server.http.packing import Once, answer, packed
from sandtable.server.laboratory.laboratory import Laboratory
from sandtable.server.laboratory.menus import menu
from sandtable.server.laboratory.positions import menu_of, position_of
from sandtable.server.messages.laboratory import (
    AskStudy,
    GoOn,
    LaboratoryFact,
    LaboratoryGame,
    StudyLine,
    StudyTold,
)
from sandtable.server.session.lobby import Lobby
from sandtable.server.workers.threads import think
from sandtable.translation import spoken

PAGE = {
    # The report is a page by itself: what is in it draws figures, and reaches nothing.
    "content-security-policy": "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; "
    "style-src 'unsafe-inline'; img-src data: blob:; frame-ancestors 'none'",
}


def laboratory_routes(laboratory: Laboratory, lobby: Lobby, local: bool) -> tuple[APIRouter, ...]:
    """Everything under /api/laboratory. ``local``: this machine alone is served, so that all studies are listed."""
    routes = APIRouter(prefix="/api/laboratory", route_class=Read)
    making = APIRouter(
        prefix="/api/laboratory", route_class=reading_after(lambda asking: lobby.check_made(asking.scope["address"]))
    )
    once = Once()

    @routes.get("")
    async def facts() -> LaboratoryFact:
        return laboratory.facts()

    @routes.get("/games/{game}/scenarios/{scenario}", response_model=LaboratoryGame)
    async def game_menu(game: str, scenario: str, asking: Request) -> Response:
        return await once.answer(asking, (game, scenario, spoken()), LaboratoryGame, lambda: menu(game, scenario))

    @routes.get("/battles/{token}")
    async def battle_menu(token: str) -> LaboratoryGame:
        return await menu_of(lobby, token)

    @routes.get("/studies")
    async def listed() -> list[StudyLine]:
        return await laboratory.listed() if local else []

    @making.post("/studies", status_code=201)
    async def create(request: AskStudy) -> StudyTold:
        laboratory.check_open()
        position = None if request.battle is None else await position_of(lobby, request.battle)
        return await laboratory.create(request, position)

    @routes.get("/studies/{study}")
    async def told(study: str) -> StudyTold:
        return await laboratory.told(study)

    @making.post("/studies/{study}/run")
    async def go_on(study: str, request: GoOn) -> StudyTold:
        return await laboratory.go_on(study, request.battles)

    @routes.post("/studies/{study}/stop")
    async def stop(study: str) -> StudyTold:
        return await laboratory.stop(study)

    @routes.delete("/studies/{study}", status_code=204)
    async def delete(study: str) -> None:
        await laboratory.delete(study)

    @routes.get("/studies/{study}/report")
    async def report(study: str, asking: Request) -> Response:
        page = await think(packed, await laboratory.report(study))
        return answer(asking, page, PAGE, "text/html; charset=utf-8")

    return routes, making
