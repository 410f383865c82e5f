"""Opening a battle while it is renamed, deleted or a seat of it is taken: memory and store never differ."""

from __future__ import annotations

import asyncio
import threading
from types import SimpleNamespace

import pytest

from sandtable.server.http.limits import Limits
from sandtable.server.messages.pages import NewBattle, TakeSeat
from sandtable.server.messages.protocol import Pace
from sandtable.server.session import answering, live_battle, maker_messages
from sandtable.server.session.connections import Connection, Refusal
from sandtable.server.session.lobby import Lobby
from sandtable.server.storage import persistence
from sandtable.server.storage.database import Link, Store
from server.duel_server import register_duel


@pytest.fixture
def lobby(tmp_path):
    register_duel()
    store = Store(f"sqlite:///{tmp_path / 'battles.sqlite3'}")
    return Lobby(store, Limits(battles_in_memory=3))


@pytest.fixture
def halted(monkeypatch):
    """The reading of a battle from the store, halted when it has been read and before it is in memory."""
    resume = persistence.resume
    gate = SimpleNamespace(read=threading.Semaphore(0), go=threading.Event())

    def slow(stored):
        gate.read.release()
        assert gate.go.wait(20)
        return resume(stored)

    monkeypatch.setattr("sandtable.server.storage.persistence.resume", slow)
    return gate


async def made(lobby, **more):
    return await lobby.create(NewBattle(game="plain", seed=1, **more))


def board(stored, heard=None):
    """A board on the maker's link; what it is sent goes into ``heard``, and ``None`` where it is hung up."""
    heard = [] if heard is None else heard
    return Connection(Link(stored.id, stored.all_token, (), everyone=True), heard.append, lambda: heard.append(None))


async def while_opened(lobby, halted, stored, work):
    """Open a battle, and do ``work`` after it was read from the store and before it is in memory."""
    opening = asyncio.create_task(lobby.open(stored.id))
    await asyncio.to_thread(halted.read.acquire)
    working = asyncio.create_task(work)
    await asyncio.wait([working], timeout=0.2)  # time for what does not wait
    halted.go.set()
    return await opening, await working


def test_a_battle_renamed_while_it_is_opened_has_its_new_name_in_memory_too(lobby, halted):
    async def play():
        stored = await made(lobby)
        live, _ = await while_opened(lobby, halted, stored, lobby.rename(stored.id, stored.all_token, "Anna's day"))
        assert live.stored.title == lobby.store.battle(stored.id).title == "Anna's day"

    asyncio.run(play())


def test_a_seat_taken_while_its_battle_is_opened_is_taken_in_memory_too(lobby, halted):
    async def play():
        stored = await made(lobby, seats={"blue": "guest"})
        token = stored.seats[1].invitation
        live, taken = await while_opened(lobby, halted, stored, lobby.accept(token, TakeSeat()))
        assert live.seats.all == lobby.store.battle(stored.id).seats
        assert live.seats["blue"].token == taken.token

    asyncio.run(play())


def test_a_battle_deleted_while_it_is_opened_is_in_no_memory(lobby, halted):
    async def play():
        stored = await made(lobby)
        live, gone = await while_opened(lobby, halted, stored, lobby.delete(stored.id, stored.all_token))
        assert gone and live.lost and lobby.live == {} and lobby._doors == {}
        assert await lobby.open(stored.id) is None
        with pytest.raises(Refusal):
            await live.join(board(stored))

    asyncio.run(play())


def test_an_invitation_used_twice_at_once_seats_one(lobby):
    async def play():
        stored = await made(lobby, seats={"blue": "guest"})
        token = stored.seats[1].invitation
        live = await lobby.open(stored.id)
        taken = [
            each
            for each in await asyncio.gather(*(lobby.accept(token, TakeSeat()) for _ in range(8)))
            if each is not None
        ]
        assert len(taken) == 1
        assert live.seats.all == lobby.store.battle(stored.id).seats

    asyncio.run(play())


def test_battles_opened_at_once_are_within_the_limit_too(lobby, halted):
    async def play():
        several = [await made(lobby) for _ in range(6)]
        opening = [asyncio.create_task(lobby.open(each.id)) for each in several]
        for _ in range(1_000):
            if sum(each.done() for each in opening) >= 3:
                break
            await asyncio.sleep(0.01)
        halted.go.set()
        opened = await asyncio.gather(*opening, return_exceptions=True)
        refused = [each for each in opened if isinstance(each, Refusal)]
        assert len(refused) == 3 and len(lobby.live) == 3
        assert refused[0].text == "This server shows 3 battles now, and can show no more."

    asyncio.run(play())


def test_nobody_waits_while_the_table_is_drawn_for_a_board_that_comes(lobby, monkeypatch):
    """The battle can be played meanwhile, and is not put away."""
    drawing, go = threading.Event(), threading.Event()
    draw = live_battle._drawn

    def slow(*what):
        drawing.set()
        assert go.wait(60)
        draw(*what)

    monkeypatch.setattr(live_battle, "_drawn", slow)

    async def play():
        stored, heard = await made(lobby), []
        live = await lobby.open(stored.id)
        coming = asyncio.create_task(live.join(board(stored, heard)))
        await asyncio.to_thread(drawing.wait, 60)
        assert not live.lock.locked() and not live.is_idle and heard == []
        go.set()
        await coming
        assert len(live.boards) == 1 and [text[9:16] for text in heard] == ["welcome", 'state",'] and live._coming == 0

    asyncio.run(play())


def test_a_computer_that_waits_while_its_battle_is_deleted_plays_no_more(lobby):
    async def play():
        stored = await made(lobby, seats={"red": "random", "blue": "random"})
        live = await lobby.open(stored.id)
        live.pacing.change(Pace(type="pace", paused=True))
        await live.join(board(stored))
        async with live.lock:
            deleting = asyncio.create_task(maker_messages.delete(live))
            for _ in range(5):
                await asyncio.sleep(0)  # until it stands in the queue for the lock; the computer comes behind it
            live.pacing.change(Pace(type="pace", paused=False, seconds=0))
            answering.wake(live)
            await asyncio.sleep(0.05)
        appended = []
        live.commits = SimpleNamespace(append=appended.append)
        await deleting
        await live.computing
        assert live.lost and appended == []

    asyncio.run(play())


def test_who_comes_while_a_battle_is_lost_is_sent_away_to_come_again(lobby):
    async def play():
        stored = await made(lobby)
        live = await lobby.open(stored.id)
        async with live.lock:
            coming = asyncio.create_task(live.join(board(stored)))
            await asyncio.sleep(0)
            live.lose()
        with pytest.raises(Refusal, match="opened again"):
            await coming
        assert not live.boards
        again = await lobby.open(stored.id)
        assert again is not live and len(lobby.live) == 1

    asyncio.run(play())


def test_a_seat_that_cannot_be_shown_is_not_refused_but_opened_again(lobby, monkeypatch):
    async def play():
        stored = await made(lobby, seats={"blue": "guest"})
        live = await lobby.open(stored.id)
        heard = []
        await live.join(board(stored, heard))

        def failing(*_):
            raise ZeroDivisionError

        monkeypatch.setattr("sandtable.server.session.boards.Audience.texts", failing)
        assert await lobby.accept(stored.seats[1].invitation, TakeSeat()) is not None
        monkeypatch.undo()
        assert live.lost
        await asyncio.sleep(0.1)
        assert heard[-1] is None, "hung up, to connect again"
        again = await lobby.open(stored.id)
        assert again.seats.all == lobby.store.battle(stored.id).seats and again.seats["blue"].guest

    asyncio.run(play())
