"""Calls players who are not there when it is their turn: each at most once a minute, three tries, and then no more."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

from sandtable.server.notices import sending
from sandtable.server.notices.sending import Undeliverable
from sandtable.server.notices.settings import NoticeSettings
from sandtable.server.storage.company import CompanyStore, StoredNotice
from sandtable.server.workers.threads import fetch
from sandtable.translation import gettext, speaking

log = logging.getLogger("sandtable.server")

TRIES = 3
WAITS = (1.0, 5.0)
"""Seconds before the second try and the third."""
FAILED = 5
"""Notices in a row that could not be sent: after them their address is asked no more."""
MOST = 200
"""Notices that may wait to be sent; more are dropped."""


class Call(NamedTuple):
    """Whose turn it is."""

    battle_id: str
    side: str
    link: str  # where the seat is opened; empty: nobody said how this server is reached. Goes into mails alone
    words: Callable[[], tuple[str, str]]  # the battle's title and the side's name, in the language spoken


class Caller:
    """The notices of one server."""

    def __init__(self, store: CompanyStore, settings: NoticeSettings) -> None:
        self.store = store
        self.settings = settings
        self._threads = ThreadPoolExecutor(4, "notices")
        self._tasks: set[asyncio.Task[None]] = set()

    def call(self, call: Call) -> None:
        """Tell the player of a side by all ways that they asked for; nobody waits for that."""
        if len(self._tasks) >= MOST:
            log.warning("too many notices wait: that of battle %s is dropped", call.battle_id)
            return
        task = asyncio.get_running_loop().create_task(self._call(call))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _call(self, call: Call) -> None:
        for notice in await fetch(self.store.notices, call.battle_id):
            if notice.side == call.side and notice.code is None and notice.failures < FAILED:
                await self._send(notice, call)

    async def _send(self, notice: StoredNotice, call: Call) -> None:
        with speaking(notice.language):
            title, side = call.words()
            text = gettext("It is your turn: {title} ({side}).", title=title, side=side)
        for number in range(TRIES):
            try:
                await self.deliver(notice, text, title, call)
            except Undeliverable as error:
                log.info("a notice of battle %s was not sent: %s", call.battle_id, error)
                if number < len(WAITS):
                    await asyncio.sleep(WAITS[number])
            else:
                if notice.failures:
                    await fetch(partial(self.store.change_notice, notice.id, failures=0))
                return
        await fetch(partial(self.store.change_notice, notice.id, failures=notice.failures + 1))

    async def deliver(self, notice: StoredNotice, text: str, title: str, call: Call) -> None:
        """Send one notice; raises ``Undeliverable``."""
        if notice.kind == "mail":
            body = f"{text}\n\n{call.link}\n" if call.link else f"{text}\n"
            await self.mail(notice.address, text, body)
        else:
            more: dict[str, Any] = {"battle": call.battle_id, "title": title, "side": call.side}
            await self._off(sending.send_webhook, notice.kind, notice.address, text, more, self.settings.hosts)

    async def mail(self, to: str, subject: str, text: str) -> None:
        """Send a mail; raises ``Undeliverable``."""
        if self.settings.mail is None:
            raise Undeliverable(gettext("This server sends no mail."))
        await self._off(sending.send_mail, self.settings.mail, to, subject, text)

    async def check(self, kind: str, address: str) -> None:
        """Raise ``Undeliverable`` for a webhook to which this server sends nothing."""
        await self._off(sending.check_webhook, kind, address, self.settings.hosts)

    async def _off(self, work: Any, *arguments: Any) -> None:
        await asyncio.get_running_loop().run_in_executor(self._threads, partial(work, *arguments))

    async def close(self) -> None:
        """Send nothing more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)
