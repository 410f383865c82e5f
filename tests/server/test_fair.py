"""Work is shared out: whoever has used least goes first, and one kind of work lets another go first."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from sandtable.server.workers import fair
from sandtable.server.workers.fair import HALF, PAYER, Account, Accounts, Lane


def busy(seconds: float) -> None:
    """Use a processor for so long."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


async def for_(account: Account, lane: Lane, work, done=None, name="") -> None:
    PAYER.set(account)
    await lane.run(work)
    if done is not None:
        done.append(name)


def test_what_was_used_is_owed_and_half_of_it_forgotten_after_a_while():
    address = Account()
    one, other = Account(address), Account(address)
    now = time.monotonic()
    one.charge(2.0, now)
    assert (one.owes(now), other.owes(now), address.owes(now)) == (4.0, 2.0, 2.0)
    assert one.owes(now + HALF) == 2.0
    other.charge(1.0, now + HALF)
    assert address.owes(now + HALF) == 2.0


def test_who_asks_once_does_not_wait_for_all_that_somebody_else_asks():
    """Forty pieces of work wait for one; somebody else's comes as the first is done, and goes before the other 39."""
    lane, done = Lane(1, "test"), []
    much, little = Account(Account()), Account(Account())

    async def play() -> None:
        tasks = [asyncio.create_task(for_(much, lane, lambda: busy(0.01), done, "much")) for _ in range(40)]
        await asyncio.sleep(0.02)
        await for_(little, lane, lambda: None, done, "little")
        before = done.index("little")
        await asyncio.gather(*tasks)
        assert before < 20, "those that were done until then"

    asyncio.run(play())
    assert done.count("much") == 40
    assert much.owes(time.monotonic()) > 0.2 > little.owes(time.monotonic())
    lane.close()


def test_who_comes_anew_for_each_question_gains_no_turn():
    now = time.monotonic()
    address = Account()
    asking = Account(address)
    asking.charge(8.0, now)
    assert Account(address).owes(now) == pytest.approx(8.0 + 2.0, abs=0.01), "the address's, and a quarter of its own"
    assert Account(Account()).owes(now) == 0.0


def test_many_boards_of_one_address_do_not_add_up_to_many_turns():
    """Each has used next to nothing by itself; their address has."""
    lane, done = Lane(1, "test"), []
    address, other = Account(), Account(Account())

    async def play() -> None:
        tasks = [asyncio.create_task(for_(Account(address), lane, lambda: busy(0.01), done, "many")) for _ in range(40)]
        await asyncio.sleep(0.05)
        await for_(other, lane, lambda: None, done, "other")
        assert done.index("other") < 20
        await asyncio.gather(*tasks)

    asyncio.run(play())
    lane.close()


def test_what_comes_after_another_kind_of_work_begins_when_that_is_done(monkeypatch):
    monkeypatch.setattr(fair, "MANNERS", 30.0)
    first, second, order = Lane(1, "first"), None, []
    second = Lane(1, "second", first)
    go = threading.Event()

    async def play() -> None:
        acting = asyncio.create_task(first.run(lambda: (go.wait(30), order.append("first"))))
        await asyncio.sleep(0.05)
        asking = asyncio.create_task(second.run(lambda: order.append("second")))
        await asyncio.sleep(0.1)
        assert order == []
        go.set()
        await asyncio.gather(acting, asking)

    asyncio.run(play())
    assert order == ["first", "second"] and not first.is_busy and not second.is_busy
    first.close(), second.close()


def test_an_error_comes_back_and_what_nobody_waits_for_is_not_done():
    lane, done = Lane(1, "test"), []

    async def play() -> None:
        with pytest.raises(ZeroDivisionError):
            await lane.run(lambda: 1 / 0)
        go = threading.Event()
        first = asyncio.create_task(lane.run(lambda: go.wait(5)))
        await asyncio.sleep(0.02)
        left = asyncio.create_task(lane.run(lambda: done.append(1)))
        await asyncio.sleep(0.02)
        left.cancel()
        await asyncio.sleep(0.02)
        go.set()
        await first
        await lane.run(lambda: None)

    asyncio.run(play())
    assert done == [] and not lane.is_busy
    lane.close()


def test_addresses_that_owe_nothing_are_forgotten(monkeypatch):
    monkeypatch.setattr(fair, "MOST_ACCOUNTS", 10)
    accounts = Accounts()
    accounts.of("busy").charge(100.0, time.monotonic())
    for number in range(100):
        accounts.of(f"192.0.2.{number}")
    assert len(accounts._all) < 20 and accounts.of("busy").owes(time.monotonic()) > 90
