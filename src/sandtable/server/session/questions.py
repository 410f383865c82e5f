"""Questions that change nothing, answered from what a link may see, off the event loop."""

from __future__ import annotations

from pydantic import BaseModel

from sandtable.compiler import patience
from sandtable.server.messages.advice import Advice, AskAdvice
from sandtable.server.messages.drags import AskReach
from sandtable.server.messages.protocol import (
    AskLegal,
    AskOdds,
    Explain,
    Foresee,
    Judge,
    Legal,
    LegalAction,
    Look,
    Looked,
    MakeCase,
)
from sandtable.server.session import chat, fork
from sandtable.server.session.connections import Connection, Refusal
from sandtable.server.session.live_battle import LiveBattle
from sandtable.server.storage.database import Link
from sandtable.server.views.advice import advice_of
from sandtable.server.views.seat_state import BattleState
from sandtable.server.workers.threads import ponder, think, weigh
from sandtable.translation import gettext

Question = Judge | Explain | AskLegal | AskOdds | AskReach | Foresee | Look | MakeCase | AskAdvice


async def answer(live: LiveBattle, connection: Connection, message: Question) -> BaseModel | None:
    """The answer to one question of a board, by what its link sees."""
    link = connection.link
    state, version = live.state, live.version(link)
    view = state.view(link.sides)
    match message:
        case Judge():
            return await think(view.judgement, message, version)
        case Explain():
            return await think(view.explained, message, version)
        case AskReach():
            return await think(view.reach, message, version)
        case Foresee():
            return await weigh(view.foreseen, message, version, link.sides)
        case AskOdds():
            return await weigh(view.odds, message, version, link.sides)
        case AskLegal():
            listed: tuple[LegalAction, ...] = ()
            if live.deciding(link) and not live.unread:
                figures = message.figures
                listed = await think(lambda: view.legal_together(figures) if figures else view.legal)
            return Legal(n=message.n, version=version, legal=listed)
        case Look():
            return await weigh(looked, state, link, message, live.number(link, message.step))
        case MakeCase():
            number = live.number(link, message.step)
            return await weigh(fork.make_case, state, link, message, live.stored.title, number)
        case AskAdvice():
            if not live.advising.allows(connection.address):
                raise Refusal("too_many", gettext("You ask for advice too often: wait a little."))
            return await _advise(live, link, message)


def looked(state: BattleState, link: Link, message: Look, number: int) -> Looked:
    """An earlier step as a link sees it; ``number``: of it in the battle's history."""
    steps = state.steps(link.sides)
    scene = state.past_scene(number, link.sides)
    return Looked(n=message.n, step=message.step, of=len(steps) - 1, scene=scene, record=steps[message.step])


async def _advise(live: LiveBattle, link: Link, message: AskAdvice) -> Advice:
    """Advice to whoever is to decide, or about any step of a battle that is over."""
    state, version = live.state, live.version(link)
    if patience.is_interpreted(live.battle.game.dtype):
        raise Refusal("not_now", gettext("The rules are still being made fast: ask again in a minute."))
    if message.step is not None:
        if not live.battle.over:
            raise Refusal("not_now", gettext("What could have been done is said when the battle is over."))
        return await ponder(advice_then, state, link, message, live.number(link, message.step), version)
    deciding = live.deciding(link)
    if not deciding:
        raise Refusal("not_now", gettext("Advice is given to whoever is to decide."))
    if any(side not in link.sides for side in live.seats.people) and live.advised != (deciding[0], version):
        live.advised = deciding[0], version
        await chat.note(live, deciding[0], chat.ASKS)
    seen = state.view(link.sides).seen.copy()
    seen.engine.turn_to(deciding[0])
    return await ponder(advice_of, seen, message.n, version)


def advice_then(state: BattleState, link: Link, message: AskAdvice, number: int, version: int) -> Advice:
    """Advice before the action that followed ``number`` of the history, which is weighed among the plans."""
    history = state.battle.history
    if number + 1 >= len(history):
        raise Refusal("not_now", gettext("Nothing more was done after this."))
    then = state.past(number, link.sides)
    return advice_of(then, message.n, version, history[number + 1].action)
