"""What only whoever made a battle does to it: give it another name, delete it."""

from __future__ import annotations

from dataclasses import replace

from sandtable.server.messages.company import SetSpectators
from sandtable.server.messages.people import Rename
from sandtable.server.session.connections import Connection, Refusal, is_watcher
from sandtable.server.session.live_battle import NOBODY_LOOKS_ON, REOPENED, LiveBattle
from sandtable.translation import gettext


async def rename_by(live: LiveBattle, message: Rename, connection: Connection) -> None:
    """Give the battle the name that a board asks for."""
    async with live.lock:
        if not live.link_of(connection).everyone:
            raise Refusal("not_your_bound", gettext("Only whoever made this battle names it."))
        await _renamed(live, message.title)


async def rename(live: LiveBattle, title: str) -> None:
    """Give the battle another name, and tell everybody."""
    async with live.lock:
        await _renamed(live, title)


async def _renamed(live: LiveBattle, title: str) -> None:
    await live.stored_by(live.store.rename, live.id, title)
    with live.no_way_back():
        live.stored = replace(live.stored, title=title)
        for each in live.boards:
            each.send(live.surroundings().facts_text(live.battle, each.link))


async def set_spectators(live: LiveBattle, message: SetSpectators, connection: Connection) -> None:
    """Say who may look on; whoever does and may no longer is turned out."""
    async with live.lock:
        if not live.link_of(connection).everyone:
            raise Refusal("not_your_bound", gettext("Only whoever made this battle says who may look on."))
        await live.stored_by(lambda: live.store.company.settle(live.id, spectators=message.who))
        with live.no_way_back():
            live.stored = replace(live.stored, spectators=message.who)
            for each in live.boards:
                if is_watcher(each.link) and message.who == "nobody":
                    live.boards.turn_out(each, "closed", NOBODY_LOOKS_ON)
                else:
                    each.send(live.surroundings().facts_text(live.battle, each.link))


async def delete_by(live: LiveBattle, connection: Connection) -> None:
    """Delete the battle for a board."""
    if not live.link_of(connection).everyone:
        raise Refusal("not_your_bound", gettext("Only whoever made this battle deletes it."))
    await delete(live)


async def delete(live: LiveBattle) -> None:
    """Delete the battle and tell everybody that it is no more."""
    async with live.lock:
        if live.lost:
            raise Refusal("not_now", REOPENED)
        await live.stored_by(live.store.delete, live.id)
        live.lost = True
    for each in live.boards:
        live.boards.turn_out(each, "deleted", "This battle was deleted by whoever made it.")
    live.rest()
