"""Work is shared out: whoever has asked little is served first, and one kind of work lets another go first."""

from __future__ import annotations

import asyncio
import threading

import pytest

from sandtable.server.workers import fair
from sandtable.server.workers.fair import ALL, ENTRY, HOUSE, PAYER, Account, Accounts, Lane, charged, for_all


class Order:
    """Work that waits in a lane of one thread until all of it is there, and in which order it is done.

    What it takes is said, not measured: of each account's work so many seconds.
    """

    def __init__(self) -> None:
        self.lane, self.go, self.done = Lane(1, "test"), threading.Event(), []

    def work(self, name: str, seconds: float) -> None:
        self.done.append(name)
        PAYER.get().charge(seconds)

    async def ask(self, account: Account, name: str, seconds: float) -> None:
        PAYER.set(account)
        await self.lane.run(lambda: self.work(name, seconds))

    def of(self, *asked: tuple[Account, str, float]) -> list[str]:
        """The order in which this is done, of which all waits at once."""

        async def play() -> None:
            before = asyncio.create_task(self.lane.run(lambda: self.go.wait(60)))
            await asyncio.sleep(0)
            tasks = [asyncio.create_task(self.ask(*one)) for one in asked]
            await asyncio.sleep(0)
            self.go.set()
            await asyncio.gather(before, *tasks)

        asyncio.run(play())
        self.lane.close()
        return self.done


@pytest.fixture(autouse=True)
def unmeasured(monkeypatch):
    """Work takes as long as the tests say, and by itself nothing."""
    monkeypatch.setattr(fair.time, "thread_time", lambda: 0.0)


def settled(among: Account) -> Account:
    """An account that is not new any more: nothing was done for it of late."""
    account = Account(among)
    account.ends = among.clock
    return account


def test_work_begins_where_that_ends_which_was_done_before():
    everybody = Account()
    address = settled(everybody)
    one, other = settled(address), settled(address)
    one.begin(), one.charge(2.0)
    assert (address.begins, one.begins, other.begins, settled(everybody).begins) == (2.0, 2.0, 0.0, 0.0)
    one.begin()
    assert (everybody.clock, address.clock) == (2.0, 2.0)
    assert other.begins == 2.0, "it could have asked before: nothing is saved up"


def test_of_two_addresses_each_gets_every_second_turn_however_much_one_asks():
    """One asks for forty pieces by forty boards, the other for three by one: these are the second, fourth and sixth."""
    everybody = Account()
    many, few = settled(everybody), settled(everybody)
    boards = [settled(many) for _ in range(40)]
    asked = [(board, f"many {k}", 1.0) for k, board in enumerate(boards)]
    asked += [(board, "few", 1.0) for board in [settled(few)] for _ in range(3)]
    assert [k for k, name in enumerate(Order().of(*asked)) if name == "few"] == [1, 3, 5]


def test_who_asks_little_waits_for_no_more_than_what_is_under_way():
    """Long work of one and short work of another: all the short work goes before the second piece of the long."""
    everybody = Account()
    much, little = settled(settled(everybody)), settled(settled(everybody))
    asked = [(much, "much", 1.0)] * 4 + [(little, "little", 0.01)] * 5
    assert Order().of(*asked) == ["much", *["little"] * 5, *["much"] * 3]


def test_at_one_address_too_a_board_that_asks_little_goes_first():
    """A player's board, and strangers' at the same address, who come anew for each question: the player is not last."""
    address = settled(Account())
    player = settled(address)
    asked = [(Account(address), f"anew {k}", 0.01) for k in range(20)] + [(player, "player", 0.02)] * 2
    assert Order().of(*asked)[:3] == ["player", "player", "anew 0"]


def test_who_is_new_has_had_what_it_takes_to_be_shown_a_table():
    everybody = Account()
    assert Account(everybody).begins == ENTRY
    new, known = Account(Account(everybody)), settled(settled(everybody))
    assert Order().of((new, "new", 0.01), (known, "known", 0.01)) == ["known", "new"]


def test_what_others_wait_for_is_done_for_the_house():
    account = Account(Account())
    PAYER.set(account)
    with for_all():
        assert PAYER.get() is HOUSE
    assert PAYER.get() is account


def test_what_the_loop_reads_for_somebody_is_theirs(monkeypatch):
    account = settled(Account())
    times = iter((1.0, 1.5))
    monkeypatch.setattr(fair.time, "thread_time", lambda: next(times))
    PAYER.set(account)
    with charged():
        pass
    assert account.begins == 0.5


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


def test_addresses_for_which_nothing_was_done_are_forgotten(monkeypatch):
    monkeypatch.setattr(fair, "MOST_ACCOUNTS", 10)
    accounts = Accounts()
    accounts.of("busy").charge(100.0)
    for number in range(100):
        accounts.of(f"192.0.2.{number}")
    assert len(accounts._all) < 20 and accounts.of("busy").ends >= ALL.clock + 100
