"""The table of a battle of this server, from which a study begins: as a link sees it, the rest a fair guess."""

from __future__ import annotations

from sandtable.server.laboratory.menus import menu_of_battle
from sandtable.server.messages.laboratory import LaboratoryGame, StudyFrom
from sandtable.server.session import fork
from sandtable.server.session.connections import Refusal
from sandtable.server.session.live_battle import LiveBattle
from sandtable.server.session.lobby import Lobby
from sandtable.server.storage import persistence
from sandtable.server.storage.database import Link
from sandtable.server.workers.threads import weigh
from sandtable.translation import gettext


async def position_of(lobby: Lobby, asked: StudyFrom) -> str:
    """The save of a battle that stands as the asked one did; Refusal where there is none, or it is over."""
    link, live = await _opened(lobby, asked.token)
    number = live.number(link, asked.step)
    battle = await weigh(fork.branch, live.state, link.sides, number)
    if battle.over:
        raise Refusal("not_now", gettext("The battle is over there: go back to an earlier step."))
    return await weigh(persistence.save_of, battle)


async def menu_of(lobby: Lobby, token: str) -> LaboratoryGame:
    """What can be measured from the table of a battle; Refusal where there is none."""
    _, live = await _opened(lobby, token)
    return await weigh(menu_of_battle, live.state.battle)


async def _opened(lobby: Lobby, token: str) -> tuple[Link, LiveBattle]:
    link = await lobby.link(token)
    live = await lobby.open(link.battle_id) if link is not None else None
    if link is None or live is None:
        raise Refusal("unknown", gettext("No battle has this link."))
    return link, live
