"""Every battle of this server: made, loaded, found by link, and resumed by replay when first asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from sandtable.errors import InputError
from sandtable.games import get_game
from sandtable.server import computer, keeping, views
from sandtable.server.live import LiveBattle
from sandtable.server.pages import BattleLinks, BattleListed, LoadBattle, NewBattle, SeatLink
from sandtable.server.storage import Link, Store, StoredBattle

KEPT = 64
"""Battles kept in memory; beyond that those that nobody looks at are dropped (they resume from the store)."""


class Lobby:
    """The battles behind one store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.live: dict[str, LiveBattle] = {}
        self._opening: dict[str, asyncio.Lock] = {}

    async def create(self, request: NewBattle) -> StoredBattle:
        """Lay a new table. InputError or UnknownGame says what cannot be used."""
        seats = _seating(request.game, request.seats)

        def work() -> StoredBattle:
            battle = keeping.new_battle(request)
            return self.store.create(request.game, views.title(battle), keeping.head(battle), seats)

        return await asyncio.to_thread(work)

    async def load(self, request: LoadBattle) -> StoredBattle:
        """Go on with a saved battle as a new one of this server."""

        def work() -> StoredBattle:
            battle = keeping.of_save(request.save)
            seats = _seating(battle.game.key, request.seats)
            stored = self.store.create(
                battle.game.key, views.title(battle), keeping.head(battle), seats, keeping.loaded_entries(battle)
            )
            if battle.over:
                self.store.finish(stored.id, True, battle.result)
            return stored

        return await asyncio.to_thread(work)

    async def open(self, battle_id: str) -> LiveBattle | None:
        """The battle in memory; resumed by replay, every state hash checked, when it is not there yet.

        SaveMismatch when the present rules do not replay it.
        """
        live = self.live.get(battle_id)
        if live is not None and not live.lost:
            return live
        lock = self._opening.setdefault(battle_id, asyncio.Lock())
        async with lock:
            if battle_id not in self.live or self.live[battle_id].lost:
                stored = await asyncio.to_thread(self.store.battle, battle_id)
                if stored is None:
                    return None
                battle, steps = await asyncio.to_thread(keeping.resume, stored)
                self._drop_idle()
                self.live[battle_id] = LiveBattle(stored, battle, steps, self.store)
        self._opening.pop(battle_id, None)
        return self.live[battle_id]

    async def link(self, token: str) -> Link | None:
        """What a token opens."""
        return await asyncio.to_thread(self.store.link, token)

    async def listed(self, with_links: bool) -> list[BattleListed]:
        """The battles for the first page; their links only where the server is this machine's own."""
        return [
            BattleListed(
                id=stored.id,
                game=stored.game,
                title=stored.title,
                created=stored.created,
                changed=stored.changed,
                actions=stored.n_actions,
                over=stored.over,
                result=stored.result,
                seats={seat.side: seat.kind for seat in stored.seats},
                url=play_path(stored.all_token) if with_links else None,
                watch_url=play_path(stored.watch_token) if with_links else None,
            )
            for stored in await asyncio.to_thread(self.store.battles)
        ]

    def _drop_idle(self) -> None:
        """Forget battles that nobody looks at, oldest first, while too many are in memory."""
        for battle_id, live in list(self.live.items()):
            if len(self.live) < KEPT:
                return
            if not live.connections and not live.lock.locked():
                del self.live[battle_id]

    async def close(self) -> None:
        """Let every computer finish the action it is at, then let go of the database."""
        for live in self.live.values():
            await live.close()
        self.store.close()


def play_path(token: str) -> str:
    """Where the board opens a link."""
    return f"/play/{token}"


def links(stored: StoredBattle) -> BattleLinks:
    """The links of a battle, for whoever made it."""
    names = {side.key: side.name for side in get_game(stored.game).sides}
    seats = {}
    for seat in stored.seats:
        human = seat.kind == computer.HUMAN
        seats[seat.side] = SeatLink(
            side=seat.side,
            name=names[seat.side],
            kind=seat.kind,
            token=seat.token if human else None,
            url=play_path(seat.token) if human else None,
        )
    return BattleLinks(
        id=stored.id,
        seats=seats,
        token=stored.all_token,
        url=play_path(stored.all_token),
        watch_url=play_path(stored.watch_token),
    )


def _seating(game: str, wanted: Mapping[str, str]) -> dict[str, str]:
    """Side -> kind for every side of the game; sides left out are human."""
    sides = [side.key for side in get_game(game).sides]
    for side, kind in wanted.items():
        if side not in sides:
            raise InputError(f"seats: expected one of {', '.join(sides)}, got {side!r}")
        computer.check_kind(kind, f"seats.{side}")
    return {side: wanted.get(side, computer.HUMAN) for side in sides}
