"""The addresses of the editor of scenarios, under /api/editor, and its pages; nothing is kept but what is shared."""

from __future__ import annotations

from fastapi import APIRouter, FastAPI, HTTPException, Request, Response

from sandtable.errors import SandtableError
from sandtable.games import get_game
from sandtable.server.editor.drafts import begun, look, opened_out
from sandtable.server.editor.menus import editing_of, menu
from sandtable.server.http.bodies import Read, reading_after
from sandtable.server.http.limits import Rate
from sandtable.server.http.packing import Once
from sandtable.server.messages.editor import (
    AskDraft,
    AskPosition,
    DraftFact,
    EditorGame,
    PlayDraft,
    SharedFact,
    ShareDraft,
)
from sandtable.server.messages.pages import BattleLinks
from sandtable.server.messages.protocol import MakeCase
from sandtable.server.session import fork
from sandtable.server.session.connections import Refusal
from sandtable.server.session.lobby import Lobby, links
from sandtable.server.views import battle_messages
from sandtable.server.views.addresses import editor_path
from sandtable.server.views.puzzles import puzzle_case
from sandtable.server.workers.threads import fetch, weigh
from sandtable.translation import gettext, spoken


def editor_routes(app: FastAPI, lobby: Lobby) -> None:
    """Everything under /api/editor."""
    rate, once = Rate(lobby.limits.drafts_a_minute), Once()

    def check_rate(asking: Request) -> None:
        if not rate.allows(asking.scope["address"]):
            raise Refusal("too_many", gettext("Too many scenarios are looked at from here: wait a little."))

    looking = APIRouter(prefix="/api/editor", route_class=reading_after(check_rate))
    making = APIRouter(
        prefix="/api/editor", route_class=reading_after(lambda asking: lobby.check_made(asking.scope["address"]))
    )
    reading = APIRouter(prefix="/api/editor", route_class=Read)

    @reading.get("/games/{game}", response_model=EditorGame)
    async def game_menu(game: str, asking: Request) -> Response:
        return await once.answer(asking, (game, spoken()), EditorGame, lambda: menu(game))

    @looking.post("/look")
    async def draft(request: AskDraft) -> DraftFact:
        return await weigh(look, request)

    @making.post("/play", status_code=201)
    async def play(request: PlayDraft, asking: Request) -> BattleLinks:
        editing_of(request.game)
        if lobby.warmup is not None:
            lobby.warmup.choose(get_game(request.game).key)
        battle = await weigh(begun, request.game, request.text)
        return links(await lobby.take_in(battle, battle_messages.title(battle), request.seats))

    @making.post("/share", status_code=201)
    async def share(request: ShareDraft) -> SharedFact:
        editing_of(request.game)
        most = lobby.limits.shared_scenarios
        found_by = await fetch(lobby.store.shared.share, request.game, request.text, most)
        if found_by is None:
            raise Refusal("too_many", gettext("This server keeps {number} shared scenarios, and no more.", number=most))
        return SharedFact(game=request.game, text=request.text, url=editor_path(found_by))

    @reading.get("/shared/{found_by}")
    async def shared(found_by: str) -> SharedFact:
        found = await fetch(lobby.store.shared.shared, found_by)
        if found is None:
            raise HTTPException(404, {"code": "unknown", "text": gettext("No scenario is shared by this link.")})
        return SharedFact(game=found[0], text=found[1], url=editor_path(found_by))

    @reading.get("/puzzles/{game}/{puzzle}")
    async def puzzle_table(game: str, puzzle: str, asking: Request) -> SharedFact:
        check_rate(asking)
        editing_of(game)
        text = await weigh(puzzle_case, game, puzzle, spoken())
        game, text = await weigh(opened_out, text)
        return SharedFact(game=game, text=text, url="")

    @looking.post("/position")
    async def position(request: AskPosition) -> SharedFact:
        link = await lobby.link(request.token)
        live = await lobby.open(link.battle_id) if link is not None else None
        if link is None or live is None:
            raise Refusal("unknown", gettext("No battle has this link."))
        number, message = live.number(link, request.step), MakeCase(type="case", n=0, step=request.step)
        try:
            made = await weigh(fork.make_case, live.state, link, message, live.stored.title, number)
            game, text = await weigh(opened_out, made.text)
        except SandtableError as error:
            raise Refusal("not_now", str(error)) from None
        return SharedFact(game=game, text=text, url="")

    for routes in (reading, looking, making):
        app.include_router(routes)
